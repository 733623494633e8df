"""10.3.3-10.3.6 Retreats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from parallel38.engine.facts import fact
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.trace import trace, tracing
from parallel38.engine.values import Action, End, Path, Place, Units
from parallel38.games.yalu.rules import march, stacking, supply, zones
from parallel38.games.yalu.state import CITIES, SIDES, UN, WEATHER, YaluState
from parallel38.hexgrid import Hex
from parallel38.wargame.costs import gap
from parallel38.wargame.retreating import Retreat, Retreating

HEXES = 2
STEADFAST = ("US", "USMC", "UK")
"""Nations whose presence and zones count in retreats (8.2.4, 8.2.5)."""


def closed_by(s: YaluState, unit: int, here: Hex, there: Hex, group: tuple[int, ...], last: bool) -> str:
    """The rule that keeps a retreating unit from a hex, which may be the last of its way; nothing if it is open.

    D-10.3.5: terrain, enemies and the stacking limit close it (D-7.2.7); reservoirs and estuaries too. D-8.3.3: so do
    enemy zones. `group` are the units that retreat together: they do not open a way for each other.
    """
    rule = _closed_by(s, unit, here, there, group, last)
    if rule:
        trace(rule)
    return rule


def _closed_by(s: YaluState, unit: int, here: Hex, there: Hex, group: tuple[int, ...], last: bool) -> str:
    rules, side = s.rules, s.rules.side_of[unit]
    if not rules.land >> there & 1 or rules.barriers.has(here, there) or s.held_by(1 - side) >> there & 1:
        return "D-10.3.5"
    if rules.edition.retreat_zone(s, side, there, group, last):
        return "D-8.3.3"
    present = s.stacks(side).get(there, [])
    if stacking.over_limit(s, side, [*present, unit]):
        return "D-7.2.7" if side == UN else rules.edition.full_retreat_rule
    return ""


def zoned(s: YaluState, side: int, h: Hex, group: tuple[int, ...]) -> bool:
    """Whether an enemy zone of control closes a hex to retreating units.

    D-8.2.4: Communist zones do not reach into hexes with US or UK units; with others they do. D-8.2.5: of the UN's
    zones only those of US and UK units reach into hexes with Communist units. D-8.2.cl: retreating units do not count.
    """
    if not zones.zone(s, 1 - side) >> h & 1:
        return False
    friends = [u for u in s.stacks(side).get(h, ()) if u not in group and not s.rules.guerrilla[u]]
    if tracing() and any(u in group for u in s.stacks(side).get(h, ())):
        trace("D-8.2.cl")
    if side == UN:
        if friends:
            trace("D-8.2.4")
        return not any(s.rules.nation[u] in STEADFAST for u in friends)
    if not friends:
        return True
    trace("D-8.2.5")
    return any(s.rules.nation[u] in STEADFAST for u in zones.over(s, UN, h))


def _retreat(s: YaluState, unit: int, group: tuple[int, ...]) -> tuple[int, int, tuple[int, ...], Frame]:
    return s.rules.side_of[unit], unit, group, s.frames[0]


@fact("where", "flags", "enemy.where", "enemy.flags", ("track", WEATHER), ("track", CITIES), key=_retreat)
def paths(s: YaluState, unit: int, group: tuple[int, ...]) -> list[tuple[Hex, ...]]:
    """Every path by which a unit can retreat.

    D-10.3.5: it ends exactly two hexes from where the unit stood. D-10.3.6: not where the unit would be isolated, if
    there is another path. D-9.3.6.pn: never by sea, not even from a port.
    """
    grid, start = s.rules.grid, s.where[unit]
    found = list(ways_out(s, unit, group))
    good = {way[-1]: True for way in found}
    if len(good) > 1:
        for end in good:
            trial = s.copy()
            for other in group:  # units that must leave as well keep no supply line open
                if trial.where[other] == start and s.rules.mobile[other]:
                    trial.move(other, s.rules.names.box("out"))
            trial.move(unit, end)
            good[end] = bool(supply.supplied(trial, s.rules.side_of[unit]) >> end & 1)
        if any(good.values()):
            trace("D-10.3.6")
            found = [path for path in found if good[path[-1]]]
    return sorted(found, key=lambda path: [grid.label(h) for h in path])


def ways_out(s: YaluState, unit: int, group: tuple[int, ...]) -> Iterator[tuple[Hex, ...]]:
    """D-10.3.5: every path of two hexes that is not closed, before isolation is considered."""
    grid, start = s.rules.grid, s.where[unit]
    for first in grid.neighbours[start]:
        if not closed_by(s, unit, start, first, group, False):
            for end in grid.neighbours[first]:
                if grid.distance(start, end) == HEXES and not closed_by(s, unit, first, end, group, True):
                    yield start, first, end


class Retreats(Retreating, frozen=True):
    """Units that must retreat from a hex, and UN support units that go with them or are eliminated (12.1.7).

    `group` are all units that retreat together; `taken` are the paths that they took.
    """

    hex: Place
    waiting: Units
    group: Units
    support: Units = ()
    taken: tuple[Path, ...] = ()

    def _side(self, s: YaluState) -> int:
        return s.rules.side_of[(self.waiting or self.support)[0]]

    def decider(self, s: YaluState) -> str | None:
        """D-10.3.5: the owner decides, if there is a choice."""
        if not self.waiting and not self.support:
            return None
        chosen = self._forced(s)
        return None if chosen is not None else SIDES[self._side(s)]

    def _forced(self, s: YaluState) -> tuple[int, tuple[Hex, ...] | None] | None:
        """A unit without a choice, with its only path, or with None if it has none; None if there is a choice."""
        if self.waiting:
            for unit in self.waiting:
                if s.rules.size[unit] == "garrison" or not paths(s, unit, self.group):
                    return unit, None
            return (self.waiting[0], paths(s, self.waiting[0], self.group)[0]) if self._one_way(s) else None
        if self._may_stay(s):
            # no unit to go with, or no path: it stays, and there is nothing to ask
            return None if self._support_ways(s) else (self.support[0], None)
        ways = self._support_ways(s)
        return (self.support[0], ways[0] if ways else None) if len(ways) < 2 else None

    def _one_way(self, s: YaluState) -> bool:
        """Whether each waiting unit has one path only, with room for all of them."""
        ways = [paths(s, unit, self.group) for unit in self.waiting]
        side = self._side(s)
        return all(len(way) == 1 for way in ways) and not any(
            stacking.over_limit(s, side, [*s.stacks(side).get(h, ()), *self.waiting]) for h in ways[0][0][1:]
        )

    def _may_stay(self, s: YaluState) -> bool:
        """D-12.1.7: support may stay if a combat unit that did not have to retreat is left in the hex.

        C-11b: in Classic also if its combat units have retreated and are not lost.
        """
        if s.rules.edition.support_stays:
            return bool(self.taken) or any(s.rules.combat[u] for u in s.stacks(UN).get(self.hex, ()))
        return any(s.rules.combat[u] and u not in self.group for u in s.stacks(UN).get(self.hex, ()))

    def _support_ways(self, s: YaluState) -> list[tuple[Hex, ...]]:
        """D-12.1.7: the paths that its combat units took; a garrison does not retreat, so support leaves it by
        itself. C-11b: in Classic support retreats with other units only."""
        if self.taken or s.rules.edition.support_stays:
            return sorted({tuple(way) for way in self.taken})
        garrison = any(u in self.group for u in s.stacks(UN).get(self.hex, ()))
        return paths(s, self.support[0], (*self.group, *self.support)) if garrison else []

    def resolve(self, s: YaluState) -> None:
        """Carry out retreats that leave no choice. C-10b1: a garrison stays where it is."""
        forced = self._forced(s) if self.waiting or self.support else None
        if forced is None:
            s.pop()
            return
        unit, way = forced
        if way is not None:
            self.went(s, unit, way)
        elif s.rules.size[unit] == "garrison":
            s.log("D-10.3.3", "garrison_holds", unit=unit, hex=self.hex)
            s.replace(self._without(unit))
        elif s.rules.support[unit] and self._may_stay(s):
            s.replace(self._without(unit))
        else:
            rule = "D-12.1.7" if s.rules.support[unit] else "D-10.3.3"
            s.log(rule, "no_retreat", unit=unit, hex=self.hex)
            if s.rules.side_of[unit] == UN and s.rules.board.areas["coast"] >> self.hex & 1:
                trace("D-9.3.6.pn")  # no ship evacuates it
            stacking.eliminate(s, unit)
            s.replace(self._without(unit))

    def _without(self, unit: int, way: tuple[Hex, ...] | None = None) -> Retreats:
        taken = (*self.taken, way) if way and unit in self.waiting else self.taken
        rest = (tuple(u for u in units if u != unit) for units in (self.waiting, self.support))
        waiting, support = rest
        return Retreats(self.hex, waiting, self.group, support, taken)

    # ---------------------------------------------------------------------------------------------------- deciding

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that must or may retreat."""
        units = self.waiting or self.support[:1]
        text = "retreat" if self.waiting or not self._may_stay(s) else "support_retreat"
        return text, {"side": SIDES[self._side(s)], "units": units, "hex": self.hex}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: retreats; the end where support may stay."""
        return isinstance(action, Retreat | End)

    def going(self) -> tuple[int, ...]:
        """The combat units in any order, then support units one after the other."""
        return self.waiting or self.support[:1]

    def ways(self, s: YaluState, unit: int) -> list[tuple[Hex, ...]]:
        """The paths of a unit; for support units the paths allowed to them (12.1.7)."""
        if unit in self.waiting:
            return paths(s, unit, self.group)
        return self._support_ways(s) if not self.waiting and unit in self.support else []

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """The paths of each unit; for support units that may stay, the end."""
        yield from super().offers(s)
        if not self.waiting and self._may_stay(s):
            yield Offer("end", action=End())

    def complete(self, s: YaluState, action: Action) -> Action:
        """Fill in the start, and for a single hex the path to it."""
        if not isinstance(action, Retreat) or len(action.path) > HEXES:
            return action
        for way in self.ways(s, action.unit):
            if way[-len(action.path) :] == action.path:
                return Retreat(action.unit, way)
        return Retreat(action.unit, (self.hex, *action.path)) if len(action.path) == HEXES else action

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a retreat, or against staying."""
        if isinstance(action, Retreat):
            yield from super().refusals(s, action)
        elif self.waiting or not self._may_stay(s):
            units = self.waiting or self.support
            rule = "D-10.3.3" if self.waiting else "D-12.1.7"
            yield Refusal(rule, "must_retreat", {"units": units}, units, (self.hex,))

    def not_going(self, s: YaluState, unit: int) -> Refusal:
        """The refusal for a unit that does not have to retreat."""
        return Refusal("D-10.3.5", "not_retreating", {"unit": unit, "hex": self.hex}, (unit,))

    def way_refusals(self, s: YaluState, unit: int, way: tuple[int, ...]) -> Iterator[Refusal]:
        """D-10.3.5: exactly two hexes away, step by step. D-12.1.7: support follows. D-10.3.6: not into isolation."""
        grid, args = s.rules.grid, {"unit": unit, "hex": self.hex}
        if len(way) != HEXES + 1 or way[0] != self.hex or gap(grid, way) or grid.distance(way[0], way[-1]) != HEXES:
            yield Refusal("D-10.3.5", "retreat_two", args, (unit,))
            return
        if unit not in self.waiting and self.taken:
            yield Refusal("D-12.1.7", "support_follows", args, (unit,))
            return
        group = self.group if self.waiting else (*self.group, *self.support)
        for i, (here, there) in enumerate(pairwise(way), 1):
            rule = closed_by(s, unit, here, there, group, i == HEXES)
            if rule:
                text = {"D-8.3.3": "retreat_zone", "D-10.3.5": "retreat_shut"}.get(rule, "retreat_full")
                culprits = zones.over(s, 1 - s.rules.side_of[unit], there) if rule == "D-8.3.3" else ()
                args = {"unit": unit, "hex": there, "by_units": culprits}
                yield Refusal(rule, text, args, culprits, (there,), i)
                return
        yield Refusal("D-10.3.6", "retreat_isolated", {"unit": unit, "hex": way[-1]}, (unit,), (way[-1],), HEXES)

    def closed(self, s: YaluState, offer: Offer) -> dict[int, Refusal]:
        """The hexes at which paths of two hexes fail; hexes on an open path are not closed."""
        if offer.verb != "retreat":
            return {}
        grid, found = s.rules.grid, dict[int, Refusal]()
        for first in grid.neighbours[self.hex]:
            for end in grid.neighbours[first]:
                if grid.distance(self.hex, end) == HEXES:
                    for refusal in self.refusals(s, Retreat(offer.units[0], (self.hex, first, end))):
                        if refusal.at > 0:
                            found.setdefault(refusal.hexes[0], refusal)
        passed = {h for way in offer.domain.ways for h in way}
        return {h: refusal for h, refusal in found.items() if h not in passed}

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The path of a retreat; or that support would stay."""
        if isinstance(action, Retreat):
            text, args = super().describe(s, action)
            return text, {**args, "through_hex": action.path[1]}
        return "action.stay", {"units": self.support[:1] or self.waiting, "hex": self.hex}

    def apply(self, s: YaluState, action: Action) -> None:
        """D-10.3.5: the unit retreats; or a support unit stays (12.1.7)."""
        if isinstance(action, Retreat):
            super().apply(s, action)
        else:
            s.log("D-12.1.7", "support_stays", unit=self.support[0], hex=self.hex)
            s.replace(self._without(self.support[0]))

    def went(self, s: YaluState, unit: int, way: tuple[Hex, ...]) -> None:
        """D-10.3.5: move a unit hex by hex, and apply the effects of entering a hex."""
        s.log("D-10.3.5" if unit in self.waiting else "D-12.1.7", "retreated", unit=unit, to_hex=way[-1])
        for h in way[1:]:
            s.move(unit, h)
            march.arrive(s, (unit,), h)
        s.replace(self._without(unit, way))
