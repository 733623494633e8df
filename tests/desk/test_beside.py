"""What lies beside the map, standing orders, and what a column of a game tells: as pages, lists and programs get it."""

from typing import Any

import pytest

from parallel38 import Game, desk, new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.flow import RefusedError
from parallel38.engine.view import view_of
from tests.games.forgotten_war.field import field

HILL = {"2635": "A/5-1, A/5-2", "2634": "1/235, 3/235 lost=1", "available": "AIR-1", "replacements": "2/235 lost=1"}


@pytest.fixture
def hill() -> Game:
    """Marines and an aircraft beside two Chinese companies, one of them reduced; a third one is eliminated."""
    return field(HILL, phase="un_prep_fire", dice=[3, 6, 6, 6])


def boxes(game: Game, side: str) -> dict[str, list[str]]:
    """The boxes of a side, each with the units in it."""
    (found,) = [one for one in desk.forces(game, "en") if one["side"] == side]
    return {group["box"]: [unit["id"] for unit in group["units"]] for group in found["groups"] if group["box"]}


def orders(game: Game, side: str) -> dict[str, dict[str, Any]]:
    """The standing orders of a side by name."""
    return {one["name"]: one for one in desk.situation(game, "en")["orders"] if one["side"] == side}


def test_boxes_are_told_with_their_counters(hill: Game):
    assert boxes(hill, "un") == {"available": ["AIR-1"], "used": []}  # players look into both, whatever they hold
    assert boxes(hill, "communist") == {"replacements": ["2/235"]}
    hill.play("fire AIR-1 2634")
    assert boxes(hill, "un") == {"available": [], "used": ["AIR-1"]}
    drawn = {unit["face"] for one in desk.forces(hill, "en") for group in one["groups"] for unit in group["units"]}
    assert drawn <= set(desk.faces(hill, sorted(drawn)))


def test_boxes_of_other_games_hold_what_they_declare():
    yalu = new_game("yalu", seed=7)
    coming = [group for one in desk.forces(yalu, "en") for group in one["groups"] if group["turn"]]
    assert coming
    assert all(group["box"] is None for group in coming)
    assert any(line.startswith("  To come") or "due" in line.lower() for line in Reporter(yalu, "en").boxes())


def test_boxes_and_orders_in_the_terminal(hill: Game):
    said = [*Reporter(hill, "en").boxes()]
    assert said[0] == "The UN"
    assert said[1] == "  Markers available (1): AIR-1 6 Air strike 1"
    assert said[2] == "  Markers used (0)"
    told = [*Reporter(hill, "en").orders("un")]
    assert told[1].startswith("  order retreat ask (reduced, never): ")
    assert len(told) == 4
    assert [*Reporter(new_game("yalu", seed=7), "en").orders()] == ["This game has no standing orders."]


def test_the_side_that_decides_can_change_its_orders(hill: Game):
    own, other = orders(hill, "un"), orders(hill, "communist")
    assert list(own) == ["retreat", "losses", "digging"]
    assert [choice["do"] for choice in own["retreat"]["choices"]] == [
        None,
        "order retreat reduced",
        "order retreat never",
    ]
    assert not any(choice["do"] for one in other.values() for choice in one["choices"])
    assert not any(one["asked"] for one in (*own.values(), *other.values()))
    hill.play("order retreat never")
    assert orders(hill, "un")["retreat"]["value"] == "never"
    with pytest.raises(RefusedError) as refused:
        hill.play("order retreat never")
    assert refused.value.refusals[0].text == "same_order"
    with pytest.raises(RefusedError) as refused:
        hill.play("order supper never")
    assert refused.value.refusals[0].text == "unknown_order"


def test_an_order_answers_the_question_that_is_asked(hill: Game):
    hill.play("fire AIR-1 2634")
    assert hill.prompt[0] == "retreat_may"
    asked = [one["name"] for one in orders(hill, "communist").values() if one["asked"]]
    assert asked == ["retreat"]
    number = hill.number
    hill.play("order retreat never")
    assert hill.prompt[0] == "moving"
    assert [hill.notation(entry.action) for entry in hill.entries() if entry.action][number:] == ["order retreat never"]


