"""Supply: of both sides, by air, and what it changes."""

import pytest

from parallel38.games.mobile_war.rules import supply
from tests.games.mobile_war.field import LAND, RULES, field, flags, new, play, said, way, where, why

GRID, LABEL = RULES.grid, RULES.grid.label
A, B, C, D = way("clear", "clear", "clear")
FRAME = {"kind": "Airlifting", "left": 6}


def supplied(units: dict[str, str], unit: str, **more) -> bool:
    game = field(units, **{"turn": 12, "entered": "Seoul", **more})
    return supply.supplied(game.state, RULES.names.unit_number(unit))


def straight(n: int) -> list[str]:
    """Hexes in a row on land, each one farther from the first."""
    for a in LAND:
        row = [a]
        while len(row) <= n and RULES.land >> row[-1] & 1:
            row.append(next((m for m in GRID.neighbours[row[-1]] if GRID.distance(a, m) == len(row)), a))
        if len(row) > n and all(RULES.land >> h & 1 for h in row) and GRID.distance(a, row[n]) == n:
            return [LABEL(h) for h in row]
    raise AssertionError


ROW = straight(3)


@pytest.mark.rule("K-SUP-C1a", by="value")
def test_communists_draw_supply_from_two_hexes_away():
    assert supplied({ROW[0]: "C-SUP-1", ROW[2]: "NK-1"}, "NK-1")
    assert not supplied({ROW[0]: "C-SUP-1", ROW[3]: "NK-1"}, "NK-1")
    assert not supplied({ROW[2]: "NK-1"}, "NK-1")


@pytest.mark.rule("K-SUP-C1b", "K-ZOC-B1", "K-ZOC-B2", by="value")
def test_the_link_is_cut_if_every_hex_between_lies_in_an_enemy_zone():
    depot, middle, client = next(
        (a, [n for n in GRID.neighbours[a] if n in GRID.neighbours[c]], c)
        for a in LAND
        for c in LAND
        if RULES.land >> a & RULES.land >> c & 1
        and GRID.distance(a, c) == 2
        and len([n for n in GRID.neighbours[a] if n in GRID.neighbours[c]]) == 1
        and not RULES.all_rough >> next(n for n in GRID.neighbours[a] if n in GRID.neighbours[c]) & 1
        and RULES.land >> next(n for n in GRID.neighbours[a] if n in GRID.neighbours[c]) & 1
        and not any(RULES.all_rough >> n & 1 for n in GRID.neighbours[a])
    )
    off = next(
        n
        for n in GRID.neighbours[middle[0]]
        if RULES.land >> n & 1 and n not in (depot, client) and GRID.distance(n, depot) == 2 != GRID.distance(n, client)
    )
    units = {LABEL(depot): "C-SUP-1", LABEL(client): "NK-1"}
    assert supplied(units, "NK-1")
    assert not supplied({**units, LABEL(off): "US-24"}, "NK-1")
    assert supplied({**units, LABEL(off): "US-24", LABEL(middle[0]): "NK-2"}, "NK-1")


@pytest.mark.rule("K-SUP-C2b")
def test_movement_uses_up_no_supply_unit():
    game = field({A: "C-SUP-1, NK-1", "3356": "US-24"}, side="communist", turn=8)
    play(game, "end", "end", "end")
    assert where(game, "C-SUP-1") == A


@pytest.mark.rule("K-SUP-D1a", by="value")
def test_the_un_draws_supply_from_sixteen_points_away():
    costs = RULES.costs("infantry", False, frozenset())
    dear = {GRID.hex("3356"): 0}
    front = [GRID.hex("3356")]
    while front:  # what it costs from Pusan, worked out anew
        here = front.pop(0)
        for n, price in costs.exits[here]:
            if dear[here] + price < dear.get(n, 10**6):
                dear[n] = dear[here] + price
                front.append(n)
    limit = 16 * RULES.point
    game = field({"3356": "US-24"}, entered="Seoul")
    found = supply.region(game.state, 0)
    assert all(bool(found >> h & 1) == (cost <= limit) for h, cost in dear.items())
    far = next(LABEL(h) for h, cost in dear.items() if cost == limit)
    beyond = next(LABEL(h) for h, cost in dear.items() if limit < cost <= limit + RULES.point)
    assert supplied({far: "US-24"}, "US-24")
    assert not supplied({beyond: "US-24"}, "US-24")
    assert supplied({beyond: "US-24, UN-SUP-1"}, "US-24")


