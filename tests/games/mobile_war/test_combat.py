"""Combat: who attacks whom, the odds, the defender's table."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from parallel38.engine.chance import Throw
from parallel38.engine.game import Game
from parallel38.games.mobile_war.rules import odds, outlook
from parallel38.games.mobile_war.rules.combat import Fighting
from parallel38.games.mobile_war.rules.fight import Fight
from parallel38.games.mobile_war.rules.losses import Losing
from parallel38.games.mobile_war.rules.retreats import Retreating
from parallel38.games.mobile_war.state import COMMUNIST
from parallel38.hexgrid import bits
from parallel38.players.nearest import nearest_player

from .field import RULES, field, new, number, play, said, where, why

SUPPLIED = 2
"""A turn of the Invasion in which the Communists are in supply anyway."""


def battle(units: dict[str, str], *, side: str = "communist", dice: list[int] | None = None, **more) -> Game:
    """Units by hex at the beginning of a side's combat phase. Around 1744 the country is clear, 1745 is rough."""
    return field(units, side=side, phase="combat", dice=dice, **{"turn": SUPPLIED, **more})


def always(result: str, table: str = "meeting") -> dict:
    """A table that has one result only."""
    row = dict.fromkeys(("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"), result)
    return {table: {str(n): row for n in range(1, 7)}}


def column(game: Game) -> str:
    """The odds that the defender is told."""
    return game.prompt[1]["column"]


def strengths(game: Game) -> tuple[int, int]:
    """Attack and defence as the defender is told."""
    return game.prompt[1]["attack"], game.prompt[1]["defence"]


def tables(game: Game) -> list[str]:
    """The tables that the defender may choose."""
    return [offer.mode for offer in game.offers()]


# ----------------------------------------------------------------------------------------------------------- attacks


@pytest.mark.rule("K-COM-A", "K-COM-D", "K-COM-M1", "K-COM-B")
def test_who_may_attack_whom():
    game = battle({"1743": "NK-6", "1844": "NK-3, C-SUP-1", "1645": "NK-4", "1744": "ROK-1", "1747": "ROK-2"})
    assert why(game, "attack 1744 NK-6") == []
    assert why(game, "attack 1744 NK-4") == ["K-COM-A"]
    assert why(game, "attack 1744 ROK-2") == ["K-COM-A"]
    assert why(game, "attack 1744 C-SUP-1") == ["K-COM-M1"]
    assert why(game, "attack 1843 NK-6") == ["K-COM-D"]
    assert why(game, "attack 1744 NK-6,NK-6") == ["K-COM-B"]
    assert game.parse("attack 1744") == game.parse("attack 1744 NK-6,NK-3")


@pytest.mark.rule("K-COM-B", "K-COM-H", "K-COM-C1", "K-COM-C2", "K-COM-J8")
def test_once_each_and_nobody_has_to():
    units = {"1743": "NK-6, NK-1", "1844": "NK-3", "1744": "ROK-1", "1845": "ROK-2"}
    game = play(battle(units, charts=always("D1")), "attack 1744 NK-6", "table meeting")
    assert why(game, "attack 1845 NK-6") == ["K-COM-C1"]
    assert why(game, "attack 1744 NK-1") == ["K-COM-C2"]
    play(game, "attack 1845 NK-3")
    assert game.decider == "un"
    play(game, "table meeting", "end")
    assert game.rules.phase_key(game.state) == "phase.communist_second_movement"


@pytest.mark.rule("K-COM-J8")
def test_a_result_is_carried_out_before_the_next_attack():
    units = {"1743": "NK-6", "1844": "NK-3", "1744": "ROK-1, ROK-2/6", "1845": "ROK-2"}
    game = play(battle(units, charts=always("D1")), "attack 1744 NK-6", "table meeting")
    assert isinstance(game.state.top, Losing)
    assert why(game, "attack 1845 NK-3"), "not while the losses of the first are to be taken"
    play(game, "lose ROK-2/6")
    assert left(game, "1744") == 3
    assert not why(game, "attack 1845 NK-3")
    play(game, "attack 1845 NK-3")
    assert isinstance(game.state.top, Fight)


