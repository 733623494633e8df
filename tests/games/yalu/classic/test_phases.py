"""C-3 to C-5, C-12, C-13, C-18 to C-22, C-26, C-27, C-30, C-32: phases, arrivals, missions in Classic."""

from random import Random

import pytest

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.yalu import data
from parallel38.games.yalu.rules import morale, replacements, weather

from .table import CLASSIC, begins, flags, rules_of, said, spent, start, table, where

FEBRUARY = 11
"""The number of the turn Feb I."""


def bombarding(units: dict[str, str], **more) -> Game:
    return table(units, phase="un_bombardment", frame={"kind": "Bombarding"}, **{"air": 4, **more})


# --------------------------------------------------------------------------------------------------- the whole game


@pytest.mark.rule("C-4", "C-20", by="value")
def test_twenty_six_turns_from_nov_iii_in_overcast():
    game = start()
    assert (game.turn, len(game.rules.turns), game.rules.turns[-1]) == ("Nov III", 26, "May IV")
    assert (game.state.weather, game.state.track[game.rules.track_number["die"]]) == ("SO", 3)


@pytest.mark.rule("C-4c", by="value")
def test_the_first_cavalry_starts_in_two_regiments():
    game = start()
    assert {where(game, "US-5C/1C"), where(game, "US-7C/1C")} == {"0919"}, "two hexes from Pyongyang"
    assert {where(game, f"US-{n}/8C/1C") for n in (1, 2, 3)} == {"dead"}
    assert len(where(game, "US-7")) == 4, "the 7th Division stands whole"


@pytest.mark.rule("C-5", "C-5b", by="value")
def test_the_sequence_has_no_communist_morale_and_no_general():
    keys = [phase.key for phase in CLASSIC.make(CLASSIC.setting()).sequence]
    assert "communist_morale" not in keys
    game = begins("un_reinforcement", {"2226": "US-2"}, turn=12, dice=[])
    assert game.decider == "un", "no die in January"
    assert not any("ridgway" in text for text in said(list(game.entries())))


@pytest.mark.rule("C-3")
def test_a_random_game_names_classic_rules_alone():
    """Every refusal and every event of a Classic game cites a rule of Classic; the table of citations is whole."""
    rules = CLASSIC.make(CLASSIC.setting())
    known = {rule["id"] for rule in CLASSIC.rules_of("classic")} | {""}
    game, rng = Game(rules, dice=Dice.seed(5)), Random(5)
    named: set[str] = set()
    while game.decider is not None:
        action = game.sample(rng)
        assert action is not None
        for entry in game.play(action):
            named |= {event.rule for event in entry.events}
        if rng.random() < 0.1:
            named |= {warning.rule for warning in game.warnings("end")}
    assert named <= known, sorted(named - known)
    assert game.state.top.rule == "C-3"


# --------------------------------------------------------------------------------------------------------- air, ships


@pytest.mark.rule("C-13", by="value")
def test_one_air_number_for_both_player_turns():
    game = table({"2226": "US-2"}, weather="SU")
    assert weather.air(game.state, "defensive") == weather.air(game.state, "offensive") == 6


@pytest.mark.rule("C-32", by="value")
def test_a_sortie_takes_one_factor():
    game = table({"2226": "US-2"}, weather="SU", sorties=1)
    assert weather.air(game.state, "offensive") == 5


@pytest.mark.rule("C-12a", "C-12c", "C-12d")
def test_ships_fire_whole_and_move_first():
    units = {"1711": "SUP-BB, SUP-DD1", "1611": "PVA-40-118"}
    game = bombarding(units, dice=[])
    assert rules_of(game, "bombard 1611 SUP-BB,SUP-BB") == ["C-12a"]
    assert game.describe(game.parse("bombard 1611 SUP-BB"))[1]["n"] == 3
    assert rules_of(game, "sail SUP-DD1 1712") == []
    game.play("bombard 1611 SUP-BB")
    game.play("roll 6")
    assert rules_of(game, "sail SUP-DD1 1712") == ["C-12c"]
    far = bombarding({**units, "2226": "ROK-1"})
    yellow = next(h for h in ("1829", "2029", "1928", "0124", "0525") if rules_of(far, f"sail SUP-BB {h}") == [])
    far.play(f"sail SUP-BB {yellow}")
    assert rules_of(far, "raid SUP-BB") == ["C-12d"]


