"""Movement: where units can go, on foot, at the doubled road rate and by rail."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from parallel38.engine.facts import fact
from parallel38.engine.flow import Destination, Refusal
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, campaign, special, stacking, zones
from parallel38.games.mobile_war.rules.costs import (
    UN_SUPPLY,
    allowance,
    costs_for,
    foreign,
    obstacles,
)
from parallel38.games.mobile_war.state import COMMUNIST, MOVED_FIRST, SHOCK, TURN, UNSUPPLIED, MobileWarState
from parallel38.hexgrid import Costs, Hex, Reach, Region, bits
from parallel38.wargame import ranges
from parallel38.wargame.costs import blocked_hexes

MODES = ("foot", "road", "rail")
COSTLY, CLOSED = -1, -2
"""Values instead of the points left: COSTLY for a hex that the unit cannot pay but may enter as its whole move, CLOSED
for a hex in which it may not end."""


class Manner(NamedTuple):
    """How a unit moves in one mode: the costs of steps, its allowance, and how many parts make a movement point."""

    costs: Costs
    limit: int
    point: int
    """The parts of a movement point; by rail what a hex costs."""
    zone: Region
    """Enemy zones, which cost a point to leave."""
    exit_cost: int
    blocked: Region

    def reach(self, start: Hex) -> Reach:
        """All hexes that can be entered from a hex."""
        return self.costs.range(start, self.limit, self.blocked, self.zone, self.exit_cost)


def _like(s: MobileWarState, unit: int, mode: str, phase: str) -> tuple[Any, ...]:
    """A key that is equal for units which move alike in a mode: side, whether they are supplied, and their kind."""
    return s.rules.side_of[unit], s.flags[unit] & UNSUPPLIED, s.rules.like[unit], mode, phase


@fact("enemy.where", "marks", ("track", TURN), ("track", SHOCK), key=_like)
def manner(s: MobileWarState, unit: int, mode: str, phase: str) -> Manner:
    """How a unit moves in a mode, without regard to friendly units.

    K-ZOC-A1: a point more for leaving a zone; not in the first phases of the shock (K-SGV-2).

    K-ZOC-A2: one point however many zones there are, and nothing for entering. K-MOV-I1, K-MOV-J2a, K-MOV-J3b: on roads
    alone and by rail the allowance is multiplied, and a hex by rail is a point of it.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    limit, point = allowance(s, unit), rules.point
    if mode == "foot":
        costs = costs_for(s, unit, phase)
    elif mode == "road":
        costs, limit = rules.road_costs(bridges.down(s)), rules.road_times * limit
    else:
        early = special.early_rail(s)
        costs, point = rules.rail_costs(side, early, bridges.down(s)), rules.rail_prices[side][early]
        limit = rules.movement[unit] * rules.rail_allowance[side]
    free = special.zones_free(s, phase)
    exit_cost = 0 if free else rules.zone_price[rules.movement_class[unit]] * point // rules.point
    return Manner(costs, limit, point, zones.zone(s, 1 - side), exit_cost, blocked_hexes(obstacles(s, side)))


def mode_refusals(s: MobileWarState, unit: int, mode: str) -> Iterator[Refusal]:
    """Why a unit may not move in a mode at all."""
    rules, side, args = s.rules, s.rules.side_of[unit], {"unit": unit}
    if mode == "road":
        if not foreign(rules, unit) or rules.supply[unit]:
            yield Refusal("K-MOV-I1", "road_not_for", args, (unit,))
        elif s.flags[unit] & UNSUPPLIED:
            trace("K-MOV-I2")
            yield Refusal("K-SUP-E2", "road_unsupplied", args, (unit,))
    elif mode == "rail":
        if side == COMMUNIST and not rules.supply[unit]:
            yield Refusal("K-MOV-J3a", "rail_communist", args, (unit,))
        elif side != COMMUNIST and rules.supply[unit]:
            yield Refusal("K-MOV-J2b", "rail_supply", args, (unit,))
        elif s.flags[unit] & UNSUPPLIED:
            trace("K-MOV-N2")
            yield Refusal("K-SUP-E1", "rail_unsupplied", args, (unit,))
        elif not rules.stations >> s.where[unit] & 1:
            yield Refusal("K-MOV-J1", "no_rail_here", {"unit": unit, "hex": s.where[unit]}, (unit,))


def one_hex(s: MobileWarState, unit: int, there: Hex, price: int, phase: str) -> bool:
    """K-MOV-M: whether a unit may enter a hex as its whole move although it cannot pay what the hex costs.

    K-MOV-K2: a UN supply unit goes into rough country only in the second phase, if it did not move in the first.
    """
    rules = s.rules
    if rules.movement_class[unit] == UN_SUPPLY and rules.rough >> there & 1 and price > rules.point:
        trace("K-MOV-K2")
        return phase == "second" and not s.flags[unit] & MOVED_FIRST
    return True


