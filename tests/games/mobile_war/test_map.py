"""The board against the rules and against Korea."""

from functools import reduce
from itertools import pairwise
from operator import or_

import pytest

from parallel38.games.mobile_war import data
from parallel38.hexgrid import Region, Sides, bits

BOARD = data.board()
GRID = BOARD.grid
SEA = BOARD.terrain["~"]
LAND = BOARD.in_play & ~SEA
NORTH_38, NORTH_37 = BOARD.areas["north_of_38"], BOARD.areas["north_of_37"]

# every place at which a set-up puts units
SET_UP = """
Anbyon Andong Anyang Changhowon Changjin-N Chechon Chipyong-ni Chongjin Chongju-N Chongson Chonju Chorwon
Chumunjin Chunchon Chungju Chunyang Haeju Hagaru-ri Hajinbu-ri Hamhung Hoengsong Hongchon Huchang Huichon
Hungnam Hwachon Ichon Inchon Inje Kaesong Kanggye Kangnung Kansong Kapyong Kilchu Kuhwa-ri Kujang-dong Kumchon-N
Kumhwa Kunu-ri Kusong Kwangju Kyongan-ni Munsan Musan Namchon Namwon Napchongjong Ongjin Onjong Osan Pakchon
Pochon Pohang Pukchang Pungam-ni Pungsan Puryong Pusan Pyongchang Pyonggang Pyongtaek Pyongyang Samchok Sariwon
Seoul Sinuiju Sonchon Sunchon Suwon Taegu Taejon Tanyang Tokchon Tongduchon Ulchin Unchon Unsan Wonju Wonsan
Yangdogwon-ni Yangdok Yangpyong Yangsu-ri Yangyang Yoju Yonchon Yongbyon Yonghung Yongin Yongju Yongwol Yongwon
Yongwon-N Yudam-ni-W
"""

# lines of 1950, each town by town
RAILWAYS = """
Pusan Miryang Taegu Waegwan Kumchon-S Yongdong Taejon Chochiwon Chonan Pyongtaek Suwon Seoul
Seoul Munsan Kaesong Namchon Sariwon Pyongyang Sinanju Chongju-N Sinuiju Antung
Seoul Inchon
Seoul Uijongbu Chorwon Pyonggang Wonsan
Wonsan Hamhung Hungnam Pukchong Songjin Kilchu Chongjin Hoeryong Onsong
Seoul Kapyong Chunchon
Seoul Wonju Chechon Tanyang Yongju Andong Yongchon Kyongju
Taegu Yongchon Pohang
Pusan Ulsan Kyongju
Taejon Nonsan Iri Chongup Naju Mokpo
Iri Chonju Namwon Sunchon-S Yosu
Iri Kunsan
Chochiwon Chongju-S Chungju
Pyongyang Sunchon Songchon Yangdok Yonghung Wonsan
Sunchon Kunu-ri Kujang-dong Huichon Kanggye
Pyongyang Chinnampo
Sariwon Haeju Ongjin
Kilchu Hyesanjin
Miryang Masan Chinju
"""
ROADS = """
Pusan Taegu Taejon Seoul Kaesong Pyongyang Sinuiju Antung
Pusan Ulsan Pohang Yongdok Ulchin Samchok Kangnung Yangyang Kansong Tongchon Wonsan Hamhung Songjin Chongjin Najin
Seoul Chunchon Hwachon
Seoul Hongchon Inje Kansong
Hamhung Hagaru-ri Yudam-ni
Pukchong Pungsan Hyesanjin
Pyongyang Kunu-ri Huichon Kanggye
Taejon Chonju Kwangju Mokpo
Chinju Masan Pusan
Haeju Ongjin
Masan Tongyong
Seoul Kyongan-ni Ichon
"""


def at(name: str) -> Region:
    return 1 << BOARD.places[name]


def sailed(start: Region) -> Region:
    """Where ships can go: through sides that are all water."""
    return GRID.spread(start, BOARD.in_play, along=BOARD.sea_sides)


# ------------------------------------------------------------------------------------------------------ land and places


def test_counts():
    share = {letter: BOARD.terrain[letter].bit_count() / LAND.bit_count() for letter in "cpr"}
    assert 1000 < LAND.bit_count() < 1100  # Korea has 220,000 square kilometres, a hex has 222
    assert 0.15 < share["c"] < 0.25
    assert 0.40 < share["r"] < 0.50
    # the spine of the east and the north is mountain, the western plains are not
    for name in ("Hajinbu-ri", "Inje", "Kanggye", "Hagaru-ri", "Pungsan", "Huchang"):
        assert BOARD.letter(BOARD.places[name]) == "r", name
    for name in ("Pyongyang", "Kimpo", "Suwon", "Iri", "Sinanju", "Yonan", "Kimje"):
        assert BOARD.letter(BOARD.places[name]) == "c", name


