"""What is shown follows the edition and the scenario of a game, and not those that are usual for its title."""

import pytest

from parallel38 import desk, new_game
from parallel38.coverage import report
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import LANGUAGES
from parallel38.engine.titles import Title
from parallel38.games import NAMES


def test_a_title_says_what_each_edition_has(small: Title):
    found = desk.titles("en")
    assert [one["name"] for one in found] == [*NAMES, "small"], "after ours"
    shown = found[-1]
    assert [(one["name"], one["reconstructed"]) for one in shown["editions"]] == [("first", False), ("second", True)]
    scenarios = [(one["name"], one["board"], one["editions"]) for one in shown["scenarios"]]
    assert scenarios == [("ford", "ford", ["first", "second"]), ("ridge", "ridge", ["second"])]
    assert {one["name"]: one["editions"] for one in (*shown["options"], *shown["rulings"])} == {
        "night": ["first", "second"],
        "fog": ["second"],
        "tie": ["first"],
    }
    assert [(one["name"], one["corners"]) for one in shown["sides"]] == [("blue", "round"), ("red", "cut")]
    first = ["communist", "communist", "un", "communist", "blue"]
    assert [one["sides"][0]["name"] for one in found] == first, "those that decide first"
    assert shown["tutorials"] == [
        {"edition": "second", "scenario": "ridge"},
        {"edition": "first", "scenario": "ford"},
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_shows_its_own_board_units_and_charts(small: Title, language: str):
    for edition, scenario, units in (
        ("first", "ford", {"B-1", "B-2", "R-1"}),
        ("second", "ford", {"B-1", "B-2", "R-1", "R-2"}),
        ("second", "ridge", {"B-1", "B-3", "R-1", "R-2"}),
    ):
        game = new_game("small", edition=edition, scenario=scenario, seed=1)
        found = desk.situation(game, language)
        assert (found["edition"], found["scenario"], found["board"]) == (edition, scenario, scenario)
        assert {one["id"] for one in found["units"]} == units
        texts = game.rules.texts(language)
        assert all(one["name"] == texts.say(f"unit.{one['id']}") for one in found["units"]), "no other unit's name"
        assert set(desk.faces(game)) == {one["face"] for one in found["units"]}
        hexes = desk.map_of("small", found["board"], language)["hexes"]
        assert all(one["place"] in hexes for one in found["units"])
        steps = next(chart for chart in desk.charts(game, language) if chart["name"] == "steps")
        assert steps["rows"][0]["cells"][0]["value"] == (1 if edition == "first" else 2)
        assert not steps["rows"][0]["cells"][0]["changed"], "compared with the figures of its own edition"
        assert set(desk.words(game, language)["sides"]) == {"blue", "red"}


def test_a_start_is_that_of_edition_and_scenario(small: Title):
    ford = desk.start("small", "en")
    ridge = desk.start("small", "en", scenario="ridge")
    assert (ford["board"], {one["id"] for one in ford["units"]}) == ("ford", {"B-1", "B-2", "R-1"})
    assert (ridge["board"], {one["id"] for one in ridge["units"]}) == ("ridge", {"B-1", "B-3", "R-1", "R-2"})


def test_a_drawing_of_a_board_names_its_own_relief(small: Title):
    assert desk.board_svg("small", "ridge", "en") != desk.board_svg("small", "ford", "en")
    assert 'href="/api/boards/yalu/yalu/relief.jpg"' in desk.board_svg("yalu", "yalu", "en")
    assert "relief.jpg" not in desk.board_svg("small", "ridge", "en"), "it has none"
    assert [desk.map_of(*board, "en")["relief"] for board in (("yalu", "yalu"), ("small", "ford"))] == [True, False]
    with pytest.raises(BadInputError) as error:
        desk.map_of("small", "sea", "en")
    assert error.value.key == "unknown_board"


NUMBERS = ("1.1", "1.2", "5.1", "5.2", "5.3", "9.1", "9.2")


def test_rules_and_chapters_of_editions_do_not_merge(small: Title):
    assert [rule["id"] for rule in desk.rules("small", "en")] == [f"A-{n}" for n in NUMBERS]
    assert [rule["id"] for rule in desk.rules("small", "en", "second")] == [f"B-{n}" for n in NUMBERS]
    named = [[one["text"] for one in desk.chapters("small", "en", edition)] for edition in small.editions]
    assert named == [["Movement", "Fire", "Victory"], ["Movement", "Fire", "Weather and victory"]]
    assert [one["name"] for one in desk.charts("small", "en", "second")] == ["steps", "weather"]
    assert [one["name"] for one in desk.charts("small", "en")] == ["steps"]


def test_own_figures_are_judged_by_the_charts_of_the_edition(small: Title):
    sun = {"weather": {"sun": {"drm": 2}}}
    assert desk.own_charts("small", sun, "en", "second")["charts"] == sun
    with pytest.raises(BadInputError):
        desk.own_charts("small", sun, "en", "first")


def test_a_tutorial_is_found_by_its_edition_and_scenario(small: Title):
    assert desk.tutorial("small", "en", "first")["steps"][0]["name"] == "cross"
    assert desk.tutorial("small", "en", scenario="ridge")["steps"][0]["title"] == "Climb"
    with pytest.raises(BadInputError):
        desk.tutorial("small", "en", "second", "ford")


def test_rules_are_counted_by_edition(small: Title):
    both, second = report(small), report(small, edition="second")
    assert (both["total"], second["total"]) == (14, 7)
    assert both["editions"]["second"] == second["editions"]["second"]
    assert {rule["edition"] for rule in second["rules"]} == {"second"}
    with pytest.raises(BadInputError):
        report(small, edition="third")


def test_charts_of_another_edition_are_not_listed():
    names = {chart["name"] for chart in desk.charts("yalu", "en")}
    assert names >= {"weather", "conscripts_draft"}
    assert not {name for name in names if name.endswith("_classic")}
    old = {chart["name"] for chart in desk.charts(new_game("yalu", rulings={"conscripts": "old"}), "en")}
    assert {name for name in old if name.endswith("_classic")} == {
        "conscripts_draft_classic",
        "conscripts_limit_classic",
    }
