"""7.5 Entrenching Actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.engine.trace import trace
from parallel38.games.korean_war.state import (
    FORTIFIED,
    IMPROVED,
    SIDES,
    TARGETED,
    WORKS,
    KoreanWarState,
)


class Entrench(UnitSideAction, frozen=True):
    """The active unit entrenches where it stands. W-7.5c: which takes all its Action Points. W-7.5o: the marker never
    moves. W-7.5q: whoever of its side is there has its benefit. Written `entrench ROK-1`."""

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the unit cannot entrench. W-7.5m, W-7.5n: only combat units can be active. W-7.5r: no marker is raised in
        the segment in which it was placed. W-7.5s: not after an assault from the sea. W-7.5l: one marker to a hex."""
        early = [*frame.activation_refusals(s, self.unit)]
        if early:
            yield from early
            return
        unit, h = self.unit, s.where[self.unit]
        args, left, price = {"unit": unit, "hex": h}, frame.points_of(s, unit), s.rules.entrench_price
        if price > left:
            rule = frame.short(s, unit, price)
            rule = "W-11.2w" if rule == "W-11.2u" else rule
            yield Refusal(rule, "no_points", {**args, "n": price, "left": left}, (unit,))
        if s.flags[unit] & TARGETED:
            yield Refusal("W-7.5s", "was_assaulted", args, (unit,))
        level = s.works(s.rules.side_of[unit], h)
        if level == FORTIFIED:
            yield Refusal("W-7.5l", "fortified", args, (unit,), (h,))
        elif level and ("fresh", h, 0) in s.marks:
            yield Refusal("W-7.5r", "works_fresh", args, (unit,), (h,))

    def apply(self, s: KoreanWarState) -> None:
        """W-7.5a: place an Improved Position; W-7.5b: or turn one into a Fortification. W-7.5d, W-7.5e: in enemy zones
        and cities too."""
        side, h = s.rules.side_of[self.unit], s.where[self.unit]
        level = s.works(side, h)
        if level:
            s.unmark((WORKS[side], h, level))
        s.mark((WORKS[side], h, level + 1), ("fresh", h, 0))
        if s.zone(1 - side) >> h & 1:
            trace("W-7.5d")
        if s.rules.cities >> h & 1:
            trace("W-7.5e")
        done = "improved" if level + 1 == IMPROVED else "fortified"
        s.log("W-7.5a" if not level else "W-7.5b", done, unit=self.unit, hex=h, side=SIDES[side])

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The unit and what it would build."""
        h = s.hex_of(self.unit)
        return "action.entrench", {"unit": self.unit, "hex": h}


def offers(s: KoreanWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The offer to a unit to entrench."""
    if s.rules.combat[unit]:
        yield from Entrench(unit).offer(s, frame)


def wear(s: KoreanWarState) -> None:
    """W-3.E13: remove entrenchments in hexes without a unit of their side that can use them."""
    for kind, h, level in sorted(s.marks):
        if kind in WORKS:
            side = WORKS.index(kind)
            rules = s.rules
            if not any(rules.combat[u] or rules.garrison[u] or s.assets(u) for u in s.stacks(side).get(h, ())):
                s.unmark((kind, h, level))
                s.log("W-3.E13", "works_removed", hex=h, side=SIDES[side])
