"""Victory conditions: six levels for each scenario, and how they are compared."""

from typing import Any

import pytest

from parallel38.engine.flow import Over
from parallel38.engine.game import Game
from parallel38.games.mobile_war.rules import victory
from parallel38.games.mobile_war.state import COMMUNIST, UN

from .field import RULES, field, play, where

NORTH, MIDDLE, SOUTH = "1635", "1941", "2247"
"""Hexes north of the 38th Parallel, between the parallels, and south of the 37th."""


def levels(game: Game) -> tuple[int, int]:
    """What the UN and the Communists have reached: 0 nothing, 1 marginal, 2 tactical, 3 strategic."""
    s: Any = game.state
    return victory.level(s, UN), victory.level(s, COMMUNIST)


def board(scenario: str, un: str, communist: str, last: str = "", entered: str = "all") -> Game:
    """A UN unit and a Communist one, and the towns that the Communists were the last to occupy."""
    ever = "+".join(RULES.watched) if entered == "all" else entered
    return field({un: "US-24", communist: "NK-6"}, scenario=scenario, turn=1, last=last, entered=ever)


ALL = "Seoul+Pyongyang+Pusan"

CASES = [
    # Invasion
    ("invasion", "un", 1, board, (SOUTH, MIDDLE, ALL, "Seoul"), "K-VIC-1a"),
    ("invasion", "un", 2, board, (SOUTH, NORTH, ALL), "K-VIC-1b"),
    ("invasion", "un", 3, board, (SOUTH, MIDDLE, "Seoul"), "K-VIC-1c"),
    ("invasion", "communist", 1, board, (NORTH, MIDDLE, "Seoul+Pyongyang"), "K-VIC-1d"),
    ("invasion", "communist", 2, board, (SOUTH, MIDDLE, "Pyongyang"), "K-VIC-1e"),
    ("invasion", "communist", 3, board, (NORTH, MIDDLE, ALL), "K-VIC-1f"),
    # Intervention
    ("intervention", "un", 1, board, (SOUTH, MIDDLE, "Pyongyang"), "K-VIC-2a"),
    ("intervention", "un", 2, board, (SOUTH, NORTH, ALL), "K-VIC-2b"),
    ("intervention", "un", 3, board, (SOUTH, MIDDLE, "Seoul"), "K-VIC-2c"),
    ("intervention", "communist", 1, board, (NORTH, MIDDLE, "Pyongyang"), "K-VIC-2d"),
    ("intervention", "communist", 2, board, (NORTH, MIDDLE, "Seoul"), "K-VIC-2e"),
    ("intervention", "communist", 3, board, (SOUTH, NORTH, ""), "K-VIC-2f"),
    # Stalemate
    ("stalemate", "un", 1, board, (SOUTH, MIDDLE, "Pyongyang"), "K-VIC-3a"),
    ("stalemate", "un", 2, board, (SOUTH, NORTH, ALL), "K-VIC-3b"),
    ("stalemate", "un", 3, board, (SOUTH, MIDDLE, "Seoul"), "K-VIC-3c"),
    ("stalemate", "communist", 1, board, (MIDDLE, NORTH, "Pyongyang"), "K-VIC-3d"),
    ("stalemate", "communist", 2, board, (NORTH, MIDDLE, "Seoul"), "K-VIC-3e"),
    ("stalemate", "communist", 3, board, (SOUTH, NORTH, ""), "K-VIC-3f"),
    # Campaign
    ("campaign", "un", 1, board, (SOUTH, MIDDLE, "Pyongyang"), "K-VIC-4a"),
    ("campaign", "un", 2, board, (SOUTH, NORTH, ALL), "K-VIC-4b"),
    ("campaign", "un", 3, board, (SOUTH, NORTH, "Seoul"), "K-VIC-4c"),
    ("campaign", "communist", 1, board, (NORTH, MIDDLE, "Seoul"), "K-VIC-4d"),
    ("campaign", "communist", 2, board, (MIDDLE, NORTH, "Seoul"), "K-VIC-4e"),
]


@pytest.mark.parametrize(
    ("scenario", "side", "level", "make", "args"),
    [pytest.param(*row[:5], id=row[5][2:], marks=pytest.mark.rule(row[5])) for row in CASES],
)
def test_levels(scenario: str, side: str, level: int, make: Any, args: tuple[str, ...]):
    assert levels(make(scenario, *args))[("un", "communist").index(side)] == level


@pytest.mark.rule("K-VIC-4f")
def test_the_un_has_left_korea():
    game = field({NORTH: "NK-6", "3456": "NG-1"}, scenario="campaign", turn=1, last="Seoul")
    assert levels(game)[1] == 3


