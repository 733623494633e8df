"""A second reader of the file formats, written from docs/formats.md alone, compared with the program.

The reader takes nothing from the program; the program is only run through its command line, asked for its verbs, and
asked for a record that goes on with new dice.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import itertools
import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest

from parallel38 import load
from parallel38.engine.lines import all_lines
from parallel38.engine.values import read, write
from parallel38.games import NAMES, title
from tests import commands

DOCS = Path(__file__).parents[2] / "docs" / "formats.md"

# --- the reader ------------------------------------------------------------------------------------------------------

COMMON = {"end": (), "roll": ("dice",)}
YALU = {
    "move": ("units", "path", "mode"),
    "regroup": ("units",),
    "place": ("unit", "hex"),
    "attack": ("hex", "manner", "group", "number", "support", "air"),
    "withdraw": ("hex",),
    "fire": ("units", "group", "support", "air", "guns"),
    "retreat": ("unit", "path"),
    "advance": ("units",),
    "bugout": ("unit", "path"),
    "remove": ("unit",),
    "deploy": ("units", "hex"),
    "bombard": ("hex", "support", "air"),
    "raid": ("support", "air"),
    "interdict": ("target", "path", "support", "air"),
    "sail": ("unit", "hex"),
    "delay": ("unit",),
    "breakdown": ("unit",),
    "combine": ("unit",),
    "embark": ("unit",),
    "evacuate": ("unit",),
    "drop": ("unit", "hex"),
    "exit": ("unit",),
    "enter": ("unit",),
}
MOBILE_WAR = {
    "move": ("units", "path", "mode"),
    "breakdown": ("unit",),
    "combine": ("units",),
    "entrench": ("unit",),
    "abandon": ("unit",),
    "attack": ("hex", "group", "depots", "ships"),
    "support": ("units",),
    "table": ("word",),
    "lose": ("unit",),
    "retreat": ("unit", "path"),
    "airlift": ("unit",),
    "replace": ("unit", "hex"),
    "land": ("unit",),
    "put": ("unit", "hex"),
    "guard": ("unit", "hex"),
    "shock": (),
    "drop": ("unit", "hex"),
    "sail": ("unit", "hex"),
    "load": ("unit", "group"),
    "unload": ("unit", "group"),
}
FORGOTTEN_WAR = {
    "move": ("units", "path", "mode"),
    "enter": ("units", "path", "mode"),
    "circle": ("unit", "hex"),
    "fire": ("unit", "hex", "group", "manner_of_fire"),
    "advance": ("unit", "hex"),
    "assault": ("hex", "group"),
    "lose": ("unit",),
    "retreat": ("unit", "path"),
    "abandon": ("unit",),
    "leave": ("unit",),
    "dig": ("unit",),
    "lift": ("unit",),
    "recrew": ("unit",),
    "merge": ("unit", "other"),
    "order": ("word", "value"),
    "deploy": ("unit", "hex"),
    "call": (),
    "replace": ("unit", "hex"),
    "assign": ("unit", "word"),
    "ready": ("unit",),
    "exit": ("unit",),
    "airlift": ("unit",),
    "withdraw": ("unit",),
    "close": (),
}
KOREAN_WAR = {
    "move": ("units", "path", "mode"),
    "rest": ("unit",),
    "pass": (),
    "attack": ("unit", "kind_of_attack", "group", "joining", "withheld"),
    "support": ("points",),
    "lose": ("unit",),
    "retreat": ("unit", "path"),
    "stand": ("hex",),
    "advance": ("hex",),
    "entrench": ("unit",),
    "exit": ("unit",),
    "build": ("units", "hex"),
    "break": ("unit",),
    "amalgamate": ("units", "hex"),
    "assault": ("unit", "hex", "group", "where"),
    "beachhead": ("hex",),
    "lift": ("unit",),
    "evacuate": ("units",),
    "drop": ("unit", "hexes"),
    "swap": ("asset", "other"),
    "assign": ("asset", "other"),
    "place": ("unit", "hex"),
    "deploy": ("unit", "hex", "group"),
    "ship": ("unit", "group"),
    "enter": ("unit", "hex"),
    "depot": ("hex", "value"),
    "remove": ("unit",),
    "spend": ("unit", "points"),
    "bonus": ("unit",),
    "enhance": ("unit",),
    "mission": ("unit", "word"),
    "rebuild": ("unit",),
    "return": ("unit", "hex"),
    "commit": ("word", "value"),
    "declare": ("word",),
    "atomic": ("hex",),
}
FIELDS = {
    "yalu": COMMON | YALU,
    "mobile_war": COMMON | MOBILE_WAR,
    "forgotten_war": COMMON | FORGOTTEN_WAR,
    "korean_war": COMMON | KOREAN_WAR,
}
DEFAULTS = {
    "kind_of_attack": "normal",
    "joining": "-",
    "withheld": "-",
    "where": "-",
    "manner_of_fire": "direct",
    "mode": "foot",
    "manner": "supplied",
    "group": "-",
    "number": "0",
    "support": "-",
    "depots": "-",
    "ships": "-",
    "air": "0",
    "guns": "yes",
}
READ: dict[str, Callable[[str], Any]] = {
    "units": lambda text: [] if text == "-" else text.split(","),
    "path": lambda text: re.findall(r"(^|[-~])([^-~]+)", text),  # pairs of mark and hex; the start has no mark
    "dice": lambda text: [int(number) for number in text.split(",")],
}
WRITE: dict[str, Callable[[Any], str]] = {
    "units": lambda units: ",".join(units) or "-",
    "path": lambda path: "".join(mark + label for mark, label in path),
    "dice": lambda numbers: ",".join(map(str, numbers)),
}


def parse_action(line: str, game: str = "yalu") -> dict[str, Any]:
    verb, *texts = line.split(" ")
    kinds = FIELDS[game][verb]
    texts += [DEFAULTS[kind] for kind in kinds[len(texts) :]]
    return {"verb": verb} | {kind: READ.get(kind, str)(text) for kind, text in zip(kinds, texts, strict=True)}


def write_action(action: dict[str, Any], game: str = "yalu") -> str:
    kinds = list(FIELDS[game][action["verb"]])
    while kinds and action[kinds[-1]] == DEFAULTS.get(kinds[-1]):
        kinds.pop()
    return " ".join([action["verb"], *(WRITE.get(kind, str)(action[kind]) for kind in kinds)])


@dataclass
class State:
    cells: dict[tuple[str, str], str] = field(default_factory=dict)  # only those that count
    marks: set[str] = field(default_factory=set)
    frames: list[Any] = field(default_factory=list)

    def put(self, column: str, name: str, value: str) -> None:
        self.cells.pop((column, name), None)
        if value not in ("", "0") and (column, value) != ("where", "out"):
            self.cells[column, name] = value

    def apply(self, change: list[Any]) -> None:
        what, one, *more = change
        if what == "marks":
            assert self.marks.issuperset(one)
            self.marks = self.marks.difference(one).union(more[0])
        elif what == "frames":
            assert one <= len(self.frames)
            self.frames = self.frames[:one] + more[0]
        else:
            old, new = more
            assert old == self.cells.get((what, one), old if old in ("", "0", "out") else None), change
            self.put(what, one, new)

    def fingerprint(self) -> str:
        texts = ["frames " + json.dumps(self.frames, separators=(",", ":"), ensure_ascii=False)]
        texts += [f"{column} {name} {value}" for (column, name), value in self.cells.items()]
        texts += [f"mark {mark}" for mark in self.marks]
        hashes = [int(hashlib.blake2b(text.encode(), digest_size=8).hexdigest(), 16) for text in texts]
        return f"{reduce(xor, hashes):016x}"


DICE = {"korean_war": (10, 0)}
"""The faces and the lowest number of a game's dice; of other games six faces from 1."""


