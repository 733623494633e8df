"""Which unit or marker fires at what."""

from __future__ import annotations

from typing import NamedTuple

from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import outlook, targets
from parallel38.games.forgotten_war.rules.firing import Fire, Firing
from parallel38.games.forgotten_war.state import ForgottenWarState
from parallel38.hexgrid import Hex, bits


class PlannedFire(NamedTuple):
    """A fire and what it is worth."""

    action: Fire
    value: float


def value(survey: Survey, unit: int, mode: str, target: int) -> float:
    """What a fire at a unit is worth in victory points: the steps that it may cost, and the ground that it may
    leave."""
    s, w = survey.s, survey.w
    found = outlook.fates(s, unit, mode, target)
    step = survey.step_worth(target)
    dead = survey.worth(target) if step == survey.worth(target) else 2 * step
    leaves = float(found["retreats"] + found["reduced_retreats"])
    ground = w["ground"] if wanted(survey, s.where[target]) else w["shake"]
    return (
        float(found["eliminated"]) * dead + float(found["reduced"] + found["reduced_retreats"]) * step + leaves * ground
    )


def wanted(survey: Survey, h: Hex) -> bool:
    """Whether a hex is one that the side wants."""
    return survey.goal.get(h, 99) == 0


def best(s: ForgottenWarState, survey: Survey, frame: Firing) -> PlannedFire | None:
    """The best fire now. Area fire comes first, because it is worth most against full stacks; small arms come last.

    Markers fire only once a turn, so they wait for a fire that is worth it.
    """
    found: dict[int, PlannedFire] = {}
    for unit in frame.shooters(s):
        for mode in targets.modes_of(s, unit):
            region = frame.region(s, unit, mode)
            for h in bits(region):
                planned = _at(s, survey, unit, mode, h)
                if planned and planned.value >= _least(s, survey, unit, frame):
                    rank = _rank(s, unit, mode)
                    if rank not in found or planned.value > found[rank].value:
                        found[rank] = planned
    return found[min(found)] if found else None


def _rank(s: ForgottenWarState, unit: int, mode: str) -> int:
    """Which fires come first: markers and guns, M19s, other vehicles, then the rest."""
    if mode == targets.INDIRECT:
        return 0
    return 1 if s.rules.area[unit] else 2 if s.rules.vehicle[unit] else 3


def _least(s: ForgottenWarState, survey: Survey, unit: int, frame: Firing) -> float:
    """What a fire must be worth: any for units that may fire in every phase, more for what fires once a turn."""
    if not (s.rules.marker[unit] or s.rules.gun[unit]):
        return 0.001
    keeps = frame.phase != "defensive" and s.rules.battle.indirect_defence
    return survey.w["hold"] if keeps else survey.w["marker"]


def _at(s: ForgottenWarState, survey: Survey, unit: int, mode: str, h: Hex) -> PlannedFire | None:
    """The best fire of a unit or marker at a hex."""
    aims = targets.aims(s, unit, mode, h)
    if not aims:
        return None
    if targets.is_area(s, unit, mode):
        return PlannedFire(Fire(unit, h, (), mode), sum(value(survey, unit, mode, u) for u in aims))
    worth = {u: value(survey, unit, mode, u) for u in aims}
    target = max(worth, key=lambda u: worth[u])
    return PlannedFire(Fire(unit, h, (target,), mode), worth[target])
