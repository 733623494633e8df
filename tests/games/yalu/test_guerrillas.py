"""16 Guerrillas."""

import pytest

from .table import ends, flags, rules_of, said, table, where


@pytest.mark.rule("D-16.2")
def test_two_land_hexes_whatever_the_terrain_and_the_weather():
    game = table({"1118": "G-1"}, weather="B")
    grid = game.rules.names.grid
    near = {h for h in grid.neighbours if 0 < grid.distance(grid.hex("1118"), h) <= 2}
    assert ends(game, "G-1", "foot") == {grid.label(h) for h in near}
    assert rules_of(game, "move G-1 1118-1117-1116-1115") == ["D-16.2"]
    game.play("move G-1 1118-1117")
    game.play("move G-1 1117-1116")
    assert rules_of(game, "move G-1 1116-1115") == ["D-16.2"]
    assert rules_of(table({"1611": "G-1"}), "move G-1 1611-1711") == ["D-16.2"]  # not into the sea
    assert rules_of(table({"1611": "G-1"}), "move G-1 1611-1511 rail") == ["D-16.2"]
    assert rules_of(table({"1118": "G-1"}), "move G-1 1118~1117") == ["D-16.2"]  # it needs no die


def test_water_sides_by_ruling():
    units = {"1108": "G-1"}
    assert rules_of(table(units), "move G-1 1108-1208") == []
    assert rules_of(table(units, rulings={"guerrillas-and-water": "stop"}), "move G-1 1108-1208") == ["D-16.2"]


@pytest.mark.rule("D-16.1")
def test_guerrillas_that_meet_communist_units_are_absorbed():
    passing = table({"1118": "G-1, G-2", "1117": "NKPA-12"}, weather="MO")
    assert said(passing.play("move NKPA-12 1117-1118-1119")).count("guerrilla_absorbed") == 2
    assert where(passing, "G-1") == where(passing, "G-2") == "dead"
    joining = table({"1118": "G-1", "1117": "NKPA-12"})
    assert joining.warnings("move G-1 1118-1117")[0].rule == "D-16.1"
    joining.play("move G-1 1118-1117")
    assert where(joining, "G-1") == "dead"
    together = table({"1118": "G-1", "1117": "G-2"})
    together.play("move G-1 1118-1117")
    assert where(together, "G-1") == where(together, "G-2") == "1117"


@pytest.mark.rule("D-16.3")
def test_each_guerrilla_on_the_road_may_stop_each_unit():
    units = {"0921": "US-187, US-5RCT", "1021": "G-1, G-2"}
    path = "0921-1021-1022"
    free = table(units, phase="un_movement", weather="MO", dice=[5, 5, 1, 2])
    assert said(free.play(f"move US-187,US-5RCT {path}")).count("past_guerrilla") == 4
    assert where(free, "US-187") == "1022"
    stopped = table(units, phase="un_movement", weather="MO", dice=[6, 1, 2])
    stopped.play(f"move US-187,US-5RCT {path}")
    assert (where(stopped, "US-187"), where(stopped, "US-5RCT")) == ("1021", "1022")
    assert "ceased" in flags(stopped, "US-187")
    assert rules_of(stopped, "move US-187 1021-1022") == ["D-16.3"]
    off_road = table({"1413": "US-3", "1313": "G-1"}, phase="un_movement", weather="MO", dice=[])
    assert "past_guerrilla" not in said(off_road.play("move US-3 1413-1313"))


@pytest.mark.rule("D-16.4")
def test_every_un_unit_with_a_guerrilla_hunts_one():
    units = {"0921": "US-187, US-5RCT, KMC neutralized+regroup, G-1, G-2"}
    game = table(units, phase="un_movement", weather="MO", dice=[5, 4, 2, 2, 1])
    entries = game.play("end")
    assert said(entries).count("guerrilla_caught") == 1
    assert said(entries).count("guerrilla_escaped") == 1
    assert sorted([where(game, "G-1"), where(game, "G-2")]) == ["0921", "dead"]
    weak = table({"0921": "KMC neutralized, G-1"}, phase="un_movement", weather="MO", dice=[6, 1])
    assert "guerrilla_caught" in said(weak.play("end"))
    one = table({"0921": "US-187, US-5RCT, G-1"}, phase="un_movement", weather="MO", dice=[6, 1])
    assert said(one.play("end")).count("guerrilla_caught") == 1
    assert "guerrilla_escaped" not in said(one.entries())  # nothing was left for the second unit


@pytest.mark.rule("D-16.3", "D-9.3.8")
def test_guerrillas_wait_where_units_come_back_onto_the_map():
    units = {"road-2718": "US-2", "2718": "G-1, G-2", "2226": "Gar-Seoul"}
    stopped = table(units, phase="un_movement", weather="MO", dice=[1, 6])
    assert said(stopped.play("enter US-2")) == ["entered_map", "past_guerrilla", "stopped_by_guerrilla"]
    assert (where(stopped, "US-2"), flags(stopped, "US-2")) == ("2718", "moved+ceased")
    assert rules_of(stopped, "move US-2 2719") == ["D-16.3"]
    free = table(units, phase="un_movement", weather="MO", dice=[1, 5])
    free.play("enter US-2")
    assert rules_of(free, "move US-2 2719") == []


@pytest.mark.rule("D-16.4")
def test_tanks_and_garrisons_hunt_and_ships_do_not():
    game = table({"2226": "Gar-Seoul, SUP-TK1, G-1, G-2"}, phase="un_movement", weather="MO", dice=[5, 6, 1])
    assert said(game.play("end")).count("guerrilla_caught") == 2


@pytest.mark.rule("D-16.3")
def test_a_road_or_a_railway_is_enough():
    for start, there in (("1511", "1510"), ("1121", "1120")):  # 1510 has a road only, 1120 a railway only
        game = table({start: "US-3", there: "G-1"}, phase="un_movement", weather="MO", dice=[6])
        assert "stopped_by_guerrilla" in said(game.play(f"move US-3 {start}-{there}")), there
