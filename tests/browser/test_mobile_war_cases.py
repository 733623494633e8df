"""The Mobile War in a real browser: what a player turn rarely has. Ships, parachutes, naval guns, the end of a game."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.engine.positions import write_position
from tests.browser.hands import Hand, at, build, faults, known, open_board, places, until
from tests.browser.test_cut_text import CUT
from tests.games.mobile_war.field import field
from tests.games.mobile_war.test_china import SUPPLIED, before
from tests.served import Opener, Service

MARINES = ("US-1M/1Mar", "US-5M/1Mar", "US-7M/1Mar")
PUSAN, ULSAN, POHANG = "3356", "3553", "3550"
CENTRED = """async (hex) => {
  const { onScreen } = await part('view');
  const box = document.getElementById('viewport').getBoundingClientRect();
  const here = onScreen(hex);
  return Math.hypot(here.x - box.width / 2, here.y - box.height / 2) < 9;
}"""
"""Whether a hex is in the middle of the board."""
UNCOVERED = """async (hex) => {
  const { onScreen, cover } = await part('view');
  const high = document.getElementById('viewport').getBoundingClientRect().height;
  return cover() > 200 && onScreen(hex).y < high - cover() - 20;
}"""
"""Whether a hex is seen above the sheet of a phone."""


def opened(page: Any, running: Service, game: Game) -> str:
    """A page with the board of a situation; the game's id."""
    id_ = running.post("/api/games/import", {"text": write_position(game.to_position())})["id"]
    open_board(page, id_)
    return id_


def rows(page: Any, verb: str) -> list[str]:
    """The actions of a verb that the panel lists."""
    return known(page, f"store.rows.filter((row) => row.verb === '{verb}').map((row) => row.do)")


@pytest.mark.long
def test_marines_are_loaded_carried_and_landed(open_page: Opener, running: Service):
    page = open_page()
    id_ = opened(page, running, field({PUSAN: f"AMPH-1, ROK-2, {', '.join(MARINES)}", "0321": "NK-6"}))
    hand = Hand(page)
    hand.pick("AMPH-1")
    until(page, "store.rows.some((row) => row.verb === 'load')")
    assert len(rows(page, "load")) == 3  # the division, and one of each kind
    assert page.locator(".region-line").count() == 1
    coast = known(page, "[...store.spots.keys()].filter((hex) => store.map.hexes[hex].land).length")
    assert page.locator(".spot-chip text").count() == coast, "points left at sea would tell nothing"
    hand.pick("US-1M/1Mar")  # loaded from its own list, too; then the ship is in hand
    until(page, "store.picked.join() === 'US-1M/1Mar' && store.rows.some((row) => row.verb === 'load')")
    hand.press(f"do {rows(page, 'load')[0]}")
    page.wait_for_selector("#builder:not([hidden]) #commit")
    hand.press("units US-5M/1Mar")  # one of them stays
    until(page, "store.plan.fields[1].value.length === 2")
    page.click("#commit")
    until(page, "store.situation.number === 1 && store.picked[0] === 'AMPH-1' && store.spots.size")
    assert "Landing craft" in page.inner_text("#stack")
    hand.click(ULSAN)
    until(page, "store.situation.number === 2 && store.spots.size")
    page.locator("#facts", has_text="needs 30 points to load or unload and has 24 left. NAV-A1c").wait_for()
    for line in ("end", "end"):
        hand.play(line)
    hand.pick("AMPH-1")
    until(page, "store.rows.some((row) => row.verb === 'unload')")
    hand.press(f"do {rows(page, 'unload')[0]}")
    page.wait_for_selector("#builder:not([hidden]) #commit")
    page.click("#commit")
    until(page, "store.situation.byId.get('US-7M/1Mar').place === '3553'")
    where = places(running, id_)
    assert [where[name] for name in MARINES] == [ULSAN, PUSAN, ULSAN]


@pytest.mark.long
def test_the_load_of_a_unit_is_its_own(open_page: Opener, running: Service):
    page = open_page()
    opened(page, running, field({PUSAN: "MST-1, US-24, ROK-2", "0321": "NK-6"}))
    Hand(page).pick("US-24")
    until(page, "store.rows.some((row) => row.verb === 'load')")
    assert rows(page, "load") == ["load MST-1 US-24"]


@pytest.mark.long
def test_a_list_that_is_cut_says_so(open_page: Opener, running: Service):
    page = open_page()
    opened(page, running, field({PUSAN: "MST-1, US-24", "0321": "NK-6"}))
    Hand(page).pick("MST-1")
    assert known(page, "store.spots.size") > 400
    page.locator("summary", has_text="(400+)").click()
    until(page, "document.querySelectorAll('#actions details .rows button').length === 400")  # asked for only now


