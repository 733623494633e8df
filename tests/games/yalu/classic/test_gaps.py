"""Rules of Classic played out over a phase or a turn, where a figure alone would not prove them."""

from random import Random

import pytest

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import morale, retreats, weather
from parallel38.games.yalu.state import AIR, COMMUNIST, UN

from .table import CLASSIC, battle, begins, ends, flags, rules_of, said, spent, start, table, where

SOUTH = ("2425", "2426", "2427", "2428")


def may_iv(units: dict[str, str]) -> Game:
    """A game that has just ended with these units on the map."""
    game = begins("un_morale", units, turn=26, dice=[])
    while game.decider is not None:
        game.play("end")
    return game


@pytest.mark.rule("C-3")
def test_seventy_two_factors_or_thirty_six_with_seoul():
    """Chinese divisions of these armies have four factors each."""
    four = [
        f"PVA-{army}-{n}" for army, first in ((20, 58), (26, 76), (27, 79), (38, 112)) for n in range(first, first + 3)
    ]
    four += [f"PVA-{army}-{n}" for army, first in ((39, 115), (40, 118)) for n in range(first, first + 3)]
    rules = CLASSIC.make(CLASSIC.setting())
    assert {rules.strength[rules.names.unit_number(d)] for d in four} == {4}  # type: ignore[attr-defined]
    trios = [", ".join(four[i : i + 3]) for i in range(0, 18, 3)]
    seoul = {"2425": trios[0], "2426": trios[1], "2226": trios[2]}
    assert may_iv(seoul).winner == "communist", "thirty-six factors, three divisions in Seoul"
    assert may_iv({**seoul, "2226": ", ".join(four[6:8])}).winner == "un", "thirty-two"
    assert may_iv({**seoul, "2226": four[6], "2427": ", ".join(four[7:9])}).winner == "un", "one division in Seoul"
    assert may_iv({"1627": trios[0], "2426": trios[1], "2226": trios[2]}).winner == "un", "three on a red dot"
    all_: dict[str, str] = dict(zip((*SOUTH, "2525", "2526"), trios, strict=True))
    assert may_iv(all_).winner == "communist", "seventy-two"
    assert may_iv({**all_, "2526": ", ".join(four[15:17])}).winner == "un", "sixty-eight"
    pocket = {"2429": "US-24", "2527": "US-25", "2528": "US-3", "2328": "US-7", "2427": "US-2"}
    cut = {"2425": trios[0], "2426": trios[1], "2428": trios[2], "2525": trios[3], "2424": trios[4], "2324": trios[5]}
    assert may_iv(cut).winner == "communist"
    assert may_iv({**cut, **pocket}).winner == "un", "three are isolated"


# -------------------------------------------------------------------------------------------- replacements, arrivals


@pytest.mark.rule("C-27D", "C-27E")
def test_marines_and_brigades_return_once_after_eight_turns():
    for unit, other, rule in (("US-1/1Mar", "US-5/1Mar", "C-27D"), ("UK-27BC", "UK-29", "C-27E")):
        lost = 3
        parts = {u: _parts(u) for u in (unit, other)}
        dead = ", ".join(f"{part} spent={lost + 8}" for u in (unit, other) for part in parts[u])
        early = table({"2226": "US-2", "dead": dead}, phase="un_movement", turn=lost + 7)
        assert rules_of(early, f"place {unit} 2226") == [rule], "seven turns after its loss"
        game = table({"2226": "US-2", "dead": dead}, phase="un_movement", turn=lost + 8)
        assert rules_of(game, f"place {unit} 0921") == [rule], "at a port or in Seoul"
        game.play(f"place {unit} 2226")
        assert where(game, unit) == "2226"
        assert rules_of(game, f"place {other} 2226") == [rule], "once in the game"


def _parts(unit: str) -> list[str]:
    rules = CLASSIC.make(CLASSIC.setting())
    return [rules.names.unit(part) for part in rules.last_parts[rules.names.unit_number(unit)]]  # type: ignore[attr-defined]


@pytest.mark.rule("C-28E")
def test_a_unit_at_sea_lands_in_the_next_phase_at_a_un_port_or_later_by_road():
    game = table({"1611": "US-3", "2226": "ROK-1"}, phase="un_movement", weather="MO", turn=6)
    game.play("embark US-3")
    assert (where(game, "US-3"), spent(game, "US-3") * game.rules.point) == ("sea", 7), "the next turn"
    landing = begins("un_reinforcement", {"sea": "US-3 spent=7", "2226": "ROK-1"}, turn=7, cities="Wonsan", dice=[])
    assert rules_of(landing, "place US-3 2128") == []
    assert rules_of(landing, "place US-3 1611") == []
    assert rules_of(landing, "place US-3 1815") != [], "Wonsan is lost"
    assert rules_of(landing, "place US-3 2226") != [], "no port"
    landing.play("delay US-3")
    assert where(landing, "US-3") == "south"
    later = begins("un_reinforcement", {"south": "US-3 spent=8", "2226": "ROK-1"}, turn=8, dice=[])
    assert rules_of(later, "place US-3 2731") == []


