"""The board as real geography makes it, before anything is decided: terrain, places, inlets, rivers, lines."""

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from maps import earth
from maps.earth import Elevation
from maps.layout import Layout, Side
from maps.projection import Array, Fit
from parallel38.hexgrid import Hex

SEA, OUT = "~", "."
NEAR_RIVER = 1.3
"""Corners farther than this from a river's true course are not on it, in hexes."""
LEAST_POINTS = 4
"""A stretch of river with fewer points on the board is left out."""


@dataclass
class Draft:
    """A board in the making."""

    layout: Layout
    terrain: dict[Hex, str] = field(default_factory=dict)
    """Terrain letters."""
    ruggedness: dict[Hex, float] = field(default_factory=dict)
    places: dict[str, Hex] = field(default_factory=dict)
    rivers: dict[Side, str] = field(default_factory=dict)
    """Rivers along hexsides."""
    streams: dict[str, list[Hex]] = field(default_factory=dict)
    """Rivers through hexes: the course of each from its source to the sea or to the river that it joins."""
    inlets: set[Side] = field(default_factory=set)
    roads: dict[Side, str] = field(default_factory=dict)
    rails: dict[Side, str] = field(default_factory=dict)

    def is_land(self, h: Hex) -> bool:
        """Whether a hex is land in play or beside the board."""
        return self.terrain.get(h, SEA) not in (SEA, OUT)

    def dry(self, side: Side) -> bool:
        """Whether both hexes of a side are land."""
        return self.is_land(side[0]) and self.is_land(side[1])


@dataclass(frozen=True)
class Classes:
    """How a hex's terrain follows from relief: limits of mean ruggedness in metres, the first letter below them all."""

    letters: str
    limits: tuple[float, ...]
    least_land: float
    """Hexes with a smaller share of land are sea."""

    def of(self, ruggedness: float) -> str:
        """The letter of a land hex."""
        return self.letters[sum(ruggedness >= limit for limit in self.limits)]


def measure(draft: Draft, elevation: Elevation, fit: Fit, classes: Classes) -> None:
    """Class every hex by its share of land and by the ruggedness of that land."""
    layout = draft.layout
    straight = fit.straight(*elevation.centres()).reshape(-1, 2)
    board = layout.box().grown(3)
    inside = np.flatnonzero(np.all((straight >= board.low) & (straight <= board.high), axis=1))
    hexes = layout.nearest(fit.corrected(straight[inside]))
    inside, hexes = inside[hexes >= 0], hexes[hexes >= 0]
    land = elevation.land.ravel()[inside]
    size = len(layout.hexes)
    cells = np.bincount(hexes, minlength=size)
    dry = np.bincount(hexes, land, minlength=size)
    rugged = np.bincount(hexes, elevation.ruggedness.ravel()[inside] * land, minlength=size) / np.maximum(dry, 1)
    for i, h in enumerate(layout.hexes):
        draft.ruggedness[h] = float(rugged[i])
        draft.terrain[h] = SEA if dry[i] < classes.least_land * cells[i] else classes.of(float(rugged[i]))


def cut_off(draft: Draft, fit: Fit, rivers: list[str]) -> None:
    """Take land out of play of which more than half lies beyond a border of rivers, which runs from west to east."""
    box = draft.layout.box().grown(5)
    line: list[Array] = []
    for i, name in enumerate(rivers):
        lon, lat = np.array(next(_rivers(name))["geometry"]["coordinates"]).T
        line.append(fit.forward(lat, lon)[:: -1 if i % 2 == 0 else 1])  # up one river and down the next
    first, last = line[0][0], line[-1][-1]
    around = [[box.right, last[1]], [box.right, box.top], [box.left, box.top], [box.left, first[1]]]
    ring = np.concatenate([*line, around])
    steps = np.linspace(-0.5, 0.5, 9)
    spots = np.array([(x, y) for x in steps for y in steps if np.hypot(x, y) < 0.5])
    for h in draft.layout.hexes:
        if draft.is_land(h) and np.mean([_inside(ring, *spot) for spot in draft.layout.center[h] + spots]) > 0.5:
            draft.terrain[h] = OUT


