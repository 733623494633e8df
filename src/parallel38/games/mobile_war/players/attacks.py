"""Attacks as they are planned: which units go where, what the result would be, and which attacks go together.

An attack is worth what it yields on the table that is best for the defender (K-COM-J1). The enemy's answer to the
places of the attackers does not count: they move again after the fight.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from random import Random
from typing import NamedTuple

from parallel38.games.mobile_war.players.ground import MEETING, POSITION, PURSUIT, ExpectedLosses
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import special, stacking, supply
from parallel38.games.mobile_war.rules.odds import along
from parallel38.games.mobile_war.state import COMMUNIST, ENTRENCHED, UN
from parallel38.hexgrid import Hex
from parallel38.players import plans
from parallel38.players.plans import Reaches

MOST_POSTS = {False: 2, True: 6}
"""From how many hexes at most an attack is planned; True: for a thorough commander."""
PLENTY = 3
"""The number of supply units at which each is worth half as much to keep."""


class PlannedAttack(NamedTuple):
    """One attack: its hex, the units with their hexes, its value, and the column and table of its result."""

    target: Hex
    value: float
    posts: tuple[tuple[int, Hex], ...]
    odds: str
    table: str
    unsupplied: bool
    """Whether the attack is worth more without spending supply units."""

    @property
    def units(self) -> tuple[int, ...]:
        """The units that attack."""
        return tuple(unit for unit, _ in self.posts)


class Room(plans.Room):
    """The units that will stand in each hex, as far as that is decided."""

    def __init__(self, survey: Survey, going: Container[int]) -> None:
        s, counts, self.survey = survey.s, survey.rules.counts, survey
        super().__init__((u, s.where[u]) for u in s.present(survey.side) if counts[u] and u not in going)

    def fits(self, unit: int, h: Hex, left: float) -> bool:
        """Whether a unit that has `left` points left fits into a hex. K-STK-B: a point for each unit that it joins."""
        there = self.there.get(h)
        if not there or unit in there:
            return True
        if h != self.survey.s.where[unit] and left < len(there):
            return False
        most = self.survey.rules.stack_limit
        if len(there) < most:
            return True
        regiments = all(self.survey.rules.size[u] == "regiment" for u in (*there, unit))  # three divisions are an army
        return regiments and stacking.after_joining(self.survey.s, [*there, unit]) <= most


class PossibleAttacks:
    """The attacks that a side could make with units that can still be placed."""

    def __init__(self, survey: Survey, reaches: Reaches, weights: Mapping[str, float], thorough: bool) -> None:
        self.survey, self.reaches, self.w, self.thorough = survey, reaches, weights, thorough
        self.shock = special.shocked(survey.s)
        depots = len(supply.depots(survey.s, survey.side))
        self.fee = weights["depot"] * PLENTY / (PLENTY + depots)
        """What it is worth to keep a supply unit: the more, the fewer the side has."""
        closed = sum(1 << h for h in survey.theirs)
        self.posts = plans.posts_around(survey.theirs, survey.ground.beside, closed, reaches)
        """For each target the hexes beside it, with the units that can be there."""
        self._stakes: dict[Hex, tuple[float, float, float]] = {}

    def _stake(self, target: Hex) -> tuple[float, float, float]:
        """The defence strength of a target, the worth of the units there, and the worth of the hex itself."""
        if target not in self._stakes:
            self._stakes[target] = self._work_out_stake(target)
        return self._stakes[target]

    def _work_out_stake(self, target: Hex) -> tuple[float, float, float]:
        survey = self.survey
        units = survey.theirs[target]
        worth = sum(survey.ground.worth[u] for u in units)
        prize = self.w["ground"]
        if target in survey.wanted:
            prize += self.w["place"] * survey.wanted[target]
        if survey.goals.get(target, 99.0) < 5.0:
            prize += self.w["area"]
        return float(survey.defence(target)), worth, prize

    # ------------------------------------------------------------------------------------------------------- one attack

    def best(self, target: Hex, room: Room, taken: set[int]) -> PlannedAttack | None:
        """The best attack on a hex by units that are not taken."""
        strength, survey = self.survey.rules.strength, self.survey
        able: list[tuple[float, int, list[Hex]]] = []
        seen: dict[int, list[Hex]] = {}
        for h, units in self.posts[target].items():
            for unit in units:
                if unit not in taken:
                    seen.setdefault(unit, []).append(h)
        for unit, hexes in seen.items():
            power = strength[unit] * (1.0 if any(survey.supplied(unit, h) for h in hexes) else 0.5)
            able.append((power, unit, hexes))
        able.sort(reverse=True)
        found: PlannedAttack | None = None
        trial, going, used = room.copy(self.posts[target]), list[tuple[int, Hex]](), set[Hex]()
        most = MOST_POSTS[self.thorough]
        for _, unit, hexes in able:
            h = self._post(unit, hexes, trial, used, most)
            if h is None:
                continue
            trial.put(unit, h)
            used.add(h)
            going.append((unit, h))
            for attack in self._weigh(target, going):
                if found is None or attack.value > found.value:
                    found = attack
        return found

    def _post(self, unit: int, hexes: list[Hex], room: Room, used: set[Hex], most: int) -> Hex | None:
        """The hex from which a unit attacks: best in supply, then where it stands, then with most points left."""
        reach, here = self.reaches[unit], self.survey.s.where[unit]
        open_ = [h for h in hexes if room.fits(unit, h, reach[h]) and (h in used or len(used) < most)]
        if not open_:
            return None
        return max(open_, key=lambda h: (self.survey.supplied(unit, h), h == here, reach[h], -h))

    def _weigh(self, target: Hex, going: list[tuple[int, Hex]]) -> Iterator[PlannedAttack]:
        """The attack with its value if supply units are spent and, for Communists, if none are; only if worth it."""
        survey = self.survey
        communist = survey.side == COMMUNIST and not special.communists_supplied(survey.s)
        for unsupplied in (False, True) if communist else (False,):
            power = 0.0
            for unit, h in going:
                factor = survey.rules.strength[unit]
                power += factor if survey.supplied(unit, h) and not unsupplied else factor // 2
            if self.shock and survey.side == COMMUNIST:
                power *= 2
            fee = self.fee if communist and not unsupplied else 0.0
            attack = self._result(target, going, power, unsupplied)
            if attack is not None and attack.value > fee:
                yield attack._replace(value=attack.value - fee)

    def _result(
        self, target: Hex, going: list[tuple[int, Hex]], power: float, unsupplied: bool
    ) -> PlannedAttack | None:
        survey, ground, side = self.survey, self.survey.ground, self.survey.side
        defence, worth, prize = self._stake(target)
        fighters = [u for u in survey.theirs[target] if survey.rules.combat[u]]
        posts = tuple(going)
        if not fighters:  # K-COM-M1: supply units alone are destroyed without a die
            return PlannedAttack(target, worth + prize - self.w["effort"] * power, posts, "", "", unsupplied)
        column = ground.column(power, defence)
        if not column:
            return None
        units = [u for u, _ in going]
        foes = units if side == UN else fighters
        doubled = not self.shock and ground.doubles(foes)
        mine = ground.pool(units, doubled and side == COMMUNIST)
        theirs = ground.pool(fighters, doubled and side == UN)
        own = sum(ground.worth[u] for u in units) / max(1, mine.regiments)
        each = worth / max(1, theirs.regiments)

        def value(losses: ExpectedLosses) -> float:
            gone = losses.destroyed + losses.driven
            gain = losses.defender * each + prize * max(gone, self.w["wear"] * losses.defender / theirs.regiments)
            return gain - self.w["risk"] * losses.attacker * own

        tables = (MEETING, PURSUIT, POSITION) if self._position(target, fighters, going) else (MEETING, PURSUIT)
        worst, table = min((value(ground.expected_losses(name, column, theirs, mine)), name) for name in tables)
        worst -= self.w["effort"] * power
        return PlannedAttack(target, worst, posts, column, table, unsupplied) if worst > 0 else None

    def _position(self, target: Hex, fighters: list[int], going: list[tuple[int, Hex]]) -> bool:
        """Whether the defenders may use the Position Defense table."""
        survey, rules = self.survey, self.survey.rules
        if rules.towns >> target & 1:
            return True
        if rules.rivers_of[target] and not any(along(survey.s, h, target) for _, h in going):
            return True
        return all(survey.s.flags[u] & ENTRENCHED for u in fighters)

    # ------------------------------------------------------------------------------------------------------ together

    def together(self, room: Room, rng: Random, tries: int) -> list[PlannedAttack]:
        """Attacks that go together: always the most valuable of those left; of several tries the best."""
        first = {target: self.best(target, room, set()) for target in self.posts}

        def pick(jitter: Mapping[Hex, float]) -> list[PlannedAttack]:
            return plans.pick_together(first, Left(self, room.copy()), jitter)

        return plans.together(first, pick, rng, tries)


class Left:
    """The units and the room that are left while attacks are picked."""

    def __init__(self, attacks: PossibleAttacks, room: Room) -> None:
        self.attacks, self.room = attacks, room
        self.taken: set[int] = set()

    def affords(self, attack: PlannedAttack) -> bool:
        """Whether an attack can still be made: always, for it costs nothing but its units."""
        return True

    def take(self, attack: PlannedAttack) -> None:
        """Take the units of an attack and their room."""
        for unit, h in attack.posts:
            self.taken.add(unit)
            self.room.put(unit, h)

    def stale(self, attack: PlannedAttack, known: Mapping[Hex, PlannedAttack | None]) -> Iterator[Hex]:
        """The targets near an attack, and those whose best attack needs units that are taken."""
        distance = self.attacks.survey.rules.grid.distance
        for target, other in known.items():
            if (other and self.taken & {*other.units}) or distance(target, attack.target) <= 2:
                yield target

    def best(self, target: Hex) -> PlannedAttack | None:
        """The best attack on a target with what is left."""
        return self.attacks.best(target, self.room, self.taken)
