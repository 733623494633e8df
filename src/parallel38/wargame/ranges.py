"""Where units can go: the domain of offers to move."""

from random import Random

from parallel38.engine.flow import Destination
from parallel38.hexgrid import Hex, Region


class Range:
    """Where one unit can go from where it stands, in each mode of movement; worked out only as far as it is asked for.

    A subclass says which hexes the unit can enter, in which of them it may end, and by which path.
    """

    unit: int
    start: Hex

    def entered(self, mode: str) -> list[Hex]:
        """The hexes that the unit can enter, whether or not it may end there, in the order that `draw` uses."""
        raise NotImplementedError

    def may_enter(self, h: Hex, mode: str) -> bool:
        """Whether a hex is one of those that the unit can enter."""
        return h in self.entered(mode)

    def may_end(self, h: Hex, mode: str) -> bool:
        """Whether the unit may end its move in a hex that it can enter."""
        raise NotImplementedError

    def way(self, end: Hex, mode: str) -> tuple[int, ...] | None:
        """The cheapest path to a hex in which the unit may end."""
        raise NotImplementedError

    def destinations(self, mode: str) -> dict[Hex, Destination]:
        """The hexes in which the unit may end, each with the points left there."""
        raise NotImplementedError

    def region(self, mode: str) -> Region:
        """The hexes in which the unit may end."""
        region = 0
        for h in self.entered(mode):
            if self.may_end(h, mode):
                region |= 1 << h
        return region

    def draw(self, mode: str, rng: Random) -> Hex | None:
        """A random hex in which the unit may end, all equally likely; None if there is none."""
        found = self.entered(mode)
        while found:
            i = rng.randrange(len(found))
            if self.may_end(found[i], mode):
                return found[i]
            found[i] = found[-1]
            found.pop()
        return None

    def path(self, end: Hex, mode: str) -> tuple[int, ...] | None:
        """The cheapest path to a hex; None if the unit may not end there."""
        return self.way(end, mode) if self.may_enter(end, mode) and self.may_end(end, mode) else None
