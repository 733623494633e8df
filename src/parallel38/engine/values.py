"""Names, actions and frames: plain values, and the two ways to write them.

A field's type says what it holds (`Unit`, `Units`, `Place`, `Path`, numbers, words), and one codec turns it into the
notation that players type (`write`, `read`) or into plain JSON with names instead of numbers (`to_plain`,
`from_plain`). Names survive a change of the unit list or of the grid; numbers would not. Everything that is read has
bounds: those of its type (`Annotated[int, Span(1, 6)]`), or the usual ones.
"""

import re
import types
from collections.abc import Container, Iterable, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, Union, get_args, get_origin, get_type_hints
from unicodedata import normalize

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.hexgrid import BadHexError, Grid, Hex

Unit = Annotated[int, "unit"]
Units = Annotated[tuple[int, ...], "units"]
Place = Annotated[int, "place"]
Path = Annotated[tuple[int, ...], "path"]
"""Hexes from the start on. A leg that needs a die is written as the complement (`~hex`) of the hex it leads to."""
RuleId = Annotated[str, "rule"]
SideName = Annotated[str, "side"]
"""Words that only the rules of a game know; `bounds` asks them."""

Intent = Literal["go", "strike", "place", "choose", "support"]
"""What an action means for a board: units go to a hex, something in a hex is attacked, units that were not on the map
are put into a hex, something is chosen, or units help in what others do."""

STEP, DIE, LIST, NONE, NEXT = "-", "~", ",", "-", ";"
"""How the notation joins the hexes of a path, how it joins a hex that is tried for with a die, how it joins the parts
of a list, how it writes an empty list, and what stands between actions that are done one after the other."""


class Span(NamedTuple):
    """The numbers that a field can hold, as part of its type."""

    least: int
    most: int

    def check(self, number: int) -> int:
        """The number, if it is one of them."""
        if not self.least <= number <= self.most:
            raise BadInputError("number_range", value=number, least=self.least, most=self.most)
        return number


NUMBERS, CELLS = Span(-999, 999), Span(-9_999, 9_999)
"""The numbers of a field that says nothing else, and those of tracks and of units: none in any game is larger."""
LONGEST_WORD = 120
LONGEST_ACTION = 4_000
"""Letters of a word in a frame, and of an action; an attack by a hundred units has about a thousand."""
LONGEST_LIST = 400
"""Parts of a field that is neither a list of units nor a path."""


def leg(h: int) -> Hex:
    """The hex that a leg of a path leads to."""
    return ~h if h < 0 else h


class Action(msgspec.Struct, frozen=True):
    """What a player does. The class name in lower case is the verb."""

    intent: ClassVar[Intent] = "choose"
    """What the action means for a board."""
    each: ClassVar[bool] = False
    """Whether a player may well let all units do it at once, each by an action of its own."""
    mode_field: ClassVar[str] = "mode"
    """The field, if there is one of this name, that holds the mode in which the action is done."""

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action in the notation."""
        return cls.__name__.lower()

    @classmethod
    def arranged(cls, words: list[str]) -> list[str]:
        """The words after the verb in the order of the fields; a game may accept another order from a person."""
        return words


class End(Action, frozen=True):
    """End what is being decided."""


class Names:
    """The names of units and places, both ways.

    One code space holds every place: hexes first, then the boxes beside the map, then "with unit u" for units that are
    carried by or part of another one.
    """

    def __init__(
        self, grid: Grid, boxes: Sequence[str], units: Sequence[str], towns: Mapping[str, Hex] | None = None
    ) -> None:
        self.grid = grid
        self.boxes = tuple(boxes)
        self.units = tuple(units)
        self.own: Container[int] | None = None
        """The units of the side whose player types; None for files, which use full names only."""
        self._town = {plain_letters(name): (name, h) for name, h in (towns or {}).items()}
        self._unit = {name: i for i, name in enumerate(units)}
        self._box = {name: grid.size + i for i, name in enumerate(boxes)}
        self._with = grid.size + len(boxes)
        if len(self._unit) != len(units):
            raise ValueError("two units have the same name")

    def unit(self, number: int) -> str:
        """The name of a unit."""
        return self.units[number]

    def unit_number(self, name: str) -> int:
        """The unit with this name, or the only one whose name ends with it after a dash; own units come first.

        A person need not care for capitals, and may leave out dashes and pieces in the middle: pva118.
        """
        if name in self._unit:
            return self._unit[name]
        ways = [[unit for unit in self.units if name and unit.endswith(f"-{name}")]]
        if self.own is not None and not ways[0]:
            pieces = _pieces(name)
            ways.append([unit for unit in self.units if pieces and _pieces(unit) == pieces])
            ways.append([unit for unit in self.units if _shortened(pieces, _pieces(unit))])
        for found in ways:
            mine = [unit for unit in found if self._unit[unit] in (self.own or ())]
            if len(mine) == 1 or len(found) == 1:
                return self._unit[(mine or found)[0]]
            if found:
                raise BadInputError("ambiguous_unit", name=name, near_names=(mine or found)[:5])
        near = get_close_matches(name, self.units, n=3, cutoff=0.4)
        raise BadInputError("unknown_unit_near" if near else "unknown_unit", name=name, near_names=near)

    def for_owner(self, own: Container[int]) -> Self:
        """Names as a person uses them: a shortened name means a unit of the person's own, and a town its hex."""
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
            town = self.town(name)
            if town is not None:
                return town
            near = get_close_matches(plain_letters(name), self._town, n=2, cutoff=0.7) if self.own is not None else []
            key = "unknown_hex_near" if near else "unknown_hex"
            raise BadInputError(key, name=name, near_names=[self._town[n][0] for n in near]) from None

    def hex_code(self, name: str) -> Hex:
        """The hex with this name; nothing is done in a box or in a unit."""
        code = self.place_code(name)
        if code >= self.grid.size:
            raise BadInputError("not_a_hex", name=name)
        return code

    def town(self, name: str) -> Hex | None:
        """The hex of a town that a person names; None if there is none, and in files."""
        return self._town.get(plain_letters(name), (name, None))[1] if self.own is not None else None


