"""Ending a game by agreement: resigning and drawing, at any time."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parallel38 import new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import RefusedError
from parallel38.engine.records import Record
from parallel38.games import title


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


def test_a_side_resigns_for_itself_alone():
    game = new_game("yalu", seed=1)
    with pytest.raises(RefusedError, match="resign for itself"):
        game.play("resign un", by="communist")
    assert not game.over
    assert [refusal.text for refusal in game.reasons("resign un", "communist")] == ["engine_resign_other"]
    game.play("resign un", by="un")
    assert game.winner == "communist"


def test_nobody_draws_alone():
    game = new_game("yalu", seed=1)
    for side in ("un", "communist"):
        with pytest.raises(RefusedError, match="needs both"):
            game.play("draw", by=side)
    game.remark("draw", "un")
    with pytest.raises(RefusedError, match="needs both"):
        game.play("draw", by="un")
    game.play("draw", by="communist")
    assert (game.over, game.winner) == (True, None)


def offered(tmp_path: Path) -> Record:
    """A record in which the UN offers a draw after two actions."""
    record = Record.create(tmp_path / "g.record", new_game("yalu", seed=1))
    record.play("place G-1 1118")
    record.play("move NKPA-24 1701-1601-1502")
    record.remark("draw", "un")
    assert record.game.draw_offer == "un"
    return record


def test_an_offer_is_kept_with_the_game(tmp_path: Path):
    record = offered(tmp_path)
    assert Record.open(record.path, title).game.draw_offer == "un"
    assert Record.create(tmp_path / "copy.record", record.game).game.draw_offer == "un"
    assert Record.open(tmp_path / "copy.record", title).game.draw_offer == "un"
    assert record.game.copy().draw_offer == "un"


def ways_on(record: Record) -> dict[str, Callable[[], object]]:
    """Everything after which an offer has ended, so that the situation in which it was made may be there again."""
    return {
        "played on": lambda: record.play("move NKPA-5 1012-1011"),
        "played and undone": lambda: (record.play("move NKPA-5 1012-1011"), record.undo()),
        "undone": record.undo,
        "undone and redone": lambda: (record.undo(), record.redo()),
        "taken back": lambda: record.take_back(1),
    }


@pytest.mark.parametrize("way", ["played on", "played and undone", "undone", "undone and redone", "taken back"])
def test_an_offer_ends_with_whatever_comes_next(tmp_path: Path, way: str):
    record = offered(tmp_path)
    ways_on(record)[way]()
    Record.create(tmp_path / "copy.record", record.game)
    for game in (record.game, Record.open(record.path, title).game, Record.open(tmp_path / "copy.record", title).game):
        assert game.draw_offer is None
        assert game.why_not("draw", by="communist")
    record.remark("draw", "un")
    assert Record.open(record.path, title).game.draw_offer == "un", "it can be offered again"


def test_an_offer_that_cannot_be_stored_is_not_made(tmp_path: Path):
    record = Record.create(tmp_path / "g.record", new_game("yalu", seed=1))
    record.path.write_text("")
    with pytest.raises(BadInputError):
        record.remark("draw", "un")
    assert record.game.draw_offer is None
