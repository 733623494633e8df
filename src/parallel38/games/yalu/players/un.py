"""UN movement plans: a line of posts from sea to sea that can be held, attacks that pay, all other units behind the
line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from random import Random

from parallel38.games.yalu.players import roads, shelter, staff
from parallel38.games.yalu.players.attacks import PlannedAttack, PossibleAttacks, Room
from parallel38.games.yalu.players.communist import FEW
from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.survey import FIRM, FULL, Survey
from parallel38.games.yalu.rules import airdrop, designation
from parallel38.games.yalu.rules.airdrop import Drop
from parallel38.games.yalu.rules.ranges import Range
from parallel38.games.yalu.rules.sea import EMBARK, REGIMENT, SMALL, Embark
from parallel38.games.yalu.state import ASP, COMMUNIST, ISOLATED, NEUTRALIZED, UN, YaluState
from parallel38.hexgrid import Distances, Hex, Region, bits
from parallel38.players.commander import allowed
from parallel38.players.lines import line

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
PAST = 2
"""The distance in hexes from a city within which a line still depends on it."""
STAY = 0.3
"""The value, in factors, of leaving a unit where it is."""
TRAP = 3.0
"""The cost, for a line, of a post from which no unit could retreat."""
TRIFLE = 0.1
"""The least value of an attack for each hex that one of its units has to march."""
OUTPOST = 4.0
"""The factors that are enough for a post with no enemy near."""
OVERRUN = 0.5
"""The largest average share of the enemy's army that may have passed the posts of a line."""
NEAR = 12
"""The distance from a city, in movement points, within which an enemy is taken into account."""


def income(s: YaluState) -> int:
    """The points of attack supply that the Communists are expected to get in the next turn."""
    charts, turns = s.rules.charts, s.rules.turns
    fixed, die = charts["attack_supply_fixed"], charts["attack_supply_die"]
    following = turns[min(s.turn, len(turns) - 1)]
    return fixed[following, "points"] if following in fixed.rows else die["4", "points"]


def at_last(s: YaluState, w: Mapping[str, float]) -> Mapping[str, float]:
    """The weights of a thorough commander in this turn."""
    return {**w, **LAST} if s.turn == len(s.rules.turns) else w


