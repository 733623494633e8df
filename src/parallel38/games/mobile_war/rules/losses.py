"""Combat results: which units are lost, and the boxes that they go to."""

from __future__ import annotations

from typing import Any

import msgspec

from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Place, Units
from parallel38.games.mobile_war.rules import breakdown, supply, zones
from parallel38.games.mobile_war.state import COMMUNIST, ENTRENCHED, GROUNDED, UN, MobileWarState, Side
from parallel38.hexgrid import Hex, Region
from parallel38.wargame import losing


class Lose(losing.Lose, frozen=True):
    """Take a loss from a unit. Written `lose US-24`."""


def home(s: MobileWarState, side: int) -> Region:
    """The hexes from which a way free of enemy zones leads home, so that units eliminated there may come back.

    K-REP-2a: for North Koreans to Pyongyang or Antung. K-REP-2b: for the UN to Pusan or a landing craft on the coast.
    Enemy zones in the first and the last hex of the way do not count. Unlike a supply line, the way does not pass an
    enemy zone because friends stand there: that is for supply only (K-ZOC-B2).
    """
    rules = s.rules
    if side == COMMUNIST:
        goal = rules.pyongyang | rules.antung
    else:
        beached = {s.where[u] for u in s.present(UN) if rules.kind[u] == "amphibious"}
        goal = rules.pusan | sum(1 << at for at in beached if rules.land >> at & 1)
    goal &= ~s.held_by(1 - side)
    closed = (s.held_by(1 - side) | zones.zone(s, 1 - side)) & ~goal
    free = supply.lines(s, side, goal, closed)
    return free | rules.grid.around(free, rules.inlets)


def bury(s: MobileWarState, unit: int, lined: bool) -> None:
    """Put an eliminated unit into its box. `lined`: whether it had a line home.

    K-REP-1a: North Koreans, South Koreans and the others each into their own box; K-REP-1b: Chinese never come back,
    nor do units without a line home. K-SUP-D3: a UN supply unit comes back by itself. K-PAR-3b: the airborne regiment
    can no longer jump.
    """
    rules, names = s.rules, s.rules.names
    s.flag(unit, s.flags[unit] & ~GROUNDED, on=False)
    if rules.supply[unit]:
        back = rules.side_of[unit] == UN
        s.move(unit, names.box("returning" if back else "spare"))
        if back:
            trace("K-SUP-D3")
            late = rules.charts["supply"]["unit_back", "number"]
            s.spend(unit, s.turn + (late if rules.setting.rulings["un-supply-return"] == "sixth" else 1))
        return
    if rules.kind[unit] == "airborne":
        trace("K-PAR-3b")
        s.flag(unit, GROUNDED)
    box = rules.box_of[unit]
    trace("K-REP-1a" if box else "K-REP-1b")
    if box and not lined:
        s.log("K-REP-2a" if rules.side_of[unit] == COMMUNIST else "K-REP-2b", "lost_for_good", unit=unit)
    s.move(unit, names.box(box if box and lined else "gone"))


def destroy(s: MobileWarState, units: tuple[int, ...], h: Hex, homes: Region | None = None) -> None:
    """Eliminate units in a hex, with the units inside them. K-ENT-3a: their works are removed with them.

    K-REP-1c: a division goes to its box as regiments. `homes`: the hexes with a line home, if these were found before.
    """
    if not units:
        return
    rules = s.rules
    homes = home(s, rules.side_of[units[0]]) if homes is None else homes
    for unit in units:
        if s.flags[unit] & ENTRENCHED:
            trace("K-ENT-3a")
        if rules.size[unit] in ("division", "army") and rules.nation[unit] != "CN":
            trace("K-REP-1c")
            destroy(s, breakdown.take_apart(s, unit), h, homes)
        elif rules.size[unit] in ("division", "army"):
            trace("K-REP-1b")
            s.flag(unit, s.flags[unit], on=False)
            s.move(unit, rules.names.box("gone"))  # Chinese never come back, so the counter stays whole
        else:
            bury(
                s, unit, s.carrier(unit) is not None or bool(homes >> h & 1)
            )  # units aboard have landing craft at hand


def destroy_all(s: MobileWarState, units: tuple[int, ...]) -> None:
    """Eliminate units in several hexes at once: lines home are judged before any of these units is removed."""
    if units:
        homes = home(s, s.rules.side_of[units[0]])
        for unit in units:
            destroy(s, (unit,), s.where[unit], homes)


