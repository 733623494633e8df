"""Attacks as they are planned: from which hexes units fire at an enemy hex and then enter it, with the exact chances of
every fire and of the close combat that follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from parallel38.games.forgotten_war.players.chances import bite, fate, melee
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import close_combat, losses, stacking
from parallel38.hexgrid import Hex
from parallel38.players import plans
from parallel38.players.plans import Reaches

SIZES = (1, 2, 3, 4, 6, 9, 12)
"""The numbers of units with which an attack is tried."""
LEAST_STRENGTH = 0.3
"""The share of its strength that an attack has at least, however much fire it meets on its way."""


class Shooter(NamedTuple):
    """What fires in a planned attack: its value, whether it hurts armour, whether it strikes the whole hex."""

    power: int
    bites: bool
    area: bool


class Clash(NamedTuple):
    """What an attack is expected to bring."""

    value: float
    """In victory points, own losses deducted."""
    clears: float
    """The chance that no defender is left in the hex."""
    more: int
    """The differential of the close combat, rounded; 0 if there is none."""
    enters: bool
    """Whether a close combat is worth it."""


class PlannedAttack(NamedTuple):
    """One attack: its hex, its value, the units with their hexes, the differential and the chance to clear the hex."""

    target: Hex
    value: float
    posts: tuple[tuple[int, Hex], ...]
    more: int
    clears: float
    enters: bool

    @property
    def units(self) -> tuple[int, ...]:
        """The units that attack."""
        return tuple(unit for unit, _ in self.posts)

    @property
    def odds(self) -> str:
        """The differential as it is told; empty if the attack is by fire alone."""
        return format(self.more, "+d") if self.enters else ""


class Defenders:
    """The units in an enemy hex with the chances that each is still there, whole or reduced, while fire falls."""

    def __init__(self, survey: Survey, h: Hex, units: Sequence[int], closed: Iterable[Hex] = ()) -> None:
        s, rules = survey.s, survey.rules
        self.survey, self.units = survey, units
        self.dug = s.dug_in(survey.foe, h)
        self.white = survey.white(survey.side, self.dug)
        left = [losses.steps_left(s, u) for u in units]
        self.whole = [1.0 if n > 1 else 0.0 for n in left]
        self.worn = [0.0 if n > 1 else 1.0 for n in left]
        self.coloured = [survey.coloured(u, self.dug) for u in units]
        self.first = [survey.stakes.step(u, 2) if n > 1 else 0.0 for u, n in zip(units, left, strict=True)]
        self.last = [survey.stakes.step(u, 1) for u in units]
        shut = {*closed}
        self.leave = [
            self.first[i] + self.last[i] if not rules.gun[u] and self._trapped(u, h, shut) else survey.leave_worth(u)
            for i, u in enumerate(units)
        ]

    def _trapped(self, unit: int, h: Hex, shut: set[Hex]) -> bool:
        """Whether a unit would have no hex to retreat to: it would be eliminated."""
        survey, rules = self.survey, self.survey.rules
        own = survey.s.held(survey.side)
        return not rules.edge >> h & 1 and all(
            n in shut or own >> n & 1 or rules.step_cost(unit, h, n) is None for n in rules.grid.neighbours[h]
        )

    def under(self, shooter: Shooter) -> float:
        """Let a fire fall where it does most; what it is worth."""
        gains = [self._gain(shooter, i) for i in range(len(self.units))]
        if shooter.area:
            for i in range(len(self.units)):
                self._struck(shooter, i)
            return sum(gains)
        best = max(range(len(gains)), key=lambda i: gains[i])
        self._struck(shooter, best)
        return gains[best]

    def _power(self, shooter: Shooter, i: int) -> int:
        return shooter.power if shooter.bites or not self.survey.rules.armoured[self.units[i]] else 0

    def _gain(self, shooter: Shooter, i: int) -> float:
        rules, power = self.survey.rules, self._power(shooter, i)
        two, one = (fate(rules, power, self.white, self.coloured[i], n) for n in (2, 1))
        whole = two.dead * (self.first[i] + self.last[i]) + two.steps * self.first[i] + two.leaves * self.leave[i]
        return self.whole[i] * whole + self.worn[i] * (one.dead * self.last[i] + one.leaves * self.leave[i])

    def _struck(self, shooter: Shooter, i: int) -> None:
        rules, power = self.survey.rules, self._power(shooter, i)
        two, one = (fate(rules, power, self.white, self.coloured[i], n) for n in (2, 1))
        self.worn[i] = self.worn[i] * (1 - one.dead - one.leaves) + self.whole[i] * two.worn
        self.whole[i] *= 1 - two.dead - two.steps - two.back

    @property
    def there(self) -> list[float]:
        """The chance of each unit to be still in the hex."""
        return [a + b for a, b in zip(self.whole, self.worn, strict=True)]

    def melee(self, strength: float, own_step: float, drm: int) -> tuple[float, float, int]:
        """The value of a close combat with the units that are left, the chance that they leave the hex, and the
        differential."""
        rules, none = self.survey.rules, 1.0
        for p in self.there:
            none *= 1 - p
        some = 1 - none
        if some < 0.02:
            return 0.0, 0.0, 0
        close = rules.close
        foes = sum(
            close[0][u] * self.whole[i] + (close[1][u] or close[0][u]) * self.worn[i] for i, u in enumerate(self.units)
        )
        more = round(strength - foes / some)
        present = sum(self.there)
        step = sum(self.whole[i] * self.first[i] + self.worn[i] * self.last[i] for i in range(len(self.units))) / max(
            present, 0.01
        )
        leave = sum(p * worth for p, worth in zip(self.there, self.leave, strict=True))
        total = clears = 0.0
        for row in melee(rules, more, drm):
            total += min(row.taken, 2 * present) * step - row.lost * own_step + (leave if row.driven else 0.0)
            clears += row.driven
        return some * total / 6, clears / 6, more


class PossibleAttacks:
    """The attacks that a side could make with units that can still be placed."""

    def __init__(self, survey: Survey, reaches: Reaches, weights: Mapping[str, float]) -> None:
        self.survey, self.reaches, self.w = survey, reaches, weights
        s, rules = survey.s, survey.rules
        self.theirs = s.manned(survey.foe)
        closed = s.held(survey.foe)
        self.posts = plans.posts_around(self.theirs, rules.grid.neighbours, closed, reaches)
        """For each target the hexes beside it, with the units that can be there."""
        own = [u for u in survey.batteries(survey.side) if not rules.battle.indirect_defence]
        self.support = [Shooter(survey.power(u), rules.bites[u], True) for u in own]
        """Indirect fire that is kept for attacks, each for one of them."""

    def clash(
        self,
        target: Hex,
        posts: Sequence[tuple[int, Hex]],
        support: Sequence[Shooter] = (),
        engaged: frozenset[int] = frozenset(),
    ) -> Clash:
        """What an attack would bring: fire of the defence, fire of the attackers in the best order, close combat.
        `engaged`: enemy units that fire at other attacks."""
        survey, s, rules = self.survey, self.survey.s, self.survey.rules
        units, hexes = [u for u, _ in posts], {h for _, h in posts}
        foes = Defenders(survey, target, self.theirs[target], hexes)
        steps = self._fire_met(hexes, len(units), engaged)
        own_step = min(survey.stakes.step(u) for u in units)
        mean = sum(survey.stakes.step(u) for u in units) / len(units)
        left = max(LEAST_STRENGTH, 1 - steps / (2 * len(units)))
        gain = sum(foes.under(one) for one in support)
        locked = {u for u in units if s.where[u] == target}
        for unit in sorted(units, key=lambda u: -s.fire(u)):
            if unit not in locked and not rules.gun[unit]:
                gain += left * foes.under(Shooter(s.fire(unit), rules.bites[unit], rules.area[unit]))
        entering = self._entering(target, units)
        drm = rules.close_drm if foes.dug and not locked else 0
        fought, clears, more = 0.0, 0.0, 0
        if entering:
            fought, clears, more = foes.melee(left * close_combat.strength(s, entering), own_step, drm)
        none = 1.0
        for p in foes.there:
            none *= 1 - p
        enters = fought > 0
        cleared = none + (1 - none) * clears if enters else none
        return Clash(gain + max(0.0, fought) - steps * mean, cleared, more, enters)

    def facing(self, hexes: Iterable[Hex]) -> frozenset[int]:
        """The enemy units that can fire at some hexes as they stand."""
        shooters = self.survey.shooters
        return frozenset(u for h in hexes for u in shooters.get(h, ()))

    def _fire_met(self, hexes: set[Hex], n: int, engaged: frozenset[int]) -> float:
        """The steps that an attack loses to fire of the enemy before it can fire itself."""
        survey, rules, s = self.survey, self.survey.rules, self.survey.s
        near = self.facing(hexes) - engaged
        white = survey.white(survey.foe, dug=False)
        total = sum(bite(rules, s.fire(u), white) for u in near)
        return min(total * self.w["met"] + survey.barrage * min(n, 6) / 3, 1.2 * n)

    def _entering(self, target: Hex, units: Iterable[int]) -> list[int]:
        """The strongest units that fit into the hex together."""
        s, side, rules = self.survey.s, self.survey.side, self.survey.rules
        chosen: list[int] = []
        for unit in sorted(units, key=lambda u: (s.where[u] != target, -s.close(u))):
            if rules.gun[unit] or (rules.train[unit] and rules.battle.trains_keep_off):
                continue
            if stacking.within(s, side, target, [*chosen, unit]):
                chosen.append(unit)
        return chosen

    def best(
        self, target: Hex, room: plans.Room, taken: set[int], guns: int, engaged: frozenset[int] = frozenset()
    ) -> PlannedAttack | None:
        """The best attack on a hex by units that are not taken; None if none is worth its price."""
        survey, s = self.survey, self.survey.s
        able: dict[int, list[Hex]] = {}
        for h, units in self.posts[target].items():
            for unit in units:
                if unit not in taken:
                    able.setdefault(unit, []).append(h)
        for unit in s.at(survey.side, target):
            if unit not in taken:
                able[unit] = [target]
        if not able:
            return None
        ranked = sorted(able, key=lambda u: (-(s.fire(u) + s.close(u)), len(able[u]), u))
        placed, trial = list[tuple[int, Hex]](), room.copy()
        fire, found = survey.fire_on, None
        for unit in ranked:
            open_ = [h for h in able[unit] if h == target or self.fits(trial, unit, h)]
            if not open_:
                continue
            h = min(open_, key=lambda h: (h != s.where[unit], len(trial.there.get(h, ())), fire.get(h, 0.0)))
            trial.put(unit, h)
            placed.append((unit, h))
            if len(placed) in SIZES or len(placed) == len(ranked):
                result = self.clash(target, placed, self.support[:guns], engaged)
                value = result.value - self.w["commit"] * len(placed)
                if found is None or value > found.value:
                    found = PlannedAttack(target, value, tuple(placed), result.more, result.clears, result.enters)
            if len(placed) >= SIZES[-1]:
                break
        return found if found is not None and found.value > self.w["dare"] else None

    def fits(self, room: plans.Room, unit: int, h: Hex) -> bool:
        """Whether a unit has room in a hex with the units that are planned there."""
        there = room.there.get(h, ())
        return unit in there or stacking.within(self.survey.s, self.survey.side, h, [*there, unit])

    def together(self, room: plans.Room, rng: Random, tries: int) -> list[PlannedAttack]:
        """The attacks that are worth most together."""
        first = {target: self.best(target, room, set(), min(1, len(self.support))) for target in self.posts}

        def pick(jitter: Mapping[Hex, float]) -> list[PlannedAttack]:
            return plans.pick_together(first, _Left(self, room.copy(), len(self.support)), jitter)

        return plans.together(self.posts, pick, rng, tries)


class _Left:
    """What is left while attacks are picked."""

    def __init__(self, attacks: PossibleAttacks, room: plans.Room, guns: int) -> None:
        self.attacks, self.room, self.guns = attacks, room, guns
        self.taken: set[int] = set()
        self.engaged: frozenset[int] = frozenset()

    def affords(self, attack: PlannedAttack) -> bool:
        """Whether its units are free; posts that others have filled are found when it is worked out anew."""
        return not self.taken.intersection(attack.units)

    def take(self, attack: PlannedAttack) -> None:
        """Take its units and their room."""
        self.taken.update(attack.units)
        for unit, h in attack.posts:
            self.room.put(unit, h)
        self.guns = max(0, self.guns - 1)
        self.engaged |= self.attacks.facing(h for _, h in attack.posts)

    def stale(self, attack: PlannedAttack, known: Mapping[Hex, PlannedAttack | None]) -> Iterable[Hex]:
        """The targets whose best attack uses a unit or a post of this one, and those beside its target: fire that falls
        on one attack does not fall on another."""
        units, hexes = {*attack.units}, {h for _, h in attack.posts}
        beside = self.attacks.survey.rules.grid.neighbours[attack.target]
        return [
            t
            for t, other in known.items()
            if t in beside or (other is not None and any(u in units or h in hexes for u, h in other.posts))
        ]

    def best(self, target: Hex) -> PlannedAttack | None:
        """The best attack on a target with what is left."""
        return self.attacks.best(target, self.room, self.taken, min(1, self.guns), self.engaged)
