"""The choice among several plans of movement: each is imagined on a copy of the game, and the enemy's best attacks on
it count against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from parallel38.games.forgotten_war.players.attacks import PlannedAttack, PossibleAttacks
from parallel38.games.forgotten_war.players.march import MovementPlan, MovementPlanner
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import losses
from parallel38.games.forgotten_war.rules.movement import Moving
from parallel38.games.forgotten_war.state import DUG, ForgottenWarState
from parallel38.hexgrid import bits
from parallel38.players.plans import Room

Weights = Mapping[str, float]
VARIANTS: tuple[dict[str, float], ...] = ({}, {"fear": 3.0}, {"fear": 0.4}, {"fear": 3.0, "dare": 50.0})
"""The factors of weights in the plans among which one is chosen: as usual, careful, bold, careful and without attacks.
"""
SCATTERED = 0.5
"""The chance to clear a hex from which on its defenders are not expected to attack."""


@dataclass(frozen=True)
class Answer:
    """The enemy's best attacks on a plan, and what the plan is worth after them."""

    value: float
    attacks: list[PlannedAttack]
    survey: Survey
    """The enemy's view of the imagined position."""


def best_plan(s: ForgottenWarState, side: int, w: Weights, theirs: Weights, rng: Random) -> tuple[MovementPlan, Answer]:
    """Of several plans, the one that is worth most after the enemy's best attacks."""
    frame: Moving = s.top  # type: ignore[assignment]
    survey, found = Survey(s, side, w), list[tuple[MovementPlan, Answer]]()
    seen: list[dict[int, int]] = []
    for factors in VARIANTS:
        changed = {**w, **{name: w[name] * factor for name, factor in factors.items()}}
        if "dare" in factors:
            changed["dare"] = factors["dare"]
        plan = MovementPlanner(survey, frame, rng, True, changed).plan()
        if plan.orders not in seen:
            seen.append(plan.orders)
            found.append((plan, answer(plan, theirs, rng)))
    return max(found, key=lambda one: one[1].value)


def imagined(plan: MovementPlan) -> ForgottenWarState:
    """A copy of the game in which every unit stands where the plan has it; those that stay have dug in."""
    s, side = plan.survey.s, plan.survey.side
    trial = s.copy()
    for unit, h in plan.orders.items():
        trial.move(unit, h)
    if s.rules.battle.improves:
        for unit in trial.present(side):
            if not s.rules.vehicle[unit]:
                trial.flag(unit, DUG, unit not in plan.orders)
    return trial


def answer(plan: MovementPlan, theirs: Weights, rng: Random) -> Answer:
    """What a plan is worth: its attacks and how far it gets, less the enemy's best attacks afterwards."""
    own, w = plan.survey, plan.survey.w
    trial = imagined(plan)
    foe = Survey(trial, own.foe, theirs)
    gone = {attack.target for attack in plan.attacks if attack.clears >= SCATTERED}
    ranges = Survey(trial, own.side, w).ranges
    reaches = {
        unit: dict.fromkeys(bits(region), 0.0)
        for unit, region in ranges.items()
        if trial.where[unit] not in gone and not own.rules.gun[unit] and not own.rules.support[unit]
    }
    room = Room((u, trial.where[u]) for u in trial.present(own.foe))
    attacks = PossibleAttacks(foe, reaches, theirs).together(room, rng, 1) if not own.goals.final else []
    value = sum(attack.value for attack in plan.attacks) - w["exposure"] * sum(attack.value for attack in attacks)
    value += plan.posts - (w["shells"] * bombardment(foe) if not own.goals.final else 0.0)
    going = (unit for unit in plan.orders if own.s.on_map(unit))
    value += w["march"] * sum(own.way(u, own.s.where[u]) - own.way(u, plan.orders[u]) for u in going)
    return Answer(value, attacks, foe)


def bombardment(gunners: Survey) -> float:
    """What indirect fire of a side may cost its enemy in the next turn: each marker and gun at another stack, the
    most crowded first, of those that it can spot or that units may come near to."""
    s, rules = gunners.s, gunners.rules
    guns = gunners.batteries(gunners.side)
    if not guns:
        return 0.0
    seen = Survey(s, gunners.foe, gunners.w).pressure
    power = round(sum(map(gunners.power, guns)) / len(guns))
    blind = all(not rules.battle.spots(s, u) for u in guns)
    worth: list[float] = []
    for h, units in s.manned(gunners.foe).items():
        if blind or h in seen:
            dug = s.dug_in(gunners.foe, h)
            white, shake = gunners.white(gunners.side, dug), gunners.w["shake"]
            worth.append(sum(gunners.shot(power, white, u, losses.steps_left(s, u), dug, shake) for u in units))
    return sum(sorted(worth, reverse=True)[: len(guns)])
