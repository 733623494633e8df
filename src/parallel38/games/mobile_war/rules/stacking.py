"""Stacking: how many units fit into a hex, and what it costs to join others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.state import ARRIVED, ENTRENCHED, MOVED, PARTED, MobileWarState
from parallel38.hexgrid import Hex

THREE = 3
"""The number of parts that make a larger unit."""


def counted(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """The units of a side in a hex that count for stacking. K-STK-F1: supply units do, ships do not."""
    counts = s.rules.counts
    return [u for u in s.stacks(side).get(h, ()) if counts[u]]


def staying(s: MobileWarState, side: int, h: Hex, movers: Iterable[int]) -> list[int]:
    """The units of a side in a hex other than the movers."""
    gone = set(movers)
    return [u for u in counted(s, side, h) if u not in gone]


def surcharge(s: MobileWarState, side: int, h: Hex, movers: Sequence[int]) -> int:
    """The cost of stopping on units that did not move along: a point for each, in parts of one (K-MOV-F2, K-STK-B)."""
    if h not in s.stacks(side):
        return 0
    price = max((s.rules.join_price[s.rules.movement_class[u]] for u in movers), default=0)
    return len(staying(s, side, h, movers)) * price


def fits(s: MobileWarState, side: int, h: Hex, movers: Sequence[int]) -> bool:
    """Whether movers fit into a hex. K-STK-A1: two units in a hex; K-STK-A2: more if they can be combined into two."""
    most, counts = s.rules.stack_limit, s.rules.counts
    if len(movers) <= most and h not in s.stacks(side):
        return True
    there = [*staying(s, side, h, movers), *(u for u in movers if counts[u])]
    if len(there) <= most:
        return True
    if after_joining(s, there) > most:
        return False
    trace("K-STK-A2")
    return True


def full(s: MobileWarState, side: int, h: Hex, movers: Sequence[int], at: int = -1) -> Refusal:
    """The refusal K-STK-A1: there is no room in a hex, and why. `at`: the step of the path that leads there."""
    there = tuple(staying(s, side, h, movers))
    args = {"hex": h, "units": tuple(movers), "by_units": there}
    return Refusal("K-STK-A1", "full" if there else "full_alone", args, there, (h,), at)


def after_joining(s: MobileWarState, units: Iterable[int]) -> int:
    """How many units are left when as many as possible are combined in threes, all entrenched or none."""
    kinds = Counter((s.rules.joins[u], s.flags[u] & ENTRENCHED) for u in units)
    return sum(n % THREE + n // THREE if whole else n for (whole, _), n in kinds.items())


def arrived(s: MobileWarState, unit: int) -> bool:
    """Whether a unit came into play in this player turn, has not moved and has not been changed since."""
    return s.flags[unit] & (ARRIVED | MOVED | PARTED) == ARRIVED


def pressed(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """The units that share the room of a hex in this phase. K-STK-F2: units that have just arrived do not count."""
    units = counted(s, side, h)
    found = [u for u in units if not arrived(s, u)]
    if len(found) < len(units):
        trace("K-STK-F2")
    return found


def surplus(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """K-STK-F2: the units that have just arrived in a hex and do not fit there, the weaker ones first."""
    units = counted(s, side, h)
    new = sorted((u for u in units if arrived(s, u)), key=lambda u: s.rules.strength[u])
    return new[: max(0, len(units) - s.rules.stack_limit)]


def crowded(s: MobileWarState, side: int) -> list[Hex]:
    """The hexes in which a side has too many units."""
    most = s.rules.stack_limit
    return [h for h, stack in s.stacks(side).items() if len(stack) > most and too_many(s, side, h)]


def too_many(s: MobileWarState, side: int, h: Hex) -> bool:
    """Whether a hex has too many units because a unit moved there or was broken down in this phase.

    K-STK-E: units that are too many by losses or by a retreat may stay. K-STK-F2: arrivals may stay while the phase
    lasts.
    """
    units = pressed(s, side, h)
    if len(units) <= s.rules.stack_limit:
        return False
    if any(s.flags[u] & (MOVED | PARTED) for u in units):
        return True
    trace("K-STK-E")
    return False
