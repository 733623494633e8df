"""Hexes for UN units without another order: safe and in supply, behind the line and near it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from parallel38.games.yalu.players.attacks import Room
from parallel38.games.yalu.players.danger import MOST_FIRE
from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.line import Line
from parallel38.games.yalu.players.survey import FIRM, FULL
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, NEUTRALIZED
from parallel38.hexgrid import Distances, Hex
from parallel38.players.plans import Reaches, Term, decisive, score

BEACH = 0.5
"""The value of a beach to a unit that is cut off, as a share of the unit's worth: only from a beach can it be evacuated
(9.3.6)."""
SAFE = 0.3
"""The highest probability of a hit at which a unit goes to a hex alone."""
REUNION = 0.3
"""The value of being in a hex with a part of one's own division."""
FREE = 6.0
"""The odds from which the Communists attack a unit that is alone, for at half strength it costs them nothing
(11.4.3)."""
CROWD = 0.004
"""The risk that each further enemy factor adds where more factors can come than any odds need."""
DRIFT = 0.04
"""The cost of each hex of a march that does not lead to the line, as a share of the unit's worth."""


class Seeker(NamedTuple):
    """A unit that looks for a hex, with everything that does not depend on the hex."""

    unit: int
    here: Hex
    worth: float
    weak: bool
    """Whether it is no combat unit, or is neutralized."""
    cut_off: bool
    """Whether it is cut off, or has no way back to the line."""
    left_open: float
    """The cost of leaving a city to the enemy by going."""
    company: float
    """The factors that are assumed to be with it at least, if it has a zone of control."""


