"""Where the UN's units go that have nothing else to do: where it is safe and in supply, behind the line and near it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.survey import FIRM, FULL
from parallel38.games.yalu.state import ISOLATED, NEUTRALIZED
from parallel38.hexgrid import Hex

if TYPE_CHECKING:
    from parallel38.games.yalu.players.un import Stand

BEACH = 0.5
"""What a beach is worth to who is cut off, in shares of himself: only who begins a turn there is taken off (9.3.6)."""
SAFE = 0.3
"""How likely a hit may be where somebody goes alone."""
REUNION = 0.3
"""What it is worth to be with a part of the same division."""
FREE = 6.0
"""Odds from which the Communists attack whoever is alone, for at half strength it costs them nothing (11.4.3)."""
CROWD = 0.004
"""What each enemy factor more that can come adds to the risk, where there are too many already for any odds."""
DRIFT = 0.04
"""What each hex of a march that does not lead to the line costs, in shares of who marches."""


def rest(plan: Stand) -> None:
    """Everybody else goes where it is safe and in supply, behind the line and near it."""
    rules = plan.s.rules
    rest = [u for u in plan.movers if u not in plan.orders]
    rest.sort(key=lambda u: (-rules.strength[u], u))
    decided, goals = plan.room, dict[int, Hex]()
    plan.room = decided.copy()
    for unit in rest:
        goals[unit] = _shelter(plan, unit, plan.w["company"])  # others will come to the same hex for the same reason
        plan.room.put(unit, goals[unit])
    for unit in rest if plan.thorough else ():  # or they did not
        plan.room = decided.copy()
        for other, h in goals.items():
            if other != unit:
                plan.room.put(other, h)
        goals[unit] = _shelter(plan, unit, 0.0)
    plan.room = decided
    for unit, h in goals.items():
        plan.send(unit, h)


def _shelter(plan: Stand, unit: int, company: float) -> Hex:
    """Where a unit is best off, if who has a zone is reckoned to have at least so many factors with it."""
    s, rules, survey, w = plan.s, plan.s.rules, plan.survey, plan.w
    ground = survey.ground
    best, value = s.where[unit], float("-inf")
    worth = ground.worth[unit]
    weak = bool(s.flags[unit] & NEUTRALIZED) or not rules.combat[unit]
    here, alone = s.where[unit], 0.0
    lost = s.flags[unit] & ISOLATED or not plan.fed >> here & 1 or plan.back[here] >= FAR
    if plan.fit(unit) and not plan.given_up(here):
        alone = survey.left_open(w, here, (), plan.room.there.get(here, []))
    north, bold = max(plan.front, ground.depth[here]), not plan.fit(unit) or lost
    staying = _share(plan, here, unit)
    for h in plan.movers[unit]:
        if not plan.room.fits(unit, h) or (ground.depth[h] > north and not lost):
            continue
        if h != here and rules.city_hexes >> h & 1 and survey.pressure[h] and plan.given_up(h):
            continue
        there = plan.room.there.get(h, [])
        friends = survey.mass([u for u in there if rules.combat[u]])
        if not bold and not friends and plan.back[h] and _share(plan, h, unit) > max(SAFE, staying):
            continue  # nobody walks alone into the enemy's arms who need not be there
        firing = min(survey.pressure[h] * w["fear"], 45.0)
        mass = friends + (0 if weak and friends else rules.strength[unit])
        if not weak and rules.zoc[unit]:
            mass = max(mass, company)
        destroyed, driven = ground.fate(firing, max(mass, 1), ground.assault[h]) if firing else (0.0, 0.0)
        caught = 1.0 if weak else w["driven"]
        if not rules.combat[unit]:
            if survey.contact[h] and not friends and h != here:
                continue  # alone it is lost at the first hit (12.1.6)
            caught = 0.0 if friends else 1.0  # with others it leaves a hex or stays in it (12.1.7)
        risk = destroyed + caught * driven - 0.01 * min(mass, FULL)
        risk += CROWD * max(0.0, survey.pressure[h] * w["fear"] - 45.0)
        often = 1.0 if not friends and firing >= FREE * mass else plan.often[h]
        worthwhile = -w["exposure"] * risk * worth * often
        if not plan.fed >> h & 1:
            worthwhile -= w["hunger"] * worth
        back = plan.back[h]
        if lost:  # to a beach, but not farther into the enemy's country
            worthwhile += BEACH * worth if plan.thorough and not plan.shore[h] else 0.0
            back = min(back, plan.shore[h]) + rules.point * max(0, ground.depth[h] - ground.depth[here])
        worthwhile -= w["apart"] * worth * back / rules.point
        if plan.back[h] >= plan.back[here]:
            worthwhile -= DRIFT * worth * rules.grid.distance(here, h)
        fresh = survey.mass([u for u in there if rules.combat[u] and not s.flags[u] & NEUTRALIZED])
        if not rules.combat[unit] and fresh and not survey.trapped(h):
            # tanks and guns belong to who attacks, or to the strongest stack
            worthwhile += 4.0 * min(1.0, fresh / FIRM) + 0.05 * fresh + (2.0 if h in plan.starts else 0.0)
        elif survey.contact[h] > (mass if lost else 0.0):
            worthwhile -= w["ahead"]
        worthwhile -= alone if h != here else 0.0
        worthwhile += REUNION * survey.comrades(unit, there)
        if worthwhile > value:
            best, value = h, worthwhile
    return best


def _share(plan: Stand, h: Hex, unit: int) -> float:
    """How likely a unit and who is in a hex with it are to be hit there by the enemy's next attack."""
    ground, rules = plan.survey.ground, plan.s.rules
    firing = min(plan.survey.pressure[h] * plan.w["fear"], 45.0)
    mass = plan.survey.mass([u for u in {*plan.room.there.get(h, ()), unit} if rules.combat[u]])
    return sum(ground.fate(firing, mass, ground.assault[h])) if firing else 0.0
