"""Movement ranges: every cost is a whole number of small units, so that fractions of a point are exact.

Regions come in and go out as bitboards, but the search itself goes from hex to hex with a bucket for each cost: ranges
are small (twenty hexes in the mountains, a hundred along a road), and measured on them this takes half the time of
waves of bitboards. For the large regions of supply, of which no cost is asked, waves take half (`Costs.within`); for
ranges of hundreds of hexes, of which most are never looked at one by one, they take less too (`Waves`).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache

from parallel38.hexgrid.grid import Grid, Hex, Region, bits

MOST_RANGES = 8
"""How many ranges with different hexes in the way are kept for a start and an allowance."""
Arrivals = dict[Hex, int]
"""The hexes that are reached, each with what it has cost to get there."""


class Costs:
    """What it costs to cross each hexside, from each of its two hexes; None where it cannot be crossed."""

    def __init__(self, grid: Grid, cost: Callable[[Hex, Hex], int | None]) -> None:
        self.grid = grid
        self._price: dict[tuple[Hex, Hex], int] = {}
        self._entries: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        self.exits: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        """From each hex the neighbours that can be entered with their price, the cheapest first."""
        self.entered: Region = 0
        """Every hex that can be entered at all, or could be before something changed."""
        self._ranges: dict[tuple[Hex, int, int], list[tuple[Region, Region, Region, Reach]]] = {}
        self._waves: dict[tuple[Hex, int], list[tuple[Region, Region, Waves]]] = {}
        self._work_out(cost, bits(grid.all))

    def _work_out(self, cost: Callable[[Hex, Hex], int | None], hexes: Iterable[Hex]) -> None:
        for a in hexes:
            ways = [(b, p) for b in self.grid.neighbours[a] if (p := cost(a, b)) is not None]
            self.exits[a] = tuple(sorted(ways, key=lambda way: way[1]))
            for b, p in ways:
                if p <= 0:
                    raise ValueError("a step costs more than nothing")
                self._price[a, b] = p
                self.entered |= 1 << b

    def changed(self, cost: Callable[[Hex, Hex], int | None], hexes: Iterable[Hex]) -> "Costs":
        """Other costs that differ only for steps from these hexes."""
        new = object.__new__(Costs)
        new.grid, new.entered, new._ranges, new._waves = self.grid, self.entered, {}, {}
        new._price, new.exits, new._entries = dict(self._price), dict(self.exits), dict(self._entries)
        hexes = {*hexes}
        for h in hexes:
            for n, _ in self.exits[h]:
                del new._price[h, n]
        new._work_out(cost, hexes)
        for h in hexes:
            for n in (h, *self.grid.neighbours[h]):
                new._entries.pop(n, None)
        if "_sides" in self.__dict__:
            others = ~sum(1 << h for h in hexes)
            known = {price: [side & others for side in sides] for price, sides in self._sides}
            new._sides = new._sides_from(known, hexes)
        return new

    def entries(self, h: Hex) -> tuple[tuple[Hex, int], ...]:
        """The neighbours from which a hex can be entered, with the price."""
        found = self._entries.get(h)
        if found is None:
            price = self._price
            ways = ((n, price[n, h]) for n in self.grid.neighbours[h] if (n, h) in price)
            found = self._entries[h] = tuple(ways)
        return found

    def range(self, start: Hex, limit: int, blocked: Region, held: Region, exit_cost: int) -> "Reach":
        """The movement range from a hex. It is kept, and holds while the hexes that its search saw are the same."""
        known = self._ranges.setdefault((start, limit, exit_cost), [])
        for seen, barred, costly, found in known:
            if blocked & seen == barred and held & seen == costly:
                return found
        found = Reach(self, {start: 0}, limit, blocked, held=held, exit_cost=exit_cost)
        seen = found.region | self.grid.around(found.region)
        known.append((seen, blocked & seen, held & seen, found))
        if len(known) > MOST_RANGES:
            del known[0]
        return found

    def waves(self, start: Hex, limit: int, blocked: Region) -> "Waves":
        """The movement range from a hex, worked out by waves; kept like that of `range`."""
        known = self._waves.setdefault((start, limit), [])
        for seen, barred, found in known:
            if blocked & seen == barred:
                return found
        found = Waves(self, {start: 0}, limit, blocked)
        seen = found.region | self.grid.around(found.region)
        known.append((seen, blocked & seen, found))
        if len(known) > MOST_RANGES:
            del known[0]
        return found

    def within(self, start: Region, limit: int, blocked: Region = 0) -> Region:
        """The hexes that can be reached from the nearest hex of a region for at most `limit`, and the region itself."""
        open_, across, found, due = self.grid.all & ~blocked, self.grid.across, 0, {0: start}
        for spent in range(limit + 1):
            new = due.pop(spent, 0) & ~found
            if new:
                found |= new
                for price, sides in self._sides:
                    total = spent + price
                    if total <= limit:
                        due[total] = due.get(total, 0) | across(new, sides) & open_
        return found

    @cached_property
    def _sides(self) -> list[tuple[int, list[Region]]]:
        """For each price, and for each of the six directions, the hexes that can be left that way at that price."""
        return self._sides_from({}, self.exits)

    @cached_property
    def left(self) -> list[tuple[int, list[Region], Region]]:
        """For each price the hexes that can be left at that price, by direction and in all."""
        found = list[tuple[int, list[Region], Region]]()
        for price, sides in self._sides:
            any_side = 0
            for side in sides:
                any_side |= side
            found.append((price, sides, any_side))
        return found

    def _sides_from(self, known: dict[int, list[Region]], hexes: Iterable[Hex]) -> list[tuple[int, list[Region]]]:
        """The sides by price: those that are known, and those of these hexes."""
        direction = {delta: i for i, delta in enumerate(self.grid.deltas)}
        for h in hexes:
            for n, price in self.exits[h]:
                known.setdefault(price, [0] * len(direction))[direction[n - h]] |= 1 << h
        return sorted(known.items())

    def of(self, a: Hex, b: Hex) -> int | None:
        """The cost of stepping from a hex to a neighbour; None if impossible or if they do not touch."""
        return self._price.get((a, b))


@lru_cache(maxsize=1024)
def members(region: Region) -> frozenset[Hex]:
    """A region as a set; the same few regions are asked for again and again while a side moves."""
    return frozenset(bits(region))


def step(costs: Costs, arrivals: Mapping[Hex, int], limit: int, blocked: Region = 0) -> Arrivals:
    """What one further step from these arrivals reaches, for at most `limit` in all."""
    barred = members(blocked & costs.entered)
    out: Arrivals = {}
    for h, spent in arrivals.items():
        for n, price in costs.exits[h]:
            total = spent + price
            if total > limit:
                break
            if n not in barred and total < out.get(n, limit + 1):
                out[n] = total
    return out


class Reach:
    """The hexes within a movement allowance, with the cost of each.

    `seeds` are arrivals already made (a start at cost 0, or hexes entered before). Hexes in `blocked` are never
    entered. Hexes in `stop` are entered but not left; a unit that may leave such a hex takes that step with `step`.
    To leave a hex of `held` costs `exit_cost` more.
    """

    def __init__(
        self,
        costs: Costs,
        seeds: Mapping[Hex, int],
        limit: int,
        blocked: Region = 0,
        stop: Region = 0,
        held: Region = 0,
        exit_cost: int = 0,
    ) -> None:
        never = limit + 1
        best = [never] * costs.grid.size
        for h in members(blocked & costs.entered):
            best[h] = -1  # cheaper than anything, so never entered
        halt, costly = members(stop & costs.entered), members(held) if exit_cost else frozenset[Hex]()
        buckets: list[list[Hex]] = [[] for _ in range(limit + 1)]
        for h, spent in seeds.items():
            if spent <= limit:
                best[h] = spent
                buckets[spent].append(h)
        arrivals: Arrivals = {}
        exits = costs.exits
        for spent, bucket in enumerate(buckets):
            for h in bucket:
                if best[h] != spent:
                    continue
                arrivals[h] = spent
                if h in halt:
                    continue
                left = spent + exit_cost if h in costly else spent
                for n, price in exits[h]:
                    total = left + price
                    if total > limit:
                        break
                    if total < best[n]:
                        best[n] = total
                        buckets[total].append(n)
        self.costs, self.seeds, self.limit, self.arrivals, self._halt = costs, seeds, limit, arrivals, halt
        self._costly, self._exit_cost = costly, exit_cost

    @cached_property
    def region(self) -> Region:
        """All hexes in reach."""
        region = 0
        for h in self.arrivals:
            region |= 1 << h
        return region

    def cost(self, h: Hex) -> int | None:
        """What it costs to be in a hex; None if it is out of reach."""
        return self.arrivals.get(h)

    def path_to(self, end: Hex) -> tuple[Hex, ...] | None:
        """The cheapest way to a hex, from its seed; of equal ways always the same one. None if out of reach."""
        spent = self.arrivals.get(end)
        if spent is None:
            return None
        path, here, seeds, arrivals = [end], end, self.seeds, self.arrivals
        while seeds.get(here) != arrivals[here]:
            here = self._before(here)
            path.append(here)
        return tuple(reversed(path))

    def seed_of(self, end: Hex) -> Hex:
        """The seed from which the cheapest way to a hex in reach begins."""
        way, here, known, seeds, arrivals = list[Hex](), end, self._seed_of, self.seeds, self.arrivals
        while here not in known and seeds.get(here) != arrivals[here]:
            way.append(here)
            here = self._before(here)
        seed = known.get(here, here)
        known.update(dict.fromkeys(way, seed))
        return seed

    @cached_property
    def _seed_of(self) -> dict[Hex, Hex]:
        return {}

    def _before(self, here: Hex) -> Hex:
        """The hex from which the cheapest way enters another; of equal ones always the same."""
        arrivals, spent, halt = self.arrivals, self.arrivals[here], self._halt
        for before, price in self.costs.entries(here):
            price += self._exit_cost if before in self._costly else 0
            if arrivals.get(before) == spent - price and before not in halt:
                return before
        raise AssertionError("a reached hex has a way to it")


class Waves:
    """The hexes within a movement allowance, as a `Reach` without stops and costs of leaving has them, worked out by
    waves of bitboards: one for each cost."""

    def __init__(self, costs: Costs, seeds: Mapping[Hex, int], limit: int, blocked: Region = 0) -> None:
        across, open_, found = costs.grid.across, costs.grid.all & ~blocked, 0
        due = [0] * (limit + 1)
        for h, spent in seeds.items():
            if spent <= limit:
                due[spent] |= 1 << h
        prices = costs.left
        for spent, new in enumerate(due):
            new &= ~found
            due[spent] = new
            if not new:
                continue
            found |= new
            for price, sides, any_side in prices:
                if spent + price > limit:
                    break
                leaving = new & any_side
                if leaving:
                    due[spent + price] |= across(leaving, sides) & open_
        self.costs, self.seeds, self.limit = costs, seeds, limit
        self.by_cost: list[Region] = due
        """For each cost the hexes that are reached at it and not for less."""
        self.region: Region = found
        """All hexes in reach."""

    @cached_property
    def arrivals(self) -> Arrivals:
        """The hexes in reach, each with what it costs to be there."""
        return {h: spent for spent, region in enumerate(self.by_cost) for h in bits(region)}

    def cost(self, h: Hex) -> int | None:
        """What it costs to be in a hex; None if it is out of reach."""
        if not self.region >> h & 1:
            return None
        return next(spent for spent, region in enumerate(self.by_cost) if region >> h & 1)

    def path_to(self, end: Hex) -> tuple[Hex, ...] | None:
        """The cheapest way to a hex, from its seed; of equal ways always the same one. None if out of reach."""
        spent = self.cost(end)
        if spent is None:
            return None
        path, here, by_cost = [end], end, self.by_cost
        while self.seeds.get(here) != spent:
            here, spent = next(
                (before, spent - price)
                for before, price in self.costs.entries(here)
                if price <= spent and by_cost[spent - price] >> before & 1
            )
            path.append(here)
        return tuple(reversed(path))


def reach(costs: Costs, start: Hex, limit: int, blocked: Region = 0, stop: Region = 0) -> Reach:
    """The movement range from one hex, which may be left even if it lies in `stop`."""
    seeds = {start: 0}
    if stop >> start & 1:
        seeds = {**step(costs, seeds, limit, blocked), start: 0}
    return Reach(costs, seeds, limit, blocked, stop)
