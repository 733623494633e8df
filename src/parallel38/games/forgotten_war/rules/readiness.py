"""7.B, 8.2 The UN chooses which aircraft, guns and mortars it can use this turn; the others are used up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.values import Action, End, RuleId, Unit, Units
from parallel38.games.forgotten_war.state import BARRAGED, SIDES, UN, ForgottenWarState


class Ready(Action, frozen=True):
    """Make an aircraft, gun or mortar ready for this turn. Written `ready UNIT`."""

    unit: Unit


def choose(s: ForgottenWarState, what: str, units: tuple[int, ...], n: int, rule: str, track: int = -1) -> None:
    """Let the UN make `n` of some units ready; `track`: the ammunition that pays for it."""
    if n <= 0:
        for unit in units:
            stand_down(s, unit, rule)
    elif units:
        s.push(Readying(what, units, n, rule, track))


def stand_down(s: ForgottenWarState, unit: int, rule: str) -> None:
    """F-8.2.C: a gun that is not ready counts as fired; F-7.B, F-8.2.D: a marker goes to the Used box."""
    if s.rules.marker[unit]:
        s.move(unit, s.rules.names.box("used"))
    else:
        s.flag(unit, BARRAGED)


class Readying(Frame, frozen=True):
    """The UN chooses; F-8.3: it may keep ammunition for later."""

    what: str
    units: Units
    left: int
    rule: RuleId
    track: int = -1

    def decider(self, s: ForgottenWarState) -> str | None:
        """The UN, as long as there is something to choose."""
        return SIDES[UN] if self.units and self.left else None

    def resolve(self, s: ForgottenWarState) -> None:
        """Stand the others down."""
        s.pop()
        for unit in self.units:
            stand_down(s, unit, self.rule)

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN."""
        return "readying_" + self.what, {"side": SIDES[UN], "n": self.left, "units": self.units}

    def takes(self, action: Action) -> bool:
        """Whether an action makes a unit ready or ends the choice."""
        return isinstance(action, Ready | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """Each unit that can be made ready; the end."""
        for unit in self.units:
            yield Offer("ready", units=(unit,), action=Ready(unit))
        yield Offer("end", action=End())

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit cannot be made ready."""
        if isinstance(action, Ready) and action.unit not in self.units:
            yield Refusal(self.rule, "not_to_ready", {"unit": action.unit}, (action.unit,))

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit that would be ready."""
        return ("action.ready", {"unit": action.unit}) if isinstance(action, Ready) else super().describe(s, action)

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Make the unit ready; F-8.2.B: a point of ammunition is spent. Or stand the others down."""
        if not isinstance(action, Ready):
            self.resolve(s)
            return
        if self.track >= 0:
            s.tell(self.track, s.track[self.track] - 1)
        s.log(self.rule if self.track < 0 else "F-8.2.B", "readied", unit=action.unit)
        rest = tuple(u for u in self.units if u != action.unit)
        s.replace(msgspec.structs.replace(self, units=rest, left=self.left - 1))
