"""4 to 8 What lies on either side of a limit: provinces, ranges, lines, columns, who benefits and who does not."""

from itertools import pairwise
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war import data
from parallel38.games.korean_war.rules import command, depots, engagement, losses, operations, retreats, supply, values
from parallel38.games.korean_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import field, marks, number, play, said, track, where, why
from tests.games.korean_war.test_activation import FAR, verbs
from tests.games.korean_war.test_attacks import GRID, RULES
from tests.games.korean_war.test_combat import CENTRE, RING
from tests.games.korean_war.test_depots import ended

CENTRAL = ("chungchong", "kangwon_namdo", "kyongsang_pukto", "cholla")
NEAR, BEYOND = "4419", "4924"
"""Hexes that are 25 Movement Points and a little more away from Pusan."""
ADDING: dict[str, Any] = {"phase": "expenditure", "frame": {"kind": "Adding", "side": "un"}, "turn": 5}
BATTALION = RULES.names.unit(RULES.of_kind["para_battalion"][0])


def mined(*free: str) -> list[str]:
    """Minesweeping markers in all ports but these."""
    return [f"mines {label}" for label in map(GRID.label, bits(RULES.ports)) if label not in free]


# ----------------------------------------------------------------------------------------------------- zones and ranges


@pytest.mark.rule("W-4.2b", "W-4.1d", by="value")
@pytest.mark.parametrize("unit", ["BEACH-1", "TF-SMITH", BATTALION, "DEPOT-UN-1 value=1"])
def test_what_has_no_zone(unit: str):
    game = field({CENTRE: unit, **FAR})
    assert not game.state.zone(UN) >> GRID.hex(RING[0]) & 1
    armed = field({CENTRE: f"{unit}, ROKR-1", **FAR})
    assert armed.state.zone(UN) >> GRID.hex(RING[0]) & 1


@pytest.mark.rule("W-4.2c", "W-4.2d", "W-4.2e", by="value")
def test_zones_stop_at_water_and_at_nothing_else():
    """Every hex of the board against its neighbours: estuaries and sea stop a zone, rivers and terrain do not."""
    for h in list(bits(RULES.land))[::7]:
        game = field({GRID.label(h): "NK-6"})
        zone = {n for n in GRID.neighbours[h] if game.state.zone(COMMUNIST) >> n & 1}
        dry = {n for n in GRID.neighbours[h] if RULES.land >> n & 1 and not RULES.board.sea_sides.has(h, n)}
        assert zone == dry, GRID.label(h)


@pytest.mark.rule("W-4.4a", "W-4.4c", "W-4.4g", by="value")
def test_what_the_first_hexes_of_a_command_range_cost():
    """By the terrain and the side of the depot; 2211 lies across the estuary from 2111 and is reached over 2210."""
    hill = next(
        h
        for h in bits(RULES.rugged)
        if any(not RULES.lines.has(h, n) and RULES.rugged >> n & 1 for n in bits(RULES.beside[h]))
    )
    beyond = next(n for n in bits(RULES.beside[hill]) if not RULES.lines.has(hill, n) and RULES.rugged >> n & 1)
    for side, depot in (("un", "DEPOT-UN-1"), ("communist", "DEPOT-NK-1")):
        game = field({GRID.label(hill): f"{depot} value=1"})
        cost = RULES.price[RULES.terrain(beyond), side]
        cost += RULES.price["river", side] if RULES.rivers.has(hill, beyond) else 0
        assert command.arrivals(game.state, number(game, depot))[beyond] <= cost
        assert game.state.rules.costs(side, frozenset()).of(hill, beyond) == cost
    game = field({"2111": "DEPOT-UN-1 value=1"})
    near = command.arrivals(game.state, number(game, "DEPOT-UN-1"))
    table = RULES.costs("un", frozenset())
    way = ("2111", "2210", "2211")
    over = sum(table.of(GRID.hex(a), GRID.hex(b)) or 0 for a, b in pairwise(way))
    assert near[GRID.hex("2211")] == over
    assert table.of(GRID.hex("2111"), GRID.hex("2211")) is None


