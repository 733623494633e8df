"""What a commander of The Korean War knows of the danger to its posts."""

from __future__ import annotations

from math import log

from parallel38.games.korean_war.players.survey import Survey
from parallel38.players.fears import Post

LITTLE, MUCH = -1.0, 2.1
"""The odds, as logarithms, below and above which a difference no longer counts."""


def of(survey: Survey) -> list[Post]:
    """The hexes with units that enemies could attack."""
    s, found = survey.s, list[Post]()
    for h, units in s.fighters(survey.side).items():
        attack = survey.pressure(h, later=False)
        if not attack:
            continue
        works = s.works(survey.side, h)
        defense = max(1, sum(survey.defense_of(u, h, s.fatigued(u), works) for u in units))
        facts = {
            "odds": max(LITTLE, min(MUCH, log(attack / defense))),
            "steps": log(sum(s.steps(u) for u in units)),
            "works": float(works),
            "rough": float(survey.rules.rugged >> h & 1),
            "city": float(survey.rules.cities >> h & 1),
        }
        found.append(Post(h, facts))
    return found
