"""The charts: what the booklet, its example and its articles force on them. Figures are typed here from the booklet."""

import tomllib
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallel38 import new_game
from parallel38.engine.charts import Chart, Charts
from parallel38.engine.texts import LANGUAGES, catalogue
from parallel38.games.yalu import data
from parallel38.games.yalu.ruleset import YaluRuleset

RULES: Any = new_game("yalu", seed=1).rules
CHARTS: Charts = RULES.charts
OURS = list(data.charts())
"""The charts of this file; what comes with a city is an arrival."""
CLEAR, OVERCAST = ("SU", "MC", "SC"), ("MO", "SO")
BLIZZARD_MONTHS, SPRING = ("Nov", "Dec", "Jan"), ("Mar", "Apr", "May")


def chance(most: int) -> Fraction:
    """The chance that two dice together show at most so much."""
    return Fraction(sum(a + b <= most for a, b in product(range(1, 7), repeat=2)), 36)


def figures(chart: Chart) -> list[Any]:
    return [chart[row, column] for row, column, _ in chart.cells()]


def sets(*names: str) -> list[Chart]:
    return [CHARTS[name] for name in names]


# ------------------------------------------------------------------------------------------------------- every chart


@pytest.mark.parametrize("name", OURS)
def test_every_figure_says_where_it_comes_from(name: str):
    for row, column, cell in CHARTS[name].cells():
        if cell.prov == "reconstructed":
            assert cell.basis, f"{row}, {column}: a reconstruction says what it rests on"
        elif cell.prov == "inferred":
            assert cell.basis, f"{row}, {column}: an inference gives its argument"
        else:
            assert cell.source, f"{row}, {column}: a fact says where it stands"


@pytest.mark.parametrize("name", OURS)
def test_our_figures_keep_their_own_order_and_bounds(name: str):
    chart = CHARTS[name]
    assert list(chart.disorder()) == []
    for row, column, cell in chart.cells():
        limits = chart.limits[row, column]
        assert limits.fault(cell.value, cell.value) is None, (row, column)
        bounded = isinstance(cell.value, bool) or limits.words or None not in (limits.least, limits.most)
        assert bounded, f"{row}, {column} has bounds"


@pytest.mark.parametrize("name", list(CHARTS))
def test_every_chart_reads_well_in_both_languages(name: str):
    plain = {*CHARTS["air"].rows, *RULES.city_names, *RULES.names.units}
    for language in LANGUAGES:
        texts = RULES.texts(language)
        assert texts.has(f"chart.{name}")
        assert len(texts.say(f"about.{name}")) > 40
        heads = {*CHARTS[name].rows, *CHARTS[name].columns} - plain
        assert [h for h in heads if not texts.has(f"head.{h}") and any(c.islower() for c in h)] == []
        words = {cell.value for _, _, cell in CHARTS[name].cells() if isinstance(cell.value, str)} - plain
        lower = {w for w in words if any(c.islower() for c in w)}
        assert [w for w in lower if not texts.has(f"word.{w}") and not texts.has(f"head.{w}")] == []
        bases = {cell.basis for _, _, cell in CHARTS[name].cells() if cell.basis}
        assert [b for b in bases if not texts.has(f"basis.{b}")] == []


def test_no_reason_is_left_over():
    used = {cell.basis for chart in CHARTS.values() for _, _, cell in chart.cells()}
    told = {key[6:] for key in catalogue("parallel38.games.yalu", "en") if key.startswith("basis.")}
    assert told <= used


@pytest.mark.parametrize("name", [name for name in OURS if not name.endswith("_classic")])
def test_deluxe_figures_name_deluxe_rules(name: str):
    assert not any(cell.source.startswith("C-") for _, _, cell in CHARTS[name].cells())


# ------------------------------------------------------------------------------------------------------------ combat

