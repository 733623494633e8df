"""Terrain of hexes, also of those out of play, which somebody may name in a path."""

import pytest

from parallel38 import new_game
from parallel38.games import NAMES
from parallel38.hexgrid import bits
from parallel38.wargame.ruleset import WargameRuleset


@pytest.mark.parametrize("name", NAMES)
def test_every_hex_has_a_terrain_with_a_name(name: str):
    rules = new_game(name, seed=1).rules
    assert isinstance(rules, WargameRuleset)
    texts = rules.texts("en")
    found = {h: rules.terrain(h) for h in bits(rules.grid.all)}
    assert all(texts.has(f"terrain.{terrain}") for terrain in found.values())
    assert {h for h, terrain in found.items() if terrain == "out"} == {*bits(rules.grid.all & ~rules.board.in_play)}
