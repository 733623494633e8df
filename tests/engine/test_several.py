"""Several actions in a line, undone and redone as one; undo over what a computer had to do; taking back and redoing."""

from pathlib import Path

import pytest

from parallel38 import Game, new_game
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.flow import RefusedError
from parallel38.engine.records import Record
from parallel38.games import title
from tests.games.mobile_war.field import field

TWO = "move NKPA-24 1701-1601-1502; move NKPA-5 1012-1013"


def started() -> Game:
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    return game


def test_a_line_is_taken_apart_at_semicolons_and_at_the_units_of_an_action_for_one():
    game = started()
    assert game.apart(TWO) == ["move NKPA-24 1701-1601-1502", "move NKPA-5 1012-1013"]
    assert game.apart("place G-1,G-2 1118") == ["place G-1 1118", "place G-2 1118"]
    assert game.apart("move NKPA-24,NKPA-5 1502") == ["move NKPA-24,NKPA-5 1502"]


@pytest.mark.rule("K-MOV-C1")
def test_three_units_move_as_a_stack_and_one():
    game = field({"1835": "NK-1,NK-2,NK-3", "2042": "ROK-1"}, side="communist")
    line = "move NK-1,NK-2,NK-3 1834"
    assert game.apart(line) == ["move NK-1,NK-2 1834", "move NK-3 1834"]
    assert [refusal.rule for refusal in game.why_not(line)][:1] == ["K-MOV-C1"]


def test_actions_of_a_line_are_played_undone_and_redone_together(tmp_path: Path):
    record = Record.create(tmp_path / "a.record", started())
    before = record.game.hash()
    entries = record.play_lines(record.game.apart(TWO))
    after = record.game.hash()
    assert [(entry.number, entry.joined) for entry in entries] == [(2, False), (3, True)]
    again = Record.open(record.path, title)
    again.undo()
    assert (again.game.number, again.game.hash()) == (1, before)
    again = Record.open(record.path, title)
    assert len(again.redo()) == 2
    assert again.game.hash() == after == Record.open(record.path, title).game.hash()


def test_of_a_line_all_is_played_or_nothing(tmp_path: Path):
    record = Record.create(tmp_path / "a.record", started())
    before = record.path.read_bytes()
    with pytest.raises(RefusedError):
        record.play_lines(["move NKPA-24 1701-1601-1502", "move NKPA-5 1012-1113"])
    with pytest.raises(BadInputError) as caught:
        record.play_lines(["move PVA-20-58 1011-1012~1013", "move NKPA-24 1701-1601-1502"])
    assert caught.value.key == "die_between"
    assert (record.game.number, record.path.read_bytes()) == (1, before)


def test_undo_passes_over_what_a_computer_had_to_do_or_did_not_do():
    game = started()
    game.play("end")
    game.play("end")
    assert game.decider == "un"
    phase = game.moment()
    game.play("end")
    assert game.undo(computers=["un"]).by == "communist"
    assert (game.number, game.moment()[1]) == (2, "phase.communist_combat")
    assert [entry.number for entry in game.redo()] == [3, 4]
    assert game.moment() != phase


def test_undo_never_takes_back_a_decision_of_the_computer():
    game = started()
    game.play("end")
    game.play("end")
    while game.moment()[1] != "phase.un_movement":
        game.play("end")
    game.play(next(action for action in game.legal_actions() if action.verb() == "move"))
    n = game.number
    game.play("end")
    found = game.to_undo(computers=["un"])
    assert isinstance(found, NotNowError)
    assert (found.key, found.arguments["n"]) == ("undo_other", n)


def test_what_was_taken_back_is_redone_with_its_dice(tmp_path: Path):
    record = Record.create(tmp_path / "a.record", started())
    record.play("move NKPA-24 1701-1601-1502")
    record.play("move PVA-20-58 1011-1012~1013")
    number, after = record.game.number, record.game.hash()
    record.take_back(1)
    assert (record.game.number, record.game.branch) == (1, 1)
    again = Record.open(record.path, title)
    assert len(again.redo()) == number - 1
    assert again.game.hash() == after
    again.play("move PVA-20-59 1011-1012~1013")
    assert again.game.last.branch == 1, "dice that were not thrown before are those of the new branch"
    assert Record.open(record.path, title, check_dice=True).game.hash() == again.game.hash()
    again.take_back(1)
    again.play("move NKPA-5 1012-1013")
    with pytest.raises(NotNowError):
        again.redo()
