"""Movement: what a step costs, the allowance of a unit, and the hexes that it may not enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.engine.flow import Obstacle
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, special
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, UNSUPPLIED, MobileWarState
from parallel38.hexgrid import Costs, Hex
from parallel38.wargame.costs import Part, Parts

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

INFANTRY, ARMOR, UN_SUPPLY, COMMUNIST_SUPPLY = MOVEMENT_CLASSES = "infantry", "armor", "un_supply", "communist_supply"


def movement_class(rules: MobileWarRuleset, unit: int) -> str:
    """The movement class of a unit: its row in the chart of movement costs.

    K-MOV-O: armor and armored infantry are one class here; a ruling says which units are meant.
    """
    if rules.supply[unit]:
        return SIDES[rules.side_of[unit]] + "_supply"
    tracked = {"eight": ("armor", "armored_infantry"), "tanks": ("armor",)}[rules.setting.rulings["armor"]]
    return ARMOR if rules.kind[unit] in tracked else INFANTRY


def step_parts(rules: MobileWarRuleset, walk: str, easy: bool, broken: frozenset[Hex]) -> Parts:
    """The parts of what a step on foot costs: the road, or the hex and its river.

    K-TER-1a: clear 1, K-TER-1b: rough 2, K-TER-1d: river 1 more, K-TER-1c: along a road one half whatever the terrain.
    K-MOV-K3a, K-MOV-K3b: Communist supply units pay half. K-MOV-O: armor keeps to roads in rough country. K-BRG-1:
    where a bridge is down there is no road. `easy`: wholly rough hexes cost one point (K-SGV-4).
    """
    points = {name: rules.points(walk, name) for name in ("clear", "rough", "rough_shock", "road", "river")}
    rough = rules.rough

    def parts(a: Hex, b: Hex) -> list[Part] | None:
        if not (rules.land >> a & rules.land >> b & 1) or rules.inlets.has(a, b):
            return None  # K-TER-3a, K-TER-3b
        if rules.links.has(a, b) and a not in broken and b not in broken:
            return [("road", points["road"])]
        if walk == ARMOR and rough >> b & 1:
            return None
        kind = "rough" if rough >> b & 1 else "clear"
        found: list[Part] = [(kind, points["rough_shock"] if easy and rules.all_rough >> b & 1 else points[kind])]
        if rules.river_hexes >> b & 1:
            found.append(("river", points["river"]))
        return found

    return parts


def road_parts(rules: MobileWarRuleset, broken: frozenset[Hex]) -> Parts:
    """The parts of the cost of a step for units on roads alone: the road; nothing else can be crossed (K-MOV-I1)."""
    price = rules.points(INFANTRY, "road")

    def parts(a: Hex, b: Hex) -> list[Part] | None:
        whole = rules.links.has(a, b) and a not in broken and b not in broken
        return [("road", price)] if whole else None

    return parts


def rail_parts(rules: MobileWarRuleset, side: int, early: bool, broken: frozenset[Hex]) -> Parts:
    """The parts of what a step along a railroad costs. K-MOV-J2c: UN units only south of the 38th Parallel.

    K-MOV-J4: in the first turns of the Invasion Communist supply units pay less north of the parallel.
    """
    rails, south = rules.tracks_laid, rules.board.areas["south_of_38"]
    usual, fast = rules.rail_prices[side]

    def parts(a: Hex, b: Hex) -> list[Part] | None:
        if not rails.has(a, b) or a in broken or b in broken:
            return None
        southern = south >> a & south >> b & 1
        if side != COMMUNIST:
            return [("rail", usual)] if southern else None
        return [("rail", fast if early and not (south >> a | south >> b) & 1 else usual)]

    return parts


def costs_for(s: MobileWarState, unit: int, phase: str) -> Costs:
    """The table of what each step costs a unit on foot, in parts of a movement point."""
    return s.rules.costs(s.rules.movement_class[unit], special.mountains_open(s, phase, unit), bridges.down(s))


def allowance(s: MobileWarState, unit: int) -> int:
    """The movement allowance of a unit, in parts of a movement point.

    With the costs it gives the table of greatest distances (K-MOV-L). K-MOV-N1, K-SUP-A1: half of it, without
    fractions, for units that were out of supply when the phase began.
    """
    points = s.rules.movement[unit]
    if s.flags[unit] & UNSUPPLIED:
        trace("K-MOV-N1", "K-SUP-A1")
        points //= 2
    return points * s.rules.point


def obstacles(s: MobileWarState, side: int) -> list[Obstacle]:
    """The hexes that units of a side may not enter, with their rules. K-MOV-G: enemy hexes. K-TER-3a: the sea."""
    rules = s.rules
    return [
        Obstacle("K-MOV-G", "enemy_hex", s.held_by(1 - side)),
        Obstacle("K-TER-3a", "at_sea", rules.grid.all & ~rules.land),
    ]


def korean(rules: MobileWarRuleset, unit: int) -> bool:
    """Whether a UN unit is South Korean."""
    return rules.nation[unit] == "ROK"


def foreign(rules: MobileWarRuleset, unit: int) -> bool:
    """Whether a unit is a UN unit that is not Korean."""
    return rules.side_of[unit] != COMMUNIST and not korean(rules, unit)
