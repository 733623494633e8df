"""How long work for a request may take: code that may take long checks the clock now and then.

Python cannot stop a thread. So the few places that all long work goes through ask here: whatever copies a state,
settles one, goes back in a game or follows a line of a record. Between two of them there is little to do, because
everything that is read has bounds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import TIMEOUT_MAX, Lock
from time import monotonic

_until: ContextVar[float] = ContextVar("until", default=float("inf"))


class TookTooLongError(Exception):
    """Something was not ready in time; nothing has been changed."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Limit the code inside to so many seconds, threads that are started inside, too."""
    token = _until.set(min(_until.get(), monotonic() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def look_at_the_clock() -> None:
    """Give up if the time is over."""
    if monotonic() > _until.get():
        raise TookTooLongError


@contextmanager
def held(lock: Lock) -> Iterator[None]:
    """Hold a lock that another thread may have; give up if it is not free before the time is over."""
    if not lock.acquire(timeout=max(0.0, min(_until.get() - monotonic(), TIMEOUT_MAX))):
        raise TookTooLongError
    try:
        yield
    finally:
        lock.release()
