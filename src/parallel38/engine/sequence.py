"""The sequence of play as an ordered list that can be read beside the booklet's outline."""

from collections.abc import Callable
from typing import Any, NamedTuple

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


class Sequence(Frame, frozen=True):
    """The bottom frame: which phase of the outline is being played."""

    phase: str

    def resolve(self, s: Any) -> None:
        """Go on to the next phase; after the last one, to the next turn."""
        phases: tuple[Phase, ...] = s.rules.outline(s)
        step = [phase.key for phase in phases].index(self.phase) + 1
        if step == len(phases):
            if not s.rules.next_turn(s):
                return
            phases, step = s.rules.outline(s), 0
        s.replace(Sequence(phases[step].key))
        phases[step].begin(s)
