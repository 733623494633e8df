"""The processes in which computer players think, seen from the service, which never waits for them."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
import weakref
from asyncio.subprocess import Process
from collections import deque
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from parallel38.engine.errors import BadInputError
from parallel38.engine.following import standing, steps_since
from parallel38.engine.game import Entry, Game
from parallel38.engine.processes import cores
from parallel38.service.worker import HEAD, Answer, Question, pack

log = logging.getLogger(__name__)

TRIES = 3
"""How often a decision is thought about before it is given up."""
LONGEST = 300.0
"""Seconds that a thought may take; a worker that is not ready by then is ended."""
START = "from parallel38.service.worker import main; main()"
_numbers = count(1)


class GaveUpError(BadInputError):
    """A computer player failed several times at the same decision."""


class Commanders:
    """The computer players and advisers of one game. They live in one worker and remember their plans there.

    Whoever wants plans to be forgotten takes new commanders; the worker lets the old ones go.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._worker: _Worker | None = None
        self._number = next(_numbers)
        self._known: tuple[Process, Entry] | None = None
        """The process that follows the game, and the last entry that it knows."""

    async def decide(
        self, game: Game, side: str, player: str, *, advice: bool = False, seed: str | None = None
    ) -> Answer:
        """What a computer player would do in a game as it stands now; GaveUpError if it fails again and again.

        An adviser is asked before all others, for a person waits. `seed` is where random numbers come from.
        """
        if self._worker is None:
            self._worker = self._workers.freest()
            self._worker.held.add(self)
            weakref.finalize(self, self._worker.gone.append, self._number)
        asked = _Asked(self, game.copy(), side, player, advice, seed, asyncio.get_running_loop().create_future())
        self._worker.ask(asked)
        return await asked.answer

    def question(self, asked: _Asked, process: Process, gone: tuple[int, ...]) -> Question:
        """What a process is asked: with all of the game, or with what it does not know yet."""
        knows = self._known[1] if self._known is not None and self._known[0] is process else None
        steps = None if knows is None else steps_since(asked.game, knows)
        told = standing(asked.game) if steps is None else steps
        self._known = (process, asked.game.last)
        return Question(self._number, told, asked.side, asked.player, asked.advice, asked.seed, gone)

    def failed(self) -> None:
        """What the process knew of the game is lost: it will be told all of it."""
        self._known = None


class _Asked(NamedTuple):
    """A question in the queue of a worker."""

    commanders: Commanders
    game: Game
    side: str
    player: str
    advice: bool
    seed: str | None
    answer: asyncio.Future[Answer]


class Workers:
    """The workers of a service: one less than there are cores, each started when it is first needed."""

    def __init__(self, most: int | None = None) -> None:
        self._all = [_Worker() for _ in range(most or max(1, cores() - 1))]

    def commanders(self) -> Commanders:
        """New commanders for a game."""
        return Commanders(self)

    def freest(self) -> _Worker:
        """The worker with the fewest questions, and of those the one with the fewest games."""
        return min(self._all, key=lambda worker: (worker.waiting, len(worker.held)))

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that have been started."""
        return [worker.process.pid for worker in self._all if worker.process is not None]

    async def close(self) -> None:
        """End all processes, whatever they are doing; open questions stay without an answer."""
        for worker in self._all:
            await worker.close()


class _Worker:
    """A process that answers one question after the other, and is started again when it dies."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.held = weakref.WeakSet[Commanders]()
        self.gone: list[int] = []
        """The numbers of commanders that are no longer needed, which the process has not been told yet."""
        self._queue = deque[_Asked]()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return len(self._queue) + (self._task is not None and not self._task.done())

    def ask(self, asked: _Asked) -> None:
        """Put a question into the queue: each game has its turn, as none asks twice at a time."""
        (self._queue.appendleft if asked.advice else self._queue.append)(asked)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """End the process, and leave all questions without an answer."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for asked in self._queue:
            asked.answer.cancel()
        self._queue.clear()
        await self._end()

    async def _work(self) -> None:
        while self._queue:
            asked = self._queue.popleft()
            try:
                await self._answer(asked)
            except asyncio.CancelledError:
                asked.answer.cancel()
                raise

    async def _answer(self, asked: _Asked) -> None:
        """Think until there is an answer, anew after each failure, as often as it makes sense."""
        for _ in range(TRIES):
            if asked.answer.done():  # no request waits for it any more
                return
            try:
                found = await asyncio.wait_for(self._exchange(asked), LONGEST)
            except Exception as error:  # the process died, or nothing sensible can be said to it or heard from it
                await self._end()
                reason = repr(error)
            else:
                if isinstance(found, Answer):
                    if not asked.answer.done():
                        asked.answer.set_result(found)
                    return
                reason = found.traceback
            asked.commanders.failed()
            log.warning("%s, who plays %s, has to think again: %s", asked.player, asked.side, reason)
        if not asked.answer.done():
            asked.answer.set_exception(GaveUpError("gave_up_thinking"))

    async def _exchange(self, asked: _Asked) -> Any:
        process = self.process
        if process is None or process.returncode is not None:
            process = await self._start()
        gone, self.gone[:] = tuple(self.gone), ()
        sink, source = process.stdin, process.stdout
        assert sink is not None
        assert source is not None
        sink.write(pack(asked.commanders.question(asked, process, gone)))
        await sink.drain()
        return pickle.loads(await source.readexactly(int.from_bytes(await source.readexactly(HEAD), "big")))

    async def _start(self) -> Process:
        """Start a process that has nothing of this one, neither open files nor what is in memory."""
        source = str(Path(__file__).parents[2])  # the same program, wherever it is started
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", START),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": source},
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),  # where there is no niceness
        )
        return self.process

    async def _end(self) -> None:
        """Kill the process and wait until it is gone, which takes no time."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
