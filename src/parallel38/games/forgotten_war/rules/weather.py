"""7 Weather at Chosin: how many aircraft fly this turn, and which."""

from __future__ import annotations

from typing import Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.games.forgotten_war.rules import readiness
from parallel38.games.forgotten_war.state import UN, ForgottenWarState


def begin(s: ForgottenWarState) -> None:
    """F-7.A: the UN rolls for the weather; F-7.h: or it is as it was in history."""
    if s.rules.setting.options.get("weather") == "history":
        fly(s, s.rules.historical_air(s.turn), "F-7.h")
    else:
        s.push(Weather())


class Weather(Frame, frozen=True):
    """The die for the weather."""

    done: bool = False

    def resolve(self, s: ForgottenWarState) -> None:
        """Throw the die."""
        s.push(Roll("weather", 1, "F-7.A"))

    def rolled(self, s: ForgottenWarState, roll: Any, dice: tuple[int, ...]) -> None:
        """F-7.A: the table says how many aircraft may be used."""
        s.pop()
        fly(s, s.rules.weather[dice[0]], "F-7.A", dice[0])


def fly(s: ForgottenWarState, n: int, rule: str, die: int = 0) -> None:
    """Let so many aircraft fly. F-7.B: the UN chooses which, if it has more; the others go to the Used box."""
    names = s.rules.names
    air = tuple(u for u in s.rules.markers_of[UN] if s.rules.air[u] and s.where[u] == names.box("available"))
    s.log(rule, "weather", n=min(n, len(air)), die=die)
    if n < len(air):
        readiness.choose(s, "air", air, n, "F-7.B")