@pytest.mark.rule("K-COM-J7d")
@pytest.mark.parametrize(
    ("result", "table"), [("Dx", "meeting"), ("D3", "meeting"), ("D1", "pursuit"), ("A1", "pursuit")]
)
def test_nobody_advances_into_the_hex_that_was_given_up(result: str, table: str):
    units = {"1743": "NK-6", "1844": "NK-3", "1744": "ROK-1"}
    game = taken(fought(units, result, table=table))
    assert left(game, "1744") == 0
    assert {*RULES.grid.labels(game.state.held_by(COMMUNIST))} == {"1743", "1844"}
    assert isinstance(game.state.top, Fighting)
    assert [offer.verb for offer in game.offers()] == ["end"], "neither a move nor a further attack"


@pytest.mark.rule("K-COM-E", "K-STK-C")
@pytest.mark.rule("K-COM-F", "K-COM-G", by="value")
def test_all_around_against_all_who_stand_there():
    ring = {"1743": "NK-6, NK-766", "1843": "NK-1", "1844": "NK-2", "1745": "NK-3", "1644": "NK-4", "1643": "NK-5"}
    game = battle({**ring, "1744": "ROK-1, ROK-2/6"})
    play(game, "attack 1744")
    assert strengths(game) == (63, 6)
    assert column(game) == "6-1"


@pytest.mark.rule("K-CRT-2")
@pytest.mark.rule("K-COM-G", by="value")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (26, 9, "2-1"),
        (27, 9, "3-1"),
        (9, 9, "1-1"),
        (8, 9, "1-2"),
        (5, 9, "1-2"),
        (4, 9, "1-3"),
        (3, 9, "1-3"),
        (2, 9, "1-3"),
        (59, 9, "6-1"),
        (90, 9, "6-1"),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, name: str):
    state = battle({"1743": "NK-6", "1744": "ROK-1"}).state
    assert odds.column(state, attack, defence) == name
    assert odds.column(state, 1, 10) == "1-3"


@pytest.mark.rule("K-COM-M1")
def test_a_supply_unit_alone_falls_to_any_attack():
    game = battle({"1743": "NK-766", "1744": "UN-SUP-1"})
    assert game.state.top.preview(game.state, game.parse("attack 1744 NK-766")) is None
    play(game, "attack 1744 NK-766")
    assert where(game, "UN-SUP-1") == "returning"
    assert game.decider == "communist"


# ------------------------------------------------------------------------------------------------- strength and supply


@pytest.mark.rule("K-SUP-A1", "K-SUP-A2", "K-TER-2")
@pytest.mark.rule("K-SUP-1b", by="value")
def test_halves_come_before_doubling():
    units = {"1744": "US-24", "1745": "NK-13/6"}
    game = play(battle(units, side="un", turn=12), "attack 1745")
    assert strengths(game) == (16, 2)
    game = play(battle({**units, "1645": "C-SUP-1"}, side="un", turn=12), "attack 1745")
    assert strengths(game) == (16, 6)
    units = {"1745": "NK-105", "1744": "ROK-1"}
    assert strengths(play(battle(units, turn=12), "attack 1744"))[0] == 4


@pytest.mark.rule("K-TER-2")
def test_the_chart_says_by_how_much_rough_ground_multiplies():
    charts = {"terrain_combat": {"part_rough": {"times": 3}, "whole_rough": {"times": 3}, "clear": {"times": 2}}}
    for hexes, times in ((("1744", "1745"), 3), (("1743", "1744"), 2)):
        units = {hexes[0]: "US-24", hexes[1]: "NK-13/6", "1645": "C-SUP-1"}
        game = play(battle(units, side="un", turn=12, charts=charts), f"attack {hexes[1]}")
        assert strengths(game)[1] == 3 * times


