"""Counters, scenarios, turn record, options and rules. Figures are typed here from the booklet."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from parallel38.engine.charts import PROVENANCE
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.engine.titles import Scenario, Title
from parallel38.games.mobile_war import data

PACKAGE = "parallel38.games.mobile_war"
Row = dict[str, Any]
UNITS = {row["id"]: row for row in data.units()}
KINDS = data.table("units.toml")["kinds"]
SCENARIOS = tuple(data.table("scenarios.toml")["scenarios"])
ARRIVALS = {int(n): row for n, row in data.charts()["arrivals"].items() if isinstance(row, dict)}
CHANGES = {name: row for name, row in data.charts()["what_if_arrivals"].items() if isinstance(row, dict)}
WHAT_IFS = data.table("scenarios.toml")["what_ifs"]
RULES = {row["id"] for row in data.FILES.rules()}
PARTS = {name: [part for part, row in UNITS.items() if row.get("part_of") == name] for name in UNITS}
SHIPS = {"naval_gun": "NG", "sea_transport": "MST", "landing_craft": "Amph"}


def figures(kind: str) -> str:
    """What the booklet calls a kind: strength and movement, or a name."""
    row = KINDS[kind]
    return "supply" if row["size"] == "supply" else SHIPS.get(kind, f"{row['strength']}-{row['movement']}")


def counted(entries: list[Row]) -> dict[str, int]:
    return dict(Counter(figures(UNITS[entry["unit"]]["kind"]) for entry in entries))


def smallest(unit: str, parts: list[str] | None = None) -> Iterator[str]:
    """The units without parts that a unit consists of."""
    found = PARTS[unit] if parts is None else parts
    yield from chain.from_iterable(map(smallest, found)) if found else (unit,)


def pieces(entries: list[Row]) -> list[str]:
    return [piece for entry in entries for piece in smallest(entry["unit"], entry.get("parts"))]


def start(name: str) -> list[Row]:
    found = data.scenario(name)
    lists = [found["setup"]["communist"], found["setup"]["un"], *(found["boxes"][box] for box in ("nk", "rok", "un"))]
    return list(chain.from_iterable(lists))


# --------------------------------------------------------------------------------------------------------- counters


def test_no_counter_is_there_twice():
    assert len(UNITS) == len(data.units()) == 601
    printed = Counter((row["nation"], row["size"], row["designation"]) for row in UNITS.values())
    assert [key for key, n in printed.items() if n > 1] == []
    assert [u for u, row in UNITS.items() if not 0 < len(row["designation"]) <= 7] == []


def test_sides_nations_sizes_and_types_are_the_known_ones():
    assert {row["nation"] for row in UNITS.values()} == {"NK", "CN", "ROK", "US", "UK", "TU", "PH"}
    assert {row["size"] for row in UNITS.values()} == {"regiment", "division", "army", "supply", "naval"}
    assert {row["type"] for row in UNITS.values()} == {
        *("infantry", "armor", "armored_infantry", "airborne", "marine", "supply", "gun", "transport", "amphibious")
    }
    assert {row["side"] for row in UNITS.values() if row["nation"] in ("NK", "CN")} == {"communist"}
    assert {row["side"] for row in UNITS.values() if row["nation"] not in ("NK", "CN")} == {"un"}


def test_kinds_have_the_figures_that_the_rules_name():
    assert {kind: figures(kind) for kind in KINDS if kind not in SHIPS} == {
        **{"nk_regiment": "3-4", "nk_division": "10-4", "nk_tank_regiment": "3-8", "nk_tank_division": "9-8"},
        **{"nk_recon": "2-8", "cn_regiment": "3-4", "cn_division": "10-4", "cn_army": "25-2"},
        **{"rok_regiment": "3-3", "rok_division": "10-3", "un_regiment": "5-3", "airborne_regiment": "5-3"},
        **{"un_division": "16-3", "marine_regiment": "6-3", "marine_division": "20-3", "un_battalion": "2-3"},
        **{"un_supply": "supply", "communist_supply": "supply"},
    }
    assert {kind for kind, row in KINDS.items() if row.get("at_will")} == {
        *("un_division", "marine_division", "rok_division", "cn_army")
    }


def test_every_counter_says_where_its_figures_come_from():
    for name, row in UNITS.items():
        assert set(row["prov"]) == {"strength", "movement", "type", "designation"}, name
        assert set(row["prov"].values()) <= set(PROVENANCE)
        assert {"inferred", "reconstructed"}.isdisjoint(row["prov"].values()) or row["basis"], name


def test_what_a_unit_contains_is_three_of_its_kind_of_part():
    for whole, parts in PARTS.items():
        row = UNITS[whole]
        assert len(parts) in (0, 3)
        assert {UNITS[part]["kind"] for part in parts} <= set(KINDS[row["kind"]].get("made_of", ())[:1])
        assert {(UNITS[part]["nation"], UNITS[part]["side"]) for part in parts} <= {(row["nation"], row["side"])}
    assert all(row["part_of"] in UNITS for row in UNITS.values() if "part_of" in row)


def test_there_are_counters_for_any_mix_of_parts():
    have = Counter(row["kind"] for row in UNITS.values())
    for kind, row in KINDS.items():
        if "made_of" in row:
            assert 3 * have[kind] >= sum(have[part] for part in row["made_of"]), kind


def test_chinese_regiments_are_numbered_by_their_divisions():
    for name, row in UNITS.items():
        if row["kind"] == "cn_division":
            last = 3 * int(row["designation"])
            assert [int(UNITS[part]["designation"]) for part in PARTS[name]] == [last - 2, last - 1, last]


def coming(scenario: str, kind: str) -> list[str]:
    """The units of a kind that are not in play at the start, in the order in which they come."""
    taken = set(pieces(start(scenario)))
    fresh = [name for name, row in UNITS.items() if row["kind"] == kind and taken.isdisjoint(smallest(name))]
    return [name for name in fresh if PARTS[name] or "made_of" not in KINDS[kind]]


def test_units_come_as_in_history():
    first = "US-21/24 US-34/24 US-19/24 US-24/25 US-27/25 US-35/25 US-5C/1C US-7C/1C US-8C/1C US-5RCT US-9/2 US-23/2"
    assert coming("campaign", "un_regiment")[:12] == first.split()
    assert coming("campaign", "marine_regiment") == ["US-5M/1Mar", "US-1M/1Mar", "US-7M/1Mar"]
    assert coming("campaign", "rok_division")[:2] == ["ROK-9", "ROK-11"]
    assert coming("campaign", "cn_army")[:9] == [f"CN-{n}" for n in (38, 39, 40, 42, 50, 66, 20, 27, 26)]
    assert coming("intervention", "cn_army")[:6] == [f"CN-{n}" for n in (63, 64, 65, 12, 15, 60)]
    assert coming("stalemate", "cn_army")[:8] == [f"CN-{n}" for n in (63, 64, 65, 12, 15, 60, 47, 67)]
    assert coming("stalemate", "un_regiment")[:2] == ["UK-25", "UK-28"]
    assert coming("intervention", "un_division") == ["US-45", "US-40", "US-28"]


# -------------------------------------------------------------------------------------------------------- scenarios

STARTS = {"invasion": "K-SET-1a", "intervention": "K-SET-1b", "stalemate": "K-SET-1c", "campaign": "K-SET-1a"}
COUNTS = {
    "invasion": {
        "communist": {"2-8": 2, "3-4": 13, "9-8": 1, "10-4": 7},
        "un": {"3-3": 14},
        "nk_box": {"3-4": 2},
        "rok_box": {"10-3": 3, "3-3": 1},
        "un_box": {},
    },
    "stalemate": {
        "communist": {"10-4": 33, "supply": 3},
        "un": {
            **{"16-3": 7, "20-3": 1, "5-3": 2, "2-3": 1, "10-3": 7, "3-3": 9},
            **{"supply": 3, "MST": 1, "Amph": 1, "NG": 2},
        },
        "nk_box": {"10-4": 9},
        "rok_box": {},
        "un_box": {},
    },
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(STARTS[name], by="value")) for name in SCENARIOS]
)
def test_forces_at_the_start_are_those_that_are_counted(name: str):
    found = data.scenario(name)
    counts = {key: value for key, value in found["counts"].items() if isinstance(value, dict)}
    assert counts == COUNTS.get("invasion" if name == "campaign" else name, counts)
    have = {side: counted(found["setup"][side]) for side in ("communist", "un")}
    have |= {f"{box}_box": counted(found["boxes"][box]) for box in ("nk", "rok", "un")}
    assert have == counts
    assert found["counts"]["prov"] == ("reconstructed" if name == "intervention" else "rulebook")


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_is_in_two_places(name: str):
    entries = start(name)
    assert [u for u, n in Counter(entry["unit"] for entry in entries).items() if n > 1] == []
    assert [u for u, n in Counter(pieces(entries)).items() if n > 1] == []
    for entry in entries:
        kinds = KINDS[UNITS[entry["unit"]]["kind"]].get("made_of", ())
        assert {UNITS[part]["kind"] for part in entry.get("parts", ())} <= set(kinds)
        assert len(entry.get("parts", ())) in (0, 3)
        assert not kinds or PARTS[entry["unit"]] or entry["parts"], "a division or army has something in it"


@pytest.mark.parametrize("name", SCENARIOS)
def test_set_up_keeps_to_the_limits(name: str):
    setup = data.scenario(name)["setup"]
    land = {side: [e for e in setup[side] if UNITS[e["unit"]]["size"] != "naval"] for side in ("communist", "un")}
    places = {side: Counter(entry["at"] for entry in entries) for side, entries in land.items()}
    assert max(n for side in places.values() for n in side.values()) <= 2
    assert set(places["communist"]).isdisjoint(places["un"])
    for side, entries in land.items():
        assert {UNITS[entry["unit"]]["side"] for entry in entries} == {side}
    for box, nations in (("nk", {"NK"}), ("rok", {"ROK"}), ("un", {"US", "UK", "TU", "PH"})):
        assert {UNITS[entry["unit"]]["nation"] for entry in data.scenario(name)["boxes"][box]} <= nations


@pytest.mark.parametrize("name", SCENARIOS)
def test_north_korea_has_36_infantry_regiments_in_every_scenario(name: str):
    infantry = [piece for piece in pieces(start(name)) if UNITS[piece]["kind"] == "nk_regiment"]
    assert len(infantry) == 36


def test_the_intervention_s_un_forces_are_the_stalemate_s_less_what_comes_between():
    early, late = (Counter(UNITS[piece]["kind"] for piece in pieces(start(s))) for s in ("intervention", "stalemate"))
    coming = Counter()
    for turn in data.turns("intervention"):
        coming += Counter({"un_supply": ARRIVALS[turn]["un_supply"], "naval_gun": ARRIVALS[turn]["NG"]})
    kinds = [kind for kind, row in KINDS.items() if row["side"] == "un"]
    assert {kind: early[kind] + coming[kind] for kind in kinds} == {kind: late[kind] for kind in kinds}


@pytest.mark.rule("K-SEQ-2", "K-SEQ-3", by="value")
def test_scenarios_have_their_turns_and_first_players():
    lengths = {name: len(data.turns(name)) for name in SCENARIOS}
    assert lengths == {"invasion": 17, "intervention": 9, "stalemate": 21, "campaign": 52}
    assert {name for name in SCENARIOS if data.scenario(name)["first"] == "un"} == {"stalemate"}
    periods = list(data.table("scenarios.toml")["periods"].values())
    assert [p["first"] for p in periods] == [1, *(p["last"] + 1 for p in periods[:-1])]
    weeks = [date(1950, 6, 25), date(1950, 11, 26), date(1951, 1, 28), date(1950, 6, 25)]
    assert [data.week(data.turns(name)[0]) for name in SCENARIOS] == weeks
    assert [data.week(turn) for turn in (17, 22, 31, 52)] == [
        *(date(1950, 10, 15), date(1950, 11, 19), date(1951, 1, 21), date(1951, 6, 17))
    ]


VICTORY = {
    "invasion": ["port_held", "south_of_38", "Pyongyang", "Seoul", "north_of_37", "Pusan Seoul Pyongyang"],
    "intervention": ["Seoul", "south_of_38", "Pyongyang", "Pyongyang", "Seoul", "north_of_37"],
    "stalemate": ["Seoul", "south_of_38", "Pyongyang", "north_of_38", "Seoul", "north_of_37"],
    "campaign": ["Seoul south_of_37", "south_of_38", "Pyongyang south_of_38", "Seoul", "north_of_38", "korea"],
}


def condition(row: Row) -> str:
    match row["kind"]:
        case "last_to_occupy":
            return " ".join(row["places"])
        case "no_enemy":
            return row["area"]
        case kind:
            return kind


@pytest.mark.parametrize("name", SCENARIOS)
def test_victory_levels(name: str):
    levels = data.scenario(name)["victory"]
    order = [(side, level) for side in ("un", "communist") for level in ("marginal", "tactical", "strategic")]
    assert [(row["side"], row["level"]) for row in levels] == order
    assert [" ".join(map(condition, row["all"])) for row in levels] == VICTORY[name]
    assert {row["prov"] for row in levels} == {"reconstructed" if name == "intervention" else "rulebook"}


def test_special_rules_hold_in_the_turns_that_the_booklet_names():
    rows = data.table("scenarios.toml")["specials"]
    assert {row["rule"]: (row["turns"], row["scenarios"]) for row in rows} == {
        **{rule: ([1, 2, 3, 4], ["invasion", "campaign"]) for rule in ("K-MOV-J4", "K-SGI-1")},
        **{rule: (list(data.turns("invasion")), ["invasion", "campaign"]) for rule in ("K-SGI-2c", "K-SGI-3")},
        "K-SGV-1": ([23, 24, 25], ["intervention"]),
    }
    for row in rows:
        assert set(row["scenarios"]) <= set(SCENARIOS)
        assert row["prov"] == "rulebook" or row["basis"]


# ------------------------------------------------------------------------------------------------------ turn record

INVASION = """
P1-1 | | |
P1-1 | | | 5-3
P1-1 | | S1 | 5-3
P1-1 | N1 | S2 | 5-3, R1, supply
P1-1 | N1 | S3, UN1 | 5-3, R1
P1-1 | N1 | S3 | 3 5-3, R1
P1-1 | | S3, UN1 | 6-3
P1-1 | N1 | S3 | 2 5-3, R1, MST
P1-1 | | S3, UN1 | MST
P1-1 | N2 | S3, UN1 | 2 5-3, NG, Amph, MST
P1-1 | | S3, UN1 | 2 5-3, 187, 2 6-3
P1-1 | N2 | S3, UN1 | NG, supply
P1-1 | N2 | S3, UN1 | 5-3, 2-3
P1-1 | N2 | S3, UN1 |
P1-1 | N3 | S3, UN1 |
P1-1 | N3 | S3, UN1 |
P1-1 | N3 | S3, UN1 |
P1-1 | N3 | S3, UN1 | 10-3
P1-1 | N3 | S3, UN1 | 10-3
P1-1 | N3 | S3, UN1 |
P1-1 | N3 | S3, UN1 | 2 MST_gone
P1-1 | N3 | S3, UN1 |
"""
ARMIES = {"intervention": (2, 3, 4, 5, 6, 8), "stalemate": (1, 2, 4, 5, 6, 7, 9, 11)}
LATER_UN = {26: "NG", 30: "supply", 32: "supply", 35: "5-3", 43: "5-3"}


def codes(text: str) -> Counter[str]:
    """A line of the booklet's codes as numbers by column."""
    found: Counter[str] = Counter()
    for code in filter(None, re.split(r"[|,]", text.replace(" | ", "|"))):
        n, _, name = code.strip().rpartition(" ")
        if match := re.fullmatch("([NS]|UN)([123])", name):
            found[match[1]] += int(match[2])
        elif name:
            found[{"supply": "un_supply", "P1-1": "supply", "A1-1": "supply"}.get(name, name)] += int(n or 1)
    return found


