"""6.1.1 Communist reinforcements, 6.2.1 their replacements, 11.2.2 attack supply of cities."""

from random import Random

import pytest

from parallel38.engine.game import Game
from parallel38.engine.values import End
from parallel38.games.yalu.state import COMMUNIST
from parallel38.hexgrid import bits

from .table import rules_of, said, table, where

WEATHER = {"kind": "Weather", "rolled_for": "weather"}
PYONGYANG, HUNGNAM, WONSAN, SEOUL = "0921", "1611", "1815", "2226"
HOME = {"0119": "NKPA-47"}


def coming(units: dict[str, str], turn: int, **more) -> Game:
    """The Communist reinforcement phase of a turn; attack supply has come already, with a die of 1 if there is one."""
    more = {"dice": [1] * 9, **more}
    return table({**HOME, **units}, phase="weather", turn=turn, frame=WEATHER, **more)


def offered(game: Game, unit: str) -> set[str]:
    """The hexes where a unit may be placed."""
    number = game.rules.names.unit_number(unit)
    found = [o for o in game.offers() if o.verb == "place" and number in o.units]
    return set(game.rules.names.grid.labels(found[0].hexes)) if found else set()


def asp(game: Game) -> int:
    return game.view()["track"]["asp"]


# ------------------------------------------------------------------------------------------------ regular, by date


@pytest.mark.rule("D-6.1.1.1")
def test_the_first_three_turns_lead_to_the_staging_areas():
    game = coming({}, 2)  # Dec I: the 26th Army
    assert game.prompt[0] == "place_staging"
    assert rules_of(game, "place PVA-26-76 0401") == ["D-6.1.1.1"]
    assert rules_of(game, "place PVA-26-76 0131") == ["D-6.1.1.1"], "the sea"
    assert rules_of(game, "place PVA-26-76 dead") == ["D-6.1.1.1"]
    assert rules_of(game, "place PVA-63-187 1007") == ["D-6.1.1.1"], "not before February"
    assert rules_of(game, "end") == ["D-6.1"], "reinforcements are not left behind"
    assert {"0116", "0513", "1111", "1308"} <= offered(game, "PVA-26-76")
    for unit, h in (("PVA-26-88", "1007"), ("PVA-26-76", "1007"), ("PVA-26-77", "0116"), ("PVA-26-78", "1007")):
        assert "reinforcement_placed" in said(game.play(f"place {unit} {h}"))
        assert where(game, unit) == h
    assert game.prompt[0] == "moving"


@pytest.mark.rule("D-6.1.1.1")
def test_on_december_ii_no_edge_and_from_december_iii_no_staging_area():
    assert rules_of(coming({}, 3), "place NKPA-10 1301") == ["D-6.1.1.1"]
    assert rules_of(coming({}, 3), "place NKPA-10 0812") == []
    there = coming({"0118": "NKPA-9"}, 4)
    assert rules_of(there, "place NKPA-9 1301") == ["D-6.1.1.1"], "it has come already"
    game = coming({}, 4)
    assert game.prompt[0] == "place_edge"
    assert rules_of(game, "place NKPA-9 0812") == ["D-6.1.1.1"]
    assert rules_of(game, "place NKPA-9 1301") == rules_of(game, "place NKPA-27 0120") == []
    assert rules_of(game, "place NKPA-9 2731") == ["D-6.1.1.1"], "the UN's edge"


@pytest.mark.rule("D-6.1.1.1", "D-7.1.1", "D-7.0", "D-6.1")
def test_stacking_and_enemies_close_hexes_but_zones_do_not():
    units = {"0118": "PVA-40-118, PVA-40-119, PVA-40-120", "0116": "US-2", "0112": "G-1"}
    game = coming(units, 4)
    assert rules_of(game, "place NKPA-9 0118") == ["D-7.1.1"]
    assert rules_of(game, "place NKPA-9 0116") == ["D-7.0"]
    refusal = game.why_not("place NKPA-9 0118")[0]
    assert {game.rules.names.unit(u) for u in refusal.units} == {"PVA-40-118", "PVA-40-119", "PVA-40-120"}
    assert [w.rule for w in game.warnings("place NKPA-9 0112")] == ["D-16.1"]
    game.play("place NKPA-9 0115")  # beside the US 2nd
    assert where(game, "NKPA-9") == "0115"


