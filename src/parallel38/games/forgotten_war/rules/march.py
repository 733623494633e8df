"""10.2 A move is carried out hex by hex, because a hex on the way may cost a unit a step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from parallel38.engine.flow import Frame, Refusal
from parallel38.engine.values import Path, Units
from parallel38.games.forgotten_war.rules import entering
from parallel38.games.forgotten_war.rules.ranges import FOOT
from parallel38.games.forgotten_war.state import COMMUNIST, CROWDING, DUG, MOVED, NEAR, ForgottenWarState
from parallel38.hexgrid import Hex


def begin(s: ForgottenWarState, units: tuple[int, ...], path: tuple[Hex, ...], mode: str, paid: int) -> None:
    """Set units in motion along a path; `paid`: what entering the map has cost them, in halves of a point."""
    s.log("F-10.2.1.A", "moved" if mode == FOOT else "moved_strategic", units=units, from_hex=path[0], to_hex=path[-1])
    if paid:
        for unit in reversed(units):
            _enter(s, unit, path[0], paid)
    s.push(March(units, path))


def _enter(s: ForgottenWarState, unit: int, h: Hex, price: int) -> None:
    """Put a unit into the next hex of its way. F-10.2.1.I: if it was in a position, its marker was taken off before."""
    s.flag(unit, DUG, on=False)
    s.move(unit, h)
    s.spend(unit, s.spent[unit] + price)
    near = bool(s.beside(1 - s.rules.side_of[unit]) >> h & 1)
    s.flag(unit, MOVED | (NEAR if near else 0))
    s.flag(unit, CROWDING, on=False)
    entering.entered(s, unit, h, "move")


class March(Frame, frozen=True):
    """Units on their way; `at`: the number of the hex of the path in which they are."""

    units: Units
    path: Path
    at: int = 0

    def resolve(self, s: ForgottenWarState) -> None:
        """Go on with those that are left, to the next hex that does something to units, or to the end."""
        units = tuple(u for u in self.units if s.where[u] == self.path[self.at])
        if not units or self.at + 1 >= len(self.path):
            s.pop()
            return
        rules, last = s.rules, len(self.path) - 1
        next_ = next((i for i in range(self.at + 1, last) if rules.eventful >> self.path[i] & 1), last)
        s.replace(msgspec.structs.replace(self, units=units, at=next_))
        beside = s.beside(1 - rules.side_of[units[0]])
        near = any(beside >> h & 1 for h in self.path[self.at + 1 : next_])
        for unit in reversed(units):  # so that the first one throws its die first
            price = sum(rules.step_cost(unit, a, b) or 0 for a, b in pairwise(self.path[self.at : next_ + 1]))
            if near:
                s.flag(unit, NEAR)
            _enter(s, unit, self.path[next_], price)


def warnings(s: ForgottenWarState, units: tuple[int, ...], path: tuple[Hex, ...]) -> Iterator[Refusal]:
    """What the hexes of a way would cost."""
    rules = s.rules
    for i, (_, h) in enumerate(pairwise(path), 1):
        if rules.ice >> h & 1:
            yield Refusal("F-10.2.6.F", "ice", {"hex": h, "n": len(units)}, units, (h,), i)
        if rules.side_of[units[0]] == COMMUNIST and rules.dumps >> h & 1:
            yield Refusal("F-10.2.6.A", "dump", {"hex": h, "n": len(units)}, units, (h,), i)
