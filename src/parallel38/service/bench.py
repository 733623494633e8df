"""Measurements of the service and of its pages in a real browser. Figures live here, never as limits in tests."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from parallel38.api import new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.positions import write_position
from parallel38.players import ADVISER
from parallel38.service.outside import Running, at, browsing, open_page, running, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICKS = 40
WIDE_PICKS = 12
MANY = 15
"""A situation is worth measuring when so many units can go somewhere."""
ANSWERS = 400
"""How often a page's question is asked to see how long its answer takes."""
THINKERS = 3
"""Tables at which computers think meanwhile."""
PAN_MS = 4000
TAP_MS = 50
"""How long the button of the mouse is held down in a click, in milliseconds."""

WATCH = """async () => {
  const { on, store } = await part('store');
  const viewport = document.getElementById('viewport');
  const channel = new MessageChannel();
  let start = 0;
  let drawn = 0;
  viewport.addEventListener('pointerup', (event) => {
    start = event.timeStamp;
    window.picked = window.shown = null;
  }, true);
  channel.port1.onmessage = () => {
    const now = performance.now();
    window.picked = { all: now - start, script: drawn - start, paint: now - drawn, spots: store.spots.size };
    start = 0;
  };
  on(['spots'], () => {
    if (!start || !store.picked.length || !store.spots.size) return;
    drawn = performance.now();
    requestAnimationFrame(() => channel.port2.postMessage(null));
  });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.name === 'pointerup') window.shown = one.duration;
  }).observe({ type: 'event', durationThreshold: 16 });
}"""
"""Notes how long it takes from a click to the frame that shows the reach: a message that is sent when a frame begins
arrives after it was painted. When the first frame after the click was on the screen the browser tells itself, in steps
of 8 ms and only if it took 16."""

ABLE = """async () => {
  const { store, unitsAt } = await part('store');
  const goes = new Set(store.situation.offers.filter((offer) => offer.hexes.length).flatMap((offer) => offer.units));
  const first = (place) => unitsAt(place).find((one) => one.can)?.id;
  return [...store.situation.byPlace.keys()].filter((place) => store.map.hexes[place] && goes.has(first(place))).sort();
}"""
"""The hexes whose first unit that can act can go somewhere."""

WIDEST = """async () => {
  const { store, unit, unitsAt } = await part('store');
  const first = (id) => unitsAt(unit(id).place).find((one) => one.can)?.id === id && store.map.hexes[unit(id).place];
  const offers = store.situation.offers.filter((offer) => offer.units.length === 1 && first(offer.units[0]));
  offers.sort((a, b) => b.hexes.length - a.hexes.length);
  return offers.length ? unit(offers[0].units[0]).place : null;
}"""
"""The hex of the unit that has the most hexes to go to, such as a ship, of those that a click takes first."""

WHOLE = """async () => {
  const view = await part('view');
  const plane = document.getElementById('plane');
  const frame = (n) => new Promise((done) => requestAnimationFrame(() => {
    plane.dataset.frame = n;
    done();
  }));
  const begun = performance.now();
  view.fitAll();
  for (let n = 0; n < 4; n++) await frame(n);
  delete plane.dataset.frame;
  return performance.now() - begun;
}"""
"""Milliseconds until the whole map is on the screen: a frame that changes something waits until the one before it was
painted."""

DROP = "async () => (await part('hand')).pick([])"
"""Put back what is in hand."""

FORGET = "async () => (await part('reach')).forgetReaches()"
"""Forget the answers that were asked for in advance, as when a finger taps without a pointer resting first."""

PAN = """async (wanted) => {
  const view = await part('view');
  let frames = 0;
  const begun = performance.now();
  await new Promise((done) => {
    const step = (now) => {
      frames += 1;
      view.pan(14 * Math.sin(now / 500), 9 * Math.cos(now / 700));
      if (now - begun > wanted) done();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return (frames * 1000) / (performance.now() - begun);
}"""


def bench_service(title: str, data: Path) -> Iterator[dict[str, float]]:
    """The figures of the service and then, if there is a browser, of its pages."""
    with running(data) as service:
        games = [service.post("/api/games/import", {"text": text})["id"] for text in _situations(title)]
        yield {"start_s": round(service.start_s, 2), **_views(service, games), **_answers(service, title, games[0])}
        with browsing() as browser:
            yield {**_pages(browser, service, games[0]), **_picks(browser, service, games)}
            wide = service.post("/api/games/import", {"text": _wide_situation(title)})["id"]
            yield _wide(browser, service, wide)


