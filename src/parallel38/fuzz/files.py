"""Files that are broken in some way: records, positions and charts, changed as bytes, as lines and as values."""

import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from parallel38 import desk
from parallel38.api import from_position, new_game
from parallel38.engine.charts import read_own_figures
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.lines import Lines, all_lines, rebuild
from parallel38.engine.positions import toml_key, toml_value, write_position
from parallel38.fuzz.positions import NUMBERS, distort_position, play_on
from parallel38.games import game_names, title

Kind = Literal["record", "position", "charts"]
VALUES: tuple[Any, ...] = (None, True, "", "x", [], {}, [[]], {"a": {}}, 1.5, "x" * 10_000, *NUMBERS[:-3])
TORN = (b"", b"\0", b"\xff", b"\xc3", b"{", b"[" * 2000, b"]", b'"', b"\n", b"a." * 20_000, b"=", b"9" * 5000)
LONGEST_GAME = 200
PATIENCE = 60
"""Seconds after which a command counts as hanging."""


class File(NamedTuple):
    """A broken file: what it was, of which game, and its bytes."""

    kind: Kind
    game: str
    data: bytes


class Read(msgspec.Struct):
    """What came of reading many broken files."""

    files: int = 0
    accepted: int = 0
    slowest_s: float = 0.0
    faults: list[str] = []


def read_files(number: int, seed: int) -> Read:
    """Read so many broken files with the library, and play on with those that are accepted."""
    rng, told = Random(seed), Read()
    for _ in range(number):
        file, begun = broken(rng), time.perf_counter()
        told.files += 1
        try:
            told.accepted += check_file(file, rng)
        except Exception as error:  # whatever goes wrong is told, and the next file is read
            told.faults.append(f"seed {seed}, file {told.files}, {file.kind}: {type(error).__name__}: {error}")
        told.slowest_s = max(told.slowest_s, round(time.perf_counter() - begun, 2))
    return told


COMMANDS: dict[Kind, tuple[tuple[str, ...], ...]] = {
    "record": (("replay", "FILE", "--verify"), ("report", "FILE"), ("legal", "FILE"), ("why", "FILE", "end")),
    "position": (("new", "GAME", "--position", "FILE", "-o", "NEW"), ("show", "FILE")),
    "charts": (("charts", "GAME", "--charts", "FILE"), ("new", "GAME", "--charts", "FILE", "-o", "NEW")),
}


def read_by_commands(number: int, seed: int, folder: Path) -> Read:
    """Give malformed files to the program's commands, each in a process of its own.

    A command must answer with a sentence and a known exit code.
    """
    rng, told = Random(seed), Read()
    for n in range(number):
        file, begun = broken(rng), time.perf_counter()
        path = folder / f"{n}.{file.kind}"
        path.write_bytes(file.data)
        words = {"FILE": str(path), "GAME": file.game, "NEW": str(folder / f"{n}.new")}
        command = [words.get(word, word) for word in rng.choice(COMMANDS[file.kind])]
        done = subprocess.run(
            [sys.executable, "-m", "parallel38", *command], capture_output=True, timeout=PATIENCE, check=False
        )
        told.files += 1
        told.accepted += done.returncode == 0
        told.slowest_s = max(told.slowest_s, round(time.perf_counter() - begun, 2))
        if b"Traceback" in done.stderr or done.returncode not in (0, 1, 2, 3):
            told.faults.append(f"{' '.join(command)}: {done.stderr[-300:]!r}")
    return told


def broken(rng: Random) -> File:
    """A file of any kind that is broken in one or two places."""
    name = rng.choice(game_names())
    game = played(name, rng.randrange(4), rng.choice((0, 1, 20, 80, LONGEST_GAME)))
    kind: Kind = rng.choice(("record", "record", "position", "charts"))
    if kind == "record":
        data = _record(game, rng)
    elif kind == "position":
        data = _writable(distort_position(game, rng))
    else:
        data = _charts(game, rng)
    return File(kind, name, data if rng.random() < 0.5 else _torn(data, rng))


@cache
def played(name: str, seed: int, actions: int) -> Game:
    """A random game after some actions."""
    game, rng = new_game(name, seed=seed), Random(seed)
    while game.decider is not None and game.number < actions:
        game.play(game.sample(rng))
    return game


