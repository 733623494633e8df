"""9 Movement: the hexes that units can reach."""

from fractions import Fraction
from functools import cached_property
from itertools import count, pairwise
from typing import Any

from parallel38.engine.facts import fact
from parallel38.engine.flow import Destination
from parallel38.engine.values import leg
from parallel38.games.yalu.rules import guerrillas, infiltration, rail, stacking, zones
from parallel38.games.yalu.rules.costs import allowance, costs_for, crawl, obstacles
from parallel38.games.yalu.state import COMMUNIST, INFILTRATED, ISOLATED, MOVED, WEATHER, YaluState
from parallel38.hexgrid import Arrivals, Hex, Reach, Region, bits, members, step
from parallel38.wargame import ranges
from parallel38.wargame.costs import blocked_hexes

FAR = 1 << 11


class Walk:
    """The hexes that units of one hex with equal points left can reach on foot and by infiltration.

    It holds everything that it depends on, so that units of a stack and copies of a state may share it. It depends on
    the enemy, the weather and markers, not on friendly units.
    """

    def __init__(self, s: YaluState, unit: int, avoid: Region) -> None:
        side = s.rules.side_of[unit]
        self.start, self.spent, self.fresh = s.where[unit], s.spent[unit], not s.flags[unit] & MOVED
        self.limit, self.costs = allowance(s, unit), costs_for(s, unit)
        self.zone = zones.zone(s, 1 - side)
        self.blocked = blocked_hexes(obstacles(s, side)) | avoid
        self.crawl = crawl(s, side)
        self.infiltrates = side == COMMUNIST
        self.each = s.rules.edition.infiltrates_each_hex
        """Whether every hex after an infiltration needs a die (C-23C)."""
        self.inside = bool(s.flags[unit] & INFILTRATED)
        """Whether the unit has infiltrated before this move."""
        self._known: list[tuple[Reach, Arrivals]] = []

    @cached_property
    def _first(self) -> tuple[Arrivals, Region]:
        """The hexes one step away that may be left again, and those where the unit must stay.

        D-9.1.3: one hex can always be entered as the whole move, but not by a unit that has spent points on breaking
        down (D-9.3.3.4). D-8.3.1.3: from zone to zone is one hex. D-8.3.1.1: a unit that has stopped in a zone goes no
        further on foot.
        """
        bit = 1 << self.start
        inside = self.zone & bit
        if not self.fresh:
            if inside or self.inside or self.crawl & bit:
                return {}, 0
            return step(self.costs, {self.start: self.spent}, self.limit, self.blocked), 0
        if self.blocked & bit:
            return {}, 0  # a blizzard keeps UN units where they are
        on, short = {}, 0
        for h, cost in step(self.costs, {self.start: self.spent}, FAR, self.blocked).items():
            if cost > self.limit and self.spent:
                continue
            if cost > self.limit or self.crawl & bit or (inside and self.zone >> h & 1):
                short |= 1 << h
            else:
                on[h] = cost
        return on, short

    @property
    def short(self) -> Region:
        """Hexes where a move of one hex must end."""
        return self._first[1]

    @cached_property
    def foot(self) -> Reach:
        """The hexes on foot beyond the first: zones are entered and not left (D-8.3.1.1, D-8.3.1.2)."""
        return Reach(self.costs, self._first[0], self.limit, self.blocked, self.zone | self.crawl)

    def foot_path(self, end: Hex) -> tuple[int, ...] | None:
        """The cheapest path on foot to a hex."""
        way = self.foot.path_to(end)
        direct = self.costs.of(self.start, end)
        if self.short >> end & 1 and (way is None or (direct or 0) + self.spent <= (self.foot.cost(end) or 0)):
            return self.start, end
        return None if way is None else (self.start, *way)

    # ------------------------------------------------------------------------------------- 9.2.3 infiltration

    @cached_property
    def _tries(self) -> Arrivals:
        """The zone hexes from which the unit may try to infiltrate, with the points spent there (D-9.2.3.1)."""
        if not self.infiltrates:
            return {}
        if not self.fresh and (self.inside or self.zone >> self.start & 1):
            return {} if self.crawl >> self.start & 1 else {self.start: self.spent}
        return self._within(self.foot, self.zone)

    def _within(self, reach: Reach, region: Region) -> Arrivals:
        """The hexes of a range from which infiltration may be tried: in a region, and without a blizzard."""
        tried = members(region & ~self.crawl)
        return {h: cost for h, cost in reach.arrivals.items() if h in tried}

    @cached_property
    def deep(self) -> Reach:
        """The hexes that take at least one die. D-9.2.3.2b: after a success the unit goes on, with or without dice."""
        first = step(self.costs, self._tries, self.limit, self.blocked)
        return Reach(self.costs, first, self.limit, self.blocked, self.crawl)

    def _layers(self, end: Hex) -> list[tuple[Reach, Arrivals]]:
        """The hexes that infiltration reaches with one die, with two and so on, each layer with the hexes from which it
        was tried, up to the first layer that contains a hex."""
        layers, tries, halts = self._known, self._tries, self.costs.grid.all if self.each else self.zone
        for i in count():
            if i == len(layers):
                first = step(self.costs, tries, self.limit, self.blocked)
                layers.append((Reach(self.costs, first, self.limit, self.blocked, halts | self.crawl), tries))
            if end in layers[i][0].arrivals:
                return layers[: i + 1]
            tries = self._within(layers[i][0], halts)
        raise AssertionError

    def infiltration_path(self, end: Hex) -> tuple[int, ...]:
        """The path with the fewest dice, and of those the cheapest."""
        path: list[int] = []
        for reach, tries in reversed(self._layers(end)):
            way = reach.path_to(end)
            assert way is not None
            path = [~way[0], *way[1:], *path]
            end = self._tried_from(reach, way[0], tries)
        way = (end,) if end == self.start and not self.fresh else self.foot.path_to(end)
        return (*((self.start,) if way != (self.start,) else ()), *(way or ()), *path)

    def spent_on(self, path: tuple[int, ...]) -> int:
        """The points spent at the end of a path, in parts of a point."""
        return self.spent + sum(self.costs.of(leg(a), leg(b)) or 0 for a, b in pairwise(path))

    def dice(self, end: Hex) -> tuple[tuple[Hex, Hex], ...]:
        """The legs of an infiltration that need a die: each from one hex into the next."""
        found: list[tuple[Hex, Hex]] = []
        for reach, tries in reversed(self._layers(end)):
            seed = reach.seed_of(end)
            end = self._tried_from(reach, seed, tries)
            found.append((end, seed))
        return tuple(reversed(found))

    def _tried_from(self, reach: Reach, seed: Hex, tries: Arrivals) -> Hex:
        """The hex from which the first hex of a layer's path was tried."""
        spent = reach.arrivals[seed]
        for h in self.costs.grid.neighbours[seed]:
            price = self.costs.of(h, seed)
            if price is not None and tries.get(h) == spent - price:
                return h
        raise AssertionError("an infiltration begins somewhere")


