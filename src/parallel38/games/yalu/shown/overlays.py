"""What can be laid over Yalu's map: zones of control, supply lines, threats, ranges."""

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.yalu.rules import designation, fire, stacking, supply
from parallel38.games.yalu.rules import zones as zone_rules
from parallel38.games.yalu.rules.ranges import Range
from parallel38.games.yalu.state import DONE, MOVED, REGROUP, YaluState
from parallel38.hexgrid import Hex, Region


def zones(s: YaluState, side: int) -> Overlay:
    """D-8.1.1: the hexes in the zone of control of a side, and who has one."""
    found = [u for units in s.stacks(side).values() for u in zone_rules.exerting(s, units)]
    return Overlay(zone_rules.zone(s, side) & s.rules.land, units=tuple(sorted(found)))


def supplied(s: YaluState, side: int) -> Overlay:
    """D-5.1.1b: the supply line of each hex with its length off the road, and who has none."""
    found = supply.lines(s, side)
    region = sum(1 << h for h in found)
    rules = s.rules
    cut = [u for u in s.present(side) if not rules.guerrilla[u] and not rules.naval[u] and not region >> s.where[u] & 1]
    ways = sorted({(*first, *along[1:]) for first, along in found.values() if len(first) + len(along) > 2})
    labels = {h: str(len(first) - 1) for h, (first, _) in found.items()}
    return Overlay(region, tuple(ways), labels, tuple(cut))


def _fresh(s: YaluState, side: int) -> YaluState:
    """The situation as if a side began to move now."""
    trial = s.copy()
    for unit in s.present(side):
        trial.flag(unit, MOVED | DONE, on=False)
        if trial.spent[unit]:
            trial.spend(unit, 0)
    return trial


def reach(s: YaluState, unit: int) -> Overlay:
    """Where a unit could go on foot without a die if it began to move now, with the points left."""
    trial = _fresh(s, s.rules.side_of[unit])
    if not s.on_map(unit) or not s.rules.mobile[unit]:
        return Overlay()
    destinations = Range(trial, unit).destinations("foot")
    labels = {h: fraction_text(end.left) for h, end in destinations.items() if end.left is not None}
    return Overlay(sum(1 << h for h in destinations), labels=labels, units=(unit,))


def threat(s: YaluState, side: int) -> Overlay:
    """The best odds that the enemy could bring against each hex of a side by moving without a die (8.3, 9.1, 7).

    Units go where they fit, the strongest first; so it may be a little more, but it is never less.
    """
    enemy = 1 - side
    trial = _fresh(s, enemy)
    still = 0 if s.effect(enemy, "attacks_north") else s.rules.north
    ranges: dict[int, Region] = {}
    for unit in s.present(enemy):
        if designation.may_attack(s, unit) and not s.flags[unit] & REGROUP:
            moves = Range(trial, unit).region("foot") if s.rules.mobile[unit] else 0
            ranges[unit] = (moves | 1 << s.where[unit]) & ~still
    strongest = sorted(ranges, key=lambda u: -fire.strength(s, u))
    labels: dict[Hex, str] = {}
    for h in s.stacks(side):
        targets = fire.targets_in(s, side, h)
        defending = sum(fire.strength(s, u) for u in targets)
        firing = sum(fire.strength(s, u) for u in _gathered(trial, enemy, h, strongest, ranges)) if defending else 0
        odds = fire.column(s, firing, defending) if firing else None
        if odds and s.rules.land >> h & 1:
            labels[h] = odds
    return Overlay(sum(1 << h for h in labels), labels=labels)


def _gathered(s: YaluState, enemy: int, h: Hex, strongest: list[int], ranges: dict[int, Region]) -> list[int]:
    """The units that can stand around a hex together."""
    around = {n: list[int]() for n in s.rules.grid.neighbours[h] if not s.rules.barriers.has(n, h)}
    region = sum(1 << n for n in around)
    able = [u for u in strongest if ranges[u] & region]
    for unit in sorted(able, key=lambda u: (ranges[u] & region).bit_count() > 1):  # who has no choice comes first
        for near, there in around.items():
            if ranges[unit] >> near & 1 and not stacking.over_limit(s, enemy, [*there, unit]):
                there.append(unit)
                break
    return [u for there in around.values() for u in there]
