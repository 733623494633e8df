"""14 The end of a turn: markers, withdrawals, the airstrip and its supply check."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import turn_end, victory
from parallel38.games.forgotten_war.state import UN
from tests.games.forgotten_war.field import field, flags, lost, number, play, said, where, why

STRIP = {"1827": "B/1E-1, B/1E-2", "1828": "B/1E-3"}
"""A garrison of the airstrip."""


def ending(units: dict[str, str], turn: int = 5, scenario: str = "chosin", **more: Any) -> Game:
    """The end of a turn, at the UN's decision if it has one: the phase before is over, or passed."""
    side = "un" if scenario == "naktong" else "communist"
    game = field(units, phase=f"{side}_close_combat", turn=turn, scenario=scenario, **more)
    return play(game, "end") if not game.over and game.state.top.__class__.__name__ == "Assaulting" else game


def points(game: Game) -> tuple[int, int]:
    """The victory points of both sides."""
    return victory.totals(game.state)


@pytest.mark.rule("F-14.1.A", "F-14.1.B")
@pytest.mark.rule("F-14.3.A", "F-14.3.B", by="value")
def test_markers_come_back_and_the_next_turn_begins():
    units = {"2740": "A/11 barraged", "used": "AIR-1, 81-F"}
    game = ending(units)
    assert (flags(game, "A/11"), where(game, "81-F")) == ("", "available")
    assert game.state.turn == 6
    assert game.state.rules.phase_key(game.state) == "phase.un_ammunition"


# -------------------------------------------------------------------------------------------------------- withdrawals


@pytest.mark.rule("F-14.2.1.1.A", "F-14.2.1.1.B")
def test_the_un_may_withdraw_named_units_but_not_out_of_close_combat():
    game = ending({"1621": "E/27-1, A/19-1", "1521": "E/27-2, 1/16-1"}, scenario="naktong", turn=9)
    assert why(game, "withdraw A/19-1") == ["F-14.2.1.1.A"]
    assert why(game, "withdraw E/27-2") == ["F-14.2.1.1.B"]
    assert [o.units for o in game.offers() if o.verb == "withdraw"] == [(number(game, "E/27-1"),)]
    play(game, "withdraw E/27-1")
    assert where(game, "E/27-1") == "withdrawn"
    assert game.decider != "un" or why(game, "end") == []


@pytest.mark.rule(
    "F-14.2.1.2.A", "F-14.2.1.2.B", "F-14.2.1.3.A", "F-14.2.1.3.B", "F-14.2.1.4.A", "F-14.2.1.4.B", "F-14.2.1.1.C",
    "F-16.4.10", "F-16.4.11b", "F-16.4.13b", "F-15.1.2", "F-14.2", by="value",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "turn", "worth", "rule"),
    [
        ("E/27-1", 10, 2, "F-14.2.1.2.A"),
        ("C/73T-1", 10, 2, "F-14.2.1.2.A"),
        ("E/27-1 lost=1", 10, 0, "F-14.2.1.2.B"),
        ("E/27-1", 11, 1, "F-14.2.1.2.B"),
        ("A/27-1", 12, 1, "F-14.2.1.2.B"),
        ("E/27-1 lost=1", 12, 0, "F-14.2.1.2.B"),
        ("E/27-1", 13, 0, "F-14.2.1.2.B"),
        ("A/14E-1", 13, 1, "F-14.2.1.3.A"),
        ("A/78T-1 lost=1", 13, 1, "F-14.2.1.3.A"),
        ("A/78T-1", 14, 0, "F-14.2.1.3.B"),
        ("A/23-1", 11, 1, "F-14.2.1.4.A"),
        ("A/23-1 lost=1", 11, 0, "F-14.2.1.4.B"),
        ("A/23-1", 12, 0, "F-14.2.1.4.B"),
    ],
)
def test_what_a_withdrawal_brings_depends_on_turn_and_strength(unit: str, turn: int, worth: int, rule: str):
    game = ending({"1621": unit}, scenario="naktong", turn=turn)
    name = unit.split()[0]
    assert turn_end.withdrawal(game.state, number(game, name)) == (rule, worth)
    before = points(game)[UN]
    entries = game.play(f"withdraw {name}")
    assert points(game)[UN] - before == worth
    assert rule in {event.rule for entry in entries for event in entry.events}


# -------------------------------------------------------------------------------------------------------- the airstrip