DICE = [str(n) for n in range(2, 13)]
BETTER = {"-": 0, "NR": 1, "D": 2}
EXAMPLE = {  # section 24, by the dice as modified
    ("4", "1:4"): "-",  # the 41st Commando just misses
    ("6", "2:1"): "NR",  # ROK 8th on the NKPA 5th: 5, +1 mountain
    ("10", "6:1"): "NR",  # the two US battalions, and the US 2nd Division: 11, +1 rough, -2 artillery
    ("8", "4:1"): "NR",  # the 41st Commando: 7, +1 rough
    ("6", "6:1"): "D",  # ROK 8th: 4, +2 mountain
    ("7", "3:1"): "NR",  # ROK 7th, surprised
    ("8", "3:1"): "-",  # ROK 1st, surprised
}
KNOWN = {**EXAMPLE, ("3", "1:4"): "NR", ("2", "1:2"): "D", ("4", "1:2"): "NR", ("5", "1:2"): "-"}


def test_the_odds_are_those_that_an_article_lists():
    assert CHARTS["combat"].columns == ["1:6", "1:4", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "8:1"]
    assert list(CHARTS["combat"].rows) == DICE


@given(st.sampled_from(DICE), st.sampled_from(DICE), st.data())
def test_lower_dice_and_higher_odds_are_never_worse(one: str, two: str, draw: st.DataObject):
    chart = CHARTS["combat"]
    odds = sorted(draw.draw(st.lists(st.sampled_from(chart.columns), min_size=2, max_size=2)), key=chart.columns.index)
    low, high = sorted((one, two), key=int)
    assert BETTER[chart[low, odds[1]]] >= BETTER[chart[high, odds[0]]]


def test_the_example_and_the_article_stand_in_the_table():
    chart = CHARTS["combat"]
    assert {at: chart[at] for at in KNOWN} == KNOWN
    assert {at for at in KNOWN if chart.rows[at[0]][at[1]].prov == "example"} == set(EXAMPLE)


def test_a_one_to_two_attack_succeeds_one_time_in_six_with_either_result():
    chart = CHARTS["combat"]
    results = [chart[str(a + b), "1:2"] for a, b in product(range(1, 7), repeat=2)]
    assert sum(result != "-" for result in results) == 6
    assert {"D", "NR"} <= set(results)


def test_figures_that_the_known_ones_force_are_called_inferred_and_no_others():
    chart = CHARTS["combat"]
    column = chart.columns.index
    for row, name in product(DICE, chart.columns):
        least = [BETTER[v] for (r, c), v in KNOWN.items() if int(r) >= int(row) and column(c) <= column(name)]
        most = [BETTER[v] for (r, c), v in KNOWN.items() if int(r) <= int(row) and column(c) >= column(name)]
        forced = max(least, default=0) == min(most, default=2)
        cell = chart.rows[row][name]
        assert (cell.prov in ("example", "inferred")) == forced, (row, name)
        assert cell.prov != "inferred" or (row, name) in KNOWN or cell.basis == "forced"


def test_no_attack_is_hopeless_and_none_is_certain():
    """Two articles: few sure things, nothing like a truly hopeless counterattack."""
    chart = CHARTS["combat"]
    for odds in chart.columns:
        assert chart["2", odds] != "-"
        assert chart["12", odds] == "-"


def test_the_results_of_the_classic_example_can_happen():
    chart = CHARTS["combat"]
    for odds, result in (("3:1", "NR"), ("3:1", "-"), ("3:2", "NR"), ("2:1", "-"), ("1:1", "-"), ("6:1", "D")):
        assert result in [chart[dice, odds] for dice in DICE]


def test_each_step_of_odds_is_worth_something():
    """A designer's note: what a shift brings gets less and less, but columns are there because they differ."""
    chart = CHARTS["combat"]
    worth = []
    for odds in chart.columns:
        results = [chart[str(a + b), odds] for a, b in product(range(1, 7), repeat=2)]
        worth.append(sum(BETTER[result] for result in results))
    assert worth == sorted(set(worth))


# ----------------------------------------------------------------------------------------------------------- terrain


