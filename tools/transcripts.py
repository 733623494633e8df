"""Transcripts: a whole random game for each scenario, optional rule and ruling, and some with many of them together.

Today's rules play them again.

    python tools/transcripts.py [GAME...]     writes tests/records/*.transcript anew (`make records`)

`docs/formats.md` says what is in them and when they are written anew.
"""

import json
import sys
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from parallel38 import new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE
from parallel38.engine.game import Game
from parallel38.engine.titles import Choice
from parallel38.games import NAMES, title

FOLDER = Path(__file__).parents[1] / "tests" / "records"
Chosen = dict[str, Any]
"""`scenario`, unless it is the usual one, and `options` or `rulings`, each by name."""


def cases(name: str) -> dict[str, Chosen]:
    """The games to be played, by the file's name: the few, and each value that is no default where it counts."""
    found = few(name)
    for kind, choice, value in _values(name):
        where = _scenario(name, _scenarios(name, choice)[0])
        found[f"{name}-{choice.name}-{value}"] = {**where, kind: {choice.name: value}}
    return found


def few(name: str) -> dict[str, Chosen]:
    """Each scenario with the defaults; and each other value once, with as many others as it may be chosen with."""
    found, left = dict[str, Chosen](), _values(name)
    for scenario in title(name).scenario_names:
        found[f"{name}-{scenario}"] = _scenario(name, scenario)
        number = 0
        while any(scenario in _scenarios(name, choice) for _, choice, _ in left):
            number, chosen = number + 1, _scenario(name, scenario)
            for kind, choice, value in (*left, *_values(name)):
                tried = {**chosen, kind: {**chosen.get(kind, {}), choice.name: value}}
                here = scenario in _scenarios(name, choice)
                if here and choice.name not in chosen.get(kind, {}) and _fits(name, tried):
                    chosen = tried
            found[f"{name}-{scenario}-together-{number}"] = chosen_in(chosen)
            left = [row for row in left if chosen.get(row[0], {}).get(row[1].name) != row[2]]
    return found


def _scenarios(name: str, choice: Choice) -> tuple[str, ...]:
    """The scenarios in which a choice matters: those that it names, of the editions that have it."""
    found = choice.scenarios or title(name).scenario_names
    editions = choice.editions or title(name).editions
    return tuple(one for one in found if {*title(name).editions_of(one)} & {*editions})


def _values(name: str) -> list[tuple[str, Choice, str]]:
    """Every value that is no default, with its choice; options and rulings."""
    return [
        (kind, choice, value)
        for kind, choices in (("options", title(name).options), ("rulings", title(name).rulings))
        for choice in choices
        for value in choice.values
        if value != choice.default
    ]


def _fits(name: str, chosen: Chosen) -> bool:
    """Whether a game may be played with these choices together."""
    try:
        title(name).setting(**chosen)
    except BadInputError:
        return False
    return True


def _scenario(name: str, scenario: str) -> Chosen:
    return {} if scenario == title(name).scenario_names[0] else {"scenario": scenario}


def chosen_in(head: dict[str, Any]) -> Chosen:
    """What the first line of a transcript says was chosen."""
    return {kind: head[kind] for kind in ("scenario", "options", "rulings") if kind in head}


def played(name: str, seed: int, chosen: Chosen) -> Game:
    """A random game, to the end."""
    game, rng = new_game(name, seed=seed, **chosen), Random(seed)
    while game.decider is not None:
        game.play(game.sample(rng))
    return game


def written(game: Game, seed: int, chosen: Chosen) -> str:
    """The transcript of a finished game."""
    log = "\n".join(Reporter(game, "en").log(game.entries()))
    digest = blake2b(log.encode(), digest_size=16).hexdigest()
    head = {"game": game.rules.title.name, "seed": seed, **chosen, "winner": game.winner, "log": digest}
    lines = [json.dumps(head)]
    turn = ""
    for entry, past in game.replay():
        if entry.before is not None and past.turn != turn:
            turn = past.turn
            lines.append(f"# {turn} {past.hash()}")
        if entry.action is not None and entry.by != CHANCE:
            lines.append(game.notation(entry.action))
    return "\n".join([*lines, f"# {game.hash()}", ""])


def replayed(text: str) -> str:
    """The transcript that today's rules make of the actions in one."""
    first, *lines = text.splitlines()
    head = json.loads(first)
    chosen = chosen_in(head)
    game = new_game(head["game"], seed=head["seed"], **chosen)
    for line in lines:
        if not line.startswith("#"):
            game.play(line)
    return written(game, head["seed"], chosen)


def main(names: Sequence[str]) -> None:
    for name in names or NAMES:
        for file in FOLDER.glob(f"{name}-*.transcript"):
            file.unlink()
        for stem, chosen in cases(name).items():
            seed = crc32(stem.encode()) % 10_000  # of its own, and the same when other choices come
            text = written(played(name, seed, chosen), seed, chosen)
            (FOLDER / f"{stem}.transcript").write_text(text, encoding="utf-8")
            print(f"{stem}.transcript: {len(text) // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
