"""Combat: the phase, in which attacks are announced one by one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Note, Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Units
from parallel38.games.mobile_war.rules import (
    bridges,
    campaign,
    gunnery,
    landings,
    losses,
    odds,
    outlook,
    special,
    supply,
)
from parallel38.games.mobile_war.rules.fight import Fight, Table
from parallel38.games.mobile_war.state import (
    ATTACKED,
    COMMUNIST,
    SIDES,
    STRUCK,
    UN,
    MobileWarState,
    Side,
)
from parallel38.hexgrid import Hex


class Attack(Action, frozen=True):
    """Attack a hex with units beside it; supply units may be spent on the attack, and naval guns may support it.

    Written `attack 2038 NK-6,NK-1 supply-1`, `attack 2038 US-24 - NG-1`.
    """

    intent = "strike"

    hex: Place
    units: Units = ()
    depots: Units = ()
    guns: Units = ()


def begin(s: MobileWarState, side: int) -> None:
    """Begin a combat phase."""
    s.push(Fighting(SIDES[side]))


def neighbours(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """The combat units of a side that could attack a hex. K-COM-A: beside it; K-NAV-C1b: or aboard off the port."""
    near = (n for n in s.rules.grid.neighbours.get(h, ()) if not s.rules.inlets.has(n, h))
    found = [u for n in near for u in s.fighters(side, n)]
    if side == UN:
        found += landings.attackers(s, h)
    return [u for u in found if not s.flags[u] & ATTACKED]


class Fighting(Frame, frozen=True):
    """A combat phase. K-COM-B: no unit has to attack. `spent`: Communist supply units used, removed at its end."""

    side: Side
    spent: Units = ()

    def decider(self, s: MobileWarState) -> str:
        """The side whose phase it is."""
        return self.side

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the number of hexes that can be attacked, or that none is left."""
        n = len(self.targets(s))
        return "fighting" if n else "fought", {"side": self.side, "n": n}

    def targets(self, s: MobileWarState) -> dict[Hex, list[int]]:
        """The hexes that may still be attacked (K-COM-C2, K-COM-C3), each with the units that could do so."""
        side = SIDES.index(self.side)
        found: dict[Hex, list[int]] = {}
        for h in s.stacks(1 - side):
            there = s.troops(1 - side, h)
            if there and not any(s.flags[u] & STRUCK for u in there):
                able = neighbours(s, side, h)
                if able:
                    found[h] = able
        return found

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Every hex that can be attacked, with all units that can; the end of the phase."""
        for h, able in self.targets(s).items():
            yield Offer("attack", units=tuple(able), domain=_Target(h))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Whether an action is an attack or the end of the phase."""
        return isinstance(action, Attack | End)

    def expand(self, s: MobileWarState, offer: Offer) -> Iterator[Action]:
        """An attack by all units and by each alone, with and without supply units and naval guns."""
        if offer.action is not None:
            yield offer.action
            return
        h = offer.domain.hex
        for units in dict.fromkeys((offer.units, *((u,) for u in offer.units))):
            for help_ in (False, True):
                depots = self.depots(s, units) if help_ else ()
                guns = self.guns_for(s, h) if help_ else ()
                if help_ and not depots and not guns:
                    continue
                yield Attack(h, units, depots, guns)

    def draw(self, s: MobileWarState, offer: Offer, rng: Random) -> Action | None:
        """A random attack of an offer: some of its units, with or without supply units."""
        if offer.action is not None:
            return offer.action
        units = tuple(sorted(rng.sample(offer.units, rng.randint(1, len(offer.units)))))
        h = offer.domain.hex
        depots = self.depots(s, units) if rng.random() < 0.7 else ()
        guns = self.guns_for(s, h) if rng.random() < 0.7 else ()
        return Attack(h, units, depots, guns)

    def depots(self, s: MobileWarState, units: tuple[int, ...]) -> tuple[int, ...]:
        """The supply units to spend: the fewest that supply the most attackers; those already spent first.

        K-SUP-C2c: one may serve many attacks. None is needed while Communists are in supply anyway (K-SUP-J).
        """
        if self.side != SIDES[COMMUNIST] or special.communists_supplied(s):
            return ()
        need = {u: {*supply.feeding(s, COMMUNIST, s.where[u])} for u in units}
        chosen: list[int] = []
        while True:
            unsupplied = [u for u in units if need[u] and not need[u] & {*chosen}]
            if not unsupplied:
                return tuple(sorted(chosen))
            every = sorted({d for u in unsupplied for d in need[u]})
            chosen.append(max(every, key=lambda d: (d in self.spent, sum(d in need[u] for u in unsupplied), -d)))

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """Whether an attack on this hex by some of these units is offered."""
        if not isinstance(action, Attack):
            return offer.action == action
        return offer.verb == "attack" and offer.domain.hex == action.hex and {*action.units} <= {*offer.units}

    def choices(self, s: MobileWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that could take part, and the supply units and naval guns that could serve the attack."""
        if not isinstance(action, Attack):
            return {}
        side = SIDES.index(self.side)
        units = tuple(neighbours(s, side, action.hex))
        depots: set[int] = set()
        if side == COMMUNIST and not special.communists_supplied(s):
            depots = {d for u in units for d in supply.feeding(s, COMMUNIST, s.where[u])}
        return {"units": units, "depots": tuple(sorted(depots)), "guns": self.guns_for(s, action.hex)}

    def complete(self, s: MobileWarState, action: Action) -> Action:
        """Complete an attack that names no units: by all units that can, with supply."""
        if isinstance(action, Attack) and not action.units:
            units = tuple(neighbours(s, SIDES.index(self.side), action.hex))
            return Attack(action.hex, units, self.depots(s, units), action.guns)
        return action

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The attack with its odds."""
        if not isinstance(action, Attack):
            return super().describe(s, action)
        found = odds.reckon(s, action, ())
        args = {"hex": action.hex, "units": action.units, "attack": found.attack, "defence": found.defence}
        told = "action.attack_supplied" if action.depots else "action.attack"
        return told, {**args, "column": found.column, "depots_units": action.depots}

    # ---------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Every reason against an attack or against ending the phase."""
        if not isinstance(action, Attack):
            return
        side, h = SIDES.index(self.side), action.hex
        there = s.troops(1 - side, h) if h < s.rules.grid.size else []
        if not there:
            yield Refusal("K-COM-D", "nobody_there", {"hex": h}, (), (h,))
            return
        struck = tuple(u for u in there if s.flags[u] & STRUCK)
        if struck:
            rule, text = ("K-COM-C2", "already_attacked") if len(struck) == len(there) else ("K-COM-C3", "shielded")
            yield Refusal(rule, text, {"hex": h, "units": struck}, struck, (h,))
        if not action.units or len({*action.units}) < len(action.units):
            yield Refusal("K-COM-B", "no_attackers", {"hex": h})
        for unit in action.units:
            yield from self._attacker_refusals(s, unit, side, h)
        for unit in dict.fromkeys(action.depots):
            yield from self._depot_refusals(s, unit, action)
        for units, rule in ((action.depots, "K-SUP-C2c"), (action.guns, "K-NAV-F3")):
            twice = tuple(sorted({u for u in units if units.count(u) > 1}))
            if twice:
                yield Refusal(rule, "named_twice", {"units": twice}, twice)
        for unit in dict.fromkeys(action.guns):
            if side != UN or s.rules.kind[unit] != "gun" or not s.on_map(unit):
                yield Refusal("K-NAV-F1", "no_gun", {"unit": unit}, (unit,))
            elif unit not in gunnery.guns_near(s, h):
                fought = bool(s.flags[unit] & ATTACKED)
                rule, text = ("K-NAV-F3", "gun_busy") if fought else ("K-NAV-F1", "gun_far")
                yield Refusal(rule, text, {"unit": unit, "hex": h, "n": gunnery.gun_range(s)}, (unit,), (h,))

    def _attacker_refusals(self, s: MobileWarState, unit: int, side: int, h: Hex) -> Iterator[Refusal]:
        """Why a unit may not attack. K-COM-A: beside the hex. K-COM-C1: once a phase. K-COM-M1: supply units never."""
        rules, args = s.rules, {"unit": unit, "hex": h}
        ship = s.carrier(unit)
        if rules.side_of[unit] != side or not (s.on_map(unit) or ship is not None):
            yield Refusal("K-COM-A", "not_yours", {"unit": unit, "side": self.side}, (unit,))
        elif not rules.combat[unit]:
            yield Refusal("K-COM-M1" if rules.supply[unit] else "K-COM-A", "cannot_attack", args, (unit,))
        elif s.flags[unit] & ATTACKED:
            yield Refusal("K-COM-C1", "attacked_before", args, (unit,))
        elif ship is not None:
            yield from landings.attacker_refusals(s, unit, ship, h)
        elif h not in rules.grid.neighbours[s.where[unit]]:
            yield Refusal("K-COM-A", "not_beside", args, (unit,), (h,))
        elif rules.inlets.has(s.where[unit], h):
            yield Refusal("K-TER-3c", "across_water", args, (unit,), (h,))

    def _depot_refusals(self, s: MobileWarState, unit: int, action: Attack) -> Iterator[Refusal]:
        """Why a unit may not supply the attack.

        K-SUP-C2c: a Communist supply unit; K-SUP-J: while one is needed; K-SUP-C1a: in range of one of the attackers.
        """
        args = {"unit": unit}
        if self.side != SIDES[COMMUNIST] or unit not in supply.depots(s, COMMUNIST):
            yield Refusal("K-SUP-C2c", "no_depot", args, (unit,))
        elif special.communists_supplied(s):
            yield Refusal("K-SUP-J", "depot_needless", args, (unit,))
        elif not any(unit in supply.feeding(s, COMMUNIST, s.where[u]) for u in action.units if s.on_map(u)):
            yield Refusal("K-SUP-C1a", "depot_far", args, (unit,))

    # ------------------------------------------------------------------------------------------------------- doing

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Announce an attack; or K-COM-B: end the phase, whichever units have not attacked."""
        side = SIDES.index(self.side)
        if not isinstance(action, Attack):
            trace("K-COM-B")
            self._end(s)
            return
        s.replace(Fighting(self.side, tuple(sorted({*self.spent, *action.depots}))))
        self._traced(s, action)
        for unit in (*action.units, *action.guns):
            s.flag(unit, ATTACKED)
        there = s.troops(1 - side, action.hex)
        for unit in there:
            s.flag(unit, STRUCK)
        s.log("K-COM-A", "attack", hex=action.hex, units=action.units, side=self.side)
        if action.guns:
            s.log("K-NAV-F1", "guns_join", units=action.guns, hex=action.hex)
            campaign.gunfire(s, action.hex)
        if not s.fighters(1 - side, action.hex):
            s.log("K-COM-M1", "overrun", units=tuple(there), hex=action.hex)
            losses.destroy(s, tuple(there), action.hex)
            bridges.blown(s, action.hex, 1 - side)
            landings.outcome(s, landings.craft(s, action.units), action.hex)
            return
        fight = self.fight(s, action)
        s.push(fight)
        if fight.craft:
            fight.apply(s, Table(odds.POSITION))
        if self.guns_against(s, action.hex):
            s.push(gunnery.Gunnery(action.hex))

    def fight(self, s: MobileWarState, attack: Attack) -> Fight:
        """The fight that an attack begins, as a frame."""
        craft = landings.craft(s, attack.units)
        return Fight(self.side, attack.hex, attack.units, attack.depots, attack.guns, craft=craft)

    def guns_for(self, s: MobileWarState, h: Hex) -> tuple[int, ...]:
        """The naval guns that could join this side's attack on a hex."""
        return tuple(gunnery.guns_near(s, h)) if self.side == SIDES[UN] else ()

    def guns_against(self, s: MobileWarState, h: Hex) -> tuple[int, ...]:
        """The naval guns that could join the defence of a hex against this side."""
        return tuple(gunnery.guns_near(s, h)) if self.side == SIDES[COMMUNIST] else ()

    def _end(self, s: MobileWarState) -> None:
        """End the phase. K-SUP-C2a: supply units that served attacks are removed; K-SUP-C2b: the others stay."""
        if {*supply.depots(s, COMMUNIST)} - {*self.spent}:
            trace("K-SUP-C2b")
        for unit in self.spent:
            if s.on_map(unit):
                s.log("K-SUP-C2a", "depot_used", unit=unit)
                s.flag(unit, s.flags[unit], on=False)
                s.move(unit, s.rules.names.box("spare"))
        for unit in range(len(s.rules.names.units)):
            if s.flags[unit] & (ATTACKED | STRUCK):
                s.flag(unit, ATTACKED | STRUCK, on=False)
        s.pop()

    def _traced(self, s: MobileWarState, action: Attack) -> None:
        """Trace rules that need no code of their own.

        K-COM-E: any number of units may join. K-STK-C: all of a stack; K-COM-H: or a part of it. K-COM-J8: the results
        of earlier attacks have been carried out.
        """
        hexes = {s.where[u] for u in action.units}
        if len(hexes) > 1:
            trace("K-COM-E")
        if any(u not in action.units for h in hexes for u in s.fighters(SIDES.index(self.side), h)):
            trace("K-COM-H")
        if len(hexes) < len(action.units):
            trace("K-STK-C")
        if any(s.flags[u] & ATTACKED for u in s.rules.units_of[SIDES.index(self.side)]):
            trace("K-COM-J8")

    # --------------------------------------------------------------------------------------------------- before dice

    def price(self, s: MobileWarState, action: Action) -> Iterator[Note]:
        """K-SUP-C2a: a note on the supply units that this attack spends and no other attack has spent."""
        if isinstance(action, Attack):
            fresh = tuple(u for u in action.depots if u not in self.spent)
            if fresh:
                yield Note("price.depots", {"units": fresh, "left": len(supply.depots(s, COMMUNIST))}, "K-SUP-C2a")
            elif action.depots:
                yield Note("price.depots_spent", {"units": action.depots}, "K-SUP-C2c")

    def preview(self, s: MobileWarState, action: Action) -> Preview | None:
        """The chances of an attack by each table that the defender could choose."""
        return outlook.of_attack(s, self, action) if isinstance(action, Attack) else None


class _Target:
    """The domain of an offer to attack: one hex."""

    def __init__(self, h: Hex) -> None:
        self.hex = h

    def region(self, mode: str) -> int:
        """The hex of the target, as a region."""
        return 1 << self.hex
