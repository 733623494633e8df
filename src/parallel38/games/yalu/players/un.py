"""UN movement plans: a line of posts from sea to sea that can be held, attacks that pay, all other units behind the
line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from parallel38.games.yalu.players import roads, staff
from parallel38.games.yalu.players.attacks import PlannedAttack, PossibleAttacks, Room
from parallel38.games.yalu.players.communist import FEW
from parallel38.games.yalu.players.danger import Danger
from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.line import PAST, Line, LinePlanner
from parallel38.games.yalu.players.shelter import Shelters
from parallel38.games.yalu.players.survey import FIRM, FULL, Survey
from parallel38.games.yalu.rules import airdrop
from parallel38.games.yalu.rules.airdrop import Drop
from parallel38.games.yalu.rules.ranges import Range
from parallel38.games.yalu.rules.sea import EMBARK, Embark
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, NEUTRALIZED, UN, YaluState
from parallel38.hexgrid import Distances, Hex
from parallel38.players.commander import allowed
from parallel38.players.plans import Term, score

SCREEN = 2
"""The ratio of enemy factors that could reach a road block to the factors of the block, at most."""
LAST = {
    "boldness": 9.0,
    "leash": 99.0,
    "answer": 0.0,
    "effort": 0.0,
    "risk": 0.05,
    "threshold": 0.2,
    "count": 4.0,
    "seoul": 10.0,
}
"""The weights that differ in the last turn, after which no enemy turn follows: every unit that can attack does."""
FORLORN = 0.6
"""The largest share of a strong stack that holding a port for other units may be expected to cost."""
SAFE = 0.3
"""The largest share of a city's garrison that holding the city ahead of the line may be expected to cost."""
STAYS = 4
"""The factors by which another unit must be stronger than the unit in a port to replace it there."""
CAPITAL = 10
"""The factors with which Seoul is held at least."""
LATE = 4
"""The number of last turns in which Seoul is held wherever the line is (20.1)."""
STAY = 0.3
"""The value, in factors, of leaving a unit where it is."""
TRIFLE = 0.1
"""The least value of an attack for each hex that one of its units has to march."""
OUTPOST = 4.0
"""The factors that are enough for a post with no enemy near."""
NEAR = 12
"""The distance from a city, in movement points, within which an enemy is taken into account."""


def at_last(s: YaluState, w: Mapping[str, float]) -> Mapping[str, float]:
    """The weights of a thorough commander in this turn."""
    return {**w, **LAST} if s.turn == len(s.rules.turns) else w


@dataclass(frozen=True)
class UnPlan:
    """A plan for the movement phase: where each unit is to go, and why."""

    line: Line
    """The line, in the situation for which the plan was made."""
    orders: Mapping[int, Hex]
    attacks: Sequence[PlannedAttack]
    aboard: Collection[int]
    """Units that are to embark."""
    held: Collection[Hex]
    """Hexes that units are assigned to hold, such as cities and ports that other units still have to reach."""
    cuts: Sequence[Hex]
    """Hexes in which the enemy's roads are cut in the last turn."""
    drop: Drop | None
    """The parachute drop of a unit that cuts a road."""
    danger: Sequence[float] | None
    """For each hex, by how much the share that may be lost there exceeds the average of the line; None if no attacks
    were considered."""
    movers: Mapping[int, Mapping[Hex, float]]
    """The units that can still move, each with the hexes to which it may be sent."""
    reserve: Collection[int]
    """Airborne units that are kept for their drop."""
    cut_off: Collection[int]
    """Units that have been cut off."""
    kept_free: Mapping[Hex, list[int]]
    """The units that will arrive in a hex later and need room there."""
    attacked_in_place: frozenset[Hex]
    """Hexes that only units already beside them may attack."""
    not_attacked: frozenset[Hex]
    """Hexes that may not be attacked at all."""
    shelters: Shelters
    """The hexes for units without another order."""
    broken_down: int | None = None
    """A division that is broken down first; the plan is made with its parts."""

    @property
    def survey(self) -> Survey:
        """The situation for which the plan was made."""
        return self.line.survey

    @property
    def s(self) -> YaluState:
        """The state for which the plan was made."""
        return self.line.survey.s

    @property
    def w(self) -> Mapping[str, float]:
        """The weights with which the plan was made."""
        return self.line.w

    @property
    def parts(self) -> Sequence[int]:
        """The parts of the division that is broken down."""
        return self.s.rules.parts[self.broken_down] if self.broken_down is not None else ()

    def manned(self, h: Hex) -> bool:
        """Whether a combat unit other than a garrison will stand in a hex."""
        return manned(self.survey, self.orders, self.aboard, h)

    def gaps(self) -> list[Hex]:
        """The posts of the line in which no mobile combat unit will stand."""
        return [h for h in self.line.posts if not self.manned(h)]

    def stranded(self) -> Iterator[int]:
        """Combat units that are isolated."""
        for unit in self.s.present(UN):
            if self.s.flags[unit] & ISOLATED and self.s.rules.combat[unit]:
                yield unit

    def why(self, h: Hex) -> str:
        """The name of the strongest reason for units to be in a hex; empty if the plan has none."""
        if any(h == start for attack in self.attacks for _, start in attack.posts):
            return "attack"
        if h in self.cuts:
            return "cut"
        if h in self.held:
            return "hold"
        if h in self.line.posts:
            return self.line.why(h)
        units = (u for u in self.movers if self.orders.get(u) == h and u not in self.aboard)
        return next((self.shelters.why(u, h, self.room(without=u)) for u in units), "")

    def room(self, without: int | None = None) -> Room:
        """The units that will stand in each hex when all orders are carried out, but for one."""
        s = self.s
        where = {u: s.where[u] for u in s.present(UN) if not s.rules.naval[u]} | {**self.orders}
        room = Room(self.survey, ((u, h) for u, h in where.items() if u not in self.aboard and u != without))
        room.kept_free = self.kept_free
        return room


