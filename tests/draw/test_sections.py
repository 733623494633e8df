"""Sections of a map without a layer of their own are drawn as the look says, and the legend explains them."""

import re

import pytest

from parallel38 import new_game
from parallel38.draw import bare_map, board_sheet
from parallel38.draw.sections import SIGNS, drawn, layers_of, legend, over
from parallel38.draw.sheet import ground_of
from parallel38.draw.svg import num
from parallel38.engine.titles import Title


@pytest.fixture
def ground(small: Title):
    rules = small.make(small.setting(scenario="ridge"))
    return ground_of(rules, rules.texts("en"))


def test_each_kind_is_drawn_as_the_look_says(ground):
    found = {layer.name: drawn(ground, layer) for layer in layers_of(ground)}
    assert list(found) == ["hilltop", "cliff", "ice", "trail", "dump"], "regions lie under lines, points above"
    assert "url(#hatch-hilltop)" in found["hilltop"]
    assert 'fill="#8A5A2B" fill-opacity="0.35"' in found["hilltop"]
    assert 'stroke="#222222" stroke-width="7" stroke-dasharray="2 3"' in found["cliff"]
    assert found["cliff"].count("M") == 2, "two cliffs, each one line"
    assert found["trail"].count("<path") == 2, "a line on its halo"
    assert found["dump"].count(SIGNS["square"]) == 2
    x, y = (num(v) for v in ground.point(ground.board.grid.hex("0701")))
    assert f"translate({x} {y})" in found["dump"]
    assert 'stroke="#9CC8E8"' in found["ice"]


def test_the_order_of_the_look_counts(ground):
    ground.look = {**ground.look, "layer": {**ground.look["layer"], "dump": {"sign": "star", "order": 1}}}
    assert next(iter(layers_of(ground))).name == "dump"


def test_hexes_of_a_region_may_carry_a_sign_and_lose_their_corners(ground):
    hexes = ground.board.regions["hilltop"].bit_count()
    how = {
        "tint": "#8A5A2B",
        "sign": "wire",
        "fill": "none",
        "stroke": "#4A2A5E",
        "size": 2,
        "legend": "legend.hilltop",
    }
    ground.look = {**ground.look, "layer": {"hilltop": how}}
    (layer,) = layers_of(ground)
    found = drawn(ground, layer)
    assert found.count(SIGNS["wire"]) == found.count("scale(2)") == hexes
    assert 'fill="#8A5A2B" fill-opacity="0.35"' in found
    assert next(legend(ground, "M0 0Z", "M0 0"))[0].count(SIGNS["wire"]) == 1
    ground.look["layer"]["hilltop"] = {"fill": "#FFFFFF", "soft": True}
    (layer,) = layers_of(ground)
    assert "L" not in drawn(ground, layer).partition(' d="')[2].partition('"')[0], "curves only"


def test_links_join_the_road_where_it_is_drawn_and_may_have_a_core(ground):
    ground.look = {**ground.look, "layer": {"trail": {"stroke": "#222222", "width": 20, "core": "#FFFFFF"}}}
    (layer,) = layers_of(ground)
    assert 'stroke="#FFFFFF" stroke-width="4"' in drawn(ground, layer)
    layer.how["legend"] = "legend.trail"
    assert 'stroke-width="10"' in next(legend(ground, "M0 0Z", "M0 0"))[0], "thinner in the legend"
    road, rail = ground.nodes
    where = ground.softened(ground.board.links["trail"])
    assert all(where[h] == (road.get(h) or rail.get(h) or where[h]) for h in where)


def test_a_course_runs_over_the_edge_of_the_map(ground):
    ends = [course[i] for course in ground.board.courses["ice"].values() for i in (0, -1)]
    for h in ends:
        beyond = over(ground, h)
        assert len(beyond) == (0 if len(ground.board.grid.neighbours[h]) == 6 else 1)
        for x, y in beyond:
            px, py = ground.point(h)
            assert (x - px) ** 2 + (y - py) ** 2 == pytest.approx(100**2)


def test_what_the_look_does_not_name_and_the_board_does_not_have_is_left_out(ground):
    ground.look = {**ground.look, "layer": {"swamp": {"tint": "#000000"}}}
    assert layers_of(ground) == []


def test_the_sheet_has_them_with_labels_and_legend(small: Title):
    sheet = board_sheet(new_game("small", scenario="ridge", seed=1), "es")
    for word in ("Cima", "Depósito azul", "acantilado", "senda", "hielo", "depósito"):
        assert f">{word}</text>" in sheet, word
    assert "legend." not in sheet
    assert "ferrocarril" not in sheet, "the ridge has none"
    ford = board_sheet(new_game("small", seed=1), "es")
    assert "acantilado" not in ford


def test_patterns_are_found_on_a_page_with_several_boards(small: Title):
    rules = small.make(small.setting(scenario="ridge"))
    svg = bare_map(rules, rules.texts("en"), set(), "")
    used = set(re.findall(r"url\(#([^)]+)\)", svg))
    assert "small-ridge-hatch-hilltop" in used
    assert used <= set(re.findall(r'id="([^"]+)"', svg))
    assert "style" not in svg
