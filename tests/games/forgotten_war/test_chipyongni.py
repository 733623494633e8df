"""18 Chipyong-ni: day and night, set-up by both sides, and Task Force Crombez."""

from collections import Counter

import pytest

from parallel38.games.forgotten_war.state import COMMUNIST, UN
from tests.games.forgotten_war.field import new, number, play, where, why
from tests.games.forgotten_war.test_naktong import come, entry, scale


@pytest.mark.rule("F-18.1.2", "F-18.1.3", "F-18.1.4", by="value")
def test_seven_turns_of_eight_hours_by_night_and_day():
    game = new("chipyongni")
    hours = game.state.rules.charts["turns_chipyongni"]
    assert len(game.state.rules.turns) == 7
    assert scale("chipyongni") == 150
    assert [hours[str(n), "hours"] for n in range(1, 5)] == ["18-02", "02-10", "10-18", "18-02"]
    assert game.state.rules.nights == [True, True, False, True, True, False, True]


@pytest.mark.rule("F-18.3.1.B", "F-18.3.1.C", "F-18.3.1.D1", "F-18.3.1.D2", by="value")
def test_where_the_un_stands():
    game = new("chipyongni")
    s, rules, names = game.state, game.state.rules, game.state.rules.names
    assert len(s.present(UN)) == 54
    sectors = {"A": "sector_1", "G": "sector_2", "L": "sector_3"}
    for company, sector in sectors.items():
        for n in (1, 2, 3):
            assert rules.board.regions[sector] >> s.where[number(game, f"{company}/23-{n}")] & 1
    assert all(rules.board.regions["sector_french"] >> s.where[number(game, f"{c}/F-1")] & 1 for c in "123")
    assert all(rules.perimeter >> s.where[u] & 1 for u in s.present(UN))
    serves = {names.unit(u): rules.formation_names[s.serves[u] - 1] for u in rules.mortars_of[UN]}
    assert serves == {"M1/23": "1/23", "M2/23": "2/23", "M3/23": "3/23", "M/F": "F", "HM/23": "23"}
    callers = rules.mortar_callers(s, number(game, "HM/23"))
    assert {number(game, "RGR-1"), number(game, "L/23-3")} <= {*callers}
    assert [where(game, f"AIR-{n}") for n in (1, 2, 3)] == ["available"] * 3


@pytest.mark.rule("F-18.3.1.A", "F-18.3.3.b", by="value")
@pytest.mark.rule("F-18.3.1.B", "F-18.3.1.C", "F-18.3.3.a")
def test_players_set_up_the_un_first_and_the_chinese_far_away():
    game = new("chipyongni", 1, **{"set-up": "own"})
    assert game.decider == "un"
    assert why(game, "deploy A/23-1 2224") == ["F-18.3.1.B"]
    assert why(game, "deploy TK/23-1 2324") == ["F-18.3.1.C"] or "F-18.3.1.C" in why(game, "deploy TK/23-1 2324")
    play(game, "deploy A/23-1 1225", "deploy TK/23-1 1526", "end")
    assert (game.decider, where(game, "A/23-1"), where(game, "TK/23-1")) == ("communist", "1225", "1526")
    far, grid = game.state.rules.from_perimeter, game.state.rules.names.grid
    near = next(h for h in far if far[h] == 10)
    fair = next(h for h in far if far[h] == 11)
    assert "F-18.3.3.a" in why(game, f"deploy 1/343-1 {grid.label(near)}")
    assert why(game, f"deploy 1/343-1 {grid.label(fair)}") == []  # in no division's own area: that is optional
    play(game, "end")
    assert game.state.turn == 1
    assert len(game.state.present(COMMUNIST)) == 162


@pytest.mark.rule("F-18.3.3.b", by="value")
def test_our_plan_puts_each_division_into_its_area_two_platoons_to_a_hex():
    game = new("chipyongni")
    s, rules = game.state, game.state.rules
    areas = {
        "115": "area_115",
        "119": "area_119_120",
        "120": "area_119_120",
        "125": "area_125_126",
        "126": "area_125_126",
    }
    for division, area in areas.items():
        units = rules.of_division[division]
        assert all(rules.board.regions[area] >> s.where[u] & 1 for u in units), division
        assert len({s.where[u] for u in units}) <= len(units) // 2 + 1
    assert all(rules.from_perimeter[s.where[u]] >= 11 for u in s.present(COMMUNIST))
    assert max(Counter(s.where[u] for u in s.present(COMMUNIST)).values()) == 2


@pytest.mark.rule("F-18.3.2")
def test_a_free_set_up_has_the_un_anywhere_on_or_inside_the_ring():
    game = new("chipyongni", 1, **{"set-up": "free"})
    assert why(game, "deploy A/23-1 2224") == []
    assert why(game, "deploy A/23-1 1726") == []
    assert why(game, "deploy A/23-1 2324") == ["F-18.3.2"]
    play(game, "deploy A/23-1 2224", "end", "end")
    assert where(game, "A/23-1") == "2224"
    assert all(game.state.rules.perimeter >> game.state.where[u] & 1 for u in game.state.present(UN))


@pytest.mark.rule("F-18.4.A", "F-18.4.B", "F-18.4.C", by="value")
def test_task_force_crombez_comes_on_turn_7():
    assert come(6, UN, "chipyongni")[1] == {}
    game, due, _ = come(7, UN, "chipyongni")
    assert due == {"70T": 3, "6T": 3, "5C": 1}
    assert {tuple(entry(game, unit)) for unit in ("A/70T-1", "D/6T-3", "L/5C")} == {("3332",)}
    play(game, "enter A/70T-1 3131")
    assert where(game, "A/70T-1") == "3131"
