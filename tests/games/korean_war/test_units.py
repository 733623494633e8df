"""The counters against the rules: how many there are of each kind, what they print, how they are named."""

from collections import Counter
from math import ceil
from typing import Any

import pytest

from parallel38.engine.charts import PROVENANCE
from parallel38.engine.grammar import noun
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.korean_war import data

PACKAGE = "parallel38.games.korean_war"
Row = dict[str, Any]
UNITS: dict[str, Row] = {row["id"]: row for row in data.units()}
KINDS = data.table("units.toml")["kinds"]
COUNTS = Counter(row["kind"] for row in UNITS.values())
RULES = {row["id"] for row in data.FILES.rules()}
MOBILE = ("attack", "anti_tank", "defense")


def values(kind: str) -> dict[str, Any]:
    return next(row["values"] for row in UNITS.values() if row["kind"] == kind)


def test_how_many_counters_there_are():
    """13.1o: 22 ROK regiments; 13.3e: four Far East Command divisions, twelve regiments, four and four replacements."""
    assert len(UNITS) == len(data.units()) == 364
    assert COUNTS["rok_regt"] == 22
    assert (COUNTS["us_fec_div"], COUNTS["us_fec_regt"]) == (4, 12)
    assert (COUNTS["us_fec_div_rpl2"], COUNTS["us_fec_div_rpl1"]) == (4, 4)
    assert COUNTS["beachhead"] == 2  # 11.2ac
    assert COUNTS["un_depot"] == COUNTS["nk_depot"] == 3  # 5.1b: values add up to three at most
    assert COUNTS["para_battalion"] == 3 * COUNTS["us_para_regt"]  # 12.0c
    assert COUNTS["air_bomber"] == 5  # 15.2.ex
    assert COUNTS["task_force_smith"] == COUNTS["cw_div"] == 1
    assert sum(count for kind, count in COUNTS.items() if "_rpl" in kind) == 106


def test_every_far_east_command_unit_has_its_enhanced_counterpart():
    """13.3e: of the same size and kind."""
    for name, row in UNITS.items():
        if row["kind"] in ("us_fec_div", "us_fec_regt"):
            other = UNITS[name.replace("FEC", "US", 1)]
            assert other["kind"] == row["enhanced"]
            assert other["size"] == row["size"]
            assert other["designation"] == row["designation"]
    assert {row["kind"] for row in UNITS.values() if row["enhanced"]} == {"us_fec_div", "us_fec_regt"}


def test_divisions_break_down_into_three_of_their_own():
    """10.1o; only American and Commonwealth divisions do."""
    assert {kind for kind, row in KINDS.items() if row.get("breaks_into")} == {
        "us_fec_div",
        "us_div",
        "us_marine_div",
        "cw_div",
    }
    for name, row in UNITS.items():
        parts = [part for part in UNITS.values() if part.get("part_of") == name]
        if row["breaks_into"] and row["kind"] != "cw_div":
            assert [part["kind"] for part in parts] == [row["breaks_into"]] * 3, name
    assert COUNTS["cw_bde"] >= 3


def test_replacement_units_are_divisions_with_fewer_steps():
    """9.5g, 9.5h, 9.5i: two pools for each of the nine kinds of divisions."""
    divisions = {kind for kind, row in KINDS.items() if row["size"] == "division"}
    assert len(divisions) == 9
    for kind in divisions:
        assert [COUNTS[f"{kind}_{size}"] for size in ("rpl2", "rpl1")] == [KINDS[kind]["rpl2"], KINDS[kind]["rpl1"]]
    for row in UNITS.values():
        if row["whole"]:
            whole = next(other for other in UNITS.values() if other["kind"] == row["whole"])
            assert (row["size"], row["side"], row["nation"]) == (whole["size"], whole["side"], whole["nation"])
            assert row["steps"] == int(row["kind"][-1]) < whole["steps"] == 3
            assert row["designation"] == "RPL"


def test_steps():
    """9.5g."""
    steps = {row["size"] or row["type"]: row["steps"] for row in UNITS.values() if not row["whole"]}
    assert steps["division"] == 3
    assert steps["armor"] == 2
    assert [steps[size] for size in ("regiment", "brigade", "battalion", "garrison", "support")] == [1] * 5


