"""Grids, their printed labels, regions of hexes and sets of hexsides."""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Literal

Hex = int
"""A hex: its number in the grid's axial order."""
Region = int
"""A set of hexes: bit n is set when hex n belongs to it."""

Direction = Literal["north", "south", "east", "west"]
_STEP: dict[str, tuple[float, float]] = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""Corners seen from the centre: across in thirds of the distance between two lines, along in halves of a hex."""


class BadHexError(ValueError):
    """A label that no hex of the grid carries."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


def bits(region: Region) -> Iterator[Hex]:
    """The hexes of a region, lowest number first.

    >>> list(bits(0b10100))
    [2, 4]
    """
    first = 0
    while region:  # piece by piece, because each step takes as long as the number is wide
        empty = (region & -region).bit_length() - 1
        region >>= empty
        first += empty
        piece = region & _PIECE
        region >>= _WIDTH
        while piece:
            low = piece & -piece
            yield first + low.bit_length() - 1
            piece ^= low
        first += _WIDTH


_WIDTH = 256
_PIECE = (1 << _WIDTH) - 1


def nth(region: Region, n: int) -> Hex:
    """A hex of a region by its number, from 0 for the lowest; in far fewer steps than going through them all.

    >>> nth(0b10100, 1)
    4
    """
    low, high = 0, region.bit_length()
    while high - low > 1:
        middle = (low + high) // 2
        if (region & ((1 << middle) - 1)).bit_count() > n:
            high = middle
        else:
            low = middle
    return low


