"""Decisions during combat: fire, retreats, advances and bug-outs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import NamedTuple

from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.games.yalu.players.ground import ground
from parallel38.games.yalu.players.survey import FIRM, Survey
from parallel38.games.yalu.rules import bugout, chances, march, stacking, supply
from parallel38.games.yalu.rules.advance import Advance, Advancing
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.bugout import BuggingOut, BugOut, Flight
from parallel38.games.yalu.rules.fire import strength
from parallel38.games.yalu.rules.firing import Fire, Firing
from parallel38.games.yalu.rules.retreats import Retreat, Retreats
from parallel38.games.yalu.rules.victory import IN_SEOUL
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex
from parallel38.players.commander import actions, allowed, near_best
from parallel38.players.plans import Term, decisive, score

Weights = Mapping[str, float]
FORSAKEN = 1.0
"""The cost of leaving a conscript, tank or artillery unit alone."""
MOST_AIMS = 6
"""The largest number of target groups that are considered at once."""


# ------------------------------------------------------------------------------------------------------------- 10 fire


class Aim(NamedTuple):
    """Units of one hex that are fired at together, and the value of that fire."""

    attack: Attack
    targets: tuple[int, ...]
    firers: tuple[int, ...]
    mass: int
    drm: int
    killed: float
    """The value if the targets are destroyed."""
    driven: float
    """The value if the targets are neutralized and driven away."""


def fire(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action:
    """The first of the fires that are worth most together; the end of the phase when none is worth its price.

    D-10.1.1: firers may be divided, D-10.1.3: and targets singled out.
    """
    top: Firing = s.top  # type: ignore[assignment]
    aims: dict[tuple[int, ...], list[Aim]] = {}
    for offer in top.offers(s):
        if offer.verb == "fire":
            attack, _, targets = offer.domain
            firers = offer.units
            # conscripts that have fired go home (17.6)
            if not top.assault and thorough and s.turn == len(s.rules.turns):
                firers = tuple(u for u in firers if not s.rules.conscript[u])
            if not top.assault and all(s.rules.conscript[u] for u in firers):
                continue
            for group in {targets, *((u,) for u in targets), targets[: len(targets) - 1] or targets}:
                aims.setdefault(firers, []).append(_aim(s, w, attack, group, firers, thorough))
    found: list[tuple[float, Action]] = []
    for firers, choice in aims.items():
        found += _volleys(s, w, firers, choice, thorough)
    return near_best(found, rng, 0.0 if thorough else 0.5) or End()


def _aim(
    s: YaluState, w: Weights, attack: Attack, targets: tuple[int, ...], firers: tuple[int, ...], thorough: bool
) -> Aim:
    """The fire of units at some targets of an attack, with its value by result."""
    top: Firing = s.top  # type: ignore[assignment]
    worth = sum(ground(s.rules).worth[u] for u in targets)
    closed = thorough and chances.after_retreat(s, targets) == "destroyed"
    killed, driven = worth, worth * (1.0 if closed else w["driven"])
    if not top.assault and thorough:
        spared = w["spoil"] * (_threat(s, w, attack, ()) - _threat(s, w, attack, targets))
        killed, driven = killed + spared, driven + spared
    drm = top.modifier(s, Fire(targets, firers), attack)
    return Aim(attack, targets, firers, top.mass(s, attack, targets), drm, killed, driven)


def _volleys(
    s: YaluState, w: Weights, firers: tuple[int, ...], aims: list[Aim], thorough: bool
) -> Iterator[tuple[float, Action]]:
    """Fires with their values: all firers at one group, or divided among two or three groups that have no unit in
    common."""
    top: Firing = s.top  # type: ignore[assignment]
    together = 1 if not thorough or aims[0].attack.manner == "wave" else 3
    power = {u: top.power(s, aims[0].attack, (u,)) for u in firers}
    aims = sorted(aims, key=lambda aim: (-aim.killed / max(1, aim.mass), aim.targets))[:MOST_AIMS]
    for n in range(1, together + 1):
        for chosen in combinations(aims, n):
            if sum(len(aim.targets) for aim in chosen) != len({u for aim in chosen for u in aim.targets}):
                continue
            for help_ in (False, True):
                found = _divide(s, w, chosen, power, help_)
                if found is not None:
                    yield found


def _divide(
    s: YaluState, w: Weights, chosen: tuple[Aim, ...], power: dict[int, int], help_: bool
) -> tuple[float, Action] | None:
    """The total value of fires at these targets, each firer where it adds most, with the first fire; all support goes
    to the first fire."""
    top: Firing = s.top  # type: ignore[assignment]
    ground_, first = ground(s.rules), chosen[0]
    support, air = top.best_support(s, first.attack, first.firers) if help_ else ((), 0)
    if help_ and not support and not air:
        return None
    helped = top.modifier(s, Fire(first.targets, first.firers, support, air), first.attack) if help_ else first.drm
    drms = [helped, *(aim.drm + (aim.attack.guns if top.assault else 0) for aim in chosen[1:])]
    sums, worth, parts = [0] * len(chosen), [0.0] * len(chosen), [list[int]() for _ in chosen]
    for unit in sorted(power, key=lambda u: (-power[u], u)):
        best, gain, value = 0, -1.0, 0.0
        for i, aim in enumerate(chosen):
            destroyed, driven = ground_.hit_chances(sums[i] + power[unit], aim.mass, drms[i])
            now = destroyed * aim.killed + driven * aim.driven
            # no result is possible yet, but a first firer has to be chosen
            hope = 0.001 * aim.killed * (sums[i] < aim.mass)
            if now - worth[i] + hope > gain:
                best, gain, value = i, now - worth[i] + hope, now
        sums[best] += power[unit]
        worth[best] = value
        parts[best].append(unit)
    if not parts[0] or not top.odds(s, first.attack, tuple(parts[0]), first.targets):
        return None
    total = sum(worth) - w["air"] * (air + len(support))
    return total, Fire(first.targets, tuple(sorted(parts[0])), support, air)


def _threat(s: YaluState, w: Weights, attack: Attack, gone: tuple[int, ...]) -> float:
    """The expected cost of an attack to the defenders of its hex when some of the attackers are gone, with their
    zones."""
    if gone:
        s = s.copy()
        for unit in gone:
            s.move(unit, s.rules.names.box("out"))
    side = 1 - s.rules.side_of[attack.units[0]]
    there = tuple(u for u in s.stacks(side).get(attack.hex, ()) if s.rules.combat[u])
    left = [u for u in attack.units if s.on_map(u) and not s.flags[u] & NEUTRALIZED]
    power = sum(strength(s, u, attack.manner, True) for u in left)
    mass = sum(strength(s, u) for u in there)
    ground_ = ground(s.rules)
    destroyed, driven = ground_.hit_chances(power, mass, ground_.assault[attack.hex] - attack.guns)
    caught = 1.0 if chances.after_retreat(s, there) == "destroyed" else w["driven"]
    return sum(ground_.worth[u] for u in there) * (destroyed + driven * caught)


def shoot(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action:
    """D-9.4.3: all units that can fire at a unit that bugs out do."""
    top: Flight = s.top  # type: ignore[assignment]
    fires = [a for a in actions(s) if isinstance(a, Fire)]
    return max(fires, key=lambda a: bugout.power(s, a.units), default=End()) if top else End()


# ---------------------------------------------------------------------------------------------------------- 10.3, 10.8


def retreat(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Retreat to the safest hex in supply."""
    top: Retreats = s.top  # type: ignore[assignment]
    side = SIDES.index(top.decider(s) or "un")
    survey = Survey(s, side)
    found: list[tuple[float, Action]] = []
    for action in actions(s):
        if isinstance(action, Retreat):
            found.append((score(_refuge_terms(survey, w, action.unit, action.path[-1])), action))
        else:  # D-12.1.7: support units may stay, which they do as long as a fresh combat unit is there
            fresh = survey.power(survey.mine.get(top.hex, []))
            found.append((100.0 if fresh else -100.0, action))
    return near_best(found, rng, 0.0 if thorough else 0.3)


