"""A game that another process follows: told once, then step by step, and never with its dice."""

import pickle
from random import Random

import pytest

from parallel38.api import new_game
from parallel38.engine.chance import Dice
from parallel38.engine.following import follow, opened, standing, steps_since
from parallel38.engine.game import Game
from parallel38.games import NAMES, title


def told(game: Game) -> Game:
    """The game as another process has it when it is told all of it."""
    return opened(pickle.loads(pickle.dumps(standing(game))), title)


def same(there: Game, here: Game) -> bool:
    return (
        there.hash() == here.hash() == f"{there.state.hash():016x}"
        and there.to_position() == here.to_position()
        and (there.number, there.branch, there.decider) == (here.number, here.branch, here.decider)
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_followed_step_by_step(name: str):
    rng, game = Random(4), new_game(name, seed=4)
    there, known = told(game), game.last
    assert same(there, game)
    for n in range(300):
        if game.over:  # the shortest games may end sooner
            assert n > 200
            break
        game.play(game.sample(rng))
        if n % 7 == 0:
            follow(there, pickle.loads(pickle.dumps(steps_since(game, known))))
            known = game.last
            assert same(there, game)
            assert there.sample(Random(n)) == game.sample(Random(n))
        if n % 50 == 0:
            assert same(told(game), game)


def test_what_was_decided_last_is_told_with_its_dice():
    rng, game = Random(1), new_game(NAMES[0], seed=1)
    while game.last.by != "chance":
        game.play(game.sample(rng))
    there, here = told(game).last, game.last
    while here.by == "chance":
        assert there.before is not None
        assert here.before is not None
        assert (there.by, there.action, there.key) == (here.by, here.action, here.key)
        there, here = there.before, here.before
    assert there.action == here.action
    assert here.action is not None


def test_what_was_taken_back_cannot_be_followed():
    rng, game = Random(2), new_game(NAMES[0], seed=2)
    for _ in range(20):
        game.play(game.sample(rng))
    known = game.last
    game.take_back(10)
    assert steps_since(game, known) is None
    for _ in range(20):
        game.play(game.sample(rng))
    assert steps_since(game, known) is None
    assert same(told(game), game)


def test_the_dice_to_come_are_not_told():
    game = new_game(NAMES[0], dice=Dice.sealed())
    rng = Random(3)
    while game.last.by != "chance":
        game.play(game.sample(rng))
    assert game.dice.secret
    assert game.dice.secret.encode() not in pickle.dumps(standing(game))
    assert told(game).dice.kind == "ask"
