"""Rules that say what a word means or in which order things are done: asserted as values."""

from collections import Counter

import pytest

from parallel38 import new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import designation, fire, stacking, supply, zones
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.state import COMMUNIST, UN

from .table import flags, rules_of, said, spent, table, where
from .test_combat import attacked, battle, neutralize


def unit(game: Game, name: str) -> int:
    return game.rules.names.unit_number(name)


def points(game: Game, name: str) -> float:
    """A unit's movement allowance."""
    return allowance(game.state, unit(game, name)) / game.rules.point


def factors(game: Game, name: str) -> float:
    """A unit's combat strength."""
    return fire.strength(game.state, unit(game, name)) / fire.WHOLE


# ------------------------------------------------------------------------------------------------------ sides, set-up


@pytest.mark.rule("D-2.5", by="value")
def test_chinese_and_north_koreans_are_one_side_and_everybody_else_the_other():
    rules = table({"0119": "NKPA-47"}).state.rules
    sides = {side: {rules.nation[u] for u in rules.units_of[side]} for side in (COMMUNIST, UN)}
    assert sides[COMMUNIST] == {"PVA", "NKPA"}
    assert sides[UN] >= {"US", "USMC", "ROK", "UK", "Tu", "Ca"}
    assert not sides[UN] & sides[COMMUNIST]
    marines = rules.names.unit_number("KMC")
    assert (rules.nation[marines], rules.size[marines]) == ("ROK", "regiment")
    assert rules.weight[marines] == rules.weight[rules.names.unit_number("ROK-16/8")]


@pytest.mark.rule("D-21.1", by="value")
def test_every_counter_begins_in_its_place():
    """The totals of the set-up; the parts of divisions that stand whole lie on the breakdown chart."""
    game = new_game("yalu", dice=Dice.scripted([]))
    s, rules = game.state, game.state.rules
    there = {side: [u for u in s.present(side) if not rules.support[u]] for side in (COMMUNIST, UN)}
    totals = {side: (len(units), sum(rules.strength[u] for u in units)) for side, units in there.items()}
    assert totals == {COMMUNIST: (33, 130), UN: (37, 143)}
    assert {rules.names.unit(u) for u in s.present(UN) if rules.support[u]} == {"SUP-CA", "SUP-TK1"}
    assert {where(game, f"Gar-{city}") for city in ("Hungnam", "Wonsan", "Inchon", "Seoul")} == {
        rules.names.place(rules.board.cities[city]) for city in ("Hungnam", "Wonsan", "Inchon", "Seoul")
    }
    boxes = Counter(rules.names.place(s.where[u]) for u in range(len(s.where)) if not s.on_map(u))
    assert set(boxes) == {"out", "dead", "available"}
    assert {rules.names.unit(u) for u in range(len(s.where)) if rules.names.place(s.where[u]) == "dead"} == {
        f"US-{battalion}/8C/1C" for battalion in (1, 2, 3)
    }
    assert {where(game, name) for name in ("US-7", "US-1C", "US-9/2", "US-1/9/2", "ROK-16/8")} == {"out"}


@pytest.mark.rule("D-21.4", by="value")
def test_markers_are_as_many_as_are_needed():
    """Every land hex with a road can carry an interdiction, and every unit a marker, at the same time."""
    rules = table({"0119": "NKPA-47"}).state.rules
    grid = rules.grid
    roads = [h for h, near in grid.neighbours.items() if any(rules.board.roads.has(h, n) for n in near)]
    land = [h for h in grid.neighbours if rules.land >> h & 1 and h not in rules.board.cities.values()]
    divisions = [u for u in rules.units_of[COMMUNIST] if rules.size[u] == "division"]
    units = {
        grid.label(h): f"{rules.names.unit(u)} neutralized+isolated" for h, u in zip(land, divisions, strict=False)
    }
    game = table(units, marks=[f"interdiction {grid.label(h)} 2" for h in roads])
    assert len(game.state.marks) == len(roads) > 100
    assert {flags(game, rules.names.unit(u)) for u in divisions} == {"neutralized+isolated"}


# ------------------------------------------------------------------------------------------------------------- supply


@pytest.mark.rule("D-5.1.3", by="value")
def test_isolation_halves_communists_and_leaves_the_un_as_it_was():
    game = table({"1011": "PVA-38-112", "1012": "PVA-38-113 isolated", "0921": "US-2", "0922": "US-24 isolated"})
    assert (points(game, "PVA-38-112"), factors(game, "PVA-38-112")) == (6, 5)
    assert (points(game, "PVA-38-113"), factors(game, "PVA-38-113")) == (3, 2.5)
    assert points(game, "US-24") == points(game, "US-2")
    assert factors(game, "US-24") == game.state.rules.strength[unit(game, "US-24")]


