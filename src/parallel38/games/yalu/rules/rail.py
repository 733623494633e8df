"""9.2.2 and 9.3.2 Rail movement."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from parallel38.engine.facts import fact
from parallel38.engine.flow import Obstacle, Refusal
from parallel38.engine.values import leg
from parallel38.games.yalu.rules import guerrillas, stacking, zones
from parallel38.games.yalu.rules.costs import allowance, crawl, shut_bridges
from parallel38.games.yalu.state import COMMUNIST, RAIL, UN, WEATHER, YaluState
from parallel38.hexgrid import Costs, Hex, Region, bits

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

HEXES = (24, 12)
"""The distance of trains in hexes: UN, Communist (9.3.2.1, 9.2.2.2)."""
DIVISIONS = 2 * stacking.DIVISION
"""What trains carry in a turn, in twenty-sevenths of a division (9.2.2.4, 9.3.2.4)."""
ENTRAIN = 2
"""The movement points that a UN unit pays to board a train (9.3.2.1)."""


def rail_costs(rules: YaluRuleset) -> Costs:
    """A railway hex costs one, and trains move only along the line (9.2.2.2, 9.3.2.1)."""
    return Costs(rules.grid, lambda a, b: 1 if rules.board.rails.has(a, b) else None)


def costs_for(s: YaluState, side: int) -> Costs:
    """The hexes for which each railway hex counts: one with a guerrilla may count for several to the UN (C-17a)."""
    slow = s.rules.edition.rail_hunger
    hexes = guerrillas.hexes(s) & s.rules.by_rail if side == UN and slow > 1 else 0
    shut = shut_bridges(s.marks) if s.rules.edition.damage_shuts and s.marks else frozenset()
    return _other_costs(s.rules, hexes, slow, shut) if hexes or shut else s.rules.rail_costs


@lru_cache(maxsize=64)
def _other_costs(rules: YaluRuleset, hexes: Region, slow: int, shut: frozenset[frozenset[Hex]]) -> Costs:
    usual = rules.rail_costs

    def cost(a: Hex, b: Hex) -> int | None:
        if frozenset((a, b)) in shut or not usual.of(a, b):
            return None
        return slow if hexes >> b & 1 else usual.of(a, b)

    near = rules.grid.around(hexes) | sum(1 << h for pair in shut for h in pair)
    return usual.changed(cost, bits(near & rules.by_rail))


def beside_enemy(s: YaluState, side: int) -> Region:
    """D-9.2.2.3, D-9.3.2.2: the hexes beside enemy units, with or without a zone; guerrillas and ships do not count."""
    enemies = s.held_by(1 - side)
    if side == COMMUNIST and s.rules.setting.rulings["ships-beside-rail"] == "enemy":
        for h, units in s.stacks(UN).items():
            if any(s.rules.naval[u] for u in units):
                enemies |= 1 << h
    return s.rules.grid.around(enemies) & ~s.held_by(1 - side)


@fact("enemy.where", "enemy.flags", "marks", ("track", WEATHER))
def obstacles(s: YaluState, side: int) -> tuple[Obstacle, ...]:
    """The hexes that no train of a side may enter."""
    breaks = 0
    for kind, h, _ in s.marks:
        if kind == "rail-break":
            breaks |= 1 << h
    edition, rule = s.rules.edition, "D-9.2.2.3" if side == COMMUNIST else "D-9.3.2.2"
    found = (
        Obstacle("D-9.1.3", "enemy_hex", s.held_by(1 - side)),
        Obstacle(rule, edition.rail_text, edition.rail_shut(s, side)),
        Obstacle("D-13.7.3", "rail_break", breaks),
    )
    if side == UN and s.effect(UN, "still_north"):
        return (*found, Obstacle("D-4.2", "blizzard_still", s.rules.north))
    return found


def boarding_refusals(s: YaluState, units: tuple[int, ...], fresh: bool) -> Iterator[Refusal]:
    """Every reason why units may not board a train where they stand."""
    rules, side, start = s.rules, s.rules.side_of[units[0]], s.where[units[0]]
    communist = side == COMMUNIST
    if communist and not fresh:
        yield Refusal("D-9.2.2.1", "rail_instead", {"units": units}, units)
    if not rules.by_rail >> start & 1:
        yield Refusal("D-9.2.2.1" if communist else "D-9.3.2.1", "not_on_rail", {"units": units, "hex": start}, units)
    if not s.effect(side, "rail"):
        args = {"weather_key": "weather." + s.weather}
        yield Refusal("D-9.2.2.2" if communist else "D-9.3.2.1", "no_rail_weather", args)
    for obstacle in obstacles(s, side):
        if obstacle.region >> start & 1:
            yield from _start_refusals(s, units, obstacle, fresh)
    yield from full(s, units)
    if not communist:
        for unit in units:
            left = allowance(s, unit) - s.spent[unit]
            if left < ENTRAIN * rules.point:
                args = {"unit": unit, "left_mp": left, "need_mp": ENTRAIN * rules.point}
                yield Refusal("D-9.3.2.1", "no_points_to_entrain", args, (unit,))


def full(s: YaluState, units: tuple[int, ...]) -> Iterator[Refusal]:
    """D-9.2.2.4, D-9.3.2.4: why trains cannot carry all of these units in addition to those of this turn."""
    rules = s.rules
    if s.track[RAIL] + sum(rules.weight[u] for u in units) > DIVISIONS:
        rule = "D-9.2.2.4" if rules.side_of[units[0]] == COMMUNIST else "D-9.3.2.4"
        yield Refusal(rule, "rail_full", {"units": units}, units)


def _start_refusals(s: YaluState, units: tuple[int, ...], obstacle: Obstacle, fresh: bool) -> Iterator[Refusal]:
    """The reason why units may not board in a hex that trains may not enter, if it is one.

    D-13.7.3: trains may leave a broken hex; C-26C1: not in Classic. C-23B, C-28D: in Classic units may board in an
    enemy zone; C-8: but not in one that they have entered in this move.
    """
    edition, side, start = s.rules.edition, s.rules.side_of[units[0]], s.where[units[0]]
    args = {"hex": start, "units": units, "by_units": ()}
    if obstacle.text == "rail_break":
        if edition.damage_shuts:
            yield Refusal(obstacle.rule, obstacle.text, args, (), (start,))
    elif obstacle.text != edition.rail_text:
        yield Refusal(obstacle.rule, obstacle.text, args, (), (start,))
    elif not edition.boards_in_reach_of_enemies:
        culprits = enemies_beside(s, side, start)
        yield Refusal(obstacle.rule, "entrain_beside_enemy", {**args, "by_units": culprits}, culprits, (start,))
    elif not fresh:
        culprits = zones.over(s, 1 - side, start)
        yield Refusal("D-8.3.1.1", "entrain_stopped", {**args, "by_units": culprits}, culprits, (start,))


def enemies_beside(s: YaluState, side: int, h: Hex) -> tuple[int, ...]:
    """The enemies around a hex because of which trains of a side may not enter it."""
    stacks = s.stacks(1 - side)
    ships = side == COMMUNIST and s.rules.setting.rulings["ships-beside-rail"] == "enemy"
    near = [u for n in s.rules.grid.neighbours[h] for u in stacks.get(n, ())]
    return tuple(u for u in near if not s.rules.guerrilla[u] and (ships or not s.rules.naval[u]))


def path_refusals(s: YaluState, units: tuple[int, ...], path: tuple[int, ...], fresh: bool) -> Iterator[Refusal]:
    """9.2.2, 9.3.2: along the line, not beside the enemy, within the limits of hexes and divisions."""
    side = s.rules.side_of[units[0]]
    communist = side == COMMUNIST
    yield from boarding_refusals(s, units, fresh)
    if any(h < 0 for h in path):
        yield Refusal("D-9.2.3.1", "nothing_to_infiltrate", {"units": units, "hex": leg(path[0])}, units)
    slow = crawl(s, side)
    hexes = [leg(h) for h in path]
    bars, costs, used = obstacles(s, side), costs_for(s, side), 0
    for i, (here, there) in enumerate(pairwise(hexes), 1):
        if not s.rules.board.rails.has(here, there):
            rule = "D-9.2.2.2" if communist else "D-9.3.2.1"
            yield Refusal(rule, "not_along_rail", {"from_hex": here, "to_hex": there}, (), (here, there), i)
        elif costs.of(here, there) is None:
            args = {"from_hex": here, "to_hex": there}
            yield Refusal("D-13.7.3", "rail_bridge_shut", args, (), (here, there), i)
        for bar in bars:
            if bar.region >> there & 1:
                culprits = enemies_beside(s, side, there) if bar.text == "rail_beside_enemy" else ()
                if bar.text == "rail_zone":
                    culprits = zones.over(s, 1 - side, there)
                if bar.text == "enemy_hex":
                    culprits = tuple(s.stacks(1 - side).get(there, ()))
                args = {"units": units, "hex": there, "by_units": culprits}
                yield Refusal(bar.rule, bar.text, args, culprits, (there,), i)
        if i > 1 and (slow >> here & 1 or slow >> hexes[0] & 1):
            yield Refusal("D-4.2", "blizzard_one_hex", {"units": units, "hex": here}, units, (here,), i)
        within, used = used <= HEXES[side], used + (costs.of(here, there) or 1)
        if within and used > HEXES[side]:
            rule = "D-9.2.2.2" if communist else "D-9.3.2.1"
            args = {"units": units, "n": HEXES[side], "hex": there}
            yield Refusal(rule, "rail_too_far", args, units, (there,), i)
