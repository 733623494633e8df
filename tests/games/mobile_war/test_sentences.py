"""Refusals of The Mobile War say what is true, and agree in number."""

from typing import Any

import pytest

from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game

from .field import field

PUSAN = "3356"


def told(game: Game, action: str, language: str = "en") -> str:
    """Why an action is refused, all reasons in a row."""
    say: Any = Reporter(game, language)
    return " ".join(say.plain_refusal(refusal, "refusal")["reason"] for refusal in game.why_not(action))


def test_units_of_different_nations_may_be_put_together_so_nobody_says_otherwise():
    game = field({"2042": "US-29, UK-27, ROK-11/1, UK-29", "1635": "NK-6"})
    assert not told(game, "combine US-29,UK-27,UK-29")
    assert "three of one kind that make a larger unit" in told(game, "combine US-29,UK-27,ROK-11/1")
    for language, word in (("en", "nation"), ("es", "nación")):
        assert word not in told(game, "combine US-29,UK-27,ROK-11/1", language)


def test_units_that_are_too_many_by_themselves_do_not_blame_others():
    units = {PUSAN: "AMPH-1", "with:AMPH-1": "US-29, ROK-11/1, PH-10", "1635": "NK-6"}
    game = field(units)
    for language, words in (("en", "do not all fit into 3356"), ("es", "no caben todas en 3356")):
        text = told(game, "unload AMPH-1 US-29,ROK-11/1,PH-10", language)
        assert words in text
        assert "–" not in text
    game = field({**units, PUSAN: "AMPH-1, US-24, US-25"})
    assert "There already: " in told(game, "unload AMPH-1 US-29")


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [("en", "needs 1 point ", "needs 2 points "), ("es", "necesita 1 punto ", "necesita 2 puntos ")],
)
def test_one_point_is_not_several(language: str, one: str, more: str):
    for spent, need, words in ((80, 1, one), (79, 2, more)):
        game: Any = field({"3558": f"MST-1 spent={spent}", "1635": "NK-6"})
        grid = game.rules.grid
        voyages = game.rules.sea.voyages(grid.hex("3558"))
        end = next(h for h in grid.neighbours if voyages.cost(h) == need)
        assert words in told(game, f"sail MST-1 {grid.label(end)}", language)


def test_a_port_through_which_nobody_went_is_not_busy():
    charts = {"naval": {"MST": {"regiments": 6}}}
    game = field({PUSAN: "MST-1, US-24, US-25", "1635": "NK-6"}, charts=charts)
    for language, words in (("en", "three regiments, in a phase"), ("es", "tres regimientos, por fase")):
        text = told(game, "load MST-1 US-24,US-25", language)
        assert words in text
        assert " 0 " not in text
    busy = field({PUSAN: "MST-1, US-24", "1635": "NK-6"}, marks=[f"harbour {PUSAN} 1"])
    assert "1 regiment has gone through 3356" in told(busy, "load MST-1 US-24")
