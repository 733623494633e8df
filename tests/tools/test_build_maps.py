"""The map builder: it makes what is committed, and its parts do what they say."""

import json
import re
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import build_maps
from maps import battle, board, coast, earth, korean_war, nature, plan, relief, writer
from maps.earth import Elevation, Lattice
from maps.layout import Box, Layout
from maps.plan import PlanError
from maps.projection import from_plane, to_plane
from parallel38.games.yalu import data
from parallel38.hexgrid import Grid, bits

DATA = build_maps.folder_of("yalu")
PLAN = build_maps.read_plan("yalu")
LAYOUT = Layout(Grid(**PLAN.grid))
GRID = LAYOUT.grid
FIT = board.fit_of(PLAN, GRID)
BOX = LAYOUT.box()
BOARD = data.board()
SEA = BOARD.terrain["~"]


@pytest.fixture(scope="module")
def elevation() -> Elevation:
    return Elevation()


@pytest.mark.parametrize("game", build_maps.GAMES)
def test_the_committed_map_and_coast_are_what_the_tool_builds(game: str, elevation: Elevation):
    folder, decisions = build_maps.folder_of(game), build_maps.read_plan(game)
    assert build_maps.map_text(game, decisions, elevation) == (folder / "map.txt").read_text(encoding="utf-8")
    assert build_maps.coast_text(decisions) == (folder / "coast.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", build_maps.GAMES)
def test_the_relief_covers_the_hexes_of_each_board(game: str):
    box = Layout(Grid(**build_maps.read_plan(game).grid)).box()
    image = Image.open(build_maps.folder_of(game) / "relief.jpg")
    assert abs(image.width / image.height - (box.right - box.left) / (box.bottom - box.top)) < 0.001


BATTLES = [(game, name) for game, names in build_maps.BATTLES.items() for name in names]


@pytest.mark.parametrize(("game", "name"), BATTLES)
def test_the_committed_map_of_a_battle_is_what_the_tool_builds(game: str, name: str):
    folder = build_maps.folder_of(game, name)
    assert battle.text(battle.read(name), Lattice(name)) == (folder / "map.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "name"), BATTLES)
def test_the_relief_of_a_battle_covers_its_hexes_and_is_lit_from_its_heights(game: str, name: str):
    """The committed picture is what is painted from the lattice, but for what JPEG loses."""
    decisions, lattice = battle.read(name), Lattice(name)
    box = Layout(Grid(**decisions.grid)).box()
    image = Image.open(build_maps.folder_of(game, name) / "relief.jpg").convert("RGB")
    assert abs(image.width / image.height - (box.right - box.left) / (box.bottom - box.top)) < 0.001
    fresh = relief.battlefield(lattice, box, decisions.relief, decisions.fit.metres)
    assert fresh.size == image.size
    gap = np.abs(np.asarray(fresh, float) - np.asarray(image, float))
    assert gap.mean() < 1.5


@pytest.mark.parametrize(("_", "name"), BATTLES)
def test_most_terrain_of_a_battle_follows_from_its_slopes(_: str, name: str):
    decisions = battle.read(name)
    grid = Grid(**decisions.grid)
    by_nature, set_ = battle.nature(decisions, Lattice(name)), 0
    for patch in decisions.ground.set:
        letter = decisions.ground.kinds[patch.kind]
        if letter in "cr":
            set_ += sum(by_nature[grid.hex(label)] != letter for label in patch.hexes.split())
    assert set_ < 0.05 * len(by_nature)


def test_a_battle_lies_on_earth_where_its_fit_says():
    """Naktong: three pins of the text fall on the real roads and on the river without any turn."""
    decisions = battle.read("naktong")
    grid = Grid(**decisions.grid)
    fit = decisions.fit
    x0, y0 = grid.center(grid.hex(fit.hex))
    for label, lat, lon in (("2036", 35.4560, 128.5253), ("3333", 35.5034, 128.508), ("0129", 35.3892, 128.4876)):
        x, y = grid.center(grid.hex(label))
        north, east = (y0 - y) * fit.metres / 1000, (x - x0) * fit.metres / 1000
        off = np.hypot(fit.lat + north / 110.95 - lat, (fit.lon + east / 90.75 - lon) * 0.815) * 111
        assert off < 0.3, label


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('prov = "rulebook"', 'prov = "hearsay"', "hearsay"),
        ("3332-3231-3131", "3332-3131", "3332 and 3131 do not touch."),
        ('at = "3332", is = "roads"', 'at = "3331", is = "roads"', "3331 should be roads."),
        ('"1325 1425 1525 1527"', '"1325 9925"', "There is no hex 9925."),
        ('reached = ["1526", "prepared"]', 'within = ["9926", 2]', "There is no hex 9926."),
    ],
)
def test_a_mistake_about_a_battle_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, told: str
):
    file = changed(tmp_path, old, new, "chipyongni")
    monkeypatch.setattr(battle, "__file__", str(file))
    with pytest.raises(PlanError, match=re.escape(told)):
        battle.text(battle.read("chipyongni"), Lattice("chipyongni"))


