"""9.3 UN movement options: what they have in common, and whether a unit can still move at all."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.state import (
    CEASED,
    COMMUNIST,
    DROPPED,
    HELD,
    JOINED,
    MOVED,
    NEUTRALIZED,
    REGROUP,
    REGROUPED,
    RODE,
    SIDES,
    SNOWED,
    YaluState,
)
from parallel38.hexgrid import Hex


def absent(s: YaluState, unit: int, side: int) -> Iterator[Refusal]:
    """Every reason why a side may not handle a unit on the map."""
    if s.rules.side_of[unit] != side:
        yield Refusal("D-2.7", "not_yours", {"unit": unit, "side": SIDES[side]}, (unit,))
    elif not s.on_map(unit):
        yield Refusal("D-9.1.2", "not_on_map", {"unit": unit, "at_place": s.where[unit]}, (unit,))


def stuck(s: YaluState, unit: int, side: int, last: tuple[int, ...], start: Hex | None = None) -> Iterator[Refusal]:
    """Every reason why a unit may not move at all, or not from a hex."""
    rules, args = s.rules, {"unit": unit}
    away = next(absent(s, unit, side), None)
    if away is not None:
        yield away
    elif start is not None and s.where[unit] != start:
        yield Refusal("D-9.1.2", "not_there", {"unit": unit, "at_place": s.where[unit], "place": start}, (unit,))
    elif rules.naval[unit]:
        yield Refusal("D-12.2.3", "ship", args, (unit,))
    elif not rules.movement[unit]:
        yield Refusal("D-9.1.3", "no_movement", args, (unit,))
    else:
        yield from _done(s, unit, side, last)


def _done(s: YaluState, unit: int, side: int, last: tuple[int, ...]) -> Iterator[Refusal]:
    """Why a unit has no move left in this phase, if it has none. D-9.3.4.2: not when it has just been recombined.

    D-9.3.7.2: nor when it has been dropped in this turn.
    """
    flags, args = s.flags[unit], {"unit": unit}
    if flags & REGROUP:
        yield Refusal("D-15.4.1", "regrouping", args, (unit,))
    elif flags & REGROUPED:
        yield Refusal("C-23A" if side == COMMUNIST else "C-28C2", "has_regrouped", args, (unit,))
    elif flags & JOINED:
        yield Refusal("D-9.3.4.2", "just_joined", args, (unit,))
    elif flags & DROPPED:
        yield Refusal("D-9.3.7.2", "just_dropped", args, (unit,))
    elif flags & MOVED and unit not in last:
        yield Refusal("D-9.1.1", "has_moved", args, (unit,))
    elif flags & HELD:
        yield Refusal("D-8.3.1.3", "held", args, (unit,))
    elif flags & SNOWED:
        yield Refusal("D-4.2", "blizzard_one_hex", {"units": (unit,), "hex": s.where[unit]}, (unit,))
    elif flags & RODE:
        yield Refusal("D-9.2.2.1" if side == COMMUNIST else "D-9.3.2.3", "rode", args, (unit,))
    elif flags & CEASED:
        yield Refusal("D-9.2.3.3" if side == COMMUNIST else "D-16.3", "ceased", args, (unit,))


def short_of(s: YaluState, unit: int, need: int, rule: str, text: str) -> Iterator[Refusal]:
    """A refusal if a unit has fewer points left than it needs, in parts of a point."""
    left = max(allowance(s, unit) - s.spent[unit], 0)
    if left < need:
        yield Refusal(rule, text, {"unit": unit, "need_mp": need, "left_mp": left}, (unit,))


def leave(s: YaluState, unit: int, box: str, due: int) -> None:
    """Take a unit off the map into a box, from which it may arrive in turn `due`; only neutralization is kept."""
    s.flag(unit, s.flags[unit] & ~NEUTRALIZED, on=False)
    s.move(unit, s.rules.names.box(box))
    s.spend(unit, due)


def delay(s: YaluState, row: str) -> int:
    """The turn in which a unit that leaves now arrives, by the chart of delays."""
    return s.turn + s.rules.charts["delays"][row, "turns"]
