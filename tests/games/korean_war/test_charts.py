"""The charts against the rules: cells that they fix are typed here, and the natural order of each chart holds."""

import itertools
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest

from parallel38.engine.charts import Charts
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.korean_war import data

PACKAGE = "parallel38.games.korean_war"
CHARTS = Charts.load(data.charts())
UNITS = {row["id"]: row for row in data.units()}
RULES = {row["id"] for row in data.FILES.rules()}
CELLS = [(name, row, column, cell) for name, chart in CHARTS.items() for row, column, cell in chart.cells()]


def column(chart: str, above: int, below: int) -> str:
    """The column of a ratio, rounded down for the defender, within the ends of the table."""
    ratios = CHARTS[chart].columns
    ratio = Fraction(above, below)
    known = [name for name in ratios if Fraction(*map(int, name.split("-"))) <= ratio]
    return known[-1] if known else ratios[0]


def up(value: int, times: Any) -> int:
    return ceil(value * Fraction(times))


# ----------------------------------------------------------------------------------------------------------- examples


def test_both_combats_of_the_example():
    """9.3.exA, 9.3.exC: 65 to 6, armor 16 to 5, 56 to 2, and what the tables gave."""
    units, multiplier = CHARTS["combat_values"], CHARTS["attack_multiplier"]
    attack, defense = multiplier["accelerated", "primary"], CHARTS["defense_multiplier"]["restricted", "primary"]
    asset = CHARTS["asset_attack"]["accelerated", "primary"]
    fec, us, north = "us_fec_div", "us_div", "nk_div"
    first = (
        up(units[fec, "attack"], attack) + up(units[us, "fatigued_attack"], attack) + up(units[us, "attack"], attack)
    )
    held = up(units[north, "fatigued_defense"], defense) + up(units[north, "defense"], defense)
    assert (first + asset, held) == (65, 6)
    assert column("combat_clear", 65, 6) == "10-1"
    tanks = 2 * CHARTS["armor_values"]["un_armor", "armor"]
    guns = units[north, "fatigued_anti_tank"] + units[north, "anti_tank"]
    assert (tanks, guns, column("armor", tanks, guns)) == (16, 5, "3-1")
    assert CHARTS["armor"][str(7 + CHARTS["armor_modifiers"]["river", "die"]), "3-1"] == "+1"
    sum_ = 1 + CHARTS["combat_modifiers"]["air_point", "die"] + CHARTS["combat_modifiers"]["river", "die"]
    assert CHARTS["combat_clear"][str(8 + sum_), "10-1"] == "Dr3"
    second = up(units[us, "fatigued_attack"], attack) + up(units[fec, "fatigued_attack"], attack)
    second += up(units[us, "attack"], attack) + asset
    assert (second, up(units[north, "fatigued_defense"], defense)) == (56, 2)
    assert column("combat_clear", 56, 2) == "11-1"
    assert CHARTS["combat_clear"]["5", "11-1"] == "D3"


def test_the_landing_of_the_example():
    """11.2.ex: 26 to 2, a 1 with 2 for air and 2 for ships."""
    marines = CHARTS["combat_values"]["us_marine_div", "attack"]
    garrison = CHARTS["support_values"]["nk_garrison", "defense"]
    support = 2 * CHARTS["combat_modifiers"]["air_point", "die"] + CHARTS["combat_modifiers"]["naval_landing", "die"]
    assert CHARTS["combat_clear"][str(1 + support), column("combat_clear", marines, garrison)] == "D3"


def test_depots_of_the_examples():
    """5.2.exA, 5.3.ex."""
    assert CHARTS["un_depot"]["1", "pusan_1"] == 0
    groups = CHARTS["nk_depot_groups"]
    assert CHARTS["nk_depot"][str(4 - 3), groups["chagang", "group"] + "2"] == 1
    assert CHARTS["nk_depot"][str(8 - 6), groups["kyonggi", "group"] + "2"] == 1
    assert CHARTS["nk_depot"][str(7 - 6), groups["kyonggi", "group"] + "1"] == 0


def test_operations_of_the_example():
    """6.2.ex, with the UN at level 2 or 3 and the North Koreans at level 1."""
    assert [CHARTS["initiative_un"][die, "2-3"] for die in ("8", "4")] == ["3", "1"]
    assert [CHARTS["initiative_nk"][die, "1"] for die in ("0", "8", "7")] == [0, 2, 2]


