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
    crosses too keeps to the bank on which it came; it changes banks only where it has to.
    """
    grid = draft.layout.grid
    wet: dict[Hex, set[int]] = defaultdict(set)
    for course in draft.streams.values():
        for a, b in pairwise(course):
            for one, other in ((a, b), (b, a)):
                way = grid.direction(one, other)
                if way is not None:
                    wet[one].add(way)
    rivers = {h: sides for h, sides in wet.items() if len(sides) > 1}
    found: set[Hex] = set()
    for links in (draft.roads, draft.rails):
        near: dict[Hex, list[int]] = defaultdict(list)
        for a, b in links:
            for one, other in ((a, b), (b, a)):
                way = grid.direction(one, other)
                if way is not None:
                    near[one].append(way)
        banks = _banks(near, rivers, grid.deltas)
        for h, sides in rivers.items():
            dry = {_bank(sides, way) for way in near.get(h, ()) if way not in sides}
            if len(dry | banks.get(h, set())) > 1:
                found.add(h)
    return found


def _bank(sides: set[int], way: int) -> int:
    """The bank of a hex to which a side belongs: the crossed side before it, clockwise."""
    return next((way - back) % 6 for back in range(1, 7) if (way - back) % 6 in sides)


def _banks(
    near: Mapping[Hex, list[int]], rivers: Mapping[Hex, set[int]], deltas: tuple[int, ...]
) -> dict[Hex, set[int]]:
    """For ways that follow a river through several hexes: the banks on which they come into each, carried from the
    hex where they reached it to the one where they leave it."""
    carried: dict[Hex, set[int]] = defaultdict(set)
    for start, sides in rivers.items():
        for way in near.get(start, ()):
            if way in sides:
                continue
            h, bank, seen = start, _bank(sides, way), {start}
            while True:
                along = [
                    (w, right)
                    for w in near.get(h, ())
                    if w in rivers[h] and h + deltas[w] in rivers and h + deltas[w] not in seen
                    for right in (True, False)
                    if bank == (w if right else _bank(rivers[h], w))
                ]
                if not along:
                    break
                w, right = along[0]
                h += deltas[w]
                seen.add(h)
                back = (w + 3) % 6
                # right of a side as seen from inside is left of it as seen from the next hex
                bank = _bank(rivers[h], back) if right else back
                carried[h].add(bank)
    return carried
