"""The HTTP interface: games are begun, looked at, played, undone, told; nothing is lost or done twice."""

import gc
import hashlib
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from parallel38 import new_game
from parallel38.engine.lines import all_lines
from parallel38.engine.positions import write_position
from parallel38.games import title
from parallel38.service import kept
from parallel38.service.app import make_app
from parallel38.service.guard import Guard
from parallel38.service.store import Store
from parallel38.service.tables import DELETED, OPEN, Hall
from tests.games.yalu.test_example import whole_turn

from .conftest import HOST, TOKEN

Client = TestClient[Any]


def begin(client: Client, **more: Any) -> str:
    answer = client.post("/api/games", json={"title": "yalu", "dice": {"kind": "seed", "seed": 7}, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def act(client: Client, id_: str, do: str, **more: Any) -> Any:
    number = client.get(f"/api/games/{id_}").json()["live"]
    return client.post(f"/api/games/{id_}/act", json={"do": do, "after": number, **more})


def test_a_game_is_begun_played_and_told(client: Client):
    id_ = begin(client, name="  My   game ")
    seen = client.get(f"/api/games/{id_}").json()
    assert (seen["decider"], seen["turn"], seen["number"], seen["name"]) == ("communist", "Nov IV", 0, "My game")
    assert act(client, id_, "place G-1 1118").json()["number"] == 1
    moved = act(client, id_, "move NKPA-24 1701-1601-1502").json()
    assert moved["number"] == 2
    assert [entry["do"] for entry in moved["entries"]] == ["move NKPA-24 1701-1601-1502"]
    units = {unit["id"]: unit for unit in client.get(f"/api/games/{id_}").json()["units"]}
    assert units["NKPA-24"]["place"] == "1502"
    log = client.get(f"/api/games/{id_}/log").json()
    assert [entry["n"] for entry in log] == [0, 1, 2]
    way = {"kind": "moved", "side": "communist", "units": ["NKPA-24"], "path": ["1701", "1601", "1502"]}
    assert log[2]["scenes"] == moved["entries"][0]["scenes"] == [way]
    assert client.get("/api/games").json()[0]["number"] == 2


def test_counters_that_are_lost_can_still_be_drawn(client: Client):
    """They are in no situation any more, so that only the log names their drawings."""
    id_ = client.post("/api/games/import", json={"text": all_lines(whole_turn()).text}).json()["id"]
    log = client.get(f"/api/games/{id_}/log").json()
    lost = [unit for entry in log for scene in entry["scenes"] for unit in scene.get("counters", ())]
    assert "ROK-8" in {unit["id"] for unit in lost}
    ids = {unit["face"] for unit in lost}
    assert {*client.get(f"/api/games/{id_}/faces?ids={','.join(ids)}").json()} == ids


def test_a_refused_action_says_why_and_changes_nothing(client: Client):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    before = client.get(f"/api/games/{id_}").json()["hash"]
    answer = act(client, id_, "move NKPA-5 1012-1013~1014")
    assert answer.status_code == 422
    assert answer.json()["refusals"][0]["number"] == "8.3.1.3"
    assert "8.3.1.3" in answer.json()["error"] or answer.json()["refusals"][0]["reason"]
    spanish = client.post(
        f"/api/games/{id_}/act", params={"lang": "es"}, json={"do": "move NKPA-5 1012-1013~1014", "after": 1}
    ).json()
    assert "zona" in spanish["error"]
    assert client.get(f"/api/games/{id_}").json()["hash"] == before


def test_the_same_request_is_done_once(client: Client):
    id_ = begin(client)
    first = act(client, id_, "place G-1 1118", key="abc")
    again = client.post(f"/api/games/{id_}/act", json={"do": "place G-1 1118", "after": 0, "key": "abc"})
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    stale = client.post(f"/api/games/{id_}/act", json={"do": "end", "after": 0})
    assert (stale.status_code, stale.json()["key"], stale.json()["number"]) == (409, "stale", 1)


def test_a_request_with_dice_is_answered_again_as_it_was(client: Client, tmp_path: Path):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    body = {"do": "move PVA-40-118 0812-0813~0814", "after": 1, "key": "abc"}
    first = client.post(f"/api/games/{id_}/act", json=body).json()
    assert [(entry["n"], entry["by"]) for entry in first["entries"]] == [(2, "communist"), (3, "chance")]
    assert first["situation"] == client.get(f"/api/games/{id_}").json()
    assert client.post(f"/api/games/{id_}/act", json=body).json() == first

    def told(answer: dict[str, Any]) -> dict[str, Any]:
        return {**answer, "situation": {**answer["situation"], "stored": ""}}

    act(client, id_, "end")
    assert told(client.post(f"/api/games/{id_}/act", json=body).json()) == told(first), "whatever came after it"
    number = client.get(f"/api/games/{id_}").json()["number"]
    client.post(f"/api/games/{id_}/back", json={"after": number, "to": 1})
    with restarted(tmp_path) as other:
        assert told(other.post(f"/api/games/{id_}/act", json=body).json()) == told(first), "also taken back"
        assert other.get(f"/api/games/{id_}").json()["number"] == 1


def test_undo_redo_and_take_back(client: Client):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    start = client.get(f"/api/games/{id_}").json()["hash"]
    act(client, id_, "move NKPA-24 1701-1601-1502")
    assert client.post(f"/api/games/{id_}/undo", json={"after": 2}).json()["number"] == 1
    assert client.get(f"/api/games/{id_}").json()["hash"] == start
    assert client.post(f"/api/games/{id_}/redo", json={"after": 1}).json()["number"] == 2
    act(client, id_, "move PVA-40-118 0812-0813~0814")
    seen = client.get(f"/api/games/{id_}").json()
    assert not seen["undo"]["can"]
    number = seen["number"]
    refused = client.post(f"/api/games/{id_}/undo", json={"after": number})
    assert refused.status_code == 409
    assert client.post(f"/api/games/{id_}/back", json={"after": number, "to": 1}).json()["number"] == 1
    assert client.get(f"/api/games/{id_}").json()["hash"] == start


def test_every_change_of_a_game_is_answered_with_what_a_page_shows_next(client: Client):
    """The situation, the entries that are new after an action that stays, and the counters that were not shown."""
    id_ = begin(client)

    def changed(how: str, **body: Any) -> dict[str, Any]:
        before = client.get(f"/api/games/{id_}").json()
        answer = client.post(f"/api/games/{id_}/{how}", json={"after": before["live"], **body}).json()
        now = client.get(f"/api/games/{id_}").json()
        assert (answer["situation"], answer["number"]) == (now, now["live"])
        log = client.get(f"/api/games/{id_}/log").json()
        assert answer["entries"] == [entry for entry in log if entry["n"] > answer["after"]]
        new = {unit["face"] for unit in now["units"]} - {unit["face"] for unit in before["units"]}
        assert answer["faces"] == (client.get(f"/api/games/{id_}/faces?ids={','.join(new)}").json() if new else {})
        return answer

    def numbers(answer: dict[str, Any]) -> tuple[int, int, list[int]]:
        return answer["after"], answer["number"], [entry["n"] for entry in answer["entries"]]

    assert numbers(changed("act", do="place G-1 1118")) == (0, 1, [1])
    assert numbers(changed("undo")) == (0, 0, [])
    assert numbers(changed("redo")) == (0, 1, [1])
    moved = changed("act", do="move PVA-40-118 0812-0813~0814")
    assert numbers(moved) == (1, 3, [2, 3])
    assert len(moved["faces"]) == 1, "its counter shows that it has moved"
    assert numbers(changed("back", to=2)) == (1, 1, []), (
        "no die falls at once: it goes behind the move that waits for one"
    )
    assert numbers(changed("back", to=0)) == (0, 0, [])
    assert numbers(changed("draw", side="un")) == (0, 0, [])
    assert numbers(changed("resign", side="un")) == (0, 1, [1])


def test_moments_replay_and_playing_on_from_one(client: Client):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    act(client, id_, "move NKPA-24 1701-1601-1502")
    then = client.get(f"/api/games/{id_}", params={"at": 1}).json()
    assert (then["number"], then["live"]) == (1, 2)
    assert {u["id"]: u["place"] for u in then["units"]}["NKPA-24"] == "1701"
    assert [m["n"] for m in client.get(f"/api/games/{id_}/moments").json()][:2] == [0, 1]
    new = client.post(f"/api/games/{id_}/branch", json={"at": 1}).json()
    assert new["id"] != id_
    seen = client.get(f"/api/games/{new['id']}").json()
    assert {u["id"]: u["place"] for u in seen["units"]}["NKPA-24"] == "1701"
    assert client.get(f"/api/games/{id_}", params={"at": 99}).status_code == 400


def test_record_and_position_go_out_and_come_in(client: Client):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    live = client.get(f"/api/games/{id_}").json()["hash"]
    record = client.get(f"/api/games/{id_}/record")
    assert "attachment" in record.headers["content-disposition"]
    position = client.get(f"/api/games/{id_}/position").text
    for text in (record.text, position):
        made = client.post("/api/games/import", json={"text": text, "name": "again"})
        assert made.status_code == 201, made.text
        assert client.get(f"/api/games/{made.json()['id']}").json()["hash"] == live
    for broken in ("", "{}", "{not json", "turn = ", record.text.replace("1118", "1119")):
        answer = client.post("/api/games/import", json={"text": broken})
        assert answer.status_code == 400, broken
        assert answer.json()["error"].endswith(".")


def test_a_position_that_cannot_be_does_not_come_in(client: Client):
    before = len(client.get("/api/games").json())
    position = write_position(new_game("mobile_war", seed=1).to_position())
    for old, new in (("turn = 1", "turn = 99"), ("[units]", "[unitz]"), ('"communist_', '"tea_')):
        assert old in position
        answer = client.post("/api/games/import", json={"text": position.replace(old, new)})
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"].endswith(".")
    assert len(client.get("/api/games").json()) == before


def test_resigning_and_drawing(client: Client):
    one, two = begin(client), begin(client)
    answer = client.post(f"/api/games/{one}/resign", json={"after": 0, "side": "un"}).json()
    assert (answer["over"], answer["winner"]) == (True, "communist")
    offered = client.post(f"/api/games/{two}/draw", json={"after": 0, "side": "un"}).json()
    assert (offered["over"], offered["draw"]) == (False, "un")
    again = client.post(f"/api/games/{two}/draw", json={"after": 0, "side": "un"}).json()
    assert not again["over"], "nobody agrees with himself"
    agreed = client.post(f"/api/games/{two}/draw", json={"after": 0, "side": "communist"}).json()
    assert agreed["over"]
    seen = client.get(f"/api/games/{two}").json()
    assert (seen["winner"], seen["remarks"]) == (None, 1)
    assert client.get(f"/api/games/{two}/log").json()[0]["remarks"] == ["The UN offers a draw."]
    assert '"remark":"draw"' in client.get(f"/api/games/{two}/record").text
    late = client.post(f"/api/games/{two}/draw", json={"after": 1, "side": "un"})
    assert late.status_code == 422
    third = begin(client, players={"un": "random"})
    alone = client.post(f"/api/games/{third}/draw", json={"after": 0, "side": "communist"})
    assert (alone.status_code, alone.json()["key"]) == (409, "no_draw_with_computer")


@pytest.mark.parametrize("what", ["act", "plan", "why", "odds"])
@pytest.mark.parametrize("do", ["draw", "resign un", "resign communist"])
@pytest.mark.parametrize("players", [{}, {"un": "random"}])
def test_no_action_ends_a_game(client: Client, what: str, do: str, players: dict[str, str]):
    id_ = begin(client, players=players)
    body: dict[str, Any] = {"do": do, "after": 0} if what == "act" else {"do": do}
    for lang, words in (("en", "for itself"), ("es", "por sí mismo")):
        answer = client.post(f"/api/games/{id_}/{what}", json=body, params={"lang": lang})
        assert answer.status_code == 400, answer.text
        assert words in answer.json()["error"]
    assert not client.get(f"/api/games/{id_}").json()["over"]


def test_a_side_resigns_through_the_person_who_plays_it(client: Client):
    id_ = begin(client, players={"un": "random"})
    other = client.post(f"/api/games/{id_}/resign", json={"after": 0, "side": "un"})
    assert other.status_code == 400
    assert not client.get(f"/api/games/{id_}").json()["over"]
    own = client.post(f"/api/games/{id_}/resign", json={"after": 0, "side": "communist"})
    assert {name: own.json()[name] for name in ("number", "over", "winner")} == {
        "number": 1,
        "over": True,
        "winner": "un",
    }


def test_an_offer_of_a_draw_is_kept_and_ends_with_what_comes_next(client: Client, tmp_path: Path):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    client.post(f"/api/games/{id_}/draw", json={"after": 1, "side": "un"})
    with restarted(tmp_path) as other:
        assert other.get(f"/api/games/{id_}").json()["draw"] == "un"
    assert client.post(f"/api/games/{id_}/undo", json={"after": 1}).status_code == 200
    assert client.get(f"/api/games/{id_}").json()["draw"] is None
    client.post(f"/api/games/{id_}/redo", json={"after": 0})
    assert client.get(f"/api/games/{id_}").json()["draw"] is None
    agreed = client.post(f"/api/games/{id_}/draw", json={"after": 1, "side": "communist"}).json()
    assert (agreed["over"], agreed["draw"]) == (False, "communist"), "nothing is left to agree to"
    act(client, id_, "move NKPA-24 1701-1601-1502")
    assert client.get(f"/api/games/{id_}").json()["draw"] is None


@contextmanager
def restarted(tmp_path: Path) -> Iterator[Client]:
    """Another service over the same games."""
    guarded: Any = Guard(make_app(tmp_path / "games.sqlite"), TOKEN, frozenset({HOST}))
    with TestClient(guarded, base_url=f"http://{HOST}", raise_server_exceptions=False) as other:
        other.headers.update({"authorization": f"Bearer {TOKEN}", "origin": f"http://{HOST}"})
        yield other


def test_a_game_that_another_program_has_changed_is_read_anew(client: Client, tmp_path: Path):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    with restarted(tmp_path) as other:
        act(other, id_, "move NKPA-24 1701-1601-1502")
        late = act(client, id_, "move NKPA-5 1012-1011")
        assert (late.status_code, late.json()["key"], late.json()["number"]) == (409, "stale", 2)
        seen = client.get(f"/api/games/{id_}").json()
        assert (seen["number"], seen["hash"]) == (2, other.get(f"/api/games/{id_}").json()["hash"])
        assert act(client, id_, "move NKPA-5 1012-1011").status_code == 200
        assert other.post(f"/api/games/{id_}/undo", json={"after": 2}).json()["number"] == 3
        assert other.post(f"/api/games/{id_}/undo", json={"after": 3}).json()["number"] == 2
        late = client.post(f"/api/games/{id_}/draw", json={"after": 3, "side": "un"})
        assert (late.status_code, late.json()["number"]) == (409, 2)
        assert client.post(f"/api/games/{id_}/draw", json={"after": 2, "side": "un"}).status_code == 200


def test_a_computer_goes_on_although_another_program_has_played(client: Client, tmp_path: Path):
    id_ = begin(client, players={"communist": "random"})
    while not client.get(f"/api/games/{id_}").json()["live"]:
        time.sleep(0.05)
    client.patch(f"/api/games/{id_}", json={"paused": True})
    wait_for(client, id_, "thinking", "")
    Store(tmp_path / "games.sqlite", title).open(id_).take_back(0)
    client.patch(f"/api/games/{id_}", json={"paused": False})
    assert not wait_for(client, id_, "decider", "un")["paused"]


def test_looking_at_a_game_changes_nothing(client: Client, tmp_path: Path):
    id_ = begin(client, players={"communist": "random"})
    client.patch(f"/api/games/{id_}", json={"paused": True})
    store = Store(tmp_path / "games.sqlite", title)
    store.change(id_, paused=False)
    with restarted(tmp_path) as other:
        before = (store.game(id_), store.text(id_))
        for path in ("", "/log", "/thoughts", "/forces", "/account", "/hint"):
            assert other.get(f"/api/games/{id_}{path}").status_code == (405 if path == "/hint" else 200)
        time.sleep(0.3)
        assert (store.game(id_), store.text(id_)) == before
        with other.websocket_connect(f"/api/games/{id_}/live"):
            assert wait_for(other, id_, "decider", "un")["live"] > before[0]["number"]
    store.close()


def test_a_long_key_is_refused(client: Client):
    id_ = begin(client)
    answer = act(client, id_, "place G-1 1118", key="k" * 65)
    assert (answer.status_code, answer.json()["key"]) == (400, "key_too_long")
    assert "64" in answer.json()["error"]
    assert act(client, id_, "place G-1 1118", key="k" * 64).json()["number"] == 1


def test_a_sealed_game_goes_on_when_it_is_imported(client: Client):
    id_ = begin(client, dice={"kind": "sealed"})
    act(client, id_, "place G-1 1118")
    text = client.get(f"/api/games/{id_}/record").text
    made = client.post("/api/games/import", json={"text": text}, params={"lang": "es"}).json()
    assert "dados sellados nuevos" in made["notices"][0]
    moved = act(client, made["id"], "move PVA-40-118 0812-0813~0814").json()
    assert [entry["by"] for entry in moved["entries"]] == ["communist", "chance"]
    assert {entry["branch"] for entry in moved["entries"]} == {1}
    again = client.get(f"/api/games/{made['id']}/record").text
    assert text.splitlines()[0].split('"start"')[0] == again.splitlines()[0].split('"start"')[0], "the first seal stays"
    client.post(f"/api/games/{made['id']}/resign", json={"after": 3, "side": "un"})
    roll = client.get(f"/api/games/{made['id']}/rolls/3").json()
    assert hashlib.sha256(roll["secret"].encode()).hexdigest() == roll["seal"]
    over = client.post("/api/games/import", json={"text": client.get(f"/api/games/{made['id']}/record").text})
    assert (over.status_code, over.json()["notices"]) == (201, [])


def test_tables_that_nobody_uses_are_let_go(client: Client, hall: Hall):
    first = begin(client, name="first")
    with client.websocket_connect(f"/api/games/{first}/live") as page:
        page.receive_json(timeout=5)
        ids = [begin(client) for _ in range(3 * OPEN)]
        for id_ in ids:
            assert client.get(f"/api/games/{id_}").json()["number"] == 0
        gc.collect()
        assert len(hall._tables) <= OPEN + 1
        assert first in hall._tables, "a page listens"
        act(client, first, "place G-1 1118")
        assert page.receive_json(timeout=5)["number"] == 1
        for id_ in ids:
            client.delete(f"/api/games/{id_}")
        gc.collect()
        assert (list(hall._tables), len(hall._deleted)) == ([first], DELETED)
    assert client.post(f"/api/games/{ids[0]}/restore").status_code == 409
    assert client.post(f"/api/games/{ids[-1]}/restore").status_code == 200


def test_a_computer_at_play_keeps_its_table(client: Client, hall: Hall):
    id_ = begin(client, players={"communist": "random", "un": "random"})
    client.patch(f"/api/games/{id_}", json={"pace": 10})
    for _ in range(2 * OPEN):
        begin(client)
    gc.collect()
    assert id_ in hall._tables
    number = client.get(f"/api/games/{id_}").json()["live"]
    client.patch(f"/api/games/{id_}", json={"pace": 0})
    for _ in range(200):
        if client.get(f"/api/games/{id_}").json()["live"] > number:
            return
        time.sleep(0.05)
    raise AssertionError("it does not go on")


def _closed(page: Any) -> int:
    """The code with which a live line is closed after whatever is told before."""
    while True:
        try:
            page.receive_json(timeout=5)
        except WebSocketDisconnect as gone:
            return gone.code


def test_deleting_a_game_whose_computer_thinks_is_quiet(client: Client, hall: Hall, caplog: pytest.LogCaptureFixture):
    for pause in (0.0, 0.05, 0.2):
        id_ = begin(client, players={"communist": "veteran", "un": "veteran"})
        with client.websocket_connect(f"/api/games/{id_}/live") as page:
            page.receive_json(timeout=5)
            time.sleep(pause)
            assert client.delete(f"/api/games/{id_}").status_code == 200
            assert _closed(page) == 4404
        assert client.get(f"/api/games/{id_}").status_code == 404
    assert not hall._recent
    assert [said for said in caplog.records if said.levelname in ("WARNING", "ERROR")] == []


def test_a_game_that_somebody_else_deletes_ends_quietly(
    client: Client, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    id_ = begin(client, players={"communist": "veteran"})
    store = Store(tmp_path / "games.sqlite", title)
    store.delete(id_)
    store.close()
    for _ in range(400):
        if client.get(f"/api/games/{id_}").status_code == 404:
            break
        time.sleep(0.05)
    assert client.post(f"/api/games/{id_}/act", json={"do": "end", "after": 0}).status_code in (404, 409)
    time.sleep(0.5)
    assert [said for said in caplog.records if said.levelname in ("WARNING", "ERROR")] == []


def test_deleted_games_can_be_brought_back(client: Client):
    id_ = begin(client)
    assert client.delete(f"/api/games/{id_}").status_code == 200
    assert client.get(f"/api/games/{id_}").status_code == 404
    assert client.post(f"/api/games/{id_}/restore").status_code == 200
    assert client.get(f"/api/games/{id_}").json()["number"] == 0


def wait_for(client: Client, id_: str, what: str, value: Any) -> dict[str, Any]:
    for _ in range(600):
        seen = client.get(f"/api/games/{id_}").json()
        if seen[what] == value:
            return seen
        time.sleep(0.05)
    raise AssertionError(f"{what} never became {value}")


def test_the_computer_plays_pauses_and_goes_on_after_a_restart(client: Client, tmp_path: Path):
    id_ = begin(client, players={"communist": "random"})
    client.patch(f"/api/games/{id_}", json={"paused": True})
    paused = client.get(f"/api/games/{id_}").json()
    assert paused["paused"]
    time.sleep(0.3)
    number = client.get(f"/api/games/{id_}").json()["live"]
    time.sleep(0.3)
    assert client.get(f"/api/games/{id_}").json()["live"] == number, "paused means paused"
    if client.get(f"/api/games/{id_}").json()["decider"] == "communist":
        mine = client.post(f"/api/games/{id_}/act", json={"do": "end", "after": number})
        assert (mine.status_code, mine.json()["key"]) == (409, "computer_decides")
    again = Store(tmp_path / "games.sqlite", title)
    assert again.game(id_)["players"]["communist"] == "random"
    again.close()
    client.patch(f"/api/games/{id_}", json={"paused": False})
    seen = wait_for(client, id_, "decider", "un")
    assert seen["live"] > number


def test_pages_hear_of_every_action(client: Client):
    id_ = begin(client)
    with (
        client.websocket_connect(f"/api/games/{id_}/live") as page,
        client.websocket_connect(f"/api/games/{id_}/live") as other,
    ):
        assert page.receive_json(timeout=5)["number"] == other.receive_json(timeout=5)["number"] == 0
        act(client, id_, "place G-1 1118")
        for line in (page, other):
            told = line.receive_json(timeout=5)
            assert (told["number"], told["after"], told["decider"]) == (1, 0, "communist")
        client.post(f"/api/games/{id_}/undo", json={"after": 1})
        assert page.receive_json(timeout=5)["number"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/games", {"title": "yalu", "surprise": 1}),
        ("POST", "/api/games", {"title": "chess"}),
        ("POST", "/api/games", {"title": "yalu", "dice": {"kind": "loaded"}}),
        ("POST", "/api/games", {"title": "yalu", "players": {"un": "deep thought"}}),
        ("POST", "/api/games", {"title": "yalu", "options": {"air-sorties": "maybe"}}),
        ("POST", "/api/games", {"title": "yalu", "charts": {"x": {"y": {"z": 1}}}}),
        ("POST", "/api/games", [1, 2]),
        ("POST", "/api/games/import", {"text": 5}),
        ("GET", "/api/titles/chess/rules", None),
        ("GET", "/api/titles/..%2f..%2fetc/rules", None),
    ],
)
def test_bad_input_is_a_sentence(client: Client, method: str, path: str, body: Any):
    answer = client.request(method, path, json=body)
    assert answer.status_code in (400, 404), answer.text
    assert answer.json()["error"].endswith(".")


def test_a_body_that_is_no_json_or_too_large(client: Client):
    answer = client.post("/api/games", content=b"\xff{", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    large = client.post("/api/games/import", json={"text": "x" * 9_000_000})
    assert (large.status_code, large.json()["key"]) == (413, "too_large")


def test_what_does_not_change_is_sent_once(client: Client):
    for path in (
        "/web/js/game.js",
        "/web/css/base.css",
        "/api/boards/yalu/yalu/board.svg",
        "/api/boards/yalu/yalu/relief.jpg",
    ):
        first = client.get(path)
        assert first.status_code == 200, path
        assert ("gzip" in first.headers.get("content-encoding", "")) == (not path.endswith("jpg"))
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert ("content-encoding" in plain.headers, plain.content == first.content) == (False, True)
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_page_names_every_module_that_it_needs(client: Client):
    for path in ("/", "/games/x", "/games/x/text", "/reference/yalu", "/about", "/tutorial"):
        page = client.get(path).text
        named = set(re.findall(r'rel="modulepreload" href="([^"]+)"', page))
        assert set(re.findall(r'src="([^"]+\.js)"', page)) <= named
        for module in named:
            needed = re.findall(r'^[^*]*\bfrom "\./([\w-]+\.js)"', client.get(module).text, re.M)
            folder = module.rpartition("/")[0]
            assert {f"{folder}/{one}" for one in needed} <= named, module


def test_a_browser_asks_again_for_what_a_page_names_only_when_a_file_has_changed(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def script() -> str:
        return re.findall(r'src="([^"]+game\.js)"', client.get("/games/x").text)[0]

    named = script()
    answer = client.get(named)
    assert (answer.text, answer.headers["cache-control"]) == (
        client.get("/web/js/game.js").text,
        f"private, max-age={kept.YEAR}",
    )
    assert client.get("/web/js/game.js").headers["cache-control"] == "no-cache"
    changed = tmp_path / "changed.css"
    changed.touch()
    monkeypatch.setattr(kept, "_web_files", lambda: [changed])
    assert script() != named
    assert client.get(named).headers["cache-control"] == "no-cache"


def test_no_trick_reaches_a_file(client: Client):
    for path in (
        "/web/texts/en/web.po",
        "/web/js",
        "/web/js/%00.js",
        "/web/js/none.js",
        "/web/../app.py",
        "/web/%2e%2e/service/app.py",
        "/web//etc/passwd",
        "/web/as-0//etc/passwd",
        "/web/as-0/../app.py",
        "/web/__init__.py/../../cli/app.py",
    ):
        answer = client.get(path)
        assert answer.status_code in (404, 405, 400), path
        assert "import" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"title": "yalu", "charts": ' + b'{"a": ' * 900 + b"1" + b"}" * 901,
        b'{"title": "yalu", "dice": {"kind": "seed", "seed": 1' + b"0" * 5000 + b"}}",
        b'{"title": "yalu", "dice": {"kind": "seed", "seed": 1' + b"0" * 4000 + b"}}",
        b'{"title": "yalu", "dice": {"kind": "seed", "seed": 1' + b"0" * 30 + b"}}",
        b'{"title": "\xff"}',
        b'{"title": "\\ud800"}',
        b"{",
        b"",
    ],
)
def test_a_body_that_nobody_can_read_is_one_sentence(client: Client, body: bytes):
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


def test_only_an_import_may_be_large(client: Client):
    text = "parallel38" * 200_000
    assert client.post("/api/titles/yalu/charts", json={"charts": text}).status_code == 413
    answer = client.post("/api/games/import", json={"text": text})
    assert (answer.status_code, answer.json()["key"]) == (400, "too_much_text")
    assert client.post("/api/games/import", json={"text": text * 5}).status_code == 413


def test_what_happened_since_the_last_turn_is_the_same_after_a_restart(client: Client, tmp_path: Path):
    """It is worked out from the record: losses, places, moves, with counters that can be drawn."""
    record = Path(__file__).parents[1] / "records" / "yalu-example-turn-0.2.0.record"
    id_ = client.post("/api/games/import", json={"text": record.read_text()}).json()["id"]
    assert client.get(f"/api/games/{id_}/since", params={"side": "communist"}).json() is None
    told = client.get(f"/api/games/{id_}/since").json()
    assert told["side"] == "un", "for the side that decides"
    assert told["losses"][0]["units"][0]["name"] == "ROK 8th Division"
    with restarted(tmp_path) as other:
        assert other.get(f"/api/games/{id_}/since", params={"side": "un"}).json() == told
        faces = ",".join(unit["face"] for row in told["losses"] for unit in row["units"])
        drawn = other.get(f"/api/games/{id_}/faces", params={"ids": faces}).json()
        assert set(drawn) == set(faces.split(","))
    refused = client.get(f"/api/games/{id_}/since", params={"side": "nobody"})
    assert (refused.status_code, refused.json()["key"]) == (400, "unknown_side")
