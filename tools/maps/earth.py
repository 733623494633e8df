"""The geographic data in `tools/geo`: elevation, outlines, rivers, places, lines. See its README for the sources."""

import json
from copy import copy
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maps.projection import Array

GEO = Path(__file__).parents[1] / "geo"
SMALLEST_SEA = 400
"""Water of fewer cells than this is no sea."""
SMALLEST_ISLAND = 120
"""Land of up to so many cells (about 90 km²) does not count when a hex is classed."""


def features(name: str) -> list[dict[str, Any]]:
    """The features of a GeoJSON file."""
    return json.loads((GEO / f"{name}.geojson").read_text(encoding="utf-8"))["features"]


def rings(name: str) -> list[Array]:
    """The outer rings of a file's polygons, each as points (lon, lat)."""
    found: list[Array] = []
    for feature in features(name):
        shape = feature["geometry"]
        parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        found += [np.array(part[0], float) for part in parts]
    return found


class Elevation:
    """Metres above the sea in cells of 30 arc-seconds, the first row in the north."""

    def __init__(self) -> None:
        with np.load(GEO / "korea_dem_30s.npz") as file:
            self.metres: NDArray[np.int16] = file["elev"]
            self.top, self.left, self.step = (float(file[k]) for k in ("lat_top", "lon_left", "step_deg"))
        self.height, self.width = self.metres.shape

    def moved(self, rows: float) -> "Elevation":
        """A copy of this elevation model that lies so many rows of its lattice farther north."""
        other = copy(self)
        other.top += rows * self.step
        return other

    @cached_property
    def sea(self) -> NDArray[np.bool_]:
        """The cells of the open sea."""
        return components(self.metres < 0, SMALLEST_SEA)

    @cached_property
    def land(self) -> NDArray[np.bool_]:
        """The cells of land without small islands."""
        return components(~self.sea, SMALLEST_ISLAND)

    @cached_property
    def ground(self) -> NDArray[np.floating[Any]]:
        """Metres, with the sea and what lies below it at nought."""
        return np.where(self.sea, 0, np.maximum(self.metres, 0)).astype(np.float32)

    @cached_property
    def ruggedness(self) -> NDArray[np.floating[Any]]:
        """Highest minus lowest of the 5 x 5 cells (4.6 x 3.7 km) around each cell."""
        return _extreme(self.ground, np.maximum) - _extreme(self.ground, np.minimum)

    def centres(self) -> tuple[Array, Array]:
        """Latitude and longitude of every cell."""
        lat = self.top - (np.arange(self.height) + 0.5) * self.step
        lon = self.left + (np.arange(self.width) + 0.5) * self.step
        both = np.broadcast_arrays(lat[:, None], lon[None])
        return both[0], both[1]

    def cell(self, field: NDArray[Any], lat: Array, lon: Array) -> NDArray[Any]:
        """A field's value in the cell of each point; beyond the data the nearest cell."""
        row = np.clip(((self.top - lat) / self.step).astype(int), 0, self.height - 1)
        column = np.clip(((lon - self.left) / self.step).astype(int), 0, self.width - 1)
        return field[row, column]

    def smooth(self, field: NDArray[Any], lat: Array, lon: Array) -> NDArray[np.floating[Any]]:
        """A field between its cells, by cubic convolution."""
        return _between(field, (self.top - lat) / self.step - 0.5, (lon - self.left) / self.step - 0.5)


