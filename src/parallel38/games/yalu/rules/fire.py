"""10.1-10.3 Fire: strengths, odds, modifiers and results."""

from collections.abc import Iterable
from fractions import Fraction

from parallel38.engine.trace import trace
from parallel38.games.yalu.rules import ridgway
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, SURPRISED, UN, YaluState
from parallel38.hexgrid import Hex

WHOLE = 4
"""Strengths are counted in quarters of a factor, because isolation and lack of supply halve them and keep the
fraction."""
LOWEST, HIGHEST = 2, 12


def targets_in(s: YaluState, side: int, h: Hex) -> list[int]:
    """The units of a side that can be fired at in a hex.

    D-12.1.6: tanks and artillery only where no combat unit stands with them. Guerrillas are not fired at.
    """
    there = s.stacks(side).get(h, [])
    combat = [u for u in there if s.rules.combat[u]]
    return combat or [u for u in there if s.rules.support[u] and not s.rules.naval[u]]


def strength(s: YaluState, unit: int, manner: str = "supplied", assaulting: bool = False) -> int:
    """A unit's combat strength in quarters of a factor.

    D-5.2.2: isolated Communist units count half, firing and fired at; D-5.3.3: UN units do not. D-11.4.3: so do units
    of an unsupplied attack, firing and fired at, in addition to isolation. D-10.9.2: a human wave counts double when it
    attacks, but not when it is fired at. D-12.1.6: a support unit counts its support factor.
    """
    quarters = s.rules.strength[unit] * WHOLE
    if s.rules.side_of[unit] == COMMUNIST and s.flags[unit] & ISOLATED:
        trace("D-5.2.2")
        quarters //= 2
    if manner == "unsupplied":
        trace("D-11.4.3")
        quarters //= 2
    if manner == "wave":
        trace("D-10.9.2")
        quarters *= 2 if assaulting else 1
    return quarters


def whole(quarters: int) -> str:
    """A strength in factors, for texts."""
    return str(Fraction(quarters, WHOLE))


def column(s: YaluState, firing: int, defending: int) -> str | None:
    """D-10.2.1: the odds column, fractions dropped in favour of the target; above the last it is the last one.

    A ratio that the chart leaves out counts as the next worse one. None: below the first there is no fire.
    """
    return s.rules.odds_columns.column(firing, defending)


def result(s: YaluState, odds: str, total: int) -> str:
    """D-10.2.2: the result of the Combat Results Table for a modified total of two dice.

    D-10.3.1: D, NR or nothing; totals beyond the table read its first or last row.
    """
    return s.rules.charts["combat"][str(min(HIGHEST, max(LOWEST, total))), odds]


def terrain(s: YaluState, target: Hex, firers: Iterable[Hex], *, assault: bool) -> list[tuple[str, int]]:
    """D-10.2.4: the terrain modifiers of the dice: the target's hex, a city, and the river if all firers fire across
    one.

    D-10.6.1, D-10.7.1: the chart has a column for each subphase. River and bridge do not add up: where each of the
    hexsides has an undamaged bridge, the bridge's figure takes the place of the river's.
    """
    chart, subphase = s.rules.charts["terrain_fire"], "assault" if assault else "defensive_fire"
    board = s.rules.board
    rows = [s.rules.terrain(target)]
    if s.rules.city_hexes >> target & 1:
        rows.append("city")
    sides = [(h, target) for h in set(firers)]
    if all(board.rivers.has(a, b) for a, b in sides):
        damaged = {frozenset((h, ~more)) for kind, h, more in s.marks if kind == "damaged-bridge"}
        whole = all(board.bridges.has(a, b) and frozenset((a, b)) not in damaged for a, b in sides)
        rows.append("bridge" if whole else "river")
    return [(row, chart[row, subphase]) for row in rows]


def modifiers(
    s: YaluState,
    targets: Iterable[int],
    firers: Iterable[int],
    *,
    assault: bool,
    support: int = 0,
    guns: int = 0,
) -> list[tuple[str, int, str]]:
    """The modifiers of the two dice of a fire: each with its name, its number and its rule.

    D-10.2.3, D-12.1.1: each factor of UN support takes one off UN fire. D-11.5.3: so does Communist artillery, one or
    two, off an assault. D-19.1.5: terrain gives no modifier to units that are all surprised; D-19.1.6: to a mixed group
    it does. D-4.2: the weather may add to every fire of a side. D-18.2: so does Ridgway to assaults on US and UK units.
    """
    targets = tuple(targets)
    homes, hexes = [s.where[u] for u in firers], dict.fromkeys(s.where[u] for u in targets)
    # of targets in several hexes, as Classic allows in defensive fire, the best ground counts
    ground = max((terrain(s, h, homes, assault=assault) for h in hexes), key=lambda rows: sum(drm for _, drm in rows))
    rule = "D-10.2.4"
    if assault and s.rules.side_of[targets[0]] == UN and any(s.flags[u] & SURPRISED for u in targets):
        if all(s.flags[u] & SURPRISED for u in targets):
            rule = "D-19.1.5"
            trace(rule)
            ground = [(row, min(drm, 0)) for row, drm in ground]
        else:
            trace("D-19.1.6")
    found = [(row, drm, rule) for row, drm in ground]
    if support:
        trace("D-10.2.3", "D-12.1.1")
        found.append(("support", -support, "D-12.1.1"))
    if guns:
        trace("D-10.2.3", "D-11.5.3")
        found.append(("guns", -guns, "D-11.5.3"))
    found.append(("weather", s.effect(1 - s.rules.side_of[targets[0]], "fire"), "D-4.2"))
    if assault:
        found.append(("ridgway", ridgway.modifier(s, targets), "D-18.2"))
    return found


def modifier(s: YaluState, targets: Iterable[int], firers: Iterable[int], *, assault: bool, **more: int) -> int:
    """The sum of all dice modifiers of a fire."""
    return sum(drm for _, drm, _ in modifiers(s, targets, firers, assault=assault, **more))
