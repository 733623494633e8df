"""Units that a side puts into hexes one after the other: replacements, guards against partisans, those of a what-if."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.values import Action, End, Place, Unit
from parallel38.games.mobile_war.rules import stacking
from parallel38.games.mobile_war.state import MobileWarState, Side
from parallel38.hexgrid import Region, bits


class Post(Action, frozen=True):
    """A unit is put into a hex."""

    unit: Unit
    hex: Place


def room(s: MobileWarState, side: int, region: Region, unit: int) -> Region:
    """The land hexes of a region where a unit of a side fits, not among enemies."""
    open_ = region & s.rules.land & ~s.held_by(1 - side)
    full = sum(1 << h for h in bits(open_ & s.held_by(side)) if not stacking.fits(s, side, h, (unit,)))
    return open_ & ~full


class Posting(Frame, frozen=True):
    """A side puts units into hexes. A subclass says whose they are, which, where, and whether they must be."""

    action_type: ClassVar[type[Post]]

    def owner(self) -> Side:
        """The side."""
        raise NotImplementedError

    def due(self, s: MobileWarState) -> list[int]:
        """The units that may be put down now."""
        raise NotImplementedError

    def region(self, s: MobileWarState, unit: int) -> Region:
        """Where a unit may be put."""
        raise NotImplementedError

    def must(self) -> str:
        """The rule by which all of them have to be put; nothing if the side may end it before."""
        return ""

    def place_refusals(self, s: MobileWarState, action: Any) -> Iterator[Refusal]:
        """Why a unit may not be put into a hex."""
        raise NotImplementedError

    def place(self, s: MobileWarState, action: Any) -> None:
        """Put it there."""
        raise NotImplementedError

    def able(self, s: MobileWarState) -> list[int]:
        """Those who find a hex."""
        return [u for u in self.due(s) if self.region(s, u)]

    def decider(self, s: MobileWarState) -> str | None:
        """The side, as long as somebody can be put somewhere."""
        return self.owner() if self.able(s) else None

    def resolve(self, s: MobileWarState) -> None:
        """Nobody is left, or nobody is wanted."""
        s.pop()

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Each unit with where it may be put; the end."""
        for unit in self.able(s):
            yield Offer(self.action_type.verb(), units=(unit,), domain=Hexes(self.region(s, unit)))
        if not self.must():
            yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Units put down, and the end."""
        return isinstance(action, self.action_type | End)

    def expand(self, s: MobileWarState, offer: Offer) -> Iterator[Action]:
        """Each hex."""
        if offer.action is not None:
            yield offer.action
        for h in bits(offer.hexes):
            yield self.action_type(offer.units[0], h)

    def draw(self, s: MobileWarState, offer: Offer, rng: Random) -> Action | None:
        """A random one."""
        return rng.choice(list(self.expand(s, offer)))

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """This unit in that hex."""
        if not isinstance(action, Post):
            return offer.action == action
        return action.unit in offer.units and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """What is against a unit in a hex; the end, if all have to be put down."""
        if isinstance(action, Post):
            yield from self.place_refusals(s, action)
        elif self.must():
            units = tuple(self.able(s))
            yield Refusal(self.must(), "must_place", {"units": units, "n": len(units)}, units)

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """Who is put where."""
        args = {"unit": action.unit, "hex": action.hex} if isinstance(action, Post) else {}
        return "action." + action.verb(), args

    def apply(self, s: MobileWarState, action: Action) -> None:
        """It stands there; or the others are done without."""
        if isinstance(action, Post):
            self.place(s, action)
        else:
            self.resolve(s)
