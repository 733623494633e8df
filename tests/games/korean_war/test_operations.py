"""6 and 7 Operations, activations, movement and entrenching."""

import pytest

from parallel38.games.korean_war.rules import operations
from parallel38.games.korean_war.state import COMMUNIST, UN
from tests.games.korean_war.field import ends, field, flags, marks, new, number, play, said, track, where, why


@pytest.mark.rule("W-6.1d")
@pytest.mark.rule("W-6.1a", "W-16.1b", by="value")
def test_the_communists_begin_turn_one():
    game = new()
    assert game.decider == "communist"
    assert game.state.top.left >= 1


@pytest.mark.rule("W-6.1j", "W-6.1g", "W-6.1l")
def test_who_has_passed_is_out_and_the_other_goes_on():
    game = field({"3815": "ROKR-1, ROKR-2", "4513": "NK-6"}, side="communist", left=1, dice=[5, 5, 5])
    play(game, "pass")
    assert (game.decider, game.state.top.passed) == ("un", ("communist",))
    play(game, "rest ROKR-1")
    assert (game.decider, game.state.top.left) == ("un", 1)  # the same side throws again
    play(game, "pass")
    assert game.state.rules.phase_key(game.state) != "phase.operations"


@pytest.mark.rule("W-6.1h")
def test_one_operation_must_be_done_before_the_rest_is_forgone():
    game = field({"3815": "ROKR-1", "3515": "ROKR-2", "4513": "NK-6"}, left=3, dice=[9])
    assert why(game, "end") == ["W-6.1h"]
    play(game, "rest ROKR-1")
    assert why(game, "end") == []
    play(game, "end")
    assert game.decider == "communist"
    assert game.state.top.passed == ()


@pytest.mark.rule("W-6.1e")
def test_no_operations_are_no_pass():
    game = field({"3815": "ROKR-1, ROKR-2", "4513": "NK-6"}, left=1, communist_initiative=0, dice=[0, 9])
    entries = game.play("rest ROKR-1")
    assert said(entries).count("operations") == 2
    assert game.decider == "un"
    assert game.state.top.passed == ()


@pytest.mark.rule("W-6.1m")
def test_an_asterisk_ends_the_segment_in_turn_one():
    game = field(
        {"3815": "ROKR-1, ROKR-2", "4513": "NK-6"}, scenario="invasion", turn=1, left=1, passed=("communist",), dice=[0]
    )
    entries = game.play("rest ROKR-1")
    assert "cut_short" in said(entries)


@pytest.mark.rule("W-5.2ad", "W-6.1c", by="value")
def test_initiative_and_columns():
    game = field({"3815": "ROKR-1", "4513": "NK-6"}, un_initiative=2, communist_initiative=2)
    assert operations.holder(game.state) == COMMUNIST
    more = field({"3815": "ROKR-1", "4513": "NK-6"}, un_initiative=3, communist_initiative=2)
    assert operations.holder(more.state) == UN
    early = field({"3815": "ROKR-1", "4513": "NK-6"}, turn=2, un_initiative=3)
    assert operations.holder(early.state) == COMMUNIST
    assert operations.column(early.state, UN) == "turn_2"
    assert operations.column(more.state, UN) == "2-3"


@pytest.mark.rule("W-6.1b", by="value")
def test_a_level_beyond_the_table_uses_its_last_column():
    """One's own depot tables may give a depot of value 1 more than a point: three of them, and two banked points."""
    game = field({"3815": "ROKR-1", "4513": "NK-6"}, un_initiative=8)
    assert operations.column(game.state, UN) == "4-5"


@pytest.mark.rule("W-7.1b", "W-7.1c", "W-7.2f", "W-4.0a", "W-7.1a")
def test_who_can_be_active():
    game = field({"3815": "ROKR-1 fatigued, ROKR-2", "3515": "ROKR-3", "2111": "NKG-1", "4513": "NK-6"})
    assert why(game, "rest ROKR-1") == ["W-7.1b"]
    assert why(game, "rest NK-6") == ["W-4.0a"]
    assert why(game, "move ROKR-2,ROKR-3 3715") == ["W-7.1a"]
    play(game, "move ROKR-2 3715")
    assert why(game, "rest ROKR-3") == ["W-7.2f"]
    other = field({"3815": "ROKR-1", "2111": "NKG-1", "4513": "NK-6"}, side="communist")
    assert why(other, "rest NKG-1") == ["W-7.1c"]


