"""How an action can turn out: every result of its dice, with its exact chance."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from parallel38.engine.chance import Roll, Throw
from parallel38.engine.flow import settle
from parallel38.engine.state import State
from parallel38.engine.values import Action


class Outcome(msgspec.Struct, frozen=True):
    """One way an action can turn out: its exact chance, and what differs from now, as column, name, old and new."""

    chance: Fraction
    changes: tuple[tuple[str, str, str, str], ...]
    hash: int


def outcomes(now: State, action: Action) -> list[Outcome]:
    """Every way in which a legal action can turn out, the likeliest first; dice that begin something new are left."""
    if not now.top.takes(action):  # what ends a game by agreement is known to no frame, and certain
        return [Outcome(Fraction(1), (), now.hash())]
    first = now.copy()
    first.top.apply(first, action)
    settle(first)
    open_: list[tuple[Fraction, State]] = [(Fraction(1), first)]
    closed: dict[int, tuple[Fraction, State]] = {}
    while open_:
        merged: dict[int, tuple[Fraction, State]] = {}
        for chance, s in open_:
            top = s.top
            if not isinstance(top, Roll) or s.frames[-2].anew():
                key = s.hash()
                closed[key] = (closed[key][0] + chance if key in closed else chance, s)
                continue
            for dice, part in top.outcomes():
                after = s.copy()
                top.apply(after, Throw(dice))
                settle(after)
                key = after.hash()
                merged[key] = (merged[key][0] + chance * part if key in merged else chance * part, after)
        open_ = list(merged.values())
    found = [Outcome(chance, _differences(now, s), key) for key, (chance, s) in closed.items()]
    return sorted(found, key=lambda o: (-o.chance, o.hash))


def _differences(now: State, other: State) -> tuple[tuple[str, str, str, str], ...]:
    out: list[tuple[str, str, str, str]] = []
    rules = now.rules
    for column in now.COLUMNS:
        pairs = zip(getattr(now, column), getattr(other, column), strict=True)
        for i, (a, b) in enumerate(pairs):
            if a != b:
                texts = (rules.cell_text(column, i, a), rules.cell_text(column, i, b))
                out.append((column, rules.cell_name(column, i), *texts))
    return tuple(out)
