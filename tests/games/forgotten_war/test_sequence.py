"""3, 4 The sequence of play, the side that plays first, and what holds in general."""

from typing import Any

import pytest

from parallel38.games.forgotten_war import data
from tests.games.forgotten_war.field import ends, field, flags, lost, new, play, where, why

PHASES = ("arrivals", "prep_fire", "movement", "defensive_fire", "offensive_fire", "close_combat")
NEXT: dict[str, Any] = {"kind": "Sequence"}


def player_turn(side: str, battle: str) -> list[str]:
    """The phases of a player turn as the booklet lists them."""
    own = ["weather", "ammunition"] if (side, battle) == ("un", "chosin") else []
    return [f"{side}_{name}" for name in (PHASES[0], *own, *PHASES[1:])]


@pytest.mark.rule("F-3.1.A", "F-3.1.B", "F-3.1.C", "F-3.1.D", "F-3.1.E", "F-3.1.F", "F-3.1.G", by="value")
@pytest.mark.rule("F-3.1.H", "F-3.2", "F-3.3.a", "F-4.1.A", "F-4.1.B", "F-4.1.C", by="value")
@pytest.mark.parametrize("battle", data.BATTLES)
def test_a_turn_has_two_player_turns_and_an_end(battle: str):
    rules = new(battle).state.rules
    first, second = ("communist", "un") if battle == "naktong" else ("un", "communist")
    usual = [*player_turn(first, battle), *player_turn(second, battle), "turn_end"]
    assert [phase.key for phase in rules.sequence] == usual
    opening = [*player_turn("communist", battle), "turn_end"] if battle == "chosin" else usual
    assert [phase.key for phase in rules.first_sequence] == opening
    sides = {phase.key: phase.side for phase in rules.sequence}
    assert sides["un_defensive_fire"] == "communist"  # the other side acts in it
    assert sides["communist_defensive_fire"] == "un"


@pytest.mark.rule("F-3.0.a", "F-2.2", by="value")
@pytest.mark.parametrize(
    ("battle", "turns", "hexes"), [("naktong", 16, 1287), ("chosin", 13, 1469), ("chipyongni", 7, 1469)]
)
def test_a_battle_begins_on_turn_1_on_its_own_map(battle: str, turns: int, hexes: int):
    game = new(battle)
    assert (game.state.turn, len(game.state.rules.turns)) == (1, turns)
    assert game.state.rules.board.in_play.bit_count() == hexes
    assert game.state.present(0)


@pytest.mark.rule("F-3.1.A", by="value")
def test_reinforcements_come_before_mortars_are_assigned_and_units_are_replaced_first():
    units = {
        "0505": "1/16-1, 1/5-1",
        "2530": "A/34-1",
        "replacements": "2/16-1, 2/16-2",
        "available": "120-1 serves=16",
    }
    game = field(units, scenario="naktong", phase="turn_end", turn=4, frame=NEXT)
    assert where(game, "120-3") == "available"
    assert game.state.serves[game.state.rules.names.unit_number("120-3")] > 0
    assert why(game, "assign 120-1 5") != []
    play(game, "replace 2/16-1 0506")
    assert why(game, "assign 120-1 5") == []


@pytest.mark.rule("F-3.1.E")
def test_units_dig_in_before_anything_moves():
    game = field({"2634": "1/235", "2641": "A/5-1, A/5-2", "2640": "A/5-3"}, phase="un_movement")
    play(game, "dig A/5-1", "move A/5-3 2639")
    assert why(game, "dig A/5-2") == ["F-3.1.E"]


@pytest.mark.rule("F-3.1.E", by="value")
def test_reduced_units_may_be_put_together_between_two_moves():
    game = field({"2634": "1/235", "2641": "A/5-1 lost=1", "2640": "A/5-2 lost=1"}, phase="un_movement")
    play(game, "move A/5-2 2641", "merge A/5-1 A/5-2")
    assert (lost(game, "A/5-1"), where(game, "A/5-1"), where(game, "A/5-2")) == (0, "2641", "gone")


@pytest.mark.rule("F-3.3.b", by="value")
def test_after_the_last_turn_victory_is_judged():
    game = field({"1224": "A/23-1", "0101": "1/343-1"}, scenario="chipyongni", phase="turn_end", turn=7, frame=NEXT)
    assert game.over
    assert game.state.turn == 7


@pytest.mark.rule("F-4.1.C", by="value")
def test_chosin_begins_with_the_chinese():
    assert new("chosin").decider == "communist"


@pytest.mark.rule("F-4.4.A", by="value")
def test_there_are_no_zones_of_control():
    game = field({"2640": "A/5-1", "2540": "1/235", "2739": "2/235"}, phase="un_movement")
    assert {"2538", "2638"} & ends(game, "A/5-1")  # between both of them and on


@pytest.mark.rule("F-4.3.C")
def test_a_unit_is_the_target_of_one_close_combat_in_a_phase():
    units = {"2634": "1/235, 2/235", "2635": "A/5-1", "2633": "3/235"}
    frame: dict[str, Any] = {"kind": "Assaulting", "side": "un", "struck": ["2634"]}
    game = field({**units, "2632": "A/5-2"}, phase="un_close_combat", frame=frame)
    assert why(game, "assault 2634 A/5-1") == ["F-13.2.c"]
    assert why(game, "assault 2633 A/5-2") == []
    units = {"2634": "1/235", "2635": "A/5-1, A/5-2", "2638": "C/5-1", "2639": "4/235"}
    game = play(field(units, phase="un_close_combat", dice=[1], communist_retreat="never"), "assault 2634")
    place = where(game, "1/235")
    assert place != "2634"  # driven out
    assert why(game, f"assault {place} A/5-1")[0] == "F-4.3.C"
    assert {offer.domain.hex for offer in game.offers() if offer.verb == "assault"} == {game.place("2639")}
    play(game, "end")
    assert "fought" not in flags(game, "1/235") + flags(game, "A/5-1")
