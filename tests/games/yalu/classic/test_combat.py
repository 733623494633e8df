"""C-9 to C-11, C-15, C-25, C-29, C-31 Combat in Classic."""

from itertools import product

import pytest

from parallel38.engine.game import Game
from parallel38.games.yalu.rules import fire

from .table import battle, flags, rules_of, said, table, where

PAIR = {"1020": "PVA-40-118, PVA-40-119", "1121": "PVA-38-112", "1021": "ROK-1, US-2"}
"""Three divisions beside a stack."""


def after(game: Game, *lines: str) -> Game:
    for line in lines:
        game.play(line)
    return game


def odds(game: Game, line: str) -> str:
    return game.describe(game.parse(line))[1]["odds"]


def price(game: Game, line: str) -> int:
    return game.describe(game.parse(line))[1]["points"]


def asp(game: Game) -> int:
    return game.state.track[game.rules.track_number["asp"]]


def fires(game: Game, line: str, result: str) -> Game:
    """A fire whose dice give a result."""
    _, args = game.describe(game.parse(line))
    for a, b in product(range(1, 7), repeat=2):
        if fire.result(game.state, args["odds"], a + b + args["modifier_drm"]) == result:
            game.play(line)
            game.play(f"roll {a},{b}")
            return game
    raise AssertionError(f"{args['odds']} cannot give {result}")


# ------------------------------------------------------------------------------------------------------- commitment


@pytest.mark.rule("C-25A", "C-9b", "C-16", "C-11d", "C-17g", "C-12b", "C-11a")
def test_who_fires_at_whom():
    units = {
        "1020": "PVA-40-118, PVA-40-119 neutralized",
        "1119": "PVA-38-112",
        "1021": "US-2, SUP-TK1",
        "1220": "ROK-1",
        "1122": "G-1",
        "1611": "NKPA-5",
        "1711": "SUP-CA",
    }
    game = battle(units)
    assert rules_of(game, "attack US-2 PVA-40-118") == []
    assert rules_of(game, "attack US-2 PVA-40-119") == ["C-16"]
    assert rules_of(game, "attack US-2 PVA-38-112") == ["C-9b"]
    assert rules_of(game, "attack US-2 G-1") == ["C-17g"]
    assert rules_of(game, "attack US-2 US-2") == ["C-6"]
    assert rules_of(game, "attack SUP-TK1 PVA-40-118") == ["C-11d"]
    assert rules_of(game, "attack PVA-40-118 PVA-40-118") == ["C-25A"]
    assert rules_of(game, "attack SUP-CA NKPA-5") == ["C-12b"]
    assert rules_of(game, "withdraw US-2") == ["C-25A"]
    assert rules_of(battle(units, side="un"), "attack PVA-40-118 SUP-TK1") == ["C-11a"]


@pytest.mark.rule("C-9b", "C-25D2", "C-25C")
def test_an_assault_may_have_targets_in_two_hexes_beside_all_who_fire():
    units = {"1121": "PVA-40-118, PVA-40-119, PVA-40-120", "1021": "US-1/31/7", "1220": "ROK-11/1", "1020": "NKPA-5"}
    game = battle(units, dice=[])
    both = "attack US-1/31/7,ROK-11/1"
    assert rules_of(game, f"{both} PVA-40-118") == []
    assert rules_of(game, f"{both} NKPA-5") == ["C-9b"], "it is beside one of them only"
    assert rules_of(game, f"{both} wave PVA-40-118") == ["C-25D2"], "a wave is at one stack"
    assert rules_of(battle(units, rulings={"assault-hexes": "one"}), f"{both} PVA-40-118") == ["C-9b"]
    after(game, both, "end", "end")
    fires(game, "fire US-1/31/7,ROK-11/1", "D")
    assert game.prompt[0] == "advance"
    game.play("advance PVA-40-118")
    assert rules_of(game, "advance PVA-40-118") == ["C-25C"], "it is no longer beside the other hex"
    game.play("advance PVA-40-119")
    assert {where(game, "PVA-40-118"), where(game, "PVA-40-119")} == {"1021", "1220"}