@pytest.mark.rule("C-26A", "C-26B", "C-26C1", by="value")
def test_dice_of_missions():
    game = bombarding({"1908": "PVA-40-118"}, weather="MO")
    assert game.describe(game.parse("bombard 1908 - 3"))[1]["modifier_drm"] == 0, "no terrain modifier"
    assert game.describe(game.parse("raid - 3"))[1]["need"] == 2
    for code in game.state.rules.weathers:
        assert game.rules.charts["weather_un"][code, "asp_attack"] == 2
    assert [game.rules.charts["interdiction"][row, "die"] for row in ("rail", "bridge", "road")] == [2, 2, 6]


@pytest.mark.rule("C-26C1", "C-26C2", "C-26C3")
def test_damage_counts_from_the_next_turn_on():
    game = bombarding({"2226": "US-2, SUP-ART1"}, dice=[2, 3], turn=5, air=6, weather="SU")
    assert "rail_hit" in said(game.play("interdict rail 0921 - 1"))
    assert "interdiction_fails" in said(game.play("interdict rail 0921 - 1"))
    game.play("interdict road 0921 - 2")
    assert {mark[0] for mark in game.state.marks} == {"rail-hit", "interdiction"}
    assert rules_of(game, "interdict rail 0921 SUP-ART1") == ["C-26C1"], "not by artillery"
    units, marks = {"2226": "US-2"}, ["rail-hit 0921", "rail-break 0922"]
    before = table(units, phase="un_movement", marks=marks, turn=5, weather="MO", dice=[3, 3, 3, 3])
    for _ in range(4):
        if before.turn == "Dec III":
            before.play("end")
    assert [before.rules.mark_text(mark) for mark in before.state.marks] == ["rail-break 0921"]
    blocked = table({"0922": "US-2"}, phase="un_movement", marks=["rail-break 0921"], weather="MO")
    waiting = table({"0922": "US-2"}, phase="un_movement", marks=["rail-hit 0921"], weather="MO")
    assert rules_of(blocked, "move US-2 0922-0921 rail") == ["C-26C1"]
    assert rules_of(waiting, "move US-2 0922-0921 rail") == []


# ---------------------------------------------------------------------------------------------- Communist arrivals


@pytest.mark.rule("C-22E")
def test_attack_supply_by_schedule():
    game = start()
    assert game.state.track[game.rules.track_number["asp"]] == 16
    later = begins("communist_reinforcement", {"1020": "PVA-40-118"}, turn=12, dice=[], asp=1)
    assert later.state.track[later.rules.track_number["asp"]] == 1 + 6, "Feb"


@pytest.mark.rule("C-18a", "C-18e")
@pytest.mark.rule("C-18b", by="value")
def test_conscripts_while_pyongyang_is_communist():
    units = {"1020": "PVA-40-118, PVA-40-119", "conscripts": "C-1, C-2, C-3, C-4"}
    game = begins("communist_conscripts", units, cities="Pyongyang", turn=5)
    box = game.rules.names.box("conscripts")
    assert list(game.state.where).count(box) == 6, "two more"
    for n in range(1, 7):
        game.play(f"place C-{n} 1020")
    assert rules_of(game, "place C-7 1020") != [], "six on the map"
    assert where(game, "C-6") == "1020"
    alone = begins("communist_conscripts", {"1020": "PVA-40-118 isolated", "conscripts": "C-1"}, cities="Pyongyang")
    assert not any(offer.verb == "place" for offer in alone.offers())
    six = {**units, "1019": "NKPA-5, C-5, C-6, C-7, C-8, C-9, C-10"}
    full = begins("communist_conscripts", six, cities="Pyongyang")
    assert not any(offer.verb == "place" for offer in full.offers())


@pytest.mark.rule("C-18c", by="value")
def test_two_conscripts_of_the_box_without_pyongyang():
    units = {"1020": "PVA-40-118, PVA-40-119", "conscripts": "C-1, C-2, C-3, C-4"}
    game = begins("communist_conscripts", units, turn=5)
    game.play("place C-1 1020")
    game.play("place C-2 1020")
    assert not any(offer.verb == "place" for offer in game.offers())


@pytest.mark.rule("C-18d")
def test_a_conscript_without_a_division_goes_home():
    game = table({"1020": "PVA-40-118, C-1"}, weather="MO")
    game.play("move PVA-40-118 1020-1019")
    game.play("end")
    assert where(game, "C-1") == "out"


@pytest.mark.rule("C-22D", by="value")
def test_the_second_nkpa_division_may_appear_in_any_communist_city():
    units = {"dead": "NKPA-5", "1020": "PVA-40-118"}
    game = begins("communist_reinforcement", units, cities="Pyongyang+Wonsan", rewarded="Pyongyang+Wonsan", turn=5)
    while "NKPA-5" not in " ".join(game.notation(a) for a in game.legal_actions()):
        game.play(next(iter(game.legal_actions())))
    assert rules_of(game, "place NKPA-5 1815") == []


