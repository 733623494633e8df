"""Yalu's data files: map, units, charts and arrivals, options and rulings, the list of rules."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from parallel38.engine.maps import Board
from parallel38.engine.titles import Choice


def _text(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")


@cache
def table(name: str) -> dict[str, Any]:
    """A TOML data file."""
    return tomllib.loads(_text(name))


def charts() -> dict[str, Any]:
    """Every chart: the figures of the rules, and the schedules of what comes when."""
    return {**table("charts.toml"), **table("arrivals.toml")}


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


@cache
def board() -> Board:
    """The map."""
    return Board(_text("map.txt"))


def choices(kind: str) -> tuple[Choice, ...]:
    """The options or the rulings."""
    return tuple(
        Choice(c["name"], tuple(c["values"]), c["default"], c["rule"], c.get("rests_on", ""))
        for c in table("options.toml")[kind]
    )


def weights(side: str) -> dict[str, tuple[float, float, float]]:
    """What the computer players of a side weigh: each weight with its value, the least and the most it may be."""
    return {name: (row["value"], *row["range"]) for name, row in table("weights.toml")[side].items()}


def fears(side: str) -> dict[str, float]:
    """How much each fact about a post of a side speaks for its loss."""
    return table("fears.toml")[side]


def rule_ids() -> list[dict[str, Any]]:
    """Every rule of the booklet: id, chapter, edition, and whether it only defines something."""
    return table("rules.toml")["rules"]
