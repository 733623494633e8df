"""6.1 Reinforcements: when and where they come, the queue at an entry hex, blocked entries, units that come back."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.hexgrid import bits
from tests.games.forgotten_war.field import field, flags, new, number, play, spent, where, why

NAKTONG: dict[str, Any] = {"scenario": "naktong"}
NEXT: dict[str, Any] = {"kind": "Sequence"}
"""A frame that goes on to the next phase at once."""


def entering(units: dict[str, str], turn: int = 2, **more: Any) -> Game:
    return field({"1727": "A/34-1"} | units, phase="un_movement", turn=turn, **NAKTONG, **more)


@pytest.mark.rule("F-6.1.A1")
@pytest.mark.rule("F-6.1.A2", "F-6.1.A3", by="value")
def test_reinforcements_come_in_their_turn():
    game = field({"1727": "A/34-1"}, phase="communist_close_combat", turn=2, frame=NEXT, **NAKTONG)
    assert [where(game, marker) for marker in ("AIR-2", "B/11FA", "HM/19")] == ["available"] * 3
    assert where(game, "A/19-1") == where(game, "G/19-3") == "due"
    assert where(game, "A/15FA") == where(game, "A/9-1") == "out"


@pytest.mark.rule("F-6.1.A4", by="value")
def test_a_gun_has_its_marker_with_it():
    for battle in ("chosin", "chipyongni"):
        rules = new(battle).state.rules
        guns = [unit for side in rules.guns_of for unit in side]
        assert guns
        assert all(rules.barrage[unit] > 0 for unit in guns)


@pytest.mark.rule("F-6.1.B")
@pytest.mark.rule("F-6.1.1.B", "F-6.1.1.D", "F-6.1.1.E", by="value")
def test_each_stack_pays_for_those_ahead_of_it():
    game = entering({"due": "A/19-1, A/19-2, B/19-1, C/19-1, E/19-1"})
    play(game, "enter C/19-1 2039-2038", "enter A/19-1,A/19-2 2039-2038")  # in any order, along a road
    assert spent(game, "C/19-1") == 0.5 + 0.5
    assert spent(game, "A/19-1") == spent(game, "A/19-2") == 1.5 + 0.5
    play(game, "enter B/19-1 2039")
    assert spent(game, "B/19-1") == 2.5  # two stacks, not three units
    rough = field({"due": "1/16-1", "1727": "A/34-1"}, phase="communist_movement", turn=1, **NAKTONG)
    assert _price(rough, "1/16-1", "0301") in (1, 2)


def _price(game: Game, unit: str, h: str) -> float:
    """What entering at a hex costs, with the terrain checked against the chart."""
    play(game, f"enter {unit} {h}")
    kind = {"c": "clear", "r": "rough"}[game.state.rules.board.letter(game.state.rules.grid.hex(h))]
    assert spent(game, unit) == game.state.rules.price[kind] / game.state.rules.point
    return spent(game, unit)


@pytest.mark.rule("F-6.1.1.A", "F-6.1.1.C")
def test_a_stack_has_to_fit_and_groups_enter_one_behind_the_other():
    game = entering({"due": "A/19-1, A/19-2, A/19-3, B/19-1"})
    assert "F-6.1.1.A" in why(game, "enter A/19-1,A/19-2,A/19-3,B/19-1 2039")
    assert why(game, "enter A/19-1,A/19-2,A/19-3 2039") == []
    assert why(game, "enter A/19-1 1939-1938") == ["F-6.1.1.C"]
    units = {"due": "7/16-1, 8/16-1, 9/16-1", "1727": "A/34-1"}
    game = field(units, phase="communist_movement", turn=2, **NAKTONG)
    assert why(game, "enter 7/16-1 0301") == why(game, "enter 7/16-1 0501") == []
    play(game, "enter 7/16-1 0301-0302")
    assert why(game, "enter 8/16-1 0501-0502") == ["F-6.1.1.C"]
    assert why(game, "enter 8/16-1 0301") == []


@pytest.mark.rule("F-6.1.2.a", "F-6.1.2.b")
def test_a_blocked_entry_is_open_next_turn_along_the_whole_edge():
    game = entering({"due": "A/19-1, A/19-2, B/19-1", "2039": "1/16-1"})
    assert why(game, "enter A/19-1 1539") == ["F-6.1.1.C"]
    play(game, "end")
    assert flags(game, "A/19-1") == "late"
    game = entering({"due": "A/19-1 late, A/19-2 late, B/19-1 late", "2039": "1/16-1"}, turn=3)
    assert why(game, "enter A/19-1 0901-0902") != []  # another edge
    play(game, "enter A/19-1,A/19-2 1539-1538")
    assert why(game, "enter B/19-1 1539-1538") == ["F-6.1.2.b"]
    assert why(game, "enter B/19-1 1639") == []


@pytest.mark.rule("F-6.1.3")
def test_a_unit_that_retreated_off_the_map_comes_back_next_turn_at_the_nearest_hex():
    grid = new("naktong").state.rules.grid
    gone = {"returning": f"A/34-2 spent={grid.hex('2039') + 1}", "1727": "A/34-1"}
    same = field(gone, phase="communist_close_combat", turn=3, frame=NEXT, **NAKTONG)
    assert where(same, "A/34-2") == "returning"  # the UN's part of the turn in which it left
    assert where(field(gone, phase="turn_end", turn=3, frame=NEXT, **NAKTONG), "A/34-2") == "due"
    back = {"due": f"A/34-2 spent={grid.hex('2039') + 1}"}
    game = entering(back, turn=4)
    assert why(game, "enter A/34-2 2039") == []
    assert why(game, "enter A/34-2 2139-2138") != []
    game = entering({**back, "2039": "1/16-1"}, turn=4)  # the nearest that is free; its owner chooses
    assert why(game, "enter A/34-2 2139-2138") == why(game, "enter A/34-2 1939-1938") == []
    assert why(game, "enter A/34-2 2339-2338") != []
    play(game, "enter A/34-2 2139")
    assert number(game, "A/34-2") in game.state.present(0)
    assert spent(game, "A/34-2") <= 2
    tank = {"due": f"R/24-4 spent={grid.hex('2139') + 1}"}
    game = entering(tank, turn=6)  # 2139 is rough and has no road
    assert why(game, "enter R/24-4 2139") != []
    assert why(game, "enter R/24-4 2039") == []


@pytest.mark.rule("F-6.1.3", "F-10.2.6.C1", by="value")
def test_a_un_unit_that_left_chosin_far_from_any_road_comes_back_where_it_may_stand():
    rules = new("chosin").state.rules
    grid = rules.grid
    for h, far in (("3343", 6), ("3330", 6), ("0120", 15)):
        assert rules.from_road[grid.hex(h)] == far
        game = field({"due": f"A/5-2 spent={grid.hex(h) + 1}", "2641": "A/5-1", "2642": "1/235"}, phase="un_movement")
        [offer] = [o for o in game.offers() if o.verb == "enter" and o.mode == "foot"]
        first = min(grid.distance(n, grid.hex(h)) for n in bits(rules.edge & rules.near_road))
        seeds = [n for n in bits(offer.hexes & rules.edge) if grid.distance(n, grid.hex(h)) == first]
        assert seeds
        assert why(game, f"enter A/5-2 {grid.label(seeds[0])}") == []


@pytest.mark.rule("F-6.1.B")
@pytest.mark.rule("F-6.1.3", "F-10.2.5.C", "F-10.2.5.B", by="value")
def test_a_unit_that_left_the_map_from_the_river_comes_back_over_the_river():
    grid = new("naktong").state.rules.grid
    back = {"due": f"1/16-1 spent={grid.hex('0123') + 1}", "1621": "A/34-1"}
    game = field(back, phase="communist_movement", turn=4, **NAKTONG)
    play(game, "enter 1/16-1 0123")
    assert (where(game, "1/16-1"), spent(game, "1/16-1")) == ("0123", 4)
    ferry = field({"1110": "T34", "1621": "A/34-1"}, phase="communist_movement", turn=12, **NAKTONG)
    assert where(ferry, "T34") == "1110"  # a tank on the ferry is a position like others


@pytest.mark.rule("F-6.1.4", by="value")
def test_reinforcements_may_wait():
    game = entering({"due": "A/19-1, A/19-2"})
    play(game, "enter A/19-1 2039", "end")
    assert (where(game, "A/19-2"), flags(game, "A/19-2")) == ("due", "")
    later = entering({"due": "A/19-2"}, turn=6)
    assert why(later, "enter A/19-2 2039") == []
    assert why(later, "enter A/19-2 1939-1938") == ["F-6.1.1.C"]
