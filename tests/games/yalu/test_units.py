"""The counters: what there is, where it starts, how it comes into play. Figures typed here come from the booklet."""

import re
from collections import Counter, defaultdict
from typing import Any

import pytest

from parallel38 import new_game
from parallel38.engine.charts import PROVENANCE, Charts
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.yalu import data
from parallel38.games.yalu.state import BOXES

Row = dict[str, Any]
EDITIONS = ("deluxe", "classic")
DELUXE = {row["id"]: row for row in data.units("deluxe")}
CLASSIC = {row["id"]: row for row in data.units("classic")}
UNITS = {"deluxe": DELUXE, "classic": CLASSIC}
CHARTS = Charts.load(data.charts())
MONTHS = ("Dec", "Jan", "Feb", "Mar", "Apr", "May")
TURNS = ["Nov IV", *(f"{month} {week}" for month in MONTHS for week in ("I", "II", "III", "IV"))]


def on_map(row: Row) -> bool:
    return row["at"] not in BOXES


def starting(edition: str, side: str) -> list[Row]:
    return [row for row in UNITS[edition].values() if row["side"] == side and on_map(row)]


def factors(rows: list[Row]) -> int:
    """Combat factors: those of support units are something else."""
    return sum(row["strength"] for row in rows if row["size"] != "support")


def above(units: dict[str, Row], row: Row) -> list[Row]:
    """The regiment and the division that a unit belongs to."""
    whole = units[row["part_of"]] if "part_of" in row else None
    return [whole, *above(units, whole)] if whole else []


def below(units: dict[str, Row], row: Row) -> list[Row]:
    """Regiments and battalions of a unit."""
    return [part for part in units.values() if row in above(units, part)]


def parts(units: dict[str, Row], name: str) -> list[Row]:
    """What a unit breaks down into in one step."""
    return [part for part in units.values() if part.get("part_of") == name]


# ---------------------------------------------------------------------------------------------------- what there is