@pytest.mark.rule("K-SUP-C2a", "K-SUP-C2b", "K-SUP-C2c", "K-SUP-C1a")
def test_supply_units_are_spent_on_attacks():
    units = {"1743": "NK-6, C-SUP-1", "1843": "NK-1", "1844": "NK-3", "1744": "ROK-1", "1845": "ROK-2"}
    units |= {"1841": "C-SUP-2", "1837": "C-SUP-3"}
    game = battle(units, turn=12, charts=always("D1"))
    assert game.parse("attack 1744") == game.parse("attack 1744 NK-6,NK-1,NK-3 C-SUP-1")
    assert why(game, "attack 1744 NK-6 C-SUP-3") == ["K-SUP-C1a"]
    assert why(game, "attack 1744 NK-6 NK-1") == ["K-SUP-C2c"]
    first = game.parse("attack 1744 NK-6,NK-1 C-SUP-1")
    assert [note.text for note in game.state.top.price(game.state, first)] == ["price.depots"]
    play(game, "attack 1744 NK-6,NK-1 C-SUP-1", "table meeting")
    assert where(game, "C-SUP-1") == "1743"
    again = game.parse("attack 1845 NK-3 C-SUP-1")
    assert [note.text for note in game.state.top.price(game.state, again)] == ["price.depots_spent"]
    play(game, "attack 1845 NK-3 C-SUP-1")
    assert strengths(game)[0] == 10
    play(game, "table meeting", "end")
    assert [where(game, f"C-SUP-{n}") for n in (1, 2, 3)] == ["spare", "1841", "1837"]


@pytest.mark.rule("K-SGI-1", "K-SUP-J")
def test_no_supply_unit_is_needed_in_the_first_turns_of_the_invasion():
    units = {"1743": "NK-6, C-SUP-1", "1744": "ROK-1"}
    game = battle(units, turn=4)
    assert game.parse("attack 1744") == game.parse("attack 1744 NK-6")
    assert why(game, "attack 1744 NK-6 C-SUP-1") == ["K-SUP-J"]
    assert strengths(play(game, "attack 1744"))[0] == 10
    assert strengths(play(battle(units, turn=5), "attack 1744 NK-6"))[0] == 5
    assert strengths(play(battle(units, turn=4, rulings={"invasion-supply": "none"}), "attack 1744 NK-6"))[0] == 5


@pytest.mark.rule("K-SUP-C2b")
def test_a_supply_unit_that_serves_a_defence_stays():
    units = {"1743": "ROK-1", "1744": "NK-6", "1844": "C-SUP-1", "1747": "UN-SUP-1"}
    game = play(battle(units, side="un", turn=12, charts=always("A1")), "attack 1744 ROK-1")
    assert strengths(game)[1] == 10, "in supply, so with its whole strength"
    taken(play(game, "table meeting"))
    play(game, "end")
    assert where(game, "C-SUP-1") == "1844"


@pytest.mark.rule("K-SUP-1b", by="value")
def test_a_supply_unit_that_falls_feeds_nobody_any_more():
    units = {"1743": "ROK-1", "1843": "ROK-2", "1744": "C-SUP-1", "1844": "NK-6", "1747": "UN-SUP-1"}
    game = battle(units, side="un", turn=12)
    play(game, "attack 1744 ROK-1", "attack 1844 ROK-2")
    assert strengths(game)[1] == 5


@pytest.mark.rule("K-SGV-1", "K-SGV-3a", "K-SGV-3c", "K-SUP-J")
def test_the_shock_doubles_communist_attacks_and_nobody_in_rough_country():
    units = {"1744": "CN-38", "1745": "US-24", "1746": "UN-SUP-1"}
    game = play(battle(units, scenario="intervention", turn=3), "attack 1745 CN-38")
    assert strengths(game) == (50, 16)
    game = play(battle(units, scenario="intervention", turn=4), "attack 1745 CN-38")
    assert strengths(game) == (12, 32)
    back = {"1744": "US-24", "1745": "CN-38-112", "1743": "UN-SUP-1"}
    game = play(battle(back, side="un", scenario="intervention", turn=3), "attack 1745 US-24")
    assert strengths(game) == (16, 10)


# ------------------------------------------------------------------------------------------------------------- tables


@pytest.mark.rule("K-COM-J1", "K-COM-J4d")
@pytest.mark.rule("K-COM-J3", by="value")
def test_the_defender_chooses_for_each_fight():
    game = battle({"1743": "NK-6", "1744": "ROK-1"})
    play(game, "attack 1744")
    assert game.decider == "un"
    assert tables(game) == ["meeting", "pursuit"]
    assert why(game, "table position") == ["K-COM-J4d"]
    assert why(game, "table siege") == ["K-COM-J1"]


@pytest.mark.rule("K-COM-J4a", "K-SUP-E3")
def test_position_defense_in_a_town_with_or_without_supply():
    game = play(battle({"1949": "ROK-1", "1950": "NK-6"}, side="un", turn=12), "attack 1950")
    assert "position" in tables(game)
    assert strengths(game)[1] == 5


