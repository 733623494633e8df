"""10.2.6, 10.2.7, 5.7.2, 5.8.D What a hex does to a unit that enters it: ice, supply dumps, obstacles."""

from __future__ import annotations

from typing import Any, Literal

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.engine.values import Place, Unit
from parallel38.games.forgotten_war.rules import losses, points, positions
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, ForgottenWarState
from parallel38.hexgrid import Hex

How = Literal["move", "advance", "retreat", "combat"]
DUMP = {"move": "F-10.2.6.A", "advance": "F-5.8.D", "retreat": "F-10.2.6.A", "combat": "F-13.6.G"}
WIRE = {"move": "F-10.2.7.B", "advance": "F-10.2.7.C", "retreat": "F-5.7.2.E", "combat": "F-10.2.7.B"}


def entered(s: ForgottenWarState, unit: int, h: Hex, how: How) -> None:
    """A unit has entered a hex.

    F-10.2.6.F, F-5.7.2.D: each whole ice hex gives the other side a victory point. F-10.2.6.A, F-5.8.D: a Communist
    unit in a supply dump loses a step. F-10.2.6.D: Dog 23 is removed in the perimeter of Hagaru. F-10.2.7.B,
    F-10.2.7.C, F-5.7.2.E: an obstacle may cost a step.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    if rules.loaned[unit] and rules.hagaru >> h & 1:
        s.log("F-10.2.6.D", "dog_23", unit=unit, hex=h)
        positions.left(s, unit)
        s.flag(unit, s.flags[unit], on=False)
        s.spend(unit, 0)
        s.move(unit, rules.names.box("withdrawn"))
        return
    if rules.ice >> h & 1:
        points.score(
            s,
            1 - side,
            rules.halves_for["chosin_ice"],
            "F-5.7.2.D" if how == "retreat" else "F-10.2.6.F",
            "points_ice",
            unit=unit,
            hex=h,
        )
    if rules.dumps >> h & 1 and side == COMMUNIST and how != "combat":
        s.log(DUMP[how], "looted", unit=unit, hex=h)
        losses.lose(s, unit, 1)
    if rules.obstacles >> h & 1 and s.on_map(unit) and (side == COMMUNIST or how == "retreat"):
        s.push(Wire(SIDES[side], unit, h, WIRE[how]))


class Wire(Frame, frozen=True):
    """A unit crosses wire and mines: a die, and on a 6 it loses a step."""

    side: str
    unit: Unit
    hex: Place
    rule: str
    done: bool = False

    def resolve(self, s: ForgottenWarState) -> None:
        """Throw the die."""
        if self.done or not s.on_map(self.unit):
            s.pop()
        else:
            s.push(Roll("obstacle", 1, self.rule))

    def rolled(self, s: ForgottenWarState, roll: Any, dice: tuple[int, ...]) -> None:
        """F-10.2.7.B: on a 6 the unit loses a step."""
        s.pop()
        lost = dice[0] == 6
        s.log(self.rule, "wire_hit" if lost else "wire_passed", unit=self.unit, hex=self.hex, die=dice[0])
        if lost:
            losses.lose(s, self.unit, 1)
