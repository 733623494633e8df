"""What the Communists' next turn may cost the UN, hex by hex."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from parallel38.games.yalu.players.survey import FULL, Survey
from parallel38.games.yalu.rules import designation
from parallel38.games.yalu.state import ASP, YaluState
from parallel38.hexgrid import Hex, bits

MOST_FIRE = 45.0
"""The factors beyond which more factors make an attack no better."""


def income(s: YaluState) -> int:
    """The points of attack supply that the Communists are expected to get in the next turn."""
    turns = s.rules.turns
    points = s.rules.edition.attack_supply(s.rules, turns[min(s.turn, len(turns) - 1)])
    return s.rules.charts["attack_supply_die"]["4", "points"] if points is None else points


class Danger:
    """The danger in which UN units are in each hex, with the weights of a commander."""

    def __init__(self, survey: Survey, w: Mapping[str, float]) -> None:
        self.survey, self.w = survey, w

    @cached_property
    def likelihood(self) -> list[float]:
        """For each hex, the probability that it is among the attacks that the Communists can pay for (10.6)."""
        s, choice = self.survey.s, self.w["attacks"]
        points = s.track[ASP] + income(s)
        return [
            min(1.0, points / max(1, designation.price(s, h, "supplied", 0)) / choice) for h in range(s.rules.grid.size)
        ]

    @cached_property
    def loss(self) -> list[float]:
        """For each hex, the share of a strong stack that the Communists' next turn may cost there."""
        found = [0.0] * self.survey.rules.grid.size
        for h in bits(self.survey.rules.land):
            found[h] = self.loss_of(h, FULL * 0.75)
        return found

    def firing(self, h: Hex) -> float:
        """The factors with which the enemy is expected to fire at a hex."""
        return min(self.survey.pressure[h] * self.w["fear"], MOST_FIRE)

    def loss_of(self, h: Hex, mass: float) -> float:
        """The share of `mass` factors in a hex that the Communists' next turn may cost."""
        survey, ground, firing = self.survey, self.survey.ground, self.firing(h)
        if not firing:
            return 0.0
        destroyed, driven = ground.hit_chances(firing, mass, ground.assault[h])
        caught = max(self.w["driven"], min(1.0, survey.pressure[h] / self.w["ring"]))
        return self.likelihood[h] * (destroyed + caught * driven)
