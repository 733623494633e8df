"""Commanders of The Forgotten War: what holds in every game of theirs, and what they say."""

from itertools import product
from random import Random
from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.games.forgotten_war import TITLE
from parallel38.games.forgotten_war.players.chances import bite, fate, melee
from parallel38.games.forgotten_war.players.commander import Commander
from parallel38.games.forgotten_war.rules import outlook
from parallel38.lab.play import Task
from parallel38.lab.reasons import Checked, check
from parallel38.lab.reasons import played as said_and_done
from parallel38.players.courses import turn_over
from parallel38.players.thoughts import Saying, Thought, completed, standing

from .field import field, new, number

SIDES = ("un", "communist")
LEVELS = ("recruit", "veteran")
BATTLES = ("naktong", "chosin", "chipyongni")


def through(game: Game, level: str, turns: int, seed: int = 3) -> dict[str, dict[str, Any]]:
    """Commanders of a level play some turns; everything that they said, with every hint that they would give."""
    players, rng = {side: Commander(level, side) for side in SIDES}, Random(seed)
    said: dict[str, dict[str, Any]] = {}
    while game.decider is not None and game.state.turn <= turns:
        who = players[game.decider]
        action = who(game, rng)
        assert who.sure, (game.turn, game.state.top)
        hints = who.why(game, action)
        assert hints or game.state.top.__class__.__name__ in ("Moving", "Sharing", "Starving", "Retreats", "Assigning")
        said |= {note.text: note.args for note in (*who.reasons, *hints)}
        game.play(action)
    return said


@pytest.mark.parametrize("side", SIDES)
def test_every_decision_has_its_duty(side: str) -> None:
    """Every frame that asks a side is answered by a method of the commander, not by chance."""
    own = {"Over", "Stopped", "Roll", "Sequence", "Shot", "Melee", "March", "Wire", "Weather", "Resupply", "Closing"}
    asked = {f for name, f in new("naktong").rules.frames.items() if name not in own}
    assert asked <= {*Commander("veteran", side).DUTIES}


@pytest.mark.parametrize(("battle", "level"), [*product(BATTLES, LEVELS)])
def test_two_turns_without_a_guess(battle: str, level: str) -> None:
    """What a commander wants is legal; it says what it tries, and there are words for it in both languages."""
    game = new(battle, seed=3)
    said = through(game, level, 2)
    assert said
    for language in ("en", "es"):
        texts = Texts(language, TITLE.package, game.rules.names)
        assert all(texts.has(key) for key in said)
        told = [texts.say(key, args) for key, args in said.items()]
        assert not any("…" in line or "{" in line for line in told), "a gap where a word should stand"


def test_the_same_seed_plays_the_same_game() -> None:
    """Chance is only in the dice and in the commander's own random numbers."""
    found: list[str] = []
    for _ in range(2):
        game = new("chipyongni", seed=5)
        through(game, "veteran", 1, seed=5)
        found.append(game.hash())
    assert found[0] == found[1]


def test_quick_chances_are_those_of_the_rules() -> None:
    """The numbers that planners use agree with the exact chances that a page shows."""
    units = {"2132": "1/175, 2/175, 3/175 dug", "2031": "A/7-1, TR-1"}
    game = field(units, phase="un_offensive_fire")
    s, rules = game.state, game.state.rules
    for name in ("1/175", "3/175"):
        target = number(game, name)
        exact = outlook.fates(s, number(game, "A/7-1"), "direct", target)
        quick = fate(rules, s.fire(number(game, "A/7-1")), 1, 1, 2)
        assert quick.dead == pytest.approx(float(exact["eliminated"]))
        assert quick.worn_back == pytest.approx(float(exact["reduced_retreats"]))
        assert quick.worn == pytest.approx(float(exact["reduced"]))
        assert quick.back == pytest.approx(float(exact["retreats"]))
    rows = melee(rules, 2, 0)
    assert (sum(row.lost for row in rows) / 6, sum(row.taken for row in rows) / 6) == outlook.mean_steps(s, 2, 0)
    assert bite(rules, 6) == pytest.approx(4 / 6)


# ------------------------------------------------------------------------------------------------ what became of plans


