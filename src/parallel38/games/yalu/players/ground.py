"""What does not change during a game: terrain, tables and values of units, in the form in which players calculate."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING

from parallel38.games.yalu.rules import chances
from parallel38.games.yalu.state import COMMUNIST
from parallel38.hexgrid import Distances, Hex, Region, bits, reach

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

FAR = 1 << 11
COMMUNIST_POINTS = 6
"""The movement points of most Communist units."""
MOST_DRM = 12
"""The dice modifier beyond which a larger one makes no difference."""
IRREPLACEABLE = 1.5
NATIONS = {"US": 1.0, "USMC": IRREPLACEABLE, "ROK": 0.6, "PVA": 0.6, "NKPA": 0.3}
"""The value of a factor, by nation; units of the other allies are not replaced."""


class Ground:
    """The board of one ruleset: neighbours without water between, terrain modifiers of the dice, distances to the
    south."""

    def __init__(self, rules: YaluRuleset) -> None:
        self.rules = rules
        grid, land, board = rules.grid, rules.land, rules.board
        size = grid.size
        self.beside: list[tuple[Hex, ...]] = [()] * size
        """For each hex, the land hexes beside it that fire and zones of control reach."""
        self.assault, self.defence = [0] * size, [0] * size
        """The terrain modifier of the dice for an assault on each hex, and for defensive fire at it."""
        chart = rules.charts["terrain_fire"]
        for h in bits(land):
            self.beside[h] = tuple(n for n in grid.neighbours[h] if land >> n & 1 and not rules.barriers.has(h, n))
            rows = [rules.terrain(h), *(["city"] if rules.city_hexes >> h & 1 else [])]
            self.assault[h] = sum(chart[row, "assault"] for row in rows)
            self.defence[h] = sum(chart[row, "defensive_fire"] for row in rows)
        areas = board.areas
        self.counts: Region = areas["south_of_38"] & ~areas["red_dots"] & land
        """The hexes in which Communist factors count (20.1, 20.2)."""
        self.seoul = board.cities["Seoul"]
        costs = rules.costs("road_communist", False, ())
        self.to_south = self._list(Distances(costs, self.counts).all())
        """The distance of each hex from where Communist factors count, in parts of a point."""
        self.to_city = {city: Distances(costs, 1 << goal).all() for city, goal in board.cities.items()}
        """For each city, the distance of each hex from which Communists can reach it, in parts of a point."""
        self.to_seoul = self._list(self.to_city["Seoul"])
        self.depth = self._hops(areas["south_edge"])
        """The distance of each hex from the south edge, in hexes: the depth that the UN has behind it."""
        self.west, self.east = areas["yellow_sea"], areas["sea_of_japan"]
        self.closed: list[Region] = [grid.around(1 << h, rules.barriers) | 1 << h for h in range(size)]
        """For each hex, the hexes that a unit with a zone of control closes when it stands there."""
        columns = list(reversed(rules.odds_columns))
        self._odds, self._names = [float(odds) - 1e-9 for odds, _ in columns], [name for _, name in columns]
        self._hit_chances = [
            [(0.0, 0.0), *(_chances(rules, column, drm) for _, column in columns)]
            for drm in range(-MOST_DRM, MOST_DRM + 1)
        ]
        self.luck: dict[tuple[int, Hex, Hex], float] = {}
        """The chance of an infiltration, by weather and leg, for the legs asked for so far."""
        self._within: dict[tuple[Hex, int], Region] = {}
        self._threatened: dict[tuple[Hex, int], tuple[tuple[Hex, ...], tuple[Hex, ...]]] = {}
        self.worth = [self._worth(u) for u in range(len(rules.strength))]
        """The value of each unit, to either side."""

    def _list(self, found: dict[Hex, int]) -> list[int]:
        return [found.get(h, FAR) for h in range(self.rules.grid.size)]

    def _hops(self, start: Region) -> list[int]:
        """The distance of each hex from a region over land, in hexes; FAR where there is no way."""
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
        """The value of a unit to either side, in factors of a US unit."""
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

    def within(self, h: Hex, steps: int) -> Region:
        """The hexes that are at most so many steps from a hex."""
        if (h, steps) not in self._within:
            self._within[h, steps] = self.rules.grid.spread(1 << h, self.rules.grid.all, steps=steps)
        return self._within[h, steps]

    def threatened(self, h: Hex, side: int) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The hexes beside which units from a hex could stand after their next move if nothing were in the way.

        First the hexes that take Communists at most half of their points, then the others; for the UN only hexes that
        are near.
        """
        if (h, side) not in self._threatened:
            grid, rules = self.rules.grid, self.rules
            if side == COMMUNIST:
                costs = rules.costs("road_communist", False, ())
                far, half = (
                    reach(costs, h, points * rules.point).region for points in (COMMUNIST_POINTS, COMMUNIST_POINTS // 2)
                )
                region, soon = far | grid.around(far), half | grid.around(half)
            else:
                region = soon = grid.spread(1 << h, rules.land, walls=rules.barriers, steps=2)
            found = tuple(bits(soon & rules.land)), tuple(bits(region & ~soon & rules.land))
            self._threatened[h, side] = found
        return self._threatened[h, side]

    def hit_chances(self, firing: float, defending: float, drm: int) -> tuple[float, float]:
        """The chances of D and of NR at these strengths with this dice modifier."""
        if defending <= 0:
            return (1.0, 0.0)
        return self._hit_chances[max(-MOST_DRM, min(MOST_DRM, drm)) + MOST_DRM][
            bisect_right(self._odds, firing / defending)
        ]

    def column(self, firing: float, defending: float) -> str:
        """The column of the combat table for these strengths; the lowest column for worse odds."""
        return self._names[max(0, bisect_right(self._odds, firing / max(defending, 0.1)) - 1)]


def _chances(rules: YaluRuleset, column: str, drm: int) -> tuple[float, float]:
    found = chances.results(rules, column, drm)
    return float(found["D"]), float(found["NR"])


@lru_cache(maxsize=8)
def ground(rules: YaluRuleset) -> Ground:
    """The ground of a ruleset."""
    return Ground(rules)
