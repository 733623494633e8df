"""10.2 Where units can go: by normal and by strategic movement, and from beside the map."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from parallel38.engine.flow import Destination
from parallel38.games.forgotten_war.rules import arrivals, costs, stacking
from parallel38.games.forgotten_war.state import MOVED, NEAR, ForgottenWarState
from parallel38.hexgrid import Hex, Region, Waves, bits, nth
from parallel38.wargame import ranges
from parallel38.wargame.costs import blocked_hexes

FOOT, STRATEGIC = MODES = "foot", "strategic"


def allowance(s: ForgottenWarState, unit: int, mode: str) -> int:
    """The movement allowance of a unit, in halves of a point. F-10.2.2.A1: twice as much by strategic movement."""
    return s.rules.movement_of(s, unit) * s.rules.point * (2 if mode == STRATEGIC else 1)


def left_of(s: ForgottenWarState, unit: int, mode: str) -> int:
    """What a unit has left of its allowance, in halves of a point."""
    return allowance(s, unit, mode) - (s.spent[unit] if s.on_map(unit) else 0)


def strategic(s: ForgottenWarState, unit: int) -> str:
    """The rule that keeps a unit from strategic movement; empty if none does.

    F-10.2.2.A1: not from a continuing close combat; F-10.2.2.A2: not if it has come next to an enemy on its way;
    F-10.2.2.C: not at Chipyong-ni.
    """
    if not s.rules.battle.strategic:
        return "F-10.2.2.C"
    if s.locked(unit):
        return "F-10.2.2.A1"
    return "F-10.2.2.A2" if s.flags[unit] & NEAR else ""


def blocked(s: ForgottenWarState, unit: int, mode: str) -> Region:
    """The hexes that a unit may not enter in a mode. F-4.4.A: there are no zones of control. F-10.2.2.A2: by strategic
    movement none next to an enemy."""
    region = blocked_hexes(costs.obstacles(s, unit))
    return region | s.beside(1 - s.rules.side_of[unit]) if mode == STRATEGIC else region


class Range(ranges.Range):
    """Where one unit can go from where it stands, or from beside the map."""

    def __init__(self, s: ForgottenWarState, unit: int, frame: Any = None) -> None:
        self.s, self.unit, self.start, self.frame = s, unit, s.where[unit], frame
        self.side = s.rules.side_of[unit]
        self.waiting = not s.on_map(unit)
        self._reach: dict[str, Waves] = {}

    def reach(self, mode: str) -> Waves:
        """All hexes that the unit could enter in a mode."""
        if mode not in self._reach:
            self._reach[mode] = self._found(mode)
        return self._reach[mode]

    def _found(self, mode: str) -> Waves:
        s, unit = self.s, self.unit
        table, closed = s.rules.costs(s.rules.movement_class[unit], frozenset()), blocked(s, unit, mode)
        limit = left_of(s, unit, mode)
        if mode == STRATEGIC and strategic(s, unit):
            limit = -1
        if self.waiting:
            seeds = {h: price for h, price in arrivals.prices(s, unit, self.frame).items() if not closed >> h & 1}
            return Waves(table, seeds, max(limit, 0), closed)
        return table.waves(self.start, max(limit, 0), closed & ~(1 << self.start))

    @cached_property
    def single(self) -> Region:
        """F-10.2.3.A1: the hexes that a unit which has not moved can enter whatever they cost."""
        s, unit = self.s, self.unit
        closed, found = blocked(s, unit, FOOT), 0
        if self.waiting:
            for h in arrivals.prices(s, unit, self.frame):
                found |= 1 << h
        elif not s.flags[unit] & MOVED:
            for n, _ in s.rules.costs(s.rules.movement_class[unit], frozenset()).exits[self.start]:
                found |= 1 << n
        return found & ~closed

    def ways(self, mode: str) -> Region:
        """The hexes that the unit can enter, whether or not there is room for it."""
        if mode == STRATEGIC and strategic(self.s, self.unit):
            return 0
        found = self.reach(mode).region
        return (found | self.single if mode == FOOT else found) & ~(0 if self.waiting else 1 << self.start)

    def entered(self, mode: str) -> list[Hex]:
        """The hexes that the unit can enter."""
        return [*bits(self.ways(mode))]

    def region(self, mode: str) -> Region:
        """The hexes in which the unit may end."""
        return self.ways(mode) & ~stacking.full_hexes(self.s, self.side, self.unit)

    def draw(self, mode: str, rng: Random) -> Hex | None:
        """A random hex in which the unit may end, all equally likely; None if there is none."""
        region = self.ways(mode)
        while region:
            h = nth(region, rng.randrange(region.bit_count()))
            if self.may_end(h, mode):
                return h
            region ^= 1 << h
        return None

    def may_enter(self, h: Hex, mode: str) -> bool:
        """Whether a hex is one of those that the unit can enter, with room for it or not."""
        return bool(self.ways(mode) >> h & 1)

    def may_end(self, h: Hex, mode: str) -> bool:
        """Whether there is room for the unit in a hex."""
        return stacking.fits(self.s, self.side, h, (self.unit,))

    def destinations(self, mode: str) -> dict[Hex, Destination]:
        """The hexes in which the unit may end, with the points left there."""
        found, point = self.reach(mode), self.s.rules.point
        ends = {h: found.limit - found.arrivals.get(h, found.limit) for h in bits(self.region(mode))}
        return {h: Destination(Fraction(left, point), left == 0) for h, left in ends.items()}

    def way(self, end: Hex, mode: str) -> tuple[Hex, ...] | None:
        """The cheapest path to a hex; from beside the map it begins with the hex of entry."""
        path = self.reach(mode).path_to(end) if end != self.start else None
        if path is None and mode == FOOT and self.single >> end & 1:
            return (end,) if self.waiting else (self.start, end)
        return path
