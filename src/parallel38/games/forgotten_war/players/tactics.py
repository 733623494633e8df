"""Small decisions that need neither plan nor memory: retreats, losses, advances."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import advance as advances
from parallel38.games.forgotten_war.rules import retreats
from parallel38.games.forgotten_war.rules.close_combat import Lose
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState
from parallel38.hexgrid import Hex
from parallel38.players.plans import Term, score
from parallel38.wargame.retreating import Retreat

Weights = Mapping[str, float]
MOST_FIRE = 2.0
"""The most steps that fire on a hex is counted for."""


def share(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Take a loss where it costs least: as a rule from a whole unit, because a reduced one would be gone."""
    givers = s.top.givers(s)  # type: ignore[attr-defined]
    if not thorough:
        return Lose(min(givers, key=lambda u: (s.reduced(u), s.rules.worth[u], s.close(u), u)))
    stakes = Survey(s, s.rules.side_of[givers[0]], w).stakes
    return Lose(min(givers, key=lambda u: (round(stakes.step(u), 6), s.close(u), u)))


def retreat(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Retreat where the fewest enemies can fire. A unit that need not go stands if the ground is worth it."""
    frame: retreats.Retreats = s.top  # type: ignore[assignment]
    unit, side = frame.unit, SIDES.index(frame.side)
    if s.rules.gun[unit]:
        return End()
    survey = Survey(s, side, w)
    ways = frame.ways(s, unit)
    if not ways:
        return None if frame.must else End()
    best = min(ways, key=lambda way: (-_stand(survey, unit, way[-1]), way[-1]))
    if frame.must:
        return Retreat(unit, best)
    if thorough:
        stays = _stand(survey, unit, frame.hex) + _vital(survey, frame.hex, unit)
        return Retreat(unit, best) if _stand(survey, unit, best[-1]) > stays else End()
    vital = bool(s.rules.prepared >> frame.hex & 1 and side == 0) or survey.goal.get(frame.hex, 99) == 0
    if vital or not s.reduced(unit):
        return End()
    fire = survey.fire_on
    return Retreat(unit, best) if fire.get(best[-1], 0.0) < fire.get(frame.hex, 0.0) else End()


def refuge(survey: Survey, unit: int, h: Hex) -> list[Term]:
    """What speaks for and against a hex for a unit that may be fired at there."""
    dug = survey.s.dug_in(survey.side, h)
    fire = min(MOST_FIRE, survey.fire_on.get(h, 0.0))
    step = survey.stakes.step(unit)
    return [
        ("fire", -fire * step),
        ("cover", fire * step * (1 - survey.w["shelter"]) if dug else 0.0),
        ("points", survey.goals.points(unit, h)),
        ("goal", -0.001 * survey.way(unit, h)),
    ]


def _stand(survey: Survey, unit: int, h: Hex) -> float:
    """What standing in a hex is worth to a unit while the enemy fires."""
    return score(refuge(survey, unit, h))


def _vital(survey: Survey, h: Hex, unit: int) -> float:
    """What it is worth that a unit stays in a hex: the ground, guns beside it that would be open, and friends in it."""
    s, rules = survey.s, survey.rules
    friends = [u for u in s.at(survey.side, h) if u != unit]
    guns = [u for n in rules.grid.neighbours[h] for u in s.at(survey.side, n) if rules.gun[u] or rules.train[u]]
    ground = 0.0 if friends else survey.goals.prizes.get(h, survey.w["shake"])
    return survey.w["stand"] * ground + sum(survey.stakes.step(u) for u in guns) / 2


def advance(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Advance into a hex that the side wants, if less fire falls there than the ground is worth."""
    frame: advances.Advancing = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(frame.side), w)
    h, unit, here = frame.hex, frame.unit, s.where[frame.unit]
    gain = (survey.way(unit, here) - survey.way(unit, h)) * w["march"]
    risk = (survey.fire_on.get(h, 0.0) - survey.fire_on.get(here, 0.0)) * survey.stakes.step(unit) * w["fear"]
    if thorough:
        alone = len(s.at(survey.side, here)) == 1
        gain += survey.goals.prizes.get(h, 0.0) - (survey.goals.prizes.get(here, 0.0) if alone else 0.0)
        if s.dug_in(survey.side, here):
            risk += survey.fire_on.get(here, 0.0) * (1 - w["shelter"]) * survey.stakes.step(unit)
    return advances.Advance(unit, h) if gain > risk else End()