RIVER = {True: pytest.mark.rule("K-COM-J4b"), False: pytest.mark.rule("K-COM-J5")}
"""The rule that decides whether a river gives the Position Defense table."""


@pytest.mark.parametrize(
    ("attackers", "ruling", "allowed"),
    [
        pytest.param({"2245": "NK-6"}, "same", True, marks=RIVER[True]),
        pytest.param({"2347": "NK-6"}, "same", False, marks=RIVER[False]),
        pytest.param({"2245": "NK-6", "2347": "NK-1"}, "same", False, marks=RIVER[False]),
        pytest.param({"2347": "NK-6"}, "any", False, marks=RIVER[False]),
        pytest.param({"2245": "NK-6"}, "any", True, marks=RIVER[True]),
    ],
)
def test_position_defense_on_a_river(attackers: dict[str, str], ruling: str, allowed: bool):
    game = battle({**attackers, "2246": "ROK-1"}, rulings={"river-defence": ruling})
    play(game, "attack 2246")
    assert ("position" in tables(game)) == allowed
    assert why(game, "table position") == ([] if allowed else ["K-COM-J5"])


@pytest.mark.parametrize(
    ("ruling", "allowed"),
    [pytest.param("same", True, marks=RIVER[True]), pytest.param("any", False, marks=RIVER[False])],
)
def test_an_attacker_on_another_river(ruling: str, allowed: bool):
    """2413 lies on the Changjin, 2513 on the Yalu."""
    game = battle({"2413": "NK-6", "2513": "ROK-1"}, rulings={"river-defence": ruling})
    play(game, "attack 2513")
    assert ("position" in tables(game)) == allowed


@pytest.mark.rule("K-COM-J5")
def test_one_attacker_on_the_same_river_is_enough():
    game = play(battle({"2245": "NK-6", "2347": "NK-1", "2246": "ROK-1"}), "attack 2246")
    assert why(game, "table position") == ["K-COM-J5"]
    game = play(battle({"2245": "NK-6", "2347": "NK-1", "2246": "ROK-1"}), "attack 2246 NK-6")
    assert why(game, "table position") == []


@pytest.mark.rule("K-COM-J4c", "K-ENT-3b")
def test_position_defense_in_works_only_with_supply():
    dug = {"1743": "ROK-1", "1744": "NK-6 entrenched"}
    game = play(battle({**dug, "1844": "C-SUP-1"}, side="un", turn=12), "attack 1744")
    assert "position" in tables(game)
    game = play(battle(dug, side="un", turn=12), "attack 1744")
    assert why(game, "table position") == ["K-COM-J4c"]
    mixed = {**dug, "1744": "NK-6 entrenched, NK-766", "1844": "C-SUP-1"}
    game = play(battle(mixed, side="un", turn=12), "attack 1744")
    assert why(game, "table position") == ["K-COM-J4c"]


# ------------------------------------------------------------------------------------------------------------- results


def fought(units: dict[str, str], result: str, *, table: str = "meeting", side: str = "communist", **more) -> Game:
    """A fight for 1744 with this result, whatever the odds and the die."""
    game = battle(units, side=side, charts=always(result, table), **more)
    return play(game, "attack 1744", f"table {table}")


def taken(game: Game) -> Game:
    """The game when losses are taken and retreats made, the first that can be."""
    while isinstance(game.state.top, Losing | Retreating):
        game.play(next(iter(game.legal_actions())))
    return game


LONE = {"1743": "NK-6", "1744": "ROK-1"}


@pytest.mark.rule("K-COM-J2a")
@pytest.mark.parametrize(("result", "dead"), [("Dx", "ROK-11/1"), ("Ax", "NK-13/6")])
def test_all_of_a_side_are_lost(result: str, dead: str):
    game = fought(LONE, result)
    assert where(game, dead) in ("nk_box", "rok_box", "gone")
    assert where(game, "NK-6") == ("1743" if result == "Dx" else "spare")
    assert where(game, "ROK-1") == ("spare" if result == "Dx" else "1744")
    assert (left(game, "1743"), left(game, "1744")) == ((3, 0) if result == "Dx" else (0, 3))


