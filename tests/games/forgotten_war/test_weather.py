"""7 Weather at Chosin: how many aircraft fly, and which."""

from typing import Any

import pytest

from tests.games.forgotten_war.field import field, play, where

NEXT: dict[str, Any] = {"kind": "Sequence"}
UNITS = {"2634": "1/235", "2635": "A/5-1", "available": "AIR-1, AIR-2, AIR-3, AIR-4, AIR-5, AIR-6"}
AIR = [f"AIR-{n}" for n in range(1, 7)]


@pytest.mark.rule("F-7.A", "F-7.B")
def test_the_die_says_how_many_fly_and_the_un_which():
    chosen = ["AIR-5", "AIR-2", "AIR-6"]
    for die, flying in ((4, AIR), (5, chosen), (6, [])):
        game = field(UNITS, phase="un_arrivals", frame=NEXT, dice=[die, 1, 1])
        if die == 5:
            play(game, *(f"ready {marker}" for marker in chosen))
        assert {marker for marker in AIR if where(game, marker) == "available"} == {*flying}
        assert {marker for marker in AIR if where(game, marker) == "used"} == {*AIR} - {*flying}


@pytest.mark.rule("F-7.B", by="value")
def test_the_un_may_do_with_fewer_than_the_weather_allows():
    game = field({**UNITS, "available": "AIR-1, AIR-2, AIR-3, AIR-4"}, phase="un_arrivals", frame=NEXT, dice=[5, 1, 1])
    assert [offer.verb for offer in game.offers()].count("ready") == 4
    play(game, "ready AIR-1", "end")
    assert [where(game, marker) for marker in AIR[:4]] == ["available", "used", "used", "used"]


@pytest.mark.rule("F-7.h")
def test_players_may_agree_on_the_weather_of_history():
    for turn in (2, 3, 4, 5):
        game = field(UNITS, phase="un_arrivals", turn=turn, frame=NEXT, options={"weather": "history"}, dice=[1, 1])
        flying = [marker for marker in AIR if where(game, marker) == "available"]
        assert flying == ([] if turn in (3, 4) else AIR)
