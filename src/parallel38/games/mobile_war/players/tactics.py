"""Decisions in the middle of a fight: the table, naval guns, losses, retreats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import fight, gunnery, losses, odds, retreats
from parallel38.games.mobile_war.rules.odds import MEETING, POSITION, PURSUIT
from parallel38.games.mobile_war.rules.outlook import FACES, Outlook
from parallel38.games.mobile_war.state import SIDES, MobileWarState
from parallel38.hexgrid import Hex
from parallel38.players.plans import Term, decisive, score


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


def why_table(s: MobileWarState, w: Mapping[str, float], action: Action) -> Iterator[Note]:
    """What each table brings on the average, the chosen one first."""
    top: fight.Fight = s.top  # type: ignore[assignment]
    if not isinstance(action, fight.Table):
        return
    found, n = Outlook(s, top, s.frames[:-1]), len(FACES)
    for name in sorted(top.tables(s), key=lambda name: name != action.name):
        all_ = [found.outcome(name, die) for die in FACES]
        args = {
            "table_key": f"table.{name}",
            "own_factors": Fraction(sum(one.lost for one in all_), n),
            "their_factors": Fraction(sum(one.paid for one in all_), n),
            "n": round(100 * sum(one.kind in ("destroyed", "driven") for one in all_) / n),
        }
        yield Note("reason.table", args, "K-COM-J1")


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


def why_loss(s: MobileWarState, w: Mapping[str, float], action: Action) -> Iterator[Note]:
    """That the unit is worth least, if there is a choice."""
    if isinstance(action, losses.Lose) and len([*s.top.offers(s)]) > 1:
        yield Note("reason.cheapest", {"unit": action.unit})


def retreat(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """The retreat to where the enemy's next attack costs least, in supply, with room, and near the side's goals."""
    top: retreats.Retreating = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(top.side))
    unit = top.units[0]
    ways = retreats.ways(s, unit, top.hex, top.far, top.foes)
    if not ways:
        return None
    best = max(ways, key=lambda way: (score(_refuge_terms(survey, w, unit, way[-1])), way))
    return retreats.Retreat(unit, best)


def _refuge_terms(survey: Survey, w: Mapping[str, float], unit: int, h: Hex) -> Iterator[Term]:
    """The terms for and against a hex for a unit that retreats, in the order in which they are added up."""
    there = [u for u in survey.s.troops(survey.side, h) if survey.s.rules.combat[u]]
    yield "danger", -survey.loss([*there, unit], h, w["enemy_share"])
    yield "supply", 0.0 if survey.supplied(unit, h) else -w["hunger"]
    yield "room", 0.1 * (len(there) < survey.s.rules.stack_limit)
    yield "goals", -0.01 * survey.field(h)


def why_retreat(s: MobileWarState, w: Mapping[str, float], action: Action) -> Iterator[Note]:
    """What speaks most for the end of a retreat, compared with the others."""
    top: retreats.Retreating = s.top  # type: ignore[assignment]
    if not isinstance(action, retreats.Retreat):
        return
    survey, end = Survey(s, SIDES.index(top.side)), action.path[-1]
    ends = {way[-1] for way in retreats.ways(s, action.unit, top.hex, top.far, top.foes)} - {end}
    why = decisive(_refuge_terms(survey, w, action.unit, end), [_refuge_terms(survey, w, action.unit, h) for h in ends])
    if why:
        yield Note("reason.why", {"hex": end, "why_key": f"why.{why}"})
