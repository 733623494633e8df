"""What players are shown: overlays, facts of hexes, the figures at the head, the account of points, counters."""

from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES

from .field import field, new, number, play


def overlay(game: Game, kind: str) -> dict[str, Any]:
    return desk.overlay(game, kind, None, "en")


def facts(game: Game, label: str) -> list[str]:
    return [line["text"] for line in desk.hex_facts(game, label, "en")["lines"]]


def tracks(game: Game, language: str = "en") -> dict[str, tuple[str, str | None]]:
    found = desk.situation(game, language)["tracks"]
    return {track["name"]: (track["text"], track["note"]) for track in found}


def goals(game: Game) -> dict[str, tuple[str, list[str]]]:
    return {goal["side"]: (goal["text"], goal["parts"]) for goal in desk.situation(game, "en")["goals"]}


# ------------------------------------------------------------------------------------------------------------ overlays


def test_spotting_names_the_unit_that_spots():
    """F/7 stands on Fox Hill, a hilltop: it sees three hexes; the platoon in the valley sees one."""
    game = field({"2032": "F/7-1", "1728": "I/1-1", "2035": "1/175", "1730": "2/175"})
    found = overlay(game, "spotting-un")
    assert found["labels"] == {"2035": "F/7"}
    assert found["units"] == ["F/7-1"]
    assert {"2035", "1729"} <= {*found["hexes"]}
    assert "1730" not in found["hexes"]
    assert "The Communist side: spotted for artillery by 1st Platoon, F Company, 7th Marines" in facts(game, "2035")
    assert not [line for line in facts(game, "1730") if "spotted" in line]


def test_direct_fire_adds_up_at_each_enemy_hex():
    game = field({"1728": "I/1-1, I/1-2", "1729": "1/175", "1730": "2/175"})
    assert overlay(game, "fire-un")["labels"] == {"1729": "14"}
    assert "The Communist side: within reach of direct fire of 14 in all" in facts(game, "1729")
    fired = field({"1728": "I/1-1, I/1-2 fired", "1729": "1/175"})
    assert overlay(fired, "fire-un")["labels"] == {"1729": "7"}


def test_the_east_bank_shows_what_north_koreans_there_would_score():
    game = field({"1514": "1/16-1, 1/16-2 lost=1", "1405": "1/16-3"}, scenario="naktong", phase="communist_movement")
    found = overlay(game, "bank")
    assert found["labels"] == {"1514": "+3"}
    assert found["units"] == ["1/16-1", "1/16-2"]
    assert tracks(game)["east"] == ("2", "North Korean units in the river or east of it: 1 whole, 1 reduced")
    assert goals(game)["communist"] == ("3 VP", ["2 North Korean units in the river or east of it: 3"])


def test_withdrawals_show_the_points_of_this_turn():
    units = {"2039": "A/27-1, A/27-2 lost=1"}
    early = field(units, scenario="naktong", phase="un_movement", turn=9)
    worth = overlay(early, "withdrawals")
    assert worth["units"] == ["A/27-1", "A/27-2"]
    points = int(worth["labels"]["2039"].removeprefix("+"))
    assert points > 0
    assert tracks(early)["recall"][0] == f"{points} VP"
    late = field(units, scenario="naktong", phase="un_movement", turn=16)
    assert overlay(late, "withdrawals")["labels"] == {"2039": "+0"}
    assert tracks(late)["recall"] == ("0 VP", None)


def test_gun_ranges_are_rings_around_guns_that_can_fire():
    game = field({"1728": "D/11", "1729": "H/11 barraged", "1730": "1/175"})
    found = overlay(game, "guns")
    far = game.state.rules.reach_of[number(game, "D/11")]
    assert found["units"] == ["D/11"]
    assert {*found["labels"].values()} == {str(far)}
    grid = game.state.rules.grid
    steps = {grid.distance(grid.hex("1728"), grid.hex(h)) for line in found["lines"] for h in line}
    assert max(steps) == far
    assert far - 1 not in steps, "a ring and nothing inside it"
    assert found["hexes"] == ["1730"], "the enemies within"


