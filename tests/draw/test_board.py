"""The drawn board: every hex, link, unit and marker is there, once, with the figures of the rules."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import hypot
from typing import Any

import pytest

from parallel38 import from_position, new_game
from parallel38.draw import PAPERS, Crop, board_sheet, counter_sheet
from parallel38.draw.board import _ribbon, course
from parallel38.draw.ground import Ground
from parallel38.draw.names import flag_place, harbour
from parallel38.draw.sheet import _relief
from parallel38.draw.svg import on, pieces, sampled
from parallel38.engine.errors import BadInputError
from parallel38.hexgrid import bits

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game() -> Any:
    return new_game("yalu", seed=1)


@pytest.fixture(scope="module")
def plain(game: Any) -> ET.Element:
    return ET.fromstring(board_sheet(game, "en", plain=True))


def changed(**parts: Any) -> Any:
    """The set-up with other markers, flags or cities."""
    position = new_game("yalu", seed=1).to_position()
    position["marks"] = parts.get("marks", [])
    position["track"]["cities"] = parts.get("cities", "")
    for units in position["units"].values():
        units[:] = [f"{u} {parts['flags'][u]}" if u in parts.get("flags", {}) else u for u in units]
    return from_position(position)


def layer(root: ET.Element, name: str) -> ET.Element:
    return next(e for e in root.iter() if name in e.get("class", "").split())


def by_id(root: ET.Element, name: str) -> ET.Element:
    return next(e for e in root.iter() if e.get("id") == name)


def drawn_units(root: ET.Element) -> dict[str, ET.Element]:
    found = [e for e in root.iter(f"{SVG}g") if e.get("data-unit")]
    assert len({e.get("data-unit") for e in found}) == len(found), "a unit is drawn twice"
    return {str(e.get("data-unit")): e for e in found}


def words(element: ET.Element) -> list[str]:
    return [t.text or "" for t in element.iter(f"{SVG}text")]


def test_every_hex_in_play_has_its_number_and_its_place_in_the_terrain(game: Any, plain: ET.Element):
    board = game.rules.board
    numbers = Counter(words(layer(plain, "numbers")))
    assert numbers == Counter(board.grid.label(h) for h in bits(board.in_play))
    for letter, key in (("c", "clear"), ("r", "rough"), ("m", "mountain")):
        outlines = layer(plain, f"terrain-{key}").get("d", "")
        assert outlines.count("M") == outlines.count("Z") == board.terrain[letter].bit_count()
    # 6 sides for each hex, and those between two hexes in play once
    sides = sum(6 - 0.5 * sum(board.in_play >> n & 1 for n in board.grid.neighbours[h]) for h in bits(board.in_play))
    assert layer(plain, "grid").get("d", "").count("M") == sides


def test_roads_railways_and_rivers_have_one_piece_for_each_link(game: Any, plain: ET.Element):
    board = game.rules.board
    for name, sides in (("roads", board.roads), ("rails", board.rails), ("rivers", board.rivers)):
        assert by_id(plain, name).get("d", "").count("C") == len(sides.pairs()), name
    assert len(list(layer(plain, "bridges"))) == len(board.bridges.pairs())
    assert len(list(layer(plain, "dots"))) == board.areas["red_dots"].bit_count() == 9


def test_roads_pass_through_towns_and_stay_near_the_centres(game: Any):
    from parallel38.draw.ground import LANE, Ground

    ground = Ground(game.rules.board, game.rules.look(), game.rules.texts("en"))
    towns = set(game.rules.board.places.values())
    for net in ground.nodes:
        for h, (x, y) in net.items():
            cx, cy = ground.point(h)
            away = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5
            assert away <= (LANE + 0.01 if h in towns else 30), game.rules.board.grid.label(h)
    shared = [p for p in game.rules.board.roads.pairs() if game.rules.board.rails.has(*p)]
    road, rail = ground.nodes
    assert sum(road[a] != rail[a] for a, _ in shared) > len(shared) * 0.8


def test_each_unit_on_the_map_is_drawn_once_with_the_figures_of_the_rules(game: Any, plain: ET.Element):
    s, rules = game.state, game.rules
    units = drawn_units(plain)
    assert set(units) == {rules.names.unit(u) for u in range(len(s.where)) if s.on_map(u)}
    for name, element in units.items():
        unit = rules.names.unit_number(name)
        values = next(t.text for t in element.iter(f"{SVG}text") if t.get("class") == "values")
        strength, movement = rules.strength[unit], rules.movement[unit]
        ship = f"{strength} r{rules.range[unit]}"
        still = ship if rules.naval[unit] else str(strength)
        assert values == (f"{strength}–{movement}" if movement else still), name
        if rules.army[unit]:
            assert rules.army[unit] in words(element)
    seoul = words(units["Gar-Seoul"])
    assert {"Seoul", "3"} <= set(seoul)
    assert str(rules.replacement[rules.names.unit_number("Gar-Seoul")]) in seoul


def test_a_stack_has_the_strongest_on_top_and_the_total_on_its_chip(game: Any, plain: ET.Element):
    counters = layer(plain, "counters")
    order = [e.get("data-unit") for e in counters.iter(f"{SVG}g") if e.get("data-unit")]
    assert order.index("US-187") > order.index("Ph-PEFTOK10")  # 4 factors above 1 in Pyongyang
    assert order.index("KMC") > order.index("Gar-Wonsan")
    chips = [t.text for t in counters.iter(f"{SVG}text") if t.get("class") == "chip"]
    strengths: dict[int, list[Fraction]] = {}
    for u, place in enumerate(game.state.where):
        if game.state.on_map(u):
            strengths.setdefault(place, []).append(game.rules.face(game.state, u).weight())
    assert Counter(chips) == Counter(str(sum(s)) for s in strengths.values() if len(s) > 1)


def test_a_support_unit_adds_nothing_to_the_total(game: Any):
    tank = game.rules.face(game.state, game.rules.names.unit_number("SUP-TK1"))
    assert (tank.weight(), tank.figures[0].text) == (0, "1–5")


def test_isolated_communists_show_half_and_un_units_all():
    game = changed(flags={"NKPA-5": "isolated", "PVA-40-118": "isolated", "US-2": "isolated"})
    units = drawn_units(ET.fromstring(board_sheet(game, "en", plain=True)))
    assert {"1–3", "I"} <= set(words(units["NKPA-5"]))
    assert "2½–3" in words(units["PVA-40-118"])
    assert "10–4" in words(units["US-2"])
    chips = [
        t.text
        for t in layer(ET.fromstring(board_sheet(game, "en", plain=True)), "counters").iter(f"{SVG}text")
        if t.get("class") == "chip"
    ]
    assert "12½" in chips  # 2½ and twice 5 in 0812
    face = game.rules.face(game.state, game.rules.names.unit_number("NKPA-5"))
    assert face.figures[0].changed
    assert not game.rules.face(game.state, game.rules.names.unit_number("US-2")).figures[0].changed


def test_states_add_up_and_leave_the_figures():
    flags = {"US-2": "neutralized", "ROK-7": "neutralized+regroup", "ROK-8": "moved+held"}
    units = drawn_units(ET.fromstring(board_sheet(changed(flags=flags), "en", plain=True)))
    assert {"N", "10–4"} <= set(words(units["US-2"]))
    assert {"N", "R", "4–5"} <= set(words(units["ROK-7"]))
    hatched = [u for u, e in units.items() if any(p.get("fill") == "url(#hatch)" for p in e.iter())]
    assert set(hatched) == {"US-2", "ROK-7"}
    last = list(units["ROK-8"])[-1]
    assert last.get("d", "").startswith("M84.5")  # the tick
    assert list(units["ROK-6"])[-1].tag == f"{SVG}text"


def test_markers_and_flags_are_drawn_when_they_are_there():
    marks = ["rail-break 0812", "damaged-bridge 0517 0518", "interdiction 0919 2"]
    game = changed(marks=marks, cities="Wonsan+Hungnam")
    root = ET.fromstring(board_sheet(game, "en", plain=True))
    found = {e.get("data-kind"): e for e in root.iter() if e.get("class") == "marker"}
    assert set(found) == {"rail-break", "damaged-bridge", "interdiction"}
    assert words(found["interdiction"]) == ["+2"]
    grid = game.rules.board.grid
    ends = grid.side(grid.hex("0517"), grid.hex("0518"))
    middle = [sum(p[i] for p in ends) * 50 for i in (0, 1)]
    where = [float(n) for n in re.findall(r"-?[\d.]+", found["damaged-bridge"].get("transform", ""))]
    assert where == pytest.approx(middle, abs=0.01)
    flags = Counter(e.get("data-side") for e in layer(root, "markers") if e.get("class") == "flag")
    assert flags == {"un": 5, "communist": 2}


def test_map_edges_have_the_colour_of_their_side(plain: ET.Element):
    bands = [e for e in plain.iter() if e.get("class", "").startswith("edge-")]
    assert [e.get("class") for e in bands] == ["edge-communist", "edge-communist", "edge-un", "edge-un"]
    west, _, _, east = ([float(n) for n in re.findall(r"-?[\d.]+", e.get("d", ""))[::2]] for e in bands)
    assert max(west) < 200
    assert min(east) > 2300


def test_without_counters_only_the_map_is_drawn(game: Any):
    root = ET.fromstring(board_sheet(changed(marks=["rail-break 0812"]), "en", plain=True, with_counters=False))
    assert drawn_units(root) == {}
    assert not [e for e in root.iter() if e.get("class") in ("marker", "counters")]
    assert len(words(layer(root, "numbers"))) == game.rules.board.in_play.bit_count()


def test_a_side_sees_only_what_its_view_holds(game: Any, monkeypatch: pytest.MonkeyPatch):
    rules, hidden = game.rules, game.rules.names.unit_number("PVA-40-118")
    monkeypatch.setattr(type(rules), "sees", lambda self, s, side, unit: side != "un" or unit != hidden)
    un = drawn_units(ET.fromstring(board_sheet(game, "en", plain=True, side="un")))
    communist = drawn_units(ET.fromstring(board_sheet(game, "en", plain=True, side="communist")))
    assert set(communist) - set(un) == {"PVA-40-118"}


def test_sides_that_share_a_hex_stand_side_by_side():
    position = new_game("yalu", seed=1).to_position()
    position["units"]["available"].remove("G-2")
    position["units"]["0615"].append("G-2")
    root = ET.fromstring(board_sheet(from_position(position), "en", plain=True))
    both = [g for g in layer(root, "counters") if g.tag == f"{SVG}g" and g[0].get("data-unit") in ("G-2", "US-25")]
    left = [float(re.findall(r"-?[\d.]+", g.get("transform", ""))[0]) for g in both]
    assert abs(left[0] - left[1]) == pytest.approx(44)
    assert {"G–2"} <= set(words(drawn_units(root)["G-2"]))


def test_plain_and_relief(game: Any):
    relief, plain = board_sheet(game, "en"), board_sheet(game, "en", plain=True)
    assert _relief(game.rules) in relief
    assert "<image" not in plain
    assert len(plain) < 1_000_000
    for drawn in (relief, plain):
        root = ET.fromstring(drawn)
        assert not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}filter")]
        used = {e.get("href", "") for e in root.iter() if e.get("href")}
        ids = {e.get("id") for e in root.iter()}
        assert all(href.startswith("data:image/") or href[1:] in ids for href in used), "nothing is fetched"
        assert set(re.findall(r"url\(#([^)]+)\)", plain)) <= ids


def test_the_tint_can_be_chosen(game: Any):
    root = ET.fromstring(board_sheet(game, "en", plain=True, tint=0.25))
    assert layer(root, "terrain-rough").get("fill-opacity") == "0.25"


def test_the_same_position_gives_the_same_bytes(game: Any):
    again = from_position(game.to_position())
    assert board_sheet(game, "es") == board_sheet(again, "es")


def test_both_languages(game: Any):
    english, spanish = (ET.fromstring(board_sheet(game, language, plain=True)) for language in ("en", "es"))
    assert "SEOUL" in words(english)
    assert "SEÚL" in words(spanish)
    assert "Mar Amarillo" in words(spanish)
    assert "Yellow Sea" not in words(spanish)
    assert (english.get("lang"), spanish.get("lang")) == ("en", "es")
    for root in (english, spanish):
        keys = [w for w in words(root) if re.fullmatch(r"[a-z]+\.[\w.-]+", w)]
        assert keys == [], "a key without text"


def test_paper_and_screen(game: Any):
    for paper, (short, long) in PAPERS.items():
        root = ET.fromstring(board_sheet(game, "en", plain=True, paper=paper))
        assert (root.get("width"), root.get("height")) == (f"{short}mm", f"{long}mm")
    box = [float(n) for n in ET.fromstring(board_sheet(game, "en", plain=True)).get("viewBox", "").split()]
    assert 1.3 < box[3] / box[2] < 1.55, "an upright sheet is well used"
    wide = ET.fromstring(board_sheet(game, "en", plain=True, paper="a3", crop=Crop("0110", "2714")))
    assert (wide.get("width"), wide.get("height")) == ("420mm", "297mm")
    with pytest.raises(BadInputError, match="b9"):
        board_sheet(game, "en", paper="b9")


def test_crops_show_all_hexes_that_were_asked_for(game: Any):
    grid = game.rules.board.grid
    for crop, inside, outside in (
        (Crop("0610", "1216"), ("0610", "1216", "0616", "1210", "0913"), ("0510", "1316", "0909", "0917")),
        (Crop("0812", radius=3), ("0812", "0815", "1112", "0512"), ("0816", "1212")),
    ):
        root = ET.fromstring(board_sheet(game, "en", plain=True, crop=crop))
        x, y, wide, high = (float(n) / 100 for n in root.get("viewBox", "").split())
        for label in inside:
            for cx, cy in grid.corners(grid.hex(label)):
                assert x - 0.001 <= cx <= x + wide + 0.001, label
                assert y - 0.001 <= cy <= y + high + 0.001, label
        for label in outside:
            cx, cy = grid.center(grid.hex(label))
            assert not (x < cx < x + wide and y < cy < y + high), label
    with pytest.raises(BadInputError, match="9912"):
        board_sheet(game, "en", crop=Crop("9912", radius=2))


def test_the_title_says_where_the_game_stands(game: Any, plain: ET.Element):
    head = words(layer(plain, "head"))
    assert "Yalu" in head
    assert "Nov IV 1950" in head
    assert "1/25" in head
    assert "Communist Reinforcement and Replacement Phase" in head
    assert {("12", "guerrillas available"), ("3", "dead pile")} <= set(pairwise(head))


def test_names_do_not_lie_on_each_other(game: Any):
    """The greedy placement leaves no two names of towns on the same spot, with counters and without."""
    for with_counters in (True, False):
        root = ET.fromstring(board_sheet(game, "en", plain=True, with_counters=with_counters))
        boxes = []
        for t in layer(root, "names"):
            if t.get("class") not in ("town", "city"):
                continue
            size = 18 if t.get("class") == "city" else 14.5
            wide = len(t.text or "") * size * (0.7 if size == 18 else 0.45)
            x, y, anchor = float(t.get("x", 0)), float(t.get("y", 0)), t.get("style", "").partition(":")[2]
            left = x - {"middle": wide / 2, "end": wide, "start": 0}[anchor]
            boxes.append((left, y - size * 0.6, left + wide, y, t.text))
        hits = [
            (a[4], b[4])
            for i, a in enumerate(boxes)
            for b in boxes[i + 1 :]
            if min(a[2], b[2]) - max(a[0], b[0]) > 2 and min(a[3], b[3]) - max(a[1], b[1]) > 2
        ]
        assert hits == []


def test_the_counter_sheet_has_every_counter(game: Any):
    units = drawn_units(ET.fromstring(counter_sheet(game, "en")))
    assert set(units) == set(game.rules.names.units)


def test_the_counter_sheet_has_a_title_and_groups(game: Any):
    said = words(ET.fromstring(counter_sheet(game, "es")))
    assert game.rules.texts("es").say("title") in said
    headings = [
        t.text for t in ET.fromstring(counter_sheet(game, "en")).iter(f"{SVG}text") if t.get("class") == "group"
    ]
    nations = {(game.rules.side_of[u], game.rules.nation[u]) for u in range(len(game.rules.names.units))}
    assert len(headings) == len(set(headings)) == len(nations)
    assert headings[0] == "The UN: United States"


# ------------------------------------------------------------------------------------------------------------- the map


def ground_of(game: Any, **more: Any) -> Ground:
    from parallel38.draw.sheet import _coast

    return Ground(game.rules.board, game.rules.look(), game.rules.texts("en"), _coast(game.rules), **more)


def number(text: str | None) -> list[float]:
    return [float(n) for n in re.findall(r"-?[\d.]+", text or "")]


def test_reservoirs_are_lettered_in_both_languages(game: Any):
    for language, names in (
        ("en", {"Chosin Reservoir", "Fusen Reservoir", "Hwachon Reservoir"}),
        ("es", {"Embalse de Chosin", "Embalse de Fusen", "Embalse de Hwachon"}),
    ):
        root = ET.fromstring(board_sheet(game, language, plain=True))
        assert names <= set(words(layer(root, "lettering")))


def test_anchors_stand_toward_the_water_and_flags_elsewhere(game: Any):
    ground, grid, areas = ground_of(game), game.rules.board.grid, game.rules.board.areas
    sea = areas["yellow_sea"] | areas["sea_of_japan"]
    for taken in (set(), set(game.rules.board.ports.values())):
        for name, h in game.rules.board.ports.items():
            (x, y), (dx, dy) = ground.point(h), harbour(ground, h, taken)
            water = [ground.point(n) for n in grid.neighbours[h] if sea >> n & 1]
            water += [ground.side(a, b)[0] for a, b in ground.board.estuaries.pairs() if h in (a, b)]
            assert any((wx - x) * dx + (wy - y) * dy >= 0 for wx, wy in water), name
            fx, _ = flag_place(ground, h, taken)
            assert not taken or fx * dx < 0, name
    iwon, chinampo = (game.rules.board.ports[name] for name in ("Iwon", "Chinampo"))
    assert harbour(ground, iwon, set())[0] > 0
    assert harbour(ground, chinampo, set())[1] > 0


def test_broad_water_is_thin_where_it_ends_on_land(game: Any):
    ground = ground_of(game)
    for (a, b), wide in ((("1108", "1208"), 0.6), (("2321", "2420"), 0.6)):
        ends = ground.side(*(ground.board.grid.hex(label) for label in (a, b)))
        outline = number(_ribbon(ground, list(ends), False))
        points = list(zip(outline[::2], outline[1::2], strict=True))
        across = [hypot(p[0] - q[0], p[1] - q[1]) for p, q in zip(points, reversed(points), strict=True)]
        assert across[0] == pytest.approx(wide, abs=0.02)
        assert max(across) > 10


def test_main_lines_go_on_through_junctions(game: Any):
    ground, grid = ground_of(game), game.rules.board.grid
    for label, (a, b) in {
        "1716": ("1815", "1615"),
        "2426": ("2326", "2526"),
        "1920": ("1919", "2020"),
        "0713": ("0812", "0714"),
        "0918": ("0817", "0919"),
    }.items():
        assert {grid.label(h) for h in ground.main[grid.hex(label)]} == {a, b}, label
        for net in ground.courses:
            into, out = grid.hex(a), grid.hex(b)
            middle = grid.hex(label)
            legs = [net.get((h, middle)) or (net[middle, h][::-1] if (middle, h) in net else None) for h in (into, out)]
            tangents = [(leg[3][0] - leg[2][0], leg[3][1] - leg[2][1]) for leg in legs if leg]
            (ux, uy), (vx, vy) = tangents
            cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
            assert cosine < -0.99, f"{label}: the line has a corner"


def test_every_link_stays_in_its_two_hexes(game: Any):
    ground = ground_of(game)
    for net in ground.courses:
        for (a, b), piece in net.items():
            for i in range(11):
                x, y = on(piece, i / 10)
                away = min(hypot(x - cx, y - cy) for cx, cy in (ground.point(a), ground.point(b)))
                others = (n for h in (a, b) for n in ground.board.grid.neighbours[h] if n not in (a, b))
                nearest = min(hypot(x - cx, y - cy) for cx, cy in map(ground.point, others))
                assert away < nearest + 8, (ground.board.grid.label(a), ground.board.grid.label(b))


def test_lines_run_through_all_their_hexes_to_the_shore_or_the_edge(game: Any):
    ground = ground_of(game)
    for area in ("weather_line", "on_38"):
        points = sampled(pieces(course(ground, area)), 20)
        for h in game.rules.board.lines[area]:
            cx, cy = ground.point(h)
            assert min(hypot(x - cx, y - cy) for x, y in points) < 62, game.rules.board.grid.label(h)
        turns = [
            (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
            for a, b, c in zip(points[::20], points[20::20], points[40::20], strict=False)
        ]
        assert min(turns) > 0
        for end in (points[0], course(ground, area)[-1]):
            assert not ground.coasts.has(end) or end[0] > ground.bounds[2] - 40


def test_two_places_in_a_hex_have_a_dot_and_a_name_each(game: Any, plain: ET.Element):
    names = words(layer(plain, "names"))
    for pair in (("Kowon", "Yonghung"), ("Sinmak", "Sohung")):
        assert all(names.count(name) >= 1 for name in pair)
    dots = [e for e in layer(plain, "signs") if e.tag == f"{SVG}circle"]
    places = {(e.get("cx"), e.get("cy")) for e in dots}
    assert len(places) == len(dots) == len(game.rules.board.places) - len(game.rules.board.cities)


def test_names_keep_off_the_map_edge_and_bridges(game: Any):
    root = ET.fromstring(board_sheet(game, "en", plain=True))
    grid = game.rules.board.grid
    manpojin = next(t for t in layer(root, "names") if t.text == "Manpojin")
    left = float(manpojin.get("x", 0)) - {"middle": 29, "end": 58, "start": 0}[manpojin.get("style", "").split(":")[1]]
    assert left > grid.center(grid.hex("0406"))[0] * 100 - 40
    seoul = next(t for t in layer(root, "names") if t.text == "SEOUL")
    _, (ax, ay), (bx, by) = 0, *grid.side(grid.hex("2226"), grid.hex("2227"))
    x, y, wide = float(seoul.get("x", 0)), float(seoul.get("y", 0)), 5 * 18 * 0.76
    left = x - {"middle": wide / 2, "end": wide, "start": 0}[seoul.get("style", "").split(":")[1]]
    bridge = ((ax + bx) * 50, (ay + by) * 50)
    assert not (left < bridge[0] < left + wide and y - 13 < bridge[1] < y + 3)


def test_crops_show_names_whole_or_not_at_all(game: Any):
    for crop in (Crop("0812", radius=3), Crop("0610", "1216"), Crop("2226", radius=2)):
        root = ET.fromstring(board_sheet(game, "en", plain=True, crop=crop))
        x0, y0, wide, high = (float(n) for n in root.get("viewBox", "").split())
        for t in layer(root, "names"):
            if t.get("class") in ("town", "city"):
                long = len(t.text or "") * (18 * 0.76 if t.get("class") == "city" else 14.5 * 0.5)
                x, y = float(t.get("x", 0)), float(t.get("y", 0))
                left = x - {"middle": long / 2, "end": long, "start": 0}[t.get("style", "").split(":")[1]]
                assert x0 <= left, t.text
                assert left + long <= x0 + wide, t.text
                assert y0 < y < y0 + high, t.text
        for t in layer(root, "numbers"):
            assert x0 < float(t.get("x", 0)) < x0 + wide
    assert "Hagaru-ri" not in words(ET.fromstring(board_sheet(game, "en", plain=True, crop=Crop("0812", radius=3))))


def test_small_print_grows_on_paper(game: Any):
    for paper in ("a3", "a2", "a1", "tabloid"):
        root = ET.fromstring(board_sheet(game, "en", plain=True, paper=paper))
        _, _, wide, high = (float(n) for n in root.get("viewBox", "").split())
        short, long = PAPERS[paper]
        unit = min(short / wide, long / high)
        style = root.findtext(f"{SVG}style") or ""
        for name in (r"\.numbers\{font:", r"\.town\{font-size:", r"\.river\{font-size:", r"\.area-name\{font-size:"):
            found = re.search(name + r"([\d.]+)px", style)
            assert found
            assert float(found[1]) * unit >= 1.79, (paper, name)
    screen = ET.fromstring(board_sheet(game, "en", plain=True)).findtext(f"{SVG}style") or ""
    assert ".numbers{font:11.2px" in screen, "8 pixels where a hex has 72"


def test_nothing_of_the_map_is_painted_outside_its_hexes(game: Any, plain: ET.Element):
    clip = by_id(plain, "inplay")
    assert (clip[0].get("d") or "").count("Z") == game.rules.board.in_play.bit_count()
    clipped = next(e for e in plain.iter() if e.get("clip-path") == "url(#inplay)")
    assert layer(clipped, "sea") is not None
    assert layer(clipped, "terrain-clear") is not None


def test_the_legend_tells_estuary_and_reservoir_apart(plain: ET.Element):
    foot = layer(plain, "bottom")
    parts = list(foot)
    drawn = {}
    for sign, said in pairwise(parts):
        if said.text in ("estuary or inlet", "reservoir"):
            drawn[said.text] = [p.get("stroke-dasharray") for p in sign.iter(f"{SVG}path")]
    assert drawn == {"estuary or inlet": [None, "7 5"], "reservoir": [None, "0.1 5"]}


# -------------------------------------------------------------------------------------------------------------- arrows


def battle(**frame: Any) -> Any:
    position = new_game("yalu", seed=1).to_position()
    position["units"] = {
        "1012": ["PVA-20-58", "PVA-20-59"],
        "1212": ["PVA-42-124", "PVA-42-125"],
        "1113": ["ROK-8"],
        "0913": ["PVA-40-118"],
        "0914": ["US-2"],
    }
    position["frames"] = [{"kind": "Sequence", "phase": "communist_combat"}, {"kind": "Designation", **frame}]
    position["track"] |= {"asp": 20, "turn": 8}
    return from_position(position)


def test_designated_attacks_are_arrows_with_odds():
    game = battle(side="communist")
    assert game.rules.arrows(game.state) == []
    assert "arrows" not in board_sheet(game, "en", plain=True)
    game.play("attack 1113 supplied")
    game.play("attack 0914 wave")
    label = game.rules.board.grid.label
    found = {(label(a.from_hex), label(a.to_hex), a.label, a.style) for a in game.rules.arrows(game.state)}
    assert found == {
        ("1012", "1113", "4:1", "supplied"),  # 8 and 10 against 4
        ("1212", "1113", "4:1", "supplied"),
        ("0913", "0914", "1:1", "wave"),  # twice 5 against 10
    }
    root = ET.fromstring(board_sheet(game, "en", plain=True))
    drawn = [e for e in layer(root, "arrows") if e.get("class") == "arrow"]
    assert sorted(e.get("data-style") or "" for e in drawn) == ["broken", "filled", "filled"]
    chips = [words(e)[0] for e in layer(root, "arrows") if e.get("class") == "odds"]
    assert sorted(chips) == ["1:1", "4:1"]
    x, y, turn = number(next(e for e in drawn if e.get("data-style") == "broken").get("transform"))
    grid = game.rules.board.grid
    cx, cy = (sum(v) * 50 for v in zip(grid.center(grid.hex("0913")), grid.center(grid.hex("0914")), strict=True))
    assert (x, y, turn) == pytest.approx((cx, cy, 90), abs=0.01)  # from the north
    order = [e.get("class") for e in root.iter() if e.get("class") in ("counters", "arrows", "markers")]
    assert order == ["counters", "arrows", "markers"]


def test_arrows_stay_while_the_defenders_fire_and_go_with_the_phase():
    game = battle(side="communist")
    game.play("attack 1113 unsupplied")
    game.play("end")
    assert {a.style for a in game.rules.arrows(game.state)} == {"unsupplied"}
    assert {a.side for a in game.rules.arrows(game.state)} == {"communist"}
    assert {a.label for a in game.rules.arrows(game.state)} == {"2:1"}  # nine against four
    root = ET.fromstring(board_sheet(game, "en", plain=True))
    assert {e.get("data-style") for e in layer(root, "arrows") if e.get("class") == "arrow"} == {"hollow"}
    assert game.rules.arrows(new_game("yalu", seed=1).state) == []
