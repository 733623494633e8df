"""5.1, 5.2.1, 5.2.2 What may fire at what: kinds of fire, ranges, spotters, who may fire, and with which value."""

from typing import Any

import pytest

from parallel38.games.forgotten_war import data
from parallel38.games.forgotten_war.rules import firing
from parallel38.games.forgotten_war.rules import targets as rules_of
from parallel38.games.forgotten_war.rules.targets import INDIRECT
from tests.games.forgotten_war.field import field, flags, new, number, play, said, targets, where, why

HILL, VALLEY = "2634", "2635"
"""Two rough hexes at Chosin next to each other; 2434 is a hilltop two hexes from the first."""
FOE, OTHER, THIRD = "1/235", "2/235", "3/235"
STAY: dict[str, Any] = {"communist_retreat": "never"}
"""The standing order of the Chinese to stand where they can."""
CHIPYONGNI: dict[str, Any] = {"scenario": "chipyongni", "turn": 3}


# ------------------------------------------------------------------------------------------------------- kinds of fire


@pytest.mark.rule("F-2.4.4.C1", "F-2.4.4.C2", "F-2.4.4.C2x", "F-2.4.4.C3", "F-2.4.4.C4", "F-2.1.2.e", by="value")
@pytest.mark.parametrize("battle", data.BATTLES)
def test_each_kind_of_unit_has_its_kinds_of_fire(battle: str):
    s = new(battle).state
    for unit, row in enumerate(s.rules.rows):
        indirect = row["type"] in ("air", "mortar", "barrage")
        wanted = ("indirect",) if indirect else ("direct", "indirect") if row["type"] == "gun" else ("direct",)
        assert rules_of.modes_of(s, unit) == wanted
        area = {mode: rules_of.is_area(s, unit, mode) for mode in wanted}
        assert area == dict.fromkeys(wanted, indirect or row["type"] in ("gun", "m19"))


@pytest.mark.rule("F-5.1.1.a")
def test_point_fire_names_one_unit():
    game = field({HILL: f"{FOE}, {OTHER}", VALLEY: "A/5-1"})
    assert why(game, f"fire A/5-1 {HILL} {FOE},{OTHER}") == ["F-5.1.1.a"]
    assert "F-5.1.1.a" in why(game, f"fire A/5-1 {VALLEY}")
    for target in (FOE, OTHER):
        assert why(game, f"fire A/5-1 {HILL} {target}") == []


@pytest.mark.rule("F-5.1.1.b")
def test_area_fire_names_one_unit_or_all():
    game = field({HILL: f"{FOE}, {OTHER}, {THIRD}", VALLEY: "A/5-1", "available": "AIR-1"}, dice=[6, 6])
    assert why(game, f"fire AIR-1 {HILL} {FOE},{OTHER}") == ["F-5.1.1.b"]
    assert why(game, f"fire AIR-1 {HILL}") == why(game, f"fire AIR-1 {HILL} {FOE},{OTHER},{THIRD}") == []
    assert said(game.play(f"fire AIR-1 {HILL} {THIRD}")).count("missed") == 1


@pytest.mark.rule("F-5.1.2.A")
def test_nobody_fires_into_a_close_combat():
    game = field({HILL: f"A/5-2, {FOE}", VALLEY: "A/5-1", "2633": OTHER, "available": "AIR-1"})
    assert why(game, f"fire A/5-1 {HILL} {FOE}") == ["F-5.1.2.A"]
    assert why(game, f"fire AIR-1 {HILL}") == ["F-5.1.2.A"]
    assert why(game, "fire AIR-1 2633") == []


@pytest.mark.rule("F-5.1.2.B1", "F-5.1.2.B2", by="value")
def test_an_abandoned_gun_neither_hinders_fire_nor_suffers_from_it():
    units = {"2638": f"G/11 abandoned, {FOE}", "2639": "A/5-1", "available": "AIR-5"}
    game = field(units, dice=[1, 6, 1, 6])
    assert "2638" in targets(game, "AIR-5", INDIRECT) & targets(game, "A/5-1")
    assert said(game.play("fire AIR-5 2638")).count("hit") == 1
    assert (where(game, "G/11"), flags(game, "G/11")) == ("2638", "abandoned")


