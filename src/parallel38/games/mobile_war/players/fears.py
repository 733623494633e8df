"""What a commander of The Mobile War knows of the danger to its posts."""

from __future__ import annotations

from math import log

from parallel38.games.mobile_war.players.march import MovementPlan
from parallel38.games.mobile_war.state import SIDES
from parallel38.players.courses import turn_over
from parallel38.players.fears import Post

LITTLE, MUCH = -1.0, 2.1
"""The odds, as logarithms, below and above which a difference no longer counts."""
LEAST = 0.1
"""The least ratio of the strengths of a side and its enemy that is counted."""


def of(plan: MovementPlan) -> list[Post]:
    """The posts that enemies can attack when the player turn is over; none if the enemy has no turn after it."""
    s, survey = plan.survey.s, plan.survey
    if plan.phase != "second" or (survey.last and turn_over(s.rules, s, SIDES[survey.enemy])):
        return []
    found: list[Post] = []
    for h, there in plan.there.items():
        units, near = [u for u in there if s.rules.combat[u]], survey.pressure[h]
        if not units or not near:
            continue
        defence = max(1.0, survey.resistance(units, h))
        beside = sum(s.rules.strength[u] for n in survey.ground.beside[h] for u in survey.theirs.get(n, ()))
        facts = {
            "odds": max(LITTLE, min(MUCH, log(near / defence))),
            "contact": log(1 + beside / defence),
            "near": log(near),
            "toll": survey.loss(units, h, 1.0),
            "balance": log(max(LEAST, survey.balance)),
        }
        found.append(Post(h, facts))
    return found
