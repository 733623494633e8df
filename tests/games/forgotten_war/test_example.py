"""The worked example of chapter 19: a UN player turn from prep fire to close combat, with every figure it states."""

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import close_combat
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from tests.games.forgotten_war.field import field, flags, lost, number, said, where

BOTTOM, TOP = "1/235", "3/235"
FIRST, SECOND = "A/5-1", "A/5-2"
HILL, VALLEY = "2634", "2635"
DICE = [6, 3, 3, 3, 6, 5, 1, 6, 3, 6, 1]


@pytest.fixture
def game() -> Game:
    """Two whole Marine platoons next to two Chinese companies in an improved position, before the UN's prep fire."""
    units = {VALLEY: f"{FIRST}, {SECOND}", HILL: f"{BOTTOM} dug, {TOP} dug", "available": "AIR-1"}
    return field(units, phase="un_prep_fire", dice=DICE)


def told(game: Game, action: str) -> list[str]:
    """The keys of what is logged from an action until the next decision."""
    return said(game.play(action))


def prep_fire(game: Game) -> list[str]:
    """An air strike of 6: a 6 misses the bottom unit, a 3 reduces the top one, and a 3 raised to 4 lets it stay."""
    return told(game, f"fire AIR-1 {HILL}") + told(game, "end")


def digging_in(game: Game) -> None:
    """The Marines stay and dig in."""
    for action in (f"dig {FIRST}", f"dig {SECOND}", "end"):
        game.play(action)


def defensive_fire(game: Game) -> list[str]:
    """The top Chinese unit misses with a 6; the bottom one throws a 1, raised to 2, which reduces a Marine unit."""
    return [
        *told(game, f"fire {TOP} {VALLEY} {SECOND}"),
        *told(game, f"fire {BOTTOM} {VALLEY} {SECOND}"),
        *told(game, "end"),
    ]


def offensive_fire(game: Game) -> list[str]:
    """The Marines reduce the bottom Chinese unit, which stands."""
    return [*told(game, f"fire {FIRST} {HILL} {BOTTOM}"), *told(game, "end"), *told(game, "end")]


@pytest.mark.rule("F-19.1", by="value")
@pytest.mark.rule("F-5.4.B", by="value")
def test_an_air_strike_is_thrown_for_each_unit_in_the_hex(game: Game):
    assert [event for event in prep_fire(game) if event in ("missed", "hit", "reduced", "stood")] == [
        "missed", "hit", "reduced", "stood"
    ]  # fmt: skip
    assert (lost(game, BOTTOM), lost(game, TOP)) == (0, 1)
    assert (where(game, TOP), where(game, "AIR-1")) == (HILL, "used")


@pytest.mark.rule("F-19.2", by="value")
def test_the_marines_stay_and_dig_in(game: Game):
    prep_fire(game)
    digging_in(game)
    assert flags(game, FIRST) == flags(game, SECOND) == "dug"


@pytest.mark.rule("F-19.3", by="value")
def test_the_chinese_fire_back(game: Game):
    prep_fire(game)
    digging_in(game)
    assert [event for event in defensive_fire(game) if event in ("missed", "hit", "reduced", "retreated")] == [
        "missed", "hit", "reduced"
    ]  # fmt: skip
    assert (lost(game, FIRST), lost(game, SECOND), where(game, SECOND)) == (0, 1, VALLEY)


@pytest.mark.rule("F-19.4", by="value")
def test_a_unit_that_was_hit_may_stand(game: Game):
    prep_fire(game)
    digging_in(game)
    defensive_fire(game)
    assert "stood" in offensive_fire(game)
    assert (lost(game, BOTTOM), where(game, BOTTOM)) == (1, HILL)


@pytest.mark.rule("F-19.5", by="value")
@pytest.mark.rule("F-13.4.A", by="value")
def test_the_marines_close_in(game: Game):
    prep_fire(game)
    digging_in(game)
    defensive_fire(game)
    offensive_fire(game)
    s = game.state
    marines = [number(game, FIRST), number(game, SECOND)]
    assert close_combat.strength(s, marines) == 9
    assert close_combat.strength(s, close_combat.defenders(s, COMMUNIST, s.where[number(game, TOP)])) == 7
    events = told(game, f"assault {HILL} {FIRST},{SECOND}")
    [result] = [event for entry in game.latest() for event in entry.events if event.text == "close_result"]
    assert (result.args["die"], result.args["drm"], result.args["result"], result.args["differential_drm"]) == (
        1,
        1,
        "1/1",
        2,
    )
    assert "assault" in events
    events = told(game, f"lose {FIRST}") + told(game, f"lose {TOP}") + told(game, "end")  # the Marines stay
    assert {"reduced", "eliminated", "combat_goes_on"} <= {*events}
    assert (lost(game, FIRST), where(game, TOP), where(game, BOTTOM)) == (1, "replacements", HILL)
    assert where(game, FIRST) == where(game, SECOND) == HILL
    assert game.state.contested(UN) == 1 << game.rules.names.grid.hex(HILL)
    assert "dug" not in flags(game, FIRST) + flags(game, SECOND)
