"""5.8 Advance after combat: the unit that emptied a hex may go there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit
from parallel38.games.forgotten_war.rules import entering, positions, stacking
from parallel38.games.forgotten_war.rules.targets import DIRECT
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState, Side
from parallel38.hexgrid import Hex


class Advance(Action, frozen=True):
    """The unit that fired advances into the hex that it emptied. Written `advance UNIT 1220`."""

    intent = "go"

    unit: Unit
    hex: Place


def begin(s: ForgottenWarState, side: Side, phase: str, unit: int, mode: str, h: Hex) -> None:
    """Ask whether the unit that fired advances. F-5.8.Ax: never in defensive fire; F-5.8.C: only the unit whose fire
    emptied the hex, and it must stand beside it."""
    i = SIDES.index(side)
    if mode != DIRECT or not s.on_map(unit) or s.at(1 - i, h):
        return
    if phase != "offensive":
        trace("F-5.8.Ax")
        return
    barred = next(bars(s, unit, h), None)
    if barred is None:
        s.push(Advancing(side, unit, h))
    else:
        trace(barred.rule)


def bars(s: ForgottenWarState, unit: int, h: Hex) -> Iterator[Refusal]:
    """Why a unit may not advance into a hex. F-17.3.3.C, F-17.3.3.D: divisions that may not move yet do not advance;
    F-10.2.4.B1, F-10.2.4.B4: guns, and at Chosin trains, not next to an enemy."""
    rules, here, args = s.rules, s.where[unit], {"unit": unit, "hex": h}
    held = rules.battle.frozen(s, unit)
    if held:
        yield Refusal(held, "not_released", {**args, "n": rules.free[unit]}, (unit,))
    if h not in rules.grid.neighbours[here]:
        yield Refusal("F-5.8.A", "not_beside", args, (unit,), (h,))
    elif rules.step_cost(unit, here, h) is None:
        yield Refusal("F-5.8.A", "cannot_enter", args, (unit,), (h,))
    if rules.keeps_off[unit] and s.beside(1 - rules.side_of[unit]) >> h & 1:
        yield Refusal("F-10.2.4.B4" if rules.train[unit] else "F-10.2.4.B1", "gun_near", args, (unit,), (h,))
    for bar in s.rules.battle.advance_bars(s, unit):
        if bar.region >> h & 1:
            yield Refusal(bar.rule, bar.text, args, (unit,), (h,))
    if not stacking.fits(s, rules.side_of[unit], h, (unit,)):
        yield stacking.full(s, rules.side_of[unit], h, (unit,))


class Advancing(Frame, frozen=True):
    """The side that fired decides whether its unit advances."""

    side: Side
    unit: Unit
    hex: Place

    def decider(self, s: ForgottenWarState) -> str:
        """The side that fired."""
        return self.side

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side."""
        return "advancing", {"side": self.side, "unit": self.unit, "hex": self.hex}

    def takes(self, action: Action) -> bool:
        """Whether an action is an advance or its refusal."""
        return isinstance(action, Advance | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """To advance or to stay."""
        yield Offer("advance", units=(self.unit,), action=Advance(self.unit, self.hex))
        yield Offer("end", action=End())

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """F-5.8.C: only the unit that fired advances, and only into the hex that it emptied."""
        if isinstance(action, Advance) and action != Advance(self.unit, self.hex):
            yield Refusal("F-5.8.C", "not_advancing", {"unit": action.unit, "hex": action.hex}, (action.unit,))

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and the hex."""
        if not isinstance(action, Advance):
            return "action.stay", {"unit": self.unit}
        return "action.advance", {"unit": action.unit, "hex": action.hex}

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Move the unit into the hex. F-5.8.B: it may still attack in the close combat phase."""
        s.pop()
        if isinstance(action, Advance):
            positions.left(s, action.unit)
            s.log("F-5.8.A", "advanced", unit=action.unit, from_hex=s.where[action.unit], to_hex=action.hex)
            s.move(action.unit, action.hex)
            entering.entered(s, action.unit, action.hex, "advance")