@pytest.mark.rule("W-4.4d", "W-4.4e", "W-4.4f", "W-4.4l", by="value")
def test_the_four_columns_of_a_depot():
    """Garrisons around a depot leave no way to anywhere."""
    game = field({"0928": "US-2, DEPOT-UN-1 value=1", "5608": "NK-6"}, turn=5)
    depot = number(game, "DEPOT-UN-1")
    columns = {label: command.column(game.state, depot, GRID.hex(label)) for label in ("0928", "1625", NEAR, BEYOND)}
    assert columns == {"0928": "primary", "1625": "primary", NEAR: "secondary", BEYOND: "extended"}
    ring = {label: f"NKG-{i}" for i, label in enumerate(RING, 1)}
    shut = field({CENTRE: "US-2, DEPOT-UN-1 value=1", **ring, **FAR}, turn=5)
    depot = number(shut, "DEPOT-UN-1")
    assert command.column(shut.state, depot, GRID.hex(CENTRE)) == "primary"
    assert command.column(shut.state, depot, GRID.hex("1625")) == "none"


@pytest.mark.rule("W-2.4c", by="value")
def test_nothing_crosses_the_boundary_of_the_scenario():
    """Row 59 is closed to retreats, depots, command ranges and supply lines of the scenarios, and open in the advanced
    game."""
    north = {h for h in bits(RULES.board.in_play) if GRID.label(h) >= "5901"}
    units = {"5807": "NK-6, DEPOT-NK-1 value=1", "5707": "US-2", "1625": "US-7"}
    for scenario, crossed in (("defeat_into_victory", False), ("whole_war", True)):
        more: dict[str, Any] = {"rules_of_engagement": 1, "mobilization": 1} if crossed else {}
        game = field(units, scenario=scenario, turn=5, **more)
        s = game.state
        ways = retreats.ways(s, number(game, "NK-6"), GRID.hex("5707"))
        reached = {h for way in ways for h in way} | {*command.arrivals(s, number(game, "DEPOT-NK-1"))}
        reached |= {*bits(depots.legal(s, COMMUNIST) | depots.supplied(s, COMMUNIST) | depots.supplied(s, UN))}
        assert bool(reached & north) == crossed


# -------------------------------------------------------------------------------------------------- depots and supply


@pytest.mark.rule("W-5.1d", "W-5.1e", "W-5.1f", "W-5.1g", "W-5.1h", "W-5.1i", "W-5.1j", "W-5.1k", by="value")
def test_the_hexes_that_are_offered_to_depots_are_those_that_are_not_refused():
    """And they are those of the rule: by a city, by a line near a combat unit, a beachhead; Task Force Smith, a depot
    and a garrison are no combat units."""
    south = [f"taken {GRID.label(h)}" for h in bits(RULES.home_cities[UN] & ~(1 << RULES.pusan))]
    units = {"1625": "US-2", "1221": "DEPOT-UN-2 value=1", "2511": "BEACH-1"}
    units |= {"1926": "NK-6", "1826": "TF-SMITH", "2128": "NKG-1", "1522": "DEPOT-NK-1 value=1"}
    stocking: dict[str, Any] = {"phase": "depot_placement", "frame": {"kind": "Stocking", "side": "un"}, "turn": 5}
    game = field(units, marks=south, **stocking)
    s = game.state
    zone, city = {*GRID.neighbours[GRID.hex("1926")]}, {RULES.pusan, *GRID.neighbours[RULES.pusan]}
    taken = {GRID.hex(label) for label in ("1926", "2128", "1522", "1221")}
    found = depots.legal(s, UN)
    for h in bits(RULES.land):
        near = GRID.distance(h, GRID.hex("1625")) <= 4 and RULES.near_lines >> h & 1
        wanted = (h in city or near or h == GRID.hex("2511")) and h not in zone | taken
        assert bool(found >> h & 1) == bool(wanted), GRID.label(h)
        assert h == GRID.hex("1221") or (why(game, f"depot {GRID.label(h)} 1") == []) == bool(wanted), GRID.label(h)


@pytest.mark.rule("W-5.1c", "W-5.1b", by="value")
def test_values_of_depots_go_up_and_down():
    stocking: dict[str, Any] = {"phase": "depot_placement", "frame": {"kind": "Stocking", "side": "un"}, "turn": 5}
    game = field({"1625": "US-2, DEPOT-UN-1 value=2", "3815": "NK-1"}, **stocking)
    depot = number(game, "DEPOT-UN-1")
    assert [offer.mode for offer in game.offers() if depot in offer.units] == ["1", "3"]
    assert {offer.mode for offer in game.offers() if offer.verb == "depot" and not offer.units} == {"1"}


