"""Combat: attacks are announced one by one, the defender chooses the table, the result is applied at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Note, Offer, Preview, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Units
from parallel38.games.mobile_war.rules import (
    bridges,
    campaign,
    landings,
    losses,
    odds,
    outlook,
    retreats,
    special,
    supply,
)
from parallel38.games.mobile_war.rules.odds import MEETING, POSITION, PURSUIT, TABLES
from parallel38.games.mobile_war.state import (
    ATTACKED,
    COMMUNIST,
    ENTRENCHED,
    SIDES,
    STRUCK,
    UN,
    MobileWarState,
    Side,
)
from parallel38.hexgrid import Hex


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


def gun_range(s: MobileWarState) -> int:
    """K-NAV-F1: hexes from which a naval gun supports a fight."""
    return s.rules.charts["naval"]["NG", "range"]


def guns_near(s: MobileWarState, h: Hex) -> list[int]:
    """The naval guns that may take part in a fight for a hex: within two hexes, and in no other fight (K-NAV-F3)."""
    rules = s.rules
    ready = (u for u in s.present(UN) if rules.kind[u] == "gun" and not s.flags[u] & ATTACKED)
    return [u for u in ready if rules.grid.distance(s.where[u], h) <= gun_range(s)]


def neighbours(s: MobileWarState, side: int, h: Hex) -> list[int]:
    """The combat units of a side that could attack a hex. K-COM-A: who stands beside it; K-NAV-C1b: or off the port."""
    near = (n for n in s.rules.grid.neighbours[h] if not s.rules.inlets.has(n, h))
    found = [u for n in near for u in s.fighters(side, n)]
    if side == UN:
        found += landings.attackers(s, h)
    return [u for u in found if not s.flags[u] & ATTACKED]


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
        """The hexes that may still be attacked (K-COM-C2), with who could."""
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
                depots = self.depots(s, units) if help_ else ()
                guns = self.guns_for(s, h) if help_ else ()
                if help_ and not depots and not guns:
                    continue
                yield Attack(h, units, depots, guns)

    def draw(self, s: MobileWarState, offer: Offer, rng: Random) -> Action | None:
        """Some of those who can, with what supplies them or without."""
        if offer.action is not None:
            return offer.action
        units = tuple(sorted(rng.sample(offer.units, rng.randint(1, len(offer.units)))))
        h = offer.domain.hex
        depots = self.depots(s, units) if rng.random() < 0.7 else ()
        guns = self.guns_for(s, h) if rng.random() < 0.7 else ()
        return Attack(h, units, depots, guns)

    def depots(self, s: MobileWarState, units: tuple[int, ...]) -> tuple[int, ...]:
        """The supply units of which the fewest supply the most attackers; those already spent first.

        K-SUP-C2c: one may serve many attacks. None is needed while Communists are in supply anyway (K-SUP-J).
        """
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
        units = tuple(neighbours(s, side, action.hex))
        depots: set[int] = set()
        if side == COMMUNIST and not special.communists_fed(s):
            depots = {d for u in units for d in supply.feeding(s, COMMUNIST, s.where[u])}
        return {"units": units, "depots": tuple(sorted(depots)), "guns": self.guns_for(s, action.hex)}

    def complete(self, s: MobileWarState, action: Action) -> Action:
        """An attack without units is one by everybody who can, with supply."""
        if isinstance(action, Attack) and not action.units:
            units = tuple(neighbours(s, SIDES.index(self.side), action.hex))
            return Attack(action.hex, units, self.depots(s, units), action.guns)
        return action

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """An attack with its odds."""
        if not isinstance(action, Attack):
            return super().describe(s, action)
        found = reckon(s, action, ())
        args = {"hex": action.hex, "units": action.units, "attack": found.attack, "defence": found.defence}
        told = "action.attack_supplied" if action.depots else "action.attack"
        return told, {**args, "column": found.column, "depots_units": action.depots}

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
            yield Refusal("K-COM-C2", "already_attacked", {"hex": h}, tuple(there), (h,))
        if not action.units or len({*action.units}) < len(action.units):
            yield Refusal("K-COM-B", "no_attackers", {"hex": h})
        for unit in action.units:
            yield from self._attacker_bars(s, unit, side, h)
        for unit in action.depots:
            yield from self._depot_bars(s, unit, action)
        for unit in action.guns:
            if side != UN or s.rules.kind[unit] != "gun" or not s.on_map(unit):
                yield Refusal("K-NAV-F1", "no_gun", {"unit": unit}, (unit,))
            elif unit not in guns_near(s, h):
                fought = bool(s.flags[unit] & ATTACKED)
                rule, text = ("K-NAV-F3", "gun_busy") if fought else ("K-NAV-F1", "gun_far")
                yield Refusal(rule, text, {"unit": unit, "hex": h, "n": gun_range(s)}, (unit,), (h,))

    def _attacker_bars(self, s: MobileWarState, unit: int, side: int, h: Hex) -> Iterator[Refusal]:
        """K-COM-A: beside the hex. K-COM-C1: once in a phase. K-COM-M1: supply units have no strength."""
        rules, args = s.rules, {"unit": unit, "hex": h}
        ship = s.carrier(unit)
        if rules.side_of[unit] != side or not (s.on_map(unit) or ship is not None):
            yield Refusal("K-COM-A", "not_yours", {"unit": unit, "side": self.side}, (unit,))
        elif not rules.combat[unit]:
            yield Refusal("K-COM-M1" if rules.supply[unit] else "K-COM-A", "cannot_attack", args, (unit,))
        elif s.flags[unit] & ATTACKED:
            yield Refusal("K-COM-C1", "attacked_before", args, (unit,))
        elif ship is not None:
            yield from landings.attacker_bars(s, unit, ship, h)
        elif h not in rules.grid.neighbours[s.where[unit]]:
            yield Refusal("K-COM-A", "not_beside", args, (unit,), (h,))
        elif rules.inlets.has(s.where[unit], h):
            yield Refusal("K-TER-3c", "across_water", args, (unit,), (h,))

    def _depot_bars(self, s: MobileWarState, unit: int, action: Attack) -> Iterator[Refusal]:
        """K-SUP-C2c: a Communist supply unit; K-SUP-C1a: near enough to one of the attackers."""
        args = {"unit": unit}
        if self.side != SIDES[COMMUNIST] or unit not in supply.depots(s, COMMUNIST):
            yield Refusal("K-SUP-C2c", "no_depot", args, (unit,))
        elif not any(unit in supply.feeding(s, COMMUNIST, s.where[u]) for u in action.units if s.on_map(u)):
            yield Refusal("K-SUP-C1a", "depot_far", args, (unit,))

    # ------------------------------------------------------------------------------------------------------- doing

    def apply(self, s: MobileWarState, action: Action) -> None:
        """An attack is announced; or K-COM-B: the phase ends, whoever has not attacked."""
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
            fight.apply(s, Table(POSITION))
        if self.guns_against(s, action.hex):
            s.push(Gunnery(action.hex))

    def fight(self, s: MobileWarState, attack: Attack) -> Fight:
        """The fight that an attack begins."""
        craft = landings.craft(s, attack.units)
        return Fight(self.side, attack.hex, attack.units, attack.depots, attack.guns, craft=craft)

    def guns_for(self, s: MobileWarState, h: Hex) -> tuple[int, ...]:
        """The naval guns that could join this side's attack on a hex."""
        return tuple(guns_near(s, h)) if self.side == SIDES[UN] else ()

    def guns_against(self, s: MobileWarState, h: Hex) -> tuple[int, ...]:
        """Those that could join the defence."""
        return tuple(guns_near(s, h)) if self.side == SIDES[COMMUNIST] else ()

    def _end(self, s: MobileWarState) -> None:
        """K-SUP-C2a: supply units that served attacks are gone; K-SUP-C2b: the others stay."""
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
        """K-COM-E: any number may join. K-STK-C: all of a stack; K-COM-H: or a part of it. Nothing is done for them."""
        hexes = {s.where[u] for u in action.units}
        if len(hexes) > 1:
            trace("K-COM-E")
        if any(u not in action.units for h in hexes for u in s.fighters(SIDES.index(self.side), h)):
            trace("K-COM-H")
        if len(hexes) < len(action.units):
            trace("K-STK-C")

    # --------------------------------------------------------------------------------------------------- before dice

    def price(self, s: MobileWarState, action: Action) -> Iterator[Note]:
        """K-SUP-C2a: the supply units that are spent on an attack, besides those that other attacks have spent."""
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
        odds.attack_strength(s, u, odds.fed_by(s, u, s.where[u], attack.depots))
        for u in attack.units
        if s.stands(u) is not None
    )
    power += odds.gun_strength(s, attack.guns)
    defence = odds.defence_strength(s, s.fighters(1 - side, attack.hex), attack.hex) + odds.gun_strength(s, guns)
    return odds.Odds(power, defence, odds.column(s, power, defence))


