"""The sequence of play as an ordered list that can be read beside the booklet's outline."""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from parallel38.engine.flow import Frame


class Phase(NamedTuple):
    """One step of the outline. `begin` pushes the frame that decides it, or does at once what needs no decision."""

    key: str
    rule: str
    begin: Callable[[Any], None]
    side: str = ""
    """The side whose phase it is; empty for a phase of no single side."""
    alone: bool = False
    """Whether the phase is carried out even without a decision and without a die roll: a check of supply."""
    aside: bool = False
    """Whether the booklet has no such phase and there is seldom anything in it: it is told of only when there is."""
    part: str = ""
    """The part of the turn to which it belongs, if there are such; `part.NAME` is a text. A phase may stand in two."""
    within: str = ""
    """The side whose player turn it interrupts, if it is a phase of the other side; empty for any other phase."""
    weight: str = ""
    """The weight of units (`Face.weights`) that counts in it; empty for the first one."""


def part_key(frames: tuple[Frame, ...]) -> str:
    """The text key of the part of the turn that frames are in; empty if turns have no parts."""
    bottom = frames[0] if frames else None
    return f"part.{bottom.part}" if isinstance(bottom, Sequence) and bottom.part else ""


def phase_owner(s: Any, frames: tuple[Frame, ...]) -> str:
    """The side whose player turn it is in a state with these frames, by the phase; empty in a phase of no side."""
    bottom, outline = frames[0] if frames else None, s.rules.outline(s)
    here = bottom.place(outline) if isinstance(bottom, Sequence) else -1
    return outline[here].within or outline[here].side or "" if here >= 0 else ""


def turn_owner(s: Any, frames: tuple[Frame, ...]) -> str:
    """The side whose player turn it is in a state with these frames; empty if it is nobody's. In a phase of no side, in
    which the sides take turns, it is that of the lowest frame that has a side: what the other one is asked meanwhile,
    such as which units it loses, stands above it."""
    sides = (getattr(frame, "side", "") for frame in frames[1:])
    return phase_owner(s, frames) or next((side for side in sides if side in s.rules.sides), "")


class Sequence(Frame, frozen=True):
    """The bottom frame: which phase of the outline is being played, and in which part of the turn."""

    later_fields: ClassVar[tuple[str, ...]] = ("part",)

    phase: str
    part: str = ""

    def place(self, outline: tuple[Phase, ...]) -> int:
        """The number of the phase in an outline; -1 if the outline does not have it."""
        return next((i for i, one in enumerate(outline) if (one.key, one.part) == (self.phase, self.part)), -1)

    def resolve(self, s: Any) -> None:
        """Go on to the next phase; after the last one, to the next turn."""
        phases: tuple[Phase, ...] = s.rules.outline(s)
        here = self.place(phases)
        if here < 0:
            raise ValueError(f"the outline has no phase {self.phase!r} in part {self.part!r}")
        step = here + 1
        if step == len(phases):
            if not s.rules.next_turn(s):
                return
            phases, step = s.rules.outline(s), 0
        s.replace(Sequence(phases[step].key, phases[step].part))
        phases[step].begin(s)