@pytest.mark.rule("F-5.1.2.C1", "F-5.1.2.C2", by="value")
def test_fire_goes_where_units_cannot():
    game = field({HILL: FOE, "2535": "PROV"})
    tank, grid = number(game, "PROV"), game.state.rules.grid
    assert game.state.rules.step_cost(tank, grid.hex("2535"), grid.hex(HILL)) is None
    assert targets(game, "PROV") == {HILL}
    game = field({"1527": "1/16-1", "1627": "A/34-1"}, scenario="naktong")
    unit, grid = number(game, "A/34-1"), game.state.rules.grid
    assert game.state.rules.step_cost(unit, grid.hex("1627"), grid.hex("1527")) is None
    assert targets(game, "A/34-1") == {"1527"}


@pytest.mark.rule("F-5.4.Bx")
@pytest.mark.rule("F-T.7", by="value")
def test_a_hex_in_which_area_fire_could_hurt_nobody_is_no_target():
    tanks = "C/73T-1, C/73T-2, C/73T-3, C/73T-4"
    near = {"1728": "1/16-1", "available": "120-1 serves=16"}
    attack: dict[str, Any] = {"scenario": "naktong", "phase": "communist_offensive_fire"}
    game = field({"1727": f"{tanks}, A/34-1 crowding"} | near, **attack)
    assert targets(game, "120-1", INDIRECT) == set()  # armour, and one who was pressed in
    assert why(game, "fire 120-1 1727") == ["F-5.4.Bx"]
    assert targets(game, "1/16-1") == {"1727"}  # point fire finds it
    room = field({"1727": "C/73T-1, A/34-1 crowding"} | near, **attack)
    assert targets(room, "120-1", INDIRECT) == {"1727"}


# ---------------------------------------------------------------------------------------------------------- direct fire


@pytest.mark.rule("F-5.1.3.A")
@pytest.mark.rule("F-4.4.C", by="value")
@pytest.mark.parametrize("battle", ["naktong", "chosin"])
def test_direct_fire_is_at_adjacent_hexes(battle: str):
    foe = {"naktong": "1/16-1", "chosin": FOE}[battle]
    ours = {"naktong": "A/34-1", "chosin": "A/5-1"}[battle]
    game = field({HILL: foe, VALLEY: "A/21-1" if battle == "naktong" else "A/7-1", "2636": ours}, scenario=battle)
    assert why(game, f"fire {ours} {HILL}") == ["F-5.1.3.A"]
    assert targets(game, ours) == set()


@pytest.mark.rule("F-5.1.3.B1", "F-5.1.3.B2", "F-5.1.3.B2x")
@pytest.mark.rule("F-5.1.3.B3", "F-4.4.C", by="value")
def test_at_chipyongni_the_un_fires_at_a_distance():
    near, two, three, four, five = "1124", "1024", "0924", "0824", "0724"
    foes = {h: f"{n}/343-1" for n, h in enumerate((near, two, three, four, five), 1)}
    game = field({"1224": "A/23-1, A/37", "1225": "B/26-1", "1223": "TK/23-1"} | foes, **CHIPYONGNI)
    assert targets(game, "A/23-1") == {near, two}  # through the unit between them
    assert why(game, f"fire A/23-1 {three}") == ["F-5.1.3.B1"]
    assert {four} == targets(game, "TK/23-1") & {four, five}
    assert why(game, f"fire TK/23-1 {five}") == ["F-5.1.3.B2"]
    assert four in targets(game, "B/26-1")  # an M19, though its fire is area fire
    assert targets(game, "A/37") == {near}
    assert why(game, f"fire A/37 {two}") == ["F-5.1.3.B2x"]


@pytest.mark.rule("F-5.1.3.B4")
def test_at_chipyongni_the_chinese_fire_at_adjacent_hexes():
    units = {"1224": "A/23-1", "1024": "1/343-1", "1226": "A/23-2", "1126": "2/343-1"}
    game = field(units, phase="communist_offensive_fire", **CHIPYONGNI)
    assert targets(game, "2/343-1") == {"1226"}
    assert why(game, "fire 1/343-1 1224") == ["F-5.1.3.B4"]


# ------------------------------------------------------------------------------------------------------------- spotters


@pytest.mark.rule("F-5.1.4.A")
@pytest.mark.rule("F-5.1.4.A1", "F-2.4.2", by="value")
def test_indirect_fire_needs_a_spotter_beside_the_target():
    game = field({HILL: FOE, "2636": "A/5-1", "2638": "G/11", "2637": OTHER})
    assert why(game, f"fire G/11 {HILL} - indirect") == ["F-5.1.4.A"]
    assert targets(field({HILL: FOE, VALLEY: "A/5-1", "2638": "G/11"}), "G/11", INDIRECT) == {HILL}
    assert targets(field({HILL: FOE, VALLEY: "W/ROK", "2638": "G/11"}), "G/11", INDIRECT) == {HILL}  # of any nation
    assert targets(field({"2637": FOE, "2638": "G/11"}), "G/11", INDIRECT) == {"2637"}  # the gun itself


