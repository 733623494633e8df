"""Hexes for UN units without another order: safe and in supply, behind the line and near it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.survey import FIRM, FULL
from parallel38.games.yalu.state import ISOLATED, NEUTRALIZED
from parallel38.hexgrid import Hex
from parallel38.players.plans import Term, score

if TYPE_CHECKING:
    from parallel38.games.yalu.players.un import Stand

MOST_FIRE = 45.0
"""The factors beyond which more factors make an attack no better."""
BEACH = 0.5
"""The value of a beach to a unit that is cut off, as a share of the unit's worth: only from a beach can it be evacuated
(9.3.6)."""
SAFE = 0.3
"""The highest probability of a hit at which a unit goes to a hex alone."""
REUNION = 0.3
"""The value of being in a hex with a part of one's own division."""
FREE = 6.0
"""The odds from which the Communists attack a unit that is alone, for at half strength it costs them nothing
(11.4.3)."""
CROWD = 0.004
"""The risk that each further enemy factor adds where more factors can come than any odds need."""
DRIFT = 0.04
"""The cost of each hex of a march that does not lead to the line, as a share of the unit's worth."""


def rest(plan: Stand) -> None:
    """All other units go where it is safe and in supply, behind the line and near it."""
    rules = plan.s.rules
    rest = [u for u in plan.movers if u not in plan.orders]
    rest.sort(key=lambda u: (-rules.strength[u], u))
    decided, goals = plan.room, dict[int, Hex]()
    plan.room = decided.copy()
    for unit in rest:
        goals[unit] = _shelter(plan, unit, plan.w["company"])  # other units will come to that hex for the same reason
        plan.room.put(unit, goals[unit])
    for unit in rest if plan.thorough else ():  # corrected for the units that did not come
        plan.room = decided.copy()
        for other, h in goals.items():
            if other != unit:
                plan.room.put(other, h)
        goals[unit] = _shelter(plan, unit, 0.0)
    plan.room = decided
    for unit, h in goals.items():
        plan.send(unit, h)


class Seeker(NamedTuple):
    """A unit that looks for a hex, with everything that does not depend on the hex."""

    unit: int
    here: Hex
    worth: float
    weak: bool
    """Whether it is no combat unit, or is neutralized."""
    lost: bool
    """Whether it is cut off, or has no way back to the line."""
    alone: float
    """The cost of leaving a city to the enemy by going."""
    company: float
    """The factors that are assumed to be with it at least, if it has a zone of control."""


def _shelter(plan: Stand, unit: int, company: float) -> Hex:
    """The best hex for a unit, if a unit with a zone of control is assumed to have at least `company` factors with
    it."""
    s, here = plan.s, plan.s.where[unit]
    alone = 0.0
    if plan.fit(unit) and not plan.given_up(here):
        alone = plan.survey.left_open(plan.w, here, (), plan.room.there.get(here, []))
    weak = bool(s.flags[unit] & NEUTRALIZED) or not s.rules.combat[unit]
    lost = bool(s.flags[unit] & ISOLATED or not plan.fed >> here & 1 or plan.back[here] >= FAR)
    seeker = Seeker(unit, here, plan.survey.ground.worth[unit], weak, lost, alone, company)
    best, value = here, float("-inf")
    for h in _open(plan, seeker):
        found = score(_terms(plan, seeker, h))
        if found > value:
            best, value = h, found
    return best


def _open(plan: Stand, seeker: Seeker) -> Iterator[Hex]:
    """The hexes considered for a unit: with room, not farther north, not where the unit would be lost alone."""
    survey, rules, unit, here = plan.survey, plan.s.rules, seeker.unit, seeker.here
    depth, combat = survey.ground.depth, rules.combat
    north, bold = max(plan.front, depth[here]), not plan.fit(unit) or seeker.lost
    staying = _share(plan, here, unit)
    for h in plan.movers[unit]:
        if not plan.room.fits(unit, h) or (depth[h] > north and not seeker.lost):
            continue
        if h != here and rules.city_hexes >> h & 1 and survey.pressure[h] and plan.given_up(h):
            continue
        friends = any(combat[u] for u in plan.room.there.get(h, ()) if rules.strength[u])
        if not bold and not friends and plan.back[h] and _share(plan, h, unit) > max(SAFE, staying):
            continue  # no unit goes alone into danger unless it has to
        if not combat[unit] and survey.contact[h] and not friends and h != here:
            continue  # alone it is lost at the first hit (12.1.6)
        yield h


