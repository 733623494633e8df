"""Decisions between operations: depots and supply, reinforcements, aircraft, enhancement, assets."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.korean_war.players import afloat
from parallel38.games.korean_war.players.ground import DEADLY_POINTS, FAR, TACTICAL
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import (
    air,
    arrivals,
    assets,
    command,
    depots,
    enhancement,
    reconstitution,
    supply,
)
from parallel38.games.korean_war.state import CAPACITY, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Hex, Reach, bits

W = Mapping[str, float]
CANDIDATES = 16
"""The hexes for a depot that are looked at closely."""
DICE = 10
LATE = 3
"""The Action Phases before the last one in which a unit that comes brings less and less."""


# -------------------------------------------------------------------------------------------------------------- depots


def _front(v: Survey) -> list[tuple[int, float]]:
    """The units of the side with what supply is worth to each: more for strong ones near the enemy."""
    far = v.enemy_distances()
    found: list[tuple[int, float]] = []
    for unit in v.units:
        near = max(0.1, 1 - far.get(v.s.where[unit], FAR) / (6 * TACTICAL))
        found.append((unit, v.ground.worth(v.s, unit) * near))
    return found


def _serves(v: Survey, h: Hex, front: list[tuple[int, float]], barred: int) -> float:
    """How much strength a depot in a hex would serve."""
    s, rules, w = v.s, v.rules, v.w
    limits = rules.range_limits
    reach = Reach(rules.costs(SIDES[v.side], frozenset()), {h: 0}, limits["secondary"], barred & ~(1 << h)).arrivals
    total = 0.0
    for unit, worth in front:
        far = reach.get(s.where[unit])
        if far is not None:
            total += worth * (1.0 if far <= limits["primary"] else w["secondary"])
    return total


def _expected(s: KoreanWarState, side: int, h: Hex, value: int) -> float:
    """The Supply Points that a depot in a hex gets on the average."""
    case = s.copy()
    here = case.depot_at(side, h)
    depot = here if here is not None else next((u for u in s.rules.depots_of[side] if s.in_box(u, "out")), None)
    if depot is None:
        return 0.0
    case.move(depot, h)
    case.set("value", depot, value)
    if not depots.supplied(case, side) >> h & 1:
        return 0.0
    return sum(supply.gained(case, depot, die) for die in range(DICE)) / DICE


def _safe(v: Survey, h: Hex) -> bool:
    """Whether a depot is out of the enemy's reach, or stands with a unit that is not in much danger."""
    units = v.s.fighters(v.side).get(h, [])
    if not units:
        return not v.coming >> h & 1
    return min(v.fear(u, h, False) for u in units) < v.w["depot"] / 2


