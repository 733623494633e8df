"""Stacking: how many units fit into a hex, and what it costs to join others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from parallel38.engine.trace import trace
from parallel38.games.mobile_war.state import DIGGING, ENTRENCHED, MOVED, MobileWarState
from parallel38.hexgrid import Hex

MOST = 2
"""K-STK-A: units in a hex."""
THREE = 3
"""Of so many parts a larger unit is made."""


def staying(s: MobileWarState, side: int, h: Hex, movers: Iterable[int]) -> list[int]:
    """The land units in a hex besides those that are about to come (K-STK-F: ships do not count)."""
    gone = set(movers)
    return [u for u in s.troops(side, h) if u not in gone]


def surcharge(s: MobileWarState, side: int, h: Hex, movers: Sequence[int]) -> int:
    """K-MOV-F, K-STK-B: a point more for each unit that is stopped on and has not come along; in parts of a point."""
    return len(staying(s, side, h, movers)) * s.rules.point


def fits(s: MobileWarState, side: int, h: Hex, movers: Sequence[int]) -> bool:
    """K-STK-A: two units, or more if they can be put together into no more than two.

    K-STK-F: entry hexes are free as long as the turn of who arrives there lasts.
    """
    there = [*staying(s, side, h, movers), *movers]
    return len(there) <= MOST or entry(s, side, h) or after_joining(s, there) <= MOST


def entry(s: MobileWarState, side: int, h: Hex) -> bool:
    """Whether reinforcements of a side arrive in a hex."""
    return bool(s.rules.entries[side] >> h & 1)


def after_joining(s: MobileWarState, units: Iterable[int]) -> int:
    """How many units are left when as many as possible are put together three by three; who is dug in stays apart."""
    counts, total = Counter("" if s.flags[u] & (ENTRENCHED | DIGGING) else s.rules.joins[u] for u in units), 0
    for whole, n in counts.items():
        total += n if not whole else n % THREE + n // THREE
    return total


def crowded(s: MobileWarState, side: int) -> list[Hex]:
    """Hexes with more units than fit because somebody moved there in this phase; they must be put together.

    K-STK-E: who is too many by losses or by a retreat stays so.
    """
    found: list[Hex] = []
    for h in s.stacks(side):
        units = s.troops(side, h)
        if len(units) > MOST and not entry(s, side, h):
            if any(s.flags[u] & MOVED for u in units):
                found.append(h)
            else:
                trace("K-STK-E")
    return found