def test_interdiction_of_the_example():
    """15.2.ex: 16 times 3 and 7 times 5 are 83; a 7 gives 6."""
    times = CHARTS["interdiction_multipliers"]
    assert 16 * times["hwanghae", "times"] + 7 * times["pyongan_pukto", "times"] == 83
    assert CHARTS["interdiction"]["7", "79-99"] == 6
    assert times["pyongan_namdo", "times"] == 3  # 15.2d


def test_cells_that_reports_tell():
    """6-1 clear: 8 is D3, 4 is D1; operations of turn 1; armor 8-1 uses 4-1, the highest column."""
    assert [CHARTS["combat_clear"][die, "6-1"] for die in ("8", "4")] == ["D3", "D1"]
    assert (CHARTS["initiative_nk"]["9", "turn_1"], CHARTS["initiative_nk"]["4", "turn_1"]) == (4, 2)
    assert CHARTS["initiative_un"]["8", "turn_1"] == "1"
    assert column("armor", 8, 1) == "4-1"
    assert CHARTS["armor"]["1", "4-1"] == "+1"


def test_figures_that_the_rules_state():
    modifiers = {row: CHARTS["combat_modifiers"][row, "die"] for row in CHARTS["combat_modifiers"].rows}
    assert modifiers == {
        "river": -2,
        "city": -1,
        "naval_attack": 1,
        "naval_defense": -1,
        "naval_landing_early": 1,
        "naval_landing": 2,
        "air_point": 1,
        "nk_air": 1,
        "defending_armor_strong": -2,
        "defending_armor": -1,
        "wave": 1,
    }
    assert {r: CHARTS["armor_modifiers"][r, "die"] for r in CHARTS["armor_modifiers"].rows} == {
        "river": -3,
        "rough": -3,
        "broken": -2,
        "city": -1,
        "lowest_sum": -5,
    }
    actions = {row: (cells["ap"].value, cells["mp"].value) for row, cells in CHARTS["movement_actions"].rows.items()}
    assert actions == {"tactical": (1, 4), "operational": (2, 8), "strategic": (3, 12), "strategic_ccf": (3, 16)}
    assert [CHARTS["attack_actions"][r, "die"] for r in ("normal", "intensive", "all_out")] == [1, 2, 3]
    assert [CHARTS["turns"][str(n), "capacity"] for n in range(1, 13)] == [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 0, 0]
    assert [n for n in range(1, 13) if CHARTS["turns"][str(n), "winter"]] == [6, 7, 8, 9, 10]
    assert [CHARTS["command_range"][r, "mp"] for r in ("primary", "secondary")] == [12, 25]
    borders = CHARTS["un_depot_modifiers"]
    assert borders["first_border", "die"] + 3 * borders["further_border", "die"] == -5  # 5.2.exB
    assert [Fraction(CHARTS["entrenchments"][r, "times"]) for r in ("improved", "fortification")] == [Fraction(3, 2), 2]


# --------------------------------------------------------------------------------------------------------- constraints


def test_tables_cover_every_die():
    """9.4ai, 9.4o: modifiers from -4 to +5, the armor die from -5; depots and interdiction to their worst modifiers."""
    limits = CHARTS["combat_limits"]
    first, last = limits["lowest_sum", "figure"], 9 + limits["highest_sum", "figure"]
    for name in ("combat_clear", "combat_non_clear"):
        assert list(CHARTS[name].rows) == [str(n) for n in range(first, last + 1)]
    assert list(CHARTS["armor"].rows) == [str(n) for n in range(CHARTS["armor_modifiers"]["lowest_sum", "die"], 10)]
    for name in ("nk_depot", "un_depot"):
        assert list(CHARTS[name].rows) == [str(n) for n in range(-8, 10)]
        assert {CHARTS[name].rows["-8"][c].value for c in CHARTS[name].columns} == {0}  # below it nothing changes
    die = [CHARTS["rules_of_engagement"][str(n), "die"] for n in range(1, 6)]
    worst = CHARTS["air_limits"]["winter_die", "figure"] + min(die)
    assert list(CHARTS["interdiction"].rows) == [str(n) for n in range(worst, 9 + max(die) + 1)]


