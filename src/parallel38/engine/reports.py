"""What a ruleset reports of a situation for drawings, lists and accounts: plain values."""

from fractions import Fraction

import msgspec

from parallel38.engine.previews import Note
from parallel38.hexgrid import Region


class Face(msgspec.Struct, frozen=True):
    """What a counter shows: the words that a game's look turns into colours and signs, and the figures as they are."""

    side: str
    nation: str
    size: str
    type: str
    name: str
    """The designation, such as 118 or 3/31/7."""
    values: str
    """Strength and movement as they are now."""
    formation: str = ""
    changed: bool = False
    """Whether the figures differ from the printed ones."""
    circled: str = ""
    strength: Fraction = Fraction(0)
    """What the unit adds to its stack."""
    states: tuple[str, ...] = ()
    """Its flags by name."""


class Arrow(msgspec.Struct, frozen=True):
    """Something that one hex is about to do to another, for the drawing: an attack."""

    side: str
    from_hex: int
    to_hex: int
    label: str
    """Shown once on the hex that is aimed at, such as the odds."""
    style: str
    """A word of the game's look."""


class Casualty(msgspec.Struct, frozen=True):
    """What became of a unit, for the account of a game."""

    what: str
    """One of the game's `casualty_kinds`; `account.WHAT` is a text."""
    unit: int
    kind: str
    """Its size in the game's words; `count.KIND` is a text with a plural."""
    strength: int


class LuckSample(msgspec.Struct, frozen=True):
    """What one fall of the dice is worth, for the account of luck."""

    kind: str
    """What was rolled for; `luck.KIND` is a text."""
    side: str
    """The side that a high value serves; empty for neither side."""
    value: int


class Overlay(msgspec.Struct, frozen=True):
    """Something to lay over the map: hexes, lines from hex to hex, short labels, units that stand out."""

    hexes: Region = 0
    lines: tuple[tuple[int, ...], ...] = ()
    labels: dict[int, str] = {}
    units: tuple[int, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """Units of a side that are in the same way at hand or away, each with what is to be said of it."""

    side: str
    note: Note
    units: tuple[tuple[int, Note | None], ...]
