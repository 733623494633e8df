"""Distorted lines of notation, of every verb of a game, as people might type them by mistake or on purpose."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Annotated, Any, Literal, get_args, get_origin

from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.engine.values import LONGEST_ACTION, Names, fields

GARBAGE = ("", "-", "~", ",", "--", "~~", ",,", "²", "é", "0", "-1", "with:", "{}", "%s", "\0", "\ud800")
GARBAGE += ("x" * 200, "9" * 50)
NUMBERS = ("0", "1", "-1", "7", "99", "999", "1000", "-999", "00", "9" * 12)


def distort(game: Game, text: str, rng: Random) -> str:
    """A line with one to three things changed: words of it, their order and number, its verb, or all of it."""
    if rng.random() < 0.25:
        return random_line(game, rng)
    words = text.split()
    for _ in range(rng.choice((1, 1, 2, 3))):
        if words:
            words = rng.choice(CHANGES)(game, words, rng)
    return " ".join(words)


def random_line(game: Game, rng: Random) -> str:
    """An action of any verb, with any units, hexes and numbers in its fields."""
    verb = rng.choice(sorted(game.rules.verbs))
    known = fields(game.rules.verbs[verb])
    kept = rng.randint(0, len(known) + 1) if rng.random() < 0.3 else len(known)
    return " ".join([verb, *(_word(game, hint, rng) for _, hint, _ in known[:kept])])


def _word(game: Game, hint: Any, rng: Random) -> str:
    """A word that could stand in a field of this type."""
    kind = hint.__metadata__[0] if get_origin(hint) is Annotated else ""
    if kind == "unit":
        return unit(game, rng)
    if kind == "units":
        return ",".join(unit(game, rng) for _ in range(rng.choice((0, 1, 1, 2, 3, 12)))) or "-"
    if kind == "place":
        return place(game, rng)
    if kind == "path":
        return path(game, rng)
    if get_origin(hint) is Literal:
        return str(rng.choice([*get_args(hint), "tea"]))
    if hint is str:
        return rng.choice([*_modes(game.rules.title.package), *game.rules.sides, *GARBAGE])
    return rng.choice(NUMBERS)


@cache
def _modes(package: str) -> list[str]:
    """The modes that a game has texts for."""
    return [key.removeprefix("mode.") for key in Texts("en", package).keys("mode.")]


def unit(game: Game, rng: Random) -> str:
    """Any unit: mostly one on the map, of either side; also one that is dead, not in play or carried."""
    s, names = game.state, game.rules.names
    present = [u for side in range(len(game.rules.sides)) for u in s.present(side)]
    return names.unit(rng.choice(present)) if present and rng.random() < 0.7 else rng.choice(names.units)


def place(game: Game, rng: Random) -> str:
    """Any place: mostly a hex where something is or beside it; also any hex, a box, a unit, nothing at all."""
    names, s = game.rules.names, game.state
    held = [h for h in s.where if h < names.grid.size]
    match rng.randrange(10):
        case 0:
            return rng.choice(names.boxes)
        case 1:
            return f"with:{rng.choice(names.units)}"
        case 2:
            return rng.choice(GARBAGE)
        case 3 | 4:
            return names.grid.label(rng.choice(list(names.grid.neighbours)))
        case _:
            h = rng.choice(held or list(names.grid.neighbours))
            return names.grid.label(rng.choice((h, *names.grid.neighbours[h])))


def path(game: Game, rng: Random) -> str:
    """A walk from a place, with marks anywhere; sometimes far too long, sometimes with a leap in it."""
    names = game.rules.names
    legs = [place(game, rng)]
    for _ in range(rng.choice((0, 1, 2, 3, 6, 6, 30, 500))):
        at = names.grid.hex(legs[-1]) if names.grid.has(legs[-1]) else None
        leap = at is None or rng.random() < 0.03
        legs.append(place(game, rng) if leap else names.grid.label(rng.choice(names.grid.neighbours[at or 0])))
    return "".join(("~" if rng.random() < 0.2 else "-" if i else "") + leg for i, leg in enumerate(legs))


# ----------------------------------------------------------------------------------------------------------- changes


def _change_word(game: Game, words: list[str], rng: Random) -> list[str]:
    """Another word in the place of one, of the same kind or of any."""
    i = rng.randrange(len(words))
    new = _similar(game, words[i], rng) if rng.random() < 0.8 else rng.choice(GARBAGE)
    return [*words[:i], new, *words[i + 1 :]]


def _similar(game: Game, word: str, rng: Random) -> str:
    names = game.rules.names
    if word in game.rules.verbs:
        return rng.choice(sorted(game.rules.verbs))
    pieces = word.split(",")
    if pieces[0] in names.units or word == "-":
        return _units(game, pieces, rng)
    legs = word.replace("~", "-~").split("-")
    if any(names.grid.has(leg.lstrip("~")) for leg in legs):
        return _path(names, legs, rng)
    return rng.choice(NUMBERS) if word.lstrip("-").isdigit() else word.upper() if rng.random() < 0.3 else word[:-1]


def _units(game: Game, pieces: list[str], rng: Random) -> str:
    i = rng.randrange(len(pieces))
    match rng.randrange(7):
        case 0:
            pieces[i] = unit(game, rng)
        case 1:
            pieces.insert(i, unit(game, rng))
        case 2:
            pieces.insert(i, pieces[i])
        case 3:
            del pieces[i]
        case 4:
            pieces *= rng.choice((2, 20, 200))
        case 5:
            pieces[i] = pieces[i][: rng.randint(0, len(pieces[i]))]
        case _:
            pieces.insert(i, "")
    return ",".join(pieces)


def _path(names: Names, legs: list[str], rng: Random) -> str:
    i = rng.randrange(len(legs))
    label = legs[i].lstrip("~")
    near = label
    if names.grid.has(label):
        near = names.grid.label(rng.choice(names.grid.neighbours[names.grid.hex(label)]))
    match rng.randrange(9):
        case 0:
            legs[i] = legs[i].lstrip("~") if legs[i].startswith("~") else f"~{legs[i]}"
        case 1:
            legs[i] = near
        case 2:
            legs.insert(i, near)
        case 3:
            legs.append(near)
        case 4:
            del legs[i]
        case 5:
            legs += legs[-2::-1]
        case 6:
            legs *= rng.choice((2, 10, 100))
        case 7:
            legs[i] = rng.choice(GARBAGE)
        case _:
            legs = legs[-1:]
    return "-".join(legs).replace("-~", "~")


def _drop_word(game: Game, words: list[str], rng: Random) -> list[str]:
    i = rng.randrange(len(words))
    return [*words[:i], *words[i + 1 :]]


def _add_word(game: Game, words: list[str], rng: Random) -> list[str]:
    i = rng.randint(0, len(words))
    return [*words[:i], rng.choice((*words, *GARBAGE)), *words[i:]]


def _swap_words(game: Game, words: list[str], rng: Random) -> list[str]:
    return rng.sample(words, len(words))


def _change_verb(game: Game, words: list[str], rng: Random) -> list[str]:
    return [rng.choice(sorted(game.rules.verbs)), *words[1:]]


def _lengthen(game: Game, words: list[str], rng: Random) -> list[str]:
    return [*words, "x" * rng.choice((100, LONGEST_ACTION, LONGEST_ACTION * 100))]


CHANGES: tuple[Callable[[Game, list[str], Random], list[str]], ...] = (
    *(_change_word,) * 12,
    _drop_word,
    _add_word,
    _swap_words,
    *(_change_verb,) * 2,
    _lengthen,
)
"""What is done to a line, the usual more often."""
