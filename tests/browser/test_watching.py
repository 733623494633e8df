"""What others do is watched: action by action, with trails, results and losses; it can be skipped, and played again."""

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, WebSocket

from tests.browser.hands import HEAD, STORY, faults, known, moving, open_board, quiet, still, until
from tests.served import Opener, Service


def drawn(page: Page, what: str) -> int:
    """How many of these are drawn of what has just happened."""
    return page.locator(f".scenes {what}").count()


def test_the_computer_s_turn_is_followed_until_it_is_skipped(open_page: Opener, running: Service):
    id_ = running.new_game(players={"communist": "nearest", "un": "human"})
    page = open_page()
    open_board(page, id_, pace="fast")
    until(page, "store.film?.mode === 'live' && store.scenes.at(-1)?.scenes.some((scene) => scene.path)")
    assert page.inner_text("#want").startswith("The computer "), "not told to move units that are not one's own"
    assert drawn(page, ".trail")
    under = "document.querySelector('.trail').compareDocumentPosition(document.querySelector('.counters')) & 4"
    assert page.evaluate(under), "a trail hides no counter"
    assert known(page, "store.situation.number < store.situation.live"), "the computer is ahead of what is shown"
    page.get_by_role("button", name="Pause").click()
    until(page, "store.film.paused && store.film.entries.at(-1).n === store.situation.number")
    entry, scenes = known(page, "[store.film.entries.at(-1).n, store.film.entries.at(-1).scenes]")
    ended = {unit: scene["path"][-1] for scene in scenes if "path" in scene for unit in scene["units"]}
    ended |= {unit: "dead" for scene in scenes if scene["kind"] == "lost" for unit in scene["units"]}
    assert {unit: known(page, f"store.situation.byId.get('{unit}').place") for unit in ended} == ended
    assert page.locator("#watching .told").inner_text()
    assert not faults(page, within="#watching")
    assert page.get_by_role("button", name="Follow the action").count() == 0
    page.mouse.move(700, 600)
    page.mouse.wheel(0, 120)
    page.locator("[data-focus=follow]").wait_for()
    page.get_by_role("button", name="One step").click()
    until(page, f"store.situation.number > {entry} && store.film.paused")
    page.locator("[data-focus=follow]").click()
    page.locator("[data-focus=follow]").wait_for(state="detached")
    page.keyboard.press("Escape")
    until(page, "!store.film && store.at === null && store.situation.number === store.situation.live")


@pytest.mark.long
def test_a_turn_is_played_again_with_its_results(open_page: Opener, running: Service):
    """Stepping shows what an action did, and so does playing: result, dead counters, then the advance."""
    id_ = running.new_game(dice=HEAD["dice"])
    last = next(n for n, line in enumerate(STORY) if line.startswith("fire ROK-8")) + 1
    for line in STORY[: last + 1]:
        after = running.get(f"/api/games/{id_}")["number"]
        running.post(f"/api/games/{id_}/act", {"do": line, "after": after})
    log: list[dict[str, Any]] = running.get(f"/api/games/{id_}/log")
    fire = next(row["n"] for row in log if (row["do"] or "").startswith("fire ROK-8"))
    page = open_page()
    open_board(page, id_, f"?at={fire}", pace="fast")
    assert (drawn(page, ".blow"), drawn(page, ".badge")) == (3, 0), "attackers, before the dice"
    page.keyboard.press(".")
    until(page, f"store.situation.number === {fire + 1}")
    assert page.locator(".scenes .badge text").last.text_content() == "D · destroyed"
    assert drawn(page, ".dead use") == 1, "the dead counter, crossed out"
    page.keyboard.press(",")
    until(page, f"store.situation.number === {fire}")
    page.keyboard.press("k")
    until(page, f"store.film?.mode === 'replay' && store.situation.number === {fire + 1}")
    assert page.locator("body.back").count() == 1
    assert page.inner_text("#how") == page.inner_text("#replay .where") == f"Action {fire + 1} of {fire + 2}"
    page.keyboard.press("k")  # stops
    until(page, f"!store.film && store.at === {fire + 1}")
    page.keyboard.press(",")
    until(page, f"store.situation.number === {fire}")
    page.locator("[data-focus='web.play_again']").click()
    until(page, f"store.at === null && store.situation.number === {fire + 2}")
    assert drawn(page, ".trail.advanced"), "who came into the hex"
    quiet(page)
    assert not known(page, "store.film")


def waiting_computer(page: Page, running: Service, pace: str = "fast") -> str:
    """A game at whose present the page is, at a pace that shows things, while the computer waits; its id."""
    id_ = running.new_game(players={"communist": "nearest", "un": "human"})
    lead(running, id_, paused=True)
    open_board(page, id_, pace="once")
    until(page, "store.situation.paused && store.at === null")
    page.evaluate("async (pace) => (await part('settings')).change('pace', pace)", pace)
    return id_


