"""Commanders of The Korean War: what holds in every game of theirs, and what they say."""

from random import Random
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.games.korean_war import TITLE
from parallel38.games.korean_war.players.attacks import Blows
from parallel38.games.korean_war.players.commander import Commander
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import outlook
from parallel38.games.korean_war.state import SIDES
from parallel38.players.thoughts import Saying, Thought, completed
from tests.games.korean_war.field import field, new, number, play, whole
from tests.games.korean_war.test_combat import CENTRE, RING

LEVELS = ("recruit", "veteran")
SCENARIOS = ("invasion", "strike_back", "chinese_intervene", "resurgent", "defeat_into_victory")
UNASKED = {"Over", "Stopped", "Roll", "Sequence", "Sweeping", "Levels", "Recruiting"}
UNASKED |= {"Course", "Replacing", "Entering", "Fallout", "Rising"}
"""Frames in which no side decides."""


def through(game: Game, level: str, most: int | None = None, seed: int = 3) -> dict[str, dict[str, Any]]:
    """Commanders of a level play a game, or so many decisions of it; everything that they said."""
    players, rng = {side: Commander(level, side) for side in SIDES}, Random(seed)
    said: dict[str, dict[str, Any]] = {}
    n = 0
    while game.decider is not None and n != most:
        who = players[game.decider]
        action = who(game.copy(), rng)
        assert who.sure, (game.turn, game.state.top)
        said |= {note.text: note.args for note in (*who.reasons, *who.why(game, action))}
        game.play(action)
        n += 1
    return said


@pytest.mark.parametrize("side", SIDES)
def test_every_decision_has_its_duty(side: str):
    """Every frame of the scenarios that asks a side is answered by a method of the commander, not by chance."""
    asked = {f for name, f in new().state.rules.frames.items() if name not in UNASKED}
    assert asked <= {*Commander("veteran", side).DUTIES}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_beginning_of_each_scenario_without_a_guess(scenario: str, level: str):
    """What a commander wants is legal, and there are words for what it says in both languages."""
    game = new(scenario, seed=3)
    said = through(game, level, most=60)
    assert {"reason.blow", "reason.take", "reason.line"} & {*said}
    for language in ("en", "es"):
        texts = Texts(language, TITLE.package, game.rules.names)
        told = [texts.say(key, args) for key, args in said.items() if texts.has(key)]
        assert len(told) == len(said)
        assert not any("…" in line or "{" in line for line in told), "a gap where a word should stand"


def test_a_whole_game_of_recruits():
    game = new("invasion", seed=4)
    through(game, "recruit")
    assert game.over


def test_the_same_seed_plays_the_same_game():
    """Chance is only in the dice and in the commander's own random numbers."""
    found: list[str] = []
    for _ in range(2):
        game = new("strike_back", seed=5)
        through(game, "recruit", most=50, seed=5)
        found.append(game.hash())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("units", "mode", "turn"),
    [
        ({CENTRE: "NK-6", RING[0]: "US-2", RING[2]: "US-3 fatigued", RING[3]: "ROK-1"}, "intensive", 2),
        ({CENTRE: "NK-6", RING[0]: "US-2", "with:US-2": "ARM-72", RING[3]: "ROK-1"}, "all_out", 2),
        ({CENTRE: "NK-6", "with:NK-6": "NKA-105", RING[0]: "US-2", RING[1]: "ROK-1"}, "normal", 2),
    ],
)
def test_quick_chances_are_those_of_the_rules(units: dict[str, str], mode: str, turn: int):
    """The chance to clear a hex comes from the same column, modifiers and dice as the preview of the attack."""
    game = field(units, turn=turn)
    s = game.state
    survey = Survey(s, 0, Commander("veteran", "un").w)
    unit = number(game, "US-2")
    blow = Blows(survey).at(unit, s.where[unit], mode, False)
    assert blow is not None
    fight = blow.action().fight(s, first=False)
    assert outlook.attack(s, fight).column == blow.column
    exact = outlook.with_armor(s, fight)
    leaves = sum(float(p) for name, p in exact.items() if "r" in name and not name.endswith("r3") and name != "Dr4")
    kills = sum(float(p) for name, p in exact.items() if name in ("De", "Dr3", "D3", "Dr4", "D4"))
    assert kills - 1e-9 <= blow.clears <= kills + leaves + 1e-9
    assert blow.clears == pytest.approx(kills + 0.85 * leaves)


BLOW = {"hex": CENTRE, "units": ["US-2", "US-3"], "odds": "4-1", "n": 50, "mode_key": "mode.normal"}


