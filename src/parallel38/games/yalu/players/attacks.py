"""Planned attacks: which units go where, the expected result, and which attacks are made together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, TypeVar

from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules import designation, stacking, supply, support
from parallel38.games.yalu.state import ASP, COMMUNIST, ISOLATED, NEUTRALIZED, REGROUP, UN
from parallel38.hexgrid import Hex, Region
from parallel38.players import plans
from parallel38.players.plans import Reaches

T = TypeVar("T")
MOST_POSTS = {False: 2, True: 3}
"""The number of hexes from which an attack is considered: two opposite hexes surround many targets, three nearly every
one."""
SIDES_OF_A_HEX = 6
SCARCE = 2.0
"""The value that units in the south gain for the Communists by the last turn, as a multiple of their usual value."""
HOARD = 10
"""The stock of attack supply at which each point is worth half as much, for an attack at good odds."""
GOOD = 3
"""The odds that count as good."""
STAKED = 0.3
"""The highest probability at which all units in a surrounded hex may be hit together by defensive fire."""
NEARLY = 0.97
"""The share of the best attacks' value that is as good as the whole."""
MOST_FIRES = 3
"""The largest number of groups of attackers among which the defenders may divide their fire."""
MOST = 0.75
"""The share of its strength below which an attack is no longer the one that was planned."""
IDLE = 0.1
"""The value, in the last turn, of enemies that do not count for victory."""
LIKELY = 2
"""The support factors that the UN is expected to use for one defence, because it may need others elsewhere."""
RINGED = 0.5
"""The factor by which an attack on units that cannot retreat may be less likely to hit, because every hit
eliminates."""


class Way(NamedTuple):
    """How an attack is made (10.5.3): its manner, the factor by which it multiplies strength, its support and its
    price."""

    manner: str
    factor: float
    help: int
    price: int
    fee: float
    """The value of the supply and support that it uses."""


class Stake(NamedTuple):
    """Units of a hex that may be fired at together: their strength and value, and the value of the ground if they are
    destroyed (`taken`) or driven away (`emptied`), which fresh garrisons cannot be (10.3.3)."""

    units: tuple[int, ...]
    mass: float
    worth: float
    beaten: float
    """The value of the neutralized units among them, which any hit destroys (14.3)."""
    taken: float
    emptied: float


class Hit(NamedTuple):
    """The value of an attack's fire: net of its price, gross, and the units fired at; None if it gains nothing."""

    gain: float
    hit: float
    stake: Stake | None


class Terms(NamedTuple):
    """What all attacks on a target have in common, whichever units make them."""

    target: Hex
    stakes: list[Stake]
    ways: list[Way]
    known: dict[tuple[object, ...], Hit]
    """Results computed before: one strength comes up for many sets of attackers."""


Ranked = tuple[float, int, int, int]
"""The chance that a unit reaches a hex, its strength, minus the number of hexes beside the target that it can reach,
its number."""


class PlannedAttack(NamedTuple):
    """One attack: its target, its value, its units with their hexes, and what it uses."""

    target: Hex
    value: float
    posts: tuple[tuple[int, Hex], ...]
    price: int
    """Points of attack supply."""
    help: int
    """UN support factors, or the number that Communist artillery takes off the dice."""
    exits: int
    """The number of hexes into which the target could retreat."""
    odds: str
    """The column of the combat table on which the attack is expected to fire."""
    hit: float
    """The value that the defenders may expect to lose."""
    manner: str
    aims: tuple[int, ...]
    """The units that are to be fired at."""

    @property
    def units(self) -> tuple[int, ...]:
        """The units that attack."""
        return tuple(unit for unit, _ in self.posts)

    def present(self, where: Sequence[Hex], strength: Sequence[int]) -> float:
        """The share of the attack's strength that stands in its planned hexes."""
        return sum(strength[u] for u, h in self.posts if where[u] == h) / sum(strength[u] for u in self.units)

    def still(self, other: PlannedAttack | None, strength: Sequence[int]) -> bool:
        """Whether another attack is still the planned one: made with most of its strength."""
        if other is None:
            return False
        return sum(strength[u] for u in other.units) >= MOST * sum(strength[u] for u in self.units)


