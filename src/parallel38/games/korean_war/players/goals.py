"""Where the units of a side should go: cities to take, cities to hold, and the posts of a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parallel38.games.korean_war.players.ground import DEADLY_POINTS, FAR, TACTICAL
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import stacking
from parallel38.games.korean_war.state import SIDES, WORKS
from parallel38.hexgrid import Distances, Hex, Region
from parallel38.players.lines import line

CLOSED = 1000.0
"""What a hex costs in which the line cannot pass."""
SOON = 24
"""A strategic movement in halves of a Movement Point: enemies that far away come in the next Action Phase."""
LEVELS, FEW = 25, 7
"""How many lines are compared at most; by a recruit."""
HEADLANDS = 6
"""How often a line is looked for that goes across the whole country."""
DETOUR = 6
"""How much longer, in halves of a Movement Point, a way seems for each hex in the zone of an enemy."""
WEIGHTY = 1.5
"""How much more than its points a city draws that scores much: strength goes where it decides."""
BEND = 1.5
"""How much faster the pull of a city falls than its distance grows."""
SOONEST = 2
"""The Action Phases before the end in which a side that attacks keeps all its cities."""
LATER = 0.5
"""The part of its points that a lost city of one's own half counts as long as there is time to take it back."""
AT_ONCE = 3 * TACTICAL
"""How near a unit must be to go for a city because the war is won there at once."""


class Goal(NamedTuple):
    """A hex to which a unit should go."""

    hex: Hex
    kind: str
    """take: a city of the enemy; keep: an own city that the enemy can walk into; post: a hex of the line, or an own
    city to fall back to; meet: an enemy unit."""
    value: float
    """What a tactical movement towards it is worth, in factors."""


