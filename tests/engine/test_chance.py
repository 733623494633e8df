"""Dice: fair, keyed, typed, scripted, checkable."""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random

import pytest

from parallel38 import new_game
from parallel38.engine.chance import Dice, Roll, keyed_dice, seal_of
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, RefusedError
from parallel38.engine.game import Game
from parallel38.games import NAMES

ONE = Roll("x", 1, "D-4.1.1")


def test_dice_may_have_other_faces():
    ten = Roll("x", 1, "D-4.1.1", faces=10, lowest=0)
    assert [dice for dice, _ in ten.outcomes()] == [(n,) for n in range(10)]
    rolls = Counter(keyed_dice("secret", str(i), ten)[0] for i in range(5000))
    assert set(rolls) == set(range(10))
    assert max(rolls.values()) < 600


def test_keyed_dice_are_fair():
    rolls = Counter(keyed_dice("secret", f"0|Nov IV|test|{i}", ONE)[0] for i in range(6000))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    chi = sum((n - 1000) ** 2 / 1000 for n in rolls.values())
    assert chi < 20.5  # 0.1 % of fair dice are worse


def test_outcomes_are_exact():
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for dice, chance in Roll("x", 2, "D-15.5.3").outcomes():
        sums[sum(dice)] += chance
    assert sum(sums.values()) == 1
    assert sums[7] == Fraction(1, 6)


def test_the_same_seed_gives_the_same_dice_and_another_does_not():
    def play(seed: int) -> list[str]:
        game = new_game("yalu", seed=seed)
        for action in ("place G-1 1118", "move PVA-20-58,PVA-20-59,PVA-20-60,PVA-20-89 1011-1012~1013"):
            game.play(action)
        return [game.notation(e.action) for e in game.entries() if e.by == CHANCE and e.action]

    assert play(4) == play(4)
    assert len({tuple(play(seed)) for seed in range(12)}) > 1


def test_typed_dice_are_asked_for_and_checked():
    game = new_game("yalu", dice=Dice.ask())
    game.play("place G-1 1118")
    game.play("move PVA-20-58 1011-1012~1013")
    assert game.decider == CHANCE
    assert game.prompt[1]["rule"] == "D-9.2.3.2"
    for bad in ("roll 7", "roll 0", "roll 3,3"):
        with pytest.raises(RefusedError):
            game.play(bad)
    game.play("roll 3")
    assert game.decider == "communist"


def test_a_script_that_is_used_up_asks():
    game = new_game("yalu", dice=Dice.scripted([2]))
    game.play("place G-1 1118")
    game.play("move PVA-20-58,PVA-20-59 1011-1012~1013")
    assert game.decider == CHANCE
    with pytest.raises(BadInputError):
        Dice.scripted([-1, 7])


def test_a_sealed_secret_can_be_checked():
    dice = Dice.sealed("my secret")
    assert dice.to_plain() == {"kind": "sealed", "seal": seal_of("my secret")}
    assert "my secret" not in str(dice.to_plain())
    with pytest.raises(BadInputError):
        Dice.from_plain(dice.to_plain(), "another secret")
    with pytest.raises(BadInputError):
        Dice.from_plain({"kind": "loaded"})


def test_a_copy_does_not_see_the_dice_to_come():
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    copy = game.copy()
    copy.play("move PVA-20-58 1011-1012~1013")
    assert copy.decider == CHANCE


def test_going_back_behind_a_die_starts_a_new_branch():
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    seen = set()
    for _ in range(12):
        game.play("move PVA-20-58 1011-1012~1013")
        seen.add(game.last.key)
        game.take_back(1)
    assert len(seen) == 12, "the same roll is never thrown from the same key twice"
    assert game.branch == 12


def counted(game: Game, roll: Roll) -> str:
    """The key of a roll, counted through all actions of the turn."""
    stem, asked = f"{game.branch}|{game.turn}|{roll.purpose}|", 0
    for entry in reversed(game.entries()):
        if entry.key and entry.key.split("|")[1] != game.turn:
            break
        asked += entry.key.startswith(stem)
    return f"{stem}{asked}"


@pytest.mark.parametrize("name", NAMES)
def test_keys_of_dice_are_numbered_through_the_turn(name: str):
    """However the game came where it is: on, back, from a copy, in another branch."""
    game, rng, seen = new_game(name, seed=3), Random(3), Counter[str]()
    for _ in range(900):
        if game.over:
            break
        for purpose in {"x", *(key.split("|")[2] for key in list(seen)[-3:])}:
            roll = Roll(purpose, 1, "")
            assert game.dice_key(roll) == game.copy().dice_key(roll) == counted(game, roll)
        seen.update(entry.key for entry in game.play(game.sample(rng)) if entry.key)
        if rng.random() < 0.02:
            game.take_back(max(game.number - rng.randrange(1, 40), 0))
    assert game.branch
    assert any(key.rsplit("|", 1)[1] != "0" for key in seen), "something was asked for twice in a turn"
