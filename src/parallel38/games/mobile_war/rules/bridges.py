"""Bridges: they are blown when their defenders are beaten, and restored when a unit crosses."""

from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Hex

DOWN = "bridge-down"
"""The mark of a blown bridge; its number is the side that defended there."""
_NONE: frozenset[Hex] = frozenset()


def down(s: MobileWarState) -> frozenset[Hex]:
    """The hexes whose bridge is blown."""
    return frozenset(h for kind, h, _ in s.marks if kind == DOWN) if s.marks else _NONE


def blown(s: MobileWarState, h: Hex, side: int) -> None:
    """K-BRG-1: blow the bridge of a hex whose defenders were eliminated or retreated in pursuit."""
    if s.rules.bridges >> h & 1 and h not in down(s):
        s.mark((DOWN, h, side))
        s.log("K-BRG-1", "bridge_falls", hex=h)


def crossed(s: MobileWarState, h: Hex, side: int) -> None:
    """K-BRG-2: a unit that moves on from the hex has crossed, and restores the bridge for units that come after.

    By a ruling only a unit of the side that had defended the bridge.
    """
    either = s.rules.setting.rulings["bridge-repair"] == "either"
    for mark in [(DOWN, h, owner) for owner in (0, 1) if either or owner == side]:
        if mark in s.marks:
            s.unmark(mark)
            s.log("K-BRG-2", "bridge_restored", hex=h)