@pytest.mark.rule("K-BRG-1")
@pytest.mark.rule("K-SUP-D1a", by="value")
def test_a_bridge_that_is_down_makes_the_line_dearer():
    game = field({"3356": "US-24"}, entered="Seoul")
    broken = field({"3356": "US-24"}, entered="Seoul", marks=[f"bridge-down {LABEL(h)}" for h in bridges()])
    assert supply.region(broken.state, 0).bit_count() < supply.region(game.state, 0).bit_count()
    south = RULES.board.areas["south_of_38"]
    h, there = next(
        (h, n) for h in bridges() for n in GRID.neighbours[h] if south >> h & south >> n & RULES.board.rails.has(h, n)
    )
    game = field({LABEL(h): "ROK-1 airfed, US-24 airfed"}, marks=[f"bridge-down {LABEL(h)}"])
    assert why(game, f"move ROK-1 {LABEL(h)}-{LABEL(there)} rail") == ["K-BRG-1"]
    assert why(game, f"move US-24 {LABEL(h)}-{LABEL(there)} road") == ["K-BRG-1"]


def bridges() -> list[int]:
    return [h for h in LAND if RULES.bridges >> h & 1]


RING = [LABEL(n) for n in GRID.neighbours[GRID.hex("3050")]]


@pytest.mark.rule("K-SUP-D1b", by="value")
def test_the_line_does_not_pass_enemy_zones_but_where_a_friend_stands():
    pocket = {"3050": "US-24", "3356": "US-25"}
    assert supplied(pocket, "US-24")
    gap = next(label for label in RING if clear_gap(label))
    lone = {label: f"NK-{n}" for n, label in enumerate((label for label in RING if label != gap), 1)}
    assert not supplied({**pocket, **lone}, "US-24")
    assert supplied({**pocket, **lone, gap: "US-187"}, "US-24")


def clear_gap(label: str) -> bool:
    """Whether a hex beside Taegu has a zone, and behind it a hex that only it touches."""
    h, middle = GRID.hex(label), GRID.hex("3050")
    behind = [n for n in GRID.neighbours[h] if GRID.distance(n, middle) == 2]
    corner = [n for n in behind if sum(m in GRID.neighbours[n] for m in GRID.neighbours[middle]) == 1]
    return bool(corner) and bool(RULES.land >> corner[0] & 1) and not RULES.all_rough >> h & 1


@pytest.mark.rule("K-SUP-D2")
def test_a_un_supply_unit_serves_only_with_a_line_to_pusan():
    far = {"1228": "US-24, UN-SUP-1", "3356": "US-25"}
    assert supplied(far, "US-24")
    assert not supplied({**far, "3356": "NK-1"}, "US-24")
    ring = [LABEL(n) for n in GRID.neighbours[GRID.hex("1228")]]
    cut = {label: f"NK-{n}" for label, n in zip(ring[::2], (1, 2, 3), strict=True)}
    assert not supplied({**far, **cut}, "US-24")


@pytest.mark.rule("K-SUP-A3")
def test_supply_units_are_never_without_supply_but_for_those_of_the_un_that_are_cut_off():
    """Supply (A) names an exception and Case D: no way to Pusan free of enemy zones, however long."""
    assert supplied({"1228": "UN-SUP-1"}, "UN-SUP-1")
    assert supplied({"1228": "C-SUP-1"}, "C-SUP-1")
    ring = [LABEL(n) for n in GRID.neighbours[GRID.hex("1228")]]
    foes = {label: f"NK-{n}" for label, n in zip(ring[::2], (1, 2, 3), strict=True)}
    assert not supplied({**foes, "1228": "UN-SUP-1"}, "UN-SUP-1")
    assert not supplied({"1228": "UN-SUP-1", "3356": "NK-1"}, "UN-SUP-1")
    friends = {label: f"US-{n}" for label, n in zip(ring[::2], (2, 24, 25), strict=True)}
    assert supplied({**friends, "1228": "C-SUP-1"}, "C-SUP-1")


@pytest.mark.rule("K-SUP-A3", "K-MOV-N1", "K-MOV-M")
def test_a_un_supply_unit_that_is_cut_off_moves_one_hex():
    road = way("road", "road", within="south_of_38", avoid=RULES.rough | RULES.river_hexes)
    two = f"move UN-SUP-1 {road[0]}-{road[1]}-{road[2]}"
    assert not why(field({road[0]: "UN-SUP-1"}), two)
    cut = field({road[0]: "UN-SUP-1", "3356": "NK-1"})
    assert why(cut, two) == ["K-MOV-K1"]
    assert not why(cut, f"move UN-SUP-1 {road[0]}-{road[1]}")


