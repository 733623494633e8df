"""9 Movement: the cost of a path, hex by hex, before the move is made."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise

from parallel38.engine.previews import Note, Step
from parallel38.engine.values import leg
from parallel38.games.yalu.rules import guerrillas, infiltration, rail, zones
from parallel38.games.yalu.rules.costs import allowance, costs_for, crawl, parts_for
from parallel38.games.yalu.state import MOVED, UN, YaluState
from parallel38.hexgrid import Hex
from parallel38.wargame.costs import gap, tell

ONE = Fraction(1)
RULES = {"interdiction": "D-13.7.4"}
"""The reasons other than the terrain chart (9.1.1) that raise the cost of a step."""


def table(s: YaluState, units: tuple[int, ...], path: tuple[int, ...], mode: str) -> Iterator[Step]:
    """The rows of a move; for several units, those of the unit with the fewest points left."""
    hexes = [leg(h) for h in path]
    if not units or gap(s.rules.grid, hexes):
        return iter(())
    if s.rules.guerrilla[units[0]]:
        return _hops(s, units[0], hexes)
    if mode == "rail":
        return _rails(s, units[0], hexes)
    costs = {u: costs_for(s, u) for u in units}
    poorest = min(units, key=lambda u: _left(s, u) - sum(costs[u].of(a, b) or 0 for a, b in pairwise(hexes)))
    return _walk(s, poorest, path)


def _left(s: YaluState, unit: int) -> int:
    return allowance(s, unit) - s.spent[unit]


def _walk(s: YaluState, unit: int, path: tuple[int, ...]) -> Iterator[Step]:
    """Each hex with its points, where the unit must stop and why, and the dice of infiltration."""
    rules, left, start = s.rules, _left(s, unit), leg(path[0])
    parts = parts_for(s, unit)
    for i, way in enumerate(path[1:], 1):
        here, there = leg(path[i - 1]), leg(way)
        if way < 0:
            yield from _die(s, here, there)
        paid = parts(here, there)
        if paid is None:
            return  # the refusal says why
        left -= sum(price for _, price in paid)
        yield from tell(there, paid, left, rules.point, partial(_note, s, there))
        if left < 0 and i == 1 and len(path) == 2 and not s.spent[unit]:
            yield Step(there, Note("step.one_hex", {}, "D-9.1.3"))
        yield from _stops(s, unit, (start, here, there), i)
        if rules.side_of[unit] == UN:
            yield from _ambush(s, there)


def _note(s: YaluState, h: Hex, what: str) -> Note:
    """The note on one part of the cost of a hex."""
    args = {"terrain_key": "terrain." + s.rules.terrain(h), "hex": h}
    return Note("step." + what, args, RULES.get(what, "D-9.1.1"))


def _die(s: YaluState, here: Hex, there: Hex) -> Iterator[Step]:
    """D-9.2.3.2: the number and its parts. D-9.2.3.3: a unit that fails stays."""
    args = {"need": infiltration.number(s, here, there), "hex": there}
    chance = infiltration.chance(s, here, there)
    yield Step(there, Note("step.infiltrate" if chance else "step.hopeless", args, "D-9.2.3.2"), chance=chance)
    for what, n in infiltration.parts(s, here, there):
        if n:
            keys = {"terrain_key": "terrain." + s.rules.terrain(here), "weather_key": "weather." + s.weather}
            yield Step(there, Note("step.infiltrate_" + what, {**keys, "n": n, "n_drm": n}, "D-9.2.3.2"))
    yield Step(there, Note("step.fails", {"hex": here}, "D-9.2.3.3"), fails=True)


def _stops(s: YaluState, unit: int, hexes: tuple[Hex, Hex, Hex], i: int) -> Iterator[Step]:
    """D-8.3.1.1: a zone stops units that enter it; D-8.3.1.3: and units that go straight from zone to zone. D-4.2: a
    blizzard."""
    side = s.rules.side_of[unit]
    start, here, there = hexes
    zone, slow = zones.zone(s, 1 - side), crawl(s, side)
    first = i == 1 and not s.flags[unit] & MOVED
    if zone >> there & 1:
        straight = first and zone >> here & 1
        args = {"by_units": zones.over(s, 1 - side, there), "hex": there}
        yield Step(there, Note("step.zone", args, "D-8.3.1.3" if straight else "D-8.3.1.1"))
    if slow >> there & 1 or (first and slow >> start & 1):
        yield Step(there, Note("step.blizzard", {"hex": there}, "D-4.2"))


def _ambush(s: YaluState, h: Hex) -> Iterator[Step]:
    """D-16.3: each guerrilla on a road or railway stops each UN unit with a 6."""
    dice = guerrillas.in_the_way(s, h)
    if dice:
        chance = (ONE - Fraction(1, infiltration.FACES)) ** dice
        yield Step(h, Note("step.guerrillas", {"n": dice, "hex": h}, "D-16.3"), chance=chance)


def _hops(s: YaluState, unit: int, hexes: list[Hex]) -> Iterator[Step]:
    """D-16.2: two hexes, whatever lies in them."""
    left = s.rules.edition.guerrilla_hexes - s.spent[unit] // s.rules.point
    for i, h in enumerate(hexes[1:], 1):
        yield Step(h, Note("step.hop", {"hex": h}, "D-16.2"), ONE, Fraction(max(left - i, 0)))


def _rails(s: YaluState, unit: int, hexes: list[Hex]) -> Iterator[Step]:
    """D-9.2.2.2, D-9.3.2.1: the hexes along the line that are left, and for the UN the points for boarding."""
    side, n = s.rules.side_of[unit], len(hexes) - 1
    if side == UN:
        points = Fraction(rail.ENTRAIN)
        left = Fraction(max(_left(s, unit), 0), s.rules.point) - points
        yield Step(hexes[0], Note("step.entrain", {}, "D-9.3.2.1"), points, max(left, Fraction(0)))
    rule = "D-9.3.2.1" if side == UN else "D-9.2.2.2"
    yield Step(hexes[-1], Note("step.rail", {"n": n, "most": rail.HEXES[side]}, rule))
    if side == UN:
        for h in hexes[1:]:
            yield from _ambush(s, h)
