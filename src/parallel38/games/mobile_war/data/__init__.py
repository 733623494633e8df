"""The data files of KOREA: The Mobile War."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from parallel38.engine.maps import Board


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
