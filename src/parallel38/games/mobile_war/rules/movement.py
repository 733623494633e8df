"""Movement: the two movement phases of a player turn, the actions that they offer and refuse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.previews import Step
from parallel38.engine.side_actions import SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Path, leg
from parallel38.games.mobile_war.rules import (
    arrivals,
    breakdown,
    bridges,
    campaign,
    entrenchment,
    occupation,
    paratroops,
    ships,
    special,
    stacking,
    steps,
    supply,
    transport,
)
from parallel38.games.mobile_war.rules.combat import Attack
from parallel38.games.mobile_war.rules.costs import UN_SUPPLY, obstacles
from parallel38.games.mobile_war.rules.ranges import MODES, Manner, Range, manner, mode_refusals, one_hex
from parallel38.games.mobile_war.rules.readiness import may_move, stuck
from parallel38.games.mobile_war.state import (
    ARRIVED,
    DIGGING,
    ENTRENCHED,
    LANDED,
    MOVED,
    MOVED_FIRST,
    PARTED,
    SIDES,
    UN,
    UNSUPPLIED,
    MobileWarState,
    Side,
)
from parallel38.hexgrid import Hex, Reach
from parallel38.wargame import threat as threats
from parallel38.wargame.moving import Move, MovementPhase, Section

FAR = 1_000_000
"""Points that no unit has: how far a way is looked for that is too far."""
PAIR = 2
"""K-MOV-C1: the number of units that may move as one stack."""
SECTIONS: tuple[Section, ...] = (breakdown, entrenchment, ships, transport, paratroops)
"""The modules with actions other than moves in a movement phase."""


class Spending(NamedTuple):
    """The cost of one step to a unit: the hex, its place in the path, and points in the parts of the unit's mode."""

    unit: int
    hex: Hex
    at: int
    spent: int
    """Points spent before the step."""
    price: int
    """The cost of the step."""
    more: int
    """The cost of joining the units in the hex, where the path ends."""


def begin(s: MobileWarState, side: int, phase: Literal["first", "second"]) -> None:
    """Begin a movement phase.

    K-SUP-1a: supply for movement is judged as the phase begins, and only then (K-SUP-I, K-MOV-N3). K-SUP-B: units may
    stay in play without supply.
    """
    for unit in s.present(side):
        unsupplied = not supply.supplied(s, unit)
        s.flag(unit, UNSUPPLIED, unsupplied)
        if unsupplied:
            trace("K-SUP-1a", "K-SUP-B")
    s.push(Moving(SIDES[side], phase))