@pytest.mark.rule("C-28F")
def test_an_evacuated_unit_lands_at_inchon_alone():
    for flag in ("", " neutralized"):
        units = {"evacuated": f"US-3{flag} spent=7", "2226": "ROK-1"}
        game = begins("un_reinforcement", units, turn=7, dice=[])
        assert rules_of(game, "place US-3 1611") == ["C-28F"]
        game.play("place US-3 2128")
        assert where(game, "US-3") == "2128"
        assert flag.strip() in flags(game, "US-3")
        assert ("neutralized" in flags(game, "US-3")) == bool(flag)


# ------------------------------------------------------------------------------------------------------------- morale


@pytest.mark.rule("C-30")
def test_an_isolated_unit_that_fails_is_neutralized_and_then_lost():
    ring = {"1113": "PVA-40-118", "1115": "PVA-38-112", "1014": "PVA-42-124", "1214": "NKPA-5", "1013": "NKPA-12"}
    for state, outcome in (("", "neutralized"), (" neutralized", "dead")):
        units = {"1114": f"US-2{state}", "2226": "ROK-1", **ring}
        game = begins("un_morale", units, weather="SO", dice=[6, 6, 3], turn=20)
        assert "isolation_failed" in said(list(game.entries()))
        assert "neutralized" in flags(game, "US-2") if outcome == "neutralized" else where(game, "US-1/9/2") == "dead"


@pytest.mark.rule("C-30", by="value")
def test_the_hex_counts_in_morale_and_support_checks_like_a_battalion():
    game = table({"1901": "US-2, SUP-TK1", "1021": "US-25"}, weather="SO", turn=20)
    s, names, chart = game.state, game.rules.names, game.rules.charts["morale_un"]
    air, points = weather.air(s, "offensive"), s.rules.hex_points[names.grid.hex("1901")] // s.rules.point
    assert points > 1
    assert not s.rules.by_road_or_rail >> names.grid.hex("1901") & 1
    assert morale.number(s, names.unit_number("US-2")) == chart["us_division", "number"] + air - points
    assert morale.number(s, names.unit_number("SUP-TK1")) == chart["us_battalion", "number"] + air - points
    assert morale.number(s, names.unit_number("US-25")) == chart["us_division", "number"] + air, "a road"


# ------------------------------------------------------------------------------------------------------- air, support


@pytest.mark.rule("C-13")
def test_each_air_factor_serves_once_in_defence_and_once_more_in_the_un_player_turn():
    units = {"1020": "PVA-40-118", "1021": "US-2"}
    game = battle(units, air=1, weather="SU", dice=[6, 6, *[6] * 8])
    for line in ("attack US-2", "end", "fire PVA-40-118 US-2 - 1", "end", "fire PVA-40-118"):
        game.play(line)
    assert game.state.track[AIR] == 0, "used in defence"
    while game.rules.phase_key(game.state) != "phase.un_bombardment":
        game.play("end")
    full = game.state.track[AIR]
    assert full > 0, "all are there again"
    game.play(f"raid - {full - 1}")
    while game.rules.phase_key(game.state) != "phase.un_combat":
        game.play("end")
    game.play("attack PVA-40-118 US-2")
    game.play("end")
    game.play("end")
    assert game.prompt[0] == "allotting"
    assert rules_of(game, "fire PVA-40-118 US-2 - 2") == ["C-13"], "what bombarded does not support"
    assert rules_of(game, "fire PVA-40-118 US-2 - 1") == []


@pytest.mark.rule("C-12b", by="value")
def test_a_ship_shuts_the_line_and_the_retreat_beside_it():
    free = table({"1511": "NKPA-5"}, weather="MO", cities="Hungnam")
    shut = table({"1511": "NKPA-5", "1711": "SUP-DD1"}, weather="MO", cities="Hungnam")
    assert "1611" in ends(free, "NKPA-5", "rail")
    assert "1611" not in ends(shut, "NKPA-5", "rail")
    for game, rule in ((free, ""), (shut, "D-8.3.3")):
        names = game.rules.names
        unit, here, there = names.unit_number("NKPA-5"), names.grid.hex("1511"), names.grid.hex("1611")
        assert retreats.closed_by(game.state, unit, here, there, (unit,), True) == rule


