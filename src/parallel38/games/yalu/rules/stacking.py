"""7 Stacking."""

from collections.abc import Collection, Iterable

from parallel38.engine.facts import fact
from parallel38.engine.trace import trace
from parallel38.games.yalu.rules.costs import allowance, costs_for, obstacles
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED, UN, WEATHER, YaluState
from parallel38.hexgrid import Hex, Region, step
from parallel38.wargame.costs import blocked_hexes

DIVISION = 27
RETURNS = {"USMC": ("usmc_regiment", "D-6.2.2.3"), "UK": ("uk_brigade", "D-6.2.2.4")}
"""Nations whose losses are dated: the row of the replacement chart, and the rule."""


def over_limit(s: YaluState, side: int, units: Collection[int]) -> bool:
    """Whether these units of a side exceed the stacking limit of a hex.

    D-7.1.1: three Communist divisions, or all divisions of one Chinese army. D-7.2.1: two UN divisions or as much in
    smaller units. D-7.2.2: three if all are ROK. D-7.2.3: sizes in twenty-sevenths of a division; the Korean Marine
    Corps is a regiment (D-2.5). D-7.2.4: support and garrisons are free.
    """
    if len(units) < 3:
        return False
    rules, weight = s.rules, 0
    for unit in units:
        weight += rules.weight[unit]
    if weight <= (3 if side == COMMUNIST else 2) * DIVISION:
        return False
    counted = [u for u in units if rules.weight[u]]
    if side == COMMUNIST:
        trace("D-7.1.1")
        armies = {rules.army[u] for u in counted}
        return len(armies) > 1 or "" in armies
    if any(rules.nation[u] != "ROK" for u in counted):
        trace("D-7.2.1")
        return True
    trace("D-7.2.2")
    return weight > 3 * DIVISION


def overstacked(s: YaluState, side: int) -> list[Hex]:
    """The hexes where a side exceeds the limit."""
    return [
        h
        for h, units in s.stacks(side).items()
        if len(units) > 2 and s.rules.land >> h & 1 and over_limit(s, side, units)  # two units never exceed it
    ]


def penalty(s: YaluState, side: int, h: Hex) -> None:
    """D-7.3: all units in an over-stacked hex are neutralized at once; units neutralized before are eliminated
    (14.3). D-12.1.6: support units only where they can be neutralized."""
    rules = s.rules
    exempt = rules.support if rules.edition.support_is_fragile else rules.naval
    units = [u for u in s.stacks(side).get(h, ()) if not rules.guerrilla[u] and not exempt[u]]
    fresh = tuple(u for u in units if not s.flags[u] & NEUTRALIZED)
    s.log("D-7.3", "overstacked" if fresh else "overstacked_again", hex=h, units=fresh)
    neutralize(s, units)


def neutralize(s: YaluState, units: Iterable[int]) -> None:
    """D-14.2, D-14.3: neutralize units; a unit that is already neutralized is eliminated.

    D-14.1: called for every cause: over-stacking, fire, bombardment, evacuation, airdrop, isolation, bug-out.
    """
    for unit in units:
        if s.flags[unit] & NEUTRALIZED:
            s.log("D-14.3", "eliminated_again", unit=unit)
            eliminate(s, unit)
        else:
            s.flag(unit, NEUTRALIZED)
            trace("D-14.1", "D-14.2")


def eliminate(s: YaluState, unit: int) -> None:
    """Put a unit into the dead pile, without markers.

    D-10.3.2, D-6.2.2.pn: of a unit that can break down, the parts, battalions or ROK regiments, are replaced one by
    one. D-17.1: a conscript goes back to the box of the order of battle instead. D-6.2.2.3, D-6.2.2.4: Marines and UK
    brigades may come back only some turns after their loss.
    """
    take_off(s, unit)
    if s.rules.conscript[unit]:
        trace("D-17.1")
        return
    due = 0
    if s.rules.steady[unit]:
        row, rule = RETURNS[s.rules.nation[unit]]
        due = s.turn + s.rules.charts["replacements_special"][row, "after"]
        trace(rule)
    for part in s.rules.last_parts[unit]:
        s.move(part, s.rules.names.box("dead"))
        s.spend(part, due)
    if len(s.rules.last_parts[unit]) > 1:
        trace("D-6.2.2.pn")


def take_off(s: YaluState, unit: int) -> None:
    """Take a unit off the map into the box `out`, without flags or points spent."""
    s.flag(unit, s.flags[unit], on=False)
    if s.spent[unit]:
        s.spend(unit, 0)
    s.move(unit, s.rules.names.box("out"))


def staying(s: YaluState, h: Hex) -> tuple[int, ...]:
    """The UN units in a hex that can no longer leave it in this phase.

    D-7.2.6: the limit counts only at the end of the phase, so units that have not moved yet do not block the hex.
    """
    return tuple(u for u in s.stacks(UN).get(h, ()) if not s.can_leave(u) or _rooted(s, u))


def full_for(s: YaluState, unit: int) -> Region:
    """The hexes where a UN unit may not end: too many units there can no longer leave."""
    full = 0
    for h, units in _crowded(s).items():
        if full_at_end(s, (unit,), units):
            full |= 1 << h
    return full


@fact("where", "flags", "spent", "enemy.where", "marks", ("track", WEATHER), of=UN)
def _crowded(s: YaluState) -> dict[Hex, tuple[int, ...]]:
    """The UN units that can no longer leave their hex, for hexes with several units: two units never exceed the
    limit."""
    found = {h: staying(s, h) for h, units in s.stacks(UN).items() if len(units) > 1}
    return {h: units for h, units in found.items() if len(units) > 1}


def _rooted(s: YaluState, unit: int) -> bool:
    """D-9.3.3.4: whether breaking down has left a unit that has not moved without the points for any hex beside it."""
    spent = s.spent[unit]
    if not spent:
        return False
    return not step(costs_for(s, unit), {s.where[unit]: spent}, allowance(s, unit), blocked_hexes(obstacles(s, UN)))


def full_at_end(s: YaluState, coming: tuple[int, ...], staying: Iterable[int]) -> bool:
    """D-7.2.6: whether UN units that end their move in a hex are too many with those that can no longer leave it."""
    return over_limit(s, UN, [*coming, *(u for u in staying if u not in coming)])