@pytest.mark.rule("W-5.1u", "W-5.1v", "W-14.2c", by="value")
def test_the_sources_of_both_sides():
    """Kunsan is mined, Haeju is the enemy's, Inch'on is taken; a beachhead is a source, Kaesong is none."""
    game = field({"2511": "BEACH-1", "0806": "NKG-1", **FAR}, marks=["mines 2111", "taken 3713"])
    places = {GRID.label(h) for h in bits(depots.sources(game.state, UN))}
    assert places == {"0928", "1024", "1831", "3431", "0617", "2511"}
    assert {RULES.board.place_at(h) for h in bits(depots.sources(game.state, COMMUNIST))} == {"P'yongyang", "Wonsan"}


@pytest.mark.rule("W-5.1n", "W-5.1q", by="value")
@pytest.mark.parametrize(("unit", "wanted"), [("NKG-1", [2, 2]), ("NK-6", [8]), ("", [2])])
def test_a_depot_defends_where_no_combat_unit_is(unit: str, wanted: list[int]):
    """With a garrison both count; with a division the depot does not."""
    there = ", ".join(filter(None, (unit, "DEPOT-NK-1 value=2")))
    game = field({CENTRE: there, RING[0]: "US-2", **FAR}, turn=2)
    attack: Any = game.parse("attack US-2")
    found = engagement.defense_parts(game.state, COMMUNIST, attack.fight(game.state, first=False))
    assert [value for _, value in found] == wanted


@pytest.mark.rule("W-5.1p", "W-8.2e", by="value")
def test_the_assets_of_a_depot_that_is_beaten_go_to_no_other_depot():
    units = {
        CENTRE: "DEPOT-NK-1 value=1",
        "with:DEPOT-NK-1": "NKA-203",
        RING[0]: "US-2",
        RING[3]: "NK-7, DEPOT-NK-2 value=1",
    }
    game = play(field({**units, **FAR}, turn=5, cas=0, dice=[9]), "attack US-2 all_out")
    assert (where(game, "DEPOT-NK-1"), where(game, "DEPOT-NK-2")) == ("out", RING[3])
    assert where(game, "NKA-203") == "eliminated"


@pytest.mark.rule("W-5.1s", "W-5.1r", by="value")
@pytest.mark.parametrize(("unit", "stays"), [("NK-6", True), ("NK-RPL1-1", False)])
def test_a_depot_stays_only_with_a_unit_that_is_left(unit: str, stays: bool):
    """A replacement unit of one step that stands is gone, and the depot with it."""
    units = {CENTRE: f"{unit}, DEPOT-NK-1 value=1", RING[0]: "US-2", RING[3]: "NK-8, DEPOT-NK-2 value=1", **FAR}
    fight = {"kind": "Combat", "side": "un", "unit": "US-2", "hex": RING[0], "mode": "normal", "attackers": ["US-2"]}
    fight |= {"targets": [CENTRE], "assets": [], "armor": [], "defenders": [unit], "landing": False, "first": False}
    fight |= {"bonus": 0, "support": 0, "die": 5, "result": "Dr", "stage": "retreat", "stood": [RING[0]]}
    game = play(field(units, frame=fight, turn=5), f"stand {CENTRE}")
    assert where(game, "DEPOT-NK-1") == (CENTRE if stays else "out")
    assert where(game, "DEPOT-NK-2") == RING[3]


@pytest.mark.rule("W-5.1w", by="value")
@pytest.mark.parametrize(
    ("blocker", "marks", "supplied"),
    [({}, [], True), ({"2311": "NKG-1"}, [], False), ({"2311": "DEPOT-NK-1 value=1"}, [], False)],
)
def test_enemy_units_cut_a_line(blocker: dict[str, str], marks: list[str], supplied: bool):
    """All else around Kunsan is shut, and the line leads over the estuary and 2311; a depot is an enemy too."""
    kunsan = {GRID.label(n): f"NKG-{i}" for i, n in enumerate(bits(RULES.beside[GRID.hex("2111")]), 2)}
    game = field({"2911": "US-2", "2211": "NKG-9", **kunsan, **blocker}, marks=[*mined("2111"), *marks])
    assert bool(depots.supplied(game.state, UN) >> GRID.hex("2911") & 1) == supplied


