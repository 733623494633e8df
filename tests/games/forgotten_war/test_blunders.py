"""Positions with one clearly right answer: what a wargamer would call a blunder is to do anything else.

Nothing stands on the map but what is listed. Each position says which levels must find the answer.
"""

from random import Random
from typing import Any

import pytest

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.values import End
from parallel38.games.forgotten_war.players.commander import Commander
from parallel38.games.forgotten_war.rules import airstrip, turn_end
from parallel38.games.forgotten_war.state import UN_POINTS

from .field import field, lost, new, number, where

BOTH, VETERAN = ("recruit", "veteran"), ("veteran",)
SEEDS = (1, 2)


def played(game: Game, level: str, seed: int = 1, until: str = "") -> list[Any]:
    """Commanders of a level play until the phase is over, or to the end of another one of the same turn; what the side
    that decided first did."""
    side, turn, actions, reached = str(game.decider), game.turn, list[Any](), False
    who, rng = {name: Commander(level, name) for name in ("un", "communist")}, Random(seed)
    key = until or game.rules.phase_key(game.state).removeprefix("phase.")
    while game.decider is not None and game.turn == turn:
        phase = game.rules.phase_key(game.state).removeprefix("phase.")
        if reached and phase != key:
            break
        reached = reached or phase == key
        action = who[game.decider](game.copy(), rng)
        if game.decider == side:
            actions.append(action)
        game.play(action)
    return actions


def seeded(game: Game, seed: int) -> Game:
    """The position of a game with the dice of another seed."""
    return Game.from_position(game.to_position(), game.rules, Dice.seed(seed))


def verbs(actions: list[Any]) -> list[str]:
    """The verbs of some actions."""
    return [action.verb() for action in actions]


def hexes(game: Game, side: int) -> set[str]:
    """The hexes in which a side stands."""
    return {game.state.rules.grid.label(h) for h in game.state.manned(side)}


# ------------------------------------------------------------------------------------------------------------- Naktong


def test_the_nkpa_crosses_on_the_first_turn_and_stays_out_of_contact() -> None:
    """Eighteen platoons come to the river by strategic movement; those beside I, K and L would be shot at for
    nothing, because they cannot fire in force before the next turn."""
    game = new("naktong", seed=1)
    played(game, "veteran", until="communist_movement")
    s, rules = game.state, game.state.rules
    across = [u for u in s.present(1) if (rules.east_bank | rules.river) >> s.where[u] & 1]
    touching = [u for u in s.present(1) if s.beside(0) >> s.where[u] & 1]
    assert len(s.present(1)) == 18
    assert len(across) >= 12
    assert len(touching) <= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_companies_that_stay_in_the_bend_are_surrounded_on_the_second_turn(seed: int) -> None:
    """Of K and L Companies, which stand alone before the hills, one is surrounded and the other attacked, while I
    Company, which covers nothing, is left alone."""
    game, rng = new("naktong", seed=seed), Random(seed)
    who, s = Commander("veteran", "communist"), game.state
    while s.turn == 1:
        game.play(End() if game.decider == "un" else who(game.copy(), rng))
        s = game.state
    played(game, "veteran", seed, until="communist_movement")
    s, rules = game.state, game.state.rules
    beside: dict[str, list[int]] = {}
    for company in "IKL":
        units = [number(game, f"{company}/34-{n}") for n in (1, 2, 3)]
        around = {h for u in units if s.on_map(u) for h in rules.grid.neighbours[s.where[u]]}
        beside[company] = [len(s.at(1, h)) for h in around if s.at(1, h)]
    assert max(len(beside["K"]), len(beside["L"])) >= 6
    assert all(sum(beside[company]) >= 3 for company in "KL")
    assert not beside["I"]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_27th_is_withdrawn_whole_at_the_end_of_turn_10(seed: int) -> None:
    """Three whole platoons bring six points; locked in a close combat they would bring none."""
    units = {"1622": "E/27-1, E/27-2, E/27-3", "1621": "1/5-1 lost=1, 2/5-1 lost=1 dug"}
    game = seeded(field(units, scenario="naktong", phase="un_movement", turn=10), seed)
    actions = played(game, "veteran", seed, until="turn_end")
    assert "assault" not in verbs(actions)
    assert verbs(actions).count("withdraw") == sum(lost(game, f"E/27-{n}") == 0 for n in (1, 2, 3))


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize("turn", [15, 16])
def test_the_nkpa_steps_onto_the_river_in_the_end(level: str, turn: int) -> None:
    """A unit on the river counts as much as one behind it (F-15.1.1.C)."""
    game = field({"1606": "1/5-1 lost=1", "2039": "A/34-1"}, scenario="naktong", phase="communist_movement", turn=turn)
    played(game, level)
    s = game.state
    assert (s.rules.river | s.rules.east_bank) >> s.where[number(game, "1/5-1")] & 1