def dice_of(secret: str, key: str, count: int, game: str = "yalu") -> list[int]:
    faces, lowest = DICE.get(game, (6, 1))
    blocks = (hmac.digest(secret.encode(), f"{key}|{number}".encode(), "sha256") for number in itertools.count())
    good = (byte % faces + lowest for block in blocks for byte in block if byte < 256 - 256 % faces)
    return list(itertools.islice(good, count))


def read_position(position: dict[str, Any]) -> State:
    assert (position["parallel38"], position["schema"]) == ("position", 1)
    state = State(marks=set(position["marks"]), frames=position["frames"])
    for name, value in position["track"].items():
        state.put("track", name, str(value))
    for place, units in position["units"].items():
        for unit in units:
            name, *words = unit.split(" ")
            state.put("where", name, place)
            for word in words:
                column, counted, value = word.partition("=")
                state.put(column if counted else "flags", name, value if counted else word)
    return state


@dataclass
class Record:
    setting: dict[str, Any] = field(default_factory=dict)
    states: list[State] = field(default_factory=list)  # after each action that still counts; the start is 0
    rolls: list[tuple[str, list[int]]] = field(default_factory=list)  # key and dice, also of actions taken back
    backs: list[tuple[int, str]] = field(default_factory=list)
    secret: str = ""

    def check_dice(self) -> int:
        assert self.secret
        for key, dice in self.rolls:
            assert dice == dice_of(self.secret, key, len(dice), self.setting["game"]), f"dice of {key}"
        return len(self.rolls)