# ------------------------------------------------------------------------------------------------ regroup, waves, fire


@pytest.mark.rule("C-28C")
def test_a_unit_that_has_spent_points_does_not_regroup():
    game = table({"2226": "US-2 neutralized"}, phase="un_movement", weather="MO")
    game.play("breakdown US-2")
    assert rules_of(game, "regroup US-9/2") == ["C-28C"]


@pytest.mark.rule("C-16", by="value")
def test_neutralized_units_fire_in_defence_and_do_not_attack():
    units = {"1020": "PVA-40-118", "1021": "US-2 neutralized"}
    game = battle(units)
    game.play("attack US-2")
    game.play("end")
    assert rules_of(game, "fire PVA-40-118 US-2") == []
    un = battle({**units, "1120": "US-25"}, side="un")
    assert rules_of(un, "attack PVA-40-118 US-2") == ["C-16"]


@pytest.mark.rule("C-25D1")
def test_units_of_another_attacked_hex_do_not_fire_at_a_wave():
    units = {"1020": "PVA-40-118", "1121": "PVA-38-112", "1021": "ROK-1", "0920": "US-2"}
    game = battle(units, asp=9)
    game.play("attack ROK-1 wave PVA-40-118")
    game.play("end")
    assert rules_of(game, "fire PVA-40-118 ROK-1") == ["C-25D1"]
    two = battle({**units, "1019": "NKPA-5"}, asp=9)
    two.play("attack ROK-1 wave PVA-40-118")
    two.play("attack US-2 NKPA-5")
    two.play("end")
    assert "C-25D1" in rules_of(two, "fire PVA-40-118 US-2"), "it is attacked by another unit"
    assert rules_of(two, "fire NKPA-5 US-2") == []


# -------------------------------------------------------------------------------------------------------- positions


def test_positions_saved_in_the_middle_of_things_open_as_they_were():
    """Every kind of frame that a game comes to, the first times that it does."""
    rules = CLASSIC.make(CLASSIC.setting())
    seen: dict[tuple[str, ...], int] = {}
    for seed in (1, 4):
        game, rng = Game(rules, dice=Dice.seed(seed)), Random(seed)
        while game.decider is not None:
            kinds = tuple(type(frame).__name__ for frame in game.state.frames[1:])
            seen[kinds] = seen.get(kinds, 0) + 1
            if seen[kinds] < 4:
                position = game.to_position()
                again = Game.from_position(position, rules, game.dice)
                assert again.to_position() == position
                assert again.decider == game.decider
                assert [(o.verb, o.units, o.hexes) for o in again.offers()] == [
                    (o.verb, o.units, o.hexes) for o in game.offers()
                ]
            action = game.sample(rng)
            assert action is not None
            game.play(action)
    classic = {"Commitment", "Defence", "Assault", "Fleeing", "Rout", "PlaceGuerrilla"}
    assert classic <= {kind for kinds in seen for kind in kinds}


# ------------------------------------------------------------------------------------------------- order of battle


def test_the_counters_are_as_many_and_as_strong_as_the_articles_say():
    game = start()
    s, rules = game.state, game.state.rules
    communists = [u for u in rules.units_of[COMMUNIST] if rules.size[u] == "division"]
    kinds = (sum(rules.names.unit(u).startswith(kind) for u in rules.units_of[COMMUNIST]) for kind in ("PVA", "NKPA"))
    assert (*kinds, sum(rules.conscript), sum(rules.guerrilla)) == (48, 20, 18, 12)
    there = [u for u in communists if s.on_map(u)]
    assert (len(there), sum(rules.strength[u] for u in there)) == (29, 116)
    assert {(rules.strength[u], rules.movement[u]) for u in there} == {(4, 6)}
    un = [u for u in s.present(UN) if rules.combat[u]]
    assert sum(rules.strength[u] for u in un) == 136
    figures = {"US-2": (10, 4), "US-1Mar": (13, 5), "ROK-1": (4, 5), "US-5C/1C": (3, 6), "C-1": (1, 4)}
    figures |= {"Gar-Hungnam": (3, 0), "Gar-Wonsan": (2, 0), "PVA-15-29": (5, 6)}
    numbers = {name: rules.names.unit_number(name) for name in figures}
    assert {name: (rules.strength[u], rules.movement[u]) for name, u in numbers.items()} == figures
    support = {True: 0, False: 0}
    for unit in rules.units_of[UN]:
        support[rules.naval[unit]] += rules.strength[unit] if rules.support[unit] else 0
    assert support == {True: 7, False: 3}