@pytest.mark.rule("F-5.1.4.A", "F-5.7.2.C1", by="value")
def test_an_abandoned_gun_has_nobody_who_could_spot():
    units = {"2638": "G/11 abandoned", "2637": FOE, "2740": "A/11", HILL: OTHER, VALLEY: "A/5-1", "available": "AIR-1"}
    assert targets(field(units), "A/11", INDIRECT) == {HILL}
    assert targets(field({**units, "2638": "G/11"}), "A/11", INDIRECT) == {HILL, "2637"}


@pytest.mark.rule("F-5.1.4.A2b", "F-5.2.1.E")
@pytest.mark.rule("F-5.1.4.A2a", by="value")
def test_a_unit_in_close_combat_spots_but_does_not_fire():
    game = field({HILL: FOE, VALLEY: f"A/5-1, {OTHER}", "2638": f"G/11, {THIRD}", "2637": "4/235", "2740": "A/11"})
    assert targets(game, "A/11", INDIRECT) == {HILL, "2637"}
    assert why(game, "fire G/11 2637 - indirect") == ["F-5.1.4.A2b"]
    assert why(game, "fire G/11 2637 - direct") == ["F-5.2.1.E"]
    assert why(game, f"fire A/5-1 {HILL}") == ["F-5.2.1.E"]


@pytest.mark.rule("F-5.1.4.A3", "F-5.1.5.2.a", by="value")
@pytest.mark.rule("F-5.1.5.2.b")
def test_at_chipyongni_guns_need_no_spotter_and_reach_fifteen_hexes_at_night():
    units = {"1224": "A/37, A/23-1", "2724": "1/343-1", "2824": "2/343-1", "available": "M1/23 serves=1/23"}
    day = field(units, **CHIPYONGNI)
    assert targets(day, "A/37", INDIRECT) == targets(day, "M1/23", INDIRECT) == {"2724", "2824"}
    night = field(units, scenario="chipyongni", turn=2)
    assert targets(night, "A/37", INDIRECT) == {"2724"}
    assert why(night, "fire A/37 2824 - indirect") == ["F-5.1.5.2.b"]


@pytest.mark.rule("F-5.1.4.B")
@pytest.mark.rule("F-5.1.4.B1", "F-5.1.4.B2", by="value")
def test_a_gun_reaches_as_far_as_its_counter_says():
    units = {"2638": "G/11", "2623": FOE, "2622": OTHER, "2723": "A/5-1", "available": "81-Y serves=5"}
    game = field(units)
    assert game.state.rules.reach_of[number(game, "G/11")] == 15  # the target's hex counts, the gun's does not
    assert targets(game, "G/11", INDIRECT) == {"2623"}
    assert why(game, "fire G/11 2622 - indirect") == ["F-5.1.4.B"]
    assert targets(game, "81-Y", INDIRECT) == {"2622", "2623"}


@pytest.mark.rule("F-5.1.5.a", "F-5.1.5.b", by="value")
def test_a_spotter_on_a_hilltop_sees_three_hexes_far_for_artillery():
    units = {"2735": FOE, "2835": OTHER, "2535": THIRD, "2740": "A/11", "available": "81-Y serves=5"}
    game = field({"2434": "A/5-1"} | units)
    assert targets(game, "A/11", INDIRECT) == targets(game, "81-Y", INDIRECT) == {"2735", "2535"}  # over the third
    assert targets(field({"2435": "A/5-1"} | units), "A/11", INDIRECT) == {"2535"}
    assert targets(field({"2334": "A/5-1"} | units), "A/11", INDIRECT) == set()


