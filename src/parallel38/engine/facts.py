"""Facts that are worked out from a state and kept until something changes on which they depend.

What ends a fact is declared where it is worked out: `@fact("where", "enemy.flags")`. `ENDS` tells the state which facts
a change ends. Facts that end with the same changes lie in one drawer of `State.facts`, which is thrown away as a whole;
a state and its copies share drawers, empty ones too, until one of them changes: what a computer player works out in a
copy of the game is known to the next copy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

Change = str | tuple[str, int]
"""A column of units ("where", "flags"), for the units of the side that a fact is about; "enemy.where" for the other
side; "presence" if units enter or leave the map; "marks"; ("track", n) for the nth track."""

Carried = tuple[int, Any, Callable[[Any, int, int, int, Any], Any]]

KINDS = {"where", "presence", "flags", "spent", "marks"}
"""The changes that there are, tracks aside; a game's state adds its own columns."""

ENDS: defaultdict[Change, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
"""The drawers that a change empties, for each side whose units it touches; markers and tracks touch both alike."""

_drawers: dict[frozenset[Change], tuple[int, int]] = {}


CARRIED: tuple[list[Carried], list[Carried]] = ([], [])
"""The facts about each side that a move of one of its units carries along: drawer, name, and what changes them."""


def fact(
    *until: Change,
    of: int | None = None,
    key: Callable[P, tuple[Any, ...]] | None = None,
    carry: Callable[[Any, int, int, int, Any], Any] | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what a function of a state returns until one of these changes.

    After the state the function has the side that the fact is about, unless `of` names it, and whatever else the fact
    is asked for. With `key` it may have any arguments: `key` is called with them and returns the side, and what tells
    one such fact from another. A fact about a side alone, which ends with "where", may have `carry`: called with the
    state, a unit, its old and its new place and the fact before the move, it returns the fact after it, so that it need
    not be worked out anew; it must not change what it was given, because copies of the state have it too.
    """
    first, second = _drawers_of(frozenset(until))
    drawers = (first, second)

    def kept(work: Callable[P, R]) -> Callable[P, R]:
        arguments = cast(Any, work).__code__.co_argcount

        def keep(s: Any, drawer: int, name: Any, value: R) -> R:
            s.facts.setdefault(drawer, {})[name] = value
            return value

        def by_key(s: Any, *args: Any) -> R:
            name = key(s, *args)  # type: ignore[misc, call-arg]
            drawer = drawers[name[0]]
            try:
                return s.facts[drawer][work, name]
            except KeyError:
                pass
            return keep(s, drawer, (work, name), work(s, *args))  # type: ignore[call-arg]

        def by_side(s: Any, side: int) -> R:
            try:
                return s.facts[drawers[side]][work]
            except KeyError:
                pass
            return keep(s, drawers[side], work, work(s, side))  # type: ignore[call-arg]

        def by_arguments(s: Any, *args: Any) -> R:
            drawer = drawers[args[0] if of is None else of]
            try:
                return s.facts[drawer][work, args]
            except KeyError:
                pass
            return keep(s, drawer, (work, args), work(s, *args))  # type: ignore[call-arg]

        if carry is not None:
            for side, drawer in enumerate(drawers):
                CARRIED[side].append((drawer, work, carry))
        ask: Callable[..., R] = by_key if key else by_side if of is None and arguments == 2 else by_arguments
        return cast(Callable[P, R], wraps(work)(ask))

    return kept


def shared(facts: dict[int, dict[Any, Any]]) -> dict[int, dict[Any, Any]]:
    """The facts for a copy of a state that has these; drawers that are missing are opened, so that both have them."""
    if len(facts) < 2 * len(_drawers):
        for drawer in range(2 * len(_drawers)):
            if drawer not in facts:
                facts[drawer] = {}
    return facts.copy()


def _drawers_of(until: frozenset[Change]) -> tuple[int, int]:
    """The drawers of both sides for facts that these changes end."""
    if until not in _drawers:
        found = _drawers[until] = (2 * len(_drawers), 2 * len(_drawers) + 1)
        for change in until:
            enemy, _, column = change.rpartition(".") if isinstance(change, str) else ("", "", change)
            if enemy not in ("", "enemy") or (isinstance(column, str) and column not in KINDS):
                raise ValueError(change)
            for side, drawer in enumerate(found):
                if column == "marks" or isinstance(column, tuple):
                    ENDS[column][0].append(drawer)
                    ENDS[column][1].append(drawer)
                else:
                    ENDS[column][1 - side if enemy else side].append(drawer)
    return _drawers[until]
