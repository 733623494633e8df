"""Losses: a side chooses one after the other the units that take them, whole or in steps."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.values import Action, Unit


class Lose(Action, frozen=True):
    """Take a loss from a unit. A game's actions of this kind have names of their own."""

    unit: Unit


class Losing(Frame, frozen=True):
    """A side allots losses to units. A subclass says how many are owed, which units can take one, and what one costs.

    What a loss costs is up to the game: a unit, a part of it, or a step that it keeps in a column of the state.
    """

    action_type: ClassVar[type[Lose]]

    # ------------------------------------------------------------------------------------------- what a game decides

    def owner(self) -> str:
        """The side that chooses the units."""
        raise NotImplementedError

    def owed(self, s: Any) -> int:
        """How many losses are still to be taken."""
        raise NotImplementedError

    def givers(self, s: Any) -> Sequence[int]:
        """The units that can take the next loss."""
        raise NotImplementedError

    def likeness(self, s: Any, unit: int) -> Hashable:
        """A key that is equal for units which are alike; a side is not asked to choose among such units."""
        return s.where[unit], s.flags[unit]

    def take(self, s: Any, unit: int) -> None:
        """Take a loss from a unit: carry it out, log it, and leave the frame with one loss less."""
        raise NotImplementedError

    def not_giving(self, s: Any, unit: int) -> Refusal:
        """Why a unit cannot take the next loss."""
        raise NotImplementedError

    def over(self, s: Any) -> None:
        """Close the frame: all losses have been taken, or no unit is left to take one."""
        s.pop()

    # -------------------------------------------------------------------------------------------------- what follows

    def decider(self, s: Any) -> str | None:
        """The owner, if it makes a difference which unit takes the next loss."""
        choice = self.owed(s) > 0 and len({self.likeness(s, unit) for unit in self.givers(s)}) > 1
        return self.owner() if choice else None

    def resolve(self, s: Any) -> None:
        """Without a choice, let the first unit take the next loss."""
        givers = self.givers(s)
        if givers and self.owed(s) > 0:
            self.take(s, givers[0])
        else:
            self.over(s)

    def takes(self, action: Action) -> bool:
        """Whether an action is a loss of this game."""
        return isinstance(action, self.action_type)

    def offers(self, s: Any) -> Iterator[Offer]:
        """Each unit that can take the next loss."""
        for unit in self.givers(s):
            yield Offer(self.action_type.verb(), units=(unit,), action=self.action_type(unit))

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Why a unit cannot take the next loss."""
        assert isinstance(action, Lose)
        if action.unit not in self.givers(s):
            yield self.not_giving(s, action.unit)

    def describe(self, s: Any, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit that would take a loss."""
        assert isinstance(action, Lose)
        return "action." + action.verb(), {"unit": action.unit}

    def apply(self, s: Any, action: Action) -> None:
        """Take the loss from the unit."""
        assert isinstance(action, Lose)
        self.take(s, action.unit)
