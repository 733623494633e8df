"""Facts that players work out from the units of one side; they hold until a unit of that side changes."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from parallel38.engine.state import State

T = TypeVar("T")


def fact(s: State, side: int, key: Hashable, work_out: Callable[[], T]) -> T:
    """What `work_out` returns, kept with the state until a unit of a side changes.

    It may depend on the places and flags of that side's units, on what never changes in a game, and on what is in the
    key. Copies of the state share it, so nobody may change it.
    """
    known = s.derived[side]
    if key not in known:
        known[key] = work_out()
    return known[key]
