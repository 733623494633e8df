"""What computer players say is true: plans are told with what became of them, fears with their chance."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from parallel38 import desk, load
from parallel38.cli.app import app
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES
from parallel38.games import title
from parallel38.lab.play import Task
from parallel38.lab.reasons import Checked, check, lost, played
from parallel38.players.courses import Courses, turn_over
from parallel38.players.fears import Post, chance, worst
from parallel38.players.thoughts import Saying, Thought, completed, remembered, standing

from .games.mobile_war.field import field
from .games.yalu.table import table

RECORDS = Path(__file__).parents[1] / "docs" / "games"
NEAR = {"0714": "NKPA-5", "0715": "US-25", "0515": "ROK-7"}
SNEAK = "move NKPA-5 0714-0813-0714~0614"


def thinks(game: Game, side: str, *sayings: Saying) -> Thought:
    """What a side had in mind when the first action was played."""
    turn = game.rules.turn_name(game.at(0).state)
    return Thought(1, f"{game.entry_hash(game.entries()[1]):016x}", turn, side, "veteran", sayings)


def attack(h: str, *units: str, odds: str = "3:1") -> Saying:
    return Saying("reason.free", {"hex": h, "units": [*units], "target_units": [], "odds": odds, "n": 0}, "D-10.3.3")


def finish(game: Game, side: str) -> None:
    """Nothing more is done in a side's player turn."""
    turn = game.turn
    while game.turn == turn and not turn_over(game.rules, game.state, side):
        game.play("end")


def ending(game: Game, one: Thought) -> list[tuple[str, dict[str, Any]]]:
    """What became of a thought."""
    found = completed([one], game)[0]
    assert found.sayings[: len(one.sayings)] == one.sayings
    return [(said.text, said.args) for said in found.sayings[len(one.sayings) :]]


# ------------------------------------------------------------------------------------------------ what became of plans


@pytest.mark.parametrize(("die", "became"), [(6, "became.stopped"), (1, "became.unmade")])
def test_an_attack_that_a_die_has_spoiled_is_told_as_such(die: int, became: str):
    game = table(NEAR, dice=[die])
    game.play(SNEAK)
    one = thinks(game, "communist", attack("0515", "NKPA-5"))
    assert ending(game, one) == [], "not before the player turn is over"
    finish(game, "communist")
    units = {"units": ["NKPA-5"]} if die == 6 else {}
    assert ending(game, one) == [(became, {"hex": "0515", **units})]


def test_who_gets_there_without_a_die_and_does_not_is_late():
    game = table(NEAR)
    game.play("move NKPA-5 0714-0813")
    one = thinks(game, "communist", attack("0515", "NKPA-5"))
    finish(game, "communist")
    assert ending(game, one) == [("became.late", {"hex": "0515", "units": ["NKPA-5"]})]


def test_where_nobody_stands_any_more_nobody_is_attacked():
    game = table({"0714": "NKPA-5", "0715": "US-25"})
    game.play("move NKPA-5 0714-0813")
    one = thinks(game, "communist", attack("0515", "NKPA-5"))
    finish(game, "communist")
    assert ending(game, one) == [("became.gone", {"hex": "0515"})]


@pytest.mark.parametrize(("dice", "became"), [([1, 1, 1], "became.destroyed"), ([6, 6, 6], "became.held")])
def test_an_attack_is_told_with_its_odds_and_what_it_did(dice: list[int], became: str):
    units = {"0914": "ROK-7", "0913": "PVA-38-112, PVA-38-113", "0813": "PVA-38-114"}
    game = table(units, asp=3, dice=dice)
    game.play("move PVA-38-114 0813-0814")
    one = thinks(game, "communist", attack("0914", "PVA-38-112", "PVA-38-113", "PVA-38-114"))
    while "attack" not in {offer.verb for offer in game.offers()}:
        game.play("end")
    game.play("attack 0914")
    while not turn_over(game.rules, game.state, "communist"):
        fires = game.decider == "communist" and not game.why_not("fire ROK-7")
        game.play("fire ROK-7" if fires else "end" if not game.why_not("end") else next(game.legal_actions()))
    assert [(text, args["hex"], args["odds"]) for text, args in ending(game, one)] == [(became, "0914", "3:1")]
    assert ending(game, thinks(game, "communist")) == [("became.besides", {"hexes": ["0914"]})], "nothing was told"


def test_what_was_taken_back_has_become_of_nothing():
    game = table(NEAR, dice=[6, 1])
    game.play(SNEAK)
    one = thinks(game, "communist", attack("0515", "NKPA-5"))
    finish(game, "communist")
    assert [text for text, _ in ending(game, one)] == ["became.stopped"]
    game.take_back(one.n)
    assert standing([one], game) == [one]
    assert ending(game, one) == []
    game.take_back(one.n - 1)
    assert standing([one], game) == []


def test_lines_roads_and_ships_that_were_only_planned():
    units = {"2226": "US-2, US-3", "2424": "PVA-38-112", "1815": "ROK-6"}
    game = table(units, phase="un_movement", turn=5)
    game.play("end")
    line = Saying("reason.line", {"hexes": ["2226", "2224"], "n": 2}, "D-8.1.1")
    sail = Saying("reason.sail", {"units": ["ROK-6"]}, "D-9.3.5.1")
    apart = Saying("reason.apart", {"unit": "US-3"}, "D-9.3.3.2")
    one = thinks(game, "un", line, sail, apart)
    told = [("became.unmanned", {"hexes": ["2224"]}), ("became.ashore", {"units": ["ROK-6"]})]
    assert ending(game, one) == [*told, ("became.whole", {"unit": "US-3"})]


