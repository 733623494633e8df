"""Names, actions and frames: plain values, and the two ways to write them.

A field's type says what it holds (`Unit`, `Units`, `Place`, `Path`, numbers, words), and one codec turns it into the
notation that players type (`write`, `read`) or into plain JSON with names instead of numbers (`to_plain`,
`from_plain`). Names survive a change of the unit list or of the grid; numbers would not.
"""

import re
import types
from collections.abc import Container, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin, get_type_hints

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.hexgrid import BadHexError, Grid, Hex

Unit = Annotated[int, "unit"]
Units = Annotated[tuple[int, ...], "units"]
Place = Annotated[int, "place"]
Path = Annotated[tuple[int, ...], "path"]
"""Hexes from the start on. A leg that needs a die is written as the complement (`~hex`) of the hex it leads to."""


def leg(h: int) -> Hex:
    """The hex that a leg of a path leads to."""
    return ~h if h < 0 else h


class Action(msgspec.Struct, frozen=True):
    """What a player does. The class name in lower case is the verb."""

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action in the notation."""
        return cls.__name__.lower()


class End(Action, frozen=True):
    """End what is being decided."""


class Names:
    """The names of units and places, both ways.

    One code space holds every place: hexes first, then the boxes beside the map, then "with unit u" for units that are
    carried by or part of another one.
    """

    def __init__(self, grid: Grid, boxes: Sequence[str], units: Sequence[str]) -> None:
        self.grid = grid
        self.boxes = tuple(boxes)
        self.units = tuple(units)
        self.own: Container[int] = ()
        self._unit = {name: i for i, name in enumerate(units)}
        self._box = {name: grid.size + i for i, name in enumerate(boxes)}
        self._with = grid.size + len(boxes)
        if len(self._unit) != len(units):
            raise ValueError("two units have the same name")

    def unit(self, number: int) -> str:
        """The name of a unit."""
        return self.units[number]

    def unit_number(self, name: str) -> int:
        """The unit with this name, or the only one whose name ends with it after a dash; own units come first."""
        if name in self._unit:
            return self._unit[name]
        ends = [unit for unit in self.units if name and unit.endswith(f"-{name}")]
        mine = [unit for unit in ends if self._unit[unit] in self.own]
        if len(mine) == 1 or len(ends) == 1:
            return self._unit[(mine or ends)[0]]
        if ends:
            raise BadInputError("ambiguous_unit", name=name, near_names=(mine or ends)[:5])
        near = get_close_matches(name, self.units, n=3, cutoff=0.4)
        raise BadInputError("unknown_unit_near" if near else "unknown_unit", name=name, near_names=near)

    def for_owner(self, own: Container[int]) -> Self:
        """The same names for somebody who means his own units when he shortens a name."""
        new = copy(self)
        new.own = own
        return new

    def box(self, name: str) -> int:
        """The place code of a box."""
        return self._box[name]

    def with_unit(self, unit: int) -> int:
        """The place code for "carried by or part of this unit"."""
        return self._with + unit

    def place(self, code: int) -> str:
        """The name of a place."""
        if code < self.grid.size:
            return self.grid.label(code)
        if code < self._with:
            return self.boxes[code - self.grid.size]
        return f"with:{self.units[code - self._with]}"

    def place_code(self, name: str) -> int:
        """The place with this name."""
        if name in self._box:
            return self._box[name]
        if name.startswith("with:"):
            return self._with + self.unit_number(name[5:])
        try:
            return self.grid.hex(name)
        except BadHexError:
            raise BadInputError("unknown_hex", name=name) from None


# ------------------------------------------------------------------------------------------------------- plain values


@cache
def fields(cls: type) -> tuple[tuple[str, Any, Any], ...]:
    """The fields of a value class: name, type and default (msgspec.NODEFAULT where there is none)."""
    hints = get_type_hints(cls, include_extras=True)
    assert "kind" not in hints, f"{cls}: a field may not be called kind, which is the class in plain form"
    return tuple((f.name, hints[f.name], f.default) for f in msgspec.structs.fields(cls))


def _present(hint: Any) -> Any:
    """The type of an optional field when it has a value."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(a for a in get_args(hint) if a is not type(None))
    return hint


def encode(hint: Any, value: Any, names: Names) -> Any:
    """One value as plain JSON."""
    if value is None:
        return None
    hint = _present(hint)
    if get_origin(hint) is Annotated:
        match hint.__metadata__[0]:
            case "unit":
                return names.unit(value)
            case "units":
                return [names.unit(u) for u in value]
            case "place":
                return names.place(value)
            case _:
                return write_path(value, names)
    if isinstance(value, tuple):
        inner = get_args(hint)[0]
        return [encode(inner, item, names) for item in value]
    if isinstance(value, msgspec.Struct):
        return to_plain(value, names)
    return value


