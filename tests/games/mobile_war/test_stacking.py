"""Stacking and unit breakdown."""

import pytest

from tests.games.mobile_war.field import RULES, ends, field, flags, number, paid, play, said, way, where, why

A, B, C, D = way("clear", "clear", "clear")


def stand(units: dict[str, str], side: str = "communist", **more):
    return field(units, side=side, **{"turn": 3, **more})


@pytest.mark.rule("K-STK-A1")
def test_two_units_fit_into_a_hex():
    game = stand({A: "NK-1", B: "NK-2, NK-3"})
    assert why(game, f"move NK-1 {A}-{B}") == ["K-STK-A1"]
    assert B not in ends(game, "NK-1")
    assert not why(game, f"move NK-1 {A}-{B}-{C}")


@pytest.mark.rule("K-STK-B", by="value")
@pytest.mark.parametrize(("there", "points"), [("NK-4", 1), ("NK-4/2, NK-5/4", 2)])
def test_joining_units_costs_a_point_for_each(there: str, points: int):
    game = stand({A: "NK-7B", B: there})
    assert paid(game, f"move NK-7B {A}-{B}")[-1] == ("K-STK-B", points)


@pytest.mark.rule("K-STK-B", by="value")
def test_supply_units_have_a_price_of_their_own():
    """The chart has a column for Communist supply units; its figures are for them, and for nobody else."""
    charts = {"terrain_move": {"stacking": {"communist_supply": "1/4"}}}
    game = stand({A: "C-SUP-1, NK-7B", B: "NK-4"}, charts=charts)
    assert paid(game, f"move C-SUP-1 {A}-{B}")[-1] == ("K-STK-B", 0.25)
    assert paid(game, f"move NK-7B {A}-{B}")[-1] == ("K-STK-B", 1)
    play(game, f"move C-SUP-1 {A}-{B}")
    assert where(game, "C-SUP-1") == B


@pytest.mark.rule("K-STK-B", by="value")
def test_who_moves_along_costs_nothing():
    game = stand({A: "NK-1, NK-2"})
    assert paid(game, f"move NK-1,NK-2 {A}-{B}") == [("K-TER-1a", 1)]
    play(game, f"move NK-1 {A}-{B}")
    assert paid(game, f"move NK-2 {A}-{B}")[-1] == ("K-STK-B", 1)


@pytest.mark.rule("K-STK-A2", "K-STK-D2b", "K-STK-D1a")
def test_three_may_meet_to_be_put_together_and_then_must_be():
    game = play(stand({A: "NK-1/1", B: "NK-2/1, NK-3/1", D: "NK-7"}), f"move NK-1/1 {A}-{B}")
    assert why(game, "end") == ["K-STK-A2"]
    assert [w.rule for w in game.warnings("combine NK-1/1,NK-2/1,NK-3/1")] == ["K-STK-D2b"]
    play(game, "combine NK-1/1,NK-2/1,NK-3/1")
    assert where(game, "NK-1") == B
    assert where(game, "NK-2/1") == "with:NK-1"
    assert why(game, f"move NK-7 {D}-{C}") == ["K-STK-D2b"]
    assert not why(game, "end")


WHOLES = [("NK-1", "K-STK-D1a"), ("NK-105", "K-STK-D1a"), ("CN-38", "K-STK-D1a"), ("CN-38-112", "K-STK-D1a")]
WHOLES += [("US-24", "K-STK-D1b"), ("US-1Mar", "K-STK-D1b"), ("ROK-1", "K-STK-D1b")]


@pytest.mark.rule("K-STK-D1a", "K-STK-D1b")
def test_the_tables_of_breakdown_hold_both_ways():
    figures = {"NK-1": "3-4", "NK-105": "3-8", "CN-38": "10-4", "CN-38-112": "3-4"}
    figures |= {"US-24": "5-3", "US-1Mar": "6-3", "ROK-1": "3-3"}
    for whole, rule in WHOLES:
        parts = [RULES.names.unit(u) for u in RULES.parts[number_of(whole)]]
        assert [f"{RULES.strength[u]}-{RULES.movement[u]}" for u in map(number_of, parts)] == [figures[whole]] * 3
        side = "communist" if rule == "K-STK-D1a" else "un"
        game = stand({A: ", ".join(parts)}, side=side)
        entries = game.play(f"combine {','.join(parts)}")
        assert said(entries) == ["joined"]
        assert where(game, whole) == A
        assert why(stand({A: ", ".join(parts)}, side=side), f"combine {','.join(parts[:2])}") == [rule]
        if whole in ("US-24", "US-1Mar", "ROK-1", "CN-38"):
            play(game, f"breakdown {whole}")
            assert [where(game, part) for part in parts] == [A] * 3
            assert where(game, whole) == "spare"


