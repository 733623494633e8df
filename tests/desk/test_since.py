"""What the other side did since a side's last turn, from the record alone."""

from pathlib import Path
from random import Random

import pytest

from parallel38 import desk
from parallel38.api import load, new_game
from parallel38.desk.since import span_for
from parallel38.engine.game import Game
from parallel38.players.courses import turn_over
from tests.games.korean_war.field import field as operations
from tests.games.korean_war.test_activation import FAR
from tests.games.korean_war.test_combat import CENTRE, RING
from tests.games.mobile_war.field import field
from tests.games.yalu.table import table

RECORD = Path(__file__).parents[1] / "records" / "yalu-example-turn-0.2.0.record"


@pytest.fixture(scope="module")
def example() -> Game:
    """The Communist turn of the booklet's example, at the end of which the UN decides."""
    return load(RECORD)


def test_losses_of_both_sides_with_their_places_own_ones_first(example: Game):
    found = desk.since(example, "en", "un")
    assert found is not None
    own, other = found["losses"]
    assert (own["side"], other["side"]) == ("un", "communist")
    assert [(unit["id"], unit["hex"], unit["place"]) for unit in own["units"]] == [
        ("ROK-8", "1113", "Yongwon"),
        ("ROK-7", "0914", "Tokchon"),
        ("US-2", "0714", "Kujang-dong"),
    ]
    assert own["strength"] == 4 + 4 + 10
    assert len(other["units"]) == 6
    assert own["text"].startswith("The UN lost ROK 8th Division at Yongwon, ROK 7th Division at Tokchon, and US 2nd")
    drawn = desk.faces(example, [unit["face"] for unit in own["units"]])
    assert all(svg.startswith("<svg") for svg in drawn.values())
    assert len(drawn) == 3


def test_ground_fights_and_moves(example: Game):
    found = desk.since(example, "en", "un")
    assert found is not None
    taken = {row["side"]: row["names"] for row in found["ground"]}
    assert taken == {"communist": ["Yongwon", "Tokchon"], "un": []}
    results = {(fight["hex"], fight["code"], fight["rank"]) for fight in found["fights"]}
    assert {("1113", "D", 0), ("0914", "NR", 1), ("0317", "-", 2)} <= results, (
        "a code has its colour, whatever came of it"
    )
    way = next(move for move in found["moves"] if "PVA-40-118" in move["units"])
    assert way["path"] == ["0812", "0813", "0814"]
    assert way["text"] == "PVA 118th Division went from Huichon to 0814."
    shortly = next(move for move in found["moves"] if "PVA-20-58" in move["units"])
    assert (shortly["path"][0], shortly["path"][-1]) == ("1011", "1113"), "the move and the advance are one way"


def test_what_is_told_is_told_in_words(example: Game):
    for language, title in (
        ("en", "Nov IV 1950: the turn of the Communist side"),
        ("es", "Nov IV 1950: el turno del bando comunista"),
    ):
        found = desk.since(example, language, "un")
        assert found is not None
        parts = ("losses", "places", "ground", "fights", "came", "moves")
        assert found["title"] == title
        assert found["lines"] == [row["text"] for part in parts for row in found[part] if row["text"]]
        assert any("Yongwon" in line for line in found["lines"])


def test_the_side_that_has_played_on_has_nothing_to_be_told(example: Game):
    assert desk.since(example, "en", "communist") is None
    assert desk.since(new_game("yalu"), "en", "un") is None


def test_it_stays_while_the_side_plays_its_own_turn(example: Game):
    before = span_for(example, "un")
    own = example.copy()
    own.play("end")
    assert span_for(own, "un") == before
    assert span_for(own.at(before.to), "un") == before  # type: ignore[union-attr]


def test_cities_that_changed_hands():
    game = field({"1938": "NK-4", "2541": "ROK-1/7"}, side="communist", phase="first", turn=3)
    game.play("move NK-4 1939")
    while game.decider == "communist":
        game.play("end")
    found = desk.since(game, "en", "un")
    assert found is not None
    assert [(row["name"], row["side"]) for row in found["places"]] == [("Seoul", "communist")]
    assert found["places"][0]["text"] == "Seoul is in the hands of the Communist side now."


def test_a_summary_is_named_by_the_turn_that_it_tells_of():
    game, rng = new_game("yalu", seed=3), Random(3)
    first = game.turn
    while game.turn == first or game.decider != "communist":
        game.play(game.sample(rng))
    found = desk.since(game, "en", "communist")
    assert found is not None
    assert found["title"] == "Nov IV 1950: the turn of the UN"


