"""9 Movement: the movement phases of both sides, what they offer and what they refuse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Any, Literal, NamedTuple

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.previews import Step
from parallel38.engine.side_actions import SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Units, leg
from parallel38.games.yalu.rules import (
    airdrop,
    arrivals,
    breakdown,
    conscripts,
    guerrillas,
    infiltration,
    offmap,
    rail,
    regroup,
    replacements,
    sea,
    stacking,
    steps,
    zones,
)
from parallel38.games.yalu.rules.costs import allowance, costs_for, crawl, obstacles
from parallel38.games.yalu.rules.march import March
from parallel38.games.yalu.rules.options import stuck
from parallel38.games.yalu.rules.placement import PlaceUnit
from parallel38.games.yalu.rules.ranges import FAR, Range
from parallel38.games.yalu.state import (
    ARRIVED,
    COMMUNIST,
    DONE,
    DROPPED,
    INFILTRATED,
    MOVED,
    NEUTRALIZED,
    RAIL,
    REGROUP,
    SIDES,
    UN,
    YaluState,
)
from parallel38.hexgrid import Costs, Hex, Reach, Region
from parallel38.wargame import ranges
from parallel38.wargame import threat as threats
from parallel38.wargame.costs import blocked_hexes
from parallel38.wargame.moving import Move, MovementPhase, Section

MODES = ("foot", "rail")
SECTIONS: tuple[Section, ...] = (regroup,)
UN_SECTIONS: tuple[Section, ...] = (regroup, breakdown, sea, airdrop, offmap)
"""The actions that a phase allows besides moving."""


class Leg(NamedTuple):
    """A leg of a move on foot, with the state before it."""

    start: Hex
    here: Hex
    there: Hex
    at: int
    """The index of the leg in the path; the first is 1."""
    first: bool
    """Whether it is the first leg of the units in this phase."""
    fresh: bool
    """Whether the units had not moved before this move."""
    tried: bool
    """Whether the leg needs a die."""
    held: bool
    """Whether the first leg led straight from zone to zone."""
    each: bool
    """Whether the units have infiltrated and need a die for every hex since (C-23C)."""


def begin(s: YaluState, side: int) -> None:
    """Begin a movement phase of a side."""
    s.tell(RAIL, 0)
    s.push(Moving("communist" if side == COMMUNIST else "un"))


class Moving(MovementPhase, frozen=True):
    """A movement phase. `last` are the units that moved last: they alone may still go on (9.1.1)."""

    modes = MODES
    groups = {"infiltrate": "foot"}
    units_rule = "D-9.1.2"
    path_rule = "D-9.1.1"
    place_rule = "D-2.6"

    side: Literal["un", "communist"]
    last: Units = ()
    begun: bool = False

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that have not moved and the eliminated units that may be replaced."""
        unmoved = [u for u in s.present(SIDES.index(self.side)) if s.can_leave(u)]
        replaced = self._replaceable(s)
        key = "moving_replacements" if replaced else "moving"
        return key, {"side": self.side, "n": len(unmoved), "dead": len(replaced), "due": replacements.due(s, replaced)}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: moves, regroup markers, the end of the phase; for the UN its options
        (9.3), and before them replacements."""
        if isinstance(action, SideAction | PlaceUnit | arrivals.Delay) and not isinstance(action, regroup.Regroup):
            return self.side == SIDES[UN]
        return isinstance(action, Move | regroup.Regroup | End)

    # ---------------------------------------------------------------------------------------------------- offers

    def may_move(self, s: YaluState, unit: int) -> bool:
        """Whether a unit can begin to move, or go on because it moved last."""
        on = unit in self.last and s.on_map(unit) and s.flags[unit] & (MOVED | REGROUP | DONE | DROPPED) == MOVED
        return on or s.can_leave(unit)

    def range_of(self, s: YaluState, unit: int) -> Range:
        """The hexes that a unit can move to."""
        return Range(s, unit)

    def modes_of(self, s: YaluState, unit: int) -> tuple[str, ...]:
        """On foot; for Communist units other than guerrillas also by infiltration; from a railway also by rail."""
        if s.rules.guerrilla[unit]:
            return ("foot",)
        found = ("foot", "infiltrate") if self.side == SIDES[COMMUNIST] else ("foot",)
        return (*found, "rail") if s.rules.by_rail >> s.where[unit] & 1 else found

    def sections(self) -> tuple[Section, ...]:
        """The sections of the phase: regroup markers; for the UN also its options."""
        return UN_SECTIONS if self.side == SIDES[UN] else SECTIONS

    def unit_offers(self, s: YaluState, unit: int) -> Iterator[Offer]:
        """The offers for one unit."""
        if s.flags[unit] & MOVED and unit not in self.last and s.rules.part_of[unit] is None:
            return iter(())  # its move is over (9.1.1); parts may still be combined
        return super().unit_offers(s, unit)

    def _replaceable(self, s: YaluState) -> list[int]:
        """D-6.2: eliminated units that may still return before the first move; no side acts between the two phases."""
        if self.begun or self.side == SIDES[COMMUNIST]:
            return []
        return [u for u in replacements.candidates(s) if arrivals.free(s, u)]

    def other_offers(self, s: YaluState) -> Iterator[Offer]:
        """Offers for units that are not on the map, and the end of the phase."""
        if self.side == SIDES[UN]:
            yield from offmap.returning(s)
            if not self.begun:
                yield from arrivals.offers(s, replacements.candidates(s), landing=False)
        if self.side == SIDES[COMMUNIST] or not self._must_spread(s):
            yield Offer("end", action=End())

    def ends(self, offer: Offer) -> Region:
        """For infiltration, hexes that can be reached without dice are left out as long as there are others."""
        if offer.mode != "infiltrate":
            return offer.hexes
        return offer.hexes & ~offer.domain.region("foot") or offer.hexes

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """The cheapest path to each end hex; for a unit that arrives, each of its hexes."""
        return arrivals.expand(offer) if offer.verb == "place" else super().expand(s, offer)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """An action with a random end hex."""
        if offer.verb == "move":
            return super().draw(s, offer, rng)
        found = list(self.expand(s, offer))
        return rng.choice(found) if found else None

    def move_to(self, found: ranges.Range, end: Hex, mode: str) -> Move:
        """The move of a unit to a hex; infiltration is written as a move on foot, with marked legs."""
        path = found.way(end, mode)
        assert path is not None
        return Move((found.unit,), path, "rail" if mode == "rail" else "foot")

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers an action."""
        return arrivals.holds(offer, action) if isinstance(action, PlaceUnit) else super().holds(s, offer, action)

    def holds_move(self, s: YaluState, offer: Offer, move: Move) -> bool:
        """Whether a unit is offered a move in this manner to that hex. D-9.1.2: any move may lead back to its start."""
        mode, end = "infiltrate" if min(move.path) < 0 else move.mode, leg(move.path[-1])
        return offer.mode == mode and (end == s.where[offer.units[0]] or bool(offer.hexes >> end & 1))

    def completes(self, s: YaluState, move: Move) -> bool:
        """Whether the unit that is named first stands on the map."""
        return bool(move.units) and s.on_map(move.units[0])

    def find(self, s: YaluState, move: Move, end: Hex) -> Move:
        """A path on foot if possible, around full hexes if possible; else by infiltration; else the shortest path, so
        that a refusal can say where it fails."""
        modes = ("rail",) if move.mode == "rail" else ("foot", "infiltrate")
        if min(move.path) < 0:
            modes = ("infiltrate",)
        path = self.route(s, move.units, end, modes)
        if path is None:
            path = self._any_way(s, move, end)
        return Move(move.units, path, move.mode) if path else move

    def _any_way(self, s: YaluState, move: Move, end: Hex) -> tuple[int, ...] | None:
        """A path that is refused and shows why: around enemies if the points suffice, through them if they would, and
        else the cheapest however far; None if there is none."""
        unit = move.units[0]
        usual = s.rules.rail_costs if move.mode == "rail" else costs_for(s, unit)
        closed = blocked_hexes(obstacles(s, s.rules.side_of[unit])) & ~(1 << end)
        has = FAR if move.mode == "rail" else max(allowance(s, unit) - s.spent[unit], 0)
        anywhere = Costs(s.rules.grid, lambda a, b: 1)
        tries = ((usual, has, closed), (usual, has, 0), (usual, FAR, closed), (usual, FAR, 0), (anywhere, FAR, 0))
        ways = (Reach(costs, {s.where[unit]: 0}, most, barred).path_to(end) for costs, most, barred in tries)
        return next(filter(None, ways), None)

    def route(self, s: YaluState, units: tuple[int, ...], end: Hex, modes: Iterable[str]) -> tuple[int, ...] | None:
        """The path of units to a hex in the first mode that has one, around full hexes if possible; None if no mode has
        one."""
        ways = Range(s, units[0], avoid=self._better_avoided(s, units)), Range(s, units[0])
        return next(filter(None, (way.path(end, mode) for mode in modes for way in ways)), None)

    def _better_avoided(self, s: YaluState, units: tuple[int, ...]) -> Region:
        """Hexes where a Communist move has a cost: over the stacking limit (D-7.1.2), or a guerrilla lost (D-16.1)."""
        region, guerrilla = 0, s.rules.guerrilla[units[0]]
        if s.rules.side_of[units[0]] == COMMUNIST:
            for h, there in s.stacks(COMMUNIST).items():
                lost = guerrillas.met(s, units[0], h)
                if lost or (not guerrilla and stacking.over_limit(s, COMMUNIST, {*there, *units})):
                    region |= 1 << h
        return region

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-7.1.2: a Communist move may exceed the limit, at a cost. D-16.1: guerrillas are lost among friendly units.

        D-9.2.3.2: a die that cannot succeed does not help. D-17.5: conscripts that are alone when the phase ends leave.
        D-6.2: the first move, by land or sea, gives up the replacements that have not been taken.
        """
        too_late = not isinstance(action, PlaceUnit | arrivals.Delay) and getattr(action, "moves", True)
        if too_late and self._replaceable(s):
            yield Refusal("D-6.2", "replacements_end" if isinstance(action, End) else "replacements_move")
        lone = conscripts.alone(s) if isinstance(action, End) and self.side == SIDES[COMMUNIST] else ()
        if lone:
            yield Refusal("D-17.5", "conscripts_leave", {"units": lone}, lone)
        yield from super().warnings(s, action)
        if not isinstance(action, Move) or s.rules.side_of[action.units[0]] != COMMUNIST:
            return
        guerrilla, hexes = s.rules.guerrilla[action.units[0]], [leg(h) for h in action.path]
        for i, h in enumerate(hexes[1:], 1):
            there = {*s.stacks(COMMUNIST).get(h, ()), *action.units}
            if not guerrilla and stacking.over_limit(s, COMMUNIST, there):
                units = tuple(sorted(u for u in there if not s.rules.guerrilla[u]))
                dead = tuple(u for u in units if s.flags[u] & NEUTRALIZED)
                fresh = tuple(u for u in units if u not in dead)
                args = {"hex": h, "fresh_units": fresh, "dead_units": dead}
                yield Refusal("D-7.1.2", "overstack_deadly" if dead else "overstack", args, units, (h,), i)
            lost = guerrillas.met(s, action.units[0], h)
            if lost:
                yield Refusal("D-16.1", "absorb", {"hex": h}, tuple(lost), (h,), i)
            if action.path[i] < 0 and infiltration.number(s, hexes[i - 1], h) < 1:
                yield Refusal("D-9.2.3.2", "hopeless", {"from_hex": hexes[i - 1], "hex": h}, (), (h,), i)

    def guards(self, s: YaluState, unit: int) -> bool:
        """D-2.6: whether a unit can take a city: guerrillas and ships cannot."""
        return not s.rules.guerrilla[unit] and not s.rules.naval[unit]

    def could_enter(self, s: YaluState, h: Hex) -> Iterator[int]:
        """The units of the other side that could walk into a hex, without a die, if that side began to move now."""
        enemy = 1 - SIDES.index(self.side)
        trial = threats.begun(s, enemy, MOVED | DONE)
        for unit in s.present(enemy):
            able = self.guards(s, unit) and s.rules.mobile[unit] and not s.flags[unit] & REGROUP
            if able and Range(trial, unit).may_enter(h, "foot"):
                yield unit

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The text key and arguments of an action."""
        if isinstance(action, PlaceUnit | arrivals.Delay):
            return arrivals.describe(action)
        return super().describe(s, action)

    def describe_move(self, s: YaluState, move: Move) -> tuple[str, dict[str, Any]]:
        """A move with its cost and dice."""
        hexes = [leg(h) for h in move.path]
        args: dict[str, Any] = {"units": move.units, "to_hex": hexes[-1], "n": len(hexes) - 1}
        if s.rules.guerrilla[move.units[0]]:
            return "action.hop", args
        if move.mode == "rail":
            return "action.rail", args
        costs = costs_for(s, move.units[0])
        args["mp"] = sum(costs.of(a, b) or 0 for a, b in pairwise(hexes))
        dice = [i for i, h in enumerate(move.path) if h < 0]
        if not dice:
            return "action.move", args
        needs = [infiltration.number(s, hexes[i - 1], hexes[i]) for i in dice]
        return "action.infiltrate", {**args, "n": len(dice), "need_words": needs}

    def steps(self, s: YaluState, action: Action) -> Iterator[Step]:
        """The cost of a move, hex by hex."""
        return steps.table(s, action.units, action.path, action.mode) if isinstance(action, Move) else iter(())

    # -------------------------------------------------------------------------------------------------- refusals

    def other_refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a replacement, or against the end of the phase."""
        if isinstance(action, PlaceUnit | arrivals.Delay):
            if self.begun:
                yield Refusal("D-6.2", "replacement_late", {"unit": action.unit}, (action.unit,))
            yield from arrivals.refusals(s, action, landing=False)
        elif self.side == SIDES[UN]:
            for h in self._must_spread(s):
                units = tuple(s.stacks(UN)[h])
                yield Refusal("D-7.2.1", "end_overstacked", {"hex": h, "units": units}, units, (h,))

    def _must_spread(self, s: YaluState) -> list[Hex]:
        """D-7.2.1, D-7.2.6: over-stacked UN hexes that a unit can still leave; the phase may not end before."""
        crowded = stacking.overstacked(s, UN)
        able = {h: [u for u in s.stacks(UN)[h] if self.may_move(s, u)] for h in crowded}
        return [h for h, units in able.items() if any(Range(s, u).region("foot") for u in units)]

    def move_refusals(self, s: YaluState, move: Move) -> Iterator[Refusal]:
        """Every reason against a move: its units, its path, then the rules of its manner of movement."""
        rules, units, path, side = s.rules, move.units, move.path, SIDES.index(self.side)
        unlisted = [*self.unit_list_refusals(move)]
        if unlisted:
            yield from unlisted
            return
        barred = [refusal for unit in units for refusal in stuck(s, unit, side, self.last, leg(path[0]))]
        yield from barred
        fresh = not s.flags[units[0]] & MOVED
        mixed = [*self._mixed(s, units)]
        if not barred:
            yield from mixed
        if mixed:
            return
        pathless = [*self.path_refusals(s, move)]
        yield from pathless
        if pathless or barred:
            return
        if rules.guerrilla[units[0]]:
            yield from guerrillas.hop_refusals(s, units, path, move.mode)
        elif move.mode == "rail":
            yield from rail.path_refusals(s, units, path, fresh)
        else:
            yield from self._foot_refusals(s, move, fresh)
        if side == UN:
            end = leg(path[-1])
            staying = tuple(u for u in stacking.staying(s, end) if u not in units)
            if stacking.full_at_end(s, units, staying):
                args = {"hex": end, "units": units, "by_units": staying}
                yield Refusal("D-7.2.6", "full_at_end", args, staying, (end,), len(path) - 1)

    def _mixed(self, s: YaluState, units: tuple[int, ...]) -> Iterator[Refusal]:
        """D-9.1.1: units that have moved with others that have not, or guerrillas with others, do not move together."""
        if len({(bool(s.flags[u] & MOVED), s.rules.guerrilla[u]) for u in units}) > 1:
            yield Refusal("D-9.1.1", "not_together", {"units": units}, units)

    def together_refusals(self, s: YaluState, units: tuple[int, ...], verb: str, mode: str) -> Iterator[Refusal]:
        """Why units cannot move together in a mode: their states, or trains that are too small for all (D-9.2.2.4)."""
        if verb != "move":
            return
        yield from self._mixed(s, units)
        if mode == "rail":
            yield from rail.full(s, units)

    def path_refusals(self, s: YaluState, move: Move) -> Iterator[Refusal]:
        """D-9.2.3.2: a die is for a leg, and the start is none."""
        if move.mode in self.modes and len(move.path) > 1 and move.path[0] < 0:
            start = leg(move.path[0])
            return iter((Refusal("D-9.2.3.2", "die_at_start", {"hex": start}, move.units, (start,), 0),))
        return super().path_refusals(s, move)

    def _foot_refusals(self, s: YaluState, move: Move, fresh: bool) -> Iterator[Refusal]:
        """Leg by leg: obstacles, zones of control (8.3.1), weather, movement points (9.1)."""
        rules, units, path = s.rules, move.units, move.path
        side, start = rules.side_of[units[0]], leg(path[0])
        bars, zone = obstacles(s, side), zones.zone(s, 1 - side)
        left = {u: max(allowance(s, u) - s.spent[u], 0) for u in units}
        costs = {u: costs_for(s, u) for u in units}
        slow = crawl(s, side)
        if side == UN and blocked_hexes(bars) >> start & 1:
            yield Refusal("D-4.2", "blizzard_still", {"hex": start}, units, (start,), 0)
        held, here = False, start
        each = any(s.flags[u] & INFILTRATED for u in units)
        for i, way in enumerate(path[1:], 1):
            there, first = leg(way), fresh and i == 1
            at = Leg(start, here, there, i, first, fresh, way < 0, held, each)
            each = each or (way < 0 and rules.edition.infiltrates_each_hex)
            for bar in bars:
                if bar.region >> there & 1:
                    culprits = tuple(s.stacks(1 - side).get(there, ())) if bar.text == "enemy_hex" else ()
                    if culprits:
                        trace("D-7.0")
                    args = {"units": units, "hex": there, "by_units": culprits}
                    yield Refusal(bar.rule, bar.text, args, culprits, (there,), i)
            if rules.barriers.has(here, there):
                yield Refusal("D-9.1.1", "water_side", {"from_hex": here, "to_hex": there}, (), (here, there), i)
            yield from self._zone_refusals(s, units, zone, at)
            held = held or bool(first and zone >> here & 1 and zone >> there & 1)
            if not first and (slow >> here & 1 or (fresh and slow >> start & 1)):
                yield Refusal("D-4.2", "blizzard_one_hex", {"units": units, "hex": here}, units, (here,), i)
            for unit in units:
                price = costs[unit].of(here, there)
                if price is None or left[unit] < 0:
                    continue
                left[unit] -= price
                if left[unit] < 0 and first and len(path) == 2 and not s.spent[unit]:
                    trace("D-9.1.3")  # one hex is always possible as the whole move
                elif left[unit] < 0:
                    yield self._too_far(s, unit, path, i, left[unit])
            here = there

    def _too_far(self, s: YaluState, unit: int, path: tuple[int, ...], at: int, left: int) -> Refusal:
        """The refusal of the step that leaves a unit fewer points than none; it tells of the whole way if all of it can
        be walked."""
        costs, hexes = costs_for(s, unit), [leg(h) for h in path]
        needs = [costs.of(a, b) for a, b in pairwise(hexes)]
        args = {"unit": unit, "hex": hexes[at], "need_mp": needs[at - 1], "left_mp": left + (needs[at - 1] or 0)}
        if None not in needs:
            has = max(allowance(s, unit) - s.spent[unit], 0)
            args |= {"hex": hexes[-1], "need_mp": sum(filter(None, needs)), "left_mp": has}
        return Refusal("D-9.1.2", "too_far", args, (unit,), (hexes[at],), at)

    def _zone_refusals(self, s: YaluState, units: tuple[int, ...], zone: Region, at: Leg) -> Iterator[Refusal]:
        """8.3.1: every reason from enemy zones of control against leaving a hex."""
        side = s.rules.side_of[units[0]]
        here = (at.here,)
        inside = bool(zone >> at.here & 1)
        culprits = zones.over(s, 1 - side, at.here) if inside else ()
        args = {"units": units, "hex": at.here, "to_hex": at.there, "by_units": culprits}
        if at.held:
            # D-8.3.1.3: straight from zone to zone is one hex, and no infiltration after it
            yield Refusal("D-8.3.1.3", "zone_to_zone", args, culprits, here, at.at)
        elif at.each and not at.tried:
            yield Refusal("C-23C", "infiltration_each_hex", args, units, here, at.at)
        elif inside and not at.first and not at.tried:
            # D-8.3.1.1, D-8.3.1.2: a unit that has entered a zone stops there
            rule = "D-8.3.1.2" if at.fresh and zone >> at.start & 1 else "D-8.3.1.1"
            yield Refusal(rule, "zone_stop" if side == COMMUNIST else "zone_stop_un", args, culprits, here, at.at)
        elif at.tried and side == UN:
            yield Refusal("D-9.2.3.1", "un_infiltration", args, units, here, at.at)
        elif at.tried and at.first and inside and zone >> at.there & 1:
            yield Refusal("D-8.3.1.3", "zone_to_zone", args, culprits, here, at.at)
        elif at.tried and not at.each and (at.first or not inside):
            # D-9.2.3.1: infiltration is for units that have stopped in a zone
            text = "began_in_zone" if inside else "nothing_to_infiltrate"
            yield Refusal("D-9.2.3.1", text, args, units, here, at.at)

    # ----------------------------------------------------------------------------------------------------- doing

    def march(self, s: YaluState, move: Move) -> None:
        """Start the move of the units."""
        fresh = not s.flags[move.units[0]] & MOVED
        # 9.1.2: a unit that leaves a moving stack does not end the move of the others
        last = self.last if set(move.units) <= set(self.last) else move.units
        s.replace(Moving(self.side, last, True))
        for unit in move.units:
            s.flag(unit, MOVED)
        s.push(March(move.units, move.path, move.mode, fresh))

    def note(self, s: YaluState, action: SideAction) -> None:
        """An action by one of the units that moved last lets the others go on; an action by another unit ends their
        move."""
        if action.moves:
            last = self.last if action.actor in self.last else (action.actor,)
            s.replace(Moving(self.side, last, True))

    def finish(self, s: YaluState, action: Action) -> None:
        """Place a replacement or hold it back; or end the phase."""
        if isinstance(action, PlaceUnit | arrivals.Delay):
            arrivals.apply(s, action)
        else:
            self._end(s)

    def _end(self, s: YaluState) -> None:
        """End the phase: penalties for over-stacked UN hexes, markers and movement flags removed."""
        side = SIDES.index(self.side)
        if side == UN:
            for h in stacking.overstacked(s, UN):
                if any(s.flags[u] & MOVED for u in s.stacks(UN)[h]):  # a violation is penalized once, when it arises
                    stacking.penalty(s, UN, h)
        elif s.marks:
            # D-3.2.IIc: rail breaks, damaged bridges and interdiction last until the end of Communist movement
            gone = [mark for mark in s.marks if not s.rules.edition.damage_lasts_next_turn or mark[0] == "interdiction"]
            if gone:
                s.log("D-3.2.IIc", "markers_removed", n=len(gone))
                s.unmark(*gone)
        for unit in s.rules.units_of[side]:
            s.flag(unit, MOVED | DONE | ARRIVED | INFILTRATED, on=False)
            if s.spent[unit] and s.on_map(unit):
                s.spend(unit, 0)
        s.pop()
