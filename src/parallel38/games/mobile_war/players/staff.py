"""Decisions about units that come: replacements, air supply, garrisons against partisans, units of what-ifs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import airlift, arrivals, campaign, supply, variants
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, UN, MobileWarState
from parallel38.hexgrid import bits
from parallel38.players.commander import actions, near_best


def replace(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """Bring back the strongest regiments, where there is room."""
    found: list[tuple[float, Action]] = []
    for offer in s.top.offers(s):
        if offer.verb == "replace":
            unit = offer.units[0]
            for h in bits(offer.hexes):
                crowd = len(s.troops(s.rules.side_of[unit], h))
                found.append((s.rules.strength[unit] - 0.3 * crowd, arrivals.Replace(unit, h)))
    best = near_best(found, rng, 0.0)
    return best if best is not None else End()


def lift(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """Give air supply to units without other supply, the best first. Half is kept while the airborne may jump."""
    top: airlift.Airlifting = s.top  # type: ignore[assignment]
    survey = Survey(s, UN)
    unsupplied = [
        offer.units[0] for offer in top.offers(s) if offer.verb == "airlift" and not supply.supplied(s, offer.units[0])
    ]
    if not unsupplied:
        return End()
    ground = survey.ground
    return airlift.Airlift(
        max(unsupplied, key=lambda u: (ground.worth[u] / max(1, ground.regiments[u]), ground.worth[u], -u))
    )


def guard(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """Place the nearest South Korean units against partisans, the weaker first."""
    found: list[tuple[float, Action]] = []
    for offer in s.top.offers(s):
        unit = offer.units[0]
        for h in bits(offer.hexes):
            far = s.rules.grid.distance(s.where[unit], h)
            found.append((-far - s.rules.strength[unit], campaign.Guard(unit, h)))
    return near_best(found, rng, 0.0)


def declare(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """Declare the shock when most of the army can use it: when enough strength stands near the enemy."""
    offer = next((offer for offer in s.top.offers(s) if offer.verb == "shock"), None)
    if offer is None or offer.action is None:
        return End()
    survey, strength = Survey(s, COMMUNIST), s.rules.strength
    pressed = s.rules.grid.spread(s.held_by(UN), s.rules.land, steps=3)
    near = sum(strength[u] for h, units in survey.mine.items() if pressed >> h & 1 for u in units)
    all_ = sum(strength[u] for units in survey.mine.values() for u in units)
    return offer.action if near >= w["shock"] * all_ else End()


def place(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """Put a unit of a what-if as near to the side's goals as is allowed, where few enemies can attack it."""
    top: variants.Placing = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(top.decider(s) or SIDES[UN]))
    found = [
        (-survey.field(action.hex) - survey.pressure[action.hex], action)
        for action in actions(s)
        if isinstance(action, variants.Put)
    ]
    return near_best(found, rng, 1.0)


def cover(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """K-VAR-1a: put the South Korean units where they stood historically."""
    return End()


def land(s: MobileWarState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """K-VAR-8b: bring in units that were held back to keep China out when they are needed: the enemy is near Pusan."""
    offer = next(offer for offer in s.top.offers(s) if offer.verb == "land")
    pusan = next(bits(s.rules.pusan))
    near = any(s.rules.grid.distance(pusan, h) <= w["alarm"] for h in s.stacks(COMMUNIST))
    return offer.action if near else End()
