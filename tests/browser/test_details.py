"""What makes a long game pleasant: checked rolls, bookmarks, filters, a unit left behind, endings, own charts."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from parallel38 import new_game
from parallel38.engine.positions import write_position
from tests.browser.hands import at, click, faults, known, moving, open_board, say, still, until
from tests.served import Opener, Service

STACK = ["PVA-50-148", "PVA-50-149", "PVA-50-150"]


def act(service: Service, id_: str, *actions: str) -> None:
    for action in actions:
        after = service.get(f"/api/games/{id_}")["number"]
        service.post(f"/api/games/{id_}/act", {"do": action, "after": after})


def rolled(running: Service) -> tuple[str, int]:
    """A game in which somebody has tried to infiltrate; its id, and the number of the dice."""
    id_ = moving(running)
    act(running, id_, "move PVA-40-118 0812-0813~0814")
    return id_, running.get(f"/api/games/{id_}")["number"]


@pytest.mark.long
def test_a_roll_is_checked_by_the_page(open_page: Opener, running: Service):
    id_, n = rolled(running)
    page = open_page()
    open_board(page, id_)
    page.click(".small-dice")
    page.wait_for_selector("#dialog[open] .check")
    assert "got the same" in page.inner_text("#dialog .good")
    assert page.locator("#dialog .fell").count() == 1
    assert page.locator("#dialog tr").count() == 6
    assert "Infiltration" in page.inner_text("#dialog a")
    assert faults(page) == []
    page.goto(f"/games/{id_}/text")
    assert "got the same" in say(page, f"check {n}")
    assert "rolled" in say(page, "check 1")


def test_the_log_is_filtered_by_what_the_game_says(open_page: Opener, running: Service):
    id_, n = rolled(running)
    page = open_page()
    open_board(page, id_)
    shown: dict[str, list[str]] = {}
    for name in ("All", "Moves", "Combat", "Losses", "Dice", "Talk"):
        page.click(f".filters button:text-is('{name}')")
        shown[name] = page.locator("#log .entry .n").all_inner_texts()
    assert shown["Moves"] == [str(n), "2", "1"]
    assert shown["Dice"] == [str(n)]
    assert shown["Combat"] == shown["Losses"] == shown["Talk"] == []
    assert "0" in shown["All"]


@pytest.mark.long
def test_moments_are_marked_and_found_again(open_page: Opener, running: Service):
    id_, _ = rolled(running)
    page = open_page()
    open_board(page, id_, "?at=1")
    page.click("[data-focus=bookmarks]")
    page.fill("#note", "Before the crossing")
    page.click("#dialog .gold")
    page.wait_for_selector(".bookmarks li")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.goto(f"/games/{id_}")
    page.wait_for_selector(".ticks .own", state="attached")
    assert known(page, "store.at") is None
    page.click("[data-focus=bookmarks]")
    page.click("text=Before the crossing")
    until(page, "store.situation.number === 1 && store.at === 1")
    page.click("[data-focus=bookmarks]")
    page.click(".bookmarks button[aria-label]")
    page.wait_for_selector(".bookmarks", state="detached")
    assert running.get(f"/api/games/{id_}")["bookmarks"] == []


@pytest.mark.long
def test_one_stays_and_the_others_go_on(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running))
    click(page, "0116")
    page.keyboard.press("a")
    until(page, "store.picked.length === 3 && store.spots.size > 0")
    shift_click(page, "0115")
    until(page, "store.waypoints.length === 1")
    page.click(".leaving button >> nth=0")
    until(page, "store.situation.number === 2 && store.picked.length === 2 && store.spots.size > 0")
    assert known(page, "store.picked") == STACK[1:]
    assert known(page, f"store.situation.byId.get('{STACK[0]}').place") == "0115"
    click(page, "0114")
    until(page, "store.situation.number === 3")
    assert known(page, f"store.situation.byId.get('{STACK[0]}').place") == "0115"
    assert known(page, f"store.situation.byId.get('{STACK[1]}').place") == "0114"


def shift_click(page: Page, label: str) -> None:
    page.keyboard.down("Shift")
    click(page, label)
    page.keyboard.up("Shift")


@pytest.mark.long
def test_a_hand_is_let_go_when_the_phase_ends(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running))
    click(page, "0812")
    until(page, "store.picked.length === 3 && store.spots.size > 0")
    page.keyboard.press("e")
    until(page, "store.pinned && store.plan.do === 'end'")
    page.keyboard.press("Escape")
    until(page, "!store.pinned")
    page.keyboard.press("e")  # the question was dropped, not answered
    until(page, "store.pinned && store.plan.warnings.length")
    page.keyboard.press("e")
    until(page, "store.situation.phase === 'phase.communist_combat'")
    until(page, "store.situation?.offers.some((offer) => offer.verb === 'attack')")
    assert known(page, "store.picked") == []


def bombarding(running: Service) -> str:
    """A game in the UN's bombardment phase; its id."""
    id_ = moving(running)
    for _ in range(12):
        now = running.get(f"/api/games/{id_}")
        if now["phase"] == "phase.un_bombardment":
            return id_
        act(running, id_, "end")
    raise AssertionError(running.get(f"/api/games/{id_}")["phase"])


