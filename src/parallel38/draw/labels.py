"""Names on the map: a greedy choice of places where they cover as little as possible."""

from collections import defaultdict
from collections.abc import Iterable

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
        (0, 46, "middle"),
        (wide * 0.28, 46, "middle"),
        (-wide * 0.28, 46, "middle"),
        (0, 34, "middle"),
    ]


def box_of(x: float, y: float, wide: float, size: float, anchor: str) -> Box:
    """The box of a text whose foot stands at a point."""
    left = x - (wide / 2 if anchor == "middle" else wide if anchor == "end" else 0)
    return left, y - size * 0.72, left + wide, y + size * 0.2


def place(crowd: Crowd, at: Point, wide: float, size: float, room: float, taken: bool) -> tuple[float, float, str]:
    """The best place for a name; under a counter there is only one, at the foot of the hex."""
    if taken:
        best = (at[0], at[1] + 46.5, "middle")
    else:
        ranked = []
        for rank, (dx, dy, anchor) in enumerate(candidates(wide, size, room)):
            x, y = at[0] + dx, at[1] + dy
            ranked.append((crowd.cost(box_of(x, y, wide, size, anchor)) + rank * 0.35, rank, (x, y, anchor)))
        best = min(ranked)[2]
    crowd.box(box_of(best[0], best[1], wide, size, best[2]), 40)
    return best
