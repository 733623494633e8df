"""7 Stacking."""

import pytest

from parallel38.games.yalu.rules import stacking
from parallel38.games.yalu.state import COMMUNIST, UN

from .table import ends, flags, rules_of, said, table, where


def over(units: str, side: int) -> bool:
    game = table({"1011": units})
    numbers = [game.rules.names.unit_number(u.strip().split()[0]) for u in units.split(",")]
    return stacking.over_limit(game.state, side, numbers)


@pytest.mark.rule("D-7.1.1", by="value")
@pytest.mark.parametrize(
    ("units", "too_many"),
    [
        ("PVA-20-58, PVA-20-59, PVA-20-60", False),
        ("PVA-20-58, NKPA-5, PVA-40-118", False),
        ("PVA-20-58, PVA-20-59, PVA-20-60, PVA-20-89", False),  # a whole army
        ("PVA-20-58, PVA-20-59, PVA-20-60, NKPA-5", True),
        ("NKPA-5, NKPA-12, NKPA-31, NKPA-32", True),  # the NKPA has no armies
        ("PVA-20-58, PVA-20-59, PVA-20-60, G-1, G-2", False),
    ],
)
def test_communist_limits(units: str, too_many: bool):
    assert over(units, COMMUNIST) is too_many


@pytest.mark.rule("D-2.5", "D-7.2.1", "D-7.2.3", "D-7.2.4", by="value")
@pytest.mark.parametrize(
    ("units", "too_many"),
    [
        ("US-2, ROK-8", False),
        ("US-2, US-24, US-17/7", True),
        ("US-2, US-17/7, US-5RCT, US-187", False),  # three regiments make a division
        ("US-2, US-17/7, US-5RCT, US-187, US-3/31/7", True),
        ("US-2, US-17/7, US-5RCT, US-1/31/7, US-2/31/7, US-3/31/7", False),  # three battalions make a regiment
        ("US-2, US-24, Gar-Seoul, SUP-TK1", False),
        ("US-2, KMC, UK-27BC, Tu-1", False),  # the Marine Corps is a regiment
        ("US-2, US-24, KMC", True),
    ],
)
def test_un_limits(units: str, too_many: bool):
    assert over(units, UN) is too_many


@pytest.mark.rule("D-7.2.2")
def test_three_rok_divisions_if_nobody_else_is_there():
    assert not over("ROK-1, ROK-7, ROK-8", UN)
    assert not over("ROK-1, ROK-7, ROK-8, Gar-Seoul", UN)
    assert over("ROK-1, ROK-7, ROK-8, US-3/31/7", UN)
    assert over("ROK-1, ROK-7, ROK-8, KMC", UN)


@pytest.mark.rule("D-7.1.2", "D-7.3", "D-14.2")
def test_communists_pass_through_a_full_hex_at_a_price():
    game = table({"0912": "PVA-38-112, PVA-38-113, PVA-38-114", "1011": "NKPA-5"})
    action = "move NKPA-5 1011-0912"
    assert rules_of(game, action) == []
    warning = game.warnings(action)[0]
    assert (warning.rule, warning.text) == ("D-7.1.2", "overstack")
    assert "overstacked" in said(game.play(action))
    assert all("neutralized" in flags(game, u) for u in ("NKPA-5", "PVA-38-112", "PVA-38-113", "PVA-38-114"))


@pytest.mark.rule("D-7.1.2", "D-7.3")
def test_the_limit_holds_on_the_way():
    game = table({"0912": "PVA-38-112, PVA-38-113, PVA-38-114", "1011": "NKPA-5"}, weather="MO")
    entries = game.play("move NKPA-5 1011-0912-0911")
    assert said(entries) == ["moved", "overstacked", "moved"]
    assert where(game, "NKPA-5") == "0911"
    assert flags(game, "NKPA-5") == "neutralized+moved"
    assert flags(game, "PVA-38-112") == "neutralized"


@pytest.mark.rule("D-7.1.2", "D-14.3")
def test_a_stack_that_is_itself_too_large_is_warned_and_suffers_at_once():
    four = "PVA-20-58 neutralized, PVA-20-59 neutralized, PVA-20-60 neutralized, NKPA-5"
    game = table({"1011": four})
    action = "move PVA-20-58,PVA-20-59,PVA-20-60,NKPA-5 1011-1010-1009"
    warning = game.warnings(action)[0]
    assert (warning.text, warning.at) == ("overstack_deadly", 1)
    assert len(warning.args["dead_units"]) == 3
    game.play(action)
    assert [where(game, u) for u in ("PVA-20-58", "PVA-20-60", "NKPA-5")] == ["dead", "dead", "1009"]


@pytest.mark.rule("D-16.1")
def test_a_lone_end_hex_leads_around_guerrillas():
    game = table({"1011": "NKPA-5", "1010": "G-1"}, weather="MO")
    assert game.notation(game.parse("move NKPA-5 0910")).endswith("1011-0911-0910")
    assert game.warnings("move NKPA-5 1011-1010-0910")[0].rule == "D-16.1"


