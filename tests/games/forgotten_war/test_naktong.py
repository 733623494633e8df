"""16 Naktong: set-up, what comes when and where, and the errata."""

from collections import Counter
from pathlib import Path

import pytest

from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.games.forgotten_war import data
from parallel38.games.forgotten_war.rules import arrivals, victory
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, UN
from tests.games.forgotten_war.field import field, flags, new, number, play, where, why


def come(turn: int, side: int, scenario: str = "naktong") -> tuple[Game, Counter[str], set[str]]:
    """A game after the reinforcements of a turn: how many units of each regiment are due, and the markers that came."""
    somewhere = {"naktong": "A/34-1", "chosin": "A/5-1", "chipyongni": "A/23-1"}[scenario]
    game = field({"1621": somewhere}, scenario=scenario, phase=f"{SIDES[side]}_movement", turn=turn)
    arrivals.begin(game.state, side)
    rules, due = game.state.rules, arrivals.waiting(game.state, side)
    boxed = {rules.names.unit(u) for u in rules.markers_of[side] if game.state.where[u] == rules.names.box("available")}
    return game, Counter(rules.regiment[u] for u in due), boxed


def scale(scenario: str) -> int:
    """The yards from side to side of a hex, as the map says in metres."""
    text = (Path(data.__file__).parent / "boards" / scenario / "map.txt").read_text(encoding="utf-8")
    return round(float(text.partition("\ngrid ")[2].split()[0]) / 0.9144)


def entry(game: Game, unit: str) -> set[str]:
    """The hexes at which a unit that is due may enter."""
    return set(game.state.rules.names.grid.labels(arrivals.entry_hexes(game.state, number(game, unit))))


WEST = {f"{column:02}01" for column in range(1, 34)}
EAST = {f"{column:02}39" for column in range(1, 34)}
SOUTH = {f"01{row:02}" for row in range(1, 40)}


@pytest.mark.rule("F-16.1.2", "F-16.1.3", "F-16.2", by="value")
def test_sixteen_days_of_august_on_hexes_of_five_hundred_yards():
    game = new("naktong")
    texts = Texts("en", "parallel38.games.forgotten_war")
    assert len(game.state.rules.turns) == 16
    assert "5 August" in texts.say("turn.naktong_1")
    assert game.state.rules.battle.first == "communist"
    battle = game.state.rules.battle
    assert (battle.merges, battle.indirect_defence, battle.pools) == (False, False, True)
    assert scale("naktong") == 500
    assert game.state.rules.river


@pytest.mark.rule("F-16.3.1.A1", "F-16.3.1.A2", "F-16.3.1.B", "F-16.3.2.C", "F-16.3.3", by="value")
def test_the_34th_stands_in_positions_with_two_markers_and_no_enemy():
    game = new("naktong")
    s, names = game.state, game.state.rules.names
    assert {names.unit(u) for u in s.present(UN)} == {f"{c}/34-{n}" for c in "ABCIKL" for n in (1, 2, 3)}
    assert all("dug" in flags(game, names.unit(u)) for u in s.present(UN))
    assert not s.present(COMMUNIST)
    for company, h in (("A", "1832"), ("B", "1831"), ("C", "1830")):
        assert {where(game, f"{company}/34-{n}") for n in (1, 2, 3)} == {h}
    for company in "IKL":
        hexes = set(game.state.rules.names.grid.labels(game.state.rules.board.regions[f"setup_{company.lower()}_34"]))
        assert len(hexes) == 3
        assert {where(game, f"{company}/34-{n}") for n in (1, 2, 3)} <= hexes
    assert {names.unit(u) for u in game.state.rules.markers_of[UN] if where(game, names.unit(u)) == "available"} == {
        "AIR-1", "B/13FA"
    }  # fmt: skip


@pytest.mark.rule("F-16.3.1.A1")
@pytest.mark.rule("F-16.3.1.A2", by="value")
def test_the_un_may_split_three_companies_itself():
    game = new("naktong", 1, **{"set-up": "own"})
    assert game.decider == "un"
    assert where(game, "A/34-1") == "1832"
    assert "F-16.3.1.A1" in why(game, "deploy I/34-1 1832")
    for n in (1, 2, 3):
        play(game, f"deploy I/34-{n} 2516")
    play(game, "end")
    assert {where(game, f"I/34-{n}") for n in (1, 2, 3)} == {"2516"}
    assert all("dug" in flags(game, f"{c}/34-{n}") for c in "IKL" for n in (1, 2, 3))


