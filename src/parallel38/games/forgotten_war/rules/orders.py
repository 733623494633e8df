"""Standing orders: what a side answers by itself while the other side plays, so that a turn flows.

They change no rule: whatever they decide their side could have decided. A side changes them in any of its phases.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import SideAction
from parallel38.games.forgotten_war.state import DIGGING, LOSSES, RETREAT, SIDES, ForgottenWarState

RETREATS = ("ask", "reduced", "never")
"""What a unit does that was hit and may retreat: its side is asked, it retreats if it is reduced and has a safe hex, or
it stands."""
SHARES = ("ask", "reduced", "full")
"""Which units take the losses of a close combat: its side is asked, units that are reduced already, or full ones."""
DIGS = ("stay", "ask")
"""Which units dig in: all leg units that stay where they are, or those that the player names before movement."""
KINDS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "retreat": (RETREAT, RETREATS),
    "losses": (LOSSES, SHARES),
    "digging": (DIGGING, DIGS),
}


class Order(SideAction, frozen=True):
    """Give a standing order. Written `order retreat never`."""

    moves = False

    what: Literal["retreat", "losses", "digging"]
    value: str

    @property
    def words(self) -> str:
        """The text key of the order."""
        return "_".join(("order." + self.what, self.value))

    def refusals(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """A value that there is, and not the one that holds already."""
        values = KINDS[self.what][1]
        if self.value not in values:
            yield Refusal(s.rules.sequence_rule, "unknown_order", {"name": self.value, "names": values})
        elif self.value == order(s, self.what, SIDES.index(frame.side)):
            yield Refusal(s.rules.sequence_rule, "same_order", {"order_key": self.words})

    def describe(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The order in words."""
        return "action.order", {"order_key": self.words}

    def apply(self, s: ForgottenWarState) -> None:
        """Write the order down for the side that decides."""
        side = SIDES.index(s.top.side)  # type: ignore[attr-defined]
        tracks, values = KINDS[self.what]
        s.tell(tracks[side], values.index(self.value))
        s.log("", "ordered", side=SIDES[side], order_key=self.words)


def order(s: ForgottenWarState, what: str, side: int) -> str:
    """The standing order of a side."""
    tracks, values = KINDS[what]
    return values[s.track[tracks[side]]]


def offers(s: ForgottenWarState, frame: Any) -> Iterator[Offer]:
    """Every order that differs from those that hold."""
    for what, (_, values) in KINDS.items():
        if what == "digging" and not s.rules.battle.improves:
            continue
        for value in values:
            found = Order(what, value)  # type: ignore[arg-type]
            if next(found.refusals(s, frame), None) is None:
                yield Offer("order", action=found)
