"""10.3 Reconstitution: two reduced units become one."""

import pytest

from parallel38.games.forgotten_war.rules import victory
from tests.games.forgotten_war.field import ends, field, flags, lost, play, spent, where, why


@pytest.mark.rule("F-10.3.A", "F-10.3.B1", "F-10.3.C", "F-10.3.E")
def test_of_two_reduced_units_of_a_kind_in_a_hex_one_becomes_whole():
    units = {"2740": "A/5-1 lost=1, A/5-2 lost=1, W/ROK lost=1, A/5-3", "2741": "B/5-1 lost=1"}
    game = field(units, phase="un_movement")
    assert "F-10.3.A" in why(game, "merge A/5-1 A/5-3")
    assert "F-10.3.B1" in why(game, "merge A/5-1 B/5-1")
    assert "F-10.3.C" in why(game, "merge A/5-1 W/ROK")
    play(game, "merge A/5-1 A/5-2")
    assert (lost(game, "A/5-1"), where(game, "A/5-2")) == (0, "gone")
    assert victory.totals(game.state) == (0, 3)  # as if it had been eliminated in combat
    assert why(game, "dig A/5-3") == ["F-3.1.E"]  # positions come first
    game = field({"2740": "1/235 lost=1, 2/235 lost=1"}, phase="communist_movement")
    play(game, "merge 1/235 2/235")
    assert where(game, "2/235") == "replacements"


@pytest.mark.rule("F-10.3.B2")
def test_the_whole_unit_goes_on_with_what_the_farther_one_has_left():
    game = field({"2740": "A/5-1 lost=1", "2742": "A/5-2 lost=1", "2538": "B/5-1"}, phase="un_movement")
    play(game, "move A/5-2 2742-2741-2740", "merge A/5-1 A/5-2")  # a trail and a road: 2 points
    assert (spent(game, "A/5-1"), "moved" in flags(game, "A/5-1")) == (2, True)
    assert "2638" in ends(game, "A/5-1")
    play(game, "move A/5-1 2638")
    assert spent(game, "A/5-1") == 3
    play(game, "move B/5-1 2537")
    assert ends(game, "A/5-1") == set()


@pytest.mark.rule("F-10.3.B2")
def test_units_of_different_speed_and_a_unit_that_has_finished():
    units = {"2740": "I/31-1 lost=1, W/ROK lost=1", "2538": "B/5-1"}
    game = field(units, phase="un_movement")
    play(game, "move I/31-1 2639", "move I/31-1 2740", "move B/5-1 2537", "merge W/ROK I/31-1")
    assert spent(game, "W/ROK") == 3  # seven of its ten points are left, as of the other's eight
    assert ends(game, "W/ROK")
    game = field(
        {"2740": "A/5-1 lost=1", "2741": "A/5-2 lost=1", "2538": "B/5-1", "2743": "1/235"}, phase="un_movement"
    )
    play(game, "move A/5-2 2742", "move A/5-2 2741", "move A/5-2 2740", "merge A/5-1 A/5-2")
    assert why(game, "move A/5-1 2740-2639 strategic") == ["F-10.2.2.A2"]  # the other one was next to an enemy


@pytest.mark.rule("F-10.1.A1", "F-10.3.B1", by="value")
@pytest.mark.parametrize("merge", ["merge A/5-1 A/5-2", "merge A/5-2 A/5-1"])
def test_by_order_the_whole_unit_is_in_the_position_of_the_one_that_stayed(merge: str):
    units = {"2740": "A/5-1 lost=1 dug", "2741": "A/5-2 lost=1", "2538": "1/235"}
    game = field(units, phase="un_prep_fire", un_digging="stay")
    play(game, "move A/5-2 2740", merge, "end")
    assert flags(game, merge.split()[1]) == "dug"
    game = field(units, phase="un_prep_fire", un_digging="stay")
    play(game, "move A/5-2 2740", merge, f"move {merge.split()[1]} 2741", "end")
    assert flags(game, merge.split()[1]) == ""  # it went on and left the position


@pytest.mark.rule("F-10.3.D")
def test_the_nearest_formation_comes_first():
    units = {"2740": "A/5-1 lost=1, B/5-1 lost=1, A/7-1 lost=1", "2540": "D/5-1 lost=1"}
    game = field(units, phase="un_movement")
    assert why(game, "merge A/5-1 A/7-1") == ["F-10.3.D"]
    assert why(game, "merge A/5-1 B/5-1") == []  # a battalion before a regiment
    assert why(game, "merge A/7-1 B/5-1") == []  # none nearer than the division
    game = field({"2740": "A/5-1 lost=1, A/7-1 lost=1", "1728": "AT/5 lost=1"}, phase="un_movement")
    assert why(game, "merge A/5-1 A/7-1") == []  # the tanks of its regiment are of another kind
    game = field({"2740": "A/5-1 lost=1, B/5-1 lost=1", "1728": "A/5-2 lost=1"}, phase="un_movement")
    assert why(game, "merge A/5-1 B/5-1") == ["F-10.3.D"]  # one of its company is left, though far away
    game = field({"1613": "D/10E-1 lost=1, B/1E-1 lost=1", "1728": "185E-1 lost=1"}, phase="un_movement")
    assert why(game, "merge D/10E-1 B/1E-1") == []  # troops without a division have nobody nearer


@pytest.mark.rule("F-10.3.F")
def test_none_at_naktong():
    game = field({"1621": "A/19-1 lost=1, A/19-2 lost=1"}, scenario="naktong", phase="un_movement")
    assert why(game, "merge A/19-1 A/19-2") == ["F-10.3.F"]
    assert not any(offer.verb == "merge" for offer in game.offers())