def _best_place(v: Survey, region: int, value: int) -> tuple[float, Hex] | None:
    """The hex of a region in which a depot serves most, by how much it serves and what it gets."""
    s, rules = v.s, v.rules
    front = _front(v)
    if not front:
        return None
    barred = command.barred(s, v.side)
    middle = sorted(front, key=lambda pair: -pair[1])[:8]
    grid = rules.grid
    lines = region & rules.links.hexes() or region

    def rough(h: Hex) -> float:
        return sum(worth * grid.distance(h, s.where[u]) for u, worth in middle)

    hexes = sorted(bits(lines), key=lambda h: (rough(h), h))[: 4 * CANDIDATES]
    safe = [h for h in hexes if _safe(v, h)][:CANDIDATES] or hexes[:CANDIDATES]
    served = sorted(((_serves(v, h, front, barred), h) for h in safe), reverse=True)[: CANDIDATES // 4]
    found = [(serves * (0.3 + _expected(s, v.side, h, value)), h) for serves, h in served]
    return max(found, default=None)


def stock(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """A depot of all the value that is free where it serves most; else more value for the one there is."""
    frame: depots.Stocking = s.top  # type: ignore[assignment]
    side = SIDES.index(frame.side)
    own = s.depots(side)
    free = s.rules.depot_values - sum(s.value[d] for d in own)
    if not free:
        return End()
    v = Survey(s, side, w, thorough)
    if own and not any(_useless(v, d) for d in own):
        depot = max(own, key=lambda d: s.value[d])
        return depots.Depot(s.where[depot], s.value[depot] + free)
    place = _best_place(v, depots.legal(s, side), free)
    return depots.Depot(place[1], free) if place else End()


def _useless(v: Survey, depot: int) -> bool:
    """Whether a depot serves less than half of what the best place would."""
    s = v.s
    front, barred = _front(v), command.barred(s, v.side)
    total = sum(worth for _, worth in front)
    isolated = not depots.supplied(s, v.side) >> s.where[depot] & 1
    return isolated or _serves(v, s.where[depot], front, barred) < v.w["serves"] * total


def remove(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Take off a depot that serves too little, so that it may be placed anew."""
    frame: depots.Removing = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.side), w, thorough)
    for depot in s.depots(v.side):
        if _useless(v, depot) and not s.assets(depot):
            return depots.Remove(depot)
    return End()


def spend(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """All Supply Points of a side that attacks; of one that holds a line two, which is enough to defend."""
    frame: supply.Spending = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.side), w, thorough)
    offer = next(iter(frame.offers(s)), None)
    if offer is None:
        return None
    depot = offer.units[0]
    most = s.points[depot]
    if v.balance() < w["tide"] and v.left > 1:
        most = min(most, int(w["thrift"]))
    return supply.Spend(depot, most)


def add(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Banked Supply Points for the depot that serves most, if the side attacks or the game ends soon."""
    frame: supply.Adding = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.side), w, thorough)
    able = [o.units[0] for o in frame.offers(s) if o.units]
    if not able or (v.balance() < w["tide"] and v.left > 2):
        return End()
    return supply.Bonus(max(able, key=lambda d: (s.spent[d], s.value[d])))


# ------------------------------------------------------------------------------------------------------ reinforcements


def place(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Each reinforcement where it is nearest to where it is needed; Task Force Smith on the enemy's way."""
    frame: arrivals.Placing = s.top  # type: ignore[assignment]
    side = SIDES.index(frame.side)
    v = Survey(s, side, w, thorough)
    for unit in frame.able(s):
        hexes = [*bits(frame.open_hexes(s, unit))]
        if not hexes:
            continue
        if s.rules.unit_kind[unit] == arrivals.SMITH:
            return _smith(v, unit, hexes)
        bare = _bare(v) if thorough else None
        far = v.enemy_distances() if bare is None else v.ground.field(side, bare)
        return arrivals.Put(unit, min(hexes, key=lambda h: (far.get(h, FAR), h)))
    return End()


def _bare(v: Survey) -> Hex | None:
    """The most valuable own city that is empty and into which the enemy could come; none of a single point."""
    held = v.s.held_by(v.side)
    bare = [h for h in v.cities(v.side) if v.ground.city[h] > 1 and not held >> h & 1 and v.threatened(h)]
    return max(bare, key=lambda h: (v.ground.city[h], h), default=None)


def _smith(v: Survey, unit: int, hexes: list[Hex]) -> Action:
    """Task Force Smith in rough country two or three days before the enemy."""
    far = v.enemy_distances()
    cities = [h for h in v.cities(v.side) if v.ground.city[h] > 1]

    def worth(h: Hex) -> tuple[float, int]:
        gap = far.get(h, FAR) / TACTICAL
        ways = sum(1 for c in cities if far.get(h, FAR) + v.distance(v.foe, h, c) <= far.get(c, FAR) + 2)
        soft = 0.5 if v.rules.clear >> h & 1 else 0.0
        return ways - abs(gap - 2) / 2 - soft, -h

    return arrivals.Put(unit, max(hexes, key=worth))


def deploy(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Bring the strongest unit that is worth its point: the side is in danger, or it attacks."""
    frame: arrivals.Deploying = s.top  # type: ignore[assignment]
    v = Survey(s, UN, w, thorough)
    if not _needed(v):
        return End()
    best: tuple[tuple[float, int], Action] | None = None
    for offer in frame.offers(s):
        if offer.verb != "deploy" or not offer.hexes:
            continue
        unit = offer.units[0]
        if _kept(v, unit):
            continue
        far = v.enemy_distances()
        h = min(bits(offer.hexes), key=lambda h: (far.get(h, FAR), h))
        held = tuple(s.assets(unit))
        if not s.in_box(unit, "other_port"):
            free = [a for a in arrivals.box_assets(s, unit) if a not in held]
            free.sort(key=lambda a: (not s.rules.armored[a], a))
            held = (*held, *free)[: s.rules.asset_limit[unit]]
        key = (v.ground.worth(s, unit), -unit)
        if best is None or key > best[0]:
            best = (key, arrivals.Deploy(unit, h, held))
    return best[1] if best else End()


def _kept(v: Survey, unit: int) -> bool:
    """Whether a unit waits in the box for a landing in this Action Phase."""
    if not v.s.track[CAPACITY]:
        return False
    landing = afloat.best_landing(v.s, v)
    return landing is not None and landing.unit == unit


def _needed(v: Survey) -> bool:
    """Whether more units are needed on the map than there are; each that stays in the box is worth a point in the
    scenario in which these count. The later in the game, the less may be gained with one that comes: in the last Action
    Phase only a city by which the Communists win at once is worth it."""
    if "uncommitted" not in v.rules.scores:
        return True
    if not v.thorough:
        return v.balance() < v.w["calm"]
    city, held = v.ground.city, v.s.controlled(UN)
    if any(held >> h & 1 and city[h] > DEADLY_POINTS and v.pressure(h) for h in city):
        return True
    return v.balance() < v.w["calm"] * min(1.0, (v.left - 1) / LATE)


def enhance(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Divisions before replacement units and regiments, those first that the enemy can reach."""
    frame: enhancement.Enhancing = s.top  # type: ignore[assignment]
    v = Survey(s, UN, w, thorough)
    able = [o.units[0] for o in frame.offers(s) if o.units]
    if not able:
        return End()

    def worth(unit: int) -> tuple[float, float, int]:
        near = v.pressure(s.where[unit]) if s.on_map(unit) else 0.0
        return v.ground.worth(s, unit), near, -unit

    return enhancement.Enhance(max(able, key=worth))


def fly(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Fighters on close air support; bombers over the provinces with the highest multiplier."""
    frame: air.Missions = s.top  # type: ignore[assignment]
    best: tuple[tuple[float, int], Action] | None = None
    for offer in frame.offers(s):
        action = offer.action
        if not isinstance(action, air.Mission):
            continue
        worth = _mission(s, w, action)
        if best is None or (worth, -action.unit) > best[0]:
            best = ((worth, -action.unit), action)
    return best[1] if best else End()


def _mission(s: KoreanWarState, w: W, action: air.Mission) -> float:
    if action.target == air.SUPPORT:
        return w["cas"] * s.rules.support[action.unit]
    times = air.multiplier(s, air.PROVINCES.index(action.target))
    return w["bomb"] * s.rules.bombing[action.unit] * times


def rebuild(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Everything that can be rebuilt, returned or assigned; units return as near to the front as they can."""
    frame: reconstitution.Rebuilding = s.top  # type: ignore[assignment]
    v = Survey(s, UN, w, thorough)
    far = v.enemy_distances()
    for offer in frame.offers(s):
        if offer.verb == "return" and offer.hexes:
            return reconstitution.Return(offer.units[0], min(bits(offer.hexes), key=lambda h: (far.get(h, FAR), h)))
        if offer.action is not None and not isinstance(offer.action, End):
            return offer.action
    return End()


# -------------------------------------------------------------------------------------------------------------- assets


def transfer(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Nothing is taken from units; assets in the reserve box come to a depot."""
    frame: assets.Transferring = s.top  # type: ignore[assignment]
    if SIDES.index(frame.side) == UN:
        for offer in frame.offers(s):
            action = offer.action
            if isinstance(action, assets.Assign) and s.in_box(action.asset, "reserve"):
                return action
    return End()


def reassign(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """Assets at depots to the strongest units that have room for them, armor to whole divisions."""
    frame: assets.Reassigning = s.top  # type: ignore[assignment]
    v = Survey(s, SIDES.index(frame.side), w, thorough)
    best: tuple[tuple[float, int], Action] | None = None
    for offer in frame.offers(s):
        action = offer.action
        if not isinstance(action, assets.Assign):
            continue
        near = v.pressure(s.where[action.to])
        worth = v.ground.worth(s, action.to) + near / 4 - 4 * len(s.assets(action.to))
        if best is None or (worth, -action.to) > best[0]:
            best = ((worth, -action.to), action)
    return best[1] if best else End()