def decode(hint: Any, value: Any, names: Names) -> Any:
    """The value that plain JSON stands for."""
    if value is None:
        return None
    hint = _present(hint)
    origin = get_origin(hint)
    if origin is Annotated:
        if hint.__metadata__[0] != "units" and not isinstance(value, str):
            raise BadInputError("bad_value", value=str(value))
        match hint.__metadata__[0]:
            case "unit":
                return names.unit_number(value)
            case "units":
                return tuple(names.unit_number(u) for u in _names_in(value))
            case "place":
                return names.place_code(value)
            case _:
                return read_path(value, names)
    if origin is Literal:
        if value not in get_args(hint):
            raise BadInputError("bad_value", value=str(value))
        return value
    if origin is tuple:
        return tuple(decode(get_args(hint)[0], item, names) for item in _list(value))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _build(hint, value, names)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise BadInputError("bad_value", value=str(value))
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadInputError("bad_value", value=str(value))
    return value


def _names_in(value: Any) -> list[str]:
    if not all(isinstance(item, str) for item in _list(value)):
        raise BadInputError("bad_value", value=str(value))
    return value


def to_plain(value: msgspec.Struct, names: Names) -> dict[str, Any]:
    """A frame or action as a plain dictionary with names; its class name under "kind"."""
    out: dict[str, Any] = {"kind": type(value).__name__}
    for name, hint, _ in fields(type(value)):
        out[name] = encode(hint, getattr(value, name), names)
    return out


def from_plain(plain: dict[str, Any], classes: dict[str, type], names: Names) -> Any:
    """The frame or action that a plain dictionary stands for."""
    kind = plain.get("kind", "") if isinstance(plain, dict) else ""
    if not isinstance(kind, str) or kind not in classes:
        raise BadInputError("unknown_kind", name=str(kind))
    return _build(classes[kind], plain, names)


def _build(cls: type, plain: dict[str, Any], names: Names) -> Any:
    known = {name for name, _, _ in fields(cls)} | {"kind"}
    for name in plain:
        if name not in known:
            raise BadInputError("unknown_field", name=name)
    args = {}
    for name, hint, default in fields(cls):
        if name in plain:
            args[name] = decode(hint, plain[name], names)
        elif default is msgspec.NODEFAULT:
            raise BadInputError("missing_field", name=name)
    return cls(**args)


# ---------------------------------------------------------------------------------------------------------- notation


def write_path(path: Sequence[int], names: Names) -> str:
    """A path in the notation: `0812-0813~0814`, the tilde before a hex that is tried for with a die."""
    text = "".join(("~" if h < 0 else "-") + names.place(leg(h)) for h in path)
    return text.removeprefix("-")


def read_path(text: str, names: Names) -> tuple[int, ...]:
    """The path that a piece of notation stands for."""
    out: list[int] = []
    for piece in text.replace("~", "-~").removeprefix("-" if text.startswith("~") else "").split("-"):
        h = names.place_code(piece.removeprefix("~"))
        out.append(~h if piece.startswith("~") else h)
    return tuple(out)


def write(action: Action, names: Names) -> str:
    """An action in the notation: its verb, then its fields; fields at the end that have their default are left out."""
    words: list[str] = []
    known = fields(type(action))
    kept = len(known)
    while kept and getattr(action, known[kept - 1][0]) == known[kept - 1][2]:
        kept -= 1
    for name, hint, _ in known[:kept]:
        plain = encode(hint, getattr(action, name), names)
        words.append((",".join(map(str, plain)) or "-") if isinstance(plain, list) else str(plain))
    return " ".join([action.verb(), *words])


def read(text: str, verbs: dict[str, type[Action]], names: Names) -> Action:
    """The action that a line of notation stands for; BadInputError says in one sentence what is wrong with it."""
    words = text.split()
    if not words:
        raise BadInputError("empty_action", verbs=sorted(verbs))
    if words[0] not in verbs:
        raise BadInputError("unknown_verb", name=words[0], verbs=sorted(verbs))
    cls = verbs[words[0]]
    known = fields(cls)
    if len(words) - 1 > len(known):
        raise BadInputError("too_many_words", name=words[len(known) + 1])
    args = {}
    for i, (name, hint, default) in enumerate(known):
        if i + 1 < len(words):
            args[name] = decode(hint, _plain_word(hint, words[i + 1]), names)
        elif default is msgspec.NODEFAULT:
            raise BadInputError("missing_word", verb=words[0], name=name)
    return cls(**args)


def _plain_word(hint: Any, word: str) -> Any:
    kind = hint.__metadata__[0] if get_origin(hint) is Annotated else ""
    if kind == "units" or get_origin(hint) is tuple:
        pieces = [] if word == "-" else word.split(",")
        return [_number(p) for p in pieces] if get_args(hint)[0] is int else pieces
    return _number(word) if hint is int else word


def _number(word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise BadInputError("not_a_number", name=word)
    return int(word)
