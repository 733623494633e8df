"""Parachute troops."""

from typing import Any

import pytest

from tests.games.mobile_war.field import field, flags, play, where, why

PUSAN, TAEGU, DROP = "3356", "3050", "1943"


def airborne(**more: Any) -> Any:
    units = {PUSAN: "US-187, US-24", "0321": "NK-6"}
    return field({**units, **more.pop("units", {})}, **more)


@pytest.mark.rule("K-PAR-1a")
def test_from_the_eleventh_turn():
    assert why(airborne(turn=10), f"drop US-187 {DROP}") == ["K-PAR-1a"]
    assert why(airborne(turn=11), f"drop US-187 {DROP}") == []
    assert why(airborne(), f"drop US-24 {DROP}") == ["K-PAR-1a"]


@pytest.mark.rule("K-PAR-1b")
def test_anywhere_but_in_wholly_rough_hexes():
    game = airborne(units={DROP: "NK-5"})
    assert why(game, "drop US-187 1720") == ["K-PAR-1b"]
    assert why(game, f"drop US-187 {PUSAN}") == ["K-PAR-1b"]
    assert why(game, f"drop US-187 {DROP}") == ["K-MOV-G"]
    assert why(game, "drop US-187 3357") == ["K-TER-3a"]
    assert why(game, "drop US-187 2042") == []  # in a zone
    play(game, "drop US-187 2042")
    assert where(game, "US-187") == "2042"
    assert "moved" in flags(game, "US-187")
    assert why(game, "drop US-187 1943") == ["K-MOV-C2"]


def test_every_offered_hex_is_accepted():
    game = airborne()
    offer = next(o for o in game.offers() if o.verb == "drop")
    rules: Any = game.rules
    assert offer.hexes == rules.land & ~rules.all_rough & ~game.state.held_by(1) & ~rules.pusan


@pytest.mark.rule("K-PAR-2")
def test_air_supply_of_more_than_a_division_bars_the_drop():
    assert why(airborne(airlift=3), f"drop US-187 {DROP}") == []
    assert why(airborne(airlift=4), f"drop US-187 {DROP}") == ["K-PAR-2"]


def test_air_supply_is_counted():
    units = {"0931": "US-24, US-25", "0930": "NK-5", "0321": "NK-6", PUSAN: "US-187"}
    game = field(units, phase="arrivals", frame={"kind": "Airlifting", "left": 6})
    play(game, "airlift US-24", "airlift US-25")
    assert game.to_position()["track"]["airlift"] == 6


@pytest.mark.rule("K-PAR-3a")
def test_again_after_two_turns_of_rest():
    assert why(airborne(turn=15, jumped=11), f"drop US-187 {DROP}") == ["K-PAR-3a"]
    assert why(airborne(turn=15, jumped=11, rested=13), f"drop US-187 {DROP}") == ["K-PAR-3a"]
    assert why(airborne(turn=15, jumped=11, rested=12), f"drop US-187 {DROP}") == []


@pytest.mark.rule("K-PAR-3a")
def test_rest_begins_in_ground_supply_and_ends_in_a_zone():
    game = airborne(turn=12, jumped=11)
    play(game, "end")
    assert game.to_position()["track"]["rested"] == 12
    cut_off = airborne(turn=12, jumped=11, units={PUSAN: "US-24", "0931": "US-187"})
    play(cut_off, "end")
    assert cut_off.to_position()["track"]["rested"] == 0
    disturbed = airborne(turn=14, jumped=11, rested=12, units={"3255": "NK-5"})
    play(disturbed, "end")
    assert disturbed.to_position()["track"]["rested"] == 0


@pytest.mark.rule("K-PAR-1b")
def test_a_jump_begins_the_count_anew():
    game = airborne(turn=15, jumped=11, rested=12)
    play(game, "drop US-187 0931")
    track = game.to_position()["track"]
    assert track["jumped"] == 15
    assert track["rested"] == 0


@pytest.mark.rule("K-PAR-3b")
def test_the_wings_go_with_the_first_loss():
    units = {"0931": "US-187", "0930": "NK-5", "1030": "NK-2", "1031": "NK-3"}
    game = field(units, side="communist", phase="combat", dice=[1])
    play(game, "attack 0931 NK-5,NK-2,NK-3", "table meeting")
    assert "grounded" in flags(game, "US-187")
    again = airborne(units={PUSAN: "US-187 grounded"})
    assert why(again, f"drop US-187 {DROP}") == ["K-PAR-3b"]


def test_wings_lost_stay_lost_in_a_division():
    game = field({PUSAN: "US-187 grounded, US-19/24, US-21/24", "0321": "NK-6"})
    play(game, "combine US-187,US-19/24,US-21/24")
    assert "grounded" in flags(game, "US-187")


def test_no_drop_after_units_were_put_together_or_landed():
    parts = "US-19/24, US-21/24, US-34/24"
    game = field({PUSAN: "US-187", TAEGU: parts, "3055": "US-25", "0321": "NK-6"})
    play(game, "move US-25 3055-3056", f"combine {parts.replace(' ', '')}")
    assert why(game, f"drop US-187 {DROP}") == ["K-STK-D2b"]
    game = field({PUSAN: "US-187 landed", "0321": "NK-6"})
    assert why(game, f"drop US-187 {DROP}") == ["K-NAV-A2b"]
    game = field({PUSAN: "US-187 entrenched", "0321": "NK-6"})
    assert why(game, f"drop US-187 {DROP}") == ["K-ENT-2"]
