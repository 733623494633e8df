"""The chances of a fire and of a close combat as plain numbers, for planners that ask for them many thousand times."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from parallel38.games.forgotten_war.rules import outlook, shots

if TYPE_CHECKING:
    from parallel38.games.forgotten_war.ruleset import ForgottenWarRuleset

DICE = outlook.DICE


class Fate(NamedTuple):
    """The chances of what a fire does to a unit: it dies; it loses a step and retreats, or stays; it only retreats."""

    dead: float
    worn_back: float
    worn: float
    back: float

    @property
    def leaves(self) -> float:
        """The chance that the unit is alive and leaves its hex."""
        return self.worn_back + self.back

    @property
    def steps(self) -> float:
        """The chance that the unit loses a step and lives."""
        return self.worn_back + self.worn


class Row(NamedTuple):
    """One line of the close combat table: steps and retreat of the attacker, then of the defender."""

    lost: int
    back: bool
    taken: int
    driven: bool


@lru_cache(maxsize=4096)
def fate(rules: ForgottenWarRuleset, power: int, white: int, coloured: int, steps: int) -> Fate:
    """The chances of a fire of a value, with what is added to both dice, at a unit with so many steps."""
    if power <= 0:
        return Fate(0.0, 0.0, 0.0, 0.0)
    driven = sum(rules.drives_off(n + coloured) for n in DICE) / len(DICE)
    dead = worn = shaken = 0.0
    for n in DICE:
        result = rules.fire_result(power, n + white)
        if result == shots.MISS:
            continue
        if int(result) >= steps:
            dead += 1 / len(DICE)
        elif int(result):
            worn += 1 / len(DICE)
        else:
            shaken += 1 / len(DICE)
    return Fate(dead, worn * driven, worn * (1 - driven), shaken * driven)


@lru_cache(maxsize=4096)
def bite(rules: ForgottenWarRuleset, power: int, white: int = 0) -> float:
    """The mean of the steps that a fire of a value costs a unit with two steps."""
    found = fate(rules, power, white, 0, 2)
    return 2 * found.dead + found.steps


@lru_cache(maxsize=1024)
def melee(rules: ForgottenWarRuleset, more: int, drm: int) -> tuple[Row, ...]:
    """The six lines of a close combat with a differential."""
    found = (outlook.parts(rules.close_result(more, n + drm)) for n in DICE)
    return tuple(Row(lost, back, taken, driven) for (lost, back), (taken, driven) in found)