# --------------------------------------------------------------------------------------------------------------- relief


def pixels() -> tuple[np.ndarray, float]:
    image = Image.open(DATA / "relief.jpg")
    return np.asarray(image.convert("RGB"), float), image.height / (BOX.bottom - BOX.top)


def test_the_relief_covers_the_hexes_exactly():
    image, scale = pixels()
    height, width, _ = image.shape
    assert height == 2700
    assert abs(width / scale - (BOX.right - BOX.left)) < 1 / scale
    assert 300_000 < (DATA / "relief.jpg").stat().st_size < 1_500_000


def test_the_relief_shows_land_and_sea_where_the_board_has_them():
    image, scale = pixels()
    brightness: dict[str, list[float]] = {}
    inland = BOARD.in_play & ~SEA & ~BOARD.areas["coast"] & ~GRID.around(BOARD.areas["coast"])
    offshore = SEA & ~GRID.around(BOARD.in_play & ~SEA)
    assert inland.bit_count() > 400
    assert offshore.bit_count() > 170
    for region, warm in ((inland, True), (offshore, False)):
        for h in bits(region):
            x, y = GRID.center(h)
            row, column = int((y - BOX.top) * scale), int((x - BOX.left) * scale)
            red, green, blue = image[row - 20 : row + 21, column - 20 : column + 21].mean((0, 1))
            assert (red > blue + 15) == warm, GRID.label(h)
            assert warm or blue > red + 10, GRID.label(h)
            brightness.setdefault(BOARD.letter(h), []).append(float(red + green + blue) / 3)
    mean = {letter: sum(values) / len(values) for letter, values in brightness.items()}
    assert mean["c"] > mean["r"] > mean["m"] > 150  # valleys pale, heights darker, but light enough for counters


# ---------------------------------------------------------------------------------------------------------------- coast


def rings(name: str) -> list[np.ndarray]:
    paths = json.loads((DATA / "coast.json").read_text())[name]
    assert all(re.fullmatch(r"M (-?\d+\.\d\d -?\d+\.\d\d L )+-?\d+\.\d\d -?\d+\.\d\d Z", path) for path in paths)
    return [np.array(re.findall(r"(\S+) (\S+)(?: L| Z)", path[2:]), float) for path in paths]


def inside(ring: np.ndarray, x: float, y: float) -> bool:
    a, b = ring, np.roll(ring, -1, 0)
    crosses = (a[:, 1] > y) != (b[:, 1] > y)
    a, b = a[crosses], b[crosses]
    return bool(np.count_nonzero(x < a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])) % 2)


def test_the_coast_parts_land_and_sea_as_the_board_does():
    land = [ring for ring in rings("land") if coast.area(ring) > 1]  # without islets
    shore = BOARD.areas["coast"] | GRID.around(BOARD.areas["coast"])
    wrong = []
    for h in bits(BOARD.in_play):
        dry = any(inside(ring, *GRID.center(h)) for ring in land)
        if dry != (not SEA >> h & 1):
            wrong.append(h)
    # hexes at the shore may have their middle on the other side of it
    assert [GRID.label(h) for h in wrong if not shore >> h & 1] == []
    assert len(wrong) < 0.04 * BOARD.in_play.bit_count()
    assert (DATA / "coast.json").stat().st_size < 80_000


def test_lakes_of_1950_lie_where_the_board_has_reservoirs():
    lakes = rings("lakes")
    assert len(lakes) == 4  # Supung, Chosin, Fusen, Hwachon, and no later dam
    middles = [LAYOUT.at(ring.mean(0)) for ring in lakes]
    for sides in BOARD.reservoirs.pairs():
        near = GRID.around(1 << sides[0] | 1 << sides[1])
        assert any(h is not None and near >> h & 1 for h in middles), sides


