"""18 General Matthew Ridgway."""

import pytest

from parallel38.engine.game import Game

from .table import rules_of, said, table
from .test_combat import LATE, attacked

START = {"kind": "Sequence", "phase": "communist_morale"}


def un_turn(turn: int, dice: list[int], **track) -> Game:
    """The game when the UN moves, with the dice of its reinforcement phase before."""
    units = {"0119": "NKPA-47", "2226": "Gar-Seoul"}
    return table(units, phase="communist_morale", turn=turn, dice=dice, frame=None, **track)


def after(turn: int, dice: list[int], **track) -> Game:
    frame = {"kind": "Checks", "side": 1, "check": "regroup", "waiting": []}
    units = {"0119": "NKPA-47", "2226": "Gar-Seoul, US-2"}
    # a blizzard, in which nobody can bombard
    return table(units, phase="communist_morale", turn=turn, dice=dice, frame=frame, weather="B", **track)


@pytest.mark.rule("D-18.1", "D-18.2")
def test_one_die_each_turn_from_december_iii_until_he_comes():
    assert not [text for text in said(after(3, [6, 6]).entries()) if "ridgway" in text], "Dec II: too early"
    assert "no_ridgway" in said(after(4, [5]).entries())
    helps = after(4, [6, 5])
    assert said(helps.entries())[-2:] == ["ridgway", "ridgway_effect"]
    assert helps.view()["track"]["ridgway"] == 2
    vain = after(4, [6, 6])
    assert said(vain.entries())[-2:] == ["ridgway", "ridgway_no_effect"]
    assert vain.view()["track"]["ridgway"] == 1
    for command in (1, 2):
        later = after(5, [6, 1], ridgway=command)
        assert not [text for text in said(later.entries()) if "ridgway" in text], "once is enough"
        assert later.view()["track"]["ridgway"] == command


@pytest.mark.rule("D-18.2")
def test_communist_assaults_on_us_and_uk_units_get_worse():
    units = {"1020": "PVA-40-118, PVA-40-119", "1021": "US-2, US-5/1Mar, ROK-1, UK-27BC"}

    def drm(ridgway: int, target: str) -> int:
        game = attacked(units, "1021", turn=LATE, ridgway=ridgway)
        game.play("end")
        return game.describe(game.parse(f"fire {target}"))[1]["modifier_drm"]

    assert [drm(2, t) for t in ("US-2", "US-5/1Mar", "UK-27BC", "US-2,ROK-1", "ROK-1")] == [1, 1, 1, 1, 0]
    assert drm(1, "US-2") == drm(0, "US-2") == 0
    defence = attacked(units, "1020", "supplied", "US-2", side="un", ridgway=2)
    assert defence.describe(defence.parse("fire US-2"))[1]["modifier_drm"] == 0, "not Communist defensive fire"


@pytest.mark.rule("D-18.3", "D-10.9.4")
def test_all_us_units_fire_at_waves_then():
    units = {"1020": "PVA-40-118", "1021": "US-2, ROK-1, Tu-1"}
    game = attacked(units, "1021", "wave", ridgway=1)
    assert rules_of(game, "fire PVA-40-118 US-2") == []
    assert rules_of(game, "fire PVA-40-118 ROK-1") == ["D-10.9.4"]
    assert rules_of(game, "fire PVA-40-118 Tu-1") == ["D-10.9.4"]


@pytest.mark.rule("D-18.3", "D-19.2")
def test_no_bug_out_then_and_none_in_the_first_turn():
    for turn, ridgway, told in ((1, 0, "no_bug_out_first"), (LATE, 1, "no_bug_out_ridgway"), (LATE, 0, "passes")):
        game = table({"0119": "NKPA-47"}, turn=turn, ridgway=ridgway, dice=[1, 1])
        assert told in said(game.play("end"))
