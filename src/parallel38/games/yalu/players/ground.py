"""What does not change in a game: ground, tables and worth of units in the form that players calculate with."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING

from parallel38.games.yalu.rules import chances
from parallel38.hexgrid import Distances, Hex, Region, bits

if TYPE_CHECKING:
    from parallel38.games.yalu.setting import YaluRules

FAR = 1 << 11
IRREPLACEABLE = 1.5
NATIONS = {"US": 1.0, "USMC": IRREPLACEABLE, "ROK": 0.6, "PVA": 0.6, "NKPA": 0.3}
"""What a factor is worth, by nation; the allies of the United States do not come back."""


class Ground:
    """The board of one set of rules: neighbours without water between, what terrain adds to dice, ways to the south."""

    def __init__(self, rules: YaluRules) -> None:
        self.rules = rules
        grid, land, board = rules.grid, rules.land, rules.board
        size = grid.size
        self.beside: list[tuple[Hex, ...]] = [()] * size
        """The land hexes beside a hex that fire and zones reach."""
        self.assault, self.defence = [0] * size, [0] * size
        """What terrain adds to the dice of an assault on a hex, and of defensive fire at it."""
        chart = rules.charts["terrain_fire"]
        for h in bits(land):
            self.beside[h] = tuple(n for n in grid.neighbours[h] if land >> n & 1 and not rules.barriers.has(h, n))
            rows = [rules.terrain(h), *(["city"] if rules.city_hexes >> h & 1 else [])]
            self.assault[h] = sum(chart[row, "assault"] for row in rows)
            self.defence[h] = sum(chart[row, "defensive_fire"] for row in rows)
        areas = board.areas
        self.counts: Region = areas["south_of_38"] & ~areas["red_dots"] & land
        """Where Communist factors count (20.1, 20.2)."""
        self.seoul = board.cities["Seoul"]
        costs = rules.costs("road_communist", False, ())
        self.to_south = self._list(Distances(costs, self.counts).all())
        """How far Communists are from where their factors count, in parts of a point."""
        self.to_seoul = self._list(Distances(costs, 1 << self.seoul).all())
        self.depth = self._hops(areas["south_edge"])
        """How many hexes a hex is from the south edge: what the UN has behind it."""
        self.west, self.east = areas["yellow_sea"], areas["sea_of_japan"]
        self._odds = [float(odds) - 1e-9 for odds, _ in rules.odds_columns]
        self.worth = [self._worth(u) for u in range(len(rules.strength))]
        """What a unit is worth to either side."""

    def _list(self, found: dict[Hex, int]) -> list[int]:
        return [found.get(h, FAR) for h in range(self.rules.grid.size)]

    def _hops(self, start: Region) -> list[int]:
        found = [FAR] * self.rules.grid.size
        front = deque(bits(start & self.rules.land))
        for h in front:
            found[h] = 0
        while front:
            h = front.popleft()
            for n in self.rules.grid.neighbours[h]:
                if self.rules.land >> n & 1 and found[n] == FAR:
                    found[n] = found[h] + 1
                    front.append(n)
        return found

    def _worth(self, unit: int) -> float:
        rules = self.rules
        if rules.guerrilla[unit]:
            return 0.5
        if rules.support[unit]:
            return 2.0 * rules.strength[unit]
        factor = NATIONS.get(rules.nation[unit], IRREPLACEABLE)
        if rules.conscript[unit]:
            factor = 0.15
        if rules.size[unit] == "garrison":
            factor = 0.5
        return factor * rules.strength[unit]

    def fate(self, firing: float, defending: float, drm: int) -> tuple[float, float]:
        """The chances of D and of NR for strengths and what is added to the dice."""
        if defending <= 0:
            return (1.0, 0.0)
        return _fate(self.rules, self._column(firing / defending), max(-12, min(12, drm)))

    def _column(self, ratio: float) -> int:
        for i, odds in enumerate(self._odds):
            if ratio >= odds:
                return i
        return -1


@lru_cache(maxsize=4096)
def _fate(rules: YaluRules, column: int, drm: int) -> tuple[float, float]:
    if column < 0:
        return (0.0, 0.0)
    found = chances.results(rules, rules.odds_columns[column][1], drm)
    return float(found["D"]), float(found["NR"])


@lru_cache(maxsize=8)
def ground(rules: YaluRules) -> Ground:
    """The ground of a set of rules."""
    return Ground(rules)
