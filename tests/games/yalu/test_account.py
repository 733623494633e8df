"""The account of a game: losses, luck and the verdict, on small games with known dice."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from parallel38 import desk
from parallel38.account import Account, Luck, account
from parallel38.api import from_position, load
from parallel38.desk.reporter import Reporter
from parallel38.engine.chance import Dice, Throw
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


# ------------------------------------------------------------------------------------------------------ turning points


@pytest.fixture(scope="module")
def finished() -> Game:
    """A whole game, which the UN wins in the end."""
    return load(Path(__file__).parents[3] / "docs" / "games" / "yalu-seoul-holds.record")


@pytest.fixture(scope="module")
def told(finished: Game) -> Account:
    return account(finished)


def test_there_are_at_most_five_turning_points_each_with_an_action_of_its_own_in_their_order(told: Account):
    numbers = [point.n for point in told.points]
    assert len(numbers) == 5
    assert numbers == sorted(set(numbers))
    assert {point.kind for point in told.points} == {"lead", "losses", "luck"}


def test_the_last_turn_in_which_the_lead_passed_is_a_turning_point(finished: Game, told: Account):
    leads = [turn.lead for turn in told.turns]
    last = max(i for i in range(1, len(leads)) if leads[i - 1] * leads[i] < 0)
    point = told.points[-1]
    assert (point.kind, point.turn, point.side, point.passed) == ("lead", told.turns[last].name, "un", True)
    assert leads[last - 1] < 0 < leads[last]
    assert point.weight == leads[last] - leads[last - 1]
    south = [told.turns[i].standing["south"] for i in (last - 1, last)]
    assert point.figures["south"] == tuple(south)
    first, after = told.turns[last].first, told.turns[last + 1].first
    lead = [finished.rules.lead(finished.at(n).state) for n in range(first - 1, after)]
    gains = {first + i: lead[i + 1] - lead[i] for i in range(len(lead) - 1)}
    assert gains[point.n] == max(gains.values()) > 0


def test_the_action_with_the_greatest_losses_is_a_turning_point(finished: Game, told: Account):
    def lost(n: int) -> int:
        fates = finished.rules.casualties(entries[n].changes)
        return sum(fate.strength for fate in fates if fate.what == "lost")

    entries = {entry.number: entry for entry in finished.entries()}
    point = next(point for point in told.points if point.kind == "losses")
    assert lost(point.n) == point.weight == max(map(lost, entries)) == 15
    assert (point.side, point.hex, sorted(point.units)) == (
        *("communist", "2227"),
        ["PVA-39-116", "PVA-39-117", "PVA-42-126"],
    )


def test_an_unlikely_throw_is_a_turning_point_with_its_chance(finished: Game, told: Account):
    point = next(point for point in told.points if point.kind == "luck")
    assert finished.at(point.n).last.action == Throw((1, 1)), "nothing else destroys at these odds"
    assert (point.attacker, point.side, point.hex, point.chance) == ("un", "un", "2027", Fraction(1, 36))
    assert point.units == ["PVA-39-117", "PVA-40-118"]


def test_an_attack_that_hardly_could_fail_and_failed_was_luck_of_the_other_side(finished: Game):
    before = 831  # the Communists against the garrison of Inchon
    failed, done = (from_position(finished.at(before).to_position(), Dice.ask()) for _ in range(2))
    failed.play(Throw((6, 5)))
    done.play(Throw((3, 3)))
    (point,) = account(failed).points
    assert (point.kind, point.attacker, point.side, point.chance) == ("luck", "communist", "un", Fraction(1, 12))
    assert "luck" not in {point.kind for point in account(done).points}


def test_what_a_fight_cost_is_told_with_its_place():
    point = next(point for point in account(_shot([1, 1])).points if point.kind == "losses")
    assert (point.side, point.hex, point.units, point.weight) == ("un", "1113", ["ROK-8"], 4)


def test_the_lead_never_passes_to_one_side_twice_together(told: Account):
    passages = [point.side for point in told.points if point.passed]
    assert passages == ["communist", "un"], "Feb II, when it passed to the UN for the first time, would repeat May II"


def test_turning_points_are_told_in_words_with_names(finished: Game, told: Account):
    english, spanish = (desk.account(finished, language)["parts"][0] for language in ("en", "es"))
    assert (english["title"], spanish["title"]) == ("Turning points", "Momentos decisivos")
    assert [row["n"] for row in english["points"]] == [point.n for point in told.points]
    texts = [row["text"] for row in english["points"]]
    assert texts[0].endswith("destroyed. So good a throw for the UN has a chance of 2.8%.")
    assert texts[2].startswith("At 2227, the Communist side loses 3 units: ")
    assert texts[1] == "The lead passes to the Communist side (south of 38: 69 → 91; cities: 4 → 3)."
    assert texts[-1] == "The lead passes to the UN (south of 38: 82 → 70)."
    assert spanish["points"][-1]["text"] == "La ventaja pasa a la ONU (al sur del 38: 82 → 70)."
    line = "\n".join(Reporter(finished, "en").account(told))
    assert "May II 1951, action 2602: The lead passes to the UN" in line
