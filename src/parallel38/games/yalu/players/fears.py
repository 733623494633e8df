"""The danger in which the posts of a Yalu commander are."""

from __future__ import annotations

from collections.abc import Container
from math import log
from random import Random

from parallel38.games.yalu.players.communist import CommunistPlan
from parallel38.games.yalu.players.reply import after_orders, attacks_on
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.players.un import UnPlan
from parallel38.games.yalu.rules import designation
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED, RIDGWAY, UN
from parallel38.hexgrid import Hex
from parallel38.players.fears import Post

LITTLE = 0.5
"""The least number of factors that makes a difference."""


def of_un_plan(plan: UnPlan) -> list[Post]:
    """The posts of a UN plan that enemies can reach; none in the last turn, which no enemy turn follows."""
    s = plan.s
    if s.turn == len(s.rules.turns):
        return []
    after = after_orders(s, plan.orders, plan.aboard)
    # random numbers of its own, because this decides nothing
    attacks = attacks_on(Survey(after, COMMUNIST), plan.w, Random(0))
    return _posts(Survey(after, UN), {attack.target for attack in attacks})


def of_communist_plan(plan: CommunistPlan) -> list[Post]:
    """The posts of a Communist plan that enemies can reach."""
    return _posts(Survey(after_orders(plan.s, plan.orders), COMMUNIST), ())


def _posts(survey: Survey, answered: Container[Hex]) -> list[Post]:
    """The posts of a side that enemies can reach; `answered` are the hexes that the enemy is expected to attack."""
    s = survey.s
    found: list[Post] = []
    for h, units in survey.mine.items():
        near, beside, mass = survey.pressure[h], survey.contact[h], survey.mass(units)
        if not near and not beside and h not in answered:
            continue
        facts = {
            "odds": log(max(LITTLE, near) / max(LITTLE, mass)),
            "contact": log(1 + beside / max(1.0, mass)),
        }
        if survey.side == UN:
            facts |= {
                "answer": float(h in answered),
                "price": float(designation.price(s, h, "supplied", 0)),
                "ridgway": float(s.track[RIDGWAY] > 0),
            }
        else:
            facts |= {
                "near": log(max(LITTLE, near)),
                "south": float(survey.ground.counts >> h & 1),
                "beaten": sum(bool(s.flags[u] & NEUTRALIZED) for u in units) / len(units),
                "hungry": float(not survey.supplied >> h & 1),
            }
        found.append(Post(h, facts))
    return found
