"""Attacks that go together: of several tries, in which their values are shaken, the best."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Protocol, TypeVar

from parallel38.hexgrid import Hex

SHAKEN = (0.7, 1.3)
"""Between what and what values are multiplied, so that another attack comes first."""


class Package(Protocol):
    """Something that is planned as a whole, with what it is worth."""

    @property
    def value(self) -> float:
        """What it is worth."""
        ...


P = TypeVar("P", bound=Package)


def together(
    targets: Iterable[Hex],
    pick: Callable[[Mapping[Hex, float]], list[P]],
    rng: Random,
    tries: int,
    nearly: float | None = None,
) -> list[P]:
    """The packages that are worth most together; with `nearly`, of tries that have this share of it one or the other.

    `pick` takes packages that do not hinder each other, the most valuable first, with values multiplied by what it is
    given for each target: by nothing in the first try. Who takes the best first does not always do best in the end.
    """
    targets = [*targets]
    found = [pick({t: 1.0 if not i else rng.uniform(*SHAKEN) for t in targets}) for i in range(tries)]
    total = [sum(package.value for package in picked) for picked in found]
    if nearly is None:
        return found[total.index(max(total))]
    return rng.choice([picked for picked, value in zip(found, total, strict=True) if value >= nearly * max(total)])
