"""Sealed dice whose secret is not there: the game goes on with new ones, and each roll is checked with its own."""

from pathlib import Path
from random import Random

import pytest

from parallel38 import new_game
from parallel38.desk import roll
from parallel38.engine.chance import Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.lines import all_lines, rebuild
from parallel38.engine.records import Record
from parallel38.games import title


def lost(tmp_path: Path) -> Game:
    """A game that stands at a die whose secret is not there."""
    record = Record.create(tmp_path / "a.record", new_game("yalu"))
    record.play("place G-1 1118")
    record.play("move PVA-40-118 0812-0813~0814")
    (tmp_path / "a.record.key").unlink()
    game = Record.open(record.path, title).game
    assert game.dice.lost
    while game.decider != "chance":
        game.play(game.sample(Random(1)))
    with pytest.raises(BadInputError, match="missing"):
        game.play(game.sample(Random(1)))
    return game


def again(game: Game, secret: str = "") -> Game:
    return rebuild(all_lines(game).text.encode().splitlines(), title, secret, check_dice=True).game


def test_a_game_goes_on_with_new_dice_in_a_new_branch(tmp_path: Path):
    game = lost(tmp_path)
    before, seal = game.number, game.dice.seal
    assert game.renew_dice()
    assert (game.branch, game.number > before, game.decider != "chance") == (1, True, True)
    assert game.dice.seal != seal
    assert not game.renew_dice(), "once is enough"
    read = again(game, game.dice.secret)
    assert (read.hash(), read.branch, read.dice) == (game.hash(), 1, game.dice)
    assert game.dice.secret not in all_lines(game).text
    with pytest.raises(BadInputError, match="seal"):
        again(game, "another secret")


def test_each_roll_is_checked_with_its_own_secret(tmp_path: Path):
    game = lost(tmp_path)
    first, seal = next(e for e in game.entries() if isinstance(e.action, Throw)), game.dice.seal
    game.renew_dice()
    last = next(e for e in reversed(game.entries()) if isinstance(e.action, Throw))
    game.play("resign un")
    read = again(game)
    assert not read.dice.known, "nobody can check the first ones"
    assert (roll(read, first.number, "en")["seal"], roll(read, first.number, "en")["secret"]) == (seal, None)
    assert roll(read, last.number, "en")["secret"] == game.dice.secret
    text = all_lines(game).text
    assert (text.count('"seal"'), text.count(game.dice.secret)) == (2, 1)


def test_dice_that_are_there_stay(tmp_path: Path):
    for game in (new_game("yalu"), new_game("yalu", seed=1)):
        dice = game.dice
        assert not game.renew_dice()
        assert (game.dice, game.branch) == (dice, 0)
    over = lost(tmp_path)
    over.play("resign un")
    assert not over.renew_dice()
    assert again(over).hash() == over.hash()


def test_going_back_behind_the_change_keeps_the_new_dice(tmp_path: Path):
    game = lost(tmp_path)
    game.renew_dice()
    seal = game.dice.seal
    game.take_back(1)
    assert game.dice.seal == seal
    game.play("move PVA-40-118 0812-0813~0814")
    assert again(game, game.dice.secret).hash() == game.hash()