@pytest.mark.rule("C-22B", by="value")
def test_divisions_of_a_city_may_wait():
    game = begins("communist_reinforcement", {"1020": "PVA-40-118"}, cities="Wonsan", turn=12)
    names = {type(frame).__name__ for frame in game.state.frames}
    assert "CityArrivals" in names
    while type(game.state.top).__name__ != "CityArrivals":
        game.play(next(iter(game.legal_actions())))
    assert rules_of(game, "end") == []


@pytest.mark.rule("C-22A2", "C-17c")
def test_guerrillas_are_placed_outside_un_zones_one_to_a_hex():
    units = {"1020": "US-2", "1118": "G-2, NKPA-5", "available": "G-1"}
    frame = {"kind": "PlaceGuerrilla", "unit": "G-1"}
    game = table(units, phase="communist_reinforcement", frame=frame)
    assert rules_of(game, "place G-1 1020")[:1] == ["C-22A2"]
    assert rules_of(game, "place G-1 1118") == ["C-17c"]
    with_friends = table({**units, "1117": "NKPA-12"}, phase="communist_reinforcement", frame=frame)
    assert rules_of(with_friends, "place G-1 1117") == []


@pytest.mark.rule("C-22A1")
def test_regulars_come_to_the_staging_areas_and_later_to_the_edge():
    frame = {"kind": "CommunistArrivals", "units": ["PVA-26-76"]}
    early = table({"1020": "NKPA-5"}, phase="communist_reinforcement", frame=frame, turn=3)
    late = table({"1020": "NKPA-5"}, phase="communist_reinforcement", frame={**frame, "units": ["PVA-55-163"]}, turn=7)
    assert rules_of(early, "place PVA-26-76 0701") == ["C-22A1"]
    assert rules_of(late, "place PVA-55-163 0701") == []


@pytest.mark.rule("C-22C")
def test_one_chinese_division_joins_its_army_on_the_first_turn_of_a_month():
    units = {
        "0814": "PVA-40-118",
        "0615": "PVA-39-115, PVA-38-112, PVA-38-113",
        "dead": "PVA-40-119, PVA-40-120, PVA-39-116, PVA-42-124",
    }
    game = begins("communist_reinforcement", units, turn=FEBRUARY, dice=[])
    while game.prompt[0] != "replace_pva":
        game.play(next(iter(game.legal_actions())))
    assert rules_of(game, "place PVA-42-124 0814") == ["C-22C"], "nobody of the 42nd is left"
    assert rules_of(game, "place PVA-39-116 0615") != [], "three divisions stand there"
    assert rules_of(game, "place PVA-40-119 0119") == ["C-22C"]
    game.play("place PVA-40-119 0814")
    assert where(game, "PVA-40-119") == "0814"
    assert game.prompt[0] != "replace_pva", "one only"
    none = begins("communist_reinforcement", {"0814": "PVA-40-118"}, turn=FEBRUARY, dice=[])
    while none.rules.phase_key(none.state) == "phase.communist_reinforcement":
        none.play(next(iter(none.legal_actions())))
    lost = {event.text: event.rule for entry in none.entries() for event in entry.events}
    assert (lost["forfeited_pva"], lost["forfeited_nkpa"]) == ("C-22C", "C-22D")
    second = begins("communist_reinforcement", units, turn=FEBRUARY + 1, dice=[])
    while second.rules.phase_key(second.state) == "phase.communist_reinforcement":
        assert second.prompt[0] != "replace_pva", "not on the second turn"
        second.play(next(iter(second.legal_actions())))


# -------------------------------------------------------------------------------------------------------- UN arrivals


@pytest.mark.rule("C-27A")
def test_reinforcements_come_by_sea_or_a_turn_later_by_road():
    game = begins("un_reinforcement", {"2226": "US-2"}, turn=4, dice=[])
    assert rules_of(game, "place RHB-1 2226") == ["C-27A"], "Inchon, not Seoul"
    assert rules_of(game, "place RHB-1 2718") == ["C-27A"], "not in this turn"
    game.play("delay RHB-1")
    assert (where(game, "RHB-1"), spent(game, "RHB-1")) == ("delayed", 5 / 4), "the next turn, in points"
    later = begins("un_reinforcement", {"2226": "US-2", "delayed": "RHB-1 spent=5"}, turn=5, dice=[])
    assert rules_of(later, "place RHB-1 2128") == ["C-27A"]
    later.play("place RHB-1 2718")
    assert where(later, "RHB-1") == "2718"
    korean = begins("un_reinforcement", {"2226": "US-2"}, turn=7, dice=[])
    assert rules_of(korean, "place ROK-11 2128") == ["C-27A"], "Seoul, not Inchon"
    assert rules_of(korean, "place ROK-11 2226") == []


