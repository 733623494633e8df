"""6.2 Replacements: of the dead some come back, at Naktong of each company, at Chosin of the Chinese."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from tests.games.forgotten_war.field import field, lost, play, where, why

NEXT: dict[str, Any] = {"kind": "Sequence"}


def naktong(units: dict[str, str]) -> Game:
    """The UN's reinforcement phase of turn 3, when nothing else arrives."""
    return field(units, scenario="naktong", phase="communist_close_combat", turn=3, frame=NEXT)


def chosin(units: dict[str, str], phase: str = "un_close_combat") -> Game:
    return field({"2634": "8/237"} | units, phase=phase, turn=3, frame=NEXT)


@pytest.mark.rule("F-6.2.1.A", "F-6.2.1.B")
def test_of_two_of_a_company_one_comes_back_near_its_regiment():
    game = naktong({"replacements": "A/34-1 lost=1, A/34-2, B/34-1", "1727": "C/34-1", "1731": "1/16-1"})
    assert game.decider == "un"
    assert why(game, "end") == ["F-6.2.1.B"]
    assert why(game, "replace B/34-1 1728") == ["F-6.2.1.B"]  # another company
    assert why(game, "replace A/34-1 1723") == ["F-6.2.1.B"]  # four hexes from its regiment
    assert why(game, "replace A/34-1 1730") == ["F-6.2.1.B"]  # beside an enemy
    play(game, "replace A/34-1 1724")
    assert (where(game, "A/34-1"), lost(game, "A/34-1"), where(game, "A/34-2")) == ("1724", 0, "gone")
    assert where(game, "B/34-1") == "replacements"


@pytest.mark.rule("F-6.2.1.A", by="value")
def test_the_player_chooses_which_of_the_two():
    game = naktong({"replacements": "R/24-1, R/24-4", "1727": "R/24-2, C/34-1", "1731": "1/16-1"})
    play(game, "replace R/24-4 1728")  # the tank
    assert (where(game, "R/24-4"), where(game, "R/24-1")) == ("1728", "gone")


@pytest.mark.rule("F-6.2.1.C")
def test_without_a_unit_of_its_regiment_none_comes_back():
    game = naktong({"replacements": "A/34-1, A/34-2", "1727": "A/19-1", "1731": "1/16-1"})
    assert sorted((where(game, "A/34-1"), where(game, "A/34-2"))) == ["gone", "replacements"]


@pytest.mark.rule("F-6.2.1.D")
def test_without_an_open_hex_both_are_gone():
    rules = naktong({"1727": "C/34-1", "1731": "1/16-1"}).state.rules
    grid = rules.grid
    near = grid.labels(rules.disk(grid.hex("1727"), 3))
    names = iter(f"{n}/{regiment}-{i}" for regiment in (16, 5, 18) for n in range(1, 10) for i in (1, 2, 3))
    foes = {h: next(names) for h in near[::2] if h != "1727"}
    game = naktong({"replacements": "A/34-1, A/34-2", "1727": "C/34-1"} | foes)
    assert where(game, "A/34-1") == where(game, "A/34-2") == "gone"


@pytest.mark.rule("F-6.2.1.E")
def test_one_that_is_left_alone_waits_for_its_company_and_is_gone_with_it():
    game = naktong({"replacements": "A/34-1", "gone": "A/34-3", "1727": "A/34-2", "1731": "1/16-1"})
    assert where(game, "A/34-1") == "replacements"
    dead = naktong({"replacements": "B/34-1", "gone": "B/34-2, B/34-3", "1727": "A/34-2", "1731": "1/16-1"})
    assert where(dead, "B/34-1") == "gone"
    units = {"replacements": "A/23-1", "withdrawn": "A/23-2, A/23-3", "1727": "B/23-2", "1731": "1/16-1"}
    assert where(naktong(units), "A/23-1") == "gone"  # nobody of its company comes back
    units = {"replacements": "A/23-1", "due": "A/23-2", "1727": "B/23-2", "1731": "1/16-1"}
    assert where(naktong(units), "A/23-1") == "replacements"


def _so_far(game: Game, n: int) -> str:
    """A hex at this distance from the nearest road."""
    grid, region = game.state.rules.grid, game.state.rules.roads.hexes()
    for _ in range(n - 1):
        region |= grid.around(region)
    return grid.labels(grid.around(region) & ~region & game.state.rules.board.in_play)[0]


@pytest.mark.rule("F-6.2.2.A", "F-6.2.2.B")
@pytest.mark.rule("F-6.2.2.C", by="value")
def test_of_three_chinese_one_comes_back_far_from_roads():
    game = chosin({"replacements": "1/235 lost=1, 2/175, 3/240, 5/172"})
    assert game.decider == "communist"
    near, eight = _so_far(game, 7), _so_far(game, 8)
    assert why(game, f"replace 2/175 {near}") == why(game, "end") == ["F-6.2.2.B"]
    for unit in ("1/235", "2/175", "3/240", "5/172"):  # of any formation and strength
        assert why(game, f"replace {unit} {eight}") == []
    play(game, f"replace 1/235 {eight}")
    assert (where(game, "1/235"), lost(game, "1/235")) == (eight, 0)
    others = sorted(where(game, unit) for unit in ("2/175", "3/240", "5/172"))
    assert others == ["gone", "gone", "replacements"]


@pytest.mark.rule("F-6.2", by="value")
def test_there_are_no_other_replacements():
    game = chosin({"replacements": "1/235, 2/175"})
    assert where(game, "1/235") == where(game, "2/175") == "replacements"  # two are not three
    un = chosin({"gone": "A/5-1, A/5-2, A/5-3", "2635": "B/5-1"}, phase="communist_close_combat")
    assert where(un, "A/5-1") == "gone"
    units = {"gone": "1/343-1, 1/343-2, 1/343-3", "1224": "A/23-1", "1024": "2/343-1"}
    game = field(units, scenario="chipyongni", phase="un_close_combat", turn=3, frame=NEXT)
    assert where(game, "1/343-1") == "gone"
