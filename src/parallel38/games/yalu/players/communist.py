"""Communist movement plans: attacks that surround first, then roads to cut, then the way south."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from parallel38.games.yalu.players.attacks import PlannedAttack, PossibleAttacks, Room, cut_off
from parallel38.games.yalu.players.ground import FAR
from parallel38.games.yalu.players.places import Places
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules import victory
from parallel38.games.yalu.state import ASP, COMMUNIST, NEUTRALIZED, UN, YaluState
from parallel38.hexgrid import Distances, Hex, Region, bits

CHAIN = 2
"""The distance in hexes from one post of the supply chain to the next."""
ASTRAY = 6
"""The greatest distance in hexes that a unit goes to a post of the chain."""
ASIDE = 1
"""The distance in hexes from the chain at which a unit serves as a post where it stands."""
FEW = {UN: 2, COMMUNIST: 1}
"""The number of attacks that a recruit makes in a turn, by side."""
GUARDS = 3
"""The number of divisions that hold Seoul."""
CLOSE = 2
"""The distance in hexes from which the UN is expected to enter a city."""
COMING = 3
"""The distance in hexes from which the UN is expected to come to Seoul."""
LAST = {"asp": 0.0, "city": 0.0, "effort": 0.0}
BEHIND = {"answer": 0.0, "risk": 0.2, "seoul": 30.0, "threshold": 0.2}
"""The weights that differ in the last turn (LAST), and if that turn is lost as it stands (BEHIND)."""
SPARE = 20
"""The factors in the south that the UN is expected to eliminate in its last turn."""
TASTE, MOOD = ("asp", "risk", "starve", "effort"), (0.8, 1.2)
"""The weights that a thorough commander varies from game to game, and the range of the factor, so that games differ."""
TIMID = {"exposure": 2.0, "enemy_share": 0.8}
"""The weights that differ for a recruit, who overestimates the enemy's answer."""


def at_last(s: YaluState, w: Mapping[str, float], decided: bool = False) -> Mapping[str, float]:
    """The weights in this turn. In the last turn points are spent freely; if the game is lost as it stands when all
    units have moved, units that may turn it are risked too."""
    if s.turn < len(s.rules.turns):
        return w
    behind = decided and victory.winner(s.copy()) != COMMUNIST
    return {**w, **LAST, **(BEHIND if behind else {})}


def settled(s: YaluState) -> bool:
    """Whether the last turn is won with so many factors to spare that the UN will hardly change it."""
    return s.turn == len(s.rules.turns) and victory.factors_south(s)[0] >= victory.ALONE + SPARE


@dataclass(frozen=True)
class CommunistPlan:
    """A plan for the movement phase: where each unit is to go, and why."""

    s: YaluState
    """The situation for which the plan was made."""
    w: Mapping[str, float]
    """The weights with which the plan was made."""
    orders: Mapping[int, Hex]
    attacks: Sequence[PlannedAttack]
    cuts: Sequence[tuple[int, Hex, float]]
    """Units that cut roads, each with its hex and the worth of the enemies that lose their supply."""
    posts: Sequence[Hex]
    """The posts of the supply chain."""
    movers: Mapping[int, Mapping[Hex, float]]
    """The units that can still move, each with the hexes to which it may be sent."""
    room: Room
    """The units that will stand in each hex."""
    places: Places
    """The hexes for units without another order."""

    @property
    def enough(self) -> bool:
        """Whether enough factors are in the south, so that the other units had better keep the roads open."""
        return self.places.enough

    @property
    def unsupplied(self) -> int:
        """Factors that are out of supply."""
        return self.places.unsupplied

    @property
    def alarmed(self) -> bool:
        """Whether so many factors are out of supply that the army turns back to open its roads."""
        return self.places.to_supply is not None

    def why(self, h: Hex) -> str:
        """The name of the strongest reason for units to be in a hex; empty if the plan has none."""
        if any(h == start for attack in self.attacks for _, start in attack.posts):
            return "attack"
        if any(h == at for _, at, _ in self.cuts):
            return "cut"
        if h in self.posts:
            return "supply_road"
        for unit, reach in self.movers.items():
            if self.orders.get(unit) == h:
                room = self.room.copy()
                room.take(unit, h)
                return self.places.why(unit, h, reach, room)
        return ""

    def squanders(self) -> bool:
        """Whether fewer factors would count in the last turn when all units have gone where they are ordered (20.2)."""
        after = self.s.copy()
        for unit, h in self.orders.items():
            after.move(unit, h)
        last = self.s.turn == len(self.s.rules.turns)
        return last and victory.factors_south(after)[0] < victory.factors_south(self.s)[0]


