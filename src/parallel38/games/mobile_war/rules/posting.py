"""Where units can be put that a side places one after the other."""

from __future__ import annotations

from parallel38.engine.flow import Obstacle
from parallel38.games.mobile_war.rules import stacking
from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Region, bits


def outside(s: MobileWarState, region: Region, rule: str, text: str) -> tuple[Obstacle, ...]:
    """All hexes but those of a region, as what is closed to a unit."""
    return (Obstacle(rule, text, s.rules.grid.all & ~region),)


def room(s: MobileWarState, side: int, region: Region, unit: int) -> Region:
    """The land hexes of a region where a unit of a side fits, not among enemies."""
    open_ = region & s.rules.land & ~s.held_by(1 - side)
    full = sum(1 << h for h in bits(open_ & s.held_by(side)) if not stacking.fits(s, side, h, (unit,)))
    return open_ & ~full
