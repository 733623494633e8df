"""17 PVA conscripts, and the old rule 6.1.1.3."""

from random import Random

import pytest

from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.fuzz import check_invariants

from .table import flags, rules_of, said, spent, table, where
from .test_combat import attacked
from .test_newcomers import HUNGNAM, PYONGYANG, WONSAN, coming, offered

ALL = {"cities": "Pyongyang+Hungnam+Wonsan", "rewarded": "Pyongyang+Hungnam+Wonsan"}
FRONT = {"0116": "PVA-40-118", "0117": "PVA-38-112 neutralized"}


def boxed(game: Game) -> int:
    """How many conscripts lie in the box on the map."""
    return sum(unit["place"] == "conscripts" for unit in game.view()["units"])


@pytest.mark.rule("D-17.2", by="value")
@pytest.mark.parametrize(
    ("cities", "number"), [("", 0), ("Wonsan", 1), ("Pyongyang+Hungnam+Wonsan", 3), ("Seoul+Inchon", 0)]
)
def test_each_of_three_cities_drafts_one(cities: str, number: int):
    assert boxed(coming({}, 9, cities=cities, rewarded=cities)) == number


@pytest.mark.rule("D-17.1")
def test_there_are_no_more_than_the_counters():
    full = ", ".join(f"C-{n}" for n in range(1, 18))
    assert boxed(coming({"conscripts": full}, 9, **ALL)) == 18, "seventeen and the last one"
    with pytest.raises(BadInputError):
        coming({"dead": "C-1"}, 9)


@pytest.mark.rule("D-17.3a", by="value")
@pytest.mark.parametrize(("turn", "number"), [(1, 0), (5, 1), (9, 1), (11, 2), (15, 2), (19, 3), (23, 3)])
def test_how_many_take_the_field_depends_on_the_month(turn: int, number: int):
    game = coming({**FRONT, "conscripts": "C-1, C-2, C-3, C-4"}, turn, **ALL)
    for n in range(number):
        assert game.prompt[0] == "field"
        assert "fielded" in said(game.play(f"place C-{n + 1} 0116"))
    assert game.prompt[0] == "moving"


@pytest.mark.rule("D-17.3a")
def test_they_join_units_that_are_neither_isolated_nor_neutralized():
    game = coming(
        {**FRONT, "0112": "G-1", "1413": "PVA-20-58", "1414": "US-2", "1313": "US-25", "1512": "US-24"}, 9, **ALL
    )
    assert "isolated" in flags(game, "PVA-20-58")
    assert offered(game, "C-1") == {"0116", "0119"}
    for h in ("0117", "1413", "0118", "0131", "2226", "0112"):
        assert rules_of(game, f"place C-1 {h}") == ["D-17.3a"]
    assert rules_of(game, "place C-9 0116") == ["D-17.3a"], "not drafted yet"
    assert rules_of(game, "place C-2 0116") == [], "one is as good as another"
    game.play("end")
    assert boxed(game) == 3, "they may stay in the box"


@pytest.mark.rule("D-17.3a")
@pytest.mark.rule("D-7.1.1", by="value")
def test_they_stack_freely():
    game = coming({"0116": "PVA-40-118, PVA-40-119, PVA-39-115, C-5", "conscripts": "C-1"}, 9, **ALL)
    game.play("place C-1 0116")
    assert flags(game, "PVA-40-118") == ""


@pytest.mark.rule("D-17.3b", by="value")
@pytest.mark.parametrize(
    ("cities", "most"), [("", 1), ("Wonsan", 2), ("Pyongyang", 5), ("Pyongyang+Hungnam+Wonsan", 7)]
)
def test_the_limit_on_the_map(cities: str, most: int):
    there = ", ".join(f"C-{n}" for n in range(1, most))
    units = {"0116": f"PVA-40-118, {there}".rstrip(", "), "conscripts": "C-8, C-9"}
    game = coming(units, 19, cities=cities, rewarded=cities)
    game.play("place C-8 0116")
    assert game.prompt[0] == "moving", "the month would allow three, the limit does not"


@pytest.mark.rule("D-17.4")
def test_the_un_chooses_who_goes_when_the_limit_falls():
    units = {"0116": "PVA-40-118, C-1, C-2", "0115": "PVA-38-112, C-3"}
    game = coming(units, 9, cities="Wonsan", rewarded="Wonsan")
    assert game.decider == "un"
    check_invariants(game, Random(1))
    assert game.prompt[1]["n"] == 1
    assert rules_of(game, "remove PVA-40-118") == ["D-17.4"]
    assert rules_of(game, "remove C-4") == ["D-17.4"]
    assert rules_of(game, "end") == ["D-3.1"], "the surplus must go"
    assert "conscripts_surplus" in said(game.play("remove C-3"))
    assert where(game, "C-3") == "out"
    assert (game.decider, game.prompt[0]) == ("communist", "moving")
    alike = coming({"0116": "PVA-40-118, C-1, C-2, C-3"}, 9)
    assert [where(alike, u) for u in ("C-1", "C-2", "C-3")] == ["out", "out", "0116"], "no choice, so no question"


