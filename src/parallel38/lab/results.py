"""The file of results: a heading that says what is played, then a line for each finished game (docs/formats.md)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import msgspec

from parallel38 import __version__
from parallel38.engine.errors import BadInputError
from parallel38.engine.titles import Setting
from parallel38.lab.play import Played, Task

try:
    import fcntl
except ImportError:  # a system without file locks
    fcntl = None

SCHEMA = 1


class Heading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played. Equal headings always mean equal games."""

    parallel38: Literal["results"] = "results"
    schema: int = SCHEMA
    program: str = __version__
    kind: Literal["run", "match"]
    setting: Setting
    players: dict[str, str]
    """By side; in a match by A and B."""
    seed: int
    games: int
    """Seeds go up from the first one: in a match each is played twice, with sides swapped."""
    turns: int | None = None

    def tasks(self, sides: tuple[str, ...]) -> list[Task]:
        """Every game of it."""
        seeds = range(self.seed, self.seed + self.games)
        if self.kind == "run":
            return [Task(self.setting, seed, self.players, turns=self.turns) for seed in seeds]
        a, b = self.players["A"], self.players["B"]
        return [
            Task(self.setting, seed, {side: a if side == first else b for side in sides}, first, self.turns)
            for seed in seeds
            for first in sides
        ]


@contextmanager
def keeping(path: Path, heading: Heading) -> Iterator[tuple[list[Played], _Writer]]:
    """The games that a file has already, and what writes further ones; no other process writes there meanwhile.

    A last piece without a line feed is what a kill left: it is cut off. A file about other games is refused.
    """
    if not path.parent.is_dir():
        raise BadInputError("no_folder", file=str(path))
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise BadInputError("cannot_write", file=str(path), reason=error.strerror or "") from None
    with open(handle, "r+b") as file:
        _alone(file.fileno(), path)
        data = file.read()
        first = msgspec.json.encode(heading) + b"\n"
        if b"\n" not in data and first.startswith(data):
            file.seek(0)
            file.truncate()
            data = first
            _write(file.fileno(), first)
        found, games = _parsed(path, data)
        if found != heading:
            raise BadInputError("lab_other_run", file=str(path))
        file.seek(data.rindex(b"\n") + 1)
        file.truncate()
        yield games, _Writer(file.fileno())


class _Writer:
    """Appends games to a file."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __call__(self, played: Played) -> None:
        """Append one game as a line, and wait until it is on the disk."""
        _write(self._handle, msgspec.json.encode(played) + b"\n")


def _write(handle: int, data: bytes) -> None:
    os.write(handle, data)
    os.fsync(handle)


def _alone(handle: int, path: Path) -> None:
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInputError("lab_busy", file=str(path)) from None


def read(path: Path) -> tuple[Heading, list[Played]]:
    """What was played and how it went, in the order of the seeds."""
    try:
        return _parsed(path, path.read_bytes())
    except OSError as error:
        raise BadInputError("cannot_read", file=str(path), reason=error.strerror or "") from None


def _parsed(path: Path, data: bytes) -> tuple[Heading, list[Played]]:
    lines = data.split(b"\n")[:-1]
    try:
        heading = msgspec.json.decode(lines[0], type=Heading)
    except (IndexError, RecursionError, msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInputError("lab_not_results", file=str(path)) from None
    if heading.schema != SCHEMA:
        raise BadInputError("newer_schema", n=str(heading.schema))
    games: list[Played] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            games.append(msgspec.json.decode(line, type=Played))
        except (RecursionError, msgspec.MsgspecError, UnicodeDecodeError):
            raise BadInputError("lab_bad_line", file=str(path), n=number) from None
    return heading, ordered(games)


def ordered(games: Iterable[Played]) -> list[Played]:
    """Games by seed: the order in which they ended says nothing."""
    return sorted(games, key=lambda game: game.key)
