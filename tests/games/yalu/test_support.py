"""12 UN support units in fire."""

from random import Random

import pytest

from parallel38.engine.game import Game

from .table import flags, rules_of, said, table, where
from .test_combat import attacked, battle


def drm(game: Game, text: str) -> int:
    return game.describe(game.parse(text))[1]["modifier_drm"]


COAST = {"1511": "US-3, SUP-TK1", "1510": "PVA-40-118, PVA-40-119", "1711": "SUP-CA"}
"""Hamhung, two hexes from the cruiser off Hungnam; the tanks stand with the division."""


@pytest.mark.rule("D-10.5.6", "D-12.1.2", "D-12.1.3", "D-12.2.2", "D-12.2.1", "D-12.3.2", "D-12.1.1")
def test_the_un_commits_support_when_it_designates():
    far = {**COAST, "1409": "US-2"}
    game = battle(far, side="un", air=2)
    assert rules_of(game, "attack 1510 supplied US-3 0 US-2") == ["D-12.1.1"]
    assert rules_of(game, "attack 1510 supplied US-2 0 SUP-TK1") == ["D-12.1.2"]
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-TK1,SUP-TK1") == ["D-12.1.3"]
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-CA,SUP-CA,SUP-CA") == ["D-12.2.1"]
    assert rules_of(game, "attack 1510 supplied US-3 0 - 3") == ["D-12.3.2"]
    game.play("attack 1510 supplied US-3 0 SUP-TK1,SUP-CA 2")
    assert game.view()["track"]["air"] == 0
    game.play("attack 1510 supplied US-3 0 SUP-CA,SUP-CA 1")
    assert game.view()["track"]["air"] == 1, "what was committed before comes back"
    game.play("end")
    game.play("end")
    assert rules_of(game, "fire PVA-40-118 US-3 SUP-TK1") == ["D-10.5.6"]
    assert rules_of(game, "fire PVA-40-118 US-3 - 2") == ["D-10.5.6"]
    assert drm(game, "fire PVA-40-118 US-3 SUP-CA 1") == drm(game, "fire PVA-40-118 US-3") - 2
    ship = battle({"1210": "PVA-40-118", "1209": "US-1Mar", "1711": "SUP-CA"}, side="un")
    assert rules_of(ship, "attack 1210 supplied US-1Mar 0 SUP-CA") == ["D-12.2.2"]


@pytest.mark.rule("D-12.1.8")
def test_ships_are_not_attacked():
    game = battle({**COAST, "1611": "PVA-38-112"})
    assert rules_of(game, "attack 1711 supplied PVA-38-112") == ["D-12.1.8"]
    game.play("attack 1511 supplied PVA-40-118")
    assert rules_of(game, "attack 1712 supplied PVA-38-112") == ["D-10.5.1"], "nothing is there"


@pytest.mark.rule("D-12.1.4", "D-10.6.2", "D-10.2.3", "D-12.3.3")
def test_three_factors_at_most_in_defence_too():
    game = attacked(COAST, "1511", air=4, dice=[6, 6])
    assert game.decider == "un"
    assert rules_of(game, "fire PVA-40-118 US-3 SUP-TK1,SUP-CA 2") == ["D-12.1.4"]
    assert drm(game, "fire PVA-40-118 US-3 SUP-TK1,SUP-CA 1") == drm(game, "fire PVA-40-118 US-3") - 3
    game.play("fire PVA-40-118 US-3 SUP-TK1,SUP-CA 1")
    assert game.view()["track"]["air"] == 3
    assert flags(game, "SUP-TK1") == "fired"


@pytest.mark.rule("D-12.1.3", "D-12.2.1")
def test_a_tank_helps_once_and_a_ship_splits_its_factors():
    units = {**COAST, "1511": "US-3, ROK-1, SUP-TK1"}
    game = attacked(units, "1511", dice=[6, 6])
    game.play("fire PVA-40-118 US-3 SUP-TK1,SUP-CA")
    assert rules_of(game, "fire PVA-40-119 ROK-1 SUP-TK1") == ["D-12.1.3"]
    assert rules_of(game, "fire PVA-40-119 ROK-1 SUP-CA,SUP-CA") == ["D-12.2.1"]
    assert rules_of(game, "fire PVA-40-119 ROK-1 SUP-CA") == []


