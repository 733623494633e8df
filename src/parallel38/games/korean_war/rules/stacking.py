"""7.3 Stacking: how many combat units may end a movement or a retreat in a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parallel38.engine.flow import Refusal
from parallel38.games.korean_war.state import KoreanWarState
from parallel38.hexgrid import Hex, Region, bits

MOST = 3
"""W-7.3q: the regiments and brigades that may stand in a hex; a division stands alone."""


def weight(s: KoreanWarState, unit: int) -> int:
    """The room that a unit takes in a hex, in regiments. W-7.3s: only combat units take any. W-9.5l: a division at
    replacement strength still counts as a division."""
    if not s.rules.combat[unit]:
        return 0
    return MOST if s.rules.division[unit] else 1


def fits(s: KoreanWarState, unit: int, h: Hex) -> bool:
    """Whether a unit may end in a hex. W-7.3q: one division or three regiments. W-7.3r: no division with others."""
    there = s.fighters(s.rules.side_of[unit]).get(h)
    if not there:
        return True
    return weight(s, unit) + sum(weight(s, u) for u in there if u != unit) <= MOST


def refusals(s: KoreanWarState, unit: int, h: Hex) -> Iterator[Refusal]:
    """Why a unit may not end in a hex with the units that are there."""
    if fits(s, unit, h):
        return
    there = tuple(u for u in s.fighters(s.rules.side_of[unit])[h] if u != unit)
    mixed = s.rules.division[unit] or any(s.rules.division[u] for u in there)
    args = {"unit": unit, "hex": h, "units": there}
    yield Refusal("W-7.3r" if mixed else "W-7.3q", "stack_division" if mixed else "stack_three", args, there, (h,))


def open_hexes(s: KoreanWarState, unit: int, wanted: Region) -> Region:
    """Those of some hexes in which a unit may end."""
    there = s.posts(s.rules.side_of[unit]) & wanted
    if not there:
        return wanted
    return wanted & ~sum(1 << h for h in bits(there) if not fits(s, unit, h))


def room_beside(s: KoreanWarState, unit: int, h: Hex, dry: bool = False) -> Region:
    """The land hexes next to a hex in which a unit may end and no enemy is. `dry`: not across estuaries and sea."""
    rules = s.rules
    near = rules.beside[h] if dry else rules.grid.around(1 << h) & rules.land
    return open_hexes(s, unit, near & ~s.held_by(1 - rules.side_of[unit]))


def room_for(s: KoreanWarState, units: Iterable[int], h: Hex) -> bool:
    """Whether some units, which are one side's, would fit into a hex together with those that stand there."""
    units = tuple(units)
    there = [u for u in s.fighters(s.rules.side_of[units[0]]).get(h, ()) if u not in units]
    return sum(weight(s, u) for u in (*there, *units)) <= MOST