def lead(running: Service, id_: str, **how: Any) -> None:
    running.client.patch(f"/api/games/{id_}", json=how).raise_for_status()


FIGHT = {"kind": "fight", "side": "un", "text": "hit", "code": "1", "rank": 1, "hurt": ["communist"], "hex": "1113"}


def let_fall(page: Page, scenes: list[dict[str, Any]], *hexes: str) -> None:
    """Show in the strip a throw of the present that did this, in lines that name these hexes."""
    die = {"name": "", "text": "", "faces": 6, "lowest": 1, "fill": None, "ink": None}
    lines = [{"text": "hit", "rule": "D-9.1.1", "hexes": hexes}] if hexes else []
    entry = {"by": "un", "dice": [3], "pool": [die], "kinds": [], "lines": lines, "scenes": scenes, "readings": []}
    page.evaluate(
        """async (entry) => {
          const { store, update } = await part('store');
          update({ rolled: { throws: [{ ...entry, n: store.situation.number }], plan: null } });
        }""",
        entry,
    )


def test_the_bar_that_stops_the_computer_is_not_covered_by_dice(open_page: Opener, running: Service):
    """Dice that would hide the hex of their result go to the head of the board, below the bar."""
    page = open_page()
    waiting_computer(page, running)
    page.locator("#watching").wait_for()
    height = page.locator("#viewport").evaluate("board => board.clientHeight")
    at = "part('view').then(({ onScreen }) => onScreen(hex))"
    shown = page.evaluate(
        f"(hexes) => Promise.all(hexes.map((hex) => {at}))", hexes := known(page, "Object.keys(store.map.hexes)")
    )
    low = next(
        hex_ for hex_, spot in zip(hexes, shown, strict=True) if 300 < spot["x"] < 800 and 30 < height - spot["y"] < 90
    )
    let_fall(page, [FIGHT], low)
    page.locator("#dice.above").wait_for()
    bar, dice = (page.locator(box).bounding_box() for box in ("#watching", "#dice"))
    assert bar
    assert dice
    assert dice["y"] >= bar["y"] + bar["height"]


def test_a_result_over_the_board_lies_clear_of_the_buttons(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running))
    still(page)
    page.evaluate(
        """async () => {
          const view = await part('view');
          const at = view.onScreen('0914');
          view.pan(190 - at.x, 250 - at.y);
        }"""
    )
    still(page)
    page.evaluate(
        """async (fight) => {
          const { store, update } = await part('store');
          const die = { name: '', text: 'red', faces: 6, lowest: 1, fill: '#a01010', ink: '#ffffff' };
          const entry = { n: store.situation.number, by: 'un', dice: [3], pool: [die], scenes: [fight] };
          update({ scenes: [entry] });
        }""",
        {**FIGHT, "hex": "0914", "from": [], "units": [], "targets": [], "dice": [3], "text": "the defenders retreat"},
    )
    until(page, "document.querySelector('.scenes .badge')")
    badge = page.locator(".scenes .badge .paper").bounding_box()
    buttons = page.locator("#overlay-buttons").bounding_box()
    assert badge
    assert buttons
    assert buttons["x"] + buttons["width"] <= badge["x"] < buttons["x"] + buttons["width"] + 20
    die = "getComputedStyle(document.querySelector('.badge .die rect')).fill"
    assert page.evaluate(die) == "rgb(160, 16, 16)", "a die has its colour there too"


def test_the_view_comes_back_when_the_other_side_was_watched(open_page: Opener, running: Service):
    page = open_page()
    seen = "async () => (await part('view')).viewed()"
    ours = "store.situation.you.includes(store.situation.decider)"
    before: dict[str, float] = {}
    for _ in range(5):  # until the decision that follows is about no place of its own
        id_ = waiting_computer(page, running)
        still(page)
        before = page.evaluate(seen)
        lead(running, id_, paused=False)
        until(page, "store.film?.entries.length")
        page.locator("#watching [data-focus=pause]").click()
        until(page, "store.film.paused")
        far = "Object.keys(store.map.hexes).at(-1)"  # as if something had happened there
        page.evaluate(f"async () => {{ const {{ store }} = await part('store'); (await part('view')).centre({far}); }}")
        assert page.evaluate(seen) != before
        for _ in range(60):
            page.keyboard.press("Escape")
            page.wait_for_timeout(100)
            if known(page, f"!store.film && store.at === null && {ours}"):
                break
        if known(page, "!store.situation.about.hexes.length && !store.situation.about.units.length"):
            break
    for axis in ("x", "y"):
        until(page, f"!store.film && {ours} && (await part('view')).viewed().{axis} === {before[axis]}")
    assert page.evaluate(seen) == before


