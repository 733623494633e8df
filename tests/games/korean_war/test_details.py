"""Single rules of The Korean War that other tests do not touch: units, zones, costs, modifiers, reinforcements."""

import msgspec
import pytest

from parallel38.games.korean_war.rules import (
    ashore,
    closing,
    control,
    engagement,
    landings,
    losses,
    supply,
    values,
    zones,
)
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.games.korean_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, field, flags, marks, new, number, play, said, track, where
from tests.games.korean_war.test_combat import CENTRE, RING, fight, mods


@pytest.mark.rule("W-2.2a", "W-2.2b", "W-2.2d", "W-4.1a", "W-4.1b", "W-4.1c", "W-4.1d", "W-4.1e", "W-9.5g", by="value")
def test_the_kinds_of_counters():
    rules = new().state.rules
    unit = {name: i for i, name in enumerate(rules.names.units)}
    assert [rules.attack[side][unit["US-2"]] for side in (0, 1)] == [20, 10]
    assert [rules.armor[side][unit["ARM-6"]] for side in (0, 1)] == [8, 4]
    assert {rules.size[u] for u in range(len(rules.size)) if rules.asset[u] or rules.garrison[u]} == {""}
    assert rules.combat[unit["UK-27"]]
    assert rules.combat[unit["NK-RPL1-1"]]
    assert {rules.side_of[u] for u in rules.garrisons} == {COMMUNIST}
    assert not any(rules.combat[u] for kind in ("para_battalion", "task_force_smith") for u in rules.of_kind[kind])
    assert {rules.side_of[u] for u in rules.of_kind["air_fighter"]} == {UN}
    steps = {"US-2": 3, "US-RPL2-1": 2, "US-RPL1-1": 1, "ROKR-1": 1, "ARM-6": 2, "BN-PHL": 1, "NKG-1": 1, "TF-SMITH": 1}
    assert {name: rules.steps[unit[name]] for name in steps} == steps


@pytest.mark.rule("W-4.2a", "W-4.2b", "W-4.2d", "W-4.2e", by="value")
def test_zones_of_control():
    game = field({CENTRE: "NK-6", "1625": "US-2"})
    assert {game.state.rules.grid.label(h) for h in bits(game.state.zone(COMMUNIST))} == set(RING)
    quiet = field({CENTRE: "NKG-1, DEPOT-NK-1 value=1", "1625": "US-2", "5608": "NK-6"})
    assert not any(quiet.state.zone(COMMUNIST) >> quiet.state.rules.grid.hex(label) & 1 for label in RING)
    across = next(pair for pair in game.state.rules.rivers.pairs() if all(game.state.rules.land >> h & 1 for h in pair))
    if not game.state.rules.water.has(*across):
        river = field({game.state.rules.grid.label(across[0]): "NK-6", "1625": "US-2"})
        assert river.state.zone(COMMUNIST) >> across[1] & 1


