"""The guided first turn: every action of it is legal where it stands, and the dice tell the booklet's story."""

from pathlib import Path

import pytest

from parallel38 import new_game
from parallel38.desk.guide import guide
from parallel38.desk.tutorial import tutorial
from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError
from parallel38.engine.records import Record
from parallel38.engine.texts import LANGUAGES
from parallel38.games import title

from .table import rules_of, where


def played(seed: int | None = None):
    guide = tutorial("yalu", "en")
    game = new_game("yalu", dice=Dice.scripted(guide["dice"], seed))
    for step in guide["steps"]:
        for line in step["first"]:
            game.play(line)
        if step["why"]:
            assert rules_of(game, step["why"]) == ["D-8.3.1.3"]
        for unit in step["units"]:
            assert game.rules.names.grid.has(where(game, unit)), (step["name"], unit)
        for line in step["do"]:
            assert game.notation(game.parse(line)).startswith(line), "written as records write it"
            game.play(line)
    return game


def test_the_story_ends_as_told():
    game = played()
    assert game.last.dice_used == len(tutorial("yalu", "en")["dice"])
    assert [where(game, unit) for unit in ("PVA-20-58", "PVA-38-112", "NKPA-5")] == ["1113", "0914", "1011"]
    gone = ("ROK-8", "ROK-7", "US-2", "PVA-40-118")
    assert not [unit for unit in gone if game.rules.names.grid.has(where(game, unit))]
    assert game.rules.phase_key(game.state) == "phase.un_bombardment"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_something(language: str):
    steps = tutorial("yalu", language)["steps"]
    assert 12 <= len(steps) <= 15
    assert not [s["name"] for s in steps if "tutorial." in s["title"] + s["text"]]
    with pytest.raises(BadInputError):
        tutorial("chess", language)


def test_afterwards_dice_come_from_the_seed_and_can_be_checked(tmp_path: Path):
    game = played(seed=5)
    record = Record.create(tmp_path / "guided.record", game)
    while record.game.turn == "Nov IV":
        record.play("end")
    assert record.game.last.dice_used > len(game.dice.script), "weather was rolled without being asked for"
    again = Record.open(record.path, title).game
    assert again.hash() == record.game.hash()
    assert again.dice == game.dice
    assert Dice.from_plain(game.dice.to_plain()) == game.dice
    with pytest.raises(BadInputError):
        Dice.from_plain({"kind": "script", "script": [1], "seed": "five"})


def test_the_guide_is_told_by_the_game_s_own_actions():
    """A stack may be moved in parts and lists be in any order; what leaves the story is named; reading is no action."""
    steps = tutorial("yalu", "en")["steps"]
    game = new_game("yalu", dice=Dice.scripted(tutorial("yalu", "en")["dice"], 1))
    read = [steps[0]["name"]]

    def at(*names: str) -> tuple[str, list[str], int | None]:
        found = guide(game, [*read, *names])
        return steps[found["step"]]["name"], found["todo"], found["astray"]

    assert guide(game, [])["step"] == 0
    assert at() == ("guerrilla", ["place G-1 1118"], None)
    game.play("place G-1 1118")
    game.play("move PVA-39-117 0413-0514-0614")
    assert at() == ("move", ["move PVA-39-115,PVA-39-116 0413-0514-0614"], None)
    game.play("move PVA-39-116,PVA-39-115 0413-0514-0614")
    assert at()[0] == "zone"
    game.play("move PVA-38-112 0912-1012")
    assert at()[2] == game.number
    game.undo()
    assert at()[2] is None


def test_the_guide_ends_with_the_story():
    steps = tutorial("yalu", "en")["steps"]
    game = played()
    assert guide(game, [step["name"] for step in steps])["step"] is None
    assert steps[guide(game, [])["step"]]["do"] == [], "only what was not read is left"
    with pytest.raises(BadInputError):
        guide(new_game("mobile_war", seed=1), [])
