"""Actions that are put together piece by piece: their fields, and that what is written from them is the action."""

from random import Random
from typing import Any

import pytest

from parallel38 import Game, desk, new_game


def written(plan: dict[str, Any]) -> str:
    """An action from its fields, as a page writes it."""
    words = [",".join(f["value"]) or "-" if isinstance(f["value"], list) else str(f["value"]) for f in plan["fields"]]
    return " ".join([plan["do"].split(" ")[0], *words])


@pytest.fixture
def designating() -> Game:
    game = new_game("yalu", seed=7)
    game.play("place G-1 1507")
    game.play("end")
    return game


def test_a_move_is_chosen_whole():
    game = new_game("yalu", seed=7)
    game.play("place G-1 1507")
    assert desk.plan(game, "move PVA-40-118 0813", "en")["fields"] == []


def test_the_fields_of_an_attack(designating: Game):
    plan = desk.plan(designating, "attack 1113", "en")
    fields = {f["name"]: f for f in plan["fields"]}
    assert list(fields) == ["hex", "manner", "units", "guns", "support", "air"]
    assert [c["value"] for c in fields["manner"]["choices"]] == ["supplied", "unsupplied", "wave"]
    assert fields["manner"]["choices"][2]["text"] == "Human wave"
    assert fields["units"]["value"] == ["NKPA-5"] == [c["value"] for c in fields["units"]["choices"]]
    assert [c["value"] for c in fields["guns"]["choices"]] == [0, 1, 2]
    assert (fields["hex"]["kind"], fields["hex"]["choices"], fields["air"]["choices"]) == ("hex", [], [])
    assert desk.plan(designating, written(plan), "en")["do"] == plan["do"]


def test_the_fields_are_there_for_a_refused_action(designating: Game):
    designating.play("attack 1113")
    plan = desk.plan(designating, "attack 1113 supplied - 0", "en")
    assert [f["name"] for f in plan["fields"]][:3] == ["hex", "manner", "units"]


def test_everything_that_is_put_together_in_a_random_game_can_be_written_from_its_fields():
    game, rng, seen = new_game("yalu", seed=7), Random(7), set[str]()
    for _ in range(900):
        if game.over:
            break
        action = game.sample(rng)
        plan = desk.plan(game, game.notation(action), "es")
        if plan["fields"]:
            seen.add(action.verb())
            again = desk.plan(game, written(plan), "es")
            assert (again["do"], again["legal"]) == (plan["do"], True)
            for field in plan["fields"]:
                chosen = field["value"] if isinstance(field["value"], list) else [field["value"]]
                open_to = {c["value"]: c.get("most", 1) for c in field["choices"]}
                if open_to:
                    assert all(chosen.count(one) <= open_to.get(one, 0) for one in chosen), (plan["do"], field)
        game.play(action)
    assert {"attack", "fire", "bombard", "raid", "interdict", "advance"} <= seen
