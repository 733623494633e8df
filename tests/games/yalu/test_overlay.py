"""A player's own combat table: it changes odds and results, the record keeps it, the log names it."""

from fractions import Fraction
from pathlib import Path

import pytest

from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game
from parallel38.engine.records import Record
from parallel38.games import title

from .table import said, where
from .test_combat import attacked

UNITS = {"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1"}
MINE = {"combat": {"7": {"2:1": "NR"}, "8": {"2:1": "NR"}, "9": {"2:1": "D"}}}
"""Our table has nothing from 7 on at 2:1. The 9 is worse for the target than the 8: odd, but a player's right."""


def at_assault(charts: dict | None, dice: list[int] | None = None) -> Game:
    game = attacked(UNITS, "1021", charts=charts, dice=dice)
    game.play("end")
    assert game.describe(game.parse("fire ROK-1"))[1]["odds"] == "2:1"
    return game


def test_odds_change():
    """15 of 36 throws of two dice are 6 or less, and 15 more are 7, 8 or 9."""
    assert sum(o.chance for o in at_assault(None).odds("fire ROK-1")) == 1
    ours, mine = (chances_at(at_assault(charts)) for charts in (None, MINE))
    assert ours == {"nothing": Fraction(21, 36), "neutralized": Fraction(12, 36), "destroyed": Fraction(3, 36)}
    assert mine == {"nothing": Fraction(6, 36), "neutralized": Fraction(23, 36), "destroyed": Fraction(7, 36)}


def chances_at(game: Game) -> dict[str, Fraction]:
    found = {"nothing": Fraction(0), "neutralized": Fraction(0), "destroyed": Fraction(0)}
    for outcome in game.odds("fire ROK-1"):
        after = {(column, name): new for column, name, _, new in outcome.changes}
        gone = after.get(("where", "ROK-1")) == "out"
        weak = "neutralized" in after.get(("flags", "ROK-1"), "")
        found["destroyed" if gone else "neutralized" if weak else "nothing"] += outcome.chance
    return found


@pytest.mark.parametrize(
    ("dice", "ours", "mine"), [((3, 4), "nothing", "neutralized"), ((4, 5), "nothing", "destroyed")]
)
def test_results_change(dice: tuple[int, int], ours: str, mine: str):
    for charts, result in ((None, ours), (MINE, mine)):
        game = at_assault(charts, list(dice))
        assert said(game.play("fire ROK-1"))[0] == f"fire_{result}"


def test_the_record_keeps_it_and_the_log_names_it(tmp_path: Path):
    game = at_assault(MINE, [4, 5])
    Record.create(tmp_path / "mine.record", game)
    again = Record.open(tmp_path / "mine.record", title).game
    assert again.rules.charts["combat"]["9", "2:1"] == "D"
    assert again.rules.charts["combat"].rows["9"]["2:1"].prov == "player"
    again.play("fire ROK-1")
    assert where(again, "ROK-1") == "out"
    for language, words in (("en", "Combat"), ("es", "ombate")):
        first = next(iter(Reporter(again, language).log(again.entries())))
        assert words in first, first
        assert "3" in first, "three figures differ from ours"


def test_a_broken_order_is_only_warned_about():
    warnings = list(at_assault(MINE).rules.charts.warnings())
    assert warnings
    assert {key for key, _ in warnings} == {"chart_order"}
    assert any({"8", "9"} == {args["row"], args["other_row"]} for _, args in warnings)