def manned(survey: Survey, orders: Mapping[int, Hex], aboard: Collection[int], h: Hex) -> bool:
    """Whether a combat unit other than a garrison will stand in a hex when orders are carried out."""
    rules = survey.rules
    going = (u for u, there in orders.items() if there == h and u not in aboard)
    staying = (u for u in survey.mine.get(h, ()) if u not in orders)
    return any(rules.combat[u] and rules.size[u] != "garrison" for u in (*going, *staying))


def un_plan(survey: Survey, w: Mapping[str, float], rng: Random, thorough: bool) -> UnPlan:
    """The plan in a situation with the line that is cheapest by these weights."""
    return UnPlanner(LinePlanner(Danger(survey, w)).plan(), rng, thorough).plan()


class UnPlanner:
    """Makes a plan for the movement phase step by step: what is decided counts for the steps that follow."""

    def __init__(
        self,
        line: Line,
        rng: Random,
        thorough: bool,
        attacked_in_place: frozenset[Hex] = frozenset(),
        not_attacked: frozenset[Hex] = frozenset(),
        cut_off: Iterable[int] = (),
    ) -> None:
        self.line, self.rng, self.thorough = line, rng, thorough
        self.danger, self.survey, self.w = line.danger, line.survey, line.w
        self.s = s = self.survey.s
        self.attacked_in_place, self.not_attacked = attacked_in_place, not_attacked
        """Hexes that only units already beside them attack, and hexes that no unit attacks."""
        self.cut_off = {*cut_off, *(u for u in s.present(UN) if self.survey.cut_off(u))}
        """Units that have been cut off."""
        self.movers: dict[int, Mapping[Hex, float]] = dict(self.survey.reaches)
        standing = ((u, s.where[u]) for u in s.present(UN) if u not in self.movers and not s.rules.naval[u])
        self.room = Room(self.survey, standing)
        self.room.kept_free = staff.coming_from_pusan(s) if thorough else {}
        self.reserve = {u for u in self.movers if next(airdrop.who(s, u, ()), None) is None}
        """Airborne units, which are kept for their drop (9.3.7) and for the line."""
        self.orders: dict[int, Hex] = {}
        self.aboard: set[int] = set()
        """Units that are to embark."""
        self.held: set[Hex] = set()
        """Hexes that units are assigned to hold, such as cities and ports that other units still have to reach."""
        self.attacks: list[PlannedAttack] = []
        self.excess: list[float] | None = None
        """For each hex, by how much the share that may be lost there exceeds the average of the line."""
        self.starts: set[Hex] = set()
        """Hexes from which units attack."""
        self.shelters = Shelters(line, self.movers, self.starts, thorough)

    def plan(self) -> UnPlan:
        """The plan: if the last turn can be won by cutting roads, only that; else places to keep, ships, attacks, road
        blocks, the line, then all other units."""
        last = self.thorough and self.s.turn == len(self.s.rules.turns)
        cuts = self._cut_roads() if last else roads.NO_CUTS
        if not cuts.orders:  # otherwise no other unit moves, for that might open a road
            self._keep_seoul()
            self._keep_cities()
            self._keep_ports()
            self._ship(self.line.posts)
            self._attack()
            self._screen()
            self._man_the_line()
            if self.thorough:
                self._ship(())  # units for which there was no room
            self._shelter()
        return UnPlan(
            line=self.line,
            orders=self.orders,
            attacks=self.attacks,
            aboard=self.aboard,
            held=self.held,
            cuts=[*cuts.orders.values()],
            drop=cuts.drop,
            danger=self.excess,
            movers=self.movers,
            reserve=self.reserve,
            cut_off=self.cut_off,
            kept_free=self.room.kept_free,
            attacked_in_place=self.attacked_in_place,
            not_attacked=self.not_attacked,
            shelters=self.shelters,
        )

    def _send(self, unit: int, h: Hex) -> None:
        """Order a unit to a hex."""
        self.orders[unit] = h
        self.room.put(unit, h)

    def _cut_roads(self) -> roads.RoadCuts:
        """Order units to cut the enemy's roads, if that wins the game; units that block roads stay where they are."""
        rules = self.s.rules
        able = (u for u in self.movers if self.survey.can_hold(u) and rules.zoc[u] and rules.mobile[u])
        cuts = roads.winning_cuts(self.s, {u: self.movers[u] for u in able}, self.reserve)
        for unit, h in cuts.orders.items():
            self._send(unit, h)
        for unit in roads.blockers(self.s, self.movers):
            self.movers[unit] = {self.s.where[unit]: 1.0}
        return cuts

    def _attack(self) -> None:
        """Choose attacks, and send the units that make them to their posts."""
        self.attacks = self._attacks()
        for attack in self.attacks:
            for unit, h in attack.posts:
                if unit in self.movers:
                    self._send(unit, h)
                self.starts.add(h)

    def _shelter(self) -> None:
        """All other units go where it is safe and in supply, the strongest first."""
        rest = [u for u in self.movers if u not in self.orders]
        rest.sort(key=lambda u: (-self.s.rules.strength[u], u))
        for unit, h in self.shelters.plan(rest, self.room).items():
            self._send(unit, h)

    # --------------------------------------------------------------------------------------------------------- ships

    def _ship(self, posts: Collection[Hex]) -> None:
        """Units that can reach none of these posts in this turn embark where they can."""
        if self.s.turn == len(self.s.rules.turns):
            return  # no turn is left in which they could land
        weight, depth, room = self.s.rules.weight, self.survey.ground.depth, dict(self.line.small_ports)
        for unit in self.aboard & {u for u, h in self.orders.items() if h in room}:
            room[self.orders[unit]] -= weight[unit]
        for unit, reach in self.movers.items():
            if not self.s.rules.mobile[unit] or unit in self.orders:
                continue
            if any(h in posts for h in reach) and not self.s.flags[unit] & (NEUTRALIZED | ISOLATED):
                continue
            if depth[self.s.where[unit]] <= self.line.front and not self.s.flags[unit] & ISOLATED:
                continue  # units behind the line walk
            small = (h for h, left in room.items() if weight[unit] <= left)
            ports = (h for h in (*self.line.ports, *small) if h in reach and self._sails(unit, h))
            port = min(ports, key=lambda h: self.survey.contact[h], default=None)
            if port is not None and self.room.fits(unit, port):
                self.aboard.add(unit)
                self.orders[unit] = port
                if port in room:
                    room[port] -= weight[unit]

    def _sails(self, unit: int, port: Hex) -> bool:
        """Whether a unit that has reached a port has movement points left to embark (D-9.3.5.1)."""
        s, way = self.s, Range(self.s, unit)
        if s.where[unit] == port:
            return allowed(s, Embark(unit))
        if s.rules.by_rail >> s.where[unit] & 1 and way.region("rail") >> port & 1:
            return True
        if way.walk.short >> port & 1 or not way.region("foot") >> port & 1:
            return False  # D-8.3.1.3: from zone to zone is one hex and the end
        return way.walk.limit - way.walk.foot.arrivals[port] >= EMBARK * s.rules.point

    # -------------------------------------------------------------------------------------------------- places to keep

    def _keep_seoul(self) -> None:
        """If the line passes through or near Seoul, enough units stay in the city or go there, the strongest first. If
        the line is far away, units in Seoul that cannot reach the line stay."""
        s, rules, seoul = self.s, self.s.rules, self.survey.ground.seoul
        near = min((rules.grid.distance(h, seoul) for h in self.line.posts), default=0)
        close = (PAST if s.turn + LATE <= len(rules.turns) else near) if s.controls(UN, "Seoul") else 0
        if not self.survey.pressure[seoul]:
            return
        if near <= close:
            enough = max(CAPITAL, min(self.w["full"], self.survey.pressure[seoul] * self.w["fear"]))
            self._keep(seoul, (u for u, reach in self.movers.items() if seoul in reach), enough)
        elif enclosed := [u for u in self.movers if s.where[u] == seoul and not self._reaches_line(u)]:
            self._keep(seoul, enclosed, CAPITAL)
        else:
            there = [u for u in self.movers if s.where[u] == seoul and self.survey.can_hold(u)]
            if there and self.danger.loss_of(seoul, self.survey.mass(there)) < SAFE:
                self._keep(seoul, there, FULL)

    def _reaches_line(self, unit: int) -> bool:
        return any(h in self.movers[unit] for h in self.line.posts)

    def _keep_cities(self) -> None:
        """Units in another city, or in a hex where units arrive from Pusan, stay if the hex can be held; ahead of the
        line only if that is easy."""
        s, survey = self.s, self.survey
        cities = {h for city, h in s.rules.board.cities.items() if s.controls(UN, city)}
        for h in (*cities, *(staff.pusan_hexes(self.s) if self.thorough else ())):
            ours = h not in self.held
            there = survey.mass([u for u in survey.mine.get(h, ()) if self.survey.can_hold(u)])
            if not ours or not survey.pressure[h]:
                continue
            close = {h}
            if self.thorough and h in cities and not self.line.gives_up(h):  # units next to the city come as well
                close |= {*survey.beside[h]}
                there = max(there, FIRM)
            if there and self.danger.loss_of(h, there) < (SAFE if h in cities and self.line.gives_up(h) else FORLORN):
                enough = max(FIRM, min(self.w["full"], survey.pressure[h] * self.w["fear"]))
                able = (u for u, reach in self.movers.items() if s.where[u] in close and h in reach)
                if h in cities:
                    self._keep(h, able, enough)
                else:
                    self._keep(h, able, OUTPOST, weakest=True)

    def _keep(self, h: Hex, units: Iterable[int], enough: float, weakest: bool = False) -> None:
        """Assign the strongest of these units to a hex until they have enough factors; with `weakest`, the weakest and
        smallest, and no division if others are enough."""
        strength, where, mass, room = self.s.rules.strength, self.s.where, 0, self.room.copy()
        fit = [u for u in units if self.survey.can_hold(u)]
        fit.sort(key=lambda u: (strength[u], where[u] == h, u))
        if weakest:
            fit.sort(key=lambda u: (-strength[u], -self.s.rules.weight[u], u))
            few = [u for u in fit if self.s.rules.size[u] != "division"]
            fit = few if few and self.danger.loss_of(h, self.survey.mass(few)) < SAFE else fit
        self.held.add(h)
        while fit and mass < enough:
            unit = fit.pop()
            if (where[unit] == h and not (weakest and mass)) or room.fits(unit, h):
                room.put(unit, h)
                mass += strength[unit]
                self.movers[unit] = {h: 1.0}

    def _keep_ports(self) -> None:
        """A port that other units still have to reach is held by the strongest unit that can be there, if those units
        are worth the expected loss."""
        s, rules = self.s, self.s.rules
        costs, line = rules.costs("road_un_other", False, ()), set(self.line.posts)
        closed, depth, front = s.held_by(COMMUNIST), self.survey.ground.depth, self.line.front
        ways = {port: Distances(costs, 1 << port, closed) for port in self.line.ports}
        coming = dict.fromkeys(self.line.ports, 0.0)
        for unit, reach in self.movers.items():
            ahead = depth[s.where[unit]] > front  # units behind the line go there on foot
            ports = self.line.ports & reach.keys()
            sails = any(self._sails(unit, port) for port in ports) if self.thorough else bool(ports)
            if rules.mobile[unit] and ahead and not line & reach.keys() and not sails:
                here = s.where[unit]
                away = {port: ways[port].as_far_as(here).get(here, FAR) for port in self.line.ports}
                port = min(away, key=lambda port: (away[port], port), default=None)
                if port is not None and away[port] <= 2 * rules.movement[unit] * rules.point:
                    coming[port] += self.survey.ground.worth[unit]
        for port, worth in coming.items():
            fit = [u for u, reach in self.movers.items() if port in reach and self.survey.can_hold(u)]
            fit = [u for u in fit if self.room.fits(u, port)]
            fit = [u for u in fit if depth[s.where[u]] > front and s.where[u] not in self.line.ports - {port}]
            stake, lost = 1.0, self.danger.loss[port]
            fit.sort(key=lambda u: (rules.strength[u] + STAYS * (s.where[u] == port), u))
            if fit:
                others = self.survey.mass(self.room.there.get(port, []))
                lost = self.danger.loss_of(port, others + rules.strength[fit[-1]])
                stake = self.survey.ground.worth[fit[-1]] * lost
            if worth > self.w["perimeter"] * stake and lost < FORLORN:
                self.held.add(port)
                for unit in fit[-1:]:
                    self._send(unit, port)

    # ------------------------------------------------------------------------------------------------------- attacks

    def _attacks(self) -> list[PlannedAttack]:
        """The attacks that pay, from hexes not much more dangerous than the line and not far from it."""
        usual = sum(self.danger.loss[h] for h in self.line.posts) / max(1, len(self.line.posts))
        free = {u: reach for u, reach in self.movers.items() if u not in self.orders}
        safe = {u: {h: c for h, c in reach.items() if self._dares(u, h, usual)} for u, reach in free.items()}
        still = (u for u in self.s.present(UN) if u not in self.movers and self.s.rules.combat[u])
        fixed = {u: {self.s.where[u]: 1.0} for u in still}
        # the line is dangerous too: only the excess counts
        self.excess = [max(0.0, loss - usual) for loss in self.danger.loss]
        attacks = PossibleAttacks(
            self.survey, {**safe, **fixed}, self.w, self.thorough, danger=self.excess, lost=self.cut_off
        )
        for target in self.not_attacked:
            attacks.posts.pop(target, None)
        for target in self.attacked_in_place & attacks.posts.keys():
            for h, able in attacks.posts[target].items():
                attacks.posts[target][h] = [u for u in able if self.s.where[u] == h]
        if not self.thorough:
            return attacks.together(self.room, 0, self.survey.air, self.rng, 1, FEW[UN])
        found = attacks.together(self.room, 0, self.survey.air, self.rng, 3)
        where, distance = self.s.where, self.s.rules.grid.distance
        return [b for b in found if b.value >= TRIFLE * max(distance(where[u], h) for u, h in b.posts)]

    def _dares(self, unit: int, h: Hex, usual: float) -> bool:
        """Whether a unit may attack from a hex: airborne units from the line; units out of supply from anywhere; units
        that relieve others from where they stand; no unit from a hex farther north than both the line and its own
        hex."""
        depth = self.survey.ground.depth
        if unit in self.reserve:
            return h in self.line.posts
        if self.thorough and self.survey.doomed(unit):
            return True
        if self.thorough and h == self.s.where[unit] and self._relieves(h):
            return True
        if self.thorough and self.line.posts and depth[h] > max(self.line.front, depth[self.s.where[unit]]):
            return False
        return self.danger.loss[h] <= usual + self.w["boldness"] and self.line.near(h)

    def _relieves(self, h: Hex) -> bool:
        """Whether a hex is in supply and an enemy beside it keeps friendly units out of supply."""
        survey = self.survey
        enemies = (n for n in survey.beside[h] if n in survey.theirs)
        return bool(survey.supplied_near >> h & 1) and any(survey.relief(n) for n in enemies)

    # ---------------------------------------------------------------------------------------------------------- posts

    def _man_the_line(self) -> None:
        """Units go to the posts where they add most safety, the strongest unit first."""
        rules = self.s.rules
        fit = [u for u in self.movers if u not in self.orders and self.survey.can_hold(u)]
        fit.sort(key=lambda u: (-rules.strength[u], u))
        for unit in fit:
            best, value = None, 0.0
            for h in self.line.posts:
                if h in self.movers[unit] and self.room.fits(unit, h) and not self._alone(unit, h):
                    gain = score(self._post_terms(unit, h))
                    if gain > value:
                        best, value = h, gain
            if best is not None:
                self._send(unit, best)
        for h in [h for h in self.line.posts if not manned(self.survey, self.orders, self.aboard, h)]:
            self._pair(h)

    def _alone(self, unit: int, h: Hex) -> bool:
        """Whether a unit without a zone of control would be alone beside the enemy: it would block nothing, and be lost
        (8.1.3)."""
        rules, there = self.s.rules, self.room.there.get(h, ())
        alone = not rules.zoc[unit] and not any(rules.zoc[u] or rules.pairs[u] for u in there)
        return alone and bool(self.survey.contact[h])

    def _post_terms(self, unit: int, h: Hex) -> Iterator[Term]:
        """The terms for and against a unit at a post of the line, in the order in which they are added up."""
        rules, here, there = self.s.rules, self.s.where[unit], self.room.there.get(h, [])
        have, firing = self.survey.mass([u for u in there if rules.combat[u]]), self.danger.firing(h)
        yield "safety", self._safety(firing, have + rules.strength[unit], h) - self._safety(firing, have, h)
        if all(rules.size[u] == "garrison" for u in there):
            yield "gap", self.w["fill"]
        yield "march", -(0.02 * rules.grid.distance(here, h) - (STAY if here == h else 0.0))

    def _pair(self, h: Hex) -> None:
        """D-8.1.3: two battalions, which have no zone of control alone, go together to a hex that no strong enemy can
        reach."""
        rules = self.s.rules
        free = (u for u in self.movers if u not in self.orders and rules.pairs[u] and self.survey.can_hold(u))
        pair = [u for u in free if h in self.movers[u] and self.room.fits(u, h)][:2]
        if len(pair) == 2 and self.survey.pressure[h] <= SCREEN * sum(rules.strength[u] for u in pair):
            for unit in pair:
                self._send(unit, h)

    def _safety(self, firing: float, mass: float, h: Hex) -> float:
        """The factors of a post that are likely to remain after the enemy's next attack."""
        if not mass:
            return 0.0
        ground = self.survey.ground
        destroyed, driven = ground.hit_chances(firing, mass, ground.assault[h])
        return min(mass, FULL, max(firing, OUTPOST)) * (1 - destroyed - self.w["driven"] * driven) + 0.1 * min(
            mass, 30.0
        )

    def _screen(self) -> None:
        """Battalions block roads that the line leaves open."""
        for h in self._unwatched():
            self._pair(h)

    def _unwatched(self) -> Iterator[Hex]:
        """The hexes in which unguarded roads to UN cities could be blocked, as far forward as possible without being
        beside the enemy."""
        s, rules, survey = self.s, self.s.rules, self.survey
        costs = rules.costs("road_communist", False, ())
        for city, goal in rules.board.cities.items():
            far = survey.ground.to_city[city]
            here = min((h for h in survey.theirs if h in far), key=lambda h: far[h], default=goal)
            if not s.controls(UN, city) or far[here] > NEAR * rules.point:
                continue
            way = list[Hex]()
            while here != goal:
                steps = [
                    (cost + far[n], n) for n in rules.grid.neighbours[here] if (cost := costs.of(here, n)) and n in far
                ]
                here = min(steps)[1]
                way.append(here)
            watched = rules.grid.around(sum(1 << h for h in {*self.line.posts, *self.orders.values()}))
            free = [h for h in way[:-1] if not survey.contact[h] and self.survey.supplied_near >> h & 1]
            if free and not any(watched >> h & 1 for h in way):
                yield free[0]
