"""Games that earlier versions began: records and positions of every version, in the middle of a combat too.

`tests/records` holds them as GAME-MOMENT-VERSION, made by that version with `tools/earlier.py`.
"""

import ast
import inspect
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

import parallel38
from parallel38 import from_position, new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.lines import SUM, Lines, all_lines, first_disagreement, rebuild
from parallel38.engine.positions import read_position, write_position
from parallel38.engine.records import Record
from parallel38.engine.state import frames_hash
from parallel38.engine.values import fields
from parallel38.games import title
from parallel38.service.store import Store

ROOT = Path(__file__).parents[2]


def version(path: Path) -> tuple[int, ...]:
    """The version that wrote a record."""
    return tuple(map(int, path.stem.rpartition("-")[2].split(".")))


RECORDS = sorted((ROOT / "tests" / "records").glob("*.record"))
MOMENTS = {
    "yalu": {"fire": "Firing", "retreat": "Retreats", "advance": "Advancing Pursuit", "move": "Moving"},
    "mobile_war": {
        "table": "Fight",
        "losses": "Losing",
        "retreat": "Retreating",
        "replace": "Replacing",
        "move": "Moving",
    },
    "forgotten_war": {"fires": "Firing", "retreat": "Retreats", "pursuit": "Advancing", "march": "Moving"},
    "korean_war": {"depots": "Stocking", "supply": "Spending", "combat": "Combat", "pursuit": "Advancing"},
}
"""The frames that decide at the end of a record, by game and the word in the file's name."""

LATEST = [*{path.stem.rpartition("-")[0]: path for path in sorted(RECORDS, key=version)}.values()]
"""The record of each game and moment that the latest version wrote."""
FEW = {path.stem.partition("-")[0]: path for path in LATEST}.values()
"""One of them for each game."""

each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def stored_hashes(path: Path) -> list[str]:
    """The fingerprints in a record without take-backs, as it says them."""
    return [msgspec.json.decode(line)["hash"] for line in path.read_bytes().splitlines()[1:]]


def texts(game: Game) -> list[bytes]:
    return all_lines(game).text.encode().splitlines()


def check(path: Path, folder: Path) -> None:
    """Open a record, go back and on in it, play on, write it anew; and set up the position of the same moment."""
    hashes = stored_hashes(path)
    game = Record.open(path, title, check_dice=True).game
    assert game.hash() == hashes[-1]
    assert [game.at(n).hash() for n in range(game.number + 1)] == hashes
    for n in range(game.number + 1):
        past = game.at(n)
        assert f"{past.state.hash(past.last.said):016x}" == hashes[n], "the running fingerprint is that of the state"

    again = rebuild(texts(game), title, check_dice=True).game
    assert [f"{again.entry_hash(entry):016x}" for entry in again.entries()] == hashes
    assert texts(again)[1:] == texts(game)[1:]

    copy = folder / path.name
    shutil.copy(path, copy)
    record = Record.open(copy, title)
    undone = 0
    while record.game.undo_bar() is None:
        record.undo()
        undone += 1
    assert record.game.hash() == hashes[-1 - undone]
    for _ in range(undone):
        record.redo()
    assert Record.open(copy, title).game.hash() == record.game.hash() == hashes[-1]
    rng = Random(1)
    for _ in range(15):
        if not record.game.over:
            record.play(record.game.sample(rng))
    assert Record.open(copy, title, check_dice=True).game.hash() == record.game.hash()
    assert rebuild(texts(record.game), title, check_dice=True).game.hash() == record.game.hash()
    record.take_back(0)
    back = Record.open(copy, title, check_dice=True).game
    assert back.hash() == record.game.hash()
    assert f"{back.entry_hash(back.entries()[0]):016x}" == hashes[0]

    if (toml := path.with_suffix(".toml")).exists():
        stood = from_position(toml)
        assert (stood.number, stood.decider) == (0, game.decider)
        assert stood.state.frames == game.state.frames
        assert [*map(list, (stood.state.where, stood.state.flags, stood.state.spent))] == [
            *map(list, (game.state.where, game.state.flags, game.state.spent))
        ]
        assert from_position(read_position(write_position(stood.to_position()))).hash() == stood.hash()