@pytest.mark.rule("K-SCH-1", by="value")
def test_the_turn_record_is_the_booklet_s_row_by_row():
    lines = INVASION.strip().splitlines()
    first = {name: data.table("scenarios.toml")["periods"][name]["first"] for name in ARMIES}
    armies = {first[name] + turn - 1 for name, turns in ARMIES.items() for turn in turns}
    lines += [f"A1-1 | N3 | S3, UN1 | {LATER_UN.get(turn, '')}" for turn in range(23, 53)]
    assert list(ARRIVALS) == list(range(1, 53))
    for turn, line in enumerate(lines, start=1):
        row = ARRIVALS[turn]
        assert row["entry"] == ("Pyongyang" if line.startswith("P") else "Antung")
        have = Counter({name: n for name, n in row.items() if isinstance(n, int)})
        assert +have == codes(line) + Counter({"armies": int(turn in armies)}), turn


def test_what_the_turn_record_adds_up_to():
    early = Counter()
    for turn in range(1, 23):
        early.update({k: n for k, n in ARRIVALS[turn].items() if isinstance(n, int)})
    assert early["5-3"] + early["187"] == 15
    assert {k: early[k] for k in ("R1", "6-3", "2-3", "10-3", "un_supply", "MST", "NG", "Amph", "MST_gone")} == {
        **{"R1": 4, "6-3": 3, "2-3": 1, "10-3": 2, "un_supply": 2, "MST": 3, "NG": 2, "Amph": 1, "MST_gone": 2}
    }
    assert sum(ARRIVALS[turn]["armies"] for turn in data.turns("intervention")) == 6
    assert sum(ARRIVALS[turn]["armies"] for turn in data.turns("stalemate")) == 8


