"""What a ruleset reports of a situation for drawings, lists and accounts: plain values."""

from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from parallel38.engine.previews import Note
from parallel38.hexgrid import Region


class Figure(msgspec.Struct, frozen=True):
    """One of the figures on a counter."""

    text: str
    place: Literal[
        "top-left",
        "top-middle",
        "top-right",
        "middle-left",
        "middle-right",
        "bottom-left",
        "bottom-middle",
        "bottom-right",
    ] = "bottom-middle"
    changed: bool = False
    """Whether it differs from the printed one."""
    circled: bool = False
    colour: str = ""
    """A word of the game's look, under `figure`; empty for the usual colour of print."""


class Face(msgspec.Struct, frozen=True):
    """What a counter shows: the words that a game's look turns into colours and signs, and the figures as they are."""

    side: str
    nation: str
    size: str
    type: str
    name: str
    """The designation, such as 118 or 3/31/7."""
    figures: tuple[Figure, ...]
    """Strength, movement and the like as they are now."""
    formation: str = ""
    weights: tuple[tuple[str, Fraction], ...] = ()
    """What the unit adds to its stack, by name: one figure for each use that a phase has for it."""
    steps: tuple[int, int] | None = None
    """The steps that are left, and how many there were."""
    back: bool = False
    """Whether the counter shows its back."""
    states: tuple[str, ...] = ()
    """Its flags by name."""

    def weight(self, name: str = "") -> Fraction:
        """What the unit adds to its stack for a use, or for the first one; 0 if it adds nothing."""
        return next((weight for use, weight in self.weights if not name or use == name), Fraction(0))


class Arrow(msgspec.Struct, frozen=True):
    """Something that one hex is about to do to another, for the drawing: an attack."""

    side: str
    from_hex: int
    to_hex: int
    label: str
    """Shown once on the hex that is aimed at, such as the odds."""
    style: str
    """A word of the game's look."""


class Fight(msgspec.Struct, frozen=True):
    """A fight that an action has begun or that dice have decided, for showing it on the map."""

    side: str
    """The side of the units that attack or fire."""
    units: tuple[int, ...]
    """The units that attack or fire; empty if none of them stands on the map, such as aircraft."""
    hex: int
    """The hex that is attacked or fired at."""
    targets: tuple[int, ...] = ()
    odds: str = ""
    """The column of the combat table."""
    code: str = ""
    """The result as the combat table has it, such as NR; empty if it has no code."""
    note: Note | None = None
    """The result in words; None while it is open."""
    harm: Literal["none", "some", "all"] = "none"
    """Whether units of a side are hurt, or all that were in the fight destroyed."""
    hurt: tuple[str, ...] = ()
    """The sides whose units are hurt."""
    rank: int | None = None
    """The rank of the result in previews (`Result.rank`), whose colour it has; None: as harm and sides say."""


class Casualty(msgspec.Struct, frozen=True):
    """What became of a unit, for the account of a game."""

    what: str
    """One of the game's `casualty_kinds`; `account.WHAT` is a text."""
    unit: int
    kind: str
    """Its size in the game's words; `count.KIND` is a text with a plural."""
    strength: int


class Goal(msgspec.Struct, frozen=True):
    """Something by which a side would win, and how far it has come; pages show goals at their head."""

    name: str
    """`goal.NAME` is a text."""
    side: str
    value: Note
    """How far the side has come, in a word or as figures."""
    wanted: Note
    """What is wanted, with its rule."""
    met: bool = False
    parts: tuple[Note, ...] = ()
    """What the figure consists of, part by part."""


class Track(NamedTuple):
    """A figure of the moment, such as the turn or the weather; pages show them at their head."""

    name: str
    """`track.NAME` is a text."""
    value: Note
    note: Note | None = None
    """What the figure consists of, or what comes of it."""
    rule: str = ""
    """The rule that a player would look up."""


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
    turn: str = ""
    """The turn in which they come, if they are still to come."""
    box: str = ""
    """The box beside the map in which they lie; a box that players look into again and again may be empty."""
