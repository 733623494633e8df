"""4 Weather, 12.3.1 air, 22.4 sorties."""

import pytest

from parallel38 import new_game
from parallel38.engine.chance import Dice
from parallel38.games.yalu.rules import weather

from .table import said, table

START = {"kind": "Checks", "side": 0, "check": "isolation", "waiting": []}


@pytest.mark.rule("D-19.3", "D-4.3", by="value")
def test_the_first_turn_has_die_three_and_rolls_nothing():
    game = new_game("yalu", dice=Dice.scripted([]))
    track = game.view()["track"]
    assert (track["die"], game.state.weather) == (3, "SO")
    assert game.last.dice_used == 0


@pytest.mark.rule("D-4.1.1", "D-4.1.2")
@pytest.mark.parametrize(
    ("turn", "die", "code"), [(1, 1, "SC"), (1, 6, "B"), (9, 3, "MO"), (17, 6, "F"), (24, 1, "SU")]
)
def test_one_die_by_the_month_sets_number_and_type(turn: int, die: int, code: str):
    game = table({"0119": "NKPA-47"}, phase="un_morale", turn=turn, frame=START, dice=[die])
    assert game.state.weather == code
    assert game.state.track[1] == die


@pytest.mark.rule("D-3.2.I", "D-3.2.IIf", "D-3.2.IIIa")
@pytest.mark.rule("D-12.3.1", "D-4.2", by="value")
def test_air_comes_with_each_player_turn_and_is_lost_after_it():
    game = table({"0119": "NKPA-47"}, phase="un_morale", turn=10, frame=START, dice=[1, 4, 1])  # Feb, mild clear
    assert game.state.weather == "MC"
    assert game.state.track[5] == 4
    game.play("end")
    assert game.rules.phase_key(game.state) == "phase.un_bombardment"
    assert game.state.track[5] == 5
    assert {"air_lost", "air_offensive"} <= set(said(game.entries()))


@pytest.mark.rule("D-22.4")
@pytest.mark.parametrize(("die", "sorties", "defensive", "offensive"), [(5, 0, 5, 6), (6, 1, 3, 3)])
def test_chinese_sorties_halve_air_rounding_up(die: int, sorties: int, defensive: int, offensive: int):
    options = {"air-sorties": "on"}
    game = table({"0119": "NKPA-47"}, phase="un_morale", turn=21, frame=START, dice=[1, die, 1], options=options)
    assert game.state.weather == "SU"
    assert game.state.track[3] == sorties
    assert (weather.air(game.state, "defensive"), weather.air(game.state, "offensive")) == (defensive, offensive)


def test_without_the_option_nobody_rolls_for_sorties():
    game = table({"0119": "NKPA-47"}, phase="un_morale", turn=1, frame=START, dice=[1])
    assert "no_sorties" not in said(game.entries())


@pytest.mark.parametrize("code", ["SU", "MC", "SC", "MO", "SO", "SN", "SS", "R", "F", "B"])
def test_rivers_are_frozen_in_the_four_subfreezing_kinds_of_weather(code: str):
    """From 0813 across the river into the mountains of 0814."""
    game = table({"0813": "NKPA-5"}, weather=code)
    cost = game.describe(game.parse("move NKPA-5 0813-0814"))[1]["mp"] / game.rules.point
    assert cost == (3 if code in ("SC", "SO", "SS", "B") else 4)