@pytest.mark.rule("C-9")
def test_odds_drop_to_the_column_below():
    game = battle({"1020": "PVA-15-29", "1021": "US-2, ROK-1"})
    assert odds(game, "attack US-2,ROK-1") == "1:4", "five against fourteen; there is no column 1:3"
    strong = battle({"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1121": "PVA-38-112", "1021": "US-1/31/7"})
    assert odds(strong, "attack US-1/31/7") == "8:1"
    weak = battle({"1020": "C-1, PVA-40-118", "1021": "US-2"})
    assert rules_of(weak, "attack US-2 C-1") == ["C-9"]


@pytest.mark.rule("C-15a", by="value")
def test_each_fire_above_one_to_two_costs_a_point():
    game = battle({**PAIR, "1022": "PVA-42-124"}, asp=5)
    assert price(game, "attack ROK-1 PVA-40-118,PVA-40-119") == 1
    assert price(game, "attack US-2 PVA-40-118") == 0, "4 against 10 is 1:4"
    after(game, "attack ROK-1 PVA-40-118,PVA-40-119", "attack US-2 PVA-38-112,PVA-42-124")
    assert asp(game) == 4, "two fires at one hex, one of them free: 8 against 10 is 1:2"
    game.play("attack ROK-1 PVA-40-118")
    assert asp(game) == 4, "the new fire takes the place of the old one"
    game.play("withdraw ROK-1")
    assert asp(game) == 5
    south = battle({"2225": "PVA-40-118", "2226": "ROK-1"}, asp=5)
    assert price(south, "attack ROK-1") == 1, "south of the 38th parallel too"


@pytest.mark.rule("C-15b", "C-25D4")
def test_without_attack_supply_one_to_two_is_the_best():
    game = battle(PAIR, asp=0)
    assert rules_of(game, "attack ROK-1") == ["C-15b"]
    assert rules_of(game, "attack ROK-1,US-2 wave") == ["C-25D4"]
    assert rules_of(game, "attack ROK-1,US-2 unsupplied-wave") == []
    assert odds(game, "attack ROK-1 unsupplied") == "1:2"
    assert odds(game, "attack ROK-1,US-2 unsupplied-wave") == "1:2"


@pytest.mark.rule("C-15c", by="value")
def test_odds_may_be_lowered_to_save_a_point():
    game = after(battle(PAIR, asp=3, dice=[]), "attack ROK-1 unsupplied", "end", "end")
    assert asp(game) == 3
    assert odds(game, "fire ROK-1") == "1:2"


@pytest.mark.rule("C-15d", by="value")
def test_no_artillery_and_no_points_for_divisions():
    game = battle(PAIR)
    assert set(game.state.top.choices(game.state, game.parse("attack ROK-1"))) == {"targets", "manner", "units"}
    alone = battle({"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1"}, asp=3, dice=[])
    fires(after(alone, "attack ROK-1", "end", "end"), "fire ROK-1", "D")
    alone.play("advance PVA-40-118")
    assert where(alone, "ROK-1") != "1021"
    assert asp(alone) == 2, "one was paid, none comes back"


@pytest.mark.rule("C-25A")
def test_fires_are_made_as_announced_and_not_refunded():
    game = after(battle(PAIR, asp=2, dice=[]), "attack ROK-1 PVA-40-118,PVA-40-119", "end")
    fires(game, "fire PVA-40-118 US-2", "D")
    fires(game, "fire PVA-40-119 ROK-1", "NR")
    while game.decider == "communist" and any(o.verb == "retreat" for o in game.offers()):
        game.play(next(a for a in game.legal_actions() if a.verb() == "retreat"))
    assert asp(game) == 1
    assert game.rules.phase_key(game.state) != "phase.communist_combat" or rules_of(game, "fire US-2") == ["C-25A"]
    other = after(battle(PAIR, dice=[]), "attack ROK-1 PVA-40-118", "end", "end")
    assert rules_of(other, "fire US-2 PVA-40-118") == ["C-25A"]
    assert rules_of(other, "fire ROK-1 PVA-40-119") == ["C-25A"]


# ---------------------------------------------------------------------------------------------------- defensive fire


