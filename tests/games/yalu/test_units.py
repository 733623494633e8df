"""The counters: what there is, what it is worth, where it starts. Figures typed here come from the booklet."""

import re
from collections import Counter, defaultdict

import pytest

from parallel38 import new_game
from parallel38.engine.charts import PROVENANCE
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.yalu import data
from parallel38.hexgrid.grid import bits

from .counters import CHARTS, CLASSIC, DELUXE, EDITIONS, UNITS, Row, on_map


def starting(edition: str, side: str) -> list[Row]:
    return [row for row in UNITS[edition].values() if row["side"] == side and on_map(row)]


def factors(rows: list[Row]) -> int:
    """Combat factors: those of support units are something else."""
    return sum(row["strength"] for row in rows if row["size"] != "support")


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


@pytest.mark.parametrize("file", ["units.toml", "units-classic.toml"])
def test_a_figure_that_stands_nowhere_says_what_it_rests_on(file: str):
    rows = [*data.table(file)["units"], *data.table(file).get("formation", [])]
    for row in rows:
        prov = row["prov"] if isinstance(row["prov"], dict) else {"": row["prov"]}
        assert row.get("basis") or not {"inferred", "reconstructed"} & set(prov.values()), row["id"]


def test_what_is_known_of_designations():
    prov = {name: (row["designation"], row["prov"]["designation"]) for name, row in DELUXE.items()}
    assert (prov["UK-27BC"], prov["UK-29"]) == (("27BC", "rulebook"), ("29Br", "rulebook"))  # 10.9.4
    countries_only = ("Ne-1", "Be-1", "Co-1", "Et-1", "Tu-1", "Th-RT21", "Ca-25", "Ca-2PPCLI", "Au-3RAR")
    assert {prov[name][1] for name in countries_only} == {"history", "reconstructed"}
    assert {prov[f"PVA-{army}-{3 * army - 2}"][1] for army in (39, 66)} == {prov["PVA-60-179"][1]} == {"inferred"}


def test_only_the_5th_rct_has_the_figures_of_a_regiment_in_an_article():
    regiments = [row for row in DELUXE.values() if (row["nation"], row["size"]) == ("US", "regiment")]
    figures = {row["id"]: (row["prov"]["strength"], row["prov"]["movement"]) for row in regiments}
    assert figures.pop("US-5RCT") == ("article", "article")
    assert "article" not in {strength for strength, _ in figures.values()}
    assert {name for name, (_, movement) in figures.items() if movement == "article"} == {"US-187", "US-8C/1C"}


