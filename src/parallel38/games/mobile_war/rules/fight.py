"""Combat: one fight, from the defender's choice of a table to losses and retreat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Span, Units
from parallel38.games.mobile_war.rules import bridges, landings, losses, odds, outlook, retreats
from parallel38.games.mobile_war.rules.odds import MEETING, POSITION, PURSUIT, TABLES
from parallel38.games.mobile_war.state import COMMUNIST, ENTRENCHED, SIDES, MobileWarState, Side


class Table(Action, frozen=True):
    """The defender chooses the Combat Results Table. Written `table pursuit`."""

    mode_field = "name"

    name: str


class Fight(Frame, frozen=True):
    """One attack: the defender chooses a table, a die is thrown, then losses and retreats are carried out."""

    side: Side
    hex: Place
    units: Units
    depots: Units = ()
    guns: Units = ()
    called: Units = ()
    """Naval guns that the defender has called."""
    craft: Units = ()
    """Landing craft from which some of the units attack."""
    table: str = ""
    column: str = ""
    doubled: bool = False
    """Whether Communist losses are doubled."""
    after: Annotated[int, Span(0, 6)] = 0
    """Hexes that the defenders have to retreat after losses are taken; 0 for none."""
    foes: tuple[Place, ...] = ()
    """The hexes of the attackers when the die was thrown."""

    def decider(self, s: MobileWarState) -> str | None:
        """K-COM-J1: the defender, who chooses the table once the odds are known."""
        return None if self.table else SIDES[1 - SIDES.index(self.side)]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the defender, with the odds."""
        found = self.reckon(s)
        args = {"hex": self.hex, "attack": found.attack, "defence": found.defence, "column": found.column}
        return "choose_table", {**args, "units": self.units}

    def tables(self, s: MobileWarState) -> tuple[str, ...]:
        """The tables that the defender may choose.

        K-COM-J3: Meeting Engagement and Pursuit always; Position Defense where it is allowed. K-NAV-C1b: against an
        assault from the sea Position Defense alone.
        """
        if self.craft:
            trace("K-NAV-C1b")
            return (POSITION,)
        return TABLES if odds.position(s, self.hex, self.units) else (MEETING, PURSUIT)

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """One offer for each table."""
        for name in self.tables(s):
            yield Offer("table", mode=name, action=Table(name))

    def takes(self, action: Action) -> bool:
        """Whether an action chooses a table."""
        return isinstance(action, Table)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Why a table may not be chosen."""
        assert isinstance(action, Table)
        if action.name not in TABLES:
            yield Refusal("K-COM-J1", "unknown_table", {"name": action.name, "names": TABLES})
        elif action.name not in self.tables(s):
            yield self._no_position(s)

    def _no_position(self, s: MobileWarState) -> Refusal:
        """Why Position Defense is not allowed: K-COM-J4c, K-COM-J5 if one of these is not met, else K-COM-J4d."""
        args = {"hex": self.hex}
        if any(s.flags[u] & ENTRENCHED for u in s.fighters(1 - SIDES.index(self.side), self.hex)):
            return Refusal("K-COM-J4c", "works_no_help", args, (), (self.hex,))
        if s.rules.rivers_of[self.hex]:
            return Refusal("K-COM-J5", "same_river", args, (), (self.hex,))
        return Refusal("K-COM-J4d", "no_position", args, (), (self.hex,))

    def choices(self, s: MobileWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The tables that may be chosen."""
        return {"name": self.tables(s)} if isinstance(action, Table) else {}

    def preview(self, s: MobileWarState, action: Action) -> Preview | None:
        """The chances on a table, with those of the others for comparison."""
        if not isinstance(action, Table):
            return None
        return outlook.of_table(s, self, action.name, {name: Table(name) for name in TABLES if name != action.name})

    def reckon(self, s: MobileWarState) -> odds.Odds:
        """The odds with the naval guns called so far."""
        return odds.reckon(s, self, self.called)

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The table with its name."""
        assert isinstance(action, Table)
        return "action.table", {"table_key": "table." + action.name}

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Choose the table; then the die is thrown."""
        assert isinstance(action, Table)
        chosen = self.on(s, action.name)
        rule = "K-NAV-C1b" if self.craft else "K-COM-J1"  # an assault from the sea leaves no choice
        s.log(rule, "table_chosen", table_key="branch." + action.name, column=chosen.column, hex=self.hex)
        s.replace(chosen)
        s.push(self.roll)

    def on(self, s: MobileWarState, table: str) -> Fight:
        """This fight on a table, with the column of the odds and whether Communist losses are doubled."""
        against = s.fighters(1 - SIDES.index(self.side), self.hex) if self.side == SIDES[COMMUNIST] else self.units
        return msgspec.structs.replace(
            self, table=table, column=self.reckon(s).column, doubled=odds.doubled(s, against)
        )

    @property
    def roll(self) -> Roll:
        """The roll of one die."""
        return Roll("combat", 1, "K-COM-J1")

    def asks(self, s: MobileWarState) -> Roll | None:
        """The roll of the die, once the table is chosen."""
        return self.roll if self.table else None

    def result(self, s: MobileWarState, die: int) -> str:
        """The result that the table gives for a die."""
        return str(s.rules.charts[self.table][str(die), self.column])

    def rolled(self, s: MobileWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Carry out the result at once (K-COM-J8: before the next attack).

        K-COM-J2a: all defenders destroyed; K-COM-J2b: losses of the defender, K-COM-J2c: of the attacker, K-COM-J2d: of
        both.
        """
        result = self.result(s, dice[0])
        kind, n = result[0], result[1]
        rule = "K-COM-J2a" if n == "x" else {"D": "K-COM-J2b", "A": "K-COM-J2c", "E": "K-COM-J2d"}[kind]
        s.log(rule, "result", result_key="result." + result, die=dice[0], column=self.column, hex=self.hex)
        side = SIDES.index(self.side)
        defenders = tuple(s.fighters(1 - side, self.hex))
        attackers = tuple(u for u in self.units if s.stands(u) is not None)
        far = s.rules.charts["pursuit_retreat"]
        after = far[result, "hexes"] if self.table == PURSUIT and result in far.rows else 0
        s.replace(
            msgspec.structs.replace(self, after=after, foes=tuple(sorted({s.stands(u) or self.hex for u in attackers})))
        )
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
        homes, stood = losses.home(s, side), {s.stands(u) or self.hex for u in pool}
        lined = tuple(sorted(h for h in stood if homes >> h & 1))
        return losses.Losing(SIDES[side], self.hex, tuple(sorted(pool)), n, twice, lined=lined)

    def resolve(self, s: MobileWarState) -> None:
        """After losses, K-COM-M2: supply units are lost with the last combat unit; or K-COM-J6: the others retreat.

        K-COM-J7d: the attackers do not advance into the hex.
        """
        side = 1 - SIDES.index(self.side)
        s.pop()
        left = s.troops(side, self.hex)
        if not s.fighters(side, self.hex):
            trace("K-COM-J7d")
            if left:
                s.log("K-COM-M2", "overrun", units=tuple(left), hex=self.hex)
                losses.destroy(s, tuple(left), self.hex)
            bridges.blown(s, self.hex, side)
        elif self.after:
            trace("K-COM-J6", "K-COM-J7d")
            s.push(retreats.Retreating(SIDES[side], self.hex, tuple(left), self.after, self.foes))
        landings.outcome(s, self.craft, self.hex)