class Room(plans.Room):
    """The units in each hex as far as it is decided, and the hexes that they close to retreating enemies."""

    def __init__(self, survey: Survey, standing: Iterable[tuple[int, Hex]]) -> None:
        self.survey = survey
        self.kept_free: Mapping[Hex, list[int]] = {}
        """The units that will arrive in a hex later and need room there."""
        self.zone: Region = 0
        super().__init__(standing)

    def put(self, unit: int, h: Hex) -> None:
        """Record that a unit will stand in a hex."""
        super().put(unit, h)
        self.zone |= self._zone(unit, h) | 1 << h

    def _zone(self, unit: int, h: Hex) -> Region:
        """The hexes that a unit closes to retreating enemies when it stands in a hex with the units planned there."""
        s, rules = self.survey.s, self.survey.rules
        if s.flags[unit] & NEUTRALIZED or rules.guerrilla[unit] or rules.support[unit]:
            return 0
        pair = rules.pairs[unit] and sum(rules.pairs[u] for u in self.there[h]) > 1
        return rules.grid.around(1 << h, rules.barriers) if rules.zoc[unit] or pair else 0

    def fits(self, unit: int, h: Hex) -> bool:
        """Whether a unit fits into a hex under the stacking limit."""
        there, later = self.there.get(h, ()), self.kept_free.get(h, ())
        if len(there) + len(later) < 2:  # two units never exceed the limit
            return True
        return unit in there or not stacking.over_limit(self.survey.s, self.survey.side, [*there, *later, unit])


def _remembered(work_out: Callable[..., T]) -> Callable[..., T]:
    """Decorate a method of PossibleAttacks so that its results are cached in the instance."""

    def answer(self: PossibleAttacks, *about: int) -> T:
        key = (work_out, *about)
        if key not in self.known:
            self.known[key] = work_out(self, *about)
        return self.known[key]

    return answer