@pytest.mark.rule("C-25B", "C-9b")
def test_defenders_fire_at_any_adjacent_enemies_of_several_hexes():
    units = {"1020": "PVA-40-118", "1121": "PVA-38-112", "1022": "PVA-42-124", "1021": "ROK-1, US-2", "1220": "ROK-6"}
    game = after(battle(units), "attack ROK-1 PVA-40-118", "end")
    (warning,) = game.warnings("end")
    assert (warning.rule, {*map(game.rules.names.unit, warning.units)}) == ("C-9", {"ROK-1", "US-2"})
    assert rules_of(game, "fire PVA-38-112 US-2") == [], "it does not attack"
    assert rules_of(game, "fire PVA-40-118,PVA-38-112 US-2,ROK-1") == [], "targets in two hexes"
    assert rules_of(game, "fire PVA-38-112 ROK-6") == ["C-25B"], "its hex is not attacked"
    both = {"1020": "PVA-40-118", "1121": "PVA-38-112", "1021": "ROK-1", "0920": "ROK-6"}
    two = after(battle(both), "attack ROK-1 PVA-38-112", "attack ROK-6 PVA-40-118", "end")
    assert rules_of(two, "fire PVA-40-118 ROK-1,ROK-6") == [], "units of two hexes fire together"
    assert rules_of(two, "fire PVA-40-118,PVA-38-112 ROK-1,ROK-6") == ["C-9b"], "ROK-6 is not beside 1121"


@pytest.mark.rule("C-29B", "C-29", "C-18d")
def test_attacked_communists_fire_at_bystanders_and_conscripts_once():
    units = {"1020": "PVA-40-118, C-1", "1021": "US-2", "1120": "US-35/25", "1019": "NKPA-5"}
    game = battle(units, side="un", dice=[])
    assert rules_of(game, "attack PVA-40-118 wave US-2") == ["C-25D1"]
    assert rules_of(game, "attack PVA-40-118 unsupplied US-2") == ["C-15a"]
    game.play("attack PVA-40-118 US-2")
    game.play("end")
    assert rules_of(game, "fire US-35/25 NKPA-5") == ["C-29B"]
    fires(game, "fire US-35/25 PVA-40-118,C-1", "-")
    assert where(game, "C-1") == "out"


@pytest.mark.rule("C-25D1", "C-25D3")
@pytest.mark.rule("C-25D2", by="value")
def test_waves_are_not_fired_at_and_die():
    units = {"1020": "PVA-40-118, C-1", "1121": "PVA-38-112", "1021": "US-1Mar"}
    game = battle(units, dice=[])
    assert rules_of(game, "attack US-1Mar wave PVA-40-118,C-1") == ["C-25D3"]
    assert odds(game, "attack US-1Mar wave PVA-40-118") == "1:2", "8 against 13"
    game.play("attack US-1Mar wave PVA-40-118")
    assert game.warnings("attack US-1Mar wave PVA-40-118")[0].rule == "C-25D3"
    game.play("end")
    assert rules_of(game, "fire PVA-40-118") == ["C-25D1"]
    assert rules_of(game, "fire PVA-38-112") == [], "a bystander"
    game.play("end")
    assert rules_of(game, "end") == ["C-25D3"], "a wave that was announced is made"
    fires(game, "fire US-1Mar", "-")
    assert where(game, "PVA-40-118") == "dead"


@pytest.mark.rule("C-25D2", by="value")
def test_an_isolated_wave_has_its_printed_value_and_the_hex_to_itself():
    game = battle({"1020": "PVA-40-118 isolated", "1121": "PVA-38-112", "1021": "ROK-1, ROK-6"})
    assert odds(game, "attack ROK-1,ROK-6 wave PVA-40-118") == "1:2"
    game.play("attack ROK-1,ROK-6 wave PVA-40-118")
    game.play("attack ROK-1 PVA-38-112")
    assert len(game.state.top.fires) == 1, "another fire at the stack takes the place of the wave"


# ------------------------------------------------------------------------------------------------- support, results


