"""3, 14 to 17 and 22 The sequence of play, air, scenarios and victory."""

import pytest

from parallel38.games.korean_war import TITLE, data, score
from parallel38.games.korean_war.rules import air, outline, stacking, victory
from parallel38.games.korean_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import field, new, number, play, said, track, where

SEGMENTS = (
    "reinforcement",
    "deployment",
    "depot_placement",
    "depot_status",
    "supply_levels",
    "expenditure",
    "initiative",
    "asset_transfer",
    "operations",
    "asset_reassignment",
    "reconstitution",
    "recovery",
    "markers",
    "minesweeping",
)


@pytest.mark.rule("W-3.0a", "W-3.0b", "W-3.F1", "W-3.E0", "W-16.2a", by="value")
def test_the_phases_of_a_turn():
    rules = new("defeat_into_victory").state.rules
    fifth = [(phase.part, phase.key) for phase in rules.outlines[5] if not phase.aside]
    wanted = [("", key) for key in ("air_missions", "enhancement", "amphibious_capacity")]
    wanted += [(part, key) for part in outline.PARTS for key in SEGMENTS]
    wanted += [("", "air_termination"), ("", "victory_points")]
    assert fifth == wanted
    first = {phase.part for phase in rules.outlines[1]}
    assert first == {"second_action", ""}
    assert "air_missions" not in {phase.key for phase in rules.outlines[1]}


@pytest.mark.rule("W-3.B1", "W-3.C1", "W-3.D1", "W-3.G1", "W-3.H1", by="value")
def test_phases_that_come_later():
    rules = new("defeat_into_victory").state.rules
    keys = {turn: {phase.key for phase in found} for turn, found in rules.outlines.items()}
    assert "enhancement" not in keys[2]
    assert {"air_missions", "amphibious_capacity", "air_termination", "victory_points"} <= keys[2]
    assert "enhancement" in keys[3]
    assert "victory_points" not in {phase.key for phase in new("resurgent").state.rules.sequence}


@pytest.mark.rule("W-3.0c", "W-17.0b", by="value")
def test_a_scenario_may_begin_and_end_in_the_middle_of_a_turn():
    rules = new("invasion").state.rules
    assert {phase.part for phase in rules.outlines[4]} == {"first_action", ""}
    strike = new("strike_back")
    assert {phase.part for phase in strike.state.rules.outlines[4]} == {"second_action", ""}
    assert strike.state.turn == 4


@pytest.mark.rule("W-17.0a", "W-14.1a", "W-7.6b", "W-2.4a", "W-2.4b", by="value")
@pytest.mark.parametrize("scenario", [s.name for s in TITLE.scenarios])
def test_the_set_up_of_every_scenario(scenario: str):
    game = new(scenario)
    first = game.at(0)
    s, rules = first.state, first.state.rules
    for name, place, parent in data.setup(scenario):
        wanted = f"with:{parent}" if parent else place if place != "box" else where(first, name)
        assert where(first, name) == wanted
    assert not any(s.flags)
    for side in (UN, COMMUNIST):
        for units in s.fighters(side).values():
            assert sum(stacking.weight(s, u) for u in units) <= stacking.MOST
    assert not s.held_by(UN) & s.held_by(COMMUNIST)
    for side, other in (("un", COMMUNIST), ("communist", UN)):
        for city in rules.scenario["control"][side]:
            assert not s.controls(other, city)


@pytest.mark.rule("W-15.0a", "W-17.0c", by="value")
def test_air_levels_are_fixed_without_the_display():
    game = new("strike_back")
    assert (track(game, "cas"), track(game, "interdiction")) == (10, 4)


@pytest.mark.rule("W-15.2d", by="value")
def test_the_multiplier_of_a_secured_province():
    game = field({"1625": "US-2", "3815": "NK-6"})
    assert air.multiplier(game.state, data.PROVINCES.index("kyonggi")) == 2
    safe = field({"1625": "US-2", "5608": "NK-6"})
    assert air.multiplier(safe.state, data.PROVINCES.index("kyonggi")) == 1


@pytest.mark.rule("W-15.0d", by="value")
def test_missions_end_with_the_turn():
    game = field(
        {"cas": "AIR-8FBG", "over_hwanghae": "AIR-19BG", "1625": "US-2", "3815": "NK-6"},
        cas=5,
        interdiction=2,
        restricted="hwanghae",
    )
    air.terminate(game.state)
    assert where(game, "AIR-8FBG") == where(game, "AIR-19BG") == "airfields"
    assert (track(game, "cas"), track(game, "interdiction"), track(game, "restricted")) == (0, 0, 0)