@pytest.mark.long
def test_a_load_by_keys_alone(open_page: Opener, running: Service):
    page = open_page()
    id_ = opened(page, running, field({PUSAN: "MST-1, US-24", "0321": "NK-6"}))
    page.focus("#viewport")
    page.keyboard.press("w")
    until(page, "store.rows.some((row) => row.verb === 'load')")
    page.focus('[data-focus="do load MST-1 US-24"]')
    page.keyboard.press("Enter")
    until(page, "document.activeElement.id === 'builder'")
    page.keyboard.press("Enter")
    until(page, "store.situation.number === 1")
    assert places(running, id_)["US-24"] == "with:MST-1"


@pytest.mark.long
def test_the_foot_of_the_map_is_seen_above_the_sheet_of_a_phone(open_page: Opener, running: Service):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    opened(page, running, field({PUSAN: "US-24", "2247": "US-25", "0321": "NK-6"}))
    page.touchscreen.tap(*at(page, PUSAN))
    until(page, "store.picked[0] === 'US-24' && document.getElementById('panel').dataset.sheet === 'half'")
    until(page, f"await ({UNCOVERED})('{PUSAN}')")


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 320])
def test_the_words_of_the_end_stay_inside_their_button(open_page: Opener, running: Service, width: int):
    page = open_page(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True)
    frame = {"kind": "Replacing", "side": "un", "left": ["S3"]}
    units = {PUSAN: "US-24", "rok_box": "ROK-2/6", "0321": "NK-6"}
    opened(page, running, field(units, phase="arrivals", frame=frame))
    button = page.locator("#bottom .button", has_text="No more replacements")
    button.wait_for()
    assert button.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


@pytest.mark.long
def test_the_airborne_walk_unless_they_are_told_to_jump(open_page: Opener, running: Service):
    page = open_page()
    id_ = opened(page, running, field({PUSAN: "US-187", "1740": "NK-1"}))
    hand = Hand(page)
    hand.pick("US-187")
    assert not known(page, "store.spots.has('1840')")
    hand.press("way drop drop")
    until(page, "store.spots.has('1840')")
    hand.click("1740")
    page.locator("#whynot", has_text="cannot be dropped there. MOV-G").wait_for()
    page.keyboard.press("Escape")
    hand.click("1840")
    until(page, "store.situation.number === 1")
    assert places(running, id_)["US-187"] == "1840"


def test_naval_guns_are_weighed_before_they_join_a_defence(open_page: Opener, running: Service):
    page = open_page()
    units = {POHANG: "US-19/24", "3651": "NG-1, NG-2", "3450": "NK-5, C-SUP-1"}
    opened(page, running, field(units, side="communist", phase="combat"))
    hand = Hand(page)
    until(page, "store.spots.size")
    hand.click(POHANG)
    told = page.locator("#builder .ratio p", has_text="can still join the defence: then it is")
    told.wait_for()
    assert told.locator(".rule", has_text="NAV-F4").count() == 1
    alone, said = page.inner_text("#builder .ratio p b"), told.inner_text()
    page.click("#commit")
    until(page, "store.situation.decider === 'un'")
    hand.press("do support NG-1,NG-2")
    page.wait_for_selector("#builder:not([hidden]) #commit")
    page.locator("#builder .ratio p", has_text=f"Without naval guns it is {alone}").wait_for()
    both = page.inner_text("#builder .ratio p b")
    assert f"then it is {both}," in said
    hand.press("guns NG-2")
    until(page, "store.plan.do === 'support NG-1'")
    one = page.inner_text("#builder .ratio p b")
    strength = [int(ratio.split(":")[1]) for ratio in (alone, one, both)]
    assert strength == [strength[0], strength[0] + 6, strength[0] + 12]
    page.click("#commit")
    until(page, "store.situation?.offers.some((offer) => offer.verb === 'table')")
    page.locator("#choice .tolls li.own").nth(1).wait_for()  # each table with what it may cost


@pytest.mark.long
def test_the_defender_sees_what_each_table_may_cost_and_chooses_by_one_click(open_page: Opener, running: Service):
    """On a phone, in Spanish: the attack that is built has its arrow; then the fight is in sight, with its odds."""
    page = open_page(locale="es", viewport={"width": 390, "height": 844})
    game = field(
        {"2036": "NK-4, C-SUP-1", "2037": "ROK-1/7", "3356": "US-24"}, side="communist", phase="combat", turn=8
    )
    id_ = opened(page, running, game)
    build(page, "2037")
    assert page.locator(".planned .arrow").count() == 1
    assert page.evaluate(CUT) == []
    assert faults(page) == []
    number = running.get(f"/api/games/{id_}")["number"]
    running.post(f"/api/games/{id_}/act", {"do": known(page, "store.plan.do"), "after": number})
    open_board(page, id_)
    page.locator("#choice .tolls li.own").nth(1).wait_for()
    assert page.locator(".planned .arrow").count() == 0
    assert page.locator("#choice .tolls").first.inner_text().startswith("Pierdes: ")
    page.wait_for_timeout(350)  # the sheet is up
    assert page.evaluate(UNCOVERED, "2037"), "the fight is in sight"
    assert page.locator(".paths .lit-hex").count() == 1
    assert page.locator(".rim.lit").count() == 1
    page.click("#choice summary")
    assert page.evaluate(CUT) == []
    assert faults(page) == []
    page.evaluate("document.getElementById('tab-stack').scrollTop = 500")
    assert page.evaluate("document.getElementById('tab-stack').scrollTop") > 0
    page.click('[data-focus="do table pursuit"]')
    until(page, f"store.situation.number > {number + 1} && !store.busy")
    assert page.evaluate("document.getElementById('tab-stack').scrollTop") == 0, "what is wanted next is in sight"
    assert page.locator("#choice section").count() == 0
    chosen = [entry["do"] for entry in running.get(f"/api/games/{id_}/log")]
    assert "table pursuit" in chosen


