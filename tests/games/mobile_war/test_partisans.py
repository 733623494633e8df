"""The Campaign: South Koreans who are tied down by partisans around Chongju and Taegu."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.mobile_war.rules import campaign
from parallel38.games.mobile_war.state import UN

from .field import RULES, arriving, field, flags, number, play, region, where, why

CHONGJU, TAEGU = "2346", "3050"
FRONT = {"1635": "NK-6", "1839": "ROK-7", "2039": "ROK-8"}
"""Communists north of the 38th Parallel, South Koreans north of the 37th."""


def guarding(game: Game) -> bool:
    """Whether somebody is to be put there."""
    return type(game.state.top).__name__ == "Guarding"


def edge(game: Game, unit: str) -> tuple[str, str]:
    """Two hexes that a unit could go to: one within the country, one outside."""
    country, grid = RULES.partisan_country, RULES.grid
    start = game.state.where[number(game, unit)]
    near = [n for n in grid.neighbours[start] if RULES.land >> n & 1]
    return (
        grid.label(next(n for n in near if country >> n & 1)),
        grid.label(next(n for n in near if not country >> n & 1)),
    )


def rim() -> str:
    """A hex at the edge of the country, with neighbours within and outside."""
    country, grid = RULES.partisan_country & RULES.land, RULES.grid
    open_sides = (h for h in sorted(grid.neighbours) if country >> h & 1)
    for h in open_sides:
        near = [n for n in grid.neighbours[h] if RULES.land >> n & 1 and not RULES.inlets.has(h, n)]
        if any(country >> n & 1 for n in near) and any(not country >> n & 1 for n in near):
            return grid.label(h)
    raise AssertionError


def test_the_country_is_four_hexes_around_the_towns():
    grid = RULES.grid
    towns = [RULES.board.places["Chongju-S"], RULES.board.places["Taegu"]]
    for h in grid.neighbours:
        assert bool(RULES.partisan_country >> h & 1) == (min(grid.distance(h, town) for town in towns) <= 4)


@pytest.mark.rule("K-CMP-2a")
def test_who_is_missing_is_placed_at_the_start_of_the_un_turn():
    game = arriving(FRONT, "un", scenario="campaign", turn=15)
    assert guarding(game)
    assert why(game, "guard ROK-7 1939") == ["K-CMP-2a"]
    assert why(game, "guard NK-6 2346") == ["K-CMP-2a"]
    assert why(game, "end") == ["K-CMP-2a"]
    play(game, "guard ROK-7 2346")
    assert guarding(game)
    play(game, "guard ROK-8 3050")
    assert not guarding(game)
    assert (where(game, "ROK-7"), where(game, "ROK-8")) == (CHONGJU, TAEGU)


@pytest.mark.parametrize(
    ("units", "scenario"),
    [
        ({**FRONT, "1941": "NK-766"}, "campaign"),  # a Communist unit is in the south
        ({**FRONT, "1941": "C-SUP-1"}, "campaign"),  # so is a supply unit
        ({**FRONT, CHONGJU: "ROK-1, ROK-2"}, "campaign"),
        ({**FRONT, CHONGJU: "ROK-1", TAEGU: "ROK-5/2, ROK-8/2", "2347": "ROK-25/2"}, "campaign"),
        (FRONT, "invasion"),
    ],
)
def test_nobody_is_placed_without_need(units: dict[str, str], scenario: str):
    assert not guarding(arriving(units, "un", scenario=scenario, turn=15))


@pytest.mark.rule("K-CMP-2a")
def test_who_is_placed_leaves_his_entrenchment_behind():
    game = arriving({**FRONT, "1839": "ROK-7 entrenched"}, "un", scenario="campaign", turn=15)
    play(game, "guard ROK-7 2346")
    assert flags(game, "ROK-7") == ""


@pytest.mark.rule("K-CMP-2a", "K-CMP-2b")
def test_who_is_needed_does_not_leave():
    here = rim()
    units = {"1635": "NK-6", here: "ROK-7", TAEGU: "ROK-8"}
    game = field(units, scenario="campaign", turn=15)
    inside, outside = edge(game, "ROK-7")
    assert why(game, f"move ROK-7 {here}-{outside}") == ["K-CMP-2a"]
    assert "K-CMP-2a" not in why(game, f"move ROK-7 {here}-{inside}")
    ends = [offer.hexes for offer in game.offers() if offer.verb == "move" and offer.units == (number(game, "ROK-7"),)]
    assert ends
    assert not any(hexes & ~RULES.partisan_country for hexes in ends)
    # with a third division there, or with Communists in the south, he may
    for more in ({"2347": "ROK-1"}, {"1941": "NK-766"}):
        game = field({**units, **more}, scenario="campaign", turn=15)
        assert "K-CMP-2a" not in why(game, f"move ROK-7 {here}-{outside}")


@pytest.mark.rule("K-CMP-2a")
def test_while_somebody_is_missing_nobody_leaves():
    """The last Communist in the south fell in the combat phase: who is there stays, others come in the next turn."""
    here = rim()
    game = field({"1635": "NK-6", here: "ROK-7", "1839": "ROK-8"}, scenario="campaign", turn=15, phase="second")
    _, outside = edge(game, "ROK-7")
    assert why(game, f"move ROK-7 {here}-{outside}") == ["K-CMP-2a"]


@pytest.mark.rule("K-CMP-2c")
def test_if_fewer_are_left_all_serve():
    game = arriving({"1635": "NK-6", "1839": "ROK-7", "2039": "ROK-2/6"}, "un", scenario="campaign", turn=15)
    state: Any = game.state
    assert campaign.needed(state) == 4, "a division counts as three regiments"
    assert why(game, "guard ROK-2/6 2346") == ["K-CMP-2a"]  # whole divisions first
    play(game, "guard ROK-7 2346", "guard ROK-2/6 2346")
    assert not guarding(game)


@pytest.mark.rule("K-CMP-2a")
def test_the_guards_need_room():
    game = arriving({**FRONT, CHONGJU: "US-24, US-25"}, "un", scenario="campaign", turn=15)
    assert why(game, "guard ROK-7 2346") == ["K-CMP-2a"]
    s: Any = game.state
    offered = next(offer for offer in game.offers() if offer.verb == "guard")
    assert not offered.hexes & region(game, CHONGJU)
    assert offered.hexes & ~s.held_by(UN)


@pytest.mark.rule("K-CMP-2a")
def test_a_guard_is_told_what_closes_a_hex():
    """It lies outside of the country, or two units stand there already."""
    game = arriving({**FRONT, CHONGJU: "US-24, US-25"}, "un", scenario="campaign", turn=15)

    def texts(label: str) -> list[tuple[str, tuple[int, ...]]]:
        return [(refusal.text, refusal.units) for refusal in game.reasons(f"guard ROK-7 {label}")]

    unit = number(game, "ROK-7")
    assert texts("1939") == [("not_partisan_country", (unit,))]
    assert texts(CHONGJU) == [("full", (number(game, "US-24"), number(game, "US-25")))]