class Grid:
    """A rectangle of hexes with printed labels.

    In a flat-top grid the columns are straight lines of touching hexes, in a pointy-top grid the rows are. Every other
    line sits half a hex toward the higher numbers: `shifted` says whether these are the lines with odd or even printed
    numbers. `order` says what the first half of a label is. `columns_grow` and `rows_grow` say in which direction of
    the map the numbers rise; they matter only to `center`, because turning a map does not change which hexes touch.
    """

    def __init__(
        self,
        *,
        columns: int,
        rows: int,
        orientation: Literal["flat", "pointy"] = "flat",
        shifted: Literal["odd", "even"] = "even",
        order: Literal["column-row", "row-column"] = "column-row",
        columns_grow: Direction = "east",
        rows_grow: Direction = "south",
        first: tuple[int, int] = (1, 1),
    ) -> None:
        if {columns_grow, rows_grow} <= {"north", "south"} or {columns_grow, rows_grow} <= {"east", "west"}:
            raise ValueError("columns and rows must grow along different axes")
        self.columns, self.rows, self.orientation, self.order = columns, rows, orientation, order
        self.columns_grow, self.rows_grow = columns_grow, rows_grow
        self.flat_top = (orientation == "flat") == (columns_grow in ("east", "west"))
        """Whether hexes lie with a side at the top on the map as it is turned to the reader."""
        flat = orientation == "flat"
        lines, places = (columns, rows) if flat else (rows, columns)
        first_line, first_place = first if flat else first[::-1]
        odd = shifted == "odd"
        width = lines + 1  # one guard column: no shift can wrap from one edge of the map to the other

        cells: list[tuple[int, int, int]] = []  # line, place, row of the axial order
        for line in range(first_line, first_line + lines):
            half = int(line % 2 == 1) if odd else int(line % 2 == 0)
            cells += [
                (line, place, (2 * place + half - line) // 2) for place in range(first_place, first_place + places)
            ]
        lowest = min(cell[2] for cell in cells)
        self.size: int = (max(cell[2] for cell in cells) - lowest + 1) * width
        """Hex numbers are smaller than this; not every number is a hex."""
        self.width = width
        self.deltas = (-width, 1 - width, 1, width, width - 1, -1)
        """What to add to a hex's number for the neighbour in each of the six directions, clockwise; opposite = +3."""
        self.all: Region = 0
        """Every hex of the grid."""
        self._label: dict[Hex, str] = {}
        self._hex: dict[str, Hex] = {}
        self._place: dict[Hex, tuple[int, int, int]] = {}
        for line, place, axial in cells:
            h = (axial - lowest) * width + line - first_line
            column, row = (line, place) if flat else (place, line)
            label = f"{column:02d}{row:02d}" if order == "column-row" else f"{row:02d}{column:02d}"
            self.all |= 1 << h
            self._label[h], self._hex[label], self._place[h] = label, h, (line, place, axial)
        self._apart, self._offset = self._distances(lines)
        self._half = {line: (line % 2 == 1) == odd for line in range(first_line, first_line + lines)}
        self.neighbours: dict[Hex, tuple[Hex, ...]] = {
            h: tuple(h + d for d in self.deltas if h + d >= 0 and self.all >> (h + d) & 1) for h in self._label
        }
        """The hexes that touch a hex."""

    # ---------------------------------------------------------------------------------------------------- labels

    def hex(self, label: str) -> Hex:
        """The hex with this printed label."""
        try:
            return self._hex[label]
        except KeyError:
            raise BadHexError(label) from None

    def label(self, h: Hex) -> str:
        """The printed label of a hex."""
        return self._label[h]

    def has(self, label: str) -> bool:
        """Whether some hex carries this label."""
        return label in self._hex

    def region(self, labels: Iterable[str]) -> Region:
        """The region made of the hexes with these labels."""
        region = 0
        for label in labels:
            region |= 1 << self.hex(label)
        return region

    def labels(self, region: Region) -> list[str]:
        """The labels of a region's hexes, sorted."""
        return sorted(self._label[h] for h in bits(region))

    @staticmethod
    def bit(h: Hex) -> Region:
        """The region of one hex."""
        return 1 << h

    # -------------------------------------------------------------------------------------------------- geometry

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction (0 to 5) from a hex to a neighbour; None if they do not touch."""
        return self.deltas.index(b - a) if b in self.neighbours[a] else None

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes it takes to go from one hex to another on an empty board."""
        return self._apart[self._offset[b] - self._offset[a]]

    def _distances(self, lines: int) -> tuple[list[int], list[int]]:
        """The distance for each difference of two hexes' offsets, and the offset of each hex; differences below zero
        count from the end of the list."""
        columns, rows = 2 * lines, self.size // self.width
        apart = [0] * (columns * 2 * rows)
        for along in range(1 - rows, rows):
            for across in range(1 - lines, lines):
                same = (across < 0) == (along < 0)
                apart[along * columns + across] = abs(across + along) if same else max(abs(across), abs(along))
        return apart, [h // self.width * columns + h % self.width for h in range(self.size)]

    def center(self, h: Hex) -> tuple[float, float]:
        """Where a hex lies on the map as it is turned to the reader: x to the right, y down, one hex wide = 1."""
        return self._point(h, 0, 0)

    def corners(self, h: Hex) -> tuple[tuple[float, float], ...]:
        """The six corners of a hex, in order around it; hexes that touch have exactly equal corners."""
        return tuple(self._point(h, across, along) for across, along in _CORNERS)

    def side(self, a: Hex, b: Hex) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of the side between touching hexes."""
        shared = set(self.corners(b))
        one, other = (corner for corner in self.corners(a) if corner in shared)
        return one, other

    def _point(self, h: Hex, across: int, along: int) -> tuple[float, float]:
        """A point so far from the centre of a hex: whole thirds between lines and whole halves along them, so exact."""
        line, place, _ = self._place[h]
        x = (3 * line + across) * (sqrt(3) / 6)
        y = (2 * place + self._half[line] + along) / 2
        column, row = (x, y) if self.orientation == "flat" else (y, x)
        (cx, cy), (rx, ry) = _STEP[self.columns_grow], _STEP[self.rows_grow]
        return column * cx + row * rx, column * cy + row * ry

    # --------------------------------------------------------------------------------------------------- regions

    def around(self, region: Region, walls: "Sides | None" = None) -> Region:
        """Every hex that touches a hex of the region (hexes of the region itself too, where they touch each other)."""
        w = self.width
        if walls is not None:
            return self.across(region, walls.free)
        return (
            region >> w | region >> (w - 1) | region << 1 | region << w | region << (w - 1) | region >> 1
        ) & self.all

    def across(self, region: Region, sides: Sequence[Region]) -> Region:
        """The hexes beside a region across certain sides: for each direction, the hexes that may be left that way."""
        w = self.width
        a, b, c, d, e, f = sides
        return (
            (region & a) >> w
            | (region & b) >> (w - 1)
            | (region & c) << 1
            | (region & d) << w
            | (region & e) << (w - 1)
            | (region & f) >> 1
        ) & self.all

    def spread(
        self,
        start: Region,
        within: Region,
        *,
        walls: "Sides | None" = None,
        along: "Sides | None" = None,
        steps: int | None = None,
    ) -> Region:
        """The start and everything that can be walked to from it inside `within`, in at most so many steps.

        No hexside of `walls` is crossed, and with `along` only its hexsides are (a road, a railway).
        """
        open_sides: Sequence[Region] | None = along.masks if along else walls.free if walls else None
        if along and walls:
            open_sides = [a & b for a, b in zip(along.masks, walls.free, strict=True)]
        seen = front = start
        while front and steps != 0:
            near = self.around(front) if open_sides is None else self.across(front, open_sides)
            front = near & within & ~seen
            seen |= front
            if steps is not None:
                steps -= 1
        return seen


class Sides:
    """A set of hexsides, kept as six regions: the hexes whose side in each direction belongs to the set."""

    __slots__ = ("_both", "free", "grid", "masks")

    def __init__(self, grid: Grid, pairs: Iterable[tuple[Hex, Hex]] = ()) -> None:
        masks = [0] * 6
        both: set[tuple[Hex, Hex]] = set()
        for a, b in pairs:
            both |= {(a, b), (b, a)}
            d = grid.direction(a, b)
            if d is None:
                raise ValueError(f"{grid.label(a)} and {grid.label(b)} do not touch")
            masks[d] |= 1 << a
            masks[(d + 3) % 6] |= 1 << b
        self.grid, self._both = grid, both
        self.masks = tuple(masks)
        self.free = tuple(grid.all & ~mask for mask in masks)
        """For each direction the hexes whose side there is not in the set."""

    def has(self, a: Hex, b: Hex) -> bool:
        """Whether the side between two touching hexes belongs to the set."""
        return (a, b) in self._both

    def pairs(self) -> list[tuple[Hex, Hex]]:
        """The hexsides, each once."""
        out = []
        for d in range(3):
            out += [(h, h + self.grid.deltas[d]) for h in bits(self.masks[d])]
        return out

    def hexes(self) -> Region:
        """Every hex that has a side in the set."""
        region = 0
        for mask in self.masks:
            region |= mask
        return region
