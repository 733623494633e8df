"""The choice of UN positions, judged by the attacks that the Communists could make on them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from parallel38.engine.values import Action, End
from parallel38.games.yalu.data import weights
from parallel38.games.yalu.players.attacks import PlannedAttack, PossibleAttacks, Room
from parallel38.games.yalu.players.danger import income
from parallel38.games.yalu.players.line import Line
from parallel38.games.yalu.players.survey import STEADFAST, Survey
from parallel38.games.yalu.players.un import UnPlan, UnPlanner, at_last, un_plan
from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.rules.breakdown import Breakdown
from parallel38.games.yalu.rules.placement import Deploy
from parallel38.games.yalu.state import ASP, COMMUNIST, UN, YaluState
from parallel38.hexgrid import Hex
from parallel38.players.commander import actions, allowed
from parallel38.players.plans import Term, score

VARIANTS: tuple[dict[str, float], ...] = (
    {},
    {"boldness": -1.0},
    {"danger": 10.0, "boldness": -1.0},
    {"ground": 0.02, "boldness": -1.0},
    {"fill": 1.0, "danger": 10.0},
    {"fill": 1.0, "ground": 0.3},
)
"""The weights that differ in the plans among which one is chosen: bold or cautious, near or far, dense or thin."""
REPAIRS = 5
"""How often a plan is repaired where the enemy's best attack would hit it."""
FAR_OFF = 48
"""The distance from the line, in parts of a movement point, beyond which a longer distance costs no more."""
REPLANS = 3
"""How often a plan is made again because some attacks would no longer be made: from where units stand, or without those
attacks."""
WORST = 2
"""How many of the enemy's best attacks are considered for a repair, and how many divisions for a breakdown."""
FEW = 2
"""The number of units that keep a road open."""
HELP = 6
"""The distance in hexes from which units come to the help of a stack that would be hit."""
WORTHWHILE = 0.5
"""The gain in value that justifies breaking a division down, or changing the set-up."""


class Answer(NamedTuple):
    """The enemy's best answer to a plan, and the value of the plan after it."""

    value: float
    attacks: list[PlannedAttack]


def best_plan(s: YaluState, w: Mapping[str, float], rng: Random, before: UnPlan | None = None) -> UnPlan:
    """Of several plans, the one after which the enemy's best attacks are worth least, repaired where they would hit.

    If an earlier plan failed on the way, part of the army has already gone where it sent them: its line is kept.
    """
    survey = Survey(s, UN)
    if s.turn == len(s.rules.turns):  # no enemy turn follows
        plan = un_plan(survey, at_last(s, w), rng, True)
        return plan if plan.cuts else next((other for other in _broken_down(plan, rng) if other.cuts), plan)
    if before is not None and before.line.posts:
        plans = [_again(before, before.line.later(survey), rng)]
    else:
        plans = [un_plan(survey, {**w, **variant}, rng, True) for variant in VARIANTS]
    answers = [answer(plan, plan.orders, w, rng) for plan in plans]
    best = max(range(len(plans)), key=lambda i: answers[i].value)
    plan, now = plans[best], answers[best]
    for other in _broken_down(plan, rng) if plan.gaps() else ():
        then = answer(other, other.orders, w, rng)
        if then.value > now.value + WORTHWHILE and len(_spread_out(other)) > 1:
            plan, now = other, then
            break
    for _ in range(REPLANS):
        rash = _rash(plan)
        if not rash:
            break
        # attacks by units that stay may still be worth making: a unit that moves away from a road may let the enemy
        # close it
        in_place, not_attacked = plan.attacked_in_place | rash, plan.not_attacked | (rash & plan.attacked_in_place)
        limited = replace(plan, attacked_in_place=in_place, not_attacked=not_attacked)
        plan = _again(limited, plan.line, rng)
        now = answer(plan, plan.orders, w, rng)
    for _ in range(REPAIRS):
        options = [(answer(plan, orders, w, rng), orders) for orders in _repairs(plan, now)]
        if not options:
            break
        better, orders = max(options, key=lambda option: option[0].value)
        if better.value <= now.value + 0.01:
            break
        now, plan = better, replace(plan, orders=orders)
    return replace(plan, attacks=_carried_out(plan, plan.orders))