def _inside(ring: Array, x: float, y: float) -> bool:
    """Whether a point lies inside a ring."""
    a, b = ring, np.roll(ring, -1, 0)
    crosses = (a[:, 1] > y) != (b[:, 1] > y)
    a, b = a[crosses], b[crosses]
    return bool(np.count_nonzero(x < a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])) % 2)


Gazetteer = dict[str, tuple[float, float]]
"""Latitude and longitude of places."""


def gazetteer(added: Gazetteer) -> Gazetteer:
    """The places of the data and those that a game adds."""
    found = {f["properties"]["name"]: f["geometry"]["coordinates"] for f in earth.features("places_1950")}
    return {name: (lat, lon) for name, (lon, lat) in found.items()} | added


def settle(draft: Draft, fit: Fit, classes: Classes, towns: Gazetteer, moved: dict[str, Hex]) -> None:
    """Put every place into its hex, or where it was moved to; a hex with a place is land."""
    for name, (lat, lon) in towns.items():
        h = moved.get(name) or draft.layout.at(fit.forward(np.array(lat), np.array(lon)))
        if h is not None and draft.terrain[h] != OUT:
            draft.places[name] = h
            if draft.terrain[h] == SEA:
                draft.terrain[h] = classes.of(draft.ruggedness[h])


def find_inlets(draft: Draft, elevation: Elevation, fit: Fit) -> None:
    """Sides between two land hexes that lie in water for four fifths of their length."""
    corners = np.array(draft.layout.corners)
    sides = [side for side in draft.layout.sides if draft.dry(side)]
    ends = np.array([draft.layout.sides[side] for side in sides])
    start, end = corners[ends[:, 0]], corners[ends[:, 1]]
    wet = np.zeros(len(sides))
    for part in np.linspace(0.1, 0.9, 7):
        wet += ~elevation.cell(elevation.land, *fit.inverse(start + (end - start) * part))
    draft.inlets = {side for side, share in zip(sides, wet / 7, strict=True) if share > 0.8}


# -------------------------------------------------------------------------------------------------------------- rivers


def trace_rivers(draft: Draft, fit: Fit, least_area: float) -> None:
    """Lead every river along the hexsides nearest to its course, from where it drains so many square kilometres."""
    layout = draft.layout
    corners = np.array(layout.corners)
    beside: dict[int, list[tuple[int, Side]]] = {i: [] for i in range(len(corners))}
    for side, (a, b) in layout.sides.items():
        beside[a].append((b, side))
        beside[b].append((a, side))
    linked = np.array([i for i, sides in beside.items() if sides])  # a corner of one hex alone leads nowhere

    for name, _, course in courses(fit, least_area):
        gaps = distances(corners[linked], course)
        close = gaps.min(0) < 0.75
        for stretch in _stretches(close):
            if len(stretch) >= LEAST_POINTS:
                ends = [int(linked[gaps[:, i].argmin()]) for i in (stretch[0], stretch[-1])]
                for side in _along(ends, course, corners, beside):
                    if draft.dry(side):
                        draft.rivers.setdefault(side, short(name))


def courses(fit: Fit, least_area: float) -> Iterator[tuple[str, str, Array]]:
    """Every river from where it drains so many square kilometres: its name, the river it joins, its course."""
    for feature in earth.features("rivers_named"):
        areas = feature["properties"]["areas_km2"]  # of every tenth point
        first = next((10 * i for i, area in enumerate(areas) if area >= least_area), None)
        if first is not None:
            lon, lat = np.array(feature["geometry"]["coordinates"][first:]).T
            yield feature["properties"]["name"], feature["properties"]["joins"] or "", fit.forward(lat, lon)


def _rivers(name: str) -> Iterator[dict[str, Any]]:
    return (f for f in earth.features("rivers_named") if f["properties"]["name"] == name)


def _along(ends: list[int], course: Array, corners: Array, beside: dict[int, list[tuple[int, Side]]]) -> Iterator[Side]:
    """The sides between two corners that stray least from a course."""
    near = distances(corners, course).min(1) < NEAR_RIVER

    def steps(corner: int) -> Iterator[tuple[int, float]]:
        for other, _ in beside[corner]:
            if near[other]:
                stray = distances((corners[corner] + corners[other])[None] / 2, course).min()
                yield other, 0.25 + 12 * float(stray) ** 2

    path = cheapest(ends[0], ends[1], steps)
    for a, b in pairwise(path):
        yield next(side for other, side in beside[a] if other == b)


