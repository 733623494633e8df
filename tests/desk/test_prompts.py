"""Whose decision it is and what is wanted: said in every situation of a whole game, in both languages."""

import re
from random import Random

import pytest

from parallel38 import desk, new_game
from parallel38.desk.reporter import Reporter
from parallel38.desk.situation import wanted
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games import NAMES, title

RAW = re.compile(r"\b(want|other|prompt|end|side|unit|box|log|phase|skipped)\.[a-z_]\w*|[{}]")
"""A key whose text is missing, or an argument that was not put in."""


def test_prompts_of_a_whole_game():
    game, rng = new_game("yalu", seed=5), Random(5)
    seen = set[tuple[str, str]]()
    while not game.over:
        kind = (game.prompt[0], game.decider or "")
        for language in LANGUAGES:
            say = Reporter(game, language, brief=True)
            for text in (wanted(game, say), say.prompt()):
                assert text.strip(), kind
                assert not RAW.search(text), text
            if kind not in seen:
                found = desk.situation(game, language)
                assert found["prompt"] == wanted(game, say)
                assert not RAW.search(found["prompt_other"])
                assert found["prompt_other"].startswith(("The computer ", "El ordenador ")), "in the third person"
                assert found["decider"] in game.rules.sides
                assert (
                    found["decider_text"]
                    == say.texts.say(f"side.{game.decider}")[:1].upper() + found["decider_text"][1:]
                )
                assert not RAW.search(found["decider_text"])
                assert found["offers"]
                if found["end"]:
                    assert found["end"]["text"].strip()
                    assert not RAW.search(found["end"]["text"])
                for phase in found["phases"]:
                    assert bool(phase["note"]) == (phase["state"] == "skipped")
                    assert not RAW.search(phase["note"] or "")
        seen.add(kind)
        game.play(game.sample(rng))
    assert {side for _, side in seen} == set(game.rules.sides)
    assert len(seen) > 15
    for language in LANGUAGES:
        assert desk.situation(game, language)["prompt"]


def test_phases_that_pass_say_why():
    game, rng = new_game("yalu", seed=1), Random(1)
    while game.rules.phase_key(game.state) != "phase.communist_combat":
        game.play(game.sample(rng))
    notes = {phase["key"]: phase["note"] for phase in desk.situation(game, "en")["phases"] if phase["note"]}
    assert notes["phase.un_bug_out"] == "Nobody bugs out in the first turn."
    assert "phase.communist_movement" not in notes
    assert "phase.communist_supply" not in notes


def test_a_game_that_begins_in_the_middle_knows_nothing_of_what_was_before():
    game, rng = new_game("yalu", seed=1), Random(1)
    while game.rules.phase_key(game.state) != "phase.communist_combat":
        game.play(game.sample(rng))
    begun = type(game).from_position(game.to_position(), game.rules)
    assert [phase["note"] for phase in desk.situation(begun, "en")["phases"] if phase["note"]] == []


def test_a_turn_that_was_broken_off_is_not_done():
    game = new_game("yalu", seed=1)
    game.play("resign un")
    states = [phase["state"] for phase in desk.situation(game, "en")["phases"]]
    assert states[-1] == "next"


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_wanted_can_be_told_of_the_computer(name: str):
    """Whoever waits is not told to move "your units" while the computer moves its own."""
    texts = title(name).make(title(name).setting()).texts("en")
    wanted_keys = {key.removeprefix("prompt.") for key in texts.keys("prompt.")}
    told = {key.removeprefix("other.") for key in texts.keys("other.")}
    shared = {key.removeprefix("prompt.") for key in Texts("en").keys("prompt.")}
    assert wanted_keys - shared <= told


def test_nobody_is_told_to_roll_dice_that_fall_by_themselves():
    game = new_game("yalu", seed=1)
    for line in ("place G-1 1118", "move PVA-40-118 0812-0813~0814"):
        game.play(line)
    then = desk.situation(game.at(2), "en")
    assert then["prompt"].endswith(": roll a die and enter what it shows."), "to a player who types dice"
    assert then["prompt_other"].endswith(": a die falls."), "to all others"
