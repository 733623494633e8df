"""Which unit or marker fires at what, and what is kept for the enemy's turn."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from parallel38.games.forgotten_war.players.chances import bite, fate
from parallel38.games.forgotten_war.players.survey import CLOSE_BITE, Survey
from parallel38.games.forgotten_war.rules import losses, shots, targets
from parallel38.games.forgotten_war.rules.firing import Fire, Firing
from parallel38.games.forgotten_war.state import ForgottenWarState
from parallel38.hexgrid import Hex, bits

CROWD = 2.5
"""The units of an enemy stack that attacks, as a rule of thumb; at Chipyong-ni fewer may stand in a hex."""
OVER, AREA, WHEELS, SMALL = range(4)
"""The order in which fires are made: over others, at whole stacks, by vehicles, by small arms."""


class PlannedFire(NamedTuple):
    """A fire and what it is worth."""

    action: Fire
    value: float
    lead: float
    """How much more it is worth than what the marker may do in the enemy's turn."""


class FirePlanner:
    """Weighs the fires of a phase as it stands."""

    def __init__(self, s: ForgottenWarState, survey: Survey, frame: Firing, thorough: bool) -> None:
        self.s, self.survey, self.frame, self.thorough = s, survey, frame, thorough
        self.rules, self.w = s.rules, survey.w
        self._menace: dict[int, float] = {}

    def best(self) -> PlannedFire | None:
        """The best fire now. Area fire comes first, because it is worth most against full stacks; small arms come last,
        at what the others have left."""
        ranks: dict[int, list[tuple[int, str]]] = {}
        for unit in self.frame.shooters(self.s):
            for mode in targets.modes_of(self.s, unit):
                ranks.setdefault(self._rank(unit, mode), []).append((unit, mode))
        for rank in sorted(ranks):
            found: list[PlannedFire] = []
            for unit, mode in ranks[rank]:
                region = self.frame.region(self.s, unit, mode)
                found += [fire for h in bits(region) if (fire := self._at(unit, mode, h)) is not None]
            best = max(found, key=lambda fire: (fire.lead, -fire.action.unit), default=None)
            if best is not None and best.lead > 0:
                return best
        return None

    def _rank(self, unit: int, mode: str) -> int:
        if mode == targets.INDIRECT:
            return OVER
        return AREA if self.rules.area[unit] else WHEELS if self.rules.vehicle[unit] else SMALL

    def _at(self, unit: int, mode: str, h: Hex) -> PlannedFire | None:
        """The best fire of a unit or marker at a hex."""
        aims = targets.aims(self.s, unit, mode, h)
        if not aims:
            return None
        worth = {u: self.value(unit, mode, u) for u in aims}
        price = self._price(unit, mode)
        if targets.is_area(self.s, unit, mode):
            total = sum(worth.values())
            return PlannedFire(Fire(unit, h, (), mode), total, total - price)
        target = max(worth, key=lambda u: (worth[u], -u))
        return PlannedFire(Fire(unit, h, (target,), mode), worth[target], worth[target] - price)

    def value(self, unit: int, mode: str, target: int) -> float:
        """What a fire at a unit is worth in victory points: steps, ground, and what the unit would do if it stayed."""
        s, survey = self.s, self.survey
        white = shots.drm(shots.white_modifiers(s, unit, target))
        coloured = shots.drm(shots.coloured_modifiers(s, target))
        steps = losses.steps_left(s, target)
        found = fate(self.rules, targets.value(s, unit, mode, target), white, coloured, steps)
        first = survey.stakes.step(target)
        whole = first + (survey.stakes.step(target, 1) if steps > 1 else 0.0)
        leave, menace = survey.leave_worth(target), self.menace(target)
        return (
            found.dead * (whole + menace)
            + found.worn_back * (first + leave + menace)
            + found.worn * (first + menace / 2)
            + found.back * (leave + menace)
        )

    def menace(self, target: int) -> float:
        """What an enemy unit may still do in this player turn, if it is the enemy's: fire and attack."""
        if not self.thorough or self.frame.phase != "defensive":
            return 0.0
        if target not in self._menace:
            s, survey, rules = self.s, self.survey, self.rules
            near = [u for n in rules.grid.neighbours[s.where[target]] for u in s.at(survey.side, n)]
            step = max((survey.stakes.step(u) for u in near), default=0.0)
            power = bite(rules, s.fire(target), 1) + CLOSE_BITE * s.close(target)
            self._menace[target] = self.w["menace"] * power * step
        return self._menace[target]

    def _price(self, unit: int, mode: str) -> float:
        """What a fire must be worth: any for units that may fire in every phase; what fires once a turn has to be worth
        more than what it may expect in the enemy's turn."""
        if mode != targets.INDIRECT:
            return 0.0
        keeps = self.frame.phase != "defensive" and self.rules.battle.indirect_defence
        if not keeps:
            return self.w["marker"]
        if not self.thorough:
            return self.w["hold"]
        return max(self.w["marker"], self.w["await"] * self._later * bite(self.rules, self.survey.power(unit)))

    @cached_property
    def _later(self) -> float:
        """What a step that indirect fire takes in the enemy's turn is worth, times the units that it strikes; less if
        fewer stacks may come near than there are guns."""
        s, survey, rules = self.s, self.survey, self.rules
        own, coming, worth = s.held(survey.side), 0, 0.0
        for unit, region in survey.ranges.items():
            if rules.grid.around(region) & own:
                coming += 1
                worth += survey.stakes.step(unit)
        if not coming:
            return 0.0
        guns = max(1, len(survey.batteries(survey.side)))
        crowd = min(CROWD, rules.battle.limits(s, survey.foe, next(iter(bits(own))))[1]) if own else CROWD
        return crowd * worth / coming * min(1.0, coming / crowd / guns)


def best(s: ForgottenWarState, survey: Survey, frame: Firing, thorough: bool) -> PlannedFire | None:
    """The best fire of a phase now; None if none is worth it."""
    return FirePlanner(s, survey, frame, thorough).best()
