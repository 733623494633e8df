"""9.5 Retreats and the Defender's Retreat Option."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Units, leg
from parallel38.games.korean_war.rules import control, losses, restraint, stacking
from parallel38.games.korean_war.state import KoreanWarState, Side
from parallel38.hexgrid import Hex
from parallel38.wargame import retreating
from parallel38.wargame.retreating import Retreat, Way

FAR, NEAR = 3, 2
"""W-9.5o, W-9.5u: the hexes of a retreat, and of the shorter one."""


class Stand(Action, frozen=True):
    """The units in a hex stay for a step loss instead of retreating. Written `stand 3815`."""

    intent = "choose"

    hex: Place


def ways(s: KoreanWarState, unit: int, source: Hex, landing: bool = False) -> list[Way]:
    """Every way by which a unit may retreat from an attack whose active unit is in hex `source`.

    W-9.5t: three hexes that end four hexes from the active unit. W-9.5u: if there is none, two hexes that end two or
    three hexes from it. From a landing the distance is counted from the invasion hex, three or two hexes.
    Worked example: W-9.3.exB.
    """
    offset = 0 if landing else 1
    found = _paths(s, unit, source, FAR)
    far = [way for way in found if s.rules.grid.distance(source, way[-1]) == FAR + offset]
    if far:
        return far
    trace("W-9.5u")
    return [way for way in _paths(s, unit, source, NEAR) if s.rules.grid.distance(source, way[-1]) >= NEAR]


def _paths(s: KoreanWarState, unit: int, source: Hex, length: int) -> list[Way]:
    """The ways of so many hexes. W-9.5p: not across estuaries and sea but along a railroad; terrain and rivers do not
    matter. W-19.2d: some Chinese units not south of the 38th Parallel. W-9.5q: not into enemy-occupied hexes, nor into
    enemy zones without a friendly unit. W-9.5r: stacking counts at the end only. W-9.5s: no hex twice."""
    rules, side = s.rules, s.rules.side_of[unit]
    closed = s.held_by(1 - side) | s.closed(side) | restraint.barred(s, unit)
    found: list[Way] = [(s.where[unit],)]
    for _ in range(length):
        found = [(*way, n) for way in found for n in rules.open_beside[way[-1]] if not closed >> n & 1 and n not in way]
    return [way for way in found if stacking.fits(s, unit, way[-1])]


class Retreats(retreating.Retreating, frozen=True):
    """Units that must retreat, hex by hex, or stand and lose a step.

    `hex`: the hex of the active attacking unit, or the invasion hex of a landing; `begun`: hexes from which a unit has
    retreated, so that the others there cannot stand.
    """

    side: Side
    hex: Place
    units: Units
    landing: bool = False
    begun: tuple[Place, ...] = ()

    def _groups(self, s: KoreanWarState) -> dict[Hex, list[int]]:
        found: dict[Hex, list[int]] = {}
        for unit in self.units:
            if s.on_map(unit):
                found.setdefault(s.where[unit], []).append(unit)
        return found

    def may_stand(self, s: KoreanWarState, h: Hex) -> bool:
        """W-9.5x: each hex by itself. W-9.5y: not in a landing. W-9.5w: a combat unit must be there to pay."""
        return not self.landing and h not in self.begun and any(s.rules.combat[u] for u in self._groups(s).get(h, ()))

    def _forced(self, s: KoreanWarState) -> tuple[Hex, list[int], bool] | None:
        """A hex in which nothing is left to choose: its units without a way, and whether they can stand."""
        for h, units in self._groups(s).items():
            stuck = [u for u in units if not self.ways(s, u)]
            stand = self.may_stand(s, h)
            if stuck and (not stand or len(stuck) == len(units)):
                return h, stuck, stand
        return None

    def decider(self, s: KoreanWarState) -> str | None:
        """The owner, while something can be chosen."""
        return self.side if self._groups(s) and self._forced(s) is None else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the frame; or see to units without a way: W-9.5v, they are eliminated, unless they can stand. Their
        assets are left alone for now (W-9.5ac)."""
        forced = self._forced(s)
        if forced is None:
            s.pop()
            return
        h, stuck, stand = forced
        if stand:
            self._stand(s, h)
            return
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u not in stuck)))
        for unit in stuck:
            s.log("W-9.5v", "eliminated", unit=unit)
            losses.provoke(s, unit)
            losses.eliminate(s, unit)

    def going(self) -> tuple[int, ...]:
        """The units that still have to retreat."""
        return self.units

    def ways(self, s: KoreanWarState, unit: int) -> list[Way]:
        """Every way that a unit may take."""
        return ways(s, unit, self.hex, self.landing)

    def offered_ways(self, s: KoreanWarState, unit: int) -> list[Way]:
        """One way to each hex."""
        first: dict[Hex, Way] = {}
        for way in self.ways(s, unit):
            first.setdefault(way[-1], way)
        return list(first.values())

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The units that must retreat."""
        return "retreating", {"side": self.side, "units": tuple(u for u in self.units if s.on_map(u))}

    def takes(self, action: Action) -> bool:
        """Retreats and standing."""
        return isinstance(action, Retreat | Stand)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """The ways of each unit, and the hexes that may stand."""
        for unit in self.units:
            if s.on_map(unit) and (found := self.offered_ways(s, unit)):
                yield Offer("retreat", units=(unit,), domain=retreating.Ways(found))
        for h in self._groups(s):
            if self.may_stand(s, h):
                yield Offer("stand", action=Stand(h))

    def draw(self, s: KoreanWarState, offer: Offer, rng: Random) -> Action | None:
        """A random retreat, or the hex that stands."""
        return offer.action or super().draw(s, offer, rng)

    def complete(self, s: KoreanWarState, action: Action) -> Action:
        """A retreat to a hex with its way."""
        if not isinstance(action, Retreat) or not action.path or not s.on_map(action.unit):
            return action
        if leg(action.path[0]) == s.where[action.unit]:
            return action
        way = next((w for w in self.ways(s, action.unit) if w[-1] == leg(action.path[-1])), None)
        return Retreat(action.unit, way or (s.where[action.unit], *action.path))

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit does not retreat so, or a hex may not stand."""
        if not isinstance(action, Stand):
            yield from super().refusals(s, action)
        elif action.hex not in self._groups(s):
            yield Refusal("W-9.5w", "not_retreating_hex", {"hex": action.hex}, (), (action.hex,))
        elif self.landing:
            yield Refusal("W-9.5y", "no_stand_landing", {"hex": action.hex}, (), (action.hex,))
        elif not self.may_stand(s, action.hex):
            yield Refusal("W-9.5x", "no_stand", {"hex": action.hex}, (), (action.hex,))

    def not_going(self, s: KoreanWarState, unit: int) -> Refusal:
        """Why a unit does not retreat: it is none of the beaten ones."""
        return Refusal("W-9.5o", "not_retreating", {"unit": unit}, (unit,))

    def way_refusals(self, s: KoreanWarState, unit: int, way: tuple[int, ...]) -> Iterator[Refusal]:
        """Why a way is refused."""
        side, rules, path = s.rules.side_of[unit], s.rules, tuple(map(leg, way))
        args = {"unit": unit, "hex": path[-1], "from_hex": self.hex}
        for a, b in itertools.pairwise(path):
            if b not in rules.grid.neighbours[a]:
                yield Refusal("W-9.5o", "not_adjacent", {"from_hex": a, "to_hex": b}, (unit,), (a, b))
                return
            if b not in rules.open_beside.get(a, ()):
                yield Refusal("W-9.5p", "retreat_water", {**args, "hex": b}, (unit,), (b,))
                return
            if restraint.barred(s, unit) >> b & 1:
                yield Refusal("W-19.2d", "retreat_south", {**args, "hex": b}, (unit,), (b,))
                return
            if s.held_by(1 - side) >> b & 1 or s.closed(side) >> b & 1:
                yield Refusal("W-9.5q", "retreat_enemy", {**args, "hex": b}, (unit,), (b,))
                return
        if len({*path}) < len(path):
            yield Refusal("W-9.5s", "retreat_twice", args, (unit,), path)
        elif not stacking.fits(s, unit, path[-1]):
            yield Refusal("W-9.5r", "retreat_stack", args, (unit,), (path[-1],))
        else:
            far = any(len(known) == FAR + 1 for known in self.ways(s, unit))
            yield Refusal("W-9.5t" if far else "W-9.5u", "retreat_far" if far else "retreat_near", args, (unit,), path)

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and the hex to which it would retreat, or the hex that stands."""
        if isinstance(action, Stand):
            return "action.stand", {"hex": action.hex}
        return super().describe(s, action)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Retreat a unit, or let a hex stand."""
        if isinstance(action, Stand):
            self._stand(s, action.hex)
        else:
            super().apply(s, action)

    def _stand(self, s: KoreanWarState, h: Hex) -> None:
        """W-9.5w: the units in a hex stay, and one of its combat units loses a step."""
        units = self._groups(s)[h]
        s.log("W-9.5w", "stood", hex=h, units=tuple(units))
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u not in units)))
        payers = tuple(u for u in units if s.rules.combat[u])
        s.push(losses.Losing(self.side, payers, 1, rule="W-9.5w"))

    def went(self, s: KoreanWarState, unit: int, way: Way) -> None:
        """Retreat a unit."""
        start = s.where[unit]
        s.move(unit, way[-1])
        s.log("W-9.5o", "retreated", unit=unit, from_hex=start, to_hex=way[-1])
        for h in way[1:]:
            control.flatten(s, s.rules.side_of[unit], h)
        begun = self.begun if start in self.begun else (*self.begun, start)
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u != unit), begun=begun))
