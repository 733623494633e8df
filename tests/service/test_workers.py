"""Computer players in processes of their own: they decide as they would here, die, come again, and leave nothing."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.api import new_game
from parallel38.engine.following import standing
from parallel38.games import NAMES
from parallel38.players import player
from parallel38.players.commander import reasons_of
from parallel38.service import workers
from parallel38.service.outside import Running
from parallel38.service.tables import Hall
from parallel38.service.worker import Question, pack
from parallel38.service.workers import GaveUpError, Workers

from .test_service import act, begin, wait_for

Client = TestClient[Any]
BAD = """
from parallel38 import players
from parallel38.service import worker
def bad(game, rng):
    raise MemoryError("too large")
players.PLAYERS["random"] = bad
worker.main()
"""
"""A worker in which one of the players fails."""


def in_a_loop(asked: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine returns in a loop of its own; a browser that other tests have open has one in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asked).result()


def until(holds: Callable[[], Any]) -> Any:
    for _ in range(1200):
        if found := holds():
            return found
        time.sleep(0.025)
    raise AssertionError("it never came to that")


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def situation(client: Client, id_: str) -> dict[str, Any]:
    return client.get(f"/api/games/{id_}").json()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "level",
    ["recruit", pytest.param("veteran", marks=pytest.mark.long), pytest.param("nearest", marks=pytest.mark.long)],
)
def test_decisions_are_those_of_a_player_in_this_process(name: str, level: str):
    async def compare() -> None:
        pool = Workers(1)
        game, commanders = new_game(name, seed=3), pool.commanders()
        here = {side: player(level, game.rules.title, side) for side in game.rules.sides}
        for n in range(40):
            side = game.decider
            assert side is not None
            if n == 20:  # what a player may not have forgotten when its process dies it works out anew
                for pid in pool.processes:
                    os.kill(pid, signal.SIGKILL)
                here = {side: player(level, game.rules.title, side) for side in game.rules.sides}
            wanted = here[side](game.copy(), Random(str(n)))
            found = await commanders.decide(game, side, level, seed=str(n))
            assert found.action == wanted
            assert found.reasons == reasons_of(here[side])
            assert found.progress == getattr(here[side], "progress", None)
            game.play(wanted)
        await pool.close()

    in_a_loop(compare())


def test_a_worker_imports_no_service():
    code = f"{workers.START.split(';')[0]}; import sys; print(*sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(Path(workers.__file__).parents[2])}
    loaded = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    assert not {"litestar", "sqlalchemy", "uvicorn", "typer", "asyncio", "parallel38.desk"} & {*loaded.split()}


def test_a_person_who_asks_goes_first_and_each_game_has_its_turn():
    async def ask() -> list[str]:
        pool, order = Workers(1), list[str]()
        game = new_game(NAMES[0], seed=1)

        async def one(name: str, advice: bool) -> None:
            await pool.commanders().decide(game, str(game.decider), "random", advice=advice)
            order.append(name)

        await asyncio.gather(one("a", False), one("b", False), one("hint", True), one("c", False))
        assert len(pool.processes) == 1
        await pool.close()
        return order

    assert in_a_loop(ask()) == ["hint", "a", "b", "c"]


def test_games_are_spread_and_let_go():
    async def ask() -> None:
        pool = Workers(2)
        game = new_game(NAMES[0], seed=1)
        both = [pool.commanders(), pool.commanders()]
        await asyncio.gather(*(one.decide(game, str(game.decider), "random") for one in both))
        assert len(pool.processes) == 2
        assert {one._worker for one in both} == {*pool._all}
        first = pool._all[0]
        number = both[0]._number
        both[0] = pool.commanders()
        gc.collect()
        assert first.gone == [number]
        assert not first.held
        await both[0].decide(game, str(game.decider), "random")
        assert (first.gone, [*first.held]) == ([], [both[0]])
        await pool.close()

    in_a_loop(ask())


def test_a_thought_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "LONGEST", 0.2)
    monkeypatch.setattr(workers, "START", "import time; time.sleep(600)")

    async def ask() -> None:
        pool = Workers(1)
        game = new_game(NAMES[0], seed=1)
        with pytest.raises(GaveUpError):
            await pool.commanders().decide(game, str(game.decider), "random")
        assert not pool.processes
        await pool.close()

    in_a_loop(ask())


def test_a_worker_that_is_killed_while_it_thinks_comes_again(client: Client, hall: Hall):
    id_ = begin(client, players={"communist": "recruit", "un": "recruit"})
    killed = list[int]()
    for _ in range(3):
        pid = until(lambda: next((pid for pid in hall.workers.processes if pid not in killed), None))
        os.kill(pid, signal.SIGSTOP)  # so that it does not come to its end before it is killed
        until(lambda: situation(client, id_)["thinking"])
        number = situation(client, id_)["live"]
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)
        seen = until(lambda number=number: (now := situation(client, id_))["live"] > number and now)
        assert not seen["paused"]
        assert not seen["failed"]
    assert not any(map(alive, killed))


def test_a_computer_that_fails_again_and_again_waits_and_says_so(
    client: Client, hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    sound = workers.START
    monkeypatch.setattr(workers, "START", BAD)
    id_ = begin(client, players={"communist": "random"})
    with client.websocket_connect(f"/api/games/{id_}/live") as page:
        while not page.receive_json(timeout=30)["failed"]:
            pass
    seen = situation(client, id_)
    assert (seen["paused"], seen["failed"], seen["thinking"], seen["live"]) == (True, True, "", 0)
    assert caplog.text.count("MemoryError: too large") == workers.TRIES
    other = begin(client)
    assert client.post(f"/api/games/{other}/hint").status_code == 200, "other games go on in the same process"
    assert len(hall.workers.processes) == 1
    client.patch(f"/api/games/{id_}", json={"step": True})
    wait_for(client, id_, "failed", True)
    client.patch(f"/api/games/{id_}", json={"players": {"communist": "recruit"}})
    assert not situation(client, id_)["failed"], "another player has not failed"
    client.patch(f"/api/games/{id_}", json={"paused": False})
    wait_for(client, id_, "decider", "un")
    os.kill(hall.workers.processes[0], signal.SIGKILL)
    monkeypatch.setattr(workers, "START", "raise SystemExit(1)")
    for lang, word in (("en", "computer"), ("es", "ordenador")):
        answer = client.post(f"/api/games/{id_}/hint", params={"lang": lang})
        assert (answer.status_code, answer.json()["key"]) == (503, "gave_up_thinking")
        assert word in answer.json()["error"]
    monkeypatch.setattr(workers, "START", sound)
    assert client.post(f"/api/games/{id_}/hint").status_code == 200


def test_nobody_waits_for_a_worker_and_late_answers_are_dropped(
    client: Client, hall: Hall, caplog: pytest.LogCaptureFixture
):
    id_ = begin(client, players={"un": "recruit"})
    (first,) = client.get(f"/api/games/{id_}/actions", params={"verb": "place"}).json()[:1]
    assert act(client, id_, first["do"]).status_code == 200
    assert client.post(f"/api/games/{id_}/hint").status_code == 200
    (pid,) = hall.workers.processes
    os.kill(pid, signal.SIGSTOP)
    try:
        before = situation(client, id_)
        while (now := situation(client, id_))["decider"] == "communist":
            before = now
            assert act(client, id_, "end").status_code == 200
        assert situation(client, id_)["thinking"] == "un"
        undone = client.post(f"/api/games/{id_}/undo", json={"after": situation(client, id_)["live"]})
        assert undone.status_code == 200, undone.text
        deleted = begin(client, players={"communist": "recruit"})
        assert situation(client, deleted)["thinking"] == "communist"
        assert client.delete(f"/api/games/{deleted}").status_code == 200
    finally:
        os.kill(pid, signal.SIGCONT)
    wait_for(client, id_, "thinking", "")
    assert situation(client, id_)["hash"] == before["hash"], "what it thought of is not there any more"
    assert act(client, id_, "end").status_code == 200
    until(lambda: situation(client, id_)["live"] > before["live"] + 1)
    assert hall.workers.processes == [pid]
    assert [said for said in caplog.records if said.levelname in ("WARNING", "ERROR")] == []


def test_a_worker_that_thinks_without_end_ends_with_its_service():
    code = BAD.replace('raise MemoryError("too large")', 'print("thinking", flush=True); [None for _ in iter(int, 1)]')
    env = {**os.environ, "PYTHONPATH": str(Path(workers.__file__).parents[2])}
    game = new_game(NAMES[0], seed=1)
    asked = Question(1, standing(game), str(game.decider), "random", False, None, ())
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(pack(asked))
        process.stdin.flush()
        assert process.stderr.readline() == b"thinking\n", "what is printed is no answer"
        process.stdin.close()
        assert process.wait(60) == 1


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(n) for task in Path(f"/proc/{pid}/task").iterdir() for n in (task / "children").read_text().split()]
    return []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell of processes in /proc")
@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_service_that_ends_leaves_no_process(tmp_path: Path, end: str):
    service = Running(tmp_path)
    try:
        players = {"communist": "veteran", "un": "veteran"}
        id_ = service.post("/api/games", {"title": "yalu", "players": players})["id"]
        pid = service._process.pid
        (worker,) = until(lambda: children(pid))
        until(lambda: service.get(f"/api/games/{id_}")["live"] > 2)
        assert os.getpriority(os.PRIO_PROCESS, worker) > os.getpriority(os.PRIO_PROCESS, pid)
        getattr(service, end)()
        until(lambda: not alive(worker))
    finally:
        service.kill()
