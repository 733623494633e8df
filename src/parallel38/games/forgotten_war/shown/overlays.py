"""Overlays for the maps of The Forgotten War: where units can go, what is spotted, who is under fire, roads of
Chosin."""

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.forgotten_war.rules import targets
from parallel38.games.forgotten_war.rules.ranges import MODES, Range
from parallel38.games.forgotten_war.state import DUG, FIRED, MOVED, NEAR, ForgottenWarState
from parallel38.hexgrid import Region
from parallel38.wargame import threat as threats


def reach(s: ForgottenWarState, unit: int) -> Overlay:
    """The hexes that a unit could reach if it moved now, with the points left by normal movement."""
    if not s.on_map(unit) or s.rules.marker[unit] or not s.rules.movement[unit]:
        return Overlay()
    way = Range(threats.begun(s, s.rules.side_of[unit], MOVED | NEAR | DUG), unit)
    region: Region = 0
    for mode in MODES:
        region |= way.region(mode)
    labels = {h: fraction_text(end.left) for h, end in way.destinations("foot").items() if end.left is not None}
    return Overlay(region, labels=labels, units=(unit,))


def spotting(s: ForgottenWarState, side: int) -> Overlay:
    """The hexes that a side spots for artillery: next to its units, and within three hexes of those on hilltops."""
    hexes = s.held(side)
    far = s.rules.far
    on_hills = targets.seen_from(s, hexes & s.rules.hilltops, far["spotter_on_hilltop"])
    seen = targets.seen_from(s, hexes, far["spotter"]) | on_hills
    watchers = tuple(u for u in s.present(side) if s.rules.hilltops >> s.where[u] & 1)
    return Overlay(seen & s.rules.board.in_play, units=watchers)


def fire(s: ForgottenWarState, side: int) -> Overlay:
    """The hexes under direct fire of a side, each with the fire strength that can reach it."""
    strength: dict[int, int] = {}
    region: Region = 0
    for unit in s.present(side):
        if s.rules.gun[unit] or s.locked(unit) or s.flags[unit] & FIRED:
            continue
        _, far = s.rules.battle.direct_range(s.rules, unit)
        disk = s.rules.disk(s.where[unit], far)
        region |= disk
        for h in s.stacks(1 - side):
            if disk >> h & 1:
                strength[h] = strength.get(h, 0) + s.fire(unit)
    return Overlay(region & ~s.held(side), labels={h: str(n) for h, n in strength.items()})


def roads(s: ForgottenWarState, side: int) -> Overlay:
    """The hexes within five hexes of a road, in which the UN moves at Chosin."""
    return Overlay(s.rules.near_road)


OVERLAYS = {"spotting": spotting, "fire": fire, "roads": roads}
