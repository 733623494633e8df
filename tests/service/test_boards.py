"""Boards, editions and scenarios over HTTP: each address says which it means."""

from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.engine.titles import Title

Client = TestClient[Any]


@pytest.fixture
def ridge(client: Client, small: Title) -> str:
    asked = {"title": "small", "edition": "second", "scenario": "ridge", "options": {"fog": "on"}}
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 201, answer.text
    assert answer.json()["board"] == "ridge"
    return answer.json()["id"]


def test_a_game_says_its_board_and_its_words(client: Client, ridge: str):
    seen = client.get(f"/api/games/{ridge}").json()
    assert (seen["title"], seen["edition"], seen["scenario"], seen["board"]) == ("small", "second", "ridge", "ridge")
    hexes = client.get("/api/boards/small/ridge/map").json()["hexes"]
    assert all(unit["place"] in hexes for unit in seen["units"])
    words = client.get(f"/api/games/{ridge}/words?lang=es").json()
    assert words["sides"]["red"]["short"] == "Rojo"
    assert words["words"]["verb"]["step"] == "avanzar"
    assert words["overlays"] == []
    done = client.post(f"/api/games/{ridge}/act", json={"do": "step B-1 0205", "after": 0})
    assert done.status_code == 200, done.text
    assert done.json()["situation"]["board"] == "ridge"


def test_boards_have_addresses_of_their_own(client: Client, small: Title):
    drawn = [client.get(f"/api/boards/small/{board}/board.svg") for board in small.boards]
    assert [answer.status_code for answer in drawn] == [200, 200]
    assert drawn[0].content != drawn[1].content
    assert client.get("/api/boards.css").headers["content-type"].startswith("text/css")
    assert client.get("/api/boards/yalu/yalu/relief.jpg").headers["content-type"] == "image/jpeg"
    assert client.get("/api/boards/small/ford/relief.jpg").status_code == 404
    for wrong in ("small/sea", "small/..%2fford", "chess/ford"):
        for file in ("board.svg", "relief.jpg", "map"):
            answer = client.get(f"/api/boards/{wrong}/{file}")
            assert answer.status_code in (400, 404), wrong
            assert answer.json()["error"]


def test_titles_answer_by_edition_and_scenario(client: Client, small: Title):
    def ask(what: str, **query: str) -> Any:
        return client.get(f"/api/titles/small/{what}", params=query)

    assert next(rule["id"] for rule in ask("rules", edition="second").json()) == "B-1.1"
    assert [one["text"] for one in ask("chapters", edition="second").json()] == [
        "Movement",
        "Fire",
        "Weather and victory",
    ]
    assert [one["name"] for one in ask("charts", edition="second", scenario="ridge").json()] == ["steps", "weather"]
    assert ask("start", scenario="ridge").json()["board"] == "ridge"
    assert ask("tutorial", edition="second").json()["scenario"] == "ridge"
    figures = {"charts": {"weather": {"sun": {"drm": 2}}}}
    assert client.post("/api/titles/small/charts?edition=second", json=figures).status_code == 200
    assert client.post("/api/titles/small/charts?edition=first", json=figures).status_code == 400
    for what in ("rules", "chapters", "charts", "start", "tutorial"):
        assert ask(what, edition="third").status_code == 400, what


def test_a_game_whose_scenario_is_not_known_is_told_as_damaged(
    client: Client, ridge: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("PARALLEL38_TITLES")
    row = next(row for row in client.get("/api/games").json() if row["id"] == ridge)
    assert row["damaged"]
