"""Decisions in the middle of a combat: air support, losses, retreats, advances, assets without a parent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.games.korean_war.players.chances import ALL, FACES
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import assets, combat, engagement, losses, retreats
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.state import FATIGUED, SIDES, KoreanWarState
from parallel38.wargame.retreating import Retreat

W = Mapping[str, float]


def _worth(s: KoreanWarState, v: Survey, fight: Combat, support: int) -> float:
    """What a combat brings the attackers on the average with so many points of air support."""
    case = msgspec.structs.replace(fight, support=support)
    foes = engagement.defenders(s, 1 - SIDES.index(fight.side), fight.targets)
    prices = sorted(v.ground.step[u] for u in foes for _ in range(s.steps(u)) if s.rules.combat[u])
    own = v.ground.step[fight.unit]
    prize = max(Survey(s, SIDES.index(fight.side), v.w).prize(h) for h in fight.targets)
    _, _, column = engagement.odds(s, case)
    line = engagement.line(s, case)
    total = 0.0
    for face in v.tables.faces(line, column, engagement.total(s, case)):
        n = min(face.steps, len(prices))
        total += sum(prices[:n])
        if face.own:
            total -= own * min(face.own, ALL if face.own == ALL else 3) if face.own < ALL else own * 4
        if (face.retreat or face.steps == ALL) or (n == len(prices) and (n or face.steps)):
            total += prize + v.w["breach"]
    return total / FACES


def support(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """As many points of air support as bring more than they are worth later."""
    fight: Combat = s.top  # type: ignore[assignment]
    side, most = engagement.supporter(s, fight)
    v = Survey(s, SIDES.index(side), w, thorough)
    sign = 1 if side == fight.side else -1
    values = [sign * _worth(s, v, fight, n) - w["air"] * n for n in range(most + 1)]
    return combat.Support(max(range(most + 1), key=lambda n: values[n]))


def lose(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """A step of the unit whose step is worth least, of equal ones that of a fatigued one."""
    frame: losses.Losing = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.owner()), w, thorough)

    def price(unit: int) -> tuple[float, bool, int]:
        cost = v.ground.step[unit]
        if not s.rules.replacement[unit] and s.rules.division[unit] and "saved" in s.rules.scores:
            cost += w["point"] if s.rules.nation[unit] != "rok" else 0.0
        if s.steps(unit) == 1 and s.rules.combat[unit]:
            cost += w["last"]
        return cost, not s.flags[unit] & FATIGUED, unit

    return losses.Lose(min(frame.givers(s), key=price))


def why_loss(s: KoreanWarState, w: W, action: Any) -> Iterator[Note]:
    """Why a unit takes the loss, if there was a choice."""
    frame: losses.Losing = s.top  # type: ignore[assignment]
    if isinstance(action, losses.Lose) and len(frame.givers(s)) > 1:
        yield Note("reason.cheapest", {"unit": action.unit}, "W-9.5d")


def _value(v: Survey, h: int) -> float:
    """What it is worth to hold a hex."""
    points = v.ground.city.get(h, 0.0) if v.s.controlled(v.side) >> h & 1 else 0.0
    depot = v.w["depot"] if v.s.depot_at(v.side, h) is not None else 0.0
    return v.point * points * v.w["guard"] + depot


def _stands(s: KoreanWarState, v: Survey, h: int, units: list[int]) -> float:
    """What is lost by standing in a hex: a step, and what the next attack may take."""
    payers = [u for u in units if s.rules.combat[u]]
    steps = sum(s.steps(u) for u in payers)
    if steps <= 1:
        return _value(v, h) + sum(v.ground.worth(s, u) for u in payers)
    again = max(v.fear(u, h, s.fatigued(u)) for u in payers)
    return min(v.ground.step[u] for u in payers) * v.matter + v.w["exposure"] * again


def retreat(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Stand where the hex is worth a step and the next attack; else retreat to where the danger is least."""
    frame: retreats.Retreats = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.side), w, thorough)
    groups: dict[int, list[int]] = {}
    for u in frame.units:
        if s.on_map(u):
            groups.setdefault(s.where[u], []).append(u)
    for h, units in groups.items():
        stand = retreats.Stand(h)
        if frame.may_stand(s, h) and _stands(s, v, h, units) < _value(v, h):
            return stand
        for u in units:
            ways = frame.ways(s, u)
            if ways:
                return Retreat(u, min(ways, key=lambda way: (_after(s, v, u, way), way)))
    return None


def _after(s: KoreanWarState, v: Survey, unit: int, way: tuple[int, ...]) -> float:
    """What speaks against a way of retreat: danger at its end, and distance from the cities that are held."""
    end = way[-1]
    cost = w_danger = v.w["exposure"] * v.fear(unit, end, s.fatigued(unit))
    held = [h for h in v.cities(v.side) if v.ground.city[h]]
    if held:
        cost = w_danger + v.w["march"] * 0.5 * min(v.distance(v.side, end, h) for h in held) / 8
    return cost


def why_retreat(s: KoreanWarState, w: W, action: Any) -> Iterator[Note]:
    """Why units stand."""
    if isinstance(action, retreats.Stand):
        yield Note("reason.stand", {"hex": action.hex}, "W-9.5w")


def advance(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Into the hex that is worth most, unless the unit is needed or safer where it stands."""
    frame: combat.Advancing = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.side), w, thorough)
    here = s.where[frame.unit]

    def worth(h: int) -> float:
        fear = w["exposure"] * v.fear(frame.unit, h, True)
        gain = v.prize(h) if h != here else 0.0
        goals = [c for c in v.cities(v.foe) if v.ground.city[c] and c != h]
        far = min((v.distance(v.side, h, c) / (1 + v.ground.city[c]) for c in goals), default=0)
        keep = 0.0
        if h == here and v.ground.city.get(h) and len(s.fighters(v.side).get(h, ())) == 1 and v.threatened(h):
            keep = v.point * v.ground.city[h] * w["guard"]
        return gain + keep - fear - w["march"] * far / 8

    best = max(frame.hexes, key=lambda h: (worth(h), h))
    return combat.Advance(best) if worth(best) > worth(here) else End()


def shelter(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """The first parent that an asset could have: a unit of its hex before a depot."""
    frame: assets.Sheltering = s.top  # type: ignore[assignment]
    offer = next(iter(frame.offers(s)), None)
    return offer.action if offer else None
