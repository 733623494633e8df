"""10 Combat, 11.4 supplying attacks, 11.5 artillery: designation, fire, results, retreat, advance."""

from fractions import Fraction

import pytest

from parallel38.engine.game import Game
from parallel38.games.yalu.rules import chances, fire

from .table import flags, rules_of, said, table, where

LATE = 8
"""A turn without surprise."""


def battle(units: dict[str, str], *, side: str = "communist", dice: list[int] | None = None, **more) -> Game:
    """Units by hex at the beginning of a side's combat phase; nobody is surprised unless a turn is given."""
    more = {"turn": LATE, "asp": 20, **more}
    frame = {"kind": "Designation", "side": side}
    return table(units, phase=f"{side}_combat", frame=frame, dice=dice, **more)


def attacked(units: dict[str, str], target: str, *attack: str, side: str = "communist", **more) -> Game:
    """A combat phase in which one attack is designated and the defensive fire comes next."""
    game = battle(units, side=side, **more)
    game.play(" ".join(("attack", target, *attack)))
    game.play("end")
    return game


# ------------------------------------------------------------------------------------------------------ designation


@pytest.mark.rule("D-10.5.1", "D-10.1.4", "D-2.7", "D-14.2", "D-12.1.5", "D-16.1")
def test_who_may_attack():
    units = {
        "1020": "PVA-40-118, PVA-40-119 neutralized, PVA-40-120 neutralized+regroup",
        "1119": "PVA-38-112",
        "1122": "G-1",
        "1021": "US-2",
        "1220": "ROK-1",
    }
    game = battle(units)
    assert rules_of(game, "attack 1021 supplied PVA-40-118") == []
    assert rules_of(game, "attack 1021 supplied PVA-40-119") == ["D-14.2"]
    assert rules_of(game, "attack 1021 supplied PVA-40-120") == ["D-14.2"]
    assert rules_of(game, "attack 1021 supplied PVA-38-112") == ["D-10.1.4"]
    assert rules_of(game, "attack 1021 supplied G-1") == ["D-16.1"]
    assert rules_of(game, "attack 1021 supplied US-2") == ["D-2.7"]
    assert rules_of(game, "attack 1121 supplied PVA-40-118") == ["D-10.5.1"]
    assert rules_of(game, "attack 1021 supplied PVA-40-118,PVA-40-118") == ["D-10.5.1"]
    assert rules_of(game, "attack 1021") == []
    assert game.parse("attack 1021") == game.parse("attack 1021 supplied PVA-40-118")
    assert rules_of(game, "withdraw 1021") == ["D-10.5.1"]
    un = battle({"1020": "PVA-40-118", "1021": "US-2, SUP-TK1"}, side="un")
    assert rules_of(un, "attack 1020 supplied SUP-TK1") == ["D-12.1.5"]


@pytest.mark.rule("D-15.4.1")
def test_a_regrouping_unit_does_not_attack():
    game = battle({"1020": "PVA-40-118 regroup, PVA-40-119", "1021": "US-2"})
    assert rules_of(game, "attack 1021 supplied PVA-40-118") == ["D-15.4.1"]


@pytest.mark.rule("D-10.1.4")
def test_nobody_fires_across_a_reservoir():
    """The Chosin reservoir lies between 1108 and 1208."""
    game = battle({"1108": "PVA-27-80", "1109": "PVA-27-81", "1208": "US-1/32/7"})
    assert rules_of(game, "attack 1208 supplied PVA-27-80") == ["D-10.1.4"]
    assert game.parse("attack 1208") == game.parse("attack 1208 supplied PVA-27-81")


@pytest.mark.rule("D-10.5.2")
def test_a_stack_may_split_but_no_unit_attacks_twice():
    game = battle({"1121": "PVA-40-118, PVA-40-119", "1021": "US-2", "1220": "ROK-1"})
    game.play("attack 1021 supplied PVA-40-118")
    assert rules_of(game, "attack 1220 supplied PVA-40-118") == ["D-10.5.2"]
    game.play("attack 1220 unsupplied PVA-40-119")
    game.play("withdraw 1021")
    assert rules_of(game, "attack 1220 supplied PVA-40-118,PVA-40-119") == []


