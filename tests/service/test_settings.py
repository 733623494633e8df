"""Settings and bookmarks: kept with the games, whatever port or browser asks."""

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.games import title
from parallel38.service.store import SETTING, Store

PAGES = ("/", "/about", "/tutorial", "/reference/yalu", "/games/any", "/games/any/text")


def test_settings_are_kept_and_come_with_every_page(client: TestClient[Any], tmp_path: Path):
    assert client.get("/api/settings").json() == {}
    client.patch("/api/settings", json={"language": "es", "tint": 30, "keys": False})
    changed = client.patch("/api/settings", json={"tint": None, "pace": 'a"<b>'})
    assert changed.json() == {"language": "es", "keys": False, "pace": 'a"<b>'}
    for path in PAGES:
        head = client.get(path).text.split('data-settings="')[1].split('"')[0]
        assert json.loads(unescape(head)) == changed.json()
    assert Store(tmp_path / "games.sqlite", title).settings() == changed.json(), "they are on the disk"


@pytest.mark.parametrize(
    "body", [{"a": "x" * 101}, {"a" * 101: 1}, {str(n): n for n in range(101)}, {"a": [1]}, [], {"a": {"b": 1}}]
)
def test_what_is_no_setting_is_refused(client: TestClient[Any], body: Any):
    answer = client.patch("/api/settings", json=body)
    assert (answer.status_code, answer.json()["error"][-1]) == (400, ".")
    assert client.get("/api/settings").json() == {}


def test_a_damaged_setting_does_not_bar_the_pages(client: TestClient[Any], tmp_path: Path):
    client.patch("/api/settings", json={"tint": 5, "wheel": "pan"})
    with Store(tmp_path / "games.sqlite", title).database.write() as connection:
        connection.execute(SETTING.update().where(SETTING.c.name == "tint").values(value="{"))
    assert client.get("/api/settings").json() == {"wheel": "pan"}


def test_bookmarks_stay_with_their_game(client: TestClient[Any]):
    id_ = client.post("/api/games", json={"title": "yalu"}).json()["id"]
    assert client.get(f"/api/games/{id_}").json()["bookmarks"] == []
    marks = [{"n": 3, "text": "  The  crossing "}, {"n": 0, "text": "Before it"}]
    client.patch(f"/api/games/{id_}", json={"bookmarks": marks})
    kept = [{"n": 0, "text": "Before it"}, {"n": 3, "text": "The crossing"}]
    assert client.get(f"/api/games/{id_}").json()["bookmarks"] == kept
    client.delete(f"/api/games/{id_}")
    client.post(f"/api/games/{id_}/restore")
    assert client.get(f"/api/games/{id_}").json()["bookmarks"] == kept, "a game that is brought back has them"
    many = [{"n": n, "text": ""} for n in range(501)]
    assert client.patch(f"/api/games/{id_}", json={"bookmarks": many}).status_code == 400
    assert client.get(f"/api/games/{id_}").json()["bookmarks"] == kept