@pytest.mark.rule("F-5.1.5.1.A", "F-5.1.5.1.B", "F-7.A")
def test_guns_and_aircraft_on_the_first_turn_at_chosin():
    units = {"2740": "A/11", "2741": FOE, "1335": "A/57, D/15-1", "1234": OTHER, "available": "AIR-1"}
    game = field(units, phase="communist_defensive_fire", turn=1)
    assert why(game, "fire A/11 2741 - indirect") == ["F-5.1.5.1.A"]
    assert why(game, "fire A/11 2741 - direct") == []
    assert why(game, "fire A/57 1234 - indirect") == why(game, "fire A/57 1234 - direct") == ["F-5.1.5.1.B"]
    assert why(game, "fire AIR-1 2741") == ["F-7.A"]
    later = field(units, phase="communist_defensive_fire", turn=2)
    assert targets(later, "A/11", INDIRECT) == {"1234", "2741"}
    assert targets(later, "A/57", INDIRECT) == {"1234", "2741"}
    with_spotter = field(units | {"2742": "W/ROK"}, phase="communist_defensive_fire", turn=1)
    assert why(with_spotter, "fire A/11 2741 - indirect") == []


@pytest.mark.rule("F-5.1.6.A")
@pytest.mark.rule("F-6.3.A", by="value")
def test_only_its_regiment_spots_for_a_mortar():
    units = {HILL: FOE, VALLEY: "A/5-1", "available": "81-Y serves=7"}
    assert why(field(units), f"fire 81-Y {HILL}") == ["F-5.1.6.A"]
    for unit in ("A/7-1", "F/7-2", "AT/7"):
        assert targets(field({**units, "2535": unit}), "81-Y", INDIRECT) == {HILL}


@pytest.mark.rule("F-5.1.6.B")
def test_a_mortar_at_chipyongni_fires_as_long_as_its_battalion_lives():
    units = {"1024": "1/343-1", "1225": "RGR-1", "available": "M1/23 serves=1/23, HM/23 serves=23"}
    game = field(units, **CHIPYONGNI)
    assert why(game, "fire M1/23 1024") == ["F-5.1.6.B"]
    assert targets(game, "HM/23", INDIRECT) == {"1024"}  # the Rangers may call it too
    assert targets(field(units | {"1226": "C/23-3"}, **CHIPYONGNI), "M1/23", INDIRECT) == {"1024"}


# ------------------------------------------------------------------------------------------------------------- aircraft


@pytest.mark.rule("F-5.1.7.A", by="value")
@pytest.mark.parametrize("battle", data.BATTLES)
def test_only_the_un_has_aircraft(battle: str):
    air = {row["side"] for row in data.units(battle) if row["type"] == "air"}
    assert air == {"un"}


@pytest.mark.rule("F-5.1.7.B")
@pytest.mark.rule("F-5.1.7.C", "F-5.1.7.D", by="value")
def test_aircraft_see_three_hexes_from_any_spotter():
    game = field({"2535": "A/5-1", "2635": FOE, "2835": OTHER, "2935": THIRD, "available": "AIR-1"})
    assert targets(game, "AIR-1", INDIRECT) == {"2635", "2835"}  # past the first; the spotter stands on no hilltop
    assert why(game, "fire AIR-1 2935") == ["F-5.1.7.B"]


@pytest.mark.rule("F-5.1.7.1", by="value")
def test_aircraft_at_naktong_need_no_spotter():
    game = field({"0505": "1/16-1", "3030": "A/34-1", "available": "AIR-1, B/13FA"}, scenario="naktong")
    assert targets(game, "AIR-1", INDIRECT) == {"0505"}
    assert targets(game, "B/13FA", INDIRECT) == set()


@pytest.mark.rule("F-5.1.7.2.A", "F-5.1.7.2.B")
def test_a_division_is_hidden_from_aircraft_until_a_unit_of_it_has_left_its_assembly_area():
    units = {"2427": "1/175", "2429": "2/176", "2327": "A/7-1", "available": "AIR-1"}
    game = field(units)
    assert targets(game, "AIR-1", INDIRECT) == set()
    assert why(game, "fire AIR-1 2427") == ["F-5.1.7.2.A"]
    out = field(units | {"2626": "3/177", "2625": "4/177"})  # 2625 is outside
    assert targets(out, "AIR-1", INDIRECT) >= {"2427", "2429"}
    dead = field({**units, "replacements": "4/177"}, revealed="59th")  # the unit that had left is gone
    assert targets(dead, "AIR-1", INDIRECT) >= {"2427", "2429"}
    spread = {
        "0633": "1/238",
        "0844": "1/239",
        "1044": "1/240",
        "0733": "2/238",
        "0732": "A/32-1",
        "available": "AIR-1",
    }
    assert targets(field(spread), "AIR-1", INDIRECT) == set()  # the area of the 80th is in three parts