@pytest.mark.rule("D-10.5.3", "D-11.5.2", "D-12.1.1")
def test_types_of_attack():
    game = battle({"1020": "PVA-40-118, PVA-40-119", "1021": "US-2"})
    assert rules_of(game, "attack 1021 gentle PVA-40-118") == ["D-10.5.3"]
    assert rules_of(game, "attack 1021 supplied PVA-40-118 0 SUP-CA") == ["D-12.1.1"]
    game.play("attack 1021 supplied PVA-40-118")
    game.play("attack 1021 unsupplied PVA-40-118,PVA-40-119")
    attack = game.state.top.attacks
    assert [(a.manner, len(a.units)) for a in attack] == [("unsupplied", 2)], "one type for a hex: the last one counts"
    un = battle({"1020": "PVA-40-118", "1021": "US-2"}, side="un")
    assert rules_of(un, "attack 1020 wave US-2") == ["D-10.5.3"]
    assert rules_of(un, "attack 1020 supplied US-2 1") == ["D-11.5.2"]


@pytest.mark.rule("D-10.5.4", "D-10.5.5", "D-11.5.1", "D-11.5.4", "D-10.9.3")
@pytest.mark.rule("D-11.4.1", "D-11.4.2", "D-11.5.3", by="value")
def test_attack_supply_is_paid_at_once():
    game = battle({"1020": "PVA-40-118, PVA-40-119, PVA-40-120 isolated", "1021": "US-2"}, asp=7)
    asp = lambda: game.view()["track"]["asp"]  # noqa: E731
    assert rules_of(game, "attack 1021 supplied PVA-40-118 3") == ["D-11.5.4"]
    assert rules_of(game, "attack 1021 unsupplied PVA-40-118 1") == ["D-11.5.1"]
    game.play("attack 1021 supplied PVA-40-118,PVA-40-119,PVA-40-120 2")
    assert asp() == 7 - 2 - 4, "between the lines 2, whoever attacks, and 4 for artillery that takes two off the dice"
    game.play("attack 1021 supplied PVA-40-118 1")
    assert asp() == 7 - 2 - 2
    game.play("attack 1021 unsupplied PVA-40-118")
    assert asp() == 7
    game.play("withdraw 1021")
    assert asp() == 7
    poor = battle({"1020": "PVA-40-118", "1021": "US-2"}, asp=1)
    assert rules_of(poor, "attack 1021 supplied PVA-40-118") == ["D-10.5.4"]
    assert rules_of(poor, "attack 1021 wave PVA-40-118") == ["D-10.9.3"]
    assert rules_of(poor, "attack 1021 unsupplied PVA-40-118") == []


@pytest.mark.rule("D-11.4.2", by="value")
def test_the_three_bands_of_attack_supply():
    """On the lines themselves the nearer band counts for the Weather Line, the farther one for the parallel."""
    rules = battle({"1020": "PVA-40-118", "1021": "US-2"}).state.rules
    areas, grid = rules.board.areas, rules.grid
    prices = {}
    for name in ("weather_line", "on_38", "south_of_38", "north_of_weather_line"):
        target = next(h for h in grid.labels(areas[name] & rules.land) if len(grid.neighbours[grid.hex(h)]) == 6)
        near = next(n for n in grid.neighbours[grid.hex(target)] if rules.land >> n & 1)
        game = battle({grid.label(near): "PVA-40-118", target: "US-2"})
        game.play(f"attack {target}")
        prices[name] = 20 - game.view()["track"]["asp"]
    assert prices == {"weather_line": 1, "on_38": 3, "south_of_38": 3, "north_of_weather_line": 1}


# ------------------------------------------------------------------------------------------------------------- odds


@pytest.mark.rule("D-10.2.1", by="value")
@pytest.mark.parametrize(
    ("firing", "defending", "column"),
    [
        (14, 5, "2:1"),
        (5, 7, "1:2"),
        (5, 14, "1:4"),
        (6, 4, "3:2"),
        (12, 4, "3:1"),
        (31, 4, "6:1"),
        (33, 4, "8:1"),
        (60, 10, "6:1"),
        (200, 10, "8:1"),
        (1, 6, "1:6"),
        (1, 7, None),
    ],
)
def test_odds(firing: int, defending: int, column: str | None):
    """10.2.1: fractions are dropped; the Classic example: 6 to 4 is 3:2; 24: 7:1 is 6:1."""
    s = battle({"1020": "PVA-40-118", "1021": "US-2"}).state
    assert fire.column(s, firing * 4, defending * 4) == column


