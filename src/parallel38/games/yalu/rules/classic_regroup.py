"""C-23A, C-28C Regrouping in Classic: certain, for movement points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Refusal
from parallel38.games.yalu.rules import stacking, supply
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.rules.regroup import Regroup
from parallel38.games.yalu.state import COMMUNIST, MOVED, NEUTRALIZED, REGROUPED, SIDES, UN, YaluState

if TYPE_CHECKING:
    from parallel38.games.yalu.rules.movement import Moving

PRICE = 3
"""The movement points that a Communist unit pays (C-23A)."""


class RegroupNow(Regroup, frozen=True):
    """Regroup neutralized units before they move. Written `regroup PVA-40-118`."""

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "regroup"

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """C-23A, C-28C: neutralized units of the side that have not moved."""
        side = SIDES.index(frame.side)
        if not self.units or len({*self.units}) < len(self.units):
            yield Refusal(_rule(side), "regroup_nobody")
        for unit in self.units:
            yield from _refusals(s, unit, side)

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The units that would regroup, and the points that each has left."""
        left = min((_left(s, unit) for unit in self.units), default=0)
        return "action.regroup_now", {"units": self.units, "left_mp": left}

    def apply(self, s: YaluState) -> None:
        """C-23A: a Communist unit pays three points, or stays where it is if it has fewer; C-28C: a UN unit pays all.

        C-23A2, C-28C2: it has its zone of control again and may attack; what it has left it may walk.
        """
        for unit in self.units:
            left, stays = _left(s, unit), _stays(s, unit)
            s.flag(unit, NEUTRALIZED, on=False)
            s.spend(unit, allowance(s, unit) - left)
            if stays:
                s.flag(unit, REGROUPED)
            s.log(_rule(s.rules.side_of[unit]), "regrouped_now", unit=unit, left_mp=left)


def _rule(side: int) -> str:
    return "C-23A" if side == COMMUNIST else "C-28C"


def _left(s: YaluState, unit: int) -> int:
    """The points that regrouping leaves a unit, in parts of a point."""
    if s.rules.side_of[unit] == UN:
        return 0
    return max(allowance(s, unit) - s.spent[unit] - PRICE * s.rules.point, 0)


def _stays(s: YaluState, unit: int) -> bool:
    """Whether a unit that regroups gives up its move: a UN unit, C-23A: or a Communist one with too few points.

    A Communist unit that has paid its last point may still take a train, which costs it none (C-23B).
    """
    return s.rules.side_of[unit] == UN or allowance(s, unit) - s.spent[unit] < PRICE * s.rules.point


def _refusals(s: YaluState, unit: int, side: int) -> Iterator[Refusal]:
    """Every reason why a unit may not regroup. C-28C: UN units not if isolated, nor in the north in a blizzard.

    C-23A2: isolation does not keep Communist units from it. C-7B: units in a hex that is over-stacked may not.
    """
    args = {"unit": unit}
    if s.rules.side_of[unit] != side or not s.on_map(unit):
        yield Refusal("D-2.7", "not_yours", {"unit": unit, "side": SIDES[side]}, (unit,))
        return
    if not s.flags[unit] & NEUTRALIZED:
        yield Refusal(_rule(side), "not_neutralized", args, (unit,))
    if s.flags[unit] & MOVED:
        yield Refusal(_rule(side), "regroup_moved", args, (unit,))
    elif side == UN and s.spent[unit]:
        yield Refusal("C-28C", "regroup_spent", args, (unit,))
    if side == UN and not supply.supplied(s, UN) >> s.where[unit] & 1:
        yield Refusal("C-28C", "regroup_isolated", args, (unit,))
    if side == UN and not s.effect(UN, "regroup_north") and s.rules.north >> s.where[unit] & 1:
        yield Refusal("C-28C", "regroup_blizzard", args, (unit,))
    if stacking.over_limit(s, side, s.stacks(side)[s.where[unit]]):
        yield Refusal("D-7.3", "regroup_overstacked", {"unit": unit, "hex": s.where[unit]}, (unit,))
