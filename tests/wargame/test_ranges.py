"""Ranges: what follows from which hexes a unit can enter and in which of them it may end."""

from collections import Counter
from random import Random

from parallel38.hexgrid import Hex, bits
from parallel38.wargame.ranges import Range


class Odd(Range):
    """A unit that can enter ten hexes and may end in those with odd numbers; at sea nowhere."""

    def entered(self, mode: str) -> list[Hex]:
        """The first ten hexes on foot, none at sea."""
        return list(range(10)) if mode == "foot" else []

    def may_end(self, h: Hex, mode: str) -> bool:
        """Odd numbers only."""
        return h % 2 == 1

    def way(self, end: Hex, mode: str) -> tuple[int, ...] | None:
        """Straight there."""
        return (0, end)


def test_a_region_has_the_hexes_in_which_a_unit_may_end():
    assert [*bits(Odd().region("foot"))] == [1, 3, 5, 7, 9]
    assert Odd().region("sea") == 0


def test_every_end_is_drawn_as_often_as_the_others():
    rng = Random(1)
    drawn = Counter(Odd().draw("foot", rng) for _ in range(5000))
    assert set(drawn) == {1, 3, 5, 7, 9}
    assert max(drawn.values()) - min(drawn.values()) < 200
    assert Odd().draw("sea", rng) is None


def test_a_path_leads_to_ends_only():
    assert Odd().path(3, "foot") == (0, 3)
    assert Odd().path(4, "foot") is None
    assert Odd().path(11, "foot") is None
    assert Odd().path(3, "sea") is None
