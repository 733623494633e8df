"""Commanders at the table: their reasons, when they may be read, and what they advise."""

import time
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.service.app import make_app
from parallel38.service.guard import Guard

from .conftest import HOST, TOKEN
from .test_service import act, begin, wait_for

Client = TestClient[Any]


def thoughts(client: Client, id_: str, **more: Any) -> list[dict[str, Any]]:
    return client.get(f"/api/games/{id_}/thoughts", params=more).json()


def yours(client: Client, id_: str) -> dict[str, Any]:
    """The situation when it is the UN's decision or the game is over."""
    return wait_for(client, id_, "decider", "un")


def hint(client: Client, id_: str) -> dict[str, Any]:
    answer = client.post(f"/api/games/{id_}/hint")
    assert answer.status_code == 200, answer.text
    return answer.json()


def played_to(client: Client, id_: str, what: str, value: str) -> dict[str, Any]:
    """Do what the hint says until a phase or a turn has come; every hint is legal."""
    for _ in range(200):
        seen = yours(client, id_)
        if seen[what] == value:
            return seen
        found = hint(client, id_)
        assert found["number"] == seen["number"]
        assert client.post(f"/api/games/{id_}/plan", json={"do": found["do"]}).json()["legal"]
        assert act(client, id_, found["do"]).status_code == 200
    raise AssertionError(value)


def test_reasons_are_read_when_the_turn_is_over_and_survive_a_restart(client: Client, tmp_path: Path):
    id_ = begin(client, players={"communist": "recruit"})
    early = yours(client, id_)
    if early["phase"] in ("phase.un_bug_out", "phase.communist_combat"):  # the UN answers in the middle of his turn
        assert early["thoughts"] == 0
        assert thoughts(client, id_) == []
    seen = played_to(client, id_, "phase", "phase.un_movement")
    told = thoughts(client, id_)
    assert seen["thoughts"] == len(told) == 1
    assert (told[0]["side"], told[0]["turn"], told[0]["player"]) == ("communist", "Nov IV", "recruit")
    assert any(line["hexes"] for line in told[0]["lines"])
    assert all(line["text"].endswith(".") and line["rule"] for line in told[0]["lines"])
    spanish = thoughts(client, id_, lang="es")
    assert all(a["text"] != b["text"] for a, b in zip(told[0]["lines"], spanish[0]["lines"], strict=True))
    again: Any = Guard(make_app(tmp_path / "games.sqlite"), TOKEN, frozenset({HOST}))
    with TestClient(again, base_url=f"http://{HOST}", raise_server_exceptions=False) as other:
        other.headers.update({"authorization": f"Bearer {TOKEN}"})
        assert thoughts(other, id_) == told
    client.delete(f"/api/games/{id_}")
    client.post(f"/api/games/{id_}/restore")
    assert thoughts(client, id_) == told
    client.post(f"/api/games/{id_}/back", json={"after": seen["number"], "to": told[0]["n"] - 1})
    assert thoughts(client, id_) == [], "what was taken back was never thought"


def test_no_reason_is_told_before_its_turn_is_over(client: Client, tmp_path: Path):
    id_ = begin(client, players={"communist": "recruit"})
    client.patch(f"/api/games/{id_}", json={"paused": True})
    moved = 0
    for _ in range(60):
        before = client.get(f"/api/games/{id_}").json()
        if before["decider"] != "communist" or moved > 2:
            break
        client.patch(f"/api/games/{id_}", json={"step": True})
        after = wait_for_number(client, id_, before["live"])
        assert after["paused"]
        moved += after["phase"] == "phase.communist_movement"
        assert (after["thoughts"], thoughts(client, id_)) == (0, [])
    assert moved > 2
    client.patch(f"/api/games/{id_}", json={"players": {"un": "random"}})
    assert thoughts(client, id_) == [], "who gives his side to a computer for a moment reads nothing more"
    again: Any = Guard(make_app(tmp_path / "games.sqlite"), TOKEN, frozenset({HOST}))
    with TestClient(again, base_url=f"http://{HOST}", raise_server_exceptions=False) as other:
        other.headers.update({"authorization": f"Bearer {TOKEN}"})
        assert thoughts(other, id_) == [], "nor after a restart"
    client.patch(f"/api/games/{id_}", json={"players": {"un": "human", "communist": "human"}})
    assert thoughts(client, id_) == []