@pytest.mark.rule("D-6.1.1.1")
def test_who_finds_no_room_waits_for_the_next_turn():
    game = coming({"reserve": "NKPA-10"}, 5)  # Dec IV brings nobody else
    assert offered(game, "NKPA-10") >= {"0119", "1301"}, "staging areas are closed by now"
    assert rules_of(game, "place NKPA-10 0812") == ["D-6.1.1.1"]
    game.play("place NKPA-10 1301")
    assert where(game, "NKPA-10") == "1301"
    third, fourth = coming({"reserve": "PVA-26-76"}, 3), coming({"reserve": "PVA-26-76"}, 4)
    assert rules_of(third, "place PVA-26-76 0812") == rules_of(fourth, "place PVA-26-76 1301") == []
    assert rules_of(third, "place PVA-26-76 1301") == rules_of(fourth, "place PVA-26-76 0812") == ["D-6.1.1.1"]

    frame = {"kind": "CommunistArrivals", "units": ["NKPA-9", "NKPA-1"]}
    full = table(
        {PYONGYANG: "PVA-50-148, PVA-50-149, PVA-50-150", **HOME},
        phase="communist_reinforcement",
        turn=5,
        frame=frame,
        cities="Pyongyang",
    )
    assert full.prompt[1]["units"] == (full.rules.names.unit_number("NKPA-9"),), "the other has nowhere to go"
    full.play("place NKPA-9 0119")
    assert where(full, "NKPA-1") == "reserve", "Pyongyang is full"
    told = [(event.rule, event.text) for entry in full.entries() for event in entry.events]
    assert ("D-6.1.1.2", "reinforcements_wait") in told


@pytest.mark.rule("D-6.1.1.2")
def test_who_waits_for_a_city_that_is_lost_comes_when_it_is_taken_again():
    lost = coming({"reserve": "NKPA-1"}, 9, rewarded="Pyongyang")
    assert lost.prompt[0] == "moving"
    assert where(lost, "NKPA-1") == "reserve"
    assert "reinforcements_wait" not in said(lost.entries()), "it is not for want of room"
    again = coming({"reserve": "NKPA-1", PYONGYANG: "PVA-40-118"}, 9, rewarded="Pyongyang", cities="Pyongyang")
    assert where(again, "NKPA-1") == PYONGYANG


# --------------------------------------------------------------------------------------------- conditional, by city


@pytest.mark.rule("D-6.1.1.2", "D-11.2.2")
def test_a_city_brings_divisions_guerrillas_and_attack_supply_once():
    game = coming({PYONGYANG: "PVA-40-118", "available": "G-1, G-2, G-3"}, 9, cities="Pyongyang")
    # Jan IV: a die of 1 gives 3 points, Pyongyang 6, two divisions in the city and two guerrillas
    assert asp(game) == 3 + 6
    assert [where(game, u) for u in ("NKPA-1", "NKPA-8")] == [PYONGYANG, PYONGYANG], "no choice, so no question"
    assert game.view()["track"]["rewarded"] == "Pyongyang"
    game.play("place G-1 1118")
    game.play("place G-2 1118")
    assert where(game, "G-3") == "available"
    assert game.prompt[0] in ("field", "moving")
    again = coming({PYONGYANG: "PVA-40-118", "available": "G-3"}, 9, cities="Pyongyang", rewarded="Pyongyang")
    assert asp(again) == 3
    assert where(again, "NKPA-1") == "out"


@pytest.mark.rule("D-6.1.1.2", "D-11.2.2")
def test_only_the_side_that_holds_the_city_is_paid():
    lost = coming({WONSAN: "ROK-1"}, 9)
    assert (asp(lost), lost.view()["track"]["rewarded"]) == (3, "")
    later = coming({WONSAN: "NKPA-5", HUNGNAM: "NKPA-12"}, 9, cities="Hungnam+Wonsan")
    assert asp(later) == 3 + 3 + 3
    assert [where(later, u) for u in ("NKPA-2", "NKPA-3")] == [WONSAN, HUNGNAM]
    seoul = coming({SEOUL: "NKPA-5"}, 9, cities="Seoul")
    assert asp(seoul) == 3, "Seoul brings nothing"


@pytest.mark.rule("D-6.1.1.2")
def test_room_for_one_division_of_two_is_a_choice():
    game = coming({PYONGYANG: "PVA-40-118, PVA-38-112"}, 9, cities="Pyongyang")
    assert game.prompt[0] == "place_city"
    assert rules_of(game, "place NKPA-1 0119") == ["D-6.1.1.2"]
    game.play("place NKPA-8 0921")
    assert [where(game, u) for u in ("NKPA-1", "NKPA-8")] == ["reserve", PYONGYANG]
    assert asp(game) == 3 + 6


@pytest.mark.rule("D-6.1.1.2", "D-2.6")
def test_a_city_that_is_taken_pays_in_the_next_turn():
    game = table({"0920": "PVA-40-118", **HOME, "2226": "US-2"}, turn=8, dice=[1, 1, 1])
    game.play("move PVA-40-118 0921")
    before = asp(game)
    while game.turn == "Jan III":
        game.play("end")
    assert asp(game) == before + 6 + 3
    assert where(game, "NKPA-1") == PYONGYANG


# --------------------------------------------------------------------------------------------------- replacements


