"""Counters as fragments: layout, signs, states, contrast; numbers and escapes."""

import tomllib
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest

from parallel38.draw import counters, figures, tokens
from parallel38.draw.coast import Land, blunted, rings
from parallel38.draw.network import branches, chains, lanes, main_lines, partings, passes, relaxed
from parallel38.draw.svg import escape, num, smooth, tag
from parallel38.engine.reports import Face, Figure
from parallel38.games import NAMES, title

RULES = {name: title(name).make(title(name).setting()) for name in NAMES}
LOOKS = {name: rules.look() for name, rules in RULES.items()}
LOOK: dict[str, Any] = LOOKS["yalu"]


def face(**changes: Any) -> Face:
    plain = {"side": "communist", "nation": "PVA", "size": "division", "type": "infantry", "name": "112"}
    return Face(**{**plain, "figures": (Figure("5–6"),), "formation": "38", **changes})


def parsed(one: Face) -> ET.Element:
    return ET.fromstring(counters.counter(one, LOOK, "X-1", "A unit"))


def texts(element: ET.Element) -> list[str]:
    return [t.text or "" for t in element.iter("text")]


def test_a_counter_has_name_tag_symbol_and_figures():
    element = parsed(face())
    assert texts(element) == ["112", "38", "5–6"]
    assert element.get("data-unit") == "X-1"
    assert element.find("title") is not None
    assert [u.get("href") for u in element.iter("use")] == ["#sym-infantry"]


def spans(element: ET.Element) -> dict[str, tuple[float, float]]:
    """From where to where each text at the foot of a counter reaches."""
    found = {}
    for t in element.iter("text"):
        if float(t.get("y", 0)) > 85:
            half = float(t.get("font-size", figures.LARGE)) * figures.width(t.text or "") / 2
            found[t.text or ""] = (float(t.get("x", 0)) - half, float(t.get("x", 0)) + half)
    return found


@pytest.mark.parametrize("three", [("7", "6", "10"), ("12", "10", "14")])
def test_three_figures_stand_side_by_side(three: tuple[str, str, str]):
    places: Any = ("bottom-left", "bottom-middle", "bottom-right")
    row = tuple(Figure(text, place) for text, place in zip(three, places, strict=True))
    found = spans(parsed(face(figures=row)))
    assert [*found] == [*three]
    (a, b), (c, d), (e, f) = found.values()
    assert 4 <= a < b < c < d < e < f <= 96


def test_two_figures_are_larger_than_three_and_one_has_the_foot_to_itself():
    def high(*places: Any) -> float:
        element = parsed(face(figures=tuple(Figure("88", place) for place in places)))
        return min(float(t.get("font-size", figures.LARGE)) for t in element.iter("text") if t.text == "88")

    assert high("bottom-left", "bottom-middle", "bottom-right") < high("bottom-left", "bottom-right")
    assert high("bottom-middle") == figures.LARGE


def test_figures_stand_in_every_place_and_name_and_tag_make_room():
    every: Any = figures.SPOTS
    for place in every:
        shown = texts(parsed(face(figures=(Figure("9", place),))))
        assert shown == ["112", *(["38"] if place != "top-right" else []), "9"], place
    heads = (Figure("1", "top-left"), Figure("2", "top-middle"), Figure("3", "top-right"))
    assert texts(parsed(face(figures=heads))) == ["1", "2", "3"]


def test_a_figure_has_the_colour_that_the_look_gives_it():
    look = {**LOOK, "figure": {"fire": "#123456"}}
    drawn = counters.counter(face(figures=(Figure("7", colour="fire"), Figure("8", "top-left", colour="none"))), look)
    fills = {t.text: t.get("fill") for t in ET.fromstring(drawn).iter("text")}
    assert (fills["7"], fills["8"]) == ("#123456", tokens.group("counter")["dark_print"])


def test_steps_are_dots_and_lost_ones_are_hollow():
    def dots(one: Face) -> list[str | None]:
        return [c.get("fill") for g in parsed(one).iter("g") if g.get("class") == "steps" for c in g]

    ink = tokens.group("counter")["dark_print"]
    assert dots(face()) == []
    assert dots(face(steps=(2, 3))) == [ink, ink, "none"]
    lone = spans(parsed(face(steps=(1, 1))))["5–6"]
    assert lone[1] - lone[0] < spans(parsed(face()))["5–6"][1] - spans(parsed(face()))["5–6"][0], "room for the dots"


def test_the_back_of_a_counter_is_not_its_front():
    assert counters.whole(face(back=True), LOOK) != counters.whole(face(), LOOK)