@pytest.mark.rule("D-5.2.2", "D-11.4.3", "D-10.9.2", "D-10.5.5")
def test_strengths_are_halved_and_doubled():
    units = {"1020": "PVA-40-118, PVA-40-119 isolated", "1021": "US-2 isolated"}
    game = battle(units)
    tell = lambda text: game.describe(game.parse(text))[1]  # noqa: E731
    assert tell("attack 1021 supplied PVA-40-118")["firing_factors"] == "5"
    assert tell("attack 1021 supplied PVA-40-118")["defending_factors"] == "10", "isolation takes nothing from the UN"
    assert tell("attack 1021 supplied PVA-40-119")["firing_factors"] == "5/2"
    assert tell("attack 1021 unsupplied PVA-40-119")["firing_factors"] == "5/4"
    assert tell("attack 1021 wave PVA-40-118")["firing_factors"] == "10"
    assert tell("attack 1021 wave PVA-40-119")["firing_factors"] == "5"
    game.play("attack 1021 unsupplied PVA-40-118")
    game.play("end")
    assert game.describe(game.parse("fire PVA-40-118"))[1]["odds"] == "4:1", "10 to 2½: half also when fired at"
    wave = attacked({"1020": "PVA-40-118", "1021": "US-1Mar"}, "1021", "wave")
    assert wave.describe(wave.parse("fire PVA-40-118"))[1]["odds"] == "2:1", "a wave does not count double as a target"


def test_outcomes_are_ranked_by_what_they_are():
    found = chances.outcomes_of({("-", "none"): Fraction(1, 4), ("NR", "driven"): Fraction(3, 4)})
    assert [(one.key, one.rank) for one in found] == [("driven", 1), ("none", 2)]
    (alone,) = chances.outcomes_of({("-", "none"): Fraction(1)})
    assert alone.rank == 2, "it is no hope because it stands first"


@pytest.mark.rule("D-10.2.2", "D-10.3.1", by="value")
def test_the_table_is_read_with_the_modified_total():
    """24: 6:1 and a total of 10 is NR, 6 is D; totals beyond the table read its ends."""
    s = battle({"1020": "PVA-40-118", "1021": "US-2"}).state
    assert [fire.result(s, "6:1", total) for total in (6, 10)] == ["D", "NR"]
    assert [fire.result(s, "3:1", total) for total in (7, 8)] == ["NR", "-"]
    assert fire.result(s, "8:1", 0) == fire.result(s, "8:1", 2)
    assert fire.result(s, "1:6", 14) == fire.result(s, "1:6", 12)


@pytest.mark.rule("D-10.2.4", "D-10.6.1", "D-10.7.1", by="value")
def test_terrain():
    """Rough 1121 fires at clear 1021 and the other way round; across the river at 0921 the defence gains one."""
    rough = attacked({"1121": "PVA-40-118", "1021": "US-2"}, "1021")
    assert rough.describe(rough.parse("fire PVA-40-118"))[1]["modifier_drm"] == 0
    river = attacked({"1022": "PVA-40-118", "0922": "US-2"}, "0922")
    assert river.describe(river.parse("fire PVA-40-118"))[1]["modifier_drm"] == -1
    bridge = attacked({"1021": "PVA-40-118", "0921": "US-2"}, "0921")
    assert bridge.describe(bridge.parse("fire PVA-40-118"))[1]["modifier_drm"] == 0, "the bridge takes the place"
    down = attacked({"1021": "PVA-40-118", "0921": "US-2"}, "0921", marks=["damaged-bridge 0921 1021"])
    assert down.describe(down.parse("fire PVA-40-118"))[1]["modifier_drm"] == -1
    hill = attacked({"0913": "PVA-40-118", "0914": "ROK-7"}, "0914")
    game = battle({"0913": "PVA-40-118", "0914": "ROK-7"})
    terrain = {"rough": (0, 1), "mountain": (1, 2), "clear": (0, 0)}
    here, there = (terrain[game.state.rules.terrain(game.rules.names.grid.hex(h))] for h in ("0913", "0914"))
    assert hill.describe(hill.parse("fire PVA-40-118"))[1]["modifier_drm"] == here[0] == 1
    hill.play("end")
    assert hill.describe(hill.parse("fire ROK-7"))[1]["modifier_drm"] == there[1]