def disagreements(paths: list[Path]) -> dict[str, int | None]:
    """The first action of each record that today's rules play otherwise."""
    return {path.name: first_disagreement(Record.open(path, title).game) for path in paths}


def test_there_are_records_of_every_version_in_every_moment():
    names = {path.stem for path in RECORDS}
    first = {"yalu": 2, "mobile_war": 5}
    for minor in (*range(2, 12), 15):
        for game, moments in MOMENTS.items():
            if minor >= first.get(game, 15):
                assert {f"{game}-{moment}-0.{minor}.0" for moment in moments} <= names


@each_record
def test_an_earlier_record_opens_and_goes_on(path: Path, tmp_path: Path):
    check(path, tmp_path)


@each_record
def test_an_earlier_record_ends_in_its_moment(path: Path):
    name, _, rest = path.stem.partition("-")
    moment = rest.split("-")[0]
    if moment in MOMENTS[name]:
        assert type(Record.open(path, title).game.state.top).__name__ in MOMENTS[name][moment].split()


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=[] if path in FEW else pytest.mark.long, id=path.stem) for path in RECORDS]
)
def test_an_earlier_record_is_played_to_the_end(path: Path, tmp_path: Path):
    game, rng = Record.open(path, title).game, Random(2)
    while not game.over:
        game.play(game.sample(rng))
    Record.create(tmp_path / "on.record", game)
    assert Record.open(tmp_path / "on.record", title, check_dice=True).game.hash() == game.hash()


def test_earlier_records_are_games_of_the_service(tmp_path: Path):
    store = Store(tmp_path / "games.db", title)
    for path in RECORDS:
        game = rebuild(path.read_bytes().splitlines(), title).game
        row = store.create(game, path.stem, dict.fromkeys(game.rules.sides, "human"))
        again = store.open(row.id)
        assert again.game.hash() == game.hash() == stored_hashes(path)[-1]
        assert rebuild(store.text(row.id).encode().splitlines(), title, check_dice=True).game.hash() == game.hash()
    store.close()


def test_a_record_that_says_less_of_a_frame_than_today_keeps_its_fingerprint():
    path = ROOT / "tests" / "records" / "mobile_war-losses-0.5.0.record"
    said = path.read_text("utf-8")
    assert '"kind":"Losing"' in said
    assert '"lined"' not in said, "0.6 added it"
    game = Record.open(path, title).game
    assert game.hash() == stored_hashes(path)[-1] != f"{game.state.hash():016x}"
    assert '"lined"' not in all_lines(game).text
    game.play(game.sample(Random(1)))
    assert '"lined"' not in all_lines(game.at(game.number - 1)).text


# ------------------------------------------------------------------------------------------------ a field is added


def plain_classes() -> set[type]:
    """The classes of all frames of all games, and of the values inside them, that no other one is made from."""
    found = set[type]()
    todo = [cls for name in MOMENTS for cls in new_game(name, seed=1).rules.frames.values()]
    while todo:
        cls: Any = todo.pop()
        if isinstance(cls, type) and issubclass(cls, msgspec.Struct):
            if cls not in found:
                found.add(cls)
                todo += [hint for _, hint, _ in fields(cls)]
        else:
            todo += get_args(cls)
    return {cls for cls in found if not any(cls is not other and issubclass(other, cls) for other in found)}


def with_field(source: str, names: set[str]) -> str:
    """A module in which classes have one field more, at the end of those that they have."""
    lines = source.splitlines(keepends=True)
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name in names]
    for node in reversed(classes):
        known = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        end = (known or node.body)[-1 if known else 0].end_lineno
        assert end
        lines.insert(end, "\n    added: tuple[str, ...] = ()\n")
    return "".join(lines)