def _stretches(flags: Iterable[np.bool_]) -> list[list[int]]:
    """The unbroken runs of true values, as indices."""
    runs: list[list[int]] = [[]]
    for i, flag in enumerate(flags):
        if flag:
            runs[-1].append(i)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def distances(a: Array, b: Array) -> Array:
    """How far each point of one list is from each of another."""
    return np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])


# --------------------------------------------------------------------------------------------------------------- lines


def route(draft: Draft, fit: Fit, source: str, towns: Gazetteer) -> dict[Side, str]:
    """Lead the lines of a file from town to town: short, through easy ground, along lines that are there already."""
    point = {name: fit.forward(np.array(lat), np.array(lon)) for name, (lat, lon) in towns.items()}
    layout = draft.layout
    centers = np.array([layout.center[h] for h in layout.hexes])
    rugged = np.array([1 + 0.8 * draft.ruggedness[h] / 300 for h in layout.hexes])
    links: dict[Side, str] = {}
    for feature in earth.features(source):
        name = short(feature["properties"]["name"])
        for a, b in pairwise(feature["properties"]["via"]):
            if a not in draft.places and b not in draft.places:
                continue
            start = draft.places.get(a) or _entry(draft, point[a], point[b])
            end = draft.places.get(b) or _entry(draft, point[b], point[a])
            way = point[b] - point[a]
            away = np.abs((centers - point[a]) @ [way[1], -way[0]]) / (np.hypot(*way) + 1e-9)
            price = dict(zip(layout.hexes, (rugged + 0.35 * np.maximum(0, away - 0.6)).tolist(), strict=True))

            def steps(h: Hex, price: dict[Hex, float] = price) -> Iterator[tuple[Hex, float]]:
                for other in layout.grid.neighbours[h]:
                    side = layout.side(h, other)
                    if draft.is_land(other) and side not in draft.inlets:
                        yield other, price[other] * (0.75 if side in links else 1) + 0.15 * (side in draft.rivers)

            if start is not None and end is not None:
                for x, y in pairwise(cheapest(start, end, steps)):
                    links.setdefault(layout.side(x, y), name)
    return links


def _entry(draft: Draft, outside: Array, inside: Array) -> Hex | None:
    """The first land hex on the straight way from a town beyond the board."""
    for part in np.linspace(0, 1, 60):
        h = draft.layout.at(outside + (inside - outside) * part)
        if h is not None and draft.is_land(h):
            return h
    return None


# -------------------------------------------------------------------------------------------------------------- common


def cheapest(start: int, end: int, steps: Callable[[int], Iterable[tuple[int, float]]]) -> list[int]:
    """The cheapest way from start to end, both included; empty if there is none."""
    cost, came = {start: 0.0}, dict[int, int]()
    queue = [(0.0, start)]
    while queue:
        spent, at = heapq.heappop(queue)
        if at == end:
            path = [end]
            while path[-1] != start:
                path.append(came[path[-1]])
            return path[::-1]
        if spent > cost[at]:
            continue
        for other, price in steps(at):
            if spent + price < cost.get(other, float("inf")):
                cost[other], came[other] = spent + price, at
                heapq.heappush(queue, (spent + price, other))
    return []


def short(name: str) -> str:
    """A name without what stands in brackets and without the R. of a river that shares a town's name.

    >>> short("Kyongui (Seoul-Sinuiju, double track)"), short("Changjin R.")
    ('Kyongui', 'Changjin')
    """
    return name.partition(" (")[0].removesuffix(" R.")


def parallel(fit: Fit, layout: Layout, lat: float, least: float) -> list[Hex]:
    """The hexes through which a parallel runs for at least so much of a hex's width, from west to east."""
    step = 0.002  # degrees
    lon = np.arange(124, 130.5, step)
    length = step * 111.2 * np.cos(np.radians(lat)) / fit.km_per_hex
    runs: dict[int, float] = {}
    for i in layout.nearest(fit.forward(np.full_like(lon, lat), lon)):
        if i >= 0:
            runs[int(i)] = runs.get(int(i), 0) + length
    return [layout.hexes[i] for i, run in runs.items() if run >= least]
