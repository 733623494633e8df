"""The board against the rules: every hex that they name, what they say of the map, and what reports of games tell."""

import heapq
import itertools
import re
from collections.abc import Iterable, Set
from fractions import Fraction

import pytest

from parallel38.draw import sections
from parallel38.draw.ground import Ground
from parallel38.engine.charts import Charts
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.korean_war import data
from parallel38.hexgrid import Hex, Region, Sides, bits

PACKAGE = "parallel38.games.korean_war"
BOARD = data.board()
GRID = BOARD.grid
LAND = BOARD.in_play & ~BOARD.terrain["~"]
KINDS = {"c": "clear", "b": "broken", "r": "rough", "m": "mountain", "p": "peak", "R": "reservoir"}
TRAILS, PRODUCTION = BOARD.links["trail"], BOARD.points["production"]
NORTH = BOARD.regions["north_of_38"]
COSTS = Charts.load(data.charts())["terrain_move"]
NOWHERE: Set[Hex] = frozenset()
UN_AT = {"24": "5002", "25": "4807", "7": "4606"}
NK_AT = {"1": "4808", "3": "4708", "2": "4607"}
"""Where the divisions of the combat example stand (9.3.exA)."""


def hexes(words: str) -> list[Hex]:
    return [GRID.hex(label) for label in words.split()]


def place(name: str) -> Hex:
    return BOARD.places[name]


def touch(a: str, b: str) -> bool:
    return GRID.hex(b) in GRID.neighbours[GRID.hex(a)]


def kind(h: Hex) -> str:
    return KINDS[BOARD.letter(h)]


def dry(a: Hex, b: Hex) -> bool:
    """Whether no estuary or sea hexside parts two neighbours on land."""
    return bool(LAND >> b & 1) and not BOARD.estuaries.has(a, b)


def zone(units: Iterable[str]) -> set[Hex]:
    """4.2: the hexes around units, but across estuaries."""
    return {n for label in units for n in GRID.neighbours[GRID.hex(label)] if dry(GRID.hex(label), n)}


def cost(a: Hex, b: Hex, side: str) -> Fraction | None:
    """7.3: what a step costs: the road, or the cheapest of railroad, trail and open ground."""
    if not LAND >> b & 1:
        return None

    def price(row: str) -> Fraction:
        return Fraction(COSTS[row, side])

    if BOARD.roads.has(a, b):
        return price("road")
    rail = price("rail_clear" if kind(b) == "clear" else "rail") if BOARD.rails.has(a, b) else None
    if BOARD.estuaries.has(a, b):
        return rail
    ways = [price(kind(b)) + (price("river") if BOARD.rivers.has(a, b) else 0)]
    ways += [price("trail")] if TRAILS.has(a, b) else []
    return min([*ways, rail] if rail is not None else ways)


def reach(start: str, side: str, stop: Set[Hex] = NOWHERE, closed: Set[Hex] = NOWHERE) -> dict[str, Fraction]:
    """The cheapest cost of every hex; one in `stop` is entered but not left, one in `closed` not entered."""
    first = GRID.hex(start)
    found, queue = {first: Fraction(0)}, [(Fraction(0), first)]
    while queue:
        spent, h = heapq.heappop(queue)
        if spent > found[h] or (h in stop and h != first):
            continue
        for n in GRID.neighbours[h]:
            step = None if n in closed else cost(h, n, side)
            if step is not None and spent + step < found.get(n, Fraction(1000)):
                found[n] = spent + step
                heapq.heappush(queue, (spent + step, n))
    return {GRID.label(h): spent for h, spent in found.items()}


def joined(net: Sides, start: str) -> Region:
    """The hexes that a net of lines joins to one."""
    seen = front = 1 << place(start)
    while front:
        front = GRID.across(front, net.masks) & ~seen
        seen |= front
    return seen


# ----------------------------------------------------------------------------------------------------------- the grid


def test_size_and_terrain():
    assert (GRID.columns, GRID.rows, LAND.bit_count()) == (48, 94, 1934)
    counts = {KINDS[letter]: BOARD.terrain[letter].bit_count() for letter in KINDS}
    assert counts == {"clear": 315, "broken": 347, "rough": 436, "mountain": 612, "peak": 222, "reservoir": 2}


