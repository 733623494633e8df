"""Yalu's data files: map, units, charts and arrivals, options and rulings, the list of rules."""

from functools import cache, partial
from typing import Any

from parallel38.wargame.files import GameFiles

FILES = GameFiles("parallel38.games.yalu")
BOARD = "yalu"
"""The id of the board."""
table, board, weights, fears = FILES.table, partial(FILES.board, BOARD), FILES.weights, FILES.fears


EDITIONS = ("deluxe", "classic")
OWN = "_classic"
"""The ending of the charts that only Classic uses; in a Classic game each stands under its name without it."""
DELUXE_ONLY = ("morale_communist", "bombardment_terrain", "attack_supply_fixed", "attack_supply_die")
DELUXE_ONLY += ("attack_supply_artillery", "attack_supply_bonus", "conscripts_field", "ridgway")
"""The charts that Classic does without."""


@cache
def charts(edition: str = "deluxe") -> dict[str, Any]:
    """Every chart of an edition: the figures of the rules, and the schedules of arrivals."""
    found = FILES.charts("charts.toml", "arrivals.toml")
    if edition == "deluxe":
        return found
    shared = {name: rows for name, rows in found.items() if not name.endswith(OWN) and name not in DELUXE_ONLY}
    return shared | {name.removesuffix(OWN): rows for name, rows in found.items() if name.endswith(OWN)}


@cache
def cites() -> dict[str, dict[str, str]]:
    """By edition: the rule that it cites in place of a rule of Deluxe that shared code names."""
    table_ = table("citations.toml")
    return {edition: {old: new for new, olds in rows.items() for old in olds} for edition, rows in table_.items()}


@cache
def units(edition: str) -> list[dict[str, Any]]:
    """The counters of an edition, one row each.

    Classic's figures are on the back of Deluxe's counters: its file names the Deluxe counters that it lacks, those that
    have other figures, and the counters of its own. C-4c: US divisions begin whole, but for the 1st Cavalry.
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