def thinks(game: Game, side: str, *sayings: Saying) -> Thought:
    """What a side had in mind when the first action was played."""
    turn = game.rules.turn_name(game.at(0).state)
    return Thought(1, f"{game.entry_hash(game.entries()[1]):016x}", turn, side, "veteran", sayings)


def finish(game: Game, side: str) -> None:
    """Nothing more is done in a side's player turn."""
    turn = game.turn
    while not game.over and game.turn == turn and not turn_over(game.rules, game.state, side):
        game.play("end" if not game.why_not("end") else next(game.legal_actions()))


def until(game: Game, line: str) -> None:
    """Nothing is done until an action is possible, which is then done."""
    while game.why_not(line):
        game.play("end")
    game.play(line)


def ending(game: Game, one: Thought) -> list[tuple[str, dict[str, Any]]]:
    """What became of a thought."""
    found = completed([one], game)[0]
    return [(said.text, said.args) for said in found.sayings[len(one.sayings) :]]


REST = [3] * 12
"""Dice for what comes after the fight: weather and ammunition of the next turn."""
STORM = {"hex": "2433", "units": ["1/175", "2/175", "4/175"], "odds": "+12", "n": 70}


@pytest.mark.parametrize(
    ("dice", "became"),
    [([1], ("became.destroyed", {"odds": "+12", "units": ["A/7-1"]})), ([6], ("became.held", {"odds": "+12"}))],
)
def test_a_storm_is_told_with_its_differential_and_what_it_did(dice: list[int], became: tuple[str, Any]) -> None:
    units = {"2433": "A/7-1", "2534": "1/175, 2/175, 4/175", "2740": "B/7-1"}
    game = field(units, phase="communist_movement", turn=5, dice=[*dice, *REST])
    until(game, "assault 2433 1/175,2/175,4/175")
    one = thinks(game, "communist", Saying("reason.storm", STORM, "F-13.4.A"))
    finish(game, "communist")
    assert ending(game, one) == [(became[0], {"hex": "2433", **became[1]})]
    other = thinks(game, "communist")
    assert ending(game, other) == [("became.besides", {"hexes": ["2433"]})], "nothing was told"


@pytest.mark.parametrize(
    ("dice", "became"),
    [([1, 6], "became.shot"), ([2, 1], "became.shaken"), ([6, 6], "became.missed")],
)
def test_fire_alone_is_told_in_words_of_its_own(dice: list[int], became: str) -> None:
    units = {"2433": "A/7-1 lost=1" if became == "became.shot" else "A/7-1", "2534": "1/175", "2740": "B/7-1"}
    game = field(units, phase="communist_movement", turn=5, dice=[*dice, *REST], un_retreat="never")
    until(game, "fire 1/175 2433")
    volley = {"hex": "2433", "units": ["1/175"], "n": 20}
    one = thinks(game, "communist", Saying("reason.volley", volley, "F-12"))
    finish(game, "communist")
    assert [text for text, _ in ending(game, one)] == [became]


def test_who_did_not_get_there_is_told_of() -> None:
    units = {"2433": "A/7-1", "2840": "1/175, 2/175, 4/175", "2740": "B/7-1"}
    game = field(units, phase="communist_movement", turn=5)
    game.play("move 1/175 2841")
    one = thinks(game, "communist", Saying("reason.storm", STORM, "F-13.4.A"))
    finish(game, "communist")
    assert [text for text, _ in ending(game, one)] == ["became.late"]


def test_what_veterans_say_is_made_or_corrected() -> None:
    """The first turn of Chosin: every attack that was told of was made, or the thought ends with why not."""
    setting = TITLE.setting(None, "chosin")
    found = Checked()
    game, thoughts = said_and_done(Task(setting, 6, {"un": "veteran", "communist": "veteran"}, turns=1))
    check(found, game, thoughts)
    attacks = found.to_plain()["attacks"]
    assert attacks["told"] > 0
    assert attacks["made"] + attacks["corrected"] == attacks["told"]
    told = standing(thoughts, game)
    for language in ("en", "es"):
        lines = [line["text"] for one in desk.thoughts(game, told, language) for line in one["lines"]]
        assert lines
        assert not any("{" in line or "became." in line or "reason." in line or "…" in line for line in lines)
