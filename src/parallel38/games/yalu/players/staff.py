"""Decisions outside combat: arrivals, replacements, ships, aircraft and set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.yalu.players.ground import ground
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules import arrivals, bombardment, ships, stacking, support
from parallel38.games.yalu.rules.bombardment import Bombard, Raid
from parallel38.games.yalu.rules.placement import PlaceUnit
from parallel38.games.yalu.rules.ships import Sail
from parallel38.games.yalu.state import AIR, ASP, BOMBARDED, COMMUNIST, NEUTRALIZED, ROUNDED, UN, YaluState
from parallel38.hexgrid import Hex, bits
from parallel38.players.commander import actions, near_best
from parallel38.players.plans import Term, score

Weights = Mapping[str, float]
ENOUGH, SURE = 0.8, 1.6
"""The least value of a bombardment, and of one that uses aircraft which an attack may need."""
THERE, OTHER_SEA = 0.3, 1.5
"""How much more a ship's fire must be worth elsewhere in its sea for the ship to go there, and in the other sea."""
HELD_BACK = -0.5
"""The value of holding back a UN unit."""


def arrive(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Communist units arrive as near to the front as they can; conscripts beside others; all units that may arrive
    do."""
    ground_ = ground(s.rules)
    found: list[tuple[float, Action]] = []
    for action in actions(s):
        if isinstance(action, PlaceUnit):
            there = len(s.stacks(COMMUNIST).get(action.hex, ()))
            found.append((s.rules.strength[action.unit] - 0.2 * ground_.to_south[action.hex] - 0.3 * there, action))
        else:
            found.append((-1000.0, action))
    return near_best(found, rng, 0.3)


def guerrilla(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """Place a guerrilla on a road behind the enemy's front, where no other Communist unit will come in this turn
    (16.1)."""
    survey = Survey(s, COMMUNIST)
    ours = {h for unit, reach in survey.reaches.items() if not s.rules.guerrilla[unit] for h in reach}
    roads, mass = s.rules.board.roads.hexes(), [(h, survey.mass(units)) for h, units in survey.theirs.items()]
    found: list[tuple[float, Action]] = []
    for action in actions(s):
        if isinstance(action, PlaceUnit):
            h = action.hex
            around = survey.ground.within(h, 3)
            near = sum(factors for at, factors in mass if around >> at & 1)
            found.append(((2.0 if roads >> h & 1 else 0.0) + 0.1 * near - (3.0 if h in ours else 0.0), action))
    return near_best(found, rng, 0.5)


def land(s: YaluState, w: Weights, rng: Random, thorough: bool) -> Action | None:
    """UN units arrive where it is safe and not far from the front; units without a good place are held back."""
    survey = Survey(s, UN)
    found: list[tuple[float, Action]] = []
    for action in actions(s):
        if isinstance(action, PlaceUnit):
            found.append((score(_arrival_terms(survey, w, action)), action))
        else:
            waits = isinstance(action, arrivals.Delay) and (not thorough or _finds_room(s, action.unit))
            found.append((HELD_BACK if waits else -2.0, action))
    return near_best(found, rng, 0.01)


def pusan_hexes(s: YaluState) -> list[Hex]:
    """The hexes at which units arrive from Pusan and which no enemy holds."""
    return list(bits(s.rules.board.areas["to_pusan"] & ~s.held_by(COMMUNIST)))


def coming_from_pusan(s: YaluState) -> dict[Hex, list[int]]:
    """The units that arrive from Pusan in the next turn (6.3), distributed over the hexes at which they can."""
    found: dict[Hex, list[int]] = {h: [] for h in pusan_hexes(s)}
    for unit in s.rules.units_of[UN]:
        if arrivals.box_of(s, unit) in arrivals.PUSAN and s.spent[unit] <= s.turn + 1:
            h = min(found, key=lambda h: (sum(s.rules.weight[u] for u in found[h]), h), default=None)
            if h is not None and not stacking.over_limit(s, UN, [*found[h], unit]):
                found[h].append(unit)
    return found


def _finds_room(s: YaluState, unit: int) -> bool:
    """Whether a unit that is held back would find room at a To Pusan hex in the next turn (6.3)."""
    fits = (not stacking.over_limit(s, UN, [*units, unit]) for units in coming_from_pusan(s).values())
    return s.turn < len(s.rules.turns) and any(fits)


def replace(s: YaluState, w: Weights, thorough: bool) -> Action | None:
    """The replacement of a movement phase (6.2.2) that has the best place. For a thorough commander, units without a
    good place come from Pusan in the next turn (6.3), as long as there is room."""
    survey, top = Survey(s, UN), s.top
    offers = list(top.offers(s))
    places = (action for offer in offers if offer.verb == "place" for action in top.expand(s, offer))
    found = ((score(_arrival_terms(survey, w, action)), action) for action in places if isinstance(action, PlaceUnit))
    good = [(value, action) for value, action in found if value > HELD_BACK]
    if good or not thorough:
        return near_best(good, Random(s.turn), 0.01)
    strength = s.rules.strength
    held = sorted((o for o in offers if o.verb == "delay"), key=lambda o: (-strength[o.units[0]], o.units[0]))
    return next((offer.action for offer in held if _finds_room(s, offer.units[0])), None)


def _arrival_terms(survey: Survey, w: Weights, action: PlaceUnit) -> Iterator[Term]:
    """The terms for and against a unit's arrival in a hex, in the order in which they are added up."""
    s, ground_, h = survey.s, survey.ground, action.hex
    if s.rules.naval[action.unit]:
        yield "arrival", 5.0
        yield "fighting", survey.anchorage(s.rules.range[action.unit])[h]
        return
    friends = survey.mass(survey.mine.get(h, []))
    firing = survey.pressure[h] * w["enemy_share"]
    mass = friends + s.rules.strength[action.unit]
    destroyed, driven = ground_.hit_chances(firing, max(mass, 1), ground_.assault[h]) if firing else (0.0, 0.0)
    yield "arrival", 1.0
    yield "danger", -(4.0 * (destroyed + driven * w["driven"]))
    yield "north", 0.02 * min(ground_.depth[h], 9)
    yield "reunion", 0.1 * survey.comrades(action.unit)
    yield "alone", -(0.4 * max(0, ground_.depth[h] - ground_.depth[ground_.seoul]))  # no other unit is there
    if s.rules.north >> h & 1:
        yield "blizzards", -2.0
    if not survey.supplied_near >> h & 1:  # no unit is sent into a pocket
        yield "supply", -3.0
    if s.turn == len(s.rules.turns):  # no enemy turn follows, and no later arrivals
        yield "last_turn", 10.0


def bombard(s: YaluState, w: Weights, thorough: bool, targets: Iterable[Hex]) -> Action:
    """Ships go where they are needed; ships, artillery and aircraft that no attack on these targets will need bombard
    stacks and attack supply."""
    survey = Survey(s, UN)
    for ship in ships.afloat(s):
        if s.flags[ship] & (BOMBARDED | ROUNDED):
            continue
        value, waters = survey.anchorage(s.rules.range[ship]), ships.waters(s, ship)
        same = waters & ships.sea_of(s, s.where[ship])
        for sea, more in ((same, THERE), (waters & ~same, OTHER_SEA)):
            best = max(bits(sea), key=lambda h: (value[h], -h), default=None)
            if best is not None and value[best] > value[s.where[ship]] + more:
                return Sail(ship, best)
    # an attack needs the ships in range of it, and aircraft for the factors that the ships do not give (12.1.4)
    needs = {h: support.MOST - support.factors(s, support.at_hand(s, set(), h)) for h in targets}
    air = max(0, s.track[AIR] - sum(max(0, need) for need in needs.values()))
    fleet = ships.afloat(s) if thorough else []
    fleet = [ship for ship in fleet if not any(support.in_range(s, ship, h) for h in needs)]
    crowd = _crowd(s, survey, air, fleet) or (_crowd(s, survey, s.track[AIR], fleet, SURE) if thorough else None)
    if crowd:
        return crowd
    if s.track[ASP]:
        idle = tuple(
            ship
            for ship in ships.afloat(s)
            if not s.flags[ship] & ROUNDED and survey.anchorage(s.rules.range[ship])[s.where[ship]] < w["idle_ship"]
            for _ in range(s.rules.strength[ship] - s.spent[ship])
        )
        if idle or air:
            return Raid(idle, air if thorough else 0)
    return End()


def likely(survey: Survey) -> Iterator[Hex]:
    """The hexes that the UN might attack in this turn, computed quickly."""
    distance = survey.rules.grid.distance
    for h, units in survey.theirs.items():
        near = (there for at, there in survey.mine.items() if distance(at, h) <= 3)
        if sum(survey.power(there) for there in near) >= 2 * survey.mass(units):
            yield h


def _crowd(s: YaluState, survey: Survey, air: int, fleet: list[int], least: float = ENOUGH) -> Action | None:
    """The bombardment by artillery, these ships and `air` air factors that hits the most value, if that is at least
    `least`."""
    top: bombardment.Bombarding = s.top  # type: ignore[assignment]
    best, value = None, least
    for h, units in survey.theirs.items():
        able = bombardment.at_hand(s, "troops", (h,), top.aims)
        guns = [u for u in able if s.rules.kind[u] == "artillery" or u in fleet]
        guns = [u for u in guns if not s.flags[u] & BOMBARDED and len(units) > 1]
        factors = support.factors(s, guns) + air
        if factors < 3:
            continue
        neutralized, destroyed = bombardment.numbers(s, factors)
        drm = bombardment.terrain(s, h)
        hit, dead = max(0, neutralized - drm) / 6, max(0, destroyed - drm) / 6
        beaten = survey.worth([u for u in units if s.flags[u] & NEUTRALIZED])  # D-14.3: a second hit destroys them
        gain = beaten * hit + (survey.worth(units) - beaten) * (0.3 * hit + 0.7 * dead)
        if gain > value:
            best, value = Bombard(h, tuple(guns), air), gain
    return best
