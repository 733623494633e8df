"""Naval units: transports and landing craft load and unload units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.values import Action, Unit, Units
from parallel38.games.mobile_war.rules import campaign, landings, occupation, ships, stacking, zones
from parallel38.games.mobile_war.state import (
    COMMUNIST,
    DIGGING,
    ENTRENCHED,
    LANDED,
    MOVED,
    OUSTED,
    RECALLED,
    UN,
    UNSUPPLIED,
    MobileWarState,
)
from parallel38.hexgrid import Hex, Region

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.movement import Moving


DIVISION = 3
"""The regiments that a port handles in a phase (K-NAV-A3b)."""


def weight(s: MobileWarState, units: tuple[int, ...]) -> int:
    """The size of some units, in regiments."""
    return sum(s.rules.regiments[u] for u in units)


def handled(s: MobileWarState, port: Hex) -> int:
    """How many regiments went through a port in this phase."""
    return next((n for kind, h, n in s.marks if kind == "harbour" and h == port), 0)


def _handle(s: MobileWarState, port: Hex, units: tuple[int, ...]) -> None:
    before = handled(s, port)
    s.unmark(("harbour", port, before))
    s.mark(("harbour", port, before + weight(s, units)))


def close(s: MobileWarState) -> None:
    """End a movement phase: ports can handle a full division again."""
    s.unmark(*(mark for mark in s.marks if mark[0] == "harbour"))


def carrying(s: MobileWarState, ship: int, frame: Moving) -> Iterator[Refusal]:
    """Why a ship can neither load nor unload where it is."""
    barred = next(ships.idle(s, ship, frame), None)
    if barred is not None:
        yield barred
        return
    here, args = s.where[ship], {"unit": ship, "hex": s.where[ship]}
    rule = "K-NAV-C1a" if s.rules.kind[ship] == "amphibious" else "K-NAV-B1"
    if not ships.figure(s, ship, "regiments"):
        yield Refusal("K-NAV-A1b", "carries_nothing", args, (ship,))
    elif here not in s.rules.board.ports.values():
        yield Refusal(rule, "no_port", args, (ship,), (here,))
    elif s.flags[ship] & OUSTED:
        yield Refusal("K-NAV-D2", "must_put_to_sea", args, (ship,), (here,))
    elif s.rules.kind[ship] == "transport" and zones.zone(s, COMMUNIST) >> here & 1:
        by = zones.over(s, COMMUNIST, here)
        yield Refusal("K-NAV-B3", "port_in_zone", {**args, "by_units": by}, by, (here,))


def cargo_refusals(s: MobileWarState, ship: int, units: tuple[int, ...], price: int, rule: str) -> Iterator[Refusal]:
    """Why these units are too many, or the ship has too few points. `rule`: the rule with the price.

    K-NAV-A3b: a division through a port in a phase.
    """
    here, left = s.where[ship], ships.points(s, ship)
    if price > left:
        args = {"unit": ship, "n": price, "left": left}
        yield Refusal(rule, "no_points", args, (ship,))
    before = handled(s, here)
    if before + weight(s, units) > DIVISION:
        args = {"hex": here, "units": units, "n": before}
        yield Refusal("K-NAV-A3b", "port_busy" if before else "port_small", args, units, (here,))


class Haul(SideAction, frozen=True):
    """A ship loads or unloads units; if none are named, as many as it can."""

    ship: Unit
    units: Units = ()

    @property
    def actor(self) -> int:
        """The ship."""
        return self.ship

    def able(self, s: MobileWarState, frame: Moving) -> list[int]:
        """The units that could be named."""
        raise NotImplementedError

    def complete(self, s: MobileWarState, frame: Moving) -> SideAction:
        """Name the largest load if no units are named; if there is none, a unit of the port, to explain a refusal."""
        if self.units or not s.on_map(self.ship):
            return self
        there = s.inside(self.ship) or s.fighters(UN, s.where[self.ship])
        return Cargo(s, type(self), self.ship, self.able(s, frame), frame).best() or type(self)(
            self.ship, tuple(there[:1])
        )

    def choices(self, s: MobileWarState, frame: Moving) -> dict[str, tuple[Any, ...]]:
        """The units that could be named."""
        return {"units": tuple(self.able(s, frame)) if s.on_map(self.ship) else ()}


class Load(Haul, frozen=True):
    """Load units aboard a ship. Written `load MST-1 US-24`, `load AMPH-1 US-1M/1Mar,US-5M/1Mar`."""

    def able(self, s: MobileWarState, frame: Moving) -> list[int]:
        """The units that began the phase in the hex of the ship."""
        if s.flags[self.ship] & MOVED:
            return []
        here = s.fighters(UN, s.where[self.ship])
        return [u for u in here if next(_aboard_refusals(s, self.ship, u, frame), None) is None]

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why units are not loaded.

        K-NAV-A1b: the cost. K-NAV-A2a: units and ship began the phase there. K-NAV-E: no supply units.
        """
        ship, units = self.ship, self.units
        barred = next(carrying(s, ship, frame), None)
        if barred is not None:
            yield barred
            return
        if not units or len({*units}) < len(units):
            yield Refusal("K-NAV-A1b", "no_cargo", {"unit": ship}, (ship,))
            return
        if s.flags[ship] & MOVED:
            yield Refusal("K-NAV-A2a", "ship_has_sailed", {"unit": ship}, (ship,))
        for unit in units:
            yield from _aboard_refusals(s, ship, unit, frame)
        if weight(s, (*units, *s.inside(ship))) > ships.figure(s, ship, "regiments"):
            n = ships.figure(s, ship, "regiments")
            yield Refusal("K-NAV-A3a", "ship_full", {"unit": ship, "units": units, "n": n}, (ship,))
        yield from cargo_refusals(s, ship, units, ships.figure(s, ship, "load"), "K-NAV-A1b")
        guards = campaign.bound(s, units)
        if guards:
            yield Refusal("K-CMP-2a", "partisans_ashore", {"units": guards}, guards)

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The units that would be loaded."""
        return "action.load", {"unit": self.ship, "units": self.units, "n": ships.figure(s, self.ship, "load")}

    def apply(self, s: MobileWarState) -> None:
        """Put the units aboard; landing craft keep the port where they were loaded."""
        here = s.where[self.ship]
        ships.pay(s, self.ship, ships.figure(s, self.ship, "load"))
        _handle(s, here, self.units)
        if s.rules.kind[self.ship] == "amphibious":
            landings.forget_home(s)
            s.mark(("home", here, 0))
        for unit in self.units:
            s.flag(unit, UNSUPPLIED, on=False)
            s.move(unit, s.rules.names.with_unit(self.ship))
        s.log("K-NAV-A1b", "loaded", unit=self.ship, units=self.units, hex=here)


def _aboard_refusals(s: MobileWarState, ship: int, unit: int, frame: Moving) -> Iterator[Refusal]:
    """Why a unit may not be loaded."""
    rules, flags, args = s.rules, s.flags[unit], {"unit": unit, "ship_unit": ship}
    if rules.side_of[unit] != UN or not s.on_map(unit):
        yield Refusal("K-MOV-D", "not_yours", {"unit": unit, "side": frame.side}, (unit,))
    elif rules.supply[unit]:
        yield Refusal("K-NAV-E", "supply_ashore", args, (unit,))
    elif not rules.combat[unit]:
        yield Refusal("K-NAV-A3a", "no_cargo", {"unit": ship}, (unit,))
    elif s.where[unit] != s.where[ship] or flags & MOVED:
        yield Refusal("K-NAV-A2a", "not_with_ship", args, (unit,))
    elif flags & LANDED:
        yield Refusal("K-NAV-A2b", "just_landed", args, (unit,))
    elif flags & (ENTRENCHED | DIGGING):
        yield Refusal("K-ENT-2", "dug_in", args, (unit,))


class Unload(Haul, frozen=True):
    """Unload units from a ship in a port. Written `unload MST-1 US-24`."""

    def able(self, s: MobileWarState, frame: Moving) -> list[int]:
        """The units aboard the ship."""
        return s.inside(self.ship)

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why units are not unloaded.

        K-NAV-A1c: the cost. K-NAV-B1: transports in friendly ports; K-NAV-C1a: only landing craft in others.
        """
        ship, units, here = self.ship, self.units, s.where[self.ship]
        barred = next(carrying(s, ship, frame), None)
        if barred is not None:
            yield barred
            return
        load = s.inside(ship)
        strange = tuple(u for u in units if u not in load)
        if strange or not units or len({*units}) < len(units):
            yield Refusal("K-NAV-A1c", "not_aboard", {"unit": ship, "units": strange}, strange or (ship,))
            return
        if not s.holds(UN, here):
            if s.rules.kind[ship] != "amphibious":
                yield Refusal("K-NAV-C1a", "hostile_port", {"unit": ship, "hex": here}, (ship,), (here,))
            else:
                yield from landings.refusals(s, ship, here)
        enemies = tuple(s.troops(COMMUNIST, here))
        if enemies:
            yield Refusal("K-MOV-G", "enemy_hex", {"units": units, "hex": here, "by_units": enemies}, enemies, (here,))
        yield from ships.bound_refusals(s, ship, here)
        yield from cargo_refusals(s, ship, units, ships.figure(s, ship, "unload"), "K-NAV-A1c")
        if not stacking.fits(s, UN, here, units):
            yield stacking.full(s, UN, here, units)

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The units that would be unloaded."""
        n = ships.figure(s, self.ship, "unload")
        return "action.unload", {"unit": self.ship, "units": self.units, "hex": s.where[self.ship], "n": n}

    def apply(self, s: MobileWarState) -> None:
        """Put units ashore. K-NAV-A2b: they move no more this player turn. K-NAV-C1c: an empty enemy port is taken."""
        ship, here = self.ship, s.where[self.ship]
        rule = "K-NAV-A1c" if s.holds(UN, here) else "K-NAV-C1c"
        ships.pay(s, ship, ships.figure(s, ship, "unload"))
        _handle(s, here, self.units)
        for unit in self.units:
            s.move(unit, here)
            s.flag(unit, MOVED | LANDED)
        s.log(rule, "unloaded", unit=ship, units=self.units, hex=here)
        occupation.entered(s, UN, here)
        if not s.inside(ship):
            landings.released(s, ship)


# --------------------------------------------------------------------------------------------------------------- offers


class Cargo(ActionDomain):
    """The domain of an offer to load or unload: any of these units, as many as fit."""

    def __init__(self, s: MobileWarState, kind: type[Haul], ship: int, units: list[int], frame: Moving) -> None:
        self._s, self._kind, self._ship, self._units, self._frame = s, kind, ship, units, frame

    def region(self, mode: str) -> Region:
        """The hex of the port."""
        return 1 << self._s.where[self._ship] if next(self.actions(), None) is not None else 0

    def actions(self) -> Iterator[Haul]:
        """The legal loads; of loads that differ only by like units, the first."""
        seen: set[tuple[Any, ...]] = set()
        for n in range(min(len(self._units), DIVISION), 0, -1):
            for units in combinations(self._units, n):
                alike = tuple(sorted((self._s.rules.counter[u], self._s.flags[u]) for u in units))
                if alike in seen:
                    continue
                seen.add(alike)
                haul = self._kind(self._ship, units)
                if next(haul.refusals(self._s, self._frame), None) is None:
                    yield haul

    def best(self) -> Haul | None:
        """The largest load, of one kind if possible: three of a kind make a division ashore."""
        rules = self._s.rules

        def worth(haul: Haul) -> tuple[int, int]:
            return weight(self._s, haul.units), -len({rules.counter[u] for u in haul.units})

        return max(self.actions(), key=worth, default=None)

    def listed(self) -> Iterator[SideAction]:
        """The actions that lists show: the largest load, and each unit alone."""
        best = self.best()
        if best is not None:
            yield best
        yield from (haul for haul in self.actions() if len(haul.units) == 1 and haul != best)

    def holds(self, action: Action) -> bool:
        """Whether an action is a load of some of these units with this ship."""
        if not isinstance(action, self._kind):
            return False
        return action.ship == self._ship and {*action.units} <= {*self._units}


def offers(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers to load and unload."""
    if not s.rules.naval[unit] or next(carrying(s, unit, frame), None) is not None:
        return
    for kind in (Load, Unload):
        units = kind(unit).able(s, frame)
        if units and ships.figure(s, unit, kind.verb()) <= ships.points(s, unit):
            yield Offer(kind.verb(), units=(unit, *units), domain=Cargo(s, kind, unit, units, frame))


def overdue(s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
    """K-NAV-C2b: why the phase cannot end: a load that was beaten off is unloaded as soon as its ship is home."""
    for ship in s.present(UN):
        if s.flags[ship] & RECALLED and ships.homeward(s, ship) == s.where[ship] == ships.home(s):
            aboard = s.inside(ship)
            if Cargo(s, Unload, ship, aboard, frame).region(""):
                args = {"unit": ship, "units": tuple(aboard), "hex": s.where[ship]}
                yield Refusal("K-NAV-C2b", "must_unload", args, (ship,))
