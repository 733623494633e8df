"""Play in a real browser for a long time and see whether anything grows, slows down or fails.

Both sides are played through the page's own lists and its own way of doing things: a unit is picked, a row of its list
is proposed, looked at and done. Between actions the page is used as people use it: the pointer wanders, the map is
moved and zoomed, tabs and overlays are opened, an action is undone, an earlier moment is looked at.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Page, Response

from parallel38.games import game_names
from parallel38.service.outside import Running, browsing, open_page, running

STEP = """async ([one, two, three]) => {
  const { store, mine } = await part('store');
  const parts = ['hand', 'plan', 'doing'].map((name) => part(name));
  const play = Object.assign({}, ...(await Promise.all(parts)));
  const of = (list, chance) => list[Math.floor(chance * list.length)];
  const now = store.situation;
  if (now.over) return { over: true };
  if (!mine()) return { fault: `nobody decides: ${now.prompt}` };
  const begun = performance.now();
  if (now.end && !now.end.bar && one < 0.04) await play.proposeAction(now.end.do);
  else {
    const able = now.units.filter((unit) => unit.can);
    if (able.length) await play.pick([of(able, two).id]);
    let rows = store.rows.filter((row) => row.verb !== 'end');
    if (!rows.length) {
      const hexes = [...store.spots.keys()];
      if (hexes.length) await play.look(of(hexes, two));
      rows = store.rows.filter((row) => row.verb !== 'end');
    }
    if (!rows.length) rows = now.offers.filter((offer) => offer.action).map((offer) => ({ do: offer.action }));
    if (!rows.length) return { fault: `nothing to do: ${now.prompt}` };
    await play.proposeAction(of(rows, three).do);
  }
  const planned = performance.now();
  if (!store.plan?.legal) return { fault: `refused: ${store.refused?.do ?? store.plan?.do}` };
  await play.commit();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  if (store.situation.number === now.number) return { fault: 'nothing happened' };
  return { plan: planned - begun, act: performance.now() - planned };
}"""
"""One action of the side that decides. `plan` and `act` are milliseconds."""

USE = [
    lambda page, rng: page.mouse.move(rng.randrange(100, 1100), rng.randrange(150, 900), steps=4),
    lambda page, rng: page.mouse.wheel(0, rng.choice((-240, 240))),
    lambda page, rng: drag(page, rng),
    lambda page, rng: page.keyboard.press(rng.choice("zxstrv")),
    lambda page, rng: page.get_by_role("tab").nth(rng.randrange(4)).click(),
    lambda page, rng: press(page, "u", "Shift+U"),
    lambda page, rng: press(page, ",", ",", "Escape"),
    lambda page, rng: press(page, "f"),
]
"""What people do between actions."""
SPARE = {"heap_mb": 5, "nodes": 5000, "service_mb": 100, "plan_ms": 0, "act_ms": 0}
"""What may be twice as much in the last quarter of the time as in the first, and by how much it may be more than that:
a game fills its log and its map first."""


def drag(page: Page, rng: Random) -> None:
    """Draw the map with the mouse, by the button that picks nothing up."""
    x, y = rng.randrange(300, 1000), rng.randrange(200, 800)
    page.mouse.move(x, y)
    page.mouse.down(button="right")
    page.mouse.move(x + rng.randrange(-200, 200), y + rng.randrange(-200, 200), steps=5)
    page.mouse.up(button="right")


def press(page: Page, *keys: str) -> None:
    """Press keys on the board, each when the last one has had its effect."""
    page.evaluate("document.getElementById('viewport').focus()")
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(250)


class Watch:
    """What goes wrong, and what is measured each minute."""

    def __init__(self, page: Page, service: Running) -> None:
        self.page, self.service = page, service
        self.faults: list[str] = []
        self.minutes: list[dict[str, float]] = []
        self.actions, self.games = 0, 0
        self.times: list[dict[str, float]] = []
        page.on("pageerror", lambda error: self.fault(f"script: {error}"))
        page.on("console", lambda said: self.fault(f"console: {said.text}") if said.type == "error" else None)
        page.on("response", self.answer)
        self.line = page.context.new_cdp_session(page)
        self.line.send("HeapProfiler.enable")

    def fault(self, what: str) -> None:
        """Note what went wrong, and say so at once."""
        self.faults.append(what)
        print(f"fault after {self.actions} actions: {what}", flush=True)

    def answer(self, one: Response) -> None:
        """Look at an answer of the service: no question of the page may be a wrong one."""
        if one.status >= 400:
            self.fault(f"{one.status} {one.url} {one.request.post_data or ''}")

    def look(self, minute: float) -> None:
        """Measure, tell, and begin the next minute."""
        self.line.send("HeapProfiler.collectGarbage")
        heap = self.line.send("Runtime.getHeapUsage")["usedSize"]
        counted = self.line.send("Memory.getDOMCounters")
        self.minutes.append(
            {
                "minute": round(minute, 1),
                "games": self.games,
                "actions": self.actions,
                "heap_mb": round(heap / 1e6, 2),
                "nodes": counted["nodes"],
                "listeners": counted["jsEventListeners"],
                "plan_ms": round(median(one["plan"] for one in self.times), 1) if self.times else 0,
                "act_ms": round(median(one["act"] for one in self.times), 1) if self.times else 0,
                "service_mb": round(self.service.memory() / 1e6, 1),
                "faults": len(self.faults),
            }
        )
        self.times.clear()
        print("  ".join(f"{name} {value}" for name, value in self.minutes[-1].items()), flush=True)


def verdict(minutes: list[dict[str, float]], faults: list[str]) -> list[str]:
    """What is wrong after all: faults, something that grows without bound, actions that get slow."""
    found = list(dict.fromkeys(faults))
    part = max(1, len(minutes) // 4)
    for name, spare in SPARE.items():
        begun, ended = (median(one[name] for one in some) for some in (minutes[:part], minutes[-part:]))
        if ended > begun * 2 + spare:
            found.append(f"{name} went from {begun} to {ended}")
    return found


def play(page: Page, watch: Watch, title: str, seconds: float, seed: int) -> None:
    """Play games one after the other until the time is up."""
    rng, begun, told = Random(seed), time.monotonic(), 0
    over = True
    while (passed := time.monotonic() - begun) < seconds:
        if passed >= 60 * (told + 1):
            told += 1
            watch.look(passed / 60)
        if over:
            dice: Any = {"kind": "seed", "seed": rng.randrange(10**6)}
            game = watch.service.post("/api/games", {"title": title, "dice": dice})["id"]
            page.goto(f"/games/{game}")
            page.wait_for_selector("body:not([data-loading])")
            watch.games += 1
        if rng.random() < 0.1:
            rng.choice(USE)(page, rng)
            page.evaluate("async () => (await part('replay')).goTo(null)")
        done: Any = page.evaluate(STEP, [rng.random(), rng.random(), rng.random()])
        over = done.get("over", False)
        if "fault" in done:
            watch.fault(done["fault"])
            if len(watch.faults) > 20:
                return
        elif not over:
            watch.actions += 1
            watch.times.append(done)


def main() -> None:
    """Play as long as wished; exit 1 if anything is wrong."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--minutes", type=float, default=60)
    ask.add_argument("--title", default=game_names()[0], choices=game_names())
    ask.add_argument("--seed", type=int, default=1)
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as service, browsing() as browser:
        watch = Watch(open_page(browser, service), service)
        play(watch.page, watch, asked.title, asked.minutes * 60, asked.seed)
        watch.look(asked.minutes)
        wrong = verdict(watch.minutes, watch.faults)
    if wrong:
        sys.exit("\n".join(wrong))
    print("nothing grew without bound, nothing got slow, nothing failed")


if __name__ == "__main__":
    main()