@pytest.mark.parametrize("level", BOTH)
def test_the_optional_battalion_stays_away(level: str) -> None:
    """Nine platoons would give the NKPA eighteen points (F-16.4.8c)."""
    frame = {"kind": "Calling"}
    game = field({"2039": "A/34-1", "1110": "1/5-1"}, scenario="naktong", phase="un_arrivals", turn=8, frame=frame)
    assert verbs(played(game, level)) == ["end"]


@pytest.mark.parametrize("level", BOTH)
def test_loaned_platoons_leave_on_turn_13_even_reduced(level: str) -> None:
    """A reduced platoon of A/14 brings its point too (F-14.2.1.3.A); one of the 27th brings nothing any more."""
    units = {"2036": "A/14E-1 lost=1, A/14E-2, E/27-1", "1110": "1/5-1"}
    game = field(units, scenario="naktong", phase="turn_end", turn=13, frame={"kind": "Withdrawing"})
    assert [a.unit for a in played(game, level) if isinstance(a, turn_end.Withdraw)] == [
        number(game, "A/14E-1"),
        number(game, "A/14E-2"),
    ]


def test_the_un_stands_along_the_river_before_the_last_turn() -> None:
    """A platoon in each hex of the bank leaves the NKPA nothing but the river, from where fire drives it back; three in
    one hex would let it pass to both sides."""
    units = {"1412": "A/34-1, A/34-2, A/34-3", "1307": "1/5-1, 2/5-1", "1406": "3/5-1"}
    game = field(units, scenario="naktong", phase="un_movement", turn=15)
    played(game, "veteran")
    s, rules = game.state, game.state.rules
    bank = rules.grid.around(rules.river) & rules.east_bank & ~rules.river
    assert (s.held(0) & bank).bit_count() == 3


# -------------------------------------------------------------------------------------------------------------- Chosin


def test_fox_hill_is_attacked_from_all_sides_that_can_be_reached() -> None:
    """The 59th Division masses on F/7, which holds the pass, and leaves B/7 behind the ridge alone: with its companies
    divided it would take neither."""
    start = new("chosin")
    s, names, grid = start.state, start.rules.names, start.state.rules.grid
    there: dict[str, list[str]] = {}
    for unit in s.present(1):
        if s.rules.division[unit] == "59":
            there.setdefault(grid.label(s.where[unit]), []).append(names.units[unit])
    units = {h: ", ".join(stack) for h, stack in there.items()}
    marines = {"2032": "F/7-1, F/7-2, F/7-3", "2636": "B/7-1, B/7-2, B/7-3"}
    game = field({**units, **marines}, phase="communist_movement", turn=1)
    played(game, "veteran")
    s = game.state
    around = [s.at(1, h) for h in grid.neighbours[grid.hex("2032")]]
    assert sum(map(len, around)) >= 6
    assert sum(map(bool, around)) >= 3
    assert not any(s.at(1, h) for h in grid.neighbours[grid.hex("2636")])


