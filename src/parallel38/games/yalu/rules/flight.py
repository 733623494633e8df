"""9.4.2 The way of a bug-out: the hexes to which units may go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from parallel38.engine.facts import fact
from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.games.yalu.rules import stacking, supply, zones
from parallel38.games.yalu.rules.costs import allowance, costs_for, obstacles
from parallel38.games.yalu.rules.ranges import FAR
from parallel38.games.yalu.state import CITIES, COMMUNIST, UN, WEATHER, YaluState
from parallel38.hexgrid import Costs, Distances, Hex, Reach, Region, bits
from parallel38.wargame.costs import blocked_hexes

SHUNNED = 1 << 12
"""The surcharge of an enemy zone, in parts of a point, for ways around zones: more than the length of any way."""


class Stop(NamedTuple):
    """A point on a unit's way: its hex, the parts of a point spent, the number of hexes in enemy zones entered."""

    hex: Hex
    spent: int
    zones: int


class Tree(NamedTuple):
    """The ways towards one source: each stop with those before it, the stops where a way may end, and the allowed
    ends."""

    before: dict[Stop, list[Stop]]
    ends: set[Stop]
    best: set[Stop]

    def back(self, stop: Stop) -> Iterator[tuple[Hex, ...]]:
        """The ways to a stop."""
        if not self.before[stop]:
            yield (stop.hex,)
        for last in self.before[stop]:
            for way in self.back(last):
                yield (*way, stop.hex)

    def passed(self) -> Iterator[Stop]:
        """The stops on the ways to the best ends."""
        queue = list(self.best)
        known = set(queue)
        for stop in queue:
            yield stop
            queue += [last for last in self.before[stop] if last not in known]
            known.update(self.before[stop])

    def stroll(self, stop: Stop, rng: Random) -> tuple[Hex, ...]:
        """A random way to a stop."""
        way = [stop.hex]
        while self.before[stop]:
            stop = rng.choice(self.before[stop])
            way.append(stop.hex)
        return tuple(reversed(way))


