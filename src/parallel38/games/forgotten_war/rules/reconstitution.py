"""10.3 Reconstitution: of two reduced units in a hex one becomes whole and the other is removed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Unit
from parallel38.games.forgotten_war.rules import losses, positions, ranges
from parallel38.games.forgotten_war.state import DUG, MOVED, NEAR, SIDES, ForgottenWarState


class Merge(SideAction, frozen=True):
    """A reduced unit becomes whole with the men of another. Written `merge UNIT OTHER`: the other one is removed."""

    unit: Unit
    other: Unit

    @property
    def actor(self) -> int:
        """The unit that becomes whole."""
        return self.unit

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-10.3.A: two reduced units; F-10.3.B1: in one hex; F-10.3.C: of one kind; F-10.3.D: of the nearest formation
        that has one; F-10.3.F: not at Naktong."""
        rules, a, b, side = s.rules, self.unit, self.other, SIDES.index(frame.side)
        args = {"unit": a, "other_unit": b}
        if not rules.battle.merges:
            yield Refusal("F-10.3.F", "no_merging", args, (a, b))
            return
        if a == b or any(rules.side_of[u] != side or not s.on_map(u) for u in (a, b)):
            yield Refusal("F-10.3.A", "not_yours", {"unit": b, "side": frame.side}, (a, b))
            return
        if not (s.reduced(a) and s.reduced(b)):
            yield Refusal("F-10.3.A", "not_reduced", args, (a, b))
        if s.where[a] != s.where[b]:
            yield Refusal("F-10.3.B1", "merge_apart", args, (a, b))
        if rules.kind[a] != rules.kind[b]:
            yield Refusal("F-10.3.C", "merge_kinds", args, (a, b))
        near = nearest(s, a)
        if near and kinship(s, a, b) > kinship(s, a, near[0]):
            yield Refusal("F-10.3.D", "merge_nearer", {**args, "units": tuple(near)}, tuple(near))

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The unit that would become whole, and the one that would be removed."""
        return "action.merge", {"unit": self.unit, "other_unit": self.other}

    def apply(self, s: ForgottenWarState) -> None:
        """F-10.3.B2: the whole unit has the points of the one that has fewer left, and moves on with them if one of the
        two still could. F-10.3.E: the other one counts as eliminated. F-10.2.1.J: if one of them has not moved and is
        to dig in by order, the whole unit is in its position."""
        a, b, frame = self.unit, self.other, s.top
        digs = any(positions.digs(s, u, frame.off) for u in (a, b))  # type: ignore[attr-defined]
        s.log("F-10.3.A", "merged", unit=a, other_unit=b, hex=s.where[a])
        last = tuple(frame.last)  # type: ignore[attr-defined]
        going = any(u in last or not s.flags[u] & MOVED for u in (a, b))
        left = min(ranges.left_of(s, u, ranges.FOOT) for u in (a, b))
        if left < ranges.left_of(s, a, ranges.FOOT):
            trace("F-10.3.B2")
            s.spend(a, ranges.allowance(s, a, ranges.FOOT) - left)
        s.flag(a, (s.flags[a] | s.flags[b]) & (MOVED | NEAR))
        if going and s.flags[a] & MOVED:
            mates = tuple(u for u in last if u not in (a, b)) if {a, b} & {*last} else ()
            s.replace(msgspec.structs.replace(frame, last=(a, *mates)))
        s.set("lost", a, 0)
        s.log("F-10.3.E", "eliminated", unit=b)
        losses.eliminate(s, b)
        if digs:
            s.flag(a, DUG)


def kinship(s: ForgottenWarState, a: int, b: int) -> int:
    """How near the formations of two units are: 0 for one company, then battalion, regiment, division, 4 for none."""
    one, two = s.rules.formations[a], s.rules.formations[b]
    return next((i for i in range(4) if any(one[: 4 - i]) and one[: 4 - i] == two[: 4 - i]), 4)


def nearest(s: ForgottenWarState, unit: int) -> list[int]:
    """The reduced units of a unit's kind on the map that are nearest to it in formation."""
    rules = s.rules
    found = [
        u for u in s.present(rules.side_of[unit]) if u != unit and s.reduced(u) and rules.kind[u] == rules.kind[unit]
    ]
    least = min((kinship(s, unit, u) for u in found), default=4)
    return [u for u in found if kinship(s, unit, u) == least]


def offers(s: ForgottenWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offers to make a reduced unit whole with another in its hex."""
    if s.reduced(unit) and s.rules.battle.merges:
        for other in s.at(s.rules.side_of[unit], s.where[unit]):
            if other != unit and s.reduced(other):
                yield from Merge(unit, other).offer(s, frame)
