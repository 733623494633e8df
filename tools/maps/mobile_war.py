"""What is special about the board of KOREA: The Mobile War: its areas."""

from collections import deque
from collections.abc import Iterator

import numpy as np

from maps import nature
from maps.board import Board
from maps.nature import OUT, SEA
from maps.plan import Plan, PlanError
from parallel38.hexgrid import Hex

HEADER = """\
# The board of KOREA: The Mobile War, rebuilt: the printed map was not at hand, and the rules give no hex numbers.
# It is real geography on a grid of our own (reconstructed); what the rules say of the map is listed at the end, under
# [provenance]. Built by tools/build_maps.py: correct what you know better in tools/maps/mobile_war.toml and build
# again.
"""


def areas(board: Board, plan: Plan) -> Iterator[tuple[str, dict[str, list[Hex]]]]:
    """The areas of the board by name, in groups that each begin with a comment."""
    draft, layout = board.draft, board.layout
    grid, given = layout.grid, plan.areas
    land = [h for h in layout.hexes if draft.is_land(h)]
    lat = _latitudes(board, plan)
    yield (
        "land north of the 38th and of the 37th Parallel; all other land lies south of it",
        {f"north_of_{n}": [h for h in land if lat[h] > n] for n in (38, 37)},
    )
    wet = {h for side in board.estuaries for h in side}
    coast = [h for h in land if h in wet or any(draft.terrain[n] == SEA for n in grid.neighbours[h])]
    yield "land that touches the sea or an inlet", {"coast": coast}
    east, west = (_sea(board, grid.hex(given[name])) for name in ("east_sea", "west_sea"))
    if set(east) & set(west):
        raise PlanError("The two seas are joined on the map.")
    yield "full sea on both sides of the peninsula, which no sea joins on the map", {"east_sea": east, "west_sea": west}
    foot = f"{grid.rows:02d}"
    capes = {"cape_east": east, "cape_west": west}
    yield (
        "sea at the foot of the map: from the one to the other ships pass the land at the bottom",
        {name: [h for h in sea if grid.label(h)[2:] == foot] for name, sea in capes.items()},
    )
    boxes = {name: [grid.hex(label) for label in _block(given[name])] for name in given["boxes"]}
    for name, hexes in boxes.items():
        if any(draft.terrain[h] not in (SEA, OUT) for h in hexes):
            raise PlanError(f"{name} covers land.")
    yield "room in the sea for the replacement boxes", boxes


def _latitudes(board: Board, plan: Plan) -> dict[Hex, float]:
    """The latitude that counts for each hex: of the place in it, or else of its middle."""
    layout, places = board.layout, board.draft.places
    middles = board.fit.inverse(np.array([layout.center[h] for h in layout.hexes]))[0]
    lat = {h: float(x) for h, x in zip(layout.hexes, middles, strict=True)}
    towns = nature.gazetteer({p.name: (p.lat, p.lon) for p in plan.places.added})
    moved = {p.name for p in plan.places.moved}
    for name, h in places.items():
        if name not in plan.places.unlisted and name not in moved:
            lat[h] = towns[name][0]
    return lat


def _block(corners: str) -> Iterator[str]:
    """The labels of a block of hexes from its first to its last column and row."""
    first, last = corners.split("-")
    for column in range(int(first[:2]), int(last[:2]) + 1):
        for row in range(int(first[2:]), int(last[2:]) + 1):
            yield f"{column:02d}{row:02d}"


def _sea(board: Board, start: Hex) -> list[Hex]:
    """All sea that ships can reach from a hex of it, through inlets too."""
    grid, terrain, seen, front = board.layout.grid, board.draft.terrain, {start}, deque([start])
    while front:
        h = front.popleft()
        for n in grid.neighbours[h]:
            open_ = SEA in (terrain[h], terrain[n]) or board.layout.side(h, n) in board.estuaries
            if open_ and terrain[n] != OUT and n not in seen:
                seen.add(n)
                front.append(n)
    return sorted((h for h in seen if terrain[h] == SEA), key=grid.label)
