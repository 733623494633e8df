"""Units and markers against the booklet: counts by turn, set-up hexes, formations. Figures are typed from it."""

import re
from collections import Counter
from typing import Any

import pytest

from parallel38.engine.charts import PROVENANCE, Charts
from parallel38.engine.grammar import noun
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.forgotten_war import data
from parallel38.hexgrid import Region, bits

PACKAGE = "parallel38.games.forgotten_war"
Row = dict[str, Any]
UNITS = {battle: {row["id"]: row for row in data.units(battle)} for battle in data.BATTLES}
ROWS = [(battle, row) for battle in data.BATTLES for row in data.units(battle)]
CHARTS = Charts.load(data.charts())
RULES = {row["id"] for row in data.FILES.rules()}
TYPES = data.table("units.toml")["types"]


def found(battle: str, **wanted: Any) -> list[Row]:
    """The units (not markers) of a battle with these values."""
    rows = [row for row in data.units(battle) if row["class"] != "marker"]
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def markers(battle: str, **wanted: Any) -> list[Row]:
    rows = [row for row in data.units(battle) if row["class"] == "marker"]
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def places(battle: str, row: Row) -> Region:
    """The hexes where a unit may start or enter."""
    board = data.board(battle)
    return sum(board.regions[at] if at in board.regions else 1 << board.grid.hex(at) for at in row["at"])


def roads(battle: str) -> Region:
    board = data.board(battle)
    other = board.hexes_of("other_road") if battle == "chosin" else 0
    return board.roads.hexes() | board.rails.hexes() | other


# ------------------------------------------------------------------------------------------------------------- counts

ARRIVALS = {
    ("naktong", "communist"): {1: 18, 2: 9, 4: 9, 5: 18, 6: 9, 7: 9, 8: 9, 11: 1},
    ("naktong", "un"): {1: 18, 2: 18, 4: 18, 5: 5, 6: 10, 7: 16, 8: 27, 13: 19},
    ("chosin", "communist"): {1: 159, 6: 27, 10: 27},
    ("chosin", "un"): {1: 151, 3: 10, 4: 6, 11: 13},
    ("chipyongni", "un"): {1: 54, 7: 7},
    ("chipyongni", "communist"): {1: 162},
}


@pytest.mark.parametrize(("battle", "side"), ARRIVALS)
def test_so_many_units_come_in_each_turn(battle: str, side: str):
    assert Counter(row["turn"] for row in found(battle, side=side)) == ARRIVALS[battle, side]


def test_markers_come_in_their_turns():
    """16.3, 16.4, 17.3.2, 18.3.1.D."""
    assert Counter((row["type"], row["turn"]) for row in markers("naktong", side="un")) == {
        ("air", 1): 1,
        ("air", 2): 1,
        ("air", 12): 1,
        ("barrage", 1): 1,
        ("barrage", 2): 1,
        ("barrage", 4): 1,
        ("barrage", 6): 1,
        ("barrage", 8): 1,
        ("barrage", 12): 3,
        ("mortar", 2): 1,
        ("mortar", 6): 1,
    }
    assert [row["turn"] for row in markers("naktong", side="communist")] == [2, 4, 5, 6]
    assert {row["figures"] for row in markers("naktong", side="communist")} == {"120"}
    assert Counter(row["type"] for row in markers("chosin")) == {"air": 6, "mortar": 5}
    assert Counter(row["type"] for row in markers("chipyongni")) == {"air": 3, "mortar": 5}
    assert Counter(row["figures"] for row in markers("chipyongni", type="mortar")) == {"81": 4, "4.2": 1}
    assert UNITS["naktong"]["HM/34"]["of"] == "34"
    assert UNITS["chosin"]["81-F"]["assign"] == ("7",)
    assert UNITS["chipyongni"]["HM/23"]["serves"] == ("23", "RGR")


def test_all_fit_on_the_counter_sheet():
    """2.0.A.1: 980 pieces with markers; each gun has a barrage marker, and F/11 is one without a gun."""
    guns = [row for _, row in ROWS if row["type"] == "gun"]
    assert (len(ROWS), len(guns)) == (865, 14)
    assert len(ROWS) + len(guns) + 1 + 100 <= 980


