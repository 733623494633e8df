"""24 Example of play: the whole Communist player turn in a real browser, with nothing but the mouse."""

import json
from pathlib import Path
from typing import Any

from tests.browser.test_board import at, known, open_board, until
from tests.served import Opener, Service

RECORD = Path(__file__).parents[1] / "records" / "yalu-example-turn-0.2.0.record"
HEAD, *ENTRIES = [json.loads(line) for line in RECORD.read_text().splitlines()]
STORY = [entry["do"] for entry in ENTRIES if entry.get("do") and entry["by"] != "chance"]


class Mouse:
    """A person at the board who clicks what an action of the notation asks for; every verb has its method."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def play(self, line: str) -> None:
        """Do an action and wait until the page shows what came of it; its head says what is wanted all the time."""
        number = known(self.page, "store.situation.number")
        verb, *words = line.split()
        getattr(self, verb)(*words)
        until(self.page, f"store.situation.number > {number} && !store.busy")
        now = known(self.page, "store.situation")
        assert (self.page.inner_text("#want"), self.page.is_visible("#decider")) == (now["prompt"], True)
        assert self.page.locator('#header [data-focus="end"]').count() == (now["end"] is not None)

    def press(self, focus: str) -> None:
        """Click the button or box that has this name in the page."""
        self.page.click(f'[data-focus="{focus}"]:visible')

    def click(self, goal: str) -> None:
        """Click a hex; if the dice lie over it, put them away first."""
        x, y = at(self.page, goal)
        if self.page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y).closest('#dice'))", [x, y]):
            self.page.mouse.click(x, y)
        self.page.mouse.click(x, y)

    def pick(self, units: str) -> None:
        """Put away what is in hand elsewhere, click the hex, tick in its list who comes along and who does not."""
        wanted = units.split(",")
        place = known(self.page, f"store.situation.byId.get('{wanted[0]}').place")
        held = known(self.page, "store.picked")
        if not set(held) & set(wanted):
            for unit in held:
                self.press(f"tick {unit}")
            until(self.page, "!store.picked.length")
            self.click(place)
            until(self.page, "store.picked.length")
        held = known(self.page, "store.picked")
        for unit in (*(u for u in wanted if u not in held), *(u for u in held if u not in wanted)):
            self.press(f"tick {unit}")
            until(self.page, f"store.picked.includes('{unit}') === {str(unit in wanted).lower()}")
        until(self.page, "store.spots.size && store.rows.length")

    def place(self, unit: str, goal: str) -> None:
        """A unit beside the map that is alone in waiting is in hand already."""
        if known(self.page, "store.picked") != [unit]:
            self.press(f"tray {unit}")
        until(self.page, "store.spots.size")
        self.click(goal)

    def move(self, units: str, path: str) -> None:
        """Rest on the end of the way; if another way is drawn, fix its steps. A die wants a second click."""
        self.pick(units)
        _, *steps, goal = path.replace("~", "-").split("-")
        do = f"move {units} {path}"
        self.page.mouse.move(*at(self.page, goal))
        until(self.page, "store.preview")
        if known(self.page, "store.preview.do") != do:
            for step in steps:
                self.page.keyboard.down("Shift")
                self.click(step)
                self.page.keyboard.up("Shift")
            assert known(self.page, "store.waypoints") == steps
        self.click(goal)
        if "~" in path:
            until(self.page, "store.pinned")
            assert known(self.page, "store.plan.do") == do
            self.click(goal)

    def end(self) -> None:
        """A die wants a second word here too."""
        number = known(self.page, "store.situation.number")
        self.press("end")
        until(self.page, f"store.pinned || store.situation.number > {number}")
        if known(self.page, "store.pinned"):
            self.page.click("#commit")

    def attack(self, goal: str, manner: str, units: str, artillery: str = "0") -> None:
        self.build(goal, f"attack {goal} {manner} {units} {artillery}")

    def fire(self, targets: str, units: str) -> None:
        goal = known(self.page, f"store.situation.byId.get('{targets.split(',')[0]}').place")
        self.build(goal, f"fire {targets} {units}")

    def retreat(self, unit: str, path: str) -> None:
        """The owner of the unit decides; it is in hand already, being the only one who can do anything."""
        until(self.page, f"store.picked[0] === '{unit}' && store.rows.length")
        self.click(path.split("-")[-1])

    def advance(self, units: str) -> None:
        """Nothing is in hand: the hex that was left is lit."""
        until(self.page, "store.spots.size === 1")
        goal = known(self.page, "[...store.spots.keys()][0]")
        self.build(goal, f"advance {units}")

    def build(self, goal: str, do: str) -> None:
        """Click the hex, and in the builder set each field to what the action has there."""
        until(self.page, "store.spots.size")
        self.click(goal)
        self.page.wait_for_selector("#builder:not([hidden]) #commit")
        for n, word in enumerate(do.split()[1:]):
            field = known(self.page, f"store.plan.fields[{n}]")
            if not isinstance(field["value"], list):
                if str(field["value"]) != word:
                    self.press(f"{field['name']} {word}")
                    until(self.page, f"String(store.plan.fields[{n}].value) === '{word}'")
            else:
                self.tick(n, field, word.split(","))
        until(self.page, "store.plan.legal")
        self.page.click("#commit")

    def tick(self, n: int, field: dict[str, Any], wanted: list[str]) -> None:
        """Untick from the first unit that is not wanted there, then tick in order."""
        now = field["value"]
        both = [*zip(now, wanted, strict=False)]
        same = next((i for i, (one, other) in enumerate(both) if one != other), len(both))
        for unit in (*now[same:], *wanted[same:]):
            ticked = f"store.plan.fields[{n}].value.includes('{unit}')"
            before = known(self.page, ticked)
            self.press(f"{field['name']} {unit}")
            until(self.page, f"{ticked} !== {str(before).lower()}")
        assert known(self.page, f"store.plan.fields[{n}].value") == wanted


def test_the_turn_of_the_example_by_mouse(open_page: Opener, running: Service):
    id_ = running.new_game(dice=HEAD["dice"])
    page = open_page("/")
    open_board(page, id_)
    mouse = Mouse(page)
    for line in STORY:
        mouse.play(line)
    played = running.get(f"/api/games/{id_}/record").splitlines()[1:]
    done = [(entry["do"], entry["hash"]) for entry in map(json.loads, played) if entry.get("do")]
    assert done == [(entry["do"], entry["hash"]) for entry in ENTRIES if entry.get("do")]
