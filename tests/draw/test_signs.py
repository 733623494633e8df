"""Signs of markers, flags and arrows: drawn once, for sheets and pages alike."""

import re
import xml.etree.ElementTree as ET
from math import dist
from pathlib import Path
from typing import Any

import pytest

import parallel38
from parallel38 import desk, new_game
from parallel38.draw import counters, markers, signs_of
from parallel38.games import NAMES, title

SCRIPTS = Path(parallel38.__file__).parent / "web" / "js"
LOOK: dict[str, Any] = new_game("yalu", seed=1).rules.look()


@pytest.mark.parametrize("name", NAMES)
def test_pages_get_every_sign_of_a_game(name: str):
    rules = title(name).make(title(name).setting())
    found, look = desk.words(new_game(name), "en")["signs"], rules.look()
    assert set(found["marker"]) >= {"", *(kind for kind, drawn in look["marker"].items() if drawn["sign"] != "none")}
    assert set(found["flag"]) == set(found["arrow"]) == set(rules.sides)
    styles = {"filled", *look.get("arrow", {}).values()}
    assert all(set(arrows) >= styles for arrows in found["arrow"].values())
    fragments = [sign["svg"] for sign in found["marker"].values()] + [*found["flag"].values()]
    fragments += [svg for arrows in found["arrow"].values() for svg in arrows.values()]
    for svg in fragments:
        assert len(ET.fromstring(f"<svg>{svg}</svg>")) > 0
        assert "style=" not in svg, "pages allow no inline style"
    assert found["stack"] == {"beside": counters.BESIDE, "edges": counters.EDGES, "step": counters.STEP}


def test_no_script_draws_a_sign_again():
    shapes = {*markers.ARROWS.values(), *markers.CLOTH.values(), *(d for pair in markers.SIGNS.values() for d in pair)}
    for script in SCRIPTS.glob("*.js"):
        text = script.read_text()
        assert not [d for d in shapes if d in text], script.name


def test_sheets_and_pages_have_the_same_signs():
    found = signs_of(LOOK)
    drawn = markers.marker("rail-break", LOOK, (0, 0), 0, on_side=False)
    assert found["marker"]["rail-break"]["svg"] in drawn
    dx, dy = found["marker"]["rail-break"]["at"]
    assert f"translate({dx:.0f} {dy:.0f})" in drawn
    assert found["flag"]["un"] in markers.flag("un", LOOK, (3, 4))
    for style, way in LOOK["arrow"].items():
        assert found["arrow"]["communist"][way] in markers.arrow("communist", LOOK, style, ((0, 0), (100, 0)))


def test_a_new_marker_needs_no_script():
    look = {**LOOK, "marker": {**LOOK["marker"], "mine": {"sign": "cut", "at": "top"}}}
    sign = signs_of(look)["marker"]["mine"]
    assert markers.SIGNS["cut"][0] in sign["svg"]
    assert tuple(sign["at"]) == markers.SLOTS["top"]
    assert markers.words_of("mine", look, 0) == ""
    assert markers.words_of("depot", look, 0) == "D"
    assert markers.words_of("depot", look, 3) == "+3"


def test_marks_of_a_situation_say_what_stands_on_them():
    game = new_game("yalu", seed=1)
    h = game.rules.names.grid.hex("1511")
    for mark in (("rail-break", h, 0), ("interdiction", h, 2)):
        game.state.mark(mark)
    found = {mark["kind"]: mark["label"] for mark in desk.situation(game, "en")["marks"]}
    assert found == {"rail-break": None, "interdiction": "+2"}


def test_arrows_of_the_sides_are_told_apart():
    arrows = signs_of(LOOK)["arrow"]
    assert len({svg for styles in arrows.values() for svg in styles.values()}) == 6
    fills = [re.findall(r'fill="(#\w+)"', arrows[side]["filled"]) for side in ("un", "communist")]
    assert fills == [[LOOK["side"]["un"]["flag"]], [LOOK["side"]["communist"]["flag"]]]


def test_markers_of_one_hex_do_not_cover_each_other():
    for slot in markers.SLOTS.values():
        places = [markers.fanned(slot, n) for n in range(len(markers.FAN))]
        apart = [dist(one, other) for i, one in enumerate(places) for other in places[:i]]
        assert min(apart) > 2 * 12  # the radius of a marker