@pytest.mark.long
def test_what_is_done_to_the_ground_is_chosen_first(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, bombarding(running))
    until(page, "store.spots.size > 0")
    only_enemies = "[...store.spots.keys()].every((hex) => store.situation.byPlace.get(hex)?.[0].side === 'communist')"
    assert known(page, only_enemies)
    page.click(".manners button:text-is('Interdict a road')")
    until(page, f"!({only_enemies})")
    click(page, "0919")
    page.wait_for_selector("#builder:not([hidden])")
    assert known(page, "store.plan.do").startswith("interdict road 0919")


@pytest.mark.long
def test_a_draw_is_offered_and_agreed(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running))
    page.click("[data-focus=menu]")
    page.click("text=The UN: offer a draw")
    page.wait_for_selector("[data-focus=agree]")
    assert "offers a draw" in page.inner_text("#log .talk")
    page.click("[data-focus=agree]")
    page.wait_for_selector("#dialog[open] .account")
    assert "agreed to a draw" in page.inner_text("#dialog .verdict")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.click("#header-buttons .gold")
    page.wait_for_selector("#dialog[open] .account")


@pytest.mark.long
def test_the_account_in_the_text_view(open_page: Opener, running: Service):
    id_ = moving(running)
    running.post(f"/api/games/{id_}/resign", {"after": 1, "side": "un"})
    page = open_page(f"/games/{id_}/text")
    page.wait_for_selector("#orders h2")
    page.click("text=Account of the game")
    page.wait_for_selector("#end-title:focus")
    assert page.locator(".account table").count() == 1, "it stands there already"
    assert "the other side resigned" in page.inner_text("#end")
    assert faults(page) == []


@pytest.mark.long
def test_no_curtain_between_the_sides_of_one_person(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running), curtain=True)
    page.keyboard.press("e")
    for _ in range(6):
        page.wait_for_timeout(400)
        if page.locator("#curtain[open]").count():
            break
        page.keyboard.press("e")
    page.click("#curtain button:not(.gold)")
    page.wait_for_selector("#curtain[open]", state="detached")
    assert running.get("/api/settings")["curtain"] is False


@pytest.mark.long
def test_own_figures_are_typed_judged_and_kept(open_page: Opener, running: Service):
    page = open_page("/")
    page.click("text=Charts: ours")
    page.wait_for_selector("#own-chart")
    page.select_option("#own-chart", "infiltration")
    field = page.locator(".own-charts td input").first
    field.fill("99")
    field.press("Tab")
    page.wait_for_selector(".own-charts [aria-invalid]")
    assert "99" in page.inner_text(".own-charts .bad")
    field.fill("2")
    field.press("Tab")
    page.wait_for_selector(".own-charts .changed")
    assert faults(page) == []
    page.click("text=Start the game")
    page.wait_for_url("**/games/*")
    id_: Any = page.url.rsplit("/", 1)[-1]
    head = json.loads(running.get(f"/api/games/{id_}/record").splitlines()[0])
    assert head["charts"] == {"infiltration": {"clear": {"number": 2}}}
    (cell,) = [
        cell
        for chart in running.get(f"/api/games/{id_}/charts")
        if chart["name"] == "infiltration"
        for row in chart["rows"]
        if row["name"] == "clear"
        for cell in row["cells"]
    ]
    assert (cell["provenance"], cell["changed"]) == ("player", True)


