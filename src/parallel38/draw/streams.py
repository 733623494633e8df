"""Rivers that run through hexes: where they pass beside roads and towns, and where ways cross them.

A road and a river through the same hexes would lie on each other if both ran through the middle. So a river may step
aside in each hex, and of all such courses the one is drawn that meets roads and railways least.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from parallel38.draw.coast import Land
from parallel38.draw.svg import Piece, Point, on, pieces
from parallel38.hexgrid import Hex

Net = Mapping[tuple[Hex, Hex], Piece]
"""Roads or railways, one piece for each link."""
ASIDE = (0.0, 17.0, -17.0, 29.0, -29.0)
"""How far a river may pass beside the middle of a hex, to its left or right."""
_TURN, _AWAY, _OVER, _CLOSE = 0.012, 0.01, 1.0, 0.5
"""What a change of sides costs, distance from the middle, a crossing, and running along a way or over a town."""
_RISE = 0.28
"""How far from the middle of its first hex a river rises, as a part of the way to the second."""
_TOGETHER = 16.0
"""Crossings that are nearer to each other than this share one bridge."""

_SIDES = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}

Crossing = tuple[float, float, float, float]
"""A bridge: where the way meets the river, how it is turned, and half its breadth."""


def courses(
    streams: Mapping[str, Sequence[Hex]],
    point: Mapping[Hex, Point],
    nets: Iterable[Net],
    places: set[Hex],
    banks: Mapping[Hex, str],
) -> dict[str, list[tuple[tuple[Hex, Hex], Piece]]]:
    """The pieces of each river, one for each hexside that it crosses; the longest river chooses its way first.

    `banks` says for some hexes on which side of the middle the river must pass.
    """
    ways = _by_hex(nets)
    fixed: dict[Hex, Point] = {}
    found: dict[str, list[tuple[tuple[Hex, Hex], Piece]]] = {}
    for name, course in sorted(streams.items(), key=lambda item: (-len(item[1]), item[0])):
        spots = [[fixed[h]] if h in fixed else _spots(course, i, point, banks) for i, h in enumerate(course)]
        line = _laid(course, spots, point, ways, places)
        fixed |= zip(course, line, strict=True)
        found[name] = list(zip(pairwise(course), pieces(line), strict=True))
    return found


def _by_hex(nets: Iterable[Net]) -> dict[Hex, list[list[Point]]]:
    """The links of all ways as lines of points, by the hexes that they join."""
    found: dict[Hex, list[list[Point]]] = {}
    for net in nets:
        for link, piece in net.items():
            line = [on(piece, i / 8) for i in range(9)]
            for h in link:
                found.setdefault(h, []).append(line)
    return found


def _laid(
    course: Sequence[Hex],
    spots: Sequence[list[Point]],
    point: Mapping[Hex, Point],
    ways: Mapping[Hex, list[list[Point]]],
    places: set[Hex],
) -> list[Point]:
    """The cheapest line through all hexes of a course, by one of a few spots in each."""
    best: list[tuple[float, list[Point]]] = [(0.0, [])]
    for i, h in enumerate(course):
        near = [*ways.get(course[i - 1], ()), *ways.get(h, ())] if i else []
        after: list[tuple[float, list[Point]]] = []
        for spot in spots[i]:
            away = hypot(spot[0] - point[h][0], spot[1] - point[h][1])
            alone = away * _AWAY + _CLOSE * (h in places and not away)
            cost, line = min((cost + _step(line, spot, near), line) for cost, line in best)
            after.append((cost + alone, [*line, spot]))
        best = after
    return min(best)[1]


def _spots(course: Sequence[Hex], i: int, point: Mapping[Hex, Point], banks: Mapping[Hex, str]) -> list[Point]:
    """Where a river may pass in a hex of its course: on a line across the way from the hex before to the hex after."""
    (ax, ay), (bx, by) = point[course[max(i - 1, 0)]], point[course[min(i + 1, len(course) - 1)]]
    long = hypot(bx - ax, by - ay) or 1
    x, y = point[course[i]]
    if not i:  # a river rises near the side that it leaves its first hex by: that hex is none of its own
        x, y = x + (bx - ax) * _RISE, y + (by - ay) * _RISE
    spots = [(x - (by - ay) / long * aside, y + (bx - ax) / long * aside) for aside in ASIDE]
    wanted = _SIDES.get(banks.get(course[i], ""), (0, 0))
    return [(px, py) for px, py in spots if (px - x) * wanted[0] + (py - y) * wanted[1] > 5] or spots


def _step(line: list[Point], spot: Point, near: list[list[Point]]) -> float:
    """What it costs to lead a line on to a spot."""
    return _meets(line[-1], spot, near) + _TURN * _bend(line, spot) if line else 0.0


def _bend(line: list[Point], spot: Point) -> float:
    """How far the last point of a line lies off the straight way, in hundredths of a hex."""
    if len(line) < 2:
        return 0.0
    (ax, ay), (bx, by) = line[-2], line[-1]
    return hypot((ax + spot[0]) / 2 - bx, (ay + spot[1]) / 2 - by)


def _meets(a: Point, b: Point, ways: list[list[Point]]) -> float:
    """What it costs to lead a river from one point to another: ways that it crosses, and ways that it runs along."""
    cost = 0.0
    inner = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.25, 0.5, 0.75)]
    for line in ways:
        cost += _OVER * sum(_cut(a, b, c, d) is not None for c, d in pairwise(line))
        near = [min(hypot(x - px, y - py) for px, py in line) for x, y in inner]
        cost += _CLOSE * sum(gap < 9 for gap in near) / len(near)
    return cost


def _cut(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two lines cross, if they do."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    flat = ux * vy - uy * vx
    if not flat:
        return None
    s = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / flat
    t = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / flat
    return (a[0] + ux * s, a[1] + uy * s) if 0 <= s < 1 and 0 <= t < 1 else None


def crossings(
    h: Hex, corners: list[Point], rivers: Iterable[tuple[tuple[Hex, Hex], Piece]], nets: Iterable[Net]
) -> list[Crossing]:
    """The bridges of a hex: where its ways are seen to cross its rivers."""
    home = Land([corners])
    water = [_line(piece) for link, piece in rivers if h in link]
    ways = [_line(piece) for net in nets for link, piece in net.items() if h in link]
    met = [
        (spot, degrees(atan2(d[1] - c[1], d[0] - c[0])))
        for way in ways
        for c, d in pairwise(way)
        for river in water
        for a, b in pairwise(river)
        if (spot := _cut(a, b, c, d)) and home.has(spot)
    ]
    return _together(met)


def _line(piece: Piece) -> list[Point]:
    return [on(piece, i / 12) for i in range(13)]


def _together(met: list[tuple[Point, float]]) -> list[Crossing]:
    """Crossings as bridges: those beside each other, of a road and a railway, share one."""
    found: list[Crossing] = []
    for (x, y), turn in met:
        i = next((i for i, (fx, fy, _, _) in enumerate(found) if hypot(x - fx, y - fy) < _TOGETHER), None)
        if i is None:
            found.append((x, y, turn, 6.0))
        else:
            fx, fy, first, _ = found[i]
            found[i] = ((fx + x) / 2, (fy + y) / 2, first, 9.5)
    return found