@pytest.mark.parametrize("level", BOTH)
def test_aircraft_strike_the_road_block_and_not_the_ridge(level: str) -> None:
    """The column cannot pass three companies on the road at 2132; those on the ridge bar nothing."""
    units = {
        "available": "AIR-5",
        "2132": "1/175 dug, 2/175 dug, 4/175 dug",
        "2334": "1/176 dug, 2/176 dug, 4/176 dug",
        "2232": "A/7-1, A/7-2, A/7-3",
        "2333": "B/7-1, TR-1",
    }
    game = field(units, phase="un_prep_fire", turn=4)
    shot = next(a for a in played(game, level) if a.verb() == "fire")
    assert game.state.rules.grid.label(shot.hex) == "2132"


def test_a_whole_company_of_engineers_takes_over_the_airstrip() -> None:
    """With one platoon reduced B Company is no garrison any more; D Company beside it is (F-14.2.3.A)."""
    units = {
        "1827": "B/1E-1, B/1E-2, B/1E-3 lost=1",
        "1828": "H/1-1",
        "1728": "D/1E-1, D/1E-2, D/1E-3",
        "3344": "1/175",
    }
    game = field({**units, "3344": "1/175"}, phase="un_movement", turn=4)
    assert not airstrip.garrisoned(game.state)
    played(game, "veteran")
    assert airstrip.garrisoned(game.state)


@pytest.mark.parametrize("level", BOTH)
@pytest.mark.parametrize(("turn", "enters"), [(7, False), (13, True)])
def test_a_dump_is_entered_on_the_last_turn_only(level: str, turn: int, enters: bool) -> None:
    """Each time it costs a step (F-10.2.6.A), and only at the end it brings three points (F-15.2.2.D)."""
    game = field({"1612": "1/178", "2740": "A/7-1"}, phase="communist_movement", turn=turn)
    played(game, level)
    assert (where(game, "1/178") == "1613") is enters


@pytest.mark.parametrize("level", BOTH)
def test_nobody_walks_over_the_ice(level: str) -> None:
    """Each ice hex gives the other side a point (F-10.2.6.F)."""
    game = field({"1640": "1/175, 2/175", "1236": "A/32-1"}, phase="communist_movement", turn=4)
    played(game, level)
    assert game.state.track[UN_POINTS] == 0
    assert game.state.rules.grid.label(game.state.where[number(game, "1/175")]) != "1640", "they march all the same"


def test_the_airstrip_is_closed_when_its_garrison_is_broken() -> None:
    """Ten points a turn are more than the steps that regiments without supply may lose (F-14.2.3.C)."""
    units = {"1827": "B/1E-1, B/1E-2", "1828": "H/1-1", "2740": "A/7-1, A/7-2, A/5-1", "2132": "1/175", "1733": "2/175"}
    game = field(units, phase="turn_end", turn=5, frame={"kind": "Withdrawing"})
    assert "close" in verbs(played(game, "veteran"))


def test_the_airstrip_is_closed_when_nobody_is_left_to_fly_out() -> None:
    """A garrison that is broken with nobody left to close costs ten points every turn; regiments without supply lose a
    few steps, once."""
    units = {"1827": "B/1E-1, B/1E-2, B/1E-3", "2740": "A/7-1, A/7-2, A/5-1"}
    grid = new("chosin").state.rules.grid
    ring = [grid.label(h) for h in grid.neighbours[grid.hex("2740")]]
    units |= {h: f"{i}/175" for i, h in enumerate(ring, start=1)}
    game = field(units, phase="turn_end", turn=3, frame={"kind": "Withdrawing"})
    assert airstrip.garrisoned(game.state)
    assert "close" in verbs(played(game, "veteran"))