def test_values_that_the_rules_state():
    """9.5i: 12-4-7 and 20-6-11; 9.3.exA, 9.3.exC, 11.2.ex, 9.1j, 5.1n, 11.2ae, 15.2.ex."""
    assert [values("us_fec_div")[name] for name in MOBILE] == [12, 4, 7]
    assert [values("us_div")[name] for name in MOBILE] == [20, 6, 11]
    assert (values("us_div")["fatigued_attack"], values("us_fec_div")["fatigued_attack"]) == (10, 6)
    assert values("us_marine_div")["attack"] == 26
    north = values("nk_div")
    assert ceil(north["defense"] / 2) == 4
    assert north["anti_tank"] == 3
    assert (north["fatigued_defense"], north["fatigued_anti_tank"]) == (4, 2)
    assert values("nk_garrison")["defense"] == 2
    assert values("un_armor")["armor"] == 8
    assert values("un_non_armor")["attack"] == 1
    assert (values("beachhead")["defense"], values("beachhead")["anti_tank"]) == (2, 1)
    assert values("air_bomber") == {"cas": 0, "interdiction": 4}
    assert values("air_fighter") == {"cas": 2, "interdiction": 1}


def test_values_that_a_report_tells():
    """6-1 and, for armor, 8-1 of a North Korean division with tanks against a ROK regiment."""
    assert values("nk_div")["attack"] // values("rok_regt")["defense"] == 6
    assert values("nk_armor")["armor"] // values("rok_regt")["anti_tank"] == 8


@pytest.mark.parametrize("kind", [kind for kind in COUNTS if "fatigued_attack" in values(kind)])
def test_the_fatigued_side_is_half(kind: str):
    found = values(kind)
    assert [ceil(found[name] / 2) for name in MOBILE] == [found[f"fatigued_{name}"] for name in MOBILE]


def test_classes_and_sides():
    """4.0a, 4.1: who commands what, and which units are combat units."""
    sides = {row["nation"]: row["side"] for row in UNITS.values()}
    assert {nation for nation, side in sides.items() if side == "communist"} == {"nk", "ccf", "soviet"}
    for row in UNITS.values():
        assert (row["class"] == "combat") == (row["size"] in ("division", "regiment", "brigade"))
        assert bool(row["size"]) == (row["class"] in ("combat", "miscellaneous"))  # 2.2d
        assert row["prov"] in PROVENANCE
        assert all(f"W-{word}" in RULES or word == "2.3" for word in row["source"].split(", ") if word), row["id"]
        assert row["prov"] not in ("inferred", "reconstructed") or row["basis"], row["id"]


def test_designations_are_unique_within_kind():
    shown = Counter(
        (row["kind"], row["designation"], row.get("part_of"))
        for row in UNITS.values()
        if row["class"] in ("combat", "asset", "air") and not row["whole"]
    )
    assert [key for key, count in shown.items() if count > 1] == []
    assert max(len(row["designation"]) for row in UNITS.values()) <= 7


def test_chinese_divisions_belong_to_armies():
    armies = Counter(row["army"] for row in UNITS.values() if row["kind"] == "ccf_div")
    assert sum(armies.values()) == 30
    assert set(armies.values()) == {3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unit_has_a_name_of_its_own(language: str):
    texts = Texts(language, PACKAGE)
    names = [texts.say(f"unit.{name}") for name in UNITS]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert {key[5:] for key in catalogue(PACKAGE, language) if key.startswith("unit.")} == set(UNITS)
    assert {f"nation.{row['nation']}" for row in UNITS.values()} <= set(catalogue(PACKAGE, language))
    assert {f"type.{row['type']}" for row in UNITS.values()} <= set(catalogue(PACKAGE, language))


def test_spanish_names_have_the_gender_of_their_size():
    texts = Texts("es", PACKAGE)
    for name, row in UNITS.items():
        form = noun(texts.say(f"unit.{name}"))[1]
        if row["size"] in ("division", "brigade") or row["type"] in ("garrison", "beachhead"):
            assert form == 1, name
        elif row["size"] == "regiment" and name != "ROKR-YNG":
            assert form == 0, name