@pytest.mark.rule("F-5.1.7.3.A", "F-5.1.7.3.C")
@pytest.mark.rule("F-5.1.7.3.B", by="value")
def test_aircraft_at_chipyongni_fly_by_day_and_not_over_the_perimeter():
    units = {"1124": "1/343-1", "1225": "2/343-1", "1325": "3/343-1", "0101": "4/343-1", "available": "AIR-1"}
    units |= {"1226": "A/23-1"}
    game = field(units, **CHIPYONGNI)
    assert targets(game, "AIR-1", INDIRECT) == {"1124", "0101"}  # the first is an obstacle
    assert why(game, "fire AIR-1 1225") == why(game, "fire AIR-1 1325") == ["F-5.1.7.3.C"]
    assert why(field(units, scenario="chipyongni", turn=2), "fire AIR-1 0101") == ["F-5.1.7.3.A"]


# --------------------------------------------------------------------------------------------------------- who may fire


@pytest.mark.rule("F-5.2.1.B")
@pytest.mark.rule("F-5.2.1.A", "F-5.2.1.C", "F-4.3.A", by="value")
def test_units_fire_one_after_the_other_and_once_in_a_phase():
    units = {HILL: f"{FOE}, {OTHER}", "2633": THIRD, VALLEY: "A/5-1, A/5-2"}
    game = field(units, dice=[1, 1])
    told = said(game.play(f"fire A/5-1 {HILL} {FOE}"))
    assert told.index("fire") < told.index("eliminated")
    assert why(game, f"fire A/5-1 {HILL} {OTHER}") == ["F-5.2.1.B"]
    assert "F-5.1.1.a" in why(game, f"fire A/5-2 {HILL} {FOE}")  # the second sees what the first has done
    assert why(game, f"fire A/5-2 {HILL} {OTHER}") == why(game, "end") == []


@pytest.mark.rule("F-4.3.B", by="value")
def test_a_second_marker_may_follow_at_the_same_hex():
    game = field({HILL: FOE, VALLEY: "A/5-1", "available": "AIR-1, AIR-2"}, dice=[6, 6])
    play(game, f"fire AIR-1 {HILL}")
    assert targets(game, "AIR-2", INDIRECT) == {HILL}


@pytest.mark.rule("F-5.2.1.D")
def test_of_an_overstacked_hex_only_so_many_fire_as_may_stand_there():
    game = field({HILL: FOE, "2633": "C/5-1", VALLEY: "A/5-1, A/5-2, A/5-3, B/5-1"}, dice=[6, 6] * 3, **STAY)
    play(game, *(f"fire {unit} {HILL}" for unit in ("A/5-1", "B/5-1")))
    assert why(game, f"fire A/5-2 {HILL}") == why(game, f"fire A/5-3 {HILL}") == []
    play(game, f"fire A/5-3 {HILL}")
    assert why(game, f"fire A/5-2 {HILL}") == ["F-5.2.1.D"]


@pytest.mark.rule("F-5.2.1.D", by="value")
def test_a_gun_without_ammunition_takes_no_place_of_those_that_fire():
    units = {"2638": "G/11 barraged, H/11, A/5-1, A/5-2, A/5-3", "2637": FOE}  # four may stand there, and fire
    game = field(units, dice=[6, 6] * 3, **STAY)
    play(game, *(f"fire {unit} 2637" for unit in ("A/5-1", "A/5-2", "A/5-3")))
    assert targets(game, "H/11") == {"2637"}


@pytest.mark.rule("F-5.2.1.D")
def test_a_gun_that_fires_takes_a_place_of_those_that_fire():
    units = {"2638": "G/11, H/11, A/5-1, A/5-2, A/5-3", "2637": FOE, HILL: OTHER, VALLEY: "B/5-1"}
    game = field(units, dice=[6, 6] * 4, **STAY)
    play(game, "fire G/11 2637 - indirect", *(f"fire {unit} 2637" for unit in ("A/5-1", "A/5-2", "A/5-3")))
    assert why(game, "fire H/11 2637 - direct") == ["F-5.2.1.D"]


