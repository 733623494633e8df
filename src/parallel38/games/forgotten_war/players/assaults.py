"""Which hexes are attacked in close combat."""

from __future__ import annotations

from typing import NamedTuple

from parallel38.games.forgotten_war.players.shooting import wanted
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import close_combat, outlook
from parallel38.games.forgotten_war.rules.close_combat import Assault, Assaulting
from parallel38.games.forgotten_war.state import ForgottenWarState
from parallel38.hexgrid import Hex

DICE = range(1, 7)


class PlannedAssault(NamedTuple):
    """An attack and what it is worth."""

    action: Assault
    value: float


def value(survey: Survey, h: Hex, units: tuple[int, ...]) -> float:
    """What a close combat is worth: steps of both sides, and the ground."""
    s, w = survey.s, survey.w
    foes = close_combat.defenders(s, survey.foe, h)
    more = close_combat.strength(s, units) - close_combat.strength(s, foes)
    drm = sum(one.drm for one in close_combat.modifiers(s, survey.side, h, units))
    own = min(survey.step_worth(u) for u in units)
    their = sum(survey.step_worth(u) for u in foes) / len(foes)
    ground = w["ground"] if wanted(survey, h) else w["shake"]
    total = 0.0
    for n in DICE:
        (lost, back), (taken, driven) = outlook.parts(s.rules.close_result(more, n + drm))
        total += taken * their - lost * own + (ground if driven else 0.0) - (w["shake"] if back else 0.0)
    return total / len(DICE)


def best(s: ForgottenWarState, survey: Survey, frame: Assaulting) -> PlannedAssault | None:
    """The most valuable attack; None if none is worth it."""
    found: list[PlannedAssault] = []
    for h, able in frame.targets(s):
        units = close_combat.best(s, survey.side, h, [u for u in able if s.rules.infantry[u] or s.close(u) > 2])
        if units:
            found.append(PlannedAssault(Assault(h, units), value(survey, h, units)))
    chosen = max(found, key=lambda planned: planned.value, default=None)
    return chosen if chosen and chosen.value > survey.w["dare"] else None
