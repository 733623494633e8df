"""The plan of a movement phase: attacks, garrisons, then each other unit to where it does most good."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heapreplace
from random import Random

from parallel38.games.mobile_war.players import depots
from parallel38.games.mobile_war.players.attacks import PlannedAttack, PossibleAttacks, Room
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import supply
from parallel38.games.mobile_war.rules.campaign import shock_awaited
from parallel38.games.mobile_war.state import AIRFED, COMMUNIST, ENTRENCHED, UN, MobileWarState
from parallel38.hexgrid import Hex

TRIES = {False: 1, True: 4}


@dataclass(frozen=True)
class MovementPlan:
    """Where all units of a side go in a phase, and why."""

    survey: Survey
    """The situation for which the plan was made."""
    phase: str
    orders: Mapping[int, Hex]
    attacks: Sequence[PlannedAttack]
    held: Sequence[Hex]
    """Places that get a garrison."""
    there: Mapping[Hex, Sequence[int]]
    """The units that will stand in each hex."""


class MovementPlanner:
    """Makes a plan step by step: in the first phase attacks are prepared, in the second the enemy's answer counts."""

    def __init__(
        self,
        s: MobileWarState,
        side: int,
        phase: str,
        w: Mapping[str, float],
        rng: Random,
        thorough: bool,
        before: Survey | None = None,
    ) -> None:
        self.s, self.side, self.phase, self.w, self.rng, self.thorough = s, side, phase, w, rng, thorough
        self.survey = Survey(s, side, w["lure"], before)
        self.movers = self.survey.movers(phase)
        self.depots = supply.depots(s, side) if thorough and depots.follow(s, side, phase) else []
        """The supply units that are part of the plan: in the first phase they have gone before."""
        self.room = Room(self.survey, {*self.movers, *self.depots})
        self.orders: dict[int, Hex] = {}
        self.attacks: list[PlannedAttack] = []
        self.held: list[Hex] = []
        """Places that get a garrison."""
        self.aims: dict[int, Hex] = {}
        """The goal of each unit that has been given one."""
        muster = thorough and side == COMMUNIST and phase == "second" and shock_awaited(s)
        self.hunger = w["muster"] if muster else w["hunger"]
        """What supply is worth to a unit: very much if the shock waits for it (K-CMP-6c)."""

    def plan(self) -> MovementPlan:
        """Plan garrisons and goals, attacks, all other units, then supply units."""
        if self.thorough:
            self._garrison()
            self._stand()
        self._aim()
        if self.phase == "first":
            self._attack()
        self._rest()
        if self.depots:
            self._supply()
        return MovementPlan(self.survey, self.phase, self.orders, self.attacks, self.held, self.room.there)

    def _order(self, unit: int, h: Hex) -> None:
        self.orders[unit] = h
        self.room.put(unit, h)

    # -------------------------------------------------------------------------------------------------------- garrisons

    def _garrison(self) -> None:
        """Give each victory place a garrison against enemies that walk, land or jump in: the nearest units.

        As strong as the danger asks and the place is worth: one unit where enemies are far, two where they are near.
        """
        survey, strength = self.survey, self.s.rules.strength
        wanted = dict(survey.ours)
        near = {h for reach in self.movers.values() for h in reach}
        for h in sorted(wanted, key=lambda h: (h not in near, -wanted[h], h)):
            danger = survey.pressure[h]
            if not danger and not self._open(h):
                continue
            need = max(self.w["garrison"] * danger, self.w["post"] * wanted[h]) if danger else 0.0
            mass = sum(strength[u] for u in self.room.there.get(h, ()) if self.s.rules.combat[u])
            free = [u for u in self.movers if u not in self.orders]
            here = [u for u in free if h in self.movers[u]]
            if danger:
                here.sort(key=lambda u: (abs(strength[u] - need), self.s.where[u] != h, u))
            else:
                here.sort(key=lambda u: (strength[u], self.s.where[u] != h, u))
            while here and (not mass or mass < need):
                unit = here.pop(0)
                if self.room.fits(unit, h, self.movers[unit][h]):
                    self._order(unit, h)
                    mass += strength[unit]
            if mass:
                self.held.append(h)
            elif free:
                self._send(free, h)

    def _send(self, free: list[int], goal: Hex) -> None:
        """Send the nearest of the weaker units to an empty place."""
        way, strength = self.survey.ground.way_to(goal), self.s.rules.strength
        unit = min(free, key=lambda u: (way[self.s.where[u]] + 0.5 * strength[u], u))
        reach = self.movers[unit]
        ends = [h for h, left in reach.items() if self.room.fits(unit, h, left)]
        self._order(unit, min(ends, key=lambda h: (way[h], h), default=self.s.where[unit]))

    def _open(self, h: Hex) -> bool:
        """Whether enemies could come to a place from the sea, from the air, or over land in one turn."""
        s = self.s
        if self.side == COMMUNIST and any(s.rules.kind[u] in ("amphibious", "airborne") for u in s.present(UN)):
            return True
        return self.survey.comes(h)

    # ------------------------------------------------------------------------------------------------------------- aims

    def _stand(self) -> None:
        """The weaker side gathers around the places that it has to keep: as many units at each as its danger needs."""
        survey, strength, w = self.survey, self.s.rules.strength, self.w
        if survey.balance >= w["stand"]:
            return
        needs = {h: w["ring"] * worth * survey.looming(h, w["watch"]) for h, worth in survey.ours.items()}
        free = sum(strength[u] for u in self.movers if u not in self.orders)
        scale = min(1.0, free / max(1.0, sum(needs.values())))
        needs = {h: need * scale for h, need in needs.items()}
        ways = {h: survey.ground.way_to(h) for h in needs}
        pairs = sorted(
            (ways[h][self.s.where[u]], -strength[u], u, h) for u in self.movers if u not in self.orders for h in needs
        )
        for _, less, unit, h in pairs:
            if unit not in self.aims and needs[h] > 0:
                self.aims[unit] = h
                needs[h] += less

    def _aim(self) -> None:
        """Share out the goals: the nearest units first, as many as a goal takes, so no army chases one regiment."""
        survey, grid, s = self.survey, self.s.rules.grid, self.s
        needs = {goal: survey.need(goal, self.w["siege" if goal in survey.wanted else "odds"]) for goal in survey.goals}
        free = [u for u in self.movers if u not in self.orders and u not in self.aims]
        distance, goals = grid.distance, [*survey.goals.items()]
        away = {
            h: sorted([(bias + 1.2 * distance(h, goal), goal) for goal, bias in goals])
            for h in {s.where[u] for u in free}
        }
        # of each unit the nearest goal that it has not been tried for, as a heap with the nearest of all first
        nearest = [(far, -s.rules.strength[u], u, goal, 0) for u in free for far, goal in away[s.where[u]][:1]]
        heapify(nearest)
        while nearest:
            _, strength, unit, goal, tried = nearest[0]
            if needs[goal] > 0:
                self.aims[unit] = goal
                needs[goal] += strength
                heappop(nearest)
            elif (tried := tried + 1) < len(needs):
                far, goal = away[s.where[unit]][tried]
                heapreplace(nearest, (far, strength, unit, goal, tried))
            else:
                heappop(nearest)

    def _spearhead(self, unit: int) -> bool:
        """Whether a unit is on its way to a victory place and does not stop for every enemy on the road."""
        goal = self.aims.get(unit)
        if goal is None or goal not in self.survey.wanted or goal in self.survey.ours or unit in self.orders:
            return False
        return self.survey.ground.way_to(goal)[self.s.where[unit]] > self.w["spearhead"]

    # ---------------------------------------------------------------------------------------------------------- attacks

    def _attack(self) -> None:
        """Plan attacks by units that can still move together with units that stand beside the target already."""
        s = self.s
        fixed = {
            u: {s.where[u]: 0.0}
            for u in s.present(self.side)
            if u not in self.movers and s.rules.combat[u] and not s.flags[u] & ENTRENCHED
        }
        placed = {u: {h: 0.0} for u, h in self.orders.items()}
        free = {u: reach for u, reach in self.movers.items() if not (self.thorough and self._spearhead(u))}
        reaches = {**free, **fixed, **placed}
        attacks = PossibleAttacks(self.survey, reaches, self.w, self.thorough)
        self.attacks = attacks.together(self.room, self.rng, TRIES[self.thorough])
        for attack in self.attacks:
            for unit, h in attack.posts:
                if unit in self.movers:
                    self._order(unit, h)

    # ------------------------------------------------------------------------------------------------------------- rest

    def _rest(self) -> None:
        """Send all other units, the strongest first, each to where it does most good, given where the others stand."""
        survey, strength = self.survey, self.s.rules.strength
        rest = [u for u in self.movers if u not in self.orders]
        rest.sort(key=lambda u: (-strength[u], survey.field(self.s.where[u]), u))
        for unit in rest:
            self._order(unit, self._place(unit))

    def _place(self, unit: int) -> Hex:
        here, reach = self.s.where[unit], self.movers[unit]
        best, value = here, float("-inf")
        slack = 0.0 if self.thorough else self.w["slack"]
        there, fits, random = self.room.there, self.room.fits, self.rng.random
        value_of, exposure_of = self._values(unit), self._exposures(unit, self._fears(unit))
        for h, left in reach.items():
            if h in there and not fits(unit, h, left):
                continue
            worth, more = value_of(h), random() * slack if slack else 0.0
            if worth + more > value:  # exposure never makes a hex better
                worth = worth - exposure_of(h) + more
                if worth > value:
                    best, value = h, worth
        return best

    def _fears(self, unit: int) -> float:
        """How much the enemy's answer counts for a unit: less for a stronger side, and little for a spearhead."""
        if not self.thorough and self.phase != "second":
            return 0.0
        share = (self.w["answer"] if self.phase == "second" else self.w["first"]) / max(1.0, self.survey.balance)
        return share * self.w["dash"] if self.thorough and self._spearhead(unit) else share

    def _value(self, unit: int, h: Hex, fear: float) -> float:
        """What it is worth that a unit stands in a hex, with its exposure to the enemy multiplied by `fear`."""
        return self._values(unit)(h) - self._exposures(unit, fear)(h)

    @cached_property
    def _prizes(self) -> dict[Hex, float]:
        """The victory places that are to be taken, with what a unit gains by standing there."""
        survey, take = self.survey, self.w["take"]
        return {h: take * worth for h, worth in survey.wanted.items() if h not in survey.ours}

    def _exposures(self, unit: int, fear: float) -> Callable[[Hex], float]:
        """A function that gives what a unit's exposure to the enemy in a hex costs, multiplied by `fear`."""
        if not fear:
            return lambda h: 0.0
        survey, combat, room = self.survey, self.s.rules.combat, self.room.there
        worth, share, pressure = survey.ground.worth[unit], self.w["enemy_share"], survey.pressure

        def exposure(h: Hex) -> float:
            if not pressure[h]:
                return 0.0
            there = [u for u in room.get(h, ()) if combat[u]]
            return fear * worth * survey.loss([*there, unit], h, share)

        return exposure

    def _values(self, unit: int) -> Callable[[Hex], float]:
        """A function that gives what it is worth that a unit stands in a hex, given where the others stand, without its
        exposure to the enemy."""
        w, survey, combat, there_ = self.w, self.survey, self.s.rules.combat, self.room.there
        strength, worth = self.s.rules.strength[unit], survey.ground.worth[unit]
        goal = self.aims.get(unit)
        far = survey.field if goal is None else survey.ground.way_to(goal).__getitem__
        march = w["hold"] if goal in survey.ours else w["march"]
        wanted = self._prizes
        supplied = -1 if self.s.flags[unit] & AIRFED else survey.supplied_hexes
        hunger, company = self.hunger * worth, w["company"] * min(strength, 10.0)
        refuge = survey.refuge if survey.last else 0

        def value(h: Hex) -> float:
            value = -march * far(h) * strength
            if h in wanted:
                value += wanted[h]
            if not supplied >> h & 1:
                value -= hunger
            there = there_.get(h)
            if there and any(combat[u] for u in there):
                value += company
            if refuge >> h & 1:
                value += w["stay"]
            return value

        return value

    # ---------------------------------------------------------------------------------------------------------- supply

    def _supply(self) -> None:
        """Send supply units to where they serve most among the units that will stand around them.

        K-COM-M1: an enemy that gets beside a supply unit alone takes it. If the supply unit could get neither out of
        the enemy's reach nor to friends, the unit that is missed least elsewhere joins it, if that costs less than the
        supply unit is worth.
        """
        after, free = self._after(), {u for u in self.movers if self.orders[u] not in self.held}
        for depot in self.depots:
            ends = self.survey.reach(depot, self.phase)
            best = max(
                (h for h, left in ends.items() if self._room_for(depot, h, left)),
                key=depots.service(after, depot, self.w, wary=True),
                default=self.s.where[depot],
            )
            if not after.mine.get(best) and after.raided >> best & 1:
                found = [(self._missed(u, h), u, h) for u in free for h in self._meetings(depot, u, ends)]
                cost, unit, h = min(found, default=(float("inf"), depot, best))
                if cost < after.ground.worth[depot]:
                    best = h
                    self.room.take(unit, self.orders[unit])
                    self._order(unit, best)
                    after = self._after()
            self._order(depot, best)
            after.s.move(depot, best)
            free -= {*self.room.there[best]}

    def _after(self) -> Survey:
        """The situation when all units have carried out their orders; supply units without an order are left out, so
        that none counts on another to block a road."""
        after = self.s.copy()
        for unit, h in (dict.fromkeys(self.depots, after.rules.names.box("out")) | self.orders).items():
            if after.where[unit] != h:
                after.move(unit, h)
        survey = Survey(after, self.side, self.w["lure"])
        survey.supplied_hexes  # noqa: B018  what is in supply before the supply units go where they are ordered to
        return survey

    def _room_for(self, depot: int, h: Hex, left: float) -> bool:
        """Whether there is room in a hex for a supply unit that has `left` points left."""
        there = self.room.there.get(h, ())
        return len(there) < self.s.rules.stack_limit and all(self._meet(depot, u, h, left) for u in there)

    def _meetings(self, depot: int, unit: int, ends: Mapping[Hex, float]) -> Iterator[Hex]:
        """The empty hexes in which a unit could join a supply unit."""
        for h in ends.keys() & self.movers[unit].keys():
            if not self.room.there.get(h) and self._meet(depot, unit, h, ends[h]):
                yield h

    def _meet(self, depot: int, unit: int, h: Hex, left: float) -> bool:
        """Whether a supply unit and another can both end in a hex. K-STK-B: the one that comes last has a point to pay;
        K-MOV-M: or the hex is its whole move."""
        where = self.s.where
        if unit in self.movers and where[unit] != h:
            return self.movers[unit][h] >= 1
        return left >= 1 or self.s.rules.grid.distance(where[depot], h) <= 1

    def _missed(self, unit: int, h: Hex) -> float:
        """What it costs that a unit goes to a hex instead of the one that it was ordered to."""
        planned, fear = self.orders[unit], self._fears(unit)
        self.room.take(unit, planned)
        cost = self._value(unit, planned, fear) - self._value(unit, h, fear)
        self.room.put(unit, planned)
        return cost
