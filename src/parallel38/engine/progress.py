"""How far a game has come: its state, the entries that led to it, and what was said beside them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from parallel38.engine.chance import RollCount, Throw
from parallel38.engine.flow import Frame
from parallel38.engine.patience import look_at_the_clock
from parallel38.engine.previews import Note
from parallel38.engine.state import WHOLE, Change, Event, Said, State, frames_hash, marks_hash, other_form, say_frames
from parallel38.engine.values import Action


class Entry:
    """One action that was played, with everything that it changed. Entries are linked backwards and never altered."""

    __slots__ = (
        "action",
        "before",
        "branch",
        "by",
        "changes",
        "dice_used",
        "events",
        "frames",
        "hash",
        "joined",
        "key",
        "number",
        "phase",
        "said",
        "turn",
    )

    def __init__(
        self,
        before: Entry | None,
        by: str,
        action: Action | None,
        key: str,
        branch: int,
        frames: tuple[Frame, ...],
        changes: list[Change],
        events: list[Event],
        moment: tuple[str, str],
    ) -> None:
        self.before, self.by, self.action, self.key, self.branch = before, by, action, key, branch
        self.frames: tuple[Frame, ...] = frames
        """The frames in which it was decided."""
        self.changes, self.events = changes, events
        self.number: int = before.number + 1 if before else 0
        thrown = len(action.dice) if isinstance(action, Throw) else 0
        self.dice_used: int = (before.dice_used if before else 0) + thrown
        self.joined: bool = False
        """Whether it was played together with the action before it: they are undone and redone as one."""
        self.said: Said | None = None
        """The frames after it as the record has them, if that is not as this version writes them."""
        self.hash: int | None = None
        """The fingerprint of the state after it, once it has been worked out (`Progress.hash`)."""
        self.turn, self.phase = moment
        """The turn in which it was decided, as printed, and the text key of the phase; of the start, the first ones."""

    @property
    def frames_after(self) -> tuple[Frame, ...]:
        """The frames that it left."""
        return next((new for column, _, _, new in reversed(self.changes) if column == "frames"), self.frames)

    def net(self) -> dict[tuple[str, int], tuple[Any, Any]]:
        """The cells that differ after it, by column and index, each with its old and its new value."""
        net: dict[tuple[str, int], tuple[Any, Any]] = {}
        for column, i, old, new in self.changes:
            net[column, i] = (net[column, i][0] if (column, i) in net else old, new)
        return {cell: values for cell, values in net.items() if values[0] != values[1]}


REMARKS = ("hint", "draw", "thought")
"""What is noted beside the actions: a side was given a hint, it offers a draw, its player has something in mind."""


class Remark(NamedTuple):
    """Something that was said after an action and changes nothing: number and fingerprint tell after which."""

    number: int
    hash: int
    by: str
    what: str
    advice: str = ""
    """The action that a hint named, in the notation."""
    says: tuple[Note, ...] = ()
    """The sentences of a thought, with names instead of numbers."""


class Progress(msgspec.Struct):
    """How far a game has come: whatever changes while it is played. A copy of it is the game as it is now."""

    state: Any
    last: Entry
    """The action that was played last, or the start."""
    opened: Said | None = None
    """The frames with which the game began as the record has them, if that is not as this version writes them."""
    branch: int = 0
    """Grows whenever dice are to fall anew."""
    undone: tuple[tuple[Entry, ...], ...] = ()
    """What redo would play again, the next last: the entries that were undone together, the next one last."""
    remarks: tuple[Remark, ...] = ()
    """What was said beside the actions, those that were taken back included."""
    draw_offer: str | None = None
    """The side that offers a draw; whatever is played or taken back after it ends the offer."""

    rolls: RollCount | None = None
    """How often dice have fallen for what, if that has been counted."""

    def copy(self) -> Progress:
        """An independent copy that shares the past."""
        rolls = self.rolls.copy() if self.rolls else None
        return msgspec.structs.replace(self, state=self.state.copy(), rolls=rolls)

    def entries(self) -> Iterator[Entry]:
        """Every entry, the last one first."""
        entry: Entry | None = self.last
        while entry is not None:
            yield entry
            entry = entry.before

    def add(self, entry: Entry) -> None:
        """Take an entry as the last one; the state has changed already."""
        self.last, self.draw_offer = entry, None
        if entry.key and self.rolls:
            self.rolls.add(entry.key)

    def forward(self, entry: Entry) -> None:
        """Change the state as an entry says that follows the last one."""
        self.state.write(entry.changes)
        self.add(entry)

    def back(self) -> Entry:
        """Un-apply the last entry, which is returned."""
        look_at_the_clock()
        entry = self.last
        assert entry.before is not None
        self.state.write(entry.changes, back=True)
        self.last, self.draw_offer = entry.before, None
        if entry.key:
            self.rolls = None
        return entry

    def dice_key(self, purpose: str) -> str:
        """What keyed dice are made from besides the secret: branch, turn, purpose, how often it was asked before."""
        if self.rolls is None:
            self.rolls = RollCount.of(entry.key for entry in self.entries() if entry.key)
        return self.rolls.next_key(self.branch, self.state.rules.turn_name(self.state), purpose)

    # ------------------------------------------------------------------------------------------------ fingerprints

    def hash(self, entry: Entry) -> int:
        """The fingerprint of the state after an entry, worked out from the one before it and the changes."""
        chain = [entry]
        while chain[-1].hash is None and chain[-1].before:
            chain.append(chain[-1].before)
        for later in reversed(chain):
            if later.hash is None and later.before and later.before.hash is not None:
                later.hash = later.before.hash ^ self._difference(later, later.before)
        assert entry.hash is not None
        return entry.hash

    def _difference(self, entry: Entry, before: Entry) -> int:
        """What an entry takes out of the fingerprint and puts into it."""
        rules, total = self.state.rules, 0
        for column, i, old, new in entry.changes:
            if i != WHOLE:
                cells = rules.cells(column)
                total ^= cells[i, old] ^ cells[i, new]
            elif column == "marks":
                total ^= marks_hash(old, rules) ^ marks_hash(new, rules)
        if entry.frames != entry.frames_after or entry.said != before.said:
            total ^= frames_hash(before.said or say_frames(entry.frames, rules))
            total ^= frames_hash(entry.said or say_frames(entry.frames_after, rules))
        return total

    def said(self, entry: Entry) -> tuple[Said, Said]:
        """The frames before and after an entry, as the record has them."""
        before, rules = entry.before.said if entry.before else self.opened, self.state.rules
        return before or say_frames(entry.frames, rules), entry.said or say_frames(entry.frames_after, rules)


def moment_of(s: State) -> tuple[str, str]:
    """The turn in play, as printed, and the text key of the phase."""
    return s.rules.turn_name(s), s.rules.phase_key(s)


def entry_of(
    s: State,
    last: Entry | None,
    by: str,
    action: Action | None,
    key: str,
    branch: int,
    frames: tuple[Frame, ...],
    moment: tuple[str, str],
) -> Entry:
    """The entry of an action that was just carried out; `frames` and `moment` are those in which it was decided."""
    entry = Entry(last, by, action, key, branch, frames, s.journal, s.events, moment)
    if last is not None and last.said:
        pairs = zip(frames, s.frames, strict=False)
        same = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])  # these keep the form that they have
        said = (*last.said[:same], *say_frames(s.frames[same:], s.rules))
        entry.said = other_form(said, s.frames, s.rules)
    return entry
