"""Yalu's data files: map, units, charts, options and rulings, the list of rules."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from parallel38.engine.maps import Board
from parallel38.engine.rules import Choice


def _text(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")


@cache
def table(name: str) -> dict[str, Any]:
    """A TOML data file."""
    return tomllib.loads(_text(name))


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


def rule_ids() -> list[dict[str, Any]]:
    """Every rule of the booklet: id, chapter, edition, and whether it only defines something."""
    return table("rules.toml")["rules"]
