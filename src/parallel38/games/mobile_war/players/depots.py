"""Supply units: Communist ones go where most units can attack with them, UN ones behind the front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from parallel38.engine.values import Action
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import stacking, supply
from parallel38.games.mobile_war.rules.campaign import shock_awaited
from parallel38.games.mobile_war.rules.movement import Move, Moving
from parallel38.games.mobile_war.rules.ranges import MODES, Range
from parallel38.games.mobile_war.rules.readiness import may_move
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, MobileWarState
from parallel38.hexgrid import Hex

SERVED = 2
"""K-SUP-C1a: the range of a Communist supply unit, in hexes."""
TRIED = 20
"""How many hexes are tried, the best first: some cost too much because friendly units stand there."""
MOST = 20.0
"""The enemy strength, in factors, beyond which more of it makes a hex no worse."""
ALONE = 0.98
"""The chance that a supply unit is lost if it stands alone where enemies can get beside it."""
NEAR = 4
"""Hexes from the enemy within which an army is at the front."""


def follow(s: MobileWarState, side: int, phase: str) -> bool:
    """Whether a thorough commander moves supply units after the others: in the second phase, when the enemy comes next.

    While the shock waits until all units are in supply (K-CMP-6c), the other units go to the supply units.
    """
    return phase == "second" and not (side == COMMUNIST and shock_awaited(s))


def move(s: MobileWarState, w: Mapping[str, float], done: set[int], before: Survey | None = None) -> Action | None:
    """Move the next supply unit to where it serves most, if it is not there.

    `done` are the units that were considered. `before` is an earlier survey of the phase, for a commander that does not
    look anew.
    """
    top: Any = s.top
    assert isinstance(top, Moving)
    side = SIDES.index(top.side)
    for unit in supply.depots(s, side):
        if unit in done or not may_move(s, unit, top):
            continue
        done.add(unit)
        survey = Survey(s, side, w["lure"], before)
        reach = survey.reach(unit, top.phase)
        score = service(survey, unit, w)
        here = s.where[unit]
        room = [h for h in reach if h == here or stacking.fits(s, side, h, (unit,))]
        way = Range(s, unit, top.phase)
        for h in sorted(room, key=lambda h: (-score(h), h != here, h))[:TRIED]:
            if h == here:
                break
            for mode in MODES:
                path = way.path(h, mode)
                if path:
                    return Move((unit,), path, mode)
    return None


def service(survey: Survey, unit: int, w: Mapping[str, float], wary: bool = False) -> Callable[[Hex], float]:
    """How well a supply unit would serve in each hex, as a score. `wary`: all units stay there for the enemy's turn."""
    return _communist(survey, unit, w, wary) if survey.side == COMMUNIST else _un(survey, w, wary)


def _communist(survey: Survey, unit: int, w: Mapping[str, float], wary: bool) -> Callable[[Hex], float]:
    """The score of a hex: how much strength near the enemy it would supply that other supply units do not."""
    s, grid, strength = survey.s, survey.rules.grid, survey.rules.strength
    others = sum(1 << h for h in {s.where[u] for u in supply.depots(s, survey.side) if u != unit})
    served = grid.spread(others, grid.all, steps=SERVED)
    close = grid.spread(sum(1 << h for h in survey.theirs), grid.all, steps=NEAR)
    nearest = min(map(survey.field, survey.mine), default=0.0)
    front: list[tuple[Hex, float]] = []
    for h, units in survey.mine.items():
        mass = sum(strength[u] for u in units) * (1.0 if close >> h & 1 else 0.2)
        mass /= 1 + w["follow"] * (survey.field(h) - nearest)
        if served >> h & 1:
            mass *= 0.3
        front.append((h, mass))
    distance, help_ = grid.distance, _helped(grid.columns + grid.rows)

    def score(h: Hex) -> float:
        found = 0.0
        for at, mass in front:
            found += mass * help_[distance(h, at)]
        if wary:
            found *= 1 - lost(survey, h, w)
        elif survey.pressure[h]:
            found -= w["escort"] * (0.2 if h in survey.mine else 1.0) * min(MOST, survey.pressure[h])
        return found - (w["clear"] if h in survey.wanted else 0.0)

    return score


@lru_cache(maxsize=4)
def _helped(farthest: int) -> list[float]:
    """How much a Communist supply unit helps units at each distance from it, from 0 to 1."""
    return [1.0 if far <= SERVED else 0.6 / (far - 1) for far in range(farthest + 1)]


def _un(survey: Survey, w: Mapping[str, float], wary: bool) -> Callable[[Hex], float]:
    """The score of a hex: near to all units, nearer to those at the front, and out of the enemy's reach."""
    grid, strength = survey.rules.grid, survey.rules.strength
    front = [
        (h, sum(strength[u] for u in units) * (3.0 if survey.pressure[h] else 1.0)) for h, units in survey.mine.items()
    ]
    total, distance = sum(mass for _, mass in front) or 1.0, grid.distance

    def score(h: Hex) -> float:
        away = sum([mass * distance(h, at) for at, mass in front]) / total
        danger = min(MOST, survey.pressure[h]) + (MOST * lost(survey, h, w) if wary else 0.0)
        return -away - w["escort"] * danger - (w["clear"] if h in survey.wanted else 0.0)

    return score


def lost(survey: Survey, h: Hex, w: Mapping[str, float]) -> float:
    """The chance that a supply unit is lost in a hex.

    Alone to any enemy that gets beside it (K-COM-M1), else with its escort (K-COM-M2).
    """
    friends = survey.mine.get(h)
    if friends:
        return survey.loss(friends, h, w["enemy_share"])
    return ALONE if survey.raided >> h & 1 else 0.0
