"""Records: played games that are stored action by action, each before it is answered.

`StoredGame` knows when something must be stored, its subclasses where: `Record` in a file of lines.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any

from parallel38.engine.chance import seal_of
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.files import read_bytes, read_text
from parallel38.engine.game import Entry, Game
from parallel38.engine.lines import MORE, SUM, Lines, Seats, all_lines, entry_line, rebuild, remark_line, text_of, whole
from parallel38.engine.previews import Note
from parallel38.engine.titles import Title
from parallel38.engine.values import Action

try:
    import fcntl
except ImportError:  # a system without file locks
    fcntl = None


class StoredGame:
    """A game of which every action is stored before it is answered. `chain` is the sum of the last stored line."""

    def __init__(self, game: Game, chain: str, pending: list[dict[str, Any]] | None = None) -> None:
        self.game, self.chain = game, chain
        self._pending = pending or []

    def store(self, lines: list[str]) -> None:
        """Store further lines, all of them or none; raise BadInputError if that cannot be done."""
        raise NotImplementedError

    def play(self, action: Action | str, by: str | None = None) -> list[Entry]:
        """Play an action and store it."""
        with self._all_or_nothing():
            entries = self.game.play(action, by)
            self._append([entry_line(self.game, e) for e in entries])
        return entries

    def play_lines(self, lines: list[str], by: str | None = None) -> list[Entry]:
        """Play actions one after the other, all of them or none, and store them; they are undone together."""
        with self._all_or_nothing():
            entries = self.game.play_lines(lines, by)
            self._append([entry_line(self.game, e) for e in entries])
        return entries

    def undo(self, by: str | None = None, computers: Collection[str] = ()) -> Entry:
        """Undo the last action, with what computers had to do after it, and store that."""
        self._secret_is_out()
        with self._all_or_nothing():
            entry = self.game.undo(by, computers)
            self._append([{"back": self.game.number, "by": entry.by, "how": "undo"}])
        return entry

    def redo(self) -> list[Entry]:
        """Redo what was undone or taken back last and store that."""
        with self._all_or_nothing():
            entries = self.game.redo()
            self._append([{**entry_line(self.game, entry), "how": "redo"} for entry in entries])
        return entries

    def take_back(self, number: int) -> None:
        """Go back behind dice and store that it was done."""
        self._secret_is_out()
        by = self.game.decider or self.game.last.by
        with self._all_or_nothing():
            self.game.take_back(number)
            back = {"back": number, "by": by, "how": "take back", "branch": self.game.branch}
            fresh = [e for e in self.game.entries() if e.number > number]  # dice that fell anew at once
            self._append([back, *(entry_line(self.game, e) for e in fresh)])

    def remark(self, what: str, by: str, advice: str = "", says: tuple[Note, ...] = ()) -> None:
        """Store something that a side says or is told; in the same situation once."""
        known = {(said.what, said.by) for said in self.game.remarks_after(self.game.last)}
        if (what, by) in known and (what != "draw" or self.game.draw_offer == by):  # an offer ends, and may come again
            return
        with self._all_or_nothing():
            self._append([remark_line(self.game.remark(what, by, advice, says))])

    def _secret_is_out(self) -> None:
        """Refuse to play on when the game is over and its secret is shown, because its dice are known."""
        if self.game.over and self.game.dice.kind == "sealed":
            raise NotNowError("secret_out")

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """If storing fails the game is as it was before: what is on the screen is what is on the disk."""
        before = self.game.progress.copy()
        try:
            yield
        except BaseException:
            self.game.progress = before
            raise

    def _append(self, plains: list[dict[str, Any]]) -> None:
        lines, dice = Lines(self.chain), self.game.dice
        group = [*self._pending, *plains]
        if self.game.over and dice.kind == "sealed" and dice.secret:
            group.append({"secret": dice.secret})  # the game is over: now everybody may check the dice
        for plain in group[:-1]:
            lines.add({**plain, **MORE})
        lines.add(group[-1])
        self.store(lines.lines)
        self.chain, self._pending = lines.chain, []


class Record(StoredGame):
    """A game with its file. `open` reads one, `create` begins one."""

    def __init__(self, path: Path, game: Game, chain: str, size: int, pending: list[dict[str, Any]]) -> None:
        super().__init__(game, chain, pending)
        self.path, self._size = path, size
        self.notices: list[tuple[str, dict[str, Any]]] = []
        self.seats: Seats | None = None
        """Who played the game, if the record says it."""

    @classmethod
    def create(cls, path: Path, game: Game) -> Record:
        """Begin a record. An existing file is never overwritten.

        The key is a draft until the record is there: a kill leaves a record and its key, or drafts of both.
        """
        key = _key_file(path)
        for file in (path, key):
            if file.exists():
                raise BadInputError("file_exists", file=str(file))
        if not path.parent.is_dir():
            raise BadInputError("no_folder", file=str(path))
        lines = all_lines(game)
        data = lines.text.encode()
        try:
            _sweep(path)
            if game.dice.kind == "sealed" and not game.over:
                _draft(key, f"{game.dice.secret}\n".encode(), 0o600)
            _make(_draft(path, data, 0o644), path)
            try:
                _finish(path, data)
            except BaseException:
                path.unlink()
                raise
        except FileExistsError:
            raise BadInputError("file_exists", file=str(path)) from None
        except OSError as error:
            raise BadInputError("cannot_write", file=str(path), reason=error.strerror or "") from None
        finally:
            for file in (path, key):
                with suppress(OSError):
                    _draft_of(file).unlink()
        return cls(path, game, lines.chain, len(data), [])

    @classmethod
    def open(cls, path: Path, find_title: Callable[[str], Title], check_dice: bool = False) -> Record:
        """Read a record and rebuild its game from the changes in it.

        What a kill in the middle of writing left, a torn line or lines without those that belong to them, is dropped
        with a notice. Any other damage is refused with the line named.
        """
        data = read_bytes(path)
        with suppress(OSError):
            _finish(path, data)
        key, lines = _key_file(path), whole(data.split(b"\n")[:-1])
        secret = read_text(key).strip() if key.exists() else ""
        game, chain, pending, seats = rebuild(lines, find_title, secret, name=str(path), check_dice=check_dice)
        size = sum(len(line) + 1 for line in lines)
        record = cls(path, game, chain, size, pending)
        record.seats = seats
        if size < len(data):
            record.notices.append(("torn_line", {"n": len(lines) + 1}))
        return record

    def store(self, lines: list[str]) -> None:
        """Write at the end of the file, and wait until it is on the disk; what cannot be written whole is cut off."""
        data = text_of(lines).encode()
        try:
            with _locked(self.path) as file:
                if self._changed(file):
                    raise BadInputError("file_changed", file=str(self.path))
                try:
                    file.truncate(self._size)
                    file.seek(self._size)
                    _write(file, data)
                except BaseException:
                    file.truncate(self._size)
                    raise
        except OSError as error:
            raise BadInputError("cannot_write", file=str(self.path), reason=error.strerror or "") from None
        self._size += len(data)

    def _changed(self, file: FileIO) -> bool:
        """Whether the file is not as we left it: another last line, or lines after it that count."""
        file.seek(max(self._size - SUM - 1, 0))
        rest = file.read()
        return self.chain.encode() not in rest[: SUM + 1] or bool(whole(rest[SUM + 1 :].split(b"\n")[:-1]))


# ------------------------------------------------------------------------------------------------------- files


def _key_file(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def _draft_of(path: Path) -> Path:
    """The draft of a file that this program writes."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def _drafts(path: Path) -> list[Path]:
    """The drafts of a file, whatever program wrote them."""
    pattern = re.compile(re.escape(path.name) + r"\.\d+\.part")
    return [file for file in path.parent.iterdir() if pattern.fullmatch(file.name)]