def test_terrain_of_the_example():
    move, fire = CHARTS["terrain_move"], CHARTS["terrain_fire"]
    assert [move[t, "mp"] for t in ("clear", "rough", "mountain")] == [1, 2, 3]
    assert move["rough", "mp"] + move["mountain", "mp"] + move["river_subfreezing", "mp"] == 5  # 118th Division
    assert (fire["mountain", "assault"], fire["rough", "assault"]) == (2, 1)
    assert fire["rough", "assault"] + fire["river", "assault"] == 1  # 80th Division on 1410, across the river
    assert fire["mountain", "defensive_fire"] + fire["river", "defensive_fire"] == 0  # 41st Commando on 1409
    assert fire["mountain", "defensive_fire"] == 1  # ROK 8th on 1013


def test_roads_double_communists_and_suit_small_un_units_best():
    move = CHARTS["terrain_move"]
    assert Fraction(move["road_communist", "mp"]) * 2 == move["clear", "mp"]
    assert (move["road_un_division", "mp"], move["road_un_other", "mp"]) == ("1/2", "1/4")
    assert Fraction(move["road_un_other", "mp"]) < Fraction(move["road_un_division", "mp"]) < move["clear", "mp"]
    assert move["bridge", "mp"] < move["river", "mp"]  # 13.7.3: an intact bridge reduces the cost


def test_parts_of_a_movement_point_are_those_of_the_game():
    limits = [CHARTS["terrain_move"].limits[row, "mp"] for row in ("road_communist", "road_un_division")]
    assert {limit.parts for limit in limits} == {YaluRuleset.point}
    assert {Fraction(limit.least) for limit in limits if limit.least} == {Fraction(1, YaluRuleset.point)}


# ----------------------------------------------------------------------------------------------------------- weather


def test_the_first_turn_is_die_three_of_november():
    assert [chart["Nov", "3"] for chart in sets("weather", "weather_classic")] == ["SO", "SO"]
    assert {chart.rows["Nov"]["3"].prov for chart in sets("weather", "weather_classic")} == {"rulebook"}


@pytest.mark.parametrize("name", ["weather", "weather_classic"])
def test_all_ten_types_of_weather_occur_and_have_effects(name: str):
    types = set(figures(CHARTS[name]))
    assert len(types) == 10
    for other in ("air", "air_classic", "weather_un", "weather_communist", "weather_un_classic"):
        assert set(CHARTS[other].rows) == types
    assert set(CHARTS[name].limits["Nov", "1"].words) == types


@pytest.mark.parametrize("name", ["weather", "weather_classic"])
def test_weather_gets_worse_with_the_die(name: str):
    """Evacuations and drops must beat the weather die (9.3.6.1, 9.3.7.1), so a low die is good weather."""
    chart, air = CHARTS[name], CHARTS["air"]
    for month in chart.rows:
        factors = [air[chart[month, str(die)], "offensive"] for die in range(1, 7)]
        assert factors[0] == max(factors)
        assert factors[0] > factors[-1]
    if name == "weather":
        for month in chart.rows:
            factors = [air[chart[month, str(die)], "offensive"] for die in range(1, 7)]
            assert factors == sorted(factors, reverse=True)


def test_seasons_are_as_the_articles_tell():
    chart = CHARTS["weather"]

    def share(month: str, *codes: str) -> Fraction:
        return Fraction(sum(chart[month, str(die)] in codes for die in range(1, 7)), 6)

    for month in BLIZZARD_MONTHS:
        assert Fraction(1, 12) < share(month, "B") < Fraction(1, 3)
        assert share(month, "F", "R", "SU") == 0
    assert share("Feb", "B") == 0  # it clears by February
    assert share("Feb", "MC", "SC") > share("Dec", "MC", "SC")
    for month in ("Apr", "May"):
        assert share(month, "SU") >= Fraction(1, 3)  # sunny skies may be disastrous for the Chinese
        assert share(month, "SN", "SS", "B") == 0


def test_floods_are_rarer_in_deluxe():
    deluxe, classic = (figures(c).count("F") for c in sets("weather", "weather_classic"))
    assert 0 < deluxe < classic
    for chart in sets("weather", "weather_classic"):
        assert {row for row, _, cell in chart.cells() if cell.value == "F"} <= set(SPRING)


