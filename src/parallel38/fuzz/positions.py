"""Distorted positions: those of a game with fields, numbers, units and frames changed, as people might write them."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, get_args

import msgspec

from parallel38 import desk
from parallel38.api import from_position
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, RefusedError
from parallel38.engine.game import Game
from parallel38.engine.values import End, fields
from parallel38.fuzz.notation import GARBAGE, path, place, unit

NUMBERS = (0, 1, 2, 3, 6, 12, 30, 99, 300, 10**6, 2**31 - 1, 2**31, 10**30, -1, -5)
PLAYED = 6
"""Random actions with which a position that was accepted is played on."""

Plain = dict[str, Any]


def distort_position(game: Game, rng: Random) -> Plain:
    """The position of a game with one to three things changed."""
    plain: Plain = deepcopy(game.to_position())
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(CHANGES)(game, plain, rng)
    if rng.random() < 0.05:  # something of a quite different shape
        plain[rng.choice(sorted(plain))] = rng.choice((None, 3, "x", [], {}, [3], {"a": 1}, [None], True, [[[]]]))
    return plain


def check_position(plain: Plain, rng: Random) -> bool:
    """Whether a position is accepted; one that is can be looked at and played on without any fault."""
    try:
        game = from_position(plain)
    except BadInputError as error:
        return not str(error)
    play_on(game, rng)
    return True


def play_on(game: Game, rng: Random) -> None:
    """Look at a game and play a few random actions; whatever can end a decision is tried too."""
    for _ in range(PLAYED):
        if game.over:
            break
        if game.decider == CHANCE:
            raise AssertionError("the dice were not thrown")
        desk.situation(game, "es")
        actions = [End(), game.sample(rng)]
        for action in rng.sample(actions, 2):
            copy = game.copy()
            try:
                copy.play(action)
            except RefusedError:
                continue
        game.play(actions[1])


# ----------------------------------------------------------------------------------------------------------- changes


def _number(game: Game, plain: Plain, rng: Random) -> None:
    """A track with another number, or another word."""
    plain["track"][rng.choice(game.rules.tracks)] = rng.choice((*NUMBERS, *map(str, NUMBERS), *GARBAGE))


def _places(plain: Plain) -> dict[str, list[str]]:
    return plain["units"]


def _move_unit(game: Game, plain: Plain, rng: Random) -> None:
    """A unit somewhere else, where others may be."""
    units = _places(plain)
    old = rng.choice(sorted(units))
    entry = units[old].pop(rng.randrange(len(units[old])))
    if not units[old]:
        del units[old]
    new = rng.choice((place(game, rng), rng.choice(sorted(units))))
    units.setdefault(new, []).append(entry)


def _remove_units(game: Game, plain: Plain, rng: Random) -> None:
    """A place without its units: a hex of which some frame may speak."""
    del _places(plain)[rng.choice(sorted(_places(plain)))]


def _add_unit(game: Game, plain: Plain, rng: Random) -> None:
    _places(plain).setdefault(place(game, rng), []).append(unit(game, rng))


def _mark_unit(game: Game, plain: Plain, rng: Random) -> None:
    """A unit with a flag, or with something spent."""
    entries = _places(plain)[rng.choice(sorted(_places(plain)))]
    word = rng.choice((*game.rules.flag_names, *(f"spent={n}" for n in NUMBERS), "spent=x", "luck=1", ""))
    i = rng.randrange(len(entries))
    entries[i] = f"{entries[i]} {word}"


def _mark(game: Game, plain: Plain, rng: Random) -> None:
    kind, more = rng.choice((*game.rules.mark_kinds, "tea")), rng.choice(("", "1", "7", place(game, rng)))
    plain["marks"].append(f"{kind} {place(game, rng)} {more}".strip())


def _change_field(game: Game, plain: Plain, rng: Random) -> None:
    """A field of a frame with another value, usually of its own kind."""
    frame: Plain = rng.choice(plain["frames"] or [{}])
    known = [name for name in frame if name != "kind"]
    if known:
        name = rng.choice(known)
        frame[name] = _other(game, frame[name], rng)


def _other(game: Game, value: Any, rng: Random) -> Any:
    """Another value of the same kind; sometimes of any."""
    if rng.random() < 0.1:
        return rng.choice((None, True, "", [], {}, 3, "tea", [[]], *NUMBERS))
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value + 1, value - 1, *NUMBERS))
        case list():
            return _other_list(game, value, rng)
        case dict() if value:
            name = rng.choice(sorted(value))
            return {**value, name: _other(game, value[name], rng)}
        case str():
            words = (*game.rules.sides, *(p.key for p in game.rules.outline(game.state)), *GARBAGE)
            return rng.choice((unit(game, rng), place(game, rng), path(game, rng), rng.choice(words)))
        case _:
            return rng.choice(("un", 1, []))


def _other_list(game: Game, value: list[Any], rng: Random) -> list[Any]:
    i = rng.randrange(len(value)) if value else 0
    match rng.randrange(6):
        case 0:
            return value[:i] + value[i + 1 :]
        case 1:
            return value + value[i : i + 1]
        case 2:
            return value * rng.choice((0, 3, 500))
        case 3 if value:
            return [*value[:i], _other(game, value[i], rng), *value[i + 1 :]]
        case 4:
            return [*value, place(game, rng)]
        case _:
            return [*value, unit(game, rng)]


def _other_frame(game: Game, plain: Plain, rng: Random) -> None:
    """A frame of any kind, with fields of the right kinds, on top or in the place of another."""
    kind = rng.choice(sorted(game.rules.frames))
    frame = _made(game, game.rules.frames[kind], rng)
    frames: list[Any] = plain["frames"]
    match rng.randrange(3):
        case 0:
            frames.append(frame)
        case 1:
            frames[-1:] = [frame]
        case _:
            frames.insert(rng.randint(0, len(frames)), frame)


def _made(game: Game, cls: type, rng: Random) -> Plain:
    """A value of a class, with fields of the right kinds."""
    return {"kind": cls.__name__, **{name: _value(game, hint, rng) for name, hint, _ in fields(cls)}}


def _value(game: Game, hint: Any, rng: Random) -> Any:
    """A value that could stand in a field of a type; values that have fields of their own are made of these."""
    inner = next((arg for arg in get_args(hint) if isinstance(arg, type) and issubclass(arg, msgspec.Struct)), None)
    if inner is None:
        return _field(game, str(hint), rng)
    return [_made(game, inner, rng) for _ in range(rng.randint(0, 3))]


def _field(game: Game, hint: str, rng: Random) -> Any:
    """A value that could stand in a field; `hint` is its type as it is written."""
    if hint.startswith("tuple") or "'units'" in hint:
        inner = hint.removeprefix("tuple[") if hint.startswith("tuple") else "'unit'"
        return [_field(game, inner, rng) for _ in range(rng.randint(0, 3))]
    for kind, make in (("'unit'", unit), ("'place'", place), ("'path'", path)):
        if kind in hint:
            return make(game, rng)
    if "Literal" in hint or "'side'" in hint:
        return rng.choice((*game.rules.sides, "go", "first", "second", "pva", "regroup", "drawn", 0, 1))
    if "bool" in hint:
        return rng.random() < 0.5
    if "int" in hint:
        return rng.choice(NUMBERS)
    return rng.choice(("", "D-4.1.1", "rail", "supply", "1:1", "foot", "weather", *GARBAGE))


def _stack(game: Game, plain: Plain, rng: Random) -> None:
    """Frames left out, doubled, in another order, or in another phase."""
    frames: list[Any] = plain["frames"]
    i = rng.randrange(len(frames)) if frames else 0
    match rng.randrange(5):
        case 0:
            frames[i : i + 1] = []
        case 1:
            frames.insert(i, deepcopy(frames[i]) if frames else {})
        case 2:
            rng.shuffle(frames)
        case 3:
            frames += [deepcopy(frame) for frame in frames[-1:] * rng.choice((1, 50))]
        case _:
            phase = rng.choice(game.rules.outline(game.state))
            frames[:1] = [{"kind": "Sequence", "phase": phase.key, **({"part": phase.part} if phase.part else {})}]


CHANGES: tuple[Callable[[Game, Plain, Random], None], ...] = (
    *(_number, _move_unit, _remove_units, _add_unit, _mark_unit) * 2,
    *(_change_field,) * 8,
    *(_other_frame, _stack) * 3,
    _mark,
)
"""What is done to a position, the usual more often."""