def number_of(unit: str) -> int:
    return RULES.names.unit_number(unit)


@pytest.mark.rule("K-STK-D1b")
def test_a_regiment_has_no_parts_and_kinds_do_not_mix():
    game = stand({A: "US-21/24, US-34/24, ROK-11/1"}, side="un")
    assert why(game, "breakdown US-21/24") == ["K-STK-D1b"]
    assert why(game, "combine US-21/24,US-34/24,ROK-11/1") == ["K-STK-D1b"]


@pytest.mark.rule("K-STK-D2a")
def test_units_are_broken_down_before_anybody_moves():
    game = stand({A: "US-24", D: "US-25"}, side="un")
    assert not why(game, "breakdown US-24")
    play(game, f"move US-25 {D}-{C}")
    assert why(game, "breakdown US-24") == ["K-STK-D2a"]


@pytest.mark.rule("K-STK-D2b")
def test_who_is_put_together_stands_in_one_hex():
    game = stand({A: "US-21/24, US-34/24", B: "US-19/24"}, side="un")
    assert why(game, "combine US-21/24,US-34/24,US-19/24") == ["K-STK-D2b"]


@pytest.mark.rule("K-STK-A2", "K-STK-A1")
def test_who_was_broken_down_leaves_or_is_put_together_again():
    game = play(stand({A: "US-24 airfed, US-25 airfed"}, side="un"), "breakdown US-24")
    assert why(game, "end") == ["K-STK-A2"]
    assert why(game, "entrench US-21/24") == ["K-STK-A1"]
    play(game, f"move US-21/24 {A}-{B}")
    assert why(game, "end") == ["K-STK-A2"]
    play(game, f"move US-34/24 {A}-{B}")
    assert not why(game, "end")
    play(game, "end")
    assert flags(game, "US-19/24") == "airfed"


@pytest.mark.rule("K-STK-A1")
def test_putting_units_together_does_not_excuse_others_from_leaving():
    game = stand({A: "US-24, US-25", C: "US-5C/1C, US-7C/1C, US-8C/1C"}, side="un")
    play(game, "breakdown US-24", f"move US-21/24 {A}-{B}")
    assert why(game, "combine US-5C/1C,US-7C/1C,US-8C/1C") == ["K-STK-A1"]


@pytest.mark.rule("K-STK-D3")
def test_of_the_communists_only_armies_are_broken_down_at_will():
    game = stand({A: "NK-1, CN-38"})
    assert why(game, "breakdown NK-1") == ["K-STK-D3"]
    assert not why(game, "breakdown CN-38")
    assert why(stand({A: "CN-38-112"}), "breakdown CN-38-112") == ["K-STK-D3"]


@pytest.mark.rule("K-STK-D4")
def test_armies_are_made_of_chinese_divisions():
    game = stand({A: "NK-1, NK-2, NK-3"})
    assert why(game, "combine NK-1,NK-2,NK-3") == ["K-STK-D4"]
    assert not why(stand({A: "CN-38-112, CN-39-115, CN-40-118"}), "combine CN-38-112,CN-39-115,CN-40-118")


@pytest.mark.rule("K-STK-E")
def test_who_is_too_many_by_losses_stays():
    game = stand({A: "US-21/24, US-34/24, US-25"}, side="un")
    assert not why(game, "end")


@pytest.mark.rule("K-STK-F1", by="value")
def test_supply_units_count_and_ships_do_not():
    game = stand({A: "NK-1", B: "NK-2, C-SUP-1"})
    assert why(game, f"move NK-1 {A}-{B}") == ["K-STK-A1"]
    free = stand({A: "NK-1", B: "NK-2, C-SUP-1"}, rulings={"supply-stacking": "free"})
    assert not why(free, f"move NK-1 {A}-{B}")
    port = field({"3356": "US-24, MST-1, NG-1", "3355": "US-25"})
    assert not why(port, "move US-25 3355-3356")