def test_a_played_turn_is_told_to_its_end():
    """A turn of veterans: every attack that is told of has its end, for the page and for the log."""
    setting = title("yalu").setting()
    game, thoughts = played(Task(setting, 6, {"un": "veteran", "communist": "veteran"}, turns=1))
    told = standing(thoughts, game)
    assert [(one.turn, one.side) for one in told] == [("Nov IV", "communist"), ("Nov IV", "un")]
    hexes = {h for said in told[0].sayings if "odds" in said.args for h in [said.args["hex"]]}
    for language in LANGUAGES:
        lines = desk.thoughts(game, told, language)[0]["lines"]
        planned = [line for line in lines if line["n"] == told[0].n]
        ended = [line for line in lines if line["n"] > told[0].n]
        assert len(planned) == len(told[0].sayings)
        assert hexes <= {h for line in ended for h in line["hexes"]}
        assert not any("{" in line["text"] or "became." in line["text"] or "…" in line["text"] for line in lines)


def test_the_log_of_a_record_tells_what_became_of_it():
    game = load(RECORDS / "yalu-seoul-holds.record")
    first, *_ = completed(standing(remembered(game), game), game)
    ended = next(said for said in first.sayings if said.n)
    lines = [line for line in Reporter(game, "en").history() if line.startswith(f"{ended.n}. What became of the plan")]
    assert len(lines) == 1
    assert Reporter(game, "en").note(ended.text, ended.args, ended.rule) in lines[0]


def test_both_plans_of_a_player_turn_are_one_thought():
    setting = title("mobile_war").setting(scenario="stalemate")
    game, thoughts = played(Task(setting, 3, {"un": "veteran", "communist": "veteran"}, turns=3))
    told = standing(thoughts, game)
    assert len(told) < len(thoughts)
    assert len({(one.turn, one.side) for one in told}) == len(told)
    later = [said for one in told for said in one.sayings if said.n]
    assert "reason.fear" in {said.text for said in later}
    assert {said.text for said in later} <= {"reason.fear", "reason.hold"}


# --------------------------------------------------------------------------------------------------------------- fears


def happened(game: Game, side: str, h: str, first: int = 1) -> bool | None:
    courses = Courses(game, 0)
    course = courses.of(side, first, game.rules.turn_name(game.at(first - 1).state))
    assert course is not None
    return lost(courses, course, game.rules.names.place_code(h))


@pytest.mark.parametrize("attacked", [True, False])
def test_a_post_is_lost_with_its_hex_or_units_before_the_enemy_s_next_turn_is_over(attacked: bool):
    units = {"2138": "ROK-17/Cap", "2137": "NK-1, NK-2", "2037": "NK-3, NK-4", "3356": "US-24"}
    game = field(units, phase="second", turn=2, dice=[1] * 9)
    game.play("end")
    while game.rules.phase_key(game.state) != "phase.communist_combat":
        game.play("end")
    assert happened(game, "un", "2138") is None, "the enemy's turn is not over"
    if attacked:
        game.play("attack 2138 NK-1,NK-2,NK-3,NK-4")
    while not turn_over(game.rules, game.state, "communist"):
        game.play("end" if not game.why_not("end") else next(game.legal_actions()))
    assert happened(game, "un", "2138") is attacked
    assert happened(game, "un", "3356") is False
    assert happened(game, "un", "1228") is False, "nobody was there"


def test_chances_are_weighed():
    weights = {"base": 0.0, "odds": 1.0}
    posts = [Post(h, {"odds": odds}) for h, odds in enumerate((-9.0, 0.0, 2.0, 1.0, 3.0))]
    assert chance(posts[1], weights) == 0.5
    assert [h for _, h in worst(posts, weights)] == [4, 2, 3]
    assert worst(posts[:1], weights) == [], "what hardly happens is not told of"


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "scenario", "turns", "seeds"),
    [("yalu", "nov-iv", 5, (7001, 7002)), ("mobile_war", "invasion", 9, (7001, 7002))],
)
def test_what_veterans_say_holds_in_a_few_games(game: str, scenario: str, turns: int, seeds: tuple[int, ...]):
    """Told chances and what happened differ by no more than chance explains; no told attack is left uncorrected."""
    found = Checked()
    for seed in seeds:
        setting = title(game).setting(scenario=scenario)
        check(found, *played(Task(setting, seed, {"un": "veteran", "communist": "veteran"}, turns=turns)))
    assert len(found.fears) > 25
    chances = [fear.told / 100 for fear in found.fears]
    error = sqrt(sum(p * (1 - p) for p in chances))
    assert abs(sum(chances) - sum(fear.happened for fear in found.fears)) < 2.5 * error
    attacks = found.to_plain()["attacks"]
    assert attacks["told"] > 10
    assert attacks["made"] + attacks["corrected"] == attacks["told"]


def test_the_command_reads_records_and_plays():
    run = CliRunner().invoke
    record = str(RECORDS / "yalu-seoul-holds.record")
    plain = json.loads(run(app, ["lab", "reasons", "yalu", "--record", record, "--json"]).stdout)
    assert list(plain) == ["games", "fears", "attacks", "others"]
    assert plain["games"] == 1
    assert plain["attacks"]["told"] == sum(plain["attacks"][key] for key in ("made", "corrected", "false")) > 20
    assert sum(band["n"] for band in plain["fears"]["bands"]) == plain["fears"]["n"]
    for language, word in (("en", "Fears that were told"), ("es", "Temores expresados")):
        said = run(app, ["--lang", language, "lab", "reasons", "yalu", "--record", record]).stdout
        assert word in said
        assert "lab." not in said
        assert "said." not in said
