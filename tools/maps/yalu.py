"""What is special about Yalu's board: its areas."""

from collections import deque
from collections.abc import Iterator

import numpy as np

from maps import nature
from maps.board import Board
from maps.nature import OUT, SEA
from maps.plan import Plan
from parallel38.hexgrid import Hex

HEADER = """\
# The board of Yalu (Deluxe), rebuilt: the printed map was not at hand.
# What the booklet says of a hex is pinned and listed at the end, under [provenance]; the rest is real geography
# laid on the booklet's grid (reconstructed). Built by tools/build_maps.py: correct what you know better in
# tools/maps/yalu.toml and build again.
"""


def areas(board: Board, plan: Plan) -> Iterator[tuple[str, dict[str, list[Hex]]]]:
    """The areas of the board by name, in groups that each begin with a comment."""
    draft, layout = board.draft, board.layout
    grid = layout.grid
    given = plan.areas
    land = [h for h in layout.hexes if draft.is_land(h)]
    last = f"{grid.columns:02d}", f"{grid.rows:02d}"
    boxed = {h for h in land if any(draft.terrain[n] == OUT for n in grid.neighbours[h])}
    yield (
        "land hexes of the four edges: Communist supply and entry west and north, UN south and east",
        {
            "west_edge": [h for h in land if grid.label(h)[:2] == "01"],
            "north_edge": [h for h in land if grid.label(h)[2:] == "01" or h in boxed],
            "south_edge": [h for h in land if grid.label(h)[2:] == last[1]],
            "east_edge": [h for h in land if grid.label(h)[:2] == last[0]],
        },
    )
    lat = dict(zip(layout.hexes, board.fit.inverse(np.array([layout.center[h] for h in layout.hexes]))[0], strict=True))

    def line(parallel: float) -> list[Hex]:
        crossed = nature.parallel(board.fit, layout, parallel, given["least_run"])
        return [h for h in crossed if draft.is_land(h)]

    on_38, weather = line(38.0), line(given["weather_line"])
    yield (
        "land hexes the 38th Parallel runs through, from the west; then the land south of them",
        {"on_38": on_38, "south_of_38": [h for h in land if lat[h] < 38 and h not in on_38]},
    )

    def listed(*names: str) -> dict[str, list[Hex]]:
        return {name: [grid.hex(label) for label in given[name].split()] for name in names}

    yield "land that does not count as south of the 38th Parallel for victory", listed("red_dots")
    yield (
        "land hexes the Weather Line runs through, from the west; then the land north of them",
        {
            "weather_line": weather,
            "north_of_weather_line": [h for h in land if lat[h] > given["weather_line"] and h not in weather],
        },
    )
    yield "Communist staging areas", listed("staging_1", "staging_2", "staging_3", "staging_4")
    yield "where the two To Pusan roads leave the map", listed("to_pusan")
    wet = {h for side in board.estuaries for h in side}
    coast = [h for h in land if h in wet or any(draft.terrain[n] == SEA for n in grid.neighbours[h])]
    yield "land that touches full sea or an estuary side", {"coast": coast}
    yield (
        "full sea, east and west of Korea",
        {name: _sea(board, grid.hex(given[name])) for name in ("sea_of_japan", "yellow_sea")},
    )


def _sea(board: Board, start: Hex) -> list[Hex]:
    """All sea that a hex of it is joined with."""
    grid, seen, front = board.layout.grid, {start}, deque([start])
    while front:
        for n in grid.neighbours[front.popleft()]:
            if board.draft.terrain[n] == SEA and n not in seen:
                seen.add(n)
                front.append(n)
    return sorted(seen, key=grid.label)
