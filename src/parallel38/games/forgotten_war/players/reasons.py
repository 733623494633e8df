"""What a commander says about its plan: what it tries, where, and which losses it expects."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.games.forgotten_war.data import FILES
from parallel38.games.forgotten_war.players.march import MovementPlan
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES
from parallel38.players.fears import Post, worst

MOST = 3
"""How many attacks are mentioned at most."""
TASKS = {
    "garrison": "F-14.2.3.A",
    "depart": "F-15.2.1.C",
    "recrew": "F-10.2.1.N1",
    "loot": "F-15.2.2.D",
}
"""The tasks that are told of, with their rules."""


def of(plan: MovementPlan, posts: list[Post]) -> Iterator[Note]:
    """The plan of a movement phase in words."""
    s, goals = plan.survey.s, plan.survey.goals
    if goals.battle == "naktong" and plan.survey.side == COMMUNIST and not goals.last and not goals.drives:
        yield Note("reason.wait", {}, "F-15.1.1.C")
    for attack in plan.attacks[:MOST]:
        args = {"hex": attack.target, "units": attack.units, "n": round(100 * attack.clears)}
        if attack.enters:
            yield Note("reason.storm", {**args, "odds": attack.odds}, "F-13.4.A")
        else:
            yield Note("reason.volley", args, "F-12")
    for task, rule in TASKS.items():
        units = tuple(u for u, name in plan.tasks.items() if name == task)
        if units:
            yield Note(f"reason.{task}", {"units": units}, rule)
    if not plan.attacks and s.held(plan.survey.foe):
        yield Note("reason.march", {}, "F-15.A")
    for chance, h in worst(posts, FILES.fears(SIDES[plan.survey.side])):
        yield Note("reason.fear", {"hex": h, "n": round(100 * chance)}, "F-13.0")
