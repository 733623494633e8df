"""A game as it stands, to be looked at: what pages ask about it is worked out once for all of them."""

from threading import Lock

from parallel38.engine.flow import Offer
from parallel38.engine.game import Game
from parallel38.engine.patience import held


class Snapshot(Game):
    """A copy of a game in which nothing is played, so that its offers stay valid as long as the copy exists.

    Unlike a copy for a computer player it has the dice and what could be redone, because pages show both.
    """

    def __init__(self, game: Game) -> None:
        self.rules, self.dice, self.progress = game.rules, game.dice, game.progress.copy()
        self._offers: list[Offer] | None = None
        self._lock = Lock()

    def offers(self) -> list[Offer]:
        """What the decider may do now, worked out when it is first asked for; several threads may ask."""
        with held(self._lock):
            if self._offers is None:
                self._offers = super().offers()
            return self._offers
