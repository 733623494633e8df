"""The guided first turns of a game: what is lit, said and expected at each step, as data files tell."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import Texts
from parallel38.games import title


def tutorials_of(name: str) -> list[dict[str, str]]:
    """The edition and the scenario of each guided turn that a game has."""
    return [{key: plain[key] for key in ("edition", "scenario")} for plain in _tutorials(title(name).package)]


@cache
def _tutorials(package: str) -> tuple[dict[str, Any], ...]:
    """The guided turns of a package, by the names of their files: `tutorial.toml`, `tutorial-NAME.toml`."""
    folder = resources.files(package).joinpath("data")
    files = sorted((file for file in folder.iterdir() if file.name.startswith("tutorial")), key=lambda file: file.name)
    return tuple(tomllib.loads(file.read_text(encoding="utf-8")) for file in files)


def tutorial(name: str, language: str, edition: str | None = None, scenario: str | None = None) -> dict[str, Any]:
    """The dice of a guided turn and its steps: the first one of this edition and scenario, whichever they are if None.

    A step has `title` and `text`, the `hexes` and `units` that are lit, the actions that are played `first` for the
    player, those that the player is to `do`, and perhaps an action that is not allowed (`why`).
    """
    found = title(name)
    wanted = {key: value for key, value in (("edition", edition), ("scenario", scenario)) if value is not None}
    fitting = [plain for plain in _tutorials(found.package) if wanted.items() <= plain.items()]
    if not fitting:
        raise BadInputError("no_tutorial", name=name)
    plain = fitting[0]
    texts = Texts(language, found.package)
    return {
        "edition": plain["edition"],
        "scenario": plain["scenario"],
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
