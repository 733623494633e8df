"""3.A.1, 18.1 to 18.3 and 18.6 UN commitment, what it brings, mobilization, the commitment of history."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.rules import coming, commitment, landings, mobilization
from tests.games.korean_war.field import (
    SECOND,
    chances,
    field,
    new,
    number,
    play,
    said,
    segment,
    track,
    where,
    whole,
    why,
)

FIRST = "first_action"


def committing(turn: int, **more: Any) -> Game:
    """The UN Commitment Segment of a turn."""
    return segment("commitment", "Committing", turn=turn, declared=[], **more)


def verbs(game: Game) -> set[str]:
    """What may be declared, as it is typed."""
    return {game.notation(offer.action) for offer in game.offers() if offer.action}


@pytest.mark.rule("W-3.A0", by="value")
def test_the_political_phase_belongs_to_the_advanced_game_and_not_to_turn_one():
    rules = new("whole_war").state.rules
    segments = {turn: [p.key for p in found if p.part == ""][:3] for turn, found in rules.outlines.items()}
    assert "commitment" not in {phase.key for phase in rules.outlines[1]}
    assert segments[2] == ["commitment", "air_missions", "amphibious_capacity"]
    assert segments[3][:2] == ["commitment", "tension"]
    assert segments[5] == ["commitment", "formosa", "tension"]
    other = new("defeat_into_victory").state.rules
    assert not {"commitment", "formosa", "tension"} & {p.key for found in other.outlines.values() for p in found}


@pytest.mark.rule("W-23a", by="value")
def test_the_advanced_game_begins_as_the_first_scenario_on_all_sheets():
    game = new("whole_war")
    rules, first = game.state.rules, new("invasion")
    assert (rules.first_phase, rules.last_phase) == ((1, SECOND), (12, SECOND))
    assert rules.land == rules.board.in_play & rules.land
    assert rules.land.bit_count() > first.state.rules.land.bit_count()
    assert where(game, "NK-6") == where(first, "NK-6")
    assert (track(game, "initial"), track(game, "escalation"), track(game, "tension")) == (0, 0, 0)
    assert (track(game, "rules_of_engagement"), track(game, "mobilization")) == (1, 1)


@pytest.mark.rule("W-3.A1", "W-18.1a")
def test_in_turn_two_intervention_and_rules_of_engagement_are_declared():
    game = committing(2)
    every = {f"commit initial {n}" for n in range(6)} | {f"commit rules_of_engagement {n}" for n in range(1, 6)}
    assert verbs(game) == every | {"end"}
    assert why(game, "commit mobilization 2") == ["W-3.A1"]
    assert why(game, "commit escalation 1") == ["W-3.A2"]
    assert why(game, "commit initial 6") == ["W-18.1a"]
    assert why(game, "commit rules_of_engagement 0") == ["W-18.1a"]
    assert why(game, "commit airpower 2") == ["W-18.1a"]
    play(game, "commit initial 3")
    assert why(game, "commit initial 4") == ["W-18.1b"]
    entries = game.play("commit rules_of_engagement 2")
    assert "committed" in said(entries)
    levels = ("initial", "escalation", "rules_of_engagement", "mobilization")
    assert [track(game, name) for name in levels] == [3, 0, 2, 1]


@pytest.mark.rule("W-3.A2", "W-18.1b")
def test_from_turn_three_on_levels_rise_one_by_one_and_never_fall():
    game = committing(3, initial=3, escalation=1, rules_of_engagement=3, mobilization=2)
    wanted = {"commit escalation 2", "commit rules_of_engagement 4", "commit mobilization 3", "end"}
    assert verbs(game) == wanted
    assert why(game, "commit initial 4") == ["W-3.A1"]
    assert why(game, "commit rules_of_engagement 5") == ["W-18.1b"]
    assert why(game, "commit rules_of_engagement 2") == ["W-18.1b"]
    play(game, "commit mobilization 3")
    assert why(game, "commit mobilization 4") == ["W-18.1b"]
    play(game, "commit escalation 2", "end")
    assert (track(game, "mobilization"), track(game, "escalation"), track(game, "rules_of_engagement")) == (3, 2, 3)


@pytest.mark.rule("W-18.2a", "W-18.2b")
@pytest.mark.parametrize(
    ("level", "units", "missing"),
    [
        (1, {"TF-SMITH": (2, False), "FEC-24": (2, False), "FEC-25": (2, True)}, ("FEC-1CV", "US-2")),
        (3, {"FEC-24": (2, False), "FEC-1CV": (2, True), "US-2": (3, False), "MAR-7/1": (4, True)}, ("US-3", "2-MAR")),
        (5, {"FEC-24": (2, False), "US-3": (4, True), "2-MAR": (4, False)}, ("UK-27",)),
    ],
)
def test_what_initial_intervention_brings(level: int, units: dict[str, tuple[int, bool]], missing: tuple[str, ...]):
    game = committing(2)
    play(game, f"commit initial {level}", "end")
    s = game.state
    for unit, (turn, second) in units.items():
        assert where(game, unit) == coming.BOXES[second], unit
        assert s.spent[number(game, unit)] == turn, unit
    assert all(where(game, unit) == "out" for unit in missing)


def deployment(level: int) -> Game:
    """The first Deployment Segment after the declaration of a level of initial intervention."""
    game = play(committing(2), f"commit initial {level}", "end")
    while game.state.frames[0].phase != "deployment":  # type: ignore[attr-defined]
        game.play("end")
    return game


@pytest.mark.rule("W-18.2b", "W-13.1s")
def test_task_force_smith_comes_with_a_level_of_one():
    game = deployment(1)
    assert (where(game, "TF-SMITH"), where(game, "FEC-24")) == ("reserve", "reserve")


@pytest.mark.rule("W-18.2a", "W-18.2b", by="value")
def test_nobody_comes_without_initial_intervention():
    game = deployment(0)
    assert not any(game.state.boxed(box) for box in ("reserve", *coming.BOXES))


SWEPT = {"kind": "Sweeping", "hexes": []}


@pytest.mark.rule("W-13.1s", "W-18.2a", by="value")
def test_who_is_expected_arrives_in_the_phase_and_not_before():
    units = {"coming_first": "US-2 spent=3, US-3 spent=4", "coming_second": "FEC-7 spent=3, PARA-187 spent=2"}
    game = whole({**units, "0928": "US-24", "5608": "NK-10"}, turn=3, part=FIRST)
    names = [game.state.rules.names.unit(u) for u in coming.due(game.state)]
    assert names == ["US-2", "PARA-187"]
    later = whole({**units, "0928": "US-24", "5608": "NK-10"}, turn=3, part=SECOND)
    names = {later.state.rules.names.unit(u) for u in coming.due(later.state)}
    assert names == {"US-2", "FEC-7", "PARA-187"}
    begun = whole(
        {**units, "0928": "US-24", "5608": "NK-10"}, turn=3, phase="phase_start", frame=SWEPT, part=FIRST, dice=[0, 0]
    )
    assert (where(begun, "US-2"), where(begun, "PARA-187")) == ("reserve", "parachute")
    assert (where(begun, "US-3"), where(begun, "FEC-7")) == ("coming_first", "coming_second")
    assert begun.state.spent[number(begun, "US-2")] == 0


@pytest.mark.rule("W-18.2c")
def test_a_step_of_escalation_brings_units_that_are_not_in_play():
    game = committing(6, initial=3, rules_of_engagement=2, mobilization=2)
    play(game, "commit escalation 1", "end")
    assert [where(game, unit) for unit in ("UK-27", "BN-PHL", "BN-THAI", "TK-1")] == ["coming_first"] * 3 + ["out"]
    assert game.state.spent[number(game, "UK-27")] == 7
    with_third = committing(6, units={"1625": "US-3", "5608": "NK-10"}, initial=4, escalation=2, mobilization=2)
    play(with_third, "commit escalation 3", "end")
    assert where(with_third, "US-3") == "1625"
    assert where(with_third, "PARA-187") == "out", "initial intervention of 4 has brought it"
    assert where(with_third, "CA-25") == "coming_first"


@pytest.mark.rule("W-18.2d")
@pytest.mark.parametrize(
    ("level", "american", "ally"),
    [(1, (8, False), (7, False)), (2, (7, False), (7, False)), (3, (7, False), (7, False)), (4, (6, True), (7, False))],
)
def test_americans_come_by_mobilization_and_allies_do_not_wait(level: int, american: Any, ally: Any):
    game = committing(6, initial=3, escalation=2, mobilization=level)
    play(game, "commit escalation 3", "end")
    for unit, (turn, second) in (("US-3", american), ("CA-25", ally)):
        assert (game.state.spent[number(game, unit)], where(game, unit)) == (turn, coming.BOXES[second])


@pytest.mark.rule("W-18.2d")
def test_the_national_guard_needs_mobilization_and_comes_late():
    poor = committing(6, initial=3, escalation=3, mobilization=2)
    assert why(poor, "commit escalation 4") == ["W-18.2d"]
    play(poor, "commit mobilization 3")
    assert why(poor, "commit escalation 4") == []
    play(poor, "commit escalation 4", "end")
    assert (where(poor, "US-40"), poor.state.spent[number(poor, "US-40")]) == ("coming_first", 8)
    rich = committing(6, initial=3, escalation=4, mobilization=4)
    play(rich, "commit escalation 5", "end")
    assert (where(rich, "US-43"), rich.state.spent[number(rich, "US-43")]) == ("coming_first", 8)
    assert (where(rich, "BN-PER"), rich.state.spent[number(rich, "BN-PER")]) == ("coming_first", 7)
    assert (where(rich, "PARA-511"), rich.state.spent[number(rich, "PARA-511")]) == ("coming_second", 6)


@pytest.mark.rule("W-18.2c", by="value")
def test_a_counter_that_was_used_is_replaced_by_another_of_its_kind():
    game = committing(6, units={"1625": "US-40", "5608": "NK-10"}, initial=3, escalation=3, mobilization=3)
    play(game, "commit escalation 4", "end")
    expected = [u for u in game.state.boxed("coming_first") if game.state.rules.unit_kind[u] == "us_div"]
    assert len(expected) == 2
    assert number(game, "US-45") in expected


@pytest.mark.rule("W-18.2c", by="value")
def test_two_units_of_a_step_never_come_as_one_counter():
    """Where most divisions have been used the counter of one unit may come for another; then that one has a third."""
    rules = new("whole_war").state.rules
    used = [rules.names.unit(u) for u in rules.of_kind["us_div"] if rules.names.unit(u) not in ("US-43", "US-45")]
    units = {"destroyed": ", ".join(used), "1625": "ROK-1", "5608": "NK-10"}
    game = committing(6, units=units, initial=3, escalation=4, mobilization=4)
    play(game, "commit escalation 5", "end")
    assert where(game, "US-43") == where(game, "US-45") == "coming_first"


@pytest.mark.rule("W-18.2c", "W-18.2d", by="value")
def test_who_would_come_after_the_end_is_told_so():
    game = committing(12, initial=3, escalation=3, rules_of_engagement=2, mobilization=4)
    preview = game.state.top.preview(game.state, game.parse("commit escalation 4"))
    assert preview is not None
    told = {note.text: {*note.args["units"]} for note in preview.notes if "units" in note.args}
    assert number(game, "US-40") in told["preview.expected_late"]
    assert told["preview.expected"] == {number(game, "ARM-140"), number(game, "ARM-245")}
    game.play("commit escalation 4")
    entries = game.play("end")
    assert {"expected", "expected_late"} <= {*said(entries)}
    late = [e.args["unit"] for entry in entries for e in entry.events if e.text == "expected_late"]
    assert number(game, "US-40") in late
    earlier = committing(9, initial=3, escalation=3, rules_of_engagement=2, mobilization=4)
    shown = earlier.state.top.preview(earlier.state, earlier.parse("commit escalation 4"))
    assert shown is not None
    assert "preview.expected_late" not in {note.text for note in shown.notes}


@pytest.mark.rule("W-18.3a")
@pytest.mark.parametrize(
    ("level", "formosa", "wanted"),
    [(1, "quiet", 1), (3, "quiet", 3), (5, "invaded", 4), (3, "repelled", 3), (3, "fallen", 3)],
)
def test_amphibious_capacity_is_the_level_of_mobilization(level: int, formosa: str, wanted: int):
    game = whole({"0928": "US-2", "5608": "NK-10"}, turn=6, mobilization=level, formosa=formosa)
    landings.set_capacity(game.state)
    assert track(game, "capacity") == wanted
    least = whole({"0928": "US-2", "5608": "NK-10"}, turn=6, mobilization=1, formosa="invaded")
    assert mobilization.capacity(least.state) == 0


def reconstituting(level: int, part: str) -> Game:
    """What comes after the Asset Reassignment Segment, with a division that could be rebuilt."""
    units = {"1625": "US-RPL2-1", "0928": "US-25", "5608": "NK-10"}
    frame = {"kind": "Sweeping", "hexes": []}
    return whole(units, turn=5, phase="asset_reassignment", part=part, frame=frame, mobilization=level)


@pytest.mark.rule("W-18.3b")
def test_reconstitution_waits_for_the_second_action_phase_without_mobilization():
    game = reconstituting(1, FIRST)
    assert "no_reconstitution" in said(game.entries())
    assert type(game.state.top).__name__ != "Rebuilding"


@pytest.mark.rule("W-18.3b", by="value")
@pytest.mark.parametrize(("level", "part"), [(1, SECOND), (2, FIRST), (5, FIRST)])
def test_reconstitution_happens_in_every_other_phase(level: int, part: str):
    assert type(reconstituting(level, part).state.top).__name__ == "Rebuilding"


def deploying(level: int, units: str) -> Game:
    """A Deployment Segment with these units in the reserve box."""
    placed = {"reserve": units, "1625": "US-2", "5608": "NK-10"}
    return whole(placed, turn=5, phase="deployment", frame={"kind": "Deploying"}, mobilization=level)


@pytest.mark.rule("W-13.1t", by="value")
def test_one_division_goes_to_pusan_with_less_mobilization():
    game = play(deploying(3, "US-7, US-3"), "deploy US-7 0928")
    assert type(game.state.top).__name__ != "Deploying"
    assert where(game, "US-3") == "reserve"


@pytest.mark.rule("W-18.3c")
def test_two_divisions_go_to_pusan_with_a_high_mobilization():
    game = play(deploying(4, "US-7, US-3, US-5RCT, US-29RCT, US-160/40"), "deploy US-7 0928")
    near = next(label for label in ("1027", "1028", "0927") if not why(game, f"deploy US-3 {label}"))
    play(game, f"deploy US-5RCT {near}")
    assert why(game, f"deploy US-3 {near}")[0] == "W-18.3c"
    play(game, f"deploy US-29RCT {near}", f"deploy US-160/40 {near}")
    assert track(game, "deployed") == 0 or type(game.state.top).__name__ != "Deploying"
    assert where(game, "US-160/40") == near
    both = play(deploying(4, "US-7, US-3"), "deploy US-7 0928", f"deploy US-3 {near}")
    assert (where(both, "US-7"), where(both, "US-3")) == ("0928", near)


@pytest.mark.rule("W-18.6")
def test_the_commitment_of_history():
    units = {"0928": "US-2", "5608": "NK-10"}
    game = field(
        units,
        scenario="whole_war",
        options={"commitment": "history"},
        turn=3,
        phase="turn_end",
        part="",
        frame=SWEPT,
        rules_of_engagement=3,
        mobilization=2,
        initial=3,
        escalation=1,
        dice=[9],
    )
    levels = ("initial", "escalation", "rules_of_engagement", "mobilization")
    assert [track(game, name) for name in levels] == [3, 2, 3, 3]
    assert track(game, "turn") == 4
    arrives = game.state.rules.arriving
    assert "US-3" in arrives["6-1AP"]
    assert not new("whole_war").state.rules.arriving


@pytest.mark.rule("W-18.1a", by="value")
def test_a_choice_is_shown_with_its_units_and_the_chances_of_tension():
    game = committing(3, initial=5, escalation=3, rules_of_engagement=2, mobilization=3)
    # 7 + 6 + 1 + 2 are 16, so that the band from 14 on counts; 7 + 4 + 1 + 2 are in it too
    wanted = {"tension_holds": 0.6, "tension_one": 0.3, "tension_two": 0.1}
    assert chances(game, "commit escalation 4") == chances(game, "end") == wanted
    assert chances(game, "commit mobilization 4") == wanted
    low = committing(3, initial=0, rules_of_engagement=1, mobilization=1)
    assert chances(low, "commit escalation 1") == {"tension_holds": 1.0}
    action = game.parse("commit escalation 4")
    preview = game.state.top.preview(game.state, action)
    assert preview is not None
    units = {u for note in preview.notes for u in note.args.get("units", ())}
    assert {number(game, "US-40"), number(game, "ARM-140")} <= units
    found = {u: (turn, second) for u, _, turn, second in commitment.expected(game.state, "escalation", 4, 3)}
    assert found[number(game, "US-40")] == (5, False)
    assert track(game, "escalation") == 3


@pytest.mark.rule("W-10.3a", by="value")
def test_the_spaces_of_the_reserve_box():
    game = field(
        {"reserve": "US-7", "parachute": "PARA-187", "evacuated": "US-2", "other_port": "US-3", "0928": "US-24"}
    )
    boxes = ("reserve", "parachute", "evacuated", "other_port")
    held = [[game.state.rules.names.unit(u) for u in game.state.boxed(box)] for box in boxes]
    assert held == [["US-7"], ["PARA-187"], ["US-2"], ["US-3"]]


def test_charts_are_shown_where_they_are_looked_up():
    assert {"tension", "attack_bonus", "initial_packages"} <= new("resurgent").state.rules.idle_charts
    chinese = new("chinese_intervene").state.rules.idle_charts
    assert "tension" in chinese
    assert not {"attack_bonus", "initiative_period"} & chinese
    assert new("whole_war").state.rules.idle_charts == {"arrivals", "historical_levels"}
    history = new("whole_war", commitment="history").state.rules
    assert "initial_packages" in history.idle_charts
    assert "arrivals" not in history.idle_charts
