"""9.3.3 Breakdown and 9.3.4 recombining."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.engine.trace import trace
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.rules.options import absent, short_of
from parallel38.games.yalu.state import (
    ARRIVED,
    DONE,
    DROPPED,
    ISOLATED,
    JOINED,
    MOVED,
    NEUTRALIZED,
    REGROUP,
    REGROUPED,
    UN,
    YaluState,
)

if TYPE_CHECKING:
    from parallel38.games.yalu.rules.movement import Moving


def price(s: YaluState, unit: int) -> int:
    """D-9.3.3.2, D-9.3.4.1: the cost of breaking a unit down or recombining it, in parts of a point: US 2 points, ROK
    4."""
    return s.rules.points("breakdown", "ROK" if s.rules.nation[unit] == "ROK" else "US")


def parts_at_hand(s: YaluState, whole: int) -> tuple[int, ...]:
    """The units that would form a whole: its parts; C-28B: for a regiment any three battalions of its division.

    Its own battalions come first, and the hex where most of them are.
    """
    rules, division = s.rules, s.rules.part_of[whole]
    parts = tuple(rules.parts[whole])
    if not rules.edition.regiments_from_any_battalions or division is None or rules.size[whole] != "regiment":
        return parts
    groups: dict[int, list[int]] = {}
    for unit in (*parts, *(u for other in rules.parts[division] for u in rules.parts[other] if u not in parts)):
        if s.on_map(unit):
            groups.setdefault(s.where[unit], []).append(unit)
    full = [units for units in groups.values() if len(units) >= len(parts)]
    return tuple(max(full, key=lambda units: len({*units} & {*parts}))[: len(parts)]) if full else parts


def exchange(s: YaluState, whole: int, units: tuple[int, ...]) -> None:
    """C-28B: let battalions of other regiments change places with those of a regiment, as all are alike."""
    parts = s.rules.parts[whole]
    away, others = [u for u in parts if u not in units], [u for u in units if u not in parts]
    for a, b in zip(away, others, strict=True):
        (at, flags, spent), (there, more, used) = ((s.where[u], s.flags[u], s.spent[u]) for u in (a, b))
        for unit, place, kept, points in ((a, there, more, used), (b, at, flags, spent)):
            s.move(unit, place)
            s.flag(unit, s.flags[unit] & ~kept, on=False)
            s.flag(unit, kept)
            s.spend(unit, points)


class Breakdown(UnitSideAction, frozen=True):
    """Replace a unit by its parts: a division by its regiments, a US regiment by its battalions."""

    moves = False

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.3.1: US and ROK units only. D-9.3.3.2: before the unit moves. C-28C: regrouping is no movement."""
        unit, args = self.unit, {"unit": self.unit}
        yield from absent(s, unit, UN)
        if not s.rules.parts[unit]:
            yield Refusal("D-9.3.3.1", "no_parts", args, (unit,))
        if s.flags[unit] & (MOVED | DONE & ~REGROUPED | DROPPED):
            yield Refusal("D-9.3.3.2", "breakdown_late", args, (unit,))
        if s.flags[unit] & REGROUP:
            yield Refusal("D-15.4.1", "regrouping", args, (unit,))

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The parts, and the points each has left."""
        parts = s.rules.parts[self.unit]
        left = max(allowance(s, parts[0]) - s.spent[self.unit] - price(s, self.unit), 0)
        return "action.breakdown", {"unit": self.unit, "units": tuple(parts), "left_mp": left}

    def apply(self, s: YaluState) -> None:
        """D-9.3.3.2: the parts have spent the cost. D-9.3.3.3: and what their regiment had spent before.

        D-9.3.3.4: a unit that lacks the points breaks down all the same and does not move. D-9.3.3.5: parts of a
        neutralized unit are neutralized.
        """
        unit, here = self.unit, s.where[self.unit]
        kept = NEUTRALIZED | ISOLATED | ARRIVED | REGROUPED
        flags, spent = s.flags[unit] & kept, s.spent[unit] + price(s, unit)
        if s.spent[unit]:
            trace("D-9.3.3.3")
        parts = tuple(s.rules.parts[unit])
        s.flag(unit, s.flags[unit], on=False)
        s.move(unit, s.rules.names.box("out"))
        s.spend(unit, 0)
        for part in parts:
            s.move(part, here)
            s.flag(part, flags)
            s.spend(part, spent)
            if spent > allowance(s, part):
                trace("D-9.3.3.4")
        text = "broken_down_regrouped" if flags & REGROUPED else "broken_down"
        s.log("D-9.3.3.2", text, unit=unit, units=parts, hex=here, spent_mp=spent)
        if flags & NEUTRALIZED:
            s.log("D-9.3.3.5", "parts_neutralized", units=parts)


class Combine(UnitSideAction, frozen=True):
    """Recombine a unit from its parts; the unit named is the whole."""

    moves = False

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.4.5: all parts stand in one hex. D-9.3.4.4: none is eliminated. D-9.3.4.1: each can pay."""
        rules, whole = s.rules, self.unit
        if rules.side_of[whole] != UN or not rules.parts[whole]:
            yield Refusal("D-9.3.3.1", "no_parts", {"unit": whole}, (whole,))
            return
        parts, dead = parts_at_hand(s, whole), rules.names.box("dead")
        borrowed = {*parts} != {*rules.parts[whole]}
        lost = tuple(u for u in rules.last_parts[whole] if s.where[u] == dead)
        if lost and not borrowed:
            yield Refusal("D-9.3.4.4", "part_dead", {"unit": whole, "units": lost}, lost)
            return
        here = next((s.where[u] for u in parts if s.on_map(u)), None)
        if (here is None or borrowed) and _in_one(s, whole):
            yield Refusal("D-9.3.4.1", "not_apart", {"unit": whole}, (whole,))
            return
        apart = tuple(u for u in parts if here is None or s.where[u] != here)
        if apart:
            yield Refusal("D-9.3.4.5", "parts_apart", {"unit": whole, "units": apart}, apart)
            return
        for part in parts:
            if s.flags[part] & REGROUP:
                yield Refusal("D-15.4.1", "regrouping", {"unit": part}, (part,))
            yield from short_of(s, part, price(s, whole), "D-9.3.4.1", "no_points_to_join")

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The whole and its parts."""
        return "action.combine", {"unit": self.unit, "units": parts_at_hand(s, self.unit)}

    def warnings(self, s: YaluState) -> Iterator[Refusal]:
        """D-9.3.4.3: one neutralized part neutralizes the whole."""
        parts = parts_at_hand(s, self.unit)
        bad = tuple(u for u in parts if s.flags[u] & NEUTRALIZED)
        if bad and len(bad) < len(parts):
            yield Refusal("D-9.3.4.3", "joins_neutralized", {"unit": self.unit, "units": bad}, bad)

    def apply(self, s: YaluState) -> None:
        """D-9.3.4.1: the parts pay and are replaced by the whole. D-9.3.4.2: it does not move any more.

        D-9.3.4.3: it is neutralized if one of its parts was.
        """
        whole, units = self.unit, parts_at_hand(s, self.unit)
        exchange(s, whole, units)
        parts = tuple(s.rules.parts[whole])
        here, flags, spent = s.where[parts[0]], JOINED, max(s.spent[u] for u in parts) + price(s, self.unit)
        for part in parts:
            flags |= s.flags[part] & (NEUTRALIZED | ISOLATED | MOVED)
            s.flag(part, s.flags[part], on=False)
            s.move(part, s.rules.names.box("out"))
            s.spend(part, 0)
        s.move(whole, here)
        s.flag(whole, flags)
        s.spend(whole, spent)
        s.log("D-9.3.4.1", "joined", unit=whole, units=units, hex=here)
        if flags & NEUTRALIZED:
            s.log("D-9.3.4.3", "joined_neutralized", unit=whole)


def _in_one(s: YaluState, unit: int | None) -> bool:
    """Whether a unit, or a larger one that it belongs to, is in play as one piece."""
    out = s.rules.names.box("out")
    return unit is not None and (s.where[unit] != out or _in_one(s, s.rules.part_of[unit]))


def offers(s: YaluState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers to break a unit down, and to recombine its whole, the latter once, with the first of the parts."""
    if s.rules.parts[unit]:
        yield from Breakdown(unit).offer(s, frame)
    whole = s.rules.part_of[unit]
    # the parts of a unit stand together, so fewer units than it has parts cannot form it
    if whole is not None and len(s.stacks(UN)[s.where[unit]]) >= len(s.rules.parts[whole]):
        for other in _wholes(s, whole):
            if parts_at_hand(s, other)[0] == unit:
                yield from Combine(other).offer(s, frame)


def _wholes(s: YaluState, whole: int) -> list[int]:
    """The units that a part of this one can help to form: this one; C-28B: or a regiment of the same division."""
    division = s.rules.part_of[whole]
    any_ = s.rules.edition.regiments_from_any_battalions and division is not None
    return [u for u in s.rules.parts[division] if s.rules.parts[u]] if any_ and division is not None else [whole]
