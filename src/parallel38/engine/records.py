"""Records: played games that are stored action by action, each before it is answered.

`StoredGame` knows when something must be stored, its subclasses where: `Record` in a file of lines.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.flow import Note
from parallel38.engine.game import Entry, Game
from parallel38.engine.lines import SUM, Lines, all_lines, entry_line, rebuild, remark_line
from parallel38.engine.positions import read_text
from parallel38.engine.rules import Title
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

    def store(self, text: str) -> None:
        """Store further lines, all of them or none; raise BadInputError if that cannot be done."""
        raise NotImplementedError

    def play(self, action: Action | str, by: str | None = None) -> list[Entry]:
        """Play an action and store it."""
        with self._all_or_nothing():
            entries = self.game.play(action, by)
            self._append([entry_line(self.game, e) for e in entries])
        return entries

    def undo(self, by: str | None = None) -> Entry:
        """Undo the last action and store that."""
        self._secret_is_out()
        with self._all_or_nothing():
            entry = self.game.undo(by)
            self._append([{"back": self.game.number, "by": entry.by, "how": "undo"}])
        return entry

    def redo(self) -> Entry:
        """Redo what was undone and store that."""
        with self._all_or_nothing():
            entry = self.game.redo()
            self._append([{**entry_line(self.game, entry), "how": "redo"}])
        return entry

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
        """When the game is over its secret is shown, and nobody may play on with dice that are known."""
        if self.game.over and self.game.dice.kind == "sealed":
            raise NotNowError("secret_out")

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """If storing fails the game is as it was before: what is on the screen is what is on the disk."""
        game = self.game
        state, last, branch, undone = game.state.copy(), game.last, game.branch, game.undone[:]
        remarks, draw_offer = game.remarks, game.draw_offer
        try:
            yield
        except BaseException:
            game.state, game.last, game.branch, game.undone = state, last, branch, undone
            game.remarks, game.draw_offer = remarks, draw_offer
            raise

    def _append(self, plains: list[dict[str, Any]]) -> None:
        lines = Lines(self.chain)
        for plain in [*self._pending, *plains]:
            lines.add(plain)
        dice = self.game.dice
        if self.game.over and dice.kind == "sealed" and dice.secret:
            lines.add({"secret": dice.secret})  # the game is over: now everybody may check the dice
        self.store(lines.text)
        self.chain, self._pending = lines.chain, []


class Record(StoredGame):
    """A game with its file. `open` reads one, `create` begins one."""

    def __init__(self, path: Path, game: Game, chain: str, size: int, pending: list[dict[str, Any]]) -> None:
        super().__init__(game, chain, pending)
        self.path, self._size = path, size
        self.notices: list[tuple[str, dict[str, Any]]] = []

    @classmethod
    def create(cls, path: Path, game: Game) -> Record:
        """Begin a record. An existing file is never overwritten."""
        for file in (path, _key_file(path)):
            if file.exists():
                raise BadInputError("file_exists", file=str(file))
        if not path.parent.is_dir():
            raise BadInputError("no_folder", file=str(path))
        lines = all_lines(game)
        if game.dice.kind == "sealed" and not game.over:
            _write_new(_key_file(path), game.dice.secret + "\n", private=True)
        try:
            _write_new(path, lines.text)
        except BadInputError:
            _key_file(path).unlink(missing_ok=True)
            raise
        return cls(path, game, lines.chain, len(lines.text.encode()), [])

    @classmethod
    def open(cls, path: Path, find_title: Callable[[str], Title], check_dice: bool = False) -> Record:
        """Read a record and rebuild its game from the changes in it.

        A torn last line, left by a kill in the middle of writing, is dropped with a notice. Any other damage is
        refused with the line named.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadInputError("cannot_read", file=str(path), reason=error.strerror or "") from None
        *lines, torn = data.split(b"\n")
        key = _key_file(path)
        secret = read_text(key).strip() if key.exists() else ""
        game, chain, pending = rebuild(lines, find_title, secret, name=str(path), check_dice=check_dice)
        record = cls(path, game, chain, len(data) - len(torn), pending)
        if torn:
            record.notices.append(("torn_line", {"n": len(lines) + 1}))
        return record

    def store(self, text: str) -> None:
        """Write at the end of the file, and wait until it is on the disk."""
        data = text.encode()
        try:
            with _locked(self.path) as file:
                file.seek(0, os.SEEK_END)
                if file.tell() < self._size or self._changed(file):
                    raise BadInputError("file_changed", file=str(self.path))
                file.seek(self._size)
                file.truncate()
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadInputError("cannot_write", file=str(self.path), reason=error.strerror or "") from None
        self._size += len(data)

    def _changed(self, file: BinaryIO) -> bool:
        """Whether the file is not as we left it: another last line, or whole lines after it. A torn one may be cut."""
        file.seek(self._size - SUM - 1)
        last = file.read(SUM + 1)
        return self.chain.encode() not in last or b"\n" in file.read()


# ------------------------------------------------------------------------------------------------------- files


def _key_file(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def _write_new(path: Path, text: str, private: bool = False) -> None:
    """Write a new file in one piece: either all of it is there afterwards or nothing, and no file is replaced."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o644)
        with open(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)  # unlike a renaming this fails if the file is there
    except FileExistsError:
        raise BadInputError("file_exists", file=str(path)) from None
    except OSError as error:
        raise BadInputError("cannot_write", file=str(path), reason=error.strerror or "") from None
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file, for this program alone while it writes."""
    with path.open("r+b") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield file
