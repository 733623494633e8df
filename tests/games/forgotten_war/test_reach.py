"""Boards and movement costs together: in one turn units come about as far as they did in the battles."""

from fractions import Fraction
from heapq import heappop, heappush

import pytest

from parallel38.engine.charts import Charts
from parallel38.games.forgotten_war import data
from parallel38.hexgrid import Hex, Region, bits

CHARTS = Charts.load(data.charts())
COST = {row: Fraction(CHARTS["terrain_move"][row, "mp"]) for row in CHARTS["terrain_move"].rows}


def reached(battle: str, start: Region, points: int, entering: bool = False) -> Region:
    """The hexes that leg units reach from some hexes, or from beside the map through them, on an empty board."""
    board = data.board(battle)
    roads = [board.roads, board.rails, *([board.links["other_road"]] if battle == "chosin" else [])]
    trail = board.links["trail"]

    def cost(a: Hex, b: Hex) -> Fraction:
        if board.letter(b) == "v":
            return COST["river"]
        if board.regions.get("obstacle", 0) >> b & 1:
            return COST["obstacle_ccf"]
        if any(net.has(a, b) for net in roads):
            return COST["road"]
        if trail.has(a, b):
            return COST["trail"]
        return ground(b)

    def ground(h: Hex) -> Fraction:
        return COST["rough" if board.letter(h) == "r" else "clear"]

    best: dict[Hex, Fraction] = {}
    queue: list[tuple[Fraction, Hex]] = []
    for h in bits(start):
        heappush(queue, (ground(h) if entering else Fraction(0), h))
    while queue:
        spent, h = heappop(queue)
        if h in best or spent > points:
            continue
        best[h] = spent
        for n in board.grid.neighbours[h]:
            if board.in_play >> n & 1:
                heappush(queue, (spent + cost(h, n), n))
    return sum(1 << h for h in best)


def test_north_koreans_cross_the_river_in_strength_on_turn_1_by_strategic_movement():
    """Without it they reach a single hex of the far bank, by the road to Sinban-ni."""
    board, points = data.board("naktong"), CHARTS["strengths"]["nkpa", "move"]
    west, east = board.regions["edge_west"], board.regions["east_bank"]
    assert board.grid.labels(reached("naktong", west, points, entering=True) & east) == ["1508"]
    assert (reached("naktong", west, 2 * points, entering=True) & east).bit_count() == 96


def test_reinforcements_from_2039_come_to_obong_ni_in_their_turn():
    board = data.board("naktong")
    there = reached("naktong", board.grid.region(["2039"]), 2 * CHARTS["strengths"]["us_19", "move"], entering=True)
    assert there >> board.places["Obong-ni"] & 1


@pytest.mark.parametrize(
    ("area", "entering", "targets"),
    [
        ("assembly_59", False, "2032 2434"),
        ("assembly_80_238", False, "1036 1037"),
        ("assembly_80_239", False, "1139 1140 1240"),
        ("assembly_80_240", False, "1332"),
        ("edge_79", True, "2541 2641"),
        ("edge_89", True, "3142 3140"),
    ],
)
def test_chinese_divisions_are_beside_the_troops_that_they_struck_on_turn_1(area: str, entering: bool, targets: str):
    """17.3.3, 17.4.2: without strategic movement, which never ends beside an enemy (10.2.2.A2)."""
    board = data.board("chosin")
    there = reached("chosin", board.regions[area], CHARTS["strengths"]["ccf", "move"], entering)
    for label in targets.split():
        assert there & board.grid.around(board.grid.region([label])), label


def test_the_58th_division_comes_to_hagaru_as_soon_as_it_is_free():
    """17.3.3.C: on turn 2."""
    board = data.board("chosin")
    there = reached("chosin", board.regions["assembly_58"], CHARTS["strengths"]["ccf", "move"])
    assert there >> board.places["Hagaru-ri"] & 1


def test_chinese_at_chipyongni_come_up_to_the_wire_on_turn_1_but_not_into_it():
    board = data.board("chipyongni")
    there = reached("chipyongni", board.regions["setup_ccf"], CHARTS["strengths"]["ccf_1951", "move"])
    assert there & board.regions["obstacle"] == 0
    assert there & board.grid.around(board.regions["obstacle"])
