"""Which rules the engine has used: every refusal and every logged event names its rule here.

Tests collect what was named, so that "this rule is tested" is an observation and not a claim. A rule that neither
refuses nor is logged is traced where it makes a difference, under the condition for that: a trace that every call of a
function reached would be seen by any test. A figure or a definition is not traced; its tests assert the value.
"""

from collections.abc import Iterator
from contextlib import contextmanager

_collectors: list[set[str]] = []


def trace(*rules: str) -> None:
    """Say that these rules have just been applied."""
    for seen in _collectors:
        seen.update(rules)


def tracing() -> bool:
    """Whether anybody listens; lets hot code skip the call."""
    return bool(_collectors)


@contextmanager
def collecting() -> Iterator[set[str]]:
    """Collect the rules that are named inside the block.

    >>> with collecting() as seen:
    ...     trace("D-9.1.1")
    >>> seen
    {'D-9.1.1'}
    """
    seen: set[str] = set()
    _collectors.append(seen)
    try:
        yield seen
    finally:
        # by identity: two collectors may hold equal sets
        _collectors[:] = [c for c in _collectors if c is not seen]
