"""Decisions before and after the fighting: replacements, markers, withdrawals, the airstrip."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import airstrip, mortars, readiness, replacements, turn_end
from parallel38.games.forgotten_war.state import SIDES, UN, ForgottenWarState
from parallel38.hexgrid import Hex, bits

Weights = Mapping[str, float]


def end(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Leave things as they are."""
    return End()


def replace(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Put the strongest unit back as near to its goal as it may stand; a thorough commander not where enemies reach."""
    frame: replacements.Replacing = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(frame.side), w)

    def rank(unit: int, h: Hex) -> tuple[float, int]:
        danger = survey.danger(unit, h, False, 1) * w["fear"] if thorough else 0.0
        return survey.way(unit, h) * w["march"] + danger, h

    for unit in sorted(frame.due(s), key=lambda u: -s.rules.close[0][u]):
        region = frame.open_hexes(s, unit)
        if region:
            return replacements.Replace(unit, min(bits(region), key=lambda h: rank(unit, h)))
    return None


def ready(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Make ready what fires hardest; a thorough commander first what has most enemies in range."""
    frame: readiness.Readying = s.top  # type: ignore[assignment]
    survey = Survey(s, UN, w)
    foes = s.held(1 - UN)

    def use(unit: int) -> tuple[int, int, int]:
        far = s.rules.reach_of[unit]
        near = s.rules.disk(s.where[unit], far) if thorough and far and s.on_map(unit) else s.rules.land
        return min(3, (near & foes).bit_count()), survey.power(unit), -unit

    return readiness.Ready(max(frame.units, key=use))


def assign(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Give a mortar to the regiment with most enemies beside it, if its own has none."""
    frame: mortars.Assigning = s.top  # type: ignore[assignment]
    side = SIDES.index(frame.side)
    if not thorough:
        return End()

    def contact(formation: int) -> int:
        units = (u for u in s.rules.units_serving[formation] if s.rules.side_of[u] == side and s.on_map(u))
        region = s.rules.grid.around(sum(1 << h for h in {s.where[u] for u in units}))
        return (region & s.held(1 - side)).bit_count()

    for unit in s.rules.mortars_of[side]:
        if mortars.in_play(s, unit) and s.serves[unit] and not contact(s.serves[unit]):
            found = max(mortars.open_to(s, unit), key=lambda f: (contact(f), -f), default=s.serves[unit])
            if contact(found) and found != s.serves[unit]:
                return mortars.Assign(unit, s.rules.formation_names[found - 1])
    return End()


def withdraw(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Withdraw units in the last turn in which they bring their points, or before if they may be hurt; close the
    airstrip when that costs less than it may bring the enemy."""
    frame: turn_end.Withdrawing = s.top  # type: ignore[assignment]
    if s.rules.strip:
        return turn_end.Close() if frame.may_close(s) and _shuts(s, w, thorough) else End()
    survey = Survey(s, UN, w)
    for unit in frame.able(s):
        brings = turn_end.withdrawal(s, unit)[1]
        if brings and (due(s, unit) or (thorough and _in_danger(survey, unit))):
            return turn_end.Withdraw(unit)
    return End()


def due(s: ForgottenWarState, unit: int) -> bool:
    """Whether a unit has to be withdrawn at the end of this turn, because later it would bring less."""
    chart, kind = s.rules.charts["withdrawals"], s.rules.withdraws[unit]
    if not kind or not turn_end.withdrawal(s, unit)[1]:
        return False
    return s.turn >= chart[kind if kind in chart.rows else f"{kind}_early", "until"]


def _in_danger(survey: Survey, unit: int) -> bool:
    """Whether a unit may well lose a step before the next chance to withdraw it."""
    s, h = survey.s, survey.s.where[unit]
    pressure = survey.pressure.get(h, 0.0) * (survey.w["shelter"] if s.dug_in(UN, h) else 1.0)
    return pressure / len(s.at(UN, h)) > survey.w["out"]


def _shuts(s: ForgottenWarState, w: Weights, thorough: bool) -> bool:
    """Whether the airstrip is closed now: when nobody is left to be flown out and both regiments have their supply, so
    that it costs nothing. A thorough commander closes it whenever nobody is left, because a garrison that is broken
    brings the enemy ten points every turn and regiments without supply lose a few steps once; and as soon as the
    garrison is not what it must be."""
    if thorough and not airstrip.garrisoned(s):
        return True
    if any(s.rules.support[u] and airstrip.walk(s) >> s.where[u] & 1 for u in s.present(UN)):
        return False
    regiments = s.rules.supplied_regiments
    return thorough or all(turn_end.supplied(s, u) for u in s.present(UN) if s.rules.regiment[u] in regiments)
