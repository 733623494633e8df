"""Overlays for the map of The Mobile War: zones of control, supply, threats, ranges."""

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.mobile_war.rules import odds, special, supply
from parallel38.games.mobile_war.rules import zones as zone_rules
from parallel38.games.mobile_war.rules.ranges import MODES, Range
from parallel38.games.mobile_war.state import (
    COMMUNIST,
    DIGGING,
    ENTRENCHED,
    MOVED,
    MOVED_FIRST,
    UN,
    UNSUPPLIED,
    MobileWarState,
)
from parallel38.hexgrid import Hex, Region
from parallel38.wargame import threat as threats


def zones(s: MobileWarState, side: int) -> Overlay:
    """K-ZOC-1: the hexes in the zone of control of a side, and the units that have one."""
    units = [u for u in s.present(side) if s.rules.exerts[u]]
    return Overlay(zone_rules.zone(s, side) & s.rules.land, units=tuple(units))


def supplied(s: MobileWarState, side: int) -> Overlay:
    """K-SUP-C1a, K-SUP-D1a: the hexes where a side is in supply on the ground, and its units that are out of supply.

    K-SGI-2a: with those that Seoul supplies for South Koreans alone; if there are such hexes, Seoul bears their name.
    All land if special rules supply every Communist unit.
    """
    cut = tuple(u for u in s.present(side) if not supply.supplied(s, u))
    wherever = side == COMMUNIST and special.communists_supplied(s)
    everybody = s.rules.land if wherever else supply.region(s, side)
    seoul = supply.from_seoul(s) if side == UN else 0
    labels = {s.rules.board.places["Seoul"]: "ROK"} if seoul & ~everybody else {}
    return Overlay(everybody | seoul, labels=labels, units=cut)


def _begun(s: MobileWarState, side: int) -> MobileWarState:
    """A copy of the state in which a side begins its player turn now."""
    trial = threats.begun(s, side, MOVED | MOVED_FIRST | DIGGING)
    for unit in s.present(side):
        trial.flag(unit, UNSUPPLIED, not supply.supplied(s, unit))
    return trial


def _able(s: MobileWarState, unit: int) -> bool:
    """Whether a unit can move on land as it stands."""
    return s.on_map(unit) and not s.rules.naval[unit] and not s.flags[unit] & ENTRENCHED


def reach(s: MobileWarState, unit: int) -> Overlay:
    """The hexes that a unit could reach in a first movement phase now, in any mode, with the points left on foot."""
    if not _able(s, unit):
        return Overlay()
    way = Range(_begun(s, s.rules.side_of[unit]), unit, "first")
    region: Region = 0
    for mode in MODES:
        region |= way.region(mode)
    labels = {h: fraction_text(end.left) for h, end in way.destinations("foot").items() if end.left is not None}
    return Overlay(region, labels=labels, units=(unit,))


def threat(s: MobileWarState, side: int) -> Overlay:
    """The best odds that the enemy could bring against each hex of a side after one movement phase, all in supply.

    Ships and naval guns are not counted.
    """
    enemy = 1 - side
    trial = _begun(s, enemy)
    ranges: dict[int, Region] = {}
    for unit in s.present(enemy):
        if s.rules.combat[unit]:
            way = Range(trial, unit, "first")
            moves = way.region("foot") | way.region("road") if _able(s, unit) else 0
            ranges[unit] = moves | 1 << s.where[unit]

    def best(h: Hex, units: list[int]) -> str | None:
        defenders, attack = s.fighters(side, h), sum(odds.attack_strength(s, u, True) for u in units)
        return odds.column(s, attack, odds.defence_strength(s, defenders, h)) if attack and defenders else None

    return threats.threat(
        s,
        side,
        ranges,
        strength=s.rules.strength.__getitem__,
        closed=s.rules.inlets,
        fits=lambda there, unit: len(there) < s.rules.stack_limit,
        odds=best,
    )


OVERLAYS = {"zones": zones, "supply": supplied, "threat": threat}
"""The overlays of a side, by name."""
