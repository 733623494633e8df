"""Odds: the columns of a combat table, how near an attack is to the next one, and the sums of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import NamedTuple, Self

from parallel38.engine.texts import fraction_text


class Margins(NamedTuple):
    """How near an attack is to the columns beside its own, in factors."""

    reached: bool
    """Whether the attack reaches the worst column; if not, the other fields are about that column."""
    least: Fraction
    """The attack strength that its column needs."""
    lower: str
    """The next worse column, or ""."""
    higher: str
    """The next better column, or ""."""
    needed: Fraction
    """The attack strength that the next better column needs."""


class OddsColumns(tuple[tuple[Fraction, str], ...]):
    """The columns of a combat table that are named after odds, each as its ratio and its name, the best odds first.

    >>> OddsColumns(["1:2", "1:1", "3:1"]).column(8, 3)
    '1:1'
    """

    __slots__ = ()

    def __new__(cls, names: Iterable[str]) -> Self:
        """The columns with these names, such as "3:1" or "1-2"."""
        return super().__new__(cls, sorted(((_ratio(name), name) for name in names), reverse=True))

    @property
    def names(self) -> tuple[str, ...]:
        """The names, the worst odds first, as tables print them."""
        return tuple(name for _, name in reversed(self))

    def column(self, attack: int, defence: int) -> str | None:
        """The best column whose odds the strengths reach, fractions dropped; None if they reach no column."""
        for odds, name in self:
            if odds.numerator * defence <= odds.denominator * attack:
                return name
        return None

    def margins(self, attack: int, defence: int) -> Margins:
        """The attack strength that the column of the strengths needs, and that of the next better one."""
        known = self[::-1]
        reached = sum(odds * defence <= attack for odds, _ in known)
        here = max(0, reached - 1)
        above, higher = known[here + 1] if here + 1 < len(known) else (Fraction(0), "")
        lower = known[here - 1][1] if here else ""
        return Margins(reached > 0, known[here][0] * defence, lower, higher, above * defence)


def _ratio(name: str) -> Fraction:
    """The ratio that a column is named after."""
    attack, defence = name.replace("-", ":").split(":")
    return Fraction(int(attack), int(defence))


def ratio(attack: Fraction | int, defence: Fraction | int) -> str:
    """Two strengths as a player writes them.

    >>> ratio(Fraction(9, 2), 3)
    '4½:3'
    """
    return f"{fraction_text(Fraction(attack))}:{fraction_text(Fraction(defence))}"


def dice_sums(dice: int, faces: int = 6) -> dict[int, Fraction]:
    """How likely each sum of some dice is, the lowest first.

    >>> dice_sums(2)[7]
    Fraction(1, 6)
    """
    counts = Counter(sum(throw) for throw in product(range(1, faces + 1), repeat=dice))
    return {total: Fraction(counts[total], faces**dice) for total in sorted(counts)}