@pytest.mark.rule("W-5.1w", "W-4.4j", by="value")
def test_an_enemy_city_stops_lines_and_ranges_and_an_own_one_does_not():
    for taken, open_ in (([], True), (["taken 2317"], False)):
        game = field({"1625": "US-2, DEPOT-UN-1 value=1", "3815": "NK-6"}, turn=5, marks=taken)
        taejon = GRID.hex("2317")
        assert bool(depots.clear(game.state, UN) >> taejon & 1) == open_
        assert (taejon in command.arrivals(game.state, number(game, "DEPOT-UN-1"))) == open_


@pytest.mark.rule("W-5.2b", by="value")
@pytest.mark.parametrize("turn", [3, 4])
@pytest.mark.parametrize("place", ["0928", "3016"])
def test_the_column_of_the_turn_whatever_the_source(turn: int, place: str):
    game = field({place: "DEPOT-UN-1 value=2", **FAR}, turn=turn, marks=mined("3713", "0928"))
    chart = game.state.rules.charts["un_depot"]
    found = [supply.gained(game.state, number(game, "DEPOT-UN-1"), die) for die in range(10)]
    assert found == [chart[str(die), f"turn_{turn}_2"] for die in range(10)]


@pytest.mark.rule("W-5.2j", "W-5.2k", "W-5.2aa", by="value")
@pytest.mark.parametrize("province", [*CENTRAL, "kyongsang_namdo", "kyonggi", "hwanghae"])
def test_where_north_korean_depots_suffer_while_the_un_has_seoul(province: str):
    there = RULES.provinces[data.PROVINCES.index(province)] & RULES.land & ~RULES.cities
    place = GRID.label(next(h for h in bits(there) if GRID.distance(h, GRID.hex("1625")) > 2))
    units = {place: "DEPOT-NK-1 value=1 spent=1", "1625": "US-2", "5608": "NK-6"}
    frame: dict[str, Any] = {"phase": "expenditure", "frame": {"kind": "Adding", "side": "communist"}}
    die = -2 if province in CENTRAL else -3 if province == "kyongsang_namdo" else 0
    for taken, wanted in (([], die), (["taken 3815"], 0)):
        game = field(units, turn=5, communist_bank=1, marks=taken, **frame)
        assert sum(part.die for part in supply.modifiers(game.state, number(game, "DEPOT-NK-1"))) == wanted
        assert (game.decider == "communist") == (not wanted)
        assert not wanted or "bonus" not in verbs(game)


@pytest.mark.rule("W-5.2n", "W-5.2o", by="value")
@pytest.mark.parametrize(
    ("units", "marks", "joined"),
    [
        ({}, [], True),
        ({"1027": "NK-9"}, [], False),  # it stands on one railroad out of Pusan; the other lies in its zone
        ({"1027": "NKG-9"}, [], True),  # without a zone it shuts only one of them
        ({"1027": "NKG-9", "1028": "NKG-8"}, [], False),
        ({"1027": "NK-9", "1028": "TF-SMITH"}, [], True),  # any UN unit keeps a hex in a zone open
        ({"1027": "NK-9", "1028": "ROKR-2"}, [], True),
        ({}, ["taken 0928"], False),
    ],
)
def test_a_railroad_to_pusan(units: dict[str, str], marks: list[str], joined: bool):
    """A depot near Inch'on, the only port that is open; a regiment holds Pusan."""
    fed = {"3016": "DEPOT-UN-1 value=1", "3815": "US-2", "5608": "NK-6", "0928": "ROKR-1"}
    game = field({**fed, **units}, turn=5, marks=[*mined("3713"), *marks])
    found = supply.modifiers(game.state, number(game, "DEPOT-UN-1"))
    assert {part.name: part.die for part in found} == ({} if joined else {"no_railroad": -1})
    early = field({**fed, **units}, turn=4, marks=mined("3713"))
    assert supply.modifiers(early.state, number(early, "DEPOT-UN-1")) == []


@pytest.mark.rule("W-5.2n", by="value")
def test_pusan_itself_needs_no_railroad():
    """Nobody holds it, and NK-9 beside it keeps every path out, but the line of a depot may end there."""
    units = {"1028": "US-2, DEPOT-UN-1 value=1", "1027": "NK-9", "5608": "NK-6"}
    game = field(units, turn=5, marks=mined("0928"))
    assert game.state.closed(UN) >> RULES.pusan & 1
    assert supply.source(game.state, number(game, "DEPOT-UN-1")) == RULES.pusan
    assert supply.modifiers(game.state, number(game, "DEPOT-UN-1")) == []


