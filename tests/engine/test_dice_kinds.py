"""Dice that differ: names, faces and lowest figures; how they are thrown, typed, written, read and refused."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from parallel38.engine import bounds
from parallel38.engine.chance import Dice, Die, Roll, keyed_dice, readings, rows
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, RefusedError
from parallel38.engine.lines import all_lines, rebuild
from parallel38.engine.previews import Row
from parallel38.engine.sequence import Sequence
from parallel38.engine.state import say_frames
from parallel38.engine.trials import try_out
from parallel38.engine.values import from_plain, to_plain
from parallel38.fuzz.games import check_invariants
from tests.rolling import ROLLS, RULE, TITLE, Shot, rolling


def test_a_roll_of_old_is_written_as_it_was():
    rules = rolling().rules
    said = say_frames((Sequence("weather"), Roll("weather", 2, RULE)), rules)
    assert said == (
        b'{"kind":"Sequence","phase":"weather"}',
        b'{"kind":"Roll","purpose":"weather","dice":2,"rule":"D-4.1.1","faces":6,"lowest":1}',
    )


@pytest.mark.parametrize("roll", ROLLS.values())
def test_rolls_come_back_from_files(roll: Roll):
    rules = rolling().rules
    assert from_plain(to_plain(roll, rules.names), rules.frames, rules.names) == roll


def old_keyed_dice(secret: str, key: str, n: int, faces: int, lowest: int) -> tuple[int, ...]:
    """Dice as every version up to 0.11 made them."""
    out, block, fair = list[int](), 0, 256 - 256 % faces
    while len(out) < n:
        digest = hmac.digest(secret.encode(), f"{key}|{block}".encode(), hashlib.sha256)
        out += [byte % faces + lowest for byte in digest if byte < fair]
        block += 1
    return tuple(out[:n])


@pytest.mark.parametrize(("n", "faces", "lowest"), [(1, 6, 1), (2, 6, 1), (4, 6, 1), (1, 10, 0), (4, 100, 1)])
def test_keyed_dice_fall_as_they_always_did(n: int, faces: int, lowest: int):
    roll = Roll("weather", n, RULE, faces, lowest)
    for i in range(200):
        assert keyed_dice("secret", f"0|Nov IV|x|{i}", roll) == old_keyed_dice(
            "secret", f"0|Nov IV|x|{i}", n, faces, lowest
        )


def test_each_die_of_a_mixed_roll_has_its_own_faces():
    seen = [Counter[int]() for _ in range(3)]
    for i in range(4000):
        for die, shown in zip(seen, keyed_dice("secret", str(i), ROLLS["mixed"]), strict=True):
            die[shown] += 1
    assert [sorted(die) for die in seen] == [list(range(1, 7))] * 2 + [list(range(10))]
    assert max(seen[0].values()) < 800
    assert max(seen[2].values()) < 500


def test_outcomes_are_exact_for_any_dice():
    found = list(ROLLS["mixed"].outcomes())
    assert len({dice for dice, _ in found}) == len(found) == 360
    assert {chance for _, chance in found} == {Fraction(1, 360)}


def told(how: str, *dice: int) -> list[tuple[str, str]]:
    roll = ROLLS[how]
    return [(name, label) for name, label, _ in readings((Sequence("weather"), Shot(how), roll), dice)]


def test_dice_are_read_by_label():
    assert told("usual", 3, 4) == [("", "7")]
    assert told("ten", 0) == [("", "0")]
    assert told("two", 3, 5) == [("white", "3"), ("red", "5")]
    assert told("mixed", 3, 5, 9) == [("white", "8"), ("red", "9")]
    assert told("row", 3, 5) == [("", "35")], "the frame that asked reads the dice"


def test_a_table_has_the_chance_of_every_label():
    table = rows(Shot("usual"), ROLLS["usual"], lambda reading: "D" if reading.value < 4 else "-")
    assert table[0] == Row("2", "D", Fraction(1, 36))
    assert [row.label for row in table] == [str(n) for n in range(2, 13)]
    assert table[5] == Row("7", "-", Fraction(1, 6))
    red = rows(Shot("mixed"), ROLLS["mixed"], lambda reading: reading.label, "red")
    assert [(row.key, row.chance) for row in red] == [(str(n), Fraction(1, 10)) for n in range(10)]


REFUSED = {
    "ten": ("roll 10", "One die from 0 to 9 is wanted here."),
    "two": ("roll 3,7", "These dice are wanted here, in this order: white die (1 to 6) and red die (1 to 6)."),
    "mixed": ("roll 6,6,10", "white die (1 to 6), white die (1 to 6), and red die (0 to 9)."),
}


@pytest.mark.parametrize("how", REFUSED)
def test_typed_dice_are_held_to_their_own_faces(monkeypatch: pytest.MonkeyPatch, how: str):
    line, words = REFUSED[how]
    game = rolling(Dice.ask(), monkeypatch)
    game.play(f"aim {how}")
    assert game.decider == CHANCE
    with pytest.raises(RefusedError, match=r".") as caught:
        game.play(line)
    assert words in str(caught.value)
    with pytest.raises(RefusedError):
        game.play("roll 1" if how != "ten" else "roll 1,1")
    highest = tuple(die.values[-1] for die in ROLLS[how].pool)
    game.play("roll " + ",".join(map(str, highest)))
    assert game.decider == "un"


def test_scripted_dice_are_held_to_their_own_faces():
    game = rolling(Dice.scripted([6, 6, 0]))
    game.play("aim mixed")
    assert game.last.action is not None
    assert game.notation(game.last.action) == "roll 6,6,0"
    game = rolling(Dice.scripted([6, 0, 6]))
    game.play("aim mixed")
    assert game.decider == CHANCE, "no white die shows 0"
    assert Dice.scripted([100]).script == (100,)
    with pytest.raises(BadInputError):
        Dice.scripted([101])


def test_dice_of_all_kinds_are_kept_and_checked():
    game = rolling(Dice.seed(3))
    for how in ROLLS:
        game.play(f"aim {how}")
    lines = all_lines(game).text.encode().splitlines()
    again = rebuild(lines, lambda name: TITLE, check_dice=True).game
    assert again.hash() == game.hash()


@pytest.mark.parametrize("how", ROLLS)
def test_a_position_holds_the_dice_that_are_asked_for_and_no_others(how: str):
    game = rolling(Dice.ask())
    game.play(f"aim {how}")
    s = game.state.copy()
    bounds.check(s)
    *below, roll = s.frames
    for wrong in (
        Roll.of("weather", RULE, Die("blue")),
        Roll.of("weather", RULE, *[Die("white", 8)] * len(roll.pool)),
        Roll("weather", 3, RULE, named=(Die("white"),)),
    ):
        s.frames = (*below, wrong)
        with pytest.raises(BadInputError):
            bounds.check(s)


def test_whatever_dice_a_position_waits_for_it_is_tried_out():
    for how in ROLLS:
        game = rolling(Dice.ask())
        game.play(f"aim {how}")
        assert try_out(game) is game


def test_the_fuzzer_throws_dice_of_all_kinds(monkeypatch: pytest.MonkeyPatch):
    game, rng = rolling(Dice.seed(5), monkeypatch), Random(5)
    monkeypatch.setattr("parallel38.fuzz.games.from_position", lambda plain: game)
    seen = Counter[str]()
    while sum(seen.values()) < 60:
        check_invariants(game, rng)
        for entry in game.play(game.sample(rng)):
            if entry.by == CHANCE:
                shot = entry.frames[-2]
                assert isinstance(shot, Shot)
                seen[shot.how] += 1
    assert set(seen) == set(ROLLS)


def test_odds_follow_dice_of_all_kinds():
    game = rolling()
    assert sum(outcome.chance for outcome in game.odds("aim mixed")) == 1
