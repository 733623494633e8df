"""The quick start: whatever it lets a reader type is understood and played, and what it counts is so."""

import re
from pathlib import Path

import pytest

from parallel38 import desk, new_game
from tests.test_terminal import Sitting

from .field import said, where

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("name", "language"), [("quick-start", "en"), ("inicio-rapido", "es")])
def test_its_lines_can_be_typed(name: str, language: str, tmp_path: Path):
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    block = re.findall(r"```\n(.*?)```", text, re.S)[-1]
    lines = [re.split(r" {2,}", line)[0] for line in block.splitlines()]
    assert len(lines) == 4
    sitting = Sitting(tmp_path / "a.record", new_game("korean_war", scenario="invasion", seed=1), language=language)
    told = {line: sitting.says(line) for line in lines}
    assert "4211" in told["reach NK-6"]
    assert "12:2" in told["odds attack NK-6 intensive"]
    assert {"attack", "supported", "result"} <= {*said([*sitting.game.entries()])}


def test_what_it_counts_is_so():
    game = new_game("korean_war", scenario="invasion", seed=1)
    units = [
        unit["id"] for unit in desk.situation(game, "en")["units"] if game.rules.names.grid.has(where(game, unit["id"]))
    ]
    assert len([unit for unit in units if unit.startswith("NK-")]) == 10
    assert len([unit for unit in units if unit.startswith("ROKR-")]) == 22
    assert len(desk.tutorial("korean_war", "en")["steps"]) == 14
