"""Standing orders: what a side answers by itself while the other side plays, so that a turn flows.

They change no rule: whatever they decide, their side could have decided. A game declares them
(`Ruleset.standing_orders`), keeps each in a track of each side, and asks `order` where a side would be asked. A side
gives them by an action like any other, so that the record is the plain list of actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import SideAction


class StandingOrder(NamedTuple):
    """What can be ordered about one question: the values, whose first is usual, and the track of each side that holds
    the number of the value. `order.NAME` is the question as a text, `order.NAME_VALUE` each answer."""

    tracks: tuple[int, int]
    values: tuple[str, ...]


class Order(SideAction, frozen=True):
    """Give a standing order. Written `order NAME VALUE`."""

    moves = False

    what: str
    value: str

    @property
    def words(self) -> str:
        """The text key of the order."""
        return "_".join(("order." + self.what, self.value))

    def refusals(self, s: Any, frame: Any) -> Iterator[Refusal]:
        """An order and a value that there are, and not the one that holds already."""
        known, rule = s.rules.orders_in(s), s.rules.sequence_rule
        if self.what not in known:
            yield Refusal(rule, "unknown_order", {"name": self.what, "names": tuple(known)})
        elif self.value not in known[self.what].values:
            yield Refusal(rule, "unknown_order", {"name": self.value, "names": known[self.what].values})
        elif self.value == order(s, self.what, s.rules.sides.index(frame.side)):
            yield Refusal(rule, "same_order", {"order_key": self.words})

    def describe(self, s: Any) -> tuple[str, dict[str, Any]]:
        """The order in words."""
        return "action.order", {"order_key": self.words}

    def apply(self, s: Any) -> None:
        """Write the order down for the side that decides."""
        side, (tracks, values) = s.rules.sides.index(s.top.side), s.rules.standing_orders[self.what]
        s.tell(tracks[side], values.index(self.value))
        s.log("", "ordered", side=s.rules.sides[side], order_key=self.words)


def order(s: Any, what: str, side: int) -> str:
    """The standing order of a side."""
    tracks, values = s.rules.standing_orders[what]
    return values[s.track[tracks[side]]]


def offers(s: Any, frame: Any) -> Iterator[Offer]:
    """Every order that differs from those that hold for the side of a frame."""
    for what, (_, values) in s.rules.orders_in(s).items():
        for value in values:
            found = Order(what, value)
            if next(found.refusals(s, frame), None) is None:
                yield Offer("order", action=found)