def test_a_stack_shows_the_weight_that_is_asked_for():
    fire, close = (("fire", Fraction(7)), ("close", Fraction(2))), (("fire", Fraction(1)), ("close", Fraction(5)))
    units = [("a", face(name="1", weights=fire)), ("b", face(name="2", weights=close))]
    assert [unit for unit, _ in counters.order(units)] == ["b", "a"]
    assert [unit for unit, _ in counters.order(units, "close")] == ["a", "b"]
    for weight, total in (("", "8"), ("fire", "8"), ("close", "7"), ("naval", None)):
        drawn = ET.fromstring(f"<svg>{counters.stack(units, LOOK, (0, 0), {}, weight=weight)}</svg>")
        chips = [t.text for t in drawn.iter("text") if t.get("class") == "chip"]
        assert chips == ([total] if total else []), weight


def test_side_is_told_by_polarity_and_corners():
    communist, un = parsed(face()), parsed(face(side="un", nation="US", formation=""))
    shapes = [next(element.iter("path")).get("d") for element in (communist, un)]
    assert shapes == [counters.CUT, counters.ROUND]
    for look in LOOKS.values():
        assert {side["polarity"] for side in look["side"].values()} == {"light", "dark"}
        assert {side["corners"] for side in look["side"].values()} == {"cut", "round"}


def test_every_type_and_size_of_the_game_has_a_sign():
    from parallel38.games.yalu import data

    for row in data.table("units.toml")["units"]:
        assert row["type"] in LOOK["symbol"], row["id"]
        assert row["nation"] in LOOK["nation"], row["id"]
        assert row["size"] in LOOK["size"] or row["size"] in ("garrison", "guerrilla", "support", "conscript"), row[
            "id"
        ]
        assert not row.get("army") or row["army"] in LOOK["formation"], row["id"]
    assert set(LOOK["symbol"].values()) <= set(counters.SYMBOLS)


def test_a_nation_that_the_look_does_not_know_gets_the_colours_of_its_side():
    element = parsed(face(side="un", nation="Zz", formation=""))
    assert next(element.iter("path")).get("fill") == LOOK["other"]["un"]["fill"]
    assert "Zz" in texts(element)


def test_changed_figures_have_another_colour():
    def colour(one: Face) -> str | None:
        return next(t.get("fill") for t in parsed(one).iter("text") if t.get("class") == "values")

    assert colour(face()) == tokens.group("counter")["dark_print"]
    assert colour(face(figures=(Figure("5–6", changed=True),))) == tokens.group("counter")["dark_changed"]


def test_badges_stay_outside_of_the_figures():
    """Names end above 27, figures begin below 66; badges keep between, at the sides of the symbol (26 to 74)."""
    for state in LOOK["state"].values():
        if "badge" in state:
            drawn = ET.fromstring(f"<g>{counters.badge(state)}</g>")
            letter = drawn.find("text")
            assert letter is not None
            assert letter.text == state["badge"]
            assert float(letter.get("x", 50)) in (10, 90)
            assert 40 < float(letter.get("y", 0)) < 66
    one = parsed(face(states=("neutralized", "isolated")))
    assert texts(one) == ["112", "38", "5–6", "N", "I"]
    tags = [(e.tag, e.get("fill")) for e in one.iter() if e.tag in ("path", "use", "text")]
    first = min(i for i, (name, _) in enumerate(tags) if name in ("use", "text"))
    assert tags.index(("path", "url(#hatch)")) < first, "the hatch lies under the print"


def test_counters_have_depth_without_a_filter():
    """Light from above on the inner edges, shade at the foot, a soft shadow of three outlines that grow fainter."""
    for corners in counters.OUTLINE:
        light, dark = counters.BEVEL[corners]
        drawn = counters.counter(face(side="un" if corners == "round" else "communist"), LOOK)
        assert drawn.index(dark) < drawn.index(light) < drawn.index("<text")
        shade = ET.fromstring(f"<g>{counters.shadow(corners)}</g>")
        faint = [float(e.get("fill-opacity", 1)) for e in shade]
        assert faint == sorted(faint)
        assert len(faint) == 3
    sheet = counters.definitions() + counters.style() + counters.counter(face(), LOOK) + counters.shadow("cut")
    assert "filter" not in sheet, "filters cost frames"


def test_the_rim_of_a_state_lies_inside_the_edge():
    """So that counters of a stack can be told apart where all are neutralized."""
    one = parsed(face(states=("neutralized",)))
    (rim,) = [e for e in one.iter("path") if e.get("stroke") == tokens.group("meaning")["stop"]]
    assert rim.get("transform") == "translate(5.5 5.5) scale(.89)"


def test_unknown_flags_change_nothing():
    assert counters.counter(face(states=("moved",)), LOOK) == counters.counter(face(), LOOK)


