"""9.3.3 Breakdown and 9.3.4 recombining."""

import pytest

from parallel38.engine.game import Game

from .table import ends, flags, rules_of, said, spent, table, where

US2 = ("US-9/2", "US-23/2", "US-38/2")
ROK1 = ("ROK-11/1", "ROK-12/1", "ROK-15/1")


def un(units: dict[str, str], weather: str = "MO", **more) -> Game:
    """The UN movement phase, far from any enemy."""
    return table(units, phase="un_movement", weather=weather, **more)


@pytest.mark.rule("D-9.3.3.1")
def test_only_us_and_rok_units_have_parts():
    game = un({"0919": "Tu-1, UK-27BC, US-2, ROK-1, US-187, KMC, ROK-27/5", "1012": "PVA-40-118"})
    for unit in ("Tu-1", "UK-27BC", "US-187", "KMC", "ROK-27/5"):
        assert rules_of(game, f"breakdown {unit}") == ["D-9.3.3.1"]
    assert rules_of(game, "breakdown US-2") == rules_of(game, "breakdown ROK-1") == []
    assert "D-2.7" in rules_of(game, "breakdown PVA-40-118")
    assert "D-9.1.2" in rules_of(game, "breakdown US-25"), "it is not on the map"
    assert rules_of(game, "combine Tu-1") == ["D-9.3.3.1"]


def test_the_communists_have_nothing_to_break_down():
    game = table({"1012": "PVA-40-118", "0919": "US-2"})
    assert rules_of(game, "breakdown US-2") == ["D-3.1"]


@pytest.mark.rule("D-9.3.3.2")
def test_parts_have_paid_two_points_if_us_and_four_if_rok():
    game = un({"1118": "US-2, ROK-1"})
    assert game.describe(game.parse("breakdown US-2"))[1]["left_mp"] / game.rules.point == 3
    game.play("breakdown US-2")
    game.play("breakdown ROK-1")
    assert [(where(game, u), spent(game, u)) for u in US2] == [("1118", 2)] * 3
    assert [(where(game, u), spent(game, u)) for u in ROK1] == [("1118", 4)] * 3
    assert where(game, "US-2") == where(game, "ROK-1") == "out"
    assert rules_of(game, "move US-9/2 1118-1017") == [], "three points for the mountain"
    assert rules_of(game, "move ROK-11/1 1118-1017") == ["D-9.1.2"], "one point is left"
    assert rules_of(game, "move ROK-11/1 1118-1119") == [], "a quarter along the road"


@pytest.mark.rule("D-9.3.3.2")
def test_not_after_moving():
    game = un({"0919": "US-2"})
    game.play("move US-2 0920")
    assert rules_of(game, "breakdown US-2") == ["D-9.3.3.2"]


@pytest.mark.rule("D-9.3.3.2", "D-9.3.3.3")
def test_a_division_breaks_down_to_battalions_for_four():
    game = un({"1021": "US-2"})
    game.play("breakdown US-2")
    game.play("breakdown US-9/2")
    assert [spent(game, f"US-{n}/9/2") for n in (1, 2, 3)] == [4, 4, 4]
    assert spent(game, "US-23/2") == 2
    game.play("move US-1/9/2 1021-1020")
    assert spent(game, "US-1/9/2") == 5, "their fifth point"
    assert ends(game, "US-1/9/2", "foot") == set()
    assert rules_of(game, "breakdown US-1/9/2") == ["D-9.3.3.1", "D-9.3.3.2"]


@pytest.mark.rule("D-9.3.3.4")
def test_without_the_points_it_breaks_down_and_stays():
    game = un({"1114": "ROK-1"}, weather="F")  # five points less two
    game.play("breakdown ROK-1")
    assert [where(game, u) for u in ROK1] == ["1114"] * 3
    assert ends(game, "ROK-11/1", "foot") == set(), "not even the one hex of 9.1.3"
    assert rules_of(game, "move ROK-11/1 1114-1115") == ["D-9.1.2"]
    north = un({"0714": "US-2"}, weather="B")
    north.play("breakdown US-2")
    assert [where(north, u) for u in US2] == ["0714"] * 3, "nobody moves there, but this is no move"


@pytest.mark.rule("D-9.3.3.5")
def test_parts_of_a_neutralized_unit_are_neutralized():
    game = un({"0919": "US-2 neutralized+isolated"})
    assert said(game.play("breakdown US-2")) == ["broken_down", "parts_neutralized"]
    assert [flags(game, u) for u in US2] == ["neutralized+isolated"] * 3
    assert flags(game, "US-2") == "", "nothing is left on the counter that is laid aside"
    marked = un({"0919": "US-2 neutralized"})
    marked.play("regroup US-2")
    assert rules_of(marked, "breakdown US-2") == ["D-15.4.1"]


