"""Places of the Classic text where a reading of Deluxe or a short cut would be wrong."""

from fractions import Fraction

import pytest

from parallel38.engine.game import Game
from parallel38.games.yalu.rules import stacking
from parallel38.games.yalu.rules.rout import Flee
from parallel38.games.yalu.state import UN

from .table import battle, begins, ends, flags, rules_of, said, spent, table, where

BRIDGE = "damaged-bridge 0921 1020"


# ------------------------------------------------------------------------------------------------- zones, rail, sea


@pytest.mark.rule("C-8", "C-28D")
def test_who_enters_a_zone_takes_no_train_out_of_it():
    game = table({"0922": "US-2", "0920": "NKPA-5"}, phase="un_movement", weather="MO")
    game.play("move US-2 0922-0921")
    assert rules_of(game, "move US-2 0921-1021 rail") == ["C-8"]
    assert not ends(game, "US-2", "rail")
    began = table({"0921": "US-2", "0920": "NKPA-5"}, phase="un_movement", weather="MO")
    assert "1021" in ends(began, "US-2", "rail"), "a unit that begins its turn in the zone may"


@pytest.mark.rule("C-8", "C-28E")
def test_who_enters_a_zone_takes_no_ship_out_of_it():
    units = {"1512": "PVA-40-118", "2226": "ROK-1"}
    game = table({**units, "1610": "US-3"}, phase="un_movement", weather="MO")
    game.play("move US-3 1610-1611")
    assert rules_of(game, "embark US-3") == ["C-8"]
    began = table({**units, "1611": "US-3"}, phase="un_movement", weather="MO")
    assert rules_of(began, "embark US-3") == [], "a unit that begins its turn in the zone may"


@pytest.mark.rule("C-26C1")
@pytest.mark.rule("C-26C3", by="value")
def test_no_train_crosses_a_damaged_bridge():
    for side, units in (("communist", {"0921": "PVA-40-118"}), ("un", {"0921": "US-2"})):
        unit = next(iter(units.values()))
        game = table(units, phase=f"{side}_movement", weather="MO", marks=[BRIDGE], cities="Pyongyang")
        assert rules_of(game, f"move {unit} 0921-1020 rail") == ["C-26C1"], side
        other = game.notation(game.parse(f"move {unit} 1020 rail"))
        assert "0921-1020" not in other, side
        assert rules_of(game, other) == [], "there is another line"
        whole = table(units, phase=f"{side}_movement", weather="MO", cities="Pyongyang")
        assert rules_of(whole, f"move {unit} 0921-1020 rail") == [], side


@pytest.mark.rule("C-26C1", by="value")
def test_a_damaged_bridge_gives_no_road_rate_even_in_frost():
    def price(weather: str, marks: list[str]) -> Fraction:
        game = table({"0921": "PVA-40-118"}, weather=weather, marks=marks, cities="Pyongyang")
        steps = game.state.top.steps(game.state, game.parse("move PVA-40-118 0921-1020"))
        return sum((step.points or Fraction(0) for step in steps), Fraction(0))

    assert price("SO", []) == Fraction(1, 2)
    assert price("SO", [BRIDGE]) == 1, "the hex is clear, the river is frozen"
    assert price("MO", [BRIDGE]) == 2, "and the river costs a point"


@pytest.mark.rule("C-26C1")
def test_no_train_starts_in_a_broken_hex():
    game = table({"1020": "PVA-40-118"}, weather="MO", marks=["rail-break 1020"], cities="Pyongyang")
    assert rules_of(game, "move PVA-40-118 1020-0921 rail") == ["C-26C1"]
    assert not ends(game, "PVA-40-118", "rail")


@pytest.mark.rule("C-23A")
@pytest.mark.rule("C-23B", by="value")
def test_a_regrouped_unit_may_take_the_train_if_it_could_pay():
    units = {"0921": "PVA-40-118 neutralized, PVA-40-119 neutralized+isolated"}
    for weather, barred in (("MO", []), ("SC", ["C-23A"])):
        game = table(units, weather=weather, cities="Pyongyang")
        for unit in ("PVA-40-118", "PVA-40-119"):
            game.play(f"regroup {unit}")
        assert rules_of(game, "move PVA-40-118 0921-1020 rail") == []
        assert rules_of(game, "move PVA-40-119 0921-1020 rail") == barred, "three points in MO, two and a half in SC"


@pytest.mark.rule("C-23A")
def test_weather_may_leave_too_few_points_to_regroup_and_move():
    game = table({"1020": "PVA-40-118 neutralized"}, weather="SU")
    game.play("regroup PVA-40-118")
    assert flags(game, "PVA-40-118") == "regrouped", "two points in sunny weather: it regroups"
    assert rules_of(game, "move PVA-40-118 1020-1019") == ["C-23A"], "and stays"


# --------------------------------------------------------------------------------------------- stacking, breakdown


@pytest.mark.rule("C-7A", by="value")
def test_over_stacking_neutralizes_land_support_too():
    game = table({"2226": "US-2, US-24, US-25, SUP-TK1"}, phase="un_movement")
    stacking.penalty(game.state, UN, game.rules.names.grid.hex("2226"))
    assert flags(game, "SUP-TK1") == "neutralized"


@pytest.mark.rule("C-28A")
def test_a_regrouped_division_may_break_down_and_stays():
    game = table({"2226": "US-2 neutralized"}, phase="un_movement", weather="MO")
    game.play("regroup US-2")
    game.play("breakdown US-2")
    assert flags(game, "US-9/2") == "regrouped"
    assert rules_of(game, "move US-9/2 2226-2326") == ["C-28C2"]


