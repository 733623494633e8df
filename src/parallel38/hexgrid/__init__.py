"""Hex grids: labels, regions as bitboards, hexsides, spread, movement ranges and paths. No game knowledge.

A hex is a small integer, a region of hexes is one Python integer with a bit per hex. Hexes are numbered in axial
order with a guard column, so that the neighbours of a whole region are six shifts of that integer.

>>> grid = Grid(columns=27, rows=31, orientation="flat", shifted="even")
>>> home = grid.hex("1308")
>>> sorted(grid.labels(grid.around(grid.bit(home))))
['1207', '1208', '1307', '1309', '1407', '1408']
>>> grid.distance(home, grid.hex("1410"))
3
"""

from parallel38.hexgrid.distances import Distances
from parallel38.hexgrid.grid import BadHexError, Grid, Hex, Region, Sides, bits, nth
from parallel38.hexgrid.reach import Arrivals, Costs, Reach, Waves, members, reach, step

__all__ = [
    "Arrivals",
    "BadHexError",
    "Costs",
    "Distances",
    "Grid",
    "Hex",
    "Reach",
    "Region",
    "Sides",
    "Waves",
    "bits",
    "members",
    "nth",
    "reach",
    "step",
]