@pytest.mark.rule("W-5.2n", "W-17.3b", by="value")
@pytest.mark.parametrize(("units", "joined"), [({}, True), ({"5620": "NKG-1", "5421": "NKG-2"}, False)])
def test_a_railroad_to_the_edge_beyond_which_pusan_lies(units: dict[str, str], joined: bool):
    """In the third scenario the railroads of Wonsan lead over the southern edge."""
    game = field(
        {"4719": "ROK-1", "6506": "CCF-148", **units}, scenario="chinese_intervene", turn=6, marks=["taken 5521"]
    )
    assert game.state.rules.south_edge >> GRID.hex("4719") & 1
    assert bool(supply.connected(game.state) >> GRID.hex("5521") & 1) == joined


@pytest.mark.rule("W-5.2z", "W-5.2ab")
def test_no_banked_point_for_an_offensive_depot():
    units = {"1625": "US-2, DEPOT-UN-1 value=1 spent=3", "0928": "DEPOT-UN-2 value=1 spent=2", "3815": "NK-6"}
    game = field(units, un_bank=2, **ADDING)
    assert why(game, "bonus DEPOT-UN-1") == ["W-5.2z"]
    play(game, "bonus DEPOT-UN-2")
    assert "bonus" not in verbs(game)
    assert track(game, "un_bank") == 1


@pytest.mark.rule("W-5.2x", "W-5.2y", by="value")
def test_points_that_were_banked_earlier_can_be_used():
    """What was put into the box in the phase before is free in this one."""
    units = {"0928": "DEPOT-UN-1 value=3 points=1", "1625": "US-2", "5608": "NK-6"}
    game = ended("supply_levels", units, turn=5, un_bank=2, un_saved=2)
    play(game, "spend DEPOT-UN-1 1")
    assert "bonus" in verbs(game)


@pytest.mark.rule("W-5.2ac", by="value")
def test_initiative_levels_begin_anew_in_every_phase():
    units = {"0928": "DEPOT-UN-1 value=3 points=2", "1625": "US-2", "5608": "NK-6"}
    game = ended("supply_levels", units, turn=5, un_initiative=3, communist_initiative=2)
    play(game, "spend DEPOT-UN-1 1")
    assert (track(game, "un_initiative"), track(game, "communist_initiative")) == (1, 0)


# --------------------------------------------------------------------------------------- operations and activations


@pytest.mark.rule("W-7.4e", "W-7.4a", by="value")
def test_the_next_unit_attacks_with_a_clean_slate():
    """What a unit did in its activation neither takes the 1 of a Normal Attack from the next nor bars its hex."""
    rear = next(GRID.label(n) for n in GRID.neighbours[GRID.hex(RING[0])] if GRID.distance(n, GRID.hex(CENTRE)) == 2)
    units = {CENTRE: "NK-6", RING[0]: f"ROKR-1 start={RING[0]}, ROKR-2 start={RING[0]}", rear: f"ROKR-3 start={rear}"}
    game = field({**units, **FAR}, turn=2, dice=[9, 9])
    play(game, "attack ROKR-1")
    assert game.state.top.bonus  # type: ignore[attr-defined]
    assert why(game, "attack ROKR-1") == ["W-7.4a"]
    play(game, "end")
    entries = game.play("attack ROKR-2")
    assert [e.args["drm"] for entry in entries for e in entry.events if e.text == "result"] == [1]
    assert where(game, "ROKR-2") == "eliminated"
    play(game, f"move ROKR-3 {rear}-{RING[0]} tactical")
    assert why(game, "attack ROKR-3") == []


@pytest.mark.rule("W-9.2d", "W-9.2f", by="value")
def test_a_unit_with_one_defender_on_its_bank_must_join():
    """It touches two defenders, one of them across a river; the active unit touches both."""
    dry = RULES.land & ~RULES.cities
    own, first, second, active = next(
        (h, a, b, c)
        for h in bits(dry)
        for a in bits(RULES.beside[h])
        for b in bits(RULES.beside[h] & RULES.beside[a])
        for c in bits(RULES.beside[a] & RULES.beside[b])
        if RULES.rivers.has(h, a) and not RULES.rivers.has(h, b) and c != h
    )
    places: dict[str, str] = dict(
        zip(map(GRID.label, (own, first, second, active)), ("US-3", "NK-6", "NK-7", "US-2"), strict=True)
    )
    game = field(places, turn=2)
    attack: Any = game.parse("attack US-2")
    fight = attack.fight(game.state, first=False)
    assert {*fight.targets} == {first, second}
    assert number(game, "US-3") in fight.attackers