def test_who_only_looks_on_reads_at_once(client: Client):
    id_ = begin(client, players={"communist": "recruit", "un": "random"})
    client.patch(f"/api/games/{id_}", json={"paused": True})
    for _ in range(60):
        if thoughts(client, id_):
            break
        before = client.get(f"/api/games/{id_}").json()
        assert before["turn"] == "Nov IV"
        client.patch(f"/api/games/{id_}", json={"step": True})
        wait_for_number(client, id_, before["live"])
    assert [one["side"] for one in thoughts(client, id_)] == ["communist"]
    assert client.get(f"/api/games/{id_}").json()["phase"] == "phase.communist_movement"
    client.patch(f"/api/games/{id_}", json={"players": {"un": "human"}})
    assert thoughts(client, id_) == [], "who takes a side does not"


def wait_for_number(client: Client, id_: str, number: int) -> dict[str, Any]:
    """The situation after exactly the computer's next action has been played, with its dice."""
    for _ in range(600):
        seen = client.get(f"/api/games/{id_}").json()
        if seen["live"] > number and not seen["thinking"]:
            return seen
        time.sleep(0.05)
    raise AssertionError("no step")


def test_a_hint_for_every_decision_of_a_turn(client: Client):
    id_ = begin(client, players={"communist": "recruit"})
    seen = played_to(client, id_, "phase", "phase.un_movement")
    first = hint(client, id_)
    assert (first["by"], first["do"]) == ("veteran", hint(client, id_)["do"])
    assert client.get(f"/api/games/{id_}").json()["hash"] == seen["hash"], "a hint plays nothing"
    noted = client.get(f"/api/games/{id_}/log", params={"from": seen["number"], "lang": "es"}).json()[0]["remarks"]
    assert [text.partition(",")[0] for text in noted] == ["Consejo para la ONU: colocar"], "it is noted, once, in words"
    assert first["do"].split()[1] not in noted[0], "a unit is told by its name"
    while not first["reasons"]:  # replacements and marks come before the plan
        act(client, id_, first["do"])
        first = hint(client, id_)
    assert any(line["hexes"] for line in first["reasons"])
    act(client, id_, first["do"])
    assert hint(client, id_)["reasons"] == first["reasons"], "the plan is kept while the phase goes on"
    played_to(client, id_, "turn", "Dec I")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_hint_when_it_is_not_yours(client: Client, lang: str):
    id_ = begin(client, players={"communist": "recruit"})
    client.patch(f"/api/games/{id_}", json={"paused": True})
    if client.get(f"/api/games/{id_}").json()["decider"] == "communist":
        answer = client.post(f"/api/games/{id_}/hint", params={"lang": lang})
        assert (answer.status_code, answer.json()["key"]) == (409, "no_hint")
        assert answer.json()["error"].endswith(".")
    over = begin(client)
    client.post(f"/api/games/{over}/resign", json={"after": 0, "side": "un"})
    assert client.post(f"/api/games/{over}/hint").status_code == 409
    asked = begin(client, dice={"kind": "ask"})
    answer = client.post(f"/api/games/{asked}/hint")
    assert answer.status_code == (409 if client.get(f"/api/games/{asked}").json()["decider"] == "chance" else 200)


def test_a_record_tells_the_reasons_of_both_sides(client: Client):
    record = Path(__file__).parents[2] / "docs" / "games" / "yalu-seoul-holds.record"
    brought = client.post("/api/games/import", json={"text": record.read_text(encoding="utf-8")}).json()["id"]
    told = thoughts(client, brought)
    assert {one["side"] for one in told[:2]} == {"communist", "un"}
    assert {one["turn"] for one in told[:2]} == {"Nov IV"}
    assert [one["n"] for one in told] == sorted(one["n"] for one in told)
    log = {entry["n"]: entry for entry in client.get(f"/api/games/{brought}/log").json()}
    assert all((log[one["n"]]["by"], log[one["n"]]["turn"]) == (one["side"], one["turn"]) for one in told)
    assert {(one["player"], one["player_text"]) for one in told} == {("", "")}
    assert all(line["hexes"] or line["units"] for line in told[0]["lines"])
    assert not [entry for entry in log.values() if entry["remarks"]], "what is told there is not told twice"
