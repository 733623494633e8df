"""The Korean War in a real browser: an activation with its reach in shades, an attack with its odds and air support, an
advance; a landing from the reserve box; a depot and its Supply Points; air missions; the guided first segment."""

import pytest
from playwright.sync_api import Page

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.engine.lines import all_lines
from parallel38.service.outside import at
from tests.browser.hands import click, faults, known, open_board, places, quiet, until
from tests.games.korean_war.field import field
from tests.served import Opener, Service


@pytest.fixture
def page(open_page: Opener) -> Page:
    """A page as large as that of a small laptop."""
    return open_page(viewport={"width": 1366, "height": 768})


def begin(service: Service, game: Game) -> str:
    """A situation as a game of the service, with its dice; its id."""
    return service.post("/api/games/import", {"text": all_lines(game).text})["id"]


def press(page: Page, focus: str) -> None:
    page.click(f'[data-focus="{focus}"]:visible')


def test_a_unit_moves_strikes_and_goes_on(page: Page, running: Service):
    """June 1950: one click takes the division and lights all that it can do; it stays in hand."""
    dice = {"kind": "script", "script": [5, 9], "seed": 3}  # two operations, then three steps for the defenders
    id_ = running.new_game(title="korean_war", scenario="invasion", dice=dice)
    open_board(page, id_)
    click(page, "4412")
    until(page, "store.picked[0] === 'NK-6' && store.spots.size > 5")
    bands = known(page, "[...store.spots.values()].filter((one) => !one.target).map((one) => one.band)")
    assert {*bands} == {0, 1}, "tactical and operational movement: turn 1 has two Action Points"
    assert known(page, "store.spots.get('4313').target"), "the enemy next to it is lit, too"
    assert page.locator("#legend .band-0").count() == 1
    click(page, "4313")
    page.wait_for_selector("#builder:not([hidden]) #commit")
    assert known(page, "[store.plan.odds.ratio, store.plan.odds.column]") == ["12:2", "6-1"]
    assert sum(known(page, "store.plan.odds.outcomes.map((one) => one.chance)")) == pytest.approx(1)
    assert page.locator("#builder .cards button").count() == 2, "normal and intensive, each with its chance"
    page.click("#commit")
    until(page, "store.situation.offers[0].verb === 'support' && !store.busy")
    press(page, "do support 1")
    until(page, "store.situation.offers.some((one) => one.verb === 'advance') && !store.busy")
    assert "ROKR-12" not in {unit for unit, place in places(running, id_).items() if place == "4313"}
    until(page, "store.spots.has('4313')")
    click(page, "4313")
    until(page, "store.situation.byId.get('NK-6').place === '4313' && store.picked[0] === 'NK-6' && !store.busy")
    until(page, "store.spots.get('4314')?.target")  # it goes on with the Action Point that is left
    press(page, "end")
    until(page, "!store.picked.length && !store.busy")
    quiet(page)
    assert known(page, "store.situation.byId.get('NK-6').flags") == ["fatigued"]
    assert faults(page, "serious", "critical") == []


def test_marines_land_and_a_click_on_a_port_lands_nobody(page: Page, running: Service):
    """A landing uses up capacity, so it wants a second word; looking at a port does nothing."""
    units = {"reserve": "1-MAR", "3713": "NKG-1", "0928": "US-2", "4412": "NK-6"}
    game = field(units, capacity=2, cas=4, dice=[5])
    id_ = begin(running, game)
    number = running.get(f"/api/games/{id_}")["number"]
    open_board(page, id_)
    click(page, "0617")
    quiet(page)
    assert running.get(f"/api/games/{id_}")["number"] == number
    press(page, "tray 1-MAR")
    until(page, "store.spots.has('3713')")
    click(page, "3713")
    until(page, "store.pinned && store.plan.do.startsWith('assault 1-MAR 3713')")
    assert known(page, "store.plan.odds.ratio").startswith("26:")
    page.click("#commit:visible")
    until(page, f"store.situation.number > {number} && !store.busy")


def test_a_depot_tells_what_it_would_gain_before_it_is_placed(page: Page, running: Service):
    """The value first, then the hex; the pointer tells the chances of its Supply Points."""
    units = {"4412": "NK-6", "5608": "NK-1", "0928": "US-2"}
    game = field(units, frame={"kind": "Stocking", "side": "communist"}, phase="depot_placement", turn=4)
    id_ = begin(running, game)
    open_board(page, id_)
    press(page, "way depot 3")
    until(page, "store.spots.has('5608')")
    page.mouse.move(*at(page, "5608"))
    page.wait_for_selector("#at-pointer:not([hidden]) .outcomes")
    click(page, "5608")
    until(page, "store.situation.byId.get('DEPOT-NK-1')?.place === '5608' && !store.busy")


