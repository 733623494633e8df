"""The computer players play Classic."""

from random import Random

import pytest

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.yalu.players.commander import Commander
from parallel38.games.yalu.rules.commits import Commit

from .table import CLASSIC, battle

OWN = ("Commitment", "Defence", "Assault", "Fleeing", "Rout")
"""The frames of Classic in which a commander must have a decision of its own."""


@pytest.mark.parametrize("level", ["recruit", pytest.param("veteran", marks=pytest.mark.long)])
def test_commanders_of_both_sides_decide_for_themselves(level: str):
    game, rng = Game(CLASSIC.make(CLASSIC.setting()), dice=Dice.seed(7)), Random(7)
    players = {side: Commander(level, side) for side in game.rules.sides}
    met: set[str] = set()
    while game.decider is not None and game.state.turn < 5:
        player, frame = players[game.decider], type(game.state.top).__name__
        action = player(game, rng)
        if frame in OWN:
            assert player.sure, frame
            met.add(frame)
        game.play(action)
    assert {"Commitment", "Defence", "Assault"} <= met


def test_a_good_fire_is_announced_and_a_bad_one_is_not():
    strong = battle({"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1121": "PVA-38-112", "1021": "ROK-1"})
    action = Commander("recruit", "communist")(strong, Random(1))
    assert isinstance(action, Commit)
    assert action.manner == "supplied"
    weak = battle({"1020": "NKPA-2", "1021": "US-2, US-25"})
    assert Commander("recruit", "communist")(weak, Random(1)).verb() == "end"