@pytest.mark.rule("W-7.4d", "W-7.5j", by="value")
def test_where_a_unit_began_is_noted_anew_in_every_phase_and_kept_by_replacements():
    frame = {"kind": "Sweeping", "hexes": []}
    units = {CENTRE: f"US-2 start={RING[0]}", "3815": "NK-1", "0928": "US-7"}
    game = field(units, phase="minesweeping", part="first_action", frame=frame, turn=3)
    assert game.state.start[number(game, "US-2")] - 1 == GRID.hex(CENTRE)
    hurt = field({CENTRE: f"US-2 fatigued start={CENTRE}", **FAR}, turn=3)
    losses.lose_step(hurt.state, number(hurt, "US-2"))
    (unit,) = hurt.state.fighters(UN)[GRID.hex(CENTRE)]
    assert hurt.state.rules.replacement[unit]
    assert (hurt.state.start[unit] - 1, hurt.state.fatigued(unit)) == (GRID.hex(CENTRE), True)


@pytest.mark.rule("W-7.5r", by="value")
def test_a_position_may_be_raised_in_the_next_segment():
    game = field({"2317": "ROKR-1, ROKR-2", "2319": "NK-6"}, turn=3, left=2, passed=("communist",))
    play(game, "entrench ROKR-1")
    assert "fresh 2317" in marks(game)
    assert why(game, "entrench ROKR-2") == ["W-7.5r"]
    play(game, "pass")
    assert "un_works 2317 1" in marks(game)
    assert not any(mark.startswith("fresh") for mark in marks(game))


@pytest.mark.rule("W-6.1m", by="value")
@pytest.mark.parametrize(("passed", "cut"), [((), False), (("communist",), True)])
def test_an_asterisk_counts_only_after_the_communists_have_passed(passed: tuple[str, ...], cut: bool):
    """A 3 in turn 1 is one operation with an asterisk."""
    waiting = {"kind": "Operating", "side": "un", "rolled_for": False, "left": 0, "done": False, "passed": list(passed)}
    frame = {**waiting, "unit": None, "ap": 0, "fought": [], "bonus": False}
    game = field({"3815": "ROKR-1", "4513": "NK-6"}, scenario="invasion", turn=1, frame=frame, dice=[3])
    assert operations.operations(game.state, UN, 3) == (1, True)
    assert ("cut_short" in said(game.entries())) == cut
    assert cut or (game.decider, game.state.top.left) == ("un", 1)  # type: ignore[attr-defined]


@pytest.mark.rule("W-7.1c")
@pytest.mark.parametrize("unit", ["TF-SMITH", BATTALION])
def test_units_that_are_never_active(unit: str):
    game = field({CENTRE: unit, **FAR})
    assert why(game, f"rest {unit}") == ["W-7.1c"]
    assert number(game, unit) not in {u for offer in game.offers() for u in offer.units}


@pytest.mark.rule("W-7.5h", "W-7.5f", "W-7.5g", "W-8.1d", by="value")
@pytest.mark.parametrize(("level", "wanted"), [(1, (12, 3, 2, 5, 2, 6)), (2, (16, 4, 2, 6, 2, 8))])
def test_who_has_the_benefit_of_an_entrenchment(level: int, wanted: tuple[int, ...]):
    """8-3 of a division, 2-1 of a garrison and the 4 of its armor are raised one by one."""
    units = {CENTRE: "NK-6, NKG-1", "with:NK-6": "NKA-203", RING[0]: "US-2", "with:US-2": "ARM-6", "1625": "US-7"}
    game = field(units, turn=2, marks=[f"communist_works {CENTRE} {level}"])
    s, h = game.state, GRID.hex(CENTRE)
    division, garrison, tank = (number(game, name) for name in ("NK-6", "NKG-1", "NKA-203"))
    defense = [values.defense(s, unit, h) for unit in (division, garrison)]
    guns = [values.anti_tank(s, unit, h) for unit in (garrison, division, garrison, tank)]
    assert (*defense, *guns) == wanted
    fight: Any = game.parse("attack US-2 normal ARM-6")
    begun = fight.fight(s, first=False)
    assert engagement.odds(s, begun)[1] == sum(wanted[:2])
    assert engagement.armor_odds(s, begun)[1] == sum(guns[1:])


