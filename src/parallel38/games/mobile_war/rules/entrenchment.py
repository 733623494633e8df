"""Entrenchment: units dig in, and abandon their works again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.games.mobile_war.rules import stacking, supply
from parallel38.games.mobile_war.rules.readiness import absent
from parallel38.games.mobile_war.state import DIGGING, ENTRENCHED, MOVED, MobileWarState
from parallel38.hexgrid import Hex, bits

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.movement import Moving


def beside(s: MobileWarState, side: int, h: Hex) -> tuple[int, ...]:
    """The enemy's land units beside a hex."""
    near = s.rules.grid.around(1 << h) & s.held_by(1 - side)
    return tuple(u for n in bits(near) for u in s.troops(1 - side, n))


class Works(UnitSideAction, frozen=True):
    """A unit spends the movement phase on its works."""

    moves = False

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The unit that spends the phase on its works."""
        return "action." + self.verb(), {"unit": self.unit}


class Entrench(Works, frozen=True):
    """A unit spends the movement phase on digging in. Written `entrench US-24`."""

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why a unit may not entrench.

        K-ENT-1a: only a combat unit that has not moved in this phase, K-ENT-1b: beside no enemy, K-ENT-1c: in supply.
        """
        unit, args = self.unit, {"unit": self.unit}
        away = next(absent(s, unit, frame), None)
        if away is not None:
            yield away
            return
        if not s.rules.combat[unit]:
            yield Refusal("K-ENT-1a", "cannot_dig", args, (unit,))
            return
        if s.flags[unit] & ENTRENCHED:
            yield Refusal("K-ENT-1a", "already_dug_in", args, (unit,))
        elif s.flags[unit] & (MOVED | DIGGING):
            yield Refusal("K-ENT-1a", "dig_moved", args, (unit,))
        side, here = s.rules.side_of[unit], s.where[unit]
        enemies = beside(s, side, here)
        if enemies:
            yield Refusal("K-ENT-1b", "dig_beside", {"unit": unit, "by_units": enemies}, enemies)
        if stacking.too_many(s, side, here):
            yield Refusal("K-STK-A1", "dig_crowded", {"unit": unit, "hex": here}, (unit,))
        if not supply.supplied(s, unit):
            yield Refusal("K-ENT-1c", "dig_unsupplied", args, (unit,))

    def apply(self, s: MobileWarState) -> None:
        """Entrench the unit; it does not move in this phase."""
        s.flag(self.unit, ENTRENCHED | DIGGING)
        s.log("K-ENT-1a", "entrenched", unit=self.unit, hex=s.where[self.unit])


class Abandon(Works, frozen=True):
    """A unit spends the movement phase on abandoning its works. Written `abandon US-24`."""

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why a unit may not abandon works. K-ENT-2: only if it is entrenched, and did not begin that in this phase."""
        unit, args = self.unit, {"unit": self.unit}
        yield from absent(s, unit, frame)
        if not s.flags[unit] & ENTRENCHED:
            yield Refusal("K-ENT-2", "not_dug_in", args, (unit,))
        elif s.flags[unit] & DIGGING:
            yield Refusal("K-ENT-2", "digging", args, (unit,))

    def apply(self, s: MobileWarState) -> None:
        """Remove the marker; the unit does not move in this phase."""
        s.flag(self.unit, ENTRENCHED, on=False)
        s.flag(self.unit, DIGGING)
        s.log("K-ENT-2", "abandoned", unit=self.unit, hex=s.where[self.unit])


def offers(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers to entrench, and to abandon works."""
    yield from (Abandon(unit) if s.flags[unit] & ENTRENCHED else Entrench(unit)).offer(s, frame)
