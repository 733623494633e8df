"""The guided first turns: every action is legal where it stands, and what each step says is so."""

import pytest

from parallel38 import desk, new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES

from .field import lost, where, why

GUIDE = desk.tutorial("forgotten_war", "en")


def until(name: str = "") -> Game:
    """The game when a step is read, or at the end of the story."""
    game = new_game("forgotten_war", scenario="chipyongni", dice=Dice.scripted(GUIDE["dice"]))
    for step in GUIDE["steps"]:
        for line in step["first"]:
            game.play(line)
        for unit in step["units"]:
            assert game.rules.names.grid.has(where(game, unit)), (step["name"], unit)
        if step["name"] == name:
            break
        for line in step["do"]:
            assert game.notation(game.parse(line)) == line, "written as records write it"
            game.play(line)
    return game


def test_the_story_ends_as_told():
    game = until()
    assert game.last.dice_used == len(GUIDE["dice"])
    assert [where(game, unit) for unit in ("9/356-3", "1/357-3", "1/357-2")] == ["1224", "1224", "0824"]
    assert [where(game, unit) for unit in ("B/23-3", "1/357-1")] == ["gone", "gone"]
    assert [goal["text"] for goal in desk.situation(game, "en")["goals"]] == ["1 VP", "5 VP"]
    assert not game.state.rules.nights[game.state.turn - 1], "day has come"
    assert game.rules.phase_key(game.state) == "phase.un_prep_fire"


def test_no_aircraft_flies_at_night():
    game = until("night")
    step = next(step for step in GUIDE["steps"] if step["name"] == "night")
    assert why(game, step["why"]) == ["F-5.1.7.3.A"]


def test_the_platoons_stop_outside_the_range_of_the_ring():
    game = until("mass")
    grid = game.state.rules.grid
    ring = [h for h in game.state.stacks(0) if game.state.rules.prepared >> h & 1]
    assert min(grid.distance(grid.hex("0924"), h) for h in ring) == 3
    assert game.state.rules.far["direct_infantry"] == 2


def test_the_step_about_the_retreat_names_every_way():
    game = until("retreat")
    step = next(step for step in GUIDE["steps"] if step["name"] == "retreat")
    ends = {row["hex"] for row in desk.actions(game, "en") if row["verb"] == "retreat"}
    assert ends == {"0823", "0824"}
    assert ends <= {*step["hexes"]}
    told = [row["text"] for row in desk.actions(game, "en") if row["verb"] == "retreat"]
    assert all("vacant, away from the enemy" in text for text in told)
    assert desk.situation(game, "en")["end"] is None, "it must go"
    assert lost(game, "1/357-2") == 1


def test_the_steps_about_fights_tell_what_the_game_reckons():
    assert lost(until("rush"), "1/357-1") == 1
    assert desk.plan(until("rifles"), "fire C/23-1 1125 1/357-1", "en")["odds"]["ratio"] == "6"
    game = until("assault")
    odds = desk.plan(game, "assault 1224 9/356-3,1/357-3", "en")["odds"]
    assert (odds["ratio"], odds["total"]) == ("+6", 1)
    assert lost(game, "B/23-3") == 1
    modifiers = desk.plan(until("bullets"), "fire 9/356-3 1224 B/23-3", "en")["odds"]["modifiers"]
    assert [row["drm"] for row in modifiers] == [1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_something(language: str):
    steps = desk.tutorial("forgotten_war", language)["steps"]
    assert 12 <= len(steps) <= 16
    assert not [step["name"] for step in steps if "tutorial." in step["title"] + step["text"]]
