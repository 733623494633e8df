"""4.3 and 7.3 Terrain: the Movement Points that a step from hex to hex costs, in halves of a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.hexgrid import Hex
from parallel38.wargame.costs import Part, Parts

if TYPE_CHECKING:
    from parallel38.games.korean_war.ruleset import KoreanWarRuleset

PLACED = "placed"
"""The movement class of Chinese divisions in the Action Phase in which they are placed."""


def step_parts(rules: KoreanWarRuleset, cls: str, restricted: frozenset[int]) -> Parts:
    """The parts of what a step costs a movement class ("un", "communist", "placed").

    W-7.3c: the terrain of the hex that is entered, by side. W-7.3f: a road, trail or railroad across the hexside takes
    the place of the cost of hex and hexside. W-4.3h: of road and railroad the road. W-7.3g: a railroad into clear
    terrain costs 1. W-7.3h: Communist units pay 1 on roads in the `restricted` provinces. W-7.3i: Chinese divisions
    that were just placed pay 1 on trails and railroads. W-7.3j: rivers cost more where no line crosses. W-7.3k:
    estuaries and sea are closed but along a road or railroad. W-2.4c: nothing leaves the area of the scenario. Open
    ground may be paid instead of a trail or railroad if that is cheaper.
    """
    price, land = rules.price, rules.land
    column = "un" if cls == "un" else "communist"

    def parts(a: Hex, b: Hex) -> list[Part] | None:
        if not land >> a & 1 or not land >> b & 1:
            return None
        if rules.board.roads.has(a, b):
            slow = column == "communist" and rules.province_of[b] in restricted
            return [("road_restricted" if slow else "road", price["road_restricted" if slow else "road", column])]
        ways: list[list[Part]] = []
        if rules.board.rails.has(a, b):
            rail = "rail_clear" if rules.clear >> b & 1 else "rail_placed" if cls == PLACED else "rail"
            ways.append([(rail, price[rail, column])])
        if not rules.water.has(a, b):
            if rules.trails.has(a, b):
                trail = "trail_placed" if cls == PLACED else "trail"
                ways.append([(trail, price[trail, column])])
            ground = rules.terrain(b)
            open_ground: list[Part] = [(ground, price[ground, column])]
            if rules.rivers.has(a, b):
                open_ground.append(("river", price["river", column]))
            ways.append(open_ground)
        return min(ways, key=lambda way: sum(points for _, points in way), default=None)

    return parts
