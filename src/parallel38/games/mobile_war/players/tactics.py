"""Decisions in the middle of a fight: the table, naval guns, losses, retreats."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import fight, gunnery, losses, odds, retreats
from parallel38.games.mobile_war.rules.odds import MEETING, POSITION, PURSUIT
from parallel38.games.mobile_war.rules.outlook import FACES, Outlook
from parallel38.games.mobile_war.state import SIDES, MobileWarState
from parallel38.hexgrid import Hex


def table(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """The table that costs least by the exact chances; a recruit takes Position Defense if it may, else Meeting."""
    top: fight.Fight = s.top  # type: ignore[assignment]
    tables = top.tables(s)
    if not thorough:
        return fight.Table(POSITION if POSITION in tables else MEETING)
    found = Outlook(s, top, s.frames[:-1])
    side = 1 - SIDES.index(top.side)
    survey = Survey(s, side)
    prize = w["ground"] + w["place"] * survey.wanted.get(top.hex, 0.0)
    own, theirs = (_each(survey, units) for units in (s.fighters(side, top.hex), [u for u in top.units if s.on_map(u)]))

    def cost(name: str) -> float:
        outcomes = [found.outcome(name, die) for die in FACES]
        lost = sum(outcome.lost * own - outcome.paid * theirs for outcome in outcomes)
        return lost + prize * sum(outcome.kind in ("destroyed", "driven") for outcome in outcomes)

    order = {POSITION: 0, MEETING: 1, PURSUIT: 2}
    return fight.Table(min(tables, key=lambda name: (cost(name), order[name])))


def _each(survey: Survey, units: list[int]) -> float:
    """What a regiment of these units is worth, on the average."""
    ground = survey.ground
    return sum(ground.worth[u] for u in units) / max(1, sum(ground.regiments[u] for u in units))


def guns(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """Call naval guns to a defence where they change the odds."""
    top: gunnery.Gunnery = s.top  # type: ignore[assignment]
    below: fight.Fight = s.frames[-2]  # type: ignore[assignment]
    near = tuple(gunnery.guns_near(s, top.hex))
    for n in range(1, len(near) + 1):
        if odds.reckon(s, below, near[:n]).column != below.reckon(s).column:
            return gunnery.Support(near[:n])
    return End()


def lose(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """The cheapest loss: the unit that is worth least for each regiment, of equal ones the smallest."""
    top: losses.Losing = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(top.side))
    worth, regiments = survey.ground.worth, survey.ground.regiments
    able = [offer.units[0] for offer in top.offers(s)]
    unit = min(able, key=lambda u: (worth[u] / max(1, regiments[u]), regiments[u], u))
    return losses.Lose(unit)


def retreat(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """The retreat to where the enemy's next attack costs least, in supply, with room, and near the side's goals."""
    top: retreats.Retreating = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(top.side))
    unit, rules = top.units[0], s.rules

    def value(h: Hex) -> float:
        there = [u for u in s.troops(survey.side, h) if rules.combat[u]]
        room = len(there) < rules.stack_limit
        lost = survey.loss([*there, unit], h, w["enemy_share"])
        unsupplied = 0.0 if survey.supplied(unit, h) else w["hunger"]
        return -lost - unsupplied + 0.1 * room - 0.01 * survey.field(h)

    ways = retreats.ways(s, unit, top.hex, top.far, top.foes)
    if not ways:
        return None
    best = max(ways, key=lambda way: (value(way[-1]), way))
    return retreats.Retreat(unit, best)
