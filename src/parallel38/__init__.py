"""Parallel 38: four Korean War board wargames with every rule enforced and every refusal explained.

>>> from parallel38 import new_game
>>> game = new_game("yalu", seed=1)
>>> entries = game.play("place G-1 1118")
>>> game.why_not("move NKPA-5 1012-1013~1014")[0].rule
'D-8.3.1.3'
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.15.0"

if TYPE_CHECKING:
    from parallel38.api import BadInputError, Game, Refusal, RefusedError, from_position, load, new_game

__all__ = [
    "BadInputError",
    "Game",
    "Refusal",
    "RefusedError",
    "__version__",
    "from_position",
    "load",
    "new_game",
]


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: importing the package must cost nothing."""
    if name in __all__:
        from parallel38 import api

        return getattr(api, name)
    raise AttributeError(name)


def __dir__() -> list[str]:
    return __all__
