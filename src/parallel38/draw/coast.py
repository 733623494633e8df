"""Outlines of land: read from paths, spikes blunted, and whether a point lies inside."""

import re
from collections.abc import Iterable
from math import hypot

from parallel38.draw.svg import Point, polygon

Ring = list[Point]
_SHARP = 0.6
"""The cosine of the angle below which a corner of the coast is a spike."""
_THIN = 800.0
"""The area of a spike that is cut off at once; larger ones are land or water that matters."""


class Land:
    """The outlines of a country."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        self.rings = [ring for ring in rings if len(ring) > 2]
        self._boxes = [
            (min(x for x, _ in ring), min(y for _, y in ring), max(x for x, _ in ring), max(y for _, y in ring))
            for ring in self.rings
        ]

    def has(self, point: Point) -> bool:
        """Whether a point is on land."""
        x, y = point
        inside = False
        for ring, (left, top, right, low) in zip(self.rings, self._boxes, strict=True):
            if left <= x <= right and top <= y <= low:
                before = ring[-1]
                for here in ring:
                    if (here[1] > y) != (before[1] > y):
                        cut = here[0] + (y - here[1]) / (before[1] - here[1]) * (before[0] - here[0])
                        inside ^= x < cut
                    before = here
        return inside

    def path(self, within: float = 0.0) -> str:
        """All outlines as one path; points that lie `within` a distance of the line between others are left out."""
        return "".join(polygon(coarse(ring, within) if within else ring) for ring in self.rings)


def rings(path: str, scale: float) -> list[Ring]:
    """The rings of a path of straight lines."""
    found = []
    for part in path.split("Z"):
        numbers = [float(n) * scale for n in re.findall(r"-?[\d.]+", part)]
        if numbers:
            found.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return found


def coarse(ring: Ring, within: float) -> Ring:
    """A ring with as few of its points as keep all others within a distance of its sides.

    >>> coarse([(0, 0), (50, 1), (100, 0), (100, 100), (0, 100)], 2)
    [(0, 0), (100, 0), (100, 100), (0, 100)]
    """
    far = max(range(len(ring)), key=lambda i: hypot(ring[i][0] - ring[0][0], ring[i][1] - ring[0][1]))
    around = [*ring, ring[0]]
    found = [*_fewer(around[: far + 1], within), *_fewer(around[far:], within)]
    return found if len(found) > 2 else ring


def _fewer(line: Ring, within: float) -> Ring:
    """The points of a line that are needed, without its last."""
    (ax, ay), (bx, by) = line[0], line[-1]
    long = hypot(bx - ax, by - ay)
    away = [abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / long if long else hypot(x - ax, y - ay) for x, y in line]
    most = max(range(len(line)), key=lambda i: away[i])
    if away[most] <= within:
        return line[:1]
    return [*_fewer(line[: most + 1], within), *_fewer(line[most:], within)]


def blunted(ring: Ring) -> Ring:
    """A ring without thin spikes: where the sources are coarse, a bay of a few points ends like a thorn.

    >>> blunted([(0, 0), (100, 0), (100, 48), (60, 50), (100, 52), (100, 100), (0, 100)])
    [(0, 0), (100, 0), (100, 48), (100, 52), (100, 100), (0, 100)]
    """
    points = list(ring)
    i = 0
    while i < len(points) and len(points) > 4:
        if _spike(points[i - 1], points[i], points[(i + 1) % len(points)]):
            del points[i]
            i = max(i - 1, 0)  # the corner before may be one now
        else:
            i += 1
    return points


def _spike(a: Point, b: Point, c: Point) -> bool:
    one, two = (a[0] - b[0], a[1] - b[1]), (c[0] - b[0], c[1] - b[1])
    long = hypot(*one) * hypot(*two)
    if not long:
        return True
    area = abs(one[0] * two[1] - one[1] * two[0]) / 2
    return (one[0] * two[0] + one[1] * two[1]) / long > _SHARP and area < _THIN