@pytest.mark.long
def test_what_the_computer_does_is_shown_when_an_own_result_was_seen(open_page: Opener, running: Service):
    """A result with consequences waits for a key or a click; one without is only given its time."""
    page = open_page()
    id_ = waiting_computer(page, running)
    number = known(page, "store.situation.number")
    let_fall(page, [FIGHT])
    lead(running, id_, paused=False)
    until(page, "store.film?.waits")
    page.locator("#dice [data-focus=seen]").wait_for()
    page.wait_for_timeout(900)  # at this pace several actions would have been shown
    assert known(page, "store.situation.number") == number
    assert not page.locator("#watching").is_visible(), "the result is all that is to be read"
    assert running.get(f"/api/games/{id_}")["number"] > number, "the computer itself does not wait"
    page.keyboard.press("Enter")
    until(page, f"!store.rolled && store.film && !store.film.waits && store.situation.number > {number}")
    page.keyboard.press("Escape")
    until(page, "!store.film")

    page = open_page()
    id_ = waiting_computer(page, running)
    number = known(page, "store.situation.number")
    let_fall(page, [{**FIGHT, "hurt": []}])
    lead(running, id_, paused=False)
    until(page, f"store.film && store.situation.number > {number}")
    assert known(page, "store.rolled") is None, "it does not lie over what comes after it"
    times = page.evaluate(
        """async () => {
          const { timeFor } = await part('watch');
          const move = { scenes: [{ kind: 'moved', path: ['0812', '0813', '0814'] }], dice: [] };
          const fight = { scenes: [{ kind: 'fight', from: ['0812'], text: 'hit' }], dice: [3] };
          return [20, 200, 2000].map((many) => [timeFor(move, many), timeFor(fight, many)]);
        }"""
    )
    assert times == [[830, 2400], [200, 2400], [150, 2400]], "two hundred moves are seen in less than a minute"


def test_caption_and_map_show_one_moment_and_nothing_passes_unseen(open_page: Opener, running: Service):
    """Answers come late, and the computer goes on while the page asks whether all was shown."""
    page = open_page()
    id_ = waiting_computer(page, running, "normal")
    page.evaluate(
        """async () => {
          const { store } = await part('store');
          Object.assign(window, { shown: new Set(), early: [] });
          const told = (entries) => entries.flatMap((entry) => entry.lines.map((line) => line.text)).join(' ');
          const look = () => {
            const entries = store.film?.entries ?? [];
            const words = document.querySelector('#watching .told')?.textContent;
            if (entries.length && words === told(entries)) {
              if (entries.at(-1).n === store.situation.number) entries.forEach((entry) => shown.add(entry.n));
              else early.push([entries.at(-1).n, store.situation.number]);
            }
            requestAnimationFrame(look);
          };
          look();
          const real = window.fetch;
          const address = `/api/games/${store.id}`;
          const headers = { 'content-type': 'application/json' };
          window.slow = true;
          window.fetch = async (url, options = {}) => {
            const answer = await real(url, options);
            const path = new URL(url, location.href);
            if (!window.slow || path.pathname !== address || (options.method ?? 'GET') !== 'GET') return answer;
            // it goes on before the page knows that it is at the end
            if (!path.searchParams.has('at')) await real(address, { method: 'PATCH', headers, body: '{"step": true}' });
            await new Promise((done) => setTimeout(done, 150));
            return answer;
          };
        }"""
    )
    lead(running, id_, step=True)
    while running.get(f"/api/games/{id_}")["live"] < 5:
        page.wait_for_timeout(100)
    page.evaluate("window.slow = false")
    until(page, "!store.film && store.at === null")
    log = running.get(f"/api/games/{id_}/log")
    wanted = {entry["n"] for entry in log if any("path" in scene for scene in entry["scenes"])}
    assert len(wanted) > 2
    assert page.evaluate("early") == []
    assert wanted - set(page.evaluate("[...shown]")) == set()


def test_what_happens_while_a_film_ends_is_shown(open_page: Opener, running: Service):
    """An action from elsewhere is told while the situation after the one before it is still on its way."""
    page = open_page()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    id_ = moving(running)
    open_board(page, id_, pace="normal")
    held: list[tuple[Route, APIResponse]] = []
    situation = re.compile(rf"/api/games/{id_}\?lang=\w+$")
    page.route(situation, lambda route: route.continue_() if held else held.append((route, route.fetch())))
    running.post(f"/api/games/{id_}/act", {"do": "move NKPA-24 1701-1601", "after": 1})
    while not held:
        page.wait_for_timeout(20)
    with sockets[-1].expect_event("framereceived"):
        running.post(f"/api/games/{id_}/act", {"do": "move PVA-40-118 0812-0813", "after": 2})
    route, answer = held[0]
    assert answer.json()["number"] == 2
    route.fulfill(response=answer)
    until(page, "store.situation.number === 3 && !store.film && store.at === null")
