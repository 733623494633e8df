"""13.2 UN Reconstitution: damaged divisions are rebuilt, destroyed units come back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.korean_war.rules import arrivals, assets, control, losses, mobilization, zones
from parallel38.games.korean_war.rules.assets import Assign
from parallel38.games.korean_war.state import COMMUNIST, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Region, bits, nth

CITIES = ("Pusan", "Taejon", "Kunsan", "Chonju", "Kwangju", "Mokp'o", "Kumch'on", "Taegu", "Masan")
"""W-13.2e: the cities in which reconstituted units appear."""
TRACK = ("available", "reconstituting", "destroyed")


class Rebuild(Action, frozen=True):
    """Replace a US replacement unit by a stronger one. Written `rebuild FEC-RPL2-1`."""

    unit: Unit


class Return(Action, frozen=True):
    """Put a reconstituted unit into a city. Written `return US-2 0928`."""

    intent = "place"

    unit: Unit
    hex: Place


def begin(s: KoreanWarState) -> None:
    """3.E.11 The UN Reconstitution Segment. W-18.3b: mobilization may let it wait for the second Action Phase."""
    if mobilization.reconstitutes(s):
        s.push(Rebuilding())
    else:
        s.log("W-18.3b", "no_reconstitution")


def _stronger(s: KoreanWarState, unit: int) -> int | None:
    """The counter that takes the place of a replacement unit. W-13.2a: a division that is not on the Track or in the
    box. W-13.2b: or a replacement unit of two steps."""
    whole = s.rules.whole_kind[unit]
    if s.rules.steps[unit] == 1:
        return losses.spare(s, whole + "_rpl2", "out")
    return losses.spare(s, whole, "aside", "out")


class Rebuilding(Frame, frozen=True):
    """The UN rebuilds replacement units and places reconstituted ones. `done`: the units that were rebuilt, each by one
    step in a segment."""

    done: Units = ()

    def decider(self, s: KoreanWarState) -> str | None:
        """The UN, while something can be done."""
        return SIDES[UN] if any(not offer.empty for offer in self._all(s)) else None

    def resolve(self, s: KoreanWarState) -> None:
        """W-13.2j: nothing else happens to units on the Track. W-13.2i: move it on: reconstituting units are
        available, destroyed ones are reconstituting."""
        s.pop()
        names = s.rules.names
        for unit in s.boxed("reconstituting"):
            s.move(unit, names.box("available"))
            s.log("W-13.2i", "available", unit=unit)
        for unit in s.boxed("destroyed"):
            s.move(unit, names.box("reconstituting"))

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN."""
        return "rebuilding", {"side": SIDES[UN]}

    def takes(self, action: Action) -> bool:
        """Rebuilding, returning, assigning assets that return, and the end."""
        return isinstance(action, Rebuild | Return | Assign | End)

    def _against(self, s: KoreanWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit cannot be rebuilt. W-13.2a: a US replacement unit on the map, mobile. W-13.2c: not enclosed.
        W-13.2d: only if a counter is free."""
        rules, args = s.rules, {"unit": unit}
        if not rules.rebuilds[unit] or not s.on_map(unit):
            yield Refusal("W-13.2a", "no_rebuilding", args, (unit,))
        elif unit in self.done:
            yield Refusal("W-13.2b", "rebuilt_already", args, (unit,))
        elif s.fatigued(unit):
            yield Refusal("W-13.2a", "rebuild_fatigued", args, (unit,))
        elif zones.enclosed(s, UN, s.where[unit]):
            yield Refusal("W-13.2c", "enclosed", args, (unit,))
        elif _stronger(s, unit) is None:
            yield Refusal("W-13.2d", "no_counter", args, (unit,))

    def _region(self, s: KoreanWarState, unit: int) -> Region:
        """W-13.2e: the cities that the UN controls, also in enemy zones. W-13.2f: beside one that is full."""
        wanted = s.rules.return_cities & s.controlled(UN) & ~s.held_by(COMMUNIST)
        return arrivals.spots(s, unit, wanted, dry=True)

    def _parents(self, s: KoreanWarState) -> list[int]:
        """W-13.2g: the units on the map that can have another asset."""
        return [u for units in s.fighters(UN).values() for u in units if assets.room(s, u) > 0]

    def _all(self, s: KoreanWarState) -> Iterator[Offer]:
        for unit in s.present(UN):
            if s.rules.rebuilds[unit] and next(self._against(s, unit), None) is None:
                yield Offer("rebuild", units=(unit,), action=Rebuild(unit))
        for unit in s.boxed("available"):
            if s.rules.combat[unit]:
                yield Offer("return", units=(unit,), domain=Hexes(self._region(s, unit)))
            else:
                for to in self._parents(s):
                    yield Offer("assign", units=(unit,), action=Assign(unit, to))

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """What can be rebuilt and returned, and the end."""
        yield from (offer for offer in self._all(s) if not offer.empty)
        yield Offer("end", action=End())

    def expand(self, s: KoreanWarState, offer: Offer) -> Iterator[Action]:
        """A return to each hex."""
        if offer.action is not None:
            yield offer.action
            return
        for h in bits(offer.hexes):
            yield Return(offer.units[0], h)

    def draw(self, s: KoreanWarState, offer: Offer, rng: Random) -> Action | None:
        """A random return."""
        if offer.action is not None or not offer.hexes:
            return offer.action
        return Return(offer.units[0], nth(offer.hexes, rng.randrange(offer.hexes.bit_count())))

    def holds(self, s: KoreanWarState, offer: Offer, action: Action) -> bool:
        """Whether a return is to a hex of an offer."""
        if not isinstance(action, Return):
            return offer.action == action
        return offer.verb == "return" and offer.units == (action.unit,) and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit cannot be rebuilt, or return there."""
        if isinstance(action, Rebuild):
            yield from self._against(s, action.unit)
        elif isinstance(action, Return):
            args = {"unit": action.unit, "hex": action.hex}
            if not s.in_box(action.unit, "available") or not s.rules.combat[action.unit]:
                yield Refusal("W-13.2i", "not_available", args, (action.unit,))
            elif action.hex >= s.rules.grid.size or not self._region(s, action.unit) >> action.hex & 1:
                yield Refusal("W-13.2e", "no_return", args, (action.unit,))
        elif isinstance(action, Assign):
            args = {"unit": action.asset, "to_unit": action.to}
            if not s.in_box(action.asset, "available") or s.rules.combat[action.asset]:
                yield Refusal("W-13.2i", "not_available", args, (action.asset,))
            elif action.to not in self._parents(s):
                yield Refusal("W-13.2g", "no_room", args, (action.to,))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """What would come back."""
        match action:
            case Rebuild():
                return "action.rebuild", {"unit": action.unit}
            case Return():
                return "action.return", {"unit": action.unit, "hex": action.hex}
            case Assign():
                return "action.assign", {"unit": action.asset, "to_unit": action.to}
            case _:
                return super().describe(s, action)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Rebuild, return or assign; or end the segment. W-13.2h: nothing of it counts against other limits."""
        match action:
            case Rebuild():
                new = _stronger(s, action.unit)
                assert new is not None
                rule = "W-13.2b" if s.rules.steps[action.unit] == 1 else "W-13.2a"
                s.log(rule, "rebuilt", unit=action.unit, new_unit=new)
                s.replace(Rebuilding((*self.done, new)))
                losses.exchange(s, action.unit, new, "out")
            case Return():
                s.move(action.unit, action.hex)
                s.log("W-13.2e", "returned", unit=action.unit, hex=action.hex)
                control.flatten(s, UN, action.hex)
            case Assign():
                assets.assign(s, action.asset, action.to, "W-13.2g")
            case _:
                self.resolve(s)
