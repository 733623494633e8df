"""Tools for the planners of all games: where units will stand, from where a hex is attacked, which attacks go together,
and orders that are carried out one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Protocol, Self, TypeVar

from parallel38.engine.state import State
from parallel38.hexgrid import Hex, Region

SHAKEN = (0.7, 1.3)
"""The bounds of the random factor for the value of an attack, so that other attacks come first in other tries."""

Reaches = Mapping[int, Mapping[Hex, float]]
"""The hexes that each unit can reach, each with a figure: the chance of getting there, or the points left."""


Term = tuple[str, float]
"""A part of a score: its name, and what it adds for or against a choice."""

SLIGHT = 1e-9
"""The difference between two terms up to which they count as equal."""


def score(terms: Iterable[Term]) -> float:
    """The sum of the terms, added up in their order."""
    total = 0.0
    for _, value in terms:
        total += value
    return total


def decisive(chosen: Iterable[Term], others: Iterable[Iterable[Term]]) -> str:
    """The name of the term that speaks most for a choice, compared with the average of the alternatives.

    Empty if there are no alternatives, or if the choice is not better than their average in any term.
    """
    rivals = [[*terms] for terms in others]
    more: dict[str, float] = {}
    for name, value in chosen:
        more[name] = more.get(name, 0.0) + value
    for name, value in (term for terms in rivals for term in terms):
        more[name] = more.get(name, 0.0) - value / len(rivals)
    best = max(more, key=lambda name: more[name], default="")
    return best if rivals and best and more[best] > SLIGHT else ""


class Planned(Protocol):
    """A planned attack."""

    @property
    def target(self) -> Hex:
        """The hex that is attacked."""
        ...

    @property
    def value(self) -> float:
        """What the attack is worth."""
        ...

    @property
    def posts(self) -> Sequence[tuple[int, Hex]]:
        """The units of the attack, each with the hex from which it attacks."""
        ...


P = TypeVar("P", bound=Planned)


class Room:
    """The units that will stand in each hex, as far as decided. A game says in `fits` whether another has room."""

    def __init__(self, standing: Iterable[tuple[int, Hex]]) -> None:
        self.there: dict[Hex, list[int]] = {}
        for unit, h in standing:
            self.put(unit, h)

    def put(self, unit: int, h: Hex) -> None:
        """Plan a unit into a hex."""
        there = self.there.setdefault(h, [])
        if unit not in there:
            there.append(unit)

    def take(self, unit: int, h: Hex) -> None:
        """Take a unit out of a hex of the plan."""
        self.there[h].remove(unit)

    def copy(self, hexes: Iterable[Hex] | None = None) -> Self:
        """An independent copy; with `hexes`, one that is asked about these alone."""
        new, there = object.__new__(type(self)), self.there
        new.__dict__.update(self.__dict__)
        new.there = {h: [*there[h]] for h in (there if hexes is None else hexes) if h in there}
        return new


def posts_around(
    targets: Iterable[Hex],
    beside: Sequence[Sequence[Hex]] | Mapping[Hex, Sequence[Hex]],
    closed: Region,
    reaches: Reaches,
) -> dict[Hex, dict[Hex, list[int]]]:
    """For each target the hexes beside it that are not closed, with the units that can be there."""
    found = {target: {h: list[int]() for h in beside[target] if not closed >> h & 1} for target in targets}
    at: dict[Hex, list[list[int]]] = {}
    for target, posts in found.items():
        for h, units in posts.items():
            if target in beside[h]:
                at.setdefault(h, []).append(units)
    for unit, reach in reaches.items():
        for h in at.keys() & reach.keys() if len(at) < len(reach) else reach:
            for units in at.get(h, ()):
                units.append(unit)
    return found


class Picking(Protocol[P]):
    """The units, room and means that are left while attacks are picked one after the other."""

    def affords(self, attack: P) -> bool:
        """Whether enough is left for an attack."""
        ...

    def take(self, attack: P) -> None:
        """Take the units, room and means of an attack."""
        ...

    def stale(self, attack: P, known: Mapping[Hex, P | None]) -> Iterable[Hex]:
        """The targets whose best attack may have changed after an attack was taken."""
        ...

    def best(self, target: Hex) -> P | None:
        """The best attack on a target with what is left; None if there is none."""
        ...


def pick_together(
    best: Mapping[Hex, P | None], left: Picking[P], jitter: Mapping[Hex, float], most: int | None = None
) -> list[P]:
    """At most `most` attacks that can be made together: always the most valuable one with what is left.

    `best` has the best attack on each target at the beginning; values count multiplied by `jitter`.
    """
    known, picked = dict(best), list[P]()
    while len(picked) != most:
        ready = [attack for attack in known.values() if attack is not None and left.affords(attack)]
        if not ready:
            break
        attack = max(ready, key=lambda attack: attack.value * jitter[attack.target])
        picked.append(attack)
        left.take(attack)
        del known[attack.target]
        if len(picked) != most:
            for target in [*left.stale(attack, known)]:
                known[target] = left.best(target)
    return picked


def together(
    targets: Iterable[Hex],
    pick: Callable[[Mapping[Hex, float]], list[P]],
    rng: Random,
    tries: int,
    nearly: float | None = None,
) -> list[P]:
    """The attacks that are worth most together; with `nearly`, a random one of the tries with this share of the best.

    `pick` picks attacks with the value of each target multiplied by a given factor: by 1 in the first try. Picking the
    best attack first does not always give the best sum.
    """
    targets = [*targets]
    found = [pick({t: 1.0 if not i else rng.uniform(*SHAKEN) for t in targets}) for i in range(tries)]
    total = [sum(attack.value for attack in picked) for picked in found]
    if nearly is None:
        return found[total.index(max(total))]
    return rng.choice([picked for picked, value in zip(found, total, strict=True) if value >= nearly * max(total)])


class Orders:
    """Orders to units to go to hexes, carried out one by one."""

    def __init__(self) -> None:
        self.left: dict[int, Hex] = {}
        """The orders that are not yet carried out, in the order in which they are tried."""
        self._done, self._total = 0, -1

    def give(self, s: State, orders: Mapping[int, Hex]) -> None:
        """Replace the orders that are left by new ones; units that are where they should be need none."""
        self._done = self.progress[0] if self.progress else 0
        self.left = {unit: h for unit, h in orders.items() if s.where[unit] != h}
        self._total = self._done + len(self.left)

    def pending(self, s: State) -> Iterator[tuple[int, Hex]]:
        """The orders that are left; those of units that are gone or have arrived are dropped."""
        for unit, h in [*self.left.items()]:
            if s.on_map(unit) and s.where[unit] != h:
                yield unit, h
            else:
                del self.left[unit]

    def postpone(self, unit: int) -> None:
        """Try an order again after all others."""
        self.left[unit] = self.left.pop(unit)

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many orders are carried out or dropped, and how many were given; None before any are given."""
        return (max(self._done, self._total - len(self.left)), self._total) if self._total >= 0 else None