class Goals:
    """The goals of all units of a side, worked out once for an Operations Sequence."""

    def __init__(self, survey: Survey) -> None:
        self.v = survey
        w = survey.w
        self.attacks = survey.balance() >= w["tide"]
        """Whether the side goes for the enemy's cities; else it holds a line."""
        self.line: list[Hex] = []
        self.kept: list[Hex] = []
        """Own cities behind the line."""
        self.of: dict[int, Goal] = {}
        """The goal of each unit on the map."""
        self._ways: dict[Hex, dict[Hex, int]] = {}
        self._share()

    def distance(self, a: Hex, goal: Hex) -> int:
        """How far a hex is from a goal; for a veteran with the enemies in the way as they stood when the sequence
        began."""
        v = self.v
        if not v.thorough:
            return v.distance(v.side, a, goal)
        found = self._ways.get(goal)
        if found is None:
            held = v.s.held_by(v.foe)
            costs = v.rules.costs(SIDES[v.side], frozenset())
            found = self._ways[goal] = Distances(costs, 1 << goal, 0, held | v.s.zone(v.foe), DETOUR).all()
        return found.get(a, FAR)

    # ---------------------------------------------------------------------------------------------------------- sharing

    def _share(self) -> None:
        free = [*self.v.units]
        if not free:
            return
        self._keep(free)
        if not self.attacks:
            self._hold(free)
            if self.v.thorough:
                self._fall_back(free)
        self._take(free)

    def _near(self, free: list[int], h: Hex) -> list[tuple[int, int]]:
        """The free units by their distance from a hex."""
        v = self.v
        return sorted((v.distance(v.side, v.s.where[u], h), u) for u in free)

    def _give(self, free: list[int], unit: int, goal: Goal) -> None:
        self.of[unit] = goal
        free.remove(unit)

    def _keep(self, free: list[int]) -> None:
        """Units for own cities into which the enemy could walk, the most valuable city first: the weakest that stands
        there or can get there. Of a side that attacks most units stay free."""
        v, w = self.v, self.v.w
        threatened = [h for h in v.cities(v.side) if v.ground.city[h] and v.threatened(h)]
        bold = v.thorough and self.attacks and v.left > SOONEST
        if bold:
            threatened = [h for h in threatened if v.ground.city[h] > 1]
        vital = [h for h in v.cities(v.side) if v.thorough and v.ground.city[h] > DEADLY_POINTS and self._near_foe(h)]
        threatened += [h for h in vital if h not in threatened and not v.s.held_by(v.side) >> h & 1]
        share = w["guards"] if bold or not v.thorough else w["last_guards"]
        most = max(1, round(len(free) * (share if self.attacks else 1.0)))
        for h in sorted(threatened, key=lambda h: -v.ground.city[h]):
            one = v.ground.city[h] <= 1 or (v.thorough and self.attacks)
            need = 1 if one else stacking.MOST
            within = 2 * SOON if h in vital else 0 if bold and v.from_sea() >> h & 1 else SOON
            near = [
                (far > 0, far > TACTICAL, v.ground.worth(v.s, u), u) for far, u in self._near(free, h) if far <= within
            ]
            for _, _, away, u in sorted(near):
                if need <= 0 or not most:
                    break
                if away and v.s.fatigued(u):
                    continue
                need -= stacking.weight(v.s, u)
                most -= 1
                self._give(free, u, Goal(h, "keep", w["keep"]))

    def _near_foe(self, h: Hex) -> bool:
        """Whether an enemy could be in a hex in the Action Phase after this one."""
        v = self.v
        return any(v.distance(v.foe, v.s.where[u], h) <= 2 * SOON for u in v.enemies)

    def _take(self, free: list[int]) -> None:
        """Shares the enemy's cities out, the nearest first, and as many units to each as it takes; the others go for
        the nearest enemy unit."""
        v, w = self.v, self.v.w
        targets = [h for h in v.cities(v.foe) if v.ground.city[h] or v.rules.ports >> h & 1]
        room = {h: w["mass"] * (1 + v.ground.city[h]) + self._guard(h) * w["mass_guard"] for h in targets}
        if v.thorough:
            room = {h: w["mass"] * max(0.5, self._points(h)) + self._guard(h) * w["mass_guard"] for h in targets}
        rate = w["march"] if self.attacks else w["march"] * w["idle"]
        for unit, h in self._shared(free, targets, room):
            if h is None:
                self._meet(unit)
            else:
                self.of[unit] = Goal(h, "take", rate)

    def _shared(self, free: list[int], targets: list[Hex], room: dict[Hex, float]) -> Iterator[tuple[int, Hex | None]]:
        """Units with the cities that draw them most, the less the more go there already. A veteran begins with the unit
        that is drawn most of all, a recruit with the strongest."""
        v = self.v
        taken = dict.fromkeys(targets, 0.0)
        pulls = {
            u: {h: self._pull(h, self.distance(v.s.where[u], h)) for h in targets}
            for u in sorted(free, key=lambda u: -v.ground.worth(v.s, u))
        }
        while pulls:
            best: tuple[float, int, Hex | None] = (0.0, next(iter(pulls)), None)
            for unit in [*pulls] if v.thorough else [best[1]]:
                for h, pull in pulls[unit].items():
                    value = pull * max(0.2, 1 - taken[h] / room[h])
                    if value > best[0]:
                        best = (value, unit, h)
            _, unit, h = best
            del pulls[unit]
            if h is not None:
                taken[h] += v.ground.worth(v.s, unit)
            yield unit, h

    def _pull(self, h: Hex, far: int) -> float:
        """How much a city of the enemy draws a unit that is so far away."""
        v, w = self.v, self.v.w
        if not v.thorough:
            return (v.ground.city[h] + w["small"]) / (w["far"] + far / TACTICAL)
        points = v.ground.city[h] if far <= AT_ONCE else self._points(h)
        if v.left > SOONEST + 1 and v.rules.home_cities[v.side] >> h & 1:
            points *= LATER
        return (points**WEIGHTY + w["small"]) / (w["far"] + far / TACTICAL) ** BEND

    def _points(self, h: Hex) -> int:
        """The points of a city without what it counts for by which the war is won at once."""
        return self.v.rules.city_points.get(h, 0)

    def _fall_back(self, free: list[int]) -> None:
        """Where no line can be held, units go to own cities, the most valuable first, instead of forward."""
        v, w = self.v, self.v.w
        cities = [h for h in v.cities(v.side) if v.ground.city[h]]
        taken = dict.fromkeys(cities, 1.0)
        for goal in self.of.values():
            if goal.hex in taken:
                taken[goal.hex] += 1
        for unit in [*free] if cities else ():
            here = v.s.where[unit]
            h = max(
                cities,
                key=lambda h: (v.ground.city[h] / taken[h] / (w["far"] + self.distance(here, h) / TACTICAL), h),
            )
            taken[h] += 1
            self._give(free, unit, Goal(h, "post", w["post"]))

    def _guard(self, h: Hex) -> float:
        """The enemy's strength in a hex and beside it."""
        v = self.v
        stacks = v.s.fighters(v.foe)
        return sum(v.ground.worth(v.s, u) for n in (h, *v.ground.beside[h]) for u in stacks.get(n, ()))

    def _meet(self, unit: int) -> None:
        v = self.v
        if v.enemies:
            here = v.s.where[unit]
            foe = min(v.enemies, key=lambda u: (v.distance(v.side, here, v.s.where[u]), u))
            self.of[unit] = Goal(v.s.where[foe], "meet", v.w["march"] * v.w["idle"])

    # ------------------------------------------------------------------------------------------------------------- line

    def _hold(self, free: list[int]) -> None:
        """Find the line, and the units for its posts, those first where the enemy is near."""
        v = self.v
        self.line, self.kept = self._best_line(len(free))
        if not self.line:
            return
        far = v.enemy_distances()
        rounds = sorted(self.line, key=lambda h: far.get(h, FAR))
        room = dict.fromkeys(rounds, stacking.MOST)
        for _ in range(2):
            for h in rounds:
                near = [(d + self._fit(u, h), u) for d, u in self._near(free, h)]
                near = [(d, u) for d, u in near if stacking.weight(v.s, u) <= room[h]]
                if near:
                    _, unit = min(near)
                    room[h] -= stacking.weight(v.s, unit)
                    self._give(free, unit, Goal(h, "post", v.w["post"]))
        for unit in [*free]:  # reserves behind the line, where it is most in danger
            h = min(rounds, key=lambda h: (v.distance(v.side, v.s.where[unit], h), h))
            self._give(free, unit, Goal(h, "post", v.w["post"] * v.w["idle"]))

    def _fit(self, unit: int, h: Hex) -> float:
        """How much farther a weak unit seems to be from a post under pressure."""
        v = self.v
        return TACTICAL * max(0.0, v.pressure(h) / 4 - v.rules.defense[0][unit]) / 4

    def _best_line(self, units: int) -> tuple[list[Hex], list[Hex]]:
        """The cheapest line of several that keep different cities behind them, and these cities."""
        v, w = self.v, self.v.w
        foe, own = v.enemy_distances(), v.own_distances()
        base = self._costs(foe, own)
        cities = sorted((h for h in v.cities(v.side) if v.ground.city[h]), key=lambda h: foe.get(h, FAR))
        best: tuple[float, list[Hex], list[Hex]] | None = None
        lost = 0.0
        for h in cities[: (LEVELS if v.thorough else FEW) + 1]:
            deepest = foe.get(h, FAR)
            cost = [c if foe.get(i, -1) <= deepest else CLOSED for i, c in enumerate(base)]
            kept = sum(1 << c for c in cities if foe.get(c, FAR) >= deepest)
            found = self._line(cost, kept)
            if found:
                price = sum(cost[n] for n in found) + w["lost"] * lost + w["thin"] * max(0, len(found) - units)
                if price < CLOSED and (best is None or price < best[0]):
                    best = (price, found, [c for c in cities if foe.get(c, FAR) >= deepest])
            lost += v.ground.city[h]
        return (best[1], best[2]) if best else ([], [])

    def _line(self, cost: list[float], kept: Region) -> list[Hex]:
        """The cheapest line that keeps some cities from the enemy; a line across a headland keeps nothing and is tried
        again without its ends."""
        ground = self.v.ground
        starts = {h for h in ground.west if cost[h] < CLOSED}
        ends = {h for h in ground.east if cost[h] < CLOSED}
        for _ in range(HEADLANDS):
            found = line(starts, ends, cost, lambda h: (n for n in ground.near[h] if cost[n] < CLOSED))
            if not found or self._keeps(found, kept):
                return found
            starts.discard(found[0])
            ends.discard(found[-1])
        return []

    def _keeps(self, posts: list[Hex], kept: Region) -> bool:
        """Whether no way leads from an enemy unit to the cities but through the zones of a line."""
        v, rules = self.v, self.v.rules
        closed = sum(1 << h for h in posts)
        closed |= rules.grid.around(closed)
        start = v.s.posts(v.foe)
        reached = rules.grid.spread(start, (rules.land & ~closed) | start, walls=rules.walls)
        return not reached & kept & ~sum(1 << h for h in posts)

    def _costs(self, foe: dict[Hex, int], own: dict[Hex, int]) -> list[float]:
        """What a post in each hex costs: soft ground, enemies that come soon, own units that are far."""
        v, w, rules, s = self.v, self.v.w, self.v.rules, self.v.s
        shunned = s.held_by(v.foe) | (s.closed(v.side))
        rivers, works = rules.rivers.hexes(), s.marked(WORKS[v.side])
        posts = s.posts(v.side)
        weak = max(0.0, 1 / max(0.2, v.balance()) - 1)
        found = [CLOSED] * rules.grid.size
        for h in v.ground.near:
            if shunned >> h & 1:
                continue
            price = w["base"]
            price += w["clear"] if rules.clear >> h & 1 else w["broken"] if rules.broken >> h & 1 else 0.0
            price -= w["town"] if rules.cities >> h & 1 else 0.0
            price -= w["river"] if rivers >> h & 1 else 0.0
            price -= w["works"] if works >> h & 1 else 0.0
            price -= w["stay"] if posts >> h & 1 else 0.0
            price += w["soon"] * weak * max(0.0, 1 - foe.get(h, FAR) / SOON)
            price += w["away"] * min(3.0, own.get(h, FAR) / SOON)
            found[h] = max(0.05, price)
        return found
