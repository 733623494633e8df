"""Supply by air: it supplies some UN units for a game-turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.values import Action, End, Unit
from parallel38.games.mobile_war.rules import supply
from parallel38.games.mobile_war.state import AIRFED, AIRLIFT, SIDES, UN, MobileWarState


class Airlift(Action, frozen=True):
    """Supply a unit by air until the enemy's next player turn ends. Written `airlift US-24`."""

    unit: Unit


def begin(s: MobileWarState) -> None:
    """Begin the allotment. K-SUP-G2: earlier air supply ends; K-SUP-G1: six regiments may be supplied now."""
    for unit in s.rules.units_of[UN]:
        if s.flags[unit] & AIRFED:
            s.flag(unit, AIRFED, on=False)
    s.tell(AIRLIFT, 0)
    s.push(Airlifting(s.rules.charts["supply"]["air", "number"]))


class Airlifting(Frame, frozen=True):
    """Air supply is allotted at the beginning of the UN player turn. `left`: regiments that may still be supplied."""

    left: int

    def _candidates(self, s: MobileWarState) -> list[int]:
        """Every combat unit for which enough is left; a unit in supply may be about to go where there is none."""
        rules = s.rules
        able = (u for u in s.present(UN) if rules.combat[u] and not s.flags[u] & AIRFED)
        return [u for u in able if rules.regiments[u] <= self.left]

    def decider(self, s: MobileWarState) -> str | None:
        """The UN, as long as air supply is left for some unit."""
        return SIDES[UN] if self._candidates(s) else None

    def resolve(self, s: MobileWarState) -> None:
        """Close the frame: no air supply is left, or no unit for it."""
        s.pop()

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN, with the number of regiments that may still be supplied."""
        return "airlifting", {"n": self.left}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Each unit that may be supplied by air, and the end of the allotment."""
        for unit in self._candidates(s):
            yield Offer("airlift", units=(unit,), action=Airlift(unit))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Whether an action is air supply or the end of the allotment."""
        return isinstance(action, Airlift | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """K-SUP-G1: why a unit may not be supplied by air: only UN combat units, six regiments in all."""
        if not isinstance(action, Airlift):
            return
        unit, args = action.unit, {"unit": action.unit, "n": self.left}
        if s.rules.side_of[unit] != UN or not s.on_map(unit) or not s.rules.combat[unit]:
            yield Refusal("K-SUP-G1", "no_airlift", args, (unit,))
        elif s.flags[unit] & AIRFED:
            yield Refusal("K-SUP-G1", "airlift_twice", args, (unit,))
        elif s.rules.regiments[unit] > self.left:
            yield Refusal("K-SUP-G1", "airlift_full", args, (unit,))

    def warnings(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """K-SUP-G1: after the end no unit is supplied by air, though some may be out of supply."""
        cut = tuple(u for u in self._candidates(s) if not supply.supplied(s, u)) if isinstance(action, End) else ()
        if cut:
            yield Refusal("K-SUP-G1", "airlift_end", {"units": cut}, cut)

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit that would be supplied."""
        return ("action.airlift", {"unit": action.unit}) if isinstance(action, Airlift) else super().describe(s, action)

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Supply a unit by air, or end the allotment. K-SUP-G3: the enemy is told which unit it is."""
        if not isinstance(action, Airlift):
            s.pop()
            return
        s.flag(action.unit, AIRFED)
        s.log("K-SUP-G3", "airlifted", unit=action.unit)
        n = s.rules.regiments[action.unit]
        s.tell(AIRLIFT, s.track[AIRLIFT] + n)
        s.replace(Airlifting(self.left - n))