def test_what_ifs_change_the_turn_record_as_the_booklet_says():
    changes = {name: {k: n for k, n in row.items() if isinstance(n, int) and n} for name, row in CHANGES.items()}
    assert changes == {
        "3-2": {"3-4": 2},
        **{"5-24": {"16-3": 1}, "5-28": {"16-3": 1}, "6-12": {"5-3": 1}, "6-26": {"16-3": 1}},
        **{f"9-{turn}": {"10-3": 1} for turn in (11, 16, 28, 30)},
        **{f"10-{turn}": {"5-3": -1} for turn in (2, 4)},
        **{f"11-{turn}": {"5-3": -1} for turn in (2, 4, 6, 8)},
    }
    for name, change in changes.items():
        assert all(ARRIVALS[int(name.split("-")[1])].get(kind, 0) + n >= 0 for kind, n in change.items())


COMING = {row["code"]: kind for kind, row in KINDS.items() if "code" in row}


def test_the_turn_record_brings_kinds_of_counters():
    columns = {column for rows in (ARRIVALS, CHANGES) for row in rows.values() for column, n in row.items() if n}
    others = {"entry", "N", "S", "UN", "R1", "MST_gone", "source"}
    assert columns - others == set(COMING)
    assert all(figures(kind) == code for code, kind in COMING.items() if "-" in code)