class Shelters:
    """The hexes that units without another order could go to, and what speaks for each."""

    def __init__(self, line: Line, reaches: Reaches, starts: Container[Hex], thorough: bool) -> None:
        self.line, self.danger, self.survey, self.w = line, line.danger, line.survey, line.w
        self.s, self.rules = self.survey.s, self.survey.rules
        self.reaches = reaches
        """The hexes that each unit can reach."""
        self.starts, self.thorough = starts, thorough
        """`starts`: hexes from which units attack."""

    def plan(self, units: Sequence[int], decided: Room) -> dict[int, Hex]:
        """The hex to which each of these units goes, chosen in this order, given where the others are decided to
        stand."""
        goals, room = dict[int, Hex](), decided.copy()
        for unit in units:
            goals[unit] = self._best(unit, room, self.w["company"])  # other units will come there for the same reason
            room.put(unit, goals[unit])
        for unit in units if self.thorough else ():  # corrected for the units that did not come
            room = decided.copy()
            for other, h in goals.items():
                if other != unit:
                    room.put(other, h)
            goals[unit] = self._best(unit, room, 0.0)
        return goals

    def why(self, unit: int, h: Hex, room: Room) -> str:
        """The name of the term that speaks most for a unit's hex, compared with the other hexes that it could go to
        when the units in `room` are where they are to go; empty if none does."""
        seeker = self._seeker(unit, room, 0.0)
        others = (other for other in self._open(seeker, room) if other != h)
        return decisive(self._terms(seeker, h, room), (self._terms(seeker, other, room) for other in others))

    def _best(self, unit: int, room: Room, company: float) -> Hex:
        """The best hex for a unit, if a unit with a zone of control is assumed to have at least `company` factors with
        it."""
        seeker = self._seeker(unit, room, company)
        best, value = seeker.here, float("-inf")
        for h in self._open(seeker, room):
            found = score(self._terms(seeker, h, room))
            if found > value:
                best, value = h, found
        return best

    def _seeker(self, unit: int, room: Room, company: float) -> Seeker:
        """A unit with everything about it that does not depend on the hex it goes to."""
        s, survey, here = self.s, self.survey, self.s.where[unit]
        left_open = 0.0
        if survey.can_hold(unit) and not self.line.gives_up(here):
            left_open = survey.left_open(self.w, here, (), room.there.get(here, []))
        weak = bool(s.flags[unit] & NEUTRALIZED) or not s.rules.combat[unit]
        unsupplied = not survey.supplied_near >> here & 1
        cut_off = bool(s.flags[unit] & ISOLATED or unsupplied or self.line.distance[here] >= FAR)
        return Seeker(unit, here, survey.ground.worth[unit], weak, cut_off, left_open, company)

    def _open(self, seeker: Seeker, room: Room) -> Iterator[Hex]:
        """The hexes considered for a unit: with room, not farther north, not where the unit would be lost alone."""
        survey, rules, unit, here = self.survey, self.rules, seeker.unit, seeker.here
        depth, combat = survey.ground.depth, rules.combat
        north, bold = max(self.line.front, depth[here]), not survey.can_hold(unit) or seeker.cut_off
        staying = self._hit(here, unit, room)
        for h in self.reaches[unit]:
            if not room.fits(unit, h) or (depth[h] > north and not seeker.cut_off):
                continue
            if h != here and rules.city_hexes >> h & 1 and survey.pressure[h] and self.line.gives_up(h):
                continue
            friends = any(combat[u] for u in room.there.get(h, ()) if rules.strength[u])
            if not bold and not friends and self.line.distance[h] and self._hit(h, unit, room) > max(SAFE, staying):
                continue  # no unit goes alone into danger unless it has to
            if not combat[unit] and survey.contact[h] and not friends and h != here:
                continue  # alone it is lost at the first hit (12.1.6)
            yield h

    def _terms(self, seeker: Seeker, h: Hex, room: Room) -> Iterator[Term]:
        """The terms for and against a hex, in the order in which they are added up."""
        s, rules, survey, w, worth = self.s, self.rules, self.survey, self.w, seeker.worth
        there = room.there.get(h, [])
        fighters = [u for u in there if rules.combat[u]]
        friends = survey.mass(fighters)
        mass = self._mass(seeker, friends)
        yield "danger", -w["exposure"] * self._risk(seeker, h, friends, mass) * worth * self._likely(h, friends, mass)
        if not survey.supplied_near >> h & 1:
            yield "supply", -(w["hunger"] * worth)
        if seeker.cut_off and self.thorough and not self.shore[h]:
            yield "beach", BEACH * worth
        yield "line", -(w["apart"] * worth * self._apart(seeker, h) / rules.point)
        if self.line.distance[h] >= self.line.distance[seeker.here]:
            yield "march", -(DRIFT * worth * rules.grid.distance(seeker.here, h))
        fresh = survey.mass([u for u in fighters if not s.flags[u] & NEUTRALIZED])
        if not rules.combat[seeker.unit] and fresh and not survey.trapped(h):
            # tanks and artillery go with attackers, or with the strongest stack
            yield "company", 4.0 * min(1.0, fresh / FIRM) + 0.05 * fresh + (2.0 if h in self.starts else 0.0)
        elif survey.contact[h] > (mass if seeker.cut_off else 0.0):
            yield "contact", -w["ahead"]
        if h != seeker.here:
            yield "city", -seeker.left_open
        yield "reunion", REUNION * survey.comrades(seeker.unit, there)

    def _mass(self, seeker: Seeker, friends: float) -> float:
        """The factors that defend a hex with `friends` factors when a unit is there."""
        rules = self.rules
        mass = friends + (0 if seeker.weak and friends else rules.strength[seeker.unit])
        return max(mass, seeker.company) if not seeker.weak and rules.zoc[seeker.unit] else mass

    def _risk(self, seeker: Seeker, h: Hex, friends: float, mass: float) -> float:
        """The share of a unit that the enemy's next attack on a hex may cost."""
        ground, firing = self.survey.ground, self.danger.firing(h)
        destroyed, driven = ground.hit_chances(firing, max(mass, 1), ground.assault[h]) if firing else (0.0, 0.0)
        caught = 1.0 if seeker.weak else self.w["driven"]
        if not self.rules.combat[seeker.unit]:
            caught = 0.0 if friends else 1.0  # with others it leaves the hex or stays in it (12.1.7)
        risk = destroyed + caught * driven - 0.01 * min(mass, FULL)
        return risk + CROWD * max(0.0, self.survey.pressure[h] * self.w["fear"] - MOST_FIRE)

    def _likely(self, h: Hex, friends: float, mass: float) -> float:
        """The probability that the enemy attacks a hex."""
        return 1.0 if not friends and self.danger.firing(h) >= FREE * mass else self.danger.likelihood[h]

    def _apart(self, seeker: Seeker, h: Hex) -> int:
        """The distance of a hex from the line in parts of a point; for a unit that is cut off, from the line or a
        beach, with a surcharge for hexes farther north."""
        if not seeker.cut_off:
            return self.line.distance[h]
        depth = self.survey.ground.depth
        farther = max(0, depth[h] - depth[seeker.here])
        return min(self.line.distance[h], self.shore[h]) + self.rules.point * farther

    def _hit(self, h: Hex, unit: int, room: Room) -> float:
        """The probability that a unit and the units in a hex with it are hit there by the enemy's next attack."""
        ground, rules, firing = self.survey.ground, self.rules, self.danger.firing(h)
        mass = self.survey.mass([u for u in {*room.there.get(h, ()), unit} if rules.combat[u]])
        return sum(ground.hit_chances(firing, mass, ground.assault[h])) if firing else 0.0

    @cached_property
    def shore(self) -> list[int]:
        """The distance of each hex from a beach outside the enemy's zones, in parts of a point, for units that are cut
        off (9.3.6)."""
        s, rules = self.s, self.rules
        beach = rules.board.areas["coast"] & ~self.survey.enemy_zone & ~s.held_by(COMMUNIST)
        found = Distances(rules.costs("road_un_other", False, ()), beach, s.held_by(COMMUNIST)).all()
        return [found.get(h, FAR) for h in range(rules.grid.size)]
