"""Columns of odds, sums of dice, chances put together."""

from fractions import Fraction

import pytest

from parallel38.engine.previews import Note
from parallel38.wargame.odds import Margins, OddsColumns, dice_sums, ratio
from parallel38.wargame.outlook import MOST, add_up, mix, without_one

COLUMNS = OddsColumns(["1-2", "1-1", "3-2", "3-1"])


def test_columns_are_known_by_their_odds_whatever_their_order():
    assert OddsColumns(["3:1", "1:2", "10:1", "1:1"]).names == ("1:2", "1:1", "3:1", "10:1")
    assert COLUMNS[0] == (Fraction(3), "3-1")


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(1, 2, "1-2"), (99, 100, "1-2"), (5, 5, "1-1"), (7, 5, "1-1"), (3, 2, "3-2"), (90, 1, "3-1"), (1, 3, None)],
)
def test_fractions_are_dropped_in_favour_of_the_defender(attack: int, defence: int, column: str | None):
    assert COLUMNS.column(attack, defence) == column


def test_margins_tell_what_a_column_needs_and_the_next_one():
    assert COLUMNS.margins(9, 7) == Margins(True, Fraction(7), "1-2", "3-2", Fraction(21, 2))
    assert COLUMNS.margins(40, 7) == Margins(True, Fraction(21), "3-2", "", Fraction(0))
    assert COLUMNS.margins(4, 7) == Margins(True, Fraction(7, 2), "", "1-1", Fraction(7))
    assert COLUMNS.margins(3, 7) == Margins(False, Fraction(7, 2), "", "1-1", Fraction(7))


def test_strengths_are_written_with_their_fractions():
    assert ratio(Fraction(9, 2), 12) == "4½:12"


def test_sums_of_dice():
    assert dice_sums(1) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert list(dice_sums(2)) == list(range(2, 13))
    assert dice_sums(2)[4] == Fraction(3, 36)
    assert dice_sums(2, 10)[20] == Fraction(1, 100)
    assert sum(dice_sums(3).values()) == 1


def test_chances_of_cases_are_mixed_by_the_chance_of_each_case():
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert add_up([("a", third), ("b", third), ("a", third)]) == {"a": 2 * third, "b": third}
    assert mix([({"a": third, "b": 2 * third}, half), ({"b": Fraction(1)}, half)]) == {
        "a": Fraction(1, 6),
        "b": Fraction(5, 6),
    }


def test_an_attack_without_one_of_its_units_names_the_weakest_and_units_that_are_alike_once():
    strength, where = [5, 2, 2, 9, 7], [30, 31, 31, 30, 32]
    found = list(without_one((0, 1, 2, 3, 4), where, strength.__getitem__))
    assert [note for _, note in found] == [Note("what_if.without", {"unit": unit}) for unit in (1, 0, 4)]
    assert found[0][0] == (0, 2, 3, 4)
    assert len(found) == MOST
    assert list(without_one((3,), where, strength.__getitem__)) == []