@pytest.mark.rule("C-27B", by="value")
def test_whole_rok_divisions_return_to_seoul():
    chart = data.charts("classic")["replacements"]
    assert [chart[turn]["rok_divisions"] for turn in ("Dec I", "Jan I", "Jan III", "Mar III")] == [0, 1, 0, 1]
    game = table({"2226": "US-2"}, phase="un_movement", turn=7)
    parts = game.state.rules.parts[game.rules.names.unit_number("ROK-6")]
    dead = ", ".join(game.rules.names.unit(u) for u in parts)
    back = table({"2226": "US-2", "dead": dead}, phase="un_movement", turn=7)
    assert back.turn == "Jan I"
    assert rules_of(back, "place ROK-6 2226") == []
    assert rules_of(back, "place ROK-6 1611") == ["C-27B"]
    assert rules_of(back, f"place {back.rules.names.unit(parts[0])} 2226") != [], "no single regiments"
    back.play("place ROK-6 2226")
    assert where(back, "ROK-6") == "2226"


@pytest.mark.rule("C-27C", "C-27D", "C-27E", by="value")
def test_rates_of_replacements():
    chart = data.charts("classic")["replacements"]
    assert [chart[turn]["us"] for turn in ("Nov III", "Feb IV", "Mar I", "May IV")] == [1, 1, 2, 2]
    special = data.charts("classic")["replacements_special"]
    assert [(special[row]["times"], special[row]["after"]) for row in ("usmc_regiment", "uk_brigade")] == [(1, 8)] * 2
    game = table({"2226": "US-2", "dead": "US-1/8C/1C, US-2/8C/1C"}, phase="un_movement", turn=1)
    assert replacements.left(game.state, "us") == 1
    game.play("place US-1/8C/1C 2226")
    assert replacements.left(game.state, "us") == 0


@pytest.mark.rule("C-30")
def test_isolated_units_check_with_the_air_of_the_turn():
    ring = {"1610": "PVA-40-118", "1511": "PVA-38-112", "1512": "PVA-42-124", "1612": "NKPA-5"}
    game = begins("un_morale", {"1611": "US-3", "2226": "US-2", **ring}, weather="SU", dice=[6, 6, 1], turn=20)
    number = game.rules.charts["morale_un"]["us_division", "number"]
    unit = game.rules.names.unit_number("US-3")
    assert morale.number(game.state, unit) == number + weather.air(game.state, "offensive")
    assert "isolation_passed" in said(list(game.entries())), "twelve is not too much in sunny weather"
    assert flags(game, "US-3") == "isolated"


# ----------------------------------------------------------------------------------------- what is as in Deluxe


@pytest.mark.rule("C-7A", "C-7B")
def test_stacking_limits():
    game = table({"2226": "US-2, US-25", "2227": "US-24"}, phase="un_movement", weather="MO")
    game.play("move US-24 2227-2127")
    crowd = table({"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1019": "NKPA-5"}, weather="MO")
    assert "C-7B" in {warning.rule for warning in crowd.warnings("move NKPA-5 1019-1020")}
    full = table({"2226": "US-2 regrouped, US-25 regrouped", "2227": "US-24"}, phase="un_movement", weather="MO")
    assert rules_of(full, "move US-24 2227-2226") == ["C-7A"]


@pytest.mark.rule("C-19")
def test_cities_change_hands():
    game = table({"1020": "PVA-40-118"}, weather="MO")
    game.play("move PVA-40-118 1020-0921")
    assert game.state.controls(1, "Pyongyang")


@pytest.mark.rule("C-28H")
def test_units_leave_by_one_road_and_come_back_by_the_other():
    turn = 6
    game = table({"2718": "US-2"}, phase="un_movement", weather="MO", turn=turn)
    game.play("exit US-2")
    assert where(game, "US-2") == "road-2731"
    assert spent(game, "US-2") * game.rules.point == turn + 2, "the turn in which it may come back"
    for later, rules in ((turn, ["C-28H"]), (turn + 1, ["C-28H"]), (turn + 2, [])):
        back = table({"road-2731": f"US-2 spent={turn + 2}"}, phase="un_movement", weather="MO", turn=later)
        assert rules_of(back, "enter US-2") == rules, later
    back.play("enter US-2")
    assert (where(back, "US-2"), spent(back, "US-2")) == ("2731", 1)
    assert rules_of(table({"2718": "US-2 spent=18"}, phase="un_movement"), "exit US-2") == ["C-28H"], "half a point"
