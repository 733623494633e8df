"""Cutting the Communists' roads in the last turn, which no Communist turn follows: units in the south that are out of
supply do not count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from parallel38.games.yalu.rules import supply, victory
from parallel38.games.yalu.rules.airdrop import Drop
from parallel38.games.yalu.state import COMMUNIST, YaluState
from parallel38.hexgrid import Hex, bits
from parallel38.players.commander import allowed
from parallel38.players.plans import Reaches

ENOUGH = victory.WITH_SEOUL
"""The Communist factors in the south below which the Communists cannot win whatever stands in Seoul."""


class RoadCuts(NamedTuple):
    """Units that cut roads, each with its hex, and the parachute drop of one of them."""

    orders: Mapping[int, Hex]
    drop: Drop | None


NO_CUTS = RoadCuts({}, None)


def winning_cuts(s: YaluState, reaches: Reaches, airborne: Iterable[int]) -> RoadCuts:
    """D-20.2: the hexes in which the roads of the Communists in the south are cut, if this wins the game; else none.

    In each step the hex is taken from which most factors are cut off, by the weakest of the units in `reaches` that can
    reach it; airborne units come by parachute (9.3.7).
    """
    rules, after, orders, drop = s.rules, s.copy(), dict[int, Hex](), None
    free = dict(reaches)
    jumps = {h: Drop(u, h) for u in airborne for h in bits(rules.land) if allowed(s, Drop(u, h))}
    while _south(after)[0] >= ENOUGH and free:
        hexes = {h for reach in free.values() for h in reach} | {*jumps}
        unit, best, value = next(iter(free)), None, _south(after)
        for h in hexes - set(orders.values()):
            trial = after.copy()
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
        after.move(unit, best)
        del free[unit]
    factors, seoul = victory.factors_south(after)
    wins = factors < ENOUGH or (factors < victory.ALONE and len(seoul) < victory.IN_SEOUL)
    return RoadCuts(orders, drop) if wins else NO_CUTS


def blockers(s: YaluState, units: Iterable[int]) -> list[int]:
    """D-20.2: those of the units that keep enemies in the south out of supply by standing where they are."""
    now, found = _south(s)[0], list[int]()
    for unit in units:
        trial = s.copy()
        trial.move(unit, trial.rules.names.box("out"))
        if _south(trial)[0] > now:
            found.append(unit)
    return found


def _south(s: YaluState) -> tuple[int, int]:
    """The Communist factors that count in the south, and all Communist factors in supply."""
    supplied = supply.supplied(s, COMMUNIST)
    units = (u for h, there in s.stacks(COMMUNIST).items() if supplied >> h & 1 for u in there)
    return victory.factors_south(s)[0], sum(s.rules.strength[u] for u in units)
