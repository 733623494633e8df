"""22.1-22.3 Optional set-up of the UN."""

from random import Random

import pytest

from parallel38 import from_position, new_game
from parallel38.engine.flow import RefusedError
from parallel38.engine.game import Game
from parallel38.fuzz import check_invariants
from parallel38.games.yalu.rules import stacking
from parallel38.games.yalu.state import UN

from .table import rules_of, said, where

NEAR = {"un-setup": "on"}
SPLIT = {"us-deployment": "on"}
MARINES = {"usmc-deployment": "on"}


def begun(*options: dict[str, str]) -> Game:
    return new_game("yalu", seed=1, options={name: value for some in options for name, value in some.items()})


def offered(game: Game) -> dict[str, set[str]]:
    """For each verb the units that it is offered to."""
    found: dict[str, set[str]] = {}
    for offer in game.offers():
        found.setdefault(offer.verb, set()).update(game.rules.names.unit(u) for u in offer.units)
    return found


@pytest.mark.parametrize("options", [NEAR, SPLIT, MARINES])
def test_the_un_is_asked_first_and_may_leave_everything(options: dict[str, str]):
    usual, game = new_game("yalu", seed=1), begun(options)
    assert (game.decider, game.rules.phase_key(game.state)) == ("un", "phase.setup")
    assert rules_of(game, "place G-1 1118") == ["D-3.1"], "not now"
    assert said(game.play("end"))[0] == "un_set_up"
    assert game.prompt == usual.prompt
    assert game.view()["units"] == usual.view()["units"]
    both = begun(options, {"setup": "free"})
    both.play("end")
    assert (both.decider, both.prompt[0]) == ("communist", "deploying")
    assert new_game("yalu", seed=1).decider == "communist"


@pytest.mark.rule("D-22.1", "D-7.0", "D-7.2.1", "D-9.1.1", "D-12.2.3", "D-21.2")
def test_each_unit_but_garrisons_begins_within_a_hex_of_its_place():
    game = begun(NEAR)
    assert game.prompt[0] == "un_deploying_near"
    places = {unit["id"] for unit in game.view()["units"] if unit["side"] == "un" and unit["place"].isdigit()}
    garrisons = {name for name in places if name.startswith("Gar-")}
    assert len(garrisons) == 4
    assert offered(game) == {"deploy": places - garrisons, "end": set()}
    for garrison in garrisons:
        assert rules_of(game, f"deploy {garrison} {where(game, garrison)}")[0] == "D-22.1"
    game.play("deploy US-2 0715")
    assert rules_of(game, "deploy US-2 0716") == ["D-22.1"], "it is the assigned hex that counts"
    game.play("deploy US-2 0813")
    assert rules_of(game, "deploy ROK-8 1012") == ["D-7.0"], "the NKPA 5th is there"
    assert rules_of(game, "deploy KMC 1915") == ["D-9.1.1"], "sea"
    assert rules_of(game, "deploy SUP-CA 1611") == ["D-12.2.3"], "land"
    assert rules_of(game, "deploy UK-29 1825") == ["D-21.2"], "it is there"
    assert rules_of(game, "deploy US-2 dead") == ["D-22.1"]
    assert rules_of(game, "deploy NKPA-5 1011")[0] == "D-21.2"
    assert rules_of(game, "deploy ROK-11 2226") == ["D-21.2"], "it comes later"
    for nobody in ("-", "US-24,US-24"):
        assert rules_of(game, f"deploy {nobody} 0417") == ["D-22.1"]
    game.play("deploy US-25,Tu-1 0715")
    assert rules_of(game, "deploy US-2,US-25 0714") == ["D-22.1"], "the 25th comes from 0615"
    assert rules_of(game, "deploy US-2 0715") == ["D-7.2.1"], "two divisions and a brigade are too many"
    game.play("deploy Tu-1 0716")
    game.play("deploy US-2 0715")
    assert where(game, "US-2") == where(game, "US-25") == "0715"


