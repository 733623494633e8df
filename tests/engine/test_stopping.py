"""Ending a game by agreement: resigning and drawing, at any time."""

from pathlib import Path

import pytest

from parallel38 import new_game
from parallel38.engine.flow import RefusedError
from parallel38.engine.records import Record
from parallel38.games import title
from parallel38.report import Reporter


def test_who_resigns_has_lost_also_when_the_other_decides(tmp_path: Path):
    record = Record.create(tmp_path / "g.record", new_game("yalu", seed=1))
    assert record.game.decider == "communist"
    before = record.game.hash()
    record.play("resign un")
    assert (record.game.over, record.game.winner, record.game.decider) == (True, "communist", None)
    assert "resigned" in Reporter(record.game, "en").prompt()
    again = Record.open(tmp_path / "g.record", title).game
    assert (again.hash(), again.winner) == (record.game.hash(), "communist")
    record.undo()
    assert (record.game.hash(), record.game.over) == (before, False)


def test_a_draw_has_no_winner():
    game = new_game("yalu", seed=1)
    game.play("draw")
    assert (game.over, game.winner) == (True, None)
    with pytest.raises(RefusedError, match="over"):
        game.play("resign un")


def test_only_a_side_of_the_game_resigns():
    game = new_game("yalu", seed=1)
    with pytest.raises(RefusedError, match="choose un or communist"):
        game.play("resign chance")
    assert not game.over
