"""Rivers that run through hexes: their courses from hex to hex, and where roads and railways cross them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_

import numpy as np

from maps.nature import SEA, Draft, cheapest, courses, distances, short
from maps.projection import Array, Fit
from parallel38.draw.ground import Ground
from parallel38.draw.streams import crossings
from parallel38.engine.maps import Board
from parallel38.engine.texts import Texts
from parallel38.hexgrid import Hex, bits

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


def bridged(board: Board) -> list[Hex]:
    """The hexes in which roads and railways cross rivers, as the board is drawn: on a printed map too a bridge is where
    the lines cross."""
    ground = Ground(board, {"terrain": {}}, Texts("en"))
    through = [link for course in ground.streams.values() for link in course]
    rivers = reduce(or_, board.river_hexes.values(), 0)
    return [h for h in bits(rivers) if crossings(h, ground.corners(h), through, ground.courses)]
