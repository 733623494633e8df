"""The drawn board: every hex, link, unit and marker is there, once, with the figures of the rules."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from parallel38 import from_position, new_game
from parallel38.draw import PAPERS, Crop, board_sheet, counter_sheet
from parallel38.draw.sheet import _relief
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
    from parallel38.draw.board import LANE, Ground

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
            strengths.setdefault(place, []).append(game.rules.face(game.state, u).strength)
    assert Counter(chips) == Counter(str(sum(s)) for s in strengths.values() if len(s) > 1)


def test_a_support_unit_adds_nothing_to_the_total(game: Any):
    tank = game.rules.face(game.state, game.rules.names.unit_number("SUP-TK1"))
    assert (tank.strength, tank.values) == (0, "1–5")


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
    assert face.changed
    assert not game.rules.face(game.state, game.rules.names.unit_number("US-2")).changed


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
    marks = ["rail-break 0812", "damaged-bridge 0518 0617", "interdiction 0919 2"]
    game = changed(marks=marks, cities="Wonsan+Hungnam")
    root = ET.fromstring(board_sheet(game, "en", plain=True))
    found = {e.get("data-kind"): e for e in root.iter() if e.get("class") == "marker"}
    assert set(found) == {"rail-break", "damaged-bridge", "interdiction"}
    assert words(found["interdiction"]) == ["+2"]
    grid = game.rules.board.grid
    ends = grid.side(grid.hex("0518"), grid.hex("0617"))
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
    position["units"]["available"].remove("G-1")
    position["units"]["0615"].append("G-1")
    root = ET.fromstring(board_sheet(from_position(position), "en", plain=True))
    both = [g for g in layer(root, "counters") if g.tag == f"{SVG}g" and g[0].get("data-unit") in ("G-1", "US-25")]
    left = [float(re.findall(r"-?[\d.]+", g.get("transform", ""))[0]) for g in both]
    assert abs(left[0] - left[1]) == pytest.approx(44)
    assert {"G–2"} <= set(words(drawn_units(root)["G-1"]))


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
    assert {("12", "available"), ("3", "dead pile")} <= set(pairwise(head))


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
