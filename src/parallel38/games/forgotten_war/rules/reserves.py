"""16.4 The optional battalion of Naktong: the UN may bring it, at a price in victory points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer
from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.state import SIDES, UN, ForgottenWarState


class Call(Action, frozen=True):
    """Bring the optional units."""


def begin(s: ForgottenWarState, side: int) -> None:
    """F-16.4.8c: ask the UN on the turn that the list shows; what it has called may wait beside the map (F-6.1.4)."""
    if side == UN and optional(s):
        s.push(Calling())


def optional(s: ForgottenWarState) -> list[int]:
    """The optional UN units that could come now."""
    rules, out = s.rules, s.rules.names.box("out")
    return [
        u
        for turn, units in rules.arriving[UN].items()
        for u in units
        if turn == s.turn and rules.optional[u] and s.where[u] == out
    ]


class Calling(Frame, frozen=True):
    """The UN decides whether it brings its optional units."""

    done: bool = False

    def decider(self, s: ForgottenWarState) -> str | None:
        """The UN."""
        return SIDES[UN]

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN, with the points that it would cost."""
        n = len(optional(s))
        return "calling", {"side": SIDES[UN], "n": n, "points": 2 * n}

    def takes(self, action: Action) -> bool:
        """Whether an action calls the units or does without."""
        return isinstance(action, Call | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """To call them, or not."""
        yield Offer("call", action=Call())
        yield Offer("end", action=End())

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """F-16.4.8c, F-15.1.1.B: the units stand beside the map, and each gives the NKPA two points."""
        s.pop()
        if isinstance(action, Call):
            units = optional(s)
            for unit in units:
                s.move(unit, s.rules.names.box("due"))
            s.log("F-16.4.8c", "called", units=tuple(units), n=len(units), points=2 * len(units))
