"""The state of The Forgotten War: names for its tracks, flags and boxes, and facts that rules often use."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parallel38.engine.facts import ENDS, KINDS, fact
from parallel38.engine.state import State
from parallel38.hexgrid import Hex, Region
from parallel38.wargame.sides import COMMUNIST as COMMUNIST
from parallel38.wargame.sides import SIDES as SIDES
from parallel38.wargame.sides import UN as UN
from parallel38.wargame.sides import Side as Side

if TYPE_CHECKING:
    from parallel38.games.forgotten_war.ruleset import ForgottenWarRuleset

TRACKS = (
    "turn",
    "un_points",
    "communist_points",
    "un_retreat",
    "communist_retreat",
    "un_losses",
    "communist_losses",
    "un_digging",
    "communist_digging",
    "strip",
    "strip_lost",
    "yudamni_ammo",
    "faith_ammo",
    "revealed",
)
(
    TURN,
    UN_POINTS,
    COMMUNIST_POINTS,
    UN_RETREAT,
    COMMUNIST_RETREAT,
    UN_LOSSES,
    COMMUNIST_LOSSES,
    UN_DIGGING,
    COMMUNIST_DIGGING,
    STRIP,
    STRIP_LOST,
    YUDAMNI_AMMO,
    FAITH_AMMO,
    REVEALED,
) = range(len(TRACKS))
"""un_points, communist_points: victory points that were scored while playing, in halves. The six tracks after them are
the standing orders of each side: about retreats by choice, about which units take losses, about digging in. strip: the
airstrip is open, closed, or was captured; strip_lost: a bit for each of its hexes that the Communists control. The last
three are the ammunition points of two forces, and a bit for each Communist division that has left its assembly area."""
POINTS = (UN_POINTS, COMMUNIST_POINTS)
RETREAT = (UN_RETREAT, COMMUNIST_RETREAT)
LOSSES = (UN_LOSSES, COMMUNIST_LOSSES)
DIGGING = (UN_DIGGING, COMMUNIST_DIGGING)

FLAGS = (
    "fired",
    "barraged",
    "abandoned",
    "dug",
    "moved",
    "near",
    "crowding",
    "recrewed",
    "freed",
    "fought",
    "late",
)
FIRED, BARRAGED, ABANDONED, DUG, MOVED, NEAR, CROWDING, RECREWED, FREED, FOUGHT, LATE = (
    1 << i for i in range(len(FLAGS))
)
"""fired: in this phase; barraged: a gun whose marker shows its Fired side until the turn ends; abandoned: a gun without
a crew; dug: under an improved position marker; moved: in this phase; near: has stood next to an enemy on its way;
crowding: came into a full hex against its will; recrewed: manned again in this turn; freed: a gun without ammunition
limits; fought: in this close combat phase, as attacker or as defender; late: a reinforcement whose entry hex an enemy
held."""

BOXES = ("out", "due", "available", "used", "replacements", "gone", "withdrawn", "exited", "returning")
"""out: not in play, or still to come; due: beside the map, ready to enter; available, used: markers for indirect fire;
replacements, gone: eliminated, for now or for good; withdrawn: taken out of play by the UN; exited: off the map for
points; returning: retreated off the map. Of units that come back from there, also in due, `spent` is one more than the
number of the hex from which they left."""


Standing = tuple[Region, dict[Hex, list[int]]]
"""The hexes in which a side has units, and these units in their order. The hexes of the dictionary have no order: where
order matters, `stacks` has one."""
KINDS.add("crew")
"""A change of facts: a gun is abandoned, or manned again."""


def _moved(s: State, unit: int, old: int, new: int, before: Standing) -> Standing:
    """Where units of a side stand after one of them has gone from a place to another."""
    (region, units), size = before, s.rules.grid.size
    units = units.copy()
    if old < size:
        rest = [u for u in units[old] if u != unit]
        if rest:
            units[old] = rest
        else:
            del units[old]
            region ^= 1 << old
    if new < size:
        units[new] = sorted((*units.get(new, ()), unit))
        region |= 1 << new
    return region, units


class ForgottenWarState(State):
    """State of The Forgotten War. `lost`: the steps that a unit has lost; `serves`: of a mortar marker the formation
    that it is assigned to, counted from 1. F-T.5: with the dice it decides all that follows; F-T.8: both players see
    all of it."""

    COLUMNS: ClassVar[tuple[str, ...]] = (*State.COLUMNS, "lost", "serves")
    __slots__ = ("lost", "serves")
    rules: ForgottenWarRuleset

    def reduced(self, unit: int) -> bool:
        """Whether a unit has lost a step."""
        return self.lost[unit] > 0

    def fire(self, unit: int) -> int:
        """The fire strength of a unit or marker."""
        return self.rules.fire[self.lost[unit] > 0][unit]

    def close(self, unit: int) -> int:
        """The close combat strength of a unit."""
        return self.rules.close[self.lost[unit] > 0][unit]

    def set(self, column: str, unit: int, value: int) -> None:
        """Set a unit's cell of any column but its place; if that makes or mans an abandoned gun, facts that depend on
        crews end."""
        crew = column == "flags" and (self.flags[unit] ^ value) & ABANDONED
        super().set(column, unit, value)
        if crew:
            self._end(ENDS["crew"][self.rules.side_of[unit]])

    @fact("where", carry=_moved)
    def standing(self, side: int) -> Standing:
        """Where the units of a side stand on the map, abandoned guns among them."""
        stacks, region = self.stacks(side), 0
        for h in stacks:
            region |= 1 << h
        return region, stacks

    def there(self, side: int, h: Hex) -> list[int]:
        """The units of a side in a hex, abandoned guns among them."""
        return self.standing(side)[1].get(h, [])

    @fact("presence", "crew")
    def abandoned(self, side: int) -> list[int]:
        """The abandoned guns of a side on the map."""
        return [u for u in self.rules.guns_of[side] if self.flags[u] & ABANDONED and self.on_map(u)]

    @fact("where", "crew")
    def manned(self, side: int) -> dict[Hex, list[int]]:
        """The units of a side on the map by hex, without abandoned guns."""
        gone, found = self.abandoned(side), self.stacks(side)
        if not gone:
            return found
        left = {**found}
        for h in {self.where[u] for u in gone}:
            left[h] = [u for u in found[h] if u not in gone]
            if not left[h]:
                del left[h]
        return left

    @fact("where", "crew")
    def traffic(self, side: int) -> dict[Hex, list[int]]:
        """The vehicles of a side on the map by hex, without abandoned guns."""
        found: dict[Hex, list[int]] = {}
        for unit in self.rules.vehicles_of[side]:
            if self.on_map(unit) and not self.flags[unit] & ABANDONED:
                found.setdefault(self.where[unit], []).append(unit)
        return found

    @fact("where", "crew")
    def held(self, side: int) -> Region:
        """The hexes in which a side has units. F-10.2.1.H: abandoned guns hold nothing."""
        region = self.standing(side)[0]
        for unit in self.abandoned(side):
            if not self.at(side, self.where[unit]):
                region &= ~(1 << self.where[unit])
        return region

    @fact("where", "crew", "enemy.where", "enemy.crew")
    def contested(self, side: int) -> Region:
        """The hexes in which a close combat continues. F-13.6.E, F-2.4.4.B, F-T.6: units of both sides are there, and
        only so."""
        return self.held(side) & self.held(1 - side)

    @fact("where", "crew")
    def beside(self, side: int) -> Region:
        """The hexes next to a unit of a side, and those in which one stands."""
        held = self.held(side)
        return held | self.rules.grid.around(held)

    def locked(self, unit: int) -> bool:
        """Whether a unit is in a continuing close combat."""
        return self.on_map(unit) and bool(self.contested(UN) >> self.where[unit] & 1)

    def dug_in(self, side: int, h: Hex) -> bool:
        """Whether the units of a side in a hex have the benefit of an improved or prepared position."""
        return self.rules.battle.sheltered(self, side, h)

    def at(self, side: int, h: Hex) -> list[int]:
        """The units of a side in a hex, without abandoned guns."""
        units, gone = self.there(side, h), self.abandoned(side)
        return [u for u in units if u not in gone] if gone else units
