"""Who may speak to the service."""

import time
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from parallel38.service.guard import LINES, cookie_of
from parallel38.service.run import hosts_of
from tests.service.conftest import HOST, TOKEN


def test_nothing_is_answered_without_the_key(client: TestClient[Any]):
    for headers in ({"authorization": ""}, {"authorization": "Bearer wrong"}, {"cookie": f"{cookie_of(HOST)}=wrong"}):
        answer = client.get("/api/games", headers={"authorization": "", **headers})
        assert (answer.status_code, answer.json()["key"]) == (403, "no_token")


def test_the_printed_address_leaves_a_cookie_and_no_key_in_the_address(client: TestClient[Any]):
    del client.headers["authorization"]
    answer = client.get(f"/?token={TOKEN}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert client.get("/api/games").status_code == 200
    elsewhere = client.get(f"//evil.example/?token={TOKEN}", follow_redirects=False)
    assert elsewhere.headers["location"].startswith("/")
    assert not elsewhere.headers["location"].startswith("//")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"https://{HOST}.evil.example"])
def test_foreign_pages_are_turned_away(client: TestClient[Any], origin: str):
    answer = client.post("/api/games", json={"title": "yalu"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["key"]) == (403, "foreign_page")


def test_a_foreign_name_is_turned_away(client: TestClient[Any]):
    answer = client.get("/api/games", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["key"]) == (403, "foreign_host")


def test_every_answer_has_the_policy(client: TestClient[Any]):
    for path in ("/api/games", "/", "/web/css/base.css", "/nowhere"):
        policy = client.get(path).headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_somebody_who_asks_without_end_must_wait(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parallel38.service.guard.BURST", 3.0)
    monkeypatch.setattr("parallel38.service.guard.time.monotonic", lambda: 1.0)
    assert [client.get("/api/about").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    monkeypatch.setattr("parallel38.service.guard.time.monotonic", lambda: 2.0)
    assert client.get("/api/about").status_code == 200


def test_names_of_the_service():
    assert hosts_of("127.0.0.1", 80) >= {"127.0.0.1", "localhost:80"}
    assert hosts_of("127.0.0.1", 8038, ("club.example",)) >= {"club.example:8038", "localhost:8038"}
    assert "localhost:8038" not in hosts_of("192.0.2.1", 8038)
    assert "[::1]:8038" in hosts_of("::1", 8038)


def test_the_cookie_belongs_to_a_port(client: TestClient[Any]):
    del client.headers["authorization"]
    assert cookie_of("127.0.0.1:8000") == "parallel38-8000"
    assert cookie_of("[::1]") == "parallel38-80"
    other = {"cookie": f"parallel38-8001=another; {cookie_of(HOST)}={TOKEN}; parallel38=old"}
    assert client.get("/api/games", headers=other).status_code == 200
    assert client.get("/api/games", headers={"cookie": f"parallel38-8001={TOKEN}"}).status_code == 403
    answer = client.get(f"/?token={TOKEN}", follow_redirects=False)
    assert answer.headers["set-cookie"].startswith(f"{cookie_of(HOST)}=")


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/?token=%C3%A9", {}, 403),
        ("/?token=%ff%fe", {}, 403),
        ("/", {"authorization": b"Bearer \xe9"}, 403),
        ("/", {"cookie": f"{cookie_of(HOST)}=é".encode()}, 403),
        ("/", {"origin": "http://["}, 403),
        ("/", {"origin": "://"}, 403),
        ("/", {"host": "["}, 403),
        (f"/web/css/{'a' * 300}.css", {}, 404),
        (f"/web/css/{'a/' * 3000}b.css", {}, 404),
    ],
)
def test_whatever_somebody_without_the_key_sends_is_no_fault(
    client: TestClient[Any], path: str, headers: dict[str, Any], status: int
):
    answer = client.get(path, headers={"authorization": "", **headers})
    assert answer.status_code == status
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.json()["error"].endswith(".")


def test_the_address_without_its_key_is_written_as_an_address(client: TestClient[Any]):
    answer = client.get(f"/games/a%0d%0ab: c/é?token={TOKEN}", follow_redirects=False)
    assert answer.headers["location"] == "/games/a%0D%0Ab%3A%20c/%C3%A9"


def test_no_page_without_the_key_locks_out_one_that_has_it(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parallel38.service.guard.BURST", 30.0)
    monkeypatch.setattr("parallel38.service.guard.time.monotonic", lambda: 1.0)
    strangers: list[dict[str, Any]] = [
        {"authorization": ""},
        {"origin": "http://evil.example"},
        {"host": "evil.example"},
    ]
    for headers in strangers * 30:
        assert client.get("/api/about", headers=headers).status_code in (403, 429)
    assert client.get("/api/about", headers=strangers[0]).status_code == 429, "they have a limit of their own"
    assert client.get("/api/about").status_code == 200
    assert client.get(f"/?token={TOKEN}", follow_redirects=False).status_code == 303


def test_live_lines_have_a_limit(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch):
    assert LINES >= 16
    monkeypatch.setattr("parallel38.service.guard.LINES", 1)
    id_ = client.post("/api/games", json={"title": "yalu"}).json()["id"]
    with client.websocket_connect(f"/api/games/{id_}/live") as page:
        page.receive_json(timeout=5)
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/games/{id_}/live") as other:
            other.receive_json(timeout=5)
    for _ in range(100):  # the first line has ended when the service has seen it
        try:
            with client.websocket_connect(f"/api/games/{id_}/live") as page:
                assert page.receive_json(timeout=5)["number"] == 0
                return
        except WebSocketDisconnect:
            time.sleep(0.02)
    raise AssertionError("a line that has ended still counts")
