"""What each side wants to reach in each battle, as distances over the map."""

from __future__ import annotations

from collections.abc import Mapping

from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, UN, ForgottenWarState
from parallel38.hexgrid import Hex, Region
from parallel38.hexgrid.distances import Distances


def field(s: ForgottenWarState, side: int) -> Mapping[Hex, float]:
    """The way from each hex to the nearest hex that a side wants, in halves of a movement point of its leg units."""
    costs = s.rules.costs(f"{SIDES[side]}_leg", frozenset())
    return Distances(costs, wanted(s, side)).all()


def wanted(s: ForgottenWarState, side: int) -> Region:
    """The hexes that a side wants.

    Chipyong-ni: the ring, for the Chinese where the UN stands. Naktong: the hills of the gap and the enemy. Chosin: the
    Chinese want the enemy, the UN wants out by the road.
    """
    rules, foes = s.rules, s.held(1 - side)
    match rules.setting.scenario:
        case "chipyongni":
            return (foes & rules.perimeter) or foes if side == COMMUNIST else rules.prepared
        case "naktong":
            hills = rules.hilltops & rules.east_bank
            return foes | hills if side == COMMUNIST else (foes & rules.east_bank) | hills
        case _:
            return foes if side == COMMUNIST else rules.way_out


def holds(s: ForgottenWarState, unit: int) -> bool:
    """Whether a unit stays where it is unless it has a reason to go: the garrison of a position, of the airstrip."""
    rules, h = s.rules, s.where[unit]
    if rules.side_of[unit] != UN:
        return False
    if rules.perimeter:
        return bool(rules.perimeter >> h & 1)
    return bool(rules.strip >> h & 1 and rules.kind[unit] == "engineer")
