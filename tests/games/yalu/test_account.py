"""The account of a game: losses, luck and the verdict, on small games with known dice."""

from fractions import Fraction
from typing import Any

from parallel38.account import Account, Luck, account
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game

from .table import table
from .test_victory import ended, stacks


def luck_of(found: Account, kind: str, side: str = "communist") -> Luck:
    return next(row for row in found.luck if (row.kind, row.side) == (kind, side))


def fates_of(found: Account, side: str, what: str) -> dict[str, tuple[int, int]]:
    return {kind: (total.units, total.strength) for kind, total in found.fates[side][what].items()}


def assault(dice: list[int]) -> Game:
    """Three Chinese divisions attack a ROK division, which does not fire; the dice are for the assault."""
    game = table(
        {"1012": "PVA-40-118, PVA-40-119, PVA-40-120", "1113": "ROK-8", "0418": "US-24"},
        phase="communist_combat",
        frame={"kind": "Designation", "side": "communist"},
        dice=dice,
        asp=9,
        turn=12,  # nobody is surprised any more
    )
    game.play("attack 1113")
    game.play("end")
    if game.decider == "un":
        game.play("end")
    return game


def test_a_fire_is_weighed_against_every_way_that_its_dice_could_have_fallen():
    game = assault([1, 1])
    odds = game.odds("fire ROK-8")
    game.play("fire ROK-8")
    found = account(game)
    row = luck_of(found, "assault")
    unhurt = sum(o.chance for o in odds if not any(c[:2] == ("where", "ROK-8") or "neutral" in c[3] for c in o.changes))
    assert (row.rolls, row.expected) == (1, 1 - unhurt)
    assert 0 < row.expected < 1
    assert row.variance == row.expected * (1 - row.expected)
    assert row.got == 1


def test_low_dice_are_lucky_and_high_dice_are_not():
    low, high = (luck_of(account(_shot(dice)), "assault") for dice in ([1, 1], [6, 6]))
    assert (low.got, high.got) == (1, 0)
    assert low.expected == high.expected
    assert low.deviation > 0 > high.deviation


def _shot(dice: list[int]) -> Game:
    game = assault(dice)
    game.play("fire ROK-8")
    return game


def test_a_division_that_dies_whole_is_one_loss_with_its_printed_strength():
    found = account(_shot([1, 1]))
    assert fates_of(found, "un", "lost") == {"division": (1, 4)}
    assert fates_of(found, "communist", "lost") == {}
    assert [(t.name, t.lost["un"].units, t.lost["communist"].units) for t in found.turns] == [("Feb III", 1, 0)]


def test_infiltration_is_weighed_by_its_number():
    game = table({"0812": "PVA-40-118", "0714": "US-2"}, dice=[6], turn=2)
    chances = {o.chance for o in game.odds("move PVA-40-118 0812-0813~0814")}
    game.play("move PVA-40-118 0812-0813~0814")
    row = luck_of(account(game), "infiltration")
    assert (row.rolls, row.got) == (1, 0)
    assert {row.expected, 1 - row.expected} == chances


def test_weather_is_nobody_s_luck_and_its_mean_is_the_die_s():
    game = table({"0812": "PVA-40-118", "1722": "US-24"}, phase="un_movement", dice=[6, 3], turn=5)
    game.play("end")
    assert game.turn == "Jan I"
    row = luck_of(account(game), "weather", "")
    assert (row.rolls, row.got, row.expected) == (1, 6, Fraction(7, 2))


def test_a_unit_that_is_taken_apart_is_not_neutralized_again():
    game = table({"1722": "US-2 neutralized", "0812": "PVA-40-118"}, phase="un_movement")
    game.play("breakdown US-2")
    found = account(game)
    assert found.fates["un"] == {"lost": {}, "neutralized": {}, "returned": {}}


def test_what_comes_back_from_the_dead_is_counted():
    game = table({"2226": "US-24", "dead": "US-1/9/2"}, phase="un_movement", turn=5)
    game.play("place US-1/9/2 2226")
    found = account(game)
    assert fates_of(found, "un", "returned") == {"battalion": (1, 1)}
    assert fates_of(found, "un", "lost") == {}


def test_the_verdict_says_how_much_was_missing():
    found = account(ended({}))
    key, args = found.verdict
    assert (found.winner, found.rule, key) == ("un", "D-20.3", "verdict.short")
    assert (args["short"], args["short_beside"], args["short_seoul"]) == (72, 36, 2)
    assert found.turns[-1].standing == {"south": 0, "seoul": 0, "cities": 5}


def test_the_verdict_says_how_much_was_to_spare():
    game = ended(stacks(8, seoul=2))
    found = account(game)
    key, args = found.verdict
    assert (found.winner, found.rule, key) == ("communist", "D-20.1", "verdict.seoul")
    assert (args["south"], args["seoul"], args["margin"]) == (40, 2, 4)


def test_the_words_are_there_in_both_languages():
    game = _shot([1, 1])
    english, spanish = ("\n".join(Reporter(game, language).account(account(game))) for language in ("en", "es"))
    assert "lost: 1 division; strength 4" in english
    assert "assaults, enemy units neutralized or worse: expected 0." in english
    assert "perdidas: 1 división; fuerza 4" in spanish
    assert "se esperaba 0," in spanish
    over = ended({})
    assert "the UN has won (20.3)" in "\n".join(Reporter(over, "en").account(account(over)))


def test_the_account_is_plain_data_for_others():
    plain: dict[str, Any] = account(_shot([1, 1])).to_plain()
    row = next(r for r in plain["luck"] if r["kind"] == "assault")
    assert isinstance(row["expected"], float)
    assert {"kind", "side", "rolls", "got", "expected", "variance", "deviation", "word"} == set(row)
    assert plain["fates"]["un"]["lost"]["division"] == {"units": 1, "strength": 4}


def test_asking_changes_nothing():
    game = _shot([1, 1])
    before = (game.hash(), game.number)
    account(game)
    assert (game.hash(), game.number) == before
