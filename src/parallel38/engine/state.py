"""The state of a game in progress: a few columns of small integers, a set of markers and the stack of frames.

Every change goes through the methods here, which note it in the journal; undo, replay and records are made from that.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from parallel38.engine.facts import CARRIED, ENDS, KINDS, fact, shared
from parallel38.engine.patience import look_at_the_clock
from parallel38.engine.trace import trace
from parallel38.engine.values import to_plain
from parallel38.hexgrid import Region

if TYPE_CHECKING:
    from parallel38.engine.flow import Frame
    from parallel38.engine.ruleset import Ruleset

Marks = frozenset[tuple[str, int, int]]
"""Markers on the map: kind, hex, and a number or a second hex."""

Change = tuple[str, int, Any, Any]
"""Column, index, old value, new value. The frames and the markers are one cell each, with the index WHOLE."""

WHOLE = -1

Said = tuple[bytes, ...]
"""The JSON of frames as a record has them: an earlier version may have written fewer fields than this one."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, for the log: a text key with arguments, and the rule that made it happen."""

    text: str
    args: dict[str, Any]
    rule: str


class State:
    """Where every unit is and what is known of it. A game may add columns by listing them in COLUMNS.

    where: place code of each unit; flags: bits of each unit; spent: movement spent by each unit; track: numbers of the
    whole game (turn, weather, supply points). `facts` holds what was worked out from them (`facts.fact`), in drawers
    that are thrown away when something changes that their facts depend on; copies share them until then.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ("where", "flags", "spent", "track")
    __slots__ = ("events", "facts", "flags", "frames", "journal", "marks", "rules", "spent", "track", "where")

    def __init_subclass__(cls) -> None:
        KINDS.update(cls.COLUMNS)

    def __init__(self, rules: Ruleset) -> None:
        self.rules: Any = rules
        self.where: array[int]
        self.flags: array[int]
        self.spent: array[int]
        self.track: array[int]
        for column in self.COLUMNS:
            cells = len(rules.tracks if column == "track" else rules.names.units)
            nothing = rules.names.grid.size if column == "where" else 0  # the first box: not in play
            setattr(self, column, array("i", [nothing]) * cells)
        self.marks: Marks = frozenset()
        self.frames: tuple[Frame, ...] = ()
        self.journal: list[Change] = []
        self.events: list[Event] = []
        self.facts: dict[int, dict[Any, Any]] = {}

    def copy(self) -> Self:
        """An independent copy."""
        look_at_the_clock()
        new = object.__new__(type(self))
        new.rules = self.rules
        for column in self.COLUMNS:
            setattr(new, column, getattr(self, column)[:])
        new.marks, new.frames = self.marks, self.frames
        new.journal, new.events = [], []
        new.facts = shared(self.facts)
        return new

    # ---------------------------------------------------------------------------------------------- where units are

    @property
    def turn(self) -> int:
        """The turn's number, from 1: the first of the tracks."""
        return self.track[0]

    def on_map(self, unit: int) -> bool:
        """Whether a unit stands in a hex."""
        return self.where[unit] < self.rules.names.grid.size

    def hex_of(self, unit: int) -> int | None:
        """The hex of a unit, also of one in or aboard another unit; None beside the map."""
        names, place = self.rules.names, self.where[unit]
        first = names.with_unit(0)
        while place >= first:
            place = self.where[place - first]
        return place if place < names.grid.size else None

    @fact("presence")
    def present(self, side: int) -> list[int]:
        """The units of a side on the map, in their order; most counters are not there at any one time."""
        size, where = self.rules.names.grid.size, self.where
        return [unit for unit in self.rules.units_of[side] if where[unit] < size]

    @fact("where")
    def stacks(self, side: int) -> dict[int, list[int]]:
        """The units of a side on the map, by hex."""
        stacks: dict[int, list[int]] = {}
        where = self.where
        for unit in self.present(side):
            place = where[unit]
            if place in stacks:
                stacks[place].append(unit)
            else:
                stacks[place] = [unit]
        return stacks

    @fact("where")
    def held_by(self, side: int) -> Region:
        """The land hexes in which a side has a unit that holds ground."""
        region, holds = 0, self.rules.holds_ground
        for h, units in self.stacks(side).items():
            for unit in units:
                if holds[unit]:
                    region |= 1 << h
                    break
        return region & self.rules.land

    # --------------------------------------------------------------------------------------------------- changes

    def move(self, unit: int, place: int) -> None:
        """Put a unit in a place."""
        old, side, boxes = self.where[unit], self.rules.side_of[unit], self.rules.names.grid.size
        self.journal.append(("where", unit, old, place))
        self.where[unit] = place
        facts = self.facts
        carried = [
            (drawer, name, carry(self, unit, old, place, facts[drawer][name]))
            for drawer, name, carry in CARRIED[side]
            if drawer in facts and name in facts[drawer]
        ]
        self._end(ENDS["where"][side])
        for drawer, name, value in carried:
            facts.setdefault(drawer, {})[name] = value
        if (old < boxes) != (place < boxes):
            self._end(ENDS["presence"][side])

    def flag(self, unit: int, bits: int, on: bool = True) -> None:
        """Set or clear flags of a unit."""
        old = self.flags[unit]
        new = old | bits if on else old & ~bits
        if new != old:
            self.set("flags", unit, new)

    def spend(self, unit: int, total: int) -> None:
        """Set the movement that a unit has spent."""
        self.set("spent", unit, total)

    def set(self, column: str, unit: int, value: int) -> None:
        """Set a unit's cell of any column but its place, such as one that a game has added."""
        cells = getattr(self, column)
        self.journal.append((column, unit, cells[unit], value))
        cells[unit] = value
        self._end(ENDS[column][self.rules.side_of[unit]])

    def tell(self, track: int, value: int) -> None:
        """Set a number of the whole game."""
        self.journal.append(("track", track, self.track[track], value))
        self.track[track] = value
        self._end(ENDS["track", track][0])

    def _end(self, drawers: list[int]) -> None:
        """Throw away the facts that a change has ended."""
        facts = self.facts
        for drawer in drawers:
            if drawer in facts:
                del facts[drawer]

    def mark(self, *marks: tuple[str, int, int]) -> None:
        """Put markers on the map."""
        self._mark(self.marks.union(marks))

    def unmark(self, *marks: tuple[str, int, int]) -> None:
        """Take markers off the map."""
        self._mark(self.marks.difference(marks))

    def _mark(self, marks: Marks) -> None:
        if marks != self.marks:
            self.journal.append(("marks", WHOLE, self.marks, marks))
            self.marks = marks
            self._end(ENDS["marks"][0])

    def log(self, rule: str, text: str, **args: Any) -> None:
        """Say what happened and by which rule, if it was one."""
        if rule:
            rule = self.rules.cite(rule)
            trace(rule)
        self.events.append(Event(text, args, rule))

    # ---------------------------------------------------------------------------------------------------- frames

    @property
    def top(self) -> Frame:
        """The frame that decides what happens next."""
        return self.frames[-1]

    def push(self, frame: Frame) -> None:
        """Begin something that must be finished before the present frame goes on."""
        self.set_frames((*self.frames, frame))

    def pop(self) -> None:
        """Finish the top frame."""
        self.set_frames(self.frames[:-1])

    def replace(self, frame: Frame) -> None:
        """Put another frame in the place of the top one."""
        self.set_frames((*self.frames[:-1], frame))

    def set_frames(self, frames: tuple[Frame, ...]) -> None:
        """Put other frames in the place of all that there are, such as the one that ends the game."""
        self.journal.append(("frames", WHOLE, self.frames, frames))
        self.frames = frames

    # ------------------------------------------------------------------------------------------------ un-applying

    def write(self, changes: list[Change], back: bool = False) -> None:
        """Apply noted changes again, or un-apply them in reverse order."""
        for column, i, old, new in reversed(changes) if back else changes:
            value = old if back else new
            if i == WHOLE:
                setattr(self, column, value)
            else:
                getattr(self, column)[i] = value
        self.forget()

    def forget(self) -> None:
        """Throw away all facts, because cells were written past the methods above."""
        self.facts = {}

    # ------------------------------------------------------------------------------------------------------ hash

    def hash(self, said: Said | None = None) -> int:
        """A 64-bit fingerprint made from names and values, so that it does not depend on how units are numbered.

        `said` are the frames as a record has them, if that may not be as this version writes them.
        """
        total = 0
        for column in self.COLUMNS:
            cells = self.rules.cells(column)
            for cell in enumerate(getattr(self, column)):
                total ^= cells[cell]
        return total ^ frames_hash(said or say_frames(self.frames, self.rules)) ^ marks_hash(self.marks, self.rules)


