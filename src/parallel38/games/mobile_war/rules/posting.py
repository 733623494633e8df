"""Units that a side puts into hexes of an area: guards against partisans, units of a what-if."""

from __future__ import annotations

from typing import Any

from parallel38.engine.flow import Obstacle, Refusal
from parallel38.games.mobile_war.rules import stacking
from parallel38.games.mobile_war.state import SIDES, MobileWarState
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.placing import Placing


def outside(s: MobileWarState, region: Region, rule: str, text: str) -> Obstacle:
    """All hexes but the land hexes of a region, as an obstacle."""
    return Obstacle(rule, text, s.rules.grid.all & ~(region & s.rules.land))


class Posting(Placing, frozen=True):
    """A side puts units into hexes of an area, where there is room and no enemy."""

    def area_of(self, s: MobileWarState, unit: int) -> tuple[Region, str, str]:
        """The hexes where a unit must be put; the rule that says so, and the text for other hexes."""
        raise NotImplementedError

    def words(self, s: MobileWarState) -> dict[str, Any]:
        """The arguments of the text for other hexes besides the unit and the hex."""
        return {}

    def obstacles(self, s: MobileWarState, unit: int) -> tuple[Obstacle, ...]:
        """The hexes outside the area; hexes of the area with enemies; hexes of the area that are full."""
        side, (region, rule, text) = SIDES.index(self.owner()), self.area_of(s, unit)
        full = sum(1 << h for h in bits(region & s.held_by(side)) if not stacking.fits(s, side, h, (unit,)))
        enemies = Obstacle(rule, "enemy_hex", region & s.held_by(1 - side))
        return (outside(s, region, rule, text), enemies, Obstacle(rule, "full", full))

    def against(self, s: MobileWarState, obstacle: Obstacle, unit: int, h: Hex) -> Refusal:
        """Why a hex is closed to a unit: it is outside the area, or occupied."""
        side = SIDES.index(self.owner())
        by = {"enemy_hex": s.troops(1 - side, h), "full": s.troops(side, h)}.get(obstacle.text, ())
        args = {"unit": unit, "units": (unit,), "hex": h, "by_units": tuple(by), **self.words(s)}
        return Refusal(obstacle.rule, obstacle.text, args, tuple(by) or (unit,), (h,))