@pytest.mark.rule("W-7.2e", "W-16.2b", "W-7.4g")
@pytest.mark.rule("W-7.2a", "W-7.2b", by="value")
def test_action_points():
    game = field({"2317": "US-2", "2319": "NK-6"})
    assert game.state.top.first_points(game.state, number(game, "US-2")) == 3
    play(game, "move US-2 2416 tactical")
    assert game.state.top.ap == 2
    assert why(game, "move US-2 2517 strategic") == ["W-7.2e"]
    first = field({"3815": "ROKR-1", "3915": "NK-6"}, scenario="invasion", turn=1)
    assert first.state.top.first_points(first.state, number(first, "ROKR-1")) == 2
    assert why(first, "move ROKR-1 3715 strategic") == ["W-16.2b"]
    assert why(first, "attack ROKR-1 all_out") == ["W-7.4g"]
    assert why(first, "entrench ROKR-1") == ["W-16.2b"]


@pytest.mark.rule("W-7.2c", "W-7.2i", "W-7.2j", by="value")
def test_a_unit_is_fatigued_after_its_activation():
    game = field({"2317": "US-2", "2319": "NK-6"}, left=2)
    play(game, "move US-2 2416", "end")
    assert flags(game, "US-2") == "fatigued"
    rested = play(field({"2317": "US-2", "1625": "US-3", "2319": "NK-6"}, left=2), "rest US-3")
    assert flags(rested, "US-3") == "fatigued"
    assert rested.state.top.left == 1


@pytest.mark.rule("W-7.3a", by="value")
@pytest.mark.rule("W-7.3a", "W-7.3k", "W-2.4c")
def test_how_far_and_where_a_unit_goes():
    game = field({"2317": "US-2", "1625": "US-3", "2111": "ROKR-1", "5819": "ROKR-2", "2219": "NK-6"})
    tactical, strategic = ends(game, "US-3", "tactical"), ends(game, "US-3", "strategic")
    assert tactical < strategic
    assert "1725" in tactical
    assert why(game, "move US-3 2716 tactical")[0] == "W-7.3a"
    assert why(game, "move ROKR-1 2111-2211 tactical") == ["W-7.3k"]
    assert "2210" in ends(game, "ROKR-1", "tactical")  # along the railroad over the estuary
    grid = game.state.rules.grid
    north = next(grid.label(h) for h in grid.neighbours[grid.hex("5819")] if grid.label(h).startswith("59"))
    assert why(game, f"move ROKR-2 5819-{north} strategic")[0] == "W-2.4c"


@pytest.mark.rule("W-7.3m", "W-7.3n", "W-7.3o", "W-7.3l")
def test_zones_stop_and_hold():
    grid = field({"2416": "US-2", "3815": "NK-6"}).state.rules.grid
    foe = grid.hex("2518")
    ring = sorted(grid.label(h) for h in grid.neighbours[foe])
    inside, beside = ring[0], next(r for r in ring[1:] if grid.distance(grid.hex(ring[0]), grid.hex(r)) == 1)
    outside = next(grid.label(h) for h in grid.neighbours[grid.hex(inside)] if h != foe and grid.label(h) not in ring)
    game = field({outside: "US-2", "2518": "NK-6"})
    assert why(game, f"move US-2 {outside}-{inside}-{beside} strategic") == ["W-7.3m"]
    near = field({inside: "US-2", "2518": "NK-6"})
    assert why(near, f"move US-2 {inside}-{beside} strategic") == ["W-7.3o"]
    assert why(near, f"move US-2 {inside}-2518 strategic") == ["W-7.3l"]
    behind = f"move US-2 {inside}-{beside}-2518 strategic"
    assert why(near, behind) == ["W-7.3l"], "an enemy at the end is a better reason than a zone on the way"
    assert outside in ends(near, "US-2", "strategic")
    assert why(near, f"move US-2 {inside}-{outside} tactical") in ([], ["W-7.3n"])
    play(near, f"move US-2 {outside} strategic")


@pytest.mark.rule("W-7.3q", "W-7.3r")
def test_stacking():
    game = field({"2317": "ROKR-1, ROKR-2, ROKR-3", "2416": "ROKR-5", "2316": "US-2", "2219": "NK-6"})
    assert why(game, "move ROKR-5 2317") == ["W-7.3q"]
    assert why(game, "move US-2 2416") == ["W-7.3r"]


