"""The situation as one side sees it: what units are worth, where fire falls and may fall, how far objectives are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from parallel38.games.forgotten_war.players.chances import bite, fate
from parallel38.games.forgotten_war.players.goals import FAR, Goals
from parallel38.games.forgotten_war.players.stakes import Stakes
from parallel38.games.forgotten_war.rules import losses
from parallel38.games.forgotten_war.state import ABANDONED, BARRAGED, COMMUNIST, UN, ForgottenWarState
from parallel38.hexgrid import Hex, Region, bits

CLOSE_BITE = 0.06
"""The steps that a point of close combat strength costs an enemy, as a rule of thumb."""
MOST_STEPS = 1.6
"""The most steps that danger is counted for."""


class Survey:
    """What a commander calculates with in a phase; worked out as far as it is asked for."""

    def __init__(self, s: ForgottenWarState, side: int, weights: Mapping[str, float]) -> None:
        self.s, self.side, self.w, self.foe = s, side, weights, 1 - side
        self.rules = s.rules
        self.stakes = Stakes(s, weights)
        self.goals = Goals(s, side, weights)
        self._harm: dict[tuple[Hex, int, bool, int], float] = {}

    # ------------------------------------------------------------------------------------------------------------ fire

    def reach_of_fire(self, unit: int) -> int:
        """The range of a unit's direct fire in hexes."""
        return self.rules.battle.direct_range(self.rules, unit)[1]

    def coloured(self, unit: int, dug: bool) -> int:
        """What is added to the coloured die against a unit."""
        rules, drm = self.rules, self.rules.drm
        found = drm["position"][1] if dug else 0
        if rules.marine[unit]:
            found += drm["us_marines"][1]
        return found if rules.steady[unit] else found + drm["not_infantry"][1]

    def white(self, side: int, dug: bool) -> int:
        """What is added to the white die of a side that fires."""
        drm = self.rules.drm
        hasty = drm["first_turn"][0] if self.rules.battle.hasty(self.s, side) else 0
        return hasty + (drm["position"][0] if dug else 0)

    @cached_property
    def shooters(self) -> dict[Hex, list[int]]:
        """The enemy units that could fire at each hex as they stand."""
        s, found = self.s, dict[Hex, list[int]]()
        for unit in s.present(self.foe):
            if not self.rules.gun[unit] and not s.locked(unit):
                for h in self.rules.disk_hexes(s.where[unit], self.reach_of_fire(unit)):
                    found.setdefault(h, []).append(unit)
        return found

    @cached_property
    def fire_on(self) -> dict[Hex, float]:
        """The steps that enemy units could take from a unit in each hex by direct fire as they stand."""
        white = self.white(self.foe, dug=False)
        return {h: sum(bite(self.rules, self.s.fire(u), white) for u in units) for h, units in self.shooters.items()}

    # --------------------------------------------------------------------------------------------------------- threats

    @cached_property
    def ranges(self) -> dict[int, Region]:
        """Where each enemy unit could stand after its next move, the hex where it is included."""
        s, rules, found = self.s, self.rules, dict[int, Region]()
        own = s.held(self.side)
        ring = rules.perimeter if self.foe == UN else 0  # its garrison does not leave it
        for unit in s.present(self.foe):
            here = 1 << s.where[unit]
            if (
                ring & here
                or rules.gun[unit]
                or rules.train[unit]
                or rules.battle.frozen(s, unit)
                or not rules.movement[unit]
            ):
                found[unit] = here
                continue
            table = rules.costs(rules.movement_class[unit], frozenset())
            limit = rules.movement[unit] * rules.point
            found[unit] = table.range(s.where[unit], limit, own & ~here, 0, 0).region & ~own | here
        return found

    @cached_property
    def pressure(self) -> dict[Hex, float]:
        """The steps that the enemy's next player turn may cost the units in each hex, as a rule of thumb: what every
        unit that can come near could do, shared among the stacks that it can come near to."""
        s, rules, found = self.s, self.rules, dict[Hex, float]()
        stacks, grid = s.held(self.side), rules.grid
        white = self.white(self.foe, dug=False)
        known: dict[tuple[Region, int], tuple[list[Hex], int]] = {}
        for unit, region in self.ranges.items():
            power = bite(rules, s.fire(unit), white) + CLOSE_BITE * s.close(unit)
            if rules.gun[unit] or s.flags[unit] & ABANDONED or not power:
                continue
            far = self.reach_of_fire(unit)
            if (region, far) not in known:
                near = region
                for _ in range(far):
                    near |= grid.around(near)
                known[region, far] = [*bits(near & rules.land)], (near & stacks).bit_count()
            hexes, n = known[region, far]
            share = power * self.w["focus"] / (n + 1)
            for h in hexes:
                found[h] = found.get(h, 0.0) + share
        return found

    @cached_property
    def barrage(self) -> float:
        """The steps that indirect fire of the enemy may cost one of several attacks."""
        rules = self.rules
        if not rules.battle.indirect_defence:
            return 0.0
        total = sum(bite(rules, self.power(u)) for u in self.batteries(self.foe))
        return total * self.w["barrage"]

    @cached_property
    def shelling(self) -> tuple[float, float]:
        """The steps that indirect fire may cost a unit for each unit in its hex: where no enemy comes near to spot, and
        where one does."""
        s, rules = self.s, self.rules
        stacks = [len(units) for units in s.manned(self.side).values()]
        total = sum(n * n for n in stacks) or 1
        every = [(u, bite(rules, self.power(u)) * sum(stacks)) for u in self.batteries(self.foe)]
        blind = sum(steps for u, steps in every if not rules.battle.spots(s, u))
        return blind / total * self.w["shells"], sum(steps for _, steps in every) / total * self.w["shells"]

    def batteries(self, side: int) -> list[int]:
        """The markers and guns of a side that can still fire over others in this turn."""
        s, rules = self.s, self.rules
        available = rules.names.box("available")
        guns = (u for u in rules.guns_of[side] if s.on_map(u) and not s.flags[u] & (ABANDONED | BARRAGED))
        return [*(u for u in rules.markers_of[side] if s.where[u] == available), *guns]

    def power(self, unit: int) -> int:
        """The value of indirect fire of a marker or gun."""
        return self.rules.barrage[unit] if self.rules.gun[unit] else self.s.fire(unit)

    def danger(self, unit: int, h: Hex, dug: bool, company: int) -> float:
        """What the enemy's next player turn may cost a unit in a hex, in victory points; `company`: the units of its
        side in the hex, itself included."""
        if self.goals.final:
            return 0.0
        pressed = self.pressure.get(h, 0.0)
        steps = pressed / (0.5 + 0.5 * company) + self.shelling[pressed > 0] * company
        steps *= self.w["shelter"] if dug else 1.0
        if self.rules.armoured[unit]:
            steps *= 0.3
        left = losses.steps_left(self.s, unit)
        first = self.stakes.step(unit)
        second = self.stakes.step(unit, 1) if left > 1 else 0.0
        sure = min(steps, 1.0)
        return sure * first + min(max(steps - 1.0, 0.0), MOST_STEPS - 1.0) * second

    # ------------------------------------------------------------------------------------------------------------ value

    @cached_property
    def goal(self) -> Mapping[Hex, float]:
        """How far each hex is from what the side wants to reach, in halves of a movement point of a leg unit."""
        return self.goals.field(False)

    def way(self, unit: int, h: Hex) -> float:
        """How far a hex is from what the side wants to reach, for a unit, in movement points."""
        return self.goals.field(self.rules.vehicle[unit]).get(h, FAR) / self.rules.point

    def leave_worth(self, unit: int) -> float:
        """What it is worth to drive an enemy unit out of its hex."""
        h = self.s.where[unit]
        if self.rules.gun[unit]:
            return self.stakes.step(unit) * self.w["drive"]
        crowd = len(self.s.at(self.foe, h))
        points = self.goals.points(unit, h) if self.rules.river >> h & 1 else 0.0  # it goes back where it came from
        return self.w["shake"] + points + self.goals.prizes.get(h, 0.0) / max(1, crowd)

    def shot(self, power: int, white: int, target: int, steps: int, dug: bool, leave: float) -> float:
        """What a fire of a value at a unit is worth, in victory points."""
        found = fate(self.rules, power, white, self.coloured(target, dug), steps)
        first = self.stakes.step(target, steps)
        whole = first + (self.stakes.step(target, 1) if steps > 1 else 0.0)
        return found.dead * whole + found.steps * first + found.leaves * leave

    def harm(self, unit: int, h: Hex) -> float:
        """What the best direct fire of a unit from a hex is worth, at enemies as they stand."""
        rules, s = self.rules, self.s
        far = self.reach_of_fire(unit)
        key = (h, s.fire(unit), rules.bites[unit], far)
        if key not in self._harm:
            best = 0.0
            for n in rules.disk_hexes(h, far):
                for foe in s.at(self.foe, n):
                    if rules.bites[unit] or not rules.armoured[foe]:
                        dug = s.dug_in(self.foe, n)
                        worth = self.shot(
                            s.fire(unit),
                            self.white(self.side, dug),
                            foe,
                            losses.steps_left(s, foe),
                            dug,
                            self.leave_worth(foe),
                        )
                        best = max(best, worth)
            self._harm[key] = best
        return self._harm[key]

    def sheltered(self, h: Hex, stays: bool) -> bool:
        """Whether a leg unit of the side is in a position in a hex: a prepared one, or because it stays and digs."""
        rules = self.rules
        if not rules.battle.improves:
            return self.side != COMMUNIST and bool(rules.prepared >> h & 1)
        return stays
