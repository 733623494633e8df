"""The counters of both editions as their files have them, for tests."""

from typing import Any

from parallel38.engine.charts import Charts
from parallel38.games.yalu import data
from parallel38.games.yalu.state import BOXES

Row = dict[str, Any]
EDITIONS = ("deluxe", "classic")
DELUXE = {row["id"]: row for row in data.units("deluxe")}
CLASSIC = {row["id"]: row for row in data.units("classic")}
UNITS = {"deluxe": DELUXE, "classic": CLASSIC}
CHARTS = Charts.load(data.charts())
MONTHS = ("Dec", "Jan", "Feb", "Mar", "Apr", "May")
TURNS = ["Nov IV", *(f"{month} {week}" for month in MONTHS for week in ("I", "II", "III", "IV"))]


def on_map(row: Row) -> bool:
    return row["at"] not in BOXES


def above(units: dict[str, Row], row: Row) -> list[Row]:
    """The regiment and the division that a unit belongs to."""
    whole = units[row["part_of"]] if "part_of" in row else None
    return [whole, *above(units, whole)] if whole else []


def below(units: dict[str, Row], row: Row) -> list[Row]:
    """Regiments and battalions of a unit."""
    return [part for part in units.values() if row in above(units, part)]
