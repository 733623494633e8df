"""10.2.6, 15.2.1 Units that leave the map at Chosin: by the road in the south, by air, and Dog 23."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.games.forgotten_war.rules import airstrip, positions, ranges
from parallel38.games.forgotten_war.state import MOVED, SIDES, UN, ForgottenWarState


class Exit(UnitSideAction, frozen=True):
    """A UN unit leaves the map by the road in the south. Written `exit UNIT`."""

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-15.2.1.C: from hex 1801, with a step along the road left, F-10.2.2.A1: by strategic movement too."""
        unit, rules, args = self.unit, s.rules, {"unit": self.unit}
        if (
            rules.side_of[unit] != SIDES.index(frame.side)
            or not s.on_map(unit)
            or not rules.way_out >> s.where[unit] & 1
        ):
            yield Refusal("F-15.2.1.C", "no_way_out", args, (unit,))
            return
        yield from frame.stuck(s, unit)
        mode = ranges.FOOT if ranges.strategic(s, unit) else ranges.STRATEGIC
        if s.flags[unit] & MOVED and ranges.left_of(s, unit, mode) < rules.price["road"]:
            yield Refusal("F-10.2.1.C", "no_points", args, (unit,))

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The unit that would leave."""
        return "action.exit", {"unit": self.unit}

    def apply(self, s: ForgottenWarState) -> None:
        """Take the unit off the map."""
        rule = "F-15.2.1.B" if s.rules.train[self.unit] else "F-15.2.1.C"
        s.log(rule, "exited", unit=self.unit, n=2 if s.rules.train[self.unit] else 1)
        positions.left(s, self.unit)
        s.flag(self.unit, s.flags[self.unit], on=False)
        s.spend(self.unit, 0)
        s.move(self.unit, s.rules.names.box("exited"))


class Airlift(UnitSideAction, frozen=True):
    """A support unit is flown out from the open airstrip. Written `airlift UNIT`."""

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-10.2.6.E1: a support unit with a line of hexes without enemies to the open strip."""
        unit, rules, args = self.unit, s.rules, {"unit": self.unit}
        if rules.side_of[unit] != SIDES.index(frame.side) or not s.on_map(unit) or not rules.support[unit]:
            yield Refusal("F-10.2.6.E1", "no_support_unit", args, (unit,))
        elif not airstrip.is_open(s):
            yield Refusal("F-10.2.6.E1", "strip_shut", args, (unit,))
        elif not airstrip.walk(s) >> s.where[unit] & 1:
            yield Refusal("F-10.2.6.E1", "no_line_to_strip", args, (unit,))

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The unit that would be flown out."""
        return "action.airlift", {"unit": self.unit}

    def apply(self, s: ForgottenWarState) -> None:
        """F-10.2.6.E2: take the unit off the map; no side scores for it."""
        s.log("F-10.2.6.E1", "airlifted", unit=self.unit)
        positions.left(s, self.unit)
        s.flag(self.unit, s.flags[self.unit], on=False)
        s.spend(self.unit, 0)
        s.move(self.unit, s.rules.names.box("withdrawn"))


def offers(s: ForgottenWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offers to leave the map."""
    if s.rules.side_of[unit] != UN:
        return
    if s.rules.way_out >> s.where[unit] & 1:
        yield from Exit(unit).offer(s, frame)
    if s.rules.support[unit] and s.rules.strip:
        yield from Airlift(unit).offer(s, frame)
