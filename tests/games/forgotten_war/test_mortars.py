"""6.3 Mortar markers serve a regiment, and may be given to another."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import mortars
from tests.games.forgotten_war.field import field, number, play, why

NEXT: dict[str, Any] = {"kind": "Sequence"}
NAKTONG: dict[str, Any] = {"scenario": "naktong", "frame": NEXT}
NKPA: dict[str, Any] = {**NAKTONG, "phase": "turn_end"}
"""The NKPA plays first: after the end of a turn its reinforcements come."""


def serves(game: Game, marker: str) -> str:
    """The formation that a marker serves."""
    n = game.state.serves[number(game, marker)]
    return game.state.rules.formation_names[n - 1] if n else ""


@pytest.mark.rule("F-6.3.B")
@pytest.mark.rule("F-6.3.A", by="value")
def test_a_new_marker_goes_to_a_regiment_that_arrives_with_it():
    units = {"0505": "1/16-1", "2530": "A/34-1"}
    game = field(units, turn=3, **NKPA)  # turn 4 begins: the 5th Regiment
    assert serves(game, "120-2") == "5"
    choice = field({**units, "0506": "4/5-1", "available": "120-1 serves=16"}, turn=3, **NKPA)
    assert why(choice, "assign 120-1 5") == []
    assert why(choice, "assign 120-2 16") == ["F-6.3.B"]  # not in the turn in which it comes
    again = field({**units, "due": "1/5-1", "available": "120-2"}, turn=4, phase="turn_end", **NAKTONG)
    assert serves(again, "120-2") == "5"


@pytest.mark.rule("F-6.3.C")
def test_a_marker_may_be_given_to_another_regiment():
    units = {"0505": "1/16-1, 1/5-1", "2530": "A/34-1", "available": "120-1 serves=16"}
    game = field(units, turn=8, **NKPA)
    assert game.decider == "communist"
    assert why(game, "assign 120-1 16") == ["F-6.3.C"]
    play(game, "assign 120-1 5")
    assert serves(game, "120-1") == "5"


@pytest.mark.rule("F-6.3.C", "F-6.3.B", by="value")
def test_a_marker_whose_regiment_is_gone_may_serve_the_only_one_that_is_left():
    units = {"0505": "1/5-1", "2530": "A/34-1", "available": "120-1 serves=16"}
    game = field(units, turn=8, **NKPA)
    assert why(game, "assign 120-1 5") == []
    assert why(game, "assign 120-1 18") == ["F-6.3.B"]


@pytest.mark.rule("F-6.3.D1")
@pytest.mark.rule("F-6.3.D2", by="value")
def test_a_named_marker_serves_its_regiment_as_long_as_that_lives():
    units = {"0505": "1/16-1", "2530": "A/34-1, A/19-1, A/9-1", "available": "HM/19"}
    un: dict[str, Any] = {"phase": "communist_close_combat", "turn": 3}
    game = field(units, **un, **NAKTONG)
    assert serves(game, "HM/19") == "19"
    both = {**units, "available": "HM/34 serves=34, HM/19 serves=19", "2530": "A/34-1, A/9-1"}
    game = field(both, **un, **NAKTONG)  # the 19th is gone
    assert why(game, "assign HM/34 9") == ["F-6.3.D1"]
    assert why(game, "assign HM/19 9") == []
    assert serves(play(game, "assign HM/19 9"), "HM/19") == "9"


@pytest.mark.rule("F-6.3.C", "F-18.3.1.D1", by="value")
def test_at_chipyongni_markers_stay_with_their_battalions():
    units = {"1226": "E/23-1", "0101": "1/343-1", "available": "M1/23 serves=1/23, M2/23 serves=2/23"}
    game = field(units, scenario="chipyongni")
    s = game.state
    assert mortars.open_to(s, number(game, "M1/23")) == []  # though the battalion is gone
    assert mortars.open_to(s, number(game, "M2/23")) == [s.serves[number(game, "M2/23")]]