def why_retreat(s: YaluState, w: Weights, action: Action) -> Iterator[Note]:
    """What speaks most for the end of a retreat, compared with the others."""
    if not isinstance(action, Retreat):
        return
    survey, unit, end = Survey(s, SIDES.index(s.top.decider(s) or "un")), action.unit, action.path[-1]
    others = {a.path[-1] for a in actions(s) if isinstance(a, Retreat) and a.unit == unit} - {end}
    why = decisive(_refuge_terms(survey, w, unit, end), [_refuge_terms(survey, w, unit, h) for h in others])
    if why:
        yield Note("reason.why", {"hex": end, "why_key": f"why.{why}"})


def _refuge_terms(survey: Survey, w: Weights, unit: int, h: Hex) -> Iterator[Term]:
    """The terms for and against a hex for a unit that retreats, in the order in which they are added up."""
    ground_, side = survey.ground, survey.side
    firing = survey.contact[h] + 0.3 * survey.pressure[h]
    friends = survey.mass([u for u in survey.mine.get(h, []) if u != unit])
    destroyed, driven = ground_.hit_chances(firing, max(1.0, friends), ground_.assault[h]) if firing else (0.0, 0.0)
    yield "danger", -3.0 * (destroyed + driven)
    if not survey.supplied_near >> h & 1:
        yield "supply", -3.0
    if side == COMMUNIST:
        yield "south", -(0.02 * ground_.to_south[h])
        if ground_.counts >> h & 1 and survey.s.turn == len(survey.rules.turns):  # D-20.1
            yield "victory", w["south"] * survey.rules.strength[unit]
    else:
        yield "north", -(0.05 * ground_.depth[h])
    yield "company", 0.01 * min(friends, 20.0)
    yield "terrain", 0.1 * ground_.assault[h]