def test_all_engineers_stay_on_the_strip_until_it_is_closed() -> None:
    """One whole platoon has to be left to close it (F-14.2.2.A)."""
    units = {"1827": "B/1E-1, B/1E-2, B/1E-3", "1728": "D/1E-1, D/1E-2, D/1E-3", "3344": "1/175"}
    game = field(units, phase="un_movement", turn=2)
    played(game, "veteran")
    assert {where(game, f"D/1E-{n}") for n in (1, 2, 3)} <= {"1827", "1828"}


def test_engineers_go_back_to_a_strip_that_was_lost_and_close_it() -> None:
    """An open strip without its garrison gives ten points every turn; two platoons beside it can end that."""
    units = {"1727": "B/1E-1, B/1E-2", "1828": "H/1-1", "3344": "1/175"}
    game = field(units, phase="un_movement", turn=3, strip="captured", strip_lost="south")
    assert not airstrip.is_open(game.state)
    played(game, "veteran")
    assert {where(game, "B/1E-1"), where(game, "B/1E-2")} & {"1827", "1828"}


@pytest.mark.parametrize("level", BOTH)
def test_who_can_leave_by_the_road_leaves(level: str) -> None:
    """A unit off the map is a point and cannot be lost (F-15.2.1.C)."""
    game = field({"1803": "A/7-1, A/7-2", "1802": "TR-1", "2740": "1/175"}, phase="un_movement", turn=9)
    played(game, level)
    assert {where(game, name) for name in ("A/7-1", "A/7-2", "TR-1")} == {"exited"}


@pytest.mark.parametrize("level", BOTH)
def test_who_can_leave_by_strategic_movement_leaves(level: str) -> None:
    """Fourteen points from Hagaru, of twice ten (F-10.2.2.A1)."""
    game = field({"1728": "A/7-1", "2740": "1/175"}, phase="un_movement", turn=13)
    played(game, level)
    assert where(game, "A/7-1") == "exited"


@pytest.mark.parametrize("level", BOTH)
def test_three_companies_storm_a_platoon_that_stands_alone(level: str) -> None:
    """Twenty-one against six; and a Marine step is worth seven Chinese ones."""
    units = {"2433": "A/7-1", "2534": "1/175, 2/175, 4/175"}
    game = field(units, phase="communist_close_combat", turn=5)
    assert verbs(played(game, level))[0] == "assault"


@pytest.mark.parametrize("level", BOTH)
def test_a_service_platoon_storms_nobody(level: str) -> None:
    """One against twenty-one."""
    units = {"1728": "XC-1", "1828": "B/1E-1", "1727": "1/175 dug, 2/175 dug, 4/175 dug"}
    game = field(units, phase="un_close_combat", turn=5)
    assert verbs(played(game, level)) == ["end"]


@pytest.mark.parametrize("level", BOTH)
def test_a_whole_platoon_takes_the_loss(level: str) -> None:
    """The reduced one would be gone, for three points."""
    units = {"2433": "A/7-1, A/7-2 lost=1, 1/175"}
    frame = {"kind": "Sharing", "side": "un", "hex": "2433", "pool": ["A/7-1", "A/7-2"], "left": 1}
    game = field(units, phase="communist_close_combat", turn=5, frame=frame)
    played(game, level)
    assert (lost(game, "A/7-1"), lost(game, "A/7-2")) == (1, 1)


@pytest.mark.parametrize("level", BOTH)
def test_who_stays_digs_in(level: str) -> None:
    """A position costs nothing (F-10.1.A1)."""
    units = {"1728": "H/1-1, H/1-2, H/1-3", "1827": "B/1E-1, B/1E-2, B/1E-3", "1828": "I/1-1", "1630": "1/175, 2/175"}
    game = field(units, phase="un_movement", turn=3)
    played(game, level)
    assert all(game.state.dug_in(0, h) for h in map(game.state.rules.grid.hex, ("1827",)))


