"""10.2.1, 10.2.3 to 10.2.7 What a step costs, and the hexes that a unit may not enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.engine.facts import fact
from parallel38.engine.flow import Obstacle
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, UN, ForgottenWarState
from parallel38.hexgrid import Hex, Region
from parallel38.wargame.costs import Part, Parts

if TYPE_CHECKING:
    from parallel38.games.forgotten_war.ruleset import ForgottenWarRuleset

LEG, VEHICLE = CLASSES = "leg", "vehicle"


def movement_class(rules: ForgottenWarRuleset, unit: int) -> str:
    """The movement class of a unit: its side, and whether it is a vehicle."""
    return SIDES[rules.side_of[unit]] + "_" + (VEHICLE if rules.vehicle[unit] else LEG)


def step_parts(rules: ForgottenWarRuleset, walk: str, _: frozenset[Hex]) -> Parts:
    """The parts of what a step costs. F-10.2.1.A: by the terrain of the hex that is entered.

    F-10.2.3.B: a hex with any rough ground is rough. F-10.2.3.C: the rate of a road or trail holds only from one such
    hex to the next. F-10.2.4.A1: vehicles enter rough hexes only along roads. F-10.2.3.D: at Chipyong-ni railways are
    roads. F-10.2.3.E: ice is clear. F-10.2.5.B, F-10.2.5.C: rivers have a price of their own, road or not. F-10.2.7.A,
    F-10.2.7.D, F-10.2.7.F: so have obstacles and prepared positions, always and for both sides (F-10.1.C3, F-10.2.1.L,
    F-10.2.7.E).
    """
    side, kind = walk.split("_")
    wheels = kind == VEHICLE
    price = rules.price

    def parts(a: Hex, b: Hex) -> list[Part] | None:
        if not (rules.board.in_play >> a & rules.board.in_play >> b & 1) or rules.lake.has(a, b):
            return None
        road = rules.roads.has(a, b)
        rough = bool(rules.rough >> b & 1)
        if rules.river >> b & 1:
            if side != SIDES[COMMUNIST] or (wheels and not rules.road_hexes >> b & 1):
                return None
            return [("river_tank", price["ferry_tank"])] if wheels else [("river", price["river"])]
        if rules.obstacles >> b & 1 and not (wheels and rough and not road):
            return [("obstacle", price["obstacle_un" if side == SIDES[UN] else "obstacle_ccf"])]
        if rules.prepared >> b & 1 and not (wheels and rough and not road):
            return [("prepared", price["prepared"])]
        if road:
            return [("road", price["road"])]
        if wheels and rough:
            return None
        if not wheels and rules.trails.has(a, b):
            return [("trail", price["trail"])]
        if rules.ice >> b & 1:
            return [("clear", price["ice"])]
        return [("rough", price["rough"])] if rough else [("clear", price["clear"])]

    return parts


def entry_price(rules: ForgottenWarRuleset, unit: int, h: Hex, by_road: bool = True) -> int | None:
    """What the first hex on the map costs a unit, None if it cannot enter there. F-6.1.B: as any hex, F-10.2.5.A,
    F-10.2.5.B, F-10.2.5.C: rivers too; F-6.1.1.D: along a road at the road's rate. `by_road`: whether the unit comes
    along the road, if one leads off the map there."""
    price, wheels = rules.price, rules.vehicle[unit]
    if rules.closed_ground(unit) >> h & 1:
        return None
    if rules.river >> h & 1:
        return price["ferry_tank" if wheels else "river"]
    if by_road and rules.road_hexes >> h & 1:
        return price["road"]
    return price["rough" if rules.rough >> h & 1 else "clear"]


def obstacles(s: ForgottenWarState, unit: int) -> list[Obstacle]:
    """The hexes that a unit may not enter in movement, each region with its rule.

    F-10.2.1.H: enemy hexes. F-10.2.4.A2: a vehicle not even in passing where there is no room for it. F-10.2.4.B1,
    F-10.2.4.B4: guns, and at Chosin trains, no hex next to an enemy. F-10.2.4.B2, F-10.2.4.B3: one that stands next to
    an enemy may stay, and if it moves it moves away; F-10.2.1.M1: so does one in a close combat. All ways out of it
    are next to the enemies there, so that only others count.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    found = [Obstacle("F-10.2.1.H", "enemy_hex", s.held(1 - side))]
    if rules.vehicle[unit]:
        here = 1 << s.where[unit] if s.on_map(unit) else 0
        found.append(Obstacle("F-10.2.4.A2", "road_full", jammed(s, side, unit) & ~here))
    if rules.keeps_off[unit]:
        near = s.beside(1 - side)
        if s.locked(unit):
            near = rules.grid.around(s.held(1 - side) & ~(1 << s.where[unit]))
        begins = s.on_map(unit) and s.beside(1 - side) >> s.where[unit] & 1
        rule = "F-10.2.4.B4" if rules.train[unit] else "F-10.2.4.B3" if begins else "F-10.2.4.B1"
        found.append(Obstacle(rule, "gun_near", near))
    return [*found, *rules.battle.closed(s, unit)]


@fact("where", "crew", key=lambda s, side, unit: (side, s.rules.room_class[unit]))
def jammed(s: ForgottenWarState, side: int, unit: int) -> Region:
    """The hexes in which vehicles of a side leave no room for one more that is like a unit."""
    region = 0
    for h, units in s.traffic(side).items():
        if not stacking.within(s, side, h, [*units, unit]):
            region |= 1 << h
    return region


def jams(s: ForgottenWarState, side: int, h: Hex, units: tuple[int, ...]) -> bool:
    """Whether vehicles that pass through a hex together find too many others there, or are too many (F-10.2.4.A2)."""
    there = [u for u in s.traffic(side).get(h, ()) if u not in units]
    passing = [u for u in units if s.rules.vehicle[u]]
    return bool(passing) and len(there) + len(passing) > 1 and not stacking.within(s, side, h, [*there, *passing])
