"""Many games: the same whoever plays them, none lost and none doubled, and what goes wrong is told."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from parallel38 import load, new_game
from parallel38.cli import app
from parallel38.desk.reporter import Reporter
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.games import title
from parallel38.hexgrid import bits
from parallel38.lab import front, results, summary
from parallel38.lab.figures import share
from parallel38.lab.play import Played, Task, play
from parallel38.lab.results import Heading, keeping
from parallel38.lab.runner import run
from parallel38.players import PLAYERS, player

SIDES = ("un", "communist")
SETTING = title("yalu").setting()
ENV = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}


def heading(kind: Any = "run", games: int = 3, turns: int | None = 1, **players: str) -> Heading:
    both = players or ({"un": "random", "communist": "random"} if kind == "run" else {"A": "random", "B": "random"})
    return Heading(kind=kind, setting=SETTING, players=both, seed=5, games=games, turns=turns)


def timeless(games: list[Played]) -> list[Any]:
    return [{**msgspec.to_builtins(game), "seconds": 0, "think": {}} for game in games]


def command(*args: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["--lang", "en", "lab", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def test_a_game_is_written_down():
    game = play(Task(SETTING, 5, {"un": "random", "communist": "nearest"}, turns=2), Path("x"))
    assert (game.error, game.winner, game.rule, len(game.turns)) == ("", "un", "", 2)
    assert game.lead == game.turns[-1].lead == 72
    assert game.reason[0] == "verdict.short"
    assert [turn.name for turn in game.turns] == ["Nov IV", "Dec I"]
    assert sum(strength for turn in game.turns for _, strength in turn.lost.values()) > 0
    assert set(game.think) == set(game.decisions) == set(SIDES)
    assert game.seconds > game.think["un"] > 0


def test_the_front_names_a_holder_of_each_hex():
    game = new_game("yalu", seed=1)
    letters = list(front.read(front.write(game.rules, game.state)))
    hexes = front.hexes(game.rules)
    assert len(letters) == len(hexes)
    held = game.rules.occupied(game.state)
    for h, letter in zip(hexes, letters, strict=True):
        for side, sign in zip(SIDES, "ab", strict=True):
            assert letter == sign or not held[side] >> h & 1
    assert {"a", "b"} <= set(letters)
    assert not any(held[side] & ~game.rules.land for side in SIDES)
    assert len(list(bits(game.rules.land))) == len(hexes)


def test_results_do_not_depend_on_the_number_of_jobs(tmp_path: Path):
    alone = run(heading("match", 2), SIDES, tmp_path / "one.jsonl", 1)
    together = run(heading("match", 2), SIDES, tmp_path / "two.jsonl", 2)
    assert timeless(alone) == timeless(together)
    assert timeless(results.read(tmp_path / "two.jsonl")[1]) == timeless(alone)
    one, two = (summary.of_match(games, SIDES) for games in (alone, together))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_a_run_that_was_killed_goes_on(tmp_path: Path):
    """Killed in the middle with all its workers left alone: the next run plays what is missing, and only that."""
    out = tmp_path / "a.jsonl"
    line = [sys.executable, "-m", "parallel38", "lab", "run", "yalu", "--games", "20", "--seed", "5", "--turns", "1"]
    line += ["--jobs", "2", "--out", str(out), "--json"]
    first = subprocess.Popen(line, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not out.exists() or out.read_bytes().count(b"\n") < 4):
        time.sleep(0.01)
    workers = children(first.pid)
    first.send_signal(signal.SIGKILL)
    first.wait()
    kept = out.read_bytes()
    assert 4 <= kept.count(b"\n") < 21
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with out.open("ab") as file:
        file.write(b'{"seed":24,"pla')  # what a kill in the middle of a line leaves
    done = subprocess.run(line, env=ENV, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 20
    assert out.read_bytes().startswith(kept)
    games = results.read(out)[1]
    assert [game.seed for game in games] == list(range(5, 25))
    assert out.read_bytes().count(b"\n") == 21
    assert timeless(games) == timeless(run(heading(games=20), SIDES, None, 1))


def test_a_run_that_is_stopped_by_keyboard_ends_at_once(tmp_path: Path):
    out = tmp_path / "a.jsonl"
    line = [sys.executable, "-m", "parallel38", "lab", "run", "yalu", "--games", "40", "--jobs", "2", "--out", str(out)]
    listens = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs do not
    pipes: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    first = subprocess.Popen(line, env=ENV, preexec_fn=listens, **pipes)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(children(first.pid)) < 2:
        time.sleep(0.01)
    workers = children(first.pid)
    time.sleep(0.3)
    first.send_signal(signal.SIGINT)
    _, told = first.communicate(timeout=30)
    assert first.returncode == 130
    assert "Traceback" not in told, told
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    try:
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_a_file_about_other_games_is_refused(tmp_path: Path):
    out = tmp_path / "a.jsonl"
    run(heading(games=1), SIDES, out, 1)
    before = out.read_bytes()
    with pytest.raises(BadInputError, match="other games"):
        run(heading(games=2), SIDES, out, 1)
    with pytest.raises(BadInputError, match="other games"):
        run(heading("match", 1), SIDES, out, 1)
    with keeping(out, heading(games=1)), pytest.raises(BadInputError, match="writing"):
        run(heading(games=1), SIDES, out, 1)
    assert out.read_bytes() == before
    (tmp_path / "b.jsonl").write_text("hello")
    with pytest.raises(BadInputError, match="not a file of results"):
        run(heading(games=1), SIDES, tmp_path / "b.jsonl", 1)
    assert (tmp_path / "b.jsonl").read_text() == "hello"
    out.write_bytes(before.replace(b'"seed":5,"players":{"un":"random","communist":"random"},"w', b'"seed":"x",', 1))
    with pytest.raises(BadInputError, match="Line 2"):
        results.read(out)


def test_pairs_have_the_same_weather_and_swapped_sides(monkeypatch: pytest.MonkeyPatch):
    seen: dict[str, list[Game]] = {"calm": [], "bold": []}

    def spying(name: str, inner: str) -> Any:
        def spy(game: Game, rng: Random) -> Any:
            seen[name].append(game)
            return player(inner, game.rules.title, "un")(game, rng)

        return spy

    monkeypatch.setitem(PLAYERS, "calm", spying("calm", "random"))
    monkeypatch.setitem(PLAYERS, "bold", spying("bold", "nearest"))
    weather: list[dict[str, Any]] = []
    games = []
    for task in heading("match", 1, 4, A="calm", B="bold").tasks(SIDES):
        games.append(play(task, Path("x")))
        last = max((game for some in seen.values() for game in some), key=lambda game: game.number)
        assert {game.decider for game in seen["calm"]} == {task.first}
        weather.append({e.key: e.action for e in last.entries() if e.key.split("|")[2:3] == ["weather"]})
        seen["calm"].clear()
        seen["bold"].clear()
    assert [game.error for game in games] == ["", ""]
    assert [game.players for game in games] == [
        {"un": "calm", "communist": "bold"},
        {"un": "bold", "communist": "calm"},
    ]
    assert len(weather[0]) >= 3
    assert weather[0] == weather[1]
    assert games[0].turns[-1].front != games[1].turns[-1].front


def test_a_match_is_counted_for_the_first_player():
    def game(seed: int, first: str, winner: str | None, lead: int, error: str = "") -> Played:
        return Played(seed, {}, first, winner=winner, lead=lead, error=error, seconds=1.0)

    games = [game(1, "un", "un", 10), game(1, "communist", "un", 4), game(2, "un", None, 0)]
    games += [game(2, "communist", "communist", -8), game(3, "un", None, 0, "dead"), game(3, "communist", "un", 40)]
    found = summary.of_match(games, SIDES)
    assert found["rate"] == 0.5
    assert (found["by_side"]["un"]["rate"], found["by_side"]["un"]["games"]) == (0.75, 2)
    assert found["by_side"]["communist"]["rate"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["margin"]["mean"] == 3.5  # of whole pairs: (10 - 4) / 2 and (0 + 8) / 2
    assert (found["pairs"]["rate"], found["pairs"]["pairs"]) == (1.0, 2)
    assert (found["games"], found["errors"], found["seconds"]) == (6, 1, 6.0)


def test_a_pair_is_won_by_the_sum_of_both_margins():
    def pair(seed: int, as_un: int, as_communist: int) -> list[Played]:
        leads = {"un": as_un, "communist": -as_communist}
        return [Played(seed, {}, side, winner="un", lead=leads[side]) for side in leads]

    lost, even, won = pair(1, 10, -12), pair(2, 5, -5), pair(3, 30, -29)
    found = summary.of_match([*lost, *even, *won], SIDES)["pairs"]
    assert (found["rate"], found["pairs"]) == (0.5, 3)
    assert found["interval"] == [share(1.5, 3).low, share(1.5, 3).high]
    assert found["interval"][0] < 0.5 < found["interval"][1]


def test_a_game_that_goes_wrong_is_told_and_its_record_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def clumsy(game: Game, rng: Random) -> Any:
        if game.number > 20 and game.dice.kind == "ask":
            raise RuntimeError("lost")
        return game.sample(rng)

    monkeypatch.setitem(PLAYERS, "clumsy", clumsy)
    out = tmp_path / "a.jsonl"
    args = ("run", "yalu", "--un", "clumsy", "--games", "2", "--seed", "5", "--turns", "1", "--jobs", "1")
    code, said, told = command(*args, "--out", str(out), "--json")
    assert code == 1
    assert json.loads(said)["errors"] == 2
    assert "Seed 5 went wrong: RuntimeError: lost" in told
    for game in results.read(out)[1]:
        assert game.error == "RuntimeError: lost"
        assert load(tmp_path / game.record).number > 20
    assert command(*args, "--out", str(out), "--json")[0] == 1


def test_wrong_arguments_are_refused_with_a_sentence(tmp_path: Path):
    cases = {
        ("run", "chess"): "There is no game",
        ("run", "yalu", "--un", "genius"): "genius",
        ("run", "yalu", "--player", "blue=random"): "blue",
        ("run", "yalu", "--un", "recruit", "--player", "un=random"): "named twice",
        ("run", "yalu", "--scenario", "never"): "never",
        ("run", "yalu", "--option", "x=1"): "x",
        ("run", "yalu", "--games", "1", "--out", str(tmp_path / "no" / "a")): "no",
        ("match", "random", "genius"): "genius",
        ("report", str(tmp_path / "none"), "--out", str(tmp_path)): "none",
        ("tune", "yalu", "--side", "un", "--player", "random", "--against", "random", "--out", "x"): "no weights",
        ("tune", "yalu", "--side", "red", "--player", "random", "--against", "random", "--out", "x"): "red",
    }
    for args, word in cases.items():
        code, said, told = command(*args)
        assert (code, said) == (2, ""), args
        assert word in told, args
        assert len(told.strip().splitlines()) == 1, told


def test_tables_in_both_languages(tmp_path: Path):
    args = ["match", "nearest", "random", "--pairs", "1", "--turns", "1", "--jobs", "1"]
    code, said, _ = command(*args, "--out", str(tmp_path / "m.jsonl"))
    assert code == 0
    assert "Victories of nearest as the UN" in said
    spanish = CliRunner().invoke(app, ["--lang", "es", "lab", *args, "--out", str(tmp_path / "m.jsonl")])
    assert "Victorias de nearest" in spanish.stdout
    assert "lab." not in said + spanish.stdout
    found = json.loads(command(*args, "--out", str(tmp_path / "m.jsonl"), "--json")[1])
    docs = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    assert list(found) == re.findall(r"^\| `(\w+)` \|", docs, re.MULTILINE), "every figure is explained"


def test_a_recorded_game_tells_its_reasons(tmp_path: Path):
    """The record holds what the commander had in mind, in the words of whoever reads it, and is never overwritten."""
    path = tmp_path / "game.record"
    words = ["lab", "record", "yalu", "--un", "recruit", "--communist", "random", "--seed", "3", "--out", str(path)]
    assert CliRunner().invoke(app, words).exit_code == 0
    game = load(path)
    assert game.over
    said = [remark for remark in game.remarks if remark.what == "thought"]
    assert {remark.by for remark in said} == {"un"}
    assert len(said) > 10
    for language, start in (("en", "The UN has this in mind."), ("es", "Esto tiene en mente")):
        assert Reporter(game, language).remark(said[0]).startswith(start)
    again = CliRunner().invoke(app, words)
    assert again.exit_code != 0
    assert "exists already" in again.output


def test_players_are_named_by_the_sides_of_any_game(tmp_path: Path):
    """--player SIDE=NAME says the same as the option of a side; a side that is not named has the usual player."""
    out = tmp_path / "a.jsonl"
    args = ("run", "yalu", "--games", "1", "--turns", "1", "--jobs", "1", "--out", str(out))
    assert command(*args, "--player", "un=nearest")[0] == 0
    assert results.read(out)[0].players == {"un": "nearest", "communist": "random"}
    assert command(*args, "--un", "nearest")[0] == 0, "it goes on with the same players"