def test_a_battle_without_positions_has_no_order_about_them():
    game = field({"1224": "A/23-1", "1124": "1/343-1"}, scenario="chipyongni", phase="un_offensive_fire", turn=3)
    assert list(orders(game, "un")) == ["retreat", "losses"]


def test_a_step_loss_is_told_in_odds_lists_and_views():
    units = {"2635": "A/5-1", "2634": "1/235"}
    game = field(units, communist_retreat="never", dice=[3, 6])
    action, _ = game.judged("fire A/5-1 2634 1/235")
    told = [text for _, text in Reporter(game, "en").outcomes(game.odds(action))]
    assert any("1/235 loses 1 step" in text for text in told)
    game.play(action)
    assert {unit["id"]: unit["lost"] for unit in view_of(game, None)["units"]} == {"A/5-1": 0, "1/235": 1}
    (line,) = list(Reporter(game, "en").stacks("communist"))
    assert "(1 of 2 steps" in line
    hit = [entry for entry in desk.log(game, "en") if "losses" in entry["kinds"]]
    assert [line["text"] for entry in hit for line in entry["lines"] if "reduced" in line["text"]]
    fates = [scene for entry in hit for scene in entry["scenes"] if scene["kind"] == "fate"]
    assert [(scene["what"], scene["units"]) for scene in fates] == [("reduced", ["1/235"])]


def test_a_fire_is_put_together_of_who_and_whom():
    units = {"2635": "A/5-1, A/5-2", "2634": "1/235, 3/235", "available": "AIR-1"}
    game = field(units)
    plan = desk.plan(game, "fire A/5-1 2634", "en")
    fields = {one["name"]: one for one in plan["fields"]}
    assert [choice["value"] for choice in fields["unit"]["choices"]] == ["AIR-1", "A/5-1", "A/5-2"]
    assert (fields["unit"]["one"], fields["targets"]["one"], fields["targets"]["whole"]) == (True, True, False)
    area = desk.plan(game, "fire AIR-1 2634 - -", "en")  # as a page writes it that leaves target and manner open
    assert area["do"] == "fire AIR-1 2634 - indirect"
    assert {one["name"]: one["whole"] for one in area["fields"]}["targets"]
    assert [branch["text"] for branch in area["odds"]["branches"]] == [
        choice["text"] for choice in fields["targets"]["choices"]
    ]


def test_the_chances_of_a_fire_add_up(hill: Game):
    odds = desk.plan(hill, "fire AIR-1 2634", "en")["odds"]
    for branch in odds["branches"]:
        outcomes, sums = branch["outcomes"], {one["key"]: one["chance"] for one in branch["sums"]}
        assert sum(one["chance"] for one in outcomes) == pytest.approx(1)
        hurt = sum(one["chance"] for one in outcomes if one["key"] in ("X", "1R", "1"))
        assert sums["hurt"] == pytest.approx(hurt)
        assert sums.get("driven", 0) == pytest.approx(
            sum(one["chance"] for one in outcomes if one["key"].endswith("R"))
        )
    (toll,) = odds["tolls"]
    assert toll["side"] == "communist"
    assert sum(one["chance"] for one in toll["results"]) == pytest.approx(1)
    mean = sum(int(one["key"]) * one["chance"] for one in toll["results"])
    each = [{"X": 2 if i == 0 else 1, "1R": 1, "1": 1} for i in range(2)]  # the second unit has one step left
    parts = zip(odds["branches"], each, strict=True)
    assert mean == pytest.approx(sum(w.get(o["key"], 0) * o["chance"] for b, w in parts for o in b["outcomes"]))


def test_many_actions_are_told_in_few_words():
    units = {"2635": "A/5-1, A/5-2, A/5-3", "2637": "B/5-1, B/5-2, B/5-3", "2634": "1/235"}
    game = field(units, phase="un_movement")
    lines = [offer["action"] for offer in desk.offers(game, "en") if offer["verb"] == "dig"]
    assert len(lines) == 6
    assert {offer["each"] for offer in desk.offers(game, "en") if offer["verb"] == "dig"} == {True}
    plan = desk.plan(game, "; ".join(lines), "en")
    assert (plan["legal"], plan["text"].count("digs in"), plan["text"][-11:]) == (True, 3, "And 3 more.")