def _again(plan: UnPlan, line: Line, rng: Random) -> UnPlan:
    """A plan made anew with a line, with the limits on attacks of an earlier plan."""
    return UnPlanner(line, rng, True, plan.attacked_in_place, plan.not_attacked, plan.cut_off).plan()


def _broken_down(plan: UnPlan, rng: Random) -> Iterator[UnPlan]:
    """D-9.3.3.2: plans made after a division is broken down into regiments with zones of control, best covered
    divisions first."""
    s, rules, there = plan.s, plan.s.rules, plan.room().there
    found = [u for u in plan.movers if plan.survey.can_hold(u) and rules.parts[u]]
    found = [u for u in found if all(rules.zoc[part] for part in rules.parts[u])]
    found = [u for u in found if u not in plan.aboard and allowed(s, Breakdown(u))]
    found.sort(key=lambda u: (-plan.survey.mass(there[plan.orders[u]]), u))
    for division in found[:WORST]:
        trial = s.copy()
        Breakdown(division).apply(trial)
        yield replace(un_plan(Survey(trial, UN), plan.w, rng, True), broken_down=division)


def _spread_out(plan: UnPlan) -> set[Hex]:
    """The posts of the line to which the parts of the broken-down division go."""
    return {plan.orders[u] for u in plan.parts if u in plan.orders} & {*plan.line.posts}


