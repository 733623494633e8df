"""A title of the tests' own, with two boards, two editions and dice of other kinds, is played without a page."""

from pathlib import Path

import pytest

from parallel38 import load, new_game
from parallel38.account import account
from parallel38.engine.chance import Dice, Throw
from parallel38.engine.records import Record
from parallel38.engine.titles import Title
from parallel38.fuzz import fuzz
from tests.test_terminal import Sitting

SETTINGS = (("first", "ford"), ("second", "ford"), ("second", "ridge"))
UP_TO_A_SHOT = {
    "first": ("step B-1 0202", "end", "step R-1 0403", "fire R-1 0202"),
    "second": ("step B-1 0302", "end", "fire B-1 0503"),
}


@pytest.mark.parametrize(("edition", "scenario"), SETTINGS)
def test_random_games_keep_the_invariants(small: Title, edition: str, scenario: str):
    tally = fuzz("small", 15, 1, edition=edition, scenario=scenario)
    assert (tally.finished, tally.faults) == (15, [])
    assert tally.decisions > 100


@pytest.mark.parametrize(("edition", "dice"), [("first", (0,)), ("second", (1, 6))])
def test_a_record_keeps_dice_of_other_kinds(small: Title, tmp_path: Path, edition: str, dice: tuple[int, ...]):
    game = new_game("small", edition=edition, dice=Dice.scripted(dice))
    kept = Record.create(tmp_path / "a.record", game)
    for line in UP_TO_A_SHOT[edition]:
        kept.play(line)
    assert game.last.action == Throw(dice)
    again = load(tmp_path / "a.record")
    assert (again.hash(), again.number) == (game.hash(), game.number)
    told = {event.text for event in game.last.events}
    assert told == ({"reduced"} if edition == "first" else {"reduced", "pinned"})
    luck = {(one.kind, one.got, one.expected) for one in account(game).luck}
    assert {expected for _, _, expected in luck} == ({4.5} if edition == "first" else {3.5})
    assert sorted(got for _, got, _ in luck) == sorted(dice)


def test_the_terminal_asks_for_each_die_by_its_name_and_tells_what_it_may_show(small: Title, tmp_path: Path):
    sitting = Sitting(tmp_path / "a.record", new_game("small", edition="second", dice=Dice.ask()))
    sitting.says(*UP_TO_A_SHOT["second"])
    assert "white die (1 to 6)" in sitting.prompts()
    assert "red die (1 to 6)" in sitting.says("roll 7,1")
    told = sitting.says("1,6")
    assert "1st red company loses a step" in told
    assert "1st red company is pinned" in told