def left(game: Game, label: str) -> int:
    """The regiments in a hex."""
    h = game.place(label)
    return sum(RULES.regiments[u] for side in (0, 1) for u in game.state.fighters(side, h))


@pytest.mark.rule("K-COM-J2b", "K-COM-L2b")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_defender_loses_regiments(n: int):
    game = fought(LONE, f"D{n}")
    assert (left(game, "1743"), left(game, "1744")) == (3, 3 - n)
    assert where(game, "ROK-1") == "spare"
    assert game.decider == "communist"


@pytest.mark.rule("K-COM-J2c", "K-COM-L2b")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_attacker_loses_regiments(n: int):
    game = fought(LONE, f"A{n}")
    assert (left(game, "1743"), left(game, "1744")) == (3 - n, 3)


@pytest.mark.rule("K-COM-J2d", "K-COM-K4")
@pytest.mark.parametrize("n", [1, 2])
def test_both_lose_regiments(n: int):
    game = fought(LONE, f"E{n}")
    assert (left(game, "1743"), left(game, "1744")) == (3 - n, 3 - n)


@pytest.mark.rule("K-COM-K1")
def test_communist_losses_are_doubled_against_units_that_are_not_korean():
    game = fought({"1743": "NK-6, NK-1", "1744": "US-24"}, "E2")
    taken(game)
    assert (left(game, "1743"), left(game, "1744")) == (2, 1)
    game = fought({"1743": "US-24", "1744": "NK-6", "1842": "UN-SUP-1"}, "D1", side="un")
    assert left(game, "1744") == 1


@pytest.mark.rule("K-COM-K3")
def test_one_unit_that_is_not_korean_is_enough():
    game = fought({"1743": "NK-6", "1744": "ROK-1, PH-10"}, "A1")
    assert left(game, "1743") == 1


@pytest.mark.rule("K-COM-K1", "K-COM-K2", "K-COM-L1")
def test_an_army_and_two_regiments():
    """The booklet's example: E2 costs the two regiments for one loss, and a division of the army for the other."""
    game = fought({"1743": "CN-38, CN-343/115", "1843": "CN-344/115", "1744": "US-24"}, "E2")
    assert game.prompt[1]["n"] == 3
    assert why(game, "lose CN-38") == ["K-COM-L1"]
    taken(game)
    assert (where(game, "CN-343/115"), where(game, "CN-344/115")) == ("gone", "gone")
    assert sorted(where(game, f"CN-38-{n}") for n in (112, 113, 114)) == ["1743", "1743", "gone"]
    assert left(game, "1744") == 1


@pytest.mark.rule("K-COM-K2", "K-COM-L1")
def test_what_came_out_of_an_army_goes_by_divisions():
    game = fought({"1743": "CN-38", "1744": "US-24"}, "A2")
    assert sorted(where(game, f"CN-38-{n}") for n in (112, 113, 114)) == ["1743", "gone", "gone"]


@pytest.mark.rule("K-COM-K5")
def test_doubled_losses_end_with_what_is_there():
    game = fought({"1743": "CN-38, CN-343/115", "1744": "US-24"}, "A2")
    assert where(game, "CN-343/115") == "gone"
    assert left(game, "1743") == 6
    game = fought({"1844": "NK-766", "1744": "US-24"}, "A3")
    assert (left(game, "1844"), where(game, "NK-766")) == (0, "nk_box")


@pytest.mark.rule("K-SGV-3b")
def test_in_the_shock_losses_are_as_the_table_says():
    game = fought({"1743": "CN-38-112", "1744": "US-24"}, "A1", scenario="intervention", turn=1)
    assert left(game, "1743") == 2


@pytest.mark.rule("K-COM-L2a")
def test_the_owner_chooses_who_is_lost():
    game = fought({"1743": "NK-6", "1744": "ROK-1, ROK-2/6"}, "D1")
    assert game.decider == "un"
    assert why(game, "lose NK-6") == ["K-COM-L2a"]
    play(game, "lose ROK-2/6")
    assert left(game, "1744") == 3
    assert game.decider == "communist"


@pytest.mark.rule("K-COM-L2b")
def test_the_airborne_are_the_last_of_a_division_to_go():
    units = {"1743": "NK-6", "1744": "UK-CW", "with:UK-CW": "US-187, UK-27, UK-29"}
    game = fought(units, "D2")
    assert where(game, "US-187") == "1744"