def test_stacks_grow_to_four_edges():
    def width(count: int) -> float:
        units = [(f"U-{i}", face(name=str(i))) for i in range(count)]
        root = ET.fromstring(f"<g>{counters.stack(units, LOOK, (0, 0), {})}</g>")
        moved = [g.get("transform", "") for g in root if g.tag == "g" and g.find("g") is not None]
        assert len(moved) == count
        lefts = [float(t.split("(")[1].split()[0]) for t in moved]
        assert lefts == sorted(lefts), "each counter lies to the right of those under it"
        return lefts[-1] - lefts[0]

    assert [width(n) for n in (1, 2, 3, 4, 6)] == [0, 4, 8, 12, 12]


def pairs() -> list[tuple[str, str, str]]:
    """Every print on every fill that can occur: what, print, fill."""
    ink, meaning, surface, land = (tokens.group(g) for g in ("counter", "meaning", "surface", "map"))
    found = [("chip", ink["on_chip"], ink["chip"]), ("NK", ink["light_print"], ink["nk_tag"])]
    found += [(f"badge {c}", meaning[f"on_{c}"], meaning[c]) for c in ("stop", "chance", "good", "refuse")]
    found += [(f"paper {c}", surface[c], surface[p]) for c in ("ink", "ink2") for p in ("paper", "paper2")]
    found += [("place", land["place"], land["halo"]), ("river", land["river"], land["halo"])]
    found += [("number", land["grid"], land[c]) for c in ("clear", "rough")]
    found += [("sea", land["sea_letters"], land["shallow"]), ("sign", "#FFFFFF", land["river"])]
    for game, look in LOOKS.items():
        found += [(f"{game} army {a}", ink["light_print"], colour) for a, colour in look["formation"].items()]
        found += [(f"{game} line", line["colour"], land["halo"]) for line in look.get("line", ())]
        for kind, name, side in worn(game):
            colours, polarity = look[kind].get(name, {}), look["side"][side]["polarity"]
            if "fill" not in colours:
                continue
            found.append((f"{game} {name}", ink[f"{polarity}_print"], colours["fill"]))
            found.append((f"{game} {name} changed", ink[f"{polarity}_changed"], colours["fill"]))
            if polarity == "light":
                found.append((f"{game} {name} tag", ink["light_tag"], colours["fill"]))
    return found


def worn(game: str) -> list[tuple[str, str, str]]:
    """The kinds of colours that the counters of a game have: of which kind, its name, the side that wears it."""
    rules = RULES[game]
    start = rules.start()
    faces = [rules.face(start, unit) for unit in range(len(rules.names.units))]
    nations = {("nation", one.nation, one.side) for one in faces}
    types = {("type", one.type, one.side) for one in faces}
    return sorted(nations | types | {("other", side, side) for side in rules.sides})


@pytest.mark.parametrize("pair", pairs(), ids=lambda p: p[0])
def test_print_can_be_read_on_its_fill(pair: tuple[str, str, str]):
    assert tokens.contrast(pair[1], pair[2]) >= 4.5


def test_contrast_is_the_one_of_the_standard():
    assert tokens.contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert tokens.contrast("#FFF3DA", "#93291F") == tokens.contrast("#93291F", "#FFF3DA")


def test_texts_are_escaped():
    drawn = counters.counter(face(name='<"&>'), LOOK, 'a"b', "A & B <c>\x07")
    element = ET.fromstring(drawn)
    assert '<"&>' in texts(element)
    assert element.get("data-unit") == 'a"b'
    assert element.findtext("title") == "A & B <c>"
    assert escape("'") == "&#x27;"


def test_numbers_are_short():
    assert [num(v) for v in (1.0, 1.005, -0.004, 12.346, 100)] == ["1", "1", "0", "12.35", "100"]
    assert tag("rect", x=1 / 3, class_="a", stroke_width=2, fill=None) == '<rect x="0.33" class="a" stroke-width="2"/>'


# --------------------------------------------------------------------------------------------------------------- lines


def test_lines_go_on_as_straight_as_they_can():
    points = {1: (0.0, 0.0), 2: (1.0, 0.0), 3: (2.0, 0.1), 4: (1.2, 1.0), 5: (3.0, 0.0)}
    found = chains([(1, 2), (2, 3), (2, 4), (3, 5)], points.__getitem__)
    assert sorted(map(len, found)) == [2, 4]
    assert max(found, key=len) in ([1, 2, 3, 5], [5, 3, 2, 1])
    ring = chains([(1, 2), (2, 4), (4, 1)], points.__getitem__)
    assert [len(line) for line in ring] == [4]
    assert ring[0][0] == ring[0][-1]


def test_bends_give_way_but_not_where_a_place_is():
    points = {1: (0.0, 0.0), 2: (1.0, 1.0), 3: (2.0, 0.0)}
    links = [(1, 2), (2, 3)]
    assert relaxed(links, points.__getitem__, lambda n: False, 0.5, 9)[2] == (1.0, 0.5)
    assert relaxed(links, points.__getitem__, lambda n: False, 0.5, 0.25)[2] == (1.0, 0.75)
    assert relaxed(links, points.__getitem__, lambda n: n == 2, 0.5, 9) == points


