"""15 Regrouping and morale checks."""

from typing import Literal

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.engine.trace import trace
from parallel38.engine.values import Units
from parallel38.games.yalu.rules import stacking, supply, weather
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, NEUTRALIZED, REGROUP, UN, YaluState


def begin(s: YaluState, side: int) -> None:
    """D-15.1, D-15.2, D-15.5.1: the units of a side that regroup are checked in its own morale phase."""
    marked = tuple(u for u in s.rules.units_of[side] if s.flags[u] & REGROUP)
    if marked and side == COMMUNIST:
        trace("D-15.1", "D-15.5.1")
    s.push(Checks(1 if side == COMMUNIST else 0, "regroup", marked))


class Checks(Frame, frozen=True):
    """Units that still have to check their morale, each alone (D-15.3)."""

    side: Literal[0, 1]
    check: Literal["regroup", "isolation"]
    waiting: Units

    def resolve(self, s: YaluState) -> None:
        """Roll for the next unit. D-15.2, D-15.7: then the UN checks its supply, and isolated units check as well."""
        if self.waiting:
            purpose = " ".join((self.check, s.rules.names.unit(self.waiting[0])))
            s.push(Roll(purpose, 2, "D-15.5.3" if self.side == COMMUNIST else "D-15.6.2"))
        elif self.side == UN and self.check == "regroup":
            supply.check(s, UN)
            # support units cannot become neutralized (12.1.6), so they have nothing to check
            fragile = s.rules.support if s.rules.edition.support_is_fragile else s.rules.naval
            alone = tuple(u for u in s.rules.units_of[UN] if s.flags[u] & ISOLATED and not fragile[u])
            if alone:
                trace("D-15.2")
            s.replace(Checks(0, "isolation", alone))
        else:
            s.pop()

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-15.5.3, D-15.6.2: two dice, at most the modified number, pass."""
        unit, rest, total = self.waiting[0], self.waiting[1:], sum(dice)
        if rest:
            trace("D-15.3")
        need = number(s, unit)
        passed = total <= need
        s.replace(Checks(self.side, self.check, rest))
        if self.check == "regroup":
            # D-15.4.2: success clears the neutralization, and nothing else does (D-14.4); the marker goes either way
            if passed:
                trace("D-14.4")
            s.flag(unit, REGROUP | NEUTRALIZED if passed else REGROUP, on=False)
            s.log("D-15.4.2", "regrouped" if passed else "not_regrouped", unit=unit, dice=total, need=need)
        else:
            # D-5.3.2, D-15.7: failure neutralizes, or eliminates a unit that is already neutralized
            s.log("D-15.7", "isolation_passed" if passed else "isolation_failed", unit=unit, dice=total, need=need)
            if not passed:
                trace("D-5.3.2")
                stacking.neutralize(s, [unit])


def number(s: YaluState, unit: int) -> int:
    """A unit's modified morale number.

    D-15.5.2: Communist: the number less the defensive air of this player turn plus the hex's movement points. D-15.6.1:
    UN: the number plus the offensive air less the points. Coast, road and railway hexes count 0.
    """
    base = s.rules.charts["morale_communist" if s.rules.side_of[unit] else "morale_un"][row(s, unit), "number"]
    if s.rules.side_of[unit] == COMMUNIST:
        return base - weather.air(s, "defensive") + hex_points(s, unit)
    return base + weather.air(s, "offensive") - hex_points(s, unit)


def hex_points(s: YaluState, unit: int) -> int:
    """The movement points of a unit's hex for its morale: those of the terrain, whatever the weather."""
    h = s.where[unit]
    if (s.rules.board.areas["coast"] | s.rules.by_road_or_rail) >> h & 1:
        return 0
    return s.rules.charts["terrain_move"][s.rules.terrain(h), "mp"]


_NATIONS = {
    "US": "us",
    "USMC": "usmc",
    "ROK": "rok",
    "UK": "uk_ca_au",
    "Ca": "uk_ca_au",
    "Au": "uk_ca_au",
    "Tu": "turk",
}


def row(s: YaluState, unit: int) -> str:
    """The row of the morale chart for a unit."""
    rules, size = s.rules, s.rules.size[unit]
    if rules.side_of[unit] == COMMUNIST:
        return "conscript" if size == "conscript" else rules.nation[unit].lower() + "_division"
    if size == "garrison":
        return "garrison"
    if rules.support[unit]:
        return "us_battalion"  # in Classic tanks and artillery check too; the chart has no row of theirs
    if rules.names.unit(unit) == "KMC":
        return "kmc_regiment"
    return "_".join((_NATIONS.get(rules.nation[unit], "other_allied"), size))
