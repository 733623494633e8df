"""9.3.8 Off-map movement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.games.yalu.rules import march, stacking, zones
from parallel38.games.yalu.rules.options import delay, leave, short_of, stuck
from parallel38.games.yalu.state import COMMUNIST, MOVED, UN, YaluState
from parallel38.hexgrid import Hex, bits

if TYPE_CHECKING:
    from parallel38.games.yalu.rules.movement import Moving

STEP = 1
"""The movement points for leaving the map, and for entering it (9.3.8)."""


def roads(s: YaluState) -> tuple[Hex, ...]:
    """The two To Pusan hexes."""
    return tuple(bits(s.rules.board.areas["to_pusan"]))


def box_to(s: YaluState, h: Hex) -> str:
    """The name of the box of units on their way to a To Pusan hex."""
    return "-".join(("road", s.rules.grid.label(h)))


class Exit(UnitSideAction, frozen=True):
    """Leave the map by a To Pusan road."""

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.8: from 2718 or 2731, with a point left. D-8.3.1.1: a unit that has entered an enemy zone stops
        there."""
        unit, here = self.unit, s.where[self.unit]
        barred = next(stuck(s, unit, UN, frame.last), None)
        if barred is not None:
            yield barred
            return
        if here not in roads(s):
            yield Refusal("D-9.3.8", "no_road_out", {"unit": unit, "hex": here}, (unit,), (here,))
            return
        by = zones.over(s, COMMUNIST, here)
        if s.flags[unit] & MOVED and by:
            yield Refusal("D-8.3.1.1", "exit_zone", {"unit": unit, "hex": here, "by_units": by}, by, (here,))
        yield from short_of(s, unit, STEP * s.rules.point, "D-9.3.8", "no_point_to_exit")

    def _other(self, s: YaluState) -> Hex:
        return next(h for h in roads(s) if h != s.where[self.unit])

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The unit, its hex and the hex where it comes back."""
        return "action.exit", {"unit": self.unit, "hex": s.where[self.unit], "back_hex": self._other(s)}

    def apply(self, s: YaluState) -> None:
        """D-9.3.8: the unit comes back on the other road in the second UN movement phase after this one."""
        here, there = s.where[self.unit], self._other(s)
        leave(s, self.unit, box_to(s, there), delay(s, "off_map"))
        s.log("D-9.3.8", "left_map", unit=self.unit, hex=here, back_hex=there)


class Enter(UnitSideAction, frozen=True):
    """Come back onto the map by the other To Pusan road."""

    def _road(self, s: YaluState) -> Hex | None:
        return next((h for h in roads(s) if s.rules.names.box(box_to(s, h)) == s.where[self.unit]), None)

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.8: not before the second phase after it left, and not into an enemy hex (D-9.1.3)."""
        unit, h = self.unit, self._road(s)
        if h is None:
            yield Refusal("D-9.3.8", "not_off_map", {"unit": unit}, (unit,))
            return
        args = {"unit": unit, "hex": h}
        if s.turn < s.spent[unit]:
            yield Refusal("D-9.3.8", "still_off_map", {**args, "n": s.spent[unit] - s.turn}, (unit,))
        if s.held_by(COMMUNIST) >> h & 1:
            by = tuple(s.regulars_at(h))
            yield Refusal("D-9.1.3", "enemy_hex", {"units": (unit,), "hex": h, "by_units": by}, by, (h,))
        staying = stacking.staying(s, h)
        if stacking.full_at_end(s, (unit,), staying):
            args = {"hex": h, "units": (unit,), "by_units": staying}
            yield Refusal("D-7.2.6", "full_at_end", args, staying, (h,))

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The unit and the hex where it enters."""
        return "action.enter", {"unit": self.unit, "hex": self._road(s)}

    def apply(self, s: YaluState) -> None:
        """D-9.3.8: the unit pays a point for the first hex and may go on. D-16.3: unless guerrillas there stop it."""
        h = self._road(s)
        assert h is not None
        s.move(self.unit, h)
        s.flag(self.unit, MOVED)
        s.spend(self.unit, STEP * s.rules.point)
        s.log("D-9.3.8", "entered_map", unit=self.unit, hex=h)
        march.beset(s, self.unit, h)


def offers(s: YaluState, unit: int, frame: Moving) -> Iterator[Offer]:
    """The offer to leave the map."""
    if s.where[unit] in roads(s):
        yield from Exit(unit).offer(s, frame)


def returning(s: YaluState) -> Iterator[Offer]:
    """Offers to come back, for units that are off the map."""
    boxes = {s.rules.names.box(box_to(s, h)) for h in roads(s)}
    for unit in s.rules.units_of[UN]:
        if s.where[unit] in boxes:
            yield from Enter(unit).offer(s, ())