def advance(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action:
    """Advance into an emptied hex if the hex is worth it and does not invite a counter-attack."""
    top: Advancing = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(top.side))
    found: list[tuple[float, Action]] = []
    for action in (*actions(s), *_together(s, top)):
        goes = isinstance(action, Advance)
        found.append((score(_advance_terms(survey, w, top, action.units)) if goes else 0.0, action))
    return near_best(found, rng, 0.0 if thorough else 0.3) or End()


def _advance_terms(survey: Survey, w: Weights, top: Advancing, units: tuple[int, ...]) -> Iterator[Term]:
    """The terms for and against an advance of units, in the order in which they are added up."""
    s, rules, h = survey.s, survey.rules, top.hex
    for unit in units:
        yield "danger", _hold(survey, w, unit, h, units) - _hold(survey, w, unit, s.where[unit], ())
    yield "losses", sum(loss.points for loss in top.losses) * w["asp"] - _forsaken(survey, units)
    yield "city_left", -sum(survey.left_open(w, here, units) for here in {s.where[u] for u in units})
    if rules.city_hexes >> h & 1:
        yield "city", w["city" if h != survey.ground.seoul else "seoul"] * _grip(survey, units)
    elif survey.side == COMMUNIST and rules.board.areas["to_pusan"] >> h & 1:
        yield "entry", w["city"]  # D-6.3: no UN unit arrives there any more
    yield "supply", w["hunger"] * _supply_gained(survey, units, h)


def why_advance(s: YaluState, w: Weights, action: Action) -> Iterator[Note]:
    """What speaks most for an advance, compared with staying; or against the best of those that could be made."""
    top: Advancing = s.top  # type: ignore[assignment]
    survey = Survey(s, SIDES.index(top.side))
    if isinstance(action, Advance):
        why = decisive(_advance_terms(survey, w, top, action.units), [[]])
        text, kind = "reason.advance", "gain"
    else:
        every = [[*_advance_terms(survey, w, top, a.units)] for a in actions(s) if isinstance(a, Advance)]
        why = decisive([], [max(every, key=score)]) if every else ""
        text, kind = "reason.no_advance", "price"
    if why:
        yield Note(text, {"hex": top.hex, "why_key": f"{kind}.{why}"}, "D-10.8.1")


def _together(s: YaluState, top: Advancing) -> Iterator[Advance]:
    """Groups that may advance together besides those offered: units of one hex, ROK units, and other nations; as many
    as the stacking limit allows, the strongest first."""
    rules, side = s.rules, SIDES.index(top.side)
    parts = [[u for u in top.units if s.where[u] == h] for h in {s.where[u] for u in top.units}]
    parts += [[u for u in top.units if (rules.nation[u] == "ROK") is korean] for korean in (True, False)]
    for part in parts:
        going: list[int] = []
        for unit in sorted(part, key=lambda u: (-rules.strength[u], u)):
            if not stacking.over_limit(s, side, [*going, unit]):
                going.append(unit)
        action = Advance(tuple(sorted(going)))
        if len(going) > 1 and allowed(s, action):
            yield action