def test_a_phone_shows_the_values_of_a_depot_without_a_touch(open_page: Opener, running: Service):
    """Nothing on the map can be taken before a value is chosen, so the closed sheet would show nothing at all."""
    frame = {"kind": "Stocking", "side": "communist"}
    game = field({"4412": "NK-6", "5608": "NK-1", "0928": "US-2"}, frame=frame, phase="depot_placement", turn=4)
    page = open_page(is_mobile=True, has_touch=True, viewport={"width": 390, "height": 844})
    open_board(page, begin(running, game))
    assert known(page, "document.getElementById('panel').dataset.sheet") == "half"
    page.locator('[data-focus="way depot 3"]').tap()
    until(page, "store.spots.has('5608')")


def test_air_units_get_their_missions(page: Page, running: Service):
    """An air unit is taken from beside the map; its missions are listed with the multipliers of the provinces."""
    units = {"airfields": "AIR-19BG, AIR-22BG", "0928": "US-2", "4412": "NK-6"}
    frame = {"kind": "Missions", "done": False}
    id_ = begin(running, field(units, phase="air_missions", part="", frame=frame, dice=[7]))
    open_board(page, id_)
    press(page, "tray AIR-19BG")
    until(page, "store.rows.some((row) => row.verb === 'mission')")
    press(page, "do mission AIR-19BG hwanghae")
    until(page, "store.pinned && store.plan.odds.outcomes.length > 1")  # what the Interdiction Table would bring
    page.click("#commit:visible")
    until(page, "store.situation.byId.get('AIR-19BG').place === 'over_hwanghae' && !store.busy")


STEPS = desk.tutorial("korean_war", "en")["steps"]
SLIDING = """() => {
  const real = window.setTimeout.bind(window);
  window.sliding = 0;
  window.setTimeout = (work, after, ...more) => {
    if (after !== 280) return real(work, after, ...more);
    window.sliding++;
    return real(() => { work(); window.sliding--; }, after);
  };
}"""
"""Counts the times that the sheet of a phone has been told to slide and has not come to rest."""
COVERED = """() => {
  const dice = document.querySelector("#dice:not([hidden])")?.getBoundingClientRect();
  const guide = document.querySelector(".guide").getBoundingClientRect();
  if (!dice) return false;
  return dice.right > guide.left && dice.left < guide.right && dice.bottom > guide.top && dice.top < guide.bottom;
}"""
"""Whether the card of the guide and the dice lie over each other."""

HIDDEN = """async (hexes) => {
  const { onScreen } = await part('view');
  const board = document.getElementById("viewport").getBoundingClientRect();
  const panel = document.getElementById("panel").getBoundingClientRect();
  const [right, bottom] = panel.top > board.top + 40 ? [board.right, panel.top] : [panel.left, board.bottom];
  return hexes.filter((hex) => {
    const { x, y } = onScreen(hex);
    return x < 0 || y < 0 || x + board.left > right || y + board.top > bottom;
  });
}"""
"""Those of some hexes whose middle is not in what is seen of the board."""


@pytest.mark.parametrize(("wide", "high"), [(1366, 768), pytest.param(390, 844, marks=pytest.mark.long)])
def test_the_guided_segment_to_its_end(open_page: Opener, running: Service, wide: int, high: int):
    """Each step lights what it speaks of, where it can be seen, and its card lies over no dice."""
    page = open_page("/tutorial?title=korean_war", viewport={"width": wide, "height": high})
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**tutorial=1")
    page.wait_for_selector("body:not([data-loading])")
    page.evaluate(SLIDING)
    id_ = page.url.split("/games/")[1].split("?")[0]
    for step in STEPS:
        page.locator(".guide h2", has_text=step["title"]).wait_for()
        until(page, f"store.situation.number === {running.get(f'/api/games/{id_}')['number']} && !store.busy")
        quiet(page)
        until(page, "window.sliding === 0")
        assert not page.evaluate(COVERED)
        hidden = page.evaluate(HIDDEN, step["hexes"])
        assert len(hidden) < max(1, len(step["hexes"]) * (wide < 500)), step["name"]  # a phone may show some of them
        if step["why"]:
            page.get_by_role("button", name="Ask why not").click()
            page.locator(".guide .remark", has_text="7.2f").wait_for()
        page.locator(".guide .actions button").first.click()
    page.locator(".guide").wait_for(state="detached")
    assert running.get(f"/api/games/{id_}")["turn_text"] == "July 1950"
