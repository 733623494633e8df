"""Statistics against values that are known."""

import doctest
from random import Random

import pytest

from parallel38.lab import figures, front
from parallel38.lab.figures import mean, quantile, share


@pytest.mark.parametrize("module", [figures, front])
def test_examples_in_docstrings_run(module):
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize(
    ("points", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_wilsons(points: int, n: int, low: float, high: float):
    found = share(points, n)
    assert (found.value, found.low, found.high) == pytest.approx((points / n, low, high), abs=6e-5)


def test_ties_are_halves_and_nothing_is_known_without_games():
    assert share(2.5, 5).value == 0.5
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
    assert share(4, 4).high == 1.0
    assert mean([]).n == 0


def test_the_interval_of_a_mean_is_always_the_same_and_about_right():
    rng = Random(1)
    values = [rng.gauss(10, 3) for _ in range(100)]
    found = mean(values)
    assert found == mean(values)
    assert found.value == pytest.approx(sum(values) / 100, abs=1e-3)
    half = 1.96 * 3 / 10
    assert found.high - found.low == pytest.approx(2 * half, rel=0.25)
    assert found.low < found.value < found.high
    assert (mean([7.0] * 9).low, mean([7.0] * 9).high) == (7.0, 7.0)


def test_quantiles_lie_between_values():
    assert [quantile([3, 1, 2], part) for part in (0, 0.25, 0.5, 1)] == [1, 1.5, 2, 3]
    assert quantile([5], 0.95) == 5
