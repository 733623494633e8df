"""The guided turns: what a step says is so when it is read."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from parallel38 import new_game
from parallel38.desk import actions, plan, situation, titles, tutorial
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES

GUIDES = [(one["name"], guide) for one in titles("en") for guide in one["tutorials"]]
LONGEST = 25
"""Words of a sentence that is read beside a map."""


def steps(name: str, guide: dict[str, str], language: str = "en") -> Iterator[tuple[dict[str, Any], Game]]:
    """Each step, and the game as it stands when the step is read."""
    told = tutorial(name, language, **guide)
    dice = Dice.from_plain({"kind": "script", "script": told["dice"], "seed": 3})
    game = new_game(name, edition=guide["edition"], scenario=guide["scenario"], dice=dice)
    for step in told["steps"]:
        for line in step["first"]:
            game.play(line)
        yield step, game
        for line in step["do"]:
            game.play(line)


@pytest.mark.parametrize(("name", "guide"), GUIDES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short_and_end_buttons_have_words(name: str, guide: dict[str, str], language: str):
    for step, game in steps(name, guide, language):
        for said in re.split(r"(?<=[.:?!]) (?=\S)", step["text"].replace("EE. UU.", "EEUU")):
            assert len(said.split()) <= LONGEST, said
        end = situation(game, language)["end"]
        assert end is None or end["text"][0].isalpha(), end


@pytest.mark.parametrize(("name", "guide"), GUIDES)
def test_a_step_that_is_only_read_asks_for_no_place(name: str, guide: dict[str, str]):
    """Else the hexes where something may be placed are lit while the step speaks of something else."""
    for step, game in steps(name, guide):
        if not step["do"]:
            assert "place" not in {offer["intent"] for offer in situation(game, "en")["offers"]}, step["name"]


def test_the_step_about_a_retreat_names_every_way():
    step, game = next((step, game) for step, game in steps(*GUIDES[0]) if step["name"] == "retreat")
    ends = {row["hex"] for row in actions(game, "en") if row["verb"] == "retreat"}
    assert ends == {"0912", "1011"}
    assert all(end in step["text"] and end in step["hexes"] for end in ends)
    assert situation(game, "en")["end"] is None, "a unit that must retreat does not stay"


def test_the_steps_about_odds_tell_those_of_the_game():
    odds = {}
    for step, game in steps(*GUIDES[0]):
        if step["name"] in ("attack", "assault"):
            odds[step["name"]] = plan(game.copy(), game.parse(step["do"][0]), "en")["odds"]
            odds[step["name"]]["said"] = step["text"]
    assert (odds["attack"]["ratio"], "33 against 4" in odds["attack"]["said"]) == ("33:4", True)
    columns = (odds["attack"]["column"], odds["assault"]["column"])
    assert "from {} to {}".format(*columns) in odds["assault"]["said"]
