"""9 Movement as it is carried out: leg by leg, with the dice that units need."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from parallel38.engine.chance import Roll
from parallel38.engine.facts import fact
from parallel38.engine.flow import Frame
from parallel38.engine.trace import trace
from parallel38.engine.values import Path, Units, leg
from parallel38.games.yalu.rules import guerrillas, infiltration, rail, stacking, zones
from parallel38.games.yalu.rules.costs import allowance, costs_for, crawl
from parallel38.games.yalu.state import (
    CEASED,
    CITIES,
    COMMUNIST,
    HELD,
    INFILTRATED,
    RAIL,
    RODE,
    SIDES,
    SNOWED,
    UN,
    YaluState,
)
from parallel38.hexgrid import Hex, Region


class March(Frame, frozen=True):
    """Units that move along a path. `at` is the next leg; `since` is the leg up to which the log has reported.

    `waiting` are the units that still roll, for infiltration or because of guerrillas; `passed` are the units that
    succeeded.
    """

    units: Units
    path: Path
    mode: str
    fresh: bool
    at: int = 1
    since: int = 0
    rolling: str = ""
    waiting: Units = ()
    passed: Units = ()

    def resolve(self, s: YaluState) -> None:
        """Go on until a die is needed or the path ends."""
        if self.rolling:
            self._roll_or_go_on(s)
            return
        units, at, since = self.units, self.at, self.since
        if at == 1 and since == 0:
            self._set_out(s)
        while units and at < len(self.path):
            if self.path[at] < 0:
                self._tell(s, units, since, at)
                s.replace(self._with(units, at, since=at, rolling="infiltration", waiting=units))
                return
            way = self._quiet_way(s, at)
            enter(s, units, way, self.mode, self.fresh and at == 1)
            at += len(way) - 1
            if busy_hexes(s, s.rules.side_of[units[0]]) >> way[-1] & 1:
                self._tell(s, units, since, at)  # the march is logged before its effects
                since = at - 1
            units = arrive(s, units, way[-1])
            dice = guerrillas.in_the_way(s, self.path[at - 1]) if s.rules.side_of[self.units[0]] == UN else 0
            if dice and units:
                self._tell(s, units, since, at)
                waiting = tuple(u for u in units for _ in range(dice))
                s.replace(self._with(units, at, since=at - 1, rolling="guerrillas", waiting=waiting, passed=units))
                return
        self._tell(s, units, since, at)
        if self.mode == "rail":
            for unit in units:
                s.flag(unit, RODE)  # D-9.2.2.1, D-9.3.2.3: rail instead of, or after, movement on foot
        s.pop()

    def _quiet_way(self, s: YaluState, at: int) -> tuple[Hex, ...]:
        """The hexes from the one before leg `at` to the next where something can happen: a city, guerrillas, for
        Communists a friendly unit, a die, the end. The hexes between are crossed in one step."""
        side = s.rules.side_of[self.units[0]]
        # a stack that exceeds the limit by itself
        crowd = side == COMMUNIST and stacking.over_limit(s, side, self.units)
        busy = -1 if crowd else busy_hexes(s, side)
        end = at
        while end + 1 < len(self.path) and self.path[end + 1] >= 0 and not busy >> self.path[end] & 1:
            end += 1
        return (leg(self.path[at - 1]), *self.path[at : end + 1])

    def _set_out(self, s: YaluState) -> None:
        """D-9.2.2.4, D-9.3.2.4: trains carry two divisions a turn. D-9.3.2.1: the UN pays to board them."""
        if self.mode == "rail":
            s.tell(RAIL, s.track[RAIL] + sum(s.rules.weight[u] for u in self.units))
            if s.rules.side_of[self.units[0]] == UN:
                for unit in self.units:
                    s.spend(unit, s.spent[unit] + rail.ENTRAIN * s.rules.point)

    def _with(self, units: Units, at: int, **changes: Any) -> March:
        return March(units, self.path, self.mode, self.fresh, at, **changes)

    def _tell(self, s: YaluState, units: tuple[int, ...], since: int, at: int) -> None:
        """Log the hexes passed since the last entry."""
        if units and at - 1 > since:
            start, end = leg(self.path[since]), leg(self.path[at - 1])
            text, rule = ("moved_rail", "D-9.2.2.2") if self.mode == "rail" else ("moved", "D-9.1.1")
            if s.rules.guerrilla[units[0]]:
                text, rule = "moved_guerrilla", "D-16.2"
            elif self.mode == "rail" and s.rules.side_of[units[0]] == UN:
                rule = "D-9.3.2.1"
            spent = max(s.spent[u] for u in units)
            s.log(rule, text, units=units, from_hex=start, to_hex=end, spent_mp=spent, n=at - 1 - since)

    # ------------------------------------------------------------------------------------------------------ dice

    def _roll_or_go_on(self, s: YaluState) -> None:
        if self.waiting:
            unit, target = s.rules.names.unit(self.waiting[0]), s.rules.names.place(leg(self.path[self._die_leg]))
            rule = "D-9.2.3.2" if self.rolling == "infiltration" else "D-16.3"
            s.push(Roll(" ".join((self.rolling, unit, target)), 1, rule))
        elif self.rolling == "infiltration":
            way = leg(self.path[self.at - 1]), leg(self.path[self.at])
            units = self.passed
            if units:
                enter(s, units, way, self.mode, False)
                units = arrive(s, units, way[-1])
                if self.at + 1 < len(self.path):
                    trace("D-9.2.3.2b")  # the unit goes on, with a die where the next leg is marked
            s.replace(self._with(units, self.at + 1, since=self.at))
        else:
            s.replace(self._with(self.passed, self.at, since=self.at - 1))

    @property
    def _die_leg(self) -> int:
        return self.at if self.rolling == "infiltration" else self.at - 1

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-9.2.3.3: one die for each unit. D-16.3: one die for each unit and guerrilla."""
        unit, rest, passed = self.waiting[0], self.waiting[1:], self.passed
        here, there = leg(self.path[self.at - 1]), leg(self.path[self._die_leg])
        if self.rolling == "infiltration":
            need = infiltration.number(s, here, there)
            args = {"unit": unit, "from_hex": here, "to_hex": there, "die": dice[0], "need": need}
            if dice[0] <= need:
                passed = (*passed, unit)
                if s.rules.edition.infiltrates_each_hex:
                    s.flag(unit, INFILTRATED)
                s.log("D-9.2.3.2", "infiltrated", **args)
            else:
                price = costs_for(s, unit).of(here, there) or 0
                s.spend(unit, s.spent[unit] + price)  # paid before the die is rolled
                s.flag(unit, CEASED)
                s.log("D-9.2.3.2", "infiltration_failed", **args)
                trace("D-9.2.3.3")
        elif dice[0] == 6:
            s.flag(unit, CEASED)
            rest, passed = tuple(u for u in rest if u != unit), tuple(u for u in passed if u != unit)
            s.log("D-16.3", "stopped_by_guerrilla", unit=unit, hex=there, die=dice[0])
        else:
            s.log("D-16.3", "past_guerrilla", unit=unit, hex=there, die=dice[0])
        s.replace(self._with(self.units, self.at, since=self.since, rolling=self.rolling, waiting=rest, passed=passed))