@pytest.mark.rule("D-17.5")
def test_alone_they_go_back_except_while_communists_move():
    game = table({"0116": "PVA-40-118, C-1, C-2", "0119": "NKPA-47"}, dice=[1] * 9)
    game.play("move C-1 0117")
    assert where(game, "C-1") == "0117"
    assert [w.rule for w in game.warnings("end")] == ["D-17.5"]
    told = said(game.play("end"))
    assert "conscripts_alone" in told
    assert (where(game, "C-1"), where(game, "C-2")) == ("out", "0116")
    assert flags(game, "C-1") == ""


UNITS = {"1020": "PVA-40-118, C-1, C-2", "1119": "PVA-38-112", "1021": "US-2"}


@pytest.mark.rule("D-17.6")
def test_after_one_assault_they_go_back():
    game = attacked(UNITS, "1021", "supplied", "PVA-40-118,C-1", dice=[6, 6])
    game.play("end")
    assert [w.rule for w in game.warnings("fire US-2 PVA-40-118,C-1")] == ["D-17.6"]
    assert "conscripts_fired" in said(game.play("fire US-2"))
    assert (where(game, "C-1"), where(game, "C-2")) == ("out", "1020"), "C-2 has not fired"


@pytest.mark.rule("D-17.6")
def test_after_one_defensive_fire_as_well():
    game = attacked(UNITS, "1020", "supplied", "US-2", side="un", dice=[6, 6])
    game.play("fire US-2 PVA-40-118,C-2")
    assert (where(game, "C-1"), where(game, "C-2")) == ("1020", "out")
    assert rules_of(game, "fire C-2 US-2") == ["D-10.7.1"], "so it cannot be fired at in the assault"
    assert flags(game, "C-2") == ""


@pytest.mark.rule("D-10.9.5")
def test_no_human_waves():
    game = attacked(UNITS, "1021", "wave", "PVA-40-118")
    assert game.state.frames[-1].attacks[0].units == (game.rules.names.unit_number("PVA-40-118"),)
    again = table(UNITS, phase="communist_combat", frame={"kind": "Designation", "side": "communist"}, turn=8, asp=9)
    assert rules_of(again, "attack 1021 wave PVA-40-118,C-1") == ["D-10.9.5"]


@pytest.mark.rule("D-17.5", "D-10.9.6")
def test_who_is_left_by_a_wave_goes_back_too():
    game = attacked(UNITS, "1021", "wave", "PVA-40-118", dice=[6, 6])
    game.play("fire US-2")
    assert (where(game, "PVA-40-118"), where(game, "C-1"), where(game, "C-2")) == ("dead", "out", "out")


@pytest.mark.rule("D-17.5", "D-10.3.5")
def test_they_retreat_with_their_stack_and_are_alone_only_afterwards():
    units = {"1020": "PVA-40-118, C-1, C-2", "1021": "US-2", "0919": "PVA-38-112"}
    # the US 2nd neutralizes the division and C-1: both retreat; C-2 was not hit and stays behind, alone
    game = attacked(units, "1021", "supplied", dice=[2, 3])
    game.play("fire PVA-40-118,C-1 US-2")
    assert game.prompt[0] == "retreat"
    assert where(game, "C-2") == "1020", "seen when all have gone"
    game.play("retreat PVA-40-118 0819")
    assert where(game, "C-1") == "1020"
    game.play("retreat C-1 0819")
    assert [where(game, u) for u in ("PVA-40-118", "C-1", "C-2")] == ["0819", "0819", "out"]


@pytest.mark.rule("D-17.1")
def test_a_destroyed_conscript_is_not_dead():
    game = attacked(UNITS, "1021", "supplied", "PVA-40-118,C-1", dice=[1, 1])
    game.play("fire C-1 US-2")
    assert where(game, "C-1") == "out"


@pytest.mark.rule("D-17.1", "D-14.3")
def test_one_that_dies_of_crowding_leaves_nothing_behind():
    units = {"0116": "PVA-40-118, PVA-39-115, PVA-38-112", "0117": "PVA-20-58, C-1 neutralized"}
    game = table(units)
    game.play("move PVA-20-58,C-1 0116")
    assert (where(game, "C-1"), flags(game, "C-1"), spent(game, "C-1")) == ("out", "", 0)
    check_invariants(game, Random(1))


@pytest.mark.rule("D-6.1.1.3")
def test_the_old_rule_by_switch():
    old = {"rulings": {"conscripts": "old"}}
    units = {"0116": "PVA-40-118, C-1, C-2, C-3, C-4", HUNGNAM: "NKPA-5", WONSAN: "NKPA-12", PYONGYANG: "NKPA-24"}
    game = coming(units, 5, **ALL, **old)
    assert boxed(game) == 2, "two for Pyongyang, none for the others"
    assert rules_of(game, "place C-5 0117") == ["D-6.1.1.3"]
    game.play("place C-5 0116")
    game.play("place C-6 0116")
    assert game.prompt[0] == "moving"
    many = coming({**units, "conscripts": "C-7, C-8, C-9"}, 5, **ALL, **old)
    many.play("place C-7 0116")
    many.play("place C-8 0116")
    assert many.prompt[0] == "moving", "six on the map"
    assert boxed(coming({}, 5, cities="Wonsan", rewarded="Wonsan", **old)) == 0
