"""Zones of Control."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallel38.games.mobile_war.rules import supply, zones
from parallel38.hexgrid import bits
from tests.games.mobile_war.field import LAND, RULES, field, paid, region, steps_of, way, why

GRID, LABEL = RULES.grid, RULES.grid.label
UN, COMMUNIST = 0, 1


@pytest.mark.rule("K-ZOC-1", "K-ZOC-C", by="value")
@given(st.sampled_from(LAND), st.sampled_from(["NK-1", "NK-7B", "CN-38", "NK-12R"]))
def test_a_zone_is_the_six_hexes_around_but_those_that_are_wholly_rough(h: int, unit: str):
    game = field({LABEL(h): unit}, side="communist")
    around = {n for n in GRID.neighbours[h] if RULES.board.letter(n) not in "r."}
    assert set(bits(zones.zone(game.state, COMMUNIST))) == around


@pytest.mark.rule("K-ZOC-C", by="value")
def test_a_zone_reaches_into_country_that_is_rough_in_part():
    partly = next(
        h for h in LAND if RULES.board.letter(h) == "p" and any(RULES.land >> n & 1 for n in GRID.neighbours[h])
    )
    beside = next(n for n in GRID.neighbours[partly] if RULES.land >> n & 1)
    assert zones.zone(field({LABEL(beside): "NK-1"}).state, COMMUNIST) >> partly & 1


A, B, C, D = way("clear", "clear", "clear")


def approach() -> tuple[str, str, list[str]]:
    """A clear step from a hex to another one, and two hexes that touch only the second."""
    clear = steps_of("clear")
    for a in LAND:
        for b in (b for b in GRID.neighbours[a] if clear(a, b) and clear(b, a)):
            beyond = [n for n in GRID.neighbours[b] if RULES.land >> n & 1 and GRID.distance(n, a) == 2]
            if len(beyond) > 1:
                return LABEL(a), LABEL(b), [LABEL(n) for n in beyond[:2]]
    raise AssertionError


@pytest.mark.rule("K-ZOC-A1", "K-ZOC-A2", by="value")
def test_leaving_a_zone_costs_a_point_however_many_there_are_and_entering_nothing():
    out, inside, enemies = approach()
    units = dict(zip(enemies, ("US-24", "US-25"), strict=True))
    entering = field({out: "NK-1", **units}, side="communist", turn=3)
    assert paid(entering, f"move NK-1 {out}-{inside}") == [("K-TER-1a", 1)]
    leaving = field({inside: "NK-1", **units}, side="communist", turn=3)
    assert paid(leaving, f"move NK-1 {inside}-{out}") == [("K-TER-1a", 1), ("K-ZOC-A1", 1)]
    for game, end, left in ((entering, inside, 3), (leaving, out, 2)):
        offer = next(o for o in game.offers() if o.verb == "move" and o.mode == "foot")
        assert offer.domain.destinations("foot")[GRID.hex(end)].left == left, "of four points"


@pytest.mark.rule("K-ZOC-A1", by="value")
def test_supply_units_pay_their_own_price_for_leaving_a_zone():
    out, inside, enemies = approach()
    charts = {"terrain_move": {"leaving_zone": {"communist_supply": "1/4"}}}
    game = field({inside: "C-SUP-1, NK-1", enemies[0]: "US-24"}, side="communist", turn=3, charts=charts)
    assert paid(game, f"move C-SUP-1 {inside}-{out}")[-1] == ("K-ZOC-A1", 0.25)
    assert paid(game, f"move NK-1 {inside}-{out}")[-1] == ("K-ZOC-A1", 1)


@pytest.mark.rule("K-ZOC-A1", by="value")
def test_it_costs_four_points_to_leave_a_zone_for_a_rough_river_hex():
    into = next(
        (LABEL(a), LABEL(b), LABEL(n))
        for a in LAND
        if RULES.board.letter(a) != "r"
        for b in GRID.neighbours[a]
        if RULES.rough >> b & RULES.river_hexes >> b & 1
        if not RULES.links.has(a, b) and not RULES.inlets.has(a, b)
        for n in GRID.neighbours[a]
        if n != b and RULES.land >> n & 1
    )
    game = field({into[0]: "NK-1", into[2]: "US-24"}, side="communist", turn=3)
    assert sum(points for _, points in paid(game, f"move NK-1 {into[0]}-{into[1]}")) == 4
    assert not why(game, f"move NK-1 {into[0]}-{into[1]}")


@pytest.mark.rule("K-ZOC-B1", "K-ZOC-B2", by="value")
def test_a_zone_cuts_supply_but_where_a_friend_stands():
    cut = zones.cutting(field({A: "NK-1", C: "US-24"}).state, COMMUNIST)
    assert cut >> GRID.hex(B) & 1
    assert cut >> GRID.hex(C) & 1
    held = zones.cutting(field({A: "NK-1", B: "NK-2", C: "US-24"}).state, COMMUNIST)
    assert not held >> GRID.hex(B) & 1


@pytest.mark.rule("K-ZOC-E", by="value")
def test_supply_units_and_ships_have_no_zone():
    assert zones.zone(field({B: "C-SUP-1"}).state, COMMUNIST) == 0
    assert zones.zone(field({"3356": "NG-1, MST-1"}).state, UN) == 0
    assert zones.zone(field({B: "C-SUP-1"}, rulings={"supply-zones": "all"}).state, COMMUNIST) >> GRID.hex(A) & 1
    assert zones.over(field({B: "NK-1, C-SUP-1"}).state, COMMUNIST, GRID.hex(A)) == (RULES.names.unit_number("NK-1"),)


def test_a_zone_reaches_over_an_inlet_though_nobody_goes_there():
    a, b = way("inlet")
    assert zones.zone(field({a: "NK-1"}).state, COMMUNIST) & region(field({a: "NK-1"}), b)
    assert supply.supplied(field({a: "C-SUP-1", b: "NK-1"}, turn=8).state, RULES.names.unit_number("NK-1"))
