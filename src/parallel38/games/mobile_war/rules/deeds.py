"""Actions that carry their own judge and their own deed; the frame in which they are offered only asks them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.values import Action


class Deed(Action, frozen=True):
    """Something that may be done in a phase besides what the phase is for. `frame` is the frame that asks."""

    @property
    def doer(self) -> int:
        """The unit for which it is offered."""
        raise NotImplementedError

    def bars(self, s: Any, frame: Any) -> Iterator[Refusal]:
        """Every reason against it."""
        raise NotImplementedError

    def carry_out(self, s: Any, frame: Any) -> None:
        """Do it."""
        raise NotImplementedError

    def says(self, s: Any) -> tuple[str, dict[str, Any]]:
        """What it would do, as a text key with arguments."""
        raise NotImplementedError

    def warns(self, s: Any) -> Iterator[Refusal]:
        """Its price, if it has one."""
        return iter(())

    def offer(self, s: Any, frame: Any) -> Iterator[Offer]:
        """An offer of just this, if nothing is against it."""
        if next(self.bars(s, frame), None) is None:
            yield Offer(self.verb(), units=(self.doer,), action=self)
