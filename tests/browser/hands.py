"""What a person does at a page: look at it, click a hex, build an action, play a turn with the mouse."""

import json
from pathlib import Path
from typing import Any

import httpx
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from parallel38.service.outside import QUIET, at
from tests.served import Service

RECORD = Path(__file__).parents[1] / "records" / "yalu-example-turn-0.2.0.record"
HEAD, *ENTRIES = [json.loads(line) for line in RECORD.read_text().splitlines()]
STORY = [entry["do"] for entry in ENTRIES if entry.get("do") and entry["by"] != "chance"]


def begin(service: httpx.Client, *actions: str, **more: Any) -> str:
    """A game with open dice in which these actions have been played; its id."""
    asked = {"title": "yalu", "dice": {"kind": "seed", "seed": 7}, **more}
    id_ = service.post("/api/games", json=asked).raise_for_status().json()["id"]
    for n, action in enumerate(actions):
        after = service.get(f"/api/games/{id_}").json()["number"]
        service.post(f"/api/games/{id_}/act", json={"do": action, "after": after}).raise_for_status()
        assert after >= n
    return id_


def moving(running: Service) -> str:
    """A game in which the guerrilla is placed and the moves begin; its id."""
    id_ = running.new_game()
    running.post(f"/api/games/{id_}/act", {"do": "place G-1 1118", "after": 0})
    return id_


def open_board(page: Any, id_: str, query: str = "", **settings: Any) -> None:
    """Go to the board of a game and wait until it is there; with settings other than the usual ones of a test."""
    if settings:
        assert page.request.patch("/api/settings", data={**QUIET, **settings}).ok
    page.goto(f"/games/{id_}{query}")
    page.wait_for_selector("body:not([data-loading])")


def known(page: Any, what: str) -> Any:
    """Something that the page knows."""
    return page.evaluate(f"async () => {{ const {{ store }} = await part('store'); return {what}; }}")


def until(page: Any, what: str) -> None:
    """Wait until something holds of what the page knows, and is drawn."""
    page.evaluate(
        f"""async () => {{
          const [{{ store }}, {{ framed }}] = await Promise.all([part('store'), part('dom')]);
          const end = performance.now() + 45_000;
          while (!({what})) {{
            if (performance.now() > end) throw new Error({json.dumps(what)});
            await new Promise((done) => setTimeout(done, 10));
          }}
          await framed();
        }}"""
    )


def click(page: Any, label: str, **more: Any) -> None:
    page.mouse.click(*at(page, label), **more)


def build(page: Page, label: str) -> None:
    """Open the builder on a hex."""
    until(page, "store.spots.size")
    click(page, label)
    page.wait_for_selector("#builder:not([hidden]) #commit")


def settled(page: Page) -> None:
    """Wait until a page around the board has everything that it has asked for."""
    page.wait_for_selector("main > *")
    quiet(page)


def say(page: Page, line: str) -> str:
    """Type a command, agree if that is asked for, and read the answer."""
    page.locator("#answer").evaluate("place => place.replaceChildren()")
    page.fill("#command", line)
    page.press("#command", "Enter")
    page.wait_for_selector("#answer > *")
    if page.locator("#answer .gold").count():
        page.keyboard.press("Enter")
        page.locator("#answer .gold").wait_for(state="detached")
    page.locator("#command:focus").wait_for()
    return page.inner_text("#answer")


def faults(page: Page, *impacts: str, within: str | None = None) -> list[str]:
    """What axe finds wrong in a page or a part of it: everything, or what has one of these impacts.

    The drawing of the map is hidden from readers and has nothing that can be reached; to go through it takes long.
    """
    looked: Any = within or {"exclude": [[".ground"]]}
    found = Axe().run(page, context=looked).response["violations"]
    wanted = [fault for fault in found if not impacts or fault["impact"] in impacts]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in wanted]


def quiet(page: Page) -> None:
    """Wait until nothing that a page has asked is unanswered, for a few frames together."""
    page.evaluate(
        """async () => {
          for (let calm = 0; calm < 4; calm = window.unanswered ? 0 : calm + 1)
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }"""
    )


