"""What a commander of The Forgotten War knows of the danger to its posts."""

from __future__ import annotations

from math import log

from parallel38.games.forgotten_war.players.march import MovementPlan
from parallel38.games.forgotten_war.players.reply import Answer
from parallel38.players.fears import Post


def of(plan: MovementPlan, answer: Answer | None) -> list[Post]:
    """The posts that the enemy can attack when the player turn is over; none if the enemy has no turn after it."""
    if answer is None or plan.survey.goals.final:
        return []
    foe, s, side = answer.survey, answer.survey.s, plan.survey.side
    best = {attack.target: attack for attack in answer.attacks}
    found: list[Post] = []
    for h, units in s.manned(side).items():
        pressed = plan.survey.pressure.get(h, 0.0)
        if not pressed and h not in best:
            continue
        attack = best.get(h)
        facts = {
            "attacked": float(attack is not None),
            "clears": attack.clears if attack else 0.0,
            "pressure": log(1 + pressed),
            "company": log(len(units)),
            "reduced": sum(s.reduced(u) for u in units) / len(units),
            "dug": float(s.dug_in(side, h)),
            "contact": float(bool(s.beside(foe.side) >> h & 1)),
        }
        found.append(Post(h, facts))
    return found