@pytest.mark.rule("C-11a", "C-13")
@pytest.mark.rule("C-11c", by="value")
def test_support_without_limit_chosen_after_defensive_fire():
    units = {"1020": "PVA-40-118", "1021": "US-2, SUP-TK1, SUP-ART1"}
    game = after(battle(units, side="un", air=6, dice=[]), "attack PVA-40-118 US-2", "end", "end")
    line = "fire PVA-40-118 US-2 SUP-TK1,SUP-ART1 6"
    assert rules_of(game, line) == []
    supported = game.describe(game.parse(line))[1]["modifier_drm"]
    assert game.describe(game.parse("fire PVA-40-118 US-2"))[1]["modifier_drm"] - supported == 9
    assert rules_of(game, "fire PVA-40-118 US-2 - 7") == ["C-13"]
    defence = after(battle(units, air=6), "attack US-2", "end")
    assert rules_of(defence, line) == []
    communist = after(battle(PAIR, side="un"), "attack PVA-40-118", "end")
    assert rules_of(communist, "fire US-2 PVA-40-118 SUP-TK1") == ["C-11a"]


@pytest.mark.rule("C-12e", "C-12a")
def test_ships_reach_the_unit_that_they_help_with_their_whole_factor():
    units = {"1611": "US-3", "1511": "PVA-40-118", "1811": "SUP-CA", "1713": "SUP-DD1"}
    game = after(battle(units), "attack US-3 PVA-40-118", "end")
    assert rules_of(game, "fire PVA-40-118 US-3 SUP-CA") == [], "two hexes from the 3rd Division, three from the target"
    assert rules_of(game, "fire PVA-40-118 US-3 SUP-DD1") == ["C-12e"]
    near = after(battle({**units, "1711": "SUP-BB"}), "attack US-3 PVA-40-118", "end")
    bare = near.describe(near.parse("fire PVA-40-118 US-3"))[1]["modifier_drm"]
    assert bare - near.describe(near.parse("fire PVA-40-118 US-3 SUP-BB"))[1]["modifier_drm"] == 3
    assert rules_of(near, "fire PVA-40-118 US-3 SUP-BB,SUP-BB") == ["C-12a"]


@pytest.mark.rule("C-10a", "C-11d")
def test_lone_support_takes_nr_like_others():
    game = after(battle({"1020": "PVA-40-118", "1021": "SUP-TK1"}, dice=[]), "attack SUP-TK1", "end")
    fires(game, "fire SUP-TK1", "NR")
    if where(game, "SUP-TK1") == "1021":
        game.play(next(a for a in game.legal_actions() if a.verb() == "retreat"))
    assert "neutralized" in flags(game, "SUP-TK1")
    assert where(game, "SUP-TK1") not in ("1021", "dead")
    again = after(battle({"1020": "PVA-40-118", "1021": "SUP-TK1 neutralized"}, dice=[]), "attack SUP-TK1", "end")
    fires(again, "fire SUP-TK1", "NR")
    assert where(again, "SUP-TK1") == "dead"
    assert rules_of(battle({"1020": "PVA-40-118", "1021": "US-2, SUP-TK1"}), "attack SUP-TK1") == ["C-11d"]


@pytest.mark.rule("C-11b")
def test_support_may_stay_when_all_others_go_and_keeps_the_hex():
    units = {"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1021": "ROK-1, SUP-TK1"}
    game = after(battle(units, dice=[]), "attack ROK-1", "end", "end", "end")
    fires(game, "fire ROK-1", "NR")
    while game.decider == "un" and "ROK-1" in str([game.notation(a) for a in game.legal_actions()]):
        game.play(next(a for a in game.legal_actions() if a.verb() == "retreat"))
    assert game.decider == "un"
    played = game.play("end")
    assert "support_stays" in said(played)
    assert where(game, "SUP-TK1") == "1021"
    assert not any(o.verb == "advance" for o in game.offers()), "the hex is not empty"


@pytest.mark.rule("C-10b1", by="value")
def test_a_garrison_that_suffers_nr_stays():
    units = {"1511": "PVA-40-118, PVA-40-119", "1611": "Gar-Hungnam"}
    game = after(battle(units, dice=[]), "attack Gar-Hungnam", "end", "end")
    fires(game, "fire Gar-Hungnam", "NR")
    assert where(game, "Gar-Hungnam") == "1611"
    assert flags(game, "Gar-Hungnam") == "neutralized"


@pytest.mark.rule("C-25C")
def test_units_that_fired_advance_into_an_empty_hex():
    units = {"1020": "PVA-40-118, PVA-40-119", "1121": "PVA-38-112", "1021": "ROK-1"}
    game = after(battle(units, dice=[]), "attack ROK-1 PVA-40-118,PVA-40-119", "end", "end")
    fires(game, "fire ROK-1", "D")
    assert rules_of(game, "advance PVA-38-112") == ["C-25C"], "it did not fire"
    game.play("advance PVA-40-118")
    assert where(game, "PVA-40-118") == "1021"


