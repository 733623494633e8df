"""Measurements: how fast a game plays and what its parts cost. Figures live here, never as limits in tests."""

import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from typing import Any

from parallel38.api import new_game
from parallel38.engine.game import Game
from parallel38.fuzz import fuzz
from parallel38.games import game_names
from parallel38.players import player


def bench(games: tuple[str, ...] = (), seconds: float = 5.0, **setting: Any) -> dict[str, Any]:
    """The figures of each game, of all without a list, and what importing the package costs.

    `setting` is what is chosen of edition and scenario, as `new_game` takes it.
    """
    games = games or game_names()
    return {**{game: bench_game(game, seconds, **setting) for game in games}, "import_ms": import_ms()}


def bench_game(game: str, seconds: float, **setting: Any) -> dict[str, float]:
    """The figures of one game, from random play without the invariant checks."""
    fuzz(game, 2, 1, checks=False, **setting)  # so that nothing is measured that happens only once
    played, took, tally = 0, 0.0, None
    totals = [0, 0]
    while took < seconds:
        tally = fuzz(game, 2, 1000 + played, checks=False, **setting)
        played, took = played + tally.finished, took + tally.seconds
        totals = [totals[0] + tally.decisions, totals[1] + tally.rolls]
    sample = _situations(game, 40, setting)

    def each(measure: Callable[[Game], Any], scale: float) -> float:
        """The median over situations; nothing that was worked out before may help."""

        def anew(game: Game) -> None:
            game.state.forget()
            measure(game)

        return round(median(_time(anew, g) for g in sample) * scale, 3)

    return {
        "decisions_per_s": round(totals[0] / took),
        "rolls_per_s": round(totals[1] / took),
        "games_per_s": round(played / took, 2),
        "offers_ms": round(_asked_in_play(sample) * 1e3, 3),
        "offers_cold_ms": each(_ask, 1e3),
        **{name: each(measure, 1e6) for name, measure in sample[0].rules.benchmarks.items()},
        "view_ms": each(lambda g: g.view(g.decider), 1e3),
        "copy_us": each(lambda g: g.state.copy(), 1e6),
        "hash_us": each(lambda g: g.state.hash(), 1e6),
        **_thinking(game, seconds, setting),
    }


def _thinking(game: str, seconds: float, setting: dict[str, Any]) -> dict[str, float]:
    """Milliseconds of processor time that a recruit thinks in a turn: the median, and what 95 % of turns take at most.

    Recruits play each other for so many seconds, and two turns at least; a turn before that is not counted.
    """
    _think(game, 0.0, setting, 0)  # so that nothing is measured that happens only once
    turns, seed = list[float](), 0
    while len(turns) < 2 or sum(turns) < seconds:
        seed += 1
        turns += _think(game, seconds - sum(turns), setting, seed)
    return {
        "recruit_turn_ms": round(median(turns) * 1e3, 1),
        "recruit_turn_95_ms": round(quantiles(turns, n=20, method="inclusive")[-1] * 1e3, 1),
    }


def _think(game: str, seconds: float, setting: dict[str, Any], seed: int) -> list[float]:
    """The seconds that recruits think in each turn of a game, until there are enough of them."""
    g, rng = new_game(game, **setting, seed=seed), Random(seed)
    commanders = {side: player("recruit", g.rules.title, side) for side in g.rules.sides}
    taken: dict[tuple[str, str], float] = {}
    while not g.over:
        key = (g.turn, g.decider or "")
        if key not in taken and sum(taken.values()) > seconds:
            break
        begun = time.process_time()
        action = commanders[key[1]](g.copy(), rng)
        taken[key] = taken.get(key, 0.0) + time.process_time() - begun
        g.play(action)
    return [*taken.values()]


def _ask(game: Game) -> None:
    """Ask for the offers with all their hexes."""
    for offer in game.offers():
        offer.hexes  # noqa: B018


def _asked_in_play(sample: list[Game]) -> float:
    """The median time of offers asked for after every action, as a page that shows a game does."""
    rng, times = Random(7), list[float]()
    for begun in sample:
        game = begun.copy()
        _ask(game)
        for _ in range(5):
            game.play(game.sample(rng))
            if game.decider is None:
                break
            start = time.perf_counter()
            _ask(game)
            times.append(time.perf_counter() - start)
    return median(times)


def _situations(game: str, count: int, setting: dict[str, Any]) -> list[Game]:
    """Situations from the course of random games."""
    rng, found = Random(5), list[Game]()
    while len(found) < count:
        g = new_game(game, **setting, seed=rng.randrange(10**6))
        while not g.over and len(found) < count:
            g.play(g.sample(rng))
            if rng.random() < 0.03 and not g.over:
                found.append(g.copy())
    return found


def _time(measure: Callable[[Game], Any], game: Game) -> float:
    """Seconds that one call takes, the best of three short series."""
    best = 1.0
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(20):
            measure(game)
        best = min(best, (time.perf_counter() - start) / 20)
    return best


def import_ms() -> float:
    """What `import parallel38` costs in a fresh interpreter, the interpreter's own start not counted."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    with_import, without = (min(run(code) for _ in range(5)) for code in ("import parallel38", "pass"))
    return round(max(0.0, with_import - without) * 1000, 1)
