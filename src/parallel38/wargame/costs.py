"""The cost of steps from hex to hex, and the rows that show the cost of a path before any unit moves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, ParamSpec

from parallel38.engine.flow import Obstacle
from parallel38.engine.previews import Note, Step
from parallel38.hexgrid import Costs, Grid, Hex, Region

Part = tuple[str, int]
"""A part of the cost of a step: its name, and its price in parts of a movement point."""
Parts = Callable[[Hex, Hex], list[Part] | None]
"""The parts of what a step from a hex to a neighbour costs; None where the step is impossible."""
P = ParamSpec("P")

KEPT = 64
"""Tables of costs that are kept at a time, of those that were asked for last."""


def cost_tables(grid: Grid, parts: Callable[P, Parts], touched: Callable[[Any], Iterable[Hex]]) -> Callable[P, Costs]:
    """A function that gives the table of the cost of each step, for the arguments of `parts`.

    The last argument is what has changed on the map (markers, broken bridges), empty if nothing has. A table with
    changes is made from the one without, by looking again at the steps from and beside the hexes that are `touched` by
    them.
    """

    @lru_cache(maxsize=KEPT)
    def table(*terms: P.args, **_: P.kwargs) -> Costs:
        found = parts(*terms)  # type: ignore[call-arg]
        *usual, changes = terms

        def price(a: Hex, b: Hex) -> int | None:
            paid = found(a, b)
            return None if paid is None else sum(points for _, points in paid)

        if not changes:
            return Costs(grid, price)
        near = {n for h in touched(changes) for n in (h, *grid.neighbours[h])}
        return table(*usual, frozenset()).changed(price, near)  # type: ignore[call-arg]

    return table  # type: ignore[return-value]


def blocked_hexes(obstacles: Iterable[Obstacle]) -> Region:
    """The hexes of all obstacles."""
    region = 0
    for obstacle in obstacles:
        region |= obstacle.region
    return region


def gap(grid: Grid, path: Sequence[Hex]) -> int | None:
    """The first step of a path that does not lead to a neighbour, counted from 1; None if every step does."""
    for i, (a, b) in enumerate(pairwise(path), 1):
        if b not in grid.neighbours.get(a, ()):
            return i
    return None


def tell(h: Hex, parts: Sequence[Part], left: int, point: int, note: Callable[[str], Note]) -> Iterator[Step]:
    """A row for each part of the cost of entering a hex; the last row has the points `left` after it.

    Prices and `left` are given in parts of a movement point, of which one point has `point`; rows are in points.
    """
    for i, (what, price) in enumerate(parts, 1):
        rest = Fraction(max(left, 0), point) if i == len(parts) else None
        yield Step(h, note(what), Fraction(price, point), rest)
