"""Record files on disks that are full, and under programs that are killed: an action counts whole or not at all."""

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parallel38 import new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.records import Record
from parallel38.games import title

DICE = "move PVA-20-58,PVA-20-59 1011-1012~1013"
"""An action that two dice follow, one after the other."""


class KilledError(BaseException):
    """Stands for the end of the program: nothing catches it, and nothing more is done to files."""


def watch(monkeypatch: pytest.MonkeyPatch, name: str, instead: Callable[..., Any]) -> None:
    """Have something else done by a function of `os`; it is given the function first."""
    real = getattr(os, name)
    monkeypatch.setattr(os, name, lambda *args, **words: instead(real, *args, **words))


@contextmanager
def killed(at: int, half: bool = False) -> Iterator[None]:
    """Kill the program at one of its file operations, before it or, when it writes, in the middle of it."""
    count = 0

    def operation(real: Any, *args: Any, **words: Any) -> Any:
        nonlocal count
        count += 1
        if count == at and half and real is os_write:
            real(args[0], args[1][: len(args[1]) // 2])
        if count >= at:
            raise KilledError
        return real(*args, **words)

    os_write = os.write
    with pytest.MonkeyPatch.context() as patch:
        for name in ("open", "write", "fsync", "link", "unlink", "rename", "listdir"):
            watch(patch, name, operation)
        yield


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which files have one name only."""

    def refuse(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)


def begin(path: Path) -> Record:
    return Record.create(path, new_game("yalu"))


def begin_and_die(path: Path, at: int, half: bool) -> bool:
    """Begin a record and be killed at an operation; False if there are not so many."""
    try:
        with killed(at, half):
            begin(path)
    except KilledError:
        return True
    except BadInputError:  # what the first kill left is a record
        pass
    return False


def is_whole(path: Path) -> None:
    """A record can be begun under this name, or there is one that can be played."""
    record = Record.open(path, title) if path.exists() else begin(path)
    assert record.notices == []
    record.play("place G-1 1118")
    record.play(DICE)
    assert record.game.last.by == "chance", "the secret of the dice is there"
    assert Record.open(path, title, check_dice=True).game.hash() == record.game.hash()
    assert sorted(file.name for file in path.parent.iterdir()) == ["a.record", "a.record.key"]
    assert path.with_name("a.record.key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("half", [True, False], ids=["in the middle", "before"])
def test_a_name_is_free_or_holds_a_whole_record_wherever_new_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool, half: bool
):
    if not links:
        without_links(monkeypatch)
    kills, at = 0, 1
    while True:
        folder = tmp_path / str(at)
        folder.mkdir()
        if not begin_and_die(folder / "a.record", at, half):
            break
        is_whole(folder / "a.record")
        kills, at = kills + 1, at + 1
    assert kills > 10


@pytest.mark.parametrize("first", range(1, 16))
def test_a_kill_while_the_rest_of_a_kill_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int):
    monkeypatch.setattr(os, "getpid", lambda: 1)
    for second in range(1, 16):
        folder = tmp_path / str(second)
        folder.mkdir()
        begin_and_die(folder / "a.record", first, True)
        with monkeypatch.context() as patch:
            patch.setattr(os, "getpid", lambda: 2)
            if not (folder / "a.record").exists():
                begin_and_die(folder / "a.record", second, True)
        is_whole(folder / "a.record")


def test_a_record_is_opened_while_its_key_is_still_a_draft(tmp_path: Path):
    path = tmp_path / "a.record"
    secret = begin(path).game.dice.secret
    path.with_name("a.record.key").rename(tmp_path / "a.record.key.77.part")
    (tmp_path / "a.record.key.78.part").write_text("of another game\n")
    assert Record.open(path, title).game.dice.secret == secret
    is_whole(path)


def test_files_of_others_are_left_alone(tmp_path: Path):
    mine = ["b.record.7.part", "a.record.part", "a.record.key.part", "a.record.old.part"]
    for name in mine:
        (tmp_path / name).write_text("precious")
    Record.open(begin(tmp_path / "a.record").path, title)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([*mine, "a.record", "a.record.key"])


def test_a_record_is_begun_where_files_have_one_name_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    without_links(monkeypatch)
    is_whole(tmp_path / "a.record")
    with pytest.raises(BadInputError) as caught:
        begin(tmp_path / "a.record")
    assert caught.value.key == "file_exists"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_comes_in_between_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool):
    if not links:
        without_links(monkeypatch)
    path = tmp_path / "a.record"

    def and_another(real: Any, *args: Any) -> Any:
        path.write_text("precious")
        return real(*args)

    watch(monkeypatch, "fsync", and_another)
    with pytest.raises(BadInputError) as caught:
        begin(path)
    assert caught.value.key == "file_exists"
    assert [file.read_text() for file in tmp_path.iterdir()] == ["precious"]


def full_disk(monkeypatch: pytest.MonkeyPatch, room: int, name: str = "write") -> None:
    """A disk on which so many bytes are free; or one that fails when it is to keep them."""

    def write(real: Any, file: int, data: bytes = b"") -> Any:
        nonlocal room
        if room <= 0 or name != "write":
            raise OSError(errno.ENOSPC, "No space left on device")
        done = real(file, data[:room])
        room -= done
        return done

    watch(monkeypatch, name, write)


def played(path: Path) -> Record:
    record = Record.create(path, new_game("yalu", seed=1))
    record.play("place G-1 1118")
    return record


def grown(tmp_path: Path) -> bytes:
    """What an action with its dice adds to a record."""
    record = played(tmp_path / "model.record")
    before = record.path.stat().st_size
    record.play(DICE)
    text = record.path.read_bytes()[before:]
    assert text.count(b"\n") == 3
    return text


def cuts(text: bytes) -> list[int]:
    """Places in a text at which writing may end before its end: some, and all around the ends of lines."""
    ends = [i for i in range(len(text)) if text[i : i + 1] == b"\n"]
    near = {end + d for end in ends for d in (-1, 0, 1, 2)}
    return sorted(cut for cut in {*near, *range(0, len(text), 50)} if cut < len(text))


def test_a_full_disk_stores_all_of_an_action_or_nothing(tmp_path: Path):
    for room in cuts(grown(tmp_path)):
        path = tmp_path / f"{room}.record"
        record = played(path)
        before, number, data = record.game.hash(), record.game.number, path.read_bytes()
        with pytest.MonkeyPatch.context() as patch:
            full_disk(patch, room)
            with pytest.raises(BadInputError) as caught:
                record.play(DICE)
        assert caught.value.key == "cannot_write"
        assert (record.game.hash(), record.game.number) == (before, number)
        assert path.read_bytes() == data
        again = Record.open(path, title)
        assert (again.game.hash(), again.notices) == (before, [])
        record.play(DICE)
        assert Record.open(path, title, check_dice=True).game.hash() == record.game.hash()


def test_a_disk_that_fails_at_the_end_stores_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    record = played(tmp_path / "a.record")
    data = record.path.read_bytes()
    with monkeypatch.context() as patch:
        full_disk(patch, 0, "fsync")
        for do in (lambda: record.play(DICE), record.undo, lambda: record.take_back(0)):
            with pytest.raises(BadInputError):
                do()
            assert record.path.read_bytes() == data
            assert record.game.number == 1
    record.play(DICE)


def test_a_file_that_may_grow_no_more(tmp_path: Path):
    """The same with a limit that the system itself keeps."""
    text = grown(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for room in cuts(text)[::4]:
        record = played(tmp_path / f"{room}.record")
        data = record.path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(data) + room, hard))
        try:
            with pytest.raises(BadInputError):
                record.play(DICE)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert record.path.read_bytes() == data


def test_a_full_disk_leaves_nothing_of_a_new_record(tmp_path: Path):
    size = len(begin(tmp_path / "model.record").path.read_bytes())
    for room in range(0, size + 33, 97):
        folder = tmp_path / str(room)
        folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            full_disk(patch, room)
            with pytest.raises(BadInputError) as caught:
                begin(folder / "a.record")
        assert caught.value.key == "cannot_write"
        assert list(folder.iterdir()) == []


def test_lines_without_those_that_belong_to_them_do_not_count(tmp_path: Path):
    """A kill, or a disk that can not even be cut back, leaves the first lines of an action: it has not been played."""
    text = grown(tmp_path)
    for cut in cuts(text)[1:]:
        path = tmp_path / f"{cut}.record"
        record = played(path)
        with path.open("ab") as file:
            file.write(text[:cut])
        again = Record.open(path, title)
        assert again.game.hash() == record.game.hash()
        assert [key for key, _ in again.notices] == ["torn_line"]
        writer = record if cut % 2 else again
        writer.play(DICE)
        after = Record.open(path, title, check_dice=True)
        assert (after.game.hash(), after.notices) == (writer.game.hash(), [])
        assert path.read_bytes().endswith(text)


def test_whole_actions_of_another_program_are_not_cut_off(tmp_path: Path):
    path = tmp_path / "a.record"
    one = played(path)
    Record.open(path, title).play(DICE)
    with path.open("ab") as file:
        file.write(grown(tmp_path).splitlines(keepends=True)[0])
    with pytest.raises(BadInputError) as caught:
        one.play(DICE)
    assert caught.value.key == "file_changed"


def test_dice_that_fall_again_are_stored_with_the_way_back(tmp_path: Path):
    """Going back to an action whose dice fall anew at once is one step as well."""
    path = tmp_path / "a.record"
    record = played(path)
    record.play(DICE)
    before = len(path.read_bytes())
    record.take_back(2)
    text = path.read_bytes()[before:]
    assert text.count(b"\n") == 3
    path.write_bytes(path.read_bytes()[: before + text.index(b"\n") + 1])
    assert Record.open(path, title).game.number == 4
    rng = Random(1)
    again = Record.open(path, title)
    again.play(again.game.sample(rng))
    assert Record.open(path, title, check_dice=True).game.branch == 0