@pytest.mark.rule("F-16.4.1", "F-16.4.2a", "F-16.4.4a", "F-16.4.5a", "F-16.4.6a", by="value")
@pytest.mark.rule("F-16.4.7a", "F-16.4.8a", "F-16.4.11a", "F-16.3.2.D", by="value")
@pytest.mark.parametrize(
    ("turn", "regiment", "n", "markers", "together"),
    [
        (1, "16", 18, 0, False),
        (2, "16", 9, 1, True),
        (4, "5", 9, 1, True),
        (5, "5", 18, 1, True),
        (6, "18", 9, 1, True),
        (7, "18", 9, 0, True),
        (8, "18", 9, 0, True),
        (11, "", 1, 0, False),
    ],
)
def test_north_koreans_come_from_the_west(turn: int, regiment: str, n: int, markers: int, together: bool):
    game, due, boxed = come(turn, COMMUNIST)
    assert due == {regiment: n}
    assert len(boxed) == markers
    units = [game.state.rules.names.unit(u) for u in arrivals.waiting(game.state, COMMUNIST)]
    assert entry(game, units[0]) == WEST
    if turn != 11:
        play(game, f"enter {units[0]} 1001")
        assert entry(game, units[-1]) == ({"1001"} if together else WEST)


@pytest.mark.rule("F-16.4.2b", "F-16.4.4b", "F-16.4.5b", "F-16.4.6b", "F-16.4.7b", "F-16.4.8b", by="value")
@pytest.mark.rule("F-16.4.12", "F-16.4.13a", "F-16.3.2.A", "F-16.3.2.B", "F-16.3.2.D", by="value")
@pytest.mark.parametrize(
    ("turn", "due", "markers"),
    [
        (2, {"19": 18}, {"AIR-2", "HM/19", "B/11FA"}),
        (4, {"9": 18}, {"A/15FA"}),
        (5, {"78T": 3, "26": 2}, set()),
        (6, {"21": 6, "24R": 4}, {"HM/34", "B/15FA"}),
        (7, {"27": 9, "73T": 4, "14E": 3}, set()),
        (8, {"23": 9, "27": 9}, {"B/8FA"}),
        (12, {}, {"A/1-11", "B/1-11", "C/1-11", "MAIR"}),
        (13, {"5": 18, "1T": 1}, set()),
    ],
)
def test_what_the_un_receives(turn: int, due: dict[str, int], markers: set[str]):
    game, found, boxed = come(turn, UN)
    assert found == due
    assert boxed == markers
    hexes = {
        2: ("A/19-1", {"2039"}), 4: ("G/9-3", {"2039"}), 5: ("A/26-2", {"2039"}), 6: ("B/21-1", {"3333"}),
        7: ("E/27-1", {f"01{row}" for row in range(30, 40)}), 8: ("A/23-1", {"2039"}), 13: ("H/5-1", EAST),
    }  # fmt: skip
    if turn in hexes:
        unit, where_ = hexes[turn]
        assert entry(game, unit) == where_
    if turn == 6:
        assert entry(game, "R/24-4") == {"2039"}
    if turn == 7:
        assert entry(game, "C/73T-1") == {f"01{row}" for row in range(30, 40)}
        assert entry(game, "A/14E-1") == {"2039"}
    if turn == 8:
        assert entry(game, "K/27-1") == SOUTH
        assert not {"0120", "0129"} & ends_of_entry(game, "K/27-1")  # no UN unit enters the river
        assert where(game, "A/27-1") == "out"  # optional
    if turn == 13:
        assert game.state.rules.regiment[number(game, "H/5-1")] == "5"
        play(game, "enter A/5-1 1539")
        assert entry(game, "A/1T") == {"1539"}


def ends_of_entry(game: Game, unit: str) -> set[str]:
    """The hexes where a unit that enters may end."""
    found = [o for o in game.offers() if o.verb == "enter" and o.units == (number(game, unit),) and o.mode == "foot"]
    return set(game.state.rules.names.grid.labels(found[0].hexes))


@pytest.mark.rule("F-16.4.8c")
def test_the_optional_battalion_costs_two_points_for_each_platoon():
    game = field({"1621": "A/34-1"}, scenario="naktong", phase="un_arrivals", turn=8, frame={"kind": "Calling"})
    play(game, "call")
    assert {where(game, f"{c}/27-{n}") for c in "ABC" for n in (1, 2, 3)} == {"due"}
    assert entry(game, "A/27-1") == {"2039"}
    assert victory.totals(game.state) == (0, 18)
    game = field({"1621": "A/34-1"}, scenario="naktong", phase="un_arrivals", turn=8, frame={"kind": "Calling"})
    play(game, "end")
    assert (where(game, "A/27-1"), victory.totals(game.state)) == ("out", (0, 0))
    before = {"scenario": "naktong", "phase": "communist_close_combat", "frame": {"kind": "Sequence"}}
    asked = [why(field({"1621": "A/34-1"}, turn=turn, **before), "call") == [] for turn in (7, 8, 9)]
    assert asked == [False, True, False]