@pytest.mark.rule("D-12.1.6")
def test_support_is_sheltered_unless_it_stands_alone():
    game = attacked(COAST, "1511", dice=[6, 6])
    game.play("end")
    assert rules_of(game, "fire SUP-TK1 PVA-40-118") == ["D-12.1.6"]
    alone = attacked({"1511": "SUP-TK1", "1510": "PVA-40-118"}, "1511", dice=[4, 5])
    played = alone.play("fire SUP-TK1")
    assert said(played)[0] == "fire_neutralized", "5 to its one support factor"
    assert where(alone, "SUP-TK1") == "dead"


@pytest.mark.rule("D-12.1.7")
def test_support_dies_goes_or_stays_with_its_combat_units():
    dead = attacked({"1511": "ROK-1, SUP-TK1", "1510": "PVA-40-118, PVA-40-119"}, "1511", dice=[1, 1])
    dead.play("end")
    dead.play("fire ROK-1")
    assert where(dead, "ROK-11/1") == where(dead, "SUP-TK1") == "dead"

    gone = attacked({"1511": "ROK-1, SUP-TK1", "1510": "PVA-40-118, PVA-40-119"}, "1511", dice=[3, 3])
    gone.play("end")
    gone.play("fire ROK-1")
    gone.play(next(gone.notation(a) for a in gone.legal_actions()))
    assert where(gone, "SUP-TK1") == where(gone, "ROK-1") != "1511"
    assert "neutralized" in flags(gone, "ROK-1")
    assert "neutralized" not in flags(gone, "SUP-TK1")

    free = attacked({"1511": "ROK-1, US-3, SUP-TK1", "1510": "PVA-40-118, PVA-40-119"}, "1511", dice=[3, 3])
    free.play("end")
    free.play("fire ROK-1")
    free.play(next(free.notation(a) for a in free.legal_actions()))
    assert free.decider == "un", "the 3rd Division is still there, so the tanks may choose"
    assert rules_of(free, "retreat SUP-TK1 1511-1611-1711") != []
    free.play("end")
    assert where(free, "SUP-TK1") == "1511"


@pytest.mark.rule("D-12.1.7")
def test_support_leaves_a_garrison_that_may_not():
    game = attacked({"2226": "Gar-Seoul, SUP-TK1", "2225": "PVA-40-118, PVA-40-119"}, "2226", dice=[3, 3])
    game.play("end")
    game.play("fire Gar-Seoul")
    assert game.decider == "un"
    assert rules_of(game, "end") == ["D-12.1.7"]
    assert rules_of(game, "retreat SUP-TK1 2226-2225-2224") == ["D-10.3.5"], "the enemy is there"
    game.play(next(game.notation(a) for a in game.legal_actions()))
    assert where(game, "Gar-Seoul") == "2226"
    assert where(game, "SUP-TK1") not in ("2226", "dead")


@pytest.mark.rule("D-12.2.2")
def test_in_defence_a_ship_reaches_to_the_hex_that_is_attacked():
    """1410 is three hexes from the cruiser off Hungnam, and Hamhung, which is attacked from there, is two."""
    near = attacked({"1511": "US-3", "1410": "PVA-40-118", "1711": "SUP-CA"}, "1511", dice=[6, 6])
    assert rules_of(near, "fire PVA-40-118 US-3 SUP-CA,SUP-CA") == []
    assert any("SUP-CA" in near.notation(a) for a in near.legal_actions()), "it is offered, too"
    far = attacked({"1410": "US-3", "1511": "PVA-40-118", "1711": "SUP-CA"}, "1410", dice=[6, 6])
    assert rules_of(far, "fire PVA-40-118 US-3 SUP-CA") == ["D-12.2.2"], "the enemy is near, but not who is attacked"
    assert not any("SUP-CA" in far.notation(a) for a in far.legal_actions())


@pytest.mark.rule("D-4.2")
def test_in_a_blizzard_no_ship_helps_in_the_north():
    game = attacked({"1511": "US-3", "1510": "PVA-40-118", "1711": "SUP-CA"}, "1511", weather="B", dice=[6, 6])
    assert rules_of(game, "fire PVA-40-118 US-3 SUP-CA") == ["D-4.2"]
    assert not any("SUP-CA" in game.notation(a) for a in game.legal_actions())


