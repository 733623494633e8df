"""The Python interface: begin a game, load one, set up a position. `Game` does the rest.

>>> game = new_game("yalu", seed=7)
>>> game.decider
'communist'
>>> [offer.verb for offer in game.offers()]
['place']
>>> _ = game.play("place G-1 1118")
>>> moves = game.legal_actions(unit="PVA-40-118")
>>> game.notation(next(moves)).split()[0]
'move'
>>> from random import Random
>>> dream = game.copy()
>>> _ = dream.play(dream.sample(Random(3)))
>>> dream.number, game.number
(2, 1)
>>> _ = game.play("move NKPA-24 1701-1601-1502")
>>> game.notation(game.undo().action)
'move NKPA-24 1701-1601-1502'
>>> best = game.odds("move PVA-40-118 0812-0813~0814")
>>> [str(outcome.chance) for outcome in best]
['5/6', '1/6']
>>> again = from_position(game.to_position())
>>> again.hash() == game.hash()
True
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError
from parallel38.engine.files import read_text
from parallel38.engine.flow import Refusal, RefusedError
from parallel38.engine.game import Game
from parallel38.engine.positions import read_position, setting_of
from parallel38.engine.records import Record
from parallel38.engine.trials import try_out
from parallel38.games import title

__all__ = ["BadInputError", "Game", "Refusal", "RefusedError", "from_position", "load", "new_game"]


def new_game(
    game: str,
    *,
    scenario: str | None = None,
    edition: str | None = None,
    options: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    charts: dict[str, Any] | None = None,
    seed: int | None = None,
    dice: Dice | None = None,
) -> Game:
    """Begin a game. Without `seed` or `dice` the dice are secret and can be checked when the game is over."""
    if seed is not None and (dice is not None or not isinstance(seed, int)):
        raise BadInputError("seed_or_dice" if dice is not None else "not_an_integer", value=repr(seed))
    found = title(game)
    rules = found.make(found.setting(edition, scenario, options, rulings, charts))
    return Game(rules, dice=dice or (Dice.seed(seed) if seed is not None else None))


def load(path: str | Path) -> Game:
    """The game in a record; to play on and have it stored, use `Record.open`."""
    return Record.open(Path(path), title).game


def from_position(position: dict[str, Any] | str | Path, dice: Dice | None = None) -> Game:
    """A game that begins with a position: the dictionary of `Game.to_position`, or a file or text of that form."""
    if isinstance(position, Path):
        position = read_text(position)
    plain = read_position(position) if isinstance(position, str) else position
    found = title(str(plain.get("game")))
    return try_out(Game.from_position(plain, found.make(setting_of(plain, found)), dice))
