"""The guided first turn of a game: what is lit, said and expected at each step, as its data file tells."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from parallel38.engine.texts import Texts
from parallel38.games import title


@cache
def tutorial(title_name: str, language: str) -> dict[str, Any]:
    """The dice of the guided turn and its steps; none if a game has no such turn.

    A step has `title` and `text`, the `hexes` and `units` that are lit, the actions that are played `first` for the
    player, those that he is to `do`, and perhaps an action that is not allowed (`why`).
    """
    found = title(title_name)
    file = resources.files(found.package).joinpath("data", "tutorial.toml")
    plain = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    texts = Texts(language, found.package)
    steps = [
        {
            "units": [],
            "hexes": [],
            "first": [],
            "do": [],
            "why": None,
            **step,
            "title": texts.say(f"tutorial.{step['name']}.title"),
            "text": texts.say(f"tutorial.{step['name']}"),
        }
        for step in plain.get("step", ())
    ]
    return {"dice": plain.get("dice", []), "steps": steps}