def test_lettered_names_lie_in_their_areas():
    for name in json.loads((DATA / "coast.json").read_text())["names"]:
        h = LAYOUT.at(np.array([name["x"], name["y"]]))
        assert h is not None
        assert BOARD.areas[name["area"]] >> h & 1


def test_clipping_and_simplifying_keep_the_shape():
    square = np.array([[0, 0], [4, 0], [4, 4], [0, 4]], float)
    assert coast.area(coast.clip(square, Box(1, 1, 9, 3))) == pytest.approx(6)
    assert len(coast.clip(square, Box(5, 5, 6, 6))) == 0
    turn = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], 1)
    fewer = coast.simplify(circle, 0.01)
    assert len(fewer) < 60
    assert coast.area(fewer) == pytest.approx(np.pi, rel=0.02)


def test_a_straightened_line_keeps_its_ends_and_its_course():
    x = np.linspace(0, 10, 300)
    line = np.stack([x, np.sin(x)], 1)
    fewer = coast.straightened(line, 0.05)
    assert len(fewer) < 40
    assert np.array_equal(fewer[[0, -1]], line[[0, -1]])
    assert np.abs(np.interp(x, fewer[:, 0], fewer[:, 1]) - line[:, 1]).max() < 0.1


# ------------------------------------------------------------------------------------------------------- fit and layout


def test_the_board_lies_on_korea_as_the_pins_say():
    assert FIT.km_per_hex == pytest.approx(15.42, abs=0.01)  # ten printed miles are 16.1
    assert FIT.up == pytest.approx(29.65, abs=0.05)
    gaps = []
    for pin in PLAN.fit.pins:
        target = np.mean([GRID.center(GRID.hex(label)) for label in pin.hex.split("/")], axis=0)
        gaps.append(float(np.hypot(*(FIT.forward(np.array(pin.lat), np.array(pin.lon)) - target))))
    assert max(gaps) < 1
    assert np.sqrt(np.mean(np.square(gaps))) < 0.5


@given(st.floats(36.5, 42), st.floats(124.3, 129.5))
def test_projections_turn_back(lat: float, lon: float):
    there = to_plane(np.array(lat), np.array(lon))
    assert np.allclose(from_plane(*there), (lat, lon), atol=1e-9)
    assert np.allclose(FIT.inverse(FIT.forward(np.array(lat), np.array(lon))), (lat, lon), atol=1e-4)


@given(st.floats(0.3, 23.9), st.floats(0.5, 32))
@settings(max_examples=50)
def test_the_nearest_hex(x: float, y: float):
    point = np.array([x, y])
    gap, label = min((float(np.hypot(*(LAYOUT.center[h] - point))), GRID.label(h)) for h in LAYOUT.hexes)
    h, i = LAYOUT.at(point), int(LAYOUT.nearest(point[None])[0])
    if gap < 0.499:  # inside the hex's inner circle there is no doubt
        assert h is not None
        assert GRID.label(h) == GRID.label(LAYOUT.hexes[i]) == label
    elif gap > 0.578:
        assert h is None
        assert i == -1


def test_every_side_joins_two_corners_of_its_hexes():
    pairs = sum(len(GRID.neighbours[h]) for h in LAYOUT.hexes) // 2
    assert len(LAYOUT.sides) == pairs
    for (a, b), (i, j) in LAYOUT.sides.items():
        first, second = LAYOUT.corners[i], LAYOUT.corners[j]
        assert np.hypot(*(first - second)) == pytest.approx(1 / np.sqrt(3))
        assert np.allclose((first + second) / 2, (LAYOUT.center[a] + LAYOUT.center[b]) / 2)


@pytest.mark.parametrize(
    ("lat", "lon", "summit"), [(33.3617, 126.5292, 1750), (35.3369, 127.7306, 1700), (38.1191, 128.4656, 1500)]
)
def test_the_elevation_model_has_summits_in_their_row(elevation: Elevation, lat: float, lon: float, summit: float):
    """Halla, Chiri and Sorak: a row is 0.0083 degrees, and the model once lay one row too far north."""
    lats, lons = elevation.centres()
    near = (abs(lats - lat) < 0.03) & (abs(lons - lon) < 0.03)
    highest = int(np.argmax(np.where(near, elevation.metres, -1)))
    assert abs(lats.ravel()[highest] - lat) < 0.0042
    assert elevation.metres.ravel()[highest] > summit


