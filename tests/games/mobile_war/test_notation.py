"""Whatever is typed in The Mobile War is played, refused by a rule or called unreadable in a sentence."""

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Annotated, Any, get_origin

import pytest

from parallel38.desk.plan import plan
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.values import fields

from .field import field, new, why

MOST = 25
"""How often a kind of frame is looked at."""
LINES = 8
"""Lines that are tried each time."""
WORDS = ("foot", "road", "rail", "meeting", "position", "un", "nobody")


@pytest.mark.rule("K-MOV-A")
def test_no_die_is_thrown_for_a_step():
    game = field({"1835": "NK-1", "2042": "ROK-1"}, side="communist")
    for line in ("move NK-1 1835-1834~1734", "move NK-1 ~1835-1834", "move NK-1 ~1834", "move NK-1 1835~gone"):
        assert why(game, line) == ["K-MOV-A"]
        assert "No die" in plan(game, line, "en")["refusals"][0]["reason"]


@pytest.mark.rule("K-MOV-A")
def test_a_stack_of_which_one_is_not_on_the_map_does_not_move():
    game = field({"1835": "NK-1", "2042": "ROK-1"}, side="communist")
    assert "K-MOV-A" in why(game, "move NK-1,CN-20 3232")
    assert "K-MOV-A" in why(game, "move NK-1,CN-20 1834")


@pytest.mark.rule("K-COM-D")
def test_boxes_are_not_attacked():
    game = field({"1835": "NK-1", "1836": "ROK-1", "3457": "NG-1"}, phase="combat")
    assert why(game, "attack nk_box") == ["K-COM-D"]
    assert why(game, "attack with:NK-1 ROK-1 - NG-1") == ["K-COM-D"]


def word(game: Game, hint: Any, near: list[str], rng: Random) -> str:
    """Something that could stand in a field, mostly of the kind that belongs there."""
    names, grid = game.rules.names, game.rules.names.grid

    def unit() -> str:
        return rng.choice(near if near and rng.random() < 0.7 else names.units)

    def place() -> str:
        if rng.random() < 0.1:
            return rng.choice((*names.boxes, f"with:{unit()}"))
        h = game.state.where[names.unit_number(unit())]
        return grid.label(rng.choice(grid.neighbours.get(h) or [*grid.neighbours]))

    def legs() -> str:
        path = [place()]
        while rng.random() < 0.6:
            known = grid.has(path[-1]) and rng.random() < 0.8
            path.append(grid.label(rng.choice(grid.neighbours[grid.hex(path[-1])])) if known else place())
        return "".join(rng.choice("---~") + leg for leg in path).removeprefix("-")

    kind = hint.__metadata__[0] if get_origin(hint) is Annotated else ""
    units = [unit() for _ in range(rng.randrange(4))]
    made = {"unit": unit, "units": lambda: ",".join(units) or "-", "place": place, "path": legs}
    return made.get(kind, lambda: rng.choice(WORDS))()


def lines(game: Game, rng: Random) -> list[str]:
    """Lines with every verb that the frame takes in turn, and some that it does not."""
    near = [game.rules.names.unit(u) for side in (0, 1) for u in game.state.present(side)]
    verbs = [verb for verb in game.rules.verbs if verb in {offer.verb for offer in game.offers()}]
    found = []
    for i in range(LINES):
        verb = rng.choice([*game.rules.verbs]) if i % 4 == 3 or not verbs else verbs[i % len(verbs)]
        words = [word(game, hint, near, rng) for _, hint, _ in fields(game.rules.verbs[verb])]
        found.append(" ".join([verb, *words[: rng.randint(1, len(words)) if words else 0]]))
    return found


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("invasion", {"us-stayed-more": "on", "guerrillas": "on"}),
        ("invasion", {"china-landing": "on", "rok-full-strength": "on"}),
        ("stalemate", {}),
        ("campaign", {}),
    ],
)
def test_nothing_that_is_typed_raises(scenario: str, options: dict[str, str]):
    game, rng, seen = new(scenario, 3, **options), Random(3), Counter[str]()
    for _ in range(900):
        if game.over:
            break
        kind = type(game.state.top).__name__
        seen[kind] += 1
        for line in lines(game, rng) if seen[kind] <= MOST else ():
            with suppress(BadInputError):
                plan(game, line, "en")
        game.play(game.sample(rng))
