"""19.1 UN surprise and panic."""

import pytest

from .table import flags, rules_of, said
from .test_combat import attacked, battle


@pytest.mark.rule("D-19.1.2", "D-19.1.3")
def test_one_die_for_each_unit_in_an_attacked_hex():
    units = {"1020": "PVA-40-118", "1021": "ROK-1, US-2, SUP-TK1", "1220": "ROK-6"}
    game = battle(units, turn=1, dice=[6, 4, 1])
    game.play("attack 1021")
    played = game.play("end")
    assert said(played) == ["not_surprised", "surprised"], "not the tanks, and not who is not attacked"
    assert flags(game, "ROK-1") == "surprised"
    assert flags(game, "US-2") == ""


@pytest.mark.rule("D-19.1.3")
@pytest.mark.parametrize(
    ("turn", "die", "hit"), [(1, 4, True), (2, 4, False), (2, 3, True), (4, 1, True), (4, 2, False)]
)
def test_one_is_added_for_each_turn_after_the_first(turn: int, die: int, hit: bool):
    """The booklet's example: on Dec III three are added. A ROK division's number is 4 here."""
    game = battle({"1020": "PVA-40-118", "1021": "ROK-1"}, turn=turn, dice=[die])
    game.play("attack 1021")
    game.play("end")
    assert ("surprised" in flags(game, "ROK-1")) is hit


@pytest.mark.rule("D-19.1.1")
def test_none_from_january_on_and_none_by_the_un():
    game = battle({"1020": "PVA-40-118", "1021": "ROK-1"}, turn=6, dice=[])
    game.play("attack 1021")
    assert game.play("end")
    assert game.decider == "un"
    un = battle({"1020": "PVA-40-118", "1021": "ROK-1"}, side="un", turn=1, dice=[])
    un.play("attack 1020")
    un.play("end")
    assert un.decider == "communist"


@pytest.mark.rule("D-19.1.4")
def test_a_human_wave_surprises_nobody():
    game = battle({"1020": "PVA-40-118", "1021": "US-1Mar"}, turn=1, dice=[])
    game.play("attack 1021 wave")
    game.play("end")
    assert game.decider == "un"
    assert rules_of(game, "fire PVA-40-118") == []


@pytest.mark.rule("D-19.1.5", "D-19.1.6")
def test_the_surprised_are_silent_and_find_no_shelter():
    """1121 is rough: one more on the dice, unless all that are fired at are surprised."""
    units = {"1021": "PVA-40-118, PVA-40-119", "1121": "ROK-1, US-2"}
    game = attacked(units, "1121", turn=1, dice=[6, 1])
    assert flags(game, "ROK-1") == "surprised"
    assert rules_of(game, "fire PVA-40-118 ROK-1") == ["D-19.1.5"]
    assert rules_of(game, "fire PVA-40-118 US-2") == []
    game.play("end")
    tell = lambda text: game.describe(game.parse(text))[1]["modifier_drm"]  # noqa: E731
    assert tell("fire ROK-1") == 0
    assert tell("fire US-2") == 1
    assert tell("fire ROK-1,US-2") == 1