def test_air_power():
    air = CHARTS["air"]
    assert (air["SU", "offensive"], air["SO", "offensive"]) == (6, 2)  # an article; the example
    assert max(figures(air)) == 6  # six counters
    for code in ("SS", "B"):
        assert (air[code, "offensive"], air[code, "defensive"]) == (0, 0)
    for code in air.rows:
        assert air[code, "defensive"] <= air[code, "offensive"]
        assert air[code, "defensive"] < air[code, "offensive"] or air[code, "offensive"] == 0
        assert CHARTS["air_classic"][code, "factors"] == air[code, "offensive"]


def test_reductions_of_defensive_air_go_by_clear_overcast_and_snow():
    air = CHARTS["air"]
    taken = {code: air[code, "offensive"] - air[code, "defensive"] for code in air.rows}
    (clear,), (overcast,) = {taken[c] for c in CLEAR}, {taken[c] for c in (*OVERCAST, "R", "F")}
    assert clear < overcast
    assert air["SN", "defensive"] == 0


def test_what_weather_does_by_rule():
    un, classic = CHARTS["weather_un"], CHARTS["weather_un_classic"]
    assert {code for code in un.rows if not un[code, "iwon_open"]} == {"SS", "SO", "B"}  # 5.1.1, 9.3.5.4
    assert {code for code in un.rows if not un[code, "sea_north"]} == {"B"}  # 9.3.5.4, 9.3.6.2
    assert {code for code in un.rows if not un[code, "regroup_north"]} == {"B"}  # 9.3.1
    assert {code: un[code, "asp_attack"] for code in un.rows if un[code, "asp_attack"] != 1} == {"SU": 2}  # 13.6.2
    assert {classic[code, "asp_attack"] for code in classic.rows} == {2}  # Classic 26B
    assert all(classic[code, "sea_north"] for code in classic.rows)  # Classic 28E and F bar the sea in no weather
    assert {code for code in classic.rows if not classic[code, "regroup_north"]} == {"B"}  # Classic 28C
    assert "iwon_open" not in classic.columns
    for column in ("iwon_open", "sea_north", "regroup_north", "asp_attack"):
        assert {cells[column].prov for cells in un.rows.values()} == {"rulebook"}


@pytest.mark.parametrize("edition", ["", "_classic"])
def test_what_weather_does_by_the_articles(edition: str):
    red, un = CHARTS["weather_communist" + edition], CHARTS["weather_un" + edition]
    assert {code for code in red.rows if red[code, "one_hex_north"]} == {"B"}
    assert {code for code in un.rows if un[code, "still_north"]} == {"B"}
    assert {code for code in un.rows if not un[code, "naval_north"]} == {"B"}
    assert {code for code in un.rows if not un[code, "fires_in_clear"]} == {"F"}
    left = {code: 6 + red[code, "mp_delta"] for code in red.rows}
    assert left["SU"] == min(left.values()) <= 2  # nearly immobile, while the UN moves freely
    assert un["SU", "mp_delta"] == 0
    assert left["SO"] == 6  # every point is spent in the example
    for code in ("SN", "SS", "F", "R"):
        assert un[code, "mp_delta"] < 0
    assert (red["B", "mp_delta"], un["B", "mp_delta"]) == (red["SS", "mp_delta"], un["SS", "mp_delta"])


@pytest.mark.parametrize("name", ["weather_communist", "weather_un", "weather_communist_classic", "weather_un_classic"])
def test_weather_does_nothing_that_nobody_tells_of(name: str):
    """Where no source names an effect there is none: full movement, trains, ports, fire as usual."""
    chart = CHARTS[name]
    nothing = {"mp_delta": 0, "fire": 0, "one_hex_north": False, "still_north": False}
    untold = ("no_effect_named", "combat_in_every_weather", "not_named_in_blizzard", "advance_is_not_movement")
    untold = (*untold, "not_answered", "no_weather_in_fire", "un_rail_runs", "advance_implies_attack")
    found = 0
    for code, column, cell in chart.cells():
        if cell.basis in untold:
            assert cell.value == nothing.get(column, True), (code, column)
            found += 1
    assert found > len(chart.rows) * 3
    if "communist" in name:
        assert {code for code in chart.rows if not chart[code, "rail"]} == {"SU", "F"}
        assert {code for code in chart.rows if not chart[code, "fires_in_clear"]} == {"F"}