def test_rows_run_northward_and_even_rows_stand_farther_east():
    """4.4h, 9.2b: 2111 touches 2210."""
    assert touch("2111", "2210")
    assert GRID.center(GRID.hex("3815"))[1] < GRID.center(GRID.hex("3715"))[1]
    assert GRID.center(GRID.hex("3815"))[0] > GRID.center(GRID.hex("3715"))[0]


def test_the_four_numbered_cities():
    numbered = {"Seoul": "3815", "Pusan": "0928", "Taegu": "1625", "Kunsan": "2111"}
    assert {name: GRID.label(place(name)) for name in numbered} == numbered
    assert set(numbered) <= set(BOARD.cities)


def test_one_railroad_crosses_an_estuary_and_no_other_line():
    """4.4h, 7.3k."""
    a, b = hexes("2111 2210")
    assert BOARD.estuaries.has(a, b)
    assert BOARD.rails.has(a, b)
    assert not BOARD.roads.has(a, b)
    for net in (BOARD.roads, BOARD.rails, TRAILS):
        over = [pair for pair in net.pairs() if BOARD.estuaries.has(*pair)]
        assert [{GRID.label(h) for h in pair} for pair in over] == ([{"2111", "2210"}] if net is BOARD.rails else [])


@pytest.mark.parametrize("name", ["roads", "rails", "trail", "rivers", "estuaries", "parallel_38", "border"])
def test_lines_and_hexsides_join_land(name: str):
    nets = BOARD.links if name in BOARD.links else BOARD.sides
    for a, b in nets[name].pairs():
        assert b in GRID.neighbours[a]
        assert LAND >> a & 1
        assert LAND >> b & 1


def test_no_side_is_both_river_and_estuary():
    assert not [pair for pair in BOARD.rivers.pairs() if BOARD.estuaries.has(*pair)]
    assert (len(BOARD.rivers.pairs()), len(BOARD.estuaries.pairs())) == (459, 31)


def test_bridges_are_where_lines_cross_rivers():
    over = [pair for pair in BOARD.rivers.pairs() if any(n.has(*pair) for n in (BOARD.roads, BOARD.rails, TRAILS))]
    assert sorted(BOARD.bridges.pairs()) == sorted(over)


def test_every_river_ends_at_the_sea_in_an_estuary_or_in_another_river_and_has_no_stub():
    """Each end of a river that is not its source touches other water; a river has one source, some two forks."""
    corners: dict[tuple[int, int], list[str]] = {}

    def ends(a: Hex, b: Hex) -> list[tuple[int, int]]:
        return [(round(x * 100), round(y * 100)) for x, y in GRID.side(a, b)]

    for name, sides in BOARD.river_sides.items():
        for pair in sides:
            for corner in ends(*pair):
                corners.setdefault(corner, []).append(name)
    wet = {(round(x * 100), round(y * 100)) for h in bits(GRID.all & ~LAND) for x, y in GRID.corners(h)} | {
        corner for pair in BOARD.estuaries.pairs() for corner in ends(*pair)
    }
    loose = [names[0] for corner, names in corners.items() if len(names) == 1 and corner not in wet]
    assert sorted(loose) == sorted(BOARD.river_sides), "one source for each river, and no other loose end"


# ------------------------------------------------------------------------------------------------- the combat example


def test_the_defenders_of_the_example_stand_in_clear_hexes_away_from_coast_and_cities():
    """9.3.exA: the clear line, no modifier for a city, none for ships."""
    cities = sum(1 << h for h in BOARD.cities.values())
    for label in NK_AT.values():
        h = GRID.hex(label)
        assert kind(h) == "clear"
        assert not BOARD.regions["coast"] >> h & 1
        assert not cities >> h & 1


def test_who_takes_part_in_the_first_combat():
    """The 24th touches 4607 and 4708 from 4707 but not 4808; the 25th and the 7th touch a defender."""
    assert touch("4707", "4607")
    assert touch("4707", "4708")
    assert not touch("4707", "4808")
    assert touch("4807", "4708")
    assert touch("4606", "4607")
    armor = [(a, d) for a in ("4707", "4807") for d in ("4607", "4708") if touch(a, d)]
    assert {d for _, d in armor} == {"4607", "4708"}
    assert any(BOARD.rivers.has(GRID.hex(a), GRID.hex(d)) for a, d in armor)


