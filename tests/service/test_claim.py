"""One service for a folder: who starts the program again comes to the one that is open."""

import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from parallel38.service.claim import NAME, InUseError, claim

from .test_start import started


def address_in(line: str) -> str:
    return next(word for word in line.split() if word.startswith("http://")).rstrip(".")


@contextmanager
def serving(cwd: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program as a person starts it, and the address that it prints."""
    with started(*(words or ("play", "--no-open")), cwd=cwd) as program:
        try:
            assert program.stdout is not None
            yield program, address_in(program.stdout.readline())
        finally:
            program.terminate()


def said(cwd: Path, *words: str) -> tuple[int, str, str]:
    """What the program says that does not stay."""
    with started(*words, cwd=cwd) as program:
        out, err = program.communicate(timeout=60)
    assert "Traceback" not in err
    return program.returncode, out, err


def test_the_second_start_opens_the_page_of_the_first(tmp_path: Path):
    with serving(tmp_path) as (_, address):
        file = tmp_path / "parallel38" / NAME
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        with httpx.Client(follow_redirects=True) as person:
            assert person.get(address).status_code == 200
            code, out, _ = said(tmp_path, "play", "--no-open")
            assert (code, address_in(out)) == (0, address)
            code, out, _ = said(tmp_path, "--lang", "es", "play", "yalu", "--side", "un", "--no-open")
            assert (code, "ya está abierto" in out) == (0, True)
            games = person.get(httpx.URL(address).join("/api/games")).json()
            assert httpx.URL(address_in(out)).path == f"/games/{games[0]['id']}"
            assert person.get(address_in(out)).status_code == 200
            assert person.get(httpx.URL(address).join("/api/games")).status_code == 200, "the first tab stays in"
        code, _, err = said(tmp_path, "serve", "--port", "0")
        assert (code, err.count("\n"), address in err) == (2, 1, True)
        first = address
    with serving(tmp_path) as (_, address), httpx.Client(follow_redirects=True) as person:
        assert address == first, "pages that were open before find it again"
        assert person.get(address).status_code == 200
        busy = httpx.URL(address).port
        with serving(tmp_path / "parallel38", "play", "--no-open", "--data", "other") as (_, other):
            assert httpx.URL(other).port != busy
            assert address not in other


def test_a_tab_goes_on_after_a_restart(tmp_path: Path):
    with httpx.Client() as tab:
        with serving(tmp_path) as (program, address):
            assert tab.get(address).status_code == 303
            program.kill()
            program.wait()
        with serving(tmp_path):
            assert tab.get(httpx.URL(address).join("/api/games")).status_code == 200
        with serving(tmp_path, "play", "--no-open", "--port", "0") as (_, other):
            key = httpx.URL(address).params["token"]
            assert httpx.URL(other).params["token"] != key, "a key is kept for one port"


@pytest.mark.parametrize("words", ["was ", "nonsense", "http://[", "http://127.0.0.1:99999999/?token=x", "\0" * 9])
def test_what_stands_in_the_file_may_be_damaged(tmp_path: Path, words: str):
    folder = tmp_path / "parallel38"
    folder.mkdir()
    (folder / NAME).write_text(words)
    with serving(tmp_path) as (_, address):
        assert httpx.get(address).status_code == 303


def test_what_a_killed_service_left_means_nothing(tmp_path: Path):
    with serving(tmp_path) as (program, address):
        program.send_signal(signal.SIGKILL)
        program.wait()
        assert (tmp_path / "parallel38" / NAME).read_text() == address
    with serving(tmp_path, "serve", "--port", "0") as (_, other):
        assert other != address
        assert httpx.get(other).status_code == 303
        assert (tmp_path / "parallel38" / NAME).read_text() == other


def test_two_folders_are_two_services_with_their_own_cookies(tmp_path: Path):
    (tmp_path / "other").mkdir()
    with serving(tmp_path) as (_, one), serving(tmp_path / "other") as (_, two), httpx.Client() as person:
        for address in (one, two):
            assert person.get(address).status_code == 303
        for address in (one, two):
            assert person.get(httpx.URL(address).join("/api/games")).status_code == 200


def test_a_folder_is_claimed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with claim(tmp_path) as claimed:
        claimed.open("http://127.0.0.1:1/?token=x")
        with pytest.raises(InUseError, match="127") as found, claim(tmp_path):
            raise AssertionError
        assert found.value.address == "http://127.0.0.1:1/?token=x"
        claimed.close()
        monkeypatch.setattr("parallel38.service.claim.PATIENCE", 0.1)
        with pytest.raises(InUseError) as found, claim(tmp_path):
            raise AssertionError
        assert found.value.address == "", "it does not say where it is"
    with claim(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_served_unclaimed(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with claim(tmp_path / "file" / "folder") as claimed:
        claimed.open("http://127.0.0.1:1/")
