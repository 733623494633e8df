"""Work that may take long: in threads beside the event loop, so that other requests are answered, and with a time
limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from litestar.datastructures import State

from parallel38.engine.patience import TookTooLongError, patience

SECONDS = 4.5
"""Seconds that a request waits at most for an answer, the time in the queue included."""
LONGER = 60.0
"""Seconds that a request for work on a whole game waits at most: an import or an account of thousands of actions."""
THOUGHT = 15.0
"""Seconds that a request for a hint waits at most: veterans think long where there is much to move."""
LEFT = 0.5
"""Seconds in which work that looks at the clock has certainly stopped; else it is left alone, and holds its place."""
PLACES = 3
"""How many pieces of work go on at the same time."""

_VIEWS = ThreadPoolExecutor(2, "views")
"""Threads of their own for what pages show first: nothing that takes long holds it up, and it holds up nothing."""

P = ParamSpec("P")
T = TypeVar("T")


async def beside(state: State, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something in a thread. Work that is not ready in time is given up with TookTooLongError.

    No other thread may use the arguments meanwhile: a game is given as a copy.
    """
    return await _within(SECONDS, state, partial(do, *args, **kwargs))


async def through(state: State, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something that goes through a whole game, in a thread as `beside` does, with more time."""
    return await _within(LONGER, state, partial(do, *args, **kwargs))


async def _within(seconds: float, state: State, do: Callable[[], T]) -> T:
    until = monotonic() + seconds
    places: asyncio.Semaphore = state.places
    try:
        await asyncio.wait_for(places.acquire(), seconds)
    except TimeoutError:
        raise TookTooLongError from None

    def timed() -> T:
        with patience(until - monotonic()):
            return do()

    work = asyncio.create_task(asyncio.to_thread(timed))
    work.add_done_callback(lambda _: places.release())
    return await _until(work, until + LEFT)


async def view(do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Work out in a thread what a page shows first. It costs little, so that no time is set for it."""
    return await asyncio.get_running_loop().run_in_executor(_VIEWS, partial(do, *args, **kwargs))


async def thought(work: Coroutine[Any, Any, T]) -> T:
    """What a computer player thinks of in a process of its own; if it comes too late, it is left to come to its end."""
    return await _until(asyncio.create_task(work), monotonic() + THOUGHT)


async def _until(work: asyncio.Task[T], until: float) -> T:
    work.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps no caller is left
    try:
        return await asyncio.wait_for(asyncio.shield(work), until - monotonic())
    except TimeoutError:
        raise TookTooLongError from None
