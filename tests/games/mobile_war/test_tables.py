"""The charts: what the booklet forces on them. Figures are typed here from the booklet."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from parallel38.desk.reporter import ChartWords
from parallel38.engine.chance import Dice
from parallel38.engine.charts import Chart, Charts
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.mobile_war import TITLE, data

PACKAGE = "parallel38.games.mobile_war"
CHARTS = Charts.load(data.charts())
KINDS = data.table("units.toml")["kinds"]
ODDS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
DICE = [str(n) for n in range(1, 7)]
TABLES = ("meeting", "position", "pursuit")
ALL = 6
"""Regiments that a destroyed side counts for: two divisions."""


# ------------------------------------------------------------------------------------------------------- every chart


@pytest.mark.parametrize("name", CHARTS)
def test_every_figure_says_where_it_comes_from(name: str):
    for row, column, cell in CHARTS[name].cells():
        assert cell.source, f"{row}, {column}: the rules that state or limit it"
        assert cell.basis or cell.prov not in ("reconstructed", "inferred"), f"{row}, {column}: what it rests on"


@pytest.mark.parametrize("name", CHARTS)
def test_our_figures_keep_their_own_order_and_bounds(name: str):
    chart = CHARTS[name]
    assert list(chart.disorder()) == []
    for row, column, cell in chart.cells():
        limits = chart.limits[row, column]
        assert limits.fault(cell.value, cell.value) is None, (row, column)
        assert isinstance(cell.value, bool) or limits.words or None not in (limits.least, limits.most)
    assert {tuple(cells) for cells in chart.rows.values()} == {tuple(chart.columns)}


def laid_over(bound: str, *names: str) -> dict[str, dict[str, dict[str, int | str]]]:
    """Charts in which every number is the least or the most that it may be."""
    found: dict[str, dict[str, dict[str, int | str]]] = {}
    for name in names:
        for row, column, _ in CHARTS[name].cells():
            limits = CHARTS[name].limits[row, column]
            if not limits.words:
                value = getattr(limits, bound)
                found.setdefault(name, {}).setdefault(row, {})[column] = value
    return found


def try_out(scenario: str, charts: dict[str, dict[str, dict[str, int | str]]], decisions: int) -> None:
    """Play a game at random for a while; every situation of it is a sound one."""
    game, rng = Game(TITLE.make(TITLE.setting(None, scenario, charts=charts)), dice=Dice.seed(1)), Random(1)
    for _ in range(decisions):
        if game.over:
            break
        game.play(game.sample(rng))
    game.rules.check(game.state)


@pytest.mark.parametrize("bound", ["least", "most"])
@pytest.mark.parametrize("scenario", ["invasion", "intervention", "stalemate", "campaign"])
def test_own_figures_that_are_accepted_can_be_played(scenario: str, bound: str):
    try_out(scenario, laid_over(bound, *CHARTS), 250)


@pytest.mark.parametrize("bound", ["least", "most"])
@pytest.mark.parametrize("name", [name for name in CHARTS if name not in TABLES])
def test_one_chart_of_own_figures_can_be_played(name: str, bound: str):
    try_out("intervention", laid_over(bound, name), 60)


def test_a_step_that_costs_nothing_is_refused():
    for row in ("clear", "rough", "rough_shock", "road"):
        for column in ("mp", "communist_supply"):
            with pytest.raises(BadInputError) as caught:
                Charts.load(data.charts(), {"terrain_move": {row: {column: 0}}})
            assert caught.value.key == "chart_out_of_bounds"
    assert Charts.load(data.charts(), {"terrain_move": {"river": {"mp": 0}, "leaving_zone": {"mp": 0}}})


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_reads_well(name: str, language: str):
    texts, chart = Texts(language, PACKAGE), CHARTS[name]
    assert texts.has(f"chart.{name}")
    assert len(texts.say(f"about.{name}")) > 40
    heads = [head for head in (*chart.rows, *chart.columns) if any(c.islower() for c in head)]
    assert [head for head in heads if not texts.has(f"head.{head}") and head not in RESULTS] == []
    assert [c.basis for _, _, c in chart.cells() if c.basis and not texts.has(f"basis.{c.basis}")] == []


def test_no_reason_and_no_head_is_left_over():
    keys = catalogue(PACKAGE, "en")
    used = {cell.basis for chart in CHARTS.values() for _, _, cell in chart.cells()}
    assert {key[6:] for key in keys if key.startswith("basis.")} <= used
    heads = {head for chart in CHARTS.values() for head in (*chart.rows, *chart.columns)}
    assert {key[5:] for key in keys if key.startswith("head.")} <= heads


def test_only_what_was_printed_on_the_map_is_ours():
    ours = {name for name, chart in CHARTS.items() if any(cell.prov == "reconstructed" for _, _, cell in chart.cells())}
    assert ours == {*TABLES, "pursuit_retreat"}
    for name in ours:
        assert {cell.prov for _, _, cell in CHARTS[name].cells()} == {"reconstructed"}


def test_sources_are_told_as_rules():
    words = ChartWords(Texts("en", PACKAGE))
    assert words.source(CHARTS["terrain_move"].rows["clear"]["mp"]) == "booklet TER-1a"


# --------------------------------------------------------------------------------------------------------- movement


def hexes(allowance: int, cost: str, column: str = "mp", times: int = 1) -> Fraction:
    return allowance * times / Fraction(CHARTS["terrain_move"][cost, column])


@pytest.mark.rule("K-MOV-L", by="value")
def test_the_greatest_distances_are_those_of_the_booklet():
    """Movement (L): hexes in one phase, by road, in clear and in rough ground, by rail."""
    rates = {name: CHARTS["movement_rates"][name, "times"] for name in CHARTS["movement_rates"].rows}

    def row(kind: str, road: int, rail: int, column: str = "mp") -> list[int | Fraction]:
        points = KINDS[kind]["movement"]
        by_road, clear, rough = (hexes(points, cost, column) for cost in ("road", "clear", "rough"))
        whole = [int(road * by_road), int(clear), int(rough) if rough >= 1 else rough]
        return [*whole, points * rail if rail else int(by_road)]

    assert row("un_regiment", rates["un_road"], rates["un_rail"]) == [12, 3, 1, 18]
    assert row("rok_regiment", 1, rates["un_rail"]) == [6, 3, 1, 18]
    assert row("nk_regiment", 1, 0) == [8, 4, 2, 8]
    assert row("un_supply", 1, 0) == [2, 1, Fraction(1, 2), 2]
    early, later = rates["communist_supply_rail_early"], rates["communist_supply_rail"]
    assert row("communist_supply", 1, early, "communist_supply") == [4, 2, 1, 12]
    assert row("communist_supply", 1, later, "communist_supply")[3] == 6


def test_leaving_a_zone_for_a_rough_river_hex_costs_four():
    costs = CHARTS["terrain_move"]
    assert sum(costs[row, "mp"] for row in ("rough", "river", "leaving_zone")) == 4


def test_terrain_in_combat():
    chart = CHARTS["terrain_combat"]
    assert {row: chart[row, "times"] for row in chart.rows} == {"clear": 1, "part_rough": 2, "whole_rough": 2}


def test_ships_supply_and_the_campaign():
    naval = CHARTS["naval"]
    assert [[naval[row, c] for c in ("allowance", "load", "unload", "regiments")] for row in naval.rows] == [
        [120, 0, 0, 0],
        [80, 80, 60, 3],
        [60, 30, 30, 3],
    ]
    assert (naval["NG", "strength"], naval["NG", "range"]) == (6, 2)
    ships = {"NG": "naval_gun", "MST": "sea_transport", "Amph": "landing_craft"}
    assert all(naval[row, "allowance"] == KINDS[kind]["movement"] for row, kind in ships.items())
    assert all(naval[row, "strength"] == KINDS[kind]["strength"] for row, kind in ships.items())
    figures = {
        row: CHARTS[name][row, "number"] for name in ("supply", "airborne", "campaign") for row in CHARTS[name].rows
    }
    assert figures == {
        **{"un_reach": 16, "communist_reach": 2, "air": 6, "air_with_drop": 3, "unit_back": 6},
        **{"first_turn": 11, "turns_of_rest": 2, "armies_a_turn": 2, "armies_in_all": 12},
        **{"shock_turns": 3, "shock_latest": 8, "partisan_divisions": 2, "partisan_hexes": 4},
        **{"china_turn": 8, "after_landing": 3},
    }
    assert [CHARTS["naval_costs"][row, "mp"] for row in ("sea_hex", "cape")] == [1, 8]
    assert CHARTS["stacking"]["hex", "units"] == 2
    assert [CHARTS["tides"][row, "turn"] for row in CHARTS["tides"].rows] == [13, 14, 17]


# ----------------------------------------------------------------------------------------------------------- combat

RESULTS = ["Dx", "D3", "D2", "D1", "E2", "E1", "A1", "A2", "A3", "Ax"]
"""The ten results that the rules name, the attacker's best first."""


