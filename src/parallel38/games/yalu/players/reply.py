"""Where to stand, judged by what the Communists could do about it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.games.yalu.data import weights
from parallel38.games.yalu.players.blows import Blows, Room
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.players.un import Stand
from parallel38.games.yalu.state import ASP, COMMUNIST, YaluState

VARIANTS: tuple[dict[str, float], ...] = (
    {},
    {"boldness": -1.0},
    {"danger": 10.0, "boldness": -1.0},
    {"ground": 0.02, "boldness": -1.0},
    {"fill": 1.0, "danger": 10.0},
    {"fill": 1.0, "ground": 0.3},
)
"""What is weighed otherwise in the plans among which one is chosen: bold or not, near or far, dense or thin."""
INCOME = 6
"""Attack supply that comes in a turn."""


def best_stand(s: YaluState, w: Mapping[str, float], rng: Random) -> Stand:
    """Of several plans the one after which the enemy's best attacks are worth least, ground and own attacks counted."""
    plans = [Stand(s, {**w, **variant}, rng, True) for variant in VARIANTS]
    return max(plans, key=lambda plan: _value(plan, w, rng))


def _value(plan: Stand, w: Mapping[str, float], rng: Random) -> float:
    after = plan.s.copy()
    for unit, h in plan.orders.items():
        if after.where[unit] != h:
            after.move(unit, h)
    survey = Survey(after, COMMUNIST)
    movers = {u: reach for u, reach in survey.reaches.items() if not after.rules.guerrilla[u]}
    standing = ((u, after.where[u]) for u in after.present(COMMUNIST) if u not in movers)
    theirs = {name: value for name, (value, _, _) in weights("communist").items()}
    blows = Blows(survey, movers, theirs, rings=False)
    found = blows.together(Room(survey, standing), after.track[ASP] + INCOME, 0, rng, 1)
    depth = survey.ground.depth
    held = sum(depth[h] for h in plan.line) / max(1, len(plan.line))
    lost = sum(blow.value for blow in found)
    won = sum(blow.value for blow in plan.blows)
    return w["won"] * won - lost + w["yield"] * held - w["broken"] * (not plan.line)
