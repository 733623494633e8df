"""Boards and counters as SVG. Plain functions that return text; a game says what to draw, its look says how."""

from parallel38.draw.sheet import PAPERS, Crop, board_sheet, counter_sheet

__all__ = ["PAPERS", "Crop", "board_sheet", "counter_sheet"]