def losses(result: str) -> tuple[int, int]:
    """Regiments that attacker and defender lose."""
    n = ALL if result[1] == "x" else int(result[1])
    return (0 if result[0] == "D" else n), (0 if result[0] == "A" else n)


def expected(name: str, odds: str) -> tuple[Fraction, Fraction]:
    found = [losses(CHARTS[name][die, odds]) for die in DICE]
    attacker, defender = (Fraction(sum(side), 6) for side in zip(*found, strict=True))
    return attacker, defender


@pytest.mark.rule("K-CRT-1", by="value")
@pytest.mark.parametrize("name", TABLES)
def test_tables_use_the_results_of_the_rules_and_are_monotone(name: str):
    chart: Chart = CHARTS[name]
    assert chart.columns == ODDS
    assert list(chart.rows) == DICE
    assert {cell.value for _, _, cell in chart.cells()} <= set(RESULTS)
    for odds in ODDS:
        for low, high in pairwise(DICE):
            assert RESULTS.index(chart[low, odds]) <= RESULTS.index(chart[high, odds])
    for die in DICE:
        for low, high in pairwise(ODDS):
            assert RESULTS.index(chart[die, low]) >= RESULTS.index(chart[die, high])
    better = [defender - attacker for attacker, defender in (expected(name, odds) for odds in ODDS)]
    assert better == sorted(set(better)), "each column is better for the attacker than the one before"