def _terms(plan: Stand, seeker: Seeker, h: Hex) -> Iterator[Term]:
    """The terms for and against a hex, in the order in which they are added up."""
    s, rules, survey, w, worth = plan.s, plan.s.rules, plan.survey, plan.w, seeker.worth
    there = plan.room.there.get(h, [])
    fighters = [u for u in there if rules.combat[u]]
    friends = survey.mass(fighters)
    mass = _mass(plan, seeker, friends)
    yield "risk", -w["exposure"] * _risk(plan, seeker, h, friends, mass) * worth * _often(plan, h, friends, mass)
    if not plan.fed >> h & 1:
        yield "hunger", -(w["hunger"] * worth)
    if seeker.lost and plan.thorough and not plan.shore[h]:
        yield "beach", BEACH * worth
    yield "apart", -(w["apart"] * worth * _apart(plan, seeker, h) / rules.point)
    if plan.back[h] >= plan.back[seeker.here]:
        yield "drift", -(DRIFT * worth * rules.grid.distance(seeker.here, h))
    fresh = survey.mass([u for u in fighters if not s.flags[u] & NEUTRALIZED])
    if not rules.combat[seeker.unit] and fresh and not survey.trapped(h):
        # tanks and artillery go with attackers, or with the strongest stack
        yield "friends", 4.0 * min(1.0, fresh / FIRM) + 0.05 * fresh + (2.0 if h in plan.starts else 0.0)
    elif survey.contact[h] > (mass if seeker.lost else 0.0):
        yield "ahead", -w["ahead"]
    if h != seeker.here:
        yield "alone", -seeker.alone
    yield "reunion", REUNION * survey.comrades(seeker.unit, there)


def _mass(plan: Stand, seeker: Seeker, friends: float) -> float:
    """The factors that defend a hex with `friends` factors when a unit is there."""
    rules = plan.s.rules
    mass = friends + (0 if seeker.weak and friends else rules.strength[seeker.unit])
    return max(mass, seeker.company) if not seeker.weak and rules.zoc[seeker.unit] else mass


def _firing(plan: Stand, h: Hex) -> float:
    """The factors with which the enemy is expected to fire at a hex."""
    return min(plan.survey.pressure[h] * plan.w["fear"], MOST_FIRE)


def _risk(plan: Stand, seeker: Seeker, h: Hex, friends: float, mass: float) -> float:
    """The share of a unit that the enemy's next attack on a hex may cost."""
    ground, firing = plan.survey.ground, _firing(plan, h)
    destroyed, driven = ground.hit_chances(firing, max(mass, 1), ground.assault[h]) if firing else (0.0, 0.0)
    caught = 1.0 if seeker.weak else plan.w["driven"]
    if not plan.s.rules.combat[seeker.unit]:
        caught = 0.0 if friends else 1.0  # with others it leaves the hex or stays in it (12.1.7)
    risk = destroyed + caught * driven - 0.01 * min(mass, FULL)
    return risk + CROWD * max(0.0, plan.survey.pressure[h] * plan.w["fear"] - MOST_FIRE)


def _often(plan: Stand, h: Hex, friends: float, mass: float) -> float:
    """The probability that the enemy attacks a hex."""
    return 1.0 if not friends and _firing(plan, h) >= FREE * mass else plan.often[h]


def _apart(plan: Stand, seeker: Seeker, h: Hex) -> int:
    """The distance of a hex from the line in parts of a point; for a unit that is cut off, from the line or a beach,
    with a surcharge for hexes farther north."""
    if not seeker.lost:
        return plan.back[h]
    depth = plan.survey.ground.depth
    farther = max(0, depth[h] - depth[seeker.here])
    return min(plan.back[h], plan.shore[h]) + plan.s.rules.point * farther


def _share(plan: Stand, h: Hex, unit: int) -> float:
    """The probability that a unit and the units in a hex with it are hit there by the enemy's next attack."""
    ground, rules = plan.survey.ground, plan.s.rules
    firing = _firing(plan, h)
    mass = plan.survey.mass([u for u in {*plan.room.there.get(h, ()), unit} if rules.combat[u]])
    return sum(ground.hit_chances(firing, mass, ground.assault[h])) if firing else 0.0