@pytest.mark.rule("K-STK-F2")
def test_where_units_arrive_the_limit_holds_from_the_end_of_the_first_movement_phase():
    game = field({"3356": "US-24, US-25, US-187 arrived, PH-10 arrived", "1228": "NK-1"})
    assert not why(game, "end")
    assert [(warning.rule, len(warning.units)) for warning in game.warnings("end")] == [("K-STK-F2", 2)]
    entries = game.play("end")
    assert said(entries).count("no_room") == 2
    assert [where(game, u) for u in ("US-24", "US-25", "US-187", "PH-10")] == ["3356", "3356", "waiting", "waiting"]
    while game.rules.phase_key(game.state) != "phase.un_first_movement":
        game.play("end")
    assert where(game, "US-187") == "3356"


@pytest.mark.rule("K-STK-F2")
def test_communists_who_wait_come_back_too():
    game = field(
        {"0321": "CN-38, CN-39, CN-40 arrived", "3356": "US-24"},
        side="communist",
        scenario="stalemate",
    )
    play(game, "end")
    assert game.rules.phase_key(game.state) == "phase.communist_combat"
    assert where(game, "CN-40") == "waiting"
    while game.rules.phase_key(game.state) != "phase.communist_first_movement":
        game.play("end")
    assert where(game, "CN-40") == "0321"


def test_a_move_into_an_entry_hex_is_no_arrival():
    game = field({"3356": "US-24, US-25", "3355": "US-187"})
    assert "K-STK-A1" in why(game, "move US-187 3355-3356")


def test_what_held_for_the_parts_holds_for_the_whole():
    game = stand({A: "US-21/24 airfed landed, US-34/24 airfed, US-187 airfed grounded"}, side="un")
    play(game, "combine US-21/24,US-34/24,US-187")
    whole = RULES.names.unit(game.state.where[number(game, "US-187")] - RULES.names.with_unit(0))
    assert flags(game, whole) == "landed+airfed"
    play(game, f"breakdown {whole}")
    assert "grounded" in flags(game, "US-187")
    assert "grounded" not in flags(game, "US-21/24")


@pytest.mark.rule("K-STK-C")
def test_all_units_of_a_stack_may_attack_and_defend():
    game = stand({A: "NK-1, NK-2", B: "ROK-1 airfed, ROK-6 airfed"}, phase="combat")
    play(game, f"attack {B} NK-1,NK-2")
    assert (game.prompt[1]["attack"], game.prompt[1]["defence"]) == (20, 20)


@pytest.mark.rule("K-NAV-D2", "K-NAV-C2b")
def test_units_are_not_put_together_while_a_ship_has_to_sail():
    three = "US-21/24, US-34/24, US-19/24"
    ousted, recalled = {"1740": "MST-1 ousted"}, {"1740": "AMPH-1 recalled", "with:AMPH-1": "US-5M/1Mar"}
    for ship, rule in ((ousted, "K-NAV-D2"), (recalled, "K-NAV-C2b")):
        game = field({"3356": "US-187", A: three, D: "US-25", **ship}, marks=["home 3356"])
        play(game, f"move US-25 {D}-{C}")
        assert why(game, "end") == [rule]
        assert why(game, "combine US-21/24,US-34/24,US-19/24") == [rule], "nobody sails after it"


@pytest.mark.rule("K-STK-A2", "K-STK-F2")
@pytest.mark.parametrize("town", ["Pusan", "Seoul"])
def test_who_did_not_arrive_now_has_no_more_room_where_units_arrive(town: str):
    at = RULES.grid.label(RULES.board.places[town])
    game = play(field({at: "US-24, US-25 arrived", A: "NK-1"}), "breakdown US-24")
    assert why(game, "end") == ["K-STK-A2"]


@pytest.mark.rule("K-STK-E")
def test_who_is_too_many_by_losses_stays_where_units_arrive():
    game = field({"3356": "US-21/24, US-34/24, US-25", A: "NK-1"}, phase="second")
    assert "no_room" not in said(game.play("end"))


def test_who_arrived_and_moved_on_is_not_taken_off_the_map():
    game = field({"3356": "US-24 arrived, US-25 arrived, US-187 arrived", A: "NK-1"})
    play(game, "move US-24 3356-3355", "end")
    assert flags(game, "US-24") == "moved_first"
    assert flags(game, "US-25") == "", "from now on it is there like everybody else"
    assert [where(game, u) for u in ("US-25", "US-187")] == ["3356", "3356"]
    play(game, "end")
    assert not said(game.play("end")).count("no_room")