@pytest.mark.rule("C-10b2")
def test_garrisons_never_advance():
    units = {"1611": "Gar-Hungnam, US-3", "1511": "NKPA-5"}
    game = after(battle(units, side="un", dice=[]), "attack NKPA-5", "end", "end")
    fires(game, "fire NKPA-5", "D")
    assert rules_of(game, "advance Gar-Hungnam") == ["C-10b2"]


@pytest.mark.rule("C-8b")
def test_friends_in_the_hex_do_not_open_a_zone_to_retreats():
    """1022 lies in the zone of the PVA in 1122; US-2 stands in 1022, which in Deluxe would cancel it."""
    units = {"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1021": "ROK-1", "1022": "US-2", "1122": "PVA-38-112"}
    game = after(battle(units, dice=[]), "attack ROK-1", "end", "end")
    fires(game, "fire ROK-1", "NR")
    paths = [game.notation(a) for a in game.legal_actions() if a.verb() == "retreat"]
    assert paths
    assert all("1022" not in path for path in paths)
    assert rules_of(game, "retreat ROK-1 1021-1022-1023") == ["C-8b"]


@pytest.mark.rule("C-7C")
def test_no_retreat_into_a_full_hex():
    full = {"1022": "US-2, US-24", "1023": "US-25, US-3"}
    units = {"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1021": "ROK-1", **full}
    game = after(battle(units, dice=[]), "attack ROK-1", "end", "end")
    fires(game, "fire ROK-1", "NR")
    assert rules_of(game, "retreat ROK-1 1021-1022-1123") == ["C-7C"]
    assert not any("1022" in game.notation(a) for a in game.legal_actions())
    walls = {"1121": "PVA-38-112", "0921": "PVA-38-113", **full}
    shut = after(battle({**units, **walls}, dice=[]), "attack ROK-1", "end", "end")
    fires(shut, "fire ROK-1", "NR")
    assert {where(shut, f"ROK-{n}/1") for n in (11, 12, 15)} == {"dead"}, "no other way"
    assert [flags(shut, unit) for unit in ("US-2", "US-24", "US-25", "US-3")] == [""] * 4


@pytest.mark.rule("C-7C")
def test_no_communist_retreat_into_a_full_hex():
    full = "PVA-38-112, PVA-38-113, PVA-38-114"
    game = after(battle({"1020": "NKPA-5", "1021": "US-2", "1019": full}, side="un", dice=[]), "attack NKPA-5", "end")
    game.play("end")
    fires(game, "fire NKPA-5", "NR")
    assert rules_of(game, "retreat NKPA-5 1020-1019-1018") == ["C-7C"]


@pytest.mark.rule("C-21", by="value")
def test_isolated_communists_fight_with_half_their_factors():
    game = battle({"1020": "PVA-15-29 isolated", "1021": "US-5C/1C, US-2"})
    fight = game.describe(game.parse("attack US-5C/1C"))[1]
    assert fight["firing_factors"] == "5/2", "fractions are kept"
    assert odds(game, "attack US-5C/1C") == "1:2", "two and a half against three"
    game.play("attack US-5C/1C")
    game.play("end")
    assert odds(game, "fire PVA-15-29 US-2") == "4:1", "half as a target too"


@pytest.mark.rule("C-10c", by="value")
def test_communists_may_retreat_through_zones_in_the_un_player_turn():
    """Every hex around 1020 lies in a UN zone; two hexes away some do not."""
    units = {"1020": "NKPA-5", "1021": "US-2", "0920": "US-25", "1120": "US-24"}
    un = after(battle(units, side="un", dice=[]), "attack NKPA-5 US-2", "end", "end")
    fires(un, "fire NKPA-5", "NR")
    if un.decider == "communist":
        un.play(next(a for a in un.legal_actions() if a.verb() == "retreat"))
    assert where(un, "NKPA-5") not in ("1020", "dead")
    own = after(battle(units, dice=[]), "attack US-2 unsupplied NKPA-5", "end")
    fires(own, "fire NKPA-5 US-2", "NR")
    assert where(own, "NKPA-5") == "dead"


