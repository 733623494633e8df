"""9 Movement: general rules, Communist options, UN ground, road and rail movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Obstacle, Offer, Refusal
from parallel38.engine.trace import trace, tracing
from parallel38.engine.values import Action, End, Path, Units, leg
from parallel38.games.yalu.rules import guerrillas, stacking, supply, weather, zones
from parallel38.games.yalu.state import (
    CEASED,
    CITIES,
    COMMUNIST,
    HELD,
    ISOLATED,
    MOVED,
    NEUTRALIZED,
    RAIL,
    REGROUP,
    SIDES,
    UN,
    YaluState,
)
from parallel38.hexgrid import Arrivals, Costs, Hex, Reach, Region, bits, path_to, step

if TYPE_CHECKING:
    from parallel38.games.yalu.setting import YaluRules

MODES = ("foot", "rail")
RAIL_HEXES = (24, 12)
"""UN, Communist (9.3.2.1, 9.2.2.2)."""
RAIL_DIVISIONS = 2 * stacking.DIVISION
ENTRAIN = 2
"""Movement points that a UN unit pays to board a train (9.3.2.1)."""
GUERRILLA_HEXES = 2
FAR = 1 << 14


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
    s.push(Moving(SIDES[side]))


# ============================================================================================ 9.1 what a step costs


def step_costs(
    rules: YaluRules, road: str, subfreezing: bool, marks: Iterable[tuple[str, int, int]]
) -> Costs:
    """D-9.1.1: points to enter a hex, more across a river, less along a road.

    D-13.7.3: a damaged bridge saves nothing. D-13.7.4: an interdicted road costs a point more for each factor, to
    those who use the road rate.
    """
    board, point = rules.board, rules.point
    hexes = {h: rules.points("terrain_move", rules.terrain(h)) for h in bits(rules.land)}
    river = rules.points("terrain_move", "river_subfreezing" if subfreezing else "river")
    bridge, rate = rules.points("terrain_move", "bridge"), rules.points("terrain_move", road)
    damaged = {frozenset((h, ~more)) for kind, h, more in marks if kind == "damaged-bridge"}
    slowed = {h: n * point for kind, h, n in marks if kind == "interdiction"}

    def cost(a: Hex, b: Hex) -> int | None:
        if a not in hexes or b not in hexes or rules.barriers.has(a, b):
            return None
        water = 0
        if board.rivers.has(a, b):
            water = bridge if board.bridges.has(a, b) and frozenset((a, b)) not in damaged else river
        price = hexes[b] + water
        return min(price, rate + slowed.get(b, 0) + water) if board.roads.has(a, b) else price

    return Costs(rules.grid, cost)


def rail_costs(rules: YaluRules) -> Costs:
    """A railway hex counts one, and there is no way but along the line (9.2.2.2, 9.3.2.1)."""
    return Costs(rules.grid, lambda a, b: 1 if rules.board.rails.has(a, b) else None)


def hop_costs(rules: YaluRules) -> Costs:
    """D-16.2: guerrillas count land hexes and nothing else."""
    stop = rules.setting.rulings["guerrillas-and-water"] == "stop"

    def cost(a: Hex, b: Hex) -> int | None:
        return None if not rules.land >> b & 1 or (stop and rules.barriers.has(a, b)) else 1

    return Costs(rules.grid, cost)


def costs_for(s: YaluState, unit: int) -> Costs:
    """What each step costs a unit now."""
    rules = s.rules
    if rules.side_of[unit] == COMMUNIST:
        road = "road_communist"
    else:  # support units count as smaller than a division (12.1.9)
        road = "road_un_division" if rules.size[unit] == "division" else "road_un_other"
    return rules.costs(road, weather.subfreezing(s), s.marks)


def allowance(s: YaluState, unit: int) -> int:
    """A unit's movement allowance, in parts of a point.

    D-4.2, D-9.1.4: the weather takes from the printed figure, down to one point. D-5.2.2: isolated Communists have
    half, fractions kept. D-5.3.3: isolation takes nothing from UN units.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    if not rules.movement[unit]:
        return 0
    points = max(rules.movement[unit] + s.effect(side, "mp_delta"), 1) * rules.point
    if s.flags[unit] & ISOLATED:
        trace("D-5.2.2" if side == COMMUNIST else "D-5.3.3")
        if side == COMMUNIST:
            points //= 2
    if tracing():
        trace("D-4.2", "D-9.1.4")
    return points


