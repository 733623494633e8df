"""The board against the booklet and against Korea."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from parallel38 import new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.yalu import data
from parallel38.games.yalu.rules import stacking, zones
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED, UN
from parallel38.hexgrid import Hex, Region, Sides, bits

from .table import rules_of, table

BOARD = data.board()
GRID = BOARD.grid
LAND = BOARD.in_play & ~BOARD.terrain["~"]
EXAMPLE = tomllib.loads(Path(__file__).with_name("example.toml").read_text())

# Every hex that the booklet numbers, in its order: hexes or hexsides, what is said of them, where it is said.
# "24" is the worked example, "C" the Classic rules, "article" the articles printed between the two, "inferred" what
# follows from one of them together with a hex of ours.
PINS = """
2718 2731 | land, road, to_pusan, edge | 6.1.2.2, 6.3, 9.3.5.1, 9.3.6.1, 9.3.8
2817 | nowhere | 6.3 and 9.3.5.1: a misprint of 2718, for the map has 27 columns
1118 | road or rail | 24: the guerrilla slows movement between the fronts
1701 | land | 24: NKPA 24th
1601 1502 | mountain | 24: NKPA 24th, two mountain hexes
1601/1701 1502/1601 | no link | 24: 6 points, so no road
1302 | land | 24: US 7th
1007 1308 | land, staging | 24: 27th Army
1109 | rough | 24: 27th Army, two rough hexes
1008 | rough | 24: the hex on the way that fits
1007/1008 1008/1109 | no link, no river | 24: 4 points
1409 1408 | mountain | 24: 80th Division, two mountain hexes
1308/1408 1408/1409 | no link, no river | 24: 6 points
0812 | land, staging | 24: 40th Army
0813 | rough | 24: 40th Army
0814 | mountain | 24: 118th Division, 5 points
0813/0814 | river, no link | 24: +1 for crossing the river
0812/0813 | no link | 24: 118th Division, 5 points
0413 0513 0912 1011 1111 | land, staging | 24: 39th, 66th, 38th, 20th, 42nd Armies
0514 0614 0515 | rough | 24: 39th and 66th Armies, two rough hexes each
0413/0514 0514/0614 0513/0514 0514/0515 | no link | 24: 4 points
0913 | mountain | 24: 38th Army, 3 points
0912/0913 | no link | 24: 38th Army
1211 1212 | rough | 24: 42nd Army, two rough hexes
1111/1211 1211/1212 | no link | 24: 4 points
1012 1013 | mountain | 24: 20th Army, two mountain hexes
1012/1013 | no river, no link | 24: infiltration without modifiers
1011/1012 | no link | 24: 6 points
1115/1116 | touch | 24: NKPA 12th
0120 | land, west_edge, coast | 24: NKPA 17th; C 22: the entry edge begins here
0219 0319 | clear | 24: NKPA 17th, two clear hexes
0120/0219 0219/0319 | no link | 24: 2 points
0218/0217 | touch | 24: NKPA 32nd
0119 | land | 24: NKPA 47th
0118/0119 0118/0217 | no link | 24: NKPA 47th, 5 points
0316 | rough | 24: NKPA 31st, base 2
0316/0416 | no river | 24: infiltration without modifiers
0215 0416 | not mountain | 24: 0215, 0316 and 0416 in 6 points
0116 | land, staging | 24: 50th Army
0116/0215 0116/0216 0215/0316 | touch | 24: 50th Army
1109/1208 1208/1308 | open | 24: attack 1
1208 1410 1113 0914 0714 0317 | near Manchuria | 24: one attack supply point for each
1409/1410 | open, river, no link | 24: attack 2, -1 for the river
1012/1113 1013/1113 1113/1212 | open | 24: attack 3
0913/0914 | open | 24: attack 4
0614/0714 0714/0813 0714/0814 | open | 24: attack 5
0216/0317 0217/0317 0316/0317 0317/0416 | open | 24: attack 6
1013/1113 | no river | 24: defensive fire with +1 for the mountain alone
1013/1014 1013/1114 0913/1013 1012/1013 1011/1012 | open | 24: ways to retreat from 1013
1208/1209 1209/1210 | open | 24: the battalions' retreat
1109/1209 | open | 24: a Communist zone in 1209
1410 0714 | rough | 24: +1 for rough
1113 | mountain | 24: +2 for mountain
1512 | land | 24: 41st RMC ends its retreat
1715 | sea | article: a destroyer blocks road and rail from here
1308 1010 0214 | staging | article: Classic set-up
1615 | road or rail | article: the guerrilla sets up here
1310 | land | article: to be infiltrated, with 0416 and 0614
1608 | road | article: cuts the supply of three divisions in the north-east
1502 1402 | road | article: the US 7th's way
1402/1502 | touch, road | article: the US 7th in 1402 attacks 1502
1316 | road, rail | article: breaks the connection between Pyongyang and the east coast
0318 | land | article: 5th RCT
0418 | on Chongchon | article: the Chongchon, 0418 and up
1209 | road | article: the road to Changjin
0117 1410 | land | article: the axis north of which roads are poor
2101 | land, road, north_edge | article: the coast road; C 22: the entry edge ends here
0919 1919 | land | article: 1st Cavalry near Pyongyang, near Wonsan
0716 0919 | road | article: the road from Kunu-ri
0920/0921 0820/0921 | no river | inferred: an article has Pyongyang on the north bank of the Taedong
0921/1021 | river | inferred: an article has Pyongyang on the north bank of the Taedong
2104 0823 | port | article: Iwon and Chinampo; ports by 5.1.1
0121 2201 | sea | C 22: the entry edge runs from 0120 to 2101
0101 | out | article: a box covers the corner
"""

KINDS = {"road": BOARD.roads, "rail": BOARD.rails, "river": BOARD.rivers}
LINKS = Sides(GRID, {*BOARD.roads.pairs(), *BOARD.rails.pairs()})
BARRIERS = Sides(GRID, {*BOARD.estuaries.pairs(), *BOARD.reservoirs.pairs()})
LETTERS = {"clear": "c", "rough": "r", "mountain": "m", "sea": "~", "out": "."}
STAGING: Region = sum(BOARD.areas[f"staging_{i}"] for i in range(1, 5))
EDGES = [BOARD.areas[name] for name in ("west_edge", "north_edge", "south_edge", "east_edge")]


def at_hex(h: Hex, what: str) -> bool:
    bit = 1 << h
    match what.split():
        case ["land"]:
            return bool(LAND & bit)
        case ["road" | "rail"]:
            return bool(KINDS[what].hexes() & bit)
        case ["road", "or", "rail"]:
            return bool(LINKS.hexes() & bit)
        case ["staging"]:
            return bool(STAGING & bit)
        case ["edge"]:
            return any(edge & bit for edge in EDGES)
        case ["near", "Manchuria"]:  # 11.4.2: on the Weather Line or north of it
            return bool((BOARD.areas["weather_line"] | BOARD.areas["north_of_weather_line"]) & bit)
        case ["port"]:
            return h in BOARD.ports.values()
        case ["on", river]:
            return any(h in side for side in rivers()[river])
        case ["not", terrain]:
            return bool(LAND & bit) and BOARD.letter(h) != LETTERS[terrain]
        case [name] if name in BOARD.areas:
            return bool(BOARD.areas[name] & bit)
    return BOARD.letter(h) == LETTERS[what]


def at_side(a: Hex, b: Hex, what: str) -> bool:
    assert b in GRID.neighbours[a]
    match what.split():
        case ["touch"]:
            return True
        case ["open"]:
            return bool(LAND >> a & LAND >> b & 1) and not BARRIERS.has(a, b)
        case ["no", "link"]:
            return not LINKS.has(a, b)
        case ["no", kind]:
            return not KINDS[kind].has(a, b)
    return KINDS[what].has(a, b)


def rivers() -> dict[str, set[tuple[Hex, Hex]]]:
    """The sides of each river, from the map file itself."""
    text = data.FILES.text("boards/yalu/map.txt")
    found: dict[str, set[tuple[Hex, Hex]]] = {}
    for line in text.partition("\n[rivers]\n")[2].partition("\n\n")[0].splitlines():
        name, _, words = line.partition(":")
        if not name.startswith("#"):
            sides = {tuple(GRID.hex(label) for label in word.split("/")) for word in words.split()}
            found.setdefault(name, set()).update(sides)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("line", PINS.strip().splitlines())
def test_the_booklet_s_hexes(line: str):
    where, whats, _ = (part.strip() for part in line.split("|"))
    for word in where.split():
        for what in whats.split(", "):
            if what == "nowhere":
                assert not GRID.has(word)
            elif "/" in word:
                a, b = (GRID.hex(label) for label in word.split("/"))
                assert at_side(a, b, what), f"{word} {what}"
            else:
                assert at_hex(GRID.hex(word), what), f"{word} {what}"


def test_what_the_booklet_says_of_several_hexes_together():
    assert {BOARD.letter(GRID.hex(h)) for h in ("0118", "0217")} == {"r", "m"}  # one rough and one mountain hex
    assert BOARD.letter(GRID.hex("1008")) == "r" or BOARD.letter(GRID.hex("1108")) == "r"
    wonsan, hungnam, guerrilla = BOARD.places["Wonsan"], BOARD.places["Hungnam"], GRID.hex("1615")
    assert GRID.distance(guerrilla, wonsan) > 1 < GRID.distance(guerrilla, hungnam)  # no UN zone where it sets up
    sea = GRID.hex("1715")
    both = BOARD.roads.hexes() & BOARD.rails.hexes()
    assert any(both >> n & 1 for n in GRID.neighbours[sea])  # 1715 blocks road and railway
    assert GRID.distance(GRID.hex("0919"), BOARD.places["Pyongyang"]) <= 2
    assert GRID.distance(GRID.hex("1919"), wonsan) <= 4
    # an article's division goes from 1308 to 1608 in one turn
    game = table({"1308": "PVA-20-58"})
    assert rules_of(game, "move PVA-20-58 1608") == []
    assert game.describe(game.parse("move PVA-20-58 1608"))[1]["mp"] <= 6 * game.rules.point


def test_the_way_of_each_move_is_the_only_one_that_fits():
    """Where the example names start and end of a two-hex move, every other hex between them is ruled out."""
    ways: dict[tuple[str, str], set[str]] = {}
    for move in EXAMPLE["move"]:
        path = move["do"].split()[2].replace("~", "-").split("-")
        for start, middle, end in zip(path, path[1:], path[2:], strict=False):
            common = {*GRID.neighbours[GRID.hex(start)]} & {*GRID.neighbours[GRID.hex(end)]}
            ways[start, end] = {GRID.label(h) for h in common} - {middle}
    assert len(ways) == 12
    assert {way: others for way, others in ways.items() if others} == {
        ("1007", "1109"): {"1108"},
        ("1308", "1409"): {"1309"},
        ("1111", "1212"): {"1112"},  # the text names 1211
        ("0119", "0217"): {"0218"},
        ("0116", "0316"): {"0216"},  # the text names 0215
    }
    game = begin()
    assert game.describe(game.parse("move PVA-27-81 1007-1108-1109"))[1]["mp"] == 5 * game.rules.point  # not 4
    assert rules_of(game, "move PVA-27-80 1308-1309-1409") == ["D-8.3.1.3"]
    assert rules_of(game, "move NKPA-47 0119-0218-0217") == ["D-8.3.1.1"]


# ------------------------------------------------------------------------------------------------------------ retreats


def begin() -> Game:
    game = new_game("yalu", dice=Dice.scripted(EXAMPLE["dice"]))
    game.play(f"place G-1 {EXAMPLE['guerrilla']}")
    return game


def after_movement() -> Game:
    game = begin()
    for move in EXAMPLE["move"]:
        game.play(move["do"])
    return game


def put(game: Game, units: str, place: str, *, neutralized: bool = False) -> None:
    s, names = game.state, game.rules.names
    for unit in map(names.unit_number, units.split()):
        s.set("where", unit, names.place_code(place))
        if neutralized:
            s.set("flags", unit, s.flags[unit] | NEUTRALIZED)


def retreats(game: Game, *units: str) -> set[tuple[str, str]]:
    """The two-hex ways that are open to a stack (10.3): no enemy, no water, no overstacking, no zone that counts."""
    s = game.state
    rules = s.rules
    going = [rules.names.unit_number(unit) for unit in units]
    side = rules.side_of[going[0]]
    start = s.where[going[0]]

    def open_to(a: Hex, b: Hex) -> bool:
        mine = [u for u in s.stacks(side).get(b, ()) if u not in going]
        if not LAND >> b & 1 or BARRIERS.has(a, b) or s.held_by(1 - side) >> b & 1:
            return False
        if stacking.over_limit(s, side, [*mine, *going]):
            return False
        owners = {rules.nation[u] for u in zones.over(s, 1 - side, b)}
        strong = {"US", "USMC", "UK"}
        if side == UN and strong & {rules.nation[u] for u in mine}:  # 8.2.4
            return True
        if side == COMMUNIST and mine:  # 8.2.5
            owners &= strong
        return not owners

    label = GRID.label
    return {
        (label(a), label(b))
        for a in GRID.neighbours[start]
        if open_to(start, a)
        for b in GRID.neighbours[a]
        if GRID.distance(start, b) == 2 and open_to(a, b)
    }


def test_retreats_open_and_closed_as_told():
    game = after_movement()
    ways = retreats(game, "NKPA-5")
    assert {first for first, _ in ways} == {"1012"}  # 1014 and 1114 in zones, 0913 full
    assert ("1012", "1011") in ways
    put(game, "NKPA-5", "1011", neutralized=True)
    assert retreats(game, "US-3/31/7", "US-1/32/7") == {("1209", "1210")}
    put(game, "US-3/31/7 US-1/32/7", "1210", neutralized=True)
    assert "1512" in {end for _, end in retreats(game, "UK-41RMC")}
    put(game, "UK-41RMC", "1512", neutralized=True)
    put(game, "ROK-8", "dead")
    put(game, "PVA-20-58 PVA-20-59", "1113")
    assert retreats(game, "ROK-7") == set()
    put(game, "ROK-7", "dead")
    put(game, "PVA-38-112 PVA-38-113 PVA-38-114", "0914")
    assert retreats(game, "US-2") == set()


def test_a_us_division_in_1113_would_have_closed_the_way():
    game = after_movement()
    put(game, "ROK-8", "dead")
    put(game, "US-3", "1113")
    assert retreats(game, "NKPA-5") == set()


# --------------------------------------------------------------------------------------------------------------- Korea


def joined(links: Sides, start: str, end: str, via: str = "") -> bool:
    """Whether a line runs from place to place, through the places on the way in their order."""
    stops = [start, *filter(None, via.split(", ")), end]
    return all(GRID.spread(1 << BOARD.places[a], LAND, along=links) >> BOARD.places[b] & 1 for a, b in pairwise(stops))


RAILWAYS = {
    "Kyongui": ("Seoul", "Sonchon", "Munsan, Kaesong, Namchonjom, Sariwon, Hwangju, Pyongyang, Sukchon, Sinanju"),
    "Kyongwon": ("Seoul", "Wonsan", "Uijongbu, Yonchon, Chorwon, Pyonggang, Sepo-ri, Anbyon"),
    "Hamgyong": ("Wonsan", "Tanchon", "Kowon, Yonghung, Hamhung, Hungnam, Hongwon, Sinpo, Pukchong, Iwon"),
    "Pyongwon": ("Pyongyang", "Kowon", "Sunchon, Songchon, Yangdok"),
    "Manpo": ("Manpojin", "Pyongyang", "Kanggye, Huichon, Kujang-dong, Kunu-ri, Sunchon"),
    "Kaechon": ("Sinanju", "Kunu-ri", "Anju"),
    "Pyongdok": ("Pyongyang", "Tokchon", "Samdung, Kangdong, Songchon, Pukchang"),
    "Hamnam": ("Hamhung", "Oro-ri", ""),
    "Pyongnam": ("Pyongyang", "Chinampo", ""),
    "Kyongin": ("Seoul", "Inchon", ""),
    "Kyongbu": ("Seoul", "Chonan", "Suwon, Osan, Pyongtaek"),
    "Tonghae": ("Anbyon", "Sokcho", "Tongchon, Kosong, Kansong"),
    "Hwanghae": ("Sariwon", "Haeju", "Chaeryong"),
    "Kyongchun": ("Seoul", "Chunchon", "Kapyong"),
}
ROADS = {
    "Chosin": ("Hamhung", "Yudam-ni", "Oro-ri, Koto-ri, Hagaru-ri"),
    "Changjin": ("Hagaru-ri", "Changjin", ""),
    "Sinhung": ("Hamhung", "Sinhung", ""),
    "Anak": ("Sinchon", "Anak", ""),
    "Chosan": ("Onjong", "Chosan", "Kojang"),
    "7th Division": ("Iwon", "Kapsan", "Pukchong, Pungsan"),
    "Kanggye": ("Pyongyang", "Manpojin", "Sunchon, Kunu-ri, Huichon, Kanggye"),
    "Pyongyang-Wonsan": ("Pyongyang", "Wonsan", "Kangdong, Songchon, Yangdok, Majon-ni"),
    "Tokchon": ("Sunchon", "Tokchon", "Pukchang"),
    "east coast": ("Hungnam", "Sokcho", "Hamhung, Wonsan, Tongchon, Kosong"),
    "Chunchon": ("Seoul", "Kumhwa", "Kapyong, Chunchon, Hwachon"),
}


@pytest.mark.parametrize("name", RAILWAYS)
def test_railways_of_1950(name: str):
    start, end, via = RAILWAYS[name]
    assert joined(BOARD.rails, start, end, via)


def test_where_railways_end():
    """Tokchon hangs on the line from the south alone, and no train climbs the incline to Koto-ri."""
    without = LAND & ~(1 << BOARD.places["Pukchang"])
    assert not GRID.spread(1 << BOARD.places["Tokchon"], without, along=BOARD.rails) & 1 << BOARD.places["Songchon"]
    assert not BOARD.rails.has(BOARD.places["Kujang-dong"], GRID.hex("0813"))
    assert not BOARD.rails.hexes() & 1 << BOARD.places["Koto-ri"]


@pytest.mark.parametrize("name", ROADS)
def test_roads_of_1950(name: str):
    start, end, via = ROADS[name]
    assert joined(BOARD.roads, start, end, via)


def test_every_city_and_both_ways_to_pusan_hang_on_one_net_of_roads():
    net = GRID.spread(1 << BOARD.places["Seoul"], LAND, along=BOARD.roads)
    assert all(net >> h & 1 for h in BOARD.cities.values())
    assert BOARD.areas["to_pusan"] & ~net == 0
    # whatever is not on it is the stub of a road that leaves the map
    for h in bits(BOARD.roads.hexes() & ~net):
        assert any(edge >> n & 1 for edge in EDGES for n in (h, *GRID.neighbours[h])), GRID.label(h)


def test_lines_run_on_land_and_not_through_water():
    assert LINKS.hexes() & ~LAND == 0
    assert not [p for p in LINKS.pairs() if BARRIERS.has(*p)]
    for sides in (BOARD.rivers, BARRIERS):
        assert sides.hexes() & ~LAND == 0


def test_bridges_are_where_a_line_crosses_a_river_and_nowhere_else():
    crossed = {frozenset(p) for p in BOARD.rivers.pairs() if LINKS.has(*p)}
    assert {frozenset(p) for p in BOARD.bridges.pairs()} == crossed
    assert len(crossed) == 41
    assert not [p for p in BOARD.rivers.pairs() if BARRIERS.has(*p) and BOARD.estuaries.has(*p)]


def corners(a: Hex, b: Hex) -> list[frozenset[Hex]]:
    """The two ends of a hexside: each the hexes that meet there (two at the map's edge)."""
    third = [n for n in GRID.neighbours[a] if n in GRID.neighbours[b]]
    return [frozenset({a, b, n}) for n in third] + [frozenset({a, b})] * (2 - len(third))


def test_rivers_are_unbroken_and_end_in_water_or_at_the_edge():
    named = rivers()
    water = {c for p in BOARD.estuaries.pairs() for c in corners(*p)}
    for name, sides in named.items():
        ends: dict[frozenset[Hex], int] = {}
        for side in sides:
            for corner in corners(*side):
                ends[corner] = ends.get(corner, 0) + 1
        # one piece: walk along shared corners
        todo, seen = [next(iter(sides))], set()
        while todo:
            side = todo.pop()
            if side not in seen:
                seen.add(side)
                todo += [s for s in sides if set(corners(*s)) & set(corners(*side))]
        assert seen == sides, name
        others = {c for other, those in named.items() if other != name for s in those for c in corners(*s)}

        def flows_out(corner: frozenset[Hex], others: set[frozenset[Hex]] = others) -> bool:
            beyond = len(corner) < 3 or any(not LAND >> h & 1 for h in corner)
            return beyond or corner in water or corner in others

        loose = [corner for corner, count in ends.items() if count == 1]
        assert any(flows_out(corner) for corner in loose), name
        assert len(loose) == 2, name  # no forks


def test_cities_on_the_bank_where_they_stand():
    """A march in the open, without bridges, tells which bank a town is on."""
    walls = Sides(GRID, [*BOARD.rivers.pairs(), *BARRIERS.pairs()])

    def same_bank(a: str, b: str, steps: int) -> bool:
        return bool(GRID.spread(1 << BOARD.places[a], LAND, walls=walls, steps=steps) >> BOARD.places[b] & 1)

    assert same_bank("Pyongyang", "Chinampo", 3)
    assert not same_bank("Pyongyang", "Kyomipo", 4)
    assert same_bank("Sinanju", "Anju", 1)
    assert not same_bank("Sinanju", "Pakchon", 2)
    assert same_bank("Seoul", "Uijongbu", 1)
    assert not same_bank("Seoul", "Kimpo", 3)
    assert not same_bank("Munsan", "Kaesong", 3)
    assert not same_bank("Kaesong", "Kimpo", 6)  # nobody walks round the mouth of the Han


def test_counts():
    counts = {letter: region.bit_count() for letter, region in BOARD.terrain.items()}
    assert counts == {"c": 89, "r": 247, "m": 230, "~": 243, ".": 28}
    assert sum(counts.values()) == 27 * 31
    assert len(BOARD.cities) == 7
    assert list(BOARD.cities) == ["Pyongyang", "Hungnam", "Wonsan", "Seoul", "Inchon", "Iwon", "Chinampo"]
    assert set(BOARD.ports) == {"Iwon", "Chinampo", "Hungnam", "Wonsan", "Inchon"}
    assert BOARD.areas["red_dots"].bit_count() == 9


def test_ports_lie_on_the_coast_and_towns_on_land():
    for name, h in BOARD.ports.items():
        assert BOARD.areas["coast"] >> h & 1, name
    for name, h in BOARD.places.items():
        assert LAND >> h & 1, name


def test_no_port_is_locked_in():
    """How many of its sides a port is open on, and that the land beyond them leads on without the port."""
    seoul = 1 << BOARD.places["Seoul"]
    ways = {name: [n for n in GRID.neighbours[h] if at_side(h, n, "open")] for name, h in BOARD.ports.items()}
    assert {name: len(hexes) for name, hexes in ways.items()} == {
        "Iwon": 4,
        "Chinampo": 5,
        "Hungnam": 3,
        "Wonsan": 3,
        "Inchon": 5,
    }
    for name, port in BOARD.ports.items():
        net = GRID.spread(seoul, LAND & ~(1 << port), walls=BARRIERS)
        assert all(net >> n & 1 for n in ways[name]), name


def test_coast_and_seas_follow_from_terrain():
    sea = BOARD.terrain["~"]
    assert BOARD.areas["sea_of_japan"] | BOARD.areas["yellow_sea"] == sea
    assert BOARD.areas["sea_of_japan"] & BOARD.areas["yellow_sea"] == 0
    wet = BOARD.estuaries.hexes()
    assert BOARD.areas["coast"] == LAND & (GRID.around(sea) | wet)


@pytest.mark.parametrize(("line", "beyond"), [("weather_line", "north_of_weather_line"), ("on_38", "south_of_38")])
def test_lines_run_from_coast_to_coast_and_part_the_land(line: str, beyond: str):
    on, side = BOARD.areas[line], BOARD.areas[beyond]
    assert on & side == 0
    assert GRID.spread(on & -on, on) == on  # one piece
    rest = LAND & ~on & ~side
    parted = BOARD.estuaries  # land beyond an inlet is not beside the line
    assert GRID.around(side, parted) & rest == 0
    brinks = BOARD.areas["coast"] | BOARD.areas["east_edge"]
    assert (on & brinks).bit_count() >= 2
    assert min(rest.bit_count(), side.bit_count()) > 70


def test_the_nine_dots_lie_behind_the_yesong():
    dots = BOARD.areas["red_dots"]
    assert dots & ~BOARD.areas["south_of_38"] == 0
    assert not dots >> BOARD.places["Seoul"] & 1
    assert dots >> BOARD.places["Ongjin"] & dots >> BOARD.places["Yonan"] & 1
    # without the land on the parallel they hang together with nothing else in the south
    assert GRID.around(dots) & BOARD.areas["south_of_38"] & ~dots == 0


def test_edges_and_staging_areas():
    west, north, south, east = EDGES
    assert GRID.labels(west)[-1] == "0120"
    assert GRID.labels(north)[-1] == "2101"
    assert LAND & GRID.region(f"{c:02d}31" for c in range(1, 28)) == south
    assert LAND & GRID.region(f"27{r:02d}" for r in range(1, 32)) == east
    for i in range(1, 5):
        area = BOARD.areas[f"staging_{i}"]
        assert area & ~LAND == 0
        assert GRID.spread(area & -area, area) == area  # one piece
        assert area.bit_count() in (8, 9)


def test_all_land_hangs_together():
    seoul = 1 << BOARD.places["Seoul"]
    assert GRID.labels(LAND & ~GRID.spread(seoul, LAND, walls=BARRIERS)) == []


def test_every_provenance_line_has_a_word_and_a_place():
    words = {"rulebook", "example", "inferred", "article", "history", "web", "reconstructed"}
    sections = {"grid", "places", "terrain", "roads", "rails", "rivers", "bridges", "estuaries", "reservoirs"}
    for line in BOARD.provenance:
        of, *rest = line.split()
        assert words & set(rest), line
        assert of in sections or of in BOARD.areas or all(GRID.has(label) for label in of.split("/")), line