class Gunnery(Frame, frozen=True):
    """K-NAV-F4: the UN may call naval guns to a defence when the attack is announced, before a table is chosen."""

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
                yield Refusal("K-NAV-F2", "guns_not_near", {"units": bad, "hex": self.hex, "n": gun_range(s)}, bad)

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
            trace("K-NAV-F4")
            s.log("K-NAV-F2", "guns_join", units=action.guns, hex=self.hex)
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
    craft: Units = ()
    """Landing craft from which some of the units attack."""
    table: str = ""
    column: str = ""
    doubled: bool = False
    """Whether Communist losses count twice."""
    after: int = 0
    """Hexes that the defenders have to retreat when losses are taken; 0 for none."""
    foes: tuple[Place, ...] = ()
    """Where the attackers stood when the die fell."""

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
        found = self.reckon(s)
        args = {"hex": self.hex, "attack": found.attack, "defence": found.defence, "column": found.column}
        return "choose_table", {**args, "units": self.units}

    def tables(self, s: MobileWarState) -> tuple[str, ...]:
        """K-COM-J3: Meeting Engagement and Pursuit always; Position Defense where it may be.

        K-NAV-C1b: against an assault from the sea that one alone.
        """
        if self.craft:
            trace("K-NAV-C1b")
            return (POSITION,)
        trace("K-COM-J3")
        return TABLES if odds.position(s, self.hex, self.units) else (MEETING, PURSUIT)

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """The tables."""
        for name in self.tables(s):
            yield Offer("table", mode=name, action=Table(name))

    def takes(self, action: Action) -> bool:
        """A table."""
        return isinstance(action, Table)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """One of those that may be chosen."""
        assert isinstance(action, Table)
        if action.name not in TABLES:
            yield Refusal("K-COM-J1", "unknown_table", {"name": action.name, "names": TABLES})
        elif action.name not in self.tables(s):
            yield self._no_position(s)

    def _no_position(self, s: MobileWarState) -> Refusal:
        """Why the Position Defense table is closed: K-COM-J4c, K-COM-J5 if something is missing, else K-COM-J4d."""
        args = {"hex": self.hex}
        if any(s.flags[u] & ENTRENCHED for u in s.fighters(1 - SIDES.index(self.side), self.hex)):
            return Refusal("K-COM-J4c", "works_no_help", args, (), (self.hex,))
        if s.rules.rivers_of[self.hex]:
            return Refusal("K-COM-J5", "same_river", args, (), (self.hex,))
        return Refusal("K-COM-J4d", "no_position", args, (), (self.hex,))

    def preview(self, s: MobileWarState, action: Action) -> Preview | None:
        """What a table would do, and the others beside it."""
        if not isinstance(action, Table):
            return None
        return outlook.of_table(s, self, action.name, {name: Table(name) for name in TABLES if name != action.name})

    def choices(self, s: MobileWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The tables beside each other."""
        return {"name": self.tables(s)} if isinstance(action, Table) else {}

    def reckon(self, s: MobileWarState) -> odds.Odds:
        """The odds as they stand."""
        return reckon(s, self, self.called)

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The table by its name."""
        assert isinstance(action, Table)
        return "action.table", {"table_key": "table." + action.name}

    def apply(self, s: MobileWarState, action: Action) -> None:
        """The table is chosen; now the die is thrown."""
        assert isinstance(action, Table)
        chosen = self.on(s, action.name)
        rule = "K-NAV-C1b" if self.craft else "K-COM-J1"  # an assault from the sea leaves no choice
        s.log(rule, "table_chosen", table_key="branch." + action.name, column=chosen.column, hex=self.hex)
        s.replace(chosen)
        s.push(self.roll)

    def on(self, s: MobileWarState, table: str) -> Fight:
        """The same on a table: the column of the odds, and whether Communist losses count twice."""
        against = s.fighters(1 - SIDES.index(self.side), self.hex) if self.side == SIDES[COMMUNIST] else self.units
        return self._with(table=table, column=self.reckon(s).column, doubled=odds.doubled(s, against))

    @property
    def roll(self) -> Roll:
        """The die."""
        return Roll("combat", 1, "K-COM-J1")

    def result(self, s: MobileWarState, die: int) -> str:
        """What the table says."""
        return str(s.rules.charts[self.table][str(die), self.column])

    def rolled(self, s: MobileWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """The result, carried out at once (K-COM-J8).

        K-COM-J2a: all destroyed; K-COM-J2b: losses of the defender, K-COM-J2c: of the attacker, K-COM-J2d: of both.
        """
        result = self.result(s, dice[0])
        trace("K-COM-J8")
        kind, n = result[0], result[1]
        rule = "K-COM-J2a" if n == "x" else {"D": "K-COM-J2b", "A": "K-COM-J2c", "E": "K-COM-J2d"}[kind]
        s.log(rule, "result", result_key="result." + result, die=dice[0], column=self.column, hex=self.hex)
        side = SIDES.index(self.side)
        defenders = tuple(s.fighters(1 - side, self.hex))
        attackers = tuple(u for u in self.units if s.stands(u) is not None)
        far = s.rules.charts["pursuit_retreat"]
        after = far[result, "hexes"] if self.table == PURSUIT and result in far.rows else 0
        s.replace(self._with(after=after, foes=tuple(sorted({s.stands(u) or self.hex for u in attackers}))))
        if n == "x":
            losers, who = (defenders, 1 - side) if kind == "D" else (attackers, side)
            s.log(rule, "all_lost", units=losers, side=SIDES[who])
            losses.destroy_all(s, losers)
            return
        if kind in "AE":
            s.push(self._losing(s, side, attackers, int(n)))
        if kind in "DE":
            s.push(self._losing(s, 1 - side, defenders, int(n)))

    def _losing(self, s: MobileWarState, side: int, pool: tuple[int, ...], n: int) -> losses.Losing:
        twice = self.doubled and side == COMMUNIST
        return losses.Losing(SIDES[side], self.hex, tuple(sorted(pool)), n, twice)

    def resolve(self, s: MobileWarState) -> None:
        """After losses: K-COM-M2: supply units die with the last of the others; or K-COM-J6: all who are left retreat.

        K-COM-J7d: nobody takes their place.
        """
        side = 1 - SIDES.index(self.side)
        s.pop()
        trace("K-COM-J7d")
        left = s.troops(side, self.hex)
        if not s.fighters(side, self.hex):
            if left:
                s.log("K-COM-M2", "overrun", units=tuple(left), hex=self.hex)
                losses.destroy(s, tuple(left), self.hex)
            bridges.blown(s, self.hex, side)
        elif self.after:
            trace("K-COM-J6")
            s.push(retreats.Retreating(SIDES[side], self.hex, tuple(left), self.after, self.foes))
        landings.outcome(s, self.craft, self.hex)


__all__ = ["MEETING", "POSITION", "PURSUIT", "Attack", "Fight", "Fighting", "Gunnery", "Support", "Table", "begin"]