@pytest.mark.rule("K-VIC-4b")
def test_the_campaign_s_levels_need_all_their_conditions():
    """Seoul alone is not enough while Communists are south of the 37th Parallel."""
    assert levels(board("campaign", NORTH, SOUTH, ""))[0] == 0
    assert levels(board("campaign", NORTH, NORTH, "Pyongyang"))[0] == 2


@pytest.mark.rule("K-VIC-5")
@pytest.mark.parametrize("un", range(4))
@pytest.mark.parametrize("communist", range(4))
def test_levels_are_compared(monkeypatch: pytest.MonkeyPatch, un: int, communist: int):
    game = field({NORTH: "NK-6", SOUTH: "US-24"}, turn=17)
    monkeypatch.setattr(victory, "level", lambda s, side: (un, communist)[side])
    s: Any = game.state
    victory.judge(s)
    assert isinstance(s.top, Over)
    assert s.top.winner == (None if un == communist else "un" if un > communist else "communist")


@pytest.mark.rule("K-VIC-5", "K-SEQ-4")
def test_the_game_is_judged_after_the_last_movement():
    game = field({NORTH: "NK-6", SOUTH: "US-24"}, side="un", phase="second", turn=16, last="Pyongyang")
    play(game, "end")
    assert not game.over
    game = field({NORTH: "NK-6", SOUTH: "US-24"}, side="un", phase="second", turn=17, last="Pyongyang")
    play(game, "end")
    assert game.over
    assert game.winner is None


# ---------------------------------------------------------------------------------------------------------- occupation


@pytest.mark.rule("K-VIC-6a")
def test_who_was_the_last_to_enter_occupies():
    """1839 and 2039 lie beside Seoul."""
    game = field({"1939": "US-24", "2247": "NK-6"}, side="un", turn=5, last="")
    s: Any = game.state
    assert s.was_last(UN, "Seoul")
    play(game, "move US-24 1939-2039")
    assert s.was_last(UN, "Seoul")
    game = field({"1838": "NK-6", "2247": "US-24"}, side="communist", turn=2, last="")
    play(game, "move NK-6 1838-1939-1940")
    s = game.state
    assert where(game, "NK-6") == "1940"
    assert s.was_last(COMMUNIST, "Seoul")
    assert game.rules.holders(s)[game.place("1939")] == "communist"


@pytest.mark.rule("K-VIC-6a")
def test_a_retreat_into_a_town_occupies_it():
    row = dict.fromkeys(("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"), "A1")
    charts = {"pursuit": {str(n): row for n in range(1, 7)}}
    game = field({"1940": "NK-6", "1941": "US-24"}, side="un", phase="combat", charts=charts, last="")
    play(game, "attack 1940", "table pursuit", "retreat NK-6 1940-1939")
    s: Any = game.state
    assert s.was_last(COMMUNIST, "Seoul")


@pytest.mark.rule("K-VIC-1a")
@pytest.mark.rule("K-VIC-6b", by="value")
def test_a_port_was_held_if_communists_were_never_in_it():
    ports = [name for name in RULES.watched if name not in ("Seoul", "Pyongyang", "Antung")]
    others = [name for name in ports if name != "Mokpo"]
    assert levels(board("invasion", SOUTH, MIDDLE, ALL, "+".join(others)))[0] == 1
    # left and retaken is not held
    assert levels(board("invasion", SOUTH, MIDDLE, "Seoul+Pyongyang", "+".join(ports)))[0] == 0


@pytest.mark.parametrize(
    ("un", "communist", "last", "rules"),
    [
        (SOUTH, MIDDLE, ALL, ("K-VIC-1a", "K-VIC-1f")),
        (SOUTH, NORTH, "Seoul+Pyongyang", ("K-VIC-1c", "K-VIC-1f")),
        (MIDDLE, NORTH, "Pyongyang", ("K-VIC-1c", "K-VIC-1d")),
        (MIDDLE, NORTH, "", ("K-VIC-1c", "K-VIC-1d")),  # the UN has the highest level
    ],
)
def test_what_is_wanted_for_the_next_level_can_be_looked_up(un: str, communist: str, last: str, rules: tuple[str, str]):
    game = board("invasion", un, communist, last)
    found = {goal.name: goal.wanted for goal in game.rules.goals(game.state)}
    assert tuple(found[f"{side}_level"].rule for side in ("un", "communist")) == rules
    assert found["un_level"].text == f"rule.{rules[0]}"