def test_what_is_too_far_from_a_road():
    game = field({"2628": "I/1-1", "1728": "I/1-2"}, phase="un_movement")
    found = overlay(game, "roads")
    assert found["labels"] == {"2628": "6"}
    assert "2628" in found["hexes"]
    assert "1728" not in found["hexes"]
    assert "6 hexes from a road: too far for the UN" in facts(game, "2628")


def test_ice_dumps_and_hidden_divisions():
    game = field({"2628": "1/175", "1728": "I/1-1"})
    perils = overlay(game, "perils")
    assert perils["labels"] == dict.fromkeys(("1613", "1728", "1729", "1332"), "+3")
    hidden = overlay(game, "hiding")
    assert "1/175" in hidden["units"]
    assert "Assembly area of the 59th Division, which aircraft cannot find yet" in facts(game, "2628")
    seen = field({"2628": "1/175", "1728": "I/1-1"}, revealed="59th")
    assert "1/175" not in overlay(seen, "hiding")["units"]


def test_the_airstrip_tells_its_price():
    guard = {"1827": "B/1E-1, B/1E-2", "1828": "B/1E-3"}
    assert overlay(field(guard), "airfield")["labels"]["1827"] == "0"
    assert tracks(field(guard))["strip"][0] == "guarded"
    bare = field({"1827": "B/1E-1"})
    assert overlay(bare, "airfield")["labels"]["1827"] == "−10"
    assert tracks(bare)["strip"][0] == "unguarded"
    taken = field({"1827": "1/175"}, strip_lost="south")
    assert overlay(taken, "airfield")["labels"]["1828"] == "−20"
    assert tracks(taken)["strip"][0] == "taken"
    assert tracks(field(guard, strip="closed"))["strip"][0] == "closed"


def test_ranges_of_the_ring_by_day_and_night():
    units = {"1225": "C/23-1", "1625": "A/37", "1526": "TK/23-1"}
    night = overlay(field(units, scenario="chipyongni", turn=1), "ranges")
    assert {*night["labels"].values()} == {"2", "4", "15"}
    day = overlay(field(units, scenario="chipyongni", turn=3), "ranges")
    assert {*day["labels"].values()} == {"2", "4"}


def test_no_aircraft_strikes_on_or_inside_the_perimeter():
    game = field({"1224": "1/357-1", "0124": "1/357-2"}, scenario="chipyongni")
    found = overlay(game, "shelter")
    assert found["units"] == ["1/357-1"]
    assert tracks(game)["breach"][0] == "1"
    assert "Perimeter: no aircraft strikes here" in facts(game, "1224")
    assert tracks(field({}, scenario="chipyongni", turn=2))["light"] == ("night", "The next turn is a day turn")


# -------------------------------------------------------------------------------------- account, chances, counters


def test_points_are_told_line_by_line():
    units = {"exited": "TR-7, I/1-1", "gone": "I/1-2", "1613": "1/175", "1728": "H/1-1"}
    game = field(units, un_points=4)
    un, communist = goals(game)["un"], goals(game)["communist"]
    assert un[1] == ["Airstrip and ice: 2", "1 train that left by the road: 2", "1 other unit that left by the road: 1"]
    assert un[0] == "5 VP"
    assert communist[1][-1] == "1 supply dump in Communist hands: 3"
    notes = {
        unit["id"]: unit["note"]
        for side in desk.forces(game, "en")
        for group in side["groups"]
        for unit in group["units"]
    }
    assert notes["TR-7"] == "2 VP"
    assert notes["I/1-1"] == "1 VP"
    assert notes["I/1-2"].endswith(" VP to the enemy")
    head = desk.account(game, "en")["head"]
    assert any("1 train that left by the road: 2" in line for line in head)


