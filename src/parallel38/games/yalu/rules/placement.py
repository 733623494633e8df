"""6 Placing units that arrive: what all units that enter the map have in common."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from parallel38.engine.flow import Obstacle, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Units
from parallel38.games.yalu.rules import guerrillas, march, stacking, zones
from parallel38.games.yalu.state import COMMUNIST, SIDES, UN, YaluState
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame import placing


class PlaceUnit(placing.Put, frozen=True):
    """Put a unit that has arrived on the map. Written `place G-1 1118`."""

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "place"


class Deploy(Action, frozen=True):
    """Set up units in a hex before play. Written `deploy PVA-66-196,PVA-66-197 0214`."""

    intent = "place"

    units: Units
    hex: Place


class Placement(placing.Placing, frozen=True):
    """Communist units that are to be placed. A subclass says which units, which hexes are closed, and whether placing
    is compulsory."""

    action_type = PlaceUnit

    def owner(self) -> str:
        """The Communist side."""
        return SIDES[COMMUNIST]

    def rule(self, s: YaluState, unit: int) -> str:
        """The rule by which a unit arrives."""
        raise NotImplementedError

    def placed(self, s: YaluState, unit: int, h: Hex) -> None:
        """Log that a unit has been put in a hex, and replace the frame by one without it."""
        raise NotImplementedError

    def must(self) -> str:
        """D-6.1: the rule that units that have arrived are placed; "" in a subclass where they may be left."""
        return "D-6.1"

    def decider(self, s: YaluState) -> str | None:
        """The Communist side; None if no unit finds a hex, or if there is no choice."""
        owner = super().decider(s)
        return owner if not self.must() or not self._forced(s) else None

    def _forced(self, s: YaluState) -> tuple[int, Hex] | None:
        """A unit and its only hex, if no unit has a choice of hexes and there is room for all; else None."""
        only: dict[Hex, list[int]] = {}
        for unit in self.due(s):
            region = self.open_hexes(s, unit)
            if region.bit_count() > 1:
                return None
            for h in bits(region):
                only.setdefault(h, []).append(unit)
        for h, units in only.items():
            if stacking.over_limit(s, COMMUNIST, [*s.stacks(COMMUNIST).get(h, ()), *units]):
                return None
        return next(((units[0], h) for h, units in only.items()), None)

    def resolve(self, s: YaluState) -> None:
        """Place units that have no choice; then deal with units that find no hex."""
        forced = self._forced(s) if self.must() else None
        if forced is None:
            self.over(s)
        else:
            self.put(s, *forced)

    def put(self, s: YaluState, unit: int, h: Hex) -> None:
        """D-6.1: put a unit on the map, also in an enemy zone; then apply the effects of entering a hex."""
        s.move(unit, h)
        if zones.zone(s, UN) >> h & 1:
            trace("D-6.1")
        self.placed(s, unit, h)
        march.arrive(s, (unit,), h)

    # -------------------------------------------------------------------------------------------------- deciding

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """An action with a random free hex."""
        return offer.action or super().draw(s, offer, rng)

    def not_due(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """The refusal that names the units that are to be placed."""
        due = tuple(self.due(s))
        if unit not in due:
            yield Refusal(self.rule(s, due[0]), "place_other", {"unit": unit, "due_units": due}, (unit,))

    def no_hex(self, s: YaluState, unit: int, place: int) -> Refusal:
        """The refusal for a place that is no land hex."""
        return Refusal(self.rule(s, unit), "place_sea", {"unit": unit, "hex": place})

    def against(self, s: YaluState, obstacle: Obstacle, unit: int, h: Hex) -> Refusal:
        """The refusal for a hex that is closed to a unit, with the units that close it."""
        culprits = {
            "place_enemy": s.stacks(UN).get(h, ()),
            "place_zone": zones.over(s, UN, h),
            "place_friend": s.regulars_at(h),
            "place_full": s.regulars_at(h),
        }.get(obstacle.text, ())
        args = {"unit": unit, "hex": h, "by_units": tuple(culprits)}
        return Refusal(obstacle.rule, obstacle.text, args, tuple(culprits), (h,))

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-16.1: a guerrilla in the hex is lost to the units that arrive. What is lost by an end."""
        yield from super().warnings(s, action)
        if isinstance(action, PlaceUnit) and not s.rules.guerrilla[action.unit]:
            lost = guerrillas.met(s, action.unit, action.hex)
            if lost:
                yield Refusal("D-16.1", "absorb", {"hex": action.hex}, tuple(lost), (action.hex,))


def enemies(s: YaluState, rule: str) -> Obstacle:
    """The hexes with UN units, where no unit is placed."""
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
