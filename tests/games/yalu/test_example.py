"""24 Example of play: the Communist movement of Nov IV, move by move."""

import shutil
import tomllib
from pathlib import Path

import pytest

from parallel38 import new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.records import Record, first_disagreement
from parallel38.games import title
from parallel38.games.yalu.rules import zones
from parallel38.games.yalu.state import UN

from .table import rules_of, spent, where

EXAMPLE = tomllib.loads(Path(__file__).with_name("example.toml").read_text())
RECORDS = Path(__file__).parents[2] / "records"


def begin() -> Game:
    game = new_game("yalu", dice=Dice.scripted(EXAMPLE["dice"]))
    game.play(f"place G-1 {EXAMPLE['guerrilla']}")
    return game


@pytest.mark.rule("D-4.3", "D-19.3", "D-21.5", "D-6.1.1.4", "D-11.2.1", "D-9.1.1", "D-9.2.3.2", "D-9.2.3.3")
def test_every_move_costs_and_ends_as_told():
    game = begin()
    assert game.view()["track"]["asp"] == 12
    for move in EXAMPLE["move"]:
        units = list(move["end"])
        key, args = game.describe(game.parse(move["do"]))
        if "mp" in move:
            assert key == "action.move"
            assert args["mp"] / game.rules.point == move["mp"], move["do"]
        if "need" in move:
            assert args["need_words"] == [move["need"]], move["do"]
        game.play(move["do"])
        assert {u: where(game, u) for u in units} == move["end"], move["do"]
        for unit in units if "mp" in move else ():
            assert spent(game, unit) == move["mp"]
        for unit, points in move.get("spent", {}).items():
            assert spent(game, unit) == points
    assert game.last.dice_used == len(EXAMPLE["dice"]), "every die of the example was used, and no other"
    assert "neutralized" not in str(game.to_position()), "nobody overstacked on the way"


@pytest.mark.rule("D-8.1.1", "D-8.2.2", "D-8.3.1.1", "D-8.3.1.3")
def test_stops_and_starts_lie_in_zones_as_told():
    game = begin()
    zone = zones.zone(game.state, UN)
    names = game.rules.names
    start = {u: game.state.where[names.unit_number(u)] for move in EXAMPLE["move"] for u in move["end"]}
    assert {u for u, h in start.items() if zone >> h & 1} >= set(EXAMPLE["began_in_a_zone"])
    assert not zone >> start["PVA-40-118"] & 1
    for move in EXAMPLE["move"]:
        game.play(move["do"])
        for unit in move["end"]:
            if unit in EXAMPLE["stopped"]:
                assert zone >> names.place_code(where(game, unit)) & 1, unit
    # the NKPA 5th went from zone to zone: it neither walks on nor infiltrates
    game = begin()
    assert rules_of(game, "move NKPA-5 1012-1013~1114") == ["D-8.3.1.3"]
    assert rules_of(game, "move PVA-20-89 1011-1012-1013") == ["D-8.3.1.1"]


def test_the_golden_record_of_the_example(tmp_path: Path):
    """The record that version 0.1.0 wrote of the example loads, is whole, and today's rules agree with it."""
    path = tmp_path / "example.record"
    shutil.copy(RECORDS / "yalu-example-movement-0.1.0.record", path)
    game = Record.open(path, title).game
    assert first_disagreement(game) is None
    fresh = begin()
    for move in EXAMPLE["move"]:
        fresh.play(move["do"])
    assert game.hash() == fresh.hash()
    actions = [fresh.notation(e.action) for e in fresh.entries()[1:] if e.action]
    assert [game.notation(e.action) for e in game.entries()[1:] if e.action] == actions