def test_every_place_of_the_set_ups_is_found_in_a_land_hex_of_its_own():
    hexes = [BOARD.places[name] for name in SET_UP.split()]
    assert len(set(hexes)) == len(hexes) == 95
    assert all(LAND >> h & 1 for h in BOARD.places.values())
    assert len(set(BOARD.places.values())) == len(BOARD.places)


def test_neighbours_on_earth_are_near_each_other_on_the_board():
    for one, other, hexes in (
        ("Antung", "Sinuiju", 1),
        ("Hamhung", "Hungnam", 1),
        ("Seoul", "Inchon", 2),
        ("Seoul", "Pusan", 24),  # 325 km, athwart the grain of the grid
        ("Seoul", "Pyongyang", 14),
        ("Pyongyang", "Wonsan", 10),
    ):
        assert GRID.distance(BOARD.places[one], BOARD.places[other]) == hexes, (one, other)


def test_all_land_hangs_together_on_foot():
    assert GRID.spread(at("Seoul"), LAND, walls=BOARD.estuaries) == LAND


def test_china_is_out_of_play_but_for_antung():
    assert BOARD.letter(GRID.hex("0310")) == "."
    here = BOARD.places["Antung"]
    assert [GRID.label(n) for n in GRID.neighbours[here] if LAND >> n & 1] == ["0421"]


@pytest.mark.parametrize("line", RAILWAYS.strip().splitlines())
def test_railways_of_1950(line: str):
    for one, other in pairwise(line.split()):
        assert _along(one, other, [BOARD.rails]), (one, other)


@pytest.mark.parametrize("line", ROADS.strip().splitlines())
def test_roads_of_1950(line: str):
    for one, other in pairwise(line.split()):
        assert _along(one, other, [BOARD.roads, BOARD.rails]), (one, other)


def _along(one: str, other: str, nets: list[Sides]) -> bool:
    """Whether a line joins two places without a great detour."""
    a, b = BOARD.places[one], BOARD.places[other]
    seen = 1 << a
    for _ in range(round(1.7 * GRID.distance(a, b)) + 2):
        seen |= reduce(or_, (GRID.across(seen, net.masks) for net in nets))
    return bool(seen >> b & 1)


def test_every_town_of_the_rules_hangs_on_one_net():
    net = 1 << BOARD.places["Seoul"]
    before = 0
    while net != before:
        before = net
        net |= GRID.across(net, BOARD.roads.masks) | GRID.across(net, BOARD.rails.masks)
    for name in (*BOARD.cities, *BOARD.ports):
        assert net & at(name), name
    rails = GRID.spread(at("Seoul"), LAND, along=BOARD.rails)
    # no railway from elsewhere came to this part of the east coast
    assert {name for name in BOARD.cities if not rails & at(name)} == {"Kangnung", "Samchok"}


def test_lines_run_on_land_and_not_over_inlets():
    for net in (BOARD.roads, BOARD.rails):
        assert not net.hexes() & ~LAND
        assert not any(BOARD.estuaries.has(a, b) for a, b in net.pairs())


# ------------------------------------------------------------------------------------------------------------------ sea


def test_every_port_is_open_to_ships_on_its_side_of_the_peninsula():
    west, east = sailed(BOARD.areas["cape_west"]), sailed(BOARD.areas["cape_east"])
    assert not west & east  # only the passage at the bottom of the map joins the two
    for name, h in BOARD.ports.items():
        assert (west | east) >> h & 1, name
    for name in ("Inchon", "Kunsan", "Mokpo", "Haeju", "Chinnampo"):
        assert west & at(name), name
    for name in ("Pusan", "Masan", "Yosu", "Pohang", "Samchok", "Wonsan", "Hungnam", "Chongjin"):
        assert east & at(name), name
    assert west & SEA == BOARD.areas["west_sea"]
    assert east & SEA == BOARD.areas["east_sea"]
    assert BOARD.areas["west_sea"] | BOARD.areas["east_sea"] == SEA


def test_the_capes_are_the_sea_at_the_foot_of_the_map_with_land_between():
    west, east = ([GRID.label(h) for h in bits(BOARD.areas[f"cape_{side}"])] for side in ("west", "east"))
    assert {label[2:] for label in (*west, *east)} == {"61"}
    assert max(west) < min(east)
    assert any(LAND >> GRID.hex(f"{column:02d}61") & 1 for column in range(int(max(west)[:2]), int(min(east)[:2])))


def test_a_side_is_all_water_if_a_sea_hex_has_it_or_the_file_calls_it_an_inlet():
    for h in bits(BOARD.in_play):
        for n in GRID.neighbours[h]:
            if BOARD.in_play >> n & 1:
                wet = bool(SEA >> h & 1 or SEA >> n & 1)
                assert BOARD.sea_sides.has(h, n) == (wet or BOARD.estuaries.has(h, n))
                assert not (wet and BOARD.estuaries.has(h, n))


