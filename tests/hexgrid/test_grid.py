"""Grids: labels, neighbours, distance, regions, hexsides."""

from collections import deque
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallel38.hexgrid import BadHexError, Grid, Sides, bits

GRIDS = {
    "yalu": Grid(columns=27, rows=31, orientation="flat", shifted="even"),
    "odd": Grid(columns=9, rows=8, orientation="flat", shifted="odd"),
    "rows": Grid(columns=12, rows=15, orientation="pointy", shifted="even", order="row-column", rows_grow="north"),
    "turned": Grid(columns=8, rows=11, shifted="even", columns_grow="west", rows_grow="north"),
    "quarter": Grid(columns=8, rows=11, shifted="even", columns_grow="north", rows_grow="east"),
    "late": Grid(columns=6, rows=6, shifted="odd", first=(3, 10)),
}


@pytest.mark.parametrize("name", GRIDS)
def test_touching_hexes_are_the_near_ones_on_the_map(name: str):
    """The drawing and the arithmetic agree: neighbours are exactly the hexes whose centres are one hex apart."""
    grid = GRIDS[name]
    centre = {h: grid.center(h) for h in bits(grid.all)}
    for a, (x, y) in centre.items():
        near = {b for b, (u, v) in centre.items() if a != b and hypot(x - u, y - v) < 1.05}
        assert set(grid.neighbours[a]) == near
        assert all(hypot(x - centre[b][0], y - centre[b][1]) == pytest.approx(1) for b in near)


@pytest.mark.parametrize("name", GRIDS)
def test_labels_lead_back(name: str):
    grid = GRIDS[name]
    labels = grid.labels(grid.all)
    assert len(labels) == len(set(labels)) == grid.columns * grid.rows
    assert all(grid.label(grid.hex(label)) == label for label in labels)
    with pytest.raises(BadHexError):
        grid.hex("9999")


def test_the_numbering_of_each_booklet():
    yalu = GRIDS["yalu"]  # odd columns half a hex higher: 1308 touches 1208 and 1408, not 1209
    assert {yalu.label(h) for h in yalu.neighbours[yalu.hex("1308")]} == {
        "1307",
        "1309",
        "1207",
        "1208",
        "1407",
        "1408",
    }
    rows = Grid(columns=47, rows=92, orientation="pointy", shifted="even", order="row-column", rows_grow="north")
    assert rows.hex("2210") in rows.neighbours[rows.hex("2111")]  # The Korean War: Kunsan and the hex over the estuary
    assert rows.distance(rows.hex("4607"), rows.hex("4610")) == 3
    chosin = Grid(columns=33, rows=45, shifted="even", columns_grow="west", rows_grow="north")
    chain = [chosin.hex(h) for h in ("0844", "0945", "1044")]  # The Forgotten War
    assert chain[1] in chosin.neighbours[chain[0]]
    assert chain[2] in chosin.neighbours[chain[1]]


@pytest.mark.parametrize("name", GRIDS)
def test_distance_is_what_walking_takes(name: str):
    grid = GRIDS[name]
    start = grid.hex(grid.labels(grid.all)[7])
    seen, queue = {start: 0}, deque([start])
    while queue:
        h = queue.popleft()
        for n in grid.neighbours[h]:
            if n not in seen:
                seen[n] = seen[h] + 1
                queue.append(n)
    assert all(grid.distance(start, h) == d for h, d in seen.items())
    assert len(seen) == grid.all.bit_count()


GRID = GRIDS["yalu"]
HEXES = list(bits(GRID.all))
SIDES = [(a, b) for a in HEXES for b in GRID.neighbours[a] if a < b]
regions = st.sets(st.sampled_from(HEXES), max_size=30)


@given(regions)
def test_around_is_the_union_of_neighbours(hexes: set[int]):
    region = sum(1 << h for h in hexes)
    assert set(bits(GRID.around(region))) == {n for h in hexes for n in GRID.neighbours[h]}


@given(regions, st.sets(st.sampled_from(SIDES), max_size=40))
def test_walls_stop_what_crosses_them(hexes: set[int], pairs: set[tuple[int, int]]):
    walls = Sides(GRID, pairs)
    region = sum(1 << h for h in hexes)
    open_ = {n for h in hexes for n in GRID.neighbours[h] if (h, n) not in pairs and (n, h) not in pairs}
    assert set(bits(GRID.around(region, walls))) == open_
    assert {frozenset(p) for p in walls.pairs()} == {frozenset(p) for p in pairs}
    assert all(walls.has(a, b) and walls.has(b, a) for a, b in pairs)


@given(st.sampled_from(HEXES), st.sets(st.sampled_from(HEXES), min_size=200), st.integers(0, 8))
def test_spread_is_a_breadth_first_search(start: int, within: set[int], steps: int):
    seen, front = {start}, {start}
    for _ in range(steps):
        front = {n for h in front for n in GRID.neighbours[h]} & within - seen
        seen |= front
    assert set(bits(GRID.spread(1 << start, sum(1 << h for h in within), steps=steps))) == seen


def test_spread_along_links_only():
    road = Sides(GRID, [(GRID.hex(a), GRID.hex(b)) for a, b in (("0812", "0713"), ("0713", "0714"), ("0101", "0102"))])
    found = GRID.spread(GRID.bit(GRID.hex("0812")), GRID.all, along=road)
    assert GRID.labels(found) == ["0713", "0714", "0812"]


def test_a_side_has_two_touching_hexes():
    with pytest.raises(ValueError, match="do not touch"):
        Sides(GRID, [(GRID.hex("0101"), GRID.hex("0303"))])
    with pytest.raises(ValueError, match="different axes"):
        Grid(columns=3, rows=3, columns_grow="north", rows_grow="south")


@pytest.mark.parametrize("name", GRIDS)
def test_hexes_that_touch_share_exactly_two_corners(name: str):
    grid = GRIDS[name]
    for a in bits(grid.all):
        corners = set(grid.corners(a))
        assert len(corners) == 6
        for b in grid.neighbours[a]:
            shared = corners & set(grid.corners(b))
            assert shared == set(grid.side(a, b)) == set(grid.side(b, a))
            assert len(shared) == 2
    far = next(h for h in bits(grid.all) if grid.distance(h, next(bits(grid.all))) == 2)
    assert len(set(grid.corners(far)) & set(grid.corners(next(bits(grid.all))))) <= 0


@pytest.mark.parametrize("name", GRIDS)
def test_corners_make_a_regular_hex_of_width_one_around_the_centre(name: str):
    grid = GRIDS[name]
    for h in bits(grid.all):
        (x, y), corners = grid.center(h), grid.corners(h)
        assert all(hypot(u - x, v - y) == pytest.approx(3**-0.5) for u, v in corners)
        ring = zip(corners, corners[1:] + corners[:1], strict=True)
        assert all(hypot(a[0] - b[0], a[1] - b[1]) == pytest.approx(3**-0.5) for a, b in ring)


@pytest.mark.parametrize("name", GRIDS)
def test_a_grid_knows_whether_its_hexes_have_a_side_at_the_top(name: str):
    grid = GRIDS[name]
    highest = sorted(y for _, y in grid.corners(next(bits(grid.all))))
    assert grid.flat_top == (highest[1] - highest[0] < 0.01)
    assert GRIDS["quarter"].flat_top is False
