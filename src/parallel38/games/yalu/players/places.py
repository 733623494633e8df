"""Hexes for Communist units without another order: south, near the enemy, in supply, not exposed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from parallel38.games.yalu.players.attacks import Room
from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules import supply, victory, weather
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED
from parallel38.hexgrid import Distances, Hex, Region
from parallel38.players.plans import Term, decisive, score

GUERRILLA = 1.0
"""The value of leaving guerrillas where they are."""


class Places:
    """What speaks for and against each hex for a Communist unit, given where the others stand."""

    def __init__(self, survey: Survey, w: Mapping[str, float], units: Collection[int]) -> None:
        self.survey, self.w = survey, w
        self.s, self.rules = survey.s, survey.rules
        self.units = units
        """The units that can be sent somewhere."""
        self.last = self.s.turn == len(self.rules.turns)
        self.air = min(3, weather.air(self.s, "offensive"))
        """The number that UN aircraft are expected to take off the dice of an attack."""

    # ------------------------------------------------------------------------------------------------- the whole army

    @cached_property
    def unsupplied(self) -> int:
        """Factors that are out of supply."""
        s = self.s
        return sum(s.rules.strength[u] for u in self.units if not self.survey.supplied >> s.where[u] & 1)

    @cached_property
    def enough(self) -> bool:
        """Whether enough factors are in the south, so that the other units had better keep the roads open."""
        s, counts = self.s, self.survey.ground.counts
        south = sum(s.rules.strength[u] for u in s.present(COMMUNIST) if counts >> s.where[u] & 1)
        return south >= (victory.WITH_SEOUL if self.last and s.controls(COMMUNIST, "Seoul") else self.w["enough"])

    @cached_property
    def to_supply(self) -> list[int] | None:
        """The distance of each hex from roads that still lead to a source of supply, in parts of a point; None unless
        much of the army is out of supply."""
        s, rules = self.s, self.rules
        if self.unsupplied < self.w["alarm"] or self.last:  # it is too late to open roads
            return None
        closed = supply.closed_hexes(s, COMMUNIST)
        open_roads = rules.grid.spread(supply.sources(s, COMMUNIST, closed), rules.land & ~closed, along=rules.links)
        found = Distances(rules.costs("road_communist", False, ()), open_roads).all()
        return [found.get(h, FAR) for h in range(rules.grid.size)]

    @cached_property
    def _enemies(self) -> dict[Hex, float]:
        """The enemy's factors in defence, by hex."""
        return {h: self.survey.mass(units) for h, units in self.survey.theirs.items()}

    @cached_property
    def _to_enemy(self) -> list[int]:
        """The distance of each hex from the nearest enemy stack worth attacking, in parts of a point."""
        targets = sum(1 << h for h, mass in self._enemies.items() if mass >= self.w["prey"])
        found = Distances(self.rules.costs("road_communist", False, ()), targets).all()
        return [found.get(h, FAR) if found else 0 for h in range(self.rules.grid.size)]

    @cached_property
    def _passed(self) -> list[float]:
        """For each distance from the south, the share of the enemy's factors that stands farther north."""
        mass, depth = self._enemies, self.survey.ground.depth
        total = sum(mass.values()) or 1.0
        return [
            sum(m for h, m in mass.items() if depth[h] > d) / total
            for d in range(1 + max(depth[h] for h in mass or [0]))
        ]

    @cached_property
    def _guerrillas(self) -> Region:
        """Hexes with guerrillas, which are removed when other units enter (16.1)."""
        s = self.s
        return sum(1 << h for h in {s.where[u] for u in s.present(COMMUNIST) if s.rules.guerrilla[u]})

    # ------------------------------------------------------------------------------------------------------- one unit

    def best(self, unit: int, reach: Mapping[Hex, float], room: Room) -> Hex:
        """The hex of highest value for a unit among those that it can reach, given the units in `room`."""
        here = self.s.where[unit]
        best, value = here, float("-inf")
        for h in self._open(unit, reach, room):
            worth, chance = self._value(unit, h, room), reach[h]
            if chance < 1.0:
                worth = chance * worth + (1 - chance) * self._value(unit, here, room)
            if worth > value:
                best, value = h, worth
        return best

    def why(self, unit: int, h: Hex, reach: Mapping[Hex, float], room: Room) -> str:
        """The name of the term that speaks most for a unit's hex, compared with the other hexes that it could go to
        when the units in `room` are where they are to go; empty if none does."""
        others = (other for other in self._open(unit, reach, room) if other != h)
        return decisive(self._terms(unit, h, room), (self._terms(unit, other, room) for other in others))

    def _open(self, unit: int, reach: Mapping[Hex, float], room: Room) -> Iterator[Hex]:
        """The hexes considered for a unit: with room, and for conscripts only where a unit that is no conscript stands
        (17.5)."""
        conscript = self.rules.conscript
        for h in reach:
            led = not conscript[unit] or any(not conscript[u] for u in room.there.get(h, ()))
            if room.fits(unit, h) and led:
                yield h

    def _value(self, unit: int, h: Hex, room: Room) -> float:
        """The value of a unit standing in a hex."""
        return score(self._terms(unit, h, room))

    def _terms(self, unit: int, h: Hex, room: Room) -> Iterator[Term]:
        """The terms for and against a hex, in the order in which they are added up."""
        neutralized = self.s.flags[unit] & NEUTRALIZED
        return self._refuge_terms(unit, h, room) if neutralized else self._march_terms(unit, h, room)

    def _march_terms(self, unit: int, h: Hex, room: Room) -> Iterator[Term]:
        """The terms for and against a hex for a unit that is not neutralized."""
        w, s, ground, rules = self.w, self.s, self.survey.ground, self.rules
        strength, passed = rules.strength[unit], self._has_passed(unit)
        turning = max(w["turn"], float(self.enough)) * passed
        yield "south", -w["march"] * ground.to_south[h] * strength * (1 - turning)
        yield "enemy", -(w["hunt"] * self._to_enemy[h] * strength * (1 + 2 * passed))
        yield "targets", w["contact"] * min(self.survey.contact_mass[h], 10.0)
        if ground.counts >> h & 1:
            late = (s.turn / len(rules.turns)) ** 2
            yield "victory", w["south"] * late * strength
            yield "to_seoul", -(w["march"] * 0.3 * ground.to_seoul[h] * strength)
        if not self.survey.supplied_near >> h & 1:
            yield "supply", -(w["hunger"] * ground.worth[unit])
        if self.to_supply is not None:
            yield "roads", -(w["home"] * self.to_supply[h] * strength)
        if self._guerrillas >> h & 1:
            yield "guerrillas", -GUERRILLA
        if room.there.get(h, ()) and rules.terrain(h) == "clear":
            yield "aircraft", -(w["crowd"] * self.air)
        yield "danger", -self.exposure(unit, h, room)

    def _has_passed(self, unit: int) -> float:
        """The share of the enemy's army that a unit has passed: against it the unit turns, or that army will cut the
        roads behind the unit. With enough factors in the south, all other units turn."""
        here = self.s.where[unit]
        if self.enough:
            return 0.0 if self.survey.ground.counts >> here & 1 else 1.0
        depth = self.survey.ground.depth[here]
        return self._passed[depth] if depth < len(self._passed) else 0.0

    def _refuge_terms(self, unit: int, h: Hex, room: Room) -> Iterator[Term]:
        """The terms for and against a hex for a neutralized unit: away from the enemy, in supply, near, in terrain that
        conceals it (15.5.2), and not crowded."""
        s, ground = self.s, self.survey.ground
        yield "concealment", 0.3 * ground.assault[h]
        yield "march", -(0.05 * s.rules.grid.distance(s.where[unit], h))
        yield "danger", -(2 * self.exposure(unit, h, room))
        if self.last and ground.counts >> h & 1:
            yield "victory", self.w["south"] * s.rules.strength[unit]
        if not self.survey.supplied_near >> h & 1:
            yield "supply", -(self.w["hunger"] * ground.worth[unit])
        if self.to_supply is not None:
            yield "roads", -(self.w["home"] * self.to_supply[h])
        yield "crowd", -(0.2 * sum(bool(s.flags[u] & NEUTRALIZED) for u in room.there.get(h, ())))
        if self._guerrillas >> h & 1:
            yield "guerrillas", -GUERRILLA

    def exposure(self, unit: int, h: Hex, room: Room) -> float:
        """The expected cost of the UN's next attack on a hex, in the value of this unit."""
        survey, ground = self.survey, self.survey.ground
        beaten = bool(self.s.flags[unit] & NEUTRALIZED)
        firing = survey.pressure[h] * self.w["enemy_share"]
        if beaten:
            firing = max(firing, survey.contact[h])
        if not firing:
            return 0.0
        mass = survey.rules.strength[unit] + sum(survey.rules.strength[u] for u in room.there.get(h, ()))
        destroyed, driven = ground.hit_chances(firing, mass, ground.assault[h] - self.air)
        # D-14.3: a neutralized unit does not retreat a second time
        return self.w["exposure"] * ground.worth[unit] * (destroyed + driven if beaten else destroyed + 0.3 * driven)
