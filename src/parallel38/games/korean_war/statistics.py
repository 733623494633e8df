"""The figures for the statistics of a game of The Korean War: casualties, and the luck of dice."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parallel38.engine.chance import Roll
from parallel38.engine.reports import Casualty, LuckSample
from parallel38.engine.state import Change
from parallel38.games.korean_war.rules import engagement
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.state import SIDES, KoreanWarState

if TYPE_CHECKING:
    from parallel38.games.korean_war.ruleset import KoreanWarRuleset

ALL = 4
"""The steps that count for a result which eliminates everything."""


def casualties(rules: "KoreanWarRuleset", changes: list[Change]) -> Iterator[Casualty]:
    """Units that were eliminated or came back, divisions that were reduced to replacement units."""
    names, size = rules.names, rules.grid.size
    dead = {names.box("eliminated"), names.box("destroyed")}
    for column, unit, old, new in changes:
        if column != "where" or rules.depot[unit] or not rules.steps[unit]:
            continue
        stood = old < size or old >= names.with_unit(0)
        kind = rules.size[unit] or rules.kind[unit]
        if stood and (new in dead or (new == names.box("out") and rules.replacement[unit])):
            yield Casualty("lost", unit, kind, rules.attack[0][unit])
        elif stood and new == names.box("aside") and rules.division[unit]:
            yield Casualty("reduced", unit, kind, rules.attack[0][unit])
        elif new < size and old in (names.box("available"), names.box("recruits")):
            yield Casualty("returned", unit, kind, rules.attack[0][unit])


def worth(result: str) -> int:
    """What a result of the Combat Results Table is worth to the attacker, in steps; a retreat counts one.

    >>> [worth(result) for result in ("Ae", "A2", "-", "Dr", "D1", "Dr3", "De")]
    [-4, -2, 0, 1, 1, 4, 4]
    """
    if result == "-":
        return 0
    if result.endswith("e"):
        return ALL if result.startswith("D") else -ALL
    steps = int(result.strip("ADr") or 0)
    return -steps if result.startswith("A") else steps + ("r" in result)


def luck_samples(before: KoreanWarState, after: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> list[LuckSample]:
    """What the dice of a combat were worth to the attacker, in steps."""
    fight = before.frames[-2]
    if not isinstance(fight, Combat) or fight.stage != "roll":
        return []
    value = worth(engagement.result(before, fight, dice[0]))
    return [
        LuckSample("attack", fight.side, value),
        LuckSample("defence", SIDES[1 - SIDES.index(fight.side)], -value),
    ]