@pytest.mark.rule("D-6.2.1.1", "D-6.2")
def test_one_chinese_division_joins_its_army_on_the_first_turn_of_a_month():
    units = {
        "0814": "PVA-40-118",
        "0615": "PVA-39-115, PVA-38-112, PVA-38-113",
        "dead": "PVA-40-119, PVA-40-120, PVA-39-116, PVA-42-124, US-3/31/7",
    }
    game = coming({**units, "0813": "US-2"}, 18)  # Apr I: no reinforcements
    assert game.prompt[0] == "replace_pva"
    assert rules_of(game, "place PVA-42-124 0814") == ["D-6.2.1.1"], "nobody of the 42nd is left"
    assert rules_of(game, "place PVA-39-116 0615") == ["D-6.2"], "three divisions stand there"
    assert rules_of(game, "place PVA-40-119 0119") == ["D-6.2.1.1"]
    assert rules_of(game, "place PVA-38-114 0615") == ["D-6.2.1.1"], "not dead"
    assert not offered(game, "PVA-42-124")
    assert "replaced" in said(game.play("place PVA-40-119 0814"))
    assert where(game, "PVA-40-119") == "0814", "beside the US 2nd, in its zone"
    assert game.prompt[0] == "moving", "one only"


@pytest.mark.rule("D-6.2", "D-6.2.1.1")
def test_what_is_not_taken_or_cannot_be_is_forfeited():
    units = {"0814": "PVA-40-118", "dead": "PVA-40-119"}
    game = coming(units, 18)
    assert [(one.rule, one.text) for one in game.warnings("end")] == [("D-6.2", "lapses")]
    assert game.warnings("place PVA-40-119 0814") == []
    assert "forfeited_pva" in said(game.play("end"))
    assert where(game, "PVA-40-119") == "dead"
    assert "forfeited_pva" in said(coming({"dead": "PVA-40-119"}, 18).entries()), "nobody of its army"
    assert not {"forfeited_pva", "forfeited_nkpa"} & set(said(coming(units, 19).entries())), "nothing is due on Apr II"
    assert not {"forfeited_pva", "forfeited_nkpa"} & set(said(coming(units, 1).entries())), "nor in November"


@pytest.mark.rule("D-6.2.1.2")
def test_one_nkpa_division_comes_to_a_staging_area_or_a_communist_city():
    units = {WONSAN: "PVA-40-118", "dead": "NKPA-5", "0813": "US-2", "0513": "US-24"}
    game = coming(units, 18, cities="Wonsan", rewarded="Wonsan")
    assert game.prompt[0] == "replace_nkpa"
    assert rules_of(game, "place NKPA-5 0814") == ["D-6.2.1.2"]
    assert rules_of(game, "place NKPA-5 2226") == ["D-6.2.1.2"], "Seoul is the UN's"
    assert rules_of(game, "place NKPA-5 0513") == ["D-7.0"], "the US 24th stands in that staging area"
    assert rules_of(game, "place NKPA-5 0812") == rules_of(game, "place NKPA-5 1815") == []
    game.play("place NKPA-5 1815")
    assert where(game, "NKPA-5") == WONSAN


@pytest.mark.rule("D-6.2.1.2")
def test_on_the_third_turn_pyongyang_rebuilds_one():
    units = {PYONGYANG: "PVA-40-118", "dead": "NKPA-5"}
    game = coming(units, 8, cities="Pyongyang", rewarded="Pyongyang")
    assert game.prompt[0] == "replace_nkpa_pyongyang"
    assert rules_of(game, "place NKPA-5 0812") == ["D-6.2.1.2"]
    game.play("place NKPA-5 0921")
    assert where(game, "NKPA-5") == PYONGYANG
    without = coming({"dead": "NKPA-5"}, 8)
    assert where(without, "NKPA-5") == "dead"
    assert "forfeited_nkpa_pyongyang" not in said(without.entries()), "nothing is due, so nothing is lost"
    assert without.prompt[0] == "moving"


# -------------------------------------------------------------------------------------------------------- as a whole


def test_offers_and_judge_agree_on_every_hex():
    game = coming({PYONGYANG: "PVA-40-118", "0118": "PVA-26-76, PVA-39-115"}, 6, cities="Pyongyang")
    names = game.rules.names
    for unit in ("NKPA-7", "NKPA-38", "NKPA-1"):
        labels = offered(game, unit)
        for h in bits(names.grid.all):
            label = names.grid.label(h)
            assert (rules_of(game, f"place {unit} {label}") == []) == (label in labels), (unit, label)


def test_the_calendar_brings_everybody_once():
    """A game of random placements and nothing else: who is due by date is on the map or dead when the year is over."""
    chart = coming({}, 2).rules.charts["arrivals"]
    game, rng = coming({}, 1, dice=None), Random(3)
    while not game.over:
        done = game.state.top.takes(End()) and not game.why_not(End())
        game.play("end" if done else game.sample(rng))
    names = game.rules.names
    due = [n for n in chart.rows if game.rules.side_of[names.unit_number(n)] == COMMUNIST]
    assert len(due) == 32
    assert {n for n in due if where(game, n) in ("out", "reserve")} == set()
