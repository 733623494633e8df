"""Advice: what the best commander of a game would do in a person's place."""

from __future__ import annotations

import asyncio

from parallel38.engine.errors import NotNowError
from parallel38.engine.game import Game
from parallel38.players import ADVISER
from parallel38.service.worker import Answer
from parallel38.service.workers import Commanders


class Advisers:
    """The adviser of the sides at a table. It keeps to its plan while a phase goes on, as commanders do.

    It thinks about one situation at a time; asked again in the same situation it gives the same answer at once.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._given: tuple[str, Answer] | None = None

    async def ask(self, commanders: Commanders, game: Game, side: str) -> Answer:
        """Advice for a side that decides now; refused if the situation has changed before it is ready."""
        now = game.hash()
        async with self._lock:
            if game.hash() == now and (self._given is None or self._given[0] != now):
                self._given = (now, await commanders.decide(game, side, ADVISER, advice=True, seed=now))
            if game.hash() != now or self._given is None:
                raise NotNowError("stale", n=game.number)
            return self._given[1]
