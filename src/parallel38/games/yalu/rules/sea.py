"""9.3.5 Sea transfer and 9.3.6 amphibious evacuation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.side_actions import UnitSideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Unit
from parallel38.games.yalu.rules import stacking, zones
from parallel38.games.yalu.rules.options import delay, leave, short_of, stuck
from parallel38.games.yalu.state import (
    ARRIVED,
    CHINAMPO,
    COMMUNIST,
    DIE,
    IWON,
    MOVED,
    NEUTRALIZED,
    REGROUP,
    UN,
    YaluState,
)
from parallel38.hexgrid import Hex

if TYPE_CHECKING:
    from parallel38.games.yalu.rules.movement import Moving

EMBARK = 2
"""The movement points that embarking costs (9.3.5.1)."""
SMALL = {"Iwon": IWON, "Chinampo": CHINAMPO}
"""The ports that take one regiment in a turn, with the tracks that count it (9.3.5.3)."""
REGIMENT = stacking.DIVISION // 3


def harbour_refusals(s: YaluState, unit: int, h: Hex) -> Iterator[Refusal]:
    """Every reason why a unit may not use sea transfer through a port, in or out.

    D-9.3.5.3: Iwon and Chinampo take one regiment in a UN player turn. D-9.3.5.4: in a blizzard no unit embarks or
    lands north of the Weather Line, and Iwon is closed in SS, SO and B. C-28F2: by the weather chart of Classic the
    sea is open in every weather.
    """
    args = {"unit": unit, "hex": h}
    port = s.rules.board.place_at(h)
    if not s.effect(UN, "sea_north") and s.rules.north >> h & 1:
        yield Refusal("D-9.3.5.4", "sea_blizzard", args, (unit,), (h,))
    elif port == "Iwon" and not s.effect(UN, "iwon_open"):
        yield Refusal("D-9.3.5.4", "iwon_shut", {**args, "weather_key": "weather." + s.weather}, (unit,), (h,))
    if port in SMALL and s.track[SMALL[port]] + s.rules.weight[unit] > REGIMENT:
        yield Refusal("D-9.3.5.3", "port_limit", args, (unit,), (h,))


def use_harbour(s: YaluState, unit: int, h: Hex) -> None:
    """Record the weight that passes through a small port (D-9.3.5.3)."""
    port = s.rules.board.place_at(h)
    if port in SMALL:
        s.tell(SMALL[port], s.track[SMALL[port]] + s.rules.weight[unit])


class Embark(UnitSideAction, frozen=True):
    """Sea transfer: a unit embarks in a port, a garrison for good."""

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.5.1: in a port, for 2 points, also after rail movement. D-9.3.5.2: garrisons pay nothing."""
        unit = self.unit
        here, garrison, barred = s.where[unit], s.rules.size[unit] == "garrison", False
        if garrison and not s.rules.edition.garrisons_leave:
            yield Refusal("C-27F", "garrison_stays", {"unit": unit}, (unit,))
            return
        for refusal in stuck(s, unit, UN, frame.last):
            if not (refusal.text == "rode" or (refusal.text == "no_movement" and garrison)):
                barred = True
                yield refusal
        if barred:
            return
        if garrison and s.flags[unit] & REGROUP:
            yield Refusal("D-15.4.1", "regrouping", {"unit": unit}, (unit,))
        if not garrison and here not in s.rules.ports.values():
            yield Refusal("D-9.3.5.1", "no_port", {"unit": unit, "hex": here}, (unit,), (here,))
            return
        yield from harbour_refusals(s, unit, here)
        by = () if s.rules.edition.embarks_in_zones or not s.flags[unit] & MOVED else zones.over(s, COMMUNIST, here)
        if by:
            yield Refusal("D-8.3.1.1", "exit_zone", {"unit": unit, "hex": here, "by_units": by}, by, (here,))
        if not garrison:
            yield from short_of(s, unit, EMBARK * s.rules.point, "D-9.3.5.1", "no_points_to_embark")

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The unit and the port from which it sails."""
        args = {"unit": self.unit, "hex": s.where[self.unit], "n": s.rules.replacement[self.unit]}
        return "action.embark_garrison" if s.rules.size[self.unit] == "garrison" else "action.embark", args

    def warnings(self, s: YaluState) -> Iterator[Refusal]:
        """D-9.3.5.2: a garrison never comes back."""
        if s.rules.size[self.unit] == "garrison":
            yield Refusal("D-9.3.5.2", "garrison_leaves", {"unit": self.unit}, (self.unit,))

    def apply(self, s: YaluState) -> None:
        """D-9.3.5.1: the unit is off the map until the next UN reinforcement phase. D-9.3.5.2: a garrison leaves the
        game.

        D-6.2.2.5: its battalions arrive two turns later.
        """
        unit, here = self.unit, s.where[self.unit]
        if s.rules.size[unit] == "garrison":
            due = s.turn + s.rules.charts["replacements_special"]["garrison", "after"]
            leave(s, unit, "gone", due)
            s.log("D-9.3.5.2", "garrison_gone", unit=unit, hex=here, n=s.rules.replacement[unit])
        else:
            use_harbour(s, unit, here)
            leave(s, unit, "sea", delay(s, "sea_transfer"))
            s.log("D-9.3.5.1", "embarked", unit=unit, hex=here)


class Evacuate(UnitSideAction, frozen=True):
    """Amphibious evacuation from a coastal hex, against a die."""

    def refusals(self, s: YaluState, frame: Moving) -> Iterator[Refusal]:
        """D-9.3.6.1: units that begin the UN player turn in a coastal hex. D-9.3.6.2: not in the north in a
        blizzard."""
        unit, here = self.unit, s.where[self.unit]
        barred = next(stuck(s, unit, UN, frame.last), None)
        if barred is not None and barred.text == "no_movement" and not s.rules.edition.garrisons_leave:
            barred = Refusal("C-27F", "garrison_stays", {"unit": unit}, (unit,))
        if barred is not None:
            yield barred
            return
        args = {"unit": unit, "hex": here}
        if s.flags[unit] & MOVED:
            yield Refusal("D-9.3.6.1", "evacuation_late", args, (unit,))
        elif s.flags[unit] & ARRIVED:
            yield Refusal("D-9.3.6.1", "evacuation_new", args, (unit,))
        if not s.rules.board.areas["coast"] >> here & 1:
            yield Refusal("D-9.3.6.1", "no_coast", args, (unit,), (here,))
        if not s.effect(UN, "sea_north") and s.rules.north >> here & 1:
            yield Refusal("D-9.3.6.2", "sea_blizzard", args, (unit,), (here,))

    def describe(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The unit, its hex and the weather die to beat."""
        return "action.evacuate", {"unit": self.unit, "hex": s.where[self.unit], "die": s.track[DIE]}

    def warnings(self, s: YaluState) -> Iterator[Refusal]:
        """D-9.3.6.1: the unit may be lost."""
        yield risk(s, self.unit, "D-9.3.6.1")

    def apply(self, s: YaluState) -> None:
        """D-9.3.6.1: the unit is removed from the map, then the die is rolled."""
        here = s.where[self.unit]
        leave(s, self.unit, "evacuated", delay(s, "evacuation"))
        s.log("D-9.3.6.1", "puts_off", unit=self.unit, hex=here)
        s.push(Evacuation(self.unit))


