"""Entrenchment, and bridges."""

import pytest

from tests.games.mobile_war.field import LAND, RULES, field, flags, paid, play, said, way, where, why

GRID, LABEL = RULES.grid, RULES.grid.label
A, B, C, D = way("clear", "clear", "clear")


@pytest.mark.rule("K-ENT-1a")
def test_who_stands_still_through_a_phase_may_dig_in():
    game = field({A: "US-24 airfed", C: "UN-SUP-1"})
    assert said(game.play("entrench US-24")) == ["entrenched"]
    assert why(game, "entrench US-24") == ["K-ENT-1a"]
    assert why(game, "entrench UN-SUP-1") == ["K-ENT-1a"]
    moved = play(field({A: "US-24 airfed"}), f"move US-24 {A}-{B}")
    assert why(moved, "entrench US-24") == ["K-ENT-1a"]


@pytest.mark.rule("K-ENT-1b")
@pytest.mark.parametrize("enemy", ["NK-1", "C-SUP-1"])
def test_not_beside_an_enemy(enemy: str):
    assert why(field({A: "US-24 airfed", B: enemy}), "entrench US-24") == ["K-ENT-1b"]


@pytest.mark.rule("K-ENT-1c")
def test_not_without_supply():
    assert why(field({A: "NK-1"}, side="communist", turn=8), "entrench NK-1") == ["K-ENT-1c"]
    assert not why(field({A: "NK-1, C-SUP-1"}, side="communist", turn=8), "entrench NK-1")


@pytest.mark.rule("K-ENT-2")
def test_leaving_takes_a_phase_without_moving():
    game = field({A: "US-24 entrenched+airfed"})
    assert why(game, f"move US-24 {A}-{B}") == ["K-ENT-2"]
    assert why(game, "breakdown US-24") == ["K-ENT-2"]
    assert why(field({A: "US-24"}), "abandon US-24") == ["K-ENT-2"]
    assert said(game.play("abandon US-24")) == ["abandoned"]
    assert why(game, f"move US-24 {A}-{B}") == ["K-ENT-2"]
    play(game, "end", "end")
    assert not why(game, f"move US-24 {A}-{B}")
    dug = play(field({A: "US-24 airfed"}), "entrench US-24")
    assert why(dug, "abandon US-24") == ["K-ENT-2"], "not in the phase in which it digs in"


def test_three_who_are_dug_in_are_put_together_dug_in():
    game = field({A: "US-21/24 entrenched, US-34/24 entrenched, US-19/24 entrenched"})
    play(game, "combine US-21/24,US-34/24,US-19/24")
    assert "entrenched" in flags(game, "US-24")
    mixed = field({A: "US-21/24 entrenched, US-34/24, US-19/24"})
    assert why(mixed, "combine US-21/24,US-34/24,US-19/24") == ["K-ENT-2"]


def test_who_is_sent_against_partisans_leaves_its_works_behind():
    units = {"2036": "ROK-1 entrenched", "1228": "NK-1", "3356": "US-24"}
    game = field(units, scenario="campaign", phase="arrivals", frame={"kind": "Guarding"})
    play(game, "guard ROK-1 3050")
    assert flags(game, "ROK-1") == ""


# ------------------------------------------------------------------------------------------------------------- bridges


def crossing() -> tuple[str, str, str]:
    """A bridge with roads to both sides, in clear country as far as that can be had."""
    for h in LAND:
        links = [n for n in GRID.neighbours[h] if RULES.board.roads.has(h, n)]
        far = [(a, b) for a in links for b in links if GRID.distance(a, b) == 2 and not RULES.bridges >> a & 1]
        if RULES.bridges >> h & 1 and far:
            return LABEL(far[0][0]), LABEL(h), LABEL(far[0][1])
    raise AssertionError


WEST, BRIDGE, EAST = crossing()


@pytest.mark.rule("K-BRG-1")
def test_where_a_bridge_is_down_there_is_no_road():
    whole = field({WEST: "ROK-1 airfed"})
    assert paid(whole, f"move ROK-1 {WEST}-{BRIDGE}") == [("K-TER-1c", 0.5)]
    down = field({WEST: "ROK-1 airfed, US-24 airfed"}, marks=[f"bridge-down {BRIDGE}"])
    assert [rule for rule, _ in paid(down, f"move ROK-1 {WEST}-{BRIDGE}")][-1] == "K-TER-1d"
    assert why(down, f"move US-24 {WEST}-{BRIDGE} road") == ["K-BRG-1"]


@pytest.mark.rule("K-BRG-2")
def test_who_moves_across_restores_it_for_those_who_come_after():
    game = field({WEST: "NK-1, NK-2", BRIDGE: "NK-3"}, side="communist", turn=3, marks=[f"bridge-down {BRIDGE}"])
    assert "bridge_restored" not in said(game.play(f"move NK-1 {WEST}-{BRIDGE}"))
    assert "bridge_restored" in said(game.play(f"move NK-3 {BRIDGE}-{EAST}"))
    assert paid(game, f"move NK-2 {WEST}-{BRIDGE}")[0] == ("K-TER-1c", 0.5)


@pytest.mark.rule("K-BRG-2")
def test_by_a_ruling_only_the_side_that_had_defended_it_restores_it():
    for mark, restored in ((f"bridge-down {BRIDGE}", False), (f"bridge-down {BRIDGE} 1", True)):
        rulings = {"bridge-repair": "defender"}
        game = field({BRIDGE: "NK-3"}, side="communist", turn=3, marks=[mark], rulings=rulings)
        assert ("bridge_restored" in said(game.play(f"move NK-3 {BRIDGE}-{EAST}"))) == restored
        assert where(game, "NK-3") == EAST


@pytest.mark.rule("K-ENT-3a")
def test_the_marker_goes_with_the_unit():
    row = dict.fromkeys(("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"), "Dx")
    charts = {"meeting": {str(n): row for n in range(1, 7)}}
    units = {A: "NK-1", B: "PH-10 entrenched+airfed", "3356": "US-24"}
    game = field(units, side="communist", phase="combat", turn=2, charts=charts)
    play(game, f"attack {B} NK-1", "table meeting")
    assert where(game, "PH-10") in ("un_box", "gone")
    assert flags(game, "PH-10") == ""