@pytest.mark.rule("D-13.7.5", by="value")
def test_marks_of_interdiction_on_every_road_change_no_supply_line():
    units = {"0714": "US-2", "1011": "PVA-20-58", "1815": "KMC", "2226": "NKPA-5"}
    free = table(units)
    rules = free.state.rules
    grid = rules.grid
    linked = {
        kind: [h for h, near in grid.neighbours.items() if any(links.has(h, n) for n in near)]
        for kind, links in (("rail-break", rules.board.rails), ("interdiction", rules.board.roads))
    }
    marks = [f"rail-break {grid.label(h)}" for h in linked["rail-break"]]
    marks += [f"interdiction {grid.label(h)} 3" for h in linked["interdiction"]]
    game = table(units, marks=marks)
    assert len(game.state.marks) == len(marks) > 100
    for side in (COMMUNIST, UN):
        assert supply.lines(game.state, side) == supply.lines(free.state, side) != {}


# ----------------------------------------------------------------------------------------------------------- movement


@pytest.mark.rule("D-9.1.4", by="value")
def test_weather_supply_zones_and_stacking_act_on_one_move_together():
    """The flood takes 2 of 5 points, isolation half of what is left; a zone stops it, and a full hex hurts."""
    units = {"0912": "NKPA-5 isolated", "0812": "PVA-40-118, PVA-40-119, PVA-39-115", "0714": "US-2"}
    dry, wet = table({"0912": "NKPA-5"}, weather="MO"), table(units, weather="F")
    assert points(wet, "NKPA-5") == (points(dry, "NKPA-5") - 2) / 2
    assert rules_of(wet, "move NKPA-5 0912-0812-0713-0612") == ["D-9.1.2", "D-8.3.1.1"], "too dear, and past the US 2nd"
    wet.play("move NKPA-5 0912-0812")
    assert (where(wet, "NKPA-5"), flags(wet, "NKPA-5")) == ("0812", "neutralized+isolated+moved")


# ------------------------------------------------------------------------------------------------------------- combat


@pytest.mark.rule("D-10.0.1", by="value")
def test_fire_belongs_to_the_combat_phases_and_the_bug_out():
    units = {"1020": "PVA-40-118", "1021": "US-2", "2226": "Gar-Seoul", "1711": "SUP-CA"}
    for phase in ("communist_movement", "un_movement"):
        for action in ("fire US-2 PVA-40-118", "fire PVA-40-118 US-2"):
            assert rules_of(table(units, phase=phase), action) == ["D-3.1"], phase
    bombing = table(units, phase="un_bombardment", frame={"kind": "Bombarding"}, air=2)
    assert rules_of(bombing, "fire PVA-40-118 US-2") == ["D-3.1"]
    assert rules_of(battle(units), "fire US-2 PVA-40-118") == ["D-3.1"], "attacks are named first"
    assert rules_of(attacked(units, "1021"), "fire PVA-40-118 US-2") == []


@pytest.mark.rule("D-10.0.2", "D-10.0.3", "D-10.4.1", by="value")
@pytest.mark.parametrize("side", ["communist", "un"])
def test_attacks_are_named_then_the_others_fire_everywhere_then_the_attackers(side: str):
    units = {"1020": "PVA-40-118", "1021": "US-2", "1121": "PVA-38-112", "1220": "ROK-1"}
    game = battle(units, side=side, dice=[6, 6] * 4)
    pairs = [("1021", "US-2", "PVA-40-118"), ("1220", "ROK-1", "PVA-38-112")]
    if side == "un":
        pairs = [("1020", "PVA-40-118", "US-2"), ("1121", "PVA-38-112", "ROK-1")]
    for target, _, attacker in pairs:
        game.play(f"attack {target} supplied {attacker}")
    other = "un" if side == "communist" else "communist"
    fires = [(other, attacker, defender) for _, defender, attacker in pairs]
    fires += [(side, defender, attacker) for _, defender, attacker in pairs]
    game.play("end")
    for i, (who, at, by) in enumerate(fires):
        assert game.decider == who
        later = fires[2:] if i < 2 else []
        assert all(rules_of(game, f"fire {victim} {firer}") for _, victim, firer in later), "not before its subphase"
        game.play(f"fire {at} {by}")
    assert game.rules.phase_key(game.state) != f"phase.{side}_combat"


@pytest.mark.rule("D-10.3.1", by="value")
def test_a_fire_destroys_or_neutralizes_or_does_nothing():
    game = battle({"1020": "PVA-40-118", "1021": "US-2"})
    s = game.state
    totals = range(-3, 18)
    assert {fire.result(s, odds, total) for _, odds in s.rules.odds_columns for total in totals} == {"D", "NR", "-"}
    for _, odds in s.rules.odds_columns:
        results = [("D", "NR", "-").index(fire.result(s, odds, total)) for total in totals]
        assert results == sorted(results), "the lower the total, the worse for the target"


