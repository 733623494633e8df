"""Pages say names before numbers: places by their names, many units by their formations. Others name what is typed."""

import pytest

from parallel38 import desk, new_game
from parallel38.engine.ruleset import Ruleset


@pytest.fixture(scope="module")
def yalu() -> Ruleset:
    return new_game("yalu").rules


@pytest.fixture(scope="module")
def mobile_war() -> Ruleset:
    return new_game("mobile_war").rules


def numbers(rules: Ruleset, *names: str) -> list[int]:
    return [rules.names.unit_number(name) for name in names]


SEVEN = ("PVA-42-124", "PVA-42-125", "PVA-42-126", "PVA-20-58", "PVA-20-59", "PVA-20-60", "PVA-20-89")


@pytest.mark.parametrize(
    ("language", "units", "said"),
    [
        ("en", SEVEN, "42nd and 20th Armies, 7 divisions"),
        ("es", SEVEN, "42.º y 20.º Ejércitos, 7 divisiones"),
        ("en", (*SEVEN, "NKPA-5"), "42nd and 20th Armies (7 divisions) and NKPA 5th Division"),
        ("en", SEVEN[:3], "42nd Army, 3 divisions"),
        ("en", SEVEN[:2], "PVA 124th and 125th Divisions"),
        ("es", SEVEN[:2], "124.ª y 125.ª Divisiones PVA"),
        ("en", SEVEN[:1], "PVA 124th Division"),
    ],
)
def test_many_units_are_told_by_their_formations(yalu: Ruleset, language: str, units: tuple[str, ...], said: str):
    assert yalu.texts(language, brief=True).value("units", numbers(yalu, *units)) == said


def test_regiments_are_told_by_their_division(mobile_war: Ruleset):
    regiments = numbers(mobile_war, "NK-1/1", "NK-2/1", "NK-3/1")
    english, spanish = (mobile_war.texts(language, brief=True) for language in ("en", "es"))
    assert english.value("units", regiments) == "North Korean 1st Division, 3 regiments"
    assert english.value("units", regiments[:2]) == "North Korean 1st and 2nd Regiments (1st Division)"
    assert spanish.value("units", regiments[:2]) == "1.er y 2.º Regimientos norcoreanos (1.ª División)"


def test_what_agrees_with_a_group_is_plural(yalu: Ruleset):
    texts = yalu.texts("es", brief=True)
    both, army = numbers(yalu, *SEVEN[:2]), numbers(yalu, *SEVEN)
    assert texts._put("units", both, "El") == "Las 124.ª y 125.ª Divisiones PVA"
    assert texts._put("units", both, "o") == "as"
    assert texts._put("units", army, "ataca|atacan") == "atacan"


def test_a_place_is_told_by_its_name(yalu: Ruleset):
    huichon = yalu.names.place_code("0812")
    assert yalu.texts("en", brief=True).value("to_hex", huichon) == "Huichon"
    assert yalu.texts("en").value("to_hex", huichon) == "0812", "what is typed at a terminal"
    assert yalu.texts("en", brief=True).value("hex", yalu.names.place_code("0813")) == "0813", "it has no name"
    seoul = yalu.names.place_code("2226")
    said = yalu.texts("es", brief=True).say("log.city_taken", {"side": "un", "city_key": "city.Seoul", "hex": seoul})
    assert said == "la ONU toma Seúl (2226).", "the number where the name is there already"


def test_a_place_that_the_map_does_not_letter_is_a_number(mobile_war: Ruleset):
    texts = mobile_war.texts("en", brief=True)
    for name in ("Yongwon-N", "Yudam-ni-W"):
        h = mobile_war.board.places[name]
        assert texts.value("hex", h) == mobile_war.names.grid.label(h)


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "40th Army · in supply · 6 of 6 MP"), ("es", "40.º Ejército · con suministro · 6 de 6 PM")],
)
def test_a_unit_is_listed_with_formation_supply_and_points(language: str, note: str):
    game = new_game("yalu")
    row = next(unit for unit in desk.situation(game, language)["units"] if unit["id"] == "PVA-40-118")
    assert row["note"] == note


def test_a_moved_unit_is_listed_with_the_points_that_it_has_left():
    game = new_game("yalu")
    while game.rules.phase_key(game.state) != "phase.communist_movement":
        game.play(next(game.legal_actions()))
    game.play("move PVA-40-118 0813")
    row = next(unit for unit in desk.situation(game, "en")["units"] if unit["id"] == "PVA-40-118")
    assert row["note"].endswith("4 of 6 MP")
