"""Facts that players work out from the units of one side; they hold until a unit of that side changes."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from parallel38.engine import facts
from parallel38.engine.state import State

T = TypeVar("T")


def fact(s: State, side: int, name: Hashable, work_out: Callable[[], T]) -> T:
    """What `work_out` returns, kept with the state until a unit of a side changes.

    The result may depend on the places and flags of that side's units, on what never changes in a game, and on what is
    in the name. Copies of the state share the result, so it must not be changed.
    """
    return _kept(s, side, name, work_out)


def _name(s: State, side: int, name: Hashable, work_out: Callable[[], Any]) -> tuple[int, Hashable]:
    return side, name


@facts.fact("where", "flags", key=_name)
def _kept(s: State, side: int, name: Hashable, work_out: Callable[[], Any]) -> Any:
    return work_out()