@pytest.mark.parametrize("name", SCENARIOS)
def test_there_are_counters_for_everything_that_can_come(name: str):
    need = Counter(UNITS[piece]["kind"] for piece in pieces(start(name)))
    armies = 12 if "invasion" in data.scenario(name)["periods"] else 0  # the intervention, in a what-if or the Campaign
    for turn in data.turns(name):
        row = ARRIVALS[turn]
        need.update({kind: row[code] for code, kind in COMING.items() if code in row and "made_of" not in KINDS[kind]})
        need["un_regiment"] += row["R1"]
        need["rok_regiment"] += 3 * row["10-3"]
        armies += row["armies"]
    need["cn_regiment"] += 9 * armies
    for change in CHANGES:
        what_if, turn = map(int, change.split("-"))
        if what_if in (5, 6, 9) and turn in data.turns(name):
            need["un_regiment"] += CHANGES[change]["5-3"] + 3 * CHANGES[change]["16-3"]
            need["rok_regiment"] += 3 * CHANGES[change]["10-3"]
    if "invasion" in data.scenario(name)["periods"]:
        need["nk_regiment"] += 2
        need["cn_regiment"] += 6 * 3
        need["rok_regiment"] += 6
        need["un_regiment"] += 6 - 4  # six stay in Korea and four come less: the eleventh what-if
    have = Counter(row["kind"] for row in UNITS.values())
    assert {kind: (n, have[kind]) for kind, n in need.items() if n > have[kind]} == {}