def test_the_second_combat_crosses_no_river():
    for attacker in ("4807", "4708", "4709"):
        assert touch("4808", attacker)
        assert not BOARD.rivers.has(GRID.hex("4808"), GRID.hex(attacker))


def test_moves_of_the_example():
    """The 24th goes from 5002 to 4707 for exactly 8 points, the 7th from 4606 to 4709 with 8."""
    stop, there = zone(NK_AT.values()), set(hexes(" ".join(NK_AT.values())))
    assert GRID.hex("5002") not in stop
    assert reach("5002", "un", stop, there)["4707"] == 8
    left = ["4808", "4610"]
    assert GRID.hex("4606") not in zone(left)
    assert reach("4606", "un", zone(left), set(hexes(" ".join(left))))["4709"] <= 8


@pytest.mark.parametrize(
    ("depot", "side", "own", "enemy", "asked"),
    [
        ("4803", "un", "4707 4807 4606", "4808 4708 4607", "4707 4807 4606"),
        ("4803", "un", "4708 4807 4709", "4808 4610", "4708 4807 4709"),
        ("4509", "communist", "4808 4708 4607", "4707 4807 4606", "4607 4708"),
        ("4509", "communist", "4808 4610", "4708 4807 4709", "4808"),
    ],
)
def test_units_of_the_example_are_in_primary_range(depot: str, side: str, own: str, enemy: str, asked: str):
    closed = set(hexes(enemy)) | (zone(enemy.split()) - set(hexes(own)))
    found = reach(depot, side, closed=closed)
    assert all(found[label] <= 12 for label in asked.split())


def test_the_depots_of_the_example_may_stand_where_they_stand():
    """5.1f, 5.1g, 5.1k."""
    lines = BOARD.roads.hexes() | BOARD.rails.hexes()
    for depot, friends, enemies in (("4803", UN_AT, NK_AT), ("4509", NK_AT, UN_AT)):
        h = GRID.hex(depot)
        assert (1 << h | GRID.around(1 << h)) & lines
        assert min(GRID.distance(h, GRID.hex(f)) for f in friends.values()) <= 4
        assert h not in zone(enemies.values())


def test_the_retreat_and_the_advance_of_the_example():
    way = hexes("4607 4608 4609 4610")
    assert all(dry(a, b) for a, b in itertools.pairwise(way))
    assert not set(way[1:]) & zone(["4707", "4807", "4606"])
    assert GRID.distance(way[-1], GRID.hex("4707")) == 4
    assert touch("4707", "4708")


def test_the_landing_of_the_example():
    """11.2.ex: Marines spend 2 points from Inch'on to a hex next to Seoul, and Seoul is farther."""
    inchon = place("Inch'on")
    assert "Inch'on" in BOARD.ports
    assert BOARD.regions["landing"] >> inchon & 1
    assert BOARD.regions["coast"] >> inchon & 1
    found = reach(GRID.label(inchon), "un")
    assert [label for label, spent in found.items() if spent == 2 and touch(label, "3815")]
    assert found["3815"] > 2


# ---------------------------------------------------------------------------------------------------------- provinces


def test_fourteen_provinces_cover_the_land():
    """4.3j; six of them south of the 38th Parallel."""
    assert len(data.PROVINCES) == 14
    found = [BOARD.regions[name] for name in data.PROVINCES]
    assert sum(region.bit_count() for region in found) == LAND.bit_count()
    assert sum(found) == LAND
    assert sum(BOARD.regions[name] for name in data.SOUTHERN) == LAND & ~NORTH


@pytest.mark.parametrize("name", data.PROVINCES)
def test_a_province_hangs_together(name: str):
    region = BOARD.regions[name]
    seen = front = region & -region
    while front:
        front = GRID.around(front) & region & ~seen
        seen |= front
    assert seen == region


def test_the_parallel_is_a_border_and_north_and_south_meet_only_along_it():
    """4.3i."""
    of = {h: name for name in data.PROVINCES for h in bits(BOARD.regions[name])}
    for a in bits(LAND):
        for b in GRID.neighbours[a]:
            if LAND >> b & 1:
                parted = (NORTH >> a & 1) != (NORTH >> b & 1)
                assert BOARD.sides["parallel_38"].has(a, b) == parted
                assert BOARD.sides["border"].has(a, b) == (of[a] != of[b] and not parted)