# --------------------------------------------------------------------------------------------------- defensive fire


@pytest.mark.rule("D-10.1.1")
@pytest.mark.rule("D-10.0.2", "D-10.0.3", "D-10.4.1", by="value")
def test_the_defender_fires_first_and_nobody_must():
    game = battle({"1020": "PVA-40-118", "1021": "US-2", "1220": "ROK-1", "1120": "PVA-38-112"}, dice=[1])
    game.play("attack 1021 supplied PVA-40-118")
    game.play("attack 1220 supplied PVA-38-112")
    game.play("end")
    for side, units in (("un", {"US-2", "ROK-1"}), ("communist", {"PVA-40-118", "PVA-38-112"})):
        assert game.decider == side
        (warning,) = game.warnings("end")
        assert (warning.rule, warning.text) == ("D-10.1.1", "fire_end")
        assert {*map(game.rules.names.unit, warning.units)} == units, "who could still fire"
        game.play("end")
    assert game.turn == "Jan III"
    assert game.rules.phase_key(game.state) == "phase.un_bombardment"


@pytest.mark.rule("D-10.6.1", "D-10.1.4", "D-10.1.2")
def test_fire_is_at_those_who_attack_the_hex_and_once():
    units = {
        "1020": "PVA-40-118, PVA-40-119",
        "1121": "PVA-38-112, PVA-38-113",
        "1021": "US-2, ROK-1, US-24",
        "1220": "ROK-6",
    }
    game = battle(units, dice=[6, 6, 6, 6])
    game.play("attack 1021 supplied PVA-40-118,PVA-38-112")
    game.play("attack 1220 supplied PVA-38-113")
    game.play("end")
    assert rules_of(game, "fire PVA-40-119 US-2") == ["D-10.6.1"], "a bystander"
    assert rules_of(game, "fire PVA-38-113 US-2") == ["D-10.6.1"], "attacks another hex"
    assert rules_of(game, "fire PVA-40-118,PVA-38-112 US-2") == ["D-10.1.4"]
    assert rules_of(game, "fire PVA-38-112 ROK-6") == ["D-10.6.1"], "not in the attacked hex"
    game.play("fire PVA-40-118 US-2")
    assert rules_of(game, "fire PVA-40-118 ROK-1") == ["D-10.1.2"], "fired at once"
    assert rules_of(game, "fire PVA-38-112 US-2") == ["D-10.1.2"], "fires once"
    game.play("fire PVA-38-112 ROK-1")
    assert game.decider == "un", "the US 24th and the ROK 6th are left"


@pytest.mark.rule("D-10.3.3", "D-10.7.2", "D-14.2")
def test_who_is_neutralized_by_defensive_fire_does_not_assault():
    game = attacked({"1020": "PVA-40-118, PVA-40-119", "1021": "US-2"}, "1021", dice=[3, 3])
    game.play("fire PVA-40-118")
    game.play(next(game.notation(a) for a in game.legal_actions()))
    assert flags(game, "PVA-40-118").startswith("neutralized")
    assert game.decider == "communist"
    assert game.parse("fire US-2") == game.parse("fire US-2 PVA-40-119")
    assert rules_of(game, "fire US-2 PVA-40-118") == ["D-10.7.2"]


@pytest.mark.rule("D-10.9.1", "D-10.9.4", "D-10.4.2")
def test_who_fires_at_a_human_wave():
    units = {
        "1020": "PVA-40-118, PVA-40-119",
        "1021": "US-1Mar, US-2",
        "1120": "PVA-38-112",
        "1220": "UK-27BC, UK-41RMC, ROK-1",
    }
    game = battle(units)
    game.play("attack 1021 wave PVA-40-118,PVA-40-119")
    game.play("attack 1220 wave PVA-38-112")
    game.play("end")
    assert rules_of(game, "fire PVA-40-118 US-2") == ["D-10.9.4"]
    assert rules_of(game, "fire PVA-40-118 US-1Mar") == []
    assert rules_of(game, "fire PVA-38-112 UK-41RMC") == ["D-10.9.4"]
    assert rules_of(game, "fire PVA-38-112 ROK-1") == ["D-10.9.4"]
    assert rules_of(game, "fire PVA-38-112 UK-27BC") == []


