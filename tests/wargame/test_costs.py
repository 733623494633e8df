"""Costs of steps: tables from parts, obstacles, paths, and what is told of a way."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from parallel38.engine.flow import Obstacle
from parallel38.engine.previews import Note, Step
from parallel38.hexgrid import Costs, Grid, Hex, bits
from parallel38.wargame.costs import Part, Parts, blocked_hexes, cost_tables, gap, tell

GRID = Grid(columns=6, rows=5)
A, B, C = GRID.hex("0202"), GRID.hex("0302"), GRID.hex("0402")


def parts(rate: int, changes: Iterable[Hex]) -> Parts:
    """A hex costs a rate, and ten more into a hex that has changed; nothing leads into C."""

    def found(a: Hex, b: Hex) -> list[Part] | None:
        if b == C:
            return None
        return [("hex", rate), *([("marker", 10)] if b in changes else [])]

    return found


def test_a_table_adds_up_the_parts_of_each_step():
    costs = cost_tables(GRID, parts, iter)(3, frozenset())
    assert costs.of(A, B) == 3
    assert costs.of(B, C) is None


@pytest.mark.parametrize("changed", [{A}, {A, B}, {B, C}])
def test_a_table_with_changes_is_the_one_worked_out_anew(changed: set[Hex]):
    tables = cost_tables(GRID, parts, iter)
    tables(3, frozenset({GRID.hex("0505")}))  # other changes do not linger
    quick, found = tables(3, frozenset(changed)), parts(3, changed)
    anew = Costs(GRID, lambda a, b: None if found(a, b) is None else sum(price for _, price in found(a, b) or ()))
    assert quick.exits == anew.exits
    assert all(quick.entries(h) == anew.entries(h) for h in bits(GRID.all))


def test_a_table_is_worked_out_once():
    made: list[int] = []

    def counted(rate: int, changes: frozenset[Hex]) -> Parts:
        made.append(rate)
        return parts(rate, changes)

    tables = cost_tables(GRID, counted, iter)
    assert tables(3, frozenset()) is tables(3, frozenset())
    assert tables(3, frozenset({A})) is tables(3, frozenset({A}))
    assert tables(4, frozenset()) is not tables(3, frozenset())
    assert made == [3, 3, 4]


def test_obstacles_close_all_their_hexes():
    obstacles = (Obstacle("1", "sea", 1 << A | 1 << B), Obstacle("2", "enemy", 1 << B | 1 << C))
    assert {*bits(blocked_hexes(obstacles))} == {A, B, C}
    assert blocked_hexes(()) == 0


def test_a_gap_is_the_first_step_that_leads_to_no_neighbour():
    assert gap(GRID, (A, B, C)) is None
    assert gap(GRID, (A, B, A, C)) == 3
    assert gap(GRID, (A, A)) == 1
    assert gap(GRID, (A, GRID.size + 2)) == gap(GRID, (GRID.size + 2, A)) == gap(GRID, (~A, B)) == 1


def test_rows_of_a_step_say_what_is_left_after_the_last_of_them():
    rows = list(tell(B, [("hex", 4), ("river", 2)], 3, 4, lambda what: Note("step." + what)))
    assert rows == [
        Step(B, Note("step.hex"), Fraction(1), None),
        Step(B, Note("step.river"), Fraction(1, 2), Fraction(3, 4)),
    ]
    assert next(tell(B, [("hex", 4)], -2, 4, Note)).left == 0, "a unit that may go all the same has nothing left"
