"""13.3 FEC Enhancement: Far East Command units become full ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit
from parallel38.games.korean_war.rules import losses, stacking, zones
from parallel38.games.korean_war.state import RESERVE_SPACES, SIDES, UN, KoreanWarState

TWO_FROM = 5
"""W-13.3b: the first turn in which two divisions are enhanced."""
TRACK = ("destroyed", "reconstituting", "available")


class Enhance(Action, frozen=True):
    """Enhance a Far East Command unit. Written `enhance FEC-24`."""

    unit: Unit


def candidates(s: KoreanWarState) -> list[int]:
    """The Far East Command units in play. W-13.3c: on the map, in the box or on the Reconstitute Track."""
    return [u for u in s.rules.far_east if s.on_map(u) or s.in_box(u, *RESERVE_SPACES, *TRACK)]


def begin(s: KoreanWarState) -> None:
    """3.C The UN FEC Enhancement Phase. W-13.3f: as long as there is such a unit."""
    chart = s.rules.charts["enhancement"]
    n = chart["turn_5_on" if s.turn >= TWO_FROM else "turns_3_4", "divisions"]
    if candidates(s):
        s.push(Enhancing(n * stacking.MOST))


def counterpart(s: KoreanWarState, unit: int) -> int | None:
    """The counter that takes the place of an enhanced one: the same designation if it is free, else any of its kind."""
    rules = s.rules
    wanted = [u for u in rules.of_kind[rules.enhanced_kind[unit]] if s.in_box(u, "out", "aside")]
    same = [u for u in wanted if rules.designation[u] == rules.designation[unit]]
    return next(iter(same or wanted), None)


class Enhancing(Frame, frozen=True):
    """The UN enhances units. `left`: how much, in regiments. W-13.3a, W-13.3b: a division counts three."""

    left: int

    def _able(self, s: KoreanWarState) -> list[int]:
        return [u for u in candidates(s) if next(self._against(s, u), None) is None]

    def _against(self, s: KoreanWarState, unit: int) -> Iterator[Refusal]:
        """W-13.3e: only Far East Command units. W-13.3d: none that is enclosed."""
        args = {"unit": unit}
        if unit not in candidates(s):
            yield Refusal("W-13.3e", "no_enhancement", args, (unit,))
        elif stacking.weight(s, unit) > self.left:
            rule = "W-13.3b" if s.turn >= TWO_FROM else "W-13.3a"
            yield Refusal(rule, "enhanced_enough", {**args, "n": self.left}, (unit,))
        elif s.on_map(unit) and zones.enclosed(s, UN, s.where[unit]):
            yield Refusal("W-13.3d", "enclosed", args, (unit,))
        elif counterpart(s, unit) is None:
            yield Refusal("W-13.3e", "no_counter", args, (unit,))

    def decider(self, s: KoreanWarState) -> str | None:
        """The UN, while a unit can be enhanced."""
        return SIDES[UN] if self._able(s) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the phase."""
        s.pop()

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """How much is left."""
        return "enhancing", {"side": SIDES[UN], "n": self.left}

    def takes(self, action: Action) -> bool:
        """Enhancements and the end."""
        return isinstance(action, Enhance | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each unit that can be enhanced, and the end."""
        for unit in self._able(s):
            yield Offer("enhance", units=(unit,), action=Enhance(unit))
        yield Offer("end", action=End())

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit cannot be enhanced."""
        if isinstance(action, Enhance):
            yield from self._against(s, action.unit)

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit."""
        if isinstance(action, Enhance):
            return "action.enhance", {"unit": action.unit}
        return super().describe(s, action)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """W-13.3e: the Far East Command counter is never used again."""
        if not isinstance(action, Enhance):
            s.pop()
            return
        new = counterpart(s, action.unit)
        assert new is not None
        s.replace(Enhancing(self.left - stacking.weight(s, action.unit)))
        if not s.on_map(action.unit):
            trace("W-13.3c")
        s.log("W-13.3e", "enhanced", unit=action.unit, new_unit=new)
        losses.exchange(s, action.unit, new, "gone")