def _draft(path: Path, data: bytes, mode: int) -> Path:
    """Write the draft of a new file, and wait until it is on the disk."""
    draft = _draft_of(path)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with open(handle, "wb", buffering=0) as file:
        _write(file, data)
    return draft


def _make(draft: Path, path: Path) -> None:
    """Make a file of its draft: all of it is there at once, and no file is replaced."""
    try:
        os.link(draft, path)  # unlike a renaming this fails if the file is there
    except FileExistsError:
        raise
    except OSError:  # a disk on which a file has one name only, such as FAT
        if path.exists():
            raise FileExistsError from None
        draft.rename(path)


def _sweep(path: Path) -> None:
    """Delete the drafts that a kill left, those of the record first: without them no program can make the record."""
    for draft in _drafts(path):
        draft.unlink(missing_ok=True)
    if path.exists():
        raise FileExistsError
    for draft in _drafts(_key_file(path)):
        draft.unlink(missing_ok=True)


def _finish(path: Path, data: bytes) -> None:
    """Make the key of a record of its draft, and take drafts away; a program may have been killed before it did so."""
    key, head = _key_file(path), data.partition(b"\n")[0]
    for draft in _drafts(key):
        with suppress(FileExistsError, FileNotFoundError):  # another program has done it
            if seal_of(draft.read_text("utf-8", "replace").strip()).encode() in head:
                _make(draft, key)
    for draft in (*_drafts(key), *_drafts(path)):
        with suppress(OSError):
            draft.unlink()


def _write(file: FileIO, data: bytes) -> None:
    """Write all bytes at the file's present offset, and wait until they are on the disk."""
    while data:
        data = data[os.write(file.fileno(), data) :]
    os.fsync(file.fileno())


@contextmanager
def _locked(path: Path) -> Iterator[FileIO]:
    """The file, for this program alone while it writes."""
    with path.open("r+b", buffering=0) as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file
