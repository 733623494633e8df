"""Commanders of The Mobile War: positions with one clearly right answer, and what holds in every game of theirs."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.games.mobile_war import TITLE
from parallel38.games.mobile_war.players.commander import Commander
from parallel38.games.mobile_war.rules import supply
from parallel38.games.mobile_war.rules.combat import Attack
from parallel38.games.mobile_war.rules.outlook import Outlook
from parallel38.games.mobile_war.rules.ranges import MODES, Range

from .field import RULES, field, new

SIDES = ("un", "communist")
LEVELS = ("recruit", "veteran")


def commander(level: str, side: str) -> Commander:
    """A commander with the usual weights."""
    return Commander(level, side)


def played(game: Game, level: str = "veteran", seed: int = 1) -> tuple[Game, list[Any]]:
    """A phase played by the side that decides; what it did."""
    side, key, actions = game.decider, game.rules.phase_key(game.state), list[Any]()
    assert side is not None
    who, other, rng = commander(level, side), commander(level, SIDES[1 - SIDES.index(side)]), Random(seed)
    while game.decider is not None and game.rules.phase_key(game.state) == key:
        mine = game.decider == side
        action = (who if mine else other)(game, rng)
        if mine:
            actions.append(action)
        game.play(action)
    return game, actions


def at(game: Game, name: str) -> str:
    """Where a unit is."""
    return game.rules.names.place(game.state.where[game.rules.names.unit_number(name)])


def there(game: Game, side: int, label: str) -> list[str]:
    """Who of a side is in a hex."""
    names, h = game.rules.names, game.rules.names.grid.hex(label)
    return [names.units[u] for u in game.state.stacks(side).get(h, ())]


# ---------------------------------------------------------------------------------------------------- whatever happens


@pytest.mark.parametrize("side", SIDES)
def test_every_decision_has_its_duty(side: str) -> None:
    """Every frame that asks a side is answered by a method of the commander, not by chance."""
    asked = {f for name, f in RULES.frames.items() if name not in ("Over", "Stopped", "Roll", "Sequence")}
    assert asked <= {*commander("veteran", side).DUTIES}


@pytest.mark.parametrize(("scenario", "level"), [*product(("invasion", "intervention", "stalemate"), LEVELS)])
def test_two_turns_without_a_guess(scenario: str, level: str) -> None:
    """What a commander wants is legal; it says what it tries, and there are words for it in both languages."""
    game, rng = new(scenario, seed=3), Random(3)
    players = {side: commander(level, side) for side in SIDES}
    said: dict[str, dict[str, Any]] = {}
    while game.decider is not None and game.state.turn <= 2:
        who = players[game.decider]
        action = who(game, rng)
        assert who.sure, (game.turn, game.state.top)
        said |= {note.text: note.args for note in who.reasons}
        game.play(action)
    assert said
    for language in ("en", "es"):
        texts = Texts(language, TITLE.package, game.rules.names)
        assert all(texts.has(key) for key in said)
        assert not any("…" in texts.say(key, args) for key, args in said.items()), "a gap where a word should stand"


def test_the_same_seed_plays_the_same_game() -> None:
    """Chance is only in the dice and in the captain's own random numbers."""
    found: list[str] = []
    for _ in range(2):
        game, rng = new("invasion", seed=5), Random(5)
        players = {side: commander("veteran", side) for side in SIDES}
        while game.decider is not None and game.state.turn < 2:
            game.play(players[game.decider](game, rng))
        found.append(game.hash())
    assert found[0] == found[1]


# ----------------------------------------------------------------------------------------------------------- positions


def test_pusan_is_not_left_to_a_reconnaissance_regiment() -> None:
    """K-MOV-I1 and roads: eight points are sixteen road hexes in a phase; the only gate of the UN gets a guard."""
    game, _ = played(field({"3151": "ROK-5/2", "2247": "NK-12R", "1939": "NK-1"}, turn=2))
    assert at(game, "ROK-5/2") == "3356"


