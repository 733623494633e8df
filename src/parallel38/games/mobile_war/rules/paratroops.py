"""Parachute troops: the 187th Airborne."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Obstacle, Offer, Refusal
from parallel38.engine.side_actions import Trip, TripDomain
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import occupation, stacking, supply, zones
from parallel38.games.mobile_war.rules.readiness import absent, stuck
from parallel38.games.mobile_war.state import (
    AIRLIFT,
    COMMUNIST,
    GROUNDED,
    JUMPED,
    MOVED,
    RESTED,
    UN,
    MobileWarState,
)
from parallel38.hexgrid import Region, bits

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.movement import Moving


def rest(s: MobileWarState) -> None:
    """Check after a movement phase whether the airborne regiment has come back from its jump.

    K-PAR-3a: its rest begins when it is in supply over land and out of enemy zones, and ends when it is in one.
    """
    if not s.track[JUMPED]:
        return
    for unit in s.rules.of_kind["airborne_regiment"]:
        h = s.stands(unit)
        if h is None or zones.zone(s, COMMUNIST) >> h & 1:
            if s.track[RESTED]:
                s.tell(RESTED, 0)
        elif not s.track[RESTED] and supply.region(s, UN) >> h & 1:
            trace("K-PAR-3a")
            s.tell(RESTED, s.turn)


def obstacles(s: MobileWarState) -> tuple[Obstacle, ...]:
    """The hexes where it may not be dropped. K-PAR-1b: the sea and wholly rough hexes. K-MOV-G: enemy hexes."""
    rules = s.rules
    return (
        Obstacle("K-TER-3a", "drop_sea", rules.grid.all & ~rules.land),
        Obstacle("K-PAR-1b", "drop_rough", rules.all_rough),
        Obstacle("K-MOV-G", "drop_enemy", s.held_by(COMMUNIST)),
    )


def who(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Refusal]:
    """Why a unit may not be dropped at all.

    K-PAR-1a: the 187th, from turn 11 of the Invasion on. K-PAR-3b: not once it was eliminated. K-PAR-3a: again only
    after two full turns of rest. K-PAR-2: air supply in this turn is for three regiments at most.
    """
    figures, args = s.rules.charts["airborne"], {"unit": unit}
    turns, most = figures["turns_of_rest", "number"], s.rules.charts["supply"]["air_with_drop", "number"]
    yield from absent(s, unit, frame)
    if s.rules.kind[unit] != "airborne":
        yield Refusal("K-PAR-1a", "not_airborne", args, (unit,))
    elif s.flags[unit] & GROUNDED:
        yield Refusal("K-PAR-3b", "no_wings", args, (unit,))
    elif s.week < figures["first_turn", "number"]:
        yield Refusal("K-PAR-1a", "drop_early", {**args, "n": figures["first_turn", "number"]}, (unit,))
    elif (halt := next(stuck(s, unit, frame), None)) is not None:
        yield halt
    elif s.track[JUMPED] and not s.track[RESTED]:
        yield Refusal("K-PAR-3a", "not_back", args, (unit,))
    elif s.track[JUMPED] and s.turn - s.track[RESTED] <= turns:
        yield Refusal("K-PAR-3a", "not_rested", {**args, "n": turns}, (unit,))
    if s.track[AIRLIFT] > most:
        yield Refusal("K-PAR-2", "planes_busy", {**args, "n": most}, (unit,))


class Drop(Trip, frozen=True):
    """Drop the 187th Airborne on a hex. Written `drop US-187 1430`."""

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why a unit may not be dropped, or not on this hex."""
        unit, h, args = self.unit, self.hex, {"unit": self.unit, "hex": self.hex}
        barred = next(who(s, unit, frame), None)
        if barred is not None:
            yield barred
            return
        if h >= s.rules.grid.size or h == s.where[unit]:
            yield Refusal("K-PAR-1b", "drop_nowhere", args, (unit,))
            return
        for bar in obstacles(s):
            if bar.region >> h & 1:
                by = tuple(s.troops(COMMUNIST, h))
                yield Refusal(bar.rule, bar.text, {**args, "by_units": by}, by or (unit,), (h,))
        if not stacking.fits(s, UN, h, (unit,)):
            yield stacking.full(s, UN, h, (unit,))

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The unit and the hex."""
        return "action.drop", {"unit": self.unit, "to_hex": self.hex}

    def apply(self, s: MobileWarState) -> None:
        """Put the regiment into the hex; its rest since the last jump no longer counts."""
        s.tell(JUMPED, s.turn)
        s.tell(RESTED, 0)
        s.move(self.unit, self.hex)
        s.flag(self.unit, MOVED)
        s.log("K-PAR-1b", "dropped", unit=self.unit, hex=self.hex)
        occupation.entered(s, UN, self.hex)


class Zone(TripDomain):
    """The domain of an offer to drop: the hexes where the regiment can be dropped."""

    def __init__(self, s: MobileWarState, unit: int) -> None:
        super().__init__(Drop, unit)
        self._s = s

    def region(self, mode: str) -> Region:
        """The hexes where it can be dropped."""
        s, found = self._s, self._s.rules.grid.all & ~(1 << self._s.where[self.unit])
        for bar in obstacles(s):
            found &= ~bar.region
        full = sum(1 << h for h in bits(s.held_by(UN) & found) if not stacking.fits(s, UN, h, (self.unit,)))
        return found & ~full


def offers(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers to drop the 187th Airborne."""
    if s.rules.kind[unit] == "airborne" and next(who(s, unit, frame), None) is None:
        yield Offer("drop", units=(unit,), mode="drop", domain=Zone(s, unit))
