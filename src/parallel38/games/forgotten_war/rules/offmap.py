"""10.2.6.B Communists at Chosin leave the map and come back elsewhere on its edge in the same move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import Trip, TripDomain
from parallel38.games.forgotten_war.rules import costs, entering, positions, ranges, stacking
from parallel38.games.forgotten_war.state import CROWDING, MOVED, NEAR, SIDES, ForgottenWarState
from parallel38.hexgrid import Hex, Region
from parallel38.wargame.costs import blocked_hexes


class Circle(Trip, frozen=True):
    """A Communist unit goes round outside the map. Written `circle UNIT 3320`."""

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """From the edge to the edge, with points for every hex between as for rough ground."""
        unit, rules, args = self.unit, s.rules, {"unit": self.unit, "hex": self.hex}
        if rules.side_of[unit] != SIDES.index(frame.side) or not s.on_map(unit) or not rules.battle.circles(s, unit):
            yield Refusal("F-10.2.6.B", "no_circling", args, (unit,))
            return
        yield from frame.stuck(s, unit)
        if not rules.edge >> s.where[unit] & 1 or self.hex >= rules.grid.size or not rules.edge >> self.hex & 1:
            yield Refusal("F-10.2.6.B", "not_at_edge", args, (unit,))
        elif not region(s, unit) >> self.hex & 1:
            yield Refusal(
                "F-10.2.6.B", "circle_far", {**args, "mp": price(s, unit, self.hex) or 0}, (unit,), (self.hex,)
            )

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The unit and where it would come back."""
        return "action.circle", {"unit": self.unit, "to_hex": self.hex, "mp": price(s, self.unit, self.hex) or 0}

    def apply(self, s: ForgottenWarState) -> None:
        """Move the unit round."""
        unit, paid = self.unit, price(s, self.unit, self.hex) or 0
        s.log("F-10.2.6.B", "circled", unit=unit, from_hex=s.where[unit], to_hex=self.hex)
        near = s.locked(unit) or s.beside(1 - s.rules.side_of[unit]) >> self.hex & 1
        positions.left(s, unit)
        s.move(unit, self.hex)
        s.spend(unit, s.spent[unit] + paid)
        s.flag(unit, MOVED | (NEAR if near else 0))
        s.flag(unit, CROWDING, on=False)
        entering.entered(s, unit, self.hex, "move")


def price(s: ForgottenWarState, unit: int, h: Hex) -> int | None:
    """What going round to a hex costs, in halves of a point: each hex off the map as rough, then the hex itself, as
    from rough ground (F-10.2.3.C); None if it cannot be entered or is too far for every unit."""
    last, off = costs.entry_price(s.rules, unit, h, by_road=False), s.rules.round(s.where[unit]).get(h)
    return None if last is None or off is None else off * s.rules.price["off_map"] + last


def region(s: ForgottenWarState, unit: int) -> Region:
    """The hexes of the edge at which a unit could come back. F-10.2.2.A1: with twice its points where it does not come
    next to an enemy."""
    rules, here, found = s.rules, s.where[unit], 0
    left = fast = ranges.left_of(s, unit, ranges.FOOT)
    if not ranges.strategic(s, unit):
        fast = ranges.left_of(s, unit, ranges.STRATEGIC)
    if not rules.edge >> here & 1 or fast < rules.price["off_map"]:
        return 0
    closed, near = blocked_hexes(costs.obstacles(s, unit)) | 1 << here, s.beside(1 - rules.side_of[unit])
    for h in rules.round(here):
        paid = price(s, unit, h)
        if paid is None or closed >> h & 1 or paid > (left if near >> h & 1 else fast):
            continue
        if stacking.fits(s, rules.side_of[unit], h, (unit,)):
            found |= 1 << h
    return found


class _Edge(TripDomain):
    """The hexes at which a unit can come back."""

    def __init__(self, s: ForgottenWarState, unit: int) -> None:
        super().__init__(Circle, unit)
        self._s, self._region = s, -1

    def region(self, mode: str) -> Region:
        """The hexes."""
        if self._region < 0:
            self._region = region(self._s, self.unit)
        return self._region


def offers(s: ForgottenWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offer to go round outside the map, for a unit at its edge."""
    rules = s.rules
    if rules.edge >> s.where[unit] & 1 and rules.battle.circles(s, unit) and frame.may_move(s, unit):
        found = _Edge(s, unit)
        if found.region(""):
            yield Offer("circle", units=(unit,), domain=found)