@pytest.mark.rule("F-14.2.2.A", "F-14.2.2.B")
def test_a_whole_engineer_platoon_closes_the_strip():
    assert why(ending({"1827": "A/5-1, B/1E-1", "1728": "HQ"}), "close") == []
    game = ending({"1827": "B/1E-1, 1/178", "1828": "D/10E-1"})
    assert why(game, "close") == []  # of the Army too, and in close combat
    game = ending({"1827": "B/1E-1 lost=1", "1729": "B/1E-2"})
    assert game.state.turn == 6  # it has nothing to decide
    game = ending({"1827": "B/1E-1"})
    assert "strip_closed" in said(game.play("close"))
    assert why(game, "close") != []
    while game.state.turn == 5:
        game.play("end")
    assert points(game) == (0, 0)  # bare, but closed
    game = ending({"1827": "B/1E-1"})
    play(game, "end")
    assert points(game) == (0, 10)


@pytest.mark.rule("F-14.2.2.E")
@pytest.mark.rule("F-14.2.2.C", "F-14.2.2.D", "F-14.2.2.F", "F-14.2.2.G", by="value")
def test_closing_checks_the_supply_of_two_regiments_once():
    ring = {h: f"{i}/178" for i, h in enumerate(("2739", "2741", "2639", "2640", "2839", "2840"), 1)}
    cut = {**ring, "1615": "D/1-1", "2740": "A/5-1, B/5-1, E/1-1", "1801": "A/7-1"}
    game = ending({"1827": "B/1E-1", **cut}, dice=[2])
    supplied = [turn_end.supplied(game.state, number(game, unit)) for unit in ("A/5-1", "D/1-1", "A/7-1")]
    assert supplied == [False, True, True]
    assert said(game.play("close")).count("starving") == 1  # one die for the 5th, none for the 7th
    assert why(game, "lose A/7-1") == why(game, "lose E/1-1") == ["F-14.2.2.E"]
    play(game, "lose B/5-1", "lose B/5-1")
    assert (where(game, "B/5-1"), lost(game, "A/5-1"), lost(game, "D/1-1")) == ("gone", 0, 0)
    assert (
        ending({"1827": "B/1E-1", **cut}, strip="closed").state.turn == 6
    )  # it is closed once, and nothing is asked again


@pytest.mark.rule("F-14.2.3.A", "F-14.2.3.B", "F-14.2.3.C")
@pytest.mark.rule("F-14.2.3.0", by="value")
def test_the_garrison_of_the_strip_is_checked_every_turn():
    def scored(units: dict[str, str], turn: int = 5, **more: Any) -> int:
        game = ending(units, turn, **more)
        while game.state.turn == turn:
            game.play("end")
        return points(game)[1]

    assert scored(STRIP) == 0
    assert scored({"1827": "B/1E-1, B/1E-2, B/1E-3"}) == 0
    assert scored({"1827": "B/1E-1, B/1E-2", "1828": "B/1E-3 lost=1"}) == 10
    assert scored({"1827": "B/1E-1, B/1E-2", "1828": "D/1E-3"}) == 10
    assert scored({"1827": "D/10E-1, D/10E-2, D/10E-3"}) == 10  # not Marines
    assert scored({"1827": "1/178", "1828": "A/5-1"}) == 20
    assert scored({"1827": "1/178 lost=1"}) == 10
    assert scored({"1827": "1/178 lost=1", "1828": "B/1E-1, B/1E-2, B/1E-3"}) == 10  # the UN holds one hex only
    assert scored({"1728": "A/5-1"}, turn=1) == 10  # on turn 1 too
    assert scored({"1827": "1/178"}, strip="closed") == 0
    assert scored(STRIP, rulings={"garrison": "one"}) == 10
    assert scored({"1827": "B/1E-1, B/1E-2, B/1E-3, 1/178"}) == 0  # in close combat it still holds


@pytest.mark.rule("F-14.3.C", by="value")
@pytest.mark.parametrize(("scenario", "turns"), [("naktong", 16), ("chosin", 13), ("chipyongni", 7)])
def test_the_game_is_over_when_there_is_no_box_left(scenario: str, turns: int):
    hexes = {"naktong": {"1621": "A/19-1"}, "chosin": {"2740": "A/5-1"}, "chipyongni": {"1526": "A/23-1"}}
    game = ending(hexes[scenario], turns, scenario)
    assert (game.over, len(game.state.rules.turns)) == (True, turns)
    game = ending(hexes[scenario], turns - 1, scenario)
    assert not game.over