def retreating(running: Service) -> str:
    """A game in which the ROK 7th Division must retreat from 0914, between enemies; its id."""
    game = new_game("yalu", seed=7)
    for action in ("place G-1 1507", "move PVA-38-112,PVA-38-113,PVA-38-114 0913", "move NKPA-5 1013", "end"):
        game.play(action)
    position = game.to_position()
    waiting = {"kind": "Retreats", "hex": "0914", "waiting": ["ROK-7"], "group": ["ROK-7"]}
    position["frames"] = [position["frames"][0], waiting]
    return running.post("/api/games/import", {"text": write_position(position)})["id"]


def test_closed_hexes_of_a_retreat_are_crossed_out_and_say_why(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, retreating(running))
    until(page, "store.picked[0] === 'ROK-7' && store.rows.length > 0")
    chips = " ".join(page.locator(".spot-chip text").all_text_contents()).replace(",", "").split()
    numbers = page.locator("#actions .way-number").all_inner_texts()
    assert len(numbers) > 1
    assert sorted(chips) == sorted(numbers), "a way has one number on the board and in the list"
    shut = known(page, "[...store.closed.keys()]")
    assert {"0913", "1013", "1014", "1015", "0813"} == set(shut)
    assert page.locator(".chips .cross").count() == len(shut)
    wanted = known(
        page,
        """[...store.closed.keys()].map((hex) => {
          const { x, y } = store.map.hexes[hex];
          return `translate(${x} ${y + (store.situation.byPlace.has(hex) ? 40 : 0)}) scale(0.7)`;
        })""",
    )
    drawn = [one.get_attribute("transform") for one in page.locator(".chips .cross").all()]
    assert drawn == wanted, "small, and at the foot of a hex where counters stand"
    assert known(page, "['0913', '1014'].map((hex) => store.situation.byPlace.has(hex))") == [True, False]
    page.mouse.move(*at(page, "1014"))
    page.wait_for_selector("#whynot:not([hidden])")
    assert "zone of control of NKPA 5th and 12th Divisions" in page.inner_text("#whynot")
    assert page.locator(".rim.blamed").count() == 2
    page.mouse.move(*at(page, "0915"))
    page.wait_for_selector("#whynot", state="hidden")
    click(page, "1013")
    page.wait_for_selector("#whynot:not([hidden])")
    page.mouse.move(*at(page, "0915"))
    assert page.is_visible("#whynot"), "what was asked for by a click stays"
    assert page.locator("#whynot .rule").first.inner_text() == "10.3.5"
    assert faults(page) == []
    page.keyboard.press("Escape")
    click(page, "0916")
    until(page, "store.situation.byId.get('ROK-7').place === '0916'")


def test_a_finger_leads_a_unit_step_by_step(open_page: Opener, running: Service):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_board(page, moving(running))

    def tap(label: str) -> None:
        still(page)
        page.touchscreen.tap(*at(page, label))

    tap("0812")
    until(page, "store.picked.length === 3 && store.spots.size > 0")
    tap("0811")
    until(page, "store.pinned && store.plan.aimed === '0811'")
    page.tap("[data-focus=via]")
    until(page, "store.waypoints.join() === '0811' && !store.pinned")
    still(page)
    tap("0712")
    until(page, "store.pinned && store.plan.aimed === '0712'")
    assert known(page, "store.plan.do") == "move PVA-40-118,PVA-40-119,PVA-40-120 0812-0811-0712"
    page.tap("#commit")
    until(page, "store.situation.byId.get('PVA-40-118').place === '0712'")


