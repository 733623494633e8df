"""A phone, upright and on its side: everything is in reach, and nothing lies in the way."""

import pytest

from parallel38.engine.positions import write_position
from tests.browser.hands import known, open_board, until
from tests.games.mobile_war.field import field
from tests.served import Opener, Service

UPRIGHT, LYING = {"width": 390, "height": 844}, {"width": 844, "height": 390}


@pytest.mark.long
def test_what_a_phone_reaches(open_page: Opener, running: Service):
    id_ = running.new_game()
    page = open_page(is_mobile=True, has_touch=True, viewport=UPRIGHT)
    open_board(page, id_)
    until(page, "store.picked.includes('G-1') && store.spots.size > 0")
    strip = page.locator("#tracks").bounding_box()
    assert strip is not None
    assert strip["x"] + strip["width"] == UPRIGHT["width"], "the date and who is ahead have all the room there is"
    cut = "[...document.querySelectorAll('#tracks .track b')].filter((one) => one.scrollWidth > one.clientWidth + 1)"
    assert page.evaluate(f"{cut}.map((one) => one.innerText)") == [], (
        "a figure of which a part is missing is a wrong one"
    )
    page.locator("#grip").tap()  # full
    page.locator("#grip").tap()  # closed
    page.locator("#in-hand [aria-label='guerrilla 1']").wait_for()
    assert not page.locator("#tabs").is_visible(), "closed, the sheet shows what is in hand"

    running.post(f"/api/games/{id_}/act", {"do": "place G-1 1118", "after": 0})
    until(page, "store.situation.number === 1")
    tools = page.locator("#bottom > *").all_inner_texts()
    assert (tools[0].endswith("Menu"), tools[-1]) == (True, "End movement"), "a slip beside the menu ends no phase"
    page.locator("[data-focus=next-unit]").tap()
    until(page, "store.picked.length === 1")

    page.locator(".layers").tap()
    page.locator("#overlay-buttons .pill", has_text="Own supply").tap()
    until(page, "store.overlays.length === 1")

    page.locator("#bottom [data-focus=Menu]").tap()
    page.get_by_role("button", name="Look back").tap()
    until(page, "store.at === 0")
    assert page.locator("#replay").is_visible()

    page.set_viewport_size({"width": 844, "height": 390})
    assert not page.locator("#minimap").is_visible()
    board = page.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > LYING["height"] / 2, "the map has more than half of a low screen"
    assert known(page, "document.documentElement.scrollWidth") <= LYING["width"]


def test_a_game_opens_where_the_fighting_is_although_the_sheet_is_lifted(open_page: Opener, running: Service):
    """What the other side did lifts the sheet after the board has come: the front stays in what is left of the map."""
    game = field({"2541": "US-24", "2641": "US-25", "2540": "NK-6", "2640": "NK-3"}, phase="second")
    id_ = running.post("/api/games/import", {"text": write_position(game.to_position())})["id"]
    for number, do in enumerate(("move US-25 2642", "end")):
        running.post(f"/api/games/{id_}/act", {"do": do, "after": number})
    page = open_page(is_mobile=True, has_touch=True, viewport=UPRIGHT)
    open_board(page, id_)
    page.wait_for_selector("#panel[data-sheet=half] #since details[open]")
    page.wait_for_timeout(600)
    for hex_ in ("2540", "2642"):
        y, room = page.evaluate(
            """async (hex) => {
              const { onScreen, cover } = await part('view');
              return [onScreen(hex).y, document.getElementById('viewport').clientHeight - cover()];
            }""",
            hex_,
        )
        assert 40 < y < room - 40, hex_