class Moving(MovementPhase, frozen=True):
    """A movement phase. `begun`: a unit has moved; `settled`: units were put together since, so no unit moves."""

    modes = MODES
    units_rule = "K-MOV-C1"
    path_rule = "K-MOV-A"
    place_rule = "K-VIC-6a"

    side: Side
    phase: Literal["first", "second"]
    begun: bool = False
    settled: bool = False

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the number of units that can still move, or as ships sail, load or unload."""
        n = sum(self.may_move(s, u) or self._under_way(s, u) for u in s.present(SIDES.index(self.side)))
        return "moving_" + self.phase, {"side": self.side, "n": n}

    def _under_way(self, s: MobileWarState, unit: int) -> bool:
        offers = (offer for section in (ships, transport) for offer in section.offers(s, unit, self))
        return s.rules.naval[unit] and any(not offer.empty for offer in offers)

    def takes(self, action: Action) -> bool:
        """Whether the phase judges an action: moves, other actions of units, its end; also attacks, to refuse them."""
        return isinstance(action, Move | SideAction | End | Attack)

    def may_move(self, s: MobileWarState, unit: int) -> bool:
        """Whether a land unit can still move in this phase."""
        return may_move(s, unit, self)

    def range_of(self, s: MobileWarState, unit: int) -> Range:
        """The range of a unit in this phase."""
        return Range(s, unit, self.phase)

    def modes_of(self, s: MobileWarState, unit: int) -> Iterator[str]:
        """The modes in which a unit may move."""
        return (mode for mode in MODES if next(mode_refusals(s, unit, mode), None) is None)

    def sections(self) -> tuple[Section, ...]:
        """The modules for breakdown, works, ships and their loads, and paratroops."""
        return SECTIONS

    def other_offers(self, s: MobileWarState) -> Iterator[Offer]:
        """The offer to end the phase."""
        if next(self._unfinished(s), None) is None:
            yield Offer("end", action=End())

    def pressing(self, s: MobileWarState) -> list[Hex]:
        """Hexes with too many units where units can be put together or moved away."""
        side = SIDES.index(self.side)
        return [h for h in stacking.crowded(s, side) if self.joinable(s, h) or self._leavable(s, h)]

    def joinable(self, s: MobileWarState, h: Hex) -> bool:
        """Whether the units in a hex fit there once as many as possible are put together."""
        return stacking.after_joining(s, stacking.pressed(s, SIDES.index(self.side), h)) <= s.rules.stack_limit

    def _leavable(self, s: MobileWarState, h: Hex) -> bool:
        able = [u for u in stacking.pressed(s, SIDES.index(self.side), h) if self.may_move(s, u)]
        return any(Range(s, u, self.phase).region(mode) for u in able for mode in MODES)

    def completes(self, s: MobileWarState, move: Move) -> bool:
        """Whether a path can be filled in: all units stand on the map, and it does not begin with a die."""
        return move.path[0] >= 0 and super().completes(s, move)

    def pieces(self, action: Action) -> tuple[Action, ...]:
        """K-MOV-C1: more units than a stack move one stack after the other."""
        if not isinstance(action, Move) or len(action.units) <= PAIR:
            return (action,)
        stacks = (action.units[i : i + PAIR] for i in range(0, len(action.units), PAIR))
        return tuple(Move(units, action.path, action.mode) for units in stacks)

    def find(self, s: MobileWarState, move: Move, end: Hex) -> Move:
        """The move by a path that all units can take: on foot, else at the doubled road rate; else straight on."""
        for mode in (move.mode, *(("road",) if move.mode == "foot" else ())):
            ways = [self.range_of(s, unit).path(end, mode) for unit in move.units]
            path = ways[0] if all(ways) else None
            if path is not None:
                return Move(move.units, path, mode)
        return Move(move.units, self._any_way(s, move, end), move.mode)

    def _any_way(self, s: MobileWarState, move: Move, end: Hex) -> tuple[Hex, ...]:
        """A path that is refused and shows why: around enemies if the points suffice, through them if they would, the
        cheapest however far, or straight on."""
        start, way = s.where[move.units[0]], manner(s, move.units[0], move.mode, self.phase)
        closed = way.blocked & ~(1 << end)
        for most, barred in ((way.limit, closed), (way.limit, 0), (FAR, closed)):
            found = Reach(way.costs, {start: 0}, most, barred, held=way.zone, exit_cost=way.exit_cost).path_to(end)
            if found:
                return tuple(found)
        return tuple(self._straight(s, start, end))

    def _straight(self, s: MobileWarState, start: Hex, end: Hex) -> list[Hex]:
        """The shortest path on an empty board, so that a refusal can name the step that fails."""
        grid, path = s.rules.grid, [start]
        while path[-1] != end:
            path.append(min(grid.neighbours[path[-1]], key=lambda n: (grid.distance(n, end), n)))
        return path

    def describe_move(self, s: MobileWarState, move: Move) -> tuple[str, dict[str, Any]]:
        """The move with its cost in movement points."""
        args = {"units": move.units, "to_hex": move.path[-1], "n": len(move.path) - 1}
        if move.mode == "rail":
            return "action.rail", args
        way = manner(s, move.units[0], move.mode, self.phase)
        spent = sum(self._price(way, a, b) or 0 for a, b in pairwise(move.path))
        spent += stacking.surcharge(s, SIDES.index(self.side), move.path[-1], move.units)
        return "action.move_" + move.mode, {**args, "mp": spent}

    def warnings(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """The price of a side action; a place that is left empty; at the end of the phase, new arrivals that leave the
        map for lack of room."""
        if isinstance(action, End) and self.phase == "first":
            return arrivals.leaving(s, SIDES.index(self.side))
        return super().warnings(s, action)

    def guards(self, s: MobileWarState, unit: int) -> bool:
        """Whether a unit fights on land."""
        return s.rules.combat[unit]

    def could_enter(self, s: MobileWarState, h: Hex) -> Iterator[int]:
        """The units of the other side that could march into a hex if that side began its player turn now."""
        enemy = 1 - SIDES.index(self.side)
        trial = threats.begun(s, enemy, MOVED | MOVED_FIRST | DIGGING)
        for unit in s.present(enemy):
            if s.rules.combat[unit] and not s.flags[unit] & ENTRENCHED:
                way = Range(trial, unit, "first")
                if way.may_enter(h, "foot") or way.may_enter(h, "road"):
                    yield unit

    def steps(self, s: MobileWarState, action: Action) -> Iterator[Step]:
        """The cost of a move, hex by hex."""
        return (
            steps.table(s, action.units, action.path, action.mode, self.phase) if isinstance(action, Move) else iter(())
        )

    # ---------------------------------------------------------------------------------------------------- refusals

    def other_refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Why an action is refused. K-MOV-E: no attacks in the phase; and what keeps the phase from ending."""
        if isinstance(action, Attack):
            yield Refusal("K-MOV-E", "no_combat", {"hex": action.hex}, action.units)
        else:
            yield from self._unfinished(s)

    def _unfinished(self, s: MobileWarState) -> Iterator[Refusal]:
        """Why the phase cannot end: too many units in a hex, or ships that have to sail or unload."""
        side = SIDES.index(self.side)
        for h in self.pressing(s):
            units = tuple(stacking.pressed(s, side, h))
            yield Refusal("K-STK-A2", "end_crowded", {"hex": h, "units": units}, units, (h,))
        yield from self.overdue(s)

    def overdue(self, s: MobileWarState) -> Iterator[Refusal]:
        """Why the phase cannot end because of ships: each that has to sail or to unload."""
        if self.side == SIDES[UN]:
            yield from ships.overdue(s)
            yield from transport.overdue(s, self)

    def _stuck(self, s: MobileWarState, unit: int, side: int, path: Path) -> Iterator[Refusal]:
        """Why a unit may not move at all, or not from its hex; for a ship, why it may not sail to the end."""
        start = path[0]
        if s.rules.side_of[unit] != side:
            yield Refusal("K-MOV-D", "not_yours", {"unit": unit, "side": self.side}, (unit,))
        elif not s.on_map(unit):
            yield Refusal("K-MOV-A", "not_on_map", {"unit": unit, "at_place": s.where[unit]}, (unit,))
        elif s.where[unit] != start:
            yield Refusal("K-MOV-A", "not_there", {"unit": unit, "at_place": s.where[unit], "place": start}, (unit,))
        elif s.rules.naval[unit]:
            barred = [*ships.Sail(unit, leg(path[-1])).refusals(s, self)]
            yield from barred or [Refusal("K-NAV-H", "ship_sails", {"unit": unit}, (unit,))]
        else:
            yield from stuck(s, unit, self)

    def move_refusals(self, s: MobileWarState, move: Move) -> Iterator[Refusal]:
        """Every reason against a move: its units, its path, then each step; at the end whether there is room."""
        units, path, side = move.units, move.path, SIDES.index(self.side)
        unlisted = [*self.unit_list_refusals(move)]
        if unlisted:
            yield from unlisted
            return
        tried = next((i for i, h in enumerate(path) if h < 0), None)
        if tried is not None:
            yield Refusal("K-MOV-A", "no_die", {"hex": leg(path[tried])}, units, (), tried)
            return
        if len(units) > PAIR:
            yield Refusal("K-MOV-C1", "stack_of_two", {"units": units}, units)
        barred = [refusal for unit in units for refusal in self._stuck(s, unit, side, path)]
        yield from barred
        pathless = [*self.path_refusals(s, move)]
        yield from pathless
        if pathless or barred:
            return
        if path[-1] == path[0]:
            yield Refusal("K-MOV-A", "no_move", {}, units, (path[0],), len(path) - 1)
        for unit in units:
            yield from mode_refusals(s, unit, move.mode)
        yield from campaign.leaving_refusals(s, units, path[-1])
        yield from self._course(s, units, path, move.mode)
        if not stacking.fits(s, side, path[-1], units):
            yield stacking.full(s, side, path[-1], units, len(path) - 1)

    def _course(self, s: MobileWarState, units: tuple[int, ...], path: tuple[Hex, ...], mode: str) -> Iterator[Refusal]:
        """Every reason against the steps of a path: obstacles, hexsides that cannot be crossed, points."""
        side = s.rules.side_of[units[0]]
        bars = obstacles(s, side)
        ways = {u: manner(s, u, mode, self.phase) for u in units}
        spent = dict.fromkeys(units, 0)
        for i, (a, b) in enumerate(pairwise(path), 1):
            for bar in bars:
                if bar.region >> b & 1:
                    culprits = tuple(s.troops(1 - side, b))
                    yield Refusal(
                        bar.rule, bar.text, {"units": units, "hex": b, "by_units": culprits}, culprits, (b,), i
                    )
            for unit, way in ways.items():
                price = self._price(way, a, b)
                if price is None:
                    if s.rules.land >> b & 1:  # otherwise the sea is an obstacle, which was reported above
                        yield self._closed(s, unit, a, b, mode, i)
                    return
                spent[unit] += price
                last = i == len(path) - 1
                if not last and s.held_by(side) >> b & 1:
                    trace("K-MOV-F1")
                more = stacking.surcharge(s, side, b, units) * way.point // s.rules.point if last else 0
                if spent[unit] + more <= way.limit:
                    continue
                if len(path) == 2 and mode == "foot":
                    if one_hex(s, unit, b, way.costs.of(a, b) or 0, self.phase):
                        trace("K-MOV-M")
                        continue
                    yield Refusal("K-MOV-K2", "supply_rough", {"unit": unit, "hex": b}, (unit,), (b,), i)
                    return
                yield self._too_far(s, way, mode, Spending(unit, b, i, spent[unit] - price, price, more), path)
                return

    def _price(self, way: Manner, a: Hex, b: Hex) -> int | None:
        """The cost of a step, with the point for leaving an enemy zone, in parts of a point; None if impossible."""
        price = way.costs.of(a, b)
        return None if price is None else price + (way.exit_cost if way.zone >> a & 1 else 0)

    def _closed(self, s: MobileWarState, unit: int, a: Hex, b: Hex, mode: str, i: int) -> Refusal:
        """Why a hexside cannot be crossed."""
        rules, args = s.rules, {"unit": unit, "from_hex": a, "to_hex": b, "hex": b}
        links = rules.tracks_laid if mode == "rail" else rules.links
        if mode != "foot" and links.has(a, b):
            broken = bridges.down(s)
            down = next((h for h in (a, b) if h in broken), None)
            if down is not None:
                return Refusal("K-BRG-1", "bridge_down", {**args, "hex": down}, (unit,), (down,), i)
            return Refusal("K-MOV-J2c", "rail_north", args, (unit,), (a, b), i)
        if mode == "rail":
            return Refusal("K-MOV-J1", "off_rail", args, (unit,), (a, b), i)
        if mode == "road":
            return Refusal("K-MOV-I2", "off_road", args, (unit,), (a, b), i)
        if rules.inlets.has(a, b):
            return Refusal("K-TER-3b", "water_side", args, (), (a, b), i)
        return Refusal("K-MOV-O", "armor_off_road", args, (unit,), (b,), i)

    def _too_far(self, s: MobileWarState, way: Manner, mode: str, step: Spending, path: tuple[Hex, ...]) -> Refusal:
        """The refusal of a step that the points do not reach, with the limit that it breaks; it tells of the whole way
        if all of it can be walked."""
        unit, h = step.unit, step.hex
        if mode == "rail":
            early = special.early_rail(s) and s.rules.board.areas["north_of_38"] >> h & 1
            rule = ("K-MOV-J4" if early else "K-MOV-J3b") if s.rules.supply[unit] else "K-MOV-J2a"
            n = way.limit // s.rules.rail_prices[s.rules.side_of[unit]][bool(early)]
            return Refusal(rule, "rail_too_far", {"unit": unit, "hex": h, "n": n}, (unit,), (h,), step.at)
        joins = step.more and step.spent + step.price <= way.limit
        if joins:
            trace("K-MOV-F2")
        own = "K-MOV-I1" if mode == "road" else "K-MOV-K1" if s.rules.movement_class[unit] == UN_SUPPLY else "K-MOV-C2"
        rule, text = ("K-STK-B", "too_far_to_join") if joins else (own, "too_far")
        args = {"unit": unit, "hex": h, "need_mp": step.price + step.more, "left_mp": way.limit - step.spent}
        rest = [self._price(way, a, b) for a, b in pairwise(path[step.at :])]
        if not joins and None not in rest:
            need = step.spent + step.price + step.more + sum(filter(None, rest))
            args |= {"hex": path[-1], "need_mp": need, "left_mp": way.limit}
        return Refusal(rule, text, args, (unit,), (h,), step.at)

    # ------------------------------------------------------------------------------------------------------- doing

    def march(self, s: MobileWarState, move: Move) -> None:
        """Move the units to the end of the path; restore bridges and occupy places on the way.

        K-REP-7: units that have just arrived may move.
        """
        s.replace(Moving(self.side, self.phase, True))
        for h in move.path[:-1]:
            bridges.crossed(s, h, SIDES.index(self.side))
        for h in move.path[1:]:
            occupation.entered(s, SIDES.index(self.side), h)
        for unit in move.units:
            if s.flags[unit] & ARRIVED:
                trace("K-REP-7")
            s.move(unit, move.path[-1])
            s.flag(unit, MOVED)
        s.log("", "moved", units=move.units, from_hex=move.path[0], to_hex=move.path[-1])

    def note(self, s: MobileWarState, action: SideAction) -> None:
        """Record in the frame that movement has begun; or that it is over, because units are put together after it."""
        if isinstance(action, breakdown.Combine) and self.begun:
            s.replace(Moving(self.side, self.phase, True, True))
        elif action.moves:
            s.replace(Moving(self.side, self.phase, True))

    def finish(self, s: MobileWarState, action: Action) -> None:
        """End the phase; units that moved in the first are marked for the second. K-MOV-B: no unit had to move."""
        if any(not s.flags[unit] & MOVED for unit in s.present(SIDES.index(self.side))):
            trace("K-MOV-B")
        if self.phase == "first":
            arrivals.disperse(s, SIDES.index(self.side))
        over = MOVED | DIGGING | UNSUPPLIED | PARTED | (LANDED if self.phase == "second" else 0)
        for unit in s.rules.units_of[SIDES.index(self.side)]:
            if s.flags[unit]:
                moved = bool(s.flags[unit] & MOVED)
                s.flag(unit, MOVED_FIRST, on=moved and self.phase == "first")
                s.flag(unit, over, on=False)
        if SIDES.index(self.side) == UN:
            ships.moored(s)
            transport.close(s)
        paratroops.rest(s)
        s.pop()
