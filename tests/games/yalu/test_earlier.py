"""Figures of earlier versions: a game goes on with those it began with."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parallel38 import from_position, load, new_game
from parallel38.engine.game import Game
from parallel38.engine.lines import Lines, all_lines, first_disagreement
from parallel38.engine.records import Record
from parallel38.games import title

from .table import table
from .test_newcomers import asp
from .test_overlay import at_assault, chances_at

NOTHING, DRIVEN, LOST = (Fraction(n, 36) for n in (21, 9, 6))
THEN = {"nothing": NOTHING, "neutralized": DRIVEN, "destroyed": LOST}
"""2:1 without modifiers until version 0.4: D up to 4, NR up to 6."""


def begun_by(program: Any, game: Game, path: Path) -> Path:
    """The record of a game, as another version would have written its first line."""
    head, *rest = (msgspec.json.decode(line, type=dict[str, Any]) for line in all_lines(game).text.splitlines())
    lines = Lines()
    for plain in ({**head, "program": program}, *rest):
        del plain["sum"]
        lines.add(plain)
    path.write_text(lines.text, encoding="utf-8")
    return path


def figures(game: Game) -> tuple[Any, ...]:
    """One figure of each chart that changed."""
    charts = game.rules.charts
    cells = (("combat", "4", "2:1"), ("attack_supply_fixed", "Dec I", "points"), ("attack_supply_die", "6", "points"))
    combat, fixed, die = (charts[name][row, column] for name, row, column in cells)
    return combat, fixed, die, *(charts[name][row, "number"] for name, row in MORALE)


MORALE = (("morale_un", "us_division"), ("morale_communist", "nkpa_division"))
OLD, MIDDLE, LATER, SEVEN = ("D", 10, 8, 7, 7), ("NR", 8, 5, 7, 7), ("NR", 8, 5, 8, 6), ("NR", 8, 5, 8, 7)
NEW = SEVEN


def test_a_new_game_has_the_figures_of_today():
    game = new_game("yalu", seed=3)
    assert figures(game) == NEW
    assert game.rules.setting.charts == {}


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("0.1.0", OLD),
        ("0.4.0", OLD),
        ("0.4.12", OLD),
        ("0.5.0", MIDDLE),
        ("0.6.0", LATER),
        ("0.7.0", SEVEN),
        ("0.8.0", LATER),
        ("0.9.0", NEW),
        ("0.10.0", NEW),
        ("1.0.0", NEW),
    ],
)
def test_a_record_keeps_the_figures_of_the_version_that_began_it(tmp_path: Path, program: str, expected: Any):
    assert figures(load(begun_by(program, new_game("yalu", seed=3), tmp_path / "a.record"))) == expected


def test_what_happens_goes_by_them(tmp_path: Path):
    game = load(begun_by("0.4.0", at_assault(None), tmp_path / "a.record"))
    assert chances_at(game) == THEN != chances_at(at_assault(None))

    last_move = table({"0119": "NKPA-47", "2226": "US-2"}, phase="un_movement", turn=1, dice=[3])
    for program, points in (("0.4.0", 10), ("0.5.0", 8)):
        record = Record.open(begun_by(program, last_move, tmp_path / f"{program}.record"), title)
        record.play("end")
        assert (record.game.turn, asp(record.game)) == ("Dec I", points)
        again = load(tmp_path / f"{program}.record")
        assert again.hash() == record.game.hash()
        assert first_disagreement(again) is None


def test_what_is_made_of_such_a_game_keeps_them_too(tmp_path: Path):
    game = load(begun_by("0.4.0", at_assault(None), tmp_path / "a.record"))
    Record.create(tmp_path / "b.record", game)  # a record that this version begins
    assert chances_at(load(tmp_path / "b.record")) == chances_at(from_position(game.to_position())) == THEN


@pytest.mark.parametrize(("program", "expected"), [("0.4.0", OLD), ("0.5.0", MIDDLE), ("0.6.0", LATER)])
def test_a_player_s_own_figures_lie_over_both(tmp_path: Path, program: str, expected: tuple[Any, ...]):
    mine = {"combat": {"4": {"2:1": "-"}}, "infiltration": {"clear": {"number": 2}}}
    game = load(begun_by(program, new_game("yalu", charts=mine, seed=3), tmp_path / "a.record"))
    assert figures(game) == ("-", *expected[1:])
    assert game.rules.charts["combat"]["3", "1:1"] == ("D" if expected == OLD else "NR"), "beside them all is as it was"
    assert game.rules.charts["infiltration"]["clear", "number"] == 2


@pytest.mark.parametrize("program", ["", "0.x", "0.4", "0.²", "0.4.-1", "9" * 5000, "0.4.0\n", 5, 0.4, None, ["0.4.0"]])
def test_what_is_no_version_tells_nothing(tmp_path: Path, program: Any):
    game = new_game("yalu", seed=3)
    assert figures(load(begun_by(program, game, tmp_path / "a.record"))) == NEW
    assert figures(from_position({**game.to_position(), "program": program})) == NEW


def test_every_earlier_figure_is_another_one_than_that_of_its_version():
    """What is listed fits the charts and says something."""
    found = title("yalu")
    today: Any = found.make(found.setting()).charts
    for version, charts in found.earlier.items():
        assert [row.chart for row in found.make(found.setting(charts=charts)).charts.own] == list(charts)
        later = found.figures(version)
        for chart, rows in charts.items():
            cells = [(row, column, value) for row, columns in rows.items() for column, value in columns.items()]
            for row, column, value in cells:
                then = later.get(chart, {}).get(row, {}).get(column, today[chart][row, column])
                assert value != then, (version, chart, row, column)


def test_of_several_changes_the_first_after_the_version_counts():
    changes = {
        "0.9.0": {"a": {"1": {"x": 1, "y": 1}}},
        "0.10.0": {"a": {"1": {"x": 2}, "2": {"x": 2}}},
    }
    found = msgspec.structs.replace(title("yalu"), earlier=changes)
    assert found.figures("0.8.0") == {"a": {"1": {"x": 1, "y": 1}, "2": {"x": 2}}}
    assert found.figures("0.9.0") == {"a": {"1": {"x": 2}, "2": {"x": 2}}}
    assert found.figures("0.10.0") == {}