def obstacles(s: YaluState, side: int) -> tuple[Obstacle, ...]:
    """The hexes that no unit of a side may enter on foot, each with its rule."""
    rules = s.rules
    found = (
        Obstacle("D-9.1.1", "off_board", rules.grid.all & ~rules.board.in_play),
        Obstacle("D-9.1.1", "sea", rules.board.in_play & ~rules.land),
        Obstacle("D-9.1.3", "enemy_hex", s.held_by(1 - side)),  # D-7.0, D-8.3.5: guerrillas do not count
    )
    if side == UN and s.effect(UN, "still_north"):
        return (*found, Obstacle("D-4.2", "blizzard_still", rules.north))
    return found


def joined(obstacles: Iterable[Obstacle]) -> Region:
    """The hexes of all obstacles."""
    region = 0
    for obstacle in obstacles:
        region |= obstacle.region
    return region


# ==================================================================================== 9.2.2, 9.3.2 rail: what bars it


def beside_enemy(s: YaluState, side: int) -> Region:
    """D-9.2.2.3, D-9.3.2.2: the hexes beside enemy units, with or without a zone; guerrillas and ships do not count."""
    enemies = s.held_by(1 - side)
    if side == COMMUNIST and s.rules.setting.rulings["ships-beside-rail"] == "enemy":
        for h, units in s.stacks(UN).items():
            if any(s.rules.naval[u] for u in units):
                enemies |= 1 << h
    return s.rules.grid.around(enemies) | enemies


def rail_obstacles(s: YaluState, side: int) -> tuple[Obstacle, ...]:
    """The hexes that no train of a side may enter."""
    breaks = 0
    for kind, h, _ in s.marks:
        if kind == "rail-break":
            breaks |= 1 << h
    found = (
        Obstacle("D-9.2.2.3" if side == COMMUNIST else "D-9.3.2.2", "rail_beside_enemy", beside_enemy(s, side)),
        Obstacle("D-13.7.3", "rail_break", breaks),
    )
    if side == UN and s.effect(UN, "still_north"):
        return (*found, Obstacle("D-4.2", "blizzard_still", s.rules.north))
    return found


def rail_bars(s: YaluState, units: tuple[int, ...], fresh: bool) -> Iterator[Refusal]:
    """Why units may not board a train where they stand."""
    rules, side, start = s.rules, s.rules.side_of[units[0]], s.where[units[0]]
    communist = side == COMMUNIST
    if communist and not fresh:
        yield Refusal("D-9.2.2.1", "rail_instead", {"units": units}, units)
    if not rules.by_rail >> start & 1:
        yield Refusal("D-9.2.2.1" if communist else "D-9.3.2.1", "not_on_rail", {"units": units, "hex": start}, units)
    if not s.effect(side, "rail"):
        args = {"weather_key": "weather." + s.weather}
        yield Refusal("D-9.2.2.2" if communist else "D-9.3.2.1", "no_rail_weather", args)
    for obstacle in rail_obstacles(s, side):
        if obstacle.text != "rail_break" and obstacle.region >> start & 1:
            culprits = neighbours_of(s, 1 - side, start)
            text = "entrain_beside_enemy" if obstacle.text == "rail_beside_enemy" else obstacle.text
            args = {"hex": start, "units": units, "by_units": culprits}
            yield Refusal(obstacle.rule, text, args, culprits, (start,))
    weight = s.track[RAIL] + sum(rules.weight[u] for u in units)
    if weight > RAIL_DIVISIONS:
        yield Refusal("D-9.2.2.4" if communist else "D-9.3.2.4", "rail_full", {"units": units}, units)
    if not communist:
        for unit in units:
            left = allowance(s, unit) - s.spent[unit]
            if left < ENTRAIN * rules.point:
                args = {"unit": unit, "left_mp": left, "need_mp": ENTRAIN * rules.point}
                yield Refusal("D-9.3.2.1", "no_points_to_entrain", args, (unit,))


def neighbours_of(s: YaluState, side: int, h: Hex) -> tuple[int, ...]:
    """The units of a side, guerrillas apart, in and around a hex."""
    stacks = s.stacks(side)
    near = [u for n in (h, *s.rules.grid.neighbours[h]) for u in stacks.get(n, ())]
    return tuple(u for u in near if not s.rules.guerrilla[u])


# ====================================================================================================== where to go