class Ways:
    """The ways in which one unit may bug out.

    D-9.4.2: towards a supply source, each step nearer to it in movement points, until no such step can be paid for or a
    source is reached; straight, or around the enemy's zones. Of these ways it takes one that ends as far as possible
    from Communist units, or one of those that enter the fewest zones and end as far away as these can; it may stop at
    every source on that way that has room for it. `fixed` is the way that a unit of the same hex took before: it is
    followed, as far as the points reach, and extended if they reach further.
    """

    def __init__(self, s: YaluState, unit: int, fixed: tuple[Hex, ...]) -> None:
        self.grid, self.start = s.rules.grid, s.where[unit]
        self.threats = tuple(bits(s.held_by(COMMUNIST)))
        self.full = _full(s, unit)
        self.costs, self.limit = costs_for(s, unit), allowance(s, unit)
        self.zone, self.blocked = zones.zone(s, COMMUNIST), blocked_hexes(obstacles(s, UN))
        self.edge = s.rules.edges[UN]
        self.sources = supply.sources(s, UN, s.held_by(COMMUNIST))
        self.head = self.stops(fixed or (self.start,))
        """The stops of the given part of the way."""
        self.trees: list[Tree] = []
        over = len(self.head) < len(fixed) or (len(fixed) > 1 and self.sources >> fixed[-1] & 1)
        if not over and not self.blocked >> self.start & 1:
            self._grow_all(s)

    # ------------------------------------------------------------------------------------------------------- finding

    def step(self, here: Stop, there: Hex) -> Stop | None:
        """The next stop, if the step can be paid for; else None. D-9.1.3: the first step always can, as the whole
        move."""
        price = self.costs.of(here.hex, there)
        if price is None or self.blocked >> there & 1:
            return None
        spent = here.spent + price
        if spent > self.limit:
            if here.spent:
                return None
            trace("D-9.1.3")
            spent = self.limit
        return Stop(there, spent, here.zones + (self.zone >> there & 1))

    def stops(self, path: tuple[Hex, ...]) -> list[Stop]:
        """The stops along a path, as far as it can be paid for."""
        found = [Stop(self.start, 0, 0)]
        for there in path[1:]:
            stop = self.step(found[-1], there)
            if stop is None:
                break
            found.append(stop)
        return found

    def _grow_all(self, s: YaluState) -> None:
        """D-5.1.1b: every port is a source, and the friendly map edge is one."""
        edge = self.sources & self.edge
        goals = [edge, *(1 << h for h in bits(self.sources & ~edge))]
        away = [_distances(s, self.costs, goal, self.blocked, n) for goal in goals if goal for n in (0, SHUNNED)]
        # only hexes nearer to a source than the last stop of the given part matter
        found = [self._grow(distances.as_far_as(self.head[-1].hex)) for distances in away]
        ends = {stop for tree in found for stop in tree.ends}
        if ends:
            far = {stop: self.distance(stop.hex) for stop in ends}
            fewest = min(stop.zones for stop in ends)
            farthest = max(far.values())
            shy = max(far[stop] for stop in ends if stop.zones == fewest)
            good = {stop for stop in ends if far[stop] == farthest or (stop.zones == fewest and far[stop] == shy)}
            for tree in found:
                tree.best.update(tree.ends & good)
                tree.best.update([stop for stop in tree.passed() if self.harbours(stop.hex)])
        self.trees = found

    def _grow(self, away: dict[Hex, int]) -> Tree:
        """All stops that steps nearer to a source lead to; `away` is the distance of each hex from it, in parts of a
        point.

        No way turns back into the given part: with another source or around zones it might be nearer.
        """
        root, behind = self.head[-1], {stop.hex for stop in self.head}
        tree = Tree({root: []}, set(), set())
        queue = [root] if root.hex in away else []
        for here in queue:
            last = True
            for h in self.grid.neighbours[here.hex]:
                if h in away and away[h] < away[here.hex] and h not in behind:
                    there = self.step(here, h)
                    if there is None:
                        continue
                    last = False
                    if there not in tree.before:
                        tree.before[there] = []
                        queue.append(there)
                    tree.before[there].append(here)
            if (last or self.sources >> here.hex & 1) and here.hex != self.start:
                tree.ends.add(here)
        return tree

    def harbours(self, h: Hex) -> bool:
        """Whether the unit may stop in a hex because it has reached a source: not where it began, nor in a full hex."""
        return h != self.start and bool(self.sources & ~self.full & 1 << h)

    def distance(self, h: Hex) -> int:
        """The distance of the nearest Communist unit, in hexes; guerrillas do not count."""
        return min((self.grid.distance(h, enemy) for enemy in self.threats), default=0)

    # ----------------------------------------------------------------------------------------------------- answering

    @property
    def given(self) -> tuple[Hex, ...]:
        """The hexes of the given part of the way."""
        return tuple(stop.hex for stop in self.head)

    @cached_property
    def early(self) -> list[tuple[Hex, ...]]:
        """The beginnings of the given part at whose end the unit may stop."""
        given = self.given
        return [given[:i] for i in range(2, len(given)) if self.harbours(given[i - 1])]

    def halt(self, path: tuple[Hex, ...]) -> int:
        """D-7.2.1: the last leg of a path that ends in a hex with room for the unit; 0 if there is none."""
        return next((i for i in range(len(path) - 1, 0, -1) if not self.full >> path[i] & 1), 0)

    @cached_property
    def canonical(self) -> dict[Hex, tuple[Hex, ...]]:
        """One way to each hex where a way may end, through the fewest zones."""
        found = {way[-1]: way for way in self.early}
        if not self.trees:
            if self.halt(self.given):
                found[self.given[-1]] = self.given
            return found
        ends = sorted(((stop, i) for i, tree in enumerate(self.trees) for stop in tree.best), key=_shy)
        for stop, i in ends:
            if stop.hex not in found:
                ways = (self.given[:-1] + way for way in self.trees[i].back(stop))
                way = next((way for way in ways if self.halt(way)), None)
                if way:
                    found[stop.hex] = way
        return found

    def straight(self, end: Hex) -> tuple[Hex, ...] | None:
        """The cheapest path to a hex, whether permitted or not: around closed hexes if possible, else through them."""
        reaches = (Reach(self.costs, {self.start: 0}, FAR, blocked) for blocked in (self.blocked, 0))
        return next(filter(None, (reach.path_to(end) for reach in reaches)), None)

    def region(self, mode: str) -> Region:
        """The hexes where a way may end."""
        found = 0
        for h in self.canonical:
            found |= 1 << h
        return found

    def draw(self, rng: Random) -> tuple[Hex, ...] | None:
        """A random way."""
        if self.early and rng.random() < len(self.early) / len(self.canonical):
            return rng.choice(self.early)
        ends = sorted((tuple(stop), i) for i, tree in enumerate(self.trees) for stop in tree.best)
        if ends:
            stop, i = rng.choice(ends)
            way = self.given[:-1] + self.trees[i].stroll(Stop(*stop), rng)
            if self.halt(way):
                return way
        return next(iter(self.canonical.values()), None)

    def legal(self, path: tuple[Hex, ...]) -> bool:
        """Whether a path is one of the permitted ways."""
        stops = self.stops(path)
        if path in self.early:
            return True
        if len(stops) < len(path) or path[: len(self.head)] != self.given:
            return False
        if not self.trees:
            return len(path) == len(self.head) > 1
        tail = stops[len(self.head) - 1 :]
        return any(tail[-1] in tree.best and follows(tree, tail) for tree in self.trees)


