"""How far hexes are from a goal."""

from heapq import heappop, heappush

from parallel38.hexgrid.grid import Hex, Region, bits
from parallel38.hexgrid.reach import Costs, members


class Distances:
    """What it costs to go from each hex to the nearest hex of a goal, worked out outwards as far as it is asked for.

    Hexes in `blocked` are not entered; a hex in `shunned` counts `price` more.
    """

    def __init__(self, costs: Costs, goal: Region, blocked: Region = 0, shunned: Region = 0, price: int = 0) -> None:
        self._costs, self._price = costs, price
        self._dear = members(shunned) if price else frozenset[Hex]()
        self._best: dict[Hex, int] = dict.fromkeys(members(blocked & costs.entered), -1)  # cheaper than anything
        first = list(bits(goal & ~blocked))
        self._best.update(dict.fromkeys(first, 0))
        self._known: dict[Hex, int] = {}
        self._open, self._at = [0], {0: first}
        """The distances that are still to be looked at, as a heap, and the hexes at each."""

    def as_far_as(self, end: Hex) -> dict[Hex, int]:
        """The distances of a hex and of all that are nearer, and of some others; all that can be reached at most."""
        known, waiting, at, best, entries = self._known, self._open, self._at, self._best, self._costs.entries
        while waiting and end not in known:
            distance = heappop(waiting)
            for h in at.pop(distance):
                if h in known:
                    continue
                known[h] = distance
                away = distance + self._price if h in self._dear else distance
                for before, price in entries(h):
                    total = away + price
                    if before not in best or total < best[before]:
                        best[before] = total
                        if total in at:
                            at[total].append(before)
                        else:
                            at[total] = [before]
                            heappush(waiting, total)
        return known

    def all(self) -> dict[Hex, int]:
        """The distance of every hex from which the goal can be reached."""
        return self.as_far_as(-1)
