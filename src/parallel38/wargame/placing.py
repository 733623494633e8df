"""Placing: a side puts units into hexes, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

from parallel38.engine.flow import Frame, Hexes, Obstacle, Offer, Refusal
from parallel38.engine.values import Action, End, Place, Unit
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.costs import blocked_hexes


class Put(Action, frozen=True):
    """Put a unit into a hex. A game's actions of this kind have names of their own."""

    intent = "place"

    unit: Unit
    hex: Place


class Placing(Frame, frozen=True):
    """A side puts units into hexes. A subclass says which side, which units, which hexes, and whether it must."""

    action_type: ClassVar[type[Put]]

    # ------------------------------------------------------------------------------------------- what a game decides

    def owner(self) -> str:
        """The side that puts the units."""
        raise NotImplementedError

    def due(self, s: Any) -> Sequence[int]:
        """The units that may be put now."""
        raise NotImplementedError

    def obstacles(self, s: Any, unit: int) -> tuple[Obstacle, ...]:
        """The hexes that are closed to a unit, each region with its rule, the most important first."""
        raise NotImplementedError

    def must(self) -> str:
        """The rule by which all units have to be put; empty if the side may end before."""
        return ""

    def lapse(self, s: Any) -> str:
        """The rule by which what the side does without is lost; empty if nothing is."""
        return ""

    def same(self, s: Any) -> bool:
        """Whether all units are alike, so that lists show only the first."""
        return False

    def put(self, s: Any, unit: int, h: Hex) -> None:
        """Put a unit into a hex: move it, log it, and leave the frame without it."""
        raise NotImplementedError

    def over(self, s: Any) -> None:
        """Close the frame: no unit can be put any more, or the side does without the others."""
        s.pop()

    def not_due(self, s: Any, unit: int) -> Iterator[Refusal]:
        """Why a unit may not be put now at all; no refusal if it may."""
        raise NotImplementedError

    def no_hex(self, s: Any, unit: int, place: int) -> Refusal:
        """Why a unit may not be put into a place that is not a hex of the land."""
        return self.against(s, self.obstacles(s, unit)[0], unit, place)

    def against(self, s: Any, obstacle: Obstacle, unit: int, h: Hex) -> Refusal:
        """Why an obstacle keeps a unit from a hex."""
        return Refusal(obstacle.rule, obstacle.text, {"unit": unit, "hex": h}, (unit,), (h,))

    # -------------------------------------------------------------------------------------------------- what follows

    def open_hexes(self, s: Any, unit: int) -> Region:
        """The hexes into which a unit may be put."""
        return s.rules.land & ~blocked_hexes(self.obstacles(s, unit))

    def able(self, s: Any) -> list[int]:
        """The units for which there is an open hex."""
        return [unit for unit in self.due(s) if self.open_hexes(s, unit)]

    def decider(self, s: Any) -> str | None:
        """The owner, as long as there is an open hex for some unit."""
        return self.owner() if any(self.open_hexes(s, unit) for unit in self.due(s)) else None

    def resolve(self, s: Any) -> None:
        """Close the frame when no unit can be put."""
        self.over(s)

    def takes(self, action: Action) -> bool:
        """Whether an action puts a unit or ends the frame."""
        return isinstance(action, self.action_type | End)

    def offers(self, s: Any) -> Iterator[Offer]:
        """The open hexes of each unit; the end, if that is allowed."""
        due, verb = self.due(s), self.action_type.verb()
        if self.same(s):
            yield Offer(verb, units=tuple(due), domain=Hexes(self.open_hexes(s, due[0])))
        else:
            for unit in due:
                region = self.open_hexes(s, unit)
                if region:
                    yield Offer(verb, units=(unit,), domain=Hexes(region))
        if not self.must():
            yield Offer("end", action=End())

    def expand(self, s: Any, offer: Offer) -> Iterator[Action]:
        """One action for each hex."""
        if offer.action is not None:
            yield offer.action
        for h in bits(offer.hexes):
            yield self.action_type(offer.units[0], h)

    def draw(self, s: Any, offer: Offer, rng: Random) -> Action | None:
        """A random action of an offer."""
        found = [offer.action] if offer.action is not None else list(bits(offer.hexes))
        chosen = rng.choice(found) if found else None
        return self.action_type(offer.units[0], chosen) if isinstance(chosen, int) else chosen

    def holds(self, s: Any, offer: Offer, action: Action) -> bool:
        """Whether the hex of an action is among those that are offered to the unit."""
        if not isinstance(action, Put):
            return offer.action == action
        return action.unit in offer.units and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Why a unit may not be put at all, or every reason against the hex; why the side may not end yet."""
        if not isinstance(action, Put):
            if self.must():
                units = tuple(self.able(s))
                yield Refusal(self.must(), "must_place", {"units": units, "n": len(units)}, units)
            return
        unit, h = action.unit, action.hex
        early = [*self.not_due(s, unit)]
        if early:
            yield from early
        elif h >= s.rules.grid.size:
            yield self.no_hex(s, unit, h)
        else:
            against = [self.against(s, one, unit, h) for one in self.obstacles(s, unit) if one.region >> h & 1]
            yield from against
            if not against and not s.rules.land >> h & 1:
                yield self.no_hex(s, unit, h)

    def warnings(self, s: Any, action: Action) -> Iterator[Refusal]:
        """What is lost by an end."""
        if isinstance(action, End) and self.lapse(s):
            units = tuple(self.able(s))
            yield Refusal(self.lapse(s), "lapses", {"units": units, "n": len(units)}, units)

    def describe(self, s: Any, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and the hex into which it would be put."""
        if not isinstance(action, Put):
            return super().describe(s, action)
        return "action." + action.verb(), {"unit": action.unit, "hex": action.hex}

    def apply(self, s: Any, action: Action) -> None:
        """Put the unit, or end the frame."""
        if isinstance(action, Put):
            self.put(s, action.unit, action.hex)
        else:
            self.over(s)
