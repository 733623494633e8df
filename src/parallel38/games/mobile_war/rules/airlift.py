"""Supply by air: some UN units for a game-turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.values import Action, End, Unit
from parallel38.games.mobile_war.state import AIRFED, AIRLIFT, SIDES, UN, MobileWarState


class Airlift(Action, frozen=True):
    """Supply a unit by air until the enemy's next player turn ends. Written `airlift US-24`."""

    unit: Unit


def begin(s: MobileWarState) -> None:
    """K-SUP-G2: what was supplied by air is so no longer; K-SUP-G1: six regiments may be now."""
    for unit in s.rules.units_of[UN]:
        if s.flags[unit] & AIRFED:
            s.flag(unit, AIRFED, on=False)
    s.tell(AIRLIFT, 0)
    s.push(Airlifting(s.rules.charts["supply"]["air", "number"]))


class Airlifting(Frame, frozen=True):
    """Air supply is allotted at the beginning of the UN player turn. `left`: regiments that may still have it."""

    left: int

    def _candidates(self, s: MobileWarState) -> list[int]:
        """Every combat unit for which there is enough: who has supply now may be about to go where there is none."""
        rules = s.rules
        able = (u for u in s.present(UN) if rules.combat[u] and not s.flags[u] & AIRFED)
        return [u for u in able if rules.regiments[u] <= self.left]

    def decider(self, s: MobileWarState) -> str | None:
        """The UN, as long as there is some."""
        return SIDES[UN] if self._candidates(s) else None

    def resolve(self, s: MobileWarState) -> None:
        """Nothing is left, or nobody is there."""
        s.pop()

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """How much is left."""
        return "airlifting", {"n": self.left}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Who may have it; the end."""
        for unit in self._candidates(s):
            yield Offer("airlift", units=(unit,), action=Airlift(unit))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Air supply, and the end."""
        return isinstance(action, Airlift | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """K-SUP-G1: UN combat units, six regiments in all."""
        if not isinstance(action, Airlift):
            return
        unit, args = action.unit, {"unit": action.unit, "n": self.left}
        if s.rules.side_of[unit] != UN or not s.on_map(unit) or not s.rules.combat[unit]:
            yield Refusal("K-SUP-G1", "no_airlift", args, (unit,))
        elif s.flags[unit] & AIRFED:
            yield Refusal("K-SUP-G1", "airlift_twice", args, (unit,))
        elif s.rules.regiments[unit] > self.left:
            yield Refusal("K-SUP-G1", "airlift_full", args, (unit,))

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """Who is supplied."""
        return ("action.airlift", {"unit": action.unit}) if isinstance(action, Airlift) else super().describe(s, action)

    def apply(self, s: MobileWarState, action: Action) -> None:
        """K-SUP-G3: the enemy is told who."""
        if not isinstance(action, Airlift):
            s.pop()
            return
        s.flag(action.unit, AIRFED)
        s.log("K-SUP-G3", "airlifted", unit=action.unit)
        n = s.rules.regiments[action.unit]
        s.tell(AIRLIFT, s.track[AIRLIFT] + n)
        s.replace(Airlifting(self.left - n))
