"""5 Supply and isolation."""

from collections.abc import Callable, Iterator

from parallel38.engine.trace import trace
from parallel38.games.yalu.rules import zones
from parallel38.games.yalu.state import COMMUNIST, DROPPED, ISOLATED, UN, YaluState
from parallel38.hexgrid import Hex, Region, bits

LENGTH = 6
"""The greatest length of a supply line, in hexes (5.1.1)."""


def closed_hexes(s: YaluState, side: int) -> Region:
    """D-5.1.2: the hexes that a supply line of a side may not enter.

    Full sea, enemy units, enemy cities, and enemy zones of control; a friendly unit in the hex cancels the zone
    (D-8.2.3, D-8.3.2). Guerrillas block nothing.
    """
    enemy = 1 - side
    closed = s.held_by(enemy) | ((zones.zone(s, enemy) | s.cities(enemy)) & ~s.held_by(side))
    return closed


def sources(s: YaluState, side: int, closed: Region) -> Region:
    """D-5.1.1b: friendly map edges, for the UN also its ports. D-5.1.1d: Iwon is closed in SS, SO and B."""
    start = s.rules.edges[side]
    if side == UN and s.rules.edition.supply_ports:
        for port, h in s.rules.board.ports.items():
            if port == "Iwon" and not s.effect(UN, "iwon_open"):
                trace("D-5.1.1d")
            elif s.controls(UN, port):
                start |= 1 << h
    return start & ~closed


def supplied(s: YaluState, side: int) -> Region:
    """The hexes with units of a side that are in supply.

    D-5.1.1b: a line of at most six hexes to a source, to a road or railway that runs free of the enemy to one
    (D-5.1.1c), or to a friendly unit that is itself supplied. D-5.1.2: not across estuary or reservoir sides. D-13.7.5:
    rail breaks, damaged bridges and interdicted roads do not matter. D-9.3.7.2: a unit dropped by parachute in this
    turn is supplied wherever it stands, so other units may trace supply through it.
    """
    good = 0
    for _, found in waves(s, side):
        good |= found
    return good


def waves(s: YaluState, side: int) -> Iterator[tuple[Region, Region]]:
    """The steps in which supply spreads: the hexes it starts from, and the hexes with units that it reaches from there.

    It starts from the roads and railways that run free to a source (D-5.1.1c), then from units that are in supply.
    """
    grid, rules = s.rules.grid, s.rules
    closed = closed_hexes(s, side)
    free = rules.land & ~closed
    bases = grid.spread(sources(s, side, closed), free, along=rules.links)
    mine = s.held_by(side)
    good = 0
    for unit in s.present(side):
        if s.flags[unit] & DROPPED:
            trace("D-9.3.7.2")
            bases |= 1 << s.where[unit]
    while found := grid.spread(bases, free, walls=rules.barriers, steps=LENGTH) & mine & ~good:
        yield bases, found
        good |= found
        bases = found


def lines(s: YaluState, side: int) -> dict[Hex, tuple[tuple[Hex, ...], tuple[Hex, ...]]]:
    """A supply line for each hex that has one: the hexes to a road, a source or a supplied unit, then along the road.

    D-5.1.1b: of equally short lines, one is always chosen in the same way.
    """
    grid, rules = s.rules.grid, s.rules
    closed = closed_hexes(s, side)
    free = rules.land & ~closed
    roads = _ways(grid.neighbours, sources(s, side, closed), lambda a, b: rules.links.has(a, b) and bool(free >> b & 1))
    found: dict[Hex, tuple[tuple[Hex, ...], tuple[Hex, ...]]] = {}
    for bases, reached in waves(s, side):
        across = _ways(grid.neighbours, bases, lambda a, b: not rules.barriers.has(a, b) and bool(free >> b & 1))
        for h in bits(reached):
            first = _back(across, h)
            found[h] = first, _back(roads, first[-1]) if first[-1] in roads else first[-1:]
    return found


def _ways(
    neighbours: dict[Hex, tuple[Hex, ...]], start: Region, leads: Callable[[Hex, Hex], bool]
) -> dict[Hex, Hex | None]:
    """For each hex that can be reached, the hex before it on a shortest way; None at the start."""
    before: dict[Hex, Hex | None] = dict.fromkeys(bits(start))
    front = list(before)
    while front:
        further = []
        for h in front:
            for near in neighbours[h]:
                if near not in before and leads(h, near):
                    before[near] = h
                    further.append(near)
        front = further
    return before


def _back(before: dict[Hex, Hex | None], h: Hex) -> tuple[Hex, ...]:
    way, here = [h], before.get(h)
    while here is not None:
        way.append(here)
        here = before[here]
    return tuple(way)


def check(s: YaluState, side: int) -> None:
    """D-5.1.1a, D-5.1.3: mark the units of a side that cannot trace a line as isolated, and unmark the others.

    D-5.2.1: Communists check in their supply phase, and the result holds until the next one. D-5.3.1: the UN checks in
    its morale phase; ships and aircraft are always supplied. Guerrillas are not affected (16.1).
    """
    good = supplied(s, side)
    found: list[int] = []
    for h, units in s.stacks(side).items():
        for unit in units:
            if s.rules.guerrilla[unit] or s.rules.naval[unit]:
                continue
            isolated = not good >> h & 1
            if isolated != bool(s.flags[unit] & ISOLATED):
                trace("D-5.1.1a")
            s.flag(unit, DROPPED, on=False)  # D-9.3.7.2: it was for this turn
            s.flag(unit, ISOLATED, isolated)
            if isolated:
                found.append(unit)
    rule = "D-5.2.1" if side == COMMUNIST else "D-5.3.1"
    if found:
        s.log(rule, "isolated", units=tuple(found))
