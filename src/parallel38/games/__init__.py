"""The games, one package each. `game_names` lists them; `title` finds one by name and imports nothing else.

A game may live in a package of its own outside this one. The environment variable PARALLEL38_TITLES names such
packages, separated by commas; processes that are started from this one inherit it. A game has the name of its package
without what stands before the last point, and its package has a `TITLE`, as those here have.
"""

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from parallel38.engine.errors import BadInputError
from parallel38.engine.titles import Title

NAMES = ("yalu", "mobile_war", "forgotten_war", "korean_war")
"""The games of this package. Whatever is meant for all games asks `game_names`."""
FURTHER = "PARALLEL38_TITLES"


def game_names() -> tuple[str, ...]:
    """The names of the games: first ours, then those of the packages that the environment names."""
    return tuple(_packages())


def title(name: str) -> Title:
    """The game with this name."""
    packages = _packages()
    if name not in packages:
        raise BadInputError("unknown_game", name=name, names=tuple(packages))
    return _title(packages[name])


def _packages() -> dict[str, str]:
    """The package of each game."""
    return _found(os.environ.get(FURTHER, ""))


@cache
def _found(further: str) -> dict[str, str]:
    found = {name: f"{__name__}.{name}" for name in NAMES}
    for package in filter(None, map(str.strip, further.split(","))):
        name = package.rpartition(".")[2]
        if name in found:
            raise BadInputError("title_twice", name=package, other=name)
        if not _exists(package):
            raise BadInputError("bad_title_package", name=package)
        found[name] = package
    return found


def _exists(package: str) -> bool:
    """Whether there is a package with this name; those above it are imported, it is not."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


@cache
def _title(package: str) -> Title:
    found = getattr(import_module(package), "TITLE", None)
    if not isinstance(found, Title):
        raise BadInputError("bad_title_package", name=package)
    return found
