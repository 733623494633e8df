"""Work that takes too long: given up with a sentence, while everybody else is answered."""

import asyncio
from threading import Event
from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.service import beside
from parallel38.service.workers import Commanders

Client = TestClient[Any]


@pytest.fixture
def id_(client: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of a service that has no patience from now on."""
    begun = client.post("/api/games", json={"title": "yalu", "dice": {"kind": "seed", "seed": 1}}).json()["id"]
    monkeypatch.setattr(beside, "SECONDS", 0.05)
    monkeypatch.setattr(beside, "LEFT", 0.05)
    return begun


def plan(client: Client, id_: str) -> Any:
    return client.post(f"/api/games/{id_}/plan", json={"do": "end"})


def test_work_that_looks_at_the_clock_is_given_up(client: Client, id_: str, monkeypatch: pytest.MonkeyPatch):
    def endless(game: Game, *_: Any) -> None:
        while True:
            game.state.copy()

    sound = desk.plan
    monkeypatch.setattr(desk, "plan", endless)
    for _ in range(2 * beside.PLACES):  # each leaves its place
        answer = plan(client, id_)
        assert (answer.status_code, answer.json()["key"]) == (503, "took_too_long")
        assert answer.json()["error"].endswith(".")
    monkeypatch.setattr(desk, "plan", sound)
    monkeypatch.setattr(beside, "SECONDS", 60)
    assert plan(client, id_).status_code == 200


def test_what_goes_through_a_whole_game_has_more_time(client: Client, id_: str, monkeypatch: pytest.MonkeyPatch):
    """Else a long game could not be brought in, nor its end be told, on a machine that is slow or busy."""
    monkeypatch.setattr(beside, "SECONDS", 0.0)
    record = client.get(f"/api/games/{id_}/record").text
    assert client.post("/api/games/import", json={"text": record}).status_code == 201
    assert client.get(f"/api/games/{id_}/account").status_code == 200
    assert client.get(f"/api/games/{id_}/log").status_code == 503


def test_other_work_is_left_alone_and_holds_its_place(client: Client, id_: str, monkeypatch: pytest.MonkeyPatch):
    sound, over = desk.plan, Event()
    monkeypatch.setattr(desk, "plan", lambda *_: over.wait(60))
    try:
        for _ in range(beside.PLACES + 1):  # the last finds no place
            assert plan(client, id_).status_code == 503
        assert client.get("/api/about").status_code == 200
        assert client.get(f"/api/games/{id_}").status_code == 200
    finally:
        over.set()
    monkeypatch.setattr(desk, "plan", sound)
    monkeypatch.setattr(beside, "SECONDS", 60)
    assert plan(client, id_).status_code == 200


def test_a_hint_that_comes_too_late_is_kept(client: Client, id_: str, monkeypatch: pytest.MonkeyPatch):
    async def slow(*args: Any, **more: Any) -> Any:
        await asyncio.sleep(0.3)
        return await decide(*args, **more)

    decide = Commanders.decide
    monkeypatch.setattr(Commanders, "decide", slow)
    monkeypatch.setattr(beside, "THOUGHT", 0.05)
    assert client.post(f"/api/games/{id_}/hint").status_code == 503
    monkeypatch.setattr(beside, "THOUGHT", 60)
    assert client.post(f"/api/games/{id_}/hint").status_code == 200