@lru_cache(maxsize=16)
def _nowhere(costs: Costs) -> Reach:
    """The range of a unit that may not move in a mode."""
    return Reach(costs, {}, 0)


def _alike(s: MobileWarState, unit: int, mode: str, phase: str) -> tuple[Any, ...]:
    """A key that is equal for units with the same reach in a mode: side, hex, whether they are supplied, and kind."""
    rules = s.rules
    return rules.side_of[unit], s.where[unit], s.flags[unit] & UNSUPPLIED, rules.like[unit], mode, phase


@fact("enemy.where", "marks", ("track", TURN), ("track", SHOCK), key=_alike)
def _reach(s: MobileWarState, unit: int, mode: str, phase: str) -> Reach:
    """All hexes that a unit could enter in a mode, without regard to friendly units."""
    if next(mode_refusals(s, unit, mode), None) is not None:
        return _nowhere(s.rules.road_costs(frozenset()))
    return manner(s, unit, mode, phase).reach(s.where[unit])


class Range(ranges.Range):
    """Where one unit can go from where it stands: on foot, on roads alone, by rail."""

    def __init__(self, s: MobileWarState, unit: int, phase: str) -> None:
        self.s, self.unit, self.phase, self.start = s, unit, phase, s.where[unit]
        self.side = s.rules.side_of[unit]
        self._reach: dict[str, Reach] = {}

    @cached_property
    def short(self) -> Region:
        """The hexes that can be entered as a whole move, whatever they cost (K-MOV-M)."""
        s, way = self.s, manner(self.s, self.unit, "foot", self.phase)
        exits, found = way.costs.exits[self.start], 0
        if s.rules.movement_class[self.unit] == UN_SUPPLY:
            exits = [(n, price) for n, price in exits if one_hex(s, self.unit, n, price, self.phase)]
        for n, _ in exits:
            found |= 1 << n
        return found & ~way.blocked

    def reach(self, mode: str) -> Reach:
        """All hexes that the unit could enter in a mode."""
        if mode not in self._reach:
            self._reach[mode] = _reach(self.s, self.unit, mode, self.phase)
        return self._reach[mode]

    def entered(self, mode: str) -> list[Hex]:
        """The hexes that the unit can enter; if it is bound to an area, only hexes of that area."""
        arrivals = self.reach(mode).arrivals
        found = [h for h in arrivals if h != self.start]
        if mode == "foot":
            found += [h for h in bits(self.short) if h not in arrivals]
        held = self.s.rules.partisan_country if campaign.bound(self.s, (self.unit,)) else None
        return found if held is None else [h for h in found if held >> h & 1]

    def may_enter(self, h: Hex, mode: str) -> bool:
        """Whether a hex is one of those that the unit can enter."""
        if h == self.start or (h not in self.reach(mode).arrivals and not (mode == "foot" and self.short >> h & 1)):
            return False
        return self.s.rules.partisan_country >> h & 1 == 1 or not campaign.bound(self.s, (self.unit,))

    def may_end(self, h: Hex, mode: str) -> bool:
        """Whether there is room for the unit in a hex, and it can pay for joining the units there."""
        return self._left(h, mode, self.reach(mode)) != CLOSED

    def _left(self, h: Hex, mode: str, found: Reach) -> int:
        """The points left when the unit ends in a hex.

        COSTLY if the hex is its whole move and costs too much, CLOSED if it may not end there.
        """
        s, more = self.s, 0
        if h in s.stacks(self.side):
            if not stacking.fits(s, self.side, h, (self.unit,)):
                return CLOSED
            more = stacking.surcharge(s, self.side, h, (self.unit,)) * self.point(mode) // s.rules.point
        spent = found.arrivals.get(h)
        if spent is not None and spent + more <= found.limit:
            return found.limit - spent - more
        return COSTLY if mode == "foot" and self.short >> h & 1 else CLOSED

    def destinations(self, mode: str) -> dict[Hex, Destination]:
        """The hexes in which the unit may end, with the points left there."""
        point, found = self.point(mode), self.reach(mode)
        ends = ((h, self._left(h, mode, found)) for h in self.entered(mode))
        return {h: Destination(Fraction(max(left, 0), point), left == COSTLY) for h, left in ends if left != CLOSED}

    def point(self, mode: str) -> int:
        """How many parts make a movement point in a mode."""
        rules = self.s.rules
        return rules.rail_prices[self.side][special.early_rail(self.s)] if mode == "rail" else rules.point

    def way(self, end: Hex, mode: str) -> tuple[Hex, ...] | None:
        """The cheapest path to a hex; None if there is none."""
        path = self.reach(mode).path_to(end) if end != self.start else None
        if mode == "foot" and self.short >> end & 1:
            found = self.reach(mode)
            more = stacking.surcharge(self.s, self.side, end, (self.unit,))
            if path is None or found.arrivals[end] + more > found.limit:
                return self.start, end
        return path
