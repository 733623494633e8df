"""The situation as one side sees it: where units are and can go, which enemies can attack, what is to be won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from parallel38.games.mobile_war.players.ground import FAR, MEETING, POSITION, PURSUIT, Pool, ground
from parallel38.games.mobile_war.rules import campaign, odds, special, supply, victory, zones
from parallel38.games.mobile_war.rules.costs import foreign
from parallel38.games.mobile_war.rules.ranges import MODES, Manner, Range, manner
from parallel38.games.mobile_war.rules.readiness import may_move
from parallel38.games.mobile_war.state import (
    AIRFED,
    COMMUNIST,
    ENTERED,
    ENTRENCHED,
    SHOCK,
    SIDES,
    UN,
    UNSUPPLIED,
    MobileWarState,
)
from parallel38.hexgrid import Hex, Region, bits
from parallel38.players.facts import fact

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset


@lru_cache(maxsize=1 << 13)
def _beside(rules: MobileWarRuleset, region: Region) -> tuple[Hex, ...]:
    """The land hexes beside a region, and those in it that have a neighbour there."""
    return tuple(bits(rules.grid.around(region) & rules.land))


def fighters(s: MobileWarState, side: int) -> Mapping[Hex, list[int]]:
    """The combat units of a side on the map, by hex."""
    found = partial(_each, s.stacks(side), s.rules.combat, True)
    return fact(s, side, "fighters", found)


def troops(s: MobileWarState, side: int) -> Mapping[Hex, list[int]]:
    """The land units of a side on the map, by hex: combat and supply units."""
    found = partial(_each, s.stacks(side), s.rules.naval, False)
    return fact(s, side, "troops", found)


def _each(stacks: Mapping[Hex, list[int]], kind: Sequence[bool], wanted: bool) -> dict[Hex, list[int]]:
    """The units of stacks that are of a kind (`wanted` true) or are not, by hex."""
    found = {h: [u for u in units if bool(kind[u]) is wanted] for h, units in stacks.items()}
    return {h: units for h, units in found.items() if units}


class Survey:
    """What one side knows and wants. Nothing in a survey changes while a plan is made.

    `before` is an earlier survey of the same phase, if what presses on hexes and the goals are to be taken from it:
    they change little while only this side moves.
    """

    def __init__(self, s: MobileWarState, side: int, lure: float = 0.0, before: Survey | None = None) -> None:
        self.s, self.side, self.enemy, self.lure, self.before = s, side, 1 - side, lure, before
        self.rules, self.ground = s.rules, ground(s.rules)
        self.mine, self.theirs = fighters(s, side), troops(s, self.enemy)
        self.last = s.turn == len(s.rules.turns)
        self._defences: dict[Hex, int] = {}
        self._losses: dict[tuple[int | float, ...], float] = {}

    @cached_property
    def supplied_hexes(self) -> Region:
        """The hexes in which this side is in supply for attack and defence."""
        return self._supplied_hexes(self.side)

    def _supplied_hexes(self, side: int) -> Region:
        if side == COMMUNIST and special.communists_supplied(self.s):
            return self.rules.grid.all
        return supply.region(self.s, side)

    def supplied(self, unit: int, h: Hex) -> bool:
        """Whether a unit would be in supply in a hex."""
        return bool(self.supplied_hexes >> h & 1 or self.s.flags[unit] & AIRFED)

    # --------------------------------------------------------------------------------------------------------- ranges

    def reach(self, unit: int, phase: str) -> dict[Hex, float]:
        """The hexes in which a unit can end its move, with the points left there; all in the hex where it is."""
        way, rules = Range(self.s, unit, phase), self.rules
        found: dict[Hex, float] = {}
        for mode in MODES:
            reach = way.reach(mode)
            limit, point = reach.limit, way.point(mode) if reach.arrivals else 1
            there = {h: (limit - spent) / point for h, spent in reach.arrivals.items()}
            if found:
                there = {h: left for h, left in there.items() if left > found.get(h, -1.0)}
            found.update(there)
        for h in bits(way.short & ~way.reach("foot").region):
            found.setdefault(h, 0.0)
        shunned = self.shunned(unit)
        if shunned:
            found = {h: left for h, left in found.items() if not shunned >> h & 1}
        found[self.s.where[unit]] = float(rules.movement[unit])
        return found

    def shunned(self, unit: int) -> Region:
        """The hexes that a unit should avoid. K-CMP-3a: UN units not Korean bring China in north of the parallel."""
        s, rules = self.s, self.rules
        if rules.setting.scenario != "campaign" or not campaign.possible(s) or not foreign(rules, unit):
            return 0
        return rules.board.areas["north_of_38"]

    def movers(self, phase: str) -> dict[int, dict[Hex, float]]:
        """The combat units that can still move, each with the hexes that it can reach and the points left there."""
        s = self.s
        frame: Any = s.top
        known: dict[Any, dict[Hex, float]] = {}
        found: dict[int, dict[Hex, float]] = {}
        for unit in s.present(self.side):
            if self.rules.combat[unit] and may_move(s, unit, frame):
                key = (self.rules.like[unit], s.where[unit], s.flags[unit], foreign(self.rules, unit))
                if key not in known:
                    known[key] = self.reach(unit, phase)
                found[unit] = known[key]
        return found

    # --------------------------------------------------------------------------------------------------- what presses

    @cached_property
    def pressure(self) -> list[float]:
        """For each hex the strength of the enemies that could attack it after their next move, in factors."""
        if self.before is not None:
            return self.before.pressure
        s = self.s
        supplied = self.rules.grid.all if self.enemy == UN else self._supplied_hexes(self.enemy)
        key = ("pressure", supplied & s.held_by(self.enemy), s.marks, s.turn, s.track[SHOCK])
        known = fact(s, self.enemy, key, list[tuple[Region, Region, Region, list[float]]])
        held, zone = s.held_by(self.side), zones.zone(s, self.side)
        for seen, held_there, zone_there, found in known:
            if held & seen == held_there and zone & seen == zone_there:
                return found  # moves behind the front change nothing for the enemy
        found, seen = self._pressure(supplied)
        known.append((seen, held & seen, zone & seen, found))
        return found

    def _pressure(self, supplied: Region) -> tuple[list[float], Region]:
        """The pressure on each hex, and the hexes on which it depends: those in reach of the enemy and beside them."""
        s, rules, found, seen = self.s, self.rules, [0.0] * self.rules.grid.size, 0
        manners: dict[tuple[Any, int], Manner] = {}
        powers: dict[tuple[Hex, tuple[Any, int]], float] = {}
        for unit in s.present(self.enemy):
            if not rules.combat[unit] or s.flags[unit] & ENTRENCHED:
                continue
            here, alike = s.where[unit], (rules.like[unit], s.flags[unit] & UNSUPPLIED)
            if alike not in manners:
                manners[alike] = manner(s, unit, "foot", "first")
            power = rules.strength[unit] * (1.0 if supplied >> here & 1 else 0.6)
            powers[here, alike] = powers.get((here, alike), 0.0) + power
        for (here, alike), power in powers.items():
            near = manners[alike].reach(here).region | 1 << here
            seen |= near
            for h in _beside(rules, near):
                found[h] += power
        return found, seen | rules.grid.around(seen)

    @cached_property
    def raided(self) -> Region:
        """The hexes beside which an enemy unit could be after its next move, in any mode."""
        s, found = self.s, 0
        for unit in s.present(self.enemy):
            if self.rules.combat[unit] and not s.flags[unit] & ENTRENCHED:
                way = Range(s, unit, "first")
                found |= way.short | 1 << s.where[unit]
                for mode in MODES:
                    found |= way.reach(mode).region
        return self.rules.grid.around(found) & self.rules.land

    def loss(self, units: Iterable[int], h: Hex, share: float) -> float:
        """The share of a stack, from 0 to 1, that the enemy's next attack on a hex is expected to take."""
        attack, units = self.pressure[h] * share, [*units]
        if not attack or not units:
            return 0.0
        kind, flags = self.ground.kind, self.s.flags
        key = (h, share, *[kind[u] for u in units], *[flags[u] & (AIRFED | ENTRENCHED) for u in units])
        found = self._losses.get(key)
        if found is None:
            found = self._losses[key] = self._loss(units, h, attack)
        return found

    def _loss(self, units: list[int], h: Hex, attack: float) -> float:
        defence = self.resistance(units, h)
        ground, shock = self.ground, self._shock
        if shock and self.enemy == COMMUNIST:
            attack *= 2
        column = ground.column(attack, defence)
        if not column:
            return 0.0
        mine = ground.pool(units, self.side == COMMUNIST and self._foreign and not shock)
        theirs = Pool(6, False, 2 if self.side == UN and ground.doubles(units) and not shock else 1)
        tables = (MEETING, POSITION, PURSUIT) if self._stands(units, h) else (MEETING, PURSUIT)
        found = (ground.expected_losses(table, column, mine, theirs) for table in tables)
        return min(lost.defender + 0.15 * mine.regiments * lost.driven for lost in found) / max(1, mine.regiments)

    def resistance(self, units: Iterable[int], h: Hex) -> float:
        """The strength with which units of this side would defend a hex, in factors."""
        strength = self.rules.strength
        total = sum([strength[unit] * (1.0 if self.supplied(unit, h) else 0.5) for unit in units], 0.0)
        return total * 2 if self.rules.rough >> h & 1 and not self._shock else total

    def _stands(self, units: list[int], h: Hex) -> bool:
        """Whether units in a hex may use the Position Defense table, as far as that can be foreseen."""
        if (self.rules.towns | self.rules.river_hexes) >> h & 1:
            return True
        flags = self.s.flags
        return all(flags[u] & ENTRENCHED for u in units) and all(self.supplied(u, h) for u in units)

    @cached_property
    def _shock(self) -> bool:
        """Whether the rules of the shock hold."""
        return special.shocked(self.s)

    @cached_property
    def _foreign(self) -> bool:
        """Whether the UN has combat units on the map that are not Korean."""
        return self.ground.doubles(u for u in self.s.present(UN) if self.rules.combat[u])

    # ------------------------------------------------------------------------------------------------- what is to win

    @property
    def wanted(self) -> Mapping[Hex, float]:
        """The places that victory depends on, with their worth to either side, by the levels that each is part of."""
        return self.ground.wanted

    @cached_property
    def next(self) -> frozenset[Hex]:
        """The places that would change the result: of this side's next level, and of levels that the enemy has."""
        s, levels = self.s, victory.LEVELS
        reached = {SIDES[side]: victory.level(s, side) for side in (UN, COMMUNIST)}
        found: set[Hex] = set()
        for row in self.rules.victory:
            level = levels.index(row["level"])
            if level == reached[row["side"]] + 1 if row["side"] == SIDES[self.side] else level <= reached[row["side"]]:
                for condition in row["all"]:
                    found.update(self.rules.board.places[place] for place in condition.get("places", ()))
        return frozenset(found)

    @cached_property
    def ours(self) -> dict[Hex, float]:
        """The victory places that this side was the last to occupy, with their worth."""
        return {h: worth for h, worth in self.wanted.items() if self.s.holds(self.side, h) and h not in self.theirs}

    @cached_property
    def goals(self) -> dict[Hex, float]:
        """Hexes to go to, each with points to add to its distance: places to take, enemies in an area, any enemy."""
        if self.before is not None:
            return self.before.goals
        s, found = self.s, dict[Hex, float]()
        areas = self._areas(self.side)
        for h in self.theirs:
            found[h] = 3.0 if areas >> h & 1 else 12.0
        for h, worth in self.wanted.items():
            if h not in self.ours:
                found[h] = -self.lure * worth if h in self.next else 0.0
        if self.side == COMMUNIST and s.holds(COMMUNIST, next(bits(self.rules.pusan))):  # else the UN has its port
            for name, h in self.rules.board.ports.items():
                if name in self.rules.watched and not s.track[ENTERED] >> self.rules.watched.index(name) & 1:
                    found.setdefault(h, 10.0)
        return found

    def _areas(self, side: int) -> Region:
        """The area out of which a side has to drive its enemy."""
        region = 0
        for row in self.rules.victory:
            if row["side"] == SIDES[side]:
                for condition in row["all"]:
                    if condition["kind"] == "no_enemy":
                        region |= victory.area(self.s, condition["area"])
        return region

    @cached_property
    def refuge(self) -> Region:
        """The area in which this side must keep a unit so that the enemy does not meet its victory condition."""
        return self._areas(self.enemy)

    @cached_property
    def _ways(self) -> list[tuple[list[float], float]]:
        return [(self.ground.way_to(goal), bias) for goal, bias in self.goals.items()]

    @cached_property
    def _fields(self) -> dict[Hex, float]:
        """The distances from the nearest goal that are known so far; surveys with the same goals share them."""
        return fact(self.s, self.enemy, ("fields", *self.goals.items()), dict[Hex, float])

    def field(self, h: Hex) -> float:
        """How many movement points a hex is from the nearest goal."""
        found = self._fields.get(h)
        if found is None:
            found = self._fields[h] = min([way[h] + bias for way, bias in self._ways], default=FAR)
        return found

    def need(self, goal: Hex, odds: float) -> float:
        """The strength that a goal takes, in factors: `odds` times its defence, the strength around it, a reserve."""
        strength, theirs = self.rules.strength, self.theirs
        around = sum(strength[u] for h in self.rules.grid.neighbours[goal] if h in theirs for u in theirs[h])
        there = self.defence(goal) if goal in self.theirs else 0
        return odds * there + around + (10.0 if goal in self.wanted else 3.0)

    @cached_property
    def balance(self) -> float:
        """How many times as strong as the enemy this side is on the map."""
        return self._mass(self.mine) / max(1.0, self._mass(self.theirs))

    def looming(self, h: Hex, far: float) -> float:
        """The strength of the enemies near a place, in factors: all of those beside it, none from `far` points on."""
        way, strength = self.ground.way_to(h), self.rules.strength
        return sum(max(0.0, 1 - way[at] / far) * sum(strength[u] for u in units) for at, units in self.theirs.items())

    def _mass(self, stacks: Mapping[Hex, Iterable[int]]) -> float:
        return float(sum(self.rules.strength[u] for units in stacks.values() for u in units))

    def comes(self, h: Hex) -> bool:
        """Whether an enemy unit could walk to a place in its next player turn, if no unit stood in its way."""
        way, movement = self.ground.way_to(h), self.rules.movement
        return any(way[at] <= 2 * max(movement[u] for u in units) + 1 for at, units in self.theirs.items() if units)

    def defence(self, h: Hex) -> int:
        """The defence strength of the enemies in a hex, in factors."""
        if h not in self._defences:
            fighters = [u for u in self.theirs[h] if self.rules.combat[u]]
            self._defences[h] = odds.defence_strength(self.s, fighters, h)
        return self._defences[h]
