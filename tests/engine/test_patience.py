"""An end to patience: long work is given up, and nothing has changed."""

from collections.abc import Callable

import pytest

from parallel38 import new_game
from parallel38.engine.game import Game
from parallel38.engine.lines import all_lines, rebuild
from parallel38.engine.patience import TookTooLongError, patience
from parallel38.games import title

LONG: dict[str, Callable[[Game], object]] = {
    "odds": lambda game: game.odds("move PVA-40-118 0812-0813~0814"),
    "an earlier moment": lambda game: game.at(0),
    "a record": lambda game: rebuild(all_lines(game).text.encode().split(b"\n")[:-1], title),
    "an action": lambda game: game.copy().play("end"),
}


@pytest.mark.parametrize("what", LONG)
def test_long_work_ends_with_patience(what: str):
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    before = game.hash()
    with pytest.raises(TookTooLongError), patience(-1):
        LONG[what](game)
    assert game.hash() == before
    LONG[what](game)  # who has patience gets an answer


def test_patience_inside_patience_is_no_longer():
    with patience(-1), patience(1000), pytest.raises(TookTooLongError):
        new_game("yalu", seed=1)