def bench_web(title: str) -> tuple[dict[str, float], BadInputError | None]:
    """All figures that could be had, and what stood in the way of the rest."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as data:
        try:
            for figures in bench_service(title, Path(data)):
                found |= figures
        except BadInputError as error:
            return found, error
    return found, None


def _situations(title: str) -> list[str]:
    """For each side a position out of a random game in which it can move many units."""
    rng, game = Random(3), new_game(title, seed=3)
    wanted = dict.fromkeys(game.rules.sides, "")
    while not game.over and not all(wanted.values()):
        if not wanted.get(str(game.decider), "-") and len(_movable(game)) >= MANY:
            wanted[str(game.decider)] = write_position(game.to_position())
        game.play(game.sample(rng))
    return [text for text in wanted.values() if text]


def _wide_situation(title: str) -> str:
    """The position of all scenarios in which a unit has the most hexes to go to when many units can first move."""
    found: list[tuple[int, str]] = []
    usual = new_game(title).rules
    for scenario in usual.title.scenarios:
        if scenario.editions and usual.setting.edition not in scenario.editions:
            continue
        rng, game = Random(3), new_game(title, scenario=scenario.name, seed=3)
        for side in game.rules.sides:
            while not game.over and (game.decider != side or len(_movable(game)) < MANY):
                game.play(game.sample(rng))
            if not game.over:
                most = max(offer.hexes.bit_count() for offer in game.offers())
                found.append((most, write_position(game.to_position())))
    return max(found)[1]


def _movable(game: Game) -> set[int]:
    return {unit for offer in game.offers() if offer.domain is not None and not offer.empty for unit in offer.units}


def _views(service: Running, games: list[str]) -> dict[str, float]:
    """The size of the largest answer with a situation in kilobytes, and the median time for one in milliseconds."""
    times, most = list[float](), 0
    for game in games:
        for _ in range(20):
            begun = time.perf_counter()
            told = service.bytes_of(f"/api/games/{game}")
            times.append(time.perf_counter() - begun)
            most = max(most, len(told))
    return {"view_kb": round(most / 1e3, 1), "view_ms": round(median(times) * 1e3, 1)}


def _answers(service: Running, title: str, game: str) -> dict[str, float]:
    """How long a page waits for a situation that does not change, in milliseconds: when no computer thinks, and while
    the best computer players think at other tables."""
    idle = _answer_ms(service, game)
    players = dict.fromkeys(new_game(title).rules.sides, ADVISER)
    tables = [service.post("/api/games", {"title": title, "players": players})["id"] for _ in range(THINKERS)]
    for table in tables:
        service.bytes_of(f"/api/games/{table}", {"pace": 0}, "PATCH")
    while not all(service.get(f"/api/games/{table}")["live"] for table in tables):  # until their process has begun
        time.sleep(0.05)
    busy = _answer_ms(service, game)
    for table in tables:
        service.delete(f"/api/games/{table}")
    return {
        **{f"answer{part}_ms": ms for part, ms in idle.items()},
        **{f"answer_thinking{part}_ms": ms for part, ms in busy.items()},
    }


def _answer_ms(service: Running, game: str) -> dict[str, float]:
    """The median of a page's answers and the 95th percentile, in milliseconds."""
    times = list[float]()
    for _ in range(ANSWERS):
        begun = time.perf_counter()
        service.bytes_of(f"/api/games/{game}")
        times.append((time.perf_counter() - begun) * 1e3)
        time.sleep(0.01)  # as pages ask: now and then
    return {"": round(median(times), 1), "_95": round(quantiles(times, n=20)[-1], 1)}


def _pages(browser: Browser, service: Running, game: str) -> dict[str, float]:
    """The time until pages are ready, and what that the first view of a board transfers besides the relief."""
    ready = "performance.getEntriesByName('ready')[0]"
    home = open_page(browser, service)
    home.goto("/")
    home_s = until(home, f"{ready}?.startTime") / 1e3
    home.context.close()
    board = open_page(browser, service)
    sent, raw = _count(board)
    board.goto(f"/games/{game}")
    board_s = until(board, f"{ready}?.startTime") / 1e3
    board.wait_for_load_state("networkidle")
    figures = {
        "home_ready_s": round(home_s, 2),
        "board_ready_s": round(board_s, 2),
        "board_sent_kb": round(sum(sent.values()) / 1e3),
        "board_raw_kb": round(sum(raw.values()) / 1e3),
        "board_requests": len(sent),
        "board_nodes": board.evaluate("document.getElementsByTagName('*').length"),
        "pan_frames_per_s": round(board.evaluate(PAN, PAN_MS), 1),
    }
    board.context.close()
    return figures


