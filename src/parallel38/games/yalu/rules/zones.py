"""8 Zones of control."""

from parallel38.engine.facts import fact
from parallel38.games.yalu.state import NEUTRALIZED, YaluState
from parallel38.hexgrid import Hex, Region


def exerting(s: YaluState, units: list[int]) -> list[int]:
    """The units of a stack that have a zone of control, alone or together.

    D-8.1.2: most units have one; guerrillas, neutralized and support units (D-12.1.10), US battalions, small ROK units
    and minor allies have none. D-8.1.3: two or more of the last three kinds in one hex do have one together.
    """
    rules, flags = s.rules, s.flags
    fit = [u for u in units if not flags[u] & NEUTRALIZED]
    alone = [u for u in fit if rules.zoc[u]]
    together = [u for u in fit if rules.pairs[u]]
    return alone + together if len(together) > 1 else alone


@fact("where", "flags")
def zone(s: YaluState, side: int) -> Region:
    """Every hex in the zone of control of a side.

    D-8.1.1: the six hexes around a unit. D-8.2.1: not across reservoirs and estuaries. D-8.2.2: hexes with enemy units
    are included, as movement needs; supply excludes them (D-8.2.3). D-8.2.6: the enemy's zones make no difference.
    """
    centres, zoc, flags = 0, s.rules.zoc, s.flags
    for h, units in s.stacks(side).items():
        first = units[0]  # the first unit is mostly enough
        if (zoc[first] and not flags[first] & NEUTRALIZED) or exerting(s, units):
            centres |= 1 << h
    return s.rules.grid.around(centres, s.rules.barriers)


def over(s: YaluState, side: int, h: Hex) -> tuple[int, ...]:
    """The units of a side whose zone of control covers a hex.

    D-8.2.6: zones of the other side there make no difference.
    """
    stacks, barriers = s.stacks(side), s.rules.barriers
    found: list[int] = []
    for near in s.rules.grid.neighbours[h]:
        if near in stacks and not barriers.has(near, h):
            found += exerting(s, stacks[near])
    return tuple(found)
