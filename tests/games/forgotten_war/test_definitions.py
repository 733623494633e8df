"""2 Components and terms: nations, types of units, markers, charts and boxes."""

from typing import Any

import pytest

from parallel38.engine.charts import Charts
from parallel38.games.forgotten_war import data
from parallel38.games.forgotten_war.shown import faces
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from tests.games.forgotten_war.field import field, lost, new, number, play, targets, where, why

LEG = {"infantry", "marine_infantry", "ranger", "recon", "engineer"}
SUPPORT = {"transportation", "supply", "ammo", "headquarters", "signal", "air_maintenance", "maintenance"}
ARMOUR = {"m4", "m24", "m26", "m46", "m19", "m16", "t34"}
SOFT = {"gun", "truck"}
MARKERS = {"air", "mortar", "barrage"}
TYPES = data.table("units.toml")["types"]


@pytest.mark.rule("F-2.1.1", by="value")
@pytest.mark.parametrize("battle", data.BATTLES)
def test_every_unit_has_a_nation_with_a_colour(battle: str):
    colours = {name: look["fill"] for name, look in data.look(battle)["nation"].items()}
    nations = {row["nation"] for row in data.units(battle) if row["class"] != "marker"}
    assert nations <= {*colours} & {"ccf", "nkpa", "rok", "us_marines", "us_army", "french", "royal_marines"}
    assert len({colours[nation] for nation in nations}) == len(nations)


@pytest.mark.rule("F-2.1.2.a", "F-2.1.2.b", "F-2.1.2.c", "F-2.1.2.d", by="value")
@pytest.mark.rule("F-2.4.3.1", "F-2.4.3.2", "F-2.4.3.3", "F-2.4.3.4", by="value")
def test_every_type_is_a_leg_unit_a_vehicle_or_a_marker():
    kinds = {name: row["class"] for name, row in TYPES.items()}
    assert {*TYPES} == LEG | SUPPORT | ARMOUR | SOFT | MARKERS
    assert {name for name, kind in kinds.items() if kind == "leg"} == LEG | SUPPORT
    assert {name for name, kind in kinds.items() if kind == "vehicle"} == ARMOUR | SOFT
    for battle in data.BATTLES:
        rules = new(battle).state.rules
        for unit, row in enumerate(rules.rows):
            assert rules.steady[unit] == (row["type"] in LEG)
            assert rules.support[unit] == (row["type"] in SUPPORT)
            assert rules.armoured[unit] == (row["type"] in ARMOUR)
            assert rules.vehicle[unit] == (row["type"] in ARMOUR | SOFT)


@pytest.mark.rule("F-2.4.3.5.a", "F-2.4.3.5.b", "F-2.4.3.6", "F-2.1.4", by="value")
@pytest.mark.parametrize("battle", data.BATTLES)
def test_artillery_antiaircraft_units_trains_and_markers(battle: str):
    rules = new(battle).state.rules
    for unit, row in enumerate(rules.rows):
        assert rules.artillery[unit] == (row["type"] in {"gun", "mortar", "barrage"})
        assert row["aaaaw"] == (row["type"] in {"m19", "m16"})
        assert rules.train[unit] == (row["type"] == "truck")
        assert rules.marker[unit] == (row["type"] in MARKERS)
    assert {"dug", "barraged", "abandoned", "fired"} <= {*rules.flag_names}


@pytest.mark.rule("F-2.1.3.a", "F-2.1.3.b", "F-2.1.3.c", by="value")
def test_counters_show_their_figures_and_formations():
    game = field({"2638": "G/11, A/5-1 lost=1", "2634": "1/235"})
    gun, marine = (faces.face(game.state, number(game, unit)) for unit in ("G/11", "A/5-1"))
    assert [figure.text for figure in gun.figures] == ["5", "2", "12", "15"]  # fire, close combat, movement, range
    assert [figure.text for figure in marine.figures] == ["3", "3", "10"]
    assert (marine.steps, marine.size, marine.name) == ((1, 2), "platoon", "A/5")
    rows = {row["id"]: row for row in data.units("naktong")}
    assert {row["company"] + row["regiment"] for row in rows.values() if row["optional"]} == {"A27", "B27", "C27"}
    assert (rows["5/16-1"]["battalion"], rows["5/16-1"]["regiment"]) == ("2", "16")


@pytest.mark.rule("F-2.3.a", "F-2.3.b", by="value")
def test_charts_and_boxes():
    charts = Charts.load(data.charts())
    for name in ("terrain_move", "stacking", "fire", "retreat", "close", "weather", "resupply"):
        assert charts[name].rows
    assert all(charts[f"turns_{battle}"].rows for battle in data.BATTLES)
    assert {"replacements", "gone", "available", "used"} <= {*new("naktong").state.rules.boxes}


@pytest.mark.rule("F-2.4.2", by="value")
def test_friends_are_those_of_a_side_of_whatever_nation():
    game = field({"1224": "1/F-1", "1324": "A/23-1", "1124": "1/343-1"}, scenario="chipyongni", turn=3)
    s = game.state
    assert {s.rules.nation[u] for u in s.present(UN)} == {"french", "us_army"}
    assert [s.rules.nation[u] for u in s.present(COMMUNIST)] == ["ccf"]
    assert "1224" not in targets(game, "A/23-1")


@pytest.mark.rule("F-2.4.4.B", by="value")
def test_only_close_combat_brings_both_sides_into_one_hex():
    game = field({"2634": "1/235", "2635": "A/5-1"}, phase="un_movement")
    assert why(game, "move A/5-1 2634") == ["F-10.2.1.H"]
    assert game.state.contested(UN) == 0
    fight = field({"2634": "1/235, A/5-1", "2635": "A/5-2"})
    assert fight.state.contested(UN) == 1 << fight.state.rules.grid.hex("2634")
    assert fight.state.locked(number(fight, "A/5-1"))


@pytest.mark.rule("F-2.4.4.A", by="value")
def test_units_retreat_after_fire_and_after_close_combat():
    units = {"2634": "1/235", "2635": "A/5-1, A/5-2, A/5-3"}
    orders: dict[str, Any] = {"un_losses": "full", "un_retreat": "never", "communist_retreat": "never"}
    for phase, dice, action in (
        ("un_offensive_fire", [3, 1], "fire A/5-1 2634"),
        ("un_close_combat", [5], "assault 2634 A/5-1,A/5-2,A/5-3"),
    ):
        game = play(field(units, phase=phase, dice=dice, **orders), action)
        assert (lost(game, "1/235"), where(game, "1/235") == "2634") == (1, False)
