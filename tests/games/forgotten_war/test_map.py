"""The three boards against the booklet: every hex that it names, and what must lie there."""

import re
from functools import cache

import pytest

from parallel38.draw import legend, sections
from parallel38.draw.ground import Ground
from parallel38.engine.maps import Board
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.forgotten_war import data
from parallel38.hexgrid import Region, bits

SIZES = {"naktong": (33, 39, 1287), "chosin": (33, 45, 1469), "chipyongni": (33, 45, 1469)}


@cache
def board(battle: str) -> Board:
    return data.board(battle)


def labels(battle: str, section: str) -> set[str]:
    return set(board(battle).grid.labels(board(battle).hexes_of(section)))


def region(battle: str, words: str) -> Region:
    return board(battle).grid.region(words.split())


def within(battle: str, hexes: str, most: int) -> set[str]:
    grid = board(battle).grid
    homes = [grid.hex(label) for label in hexes.split()]
    return {grid.label(h) for h in bits(board(battle).in_play) if min(grid.distance(h, at) for at in homes) <= most}


def any_road(battle: str) -> Region:
    """Road hexes of all kinds; a railway counts as road (10.2.3.D)."""
    found = board(battle)
    return found.roads.hexes() | found.rails.hexes() | (found.hexes_of("other_road") if battle == "chosin" else 0)


def joined(battle: str, start: str) -> set[str]:
    """The hexes that roads join to one."""
    found = board(battle)
    seen = front = 1 << found.grid.hex(start)
    nets = [found.roads, found.rails, *([found.links["other_road"]] if battle == "chosin" else [])]
    while front:
        near = 0
        for net in nets:
            near |= found.grid.across(front, net.masks)
        front = near & ~seen
        seen |= front
    return set(found.grid.labels(seen))


# ------------------------------------------------------------------------------------------------------------ all three


@pytest.mark.parametrize("battle", data.BATTLES)
def test_size_and_terrain(battle: str):
    found = board(battle)
    columns, rows, hexes = SIZES[battle]
    assert (found.grid.columns, found.grid.rows, found.in_play.bit_count()) == (columns, rows, hexes)
    assert set(found.terrain) - {"."} == {"c", "r"} | {"naktong": {"v"}, "chosin": {"i"}, "chipyongni": set()}[battle]
    counts = {letter: region.bit_count() for letter, region in found.terrain.items() if letter != "."}
    assert (
        counts
        == {
            "naktong": {"c": 403, "r": 830, "v": 54},
            "chosin": {"c": 106, "r": 1321, "i": 42},
            "chipyongni": {"c": 679, "r": 790},
        }[battle]
    )
    assert found.regions["hilltop"].bit_count() == {"naktong": 34, "chosin": 35, "chipyongni": 13}[battle]
    assert found.regions["hilltop"] & ~found.terrain["r"] == 0


@pytest.mark.parametrize("battle", data.BATTLES)
def test_the_sheet_lies_as_the_edges_of_the_booklet_say(battle: str):
    """Columns count north, west or south; the words for edges follow the reader's map."""
    grid = board(battle).grid
    first, across, along = (grid.center(grid.hex(label)) for label in ("0101", "3301", "0139"))
    ways = {"naktong": ("north", "east"), "chosin": ("west", "north"), "chipyongni": ("south", "west")}
    steps = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
    for there, way in zip((across, along), ways[battle], strict=True):
        step = steps[way]
        moved = (there[0] - first[0], there[1] - first[1])
        assert moved[0] * step[0] + moved[1] * step[1] > 20
        assert abs(moved[0] * step[1] + moved[1] * step[0]) < 1


def test_hexes_touch_as_the_chains_of_the_booklet_say():
    """17.3.3.B: 0844, 0945, 1044 and 0633, 0733, 0832 are areas in one piece."""
    grid = board("chosin").grid
    for chain in ("0844 0945 1044", "0633 0733 0832"):
        a, b, c = (grid.hex(label) for label in chain.split())
        assert b in grid.neighbours[a]
        assert c in grid.neighbours[b]


@pytest.mark.parametrize("battle", data.BATTLES)
def test_roads_keep_to_land_and_leave_the_map_where_reinforcements_come(battle: str):
    found = board(battle)
    assert any_road(battle) & found.terrain.get("i", 0) == 0
    entries = found.points["entry"].values()
    assert all(any_road(battle) >> h & 1 for h in entries)
    assert all(len(found.grid.neighbours[h]) < 6 for h in entries)