@pytest.mark.rule("F-5.2.1.B", by="value")
def test_who_fired_in_offence_fires_in_the_next_defence_too():
    units = {HILL: FOE, VALLEY: "A/5-1", "2638": "G/11", "2637": OTHER, "available": "AIR-1"}
    game = field(units, dice=[6, 6] * 3, **STAY)
    play(game, f"fire A/5-1 {HILL}", "fire G/11 2637 - direct", f"fire AIR-1 {HILL}", "end")
    while not isinstance(game.state.top, firing.Firing) or game.state.top.side != "un":
        play(game, "end")
    assert game.state.top.phase == "defensive"
    assert targets(game, "A/5-1") == {HILL}
    assert why(game, "fire G/11 2637 - direct") == ["F-5.2.2.B2"]  # guns and markers wait for the end of the turn
    assert why(game, f"fire AIR-1 {HILL}") == ["F-5.2.1.F1"]


@pytest.mark.rule("F-5.2.1.F1", "F-5.2.1.F2", "F-5.2.2.B2")
def test_markers_and_guns_fire_once_in_a_turn():
    units = {HILL: FOE, VALLEY: "A/5-1", "2638": "G/11", "2637": OTHER, "used": "AIR-1", "available": "AIR-2"}
    game = field(units, dice=[6, 6] * 2)
    assert why(game, f"fire AIR-1 {HILL}") == ["F-5.2.1.F1"]
    play(game, "fire G/11 2637 - direct")
    assert why(game, f"fire G/11 {HILL} - indirect") == ["F-5.2.1.F2"]
    assert why(game, "fire G/11 2637 - direct") == ["F-5.2.2.B2"]


# --------------------------------------------------------------------------------------------------------------- values


@pytest.mark.rule("F-5.2.2", "F-5.2.2.A2", "F-5.2.2.B1", "F-4.2", by="value")
def test_fire_values():
    game = field({HILL: f"{FOE} lost=1", VALLEY: "A/5-1", "2638": "G/11", "available": "81-Y, AIR-5"})
    s, n = game.state, number

    def value(unit: str, mode: str, target: str = FOE) -> int:
        return rules_of.value(s, n(game, unit), mode, n(game, target))

    assert (value("A/5-1", "direct"), value(FOE, "direct", "A/5-1")) == (7, 2)  # the second is reduced
    assert (value("G/11", "direct"), value("G/11", "indirect"), value("81-Y", "indirect")) == (5, 7, 5)
    assert (value("AIR-5", "indirect"), value("AIR-5", "indirect", "PROV")) == (9, 4)
    assert (value("PROV", "direct", "AT/5"), value("D/15-1", "direct", "PROV")) == (8, 8)  # armour against armour


@pytest.mark.rule("F-5.2.2")
def test_who_prints_no_fire_strength_does_not_fire():
    """Players who own the game lay their own figures over ours."""
    units = {HILL: FOE, VALLEY: "A/5-1", "2639": OTHER, "2638": "TR-1, G/11"}
    game = field(units, charts={"strengths": {"train": {"fire": 0}, "gun_105": {"fire": 0}}})
    assert targets(game, "TR-1") == targets(game, "G/11") == set()
    assert why(game, "fire TR-1 2639") == why(game, "fire G/11 2639 - direct") == ["F-5.2.2"]
    assert targets(game, "G/11", INDIRECT) == {HILL, "2639"}  # its barrage has one
    tank = {"1727": "T34", "1728": "A/34-1", "1729": "1/16-1", "available": "AIR-1"}
    weak = field(tank, scenario="naktong", charts={"air": {"six": {"fire": 1}}})
    assert why(weak, "fire AIR-1 1727") == ["F-5.2.2.A1"]  # half of 1 is nothing


@pytest.mark.rule("F-5.2.2.A1")
def test_only_armour_and_aircraft_hurt_armour():
    units = {"1727": "T34", "1728": "A/34-1, R/24-4", "available": "AIR-1, B/13FA, HM/34 serves=34"}
    game = field(units, scenario="naktong")
    assert why(game, "fire A/34-1 1727") == why(game, "fire B/13FA 1727") == ["F-5.2.2.A1"]
    assert why(game, "fire HM/34 1727") == ["F-5.2.2.A1"]
    assert targets(game, "AIR-1", INDIRECT) == targets(game, "R/24-4") == {"1727"}
    mixed = field({**units, "1727": "T34, 1/16-1"}, scenario="naktong", dice=[6, 6])
    assert why(mixed, "fire A/34-1 1727 T34") == ["F-5.2.2.A1"]
    assert said(mixed.play("fire B/13FA 1727")).count("shaken") == 1  # dice for the infantry alone
    for unit in ("G/11", "TR-1", "A/5-1"):
        s = new("chosin").state
        assert rules_of.value(s, s.rules.names.unit_number(unit), "direct", s.rules.names.unit_number("PROV")) == 0
