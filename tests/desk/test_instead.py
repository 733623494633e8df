"""Why not: the first reason is the one that matters, and what is named instead can be done."""

import pytest

from parallel38 import Game, desk
from tests.games.mobile_war.field import field
from tests.games.yalu.test_example import begin
from tests.games.yalu.test_un_arrivals import moving


@pytest.fixture(scope="module")
def start() -> Game:
    return begin()


@pytest.mark.parametrize(
    ("line", "reason", "rule"),
    [
        ("move PVA-40-119,PVA-40-120 0914", "Tokchon is occupied by ROK 7th Division", "9.1.3"),
        ("move PVA-40-119,PVA-40-120 1113", "Yongwon is occupied by ROK 8th Division", "9.1.3"),
        ("move PVA-40-118 2020", "Pyonggang is too far for PVA 118th Division: it needs 14 MP and has 6", "9.1.2"),
        ("move PVA-40-118 0815", "must stop in 0713, in the zone of control of US 2nd Division", "8.3.1.1"),
        ("move PVA-40-120 0713 rail", "No train of this side may enter 0713, beside US 2nd Division", "9.2.2.3"),
    ],
)
def test_the_first_reason_is_what_an_expert_would_say(start: Game, line: str, reason: str, rule: str):
    (first, *_) = desk.plan(start, line, "en")["refusals"]
    assert reason in first["reason"]
    assert first["number"] == rule
    assert "~" not in first["reason"], "how it is typed is for the terminal"


def test_an_enemy_or_the_way_is_the_reason_in_the_other_game():
    game = field({"1835": "NK-1", "1833": "ROK-1"}, side="communist")
    reasons = {goal: desk.plan(game, f"move NK-1 {goal}", "en")["refusals"][0]["reason"] for goal in ("1833", "2355")}
    assert "1833 is occupied by" in reasons["1833"]
    assert "2355 is too far for" in reasons["2355"]


def test_what_is_named_instead_is_near_and_can_be_done(start: Game):
    named = {
        line: desk.plan(start, line, "en")["instead"]
        for line in ("move PVA-40-120 0713 rail", "move PVA-40-118 0815", "move PVA-40-119,PVA-40-120 0914")
    }
    texts = [[row["text"] for row in rows] for rows in named.values()]
    assert texts == [
        ["Move to 0713 on foot, ½ MP, and stop there"],
        ["Move to 0813 on foot, 2 MP, and stop there", "Move to 0814 by infiltration, with a die: 17 %"],
        ["Move to 0813 on foot, 2 MP, and stop there"],
    ]
    for rows in named.values():
        for row in rows:
            assert start.why_not(row["do"]) == []
            assert start.warnings(row["do"]) == []
    assert desk.plan(start, "move PVA-40-118 0813", "en")["instead"] == []


def test_what_holds_for_any_move_leaves_nothing_out():
    game = moving(6, {"dead": "US-1/9/2", "2226": "US-24", "2120": "PVA-40-118"})
    rows = desk.plan(game, "move US-24 2120", "en")["instead"]
    assert rows, "any first move gives up replacements"
    for row in rows:
        assert game.why_not(row["do"]) == []
        assert [warning.rule for warning in game.warnings(row["do"])] == ["D-6.2"]


def test_several_actions_are_one_plan_or_the_first_refusal(start: Game):
    line = "move NKPA-24 1502; move NKPA-5 1013"
    found = desk.plan(start, line, "en")
    assert found["legal"]
    assert found["do"] == "move NKPA-24 1701-1601-1502; move NKPA-5 1012-1013"
    assert (found["binding"], found["needs_die"]) == (False, False)
    refused = desk.plan(start, "move NKPA-24 1502; move NKPA-5 1113", "en")
    assert not refused["legal"]
    assert "Yongwon is occupied" in refused["refusals"][0]["reason"]
    assert desk.plan(start, "end", "en")["binding"] is False
    assert desk.plan(start, "move PVA-40-118 0814", "en")["binding"] is True


def test_the_end_of_a_phase_tells_of_units_that_have_done_nothing(start: Game):
    game = start.copy()
    idle = desk.situation(game, "en")["end"]["idle"]
    assert idle == "34 units of 34 could still move."
    game.play("move PVA-40-118,PVA-40-119,PVA-40-120 0812-0813")
    assert desk.situation(game, "es")["end"]["idle"] == "31 unidades de 34 aún podrían moverse."
    while game.moment()[1] == "phase.communist_movement":
        game.play("end")
    assert desk.situation(game, "en")["end"]["idle"] is None
    assert desk.situation(game, "en")["undo"]["text"].startswith("End of the Communist")