@pytest.mark.rule("D-12.1.8")
def test_ships_are_no_target_and_lost_tanks_do_not_return():
    game = battle({"1711": "SUP-CA", "1611": "PVA-40-118", "1511": "US-3"})
    assert rules_of(game, "attack 1711 supplied PVA-40-118") == ["D-12.1.8"]
    assert game.explain(game.why_not("attack 1711")[0]) == (
        "There are only ships in 1711, and they cannot be attacked. [12.1.8]"
    )
    for support in ("SUP-TK1", "SUP-ART1"):
        moving = table({"dead": support, "2226": "Gar-Seoul"}, phase="un_movement", turn=20)
        assert rules_of(moving, f"place {support} 2226") == ["D-12.1.8"]


@pytest.mark.rule("D-16.1", "D-10.5.1")
def test_guerrillas_are_not_attacked():
    game = battle({"1511": "US-3", "1510": "PVA-40-118", "1410": "G-1"}, side="un")
    assert rules_of(game, "attack 1410 supplied US-3") == ["D-16.1"]
    assert rules_of(game, "attack 1512 supplied US-3") == rules_of(game, "attack dead supplied US-3") == ["D-10.5.1"]


@pytest.mark.rule("D-2.7")
def test_support_that_is_not_on_the_map_helps_nobody():
    game = battle({**COAST, "dead": "SUP-ART1"}, side="un", air=2)
    for unit in ("SUP-DD1", "SUP-TK2", "SUP-ART1"):
        assert rules_of(game, f"attack 1510 supplied US-3 0 {unit}") == ["D-2.7"], unit


@pytest.mark.rule("D-10.8.1")
def test_support_advances_with_a_combat_unit_of_its_hex_only():
    units = {"1511": "US-3, SUP-TK1", "1410": "US-2", "1510": "PVA-40-118"}
    game = battle(units, side="un", dice=[1, 1])
    game.play("attack 1510 supplied US-3,US-2 0 SUP-TK1")
    game.play("end")
    game.play("end")
    game.play("fire PVA-40-118 US-3")
    assert rules_of(game, "advance SUP-TK1") == rules_of(game, "advance US-2,SUP-TK1") == ["D-10.8.1"]
    assert rules_of(game, "advance US-3,SUP-TK1") == rules_of(game, "advance US-2") == []
    assert "advance SUP-TK1" not in [game.notation(a) for a in game.legal_actions()]
    rng = Random(3)
    for _ in range(30):
        action = game.sample(rng)
        assert game.why_not(action) == [], game.notation(action)


def test_support_that_is_used_up_is_not_offered_again():
    game = attacked({**COAST, "1511": "US-3, ROK-1, SUP-TK1, SUP-ART2"}, "1511", dice=[6, 6])
    game.play("fire PVA-40-118 ROK-1 SUP-TK1,SUP-CA")
    actions = list(game.legal_actions())
    assert [game.notation(a) for a in actions if game.why_not(a)] == []
    assert max(len(getattr(a, "support", ())) for a in actions) == 2, "the second gun, and one factor of the cruiser"


@pytest.mark.rule("D-12.2.4")
def test_a_ship_that_changed_seas_is_not_drawn_into_an_attack():
    units = {"1511": "US-3", "1510": "PVA-40-118", "1711": "SUP-CA rounded"}
    game = battle(units, side="un", air=1)
    rng = Random(1)
    for _ in range(20):
        action = game.sample(rng)
        assert game.why_not(action) == [], game.notation(action)
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-CA") == ["D-12.2.4"]


@pytest.mark.rule("D-12.2.1")
def test_what_is_taken_back_leaves_the_other_missions_of_a_ship():
    units = {"1511": "US-3, ROK-1", "1510": "PVA-40-118", "1512": "PVA-40-119", "1711": "SUP-CA"}
    game = battle(units, side="un")
    game.play("attack 1510 supplied US-3 0 SUP-CA")
    game.play("attack 1512 supplied ROK-1 0 SUP-CA")
    game.play("withdraw 1512")
    assert rules_of(game, "attack 1512 supplied ROK-1 0 SUP-CA,SUP-CA") == ["D-12.2.1"]
    game.play("withdraw 1510")
    assert rules_of(game, "attack 1512 supplied ROK-1 0 SUP-CA,SUP-CA") == []
