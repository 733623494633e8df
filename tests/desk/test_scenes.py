"""What each entry of a record shows on the map: moves with their ways, fights with their results, losses."""

from random import Random
from typing import Any

import pytest

from parallel38 import Game, desk, new_game
from parallel38.engine.lines import all_lines, rebuild
from parallel38.engine.titles import Title
from parallel38.games import title
from parallel38.players import random_player
from tests.games.mobile_war.field import play
from tests.games.mobile_war.test_combat import always, battle
from tests.games.yalu.test_example import whole_turn

WAYS = ("moved", "retreated", "advanced")


def scenes(game: Game, *kinds: str, language: str = "en") -> list[dict[str, Any]]:
    """The scenes of all entries, those of some kinds if any are named."""
    return [scene for row in desk.log(game, language) for scene in row["scenes"] if not kinds or scene["kind"] in kinds]


@pytest.fixture(scope="module")
def turn() -> Game:
    return whole_turn()


def test_a_move_has_its_whole_way_also_between_dice(turn: Game):
    ways = [(scene["kind"], *scene["units"], "-".join(scene["path"])) for scene in scenes(turn, *WAYS)]
    assert ("moved", "PVA-40-118", "PVA-40-119", "PVA-40-120", "0812-0813") in ways, (
        "on foot, until the die for infiltrating"
    )
    assert ("moved", "PVA-40-118", "0813-0814") in ways, "when the die has let it through"
    assert ("retreated", "NKPA-5", "1013-1012-1011") in ways
    assert any(way[0] == "advanced" and way[-1].endswith("-0914") for way in ways)


def test_a_fight_names_attackers_dice_and_result_in_words(turn: Game):
    fights = [scene for scene in scenes(turn, "fight") if scene["hex"] == "1113" and scene["side"] == "communist"]
    designated, begun, decided = fights
    assert (designated["text"], begun["text"]) == (None, None)
    assert {"1012", "1013"} <= {*designated["from"]}
    assert begun["from"] == decided["from"]
    assert set(decided["from"]) <= {"1012", "1013", "1212", "1114", "1213", "1112"}
    assert decided["targets"] == ["ROK-8"]
    assert sum(decided["dice"]) == 4
    assert (decided["code"], decided["text"], decided["harm"], decided["hurt"]) == ("D", "destroyed", "all", ["un"])
    spanish = [scene["text"] for scene in scenes(turn, "fight", language="es") if scene["code"] == "D"]
    assert "destrucción" in spanish


def test_a_result_that_leaves_no_way_out_says_so(turn: Game):
    (fight,) = [scene for scene in scenes(turn, "fight") if scene["hex"] == "0914" and scene["code"]]
    assert (fight["code"], fight["harm"]) == ("NR", "all")
    assert fight["text"] == "no way to retreat: eliminated"


def test_who_is_lost_is_told_with_hex_and_counter(turn: Game):
    lost = {unit["id"]: (scene["hex"], unit) for scene in scenes(turn, "lost") for unit in scene["counters"]}
    assert lost["ROK-8"][0] == "1113"
    assert lost["ROK-8"][1]["name"] == "ROK 8th Division"
    faces = desk.faces(turn, [unit["face"] for _, unit in lost.values()])
    assert all(faces[unit["face"]].startswith("<svg") for _, unit in lost.values())
    assert lost["PVA-39-115"][0] == lost["PVA-39-116"][0], "a human wave is lost where it stood"


def test_a_regiment_of_a_division_is_lost_where_the_division_stood():
    game = battle({"1743": "NK-6", "1744": "ROK-1"}, dice=[1], charts=always("E1"))
    play(game, "attack 1744 NK-6")
    play(game, "table meeting")
    begun, decided = scenes(game, "fight")
    assert begun["text"] is None
    assert (decided["code"], decided["text"]) == ("E1", "each side loses one regiment")
    assert sorted(decided["hurt"]) == ["communist", "un"]
    for _ in range(2):
        if game.decider and game.prompt[0] == "losing":
            game.play(next(iter(game.legal_actions())))
    lost = scenes(game, "lost")
    assert sorted(scene["hex"] for scene in lost) == ["1743", "1744"]
    assert [len(scene["units"]) for scene in lost] == [1, 1]
    assert not scenes(game, "placed", "left"), "the regiments that stay have not come from anywhere"


def test_a_shot_of_the_small_title_has_its_result(small: Title):
    game, rng = new_game("small", edition="first", seed=1), Random(3)
    while not scenes(game, "fight"):
        game = new_game("small", edition="first", seed=1) if game.over else game
        game.play(game.sample(rng))
    fight, (roll,) = scenes(game, "fight")[0], [row for row in desk.log(game, "en") if row["dice"]][:1]
    assert fight["dice"] == roll["dice"]
    assert (fight["code"], fight["text"]) in (("hit", "a step is lost"), ("-", "nothing"))


@pytest.mark.parametrize(("name", "actions"), [("yalu", 200), ("mobile_war", 160), ("small", 12)])
def test_a_record_that_is_read_again_shows_the_same(small: Title, name: str, actions: int):
    """What was played and what is read from the record differ in detail: steps on the way are not written down."""
    game, rng = new_game(name, seed=7), Random(7)
    while game.number < actions and not game.over:
        game.play(random_player(game, rng))
    lines = [line.encode() for line in all_lines(game).lines]
    again = rebuild(lines, title, "", name="test")[0]
    assert desk.log(again, "en") == desk.log(game, "en")
    assert {scene["kind"] for scene in scenes(game)} & {"moved"}


def test_units_come_to_the_map_and_leave_it():
    game = new_game("yalu", seed=1)
    game.play("place G-1 0618")
    assert scenes(game, "placed") == [{"kind": "placed", "side": "communist", "units": ["G-1"], "hex": "0618"}]
