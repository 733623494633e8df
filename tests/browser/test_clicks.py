"""How many clicks things take, counted by doing them; and that a click on the map never costs a division."""

from typing import Any

import pytest
from playwright.sync_api import Page

from parallel38.engine.positions import write_position
from tests.browser.hands import at, build, known, moving, open_board, places, quiet, still, until
from tests.games.yalu.test_bombardment import phase
from tests.served import Opener, Service

ARMY = ["PVA-26-76", "PVA-26-77", "PVA-26-78", "PVA-26-88"]


class Counting:
    """A person with a mouse whose clicks are counted; moving it and looking cost nothing."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def hex(self, label: str, **more: Any) -> None:
        self.clicks += 1
        self.page.mouse.click(*at(self.page, label), **more)

    def press(self, selector: str) -> None:
        self.clicks += 1
        self.page.click(f"{selector}:visible")


@pytest.fixture
def person(open_page: Opener) -> Counting:
    return Counting(open_page())


def test_a_stack_moves_by_two_clicks_and_the_next_needs_no_key(person: Counting, running: Service):
    page, id_ = person.page, moving(running)
    open_board(page, id_)
    person.hex("0812")
    until(page, "store.picked.length === 3 && store.spots.size")
    person.hex("0813")
    until(page, "store.situation.number === 2 && !store.busy")
    until(page, "!store.picked.length && !store.spots.size")  # in a zone only a die leads on: the hand lets go
    person.hex("0912")
    until(page, "store.picked.length === 3 && store.spots.has('0913')")
    person.hex("1111")  # own units that they could join: taken, not joined
    until(page, "store.picked[0] === 'PVA-42-124' && store.spots.size")
    assert known(page, "[store.situation.number, store.joins.hex]") == [2, "1111"]
    assert page.locator("[data-focus=join]").count() == 1
    page.mouse.click(*at(page, "1417"))  # too far: what was offered for 1111 does not stand under it
    until(page, "store.refused && store.hex === '1417'")
    page.wait_for_selector("[data-focus=join]", state="detached")
    person.hex("0912")
    until(page, "store.picked[0] === 'PVA-38-112' && store.spots.has('0913')")
    person.hex("0913")
    until(page, "store.situation.number === 3 && !store.busy")
    assert person.clicks == 6
    assert {unit: places(running, id_)[unit] for unit in ("PVA-40-120", "PVA-38-114")} == {
        "PVA-40-120": "0813",
        "PVA-38-114": "0913",
    }


def test_what_has_a_warning_is_not_done_by_a_second_click(person: Counting, running: Service):
    page = person.page
    open_board(page, moving(running))
    person.hex("0912")
    until(page, "store.picked.length === 3 && store.spots.has('1011')")
    page.keyboard.down("Control")
    person.hex("1011")  # joined with Ctrl: seven divisions in a hex
    page.keyboard.up("Control")
    until(page, "store.pinned && store.plan.warnings.length")
    person.hex("1011")
    until(page, "store.picked[0] === 'PVA-20-58'")  # a click takes them
    page.click("[data-focus=join]")
    until(page, "store.pinned && store.plan.warnings.length && store.plan.aimed === '1011'")
    page.keyboard.down("Control")
    person.hex("1011")
    page.keyboard.up("Control")
    page.wait_for_selector("#errors .notice")
    assert known(page, "store.situation.number") == 1
    page.click("#tab-button-stack")
    page.keyboard.press("Enter")  # a tab has the focus, and Enter means the plan all the same
    until(page, "store.situation.number === 2")


def test_the_end_asks_and_taking_back_asks_and_both_come_again(person: Counting, running: Service):
    page, id_ = person.page, moving(running)
    open_board(page, id_)
    person.press("[data-focus=end]")
    page.wait_for_selector("#errors .notice:has-text('34 units of 34')")
    assert known(page, "[store.situation.phase, store.plan.do]") == ["phase.communist_movement", "end"]
    person.press("[data-focus=end]")
    until(page, "store.situation.phase === 'phase.communist_combat'")
    page.keyboard.press("u")
    until(page, "store.situation.phase === 'phase.communist_movement' && store.situation.number === 1")
    page.keyboard.press("Shift+U")
    until(page, "store.situation.number === 2")
    page.keyboard.press(",")
    page.keyboard.press(",")
    page.wait_for_selector("[data-focus=back]")
    page.click("[data-focus=back]")
    page.wait_for_selector("#dialog[open]:has-text('2 actions')")
    page.click("#dialog .danger")
    until(page, "store.at === null && store.situation.live === 0 && !store.busy")
    page.keyboard.press("Shift+U")
    until(page, "store.situation.number === 2")


def test_dice_are_asked_for_over_the_map_and_the_question_goes_with_its_answer(
    person: Counting, running: Service, moved: str
):
    page, question = person.page, "#errors .notice:has-text('End designation: then dice fall')"
    before = running.get(f"/api/games/{moved}")["live"]
    running.post(f"/api/games/{moved}/act", {"do": "attack 1113 supplied", "after": before})
    open_board(page, moved)
    person.press("#header [data-focus=end]")
    page.wait_for_selector(question)
    assert page.locator("#plan-card .attacks-set li").all_inner_texts() == ["8:1 Yongwon 1113"]
    page.keyboard.press("Escape")  # dropped
    page.wait_for_selector(question, state="detached")
    assert known(page, "store.situation.number") == before + 1
    person.press("#header [data-focus=end]")
    page.wait_for_selector(question)
    person.press("#plan-card #commit")  # answered in the panel
    until(page, f"store.situation.number > {before + 1} && !store.busy")
    assert page.locator(question).count() == 0


def test_a_part_of_a_stack_in_hand_is_told(person: Counting, running: Service):
    page = person.page
    open_board(page, moving(running))
    person.hex("0812")
    until(page, "store.picked.length === 3 && store.spots.size")
    assert page.locator("#at-pointer").is_hidden()
    person.hex("0812")
    until(page, "store.picked.length === 1 && store.spots.size")
    assert page.inner_text("#at-pointer") == "1 of 3 here: A takes all."
    page.locator("#how", has_text="1 of 3 here").wait_for()
    page.keyboard.press("a")
    until(page, "store.picked.length === 3 && store.spots.size")
    assert page.locator("#at-pointer").is_hidden()


def test_why_not_shows_what_can_be_done(person: Counting, running: Service):
    page = person.page
    page.set_viewport_size({"width": 1366, "height": 768})
    open_board(page, moving(running))
    page.evaluate("async () => (await part('view')).pan(40, 0)")  # right of the target is little room
    still(page)
    person.hex("0812")
    until(page, "store.picked.length === 3 && store.spots.size")
    person.hex("0914")
    page.wait_for_selector("#whynot .instead")
    for hex_ in ("0812", "0813", "0914"):  # what is in hand, what it can do, what it cannot
        under = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('#whynot'))"
        assert not page.evaluate(under, at(page, hex_)), f"the reason lies over {hex_}"
    told = page.inner_text("#whynot")
    assert " is occupied by ROK 7th Division" in told
    assert "Move to 0813 on foot, 2 MP, and stop there" in told
    assert "~" not in told
    person.press("#whynot .instead button")
    until(page, "store.pinned && store.plan.aimed === '0813' && !store.refused")
    page.keyboard.press("Escape")
    person.hex("0814")
    until(page, "store.pinned && store.plan.needs_die")
    assert page.locator("[data-focus=via]").count() == 0
    person.press("[data-focus=stop]")
    until(page, "store.situation.byId.get('PVA-40-118').place === '0813'")


@pytest.mark.long
def test_four_reinforcements_are_placed_by_three_clicks(person: Counting, running: Service):
    page, id_ = person.page, running.new_game()
    while not {*ARMY} <= {u for offer in running.get(f"/api/games/{id_}")["offers"] for u in offer["units"]}:
        now = running.get(f"/api/games/{id_}")
        do = now["end"]["do"] if now["end"] else running.get(f"/api/games/{id_}/actions")[0]["do"]
        running.post(f"/api/games/{id_}/act", {"do": do, "after": now["live"]})
    open_board(page, id_)
    number = known(page, "store.situation.number")
    person.press(f"[data-focus='tray {ARMY[0]}']")
    until(page, f"store.picked.join() === '{ARMY[0]}' && store.spots.size")
    person.press(f"[data-focus='tray {ARMY[0]}']")  # once more: its army
    until(page, "store.picked.length === 4 && store.spots.size")
    goal = known(page, "[...store.spots.keys()][0]")
    page.evaluate("async (hex) => (await part('view')).centre(hex)", goal)
    still(page)
    person.hex(goal)
    until(page, f"store.situation.number === {number} + 4")
    assert {places(running, id_)[unit] for unit in ARMY} == {goal}
    assert person.clicks == 3


@pytest.mark.long
@pytest.mark.parametrize(("ctrl", "most"), [(False, 22), (True, 20)])
def test_six_attacks_from_setting_to_advance(person: Counting, running: Service, moved: str, ctrl: bool, most: int):
    """Attacks of the example: 36 clicks before, without the end of setting, which takes two because dice fall.

    The defender's decisions are the other player's clicks.
    """
    page = person.page
    open_board(page, moved)
    goals = ["1208", "1410", "1113", "0914", "0714", "0317"]
    for n, goal in enumerate(goals, 1):
        if ctrl:
            until(page, f"store.spots.has('{goal}') && !store.busy && !store.builder")
            page.keyboard.down("Control")
            person.hex(goal)
            page.keyboard.up("Control")
        else:
            if n in (1, len(goals)):  # between them, each is put forward when the one before it is set
                until(page, "store.spots.size && !store.busy")
                person.hex(goal)
            until(page, f"store.builder && store.plan.legal && store.plan.aimed === '{goal}'")
            person.press("[data-focus=next]" if n < len(goals) else "#commit")
        until(page, f"new Set(store.situation.arrows.map((arrow) => arrow.to)).size === {n} && !store.busy")
    assert person.clicks == (6 if ctrl else 8)
    person.press("#header [data-focus=end]")
    until(page, "store.pinned && store.plan.do === 'end'")
    person.press("#commit")
    assaults = 0
    for _ in range(60):
        until(page, "!store.busy")
        now = running.get(f"/api/games/{moved}")
        verbs = {offer["verb"] for offer in now["offers"]}
        if "morale" in now["phase"] or (now["decider"] == "un" and verbs == {"bombard", "end"}):
            break
        if now["decider"] == "communist" and verbs & {"fire", "advance"}:
            until(page, f"store.situation.number === {now['live']} && store.builder && store.plan.legal")
            assaults += "fire" in verbs
            person.press("#commit")
        elif now["phase"] != "phase.communist_combat":
            break
        else:  # the other player, or a retreat of an own unit that was hit
            open_ = now["end"] and not now["end"]["bar"]
            do = now["end"]["do"] if open_ else running.get(f"/api/games/{moved}/actions")[0]["do"]
            running.post(f"/api/games/{moved}/act", {"do": do, "after": now["live"]})
        until(page, f"store.situation.number > {now['live']}")
    assert assaults >= 5, "all that can still attack have"
    assert person.clicks <= most


def test_a_bombardment_leaves_hand_and_view_where_it_was(open_page: Opener, running: Service):
    """The cruiser far away is the only unit that can still go somewhere: it waits until the player takes it."""
    game = phase({"2226": "Gar-Seoul", "1711": "SUP-CA", "0713": "PVA-20-58"})
    id_ = running.post("/api/games/import", {"text": write_position(game.to_position())})["id"]
    page = open_page(viewport={"width": 1100, "height": 700})
    open_board(page, id_)
    page.evaluate("async () => (await part('plan')).proposeAction('bombard 0713 - 2')")
    page.wait_for_selector("#builder:not([hidden]) #commit")
    still(page)
    seen = page.evaluate("async () => (await part('view')).seen().map(Math.round)")
    page.click("#commit")
    until(page, "store.situation.number > 0 && !store.busy && !store.plan")
    quiet(page)
    assert known(page, "store.situation.units.filter((one) => one.can).map((one) => one.id)") == ["SUP-CA"]
    assert known(page, "store.picked") == []
    still(page)
    now = page.evaluate("async () => (await part('view')).seen().map(Math.round)")
    assert now[:2] == seen[:2], "the builder is gone, and nothing else has moved"


def test_the_builder_begins_at_its_head_for_every_target(open_page: Opener, moved: str):
    page = open_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    open_board(page, moved)
    build(page, "0714")
    page.evaluate("document.getElementById('builder').scrollTop = 150")
    page.click('[data-focus="next"]')
    until(page, "store.plan && store.plan.aimed !== '0714'")
    assert page.evaluate("document.getElementById('builder').scrollTop") == 0
