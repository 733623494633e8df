"""The Forgotten War in a real browser: a player turn of each battle, with markers dragged from their box, fires that
are put together, standing orders, positions and close combat; one of them by keyboard alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from parallel38.engine.game import Game
from parallel38.engine.lines import all_lines
from parallel38.service.outside import at
from tests.browser.hands import Mouse, faults, known, open_board, places, quiet, until
from tests.games.forgotten_war.field import field
from tests.served import Opener, Service

KEY = re.compile(r"\b[a-z]+\.[a-z_]+\b|\{\w+\}|F-\d")
"""What a text looks like that was not found, or not filled in."""
LAPTOP = {"width": 1366, "height": 768}


@pytest.fixture
def page(open_page: Opener) -> Page:
    """A page as large as that of a small laptop."""
    return open_page(viewport=LAPTOP)


def begin(service: Service, game: Game) -> str:
    """A situation as a game of the service, with its dice; its id."""
    return service.post("/api/games/import", {"text": all_lines(game).text})["id"]


class Battle(Mouse):
    """The verbs of The Forgotten War."""

    def fire(self, unit: str, goal: str, target: str = "-") -> None:  # type: ignore[override]
        """A marker is dragged from its box; for others the hex is clicked, and who fires is chosen in the builder."""
        if known(self.page, f"/^[0-9]+$/.test(store.situation.byId.get('{unit}').place)"):
            self.build(goal, f"fire {unit} {goal}" + (f" {target}" if target != "-" else ""))
        else:
            self.drag(unit, goal)
            until(self.page, "store.builder && store.plan.legal")
            self.page.click("#commit")

    def drag(self, unit: str, goal: str) -> None:
        """Carry a counter from beside the map onto a hex."""
        piece = self.page.locator(f'[data-focus="tray {unit}"]:visible').bounding_box()
        assert piece
        x, y = at(self.page, goal)
        self.page.mouse.move(piece["x"] + 20, piece["y"] + 20)
        self.page.mouse.down()
        self.page.mouse.move(x + 30, y, steps=3)
        until(self.page, f"store.picked[0] === '{unit}' && store.spots.has('{goal}')")
        self.page.mouse.move(x, y)
        self.page.mouse.up()

    def tick(self, n: int, field: dict[str, Any], wanted: list[str]) -> None:
        """Of a field for one unit, another takes the place of the one that was chosen."""
        if not field["one"]:
            super().tick(n, field, wanted)
        elif field["value"] != wanted:
            self.press(f"{field['name']} {wanted[0]}")
            until(self.page, f"store.plan.fields[{n}].value.join() === '{wanted[0]}'")

    def enter(self, unit: str, path: str) -> None:
        """A unit from beside the map, to where its way ends."""
        self.place(unit, path.split("-")[-1])

    def dig(self, units: str) -> None:
        """All units that stay dig in by one gesture."""
        self.press("each dig")
        self.page.click("#commit")

    def order(self, what: str, value: str) -> None:
        """Where an order would answer the question, it stands among what can be done; else among the orders."""
        asked = self.page.locator(f'[data-focus="do order {what} {value}"]:visible')
        if not asked.count():
            self.press("standing orders")
        self.press(f"do order {what} {value}" if asked.count() else f"order {what} {value}")

    def assault(self, goal: str, units: str) -> None:
        self.build(goal, f"assault {goal} {units}")

    def lose(self, unit: str) -> None:
        self.press(f"do lose {unit}")
        self.page.click("#commit")


def told(service: Service, id_: str) -> list[str]:
    """The actions of people; every line of the log reads as a sentence."""
    entries = service.get(f"/api/games/{id_}/log")
    for entry in entries:
        for line in entry["lines"]:
            assert not KEY.search(line["text"]), line
    return [entry["do"] for entry in entries if entry["by"] in ("un", "communist")]


@pytest.mark.long
def test_the_example_of_the_booklet_by_mouse(page: Page, running: Service):
    """Chapter 19: an air strike at a hill, Marines dig in, are fired at, fire back and attack the hill."""
    units = {"2635": "A/5-1, A/5-2", "2634": "1/235 dug, 3/235 dug", "available": "AIR-1"}
    dice = [6, 3, 3, 3, 6, 5, 1, 6, 3, 6, 1]
    id_ = begin(running, field(units, phase="un_prep_fire", dice=dice))
    open_board(page, id_)
    hand = Battle(page)
    hand.play("fire AIR-1 2634")
    hand.play("end")  # the Chinese unit that was hit stays
    assert page.locator('[data-focus="each dig"]').inner_text() == "Dig in: all 2"
    story = ("dig all", "end", "fire 3/235 2635 A/5-2", "fire 1/235 2635 A/5-2", "order retreat never")
    for line in (*story, "fire A/5-1 2634 1/235", "end", "end", "assault 2634 A/5-1,A/5-2"):
        hand.play(line)
    do = told(running, id_)
    assert do[:8] == ["fire AIR-1 2634 - indirect", "end", "dig A/5-1", "dig A/5-2", "end", *story[2:]]
    where = places(running, id_)
    assert (where["AIR-1"], where["A/5-1"]) == ("used", "2634")


def test_a_turn_at_chipyongni_by_mouse(page: Page, running: Service):
    """A mortar fires at a whole stack, a tank moves, a platoon retreats by choice, the gun fires, a hex is stormed."""
    units = {
        "1224": "A/23-1, A/37",
        "1225": "A/23-2",
        "1325": "TK/23-1",
        "1124": "1/343-1, 1/343-2",
        "available": "M1/23 serves=1/23",
    }
    dice = [6, 6, 2, 6, 1, 6, 1, 1, 6, 6]
    id_ = begin(running, field(units, scenario="chipyongni", phase="un_prep_fire", turn=3, dice=dice))
    open_board(page, id_)
    hand = Battle(page)
    hand.drag("M1/23", "1124")
    until(page, "store.builder && store.plan.legal")
    fields = known(page, "store.plan.fields")
    assert [(f["name"], f["kind"], f["one"], f["whole"]) for f in fields] == [
        ("unit", "unit", True, False),
        ("hex", "hex", False, False),
        ("targets", "units", True, True),
        ("mode", "word", False, False),
    ]
    assert [choice["value"] for choice in fields[0]["choices"]] == ["M1/23", "A/37"]
    assert page.locator('#builder [data-focus^="targets "][aria-pressed="true"]').count() == 3  # both, and "all"
    assert page.locator("#builder .branch").count() == 2
    page.locator("#builder .in-common", has_text="has to retreat").first.wait_for()
    hand.press("targets 1/343-2")
    until(page, "store.plan.do === 'fire M1/23 1124 1/343-2 indirect'")
    hand.press("targets all")
    until(page, "store.plan.do === 'fire M1/23 1124 - indirect'")
    page.click("#commit")
    until(page, "store.situation.number > 2 && !store.busy")
    story = (
        "end",
        "end",
        "move TK/23-1 1325-1326",
        "end",
        "fire 1/343-1 1224 A/23-1",
        "retreat A/23-1 1224-1324",
        "end",
    )
    for line in story:
        hand.play(line)
    hand.click("1124")  # the first shot leads to the next by itself
    page.wait_for_selector("#builder:not([hidden]) #commit")
    for unit, last in (("A/23-2", False), ("TK/23-1", True)):
        hand.press(f"unit {unit}")
        until(page, f"store.plan.fields[0].value === '{unit}' && store.plan.legal")
        number = known(page, "store.situation.number")
        hand.press("commit" if last else "again")
        until(page, f"store.situation.number > {number} && !store.busy && (store.builder || {str(last).lower()})")
    hand.play("end")  # the unit that was shaken stays
    hand.play("end")
    quiet(page)
    fired = ["fire A/23-2 1124 1/343-2", "fire TK/23-1 1124 1/343-1"]
    assert told(running, id_) == ["fire M1/23 1124 - indirect", *story, *fired, "end", "end"]
    where = places(running, id_)
    assert (where["M1/23"], where["TK/23-1"], where["1/343-2"]) == ("used", "1326", "gone")
    assert (known(page, "store.situation.phase"), known(page, "store.situation.decider")) == (
        "phase.communist_movement",
        "communist",
    )
    page.keyboard.press("j")
    page.locator("#tab-boxes .box", has_text="Markers used (1)").wait_for()
    assert page.locator("#tab-boxes .box", has_text="Markers available (0)").inner_text().endswith("Empty.")
    assert not faults(page, "critical", "serious", within="#panel")
    page.goto(f"/games/{id_}/text")
    points = page.locator("#tracks dd", has_text="eliminated for good").first
    told_points = r"1 VP\. 1 enemy unit eliminated for good: 1\. The side with .*"
    assert re.fullmatch(told_points, points.inner_text().strip())


def test_results_of_one_fire_at_two_units(page: Page, running: Service):
    """One is hit, the other missed; steps go after both throws. The hit stands first, no result hides another."""
    units = {"1224": "A/23-1", "1124": "1/343-1, 1/343-2", "available": "M1/23 serves=1/23"}
    id_ = begin(running, field(units, scenario="chipyongni", phase="un_prep_fire", turn=3, dice=[2, 6, 6, 6]))
    open_board(page, id_)
    Battle(page).fire("M1/23", "1124")
    until(page, "store.situation.number > 2 && !store.busy && store.rolled")
    assert "step lost" in page.locator("#dice .verdict").inner_text()
    badges = page.locator(".scenes .badge")
    assert badges.count() == 2
    one, other = (badges.nth(i).bounding_box() for i in (0, 1))
    assert one
    assert other
    assert other["y"] + other["height"] <= one["y"]


@pytest.mark.long
def test_the_guide_puts_earlier_dice_away(page: Page):
    """Whoever lets the guide act has seen what the dice brought before."""
    page.goto("/tutorial?title=forgotten_war")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("body:not([data-loading])")
    page.locator(".guide button", has_text="Next").click()
    for step in ("Stay or go", "Why not?"):
        page.locator(".guide button", has_text="Do it for me").click()
        page.locator(".guide h2", has_text=step).wait_for()
        quiet(page)
    until(page, "!store.rolled")


@pytest.mark.long
def test_strategic_reach_is_lit_beside_the_normal_one(page: Page, running: Service):
    """Hexes that only strategic movement reaches have a colour of their own; a click there moves so."""
    id_ = begin(running, field({"1728": "I/1-1", "2635": "1/235"}, phase="un_movement"))
    open_board(page, id_)
    Battle(page).click("1728")
    until(page, "store.spots.size && store.rows.length")
    beyond = known(page, "[...store.spots.values()].filter((spot) => spot.further)")
    assert {spot["mode"] for spot in beyond} == {"strategic"}
    middle = {hex: at(page, hex) for hex in (spot["hex"] for spot in beyond)}
    far = min(middle, key=lambda hex: abs(middle[hex][0] - 560) + abs(middle[hex][1] - 420))  # free of buttons
    assert known(page, "store.spots.get('1727').further ?? false") is False
    assert page.locator(".spots .further").count() == 1
    page.locator("#legend .spot-further", has_text="strategic movement").wait_for()
    page.click('[data-focus="way move strategic"]')
    until(page, "store.manner && [...store.spots.values()].every((spot) => !spot.further && spot.mode === 'strategic')")
    page.click('[data-focus="way move foot"]')
    until(page, f"store.manner && !store.spots.has('{far}')")
    page.keyboard.press("Escape")
    Battle(page).click("1728")
    until(page, f"store.spots.has('{far}')")
    Battle(page).click(far)
    until(page, "store.situation.number === 1 && !store.busy")
    assert places(running, id_)["I/1-1"] == far
    assert told(running, id_)[0].endswith(" strategic")


@pytest.mark.long
def test_a_turn_at_naktong_by_mouse(page: Page, running: Service):
    """The North Koreans' turn: mortars drive a platoon back, a battalion comes by road from the edge, one platoon takes
    the ferry, two fire at one, and in a close combat they choose who takes the loss."""
    units = {"1517": "A/34-1, A/34-2", "1516": "1/16-1, 2/16-1", "1109": "1/16-3", "available": "120-1 serves=16"}
    dice = [6, 6, 6, 6, 6, 6, 6, 6, 2, 6, 6]
    before = {"phase": "turn_end", "turn": 3, "frame": {"kind": "Sequence"}, "communist_losses": "ask"}
    id_ = begin(running, field(units, scenario="naktong", dice=dice, **before))
    open_board(page, id_)
    hand = Battle(page)
    story = (
        "end",  # the mortars stay with their regiment
        "fire 120-1 1517",  # at all that stand there
        "end",
        "retreat A/34-2 1517-1617",
        "enter 1/5-1 1601-1602",
        "enter 1/5-2 1601-1602",
        "move 1/16-3 1109-1110",
        "end",
        "fire A/34-1 1516 2/16-1",
        "fire 1/16-1 1517 A/34-1",
        "fire 2/16-1 1517 A/34-1",
        "end",  # the unit that was hit stays
        "assault 1517 1/16-1,2/16-1",
        "lose 2/16-1",
    )
    for line in story:
        hand.play(line)
    assert told(running, id_) == [story[0], "fire 120-1 1517 - indirect", *story[2:]]
    where = places(running, id_)
    assert (where["1/5-1"], where["1/5-2"], where["1/16-3"]) == ("1602", "1602", "1110")
    assert (where["A/34-1"], where["A/34-2"], where["120-1"]) == ("replacements", "1617", "used")
    assert known(page, "[store.situation.phase, store.situation.decider]") == ["phase.un_prep_fire", "un"]


def test_a_turn_at_naktong_by_keyboard(page: Page, running: Service):
    """A battery fires, a platoon moves, two platoons fire one after the other and storm the hex."""
    units = {"1727": "1/16-1, 1/16-2", "1728": "A/34-1, A/34-2", "1829": "B/34-1", "available": "B/13FA"}
    dice = [6, 6, 6, 6, 6, 6, 2, 6, 3]
    id_ = begin(running, field(units, scenario="naktong", phase="un_prep_fire", turn=4, dice=dice))
    open_board(page, id_)
    keys = page.keyboard
    page.locator("#viewport").focus()

    def press(*names: str, then: str = "true") -> None:
        for name in names:
            keys.press(name)
            quiet(page)
        until(page, f"!store.busy && ({then})")

    def go(hex: str) -> None:
        press("/")
        keys.type(hex)
        press("Enter", then=f"store.hex === '{hex}'")

    press("w", then="store.picked[0] === 'B/13FA' && store.spots.size")
    press("n", "Enter", then="store.builder && store.plan.legal")
    press("Enter", then="!store.builder && store.situation.decider === 'communist'")
    press("e", "e", then="store.situation.phase === 'phase.un_movement'")  # both units that were shaken stay
    go("1829")
    press("Enter", then="store.picked.length && store.spots.size")
    go("1828")
    press("Enter", then="store.situation.byId.get('B/34-1').place === '1828'")
    press("Escape", "e", then="store.situation.decider === 'communist'")
    press("e", then="store.situation.phase === 'phase.un_offensive_fire'")
    go("1727")
    press("Enter", then="store.builder && store.plan.legal")
    press("Shift+Enter", then="store.builder && store.plan.legal && store.plan.do.includes('A/34-2')")
    press("Enter", then="!store.builder")
    press("e", then="store.situation.phase === 'phase.un_close_combat'")  # the unit that was hit stays
    go("1727")
    press("Enter", then="store.builder && store.plan.legal")
    press("Enter", then="!store.builder")
    do = told(running, id_)
    fires = ["fire A/34-1 1727 1/16-1", "fire A/34-2 1727 1/16-1"]
    assert do[:6] == ["fire B/13FA 1727 - indirect", "end", "end", "move B/34-1 1829-1828", "end", "end"]
    assert do[6:8] == fires
    assert [line for line in do if line.startswith("assault")] == ["assault 1727 A/34-1,A/34-2"]