# ----------------------------------------------------------------------------------------------- surprise and example


@pytest.mark.rule("C-31", "C-31b", "C-31c")
def test_surprise_on_the_first_turn_for_named_targets_only():
    units = {"1021": "PVA-40-118", "1121": "ROK-1, US-2"}
    game = battle(units, turn=1, dice=[1])
    game.play("attack ROK-1")
    assert said(game.play("end")) == ["surprised"], "one die, for the one unit that is a target"
    assert rules_of(game, "fire PVA-40-118 ROK-1") == ["C-31c"]
    assert rules_of(game, "fire PVA-40-118 US-2") == [], "its companion may fire"
    game.play("end")
    assert game.describe(game.parse("fire ROK-1"))[1]["modifier_drm"] == 0, "1121 is rough"
    second = battle(units, turn=2, dice=[])
    second.play("attack ROK-1")
    assert said(second.play("end")) == []
    wave = battle(units, turn=1, dice=[])
    wave.play("attack ROK-1,US-2 wave")
    assert said(wave.play("end")) == []


EXAMPLE = {
    "1020": "PVA-50-148, PVA-50-149, PVA-50-150",
    "1121": "PVA-38-112, PVA-38-113",
    "1021": "ROK-10, ROK-11, ROK-12",
    "0715": "PVA-15-29, PVA-15-44, PVA-15-45",
    "0816": "PVA-42-124, PVA-42-125, C-1",
    "0716": "US-5C/1C, US-7C/1C, US-2",
}


def defended(game: Game) -> Game:
    """The example's defensive fire."""
    game.play("end")
    assert odds(game, "fire PVA-50-148 ROK-10,ROK-11,ROK-12") == "3:1"
    fires(game, "fire PVA-50-148 ROK-10,ROK-11,ROK-12", "NR")
    retreat(game)
    assert odds(game, "fire PVA-42-125 US-5C/1C,US-7C/1C") == "3:2"
    fires(game, "fire PVA-42-125 US-5C/1C,US-7C/1C", "NR")
    retreat(game)
    assert odds(game, "fire PVA-15-29 US-2") == "2:1"
    fires(game, "fire PVA-15-29 US-2", "-")
    assert game.decider == "communist", "nobody is left to fire"
    return game


@pytest.mark.rule("C-ex", "C-25A", by="value")
def test_the_combat_example_of_the_booklet():
    """Classic's example: 12:4, 6:4 and 10:5 in defence, then 12:4, 4:4 and 19:3, and nobody advances.

    Units are committed against a hex, and it is decided after the defensive fire which fire at which.
    """
    game = battle(EXAMPLE, asp=10, dice=[])
    hex_y = "PVA-38-112,PVA-38-113,PVA-50-148,PVA-50-149,PVA-50-150"
    game.play(f"attack ROK-10,ROK-11,ROK-12 supplied {hex_y} 2")
    game.play("attack US-5C/1C,US-7C/1C,US-2 PVA-15-29,PVA-15-44,PVA-15-45,PVA-42-124,PVA-42-125")
    assert asp(game) == 7, "three rolls above 1:2"
    defended(game)
    assert rules_of(game, "fire ROK-10 PVA-50-148") == ["C-25C"], "neutralized"
    assert odds(game, "fire ROK-10 PVA-38-112,PVA-38-113,PVA-50-149") == "3:1"
    fires(game, "fire ROK-10 PVA-38-112,PVA-38-113,PVA-50-149", "-")
    assert rules_of(game, "fire ROK-10 PVA-50-150") == ["C-9"], "it has been fired at"
    assert odds(game, "fire ROK-11 PVA-50-150") == "1:1"
    fires(game, "fire ROK-11 PVA-50-150", "-")
    four = "PVA-15-29,PVA-15-44,PVA-15-45,PVA-42-124"
    assert odds(game, f"fire US-5C/1C {four}") == "6:1"
    fires(game, f"fire US-5C/1C {four}", "D")
    assert where(game, "US-1/5C/1C") == "dead"
    assert {type(frame).__name__ for frame in game.state.frames} & {"Advancing", "Assault"} == set(), "no advance"
    assert {where(game, u) for u in ("ROK-10", "ROK-11", "ROK-12")} == {"1021"}
    assert asp(game) == 7


