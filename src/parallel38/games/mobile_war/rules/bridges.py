"""Bridges: they go when their defenders are beaten, and come again when somebody crosses."""

from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Hex


def blown(s: MobileWarState, h: Hex) -> None:
    """K-BRG-1: whoever defended a bridge was eliminated or retreated in pursuit: the hex is a plain river hex."""
    if s.rules.bridges >> h & 1 and ("bridge-down", h, 0) not in s.marks:
        s.mark(("bridge-down", h, 0))
        s.log("K-BRG-1", "bridge_falls", hex=h)


def crossed(s: MobileWarState, h: Hex) -> None:
    """K-BRG-2: a unit that moves through the hex restores it for those who come after."""
    if ("bridge-down", h, 0) in s.marks:
        s.unmark(("bridge-down", h, 0))
        s.log("K-BRG-2", "bridge_restored", hex=h)