class Range:
    """Where one unit can go from where it stands: on foot, by infiltration, by rail. Worked out as far as asked for."""

    def __init__(self, s: YaluState, unit: int) -> None:
        self.s, self.unit, self.start = s, unit, s.where[unit]
        self.side = s.rules.side_of[unit]
        self.fresh = not s.flags[unit] & MOVED
        self.guerrilla = s.rules.guerrilla[unit]

    def region(self, mode: str) -> Region:
        """The hexes where the unit can end: on "foot", by "infiltrate", by "rail"."""
        if self.guerrilla:
            return self.hops.region if mode == "foot" else 0
        match mode:
            case "foot":
                region = self.foot.region | self.short
            case "infiltrate":
                return self.deep.region
            case _:
                region = self.rail.region & ~(1 << self.start)
        return region & ~self.full if self.side == UN else region

    def path(self, end: Hex, mode: str) -> tuple[int, ...] | None:
        """The cheapest path to a hex, with legs that need a die marked; None if there is none."""
        if not self.region(mode) >> end & 1:
            return None
        match mode:
            case "foot" if self.guerrilla:
                way = path_to(self.hops, end)
            case "foot" if self.short >> end & 1:
                return self.start, end
            case "foot":
                way = path_to(self.foot, end)
            case "infiltrate":
                return self._infiltration_path(end)
            case _:
                return path_to(self.rail, end)
        return None if way is None else (self.start, *way)

    # ---------------------------------------------------------------------------------------------------- on foot

    @cached_property
    def costs(self) -> Costs:
        """What steps cost the unit."""
        return costs_for(self.s, self.unit)

    @cached_property
    def limit(self) -> int:
        """Its whole allowance."""
        return allowance(self.s, self.unit)

    @cached_property
    def zone(self) -> Region:
        """The enemy's zone of control."""
        return zones.zone(self.s, 1 - self.side)

    @cached_property
    def blocked(self) -> Region:
        """What it may not enter on foot."""
        return joined(obstacles(self.s, self.side))

    @cached_property
    def crawl(self) -> Region:
        """D-4.2: the hexes that a Communist unit enters and leaves no more in this weather, or leaves only once."""
        return self.s.rules.north if self.side == COMMUNIST and self.s.effect(COMMUNIST, "one_hex_north") else 0

    @cached_property
    def _first(self) -> tuple[Arrivals, Region]:
        """The hexes one step away that may be left again, and those where the unit must stay.

        D-9.1.3: one hex can always be entered as the whole move. D-8.3.1.3: from zone to zone is one hex.
        D-8.3.1.1: who has stopped in a zone goes no further on foot.
        """
        bit, spent = 1 << self.start, self.s.spent[self.unit]
        inside = self.zone & bit
        if not self.fresh:
            if inside or self.crawl & bit:
                return [], 0
            return step(self.costs, [(spent, bit)], self.limit, self.blocked), 0
        if self.side == UN and self.blocked & bit:
            return [], 0  # a blizzard holds UN units where they are
        on, short = [], 0
        for cost, region in step(self.costs, [(0, bit)], FAR, self.blocked):
            if cost > self.limit or self.crawl & bit:
                short |= region
            elif inside:
                short |= region & self.zone
                on.append((cost, region & ~self.zone))
            else:
                on.append((cost, region))
        return on, short

    @property
    def short(self) -> Region:
        """Hexes where a move of one hex must end."""
        return self._first[1]

    @cached_property
    def foot(self) -> Reach:
        """Everything on foot beyond that: zones are entered and not left (D-8.3.1.1, D-8.3.1.2)."""
        return Reach(self.costs, self._first[0], self.limit, self.blocked, self.zone | self.crawl)

    @cached_property
    def full(self) -> Region:
        """D-7.2.6: hexes where the unit would stand over the UN limit with units that can no longer leave."""
        s, region = self.s, 0
        for h, units in s.stacks(UN).items():
            if stacking.finished_weight_over(s, h, (self.unit,), [u for u in units if not can_leave(s, u)]):
                region |= 1 << h
        return region

    # ------------------------------------------------------------------------------------- 9.2.3 infiltration

    @cached_property
    def _tries(self) -> Arrivals:
        """The zone hexes, with what they cost, from which the unit may try to infiltrate (D-9.2.3.1)."""
        if self.side == UN or self.guerrilla:
            return []
        bit = 1 << self.start
        if not self.fresh and self.zone & bit:
            return [(self.s.spent[self.unit], bit & ~self.crawl)]
        return [(cost, region & self.zone & ~self.crawl) for cost, region in self.foot.arrivals]

    @cached_property
    def deep(self) -> Reach:
        """Everything that takes at least one die. D-9.2.3.2b: after a success on it goes, with or without dice."""
        first = step(self.costs, self._tries, self.limit, self.blocked)
        return Reach(self.costs, first, self.limit, self.blocked, self.crawl)

    def _infiltration_path(self, end: Hex) -> tuple[int, ...]:
        tail = path_to(self.deep, end)
        assert tail is not None
        spent = self.deep.cost(end) or 0
        for a, b in zip(tail, tail[1:], strict=False):
            spent -= self.costs.of(a, b) or 0
        tries = dict(self._tries)
        grid = self.s.rules.grid
        door = next(
            h
            for h in grid.neighbours[tail[0]]
            if (price := self.costs.of(h, tail[0])) is not None and tries.get(spent - price, 0) >> h & 1
        )
        way = path_to(self.foot, door) if self.fresh or not self.zone >> self.start & 1 else ()
        path = [self.start, *(way or ())]
        here = door
        for h in tail:
            path.append(~h if self.zone >> here & 1 else h)
            here = h
        return tuple(path)

    # ------------------------------------------------------------------------------------- rail and guerrillas

    @cached_property
    def rail(self) -> Reach:
        """D-9.2.2.2, D-9.3.2.1: so many hexes along the line."""
        s, bit = self.s, 1 << self.start
        if next(rail_bars(s, (self.unit,), self.fresh), None) is not None:
            return Reach(s.rules.rail_costs, [], 0)
        limit = 1 if self.crawl & bit else RAIL_HEXES[self.side]
        blocked = joined(rail_obstacles(s, self.side))
        return Reach(s.rules.rail_costs, [(0, bit)], limit, blocked, self.crawl & ~bit)

    @cached_property
    def hops(self) -> Reach:
        """D-16.2: two hexes in any direction, what a guerrilla has not yet used of them."""
        costs, spent = self.s.rules.hop_costs, self.s.spent[self.unit] // self.s.rules.point
        return Reach(costs, step(costs, [(spent, 1 << self.start)], GUERRILLA_HEXES), GUERRILLA_HEXES)


