"""10.1 Improved positions: where they are dug, lifted, shared and left."""

import pytest

from parallel38.engine.texts import LANGUAGES
from parallel38.games.forgotten_war.rules import shots
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from tests.games.forgotten_war.field import ends, field, flags, number, play, said, where, why


@pytest.mark.rule("F-10.1.A1", "F-10.1.A2", "F-10.2.1.I")
def test_leg_units_dig_in_and_then_stay_until_their_markers_are_lifted():
    game = field({"2635": "A/5-1, A/5-2", "2740": "AT/5", "2634": "B/5-1", "2535": "1/175, B/5-2"}, phase="un_movement")
    assert why(game, "dig AT/5") == ["F-10.1.A1"]
    assert why(game, "dig B/5-2") == ["F-10.1.A1"]  # in a close combat
    play(game, "dig A/5-1")
    assert flags(game, "A/5-1") == "dug"
    assert why(game, "dig A/5-1") == ["F-10.1.A1"]
    assert why(game, "move A/5-1 2636") == ["F-10.2.1.I"]
    assert ends(game, "A/5-1") == set()
    assert why(game, "lift A/5-2") == ["F-10.1.A2"]
    play(game, "lift A/5-1", "move A/5-1 2636")
    assert why(game, "dig A/5-2") == ["F-3.1.E"]


@pytest.mark.rule("F-10.1.B", "F-10.2.1.J", by="value")
def test_a_position_protects_all_friends_in_the_hex_from_every_side():
    game = field({"2740": "A/5-1 dug, A/5-2, AT/5", "2741": "1/175", "2739": "2/175"}, phase="un_defensive_fire")
    s = game.state
    for shooter in ("1/175", "2/175"):
        for target in ("A/5-1", "A/5-2", "AT/5"):
            found = shots.white_modifiers(s, number(game, shooter), number(game, target))
            assert shots.drm(found) == 1, (shooter, target)
    assert s.dug_in(UN, s.where[number(game, "A/5-2")])
    assert not s.dug_in(COMMUNIST, s.where[number(game, "1/175")])


