"""How far hexes are from a goal."""

from heapq import heappop, heappush

from parallel38.hexgrid.grid import Hex, Region, bits
from parallel38.hexgrid.reach import Costs, members


class Distances:
    """What it costs to go from each hex to the nearest hex of a goal, worked out outwards as far as it is asked for.

    Hexes in `blocked` are not entered; a hex in `shunned` counts `price` more.
    """

    def __init__(self, costs: Costs, goal: Region, blocked: Region = 0, shunned: Region = 0, price: int = 0) -> None:
        self._costs, self._price, self._size = costs, price, costs.grid.size
        self._barred, self._dear = members(blocked & costs.entered), members(shunned) if price else frozenset[Hex]()
        self._heap = list(bits(goal & ~blocked))  # distance times size, plus the hex: numbers compare faster than pairs
        self._known: dict[Hex, int] = {}

    def as_far_as(self, end: Hex) -> dict[Hex, int]:
        """The distances of a hex and of all that are nearer, and of some others; all that can be reached at most."""
        known, heap, size, entries = self._known, self._heap, self._size, self._costs.entries
        while heap and end not in known:
            away, h = divmod(heappop(heap), size)
            if h in known:
                continue
            known[h] = away
            away += self._price if h in self._dear else 0
            for before, price in entries(h):
                if before not in known and before not in self._barred:
                    heappush(heap, (away + price) * size + before)
        return known

    def all(self) -> dict[Hex, int]:
        """The distance of every hex from which the goal can be reached."""
        return self.as_far_as(-1)