@pytest.mark.rule("W-15.3b", "W-15.0b")
def test_winter_limits_support():
    names = [row["id"] for row in data.units() if row["kind"] == "air_fighter"]
    units = {"cas": ", ".join(names[:8]), "airfields": f"{names[8]}, AIR-19BG", "1625": "US-2", "3815": "NK-6"}
    game = field(
        units, scenario="resurgent", turn=9, phase="air_missions", part="", frame={"kind": "Missions", "done": False}
    )
    assert [r.rule for r in game.why_not(f"mission {names[8]} cas")] == ["W-15.3b"]
    assert [r.rule for r in game.why_not("mission AIR-19BG cas")] == ["W-15.0b"]


@pytest.mark.rule("W-17.1", by="value")
def test_the_points_of_the_first_scenario():
    game = new("invasion")
    held = sum(game.state.rules.city_points.get(h, 0) for h in bits(game.state.controlled(UN)))
    assert victory.total(game.state) == held == 22
    assert victory.level(game.state).winner == "un"


@pytest.mark.rule("W-17.1b")
def test_pusan_ends_the_game():
    game = field(
        {"0928": "NK-6", "1625": "US-2"},
        marks=["taken 0928"],
        phase="minesweeping",
        frame={"kind": "Sweeping", "hexes": []},
    )
    assert game.over
    assert game.winner == "communist"


@pytest.mark.parametrize("scenario", ["invasion", "defeat_into_victory"])
def test_whoever_has_won_at_once_leads(scenario: str):
    """The UN has nearly all cities but Pusan: the points alone would be a victory of the UN."""
    game = field(
        {"0928": "NK-6", "1625": "US-2"},
        scenario=scenario,
        marks=["taken 0928"],
        phase="minesweeping",
        frame={"kind": "Sweeping", "hexes": []},
        points=70,
        turn=4,
        part="first_action",
    )
    assert (game.winner, victory.level(game.state).winner) == ("communist", "un")
    assert game.rules.lead(game.state) == -score.bounds(game.state)[0] - 1


@pytest.mark.rule("W-22.1b")
def test_masan_and_taegu_end_the_game_with_the_turn():
    marks = ["taken 1024", "taken 1625"]
    game = field(
        {"1024": "NK-6", "0928": "US-2"}, marks=marks, phase="minesweeping", frame={"kind": "Sweeping", "hexes": []}
    )
    assert game.over
    middle = field(
        {"1024": "NK-6", "0928": "US-2"},
        marks=marks,
        phase="minesweeping",
        part="first_action",
        frame={"kind": "Sweeping", "hexes": []},
    )
    assert not middle.over


@pytest.mark.rule("W-3.H1")
def test_points_are_added_up_turn_by_turn():
    game = field(
        {"0928": "US-2", "5608": "NK-6"},
        phase="minesweeping",
        frame={"kind": "Sweeping", "hexes": []},
        turn=4,
        points=7,
    )
    assert "points_scored" in said(game.entries())
    assert track(game, "points") == 29


@pytest.mark.rule("W-11.2ab", "W-7.4d", by="value")
def test_a_new_action_phase_forgets_the_last():
    game = field(
        {"0928": "US-2 landed", "5608": "NK-6"},
        phase="minesweeping",
        part="first_action",
        frame={"kind": "Sweeping", "hexes": []},
    )
    unit = number(game, "US-2")
    assert not game.state.flags[unit]
    assert game.state.start[unit] - 1 == game.state.where[unit]


@pytest.mark.rule("W-4.3j", "W-4.3e", "W-14.2f", by="value")
def test_the_board():
    rules = new("invasion").state.rules
    assert len(rules.provinces) == 14
    both = {rules.board.place_at(h) for h in rules.board.ports.values()} & {*rules.board.points["production"]}
    assert both == {"Wonsan", "Najin"}


def test_a_random_line_can_be_taken_back():
    game = new("invasion", 4)
    before = game.hash()
    action = next(iter(game.legal_actions()))
    play(game, game.notation(action))
    assert game.hash() != before
    game.undo()
    assert game.hash() == before