@pytest.mark.rule("D-10.9.6", "D-10.9.2")
def test_a_wave_dies_but_not_who_was_neutralized_before_it():
    units = {"1020": "PVA-40-118, PVA-40-119", "1022": "PVA-38-112", "1021": "US-1Mar"}
    game = attacked(units, "1021", "wave", dice=[3, 3, 6, 6])
    game.play("fire PVA-38-112")
    game.play(next(game.notation(a) for a in game.legal_actions()))
    assert game.warnings("end") == []
    played = game.play("fire US-1Mar PVA-40-118")
    assert "wave_spent" in said(played)
    assert where(game, "PVA-40-118") == "dead"
    # the 119th has nothing left to fire at, so the phase is over, and it dies with the wave that it belonged to
    assert game.rules.phase_key(game.state) != "phase.communist_combat"
    assert where(game, "PVA-40-119") == "dead"
    assert where(game, "PVA-38-112") != "dead"
    assert "neutralized" in flags(game, "PVA-38-112")


@pytest.mark.rule("D-10.9.1", "D-10.1.1")
def test_a_wave_goes_in_but_other_attacks_may_be_dropped():
    game = attacked({"1020": "PVA-40-118", "1021": "US-2"}, "1021", "wave")
    assert rules_of(game, "end") == ["D-10.9.1"]
    assert [game.notation(a).split()[0] for a in game.legal_actions()] == ["fire"]
    plain = attacked({"1020": "PVA-40-118", "1021": "US-2"}, "1021")
    plain.play("end")
    assert "attack_dropped" in said(plain.play("end"))
    assert [w.rule for w in battle({"1020": "PVA-40-118", "1021": "US-2"}).warnings("attack 1021 wave")] == ["D-10.9.6"]


# ---------------------------------------------------------------------------------------------------------- results


@pytest.mark.rule("D-10.3.2", "D-10.8.1", "D-10.8.2", "D-11.2.3", "D-11.2.4")
def test_destroyed_entered_and_paid_for():
    units = {"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1121": "PVA-38-112, PVA-38-113", "1021": "ROK-1, US-2"}
    game = attacked(units, "1021", dice=[1, 1, 1, 1], asp=2)
    game.play("end")
    game.play("fire ROK-1 PVA-40-118,PVA-40-119")
    assert where(game, "ROK-1") == "out"
    assert game.rules.phase_key(game.state) == "phase.communist_combat"
    assert game.decider == "communist"
    game.play("fire US-2")
    assert rules_of(game, "advance PVA-40-118,PVA-40-119,PVA-40-120,PVA-38-112") == ["D-10.8.1"], "stacking"
    assert rules_of(game, "advance US-2") == ["D-10.8.1"]
    played = game.play("advance PVA-38-112,PVA-38-113")
    assert said(played)[:3] == ["advanced", "division_points", "division_points"]
    assert game.view()["track"]["asp"] == 2 + 1 - 2 + 2
    assert where(game, "PVA-38-112") == "1021"


@pytest.mark.rule("D-11.2.3")
def test_no_advance_no_points():
    game = attacked({"1020": "PVA-40-118, PVA-40-119", "1021": "US-2"}, "1021", dice=[1, 1], asp=2)
    game.play("end")
    game.play("fire US-2")
    assert where(game, "US-2") == "out"
    assert where(game, "US-1/9/2") == where(game, "US-3/38/2") == "dead", "its nine battalions are in the dead pile"
    game.play("end")
    assert game.view()["track"]["asp"] == 0
    assert where(game, "PVA-40-118") == "1020"
    with_points = attacked({"1020": "PVA-40-118, PVA-40-119", "1021": "US-2"}, "1021", dice=[1, 1], asp=2)
    with_points.play("end")
    with_points.play("fire US-2")
    with_points.play("advance PVA-40-118")
    assert with_points.view()["track"]["asp"] == 2