def test_pyongyang_keeps_a_garrison_while_the_airborne_may_jump() -> None:
    """A place that decides the game is not left empty when somebody may come from the air."""
    units = {"1228": "NK-5B", "1633": "NK-1", "1939": "US-24", "3356": "US-187"}
    game, _ = played(field(units, side="communist", turn=14))
    assert there(game, 1, "1228")


def test_the_airborne_take_a_capital_that_nobody_holds() -> None:
    """In the last phase of the game nobody can take it back."""
    units = {"3356": "US-187", "2036": "NK-1", "3050": "US-24"}
    game, actions = played(field(units, turn=17, phase="second", last="Pyongyang+Seoul"))
    assert [one.verb() for one in actions if one.verb() == "drop"] == ["drop"]
    assert at(game, "US-187") in ("1228", "1939")


def test_americans_do_not_bring_china_in() -> None:
    """K-CMP-3a: in the Campaign who is not Korean stays south of the parallel; South Koreans need not."""
    units = {"1939": "US-24", "2036": "ROK-1", "1736": "US-25", "1228": "NK-5B", "3356": "US-2"}
    game, _ = played(field(units, turn=15, scenario="campaign"))
    north = game.rules.board.areas["north_of_38"]  # pyright: ignore[reportAttributeAccessIssue]
    moved = [game.state.where[game.rules.names.unit_number(name)] for name in ("US-24", "US-2")]
    assert not any(north >> h & 1 for h in moved)


@pytest.mark.parametrize("level", LEVELS)
def test_supply_that_nobody_guards_is_taken(level: str) -> None:
    """K-COM-M1: a supply unit without an escort falls without a die."""
    game, actions = played(field({"2247": "US-24", "2246": "C-SUP-1", "2044": "NK-1"}, phase="combat"), level)
    assert any(isinstance(one, Attack) for one in actions)
    assert not there(game, 1, "2246")


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_attacks_two_divisions_in_the_mountains_with_a_regiment(level: str) -> None:
    """K-TER-2: at one to six there is nothing to be won."""
    units = {"2247": "NK-1B", "2348": "US-24,US-25", "3356": "US-2"}
    _, actions = played(field(units, side="communist", phase="combat"), level)
    assert not any(isinstance(one, Attack) for one in actions)


@pytest.mark.parametrize("level", LEVELS)
def test_a_lone_regiment_goes_before_a_division_is_torn(level: str) -> None:
    """K-COM-L2a: a division that loses a regiment loses more than that."""
    frame = {"kind": "Losing", "side": "communist", "hex": "2247", "left": 1, "doubled": False}
    frame["pool"] = ["NK-1", "NK-1B"]
    game = field({"2247": "NK-1,NK-1B", "2348": "US-24"}, side="communist", phase="combat", frame=frame)
    captain = commander(level, "communist")
    action = captain(game, Random(1))
    assert action.unit == RULES.names.unit_number("NK-1B")  # type: ignore[attr-defined]
    (why,) = desk.advice(game, action, True, captain.why(game, action), "en")["reasons"]
    assert why["text"] == "North Korean 1st Border Brigade is worth least for each regiment of all that may be lost."


def test_a_veteran_takes_the_table_that_costs_least() -> None:
    """K-COM-J1: by the exact chances of each."""
    game = field({"2247": "NK-1,NK-3", "2348": "ROK-5/2", "2246": "NK-4"}, side="communist", phase="combat", turn=3)
    attack = game.state.top.complete(game.state, Attack(RULES.names.grid.hex("2348")))
    game.play(attack)
    captain = commander("veteran", "un")
    action = captain(game, Random(1))
    found = Outlook(game.state, game.state.top, game.state.frames[:-1])  # type: ignore[arg-type]
    costs = {table: sum(found.outcome(table, die).lost for die in range(1, 7)) for table in found.tables}
    assert costs[action.name] == min(costs.values())  # type: ignore[attr-defined]
    first, *others = captain.why(game, action)
    assert first.args["table_key"] == f"table.{action.name}"  # type: ignore[attr-defined]
    assert sorted(note.args["own_factors"] for note in (first, *others)) == sorted(
        Fraction(n, 6) for n in costs.values()
    )
    assert "regiments on average" in desk.advice(game, action, True, [first], "en")["reasons"][0]["text"]


