"""A line of posts from one shore to the other."""

from collections.abc import Callable, Container, Iterable, Sequence
from heapq import heappop, heappush

from parallel38.hexgrid import Hex


def line(
    starts: Iterable[Hex], ends: Container[Hex], cost: Sequence[float], steps: Callable[[Hex], Iterable[Hex]]
) -> list[Hex]:
    """The cheapest chain of hexes from one of the starts to one of the ends; empty if there is none.

    Each hex has its cost; `steps` are the hexes in which the next post may stand. Where zones of control count, the
    next post is up to two hexes away, with an empty hex between the two.
    """
    best = {h: cost[h] for h in starts}
    before: dict[Hex, Hex | None] = dict.fromkeys(best)
    heap = [(price, h) for h, price in best.items()]
    heap.sort()
    done: set[Hex] = set()
    while heap:
        price, h = heappop(heap)
        if h in done:
            continue
        done.add(h)
        if h in ends:
            chain, here = list[Hex](), h
            while here is not None:
                chain.append(here)
                here = before[here]
            return chain[::-1]
        for n in steps(h):
            total = price + cost[n]
            if n not in done and total < best.get(n, float("inf")):
                best[n], before[n] = total, h
                heappush(heap, (total, n))
    return []
