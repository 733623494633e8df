"""Where a unit can go without entering hexes that its commander shuns."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from parallel38.games.forgotten_war.rules import arrivals, ranges
from parallel38.games.forgotten_war.rules.movement import Enter
from parallel38.games.forgotten_war.rules.ranges import FOOT, STRATEGIC, Range
from parallel38.games.forgotten_war.state import ForgottenWarState
from parallel38.hexgrid import Hex, Reach, Region, bits
from parallel38.wargame.moving import Move


class Ways:
    """The ends of a unit's possible moves, from its hex or from beside the map."""

    def __init__(self, s: ForgottenWarState, unit: int, frame: Any, shunned: Region) -> None:
        self.s, self.unit, self.frame, self.shunned = s, unit, frame, shunned
        self.waiting = not s.on_map(unit)

    @cached_property
    def _reaches(self) -> dict[str, Reach]:
        s, unit = self.s, self.unit
        modes = (FOOT,) if ranges.strategic(s, unit) else (FOOT, STRATEGIC)
        table, found = s.rules.costs(s.rules.movement_class[unit], frozenset()), dict[str, Reach]()
        for mode in modes:
            closed, limit = ranges.blocked(s, unit, mode) | self.shunned, max(0, ranges.left_of(s, unit, mode))
            if self.waiting:
                prices = arrivals.prices(s, unit, self.frame)
                found[mode] = Reach(table, {h: p for h, p in prices.items() if not closed >> h & 1}, limit, closed)
            else:
                here = s.where[unit]
                found[mode] = table.range(here, limit, closed & ~(1 << here), 0, 0)
        return found

    @cached_property
    def ends(self) -> dict[Hex, str]:
        """The hexes that the unit can enter, room aside, each with the mode of movement that takes it there."""
        found: dict[Hex, str] = {}
        for mode, reach in reversed(self._reaches.items()):
            found.update(dict.fromkeys(reach.arrivals, mode))
        for h in bits(Range(self.s, self.unit, self.frame).single & ~self.shunned):
            found.setdefault(h, FOOT)
        if not self.waiting:
            found.pop(self.s.where[self.unit], None)
        return found

    def leaves(self, way_out: Region) -> bool:
        """Whether the unit can get to the way out with a step along the road left: in the mode that takes it there."""
        price, modes = self.s.rules.price["road"], self.ends
        return not self.waiting and any(
            reach.arrivals[h] + price <= reach.limit
            for h in bits(way_out)
            for mode, reach in self._reaches.items()
            if h in reach.arrivals and modes.get(h, FOOT) == mode
        )

    def action(self, end: Hex) -> Move | Enter | None:
        """The move to a hex; None if there is none."""
        mode = self.ends.get(end)
        if mode is None:
            return None
        path = self._reaches[mode].path_to(end) or ((end,) if self.waiting else (self.s.where[self.unit], end))
        return (Enter if self.waiting else Move)((self.unit,), path, mode)
