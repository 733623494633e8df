"""Retreats by the Pursuit table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Any

import msgspec

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Span, Units, leg
from parallel38.games.mobile_war.rules import bridges, losses, occupation
from parallel38.games.mobile_war.state import ENTRENCHED, SIDES, MobileWarState, Side
from parallel38.hexgrid import Hex, Region
from parallel38.wargame import retreating
from parallel38.wargame.retreating import Retreat


def ways(s: MobileWarState, unit: int, start: Hex, far: int, foes: Iterable[Hex] = ()) -> list[tuple[Hex, ...]]:
    """Every way of `far` hexes, each step farther from the fight; if there is none, the longest ways there are.

    K-COM-J7a: away from the hexes of the attackers, where that is possible. K-COM-J7b: enemy zones and stacking do not
    matter; but enemy hexes do, and terrain that the unit cannot enter.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    grid, enemies = rules.grid, s.held_by(1 - side)
    costs = rules.costs(rules.movement_class[unit], False, bridges.down(s))
    found: list[tuple[Hex, ...]] = [(start,)]
    for n in range(1, far + 1):
        on = [
            (*way, h)
            for way in found
            for h in grid.neighbours[way[-1]]
            if not enemies >> h & 1 and costs.of(way[-1], h) is not None and grid.distance(start, h) == n
        ]
        if not on:
            break
        found = on
    near = _beside(s, foes)
    away = [way for way in found if not any(near >> h & 1 for h in way[1:])]
    return [way for way in away or found if len(way) > 1]


def _beside(s: MobileWarState, foes: Iterable[Hex]) -> Region:
    """The attackers' hexes and those beside them."""
    return sum(1 << h for h in {h for foe in foes for h in (foe, *s.rules.grid.neighbours[foe])})


class Retreating(retreating.Retreating, frozen=True):
    """The owner retreats the beaten units, one after the other."""

    side: Side
    hex: Place
    units: Units
    far: Annotated[int, Span(1, 6)]
    foes: tuple[Place, ...] = ()
    """The hexes of the attackers."""

    def decider(self, s: MobileWarState) -> str | None:
        """K-COM-J7a: the owner of the units."""
        return self.side if self.units and not self._stranded(s) else None

    def _stranded(self, s: MobileWarState) -> tuple[int, ...]:
        """The units that are lost. K-COM-J7c: those without a way. K-COM-M2: supply units without combat units."""
        stranded = tuple(u for u in self.units if not self.ways(s, u))
        fighters = {u for u in self.units if s.rules.combat[u]}
        return self.units if fighters and fighters <= {*stranded} else stranded

    def resolve(self, s: MobileWarState) -> None:
        """Close the frame when no unit is left to retreat; or eliminate the units without a way."""
        if not self.units:
            s.pop()
            bridges.blown(s, self.hex, SIDES.index(self.side))
            return
        stranded = self._stranded(s)
        for unit in stranded:
            s.log("K-COM-M2" if s.rules.supply[unit] else "K-COM-J7c", "no_retreat", unit=unit, hex=self.hex)
        losses.destroy(s, stranded, self.hex)
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u not in stranded)))

    def going(self) -> tuple[int, ...]:
        """The units that still have to retreat."""
        return self.units

    def ways(self, s: MobileWarState, unit: int) -> list[tuple[Hex, ...]]:
        """Every way that a unit may take."""
        return ways(s, unit, self.hex, self.far, self.foes)

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the owner: which units retreat how many hexes."""
        return "retreating", {"side": self.side, "units": self.units, "n": self.far, "hex": self.hex}

    def offered_ways(self, s: MobileWarState, unit: int) -> list[tuple[Hex, ...]]:
        """One way to each hex."""
        first: dict[Hex, tuple[Hex, ...]] = {}
        for way in self.ways(s, unit):
            first.setdefault(way[-1], way)
        return [first[h] for h in sorted(first, key=s.rules.grid.label)]

    def complete(self, s: MobileWarState, action: Action) -> Action:
        """A retreat to a hex, completed with its way."""
        if not isinstance(action, Retreat) or not action.path or action.path[0] == self.hex:
            return action
        way = next((w for w in self.ways(s, action.unit) if w[-1] == action.path[-1]), None)
        return Retreat(action.unit, way or (self.hex, *action.path))

    def not_going(self, s: MobileWarState, unit: int) -> Refusal:
        """Why a unit does not retreat: it is none of the beaten units."""
        return Refusal("K-COM-J7a", "not_retreating", {"unit": unit}, (unit,))

    def way_refusals(self, s: MobileWarState, unit: int, way: tuple[int, ...]) -> Iterator[Refusal]:
        """Why a way is refused. K-COM-J7a: so many hexes, away from the fight, and from the attackers if possible."""
        path = tuple(map(leg, way))  # a way with a die in it is not a retreat
        bars = (self._bar(s, unit, here, there) for here, there in pairwise(path))
        args = {"unit": unit, "n": self.far, "hex": self.hex}
        whole = Refusal("K-COM-J7a", "bad_retreat", args, (unit,), path[1:])
        yield next((bar for bar in bars if bar), whole)

    def _bar(self, s: MobileWarState, unit: int, here: Hex, there: Hex) -> Refusal | None:
        """Why a unit may not retreat from a hex into the next."""
        args = {"unit": unit, "hex": there}
        if s.held_by(1 - s.rules.side_of[unit]) >> there & 1:
            return Refusal("K-COM-J7b", "retreat_enemy", args, (), (there,))
        if s.rules.costs(s.rules.movement_class[unit], False, bridges.down(s)).of(here, there) is None:
            return Refusal("K-COM-J7b", "retreat_country", args, (), (there,))
        if _beside(s, self.foes) >> there & 1:
            return Refusal("K-COM-J7a", "retreat_towards", args, (), (there,))
        return None

    def closed(self, s: MobileWarState, offer: Offer) -> dict[int, Refusal]:
        """The hexes beside the fight through which no way leads."""
        unit = offer.units[0]
        passed = {h for way in self.ways(s, unit) for h in way}
        beside = (h for h in s.rules.grid.neighbours[self.hex] if h not in passed)
        return {h: bar for h in beside if (bar := self._bar(s, unit, self.hex, h))}

    def went(self, s: MobileWarState, unit: int, way: tuple[Hex, ...]) -> None:
        """Retreat the unit; it leaves its works."""
        if s.rules.supply[unit]:
            trace("K-COM-M2")
        s.flag(unit, ENTRENCHED, on=False)
        for h in way[1:]:
            occupation.entered(s, SIDES.index(self.side), h)
        s.move(unit, way[-1])
        s.log("K-COM-J7a", "retreated", unit=unit, from_hex=self.hex, to_hex=way[-1])
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u != unit)))
