"""5 Supply and isolation."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parallel38 import new_game
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import supply, zones
from parallel38.games.yalu.state import CITIES, COMMUNIST, UN

from .table import flags, said, table, where


def in_supply(game: Game, side: int = COMMUNIST) -> set[str]:
    return set(game.rules.names.grid.labels(supply.supplied(game.state, side)))


RING = {"1114": "ROK-8", "1016": "ROK-6", "1215": "US-3"}
"""UN units whose zones close all ways out of 1115 and 1116."""


@pytest.mark.rule("D-5.1.1b", by="value")
@pytest.mark.parametrize(("place", "found"), [("0825", {"0825"}), ("0826", set())])
def test_a_line_has_six_hexes_at_most(place: str, found: set[str]):
    """The US 2nd at 1724 cuts the roads to the south-west; 0825 is six hexes from the next free one, 0826 seven."""
    assert in_supply(table({"1724": "US-2", place: "NKPA-5"})) == found


@pytest.mark.rule("D-5.1.1b", by="value")
def test_two_isolated_units_do_not_supply_each_other():
    assert in_supply(table({**RING, "1115": "NKPA-12"})) == set()
    assert in_supply(table({**RING, "1115": "NKPA-12", "1116": "NKPA-5"})) == set()
    assert in_supply(table({"1114": "ROK-8", "1115": "NKPA-12", "1116": "NKPA-5"})) == {"1115", "1116"}


@pytest.mark.rule("D-21.5", "D-5.1.2", by="value")
def test_at_the_start_only_the_nkpa_12th_would_be_isolated():
    """21.5 says that all units start supplied, even the one that is not; a trace finds just that one."""
    game = new_game("yalu", seed=1)
    s = game.state
    held = set(game.rules.names.grid.labels(s.held_by(COMMUNIST)))
    assert held - in_supply(game) == {"1115"}
    un = set(game.rules.names.grid.labels(s.held_by(UN)))
    assert un - in_supply(game, UN) == set()
    assert not any("isolated" in flags(game, u) for u in game.rules.names.units)


@pytest.mark.rule("D-5.1.1d")
def test_iwon_gives_no_supply_in_frost():
    pocket = {"2104": "ROK-Cap", "2103": "NKPA-5", "2003": "NKPA-12", "2004": "NKPA-31"}
    assert in_supply(table(pocket, weather="MO"), UN) == {"2104"}
    for frost in ("SO", "SS", "B"):
        assert in_supply(table(pocket, weather=frost), UN) == set()


@pytest.mark.rule("D-5.1.1c", by="value")
def test_guerrillas_do_not_cut_the_road():
    cut = {"0714": "US-2", "0717": "G-1", "0716": "G-2"}
    assert in_supply(table(cut), UN) == {"0714"}


@pytest.mark.rule("D-5.1.2", "D-8.2.3", "D-8.3.2", by="value")
def test_a_friend_in_the_hex_undoes_the_zone():
    base = {"1113": "ROK-8", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}
    assert "1113" not in in_supply(table(base), UN)
    assert "1113" in in_supply(table({**base, "1013": "ROK-7"}), UN)


def test_an_isolation_marker_stays_until_the_next_supply_phase():
    game = table({**RING, "1115": "NKPA-12 isolated", "1011": "NKPA-5 isolated"})
    game.play("move NKPA-5 1011-1010")
    assert "isolated" in flags(game, "NKPA-5")


def test_ships_are_always_supplied_and_support_has_nothing_to_check():
    units = {"1113": "SUP-TK1, ROK-8", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5", "1711": "SUP-CA"}
    frame = {"kind": "Checks", "side": 0, "check": "regroup", "waiting": []}
    game = table(units, phase="un_morale", frame=frame, dice=[1, 1, 6, 6])
    assert [text for text in said(game.entries()) if text.startswith("isolation")] == ["isolation_passed"]
    assert flags(game, "SUP-CA") == ""
    assert flags(game, "SUP-TK1") == "isolated"


@pytest.mark.rule("D-5.1.1a", "D-5.2.1")
def test_communists_are_marked_in_their_supply_phase():
    units = {**RING, "1115": "NKPA-12", "1116": "G-1", "1011": "NKPA-5 isolated"}
    frame = {"kind": "Checks", "side": 0, "check": "isolation", "waiting": []}
    game = table(units, phase="un_morale", turn=1, frame=frame)
    assert game.turn == "Dec I"
    assert flags(game, "NKPA-12") == "isolated"
    assert flags(game, "NKPA-5") == flags(game, "G-1") == ""
    assert "isolated" in said(game.entries())


@pytest.mark.rule("D-5.3.1", "D-5.3.2", "D-15.2", "D-15.7")
def test_isolated_un_units_check_and_break():
    units = {"1113": "ROK-8, ROK-7 neutralized", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}
    frame = {"kind": "Checks", "side": 0, "check": "regroup", "waiting": []}
    held = table(units, phase="un_morale", frame=frame, dice=[1, 1, 1, 1])
    assert said(held.entries()).count("isolation_passed") == 2
    assert flags(held, "ROK-8") == "isolated"
    broken = table(units, phase="un_morale", frame=frame, dice=[6, 6, 6, 6])
    assert flags(broken, "ROK-8") == "neutralized+isolated"
    assert flags(broken, "ROK-7") == ""
    assert [where(broken, u) for u in ("ROK-7", "ROK-3/7", "ROK-5/7", "ROK-8/7")] == ["out", "dead", "dead", "dead"]


# ---------------------------------------------------------------------------------------------- against a plain search


def plainly_supplied(game: Game, side: int) -> set[int]:
    """5.1 said once more with sets and loops: a line of at most six hexes from each unit."""
    s, rules = game.state, game.rules
    board, grid = rules.board, rules.names.grid
    mine = {h for h in grid.neighbours if s.held_by(side) >> h & 1}
    foes = {h for h in grid.neighbours if s.held_by(1 - side) >> h & 1}
    zone = {h for h in grid.neighbours if zones.over(s, 1 - side, h)}
    cities = {h for city, h in board.cities.items() if s.controls(1 - side, city)}  # closed to who is not in them
    closed = foes | ((zone | cities) - mine)
    land = {h for h in grid.neighbours if rules.land >> h & 1} - closed  # type: ignore[attr-defined]
    edges = ("south_edge", "east_edge") if side == UN else ("north_edge", "west_edge")
    source = {h for edge in edges for h in grid.neighbours if board.areas[edge] >> h & 1}
    if side == UN:
        source |= {h for port, h in board.ports.items() if port != "Iwon" and s.controls(UN, port)}
    supplied, grow = set(), list(source & land)
    while grow:
        h = grow.pop()
        supplied.add(h)
        links = [n for n in grid.neighbours[h] if board.roads.has(h, n) or board.rails.has(h, n)]
        grow += [n for n in links if n in land and n not in supplied]
    good: set[int] = set()
    while True:
        found = {h for h in mine - good if _line(h, supplied | good, land, rules)}
        if not found:
            return good
        good |= found


def _line(start: int, goals: set[int], land: set[int], rules: Any) -> bool:
    seen, front = {start}, {start}
    for _ in range(7):
        if front & goals:
            return True
        steps = ((h, n) for h in front for n in rules.names.grid.neighbours[h])
        front = {n for h, n in steps if n in land and n not in seen and not rules.barriers.has(h, n)}
        seen |= front
    return False


GAME = new_game("yalu", seed=1)
LAND = [h for h in range(GAME.rules.names.grid.size) if GAME.rules.land >> h & 1]  # type: ignore[attr-defined]


@pytest.mark.rule("D-5.1.1b", "D-5.1.1c", "D-5.1.2", by="value")
@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(range(len(GAME.rules.names.units))), st.sampled_from(LAND)), max_size=25),
    st.integers(0, 127),
    st.sampled_from([UN, COMMUNIST]),
)
def test_supply_agrees_with_a_plain_search(placed: list[tuple[int, int]], cities: int, side: int):
    """On an almost empty map, where lines are long and many units are cut off."""
    game = GAME.copy()
    s = game.state
    for unit in range(len(s.where)):
        s.move(unit, s.rules.names.box("dead"))
    taken: dict[int, int] = {}
    for unit, h in placed:  # a hex belongs to one side
        if taken.setdefault(h, s.rules.side_of[unit]) == s.rules.side_of[unit]:
            s.move(unit, h)
    s.tell(CITIES, cities)
    assert supply.supplied(s, side) == sum(1 << h for h in plainly_supplied(game, side))


@pytest.mark.rule("D-5.1.1b", by="value")
def test_each_friendly_edge_feeds_who_stands_on_it():
    east = {"2718": "US-2", "2617": "NKPA-5", "2719": "NKPA-12", "2618": "NKPA-31"}
    assert in_supply(table(east), UN) == {"2718"}
    south = {"2631": "US-2", "2630": "NKPA-5", "2531": "NKPA-12", "2731": "NKPA-31"}
    assert in_supply(table(south), UN) == {"2631"}
    west = {"0116": "NKPA-5", "0115": "US-2", "0117": "US-24", "0216": "US-25", "0215": "US-3"}
    assert in_supply(table(west)) == {"0116"}


@pytest.mark.rule("D-5.1.1b", "D-5.1.2", by="value")
def test_a_port_feeds_as_long_as_it_is_ours():
    lost = {"1815": "US-2", "1716": "NKPA-5", "1816": "NKPA-12", "1916": "NKPA-31"}
    assert in_supply(table(lost), UN) == {"1815"}, "in its own port"
    outside = {"1816": "US-2", "1717": "NKPA-5", "1917": "NKPA-12", "1817": "NKPA-31"}
    assert in_supply(table(outside), UN) == {"1816"}, "one hex from Wonsan"
    assert in_supply(table(outside, cities="Wonsan"), UN) == set(), "Wonsan is lost"


@pytest.mark.rule("D-9.3.7.2")
@pytest.mark.rule("D-5.1.1b", by="value")
def test_who_has_just_been_dropped_feeds_its_neighbours():
    """The 187th is in supply in the turn of its drop, and a line may lead to any friendly unit that is."""
    foes = {"1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5", "0913": "NKPA-45", "1211": "NKPA-24"}
    assert in_supply(table({**foes, "1113": "ROK-8", "1112": "US-187"}), UN) == set()
    assert in_supply(table({**foes, "1113": "ROK-8", "1112": "US-187 dropped"}), UN) == {"1112", "1113"}