def test_fire_at_several_units_tells_the_steps_that_it_may_cost():
    units = {"0924": "1/357-1, 1/357-2 lost=1", "1625": "A/37"}
    game = field(units, scenario="chipyongni", phase="un_prep_fire")
    tolls = desk.plan(game, "fire A/37 0924 - indirect", "en")["odds"]["tolls"]
    (other,) = [toll for toll in tolls if toll["side"] == "communist"]
    steps = {int(result["key"]): result["chance"] for result in other["results"]}
    assert max(steps) == 3, "both steps of one and the last of the other"
    assert sum(steps.values()) == pytest.approx(1)


def test_a_fire_tells_what_its_value_is():
    """Rifles have their fire strength, aircraft half of it against armour, a gun that fires over others its barrage."""

    def told(game: Game, line: str) -> tuple[str, list[str]]:
        odds = desk.plan(game, line, "en")["odds"]
        return odds["ratio"], [note["text"] for note in odds["notes"]]

    units = {"1110": "T34, 1/16-1", "1210": "A/34-1", "available": "AIR-1, B/13FA"}
    naktong = field(units, scenario="naktong", phase="un_prep_fire")
    value, notes = told(naktong, "fire AIR-1 1110 - indirect")
    strength = naktong.state.fire(number(naktong, "AIR-1"))
    assert (value, notes[0]) == (str(strength // 2), "Half of its fire strength, against armour.")
    assert f"Against 1st Platoon, 1st Company, NKPA 16th Regiment: {strength}." in notes
    units = {"1224": "A/23-1", "1223": "A/37", "1124": "1/343-1"}
    ring = field(units, scenario="chipyongni", phase="un_prep_fire")
    assert told(ring, "fire A/37 1124 - indirect")[1][0] == "The strength of its barrage."
    ring = field(units, scenario="chipyongni", phase="un_offensive_fire")
    assert told(ring, "fire A/23-1 1124 1/343-1") == ("6", ["Its fire strength."])


def test_points_left_of_a_unit_that_moved_strategically():
    """Once more than the allowance is used, the unit goes on with what strategic movement leaves it."""
    game = field({"1728": "I/1-1"}, phase="un_movement")
    notes = []
    for line in ("move I/1-1 1728-1727-1726 strategic", "move I/1-1 1726-1725-1724-1723-1722-1721-1720 strategic"):
        play(game, line)
        notes.append(next(one["note"] for one in desk.situation(game, "en")["units"] if one["id"] == "I/1-1"))
    assert notes[0].endswith("9 of 10 MP left")
    assert notes[1].endswith("8½ of 20 MP left")


def test_marks_on_counters():
    def states(game: Game, unit: str) -> tuple[str, ...]:
        return game.rules.face(game.state, number(game, unit)).states

    game = field({"1728": "I/1-1 dug, I/1-2", "1729": "I/1-3, 1/175", "1730": "D/11 abandoned"}, phase="un_movement")
    assert states(game, "I/1-1") == ("dug",)
    assert states(game, "I/1-3") == states(game, "1/175") == ("close_combat",)
    assert states(game, "D/11") == ("abandoned",)
    play(game, "move I/1-2 1727")
    assert states(game, "I/1-2") == ("moved",)
    note = next(one["note"] for one in desk.situation(game, "en")["units"] if one["id"] == "I/1-2")
    assert note.endswith("of 10 MP left")
    shown = game.rules.look()["state"]
    assert {"dug", "close_combat", "abandoned", "barraged", "moved", "fired"} <= {*shown}


@pytest.mark.parametrize("scenario", ["naktong", "chosin", "chipyongni"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_at_the_head_has_words_and_a_rule(scenario: str, language: str):
    game = new(scenario)
    for track in desk.situation(game, language)["tracks"]:
        assert not track["label"].startswith("track."), track
        assert not track["text"].startswith(("track.", "strip.")), track
        assert track["name"] == "turn" or track["rule"], track
