"""Movement ranges against a plain Dijkstra."""

import heapq
from collections.abc import Callable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from parallel38.hexgrid import Costs, Grid, Hex, Reach, Waves, bits, reach, step

GRID = Grid(columns=11, rows=9)
HEXES = list(bits(GRID.all))


def dijkstra(
    cost: Callable[[Hex, Hex], int | None], start: Hex, limit: int, blocked: set[Hex], stop: set[Hex]
) -> dict[Hex, int]:
    """Plain and slow: the start may be left even if it lies in `stop`."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        spent, h = heapq.heappop(queue)
        if spent > best[h] or (h in stop and h != start):
            continue
        for n in GRID.neighbours[h]:
            price = cost(h, n)
            if price is None or n in blocked or spent + price > limit:
                continue
            if spent + price < best.get(n, limit + 1):
                best[n] = spent + price
                heapq.heappush(queue, (spent + price, n))
    return best


costs = st.lists(st.sampled_from([1, 2, 4, 8, 8, 12, None]), min_size=97, max_size=97)
some = st.sets(st.sampled_from(HEXES), max_size=15)


@settings(max_examples=150)
@given(costs, st.sampled_from(HEXES), st.integers(0, 30), some, some)
def test_reach_is_what_dijkstra_finds(
    prices: list[int | None], start: Hex, limit: int, blocked: set[Hex], stop: set[Hex]
):
    def cost(a: Hex, b: Hex) -> int | None:
        return prices[(a * 31 + b * 17) % 97]  # differs from side to side and with the direction

    field = Costs(GRID, cost)
    found = reach(field, start, limit, sum(1 << h for h in blocked), sum(1 << h for h in stop))
    expected = dijkstra(cost, start, limit, blocked, stop)
    assert {h: found.cost(h) for h in bits(found.region)} == expected
    for h in expected:
        path = found.path_to(h)
        assert path is not None
        whole = path if path[0] == start else (start, *path)  # who starts in `stop` takes his first step apart
        assert sum(cost(a, b) or 0 for a, b in pairwise(whole)) == expected[h]
        assert not set(path[1:-1]) & (stop | blocked)


@settings(max_examples=100)
@given(costs, some, st.integers(0, 40), some)
def test_waves_find_the_region_of_a_range(prices: list[int | None], start: set[Hex], limit: int, blocked: set[Hex]):
    field = Costs(GRID, lambda a, b: prices[(a * 31 + b * 17) % 97])
    barred = sum(1 << h for h in blocked)
    found = field.within(sum(1 << h for h in start), limit, barred)
    assert found == Reach(field, dict.fromkeys(start, 0), limit, barred).region


@settings(max_examples=100)
@given(costs, st.dictionaries(st.sampled_from(HEXES), st.integers(0, 9), max_size=4), st.integers(0, 30), some)
def test_waves_have_the_costs_and_paths_of_a_range(
    prices: list[int | None], seeds: dict[Hex, int], limit: int, blocked: set[Hex]
):
    field = Costs(GRID, lambda a, b: prices[(a * 31 + b * 17) % 97])
    barred = sum(1 << h for h in blocked - {*seeds})
    waves, plain = Waves(field, seeds, limit, barred), Reach(field, seeds, limit, barred)
    assert (waves.region, waves.arrivals) == (plain.region, plain.arrivals)
    for h in HEXES:
        assert (waves.cost(h), waves.path_to(h)) == (plain.cost(h), plain.path_to(h))


def test_waves_are_kept_while_what_they_saw_is_the_same():
    field, start = Costs(GRID, lambda a, b: 2), GRID.hex("0505")
    far, near = 1 << GRID.hex("1109"), 1 << GRID.hex("0506")
    first = field.waves(start, 4, 0)
    assert field.waves(start, 4, far) is first
    other = field.waves(start, 4, near)
    assert first.region != other.region == Reach(field, {start: 0}, 4, near).region
    assert field.waves(start, 4, near) is other


@settings(max_examples=100)
@given(costs, st.sampled_from(HEXES), st.integers(0, 40), some, some, st.integers(0, 8))
def test_an_exit_cost_is_paid_for_every_held_hex_that_is_left(
    prices: list[int | None], start: Hex, limit: int, blocked: set[Hex], held: set[Hex], exit_cost: int
):
    def cost(a: Hex, b: Hex) -> int | None:
        return prices[(a * 31 + b * 17) % 97]

    def dear(a: Hex, b: Hex) -> int | None:
        price = cost(a, b)
        return None if price is None else price + exit_cost * (a in held)

    barred, zone = sum(1 << h for h in blocked), sum(1 << h for h in held)
    found = Reach(Costs(GRID, cost), {start: 0}, limit, barred, held=zone, exit_cost=exit_cost)
    expected = dijkstra(dear, start, limit, blocked, set())
    if start not in blocked:
        assert found.arrivals == expected
        for h in expected:
            path = found.path_to(h)
            assert path is not None
            assert path[0] == start
            assert sum(dear(a, b) or 0 for a, b in pairwise(path)) == expected[h]


@given(costs, st.sampled_from(HEXES), st.integers(0, 20))
def test_one_step_is_the_passable_neighbours(prices: list[int | None], start: Hex, limit: int):
    field = Costs(GRID, lambda a, b: prices[(a * 31 + b * 17) % 97])
    near = step(field, {start: 0}, limit)
    assert near == {n: p for n in GRID.neighbours[start] if (p := field.of(start, n)) is not None and p <= limit}


def test_out_of_reach_has_no_path_and_no_cost():
    field = Costs(GRID, lambda a, b: 5)
    found = Reach(field, {HEXES[0]: 0}, 4)
    assert found.region == 1 << HEXES[0]
    assert found.path_to(HEXES[-1]) is None
    assert found.cost(HEXES[-1]) is None
    assert field.of(HEXES[0], HEXES[-1]) is None


def test_changed_costs_are_those_made_anew():
    grid = Grid(columns=6, rows=6)
    dear = grid.hex("0303")

    def first(a: int, b: int) -> int | None:
        return None if b == grid.hex("0101") else 2

    def second(a: int, b: int) -> int | None:
        price = first(a, b)
        return price if price is None or b != dear else 5

    near = (dear, *grid.neighbours[dear])
    known, anew = Costs(grid, first), Costs(grid, second)
    assert known.within(1 << near[1], 4) >> dear & 1
    changed = known.changed(second, near)
    assert all(changed.within(1 << h, 7) == anew.within(1 << h, 7) for h in bits(grid.all))
    assert (changed.exits, changed.entered) == (anew.exits, anew.entered)
    assert all(changed.of(a, b) == anew.of(a, b) for a in bits(grid.all) for b in grid.neighbours[a])
    assert Costs(grid, first).of(near[1], dear) == 2
