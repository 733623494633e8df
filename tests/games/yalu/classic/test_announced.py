"""C-9b, C-11, C-15, C-25 Attacks that are announced, paid for by their odds, and helped by support of their own."""

import re

import pytest

from parallel38 import desk
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game

from .table import battle, rules_of, said, table, where
from .test_combat import after, asp, fires, odds, price

TWO_FIRES = {"1021": "US-2, US-25, SUP-TK1", "1020": "NKPA-5", "1121": "PVA-40-118"}
STACK = {"1020": "PVA-40-118, PVA-40-119", "1021": "US-2, ROK-1"}
"""Eight factors beside fourteen: 1:2 against all, 2:1 against the weaker."""


def assault(game: Game) -> Game:
    """The game with the attackers about to fire."""
    while not game.prompt[0].startswith("assault"):
        game.play("end")
    return game


# ------------------------------------------------------------------------------------------------ support and advance


@pytest.mark.rule("C-25C")
def test_support_advances_only_with_the_fire_that_it_helped():
    game = battle(TWO_FIRES, side="un", air=6, dice=[])
    after(game, "attack NKPA-5 US-2", "attack PVA-40-118 US-25", "end", "end")
    after(game, "fire PVA-40-118 US-25 SUP-TK1 2", "end")
    fires(game, "fire NKPA-5 US-2", "D")
    assert rules_of(game, "advance US-2,SUP-TK1") == ["C-25C"], "the tanks are for the other fire"
    game.play("advance US-2")
    fires(game, "fire PVA-40-118", "D")
    game.play("advance US-25,SUP-TK1")
    assert (where(game, "US-2"), where(game, "US-25"), where(game, "SUP-TK1")) == ("1020", "1121", "1121")


@pytest.mark.rule("C-25C")
def test_support_of_a_fire_at_another_hex_that_has_been_made_stays_as_well():
    game = battle(TWO_FIRES, side="un", air=6, dice=[])
    after(game, "attack NKPA-5 US-2", "attack PVA-40-118 US-25", "end", "end")
    after(game, "fire PVA-40-118 US-25 SUP-TK1 2", "end")
    fires(game, "fire PVA-40-118", "-")
    fires(game, "fire NKPA-5 US-2", "D")
    assert rules_of(game, "advance US-2,SUP-TK1") == ["C-25C"]
    assert rules_of(game, "advance US-2") == []


def test_a_position_between_the_fires_keeps_which_support_helped_which():
    game = battle(TWO_FIRES, side="un", air=6, dice=[])
    after(game, "attack NKPA-5 US-2", "attack PVA-40-118 US-25", "end", "end")
    after(game, "fire PVA-40-118 US-25 SUP-TK1 2", "end")
    fires(game, "fire PVA-40-118", "-")
    position = game.to_position()
    assert Game.from_position(position, game.rules, game.dice).to_position() == position
    assert "SUP-TK1" in str(position["frames"][-1]["done"])


# ----------------------------------------------------------------------------------------------------- attack supply


@pytest.mark.rule("C-15a", by="value")
def test_an_attack_is_paid_for_by_the_odds_announced():
    game = battle(STACK, asp=5, dice=[])
    assert (odds(game, "attack US-2,ROK-1"), price(game, "attack US-2,ROK-1")) == ("1:2", 0)
    assert price(game, "attack ROK-1") == 1, "2:1"
    after(game, "attack US-2,ROK-1", "end")
    assert asp(game) == 5
    assault(game)
    assert odds(game, "fire US-2,ROK-1") == "1:2"
    assert odds(game, "fire ROK-1") == "1:2", "it was not paid for more"
    named = after(battle(STACK, asp=5, dice=[]), "attack US-2,ROK-1 supplied PVA-40-118,PVA-40-119 1", "end")
    assert asp(named) == 4
    assert odds(assault(named), "fire ROK-1") == "2:1", "the fire above 1:2 that was paid for"


@pytest.mark.rule("C-15b")
def test_without_attack_supply_a_stack_may_be_attacked_at_one_to_two():
    game = battle(STACK, asp=0)
    assert rules_of(game, "attack US-2,ROK-1") == []
    assert rules_of(game, "attack US-2,ROK-1 supplied PVA-40-118,PVA-40-119 1") == ["C-15b"]
    assert rules_of(game, "attack ROK-1") == ["C-15b"]
    one = battle(STACK, asp=1)
    two = one.why_not("attack US-2,ROK-1 supplied PVA-40-118,PVA-40-119 2")
    assert "cost 2 attack supply, and there is 1" in Reporter(one, "en").refusal(two[0])
    assert "cuestan 2 ASP, y hay 1" in Reporter(one, "es").refusal(two[0])


@pytest.mark.rule("C-25D4", "C-25D2", by="value")
def test_a_wave_at_one_to_two_costs_nothing_and_counts_double():
    game = battle({"1020": "PVA-40-118", "1021": "US-1Mar"}, asp=3, dice=[])
    after(game, "attack US-1Mar wave", "end")
    assert asp(game) == 3
    assert odds(assault(game), "fire US-1Mar") == "1:2", "8 against 13"


