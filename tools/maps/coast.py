"""Outlines of land and lakes in board coordinates, for crisp coasts."""

from typing import Any

import numpy as np

from maps import earth
from maps.layout import Box
from maps.projection import Array, Fit

MARGIN = 1.0
"""Outlines run so far over the board's edge, so that the cut does not show."""
FINENESS = 0.006
"""How far a simplified line may stray, in hexes."""
SMALLEST = 0.008
"""Islands with less area than this, in hexes, are left out."""
DECIMALS = 7
"""Points and distances are rounded to so many decimals of a hex, because processors differ in the last bits of an
angle, and with them in which of two points that are as far away is the farthest."""


def outlines(fit: Fit, box: Box) -> dict[str, list[Array]]:
    """Rings of land and of the lakes of 1950, cut to the board and simplified."""
    return {
        "land": _on_board(earth.rings("ne_land") + earth.rings("ne_minor_islands"), fit, box),
        "lakes": _on_board(earth.rings("ne_lakes") + earth.rings("reservoirs_1950"), fit, box),
    }


def paths(rings: dict[str, list[Array]]) -> dict[str, Any]:
    """The outlines as SVG path strings, largest first."""
    return {name: [_path(ring) for ring in group] for name, group in rings.items()}


def area(ring: Array) -> float:
    """The area of a ring, in hex widths squared."""
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(x @ np.roll(y, 1) - y @ np.roll(x, 1))) / 2


def _on_board(rings: list[Array], fit: Fit, box: Box) -> list[Array]:
    edge = box.grown(MARGIN)
    found: list[Array] = []
    for ring in rings:
        points = np.round(fit.forward(ring[:, 1], ring[:, 0]), DECIMALS)
        ring = clip(rounded(points), edge)
        if len(ring) >= 3 and area(ring) >= SMALLEST:
            ring = simplify(ring, FINENESS)
            if len(ring) >= 4:
                found.append(ring)
    return sorted(found, key=area, reverse=True)


def rounded(ring: Array) -> Array:
    """A ring with its corners cut twice: the sources are coarser than the picture (Chaikin)."""
    points = ring[:-1] if np.array_equal(ring[0], ring[-1]) else ring
    for _ in range(2):
        after = np.roll(points, -1, 0)
        points = np.stack([0.8 * points + 0.2 * after, 0.2 * points + 0.8 * after], 1).reshape(-1, 2)
    return points


def clip(ring: Array, box: Box) -> Array:
    """The part of a ring inside a rectangle (cut side by side)."""
    points = ring
    for axis, limit, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        out: list[Array] = []
        for a, b in zip(points, np.roll(points, -1, 0), strict=True):
            da, db = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if da >= 0:
                out.append(a)
            if (da >= 0) != (db >= 0):
                out.append(a + (b - a) * (da / (da - db)))
        if not out:
            return np.empty((0, 2))
        points = np.array(out)
    return points


def simplify(ring: Array, tolerance: float) -> Array:
    """A ring with fewer points, nowhere farther than the tolerance from the original (Douglas and Peucker)."""
    far = int(np.round(((ring - ring[0]) ** 2).sum(1), DECIMALS).argmax())
    closed = np.vstack([ring, ring[:1]])
    return _thinned(closed, [(0, far), (far, len(closed) - 1)], tolerance)[:-1]


def straightened(line: Array, tolerance: float) -> Array:
    """A line with fewer points, its ends among them, nowhere farther than the tolerance from the original."""
    return _thinned(line, [(0, len(line) - 1)], tolerance)


def _thinned(points: Array, todo: list[tuple[int, int]], tolerance: float) -> Array:
    """Those of a line's points that its pieces need, each piece given by its ends."""
    keep = np.zeros(len(points), bool)
    keep[[end for piece in todo for end in piece]] = True
    while todo:
        a, b = todo.pop()
        if b - a < 2:
            continue
        inner, chord = points[a + 1 : b] - points[a], points[b] - points[a]
        length = float(np.hypot(*chord))
        away = abs(inner[:, 0] * chord[1] - inner[:, 1] * chord[0]) / length if length else np.hypot(*inner.T)
        worst = int(np.round(away, DECIMALS).argmax())
        if away[worst] > tolerance:
            middle = a + 1 + worst
            keep[middle] = True
            todo += [(a, middle), (middle, b)]
    return points[keep]


def _path(ring: Array) -> str:
    points = [f"{x:.2f} {y:.2f}" for x, y in ring]
    return f"M {' L '.join(p for i, p in enumerate(points) if not i or p != points[i - 1])} Z"