@pytest.mark.rule("C-27F")
def test_garrisons_are_not_evacuated():
    game = table({"1611": "Gar-Hungnam", "2226": "ROK-1"}, phase="un_movement", weather="MO")
    assert rules_of(game, "evacuate Gar-Hungnam") == ["C-27F"]


# ------------------------------------------------------------------------------------------------ guerrillas, cities


def placing(game: Game) -> Game:
    """Play on until a guerrilla is to be placed."""
    while type(game.state.top).__name__ != "PlaceGuerrilla":
        game.play("end" if type(game.state.top).__name__ == "CityArrivals" else next(iter(game.legal_actions())))
    return game


@pytest.mark.rule("C-22B", "C-22A2")
def test_guerrillas_of_a_city_may_wait_while_those_of_the_track_are_placed():
    units = {"1020": "PVA-40-118", "available": "G-1, G-2, G-3, G-4, G-5, G-6"}
    game = placing(begins("communist_reinforcement", units, cities="Wonsan", turn=12, dice=[]))
    waiting = game.rules.names.unit(game.state.top.unit)
    game.play("end")
    assert (where(game, waiting), spent(game, waiting) > 0) == ("reserve", True)
    again = {"1020": "PVA-40-118", "reserve": "G-1 spent=2"}
    city = game.state.rules.city_names[1]
    back = placing(begins("communist_reinforcement", again, cities=city, rewarded=city, turn=13, dice=[]))
    assert rules_of(back, "place G-1 1118") == []
    back.play("place G-1 1118")
    assert (where(back, "G-1"), spent(back, "G-1")) == ("1118", 0)
    lost = begins("communist_reinforcement", again, rewarded=city, turn=13, dice=[])
    assert "PlaceGuerrilla" not in {type(frame).__name__ for frame in lost.state.frames}, "the city was lost"
    frame = {"kind": "PlaceGuerrilla", "unit": "G-1"}
    track = table({"available": "G-1"}, phase="communist_reinforcement", frame=frame)
    assert rules_of(track, "end") == ["C-22A2"]


@pytest.mark.rule("C-17g")
def test_guerrillas_are_no_target_of_bombardment():
    game = table({"1020": "G-1"}, phase="un_bombardment", frame={"kind": "Bombarding"}, air=4)
    assert rules_of(game, "bombard 1020 - 2") == ["C-17g"]
    mixed = battle({"1020": "G-1, PVA-40-118", "1021": "US-2"}, side="un")
    assert rules_of(mixed, "attack G-1") == ["C-17g"]


# ------------------------------------------------------------------------------------------------------ combat


@pytest.mark.rule("C-31b")
def test_a_lone_support_unit_that_is_attacked_may_be_surprised():
    game = battle({"1021": "PVA-40-118", "1121": "SUP-TK1"}, turn=1, dice=[1])
    game.play("attack SUP-TK1")
    assert said(game.play("end"))[:1] == ["surprised"]


@pytest.mark.rule("C-11b", by="value")
def test_support_does_not_leave_a_garrison_that_stays():
    units = {"1716": "PVA-40-118, PVA-40-119, PVA-40-120", "1815": "Gar-Wonsan, SUP-TK1", "2226": "ROK-1"}
    game = battle(units, dice=[])
    for line in ("attack Gar-Wonsan", "end", "end", "end", "fire Gar-Wonsan"):
        game.play(line)
    for pair in ("1,1", "1,2", "2,2", "2,3", "3,3", "3,4", "4,4", "4,5", "5,5"):
        trial = Game.from_position(game.to_position(), game.rules, game.dice)
        trial.play(f"roll {pair}")
        if flags(trial, "Gar-Wonsan") == "neutralized":
            assert where(trial, "SUP-TK1") == "1815"
            assert not any(offer.verb == "retreat" for offer in trial.offers())
            return
    raise AssertionError("no dice gave NR")


@pytest.mark.rule("C-11b", by="value")
def test_support_that_stood_where_a_bug_out_ends_is_not_lost_with_it():
    units = {"0713": "PVA-40-118, PVA-40-119, PVA-40-120", "0814": "PVA-38-112, PVA-38-113", "0615": "PVA-42-125"}
    game = table({**units, "0714": "US-1/31/7"}, phase="un_bug_out", frame={"kind": "Fleeing"}, dice=[])
    flee = next(a for a in game.legal_actions() if isinstance(a, Flee))
    first = game.rules.names.grid.label(flee.path[1])
    game = table(
        {**units, "0714": "US-1/31/7", first: "SUP-TK1"}, phase="un_bug_out", frame={"kind": "Fleeing"}, dice=[]
    )
    game.play(next(a for a in game.legal_actions() if isinstance(a, Flee) and len(a.units) == 1))
    game.play("fire US-1/31/7")
    game.play("roll 1,1")
    assert where(game, "US-1/31/7") == "dead"
    assert where(game, "SUP-TK1") == first


@pytest.mark.rule("C-26C1", "C-25D1")
def test_refusals_name_the_rule_that_says_it():
    game = table({"2226": "SUP-ART1"}, phase="un_bombardment", frame={"kind": "Bombarding"}, air=4)
    assert rules_of(game, "interdict rail 0921 SUP-ART1") == ["C-26C1"]
    un = battle({"1020": "PVA-40-118", "1021": "US-2"}, side="un")
    assert rules_of(un, "attack PVA-40-118 wave US-2") == ["C-25D1"]
