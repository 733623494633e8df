"""Zones of Control."""

from parallel38.engine.trace import trace
from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Hex, Region


def zone(s: MobileWarState, side: int) -> Region:
    """Every hex in a zone of control of a side.

    K-ZOC-1: the six hexes around a unit. K-ZOC-C: not into wholly rough hexes. K-ZOC-E: supply units and ships have
    none. Nor does a zone cross an inlet, where no land unit goes.
    """
    cache = s.derived[side]
    if "zone" not in cache:
        centres, combat = 0, s.rules.combat
        for h, units in s.stacks(side).items():
            if any(combat[u] for u in units):
                centres |= 1 << h
        cache["zone"] = s.rules.grid.around(centres, s.rules.inlets) & s.rules.land & ~s.rules.all_rough
        trace("K-ZOC-1", "K-ZOC-C", "K-ZOC-E")
    return cache["zone"]


def over(s: MobileWarState, side: int, h: Hex) -> tuple[int, ...]:
    """The units of a side in whose zone a hex lies."""
    if not zone(s, side) >> h & 1:
        return ()
    near = (n for n in s.rules.grid.neighbours[h] if not s.rules.inlets.has(n, h))
    return tuple(u for n in near for u in s.fighters(side, n))


def cutting(s: MobileWarState, side: int) -> Region:
    """The hexes through which a side traces no supply: enemy hexes, and enemy zones without a friend.

    K-ZOC-B: in a hex that friends hold the enemy's zone does not matter to supply.
    """
    trace("K-ZOC-B")
    return s.held_by(1 - side) | (zone(s, 1 - side) & ~s.held_by(side))
