"""General course of play: phases, turns, who is first, when victory is judged."""

from random import Random

import pytest

from tests.games.mobile_war.field import field, new, play, said, why


def phases(game) -> list[str]:
    """The phases of a game-turn in which a side decides, when nobody does anything."""
    found: list[str] = []
    turn = game.state.turn
    while game.decider is not None and game.state.turn == turn:
        key = game.rules.phase_key(game.state).removeprefix("phase.")
        if not found or found[-1] != key:
            found.append(key)
        game.play("end")
    return [key for key in found if key.endswith(("movement", "combat"))]


@pytest.mark.rule("K-SEQ-1", "K-SEQ-5")
@pytest.mark.rule("K-SEQ-2", by="value")
@pytest.mark.parametrize(
    ("scenario", "first", "second"),
    [("invasion", "communist", "un"), ("intervention", "communist", "un"), ("stalemate", "un", "communist")],
)
def test_each_side_moves_fights_and_moves_again(scenario: str, first: str, second: str):
    order = [f"{side}_{phase}" for side in (first, second) for phase in ("first_movement", "combat", "second_movement")]
    assert phases(new(scenario)) == order
    game = new(scenario)
    while game.rules.phase_key(game.state) != f"phase.{first}_combat":
        game.play("end")
    assert why(game, "entrench NK-1") == ["K-SEQ-1"]


@pytest.mark.rule("K-SEQ-3", by="value")
@pytest.mark.parametrize(("scenario", "turns"), [("invasion", 17), ("intervention", 9), ("stalemate", 21)])
def test_a_game_has_its_number_of_turns(scenario: str, turns: int):
    game = new(scenario)
    while game.decider is not None:
        game.play("end")
    assert game.state.turn == turns == len(game.rules.turns)


@pytest.mark.rule("K-SEQ-4")
def test_victory_is_judged_after_the_last_second_movement_phase():
    game = field({"3356": "US-24", "1228": "NK-1"}, side="un", phase="combat", turn=17)
    play(game, "end")
    assert game.winner is None
    assert game.decider == "un"
    play(game, "end")
    assert game.decider is None


@pytest.mark.rule("K-SEQ-5")
def test_who_arrives_stands_there_before_the_first_move():
    game = field({"3356": "US-24", "1228": "NK-1"}, side="communist", phase="second", turn=6)
    entries = game.play("end")
    while game.rules.phase_key(game.state) != "phase.un_first_movement":
        entries += game.play("end")
    assert "arrive" in said(entries)
    assert len(game.state.stacks(0)[game.rules.names.grid.hex("3356")]) > 1


def test_a_random_game_of_the_invasion_ends():
    game, rng = new("invasion", seed=5), Random(5)
    for _ in range(400):
        if game.decider is None:
            break
        game.play(game.sample(rng))
    assert game.number > 100