def test_boxes_lie_in_the_sea_apart_from_each_other():
    boxes = [BOARD.areas[name] for name in ("box_nk", "box_rok", "box_un")]
    assert all(box and not box & ~SEA for box in boxes)
    assert not boxes[0] & boxes[1] | boxes[1] & boxes[2]


# --------------------------------------------------------------------------------------------------------------- rivers


def test_a_river_hex_has_two_sides_that_a_river_crosses():
    rivers = reduce(or_, BOARD.river_hexes.values())
    assert 150 < rivers.bit_count() < 180
    for h in bits(LAND):
        crossed = sum(BOARD.stream_sides.has(h, n) for n in GRID.neighbours[h])
        assert (crossed >= 2) == bool(rivers >> h & 1), GRID.label(h)


@pytest.mark.parametrize("name", BOARD.streams)
def test_a_river_runs_from_hex_to_hex_into_the_sea_or_into_another(name: str):
    course = BOARD.streams[name]
    assert len(set(course)) == len(course)
    assert all(b in GRID.neighbours[a] for a, b in pairwise(course))
    assert all(LAND >> h & 1 for h in course[:-1])
    others = {h for other, hexes in BOARD.streams.items() if other != name for h in hexes}
    wet = any(BOARD.sea_sides.has(course[-1], n) for n in GRID.neighbours[course[-1]])
    assert SEA >> course[-1] & 1 or course[-1] in others or wet


@pytest.mark.parametrize(
    ("river", "towns"),
    [
        ("Han", "Seoul Chungju"),
        ("Naktong", "Waegwan Andong Yongsan Kimhae"),
        ("Taedong", "Pyongyang Tokchon"),
        ("Yalu", "Sinuiju Chosan"),
        ("Imjin", "Munsan"),
        ("Kum", "Kongju"),
        ("Pukhan", "Chunchon"),
        ("Tumen", "Musan Hoeryong Onsong"),
        ("Nam (S)", "Chinju"),
    ],
)
def test_towns_on_rivers(river: str, towns: str):
    for town in towns.split():
        assert BOARD.river_hexes[river] & at(town), town


def test_where_rivers_meet_a_hex_belongs_to_both():
    for one, other in (("Han", "Imjin"), ("Han", "Pukhan"), ("Naktong", "Nam (S)"), ("Taedong", "Nam (N)")):
        assert (BOARD.river_hexes[one] & BOARD.river_hexes[other]).bit_count() == 1


def test_bridges_are_in_river_hexes_with_a_road_or_railway():
    rivers = reduce(or_, BOARD.river_hexes.values())
    ways = BOARD.roads.hexes() | BOARD.rails.hexes()
    assert BOARD.bridged
    assert not BOARD.bridged & ~(rivers & ways)
    for name in ("Seoul", "Pyongyang", "Sinuiju"):
        assert BOARD.bridged & at(name), name


# ------------------------------------------------------------------------------------------------------------ parallels


def test_the_parallels_part_north_from_south():
    north = "Haeju Kumchon-N Kuhwa-ri Yonchon Hwachon Inje Yangyang Pyongyang Wonsan"
    south = "Ongjin Kaesong Munsan Tongduchon Pochon Chunchon Hongchon Chumunjin Seoul"
    for name in north.split():
        assert NORTH_38 & at(name), name
    for name in south.split():
        assert LAND & ~NORTH_38 & at(name), name
    for name in ["Suwon", "Osan", "Wonju", "Chechon", "Samchok", "Kangnung", "Seoul"]:
        assert NORTH_37 & at(name), name
    for name in ["Chungju", "Tanyang", "Ulchin", "Pyongtaek", "Taejon", "Andong", "Pusan"]:
        assert LAND & ~NORTH_37 & at(name), name
    assert not NORTH_38 & ~NORTH_37
    for north_ in (NORTH_38, NORTH_37):
        assert not north_ & ~LAND
        for part, home in ((north_, "Pyongyang"), (LAND & ~north_, "Pusan")):
            whole = GRID.spread(at(home), part)
            # Ongjin hangs on the land north of the parallel, as it did in 1950
            assert (part & ~whole).bit_count() < 30
        # no hex lies more than a hex on the wrong side of a straight line
        rows = [int(GRID.label(h)[2:]) for h in bits(north_) if GRID.around(1 << h) & LAND & ~north_]
        assert max(rows) - min(rows) <= 2


# ----------------------------------------------------------------------------------------------------------- provenance


def test_provenance_tells_what_is_the_rules_and_what_is_ours():
    words = {"rulebook", "example", "inferred", "article", "history", "web", "reconstructed"}
    assert all(words & set(line.split()) for line in BOARD.provenance)
    for section in ("terrain", "roads", "rails", "streams", "bridges", "estuaries", "places", "north_of_38"):
        assert any(line.startswith(f"{section} ") and "reconstructed" in line for line in BOARD.provenance), section
