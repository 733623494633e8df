"""What does not change in a game: what steps and cities are worth, and how far every hex is from a place."""

from __future__ import annotations

from functools import cache
from typing import Any

from parallel38.games.korean_war.rules import victory
from parallel38.games.korean_war.state import SIDES, UN
from parallel38.hexgrid import Distances, Hex, bits

TACTICAL = 8
"""A tactical movement in halves of a Movement Point."""
FAR = 999
"""A distance, in halves of a Movement Point, that stands for no way at all."""
REBUILT = 0.8
"""What part of a step counts of units that are rebuilt or come back."""
DEADLY = {"pusan": ("Pusan",), "masan_taegu": ("Masan", "Taegu")}
"""The cities by which the Communists win at once, by kind of sudden death."""
DEADLY_POINTS = 6.0
"""What such a city counts for besides its points."""
ARMOR = 3.0
"""What a step of armor is worth in factors."""
ASSET = 2.0
"""What another asset is worth in factors."""


class Ground:
    """The board and the counters of a ruleset as commanders weigh them."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._fields: dict[tuple[int, Hex], dict[Hex, int]] = {}
        every = range(len(rules.names.units))
        self.step = [self._step(u) for u in every]
        """What a step of a unit is worth, in factors."""
        self.whole = [self._whole(u) for u in every]
        """The points that the first step of a unit costs the UN, where divisions that are saved score."""
        grid, land = rules.grid, rules.land
        self.beside = {h: tuple(bits(rules.beside[h])) for h in bits(land)}
        self.city = {h: float(rules.city_points.get(h, 0)) for h in bits(rules.cities & land)}
        """The points of each city in play, with more for cities by which the Communists win at once."""
        for name, cities in DEADLY.items():
            for city in cities if name in rules.sudden_death else ():
                self.city[rules.board.places[city]] += DEADLY_POINTS / len(cities)
        coast = [*bits(rules.coast & land)]
        x = {h: grid.center(h)[0] for h in coast}
        rows, columns = dict[str, list[Hex]](), dict[str, list[Hex]]()
        for h in coast:
            rows.setdefault(grid.label(h)[:2], []).append(h)
            columns.setdefault(grid.label(h)[2:], []).append(h)
        self.east = frozenset(max(hexes, key=lambda h: x[h]) for hexes in rows.values())
        """The easternmost coastal hex of each row."""
        self.west = frozenset(min(hexes, key=lambda h: x[h]) for hexes in rows.values())
        self.west |= frozenset(max(hexes, key=lambda h: grid.center(h)[1]) for hexes in columns.values())
        """The westernmost coastal hex of each row and the southernmost of each column."""
        self.near = {h: tuple(n for n in bits(_around(grid, land, h)) if n != h) for h in bits(land)}
        """The land hexes from one to three hexes away."""

    def _step(self, unit: int) -> float:
        rules = self.rules
        if rules.armored[unit]:
            return ARMOR
        if rules.asset[unit]:
            return ASSET
        if not rules.steps[unit] or not rules.combat[unit]:
            return 1.0
        whole = (rules.attack[0][unit] + rules.defense[0][unit]) / 2
        rebuilt = REBUILT if rules.reconstitutes[unit] else 1.0
        return whole / rules.steps[unit] * rebuilt

    def _whole(self, unit: int) -> float:
        rules = self.rules
        if "saved" not in rules.scores or rules.side_of[unit] != UN or rules.nation[unit] == "rok":
            return 0.0
        if not rules.combat[unit] or not rules.steps[unit]:
            return 0.0
        return (0.0 if rules.replacement[unit] else 1.0) if rules.division[unit] else 1 / victory.DIVISION

    def field(self, side: int, goal: Hex) -> dict[Hex, int]:
        """How far every hex is from a goal for a side, in halves of a Movement Point, as if there were no enemy."""
        key = (side, goal)
        found = self._fields.get(key)
        if found is None:
            costs = self.rules.costs(SIDES[side], frozenset())
            found = self._fields[key] = Distances(costs, 1 << goal).all()
        return found

    def worth(self, s: Any, unit: int) -> float:
        """What a unit is worth with all its steps, in factors."""
        return self.step[unit] * (s.steps(unit) or 1)


def _around(grid: Any, land: int, h: Hex) -> int:
    region = 1 << h
    for _ in range(3):
        region |= grid.around(region)
    return region & land


@cache
def ground(rules: Any) -> Ground:
    """The ground of a ruleset."""
    return Ground(rules)