def may_move(s: YaluState, unit: int, last: tuple[int, ...]) -> bool:
    """Whether a unit can begin or go on to move at all."""
    rules, flags = s.rules, s.flags[unit]
    if flags & (REGROUP | HELD | CEASED) or not rules.movement[unit] or rules.naval[unit] or not s.on_map(unit):
        return False
    return not flags & MOVED or unit in last


def can_leave(s: YaluState, unit: int) -> bool:
    """Whether a UN unit has not moved yet and may still go elsewhere."""
    return may_move(s, unit, ())


# ===================================================================================================== the decision


class Moving(Frame, frozen=True):
    """A movement phase. `last` are the units that moved last: they alone may still go on (9.1.1)."""

    side: str
    last: Units = ()
    begun: bool = False

    def decider(self, s: YaluState) -> str:
        """The side whose phase it is (D-2.7)."""
        return self.side

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """Say whether units may still be marked to regroup."""
        unmoved = [u for u in s.rules.units_of[SIDES.index(self.side)] if may_move(s, u, ())]
        return "moving", {"side": self.side, "n": len(unmoved)}

    def takes(self, action: Action) -> bool:
        """Moves, regroup marks, the end of the phase."""
        return isinstance(action, Move | Regroup | End)

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every unit that may move, with where to; who may be marked to regroup; the end of the phase."""
        side = SIDES.index(self.side)
        for unit in s.rules.units_of[side]:
            if may_move(s, unit, self.last):
                way = Range(s, unit)
                for mode in ("foot", "infiltrate", "rail"):
                    if mode != "foot" and (way.guerrilla or (side == UN and mode == "infiltrate")):
                        continue
                    if mode == "rail" and not s.rules.by_rail >> way.start & 1:
                        continue
                    yield Offer("move", units=(unit,), mode=mode, hexes=lambda w=way, m=mode: w.region(m))
            if s.flags[unit] & NEUTRALIZED and next(self._regroup_bars(s, unit), None) is None:
                yield Offer("regroup", units=(unit,), action=Regroup((unit,)))
        if side == COMMUNIST or not self._must_spread(s):
            yield Offer("end", action=End())

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """For each end hex the cheapest path."""
        if offer.verb != "move":
            yield from super().expand(s, offer)
            return
        way = Range(s, offer.units[0])
        for h in bits(offer.hexes):
            yield self._move(way, h, offer.mode)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random end hex."""
        if offer.verb != "move":
            return offer.action
        ends = list(bits(offer.hexes))
        return self._move(Range(s, offer.units[0]), rng.choice(ends), offer.mode) if ends else None

    def _move(self, way: Range, end: Hex, mode: str) -> Move:
        path = way.path(end, mode)
        assert path is not None
        return Move((way.unit,), path, "rail" if mode == "rail" else "foot")

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether a move of this unit, in this manner, to that hex is offered."""
        if not isinstance(action, Move):
            return super().holds(s, offer, action)
        mode = "infiltrate" if any(h < 0 for h in action.path) else action.mode
        return (
            offer.verb == "move"
            and offer.units[0] in action.units
            and offer.mode == mode
            and bool(offer.hexes >> leg(action.path[-1]) & 1)
        )

    def complete(self, s: YaluState, action: Action) -> Action:
        """Fill in the start, and for a single hex the way to it: on foot if that is possible, else by infiltration, else
        the shortest, so that a refusal can say where it fails."""
        if not isinstance(action, Move) or not action.units:
            return action
        start = s.where[action.units[0]]
        if leg(action.path[0]) == start and len(action.path) > 1 or not s.on_map(action.units[0]):
            return action
        if len(action.path) > 1:
            return Move(action.units, (start, *action.path), action.mode)
        end, way = leg(action.path[0]), Range(s, action.units[0])
        if end >= s.rules.grid.size or end == start:
            return action
        for mode in ("rail",) if action.mode == "rail" else ("foot", "infiltrate"):
            path = way.path(end, mode)
            if path is not None:
                return Move(action.units, path, action.mode)
        anywhere = Costs(s.rules.grid, lambda a, b: 1)
        for costs in (s.rules.rail_costs, anywhere) if action.mode == "rail" else (way.costs, anywhere):
            path = path_to(Reach(costs, [(0, 1 << start)], FAR), end)
            if path is not None:
                return Move(action.units, path, action.mode)
        return action

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """The judge of the movement phase."""
        if isinstance(action, Move):
            yield from self._move_bars(s, action)
        elif isinstance(action, Regroup):
            for unit in action.units:
                yield from self._regroup_bars(s, unit)
        elif self.side == SIDES[UN]:
            for h in self._must_spread(s):
                units = tuple(s.stacks(UN)[h])
                yield Refusal("D-7.2.1", "end_overstacked", {"hex": h, "units": units}, units, (h,))

    def _must_spread(self, s: YaluState) -> list[Hex]:
        """D-7.2.1, D-7.2.6: over-full UN hexes that somebody can still leave; the phase may not end before."""
        crowded = stacking.overstacked(s, UN)
        return [
            h for h in crowded if any(can_leave(s, u) and Range(s, u).region("foot") for u in s.stacks(UN)[h])
        ]

    def _regroup_bars(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """D-9.2.1, D-9.3.1: marks come before any move, on neutralized units that are not isolated (D-5.2.3, D-5.3.4)."""
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
        if not communist and s.effect(UN, "still_north") and s.rules.north >> s.where[unit] & 1:
            yield Refusal("D-9.3.1", "regroup_blizzard", args, (unit,))
        if stacking.over_limit(s, side, s.stacks(side)[s.where[unit]]):
            yield Refusal("D-7.3", "regroup_overstacked", {"unit": unit, "hex": s.where[unit]}, (unit,))

    def _move_bars(self, s: YaluState, action: Move) -> Iterator[Refusal]:
        """Who may move, and whether the path is one; then what its manner of movement asks."""
        rules, units, side = s.rules, action.units, SIDES.index(self.side)
        start = leg(action.path[0])
        if not units or len(set(units)) < len(units):
            yield Refusal("D-9.1.2", "no_units")
            return
        barred = False
        for unit in units:
            for refusal in self._unit_bars(s, unit, side, start):
                barred = True
                yield refusal
        fresh = not s.flags[units[0]] & MOVED
        if any(bool(s.flags[u] & MOVED) == fresh for u in units) or len({rules.guerrilla[u] for u in units}) > 1:
            yield Refusal("D-9.1.1", "not_together", {"units": units}, units)
            return
        if action.mode not in MODES:
            yield Refusal("D-9.1.1", "unknown_mode", {"mode": action.mode, "names": MODES})
            return
        hexes = [leg(h) for h in action.path]
        if len(hexes) < 2:
            yield Refusal("D-9.1.1", "no_path", {"units": units}, units)
            return
        for i, (a, b) in enumerate(zip(hexes, hexes[1:], strict=False), 1):
            if a >= rules.grid.size or b >= rules.grid.size or b not in rules.grid.neighbours[a]:
                yield Refusal("D-9.1.1", "not_adjacent", {"from_hex": a, "to_hex": b}, at=i)
                return
        if barred:
            return
        if rules.guerrilla[units[0]]:
            yield from self._hop_bars(s, action)
        elif action.mode == "rail":
            yield from self._rail_bars(s, action, fresh)
        else:
            yield from self._foot_bars(s, action, fresh)
        if side == UN:
            end = hexes[-1]
            staying = [u for u in s.stacks(UN).get(end, ()) if not can_leave(s, u)]
            if stacking.finished_weight_over(s, end, units, staying):
                args = {"hex": end, "units": units, "by_units": tuple(staying)}
                yield Refusal("D-7.2.6", "full_at_end", args, tuple(staying), (end,), len(hexes) - 1)

    def _unit_bars(self, s: YaluState, unit: int, side: int, start: int) -> Iterator[Refusal]:
        """Why a unit may not move at all."""
        rules, flags, args = s.rules, s.flags[unit], {"unit": unit}
        if rules.side_of[unit] != side:
            yield Refusal("D-2.7", "not_yours", {"unit": unit, "side": self.side}, (unit,))
        elif s.where[unit] != start:
            yield Refusal("D-9.1.2", "not_there", {"unit": unit, "at_place": s.where[unit], "place": start}, (unit,))
        elif rules.naval[unit]:
            yield Refusal("D-12.2.3", "ship", args, (unit,))
        elif not rules.movement[unit]:
            yield Refusal("D-9.1.3", "no_movement", args, (unit,))
        elif flags & REGROUP:
            yield Refusal("D-15.4.1", "regrouping", args, (unit,))
        elif flags & MOVED and unit not in self.last:
            yield Refusal("D-9.1.1", "has_moved", args, (unit,))
        elif flags & HELD:
            yield Refusal("D-8.3.1.3", "held", args, (unit,))
        elif flags & CEASED:
            yield Refusal("D-9.2.3.3" if side == COMMUNIST else "D-9.3.2.3", "ceased", args, (unit,))

    def _hop_bars(self, s: YaluState, action: Move) -> Iterator[Refusal]:
        """D-16.2: two land hexes a turn; D-8.3.5: UN units and zones do not matter, nor does the weather."""
        rules, hexes = s.rules, [leg(h) for h in action.path]
        trace("D-8.3.5")
        if action.mode != "foot" or any(h < 0 for h in action.path):
            yield Refusal("D-16.2", "guerrilla_on_foot", {"units": action.units}, action.units)
        for i, (a, b) in enumerate(zip(hexes, hexes[1:], strict=False), 1):
            if rules.hop_costs.of(a, b) is None:
                yield Refusal("D-16.2", "guerrilla_land", {"hex": b}, (), (b,), i)
            used = max(s.spent[u] for u in action.units) // rules.point
            if used + i > GUERRILLA_HEXES:
                yield Refusal("D-16.2", "guerrilla_far", {"units": action.units}, action.units, (b,), i)
                return

    def _foot_bars(self, s: YaluState, action: Move, fresh: bool) -> Iterator[Refusal]:
        """Leg by leg: obstacles, zones of control (8.3.1), weather, movement points (9.1)."""
        rules, units, path = s.rules, action.units, action.path
        side, start = rules.side_of[units[0]], leg(path[0])
        bars, zone = obstacles(s, side), zones.zone(s, 1 - side)
        left = {u: allowance(s, u) - s.spent[u] for u in units}
        costs = {u: costs_for(s, u) for u in units}
        crawl = rules.north if side == COMMUNIST and s.effect(COMMUNIST, "one_hex_north") else 0
        if side == UN and joined(bars) >> start & 1:
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
            yield from self._zone_bars(s, units, zone, (start, here, there), i, first, fresh, tried, held)
            held = held or bool(first and zone >> here & 1 and zone >> there & 1)
            if crawl >> here & 1 and not first:
                yield Refusal("D-4.2", "blizzard_one_hex", {"units": units, "hex": here}, units, (here,), i)
            for unit in units:
                price = costs[unit].of(here, there)
                if price is None:
                    continue
                left[unit] -= price
                if left[unit] < 0 and first and len(path) == 2:
                    trace("D-9.1.3")  # one hex is always possible as the whole move
                elif left[unit] < 0:
                    args = {"unit": unit, "hex": there, "need_mp": price, "left_mp": left[unit] + price}
                    yield Refusal("D-9.1.2", "too_far", args, (unit,), (there,), i)
            here = there

    def _zone_bars(
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
            yield Refusal("D-9.2.3.1", "nothing_to_infiltrate", args, units, (here,), i)

    def _rail_bars(self, s: YaluState, action: Move, fresh: bool) -> Iterator[Refusal]:
        """D-9.2.2, D-9.3.2: along the line, not beside the enemy, so many hexes, so many divisions."""
        units, path = action.units, action.path
        side = s.rules.side_of[units[0]]
        communist = side == COMMUNIST
        yield from rail_bars(s, units, fresh)
        if any(h < 0 for h in path):
            yield Refusal("D-9.2.3.1", "nothing_to_infiltrate", {"units": units, "hex": leg(path[0])}, units)
        crawl = s.rules.north if communist and s.effect(COMMUNIST, "one_hex_north") else 0
        hexes = [leg(h) for h in path]
        bars = rail_obstacles(s, side)
        for i, (here, there) in enumerate(zip(hexes, hexes[1:], strict=False), 1):
            if not s.rules.board.rails.has(here, there):
                rule = "D-9.2.2.2" if communist else "D-9.3.2.1"
                yield Refusal(rule, "not_along_rail", {"from_hex": here, "to_hex": there}, (), (here, there), i)
            for bar in bars:
                if bar.region >> there & 1:
                    culprits = neighbours_of(s, 1 - side, there) if bar.text == "rail_beside_enemy" else ()
                    args = {"units": units, "hex": there, "by_units": culprits}
                    yield Refusal(bar.rule, bar.text, args, culprits, (there,), i)
            if crawl >> here & 1 and i > 1:
                yield Refusal("D-4.2", "blizzard_one_hex", {"units": units, "hex": here}, units, (here,), i)
            if i == RAIL_HEXES[side] + 1:
                rule = "D-9.2.2.2" if communist else "D-9.3.2.1"
                args = {"units": units, "n": RAIL_HEXES[side], "hex": there}
                yield Refusal(rule, "rail_too_far", args, units, (there,), i)

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """Carry it out."""
        if isinstance(action, Regroup):
            for unit in action.units:
                s.flag(unit, REGROUP)
            s.log("D-9.2.1" if self.side == SIDES[COMMUNIST] else "D-9.3.1", "regroup_marked", units=action.units)
        elif isinstance(action, Move):
            fresh = not s.flags[action.units[0]] & MOVED
            s.replace(Moving(self.side, action.units, True))
            for unit in action.units:
                s.flag(unit, MOVED)
            s.push(March(action.units, action.path, action.mode, fresh))
        else:
            self._end(s)

    def _end(self, s: YaluState) -> None:
        """The phase ends: over-full UN hexes suffer, markers go, marks of movement are wiped off."""
        side = SIDES.index(self.side)
        if side == UN:
            for h in stacking.overstacked(s, UN):
                stacking.penalty(s, UN, h)
        elif s.marks:
            # D-3.2.IIc: rail breaks, damaged bridges and interdiction last until the end of Communist movement
            s.log("D-3.2.IIc", "markers_removed", n=len(s.marks))
            s.unmark(*s.marks)
        for unit in s.rules.units_of[side]:
            s.flag(unit, MOVED | HELD | CEASED, on=False)
            if s.spent[unit]:
                s.spend(unit, 0)
        s.pop()


# ===================================================================================================== on the march


class March(Frame, frozen=True):
    """Units on their way along a path. `at` is the next leg; `since` is where the log has not yet told of.

    `waiting` are the units that still roll, for infiltration or because of guerrillas; `passed` got through.
    """

    units: Units
    path: Path
    mode: str
    fresh: bool
    at: int = 1
    since: int = 0
    rolling: str = ""
    waiting: Units = ()
    passed: Units = ()

    def resolve(self, s: YaluState) -> None:
        """Go on until a die is needed or the path ends."""
        if self.rolling:
            self._roll_or_go_on(s)
            return
        units, at = self.units, self.at
        if at == 1 and self.since == 0:
            self._set_out(s)
        while units and at < len(self.path):
            if self.path[at] < 0:
                self._tell(s, units, at)
                s.replace(self._with(units, at, since=at, rolling="infiltration", waiting=units))
                return
            units = enter(s, units, leg(self.path[at - 1]), self.path[at], self.mode, self.fresh and at == 1)
            at += 1
            dice = guerrillas.in_the_way(s, self.path[at - 1]) if s.rules.side_of[self.units[0]] == UN else 0
            if dice and units:
                self._tell(s, units, at)
                waiting = tuple(u for u in units for _ in range(dice))
                s.replace(self._with(units, at, since=at - 1, rolling="guerrillas", waiting=waiting, passed=units))
                return
        self._tell(s, units, at)
        if self.mode == "rail":
            for unit in units:
                s.flag(unit, CEASED)  # D-9.2.2.1, D-9.3.2.3: rail instead of, or after, walking
        s.pop()

    def _set_out(self, s: YaluState) -> None:
        """D-9.2.2.4, D-9.3.2.4: trains carry two divisions a turn. D-9.3.2.1: the UN pays to board them."""
        if self.mode == "rail":
            s.tell(RAIL, s.track[RAIL] + sum(s.rules.weight[u] for u in self.units))
            if s.rules.side_of[self.units[0]] == UN:
                for unit in self.units:
                    s.spend(unit, s.spent[unit] + ENTRAIN * s.rules.point)

    def _with(self, units: Units, at: int, **changes: Any) -> March:
        return March(units, self.path, self.mode, self.fresh, at, **changes)

    def _tell(self, s: YaluState, units: tuple[int, ...], at: int) -> None:
        """Log what has been walked since the last entry."""
        if units and at - 1 > self.since:
            start, end = leg(self.path[self.since]), leg(self.path[at - 1])
            text, rule = ("moved_rail", "D-9.2.2.2") if self.mode == "rail" else ("moved", "D-9.1.1")
            if s.rules.guerrilla[units[0]]:
                text, rule = "moved_guerrilla", "D-16.2"
            elif self.mode == "rail" and s.rules.side_of[units[0]] == UN:
                rule = "D-9.3.2.1"
            spent = max(s.spent[u] for u in units)
            s.log(rule, text, units=units, from_hex=start, to_hex=end, spent_mp=spent, n=at - 1 - self.since)

    # ------------------------------------------------------------------------------------------------------ dice

    def _roll_or_go_on(self, s: YaluState) -> None:
        if self.waiting:
            unit, target = s.rules.names.unit(self.waiting[0]), s.rules.names.place(leg(self.path[self._die_leg]))
            rule = "D-9.2.3.2" if self.rolling == "infiltration" else "D-16.3"
            s.push(Roll(" ".join((self.rolling, unit, target)), 1, rule))
        elif self.rolling == "infiltration":
            here, there = leg(self.path[self.at - 1]), leg(self.path[self.at])
            units = enter(s, self.passed, here, there, self.mode, False) if self.passed else ()
            s.replace(self._with(units, self.at + 1, since=self.at))
        else:
            s.replace(self._with(self.passed, self.at, since=self.at - 1))

    @property
    def _die_leg(self) -> int:
        return self.at if self.rolling == "infiltration" else self.at - 1

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-9.2.3.3: one die for each unit. D-16.3: one die for each unit and guerrilla."""
        unit, rest, passed = self.waiting[0], self.waiting[1:], self.passed
        here, there = leg(self.path[self.at - 1]), leg(self.path[self._die_leg])
        if self.rolling == "infiltration":
            need = infiltration_number(s, here, there)
            args = {"unit": unit, "from_hex": here, "to_hex": there, "die": dice[0], "need": need}
            if dice[0] <= need:
                passed = (*passed, unit)
                s.log("D-9.2.3.2", "infiltrated", **args)
            else:
                s.flag(unit, CEASED)
                s.log("D-9.2.3.2", "infiltration_failed", **args)
                trace("D-9.2.3.3")
        elif dice[0] == 6:
            s.flag(unit, CEASED)
            rest, passed = tuple(u for u in rest if u != unit), tuple(u for u in passed if u != unit)
            s.log("D-16.3", "stopped_by_guerrilla", unit=unit, hex=there, die=dice[0])
        else:
            s.log("D-16.3", "past_guerrilla", unit=unit, hex=there, die=dice[0])
        s.replace(self._with(self.units, self.at, since=self.since, rolling=self.rolling, waiting=rest, passed=passed))