def test_the_example_knows_of_no_weather_in_fire():
    """Every modifier of the example is named, and in SO none of them is the weather's."""
    for chart in sets("weather_communist", "weather_un"):
        assert (chart["SO", "fire"], chart.rows["SO"]["fire"].prov) == (0, "example")


# ------------------------------------------------------------------------------------------------------ infiltration


@pytest.mark.parametrize(
    ("terrain", "river", "dice"),
    [
        ("rough", True, {1: True, 3: False, 4: False}),  # 40th Army
        ("mountain", False, {2: True, 3: True, 4: False, 6: False}),  # 20th Army
        ("rough", False, {4: False, 5: False, 1: True}),  # NKPA 31st, PVA 148th and 149th
    ],
)
def test_infiltration_as_in_the_example(terrain: str, river: bool, dice: dict[int, bool]):
    chart = CHARTS["infiltration"]
    for die, success in dice.items():
        modified = die + chart["weather_SO", "number"] + (chart["river", "number"] if river else 0)
        assert (modified <= chart[terrain, "number"]) == success


def test_infiltration_numbers_that_the_example_names():
    chart = CHARTS["infiltration"]
    assert (chart["rough", "number"], chart["mountain", "number"]) == (2, 3)
    assert chart["rough", "number"] - chart["river", "number"] == 1  # only a one succeeds across the river


def test_clear_weather_and_rivers_raise_the_risk_and_snow_and_rain_hide():
    chart = CHARTS["infiltration"]
    assert chart["river", "number"] > 0
    assert all(chart[f"weather_{code}", "number"] > 0 for code in CLEAR)
    assert all(chart[f"weather_{code}", "number"] == 0 for code in OVERCAST)
    assert all(chart[f"weather_{code}", "number"] < 0 for code in ("SS", "SN", "R", "F"))
    best = chart["mountain", "number"] - min(chart[f"weather_{code}", "number"] for code in CHARTS["air"].rows)
    assert best < 6  # it is never certain


# ------------------------------------------------------------------------------------------------- surprise and morale


def surprised(row: str, die: int, turns: int = 0) -> bool:
    return die + turns <= CHARTS["surprise"][row, "number"]


def test_surprise_as_in_the_example():
    assert surprised("us_battalion", 3)
    assert not surprised("uk_commonwealth", 5)
    assert not surprised("rok_any", 5)
    assert surprised("rok_any", 2)
    assert surprised("rok_any", 3)


def test_surprise_fades_and_ends_with_dec_iv():
    """25: it lasts five turns, ever less likely; one is added for each turn after Nov IV (19.1.3)."""
    rows, dice = CHARTS["surprise"].rows, range(1, 7)
    cases = [sum(surprised(row, die, turns) for row in rows for die in dice) for turns in range(6)]
    assert cases == sorted(set(cases), reverse=True)
    assert cases[4] > 0  # Dec IV
    assert cases[5] == 0  # one turn later nobody could be surprised any more
    assert not all(surprised(row, 6) for row in rows)


def test_bigger_units_are_surprised_less():
    numbers = [CHARTS["surprise"][f"us_{size}", "number"] for size in ("division", "regiment", "battalion")]
    assert numbers == sorted(set(numbers))
    assert not any("battalion" in row for row in CHARTS["surprise_classic"].rows)  # broken-down units are new in Deluxe


