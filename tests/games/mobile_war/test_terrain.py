"""The Terrain Effects Chart, as far as it is about movement."""

import pytest

from tests.games.mobile_war.field import LAND, RULES, ends, field, new, paid, way, why

LABEL = RULES.grid.label


def step(*kinds: str, **more) -> str:
    return "-".join(way(*kinds, **more))


@pytest.mark.rule("K-TER-1a", "K-TER-1b", "K-TER-1d", by="value")
@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("clear", [("K-TER-1a", 1)]),
        ("rough", [("K-TER-1b", 2)]),
        ("wholly", [("K-TER-1b", 2)]),
        ("clear_river", [("K-TER-1a", 1), ("K-TER-1d", 1)]),
        ("rough_river", [("K-TER-1b", 2), ("K-TER-1d", 1)]),
    ],
)
def test_what_a_hex_costs(kind: str, rows: list[tuple[str, float]]):
    for other in ("clear", "rough", "clear_river"):  # so that each case sees all three rules
        a, b = way(other)
        paid(field({a: "ROK-1 airfed"}), f"move ROK-1 {a}-{b}")
    a, b = way(kind)
    assert paid(field({a: "ROK-1 airfed"}), f"move ROK-1 {a}-{b}") == rows


@pytest.mark.rule("K-TER-1c", "K-TER-1f", by="value")
def test_a_road_costs_half_a_point_whatever_the_ground_and_a_railroad_is_one():
    rough = RULES.rough & RULES.river_hexes
    a, b = next((a, b) for a, b in RULES.board.roads.pairs() if rough >> b & 1)
    assert paid(field({LABEL(a): "ROK-1 airfed"}), f"move ROK-1 {LABEL(a)}-{LABEL(b)}") == [("K-TER-1c", 0.5)]
    a, b = next((a, b) for a, b in RULES.board.rails.pairs() if not RULES.board.roads.has(a, b))
    assert paid(field({LABEL(a): "ROK-1 airfed"}), f"move ROK-1 {LABEL(a)}-{LABEL(b)}") == [("K-TER-1f", 0.5)]


@pytest.mark.rule("K-TER-3a")
def test_land_units_do_not_go_to_sea():
    a, b = way("shore")
    game = field({a: "ROK-1 airfed"})
    assert why(game, f"move ROK-1 {a}-{b}") == ["K-TER-3a"]
    assert b not in ends(game, "ROK-1")


@pytest.mark.rule("K-TER-3b")
def test_land_units_do_not_cross_an_inlet():
    a, b = way("inlet")
    assert why(field({a: "ROK-1 airfed"}), f"move ROK-1 {a}-{b}") == ["K-TER-3b"]


@pytest.mark.rule("K-TER-4a", by="value")
def test_a_town_is_a_railroad_hex():
    south = RULES.board.areas["south_of_38"]
    rails = RULES.board.rails
    a, b = next(
        pair
        for pair in RULES.board.roads.pairs()
        if south >> pair[0] & south >> pair[1] & 1
        and not rails.has(*pair)
        and RULES.towns >> pair[1] & 1
        and rails.hexes() >> pair[0] & 1
    )
    game = field({LABEL(a): "ROK-1 airfed"})
    move = f"move ROK-1 {LABEL(a)}-{LABEL(b)} rail"
    assert not why(game, move)
    assert [rule for rule, _ in paid(game, move)] == ["K-TER-4a"]


@pytest.mark.rule("K-TER-3c")
def test_there_is_no_attack_across_an_inlet():
    a, b = way("inlet")
    game = field({a: "NK-1", b: "ROK-1"}, side="communist", phase="combat", turn=2)
    assert "K-TER-3c" in why(game, f"attack {b} NK-1")


@pytest.mark.rule("K-TER-4b")
def test_a_town_may_be_held_as_a_position():
    towns = (h for h in LAND if RULES.towns >> h & ~RULES.river_hexes >> h & 1)
    town, beside = next(
        (h, n) for h in towns for n in RULES.grid.neighbours[h] if RULES.land >> n & 1 and not RULES.inlets.has(h, n)
    )
    game = field({LABEL(beside): "NK-1", LABEL(town): "ROK-1"}, side="communist", phase="combat", turn=2)
    game.play(f"attack {LABEL(town)} NK-1")
    assert not why(game, "table position")


@pytest.mark.rule("K-TER-1e")
def test_a_river_hex_is_one_that_a_river_enters_and_leaves():
    state = RULES.start()
    told = {h for h in LAND if "fact.river" in [note.text for note in RULES.hex_facts(state, h)]}
    sides = RULES.board.stream_sides
    assert told == {h for h in LAND if sum(sides.has(h, n) for n in RULES.grid.neighbours[h]) > 1}


def test_in_the_shock_the_mountains_are_not_said_to_double_anybody() -> None:
    """K-SGV-3c: nothing is doubled, so a hex does not tell of it."""
    for scenario, told in (("intervention", False), ("stalemate", True)):
        game = new(scenario)
        h = next(h for h in LAND if RULES.all_rough >> h & 1)
        texts = [note.text for note in game.rules.hex_facts(game.state, h)]
        assert ("fact.rough" in texts) is told
