"""4.3 and 15 The board's coast and towns, and air missions in detail."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war import data
from parallel38.games.korean_war.rules import air, depots
from parallel38.games.korean_war.state import UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import field, new, number, play, said, track, where, why
from tests.games.korean_war.test_activation import FAR
from tests.games.korean_war.test_attacks import GRID, RULES
from tests.games.korean_war.test_combat import mods

BOMBERS = ("AIR-19BG", "AIR-22BG", "AIR-92BG", "AIR-98BG", "AIR-307BG")
FIGHTERS = tuple(row["id"] for row in data.units() if row["kind"] == "air_fighter")
MISSIONS: dict[str, Any] = {"phase": "air_missions", "part": "", "frame": {"kind": "Missions", "done": False}}


def missions(units: dict[str, str], **more: Any) -> Game:
    """The Air Mission Phase of a game."""
    return field({**units, "1625": "US-7", "5608": "NK-1"}, **{"turn": 5, **MISSIONS, **more})


# ------------------------------------------------------------------------------------------------------------ the board


@pytest.mark.rule("W-4.3d", by="value")
def test_towns_have_no_effect():
    """Kapsan and the like: no control, no depot, no modifier."""
    cities = {*RULES.board.cities}
    towns = {name: h for name, h in RULES.board.places.items() if name not in cities and RULES.land >> h & 1}
    towns = {name: h for name, h in towns.items() if not RULES.cities >> h & 1}
    assert towns
    name, town = next((name, h) for name, h in towns.items() if RULES.beside[h] and not RULES.trackless >> h & 1)
    near = next(bits(RULES.beside[town]))
    game = field({GRID.label(town): "NK-6", GRID.label(near): "US-2", "1625": "US-7"}, turn=3)
    assert "city" not in mods(game, "attack US-2"), name
    assert not (game.state.controlled(UN) | game.state.controlled(1)) >> town & 1
    lonely = field({"1625": "US-7", "3815": "NK-6"})
    far = [h for h in towns.values() if not RULES.near_lines >> h & 1]
    near_city = lonely.state.controlled(UN) | GRID.around(lonely.state.controlled(UN))
    assert not any(depots.legal(lonely.state, UN) >> h & 1 for h in far if not near_city >> h & 1)


@pytest.mark.rule("W-4.3f", "W-4.3g", by="value")
def test_coastal_and_invasion_hexes():
    """All ports and invasion hexes are coastal; units leave from any coastal hex and land at arrows only."""
    assert RULES.ports & ~RULES.coast == 0
    assert RULES.landings & ~RULES.coast == 0
    game = field({"reserve": "1-MAR", **FAR}, capacity=1)
    inland = GRID.label(next(bits(RULES.coast & ~RULES.landings)))
    assert why(game, f"assault 1-MAR {inland}") == ["W-11.2b"]
    bare = GRID.label(next(bits(RULES.coast & ~RULES.landings & ~RULES.cities)))
    leaving = field({bare: "US-2", "2317": "US-3", "1625": "US-7", "5608": "NK-1"}, capacity=1)
    assert why(leaving, "evacuate US-2") == []
    assert why(leaving, "evacuate US-3") == ["W-11.3a"]


# ------------------------------------------------------------------------------------------------------------- missions


@pytest.mark.rule("W-15.0c")
def test_a_mission_lasts_the_turn():
    game = play(missions({"airfields": f"{FIGHTERS[0]}, {FIGHTERS[1]}"}), f"mission {FIGHTERS[0]} cas")
    assert why(game, f"mission {FIGHTERS[0]} kyonggi") == ["W-15.0c"]


@pytest.mark.rule("W-15.0d", "W-15.0c", "W-15.0e", by="value")
def test_missions_last_both_action_phases_and_no_air_unit_is_lost():
    units = {"cas": FIGHTERS[0], "over_hwanghae": BOMBERS[0], "1625": "US-7", "5608": "NK-1"}
    sweeping = {"kind": "Sweeping", "hexes": []}
    game = field(units, turn=4, cas=2, interdiction=3, phase="minesweeping", part="first_action", frame=sweeping)
    assert (where(game, FIGHTERS[0]), where(game, BOMBERS[0])) == ("cas", "over_hwanghae")
    assert (track(game, "cas"), track(game, "interdiction")) == (2, 3)
    air.terminate(game.state)
    assert {where(game, name) for name in (FIGHTERS[0], BOMBERS[0])} == {"airfields"}
    assert not any(o.units for o in game.offers() if number(game, FIGHTERS[0]) in o.units)


@pytest.mark.rule("W-15.2a")
def test_four_air_units_to_a_province():
    game = missions({"airfields": f"{BOMBERS[4]}, {FIGHTERS[0]}", "over_kyonggi": ", ".join(BOMBERS[:4])})
    assert why(game, f"mission {BOMBERS[4]} kyonggi") == ["W-15.2a"]
    assert why(game, f"mission {BOMBERS[4]} hwanghae") == []


@pytest.mark.rule("W-15.2b", "W-15.2d", by="value")
def test_values_are_multiplied_province_by_province():
    """Hwanghae counts three times; Kyonggi twice while a Communist unit is in it, else once."""
    units = {"over_hwanghae": ", ".join(BOMBERS[:2]), "over_kyonggi": f"{BOMBERS[2]}, {FIGHTERS[0]}", "1625": "US-7"}
    game = field({**units, "3815": "NK-1"}, turn=5)
    assert air.total(game.state) == 8 * 3 + 5 * 2
    cleared = field({**units, "5608": "NK-1"}, turn=5)
    assert air.total(cleared.state) == 8 * 3 + 5
    lost = field({**units, "5608": "NK-1"}, turn=5, marks=["taken 3815"])
    assert air.total(lost.state) == 8 * 3 + 5 * 2


@pytest.mark.rule("W-15.3a", by="value")
def test_no_air_missions_in_turn_one():
    rules = new("defeat_into_victory").state.rules
    assert "air_missions" not in {phase.key for phase in rules.outlines[1]}
    assert "air_missions" in {phase.key for phase in rules.outlines[2]}
    assert track(new("defeat_into_victory").at(0), "cas") == 0


@pytest.mark.rule("W-15.3c")
def test_interdiction_in_winter():
    """In winter a die counts two less on the Interdiction Table."""
    units = {"over_hwanghae": ", ".join(BOMBERS[:4])}
    levels = {}
    for scenario, turn in (("defeat_into_victory", 5), ("resurgent", 9)):
        game = missions(units, scenario=scenario, turn=turn, dice=[7])
        (event,) = [e for entry in game.entries() for e in entry.events if e.text == "interdiction_level"]
        levels[turn] = (event.args["drm"], event.args["n"])
    chart = RULES.charts["interdiction"]
    assert levels == {5: (0, chart["7", air.column(game.state)]), 9: (-2, chart["5", air.column(game.state)])}


@pytest.mark.rule("W-15.2f")
def test_three_air_units_do_not_restrict_roads():
    three = missions({"over_hwanghae": ", ".join(BOMBERS[:3]), "airfields": FIGHTERS[0]}, dice=[5])
    play(three, f"mission {FIGHTERS[0]} hwanghae")
    assert track(three, "restricted").bit_count() == 1
    other = missions({"over_hwanghae": ", ".join(BOMBERS[:3]), "airfields": FIGHTERS[0]}, dice=[5])
    entries = other.play(f"mission {FIGHTERS[0]} cas")
    assert "roads_restricted" not in said(entries)
