"""The figures for the statistics of a game of The Mobile War: casualties, and the luck of dice."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parallel38.engine.chance import Roll
from parallel38.engine.reports import Casualty, LuckSample
from parallel38.engine.state import Change
from parallel38.games.mobile_war.rules.fight import Fight
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, MobileWarState

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

DIVISION = 3
"""The regiments of a division."""


def casualties(rules: "MobileWarRuleset", changes: list[Change]) -> Iterator[Casualty]:
    """Losses and returns, in regiments; of the Chinese, who are lost whole, the units that were lost.

    Communist supply units are lost to the enemy or by being used; ships that are sent away are left out.
    """
    names, size = rules.names, rules.grid.size
    boxes = {names.box(box) for box in ("nk_box", "rok_box", "un_box")}
    dead = boxes | {names.box("gone")}
    used = {names.box("spare"), names.box("returning")}
    for column, unit, old, new in changes:
        if column != "where" or rules.naval[unit]:
            continue
        stood = old < size or old >= names.with_unit(0)  # aboard, or in a unit broken down by the loss
        if stood and (new in dead or (rules.supply[unit] and new in used)):
            yield Casualty("lost", unit, rules.size[unit], rules.strength[unit])
        elif new < size and (old in boxes or (rules.supply[unit] and old == names.box("returning"))):
            yield Casualty("returned", unit, rules.size[unit], rules.strength[unit])


def luck_samples(before: MobileWarState, after: MobileWarState, roll: Roll, dice: tuple[int, ...]) -> list[LuckSample]:
    """What a result cost each side, in regiments, for the other side: as many as it says, but no more than there are.

    K-COM-L1, K-COM-K2: when no regiments are left, armies lose divisions, and these losses are not doubled.
    """
    fight = before.frames[-2]
    event = next((event for event in after.events if event.text == "result"), None)
    if not isinstance(fight, Fight) or event is None:
        return []
    kind, n = event.args["result_key"].removeprefix("result.")
    attacker = SIDES.index(fight.side)
    pools = {attacker: [*fight.units]}
    pools[1 - attacker] = before.fighters(1 - attacker, fight.hex)
    hit = {attacker: kind in "AE", 1 - attacker: kind in "DE"}

    def lost(side: int) -> int:
        if not hit[side]:
            return 0
        rules = before.rules
        light, heavy = (
            sum(rules.regiments[u] for u in pools[side] if (rules.size[u] == "army") == army) for army in (False, True)
        )
        if n == "x":
            return light + heavy
        times = 2 if fight.doubled and side == COMMUNIST else 1
        divisions = max(0, int(n) + -light // times)
        return min(light, times * int(n)) + min(heavy, DIVISION * divisions)

    return [
        LuckSample("attack", fight.side, lost(1 - attacker)),
        LuckSample("defence", SIDES[1 - attacker], lost(attacker)),
    ]
