"""Starting forces: what stands where when play begins."""

from collections import Counter
from typing import Any

import pytest

from parallel38.engine.charts import PROVENANCE
from parallel38.engine.game import Game
from parallel38.games.mobile_war import data
from parallel38.games.mobile_war.rules import arrivals
from parallel38.games.mobile_war.state import ARRIVED
from parallel38.hexgrid import bits

from .field import RULES, new, where


def face(unit: int) -> str:
    """What a counter is counted by: strength and movement, or what it is."""
    names = {"un_supply": "supply", "communist_supply": "supply", "naval_gun": "NG", "sea_transport": "MST"}
    names["landing_craft"] = "Amph"
    return names.get(RULES.counter[unit], f"{RULES.strength[unit]}-{RULES.movement[unit]}")


def on_map(game: Game, side: int) -> Counter[str]:
    """The counters of a side on the map, but for those that have come in the first week."""
    s: Any = game.state
    found = Counter(face(u) for u in s.present(side))
    if data.scenario(game.rules.setting.scenario)["first"] == game.rules.sides[side]:
        columns = {"supply": "supply"} if side else {"un_supply": "supply"}
        for column, name in columns.items():
            found[name] -= arrivals.comes(s, column)
    return +found


def regiments(counts: dict[str, int]) -> int:
    """How many regiments a list of a box stands for."""
    return sum(n * (3 if face.startswith(("10-", "16-", "20-")) else 1) for face, n in counts.items())


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param("invasion", marks=pytest.mark.rule("K-SET-1a", "K-SET-2", by="value")),
        pytest.param("intervention", marks=pytest.mark.rule("K-SET-1b", "K-SET-2", by="value")),
        pytest.param("stalemate", marks=pytest.mark.rule("K-SET-1c", "K-SET-2", by="value")),
        pytest.param("campaign", marks=pytest.mark.rule("K-SET-1a", "K-SET-2", by="value")),
    ],
)
def test_forces_are_those_of_the_list(scenario: str):
    game = new(scenario)
    counts, s = data.scenario(scenario)["counts"], game.state
    assert on_map(game, 0) == Counter(counts["un"])
    assert on_map(game, 1) == Counter(counts["communist"])
    for name in ("nk_box", "rok_box", "un_box"):
        held = [u for u, at in enumerate(s.where) if at == game.rules.names.box(name)]
        assert len(held) == regiments(counts[name]), name


@pytest.mark.rule("K-SET-2", by="value")
@pytest.mark.parametrize("scenario", ["invasion", "intervention", "stalemate"])
def test_places_are_legal(scenario: str):
    game = new(scenario)
    s: Any = game.state
    rules: Any = game.rules
    for side in (0, 1):
        assert not s.held_by(0) & s.held_by(1)
        assert not s.held_by(side) & ~rules.land
        for h in bits(s.held_by(side)):
            there = [u for u in s.troops(side, h) if not s.flags[u] & ARRIVED]  # the first turn has begun
            assert len(there) <= 2, rules.grid.label(h)
    if scenario == "invasion":
        assert not s.held_by(1) & rules.board.areas["south_of_38"]
        assert not s.held_by(0) & rules.board.areas["north_of_38"]


@pytest.mark.rule("K-SET-2", by="value")
@pytest.mark.parametrize("scenario", ["invasion", "intervention", "stalemate", "campaign"])
def test_every_division_and_army_in_play_is_whole_and_the_others_wait_aside(scenario: str):
    game = new(scenario)
    s: Any = game.state
    rules: Any = game.rules
    names = rules.names
    for unit, size in enumerate(rules.size):
        if size in ("division", "army"):
            inside = len(s.inside(unit))
            if s.where[unit] == names.box("out"):
                assert all(s.where[part] == names.box("out") for part in rules.parts[unit]), names.unit(unit)
            else:
                assert inside == (0 if s.where[unit] == names.box("spare") else 3), names.unit(unit)


@pytest.mark.rule("K-SEQ-2", by="value")
def test_who_moves_first():
    firsts = {name: new(name).decider for name in ("invasion", "intervention", "campaign", "stalemate")}
    assert firsts == {"invasion": "communist", "intervention": "communist", "campaign": "communist", "stalemate": "un"}


@pytest.mark.rule("K-SET-2", by="value")
def test_ships_hold_no_port_when_play_begins():
    """In January 1951 Inchon and the ports north of it are behind the Communists' lines."""
    s: Any = new("stalemate").state
    assert {name: s.was_last(1, name) for name in ("Inchon", "Haeju", "Chinnampo", "Wonsan", "Samchok", "Pusan")} == {
        **dict.fromkeys(("Inchon", "Haeju", "Chinnampo", "Wonsan"), True),
        **dict.fromkeys(("Samchok", "Pusan"), False),
    }


@pytest.mark.rule("K-SET-2", by="value")
@pytest.mark.parametrize("scenario", ["invasion", "intervention", "stalemate"])
def test_towns_and_ports_belong_to_who_is_in_them(scenario: str):
    """Ships lie in friendly ports; in the Intervention Wonsan is one, though North Koreans roam the hills behind it."""
    game = new(scenario)
    s: Any = game.state
    for h in RULES.watched_bit:
        for side in (0, 1):
            if s.troops(side, h):
                assert s.holds(side, h), RULES.grid.label(h)
        if any(RULES.naval[u] for u in s.stacks(0).get(h, ())):
            assert s.holds(0, h), RULES.grid.label(h)
    assert s.was_last(0, "Wonsan") == (scenario == "intervention")
    row = data.scenario(scenario)["held"]
    assert row["prov"] in PROVENANCE
    assert row["basis"]


def test_three_regiments_of_the_invasion_can_be_put_together():
    """Their division's counter waits aside though none of it was set up."""
    game = new("invasion")
    assert where(game, "ROK-6") == "spare"
    assert where(game, "ROK-9") == "out"
