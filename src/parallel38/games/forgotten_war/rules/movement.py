"""10.2 Movement: the phase, moves on the map and from its edge, and what keeps it from ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from parallel38.engine import orders
from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.previews import Note, Step
from parallel38.engine.side_actions import SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Path, Place, Units, leg
from parallel38.games.forgotten_war.rules import (
    arrivals,
    costs,
    departures,
    march,
    offmap,
    positions,
    ranges,
    reconstitution,
    recrewing,
    stacking,
)
from parallel38.games.forgotten_war.rules.ranges import FOOT, MODES, STRATEGIC, Range
from parallel38.games.forgotten_war.state import (
    ABANDONED,
    DUG,
    MOVED,
    NEAR,
    RECREWED,
    SIDES,
    ForgottenWarState,
    Side,
)
from parallel38.hexgrid import Hex, Reach
from parallel38.wargame import costs as cost_rows
from parallel38.wargame.moving import Move, MovementPhase, Section

FAR = 1_000
"""Points that no unit has: how far a way is looked for that is too far."""
NO_STRATEGIC = {"F-10.2.2.C": "no_strategic", "F-10.2.2.A1": "strategic_locked", "F-10.2.2.A2": "strategic_left"}
"""What is said of a unit that may not use strategic movement, by the rule."""
SECTIONS: tuple[Section, ...] = (positions, recrewing, reconstitution, departures, offmap)


class Enter(Action, frozen=True):
    """Units enter the map; the path begins with the hex of entry. Written `enter UNIT 2039-2038`, or with the last
    hex."""

    intent = "place"

    units: Units
    path: Path
    mode: str = FOOT


def begin(s: ForgottenWarState, side: int) -> None:
    """Begin a movement phase. F-10.2.1.G2: nothing is left of an earlier allowance. F-4.1.D2: none in the UN's first
    turn at Chipyong-ni."""
    if not s.rules.battle.moves(s, side):
        s.log("F-4.1.D2", "no_movement", side=SIDES[side])
        return
    s.push(Moving(SIDES[side], off=positions.begin(s, side)))


class Moving(MovementPhase, frozen=True):
    """A movement phase. `begun`: a unit has moved; `last`: the units that moved last and may go on (F-10.2.1.F);
    `entered`: the hexes of entry of the stacks that have entered (F-6.1.1.B); `off`: the units whose markers of
    positions are off while others move, because all that stay shall dig in."""

    later_fields = ("off",)
    modes = MODES
    units_rule = "F-10.2.1.D"
    path_rule = "F-10.2.1.G1"

    side: Side
    begun: bool = False
    last: Units = ()
    entered: tuple[Place, ...] = ()
    off: Units = ()

    # ----------------------------------------------------------------------------------------------------------- offers

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the number of units that can still move and of those that wait beside the
        map."""
        side = SIDES.index(self.side)
        n = sum(self.may_move(s, u) for u in s.present(side))
        waiting = len(arrivals.waiting(s, side))
        key = ("entering" if n else "arriving") if waiting else "moving"
        return key, {"side": self.side, "n": n, "waiting": waiting}

    def takes(self, action: Action) -> bool:
        """Whether the phase judges an action."""
        return isinstance(action, Move | Enter | SideAction | End)

    def may_move(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a unit on the map can move, or go on."""
        return next(self.stuck(s, unit), None) is None

    def stuck(self, s: ForgottenWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit on the map may not move at all."""
        rules, flags, args = s.rules, s.flags[unit], {"unit": unit}
        if flags & ABANDONED:
            yield Refusal("F-5.7.2.C3", "abandoned_gun", args, (unit,))
        elif flags & RECREWED:
            yield Refusal("F-10.2.1.N2", "recrewed_gun", args, (unit,))
        elif flags & DUG and not positions.ordered(s, rules.side_of[unit]):
            yield Refusal("F-10.2.1.I", "dug_in", args, (unit,))
        elif flags & MOVED and unit not in self.last:
            yield Refusal("F-10.2.1.F", "moved_before", args, (unit,))
        elif rules.movement_of(s, unit) == 0:
            yield Refusal("F-10.2.1.B", "no_points", args, (unit,))
        else:
            held = rules.battle.frozen(s, unit)
            if held:
                yield Refusal(held, "not_released", {**args, "n": rules.free[unit]}, (unit,))

    def could(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a unit that has to move can, or could if its position were left, for which it is never too late."""
        first = next(self.stuck(s, unit), None)
        return first is None or first.rule == "F-10.2.1.I"

    def owes(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a unit on the map is one of those that have to move (F-10.2.1.E, F-10.2.6.C2)."""
        crowded = stacking.crowded(s, SIDES.index(self.side), s.where[unit])
        return crowded or s.rules.battle.astray(s, unit)

    def range_of(self, s: ForgottenWarState, unit: int) -> Range:
        """The range of a unit."""
        return Range(s, unit, self)

    def modes_of(self, s: ForgottenWarState, unit: int) -> Iterable[str]:
        """Normal movement, and strategic movement where it is allowed."""
        return (FOOT,) if ranges.strategic(s, unit) else MODES

    def sections(self) -> Iterable[Section]:
        """Positions, guns that are manned again, units that are put together, units that leave the map."""
        return SECTIONS

    def other_offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """Units that enter, standing orders, the end of the phase."""
        for unit in arrivals.waiting(s, SIDES.index(self.side)):
            yield from self._entries(s, unit)
        yield from orders.offers(s, self)
        if next(self._unfinished(s), None) is None:
            yield Offer("end", action=End())

    def _entries(self, s: ForgottenWarState, unit: int) -> Iterator[Offer]:
        found = Range(s, unit, self)
        for mode in self.modes_of(s, unit):
            yield Offer("enter", units=(unit,), mode=mode, domain=found)

    def sample(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """A random legal action: of a unit on the map or beside it, or the end of the phase."""
        side = SIDES.index(self.side)

        def offers(unit: int | None) -> Iterator[Offer]:
            if unit is None:
                return iter((Offer("end", action=End()),) if next(self._unfinished(s), None) is None else ())
            return self.unit_offers(s, unit) if s.on_map(unit) else self._entries(s, unit)

        return self.sample_of(s, [*s.present(side), *arrivals.waiting(s, side)], offers, rng)

    def move_to(self, found: Any, end: Hex, mode: str) -> Any:
        """The move of a unit by the cheapest path to a hex."""
        path = found.way(end, mode)
        assert path is not None
        return (Enter if found.waiting else Move)((found.unit,), path, mode)

    def expand(self, s: ForgottenWarState, offer: Offer) -> Iterator[Action]:
        """For an offer to enter, a way to each hex."""
        if offer.verb != "enter":
            yield from super().expand(s, offer)
            return
        grid = s.rules.grid
        for h in sorted((h for h in range(grid.size) if offer.hexes >> h & 1), key=grid.label):
            yield self.move_to(offer.domain, h, offer.mode)

    def draw(self, s: ForgottenWarState, offer: Offer, rng: Random) -> Action | None:
        """A random move or way in."""
        if offer.verb != "enter":
            return super().draw(s, offer, rng)
        end = offer.domain.draw(offer.mode, rng)
        return None if end is None else self.move_to(offer.domain, end, offer.mode)

    def holds(self, s: ForgottenWarState, offer: Offer, action: Action) -> bool:
        """Whether an accepted action lies inside an offer."""
        if not isinstance(action, Enter):
            return super().holds(s, offer, action)
        named = offer.verb == "enter" and offer.units[0] in action.units
        return named and offer.mode == action.mode and bool(offer.hexes >> action.path[-1] & 1)

    # ------------------------------------------------------------------------------------------------------- one action

    def complete(self, s: ForgottenWarState, action: Action) -> Action:
        """Fill in the path of a unit that enters, or of one that moves."""
        if not isinstance(action, Enter):
            return super().complete(s, action)
        if not action.units or len(action.path) != 1 or leg(action.path[0]) >= s.rules.grid.size:
            return action
        end = leg(action.path[0])
        for mode in (action.mode, *MODES):
            path = Range(s, action.units[0], self).path(end, mode) if not s.on_map(action.units[0]) else None
            if path is not None:
                return Enter(action.units, path, mode)
        return action

    def find(self, s: ForgottenWarState, move: Move, end: Hex) -> Move:
        """The move by a path that all units can take; else the best way, which is refused and shows why."""
        slow = min(move.units, key=lambda u: ranges.left_of(s, u, FOOT))
        for mode in dict.fromkeys((move.mode, *MODES)):
            path = self.range_of(s, slow).path(end, mode)
            if path is not None and all(self.range_of(s, u).may_enter(end, mode) for u in move.units):
                return Move(move.units, path, mode)
        return Move(move.units, self._any_way(s, slow, end), move.mode)

    def _any_way(self, s: ForgottenWarState, unit: int, end: Hex) -> tuple[Hex, ...]:
        """A path that is refused and shows why: the cheapest however far, through enemies if need be, or straight
        on."""
        table, start = s.rules.costs(s.rules.movement_class[unit], frozenset()), s.where[unit]
        for closed in (ranges.blocked(s, unit, FOOT) & ~(1 << end), 0):
            found = Reach(table, {start: 0}, FAR, closed).path_to(end)
            if found:
                return found
        grid, path = s.rules.grid, [start]
        while path[-1] != end:
            path.append(min(grid.neighbours[path[-1]], key=lambda n: (grid.distance(n, end), n)))
        return tuple(path)

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """What an action would do."""
        if isinstance(action, Enter):
            return "action.enter", {"units": action.units, "to_hex": leg(action.path[-1])}
        return super().describe(s, action)

    def describe_move(self, s: ForgottenWarState, move: Move) -> tuple[str, dict[str, Any]]:
        """The move with its cost."""
        path = tuple(map(leg, move.path))
        spent = sum(s.rules.step_cost(move.units[0], a, b) or 0 for a, b in pairwise(path))
        args = {"units": move.units, "to_hex": path[-1], "mp": spent, "n": len(path) - 1}
        return "action.move_" + (move.mode if move.mode in MODES else FOOT), args

    def steps(self, s: ForgottenWarState, action: Action) -> Iterator[Step]:
        """What a move costs, hex by hex."""
        if not isinstance(action, Move | Enter) or not action.units:
            return
        unit, rules, path = action.units[0], s.rules, tuple(map(leg, action.path))
        left = min(ranges.left_of(s, u, action.mode) for u in action.units)
        parts = costs.step_parts(rules, rules.movement_class[unit], frozenset())
        if isinstance(action, Enter):
            price = arrivals.prices(s, unit, self).get(path[0])
            if price is None:
                return
            left -= price
            yield Step(path[0], Note("cost.entry"), Fraction(price, rules.point), Fraction(max(left, 0), rules.point))
        for a, b in pairwise(path):
            found = parts(a, b)
            if found is None:
                return
            left -= sum(price for _, price in found)
            yield from cost_rows.tell(b, found, left, rules.point, lambda name: Note("cost." + name))

    def warnings(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """What a move would cost besides points: ice, dumps, wire."""
        if isinstance(action, Move | Enter):
            yield from march.warnings(s, action.units, tuple(map(leg, action.path)))
        else:
            yield from super().warnings(s, action)

    # --------------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Every reason against an action."""
        return self.entry_refusals(s, action) if isinstance(action, Enter) else super().refusals(s, action)

    def other_refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """What keeps the phase from ending."""
        return self._unfinished(s)

    def _unfinished(self, s: ForgottenWarState) -> Iterator[Refusal]:
        """F-10.2.1.E: a stack that is too large has to be spread if that is possible; F-10.2.6.C2: a UN unit too far
        from a road has to come back. F-T.4: nobody has to do what cannot be done."""
        side = SIDES.index(self.side)
        for h in stacking.overfull(s, side):
            able = tuple(u for u in s.there(side, h) if self.could(s, u) and Range(s, u, self).region(FOOT))
            if able:
                yield Refusal("F-10.2.1.E", "end_crowded", {"hex": h, "units": able}, able, (h,))
        yield from s.rules.battle.unfinished(s, self)

    def move_refusals(self, s: ForgottenWarState, move: Move) -> Iterator[Refusal]:
        """Every reason against a move: its units, its path, then each step; at the end whether there is room."""
        units, path, side = move.units, move.path, SIDES.index(self.side)
        unlisted = [*self.unit_list_refusals(move)]
        if unlisted:
            yield from unlisted
            return
        if any(h < 0 for h in path):
            yield Refusal("F-10.2.1.A", "no_die", {"hex": leg(min(path))}, units)
            return
        barred = [refusal for unit in units for refusal in self._not_from(s, unit, side, path[0])]
        yield from barred
        pathless = [*self.path_refusals(s, move)]
        yield from pathless
        if barred or pathless:
            return
        if path[-1] == path[0]:
            yield Refusal("F-10.2.1.A", "no_move", {}, units, (path[0],), len(path) - 1)
        yield from self._mode_refusals(s, units, move.mode)
        yield from self._course(s, units, path, move.mode, 0)
        if not stacking.fits(s, side, path[-1], units):
            yield stacking.full(s, side, path[-1], units, len(path) - 1)

    def _not_from(self, s: ForgottenWarState, unit: int, side: int, start: Hex) -> Iterator[Refusal]:
        """Why a unit may not move, or not from this hex."""
        args = {"unit": unit}
        if s.rules.side_of[unit] != side:
            yield Refusal("F-10.2.1.A", "not_yours", {**args, "side": self.side}, (unit,))
        elif not s.on_map(unit):
            yield Refusal("F-10.2.1.A", "not_on_map", {**args, "at_place": s.where[unit]}, (unit,))
        elif s.where[unit] != start:
            yield Refusal("F-10.2.1.D", "not_there", {**args, "at_place": s.where[unit], "place": start}, (unit,))
        else:
            yield from self.stuck(s, unit)

    def _mode_refusals(self, s: ForgottenWarState, units: tuple[int, ...], mode: str) -> Iterator[Refusal]:
        """Why units may not use strategic movement."""
        for unit in units if mode == STRATEGIC else ():
            rule = ranges.strategic(s, unit)
            if rule:
                yield Refusal(rule, NO_STRATEGIC[rule], {"unit": unit}, (unit,))

    def _course(
        self, s: ForgottenWarState, units: tuple[int, ...], path: tuple[Hex, ...], mode: str, paid: int
    ) -> Iterator[Refusal]:
        """Every reason against the steps of a path; F-10.2.1.D: the slowest unit of a stack decides how far it goes."""
        side = s.rules.side_of[units[0]]
        near = s.beside(1 - side)
        spent = dict.fromkeys(units, paid)
        bars = {unit: costs.obstacles(s, unit) for unit in units}
        for i, (a, b) in enumerate(pairwise(path), 1):
            for unit in units:
                for bar in bars[unit]:
                    if bar.region >> b & 1:
                        yield Refusal(bar.rule, bar.text, {"unit": unit, "hex": b}, (unit,), (b,), i)
                price = s.rules.step_cost(unit, a, b)
                if price is None:
                    yield self._closed(s, unit, a, b, i)
                    return
                spent[unit] += price
                left = ranges.left_of(s, unit, mode)
                if spent[unit] > left and not (
                    len(path) == 2 and mode == FOOT and not s.flags[unit] & MOVED and not paid
                ):
                    args = {"unit": unit, "hex": b, "mp": price, "left_mp": max(0, left - spent[unit] + price)}
                    yield Refusal("F-10.2.1.C", "too_far", args, (unit,), (b,), i)
                    return
                if spent[unit] > left:
                    trace("F-10.2.3.A1")
            if len(units) > 1 and costs.jams(s, side, b, units):
                unit = next(u for u in units if s.rules.vehicle[u])
                yield Refusal("F-10.2.4.A2", "road_full", {"unit": unit, "hex": b}, units, (b,), i)
            if mode == STRATEGIC and near >> b & 1:
                yield Refusal("F-10.2.2.A2", "strategic_near", {"hex": b, "units": units}, units, (b,), i)

    def _closed(self, s: ForgottenWarState, unit: int, a: Hex, b: Hex, i: int) -> Refusal:
        """Why a hexside or a hex is closed to a unit."""
        rules, args = s.rules, {"unit": unit, "from_hex": a, "hex": b}
        if rules.vehicle[unit] and rules.rough >> b & 1:
            return Refusal("F-10.2.4.A1", "vehicle_rough", args, (unit,), (b,), i)
        if rules.lake.has(a, b):
            return Refusal("F-10.2.3.A2", "lake", args, (unit,), (b,), i)
        if rules.river >> b & 1:
            tank = rules.vehicle[unit] and rules.side_of[unit] == 1
            return Refusal(
                "F-10.2.5.B" if tank else "F-10.2.5.A", "river_tank" if tank else "river", args, (unit,), (b,), i
            )
        return Refusal("F-10.2.3.A2", "out_of_play", args, (unit,), (b,), i)

    def entry_refusals(self, s: ForgottenWarState, action: Enter) -> Iterator[Refusal]:
        """Every reason against units that enter. F-6.1.1.A: a stack has to fit into the hex of entry."""
        units, path, side = action.units, action.path, SIDES.index(self.side)
        if not units or len({*units}) < len(units) or not path or action.mode not in MODES:
            yield Refusal("F-6.1.1.A", "no_units", {})
            return
        end = path[len(path) - 1]
        barred = [*self._not_entering(s, units, leg(path[0]))]
        yield from barred
        if cost_rows.gap(s.rules.grid, path) is not None or any(h < 0 or h >= s.rules.grid.size for h in path):
            yield Refusal("F-10.2.1.G1", "no_path", {"units": units}, units)
            return
        if barred:
            return
        yield from self._mode_refusals(s, units, action.mode)
        yield from self._first_step(s, units, path, action.mode)
        dearest = max(arrivals.prices(s, unit, self)[path[0]] for unit in units)
        yield from self._course(s, units, path, action.mode, dearest)
        if not stacking.fits(s, side, end, units):
            yield stacking.full(s, side, end, units, len(path) - 1)

    def _not_entering(self, s: ForgottenWarState, units: tuple[int, ...], first: Hex) -> Iterator[Refusal]:
        """Why units do not enter now, or not at this hex, or not together."""
        side = SIDES.index(self.side)
        for unit in units:
            if unit not in arrivals.waiting(s, side):
                yield Refusal("F-6.1.A1", "not_waiting", {"unit": unit}, (unit,))
            elif first not in arrivals.prices(s, unit, self):
                rule = "F-6.1.2.b" if first in self.entered else "F-6.1.1.C" if s.rules.one_hex[unit] else "F-6.1.A3"
                hexes = (first,) if first < s.rules.grid.size else ()
                yield Refusal(rule, "not_entry", {"unit": unit, "hex": first}, (unit,), hexes, 0)
        if first < s.rules.grid.size and not stacking.within(s, side, first, units):
            args = {"units": units, **stacking.limits_of(s, side, first)}
            yield Refusal("F-6.1.1.A", "entry_stack", args, units, (first,), 0)

    def _first_step(
        self, s: ForgottenWarState, units: tuple[int, ...], path: tuple[Hex, ...], mode: str
    ) -> Iterator[Refusal]:
        """Why units cannot take the step onto the map."""
        first = path[0]
        for unit in units:
            for bar in costs.obstacles(s, unit):
                if bar.region >> first & 1:
                    yield Refusal(bar.rule, bar.text, {"unit": unit, "hex": first}, (unit,), (first,), 0)
            price, left = arrivals.prices(s, unit, self)[first], ranges.left_of(s, unit, mode)
            if price > left and len(path) > 1:
                args = {"unit": unit, "hex": first, "mp": price, "left_mp": left}
                yield Refusal("F-10.2.1.C", "too_far", args, (unit,))
        if len(units) > 1 and costs.jams(s, SIDES.index(self.side), first, units):
            unit = next(u for u in units if s.rules.vehicle[u])
            yield Refusal("F-10.2.4.A2", "road_full", {"unit": unit, "hex": first}, units, (first,), 0)
        if mode == STRATEGIC and s.beside(1 - SIDES.index(self.side)) >> first & 1:
            yield Refusal("F-10.2.2.A2", "strategic_near", {"hex": first, "units": units}, units, (first,), 0)

    # ------------------------------------------------------------------------------------------------------------ doing

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Carry out a legal action."""
        if isinstance(action, Enter):
            first = action.path[0]
            price = max(arrivals.prices(s, unit, self)[first] for unit in action.units)
            s.replace(msgspec.structs.replace(self, begun=True, last=action.units, entered=(*self.entered, first)))
            s.log("F-6.1.B", "entered", units=action.units, hex=first)
            arrivals.entered(s, action.units, first)
            march.begin(s, action.units, action.path, action.mode, price)
        else:
            super().apply(s, action)

    def march(self, s: ForgottenWarState, move: Move) -> None:
        """Move units along their path. F-10.2.1.M1: out of a close combat too; F-10.2.2.B: strategic movement may begin
        next to an enemy."""
        if any(map(s.locked, move.units)):
            trace("F-10.2.1.M1")
        if move.mode == STRATEGIC and s.beside(1 - SIDES.index(self.side)) >> move.path[0] & 1:
            trace("F-10.2.2.B")
        s.replace(msgspec.structs.replace(self, begun=True, last=move.units))
        march.begin(s, move.units, move.path, move.mode, 0)

    def note(self, s: ForgottenWarState, action: SideAction) -> None:
        """A side action that counts as movement ends the time for digging. F-10.2.1.F: a unit that goes round outside
        the map is the one that moves now, and goes on."""
        if action.moves:
            last = (action.unit,) if isinstance(action, offmap.Circle) else self.last
            s.replace(msgspec.structs.replace(self, begun=True, last=last))

    def finish(self, s: ForgottenWarState, action: Action) -> None:
        """End the phase: those that stayed dig in, if that is the order."""
        side = SIDES.index(self.side)
        s.pop()
        positions.finish(s, side, self.off)
        arrivals.finish(s, side)
        stacking.settle(s, side, s.present(side))
        for unit in s.rules.units_of[side]:
            if s.flags[unit] & (MOVED | NEAR):
                s.flag(unit, MOVED | NEAR, on=False)
            if s.spent[unit] and s.on_map(unit):
                s.spend(unit, 0)