@pytest.mark.rule("C-15b", "C-25A", "C-9")
def test_an_attack_has_as_many_fires_above_one_to_two_as_points_were_paid():
    game = battle({**PAIR, "1022": "PVA-42-124"}, asp=3, dice=[])
    line = "attack ROK-1,US-2 supplied PVA-40-118,PVA-40-119,PVA-38-112,PVA-42-124"
    assert price(game, line) == 1
    assert price(game, f"{line} 2") == 2
    assert rules_of(game, f"{line} 3") == ["C-25A"], "two targets"
    assert rules_of(battle(PAIR, asp=1), "attack ROK-1,US-2 supplied PVA-40-118,PVA-40-119 2") == ["C-15b"]
    after(game, line, "end", "end")
    assert odds(game, "fire ROK-1 PVA-40-118,PVA-40-119") == "2:1"
    fires(game, "fire ROK-1 PVA-40-118,PVA-40-119", "-")
    assert rules_of(game, "fire ROK-1 PVA-38-112") == ["C-9"]
    assert odds(game, "fire US-2 PVA-38-112,PVA-42-124") == "1:2"
    strong = after(battle({**PAIR, "1022": "PVA-42-124"}, asp=3, dice=[]), line, "end", "end")
    fires(strong, "fire US-2 PVA-40-118,PVA-40-119,PVA-38-112", "-")
    assert odds(strong, "fire ROK-1 PVA-42-124") == "1:2", "four against four, but the point is spent"


@pytest.mark.rule("C-25A", by="value")
def test_by_ruling_each_fire_is_announced_for_itself():
    game = battle(EXAMPLE, asp=10, dice=[], rulings={"commitment": "fire"})
    assert rules_of(game, "attack ROK-10,ROK-11 supplied PVA-38-112,PVA-38-113 2") == ["C-25A"], "one fire, one roll"
    game.play("attack ROK-10 PVA-38-112,PVA-38-113,PVA-50-148,PVA-50-149")
    game.play("attack ROK-11 PVA-50-150")
    game.play("attack US-5C/1C,US-7C/1C PVA-15-29,PVA-15-44,PVA-15-45,PVA-42-124,PVA-42-125")
    defended(game)
    assert odds(game, "fire ROK-10") == "3:1", "112, 113 and 149 are left"
    assert rules_of(game, "fire ROK-11 PVA-38-112") == ["C-25A"]
    line = game.notation(game.parse("fire US-5C/1C"))
    assert "US-7C/1C" in line, "the whole announced group"


# ------------------------------------------------------------------------------------------------ support beforehand


@pytest.mark.rule("C-25B", "C-29", "C-9")
@pytest.mark.rule("C-11c", by="value")
def test_support_is_allotted_before_the_first_fire():
    units = {"1020": "PVA-40-118, PVA-40-119", "1021": "US-2, US-25, SUP-TK1"}
    lines = {"communist": ("attack US-2", "end"), "un": ("attack PVA-40-118,PVA-40-119", "end", "end")}
    for side, rule in (("communist", "C-25B"), ("un", "C-29")):
        game = after(battle(units, side=side, air=6, dice=[]), *lines[side])
        assert game.prompt[0] == "allotting"
        first, second = "fire PVA-40-118 US-2 SUP-TK1 1", "fire PVA-40-119 US-25 - 5"
        assert rules_of(game, "fire PVA-40-118 US-2") == [rule], "it has no support"
        after(game, first)
        assert game.state.track[game.rules.track_number["air"]] == 5
        assert rules_of(game, "fire PVA-40-118 US-25 - 1") == [rule], "that target has its fire"
        assert rules_of(game, "fire PVA-40-119 US-25 SUP-TK1") == ["C-11a"], "used"
        after(game, "withdraw PVA-40-118")
        assert game.state.track[game.rules.track_number["air"]] == 6
        assert flags(game, "SUP-TK1") == ""
        after(game, first, "end")
        assert rules_of(game, second) == [rule], "too late"
        assert rules_of(game, "fire PVA-40-119 US-2") == [rule], "the 2nd Division fires as it was named"
        assert rules_of(game, "fire PVA-40-119 US-25") == [], "a fire without support needs no naming"
        drm = game.describe(game.parse("fire PVA-40-119 US-25"))[1]["modifier_drm"]
        helped = game.describe(game.parse("fire PVA-40-118"))[1]["modifier_drm"]
        assert drm - helped == 2, "one factor of the tanks and one of the aircraft"
        fires(game, "fire PVA-40-118", "-")
        assert rules_of(game, "fire PVA-40-119 US-2")[:1] == ["C-9"], "it has fired"


