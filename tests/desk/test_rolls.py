"""Rolls that can be checked, the filters of the log, and a player's own figures."""

from random import Random
from typing import Any

import pytest

from parallel38 import Game, desk, new_game
from parallel38.engine.chance import Dice, Roll, keyed_dice
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import LANGUAGES


@pytest.fixture(scope="module")
def played() -> Game:
    """A few turns of a random game with open dice."""
    game, rng = new_game("yalu", seed=1), Random(1)
    while game.number < 600:
        game.play(game.sample(rng))
    return game


def rolls(game: Game) -> list[dict[str, Any]]:
    return [entry for entry in desk.log(game, "en") if entry["dice"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_roll_can_be_checked(played: Game, language: str):
    seen = dict[str, int]()
    for entry in rolls(played):
        seen.setdefault(played.at(entry["n"] - 1).state.top.purpose.split()[0], entry["n"])
    assert len(seen) > 6
    for n in seen.values():
        found = desk.roll(played, n, language)
        made = keyed_dice(found["secret"], found["key"], Roll("any", len(found["dice"]), "D-4.1.1"))
        assert list(made) == found["dice"]
        (reading,) = found["readings"]
        (fell,) = [fall for fall in reading["falls"] if fall["fell"]]
        assert fell["label"] == reading["label"] == str(sum(found["dice"]))
        assert not found["lines"] or fell["text"] in found["lines"][0]
        assert not found["purpose"].lower().startswith("roll.")


def test_a_fire_is_read_on_the_combat_results(played: Game):
    n = next(e["n"] for e in rolls(played) if played.at(e["n"] - 1).state.top.purpose.startswith("fire"))
    found = desk.roll(played, n, "en")
    assert [chart["name"] for chart in found["charts"]] == ["combat"]
    (reading,) = found["readings"]
    assert [fall["label"] for fall in reading["falls"]] == [str(total) for total in range(2, 13)]


def test_the_secret_of_sealed_dice_is_told_at_the_end():
    game = new_game("yalu", dice=Dice.sealed("a secret"))
    game.play("place G-1 1507")
    game.play("move PVA-40-118 0812-0813~0814")
    n = rolls(game)[-1]["n"]
    assert desk.roll(game, n, "en")["secret"] is None
    assert desk.roll(game, n, "en")["seal"] == game.dice.seal
    game.play("resign un")
    assert desk.roll(game, n, "en")["secret"] == "a secret"


def test_where_nothing_was_rolled_nothing_can_be_checked(played: Game):
    quiet = next(entry["n"] for entry in desk.log(played, "en") if entry["n"] and not entry["dice"])
    for n in (0, -1, quiet, 10_000):
        with pytest.raises(BadInputError):
            desk.roll(played, n, "en")


def test_entries_say_which_filters_show_them(played: Game):
    own = desk.words(played, "en")["words"]["filter"]
    assert list(own) == ["move", "combat"]
    found = desk.log(played, "en")
    kinds = {entry["n"]: set(entry["kinds"]) for entry in found}
    assert set.union(*kinds.values()) == {*own, "losses", "dice"}
    assert all(("dice" in kinds[entry["n"]]) == bool(entry["dice"]) for entry in found)
    verbs = {entry["do"].split()[0] for entry in found if entry["do"]}
    silent = {v for v in verbs if all(not kinds[e["n"]] for e in found if (e["do"] or "").startswith(v))}
    assert silent <= {"end"}
    game = new_game("yalu", seed=1)
    game.play("resign un")
    assert desk.log(game, "en")[-1]["kinds"] == ["talk"]


def test_every_verb_belongs_to_a_filter():
    rules = new_game("yalu", seed=1).rules
    listed = {word for words in rules.look()["log"].values() for word in words}
    assert set(rules.verbs) - listed == {"end", "roll", "resign", "draw"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_resigned_has_not_won_by_a_rule(language: str):
    game = new_game("yalu", seed=1)
    game.play("resign un")
    first, second = desk.account(game, language)["head"]
    assert "()" not in first
    assert "{" not in second


def test_own_figures_are_judged():
    good: dict[str, Any] = {"infiltration": {"clear": {"number": 6}}}
    found = desk.own_charts("yalu", good, "es")
    assert found["charts"] == good
    assert len(found["warnings"]) > 0
    assert desk.own_charts("yalu", "[infiltration]\nclear = {number = 1}", "en")["warnings"] == []
    for bad in ({"nothing": {}}, {"infiltration": {"clear": {"number": 99}}}, {"infiltration": 3}, "no TOML"):
        with pytest.raises(BadInputError):
            desk.own_charts("yalu", bad, "en")


def test_cells_say_what_may_stand_in_them():
    kinds = set[str]()
    for chart in desk.charts("yalu", "en"):
        for row in chart["rows"]:
            for cell in row["cells"]:
                kinds.add(cell["may"]["kind"])
                values = [choice["value"] for choice in cell["may"]["choices"]]
                assert not values or cell["value"] in values
    assert kinds >= {"number", "fraction", "word", "yes_no"}
