"""The desk in whole games: whatever the situation, every question has an answer."""

import json
import re
from random import Random

import pytest

from parallel38 import Game, desk, new_game
from parallel38.engine.chance import Dice, Roll
from parallel38.engine.texts import LANGUAGES
from parallel38.games import NAMES, title
from parallel38.players.nearest import nearest_player

BARE = re.compile(
    r"(want|verb|mode|step|odds|branch|result|bombarded|struck|drm|what_if|price|fact|force|end|prompt|action|log|track"
    r"|phase|flag|mark|box|terrain|weather|nation|city|turn|side|manner|refusal|warning|error)\.[a-z]\w*"
)
"""What a text would look like whose key is missing."""


def ask(game: Game, language: str, rng: Random, most: int = 60_000) -> None:
    """Everything that a page would ask for. `most`: what a situation may weigh besides its offers; more counters weigh
    more."""
    found = desk.situation(game, language)
    told = [found, desk.log(game, language, max(game.number - 2, 0))]
    sent = json.dumps({**found, "offers": []}, ensure_ascii=False, separators=(",", ":"))
    assert len(sent.encode()) < most, "as it is sent"
    if not game.over:
        offered = [offer for offer in found["offers"] if offer["units"]]
        shown = {one["id"] for one in found["units"]}
        assert shown >= {unit for offer in offered for unit in offer["units"]}
        if offered:
            offer = rng.choice(offered)
            told.append(desk.reach(game, offer["units"][:3], None, language))
            actions = desk.actions(game, language, unit=offer["units"][0], verb=offer["verb"])
            assert actions, offer
            told.append(actions[:5])
            for action in rng.sample(actions, min(2, len(actions))):
                plan = desk.plan(game, action["do"], language)
                assert plan["legal"], plan
                told.append(plan)
        else:
            assert desk.actions(game, language)
    words = json.dumps(told, ensure_ascii=False)
    for text in re.findall(r'"(?:text|prompt|label|reason|note|turn_text|phase_text|name)": "([^"]*)"', words):
        assert not BARE.fullmatch(text.lower()), text


FREE = {"setup": "free", "un-setup": "on", "us-deployment": "on"}


@pytest.mark.parametrize(
    ("seed", "options", "often"),
    [
        (2, FREE, 1),
        pytest.param(1, {}, 3, marks=pytest.mark.long),
        pytest.param(2, FREE, 3, marks=pytest.mark.long),
    ],
)
def test_every_situation_of_a_game_can_be_shown(seed: int, options: dict[str, str], often: int):
    """Every kind of decision of every turn, so often, and some more."""
    game, rng = new_game("yalu", seed=seed, options=options), Random(seed)
    seen: dict[str, int] = {}
    while not game.over:
        kind = f"{game.prompt[0]} {game.turn}"
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= often or rng.random() < 0.01 * often:
            ask(game, LANGUAGES[game.number % 2], rng)
        game.play(game.sample(rng))
    ask(game, "en", rng)
    ask(game, "es", rng)
    assert desk.moments(game, "es")[0]["n"] == 0
    assert desk.account(game, "es")["over"]


@pytest.mark.parametrize(
    ("name", "scenario"), [(name, scenario) for name in NAMES for scenario in title(name).scenario_names]
)
def test_the_first_turns_of_every_scenario_can_be_shown(name: str, scenario: str):
    """With a player who fights in every second decision, so that losses, retreats and replacements come up."""
    game, rng = new_game(name, scenario=scenario, seed=2), Random(2)
    seen: dict[str, int] = {}
    turns = set[str]()
    while not game.over and len(turns | {game.turn}) < 4:
        turns.add(game.turn)
        seen[game.prompt[0]] = seen.get(game.prompt[0], 0) + 1
        if seen[game.prompt[0]] <= 2:
            ask(game, LANGUAGES[game.number % 2], rng, 90_000)
        action = nearest_player(game.copy(), rng) if rng.random() < 0.5 else game.sample(rng)
        assert game.why_not(action) == []
        game.play(action)
    assert len(seen) >= 7


def test_every_die_that_is_typed_says_what_it_is_for():
    game, rng = new_game("yalu", dice=Dice.ask(), options={"air-sorties": "on"}), Random(3)
    seen = set[str]()
    while not game.over and game.number < 4000:
        if isinstance(game.state.top, Roll) and game.state.top.purpose.split()[0] not in seen:
            seen.add(game.state.top.purpose.split()[0])
            for language in LANGUAGES:
                found = desk.situation(game, language)
                assert found["decider"] == "chance"
                assert not found["roll"]["purpose"].lower().startswith("roll.")
                assert found["prompt"].startswith(found["roll"]["purpose"])
        game.play(game.sample(rng))
    assert len(seen) > 12
