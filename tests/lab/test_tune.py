"""Tuning: weights within their ranges, seeds of their own for tuning and for judging, and where weights come from."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from parallel38.cli import app
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.games import title
from parallel38.lab import tune as tuning
from parallel38.lab.play import Played, Task
from parallel38.lab.tune import Plan, tune
from parallel38.players import PLAYERS


class Fake:
    """A player with two weights that matter to nobody but the fake games below, and one that may not change."""

    def __init__(self, **weights: float) -> None:
        self._weights = weights

    def __call__(self, game: Game, rng: Random) -> Any:
        return game.sample(rng)

    def weights(self, game: str, side: str) -> dict[str, tuple[float, float, float]]:
        return {"push": (0.0, -1.0, 3.0), "care": (8.0, 0.0, 10.0), "fixed": (2.0, 2.0, 2.0)}

    def make(self, game: str, side: str, weights: Mapping[str, float] | None) -> "Fake":
        return Fake(**(weights or {}))


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(PLAYERS, "fake", Fake())


def plan(**changes: Any) -> Plan:
    usual: dict[str, Any] = {"evaluations": 120, "games": 2, "acceptance": 3, "seed": 900}
    usual |= {"side": "communist", "player": "fake", "against": "random", "date": "2026-01-31"}
    return Plan(setting=title("yalu").setting(), **{**usual, **changes})


def test_it_finds_better_weights_and_judges_them_on_other_seeds(monkeypatch: pytest.MonkeyPatch):
    seen: list[Task] = []

    def game(task: Task, records: Path) -> Played:
        """The best weights are push 1.5 and care 4; a lead is counted for the UN, so the Communists want it low."""
        seen.append(task)
        mine = task.weights["communist"]
        lead = 10 * (mine["push"] - 1.5) ** 2 + (mine["care"] - 4) ** 2 + task.seed % 3
        return Played(task.seed, task.players, winner="un" if lead > 3 else "communist", lead=round(lead * 100))

    monkeypatch.setattr("parallel38.lab.runner.play", game)
    chosen = plan()
    chosen.check()
    found = tune(chosen, 1)
    assert found.weights["push"] == pytest.approx(1.5, abs=0.4)
    assert found.weights["care"] == pytest.approx(4, abs=1.5)
    assert found.weights["fixed"] == 2.0
    assert found.after.margin.value > found.before.margin.value
    assert found.after.rate.value > found.before.rate.value
    tuned, judged = seen[: found.played], seen[found.played :]
    assert {task.seed for task in tuned} <= set(range(900, 1000))
    assert len({task.seed for task in tuned}) > chosen.games
    assert {task.seed for task in judged} == {10000, 10001, 10002}
    for task in seen:
        assert -1 <= task.weights["communist"]["push"] <= 3
        assert task.players == {"un": "random", "communist": "fake"}
    again = tune(chosen, 1)
    assert again == found
    written = tomllib.loads(tuning.write_weights(chosen, found))
    assert written["weights"]["push"] == {"value": found.weights["push"], "range": [-1.0, 3.0]}
    assert written["provenance"]["date"] == "2026-01-31"
    assert written["provenance"]["against"] == "random"
    assert written["provenance"]["games"] == len(tuned)
    assert written["provenance"]["evaluations"] == chosen.tried == len(tuned) / chosen.games
    assert written["provenance"]["after"]["margin"] == found.after.margin.value


@pytest.mark.parametrize(("asked", "tried"), [(2, 6), (6, 6), (11, 6), (12, 12)])
def test_whole_generations_are_tried_and_told(monkeypatch: pytest.MonkeyPatch, asked: int, tried: int):
    monkeypatch.setattr("parallel38.lab.runner.play", lambda task, records: Played(task.seed, task.players))
    done: list[int] = []
    chosen = plan(evaluations=asked)
    found = tune(chosen, 1, done.append)
    assert done[-1] == chosen.total == tried * chosen.games + 2 * chosen.acceptance, "the bar comes to its end"
    told = tomllib.loads(tuning.write_weights(chosen, found))["provenance"]
    assert (told["evaluations"], told["games"]) == (tried, tried * chosen.games)


def test_seeds_are_kept_apart():
    plan(seed=1, games=999).check()
    for wrong in ({"seed": 0}, {"seed": 999, "games": 2}, {"seed": 10_000}):
        with pytest.raises(BadInputError, match="seeds from 1 to 999"):
            plan(**wrong).check()


def test_a_player_needs_two_weights(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Fake, "weights", lambda self, game, side: {"one": (0, 0, 1), "two": (1, 1, 1)})
    with pytest.raises(BadInputError, match="only 1 weights"):
        plan().check()


def test_the_command_plays_real_games(tmp_path: Path):
    out = tmp_path / "weights.toml"
    line = ["lab", "tune", "yalu", "--side", "un", "--player", "fake", "--against", "random", "--evaluations", "2"]
    line += ["--games", "1", "--acceptance", "1", "--turns", "1", "--jobs", "1", "--date", "2026-01-31"]
    done = CliRunner().invoke(app, [*line, "--out", str(out)])
    assert done.exit_code == 0, done.stderr
    assert "Before: 100 % of 1 games won" in done.stdout
    written = tomllib.loads(out.read_text())
    assert (written["parallel38"], written["side"], written["player"]) == ("weights", "un", "fake")
    assert CliRunner().invoke(app, [*line, "--out", str(out)]).exit_code == 2
    bad = CliRunner().invoke(app, [*line[:-1], "31 January", "--out", str(tmp_path / "b")])
    assert (bad.exit_code, "31 January" in bad.stderr) == (2, True)


def test_a_game_that_goes_wrong_ends_the_tuning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(task: Task, records: Path) -> Played:
        return Played(task.seed, task.players, error="ValueError: no", record="x")

    monkeypatch.setattr("parallel38.lab.runner.play", broken)
    with pytest.raises(BadInputError, match="Seed 900 went wrong"):
        tune(plan(), 1)
    assert msgspec.to_builtins(plan())["seed"] == 900
