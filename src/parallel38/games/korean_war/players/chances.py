"""The combat tables as plain numbers: what a die brings at some odds, on the average and face by face."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

FACES = 10
ALL = 99
"""More steps than any stack has: what "e" takes."""


class Result(NamedTuple):
    """A result of the Combat Results Table: the steps that the defenders lose, whether they retreat, and the steps that
    the attackers lose."""

    steps: int
    retreat: bool
    own: int


NOTHING = Result(0, False, 0)


@cache
def parsed(result: str) -> Result:
    """A result as numbers.

    >>> parsed("Dr2"), parsed("Ae")
    (Result(steps=2, retreat=True, own=0), Result(steps=0, retreat=False, own=99))
    """
    if result == "-":
        return NOTHING
    n = result.lstrip("ADr")
    steps = ALL if n == "e" else int(n or 0)
    if result.startswith("A"):
        return Result(0, False, steps)
    return Result(steps, "r" in result, 0)


class Tables:
    """The tables of one ruleset. Results are kept, because the same few columns are asked for again and again."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        charts = rules.charts
        limits = charts["combat_limits"]
        self.least, self.most = limits["lowest_sum", "figure"], limits["highest_sum", "figure"]
        self.wave_to: int = limits["wave_losses_to", "figure"]
        self.lines = {name: self._rows(charts["combat_" + name]) for name in ("clear", "non_clear")}
        self.tanks: dict[int, dict[str, str]] = {
            int(row): {column: str(charts["armor"][row, column]) for column in charts["armor"].columns}
            for row in charts["armor"].rows
        }
        self.least_armor: int = charts["armor_modifiers"]["lowest_sum", "die"]
        self._known: dict[tuple[str, str, int], tuple[Result, ...]] = {}
        self._dangers: dict[tuple[str, str, int], tuple[float, float]] = {}

    def _rows(self, chart: Any) -> dict[int, dict[str, Result]]:
        return {int(row): {c: parsed(str(chart[row, c])) for c in chart.columns} for row in chart.rows}

    def column(self, attack: int, defense: int) -> str:
        """The column of the Combat Results Table."""
        columns = self.rules.odds_columns
        return columns.column(attack, max(1, defense)) or columns.names[0]

    def faces(self, line: str, column: str, drm: int) -> tuple[Result, ...]:
        """The results of the faces 0 to 9 with a sum of modifiers, which the limits of the rules hold."""
        drm = max(self.least, min(self.most, drm))
        key = (line, column, drm)
        found = self._known.get(key)
        if found is None:
            rows = self.lines[line]
            low, high = min(rows), max(rows)
            found = tuple(rows[max(low, min(high, die + drm))][column] for die in range(FACES))
            self._known[key] = found
        return found

    def armor(self, attack: int, tank: int, drm: int) -> tuple[Mapping[int, float], float]:
        """What armor adds to the die, each with its chance, and the steps of armor lost on the average."""
        columns = self.rules.armor_columns
        column = columns.column(attack, max(1, tank)) or columns.names[0]
        low, high, drm = min(self.tanks), max(self.tanks), max(self.least_armor, drm)
        added: dict[int, float] = {}
        lost = 0.0
        for die in range(FACES):
            found = self.tanks[max(low, min(high, die + drm))][column]
            n = int(found) if found.startswith("+") else 0
            added[n] = added.get(n, 0.0) + 1 / FACES
            if found.startswith("A"):
                lost += int(found[1:]) / FACES
        return added, lost

    def danger(self, line: str, column: str, drm: int) -> tuple[float, float]:
        """The steps that defenders lose on the average, and the chance that they retreat."""
        key = (line, column, drm)
        found = self._dangers.get(key)
        if found is None:
            faces = self.faces(line, column, drm)
            found = (sum(min(4, face.steps) for face in faces) / FACES, sum(face.retreat for face in faces) / FACES)
            self._dangers[key] = found
        return found


@cache
def tables(rules: Any) -> Tables:
    """The tables of a ruleset."""
    return Tables(rules)
