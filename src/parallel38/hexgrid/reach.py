"""Movement ranges over bitboards: every cost is a whole number of small units, so that fractions are exact."""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_

from parallel38.hexgrid.grid import Grid, Hex, Region, bits

Arrivals = list[tuple[int, Region]]
"""What is reached at which cost, cheapest first; a hex stands in the first entry that reaches it."""


class Costs:
    """What it costs to cross each hexside, from each of its two hexes; None where it cannot be crossed.

    Most sides of a hex cost the same to come in by: those are kept as one region per cost ("plain"); the others, such
    as roads and rivers, as six regions per cost, one for each direction.
    """

    __slots__ = ("_entry", "grid", "plain_sides", "plain_to", "special")

    def __init__(self, grid: Grid, cost: Callable[[Hex, Hex], int | None]) -> None:
        self.grid = grid
        entry: dict[tuple[Hex, Hex], int] = {}
        by_hex: dict[Hex, dict[int, int]] = {}
        for a in bits(grid.all):
            for b in grid.neighbours[a]:
                price = cost(a, b)
                if price is not None:
                    entry[a, b] = price
                    tally = by_hex.setdefault(b, {})
                    tally[price] = tally.get(price, 0) + 1
        usual = {h: max(tally, key=lambda price, t=tally: (t[price], price)) for h, tally in by_hex.items()}
        plain = [0] * 6
        to: dict[int, Region] = {}
        special: dict[int, list[Region]] = {}
        for (a, b), price in entry.items():
            d = grid.deltas.index(b - a)
            if price == usual[b]:
                plain[d] |= 1 << a
                to[price] = to.get(price, 0) | 1 << b
            else:
                special.setdefault(price, [0] * 6)[d] |= 1 << a
        self._entry = entry
        self.plain_sides = tuple(plain)
        self.plain_to = sorted(to.items())
        self.special = [(price, tuple(masks), reduce(or_, masks)) for price, masks in sorted(special.items())]
        """Price, the six regions, and all of them together."""

    def of(self, a: Hex, b: Hex) -> int | None:
        """The cost of stepping from a hex to a neighbour; None if impossible or if they do not touch."""
        return self._entry.get((a, b))


def step(costs: Costs, arrivals: Iterable[tuple[int, Region]], limit: int, blocked: Region = 0) -> Arrivals:
    """What one further step from these arrivals reaches, for at most `limit` in all."""
    buckets: dict[int, Region] = {}
    for spent, region in arrivals:
        _fan(costs, region, spent, limit, ~blocked, buckets)
    out: Arrivals = []
    seen = 0
    for spent in sorted(buckets):
        new = buckets[spent] & ~seen
        if new:
            seen |= new
            out.append((spent, new))
    return out


def _fan(costs: Costs, front: Region, spent: int, limit: int, free: Region, buckets: dict[int, Region]) -> None:
    """Put the neighbours of `front` into the buckets of what they cost."""
    if not front:
        return
    near = costs.grid.across(front, costs.plain_sides) & free
    if near:
        for price, region in costs.plain_to:
            total = spent + price
            if total > limit:
                break
            hit = near & region
            if hit:
                buckets[total] = buckets.get(total, 0) | hit
    for price, masks, any_side in costs.special:
        total = spent + price
        if total > limit:
            break
        if not front & any_side:
            continue
        hit = costs.grid.across(front, masks) & free
        if hit:
            buckets[total] = buckets.get(total, 0) | hit


class Reach:
    """The hexes within a movement allowance, with the cost of each.

    `seeds` are arrivals already made (a start at cost 0, or hexes entered before). Hexes in `blocked` are never
    entered. Hexes in `stop` are entered but not left; a unit that may leave such a hex takes that step with `step`.
    """

    __slots__ = ("arrivals", "costs", "region", "seeds", "stop")

    def __init__(
        self, costs: Costs, seeds: Iterable[tuple[int, Region]], limit: int, blocked: Region = 0, stop: Region = 0
    ) -> None:
        buckets: dict[int, Region] = {}
        for spent, region in seeds:
            buckets[spent] = buckets.get(spent, 0) | region
        self.seeds: dict[int, Region] = dict(buckets)
        free, may_leave = ~blocked, ~stop
        seen = 0
        arrivals: Arrivals = []
        for spent in range(min(buckets, default=0), limit + 1):
            front = buckets.pop(spent, 0) & ~seen
            if front:
                seen |= front
                arrivals.append((spent, front))
                _fan(costs, front & may_leave, spent, limit, free, buckets)
        self.costs, self.arrivals, self.region, self.stop = costs, arrivals, seen, stop

    def cost(self, h: Hex) -> int | None:
        """What it costs to be in a hex; None if it is out of reach."""
        bit = 1 << h
        return next((spent for spent, region in self.arrivals if region & bit), None)


def reach(costs: Costs, start: Hex, limit: int, blocked: Region = 0, stop: Region = 0) -> Reach:
    """The movement range from one hex, which may be left even if it lies in `stop`."""
    if stop >> start & 1:
        return Reach(costs, [(0, 1 << start), *step(costs, [(0, 1 << start)], limit, blocked)], limit, blocked, stop)
    return Reach(costs, [(0, 1 << start)], limit, blocked, stop)


def path_to(found: Reach, end: Hex) -> tuple[Hex, ...] | None:
    """The cheapest way to a hex of the range, from its seed; of equal ways always the same one."""
    spent = found.cost(end)
    if spent is None:
        return None
    at = dict(found.arrivals)
    path = [end]
    here = end
    leave = ~found.stop
    while not found.seeds.get(spent, 0) >> here & 1:
        for before in found.costs.grid.neighbours[here]:
            price = found.costs.of(before, here)
            if price is not None and at.get(spent - price, 0) & leave & (1 << before):
                spent -= price
                here = before
                path.append(before)
                break
        else:
            raise AssertionError("a reached hex has a way to it")
    return tuple(reversed(path))