@pytest.mark.rule("D-10.3.3", "D-10.8.3")
def test_a_garrison_is_neutralized_and_stays():
    game = attacked({"1611": "Gar-Hungnam", "1610": "PVA-40-118, PVA-40-119"}, "1611", dice=[3, 3])
    game.play("end")
    played = game.play("fire Gar-Hungnam")
    assert "garrison_holds" in said(played)
    assert where(game, "Gar-Hungnam") == "1611"
    assert "neutralized" in flags(game, "Gar-Hungnam")
    un = attacked({"1611": "Gar-Hungnam, US-3", "1610": "NKPA-5"}, "1610", side="un", dice=[1, 1])
    un.play("end")
    un.play("fire NKPA-5")
    assert rules_of(un, "advance Gar-Hungnam") == ["D-10.8.3"]
    assert rules_of(un, "advance US-3") == []


@pytest.mark.rule("D-10.3.3", "D-14.3")
def test_neutralized_again_is_eliminated():
    game = attacked({"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1 neutralized"}, "1021", dice=[4, 2])
    game.play("end")
    played = game.play("fire ROK-1")
    assert "fire_neutralized" in said(played)
    assert where(game, "ROK-1") == "out"


# --------------------------------------------------------------------------------------------------------- retreats


def neutralize(units: dict[str, str], target: str, victims: str, **more) -> Game:
    """An attack on a hex, with a result of NR on the victims: the dice are the chart's worst NR."""
    game = attacked(units, target, dice=more.pop("dice", [4, 3]), **more)
    if game.decider == "un" and game.state.top.__class__.__name__ == "Firing" and not game.state.top.assault:
        game.play("end")
    game.play(f"fire {victims}")
    return game


@pytest.mark.rule("D-10.3.5", "D-8.3.3")
def test_a_retreat_ends_two_hexes_away_outside_enemy_zones():
    game = neutralize({"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1"}, "1021", "ROK-1", dice=[3, 3])
    assert game.decider == "un"
    ways = {game.notation(a).split()[-1] for a in game.legal_actions()}
    grid = game.rules.names.grid
    assert ways
    for way in ways:
        start, first, end = (grid.hex(h) for h in way.split("-"))
        assert grid.distance(start, end) == 2
        assert grid.distance(grid.hex("1020"), first) == 2
    assert rules_of(game, "retreat ROK-1 1021-1121-1221") == ["D-8.3.3"]
    assert rules_of(game, "retreat ROK-1 1021-1022-1123-1124") == ["D-10.3.5"]
    assert rules_of(game, "retreat ROK-1 1021-1122-1022") == ["D-10.3.5"], "next to where it stood"
    assert rules_of(game, "retreat PVA-40-118 1019") == ["D-10.3.5"]
    assert rules_of(game, "end") == ["D-10.3.3"]
    game.play("retreat ROK-1 1023")
    assert where(game, "ROK-1") == "1023"


@pytest.mark.rule("D-8.2.4")
def test_us_units_open_a_way_that_others_do_not():
    units = {"1020": "PVA-40-118, PVA-40-119", "1122": "PVA-38-112", "1022": "US-25", "1021": "ROK-1"}
    game = neutralize(units, "1021", "ROK-1", dice=[3, 3])
    assert rules_of(game, "retreat ROK-1 1021-1022-1023") == []
    other = {**units, "1022": "ROK-6"}
    game = neutralize(other, "1021", "ROK-1", dice=[3, 3])
    assert game.decider == "un"
    assert rules_of(game, "retreat ROK-1 1021-1022-1023") == ["D-8.3.3"]


@pytest.mark.rule("D-8.2.cl")
def test_retreating_units_do_not_clear_their_own_path():
    """The US 25th stands in a Communist zone: it opens the hex, unless it is retreating with the 24th itself."""
    units = {"1021": "US-24 neutralized", "1022": "US-25", "1020": "PVA-40-118", "1122": "PVA-38-112"}
    frame = {"kind": "Retreats", "hex": "1021", "waiting": ["US-24"], "group": ["US-24"]}
    helped = table(units, phase="communist_combat", turn=LATE, frame=frame)
    assert rules_of(helped, "retreat US-24 1021-1022-1023") == []
    alone = table(units, phase="communist_combat", turn=LATE, frame={**frame, "group": ["US-24", "US-25"]})
    assert rules_of(alone, "retreat US-24 1021-1022-1023") == ["D-8.3.3"]