def test_naktong_regiments():
    """16.4: 27 platoons to an NKPA regiment, nine to a battalion; three to a company, which is ours."""
    for regiment in ("16", "5", "18"):
        rows = found("naktong", nation="nkpa", regiment=regiment)
        assert Counter(row["battalion"] for row in rows) == {"1": 9, "2": 9, "3": 9}
        assert set(Counter(row["company"] for row in rows).values()) == {3}
    companies = {"34": "ABCIKL", "19": "ABCEFG", "9": "ABCEFG", "21": "AB", "27": "ABCEFGIKL", "23": "ABC"}
    for regiment, letters in companies.items():
        rows = found("naktong", nation="us_army", regiment=regiment)
        assert Counter(row["company"] for row in rows) == dict.fromkeys(letters, 3)
    assert Counter(row["company"] for row in found("naktong", regiment="5", side="un")) == dict.fromkeys("ABDEGH", 3)
    assert [row["type"] for row in found("naktong", regiment="24R")] == ["recon", "recon", "recon", "m24"]
    assert {row["id"] for row in found("naktong", optional=True)} == {f"{c}/27-{n}" for c in "ABC" for n in (1, 2, 3)}


def test_naktong_withdrawals():
    """14.2.1: the 27th with C/73, the 23rd, A/14 with A/78."""
    assert Counter(row["withdrawal"] for row in found("naktong", side="un") if row["withdrawal"]) == {
        "27th": 27 + 4,
        "23rd": 9,
        "loaned": 6,
    }
    assert {row["regiment"] for row in found("naktong", withdrawal="27th")} == {"27", "73T"}
    assert {row["regiment"] for row in found("naktong", withdrawal="loaned")} == {"14E", "78T"}


def test_naktong_the_34th_starts_dug_in_where_the_map_says():
    rows = found("naktong", turn=1, side="un")
    assert {row["regiment"] for row in rows} == {"34"}
    assert all(row["dug_in"] for row in rows)
    assert not any(row["dug_in"] for _, row in ROWS if row["regiment"] != "34")
    assert {row["at"] for row in rows} == {(f"setup_{c}_34",) for c in "abcikl"}


YUDAM_NI = """
2032 F/7 3; 2434 C/7 2; 2638 C/7 1; 3039 G/7 3; 2842 H/7 3; 2939 I/7 3; 3042 E/5 2; 3040 A/1E 1; 3040 E/5 1; 2838 A/7 3
2636 B/7 3; 2742 W/ROK 1; 2642 I/5 1; 2641 E/7 3; 2541 D/7 3; 2841 I/5 2; 2840 H/5 3; 2839 G/5 3; 2640 A/5 3; 2540 B/5 3
2639 C/5 3; 2740 D23 1; 2638 G/11 1; 2638 I/11 1; 2740 A/11 1; 2740 B/11 1; 2740 C/11 1; 2540 TR 1; 2640 TR 1; 2639 TR 1
1139 B/32 3; 1140 C/32 3; 1036 I/31 3; 1037 K/31 3; 1236 L/31 3; 1236 TR 1; 1332 TK/31 4; 1530 A/1E 2
"""


def test_chosin_units_start_in_their_hexes():
    """17.3.2.1, 17.3.2.3, 17.3.2.5, typed line by line."""
    stated = Counter[tuple[str, str]]()
    for entry in filter(None, (part.strip() for line in YUDAM_NI.splitlines() for part in line.split(";"))):
        label, name, count = entry.split()
        stated[label, name] += int(count)
    rows = [row for row in found("chosin", side="un", turn=1) if len(row["at"]) == 1 and row["at"][0].isdigit()]
    assert Counter((row["at"][0], row["designation"]) for row in rows) == stated
    either = {row["designation"]: row["at"] for row in found("chosin", side="un", turn=1) if len(row["at"]) > 1}
    assert either == {
        "D/5": ("3140", "3141"),
        "F/5": ("3141", "3142"),
        "A/57": ("1335", "1336"),
        "B/57": ("1335", "1336"),
        "D/15": ("1335", "1336"),
    }


def test_chosin_forces():
    """17.3.2: 65 at Yudam-ni, 30 at Hagaru-ri, 2 at the Sawmill, 25 at Koto-ri, 29 in the task force."""
    assert Counter(row["force"] for row in found("chosin", side="un", turn=1)) == {
        "yudam_ni": 65,
        "hagaru": 30,
        "sawmill": 2,
        "koto_ri": 25,
        "task_force": 29,
    }
    guns = Counter(row["force"] for row in found("chosin", type="gun"))
    mortars = Counter(row["force"] for row in markers("chosin", type="mortar"))
    assert guns == {"yudam_ni": 5, "task_force": 2, "hagaru": 2, "koto_ri": 1}
    assert mortars == {"yudam_ni": 2, "task_force": 1, "hagaru": 1, "koto_ri": 1}  # 8.3: seven and three points at most
    assert {row["free"] for row in found("chosin", force="koto_ri")} == {3}


