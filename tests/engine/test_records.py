"""Records: stored before they are answered, rebuilt from their changes, damage found and named."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from parallel38 import load, new_game
from parallel38.engine.chance import Dice, Roll
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.game import Game
from parallel38.engine.lines import SUM, first_disagreement
from parallel38.engine.previews import Note
from parallel38.engine.records import Record
from parallel38.games import title

ONE = Roll("x", 1, "D-4.1.1")


def played(path: Path, decisions: int = 30, dice: Dice | None = None) -> Record:
    record = Record.create(path, new_game("yalu", dice=dice or Dice.seed(3)))
    rng = Random(5)
    for _ in range(decisions):
        record.play(record.game.sample(rng))
    return record


def test_what_is_stored_comes_back(tmp_path: Path):
    record = played(tmp_path / "a.record")
    again = Record.open(tmp_path / "a.record", title, check_dice=True)
    assert again.game.hash() == record.game.hash()
    assert again.game.number == record.game.number
    assert again.game.decider == record.game.decider
    assert first_disagreement(again.game) is None
    assert load(tmp_path / "a.record").hash() == record.game.hash()


def test_undo_redo_and_take_back_are_stored(tmp_path: Path):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu", seed=3))
    record.play("place G-1 1118")
    record.play("move NKPA-24 1701-1601-1502")
    record.undo()
    again = Record.open(path, title)
    assert again.game.number == 1
    again.redo()
    assert Record.open(path, title).game.number == 2
    third = Record.open(path, title)
    third.play("move PVA-20-58 1011-1012~1013")
    third.take_back(1)
    last = Record.open(path, title, check_dice=True)
    assert (last.game.number, last.game.branch) == (1, 1)
    last.play("move PVA-20-58 1011-1012~1013")
    assert last.game.last.key.startswith("1|")
    assert Record.open(path, title, check_dice=True).game.hash() == last.game.hash()


def test_an_existing_file_is_not_overwritten(tmp_path: Path):
    path = tmp_path / "a.record"
    path.write_text("precious")
    with pytest.raises(BadInputError) as caught:
        Record.create(path, new_game("yalu", seed=1))
    assert caught.value.key == "file_exists"
    assert path.read_text() == "precious"
    key = tmp_path / "b.record.key"
    key.write_text("another secret")
    with pytest.raises(BadInputError) as caught:
        Record.create(tmp_path / "b.record", new_game("yalu"))
    assert caught.value.key == "file_exists"
    assert key.read_text() == "another secret"
    with pytest.raises(BadInputError) as caught:
        Record.create(tmp_path / "no" / "b.record", new_game("yalu"))
    assert caught.value.key == "no_folder"


def test_a_torn_last_line_is_dropped_with_a_notice(tmp_path: Path):
    path = tmp_path / "a.record"
    record = played(path)
    whole = path.read_bytes()
    before = whole[: whole.rstrip(b"\n").rfind(b"\n") + 1]
    path.write_bytes(whole[:-20])
    again = Record.open(path, title)
    assert again.notices[0][0] == "torn_line"
    assert again.game.number >= record.game.number - 1
    again.play(again.game.sample(Random(1)))
    assert path.read_bytes().startswith(before)
    assert Record.open(path, title).notices == []


@pytest.mark.parametrize("line", [1, 2, 5, 20])
def test_an_edited_line_is_named(tmp_path: Path, line: int):
    path = tmp_path / "a.record"
    played(path)
    lines = path.read_text().split("\n")
    lines[line - 1] = lines[line - 1].replace("1", "2", 1)
    path.write_text("\n".join(lines))
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title)
    assert caught.value.key in ("damaged_line", "not_a_record")
    assert caught.value.arguments.get("n", 1) == line


def test_a_missing_line_is_named(tmp_path: Path):
    path = tmp_path / "a.record"
    played(path)
    lines = path.read_text().split("\n")
    del lines[6]
    path.write_text("\n".join(lines))
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title)
    assert (caught.value.key, caught.value.arguments["n"]) == ("damaged_line", 7)


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"{}\n", b"\x89PNG\r\n\x1a\n\x00\xff\n", b'{"parallel38":"position"}\n']
)
def test_an_alien_file_is_refused(tmp_path: Path, content: bytes):
    path = tmp_path / "a.record"
    path.write_bytes(content)
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title)
    assert caught.value.key == "not_a_record"
    assert path.read_bytes() == content


def test_sealed_dice_are_revealed_when_the_game_is_over(tmp_path: Path):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu"))
    secret = record.game.dice.secret
    key = path.with_name("a.record.key")
    assert key.read_text().strip() == secret
    rng = Random(2)
    while record.game.winner is None:
        assert secret not in path.read_text()
        for _ in range(150):
            if record.game.winner is None:
                record.play(record.game.sample(rng))
    assert secret in path.read_text()
    key.unlink()
    done = Record.open(path, title, check_dice=True)
    assert done.game.dice.secret == secret
    with pytest.raises(NotNowError):
        done.take_back(5)
    with pytest.raises(NotNowError):
        done.undo()


def test_sealed_dice_are_never_typed(tmp_path: Path):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu"))
    assert path.with_name("a.record.key").stat().st_mode & 0o077 == 0
    record.play("place G-1 1118")
    with pytest.raises(BadInputError):
        record.play("roll 1")
    path.with_name("a.record.key").unlink()
    lost = Record.open(path, title)
    lost.play("move PVA-40-118 0812-0813~0814")
    assert lost.game.decider == "chance"
    with pytest.raises(BadInputError) as caught:
        lost.play("roll 1")
    assert caught.value.key == "dice_sealed"


def test_what_cannot_be_stored_is_not_played(tmp_path: Path):
    path = tmp_path / "a.record"
    record = played(path, 3)
    before, number = record.game.hash(), record.game.number
    path.rename(tmp_path / "moved.record")
    with pytest.raises(BadInputError) as caught:
        record.play(record.game.sample(Random(1)))
    assert caught.value.key == "cannot_write"
    assert (record.game.hash(), record.game.number) == (before, number)
    assert record.game.hash() == f"{record.game.state.hash():016x}"


def test_a_wrong_key_is_refused(tmp_path: Path):
    path = tmp_path / "a.record"
    Record.create(path, new_game("yalu"))
    path.with_name("a.record.key").write_text("nonsense\n")
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title)
    assert caught.value.key == "wrong_secret"


def test_loaded_dice_are_found(tmp_path: Path):
    """Dice that the secret does not give are named, though every sum of the file is right."""
    path = tmp_path / "a.record"
    game = new_game("yalu", dice=Dice.scripted([1]))
    game.play("place G-1 1118")
    game.play("move PVA-40-118 0812-0813~0814")
    game.dice = next(d for d in map(Dice.seed, range(99)) if d.throw(game.last.key, ONE, 0) != (1,))
    Record.create(path, game)
    assert Record.open(path, title).game.number == 3
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title, check_dice=True)
    assert caught.value.key == "bad_line"


def test_chosen_dice_keys_are_found(tmp_path: Path):
    """A cheat that searches for a lucky ordinal is named, though the dice are those of the key that it wrote."""

    class Cheat(Game):
        def dice_key(self, roll: Roll) -> str:
            stem = super().dice_key(roll).rsplit("|", 1)[0]
            return next(k for i in range(99) if self.dice.throw(k := f"{stem}|{i}", roll, 0) == (1,))

    honest = new_game("yalu", seed=1)
    cheat = Cheat(honest.rules, dice=Dice.seed(1))
    cheat.play("place G-1 1118")
    for n in (118, 119, 120):
        cheat.play(f"move PVA-40-{n} 0812-0813~0814")
    path = tmp_path / "a.record"
    Record.create(path, cheat)
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title, check_dice=True)
    assert caught.value.key == "bad_line"


def test_dice_that_a_kill_kept_from_falling_fall_when_the_record_is_read(tmp_path: Path):
    """Versions up to 0.9 did not mark an action that more lines belong to."""
    path = tmp_path / "a.record"
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    game.play("move PVA-20-58,PVA-20-59 1011-1012~1013")
    Record.create(path, game)
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-1]))
    again = Record.open(path, title)
    assert again.game.hash() == game.hash()
    again.play("move NKPA-24 1701-1601-1502")
    assert path.read_bytes().startswith(b"".join(whole)[: -SUM - 1])
    assert Record.open(path, title, check_dice=True).game.hash() == again.game.hash()


def test_a_record_of_a_game_with_take_backs_keeps_its_branch(tmp_path: Path):
    game = new_game("yalu", seed=3)
    game.play("place G-1 1118")
    game.play("move PVA-20-58 1011-1012~1013")
    game.take_back(1)
    Record.create(tmp_path / "a.record", game)
    assert Record.open(tmp_path / "a.record", title, check_dice=True).game.branch == 1
    game.play("move PVA-20-58 1011-1012~1013")
    Record.create(tmp_path / "b.record", game)
    assert Record.open(tmp_path / "b.record", title, check_dice=True).game.hash() == game.hash()


def test_remarks_are_kept_where_they_were_made(tmp_path: Path):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu", seed=1))
    record.play("place G-1 1118")
    record.remark("draw", "un")
    record.remark("draw", "un")
    record.play("move NKPA-24 1701-1601-1502")
    record.remark("hint", "communist", "move NKPA-5 1012-1013")
    record.undo()
    assert [said.what for said in record.game.remarks] == ["draw", "hint"], "in the same situation once"
    again = Record.open(path, title)
    assert again.game.remarks == record.game.remarks
    assert again.game.hash() == record.game.hash()
    again.redo()
    assert [said.advice for said in again.game.remarks_after(again.game.last)] == ["move NKPA-5 1012-1013"]
    again.undo()
    again.play("move NKPA-24 1701-1601")
    assert again.game.remarks_after(again.game.last) == [], "it was said of another situation"
    Record.create(tmp_path / "b.record", again.game)
    assert [said.what for said in Record.open(tmp_path / "b.record", title).game.remarks] == ["draw"]


def test_a_thought_is_kept_with_its_sentences(tmp_path: Path):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu", seed=1))
    record.play("place G-1 1118")
    says = (Note("reason.line", {"from_hex": "2128", "to_hex": "2216"}, "D-5.1.1a"),)
    record.remark("thought", "un", says=says)
    again = Record.open(path, title).game
    assert [said.says for said in again.remarks] == [says]


def test_what_is_undone_is_the_same_after_reading(tmp_path: Path):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu", seed=1))
    for action in ("place G-1 1118", "move NKPA-24 1701-1601-1502", "move NKPA-5 1012-1013"):
        record.play(action)
    record.undo()
    record.undo()
    record.play("move NKPA-24 1701-1601-1502")
    assert record.game.undone == ()
    assert Record.open(path, title).game.undone == ()


@pytest.mark.parametrize(
    "line",
    [
        {"back": -1, "by": "un", "how": "undo"},
        {"back": 10**6, "by": "un", "how": "undo"},
        {"back": 1, "by": "un", "how": "undo"},
        {"back": 1, "by": "un", "how": "take back", "branch": 0},
        {"back": 1, "by": "un", "how": "take back", "branch": "x"},
        {"back": 1, "by": "un", "how": "magic"},
        {"remark": "hint", "by": "un", "n": 1},
        {"remark": "joke", "by": "un", "n": 3},
        {"remark": "draw", "by": "rules", "n": 3},
        {"remark": "draw", "by": "un"},
        {"remark": "thought", "by": "un", "n": 3, "says": [{"args": {}}]},
        {"remark": "thought", "by": "un", "n": 3, "says": "nothing"},
    ],
)
def test_lines_that_no_program_would_write_are_refused(tmp_path: Path, line: dict):
    path = tmp_path / "a.record"
    record = Record.create(path, new_game("yalu", seed=1))
    record.play("place G-1 1118")
    record.play("move PVA-20-58 1011-1012~1013")
    record._append([line])
    with pytest.raises(BadInputError) as caught:
        Record.open(path, title)
    assert caught.value.key == "bad_line"


def test_a_record_that_is_only_its_first_line_is_refused(tmp_path: Path):
    path = tmp_path / "a.record"
    played(path, 1)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(BadInputError):
        Record.open(path, title)


def test_two_writers_do_not_mix(tmp_path: Path):
    path = tmp_path / "a.record"
    played(path, 2)
    one, two = Record.open(path, title), Record.open(path, title)
    one.play(one.game.sample(Random(1)))
    size = path.stat().st_size
    with pytest.raises(BadInputError) as caught:
        two.play(two.game.sample(Random(2)))
    assert caught.value.key == "file_changed"
    assert path.stat().st_size == size


def test_a_kill_in_the_middle_of_writing_loses_no_answered_action(tmp_path: Path):
    """A program is killed while it plays as fast as it can; every action it had answered is in the file."""
    path = tmp_path / "a.record"
    code = f"""
import sys
from pathlib import Path
from random import Random
from parallel38 import new_game
from parallel38.engine.records import Record
record = Record.create(Path({str(path)!r}), new_game("yalu", seed=1))
rng = Random(1)
while True:
    record.play(record.game.sample(rng))
    print(record.game.number, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    answered = 0
    for line in process.stdout:
        answered = int(line)
        if answered > 40:
            break
    os.kill(process.pid, signal.SIGKILL)
    rest = [int(line) for line in process.stdout.read().splitlines() if line.strip().isdigit()]
    process.wait()
    process.stdout.close()
    answered = max([answered, *rest])
    game = Record.open(path, title).game
    assert game.number >= answered
    assert first_disagreement(game) is None
