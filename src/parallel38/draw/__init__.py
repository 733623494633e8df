"""Boards and counters as SVG. Plain functions that return text; a game says what to draw, its look says how."""

from parallel38.draw.counters import whole
from parallel38.draw.sheet import PAPERS, Crop, bare_map, board_sheet, counter_sheet, ground_of, map_key, map_style
from parallel38.draw.signs import signs_of

__all__ = [
    "PAPERS",
    "Crop",
    "bare_map",
    "board_sheet",
    "counter_sheet",
    "ground_of",
    "map_key",
    "map_style",
    "signs_of",
    "whole",
]
