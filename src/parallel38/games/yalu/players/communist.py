"""How the Communists move: attacks with closed rings first, then roads to cut, then on to the south."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.games.yalu.players.blows import Blow, Blows, Room, cut_off
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules import weather
from parallel38.games.yalu.state import ASP, COMMUNIST, NEUTRALIZED, UN, YaluState
from parallel38.hexgrid import Hex


class Advance:
    """A plan for the movement phase: where each unit is to go."""

    def __init__(self, s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> None:
        self.s, self.w, self.rng, self.thorough = s, w, rng, thorough
        self.survey = Survey(s, COMMUNIST)
        rules = s.rules
        self.movers = {u: r for u, r in self.survey.reaches.items() if not rules.guerrilla[u]}
        standing = ((u, s.where[u]) for u in s.present(COMMUNIST) if u not in self.movers and not rules.guerrilla[u])
        self.room = Room(self.survey, standing)
        self.fed = self.survey.supplied_near
        self.air = min(3, weather.air(s, "offensive"))
        self.blows = self._attacks()
        self.orders: dict[int, Hex] = {}
        self.cuts: list[tuple[int, Hex, float]] = []
        for blow in self.blows:
            for unit, h in blow.posts:
                self.orders[unit] = h
                self.room.put(unit, h)
        self._rest()

    def _attacks(self) -> list[Blow]:
        blows = Blows(self.survey, self.movers, self.w, rings=self.thorough)
        found = blows.together(self.room, self.s.track[ASP], 0, self.rng, 4 if self.thorough else 1)
        return found if self.thorough else found[:3]

    # ---------------------------------------------------------------------------------------------------------- rest

    def _rest(self) -> None:
        """Everybody else, the foremost first: each goes where it does most good, given where the others stand."""
        s, ground = self.s, self.survey.ground
        rest = [u for u in self.movers if u not in self.orders]
        rest.sort(key=lambda u: (ground.to_south[s.where[u]], u))
        cuts = self._cuts(rest) if self.thorough else {}
        while rest:
            unit = self._cutter(rest, cuts)
            if unit is None:
                unit = rest[0]
                h = self._place(unit)
            else:
                reach = self.movers[unit]
                h = max((h for h in cuts if h in reach), key=lambda h: cuts[h] * reach[h])
                self.cuts.append((unit, h, cuts[h]))
            rest.remove(unit)
            self.orders[unit] = h
            self.room.put(unit, h)
            if self.cuts and self.cuts[-1][0] == unit:
                cuts = self._cuts(rest)

    def _cuts(self, rest: list[int]) -> dict[Hex, float]:
        """The hexes from which somebody could cut off enemies, and how many."""
        if not rest:
            return {}
        held, zone = self.survey.s.held_by(UN), self.survey.enemy_zone
        near = self.survey.rules.grid.around(zone) | zone
        hexes = {h for u in rest for h in self.movers[u] if near >> h & 1 and not held >> h & 1}
        return cut_off(self.survey, self.room, hexes, rest[0])

    def _cutter(self, rest: list[int], cuts: dict[Hex, float]) -> int | None:
        """Who cuts off most, if that is worth more than what else it could do."""
        best, value = None, self.w["least_cut"]
        for unit in rest:
            reach = self.movers[unit]
            for h, lost in cuts.items():
                gain = lost * reach.get(h, 0.0)
                if gain > value and gain - self._exposure(unit, h) > value and self.room.fits(unit, h):
                    best, value = unit, gain - self._exposure(unit, h)
        return best

    def _place(self, unit: int) -> Hex:
        here, reach = self.s.where[unit], self.movers[unit]
        best, value = here, float("-inf")
        for h, chance in reach.items():
            if not self.room.fits(unit, h):
                continue
            worth = self._value(unit, h)
            if chance < 1.0:
                worth = chance * worth + (1 - chance) * self._value(unit, here)
            if worth > value:
                best, value = h, worth
        return best

    def _value(self, unit: int, h: Hex) -> float:
        """What it is worth that a unit stands in a hex."""
        w, s, ground, rules = self.w, self.s, self.survey.ground, self.s.rules
        strength = rules.strength[unit]
        value = -w["march"] * ground.to_south[h] * strength
        if ground.counts >> h & 1:
            late = (s.turn / len(rules.turns)) ** 2
            value += w["south"] * late * strength
            value -= w["march"] * 0.3 * ground.to_seoul[h] * strength
        if not self.fed >> h & 1:
            value -= w["hunger"] * ground.worth[unit]
        there = self.room.there.get(h, ())
        if there and rules.terrain(h) == "clear":
            value -= w["crowd"] * self.air
        value += w["contact"] * min(self.survey.contact_mass[h], 10.0)
        return value - self._exposure(unit, h)

    def _exposure(self, unit: int, h: Hex) -> float:
        """What the UN's next attack on a hex may cost, in what this unit is worth."""
        survey, ground = self.survey, self.survey.ground
        firing = survey.pressure[h] * self.w["enemy_share"]
        if not firing:
            return 0.0
        mass = survey.rules.strength[unit] + sum(survey.rules.strength[u] for u in self.room.there.get(h, ()))
        destroyed, driven = ground.fate(firing, mass, ground.assault[h] - self.air)
        weak = 2.0 if self.s.flags[unit] & NEUTRALIZED else 1.0
        return self.w["exposure"] * weak * ground.worth[unit] * (destroyed + 0.3 * driven)