def _full(s: YaluState, unit: int) -> Region:
    """The hexes where a unit would exceed the stacking limit."""
    full = 0
    for h, there in s.stacks(UN).items():
        if unit not in there and stacking.over_limit(s, UN, [*there, unit]):
            full |= 1 << h
    return full


def follows(tree: Tree, tail: list[Stop]) -> bool:
    """Whether every step of a path leads nearer to the source of a tree."""
    return all(a in tree.before.get(b, ()) for a, b in pairwise(tail))


def leg_refusals(s: YaluState, unit: int, path: tuple[int, ...], ways: Ways) -> Iterator[Refusal]:
    """D-9.4.1: standard movement on foot or by road: the hexes along the path and their costs.

    D-8.3.4: zones of control do not stop it.
    """
    grid = s.rules.grid
    if path[0] != s.where[unit] or len(path) < 2:
        yield Refusal("D-9.1.1", "no_path", {"units": (unit,)}, (unit,))
        return
    if min(path) < 0:
        yield Refusal("D-9.2.3.1", "un_infiltration", {"units": (unit,), "hex": path[0]}, (unit,))
        return
    for i, (here, there) in enumerate(pairwise(path), 1):
        if there >= grid.size or there not in grid.neighbours[here]:
            yield Refusal("D-9.1.1", "not_adjacent", {"from_hex": here, "to_hex": there}, at=i)
            return
        for bar in obstacles(s, UN):
            if bar.region >> there & 1:
                culprits = tuple(s.stacks(COMMUNIST).get(there, ())) if bar.text == "enemy_hex" else ()
                args = {"units": (unit,), "hex": there, "by_units": culprits}
                yield Refusal(bar.rule, bar.text, args, culprits, (there,), i)
                return
        if s.rules.barriers.has(here, there):
            yield Refusal("D-9.1.1", "water_side", {"from_hex": here, "to_hex": there}, (), (here, there), i)
            return
    stops = ways.stops(path)
    if len(stops) < len(path):
        last, there = stops[-1], path[len(stops)]
        need = ways.costs.of(last.hex, there) or 0
        args = {"unit": unit, "hex": there, "need_mp": need, "left_mp": ways.limit - last.spent}
        yield Refusal("D-9.1.2", "too_far", args, (unit,), (there,), len(stops))


def way_bar(unit: int, path: tuple[int, ...], ways: Ways) -> Refusal:
    """D-9.4.2: why a path is not permitted: another was taken, it leads away, ends early or near the enemy."""
    given = ways.given
    args: dict[str, Any] = {"unit": unit, "hex": path[-1]}
    if path[: len(given)] != given or not ways.trees:
        args |= {"from_hex": path[0], "hexes": given[1:]}
        return Refusal("D-9.4.2", "bug_out_same_way", args, (unit,), given)
    tail = ways.stops(path)[len(given) - 1 :]
    for i in range(1, len(tail)):
        if not any(follows(tree, tail[: i + 1]) for tree in ways.trees):
            step = len(given) - 1 + i
            return Refusal("D-9.4.2", "bug_out_away", {**args, "hex": tail[i].hex}, (unit,), (tail[i].hex,), step)
    trees = [tree for tree in ways.trees if follows(tree, tail)]
    end = tail[-1]
    if not any(end in tree.ends for tree in trees):
        on = sorted({b.hex for tree in trees for b, before in tree.before.items() if end in before})
        return Refusal("D-9.4.2", "bug_out_short", {**args, "hexes": on}, (unit,), (end.hex,), len(path) - 1)
    best = {stop.hex for tree in ways.trees for stop in tree.best}
    args |= {"n": ways.distance(end.hex), "hexes": sorted(best)}
    return Refusal("D-9.4.2", "bug_out_near", args, (unit,), (end.hex,), len(path) - 1)


def taken_with(taken: tuple[tuple[Hex, ...], ...], path: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], ...]:
    """The ways that were taken, one for each hex, with another one: of those of its hex the longest."""
    same = [way for way in taken if way[0] == path[0]]
    return (*(way for way in taken if way not in same), max((path, *same), key=len))


def _shy(end: tuple[Stop, int]) -> tuple[int, int, int]:
    return end[0].zones, end[0].spent, end[1]


@fact("enemy.where", "enemy.flags", of=UN)
def _distances(s: YaluState, costs: Costs, goal: Region, blocked: Region, shunned: int) -> Distances:
    """The distance of each hex from a source on foot, in parts of a point; a hex in a zone costs `shunned` more."""
    return Distances(costs, goal, blocked, zones.zone(s, COMMUNIST), shunned)


@fact("where", "flags", "enemy.where", "enemy.flags", "marks", ("track", WEATHER), ("track", CITIES), of=UN)
def ways(s: YaluState, unit: int, fixed: tuple[Hex, ...]) -> Ways:
    """The ways of a unit, computed once for each situation."""
    return Ways(s, unit, fixed)