def test_guns_are_kept_for_attackers_in_the_open() -> None:
    """Before nine companies that can come, a gun waits; if nobody can come, it fires at the position that it sees."""
    near = {"1728": "H/1-1, H/1-2", "1729": "H/11", "1627": "1/175"}
    many = {"1632": "2/175, 3/175, 4/175", "1931": "5/175, 6/175, 7/175", "1726": "8/175 dug, 9/175 dug, 1/176 dug"}
    quiet = played(field(near, phase="un_prep_fire"), "veteran")
    pressed = played(field({**near, **many, "2026": "2/176, 3/176, 4/176"}, phase="un_prep_fire"), "veteran")
    assert verbs(quiet)[0] == "fire"
    assert verbs(pressed) == ["end"]


# ---------------------------------------------------------------------------------------------------------- Chipyong-ni


@pytest.mark.parametrize("level", VETERAN)
def test_the_last_marker_strikes_the_enemy_inside(level: str) -> None:
    """A pair in the wire has still to come through; who is inside is among the guns."""
    units = {
        "available": "M2/23 serves=2/23",
        "1526": "1/343-1",
        "1425": "B/503 barraged, A/23-1",
        "1125": "2/343-1, 2/343-2",
        "1225": "B/23-1",
        "1226": "E/23-1",
    }
    game = field(units, scenario="chipyongni", phase="communist_defensive_fire", turn=4)
    shot = next(a for a in played(game, level) if a.verb() == "fire")
    assert (shot.unit, game.state.rules.grid.label(shot.hex)) == (number(game, "M2/23"), "1526")


@pytest.mark.parametrize("level", BOTH)
def test_an_abandoned_gun_is_manned_again(level: str) -> None:
    """It is worth seven points as it stands (F-15.3.2.A)."""
    units = {"1526": "B/503 abandoned", "1528": "RGR-1", "3340": "1/343-1"}
    game = field(units, scenario="chipyongni", phase="un_movement", turn=4)
    played(game, level)
    assert not game.state.abandoned(0)


def test_a_reduced_platoon_leaves_a_hex_that_many_fire_at() -> None:
    """It would be gone with the next hit, for five points; behind it there is room, and no gun beside it."""
    units = {"1225": "A/23-1 lost=1", "1224": "1/343-1", "1124": "2/343-1, 3/343-1", "1125": "4/343-1, 5/343-1"}
    frame = {
        "kind": "Retreats",
        "side": "un",
        "unit": "A/23-1",
        "hex": "1225",
        "away": ["1125"],
        "must": False,
    }
    game = field(units, scenario="chipyongni", phase="communist_offensive_fire", turn=4, frame=frame)
    assert verbs(played(game, "veteran"))[0] == "retreat"


def test_a_hole_in_the_ring_is_filled() -> None:
    """Two platoons that stand behind an empty position before the enemy go there."""
    units = {"1325": "A/23-1", "1327": "A/23-2", "1224": "B/23-1", "1227": "B/23-2", "1023": "1/343-1, 1/343-2"}
    game = field({**units, "1024": "2/343-1, 2/343-2"}, scenario="chipyongni", phase="un_movement", turn=4)
    played(game, "veteran")
    assert {"1225", "1226"} & hexes(game, 0)


@pytest.mark.parametrize("level", BOTH)
def test_area_fire_comes_before_small_arms(level: str) -> None:
    """It strikes every unit of a full stack, so it is fired while the stack is full."""
    units = {"1226": "B/26-1, A/23-1", "1225": "A/23-2", "1125": "1/343-1, 1/343-2", "available": "M1/23 serves=1/23"}
    game = field(units, scenario="chipyongni", phase="communist_defensive_fire", turn=4)
    fired = [a.unit for a in played(game, level) if a.verb() == "fire"]
    order = [number(game, name) for name in ("M1/23", "B/26-1", "A/23-1")]
    found = [unit for unit in fired if unit in order]
    assert found == [unit for unit in order if unit in found]
    assert number(game, "M1/23") in found
