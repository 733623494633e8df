"""What a person sees of The Mobile War: texts for whatever can happen, counters, facts, overlays, the account."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parallel38.account import account
from parallel38.api import load
from parallel38.desk.plan import plan
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game
from parallel38.engine.records import Record
from parallel38.engine.texts import LANGUAGES
from parallel38.games.mobile_war import TITLE
from parallel38.games.mobile_war.rules import victory
from parallel38.games.mobile_war.score import FAR, LEVEL, lacking
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, UN, UNSUPPLIED

from .field import field, new

KEY = re.compile(r"\b(log|prompt|action|refusal|warning|step|fact|force|result|table|level|turn|nation|odds)\.[\w-]+")
"""A key that was not turned into words."""


def rules_of(game: Game) -> Any:
    """The rules with what only this game has."""
    return game.rules


def played(scenario: str, seed: int, actions: int) -> Iterator[Game]:
    """A random game, looked at before every action."""
    game, rng = new(scenario, seed), Random(seed)
    for _ in range(actions):
        yield game
        if game.over:
            return
        action = game.state.top.sample(game.state, rng)
        assert action is not None
        game.play(action)


def sayings(game: Game, language: str) -> Iterator[str]:
    """What is said of a situation: what is wanted, what may be done, what happened, how it stands."""
    say = Reporter(game, language)
    yield from (say.heading(), say.prompt(), *say.tracks())
    yield from say.log([game.last])
    for offer in game.offers():
        action = next(iter(game.state.top.expand(game.state, offer)), None)
        if action is not None:
            yield say.action(action)
            yield str(plan(game, game.notation(action), language))
    yield say.texts.say(*game.rules.verdict(game.state))


@pytest.mark.parametrize("scenario", TITLE.scenario_names)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_happens_is_said_in_words(scenario: str, language: str):
    for n, game in enumerate(played(scenario, 5, 240)):
        if n % 6:
            continue
        for said in sayings(game, language):
            assert not KEY.search(said), said
            assert "…" not in said, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_forces_facts_and_the_account_are_said_in_words(language: str):
    *_, game = played("stalemate", 3, 300)
    texts, s, rules = game.rules.texts(language), game.state, rules_of(game)
    notes = [group.note for group in rules.forces(s)]
    notes += [note for group in rules.forces(s) for _, note in group.units if note]
    notes += [note for h in rules.grid.neighbours for note in rules.hex_facts(s, h)]
    ids = {rule["id"] for rule in TITLE.rule_ids()}
    for note in notes:
        said = texts.say(note.text, note.args)
        assert texts.has(note.text), note
        assert not KEY.search(said), said
        assert not note.rule or note.rule in ids, note
    for line in Reporter(game, language).account(account(game)):
        assert not re.search(r"\b(account|count|standing|luck|verdict)\.\w+", line), line


def test_a_counter_shows_what_supply_leaves_of_it():
    game = field({"3356": "US-24", "1740": "ROK-1/7", "2038": "NK-6"})
    faces = {name: game.rules.face(game.state, game.rules.names.unit_number(name)) for name in ("US-24", "NK-6")}
    (figure,) = faces["US-24"].figures
    assert (figure.text, figure.changed, faces["US-24"].states) == ("16–3", False, ())
    assert (faces["NK-6"].figures[0].text, faces["NK-6"].weight()) == ("5–4", Fraction(5))
    assert faces["NK-6"].figures[0].changed
    assert "hungry" in faces["NK-6"].states


def test_every_state_and_type_of_a_counter_has_a_look():
    look = TITLE.make(TITLE.setting()).look()
    rules = rules_of(new())
    assert set(rules.kind) <= set(look["symbol"])
    assert set(rules.nation) <= set(look["nation"])
    assert set(look["state"]) <= set(rules.flag_names)


def test_the_attack_that_is_fought_has_an_arrow_with_its_odds():
    game = field({"2036": "NK-6", "2037": "ROK-1/7"}, side="communist", phase="combat", turn=1)
    game.play("attack 2037")
    (arrow,) = game.rules.arrows(game.state)
    label = rules_of(game).grid.label
    assert (label(arrow.from_hex), label(arrow.to_hex), arrow.side) == ("2036", "2037", "communist")
    assert arrow.label in game.rules.charts["meeting"].columns


def test_overlays_know_zones_supply_and_threats():
    game = new("stalemate")
    s, rules = game.state, rules_of(game)
    for side in (UN, COMMUNIST):
        assert rules.overlays["zones"](s, side).hexes == rules.zones(s)[SIDES[side]]
        cut = rules.overlays["supply"](s, side).units
        assert all(rules.face(s, unit).figures[0].changed for unit in cut)
        threat = rules.overlays["threat"](s, side)
        assert threat.labels
        assert set(threat.labels.values()) <= {name for _, name in rules.odds_columns}
    unit = s.present(UN)[0]
    assert rules.range_of(s, unit).hexes
    assert not s.flags[unit] & UNSUPPLIED  # looking changes nothing


def test_the_supply_of_units_that_need_none_is_everywhere():
    game = new("invasion")
    s, rules = game.state, rules_of(game)
    found = rules.overlays["supply"](s, COMMUNIST)
    assert found.units == ()
    assert found.hexes == rules.land, "nobody stands outside what is shown"
    assert rules.overlays["supply"](s, UN).hexes != rules.land


def test_losses_and_returns_are_counted():
    counted = {"lost": 0, "returned": 0}
    for game in played("invasion", 5, 400):
        for fate in game.rules.casualties(game.last.changes):
            counted[fate.what] += 1
            place = game.state.where[fate.unit]
            assert (place < rules_of(game).grid.size) == (fate.what == "returned")
    assert counted["lost"]
    assert counted["returned"]


def test_losses_are_the_same_when_a_game_is_read_from_its_record(tmp_path: Path):
    """A division that loses a regiment is broken down by the same action: a file has only what came of it."""
    *_, game = played("invasion", 5, 150)
    Record.create(tmp_path / "game.record", game)
    ours, read = (account(one) for one in (game, load(tmp_path / "game.record")))
    assert all(ours.fates[side]["lost"] for side in SIDES)
    assert read.fates == ours.fates


def test_a_lead_counts_levels_first_and_then_what_is_missing():
    for scenario in TITLE.scenario_names:
        for game in played(scenario, 2, 120):
            s = game.state
            levels = victory.level(s, UN) - victory.level(s, COMMUNIST)
            assert abs(game.rules.lead(s) - LEVEL * levels) <= FAR < LEVEL / 2
    game = new("invasion")
    assert lacking(game.state, UN) > 0  # hexes to Pyongyang
    assert game.rules.lead(game.state) > LEVEL


def test_the_account_of_a_finished_game_names_the_rule_and_says_whole_sentences():
    game = field({"1939": "US-24", "0321": "NK-6"}, scenario="intervention", turn=9, phase="second")
    game.play("end")
    head = list(Reporter(game, "en").account_head(account(game)))
    assert head[0] == "The game is over: the UN has won (VIC-5)."
    assert head[1].startswith("The UN is ahead by ")
