"""The recorded games in the docs: they can be read, checked and replayed, and tell the reasons of both sides."""

from pathlib import Path

import pytest

from parallel38.desk.reporter import Reporter
from parallel38.engine.records import Record
from parallel38.games import title

FILES = sorted((Path(__file__).parents[1] / "docs" / "games").glob("*.record"))


SHORTEST = min(FILES, key=lambda path: path.stat().st_size)


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=[] if path == SHORTEST else pytest.mark.long, id=path.stem) for path in FILES]
)
def test_a_recorded_game_tells_itself(path: Path):
    game = Record.open(path, title, check_dice=True).game
    assert game.over
    assert {remark.by for remark in game.remarks if remark.what == "thought"} == {"un", "communist"}
    for language in ("en", "es"):
        log = "\n".join(Reporter(game, language).log(game.entries()))
        assert "{" not in log


def test_there_are_two():
    assert len(FILES) >= 2