# ---------------------------------------------------------------------------------------------------------- options

TITLE = Title(
    name="mobile_war",
    package=PACKAGE,
    editions=("standard",),
    scenarios=tuple(Scenario(name, data.BOARD) for name in SCENARIOS),
    make=lambda setting: pytest.fail("no game is made here"),
    options=data.choices("option"),
    rulings=data.choices("ruling"),
)


def test_the_twelve_what_ifs():
    rows = data.table("options.toml")["option"]
    assert [row["number"] for row in rows] == list(range(1, 13))
    assert {row["name"] for row in rows} >= set(WHAT_IFS)
    by_number = {row["number"]: row for row in rows}
    names = {row["name"]: row["number"] for row in rows}
    excluded = {(row["number"], names[other]) for row in rows for other in row.get("excludes", ())}
    pairs = {(7, 8), (10, 11), (10, 12), (11, 12)}
    assert excluded == pairs | {(b, a) for a, b in pairs}
    for number, row in by_number.items():
        assert "stalemate" not in row["scenarios"]
        assert "campaign" in row["scenarios"]
        turns = [int(change.split("-")[1]) for change in CHANGES if change.startswith(f"{number}-")]
        for name in SCENARIOS:
            assert not any(turn in data.turns(name) for turn in turns) or name in row["scenarios"]