class Stand:
    """A plan for the movement phase: where each unit is to go."""

    def __init__(
        self,
        survey: Survey,
        w: Mapping[str, float],
        rng: Random,
        thorough: bool,
        line: Iterable[Hex] = (),
        still: frozenset[Hex] = frozenset(),
        shunned: frozenset[Hex] = frozenset(),
        lost: Iterable[int] = (),
    ) -> None:
        self.survey, self.w, self.rng, self.thorough = survey, w, rng, thorough
        self.still, self.shunned = still, shunned
        """`still`: hexes that only units already beside them attack; `shunned`: hexes that are not attacked at all."""
        self.s = s = survey.s
        rules = s.rules
        self.lost = {*lost, *(u for u in s.present(UN) if survey.cut_off(u))}
        """Units that have been cut off."""
        self.movers = dict(self.survey.reaches)
        standing = ((u, s.where[u]) for u in s.present(UN) if u not in self.movers and not rules.naval[u])
        self.room = Room(self.survey, standing)
        self.entries = staff.pusan_hexes(s)
        self.room.kept_free = staff.coming_from_pusan(s) if thorough else {}
        self.fed = self.survey.supplied_near
        self.reserve = {u for u in self.movers if next(airdrop.who(s, u, ()), None) is None}
        """Airborne units, which are kept for their drop (9.3.7) and for the line."""
        self.often = self._often()
        self.loss = self._losses()
        self.line = [*line] or self._line()
        self.ports, self.small = self._ports(), self._small()
        self.back = self._back({*self.ports, *self.small})
        self.astray = self._back(h for h in self.ports if not rules.north >> h & 1)
        self.orders: dict[int, Hex] = {}
        self.aboard: set[int] = set()
        """Units that are to embark."""
        self.held: set[Hex] = set()
        """Hexes that units are assigned to hold, such as cities and ports that other units still have to reach."""
        self.cuts: list[Hex] = []
        """Hexes in which the enemy's roads are cut in the last turn."""
        self.drop: Drop | None = None
        self.apart: int | None = None
        """A division that is broken down first; the plan is made with its parts."""
        if thorough and s.turn == len(rules.turns):
            roads.strangle(self)
            roads.bar(self)
        self.attacks: list[PlannedAttack] = []
        self.danger: list[float] | None = None
        """For each hex, by how much the share that may be lost there exceeds the average of the line."""
        self.starts: set[Hex] = set()
        """Hexes from which units attack."""
        if not self.cuts:
            self._deploy()

    def _deploy(self) -> None:
        """Assign units: places to keep, ships, attacks, road blocks, the line, then all other units."""
        self._keep_seoul()
        self._keep_cities()
        self._keep_ports()
        self._ship({*self.line})
        self.attacks = self._attacks()
        for attack in self.attacks:
            for unit, h in attack.posts:
                if unit in self.movers:
                    self.send(unit, h)
                self.starts.add(h)
        self._screen()
        self._man_the_line()
        if self.thorough:
            self._ship(set())  # units for which there was no room
        shelter.rest(self)

    def send(self, unit: int, h: Hex) -> None:
        """Order a unit to a hex."""
        self.orders[unit] = h
        self.room.put(unit, h)

    # ---------------------------------------------------------------------------------------------------------- line

    def _often(self) -> list[float]:
        """For each hex, how likely it is to be among the attacks that the Communists can pay for (10.6)."""
        points, choice = self.s.track[ASP] + income(self.s), self.w["attacks"]
        return [
            min(1.0, points / max(1, designation.price(self.s, h, "supplied", 0)) / choice)
            for h in range(self.s.rules.grid.size)
        ]

    def _losses(self) -> list[float]:
        """For each hex, the share of a strong stack that the Communists' next turn may cost there."""
        found = [0.0] * self.survey.rules.grid.size
        for h in bits(self.survey.rules.land):
            found[h] = self._lost(h, FULL * 0.75)
        return found

    def _lost(self, h: Hex, mass: float) -> float:
        """The share of `mass` factors in a hex that the Communists' next turn may cost."""
        survey, ground = self.survey, self.survey.ground
        firing = min(survey.pressure[h] * self.w["fear"], 45.0)
        if not firing:
            return 0.0
        destroyed, driven = ground.hit_chances(firing, mass, ground.assault[h])
        caught = max(self.w["driven"], min(1.0, survey.pressure[h] / self.w["ring"]))
        return self.often[h] * (destroyed + caught * driven)

    def _line(self) -> list[Hex]:
        """The cheapest chain of posts from the Yellow Sea to the Sea of Japan; empty if the enemy has passed it."""
        s, rules, w, ground, survey = self.s, self.s.rules, self.w, self.survey.ground, self.survey
        grid = rules.grid
        reached: dict[Hex, float] = {}
        for unit, reach in self.movers.items():
            for h in reach:
                reached[h] = reached.get(h, 0.0) + rules.strength[unit]
        for h, units in survey.mine.items():
            reached[h] = reached.get(h, 0.0) + survey.mass([u for u in units if u not in self.movers])
        behind = self._behind()
        top = max(ground.depth[h] for h in bits(rules.land) if ground.depth[h] < 100)
        late = s.turn / len(rules.turns)
        cost = [1e6] * grid.size
        held = s.held_by(COMMUNIST)
        for h in bits(rules.land & ~held):
            price = w["post"] + w["soft"] * (2 - ground.assault[h])
            price += w["danger"] * self.loss[h]
            price += TRAP if h != ground.seoul and survey.contact[h] and survey.trapped(h) else 0.0
            price += w["ground"] * (top - ground.depth[h])
            if ground.counts >> h & 1:
                price += w["parallel"] * late
            price += w["behind"] * max(0.0, behind[h] - w["strays"])
            price += w["late"] * max(0.0, 1.0 - reached.get(h, 0.0) / 10.0)
            if not self.fed >> h & 1:
                price += w["hunger"]
            cost[h] = price
        cost[ground.seoul] = max(0.1, cost[ground.seoul] - w["keep"] * (1 + late))
        west, east = grid.around(ground.west) & rules.land, grid.around(ground.east) & rules.land
        found = line(
            bits(west & ~held), set(bits(east & ~held)), cost, lambda h: bits(self._two(h) & rules.land & ~held)
        )
        return found if sum(behind[h] for h in found) <= OVERRUN * len(found) else []

    def _ports(self) -> set[Hex]:
        """The ports ahead of the line from which ships can still bring units home (9.3.5)."""
        s, rules, depth, front = self.s, self.s.rules, self.survey.ground.depth, self.front
        shut = rules.north if not s.effect(UN, "sea_north") else 0
        shut |= s.held_by(COMMUNIST)  # a port that the enemy has left is friendly again when a unit enters it
        ports = (h for name, h in rules.board.ports.items() if name not in SMALL)
        return {h for h in ports if depth[h] > front > 0 and not shut >> h & 1}

    def _small(self) -> dict[Hex, int]:
        """The small ports ahead of the line that are open (9.3.5.3), with the weight that each can still take in this
        turn."""
        s, ports, depth = self.s, self.s.rules.board.ports, self.survey.ground.depth
        shut = set[str]() if s.effect(UN, "iwon_open") else {"Iwon"}
        free = {ports[name]: REGIMENT - s.track[used] for name, used in SMALL.items() if name not in shut}
        mine = {h for name, h in ports.items() if s.controls(UN, name)}
        return {h: room for h, room in free.items() if h in mine and depth[h] > self.front > 0}

    def _ship(self, posts: set[Hex]) -> None:
        """Units that can reach none of these posts in this turn embark where they can."""
        if self.s.turn == len(self.s.rules.turns):
            return  # no turn is left in which they could land
        weight, depth, room = self.s.rules.weight, self.survey.ground.depth, dict(self.small)
        for unit in self.aboard & {u for u, h in self.orders.items() if h in room}:
            room[self.orders[unit]] -= weight[unit]
        for unit, reach in self.movers.items():
            if not self.s.rules.mobile[unit] or unit in self.orders:
                continue
            if any(h in posts for h in reach) and not self.s.flags[unit] & (NEUTRALIZED | ISOLATED):
                continue
            if depth[self.s.where[unit]] <= self.front and not self.s.flags[unit] & ISOLATED:
                continue  # units behind the line walk
            small = (h for h, left in room.items() if weight[unit] <= left)
            ports = (h for h in (*self.ports, *small) if h in reach and self._sails(unit, h))
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

    def near(self, h: Hex) -> bool:
        """Whether a hex is in supply and not far from the line, or from a port in waters without blizzards."""
        leash = self.w["leash"] * self.s.rules.point
        return bool(self.fed >> h & 1) and (self.astray[h] <= leash or not self.line)

    def _back(self, ports: Iterable[Hex]) -> list[int]:
        """The distance of each hex from the line or a port, in parts of a movement point, by ways around the enemy's
        zones."""
        s, rules = self.s, self.s.rules
        goal = sum(1 << h for h in {*self.line, *ports})
        if not goal:  # where the army gathers
            goal = 1 << self.survey.ground.seoul if s.controls(UN, "Seoul") else sum(1 << h for h in self.entries)
        costs = rules.costs("road_un_other", False, ())
        shunned = self.survey.enemy_zone & ~s.held_by(UN)
        found = Distances(costs, goal, s.held_by(COMMUNIST), shunned, 3 * rules.point).all()
        return [found.get(h, FAR) for h in range(rules.grid.size)]

    @cached_property
    def shore(self) -> list[int]:
        """The distance of each hex from a beach outside the enemy's zones, in parts of a point, for units that are cut
        off (9.3.6)."""
        s, rules = self.s, self.s.rules
        beach = rules.board.areas["coast"] & ~self.survey.enemy_zone & ~s.held_by(COMMUNIST)
        found = Distances(rules.costs("road_un_other", False, ()), beach, s.held_by(COMMUNIST)).all()
        return [found.get(h, FAR) for h in range(rules.grid.size)]

    def _two(self, h: Hex) -> Region:
        grid = self.s.rules.grid
        return grid.spread(1 << h, grid.all, steps=2) & ~(1 << h)

    def _behind(self) -> list[float]:
        """For each hex, the share of the enemy's factors that stands nearer to the south edge than the hex itself."""
        ground, depths = self.survey.ground, [0.0] * 100
        for h, units in self.survey.theirs.items():
            depths[ground.depth[h]] += self.survey.power(units)
        total = sum(depths) or 1.0
        nearer = [sum(depths[:d]) / total for d in range(100)]
        return [nearer[min(d, 99)] for d in ground.depth]

    def _keep_seoul(self) -> None:
        """If the line passes through or near Seoul, enough units stay in the city or go there, the strongest first. If
        the line is far away, units in Seoul that cannot reach the line stay."""
        s, rules, seoul = self.s, self.s.rules, self.survey.ground.seoul
        near = min((rules.grid.distance(h, seoul) for h in self.line), default=0)
        close = (PAST if s.turn + LATE <= len(rules.turns) else near) if s.controls(UN, "Seoul") else 0
        if not self.survey.pressure[seoul]:
            return
        if near <= close:
            enough = max(CAPITAL, min(self.w["full"], self.survey.pressure[seoul] * self.w["fear"]))
            self._keep(seoul, (u for u, reach in self.movers.items() if seoul in reach), enough)
        elif shut_in := [u for u in self.movers if s.where[u] == seoul and not self._reaches_line(u)]:
            self._keep(seoul, shut_in, CAPITAL)
        else:
            there = [u for u in self.movers if s.where[u] == seoul and self.fit(u)]
            if there and self._lost(seoul, self.survey.mass(there)) < SAFE:
                self._keep(seoul, there, FULL)

    def _reaches_line(self, unit: int) -> bool:
        return any(h in self.movers[unit] for h in self.line)

    def _keep_cities(self) -> None:
        """Units in another city, or in a hex where units arrive from Pusan, stay if the hex can be held; ahead of the
        line only if that is easy."""
        s, survey = self.s, self.survey
        cities = {h for city, h in s.rules.board.cities.items() if s.controls(UN, city)}
        for h in (*cities, *(self.entries if self.thorough else ())):
            ours = h not in self.held
            there = survey.mass([u for u in survey.mine.get(h, ()) if self.fit(u)])
            if not ours or not survey.pressure[h]:
                continue
            close = {h}
            if self.thorough and h in cities and not self.given_up(h):  # units next to the city come as well
                close |= {*survey.beside[h]}
                there = max(there, FIRM)
            if there and self._lost(h, there) < (SAFE if h in cities and self.given_up(h) else FORLORN):
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
        fit = [u for u in units if self.fit(u)]
        fit.sort(key=lambda u: (strength[u], where[u] == h, u))
        if weakest:
            fit.sort(key=lambda u: (-strength[u], -self.s.rules.weight[u], u))
            few = [u for u in fit if self.s.rules.size[u] != "division"]
            fit = few if few and self._lost(h, self.survey.mass(few)) < SAFE else fit
        self.held.add(h)
        while fit and mass < enough:
            unit = fit.pop()
            if (where[unit] == h and not (weakest and mass)) or room.fits(unit, h):
                room.put(unit, h)
                mass += strength[unit]
                self.movers[unit] = {h: 1.0}

    def given_up(self, h: Hex) -> bool:
        """Whether the line leaves a city to the enemy: its nearest post is well south of it, or far away."""
        depth, distance = self.survey.ground.depth, self.s.rules.grid.distance
        post = min(self.line, key=lambda post: (distance(post, h), post), default=h)
        return depth[h] > depth[post] + PAST or distance(post, h) > 2 * PAST

    @cached_property
    def front(self) -> int:
        """The depth of the northernmost post of the line."""
        return max((self.survey.ground.depth[h] for h in self.line), default=0)

    def _keep_ports(self) -> None:
        """A port that other units still have to reach is held by the strongest unit that can be there, if those units
        are worth the expected loss."""
        s, rules = self.s, self.s.rules
        costs, line = rules.costs("road_un_other", False, ()), set(self.line)
        shut, depth, front = s.held_by(COMMUNIST), self.survey.ground.depth, self.front
        ways = {port: Distances(costs, 1 << port, shut) for port in self.ports}
        coming = dict.fromkeys(self.ports, 0.0)
        for unit, reach in self.movers.items():
            ahead = depth[s.where[unit]] > front  # units behind the line go there on foot
            ports = self.ports & reach.keys()
            sails = any(self._sails(unit, port) for port in ports) if self.thorough else bool(ports)
            if rules.mobile[unit] and ahead and not line & reach.keys() and not sails:
                here = s.where[unit]
                away = {port: ways[port].as_far_as(here).get(here, FAR) for port in self.ports}
                port = min(away, key=lambda port: (away[port], port), default=None)
                if port is not None and away[port] <= 2 * rules.movement[unit] * rules.point:
                    coming[port] += self.survey.ground.worth[unit]
        for port, worth in coming.items():
            fit = [u for u, reach in self.movers.items() if port in reach and self.fit(u) and self.room.fits(u, port)]
            fit = [u for u in fit if depth[s.where[u]] > front and s.where[u] not in self.ports - {port}]
            stake, lost = 1.0, self.loss[port]
            fit.sort(key=lambda u: (rules.strength[u] + STAYS * (s.where[u] == port), u))
            if fit:
                others = self.survey.mass(self.room.there.get(port, []))
                lost = self._lost(port, others + rules.strength[fit[-1]])
                stake = self.survey.ground.worth[fit[-1]] * lost
            if worth > self.w["perimeter"] * stake and lost < FORLORN:
                self.held.add(port)
                for unit in fit[-1:]:
                    self.send(unit, port)

    def fit(self, unit: int) -> bool:
        """Whether a unit can hold a post."""
        rules = self.s.rules
        return rules.combat[unit] and rules.strength[unit] > 0 and not self.s.flags[unit] & NEUTRALIZED

    # ------------------------------------------------------------------------------------------------------- attacks

    def _attacks(self) -> list[PlannedAttack]:
        """The attacks that pay, from hexes not much more dangerous than the line and not far from it."""
        usual = sum(self.loss[h] for h in self.line) / max(1, len(self.line))
        free = {u: reach for u, reach in self.movers.items() if u not in self.orders}
        safe = {u: {h: c for h, c in reach.items() if self._dares(u, h, usual)} for u, reach in free.items()}
        still = (u for u in self.s.present(UN) if u not in self.movers and self.s.rules.combat[u])
        fixed = {u: {self.s.where[u]: 1.0} for u in still}
        # the line is dangerous too: only the excess counts
        self.danger = [max(0.0, loss - usual) for loss in self.loss]
        attacks = PossibleAttacks(
            self.survey, {**safe, **fixed}, self.w, self.thorough, danger=self.danger, lost=self.lost
        )
        for target in self.shunned:
            attacks.posts.pop(target, None)
        for target in self.still & attacks.posts.keys():
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
            return h in self.line
        if self.thorough and self.survey.doomed(unit):
            return True
        if self.thorough and h == self.s.where[unit] and self._relieves(h):
            return True
        if self.thorough and self.line and depth[h] > max(self.front, depth[self.s.where[unit]]):
            return False
        return self.loss[h] <= usual + self.w["boldness"] and self.near(h)

    def _relieves(self, h: Hex) -> bool:
        """Whether a hex is in supply and an enemy beside it keeps friendly units out of supply."""
        theirs, relief = self.survey.theirs, self.survey.relief
        return bool(self.fed >> h & 1) and any(n in theirs and relief(n) for n in self.survey.beside[h])

    # ---------------------------------------------------------------------------------------------------------- posts

    def _man_the_line(self) -> None:
        """Units go to the posts where they add most safety, the strongest unit first."""
        s, rules, survey = self.s, self.s.rules, self.survey
        fit = [u for u in self.movers if u not in self.orders and self.fit(u)]
        fit.sort(key=lambda u: (-rules.strength[u], u))
        for unit in fit:
            best, value, strength = None, 0.0, rules.strength[unit]
            for h in self.line:
                if h not in self.movers[unit] or not self.room.fits(unit, h):
                    continue
                there = self.room.there.get(h, [])
                alone = not rules.zoc[unit] and not any(rules.zoc[u] or rules.pairs[u] for u in there)
                if alone and survey.contact[h]:
                    continue  # it blocks nothing, and is lost (8.1.3)
                have = survey.mass([u for u in there if rules.combat[u]])
                firing = min(survey.pressure[h] * self.w["fear"], 45.0)
                gain = self._safety(firing, have + strength, h) - self._safety(firing, have, h)
                gain += self.w["fill"] if all(rules.size[u] == "garrison" for u in there) else 0.0
                gain -= 0.02 * rules.grid.distance(s.where[unit], h) - (STAY if s.where[unit] == h else 0.0)
                if gain > value:
                    best, value = h, gain
            if best is not None:
                self.send(unit, best)
        for h in self.gaps():
            self._pair(h)

    def _pair(self, h: Hex) -> None:
        """D-8.1.3: two battalions, which have no zone of control alone, go together to a hex that no strong enemy can
        reach."""
        rules = self.s.rules
        free = (u for u in self.movers if u not in self.orders and rules.pairs[u] and self.fit(u))
        pair = [u for u in free if h in self.movers[u] and self.room.fits(u, h)][:2]
        if len(pair) == 2 and self.survey.pressure[h] <= SCREEN * sum(rules.strength[u] for u in pair):
            for unit in pair:
                self.send(unit, h)

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
            watched = rules.grid.around(sum(1 << h for h in {*self.line, *self.orders.values()}))
            free = [h for h in way[:-1] if not survey.contact[h] and self.fed >> h & 1]
            if free and not any(watched >> h & 1 for h in way):
                yield free[0]

    def manned(self, h: Hex) -> bool:
        """Whether a combat unit other than a garrison will stand in a hex."""
        rules = self.s.rules
        going = (u for u, there in self.orders.items() if there == h and u not in self.aboard)
        staying = (u for u in self.survey.mine.get(h, ()) if u not in self.orders)
        return any(rules.combat[u] and rules.size[u] != "garrison" for u in (*going, *staying))

    def gaps(self) -> list[Hex]:
        """The posts of the line in which no mobile combat unit will stand."""
        return [h for h in self.line if not self.manned(h)]

    def stranded(self) -> Iterator[int]:
        """Combat units that are isolated."""
        s = self.s
        for unit in s.present(UN):
            if s.flags[unit] & ISOLATED and self.s.rules.combat[unit]:
                yield unit