@pytest.mark.rule("W-4.3a", "W-4.3b", "W-4.3c", "W-4.3h", "W-7.3c", "W-7.3f", "W-7.3g", "W-7.3j", "W-7.3i", by="value")
def test_costs():
    rules = new().state.rules
    table, grid = rules.costs("un", frozenset()), rules.grid
    road = next(p for p in rules.board.roads.pairs() if rules.land >> p[0] & 1 and rules.land >> p[1] & 1)
    assert table.of(*road) == 1
    both = next(p for p in rules.board.roads.pairs() if rules.board.rails.has(*p) and rules.land >> p[0] & 1)
    assert table.of(*both) in (1, None)
    bare = [
        (a, b)
        for a in rules.beside
        for b in bits(rules.beside[a])
        if not rules.lines.has(a, b) and not rules.water.has(a, b)
    ]
    for a, b in bare[:4000]:
        wanted = rules.price[rules.terrain(b), "un"] + (rules.price["river", "un"] if rules.rivers.has(a, b) else 0)
        assert table.of(a, b) == wanted, (grid.label(a), grid.label(b))
    rails = [p for p in rules.board.rails.pairs() if not rules.board.roads.has(*p) and not rules.trails.has(*p)]
    rails = [p for p in rails if rules.land >> p[0] & 1 and rules.land >> p[1] & 1]
    for a, b in rails:
        assert table.of(a, b) == (2 if rules.clear >> b & 1 else min(4, table.of(a, b)))
    placed = rules.costs("placed", frozenset())
    assert all(placed.of(a, b) <= rules.price["rail", "communist"] // 2 for a, b in rails)


@pytest.mark.rule("W-5.1n", "W-5.1o", "W-5.1q", "W-8.2d", "W-8.1d", "W-9.2l", by="value")
def test_depots_and_assets_in_defence():
    alone = field(
        {CENTRE: "DEPOT-UN-1 value=2", "with:DEPOT-UN-1": "BN-PHL", RING[0]: "NK-6", "1625": "US-2"}, side="communist"
    )
    assert engagement.odds(alone.state, fight(alone, "attack NK-6"))[1] == 3
    with_unit = field(
        {CENTRE: "DEPOT-UN-1 value=2, US-2", "with:US-2": "BN-PHL", RING[0]: "NK-6"}, side="communist", turn=2
    )
    assert engagement.odds(with_unit.state, fight(with_unit, "attack NK-6"))[1] == 12


@pytest.mark.rule("W-5.1r")
@pytest.mark.rule("W-5.1s")
def test_a_depot_with_units_is_lost_unless_they_stand():
    units = {CENTRE: "NK-6, DEPOT-NK-1 value=1", RING[0]: "US-2", "3815": "NK-1"}
    result = {
        "side": "un",
        "unit": "US-2",
        "hex": RING[0],
        "mode": "normal",
        "attackers": ["US-2"],
        "targets": [CENTRE],
    }
    usual = {"kind": "Combat", "assets": [], "armor": [], "defenders": ["NK-6"], "landing": False, "first": False}
    usual |= {"bonus": 0, "support": 0, "die": 5, "stage": "wreck", **result}
    stood = field(units, frame={**usual, "result": "Dr"})
    assert where(stood, "DEPOT-NK-1") == CENTRE
    lost = field(units, frame={**usual, "result": "D1"})
    assert where(lost, "DEPOT-NK-1") == "out"


@pytest.mark.rule("W-5.2f", "W-5.2g")
def test_the_supply_level_segment():
    units = {"0928": "DEPOT-UN-1 value=3", "1625": "US-2", "3815": "NK-6"}
    game = field(units, turn=5, phase="supply_levels", frame={"kind": "Levels", "units": ["DEPOT-UN-1"]}, dice=[9])
    assert "supply_gained" in said(game.entries())
    hidden = field({**units, "0928": "DEPOT-UN-1 value=3 isolated"})
    hidden.state.set_frames(hidden.state.frames[:1])
    supply.begin_levels(hidden.state)
    assert len(hidden.state.frames) == 1


@pytest.mark.rule("W-7.3s", "W-7.3q", "W-9.5l", by="value")
def test_what_counts_for_stacking():
    game = field({"1625": "US-2, DEPOT-UN-1 value=1, TF-SMITH", "1725": "US-RPL1-1, BEACH-1", "3815": "NK-6"})
    assert game.state.fighters(UN)[game.state.rules.grid.hex("1625")] == [number(game, "US-2")]


@pytest.mark.rule("W-9.1f", "W-9.4g", "W-7.5k", "W-7.5n", by="value")
def test_anti_tank_values():
    game = field({CENTRE: "US-2", "1625": "US-3", "3815": "NK-6"}, turn=5, marks=[f"un_works {CENTRE} 1"])
    h, unit = game.state.rules.grid.hex(CENTRE), number(game, "US-2")
    assert values.anti_tank(game.state, unit, h) == 9  # 6 without the chart, times 1½
    assert values.defense(game.state, unit, h) == 9  # 11 halved is 6, times 1½
    battalion = game.state.rules.of_kind["para_battalion"][0]
    assert values.sheltered(game.state, battalion, h) == 0


@pytest.mark.rule("W-9.4f", "W-9.4m", "W-9.4n", "W-9.4o", by="value")
def test_armor_modifiers():
    rules = new().state.rules
    broken = next(h for h in rules.beside if rules.broken >> h & 1 and not rules.cities >> h & 1 and rules.beside[h])
    near = next(bits(rules.beside[broken]))
    units = {rules.grid.label(broken): "NK-6", rules.grid.label(near): "US-2", "with:US-2": "ARM-6"}
    game = field(units)
    names = {part.name for part in engagement.armor_modifiers(game.state, fight(game, "attack US-2 normal ARM-6"))}
    assert "broken" in names
    town = rules.board.places["Seoul"]
    beside = next(bits(rules.beside[town]))
    city = field({"3815": "NK-6", rules.grid.label(beside): "US-2", "with:US-2": "ARM-6"})
    found = fight(city, "attack US-2 normal ARM-6")
    assert "city" in {part.name for part in engagement.armor_modifiers(city.state, found)}
    assert engagement.armor_total(city.state, found) >= -5


@pytest.mark.rule("W-9.4t", "W-9.4ac", "W-11.2j", "W-11.2i", by="value")
def test_modifiers_of_a_landing():
    units = {"reserve": "1-MAR", "3713": "NK-6", "with:NK-6": "NKA-203", "1625": "US-2"}
    for turn, naval in ((3, 1), (4, 2)):
        game = field(units, turn=turn, capacity=1, cas=1, marks=["taken 3713"])
        play(game, "assault 1-MAR 3713")
        found = {part.name: part.die for part in engagement.modifiers(game.state, game.state.top)}  # type: ignore[arg-type]
        assert found == {"naval": naval}


@pytest.mark.rule("W-9.4ah")
def test_a_low_wave_that_fails_costs_one_step_more():
    """10 to 6 is 1-1; a 2 with 2 and 1 added is A1, which becomes two steps."""
    units = {CENTRE: "US-2", RING[0]: "CCF-112", RING[5]: "DEPOT-NK-1 value=1 spent=1", "1625": "US-3"}
    game = field(units, side="communist", scenario="resurgent", turn=9, cas=0, dice=[2])
    assert engagement.result(game.state, fight(game, "attack CCF-112 wave"), 2) == "A1"
    play(game, "attack CCF-112 wave")
    (left,) = game.state.fighters(COMMUNIST)[game.state.rules.grid.hex(RING[0])]
    assert game.state.rules.unit_kind[left] == "ccf_div_rpl1"


@pytest.mark.rule("W-11.1c", "W-11.1b")
def test_amphibious_capacity():
    game = field({"1625": "US-2", "3815": "NK-6"}, turn=3, capacity=1)
    landings.set_capacity(game.state)
    assert track(game, "capacity") == 2


@pytest.mark.rule("W-11.2f", by="value")
def test_a_full_invasion_hex():
    game = field({"2511": "US-2", "reserve": "1-MAR", "3815": "NK-6"}, capacity=1)
    found = ashore.landing_hexes(game.state, number(game, "1-MAR"), game.state.rules.grid.hex("2511"))
    assert found
    assert not found >> game.state.rules.grid.hex("2511") & 1


@pytest.mark.rule("W-12.0h", "W-13.1ab")
def test_units_that_stay_for_a_phase_only():
    rules = new().state.rules
    battalion = rules.names.unit(rules.of_kind["para_battalion"][0])
    game = field({"1625": "US-2, TF-SMITH", "1725": battalion, "3815": "NK-6"})
    closing.recover(game.state)
    assert where(game, battalion) == "gone"
    closing.end_phase(game.state)
    assert where(game, "TF-SMITH") == "gone"


@pytest.mark.rule("W-13.2c", "W-13.3d", by="value")
def test_enclosed_units():
    units = {CENTRE: "FEC-24", **{RING[i]: f"NK-{n}" for i, n in ((0, 1), (2, 2), (4, 3))}, "1625": "US-2"}
    game = field(units)
    assert zones.enclosed(game.state, UN, game.state.rules.grid.hex(CENTRE))
    free = field({CENTRE: "FEC-24", RING[0]: "NK-1", "1625": "US-2"})
    assert not zones.enclosed(free.state, UN, free.state.rules.grid.hex(CENTRE))


@pytest.mark.rule("W-14.1c", "W-14.2e", "W-14.3a", "W-14.3b", by="value")
@pytest.mark.rule("W-14.3a", "W-14.3b", "W-14.2e")
def test_control_changes_hands():
    game = field({"1625": "US-2", "3815": "NK-6"})
    city = game.state.rules.board.places["Wonsan"]
    control.take(game.state, UN, city)
    assert marks(game) == {"taken 5521", "mines 5521"}
    assert not supply.depots.sources(game.state, COMMUNIST) >> city & 1
    control.take(game.state, COMMUNIST, city)
    assert marks(game) == set()
    assert supply.depots.sources(game.state, COMMUNIST) >> city & 1


@pytest.mark.rule("W-13.1s")
def test_arrivals_enter_the_box():
    game = field(
        {"1625": "US-2", "3815": "NK-6"},
        turn=3,
        phase="phase_start",
        part="first_action",
        frame={"kind": "Sweeping", "hexes": []},
    )
    assert "arrived" in said(game.entries())
    assert where(game, "US-5RCT") in ("reserve", "0928", "other_port")


@pytest.mark.rule("W-9.5j", "W-9.5k", by="value")
def test_a_replacement_takes_over_what_it_replaces():
    frame = {"kind": "Losing", "side": "un", "units": ["US-2"], "left": 1, "first": None, "rule": "W-9.5c"}
    game = field(
        {"1625": "US-2 landed", "with:US-2": "ARM-6", "1725": "US-3", "3815": "NK-6"}, frame=frame, phase="operations"
    )
    unit = game.state.fighters(UN)[game.state.rules.grid.hex("1625")][0]
    assert game.state.rules.unit_kind[unit] == "us_div_rpl2"
    assert where(game, "ARM-6") == f"with:{game.state.rules.names.unit(unit)}"
    assert flags(game, game.state.rules.names.unit(unit)) == "landed"


@pytest.mark.rule("W-9.5j", "W-9.5k", by="value")
@pytest.mark.parametrize("side_up", ["", " fatigued"])
def test_a_replacement_shows_the_side_and_began_the_phase_where_the_division_did(side_up: str):
    game = field({"1625": f"US-2{side_up} start=1725", "1725": "US-3", "3815": "NK-6"})
    losses.lose_step(game.state, number(game, "US-2"))
    assert where(game, "US-RPL2-1") == "1625"
    assert flags(game, "US-RPL2-1") == side_up.strip()
    assert cell(game, "start", "US-RPL2-1") == game.state.rules.grid.hex("1725") + 1


@pytest.mark.rule("W-15.1c", "W-9.4af", by="value")
def test_air_support_counts_for_the_un():
    game = field({CENTRE: "US-2", RING[0]: "NK-6", "1625": "US-3"}, side="communist", cas=3)
    found = msgspec.structs.replace(fight(game, "attack NK-6"), support=2)
    assert Part("air", -2, "W-9.4p") in engagement.modifiers(game.state, found)
    own = field({CENTRE: "NK-6", RING[0]: "US-2"}, cas=3)
    attacking = msgspec.structs.replace(fight(own, "attack US-2"), support=2)
    assert Part("air", 2, "W-9.4p") in engagement.modifiers(own.state, attacking)


@pytest.mark.rule("W-17.2", "W-17.3d", "W-17.4", "W-17.5", "W-22.2a", by="value")
@pytest.mark.parametrize(
    ("scenario", "bounds"),
    [
        ("invasion", [6, 14, None]),
        ("strike_back", [17, 20, 29, None]),
        ("chinese_intervene", [11, 14, None]),
        ("resurgent", [19, 22, 25, None]),
        ("defeat_into_victory", [59, 66, 79, None]),
        ("whole_war", [119, 149, 167, 199, 229, None]),
    ],
)
def test_levels_of_victory(scenario: str, bounds: list[int | None]):
    assert [level.most for level in new(scenario).state.rules.levels] == bounds


@pytest.mark.rule("W-17.3a", "W-17.3b", by="value")
def test_the_chinese_scenario():
    game = new("chinese_intervene")
    assert track(game.at(0), "period") == 2
    assert game.state.rules.south_edge
    assert not game.state.rules.rolls
    assert "attacked" not in flags(game, "CCF-112")
    assert mods(field({CENTRE: "NK-6", RING[0]: "US-2"}, turn=3), "attack US-2 intensive") == {"intensive": 2}
