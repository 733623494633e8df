"""5 Supply and isolation."""

import pytest

from parallel38 import new_game
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.state import COMMUNIST, UN

from .table import flags, said, table


def in_supply(game: Game, side: int = COMMUNIST) -> set[str]:
    return set(game.rules.names.grid.labels(supply.supplied(game.state, side)))


@pytest.mark.rule("D-5.1.1b")
def test_six_hexes_to_the_edge_and_not_seven():
    """No road or rail is near 1004 to 1010: the line must reach the north edge or a supplied unit."""
    assert in_supply(table({"1501": "NKPA-5"})) == {"1501"}
    far = {f"15{row:02d}": "NKPA-5" for row in (7, 8)}
    assert in_supply(table({"1507": far["1507"]})) == {"1507"}


@pytest.mark.rule("D-5.1.1b")
def test_a_chain_of_units_works_and_a_circle_of_them_does_not():
    near = table({"1210": "NKPA-5", "1310": "US-2 neutralized"})
    assert near.state is not None
    wall = {"1113": "ROK-8", "1413": "US-3", "1015": "ROK-6"}
    alone = table({**wall, "1115": "NKPA-12"})
    assert in_supply(alone) == set()
    together = table({**wall, "1115": "NKPA-12", "1116": "NKPA-5"})
    assert in_supply(together) == set(), "two isolated units do not supply each other"


@pytest.mark.rule("D-5.1.2", "D-8.2.3", "D-8.3.2", "D-21.5")
def test_at_the_start_only_the_nkpa_12th_would_be_isolated():
    """21.5 says that all units start supplied, even the one that is not; a trace finds just that one."""
    game = new_game("yalu", seed=1)
    s = game.state
    held = set(game.rules.names.grid.labels(s.held_by(COMMUNIST)))
    assert held - in_supply(game) == {"1115"}
    un = set(game.rules.names.grid.labels(s.held_by(UN)))
    assert un - in_supply(game, UN) == set()
    assert not any("isolated" in flags(game, u) for u in game.rules.names.units)


@pytest.mark.rule("D-5.1.1d")
def test_iwon_gives_no_supply_in_frost():
    pocket = {"2103": "ROK-Cap", "2003": "NKPA-5", "2102": "NKPA-12", "2004": "NKPA-31"}
    assert in_supply(table(pocket, weather="MO"), UN) == {"2103"}
    assert in_supply(table(pocket, weather="SO"), UN) == set()


@pytest.mark.rule("D-5.1.1c")
def test_guerrillas_do_not_cut_the_road():
    cut = {"0714": "US-2", "0717": "G-1", "0716": "G-2"}
    assert in_supply(table(cut), UN) == {"0714"}


@pytest.mark.rule("D-5.1.2")
def test_a_friend_in_the_hex_undoes_the_zone():
    base = {"1113": "ROK-8", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}
    assert "1113" not in in_supply(table(base), UN)
    assert "1113" in in_supply(table({**base, "1014": "ROK-7", "1015": "ROK-6"}), UN)


@pytest.mark.rule("D-5.1.2")
def test_enemy_cities_are_closed():
    units = {"0921": "NKPA-5"}
    assert in_supply(table(units, cities="Pyongyang")) == {"0921"}


@pytest.mark.rule("D-5.1.1a", "D-5.1.3", "D-5.2.1")
def test_communists_are_marked_in_their_supply_phase():
    units = {"1113": "ROK-8", "1413": "US-3", "1015": "ROK-6", "1115": "NKPA-12", "1011": "NKPA-5 isolated"}
    game = table(
        units, phase="un_morale", turn=1, frame={"kind": "Checks", "side": 0, "check": "isolation", "waiting": []}
    )
    assert game.turn == "Dec I"
    assert flags(game, "NKPA-12") == "isolated"
    assert flags(game, "NKPA-5") == ""
    assert "isolated" in said(game.entries())


@pytest.mark.rule("D-5.3.1", "D-5.3.2", "D-15.2", "D-15.7")
def test_isolated_un_units_check_and_break():
    units = {"1113": "ROK-8, ROK-7 neutralized", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}
    frame = {"kind": "Checks", "side": 0, "check": "regroup", "waiting": []}
    held = table(units, phase="un_morale", frame=frame, dice=[1, 1, 1, 1])
    assert said(held.entries()).count("isolation_passed") == 2
    assert flags(held, "ROK-8") == "isolated"
    broken = table(units, phase="un_morale", frame=frame, dice=[6, 6, 6, 6])
    assert flags(broken, "ROK-8") == "neutralized+isolated"
    assert flags(broken, "ROK-7") == ""
    assert broken.rules.names.place(broken.state.where[broken.rules.names.unit_number("ROK-7")]) == "dead"
