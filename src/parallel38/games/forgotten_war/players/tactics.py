"""Small decisions that need neither plan nor memory: retreats, losses, advances, replacements, withdrawals."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import retreats, turn_end
from parallel38.games.forgotten_war.rules.advance import Advance
from parallel38.games.forgotten_war.rules.close_combat import Lose
from parallel38.games.forgotten_war.rules.readiness import Ready
from parallel38.games.forgotten_war.rules.replacements import Replace
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState
from parallel38.hexgrid import bits
from parallel38.wargame.retreating import Retreat

Weights = Mapping[str, float]


def end(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Leave things as they are."""
    return End()


def share(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Take a loss from a whole unit that is worth little; a reduced one would be gone."""
    givers = s.top.givers(s)  # type: ignore[attr-defined]
    return Lose(min(givers, key=lambda u: (s.reduced(u), s.rules.worth[u], s.close(u), u)))


def retreat(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Retreat where the fewest enemies can fire; a unit that may stand goes only if it is reduced and its hex not
    vital."""
    frame: retreats.Retreats = s.top  # type: ignore[assignment]
    unit, side = frame.unit, SIDES.index(frame.side)
    if s.rules.gun[unit]:
        return End()
    survey = Survey(s, side, w)
    ways = frame.ways(s, unit)
    vital = bool(s.rules.prepared >> frame.hex & 1 and side == 0) or survey.goal.get(frame.hex, 99) == 0
    if not frame.must and (vital or not s.reduced(unit) or not ways):
        return End()
    if not ways:
        return None
    best = min(ways, key=lambda way: (survey.fire_on.get(way[-1], 0.0), survey.goal.get(way[-1], 99)))
    if not frame.must and survey.fire_on.get(best[-1], 0.0) >= survey.fire_on.get(frame.hex, 0.0):
        return End()
    return Retreat(unit, best)


def advance(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Advance into a hex that the side wants, if less fire falls there than the ground is worth."""
    frame = s.top
    survey = Survey(s, SIDES.index(frame.side), w)  # type: ignore[attr-defined]
    h, unit = frame.hex, frame.unit  # type: ignore[attr-defined]
    here, there = s.where[unit], h
    gain = (survey.goal.get(here, 99) - survey.goal.get(there, 99)) / 2 * w["march"]
    risk = (survey.fire_on.get(there, 0.0) - survey.fire_on.get(here, 0.0)) * survey.step_worth(unit) * w["fear"]
    return Advance(unit, h) if gain > risk else End()


def replace(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Put the strongest unit back as near to its goal as it may stand."""
    frame = s.top
    survey = Survey(s, SIDES.index(frame.side), w)  # type: ignore[attr-defined]
    for unit in sorted(frame.due(s), key=lambda u: -s.rules.close[0][u]):  # type: ignore[attr-defined]
        region = frame.open_hexes(s, unit)  # type: ignore[attr-defined]
        if region:
            return Replace(unit, min(bits(region), key=lambda h: (survey.goal.get(h, 99), h)))
    return None


def ready(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Make ready what fires hardest."""
    frame = s.top
    return Ready(max(frame.units, key=lambda u: (s.rules.barrage[u] or s.fire(u), -u)))  # type: ignore[attr-defined]


def withdraw(s: ForgottenWarState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Withdraw units in the last turn in which they bring their points."""
    frame: turn_end.Withdrawing = s.top  # type: ignore[assignment]
    chart = s.rules.charts["withdrawals"]
    for unit in frame.able(s):
        kind = s.rules.withdraws[unit]
        row = kind if kind in chart.rows else f"{kind}_early"
        if s.turn == chart[row, "until"] and turn_end.withdrawal(s, unit)[1]:
            return turn_end.Withdraw(unit)
    return End()
