"""10.1 Improved positions: units dig in before movement and leave their works when they go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.engine.trace import trace
from parallel38.games.forgotten_war.state import ABANDONED, DIGGING, DUG, MOVED, SIDES, ForgottenWarState


class Dig(UnitSideAction, frozen=True):
    """Put an improved position marker on a leg unit. Written `dig UNIT`."""

    moves = False
    each = True

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-10.1.A1: only on leg units that are not in close combat; F-10.1.C1: not at Chipyong-ni; F-3.1.E: before
        anything moves."""
        rules, unit, args = s.rules, self.unit, {"unit": self.unit}
        if rules.side_of[unit] != SIDES.index(frame.side) or not s.on_map(unit):
            yield Refusal("F-10.1.A1", "not_yours", {**args, "side": frame.side}, (unit,))
        elif not rules.battle.improves:
            yield Refusal("F-10.1.C1", "no_digging", args, (unit,))
        elif rules.vehicle[unit]:
            yield Refusal("F-10.1.A1", "vehicle_digs", args, (unit,))
        elif s.locked(unit):
            yield Refusal("F-10.1.A1", "locked_digs", args, (unit,))
        elif s.flags[unit] & DUG:
            yield Refusal("F-10.1.A1", "dug_already", args, (unit,))
        elif frame.begun:
            yield Refusal("F-3.1.E", "dig_first", args, (unit,))

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The unit that would dig in."""
        return "action.dig", {"unit": self.unit}

    def apply(self, s: ForgottenWarState) -> None:
        """Put the marker on the unit, F-19.2: as the Marines of the booklet's example do."""
        s.flag(self.unit, DUG)
        s.log("F-10.1.A1", "dug", unit=self.unit, hex=s.where[self.unit])


class Lift(UnitSideAction, frozen=True):
    """Take the improved position marker off a unit. Written `lift UNIT`."""

    moves = False
    each = True

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-10.1.A2: from a unit that has one; F-3.1.E: before anything moves, but from one that has to move
        (F-10.2.1.E, F-10.2.6.C2) also later."""
        unit, args = self.unit, {"unit": self.unit}
        if s.rules.side_of[unit] != SIDES.index(frame.side) or not s.on_map(unit):
            yield Refusal("F-10.1.A2", "not_yours", {**args, "side": frame.side}, (unit,))
        elif not s.flags[unit] & DUG:
            yield Refusal("F-10.1.A2", "not_dug", args, (unit,))
        elif frame.begun and not frame.owes(s, unit):
            yield Refusal("F-3.1.E", "lift_first", args, (unit,))

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The unit that would leave its position."""
        return "action.lift", {"unit": self.unit}

    def apply(self, s: ForgottenWarState) -> None:
        """Take the marker off."""
        s.flag(self.unit, DUG, on=False)
        s.log("F-10.1.A2", "lifted", unit=self.unit, hex=s.where[self.unit])


def offers(s: ForgottenWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offers to dig in or to leave a position, which come before all movement. A vehicle that was left alone in a
    position leaves it like others."""
    if not s.rules.battle.improves:
        return
    if s.flags[unit] & DUG:
        yield from Lift(unit).offer(s, frame)
    elif not frame.begun:
        yield from Dig(unit).offer(s, frame)


def left(s: ForgottenWarState, unit: int) -> None:
    """A unit leaves its hex or is eliminated. F-13.7.A: its marker stays if a friend stays there; if none does, it
    goes. So no marker is left for the enemy to walk over (F-10.2.1.K). F-13.1.g: units attack out of their positions.
    """
    if not s.flags[unit] & DUG:
        return
    s.flag(unit, DUG, on=False)
    here = s.where[unit]
    friends = [u for u in s.there(s.rules.side_of[unit], here) if u != unit and not s.flags[u] & ABANDONED]
    heir = min(friends, key=lambda u: (s.rules.vehicle[u], u), default=None)
    if heir is not None and not any(s.flags[u] & DUG for u in friends):
        s.flag(heir, DUG)
        trace("F-13.7.A")
    elif heir is None:
        s.log("F-13.7.A", "position_removed", hex=here)


def begin(s: ForgottenWarState, side: int) -> tuple[int, ...]:
    """A movement phase begins. With the order to dig in, every unit may go, and those that stay dig in at its end.
    Units in a close combat could not dig in again (F-10.1.A1), so they keep their markers unless they go. Returns the
    units whose markers are off while others move."""
    if not ordered(s, side):
        return ()
    off = tuple(unit for unit in s.present(side) if s.flags[unit] & DUG and not s.locked(unit))
    for unit in off:
        s.flag(unit, DUG, on=False)
    return off


def ordered(s: ForgottenWarState, side: int) -> bool:
    """Whether a side has ordered its units to dig in where they stay; then a unit that goes had its marker taken off
    before movement."""
    return s.track[DIGGING[side]] == 0 and s.rules.battle.improves


def digs(s: ForgottenWarState, unit: int, off: Sequence[int]) -> bool:
    """Whether a unit without a marker shall be under one if it stays where it is. With the order to dig in, leg units
    that have not moved shall: they are those that were chosen for it before movement (F-10.1.A1). `off`: units that had
    markers before, vehicles among them; those that stay have them again, whether or not the order has changed."""
    chosen = unit in off or (ordered(s, s.rules.side_of[unit]) and not s.rules.vehicle[unit])
    return chosen and not s.flags[unit] & (MOVED | ABANDONED | DUG) and not s.locked(unit)


def finish(s: ForgottenWarState, side: int, off: Sequence[int]) -> None:
    """A movement phase ends. Units that shall be under markers are, if they have stayed; `off`: see `digs`."""
    new, kept = list[int](), list[int]()
    for unit in s.present(side):
        if digs(s, unit, off):
            s.flag(unit, DUG)
            (kept if unit in off else new).append(unit)
    if new:
        s.log("F-10.1.A1", "dug_all", units=tuple(new), n=len(new))
    if kept:
        s.log("F-10.1.A1", "dug_still", n=len(kept))