@pytest.mark.rule("W-7.5h", "W-7.5n", by="value")
def test_assets_and_battalions_in_an_entrenchment():
    game = field(
        {CENTRE: f"US-5RCT, {BATTALION}", "with:US-5RCT": "BN-PHL", **FAR}, turn=2, marks=[f"un_works {CENTRE} 2"]
    )
    s, h = game.state, GRID.hex(CENTRE)
    assert [values.defense(s, number(game, name), h) for name in ("US-5RCT", "BN-PHL", BATTALION)] == [8, 2, 2]


@pytest.mark.rule("W-7.5i", "W-7.5j", by="value")
@pytest.mark.parametrize(("start", "wanted"), [(CENTRE, (17, 9)), (RING[0], (9, 5)), ("", (9, 5))])
def test_whose_mobile_side_counts_in_an_entrenchment(start: str, wanted: tuple[int, int]):
    """A fatigued division that was there when the phase began; one that came from the next hex; one that was placed:
    defense and anti-tank value."""
    unit = f"US-2 fatigued start={start}" if start else "US-2 fatigued"
    game = field({CENTRE: unit, **FAR}, turn=2, marks=[f"un_works {CENTRE} 1"])
    s, h, division = game.state, GRID.hex(CENTRE), number(game, "US-2")
    assert (values.defense(s, division, h), values.anti_tank(s, division, h)) == wanted


@pytest.mark.rule("W-2.2b", by="value")
@pytest.mark.parametrize(("lost", "wanted"), [(0, (8, 4)), (1, (4, 2))])
def test_reduced_armor_has_lower_values(lost: int, wanted: tuple[int, int]):
    game = field({CENTRE: "US-2", "with:US-2": f"ARM-6 lost={lost}", **FAR})
    tank = number(game, "ARM-6")
    assert (values.armor(game.state, tank), values.anti_tank(game.state, tank, GRID.hex(CENTRE))) == wanted


@pytest.mark.rule("W-3.E13", by="value")
@pytest.mark.parametrize("unit", ["TF-SMITH", "BEACH-1", "DEPOT-UN-1 value=1", "ROKR-1"])
def test_who_occupies_an_entrenchment(unit: str):
    """Only who has the benefit of it."""
    game = ended("recovery", {CENTRE: unit, **FAR}, turn=5, marks=[f"un_works {CENTRE} 1"])
    assert (f"un_works {CENTRE} 1" in marks(game)) == (unit == "ROKR-1")


@pytest.mark.rule("W-7.3h", by="value")
@pytest.mark.parametrize("cls", ["communist", "placed"])
def test_all_units_of_the_communists_pay_more_on_restricted_roads(cls: str):
    """Half a point, and one in a province with restricted roads, also for divisions that were just placed."""
    a, b = next(p for p in RULES.board.roads.pairs() if all(RULES.land >> h & 1 for h in p))
    there = frozenset({RULES.province_of[b]})
    assert [RULES.costs(cls, restricted).of(a, b) for restricted in (frozenset[int](), there)] == [1, 2]


# ----------------------------------------------------------------------------------------------------------- assets


@pytest.mark.rule("W-8.2a", "W-8.2h", by="value")
@pytest.mark.parametrize(("place", "near"), [(NEAR, True), (BEYOND, False)])
def test_assets_change_hands_within_secondary_range(place: str, near: bool):
    """From a unit to a depot, and from a depot to a unit; another unit beside the depot can always be served."""
    tanks = {"with:US-2": "ARM-6", "with:US-7": "ARM-72"}
    units = {place: "US-2", "0928": "US-7, DEPOT-UN-1 value=1", "5608": "NK-6"}
    frame = {"kind": "Transferring", "side": "un", "done": []}
    away = field({**units, **tanks}, turn=5, phase="asset_transfer", frame=frame)
    assert why(away, "assign ARM-72 DEPOT-UN-1") == []
    assert why(away, "assign ARM-6 DEPOT-UN-1") == ([] if near else ["W-8.2a"])
    frame = {"kind": "Reassigning", "side": "un", "done": []}
    back = field({**units, "with:DEPOT-UN-1": "ARM-6"}, turn=5, phase="asset_reassignment", frame=frame)
    assert why(back, "assign ARM-6 US-7") == []
    assert why(back, "assign ARM-6 US-2") == ([] if near else ["W-8.2h"])