@pytest.mark.rule("D-22.2", "D-21.2", "D-9.3.4.5")
def test_us_divisions_begin_in_regiments_where_they_are():
    game = begun(SPLIT)
    assert game.prompt[0] == "un_deploying_regiments"
    assert offered(game) == {"breakdown": {"US-2", "US-3", "US-24", "US-25"}, "end": set()}
    for whole in ("ROK-1", "US-17/7", "US-7", "NKPA-5"):
        assert rules_of(game, f"breakdown {whole}") == ["D-22.2"], whole
    assert rules_of(game, "breakdown US-1Mar") == ["D-22.3"], "the Marines have an option of their own"
    assert said(game.play("breakdown US-2")) == ["begun_split"]
    regiments = ("US-9/2", "US-23/2", "US-38/2")
    assert [where(game, u) for u in ("US-2", *regiments)] == ["out", "0714", "0714", "0714"]
    assert all(game.state.spent[game.rules.names.unit_number(u)] == 0 for u in regiments), "it costs nothing"
    assert rules_of(game, "breakdown US-2") == ["D-22.2"]
    assert rules_of(game, "breakdown US-9/2") == ["D-22.2"], "no battalions"
    assert rules_of(game, "deploy US-9/2 0715") == ["D-22.2"]
    assert rules_of(game, "deploy US-24 0417") == ["D-22.2"]
    assert rules_of(game, "deploy ROK-1 0417") == ["D-21.2"]
    assert rules_of(game, "combine US-7") == ["D-21.2"]
    assert rules_of(game, "combine US-25") == ["D-21.2"]
    assert said(game.play("combine US-2")) == ["joined"]
    assert [where(game, u) for u in ("US-2", *regiments)] == ["0714", "out", "out", "out"]
    both = begun(SPLIT, NEAR)
    both.play("breakdown US-2")
    both.play("deploy US-9/2 0715")
    assert rules_of(both, "deploy US-9/2 0716") == ["D-22.1"], "a hex from the division's place"
    assert rules_of(both, "combine US-2") == ["D-9.3.4.5"]
    both.play("deploy US-23/2,US-38/2 0715")
    both.play("combine US-2")
    assert where(both, "US-2") == "0715"


@pytest.mark.rule("D-22.3", "D-22.1", "D-21.2")
def test_the_marines_begin_in_regiments_or_a_hex_away():
    game = begun(MARINES)
    assert game.prompt[0] == "un_deploying"
    assert offered(game) == {"deploy": {"US-1Mar"}, "breakdown": {"US-1Mar"}, "end": set()}
    assert rules_of(game, "breakdown US-2") == ["D-22.2"]
    assert rules_of(game, "deploy US-2 0715") == ["D-21.2"]
    game.play("deploy US-1Mar 1210")
    game.play("breakdown US-1Mar")
    assert where(game, "US-5/1Mar") == "1210"
    assert rules_of(game, "deploy US-5/1Mar 1211") == ["D-22.3"], "two hexes from 1209"
    game.play("deploy US-5/1Mar 1209")
    assert {where(game, f"US-{n}/1Mar") for n in (1, 7)} == {"1210"}
    whole = begun(NEAR)
    assert rules_of(whole, "breakdown US-1Mar") == ["D-22.3"]
    assert rules_of(whole, "deploy US-1Mar 1211") == ["D-22.1"], "with 22.1 alone it may step aside as a whole"
    assert rules_of(whole, "deploy US-1Mar 1210") == []


def test_any_random_set_up_can_be_played_and_undone():
    options = {"un-setup": "on", "us-deployment": "on", "usmc-deployment": "on", "setup": "free"}
    for seed in range(3):
        game, rng = begun(options), Random(seed)
        start, pieces = game.hash(), game.rules.pieces(game.state)
        while game.rules.phase_key(game.state) == "phase.setup":
            if rng.random() < 0.1:
                check_invariants(game, rng)
            game.play(game.sample(rng))
        s = game.state
        assert stacking.overstacked(s, UN) == []
        assert not s.held_by(UN) & s.held_by(1 - UN)
        assert game.rules.pieces(s) == pieces
        copy = game.copy()
        while copy.last.before is not None:
            copy.progress.back()
        assert f"{copy.state.hash():016x}" == start


def test_a_position_in_the_middle_of_the_set_up_goes_on():
    game = begun(NEAR, SPLIT)
    game.play("breakdown US-2")
    again = from_position(game.to_position())
    assert again.hash() == game.hash()
    again.play("deploy US-9/2 0715")
    assert where(again, "US-9/2") == "0715"
    again.undo()
    assert again.hash() == game.hash()
    with pytest.raises(RefusedError):
        again.play("deploy US-9/2 0914")