def test_results_are_those_of_the_rules():
    """9.5a, 9.5b, 9.5n: a plain retreat, eliminations and losses occur; the armor table has A1 to A3 and +1 to +5."""
    results = {cell.value for name, _, _, cell in CELLS if name in ("combat_clear", "combat_non_clear")}
    assert {"-", "A1", "A2", "A3", "Ae", "Dr", "De"} <= results
    assert {cell.value for name, _, _, cell in CELLS if name == "armor"} == {
        "A3",
        "A2",
        "A1",
        "-",
        *(f"+{n}" for n in range(1, 6)),
    }


def test_clear_terrain_is_never_better_for_the_defender():
    clear, other = CHARTS["combat_clear"], CHARTS["combat_non_clear"]
    assert all(clear.rank((row, col)) >= other.rank((row, col)) for row, col, _ in clear.cells())


def test_a_depot_never_gets_more_points_than_its_value():
    for name in ("nk_depot", "un_depot"):
        for row, col, cell in CHARTS[name].cells():
            assert int(cell.value) <= int(col[-1]), (name, row, col)


def test_the_defense_multiplier_is_one_or_a_half_and_far_ranges_do_not_depend_on_commitment():
    """9.1b, 9.1e."""
    assert {Fraction(cell.value) for _, _, cell in CHARTS["defense_multiplier"].cells()} == {1, Fraction(1, 2)}
    for name in ("attack_multiplier", "defense_multiplier", "asset_attack"):
        for col in ("extended", "none"):
            assert len({str(CHARTS[name][row, col]) for row in CHARTS[name].rows}) == 1
    levels = list(CHARTS["attack_multiplier"].rows)
    for low, high in itertools.pairwise(levels):  # secondary range is as primary one level lower
        assert CHARTS["attack_multiplier"][high, "secondary"] == CHARTS["attack_multiplier"][low, "primary"]


def test_asterisks_stand_only_in_the_un_columns_of_turns_1_and_2():
    """6.1m."""
    marked = {col for row, col, cell in CHARTS["initiative_un"].cells() if "*" in str(cell.value)}
    assert marked == {"turn_1", "turn_2"}


def test_every_province_has_its_columns_multiplier_and_level():
    for name in ("nk_depot_groups", "open_provinces"):
        assert set(CHARTS[name].rows) == set(data.PROVINCES)
    assert set(CHARTS["interdiction_multipliers"].rows) == {*data.PROVINCES, "secured"}
    far = [CHARTS["nk_depot_groups"][name, "group"] for name in ("chagang", "kyonggi", "cholla", "kyongsang_namdo")]
    assert far == sorted(far)


def test_terrain_costs_the_communists_no_more_than_the_un():
    chart = CHARTS["terrain_move"]
    for row in ("clear", "broken", "rough", "mountain", "peak", "reservoir", "river"):
        assert chart.rank((row, "communist")) <= chart.rank((row, "un"))


def test_expected_reinforcements_are_near_history():
    """2.8 North Korean divisions in the five phases of turns 2 to 4 without losses of cities; 1 to 3 is subtracted."""
    rows = CHARTS["nk_reinforcement"]
    chance = sum(rows[str(n), "result"] != "none" for n in range(10)) / 10
    first = sum(
        rows[str(max(n + CHARTS["nk_reinforcement_modifiers"]["turn_2", "die"], 0)), "result"] != "none"
        for n in range(10)
    )
    assert 2.5 < 2 * first / 10 + 3 * chance < 3.2


# ------------------------------------------------------------------------------------------------------- arrivals etc.


def test_arrivals_name_units_once_and_leave_rolls_to_the_dice():
    assert set(CHARTS["arrivals"].rows) <= set(UNITS)
    assert {UNITS[name]["side"] for name in CHARTS["arrivals"].rows} == {"un"}
    assert not {UNITS[name]["nation"] for name in CHARTS["arrivals"].rows} & {"rok", "nationalist"}
    assert CHARTS["arrivals"]["TF-SMITH", "phase"] == "2-1AP"  # 13.1z
    assert {cell.value for _, _, cell in CHARTS["arrivals"].cells()} <= set(data.PHASES)