@pytest.mark.rule("W-8.2b", by="value")
def test_a_depot_without_a_port_in_range_gets_nothing_from_the_box():
    """Only Pusan is the UN's, or not even that."""
    lost = [f"taken {GRID.label(h)}" for h in bits(RULES.ports & RULES.home_cities[UN] & ~(1 << RULES.pusan))]
    frame = {"kind": "Transferring", "side": "un", "done": []}
    for place, marked, near in ((NEAR, lost, True), (BEYOND, lost, False), (NEAR, [*lost, "taken 0928"], False)):
        units = {place: "US-2, DEPOT-UN-1 value=1", "reserve": "ARM-6", "5608": "NK-6"}
        game = field(units, turn=5, phase="asset_transfer", frame=frame, marks=marked)
        assert (game.decider == "un" and "assign" in verbs(game)) == near


@pytest.mark.rule("W-8.2e", "W-5.3c", by="value")
@pytest.mark.parametrize(("place", "end"), [(NEAR, "with:DEPOT-UN-1"), (BEYOND, "destroyed")])
def test_assets_that_are_alone_beyond_secondary_range_are_lost(place: str, end: str):
    alone = {"kind": "Sheltering", "side": "un", "units": ["ARM-6"]}
    game = field({place: "ARM-6", "0928": "DEPOT-UN-1 value=1", "1625": "US-2", "5608": "NK-6"}, turn=5, frame=alone)
    assert (where(game, "ARM-6") == "with:DEPOT-UN-1") == (place == NEAR)
    units = {place: "DEPOT-UN-2 value=1", "with:DEPOT-UN-2": "ARM-6", "0928": "DEPOT-UN-1 value=1", "1625": "US-2"}
    markers = field({**units, "5608": "NK-6"}, turn=5, phase="markers", frame={"kind": "Removing", "side": "un"})
    assert where(play(markers, "remove DEPOT-UN-2"), "ARM-6") == end


@pytest.mark.rule("W-8.1e")
def test_a_regiment_has_one_asset():
    units = {"1625": "ROKR-1, ROKR-2, DEPOT-UN-1 value=1", "with:ROKR-1": "ARM-72", "with:DEPOT-UN-1": "ARM-6"}
    frame = {"kind": "Reassigning", "side": "un", "done": []}
    game: Game = field({**units, "3815": "NK-6"}, turn=5, phase="asset_reassignment", frame=frame)
    assert why(game, "assign ARM-6 ROKR-1") == ["W-8.1e"]
    assert why(game, "assign ARM-6 ROKR-2") == []
    other = field({"1625": "ROKR-1, ROKR-2", "with:ROKR-1": "ARM-72", "with:ROKR-2": "ARM-6", "3815": "NK-6"})
    assert why(other, "swap ARM-6 ROKR-1") == ["W-8.2j"]


@pytest.mark.rule("W-8.2j")
def test_a_division_swaps_no_assets():
    """Nor does a depot, and nobody with another hex."""
    units = {"1625": "US-2, DEPOT-UN-1 value=1", "with:US-2": "ARM-6", "with:DEPOT-UN-1": "ARM-72", "1725": "ROKR-1"}
    units |= {"2317": "ROKR-2, ROKR-3", "with:ROKR-2": "ARM-73", "3815": "NK-6"}
    game = field(units)
    for line in ("swap ARM-6 ROKR-1", "swap ARM-72 US-2", "swap ARM-73 ROKR-1"):
        assert why(game, line) == ["W-8.2j"]
    assert why(game, "swap ARM-73 ROKR-3") == []


@pytest.mark.rule("W-7.3r", "W-7.3q")
@pytest.mark.rule("W-9.5l", by="value")
def test_a_replacement_unit_stands_alone_as_a_division_does():
    game = field({"2317": "US-RPL1-1", "2416": "ROKR-5", "2316": "US-2", "2219": "NK-6"})
    assert why(game, "move ROKR-5 2317") == ["W-7.3r"]
    assert why(game, "move US-RPL1-1 2416") == ["W-7.3r"]
    assert why(game, "move US-2 2317") == ["W-7.3r"]
    full = field({"2317": "ROKR-1, ROKR-2, ROKR-3, TF-SMITH", "2416": "ROKR-5", "2219": "NK-6"})
    assert why(full, "move ROKR-5 2317") == ["W-7.3q"]
