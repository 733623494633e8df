"""Facts that are kept until something ends them."""

from random import Random
from typing import Any

import pytest

from parallel38 import new_game
from parallel38.engine.facts import fact
from parallel38.fuzz.games import InvariantError, check_facts
from parallel38.games import NAMES
from parallel38.games.yalu.rules import costs, ranges
from parallel38.games.yalu.state import ISOLATED, UN, WEATHER, YaluState

COMMUNIST = 1 - UN
worked_out: list[Any] = []


@fact("where", "enemy.flags", "marks", ("track", WEATHER))
def some_fact(s: YaluState, side: int, more: int) -> int:
    worked_out.append((side, more))
    return side + more


def times(s: YaluState, side: int) -> int:
    """How often a fact is worked out when it is asked for twice."""
    worked_out.clear()
    assert some_fact(s, side, 5) == some_fact(s, side, 5) == side + 5
    return len(worked_out)


@pytest.fixture
def s() -> Any:
    return new_game("yalu", seed=1).state.copy()


CHANGES = {
    "a unit of its own side moves": (lambda s, u, v: s.move(u, s.where[u] + 1), True),
    "a unit of its own side is flagged": (lambda s, u, v: s.flag(u, ISOLATED), False),
    "a unit of its own side spends points": (lambda s, u, v: s.spend(u, 1), False),
    "an enemy moves": (lambda s, u, v: s.move(v, s.where[v] + 1), False),
    "an enemy is flagged": (lambda s, u, v: s.flag(v, ISOLATED), True),
    "a marker is put down": (lambda s, u, v: s.mark(("rail-break", 5, 0)), True),
    "no marker is taken away": (lambda s, u, v: s.unmark(("rail-break", 5, 0)), False),
    "the weather changes": (lambda s, u, v: s.tell(WEATHER, 1), True),
    "another track changes": (lambda s, u, v: s.tell(WEATHER + 1, 1), False),
    "everything is forgotten": (lambda s, u, v: s.forget(), True),
    "changes are written back": (lambda s, u, v: s.write([], back=True), True),
}


@pytest.mark.parametrize("side", [UN, COMMUNIST])
@pytest.mark.parametrize("what", CHANGES)
def test_a_fact_ends_with_what_it_declares_and_with_nothing_else(s: YaluState, what: str, side: int):
    change, ends = CHANGES[what]
    own, enemy = s.present(side)[0], s.present(1 - side)[0]
    assert times(s, side) == 1
    copy = s.copy()
    change(s, own, enemy)
    assert times(s, side) == ends
    assert times(copy, side) == 0, "a copy keeps what it shared"


def test_what_is_worked_out_in_a_copy_is_known_to_the_state_and_to_other_copies(s: YaluState):
    copy = s.copy()
    assert times(copy, UN) == 1
    assert times(s, UN) == 0
    assert times(s.copy(), UN) == 0
    unit = s.present(UN)[0]
    copy.move(unit, copy.where[unit] + 1)
    assert times(copy, UN) == 1, "only the copy has changed"
    assert times(s, UN) == 0


def test_units_that_stay_on_the_map_are_still_present(s: YaluState):
    present, unit = s.present(UN), s.present(UN)[0]
    s.move(unit, s.where[unit] + 1)
    assert s.present(UN) is present
    s.move(unit, s.rules.names.box("dead"))
    assert s.present(UN) == present[1:]


@fact("where", carry=lambda s, unit, old, new, before: (*before, (unit, old, new)))
def journeys(s: YaluState, side: int) -> tuple[Any, ...]:
    return ()


def test_a_move_carries_a_fact_along_and_leaves_that_of_a_copy_alone(s: YaluState):
    unit, foe = s.present(UN)[0], s.present(COMMUNIST)[0]
    place = s.where[unit]
    assert journeys(s, UN) == ()
    copy = s.copy()
    s.move(foe, s.where[foe] + 1)
    s.move(unit, place + 1)
    s.move(unit, place)
    assert journeys(s, UN) == ((unit, place, place + 1), (unit, place + 1, place))
    assert journeys(copy, UN) == ()
    assert journeys(s, COMMUNIST) == (), "what nobody had asked for is worked out when it is asked for"
    s.forget()
    assert journeys(s, UN) == ()


def test_what_cannot_end_a_fact_is_no_declaration():
    for wrong in ("wehre", "enemies.where", "enemy.presense"):
        with pytest.raises(ValueError, match=wrong):
            fact(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_no_fact_outlives_what_it_depends_on(name: str):
    game, rng = new_game(name, seed=4), Random(4)
    for _ in range(150):
        check_facts(game)
        game.play(game.sample(rng))


def test_a_fact_that_is_kept_too_long_is_found(monkeypatch: pytest.MonkeyPatch):
    """The fuzzer sees that hexes which the enemy has entered are still offered."""
    stale: Any = fact("marks")(costs.obstacles.__wrapped__)  # type: ignore[attr-defined]
    monkeypatch.setattr(ranges, "obstacles", stale)
    game, rng = new_game("yalu", seed=4), Random(4)

    def play_on() -> None:
        for _ in range(600):
            check_facts(game)
            game.play(game.sample(rng))

    with pytest.raises(InvariantError, match="out of date"):
        play_on()
