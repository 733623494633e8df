"""Movement: where units can go, on foot, at the doubled road rate and by rail."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import NamedTuple

from parallel38.engine.flow import Refusal, Spot
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, campaign, special, stacking, zones
from parallel38.games.mobile_war.rules.costs import (
    UN_SUPPLY,
    allowance,
    costs_for,
    foreign,
    obstacles,
)
from parallel38.games.mobile_war.state import COMMUNIST, HUNGRY, MOVED_FIRST, MobileWarState
from parallel38.hexgrid import Costs, Hex, Reach, Region, bits

MODES = ("foot", "road", "rail")


class Manner(NamedTuple):
    """How a unit moves in one mode: what steps cost, what it has, and what one movement point is in these figures."""

    costs: Costs
    limit: int
    point: int
    zone: Region
    """Enemy zones, which cost a point to leave."""
    toll: int
    blocked: Region

    def reach(self, start: Hex) -> Reach:
        """Everything that can be entered."""
        return Reach(self.costs, {start: 0}, self.limit, self.blocked, held=self.zone, toll=self.toll)


def manner(s: MobileWarState, unit: int, mode: str, phase: str) -> Manner:
    """How a unit moves. K-ZOC-A1: a point more for leaving a zone; not in the first phases of the shock (K-SGV-2).

    K-ZOC-A2: once however many zones there are, and nothing for entering.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    limit, point = allowance(s, unit), rules.point
    if mode == "foot":
        costs = costs_for(s, unit, phase)
    elif mode == "road":
        costs, limit = rules.road_costs(bridges.down(s)), rules.road_times * limit
    else:
        early = side == COMMUNIST and special.early_rail(s)
        costs, point = rules.rail_costs(side, early, bridges.down(s)), rules.rail_point[side]
        limit = rules.movement[unit] * point
    free = special.zones_free(s, phase)
    blocked = 0
    for bar in obstacles(s, side):
        blocked |= bar.region
    toll = 0 if free else rules.zone_price * point // rules.point
    return Manner(costs, limit, point, zones.zone(s, 1 - side), toll, blocked)


def mode_bars(s: MobileWarState, unit: int, mode: str) -> Iterator[Refusal]:
    """Why a unit may not move in a mode at all."""
    rules, side, args = s.rules, s.rules.side_of[unit], {"unit": unit}
    if mode == "road":
        if not foreign(rules, unit) or rules.supply[unit]:
            yield Refusal("K-MOV-I1", "road_not_for", args, (unit,))
        elif s.flags[unit] & HUNGRY:
            trace("K-MOV-I2")
            yield Refusal("K-SUP-E2", "road_unsupplied", args, (unit,))
    elif mode == "rail":
        if side == COMMUNIST and not rules.supply[unit]:
            yield Refusal("K-MOV-J3a", "rail_communist", args, (unit,))
        elif side != COMMUNIST and rules.supply[unit]:
            yield Refusal("K-MOV-J2b", "rail_supply", args, (unit,))
        elif s.flags[unit] & HUNGRY:
            trace("K-MOV-N2")
            yield Refusal("K-SUP-E1", "rail_unsupplied", args, (unit,))
        elif not rules.stations >> s.where[unit] & 1:
            yield Refusal("K-MOV-J1", "no_rail_here", {"unit": unit, "hex": s.where[unit]}, (unit,))


def one_hex(s: MobileWarState, unit: int, there: Hex, price: int, phase: str) -> bool:
    """K-MOV-M: whether a unit may enter a hex as its whole move although it cannot pay what the hex costs.

    K-MOV-K2: a UN supply unit goes into rough country only in the second phase, if it did not move in the first.
    """
    rules = s.rules
    if rules.gait[unit] == UN_SUPPLY and rules.rough >> there & 1 and price > rules.point:
        trace("K-MOV-K2")
        return phase == "second" and not s.flags[unit] & MOVED_FIRST
    return True