def still(page: Page) -> None:
    """Wait until nothing in a page moves any more, in two looks one after the other: a glide may begin later."""
    page.evaluate(
        """async () => {
          for (let calm = 0; calm < 2; ) {
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40)));
            const moving = document.getAnimations();
            calm = moving.length ? 0 : calm + 1;
            await Promise.allSettled(moving.map((one) => one.finished));
          }
        }"""
    )


def places(running: Service, id_: str) -> dict[str, str]:
    """Where each unit of a game is."""
    return {unit["id"]: unit["place"] for unit in running.get(f"/api/games/{id_}")["units"]}


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
        until(self.page, "store.spots.size && (store.rows.length || Object.keys(store.many).length)")

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
        """A die wants a second word here too, and so do units that have done nothing."""
        number = known(self.page, "store.situation.number")
        self.press("end")
        asked = "store.pinned && store.plan?.do === 'end' && !store.busy"
        until(self.page, f"{asked} || store.situation.number > {number}")
        if known(self.page, f"{asked} && store.situation.number === {number}"):
            self.page.click("#commit")

    def attack(self, goal: str, manner: str, units: str, artillery: str = "0") -> None:
        self.build(goal, f"attack {goal} {manner} {units} {artillery}")

    def fire(self, targets: str, units: str) -> None:
        goal = known(self.page, f"store.situation.byId.get('{targets.split(',')[0]}').place")
        self.build(goal, f"fire {targets} {units}")

    def retreat(self, unit: str, path: str) -> None:
        """The owner of the unit decides; it is in hand already, being the only one who can do anything."""
        until(self.page, f"store.picked[0] === '{unit}' && (store.rows.length || Object.keys(store.many).length)")
        self.click(path.split("-")[-1])

    def advance(self, units: str) -> None:
        """Nothing is in hand: the hex that was left is lit."""
        until(self.page, "store.spots.size === 1")
        goal = known(self.page, "[...store.spots.keys()][0]")
        self.build(goal, f"advance {units}")

    def build(self, goal: str, do: str) -> None:
        """Click the hex, and in the builder set each field to what the action has there."""
        until(self.page, "store.spots.size")
        if known(self.page, "store.builder && store.plan.aimed") != goal:  # else it is put forward already
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


class Hand(Mouse):
    """The verbs of The Mobile War."""

    def move(self, units: str, path: str, mode: str = "foot") -> None:
        """On foot as in any game; another manner has a button."""
        if mode == "foot":
            return super().move(units, path)
        self.pick(units)
        self.press(f"way move {mode}")
        until(self.page, f"store.manner.group === '{mode}' && store.spots.size")
        self.click(path.split("-")[-1])

    def attack(self, goal: str, units: str, depots: str, guns: str) -> None:  # type: ignore[override]
        self.build(goal, f"attack {goal} {units} {depots} {guns}")

    def tick(self, n: int, field: dict[str, Any], wanted: list[str]) -> None:
        """A dash stands for nobody."""
        super().tick(n, field, [unit for unit in wanted if unit != "-"])

    def table(self, name: str) -> None:
        """Each table tells what it may cost before one is chosen, by a click on its button."""
        cards = known(self.page, "store.situation.offers.length")
        self.page.locator("#choice .tolls .own").nth(cards - 1).wait_for()
        self.press(f"do table {name}")

    def listed(self, do: str) -> None:
        """What is done by a line of the list: it is put forward and wants a second word."""
        fold = self.page.locator(f'summary[data-focus="more {do.split()[0]}"]')
        if fold.count():
            fold.click()
        self.press(f"do {do}")
        self.page.click("#commit")

    def lose(self, unit: str) -> None:
        self.listed(f"lose {unit}")

    def airlift(self, unit: str) -> None:
        self.listed(f"airlift {unit}")

    def entrench(self, unit: str) -> None:
        self.pick_alone(unit)
        self.listed(f"entrench {unit}")

    def sail(self, ship: str, goal: str) -> None:
        self.pick_alone(ship)
        self.click(goal)

    def pick_alone(self, unit: str) -> None:
        """A unit that may be in hand already."""
        if known(self.page, "store.picked") != [unit]:
            self.pick(unit)
