"""9.1 Movement points: the cost of a step, the allowance of a unit, the hexes it may not enter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from parallel38.engine.facts import fact
from parallel38.engine.flow import Obstacle
from parallel38.engine.trace import trace
from parallel38.games.yalu.rules import weather
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, UN, WEATHER, YaluState
from parallel38.hexgrid import Costs, Hex, Region
from parallel38.wargame.costs import Part, Parts

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

Mark = tuple[str, int, int]
HARASSED = "guerrilla"
"""Among the markers that raise costs: a guerrilla on a road, where the UN pays a whole point (C-17a)."""


def step_parts(rules: YaluRuleset, road: str, subfreezing: bool, marks: Iterable[Mark]) -> Parts:
    """D-9.1.1: the parts of a step's cost: the hex, or the road that leads into it, and the river.

    D-13.7.3: a damaged bridge saves nothing; C-26C1: nor does the road over it. D-13.7.4: an interdicted road costs a
    point more for each factor, for units that use the road rate.
    """
    board = rules.board
    hexes = rules.hex_points
    frozen = "river_subfreezing" if subfreezing else "river"
    river, bridge, rate = (rules.points("terrain_move", row) for row in (frozen, "bridge", road))
    damaged = shut_bridges(marks)
    closed = damaged if rules.edition.damage_shuts else frozenset[frozenset[Hex]]()
    slowed: dict[Hex, int] = defaultdict(int)
    slowing = rules.points("interdiction", "road")
    for kind, h, n in marks:
        slowed[h] += n * slowing if kind == "interdiction" else 0
    harassed = {h for kind, h, _ in marks if kind == HARASSED}

    def parts(a: Hex, b: Hex) -> list[Part] | None:
        if a not in hexes or b not in hexes or rules.barriers.has(a, b):
            return None
        found: list[Part] = [("hex", hexes[b])]
        if board.roads.has(a, b) and rate + slowed[b] < hexes[b] and frozenset((a, b)) not in closed:
            found = [("road", rate), *([("interdiction", slowed[b])] if slowed[b] else [])]
            if b in harassed and rate < rules.point:
                found.append(("guerrilla", rules.point - rate))
        if board.rivers.has(a, b):
            whole = board.bridges.has(a, b) and frozenset((a, b)) not in damaged
            found.append(("bridge", bridge) if whole else (frozen, river))
        return found

    return parts


def shut_bridges(marks: Iterable[Mark]) -> frozenset[frozenset[Hex]]:
    """The hexsides with damaged bridges, each as its two hexes."""
    return frozenset(frozenset((h, ~more)) for kind, h, more in marks if kind == "damaged-bridge")


def marked(marks: Iterable[Mark]) -> Iterator[Hex]:
    """The hexes of markers; a bridge has two."""
    for _, h, more in marks:
        yield from (h, ~more) if more < 0 else (h,)


def parts_for(s: YaluState, unit: int) -> Parts:
    """The parts of the cost of each step for a unit now."""
    return step_parts(s.rules, *_terms(s, unit))


def costs_for(s: YaluState, unit: int) -> Costs:
    """The cost of each step for a unit now, in parts of a point."""
    return s.rules.costs(*_terms(s, unit))


def _terms(s: YaluState, unit: int) -> tuple[str, bool, frozenset[Mark]]:
    """What the cost of a step depends on: the road rate of a unit, frozen rivers, markers.

    D-12.1.9: on roads tanks and artillery are smaller than a division.
    """
    rules = s.rules
    if rules.side_of[unit] == COMMUNIST:
        road = "road_communist"
    else:
        road = "road_un_division" if rules.size[unit] == "division" else "road_un_other"
        if rules.support[unit]:
            trace("D-12.1.9")
    marks = s.marks
    if marks:
        # interdiction applies to the next Communist movement phase; a rail break costs no points
        marks = _slowing(marks, rules.side_of[unit])
    if rules.edition.guerrillas_slow and rules.side_of[unit] == UN:
        marks |= _harassed(s)
    return road, weather.subfreezing(s), marks


@fact("where", of=COMMUNIST)
def _harassed(s: YaluState) -> frozenset[Mark]:
    """C-17a: the road hexes with guerrillas, as markers that raise the UN's costs."""
    roads = s.rules.board.roads.hexes()
    found = (u for u in s.present(COMMUNIST) if s.rules.guerrilla[u] and roads >> s.where[u] & 1)
    return frozenset((HARASSED, s.where[u], 0) for u in found)


@lru_cache(maxsize=64)
def _slowing(marks: frozenset[Mark], side: int) -> frozenset[Mark]:
    """The markers that raise a side's costs."""
    kinds = ("damaged-bridge",) if side == UN else ("damaged-bridge", "interdiction")
    return frozenset(mark for mark in marks if mark[0] in kinds)


def allowance(s: YaluState, unit: int) -> int:
    """A unit's movement allowance, in parts of a point.

    D-4.2, D-9.1.4: the weather reduces the printed figure, down to one point. D-5.2.2: isolated Communists have half,
    fractions kept. D-5.3.3: isolation takes nothing from UN units.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    if not rules.movement[unit]:
        return 0
    points = max(rules.movement[unit] + s.effect(side, "mp_delta"), 1) * rules.point
    if s.flags[unit] & ISOLATED:
        trace("D-5.2.2" if side == COMMUNIST else "D-5.3.3")
        if side == COMMUNIST:
            points //= 2
    return points


@fact("enemy.where", ("track", WEATHER))
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


def crawl(s: YaluState, side: int) -> Region:
    """D-4.2: the hexes where this weather limits a Communist move to one hex."""
    return s.rules.north if side == COMMUNIST and s.effect(COMMUNIST, "one_hex_north") else 0