@pytest.mark.parametrize(("die", "text"), [(9, "became.destroyed"), (2, "became.held")])
def test_an_attack_is_told_with_what_it_did(die: int, text: str):
    """Attacks are found in what happened, for a unit moves and fights in the same phase."""
    game = field(
        {CENTRE: "NK-6", RING[0]: "US-2", RING[1]: "US-3", "0928": "ROK-1"}, turn=2, left=1, dice=[die, *[9] * 99]
    )
    play(game, "attack US-2")
    turn = game.rules.turn_name(game.at(0).state)
    mark = f"{game.entry_hash(game.entries()[1]):016x}"
    saying = Saying("reason.blow", BLOW, "W-9.3a")
    one = Thought(1, mark, turn, "un", "veteran", (saying,))
    who, rng = {side: Commander("recruit", side) for side in SIDES}, Random(1)
    while game.decider is not None and game.turn == turn and not completed([one], game)[0].sayings[1:]:
        game.play(who[game.decider](game.copy(), rng))
    told = completed([one], game)[0].sayings
    assert told[1].text == text


@pytest.mark.parametrize(
    ("state", "passed", "turn", "part"),
    [(" fatigued", (), 4, "first_action"), ("", ("communist",), 4, "first_action")],
)
def test_nobody_is_feared_who_cannot_act_any_more(state: str, passed: tuple[str, ...], turn: int, part: str):
    """In the last Action Phase neither fatigued enemies nor those of a side that has passed are a danger."""
    units = {CENTRE: "US-2", RING[0]: "NK-6" + state, RING[1]: "NK-1" + state, "0928": "ROK-1"}
    more: Any = {"turn": turn, "part": part, "scenario": "invasion"}
    game = field(units, passed=passed, **more)
    survey = Survey(game.state, 0, Commander("veteran", "un").w)
    unit = number(game, "US-2")
    assert survey.fear(unit, survey.s.where[unit], True) == 0
    mobile = {place: name.removesuffix(" fatigued") for place, name in units.items()}
    survey = Survey(field(mobile, **more).state, 0, survey.w)
    assert survey.fear(unit, survey.s.where[unit], True) > survey.fear(unit, survey.s.where[unit], False) > 0


def test_a_spent_enemy_finds_a_unit_mobile_again():
    """What fatigued enemies do in the next Action Phase does not depend on whether a unit is fatigued now."""
    units = {CENTRE: "US-2", RING[0]: "NK-6 fatigued", RING[1]: "NK-1 fatigued", "0928": "ROK-1"}
    game = field(units, turn=3, scenario="invasion")
    survey = Survey(game.state, 0, Commander("veteran", "un").w)
    unit = number(game, "US-2")
    assert survey.fear(unit, survey.s.where[unit], True) == survey.fear(unit, survey.s.where[unit], False) > 0


def test_a_division_that_scores_is_worth_its_point():
    """Where whole divisions that are saved score, the first step of one costs more than all its steps are worth as a
    force at the end of the game, for both sides."""
    units = {CENTRE: "US-2 fatigued", "5521": "ROK-2"}
    units |= {h: f"CCF-{112 + n}" for n, h in enumerate(RING[:3])}
    game = field(units, side="communist", turn=7, scenario="chinese_intervene")
    un, chinese = (Survey(game.state, side, Commander("veteran", SIDES[side]).w) for side in (0, 1))
    unit = number(game, "US-2")
    force = un.ground.worth(game.state, unit) * un.matter
    assert un.fear(unit, game.state.where[unit], True) > force
    blow = Blows(chinese).at(number(game, "CCF-112"), game.state.where[number(game, "CCF-112")], "all_out", True)
    assert blow is not None
    assert blow.gain > force


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("near", ["4408", "4309"])
def test_the_chinese_of_a_limited_intervention_want_nothing_that_is_forbidden(level: str, near: str):
    """W-19.2d: a weak enemy and a city just south of the 38th Parallel tempt them, but none of them goes or attacks
    there, and no decision is left to chance."""
    units = {"4509": "CCF-112", "4510": "CCF-113", "4409": "CCF-114", near: "ROKR-1", "0928": "US-2"}
    units |= {"6901": "NK-9"}
    game = whole(units, turn=7, chinese="limited", chinese_turn=6, side="communist", passed=("un",), left=4)
    through(game, level, most=6)
    north, s = game.state.rules.north_of_38, game.state
    assert all(north >> s.where[number(game, name)] & 1 for name in ("CCF-112", "CCF-113", "CCF-114"))


def test_quick_chances_know_the_bonus_of_full_intervention():
    """W-19.3b: in its Action Phase all Chinese divisions attack with half as much again."""
    units = {CENTRE: "US-2", "5521": "ROK-2", **{h: f"CCF-{112 + n}" for n, h in enumerate(RING[:3])}}
    game = field(units, side="communist", turn=6, scenario="chinese_intervene", period=2, onset=1)
    s, unit = game.state, number(game, "CCF-112")
    blow = Blows(Survey(s, 1, Commander("veteran", "communist").w)).at(unit, s.where[unit], "intensive", False)
    assert blow is not None
    assert blow.column == outlook.attack(s, blow.action().fight(s, first=False)).column
