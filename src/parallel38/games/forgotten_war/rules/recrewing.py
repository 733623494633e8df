"""10.2.1.N A UN unit mans an abandoned gun again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import ABANDONED, BARRAGED, MOVED, RECREWED, SIDES, ForgottenWarState


class Recrew(UnitSideAction, frozen=True):
    """Man an abandoned gun in whose hex a unit has come. Written `recrew GUN`."""

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-10.2.1.N1: an own abandoned gun, with a unit of its side that has entered its hex in this phase;
        F-10.4.1.B: if there is room for a gun with its crew."""
        unit, side, args = self.unit, SIDES.index(frame.side), {"unit": self.unit}
        if s.rules.side_of[unit] != side or not s.flags[unit] & ABANDONED or not s.on_map(unit):
            yield Refusal("F-10.2.1.N1", "not_abandoned", args, (unit,))
        elif not stacking.within(s, side, s.where[unit], s.there(side, s.where[unit]), unit):
            yield stacking.full(s, side, s.where[unit], (unit,))
        elif not any(s.flags[u] & MOVED for u in s.at(side, s.where[unit])):
            yield Refusal("F-10.2.1.N1", "nobody_came", {**args, "hex": s.where[unit]}, (unit,))

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The gun that would be manned."""
        return "action.recrew", {"unit": self.unit}

    def apply(self, s: ForgottenWarState) -> None:
        """F-10.2.1.N2: the gun neither moves nor fires in this turn."""
        s.flag(self.unit, ABANDONED, on=False)
        s.flag(self.unit, RECREWED | BARRAGED)
        s.log("F-10.2.1.N1", "recrewed", unit=self.unit, hex=s.where[self.unit])


def offers(s: ForgottenWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offer to man an abandoned gun."""
    if s.flags[unit] & ABANDONED:
        yield from Recrew(unit).offer(s, frame)