@pytest.mark.rule("D-10.3.4")
def test_who_is_hit_by_nr_has_every_drawback_of_neutralization():
    game = neutralize({"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1"}, "1021", "ROK-1", dice=[3, 3])
    s, rok = game.state, unit(game, "ROK-1")
    assert "neutralized" in flags(game, "ROK-1")
    assert zones.exerting(s, [rok]) == []
    assert not designation.may_attack(s, rok)
    assert allowance(s, rok) == s.rules.movement[rok] * s.rules.point, "it moves as before"
    stacking.neutralize(s, [rok])
    assert where(game, "ROK-1") == "out", "the second time it dies"


@pytest.mark.rule("D-10.6.4")
def test_a_hex_that_defensive_fire_empties_is_not_entered():
    units = {"1020": "NKPA-5", "1121": "PVA-38-112", "1021": "US-2, ROK-1"}
    game = attacked(units, "1021", dice=[1, 1, 6, 6])
    game.play("fire NKPA-5 US-2,ROK-1")
    assert where(game, "NKPA-5") == "dead"
    assert (game.decider, game.prompt[0]) == ("communist", "assault_communist"), "nobody advances into 1020"
    assert where(game, "US-2") == where(game, "ROK-1") == "1021"


@pytest.mark.rule("D-10.8.2", "D-10.8.1")
def test_the_advance_comes_before_the_next_attack_is_resolved():
    units = {"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1", "1121": "PVA-38-112", "1220": "ROK-6"}
    game = battle(units, dice=[1, 1, 6, 6])
    game.play("attack 1021 supplied PVA-40-118,PVA-40-119")
    game.play("attack 1220 supplied PVA-38-112")
    game.play("end")
    game.play("end")
    game.play("fire ROK-1 PVA-40-118,PVA-40-119")
    assert rules_of(game, "fire ROK-6 PVA-38-112") == ["D-3.1"], "first it is said who enters 1021"
    game.play("advance PVA-40-118")
    assert (where(game, "PVA-40-118"), spent(game, "PVA-40-118")) == ("1021", 0)
    assert rules_of(game, "advance PVA-40-119") == ["D-3.1"], "too late"
    game.play("fire ROK-6 PVA-38-112")


@pytest.mark.rule("D-11.1", by="value")
def test_attack_supply_is_for_communists_and_has_nothing_to_do_with_supply_lines():
    units = {"1020": "PVA-40-118 isolated", "1021": "US-2"}
    game = battle(units, asp=7)
    game.play("attack 1021 supplied PVA-40-118 1")
    assert game.view()["track"]["asp"] == 7 - 2 - 2
    un = battle(units, side="un", asp=7)
    un.play("attack 1020 supplied US-2")
    assert un.view()["track"]["asp"] == 7
    assert rules_of(battle(units, side="un", asp=0), "attack 1020 supplied US-2") == []


@pytest.mark.rule("D-11.6", by="value")
def test_artillery_markers_do_not_run_out():
    """Twelve attacks, each with artillery: points are the only limit."""
    rows = {f"{column:02}20": f"{column:02}21" for column in range(6, 24, 2)}
    armies = ["38-112", "38-113", "38-114", "39-115", "39-116", "39-117", "40-118", "40-119", "40-120"]
    victims = ["US-2", "US-3", "US-24", "US-25", "ROK-1", "ROK-2", "ROK-3", "ROK-5", "ROK-6"]
    units = {h: f"PVA-{army}" for h, army in zip(rows, armies, strict=True)}
    units |= dict(zip(rows.values(), victims, strict=True))
    game = battle(units, asp=99)
    for target in rows.values():
        assert rules_of(game, f"attack {target} supplied - 2") == []
        game.play(f"attack {target} supplied - 2")
    assert [attack.guns for attack in game.state.top.attacks] == [2] * len(rows)
    assert game.view()["track"]["asp"] == 99 - (2 + 4) * len(rows)


# ------------------------------------------------------------------------------------------------------------ retreat


@pytest.mark.rule("D-9.3.6.pn", "D-10.3.3")
def test_who_cannot_retreat_from_a_port_is_not_taken_off_by_sea():
    frame = {"kind": "Retreats", "hex": "1611", "waiting": ["ROK-Cap"], "group": ["ROK-Cap"]}
    ring = {"1510": "PVA-40-118", "1610": "PVA-40-119", "1512": "PVA-38-112"}
    game = table({"1611": "ROK-Cap neutralized", **ring}, phase="communist_combat", frame=frame)
    assert "no_retreat" in said(game.entries())
    assert where(game, "ROK-1/Cap") == "dead"
