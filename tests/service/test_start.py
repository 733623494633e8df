"""Starting the program as a person does: the browser's address is printed, bad words are refused."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from parallel38 import new_game
from parallel38.engine.records import Record
from tests.commands import run


def started(*words: str, cwd: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-u", "-m", "parallel38", *words]
    env = {**os.environ, "XDG_DATA_HOME": str(cwd)}
    return subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    "words", [("play", "yalu", "--no-open"), ("play", "--no-open", "--side", "un"), ("serve", "--port", "0")]
)
def test_the_printed_address_opens_a_page(tmp_path: Path, words: tuple[str, ...]):
    with started(*words, cwd=tmp_path) as program:
        try:
            assert program.stdout is not None
            address = next(word for word in program.stdout.readline().split() if word.startswith("http://"))
            with httpx.Client(follow_redirects=True) as person:
                page = person.get(address)
                assert (page.status_code, "<title>" in page.text) == (200, True)
                games = person.get(httpx.URL(address).join("/api/games")).json()
            assert [game["players"] for game in games] == (
                [{"un": "human", "communist": "recruit"}] if "--side" in words else []
            )
        finally:
            program.terminate()
    assert (tmp_path / "parallel38" / "games.sqlite").exists()


def test_a_record_goes_on_in_the_browser(tmp_path: Path):
    record = Record.create(tmp_path / "a.record", new_game("yalu", seed=1))
    record.play("place G-1 1118")
    with started("play", "a.record", "--no-open", "--data", "games", cwd=tmp_path) as program:
        try:
            assert program.stdout is not None
            address = next(word for word in program.stdout.readline().split() if word.startswith("http://"))
            with httpx.Client(follow_redirects=True) as person:
                assert person.get(address).status_code == 200
                games = person.get(httpx.URL(address).join("/api/games")).json()
            assert [game["number"] for game in games] == [1]
        finally:
            program.terminate()


@pytest.mark.parametrize(
    "words",
    [
        ("play", "nofile.record"),
        ("play", "yalu", "--side", "chinese"),
        ("play", "yalu", "-o", "x.record"),
        ("play", "--last"),
        ("serve", "--port", "70000"),
        ("serve", "--host", "192.0.2.1"),
    ],
)
def test_what_cannot_be_is_one_sentence(tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().endswith((".", "?"))