class PossibleAttacks:
    """The attacks that a side could make with units that can still be placed."""

    def __init__(
        self,
        survey: Survey,
        reaches: Reaches,
        weights: Mapping[str, float],
        rings: bool,
        guns: bool = True,
        danger: Sequence[float] | None = None,
        placed: bool = False,
        lost: Collection[int] | None = None,
    ) -> None:
        self.most_posts = SIDES_OF_A_HEX if placed and rings else MOST_POSTS[rings]
        """The number of hexes from which an attack is considered: all six, if all units stay where they are."""
        self.placed = placed
        self.known: dict[tuple[object, ...], Any] = {}
        """Cached results: one question comes up for many sets of attackers."""
        self.guns = guns
        """Whether Communist artillery is considered."""
        self.danger = danger
        """For each hex, the share of the units there that the enemy's answer may cost."""
        self.survey, self.reaches, self.w, self.rings = survey, reaches, weights, rings
        self.lost = {u for u in reaches if survey.cut_off(u)} if lost is None else lost
        """Units that have been cut off and have little to lose (15.7)."""
        self._hoard = 1 + survey.s.track[ASP] / HOARD if survey.side == COMMUNIST else 1.0
        self.able = {u for u in reaches if self._able(u)}
        half = ISOLATED if survey.side == COMMUNIST else 0
        self.power = {u: survey.rules.strength[u] * (0.5 if survey.s.flags[u] & half else 1.0) for u in self.able}
        """Combat factors in attack."""
        still = 0 if survey.s.effect(survey.side, "attacks_north") else survey.rules.north
        closed = still | survey.s.held_by(survey.enemy)
        self.posts = plans.posts_around(survey.theirs, survey.beside, closed, {u: reaches[u] for u in self.able})
        """For each target the hexes beside it, with the units that can be there."""

    def _able(self, unit: int) -> bool:
        s, rules = self.survey.s, self.survey.rules
        return rules.combat[unit] and not s.flags[unit] & (NEUTRALIZED | REGROUP) and rules.strength[unit] > 0

    # ------------------------------------------------------------------------------------------------------- one attack

    def best(self, target: Hex, room: Room, taken: set[int], points: int, help_: int) -> PlannedAttack | None:
        """The best attack on a hex by units that are not taken, for at most `points` of attack supply and with `help_`
        support."""
        posts: dict[Hex, list[Ranked]] = {}
        for h, ranked in self._ranked(target).items():
            free = [one for one in ranked if one[-1] not in taken and room.fits(one[-1], h)]
            if free:
                posts[h] = free
        terms = Terms(target, self._stakes(target), [*self._manners(target, points, help_)], {})
        weakest = min(stake.mass for stake in terms.stakes) / max((way.factor for way in terms.ways), default=1.0)
        if sum({u: self.power[u] for found in posts.values() for _, _, _, u in found}.values()) < weakest:
            return None  # no attack below one to one
        best: PlannedAttack | None = None
        for n in range(1, self.most_posts + 1):
            for chosen in combinations(posts, n):
                exits = self._exits(target, chosen, room)
                for going, power, likely in self._from(target, chosen, posts, room):
                    if power >= weakest:
                        best = self._better(best, terms, going, power, likely, exits)
        return best

    @_remembered
    def _ranked(self, target: Hex) -> dict[Hex, list[Ranked]]:
        """For each hex beside a target, the units that can be there, in the order in which they are sent."""
        strength, reaches, posts = self.survey.rules.strength, self.reaches, self.posts[target]
        ways = {u: -sum(h in reaches[u] for h in posts) for units in posts.values() for u in units}
        ranked = {h: [(reaches[u][h], strength[u], ways[u], u) for u in units] for h, units in posts.items()}
        return {h: sorted(found, reverse=True) for h, found in ranked.items()}

    def _exits(self, target: Hex, chosen: tuple[Hex, ...], room: Room) -> int:
        """The number of hexes left for the target's units to retreat into if attackers stand in the chosen hexes."""
        zone = room.zone
        for h in chosen:
            zone |= self.survey.ground.closed[h]
        return self.survey.open_exits(target, zone)

    def _from(
        self, target: Hex, chosen: tuple[Hex, ...], posts: dict[Hex, list[Ranked]], room: Room
    ) -> Iterator[tuple[list[tuple[int, Hex]], float, tuple[float, float]]]:
        """Sets of attackers in these hexes: one unit in each, then more and more, the strongest first; with their
        factors.

        Also the probability that all units take part, and the probability that all units then stand in their planned
        hexes.
        """
        s, side, here = self.survey.s, self.survey.side, self.posts[target]
        used, going = set[int](), list[tuple[int, Hex]]()
        stacks = {h: [*room.there.get(h, ())] for h in chosen}
        power, sure, closed = 0.0, 1.0, 1.0
        # the hex with the fewest units that can reach it chooses first
        for h in sorted(chosen, key=lambda h: len(posts[h])):
            first = next((one for one in posts[h] if one[-1] not in used), None)
            if first is None:
                return
            chance, _, _, unit = first
            used.add(unit)
            going.append((unit, h))
            if unit not in stacks[h]:
                stacks[h].append(unit)
            power += self.power[unit]
            closed *= chance
            if s.where[unit] not in here:  # a unit that fails to infiltrate may attack from where it stands
                sure *= chance
        likely = (sure, closed / sure)
        yield going, power, likely
        rest = [(n * c, c, u, h) for h in chosen for c, n, _, u in posts[h] if u not in used]
        for _, chance, unit, h in sorted(rest, reverse=True):
            there = stacks[h]
            if unit in used:
                continue
            if unit not in there:
                if len(there) > 1 and stacking.over_limit(s, side, [*there, unit]):
                    continue
                there.append(unit)
            used.add(unit)
            going.append((unit, h))
            power += self.power[unit] * (1.0 if s.where[unit] in here else chance)
            yield going, power, likely

    def _better(
        self,
        best: PlannedAttack | None,
        terms: Terms,
        going: list[tuple[int, Hex]],
        power: float,
        likely: tuple[float, float],
        exits: int,
    ) -> PlannedAttack | None:
        """This attack if it is worth more than the best so far, otherwise the best so far.

        An attack is worth what it destroys and drives away, less what defensive fire costs, less its price.
        """
        gain, found = 0.0, None
        for i, way in enumerate(terms.ways):
            if way.manner == "wave":
                hit = self._hit(terms, way, way.fee + self._spent(going), power, likely, exits)
            else:
                key = (i, power, likely, exits > 0)
                if key not in terms.known:
                    terms.known[key] = self._hit(terms, way, way.fee, power, likely, exits)
                hit = terms.known[key]
            if hit.gain > gain:
                gain, found = hit.gain, (way, hit)
        floor, effort = best.value if best else 0.0, self.w["effort"] * power
        if found is None or gain - effort <= floor:
            return best
        way, hit = found
        if self._rash(terms.target, going, power * way.factor, way.manner):
            return best
        risk, blunted = self._risk(terms.target, going, power, way.manner)
        value = gain - hit.hit * blunted - risk - effort
        if value <= floor or hit.stake is None:
            return best
        odds = self.survey.ground.column(power * way.factor, hit.stake.mass)
        made = (way.price, way.help, exits, odds, hit.hit, way.manner, hit.stake.units)
        return PlannedAttack(terms.target, value, tuple(going), *made)

    def _hit(self, terms: Terms, way: Way, fee: float, power: float, likely: tuple[float, float], exits: int) -> Hit:
        """The fire of an attack that gains most; a Hit without a stake if none gains anything."""
        w, firing, (sure, closed) = self.w, power * way.factor, likely
        drm = self.survey.ground.assault[terms.target] - way.help
        caught = w["driven"] if exits else closed + (1 - closed) * w["driven"]
        least = w["threshold"] * (1.0 if exits else RINGED)
        best = Hit(0.0, 0.0, None)
        for stake in terms.stakes:
            if firing < stake.mass:
                continue
            destroyed, driven = self.survey.ground.hit_chances(firing, stake.mass, drm)
            if destroyed + driven >= least:
                lost = destroyed * stake.worth + driven * (caught * (stake.worth - stake.beaten) + stake.beaten)
                hit = (lost + destroyed * stake.taken + driven * stake.emptied) * sure
                paid = fee if firing >= GOOD * stake.mass else fee + way.fee * (self._hoard - 1)
                if hit - paid > best.gain:
                    best = Hit(hit - paid, hit, stake)
        return best

    def _rash(self, target: Hex, going: list[tuple[int, Hex]], firing: float, manner: str) -> bool:
        """Whether an attack risks too much at its odds against the defensive fire.

        Worse than even is always too much; for the UN so is less than good, if a unit could not retreat or a city is
        left open. With all units in place, so is an attack in which all units of a hex without retreat may be lost
        together.
        """
        survey, back = self.survey, self._fires_back(target)
        if not self.w["answer"] or not self.rings:
            return False
        stacks: dict[Hex, list[int]] = {}
        for unit, h in going:
            stacks.setdefault(h, []).append(unit)
        if self.placed and any(self._staked(target, h, manner, us) for h, us in stacks.items()):
            return True
        if firing >= GOOD * back:
            return False
        if firing < back or survey.side == COMMUNIST:
            return firing < back
        if any(survey.trapped(h, (u,)) and u not in self.lost for u, h in going):
            return True
        return any(survey.left_open(self.w, h, us) for h, us in stacks.items())

    def _staked(self, target: Hex, h: Hex, manner: str, units: list[int]) -> bool:
        """Whether defensive fire is likely to drive all units at once out of a hex from which they cannot retreat:
        other units attack without them, and their zone counts all the same. An attack on a city may be worth it."""
        if manner == "wave" or self.survey.rules.city_hexes >> target & 1 or all(u in self.lost for u in units):
            return False
        if not self.survey.trapped(h, tuple(units)):
            return False
        _, hit = self._hurt(target, h, manner == "unsupplied", 1, *units)
        return hit >= STAKED * sum(self.survey.rules.strength[u] for u in units)

    @_remembered
    def _fires_back(self, target: Hex) -> float:
        """The factors of the defensive fire from a hex: all combat units there, neutralized ones included (14.2)."""
        return self.survey.mass(self.survey.theirs[target])

    @_remembered
    def _helped(self, target: Hex) -> int:
        """The number that UN aircraft, ships, tanks and artillery take off the dice of its defensive fire (12.1.4).

        A quick count includes only the aircraft: the UN does not rely on its artillery when it estimates attacks on
        itself.
        """
        survey = self.survey
        if survey.side == UN:
            return 0
        guns = support.factors(survey.s, support.at_hand(survey.s, [target], target)) if self.rings else 0
        return min(guns + survey.air, LIKELY)

    def _spent(self, going: list[tuple[int, Hex]]) -> float:
        """The value of the units in a human wave, all of which are lost (10.9.6); in the south it is higher the later
        the turn."""
        if any(self.survey.rules.conscript[u] for u, _ in going):
            return float("inf")
        return sum(self.survey.ground.worth[u] * self._scarce(h) for u, h in going)

    @_remembered
    def _scarce(self, h: Hex) -> float:
        """The factor by which the side's own units in a hex are worth more than elsewhere: D-20.1, Communists in the
        south decide the game."""
        late = self.survey.s.turn / len(self.survey.rules.turns)
        if self.survey.side == UN:  # as valuable as the enemies that they may eliminate
            return 1.0 + self.w["count"] * late
        if not self.survey.ground.counts >> h & 1:
            return 1.0
        return 1.0 + SCARCE * late**8  # hardly before the last month

    def _manners(self, target: Hex, points: int, help_: int) -> Iterator[Way]:
        """The ways in which a hex can be attacked: by the UN with or without support; by Communists with or without
        artillery, as a human wave (10.9), or at half strength for no attack supply (11.4.3)."""
        if self.survey.side == UN:
            free = self._support(target)
            for used in {free, min(help_ + free, support.MOST)}:
                yield Way("supplied", 1.0, used, 0, self._fee(0, used - free))
            return
        for guns in range(designation.MOST_GUNS + 1 if self.guns else 1):
            price = self._price(target, guns)
            if price <= points:
                yield Way("supplied", 1.0, guns, price, self._fee(price, guns))
                if self.rings:
                    yield Way("wave", 2.0, guns, price, self._fee(price, guns))
        if self.rings:
            yield Way("unsupplied", 0.5, 0, 0, 0.0)

    def _fee(self, price: int, used: int) -> float:
        """The value of the points or air factors spent; a point is worth less the more are in stock."""
        if self.survey.side == UN:
            return self.w["air"] * used
        return self.w["asp"] * price / self._hoard

    def _prize(self, target: Hex) -> float:
        """The value of the ground besides the units on it: a city, and friendly units that come back into supply; the
        quick count of Communist attacks, and a Communist recruit, leave supply out."""
        with_supply = self.rings or self.survey.side == UN
        return self._city(target) + (self.w["starved"] * self.survey.relief(target) if with_supply else 0.0)

    def _city(self, target: Hex) -> float:
        """The value of a city in the target hex; 0 if there is none."""
        if not self.survey.rules.city_hexes >> target & 1:
            return 0.0
        if target != self.survey.ground.seoul:
            return self.w["city"]
        # D-20.1: with two divisions in Seoul the Communists need half as many, which matters in the end
        late = self.survey.s.turn / len(self.survey.rules.turns)
        return self.w["seoul"] * (1 + self.w["count"] * late**2)

    def _risk(self, target: Hex, going: list[tuple[int, Hex]], power: float, manner: str) -> tuple[float, float]:
        """The cost of the most damaging defensive fire with that of the enemy's answer, and the share of the attack
        that the fire takes away."""
        worth, stacks = self.survey.ground.worth, dict[Hex, list[int]]()
        for unit, h in going:
            stacks.setdefault(h, []).append(unit)
        half = manner == "unsupplied"
        fires = [self._hurt(target, h, half, 1, unit) for unit, h in going]
        if self.rings:
            fires += [self._hurt(target, h, half, 1, *units) for h, units in stacks.items() if len(units) > 1]
        worst, blunted = max(cost for cost, _ in fires), max(hit for _, hit in fires) / power
        if self.rings:  # D-10.1.1: they may also divide their fire among two or three units
            for n in range(2, min(len(going), len(self.survey.theirs[target]), MOST_FIRES) + 1):
                parts = [self._hurt(target, h, half, n, unit) for unit, h in going]
                worst = max(worst, sum(sorted(cost for cost, _ in parts)[-n:]))
                blunted = max(blunted, sum(sorted(hit for _, hit in parts)[-n:]) / power)
        answer = sum(worth[u] * self.danger[h] for u, h in going) if self.danger else 0.0
        return worst * self.w["risk"] + answer * self.w["answer"], min(1.0, blunted)

    @_remembered
    def _hurt(self, target: Hex, h: Hex, half: bool, fires: int, *units: int) -> tuple[float, float]:
        """The cost of defensive fire at one unit of a hex or at several together, and the number of factors it hits.

        It is one of `fires` equal fires. D-11.4.3: in an unsupplied attack units count half here, too.
        """
        survey, ground = self.survey, self.survey.ground
        firing, help_ = self._fires_back(target) / fires, self._helped(target)
        mass = sum(survey.rules.strength[u] for u in units)
        destroyed, driven = ground.hit_chances(firing, mass * (0.5 if half else 1.0), ground.defence[h] - help_)
        caught = 1.0 if survey.trapped(h, units) and not all(map(survey.doomed, units)) else 0.3
        worth = sum(ground.worth[u] for u in units) * self._scarce(h)
        cost = worth * (destroyed + caught * driven) + survey.left_open(self.w, h, units) * (destroyed + driven)
        return cost, (destroyed + driven) * mass

    @_remembered
    def _stakes(self, target: Hex) -> list[Stake]:
        """The groups of units at which the attackers may fire.

        D-10.1.3: one unit of a stack, several together, or all of them; the fewer units are left, the more of the
        ground's value counts.
        """
        survey, late = self.survey, self.survey.s.turn / len(self.survey.rules.turns)
        # D-20.1: Communists in the south decide the game, the more surely the later it is
        factor = 1 + self.w["count"] * late * (survey.ground.counts >> target & 1)
        if survey.side == UN and late == 1.0 and not survey.counting >> target & 1:
            factor = IDLE
        units = sorted(survey.theirs[target], key=lambda u: (-survey.ground.worth[u], u))
        parts = {*((u,) for u in units), *(tuple(units[:n]) for n in range(2, len(units) + 1))}
        prize, size, flags = self._prize(target), survey.rules.size, survey.s.flags
        found: list[Stake] = []
        for part in parts:
            beaten = [u for u in part if flags[u] & NEUTRALIZED]
            going = {*beaten, *(u for u in part if size[u] != "garrison")}
            worth, worth_beaten = (factor * survey.worth_killing(us) for us in ([*part], beaten))
            taken, emptied = (prize * (len(us) / len(units)) ** 2 for us in (part, going))
            found.append(Stake(part, survey.mass([*part]), worth, worth_beaten, taken, emptied))
        return found

    @_remembered
    def _support(self, target: Hex) -> int:
        """The support factors that ships, and tanks and artillery beside a hex, could give to an attack on it."""
        s = self.survey.s
        return min(support.MOST, support.factors(s, support.at_hand(s, self.posts[target], target)))

    @_remembered
    def _price(self, target: Hex, guns: int) -> int:
        return designation.price(self.survey.s, target, "supplied", guns)

    # ------------------------------------------------------------------------------------------------------ together

    def together(
        self, room: Room, points: int, help_: int, rng: Random, tries: int, most: int | None = None
    ) -> list[PlannedAttack]:
        """At most `most` attacks that can be made together, the most valuable first; the best of several tries."""
        first = {target: self.best(target, room, set(), points, help_) for target in self.posts}

        def pick(jitter: Mapping[Hex, float]) -> list[PlannedAttack]:
            return plans.pick_together(first, Left(self, room.copy(), points, help_), jitter, most)

        return plans.together(first, pick, rng, tries, NEARLY)

    def air(self, attack: PlannedAttack) -> int:
        """The air factors that an attack uses: those that tanks, artillery and ships do not give."""
        return max(0, attack.help - self._support(attack.target)) if self.survey.side == UN else 0


