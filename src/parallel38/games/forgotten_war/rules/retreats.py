"""5.7 Retreats: which hexes a unit may retreat to, in the order of the booklet's priorities, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine import orders
from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit, leg
from parallel38.games.forgotten_war.rules import entering, losses, positions, stacking
from parallel38.games.forgotten_war.state import ABANDONED, COMMUNIST, FREED, SIDES, ForgottenWarState, Side
from parallel38.hexgrid import Hex
from parallel38.wargame import retreating
from parallel38.wargame.retreating import Retreat

Rank = tuple[int, int, int, int]
"""The priority of a way, lower first: whether it would be the end of the unit, whether it leads where a battle lets it
go only if it must, its class by 5.7.1.C, whether it leads too far from a road."""
SAFE, FRIENDS, TOWARDS, BESIDE_ENEMY = range(4)
"""The priorities of 5.7.1.C: a vacant hex, one with friends, one that is not away from the attacker, one next to an
enemy. Hexes of the first two are away from the attacker and not next to an enemy."""
PRIORITIES = ("priority.vacant", "priority.friends", "priority.towards", "priority.beside_enemy")
"""Their text keys."""
BETTER = (
    ("F-5.7.1.C2", "retreat_vacant"),
    ("F-5.7.1.C3", "retreat_to_friends"),
    ("F-5.7.1.C4", "retreat_not_beside"),
    ("F-5.7.1.C4", "retreat_not_beside"),
)
"""Why a hex is refused when one of this priority is open."""
FAR_ON = 4
"""The hexes over which a retreat may go on where it could have ended before."""


class Abandon(Action, frozen=True):
    """The crew of a gun runs although it need not. Written `abandon GUN`."""

    unit: Unit


class Leave(Action, frozen=True):
    """A unit retreats off the map, where no hex is left to it. Written `leave UNIT`."""

    unit: Unit


def begin(s: ForgottenWarState, unit: int, away: tuple[Hex, ...], must: bool) -> None:
    """Let a unit retreat from where it stands, F-2.4.4.A: after fire or close combat. F-5.7.a: because it must;
    F-5.7.b, F-5.7.2.A: or because it may."""
    s.push(Retreats(SIDES[s.rules.side_of[unit]], unit, s.where[unit], away, must))


def bar(s: ForgottenWarState, unit: int, here: Hex, there: Hex) -> Refusal | None:
    """Why a unit may not retreat from a hex into a neighbour; None if it may."""
    rules, side, args = s.rules, s.rules.side_of[unit], {"unit": unit, "hex": there}
    if s.held(1 - side) >> there & 1:
        return Refusal("F-5.7.1.k2", "retreat_enemy", args, (unit,), (there,))
    if rules.step_cost(unit, here, there) is None:
        rule = "F-5.7.1.k3a" if rules.vehicle[unit] else "F-10.2.3.A2"
        return Refusal(rule, "retreat_country", args, (unit,), (there,))
    for closed in rules.battle.retreat_bars(s, unit):
        if closed.region >> there & 1:
            return Refusal(closed.rule, closed.text, args, (unit,), (there,))
    if not rules.battle.runs_on and not _has_room(s, unit, there):
        return Refusal("F-5.7.1.k3b", "retreat_full", args, (unit,), (there,))
    return None


def _has_room(s: ForgottenWarState, unit: int, h: Hex) -> bool:
    """Whether a unit may end its retreat in a hex. F-5.7.1.k3b: a vehicle not on friends who leave no room for it."""
    return not s.rules.vehicle[unit] or stacking.fits(s, s.rules.side_of[unit], h, (unit,))


def retreated(s: ForgottenWarState, unit: int, h: Hex) -> bool:
    """Whether a unit that stood in a hex has retreated from it: to another hex, off the map, or from its gun."""
    if s.on_map(unit):
        return s.where[unit] != h or bool(s.flags[unit] & ABANDONED)
    return s.where[unit] == s.rules.names.box("returning")


def ways(s: ForgottenWarState, unit: int, here: Hex, away: tuple[Hex, ...]) -> list[tuple[Hex, ...]]:
    """The ways that a unit may take, all of the best priority that there is. F-5.7.1.A: one hex, and lower priorities
    break ties. F-5.7.1.C1: any hex that saves it, before one that does not."""
    found: dict[Rank, list[tuple[Hex, ...]]] = {}
    for way in _courses(s, unit, here):
        found.setdefault(rank(s, unit, way, away), []).append(way)
    return found[min(found)] if found else []


def _courses(s: ForgottenWarState, unit: int, here: Hex) -> Iterator[tuple[Hex, ...]]:
    """Every way out of a hex. F-5.7.1.C3x: at Chipyong-ni a unit goes on over friends until a hex is vacant."""
    side, grid = s.rules.side_of[unit], s.rules.grid
    first = [(here, n) for n in grid.neighbours[here] if bar(s, unit, here, n) is None]
    if not s.rules.battle.runs_on:
        yield from first
        return
    edge, ended, seen = first, 0, {here, *(way[-1] for way in first)}
    while edge and (len(edge[0]) <= FAR_ON + 1 or not ended):
        on: list[tuple[Hex, ...]] = []
        for way in edge:
            if not any(u != unit for u in s.at(side, way[-1])):
                yield way
                ended += 1
                continue
            trace("F-5.7.1.C3x")
            for n in grid.neighbours[way[-1]]:
                if n not in seen and bar(s, unit, way[-1], n) is None:
                    seen.add(n)
                    on.append((*way, n))
        edge = on
    if not ended:
        yield from (way for way in first if _has_room(s, unit, way[-1]))


def rank(s: ForgottenWarState, unit: int, way: tuple[Hex, ...], away: tuple[Hex, ...]) -> Rank:
    """The priority of a way. F-5.7.1.C1: it must not be the unit's end: a supply dump would be for Communists with one
    step. F-5.7.1.C2, F-5.7.1.C3, F-5.7.1.C4: then its class; F-5.7.1.C5: then whether it leads too far from a road.
    Every way out of a close combat is next to the enemies in its hex, so that only others count."""
    battle, side, start, end = s.rules.battle, s.rules.side_of[unit], way[0], way[-1]
    near = s.beside(1 - side) if start not in away else s.rules.grid.around(s.held(1 - side) & ~(1 << start))
    if near >> end & 1:
        kind = BESIDE_ENEMY
    elif not _leads_away(s, start, end, side, away):
        kind = TOWARDS
    else:
        kind = FRIENDS if len(way) > 2 or any(u != unit for u in s.at(side, end)) else SAFE
    fatal = side == COMMUNIST and bool(s.rules.dumps >> end & 1) and losses.steps_left(s, unit) == 1
    return int(fatal), battle.shuns(s, unit, end), kind, battle.strays(s, unit, end)


def _leads_away(s: ForgottenWarState, start: Hex, end: Hex, side: int, away: tuple[Hex, ...]) -> bool:
    """Whether a retreat leads away from the hexes of the attackers, or not nearer to the nearest enemy if there are
    none because no unit fired or spotted."""
    far = s.rules.grid.distance
    if away:
        return all(far(end, a) > far(start, a) for a in away)
    foes = [*s.manned(1 - side)]
    return min((far(end, h) for h in foes), default=0) >= min((far(start, h) for h in foes), default=0)


def off_map(s: ForgottenWarState, h: Hex) -> bool:
    """F-5.7.1.C6: whether a unit may retreat off the map from a hex: it lies at the edge."""
    return bool(s.rules.edge >> h & 1)


class Retreats(retreating.Retreating, frozen=True):
    """A unit retreats, or may. Its owner chooses among hexes of the same priority (F-5.7.1.A)."""

    answered_by = "retreat"

    side: Side
    unit: Unit
    hex: Place
    away: tuple[Place, ...]
    must: bool

    # --------------------------------------------------------------------------------------------------------- deciding

    def decider(self, s: ForgottenWarState) -> str | None:
        """F-5.6: the owner, if there is anything to decide that no standing order decides."""
        if s.rules.gun[self.unit]:
            return None if self.must or self._order(s) != "ask" else self.side
        found = self.ways(s, self.unit)
        if self.must:
            return self.side if len(found) > 1 and self._order(s) == "ask" else None
        return self.side if (found or off_map(s, self.hex)) and self._order(s) == "ask" else None

    def _order(self, s: ForgottenWarState) -> str:
        return orders.order(s, "retreat", SIDES.index(self.side))

    def resolve(self, s: ForgottenWarState) -> None:
        """Do what needs no decision: stand by order, run from a gun, take the only way, or be eliminated."""
        found = [] if s.rules.gun[self.unit] else self.ways(s, self.unit)
        if not self.must and not (self._order(s) == "reduced" and s.reduced(self.unit) and self._safe(s, found)):
            s.pop()
        elif s.rules.gun[self.unit]:
            self.abandon(s)
        elif found:
            self.went(s, self.unit, min(found, key=lambda way: self._danger(s, way)))
        elif off_map(s, self.hex):
            self.leave(s)
        else:
            rule = self._doom(s)
            s.log(rule, "no_retreat", unit=self.unit, hex=self.hex)
            s.pop()
            losses.eliminate(s, self.unit)

    def _safe(self, s: ForgottenWarState, found: list[tuple[Hex, ...]]) -> bool:
        return bool(found) and rank(s, self.unit, found[0], self.away)[2] < TOWARDS

    def _danger(self, s: ForgottenWarState, way: tuple[Hex, ...]) -> tuple[int, int]:
        """How near enemies are to the end of a way, for a choice by standing order."""
        foes = s.manned(1 - SIDES.index(self.side))
        return -min((s.rules.grid.distance(way[-1], h) for h in foes), default=0), way[-1]

    def _doom(self, s: ForgottenWarState) -> str:
        """The rule by which a unit without a hex is eliminated."""
        around = s.rules.grid.neighbours[self.hex]
        kinds = {found.rule for n in around if (found := bar(s, self.unit, self.hex, n))}
        if any(bar(s, self.unit, self.hex, n) is None for n in around):
            return "F-5.7.1.k3b"
        for rule in ("F-5.7.1.k3b", "F-5.7.1.k3a"):
            if rule in kinds:
                return rule
        return "F-5.7.1.k2" if kinds == {"F-5.7.1.k2"} else "F-5.7.1.k1"

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the owner."""
        gun = s.rules.gun[self.unit]
        key = "retreat_gun" if gun else "retreat_must" if self.must else "retreat_may"
        return key, {"side": self.side, "unit": self.unit, "hex": self.hex}

    def going(self) -> tuple[int, ...]:
        """The unit that retreats."""
        return (self.unit,)

    def ways(self, s: ForgottenWarState, unit: int) -> list[tuple[Hex, ...]]:
        """The ways of the best priority."""
        return ways(s, unit, self.hex, self.away)

    def takes(self, action: Action) -> bool:
        """Whether an action is a retreat, or decides against it."""
        return isinstance(action, Retreat | Abandon | Leave | orders.Order | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """The ways of the unit; to stand, if it may; standing orders, which would answer the question."""
        if s.rules.gun[self.unit]:
            yield Offer("abandon", units=(self.unit,), action=Abandon(self.unit))
        elif self.ways(s, self.unit):
            yield from super().offers(s)
        elif off_map(s, self.hex):
            yield Offer("leave", units=(self.unit,), action=Leave(self.unit))
        yield from orders.offers(s, self)
        if not self.must:
            yield Offer("end", action=End())

    def complete(self, s: ForgottenWarState, action: Action) -> Action:
        """A retreat to a hex, completed with its way."""
        if not isinstance(action, Retreat) or not action.path or action.path[0] == self.hex:
            return action
        way = next((w for w in self.ways(s, action.unit) if w[-1] == action.path[-1]), None)
        return Retreat(action.unit, way or (self.hex, *action.path))

    # --------------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Why the unit does not retreat, or not so."""
        gun, args = s.rules.gun[self.unit], {"unit": self.unit, "hex": self.hex}
        if isinstance(action, SideAction):
            yield from action.refusals(s, self)
        elif isinstance(action, Retreat):
            if gun:
                yield Refusal("F-5.7.2.C1", "gun_stays", args, (self.unit,))
            else:
                yield from super().refusals(s, action)
        elif isinstance(action, End):
            if self.must:
                yield Refusal("F-5.7.a", "must_retreat", args, (self.unit,))
        elif isinstance(action, Abandon | Leave):
            if action.unit != self.unit:
                yield self.not_going(s, action.unit)
            elif isinstance(action, Abandon) != gun:
                yield Refusal("F-5.7.2.C1", "gun_stays" if gun else "no_gun", args, (self.unit,))
            elif isinstance(action, Leave) and (self.ways(s, self.unit) or not off_map(s, self.hex)):
                yield Refusal("F-5.7.1.C6", "leave_last", args, (self.unit,))

    def not_going(self, s: ForgottenWarState, unit: int) -> Refusal:
        """Why another unit does not retreat."""
        return Refusal("F-5.7.b", "not_retreating", {"unit": unit}, (unit,))

    def way_refusals(self, s: ForgottenWarState, unit: int, way: tuple[int, ...]) -> Iterator[Refusal]:
        """Why a way is refused: its hex is closed, or a better one is open (F-5.7.1.A)."""
        path = tuple(map(leg, way))
        args = {"unit": unit, "hex": path[-1] if path else self.hex}
        if len(path) == 2 and path[0] == self.hex and path[1] in s.rules.grid.neighbours[self.hex]:
            found = bar(s, unit, self.hex, path[1])
            if found:
                yield found
                return
            rule, text = self._better(s, unit, path)
            yield Refusal(rule, text, args, (unit,), (path[1],))
            return
        yield Refusal("F-5.7.1.A", "bad_retreat", args, (unit,), path[1:])

    def _better(self, s: ForgottenWarState, unit: int, path: tuple[Hex, ...]) -> tuple[str, str]:
        """By which rule another way comes before one that is open, and what is said of it."""
        found = self.ways(s, unit)
        if not found or (s.rules.battle.runs_on and s.at(s.rules.side_of[unit], path[-1])):
            return "F-5.7.1.C3x", "retreat_on"
        best, this = rank(s, unit, found[0], self.away), rank(s, unit, path, self.away)
        if best[0] < this[0]:
            return "F-5.7.1.C1", "retreat_fatal"
        if best[1] < this[1]:
            return s.rules.battle.stray
        return BETTER[best[2]] if best[2] < this[2] else s.rules.battle.stray

    def closed(self, s: ForgottenWarState, offer: Offer) -> dict[int, Refusal]:
        """The neighbours to which the unit may not retreat."""
        if offer.verb != "retreat":
            return {}
        open_ = {h for way in self.ways(s, self.unit) for h in way}
        beside = (h for h in s.rules.grid.neighbours[self.hex] if h not in open_)
        return {h: next(self.way_refusals(s, self.unit, (self.hex, h))) for h in beside}

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and what it would do; of a retreat also its priority."""
        if isinstance(action, SideAction):
            return action.describe(s)
        if isinstance(action, Retreat):
            key, args = super().describe(s, action)
            kind = rank(s, action.unit, tuple(map(leg, action.path)), self.away)[2]
            return key, {**args, "kind_key": PRIORITIES[kind]}
        word = {"abandon": "abandon", "leave": "leave"}.get(action.verb(), "stand")
        return "action." + word, {"unit": self.unit, "hex": self.hex}

    # ------------------------------------------------------------------------------------------------------------ doing

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Retreat, run, leave, give an order or stand."""
        if isinstance(action, SideAction):
            action.apply(s)
        elif isinstance(action, Retreat):
            self.went(s, action.unit, action.path)
        elif isinstance(action, Abandon):
            self.abandon(s)
        elif isinstance(action, Leave):
            self.leave(s)
        else:
            s.log("F-5.7.b", "stood", unit=self.unit, hex=self.hex)
            s.pop()

    def abandon(self, s: ForgottenWarState) -> None:
        """F-5.7.2.C1: a gun that retreats stays and is abandoned; F-5.7.2.C2: its marker is out of use. F-8.4.A: one
        that ammunition does not limit any more stays so."""
        s.pop()
        positions.left(s, self.unit)
        s.flag(self.unit, s.flags[self.unit] & ~FREED, on=False)
        s.flag(self.unit, ABANDONED)
        s.log("F-5.7.2.C1", "abandoned", unit=self.unit, hex=self.hex)

    def leave(self, s: ForgottenWarState) -> None:
        """F-5.7.1.C6: the unit retreats off the map and may come back from its edge."""
        s.pop()
        positions.left(s, self.unit)
        s.flag(self.unit, s.flags[self.unit], on=False)
        s.move(self.unit, s.rules.names.box("returning"))
        s.spend(self.unit, self.hex + 1)
        s.log("F-5.7.1.C6", "left_map", unit=self.unit, hex=self.hex)

    def went(self, s: ForgottenWarState, unit: int, way: tuple[Hex, ...]) -> None:
        """Retreat the unit by a way; what the hexes on it do to it follows."""
        s.pop()
        kind = rank(s, unit, way, self.away)[2]
        rule = ("F-5.7.1.C2", "F-5.7.1.C3", "F-5.7.1.C1", "F-5.7.1.C4")[kind]
        s.log(rule, "retreated", unit=unit, from_hex=self.hex, to_hex=way[-1])
        positions.left(s, unit)
        s.move(unit, way[-1])
        stacking.note_crowding(s, unit, way[-1])
        for h in reversed(way[1:]):
            entering.entered(s, unit, h, "retreat")