def read_record(data: bytes) -> Record:
    record, total, branch = Record(), "", 0
    lines = data.split(b"\n")[:-1]  # a last piece without a line feed is dropped
    while lines and json.loads(lines[-1]).get("more"):
        lines.pop()
    for line in lines:
        body = line.rpartition(b',"sum":')[0]
        total = hashlib.blake2b(total.encode("ascii") + body + b"}", digest_size=8).hexdigest()
        assert line == body + f',"sum":"{total}"}}'.encode("ascii"), f"sum of {line!r}"
        entry = json.loads(line)
        if not record.setting:
            assert (entry["parallel38"], entry["schema"]) == ("record", 1)
            record.setting = entry
            if entry["dice"]["kind"] == "seed":
                record.secret = f"seed {entry['dice']['seed']}"
        elif "back" in entry:
            assert entry["back"] < len(record.states)
            del record.states[entry["back"] + 1 :]
            record.backs.append((entry["back"], entry["how"]))
            branch = entry.get("branch", branch)
            if "dice" in entry:  # other dice from here on; nobody can check those before them
                record.setting["dice"], record.rolls = entry["dice"], []
        elif "secret" in entry:
            record.secret = entry["secret"]
            assert hashlib.sha256(entry["secret"].encode()).hexdigest() == record.setting["dice"]["seal"], "seal"
        else:
            assert entry["n"] == len(record.states), "number"
            if record.states:
                state = copy.deepcopy(record.states[-1])
                game = record.setting["game"]
                action = parse_action(entry["do"], game)
                assert write_action(action, game) == entry["do"]
                if action["verb"] == "roll":
                    assert entry["key"].split("|")[0] == str(branch)
                    record.rolls.append((entry["key"], action["dice"]))
            else:
                state = read_position(record.setting["start"])
            for change in entry["changes"]:
                state.apply(change)
            assert entry["hash"] == state.fingerprint(), f"hash of {entry['n']}"
            record.states.append(state)
    return record


# --- the comparison --------------------------------------------------------------------------------------------------

Run = Callable[..., str]

MOVES = ("place G-1 1118", "move PVA-40-118 0812-0813~0814", "move NKPA-24 1701-1601-1502")


def program(folder: Path, *words: str, code: int = 0) -> str:
    """Run the program; give what it prints."""
    done = commands.run(*words, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return partial(program, tmp_path)


def position(text: str) -> State:
    return read_position(tomllib.loads(text))


def agree(run: Run, path: Path) -> Record:
    """Read a record both ways and compare the end."""
    record = read_record(path.read_bytes())
    verified = json.loads(run("replay", path.name, "--verify", "--json"))
    assert verified["hash"] == record.states[-1].fingerprint()
    assert verified["actions"] == len(record.states) - 1
    assert position(run("position", path.name)) == record.states[-1]
    return record


def example_actions() -> list[tuple[str, str]]:
    """Each example of the notation with its game; what belongs to every game is an example of all."""
    text = DOCS.read_text(encoding="utf-8").split("## Notation of actions")[1].split("\n## ")[0]
    common, yalu, mobile_war, forgotten_war, korean_war = text.split("\n### ")[:5]

    def examples(section: str) -> list[str]:
        rows = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("|") and line.count("|") == 5]
        return [action for row in rows for action in re.findall(r"`([^`]+)`", row[3])]

    sections = {"yalu": yalu, "mobile_war": mobile_war, "forgotten_war": forgotten_war, "korean_war": korean_war}
    games = {game: common + section for game, section in sections.items()}
    return [(game, line) for game, section in games.items() for line in examples(section)]


@pytest.mark.parametrize("game", FIELDS)
def test_examples_are_found(game: str) -> None:
    assert {line.split(" ")[0] for name, line in example_actions() if name == game} == set(FIELDS[game])


@pytest.mark.parametrize(("game", "line"), example_actions())
def test_example_actions_round_trip(game: str, line: str) -> None:
    assert write_action(parse_action(line, game), game) == line


def test_every_action_of_the_program_is_described() -> None:
    """The one look into the program: so that no verb is forgotten, nor an example stays that it would not read."""
    assert tuple(FIELDS) == NAMES
    for name in NAMES:
        rules = title(name).make(title(name).setting())
        assert set(rules.verbs) - {"draw", "resign"} == set(FIELDS[name])
    for name, line in example_actions():
        rules = title(name).make(title(name).setting())
        assert write(read(line, rules.verbs, rules.names), rules.names) == line


def test_an_action_in_parts() -> None:
    assert parse_action("move PVA-40-118 0812-0813~0814") == {
        "verb": "move",
        "units": ["PVA-40-118"],
        "path": [("", "0812"), ("-", "0813"), ("~", "0814")],
        "mode": "foot",
    }
    assert parse_action("regroup -") == {"verb": "regroup", "units": []}
    assert parse_action("roll 2,5") == {"verb": "roll", "dice": [2, 5]}


