"""6 Reinforcements and replacements: how units come into play, and when. Figures typed here come from the booklet."""

from collections import Counter, defaultdict

import pytest

from parallel38 import new_game
from parallel38.engine.errors import BadInputError
from parallel38.games.yalu import data

from .counters import CHARTS, CLASSIC, DELUXE, EDITIONS, MONTHS, TURNS, UNITS, Row, above, below


def ways(edition: str, row: Row) -> list[str]:
    """How a unit that is not in play comes into it: as itself, from a whole, or from its parts."""
    units, name = UNITS[edition], row["id"]
    arrivals = CHARTS["arrivals" if edition == "deluxe" else "arrivals_classic"]
    cities = CHARTS["conditional"]
    named = [cities[city, column] for city in cities.rows for column in ("nkpa_1", "nkpa_2")]
    named = [name for name in named if name != "none"]
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


def test_units_come_when_they_came():
    landed = {  # month and day, from November 1950 to May 1951
        "Ne-1": (11, 23),
        "RHB-1": (12, 9),
        "Ca-2PPCLI": (12, 18),
        "Be-1": (1, 31),
        "Ca-25": (5, 4),
        "Et-1": (5, 6),
        "PVA-63-187": (2, 15),
        "PVA-64-190": (2, 16),
        "PVA-65-193": (2, 22),
        "PVA-12-31": (3, 20),
        "PVA-15-29": (3, 20),
        "PVA-60-179": (3, 20),
    }
    arrivals = CHARTS["arrivals"]
    for name, (month, day) in landed.items():
        then = (month + 1) % 12 * 4 + min(day - 1, 30) // 8 - 3  # Nov IV is 0
        assert 0 <= TURNS.index(arrivals[name, "turn"]) - then <= 2, name
        assert arrivals.rows[name]["turn"].prov == "history"
    assert {n for n in arrivals.rows if arrivals.rows[n]["turn"].prov == "article"} == set()  # they tell of Classic
    assert {arrivals.rows[n]["turn"].prov for n in ("SUP-TK2", "SUP-ART1")} == {"reconstructed"}
    classic = CHARTS["arrivals_classic"].rows
    assert {n for n in classic if classic[n]["turn"].prov == "inferred"} == {"SUP-TK1", "SUP-ART1"}
    for chart, names in (("arrivals", ("SUP-TK2", "SUP-ART1")), ("arrivals_classic", ("SUP-TK1", "SUP-ART1"))):
        assert {CHARTS[chart][name, "turn"][:3] for name in names} == {"Apr"}


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
    once = [chart[turn, column] for turn in TURNS for column in ("pva", "nkpa", "nkpa_pyongyang", "rok_seoul")]
    assert max(once) == 1
    special = CHARTS["replacements_special"]
    assert [(special[r, "times"], special[r, "after"]) for r in special.rows] == [(1, 8), (1, 8), (4, 2)]


def test_classic_replacements_are_those_of_its_booklet():
    chart = CHARTS["replacements_classic"]
    assert list(chart.rows) == ["Nov III", *TURNS]
    due = [turn for turn in chart.rows if chart[turn, "rok_divisions"]]
    assert due == ["Jan I", "Feb I", "Mar I", "Mar III", "Apr I", "Apr III", "May I", "May III"]
    assert Counter(chart[turn, "us"] for turn in chart.rows) == {1: 14, 2: 12}
    assert chart["Feb IV", "us"] < chart["Mar I", "us"]
    assert (chart["Nov III", "pva"], chart["Nov III", "nkpa"]) == (0, 0)
    for turn in TURNS:
        for column in ("pva", "nkpa", "nkpa_pyongyang"):
            assert chart[turn, column] == CHARTS["replacements"][turn, column], turn


def test_delays_and_costs_are_those_of_the_booklet():
    delays = CHARTS["delays"]
    assert {row: (delays[row, "turns"], delays[row, "entry"]) for row in delays.rows} == {
        "city_captured": (1, "pusan"),
        "un_choice": (1, "pusan"),
        "sea_transfer": (1, "port"),
        "sea_transfer_pusan": (2, "pusan"),
        "evacuation": (1, "inchon"),
        "evacuation_pusan": (2, "pusan"),
        "off_map": (2, "pusan"),
    }
    assert (CHARTS["breakdown"]["US", "mp"], CHARTS["breakdown"]["ROK", "mp"]) == (2, 4)
    assert {column: cell.value for column, cell in CHARTS["ridgway"].rows["command"].items()} == {
        "turn": "Dec III",
        "takes_over": 6,
        "no_effect": 6,
        "modifier": 1,
    }
    draft = CHARTS["conscripts_draft"]
    assert {city: draft[city, "number"] for city in draft.rows} == {"Pyongyang": 1, "Hungnam": 1, "Wonsan": 1}


# --------------------------------------------------------------------------------------------------------- overlays


def test_a_player_may_correct_an_arrival():
    mine = {"arrivals": {"ROK-11": {"turn": "never"}, "SUP-BB": {"turn": "Nov IV"}}}
    chart = new_game("yalu", seed=1, charts=mine).rules.charts["arrivals"]
    assert (chart["ROK-11", "turn"], chart["SUP-BB", "turn"]) == ("never", "Nov IV")
    assert chart.rows["SUP-BB"]["turn"].prov == "player"
    both = {"conditional": {"Wonsan": {"nkpa_2": "NKPA-46"}, "Hungnam": {"nkpa_1": "none"}}}
    assert new_game("yalu", seed=1, charts=both).rules.charts["conditional"]["Wonsan", "nkpa_2"] == "NKPA-46"


@pytest.mark.parametrize(
    ("chart", "row", "column", "value"),
    [
        ("arrivals", "ROK-11", "turn", "Jun I"),
        ("arrivals", "ROK-11", "turn", "Nov III"),  # only Classic has that turn
        ("arrivals", "ROK-11", "turn", "Dec I,Dec II"),
        ("arrivals", "ROK-11", "entry", "pyongyang"),
        ("arrivals", "ROK-11", "entry", "port"),
        ("arrivals", "Ne-1", "entry", "staging"),
        ("arrivals", "SUP-TK2", "entry", "sea"),
        ("arrivals", "SUP-BB", "entry", "inchon"),
        ("arrivals", "NKPA-10", "entry", "seoul"),
        ("conditional", "Wonsan", "nkpa_1", "NKPA-99"),
        ("conditional", "Wonsan", "nkpa_1", "NKPA-25"),  # only Classic has that division
        ("ridgway", "command", "turn", "soon"),
        ("replacements", "Dec I", "pva", -1),
    ],
)
def test_a_correction_that_cannot_be_is_refused(chart: str, row: str, column: str, value: str | int):
    with pytest.raises(BadInputError) as refused:
        new_game("yalu", seed=1, charts={chart: {row: {column: value}}})
    assert f"row {row}, column {column}" in str(refused.value)
