"""Side actions: what may be done in a phase besides what the phase is for.

A side action carries its own judge and its own effect, under the names that a frame uses (`refusals`, `apply`,
`describe`, `warnings`, `complete`); the frame in which it is offered only asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.values import Action, Place, Unit
from parallel38.hexgrid import Hex, Region, bits, nth


class SideAction(Action, frozen=True):
    """An action that may be done in a phase besides what the phase is for. `frame` is the frame that offers it."""

    moves: ClassVar[bool] = True
    """Whether it counts as movement: after it, what must come before all movement is refused."""

    @property
    def actor(self) -> int:
        """The unit to which it is offered."""
        raise NotImplementedError

    def complete(self, s: Any, frame: Any) -> SideAction:
        """This action with the fields that a player left out filled in."""
        return self

    def choices(self, s: Any, frame: Any) -> dict[str, tuple[Any, ...]]:
        """The values that could stand in fields that are put together piece by piece, by field."""
        return {}

    def refusals(self, s: Any, frame: Any) -> Iterator[Refusal]:
        """Every reason against this action."""
        raise NotImplementedError

    def apply(self, s: Any) -> None:
        """Carry out this action, which is legal."""
        raise NotImplementedError

    def describe(self, s: Any) -> tuple[str, dict[str, Any]]:
        """What this action would do, as a text key with arguments."""
        raise NotImplementedError

    def warnings(self, s: Any) -> Iterator[Refusal]:
        """What to tell a player before this action: it is legal, but it has a price."""
        return iter(())

    def within(self, s: Any, offer: Offer) -> bool:
        """Whether this action, which is accepted, lies inside an offer that has an action and no domain."""
        return offer.action == self

    def offer(self, s: Any, frame: Any) -> Iterator[Offer]:
        """An offer of exactly this action if nothing is against it."""
        if next(self.refusals(s, frame), None) is None:
            yield Offer(self.verb(), units=(self.actor,), action=self)


class UnitSideAction(SideAction, frozen=True):
    """A side action of one unit."""

    unit: Unit

    @property
    def actor(self) -> int:
        """The unit."""
        return self.unit


class ActionDomain:
    """The domain of an offer that stands for several side actions."""

    def region(self, mode: str) -> Region:
        """The hexes where the side actions are carried out."""
        raise NotImplementedError

    def actions(self) -> Iterator[SideAction]:
        """Every side action of the domain; the canonical ones if there are too many."""
        raise NotImplementedError

    def listed(self) -> Iterator[SideAction]:
        """The side actions that a list shows: fewer, where a player puts the others together."""
        return self.actions()

    def draw(self, rng: Random) -> SideAction | None:
        """A random side action of the domain; None if it is empty."""
        found = list(self.actions())
        return rng.choice(found) if found else None

    def holds(self, action: Action) -> bool:
        """Whether an action is in the domain."""
        raise NotImplementedError


class Trip(UnitSideAction, frozen=True):
    """A side action that brings a unit to a hex."""

    intent = "go"

    hex: Place


class TripDomain(ActionDomain):
    """The hexes to which a trip can bring a unit."""

    def __init__(self, trip: type[Trip], unit: int) -> None:
        self.trip, self.unit = trip, unit

    def to(self, h: Hex) -> Trip:
        """The trip that leads to a hex."""
        return self.trip(self.unit, h)

    def actions(self) -> Iterator[SideAction]:
        """One trip for each hex."""
        return (self.to(h) for h in bits(self.region("")))

    def draw(self, rng: Random) -> SideAction | None:
        """A trip to a random hex."""
        region = self.region("")
        if not region:
            return None
        return self.to(nth(region, rng.randrange(region.bit_count())))

    def holds(self, action: Action) -> bool:
        """Whether an action leads this unit to one of these hexes."""
        if not isinstance(action, self.trip):
            return False
        return action.unit == self.unit and bool(self.region("") >> action.hex & 1)