def test_a_game_is_rebuilt(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    run("new", "yalu", "--seed", "3", "-o", path.name)
    run("do", path.name, *MOVES)
    run("undo", path.name)
    record = agree(run, path)
    assert record.backs == [(3, "undo")]
    assert record.states[-1].cells["where", "NKPA-24"] == "1701"

    run("redo", path.name)
    # the program fills in what a player leaves out
    run("do", path.name, "move PVA-40-119,PVA-40-120 0812-0813~0814", "move PVA-38-112 0911", *["end"] * 5)
    record = agree(run, path)
    assert record.states[-1].cells["where", "NKPA-24"] == "1502"
    assert record.check_dice() >= 4  # three that infiltrate, and the weather of the next turn
    for number in (2, 5):  # between an action and its die
        assert position(run("position", path.name, "--at", str(number))) == record.states[number]


def test_dice_fall_anew_when_taken_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    run("new", "yalu", "--seed", "3", "-o", path.name)
    run("do", path.name, *MOVES)
    run("take-back", path.name, "1")
    run("do", path.name, MOVES[1])
    record = agree(run, path)
    assert record.check_dice() == 2
    (first, _), (second, _) = record.rolls
    assert (first[0], second[0]) == ("0", "1")
    assert first[1:] == second[1:]


def test_a_game_from_a_position_with_sealed_dice(run: Run, tmp_path: Path) -> None:
    run("new", "yalu", "--seed", "3", "-o", "first.record")
    text = run("position", "first.record")
    for old, new in {
        "marks = []": 'marks = ["rail-break 0812", "damaged-bridge 0714 0715", "interdiction 0919 2"]',
        "turn = 1\n": "turn = 25\n",
        '1701 = ["NKPA-24"]\n': '"with:NKPA-5" = ["NKPA-24 moved+ceased spent=4"]\n',
    }.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (tmp_path / "here.toml").write_text(text, encoding="utf-8", newline="\n")

    path = tmp_path / "again.record"
    run("new", "yalu", "--position", "here.toml", "-o", path.name)
    assert read_record(path.read_bytes()).states == [position(text)]
    run("do", path.name, *MOVES[:2])
    record = agree(run, path)
    assert not record.secret
    record.secret = (tmp_path / "again.record.key").read_text(encoding="utf-8").strip()
    assert hashlib.sha256(record.secret.encode()).hexdigest() == record.setting["dice"]["seal"]
    assert record.check_dice() == 1

    run("do", path.name, *["end"] * 4, "delay Co-1", "end", "end")
    over = agree(run, path)
    assert over.secret == record.secret
    assert over.check_dice() >= 1  # and the morale of whom the division cut off, if it got through


def test_a_game_whose_first_secret_is_lost(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    run("new", "yalu", "-o", path.name)
    run("do", path.name, *MOVES)
    (tmp_path / "game.record.key").unlink()
    game = load(path)
    assert game.renew_dice()
    game.play("move PVA-40-119 0812-0813~0814")
    path.write_text(all_lines(game).text, encoding="utf-8", newline="\n")
    (tmp_path / "game.record.key").write_text(f"{game.dice.secret}\n", encoding="utf-8")
    record = agree(run, path)
    assert record.backs == [(4, "take back")]
    record.secret = game.dice.secret
    assert record.check_dice() == 1
    assert "could not be checked" in run("replay", path.name, "--verify")


def test_a_torn_or_changed_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    run("new", "yalu", "--seed", "3", "-o", path.name)
    run("do", path.name, MOVES[0])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":2,"by":"comm')
    assert len(agree(run, path).states) == 2
    run("do", path.name, MOVES[1])
    assert agree(run, path).check_dice() == 1

    done = path.read_bytes()
    first = done[: done.index(b"\n", len(whole)) + 1]  # the action without its die
    path.write_bytes(first)
    assert len(agree(run, path).states) == 2
    run("do", path.name, MOVES[1])
    assert path.read_bytes() == done

    path.write_bytes(whole.replace(b"place G-1 1118", b"place G-1 1119"))
    with pytest.raises(AssertionError, match="sum"):
        read_record(path.read_bytes())
    run("replay", path.name, "--verify", code=2)


def test_records_of_earlier_versions() -> None:
    for path in sorted((Path(__file__).parents[1] / "records").glob("*.record")):
        record = read_record(path.read_bytes())
        if record.secret:
            record.check_dice()


def test_a_game_with_other_verbs_is_rebuilt(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "war.record"
    run("new", "mobile_war", "--scenario", "invasion", "--seed", "3", "-o", path.name)
    run("do", path.name, "entrench NK-5B", "move NK-2 2435-2436", "end", "attack 1736", "table meeting")
    record = agree(run, path)
    assert record.setting["scenario"] == "invasion"
    assert record.states[-1].cells["where", "NK-2"] == "2436"
    assert record.check_dice() == 1
    assert record.rolls[0][0] == "0|1950-06-25|combat|0"