class Losing(losing.Losing, frozen=True):
    """A side takes its losses, one after the other, from the units that fought.

    `left`: losses still to be taken; `more`: regiments still owed for the present one. `pool`: units that can take
    losses; `heavy`: divisions that were in an army when the fight began, which are lost whole. `lined`: the hexes from
    which a line led home when the die was thrown; a result applies to both sides at once (K-COM-J8), so units lost by
    one result open no lines for each other.
    """

    action_type = Lose

    side: Side
    hex: Place
    pool: Units
    left: int
    doubled: bool
    more: int = 0
    heavy: Units = ()
    lined: tuple[Place, ...] = ()

    def owner(self) -> Side:
        """K-COM-L2a: the side that takes the losses."""
        return self.side

    def owed(self, s: MobileWarState) -> int:
        """How many losses are still to be taken, counting the regiments still owed for the present one."""
        return self.left + self.more

    def likeness(self, s: MobileWarState, unit: int) -> tuple[str, int, int]:
        """The kind, place and flags of a unit: units with equal ones are alike."""
        return s.rules.counter[unit], s.where[unit], s.flags[unit]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the number of regiments, or then of divisions of armies, still to be lost."""
        each, light = 2 if self.doubled else 1, sum(s.rules.regiments[u] for u in self._light(s))
        regiments = min(light, self.left * each + self.more)
        divisions = max(0, self.left + -max(0, light - self.more) // each)
        return "losing", {"side": self.side, "n": regiments + divisions, "hex": self.hex}

    def _light(self, s: MobileWarState) -> list[int]:
        """The units that can lose a regiment."""
        return [u for u in self.pool if u not in self.heavy and s.rules.size[u] != "army" and s.rules.combat[u]]

    def givers(self, s: MobileWarState) -> list[int]:
        """The units that can take the next loss. K-COM-L1: armies lose divisions only if no regiment is left."""
        light = self._light(s)
        if light:
            return light
        return [] if self.more else [u for u in self.pool if s.rules.combat[u]]

    def not_giving(self, s: MobileWarState, unit: int) -> Refusal:
        """Why a unit cannot take the next loss: it did not fight, or armies come last."""
        if unit not in self.pool:
            return Refusal("K-COM-L2a", "not_in_fight", {"unit": unit}, (unit,))
        return Refusal("K-COM-L1", "armies_last", {"unit": unit}, (unit,))

    def over(self, s: MobileWarState) -> None:
        """Close the frame: no unit can take a loss. K-COM-K5: doubled losses end with the units that are there."""
        if self.more:
            trace("K-COM-K5")
        if self.more and self.left:
            s.replace(msgspec.structs.replace(self, more=0))
        else:
            s.pop()

    def take(self, s: MobileWarState, unit: int) -> None:
        """Take a loss from a unit. K-COM-K1: a regiment, or two if losses are doubled. K-COM-K2: of an army a division.

        K-COM-L2b: a division is replaced by the regiments that are left to it.
        """
        left, more = self.left, self.more
        pool, heavy = {*self.pool} - {unit}, {*self.heavy}
        size, rule, dead = s.rules.size[unit], "K-COM-L2a", unit
        rest: list[int] = []
        if size == "army" or unit in heavy:
            rule = "K-COM-L1"
            if self.doubled:
                trace("K-COM-K2")
            if size == "army":
                dead, *rest = breakdown.take_apart(s, unit)
            heavy = (heavy | {*rest}) - {dead}
            left -= 1
        else:
            if not more:
                left -= 1
                more = 2 if self.doubled else 1
            if size == "division":
                rule = "K-COM-L2b"
                parts = breakdown.take_apart(s, unit)
                dead = max(parts, key=lambda u: (s.rules.kind[u] != "airborne", u))  # keep the airborne
                rest = [u for u in parts if u != dead]
            more -= 1
        s.log(rule, "lost", unit=dead, hex=self.hex, side=self.side)
        destroy(s, (dead,), s.where[dead] if s.on_map(dead) else self.hex, sum(1 << h for h in self.lined))
        pool |= {*rest}
        s.replace(
            msgspec.structs.replace(self, pool=tuple(sorted(pool)), heavy=tuple(sorted(heavy)), left=left, more=more)
        )
