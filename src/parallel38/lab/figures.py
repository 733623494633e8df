"""Statistics: shares with Wilson's interval, means with a bootstrap interval, quantiles."""

from collections.abc import Sequence
from math import ceil, floor, sqrt
from random import Random

import msgspec

Z = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""
RESAMPLES = 2000


class Estimate(msgspec.Struct, frozen=True):
    """A share or a mean, the interval in which it lies with 95 % confidence, and of how many it is."""

    value: float
    low: float
    high: float
    n: int


def share(points: float, n: int) -> Estimate:
    """A share of points (a tie is half of one) with Wilson's interval.

    >>> share(5, 10)
    Estimate(value=0.5, low=0.2366, high=0.7634, n=10)
    """
    if not n:
        return Estimate(0.0, 0.0, 1.0, 0)
    rate, z2 = points / n, Z * Z
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return Estimate(round(rate, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4), n)


def mean(values: Sequence[float], seed: int = 38) -> Estimate:
    """A mean with the interval of the middle 95 % of the means of resamples; the same values give the same interval."""
    n = len(values)
    if not n:
        return Estimate(0.0, 0.0, 0.0, 0)
    rng = Random(seed)
    means = sorted(sum(rng.choices(values, k=n)) / n for _ in range(RESAMPLES))
    return Estimate(round(sum(values) / n, 3), round(quantile(means, 0.025), 3), round(quantile(means, 0.975), 3), n)


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies, between two of them in proportion.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low, high = ordered[floor(place)], ordered[ceil(place)]
    return low + (high - low) * (place - floor(place))
