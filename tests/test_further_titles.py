"""Games in packages of their own: the environment names them, and every process that is started knows them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from parallel38.engine.errors import BadInputError
from parallel38.engine.titles import Title
from parallel38.games import FURTHER, NAMES, game_names, title

ROOT = Path(__file__).parents[1]


def test_a_further_game_comes_after_ours_and_goes_with_the_environment(small: Title, monkeypatch: pytest.MonkeyPatch):
    assert game_names() == (*NAMES, "small")
    assert title("small").package == "tests.games.small"
    monkeypatch.delenv(FURTHER)
    assert game_names() == NAMES
    with pytest.raises(BadInputError) as error:
        title("small")
    assert error.value.key == "unknown_game"


@pytest.mark.parametrize(
    ("named", "key"),
    [
        ("tests.games.nowhere", "bad_title_package"),
        ("nowhere.at.all", "bad_title_package"),
        (".small", "bad_title_package"),
        ("tests.games.small,somewhere.small", "title_twice"),
        ("tests.games.yalu", "title_twice"),
    ],
)
def test_a_wrong_name_is_told(named: str, key: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(FURTHER, named)
    with pytest.raises(BadInputError) as error:
        game_names()
    assert error.value.key == key


def test_a_package_without_a_title_is_no_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(FURTHER, " tests.games.small , tests.desk ")
    assert game_names() == (*NAMES, "small", "desk")
    with pytest.raises(BadInputError) as error:
        title("desk")
    assert error.value.key == "bad_title_package"


def run(*words: str, titles: str = "tests.games.small") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, FURTHER: titles}
    command = [sys.executable, "-m", "parallel38", *words]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_commands_know_further_games_and_their_editions(tmp_path: Path):
    told = run("fuzz", "small", "--games", "2", "--scenario", "ridge", "--json")
    assert json.loads(told.stdout)["finished"] == 2, told.stderr
    rules = json.loads(run("rules", "small", "--edition", "second", "--json").stdout)
    assert (rules["total"], rules["rules"][0]["id"]) == (7, "B-1.1")
    charts = json.loads(run("charts", "small", "--edition", "second", "--json").stdout)
    assert charts["steps"]["rows"]["foot"]["hexes"]["value"] == 2
    record = tmp_path / "a.record"
    assert run("new", "small", "--edition", "second", "--scenario", "ridge", "-o", str(record)).returncode == 0
    done = run("do", str(record), "step B-1 0205")
    assert done.returncode == 0, done.stderr
    drawn = run("show", "small", "--scenario", "ridge", "--plain", "-o", str(tmp_path / "a.svg"))
    assert drawn.returncode == 0, drawn.stderr
    assert "hilltop" in (tmp_path / "a.svg").read_text()
    refused = run("show", str(record), "--scenario", "ridge")
    assert refused.returncode == 2


@pytest.mark.parametrize("command", [("games",), ("serve", "--port", "0")])
def test_a_wrong_name_is_one_sentence(command: tuple[str, ...]):
    told = run(*command, titles="tests.games.nowhere")
    assert told.returncode == 2
    assert told.stderr.strip() == "PARALLEL38_TITLES names “tests.games.nowhere”, which is no package of a game."
