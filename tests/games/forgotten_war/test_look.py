"""What the game gives the drawing: colours that can be read, a symbol for every type of counter; roads, a river and
a lake that look like it and stay where the rules have them."""

import re
from math import cos, hypot, pi, radians, sin

import pytest

from parallel38.draw import counters, sections, tokens
from parallel38.draw.coast import Land, rings
from parallel38.draw.ground import NUMBER, Ground
from parallel38.draw.svg import Point, drawn, on
from parallel38.engine.charts import Charts
from parallel38.engine.reports import Face, Figure
from parallel38.engine.texts import Texts
from parallel38.games.forgotten_war import data
from parallel38.hexgrid import Hex, bits

STRENGTHS = Charts.load(data.charts())["strengths"]
LOOK = data.look("chosin")


def test_every_type_has_a_symbol():
    assert set(LOOK["symbol"]) == set(data.table("units.toml")["types"])
    assert set(LOOK["symbol"].values()) <= set(counters.SYMBOLS)
    vehicles = {LOOK["symbol"][name] for name in ("m4", "m24", "m26", "t34", "m19", "m16", "gun", "truck")}
    assert len(vehicles) == 8  # 2.1.2: silhouettes tell them apart


@pytest.mark.parametrize("nation", LOOK["nation"])
def test_print_can_be_read_on_every_counter(nation: str):
    side = LOOK["side"]["communist" if nation in data.COMMUNIST else "un"]
    ink = tokens.group("counter")[f"{side['polarity']}_print"]
    assert tokens.contrast(ink, LOOK["nation"][nation]["fill"]) >= 4.5


@pytest.mark.parametrize("battle", data.BATTLES)
def test_every_counter_can_be_drawn(battle: str):
    for row in data.units(battle):
        figures = (Figure(row["figures"]),)
        if row["class"] != "marker":
            name = row["figures"]
            places = ("bottom-left", "bottom-middle", "bottom-right")
            printed = [str(STRENGTHS[name, column]) for column in ("fire", "close", "move")]
            figures = tuple(Figure(text, place) for text, place in zip(printed, places, strict=True))
        face = Face(row["side"], row["nation"], row["size"], row["type"], row["designation"], figures, steps=(1, 2))
        drawn = counters.counter(face, data.look(battle))
        assert f"#sym-{LOOK['symbol'][row['type']]}" in drawn
        assert all(f">{figure.text}</text>" in drawn for figure in figures)


def ground(battle: str) -> Ground:
    """A board as it is drawn."""
    return Ground(data.board(battle), data.look(battle), Texts("en", "parallel38.games.forgotten_war"))


def straight(way: list[tuple[Hex, Point]], board: Ground) -> list[str]:
    """Where a line is straight through four hexes that lie in a row: the first of them."""
    found = []
    for i in range(len(way) - 3):
        (h, a), *inner, (last, b) = way[i : i + 4]
        long = hypot(b[0] - a[0], b[1] - a[1])
        off = [abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / long for _, (x, y) in inner]
        if max(off) < 2 and board.board.grid.distance(h, last) == 3:
            found.append(board.board.grid.label(h))
    return found


@pytest.mark.parametrize("battle", data.BATTLES)
def test_roads_stay_in_the_hexes_that_they_join(battle: str):
    board = ground(battle)
    for net in board.courses:
        for (a, b), piece in net.items():
            homes = Land([board.corners(a)]), Land([board.corners(b)])
            for i in range(1, 16):
                assert any(home.has(on(piece, i / 16)) for home in homes), board.board.grid.label(a)


def test_mountain_roads_wind():
    board = ground("chosin")
    where, _ = board.nodes
    roads = [course for course in board.board.named_ways if set(course) <= set(where)]
    assert sum(map(len, roads)) > 60
    assert not [label for road in roads for label in straight([(h, where[h]) for h in road], board)]


def test_the_naktong_winds_within_its_hexes_and_leaves_the_map_aslant():
    board = ground("naktong")
    (layer,) = (layer for layer in sections.layers_of(board) if layer.name == "naktong")
    numbers = re.findall(r"-?[\d.]+", re.findall(r' d="([^"]+)"', sections.drawn(board, layer))[0].replace("M", " "))
    points = [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)][::3]
    courses = [*board.board.courses["naktong"].values()]
    first = courses[0]
    assert len(points) > len(first)
    way = list(zip(first, points[1:], strict=False))
    assert all(Land([board.corners(h)]).has(point) for h, point in way)
    assert not straight(way, board)
    (x, y), (nx, ny) = points[0], points[1]
    assert abs(x - nx) > 20 < abs(y - ny)


def test_the_lake_covers_its_hexsides_and_stays_beside_them():
    board = ground("naktong")
    (layer,) = (layer for layer in sections.layers_of(board) if layer.name == "lake")
    outline = re.findall(r' d="([^"]+)"', sections.drawn(board, layer))[0]
    (shore,) = rings(outline, 1)
    water = Land([shore])
    sides = [board.side(a, b) for a, b in board.board.sides["lake"].pairs()]
    assert len(sides) == 7
    spots = [(ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in sides for t in (0.25, 0.5, 0.75)]
    assert sum(water.has(spot) for spot in spots) >= len(spots) - 2, "at its tips it is as thin as a line"
    ends = [(x, y) for side in sides for x, y in side]
    near = [min(hypot(x - ex, y - ey) for ex, ey in [*ends, *spots]) for x, y in shore]
    assert max(near) < layer.how["swell"], "it hides no more than a part of the hexes beside it"


@pytest.mark.parametrize("works", ["prepared", "obstacle"])
def test_trenches_and_wire_face_the_enemy_and_leave_the_number_of_the_hex_free(works: str):
    board = ground("chipyongni")
    (layer,) = (layer for layer in sections.layers_of(board) if layer.name == works)
    found = re.findall(r"translate\((\S+) (\S+)\)(?: rotate\((\S+)\))? scale\((\S+)\)", sections.drawn(board, layer))
    region = board.board.regions[works]
    inside = region | board.board.regions["perimeter"]
    outward = [(h, n) for h in bits(region) for n in board.board.grid.neighbours[h] if not inside >> n & 1]
    assert len(found) == len(outward) > 70
    for (h, n), (x, y, turn, size) in zip(sorted(outward), found, strict=True):
        (hx, hy), (nx, ny) = board.point(h), board.point(n)
        at = float(x), float(y)
        assert Land([board.corners(h)]).has(at)
        up = radians(float(turn or 0) - 90)
        assert cos(up) * (nx - hx) + sin(up) * (ny - hy) > 99, "its front is toward the hex outside"
        half = 26 * float(size)
        ends = [
            (at[0] + half * cos(up + pi / 2) * t, at[1] + half * sin(up + pi / 2) * t) for t in (-1, -0.5, 0, 0.5, 1)
        ]
        assert not [p for p in ends if abs(p[0] - hx) < 1.25 * NUMBER and p[1] - hy < NUMBER - 48]


@pytest.mark.parametrize(("battle", "shared"), [("naktong", "1215-1115"), ("chosin", "1728-1727")])
def test_a_trail_lies_under_the_road_where_it_shares_a_link_with_it(battle: str, shared: str):
    board = ground(battle)
    a, b = (board.board.grid.hex(label) for label in shared.split("-"))
    (piece,) = (net[link] for net in board.courses for link in ((a, b), (b, a)) if link in net)
    (layer,) = (layer for layer in sections.layers_of(board) if layer.name == "trail")
    assert drawn([piece]) in sections.drawn(board, layer)
