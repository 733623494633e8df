"""What pages and the terminal show of a Classic game: its own rules, in both languages, and nothing of Deluxe."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from parallel38 import desk, new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES, rule_number
from parallel38.games import title
from parallel38.games.yalu.players.commander import Commander
from parallel38.games.yalu.rules.commits import Commit
from parallel38.players.courses import Courses
from parallel38.players.nearest import nearest_player

from .table import battle

NUMBERS = {rule_number(rule["id"]) for rule in title("yalu").rules_of("classic")}
CHAPTERS = {str(rule["chapter"]) for rule in title("yalu").rules_of("classic")}
"""What phases cite."""
DELUXE = re.compile(r"(?i)\b\d{1,2}(\.\d+)+\b(?!%)|Deluxe|Ridgway|Communist Morale|moral comunista")
"""Numbers as Deluxe has them, and names that only its rules have."""


def parts(found: Any) -> Iterator[tuple[str, Any]]:
    """Every value of a plain dictionary, however deep, with its name."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield name, value
            yield from parts(value)
    elif isinstance(found, list | tuple):
        for one in found:
            yield from parts(one)


def faults(found: Any) -> set[str]:
    """Rules that are not of Classic, and texts that speak of Deluxe."""
    rules = {value for name, value in parts(found) if name in ("rule", "number") and isinstance(value, str)}
    texts = {
        value for _, value in parts(found) if isinstance(value, str) and " " in value and not value.startswith("<")
    }
    return {rule for rule in rules if rule.removeprefix("C-") not in NUMBERS | CHAPTERS | {""}} | {
        t for t in texts if DELUXE.search(t)
    }


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.long)])
def test_what_is_shown_names_classic_rules_alone(seed: int):
    game, rng = new_game("yalu", edition="classic", seed=seed), Random(seed)
    wrong: set[str] = set()
    while game.decider is not None and game.state.turn < 6:
        action = game.sample(rng)
        assert action is not None
        if rng.random() < 0.06:
            for language in LANGUAGES:
                wrong |= faults(desk.situation(game, language))
                wrong |= faults(desk.plan(game, game.notation(action), language))
                wrong |= faults({"texts": Reporter(game, language).prompt()})
                wrong |= faults(desk.hex_facts(game, "1209", language))
        game.play(action)
    for language in LANGUAGES:
        wrong |= faults(desk.log(game, language))
        wrong |= faults(desk.account(game, language))
    assert wrong == set()


def test_rules_and_chapters_of_classic_are_told_in_both_languages():
    for language in LANGUAGES:
        rules = desk.rules("yalu", language, "classic")
        assert {rule["number"] for rule in rules} == NUMBERS
        assert all(rule["tested"] and rule["enforced"] for rule in rules)


def test_options_are_told_as_the_edition_has_them():
    told = {one["name"]: one for one in desk.titles("en")[0]["options"] if "classic" in one["editions"]}
    assert set(told) == {"air-sorties", "setup"}
    assert (told["air-sorties"]["rule"], told["air-sorties"]["editions"]) == ("32", ["classic"])
    assert "by one" in told["air-sorties"]["blurb"]
    usual = {one["name"]: one for one in desk.titles("en")[0]["options"] if "deluxe" in one["editions"]}
    assert usual["air-sorties"]["rule"] == "22.4"
    assert "halves" in usual["air-sorties"]["blurb"]


def test_a_guided_turn_is_offered_for_deluxe_alone():
    assert [one["edition"] for one in desk.titles("en")[0]["tutorials"]] == ["deluxe"]


def test_goals_are_told_in_the_words_of_classic():
    game = new_game("yalu", edition="classic", seed=1)
    goals = desk.situation(game, "en")["goals"]
    assert {goal["rule"] for goal in goals} == {"3"}
    assert all("worth 72" in goal["wanted"] for goal in goals)
    assert not any("Classic" in goal["wanted"] for goal in goals), "it is no comparison"


def test_what_became_of_a_plan_knows_announced_fires():
    game, rng = new_game("yalu", edition="classic", seed=7), Random(7)
    players = {side: Commander("recruit", side) for side in game.rules.sides}
    aimed: set[str] = set()
    while game.state.turn == 1 and game.decider is not None:
        action = players[game.decider](game, rng)
        if isinstance(action, Commit) and game.decider == "communist":
            aimed.add(game.rules.names.place(game.state.where[action.targets[0]]))
        game.play(action)
    course = Courses(game, 0).of("communist", 1, "Nov III")
    assert course is not None
    assert {game.rules.names.place(h) for h in course.attacked} == aimed != set()


def test_a_player_that_knows_no_game_announces_each_fire_once():
    game = battle({"1020": "PVA-40-118, PVA-40-119, PVA-40-120", "1021": "ROK-1", "1121": "ROK-6"}, side="communist")
    announced = said(game)
    assert 0 < len(announced) <= 2
    assert len({*announced}) == len(announced)


def said(game: Game) -> list[str]:
    """The attacks that the nearest player announces until the subphase ends."""
    found: list[str] = []
    while type(game.state.top).__name__ == "Commitment" and len(found) < 5:
        action = nearest_player(game, Random(1))
        if action.verb() == "attack":
            found.append(game.notation(action))
        game.play(action)
    return found
