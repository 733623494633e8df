"""Supply: which units have it, and the sources that it comes from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from parallel38.engine.facts import fact
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, special, zones
from parallel38.games.mobile_war.rules.costs import INFANTRY, korean
from parallel38.games.mobile_war.state import AIRFED, COMMUNIST, UN, MobileWarState
from parallel38.hexgrid import Hex, Region

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

KEPT = 256
"""The number of regions that are kept, because they are asked for again and again while a side moves."""


def supplied(s: MobileWarState, unit: int) -> bool:
    """Whether a unit is in supply now. K-SUP-A3: supply units always are, except those of the UN that are cut off."""
    rules, side = s.rules, s.rules.side_of[unit]
    if rules.naval[unit]:
        return True
    if rules.supply[unit]:
        trace("K-SUP-A3")
        return side == COMMUNIST or bool(_joined_to_pusan(s) >> s.where[unit] & 1)
    if s.carrier(unit) is not None:
        trace("K-SUP-F")  # landing craft supply the units that attack from them
        return True
    if s.flags[unit] & AIRFED:
        trace("K-SUP-G2")
        return True
    if side == COMMUNIST and special.communists_supplied(s):
        return True
    if side == UN and korean(rules, unit) and from_seoul(s) >> s.where[unit] & 1:
        trace("K-SGI-2a")
        return True
    return bool(region(s, side) >> s.where[unit] & 1)


@fact("where", "enemy.where", "marks")
def region(s: MobileWarState, side: int) -> Region:
    """The hexes in which a side is in supply, air supply not counted."""
    return _communist(s) if side == COMMUNIST else _un(s)


def from_seoul(s: MobileWarState) -> Region:
    """The hexes in which South Koreans are in supply from Seoul, as long as it supplies them."""
    return _seoul(s) if special.seoul_feeds(s) else 0


@fact("where", "enemy.where", "marks", of=UN)
def _seoul(s: MobileWarState) -> Region:
    """K-SGI-2a: the hexes in which South Koreans are in supply from Seoul."""
    return _within(s, s.rules.seoul)


def feeding(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """The Communist supply units that supply a hex."""
    return [u for u in depots(s, side) if _within_two(s, 1 << s.where[u], side) >> h & 1]


def depots(s: MobileWarState, side: int) -> list[int]:
    """The supply units of a side on the map."""
    return [u for u in s.present(side) if s.rules.supply[u]]


def _communist(s: MobileWarState) -> Region:
    """The hexes with Communist supply. K-SUP-C1a: within two hexes of a supply unit. K-SUP-H: any number of units."""
    return _within_two(s, sum(1 << h for h in {s.where[u] for u in depots(s, COMMUNIST)}), COMMUNIST)


def _within_two(s: MobileWarState, sources: Region, side: int) -> Region:
    """The sources and the hexes within two of them, whatever the terrain, even the sea.

    K-SUP-C1b: but not through a hex in an enemy's zone that no friend holds.
    """
    grid, reach = s.rules.grid, s.rules.charts["supply"]["communist_reach", "number"]
    found = step = sources
    for _ in range(reach):
        step = grid.around(step & ~(zones.cutting(s, side) & ~sources)) & s.rules.board.in_play
        found |= step
    return found


def _un(s: MobileWarState) -> Region:
    """The hexes in which the UN is in supply.

    K-SUP-D1a: within sixteen movement points of Pusan or of a supply unit, as infantry moves. K-SUP-D1b: not through
    enemy zones, except where a friend stands. K-SUP-D2: from a supply unit only if it has a way to Pusan free of enemy
    zones.
    """
    return _within(s, sources(s))


def _within(s: MobileWarState, bases: Region) -> Region:
    """The hexes from which a supply line of the UN leads to one of the bases."""
    return _traced(s.rules, bases, zones.cutting(s, UN), bridges.down(s))


@lru_cache(maxsize=KEPT)
def _traced(rules: MobileWarRuleset, bases: Region, closed: Region, broken: frozenset[Hex]) -> Region:
    """The hexes from which a UN supply line leads to a base, not through `closed` hexes or over `broken` bridges.

    Most moves behind the front do not change the result, so it is kept.
    """
    limit = rules.charts["supply"]["un_reach", "number"] * rules.point
    return rules.costs(INFANTRY, False, broken).within(bases, limit, closed)


def sources(s: MobileWarState) -> Region:
    """The hexes from which the UN draws supply.

    K-SUP-D2: those of supply units that have a way to Pusan; K-SUP-F: a landing craft on the coast needs none.
    """
    rules = s.rules
    found = rules.pusan & ~s.held_by(COMMUNIST)
    stores, joined = sum(1 << h for h in {s.where[u] for u in depots(s, UN)}), _joined_to_pusan(s)
    if stores & ~joined:
        trace("K-SUP-D2")
    found |= stores & joined
    beached = {s.where[u] for u in s.present(UN) if rules.kind[u] == "amphibious" and rules.land >> s.where[u] & 1}
    if beached:
        trace("K-SUP-F")
    return found | sum(1 << h for h in beached if not s.held_by(COMMUNIST) >> h & 1)


def _joined_to_pusan(s: MobileWarState) -> Region:
    """K-SUP-D2: the hexes from which a supply unit of the UN has a way to Pusan free of enemy zones."""
    return lines(s, UN, s.rules.pusan & ~s.held_by(COMMUNIST))


def lines(s: MobileWarState, side: int, goal: Region, closed: Region | None = None) -> Region:
    """The hexes from which a way of any length leads to a goal, free of enemy zones."""
    return _joined(s.rules, goal, zones.cutting(s, side) if closed is None else closed)


@lru_cache(maxsize=KEPT)
def _joined(rules: MobileWarRuleset, goal: Region, closed: Region) -> Region:
    return rules.grid.spread(goal & ~closed, rules.land & ~closed, walls=rules.inlets)