def infiltration_number(s: YaluState, here: Hex, there: Hex) -> int:
    """D-9.2.3.2: the most that the unmodified die may show: the number of the hex being left, less the modifiers."""
    chart, rules = s.rules.charts["infiltration"], s.rules
    number = chart[rules.terrain(here), "number"] - chart["weather_" + s.weather, "number"]
    bridged = rules.board.bridges.has(here, there) and rules.setting.rulings["infiltration-bridge"] == "bridge"
    if rules.board.rivers.has(here, there) and not bridged:
        number -= chart["river", "number"]
    return number


def enter(s: YaluState, units: tuple[int, ...], here: Hex, there: Hex, mode: str, first: bool) -> tuple[int, ...]:
    """Units enter a hex together: points are paid, cities change hands, guerrillas are absorbed, crowding hurts.

    Returns the units that are still alive.
    """
    rules, side = s.rules, s.rules.side_of[units[0]]
    if rules.guerrilla[units[0]]:
        for unit in units:
            s.spend(unit, s.spent[unit] + rules.point)
            s.move(unit, there)
        guerrillas.absorb(s, there)
        return tuple(u for u in units if s.where[u] == there)
    held = False
    if first and mode == "foot":
        zone = zones.zone(s, 1 - side)
        held = bool(zone >> here & 1 and zone >> there & 1)
    for unit in units:
        if mode == "foot":
            price = costs_for(s, unit).of(here, there) or 0
            left = allowance(s, unit) - s.spent[unit]
            s.spend(unit, s.spent[unit] + min(price, left))
            if price > left:
                s.flag(unit, CEASED)  # D-9.1.3: the one hex that is always possible is the whole move
            if held:
                s.flag(unit, HELD)  # D-8.3.1.3
                trace("D-8.3.1.3")
        s.move(unit, there)
    take_city(s, side, there)
    if side == COMMUNIST:
        guerrillas.absorb(s, there)
        if stacking.over_limit(s, side, s.stacks(side)[there]):
            trace("D-7.1.2")  # the limit holds on the way too
            stacking.penalty(s, side, there)
    return tuple(u for u in units if s.where[u] == there)


def take_city(s: YaluState, side: int, h: Hex) -> None:
    """D-2.6: a city belongs to whoever was last in it or passed through it; guerrillas take nothing."""
    for i, city in enumerate(s.rules.city_names):
        if s.rules.board.cities[city] == h and not s.controls(side, city):
            s.tell(CITIES, s.track[CITIES] ^ 1 << i)
            s.log("D-2.6", "city_taken", side=SIDES[side], city=city, hex=h)