class Range:
    """Where one unit can go from where it stands; worked out as far as it is asked for."""

    def __init__(self, s: MobileWarState, unit: int, phase: str) -> None:
        self.s, self.unit, self.phase, self.start = s, unit, phase, s.where[unit]
        self.side = s.rules.side_of[unit]

    @cached_property
    def short(self) -> Region:
        """The hexes that can be entered as a whole move, whatever they cost (K-MOV-M)."""
        s, way = self.s, manner(self.s, self.unit, "foot", self.phase)
        near = ((n, price) for n, price in way.costs.exits[self.start] if not way.blocked >> n & 1)
        return sum(1 << n for n, price in near if one_hex(s, self.unit, n, price, self.phase))

    def reach(self, mode: str) -> Reach:
        """Everything that a unit could enter in a mode."""
        s, unit = self.s, self.unit
        key = ("reach", mode, self.phase, self.start, s.flags[unit] & HUNGRY, s.rules.like[unit], s.marks, s.turn)
        cache = s.derived[1 - self.side]  # friends do not matter to it
        if key not in cache:
            if next(mode_bars(s, unit, mode), None) is not None:
                cache[key] = Reach(s.rules.road_costs(frozenset()), {}, 0)
            else:
                cache[key] = manner(s, unit, mode, self.phase).reach(self.start)
        return cache[key]

    def _ends(self, mode: str) -> Iterator[tuple[Hex, int | None]]:
        """The hexes where the unit may end, each with what is left; None where the whole move is one hex too dear."""
        held = self.s.rules.partisan_country if campaign.bound(self.s, (self.unit,)) else None
        for h, left in self._within(mode):
            if held is None or held >> h & 1:
                yield h, left

    def _within(self, mode: str) -> Iterator[tuple[Hex, int | None]]:
        """The same without regard to partisans."""
        s, found = self.s, self.reach(mode)
        point = s.rules.rail_point[self.side] if mode == "rail" else s.rules.point
        crowd = s.stacks(self.side)
        for h, spent in found.arrivals.items():
            if h == self.start:
                continue
            more = stacking.surcharge(s, self.side, h, (self.unit,)) * point // s.rules.point if h in crowd else 0
            if spent + more <= found.limit and (h not in crowd or stacking.fits(s, self.side, h, (self.unit,))):
                yield h, found.limit - spent - more
        if mode == "foot":
            for h in bits(self.short):
                paid = found.arrivals.get(h)
                more = stacking.surcharge(s, self.side, h, (self.unit,)) if h in crowd else 0
                if paid is not None and paid + more <= found.limit:
                    continue
                if h not in crowd or stacking.fits(s, self.side, h, (self.unit,)):
                    yield h, None

    def region(self, mode: str) -> Region:
        """The hexes where the unit can end."""
        region = 0
        for h, _ in self._ends(mode):
            region |= 1 << h
        return region

    def spots(self, mode: str) -> dict[Hex, Spot]:
        """The same hexes with what is left there, of points or by rail of hexes."""
        point = 1 if mode == "rail" else self.s.rules.point
        return {h: Spot(Fraction(left or 0, point), left is None) for h, left in self._ends(mode)}

    def draw(self, mode: str, rng: Random) -> Hex | None:
        """One of the same, every one as likely as another."""
        found = [h for h, _ in self._ends(mode)]
        return rng.choice(found) if found else None

    def way(self, end: Hex, mode: str) -> tuple[Hex, ...] | None:
        """The cheapest path to a hex; None if there is none."""
        path = self.reach(mode).path_to(end) if end != self.start else None
        if mode == "foot" and self.short >> end & 1:
            found = self.reach(mode)
            more = stacking.surcharge(self.s, self.side, end, (self.unit,))
            if path is None or found.arrivals[end] + more > found.limit:
                return self.start, end
        return path

    def path(self, end: Hex, mode: str) -> tuple[Hex, ...] | None:
        """The same, if the unit may end there."""
        return self.way(end, mode) if self.region(mode) >> end & 1 else None
