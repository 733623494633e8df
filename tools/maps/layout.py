"""The hexes of a board as points, corners and sides in board coordinates."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from maps.projection import Array
from parallel38.hexgrid import Grid, Hex, bits

Side = tuple[Hex, Hex]
"""A hexside: the two hexes that share it, in the order of their labels."""
RADIUS = 1 / sqrt(3)
"""From the centre of a hex to a corner."""


@dataclass(frozen=True)
class Box:
    """A rectangle of the board."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def low(self) -> Array:
        """The corner with the smallest coordinates."""
        return np.array([self.left, self.top])

    @property
    def high(self) -> Array:
        """The corner with the largest coordinates."""
        return np.array([self.right, self.bottom])

    def grown(self, by: float) -> "Box":
        """The rectangle with a margin around it."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Layout:
    """A grid's geometry."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.hexes: list[Hex] = sorted(bits(grid.all), key=grid.label)
        self.center = {h: np.array(grid.center(h)) for h in self.hexes}
        self._centers = np.array([self.center[h] for h in self.hexes])
        self.corners: list[Array] = []
        """Every corner of a hex, once."""
        numbers: dict[tuple[int, int], int] = {}
        rim: dict[Hex, set[int]] = {}
        for h in self.hexes:
            rim[h] = set()
            for point in self.outline(h):
                key = (round(float(point[0]) * 12), round(float(point[1]) * 12))  # corners lie at least 0.57 apart
                if key not in numbers:
                    numbers[key] = len(self.corners)
                    self.corners.append(point)
                rim[h].add(numbers[key])
        self.sides: dict[Side, tuple[int, int]] = {}
        """Every side between two hexes and its two corners."""
        for h in self.hexes:
            for other in grid.neighbours[h]:
                if grid.label(h) < grid.label(other):
                    a, b = sorted(rim[h] & rim[other])
                    self.sides[h, other] = a, b

    def outline(self, h: Hex) -> Array:
        """The six corners of a hex."""
        return np.array(self.grid.corners(h))

    def box(self) -> Box:
        """The rectangle around all hexes: what the relief picture covers."""
        points = np.concatenate([self.outline(h) for h in self.hexes])
        (left, top), (right, bottom) = points.min(0), points.max(0)
        return Box(float(left), float(top), float(right), float(bottom))

    def side(self, a: Hex, b: Hex) -> Side:
        """The side between two hexes."""
        return (a, b) if self.grid.label(a) < self.grid.label(b) else (b, a)

    def nearest(self, points: Array) -> NDArray[np.int64]:
        """The hex of each point, as an index into `hexes`; -1 for a point outside."""
        flat = points.reshape(-1, 2)
        out = np.full(len(flat), -1)
        box = self.box()
        which = np.flatnonzero(np.all((flat >= box.low) & (flat <= box.high), axis=1))
        best = np.full(len(which), RADIUS**2)
        found = np.full(len(which), -1)
        order = np.argsort(flat[which, 0], kind="stable")
        which, xs = which[order], flat[which[order], 0]
        ys = flat[which, 1]
        for i, (x, y) in enumerate(self._centers):
            # only the points of the strip around this hex can be nearest to it
            lo, hi = np.searchsorted(xs, [x - RADIUS, x + RADIUS])
            near = (xs[lo:hi] - x) ** 2 + (ys[lo:hi] - y) ** 2
            closer = near < best[lo:hi]
            best[lo:hi][closer] = near[closer]
            found[lo:hi][closer] = i
        out[which] = found
        return out.reshape(points.shape[:-1])

    def at(self, point: Array) -> Hex | None:
        """The hex under a point."""
        gaps = ((self._centers - point) ** 2).sum(1)
        i = int(gaps.argmin())
        return self.hexes[i] if gaps[i] <= RADIUS**2 else None
