"""Where units go: towards what their side wants, where they can do harm, and away from fire."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.games.forgotten_war.players import goals
from parallel38.games.forgotten_war.players.survey import Survey, bite
from parallel38.games.forgotten_war.rules import arrivals, losses, stacking
from parallel38.games.forgotten_war.rules.movement import Enter, Moving
from parallel38.games.forgotten_war.rules.ranges import FOOT, STRATEGIC, Range
from parallel38.games.forgotten_war.state import UN, ForgottenWarState
from parallel38.hexgrid import Hex
from parallel38.players.plans import Term, score
from parallel38.wargame.moving import Move


def terms(survey: Survey, unit: int, h: Hex) -> list[Term]:
    """What speaks for and against a hex as the end of a unit's move."""
    s, w, rules = survey.s, survey.w, survey.s.rules
    way = survey.goal.get(h, 200)
    foes = [u for n in rules.grid.neighbours[h] for u in s.at(survey.foe, n)]
    harm = max(
        (bite(s.fire(unit)) * survey.step_worth(u) for u in foes if rules.bites[unit] or not rules.armoured[u]),
        default=0.0,
    )
    danger = survey.fire_on.get(h, 0.0) * survey.step_worth(unit)
    if s.rules.prepared >> h & 1 and survey.side == UN:
        danger *= w["shelter"]
    return [
        ("advance", -w["march"] * way / rules.point),
        ("harm", w["harm"] * harm),
        ("danger", -w["fear"] * danger),
        ("company", w["company"] * min(len(s.at(survey.side, h)), 2)),
    ]


def order(s: ForgottenWarState, survey: Survey, frame: Moving) -> Iterator[int]:
    """The units that could move, the nearest to their goal first, so that those behind find the way free."""
    able = [u for u in s.present(survey.side) if frame.may_move(s, u) and u not in frame.last]
    return iter(sorted(able, key=lambda u: survey.goal.get(s.where[u], 200)))


def entering(s: ForgottenWarState, survey: Survey, frame: Moving) -> Enter | None:
    """The next unit that comes on the map, as far towards its goal as it can."""
    for unit in arrivals.waiting(s, survey.side):
        found = Range(s, unit, frame)
        for mode in (STRATEGIC, FOOT):
            ends = [h for h in found.entered(mode) if found.may_end(h, mode)]
            if ends:
                end = max(ends, key=lambda h: score(terms(survey, unit, h)))
                path = found.way(end, mode)
                if path:
                    return Enter((unit,), path, mode)
    return None


def move(s: ForgottenWarState, survey: Survey, frame: Moving, unit: int) -> Move | None:
    """The best move of a unit; None if it stays."""
    rules = s.rules
    if goals.holds(s, unit) and not _should_leave(survey, unit):
        return None
    found = Range(s, unit, frame)
    stay = score(terms(survey, unit, s.where[unit])) + survey.w["stay"]
    best: tuple[float, Hex, str] | None = None
    for mode in frame.modes_of(s, unit):
        for h in found.entered(mode):
            if found.may_end(h, mode):
                value = score(terms(survey, unit, h))
                if (best is None or value > best[0]) and value > stay:
                    best = (value, h, mode)
    if best is None or (rules.ice >> best[1] & 1):
        return None
    path = found.way(best[1], best[2])
    return None if path is None else Move((unit,), path, best[2])


def _should_leave(survey: Survey, unit: int) -> bool:
    """Whether a unit of a garrison goes elsewhere: an empty position is next to it, and another unit keeps its own."""
    s, rules = survey.s, survey.s.rules
    if not rules.perimeter or rules.prepared >> s.where[unit] & 1 or losses.steps_left(s, unit) < 1:
        return False
    empty = rules.prepared & ~s.held(UN) & ~s.held(survey.foe)
    return bool(empty & rules.disk(s.where[unit], 3)) and stacking.within(s, UN, s.where[unit], (unit,))