def _wide(browser: Browser, service: Running, game: str) -> dict[str, float]:
    """Milliseconds from a sudden click on the unit with the widest reach to the frame that shows it, the first time and
    in the median of further ones; and until the whole map is drawn."""
    page = open_page(browser, service)
    page.goto(f"/games/{game}")
    page.wait_for_selector("body:not([data-loading])")
    page.evaluate(WATCH)
    here, picks = at(page, page.evaluate(WIDEST)), list[dict[str, float]]()
    for _ in range(WIDE_PICKS):
        page.evaluate(DROP)
        page.mouse.move(*here)
        page.wait_for_timeout(300)
        page.evaluate(FORGET)
        page.mouse.click(*here, delay=TAP_MS)
        picks.append(until(page, "window.picked"))
    page.evaluate(DROP)
    page.wait_for_timeout(500)
    whole_ms = page.evaluate(WHOLE)
    page.context.close()
    return {
        "wide_first_pick_ms": round(picks[0]["all"], 1),
        "wide_pick_ms": round(median(one["all"] for one in picks[1:]), 1),
        "wide_pick_hexes": picks[0]["spots"],
        "whole_map_ms": round(whole_ms),
    }


def _count(page: Page) -> tuple[dict[str, int], dict[str, int]]:
    """Bytes by request, as they are transferred and unpacked; filled while the page loads."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sent, raw, pictures = dict[str, int](), dict[str, int](), set[str]()

    def begun(told: dict[str, Any]) -> None:
        if told["response"]["mimeType"] == "image/jpeg":
            pictures.add(told["requestId"])

    def came(told: dict[str, Any]) -> None:
        if told["requestId"] not in pictures:
            raw[told["requestId"]] = raw.get(told["requestId"], 0) + told["dataLength"]

    def ended(told: dict[str, Any]) -> None:
        if told["requestId"] not in pictures:
            sent[told["requestId"]] = int(told["encodedDataLength"])

    line.on("Network.responseReceived", begun)
    line.on("Network.dataReceived", came)
    line.on("Network.loadingFinished", ended)
    return sent, raw


def _picks(browser: Browser, service: Running, games: list[str]) -> dict[str, float]:
    """Milliseconds from the click on a counter to the frame that shows its reach, with the parts of script and
    painting."""
    rested, sudden = list[dict[str, float]](), list[dict[str, float]]()
    for game in games:
        page = open_page(browser, service)
        page.goto(f"/games/{game}")
        page.wait_for_selector("body:not([data-loading])")
        page.evaluate(WATCH)
        hexes = page.evaluate(ABLE)
        for n in range(2 * PICKS // len(games) + 2):
            page.evaluate(DROP)
            here = at(page, hexes[n * 7 % len(hexes)])
            page.mouse.move(*here)
            page.wait_for_timeout(150)
            if n % 2:
                page.evaluate(FORGET)
            page.mouse.click(*here, delay=TAP_MS)
            picked = until(page, "window.picked")
            page.wait_for_timeout(100)
            picked["shown"] = page.evaluate("window.shown") or 16
            if n > 1:  # the first clicks also compile scripts and make fonts ready
                (sudden if n % 2 else rested).append(picked)
        page.context.close()

    def figures(name: str, found: list[dict[str, float]]) -> dict[str, float]:
        told = {f"{name}_{part}_ms": round(median(one[part] for one in found), 1) for part in ("script", "paint")}
        every = [one["all"] for one in found]
        return {f"{name}_ms": round(median(every), 1), f"{name}_95_ms": round(quantiles(every, n=20)[-1], 1), **told}

    shown = [one["shown"] for one in rested]
    return {
        **figures("pick", rested),
        "pick_shown_ms": round(median(shown)),
        "pick_shown_95_ms": round(quantiles(shown, n=20)[-1]),
        **figures("sudden_pick", sudden),
        "pick_hexes": round(median(one["spots"] for one in rested), 1),
    }