class Lattice:
    """Metres above the sea at points a part of a hex apart, on the ground that a battle's board covers.

    Places are those of the board, x to the right and y down in hexes.
    """

    def __init__(self, name: str) -> None:
        with np.load(GEO / f"{name}.npz") as file:
            self.metres: NDArray[np.int16] = file["metres"]
            self.left, self.top, self.step = float(file["east0"]), -float(file["north0"]), float(file["step"])

    def slopes(self, metres_to_a_hex: float) -> NDArray[np.floating[Any]]:
        """How steep the ground is at each point, in degrees."""
        down, right = np.gradient(self.metres.astype(float), self.step * metres_to_a_hex)
        return np.degrees(np.arctan(np.hypot(down, right)))

    def around(self, field: NDArray[Any], x: float, y: float, radius: float) -> NDArray[Any]:
        """The values of a field at the points within a radius of a place."""
        (top, low), (left, right) = (
            (max(0, int((at - radius) / self.step)), int((at + radius) / self.step) + 2)
            for at in (y - self.top, x - self.left)
        )
        part = field[top:low, left:right]
        rows, columns = np.indices(part.shape)
        down, across = self.top + (top + rows) * self.step - y, self.left + (left + columns) * self.step - x
        return part[np.hypot(down, across) <= radius]

    def smooth(self, x: Array, y: Array) -> NDArray[np.floating[Any]]:
        """Heights between the points, by cubic convolution."""
        return _between(self.metres, (y - self.top) / self.step, (x - self.left) / self.step)


def _between(field: NDArray[Any], y: Array, x: Array) -> NDArray[np.floating[Any]]:
    """A field at places between its rows and columns, by cubic convolution; beyond it the nearest value."""
    row, column = np.floor(y).astype(int), np.floor(x).astype(int)
    down, right = _cubic((y - row).astype(np.float32)), _cubic((x - column).astype(np.float32))
    out = np.zeros(y.shape, np.float32)
    for i, v in enumerate(down, -1):
        line = np.clip(row + i, 0, field.shape[0] - 1)
        for j, w in enumerate(right, -1):
            out += v * w * field[line, np.clip(column + j, 0, field.shape[1] - 1)]
    return out


def _cubic(t: NDArray[np.floating[Any]]) -> tuple[NDArray[np.floating[Any]], ...]:
    """The weights of four neighbours in a row for a point t after the second (Catmull-Rom)."""
    return (
        ((2 - t) * t - 1) * t / 2,
        ((3 * t - 5) * t * t + 2) / 2,
        ((4 - 3 * t) * t + 1) * t / 2,
        (t - 1) * t * t / 2,
    )


def _extreme(field: NDArray[np.floating[Any]], pick: Any) -> NDArray[np.floating[Any]]:
    """The highest or lowest value of the 5 x 5 cells around each cell, mirrored at the border."""
    for axis in (0, 1):
        padded = np.pad(field, [(2, 2) if axis == a else (0, 0) for a in (0, 1)], mode="symmetric")
        size = field.shape[axis]
        field = pick.reduce([np.take(padded, range(k, k + size), axis) for k in range(5)])
    return field


def components(mask: NDArray[np.bool_], more_than: int) -> NDArray[np.bool_]:
    """The cells of those connected parts of a mask (side to side) that have more cells than given."""
    starts: list[tuple[int, int, int]] = []  # runs of cells: row, first, one after the last
    rows: list[range] = []
    for i, line in enumerate(mask):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        first = len(starts)
        starts += [(i, int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
        rows.append(range(first, len(starts)))
    root = list(range(len(starts)))

    def find(run: int) -> int:
        while root[run] != run:
            root[run] = run = root[root[run]]
        return run

    for above, below in pairwise(rows):
        a, b = above.start, below.start
        while a < above.stop and b < below.stop:
            (_, a0, a1), (_, b0, b1) = starts[a], starts[b]
            if a0 < b1 and b0 < a1:
                root[find(a)] = find(b)
            if a1 < b1:
                a += 1
            else:
                b += 1
    sizes: dict[int, int] = {}
    for run, (_, first, end) in enumerate(starts):
        sizes[find(run)] = sizes.get(find(run), 0) + end - first
    out = np.zeros_like(mask)
    for run, (i, first, end) in enumerate(starts):
        if sizes[find(run)] > more_than:
            out[i, first:end] = True
    return out
