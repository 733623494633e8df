"""Charts: figures with their provenance, bounds and natural order, and the figures that a player lays over them.

A chart is a table of rows in a data file. A row holds its figures by column and, beside them, what is known about
them; the same words before the rows hold for the whole chart, and with `_COLUMN` after them for one column:

- `prov`, `source`, `basis`: provenance, where it stands, and why a figure was chosen that stands nowhere
- `least`, `most`, `words`, `parts`: what a figure may be; words from the lowest to the highest, fractions of 1/parts
- `rises_by_row`, `falls_by_row`, `rises_by_column`, `falls_by_column` (whole charts only): the natural order, `true`
  for all rows or columns as they stand, or lists of some of them
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.engine.files import read_tables

PROVENANCE = ("rulebook", "example", "inferred", "article", "history", "web", "reconstructed", "player")
WHOLE = "whole"
"""In a player's own figures: the player means to give every figure of the chart."""
_FACTS = ("prov", "source", "basis", "least", "most", "words", "parts")
_ORDERS = ("rises_by_row", "falls_by_row", "rises_by_column", "falls_by_column")
Value = int | str | bool
At = tuple[str, str]
"""Row and column of a figure."""


class Cell(msgspec.Struct, frozen=True):
    """One figure: its value, where it comes from, where that stands, and the argument for it."""

    value: Value
    prov: str
    source: str = ""
    basis: str = ""


class Limits(msgspec.Struct, frozen=True):
    """What a figure may be: a number between two others, one of some words, or yes or no."""

    least: int | str | None = None
    most: int | str | None = None
    words: tuple[str, ...] = ()
    parts: int = 1

    def rank(self, value: Value) -> Fraction:
        """A figure as a number that can be compared with the others of its chart."""
        return Fraction(self.words.index(str(value)) if self.words else value)

    def same(self, one: Value, two: Value) -> bool:
        """Whether two figures are the same, however a fraction is written."""
        return one == two or (self.parts > 1 and self.rank(one) == self.rank(two))

    def fault(self, value: Any, ours: Value) -> tuple[str, dict[str, Any]] | None:
        """Why a value cannot stand where `ours` does, as a text key with arguments; None if it can."""
        if self.words:
            return None if value in self.words else ("bad_chart_word", {"names": self.words})
        if isinstance(ours, bool):
            return None if isinstance(value, bool) else ("bad_chart_yes_no", {})
        if isinstance(ours, str) and self.parts == 1:
            return None if isinstance(value, str) else ("bad_chart_text", {})
        number = self._number(value)
        if number is None:
            return ("bad_chart_number", {}) if self.parts == 1 else ("bad_chart_fraction", {"n": self.parts})
        least, most = (None if bound is None else Fraction(bound) for bound in (self.least, self.most))
        if (least is not None and number < least) or (most is not None and number > most):
            return "chart_out_of_bounds", {"least": self.least, "most": self.most}
        return None

    def _number(self, value: Any) -> Fraction | None:
        """The number that a player's file gives, if this game's fractions can express it."""
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            return None
        if isinstance(value, str) and (self.parts == 1 or not re.fullmatch("[0-9]{1,3}(/[1-9])?", value)):
            return None
        number = Fraction(value)
        return number if self.parts % number.denominator == 0 else None


class Chart:
    """A table of figures with named rows and columns: `chart["rough", "mp"]`."""

    def __init__(
        self, name: str, rows: dict[str, dict[str, Cell]], limits: dict[At, Limits], order: tuple[tuple[At, At], ...]
    ) -> None:
        self.name, self.rows, self.limits, self.order = name, rows, limits, order
        self.columns = list(next(iter(rows.values()))) if rows else []
        self._values = {(r, c): cell.value for r, cells in rows.items() for c, cell in cells.items()}

    def __getitem__(self, cell: At) -> Any:
        return self._values[cell]

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """Row, column and cell of every figure."""
        for row, cells in self.rows.items():
            for column, cell in cells.items():
                yield row, column, cell

    def rank(self, cell: At) -> Fraction:
        """A figure as a number that can be compared with the others of the chart."""
        return self.limits[cell].rank(self[cell])

    def disorder(self) -> Iterator[tuple[At, At]]:
        """Yield the pairs of cells that break the natural order: the first is greater than the second."""
        for low, high in self.order:
            if self.rank(low) > self.rank(high):
                yield low, high


class OwnFigures(msgspec.Struct, frozen=True):
    """A chart with figures of a player's own: how many were given, and how many of them differ from ours."""

    chart: str
    given: int
    differ: int


