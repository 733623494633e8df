"""The rims of regions, for overlays that show how far something reaches."""

from collections.abc import Iterator
from typing import Any

from parallel38.hexgrid import Hex, Region, bits


def outline(grid: Any, region: Region) -> Iterator[tuple[Hex, Hex]]:
    """The rim of a region as steps from hex to hex: neighbours in it that share a neighbour outside."""
    near = grid.neighbours
    outside = grid.around(region) & ~region
    rim = {h for h in bits(region) if any(outside >> n & 1 for n in near[h])}
    for a in rim:
        for b in near[a]:
            if a < b and b in rim and any(outside >> n & 1 for n in {*near[a]} & {*near[b]}):
                yield a, b
