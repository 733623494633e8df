"""21 Prepare for play."""

from collections import Counter
from random import Random

import pytest

from parallel38 import desk, new_game
from parallel38.engine.game import Game
from parallel38.fuzz import check_invariants
from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.state import COMMUNIST

from .table import flags, rules_of, said, where


def free() -> Game:
    return new_game("yalu", seed=1, options={"setup": "free"})


@pytest.mark.rule("D-21.1", "D-21.3", "D-21.5", by="value")
def test_the_first_situation():
    game = free()
    track = game.view()["track"]
    assert (game.turn, track["die"], track["weather"], track["asp"], track["air"]) == ("Nov IV", 3, "SO", 0, 0)
    assert (track["cities"], track["rewarded"], track["ridgway"]) == ("", "", 0)
    places = Counter(unit["place"] for unit in game.view()["units"])
    assert places["available"] == 12, "a guerrilla for every G"
    assert where(game, "C-18") == "out"
    assert places["conscripts"] == places["reserve"] == 0
    assert not any(unit["flags"] for unit in game.view()["units"]), "all are supplied"


@pytest.mark.rule("D-21.5", "D-4.3", by="value")
def test_play_begins_after_the_weather_and_the_supply_check():
    game = new_game("yalu", seed=1)
    assert game.rules.phase_key(game.state) == "phase.communist_reinforcement"
    assert (game.view()["track"]["die"], game.view()["track"]["air"]) == (3, 0)
    assert not flags(game, "NKPA-12"), "alone behind the ROK line, but supplied"
    assert not supply.supplied(game.state, COMMUNIST) >> game.state.where[game.rules.names.unit_number("NKPA-12")] & 1


@pytest.mark.rule("D-21.2")
def test_the_example_is_the_default_and_what_an_empty_set_up_gives():
    usual, chosen = new_game("yalu", seed=1), free()
    assert chosen.prompt[0] == "deploying"
    assert chosen.rules.phase_key(chosen.state) == "phase.setup"
    assert "set_up" in said(chosen.play("end"))
    assert chosen.prompt == usual.prompt
    assert chosen.view()["units"] == usual.view()["units"]
    assert chosen.view()["track"] == usual.view()["track"]


def test_the_start_page_says_that_the_rule_lets_the_player_choose():
    for language, words in (("en", "the Communist player chooses"), ("es", "el jugador comunista elige")):
        (yalu,) = [title for title in desk.titles(language) if title["name"] == "yalu"]
        options = [option for option in yalu["options"] if option["name"] == "setup"]
        (option,) = [option for option in options if option["editions"] == ["deluxe"]]
        assert words in option["blurb"]
        assert option["rule"] == "21.2"


@pytest.mark.rule("D-21.2", "D-7.1.1")
def test_an_army_sets_up_in_one_of_its_areas():
    game = free()
    assert rules_of(game, "deploy PVA-66-196,PVA-66-197 0214") == ["D-21.2"], "the third division is in area 2"
    assert rules_of(game, "deploy PVA-66-196 0812") == ["D-21.2"], "area 3 is not theirs"
    assert rules_of(game, "deploy PVA-66-196 dead") == ["D-21.2"]
    assert rules_of(game, "deploy PVA-66-196,PVA-39-115 0513") == ["D-21.2"]
    assert rules_of(game, "deploy PVA-66-196 0513") == ["D-21.2"], "it is there"
    assert rules_of(game, "deploy PVA-66-196,PVA-66-196 0412") == ["D-21.2"]
    assert rules_of(game, "deploy - 0412") == ["D-21.2"]
    for fixed in ("NKPA-5", "US-2", "PVA-26-76", "G-1"):
        assert rules_of(game, f"deploy {fixed} 0412") == ["D-21.2"], fixed
    assert rules_of(game, "deploy PVA-66-196 0413") == ["D-7.1.1"], "three of the 39th are there"
    game.play("deploy PVA-66-196,PVA-66-197,PVA-66-198 0214")
    game.play("deploy PVA-66-198 0212")
    assert [where(game, f"PVA-66-{n}") for n in (196, 197, 198)] == ["0214", "0214", "0212"]
    assert rules_of(game, "deploy PVA-66-198 0412") == ["D-21.2"]
    game.play("end")
    assert game.prompt[0] == "place_guerrilla"


def test_any_random_set_up_can_be_played():
    for seed in range(5):
        game, rng = free(), Random(seed)
        for _ in range(60):
            offer = rng.choice(game.offers()[:-1])
            game.play(game.state.top.draw(game.state, offer, rng))
            if rng.random() < 0.1:
                check_invariants(game, rng)
        game.play("end")
        s, rules = game.state, game.state.rules
        for army, areas in rules.areas_of.items():
            units = [u for u in s.present(COMMUNIST) if rules.army[u] == army]
            assert any(all(rules.board.areas[area] >> s.where[u] & 1 for u in units) for area in areas)
