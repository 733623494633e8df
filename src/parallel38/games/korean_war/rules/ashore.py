"""11.2 How an amphibious assault ends: ashore, or back in the reserve box."""

from __future__ import annotations

from parallel38.games.korean_war.rules import control, stacking
from parallel38.games.korean_war.state import LANDED, KoreanWarState
from parallel38.hexgrid import Hex, Region


def landing_hexes(s: KoreanWarState, unit: int, h: Hex) -> Region:
    """Where a unit goes ashore at an invasion hex without an enemy: there. W-11.2f: if it does not fit, in a neighbour
    without an enemy, also in an enemy zone."""
    return 1 << h if stacking.fits(s, unit, h) else stacking.room_beside(s, unit, h)


def land(s: KoreanWarState, unit: int, h: Hex) -> None:
    """Put an assaulting unit ashore. W-11.2e, W-11.2q: on its mobile side. W-14.1d: it takes a city. W-11.2t,
    W-11.2aa: it may be activated and reorganized in this phase, W-11.2w: entrench in a port, W-11.2y: use its armor,
    and W-11.2z: is fatigued afterwards."""
    s.move(unit, h)
    s.flag(unit, LANDED)
    s.log("W-11.2e", "landed", unit=unit, hex=h)
    control.entered(s, unit, h)


def ended(s: KoreanWarState, unit: int, h: Hex, empty: bool) -> None:
    """End an opposed assault. W-11.2r: if enemies are left the unit, if there is one, goes back to the box and may try
    again in this Action Phase."""
    if not s.on_map(unit) and not s.in_box(unit, "reserve"):
        return
    if empty:
        land(s, unit, h)
    else:
        s.log("W-11.2r", "repelled", unit=unit, hex=h)
