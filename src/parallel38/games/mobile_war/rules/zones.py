"""Zones of Control."""

from parallel38.engine.facts import fact
from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Hex, Region


@fact("where")
def zone(s: MobileWarState, side: int) -> Region:
    """Every hex in a zone of control of a side, at sea too.

    K-ZOC-1: the six hexes around a unit. K-ZOC-C: not into wholly rough hexes. K-ZOC-E: supply units and ships have no
    zone.
    """
    centres, exerts = 0, s.rules.exerts
    for h, units in s.stacks(side).items():
        if any(exerts[u] for u in units):
            centres |= 1 << h
    return s.rules.grid.around(centres) & s.rules.board.in_play & ~s.rules.all_rough


def over(s: MobileWarState, side: int, h: Hex) -> tuple[int, ...]:
    """The units of a side that have a hex in their zone."""
    if not zone(s, side) >> h & 1:
        return ()
    exerts, stacks = s.rules.exerts, s.stacks(side)
    return tuple(u for n in s.rules.grid.neighbours[h] for u in stacks.get(n, ()) if exerts[u])


def cutting(s: MobileWarState, side: int) -> Region:
    """The hexes through which a side traces no supply: enemy hexes, and enemy zones without a friend.

    K-ZOC-B1: an enemy's zone cuts; K-ZOC-B2: not in a hex that friends hold.
    """
    return s.held_by(1 - side) | (zone(s, 1 - side) & ~s.held_by(side))
