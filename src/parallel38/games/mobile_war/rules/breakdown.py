"""Unit breakdown: larger units are taken apart and put together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import SideAction, UnitSideAction
from parallel38.engine.values import Units
from parallel38.games.mobile_war.rules import stacking
from parallel38.games.mobile_war.rules.readiness import absent
from parallel38.games.mobile_war.rules.stacking import THREE
from parallel38.games.mobile_war.state import (
    AIRFED,
    ARRIVED,
    COMMUNIST,
    DIGGING,
    ENTRENCHED,
    GROUNDED,
    PARTED,
    SIDES,
    MobileWarState,
)

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.movement import Moving


def take_apart(s: MobileWarState, whole: int) -> tuple[int, ...]:
    """Put the parts of a unit in its hex, with its marks, and its counter aside."""
    here, flags = s.where[whole], s.flags[whole]
    parts = tuple(s.inside(whole))
    s.flag(whole, flags, on=False)
    s.move(whole, s.rules.names.box("spare"))
    for part in parts:
        s.move(part, here)
        s.flag(part, flags)
    return parts


def put_together(s: MobileWarState, parts: tuple[int, ...]) -> int:
    """Replace three units by a spare counter of the unit that they make, their own if possible, and return it."""
    rules, here = s.rules, s.where[parts[0]]
    spare = [u for u in rules.wholes[rules.joins[parts[0]]] if s.where[u] == rules.names.box("spare")]
    home = rules.part_of[parts[0]]
    whole = home if home in spare and all(rules.part_of[u] == home for u in parts) else spare[0]
    a, b, c = (s.flags[u] & ~(GROUNDED | PARTED) for u in parts)
    s.move(whole, here)
    s.flag(whole, (a | b | c) & ~(AIRFED | ARRIVED) | a & b & c)
    for part in parts:
        s.flag(part, s.flags[part] & ~GROUNDED, on=False)  # a unit that can no longer jump stays so in a division
        s.move(part, rules.names.with_unit(whole))
    return whole


class Breakdown(UnitSideAction, frozen=True):
    """Replace a unit by its three parts. Written `breakdown US-24`."""

    moves = False

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why a unit is not broken down. K-STK-D2a: only as a phase begins. K-STK-D3: of the Communists only armies."""
        rules, unit, args = s.rules, self.unit, {"unit": self.unit}
        away = next(absent(s, unit, frame), None)
        if away is not None:
            yield away
        elif rules.size[unit] not in ("division", "army"):
            yield Refusal(made_of(s, unit), "no_parts", args, (unit,))
        elif not rules.at_will[unit]:
            yield Refusal("K-STK-D3", "communists_stay_whole", args, (unit,))
        elif frame.begun:
            yield Refusal("K-STK-D2a", "breakdown_late", args, (unit,))
        elif s.flags[unit] & (ENTRENCHED | DIGGING):
            yield Refusal("K-ENT-2", "dug_in", args, (unit,))

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The unit and its parts."""
        return "action.breakdown", {"unit": self.unit, "units": tuple(s.inside(self.unit))}

    def apply(self, s: MobileWarState) -> None:
        """Put the parts into the hex of the unit, all three even if they are too many there."""
        here, parts = s.where[self.unit], take_apart(s, self.unit)
        for part in parts:
            s.flag(part, PARTED)
        s.log(made_of(s, self.unit), "broken_down", unit=self.unit, units=parts, hex=here)


class Combine(SideAction, frozen=True):
    """Put three units together into a larger one. Written `combine NK-1a,NK-1b,NK-3c`."""

    moves = False
    units: Units

    @property
    def actor(self) -> int:
        """The first of the units."""
        return self.units[0]

    def within(self, s: MobileWarState, offer: Offer) -> bool:
        """Whether the offer is to put units together, and these units are of its kind."""
        return offer.verb == "combine" and alike(s, offer.units[0], self.units[0])

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why units are not put together: they must be three of one kind. K-STK-D4: armies of Chinese divisions only.

        K-STK-D2b: in one hex, before any unit moves or after all have moved: so not while a hex has too many units, of
        which some have to move on (K-STK-A1), nor while a ship has to sail.
        """
        rules, units, args = s.rules, self.units, {"units": self.units}
        side = SIDES.index(frame.side)
        if len(units) != THREE or len({*units}) != THREE:
            yield Refusal("K-STK-D1a" if side == COMMUNIST else "K-STK-D1b", "not_three", args, units)
            return
        away = [refusal for unit in units for refusal in absent(s, unit, frame)]
        if away:
            yield from away
            return
        wholes = {rules.joins[u] for u in units}
        if len(wholes) > 1 or "" in wholes:
            army = {rules.size[u] for u in units} == {"division"} and rules.side_of[units[0]] == COMMUNIST
            yield Refusal("K-STK-D4" if army else made_of(s, units[0]), "not_alike", args, units)
            return
        if len({s.where[u] for u in units}) > 1:
            yield Refusal("K-STK-D2b", "not_together", args, units)
        dug = tuple(u for u in units if s.flags[u] & ENTRENCHED)
        if 0 < len(dug) < THREE:
            yield Refusal("K-ENT-2", "dug_in", {"unit": dug[0]}, dug)
        if frame.begun and not frame.settled:
            for h in frame.pressing(s):
                if not frame.joinable(s, h):
                    there = tuple(stacking.pressed(s, side, h))
                    yield Refusal("K-STK-A1", "moves_not_over", {"hex": h, "units": there}, there, (h,))
            yield from frame.overdue(s)

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The units that would be put together."""
        return "action.combine", {"units": self.units}

    def warnings(self, s: MobileWarState) -> Iterator[Refusal]:
        """K-STK-D2b: after the first move, this ends all movement of the phase."""
        if getattr(s.top, "begun", False):
            yield Refusal("K-STK-D2b", "combine_ends_moves", {"units": self.units}, self.units)

    def apply(self, s: MobileWarState) -> None:
        """Replace the three units by one counter."""
        whole = put_together(s, self.units)
        s.log(made_of(s, whole), "joined", unit=whole, units=self.units, hex=s.where[whole])


def made_of(s: MobileWarState, unit: int) -> str:
    """The rule with the table of what a unit is made of: K-STK-D1a for the Communists, K-STK-D1b for the UN."""
    return "K-STK-D1a" if s.rules.side_of[unit] == COMMUNIST else "K-STK-D1b"


def alike(s: MobileWarState, a: int, b: int) -> bool:
    """Whether two units could be put together with a third: in one hex, of one kind, both entrenched or neither."""
    same = s.where[a] == s.where[b] and s.rules.joins[a] == s.rules.joins[b]
    return same and not (s.flags[a] ^ s.flags[b]) & ENTRENCHED


def offers(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers to break a unit down, and, once with the first of its kind, to combine it with two more of its kind."""
    if s.rules.size[unit] in ("division", "army"):
        yield from Breakdown(unit).offer(s, frame)
    kind = s.rules.joins[unit]
    if kind:
        there = [u for u in s.troops(s.rules.side_of[unit], s.where[unit]) if alike(s, u, unit)]
        if len(there) >= THREE and there[0] == unit:
            for offer in Combine(tuple(there[:THREE])).offer(s, frame):
                yield Offer(offer.verb, units=tuple(there), action=offer.action)