def test_air_units_of_the_example_are_there_on_turn_3():
    """15.2.ex: eleven air units, five of them bombers."""
    here = [name for name in CHARTS["air_arrivals"].rows if CHARTS["air_arrivals"][name, "turn"] <= 3]
    kinds = [UNITS[name]["kind"] for name in here]
    assert (kinds.count("air_bomber"), kinds.count("air_fighter")) == (5, 6)
    assert set(CHARTS["air_arrivals"].rows) == {name for name, row in UNITS.items() if row["class"] == "air"}


def test_packages_of_the_advanced_game_name_units():
    for name in ("initial_packages", "escalation_packages", "chinese_order"):
        assert set(CHARTS[name].rows) <= set(UNITS)
    assert set(CHARTS["chinese_order"].rows) == {name for name, row in UNITS.items() if row["kind"] == "ccf_div"}
    assert CHARTS["chinese"]["limited", "figure"] + CHARTS["chinese"]["full", "figure"] == 24
    historical = {name for name in CHARTS["arrivals"].rows if UNITS[name]["class"] != "air"}
    assert historical <= set(CHARTS["initial_packages"].rows) | set(CHARTS["escalation_packages"].rows)


def test_mobilization_of_history_gives_the_capacity_of_the_scenarios():
    """18.3a, 11.1c: turns 2, 3 and 4."""
    for turn in ("2", "3", "4"):
        level = CHARTS["historical_levels"][turn, "mobilization"]
        assert CHARTS["mobilization"][str(level), "amphibious"] == CHARTS["turns"][turn, "capacity"]


def test_tension_of_the_historical_choices():
    """18.5a: sums of 7, 9, 11 and 13; 1.8 levels and 45 points expected, which leaves history at 170."""
    values = CHARTS["destabilization"]
    sums, expected, cost = [], Fraction(0), Fraction(0)
    for turn in range(2, 13):
        levels = CHARTS["historical_levels"].rows[str(min(turn, 6))]
        total = sum(values[str(cell.value), track] for track, cell in levels.items())
        sums.append(total)
        if turn >= 3:
            band = str(max(int(row) for row in CHARTS["tension"].rows if int(row) <= total))
            one, two = CHARTS["tension"][band, "one"], CHARTS["tension"][band, "two"]
            expected += Fraction((10 - one) + (10 - two), 10)
        cost += expected * CHARTS["tension_figures"]["points", "figure"]
    assert (sums[0], max(sums)) == (4, 13)
    assert 1.3 < expected < 2.3
    cities = sum(CHARTS["history"][turn, "cities"] for turn in CHARTS["history"].rows)
    assert cities == 215
    assert 160 < cities - floor(cost) < 185


# ---------------------------------------------------------------------------------------------------------- all charts


@pytest.mark.parametrize("name", CHARTS)
def test_our_figures_keep_the_natural_order_and_their_own_bounds(name: str):
    chart = CHARTS[name]
    assert list(chart.disorder()) == []
    for row, col, cell in chart.cells():
        assert chart.limits[row, col].fault(cell.value, cell.value) is None, (row, col)


def test_every_figure_says_where_it_comes_from():
    for name, row, col, cell in CELLS:
        assert cell.prov not in ("inferred", "reconstructed", "web") or cell.basis, (name, row, col)
        for word in filter(None, cell.source.split(", ")):
            assert f"W-{word}" in RULES, (name, row, col, word)
        assert cell.prov not in ("rulebook", "example") or cell.source, (name, row, col)


@pytest.mark.parametrize("language", LANGUAGES)
def test_charts_heads_and_reasons_have_texts(language: str):
    texts = Texts(language, PACKAGE)
    keys = {f"{word}.{name}" for name in CHARTS for word in ("chart", "about")}
    keys |= {f"basis.{cell.basis}" for _, _, _, cell in CELLS if cell.basis}
    own = set(UNITS) | set(data.board().places)
    heads = {head for _, row, col, _ in CELLS for head in (row, col)} - own
    keys |= {f"head.{head}" for head in heads if head.replace("_", "").isalpha()}
    assert {key for key in keys if not texts.has(key)} == set()
    unused = {key for key in catalogue(PACKAGE, language) if key.startswith(("chart.", "about.", "basis."))} - keys
    assert unused == set()
