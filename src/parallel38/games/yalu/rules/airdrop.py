"""9.3.7 Airdrop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Obstacle, Offer, Refusal
from parallel38.engine.side_actions import Trip, TripDomain
from parallel38.engine.values import Place, Unit
from parallel38.games.yalu.rules import stacking, zones
from parallel38.games.yalu.rules.march import arrive
from parallel38.games.yalu.rules.options import stuck
from parallel38.games.yalu.rules.sea import brave, risk
from parallel38.games.yalu.state import COMMUNIST, DIE, DROPPED, MOVED, UN, YaluState
from parallel38.hexgrid import Region
from parallel38.wargame.costs import blocked_hexes

if TYPE_CHECKING:
    from parallel38.games.yalu.rules.movement import Moving


def _obstacles(s: YaluState, unit: int) -> tuple[Obstacle, ...]:
    """D-9.3.7.1: land without enemies, also guerrillas, and their zones; D-7.2.6: with room at the end of the phase."""
    return (
        Obstacle("D-9.3.7.1", "drop_sea", s.rules.grid.all & ~s.rules.land),
        Obstacle("D-9.3.7.1", "drop_enemy", sum(1 << h for h in s.stacks(COMMUNIST))),
        Obstacle("D-9.3.7.1", "drop_zone", zones.zone(s, COMMUNIST)),
        Obstacle("D-7.2.6", "drop_full", stacking.full_for(s, unit)),
        Obstacle("D-9.3.7.1", "drop_here", 1 << s.where[unit]),
    )


class Drop(Trip, frozen=True):
    """Drop the 187th Airborne in a hex, against a die."""

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.7.1: the 187th alone, from a city where it begins the phase."""
        unit, h, args = self.unit, self.hex, {"unit": self.unit, "hex": self.hex}
        barred = next(who(s, unit, frame.last), None)
        if barred is not None:
            yield barred
        elif h >= s.rules.grid.size:
            yield Refusal("D-9.3.7.1", "drop_sea", args, (unit,))
        else:
            for obstacle in _obstacles(s, unit):
                if obstacle.region >> h & 1:
                    by = zones.over(s, COMMUNIST, h) if obstacle.text == "drop_zone" else ()
                    if obstacle.text == "drop_enemy":
                        by = tuple(s.stacks(COMMUNIST)[h])
                    yield Refusal(obstacle.rule, obstacle.text, {**args, "by_units": by}, by, (h,))

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The unit, the hex and the weather die to beat."""
        return "action.drop", {"unit": self.unit, "to_hex": self.hex, "die": s.track[DIE]}

    def warnings(self, s: YaluState) -> Iterator[Refusal]:
        """D-9.3.7.1: the unit may be lost."""
        yield risk(s, self.unit, "D-9.3.7.1")

    def apply(self, s: YaluState) -> None:
        """Roll the die before the unit lands."""
        s.push(Jump(self.unit, self.hex))


class Zone(TripDomain):
    """The hexes where the 187th can be dropped."""

    def __init__(self, s: YaluState, unit: int) -> None:
        super().__init__(Drop, unit)
        self._s = s

    def region(self, mode: str) -> Region:
        """The hexes that are not closed to the drop."""
        return self._s.rules.grid.all & ~blocked_hexes(_obstacles(self._s, self.unit))


class Jump(Frame, frozen=True):
    """The die of an airdrop."""

    unit: Unit
    hex: Place

    def resolve(self, s: YaluState) -> None:
        """Roll one die."""
        s.push(Roll(" ".join(("airdrop", s.rules.names.unit(self.unit))), 1, "D-9.3.7.1"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-9.3.7.1: above the weather die the unit lands, equal it is neutralized, below it is lost.

        D-9.3.7.2: it does not move any more, and counts as supplied in this turn.
        """
        s.flag(self.unit, MOVED | DROPPED)
        s.move(self.unit, self.hex)
        s.log("D-9.3.7.1", "jumps", unit=self.unit, hex=self.hex)
        brave(s, self.unit, dice[0], "D-9.3.7.1", "landed_by_air")
        if s.on_map(self.unit):
            arrive(s, (self.unit,), self.hex)
        s.pop()


def who(s: YaluState, unit: int, last: tuple[int, ...]) -> Iterator[Refusal]:
    """Every reason why a unit may not be dropped at all."""
    yield from stuck(s, unit, UN, last)
    here, args = s.where[unit], {"unit": unit}
    if s.rules.kind[unit] != "airborne":
        yield Refusal("D-9.3.7.1", "not_airborne", args, (unit,))
    elif s.flags[unit] & MOVED or not s.rules.city_hexes >> here & 1:
        yield Refusal("D-9.3.7.1", "drop_from_city", args, (unit,))


def offers(s: YaluState, unit: int, frame: Moving) -> Iterator[Offer]:
    """The offer of an airdrop, for the 187th."""
    if s.rules.kind[unit] == "airborne" and next(who(s, unit, frame.last), None) is None:
        yield Offer("drop", units=(unit,), mode="drop", domain=Zone(s, unit))
