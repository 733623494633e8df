"""The situation as one side sees it: what units are worth, where fire falls, how far objectives are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from parallel38.games.forgotten_war.players import goals
from parallel38.games.forgotten_war.rules import losses
from parallel38.games.forgotten_war.state import ForgottenWarState
from parallel38.hexgrid import Hex

MEAN_STEPS = (0.0, 0.17, 0.17, 0.33, 0.33, 0.67, 0.67, 0.83, 0.83, 1.17, 1.17)
"""The mean of the steps that a fire of so much strength costs a unit in the open, by strength; more than ten count as
ten."""


def bite(strength: int) -> float:
    """The mean of the steps that a fire costs a unit in the open."""
    return MEAN_STEPS[min(strength, len(MEAN_STEPS) - 1)]


class Survey:
    """What a commander calculates with in a phase; worked out as far as it is asked for."""

    def __init__(self, s: ForgottenWarState, side: int, weights: Mapping[str, float]) -> None:
        self.s, self.side, self.w, self.foe = s, side, weights, 1 - side

    def worth(self, unit: int) -> float:
        """What a unit is worth, in victory points; at least a little, so that no unit is thrown away."""
        return max(self.s.rules.worth[unit] / 2, self.w["life"])

    def step_worth(self, unit: int) -> float:
        """What the next step of a unit is worth."""
        return self.worth(unit) / losses.steps_left(self.s, unit)

    @cached_property
    def fire_on(self) -> dict[Hex, float]:
        """The steps that enemy units could take from a unit in each hex by direct fire as they stand."""
        s, found = self.s, dict[Hex, float]()
        for unit in s.present(self.foe):
            if s.rules.gun[unit] or s.locked(unit):
                continue
            _, far = s.rules.battle.direct_range(s.rules, unit)
            mean = bite(s.fire(unit))
            for h in self._disk(s.where[unit], far):
                found[h] = found.get(h, 0.0) + mean
        return found

    def _disk(self, h: Hex, far: int) -> tuple[Hex, ...]:
        return self.s.rules.disk_hexes(h, far)

    @cached_property
    def goal(self) -> Mapping[Hex, float]:
        """How far each hex is from what the side wants to reach, in movement points of a leg unit; less is better."""
        return goals.field(self.s, self.side)

    def strength_near(self, side: int, h: Hex) -> int:
        """The close combat strength of a side in a hex and beside it."""
        s = self.s
        return sum(s.close(u) for n in (h, *s.rules.grid.neighbours[h]) for u in s.at(side, n))
