"""Movement: which units may be moved at all in a phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parallel38.engine.flow import Refusal
from parallel38.games.mobile_war.state import DIGGING, ENTRENCHED, LANDED, MOVED, SIDES, MobileWarState

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.movement import Moving


def absent(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Refusal]:
    """K-MOV-D: why a unit is not available to the side whose phase it is."""
    if s.rules.side_of[unit] != SIDES.index(frame.side) or not s.on_map(unit):
        yield Refusal("K-MOV-D", "not_yours", {"unit": unit, "side": frame.side}, (unit,))


def stuck(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Refusal]:
    """Why a unit of the side may not move, in any mode.

    K-NAV-A2b: it has just landed. K-MOV-C2: it has moved. K-ENT-2: it is entrenched, or busy with its works. K-STK-D2b:
    units have been put together after all moves.
    """
    flags, args = s.flags[unit], {"unit": unit}
    if flags & LANDED:
        yield Refusal("K-NAV-A2b", "just_landed", args, (unit,))
    elif flags & MOVED:
        yield Refusal("K-MOV-C2", "has_moved", args, (unit,))
    elif flags & (ENTRENCHED | DIGGING):
        yield Refusal("K-ENT-2", "dug_in", args, (unit,))
    elif frame.settled:
        yield Refusal("K-STK-D2b", "moves_over", args, (unit,))


def may_move(s: MobileWarState, unit: int, frame: Moving) -> bool:
    """Whether a land unit can still move in this phase."""
    return not s.rules.naval[unit] and s.on_map(unit) and next(stuck(s, unit, frame), None) is None
