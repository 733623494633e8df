"""What a commander says about its plan: what it tries, where, and which losses it expects."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.games.mobile_war import data
from parallel38.games.mobile_war.players.march import MovementPlan
from parallel38.games.mobile_war.state import SIDES
from parallel38.players.fears import Post, worst

MOST = 3
"""How many attacks are mentioned at most."""


def of(plan: MovementPlan, posts: list[Post]) -> Iterator[Note]:
    """The plan of a phase in words."""
    for attack in sorted(plan.attacks, key=lambda b: -b.value)[:MOST]:
        if attack.table:
            args = {
                "hex": attack.target,
                "odds": attack.odds,
                "units": attack.units,
                "table_key": "branch." + attack.table,
            }
            yield Note("reason.blow", args, "K-COM-J1")
        else:
            yield Note("reason.overrun", {"hex": attack.target, "units": attack.units}, "K-COM-M1")
    if plan.held:
        yield Note("reason.hold", {"hexes": tuple(plan.held), "n": len(plan.held)}, "K-VIC-6a")
    if not plan.attacks and plan.phase == "first":
        yield Note("reason.march", {}, "K-VIC-5")
    for chance, h in worst(posts, data.fears(SIDES[plan.survey.side])):
        yield Note("reason.fear", {"hex": h, "n": round(100 * chance)}, "K-COM-J1")
