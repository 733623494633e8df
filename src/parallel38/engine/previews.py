"""What players are told before they act: notes, what each step of a way costs, and the exact chances of dice."""

from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from parallel38.engine.values import Action


class Note(msgspec.Struct, frozen=True):
    """Something to tell a player: a text key with arguments, and the rule that it rests on."""

    text: str
    args: dict[str, Any] = {}
    rule: str = ""


class Step(msgspec.Struct, frozen=True):
    """A row of the table of what a move costs: a hex, what to say of it, the points and what is left of them."""

    hex: int
    note: Note
    points: Fraction | None = None
    left: Fraction | None = None
    chance: Fraction | None = None
    fails: bool = False
    """Whether the row tells what comes of a die that fails."""


class Modifier(msgspec.Struct, frozen=True):
    """Something that is added to the dice, with what is said of it."""

    note: Note
    drm: int
    reading: str = ""
    """The reading of the dice to which it is added; empty where there is only one."""


class Result(msgspec.Struct, frozen=True):
    """One of the results that dice can have: its key, what it means here, and its chance."""

    key: str
    note: Note
    chance: Fraction
    rank: int | None = None
    """How it serves the attackers, the same in every fight: 0 for what is hoped for, 1 for a part of it, 2 for nothing,
    3 where they alone lose; None: by its place."""


class Row(NamedTuple):
    """A row of the table on which dice are read: the label of a fall, the key of its result, and its chance."""

    label: str
    key: str
    chance: Fraction


class Branch(msgspec.Struct, frozen=True):
    """One case in which the dice may fall: its chance, the results, and which fall gives which.

    A branch without a chance is no alternative to the others but happens beside them, such as the table of a second
    reading of the same dice.
    """

    note: Note
    chance: Fraction | None
    results: tuple[Result, ...]
    rows: tuple[Row, ...] = ()
    reading: str = ""
    """The reading of the dice by which the rows are labelled; empty where there is only one."""
    modifiers: tuple[Modifier, ...] = ()
    """What is added to the dice in this branch alone."""
    sums: tuple[Result, ...] = ()
    """What several of the results have in common, such as any loss at all, with the chance of it."""


class Toll(msgspec.Struct, frozen=True):
    """What an action may cost a side in units: how much with which chance, the worst for that side first."""

    side: str
    results: tuple[Result, ...]


class WhatIf(msgspec.Struct, frozen=True):
    """A variant of an action: the action, what is changed, and the chance of success that it would have."""

    action: Action
    note: Note
    chance: Fraction


class Preview(msgspec.Struct, frozen=True):
    """What an action with dice would be: how its table is read, and the exact chances."""

    title: Note
    branches: tuple[Branch, ...]
    outcomes: tuple[Result, ...]
    ratio: str = ""
    column: str = ""
    columns: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    what_if: tuple[WhatIf, ...] = ()
    tolls: tuple[Toll, ...] = ()
    """What each side may lose, that of the acting side first."""