@pytest.mark.long
def test_a_hint_and_an_offer_stand_in_log_and_record(open_page: Opener, running: Service):
    id_ = moving(running)
    page = open_page()
    open_board(page, id_)
    page.keyboard.press("h")
    until(page, "store.advice?.do && store.log.at(-1).remarks.length === 1")
    told = page.inner_text("#log .talk")
    _, units, way = known(page, "store.advice.do").split()
    named = [known(page, f"store.situation.byId.get('{unit}').name") for unit in units.split(",")]
    goal = known(page, f"store.map.hexes['{way[-4:]}'].name ?? ''") or way[-4:]
    assert told.startswith("Hint for the Communist side: move, ")
    assert all(word in told for word in (*named, goal)), told
    assert known(page, "store.pinned"), "the hint is still put forward"
    page.keyboard.press("Escape")
    page.click("[data-focus=menu]")
    page.click("text=The UN: offer a draw")
    page.wait_for_selector("[data-focus=agree]")
    page.click(".filters button:text-is('Talk')")
    assert page.locator("#log .talk").all_inner_texts() == ["The UN offers a draw.", told]
    lines = [json.loads(line) for line in running.get(f"/api/games/{id_}/record").splitlines()]
    assert [line["remark"] for line in lines if "remark" in line] == ["hint", "draw"]
    page.goto(f"/games/{id_}/text")
    page.wait_for_selector("#log li")
    assert "The UN offers a draw." in page.inner_text("#log")


@pytest.mark.long
def test_after_a_breakdown_the_division_is_gone_and_the_board_stays(open_page: Opener, running: Service):
    id_ = bombarding(running)
    act(running, id_, "end")
    page = open_page()
    open_board(page, id_)
    click(page, "0418")
    until(page, "store.picked[0] === 'US-24' && store.rows.length > 0")
    before = page.evaluate("document.getElementById('plane').style.transform")
    page.click("#actions button:has-text('breaks down')")
    page.click("#commit")
    until(page, "store.situation.byId.get('US-24').place === 'out'")
    assert known(page, "store.picked") == []
    assert page.locator("[data-focus='tray US-24']").count() == 0
    assert page.evaluate("document.getElementById('plane').style.transform") == before


@pytest.mark.long
def test_what_the_log_lit_goes_dark_when_it_is_drawn_anew(open_page: Opener, running: Service):
    id_ = moving(running)
    act(running, id_, "move NKPA-5 1012-1013")
    page = open_page()
    open_board(page, id_)
    page.hover("#log .entry >> nth=0")
    until(page, "store.lit.units.join() === 'NKPA-5'")
    act(running, id_, "move PVA-40-118 0713", "move NKPA-12 1115-1116")
    until(page, "store.situation.number === 4")
    page.mouse.move(*at(page, "0812"))
    until(page, "store.lit.units.length === 0")
    assert known(page, "[store.lit.units.length, [...store.lit.hexes].length]") == [0, 0]


@pytest.mark.long
def test_on_a_phone_reasons_and_dice_lie_above_the_sheet(open_page: Opener, running: Service):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_board(page, moving(running))

    def lies_free(card: str) -> bool:
        """Whether a card ends above the sheet, which is half open because something is in hand."""
        page.wait_for_selector(f"{card}:not([hidden])")
        still(page)
        box, sheet = page.locator(card).bounding_box(), page.locator("#panel").bounding_box()
        assert box
        assert sheet
        return box["y"] > 80 and box["y"] + box["height"] <= sheet["y"]

    page.touchscreen.tap(*at(page, "0812"))
    until(page, "store.picked.length === 3 && store.spots.size > 0")
    page.touchscreen.tap(*at(page, "0714"))
    assert lies_free("#whynot")
    page.tap("#close-whynot")
    page.wait_for_selector("#whynot", state="hidden")
    page.touchscreen.tap(*at(page, "0814"))
    until(page, "store.pinned")
    still(page)
    page.tap("#commit")
    until(page, "store.rolled")
    assert lies_free("#dice")
