"""Combat: attacks are announced one by one, the defender chooses the table, the result is applied at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Preview, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Units
from parallel38.games.mobile_war.rules import bridges, campaign, losses, odds, outlook, retreats, special, supply
from parallel38.games.mobile_war.rules.odds import MEETING, POSITION, PURSUIT, TABLES
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

GUN_RANGE = 2
"""K-NAV-F: hexes from which a naval gun supports a fight."""


class Attack(Action, frozen=True):
    """Attack a hex with units beside it; supply units are spent on it, naval guns help.

    Written `attack 2038 NK-6,NK-1 supply-1`, `attack 2038 US-24 - NG-1`.
    """

    hex: Place
    units: Units = ()
    depots: Units = ()
    guns: Units = ()


class Support(Action, frozen=True):
    """Naval guns join a defence. Written `support NG-1`."""

    guns: Units


class Table(Action, frozen=True):
    """The defender chooses the Combat Results Table. Written `table pursuit`."""

    name: str


def begin(s: MobileWarState, side: int) -> None:
    """A combat phase."""
    s.push(Fighting(SIDES[side]))


def guns_near(s: MobileWarState, h: Hex) -> list[int]:
    """The naval guns that may take part in a fight for a hex: within two hexes, and in no other fight (K-NAV-F)."""
    rules = s.rules
    ready = (u for u in s.present(UN) if rules.kind[u] == "gun" and not s.flags[u] & ATTACKED)
    return [u for u in ready if rules.grid.distance(s.where[u], h) <= GUN_RANGE]


def neighbours(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """The combat units of a side beside a hex that could attack it. K-COM-A: only who stands beside it."""
    near = (n for n in s.rules.grid.neighbours[h] if not s.rules.inlets.has(n, h))
    return [u for n in near for u in s.fighters(side, n) if not s.flags[u] & ATTACKED]


class Fighting(Frame, frozen=True):
    """A combat phase. K-COM-B: nobody has to attack. `spent`: Communist supply units used, to be removed at its end."""

    side: Side
    spent: Units = ()

    def decider(self, s: MobileWarState) -> str:
        """The side whose phase it is."""
        return self.side

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """How many hexes can be attacked."""
        return "fighting", {"side": self.side, "n": len(self._targets(s))}

    def _targets(self, s: MobileWarState) -> dict[Hex, list[int]]:
        """The hexes that may still be attacked (K-COM-C), with who could."""
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
        """Every hex that can be attacked, with all who can; the end of the phase."""
        for h, able in self._targets(s).items():
            yield Offer("attack", units=tuple(able), domain=_Target(h))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Attacks, and the end of the phase."""
        return isinstance(action, Attack | End)

    def expand(self, s: MobileWarState, offer: Offer) -> Iterator[Action]:
        """An attack by everybody, and by each alone, with and without what supplies and supports it."""
        if offer.action is not None:
            yield offer.action
            return
        h = offer.domain.hex
        for units in dict.fromkeys((offer.units, *((u,) for u in offer.units))):
            for help_ in (False, True):
                depots = self._depots(s, units) if help_ else ()
                guns = tuple(guns_near(s, h)) if help_ and self.side == SIDES[UN] else ()
                if help_ and not depots and not guns:
                    continue
                yield Attack(h, units, depots, guns)

    def draw(self, s: MobileWarState, offer: Offer, rng: Random) -> Action | None:
        """Some of those who can, with what supplies them or without."""
        if offer.action is not None:
            return offer.action
        units = tuple(sorted(rng.sample(offer.units, rng.randint(1, len(offer.units)))))
        h = offer.domain.hex
        depots = self._depots(s, units) if rng.random() < 0.7 else ()
        guns = tuple(guns_near(s, h)) if self.side == SIDES[UN] and rng.random() < 0.7 else ()
        return Attack(h, units, depots, guns)

    def _depots(self, s: MobileWarState, units: tuple[int, ...]) -> tuple[int, ...]:
        """The supply units of which the fewest supply the most attackers; those already spent first."""
        if self.side != SIDES[COMMUNIST] or special.communists_fed(s):
            return ()
        need = {u: {*supply.feeding(s, COMMUNIST, s.where[u])} for u in units}
        chosen: list[int] = []
        while True:
            hungry = [u for u in units if need[u] and not need[u] & {*chosen}]
            if not hungry:
                return tuple(sorted(chosen))
            every = sorted({d for u in hungry for d in need[u]})
            chosen.append(max(every, key=lambda d: (d in self.spent, sum(d in need[u] for u in hungry), -d)))

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """Whether an attack on this hex by some of these is offered."""
        if not isinstance(action, Attack):
            return offer.action == action
        return offer.verb == "attack" and offer.domain.hex == action.hex and {*action.units} <= {*offer.units}

    def choices(self, s: MobileWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """Who could take part, what could supply and support it."""
        if not isinstance(action, Attack):
            return {}
        side = SIDES.index(self.side)
        able = neighbours(s, side, action.hex)
        depots = {u for unit in able for u in supply.feeding(s, side, s.where[unit])} if side == COMMUNIST else ()
        guns = tuple(guns_near(s, action.hex)) if side == UN else ()
        return {"units": tuple(able), "depots": tuple(sorted(depots)), "guns": guns}

    def complete(self, s: MobileWarState, action: Action) -> Action:
        """An attack without units is one by everybody who can, with supply."""
        if isinstance(action, Attack) and not action.units:
            units = tuple(neighbours(s, SIDES.index(self.side), action.hex))
            return Attack(action.hex, units, self._depots(s, units), action.guns)
        return action

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """An attack with its odds."""
        if not isinstance(action, Attack):
            return super().describe(s, action)
        found = reckon(s, action, ())
        args = {"hex": action.hex, "units": action.units, "attack": found.attack, "defence": found.defence}
        return "action.attack", {**args, "column": found.column, "depots_units": action.depots}

    def preview(self, s: MobileWarState, action: Action) -> Preview | None:
        """The odds, and the chances on every table that the defender will be able to choose."""
        if not isinstance(action, Attack) or not s.fighters(1 - SIDES.index(self.side), action.hex):
            return None
        return outlook.preview(s, action, reckon(s, action, ()), tables(s, action.hex, action.units))

    # ---------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """The judge of the phase."""
        if not isinstance(action, Attack):
            return
        side, h = SIDES.index(self.side), action.hex
        there = s.troops(1 - side, h) if h < s.rules.grid.size else []
        if not there:
            yield Refusal("K-COM-D", "nobody_there", {"hex": h}, (), (h,))
            return
        if any(s.flags[u] & STRUCK for u in there):
            yield Refusal("K-COM-C", "already_attacked", {"hex": h}, tuple(there), (h,))
        if not action.units or len({*action.units}) < len(action.units):
            yield Refusal("K-COM-B", "no_attackers", {"hex": h})
        for unit in action.units:
            yield from self._attacker_bars(s, unit, side, h)
        for unit in action.depots:
            yield from self._depot_bars(s, unit, action)
        for unit in action.guns:
            if side != UN or s.rules.kind[unit] != "gun" or not s.on_map(unit):
                yield Refusal("K-NAV-F", "no_gun", {"unit": unit}, (unit,))
            elif unit not in guns_near(s, h):
                fought = bool(s.flags[unit] & ATTACKED)
                text = "gun_busy" if fought else "gun_far"
                yield Refusal("K-NAV-F", text, {"unit": unit, "hex": h, "n": GUN_RANGE}, (unit,), (h,))

    def _attacker_bars(self, s: MobileWarState, unit: int, side: int, h: Hex) -> Iterator[Refusal]:
        """K-COM-A: beside the hex. K-COM-C: once in a phase. Supply units and ships do not attack (K-SUPSTR)."""
        rules, args = s.rules, {"unit": unit, "hex": h}
        if rules.side_of[unit] != side or not s.on_map(unit):
            yield Refusal("K-COM-A", "not_yours", {"unit": unit, "side": self.side}, (unit,))
        elif not rules.combat[unit]:
            yield Refusal("K-COM-A", "cannot_attack", args, (unit,))
        elif s.flags[unit] & ATTACKED:
            yield Refusal("K-COM-C", "attacked_before", args, (unit,))
        elif h not in rules.grid.neighbours[s.where[unit]]:
            yield Refusal("K-COM-A", "not_beside", args, (unit,), (h,))
        elif rules.inlets.has(s.where[unit], h):
            yield Refusal("K-TER-3", "across_water", args, (unit,), (h,))

    def _depot_bars(self, s: MobileWarState, unit: int, action: Attack) -> Iterator[Refusal]:
        """K-SUP-C2: a Communist supply unit that is near enough to one of the attackers."""
        args = {"unit": unit}
        if self.side != SIDES[COMMUNIST] or unit not in supply.depots(s, COMMUNIST):
            yield Refusal("K-SUP-C2", "no_depot", args, (unit,))
        elif not any(unit in supply.feeding(s, COMMUNIST, s.where[u]) for u in action.units if s.on_map(u)):
            yield Refusal("K-SUP-C1", "depot_far", args, (unit,))

    # ------------------------------------------------------------------------------------------------------- doing

    def apply(self, s: MobileWarState, action: Action) -> None:
        """An attack is announced; or the phase ends and the supply units that were used are gone."""
        side = SIDES.index(self.side)
        if not isinstance(action, Attack):
            for unit in self.spent:
                if s.on_map(unit):
                    s.log("K-SUP-C2", "depot_used", unit=unit)
                    s.move(unit, s.rules.names.box("spare"))
            for unit in range(len(s.rules.names.units)):
                if s.flags[unit] & (ATTACKED | STRUCK):
                    s.flag(unit, ATTACKED | STRUCK, on=False)
            s.pop()
            return
        s.replace(Fighting(self.side, tuple(sorted({*self.spent, *action.depots}))))
        for unit in (*action.units, *action.guns):
            s.flag(unit, ATTACKED)
        there = s.troops(1 - side, action.hex)
        for unit in there:
            s.flag(unit, STRUCK)
        s.log("K-COM-A", "attack", hex=action.hex, units=action.units, side=self.side)
        if action.guns:
            campaign.gunfire(s, action.hex)
        if not s.fighters(1 - side, action.hex):
            # a supply unit alone has no strength: any attack eliminates it
            s.log("K-COM-J2", "overrun", units=tuple(there), hex=action.hex)
            losses.destroy(s, tuple(there), action.hex)
            return
        fight = Fight(self.side, action.hex, action.units, action.depots, action.guns)
        s.push(fight)
        if 1 - side == UN and guns_near(s, action.hex):
            s.push(Gunnery(action.hex))


class _Target:
    """The domain of an attack: one hex."""

    def __init__(self, h: Hex) -> None:
        self.hex = h

    def region(self, mode: str) -> int:
        """The hex."""
        return 1 << self.hex


def reckon(s: MobileWarState, attack: Attack | Fight, guns: tuple[int, ...]) -> odds.Odds:
    """The odds of an attack, with the guns that the defender has called."""
    side = s.rules.side_of[attack.units[0]] if attack.units else UN
    power = sum(
        odds.attack_strength(s, u, odds.fed_by(s, u, s.where[u], attack.depots)) for u in attack.units if s.on_map(u)
    )
    power += odds.gun_strength(s, attack.guns)
    defence = odds.defence_strength(s, s.fighters(1 - side, attack.hex), attack.hex) + odds.gun_strength(s, guns)
    return odds.Odds(power, defence, odds.column(s, power, defence))


def tables(s: MobileWarState, h: Hex, attackers: Units) -> tuple[str, ...]:
    """K-COM-J3: Meeting Engagement and Pursuit always; K-COM-J4: Position Defense where it may be."""
    trace("K-COM-J3")
    return TABLES if odds.position(s, h, attackers) else (MEETING, PURSUIT)


class Gunnery(Frame, frozen=True):
    """K-NAV-F: the UN may call naval guns to a defence when the attack is announced, before a table is chosen."""

    hex: Place

    def decider(self, s: MobileWarState) -> str:
        """The defender."""
        return SIDES[UN]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """Whether guns join."""
        return "gunnery", {"hex": self.hex, "units": tuple(guns_near(s, self.hex))}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """All guns, or none."""
        guns = tuple(guns_near(s, self.hex))
        yield Offer("support", units=guns, action=Support(guns))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Guns, or none."""
        return isinstance(action, Support | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Only guns that are near enough and free."""
        if isinstance(action, Support):
            near = guns_near(s, self.hex)
            bad = tuple(u for u in action.guns if u not in near)
            if bad or not action.guns or len({*action.guns}) < len(action.guns):
                yield Refusal("K-NAV-F", "guns_not_near", {"units": bad, "hex": self.hex, "n": GUN_RANGE}, bad)

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """Some of the guns."""
        if isinstance(action, Support):
            return offer.verb == "support" and {*action.guns} <= {*offer.units}
        return offer.action == action

    def apply(self, s: MobileWarState, action: Action) -> None:
        """They fire, or they do not."""
        s.pop()
        if isinstance(action, Support):
            fight = s.top
            assert isinstance(fight, Fight)
            for unit in action.guns:
                s.flag(unit, ATTACKED)
            s.replace(fight.with_guns(action.guns))
            s.log("K-NAV-F", "guns_join", units=action.guns, hex=self.hex)
            campaign.gunfire(s, self.hex)


class Fight(Frame, frozen=True):
    """One attack: first the defender chooses a table, then a die falls, then losses and retreats."""

    side: Side
    hex: Place
    units: Units
    depots: Units = ()
    guns: Units = ()
    called: Units = ()
    """Guns that the defender has called."""
    table: str = ""
    column: str = ""
    doubled: bool = False
    """Whether Communist losses count twice."""
    after: int = 0
    """Hexes that the defenders have to retreat when losses are taken; 0 for none."""
    rolled_for: bool = False

    def with_guns(self, guns: tuple[int, ...]) -> Fight:
        """The same with guns for the defence."""
        return self._with(called=guns)

    def _with(self, **changes: Any) -> Fight:
        return Fight(**{**{name: getattr(self, name) for name in self.__struct_fields__}, **changes})

    def decider(self, s: MobileWarState) -> str | None:
        """K-COM-J1: the defender chooses the table, once odds are known."""
        return None if self.table else SIDES[1 - SIDES.index(self.side)]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The odds."""
        found = reckon(s, self, self.called)
        args = {"hex": self.hex, "attack": found.attack, "defence": found.defence, "column": found.column}
        return "choose_table", {**args, "units": self.units}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """The tables."""
        for name in tables(s, self.hex, self.units):
            yield Offer("table", mode=name, action=Table(name))

    def takes(self, action: Action) -> bool:
        """A table."""
        return isinstance(action, Table)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """One of those that may be chosen."""
        assert isinstance(action, Table)
        if action.name not in TABLES:
            yield Refusal("K-COM-J1", "unknown_table", {"name": action.name, "names": TABLES})
        elif action.name not in tables(s, self.hex, self.units):
            river = bool(s.rules.rivers_of[self.hex])
            rule, text = ("K-COM-J5", "same_river") if river else ("K-COM-J4", "no_position")
            yield Refusal(rule, text, {"hex": self.hex}, (), (self.hex,))

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The table by its name."""
        assert isinstance(action, Table)
        return "action.table", {"table_key": f"table.{action.name}"}

    def preview(self, s: MobileWarState, action: Action) -> Preview | None:
        """The chances on the table."""
        assert isinstance(action, Table)
        return outlook.preview(s, self, reckon(s, self, self.called), (action.name,))

    def apply(self, s: MobileWarState, action: Action) -> None:
        """The table is chosen; now the die is thrown."""
        assert isinstance(action, Table)
        found = reckon(s, self, self.called)
        defenders = s.fighters(1 - SIDES.index(self.side), self.hex)
        against = defenders if self.side == SIDES[COMMUNIST] else self.units
        s.log("K-COM-J1", "table_chosen", table_key=f"table.{action.name}", column=found.column, hex=self.hex)
        twice = odds.doubled(s, against)
        s.replace(self._with(table=action.name, column=found.column, doubled=twice))
        s.push(Roll("combat", 1, "K-COM-J2"))

    def rolled(self, s: MobileWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """K-COM-J2: what the table says. K-COM-J8: at once."""
        result = str(s.rules.charts[self.table][str(dice[0]), self.column])
        trace("K-COM-J8")
        s.log("K-COM-J2", "result", result_key=f"result.{result}", die=dice[0], column=self.column, hex=self.hex)
        side = SIDES.index(self.side)
        kind, n = result[0], result[1]
        far = 0
        if self.table == PURSUIT:
            # K-COM-J6: whatever comes of it, the defender goes back
            far = (
                s.rules.charts["pursuit_retreat"][result, "hexes"]
                if result in s.rules.charts["pursuit_retreat"].rows
                else 0
            )
        s.replace(self._with(after=far, rolled_for=True))
        defenders = tuple(s.fighters(1 - side, self.hex))
        attackers = tuple(u for u in self.units if s.on_map(u))
        if n == "x":
            losers, who = (defenders, 1 - side) if kind == "D" else (attackers, side)
            s.log("K-COM-J2", "all_lost", units=losers, side=SIDES[who])
            for unit in losers:
                losses.destroy(s, (unit,), s.where[unit])
            return
        if kind in "AE":
            s.push(self._losing(s, side, attackers, int(n)))
        if kind in "DE":
            s.push(self._losing(s, 1 - side, defenders, int(n)))

    def _losing(self, s: MobileWarState, side: int, pool: tuple[int, ...], n: int) -> losses.Losing:
        twice = self.doubled and side == COMMUNIST
        return losses.Losing(SIDES[side], self.hex, tuple(sorted(pool)), n, twice)

    def resolve(self, s: MobileWarState) -> None:
        """After losses: supply units alone are lost, beaten defenders retreat, bridges fall."""
        side = 1 - SIDES.index(self.side)
        s.pop()
        left = s.troops(side, self.hex)
        if not s.fighters(side, self.hex):
            if left:
                s.log("K-COM-J2", "overrun", units=tuple(left), hex=self.hex)
                losses.destroy(s, tuple(left), self.hex)
            bridges.blown(s, self.hex)
        elif self.after:
            trace("K-COM-J6")
            s.push(retreats.Retreating(SIDES[side], self.hex, tuple(left), self.after))


__all__ = ["MEETING", "POSITION", "PURSUIT", "Attack", "Fight", "Fighting", "Gunnery", "Support", "Table", "begin"]
