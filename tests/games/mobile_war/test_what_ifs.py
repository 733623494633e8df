"""The what-ifs: how each changes the start, what comes, and when China does."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.mobile_war import TITLE, data
from parallel38.games.mobile_war.rules import campaign
from parallel38.games.mobile_war.state import COMMUNIST, INTERVENTION, LANDING

from .field import RULES, arriving, field, new, play, region, said, where, why

CALM = {"1635": "NK-6", "2042": "ROK-1"}
SMALL = RULES.of_kind["un_regiment"]


def started(scenario: str, *what_ifs: str) -> Game:
    """A game from its beginning with some what-ifs."""
    return new(scenario, 1, **dict.fromkeys(what_ifs, "on"))


def boxed(game: Game, box: str) -> list[str]:
    """The units in a box."""
    place = game.rules.names.box(box)
    return [game.rules.names.unit(u) for u, at in enumerate(game.state.where) if at == place]


def record(scenario: str, **options: str) -> dict[tuple[int, str], int]:
    """How options change the turn record of a scenario: the week, the column, and how many more come."""
    rules: Any = TITLE.make(TITLE.setting(None, scenario, options))
    columns = [*RULES.charts["arrivals"].columns, "16-3"]
    changes = {
        (week, column): rules.arriving(week, column) - RULES.arriving(week, column)
        for week in data.turns(scenario)
        for column in columns
        if column != "entry"
    }
    return {key: n for key, n in changes.items() if n}


# -------------------------------------------------------------------------------------------------- the turn record


@pytest.mark.parametrize(
    ("options", "changes"),
    [
        pytest.param(
            {"us-ready": "on"},
            {(week, column): n for week in (4, 5, 6, 8) for column, n in (("R1", -1), ("5-3", 1))},
            marks=pytest.mark.rule("K-VAR-2"),
        ),
        pytest.param({"us-reserve": "on"}, {(24, "16-3"): 1, (28, "16-3"): 1}, marks=pytest.mark.rule("K-VAR-5")),
        pytest.param({"un-larger": "on"}, {(12, "5-3"): 1, (26, "16-3"): 1}, marks=pytest.mark.rule("K-VAR-6")),
        pytest.param(
            {"rok-mobilized": "on"},
            {(week, "10-3"): 1 for week in (11, 16, 28, 30)},
            marks=pytest.mark.rule("K-VAR-9"),
        ),
        pytest.param({"us-stayed": "on"}, {(2, "5-3"): -1, (4, "5-3"): -1}, marks=pytest.mark.rule("K-VAR-10b")),
        pytest.param(
            {"us-stayed-more": "on"},
            {(week, "5-3"): -1 for week in (2, 4, 6, 8)},
            marks=pytest.mark.rule("K-VAR-11b"),
        ),
        pytest.param({"us-unprepared": "two"}, {(2, "5-3"): -1, (4, "5-3"): -1}, marks=pytest.mark.rule("K-VAR-12")),
        ({"us-unprepared": "four"}, {(week, "5-3"): -1 for week in (2, 4, 6, 8)}),
        (
            {"us-ready": "on", "us-stayed": "on"},
            {(2, "5-3"): -1, **{(w, "R1"): -1 for w in (4, 5, 6, 8)}, **{(w, "5-3"): 1 for w in (5, 6, 8)}},
        ),
    ],
)
def test_what_comes(options: dict[str, str], changes: dict[tuple[int, str], int]):
    assert record("campaign", **options) == changes


def test_what_comes_in_a_shorter_scenario_is_its_part_of_it():
    assert record("intervention", **{"un-larger": "on"}) == {(26, "16-3"): 1}
    assert record("invasion", **{"un-larger": "on"}) == {(12, "5-3"): 1}
    assert record("intervention", **{"rok-mobilized": "on"}) == {(28, "10-3"): 1, (30, "10-3"): 1}


@pytest.mark.rule("K-VAR-5")
def test_a_division_more_lands_at_pusan_with_its_regiments():
    game = arriving(CALM, "un", scenario="intervention", turn=2, options={"us-reserve": "on"})
    there = [u for u in RULES.of_kind["un_division"] if game.state.on_map(u)]
    assert [game.rules.names.place(game.state.where[u]) for u in there] == ["3356"]
    assert len(game.state.inside(there[0])) == 3


# ---------------------------------------------------------------------------------------------------------- the start


@pytest.mark.rule("K-VAR-1b", by="value")
def test_south_korea_at_full_strength_has_an_empty_box():
    assert boxed(started("invasion", "rok-full-strength"), "rok_box") == []
    assert len(boxed(new("invasion"), "rok_box")) == 10


SOUTH = {town: RULES.grid.label(RULES.board.places[town]) for town in ("Taejon", "Taegu", "Kwangju")}


@pytest.mark.rule("K-VAR-1a")
def test_the_un_puts_south_korea_on_the_usual_hexes_with_two_divisions_in_the_south():
    usual = {RULES.grid.label(h) for h in new("invasion").state.stacks(0)}
    assert usual >= {*SOUTH.values()}
    game = started("invasion", "rok-full-strength")
    assert game.decider == "un"
    offers = {RULES.names.unit(offer.units[0]): offer.hexes for offer in game.offers() if offer.verb == "put"}
    assert len(offers) == 14
    assert {*RULES.grid.labels(offers["ROK-1"])} == {*RULES.grid.labels(offers["ROK-1R"])} == usual
    assert why(game, "put ROK-1 2042") == ["K-VAR-1a"], "not a hex of the set-up"
    assert why(game, "put ROK-17/Cap 1939") == ["K-VAR-1a"], "no unit of the set-up"
    play(game, f"put ROK-1R {SOUTH['Taejon']}")
    assert why(game, f"put ROK-1 {SOUTH['Taejon']}") == ["K-VAR-1a"], "one on each"
    assert why(game, f"put ROK-2R {SOUTH['Taegu']}") == ["K-VAR-1a"], "two divisions in the south"
    play(game, f"put ROK-1 {SOUTH['Taegu']}", f"put ROK-6 {SOUTH['Kwangju']}", "end")
    assert game.decider == "communist"
    assert {RULES.grid.label(h) for h in game.state.stacks(0)} == usual
    assert len(game.state.present(0)) == 14


@pytest.mark.rule("K-VAR-1a")
def test_the_last_divisions_are_kept_for_the_south():
    game = started("campaign", "rok-full-strength")
    north = [h for h in new("invasion").state.stacks(0) if RULES.grid.label(h) not in SOUTH.values()]
    divisions = [u for u in game.state.top.units if RULES.counter[u] == "rok_division"]  # type: ignore
    for unit, h in zip(divisions[:6], north, strict=False):
        play(game, f"put {RULES.names.unit(unit)} {RULES.grid.label(h)}")
    left = RULES.names.unit(divisions[6])
    assert why(game, f"put {left} {RULES.grid.label(north[6])}") == ["K-VAR-1a"]
    assert not why(game, f"put {left} {SOUTH['Taegu']}")


@pytest.mark.rule("K-VAR-1a")
def test_south_korea_is_put_down_before_americans_who_stayed():
    game = started("invasion", "rok-full-strength", "us-stayed-more")
    assert game.prompt[0] == "covering"
    play(game, "end")
    assert game.prompt[0] == "placing"
    assert len(game.state.present(0)) == 14


@pytest.mark.rule("K-VAR-4a", by="value")
@pytest.mark.parametrize("scenario", ["invasion", "campaign"])
def test_volunteers(scenario: str):
    game = started(scenario, "volunteers")
    chinese = [u for u in game.state.present(COMMUNIST) if RULES.nation[u] == "CN"]
    assert [RULES.counter[u] for u in chinese] == ["cn_division"] * 6
    assert all(len(game.state.inside(u)) == 3 for u in chinese)


@pytest.mark.rule("K-VAR-3")
def test_guerrillas_are_put_down_in_turn_2_or_not_at_all():
    chonju, kwangju = (RULES.board.places[town] for town in ("Chonju", "Kwangju"))
    game = arriving({"1635": "NK-6", "2051": "ROK-1, ROK-2"}, "communist", turn=2, options={"guerrillas": "on"})
    assert game.decider == "communist"
    offer = next(offer for offer in game.offers() if offer.verb == "put")
    grid = RULES.grid
    near = [h for h in grid.neighbours if min(grid.distance(h, chonju), grid.distance(h, kwangju)) <= 4]
    assert offer.hexes == sum(1 << h for h in near if RULES.land >> h & 1) & ~region(game, "2051")
    assert why(game, "put NK-1P 2051") == ["K-VAR-3"]
    assert why(game, "put NK-766 2151") == ["K-VAR-3"]
    play(game, "put NK-1P 2052", "put NK-2P 1956")
    assert (where(game, "NK-1P"), where(game, "NK-2P")) == ("2052", "1956")
    game = arriving(CALM, "communist", turn=2, options={"guerrillas": "on"})
    play(game, "put NK-1P 2052", "end")
    assert where(game, "NK-2P") == "out"
    assert "put" not in [o.verb for o in arriving(CALM, "communist", turn=3, options={"guerrillas": "on"}).offers()]


@pytest.mark.rule("K-VAR-10a")
def test_who_has_stayed_is_put_beside_seoul_and_pusan():
    game = started("invasion", "us-stayed")
    assert game.decider == "un"
    first = game.rules.names.unit(next(o for o in game.offers() if o.verb == "put").units[0])
    assert why(game, f"put {first} 1939") == ["K-VAR-10a"]  # Pusan is asked for first
    assert why(game, f"put {first} 3050") == ["K-VAR-10a"]
    assert why(game, "end") == ["K-VAR-10a"]
    play(game, f"put {first} 3356")
    second = game.rules.names.unit(next(o for o in game.offers() if o.verb == "put").units[0])
    assert second != first
    play(game, f"put {second} 1940")
    assert game.decider == "communist"
    assert len(boxed(game, "un_box")) == 1
    assert not game.state.flags[game.rules.names.unit_number(first)]


@pytest.mark.rule("K-VAR-10a", "K-VAR-11a")
def test_more_have_stayed():
    game = started("campaign", "us-stayed-more")
    rules: Any = game.rules
    offers = [o for o in game.offers() if o.verb == "put"]
    assert not any(o.hexes & rules.board.areas["north_of_38"] for o in offers)
    name = rules.names.unit(offers[0].units[0])
    assert why(game, f"put {name} 1635") == ["K-VAR-11a"]
    assert why(game, "end") == ["K-VAR-11a"]
    while game.decider == "un":
        game.play(next(iter(game.legal_actions())))
    assert len([u for u in SMALL if game.state.on_map(u)]) == 4
    assert len(boxed(game, "un_box")) == 2


def test_who_has_stayed_is_not_counted_among_those_who_come():
    """In turn 2 nobody comes, in turn 3 one, as the turn record says; nobody comes twice."""
    game = started("invasion", "us-stayed")
    while game.state.turn < 4:
        game.play("end" if not game.why_not("end") else next(iter(game.legal_actions())))
    assert len([u for u in SMALL if game.state.on_map(u)]) == 3


# ---------------------------------------------------------------------------------------------------------- China


@pytest.mark.rule("K-VAR-7a", "K-VAR-7b")
@pytest.mark.parametrize("scenario", ["invasion", "campaign"])
def test_china_comes_in_turn_8(scenario: str):
    options = {"china-turn-8": "on"}
    units = {**CALM, "3356": "US-29"}
    game = arriving(units, "communist", scenario=scenario, turn=8, options=options, last="Pyongyang+Antung")
    assert game.state.track[INTERVENTION] == 8
    armies = [u for u in RULES.of_kind["cn_army"] if game.state.on_map(u)]
    assert [game.rules.names.place(game.state.where[u]) for u in armies] == ["0321", "0321"]
    assert where(game, "C-SUP-1") == "0321"  # with China in the war, in every scenario
    s: Any = game.state
    assert [refusal.rule for refusal in campaign.shock_refusals(s)] == ["K-VAR-7b"]
    game = arriving(units, "communist", scenario=scenario, turn=7, options=options, last="Pyongyang+Antung")
    assert game.state.track[INTERVENTION] == 0


@pytest.mark.rule("K-VAR-7a")
def test_china_sees_who_lands_in_turn_8():
    options = {"china-turn-8": "on"}
    game = arriving(CALM, "communist", turn=8, options=options)
    assert game.state.track[INTERVENTION] == 0
    game = arriving(CALM, "un", turn=8, options=options)
    assert game.state.track[INTERVENTION] == 8


def test_south_koreans_ships_and_supply_do_not_bring_china_in_in_turn_8():
    units = {**CALM, "3356": "ROK-2, UN-SUP-1, MST-1"}
    game = arriving(units, "communist", turn=8, options={"china-turn-8": "on"})
    assert game.state.track[INTERVENTION] == 0


@pytest.mark.rule("K-VAR-8a")
@pytest.mark.parametrize(("landing", "turn", "comes"), [(2, 4, 0), (2, 5, 5), (6, 9, 9)])
def test_china_comes_in_the_third_turn_after_the_landing(landing: int, turn: int, comes: int):
    units = {**CALM, "3356": "US-29"}
    options = {"china-landing": "on"}
    game = arriving(units, "communist", turn=turn, options=options, landing=landing, last="Pyongyang+Antung")
    assert game.state.track[INTERVENTION] == comes
    arrived = arriving(CALM, "un", turn=3, options=options)
    play(arrived, "land US-21/24")
    assert arrived.state.track[LANDING] == 3


@pytest.mark.rule("K-VAR-8b")
def test_the_un_may_put_its_landing_off():
    options = {"china-landing": "on"}
    game = arriving(CALM, "un", turn=3, options=options)
    assert why(game, "land US-24") == ["K-VAR-8b"]
    assert "put_off" in said(game.play("end"))
    assert where(game, "US-21/24") == "waiting"
    assert game.state.track[LANDING] == 0
    game = arriving({**CALM, "waiting": "US-21/24, US-34/24"}, "un", turn=5, options=options)
    play(game, "land US-34/24")
    assert {where(game, u) for u in ("US-21/24", "US-34/24", "US-24/25")} == {"3356"}  # with the one of this turn
    # once somebody has landed, nobody waits any more
    game = arriving({**CALM, "waiting": "US-21/24"}, "un", turn=5, options=options, landing=4)
    assert where(game, "US-21/24") == "3356"


def test_who_has_stayed_has_not_landed():
    game = started("invasion", "us-stayed", "china-landing")
    while game.decider == "un":
        game.play(next(iter(game.legal_actions())))
    assert game.state.track[LANDING] == 0
    while game.state.turn < 3 or game.decider != "un":
        game.play("end")
    assert "land" in [offer.verb for offer in game.offers()]


@pytest.mark.rule("K-VAR-8a")
def test_who_comes_back_from_the_box_has_landed():
    game = arriving({**CALM, "un_box": "US-29"}, "un", turn=7, options={"china-landing": "on"})
    play(game, "end", "replace US-29 3356")
    assert game.state.track[LANDING] == 7


@pytest.mark.rule("K-VAR-8c")
def test_then_there_is_no_shock():
    s: Any = field(CALM, scenario="campaign", turn=9, options={"china-landing": "on"}, intervention=8).state
    assert [refusal.rule for refusal in campaign.shock_refusals(s)] == ["K-VAR-8c"]


def test_the_campaign_s_own_reasons_still_bring_china_in():
    game = field({"1635": "US-24", "0321": "NK-6"}, scenario="campaign", turn=5, options={"china-turn-8": "on"})
    play(game, "end")
    assert game.state.track[INTERVENTION] == 5
