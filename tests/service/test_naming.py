"""Names of games that nobody has named, records that know who played, and files that are none of ours."""

from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.games import title
from parallel38.service.store import Store

AT = "2024-11-18T12:00:00.000Z"


def begun(client: TestClient[Any], **more: Any) -> dict[str, Any]:
    return client.post("/api/games", json={"title": "yalu", **more}).json()


@pytest.mark.parametrize(
    ("game", "en", "es"),
    [
        (
            {"players": {"un": "veteran"}},
            "Yalu · Communist v veteran · 18 Nov 2024",
            "Yalu · Comunista contra veterano · 18 nov 2024",
        ),
        ({}, "Yalu · both sides · 18 Nov 2024", "Yalu · los dos bandos · 18 nov 2024"),
        (
            {"edition": "classic", "players": {"communist": "recruit"}},
            "Yalu, Classic · UN v recruit · 18 Nov 2024",
            "Yalu, Classic · ONU contra recluta · 18 nov 2024",
        ),
        (
            {"title": "mobile_war", "scenario": "stalemate", "players": {"communist": "recruit"}},
            "The Mobile War, Stalemate · UN v recruit · 18 Nov 2024",
            "La guerra móvil, Estancamiento · ONU contra recluta · 18 nov 2024",
        ),
        ({"name": "Ana's revenge"}, "Ana's revenge", "Ana's revenge"),
    ],
)
def test_a_game_without_a_name_is_called_by_what_it_is(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, game: dict[str, Any], en: str, es: str
):
    monkeypatch.setattr("parallel38.service.store.now", lambda: AT)
    made = begun(client, **game)
    for lang, words in (("en", en), ("es", es)):
        assert client.get("/api/games", params={"lang": lang}).json()[0]["called"] == words
        assert client.get(f"/api/games/{made['id']}", params={"lang": lang}).json()["called"] == words


def test_a_day_of_this_year_has_no_year(client: TestClient[Any]):
    assert begun(client)["called"].split()[-1].isalpha()


def test_a_record_keeps_its_players_and_its_name(client: TestClient[Any]):
    made = begun(client, players={"communist": "recruit"}, name="Winter", dice={"kind": "seed", "seed": 1})
    client.patch(f"/api/games/{made['id']}", json={"paused": True})
    out = client.get(f"/api/games/{made['id']}/record")
    assert out.headers["content-disposition"].endswith('filename="winter.record"')
    again = client.post("/api/games/import", json={"text": out.text, "file": "winter (1).record"}).json()
    assert (again["players"], again["name"], again["notices"]) == (made["players"], "Winter", [])
    mine = client.post("/api/games/import", json={"text": out.text, "name": "Mine", "players": {"communist": "human"}})
    assert (set(mine.json()["players"].values()), mine.json()["name"]) == ({"human"}, "Mine")


def test_a_record_that_does_not_say_who_played_says_so(client: TestClient[Any], app: Any):
    made = begun(client, dice={"kind": "seed", "seed": 1})
    lines = client.get(f"/api/games/{made['id']}/record").text.splitlines(keepends=True)
    old = client.post("/api/games/import", json={"text": "".join(lines[:-1]), "file": "the_first-winter.record"}).json()
    assert (old["name"], len(old["notices"])) == ("the first winter", 1)
    code = client.post(
        "/api/games/import", json={"text": "".join(lines[:-1]), "file": f"parallel38-{made['id']}.record"}
    )
    assert code.json()["name"] == "", "a name that the program made up is none"


def test_players_that_a_record_names_and_nobody_knows_are_people(client: TestClient[Any], app: Any):
    made = begun(client, players={"un": "random"}, dice={"kind": "seed", "seed": 1})
    store: Store = app.state.store
    store.change(made["id"], players={"un": "marshal", "communist": "human"}, paused=True)
    text = store.text(made["id"])
    assert '"marshal"' in text
    again = client.post("/api/games/import", json={"text": text}).json()
    assert again["players"] == dict.fromkeys(title("yalu").make(title("yalu").setting(None, None)).sides, "human")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01", "picture"),
        (b'<?xml version="1.0"?>\n<svg xmlns="x">', "picture"),
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"PK\x03\x04\x14\0\0\0", "archive"),
        (b"SQLite format 3\0\x10", "games.sqlite"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"\x7fELF\x02\x01\x01\0\0", "no text"),
        (b"Dear diary, today the Chinese came.", "neither"),
        (b"  \n", "empty"),
    ],
)
def test_a_wrong_file_is_told_in_words(client: TestClient[Any], data: bytes, words: str):
    answer = client.post("/api/games/import", json={"text": data.decode(errors="replace"), "file": "x.record"})
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert "TOML" not in answer.json()["error"]
    assert client.get("/api/games").json() == []


def test_a_drawing_for_printing_is_a_file(client: TestClient[Any]):
    made = begun(client, name="Winter")
    drawn = client.get(f"/api/games/{made['id']}/drawing", params={"lang": "es"})
    assert drawn.headers["content-disposition"].endswith('filename="winter-0.svg"')
    assert (drawn.text.startswith("<svg"), "Yalu" in drawn.text) == (True, True)
