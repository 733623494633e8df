"""Computer players. A player gets a copy of the game, which has no dice, and answers with an action.

Planning that games share is here; a commander with the knowledge of one game is in that game's package, and the game's
title creates it.
"""

from collections.abc import Callable, Mapping
from random import Random

from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.titles import Title
from parallel38.engine.values import Action
from parallel38.players.nearest import nearest_player

Player = Callable[[Game, Random], Action]


def random_player(game: Game, rng: Random) -> Action:
    """Any legal action: a baseline, and an opponent for a first look around."""
    return game.sample(rng)


class Level:
    """A level of the commanders that games provide. Commanders remember their plan, so each game has its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def weights(self, title: Title, side: str) -> Mapping[str, tuple[float, float, float]]:
        """The weights of a commander of a side: each with its value, the least and the most it may be."""
        return title.weights(side)

    def make(self, title: Title, side: str, weights: Mapping[str, float] | None = None) -> Player:
        """A commander for a side of one game, with its usual weights or those that are given."""
        if title.captain is None:
            raise BadInputError("no_captain", name=self.name, game=title.name)
        return title.captain(self.name, side, weights)


PLAYERS: dict[str, Player | Level] = {
    "recruit": Level("recruit"),
    "veteran": Level("veteran"),
    "nearest": nearest_player,
    "random": random_player,
}
"""The players in the order in which they are offered."""
ADVISER = "veteran"
"""The player that is asked for a hint."""


def players_of(title: Title) -> list[str]:
    """The players that a game has."""
    return [name for name, found in PLAYERS.items() if not isinstance(found, Level) or title.captain is not None]


def is_baseline(name: str) -> bool:
    """Whether a player is there to compare others with, and knows no game."""
    return name in PLAYERS and not isinstance(PLAYERS[name], Level)


def check_player(name: str, title: Title) -> None:
    """Refuse a name that is not a player of a game."""
    if name not in players_of(title):
        raise BadInputError("unknown_player", name=name, names=players_of(title))


def usual(title: Title) -> str:
    """The default opponent: the first player that a game has."""
    return players_of(title)[0]


def player(name: str, title: Title, side: str) -> Player:
    """The player of a side for one game."""
    found = PLAYERS[name]
    return found.make(title, side) if isinstance(found, Level) else found
