"""9 Movement: the movement phases of both sides, what they offer and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, Literal

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Step
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Path, Units, leg
from parallel38.games.yalu.rules import (
    airdrop,
    arrivals,
    breakdown,
    conscripts,
    guerrillas,
    infiltration,
    offmap,
    rail,
    replacements,
    sea,
    stacking,
    steps,
    supply,
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
    ISOLATED,
    MOVED,
    NEUTRALIZED,
    RAIL,
    REGROUP,
    SIDES,
    UN,
    YaluState,
)
from parallel38.hexgrid import Costs, Hex, Reach, Region, bits
from parallel38.wargame.costs import blocked_hexes

MODES = ("foot", "rail")


class Move(Action, frozen=True):
    """Move units along a path, on foot or by rail. Written `move PVA-40-118 0812-0813~0814`, `move NKPA-47 … rail`."""

    units: Units
    path: Path
    mode: str = "foot"


class Regroup(Action, frozen=True):
    """Mark neutralized units that will try to regroup. Written `regroup PVA-40-118`."""

    units: Units


def begin(s: YaluState, side: int) -> None:
    """A movement phase."""
    s.tell(RAIL, 0)
    s.push(Moving("communist" if side == COMMUNIST else "un"))


def may_move(s: YaluState, unit: int, last: tuple[int, ...]) -> bool:
    """Whether a unit can begin to move, or go on because it moved last."""
    on = unit in last and s.on_map(unit) and s.flags[unit] & (MOVED | REGROUP | DONE | DROPPED) == MOVED
    return on or s.can_leave(unit)


class Moving(Frame, frozen=True):
    """A movement phase. `last` are the units that moved last: they alone may still go on (9.1.1)."""

    side: Literal["un", "communist"]
    last: Units = ()
    begun: bool = False

    def decider(self, s: YaluState) -> str:
        """The side whose phase it is (D-2.7)."""
        return self.side

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """Say whether units may still be marked to regroup."""
        unmoved = [u for u in s.present(SIDES.index(self.side)) if s.can_leave(u)]
        replaced = self._replaceable(s)
        key = "moving_replacements" if replaced else "moving"
        return key, {"side": self.side, "n": len(unmoved), "dead": len(replaced)}

    def takes(self, action: Action) -> bool:
        """Moves, regroup marks, the end of the phase; for the UN its options (9.3), before them replacements."""
        if isinstance(action, SideAction | PlaceUnit | arrivals.Delay):
            return self.side == SIDES[UN]
        return isinstance(action, Move | Regroup | End)

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every unit that may move, with where to; who may be marked to regroup; the end of the phase."""
        for unit in s.present(SIDES.index(self.side)):
            yield from self.unit_offers(s, unit)
        yield from self._other_offers(s)

    def unit_offers(self, s: YaluState, unit: int) -> Iterator[Offer]:
        """What one unit may do."""
        rules = s.rules
        if s.flags[unit] & MOVED and unit not in self.last and rules.part_of[unit] is None:
            return  # its move is over (9.1.1); parts may still be put together
        if may_move(s, unit, self.last):
            way = Range(s, unit)
            yield Offer("move", units=(unit,), mode="foot", domain=way)
            if not rules.guerrilla[unit]:
                if rules.side_of[unit] == COMMUNIST:
                    yield Offer("move", units=(unit,), mode="infiltrate", domain=way)
                if rules.by_rail >> s.where[unit] & 1:
                    yield Offer("move", units=(unit,), mode="rail", domain=way)
        if s.flags[unit] & NEUTRALIZED and not self.begun and next(self._regroup_refusals(s, unit), None) is None:
            yield Offer("regroup", units=(unit,), action=Regroup((unit,)))
        if self.side == SIDES[UN]:
            for section in (breakdown, sea, airdrop, offmap):
                yield from section.offers(s, unit, self)

    def _replaceable(self, s: YaluState) -> list[int]:
        """D-6.2: the dead that may still return before the first move; nobody acts between the two phases."""
        if self.begun or self.side == SIDES[COMMUNIST]:
            return []
        return [u for u in replacements.candidates(s) if arrivals.free(s, u)]

    def _other_offers(self, s: YaluState) -> Iterator[Offer]:
        """Units that are not on the map, and the end of the phase."""
        if self.side == SIDES[UN]:
            yield from offmap.returning(s)
            if not self.begun:
                yield from arrivals.offers(s, replacements.candidates(s), landing=False)
        if self.side == SIDES[COMMUNIST] or not self._must_spread(s):
            yield Offer("end", action=End())

    def sample(self, s: YaluState, rng: Random) -> Action | None:
        """A random unit, or the end of the phase, then a random choice of what is offered to it."""

        def offers(unit: int | None) -> Iterator[Offer]:
            return self._other_offers(s) if unit is None else self.unit_offers(s, unit)

        return self.sample_of(s, s.present(SIDES.index(self.side)), offers, rng)

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """For each end hex the cheapest path."""
        if isinstance(offer.domain, ActionDomain):
            yield from offer.domain.actions()
            return
        if offer.verb != "move":
            yield from arrivals.expand(offer)
            return
        hexes = offer.hexes
        if (
            offer.mode == "infiltrate"
        ):  # what can be reached without dice is left out, as long as there is something else
            hexes = hexes & ~offer.domain.region("foot") or hexes
        for h in sorted(bits(hexes), key=s.rules.grid.label):
            yield self._move(offer.domain, h, offer.mode)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random end hex."""
        if offer.verb != "move":
            found = list(self.expand(s, offer))
            return rng.choice(found) if found else None
        end = offer.domain.draw(offer.mode, rng)
        return None if end is None else self._move(offer.domain, end, offer.mode)

    def _move(self, way: Range, end: Hex, mode: str) -> Move:
        path = way.way(end, mode)
        assert path is not None
        return Move((way.unit,), path, "rail" if mode == "rail" else "foot")

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether a unit is offered a move in this manner to that hex. D-9.1.2: any move may lead back to its start."""
        if isinstance(action, Regroup):
            return offer.verb == "regroup" and offer.units[0] in action.units
        if isinstance(offer.domain, ActionDomain):
            return offer.domain.holds(action)
        if not isinstance(action, Move):
            return arrivals.holds(offer, action)
        mode, end = "infiltrate" if any(h < 0 for h in action.path) else action.mode, leg(action.path[-1])
        if offer.verb != "move" or offer.units[0] not in action.units or offer.mode != mode:
            return False
        return end == s.where[offer.units[0]] or bool(offer.hexes >> end & 1)

    def complete(self, s: YaluState, action: Action) -> Action:
        """Fill in the start, and for a single hex the way to it.

        On foot if that is possible, around full hexes if there is such a way; else by infiltration; else the shortest
        way, so that a refusal can say where it fails.
        """
        if not isinstance(action, Move) or not action.units:
            return action
        start, first = s.where[action.units[0]], leg(action.path[0])
        if not s.on_map(action.units[0]) or first >= s.rules.grid.size or first == start:
            return action
        if len(action.path) > 1:
            touching = first in s.rules.grid.neighbours[start]
            return Move(action.units, (start, *action.path), action.mode) if touching else action
        end, way = first, Range(s, action.units[0])
        around = Range(s, action.units[0], avoid=self._better_avoided(s, action.units))
        modes = ("rail",) if action.mode == "rail" else ("foot", "infiltrate")
        if min(action.path) < 0:
            modes = ("infiltrate",)
        path = next(filter(None, (w.path(end, mode) for mode in modes for w in (around, way))), None)
        if path is None:
            usual = s.rules.rail_costs if action.mode == "rail" else costs_for(s, action.units[0])
            blocked = blocked_hexes(obstacles(s, s.rules.side_of[action.units[0]]))
            anywhere = Costs(s.rules.grid, lambda a, b: 1)
            for costs, closed in ((usual, blocked), (usual, 0), (anywhere, 0)):
                path = path or Reach(costs, {start: 0}, FAR, closed).path_to(end)
        return Move(action.units, path, action.mode) if path else action

    def _better_avoided(self, s: YaluState, units: tuple[int, ...]) -> Region:
        """Hexes where a Communist move has a price: over the limit (D-7.1.2), or a guerrilla lost (D-16.1)."""
        region, guerrilla = 0, s.rules.guerrilla[units[0]]
        if s.rules.side_of[units[0]] == COMMUNIST:
            for h, there in s.stacks(COMMUNIST).items():
                lost = s.regulars_at(h) if guerrilla else s.guerrillas_at(h)
                if lost or (not guerrilla and stacking.over_limit(s, COMMUNIST, {*there, *units})):
                    region |= 1 << h
        return region

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-7.1.2: a Communist move may break the limit, and pays for it. D-16.1: guerrillas are lost among friends.

        D-9.2.3.2: a die that cannot succeed is no help. D-17.5: conscripts that are alone when the phase ends leave.
        """
        lone = conscripts.alone(s) if isinstance(action, End) and self.side == SIDES[COMMUNIST] else ()
        if lone:
            yield Refusal("D-17.5", "conscripts_leave", {"units": lone}, lone)
        if isinstance(action, SideAction):
            yield from action.warnings(s)
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
            lost = s.regulars_at(h) if guerrilla else s.guerrillas_at(h)
            if lost:
                yield Refusal("D-16.1", "absorb", {"hex": h}, tuple(lost), (h,), i)
            if action.path[i] < 0 and infiltration.number(s, hexes[i - 1], h) < 1:
                yield Refusal("D-9.2.3.2", "hopeless", {"from_hex": hexes[i - 1], "hex": h}, (), (h,), i)

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A move with its cost and dice."""
        if isinstance(action, Regroup):
            return "action.regroup", {"units": action.units}
        if isinstance(action, SideAction):
            return action.describe(s)
        if isinstance(action, PlaceUnit | arrivals.Delay):
            return arrivals.describe(action)
        if not isinstance(action, Move):
            return super().describe(s, action)
        hexes = [leg(h) for h in action.path]
        args: dict[str, Any] = {"units": action.units, "to_hex": hexes[-1], "n": len(hexes) - 1}
        if s.rules.guerrilla[action.units[0]]:
            return "action.hop", args
        if action.mode == "rail":
            return "action.rail", args
        costs = costs_for(s, action.units[0])
        args["mp"] = sum(costs.of(a, b) or 0 for a, b in pairwise(hexes))
        dice = [i for i, h in enumerate(action.path) if h < 0]
        if not dice:
            return "action.move", args
        needs = [infiltration.number(s, hexes[i - 1], hexes[i]) for i in dice]
        return "action.infiltrate", {**args, "n": len(dice), "need_words": needs}

    def steps(self, s: YaluState, action: Action) -> Iterator[Step]:
        """What a move costs, hex by hex."""
        return steps.table(s, action.units, action.path, action.mode) if isinstance(action, Move) else iter(())

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """The judge of the movement phase."""
        if isinstance(action, Move):
            yield from self._move_refusals(s, action)
        elif isinstance(action, SideAction):
            yield from action.refusals(s, self)
        elif isinstance(action, PlaceUnit | arrivals.Delay):
            if self.begun:
                yield Refusal("D-6.2", "replacement_late", {"unit": action.unit}, (action.unit,))
            yield from arrivals.refusals(s, action, landing=False)
        elif isinstance(action, Regroup):
            if not action.units or len(set(action.units)) < len(action.units):
                yield Refusal("D-9.2.1" if self.side == SIDES[COMMUNIST] else "D-9.3.1", "regroup_nobody")
            for unit in action.units:
                yield from self._regroup_refusals(s, unit)
        elif self.side == SIDES[UN]:
            for h in self._must_spread(s):
                units = tuple(s.stacks(UN)[h])
                yield Refusal("D-7.2.1", "end_overstacked", {"hex": h, "units": units}, units, (h,))

    def _must_spread(self, s: YaluState) -> list[Hex]:
        """D-7.2.1, D-7.2.6: over-full UN hexes that somebody can still leave; the phase may not end before."""
        crowded = stacking.overstacked(s, UN)
        able = {h: [u for u in s.stacks(UN)[h] if may_move(s, u, self.last)] for h in crowded}
        return [h for h, units in able.items() if any(Range(s, u).region("foot") for u in units)]

    def _regroup_refusals(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """D-9.2.1, D-9.3.1: marks come before any move, on neutralized units.

        D-5.2.3, D-5.3.4: not on isolated ones. D-7.3: nor on over-stacked ones.
        """
        side = SIDES.index(self.side)
        communist = side == COMMUNIST
        args = {"unit": unit}
        if s.rules.side_of[unit] != side or not s.on_map(unit):
            yield Refusal("D-2.7", "not_yours", {"unit": unit, "side": self.side}, (unit,))
            return
        if self.begun:
            yield Refusal("D-9.2.1" if communist else "D-9.3.1", "regroup_late", args, (unit,))
        if not s.flags[unit] & NEUTRALIZED:
            yield Refusal("D-15.4.1", "not_neutralized", args, (unit,))
        if s.flags[unit] & REGROUP:
            yield Refusal("D-15.4.1", "already_regrouping", args, (unit,))
        if communist and s.flags[unit] & ISOLATED:
            yield Refusal("D-5.2.3", "regroup_isolated", args, (unit,))
        if not communist and not supply.supplied(s, UN) >> s.where[unit] & 1:
            yield Refusal("D-5.3.4", "regroup_isolated", args, (unit,))
        if not communist and not s.effect(UN, "regroup_north") and s.rules.north >> s.where[unit] & 1:
            yield Refusal("D-9.3.1", "regroup_blizzard", args, (unit,))
        if stacking.over_limit(s, side, s.stacks(side)[s.where[unit]]):
            yield Refusal("D-7.3", "regroup_overstacked", {"unit": unit, "hex": s.where[unit]}, (unit,))

    def _move_refusals(self, s: YaluState, action: Move) -> Iterator[Refusal]:
        """Who may move, and whether the path is one; then what its manner of movement asks."""
        rules, units, side = s.rules, action.units, SIDES.index(self.side)
        start = leg(action.path[0])
        if not units or len(set(units)) < len(units):
            yield Refusal("D-9.1.2", "no_units")
            return
        barred = False
        for unit in units:
            for refusal in stuck(s, unit, side, self.last, start):
                barred = True
                yield refusal
        fresh = not s.flags[units[0]] & MOVED
        mixed = any(bool(s.flags[u] & MOVED) == fresh for u in units) or len({rules.guerrilla[u] for u in units}) > 1
        if mixed and not barred:
            yield Refusal("D-9.1.1", "not_together", {"units": units}, units)
        if mixed:
            return
        if action.mode not in MODES:
            yield Refusal("D-9.1.1", "unknown_mode", {"mode": action.mode, "names": MODES})
            return
        hexes = [leg(h) for h in action.path]
        if len(hexes) < 2:
            yield Refusal("D-9.1.1", "no_path", {"units": units}, units)
            return
        if action.path[0] < 0:
            yield Refusal("D-9.2.3.2", "die_at_start", {"hex": start}, units, (start,), 0)
            return
        for i, (a, b) in enumerate(pairwise(hexes), 1):
            if a >= rules.grid.size or b >= rules.grid.size or b not in rules.grid.neighbours[a]:
                yield Refusal("D-9.1.1", "not_adjacent", {"from_hex": a, "to_hex": b}, at=i)
                return
        if barred:
            return
        if rules.guerrilla[units[0]]:
            yield from guerrillas.hop_refusals(s, units, action.path, action.mode)
        elif action.mode == "rail":
            yield from rail.path_refusals(s, units, action.path, fresh)
        else:
            yield from self._foot_refusals(s, action, fresh)
        if side == UN:
            end = hexes[-1]
            staying = tuple(u for u in stacking.staying(s, end) if u not in units)
            if stacking.full_at_end(s, units, staying):
                args = {"hex": end, "units": units, "by_units": staying}
                yield Refusal("D-7.2.6", "full_at_end", args, staying, (end,), len(hexes) - 1)

    def _foot_refusals(self, s: YaluState, action: Move, fresh: bool) -> Iterator[Refusal]:
        """Leg by leg: obstacles, zones of control (8.3.1), weather, movement points (9.1)."""
        rules, units, path = s.rules, action.units, action.path
        side, start = rules.side_of[units[0]], leg(path[0])
        bars, zone = obstacles(s, side), zones.zone(s, 1 - side)
        left = {u: max(allowance(s, u) - s.spent[u], 0) for u in units}
        costs = {u: costs_for(s, u) for u in units}
        slow = crawl(s, side)
        if side == UN and blocked_hexes(bars) >> start & 1:
            yield Refusal("D-4.2", "blizzard_still", {"hex": start}, units, (start,), 0)
        held, here = False, start
        for i, way in enumerate(path[1:], 1):
            there, tried = leg(way), way < 0
            first = fresh and i == 1
            for bar in bars:
                if bar.region >> there & 1:
                    culprits = tuple(s.stacks(1 - side).get(there, ())) if bar.text == "enemy_hex" else ()
                    trace(*(["D-7.0"] if culprits else []))
                    args = {"units": units, "hex": there, "by_units": culprits}
                    yield Refusal(bar.rule, bar.text, args, culprits, (there,), i)
            if rules.barriers.has(here, there):
                yield Refusal("D-9.1.1", "water_side", {"from_hex": here, "to_hex": there}, (), (here, there), i)
            yield from self._zone_refusals(s, units, zone, (start, here, there), i, first, fresh, tried, held)
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
                    args = {"unit": unit, "hex": there, "need_mp": price, "left_mp": left[unit] + price}
                    yield Refusal("D-9.1.2", "too_far", args, (unit,), (there,), i)
            here = there

    def _zone_refusals(
        self,
        s: YaluState,
        units: tuple[int, ...],
        zone: Region,
        hexes: tuple[Hex, Hex, Hex],
        i: int,
        first: bool,
        fresh: bool,
        tried: bool,
        held: bool,
    ) -> Iterator[Refusal]:
        """8.3.1: what enemy zones of control say about leaving a hex."""
        start, here, there = hexes
        side = s.rules.side_of[units[0]]
        inside = bool(zone >> here & 1)
        culprits = zones.over(s, 1 - side, here) if inside else ()
        args = {"units": units, "hex": here, "to_hex": there, "by_units": culprits}
        if held:
            # D-8.3.1.3: straight from zone to zone is one hex, and no infiltration after it
            yield Refusal("D-8.3.1.3", "zone_to_zone", args, culprits, (here,), i)
        elif inside and not first and not tried:
            # D-8.3.1.1, D-8.3.1.2: who has entered a zone stops there
            rule = "D-8.3.1.2" if fresh and zone >> start & 1 else "D-8.3.1.1"
            yield Refusal(rule, "zone_stop" if side == COMMUNIST else "zone_stop_un", args, culprits, (here,), i)
        elif tried and side == UN:
            yield Refusal("D-9.2.3.1", "un_infiltration", args, units, (here,), i)
        elif tried and first and inside and zone >> there & 1:
            yield Refusal("D-8.3.1.3", "zone_to_zone", args, culprits, (here,), i)
        elif tried and (first or not inside):
            # D-9.2.3.1: infiltration is for who has stopped in a zone
            text = "began_in_zone" if inside else "nothing_to_infiltrate"
            yield Refusal("D-9.2.3.1", text, args, units, (here,), i)

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """Carry it out."""
        if isinstance(action, Regroup):
            for unit in action.units:
                s.flag(unit, REGROUP)
            s.log("D-9.2.1" if self.side == SIDES[COMMUNIST] else "D-9.3.1", "regroup_marked", units=action.units)
        elif isinstance(action, Move):
            fresh = not s.flags[action.units[0]] & MOVED
            # 9.1.2: who leaves a moving stack does not end the move of the others
            last = self.last if set(action.units) <= set(self.last) else action.units
            s.replace(Moving(self.side, last, True))
            for unit in action.units:
                s.flag(unit, MOVED)
            s.push(March(action.units, action.path, action.mode, fresh))
        elif isinstance(action, SideAction):
            if action.moves:
                # one of the units that moved last leaves the others their moves; another unit ends them
                last = self.last if action.actor in self.last else (action.actor,)
                s.replace(Moving(self.side, last, True))
            action.apply(s)
        elif isinstance(action, PlaceUnit | arrivals.Delay):
            arrivals.apply(s, action)
        else:
            self._end(s)

    def _end(self, s: YaluState) -> None:
        """The phase ends: over-full UN hexes suffer, markers go, marks of movement are wiped off."""
        side = SIDES.index(self.side)
        if side == UN:
            for h in stacking.overstacked(s, UN):
                if any(s.flags[u] & MOVED for u in s.stacks(UN)[h]):  # a violation is punished once, when it arises
                    stacking.penalty(s, UN, h)
        elif s.marks:
            # D-3.2.IIc: rail breaks, damaged bridges and interdiction last until the end of Communist movement
            s.log("D-3.2.IIc", "markers_removed", n=len(s.marks))
            s.unmark(*s.marks)
        for unit in s.rules.units_of[side]:
            s.flag(unit, MOVED | DONE | ARRIVED, on=False)
            if s.spent[unit] and s.on_map(unit):
                s.spend(unit, 0)
        s.pop()