def _torn(data: bytes, rng: Random) -> bytes:
    """Bytes left out, put in, doubled, cut off."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        i = rng.randint(0, len(data))
        j = min(len(data), i + rng.choice((0, 1, 1, 2, 30, 3000)))
        match rng.randrange(4):
            case 0:
                data = data[:i] + data[j:]
            case 1:
                data = data[:j] + data[i:]
            case 2:
                data = data[:i] + rng.choice(TORN) + data[j:]
            case _:
                data = data[: rng.choice((i, len(data)))]
    return data


def _record(game: Game, rng: Random) -> bytes:
    """A record with values or lines changed, and every sum right again."""
    plains = [msgspec.json.decode(line) for line in all_lines(game).text.splitlines()]
    i = rng.choice((0, len(plains) - 1, rng.randrange(len(plains))))
    match rng.randrange(5):
        case 0:
            del plains[i]
        case 1:
            plains.insert(rng.randint(0, len(plains)), plains[i])
        case 2:
            plains.append(rng.choice(LINES))
        case _:
            plains[i] = changed(plains[i], rng)
    lines = Lines()
    for plain in plains:
        lines.add({name: value for name, value in plain.items() if name != "sum"} if isinstance(plain, dict) else {})
    return lines.text.encode()


LINES: tuple[dict[str, Any], ...] = (
    {"back": 0, "by": "un", "how": "undo"},
    {"back": 0, "by": "un", "how": "take back", "branch": 1},
    {"back": -1, "by": "", "how": "take back", "branch": 10**30},
    {"secret": "x"},
    {"secret": 3},
    {"remark": "hint", "n": 0, "by": "un"},
    {"remark": "thought", "n": 0, "by": "un", "says": [["x", {}, ""]]},
    {"n": 1, "by": "un", "do": "end", "events": [], "changes": [], "hash": ""},
    {"n": 1, "by": "un", "events": [["x", {"unit": 3}, ""]], "changes": [["where", "x", "", ""]], "hash": ""},
    {},
)
"""Lines that no program would write at the end of a game."""


def changed(value: Any, rng: Random) -> Any:
    """A plain value with something in it changed, however deep."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(sorted(value))
        rest = {key: held for key, held in value.items() if key != name}
        new = rng.choice((name, name, name, name, name, "tea"))
        return rest if rng.random() < 0.1 else {**rest, new: changed(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        i = rng.randrange(len(value))
        return rng.choice(([*value[:i], changed(value[i], rng), *value[i + 1 :]], value[:i], value + value[i:]))
    if isinstance(value, int) and rng.random() < 0.7:
        return value + rng.choice((1, -1, 100, -100))
    if isinstance(value, str) and value and rng.random() < 0.5:
        return rng.choice((value[:-1], value + "x", value.upper(), "".join(rng.sample(value, len(value)))))
    return rng.choice(VALUES)


def _writable(plain: dict[str, Any]) -> bytes:
    """A position as TOML, as far as it can be written so."""
    try:
        return write_position(plain).encode("utf-8", "surrogatepass")
    except (AttributeError, KeyError, TypeError, ValueError, msgspec.MsgspecError):
        return msgspec.json.encode({name: str(value) for name, value in plain.items()})


def _charts(game: Game, rng: Random) -> bytes:
    """Some figures of a game, changed; TOML or JSON."""
    name = rng.choice(sorted(game.rules.charts))
    rows = {row: {at: cell.value for at, cell in cells.items()} for row, cells in game.rules.charts[name].rows.items()}
    own = changed({name: rows}, rng)
    if rng.random() < 0.3 or not isinstance(own, dict):
        return msgspec.json.encode(own)
    tables = [f"[{toml_key(chart)}]\n" + _rows(rows) for chart, rows in own.items()]
    return "\n".join(tables).encode()


def _rows(rows: Any) -> str:
    lines = rows.items() if isinstance(rows, dict) else [("x", rows)]
    return "\n".join(f"{toml_key(row)} = {toml_value(cells)}" for row, cells in lines)


def check_file(file: File, rng: Random) -> bool:
    """Whether a file is accepted; a game that is in it can be told, looked at and played on without any fault."""
    try:
        game = _game(file)
    except BadInputError as error:
        return not str(error)
    desk.log(game, "en")
    desk.moments(game, "es")
    desk.account(game, "en")
    play_on(game, rng)
    return True


def _game(file: File) -> Game:
    if file.kind == "record":
        *lines, _ = file.data.split(b"\n")
        return rebuild(lines, title).game
    text = file.data.decode("utf-8", "replace")
    return (
        from_position(text) if file.kind == "position" else new_game(file.game, charts=read_own_figures(text), seed=1)
    )