class Evacuation(Frame, frozen=True):
    """The die of an evacuation."""

    unit: Unit

    def resolve(self, s: YaluState) -> None:
        """Roll one die."""
        s.push(Roll(" ".join(("evacuation", s.rules.names.unit(self.unit))), 1, "D-9.3.6.1"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-9.3.6.1: above the weather die the unit is safe, equal neutralized, below lost."""
        brave(s, self.unit, dice[0], "D-9.3.6.1", "evacuated")
        s.pop()


def brave(s: YaluState, unit: int, die: int, rule: str, text: str) -> None:
    """Apply a die against the weather die: higher is safe, equal neutralizes, lower eliminates (9.3.6.1, 9.3.7.1).

    D-14.3: a unit that is already neutralized is eliminated. D-12.1.6: support units cannot be neutralized, so they are
    eliminated.
    """
    against = s.track[DIE]
    args = {"unit": unit, "die": die, "need": against}
    if die > against:
        s.log(rule, text, **args)
    elif die < against or (s.rules.support[unit] and s.rules.edition.support_is_fragile):
        if die == against:
            trace("D-12.1.6")
        s.log(rule, "lost_on_the_way", **args)
        stacking.eliminate(s, unit)
    else:
        if not s.flags[unit] & NEUTRALIZED:
            s.log(rule, "hurt_on_the_way", **args)
        stacking.neutralize(s, [unit])


def risk(s: YaluState, unit: int, rule: str) -> Refusal:
    """The warning of what a die against the weather die can do to a unit (9.3.6.1, 9.3.7.1)."""
    fragile = (s.rules.support[unit] and s.rules.edition.support_is_fragile) or s.flags[unit] & NEUTRALIZED
    text = "may_be_lost_easily" if fragile else "may_be_lost"
    return Refusal(rule, text, {"unit": unit, "die": s.track[DIE]}, (unit,))


def offers(s: YaluState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers of embarkation and evacuation for a unit."""
    here = s.where[unit]
    leaves = s.rules.edition.garrisons_leave and s.rules.size[unit] == "garrison"
    if here in s.rules.ports.values() or leaves:
        yield from Embark(unit).offer(s, frame)
    if s.rules.board.areas["coast"] >> here & 1:
        yield from Evacuate(unit).offer(s, frame)