@pytest.mark.rule("K-SUP-B")
def test_nobody_is_lost_for_want_of_supply():
    game = field({A: "NK-1", "3356": "US-24"}, side="communist", phase="combat", turn=6)
    for _ in range(10):
        while game.rules.phase_key(game.state) != "phase.communist_second_movement":
            game.play("end")
        assert flags(game, "NK-1") == "hungry"
        play(game, "end")
    assert where(game, "NK-1") == A


@pytest.mark.rule("K-SUP-D3")
@pytest.mark.parametrize(("ruling", "turns"), [("sixth", 6), ("next", 1)])
def test_a_un_supply_unit_that_was_lost_returns(ruling: str, turns: int):
    units = {A: "NK-1, C-SUP-1", B: "UN-SUP-1", "3356": "US-24"}
    game = field(units, side="communist", phase="combat", turn=8, rulings={"un-supply-return": ruling})
    play(game, f"attack {B} NK-1")
    while where(game, "UN-SUP-1") == B:
        game.play(next(iter(game.legal_actions())))
    while where(game, "UN-SUP-1") != "3356":
        assert game.state.turn <= 8 + turns
        game.play("end")
    assert game.state.turn == 8 + turns


@pytest.mark.rule("K-SUP-G1", "K-SUP-G3")
def test_six_regiments_are_supplied_by_air():
    units = {A: "US-24, ROK-1", B: "US-187, PH-10", "3356": "US-25", C: "NK-1", "1228": "UN-SUP-1"}
    game = field(units, frame=FRAME, phase="arrivals")
    assert why(game, "airlift NK-1") == ["K-SUP-G1"]
    assert why(game, "airlift UN-SUP-1") == ["K-SUP-G1"]
    assert said(game.play("airlift US-24")) == ["airlifted"]
    assert why(game, "airlift US-24") == ["K-SUP-G1"]
    play(game, "airlift US-187")
    assert why(game, "airlift ROK-1") == ["K-SUP-G1"], "only two regiments are left"


def test_who_has_supply_may_be_given_it_too():
    game = field({"3356": "US-25"}, frame=FRAME, phase="arrivals")
    assert game.warnings("end") == []
    assert not why(game, "airlift US-25"), "it may be about to go where there is none"


@pytest.mark.rule("K-SUP-G1", by="value")
def test_the_end_names_who_stays_without_supply():
    game = field({"1228": "US-24", "3356": "US-25"}, frame=FRAME, phase="arrivals")
    (warning,) = game.warnings("end")
    assert (warning.rule, [*map(RULES.names.unit, warning.units)]) == ("K-SUP-G1", ["US-24"])
    play(game, "airlift US-24")
    assert game.warnings("end") == []


@pytest.mark.rule("K-SUP-G2")
def test_air_supply_lasts_until_the_enemys_next_player_turn_ends():
    game = field(
        {A: "US-24", "1228": "NK-1, C-SUP-1", "3356": "NK-2"}, frame=FRAME, phase="arrivals", entered="Seoul", turn=8
    )
    play(game, "airlift US-24", "end")
    seen: list[str] = []
    while len(seen) < 12 and game.state.turn < 10:
        key = game.rules.phase_key(game.state).removeprefix("phase.")
        if key not in seen:
            seen.append(key)
            if key.startswith("communist") or game.state.turn == 8:
                assert supply.supplied(game.state, RULES.names.unit_number("US-24")), key
        game.play("end")
        if game.state.turn == 9 and game.rules.phase_key(game.state) == "phase.un_first_movement":
            break
    assert not supply.supplied(game.state, RULES.names.unit_number("US-24"))


@pytest.mark.rule("K-SUP-H", by="value")
def test_one_supply_unit_serves_any_number():
    ring = [label for label in (LABEL(n) for n in GRID.neighbours[GRID.hex(B)]) if RULES.land >> GRID.hex(label) & 1]
    units = {label: f"NK-{n}, CN-{c}" for label, n, c in zip(ring, range(1, 7), (38, 39, 40, 42, 50, 66), strict=False)}
    game = field({B: "C-SUP-1", **units}, side="communist", turn=8)
    assert all(flags(game, name) == "" for names in units.values() for name in names.split(", "))


def test_in_the_first_turns_communists_need_none():
    game = new("invasion")
    assert all(supply.supplied(game.state, unit) for unit in game.state.present(1))