class Left:
    """The units, room, points and air factors that are left while attacks are picked."""

    def __init__(self, attacks: PossibleAttacks, room: Room, points: int, help_: int) -> None:
        self.attacks, self.room, self.points, self.help = attacks, room, points, help_
        self.taken: set[int] = set()

    def affords(self, attack: PlannedAttack) -> bool:
        """Whether enough points of attack supply are left for an attack."""
        return attack.price <= self.points

    def take(self, attack: PlannedAttack) -> None:
        """Take the units of an attack, their room, its points and its air factors from what is left."""
        self.points -= attack.price
        self.help -= self.attacks.air(attack)
        for unit, h in attack.posts:
            self.taken.add(unit)
            self.room.put(unit, h)

    def stale(self, attack: PlannedAttack, known: Mapping[Hex, PlannedAttack | None]) -> Iterator[Hex]:
        """The targets near an attack, and targets for whose attack units, points or air factors are no longer left."""
        near = self.attacks.survey.ground.within(attack.target, 2)
        for target, other in known.items():
            if near >> target & 1 or (other and self._lacks(other)):
                yield target

    def _lacks(self, attack: PlannedAttack) -> bool:
        if self.taken & {*attack.units} or attack.price > self.points:
            return True
        return self.attacks.survey.side == UN and self.attacks.air(attack) > self.help

    def best(self, target: Hex) -> PlannedAttack | None:
        """The best attack on a target with the units, room, points and air factors left."""
        return self.attacks.best(target, self.room, self.taken, self.points, self.help)


def cut_off(survey: Survey, room: Room, hexes: Iterable[Hex], unit: int) -> dict[Hex, float]:
    """For each hex, the worth of the enemy units that lose their supply if a unit stands there in addition to those
    already placed."""
    s = survey.s.copy()
    for h, units in room.there.items():
        for other in units:
            if s.where[other] != h:
                s.move(other, h)
    before = supply.supplied(s, survey.enemy)
    exposed = {h: survey.worth(units) for h, units in survey.theirs.items() if before >> h & 1}
    found: dict[Hex, float] = {}
    for h in hexes:
        trial = s.copy()
        trial.move(unit, h)
        lost = before & ~supply.supplied(trial, survey.enemy)
        if lost:
            found[h] = sum(worth for at, worth in exposed.items() if lost >> at & 1)
    return found
