"""Retreats: the owner retreats units, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.values import Action, Path, Unit
from parallel38.hexgrid import Hex, Region

Way = tuple[Hex, ...]
"""The hexes of a retreat, beginning with the one that the unit leaves."""


class Retreat(Action, frozen=True):
    """A unit retreats. Written `retreat UNIT 1013-1012-1011`, or with the last hex alone."""

    intent = "go"

    unit: Unit
    path: Path


class Ways(NamedTuple):
    """The ways of a unit, as the domain of an offer to retreat."""

    ways: Sequence[Way]

    def region(self, mode: str) -> Region:
        """The hexes in which a way ends."""
        region = 0
        for way in self.ways:
            region |= 1 << way[-1]
        return region


class Retreating(Frame, frozen=True):
    """Units retreat. A subclass says which units retreat now, by which ways, and what happens if there is none."""

    # ------------------------------------------------------------------------------------------- what a game decides

    def going(self) -> Sequence[int]:
        """The units that may retreat now."""
        raise NotImplementedError

    def ways(self, s: Any, unit: int) -> Sequence[Way]:
        """Every way that a unit may take."""
        raise NotImplementedError

    def offered_ways(self, s: Any, unit: int) -> Sequence[Way]:
        """The ways that lists show."""
        return self.ways(s, unit)

    def not_going(self, s: Any, unit: int) -> Refusal:
        """Why a unit that is not among these does not retreat."""
        raise NotImplementedError

    def way_refusals(self, s: Any, unit: int, way: tuple[int, ...]) -> Iterator[Refusal]:
        """Why a unit may not take a way that is not one of its ways; always at least one reason."""
        raise NotImplementedError

    def went(self, s: Any, unit: int, way: Way) -> None:
        """Retreat a unit by a way: move it, log it, and leave the frame without it."""
        raise NotImplementedError

    # -------------------------------------------------------------------------------------------------- what follows

    def takes(self, action: Action) -> bool:
        """Whether an action is a retreat."""
        return isinstance(action, Retreat)

    def offers(self, s: Any) -> Iterator[Offer]:
        """The ways of each unit."""
        for unit in self.going():
            yield Offer("retreat", units=(unit,), domain=Ways(self.offered_ways(s, unit)))

    def expand(self, s: Any, offer: Offer) -> Iterator[Action]:
        """A retreat for each way."""
        if offer.verb != "retreat":
            yield from super().expand(s, offer)
            return
        for way in offer.domain.ways:
            yield Retreat(offer.units[0], way)

    def draw(self, s: Any, offer: Offer, rng: Random) -> Action | None:
        """A retreat by a random way."""
        if offer.verb != "retreat":
            return super().draw(s, offer, rng)
        return Retreat(offer.units[0], rng.choice(offer.domain.ways)) if offer.domain.ways else None

    def holds(self, s: Any, offer: Offer, action: Action) -> bool:
        """Whether an accepted retreat ends in a hex that is offered to the unit."""
        if not isinstance(action, Retreat):
            return super().holds(s, offer, action)
        return action.unit in offer.units and bool(offer.hexes >> action.path[-1] & 1)

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Why a unit does not retreat, or not by this way."""
        assert isinstance(action, Retreat)
        if action.unit not in self.going():
            yield self.not_going(s, action.unit)
        elif action.path not in self.ways(s, action.unit):
            yield from self.way_refusals(s, action.unit, action.path)

    def describe(self, s: Any, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and the hex to which it would retreat."""
        assert isinstance(action, Retreat)
        return "action.retreat", {"unit": action.unit, "to_hex": action.path[-1]}

    def apply(self, s: Any, action: Action) -> None:
        """Retreat the unit."""
        assert isinstance(action, Retreat)
        self.went(s, action.unit, action.path)