@pytest.mark.parametrize("name", ["morale_un", "morale_un_classic"])
def test_morale_by_size_and_nation(name: str):
    chart = CHARTS[name]
    for nation in ("us", "usmc", "rok"):
        numbers = [chart[f"{nation}_{size}", "number"] for size in ("division", "regiment", "battalion")]
        assert numbers == sorted(numbers, reverse=True)
    assert chart["usmc_division", "number"] == max(figures(chart))
    assert chart["rok_battalion", "number"] == min(figures(chart))
    for size in ("division", "regiment", "battalion"):
        assert chart[f"rok_{size}", "number"] < chart[f"us_{size}", "number"] < chart[f"usmc_{size}", "number"]


def test_deluxe_shows_the_commonwealth_better():
    for row in ("uk_ca_au_brigade", "uk_ca_au_battalion"):
        assert CHARTS["morale_un"][row, "number"] > CHARTS["morale_un_classic"][row, "number"]
    assert CHARTS["morale_un"]["uk_ca_au_battalion", "number"] > CHARTS["morale_un"]["us_battalion", "number"]


def test_every_unit_finds_its_morale():
    rows = {f"{n}_{s}" for n in ("us", "usmc", "rok") for s in ("division", "regiment", "battalion")}
    assert rows <= set(CHARTS["morale_un"].rows)
    assert set(CHARTS["morale_un"].rows) == set(CHARTS["morale_un_classic"].rows)


def test_air_raises_isolated_units_and_a_blizzard_leaves_them_in_doubt():
    """The designer: good weather raises the morale of isolated UN units, a blizzard puts them in great trouble."""
    air, move = CHARTS["air"], CHARTS["terrain_move"]
    for row, _, cell in CHARTS["morale_un"].cells():
        sun = chance(cell.value + air["SU", "offensive"] - move["rough", "mp"])
        storm = chance(cell.value + air["B", "offensive"] - move["mountain", "mp"])
        assert sun > Fraction(1, 2) > storm, row


def test_communist_morale():
    chart, air, move = CHARTS["morale_communist"], CHARTS["air"], CHARTS["terrain_move"]
    assert list(chart.rows) == ["pva_division", "nkpa_division", "conscript"]
    pva, nkpa, conscript = (chart[row, "number"] for row in chart.rows)
    assert pva >= nkpa > conscript
    for row in chart.rows:
        hidden = chance(chart[row, "number"] - air["B", "defensive"] + move["mountain", "mp"])
        bare = chance(chart[row, "number"] - air["SU", "defensive"] + move["clear", "mp"])
        assert hidden > Fraction(1, 2) > bare


# ------------------------------------------------------------------------------------------------------- bombardment


@pytest.mark.parametrize("name", ["bombardment", "bombardment_classic"])
def test_more_factors_never_do_less(name: str):
    chart = CHARTS[name]
    for one, two in combinations(chart.rows, 2):
        assert chart[one, "neutralized"] <= chart[two, "neutralized"]
        assert chart[one, "destroyed"] <= chart[two, "destroyed"]
    assert all(chart[row, "destroyed"] <= chart[row, "neutralized"] for row in chart.rows)
    assert chart["1", "neutralized"] > 0


def test_bombardment_seldom_kills_in_deluxe_and_often_in_classic():
    deluxe, classic = CHARTS["bombardment"], CHARTS["bombardment_classic"]
    assert all(deluxe[row, "destroyed"] <= classic[row, "destroyed"] for row in deluxe.rows)
    assert all(deluxe[str(n), "destroyed"] == 0 for n in range(1, 7))  # six: all the air there is
    assert max(deluxe[row, "destroyed"] for row in deluxe.rows) <= 1
    assert 3 in [classic[row, "destroyed"] for row in classic.rows]  # an even chance in some column
    # sixteen factors on two stacks of three are said to destroy several divisions
    assert 2 * 3 * Fraction(classic["7+", "destroyed"], 6) >= 2 > 2 * 3 * Fraction(deluxe["7+", "destroyed"], 6)


def test_terrain_protects_from_bombardment():
    drm = [CHARTS["bombardment_terrain"][row, "drm"] for row in ("clear", "rough", "mountain")]
    assert drm == sorted(set(drm))
    assert drm[0] == 0


