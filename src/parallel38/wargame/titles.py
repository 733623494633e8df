"""How a game's package becomes a title: its modules are named, and imported only when they are needed."""

from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from parallel38.engine.ruleset import Ruleset
from parallel38.engine.titles import Setting, Title
from parallel38.wargame.files import GameFiles


def title(files: GameFiles, *, ruleset: str, captain: str, became: str, **fields: Any) -> Title:
    """The title of the game whose files these are.

    `ruleset`, `captain` and `became` are written "module:name", the module inside the game's package. All that is not
    among the `fields` of the title comes from the files.
    """

    def load(what: str) -> Any:
        module, _, name = what.partition(":")
        return getattr(import_module(f"{files.package}.{module}"), name)

    @cache
    def known(setting: bytes) -> Ruleset:
        """The ruleset of a setting. It never changes, so games with one setting share it and its derived facts."""
        return load(ruleset)(found, msgspec.json.decode(setting, type=Setting))

    usual: dict[str, Any] = {
        "name": files.package.rpartition(".")[2],
        "package": files.package,
        "options": files.choices("option"),
        "rulings": files.choices("ruling"),
        "rule_ids": files.rules,
        "weights": files.weights,
        "make": lambda setting: known(msgspec.json.encode(setting)),
        "captain": lambda level, side, weights: load(captain)(level, side, weights),
        "became": lambda course, told: load(became)(course, told),
    }
    found = Title(**{**usual, **fields})
    return found
