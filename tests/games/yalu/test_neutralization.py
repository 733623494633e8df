"""14 Neutralization: where it comes from, and what ends it."""

from collections.abc import Callable

import pytest

from parallel38.engine.game import Game

from .table import flags, rules_of, said, table, where
from .test_bombardment import on_to, phase
from .test_combat import neutralize
from .test_morale import checked


def crowded() -> Game:
    game = table({"1011": "PVA-40-118, PVA-40-119, PVA-40-120", "1010": "NKPA-5"})
    game.play("move NKPA-5 1010-1011")
    return game


def shot() -> Game:
    return neutralize({"1020": "PVA-40-118, PVA-40-119", "1021": "ROK-1"}, "1021", "ROK-1", dice=[3, 3])


def bombarded() -> Game:
    game = phase({"0120": "PVA-40-118", "2226": "Gar-Seoul"}, dice=[1], air=3)
    game.play("bombard 0120 - 3")
    return game


def evacuated() -> Game:
    game = table({"1512": "US-3"}, phase="un_movement", weather="MO", die=3, dice=[3])
    game.play("evacuate US-3")
    return game


def dropped() -> Game:
    game = table({"0921": "US-187", "0119": "NKPA-47"}, phase="un_movement", weather="MO", die=3, dice=[3])
    game.play("drop US-187 0618")
    return game


def cut_off() -> Game:
    return checked({"1113": "ROK-8", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}, 0, [6, 6])


@pytest.mark.rule("D-14.1", "D-14.2")
@pytest.mark.parametrize(
    ("cause", "unit"),
    [
        (crowded, "NKPA-5"),
        (shot, "ROK-1"),
        (bombarded, "PVA-40-118"),
        (evacuated, "US-3"),
        (dropped, "US-187"),
        (cut_off, "ROK-8"),
    ],
)
def test_what_neutralizes(cause: Callable[[], Game], unit: str):
    assert "neutralized" in flags(cause(), unit).split("+")


@pytest.mark.rule("D-15.4.2")
@pytest.mark.parametrize(
    ("dice", "end"), [pytest.param([1, 1], "", marks=pytest.mark.rule("D-14.4")), ([6, 6], "neutralized")]
)
def test_only_a_regroup_check_that_is_passed_ends_it(dice: list[int], end: str):
    game = checked({"2226": "US-2 neutralized+regroup, US-24 neutralized"}, 0, dice)
    assert flags(game, "US-2") == end
    assert flags(game, "US-24") == "neutralized", "nobody else recovers"


def test_it_lasts_over_turns_in_which_nobody_regroups():
    game = table({"2226": "US-2 neutralized, US-24", "0119": "NKPA-47 neutralized"}, turn=8)
    for turn in ("Jan IV", "Feb I"):
        on_to(game, "un_movement")
        game.play("end")
        on_to(game, "communist_movement")
        assert game.turn == turn
        assert (flags(game, "US-2"), flags(game, "NKPA-47"), flags(game, "US-24")) == ("neutralized", "neutralized", "")
    assert "regrouped" not in said(game.entries())
    assert where(game, "US-2") == "2226"
    on_to(game, "un_movement")
    assert rules_of(game, "regroup US-2") == []