def test_the_deluxe_counters_by_nation_and_size():
    assert Counter((row["nation"], row["size"]) for row in DELUXE.values()) == {
        ("PVA", "division"): 48,
        ("PVA", "conscript"): 18,
        ("NKPA", "division"): 21,
        ("NKPA", "guerrilla"): 12,
        ("US", "division"): 6,
        ("US", "regiment"): 20,  # three in each division, the 187th, the 5th RCT
        ("US", "battalion"): 54,
        ("US", "garrison"): 4,
        ("US", "support"): 8,
        ("USMC", "division"): 1,
        ("USMC", "regiment"): 3,
        ("USMC", "battalion"): 9,
        ("ROK", "division"): 10,
        ("ROK", "regiment"): 31,  # three in each division, the Marines
        ("UK", "brigade"): 2,
        ("UK", "battalion"): 1,
        ("Ca", "brigade"): 1,
        ("Ca", "battalion"): 1,
        ("Tu", "brigade"): 1,
        **{(nation, "battalion"): 1 for nation in ("Au", "Be", "Co", "Et", "Gr", "Ne", "Ph", "Th")},
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_ids_are_unique_and_can_be_written_in_the_notation(edition: str):
    ids = [row["id"] for row in data.units(edition)]
    assert len(ids) == len(set(ids)) == 259
    assert [i for i in ids if not re.fullmatch(r"[A-Za-z0-9/-]+", i)] == []
    listed = [row["id"] for row in data.table("units.toml")["units"]]
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("edition", EDITIONS)
def test_designations_fit_on_a_counter_and_tell_counters_apart(edition: str):
    rows = UNITS[edition].values()
    assert [row["id"] for row in rows if not 1 <= len(row["designation"]) <= 7] == []
    seen = Counter((row["nation"], row["size"], row["designation"]) for row in rows)
    assert [key for key, n in seen.items() if n > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_units_have_the_same_name(language: str):
    texts = Texts(language, "parallel38.games.yalu")
    names = Counter(texts.say(f"unit.{name}") for name in {**DELUXE, **CLASSIC})
    assert [name for name, n in names.items() if n > 1] == []
    assert [n for n in {row["nation"] for row in DELUXE.values()} if not texts.has(f"nation.{n}")] == []
    assert [n for n in {row["size"] for row in DELUXE.values()} if not texts.has(f"size.{n}")] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_figure_says_where_it_comes_from(edition: str):
    for row in UNITS[edition].values():
        figures = {"designation", "strength", "movement"} | {"range", "replacement"} & set(row)
        if row["at"] != "out":  # a unit that is not in play yet has no place; its arrival has a provenance of its own
            figures.add("at")
        assert figures <= set(row["prov"]), row["id"]
        assert set(row["prov"].values()) <= set(PROVENANCE) - {"player"}, row["id"]


def test_figures_that_the_booklet_gives():
    values = {name: (row["strength"], row["movement"]) for name, row in DELUXE.items()}
    for name, expected in {
        "US-1Mar": (13, 5),
        "US-2": (10, 4),
        "US-17/7": (3, 5),
        "US-5C/1C": (3, 6),
        "US-5RCT": (3, 5),
        "US-3/31/7": (1, 5),
        "ROK-1": (5, 5),
        "ROK-8": (4, 5),
        "ROK-17/2": (1, 5),
        "C-1": (1, 4),
        "G-1": (0, 2),
    }.items():
        assert values[name] == expected, name
    assert {values[n] for n, row in DELUXE.items() if (row["nation"], row["size"]) == ("NKPA", "division")} == {(2, 6)}
    assert {row["movement"] for row in DELUXE.values() if row["nation"] == "PVA" and row["size"] == "division"} == {6}
    assert {row["movement"] for row in DELUXE.values() if row["size"] == "garrison"} == {0}
    assert values["UK-27BC"][0] + values["UK-29"][0] == 8
    assert {n[4:]: row["replacement"] for n, row in DELUXE.items() if row["size"] == "garrison"} == {
        "Hungnam": 2,
        "Wonsan": 1,
        "Inchon": 1,
        "Seoul": 2,
    }


def test_armies_have_the_divisions_that_the_booklet_lists():
    armies: dict[str, list[int]] = defaultdict(list)
    for name, row in DELUXE.items():
        if "army" in row:
            armies[row["army"]].append(int(row["designation"]))
            assert name == f"PVA-{row['army']}-{row['designation']}"
    by_rule = (38, 39, 40, 42, 50, 63, 64, 65, 66)  # these hold divisions 3N-2 to 3N
    assert {n: armies.pop(str(n)) for n in by_rule} == {n: [3 * n - 2, 3 * n - 1, 3 * n] for n in by_rule}
    assert armies == {
        "20": [58, 59, 60, 89],
        "27": [79, 80, 81, 90],
        "26": [76, 77, 78, 88],
        "12": [31, 34, 35],
        "15": [29, 44, 45],
        "60": [179, 180, 181],
    }


def test_ships_reach_as_far_as_their_factors_and_guns_one_hex():
    support = {name: row for name, row in DELUXE.items() if row["size"] == "support"}
    ships = {row["designation"]: row for row in support.values() if row["type"] == "naval"}
    assert {name: row["strength"] for name, row in ships.items()} == {"BB": 3, "CA": 2, "DD1": 1, "DD2": 1}
    assert all(row["range"] == row["strength"] for row in ships.values())
    assert {row["range"] for row in support.values() if row["type"] == "artillery"} == {1}
    assert {row["range"] for row in support.values() if row["type"] == "tank"} == {0}
    at_sea = sum(row["strength"] for row in ships.values())
    on_land = sum(CLASSIC[name]["strength"] for name in ("SUP-ART1", "SUP-TK1"))
    assert at_sea + on_land + 6 == 16  # an article's total, with six in the air


def has_zone(row: Row) -> bool:
    """Booklet 8.1.2, without neutralization; the Korean Marines are a ROK regiment (2.5)."""
    small = row["size"] in ("regiment", "battalion")
    return not (
        row["size"] in ("guerrilla", "support")
        or (row["nation"] in ("US", "USMC") and row["size"] == "battalion")
        or (row["nation"] == "ROK" and small)
        or row["nation"] not in ("PVA", "NKPA", "US", "USMC", "ROK", "UK", "Ca", "Tu")
    )


def test_who_has_a_zone_by_itself():
    assert [name for name, row in DELUXE.items() if row["zoc"] != has_zone(row)] == []
    assert [name for name, row in CLASSIC.items() if row["zoc"] == (row["size"] == "guerrilla")] == []


# ----------------------------------------------------------------------------------------------------------- set-up


def test_the_deluxe_set_up_adds_up():
    communist, un = starting("deluxe", "communist"), starting("deluxe", "un")
    assert (len(communist), factors(communist)) == (33, 130)
    assert (len(un), factors(un)) == (39, 143)
    assert sum(row["strength"] for row in un if row["size"] == "support") == 3
    armies, nations = Counter[str](), Counter[str]()
    for row in communist:
        armies[row.get("army", "NKPA")] += row["strength"]
    for row in un:
        nations[row["nation"]] += factors([row])
    assert armies == {"50": 12, "66": 12, "39": 15, "40": 15, "38": 15, "42": 15, "20": 16, "27": 16, "NKPA": 14}
    assert nations == {"US": 72, "USMC": 13, "ROK": 41, "UK": 9, "Tu": 5, "Ph": 1, "Th": 1, "Au": 1}
    assert {name for name, row in DELUXE.items() if row["at"] == "dead"} == {f"US-{n}/8C/1C" for n in (1, 2, 3)}


def test_the_fights_of_the_example_have_their_factors():
    def army(number: str) -> list[Row]:
        return [row for row in DELUXE.values() if row.get("army") == number]

    def named(*names: str) -> list[Row]:
        return [DELUXE[name] for name in names]

    assert factors(army("20") + army("42") + named("NKPA-5")) == 33
    assert factors(army("38")) == 15
    assert factors(army("39") + army("40")) == 30
    assert factors(army("50") + named("NKPA-31", "NKPA-32", "NKPA-47")) == 18
    assert factors(named("PVA-27-79", "PVA-27-81", "PVA-27-90")) == 12
    assert factors([row for row in DELUXE.values() if row["at"] == "1302"]) == 7


@pytest.mark.parametrize("edition", EDITIONS)
def test_units_start_where_they_may_stand(edition: str):
    board = data.board()
    weight = {"division": 27, "brigade": 9, "regiment": 9, "battalion": 3}
    stacks: dict[str, list[Row]] = defaultdict(list)
    for row in filter(on_map, UNITS[edition].values()):
        h = board.grid.hex(row["at"])
        assert board.in_play >> h & 1, row["id"]
        assert bool(board.terrain["~"] >> h & 1) == (row["type"] == "naval"), row["id"]
        stacks[row["at"]].append(row)
    for h, stack in stacks.items():
        assert len({row["side"] for row in stack}) == 1, h
        total = sum(weight.get(row["size"], 0) for row in stack)
        if stack[0]["side"] == "communist":
            assert total <= 81 or len({row.get("army") for row in stack}) == 1, h
        else:
            assert total <= (81 if all(row["nation"] == "ROK" for row in stack) else 54), h


@pytest.mark.parametrize("edition", EDITIONS)
def test_armies_start_in_one_of_their_staging_areas(edition: str):
    board = data.board()
    formations = {f["id"].removeprefix("PVA-"): f["areas"] for f in data.table("units.toml")["formation"]}
    places: dict[str, int] = defaultdict(int)
    for row in filter(on_map, UNITS[edition].values()):
        if "army" in row:
            places[row["army"]] |= 1 << board.grid.hex(row["at"])
    assert set(places) <= set(formations)
    for army, hexes in places.items():
        areas = [board.areas[f"staging_{n}"] for n in formations[army]]
        assert any(hexes & ~area == 0 for area in areas), army


# ------------------------------------------------------------------------------------------------- parts of a whole

REGIMENTS = {
    "US-1Mar": "1 5 7",
    "US-1C": "5C 7C 8C",
    "US-2": "9 23 38",
    "US-3": "7 15 65",
    "US-7": "17 31 32",
    "US-24": "19 21 29",
    "US-25": "24 27 35",
    "ROK-Cap": "1 18 Cav",
    "ROK-1": "11 12 15",
    "ROK-2": "17 31 32",
    "ROK-3": "22 23 26",
    "ROK-5": "27 35 36",
    "ROK-6": "2 7 19",
    "ROK-7": "3 5 8",
    "ROK-8": "10 16 21",
    "ROK-9": "28 29 30",
    "ROK-11": "9 13 20",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_divisions_have_the_regiments_that_the_booklet_lists(edition: str):
    units = UNITS[edition]
    found = {name: [p["designation"].split("/")[0] for p in parts(units, name)] for name in REGIMENTS}
    assert found == {name: regiments.split() for name, regiments in REGIMENTS.items()}
    broken = {row["part_of"] for row in units.values() if "part_of" in row}
    assert broken - set(REGIMENTS) == {  # only US regiments go on to battalions (9.3.3.2)
        name for name, row in units.items() if row.get("part_of", "").startswith("US-") and row["size"] == "regiment"
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_part_is_the_next_smaller_size_of_the_same_nation_and_three_fill_the_whole(edition: str):
    units = UNITS[edition]
    rules = new_game("yalu", seed=1).state.rules
    for name, whole in units.items():
        found = parts(units, name)
        if found:
            smaller = {"division": "regiment", "regiment": "battalion"}[whole["size"]]
            assert {(p["nation"], p["size"], p["side"]) for p in found} == {(whole["nation"], smaller, whole["side"])}
            assert len(found) == 3
            if edition == "deluxe":
                unit = rules.names.unit_number(name)
                assert [rules.names.unit(p) for p in rules.parts[unit]] == [p["id"] for p in found]
                assert {rules.part_of[p] for p in rules.parts[unit]} == {unit}
                assert sum(rules.weight[p] for p in rules.parts[unit]) == rules.weight[unit] > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_is_worth_its_parts_and_one_for_tanks_and_guns(edition: str):
    units = UNITS[edition]
    more = {name: row["strength"] - factors(parts(units, name)) for name, row in units.items() if parts(units, name)}
    regiments = {name: n for name, n in more.items() if units[name]["size"] == "regiment"}
    divisions = {name: n for name, n in more.items() if units[name]["size"] == "division"}
    assert {n for name, n in regiments.items() if units[name]["nation"] == "US"} == {0}
    assert {n for name, n in regiments.items() if units[name]["nation"] == "USMC"} == {1}
    stronger = {"ROK-1": 2} if edition == "deluxe" else {}
    assert divisions == {name: stronger.get(name, 1) for name in REGIMENTS}


# -------------------------------------------------------------------------------------------------- ways into play


def ways(edition: str, row: Row) -> list[str]:
    """How a unit that is not in play comes into it: as itself, from a whole, or from its parts."""
    units, name = UNITS[edition], row["id"]
    arrivals = CHARTS["arrivals" if edition == "deluxe" else "arrivals_classic"]
    named = [n for city in CHARTS["conditional"].rows for n in str(CHARTS["conditional"][city, "nkpa"]).split(",")]
    found = ["arrival"] * (name in arrivals.rows) + ["conditional"] * named.count(name)
    if row["size"] == "conscript":
        found.append("draft")
    there = {other["id"] for other in units.values() if other["at"] != "out" or other["id"] in arrivals.rows}
    if any(whole["id"] in there for whole in above(units, row)):
        found.append("breakdown")
    if any(part["id"] in there for part in below(units, row)):
        found.append("recombination")
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_unit_that_is_not_in_play_has_one_way_into_it_and_one_in_play_has_none(edition: str):
    found = {row["id"]: (row["at"] == "out", ways(edition, row)) for row in UNITS[edition].values()}
    assert {name: how for name, (out, how) in found.items() if len(how) != out} == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_soldier_stands_on_the_map_twice(edition: str):
    units = UNITS[edition]
    for row in units.values():
        if row["at"] != "out":
            assert [w["id"] for w in above(units, row) if w["at"] != "out"] == []


def test_what_is_put_together_from_its_parts():
    deluxe = {name for name, row in DELUXE.items() if row["at"] == "out" and "recombination" in ways("deluxe", row)}
    classic = {name for name, row in CLASSIC.items() if row["at"] == "out" and "recombination" in ways("classic", row)}
    assert deluxe == {"US-1C", "US-8C/1C", "US-7", "US-31/7", "US-32/7"}
    assert classic == {"US-1C", "US-8C/1C"}


def test_schedules_name_units_that_exist_and_places_by_the_rule():
    for edition, chart, first in (("deluxe", "arrivals", TURNS), ("classic", "arrivals_classic", ["Nov III", *TURNS])):
        arrivals, units = CHARTS[chart], UNITS[edition]
        assert set(arrivals.rows) <= set(units)
        for name in arrivals.rows:
            row, turn = units[name], first.index(arrivals[name, "turn"])
            if row["side"] == "communist":
                entry = "staging" if turn < 3 else "edge"  # 6.1.1.1
            elif row["type"] == "naval":
                entry = "sea"
            else:
                entry = "seoul" if row["nation"] == "ROK" else "inchon"  # 6.1.2.2
            assert arrivals[name, "entry"] == entry, name
    in_first_turns = [n for n in CHARTS["arrivals"].rows if CHARTS["arrivals"][n, "entry"] == "staging"]
    assert in_first_turns  # 6.1.1.1 would not speak of staging areas if nothing came there


def test_a_chart_stands_in_one_file():
    charts, arrivals = data.table("charts.toml"), data.table("arrivals.toml")
    assert set(charts) & set(arrivals) == set()
    assert set(CHARTS) == set(charts) | set(arrivals)


def test_divisions_of_an_army_come_together():
    for edition, chart in (("deluxe", "arrivals"), ("classic", "arrivals_classic")):
        turns: dict[str, set[str]] = defaultdict(set)
        for row in UNITS[edition].values():
            if "army" in row:
                turns[row["army"]].add(CHARTS[chart][row["id"], "turn"] if row["at"] == "out" else "start")
        assert {army: t for army, t in turns.items() if len(t) > 1} == {}


# ---------------------------------------------------------------------------------------------------- replacements


def test_replacements_by_turn_are_those_of_the_booklet():
    chart = CHARTS["replacements"]
    assert list(chart.rows) == TURNS
    due = {column: [turn for turn in TURNS if chart[turn, column]] for column in chart.columns}
    assert due["pva"] == due["nkpa"] == [f"{month} I" for month in MONTHS]  # 6.2.1.1, 6.2.1.2
    assert due["nkpa_pyongyang"] == [f"{month} III" for month in MONTHS]
    rate = {column: Counter(chart[turn, column] for turn in TURNS) for column in chart.columns}
    assert rate["rok"] == {0: 5, 1: 4, 2: 16}  # 6.2.2.1: from Jan I, two from Feb I
    assert rate["rok_seoul"] == {0: 17, 1: 8}  # 6.2.2.1.a: from Apr I
    assert rate["us"] == {1: 9, 2: 8, 3: 8}  # 6.2.2.2: two from Feb I, three from Apr I
    assert (chart["Jan IV", "us"], chart["Feb I", "us"], chart["Mar IV", "us"], chart["Apr I", "us"]) == (1, 2, 2, 3)
    assert (chart["Dec IV", "rok"], chart["Jan I", "rok"], chart["Feb I", "rok"]) == (0, 1, 2)
    special = CHARTS["replacements_special"]
    assert [(special[r, "times"], special[r, "after"]) for r in special.rows] == [(1, 8), (1, 8), (4, 2)]


def test_classic_replacements_are_those_of_its_booklet():
    chart = CHARTS["replacements_classic"]
    assert list(chart.rows) == ["Nov III", *TURNS]
    due = [turn for turn in chart.rows if chart[turn, "rok_divisions"]]
    assert due == ["Jan I", "Feb I", "Mar I", "Mar III", "Apr I", "Apr III", "May I", "May III"]
    assert Counter(chart[turn, "us"] for turn in chart.rows) == {1: 14, 2: 12}
    assert chart["Feb IV", "us"] < chart["Mar I", "us"]


# --------------------------------------------------------------------------------------------------------- overlays


def test_a_player_may_correct_an_arrival():
    mine = {"arrivals": {"ROK-11": {"turn": "never"}, "SUP-BB": {"turn": "Nov IV"}}}
    chart = new_game("yalu", seed=1, charts=mine).rules.charts["arrivals"]
    assert (chart["ROK-11", "turn"], chart["SUP-BB", "turn"]) == ("never", "Nov IV")
    assert chart.rows["SUP-BB"]["turn"].prov == "player"
    both = {"conditional": {"Wonsan": {"nkpa": "NKPA-2,NKPA-46"}, "Hungnam": {"nkpa": ""}}}
    assert new_game("yalu", seed=1, charts=both).rules.charts["conditional"]["Wonsan", "nkpa"] == "NKPA-2,NKPA-46"


@pytest.mark.parametrize(
    ("chart", "row", "column", "value"),
    [
        ("arrivals", "ROK-11", "turn", "Jun I"),
        ("arrivals", "ROK-11", "turn", "Nov III"),  # only Classic has that turn
        ("arrivals", "ROK-11", "turn", "Dec I,Dec II"),
        ("arrivals", "ROK-11", "entry", "pyongyang"),
        ("conditional", "Wonsan", "nkpa", "NKPA-99"),
        ("conditional", "Wonsan", "nkpa", "NKPA-25"),  # only Classic has that division
        ("ridgway", "command", "turn", "soon"),
        ("replacements", "Dec I", "pva", -1),
    ],
)
def test_a_correction_that_cannot_be_is_refused(chart: str, row: str, column: str, value: str | int):
    with pytest.raises(BadInputError) as refused:
        new_game("yalu", seed=1, charts={chart: {row: {column: value}}})
    assert f"row {row}, column {column}" in str(refused.value)


# ---------------------------------------------------------------------------------------------------------- Classic


def test_classic_counters_add_up_to_what_articles_count():
    communist = [row for row in CLASSIC.values() if row["side"] == "communist"]
    assert Counter((row["nation"], row["size"]) for row in communist) == {
        ("PVA", "division"): 48,
        ("NKPA", "division"): 20,
        ("PVA", "conscript"): 18,
        ("NKPA", "guerrilla"): 12,
    }
    assert len(communist) == 98
    start = starting("classic", "communist")
    assert Counter((row["nation"], row["strength"], row["movement"]) for row in start) == {
        ("PVA", 4, 6): 22,
        ("NKPA", 4, 6): 7,
    }
    assert factors(start) == 116
    assert len({row["army"] for row in start if "army" in row}) == 7
    assert {"NKPA-5", "NKPA-17M", "NKPA-24", "NKPA-25"} <= {row["id"] for row in start}
    assert {CLASSIC[f"PVA-15-{n}"]["strength"] for n in (29, 44, 45)} == {5}
    assert {row["movement"] for row in communist if row["size"] == "guerrilla"} == {4}


def test_the_classic_un_start_is_the_article_s_with_the_two_corrections_of_the_booklet():
    start = {row["id"]: row for row in starting("classic", "un")}
    # booklet 25: two regiments instead of the division of seven; the 5th RCT is the article's own correction
    corrected = [start.pop(name) for name in ("US-5C/1C", "US-7C/1C", "US-5RCT")]
    assert factors(corrected) == 9
    assert factors(list(start.values())) + 7 == 134
    sizes = Counter(row["size"] for row in start.values())
    assert sizes["division"] + 1 == 16
    assert sizes["regiment"] + sizes["garrison"] == 7
    assert (sizes["brigade"], sizes["battalion"], sizes["support"]) == (2, 1, 1)
    assert start["SUP-CA"]["at"] == "1711"
    later = [name for name in CHARTS["arrivals_classic"].rows if CLASSIC[name]["side"] == "un"]
    assert len(start) + 1 + len(later) == 46  # of 52 that an article counts; docs/data.md says so


def test_deluxe_never_sees_classic():
    rules = new_game("yalu", seed=1).rules
    assert set(rules.names.units) == set(DELUXE)
    only = set(CLASSIC) - set(DELUXE)
    assert only == {
        *(f"PVA-55-{n}" for n in (163, 164, 165)),
        *(f"PVA-56-{n}" for n in (166, 167, 168)),
        *("PVA-12-139", "PVA-15-140", "PVA-60-178", "NKPA-25", "ROK-Won"),
        *(f"ROK-{n}" for n in (10, 12, 13, 14)),
    }
    assert all(needed in CLASSIC[name] for name in only for needed in ("side", "nation", "size", "type", "designation"))
    changed = {row["id"] for row in data.table("units-classic.toml")["units"]}
    absent = data.table("units-classic.toml")["absent"]
    assert set(absent) <= set(DELUXE)
    assert changed & set(absent) == set()