@pytest.mark.rule("D-9.3.4.1", "D-9.3.4.2")
def test_parts_join_after_their_move_and_the_whole_stays():
    game = un({"0919": "US-9/2, US-23/2", "0920": "US-38/2"})
    assert rules_of(game, "combine US-2") == ["D-9.3.4.5"]
    game.play("move US-38/2 0919")
    game.play("combine US-2")
    assert where(game, "US-2") == "0919"
    assert [(where(game, u), flags(game, u), spent(game, u)) for u in US2] == [("out", "", 0)] * 3
    assert flags(game, "US-2") == "moved+joined", "a part has moved"
    assert rules_of(game, "move US-2 0920") == ["D-9.3.4.2"]
    assert rules_of(game, "breakdown US-2") == ["D-9.3.3.2"]
    assert ends(game, "US-2", "foot") == set()
    game.play("end")
    assert "joined" not in flags(game, "US-2")
    still = un({"0919": ", ".join(US2)})
    still.play("combine US-2")
    assert rules_of(still, "move US-2 0920") == ["D-9.3.4.2"], "also if no part has moved"
    assert rules_of(still, "breakdown US-2") == ["D-9.3.3.2"]


@pytest.mark.rule("D-9.3.4.1", "D-9.3.4.5")
def test_what_is_not_broken_down_is_not_put_together():
    game = un({"0919": "US-2, US-1/7/3", "0920": "US-19/24", "sea": "US-25"})
    for unit in ("US-2", "US-9/2", "US-25", "US-19/24"):
        assert [(r.rule, r.text) for r in game.why_not(f"combine {unit}")] == [("D-9.3.4.1", "not_apart")], unit
    for unit in ("US-24", "US-7/3", "US-7"):
        assert [(r.rule, r.text) for r in game.why_not(f"combine {unit}")] == [("D-9.3.4.5", "parts_apart")], unit


@pytest.mark.rule("D-9.3.4.1")
def test_each_part_pays():
    game = un({"0919": "US-9/2 spent=12, US-23/2, US-38/2", "0920": "ROK-11/1, ROK-12/1, ROK-15/1 spent=5"})
    assert rules_of(game, "combine US-2") == [], "five points less three"
    assert rules_of(game, "combine ROK-1") == ["D-9.3.4.1"], "five points less one and a quarter"
    tired = un({"0919": "US-9/2 spent=13, US-23/2, US-38/2 spent=16"})
    assert rules_of(tired, "combine US-2") == ["D-9.3.4.1", "D-9.3.4.1"]


@pytest.mark.rule("D-9.3.4.1")
def test_battalions_become_a_division_for_four():
    names = ", ".join(f"US-{n}/9/2" for n in (1, 2, 3))
    game = un({"0919": f"{names}, US-23/2, US-38/2"})
    game.play("combine US-9/2")
    assert spent(game, "US-9/2") == 2
    game.play("combine US-2")
    assert spent(game, "US-2") == 4
    slow = un({"0919": f"{names.replace('US-2/9/2', 'US-2/9/2 spent=8')}, US-23/2, US-38/2"})
    slow.play("combine US-9/2")
    assert rules_of(slow, "combine US-2") == ["D-9.3.4.1"], "two spent and two paid leave one of five"


@pytest.mark.rule("D-15.4.1")
def test_who_regroups_does_not_join():
    game = un({"0919": "US-9/2, US-23/2 neutralized, US-38/2", "0920": "US-7/3"})
    game.play("regroup US-23/2")
    assert rules_of(game, "combine US-2") == ["D-15.4.1"]


@pytest.mark.rule("D-9.3.4.3")
def test_one_neutralized_part_neutralizes_the_whole():
    game = un({"0919": "US-9/2, US-23/2 neutralized, US-38/2"})
    assert [w.rule for w in game.warnings("combine US-2")] == ["D-9.3.4.3"]
    assert said(game.play("combine US-2")) == ["joined", "joined_neutralized"]
    assert "neutralized" in flags(game, "US-2")


@pytest.mark.rule("D-9.3.4.4")
def test_a_dead_part_forbids_the_division():
    parts = "US-9/2, US-23/2, US-1/38/2, US-2/38/2"
    game = un({"0919": parts, "dead": "US-3/38/2"})
    assert rules_of(game, "combine US-2") == ["D-9.3.4.4"]
    assert rules_of(game, "combine US-38/2") == ["D-9.3.4.4"]
    again = un({"0919": f"{parts}, US-3/38/2"})
    again.play("combine US-38/2")
    assert rules_of(again, "combine US-2") == []


@pytest.mark.rule("D-9.3.4.5")
def test_all_parts_stand_in_one_hex():
    game = un({"0919": "US-9/2, US-23/2", "0920": "US-38/2", "sea": "ROK-11/1", "0921": "ROK-12/1, ROK-15/1"})
    refusal = game.why_not("combine US-2")[0]
    assert refusal.rule == "D-9.3.4.5"
    assert [game.rules.names.unit(u) for u in refusal.units] == ["US-38/2"]
    assert rules_of(game, "combine ROK-1") == ["D-9.3.4.5"]
    assert rules_of(game, "combine US-25") == ["D-9.3.4.5"], "nothing of it is there"


def test_breaking_down_and_joining_conserve_the_pieces():
    game = un({"0919": "US-2, US-1Mar", "1114": "ROK-1"}, weather="SU")
    pieces = game.rules.pieces(game.state)
    for line in ("breakdown US-2", "breakdown US-9/2", "breakdown US-1Mar", "breakdown ROK-1", "combine US-1Mar"):
        game.play(line)
        assert game.rules.pieces(game.state) == pieces
    for _ in range(5):
        game.undo()
    assert where(game, "US-2") == "0919"