def test_the_supply_line_of_the_example_crosses_four_borders():
    """5.2.exB: from Namch'onjom in Hwanghae to Pusan, the first border being the parallel."""
    of = {h: name for name in data.PROVINCES for h in bits(BOARD.regions[name])}
    start = place("Namch'onjom")
    assert of[start] == "hwanghae"
    best, queue = {start: 0}, [(0, start)]
    while queue:
        crossed, h = heapq.heappop(queue)
        for n in GRID.neighbours[h]:
            if LAND >> n & 1 and (dry(h, n) or BOARD.rails.has(h, n)):
                more = crossed + (of[h] != of[n])
                if more < best.get(n, 99):
                    best[n] = more
                    heapq.heappush(queue, (more, n))
    assert best[place("Pusan")] == 4
    assert not GRID.around(BOARD.regions["chungchong"]) & BOARD.regions["kyongsang_namdo"]


# ----------------------------------------------------------------------------------------- cities, ports, landing hexes


def test_only_wonsan_and_najin_are_port_and_production_center():
    """14.2f."""
    assert set(BOARD.ports) & set(PRODUCTION) == {"Wonsan", "Najin"}
    assert set(PRODUCTION) == {"P'yongyang", "Wonsan", "Hamhung", "Sinuiju", "Kanggye", "Najin"}
    assert all(NORTH >> h & 1 for h in PRODUCTION.values())


def test_cities_that_the_rules_name():
    """13.2e, 5.2j, 13.1f."""
    southern = [
        "Pusan",
        "Taejon",
        "Kunsan",
        "Chonju",
        "Kwangju",
        "Mokp'o",
        "Kumch'on",
        "Taegu",
        "Masan",
        "Seoul",
        "Inch'on",
    ]
    assert all(name in BOARD.cities and not NORTH >> place(name) & 1 for name in southern)
    assert all(name in BOARD.cities and NORTH >> place(name) & 1 for name in ("P'yongyang", "Wonsan", "Najin"))


def test_ports_are_cities_on_the_coast_and_a_hex_has_one_city():
    """4.3e, 4.3f."""
    assert set(BOARD.ports) <= set(BOARD.cities)
    assert all(BOARD.regions["coast"] >> h & 1 for h in BOARD.ports.values())
    assert len(set(BOARD.cities.values())) == len(BOARD.cities) == 41
    assert all(LAND >> h & 1 for h in BOARD.places.values())


def test_every_city_has_a_value_and_no_other_place():
    assert set(data.charts()["city_values"]) - {"least", "most", "prov", "source", "basis"} == set(BOARD.cities)


def test_landing_hexes_are_coast_and_ports_can_be_landed_at():
    assert BOARD.regions["landing"].bit_count() == 21
    assert BOARD.regions["landing"] & ~BOARD.regions["coast"] == 0
    assert all(BOARD.regions["landing"] >> h & 1 for h in BOARD.ports.values())
    assert BOARD.regions["no_naval_support"] & ~BOARD.regions["coast"] == 0


def test_entry_hexes_lie_on_the_border_rivers():
    """19.2e, 19.5b: every one touches a hex beyond the Yalu or the Tumen, or is a port of the far north-east."""
    beyond = BOARD.terrain["."]
    for name, count in (("china_entry", 7), ("soviet_entry", 4)):
        region = BOARD.regions[name]
        assert region.bit_count() == count
        assert all(GRID.around(1 << h) & beyond or h == place("Najin") or h == place("Sinuiju") for h in bits(region))


def test_sheets_and_the_scenario_line():
    """2.4a, 2.4b, 2.4c: the line lies on sheet C alone, and no land of sheet D lies south of it."""
    sheets = {name: BOARD.regions[f"sheet_{name}"] for name in "abcd"}
    assert sum(sheets.values()) == LAND
    south, north = BOARD.regions["south"], BOARD.regions["north"]
    assert south & sheets["d"] == 0
    assert north == sheets["c"] | sheets["d"]
    assert south | north == LAND
    line = BOARD.sides["scenario_line"]
    assert line.hexes() & ~sheets["c"] == 0
    for a, b in line.pairs():
        assert {GRID.label(a)[:2], GRID.label(b)[:2]} == {"58", "59"}
    assert all(south >> place(name) & 1 for name in ("Seoul", "Wonsan", "P'yongyang"))


# -------------------------------------------------------------------------------------------------------------- lines

