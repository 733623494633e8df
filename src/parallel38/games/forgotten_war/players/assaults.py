"""Which hexes are attacked in close combat."""

from __future__ import annotations

from typing import NamedTuple

from parallel38.games.forgotten_war.players import staff
from parallel38.games.forgotten_war.players.attacks import Defenders
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import close_combat
from parallel38.games.forgotten_war.rules.close_combat import Assault, Assaulting
from parallel38.games.forgotten_war.state import ForgottenWarState
from parallel38.hexgrid import Hex

WEAK = 2
"""The close combat strength up to which units that are no infantry are kept out of attacks."""


class PlannedAssault(NamedTuple):
    """An attack and what it is worth."""

    action: Assault
    value: float


def value(survey: Survey, h: Hex, units: tuple[int, ...], thorough: bool) -> float:
    """What a close combat is worth: steps of both sides, the ground, and what the attackers leave behind."""
    s = survey.s
    foes = close_combat.defenders(s, survey.foe, h)
    drm = sum(one.drm for one in close_combat.modifiers(s, survey.side, h, units))
    own = min(survey.stakes.step(u) for u in units)
    fought, clears, _ = Defenders(survey, h, foes).melee(close_combat.strength(s, units), own, drm)
    if not thorough:
        return fought
    moving = [u for u in units if s.where[u] != h]
    left = {s.where[u] for u in moving}
    posts = sum(
        survey.goals.prizes.get(n, 0.0)
        for n in left
        if survey.side == 0 and not any(u not in moving for u in s.at(survey.side, n))
    )
    risk = sum(survey.danger(u, h, False, len(units)) - survey.danger(u, s.where[u], True, 2) for u in moving)
    return fought - posts - survey.w["wary"] * max(0.0, risk) * (1 - clears / 2)


def best(s: ForgottenWarState, survey: Survey, frame: Assaulting, thorough: bool) -> PlannedAssault | None:
    """The most valuable attack; None if none is worth it. Units that are to be withdrawn at the end of the turn are
    kept out of it, because a close combat may hold them (F-14.2.1.1.B)."""
    found: list[PlannedAssault] = []
    for h, able in frame.targets(s):
        fit = [u for u in able if (s.rules.infantry[u] or s.close(u) > WEAK) and not (thorough and staff.due(s, u))]
        units = close_combat.best(s, survey.side, h, fit)
        if units:
            found.append(PlannedAssault(Assault(h, units), value(survey, h, units, thorough)))
    chosen = max(found, key=lambda planned: planned.value, default=None)
    return chosen if chosen and chosen.value > survey.w["assault"] else None
