"""Advice: what the best commander of a game would do in somebody's place."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, NamedTuple

from parallel38.engine.errors import NotNowError
from parallel38.engine.game import Game
from parallel38.engine.values import Action
from parallel38.players import ADVISER, Player, player


class Advice(NamedTuple):
    """An action, whether the adviser has an opinion or took any that is legal, and the words for his plan."""

    action: Action
    sure: bool
    reasons: list[Any]


class Advisers:
    """Who advises the sides at a table. He keeps to his plan while a phase goes on, as commanders do.

    He thinks about one situation at a time, in a thread and on a copy of the game without dice to come; who asks again
    in the same situation gets the same answer at once.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._captains: dict[str, Player] = {}
        self._given: tuple[str, Advice] | None = None

    def forget(self) -> None:
        """Something was taken back: plans must be made anew."""
        self._captains = {}

    async def ask(self, game: Game, side: str) -> Advice:
        """Advice for a side that decides now; refused if the situation has changed before it is ready."""
        now = game.hash()
        async with self._lock:
            if game.hash() == now and (self._given is None or self._given[0] != now):
                if side not in self._captains:
                    self._captains[side] = player(ADVISER, game.rules.title, side)
                self._given = (now, await asyncio.to_thread(_think, self._captains[side], game.copy(), now))
            if game.hash() != now or self._given is None:
                raise NotNowError("stale", n=game.number)
            return self._given[1]


def _think(captain: Any, game: Game, seed: str) -> Advice:
    action = captain(game, Random(seed))
    return Advice(action, captain.sure, captain.why(game, action))