def test_the_elevation_model_knows_the_mountains(elevation: Elevation):
    for lat, lon, least in ((41.99, 128.08, 2400), (38.12, 128.46, 1400), (40.02, 126.33, 1500)):
        near = [elevation.cell(elevation.metres, np.array(lat + d), np.array(lon + e)) for d, e in SHIFTS]
        assert max(near) > least
    assert elevation.cell(elevation.sea, np.array(39.0), np.array(124.5))
    assert not elevation.cell(elevation.land, np.array(37.97), np.array(124.7))  # Paengnyong, a small island
    assert elevation.cell(elevation.land, np.array(39.03), np.array(125.75))


SHIFTS = [(i / 120, j / 120) for i in range(-4, 5) for j in range(-4, 5)]


@given(st.lists(st.lists(st.booleans(), min_size=7, max_size=7), min_size=1, max_size=7), st.integers(0, 6))
def test_components_are_those_of_a_flood(rows: list[list[bool]], more_than: int):
    mask = np.array(rows)
    expected, left = set(), {(int(i), int(j)) for i, j in zip(*np.nonzero(mask), strict=True)}
    while left:
        part, front = set(), [left.pop()]
        while front:
            i, j = front.pop()
            part.add((i, j))
            near = {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} & left
            left -= near
            front += near
        if len(part) > more_than:
            expected |= part
    found = earth.components(mask, more_than)
    assert {(int(i), int(j)) for i, j in zip(*np.nonzero(found), strict=True)} == expected


# ------------------------------------------------------------------------------------------------- writer and decisions


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] < e[1])))
def test_trails_run_along_every_edge_once(edges: set[tuple[int, int]]):
    found = writer.trails([(a, b, (a, b)) for a, b in edges])
    walked = [tag for _, tags in found for tag in tags]
    assert sorted(walked) == sorted(edges)
    for nodes, tags in found:
        assert [tuple(sorted(pair)) for pair in pairwise(nodes)] == tags


def test_the_cheapest_way():
    net = {0: [(1, 1.0), (2, 5.0)], 1: [(2, 1.0)], 2: [], 3: []}
    assert nature.cheapest(0, 2, net.__getitem__) == [0, 1, 2]
    assert nature.cheapest(0, 3, net.__getitem__) == []


def changed(tmp_path: Path, old: str, new: str, game: str = "yalu") -> Path:
    text = Path(plan.__file__).with_name(f"{game}.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / f"{game}.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('prov = "rulebook"', 'prov = "hearsay"', "hearsay"),
        ('why = "booklet 2.1"', 'why = ""', "length"),
        ("least_land = 0.22", "least_land = 'much'", "terrain.least_land"),
        ("[terrain]", "[terrain", "yalu.toml"),
    ],
)
def test_a_mistake_in_the_decisions_is_told(tmp_path: Path, old: str, new: str, told: str):
    with pytest.raises(PlanError, match=told):
        plan.read(changed(tmp_path, old, new))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('hexes = "0219 0319"', 'hexes = "0219 9919"', "There is no hex 9919."),
        ('add = "1409/1410"', 'add = "1409/1412"', "1409 and 1412 do not touch."),
        pytest.param(
            *('cut = ["0119-0219-0319"]', 'cut = ["0101-0102"]', "there is nothing to cut at 0101/0102"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            *('at = "1209", is = "road"', 'at = "1210", is = "road"', "1210 should have a road."),
            marks=pytest.mark.long,
        ),
        ('at = "1013/1113", is = "no river"', 'at = "1409/1410", is = "no river"', "1409/1410 should have no river."),
        pytest.param(
            *('name = "Seoul", hex = "2226"', 'name = "Seoul", hex = "2227"', "Seoul should be in 2227."),
            marks=pytest.mark.long,
        ),
        ('{name = "Haeju Bay", found = "1328/1427"},', "", "The inlet 1328/1427 has no name yet."),
        pytest.param(
            *('found = "0828/0929"', 'found = "0828/0928"', "0828/0928 is no inlet of the coast"),
            marks=pytest.mark.long,
        ),
        ('hexes = "0121"', 'hexes = "0218"', "runs through the sea"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, elevation: Elevation, old: str, new: str, told: str
):
    with pytest.raises(PlanError, match=re.escape(told)):
        board.build(plan.read(changed(tmp_path, old, new)), elevation)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('hexes = "1633-1634-1635', 'hexes = "1633-1635', "The Yesong leaps from 1633 to 1635."),
        pytest.param(
            'is = "out", prov = "reconstructed", why = "Tsushima',
            'is = "mud", prov = "reconstructed", why = "Tsushima',
            "mud",
            marks=pytest.mark.long,
        ),
        pytest.param(
            '{name = "Chipyong-ni", hex = "2439"',
            '{name = "Chipyong-ni", hex = "2340"',
            "only one of them may be in 2340.",
            marks=pytest.mark.long,
        ),
        pytest.param('add = "3550/3649"', 'add = "3549/3550"', "runs over Yongil Bay", marks=pytest.mark.long),
    ],
)
def test_a_board_of_our_own_is_checked_too(tmp_path: Path, elevation: Elevation, old: str, new: str, told: str):
    with pytest.raises(PlanError, match=re.escape(told)):
        board.build(plan.read(changed(tmp_path, old, new, "mobile_war")), elevation)


