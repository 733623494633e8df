"""The situation as a computer player sees it: strengths, reaches, and what the enemy could do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial

from parallel38.games.yalu.players.ground import ground
from parallel38.games.yalu.rules import chances, fire, infiltration, morale, supply, support, weather, zones
from parallel38.games.yalu.rules.ranges import Range
from parallel38.games.yalu.state import (
    AIR,
    COMMUNIST,
    ISOLATED,
    MOVED,
    NEUTRALIZED,
    RAIL,
    REGROUP,
    UN,
    WEATHER,
    YaluState,
)
from parallel38.hexgrid import Hex, Region, bits
from parallel38.players.facts import fact

WHOLE = fire.WHOLE
STEADFAST = ("US", "USMC", "UK")
"""Nations whose hexes Communist zones do not close to retreating units (8.2.4)."""
FULL = 20.0
"""The factors of a strong stack."""
FIRM = 8.0
"""The factors with which a city is held."""
LONG_WAY = 0.6
"""The weight of an enemy that needs more than half of its movement points to come."""
LAST_CHANCE = 0.2
"""The lowest probability of an infiltration that is considered."""


def combat_stacks(s: YaluState, side: int) -> Mapping[Hex, list[int]]:
    """The combat units of a side, by hex."""

    def work_out() -> dict[Hex, list[int]]:
        combat = s.rules.combat
        found = {h: [u for u in units if combat[u]] for h, units in s.stacks(side).items()}
        return {h: units for h, units in found.items() if units}

    return fact(s, side, "combat_stacks", work_out)


class Survey:
    """The situation as one side sees it."""

    def __init__(self, s: YaluState, side: int) -> None:
        self.s, self.side, self.enemy = s, side, 1 - side
        self.rules, self.ground = s.rules, ground(s.rules)
        self.beside = self.ground.beside
        self.mine, self.theirs = combat_stacks(s, side), combat_stacks(s, self.enemy)
        self._reliefs: dict[Hex, float] = {}
        self._anchorages: dict[int, list[float]] = {}

    def power(self, units: list[int]) -> float:
        """Combat factors in attack: neutralized units have none, isolated Communists half."""
        s = self.s
        return sum(fire.strength(s, u) for u in units if not s.flags[u] & (NEUTRALIZED | REGROUP)) / WHOLE

    def mass(self, units: list[int]) -> float:
        """Combat factors in defence."""
        return sum(fire.strength(self.s, u) for u in units) / WHOLE

    def worth(self, units: list[int]) -> float:
        """The total value of units."""
        worth = self.ground.worth
        return sum(worth[u] for u in units)

    def worth_killing(self, units: list[int]) -> float:
        """The value of destroying units, less for units that isolation is likely to eliminate (D-15.7)."""
        return sum(self.ground.worth[u] * (1 - self.starving(u)) for u in units)

    def starving(self, unit: int) -> float:
        """The probability that a UN unit is eliminated in its next isolation check."""
        s, dying = self.s, ISOLATED | NEUTRALIZED
        if self.rules.side_of[unit] != UN or s.flags[unit] & dying != dying:
            return 0.0
        need = morale.number(s, unit)
        return float(sum(chance for total, chance in chances.TWO_DICE.items() if total > need))

    @cached_property
    def supplied(self) -> Region:
        """The hexes with units of the side that are in supply."""
        return supply.supplied(self.s, self.side)

    @cached_property
    def supplied_near(self) -> Region:
        """The hexes where a unit would be in supply in the present situation, approximately."""
        s, rules = self.s, self.rules
        closed = supply.closed_hexes(s, self.side)
        free = rules.land & ~closed
        region = 0
        for before, found in supply.waves(s, self.side):
            region |= rules.grid.spread(before | found, free, walls=rules.barriers, steps=supply.LENGTH)
        if not region:
            start = supply.sources(s, self.side, closed)
            region = rules.grid.spread(start, free, walls=rules.barriers, steps=supply.LENGTH)
        return (rules.grid.around(region) | region) & rules.land

    # --------------------------------------------------------------------------------------------------------- reach

    def _reach(self, unit: int) -> dict[Hex, float]:
        """The hexes where a unit can be after its move, with the chance to get there; always including its own hex."""
        way = Range(self.s, unit)
        found = dict.fromkeys(bits(way.region("foot")), 1.0)
        found[self.s.where[unit]] = 1.0
        if self.rules.by_rail >> self.s.where[unit] & 1:
            found |= dict.fromkeys(bits(way.region("rail")), 1.0)
        if self.side == COMMUNIST and not self.rules.guerrilla[unit]:
            for h in bits(way.region("infiltrate")):
                if h not in found:
                    chance = self._luck(way.walk.dice(h))
                    if chance >= LAST_CHANCE:
                        found[h] = chance
        return found

    def _luck(self, legs: Iterable[tuple[Hex, Hex]]) -> float:
        """The chance that all dice of an infiltration succeed (9.2.3.2)."""
        chance, known, today = 1.0, self.ground.luck, self.s.track[WEATHER]
        for here, there in legs:
            key = (today, here, there)
            if key not in known:
                known[key] = float(infiltration.chance(self.s, here, there))
            chance *= known[key]
        return chance

    @cached_property
    def reaches(self) -> dict[int, dict[Hex, float]]:
        """The reach of every unit of the side that can still move; like units that stand together share one."""
        s, rules, known, found = self.s, self.rules, dict[object, dict[Hex, float]](), dict[int, dict[Hex, float]]()
        for unit in s.present(self.side):
            if rules.naval[unit] or not s.can_leave(unit):
                continue
            like = (s.where[unit], rules.movement[unit], rules.size[unit] == "division", rules.guerrilla[unit])
            like = (*like, s.spent[unit], s.flags[unit] & ISOLATED, rules.weight[unit])
            if self.side == COMMUNIST:  # friendly units make no difference
                key = ("reach", *like, s.track[RAIL], s.track[WEATHER], s.marks)
                found[unit] = fact(s, self.enemy, key, partial(self._reach, unit))
                continue
            like = (*like, rules.nation[unit])
            if like not in known:
                known[like] = self._reach(unit)
            found[unit] = known[like]
        return found

    # -------------------------------------------------------------------------------------------------------- danger

    @cached_property
    def pressure(self) -> list[float]:
        """For each hex, the enemy factors that could stand beside it after the enemy's next move.

        A rough count: Communists go as far as their points take them, whatever stands in the way, and count less if the
        way is long; UN units, which may come from anywhere by road, count only if they are near.
        """
        return fact(self.s, self.enemy, "pressure", self._pressure)

    def _pressure(self) -> list[float]:
        """Work out the pressure on each hex, in factors."""
        rules, near = self.rules, [0.0] * self.rules.grid.size
        for h, units in self.theirs.items():
            power = self.power([u for u in units if rules.mobile[u]])
            if not power:
                continue
            soon, late = self.ground.threatened(h, self.enemy)
            for n in soon:
                near[n] += power
            power *= LONG_WAY
            for n in late:
                near[n] += power
        return near

    def anchorage(self, range_: int) -> list[float]:
        """For each sea hex, the value of the fighting within a ship's range; half of it in a storm."""
        if range_ not in self._anchorages:
            found = [0.0] * self.rules.grid.size
            for at, worth in self.fighting:
                for h in bits(self.ground.within(at, range_)):
                    found[h] += worth
            stormy = [h for h in bits(self.rules.north) if support.storm(self.s, h)]
            for h in stormy:
                found[h] *= 0.5
            self._anchorages[range_] = found
        return self._anchorages[range_]

    @cached_property
    def fighting(self) -> list[tuple[Hex, float]]:
        """What ships could fight for, with its value: enemies near friendly units, friendly units that enemies can
        reach."""
        grid = self.rules.grid
        near = grid.spread(sum(1 << h for h in self.mine), grid.all, steps=2)
        found = [(h, 0.1 * self.worth(units)) for h, units in self.theirs.items() if near >> h & 1]
        for h, units in self.mine.items():
            if self.pressure[h]:
                found.append((h, 0.1 * min(self.mass(units), 20.0) * min(1.0, self.pressure[h] / 20)))
        return found

    @cached_property
    def counting(self) -> Region:
        """The hexes in which Communists count for victory now: in the south and in supply (20.2)."""
        return self.ground.counts & supply.supplied(self.s, COMMUNIST)

    @cached_property
    def contact(self) -> list[float]:
        """For each hex, the enemy factors that stand beside it now."""
        return fact(self.s, self.enemy, "contact", lambda: self._beside(self.power))

    @cached_property
    def contact_mass(self) -> list[float]:
        """For each hex, the value of the enemies beside it."""
        return fact(self.s, self.enemy, "contact_mass", lambda: self._beside(self.worth))

    def _beside(self, measure: Callable[[list[int]], float]) -> list[float]:
        """For each hex, the sum of a measure of the enemy stacks beside it."""
        found = [0.0] * self.rules.grid.size
        for h, units in self.theirs.items():
            value = measure(units)
            for n in self.beside[h]:
                found[n] += value
        return found

    @cached_property
    def enemy_zone(self) -> Region:
        """The hexes in the enemy's zones of control."""
        return zones.zone(self.s, self.enemy)

    @property
    def air(self) -> int:
        """The UN's air factors in this player turn; before they are available, the number that the weather will
        give."""
        return self.s.track[AIR] or weather.air(self.s, "offensive" if self.side == UN else "defensive")

    # ------------------------------------------------------------------------------------------------------- attacks

    def open_exits(self, target: Hex, closed: Region) -> int:
        """The number of hexes beside a target into which its units could retreat when the attacker closes the hexes
        `closed`.

        Hexes with US or UK units stay open whatever zones reach into them.
        """
        defender = self.rules.side_of[self.theirs[target][0]]
        closed &= ~(self.steadfast if defender == UN else 0)
        return sum(1 for n in self.beside[target] if not closed >> n & 1)

    def trapped(self, h: Hex, units: tuple[int, ...] = ()) -> bool:
        """Whether units of the side in a hex could not retreat from the enemies that stand around it now.

        For units that already stand there the answer is exact.
        """
        if units and all(self.s.where[u] == h for u in units):
            return chances.after_retreat(self.s, units) == "destroyed"
        closed = (self.enemy_zone | self.s.held_by(self.enemy)) & ~(self.steadfast if self.side == UN else 0)
        return all(closed >> n & 1 for n in self.beside[h])

    def can_hold(self, unit: int) -> bool:
        """Whether a unit can hold a post: a combat unit with strength that is not neutralized."""
        rules = self.rules
        return rules.combat[unit] and rules.strength[unit] > 0 and not self.s.flags[unit] & NEUTRALIZED

    def doomed(self, unit: int) -> bool:
        """Whether a UN unit is out of supply, so that it has little to lose (15.7)."""
        return self.side == UN and not self.supplied >> self.s.where[unit] & 1

    def cut_off(self, unit: int) -> bool:
        """Whether the enemy has cut a unit's supply: the unit has none, and did not move out of supply by itself."""
        flags = self.s.flags[unit]
        return self.doomed(unit) and bool(flags & ISOLATED or not flags & MOVED)

    def relief(self, target: Hex) -> float:
        """The value of friendly units that come back into supply when the enemy is gone from a hex (5.1)."""
        unsupplied = {h: units for h, units in self.mine.items() if not self.supplied >> h & 1}
        if unsupplied and target not in self._reliefs:
            s = self.s.copy()
            for unit in self.theirs[target]:
                s.move(unit, self.rules.names.box("out"))
            supplied = supply.supplied(s, self.side)
            self._reliefs[target] = sum(self.worth(units) for h, units in unsupplied.items() if supplied >> h & 1)
        return self._reliefs.get(target, 0.0)

    def comrades(self, unit: int, there: Iterable[int] | None = None) -> int:
        """The number of a unit's fellow parts of one larger unit (9.3.4) on the map, or among the units `there`."""
        whole, s = self.rules.part_of[unit], self.s
        if whole is None:
            return 0
        return sum(u != unit and (s.on_map(u) if there is None else u in there) for u in self.rules.parts[whole])

    def left_open(
        self, w: Mapping[str, float], h: Hex, units: Iterable[int], there: Iterable[int] | None = None
    ) -> float:
        """The cost of units leaving a city that the enemy can reach and in which too few others stay."""
        if not self.rules.city_hexes >> h & 1 or not self.pressure[h]:
            return 0.0
        others = self.mine.get(h, ()) if there is None else there
        stay = self.mass([u for u in others if u not in units and self.rules.combat[u]])
        return w["seoul" if h == self.ground.seoul else "city"] * max(0.0, 1 - stay / FIRM)

    @cached_property
    def steadfast(self) -> Region:
        """Hexes with US or UK units, into which Communist zones do not reach for retreating units (8.2.4)."""
        nation = self.rules.nation
        hexes = (h for h, units in self.s.stacks(UN).items() if any(nation[u] in STEADFAST for u in units))
        return sum(1 << h for h in hexes)
