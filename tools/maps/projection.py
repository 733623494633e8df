"""From latitude and longitude to the board and back.

A spherical transverse Mercator projection (kilometres east and north of 38 N 127.5 E), then the similarity that fits a
game's pins best, then a smooth correction that carries each pin nearer to its hex and dies out away from them: printed
game maps are drawn by hand and no plain projection meets all of their towns. Board coordinates are those of
`Grid.center`: x to the right, y down, one hex across its flats = 1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]

EARTH_KM = 6371.0
MERIDIAN = np.radians(127.5)
ORIGIN = np.radians(38.0)


def to_plane(lat: Array, lon: Array) -> tuple[Array, Array]:
    """Kilometres east and north of the projection's origin."""
    north, east = np.radians(lat), np.radians(lon) - MERIDIAN
    easting = EARTH_KM * np.arctanh(np.cos(north) * np.sin(east))
    return easting, EARTH_KM * (np.arctan2(np.tan(north), np.cos(east)) - ORIGIN)


def from_plane(easting: Array, northing: Array) -> tuple[Array, Array]:
    """Latitude and longitude of a point of the plane."""
    d, x = northing / EARTH_KM + ORIGIN, easting / EARTH_KM
    lat = np.arcsin(np.sin(d) / np.cosh(x))
    return np.degrees(lat), np.degrees(MERIDIAN + np.arctan2(np.sinh(x), np.cos(d)))


@dataclass(frozen=True)
class Pin:
    """A place on earth that belongs to a point of the board."""

    lat: float
    lon: float
    target: tuple[float, float]
    weight: float
    """How much it counts in the similarity."""
    slack: float
    """How far the correction may leave it beside its target (a variance, in hexes squared)."""


class Fit:
    """The transform of one board: fitted to its pins, or by a matrix that is given."""

    def __init__(self, pins: list[Pin], *, reach: float, variance: float, matrix: Array | None = None) -> None:
        lat, lon = np.array([p.lat for p in pins]), np.array([p.lon for p in pins])
        target = np.array([p.target for p in pins]).reshape(-1, 2)
        weights = np.array([p.weight for p in pins])
        self.matrix = _similarity(*to_plane(lat, lon), target, weights) if matrix is None else matrix
        self.reach, self.variance = reach, variance
        self.nodes = self.straight(lat, lon)
        gaps = ((self.nodes[:, None] - self.nodes[None]) ** 2).sum(-1)
        kernel = variance * np.exp(-gaps / (2 * reach**2)) + np.diag([p.slack for p in pins])
        self.pulls = np.linalg.solve(kernel, target - self.nodes)

    @property
    def km_per_hex(self) -> float:
        """The scale of the similarity."""
        return float(1 / np.hypot(self.matrix[0, 0], self.matrix[0, 1]))

    @property
    def up(self) -> float:
        """The bearing of the board's upper edge, degrees east of north."""
        return float(np.degrees(np.arctan2(-self.matrix[1, 0], -self.matrix[1, 1])))

    def forward(self, lat: Array, lon: Array) -> Array:
        """Board coordinates (last axis: x, y) of points on earth."""
        return self.corrected(self.straight(np.asarray(lat, float), np.asarray(lon, float)))

    def inverse(self, points: Array) -> tuple[Array, Array]:
        """Latitude and longitude of board points (last axis: x, y)."""
        straight = np.array(points, float)
        for _ in range(25):  # the correction is small against its reach, so this settles quickly
            straight += 0.8 * (points - self.corrected(straight))
        plane = (straight - self.matrix[:, 2]) @ np.linalg.inv(self.matrix[:, :2]).T
        return from_plane(plane[..., 0], plane[..., 1])

    def straight(self, lat: Array, lon: Array) -> Array:
        """Board coordinates by the similarity alone, at most a hex or two from the true ones."""
        east, north = to_plane(lat, lon)
        return np.stack([row[0] * east + row[1] * north + row[2] for row in self.matrix], -1)

    def corrected(self, straight: Array) -> Array:
        """What the correction makes of such coordinates."""
        out = straight.copy()
        for node, pull in zip(self.nodes, self.pulls, strict=True):
            near = ((straight - node) ** 2).sum(-1)
            out += (self.variance * np.exp(-near / (2 * self.reach**2)))[..., None] * pull
        return out


def north_up(km: float, x: float, y: float) -> Array:
    """The matrix of a board with north at the top: kilometres to a hex, and where the projection's origin lies."""
    return np.array([[1 / km, 0, x], [0, -1 / km, y]])


def _similarity(east: Array, north: Array, target: Array, weight: Array) -> Array:
    """The 2 x 3 matrix of turn, scale and shift that takes (east, north, 1) to (x, y down), by least squares."""
    root, one, nil = np.sqrt(weight), np.ones_like(east), np.zeros_like(east)
    rows = np.vstack([np.stack([east, north, one, nil], 1), np.stack([-north, east, nil, one], 1)])
    rows *= np.tile(root, 2)[:, None]
    a, b, c, d = np.linalg.lstsq(rows, np.concatenate([target[:, 0], target[:, 1]]) * np.tile(root, 2), rcond=None)[0]
    return np.array([[a, b, c], [b, -a, d]])