@pytest.mark.rule("D-14.3", "D-7.3")
def test_who_is_neutralized_already_dies_of_it():
    game = table({"0912": "PVA-38-112, PVA-38-113 neutralized, PVA-38-114", "1011": "NKPA-5"})
    game.play("move NKPA-5 1011-0912")
    assert where(game, "PVA-38-113") == "dead"
    assert flags(game, "PVA-38-113") == ""
    assert where(game, "PVA-38-112") == "0912"


def test_a_lone_end_hex_leads_around_full_hexes():
    """The program takes another way to the same end if the cheapest one would overstack."""
    full = {"1010": "PVA-38-112, PVA-38-113, PVA-38-114", "1011": "NKPA-5"}
    game = table(full, weather="MO")
    path = game.notation(game.parse("move NKPA-5 0910")).split()[-1]
    assert path == "1011-0911-0910"
    assert not game.warnings("move NKPA-5 0910")


@pytest.mark.rule("D-7.2.6")
def test_un_units_pass_through_full_hexes_but_may_not_end_there():
    units = {"0919": "US-2", "0920": "US-24 moved, US-25 moved", "0921": "US-187"}
    game = table(units, phase="un_movement", weather="MO")
    assert rules_of(game, "move US-2 0919-0920") == ["D-7.2.6"]
    assert "0920" not in ends(game, "US-2", "foot")
    assert rules_of(game, "move US-2 0919-0920-0921") == []
    unmoved = table({"0919": "US-2", "0920": "US-24, US-25"}, phase="un_movement", weather="MO")
    assert rules_of(unmoved, "move US-2 0919-0920") == []  # they may still leave


@pytest.mark.rule("D-7.2.1")
def test_the_un_phase_does_not_end_over_the_limit():
    game = table({"0919": "US-2", "0920": "US-24, US-25"}, phase="un_movement", weather="MO")
    game.play("move US-2 0919-0920")
    refusal = game.why_not("end")[0]
    assert refusal.rule == "D-7.2.1"
    assert [game.rules.names.place(h) for h in refusal.hexes] == ["0920"]
    game.play("move US-24 0920-0921")
    assert rules_of(game, "end") == []


@pytest.mark.rule("D-7.2.6", "D-9.3.3.4")
def test_parts_without_points_stay_where_they_broke_down():
    """Flood leaves three points of five. ROK parts have paid four, US ones two."""
    units = {"1114": "ROK-1, ROK-6", "1115": "US-24"}
    game = table(units, phase="un_movement", weather="F")
    assert rules_of(game, "move US-24 1114") == [], "both divisions may still leave"
    for division in ("ROK-1", "ROK-6"):
        game.play(f"breakdown {division}")
    assert rules_of(game, "move US-24 1114") == ["D-7.2.6"]
    assert "1114" not in ends(game, "US-24", "foot")
    mountains = {"1112": "US-2, US-25", "1111": "US-24"}
    game = table(mountains, phase="un_movement", weather="F")
    game.play("breakdown US-2")
    game.play("breakdown US-25")
    assert ends(game, "US-9/2", "foot") == set(), "one point is left, no hex costs so little"
    assert rules_of(game, "move US-24 1112") == ["D-7.2.6"]
    road = table({"0919": "US-2, US-25", "0920": "US-24"}, phase="un_movement", weather="F")
    road.play("breakdown US-2")
    road.play("breakdown US-25")
    assert rules_of(road, "move US-24 0919") == [], "here the parts may still leave by road"


@pytest.mark.rule("D-7.2.1")
def test_who_moved_last_may_still_leave_a_full_hex():
    game = table({"1114": "ROK-1, ROK-6", "1115": "US-187"}, phase="un_movement", weather="F")
    game.play("move US-187 1114")
    game.play("breakdown ROK-1")
    game.play("breakdown ROK-6")
    assert ends(game, "US-187", "foot")
    assert rules_of(game, "end") == ["D-7.2.1"], "the parts can go nowhere, the 187th can"
    game.play("move US-187 1115")
    assert rules_of(game, "end") == []


@pytest.mark.rule("D-7.3")
def test_a_un_hex_that_nobody_can_leave_suffers_when_the_phase_ends():
    game = table({"0920": "US-2 moved, US-24 moved, US-25 moved"}, phase="un_movement")
    assert rules_of(game, "end") == []
    game.play("end")
    assert "neutralized" in flags(game, "US-2")


def test_an_old_violation_is_not_punished_again_and_support_is_spared():
    old = table({"0714": "US-2 neutralized, US-24 neutralized, US-25 neutralized"}, phase="un_movement", weather="B")
    old.play("end")
    assert where(old, "US-2") == "0714"
    tank = table({"0920": "US-2 moved, US-24 moved, US-25 moved, SUP-TK1 moved"}, phase="un_movement")
    tank.play("end")
    assert flags(tank, "SUP-TK1") == ""
