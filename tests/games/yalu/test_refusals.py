"""A refusal teaches: five illegal things, each with its rule's number and a sentence in English and Spanish."""

import pytest

from parallel38 import new_game
from parallel38.engine.game import Game
from parallel38.report import Reporter

from .table import table


def started() -> Game:
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    return game


def full_hex() -> Game:
    return table({"0919": "US-2", "0920": "US-24 moved, US-25 moved"}, phase="un_movement", weather="MO")


def isolated() -> Game:
    return table({"1011": "PVA-20-58 neutralized+isolated"})


def on_rails() -> Game:
    return table({"0119": "NKPA-47"})


RAIL = "0119-0218-0319-0418-0518-0618-0619-0720-0820-0921-1021-1022-1123-1124"


@pytest.mark.parametrize(
    ("situation", "action", "rule", "english", "spanish"),
    [
        (full_hex, "move US-2 0919-0920", "7.2.6", "stacking limit", "límite de apilamiento"),
        (started, "move NKPA-5 1012-1013~1014", "8.3.1.3", "zone of control", "zona de control"),
        (started, "move NKPA-5 1012-1113", "9.1.3", "occupied by ROK 8th Division", "ocupado por 8.ª División"),
        (on_rails, f"move NKPA-47 {RAIL} rail", "9.2.2.2", "at most 12 hexes", "como mucho 12 hexágonos"),
        (isolated, "regroup PVA-20-58", "5.2.3", "is isolated", "está aislada"),
    ],
)
def test_five_illegal_things(situation, action: str, rule: str, english: str, spanish: str):
    game = situation()
    before = game.hash()
    refusal = game.why_not(action)[0]
    assert refusal.rule == f"D-{rule}"
    assert game.hash() == before
    for language, words in (("en", english), ("es", spanish)):
        sentence = Reporter(game, language).refusal(refusal)
        assert words in sentence
        assert sentence.endswith(f"[{rule}]")
        assert "{" not in sentence