def test_interdiction():
    deluxe, classic = CHARTS["interdiction"], CHARTS["interdiction_classic"]
    assert [(deluxe[row, "die"], deluxe[row, "mp"]) for row in ("rail", "bridge", "road")] == [(6, 0), (6, 0), (6, 1)]
    assert [(classic[row, "die"], classic[row, "mp"]) for row in ("rail", "bridge", "road")] == [(2, 0), (2, 0), (6, 1)]


# ----------------------------------------------------------------------------------------------------- attack supply


def test_attack_supply_of_the_example():
    fixed, cost, guns = (CHARTS[n] for n in ("attack_supply_fixed", "attack_supply_cost", "attack_supply_artillery"))
    attacks, artillery = 6 * cost["north", "points"], guns["-2", "points"]
    assert (fixed["Nov IV", "points"], attacks, artillery) == (12, 6, 4)
    left = fixed["Nov IV", "points"] - attacks - artillery
    assert left == 2  # as the example says; by 11.2.4 two destroyed ROK divisions bring one point each
    assert CHARTS["attack_supply_bonus"]["rok_division", "points"] == 1
    assert CHARTS["attack_supply_bonus"]["us_division", "points"] == 2


def test_attack_supply_by_rule():
    assert figures(CHARTS["attack_supply_cost"]) == [1, 2, 3]  # 11.4.2
    assert figures(CHARTS["attack_supply_artillery"]) == [2, 4]  # 11.5.3
    assert list(CHARTS["attack_supply_fixed"].rows) == ["Nov IV", "Dec I", "Dec II"]  # 3.2
    assert list(CHARTS["attack_supply_die"].rows) == ["1", "2", "3", "4", "5", "6"]
    assert CHARTS["attack_supply_cost_classic"]["up_to_1:2", "points"] == 0
    assert CHARTS["attack_supply_cost_classic"]["over_1:2", "points"] == 1


def test_the_offensive_wanes():
    fixed = figures(CHARTS["attack_supply_fixed"])
    die = figures(CHARTS["attack_supply_die"])
    assert fixed == sorted(set(fixed), reverse=True)
    assert fixed[-1] >= Fraction(sum(die), 6)
    assert die == sorted(die)
    assert min(die) >= CHARTS["attack_supply_cost"]["south", "points"]  # some attack is always possible


def test_classic_gave_more_attack_supply():
    """25: the Communist player received too many points; Deluxe gives fewer."""
    fixed, die, classic = (CHARTS[f"attack_supply_{name}"] for name in ("fixed", "die", "classic"))
    average = Fraction(sum(figures(die)), 6)
    deluxe = sum(figures(fixed)) + average * (len(RULES.turns) - len(fixed.rows))
    total = sum(classic[row, "points"] * (1 if row.startswith("Nov") else 4) for row in classic.rows)
    assert total > deluxe
    turns, cost = len(RULES.turns), CHARTS["attack_supply_cost"]
    attacks = {row: deluxe / turns / cost[row, "points"] for row in cost.rows}  # that a turn's points buy on average
    assert [round(float(n), 1) for n in attacks.values()] == [4.3, 2.1, 1.4]  # docs/data.md says so
    bought = Fraction(total, turns + 1) / CHARTS["attack_supply_cost_classic"]["over_1:2", "points"]
    assert all(n < bought for n in attacks.values())
    assert round(float(bought), 1) == 7.7
    assert round(float(average / cost["between", "points"]), 1) == 1.8
    assert classic["Nov III", "points"] > fixed["Nov IV", "points"]


# ------------------------------------------------------------------------------------------- guerrillas and conscripts