def plain_letters(name: str) -> str:
    """A name without capitals, accents, apostrophes and dashes, as people type it.

    >>> plain_letters("Kunu-ri"), plain_letters("P'yŏngyang")
    ('kunuri', 'pyongyang')
    """
    return "".join(c for c in normalize("NFKD", name.casefold()) if c.isalnum())


@lru_cache(4096)
def _pieces(name: str) -> list[str]:
    """The words and numbers that a unit's name is made of."""
    return re.findall(r"[a-z]+|[0-9]+", name.lower())


def _shortened(short: list[str], whole: list[str]) -> bool:
    """Whether some pieces of a name are the others' order, up to its last one: pva, 118 of pva, 40, 118."""
    rest = iter(whole)
    return bool(short) and short[-1] == whole[-1] and all(piece in rest for piece in short)


# ------------------------------------------------------------------------------------------------------- plain values


@cache
def fields(cls: type) -> tuple[tuple[str, Any, Any], ...]:
    """The fields of a value class: name, type and default (msgspec.NODEFAULT where there is none)."""
    hints = get_type_hints(cls, include_extras=True)
    assert "kind" not in hints, f"{cls}: a field may not be called kind, which is the class in plain form"
    return tuple((f.name, hints[f.name], f.default) for f in msgspec.structs.fields(cls))


def naming(actions: Iterable[Action], unit: int) -> list[Action]:
    """Those of some actions that name a unit, in whatever part; all of them, if none does."""
    known = list(actions)
    return [action for action in known if unit in _units(action)] or known


def _units(action: Action) -> set[int]:
    found = set[int]()
    for name, several in _unit_fields(type(action)):
        value = getattr(action, name)
        found |= {*value} if several else {value}
    return found


