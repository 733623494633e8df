"""4.2 Zones of control, and who can hem in whom."""

from __future__ import annotations

from parallel38.games.korean_war.state import KoreanWarState
from parallel38.hexgrid import Hex, Region


def beside(s: KoreanWarState, h: Hex) -> Region:
    """The land hexes next to a hex that no estuary or sea parts from it."""
    return s.rules.beside[h]


def enclosed(s: KoreanWarState, side: int, h: Hex) -> bool:
    """Whether every land hex around a hex is occupied by the enemy or lies in an enemy zone in which the side has no
    unit. W-13.2c, W-13.3d: then nothing is rebuilt there."""
    near = s.rules.grid.around(1 << h) & s.rules.land
    return not near & ~(s.held_by(1 - side) | s.closed(side))