def test_a_border_of_rivers_cuts_off_what_lies_beyond(elevation: Elevation):
    decisions = build_maps.read_plan("mobile_war")
    draft = nature.Draft(Layout(Grid(**decisions.grid)))
    draft.terrain = dict.fromkeys(draft.layout.hexes, "c")
    fit = board.fit_of(decisions, draft.layout.grid)
    nature.cut_off(draft, fit, ["Yalu", "Tumen"])
    for lat, lon, korea in ((40.6, 124.5, False), (40.1, 124.9, True), (43.0, 128.0, False), (41.2, 127.8, True)):
        h = draft.layout.at(fit.forward(np.array(lat), np.array(lon)))
        assert h is not None
        assert (draft.terrain[h] == "c") == korea


def test_a_board_with_north_at_the_top():
    fit = board.fit_of(build_maps.read_plan("mobile_war"), GRID)
    assert fit.km_per_hex == pytest.approx(16)
    assert fit.up == pytest.approx(0)
    south, north = fit.forward(np.array([36.0, 40.0]), np.array([127.5, 127.5]))
    assert south[0] == pytest.approx(north[0])
    assert south[1] - north[1] == pytest.approx(4 * 111.195 / 16, rel=1e-3)
    assert np.allclose(fit.inverse(south), (36.0, 127.5))


def test_the_command_tells_instead_of_tracing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(plan, "__file__", str(changed(tmp_path, 'prov = "rulebook"', 'prov = "hearsay"')))
    assert build_maps.main(["yalu", "--check"]) == 1
    told = capsys.readouterr().err
    assert "hearsay" in told
    assert told.count("\n") == 1


# ------------------------------------------------------------------------------------------------------ The Korean War

KOREA = korean_war.read()


@pytest.fixture(scope="module")
def builder(elevation: Elevation) -> korean_war.Builder:
    return korean_war.Builder(KOREA, elevation)


@pytest.mark.parametrize(
    ("text", "told"), [("9999/9998", "There is no hex 9999."), ("2111/2113", "2111 and 2113 do not touch.")]
)
def test_a_side_that_cannot_be_is_refused(builder: korean_war.Builder, text: str, told: str):
    with pytest.raises(PlanError, match=re.escape(told)):
        builder.side(text)


def test_an_inlet_that_the_coast_does_not_have_is_refused(elevation: Elevation):
    water = msgspec.structs.replace(
        KOREA.water, inlets=[*KOREA.water.inlets, plan.Inlet(name="Bay", found="3815/3816")]
    )
    other = korean_war.Builder(msgspec.structs.replace(KOREA, water=water), elevation)
    with pytest.raises(PlanError, match="3815/3816 is no inlet of the coast"):
        _ = other.estuaries


def test_a_line_crosses_a_course_as_often_as_it_does():
    course = np.array([[0, -1], [0, 1], [2, 1], [2, -1]], float)
    assert korean_war.crossings(np.array([-1.0, 0]), np.array([1.0, 0]), course) == 1
    assert korean_war.crossings(np.array([-1.0, 0]), np.array([3.0, 0]), course) == 2
    assert korean_war.crossings(np.array([-1.0, 2]), np.array([3.0, 2]), course) == 0


def test_the_four_numbered_cities_lie_in_their_hexes(builder: korean_war.Builder):
    """The fit knows nothing but these; it comes out near the 7.5 miles of the rules."""
    for name, label in (("Seoul", "3815"), ("Pusan", "0928"), ("Taegu", "1625"), ("Kunsan", "2111")):
        assert builder.grid.label(builder.named[name]) == label
    assert builder.fit.km_per_hex == pytest.approx(11.6, abs=0.1)
    assert builder.fit.up == pytest.approx(-8.6, abs=0.1)
