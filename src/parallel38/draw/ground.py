"""A board with everything that the layers of its drawing share. Lengths are hundredths of a hex."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import Any

from parallel38.draw import streams
from parallel38.draw.coast import Land, blunted, rings
from parallel38.draw.labels import Box
from parallel38.draw.network import branches, chains, lanes, main_lines, partings, passes, relaxed, wound
from parallel38.draw.svg import Piece, Point, pieces, polygon
from parallel38.engine.maps import Board
from parallel38.engine.texts import Texts
from parallel38.hexgrid import Hex, Region, Sides, bits

SCALE = 100
NUMBER, TOWN, CITY, STREAM, AREA, LINE = 11.2, 14.5, 18.0, 13.5, 12.5, 15.0
"""Sizes of type: hex numbers, names of towns, cities, rivers and lakes, areas, lines."""
LANE = 3.6


@dataclass
class Ground:
    """A board with everything that its layers share."""

    board: Board
    look: dict[str, Any]
    texts: Texts
    coast: dict[str, str] = field(default_factory=dict)
    """Outlines of land and lakes as paths in hexes, if the game has them."""
    view: Box | None = None
    """The part that is shown: names that it would cut are shifted or left out. None: all hexes."""
    floor: float = 0.0
    """The smallest size of type: on paper a hex is so small that small print must grow."""

    def point(self, h: Hex) -> Point:
        """The centre of a hex."""
        x, y = self.board.grid.center(h)
        return x * SCALE, y * SCALE

    def corners(self, h: Hex) -> list[Point]:
        """The outline of a hex."""
        return [(x * SCALE, y * SCALE) for x, y in self.board.grid.corners(h)]

    def side(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The ends of a hexside, the smaller first."""
        one, other = sorted((x * SCALE, y * SCALE) for x, y in self.board.grid.side(a, b))
        return one, other

    def seaward(self, h: Hex) -> Point:
        """The way from a hex to the nearest hexes that are all sea; nowhere if none is within three hexes."""
        near, (x, y) = 1 << h, self.point(h)
        for _ in range(3):
            near |= self.board.grid.around(near)
            ways = [self.point(n) for n in bits(near & self.board.in_play & ~self.land)]
            dx = sum((px - x) / hypot(px - x, py - y) for px, py in ways)
            dy = sum((py - y) / hypot(px - x, py - y) for px, py in ways)
            if dx or dy:
                return dx, dy
        return 0.0, 0.0

    def size(self, wanted: float) -> float:
        """A size of type, at least the smallest."""
        return max(wanted, self.floor)

    @property
    def shown(self) -> Box:
        """What is shown of the map."""
        return self.view or self.bounds

    def path(self, region: Region) -> str:
        """The outlines of all hexes of a region as one path."""
        return "".join(polygon(self.corners(h)) for h in bits(region))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all hexes; the relief covers exactly this."""
        points = [p for h in bits(self.board.grid.all) for p in self.corners(h)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def land(self) -> Region:
        """The hexes with a terrain that the look knows: everything but sea and what is out of play."""
        region = 0
        for letter in self.look["terrain"]:
            region |= self.board.terrain.get(letter, 0)
        return region

    @cached_property
    def coasts(self) -> Land:
        """The outlines of the land, of the hexes if the game has no coast."""
        if "land" in self.coast:
            return Land(blunted(ring) for ring in rings(self.coast["land"], SCALE))
        return Land(self.corners(h) for h in bits(self.land))

    @cached_property
    def ways(self) -> Counter[tuple[Hex, Hex, Hex]]:
        """How named roads and railways pass through hexes."""
        return passes(self.board.named_ways)

    @cached_property
    def main(self) -> dict[Hex, tuple[Hex, Hex]]:
        """Which way the main line takes at each junction."""
        return main_lines([*self.board.roads.pairs(), *self.board.rails.pairs()], self.point, self.ways)

    @cached_property
    def courses(self) -> list[dict[tuple[Hex, Hex], Piece]]:
        """The roads and the railways, one piece for each link; where they part they make a corner, so that they do
        not cross before."""
        nets = [chains(sides.pairs(), self.point, self.ways) for sides in (self.board.roads, self.board.rails)]
        apart = partings(*nets)
        found: list[dict[tuple[Hex, Hex], Piece]] = []
        for net, where in zip(nets, self.nodes, strict=True):
            links: dict[tuple[Hex, Hex], Piece] = {}
            for line in net:
                corners = {i for i, h in enumerate(line) if h in apart and self.main.get(h) is None}
                leans = branches(line, self.main, where.__getitem__)
                links |= zip(pairwise(line), pieces([where[h] for h in line], corners, leans), strict=True)
            found.append(links)
        return found

    @cached_property
    def nodes(self) -> tuple[dict[Hex, Point], dict[Hex, Point]]:
        """Where roads and where railways pass in each hex: through places, gently elsewhere, side by side."""
        roads, rails = self.board.roads.pairs(), self.board.rails.pairs()
        towns = set(self.board.places.values())
        base = relaxed([*roads, *rails], self.point, towns.__contains__, 0.5, 24, self.main)
        if wind := self.wind("roads"):
            base = wound(chains([*roads, *rails], self.point, self.ways), base, towns.__contains__, wind)
        shared = [pair for pair in roads if self.board.rails.has(*pair)]
        aside = lanes(shared, base.__getitem__, LANE)
        road = {h: (x + aside.get(h, (0, 0))[0], y + aside.get(h, (0, 0))[1]) for h, (x, y) in base.items()}
        rail = {h: (x - aside.get(h, (0, 0))[0], y - aside.get(h, (0, 0))[1]) for h, (x, y) in base.items()}
        return road, rail

    def softened(self, net: Sides, wind: float = 0.0) -> dict[Hex, Point]:
        """Where a net of its own passes in each hex: on roads and railways where it meets them, gently elsewhere."""
        road, rail = self.nodes
        known = {**rail, **road}
        towns = set(self.board.places.values())

        def held(h: Hex) -> bool:
            return h in known or h in towns

        where = relaxed(net.pairs(), lambda h: known.get(h) or self.point(h), held, 0.5, 24)
        return wound(chains(net.pairs(), self.point), where, held, wind) if wind else where

    def wind(self, name: str) -> float:
        """How far the lines of a section step aside where they would be straight."""
        return self.look.get("layer", {}).get(name, {}).get("wind", 0.0)

    @cached_property
    def rivers(self) -> dict[tuple[Point, Point], Piece]:
        """The rivers, one piece for each hexside, by its ends."""
        sides = [self.side(a, b) for a, b in self.board.rivers.pairs()]
        soft = relaxed(sides, lambda p: p, lambda p: False, 0.34, 20)
        found: dict[tuple[Point, Point], Piece] = {}
        for line in chains(sides, lambda p: p):
            found |= zip(pairwise(line), pieces([soft[p] for p in line]), strict=True)
        return found

    @cached_property
    def streams(self) -> dict[str, list[tuple[tuple[Hex, Hex], Piece]]]:
        """The rivers through hexes, each with one piece for each hexside that it crosses."""
        point = {h: self.point(h) for course in self.board.streams.values() for h in course}
        towns = set(self.board.places.values())
        return streams.courses(self.board.streams, point, self.courses, towns, self.board.banks)


def middle(points: list[Point]) -> Point:
    """The middle of some points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
