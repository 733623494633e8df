"""4.4 Command range: how far units are from the depots of their side."""

from __future__ import annotations

from fractions import Fraction

from parallel38.engine.facts import fact
from parallel38.games.korean_war.state import SIDES, KoreanWarState
from parallel38.hexgrid import Arrivals, Hex, Reach, Region

LEVELS = ("restricted", "limited", "accelerated", "offensive")
"""W-5.2s, W-5.2t: the Commitment Levels, by the Supply Points that a depot has expended."""
PRIMARY, SECONDARY, EXTENDED, NONE = COLUMNS = ("primary", "secondary", "extended", "none")


@fact("where", "enemy.where", "marks")
def barred(s: KoreanWarState, side: int) -> Region:
    """The hexes that no command range of a side enters.

    W-4.4i: enemy-occupied hexes. W-4.4j: cities that the enemy controls. W-4.4k: enemy zones without a friendly unit.
    """
    return s.held_by(1 - side) | s.controlled(1 - side) | s.closed(side)


def arrivals(s: KoreanWarState, depot: int) -> Arrivals:
    """The hexes in primary and secondary range of a depot, each with its distance in halves of a Movement Point.

    W-4.4a: from the depot outward, its hex not counted; W-4.4b: which is always in range. W-4.4c: by the cost of
    terrain for its side. W-4.4g, W-4.4h: not across estuaries and sea, but along a railroad.
    """
    side = s.rules.side_of[depot]
    return _range(s, side, s.where[depot]).arrivals


@fact("where", "enemy.where", "marks", key=lambda s, side, start: (side, start))
def _range(s: KoreanWarState, side: int, start: Hex) -> Reach:
    table = s.rules.costs(SIDES[side], frozenset())
    return Reach(table, {start: 0}, s.rules.range_limits[SECONDARY], barred(s, side) & ~(1 << start))


@fact("where", "enemy.where", "marks", key=lambda s, side, start: (side, start))
def _connected(s: KoreanWarState, side: int, start: Hex) -> Region:
    """Every hex to which a command range of any length leads from a hex."""
    rules = s.rules
    return rules.grid.spread(1 << start, rules.land & ~barred(s, side), walls=rules.walls)


def column(s: KoreanWarState, depot: int, h: Hex) -> str:
    """The range from a depot to a hex. W-4.4d: primary up to 12 points. W-4.4e: secondary up to 25. W-4.4f: extended
    beyond. W-4.4l: none if no path leads there."""
    far = arrivals(s, depot).get(h)
    if far is not None:
        return PRIMARY if far <= s.rules.range_limits[PRIMARY] else SECONDARY
    return EXTENDED if _connected(s, s.rules.side_of[depot], s.where[depot]) >> h & 1 else NONE


def within(s: KoreanWarState, depot: int, h: Hex) -> bool:
    """Whether a hex is in primary or secondary range of a depot."""
    return h in arrivals(s, depot)


def level(s: KoreanWarState, depot: int) -> str:
    """The Commitment Level of a depot."""
    return LEVELS[s.spent[depot]]


def best(s: KoreanWarState, side: int, h: Hex, chart: str) -> tuple[Fraction, int | None]:
    """The best multiplier that a depot gives to units of a side in a hex, and that depot; W-9.1m: the owner uses the
    best one. W-9.1d: without a depot in reach the last column. W-9.1e: which like extended range ignores commitment."""
    table = s.rules.multipliers[chart]
    found, by = table[LEVELS[0], NONE], None
    for depot in s.depots(side):
        value = table[level(s, depot), column(s, depot, h)]
        if value > found or by is None:
            found, by = max(value, found), depot
    return found, by