@pytest.mark.rule("K-COM-M2")
def test_a_supply_unit_dies_with_the_last_of_the_others():
    game = fought({"1743": "NK-6", "1744": "ROK-2/6, UN-SUP-1"}, "D1")
    assert where(game, "UN-SUP-1") == "returning"
    game = fought({"1743": "NK-6", "1744": "ROK-1, UN-SUP-1"}, "D2")
    assert where(game, "UN-SUP-1") == "1744"


# ------------------------------------------------------------------------------------------------------------- pursuit


@pytest.mark.rule("K-COM-J6", "K-COM-J7a", "K-COM-J7d", "K-COM-M2")
@pytest.mark.parametrize(("result", "far"), [("A1", 1), ("Ax", 1), ("E1", 1), ("D1", 1), ("D2", 2)])
def test_who_is_pursued_always_goes(result: str, far: int):
    game = fought({"1743": "NK-6", "1744": "ROK-1, UN-SUP-1"}, result, table="pursuit")
    taken(game)
    gone = [RULES.grid.distance(game.place("1744"), h) for h in game.state.stacks(0)]
    assert set(gone) == {far}
    assert left(game, "1744") == 0
    assert where(game, "UN-SUP-1") not in ("1744", "returning")


@pytest.mark.rule("K-COM-J7a")
@pytest.mark.rule("K-COM-J7b", by="value")
def test_away_from_the_attackers_where_that_is_possible():
    units = {"1743": "NK-6", "1643": "NK-1", "1744": "ROK-1", "1746": "NK-2"}
    game = fought(units, "Ax", table="pursuit")
    assert {game.notation(action).split("-")[-1] for action in game.legal_actions()} == {"1844", "1745"}
    assert why(game, "retreat ROK-1 1744-1843") == ["K-COM-J7a"]
    assert why(game, "retreat NK-2 1746-1747") == ["K-COM-J7a"]
    assert why(game, "retreat ROK-1 1744~1745") == ["K-COM-J7a"]  # nobody throws dice for a step
    # 1745 is in the zone of NK-2, and others may stand there
    game = fought({**units, "1745": "ROK-2, ROK-3"}, "Ax", table="pursuit")
    assert why(game, "retreat ROK-1 1744-1745") == []


@pytest.mark.rule("K-COM-C2", "K-COM-C3")
def test_who_retreats_into_a_hex_shields_it():
    """Nobody is attacked twice, and a stack only as a whole: so the hex is safe for the rest of the phase."""
    units = {"1743": "NK-6", "1643": "NK-1", "1744": "ROK-1", "1745": "ROK-2", "1746": "NK-3"}
    assert why(battle(units), "attack 1745 NK-3") == []
    game = fought(units, "Ax", table="pursuit")
    play(game, "retreat ROK-1 1745")
    assert why(game, "attack 1745 NK-3") == ["K-COM-C3"]
    assert "1745" not in {RULES.grid.label(o.domain.hex) for o in game.offers() if o.verb == "attack"}
    again = fought({h: names for h, names in units.items() if h != "1745"}, "Ax", table="pursuit")
    play(again, "retreat ROK-1 1745")
    assert why(again, "attack 1745 NK-3") == ["K-COM-C2"]


@pytest.mark.rule("K-COM-J7a", "K-COM-J7b")
def test_hexes_that_no_retreat_leads_into_are_told_with_the_reason():
    """For the board, which crosses them out."""
    game = battle({"1743": "NK-6", "1745": "NK-2", "1744": "ROK-1"}, charts=always("A1", "pursuit"))
    play(game, "attack 1744 NK-6", "table pursuit")
    while isinstance(game.state.top, Losing):
        game.play(next(iter(game.legal_actions())))
    top, s = game.state.top, game.state
    offer = next(iter(top.offers(s)))
    closed = {s.rules.grid.label(h): (bar.rule, bar.text) for h, bar in top.closed(s, offer).items()}
    assert closed["1743"] == closed["1745"] == ("K-COM-J7b", "retreat_enemy")
    assert {text for _, text in closed.values()} == {"retreat_enemy", "retreat_towards"}
    assert not {game.place(label) for label in closed} & {*bits(offer.hexes)}
    for label, (rule, _) in closed.items():
        assert why(game, f"retreat ROK-1 1744-{label}") == [rule]


