"""The HTTP interface: games are begun, looked at, played, undone, told; nothing is lost or done twice."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38 import new_game
from parallel38.engine.positions import write_position
from parallel38.games import title
from parallel38.service.store import Store

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
    assert client.get("/api/games").json()[0]["number"] == 2


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
    assert again.json()["number"] == 1
    stale = client.post(f"/api/games/{id_}/act", json={"do": "end", "after": 0})
    assert (stale.status_code, stale.json()["key"], stale.json()["number"]) == (409, "stale", 1)


def test_undo_redo_and_take_back(client: Client):
    id_ = begin(client)
    act(client, id_, "place G-1 1118")
    start = client.get(f"/api/games/{id_}").json()["hash"]
    act(client, id_, "move NKPA-24 1701-1601-1502")
    assert client.post(f"/api/games/{id_}/undo", json={"after": 2}).json() == {"number": 1}
    assert client.get(f"/api/games/{id_}").json()["hash"] == start
    assert client.post(f"/api/games/{id_}/redo", json={"after": 1}).json() == {"number": 2}
    act(client, id_, "move PVA-40-118 0812-0813~0814")
    seen = client.get(f"/api/games/{id_}").json()
    assert not seen["undo"]["can"]
    number = seen["number"]
    refused = client.post(f"/api/games/{id_}/undo", json={"after": number})
    assert refused.status_code == 409
    assert client.post(f"/api/games/{id_}/back", json={"after": number, "to": 1}).json()["number"] == 1
    assert client.get(f"/api/games/{id_}").json()["hash"] == start


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
    for path in ("/web/js/game.js", "/web/css/base.css", "/api/titles/yalu/board.svg", "/api/titles/yalu/relief.jpg"):
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
            assert {f"/web/js/{one}" for one in needed} <= named, module


def test_no_trick_reaches_a_file(client: Client):
    for path in (
        "/web/texts/en/web.po",
        "/web/js",
        "/web/js/%00.js",
        "/web/js/none.js",
        "/web/../app.py",
        "/web/%2e%2e/service/app.py",
        "/web//etc/passwd",
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
    text = "x" * 2_000_000
    assert client.post("/api/titles/yalu/charts", json={"charts": text}).status_code == 413
    answer = client.post("/api/games/import", json={"text": text})
    assert (answer.status_code, answer.json()["key"]) == (400, "too_much_text")
    assert client.post("/api/games/import", json={"text": text * 5}).status_code == 413
