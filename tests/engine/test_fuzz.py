"""The fuzzer itself: it tries everything that can be written, and it finds what is wrong."""

from random import Random
from typing import Any

import pytest

from parallel38 import new_game
from parallel38.engine.game import Game
from parallel38.fuzz import fuzz
from parallel38.fuzz.files import read_files
from parallel38.fuzz.notation import distort
from parallel38.fuzz.positions import distort_position
from parallel38.games import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_verb_and_every_kind_of_frame_is_distorted(name: str):
    game, rng = new_game(name, seed=1), Random(1)
    lines = [distort(game, game.notation(game.sample(rng)), rng) for _ in range(1500)]
    assert {line.split()[0] for line in lines if line.strip()} >= set(game.rules.verbs)
    assert any("~" in line for line in lines)
    assert max(map(len, lines)) > 100_000
    frames = [distort_position(game, rng).get("frames") for _ in range(1000)]
    kinds = {
        frame.get("kind") for found in frames if isinstance(found, list) for frame in found if isinstance(frame, dict)
    }
    assert kinds >= set(game.rules.frames)


SHORT = {"korean_war": 50}
"""The lines that are tried at least in a random game that is soon over; 200 in any other."""


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_keeps_the_invariants_and_whatever_is_written_can_be_played_or_is_told(name: str):
    """No dead end, no exception, undo and replay exact, pieces conserved, offers and judge of one mind."""
    tally = fuzz(name, 1, 11)
    assert (tally.finished, tally.faults) == (1, [])
    assert tally.decisions > 200
    assert tally.rolls > 5
    assert tally.lines > SHORT.get(name, 200)
    assert tally.positions > (30 if name not in SHORT else 5)
    assert tally.accepted > 0


def test_faults_are_found_and_named(monkeypatch: pytest.MonkeyPatch):
    def faulty(self: Game, *_: Any) -> Any:
        raise KeyError("planted")

    monkeypatch.setattr(Game, "reasons", faulty)
    tally = fuzz("mobile_war", 1, 5, scenario="intervention")
    assert tally.finished == 1
    assert tally.errors > 0
    assert "planted" in tally.faults[0]
    assert tally.faults[0].startswith("seed 5, action")
    monkeypatch.setattr("parallel38.desk.moments", faulty)
    assert "planted" in read_files(60, 1).faults[0]