def _forsaken(survey: Survey, units: tuple[int, ...]) -> float:
    """The value of conscripts, tanks and artillery that units would leave alone (17.5, 12.1.6)."""
    s, rules = survey.s, survey.rules
    stacks = s.stacks(survey.side)
    stay = ([u for u in stacks.get(h, ()) if u not in units] for h in {s.where[u] for u in units})
    return sum(FORSAKEN * len(there) for there in stay if all(rules.conscript[u] or rules.support[u] for u in there))


def _supply_gained(survey: Survey, units: tuple[int, ...], h: Hex) -> float:
    """The value of friendly units that come into supply when units go to a hex, less that of units that lose it
    (5.1)."""
    s = survey.s.copy()
    for unit in units:
        s.move(unit, h)
    march.take_city(s, survey.side, h)  # so that a port is a source of supply again
    supplied = supply.supplied(s, survey.side)
    value = 0.0 if supplied >> h & 1 else -survey.worth([*units])
    for at, there in survey.mine.items():
        change = (supplied >> at & 1) - (survey.supplied >> at & 1)
        value += change * survey.worth([u for u in there if u not in units]) if change else 0.0
    return value


def _grip(survey: Survey, units: tuple[int, ...]) -> float:
    """How firmly units hold a city, from 0 to 1: D-20.1, Seoul takes two Communist divisions."""
    if survey.side == UN:
        return min(1.0, survey.mass([*units]) / FIRM)
    divisions = sum(survey.rules.size[u] == "division" for u in units)
    return min(1.0, divisions / IN_SEOUL)


def _hold(survey: Survey, w: Weights, unit: int, h: Hex, with_: tuple[int, ...]) -> float:
    """The value of a unit standing in a hex when the enemy's turn comes."""
    ground_, s = survey.ground, survey.s
    there = with_ or tuple(survey.mine.get(h, ()))
    mass = max(1.0, survey.mass(list({*there, unit})))
    help_ = 2 if survey.side == COMMUNIST else 0
    firing = max(survey.contact[h], survey.pressure[h] * w["enemy_share"])
    destroyed, driven = ground_.hit_chances(firing, mass, ground_.assault[h] - help_) if firing else (0.0, 0.0)
    caught = 1.0 if survey.trapped(h, (unit,)) else w["driven"]
    value = -w["exposure"] * ground_.worth[unit] * (destroyed + caught * driven)
    if survey.side == COMMUNIST:
        value -= w["march"] * ground_.to_south[h] * s.rules.strength[unit]
    else:
        value += 0.05 * min(ground_.depth[h], 12)
    return value


# ------------------------------------------------------------------------------------------------------- 9.4 bug-outs


def bug_out(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action:
    """A unit that is surrounded at bad odds bugs out, if its chances are better that way."""
    top: BuggingOut = s.top  # type: ignore[assignment]
    survey = Survey(s, UN)
    ground_, zone = survey.ground, survey.enemy_zone
    theirs = Survey(s, COMMUNIST)
    best: tuple[float, Action] = (0.0, End())
    for offer in top.offers(s):
        if offer.verb != "bugout":
            continue
        unit = offer.units[0]
        h = s.where[unit]
        stack = survey.mine.get(h, [])
        mass, worth = survey.mass(stack), ground_.worth[unit]
        exits = theirs.open_exits(h, zone | s.held_by(COMMUNIST))
        destroyed, driven = ground_.hit_chances(survey.contact[h], mass, ground_.assault[h])
        stay = destroyed + driven * (1.0 if not exits else w["driven"])
        if stay < w["run"]:
            continue
        for action in top.expand(s, offer):
            assert isinstance(action, BugOut)
            alive, fired = 1.0, set[int]()
            for there in action.path[1:]:
                guns = [u for u in bugout.firers(s, unit, there) if u not in fired]
                if guns:
                    fired |= {*guns}
                    d, n = ground_.hit_chances(2 * survey.power(guns), s.rules.strength[unit], ground_.defence[there])
                    alive *= 1 - d - 0.5 * n
            gain = worth * (alive * (1 - w["fled"]) - (1 - stay))
            if gain > best[0]:
                best = (gain, action)
    return best[1]
