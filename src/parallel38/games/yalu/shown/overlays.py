"""Overlays of Yalu's map: zones of control, supply lines, threats, ranges."""

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.yalu.rules import designation, fire, stacking, supply
from parallel38.games.yalu.rules import zones as zone_rules
from parallel38.games.yalu.rules.ranges import Range
from parallel38.games.yalu.state import DONE, MOVED, REGROUP, YaluState
from parallel38.hexgrid import Hex, Region
from parallel38.wargame import threat as threats


def zones(s: YaluState, side: int) -> Overlay:
    """D-8.1.1: the hexes in the zone of control of a side, and the units that have one."""
    found = [u for units in s.stacks(side).values() for u in zone_rules.exerting(s, units)]
    return Overlay(zone_rules.zone(s, side) & s.rules.land, units=tuple(sorted(found)))


def supplied(s: YaluState, side: int) -> Overlay:
    """D-5.1.1b: the supply line of each hex with its length off the road, in hexes, and the units that have none."""
    found = supply.lines(s, side)
    region = sum(1 << h for h in found)
    rules = s.rules
    cut = [u for u in s.present(side) if not rules.guerrilla[u] and not rules.naval[u] and not region >> s.where[u] & 1]
    ways = sorted({(*first, *along[1:]) for first, along in found.values() if len(first) + len(along) > 2})
    labels = {h: str(len(first) - 1) for h, (first, _) in found.items()}
    return Overlay(region, tuple(ways), labels, tuple(cut))


def reach(s: YaluState, unit: int) -> Overlay:
    """The hexes that a unit could reach on foot without a die if it began to move now, with the points left."""
    trial = threats.begun(s, s.rules.side_of[unit], MOVED | DONE)
    if not s.on_map(unit) or not s.rules.mobile[unit]:
        return Overlay()
    destinations = Range(trial, unit).destinations("foot")
    labels = {h: fraction_text(end.left) for h, end in destinations.items() if end.left is not None}
    return Overlay(sum(1 << h for h in destinations), labels=labels, units=(unit,))


def threat(s: YaluState, side: int) -> Overlay:
    """The best odds that the enemy could bring against each hex of a side by moving without a die (8.3, 9.1, 7)."""
    enemy = 1 - side
    trial = threats.begun(s, enemy, MOVED | DONE)
    still = 0 if s.effect(enemy, "attacks_north") else s.rules.north
    ranges: dict[int, Region] = {}
    for unit in s.present(enemy):
        if designation.may_attack(s, unit) and not s.flags[unit] & REGROUP:
            moves = Range(trial, unit).region("foot") if s.rules.mobile[unit] else 0
            ranges[unit] = (moves | 1 << s.where[unit]) & ~still

    def odds(h: Hex, units: list[int]) -> str | None:
        firing = sum(fire.strength(s, u) for u in units)
        defending = sum(fire.strength(s, u) for u in fire.targets_in(s, side, h))
        return fire.column(s, firing, defending) if firing and defending and s.rules.land >> h & 1 else None

    return threats.threat(
        s,
        side,
        ranges,
        strength=lambda unit: fire.strength(s, unit),
        closed=s.rules.barriers,
        fits=lambda there, unit: not stacking.over_limit(trial, enemy, [*there, unit]),
        odds=odds,
    )


OVERLAYS = {"zones": zones, "supply": supplied, "threat": threat}
"""The overlays of a side, by name."""
