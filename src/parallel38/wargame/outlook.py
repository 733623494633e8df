"""Previews of attacks: chances added up, and attacks with one unit left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from parallel38.engine.previews import Note

Key = TypeVar("Key")
ONE = Fraction(1)
MOST = 3
"""The number of units at most for which the attack without the unit is shown."""


def add_up(chances: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """The chance of each result, when a result may come in several ways."""
    found: dict[Key, Fraction] = {}
    for key, chance in chances:
        found[key] = found[key] + chance if key in found else chance
    return found


def mix(cases: Iterable[tuple[Mapping[Key, Fraction], Fraction]]) -> dict[Key, Fraction]:
    """The chance of each result over several cases: the chances in each case, and the chance of the case."""
    return add_up((key, chance * weight) for chances, weight in cases for key, chance in chances.items())


def without_one(
    units: tuple[int, ...], where: Sequence[int], strength: Callable[[int], int]
) -> Iterator[tuple[tuple[int, ...], Note]]:
    """The units of an attack with one left out, and a note on that; for at most MOST units, the weakest first.

    Units of the same strength in the same hex count once.
    """
    alike: dict[tuple[int, int], int] = {}
    for unit in units:
        alike.setdefault((strength(unit), where[unit]), unit)
    for _, unit in sorted(alike.items())[: MOST if len(units) > 1 else 0]:
        yield tuple(u for u in units if u != unit), Note("what_if.without", {"unit": unit})
