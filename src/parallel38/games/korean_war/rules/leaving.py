"""17.3 Leaving the map to the south, in the scenario of the Chinese intervention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.games.korean_war.rules import losses, movement
from parallel38.games.korean_war.state import SIDES, UN, KoreanWarState

PRICE = 1
"""W-17.3c: leaving costs a Tactical Movement, of which one point is enough."""


class Exit(UnitSideAction, frozen=True):
    """A UN unit leaves the map over the southern edge. Written `exit US-2`."""

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the unit cannot leave. W-17.3c: only from a road or railroad hex of the edge, for 1 Movement Point, and
        not out of an enemy zone, which would cost more."""
        early = [*frame.activation_refusals(s, self.unit)]
        yield from early
        if early:
            return
        h, args = s.where[self.unit], {"unit": self.unit, "hex": s.where[self.unit]}
        if s.rules.side_of[self.unit] != UN or not s.rules.south_edge >> h & 1:
            yield Refusal("W-17.3c", "no_exit", args, (self.unit,), (h,))
            return
        need = self.points(s)
        if need > frame.points_of(s, self.unit):
            left = frame.points_of(s, self.unit)
            yield Refusal("W-7.2e", "no_points", {**args, "n": need, "left": left}, (self.unit,))

    def points(self, s: KoreanWarState) -> int:
        """The Action Points of the cheapest movement that is enough."""
        held = s.zone(1 - UN) >> s.where[self.unit] & 1
        cost = s.rules.point * PRICE + (s.rules.price["leaving_zone", SIDES[UN]] if held else 0)
        enough = (n for mode, n in movement.PRICE.items() if movement.allowance(s, self.unit, mode) >= cost)
        return next(enough, len(movement.MODES) + 1)

    def apply(self, s: KoreanWarState) -> None:
        """Put the unit and its assets out of reach of everything; it does not return."""
        s.log("W-17.3c", "exited", unit=self.unit)
        losses.clear(s, self.unit)
        s.move(self.unit, s.rules.names.box("safe"))

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The unit."""
        return "action.exit", {"unit": self.unit}


def offers(s: KoreanWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offer to a unit to leave the map."""
    if s.rules.south_edge and s.rules.side_of[unit] == UN and s.rules.combat[unit]:
        yield from Exit(unit).offer(s, frame)
