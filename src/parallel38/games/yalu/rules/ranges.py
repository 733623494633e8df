"""9 Movement: where one unit can go."""

from functools import cached_property
from itertools import pairwise

from parallel38.games.yalu.rules import rail, stacking, zones
from parallel38.games.yalu.rules.costs import allowance, costs_for, joined, obstacles
from parallel38.games.yalu.rules.guerrillas import HEXES as GUERRILLA_HEXES
from parallel38.games.yalu.state import COMMUNIST, MOVED, UN, YaluState
from parallel38.hexgrid import Arrivals, Costs, Hex, Reach, Region, path_to, step

FAR = 1 << 14


class Range:
    """Where one unit can go from where it stands: on foot, by infiltration, by rail. Worked out as far as asked for."""

    def __init__(self, s: YaluState, unit: int, avoid: Region = 0) -> None:
        self.s, self.unit, self.start, self.avoid = s, unit, s.where[unit], avoid
        self.side = s.rules.side_of[unit]
        self.fresh = not s.flags[unit] & MOVED
        self.guerrilla = s.rules.guerrilla[unit]

    def region(self, mode: str) -> Region:
        """The hexes where the unit can end: on "foot", by "infiltrate", by "rail"."""
        if self.guerrilla:
            return self.hops.region if mode == "foot" else 0
        match mode:
            case "foot":
                region = self.foot.region | self.short
            case "infiltrate":
                return self.deep.region
            case _:
                region = self.rail.region
        return region & ~self._full(region) if self.side == UN else region

    def path(self, end: Hex, mode: str) -> tuple[int, ...] | None:
        """The cheapest path to a hex, with legs that need a die marked; None if there is none."""
        if not self.region(mode) >> end & 1:
            return None
        match mode:
            case "foot" if self.guerrilla:
                way = path_to(self.hops, end)
            case "foot" if self.short >> end & 1:
                return self.start, end
            case "foot":
                way = path_to(self.foot, end)
            case "infiltrate":
                return self._infiltration_path(end)
            case _:
                way = path_to(self.rail, end)
        return None if way is None else (self.start, *way)

    # ---------------------------------------------------------------------------------------------------- on foot

    @cached_property
    def costs(self) -> Costs:
        """What steps cost the unit."""
        return costs_for(self.s, self.unit)

    @cached_property
    def limit(self) -> int:
        """Its whole allowance."""
        return allowance(self.s, self.unit)

    @cached_property
    def zone(self) -> Region:
        """The enemy's zone of control."""
        return zones.zone(self.s, 1 - self.side)

    @cached_property
    def blocked(self) -> Region:
        """What it may not, or wants not to, enter on foot."""
        return joined(obstacles(self.s, self.side)) | self.avoid

    @cached_property
    def crawl(self) -> Region:
        """D-4.2: the hexes that a Communist unit enters and leaves no more in this weather, or leaves only once."""
        return self.s.rules.north if self.side == COMMUNIST and self.s.effect(COMMUNIST, "one_hex_north") else 0

    @cached_property
    def _first(self) -> tuple[Arrivals, Region]:
        """The hexes one step away that may be left again, and those where the unit must stay.

        D-9.1.3: one hex can always be entered as the whole move. D-8.3.1.3: from zone to zone is one hex.
        D-8.3.1.1: who has stopped in a zone goes no further on foot.
        """
        bit, spent = 1 << self.start, self.s.spent[self.unit]
        inside = self.zone & bit
        if not self.fresh:
            if inside or self.crawl & bit:
                return [], 0
            return step(self.costs, [(spent, bit)], self.limit, self.blocked), 0
        if self.side == UN and self.blocked & bit:
            return [], 0  # a blizzard holds UN units where they are
        on, short = [], 0
        for cost, region in step(self.costs, [(0, bit)], FAR, self.blocked):
            if cost > self.limit or self.crawl & bit:
                short |= region
            elif inside:
                short |= region & self.zone
                on.append((cost, region & ~self.zone))
            else:
                on.append((cost, region))
        return on, short

    @property
    def short(self) -> Region:
        """Hexes where a move of one hex must end."""
        return self._first[1]

    @cached_property
    def foot(self) -> Reach:
        """Everything on foot beyond that: zones are entered and not left (D-8.3.1.1, D-8.3.1.2)."""
        return Reach(self.costs, self._first[0], self.limit, self.blocked, self.zone | self.crawl)

    def _full(self, region: Region) -> Region:
        """D-7.2.6: hexes where the unit would stand over the UN limit with units that can no longer leave."""
        s, full = self.s, 0
        for h, units in s.stacks(UN).items():
            if region >> h & 1 and stacking.full_at_end(s, (self.unit,), units):
                full |= 1 << h
        return full

    # ------------------------------------------------------------------------------------- 9.2.3 infiltration

    @cached_property
    def _tries(self) -> Arrivals:
        """The zone hexes, with what they cost, from which the unit may try to infiltrate (D-9.2.3.1)."""
        if self.side == UN or self.guerrilla:
            return []
        bit = 1 << self.start
        if not self.fresh and self.zone & bit:
            return [(self.s.spent[self.unit], bit & ~self.crawl)]
        return [(cost, region & self.zone & ~self.crawl) for cost, region in self.foot.arrivals]

    @cached_property
    def deep(self) -> Reach:
        """Everything that takes at least one die. D-9.2.3.2b: after a success on it goes, with or without dice."""
        first = step(self.costs, self._tries, self.limit, self.blocked)
        return Reach(self.costs, first, self.limit, self.blocked, self.crawl)

    def _infiltration_path(self, end: Hex) -> tuple[int, ...]:
        """The way with the fewest dice, and of those the cheapest."""
        layers: list[tuple[Reach, Arrivals]] = []
        tries = self._tries
        while not layers or not layers[-1][0].region >> end & 1:
            first = step(self.costs, tries, self.limit, self.blocked)
            reach = Reach(self.costs, first, self.limit, self.blocked, self.zone | self.crawl)
            layers.append((reach, tries))
            tries = [(cost, region & self.zone & ~self.crawl) for cost, region in reach.arrivals]
        path: list[int] = []
        for reach, tries in reversed(layers):
            way = path_to(reach, end)
            assert way is not None
            path = [~way[0], *way[1:], *path]
            end = self._door(reach, way, dict(tries))
        way = (end,) if end == self.start and not self.fresh else path_to(self.foot, end)
        return (*((self.start,) if way != (self.start,) else ()), *(way or ()), *path)

    def _door(self, reach: Reach, way: tuple[Hex, ...], tries: dict[int, Region]) -> Hex:
        """The hex from which the first leg of a way was tried for."""
        spent = (reach.cost(way[-1]) or 0) - sum(self.costs.of(a, b) or 0 for a, b in pairwise(way))
        for h in self.s.rules.grid.neighbours[way[0]]:
            price = self.costs.of(h, way[0])
            if price is not None and tries.get(spent - price, 0) >> h & 1:
                return h
        raise AssertionError("an infiltration begins somewhere")

    # ------------------------------------------------------------------------------------- rail and guerrillas

    @cached_property
    def rail(self) -> Reach:
        """D-9.2.2.2, D-9.3.2.1: so many hexes along the line."""
        s, bit = self.s, 1 << self.start
        if next(rail.boarding_bars(s, (self.unit,), self.fresh), None) is not None:
            return Reach(s.rules.rail_costs, [], 0)
        limit = 1 if self.crawl & bit else rail.HEXES[self.side]
        blocked = joined(rail.obstacles(s, self.side)) | self.avoid
        costs = s.rules.rail_costs
        return Reach(costs, step(costs, [(0, bit)], limit, blocked), limit, blocked, self.crawl)

    @cached_property
    def hops(self) -> Reach:
        """D-16.2: two hexes in any direction, what a guerrilla has not yet used of them."""
        costs, spent = self.s.rules.hop_costs, self.s.spent[self.unit] // self.s.rules.point
        return Reach(costs, step(costs, [(spent, 1 << self.start)], GUERRILLA_HEXES), GUERRILLA_HEXES)
