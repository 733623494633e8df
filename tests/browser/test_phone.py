"""A phone, upright and on its side: everything is in reach, and nothing lies in the way."""

from tests.browser.hands import known, open_board, until
from tests.served import Opener, Service

UPRIGHT, LYING = {"width": 390, "height": 844}, {"width": 844, "height": 390}


def test_what_a_phone_reaches(open_page: Opener, running: Service):
    id_ = running.new_game()
    page = open_page(is_mobile=True, has_touch=True, viewport=UPRIGHT)
    open_board(page, id_)
    until(page, "store.picked.includes('G-1') && store.spots.size > 0")
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
    page.locator("#overlay-buttons .pill", has_text="Supply").tap()
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