def walk(s: YaluState, unit: int, avoid: Region = 0) -> Walk:
    """The walk of a unit, shared with like units in its hex."""
    return Walk(s, unit, avoid) if avoid else _walk(s, unit)


def _alike(s: YaluState, unit: int) -> tuple[Any, ...]:
    """What units with one walk have in common: side, hex, points spent, state, allowance and size."""
    rules = s.rules
    kind = rules.movement[unit], rules.size[unit] == "division"
    return rules.side_of[unit], s.where[unit], s.spent[unit], s.flags[unit] & (MOVED | ISOLATED | INFILTRATED), kind


@fact("enemy.where", "enemy.flags", "marks", ("track", WEATHER), key=_alike)
def _walk(s: YaluState, unit: int) -> Walk:
    return Walk(s, unit, 0)


class Range(ranges.Range):
    """The hexes that one unit can reach from where it stands: on foot, by infiltration, by rail."""

    def __init__(self, s: YaluState, unit: int, avoid: Region = 0) -> None:
        self.s, self.unit, self.start, self.avoid = s, unit, s.where[unit], avoid

    @cached_property
    def walk(self) -> Walk:
        """The range on foot and by infiltration."""
        return walk(self.s, self.unit, self.avoid)

    def region(self, mode: str) -> Region:
        """The hexes in which the unit may end: on "foot", by "infiltrate", by "rail"."""
        region = self._reach(mode).region & ~self._pointless(mode)
        if self.s.rules.guerrilla[self.unit]:
            region &= ~guerrillas.no_end(self.s)
        if mode == "foot" and not self.s.rules.guerrilla[self.unit]:
            region |= self.walk.short
        return (
            region if self.s.rules.side_of[self.unit] == COMMUNIST else region & ~stacking.full_for(self.s, self.unit)
        )

    def destinations(self, mode: str) -> dict[Hex, Destination]:
        """The hexes in which the unit may end, with the points (by rail: hexes) left there and the chance to arrive."""
        reach, halt, found = self._reach(mode), 0, dict[Hex, Destination]()
        rail_or_hops = mode == "rail" or self.s.rules.guerrilla[self.unit]
        if not rail_or_hops:
            halt = self.walk.zone | self.walk.crawl
        for h in bits(self.region(mode)):
            if mode == "infiltrate":
                path = self.walk.infiltration_path(h)
                there = Destination(self._left(self.walk.spent_on(path)), bool(halt >> h & 1), self.chance(path))
            elif rail_or_hops:
                there = Destination(Fraction(reach.limit - reach.arrivals[h]))
            elif self.walk.short >> h & 1:
                path = self.walk.foot_path(h) or ()
                there = Destination(self._left(self.walk.spent_on(path)), len(path) == 2 or bool(halt >> h & 1))
            else:
                there = Destination(self._left(reach.arrivals[h]), bool(halt >> h & 1))
            found[h] = there
        return found

    def _left(self, spent: int) -> Fraction:
        return Fraction(max(self.walk.limit - spent, 0), self.s.rules.point)

    def chance(self, path: tuple[int, ...]) -> Fraction:
        """The chance that all dice of a path succeed (D-9.2.3.2)."""
        chance = Fraction(1)
        for here, there in pairwise(path):
            if there < 0:
                chance *= infiltration.chance(self.s, leg(here), leg(there))
        return chance

    def entered(self, mode: str) -> list[Hex]:
        """The hexes that the unit can enter, those of a move of one hex last."""
        found = list(self._reach(mode).arrivals)
        if mode == "foot" and not self.s.rules.guerrilla[self.unit]:
            found += [h for h in bits(self.walk.short) if h not in self.walk.foot.arrivals]
        return found

    def may_enter(self, h: Hex, mode: str) -> bool:
        """Whether a hex is one of those that the unit can enter."""
        if h in self._reach(mode).arrivals:
            return True
        return mode == "foot" and not self.s.rules.guerrilla[self.unit] and bool(self.walk.short >> h & 1)

    def may_end(self, h: Hex, mode: str) -> bool:
        """Whether the unit may end in a hex: there is room, for the UN, and the move is not pointless."""
        if h == self.start and self._pointless(mode):
            return False
        if self.s.rules.guerrilla[self.unit]:
            return not guerrillas.no_end(self.s) >> h & 1
        s, unit = self.s, self.unit
        return s.rules.side_of[unit] == COMMUNIST or not stacking.full_at_end(s, (unit,), stacking.staying(s, h))

    def _pointless(self, mode: str) -> Region:
        """The start hex: a unit may come back to it (9.1.2), but lists include it only if the unit leaves a zone and
        enters it again."""
        foot = mode != "rail" and not self.s.rules.guerrilla[self.unit]
        return 0 if foot and self.walk.zone >> self.start & 1 else 1 << self.start

    def _reach(self, mode: str) -> Reach:
        match mode:
            case "foot" if self.s.rules.guerrilla[self.unit]:
                return self.hops
            case "foot":
                return self.walk.foot
            case "infiltrate":
                return self.walk.deep
            case _:
                return self.rail

    def way(self, end: Hex, mode: str) -> tuple[int, ...] | None:
        """The cheapest path to a hex in which the unit may end, with legs that need a die marked."""
        match mode:
            case "foot" if self.s.rules.guerrilla[self.unit]:
                return (self.start, *(self.hops.path_to(end) or ()))
            case "foot":
                return self.walk.foot_path(end)
            case "infiltrate":
                return self.walk.infiltration_path(end)
            case _:
                return (self.start, *(self.rail.path_to(end) or ()))

    @cached_property
    def rail(self) -> Reach:
        """D-9.2.2.2, D-9.3.2.1: the hexes along the line within the distance left to trains."""
        s, side = self.s, self.s.rules.side_of[self.unit]
        if next(rail.boarding_refusals(s, (self.unit,), not s.flags[self.unit] & MOVED), None) is not None:
            return Reach(s.rules.rail_costs, {}, 0)
        return _lines(s, side, self.start, self.avoid)

    @cached_property
    def hops(self) -> Reach:
        """D-16.2: the hexes within what a guerrilla has left of its two hexes, in any direction."""
        s, rules = self.s, self.s.rules
        costs, spent, most = rules.hop_costs, s.spent[self.unit] // rules.point, rules.edition.guerrilla_hexes
        closed = blocked_hexes(guerrillas.shunned(s, self.unit)) | self.avoid
        return Reach(costs, step(costs, {self.start: spent}, most, closed), most, closed)


@fact("enemy.where", "enemy.flags", "marks", ("track", WEATHER))
def _lines(s: YaluState, side: int, start: Hex, avoid: Region) -> Reach:
    """The hexes that trains of a side can reach from a hex, whatever friendly units are there."""
    costs, slow = rail.costs_for(s, side), crawl(s, side)
    limit = 1 if slow >> start & 1 else rail.HEXES[side]
    blocked = blocked_hexes(rail.obstacles(s, side)) | avoid
    return Reach(costs, step(costs, {start: 0}, limit, blocked), limit, blocked, slow)