@pytest.mark.rule("D-8.2.5")
def test_rok_zones_do_not_close_hexes_with_communist_units():
    units = {"1020": "PVA-40-118", "1120": "PVA-38-112", "1021": "US-2", "1220": "ROK-1"}
    game = attacked({**units, "1019": "PVA-39-115"}, "1021", "supplied", "PVA-40-118", dice=[3, 3])
    game.play("fire PVA-40-118")
    ways = {game.notation(a).split()[-1] for a in game.legal_actions()}
    assert any(way.startswith("1020-1120") for way in ways), "the ROK zone over 1120 does not count: a friend is there"
    us = attacked({**units, "1019": "PVA-39-115", "1220": "US-24"}, "1021", "supplied", "PVA-40-118", dice=[3, 3])
    us.play("fire PVA-40-118")
    ways = {us.notation(a).split()[-1] for a in us.legal_actions()}
    assert not any(way.startswith("1020-1120") for way in ways), "the US zone does"


@pytest.mark.rule("D-10.3.3", "D-8.3.3")
def test_without_a_way_out_it_is_eliminated():
    units = {"1020": "PVA-40-118, PVA-40-119", "1123": "PVA-38-112", "0923": "PVA-39-115", "1021": "ROK-1"}
    game = neutralize({**units, "1221": "PVA-42-124"}, "1021", "ROK-1", dice=[3, 3])
    assert where(game, "ROK-1") == "out"


@pytest.mark.rule("D-7.2.7", "D-10.3.5")
def test_full_hexes_are_closed():
    units = {"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1", "1022": "US-2, US-24", "1023": "US-25, US-3"}
    game = neutralize(units, "1021", "ROK-1", dice=[3, 3])
    assert rules_of(game, "retreat ROK-1 1021-1122-1123") == []
    assert rules_of(game, "retreat ROK-1 1021-1022-1123") == ["D-7.2.7"]


@pytest.mark.rule("D-10.3.6")
def test_not_into_isolation_if_there_is_another_way():
    """North of the Chongchon with the road south cut, only the way to friends keeps the line open."""
    units = {"0918": "PVA-40-118, PVA-40-119", "0919": "ROK-1", "1119": "PVA-38-112"}
    game = neutralize(units, "0919", "ROK-1", dice=[3, 3])
    found = [game.parse(game.notation(a)) for a in game.legal_actions()]
    assert found
    from parallel38.games.yalu.rules import retreats, supply
    from parallel38.games.yalu.state import UN

    s, unit = game.state, game.rules.names.unit_number("ROK-1")
    for way in retreats.paths(s, unit, (unit,)):
        look = s.copy()
        look.move(unit, way[-1])
        assert supply.supplied(look, UN) >> way[-1] & 1


# ---------------------------------------------------------------------------------------------------------- assault


@pytest.mark.rule("D-11.5.3", "D-10.2.3")
@pytest.mark.rule("D-11.5.4", by="value")
def test_artillery_helps_one_assault():
    units = {"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1, ROK-6"}
    game = attacked(units, "1021", "supplied", "-", "2", dice=[6, 6])
    game.play("end")
    assert game.describe(game.parse("fire ROK-1 PVA-40-118"))[1]["modifier_drm"] == -2
    assert game.describe(game.parse("fire ROK-1 PVA-40-118 - 0 no"))[1]["modifier_drm"] == 0
    game.play("fire ROK-1 PVA-40-118")
    assert game.describe(game.parse("fire ROK-6 PVA-40-119"))[1]["modifier_drm"] == 0


@pytest.mark.rule("D-12.1.1")
@pytest.mark.rule("D-10.6.3", by="value")
def test_no_artillery_and_no_support_in_communist_defence():
    game = attacked({"1020": "PVA-40-118", "1021": "US-2"}, "1020", side="un")
    assert game.decider == "communist"
    assert game.describe(game.parse("fire US-2"))[1]["modifier_drm"] == 0
    assert rules_of(game, "fire US-2 PVA-40-118 SUP-CA") == ["D-12.1.1"]