@pytest.mark.rule("K-CRT-1", by="value")
@pytest.mark.parametrize("odds", ODDS)
def test_position_serves_the_defender_best_and_pursuit_is_lighter_than_meeting(odds: str):
    meeting, position, pursuit = (expected(name, odds) for name in TABLES)
    assert position[1] <= min(pursuit[1], meeting[1])
    assert position[0] - position[1] >= max(meeting[0] - meeting[1], pursuit[0] - pursuit[1])
    assert meeting[1] >= pursuit[1]
    assert sum(meeting) >= sum(pursuit)


def test_what_three_to_one_brings():
    """The figures that docs/mobile_war.md gives as the measure of our tables."""
    assert [expected(name, "3-1")[1] for name in TABLES] == [Fraction(11, 6), Fraction(1, 2), Fraction(2, 3)]


def test_a_division_against_a_lone_regiment():
    """10-4 on a 3-3: 3-1 in the clear, 1-1 in rough ground; in how many of six throws it dies."""
    killed = {odds: [sum(losses(CHARTS[n][d, odds])[1] > 0 for d in DICE) for n in TABLES] for odds in ("3-1", "1-1")}
    assert killed == {"3-1": [6, 3, 4], "1-1": [4, 1, 1]}


def test_who_is_pursued_always_goes_and_farther_the_harder_he_is_hit():
    chart = CHARTS["pursuit_retreat"]
    assert set(chart.rows) == set(RESULTS) - {"Dx"}, "after Dx nobody is left to retreat"
    assert {row: chart[row, "hexes"] for row in chart.rows} == {
        row: int(row[1]) if row.startswith("D") else 1 for row in chart.rows
    }


@pytest.mark.rule("K-CRT-1", by="value")
@pytest.mark.parametrize("name", TABLES)
def test_figures_that_turn_a_table_upside_down_are_told(name: str):
    usual, odd = (Charts.load(data.charts(), {name: {"1": {"6-1": result}}}) for result in ("Dx", "A3"))
    assert list(usual.warnings()) == []
    assert {args["chart"] for _, args in odd.warnings()} == {name}
