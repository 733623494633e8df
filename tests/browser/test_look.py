"""What the eye meets: a board that can be read where the fighting is, a head that never moves it, quiet lights."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.hands import ENTRIES, RECORD, at, build, click, known, moving, open_board, until
from tests.served import Opener, Service

ZOOM = "async () => (await part('view')).zoom()"

COVERED = """async () => {
  const { store } = await part('store');
  const { onScreen } = await part('view');
  const board = document.getElementById('viewport').getBoundingClientRect();
  const all = document.querySelectorAll('#overlay-buttons, #zoom-buttons, #minimap');
  const over = [...all].map((one) => one.getBoundingClientRect());
  const under = ({ x, y }) => over.some((box) => box.width && x + board.left > box.left && x + board.left < box.right
    && y + board.top > box.top && y + board.top < box.bottom);
  return [...store.situation.byPlace.keys()].filter((place) => store.map.hexes[place] && under(onScreen(place)));
}"""
"""Hexes with counters that lie under the buttons of the board or the small map."""


def pixels(page: Page, what: str) -> float:
    """How high the letters of an element are on the screen."""
    return page.evaluate(
        """([what, zoom]) => {
          const letters = document.querySelector(what);
          return parseFloat(getComputedStyle(letters).fontSize) * 0.72 * zoom;
        }""",
        [what, page.evaluate(ZOOM)],
    )


def box(page: Page, what: str) -> dict[str, Any]:
    found = page.locator(what).bounding_box()
    assert found is not None
    return dict(found)


def test_a_game_opens_where_the_fighting_is_and_can_be_read(open_page: Opener, running: Service):
    id_ = moving(running)
    page = open_page()
    page.set_viewport_size({"width": 1600, "height": 1000})
    open_board(page, id_)
    assert page.evaluate(ZOOM) == 1
    assert pixels(page, ".ground .numbers") >= 8, "the number of a hex can be read"
    counter = box(page, ".counters [data-hex='0812'] [data-unit] use >> nth=-1")
    assert 46 <= counter["width"] / 1.12 <= 52
    view = box(page, "#viewport")
    for hex_ in ("0812", "0713", "1113"):
        x, y = at(page, hex_)
        assert view["x"] < x < view["x"] + view["width"]
        assert view["y"] < y < view["y"] + view["height"]
    page.keyboard.press("-")
    until(page, "document.querySelector('#plane').dataset.numbers === 'hidden'")
    assert not page.locator(".ground .numbers").is_visible(), "too small to be read: hidden"
    assert page.locator(".counters filter, .counters [filter]").count() == 0, "filters cost frames"
    assert page.locator(".counters .shadow").count() == page.locator(".counters .stack").count()
    far = running.post("/api/games", {"title": "forgotten_war", "scenario": "chipyongni"})["id"]
    open_board(page, far)  # no enemy is near: the player's own units, so large that they can be told apart
    assert page.evaluate(ZOOM) > 0.5
    ring = {unit["place"] for unit in known(page, "store.situation.units") if unit["side"] == "un"}
    beyond = page.evaluate(
        """async (places) => {
          const { store } = await part('store');
          const { onScreen } = await part('view');
          const { width, height } = document.getElementById('viewport').getBoundingClientRect();
          const outside = ({ x, y }) => x < 0 || y < 0 || x > width || y > height;
          return places.filter((hex) => store.map.hexes[hex] && outside(onScreen(hex)));
        }""",
        sorted(ring),
    )
    assert beyond == []


def test_nothing_lies_over_what_the_view_goes_to(open_page: Opener, running: Service):
    id_ = moving(running)
    page = open_page()
    page.set_viewport_size({"width": 1024, "height": 768})
    open_board(page, id_)
    page.keyboard.press("f")
    until(page, "document.querySelector('#plane').dataset.far === 'far'")
    assert page.evaluate(COVERED) == [], "the whole map stands beside the buttons"
    page.set_viewport_size({"width": 1600, "height": 1000})
    page.keyboard.press("Shift+F")
    until(page, "document.querySelector('#plane').dataset.far === 'near'")
    assert page.evaluate(COVERED) == []
    for hex_, corner in (("1113", "overlay-buttons"), ("1712", "minimap")):
        over = box(page, f"#{corner}")
        moved = page.evaluate(
            """async ([hex, x, y]) => {
              const { onScreen, pan, reveal } = await part('view');
              const board = document.getElementById('viewport').getBoundingClientRect();
              const here = onScreen(hex);
              pan(x - board.left - here.x, y - board.top - here.y);
              await new Promise((done) => setTimeout(done, 100));
              return [reveal([hex]), reveal([hex])];
            }""",
            [hex_, over["x"] + 20, over["y"] + 30],
        )
        assert moved == [True, False], "once it is seen the view stays where it is"
        assert hex_ not in page.evaluate(COVERED)


def test_a_target_stays_in_sight_when_the_builder_opens(open_page: Opener, running: Service):
    whole = running.post("/api/games/import", {"text": RECORD.read_text()})["id"]
    first = next(entry["n"] for entry in ENTRIES if (entry.get("do") or "").startswith("attack"))
    page = open_page(viewport={"width": 1366, "height": 768})
    open_board(page, running.post(f"/api/games/{whole}/branch", {"at": first - 1, "name": "attacks"})["id"])
    at(page, "1113")
    page.evaluate(
        """async () => {
          const { onScreen, pan } = await part('view');
          const board = document.getElementById('viewport').getBoundingClientRect();
          pan(board.width - 190 - onScreen('1113').x, 300 - onScreen('1113').y); // where the builder will be
          await new Promise((done) => setTimeout(done, 100));
        }"""
    )
    build(page, "1113")
    view = box(page, "#viewport")
    assert view["width"] < 800
    until(page, f"(await part('view')).onScreen('1113').x < {view['width'] - 60}")


def test_the_head_never_moves_the_board(open_page: Opener, running: Service):
    id_ = moving(running)
    page = open_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    open_board(page, id_)
    top = box(page, "#board")["y"]
    page.evaluate(
        """async () => {
          const { store, update } = await part('store');
          const prompt = 'A very long sentence about what is wanted now. '.repeat(9);
          update({ situation: { ...store.situation, prompt } });
        }"""
    )
    page.wait_for_selector("#long-want:not([hidden])")
    assert box(page, "#board")["y"] == top
    assert page.inner_text("#long-want").count("A very long sentence") == 9, "what does not fit stands in the panel"
    for width in (1600, 1366, 1024, 768):
        page.set_viewport_size({"width": width, "height": 768})
        for strip in ("phases", "tracks"):
            whole = (
                f"document.querySelector('#{strip}').scrollWidth <= document.querySelector('#{strip}').clientWidth + 1"
            )
            until(page, whole)


def test_the_next_phase_is_named_where_the_strip_is_full(open_page: Opener, running: Service):
    page = open_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    open_board(page, running.new_game(title="forgotten_war", scenario="naktong"))
    shown = "[...document.querySelectorAll('#phases .words')].filter((e) => e.offsetWidth).map((e) => e.innerText)"
    assert page.evaluate(shown) == ["Movement", "Defensive fire"]
    assert page.locator("#phases").evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")
    page.set_viewport_size({"width": 1920, "height": 768})
    until(page, f"{shown}.length > 4")


def test_nothing_in_the_head_is_cut_in_spanish(open_page: Opener, running: Service):
    page = open_page("/", locale="es", viewport={"width": 1366, "height": 768})
    open_board(page, moving(running))
    within = "(e) => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1"
    for what in ("#tracks", "#phases", "#game-name"):
        assert page.locator(what).evaluate(within), what
    assert page.inner_text("#tracks .ahead b") == "ONU por delante"
    assert "divisiones en Seúl: 0" in (page.get_attribute("#tracks .ahead button", "title") or "")
    page.evaluate(
        """async () => {
          const { store, update } = await part('store');
          const prompt = 'Yongwon está vacía: avanza con algo de los ejércitos 20.º y 42.º o quédate';
          update({ situation: { ...store.situation, prompt } });
        }"""
    )
    page.wait_for_selector("#header.tight")
    top, foot = box(page, "#want"), box(page, "#how")
    assert top["y"] >= 4, "two lines do not touch the edge"
    assert foot["y"] + foot["height"] <= 60


def test_what_is_lit_means_something(open_page: Opener, running: Service):
    id_ = running.new_game()  # a guerrilla may be placed in more than 400 hexes
    page = open_page()
    open_board(page, id_)
    until(page, "store.spots.size > 400")
    assert page.locator(".region-line").count() == 1, "a wide region is lit by its edge"
    assert page.locator(".spot").count() == 0
    assert page.inner_text("#stack h2:not(.section)").startswith("Guerrillas available"), (
        "of no hex, it has its own heading"
    )
    running.post(f"/api/games/{id_}/act", {"do": "place G-1 1118", "after": 0})
    until(page, "store.situation.number === 1")
    click(page, "0812")
    until(page, "store.spots.size > 20")
    chances = known(
        page, "[...store.spots.values()].map((spot) => spot.chance).filter((one) => one !== null && one < 1)"
    )
    assert min(chances) < 0.01 < 0.15 < max(chances)
    told = page.locator(".spot-chip.dicey text").all_text_contents()
    assert len(told) == sum(one >= 0.15 for one in chances), "only chances that matter have a full chip"
    assert "0 %" not in page.locator(".spot-chip text").all_text_contents()
    page.mouse.move(*at(page, "0814"))
    until(page, "store.preview")
    card = page.inner_text("#at-pointer")
    assert "17 %" in card
    assert "stays in 0813" in card, "what comes of a die that fails"
    click(page, "0814")
    until(page, "store.pinned")
    assert "PVA 118th Division" in page.inner_text("#stack"), "a plan does not hide the units in hand"
    assert "40th Army · in supply · 6 of 6 MP" in page.inner_text("#stack .units")
    assert page.inner_text("#stack h2:not(.section)").startswith("Huichon"), "under the heading of their own hex"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.evaluate(
        """async () => {
          const { indexed, store, update } = await part('store');
          const units = store.situation.units.map((one) =>
            one.id === 'NKPA-5' ? { ...one, flags: ['isolated'] } : one);
          update({ situation: indexed({ ...store.situation, units }) });
        }"""
    )
    page.mouse.move(*at(page, known(page, "store.situation.byId.get('NKPA-5').place")))
    page.locator("#at-pointer", has_text="Out of supply: half its movement and half its strength [5.2.2]").wait_for()


@pytest.mark.long
def test_the_small_map_takes_a_click_and_the_whole_map_is_shown(open_page: Opener, running: Service):
    id_ = running.post("/api/games", {"title": "mobile_war", "scenario": "invasion"})["id"]
    page = open_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    open_board(page, id_)
    before = known(page, "store.hex")
    small = box(page, "#minimap")
    first = at(page, "1835")
    page.mouse.click(small["x"] + small["width"] / 2, small["y"] + small["height"] * 0.8)
    page.wait_for_timeout(250)
    assert at(page, "1835") != first, "the view has jumped"
    assert known(page, "store.hex") == before, "the hex under the small map is not meant"
    page.keyboard.press("f")
    page.wait_for_timeout(500)
    plane, view = box(page, "#plane"), box(page, "#viewport")
    assert plane["height"] <= view["height"] + 1
    assert plane["width"] <= view["width"] + 1
    assert abs(plane["x"] + plane["width"] / 2 - view["x"] - view["width"] / 2) < 2, "and in the middle"
    page.get_by_role("button", name="Map key").click()
    assert "38th Parallel" in page.inner_text("#map-key")
    page.get_by_role("button", name="Close", exact=True).click()
    assert page.locator("#map-key").is_hidden()


@pytest.mark.long
def test_units_are_taken_one_by_one_from_a_fan_that_stays_open(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running))
    page.mouse.move(*at(page, "0812"))
    page.locator(".fan [data-unit]").first.wait_for()
    for unit in ("PVA-40-118", "PVA-40-120"):
        page.locator(f".fan [data-unit='{unit}']").click(modifiers=["Shift"])
    assert known(page, "store.picked") == ["PVA-40-118", "PVA-40-120"]
    page.keyboard.press("f")
    until(page, "!document.querySelector('.fan [data-unit]')")
