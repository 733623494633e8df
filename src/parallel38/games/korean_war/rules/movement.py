"""7.3 Movement Actions: how far the active unit goes, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from parallel38.engine.facts import fact
from parallel38.engine.flow import Destination, Refusal
from parallel38.engine.previews import Note, Step
from parallel38.engine.trace import trace, tracing
from parallel38.engine.values import leg
from parallel38.games.korean_war.rules import attack, control, costs, restraint, stacking
from parallel38.games.korean_war.state import COMMUNIST, LANDED, PLACED, RESTRICTED, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Costs, Hex, Reach, Region, bits, step
from parallel38.wargame import ranges
from parallel38.wargame.costs import tell
from parallel38.wargame.moving import Move

MODES = ("tactical", "operational", "strategic")
"""W-7.2d: the three kinds of movement, which cost 1, 2 and 3 Action Points."""
PRICE = {mode: n for n, mode in enumerate(MODES, 1)}
HALF = 2
"""Movement is counted in halves of a point."""


def allowance(s: KoreanWarState, unit: int, mode: str) -> int:
    """The movement of a unit in a mode, in halves of a point. W-7.3a: 4, 8 or 12 points. W-11.2v: 1, 2 or 3 in the
    Action Phase of a landing."""
    return s.rules.allowance[mode, "landed" if s.flags[unit] & LANDED else "usual"]


def movement_class(s: KoreanWarState, unit: int) -> str:
    """The class by which a unit pays for steps."""
    if s.rules.side_of[unit] != COMMUNIST:
        return SIDES[s.rules.side_of[unit]]
    return costs.PLACED if s.flags[unit] & PLACED else SIDES[COMMUNIST]


def restricted(s: KoreanWarState) -> frozenset[int]:
    """The provinces in which roads are restricted for the Communists."""
    return frozenset(bits(s.track[RESTRICTED]))


def costs_of(s: KoreanWarState, unit: int) -> Costs:
    """What steps cost a unit now."""
    cls = movement_class(s, unit)
    return s.rules.costs(cls, restricted(s) if cls != "un" else frozenset())


def night_march(s: KoreanWarState, unit: int, mode: str) -> int:
    """The movement of a Chinese division that marches by night, in halves of a point; 0 if it cannot.

    W-7.3b, W-19.2h: under Limited Intervention, in strategic movement, with no combat unit of the UN within two hexes
    of the start; the whole way must lie outside UN zones of control and north of the 38th Parallel.
    """
    if mode != MODES[-1] or not restraint.held_back(s, unit):
        return 0
    near = s.posts(UN)
    for _ in range(s.rules.charts["chinese"]["night_march_distance", "figure"]):
        near |= s.rules.grid.around(near)
    return 0 if near >> s.where[unit] & 1 else s.rules.night_march


def by_night(s: KoreanWarState, unit: int, path: tuple[Hex, ...], mode: str) -> int:
    """The movement by night along a path, in halves of a point; 0 if it cannot be one."""
    shut = s.zone(UN) | restraint.barred(s, unit)
    return 0 if any(shut >> h & 1 for h in path) else night_march(s, unit, mode)


def _key(
    s: KoreanWarState, side: int, cls: str, start: Hex, limit: int, shut: Region = 0, quiet: bool = False
) -> tuple[int, str, Hex, int, Region, bool]:
    return side, cls, start, limit, shut, quiet


@fact("enemy.where", "marks", ("track", RESTRICTED), key=_key)
def reach(
    s: KoreanWarState, side: int, cls: str, start: Hex, limit: int, shut: Region = 0, quiet: bool = False
) -> Reach:
    """Where a unit of a class can go from a hex, with what each hex costs. `shut`: hexes that are closed to it besides;
    `quiet`: whether it keeps out of enemy zones.

    W-7.3l: not into enemy-occupied hexes. W-7.3m: no farther once it has entered an enemy zone. W-7.3n: leaving one at
    the start costs 3 more. W-7.3o: not from one directly into another. W-7.3p: later it may enter one.
    """
    zone, blocked = s.zone(1 - side), s.held_by(1 - side) | shut
    blocked |= zone if quiet else 0
    table = s.rules.costs(cls, restricted(s) if cls != "un" else frozenset())
    seeds: dict[Hex, int] = {start: 0}
    if zone >> start & 1:
        extra = s.rules.price["leaving_zone", SIDES[side]]
        first = step(table, seeds, limit - extra, blocked | zone) if limit > extra else {}
        seeds = {**{h: spent + extra for h, spent in first.items()}, start: 0}
    return Reach(table, seeds, limit, blocked, stop=zone)


class Range(ranges.Range):
    """Where a unit can go with a Movement Action."""

    def __init__(self, s: KoreanWarState, unit: int, points: int = len(MODES)) -> None:
        self.s, self.unit, self.start, self.points = s, unit, s.where[unit], points

    def _reach(self, mode: str) -> Reach:
        s, unit = self.s, self.unit
        most, shut = allowance(s, unit, mode), restraint.barred(s, unit)
        return reach(s, s.rules.side_of[unit], movement_class(s, unit), self.start, most, shut)

    def _by_night(self, mode: str) -> Reach | None:
        """Where the unit can go by a night march in a mode of movement; None if it cannot march by night."""
        s, unit = self.s, self.unit
        most = night_march(s, unit, mode)
        if not most:
            return None
        shut = restraint.barred(s, unit)
        return reach(s, s.rules.side_of[unit], movement_class(s, unit), self.start, most, shut, True)

    def entered(self, mode: str) -> list[Hex]:
        """The hexes that the unit can enter in a mode."""
        night = self._by_night(mode)
        found = {**self._reach(mode).arrivals, **(night.arrivals if night else {})}
        return [h for h in found if h != self.start]

    def may_end(self, h: Hex, mode: str) -> bool:
        """Whether the unit may end its move in a hex."""
        return stacking.fits(self.s, self.unit, h)

    def may_enter(self, h: Hex, mode: str) -> bool:
        """Whether the unit can enter a hex in a mode."""
        night = self._by_night(mode)
        ways = (self._reach(mode), *(() if night is None else (night,)))
        return h != self.start and any(way.cost(h) is not None for way in ways)

    def way(self, end: Hex, mode: str) -> tuple[Hex, ...] | None:
        """The cheapest path to a hex."""
        night = self._by_night(mode)
        found = self._reach(mode).path_to(end) or (night and night.path_to(end))
        return found if found is None or found[0] == self.start else (self.start, *found)

    def destinations(self, mode: str) -> dict[Hex, Destination]:
        """The hexes in which the unit may end: each with the Action Points left there, the kind of movement that it
        takes, its cost in Movement Points, and, if an Action Point is left for it, the odds of an attack from there."""
        zone, left = self._zone(), self.points - PRICE[mode]
        night = self._by_night(mode)
        spent = {**(night.arrivals if night else {}), **self._reach(mode).arrivals}
        return {
            h: Destination(
                Fraction(left),
                bool(zone >> h & 1),
                band=PRICE[mode] - 1,
                cost=Fraction(spent[h], HALF),
                strike=attack.column_from(self.s, self.unit, h) if left > 0 and zone >> h & 1 else "",
            )
            for h in self.entered(mode)
            if self.may_end(h, mode)
        }

    def _zone(self) -> int:
        return self.s.zone(1 - self.s.rules.side_of[self.unit])


def prices(s: KoreanWarState, unit: int, path: tuple[Hex, ...]) -> Iterator[tuple[Hex, int | None]]:
    """What each step of a path costs a unit, in halves, leaving a zone at the start included; None if impossible."""
    side = s.rules.side_of[unit]
    table, zone = costs_of(s, unit), s.zone(1 - side)
    for i, (a, b) in enumerate(pairwise(path)):
        price = table.of(a, b)
        if price is not None and i == 0 and zone >> a & 1:
            price += s.rules.price["leaving_zone", SIDES[side]]
        yield b, price


def path_refusals(s: KoreanWarState, move: Move) -> Iterator[Refusal]:
    """Why the active unit cannot take a path in a mode: an enemy where it ends, else in the order of its steps."""
    unit, rules = move.units[0], s.rules
    side = rules.side_of[unit]
    path, enemies, zone = tuple(map(leg, move.path)), s.held_by(1 - side), s.zone(1 - side)
    if path[0] != s.where[unit]:
        yield Refusal("W-7.3c", "not_there", {"unit": unit, "hex": path[0]}, (unit,), (path[0],), 0)
        return
    if enemies >> path[-1] & 1:  # no way leads there
        args = {"unit": unit, "hex": path[-1], "from_hex": path[-2]}
        yield Refusal("W-7.3l", "enemy_hex", args, (unit,), (path[-1],), len(path) - 1)
        return
    left = most = by_night(s, unit, path, move.mode) or allowance(s, unit, move.mode)
    for at, ((here, there), (_, price)) in enumerate(zip(pairwise(path), prices(s, unit, path), strict=True), 1):
        args = {"unit": unit, "hex": there, "from_hex": here}
        if not rules.land >> there & 1:
            outside = rules.board.in_play >> there & 1
            rule, text = ("W-2.4c", "beyond_scenario") if outside else ("W-7.3k", "no_land")
            yield Refusal(rule, text, args, (unit,), (there,), at)
            return
        if enemies >> there & 1:
            yield Refusal("W-7.3l", "enemy_hex", args, (unit,), (there,), at)
            return
        if restraint.barred(s, unit) >> there & 1:
            yield Refusal("W-19.2d", "south_of_38", args, (unit,), (there,), at)
            return
        if price is None:
            yield Refusal("W-7.3k", "water_side", args, (unit,), (here, there), at)
            return
        if zone >> here & 1:
            if at > 1:
                yield Refusal("W-7.3m", "zone_stops", args, (unit,), (here,), at)
                return
            if zone >> there & 1:
                yield Refusal("W-7.3o", "zone_to_zone", args, (unit,), (here, there), at)
                return
        left -= price
        if left < 0:
            over = {**args, "mode_key": "mode." + move.mode, "need_mp": most - left, "most_mp": most}
            rule = "W-11.2v" if s.flags[unit] & LANDED else "W-7.3n" if at == 1 and zone >> here & 1 else "W-7.3a"
            yield Refusal(rule, "too_far", over, (unit,), (there,), at)
            return
    yield from stacking.refusals(s, unit, path[-1])


def march(s: KoreanWarState, unit: int, path: tuple[Hex, ...], mode: str) -> None:
    """Carry out a movement of the active unit. W-7.3e: its assets are with it. W-14.1b: it takes control of the cities
    through which it passes."""
    if tracing():
        _tell_rules(s, unit, path)
        spent = sum(price or 0 for _, price in prices(s, unit, path))
        if spent > allowance(s, unit, mode):
            trace("W-7.3b", "W-19.2h")
    s.move(unit, path[-1])
    s.log("", "moved", unit=unit, from_hex=path[0], to_hex=path[-1], mode_key="mode." + mode)
    for h in path[1:]:
        control.entered(s, unit, h)


def _tell_rules(s: KoreanWarState, unit: int, path: tuple[Hex, ...]) -> None:
    """Trace the rules that shaped a movement."""
    side, table = s.rules.side_of[unit], s.rules.costs(movement_class(s, unit), frozenset())
    if s.zone(1 - side) >> path[0] & 1:
        trace("W-7.3n")
        if s.zone(1 - side) >> path[-1] & 1:
            trace("W-7.3p")
    if s.assets(unit):
        trace("W-7.3e", "W-2.2c")
    if any(s.posts(side) >> h & 1 and not stacking.fits(s, unit, h) for h in path[1:-1]):
        trace("W-7.3t")
    for a, b in pairwise(path):
        if costs_of(s, unit).of(a, b) != table.of(a, b):
            trace("W-7.3h")
        if s.flags[unit] & PLACED and costs_of(s, unit).of(a, b) != s.rules.costs(SIDES[side], restricted(s)).of(a, b):
            trace("W-19.2g")
        if s.rules.water.has(a, b):
            trace("W-7.3k")
        if s.rules.rivers.has(a, b):
            trace("W-7.3f" if s.rules.lines.has(a, b) else "W-7.3j")


def steps(s: KoreanWarState, unit: int, path: tuple[Hex, ...], mode: str) -> Iterator[Step]:
    """What each hex of a path costs, part by part."""
    cls, side = movement_class(s, unit), s.rules.side_of[unit]
    parts_of = costs.step_parts(s.rules, cls, restricted(s))
    left = by_night(s, unit, tuple(map(leg, path)), mode) or allowance(s, unit, mode)
    for at, (a, b) in enumerate(pairwise(map(leg, path))):
        parts = parts_of(a, b)
        if parts is None:
            return
        if at == 0 and s.zone(1 - side) >> a & 1:
            parts = [*parts, ("leaving_zone", s.rules.price["leaving_zone", SIDES[side]])]
        left -= sum(points for _, points in parts)
        yield from tell(b, parts, left, HALF, lambda what: Note("cost." + what))
