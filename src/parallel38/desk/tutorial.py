"""The guided first turn of a game: what is lit, said and expected at each step, as its data file tells."""

import tomllib
from importlib import resources
from typing import Any

from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import Texts
from parallel38.games import title

FILE = "tutorial.toml"


def has_tutorial(name: str) -> bool:
    """Whether a game has a guided first turn."""
    return resources.files(title(name).package).joinpath("data", FILE).is_file()


def tutorial(name: str, language: str) -> dict[str, Any]:
    """The dice of the guided turn and its steps.

    A step has `title` and `text`, the `hexes` and `units` that are lit, the actions that are played `first` for the
    player, those that the player is to `do`, and perhaps an action that is not allowed (`why`).
    """
    found = title(name)
    if not has_tutorial(name):
        raise BadInputError("no_tutorial", name=name)
    file = resources.files(found.package).joinpath("data", FILE)
    plain = tomllib.loads(file.read_text(encoding="utf-8"))
    texts = Texts(language, found.package)
    return {
        "dice": plain["dice"],
        "steps": [
            {
                "name": step["name"],
                "title": texts.say(f"tutorial.{step['name']}.title"),
                "text": texts.say(f"tutorial.{step['name']}"),
                "hexes": step.get("hexes", []),
                "units": step.get("units", []),
                "first": step.get("first", []),
                "do": step.get("do", []),
                "why": step.get("why"),
            }
            for step in plain["step"]
        ],
    }
