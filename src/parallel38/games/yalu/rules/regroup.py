"""9.2.1, 9.3.1 Markers of units that will try to regroup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import SideAction
from parallel38.engine.values import Units
from parallel38.games.yalu.rules import stacking, supply
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, NEUTRALIZED, REGROUP, SIDES, UN, YaluState

if TYPE_CHECKING:
    from parallel38.games.yalu.rules.movement import Moving


class Regroup(SideAction, frozen=True):
    """Mark neutralized units that will try to regroup. Written `regroup PVA-40-118`."""

    moves = False
    units: Units

    @property
    def actor(self) -> int:
        """The first of the units."""
        return self.units[0]

    def within(self, s: YaluState, offer: Offer) -> bool:
        """Whether an offer marks one of the units."""
        return offer.verb == "regroup" and offer.units[0] in self.units

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.2.1, D-9.3.1: markers come before any move, on neutralized units."""
        if not self.units or len({*self.units}) < len(self.units):
            yield Refusal(_rule(SIDES.index(frame.side)), "regroup_nobody")
        for unit in self.units:
            yield from _refusals(s, unit, frame)

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The units that would be marked."""
        return "action.regroup", {"units": self.units}

    def apply(self, s: YaluState) -> None:
        """Mark the units."""
        for unit in self.units:
            s.flag(unit, REGROUP)
        s.log(_rule(s.rules.side_of[self.actor]), "regroup_marked", units=self.units)


def _rule(side: int) -> str:
    return "D-9.2.1" if side == COMMUNIST else "D-9.3.1"


def _refusals(s: YaluState, unit: int, frame: Moving) -> Iterator[Refusal]:
    """Every reason why a unit may not be marked. D-5.2.3, D-5.3.4: not if isolated. D-7.3: nor if over-stacked."""
    side, args = SIDES.index(frame.side), {"unit": unit}
    communist = side == COMMUNIST
    if s.rules.side_of[unit] != side or not s.on_map(unit):
        yield Refusal("D-2.7", "not_yours", {"unit": unit, "side": frame.side}, (unit,))
        return
    if frame.begun:
        yield Refusal(_rule(side), "regroup_late", args, (unit,))
    if not s.flags[unit] & NEUTRALIZED:
        yield Refusal("D-15.4.1", "not_neutralized", args, (unit,))
    if s.flags[unit] & REGROUP:
        yield Refusal("D-15.4.1", "already_regrouping", args, (unit,))
    if communist and s.flags[unit] & ISOLATED:
        yield Refusal("D-5.2.3", "regroup_isolated", args, (unit,))
    if not communist and not supply.supplied(s, UN) >> s.where[unit] & 1:
        yield Refusal("D-5.3.4", "regroup_isolated", args, (unit,))
    if not communist and not s.effect(UN, "regroup_north") and s.rules.north >> s.where[unit] & 1:
        yield Refusal("D-9.3.1", "regroup_blizzard", args, (unit,))
    if stacking.over_limit(s, side, s.stacks(side)[s.where[unit]]):
        yield Refusal("D-7.3", "regroup_overstacked", {"unit": unit, "hex": s.where[unit]}, (unit,))


def offers(s: YaluState, unit: int, frame: Moving) -> Iterator[Offer]:
    """The offer of the marker, for a neutralized unit before the first move."""
    if s.flags[unit] & NEUTRALIZED and (not frame.begun or not s.rules.edition.regroups_in_morale_phase):
        yield from regroup(s, unit).offer(s, frame)


def regroup(s: YaluState, unit: int) -> Regroup:
    """The action by which a unit of the edition in play regroups."""
    action: Any = s.rules.verbs["regroup"]
    return action((unit,))