def test_chosin_one_service_platoon_for_each_logistical_symbol():
    rows = [row for row in found("chosin", support=True) if row["type"] != "headquarters"]
    assert Counter(row["type"] for row in rows) == dict.fromkeys(
        ("transportation", "supply", "ammo", "signal", "air_maintenance", "maintenance"), 1
    )


def test_chosin_divisions():
    """17.3.3, 17.4.2: three regiments of nine companies each, but 24 companies in the 89th."""
    rows = found("chosin", side="communist")
    assert Counter(row["division"] for row in rows) == {
        **dict.fromkeys(("59", "80", "58", "60", "79", "76", "77"), 27),
        "89": 24,
    }
    assert {row["free"] for row in rows if row["division"] == "58"} == {2}
    assert {row["free"] for row in rows if row["division"] == "60"} == {3}
    assert {row["size"] for row in rows} == {"company"}
    assert "3/240" in UNITS["chosin"]


def test_chosin_set_up_is_within_the_stacking_limits_but_for_four_hexes():
    """Where the list puts three platoons and a train in one hex, they are overstacked until they move."""
    board, limits = data.board("chosin"), CHARTS["stacking"]
    stacks: dict[str, list[Row]] = {}
    for row in found("chosin", side="un", turn=1):
        if len(row["at"]) == 1 and row["at"][0].isdigit():
            stacks.setdefault(row["at"][0], []).append(row)
    over = set()
    for label, rows in stacks.items():
        h = board.grid.hex(label)
        kind = "clear" if board.letter(h) == "c" else "rough_road" if roads("chosin") >> h & 1 else "rough"
        values = [0 if row["id"] == "D23" else 2 if row["train"] else 0.5 if row["aaaaw"] else 1 for row in rows]
        legs = sum(row["class"] == "leg" for row in rows)
        if sum(values) > limits[kind, "all"] or legs > limits[kind, "leg"]:
            over.add(label)
    assert over <= {"1236", "2540", "2639", "2640"}


def test_chipyongni_battalions_and_their_sectors():
    """18.3.1: nine platoons to a battalion; 18.4: Task Force Crombez."""
    for battalion in "123":
        rows = found("chipyongni", regiment="23", battalion=battalion)
        assert len(rows) == 9
        assert {row["at"] for row in rows} == {(f"sector_{battalion}",)}
    assert len(found("chipyongni", nation="french")) == 9
    assert Counter(row["type"] for row in found("chipyongni", side="un")) == {
        "infantry": 9 * 4 + 1,
        "ranger": 3,
        "engineer": 3,
        "gun": 4,
        "m4": 4 + 3,
        "m46": 3,
        "m19": 2,
        "m16": 2,
    }
    assert {row["at"] for row in found("chipyongni", turn=7)} == {("3332",)}
    assert set(Counter(row["regiment"] for row in found("chipyongni", side="communist")).values()) == {27}


# -------------------------------------------------------------------------------------------------------- every counter


@pytest.mark.parametrize("battle", data.BATTLES)
def test_ids_are_short_and_unique_within_a_battle(battle: str):
    rows = data.units(battle)
    assert len(UNITS[battle]) == len(rows)
    for row in rows:
        assert re.fullmatch(r"[A-Z0-9]+(/[A-Z0-9]+)?(-[0-9A-Z]+)?", row["id"]), row["id"]
        assert len(row["designation"]) <= 7
        assert not data.board(battle).grid.has(row["id"])


@pytest.mark.parametrize("battle", data.BATTLES)
def test_every_counter_has_figures_a_class_points_and_a_rule(battle: str):
    for row in data.units(battle):
        assert row["side"] in ("un", "communist")
        assert f"F-{row['source']}" in RULES, row["id"]
        assert set(row["prov"].values()) <= set(PROVENANCE)
        if row["class"] == "marker":
            assert row["figures"] in CHARTS["air" if row["type"] == "air" else "calibres"].rows
            assert row["side"] == "un" or row["type"] == "mortar"  # 5.1.7.A
            continue
        assert row["figures"] in CHARTS["strengths"].rows
        assert row["vp"] in CHARTS["victory"].rows
        assert row["vp"].startswith(battle)
        assert row["nation"] in data.look(battle)["nation"]
        assert (row["type"] == "gun") == bool(row["calibre"])
        assert not row["calibre"] or row["calibre"] in CHARTS["calibres"].rows
        withdrawal = row["withdrawal"]
        assert not withdrawal or any(name.startswith(withdrawal) for name in CHARTS["withdrawals"].rows)
        last = {"naktong": 16, "chosin": 13, "chipyongni": 7}[battle]
        assert 1 <= row["turn"] <= last


