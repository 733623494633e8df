"""Playing, undo and redo, copies, odds, views; and full random games with the invariants."""

from random import Random

import pytest

from parallel38 import from_position, new_game
from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import RefusedError
from parallel38.engine.game import Game
from parallel38.engine.positions import write_position
from parallel38.fuzz import check_invariants, fuzz


def started(**more) -> Game:
    game = new_game("yalu", seed=1, **more)
    game.play("place G-1 1118")
    return game


def test_undo_and_redo_are_exact():
    game = started()
    hashes = [game.hash()]
    for action in ("move NKPA-24 1701-1601-1502", "move PVA-38-112 0912-0913", "move NKPA-5 1012-1013"):
        game.play(action)
        hashes.append(game.hash())
        assert game.hash() == f"{game.state.hash():016x}"
    for expected in reversed(hashes[:-1]):
        game.undo()
        assert game.hash() == expected == f"{game.state.hash():016x}"
    for expected in hashes[1:]:
        game.redo()
        assert game.hash() == expected == f"{game.state.hash():016x}"
    with pytest.raises(BadInputError) as caught:
        game.redo()
    assert caught.value.key == "nothing_to_redo"


def test_a_new_action_ends_redo():
    game = started()
    game.play("move NKPA-24 1701-1601-1502")
    game.undo()
    game.play("move NKPA-5 1012-1013")
    with pytest.raises(BadInputError):
        game.redo()


def test_undo_stops_at_a_die_and_at_the_other_side():
    game = started()
    game.play("move PVA-20-58 1011-1012~1013")
    with pytest.raises(BadInputError) as caught:
        game.undo()
    assert caught.value.key == "undo_die"
    game = started()
    game.play("end")
    with pytest.raises(BadInputError) as caught:
        game.undo(by="un")
    assert caught.value.key == "undo_other"
    game.undo(by="communist")
    assert game.decider == "communist"
    fresh = new_game("yalu", seed=1)
    with pytest.raises(BadInputError) as caught:
        fresh.undo()
    assert caught.value.key == "nothing_to_undo"


def test_take_back_goes_behind_dice():
    game = started()
    before = game.hash()
    game.play("move PVA-20-58 1011-1012~1013")
    game.take_back(1)
    assert (game.hash(), game.branch) == (before, 1)
    with pytest.raises(BadInputError):
        game.take_back(99)


def test_a_refused_action_changes_nothing():
    game = started()
    before = (game.hash(), game.number, game.state.frames)
    with pytest.raises(RefusedError) as caught:
        game.play("move NKPA-5 1012-1113")
    assert caught.value.refusals[0].rule == "D-9.1.3"
    assert str(caught.value) == game.explain(caught.value.refusals[0])
    assert str(caught.value).endswith("[9.1.3]")
    assert "ocupado" in game.explain(caught.value.refusals[0], "es")
    assert (game.hash(), game.number, game.state.frames) == before


def test_a_copy_is_independent():
    game = started()
    copy = game.copy()
    copy.play("move NKPA-24 1701-1601-1502")
    assert game.hash() != copy.hash()
    assert game.number == 1
    game.play("move NKPA-5 1012-1013")
    assert copy.view()["actions"] == 2


def test_odds_follow_every_die_and_sum_to_one():
    game = started()
    before = game.hash()
    outcomes = game.odds("move PVA-20-58,PVA-20-59,PVA-20-60 1011-1012~1013")
    assert sum(o.chance for o in outcomes) == 1
    assert len(outcomes) == 8
    assert {str(o.chance) for o in outcomes} == {"1/8"}
    assert game.hash() == before
    assert len(game.odds("move NKPA-24 1701-1601-1502")) == 1
    for _ in range(4):  # movement, no attack, no bombardment, UN movement
        game.play("end")
    weather = game.odds("end")
    assert len({o.changes for o in weather}) == len(weather) == 6
    with pytest.raises(RefusedError):
        game.odds("move NKPA-5 1012-1113")


def test_a_view_is_plain_and_complete():
    view = started().view("un")
    assert (view["turn"], view["phase"], view["decider"]) == ("Nov IV", "phase.communist_movement", "communist")
    assert {u["id"]: u["place"] for u in view["units"]}["NKPA-24"] == "1701"
    assert view["track"]["asp"] == 12
    with pytest.raises(BadInputError):
        started().view("mars")


def test_seeds_are_numbers():
    for wrong in ("x", 1.5):
        with pytest.raises(BadInputError):
            new_game("yalu", seed=wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInputError):
        new_game("yalu", seed=1, dice=Dice.ask())
    assert new_game("yalu", seed=-5).decider == "communist"


def test_positions_round_trip_in_the_middle_of_dice():
    game = new_game("yalu", dice=Dice.ask())
    game.play("place G-1 1118")
    game.play("move PVA-20-58,PVA-20-59 1011-1012~1013")
    game.play("roll 2")
    text = write_position(game.to_position())
    again = from_position(text, Dice.ask())
    assert again.decider == "chance"
    assert write_position(again.to_position()) == text
    for g in (game, again):
        g.play("roll 6")
    assert game.hash() == again.hash()


def test_legal_actions_of_one_unit_are_accepted():
    game = started()
    actions = list(game.legal_actions(unit="PVA-40-118"))
    assert len(actions) > 20
    assert all(game.why_not(a) == [] for a in actions)
    with pytest.raises(BadInputError):
        list(game.legal_actions(unit="Nobody"))


@pytest.mark.long
def test_random_full_games_keep_the_invariants():
    """No dead end, no exception, undo and replay exact, pieces conserved, offers and judge of one mind."""
    tally = fuzz("yalu", 6, 101)
    assert tally.faults == []
    assert tally.finished == 6
    assert tally.decisions > 3000
    assert tally.rolls > 100


@pytest.mark.long
def test_random_games_with_the_option():
    tally = fuzz("yalu", 2, 7, options={"air-sorties": "on"})
    assert (tally.finished, tally.faults) == (2, [])


def test_a_close_look_at_many_situations():
    game, rng = started(), Random(11)
    for number in range(60):
        check_invariants(game, rng)  # raises InvariantError or DeadEndError
        game.play(game.sample(rng))
        assert game.number > number


def test_a_game_is_replayed_from_its_start():
    game = new_game("yalu", seed=5)
    rng = Random(5)
    for _ in range(60):
        game.play(game.sample(rng))
    told = [(entry, past.number, past.hash(), past.decider) for entry, past in game.replay()]
    assert [entry for entry, *_ in told] == game.entries()
    assert told[0][1:] == (0, game.at(0).hash(), game.at(0).decider)
    for entry, number, fingerprint, decider in told[1:]:
        before = game.at(entry.number - 1)
        assert (number, fingerprint, decider) == (before.number, before.hash(), entry.by)
    assert game.number == len(told) - 1, "the game itself stays where it is"


def test_one_journal_holds_all_that_an_action_changes():
    """Frames and markers too: written back, they are as they were."""
    game = new_game("yalu", seed=5)
    rng = Random(5)
    while not game.state.marks:
        game.play(game.sample(rng))
    s = game.state.copy()
    for entry in reversed(game.entries()[1:]):
        assert s.frames == entry.frames_after
        s.write(entry.changes, back=True)
        assert s.frames == entry.frames
    assert not s.marks
    assert s.hash() == game.at(0).state.hash()