@pytest.fixture(scope="module")
def changed_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the program in which every frame has a field that no record knows."""
    classes, source = plain_classes(), Path(parallel38.__file__).parent
    assert {"Firing", "Attack", "Loss", "Roll", "Losing", "Fight"} <= {cls.__name__ for cls in classes}
    folder = tmp_path_factory.mktemp("changed")
    shutil.copytree(source, folder / "parallel38", ignore=shutil.ignore_patterns("__pycache__"))
    for file in {inspect.getfile(cls) for cls in classes}:
        copied = folder / "parallel38" / Path(file).relative_to(source)
        inside = {cls.__name__ for cls in classes if inspect.getfile(cls) == file}
        copied.write_text(with_field(copied.read_text("utf-8"), inside), "utf-8")
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("paths", ["LATEST", pytest.param("RECORDS", marks=pytest.mark.long)])
def test_a_new_field_with_a_default_keeps_earlier_games_readable(changed_program: Path, tmp_path: Path, paths: str):
    code = f"""
import json
import sys
from pathlib import Path
from parallel38.engine.values import fields
from tests.engine.test_earlier import {paths} as paths, check, disagreements, plain_classes
assert all("added" in [name for name, _, _ in fields(cls)] for cls in plain_classes())
for path in paths:
    try:
        check(path, Path(sys.argv[1]))
    except Exception as error:
        raise SystemExit(path.name + ": " + repr(error))
print(json.dumps(disagreements(paths)))
"""
    environment = {**os.environ, "PYTHONPATH": str(changed_program)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert msgspec.json.decode(done.stdout) == disagreements(globals()[paths]), "a new field is no change of the rules"


def said_hash(frames: Any) -> int:
    return frames_hash(tuple(map(msgspec.json.encode, frames)))


def renamed(frames: Any) -> Any:
    """Frames as a version might have written them that had other names for a kind and a field."""
    text = msgspec.json.encode(frames)
    return msgspec.json.decode(text.replace(b'"Firing"', b'"Shooting"').replace(b'"assault":', b'"again":'))


def test_a_game_may_say_what_became_of_a_kind_or_a_field(monkeypatch: pytest.MonkeyPatch):
    path = ROOT / "tests" / "records" / "yalu-fire-0.2.0.record"
    head, *plains = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    lines, stack = Lines(), head["start"]["frames"]
    head["start"]["frames"] = renamed(stack)
    for plain in (head, *plains):
        for change in plain.get("changes", ()):
            if change[0] == "frames":
                stack = [*stack[: change[1]], *change[2]]
                change[2] = renamed(change[2])
        if "hash" in plain:
            other = int(plain["hash"], 16) ^ said_hash(stack) ^ said_hash(renamed(stack))
            plain["hash"] = f"{other:016x}"
        lines.add({key: value for key, value in plain.items() if key != "sum"})
    written = lines.text.encode().splitlines()
    assert b'"kind":"Shooting"' in written[-1]
    with pytest.raises(BadInputError):
        rebuild(written, title)

    def revised(self: Any, plain: Any) -> Any:
        if plain["kind"] != "Shooting":
            return plain
        return {("assault" if key == "again" else key): value for key, value in {**plain, "kind": "Firing"}.items()}

    monkeypatch.setattr(type(new_game("yalu", seed=1).rules), "revised", revised)
    game = rebuild(written, title, check_dice=True).game
    assert type(game.state.top).__name__ == "Firing"
    assert [line[:-SUM] for line in texts(game)[1:]] == [line[:-SUM] for line in written[1:]], "as it was written"
    assert from_position({**game.to_position(), "frames": renamed(stack)}).state.frames == game.state.frames
    game.play(game.sample(Random(1)))
    assert rebuild(texts(game), title, check_dice=True).game.hash() == game.hash()
