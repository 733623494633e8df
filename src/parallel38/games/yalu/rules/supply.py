"""5 Supply and isolation."""

from parallel38.engine.trace import trace
from parallel38.games.yalu.rules import zones
from parallel38.games.yalu.state import COMMUNIST, DROPPED, ISOLATED, UN, YaluState
from parallel38.hexgrid import Region

LENGTH = 6
"""The most hexes of a supply line (5.1.1)."""


def closed(s: YaluState, side: int) -> Region:
    """D-5.1.2: the hexes that a supply line of a side may not enter.

    Full sea, enemy units, enemy cities, and enemy zones of control; a friendly unit in the hex undoes the zone
    (D-8.2.3, D-8.3.2). Guerrillas block nothing.
    """
    enemy = 1 - side
    shut = s.held_by(enemy) | (zones.zone(s, enemy) & ~s.held_by(side))
    for city, h in s.rules.board.cities.items():
        if s.controls(enemy, city):
            shut |= 1 << h & ~s.held_by(side)
    trace("D-5.1.2", "D-8.2.3", "D-8.3.2")
    return shut


def sources(s: YaluState, side: int, shut: Region) -> Region:
    """D-5.1.1b: friendly map edges, for the UN also its ports. D-5.1.1d: Iwon is shut in SS, SO and B."""
    start = s.rules.edges[side]
    if side == UN:
        for port, h in s.rules.board.ports.items():
            if port == "Iwon" and not s.effect(UN, "iwon_open"):
                trace("D-5.1.1d")
            elif s.controls(UN, port):
                start |= 1 << h
    return start & ~shut


def supplied(s: YaluState, side: int) -> Region:
    """The hexes with units of a side that are in supply.

    D-5.1.1b: a line of at most six hexes to a source, to a road or railway that runs free of the enemy to one
    (D-5.1.1c), or to a friendly unit that is itself supplied. D-5.1.2: not across estuary or reservoir sides. D-13.7.5:
    rail breaks, damaged bridges and interdicted roads do not matter. D-9.3.7.2: who was dropped by parachute in this
    turn is in supply, and so are units that trace a line to it.
    """
    grid, rules = s.rules.grid, s.rules
    shut = closed(s, side)
    free = rules.land & ~shut
    fed = grid.spread(sources(s, side, shut), free, along=rules.links)
    mine = s.held_by(side)
    trace("D-5.1.1b", "D-5.1.1c", *(["D-13.7.5"] if s.marks else []))
    good = 0
    for unit in s.present(side):
        if s.flags[unit] & DROPPED:
            trace("D-9.3.7.2")
            good |= 1 << s.where[unit]
    fed |= good
    while True:
        found = grid.spread(fed, free, walls=rules.barriers, steps=LENGTH) & mine & ~good
        if not found:
            return good
        good |= found
        fed = found


def check(s: YaluState, side: int) -> None:
    """D-5.1.1a, D-5.1.3: mark the units of a side that cannot trace a line as isolated, and unmark the others.

    D-5.2.1: Communists check in their supply phase, and what is found holds until the next one. D-5.3.1: the UN checks
    in its morale phase; ships and aircraft are always supplied. Guerrillas are not concerned (16.1).
    """
    good = supplied(s, side)
    found: list[int] = []
    for h, units in s.stacks(side).items():
        for unit in units:
            if s.rules.guerrilla[unit] or s.rules.naval[unit]:
                continue
            isolated = not good >> h & 1
            s.flag(unit, DROPPED, on=False)
            s.flag(unit, ISOLATED, isolated)
            if isolated:
                found.append(unit)
    rule = "D-5.2.1" if side == COMMUNIST else "D-5.3.1"
    trace("D-5.1.1a", "D-5.1.3")
    if found:
        s.log(rule, "isolated", units=tuple(found))
    else:
        trace(rule)