@pytest.mark.rule("D-10.1.2")
@pytest.mark.rule("D-10.1.3", by="value")
def test_parts_of_a_stack_are_fired_at_apart():
    units = {"1020": "PVA-40-118, PVA-40-119", "1022": "PVA-38-112", "1021": "ROK-1, US-1/31/7, US-2/31/7"}
    game = attacked(units, "1021", dice=[6, 6, 6, 6])
    game.play("end")
    game.play("fire US-1/31/7,US-2/31/7 PVA-40-118")
    assert rules_of(game, "fire US-1/31/7 PVA-40-119") == ["D-10.1.2"]
    assert rules_of(game, "fire ROK-1 PVA-40-118") == ["D-10.1.2"]
    assert game.describe(game.parse("fire ROK-1"))[1]["odds"] == "2:1", "10 to 5: the battalions are left out"
    game.play("fire ROK-1")
    assert game.rules.phase_key(game.state) != "phase.communist_combat"
    assert not any(flags(game, u) for u in ("PVA-40-118", "US-1/31/7", "ROK-1")), "the marks of the phase are gone"


@pytest.mark.rule("D-10.7.2")
def test_only_designated_units_assault_in_the_order_they_like():
    units = {"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1", "1120": "PVA-38-112", "1220": "ROK-6"}
    game = battle(units, dice=[6, 6])
    game.play("attack 1021 supplied PVA-40-118")
    game.play("attack 1220 supplied PVA-38-112")
    game.play("end")
    game.play("end")
    assert rules_of(game, "fire ROK-1 PVA-40-119") == ["D-10.7.2"]
    assert rules_of(game, "fire ROK-6 PVA-40-118") == ["D-10.7.2"]
    assert rules_of(game, "fire ROK-6") == []
    assert rules_of(game, "fire ROK-1") == []
    game.play("fire ROK-6")
    assert game.decider == "communist", "the other attack is still to come"


@pytest.mark.rule("D-10.2.1")
def test_hopeless_odds_are_refused():
    game = attacked({"1020": "PVA-40-118, PVA-40-119", "1021": "US-1/31/7"}, "1021")
    assert game.decider == "un"
    assert rules_of(game, "fire PVA-40-118,PVA-40-119") == ["D-10.2.1"]
    assert rules_of(game, "fire PVA-40-118") == []


# ---------------------------------------------------------------------------------------------------------- weather


@pytest.mark.rule("D-4.2")
def test_flooded_defenders_in_clear_hexes_are_silent():
    flood = attacked({"1020": "PVA-40-118", "1021": "US-2"}, "1021", weather="F")
    assert flood.decider == "communist"
    assert flood.state.top.assault
    rough = attacked({"1021": "PVA-40-118", "1121": "US-2"}, "1121", weather="F")
    assert not rough.state.top.assault
    both = battle({"1020": "PVA-40-118", "1021": "US-2", "1220": "ROK-1", "1121": "PVA-38-112"}, weather="F")
    both.play("attack 1021 supplied PVA-40-118")
    both.play("attack 1220 supplied PVA-38-112")
    both.play("end")
    assert rules_of(both, "fire PVA-40-118 US-2") == ["D-4.2"]


@pytest.mark.rule("D-4.2")
def test_ships_are_silent_in_a_blizzard_north_of_the_line():
    units = {"1511": "US-3", "1510": "PVA-40-118", "1711": "SUP-CA"}
    calm = battle(units, side="un")
    assert rules_of(calm, "attack 1510 supplied US-3 0 SUP-CA") == []
    storm = battle(units, side="un", weather="B", die=6)
    assert rules_of(storm, "attack 1510 supplied US-3 0 SUP-CA") == ["D-4.2"]


@pytest.mark.rule("D-4.2")
def test_a_player_s_weather_chart_can_stop_attacks_and_advances_and_worsen_the_dice():
    charts = {"weather_communist": {"SO": {"attacks_north": False, "advance": False, "fire": 2}}}
    units = {"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1021": "ROK-1", "0812": "PVA-38-112", "0813": "US-2"}
    game = battle(units, charts=charts, dice=[1, 1])
    assert rules_of(game, "attack 0813 supplied PVA-38-112") == ["D-4.2"]
    game.play("attack 1021")
    game.play("end")
    game.play("end")
    assert game.describe(game.parse("fire ROK-1"))[1]["modifier_drm"] == 2
    game.play("fire ROK-1")
    assert where(game, "ROK-1") == "out"
    assert game.rules.phase_key(game.state) != "phase.communist_combat", "nobody is asked to advance"
