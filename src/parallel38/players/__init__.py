"""Computer players. A player sees what a human of its side sees and answers with an action."""

from collections.abc import Callable
from random import Random

from parallel38.engine.game import Game
from parallel38.engine.values import Action
from parallel38.players.nearest import nearest_player

Player = Callable[[Game, Random], Action]


def random_player(game: Game, rng: Random) -> Action:
    """Any legal action: a baseline, and company for a first look around."""
    return game.sample(rng)


PLAYERS: dict[str, Player] = {"random": random_player, "nearest": nearest_player}