def beset(s: YaluState, unit: int, h: Hex) -> None:
    """D-16.3: the dice for the guerrillas in a hex where a unit has entered the map: a march that ends there."""
    dice = guerrillas.in_the_way(s, h)
    if dice:
        s.push(March((unit,), (h,), "foot", False, rolling="guerrillas", waiting=(unit,) * dice, passed=(unit,)))


@fact("where", of=COMMUNIST)
def busy_hexes(s: YaluState, side: int) -> Region:
    """The hexes where entering has effects: cities, guerrillas, for Communists hexes with friendly units."""
    busy = s.rules.city_hexes
    for h, units in s.stacks(COMMUNIST).items():
        if side == COMMUNIST or any(s.rules.guerrilla[u] for u in units):
            busy |= 1 << h
    return busy


def enter(s: YaluState, units: tuple[int, ...], way: tuple[Hex, ...], mode: str, first: bool) -> None:
    """Move units to the last hex of a path and spend the points."""
    rules, side = s.rules, s.rules.side_of[units[0]]
    there = way[-1]
    if rules.guerrilla[units[0]]:
        for unit in units:
            s.spend(unit, s.spent[unit] + rules.point * (len(way) - 1))
            s.move(unit, there)
        return
    held = False
    if first and mode == "foot" and len(way) == 2:
        zone = zones.zone(s, 1 - side)
        held = bool(zone >> way[0] & 1 and zone >> there & 1)
    for unit in units:
        if mode == "foot":
            costs = costs_for(s, unit)
            price = sum(costs.of(a, b) or 0 for a, b in pairwise(way))
            # D-9.1.3: the one hex that is always possible takes the points left
            s.spend(unit, min(s.spent[unit] + price, allowance(s, unit)))
            if held:
                s.flag(unit, HELD)  # D-8.3.1.3
                trace("D-8.3.1.3")
        if first and crawl(s, side) >> way[0] & 1:
            s.flag(unit, SNOWED)  # D-4.2: one hex in a blizzard
        s.move(unit, there)


def arrive(s: YaluState, units: tuple[int, ...], there: Hex) -> tuple[int, ...]:
    """Apply the effects of entering a hex: cities change hands, guerrillas are absorbed, over-stacking neutralizes.

    Returns the units that are still on the map.
    """
    side = s.rules.side_of[units[0]]
    if not s.rules.guerrilla[units[0]]:
        take_city(s, side, there)
    if side == COMMUNIST:
        guerrillas.absorb(s, there)
        if stacking.over_limit(s, side, s.stacks(side).get(there, ())):
            trace("D-7.1.2")  # the limit holds during movement too
            stacking.penalty(s, side, there)
    return tuple(u for u in units if s.where[u] == there)


def take_city(s: YaluState, side: int, h: Hex) -> None:
    """D-2.6: a city belongs to the side whose unit was last in it or passed through it; guerrillas take nothing."""
    if not s.rules.city_hexes >> h & 1:
        return
    for i, city in enumerate(s.rules.city_names):
        if s.rules.board.cities[city] == h and not s.controls(side, city):
            s.tell(CITIES, s.track[CITIES] ^ 1 << i)
            s.log("D-2.6", "city_taken", side=SIDES[side], city_key="city." + city, hex=h)
