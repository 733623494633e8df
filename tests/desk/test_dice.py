"""Dice of all kinds as pages see them: each die, each reading, tables by label, luck; and the parts of a turn."""

import pytest

from parallel38 import desk
from parallel38.account import account
from parallel38.desk.reporter import Reporter
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from tests.rolling import rolling


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with typed dice."""
    return rolling(Dice.ask(), monkeypatch)


def test_dice_that_are_waited_for_are_told_one_by_one(game: Game, monkeypatch: pytest.MonkeyPatch):
    look = game.rules.look()
    monkeypatch.setattr(game.rules, "look", lambda: {**look, "die": {"red": {"fill": "#aa0000", "ink": "#ffffff"}}})
    game.play("aim mixed")
    found = desk.situation(game, "en")
    assert found["roll"]["dice"] == 3
    white, _, red = found["roll"]["pool"]
    assert white == {"name": "white", "text": "white die", "faces": 6, "lowest": 1, "fill": None, "ink": None}
    assert (red["faces"], red["lowest"], red["fill"], red["ink"]) == (10, 0, "#aa0000", "#ffffff")
    assert "white die (1 to 6), white die (1 to 6), and red die (0 to 9)" in found["prompt"]
    assert "red die (0 to 9)" in Reporter(game, "en").prompt()


def test_a_single_die_with_other_faces_says_which(game: Game):
    game.play("aim ten")
    assert "0 to 9" in Reporter(game, "en").prompt()
    assert "de 0 a 9" in Reporter(game, "es").prompt()


def test_entries_tell_how_dice_were_read(game: Game):
    for line in ("aim usual", "roll 3,4", "aim two", "roll 3,5"):
        game.play(line)
    usual, two = (entry for entry in desk.log(game, "en") if entry["dice"])
    assert usual["readings"] == [{"name": None, "text": None, "label": "7"}]
    assert (two["dice"], [die["name"] for die in two["pool"]]) == ([3, 5], ["white", "red"])
    assert two["readings"] == [
        {"name": "white", "text": "white die", "label": "3"},
        {"name": "red", "text": "retreat", "label": "5"},
    ]


def test_a_preview_has_a_table_for_each_reading(game: Game):
    odds = desk.plan(game, "aim two", "en")["odds"]
    white, red = odds["branches"]
    assert (white["reading"], red["reading"], red["reading_text"]) == ("white", "red", "retreat")
    assert [row["label"] for row in white["rows"]] == ["1", "2", "3", "4", "5", "6"]
    assert [row["chance"] for row in red["rows"]] == [pytest.approx(1 / 6)] * 6
    (usual,) = desk.plan(game, "aim usual", "en")["odds"]["branches"]
    assert usual["reading"] is None
    assert [round(36 * row["chance"]) for row in usual["rows"]] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    (ten,) = desk.plan(game, "aim ten", "en")["odds"]["branches"]
    assert [row["label"] for row in ten["rows"]] == [str(n) for n in range(10)]


def test_every_reading_of_a_throw_can_be_checked(game: Game):
    game.play("aim mixed")
    game.play("roll 2,3,7")
    found = desk.roll(game, game.number, "en")
    assert [die["faces"] for die in found["pool"]] == [6, 6, 10]
    white, red = found["readings"]
    assert (white["label"], red["label"]) == ("5", "7")
    assert [fall["label"] for fall in white["falls"]] == [str(n) for n in range(2, 13)]
    assert [fall["label"] for fall in red["falls"]] == [str(n) for n in range(10)]
    assert [(fall["label"], fall["text"]) for fall in red["falls"] if fall["fell"]] == [("7", "7 hexes back")]
    assert [fall["text"] for fall in white["falls"] if fall["fell"]] == ["5 steps are lost"]


def test_a_frame_may_read_dice_in_its_own_way(game: Game):
    game.play("aim row")
    game.play("roll 3,5")
    (reading,) = desk.roll(game, game.number, "en")["readings"]
    assert (reading["label"], len(reading["falls"])) == ("35", 36)


def test_luck_counts_each_reading_for_what_it_shows(game: Game):
    for line in ("aim two", "roll 6,1", "aim two", "roll 5,2", "aim usual", "roll 6,6"):
        game.play(line)
    found = {row.kind: (row.rolls, row.got, float(row.expected)) for row in account(game).luck}
    assert found == {"white": (2, 11, 7.0), "red": (2, 3, 7.0), "dice": (1, 12, 7.0)}
    lines = "\n".join(Reporter(game, "en").account(account(game)))
    assert "retreat" in lines
    assert "white die" in lines


# ------------------------------------------------------------------------------------------------------ parts of a turn


def course(game: Game) -> list[tuple[str | None, str, str]]:
    return [(p["part"], p["key"].removeprefix("phase."), p["state"]) for p in desk.situation(game, "en")["phases"]]


def test_a_phase_may_stand_in_two_parts_of_a_turn(game: Game):
    first, second = "first half", "second half"
    for _ in range(2):
        game.play("end")
    assert course(game) == [
        (first, "weather", "done"),
        (first, "un_combat", "done"),
        (first, "un_movement", "now"),
        (second, "communist_supply", "next"),
        (second, "un_combat", "next"),
    ]
    game.play("end")
    assert [state for _, _, state in course(game)] == ["done", "done", "done", "skipped", "now"]
    assert desk.situation(game, "en")["part_text"] == "Second half"
    assert " · second half · " in Reporter(game, "en").heading()
    assert [moment["text"].count("second half") for moment in desk.moments(game, "en")] == [0, 0, 0]
    game.play("aim usual")
    game.play("roll 1,1")
    assert [moment["text"].count("second half") for moment in desk.moments(game, "en")] == [0, 0, 0, 1]
    assert [entry["part"] for entry in desk.log(game, "en")] == [first] * 4 + [second] * 2


def test_a_turn_may_lack_phases_of_the_turn_before(game: Game):
    for _ in range(4):
        game.play("end")
    assert game.turn == game.rules.turns[1]
    assert [(key, state) for _, key, state in course(game)] == [("communist_supply", "skipped"), ("un_combat", "now")]
    for at in range(game.number + 1):
        states = [state for _, _, state in course(game.at(at))]
        assert states.count("now") == 1, at
    game.play("aim usual")
    game.play("roll 1,1")
    assert [state for _, _, state in course(game)] == ["skipped", "now"]
    game.play("end")
    assert [state for _, _, state in course(game)] == ["now", "next", "next", "next", "next"]


def test_a_game_that_is_ended_in_a_short_turn_shows_how_far_it_came(game: Game):
    for _ in range(4):
        game.play("end")
    game.play("resign un")
    assert [state for _, _, state in course(game)] == ["skipped", "done"]


def test_stacks_show_the_weight_that_the_phase_needs(game: Game):
    found = [game.rules.weighed(game.state)]
    for _ in range(3):
        game.play("end")
        found.append(game.rules.weighed(game.state))
    assert found == ["", "fire", "", "close"]


def test_a_position_names_phase_and_part(game: Game):
    frames = game.to_position()["frames"]
    assert frames[0] == {"kind": "Sequence", "phase": "weather", "part": "first"}