@cache
def _unit_fields(cls: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a value class that name units, and whether each names several."""
    kinds = ((name, getattr(hint, "__metadata__", ("",))[0]) for name, hint, _ in fields(cls))
    return tuple((name, kind == "units") for name, kind in kinds if kind in ("unit", "units"))


def _present(hint: Any) -> Any:
    """The type of an optional field when it has a value."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(a for a in get_args(hint) if a is not type(None))
    return hint


def _optional(hint: Any) -> bool:
    """Whether a field may have no value."""
    return type(None) in get_args(hint)


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
            case "path":
                return write_path(value, names)
            case _:
                return value
    if isinstance(value, tuple):
        inner = get_args(hint)[0]
        return [encode(inner, item, names) for item in value]
    if isinstance(value, msgspec.Struct):
        return to_plain(value, names)
    return value


def decode(hint: Any, value: Any, names: Names, on_map: bool = False) -> Any:
    """The value that plain JSON stands for. `on_map`: places are hexes; a box is refused."""
    if value is None and _optional(hint):
        return None
    hint, place = _present(hint), names.hex_code if on_map else names.place_code
    origin = get_origin(hint)
    if origin is Annotated:
        match hint.__metadata__[0]:
            case Span() as span:
                return span.check(_plain(int, value))
            case "unit":
                return names.unit_number(_plain(str, value))
            case "units":
                return tuple(names.unit_number(_plain(str, u)) for u in _list(value, len(names.units)))
            case "place":
                return place(_plain(str, value))
            case "path":
                return read_path(_plain(str, value), names, on_map)
            case _:
                return _word(value)
    if origin is Literal:
        if value not in get_args(hint):
            raise BadInputError("bad_value", value=str(value))
        return value
    if origin is tuple:
        return tuple(decode(get_args(hint)[0], item, names, on_map) for item in _list(value, LONGEST_LIST))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _build(hint, _plain(dict, value), names)
    if hint is int:
        return NUMBERS.check(_plain(int, value))
    return _word(value) if hint is str else _plain(hint, value)


def _plain(kind: Any, value: Any) -> Any:
    """A value that must be of a plain kind; yes and no are no numbers."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadInputError("bad_value", value=str(value))
    return value


def _word(value: Any) -> str:
    if len(_plain(str, value)) > LONGEST_WORD:
        raise BadInputError("too_long", name=value, most=LONGEST_WORD)
    return value


def _list(value: Any, most: int) -> list[Any]:
    if len(_plain(list, value)) > most:
        raise BadInputError("too_many_parts", n=len(value), most=most)
    return value


def to_plain(value: msgspec.Struct, names: Names) -> dict[str, Any]:
    """A frame or action as a plain dictionary with names; its class name under "kind".

    What stands in `later_fields` of its class is left out where it has its default.
    """
    out: dict[str, Any] = {"kind": type(value).__name__}
    later = getattr(value, "later_fields", ())
    for name, hint, default in fields(type(value)):
        held = getattr(value, name)
        if name not in later or held != default:
            out[name] = encode(hint, held, names)
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
            args[name] = _field(f"{cls.__name__}.{name}", hint, plain[name], names)
        elif default is msgspec.NODEFAULT and not _optional(hint):
            raise BadInputError("missing_field", name=name)
        elif default is msgspec.NODEFAULT:
            args[name] = None  # which TOML cannot write
    return cls(**args)


def _field(name: str, hint: Any, value: Any, names: Names) -> Any:
    """The value of a field; a value that cannot be is refused with the field's name."""
    try:
        return decode(hint, value, names, on_map=True)
    except BadInputError as error:
        raise BadInputError("bad_field", name=name, reason=error) from None


# ---------------------------------------------------------------------------------------------------------- notation


def write_path(path: Sequence[int], names: Names) -> str:
    """A path in the notation: `0812-0813~0814`, the tilde before a hex that is tried for with a die."""
    text = "".join((DIE if h < 0 else STEP) + names.place(leg(h)) for h in path)
    return text.removeprefix(STEP)


def read_path(text: str, names: Names, on_map: bool = False) -> tuple[int, ...]:
    """The path that a piece of notation stands for. A town may have a dash in its name."""
    out: list[int] = []
    pieces = text.replace(DIE, STEP + DIE).removeprefix(STEP if text.startswith(DIE) else "").split(STEP)
    at, most, place = 0, names.grid.size, names.hex_code if on_map else names.place_code
    if len(pieces) > most:
        raise BadInputError("too_many_parts", n=len(pieces), most=most)
    while at < len(pieces):
        die = pieces[at].startswith(DIE)
        two = names.town("".join(pieces[at : at + 2])) if at + 1 < len(pieces) else None
        h = place(pieces[at].removeprefix(DIE)) if two is None else two
        out.append(~h if die else h)
        at += 1 if two is None else 2
    return tuple(out)


def write(action: Action, names: Names) -> str:
    """An action in the notation: its verb, then its fields; fields at the end that have their default are left out."""
    words: list[str] = []
    known = fields(type(action))
    kept = len(known)
    while kept and getattr(action, known[kept - 1][0]) == known[kept - 1][2]:
        kept -= 1
    for name, hint, _ in known[:kept]:
        words.append(_written(encode(hint, getattr(action, name), names)))
    return " ".join([action.verb(), *words])


def _written(plain: Any) -> str:
    """A plain value as a word of the notation."""
    return LIST.join(map(str, plain)) or NONE if isinstance(plain, list | tuple) else str(plain)


def usual_mode(cls: type[Action]) -> str:
    """The mode that is meant if an action of this class names none; empty if it has no modes or must name one."""
    default = next((default for name, _, default in fields(cls) if name == cls.mode_field), msgspec.NODEFAULT)
    return default if isinstance(default, str) else ""


def template(cls: type[Action], mode: str = "") -> str:
    """How actions of this class are written in a mode, with slots for what a player chooses on a board.

    `{unit}`, `{units}`, `{hex}` and `{path}` are the units that do it, a hex, and hexes joined by STEP or DIE; a slot
    that may be left empty has a question mark (`{units?}`), and NONE is written there. Where several hexes may be
    named, `{hex}` is the first. Any other field without a default is a slot of its own name. All other fields have
    their defaults, which are left out at the end.
    """
    words, kept = [cls.verb()], 1
    for name, hint, default in fields(cls):
        kind = kind_of(hint)
        slot = kind if kind in ("hex", "path") else "hex" if kind == "hexes" else name
        if name == cls.mode_field and mode:
            words.append(mode)
            kept = kept if mode == default else len(words)
        elif default is msgspec.NODEFAULT or (kind in ("unit", "units", "hex", "path") and slot == kind):
            words.append(f"{{{slot}}}" if default is msgspec.NODEFAULT else f"{{{slot}?}}")
            kept = len(words)
        else:
            words.append(_written(default))
    return " ".join(words[:kept])


def form(cls: type[Action]) -> str:
    """How actions of this class are written, with a slot for every field, by its name."""
    return " ".join([cls.verb(), *(f"{{{name}}}" for name, _, _ in fields(cls))])


def kind_of(hint: Any) -> str:
    """What a field of an action holds, as one of "units", "unit", "hex", "hexes", "path", "number" and "word"."""
    if hasattr(hint, "__metadata__"):
        kind = hint.__metadata__[0]
        return "number" if isinstance(kind, Span) else "hex" if kind == "place" else str(kind)
    if get_origin(hint) is tuple and kind_of(get_args(hint)[0]) == "hex":
        return "hexes"
    return "word" if get_origin(hint) is not None or hint is str else "number"


def read(text: str, verbs: dict[str, type[Action]], names: Names) -> Action:
    """The action that a line of notation stands for; BadInputError says in one sentence what is wrong with it."""
    if len(text) > LONGEST_ACTION:
        raise BadInputError("too_long", name=text, most=LONGEST_ACTION)
    verb, *words = text.split() or [""]
    verb = verb.lower()
    if not verb:
        raise BadInputError("empty_action", verbs=sorted(verbs))
    if verb not in verbs:
        raise BadInputError("unknown_verb", name=verb, verbs=sorted(verbs))
    cls = verbs[verb]
    known, words = fields(cls), cls.arranged(words)
    if len(words) > len(known):
        raise BadInputError("too_many_words", name=words[len(known)])
    args = {}
    for i, (name, hint, default) in enumerate(known):
        if i < len(words):
            args[name] = decode(hint, _plain_word(hint, words[i]), names)
        elif default is msgspec.NODEFAULT:
            raise BadInputError("missing_word", verb=verb, name=name)
    return cls(**args)


def apart(text: str, verbs: dict[str, type[Action]]) -> list[str]:
    """The single actions that a line stands for, one after the other: those between semicolons, and where an action is
    for one unit and several are named, one for each of them (`place A,B 0812`)."""
    lines = list[str]()
    for part in text.split(NEXT) if len(text) <= LONGEST_ACTION else [text]:
        verb, *words = part.split() or [""]
        cls = verbs.get(verb.lower())
        words = cls.arranged(words) if cls else words
        known = zip(fields(cls), words, strict=False) if cls else ()
        several = (i for i, ((_, hint, _), word) in enumerate(known) if kind_of(hint) == "unit" and LIST in word)
        at = next(several, None)
        if at is None:
            lines.append(part.strip())
        else:
            lines += (" ".join([verb, *words[:at], one, *words[at + 1 :]]) for one in words[at].split(LIST) if one)
    return lines


def _plain_word(hint: Any, word: str) -> Any:
    kind = hint.__metadata__[0] if get_origin(hint) is Annotated else ""
    if kind == "units" or get_origin(hint) is tuple:
        pieces = [] if word == NONE else word.split(LIST)
        return [_number(p) for p in pieces] if get_args(hint)[0] is int else pieces
    if hint is int:
        return _number(word)
    return word if kind else word.lower()  # words of the notation may be typed in capitals, names are names


def _number(word: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise BadInputError("not_a_number", name=word)
    return int(word)
