"""A game as it stands, to be looked at: what pages ask about it is worked out once for all of them."""

from collections.abc import Callable
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from parallel38.engine.flow import Offer
from parallel38.engine.game import Game
from parallel38.engine.patience import held

P = ParamSpec("P")
T = TypeVar("T")


class Snapshot(Game):
    """A copy of a game that nobody plays on, so that its offers hold for as long as it does.

    Unlike a copy for a computer player it has the dice and what could be redone, because pages show both.
    """

    def __init__(self, game: Game) -> None:
        self.__dict__ |= game.copy().__dict__
        self.dice, self.undone = game.dice, [*game.undone]
        self._offers: list[Offer] | None = None
        self._lock = Lock()

    def offers(self) -> list[Offer]:
        """What the decider may do now, worked out when it is first asked for."""
        if self._offers is None:
            self._offers = super().offers()
        return self._offers

    def ask(self, question: Callable[Concatenate[Game, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The answer to a question about the game. Several threads may ask: they are answered one after the other."""
        with held(self._lock):
            return question(self, *args, **kwargs)