class CommunistPlanner:
    """Makes a plan for the movement phase step by step: what is decided counts for the steps that follow."""

    def __init__(
        self,
        s: YaluState,
        w: Mapping[str, float],
        rng: Random,
        thorough: bool,
        kept: Iterable[PlannedAttack] = (),
        firm: bool = False,
    ) -> None:
        self.firm = firm
        """Whether all units that count for victory where they stand stay there."""
        self.s, self.rng, self.thorough, self.kept = s, rng, thorough, [*kept]
        """`kept`: attacks of an earlier plan in this phase for which all units stand in their planned hexes."""
        w = at_last(s, w) if thorough else w
        self.w = {**w, **({name: w[name] * rng.uniform(*MOOD) for name in TASTE} if thorough else TIMID)}
        self.survey = Survey(s, COMMUNIST)
        self.last = s.turn == len(s.rules.turns)
        self.movers = self._movers()
        guerrilla = s.rules.guerrilla
        standing = ((u, s.where[u]) for u in s.present(COMMUNIST) if u not in self.movers and not guerrilla[u])
        self.room = Room(self.survey, standing)
        self.places = Places(self.survey, self.w, self.movers)
        self.orders: dict[int, Hex] = {}
        self.cuts: list[tuple[int, Hex, float]] = []
        self.attacks: list[PlannedAttack] = []
        self.posts: list[Hex] = []

    def plan(self) -> CommunistPlan:
        """The plan: places to keep, attacks, roads to cut, cities to enter, the supply chain, all other units."""
        if self.thorough:
            self._keep_seoul()
            self._keep_places()
        self._attack()
        self._walk_in()
        self._guard()
        self._rest()
        return CommunistPlan(
            s=self.s,
            w=self.w,
            orders=self.orders,
            attacks=self.attacks,
            cuts=self.cuts,
            posts=self.posts,
            movers=self.movers,
            room=self.room,
            places=self.places,
        )

    def _movers(self) -> dict[int, Mapping[Hex, float]]:
        """The units that can be sent somewhere, with the hexes they can reach; no guerrillas, no units of attacks that
        are kept."""
        busy, guerrilla = {u for attack in self.kept for u in attack.units}, self.s.rules.guerrilla
        free = {u: reach for u, reach in self.survey.reaches.items() if not guerrilla[u] and u not in busy}
        return {u: self._reach(u, reach) for u, reach in free.items()}

    def _attack(self) -> None:
        """Choose attacks, and send the units that make them to their posts."""
        self.attacks = [] if self.thorough and settled(self.s) else self._attacks()
        if self.thorough:
            self._cut_rather()
        for attack in self.attacks:
            for unit, h in attack.posts:
                if unit in self.movers:
                    self.orders[unit] = h
                self.room.put(unit, h)

    def _walk_in(self) -> None:
        """The weakest unit that can reach it takes a city that the UN has left, which brings supply points and
        conscripts (11.2.2, 17.2), or a hex at which units arrive from Pusan (6.3). Not in the last turn."""
        s, rules, counts, seoul = self.s, self.s.rules, self.survey.ground.counts, self.survey.ground.seoul
        cities = (h for city, h in rules.board.cities.items() if s.controls(UN, city))
        places = [
            *sorted(cities, key=lambda h: h != seoul),
            *(bits(rules.board.areas["to_pusan"]) if self.thorough else ()),
        ]
        for h in places if s.turn < len(rules.turns) else ():
            if (s.held_by(UN) | self._manned) >> h & 1:
                continue
            able = [u for u, reach in self.movers.items() if u not in self.orders and reach.get(h) == 1.0]
            able = [u for u in able if rules.zoc[u] and not s.flags[u] & NEUTRALIZED]
            # no unit that counts leaves the south
            able = [u for u in able if counts >> h & 1 or not counts >> s.where[u] & 1]
            able.sort(key=lambda u: (rules.strength[u], u))
            for unit in able[: victory.IN_SEOUL if h == seoul else 1]:
                if self.places.exposure(unit, h, self.room) < self.w["city"]:
                    self.orders[unit] = h
                    self.room.put(unit, h)

    @property
    def _manned(self) -> Region:
        """The hexes in which units of the side stand or to which they go."""
        return sum(1 << h for h, units in self.room.there.items() if units)

    def _keep_seoul(self) -> None:
        """D-20.1: divisions in Seoul halve the factors needed, so the strongest divisions, as many as are needed to
        hold it, stay; they may attack from there."""
        s, rules, seoul = self.s, self.s.rules, self.survey.ground.seoul
        if not s.controls(COMMUNIST, "Seoul"):
            return
        fit = [u for u, reach in self.movers.items() if reach.get(seoul) == 1.0 and rules.size[u] == "division"]
        fit = [u for u in fit if not rules.conscript[u] and not s.flags[u] & NEUTRALIZED]
        fit.sort(key=lambda u: (rules.strength[u], s.where[u] == seoul, u), reverse=True)
        room = self.room.copy()
        near = any(rules.grid.distance(h, seoul) <= COMING for h in self.survey.theirs)
        for unit in fit[: GUARDS if self.survey.pressure[seoul] else victory.IN_SEOUL if near else 1]:
            if room.fits(unit, seoul):
                room.put(unit, seoul)
                self.movers[unit] = {seoul: 1.0}

    def _keep_places(self) -> None:
        """D-6.3: no UN unit arrives from Pusan in a hex with a Communist unit, so the strongest unit stays there; and
        the weakest unit stays in a city that a UN unit, neutralized or not, could enter: from a port it might sail
        (9.3.5)."""
        s, rules, distance = self.s, self.s.rules, self.s.rules.grid.distance
        cities = [h for h in rules.board.cities.values() if any(distance(h, at) <= CLOSE for at in self.survey.theirs)]
        entries = [*bits(rules.board.areas["to_pusan"])]
        for h in (*entries, *cities) if not self.last else ():
            fit = [u for u in self.movers if s.where[u] == h and rules.zoc[u] and not s.flags[u] & NEUTRALIZED]
            fit.sort(key=lambda u: (rules.strength[u], u), reverse=h in entries)
            for unit in fit[:1]:
                self.movers[unit] = {h: 1.0}

    def _reach(self, unit: int, reach: Mapping[Hex, float]) -> Mapping[Hex, float]:
        """The hexes to which a unit may be sent: a recruit does not infiltrate; in the last turn no unit that counts in
        the south leaves it (20.1)."""
        s, counts = self.s, self.survey.ground.counts
        if self.firm and self.survey.counting >> s.where[unit] & 1:
            return {s.where[unit]: 1.0}
        if self.thorough and self.last and counts >> s.where[unit] & 1:
            return {h: chance for h, chance in reach.items() if counts >> h & 1}
        return reach if self.thorough else {h: chance for h, chance in reach.items() if chance == 1.0}

    def _chain(self) -> list[Hex]:
        """Posts along the way from the front back to the map edge, near enough that supply goes from one to the next.

        D-5.1.1b: six hexes to a friendly unit that is itself supplied; an army that leaves no unit behind loses its
        supply.
        """
        s, rules, ground = self.s, self.s.rules, self.survey.ground
        away = [FAR] * rules.grid.size
        costs = rules.costs("road_communist", False, ())
        for h, far in Distances(costs, rules.edges[COMMUNIST], s.held_by(UN)).all().items():
            away[h] = far
        army = sorted((ground.to_south[h], h) for h, units in self.survey.mine.items() if self.survey.mass(units) >= 4)
        if not army:
            return []
        here, way = army[len(army) // 3][1], list[Hex]()
        if s.controls(COMMUNIST, "Seoul"):  # so that posts do not wander with the front
            here = ground.seoul
        while away[here]:
            way.append(here)
            step = min(self.survey.beside[here], key=lambda n: away[n], default=here)
            if away[step] >= away[here]:
                break
            here = step
        # counted from the edge, so that posts stay where they are when the front moves
        return way[::-1][CHAIN::CHAIN]

    def _guard(self) -> None:
        """The weakest units man the chain, each at the post nearest to it."""
        s, rules, grid, counts = self.s, self.s.rules, self.s.rules.grid, self.survey.ground.counts
        most = 5 if self.places.enough else 2
        self.posts = self._chain()
        for post in self.posts:
            weak = [u for u in self.movers if u not in self.orders and 0 < rules.strength[u] <= most]
            weak = [u for u in weak if not counts >> s.where[u] & 1 and grid.distance(s.where[u], post) <= ASTRAY]
            if self.last:  # units that can count in the south go there
                weak = [u for u in weak if not any(counts >> h & 1 for h in self.movers[u])]
            if not weak:
                continue
            unit = min(weak, key=lambda u: (grid.distance(s.where[u], post), u))
            reach = self.movers[unit]
            if grid.distance(s.where[unit], post) <= ASIDE:
                self.orders[unit] = s.where[unit]
                self.room.put(unit, s.where[unit])
                continue
            sure = [h for h, chance in reach.items() if chance == 1.0 and self.room.fits(unit, h)]
            if sure:
                h = min(sure, key=lambda h: (grid.distance(h, post), h))
                self.orders[unit] = h
                self.room.put(unit, h)

    def _attacks(self) -> list[PlannedAttack]:
        """Attacks by units that can still move together with units already in place."""
        s = self.s
        busy = {u for attack in self.kept for u in attack.units}
        still = (u for u in s.present(COMMUNIST) if u not in self.movers and u not in busy and s.rules.combat[u])
        fixed = {u: {s.where[u]: 1.0} for u in still}
        free = {u: reach for u, reach in self.movers.items() if u not in self.orders}
        attacks = PossibleAttacks(self.survey, {**free, **fixed}, self.w, rings=self.thorough, guns=self.thorough)
        for attack in self.kept:
            attacks.posts.pop(attack.target, None)
        points = s.track[ASP] - sum(attack.price for attack in self.kept)
        if not self.thorough:
            return attacks.together(self.room, points, 0, self.rng, 1, FEW[COMMUNIST])
        return [*self.kept, *attacks.together(self.room, points, 0, self.rng, 4)]

    def _cut_rather(self) -> None:
        """Let a unit of an attack cut a road instead, if that is worth more than the attacks lose without it."""
        busy = [u for attack in self.attacks for u in attack.units if u in self.movers]
        cuts = self._cuts(busy)
        unit = self._cutter(busy, cuts)
        if unit is None:
            return
        before, room = self.attacks, self.room.copy()
        h = self._cut(unit, cuts)
        self.attacks = self._attacks()
        lost = sum(attack.value for attack in before) - sum(attack.value for attack in self.attacks)
        if self.w["starve"] * cuts[h] * self.movers[unit][h] - self.places.exposure(unit, h, self.room) <= lost:
            self.attacks, self.room = before, room
            del self.orders[unit], self.cuts[-1]

    def _cut(self, unit: int, cuts: dict[Hex, float]) -> Hex:
        """Send a unit to the hex where it cuts off the most enemy value; return that hex."""
        reach = self.movers[unit]
        fitting = (h for h in cuts if h in reach and self.room.fits(unit, h))
        h = max(fitting, key=lambda h: cuts[h] * reach[h])
        self.cuts.append((unit, h, cuts[h]))
        self.orders[unit] = h
        self.room.put(unit, h)
        return h

    # ---------------------------------------------------------------------------------------------------------- rest

    def _rest(self) -> None:
        """All other units, the southernmost first: each goes to the hex of highest value, given where the others
        stand."""
        s, ground = self.s, self.survey.ground
        rest = [u for u in self.movers if u not in self.orders]
        conscript = s.rules.conscript  # D-17.5: a conscript alone goes home, so conscripts follow the others
        rest.sort(key=lambda u: (conscript[u], ground.to_south[s.where[u]], u))
        cuts = self._cuts(rest) if self.thorough else {}
        while rest:
            unit = self._cutter(rest, cuts)
            if unit is not None:
                self._cut(unit, cuts)
                rest.remove(unit)
                cuts = self._cuts(rest)
                continue
            unit = rest.pop(0)
            h = self.places.best(unit, self.movers[unit], self.room)
            self.orders[unit] = h
            self.room.put(unit, h)

    def _cuts(self, rest: list[int]) -> dict[Hex, float]:
        """The hexes from which a unit could cut off enemies, and the value of those enemies."""
        if not rest:
            return {}
        held, zone = self.survey.s.held_by(UN), self.survey.enemy_zone
        near = self.survey.rules.grid.around(zone) | zone
        hexes = {h for u in rest for h in self.movers[u] if near >> h & 1 and not held >> h & 1}
        return cut_off(self.survey, self.room, hexes, rest[0])

    def _cutter(self, rest: list[int], cuts: dict[Hex, float]) -> int | None:
        """The unit that cuts off the most enemy value, if that exceeds the least value of a cut; else None."""
        best, value = None, self.w["least_cut"]
        for unit in rest:
            if self.s.rules.conscript[unit]:
                continue
            reach = self.movers[unit]
            for h, lost in cuts.items():
                gain = lost * reach.get(h, 0.0)
                if gain > value and gain - self.places.exposure(unit, h, self.room) > value and self.room.fits(unit, h):
                    best, value = unit, gain - self.places.exposure(unit, h, self.room)
        return best