@pytest.mark.rule("W-7.3e", "W-7.3t")
def test_assets_go_along_and_friends_are_passed_through():
    game = field({"2317": "US-2", "with:US-2": "ARM-72", "2416": "US-3", "3815": "NK-6"})
    play(game, "move US-2 2317-2416-2517")
    assert where(game, "US-2") == "2517"
    assert where(game, "ARM-72") == "with:US-2"


@pytest.mark.rule("W-7.3h")
@pytest.mark.rule("W-15.2f", by="value")
def test_restricted_roads():
    units = {"2716": "NK-6", "1625": "US-2"}
    free = field(units, side="communist")
    held = field(units, side="communist", restricted="chungchong")
    assert ends(held, "NK-6", "tactical") < ends(free, "NK-6", "tactical")
    play(held, "move NK-6 2616")


@pytest.mark.rule("W-7.5a", "W-7.5b", "W-7.5r", "W-7.5l")
def test_entrenching():
    game = field({"2317": "ROKR-1, ROKR-2, ROKR-3", "2319": "NK-6"}, left=4)
    play(game, "entrench ROKR-1")
    assert "un_works 2317 1" in marks(game)
    assert why(game, "entrench ROKR-2") == ["W-7.5r"]
    later = field({"2317": "ROKR-1, ROKR-2", "2319": "NK-6"}, marks=["un_works 2317 1"])
    play(later, "entrench ROKR-1")
    assert "un_works 2317 2" in marks(later)
    full = field({"2317": "ROKR-1", "2319": "NK-6"}, marks=["un_works 2317 2"])
    assert why(full, "entrench ROKR-1") == ["W-7.5l"]


@pytest.mark.rule("W-7.5s", "W-7.5d", "W-7.5e")
def test_where_units_entrench():
    game = field({"2319": "US-2", "2317": "NK-6 targeted", "3815": "NK-1"}, side="communist")
    assert why(game, "entrench NK-6") == ["W-7.5s"]
    city = field({"2317": "US-2", "2318": "NK-6"})
    play(city, "entrench US-2")
    assert "un_works 2317 1" in marks(city)


@pytest.mark.rule("W-7.5p", "W-14.1b", "W-13.1k")
def test_entering_takes_works_and_cities():
    game = field({"2012": "NK-6", "1625": "US-2"}, side="communist", marks=["un_works 2011 1"])
    play(game, "move NK-6 2012-2011-2111")
    assert marks(game) == {"taken 2111"}
    assert any(game.state.rules.garrison[u] for u in game.state.stacks(COMMUNIST)[game.state.rules.grid.hex("2111")])


@pytest.mark.rule("W-14.2b")
def test_a_regained_port_must_be_swept():
    game = field({"2012": "US-2", "3815": "NK-6"}, marks=["taken 2111"])
    play(game, "move US-2 2111")
    assert marks(game) == {"mines 2111"}


@pytest.mark.rule("W-14.2d")
@pytest.mark.parametrize(("die", "left"), [(4, set()), (5, {"mines 2111"})])
def test_mines_are_swept_by_a_die_of_four(die: int, left: set[str]):
    game = field(
        {"1625": "US-2", "3815": "NK-6"},
        marks=["mines 2111"],
        phase="minesweeping",
        frame={"kind": "Sweeping", "hexes": ["2111"]},
        dice=[die],
    )
    assert {mark for mark in marks(game) if mark.startswith("mines")} == left


@pytest.mark.rule("W-7.6a")
def test_recovery():
    game = field({"1625": "US-2 fatigued", "3815": "NK-6"}, phase="asset_reassignment", frame={"kind": "Rebuilding"})
    assert flags(game, "US-2") == ""


@pytest.mark.rule("W-2.1a", by="value")
def test_dice_have_ten_faces_from_nought():
    game = field({"3815": "ROKR-1, ROKR-2", "4513": "NK-6"}, left=1, dice=[])
    play(game, "rest ROKR-1")
    assert game.decider == "chance"
    assert list(game.state.top.pool[0].values) == list(range(10))
    assert track(game, "turn") == 4


def test_the_dice_of_the_next_sequence_are_no_outcome_of_a_pass():
    game = field({"3815": "ROKR-1", "4513": "NK-6"}, left=1)
    (outcome,) = game.odds("pass")
    assert outcome.chance == 1