def test_supply_units_leave_room_for_a_garrison() -> None:
    """K-STK-F1: two supply units fill a hex; Pyongyang is for those who hold it."""
    units = {"1228": "C-SUP-1,C-SUP-2", "1329": "NK-1", "1429": "US-24,US-25", "3356": "US-187"}
    game, _ = played(field(units, side="communist", turn=14, phase="second", last="Pyongyang"))
    assert "NK-1" in there(game, 1, "1228")


def test_the_weaker_side_gathers_where_it_is_decided() -> None:
    """Six North Korean divisions against twelve stronger ones: they do not run on to Pusan, they stand around Seoul."""
    front = {"2247": "US-24,US-25", "2348": "US-2,US-7", "2246": "US-1C,US-3", "2448": "US-1Mar,ROK-1", "3356": "ROK-2"}
    army = {"1939": "NK-12R", "2043": "NK-1,NK-3", "2143": "NK-4,NK-5", "2242": "NK-2,NK-6", "1940": "C-SUP-1"}
    game, _ = played(field({**front, **army}, side="communist", turn=12, phase="second", last="Pyongyang+Seoul"))
    grid, seoul = RULES.names.grid, RULES.board.places["Seoul"]
    away = [grid.distance(game.state.where[RULES.names.unit_number(f"NK-{n}")], seoul) for n in range(1, 7)]
    assert sorted(away)[3] <= 2, "most of them are in or near it"


def test_armies_far_from_the_enemy_march_as_divisions() -> None:
    """K-STK-D3: an army has two points, its divisions have four each."""
    units = {"0824": "CN-38", "1939": "US-24", "3356": "US-2"}
    game, actions = played(field(units, side="communist", scenario="intervention", turn=5))
    assert actions[0].verb() == "breakdown"
    assert at(game, "CN-38") == "spare"


def test_an_empty_port_behind_the_enemy_is_taken_from_the_sea() -> None:
    """K-NAV-C1c: Inchon stands open in turn 13; from there it is one march to Seoul."""
    port = field(
        {"1740": "AMPH-1", "with:AMPH-1": "US-1Mar", "3050": "NK-1,NK-3", "3356": "US-2"}, turn=13, last="Seoul+Inchon"
    )
    game, actions = played(port)
    assert "unload" in [one.verb() for one in actions]
    assert "US-1Mar" in there(game, 0, "1740")


def test_supply_units_go_where_the_army_strikes() -> None:
    """K-SUP-C1a: within two hexes of those who stand before the enemy."""
    units = {"1736": "C-SUP-1", "2038": "NK-1,NK-3", "2037": "NK-4", "1939": "ROK-1", "3356": "US-2"}
    game, _ = played(field(units, side="communist", turn=8))
    grid = RULES.names.grid
    here = grid.hex(at(game, "C-SUP-1"))
    assert min(grid.distance(here, game.state.where[RULES.names.unit_number(n)]) for n in ("NK-1", "NK-3", "NK-4")) <= 2


