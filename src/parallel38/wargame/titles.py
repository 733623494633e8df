"""How a game's package becomes a title: what it is made of is named and imported only when it is wanted."""

from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from parallel38.engine.ruleset import Ruleset
from parallel38.engine.titles import Setting, Title
from parallel38.wargame.files import GameFiles


def title(files: GameFiles, *, ruleset: str, captain: str, became: str, **fields: Any) -> Title:
    """The title of the game whose files these are.

    `ruleset`, `captain` and `became` are written "module:name", the module inside the game's package. What is not among
    the `fields` of the title comes from the files.
    """

    def load(what: str) -> Any:
        module, _, name = what.partition(":")
        return getattr(import_module(f"{files.package}.{module}"), name)

    @cache
    def known(setting: bytes) -> Ruleset:
        """Rules never change, so games with the same setting share them, and what has been worked out from them."""
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