def test_guerrillas_come_gradually_and_all_of_them_can_come():
    for name, first in (("guerrilla_turns", "Nov IV"), ("guerrilla_turns_classic", "Nov III")):
        chart = CHARTS[name]
        coming = [turn for turn in chart.rows if chart[turn, "guerrilla"]]
        assert coming[0] == first == next(iter(chart.rows))
        places = [list(chart.rows).index(turn) for turn in coming]
        assert all(b - a >= 2 for a, b in pairwise(places))
        counters = sum(RULES.guerrilla)
        assert len(coming) < counters == 12
    assert len(CHARTS["guerrilla_turns"].rows) == 25
    assert len(CHARTS["guerrilla_turns_classic"].rows) == 26


def test_conscripts_by_rule():
    cities = ("Pyongyang", "Hungnam", "Wonsan")
    field, limit = CHARTS["conscripts_field"], CHARTS["conscripts_limit"]
    assert [CHARTS["conscripts_draft"][city, "number"] for city in cities] == [1, 1, 1]  # 17.2
    assert [field[month, "number"] for month in field.rows] == [0, 1, 1, 2, 2, 3, 3]  # 17.3
    assert sum(figures(limit)) == 7  # 17.3 counts them up itself
    assert limit["base", "number"] == 1
    assert [CHARTS["conscripts_draft_classic"][city, "number"] for city in cities] == [2, 0, 0]  # Classic 22A
    assert sum(figures(CHARTS["conscripts_limit_classic"])) == 6  # Classic 18
    assert CHARTS["counters"]["conscript", "number"] >= 7


# ----------------------------------------------------------------------------------------------------------- overlays


def template(chart: Chart) -> dict:
    return {r: {c: cell.value for c, cell in cells.items()} for r, cells in chart.rows.items()}


@pytest.mark.parametrize("name", OURS)
def test_every_chart_can_be_laid_over_as_a_whole(name: str):
    charts = Charts.load(data.charts(), {name: {"whole": True, **template(CHARTS[name])}})
    (row,) = charts.own
    assert (row.chart, row.given, row.differ) == (name, len(list(CHARTS[name].cells())), 0)
    assert {cell.prov for _, _, cell in charts[name].cells()} == {"player"}
    assert list(charts.warnings()) == []


@given(st.sampled_from(OURS), st.data())
def test_any_figure_within_its_bounds_can_be_laid_over(name: str, draw: st.DataObject):
    ours = CHARTS[name]
    row, column, cell = draw.draw(st.sampled_from(list(ours.cells())))
    limits = ours.limits[row, column]
    if limits.words:
        new = draw.draw(st.sampled_from(limits.words))
    elif isinstance(cell.value, bool):
        new = draw.draw(st.booleans())
    elif limits.parts > 1:
        least, most = Fraction(limits.least or 0), Fraction(limits.most or 0)
        steps = draw.draw(st.integers(int(least * limits.parts), int(most * limits.parts)))
        new = str(Fraction(steps, limits.parts))
    else:
        assert isinstance(limits.least, int)
        assert isinstance(limits.most, int)
        new = draw.draw(st.integers(limits.least, limits.most))
    charts = Charts.load(data.charts(), {name: {row: {column: new}}})
    assert charts[name][row, column] == new
    same = new == cell.value
    assert charts.own[0].differ == (0 if same else 1)
    others = {(r, c): x for r, c, x in charts[name].cells() if (r, c) != (row, column)}
    assert others == {(r, c): x for r, c, x in ours.cells() if (r, c) != (row, column)}
    for _, args in charts.warnings():  # only what touches the new figure can be out of order
        assert (row, column) in ((args["row"], args["column"]), (args["other_row"], args["other_column"]))


@pytest.mark.parametrize("name", ["formats.md", "data.md"])
def test_the_overlays_that_the_documents_show_are_good_ones(name: str):
    """Every block of TOML is one, but that of a position, which has frames."""
    text = (Path(__file__).parents[3] / "docs" / name).read_text(encoding="utf-8")
    blocks = [tomllib.loads(block.split("```")[0]) for block in text.split("```toml")[1:]]
    overlays = [block for block in blocks if "frames" not in block]
    assert overlays
    for overlay in overlays:
        charts = Charts.load(data.charts(), overlay)
        assert [row.chart for row in charts.own] == list(overlay)
        assert len(overlay) >= 2
