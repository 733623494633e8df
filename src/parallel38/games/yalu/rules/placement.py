"""6 Placing units that come: what all who enter the map have in common."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.flow import Frame, Hexes, Obstacle, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.yalu.rules import march, stacking, zones
from parallel38.games.yalu.state import COMMUNIST, UN, YaluState
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.costs import blocked_hexes


class PlaceUnit(Action, frozen=True):
    """Put a unit that has come on the map. Written `place G-1 1118`."""

    unit: Unit
    hex: Place

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "place"


class Deploy(Action, frozen=True):
    """Set up units in a hex before play. Written `deploy PVA-66-196,PVA-66-197 0214`."""

    units: Units
    hex: Place


class Placement(Frame, frozen=True):
    """Communist units that are to be placed. A subclass says which, where not, and whether they must be."""

    def due(self, s: YaluState) -> tuple[int, ...]:
        """The units that may be placed now."""
        raise NotImplementedError

    def obstacles(self, s: YaluState, unit: int) -> tuple[Obstacle, ...]:
        """The hexes that are closed to a unit, each region with its rule, the most telling first."""
        raise NotImplementedError

    def rule(self, s: YaluState, unit: int) -> str:
        """The rule by which a unit comes."""
        raise NotImplementedError

    def placed(self, s: YaluState, unit: int, h: Hex) -> None:
        """What follows when a unit has been put in a hex: the log, and the frame without it."""
        raise NotImplementedError

    def optional(self) -> bool:
        """Whether the player may leave it."""
        return False

    def same(self, s: YaluState) -> bool:
        """Whether the units are all alike, so that lists show only the first."""
        return False

    def free(self, s: YaluState, unit: int) -> Region:
        """The hexes where a unit may be placed."""
        return s.rules.land & ~blocked_hexes(self.obstacles(s, unit))

    def decider(self, s: YaluState) -> str | None:
        """The Communist side; nobody if no unit finds a hex, or if there is no choice."""
        some = any(self.free(s, unit) for unit in self.due(s))
        return "communist" if some and (self.optional() or not self._forced(s)) else None

    def _forced(self, s: YaluState) -> tuple[int, Hex] | None:
        """A unit and its only hex, if nobody has a choice of hexes and there is room for all."""
        only: dict[Hex, list[int]] = {}
        for unit in self.due(s):
            region = self.free(s, unit)
            if region.bit_count() > 1:
                return None
            for h in bits(region):
                only.setdefault(h, []).append(unit)
        for h, units in only.items():
            if stacking.over_limit(s, COMMUNIST, [*s.stacks(COMMUNIST).get(h, ()), *units]):
                return None
        return next(((units[0], h) for h, units in only.items()), None)

    def resolve(self, s: YaluState) -> None:
        """What leaves no choice is done; then whoever finds no hex is dealt with."""
        forced = None if self.optional() else self._forced(s)
        if forced is None:
            self.over(s)
            return
        self.put(s, *forced)

    def over(self, s: YaluState) -> None:
        """Nobody can be placed any more."""
        s.pop()

    def put(self, s: YaluState, unit: int, h: Hex) -> None:
        """D-6.1: a unit appears, also in an enemy zone; what comes of entering a hex follows."""
        s.move(unit, h)
        if zones.zone(s, UN) >> h & 1:
            trace("D-6.1")
        self.placed(s, unit, h)
        march.arrive(s, (unit,), h)

    # -------------------------------------------------------------------------------------------------- deciding

    def takes(self, action: Action) -> bool:
        """Placing; the end where that may be left."""
        return isinstance(action, PlaceUnit) or (self.optional() and isinstance(action, End))

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """The free hexes of each unit."""
        due = self.due(s)
        if self.same(s):
            yield Offer("place", units=due, domain=Hexes(self.free(s, due[0])))
        else:
            for unit in due:
                region = self.free(s, unit)
                if region:
                    yield Offer("place", units=(unit,), domain=Hexes(region))
        if self.optional():
            yield Offer("end", action=End())

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """One action for each hex."""
        if offer.verb != "place":
            yield from super().expand(s, offer)
            return
        for h in bits(offer.hexes):
            yield PlaceUnit(offer.units[0], h)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random free hex."""
        if offer.verb != "place":
            return offer.action
        free = list(bits(offer.hexes))
        return PlaceUnit(offer.units[0], rng.choice(free)) if free else None

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether the hex is among those offered."""
        if not isinstance(action, PlaceUnit):
            return super().holds(s, offer, action)
        return offer.verb == "place" and action.unit in offer.units and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """The judge of placing: a unit that is due, and every reason against the hex."""
        if not isinstance(action, PlaceUnit):
            return
        unit, h, due = action.unit, action.hex, self.due(s)
        if unit not in due:
            rule = self.rule(s, due[0])
            yield Refusal(rule, "place_other", {"unit": unit, "due_units": due}, (unit,))
        elif h >= s.rules.grid.size:
            yield Refusal(self.rule(s, unit), "place_sea", {"unit": unit, "hex": h})
        else:
            for obstacle in self.obstacles(s, unit):
                if obstacle.region >> h & 1:
                    culprits = {
                        "place_enemy": s.stacks(UN).get(h, ()),
                        "place_zone": zones.over(s, UN, h),
                        "place_friend": s.regulars_at(h),
                        "place_full": s.regulars_at(h),
                    }.get(obstacle.text, ())
                    args = {"unit": unit, "hex": h, "by_units": tuple(culprits)}
                    yield Refusal(obstacle.rule, obstacle.text, args, tuple(culprits), (h,))

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-16.1: a guerrilla in the hex is lost to the units that come."""
        if isinstance(action, PlaceUnit) and not s.rules.guerrilla[action.unit]:
            lost = s.guerrillas_at(action.hex)
            if lost:
                yield Refusal("D-16.1", "absorb", {"hex": action.hex}, tuple(lost), (action.hex,))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """Where a unit would appear."""
        if isinstance(action, PlaceUnit):
            return "action.place", {"unit": action.unit, "hex": action.hex}
        return super().describe(s, action)

    def apply(self, s: YaluState, action: Action) -> None:
        """A unit is placed, or the rest is left."""
        if isinstance(action, PlaceUnit):
            self.put(s, action.unit, action.hex)
        else:
            self.over(s)


def enemies(s: YaluState, rule: str) -> Obstacle:
    """The hexes with UN units: nobody is placed among them."""
    return Obstacle(rule, "place_enemy", s.held_by(UN))


def full(s: YaluState, unit: int, rule: str) -> Obstacle:
    """D-7.1.1: the hexes that would hold too many Communist divisions with this unit."""
    region = 0
    for h, units in s.stacks(COMMUNIST).items():
        if len(units) > 1 and stacking.over_limit(s, COMMUNIST, [*units, unit]):
            region |= 1 << h
    return Obstacle(rule, "place_full", region)


def staging(s: YaluState) -> Region:
    """The hexes of all Communist staging areas."""
    region = 0
    for name, hexes in s.rules.board.areas.items():
        if name.startswith("staging"):
            region |= hexes
    return region


def hexes_of(s: YaluState, cities: list[str]) -> Region:
    """The hexes of those among these cities that the Communists control."""
    region = 0
    for city in cities:
        if s.controls(COMMUNIST, city):
            region |= 1 << s.rules.board.cities[city]
    return region
