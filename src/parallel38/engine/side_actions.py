"""Actions that carry their own judge and their own deed; the frame in which they are offered only asks them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.values import Action, Place, Unit
from parallel38.hexgrid import Hex, Region, bits, nth


class SideAction(Action, frozen=True):
    """Something that may be done in a phase besides what the phase is for. `frame` is the frame that asks."""

    moves: ClassVar[bool] = True
    """Whether it is movement, so that what comes before all movement cannot be done any more."""

    @property
    def actor(self) -> int:
        """The unit for which it is offered."""
        raise NotImplementedError

    def complete(self, s: Any, frame: Any) -> SideAction:
        """The same with what a player left out."""
        return self

    def choices(self, s: Any, frame: Any) -> dict[str, tuple[Any, ...]]:
        """What could stand in fields that are put together piece by piece."""
        return {}

    def refusals(self, s: Any, frame: Any) -> Iterator[Refusal]:
        """Every reason against it."""
        raise NotImplementedError

    def apply(self, s: Any) -> None:
        """Do it."""
        raise NotImplementedError

    def describe(self, s: Any) -> tuple[str, dict[str, Any]]:
        """What it would do, as a text key with arguments."""
        raise NotImplementedError

    def warnings(self, s: Any) -> Iterator[Refusal]:
        """Its price, if it has one."""
        return iter(())

    def offer(self, s: Any, frame: Any) -> Iterator[Offer]:
        """An offer of just this, if nothing is against it."""
        if next(self.refusals(s, frame), None) is None:
            yield Offer(self.verb(), units=(self.actor,), action=self)


class UnitSideAction(SideAction, frozen=True):
    """A deed of one unit."""

    unit: Unit

    @property
    def actor(self) -> int:
        """The unit."""
        return self.unit


class ActionDomain:
    """The domain of deeds that are offered together."""

    def region(self, mode: str) -> Region:
        """The hexes where they are done."""
        raise NotImplementedError

    def actions(self) -> Iterator[SideAction]:
        """Each of them, the canonical ones if there are too many."""
        raise NotImplementedError

    def listed(self) -> Iterator[SideAction]:
        """Those that a list shows: fewer, where a player puts the others together."""
        return self.actions()

    def draw(self, rng: Random) -> SideAction | None:
        """A random one; None if there is none."""
        found = list(self.actions())
        return rng.choice(found) if found else None

    def holds(self, action: Action) -> bool:
        """Whether one is among them."""
        raise NotImplementedError


class Trip(UnitSideAction, frozen=True):
    """A deed that brings a unit to a hex."""

    hex: Place


class Destinations(ActionDomain):
    """The hexes to which a trip can bring a unit."""

    def __init__(self, deed: type[Trip], unit: int) -> None:
        self.deed, self.unit = deed, unit

    def to(self, h: Hex) -> Trip:
        """The trip that leads there."""
        return self.deed(self.unit, h)

    def actions(self) -> Iterator[SideAction]:
        """One for each hex."""
        return (self.to(h) for h in bits(self.region("")))

    def draw(self, rng: Random) -> SideAction | None:
        """To a random hex."""
        region = self.region("")
        if not region:
            return None
        return self.to(nth(region, rng.randrange(region.bit_count())))

    def holds(self, action: Action) -> bool:
        """Whether it leads this unit to one of these hexes."""
        if not isinstance(action, self.deed):
            return False
        return action.unit == self.unit and bool(self.region("") >> action.hex & 1)