@pytest.mark.rule("K-VAR-X2")
@pytest.mark.parametrize("choice", TITLE.options, ids=lambda choice: choice.name)
def test_a_what_if_is_refused_where_it_does_not_fit(choice: Any):
    chosen = {choice.name: choice.values[-1]}
    for scenario in SCENARIOS:
        if scenario in choice.scenarios:
            assert TITLE.setting(scenario=scenario, options=chosen).options[choice.name] == choice.values[-1]
        else:
            with pytest.raises(BadInputError, match=rf"{choice.name} \(VAR-X2\) does not fit scenario {scenario}"):
                TITLE.setting(scenario=scenario, options=chosen)


@pytest.mark.rule("K-VAR-X1")
def test_what_ifs_that_contradict_each_other_are_refused():
    with pytest.raises(BadInputError, match=r"china-turn-8 and china-landing contradict each other \(VAR-X1\)"):
        TITLE.setting(options={"china-turn-8": "on", "china-landing": "on"})
    TITLE.setting(options={"china-turn-8": "on", "china-landing": "off", "us-stayed": "on", "us-unprepared": "off"})


def test_south_korea_at_full_strength():
    change, usual = WHAT_IFS["rok-full-strength"], data.scenario("invasion")["setup"]["un"]
    assert counted(change["setup"]["un"]) == {"10-3": 8, "3-3": 6}
    assert [entry["at"] for entry in change["setup"]["un"]] == [entry["at"] for entry in usual]
    assert change["boxes"]["rok"] == []
    south = [entry for entry in change["setup"]["un"] if entry["at"] in ("Taejon", "Taegu", "Kwangju")]
    assert counted(south) == {"10-3": 2, "3-3": 1}
    assert (change["cover"]["area"], change["cover"]["least"]) == ("south_of_37", 2)


