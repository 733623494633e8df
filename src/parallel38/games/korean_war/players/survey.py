"""The situation as one side sees it: where its units can get to, what threatens a hex, what a place is worth."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from parallel38.games.korean_war.players.chances import tables
from parallel38.games.korean_war.players.ground import FAR, TACTICAL, ground
from parallel38.games.korean_war.rules import command, landings, movement, restraint, values
from parallel38.games.korean_war.state import CAPACITY, CAS, FATIGUED, ONSET, SIDES, UN, WORKS, KoreanWarState
from parallel38.hexgrid import Arrivals, Distances, Hex, Region, bits

SPENT = 0.6
"""What part of the attack of a fatigued enemy counts as a threat: it is mobile again in the next Action Phase."""
ABREAST = 3
"""The units that are thought to attack a hex together."""
INTENSIVE = 2
"""The modifier of the attacks that are feared."""
INLAND = 3
"""How many hexes inland units that have landed are thought to come."""
SAFE, HOPELESS = 1.5, 5.0
"""The odds of the enemy's answer up to which what is taken is held, and from which it is lost again."""
SLACKENED = 0.3
"""What part of a step a retreat costs that is forced on a unit."""


class Survey:
    """One look at the situation; it holds while the state that it was made of does not change.

    `thorough`: whether it sees which enemies can still act in this Action Phase; else all of them are feared alike.
    """

    def __init__(self, s: KoreanWarState, side: int, w: Mapping[str, float], thorough: bool = True) -> None:
        self.thorough = thorough
        self.s, self.side, self.foe, self.w = s, side, 1 - side, w
        self.rules, self.ground, self.tables = s.rules, ground(s.rules), tables(s.rules)
        self.units = [u for units in s.fighters(side).values() for u in units]
        self.enemies = [u for units in s.fighters(self.foe).values() for u in units]
        self.mobile = [u for u in self.units if not s.flags[u] & FATIGUED]
        self.left = phases_left(s)
        """The Action Phases that are left, this one included."""
        self.matter = min(1.0, w["matter"] + (1 - w["matter"]) * (self.left - 1) / 2)
        """What part of their worth units have that late in the game."""
        early = 0.0 if s.rules.scores_each_turn else w["early"]
        self.point = w["point"] * max(w["least"], 1 - early * (self.left - 1))
        """What a victory point is worth now: where points are counted at the end, a city may still change hands."""
        self._threats: list[tuple[float, float, Region]] | None = None
        self._pressures: dict[tuple[Hex, bool], float] = {}
        self._fears: dict[tuple[int, Hex, bool, int], float] = {}
        self._times: dict[tuple[int, Hex, str], float] = {}
        self._coming: Region | None = None

    # ------------------------------------------------------------------------------------------------------- strengths

    def times(self, side: int, h: Hex, chart: str) -> float:
        """What command range and commitment make of a value in a hex."""
        key = (side, h, chart)
        found = self._times.get(key)
        if found is None:
            found = self._times[key] = float(command.best(self.s, side, h, chart)[0])
        return found

    def attack_of(self, unit: int, h: Hex) -> int:
        """The attack value that a unit would have in a hex, with its assets but armor."""
        s, rules = self.s, self.rules
        value = rules.attack[s.fatigued(unit)][unit]
        if values.charted(s, unit):
            value = ceil(value * self.times(rules.side_of[unit], h, "attack"))
        elif s.track[ONSET]:
            value = ceil(value * values.bonus(s, unit))
        return value + sum(values.asset_attack(s, a) for a in s.assets(unit) if not rules.armored[a])

    def defense_of(self, unit: int, h: Hex, fatigued: bool, works: int) -> int:
        """The defense value that a unit would have in a hex on its mobile or fatigued side behind entrenchments."""
        s, rules = self.s, self.rules
        tired = fatigued and not (works and s.start[unit] - 1 == h)
        value = rules.defense[tired][unit]
        if values.charted(s, unit):
            value = ceil(value * self.times(rules.side_of[unit], h, "defense"))
        value += sum(1 for a in s.assets(unit) if not rules.armored[a])
        return ceil(value * rules.works_times[works]) if works else value

    # ---------------------------------------------------------------------------------------------------------- reaches

    def reach(self, unit: int, points: int) -> Arrivals:
        """The hexes that a unit can enter for so many Action Points, each with its cost in halves; W-19.2d: a Chinese
        one under Limited Intervention none south of the 38th Parallel."""
        if points < 1:
            return {}
        s = self.s
        limit = movement.allowance(s, unit, movement.MODES[min(points, len(movement.MODES)) - 1])
        side = self.rules.side_of[unit]
        shut = restraint.barred(s, unit)
        return movement.reach(s, side, movement.movement_class(s, unit), s.where[unit], limit, shut).arrivals

    def points(self) -> int:
        """The Action Points of a unit in this turn."""
        ap = self.rules.action_points
        return ap["turn_1"] if self.s.turn == 1 else ap["usual"]

    # ---------------------------------------------------------------------------------------------------------- threats

    def threats(self) -> list[tuple[float, float, Region]]:
        """For each enemy unit its attack in what is left of this Action Phase and afterwards, and the hexes that it
        could attack after a move. Nothing comes after the last Action Phase."""
        if self._threats is None:
            s, rules, found = self.s, self.rules, list[tuple[float, float, Region]]()
            self._coming = self.from_sea()
            over = self.thorough and any(SIDES[self.foe] in getattr(frame, "passed", ()) for frame in s.frames)
            for unit in self.enemies:
                fatigued = s.fatigued(unit)
                done = self.thorough and (over or fatigued)
                if done and self.left == 1:
                    continue
                h = s.where[unit]
                region, walks = 1 << h, self.points()
                near = (walks - 1) * TACTICAL
                for n, spent in self.reach(unit, walks).items():
                    self._coming |= 1 << n
                    if spent <= near:
                        region |= 1 << n
                value = float(self.attack_of(unit, h))
                if fatigued:
                    part = 1.0 if self.thorough else SPENT
                    value = rules.attack[0][unit] * self.times(self.foe, h, "attack") * part
                    value = float(ceil(value)) if values.charted(s, unit) else rules.attack[0][unit] * part
                value += sum(rules.armor[s.lost[a]][a] for a in s.assets(unit) if rules.armored[a]) / 4
                found.append((0.0 if done else value, value, rules.grid.around(region) & ~restraint.barred(s, unit)))
            self._threats = found
        return self._threats

    def from_sea(self) -> Region:
        """The hexes to which the UN could come over the sea, as far as a veteran of the Communists thinks of it."""
        s, rules = self.s, self.rules
        if not self.thorough or self.foe != UN:
            return 0
        able = any(rules.combat[u] for box in landings.SPACES for u in s.boxed(box))
        if s.turn > landings.FIRST_TURN and not (able and s.track[CAPACITY]):
            return 0
        found = rules.landings
        for _ in range(INLAND):
            found = rules.grid.around(found)
        return found & rules.land

    @property
    def coming(self) -> Region:
        """The hexes that enemies could enter."""
        if self._coming is None:
            self.threats()
        assert self._coming is not None
        return self._coming

    def threatened(self, h: Hex) -> bool:
        """Whether an enemy could enter a hex if no unit stood there."""
        if self.s.held_by(self.side) >> h & 1:
            # once the unit is gone, a step more leads into it
            beside = self.rules.beside[h] | 1 << h if self.thorough else 0
            return bool(self.coming & beside) or any(region >> h & 1 for _, _, region in self.threats())
        return bool(self.coming >> h & 1)

    def pressure(self, h: Hex, later: bool = True) -> float:
        """The attack that could come against a hex in what is left of this Action Phase, or later too if there is
        another one."""
        key = (h, later and self.left > 1)
        found = self._pressures.get(key)
        if found is None:
            against = sorted((threat[key[1]] for threat in self.threats() if threat[2] >> h & 1), reverse=True)
            found = self._pressures[key] = sum(against[:ABREAST])
        return found

    def drm(self, h: Hex) -> int:
        """The modifiers of terrain, city, ships and aircraft for enemy attacks on a hex."""
        rules, s = self.rules, self.s
        found = rules.terrain_die[h] - (1 if rules.cities >> h & 1 else 0)
        if s.turn > 1 and rules.naval >> h & 1:
            found += -1 if self.side == UN else 1
        if s.track[CAS]:
            found += -1 if self.side == UN else 1
        return found

    def fear(self, unit: int, h: Hex, fatigued: bool, works: int | None = None) -> float:
        """What the enemy's next attacks may cost if a unit stands in a hex, in factors."""
        s = self.s
        if works is None:
            works = s.works(self.side, h) if s.marked(WORKS[self.side]) >> h & 1 else 0
        key = (unit, h, fatigued, works)
        found = self._fears.get(key)
        if found is None:
            found = self._fears[key] = self._fear(unit, h, fatigued, works)
        return found

    def _fear(self, unit: int, h: Hex, fatigued: bool, works: int) -> float:
        found = self._danger(self.pressure(h, later=False), unit, h, fatigued, works)
        if self.thorough and self.left > 1:
            found += self.w["next"] * self._danger(self.pressure(h), unit, h, False, works)
        return found

    def _danger(self, attack: float, unit: int, h: Hex, fatigued: bool, works: int) -> float:
        """What an attack may cost a unit, in factors."""
        if not attack:
            return 0.0
        s = self.s
        own = self.defense_of(unit, h, fatigued, works)
        for other in s.fighters(self.side).get(h, ()):
            if other != unit:
                own += self.defense_of(other, h, s.fatigued(other), works)
        line = "clear" if self.rules.clear >> h & 1 else "non_clear"
        column = self.tables.column(int(attack), own)
        steps, retreat = self.tables.danger(line, column, INTENSIVE + self.drm(h))
        had, step = s.steps(unit) or 1, self.ground.step[unit]
        return (min(steps, had) + retreat * SLACKENED) * step * self.matter + min(1.0, steps) * self.scored(unit)

    def scored(self, unit: int) -> float:
        """What the points are worth that the first step of a unit costs."""
        return self.point * self.ground.whole[unit] if self.thorough else 0.0

    # ----------------------------------------------------------------------------------------------------------- places

    def distance(self, side: int, a: Hex, goal: Hex) -> int:
        """How far a hex is from a goal for a side, in halves of a Movement Point, as if there were no enemy."""
        return self.ground.field(side, goal).get(a, FAR)

    def enemy_distances(self) -> dict[Hex, int]:
        """How far each hex is from the nearest enemy combat unit, for the enemy."""
        cls = "un" if self.foe == UN else "communist"
        return Distances(self.rules.costs(cls, frozenset()), self.s.posts(self.foe)).all()

    def own_distances(self) -> dict[Hex, int]:
        """How far each hex is from the nearest own combat unit."""
        cls = "un" if self.side == UN else "communist"
        return Distances(self.rules.costs(cls, frozenset()), self.s.posts(self.side)).all()

    def prize(self, h: Hex) -> float:
        """What it is worth to take a hex from the enemy, in factors: the points of its city, and a depot."""
        found = 0.0
        if self.s.controlled(self.foe) >> h & 1:
            found += self.point * self.ground.city.get(h, 0.0) + self.w["city"]
        if self.s.depot_at(self.foe, h) is not None:
            found += self.w["depot"]
        return found

    def holds(self, unit: int, h: Hex) -> float:
        """What part of a prize counts that a unit takes: little of it if the enemy will throw the unit out again."""
        if not self.thorough:
            return 1.0
        against = self.pressure(h)
        if not against:
            return 1.0
        odds = against / max(1, self.defense_of(unit, h, self.left == 1, 0))
        part = max(0.0, min(1.0, (odds - SAFE) / (HOPELESS - SAFE)))
        return 1 - part * (1 - self.w["fleeting"])

    def cities(self, side: int) -> list[Hex]:
        """The cities in play that a side controls."""
        return [*bits(self.s.controlled(side) & self.rules.land)]

    def balance(self) -> float:
        """The strength of the side on the map for each factor of the enemy's."""
        return max(1.0, self.strength(self.side)) / max(1.0, self.strength(self.foe))

    def strength(self, side: int) -> float:
        """The factors of a side on the map."""
        s = self.s
        return sum(self.ground.worth(s, u) for units in s.fighters(side).values() for u in (*units, *_held(s, units)))


def _held(s: KoreanWarState, units: list[int]) -> list[int]:
    return [a for u in units for a in s.assets(u)]


def phases_left(s: KoreanWarState) -> int:
    """The Action Phases of the game that are left, this one included."""
    part = 1 if s.rules.phase_name(s).endswith("-2AP") else 0
    last_turn, last_part = s.rules.last_phase
    return 2 * (last_turn - s.turn) + (1 if last_part == "second_action" else 0) - part + 1