def test_many_arrivals_of_a_regiment_are_one_line():
    game = new_game("forgotten_war", scenario="chosin", seed=7)
    rng = Random(7)
    while game.decider == "communist":
        game.play(game.sample(rng))
    found = desk.since(game, "en", "un")
    assert found is not None
    [row] = [row for row in found["came"] if "265th" in row["text"]]
    assert len(row["units"]) == len(row["hexes"]) == 3
    assert row["text"] == "Chinese 265th Regiment (3 companies) arrived at 3241, 3337, and 2735."
    assert row["hex"] == row["hexes"][0]
    assert sum("266th" in row["text"] for row in found["came"]) == 2, "two companies are named one by one"
    told = desk.since(game, "es", "un")
    assert told is not None
    assert "3 compañías del 265.º Regimiento chino llegan a 3241, 3337 y 2735." in told["lines"]


def test_own_arrivals_are_no_part_of_the_other_sides_turn():
    """The end of the UN's turn brings a Communist supply unit, which the Communists hear of in their own turn."""
    game = new_game("mobile_war", seed=1)
    while game.rules.phase_key(game.state) != "phase.un_second_movement":
        game.play("end")
    game.play("move ROK-1/7 2037")
    while game.decider != "communist":
        game.play("end")
    found = desk.since(game, "en", "communist")
    assert found is not None
    assert [(row["side"], row["units"]) for row in found["moves"]] == [("un", ["ROK-1/7"])]
    assert found["came"] == []


def test_a_bug_out_is_a_part_of_the_turn_that_it_interrupts():
    """The UN decides in the middle of the Communist turn: before and after it the summary has one beginning."""
    game = table({"0714": "US-2", "0712": "PVA-40-118", "0814": "PVA-38-112, PVA-38-113"}, turn=3)
    game.play("move PVA-40-118 0713")
    game.play("end")
    assert (game.decider, span_for(game, "un")) == ("un", (0, 2))
    sofar = desk.since(game, "en", "un")
    assert sofar is not None
    assert sofar["open"]
    assert sofar["title"].endswith("the turn of the Communist side so far")
    game.play("bugout US-2 0714-0614-0515-0615-0616-0617")
    game.play("advance PVA-40-118")
    assert game.rules.phase_key(game.state) == "phase.un_bombardment"
    assert span_for(game, "un") == (0, 4)
    found = desk.since(game, "en", "un")
    assert found is not None
    assert (found["open"], "so far" in found["title"]) == (False, False)
    assert [(move["units"], move["n"]) for move in found["moves"]] == [(["PVA-40-118"], 4), (["US-2"], 3)], (
        "each with the last action that led it on"
    )
    game.play("end")
    assert span_for(game, "un") == (0, 4), "it stays in one's own turn"


def test_the_choice_of_losses_is_a_part_of_the_turn_that_asks_for_it():
    """In a segment in which the sides take turns, who is asked in the middle of an operation has no turn of its own."""
    units = {CENTRE: "ROKR-12", RING[1]: "ROKR-13", RING[0]: "NK-6", RING[5]: "NK-7", **FAR}
    game = operations(units, side="communist", turn=2, dice=[8] * 4)
    game.play("attack NK-6")
    assert game.decider == "un"
    assert not turn_over(game.rules, game.state, "communist"), "its plan is not told yet"
    game.play("lose ROKR-12")
    assert span_for(game, "un") == (0, game.number)
    found = desk.since(game, "en", "un")
    assert found is not None
    assert (found["open"], "so far" in found["title"]) == (True, True)
    assert [unit["id"] for unit in found["losses"][0]["units"]] == ["ROKR-12", "ROKR-13"]


def test_what_became_of_units_is_told_with_their_number_in_every_game():
    units = {CENTRE: "NK-6 fatigued", RING[1]: "NK-7 fatigued", RING[0]: "US-2", RING[5]: "US-3", **FAR}
    game = operations(units, turn=2, dice=[8])
    game.play("attack US-2")
    game.play("lose NK-6")
    for language, words in (("en", "Reduced: 1 division; strength 12"), ("es", "Reducidas: 1 división; fuerza 12")):
        found = desk.since(game, language, "communist")
        assert found is not None
        assert found["losses"][0]["also"] == [words]