class Cells(dict[tuple[int, int], int]):
    """The fingerprint of each cell of a column, worked out when first asked for."""

    def __init__(self, rules: Ruleset, column: str) -> None:
        super().__init__()
        self._rules, self._column = rules, column

    def __missing__(self, cell: tuple[int, int]) -> int:
        i, value = cell
        name = self._rules.cell_name(self._column, i)
        text = self._rules.cell_text(self._column, i, value)
        # zero, and not being in play, count for nothing: a later version may know more units and tracks than this one
        nothing = text in ("", "0") or (self._column == "where" and text == self._rules.names.boxes[0])
        number = 0 if nothing else fingerprint(f"{self._column} {name} {text}")
        self[cell] = number
        return number


def fingerprint(text: str) -> int:
    """A number of 64 bits that stands for a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def frames_hash(said: Said) -> int:
    """The frames' part of the fingerprint."""
    return fingerprint(f"frames [{b','.join(said).decode()}]")


def other_form(said: Said, frames: tuple[Frame, ...], rules: Ruleset) -> Said | None:
    """What a record says of frames, if that is not what this version says."""
    return said if said != say_frames(frames, rules) else None


def say_frames(frames: tuple[Frame, ...], rules: Ruleset) -> Said:
    """Frames as this version writes them."""
    return tuple(msgspec.json.encode(to_plain(frame, rules.names)) for frame in frames)


def marks_hash(marks: Marks, rules: Ruleset) -> int:
    """The markers' part of the fingerprint."""
    total = 0
    for mark in marks:
        total ^= fingerprint("mark " + rules.mark_text(mark))
    return total
