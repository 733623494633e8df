"""The guided first Operations Segment: every action is legal where it stands, and what each step says is so."""

import re

import pytest

from parallel38 import desk, new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES
from parallel38.games.korean_war.rules import engagement, values
from parallel38.games.korean_war.rules.operations import Operating

from .field import flags, number, said, where, why

GUIDE = desk.tutorial("korean_war", "en")
TEXT = {step["name"]: step["text"] for step in GUIDE["steps"]}


def until(name: str = "") -> Game:
    """The game when a step is read, or at the end of the story."""
    game = new_game("korean_war", scenario="invasion", dice=Dice.scripted(GUIDE["dice"]))
    for step in GUIDE["steps"]:
        for line in step["first"]:
            game.play(line)
        for unit in step["units"]:
            assert where(game, unit) in step["hexes"], (step["name"], unit)
        if step["name"] == name:
            break
        for line in step["do"]:
            assert game.notation(game.parse(line)) == line, "written as records write it"
            game.play(line)
    return game


def figures(game: Game, unit: str) -> list[int]:
    """Attack, anti-tank and defense of a unit as its counter shows them."""
    rules, u = game.state.rules, number(game, unit)
    tired = game.state.fatigued(u)
    return [row[tired][u] for row in (rules.attack, rules.anti_tank, rules.defense)]


def test_the_story_ends_as_told():
    game = until()
    assert game.last.dice_used == len(GUIDE["dice"])
    places = {"NK-3": "4118", "NK-6": "4313", "ROKR-9": "3816", "ROKR-2": "4021", "TF-SMITH": "2120", "FEC-24": "1027"}
    assert {unit: where(game, unit) for unit in places} == places
    assert not game.rules.names.grid.has(where(game, "ROKR-12"))
    assert (game.state.turn, game.rules.phase_key(game.state)) == (2, "phase.operations")
    grid = game.state.rules.grid
    assert grid.distance(grid.hex("1027"), grid.hex("0928")) == 1, "beside Pusan"
    assert not [unit for unit in ("NK-3", "NK-6", "ROKR-2") if "fatigued" in flags(game, unit)]


def test_the_division_has_the_figures_that_the_first_step_names():
    game = until("counter")
    assert figures(game, "NK-3") == [*map(int, re.findall(r"(?:attack|anti-tank|defense) (\d+)", TEXT["counter"]))]
    assert game.state.steps(number(game, "NK-3")) == 3
    tanks = [game.rules.names.units[a] for a in game.state.assets(number(game, "NK-3"))]
    assert sorted(tanks) == ["NKA-105", "NKA-109"]


def test_depots_come_in_august():
    """Until then a unit has its printed figures wherever it stands."""
    dice = Dice.from_plain({"kind": "script", "script": GUIDE["dice"], "seed": 3})
    game = new_game("korean_war", scenario="invasion", dice=dice)
    while game.rules.phase_key(game.state) != "phase.depot_placement":
        assert not [*game.state.depots(0), *game.state.depots(1)]
        assert desk.situation(game, "en")["turn_text"] == "August 1950" or not values.charted(
            game.state, number(game, "NK-3")
        )
        lines = [row["do"] for row in desk.actions(game, "en")]
        game.play(next((line for line in ("end", "pass") if line in lines), lines[-1]))
    assert desk.situation(game, "en")["turn_text"] == "August 1950"
    assert values.charted(game.state, number(game, "NK-3"))


def test_an_activation_has_two_points_in_june_and_three_in_july():
    for name, points in (("march", 2), ("", 3)):
        game = until(name)
        top = game.state.top
        assert isinstance(top, Operating)
        assert (top.left, top.first_points(game.state, number(game, "NK-1"))) == (2, points)
    top = until("active").state.top
    assert isinstance(top, Operating)
    assert top.ap == 1


def test_while_one_unit_is_active_no_other_is():
    step = next(step for step in GUIDE["steps"] if step["name"] == "active")
    assert why(until("active"), step["why"]) == ["W-7.2f"]


def test_the_steps_about_the_fight_tell_what_the_game_reckons():
    game = until("armor")
    odds = desk.plan(game, "attack NK-3 normal NKA-105,NKA-109", "en")["odds"]
    assert (odds["ratio"], odds["total"]) == ("12:2", 0)
    armor = odds["branches"][0]
    assert armor["text"].startswith("Armor 16 against anti-tank 1")
    assert [row["drm"] for row in armor["modifiers"]] == [-3], "less 3 on such rough ground"
    alone = desk.plan(game, "attack NK-3 normal", "en")["odds"]["branches"][0]
    assert next(row["key"] for row in alone["rows"] if row["label"] == "1") == "-", "alone a 1 does nothing"

    game = until("aircraft")
    fight = game.state.top
    assert fight.bonus == 2
    tracks = {row["name"]: row["text"] for row in desk.situation(game, "en")["tracks"]}
    assert tracks["air_bonus"] == "3", "three times in June"
    game = until("retreat")
    assert engagement.total(game.state, game.state.frames[-2]) == 3
    assert game.state.steps(number(game, "ROKR-9")) == 1
    assert {"stand 4118"} <= {row["do"] for row in desk.actions(game, "en")}


def test_the_fatigued_division_has_half_its_figures():
    game = until("intensive")
    assert (flags(game, "NK-3"), figures(game, "NK-3")) == ("fatigued", [6, 2, 4])
    assert why(game, "move NK-3 4017") == ["W-7.1b"]
    assert desk.plan(game, "attack NK-6 intensive", "en")["odds"]["total"] == 1


def test_the_city_is_worth_a_point():
    game = until("city")
    assert [goal["text"] for goal in desk.situation(game, "en")["goals"]] == ["22, wins from 15", "win at 6 or less"]
    assert desk.situation(game, "en")["goals"][0]["wanted"] == "The UN wins with 15 points or more"
    assert desk.situation(until("reserve"), "en")["goals"][0]["text"] == "21, wins from 15"


def test_an_asterisk_ends_the_segment_after_the_pass():
    game = until("pass")
    top = game.state.top
    assert isinstance(top, Operating)
    assert (top.side, top.left) == ("communist", 1)
    assert "cut_short" in said([*until("smith").entries()])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_something(language: str):
    steps = desk.tutorial("korean_war", language)["steps"]
    assert 12 <= len(steps) <= 16
    assert not [step["name"] for step in steps if "tutorial." in step["title"] + step["text"]]
