"""The quick start: whatever it lets a reader type is understood and played."""

import re
from pathlib import Path

import pytest

from parallel38 import new_game
from tests.test_terminal import Sitting

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(("name", "language"), [("quick-start", "en"), ("inicio-rapido", "es")])
def test_its_lines_can_be_typed(name: str, language: str, tmp_path: Path):
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    block = re.findall(r"```\n(.*?)```", text, re.S)[0]
    lines = [re.split(r" {2,}", line)[0] for line in block.splitlines()]
    assert len(lines) == 9
    sitting = Sitting(tmp_path / "a.record", new_game("forgotten_war", seed=1), language=language)
    told = {line: sitting.says(line) for line in lines}
    assert "5.1.7.3.A" in told["why fire AIR-1 0124"]
    assert "%" in told["odds fire M1/23 0124"]
    assert "0924" in told["reach 1/357-2"]
    assert not re.search("zone of control|zona de control", told["map 0924"]), "this game has no zones"
    game = sitting.game
    assert game.rules.phase_key(game.state) == "phase.communist_defensive_fire"
    assert game.rules.names.place(game.state.where[game.rules.names.unit_number("1/357-2")]) == "0924"