def test_the_number_of_fires_above_one_to_two_can_be_chosen_where_there_is_a_choice():
    def rolls(line: str, asp: int = 5) -> tuple[int, ...]:
        game = battle(STACK, asp=asp)
        return game.state.top.choices(game.state, game.parse(line)).get("rolls", ())

    assert rolls("attack US-2,ROK-1") == (0, 1, 2)
    assert rolls("attack US-2,ROK-1", asp=1) == (0, 1)
    assert rolls("attack US-2,ROK-1", asp=0) == ()
    assert rolls("attack ROK-1") == (), "one fire, by its odds"
    assert rolls("attack US-2,ROK-1 unsupplied") == ()


# ----------------------------------------------------------------------------------------------------- several hexes


def targets(game: Game, line: str) -> list[str]:
    """The targets that can be chosen for an action."""
    plan = desk.plan(game, line, "en")
    return next([choice["value"] for choice in f["choices"]] for f in plan["fields"] if f["name"] == "targets")


@pytest.mark.rule("C-9b", by="value")
def test_targets_of_every_hex_beside_all_who_fire_can_be_chosen():
    units = {"1020": "PVA-40-118", "1121": "PVA-38-112", "1022": "NKPA-5", "1021": "US-2", "0920": "ROK-1"}
    game = after(battle(units, dice=[]), "attack US-2", "end")
    while game.prompt[0] != "defence_un":
        game.play("end")
    assert set(targets(game, "fire PVA-40-118 US-2")) == {"PVA-40-118", "PVA-38-112", "NKPA-5"}
    both = desk.plan(game, "fire PVA-40-118,PVA-38-112 US-2", "en")
    for told in (both["text"], both["odds"]["title"]):
        assert {"1020", "1121"} <= {*re.findall(r"\d{4}", told)}
    around = {"1121": "US-2", "1021": "PVA-40-118", "1220": "PVA-38-112", "0920": "NKPA-5", "0921": "US-25"}
    un = battle(around, side="un")
    assert set(targets(un, "attack PVA-40-118 US-2")) == {"PVA-40-118", "PVA-38-112"}
    un.play("attack PVA-40-118,PVA-38-112 US-2")
    line = [line["text"] for entry in desk.log(un, "en") for line in entry["lines"]][-1]
    assert {"1021", "1220"} <= {*re.findall(r"\d{4}", line)}
    one = battle(units | {"1021": "US-2"}, rulings={"assault-hexes": "one"})
    assert set(targets(one, "attack US-2 PVA-40-118")) == {"US-2"}


def test_a_wave_has_the_targets_of_one_hex_to_choose_from():
    units = {"1121": "PVA-40-118", "1021": "US-1/31/7", "1220": "ROK-11/1"}
    game = battle(units)
    assert set(targets(game, "attack US-1/31/7 supplied PVA-40-118")) == {"US-1/31/7", "ROK-11/1"}
    assert set(targets(game, "attack US-1/31/7 wave PVA-40-118")) == {"US-1/31/7"}


def test_in_the_assault_the_targets_of_another_attack_are_not_offered():
    units = {"1121": "PVA-40-118, PVA-40-119", "1021": "US-1/31/7", "1220": "ROK-11/1"}
    game = after(battle(units), "attack US-1/31/7 PVA-40-118", "attack ROK-11/1 PVA-40-119", "end")
    assert set(targets(assault(game), "fire US-1/31/7 PVA-40-118")) == {"US-1/31/7"}


# -------------------------------------------------------------------------------------------------------- guerrillas


@pytest.mark.rule("C-17e", by="value")
def test_nobody_is_warned_of_guerrillas_that_are_not_absorbed_and_paths_lead_through_them():
    game = table({"0921": "PVA-40-118", "1020": "G-1"}, weather="MO", cities="Pyongyang")
    bare = table({"0921": "PVA-40-118"}, weather="MO", cities="Pyongyang")
    assert game.notation(game.parse("move PVA-40-118 1120")) == bare.notation(bare.parse("move PVA-40-118 1120"))
    assert list(game.warnings("move PVA-40-118 0921-1020")) == []
    assert list(game.warnings("move G-1 1020-0921")) == []
    game.play("move PVA-40-118 0921-1020")
    assert where(game, "G-1") == "1020"
    assert "guerrilla_absorbed" not in said(list(game.entries()))
    frame = {"kind": "CommunistReplacements", "what": "nkpa", "left": 1}
    units = {"1020": "PVA-40-118", "0921": "G-1", "dead": "NKPA-5"}
    back = table(units, phase="communist_reinforcement", frame=frame, cities="Pyongyang")
    assert rules_of(back, "place NKPA-5 0921") == []
    assert list(back.warnings("place NKPA-5 0921")) == []


# ---------------------------------------------------------------------------------------------------------- surprise


@pytest.mark.rule("C-31b", by="value")
def test_every_unit_that_an_attack_names_rolls_for_surprise_before_it_is_known_which_are_fired_at():
    game = after(battle(STACK, turn=1, dice=[1, 6]), "attack US-2,ROK-1", "end")
    rolled = [text for text in said(list(game.entries())) if text in ("surprised", "not_surprised")]
    assert rolled == ["surprised", "not_surprised"]