@pytest.mark.parametrize("battle", data.BATTLES)
def test_every_section_says_where_it_comes_from(battle: str):
    found = board(battle)
    told = {line.split()[0] for line in found.provenance}
    own = {name for kind in (found.regions, found.links, found.points, found.courses, found.sides) for name in kind}
    own -= {"rivers", "bridges", "estuaries", "reservoirs", "streams", "cities", "ports"}
    assert own - told <= {"rails"}  # only one board has a railway


@pytest.mark.parametrize("battle", data.BATTLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_look_draws_sections_that_the_board_has_in_words_that_there_are(battle: str, language: str):
    look, texts = data.look(battle), Texts(language, "parallel38.games.forgotten_war")
    ground = Ground(board(battle), look, texts)
    names = [layer.name for layer in sections.layers_of(ground)]
    assert set(names) == set(look["layer"])
    for layer in sections.layers_of(ground):
        assert sections.drawn(ground, layer).count("<path") > 0
    keys = re.findall(r"'((?:map|legend|terrain)\.\w+)'", str(look))
    assert [key for key in keys if not texts.has(key)] == []
    assert set(look["terrain"]) == set(board(battle).terrain) - {"."}


def test_north_is_shown_as_it_is_turned():
    assert {battle: data.look(battle)["compass"]["north"] for battle in data.BATTLES} == {
        "naktong": 0,
        "chosin": 15,
        "chipyongni": 13,
    }
    assert [data.look(battle)["compass"]["yards"] for battle in data.BATTLES] == [500, 800, 150]
    ground = Ground(board("chipyongni"), data.look("chipyongni"), Texts("es", "parallel38.games.forgotten_war"))
    drawn = legend.compass(ground)
    assert 'transform="rotate(13)"' in drawn
    assert ">150 yardas por hexágono</text>" in drawn


# -------------------------------------------------------------------------------------------------------------- Naktong


def test_naktong_entries_lie_on_roads_at_the_edges():
    """16.4: 2039 in the east, 3333 in the north, the river at the south edge (printed 1029, read 0129)."""
    assert "2039" in labels("naktong", "edge_east")
    assert "3333" in labels("naktong", "edge_north")
    assert "0129" in labels("naktong", "edge_south") & labels("naktong", "river")
    assert {"3333", "2036", "1617", "1110", "0130", "1601"} <= joined("naktong", "2039")
    assert labels("naktong", "edge_south_east") == {f"01{row}" for row in range(30, 40)}


def test_naktong_the_river_parts_the_banks():
    found = board("naktong")
    east, west, river = (found.regions[name] for name in ("east_bank", "west_bank", "river"))
    assert east & west == 0
    assert east | west | river == found.in_play
    assert found.regions["edge_west"] & ~west == 0
    assert found.regions["edge_east"] & ~east == 0
    assert found.regions["edge_south_east"] & ~east == 0
    assert (east.bit_count(), west.bit_count(), river.bit_count()) == (844, 389, 54)
    course = found.courses["naktong"]["Naktong"]
    assert found.grid.region(map(found.grid.label, course)) == river
    assert len(course) == 54


def test_naktong_has_one_ferry_and_the_tank_reaches_it():
    """10.2.5.B: 19 points at a river hex with a road, in the phase of its arrival."""
    found = board("naktong")
    assert found.regions["river"] & found.roads.hexes() == sum(1 << h for h in found.points["ferry"].values())
    assert found.grid.labels(found.regions["river"] & found.roads.hexes()) == ["1110"]


def test_naktong_the_lake_bars_hexsides_and_no_road():
    found = board("naktong")
    lake = found.sides["lake"].pairs()
    assert len(lake) == 7
    assert not any(found.roads.has(a, b) for a, b in lake)
    assert all(found.regions["east_bank"] >> h & 1 for pair in lake for h in pair)


def test_naktong_set_up_of_the_34th():
    """16.3.1.A: three hexes each for I, K and L, one each for A, B and C, on the UN bank."""
    found = board("naktong")
    for company, hexes in {"a": 1, "b": 1, "c": 1, "i": 3, "k": 3, "l": 3}.items():
        here = found.regions[f"setup_{company}_34"]
        assert here.bit_count() == hexes
        assert here & ~found.regions["east_bank"] == 0


def test_naktong_obong_ni_is_a_chain_of_hilltops_from_north_to_south():
    found = board("naktong")
    ridge = [found.points["hill"][f"Hill {n}"] for n in (109, 117, 143, 153)]
    assert [found.grid.center(h)[1] for h in ridge] == sorted(found.grid.center(h)[1] for h in ridge)
    assert found.grid.region(map(found.grid.label, ridge)) == found.regions["obong_ni"]
    assert found.regions["obong_ni"] & ~found.regions["hilltop"] == 0


# --------------------------------------------------------------------------------------------------------------- Chosin

CHOSIN_SET_UP = """
2032 2434 2638 3039 2842 2939 3140 3141 3142 3042 3040 2838 2636 2742 2642 2641 2541 2841 2840 2839 2640 2540 2639 2740
1530 1240 1139 1140 1036 1037 1236 1335 1336 1332
"""


def test_chosin_every_set_up_hex_can_be_stood_on_near_a_road():
    """17.3.2, 10.2.6.C: no UN unit starts farther than five hexes from a major road."""
    found = board("chosin")
    major = list(bits(found.roads.hexes()))
    for h in bits(region("chosin", CHOSIN_SET_UP)):
        assert found.letter(h) in "cr", found.grid.label(h)
        assert min(found.grid.distance(h, road) for road in major) <= 5, found.grid.label(h)


def test_chosin_vehicles_stand_where_vehicles_can():
    """17.3.2: guns, tanks and trains start here; rough without a road bars them (10.2.4.A)."""
    found = board("chosin")
    assert region("chosin", "2638 2740 1332 1335 1336 1827 1828") & ~found.terrain["c"] == 0
    assert region("chosin", "2540 2639 2640 1236") & ~(found.terrain["c"] | any_road("chosin")) == 0


def test_chosin_roads():
    """14.2.2.D, 17.3: one road from 1801 to Yudam-ni below Fox Hill, and the east shore."""
    assert {"1613", "1728", "2740", "1530", "1332", "1335", "1236", "1037", "1240", "2638"} <= joined("chosin", "1801")
    roads = set(board("chosin").grid.labels(board("chosin").roads.hexes()))
    assert "2031" in roads
    assert "2032" not in roads
    assert "1801" in labels("chosin", "edge_south")


def test_chosin_airstrip_hills_and_dumps():
    found = board("chosin")
    assert labels("chosin", "airstrip") == {"1827", "1828"}
    named = {"2032": "Fox Hill", "3039": "Hill 1426", "2838": "Hill 1294", "2641": "Hill 1282", "2541": "Hill 1240"}
    assert {label: found.grid.label(found.points["hill"][name]) for label, name in named.items()} == {
        label: label for label in named
    }
    assert {*named, "2939"} <= labels("chosin", "hilltop")
    assert labels("chosin", "dump") == {"1728", "1729", "1613", "1332"}


def test_chosin_areas_are_those_of_the_booklet():
    """17.3.2.2, 17.3.2.4, 17.3.3, 17.4.2."""
    assert labels("chosin", "hagaru") == within("chosin", "1728", 2)
    assert labels("chosin", "koto_ri") == within("chosin", "1613", 2)
    assert labels("chosin", "setup_a_32") == within("chosin", "1240", 1)
    assert labels("chosin", "assembly_59") == within("chosin", "2628 2729", 2)
    assert labels("chosin", "assembly_58") == within("chosin", "2225 2227", 1)
    assert labels("chosin", "assembly_60") == within("chosin", "2313 2315", 1)
    assert "0439" in labels("chosin", "assembly_80_238")
    assert labels("chosin", "assembly_80_239") == {"0844", "0945", "1044"}
    assert labels("chosin", "assembly_80_240") == {"0633", "0733", "0832"}
    found = board("chosin")
    for name, companies in (("59", 27), ("58", 27), ("60", 27), ("80_238", 9), ("80_239", 9), ("80_240", 9)):
        area = found.regions[f"assembly_{name}"]
        assert 3 * area.bit_count() >= companies
        assert area & found.regions["ice"] == 0
    assert labels("chosin", "edge_79") == {"2145", "2244", "2345", "2444", "2545", "2644", "2745"}
    edge = labels("chosin", "edge_89")
    assert {"2945", "3345", "3339"} <= edge
    assert edge <= labels("chosin", "edge_north") | labels("chosin", "edge_west")


def test_chosin_the_reservoir_is_one_sheet_of_ice():
    found = board("chosin")
    ice = found.regions["ice"]
    assert found.grid.spread(1 << next(bits(ice)), ice) == ice
    assert {"1739", "2240", "1531"} <= labels("chosin", "ice")  # the arms toward Yudam-ni and Hagaru-ri
    sides = found.sides["ice_side"].pairs()
    assert len(sides) == 4
    assert not any(ice >> h & 1 for pair in sides for h in pair)


def test_chosin_there_is_room_for_replacements_and_for_the_forces():
    """6.2.2.B: hexes at least eight from any road; 17.3.2: the perimeters hold their forces."""
    found = board("chosin")
    roads = list(bits(any_road("chosin")))
    far = [h for h in bits(found.in_play) if min(found.grid.distance(h, road) for road in roads) >= 8]
    assert len(far) > 300
    for name in ("hagaru", "koto_ri"):
        area = found.regions[name] & ~found.regions["ice"]
        assert 3 * area.bit_count() >= 30
        assert (area & (found.terrain["c"] | any_road("chosin"))).bit_count() >= 4


# ---------------------------------------------------------------------------------------------------------- Chipyong-ni


def test_chipyongni_the_ring_is_closed_and_the_wire_around_it():
    found = board("chipyongni")
    grid, ring, inside, wire = found.grid, *(found.regions[n] for n in ("prepared", "inside", "obstacle"))
    outside = grid.spread(region("chipyongni", "0101"), found.in_play & ~ring)
    assert outside & inside == 0
    assert grid.spread(region("chipyongni", "0101"), found.in_play & ~wire) & (ring | inside) == 0
    assert wire & (ring | inside) == 0
    assert ring | inside == found.regions["perimeter"]
    assert (ring.bit_count(), inside.bit_count(), wire.bit_count()) == (38, 85, 44)
    assert inside >> found.places["Chipyong-ni"] & 1


def test_chipyongni_the_road_from_3332_leads_into_the_ring():
    """18.4.B: Task Force Crombez enters at 3332, with tanks."""
    assert "3332" in labels("chipyongni", "edge_south")
    assert {"1526", *labels("chipyongni", "entry")} <= joined("chipyongni", "3332")
    assert joined("chipyongni", "3332") & labels("chipyongni", "prepared")


def test_chipyongni_the_chinese_set_up_far_enough_away():
    """18.3.3: at least ten hexes between them and the perimeter, with room for six regiments on every side."""
    found = board("chipyongni")
    zone, ring = found.regions["setup_ccf"], list(bits(found.regions["perimeter"]))
    apart = {h: min(found.grid.distance(h, p) for p in ring) for h in bits(found.in_play)}
    assert zone == sum(1 << h for h, far in apart.items() if far >= 11)
    assert zone.bit_count() == 636
    assert 2 * zone.bit_count() >= 162
    for edge in ("north", "south", "east", "west"):
        assert zone & found.regions[f"edge_{edge}"]
    for area in ("area_119_120", "area_125_126", "area_115"):
        assert found.regions[area] & ~zone == 0
    assert found.regions["too_near"] == found.in_play & ~zone


def test_chipyongni_sectors_divide_the_ring():
    found = board("chipyongni")
    parts = [found.regions[f"sector_{name}"] for name in ("1", "2", "3", "french")]
    assert sum(part.bit_count() for part in parts) == 38
    assert sum(parts) == found.regions["prepared"]
    for part in parts:
        assert part.bit_count() >= 9  # nine platoons, one to a hex (10.4.5.B)
        assert found.grid.spread(1 << next(bits(part)), part) == part
    vehicles = found.regions["perimeter"] & (found.terrain["c"] | any_road("chipyongni"))
    assert vehicles.bit_count() >= 12  # four batteries, four tank platoons, four AAAAW


def test_chipyongni_the_railway_runs_through_from_edge_to_edge():
    found = board("chipyongni")
    rails = found.rails.hexes()
    assert found.grid.spread(1 << found.grid.hex("1526"), rails, along=found.rails) == rails
    assert rails & found.regions["edge_west"]
    assert rails & found.regions["edge_east"]
