"""What does not change in a game: worth of units, hexes beside each other, chances of the combat tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from parallel38.games.mobile_war.rules.costs import INFANTRY, foreign
from parallel38.games.mobile_war.rules.odds import MEETING, POSITION, PURSUIT
from parallel38.hexgrid import Distances, Hex, bits

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

FAR = 400.0
"""More movement points than any way on the map costs."""
NATIONS = {"NK": 0.8, "CN": 0.7, "ROK": 0.8}
"""What a factor is worth, by nation: the Chinese are many, Koreans come back as replacements."""
OTHERS = 1.2
DEPOT = 4.0
"""What a supply unit is worth to the side that destroys it, in the factors of other units."""


class ExpectedLosses(NamedTuple):
    """The average cost of a fight, in regiments, and the chances that the defenders are destroyed or driven out."""

    defender: float
    attacker: float
    destroyed: float
    driven: float


class Pool(NamedTuple):
    """Units that take losses together: how many regiments, whether all are armies, and regiments for each loss."""

    regiments: int
    armies: bool
    times: int

    def lost(self, n: int) -> int:
        """How many regiments a number of losses takes. K-COM-K2: of armies one division for each loss."""
        return min(self.regiments, 3 * n if self.armies else n * self.times)


class Ground:
    """The board and the charts of one set of rules, in the form that players calculate with."""

    def __init__(self, rules: MobileWarRuleset) -> None:
        self.rules = rules
        grid, size = rules.grid, rules.grid.size
        self.beside: list[tuple[Hex, ...]] = [()] * size
        """The land hexes from which a hex can be attacked."""
        for h in bits(rules.land):
            self.beside[h] = tuple(n for n in grid.neighbours[h] if rules.land >> n & 1 and not rules.inlets.has(h, n))
        self.regiments = [max(n, 1) if c else 0 for n, c in zip(rules.regiments, rules.combat, strict=True)]
        """The size of each unit, in losses of one regiment."""
        self._armies = [size == "army" for size in rules.size]
        self._foreign = [foreign(rules, u) for u in range(len(rules.size))]
        kinds: dict[tuple[float, int, bool, bool], int] = {}
        self.kind = [
            kinds.setdefault(kind, len(kinds))
            for kind in zip(rules.strength, self.regiments, self._armies, self._foreign, strict=True)
        ]
        """A number for each unit: units with the same number fight and take losses alike."""
        self.worth = [self._worth(u) for u in range(len(rules.strength))]
        """What each unit is worth to either side, in factors."""
        self.wanted = self._wanted()
        """The places that victory depends on, with their worth to either side, by the levels that each is part of."""
        self._columns = [(float(least), name) for least, name in rules.odds_columns]
        self._ways: dict[Hex, list[float]] = {}
        self._within: dict[tuple[Hex, int], tuple[Hex, ...]] = {}

    def _worth(self, unit: int) -> float:
        rules = self.rules
        if rules.supply[unit]:
            return DEPOT
        return NATIONS.get(rules.nation[unit], OTHERS) * rules.strength[unit]

    def _wanted(self) -> dict[Hex, float]:
        found: dict[Hex, float] = {}
        for row in self.rules.victory:
            for condition in row["all"]:
                if condition["kind"] == "last_to_occupy":
                    for place in condition["places"]:
                        h = self.rules.board.places[place]
                        found[h] = found.get(h, 0.0) + 1.0
        for h in bits(self.rules.pusan):  # K-REP-5: without Pusan no unit comes to the UN any more
            found[h] = found.get(h, 0.0) + 1.0
        return found

    def way_to(self, goal: Hex) -> list[float]:
        """For each hex the cost of the way to a place, in movement points of infantry on an empty board."""
        if goal not in self._ways:
            way = self._ways[goal] = [FAR] * len(self.beside)
            for h, parts in Distances(self.rules.costs(INFANTRY, False, frozenset()), 1 << goal).all().items():
                way[h] = parts / self.rules.point
        return self._ways[goal]

    def within(self, h: Hex, steps: int) -> tuple[Hex, ...]:
        """The hexes that are at most so many steps from a hex."""
        if (h, steps) not in self._within:
            grid = self.rules.grid
            self._within[h, steps] = tuple(bits(grid.spread(1 << h, grid.all, steps=steps)))
        return self._within[h, steps]

    def column(self, attack: float, defence: float) -> str:
        """The column of the odds; empty if they are below the worst column."""
        ratio = attack / max(1.0, defence)
        for least, name in self._columns:
            if ratio >= least:
                return name
        return ""

    def pool(self, units: Iterable[int], doubled: bool) -> Pool:
        """Some units as a pool for losses. `doubled`: they are Communists against UN units that are not Korean."""
        armies, units = self._armies, [*units]
        regiments = self.regiments
        return Pool(
            sum([regiments[u] for u in units]),
            bool(units) and all(armies[u] for u in units),
            2 if doubled else 1,
        )

    def doubles(self, units: Iterable[int]) -> bool:
        """Whether one of these units makes Communist losses double (K-COM-K1, K-COM-K3)."""
        return any(self._foreign[u] for u in units)

    def expected_losses(self, table: str, column: str, defender: Pool, attacker: Pool) -> ExpectedLosses:
        """The expected losses of a fight on a table."""
        return _expected_losses(self.rules, table, column, defender, attacker)


@lru_cache(maxsize=1 << 15)
def _expected_losses(
    rules: MobileWarRuleset, table: str, column: str, defender: Pool, attacker: Pool
) -> ExpectedLosses:
    if not column:  # worse than the worst odds
        column = rules.odds_columns[-1][1]
    chart, far = rules.charts[table], rules.charts["pursuit_retreat"]
    lost = paid = destroyed = driven = 0
    for die in range(1, 7):
        result = str(chart[str(die), column])
        kind, n = result[0], 9 if result[1] == "x" else int(result[1])
        hit = defender.lost(n) if kind in "DE" else 0
        lost += hit
        paid += attacker.lost(n) if kind in "AE" else 0
        if hit == defender.regiments:
            destroyed += 1
        elif table == PURSUIT and result in far.rows:
            driven += 1
    return ExpectedLosses(lost / 6, paid / 6, destroyed / 6, driven / 6)


@lru_cache(maxsize=16)
def ground(rules: MobileWarRuleset) -> Ground:
    """The ground of a ruleset, worked out once."""
    return Ground(rules)


__all__ = ["FAR", "MEETING", "POSITION", "PURSUIT", "ExpectedLosses", "Ground", "Pool", "ground"]
