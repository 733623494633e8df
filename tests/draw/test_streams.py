"""Rivers through hexes, lines along hexsides and what lies beyond the board, as they are drawn."""

from itertools import pairwise
from math import hypot

import pytest

from parallel38.draw import board as layers
from parallel38.draw import counters, names, sheet, streams, tokens
from parallel38.draw.ground import Ground
from parallel38.engine.reports import Face, Figure
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.mobile_war import data
from parallel38.hexgrid import bits

PACKAGE = "parallel38.games.mobile_war"
LOOK = data.FILES.look(data.BOARD)


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(data.board(), LOOK, Texts("en", PACKAGE))


def test_a_river_has_one_piece_for_each_side_that_it_crosses_and_stays_in_its_hexes(ground: Ground):
    for name, course in ground.board.streams.items():
        links = [link for link, _ in ground.streams[name]]
        assert links == list(pairwise(course))
        for (a, b), piece in ground.streams[name]:
            for h, (x, y) in ((a, piece[0]), (b, piece[3])):
                px, py = ground.point(h)
                assert hypot(x - px, y - py) < 42, ground.board.grid.label(h)


def test_rivers_meet_where_they_join(ground: Ground):
    ends = {name: course[-1][1][3] for name, course in ground.streams.items()}
    han = [piece[3] for _, piece in ground.streams["Han"]]
    assert ends["Imjin"] in han
    assert ends["Pukhan"] in han


def test_rivers_run_on_the_true_side_of_towns(ground: Ground):
    for h, way in ground.board.banks.items():
        x, y = ground.point(h)
        (px, py), *_ = [piece[3] for course in ground.streams.values() for (_, b), piece in course if b == h]
        beside = {"north": y - py, "south": py - y, "east": px - x, "west": x - px}
        assert beside[way] > 0, ground.board.grid.label(h)


def test_bridges_stand_where_lines_cross_and_everywhere_there(ground: Ground):
    through = [link for course in ground.streams.values() for link in course]
    crossed = {
        h for h in bits(ground.board.in_play) if streams.crossings(h, ground.corners(h), through, ground.courses)
    }
    assert crossed == set(bits(ground.board.bridged))
    assert len(layers.crossings(ground)) >= len(crossed)


def test_two_lines_cross():
    piece = ((0.0, 50.0), (30.0, 50.0), (60.0, 50.0), (100.0, 50.0))
    road = {(1, 2): ((50.0, 0.0), (50.0, 30.0), (50.0, 60.0), (50.0, 100.0))}
    box = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    ((x, y, turn, half),) = streams.crossings(1, box, [((1, 3), piece)], [road])
    assert (round(x), round(y), round(turn), half) == (50, 50, 90, 6.0)
    assert not streams.crossings(1, box, [((4, 3), piece)], [road])
    ((_, _, _, half),) = streams.crossings(1, box, [((1, 3), piece)], [road, road])
    assert half > 6  # a road and a railway share a bridge


def test_a_parallel_follows_the_hexsides_between_north_and_south(ground: Ground):
    board = ground.board
    north = board.areas["north_of_38"]
    sides = {
        ground.side(h, n)
        for h in bits(north)
        for n in board.grid.neighbours[h]
        if ground.land >> n & 1 and not north >> n & 1
    }
    drawn = {(min(a, b), max(a, b)) for line in layers.borders(ground, "north_of_38") for a, b in pairwise(line)}
    assert drawn == sides


def test_what_lies_beyond_the_board_is_veiled(ground: Ground):
    assert "evenodd" in layers.veil(ground)
    assert not layers.veil(Ground(data.board(), {"terrain": {}}, Texts("en")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_map_is_there(language: str):
    look, texts = LOOK, Texts(language, PACKAGE)
    keys = [item["text"] for kind in ("line", "outline", "exit", "lettering") for item in look[kind]]
    keys += [kind["text"] for kind in look["terrain"].values()]
    assert [key for key in (*keys, "map.provenance", "legend.outline") if not texts.has(key)] == []
    assert catalogue(PACKAGE, "en").keys() == catalogue(PACKAGE, "es").keys()


@pytest.mark.parametrize("nation", [*LOOK["nation"], "XX"])
def test_counters_can_be_read(nation: str):
    look = LOOK
    side = "communist" if nation in ("CN", "NK") else "un"
    fill = look["nation"].get(nation, look["other"][side])["fill"]
    printed = tokens.group("counter")[f"{look['side'][side]['polarity']}_print"]
    assert tokens.contrast(printed, fill) >= 4.5
    for kind in look["symbol"]:
        face = Face(side=side, nation=nation, size="division", type=kind, name="24", figures=(Figure("16–3"),))
        assert "16–3" in counters.counter(face, look)


def test_the_whole_map_is_drawn_with_every_place_but_the_unmarked(ground: Ground):
    drawn = "".join(sheet._layers(ground, "", (0.8, 0.5), set(), ()))
    assert drawn == "".join(sheet._layers(ground, "", (0.8, 0.5), set(), ()))
    unmarked = set(ground.look["unmarked"])
    assert unmarked < set(ground.board.places)
    signs = names.places(ground, set())
    assert signs.count('class="port"') == len(ground.board.ports)
    assert signs.count('class="town"') + signs.count('class="city"') == len(ground.board.places) - len(unmarked)
    for words in ("SEOUL", "CHONGJU", "Yongwon", "38th Parallel", "Sea of Japan"):
        assert words in drawn
    assert "Yudam-ni-W" not in drawn