@pytest.mark.rule("K-COM-J7c")
def test_who_is_surrounded_is_eliminated():
    ring = {"1743": "NK-6", "1843": "NK-1", "1844": "NK-2", "1745": "NK-3", "1644": "NK-4", "1643": "NK-5"}
    game = fought({**ring, "1744": "ROK-1"}, "A1", table="pursuit")
    taken(game)
    assert where(game, "ROK-1") == "spare"
    assert where(game, "ROK-11/1") == "gone"


@pytest.mark.rule("K-COM-J7c")
def test_armor_retreats_along_roads_in_rough_country():
    """Nothing but rough country lies around 2413."""
    game = battle({"2314": "ROK-1", "2413": "NK-105"}, side="un", turn=SUPPLIED, dice=[6])
    play(game, "attack 2413", "table pursuit")
    assert where(game, "NK-105") == "spare"
    assert "no_retreat" in said(game.entries())


@pytest.mark.rule("K-COM-M2", "K-COM-J7c")
def test_a_supply_unit_does_not_escape_alone():
    """Tanks without a road have nowhere to go; what they guarded is lost with them."""
    game = battle(
        {"2314": "ROK-1", "2413": "NK-105, C-SUP-1"}, side="un", turn=SUPPLIED, charts=always("A1", "pursuit")
    )
    play(game, "attack 2413", "table pursuit")
    assert where(game, "C-SUP-1") == "spare"
    assert game.decider == "un"
    both = battle({"2314": "ROK-1", "2413": "NK-105, NK-766"}, side="un", turn=SUPPLIED, charts=always("A1", "pursuit"))
    taken(play(both, "attack 2413", "table pursuit"))
    assert where(both, "NK-105") == "spare"
    assert where(both, "NK-766") not in ("2413", "nk_box")


@pytest.mark.rule("K-COM-J6")
def test_losses_are_foretold_from_those_who_cannot_get_away():
    """The owner lets the tanks take the loss, which are lost anyway."""
    game = battle(
        {"2314": "ROK-1", "2413": "NK-105, NK-13/6"}, side="un", turn=SUPPLIED, charts=always("D1", "pursuit")
    )
    play(game, "attack 2413")
    preview = game.state.top.preview(game.state, game.parse("table pursuit"))
    assert preview is not None
    assert [(r.key, r.note.args["lost"]) for r in preview.branches[0].results] == [("D1", 3)]


@pytest.mark.rule("K-BRG-1")
@pytest.mark.parametrize("defenders", ["ROK-2/6", "UN-SUP-1"])
def test_a_bridge_falls_with_its_defenders(defenders: str):
    game = play(battle({"2245": "NK-6", "2246": defenders}, charts=always("Dx")), "attack 2246")
    if game.decider == "un":
        play(game, "table meeting")
    assert any(mark[0] == "bridge-down" for mark in game.state.marks)


# ------------------------------------------------------------------------------------------------------- before the die


@pytest.mark.rule("K-COM-J3", by="value")
def test_an_attack_is_weighed_by_each_table():
    game = battle({"1949": "NK-6", "2050": "NK-1", "1950": "ROK-2/6"})
    action = game.parse("attack 1950")
    preview = game.state.top.preview(game.state, action)
    assert preview is not None
    assert (preview.ratio, preview.column) == ("20:3", "6-1")
    assert [b.note.text for b in preview.branches] == ["branch.position", "branch.meeting", "branch.pursuit"]
    assert all(b.chance is None and sum(r.chance for r in b.results) == 1 for b in preview.branches)
    position = preview.branches[0]
    rows = {row.label: row.key for row in position.rows}
    assert rows == {"1": "D3", "2": "D2", "3": "D1", "4": "E1", "5": "E1", "6": "E1"}
    assert {row.chance for row in position.rows} == {Fraction(1, 6)}
    assert {r.note.text for r in position.results} == {"fall.destroyed"}
    assert [(r.key, r.chance) for r in preview.outcomes] == [("destroyed", 1)]
    assert {w.note.text for w in preview.what_if} == {"what_if.without"}
    assert game.decider == "communist"