@pytest.mark.rule("F-10.1.A1")
def test_by_order_those_that_stay_dig_in_and_those_that_fight_keep_their_markers():
    units = {"2635": "A/5-1, A/5-2", "2634": "B/5-1 dug, 1/175", "2540": "B/5-2 dug"}
    game = field(units, phase="un_prep_fire", un_digging="stay")
    assert "dug" in flags(game, "B/5-1")
    assert "dug" not in flags(game, "B/5-2")
    play(game, "move A/5-1 2636", "move B/5-2 2541", "end")
    assert [("dug" in flags(game, unit)) for unit in ("A/5-1", "A/5-2", "B/5-1", "B/5-2")] == [False, True, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_order_those_that_dig_in_are_told_apart_from_those_that_have_done_it(language: str):
    units = {"2635": "A/5-1 dug, A/5-2", "2540": "B/5-2 dug, B/5-1 dug"}
    game = field(units, phase="un_prep_fire", un_digging="stay")
    play(game, "move B/5-2 2541")
    done = game.play("end")
    new, still = (event for entry in done for event in entry.events if event.text.startswith("dug"))
    assert (new.text, new.args["units"], still.text, still.args["n"]) == (
        "dug_all",
        (number(game, "A/5-2"),),
        "dug_still",
        2,
    )
    assert all("dug" in flags(game, unit) for unit in ("A/5-1", "A/5-2", "B/5-1"))
    texts = game.rules.texts(language)
    told = [texts.say(f"log.{event.text}", event.args) for event in (new, still)]
    assert (
        told
        == {
            "en": [
                "1 unit that stayed digs in: 2nd Platoon, A Company, 5th Marines.",
                "2 units stay in their improved positions.",
            ],
            "es": [
                "1 unidad que se quedó mejora su posición: 2.ª Sección de la Compañía A, 5.º de Marines.",
                "2 unidades siguen en sus posiciones mejoradas.",
            ],
        }[language]
    )


def test_whoever_takes_the_order_back_keeps_the_positions_of_units_that_stay():
    game = field({"2635": "A/5-1 dug, A/5-2", "2540": "B/5-2 dug"}, phase="un_prep_fire", un_digging="stay")
    play(game, "order digging ask", "move B/5-2 2541", "end")
    assert [("dug" in flags(game, unit)) for unit in ("A/5-1", "A/5-2", "B/5-2")] == [True, False, False]


def test_by_order_a_unit_may_leave_a_close_combat_in_which_it_is_dug_in():
    game = field({"2634": "B/5-1 dug, B/5-2, 1/175"}, phase="un_prep_fire", un_digging="stay")
    play(game, "move B/5-1 2635")
    assert (where(game, "B/5-1"), "dug" in flags(game, "B/5-1")) == ("2635", False)
    assert "dug" not in flags(game, "B/5-2")  # the marker was lifted before it went, not left to a friend


@pytest.mark.rule("F-13.7.A", by="value")
def test_by_order_a_vehicle_that_stays_alone_in_a_position_keeps_it():
    game = field({"2740": "AT/5 dug", "2639": "AT/7"}, phase="un_prep_fire", un_digging="stay")
    play(game, "end")
    assert [("dug" in flags(game, unit)) for unit in ("AT/5", "AT/7")] == [True, False]


@pytest.mark.rule("F-10.1.C1")
@pytest.mark.rule("F-10.1.C2", by="value")
def test_at_chipyongni_nobody_digs_and_the_un_has_the_positions_of_the_map():
    units = {"2224": "E/23-1", "2124": "F/23-1", "2322": "1/343-1"}
    game = field(units, scenario="chipyongni", phase="un_movement", turn=2)
    assert why(game, "dig F/23-1") == ["F-10.1.C1"]
    assert not any(offer.verb == "dig" for offer in game.offers())
    grid = game.state.rules.names.grid
    assert [game.state.dug_in(UN, grid.hex(h)) for h in ("2224", "2124")] == [True, False]
    game = field({"2224": "1/343-1", "2225": "E/23-1"}, scenario="chipyongni", phase="un_offensive_fire", turn=2)
    assert not game.state.dug_in(COMMUNIST, grid.hex("2224"))


@pytest.mark.rule("F-10.1.C3", "F-10.2.1.L", "F-10.2.7.F", "F-13.7.C", by="value")
def test_prepared_positions_cost_two_points_and_never_go():
    units = {"2124": "E/23-1", "2324": "1/343-1"}
    game = field(units, scenario="chipyongni", phase="un_movement", turn=2)
    grid, rules = game.state.rules.names.grid, game.state.rules
    for unit, start in (("E/23-1", "2124"), ("1/343-1", "2324")):
        assert rules.step_cost(number(game, unit), grid.hex(start), grid.hex("2224")) == 2 * rules.point
    road = rules.step_cost(number(game, "E/23-1"), grid.hex("2128"), grid.hex("2228"))
    assert road == 2 * rules.point  # along the road too
    play(game, "move E/23-1 2224", "move E/23-1 2124")  # freely entered and left
    assert rules.prepared >> grid.hex("2224") & 1
    assert game.state.dug_in(UN, grid.hex("2224"))


@pytest.mark.rule("F-13.7.A")
@pytest.mark.rule("F-10.2.1.K", "F-13.7.B", by="value")
def test_a_position_goes_with_its_last_unit_and_stays_with_a_friend():
    units = {"2740": "A/5-1 dug, AT/5", "2741": "1/175 lost=1, 2/175"}
    game = field(units, phase="un_close_combat", dice=[3])
    assert "position_removed" not in said(game.play("assault 2741 A/5-1"))
    assert "dug" in flags(game, "AT/5")
    game = field({"2635": "A/5-1 dug", "2634": "1/175 lost=1"}, phase="un_close_combat", dice=[3])
    assert "position_removed" in said(game.play("assault 2634 A/5-1"))
    grid, s = game.state.rules.names.grid, game.state
    assert not s.dug_in(UN, grid.hex("2635"))
    assert not s.dug_in(COMMUNIST, grid.hex("2635"))
    walk = game.state.rules.step_cost(number(game, "2/175"), grid.hex("2634"), grid.hex("2635"))
    assert walk == game.state.rules.price["rough"]  # as if no marker had been there


def test_a_vehicle_that_is_left_alone_in_a_position_can_leave_it():
    game = field({"2740": "AT/5 dug"}, phase="un_movement")
    assert why(game, "move AT/5 2639") == ["F-10.2.1.I"]
    assert "lift" in {offer.verb for offer in game.offers()}
    play(game, "lift AT/5", "move AT/5 2639")
    assert where(game, "AT/5") == "2639"
