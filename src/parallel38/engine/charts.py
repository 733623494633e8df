"""Charts: figures with their provenance, and the figures that a player lays over them."""

from collections.abc import Iterator
from typing import Any

import msgspec

from parallel38.engine.errors import BadInputError

PROVENANCE = ("rulebook", "example", "inferred", "article", "history", "web", "reconstructed", "player")
Value = int | str | bool


class Cell(msgspec.Struct, frozen=True):
    """One figure: its value, where it comes from, and the source or argument."""

    value: Value
    prov: str
    source: str = ""


class Chart:
    """A table of figures with named rows and columns: `chart["rough", "mp"]`."""

    def __init__(self, name: str, rows: dict[str, dict[str, Cell]], about: str = "") -> None:
        self.name, self.rows, self.about = name, rows, about
        self.columns = list(next(iter(rows.values()))) if rows else []
        self._values = {(r, c): cell.value for r, cells in rows.items() for c, cell in cells.items()}

    def __getitem__(self, cell: tuple[str, str]) -> Any:
        return self._values[cell]

    def cells(self) -> Iterator[tuple[str, str, Cell]]:
        """Row, column and cell of every figure."""
        for row, cells in self.rows.items():
            for column, cell in cells.items():
                yield row, column, cell


class Charts(dict[str, Chart]):
    """The charts of a game by name; `overlay` holds the figures that a player has laid over them."""

    overlay: dict[str, dict[str, dict[str, Value]]]

    @classmethod
    def load(cls, data: dict[str, dict[str, Any]], overlay: dict[str, Any] | None = None) -> "Charts":
        """Charts from their data file, with a player's own figures over them."""
        charts = cls({name: _chart(name, table) for name, table in data.items()})
        charts.overlay = {}
        for name, rows in (overlay or {}).items():
            if name not in charts:
                raise BadInputError("unknown_chart", name=name, names=sorted(charts))
            charts[name] = _overlaid(charts[name], rows)
            charts.overlay[name] = rows
        return charts


def _chart(name: str, table: dict[str, Any]) -> Chart:
    rows: dict[str, dict[str, Cell]] = {}
    for row, data in table.items():
        if not isinstance(data, dict):
            continue
        source = " ".join(str(data[k]) for k in ("source", "basis") if k in data)
        rows[row] = {
            column: Cell(value, data.get(f"prov_{column}", data.get("prov", table.get("prov", ""))), source)
            for column, value in data.items()
            if column not in ("prov", "source", "basis") and not column.startswith("prov_")
        }
    chart = Chart(name, rows, str(table.get("about", "")))
    for row, column, cell in chart.cells():
        if cell.prov not in PROVENANCE:
            raise ValueError(f"chart {name}, {row}, {column}: provenance {cell.prov!r}")
    return chart


def _overlaid(chart: Chart, rows: Any) -> Chart:
    """A chart with some figures replaced; the shape must stay as it is."""
    new = {row: dict(cells) for row, cells in chart.rows.items()}
    for row, cells in rows.items() if isinstance(rows, dict) else [("", rows)]:
        if row not in new:
            raise BadInputError("unknown_chart_row", chart=chart.name, name=str(row), names=list(chart.rows))
        for column, value in cells.items() if isinstance(cells, dict) else [("", cells)]:
            if column not in new[row]:
                raise BadInputError("unknown_chart_column", chart=chart.name, name=str(column), names=chart.columns)
            old = new[row][column].value
            if type(value) is not type(old):
                raise BadInputError("bad_chart_value", chart=chart.name, row=row, column=column, value=str(value))
            new[row][column] = Cell(value, "player")
    return Chart(chart.name, new, chart.about)
