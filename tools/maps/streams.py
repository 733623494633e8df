"""Rivers that run through hexes: their courses from hex to hex, and where roads and railways cross them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import numpy as np

from maps.nature import SEA, Draft, cheapest, courses, distances, short
from maps.projection import Array, Fit
from parallel38.hexgrid import Hex

NEAR = 1.0
"""Hexes whose middle is farther than this from a river's true course are not on it."""
STEP = 0.8
"""What a further hex costs, so that a river between two columns of hexes does not zigzag through both."""
SHORTEST = 3
"""A river through fewer hexes is left out."""


def trace(draft: Draft, fit: Fit, least_area: float, fixed: Mapping[str, list[Hex]], dry: Iterable[str]) -> None:
    """Lead every river through the hexes nearest to its course, from where it drains so many square kilometres.

    It ends in the sea or in a hex of the river that it joins. `fixed` are courses that are given, `dry` rivers that are
    left out.
    """
    full = [name for name, _, _ in courses(fit, least_area)]
    bare = [short(name) for name in full]
    names = {name: short(name) if bare.count(short(name)) == 1 else name for name in full}
    found = draft.streams
    found |= fixed
    for name, joins, course in courses(fit, least_area):
        if names[name] in fixed or names[name] in dry:
            continue
        path = _path(draft, course)
        if joins:
            path = _joined(draft, path, found.get(names.get(joins, ""), []))
        else:
            path = _to_sea(draft, path, course)
        if len(path) >= SHORTEST:
            found[names[name]] = path


def _path(draft: Draft, course: Array) -> list[Hex]:
    """The land hexes between both ends of a course that stray least from it; the middle of a side counts, because
    that is where the river is taken to cross it."""
    layout = draft.layout
    centers = np.array([layout.center[h] for h in layout.hexes])
    near = {layout.hexes[i] for i in np.flatnonzero(distances(centers, course).min(1) < NEAR)}
    on = [layout.hexes[i] for i in layout.nearest(course) if i >= 0 and draft.is_land(layout.hexes[i])]

    def steps(h: Hex) -> Iterator[tuple[Hex, float]]:
        for other in layout.grid.neighbours[h]:
            if other in near and draft.is_land(other):
                middle = (layout.center[h] + layout.center[other]) / 2
                yield other, STEP + 12 * float(distances(middle[None], course).min()) ** 2

    return cheapest(on[0], on[-1], steps) if on else []


def _joined(draft: Draft, path: list[Hex], main: list[Hex]) -> list[Hex]:
    """A course as far as the first hex that it shares with the river it joins, led on to it if it stops beside it."""
    for i, h in enumerate(path):
        if h in main:
            return path[: i + 1]
    beside = [h for h in main if path and h in draft.layout.grid.neighbours[path[-1]]]
    return [*path, beside[-1]] if beside else []


def _to_sea(draft: Draft, path: list[Hex], course: Array) -> list[Hex]:
    """A course as far as the first hex at the sea, and out into it."""
    layout = draft.layout
    for i, h in enumerate(path):
        wet = [n for n in layout.grid.neighbours[h] if draft.terrain[n] == SEA]
        if wet and not any(draft.is_land(h) and h in path[i + 1 :] for h in layout.grid.neighbours[h]):
            nearest = min(wet, key=lambda n: float(distances(layout.center[n][None], course[-1:]).min()))
            return [*path[: i + 1], nearest]
    return path


# ------------------------------------------------------------------------------------------------------------- bridges


def bridged(draft: Draft) -> set[Hex]:
    """The hexes in which a road or railway comes from one bank and leaves on the other.

    Rivers cut a hex into banks, from one crossed side to the next around it. A way through a side that the river
    crosses too keeps to the bank on which it came; if it leaves the river on another, the bridge is in that hex.
    """
    deltas = draft.layout.grid.deltas
    wet = _ways(draft, (side for course in draft.streams.values() for side in pairwise(course)))
    rivers = {h: sides for h, sides in wet.items() if len(sides) > 1 and draft.is_land(h)}
    found: set[Hex] = set()
    for links in (draft.roads, draft.rails):
        near = _ways(draft, links)
        banks = {h: {_bank(sides, way) for way in near[h] - sides} for h, sides in rivers.items()}
        found |= {h for h, sides in banks.items() if len(sides) > 1}
        met: set[frozenset[Hex]] = set()
        for start, sides in banks.items():
            if len(sides) == 1:
                end = _other_bank(start, *sides, near, rivers, banks, deltas)
                if end is not None and frozenset((start, end)) not in met:
                    met.add(frozenset((start, end)))
                    found.add(end)
    return found


def _ways(draft: Draft, sides: Iterable[tuple[Hex, Hex]]) -> dict[Hex, set[int]]:
    """For each hex the directions in which such sides lie."""
    grid, found = draft.layout.grid, defaultdict[Hex, set[int]](set)
    for a, b in sides:
        for one, other in ((a, b), (b, a)):
            way = grid.direction(one, other)
            if way is not None:
                found[one].add(way)
    return found


def _bank(sides: set[int], way: int) -> int:
    """The bank of a hex to which a side belongs: named by the crossed side before it, clockwise."""
    return next((way - back) % 6 for back in range(1, 7) if (way - back) % 6 in sides)


def _other_bank(
    start: Hex,
    bank: int,
    near: Mapping[Hex, set[int]],
    rivers: Mapping[Hex, set[int]],
    banks: Mapping[Hex, set[int]],
    deltas: tuple[int, ...],
) -> Hex | None:
    """Where a way that follows a river from a hex, on this bank of it, leaves the river on another; None if nowhere."""
    h, seen = start, {start}
    while True:
        onward = [
            (way, right)
            for way in sorted(near[h] & rivers[h])
            if h + deltas[way] in rivers and h + deltas[way] not in seen
            for right in (True, False)
            if bank == (way if right else _bank(rivers[h], way))
        ]
        if not onward:
            return None
        way, right = onward[0]
        h += deltas[way]
        seen.add(h)
        back = (way + 3) % 6
        # right of a side as seen from one hex is left of it as seen from the other
        bank = _bank(rivers[h], back) if right else back
        if banks[h]:
            return None if bank in banks[h] else h
