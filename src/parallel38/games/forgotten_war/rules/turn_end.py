"""14 The end of a turn: markers come back, withdrawals, the airstrip, points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit, Units
from parallel38.games.forgotten_war.rules import airstrip, losses, points, positions
from parallel38.games.forgotten_war.rules.close_combat import Lose
from parallel38.games.forgotten_war.state import (
    BARRAGED,
    COMMUNIST,
    RECREWED,
    SIDES,
    STRIP,
    UN,
    ForgottenWarState,
)
from parallel38.wargame import losing

UNPAID = {"27th": "F-14.2.1.2.B", "loaned": "F-14.2.1.3.B", "23rd": "F-14.2.1.4.B"}
"""The rule by which a unit that is withdrawn too late or too weak brings nothing, by its row of the chart."""


class Withdraw(Action, frozen=True):
    """The UN takes a unit out of play. Written `withdraw UNIT`."""

    unit: Unit


class Close(Action, frozen=True):
    """The UN closes the airstrip."""


def begin(s: ForgottenWarState) -> None:
    """F-14.1.A, F-14.1.B: markers come back; then the UN may withdraw units or close the airstrip."""
    rules, names = s.rules, s.rules.names
    for unit in range(len(names.units)):
        if s.where[unit] == names.box("used"):
            trace("F-14.1.B")
            s.move(unit, names.box("available"))
        if s.flags[unit] & (BARRAGED | RECREWED):
            trace("F-14.1.A")
            s.flag(unit, BARRAGED | RECREWED, on=False)
    s.push(Closing())
    if any(rules.withdraws) or rules.strip:
        s.push(Withdrawing())


class Closing(Frame, frozen=True):
    """The turn's points, after the UN's decisions (F-14.2)."""

    done: bool = False

    def resolve(self, s: ForgottenWarState) -> None:
        """F-14.2.3.0: check the airstrip."""
        s.pop()
        airstrip.check(s)


def withdrawal(s: ForgottenWarState, unit: int) -> tuple[str, int]:
    """The rule by which a UN unit may be withdrawn, and the points that it brings now; an empty rule if it may not.

    F-14.2.1.1.C: points if the conditions hold. F-14.2.1.2.A, F-14.2.1.2.B: the 27th Infantry and C/73 (F-16.4.10,
    F-16.4.12), F-14.2.1.3.A, F-14.2.1.3.B: A/14 and A/78 (F-16.4.13b), F-14.2.1.4.A, F-14.2.1.4.B: the 23rd Infantry
    (F-16.4.11b); by turn, and where it says so only whole.
    """
    chart, kind = s.rules.charts["withdrawals"], s.rules.withdraws[unit]
    if not kind:
        return "", 0
    for row in (kind, kind + "_early", kind + "_late"):
        if row in chart.rows and s.turn <= chart[row, "until"]:
            worth = chart[row, "reduced" if s.reduced(unit) else "full"]
            return ("F-" + chart.rows[row]["until"].source if worth else UNPAID[kind]), worth
    return UNPAID[kind], 0


class Withdrawing(Frame, frozen=True):
    """The UN withdraws units at Naktong, or closes the airstrip at Chosin, if it wants to."""

    done: bool = False

    def able(self, s: ForgottenWarState) -> list[int]:
        """F-14.2.1.1.B: the units that may be withdrawn: not from close combat."""
        return [u for u in s.present(UN) if s.rules.withdraws[u] and not s.locked(u)]

    def may_close(self, s: ForgottenWarState) -> bool:
        """F-14.2.2.A: whether a whole engineer platoon stands on the open strip."""
        shut = s.track[STRIP] & airstrip.CLOSED
        return bool(s.rules.strip) and not shut and any(not s.reduced(u) for u in airstrip.engineers(s))

    def decider(self, s: ForgottenWarState) -> str | None:
        """The UN, if it has anything to decide."""
        return SIDES[UN] if self.able(s) or self.may_close(s) else None

    def resolve(self, s: ForgottenWarState) -> None:
        """Go on when there is nothing to decide."""
        s.pop()

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN."""
        return ("closing_strip" if s.rules.strip else "withdrawing"), {"side": SIDES[UN], "n": len(self.able(s))}

    def takes(self, action: Action) -> bool:
        """Whether an action withdraws a unit, closes the strip or ends the step."""
        return isinstance(action, Withdraw | Close | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """Each unit that may be withdrawn; to close the strip; the end."""
        for unit in self.able(s):
            yield Offer("withdraw", units=(unit,), action=Withdraw(unit))
        if self.may_close(s):
            yield Offer("close", action=Close())
        yield Offer("end", action=End())

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit may not be withdrawn, or the strip not be closed."""
        if isinstance(action, Withdraw):
            unit, args = action.unit, {"unit": action.unit}
            if not s.rules.withdraws[unit] or not s.on_map(unit):
                yield Refusal("F-14.2.1.1.A", "no_withdrawal", args, (unit,))
            elif s.locked(unit):
                yield Refusal("F-14.2.1.1.B", "locked_withdraws", args, (unit,))
        elif isinstance(action, Close) and not self.may_close(s):
            yield Refusal("F-14.2.2.A", "cannot_close", {})

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit with the points that it brings."""
        if isinstance(action, Withdraw):
            return "action.withdraw", {"unit": action.unit, "n": withdrawal(s, action.unit)[1]}
        return super().describe(s, action)

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Withdraw the unit, close the strip, or go on."""
        if isinstance(action, Withdraw):
            unit = action.unit
            rule, worth = withdrawal(s, unit)
            positions.left(s, unit)
            s.flag(unit, s.flags[unit], on=False)
            s.move(unit, s.rules.names.box("withdrawn"))
            s.log(rule, "withdrawn", unit=unit)
            if worth:
                points.score(s, UN, 2 * worth, rule, "points_withdrawal", unit=unit)
        elif isinstance(action, Close):
            close(s)
        else:
            s.pop()


def close(s: ForgottenWarState) -> None:
    """F-14.2.2.B: close the strip; F-14.2.2.C, F-14.2.2.G: the supply of two regiments is checked, this once."""
    s.tell(STRIP, s.track[STRIP] | airstrip.CLOSED)
    s.log("F-14.2.2.A", "strip_closed")
    for regiment in s.rules.supplied_regiments:
        cut = tuple(u for u in s.present(UN) if s.rules.regiment[u] == regiment and not supplied(s, u))
        if cut:
            s.push(Starving(cut))


def supplied(s: ForgottenWarState, unit: int) -> bool:
    """F-14.2.2.D: whether hexes without enemies lead from a unit to a road, and that to the south edge. The last hex of
    the road is a road hex, so that a line across country to it will do: the road itself never has to be open."""
    rules, free = s.rules, s.rules.board.in_play & ~s.held(COMMUNIST)
    return bool(rules.grid.spread(rules.way_out & free, free) >> s.where[unit] & 1)


class Starving(losing.Losing, frozen=True):
    """F-14.2.2.E: units of a regiment without supply lose as many steps as a die shows; the UN chooses which."""

    action_type = Lose

    units: Units
    left: int = -1

    def resolve(self, s: ForgottenWarState) -> None:
        """F-14.2.2.F: one die for the regiment; then the losses."""
        if self.left < 0:
            s.push(Roll("supply", 1, "F-14.2.2.E"))
        else:
            super().resolve(s)

    def decider(self, s: ForgottenWarState) -> str | None:
        """The UN, once the die has fallen and there is a choice."""
        return None if self.left < 0 else super().decider(s)

    def rolled(self, s: ForgottenWarState, roll: Any, dice: tuple[int, ...]) -> None:
        """The die says how many steps."""
        s.log("F-14.2.2.E", "starving", units=self.units, n=dice[0])
        s.replace(msgspec.structs.replace(self, left=dice[0]))

    def owner(self) -> str:
        """The UN."""
        return SIDES[UN]

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN."""
        return "starving", {"side": SIDES[UN], "n": self.left}

    def owed(self, s: ForgottenWarState) -> int:
        """The steps still to be lost."""
        return self.left

    def givers(self, s: ForgottenWarState) -> list[int]:
        """The units without supply that are left."""
        return [u for u in self.units if s.on_map(u)]

    def likeness(self, s: ForgottenWarState, unit: int) -> tuple[Any, ...]:
        """Units of one kind, strength and hex are alike."""
        return s.rules.likeness[unit], s.lost[unit], s.where[unit]

    def take(self, s: ForgottenWarState, unit: int) -> None:
        """Take a step."""
        s.replace(msgspec.structs.replace(self, left=self.left - 1))
        losses.lose(s, unit, 1)

    def not_giving(self, s: ForgottenWarState, unit: int) -> Refusal:
        """Why a unit takes no loss."""
        return Refusal("F-14.2.2.E", "not_starving", {"unit": unit}, (unit,))
