"""6.1.1.4 Guerrillas that come, 11.2.1 attack supply."""

import pytest

from parallel38 import new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game

from .table import rules_of, said, table, where

WEATHER = {"kind": "Weather", "rolled_for": "weather"}


def at_supply_phase(turn: int, dice: list[int]) -> Game:
    """A turn after its weather: what follows by itself is supply and what comes."""
    return table({"0119": "NKPA-47"}, phase="weather", turn=turn, frame=WEATHER, dice=dice, asp=3)


@pytest.mark.rule("D-6.1.1.4", "D-6.1")
def test_where_a_guerrilla_may_appear():
    game = new_game("yalu", seed=1)
    assert rules_of(game, "place G-1 2226") == ["D-6.1.1.4"]
    assert rules_of(game, "place G-1 0715") == ["D-6.1"]
    assert rules_of(game, "place G-1 0812") == ["D-6.1.1.4"]
    assert rules_of(game, "place G-1 0131") == ["D-6.1.1.4"]
    assert rules_of(game, "place G-2 1118") == ["D-6.1.1.4"]
    assert rules_of(game, "place G-1 dead") == ["D-6.1.1.4"]
    game.play("place G-1 1118")
    assert where(game, "G-1") == "1118"


@pytest.mark.rule("D-6.1.1.4")
def test_guerrillas_may_appear_together_and_the_prompt_says_so():
    units = {"0119": "NKPA-47", "1118": "G-1", "2226": "US-2", "available": "G-2"}
    game = table(units, phase="communist_reinforcement", frame={"kind": "PlaceGuerrilla", "unit": "G-2"})
    assert rules_of(game, "place G-2 0119") == ["D-6.1.1.4"], "a Communist combat unit"
    asked = {language: Reporter(game, language).prompt() for language in ("en", "es")}
    assert "without UN units, UN zone of control or Communist combat units" in asked["en"]
    assert "sin unidades ni zona de control de la ONU y sin unidades de combate comunistas" in asked["es"]
    game.play("place G-2 1118")
    assert where(game, "G-1") == where(game, "G-2") == "1118"


@pytest.mark.rule("D-11.2.1")
def test_attack_supply_is_fixed_at_first_and_adds_up():
    assert new_game("yalu", seed=1).state.track[4] == 12
    game = at_supply_phase(2, [])
    assert game.state.track[4] == 3 + 8
    assert "attack_supply" in said(game.entries())


@pytest.mark.rule("D-11.2.1")
@pytest.mark.parametrize(("die", "points"), [(1, 3), (6, 5)])
def test_from_december_iii_a_die_decides(die: int, points: int):
    assert at_supply_phase(4, [die]).state.track[4] == 3 + points
