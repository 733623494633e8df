"""Movement, cases A to P, on ways that the map itself offers."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallel38.engine.game import Game
from parallel38.games.mobile_war.rules import costs, supply
from parallel38.games.mobile_war.rules.ranges import manner
from parallel38.hexgrid import Costs, bits
from tests.games.mobile_war.field import RULES, ends, field, flags, number, paid, play, steps_of, way, where, why

CLEAR9 = way(*["clear"] * 9)
SOUTH_ROAD = way(*["road"] * 13, within="south_of_38")
SOUTH_RAIL = way(*["rail"] * 19, within="south_of_38")
NORTH_RAIL = way(*["rail"] * 13, within="north_of_38")
ROUGH = way("rough", "rough", "rough")


def path(labels: list[str], n: int) -> str:
    """The first steps of a way."""
    return "-".join(labels[: n + 1])


def stretch(unit: str, labels: list[str], mode: str = "", **more) -> int:
    """How many steps of a way a unit may go at most, when it is supplied and alone."""
    side = "un" if RULES.side_of[RULES.names.unit_number(unit)] == 0 else "communist"
    supplied = f"{unit} airfed" if side == "un" and "SUP" not in unit else unit
    game = field({labels[0]: supplied}, side=side, **{"turn": 3, **more})
    able = [n for n in range(1, len(labels)) if not why(game, f"move {unit} {path(labels, n)} {mode}".strip())]
    assert able == list(range(1, len(able) + 1)), "what is nearer is in reach too"
    return len(able)


# ------------------------------------------------------------------------------------------------------ cases A to H


@pytest.mark.rule("K-MOV-A", "K-MOV-C2")
def test_a_clear_hex_costs_a_point_and_the_allowance_is_the_limit():
    assert stretch("ROK-11/1", CLEAR9) == 3
    assert stretch("NK-1", CLEAR9) == 4
    assert stretch("NK-105", CLEAR9) == 8
    assert stretch("CN-38", CLEAR9) == 2
    game = field({CLEAR9[0]: "NK-1"}, side="communist", turn=3)
    assert why(game, f"move NK-1 {path(CLEAR9, 5)}") == ["K-MOV-C2"]
    assert why(game, f"move NK-1 {CLEAR9[0]}-{CLEAR9[4]}") == ["K-MOV-A"]
    assert why(game, f"move NK-1 {CLEAR9[0]}-{CLEAR9[1]}-{CLEAR9[0]}") == ["K-MOV-A"]


@pytest.mark.rule("K-MOV-C2")
def test_points_are_not_saved_for_a_further_move():
    game = play(field({CLEAR9[0]: "NK-1"}, side="communist", turn=3), f"move NK-1 {path(CLEAR9, 1)}")
    assert why(game, f"move NK-1 {CLEAR9[1]}-{CLEAR9[2]}") == ["K-MOV-C2"]


@pytest.mark.rule("K-MOV-B")
def test_nobody_has_to_move():
    game = field({CLEAR9[0]: "NK-1"}, side="communist", turn=3)
    assert not why(game, "end")
    assert where(play(game, "end"), "NK-1") == CLEAR9[0]


@pytest.mark.rule("K-MOV-C1")
def test_units_move_alone_or_in_stacks_of_two():
    game = field({CLEAR9[0]: "NK-1, NK-2, NK-3"}, side="communist", turn=3)
    assert "K-MOV-C1" in why(game, f"move NK-1,NK-2,NK-3 {path(CLEAR9, 1)}")
    play(game, f"move NK-1,NK-2 {path(CLEAR9, 4)}")
    assert where(game, "NK-1") == where(game, "NK-2") == CLEAR9[4]


@pytest.mark.rule("K-MOV-D")
def test_the_enemy_does_not_move_in_my_phase():
    game = field({CLEAR9[0]: "NK-1", CLEAR9[9]: "US-24"}, side="un")
    assert why(game, f"move NK-1 {path(CLEAR9, 1)}") == ["K-MOV-D"]
    assert why(game, "entrench NK-1")[0] == "K-MOV-D"


@pytest.mark.rule("K-MOV-E")
def test_there_is_no_combat_in_a_movement_phase():
    game = field({CLEAR9[0]: "NK-1", CLEAR9[1]: "US-24"}, side="un")
    assert why(game, f"attack {CLEAR9[0]} US-24") == ["K-MOV-E"]


@pytest.mark.rule("K-MOV-F1", "K-MOV-F2", "K-STK-B")
def test_friends_are_passed_for_nothing_and_stopping_on_them_costs_a_point():
    game = field({CLEAR9[0]: "NK-1", CLEAR9[2]: "NK-2", CLEAR9[4]: "NK-3"}, side="communist", turn=3)
    assert not why(game, f"move NK-1 {path(CLEAR9, 2)}")
    assert not why(game, f"move NK-1 {path(CLEAR9, 3)}")
    assert why(game, f"move NK-1 {path(CLEAR9, 4)}") == ["K-STK-B"]


@pytest.mark.rule("K-MOV-G")
def test_enemies_are_not_passed():
    game = field({CLEAR9[0]: "NK-1", CLEAR9[1]: "US-24"}, side="communist", turn=3)
    assert "K-MOV-G" in why(game, f"move NK-1 {path(CLEAR9, 2)}")
    assert CLEAR9[1] not in ends(game, "NK-1")


@pytest.mark.rule("K-MOV-H")
def test_terrain_may_be_mixed_as_far_as_the_points_go():
    mixed = way("clear", "rough")
    assert stretch("ROK-11/1", mixed) == 2
    game = field({mixed[0]: "ROK-11/1 airfed"})
    assert paid(game, f"move ROK-11/1 {path(mixed, 2)}") == [("K-TER-1a", 1), ("K-TER-1b", 2)]


# --------------------------------------------------------------------------------------------------- cases I to L


@pytest.mark.rule("K-MOV-I1", "K-MOV-I2")
def test_units_that_are_not_korean_go_twelve_hexes_on_roads():
    assert stretch("US-24", SOUTH_ROAD, "road") == 12
    assert stretch("US-24", SOUTH_ROAD) == 6
    assert stretch("ROK-1", SOUTH_ROAD) == 6
    game = field({SOUTH_ROAD[0]: "US-24 airfed, ROK-1 airfed"})
    assert why(game, f"move ROK-1 {path(SOUTH_ROAD, 1)} road") == ["K-MOV-I1"]
    assert why(game, f"move US-24 {path(SOUTH_ROAD, 13)} road") == ["K-MOV-I1"]
    off = way("road", "clear", within="south_of_38")
    assert why(field({off[0]: "US-24 airfed"}), f"move US-24 {path(off, 2)} road") == ["K-MOV-I2"]


@pytest.mark.rule("K-SUP-E2", "K-MOV-I2", "K-MOV-N2", "K-SUP-E1")
def test_without_supply_there_is_the_plain_road_rate_and_no_railroad():
    game = field({SOUTH_ROAD[0]: "US-24", SOUTH_RAIL[0]: "US-25", "3356": "NK-1"}, entered="Seoul")
    assert "hungry" in flags(game, "US-24")
    assert why(game, f"move US-24 {path(SOUTH_ROAD, 2)} road") == ["K-SUP-E2"]
    assert why(game, f"move US-25 {path(SOUTH_RAIL, 1)} rail") == ["K-SUP-E1"]
    assert not why(game, f"move US-24 {path(SOUTH_ROAD, 2)}")
    assert why(game, f"move US-24 {path(SOUTH_ROAD, 3)}") == ["K-MOV-C2"]


@pytest.mark.rule("K-MOV-J1", "K-MOV-J2a")
def test_the_un_goes_eighteen_hexes_by_rail():
    assert stretch("US-24", SOUTH_RAIL, "rail") == 18
    assert stretch("ROK-1", SOUTH_RAIL, "rail") == 18
    game = field({SOUTH_RAIL[0]: "US-24 airfed", CLEAR9[0]: "US-25 airfed"})
    assert why(game, f"move US-24 {path(SOUTH_RAIL, 19)} rail") == ["K-MOV-J2a"]
    assert "K-MOV-J1" in why(game, f"move US-25 {path(CLEAR9, 1)} rail")
    off = way("rail", "clear", within="south_of_38")
    assert why(field({off[0]: "US-24 airfed"}), f"move US-24 {path(off, 2)} rail") == ["K-MOV-J1"]


@pytest.mark.rule("K-MOV-J2b")
def test_un_supply_units_do_not_go_by_rail():
    game = field({SOUTH_RAIL[0]: "UN-SUP-1"})
    assert why(game, f"move UN-SUP-1 {path(SOUTH_RAIL, 1)} rail") == ["K-MOV-J2b"]


@pytest.mark.rule("K-MOV-J2c")
def test_the_un_uses_railroads_only_south_of_the_parallel():
    game = field({NORTH_RAIL[0]: "US-24 airfed"})
    assert why(game, f"move US-24 {path(NORTH_RAIL, 1)} rail") == ["K-MOV-J2c"]


@pytest.mark.rule("K-MOV-J3a", "K-MOV-J3b", "K-MOV-J4")
def test_of_the_communists_only_supply_units_go_by_rail():
    game = field({NORTH_RAIL[0]: "NK-1"}, side="communist", turn=3)
    assert why(game, f"move NK-1 {path(NORTH_RAIL, 1)} rail") == ["K-MOV-J3a"]
    assert stretch("C-SUP-1", NORTH_RAIL, "rail", turn=4) == 12
    assert stretch("C-SUP-1", NORTH_RAIL, "rail", turn=5) == 6
    assert stretch("C-SUP-1", SOUTH_RAIL, "rail", turn=4) == 6
    assert stretch("C-SUP-1", NORTH_RAIL, "rail", scenario="stalemate", turn=2) == 6
    late = field({NORTH_RAIL[0]: "C-SUP-1"}, side="communist", turn=5)
    assert why(late, f"move C-SUP-1 {path(NORTH_RAIL, 7)} rail") == ["K-MOV-J3b"]
    early = field({NORTH_RAIL[0]: "C-SUP-1"}, side="communist", turn=4)
    assert why(early, f"move C-SUP-1 {path(NORTH_RAIL, 13)} rail") == ["K-MOV-J4"]


@pytest.mark.rule("K-MOV-K1")
def test_un_supply_units_go_one_clear_hex_or_two_road_hexes():
    assert stretch("UN-SUP-1", CLEAR9) == 1
    assert stretch("UN-SUP-1", SOUTH_ROAD) == 2
    game = field({CLEAR9[0]: "UN-SUP-1"})
    assert why(game, f"move UN-SUP-1 {path(CLEAR9, 2)}") == ["K-MOV-K1"]


@pytest.mark.rule("K-MOV-K2")
def test_un_supply_units_enter_rough_country_in_the_second_phase_if_they_stood_still():
    into = way("clear", "rough")
    move = f"move UN-SUP-1 {into[1]}-{into[2]}"
    assert why(field({into[1]: "UN-SUP-1"}, phase="first"), move) == ["K-MOV-K2"]
    assert not why(field({into[1]: "UN-SUP-1"}, phase="second"), move)
    game = play(field({into[0]: "UN-SUP-1"}), f"move UN-SUP-1 {path(into, 1)}", "end", "end")
    assert game.rules.phase_key(game.state) == "phase.un_second_movement"
    assert why(game, move) == ["K-MOV-K2"]
    road = way("road", within="south_of_38", avoid=~RULES.rough)
    assert not why(field({road[0]: "UN-SUP-1"}), f"move UN-SUP-1 {path(road, 1)}"), "a road is a road"


@pytest.mark.rule("K-MOV-K3a", "K-MOV-K3b", by="value")
def test_communist_supply_units_pay_half():
    assert stretch("C-SUP-1", CLEAR9) == 2
    assert stretch("C-SUP-1", ROUGH) == 1
    assert stretch("C-SUP-1", ROUGH, phase="second") == 1
    assert stretch("C-SUP-1", NORTH_RAIL) == 4
    for labels, row in ((CLEAR9, ("K-MOV-K3a", 0.5)), (ROUGH, ("K-MOV-K3b", 1))):
        game = field({labels[0]: "C-SUP-1"}, side="communist")
        assert paid(game, f"move C-SUP-1 {path(labels, 1)}") == [row]


TABLE = {
    # kind of counter: road (doubled for non-Koreans), clear, rough, as the booklet's table has them for its movement
    "US-24": (12, 3, 1),
    "PH-10": (12, 3, 1),
    "US-5M/1Mar": (12, 3, 1),
    "ROK-1": (6, 3, 1),
    "ROK-11/1": (6, 3, 1),
    "NK-1": (8, 4, 2),
    "NK-1/1": (8, 4, 2),
    "CN-38-112": (8, 4, 2),
    "CN-38": (4, 2, 1),
    "NK-105": (16, 8, 0),
    "NK-12R": (16, 8, 0),
    "UN-SUP-1": (2, 1, Fraction(1, 2)),
    "C-SUP-1": (4, 2, 1),
}
LAND_STEPS = [
    (a, b)
    for a in range(RULES.grid.size)
    if RULES.land >> a & 1
    for b in RULES.grid.neighbours[a]
    if RULES.land >> b & 1
]
KINDS = {kind: steps_of(kind) for kind in ("road", "rail", "clear", "rough", "clear_river", "rough_river")}


@pytest.mark.rule("K-MOV-L", by="value")
@given(st.sampled_from(sorted(TABLE)), st.sampled_from(LAND_STEPS))
def test_the_table_of_greatest_distances_holds_for_every_unit_on_every_step(unit: str, step: tuple[int, int]):
    road, clear, rough = TABLE[unit]
    game = FIELDS[unit]
    kind = next((kind for kind, holds in KINDS.items() if holds(*step)), None)
    how = manner(game.state, number(game, unit), "road" if kind == "road" and road == 12 else "foot", "second")
    price = how.costs.of(*step)
    if kind is None:  # an inlet
        assert price is None
        return
    most = {"road": road, "rail": min(road, 6) if road == 12 else road, "clear": clear, "rough": rough}.get(kind)
    if price is None:
        assert most == 0 or (kind == "rough_river" and rough == 0)
    elif most is not None:
        hexes = Fraction(how.limit, price)
        assert hexes == most if most == Fraction(1, 2) else hexes // 1 == most
    else:  # a river costs a point more than its ground
        ground = {"clear_river": 1, "rough_river": 2}[kind] * how.point // (2 if unit == "C-SUP-1" else 1)
        assert price == ground + how.point


FIELDS = {
    unit: field(
        {"1228": unit if "SUP" in unit or unit[0] in "NC" else f"{unit} airfed"},
        side="communist" if unit[0] in "NC" else "un",
        turn=3,
    )
    for unit in TABLE
}


# --------------------------------------------------------------------------------------------------- cases M to O


@pytest.mark.rule("K-MOV-M")
def test_every_unit_may_move_one_hex():
    into = way("clear", "rough_river")
    beside = next(
        n
        for n in RULES.grid.neighbours[RULES.grid.hex(into[1])]
        if RULES.land >> n & 1 and RULES.grid.label(n) not in into
    )
    game = field({into[1]: "CN-38", RULES.grid.label(beside): "US-24"}, side="communist", scenario="stalemate", turn=2)
    assert not why(game, f"move CN-38 {into[1]}-{into[2]}"), "four points, of which it has one"
    assert into[2] in ends(game, "CN-38")


@pytest.mark.rule("K-MOV-N1", "K-SUP-A1")
@pytest.mark.parametrize(("unit", "n"), [("ROK-1", 1), ("NK-1", 2), ("NK-105", 4), ("CN-38", 1)])
def test_without_supply_a_unit_has_half_its_allowance_rounded_down(unit: str, n: int):
    side = "un" if unit.startswith("ROK") else "communist"
    game = field({CLEAR9[0]: unit}, side=side, turn=8, entered="Seoul")
    assert flags(game, unit) == "hungry"
    assert [k for k in range(1, 10) if not why(game, f"move {unit} {path(CLEAR9, k)}")] == list(range(1, n + 1))


def points(game: Game, unit: str) -> Fraction:
    """The movement points that a unit has in this phase."""
    s: Any = game.state
    return Fraction(costs.allowance(s, number(game, unit)), s.rules.point)


def supplied(game: Game, unit: str) -> bool:
    """Whether a unit is in supply at this moment."""
    s: Any = game.state
    return supply.supplied(s, number(game, unit))


@pytest.mark.rule("K-MOV-N3", "K-SUP-1a", "K-SUP-I", by="value")
@pytest.mark.parametrize(("before", "after"), [(2, 4), (4, 2)])
def test_points_follow_the_supply_that_a_unit_had_when_the_phase_began(before: int, after: int):
    """The supply unit goes from one hex of the way to another: away from the division, or to it."""
    units = {CLEAR9[0]: "NK-1", CLEAR9[before]: "C-SUP-1"}
    game = play(field(units, side="communist", phase="combat", turn=8), "end")
    assert (supplied(game, "NK-1"), points(game, "NK-1")) == (before == 2, 4 if before == 2 else 2)
    play(game, "move C-SUP-1 " + "-".join(CLEAR9[before : after + 1] or CLEAR9[after : before + 1][::-1]))
    assert (supplied(game, "NK-1"), points(game, "NK-1")) == (after == 2, 4 if before == 2 else 2)
    while game.rules.phase_key(game.state) != "phase.communist_first_movement":
        game.play("end")
    assert (supplied(game, "NK-1"), points(game, "NK-1")) == (after == 2, 4 if after == 2 else 2)


@pytest.mark.rule("K-SUP-1a", "K-SUP-B")
def test_who_is_out_of_supply_when_the_phase_begins_goes_on_without():
    lone = play(field({CLEAR9[0]: "NK-1", CLEAR9[9]: "US-24"}, side="communist", phase="combat", turn=8), "end")
    assert why(lone, f"move NK-1 {path(CLEAR9, 3)}") == ["K-MOV-C2"]
    play(lone, "end")
    assert where(lone, "NK-1") == CLEAR9[0]


@pytest.mark.rule("K-MOV-O")
@pytest.mark.parametrize("unit", ["NK-105", "NK-107/105", "NK-12R"])
def test_armor_and_armored_infantry_keep_to_roads_in_rough_country(unit: str):
    game = field({ROUGH[0]: unit}, side="communist", turn=3)
    assert why(game, f"move {unit} {path(ROUGH, 1)}") == ["K-MOV-O"]
    road = way("road", avoid=~RULES.rough)
    assert not why(field({road[0]: unit}, side="communist", turn=3), f"move {unit} {path(road, 1)}")


@pytest.mark.rule("K-MOV-O")
def test_by_a_ruling_armored_infantry_goes_where_infantry_goes():
    game = field({ROUGH[0]: "NK-12R, NK-105"}, side="communist", turn=3, rulings={"armor": "tanks"})
    assert not why(game, f"move NK-12R {path(ROUGH, 1)}")
    assert why(game, f"move NK-105 {path(ROUGH, 1)}") == ["K-MOV-O"]


@pytest.mark.rule("K-SGV-2", "K-SGV-4")
def test_in_the_shock_zones_and_mountains_do_not_hold_the_chinese():
    rough = way("wholly", "wholly", "wholly")
    units = {rough[0]: "CN-38-112", CLEAR9[1]: "NK-1", CLEAR9[0]: "US-24"}

    def situation(phase: str, turn: int):
        return field(units, side="communist", scenario="intervention", phase=phase, turn=turn)

    assert [points for _, points in paid(situation("second", 3), f"move CN-38-112 {path(rough, 2)}")] == [1, 1]
    assert [points for _, points in paid(situation("first", 3), f"move CN-38-112 {path(rough, 2)}")] == [2, 2]
    leave = f"move NK-1 {CLEAR9[1]}-{CLEAR9[2]}"
    assert [len(paid(situation(*when), leave)) for when in (("first", 3), ("second", 3), ("first", 4))] == [1, 2, 2]


def test_a_lone_hex_is_reached_by_the_cheapest_way():
    game = field({SOUTH_ROAD[0]: "US-24 airfed"})
    play(game, f"move US-24 {SOUTH_ROAD[9]}")
    assert where(game, "US-24") == SOUTH_ROAD[9]


def test_the_range_of_a_unit_is_its_own_whoever_stands_beside_it():
    units = {"2014": "CN-38-112, NK-6", "2042": "ROK-1"}
    shock = field(units, side="communist", scenario="intervention", turn=3, phase="second")
    for unit in ("CN-38-112", "NK-6"):
        alone = field(
            {"2014": unit, "2042": "ROK-1"}, side="communist", scenario="intervention", turn=3, phase="second"
        )
        assert ends(shock, unit) == ends(alone, unit)
    road = field({SOUTH_ROAD[0]: "ROK-1 airfed, US-24 airfed"})
    assert why(road, f"move ROK-1 {SOUTH_ROAD[9]}"), "too far for Koreans, who have no doubled rate"
    assert SOUTH_ROAD[12] in ends(road, "US-24", "road")


def watched_start(labels: list[str], n: int) -> tuple[list[str], str]:
    """A part of a way, in either direction, and a hex that touches its first hex and no other."""
    grid = RULES.grid
    for row in (labels, labels[::-1]):
        for k in range(len(row) - n):
            first, *rest = (grid.hex(label) for label in row[k : k + n + 1])
            for h in grid.neighbours[first]:
                near = {h, *grid.neighbours[h]}
                if RULES.land >> h & 1 and not RULES.all_rough >> first & 1 and not near & {*rest}:
                    return row[k : k + n + 1], grid.label(h)
    raise AssertionError


@pytest.mark.rule("K-ZOC-A1", "K-STK-B", by="value")
@pytest.mark.parametrize(
    ("unit", "labels", "turn", "n"),
    [("US-24", SOUTH_RAIL, 8, 18), ("C-SUP-1", NORTH_RAIL, 4, 12), ("C-SUP-1", NORTH_RAIL, 8, 6)],
)
def test_by_rail_a_zone_and_friends_cost_one_point_of_the_multiplied_allowance(unit, labels, turn, n):
    own, foe, friend = ("un", "NK-1", "ROK-1") if unit == "US-24" else ("communist", "US-25", "NK-2")
    labels, beside = watched_start(labels, n)
    units = {labels[0]: unit if own == "communist" else unit + " airfed", beside: foe, labels[n - 2]: friend}
    game = field(units, side=own, turn=turn)
    assert not why(game, f"move {unit} {path(labels, n - 1)} rail")
    assert why(game, f"move {unit} {path(labels, n)} rail"), "one point went for the zone"
    assert paid(game, f"move {unit} {path(labels, n - 2)} rail")[-1] == ("K-STK-B", 1)
    assert not why(game, f"move {unit} {path(labels, n - 2)} rail"), "and one for the friend"
    assert paid(game, f"move {unit} {path(labels, 1)} rail") == [("K-MOV-J1", 1), ("K-ZOC-A1", 1)]
    assert {labels[n - 1], labels[n - 2]} <= ends(game, unit, "rail")
    offer = next(o for o in game.offers() if o.verb == "move" and o.mode == "rail" and o.units == (number(game, unit),))
    assert offer.domain.destinations("rail")[RULES.grid.hex(labels[1])].left == n - 2


@given(
    st.sets(st.sampled_from([*bits(RULES.river_hexes & RULES.land)]), max_size=5),
    st.sampled_from(costs.MOVEMENT_CLASSES),
)
def test_costs_around_broken_bridges_are_those_worked_out_anew(broken: set[int], walk: str):
    parts = costs.step_parts(RULES, walk, False, frozenset(broken))

    def price(a: int, b: int) -> int | None:
        found = parts(a, b)
        return None if found is None else sum(points for _, points in found)

    quick, anew = RULES.costs(walk, False, frozenset(broken)), Costs(RULES.grid, price)
    assert quick.exits == anew.exits
    assert all(quick.entries(h) == anew.entries(h) for h in bits(RULES.land))


@pytest.mark.parametrize(("units", "warned"), [("US-24", ["K-VIC-6a"]), ("US-24,US-25", [])])
def test_a_city_left_empty_is_told(units: str, warned: list[str]) -> None:
    """K-VIC-6a: a place falls to the first enemy that enters it; only where one could be there in its next move."""
    game = field({"1939": units, "2139": "NK-3", "3356": "US-2"}, last="")
    assert [warning.rule for warning in game.warnings("move US-24 1940")] == warned
    far = field({"1939": units, "1630": "NK-3", "3356": "US-2"}, last="")
    assert far.warnings("move US-24 1940") == []