@pytest.mark.parametrize("battle", data.BATTLES)
def test_every_counter_can_stand_where_it_starts_or_enters(battle: str):
    board = data.board(battle)
    closed = board.terrain.get("i", 0)
    for row in data.units(battle):
        if row["class"] == "marker":
            assert row["at"] == ()
            continue
        here = places(battle, row)
        assert here, row["id"]
        assert row["way"] in ("setup", "hex", "edge", "together")
        if row["side"] == "un":
            closed |= board.terrain.get("v", 0)
        if row["class"] == "vehicle":
            open_ = here & (board.terrain["c"] | roads(battle))
            assert open_ if len(row["at"]) == 1 and not row["at"][0].isdigit() else open_ == here, row["id"]
        elif row["way"] == "setup":
            assert here & ~closed, row["id"]
        if row["way"] in ("edge", "together", "hex"):
            inner = [h for h in bits(here) if sum(board.in_play >> n & 1 for n in board.grid.neighbours[h]) == 6]
            assert inner == [], row["id"]


def test_types_are_leg_units_or_vehicles_as_the_booklet_says():
    """2.4.3: what has a silhouette is a vehicle, tanks and antiaircraft vehicles are armoured."""
    vehicles = {name for name, kind in TYPES.items() if kind["class"] == "vehicle"}
    assert vehicles == {"m4", "m24", "m26", "m46", "t34", "m19", "m16", "gun", "truck"}
    assert {name for name, kind in TYPES.items() if kind.get("armoured")} == vehicles - {"gun", "truck"}
    assert {name for name, kind in TYPES.items() if kind.get("aaaaw")} == {"m19", "m16"}
    assert {name for name, kind in TYPES.items() if kind.get("area")} == {"m19", "gun", "air", "mortar", "barrage"}
    steady = {"infantry", "marine_infantry", "ranger", "recon", "engineer"}  # 5.3.2
    assert {name for name, kind in TYPES.items() if kind.get("steady")} == steady
    assert {row["type"] for _, row in ROWS} <= set(TYPES)


def test_victory_classes_are_the_booklets():
    """15.2.2, 15.3.2."""
    for row in found("chosin", side="un"):
        precious = row["tank"] or row["aaaaw"] or row["support"] or row["regiment"] == "185E"
        wanted = "hq" if row["id"] == "HQ" else "train" if row["train"] else "precious" if precious else "other"
        assert row["vp"] == f"chosin_{wanted}", row["id"]
    for row in found("chipyongni", side="un"):
        gun = row["tank"] or row["aaaaw"] or row["artillery"]
        wanted = "gun" if gun else "french" if row["nation"] == "french" else "other"
        assert row["vp"] == f"chipyongni_{wanted}", row["id"]


def test_guns_and_vehicles_with_one_step_have_no_reduced_side():
    one = {row["figures"] for _, row in ROWS if row["type"] in ("gun", "m19", "m16", "truck") or row["support"]}
    one.add("d23")
    chart = CHARTS["strengths"]
    assert {name for name in chart.rows if not chart[name, "reduced_fire"]} == one
    assert chart["gun_105", "range"] == 15
    assert set(chart.rows) == {row["figures"] for _, row in ROWS if row["class"] != "marker"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_counter_has_a_name_of_its_own(language: str):
    texts = Texts(language, PACKAGE)
    ids = {row["id"] for _, row in ROWS}
    names = {name: texts.say(f"unit.{name}") for name in ids}
    assert len(set(names.values())) == len(ids)
    assert {key[5:] for key in catalogue(PACKAGE, language) if key.startswith("unit.")} == ids


def test_spanish_names_have_the_gender_of_their_head():
    texts = Texts("es", PACKAGE)
    for name, form in {
        "A/34-1": 1,
        "3/240": 1,
        "B/57": 1,
        "HQ": 0,
        "D23": 0,
        "TR-1": 0,
        "AIR-1": 0,
        "B/13FA": 1,
    }.items():
        assert noun(texts.say(f"unit.{name}"))[1] == form, name