def test_crossed_out_hexes_do_not_hide_behind_their_reasons(open_page: Opener, running: Service):
    """The card that goes with the pointer lets it through: each of the hexes around tells its own reason."""
    page = open_page()
    units = {"2140": "NK-14/6", "2240": "US-25", "2141": "US-2", "2039": "NK-1", "1740": "C-SUP-1"}
    frame: dict[str, Any] = {"kind": "Retreating", "side": "communist", "hex": "2140", "units": ["NK-14/6"], "far": 1}
    frame["foes"] = ["2141", "2240"]
    opened(page, running, field(units, frame=frame, phase="combat"))
    until(page, "store.closed.size")
    for hex_ in known(page, "[...store.closed.keys()]"):
        page.mouse.move(*at(page, hex_))
        page.locator("#whynot h2", has_text=f"not to {hex_}").wait_for()


@pytest.mark.long
def test_landing_craft_at_home_say_that_they_unload_first(open_page: Opener, running: Service):
    page = open_page()
    units = {ULSAN: "AMPH-1 recalled", "with:AMPH-1": "US-5M/1Mar", PUSAN: "US-25", "0321": "NK-6"}
    opened(page, running, field(units, marks=[f"home {ULSAN}"]))
    hand = Hand(page)
    hand.click(ULSAN)
    until(page, "store.picked[0] === 'AMPH-1' && store.rows.length")
    hand.click("3654")
    told = page.locator("#whynot", has_text="before it sails to 3654 it unloads in Ulsan")
    told.wait_for()
    assert "NAV-C2b" in told.inner_text()


@pytest.mark.long
def test_a_ship_has_no_steps_on_its_way(open_page: Opener, running: Service):
    page = open_page()
    id_ = opened(page, running, field({PUSAN: "MST-1", "0321": "NK-6"}))
    hand = Hand(page)
    hand.pick("MST-1")
    until(page, "store.spots.has('3457') && store.spots.has('3556')")
    page.keyboard.down("Shift")
    hand.click("3457")
    page.keyboard.up("Shift")
    assert known(page, "store.waypoints.length") == 0
    hand.click("3556")
    until(page, "store.situation.number === 1")
    assert places(running, id_)["MST-1"] == "3556"


@pytest.mark.long
def test_a_line_of_the_log_goes_to_the_units_that_it_names(open_page: Opener, running: Service):
    """Who bars the shock stands elsewhere than who arrives in the same entry."""
    page = open_page()
    units = {**SUPPLIED, "3450": "NK-766"}
    track = {"intervention": 14, "last": "Pyongyang+Antung"}
    opened(page, running, field(units, phase="second", turn=15, scenario="campaign", **track))
    Hand(page).press("end")
    until(page, "store.situation.number === 1")
    page.locator("#log .saying", has_text="must be in supply").click()
    until(page, f"await ({CENTRED})('3450')")


def test_the_shock_tells_what_it_brings(open_page: Opener, running: Service):
    page = open_page()
    game = before(SUPPLIED, 16, intervention=14, armies=12, last="Pyongyang+Antung")
    opened(page, running, game)
    Hand(page).press("do shock")
    card = page.locator("#plan-card .price")
    card.wait_for()
    assert [*card.locator(".rule").all_inner_texts()] == [
        *("SGV-1", "SGV-2", "SGV-3a", "SGV-3b", "SGV-3c", "SGV-4", "CMP-6d")
    ]
    page.click("#commit")
    page.locator("#tracks", has_text="turn 1 of 3").wait_for()


@pytest.mark.long
def test_the_account_of_a_finished_game_is_whole(open_page: Opener, running: Service):
    page = open_page()
    opened(page, running, field({PUSAN: "US-24", "0321": "NK-6"}, scenario="intervention", turn=9, phase="second"))
    Hand(page).press("end")  # the account opens by itself
    page.locator("dialog .verdict", has_text="(VIC-5)").wait_for()
    box = page.locator("dialog .wide")
    assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0