FIGURES: dict[tuple[str, str], tuple[int, int]] = {
    ("PVA", "conscript"): (1, 4),
    ("US", "division"): (10, 4),
    ("US", "regiment"): (3, 5),
    ("US", "battalion"): (1, 5),
    ("USMC", "division"): (13, 5),
    ("USMC", "regiment"): (4, 5),
    ("USMC", "battalion"): (1, 5),
    ("ROK", "division"): (4, 5),
    ("ROK", "regiment"): (1, 5),
    ("UK", "brigade"): (4, 5),
    ("Ca", "brigade"): (4, 5),
    ("Tu", "brigade"): (5, 5),
    **{(nation, "battalion"): (1, 5) for nation in ("UK", "Ca", "Au", "Be", "Co", "Et", "Gr", "Ne", "Ph", "Th")},
}
"""Strength and movement of a usual unit of a nation and size, in both editions."""
HEAVY = ("12", "15", "60", "63", "64", "65")
UNUSUAL = {
    "deluxe": {"ROK-1": (5, 5), **{f"Gar-{city}": (n, 0) for city, n in zip(("Inchon", "Seoul"), (2, 3), strict=True)}},
    "classic": {"Ph-PEFTOK10": (2, 5), "Th-RT21": (2, 5)},
}
BOTH = {"KMC": (4, 5), "US-187": (4, 6), "ROK-Cav/Cap": (1, 6), "Gar-Hungnam": (3, 0), "Gar-Wonsan": (2, 0)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_strength_and_movement(edition: str):
    def figures(row: Row) -> tuple[int, int]:
        name, nation, size, army = row["id"], row["nation"], row["size"], row.get("army")
        if size == "guerrilla":
            return 0, 2 if edition == "deluxe" else 4
        if nation == "NKPA":
            taken = name in ("NKPA-1", "NKPA-2", "NKPA-3", "NKPA-8")
            return 2 if edition == "deluxe" or taken else 4, 6
        if army:
            strong = army in (*HEAVY, *(("38", "39", "40", "42") if edition == "deluxe" else ()))
            return 5 if strong else 4, 6
        if name in {**BOTH, **UNUSUAL[edition]}:
            return {**BOTH, **UNUSUAL[edition]}[name]
        cavalry = name.endswith("/1C")
        return FIGURES[nation, size][0], 6 if cavalry else FIGURES[nation, size][1]

    wrong = [
        row["id"]
        for row in UNITS[edition].values()
        if row["size"] != "support" and (row["strength"], row["movement"]) != figures(row)
    ]
    assert wrong == []


def test_garrisons_are_worth_battalions():
    assert {n[4:]: row["replacement"] for n, row in DELUXE.items() if row["size"] == "garrison"} == {
        "Hungnam": 2,
        "Wonsan": 1,
        "Inchon": 1,
        "Seoul": 2,
    }


def test_armies_have_the_divisions_that_the_booklet_lists():
    armies: dict[str, list[int]] = defaultdict(list)
    for row in DELUXE.values():
        if "army" in row:
            armies[row["army"]].append(int(row["designation"]))
    for name, row in {**DELUXE, **CLASSIC}.items():
        assert "army" not in row or name == f"PVA-{row['army']}-{row['designation']}"
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


EXAMPLE = {
    "0116": "PVA-50-148 PVA-50-149 PVA-50-150",
    "0513": "PVA-66-196 PVA-66-197 PVA-66-198",
    "0413": "PVA-39-115 PVA-39-116 PVA-39-117",
    "0812": "PVA-40-118 PVA-40-119 PVA-40-120",
    "0912": "PVA-38-112 PVA-38-113 PVA-38-114",
    "1111": "PVA-42-124 PVA-42-125 PVA-42-126",
    "1011": "PVA-20-58 PVA-20-59 PVA-20-60 PVA-20-89",
    "1308": "PVA-27-79 PVA-27-80",
    "1007": "PVA-27-81 PVA-27-90",
    "1012": "NKPA-5",
    "1115": "NKPA-12",
    "0120": "NKPA-17M",
    "1701": "NKPA-24",
    "0215": "NKPA-31",
    "0218": "NKPA-32",
    "0119": "NKPA-47",
    "1209": "US-1Mar",
    "0714": "US-2",
    "1208": "US-3/31/7 US-1/32/7",
    "1302": "US-17/7 US-1/31/7 US-2/31/7 US-2/32/7 US-3/32/7",
    "0317": "ROK-1",
    "0914": "ROK-7",
    "1113": "ROK-8",
    "1410": "UK-41RMC",
    "0318": "US-5RCT",
    "0919": "US-5C/1C US-7C/1C",
}
"""Booklet 24; the last two are from articles."""


def test_the_set_up_is_that_of_the_example():
    assert {h: " ".join(n for n, row in DELUXE.items() if row["at"] == h) for h in EXAMPLE} == EXAMPLE


@pytest.mark.parametrize("edition", EDITIONS)
def test_garrisons_are_in_their_cities(edition: str):
    board = data.board()
    garrisons = {n[4:]: row["at"] for n, row in UNITS[edition].items() if row["size"] == "garrison"}
    assert garrisons == {city: board.grid.label(board.cities[city]) for city in garrisons}
    assert len(garrisons) == (4 if edition == "deluxe" else 2)


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


def reached(row: Row) -> set[str]:
    """Where a unit of Classic can walk in the first turn without a die: it stops beside the enemy."""
    board = data.board()
    grid, cost = board.grid, {"c": 1, "r": 2, "m": 3}
    others = {grid.hex(other["at"]) for other in starting("classic", "un")}
    beside = set(bits(grid.around(grid.region(grid.label(h) for h in others))))
    first = grid.hex(row["at"])
    left, todo = {first: row["movement"]}, [first]
    while todo:
        at = todo.pop()
        for h in bits(grid.around(1 << at)) if at == first or at not in beside else ():
            rest = left[at] - cost.get(board.letter(h), 99)
            if h not in others and rest > left.get(h, -1):
                left[h] = rest
                todo.append(h)
    return {grid.label(h) for h in left}


def test_the_classic_set_up_allows_the_opening_of_an_article():
    """Four armies surround the Marines; the others attack the ROK 2nd at 4-1 and the ROK 7th at 7-1."""
    grid = data.board().grid
    start = starting("classic", "communist")

    def beside(name: str) -> list[Row]:
        ring = set(grid.labels(grid.around(1 << grid.hex(CLASSIC[name]["at"]))))
        return [row for row in start if reached(row) & ring]

    round_marines = ("20", "38", "40", "42")
    assert {row.get("army") for row in beside("US-1Mar")} >= set(round_marines)
    second, seventh = ([row for row in beside(n) if row.get("army") not in round_marines] for n in ("ROK-2", "ROK-7"))
    assert factors(second) >= 4 * CLASSIC["ROK-2"]["strength"]
    assert factors(seventh) >= 7 * CLASSIC["ROK-7"]["strength"]
    both = {row["id"]: row for row in (*second, *seventh)}
    assert factors(list(both.values())) >= 11 * 4
    assert {"0416", "0614", "1310"}.isdisjoint(row["at"] for row in starting("classic", "un"))  # infiltrated
    targets = {"NKPA-24": "1502", "NKPA-17M": "0319", "NKPA-25": "1316"}
    assert {name: h for name, h in targets.items() if h not in reached(CLASSIC[name])} == {}
    assert grid.distance(grid.hex(CLASSIC["NKPA-5"]["at"]), grid.hex("1716")) == 2  # the coast road beside Wonsan


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
