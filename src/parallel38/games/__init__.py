"""The games, one package each. `title` finds one by name and imports nothing else."""

from importlib import import_module

from parallel38.engine.errors import BadInputError
from parallel38.engine.titles import Title

NAMES = ("yalu", "mobile_war")


def title(name: str) -> Title:
    """The game with this name."""
    if name not in NAMES:
        raise BadInputError("unknown_game", name=name, names=NAMES)
    return import_module(f"parallel38.games.{name}").TITLE
