"""What can be laid over the map of The Mobile War: zones of control, supply, threats, ranges."""

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.mobile_war.rules import odds, supply
from parallel38.games.mobile_war.rules import zones as zone_rules
from parallel38.games.mobile_war.rules.ranges import MODES, Range
from parallel38.games.mobile_war.state import (
    DIGGING,
    ENTRENCHED,
    MOVED,
    MOVED_FIRST,
    UNSUPPLIED,
    MobileWarState,
)
from parallel38.hexgrid import Hex, Region


def zones(s: MobileWarState, side: int) -> Overlay:
    """K-ZOC-1: the hexes in the zone of control of a side, and who has one."""
    units = [u for u in s.present(side) if s.rules.exerts[u]]
    return Overlay(zone_rules.zone(s, side) & s.rules.land, units=tuple(units))


def supplied(s: MobileWarState, side: int) -> Overlay:
    """K-SUP-C1a, K-SUP-D1a: where a side is in supply on the ground, and who is out of it."""
    cut = tuple(u for u in s.present(side) if not supply.supplied(s, u))
    return Overlay(supply.region(s, side), units=cut)


def _fresh(s: MobileWarState, side: int) -> MobileWarState:
    """The situation as if a side began its player turn now."""
    trial = s.copy()
    for unit in s.present(side):
        trial.flag(unit, MOVED | MOVED_FIRST | DIGGING, on=False)
        trial.flag(unit, UNSUPPLIED, not supply.supplied(s, unit))
    return trial


def _able(s: MobileWarState, unit: int) -> bool:
    """Whether a unit moves on land at all as it stands."""
    return s.on_map(unit) and not s.rules.naval[unit] and not s.flags[unit] & ENTRENCHED


def reach(s: MobileWarState, unit: int) -> Overlay:
    """Where a unit could go in a first movement phase that began now, in any manner, with what is left on foot."""
    if not _able(s, unit):
        return Overlay()
    way = Range(_fresh(s, s.rules.side_of[unit]), unit, "first")
    region: Region = 0
    for mode in MODES:
        region |= way.region(mode)
    labels = {h: fraction_text(end.left) for h, end in way.destinations("foot").items() if end.left is not None}
    return Overlay(region, labels=labels, units=(unit,))


def threat(s: MobileWarState, side: int) -> Overlay:
    """The best odds that the enemy could bring against each hex of a side after one movement phase, all in supply.

    Two units stand in each hex around it, the strongest first; so it may be a little more, but it is never less.
    Ships and naval guns are not counted.
    """
    enemy = 1 - side
    trial = _fresh(s, enemy)
    ranges: dict[int, Region] = {}
    for unit in s.present(enemy):
        if s.rules.combat[unit]:
            way = Range(trial, unit, "first")
            moves = way.region("foot") | way.region("road") if _able(s, unit) else 0
            ranges[unit] = moves | 1 << s.where[unit]
    strongest = sorted(ranges, key=lambda u: -s.rules.strength[u])
    labels: dict[Hex, str] = {}
    for h in s.stacks(side):
        defenders = s.fighters(side, h)
        attack = sum(odds.attack_strength(s, u, True) for u in _gathered(s, h, strongest, ranges)) if defenders else 0
        if attack:
            labels[h] = odds.column(s, attack, odds.defence_strength(s, defenders, h))
    return Overlay(sum(1 << h for h in labels), labels=labels)


def _gathered(s: MobileWarState, h: Hex, strongest: list[int], ranges: dict[int, Region]) -> list[int]:
    """The units that can stand around a hex together."""
    room = {n: s.rules.stack_limit for n in s.rules.grid.neighbours[h] if not s.rules.inlets.has(n, h)}
    around = sum(1 << n for n in room)
    able = [u for u in strongest if ranges[u] & around]
    found: list[int] = []
    for unit in sorted(able, key=lambda u: (ranges[u] & around).bit_count() > 1):  # who has no choice comes first
        near = next((n for n, left in room.items() if left and ranges[unit] >> n & 1), None)
        if near is not None:
            room[near] -= 1
            found.append(unit)
    return found
