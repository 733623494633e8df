"""Computer players that know no game: what they do is legal, and they do what they are there for."""

from random import Random

import msgspec
import pytest

from parallel38 import BadInputError, new_game
from parallel38.games import title
from parallel38.players import check_player, players_of, usual
from parallel38.players.nearest import nearest_player
from parallel38.players.plans import Term, decisive, score


def test_the_nearest_enemy_is_approached_and_attacked():
    game, rng = new_game("yalu", seed=3), Random(3)
    grid = game.rules.names.grid

    def distance(unit: int) -> int:
        enemy = game.rules.occupied(game.state)["un"]
        return min(grid.distance(game.state.where[unit], h) for h in grid.neighbours if enemy >> h & 1)

    seen: list[str] = []
    while game.turn == "Nov IV":
        copy, side = game.copy(), game.decider
        action = nearest_player(copy, rng)
        assert game.why_not(action, side) == []
        assert copy.hash() == game.hash()
        unit = getattr(action, "units", (-1,))[0] if action.verb() == "move" and side == "communist" else -1
        before = distance(unit) if unit >= 0 else 0
        path = tuple(getattr(action, "path", ()))
        if action.verb() == "attack":
            preview = game.state.top.preview(game.state, action)
            assert preview is not None
            assert ":" in preview.ratio
        game.play(action, side)
        if unit >= 0 and min(path) >= 0:  # without a die it gets where it wants to
            assert distance(unit) < before
        seen.append(f"{side} {action.verb()}")
    assert seen.count("communist move") > 10
    assert seen.count("communist attack") > 2
    assert seen.count("un move") > 10
    assert len(set(seen)) > 6


def test_a_game_without_commanders_has_the_players_that_know_no_game():
    bare = msgspec.structs.replace(title("yalu"), captain=None)
    assert players_of(bare) == ["nearest", "random"]
    assert usual(bare) == "nearest"
    check_player("nearest", bare)
    with pytest.raises(BadInputError, match="no player veteran; choose nearest or random"):
        check_player("veteran", bare)
    check_player("veteran", title("yalu"))


@pytest.mark.parametrize(
    ("others", "name"),
    [
        ([[("supply", -3.0), ("danger", -1.0)]], "supply"),
        ([[("danger", -9.0)]], "danger"),
        ([[("danger", -2.5)], [("supply", -1.5), ("danger", -2.5)]], "supply"),
        ([[("supply", 0.0), ("danger", -2.0)]], ""),
        ([], ""),
    ],
)
def test_the_strongest_reason_is_where_a_choice_differs_most_from_the_others(others: list[list[Term]], name: str):
    chosen = [("danger", -1.0), ("danger", -1.0)]
    assert score(chosen) == -2.0
    assert decisive(chosen, others) == name
