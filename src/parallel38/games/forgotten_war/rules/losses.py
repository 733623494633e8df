"""5.6 Step losses: what a loss does to a unit, and where eliminated units go."""

from __future__ import annotations

from parallel38.games.forgotten_war.rules import positions
from parallel38.games.forgotten_war.state import ForgottenWarState


def steps_left(s: ForgottenWarState, unit: int) -> int:
    """The steps that a unit still has. F-5.6.1.c: some have one only."""
    return s.rules.steps[unit] - s.lost[unit]


def lose(s: ForgottenWarState, unit: int, n: int) -> None:
    """Take steps from a unit. F-5.6.1.a: the first loss flips a unit with two steps; F-5.6.1.b, F-5.6.1.d: what has no
    step left is eliminated."""
    if n <= 0:
        return
    if steps_left(s, unit) > n:
        s.set("lost", unit, s.lost[unit] + n)
        s.log("F-5.6.1.a", "reduced", unit=unit, hex=s.where[unit])
        return
    single = s.rules.steps[unit] == 1
    s.log("F-5.6.1.c" if single else "F-5.6.1.b" if not s.lost[unit] else "F-5.6.1.d", "eliminated", unit=unit)
    eliminate(s, unit)


def eliminate(s: ForgottenWarState, unit: int) -> None:
    """Put an eliminated unit into its box, F-5.7.1.B: also one that is lost in a retreat. F-5.6.2.N, F-5.6.2.C,
    F-5.6.2.P: which one the battle and the side say."""
    rules = s.rules
    positions.left(s, unit)
    s.flag(unit, s.flags[unit], on=False)
    s.move(unit, rules.names.box(rules.battle.dead[rules.side_of[unit]]))
    s.spend(unit, 0)