def test_shared_links_get_two_lanes_on_the_same_sides_all_along():
    points = {1: (0.0, 0.0), 2: (10.0, 0.0), 3: (20.0, 0.0)}
    assert lanes([(1, 2), (2, 3)], points.__getitem__, 2.0) == {1: (0.0, -2.0), 2: (0.0, -2.0), 3: (0.0, -2.0)}


def test_lines_part_where_one_net_goes_on_and_the_other_turns():
    assert partings([[1, 2, 3, 4]], [[1, 2, 3, 5]]) == {3}
    assert partings([[1, 2, 3]], [[3, 2, 1]]) == set()
    assert partings([[1, 2, 3]], [[7, 8, 9]]) == set()


def test_smooth_paths_pass_through_all_points():
    d = smooth([(0, 0), (10, 5), (20, 0)])
    assert d.startswith("M0 0C")
    assert d.count("C") == 2
    assert " 10 5C" in d
    assert d.endswith(" 20 0")
    assert smooth([(0, 0), (10, 5), (20, 0)], {1}).split("C")[1].endswith(" 10 5 10 5")  # no lean at a corner


def test_the_tokens_are_one_file_of_colours_and_faces():
    from importlib import resources

    plain = tomllib.loads(resources.files("parallel38.draw").joinpath("tokens.toml").read_text())
    for name, group in plain.items():
        assert group == tokens.group(name)
        if name != "type":
            assert all(len(colour) == 7 and int(colour[1:], 16) >= 0 for colour in group.values())


def test_tanks_and_guns_have_the_mark_of_a_battalion():
    def mark(**changes: Any) -> list[str]:
        paths = parsed(face(side="un", nation="US", formation="", **changes)).iter("path")
        return [p.get("d", "") for p in paths if p.get("stroke-width") == "2.2"]

    battalion = mark(size="battalion")
    assert len(battalion) == 1
    assert mark(size="support", type="tank") == mark(size="support", type="artillery") == battalion
    assert mark(size="support", type="naval") == []


def test_a_stack_shows_the_states_of_units_under_others():
    units = [("a", face(weights=(("strength", Fraction(9)),)))]
    units += [(f"U-{i}", face(name=str(i), states=("surprised",))) for i in range(2)]
    units += [("n", face(states=("neutralized", "moved")))]
    root = ET.fromstring(f"<g>{counters.stack(units, LOOK, (0, 0), {})}</g>")
    gathered = {g.get("data-state"): texts(g) for g in root if "covered" in g.get("class", "")}
    assert gathered == {"neutralized": ["N"], "surprised": ["2S"]}
    top = [("a", face(states=("surprised",), weights=(("strength", Fraction(9)),))), ("b", face())]
    assert "covered" not in counters.stack(top, LOOK, (0, 0), {}), "the top counter shows its own"


def test_designations_leave_room_for_the_tag():
    for name in ("118", "3/31/7", "1/7/1M", "PEFTOK", "2/15/3"):
        element = parsed(face(side="un", nation="US", formation="", name=name))
        printed = next(t for t in element.iter("text") if t.text == name)
        size = float(printed.get("font-size", 0))
        assert 11 < size <= 26
        assert size * len(name) * 0.34 < 50


def test_thin_spikes_of_the_coast_are_cut_and_land_is_known():
    thorn: list[tuple[float, float]] = [(0, 0), (100, 0), (100, 48), (60, 50), (100, 52), (100, 100), (0, 100)]
    assert (60, 50) not in blunted(thorn)
    square: list[tuple[float, float]] = [(0, 0), (100, 0), (100, 100), (0, 100)]
    assert blunted(square) == square
    land = Land(rings("M0 0L1 0L1 1L0 1Z M2 2L3 2L3 3Z", 100))
    assert [land.has(p) for p in ((50, 50), (150, 50), (280, 250), (220, 280))] == [True, False, True, False]


def test_named_lines_go_on_where_straight_ones_would_not():
    points = {1: (0.0, 0.0), 2: (1.0, 0.0), 3: (2.0, 0.0), 4: (1.5, 0.9)}
    links = [(1, 2), (2, 3), (2, 4)]
    assert [1, 2, 3] in chains(links, points.__getitem__)
    named = chains(links, points.__getitem__, passes([(1, 2, 4)]))
    assert [1, 2, 4] in named or [4, 2, 1] in named
    main = main_lines(links, points.__getitem__, passes([(1, 2, 4)]))
    assert {*main[2]} == {1, 4}
    lean = branches([3, 2], main, points.__getitem__)
    assert set(lean) == {1}
    assert lean[1][0] < 0, "the branch goes on toward 1"
