"""Who may speak to the service."""

from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.service.run import hosts_of
from tests.service.conftest import HOST, TOKEN


def test_nothing_is_answered_without_the_key(client: TestClient[Any]):
    for headers in ({"authorization": ""}, {"authorization": "Bearer wrong"}, {"cookie": "parallel38=wrong"}):
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