RAIL = """Taegu Taejon Seoul Inch'on Kunsan Mokp'o Kwangju Chonju Kumch'on Masan Yosu P'ohang Wonju Andong Kaesong
P'yongyang Wonsan Hamhung Hungnam Chinnamp'o Sinuiju Kanggye Ch'ongjin Najin Haeju Hyesanjin"""
ROAD = """Taegu Taejon Seoul Chonju Mokp'o Masan Chinju Andong Wonju Ch'unch'on Kangnung P'yongyang Wonsan Hamhung
Sinuiju
Kanggye Ch'ongjin Hagaru-ri"""


def test_railroads_and_roads_join_the_cities_of_1950_to_pusan():
    rails, roads = joined(BOARD.rails, "Pusan"), joined(BOARD.roads, "Pusan")
    assert [name for name in RAIL.split() if not rails >> place(name) & 1] == []
    assert [name for name in ROAD.split() if not roads >> place(name) & 1] == []


@pytest.mark.parametrize("name", ["cholla", "chungchong", "kyongsang_pukto", "kyongsang_namdo"])
def test_task_force_smith_has_a_railroad_hex_in_its_provinces(name: str):
    """13.1z."""
    assert BOARD.rails.hexes() & BOARD.regions[name]


def test_a_report_has_the_25th_regiment_reach_uijongbu_with_8_points():
    start = next(at for unit, at, _ in data.setup("invasion") if unit == "ROKR-25")
    assert reach(start, "un")[GRID.label(place("Uijongbu"))] <= 8


def test_towns_stand_on_their_banks():
    """Seoul north of the Han, P'yongyang on the Taedong, Waegwan on the Naktong; the Imjin is before Munsan."""
    for side in ("3715/3815", "3716/3815", "5508/5608", "1723/1724", "2327/2427"):
        assert BOARD.rivers.has(*(GRID.hex(label) for label in side.split("/"))), side
    munsan = place("Munsan")
    assert any(BOARD.rivers.has(munsan, n) for n in GRID.neighbours[munsan])
    assert kind(place("Kaesong")) == "clear"


def test_all_land_hangs_together():
    seen = front = 1 << place("Pusan")
    while front:
        near = sum({1 << n for h in bits(front) for n in GRID.neighbours[h] if dry(h, n) or BOARD.rails.has(h, n)})
        front = near & LAND & ~seen
        seen |= front
    assert seen == LAND


# ------------------------------------------------------------------------------------------------------------ drawing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_and_sign_of_the_map_has_a_text(language: str):
    texts, look = Texts(language, PACKAGE), data.look()
    keys = [item["text"] for item in (*look["lettering"], *look["line"], *look["terrain"].values())]
    keys += [item["second"] for item in look["lettering"] if "second" in item]
    keys += [layer[word] for layer in look["layer"].values() for word in ("label", "legend") if word in layer]
    keys += [f"section.{name}" for name in (*data.PROVINCES, "coast", "landing", "no_naval_support")]
    assert [key for key in keys if not texts.has(key)] == []


def test_sections_of_the_look_are_sections_of_the_map():
    ground = Ground(BOARD, data.look(), Texts("en", PACKAGE))
    assert {layer.name for layer in sections.layers_of(ground)} == set(data.look()["layer"])
    assert set(data.look()["terrain"]) == set(KINDS)


def test_arrows_of_landing_hexes_come_in_from_the_sea():
    """The arrow of Inch'on points east, that of Wonsan south-west, that of Pusan north."""
    ground = Ground(BOARD, data.look(), Texts("en", PACKAGE))
    ways = {name: ground.seaward(place(name)) for name in ("Inch'on", "Wonsan", "Pusan")}
    assert ways["Inch'on"][0] < 0
    assert ways["Wonsan"][0] > 0 > ways["Wonsan"][1]
    assert ways["Pusan"][1] > 0
    drawn = sections.drawn(ground, next(layer for layer in sections.layers_of(ground) if layer.name == "landing"))
    ways_in = [ground.seaward(h) for h in bits(BOARD.regions["landing"])]
    assert (0.0, 0.0) not in ways_in
    turned = sum(dx > 0 or abs(dy) > 0.01 for dx, dy in ways_in)  # one that points to the right is not turned
    assert len(re.findall(r"rotate\(-?[0-9.]+\)", drawn)) == turned
    assert drawn.count("<path") == 21