@pytest.mark.rule("K-COM-J3", by="value")
def test_the_defender_weighs_the_tables():
    game = play(battle({"1743": "NK-6", "1744": "ROK-1, ROK-2/6", "1844": "UN-SUP-1"}), "attack 1744")
    before = game.hash()
    assert (game.prompt[1]["attack"], game.prompt[1]["defence"]) == (10, 13)
    meeting = game.state.top.preview(game.state, game.parse("table meeting"))
    assert meeting is not None
    assert meeting.column == "1-2"
    (branch,) = meeting.branches
    assert [(r.key, r.note.text, r.note.args) for r in branch.results] == [
        ("E1", "fall.weakened", {"lost": 1, "paid": 1}),
        ("A1", "fall.held", {"lost": 0, "paid": 1}),
        ("A2", "fall.held", {"lost": 0, "paid": 2}),
        ("A3", "fall.held", {"lost": 0, "paid": 3}),
        ("Ax", "fall.held", {"lost": 0, "paid": 3}),
    ]
    assert [(r.key, r.rank) for r in meeting.outcomes] == [("weakened", 1), ("held", 2)]
    assert [w.note.text for w in meeting.what_if] == ["branch.pursuit"]
    pursuit = game.state.top.preview(game.state, game.parse("table pursuit"))
    assert pursuit is not None
    assert [(r.key, r.chance) for r in pursuit.outcomes] == [("driven", 1)]
    assert game.hash() == before


def test_what_is_foretold_in_both_languages():
    from parallel38.engine.texts import Texts

    units = {"1743": "NK-6, C-SUP-1", "1843": "NK-1", "1745": "US-24", "1644": "NK-3", "1646": "NG-1"}
    game = battle(units, turn=12)
    preview = game.state.top.preview(game.state, game.parse("attack 1745 NK-3"))
    assert preview is not None
    notes = [preview.title, *preview.notes, *(b.note for b in preview.branches), *(r.note for r in preview.outcomes)]
    notes += [w.note for w in preview.what_if] + [r.note for b in preview.branches for r in b.results]
    for language in ("en", "es"):
        texts = Texts(language, "parallel38.games.mobile_war")
        assert [n.text for n in notes if not texts.has(n.text)] == []
    assert number(game, "NG-1") in preview.notes[-2].args["units"]


@pytest.mark.parametrize("result", ["A1", "A2", "A3", "Ax", "E2"])
@pytest.mark.parametrize("attackers", ["CN-38", "CN-38, CN-343/115", "CN-38, CN-39-115", "CN-39-115"])
def test_a_die_is_worth_what_it_costs(attackers: str, result: str):
    """Armies give divisions, and these are not doubled."""
    game = battle({"1743": attackers, "1744": "US-24, US-25"}, charts=always(result), turn=SUPPLIED)
    play(game, "attack 1744")
    before: Any = game.state.copy()
    before.top.apply(before, game.parse("table meeting"))
    after = before.copy()
    before_there = regiments(before, 1)
    roll = after.top
    roll.apply(after, Throw((1,)))
    worth = {stroke.kind: stroke.value for stroke in game.rules.luck_samples(before, after, roll, (1,))}
    taken(play(game, "table meeting"))
    assert worth["defence"] == before_there - regiments(game.state, 1)


@pytest.mark.rule("K-COM-J8")
def test_what_is_foretold_is_what_happens():
    """Three weeks of the Intervention: after each fight both sides have lost what the table was foretold to cost."""
    game, rng = new("intervention", seed=2), Random(2)
    fights, due = 0, None
    while game.state.turn < 4:
        s: Any = game.state
        standing = tuple(regiments(s, side) for side in (0, 1))
        if due and isinstance(s.top, Fighting):
            assert standing == due
            due = None
        if isinstance(s.top, Fight):
            look, table = outlook.Outlook(s.copy(), s.top, s.frames[:-1]), rng.choice(tables(game))
            entries = game.play(f"table {table}")
            die = next(event.args["die"] for entry in entries for event in entry.events if event.text == "result")
            outcome = look.outcome(table, die)
            lost = {look.side: outcome.paid, 1 - look.side: outcome.lost}
            due, fights = tuple(standing[side] - lost[side] for side in (0, 1)), fights + 1
        else:
            game.play(nearest_player(game, rng))
    assert fights > 10


def regiments(s: Any, side: int) -> int:
    """The regiments of a side on the map."""
    return sum(RULES.regiments[u] for u in s.present(side))