SOUTH = {"2247": "US-24, US-25", "2348": "US-2, US-7", "2246": "US-1C, US-3", "2448": "US-1Mar, ROK-1", "3356": "ROK-2"}
LEFT_ALONE = {
    "a weaker army falls back to Seoul": (
        "communist",
        {"1939": "NK-12R", "2043": "NK-1, NK-3", "2143": "NK-4, NK-5", "2242": "NK-2, NK-6", "2144": "C-SUP-1"} | SOUTH,
        {"turn": 12, "last": "Pyongyang+Seoul"},
    ),
    "its companion falls back": (
        "communist",
        {"1939": "NK-12R", "2043": "NK-1, C-SUP-1", "2143": "NK-4, NK-5", "2242": "NK-2, NK-6"} | SOUTH,
        {"turn": 12, "last": "Pyongyang+Seoul"},
    ),
    "the army goes on to the south": (
        "communist",
        {"1939": "NK-7", "2144": "C-SUP-1, NK-1", "2145": "NK-3, NK-4", "2246": "NK-2, NK-6"}
        | {"2549": "US-24, US-25", "2447": "ROK-1", "3356": "ROK-2"},
        {"turn": 4, "last": "Pyongyang+Seoul"},
    ),
    "others stand near": (
        "un",
        {"2745": "UN-SUP-1", "2746": "ROK-6, ROK-7", "2847": "US-24, US-25", "3356": "ROK-2"}
        | {"2643": "NK-2, NK-6", "2642": "NK-1, C-SUP-1", "2542": "NK-12R, NK-4", "1939": "NK-7"},
        {"turn": 6, "last": "Seoul"},
    ),
    "its companion goes on": (
        "un",
        {"2745": "UN-SUP-1, ROK-1", "2747": "ROK-6", "2847": "US-24, US-25", "3356": "ROK-2"}
        | {"2643": "NK-2, NK-6", "2642": "NK-1, C-SUP-1", "2542": "NK-12R, NK-4", "1939": "NK-7"},
        {"turn": 6, "last": "Seoul"},
    ),
}
"""Situations in which a supply unit would stand alone: the side that moves, units, turn and places."""


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_supply_units_are_not_left_alone_in_the_enemys_reach(name: str) -> None:
    """K-COM-M1: whoever gets beside one that is alone takes it: it goes with others, or to where nobody comes."""
    side, units, tracks = LEFT_ALONE[name]
    for seed in range(3):
        game, _ = played(field(units, side=side, phase="second", **tracks), seed=seed)
        s = game.state
        for unit in supply.depots(s, SIDES.index(side)):
            assert s.fighters(SIDES.index(side), s.where[unit]) or not _comes_beside(game, 1 - SIDES.index(side), unit)


def _comes_beside(game: Game, enemy: int, unit: int) -> bool:
    """Whether an enemy could be beside a unit after his first movement."""
    s = game.state
    ways = [Range(s, foe, "first") for foe in s.present(enemy) if s.rules.combat[foe]]
    near = s.rules.grid.around(1 << s.where[unit])
    return any(near & (1 << way.start | way.region(mode)) for way in ways for mode in MODES)


@pytest.mark.parametrize("shock", [0, 15])
def test_everybody_goes_where_supply_is_if_the_shock_waits_for_it(shock: int) -> None:
    """K-CMP-6c; when it has been used up, the lone regiment has other things to do."""
    units = {"1228": "NK-6, C-SUP-1", "1737": "CN-38, C-SUP-2", "1841": "NK-766", "2247": "ROK-1"}
    tracks = {"intervention": 14, "armies": 12, "shock": shock, "last": "Pyongyang+Antung"}
    game = field(units, side="communist", phase="second", scenario="campaign", turn=20, **tracks)
    unit = game.rules.names.unit_number("NK-766")
    assert not supply.supplied(game.state, unit)
    played(game)
    assert supply.supplied(game.state, unit) is not bool(shock)


@pytest.mark.parametrize("level", LEVELS)
def test_newcomers_are_moved_on_before_the_phase_ends(level: str) -> None:
    """What finds no room leaves the map: replacements would be lost, though every neighbouring hex is free."""
    back = ", ".join(f"{u} arrived replaced" for u in ("ROK-2/6", "ROK-5/2", "US-29"))
    pusan = f"US-24, US-25, {back}, US-5C/1C arrived, UN-SUP-1 arrived"
    game, _ = played(field({"3356": pusan, "3351": "NK-1, NK-2"}, turn=14), level)
    aside = {at(game, u) for u in ("ROK-2/6", "ROK-5/2", "US-29", "US-5C/1C", "UN-SUP-1")}
    assert aside.isdisjoint({"rok_box", "un_box", "waiting"})
    assert len(there(game, 0, "3356")) <= 2


@pytest.mark.parametrize("level", LEVELS)
def test_a_division_that_can_be_put_together_is_not_taken_for_too_many(level: str) -> None:
    three = "US-5C/1C arrived, US-7C/1C arrived, US-8C/1C arrived"
    game, _ = played(field({"3356": three, "3355": "NK-1, NK-2", "3256": "US-24"}, turn=14), level)
    assert "waiting" not in {at(game, u) for u in ("US-5C/1C", "US-7C/1C", "US-8C/1C")}
