"""Names on the map: a greedy choice of places where they cover as little as possible."""

from collections import defaultdict
from collections.abc import Iterable
from math import cos, radians, sin

from parallel38.draw.svg import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_CELL = 25.0


def width(words: str, size: float, capitals: bool = False) -> float:
    """About how wide a text in the face of places is."""
    return len(words) * size * (0.76 if capitals else 0.5)


class Crowd:
    """What is already on the map: points that should stay visible, and boxes that must."""

    def __init__(self) -> None:
        self._points: dict[tuple[int, int], list[tuple[Point, float]]] = defaultdict(list)
        self._boxes: dict[tuple[int, int], list[tuple[Box, float]]] = defaultdict(list)

    def points(self, points: Iterable[Point], weight: float) -> None:
        """Add points of lines."""
        for x, y in points:
            self._points[int(x // _CELL), int(y // _CELL)].append(((x, y), weight))

    def box(self, box: Box, weight: float) -> None:
        """Add a counter, a number or a label."""
        for cell in _cells(box):
            self._boxes[cell].append((box, weight))

    def cost(self, box: Box) -> float:
        """How much a text in this box would cover."""
        total, seen = 0.0, set[tuple[Box, float]]()
        for cell in _cells(box):
            for (x, y), weight in self._points.get(cell, ()):
                if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
                    total += weight
            for other in self._boxes.get(cell, ()):
                if other not in seen:
                    seen.add(other)
                    total += other[1] * _overlap(box, other[0])
        return total


def _cells(box: Box) -> Iterable[tuple[int, int]]:
    for i in range(int(box[0] // _CELL), int(box[2] // _CELL) + 1):
        for j in range(int(box[1] // _CELL), int(box[3] // _CELL) + 1):
            yield i, j


def _overlap(a: Box, b: Box) -> float:
    """The common area of two boxes, as a part of the first."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    return wide * high / ((a[2] - a[0]) * (a[3] - a[1]))


def candidates(wide: float, size: float, room: float) -> list[tuple[float, float, str]]:
    """Where a name may stand beside its sign: the shift of the text's foot, and how it is anchored. Best first."""
    up, down = -room, room + size * 0.72
    return [
        (0, down, "middle"),
        (room + 2, size * 0.3, "start"),
        (-room - 2, size * 0.3, "end"),
        (0, up - 1, "middle"),
        (room * 0.7, down - 2, "start"),
        (-room * 0.7, down - 2, "end"),
        (room * 0.7, up, "start"),
        (-room * 0.7, up, "end"),
        (room + 6, down - 4, "start"),
        (-room - 6, down - 4, "end"),
        (room + 6, up + 3, "start"),
        (-room - 6, up + 3, "end"),
        (0, down + 6, "middle"),
        (0, up - 8, "middle"),
        (wide * 0.3, down + 5, "middle"),
        (-wide * 0.3, down + 5, "middle"),
        (wide * 0.3, up - 6, "middle"),
        (-wide * 0.3, up - 6, "middle"),
        (0, 34, "middle"),
        (0, 46, "middle"),
        (wide * 0.28, 46, "middle"),
        (-wide * 0.28, 46, "middle"),
    ]


def beside(wide: float, size: float) -> list[tuple[float, float, str]]:
    """Where a name may stand when counters cover its sign: at the foot of the hex, if need be shifted, or beside."""
    shifts = (0.0, 0.3, -0.3, 0.55, -0.55)
    return [*((wide * part, 46.5, "middle") for part in shifts), (39, 24, "start"), (-48, 24, "end")]


def fits(box: Box, view: Box) -> bool:
    """Whether a box lies in the part that is shown."""
    return box[0] >= view[0] and box[1] >= view[1] and box[2] <= view[2] and box[3] <= view[3]


def turned(middle: Point, wide: float, high: float, angle: float) -> Box:
    """The box around a text that is turned by so many degrees."""
    c, s = abs(cos(radians(angle))), abs(sin(radians(angle)))
    half, tall = (wide * c + high * s) / 2, (wide * s + high * c) / 2
    return middle[0] - half, middle[1] - tall, middle[0] + half, middle[1] + tall


def box_of(x: float, y: float, wide: float, size: float, anchor: str) -> Box:
    """The box of a text whose foot stands at a point."""
    left = x - (wide / 2 if anchor == "middle" else wide if anchor == "end" else 0)
    return left, y - size * 0.72, left + wide, y + size * 0.2


def place(
    crowd: Crowd, at: Point, wide: float, size: float, room: float, taken: bool, view: Box
) -> tuple[float, float, str] | None:
    """The best place for a name, under or beside counters if there are any; None if it is nowhere shown whole."""
    ranked = []
    for rank, (dx, dy, anchor) in enumerate(beside(wide, size) if taken else candidates(wide, size, room)):
        x, y = at[0] + dx, at[1] + dy
        box = box_of(x, y, wide, size, anchor)
        if fits(box, view):
            grown = (box[0] - 2, box[1] - 1.5, box[2] + 2, box[3] + 1.5)
            ranked.append((crowd.cost(grown) + rank * 0.3, rank, (x, y, anchor), box))
    if not ranked:
        return None
    _, _, best, box = min(ranked)
    crowd.box(box, 40)
    return best
