"""Yalu's data files: map, units, charts and arrivals, options and rulings, the list of rules."""

from functools import cache, partial
from typing import Any

from parallel38.wargame.files import GameFiles

FILES = GameFiles("parallel38.games.yalu")
BOARD = "yalu"
"""The id of the board."""
table, board, weights, fears = FILES.table, partial(FILES.board, BOARD), FILES.weights, FILES.fears


def charts() -> dict[str, Any]:
    """Every chart: the figures of the rules, and the schedules of arrivals."""
    return FILES.charts("charts.toml", "arrivals.toml")


@cache
def units(edition: str) -> list[dict[str, Any]]:
    """The counters of an edition, one row each.

    Classic's figures are on the back of Deluxe's counters: its file names the Deluxe counters that it lacks, those that
    have other figures, and the counters of its own.
    """
    rows = table("units.toml")["units"]
    if edition == "deluxe":
        return rows
    classic = table("units-classic.toml")
    backs = {row["id"]: row for row in classic["units"]}
    absent = set(classic["absent"])
    fronts = {row["id"]: row for row in rows if row["id"] not in absent}
    found = [{**fronts.get(name, {}), **backs.get(name, {})} for name in {**fronts, **backs}]
    return [{**row, "zoc": row["size"] not in classic["no_zone"]} for row in found]