def test_what_else_begins_in_other_ways():
    volunteers = WHAT_IFS["volunteers"]["add"]["communist"]
    assert counted(volunteers) == {"10-4": 6}
    assert {UNITS[entry["unit"]]["nation"] for entry in volunteers} == {"CN"}
    taken = Counter(entry["at"] for entry in data.scenario("invasion")["setup"]["communist"])
    assert all(taken[entry["at"]] == 1 for entry in volunteers)
    (put,) = WHAT_IFS["guerrillas"]["put"]
    assert (len(put["units"]), put["turn"], put["within"], put["of"]) == (2, 2, 4, ["Chonju", "Kwangju"])
    for name, on_map, in_box in (("us-stayed", 2, 1), ("us-stayed-more", 4, 2)):
        assert sum(row["number"] for row in WHAT_IFS[name]["put"]) == on_map
        assert WHAT_IFS[name]["un_box"] == {"un_regiment": in_box}
    for row in WHAT_IFS.values():
        assert row["prov"] == "rulebook" or row["basis"]


# ---------------------------------------------------------------------------------------------------- rules and texts


def test_every_reference_names_a_rule():
    assert len(RULES) == len(data.FILES.rules())
    named = {choice.rule for choice in (*TITLE.options, *TITLE.rulings)}
    named |= {row["rule"] for row in data.table("scenarios.toml")["specials"]}
    sources = list(
        re.findall(r'source\w* = "([^"]+)"', "".join(map(raw, ("units", "scenarios", "charts", "arrivals"))))
    )
    named |= {f"K-{word}" for source in sources for word in source.split(", ")}
    assert named - RULES == set()


def raw(name: str) -> str:
    return (Path(data.__file__).parent / f"{name}.toml").read_text(encoding="utf-8")


def test_rules_say_where_they_stand_and_whether_they_are_the_booklet_s():
    for row in data.FILES.rules():
        assert re.fullmatch(r"K-[A-Z]{3}-[A-Z0-9][0-9a-z]*", row["id"])
        assert row["prov"] in ("rulebook", "inferred", "reconstructed")
        assert row["source"]
        assert row["edition"] == "standard"


def test_rulings_say_what_they_rest_on():
    for choice in TITLE.rulings:
        assert len(choice.values) > 1
        assert choice.default == choice.values[0]
        assert len(choice.rests_on) > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_with_a_name_has_one(language: str):
    texts = Texts(language, PACKAGE)
    keys = [f"unit.{name}" for name in UNITS] + [f"rule.{rule}" for rule in RULES]
    keys += [f"chapter.{row['chapter']}" for row in data.FILES.rules()]
    for kind, choices in (("option", TITLE.options), ("ruling", TITLE.rulings)):
        for choice in choices:
            keys += [f"{kind}.{choice.name}", f"{kind}.{choice.name}.name"]
            keys += [f"{kind}.{choice.name}.{value}" for value in choice.values if value not in ("off", "on")]
    keys += [f"scenario.{name}{tail}" for name in SCENARIOS for tail in ("", ".blurb")]
    keys += ["title", "title.blurb", "edition.standard", "edition.standard.blurb", "side.un.blurb"]
    keys += [f"{kind}.{row[kind]}" for row in UNITS.values() for kind in ("nation", "size", "type")]
    keys += [f"level.{level}" for level in ("none", "marginal", "tactical", "strategic")]
    keys += [f"period.{period}" for period in data.table("scenarios.toml")["periods"]]
    assert [key for key in keys if not texts.has(key)] == []


def test_both_languages_have_the_same_keys_and_no_name_twice():
    english, spanish = (catalogue(PACKAGE, language) for language in LANGUAGES)
    assert set(english) == set(spanish)
    for found in (english, spanish):
        names = [found[f"unit.{name}"] for name in UNITS]
        assert len(set(names)) == len(names)
        assert all(str(text).endswith(".") for key, text in found.items() if key.startswith("rule."))
    for language in LANGUAGES:
        folder = Path(data.__file__).parents[1] / "texts" / language
        keys = [
            k for f in folder.glob("*.po") for k in re.findall('^msgid "(.+)"$', f.read_text("utf-8"), re.MULTILINE)
        ]
        assert sorted(keys) == sorted(set(keys))
