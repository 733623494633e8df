"""Cutting the Communists' roads in the last turn, which no Communist turn follows: units in the south that are out of
supply do not count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.games.yalu.rules import supply, victory
from parallel38.games.yalu.rules.airdrop import Drop
from parallel38.games.yalu.state import COMMUNIST, YaluState
from parallel38.hexgrid import Hex, bits
from parallel38.players.commander import allowed

if TYPE_CHECKING:
    from parallel38.games.yalu.players.un import Stand

ENOUGH = victory.WITH_SEOUL
"""The Communist factors in the south below which the Communists cannot win whatever stands in Seoul."""


def strangle(plan: Stand) -> None:
    """D-20.2: cut the roads of the Communists in the south.

    In each step the hex is taken from which most factors are cut off, by the weakest unit with a zone of control that
    can reach it; the 187th comes by parachute (9.3.7). Unless this wins the game, no unit goes; if it does, no other
    unit moves, for that might open a road.
    """
    rules, s, orders, drop = plan.s.rules, plan.s.copy(), dict[int, Hex](), None
    free = {u: r for u, r in plan.movers.items() if plan.fit(u) and rules.zoc[u] and rules.mobile[u]}
    jumps = {h: Drop(u, h) for u in plan.reserve for h in bits(rules.land) if allowed(plan.s, Drop(u, h))}
    while _south(s)[0] >= ENOUGH and free:
        hexes = {h for reach in free.values() for h in reach} | {*jumps}
        unit, best, value = next(iter(free)), None, _south(s)
        for h in hexes - set(orders.values()):
            trial = s.copy()
            trial.move(unit, h)
            if _south(trial) < value:
                best, value = h, _south(trial)
        if best is None:
            break
        able = [u for u, reach in free.items() if best in reach]
        unit = min(able, key=lambda u: (rules.strength[u], u)) if able else jumps[best].unit
        if not able:
            drop, jumps = jumps[best], {}
        orders[unit] = best
        s.move(unit, best)
        del free[unit]
    factors, seoul = victory.factors_south(s)
    if factors < ENOUGH or (factors < victory.ALONE and len(seoul) < victory.IN_SEOUL):
        plan.drop, plan.cuts = drop, list(orders.values())
        for unit, h in orders.items():
            plan.send(unit, h)


def bar(plan: Stand) -> None:
    """D-20.2: a unit that keeps enemies in the south out of supply stays where it is."""
    now = _south(plan.s)[0]
    for unit in plan.movers:
        trial = plan.s.copy()
        trial.move(unit, trial.rules.names.box("out"))
        if _south(trial)[0] > now:
            plan.movers[unit] = {plan.s.where[unit]: 1.0}


def _south(s: YaluState) -> tuple[int, int]:
    """The Communist factors that count in the south, and all Communist factors in supply."""
    fed = supply.supplied(s, COMMUNIST)
    units = (u for h, there in s.stacks(COMMUNIST).items() if fed >> h & 1 for u in there)
    return victory.factors_south(s)[0], sum(s.rules.strength[u] for u in units)