def deploy(s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action:
    """D-22.1, D-22.3: change the set-up where the first attacks would hit it; D-22.2: divisions stay whole.

    A change is made only if the enemy's best attacks cost less after it, so the changes come to an end.
    """
    attacks = attacks_on(Survey(s, COMMUNIST), w, rng)
    worst = {attack.target for attack in sorted(attacks, key=lambda attack: -attack.hit)[:WORST]}
    best, least = End(), sum(attack.hit for attack in attacks) - WORTHWHILE
    for action in actions(s) if thorough else ():
        if isinstance(action, Deploy) and {s.where[action.units[0]], action.hex} & worst:
            trial = s.copy()
            trial.move(action.units[0], action.hex)
            lost = sum(attack.hit for attack in attacks_on(Survey(trial, COMMUNIST), w, rng))
            if lost < least:
                best, least = action, lost
    return best


def _carried_out(plan: UnPlan, orders: Mapping[int, Hex]) -> list[PlannedAttack]:
    """The attacks of a plan for which all units still go to their planned hexes."""
    where = plan.s.where
    return [attack for attack in plan.attacks if all(orders.get(u, where[u]) == h for u, h in attack.posts)]


def answer(plan: UnPlan, orders: Mapping[int, Hex], w: Mapping[str, float], rng: Random) -> Answer:
    """The enemy's best attacks after a plan, and the plan's value: the losses, units out of supply, ground and own
    attacks."""
    after = _after(plan, orders)
    survey = Survey(after, COMMUNIST)
    found = attacks_on(survey, w, rng)
    for attack in found:
        for unit, h in attack.posts:
            if after.where[unit] != h:
                after.move(unit, h)
    won = sum(attack.value for attack in _carried_out(plan, orders))
    lost = sum(attack.hit for attack in found)
    return Answer(score(_plan_terms(plan, survey, w, won, lost)), found)


def _plan_terms(plan: UnPlan, survey: Survey, w: Mapping[str, float], won: float, lost: float) -> Iterator[Term]:
    """The terms for and against a plan after the enemy's answer, which the enemy's survey shows, in the order in which
    they are added up."""
    after, stacks, posts = survey.s, survey.theirs, plan.line.posts
    yield "attacks", w["won"] * won
    yield "danger", -lost
    supplied = supply.supplied(after, UN)
    yield "supply", -(w["starved"] * sum(survey.worth(units) for h, units in stacks.items() if not supplied >> h & 1))
    depth = survey.ground.depth
    yield "north", w["yield"] * (sum(min(depth[h], w["far"]) for h in posts) / max(1, len(posts)))
    yield "no_line", -(w["broken"] * (not posts))
    astray = sum(survey.worth(units) * min(plan.line.distance[h], FAR_OFF) for h, units in stacks.items())
    yield "line", -(w["astray"] * astray / after.rules.point)
    for h in posts:
        need = min(w["full"], plan.survey.pressure[h] * w["fear"])
        yield "thin", -(w["thin"] * max(0.0, need - survey.mass(stacks.get(h, []))) / w["full"])


def after_orders(s: YaluState, orders: Mapping[int, Hex], aboard: Container[int] = ()) -> YaluState:
    """The situation when all units have gone where they are ordered."""
    after = s.copy()
    for unit, h in orders.items():
        if unit in aboard:
            after.move(unit, after.rules.names.box("sea"))
        elif after.where[unit] != h:
            after.move(unit, h)
    return after


def _after(plan: UnPlan, orders: Mapping[int, Hex]) -> YaluState:
    return after_orders(plan.s, orders, plan.aboard)


def _rash(plan: UnPlan) -> frozenset[Hex]:
    """The targets of planned attacks that would no longer be made when all units stand where the plan sends them: only
    then is it known which units could not retreat."""
    survey = Survey(_after(plan, plan.orders), UN)
    reaches = {unit: {h: 1.0} for attack in plan.attacks for unit, h in attack.posts}
    attacks = PossibleAttacks(survey, reaches, plan.w, rings=True, danger=plan.danger, lost=plan.cut_off)
    room = Room(survey, ((unit, h) for h, units in survey.mine.items() for unit in units))
    taken = {attack.target: {*reaches} - {*attack.units} for attack in plan.attacks}
    made = {h: attacks.best(h, room, others, 0, survey.air) for h, others in taken.items()}
    return frozenset(
        attack.target for attack in plan.attacks if not attack.still(made[attack.target], survey.rules.strength)
    )


def attacks_on(survey: Survey, w: Mapping[str, float], rng: Random) -> list[PlannedAttack]:
    """The best attacks that the Communists could make in a situation, computed quickly."""
    s = survey.s
    movers = {u: reach for u, reach in survey.reaches.items() if not s.rules.guerrilla[u]}
    standing = ((u, s.where[u]) for u in s.present(COMMUNIST) if u not in movers)
    theirs = {name: value for name, (value, _, _) in weights("communist").items()} | {"city": w["city"]}
    attacks = PossibleAttacks(survey, movers, theirs, rings=False)
    return attacks.together(Room(survey, standing), s.track[ASP] + income(s), 0, rng, 1)


def _repairs(plan: UnPlan, now: Answer) -> Iterator[Mapping[int, Hex]]:
    """Orders changed in one place: units that would be hit leave, are joined, or get a unit beside them that keeps
    their retreat open."""
    for attack in sorted(now.attacks, key=lambda attack: -attack.hit)[:WORST]:
        room = plan.room()
        if attack.target not in plan.held:
            there = [u for u, h in plan.orders.items() if h == attack.target and u not in plan.aboard]
            yield from _leave(plan, room, there)
        yield from _join(plan, room, attack.target)
        yield from _prop(plan, room, attack.target)
    yield from _stay(plan)


def _stay(plan: UnPlan) -> Iterator[Mapping[int, Hex]]:
    """Units that have supply where they stand and would lose it by going stay (5.1): all such units, all of one hex, or
    a few that keep its road open."""
    s, after = plan.s, _after(plan, plan.orders)
    supplied, now = supply.supplied(after, UN), plan.survey.supplied
    going = [u for u, h in plan.orders.items() if s.where[u] != h and u not in plan.aboard]
    unsupplied = [u for u in going if now >> s.where[u] & 1 and not supplied >> plan.orders[u] & 1]
    stacks = {
        h: sorted((u for u in unsupplied if s.where[u] == h), key=lambda u: (s.rules.strength[u], u))
        for h in {s.where[u] for u in unsupplied}
    }
    for stay in ([*unsupplied], *stacks.values(), *(units[:FEW] for units in stacks.values() if len(units) > FEW)):
        if stay:
            yield {**plan.orders, **{u: s.where[u] for u in stay}}


def _free(plan: UnPlan, target: Hex) -> Iterator[int]:
    """The units that can be sent to the help of a hex: none from far away; unless the hex has to be held, none from the
    line and none worth more than the units there."""
    distance, where, worth = plan.s.rules.grid.distance, plan.s.where, plan.survey.ground.worth
    posts = {*plan.line.posts, *plan.held}
    there = plan.survey.worth([u for u, h in plan.orders.items() if h == target])
    kept = {*plan.aboard, *plan.reserve, *plan.parts}
    free = (u for u in plan.movers if plan.survey.can_hold(u) and u not in kept and plan.orders[u] not in plan.held)
    free = (u for u in free if distance(where[u], target) <= HELP)
    return (u for u in free if target in posts or (worth[u] <= there and plan.orders[u] not in posts))


def _leave(plan: UnPlan, room: Room, there: list[int]) -> Iterator[Mapping[int, Hex]]:
    """The units of a hex go to the nearest friendly units, or as far as they can from the enemy."""
    survey, loss, distance = plan.survey, plan.line.danger.loss, plan.line.distance
    pressure, depth, supplied = survey.pressure, survey.ground.depth, survey.supplied_near
    for alone in (False, True):
        changed, trial = dict(plan.orders), room.copy()
        for unit in there:
            here = plan.orders[unit]
            hexes = [h for h in plan.movers[unit] if h != here and supplied >> h & 1 and trial.fits(unit, h)]
            hexes = [h for h in hexes if depth[h] <= depth[plan.s.where[unit]]]
            hexes = (
                [h for h in hexes if pressure[h] < pressure[here]] if alone else [h for h in hexes if h in trial.there]
            )
            if plan.s.rules.pairs[unit]:  # one battalion alone blocks nothing, and is lost (8.1.3)
                hexes = [h for h in hexes if not pressure[h] or trial.there.get(h)]
            if hexes:
                best = min(hexes, key=lambda h: (pressure[h] if alone else loss[h], distance[h], h))
                changed[unit] = best
                trial.put(unit, best)
        if changed != plan.orders:
            yield changed


def _join(plan: UnPlan, room: Room, target: Hex) -> Iterator[Mapping[int, Hex]]:
    """The two strongest units that can come, those outside the line first."""
    strength = plan.s.rules.strength
    line = set(plan.line.posts)
    free = _free(plan, target) if plan.line.near(target) else ()
    able = [u for u in free if target in plan.movers[u] and plan.orders[u] != target and room.fits(u, target)]
    able.sort(key=lambda u: (plan.orders[u] in line, -strength[u], u))
    for unit in able[:2]:
        yield {**plan.orders, unit: target}


def _prop(plan: UnPlan, room: Room, target: Hex) -> Iterator[Mapping[int, Hex]]:
    """D-8.2.4: a US or UK unit beside the target keeps a retreat open for it."""
    rules, line, depth = plan.s.rules, set(plan.line.posts), plan.survey.ground.depth
    able = [u for u in _free(plan, target) if rules.nation[u] in STEADFAST]
    able = [u for u in able if plan.orders[u] not in line or len(room.there[plan.orders[u]]) > 1]
    able.sort(key=lambda u: (-rules.strength[u], u))
    for unit in able:
        beside = [h for h in plan.survey.beside[target] if h in plan.movers[unit] and room.fits(unit, h)]
        beside = [h for h in beside if plan.line.near(h) and plan.orders[unit] != h]
        beside = [h for h in beside if h in room.there or (rules.zoc[unit] and depth[h] <= plan.line.front)]
        if beside:
            best = min(beside, key=lambda h: (h not in room.there, plan.line.danger.loss[h], h))
            yield {**plan.orders, unit: best}
            return