class Charts(dict[str, Chart]):
    """The charts of a game by name; `own` says in which of them a player has own figures."""

    own: tuple[OwnFigures, ...]

    @classmethod
    def load(cls, data: dict[str, dict[str, Any]], own_figures: dict[str, Any] | None = None) -> "Charts":
        """Charts from their data file, with a player's own figures over them."""
        charts = cls({name: _chart(name, table) for name, table in data.items()})
        own: list[OwnFigures] = []
        for name, rows in (own_figures or {}).items():
            if name not in charts:
                raise BadInputError("unknown_chart", name=name, names=charts.near(name))
            ours = charts[name]
            charts[name] = _with_own_figures(ours, rows)
            given = [(row, column) for row, column, cell in charts[name].cells() if cell.prov == "player"]
            differ = sum(not ours.limits[at].same(ours[at], charts[name][at]) for at in given)
            own.append(OwnFigures(name, len(given), differ))
        charts.own = tuple(own)
        return charts

    def near(self, name: str) -> list[str]:
        """The charts with names most like one that is not there; all of them if none is."""
        return get_close_matches(str(name), self, n=4, cutoff=0.4) or sorted(self)

    def warnings(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Where a player's figures break the natural order of a chart, as text keys with arguments."""
        for figures in self.own:
            chart = self[figures.chart]
            for high, low in chart.disorder():
                yield (
                    "chart_order",
                    {
                        "chart": chart.name,
                        "row": high[0],
                        "column": high[1],
                        "value": chart[high],
                        "other_row": low[0],
                        "other_column": low[1],
                        "other_value": chart[low],
                    },
                )


# ------------------------------------------------------------------------------------------------------ our figures


def _chart(name: str, table: dict[str, Any]) -> Chart:
    rows: dict[str, dict[str, Cell]] = {}
    limits: dict[At, Limits] = {}
    for row, data in table.items():
        if not isinstance(data, dict):
            continue
        assert row != WHOLE, f"chart {name}: no row may be called {WHOLE}"
        rows[row] = {}
        for column, value in data.items():
            if column.split("_")[0] in _FACTS:
                continue
            fact = {key: _fact(table, data, key, column) for key in _FACTS}
            prov = fact["prov"] or ""
            if prov not in PROVENANCE:
                raise ValueError(f"chart {name}, {row}, {column}: provenance {prov!r}")
            basis = fact["basis"] if prov in ("inferred", "reconstructed", "history", "web") else ""
            rows[row][column] = Cell(value, prov, fact["source"] or "", basis or "")
            words = tuple(fact["words"] or ())
            limits[row, column] = Limits(fact["least"], fact["most"], words, fact["parts"] or 1)
    columns = list(next(iter(rows.values()), {}))
    return Chart(name, rows, limits, tuple(_order(table, list(rows), columns)))


def _fact(table: dict[str, Any], row: dict[str, Any], key: str, column: str) -> Any:
    """What is known about a figure: said of the cell, of its row, of its column, or of the whole chart."""
    for place in (row, table):
        for word in (f"{key}_{column}", key):
            if word in place:
                return place[word]
    return None


def _order(table: dict[str, Any], rows: list[str], columns: list[str]) -> Iterator[tuple[At, At]]:
    """The pairs of cells of which the first is never greater than the second."""
    for key in _ORDERS:
        falls, by_row = key.startswith("falls"), key.endswith("row")
        for column in ("", *columns):
            chains = table.get(f"{key}_{column}" if column else key, [])
            for chain in [rows if by_row else columns] if chains is True else chains:
                for one, two in pairwise(chain[::-1] if falls else chain):
                    for other in [column] if column else (columns if by_row else rows):
                        yield ((one, other), (two, other)) if by_row else ((other, one), (other, two))


# -------------------------------------------------------------------------------------------------- a player's figures


def read_own_figures(text: str) -> dict[str, Any]:
    """The figures in the text of a file, TOML or JSON; whether they fit, the charts say.

    >>> read_own_figures('{"weather": {"cold": {"die": 2}}}')
    {'weather': {'cold': {'die': 2}}}
    """
    plain = read_tables(text)
    if not plain:
        raise BadInputError("charts_empty")
    return plain


def _with_own_figures(chart: Chart, rows: Any) -> Chart:
    """A chart with some figures replaced, or all of them if the player's own figures say that they are whole."""
    new = {row: dict(cells) for row, cells in chart.rows.items()}
    whole = _table(chart, "", rows).get(WHOLE, False)
    if not isinstance(whole, bool):
        raise BadInputError("bad_chart_whole", chart=chart.name, value=str(whole))
    given = {row: cells for row, cells in rows.items() if row != WHOLE}
    if not given:
        raise BadInputError("empty_chart", chart=chart.name)
    for row, cells in given.items():
        if row not in new:
            raise BadInputError("unknown_chart_row", chart=chart.name, name=str(row), names=list(chart.rows))
        for column, value in _table(chart, row, cells).items():
            if column not in new[row]:
                raise BadInputError("unknown_chart_column", chart=chart.name, name=str(column), names=chart.columns)
            fault = chart.limits[row, column].fault(value, new[row][column].value)
            if fault:
                key, args = fault
                raise BadInputError(key, chart=chart.name, row=row, column=column, value=_shown(value), **args)
            new[row][column] = Cell(value, "player")
    if whole:
        for row, column, cell in Chart(chart.name, new, chart.limits, ()).cells():
            if cell.prov != "player":
                raise BadInputError("chart_cell_missing", chart=chart.name, row=row, column=column)
    return Chart(chart.name, new, chart.limits, chart.order)


def _table(chart: Chart, row: str, value: Any) -> dict[str, Any]:
    """A table of rows or of cells; anything else, and an empty row, is refused."""
    if not isinstance(value, dict):
        if row:
            raise BadInputError("chart_row_not_a_table", chart=chart.name, row=row, value=_shown(value))
        raise BadInputError("chart_not_a_table", chart=chart.name, value=_shown(value))
    if row and not value:
        raise BadInputError("empty_chart_row", chart=chart.name, row=row)
    return value


def _shown(value: Any) -> str:
    """A value of a player's file as an error message quotes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