def test_without_support_there_is_nothing_to_allot():
    game = after(battle({"1020": "PVA-40-118", "1021": "US-2"}), "attack US-2", "end")
    assert game.prompt[0] == "defence_un"


def retreat(game: Game) -> None:
    """Retreat by the first way that is offered, as long as somebody must."""
    while any(offer.verb == "retreat" for offer in game.offers()):
        game.play(next(a for a in game.legal_actions() if a.verb() == "retreat"))


# ------------------------------------------------------------------------------------------------- shown on the map


def arrows(game: Game) -> set[tuple[str, str, str, str]]:
    label = game.rules.names.grid.label
    return {(label(a.from_hex), label(a.to_hex), a.label, a.style) for a in game.rules.arrows(game.state)}


def test_announced_fires_have_arrows_until_they_are_made():
    game = battle(PAIR, asp=5, dice=[])
    assert arrows(game) == set()
    after(game, "attack ROK-1 PVA-40-118,PVA-40-119", "attack US-2 unsupplied PVA-38-112")
    both = {("1020", "1021", "2:1 · 1:4", "supplied"), ("1121", "1021", "2:1 · 1:4", "unsupplied")}
    assert arrows(game) == both
    assert arrows(after(game, "end")) == both
    fires(game, "fire PVA-40-118 US-2", "D")
    assert ("1020", "1021", "1:1 · 1:4", "supplied") in arrows(game), "a division less"
    game.play("end")
    fires(game, "fire ROK-1", "-")
    assert arrows(game) == {("1121", "1021", "1:4", "unsupplied")}


def shown(game: Game, line: str) -> tuple[str, str, list[str], str]:
    """Play a line; the fight that it shows: its side, its hex, its targets and its result."""
    before = game.state.copy()
    entries = game.play(line)
    found = game.rules.fight(before, entries[0].action, entries[0].events)
    assert found is not None
    names = game.rules.names
    return found.side, names.place(found.hex), [names.unit(unit) for unit in found.targets], found.code


def test_fires_are_fights_on_the_map_from_their_announcement_to_their_dice():
    game = battle(PAIR, asp=5, dice=[])
    assert shown(game, "attack ROK-1 PVA-40-118,PVA-40-119") == ("communist", "1021", ["ROK-1"], "")
    game.play("end")
    assert shown(game, "fire PVA-40-118 US-2") == ("un", "1020", ["PVA-40-118"], "")
    assert shown(game, "roll 1,1") == ("un", "1020", ["PVA-40-118"], "D")
    game.play("end")
    assert shown(game, "fire ROK-1") == ("communist", "1021", ["ROK-1"], "")
    assert shown(game, "roll 6,6") == ("communist", "1021", ["ROK-1"], "-")
    units = {"0714": "US-2", "0713": "PVA-40-118", "0814": "PVA-38-112, PVA-38-113", "0615": "PVA-42-125"}
    rout = table(units, phase="un_bug_out", frame={"kind": "Fleeing"}, dice=[])
    rout.play(next(a for a in rout.legal_actions() if a.verb() == "bugout"))
    here = where(rout, "US-2")
    assert shown(rout, "fire US-2") == ("communist", here, ["US-2"], "")
    assert shown(rout, "roll 1,1") == ("communist", here, ["US-2"], "NR")


def test_the_chances_of_an_announced_fire_say_what_comes_before_it():
    def notes(game: Game, line: str) -> list[str]:
        found = game.state.top.preview(game.state, game.parse(line))
        assert found is not None
        return [note.text for note in found.notes]

    game = battle(PAIR, asp=5)
    assert "odds.before_defence" in notes(game, "attack ROK-1")
    assert "odds.wave_unfired" in notes(game, "attack ROK-1,US-2 wave")
    un = battle(PAIR, side="un")
    assert "odds.before_support" in notes(un, "attack PVA-40-118")
