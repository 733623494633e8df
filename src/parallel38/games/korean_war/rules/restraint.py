"""19.2 What holds Chinese units back under Limited Intervention: the 38th Parallel."""

from __future__ import annotations

from parallel38.games.korean_war.state import CHINESE, LIMITED, KoreanWarState
from parallel38.hexgrid import Region


def held_back(s: KoreanWarState, unit: int) -> bool:
    """Whether a unit is a Chinese one under Limited Intervention. W-19.2d: it neither moves, attacks nor retreats south
    of the 38th Parallel. W-19.2f: Full Intervention lifts that."""
    return s.track[CHINESE] == LIMITED and s.rules.nation[unit] == "ccf"


def forbids(s: KoreanWarState) -> bool:
    """W-19.2d: whether an enemy south of the 38th Parallel forbids an attack by a Chinese unit next to it, by a ruling;
    else it is left out of the combat."""
    return s.rules.setting.rulings["parallel"] == "no-attack"


def barred(s: KoreanWarState, unit: int) -> Region:
    """The hexes that are closed to a unit by that: those south of the 38th Parallel, or none."""
    return s.rules.south_of_38 if held_back(s, unit) else 0
