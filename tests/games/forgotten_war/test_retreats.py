"""5.7 Retreats: the order of the priorities, units that are lost, guns, and what is peculiar to a battle."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import retreats
from parallel38.hexgrid import bits
from tests.games.forgotten_war.field import field, flags, lost, number, play, said, targets, where, why

HILL, VALLEY = "2634", "2635"
"""Of the neighbours of the first 2633, 2534 and 2734 lead away from the second; 2535 and 2735 do not."""
FOE, OTHER, THIRD, FOURTH = "1/235", "2/235", "3/235", "4/235"
FORCED, FREE = [5, 1], [5, 6]
"""A result of 0 for fire values from 5 to 8 that drives a unit off, and one that leaves it the choice."""
STAY: dict[str, Any] = {"communist_retreat": "never", "un_retreat": "never"}


def ends(game: Game) -> set[str]:
    """The hexes to which the unit that retreats may go."""
    frame: Any = game.state.top
    assert isinstance(frame, retreats.Retreats)
    return {game.state.rules.grid.label(way[-1]) for way in frame.ways(game.state, frame.unit)}


def driven(units: dict[str, str], shot: str, dice: list[int] = FORCED, **track: Any) -> Game:
    """A game after a shot."""
    return play(field(units, dice=dice, **track), shot)


# ----------------------------------------------------------------------------------------------------------- priorities


@pytest.mark.rule("F-5.7.a", "F-5.7.1.C2")
@pytest.mark.rule("F-5.7.1.A", "F-5.6", by="value")
def test_a_unit_retreats_first_to_a_vacant_hex_away_from_the_attacker():
    game = driven({HILL: FOE, "2633": OTHER, VALLEY: "A/5-1"}, f"fire A/5-1 {HILL}")
    assert game.decider == "communist"
    assert ends(game) == {"2534", "2734"}
    assert why(game, "end") == ["F-5.7.a"]
    assert why(game, f"retreat {FOE} 2633") == why(game, f"retreat {FOE} 2735") == ["F-5.7.1.C2"]
    assert where(play(game, f"retreat {FOE} 2534"), FOE) == "2534"


@pytest.mark.rule("F-5.7.1.C2", by="value")
def test_without_an_attacker_on_the_map_it_does_not_come_nearer_to_the_nearest_enemy():
    units = {"2530": "1/16-1", "2534": "A/34-1", "available": "AIR-1"}
    game = driven(units, "fire AIR-1 2530", scenario="naktong")
    grid = game.state.rules.grid
    start = grid.distance(grid.hex("2530"), grid.hex("2534"))
    assert ends(game) == {
        grid.label(n) for n in grid.neighbours[grid.hex("2530")] if grid.distance(n, grid.hex("2534")) >= start
    }
    assert len(ends(game)) < 6


@pytest.mark.rule("F-5.7.1.C2", by="value")
def test_away_from_a_distant_spotter_is_farther_from_him():
    units = {HILL: FOE, "2637": "A/5-1", "available": "AIR-1"}  # three hexes off
    game = driven(units, f"fire AIR-1 {HILL}")
    grid, start = game.state.rules.grid, 3
    around = {h: grid.distance(h, grid.hex("2637")) for h in grid.neighbours[grid.hex(HILL)]}
    assert {*around.values()} == {start - 1, start, start + 1}
    assert ends(game) == {grid.label(h) for h, far in around.items() if far > start}


@pytest.mark.rule("F-5.7.1.C3", "F-5.7.1.C4")
def test_then_to_friends_and_last_beside_an_enemy():
    friends = {"2633": OTHER, "2534": THIRD, "2734": FOURTH}
    game = driven({HILL: FOE, VALLEY: "A/5-1"} | friends, f"fire A/5-1 {HILL}")
    assert ends(game) == {*friends}
    assert why(game, f"retreat {FOE} 2735") == ["F-5.7.1.C3"]
    play(game, f"retreat {FOE} 2633")
    foes = {"2632": "A/7-1", "2834": "A/7-2", "2434": "A/7-3"}
    game = driven({HILL: FOE, VALLEY: "A/5-1", "2534": OTHER} | foes, f"fire A/5-1 {HILL}")
    assert ends(game) == {"2633", "2534", "2734", "2535", "2735"}
    play(game, f"retreat {FOE} 2535")
    assert where(game, FOE) == "2535"


@pytest.mark.rule("F-5.7.1.C1")
def test_a_hex_that_saves_the_unit_comes_before_all():
    units = {"1628": FOE, "1629": OTHER, "1528": "B/1E-1"}
    game = driven(units, "fire B/1E-1 1628", **STAY)
    assert where(game, FOE) in ("1728", "1729")  # vacant, but a supply dump
    assert lost(game, FOE) == 1
    game = driven({**units, "1628": f"{FOE} lost=1"}, "fire B/1E-1 1628", **STAY)
    assert (where(game, FOE), lost(game, FOE)) == ("1629", 1)
    game = driven({**units, "1628": f"{FOE} lost=1", "1630": THIRD, "1529": FOURTH}, "fire B/1E-1 1628", FREE)
    assert why(game, f"retreat {FOE} 1728") == ["F-5.7.1.C1"]


@pytest.mark.rule("F-5.7.1.C5")
@pytest.mark.parametrize("minor", [False, True])
def test_the_un_at_chosin_retreats_rather_near_a_major_road(minor: bool):
    """A minor road near the other hex is not enough."""
    rules = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules
    grid, land = rules.grid, rules.board.in_play
    far = grid.distance
    here, foe, near, beyond = next(
        (h, a, n, f)
        for h in bits(rules.near_major & ~rules.edge & ~rules.ice)
        for a in grid.neighbours[h]
        for n in grid.neighbours[h]
        for f in grid.neighbours[h]
        if far(n, a) > 1
        and far(f, a) > 1
        and rules.near_major >> n & 1
        and land >> f & ~rules.near_major >> f & 1
        and bool(rules.near_road >> f & 1) == minor
    )
    mine, his, close, away = map(grid.label, (here, foe, near, beyond))
    units = {mine: "B/31-1", his: "3/235", HILL: OTHER, VALLEY: "A/5-2"}
    game = driven(units, f"fire 3/235 {mine}", [3, 1], phase="communist_offensive_fire")
    assert close in ends(game)
    assert why(game, f"retreat B/31-1 {away}") == ["F-5.7.1.C5"]
    taken = {grid.label(n): f"A/32-{i}" for i, n in enumerate(grid.neighbours[here], 1) if rules.near_major >> n & 1}
    names = iter(("A/32-1", "A/32-2", "A/32-3", "B/32-1", "B/32-2"))
    full = {h: next(names) for h in taken if h not in (his, away)}
    game = driven(units | full, f"fire 3/235 {mine}", [3, 1], phase="communist_offensive_fire", **STAY)
    assert not rules.near_major >> game.state.where[number(game, "B/31-1")] & 1  # a wish, and no ban


@pytest.mark.rule("F-5.7.1.C6")
@pytest.mark.rule("F-6.1.3", by="value")
def test_last_of_all_a_unit_leaves_the_map():
    rules = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules
    around = [
        rules.grid.label(n) for n in rules.grid.neighbours[rules.grid.hex("0120")] if rules.board.in_play >> n & 1
    ]
    marines = ("A/5-1", "A/5-2", "A/5-3", "B/5-1", "B/5-2", "B/5-3")
    units = {"0120": FOE, HILL: OTHER, VALLEY: "C/5-1"} | dict(zip(around, marines, strict=False))
    game = driven(units, "fire A/5-1 0120", **STAY)
    assert where(game, FOE) == "returning"
    assert game.state.spent[number(game, FOE)] == rules.grid.hex("0120") + 1
    free = driven({h: u for h, u in units.items() if h != around[-1]}, "fire A/5-1 0120", FREE)
    assert why(free, f"leave {FOE}") == ["F-5.7.1.C6"]  # a hex is open
    choice = driven(units, "fire A/5-1 0120", FREE)
    assert why(choice, "end") == []
    assert where(play(choice, f"leave {FOE}"), FOE) == "returning"  # it may, if it has a result


# ------------------------------------------------------------------------------------------------------- units are lost


@pytest.mark.rule("F-5.7.1.k2", "F-5.7.1.k1")
@pytest.mark.rule("F-5.7.1.B", by="value")
def test_a_unit_without_a_hex_is_eliminated():
    ring = {"2633": "A/7-1", "2734": "A/7-2", "2735": "A/7-3", "2535": "B/7-1", "2534": f"B/7-2, {OTHER}"}
    game = driven({HILL: FOE, VALLEY: "A/5-1"} | ring, f"fire A/5-1 {HILL}")  # a close combat is no way out either
    assert where(game, FOE) == "replacements"
    shore = {"1527": "A/34-1", "1528": "1/16-1", "1427": "2/16-1", "1426": "3/16-1", "1727": "B/34-1"}
    game = driven(shore, "fire 1/16-1 1527", [3, 1], scenario="naktong", phase="communist_offensive_fire")
    assert where(game, "A/34-1") == "replacements"  # the lake on the other sides


@pytest.mark.rule("F-5.7.1.k3a", "F-5.7.1.k3b")
def test_vehicles_are_lost_off_the_road_and_where_there_is_no_room():
    phase: dict[str, Any] = {"phase": "communist_offensive_fire", "dice": [3, 1]}
    rules = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules
    assert not rules.roads.has(rules.grid.hex("2535"), rules.grid.hex(HILL))
    away = {"2640": "A/5-1", "2541": "4/235"}
    blocked = {"2535": "TR-1", "2534": FOE, "2536": OTHER}
    game = play(field(blocked | away, **phase), "fire 1/235 2535")
    assert where(game, "TR-1") == "gone"
    full = {"2535": "TR-1", "2536": OTHER, "2534": "PROV"}  # a road in rough ground has room for one vehicle
    game = play(field(full | away, **phase), "fire 2/235 2535 TR-1")
    assert where(game, "TR-1") == "gone"
    open_ = {"2535": "TR-1", "2536": OTHER, "2534": "A/7-1"}
    game = play(field(open_ | away, **phase), "fire 2/235 2535 TR-1")
    assert where(game, "TR-1") == "2534"


# --------------------------------------------------------------------------------------------------- special conditions


@pytest.mark.rule("F-5.7.b")
@pytest.mark.rule("F-5.7.2.A", by="value")
def test_a_unit_with_a_result_may_retreat_or_stand():
    units = {HILL: FOE, VALLEY: "A/5-1", "2836": OTHER, "2835": "A/5-2"}
    game = driven(units, f"fire A/5-1 {HILL}", FREE)  # a result of 0
    assert (game.decider, ends(game)) == ("communist", {"2633", "2534", "2734"})
    assert why(game, f"retreat {OTHER} 2937") == ["F-5.7.b"]
    assert "stood" in said(game.play("end"))
    game = driven(units, f"fire A/5-1 {HILL}", [3, 6])  # one that costs a step
    assert where(play(game, f"retreat {FOE} 2633"), FOE) == "2633"
    game = driven(units, f"fire A/5-1 {HILL}", [2, 6], communist_retreat="reduced")
    assert where(game, FOE) in ("2633", "2534", "2734")  # by standing order


@pytest.mark.rule("F-5.7.2.B")
def test_units_in_excess_go_with_the_others():
    units = {"2638": f"{FOE}, {OTHER}, {THIRD}, {FOURTH} crowding", "2639": "A/5-1", "available": "AIR-1"}
    game = play(field(units, dice=FORCED * 3, **STAY), "fire AIR-1 2638")
    assert not any(where(game, unit) == "2638" for unit in (FOE, OTHER, THIRD, FOURTH))
    game = play(field(units, dice=FREE * 3), "fire AIR-1 2638")  # they go of their own will
    for unit in (FOE, OTHER, THIRD):
        play(game, f"retreat {unit} {sorted(ends(game))[0]}")
    frame: Any = game.state.top
    assert (frame.unit, frame.must) == (number(game, FOURTH), True)


@pytest.mark.rule("F-5.7.2.B", "F-5.8.A")
def test_a_hex_that_units_in_excess_leave_too_is_open_to_an_advance():
    units = {"2638": f"{FOE}, {OTHER}, {THIRD}, {FOURTH} crowding", "2639": "D/15-1"}
    game = field(units, dice=[6, 1] * 3, **STAY)
    play(game, "fire D/15-1 2638", "advance D/15-1 2638")
    assert where(game, "D/15-1") == "2638"
    some = field(units, dice=[6, 1] * 2 + [6, 6], **STAY)
    play(some, "fire D/15-1 2638")
    assert where(some, THIRD) == where(some, FOURTH) == "2638"  # one of the others stands


@pytest.mark.rule("F-5.7.2.B", by="value")
def test_units_that_are_not_in_excess_any_more_need_not_go():
    units = {"2638": f"{FOE} lost=1, {OTHER} lost=1, {THIRD} lost=1, {FOURTH} crowding", "2639": "D/15-1"}
    game = play(field(units, dice=[1, 1] * 3, **STAY), "fire D/15-1 2638")
    assert [where(game, unit) for unit in (FOE, OTHER, THIRD, FOURTH)] == ["replacements"] * 3 + ["2638"]
    room = {"2638": f"{FOE}, {FOURTH} crowding", "2639": "D/15-1"}  # pressed in, but others have died since
    game = play(field(room, dice=[6, 1, 6, 6], **STAY), "fire D/15-1 2638")
    assert where(game, FOE) != "2638"
    assert where(game, FOURTH) == "2638"


@pytest.mark.rule("F-5.7.2.C1", "F-5.7.2.C3")
@pytest.mark.rule("F-5.7.2.C2", by="value")
def test_a_gun_that_retreats_is_abandoned():
    units = {"2638": "G/11", "2637": FOE, "2740": "A/5-1, A/11", "2741": OTHER}
    game = field(units, phase="communist_offensive_fire", dice=[3, 1])
    play(game, f"fire {FOE} 2638")
    assert (where(game, "G/11"), flags(game, "G/11")) == ("2638", "abandoned")
    freed = field({**units, "2638": "G/11 barraged+freed"}, phase="communist_offensive_fire", dice=[3, 1])
    assert flags(play(freed, f"fire {FOE} 2638"), "G/11") == "abandoned+freed"  # what it once had it keeps
    own = field({**units, "2638": "G/11 abandoned"})
    assert why(own, "fire G/11 2637 - direct") == why(own, "fire G/11 2741 - indirect") == ["F-5.7.2.C3"]
    assert targets(own, "G/11", "indirect") == set()
    assert why(field({**units, "2638": "G/11 abandoned"}, phase="un_movement"), "move G/11 2539") == ["F-5.7.2.C3"]
    free = field(units, phase="communist_offensive_fire", dice=[3, 6])
    play(free, f"fire {FOE} 2638")
    assert why(free, "retreat G/11 2639") == ["F-5.7.2.C1"]
    assert flags(play(free, "abandon G/11"), "G/11") == "abandoned"


@pytest.mark.rule("F-5.7.2.D")
def test_a_retreat_over_ice_gives_the_enemy_a_point():
    units = {"1335": "B/31-1", "1234": FOE, "1235": OTHER}
    game = driven(units, f"fire {FOE} 1335", [3, 1], phase="communist_offensive_fire")
    assert ends(game) == {"1434", "1435"}
    before = game.state.track[game.state.rules.tracks.index("communist_points")]
    play(game, "retreat B/31-1 1435")
    assert game.state.track[game.state.rules.tracks.index("communist_points")] == before + 2  # in halves


# ---------------------------------------------------------------------------------------------------------- Chipyong-ni

CHIPYONGNI: dict[str, Any] = {"scenario": "chipyongni", "turn": 3}
CHINESE_TURN: dict[str, Any] = {**CHIPYONGNI, "phase": "communist_offensive_fire"}


@pytest.mark.rule("F-5.7.1.C3x")
def test_at_chipyongni_a_unit_goes_on_over_friends():
    friends = {"1323": "B/23-1", "1423": "B/23-2", "1424": "B/23-3"}
    units = {"1324": "A/23-1", "1224": "1/343-1"} | friends
    game = driven(units, "fire 1/343-1 1324", [3, 1], **CHINESE_TURN)
    found = ends(game)
    assert {"1524", "1422"} <= found
    assert not found & {*friends}
    assert why(game, "retreat A/23-1 1423") == ["F-5.7.1.C3x"]
    more = {"1422": "C/23-1", "1523": "C/23-2", "1524": "C/23-3", "1525": "E/23-1", "1425": "E/23-2"}
    game = driven(units | more, "fire 1/343-1 1324", [3, 1], **CHINESE_TURN)
    assert "1624" in ends(game)  # the third hex
    vacant = {h: u for h, u in units.items() if h != "1424"}
    assert ends(driven(vacant, "fire 1/343-1 1324", [3, 6], **CHINESE_TURN)) == {"1424"}  # before friends


@pytest.mark.rule("F-5.7.2.E")
def test_at_chipyongni_wire_costs_either_side_a_step_on_a_6():
    units = {"1224": "1/343-1", "1324": "A/23-1"}
    game = field(units, dice=[*FORCED, 6], **CHIPYONGNI, **STAY)
    play(game, "fire A/23-1 1224")
    assert where(game, "1/343-1") in ("1124", "1125")
    assert lost(game, "1/343-1") == 1
    units = {"1224": "A/23-1", "1324": "1/343-1", "1325": "2/343-1", "1223": "3/343-1", "1225": "4/343-1"}
    for die, steps in ((6, 1), (5, 0)):
        game = field(units, dice=[2, 1, die], **CHINESE_TURN, **STAY)
        play(game, "fire 1/343-1 1224")
        assert where(game, "A/23-1") in ("1124", "1125")
        assert lost(game, "A/23-1") == steps


@pytest.mark.rule("F-5.7.1.C1", "F-5.7.1.C3x", by="value")
def test_at_chipyongni_friends_save_a_unit_that_finds_no_vacant_hex():
    rules = field({"1324": "A/23-1", "1224": "1/343-1"}, **CHINESE_TURN).state.rules
    grid, land = rules.grid, rules.board.in_play
    corner = grid.hex("0101")
    first = [n for n in grid.neighbours[corner] if land >> n & 1]
    ring = sorted({n for h in first[1:] for n in grid.neighbours[h] if land >> n & 1} - {corner, *first})
    units = {"0101": "A/23-1", grid.label(first[0]): "1/343-1"}
    units |= {grid.label(h): f"B/23-{i}" for i, h in enumerate(first[1:], 1)}
    units |= {grid.label(h): f"{i}/356-1" for i, h in enumerate(ring, 1)}
    game = driven(units, "fire 1/343-1 0101", [3, 1], **CHINESE_TURN, **STAY)
    assert where(game, "A/23-1") in {grid.label(h) for h in first[1:]}
    assert flags(game, "A/23-1") == "crowding"


@pytest.mark.rule("F-5.7.2.E", "F-5.7.1.C3x")
def test_wire_on_the_way_over_friends_costs_a_step_too():
    units = {"1224": "1/343-1", "1324": "A/23-1", "1124": "2/343-1", "1125": "3/343-1"}
    for die, steps in ((6, 1), (5, 0)):
        game = field(units, dice=[*FORCED, die], **CHIPYONGNI, **STAY)
        play(game, "fire A/23-1 1224")
        assert where(game, "1/343-1") not in units
        assert lost(game, "1/343-1") == steps


@pytest.mark.rule("F-5.7.2.F1", "F-5.7.2.F2")
def test_the_chinese_retreat_away_from_the_perimeter_and_never_through_the_line():
    game = driven({"1124": "1/343-1", "1024": "A/23-1"}, "fire A/23-1 1124", FREE, **CHIPYONGNI)
    assert ends(game) == {"1023"}  # beside the enemy, but away from the perimeter
    assert why(game, "retreat 1/343-1 1224") == why(game, "retreat 1/343-1 1123") == ["F-5.7.2.F1"]
    ring = {"1123": "B/23-1", "1125": "B/23-2", "1024": "A/23-1", "1023": "B/23-3"}
    game = driven({"1124": "1/343-1"} | ring, "fire A/23-1 1124", **CHIPYONGNI)
    assert where(game, "1/343-1") == "gone"  # though two positions of the line are vacant
    units = {"1224": "1/343-1, 2/343-1", "1124": "B/23-1"}
    game = driven(units, "fire B/23-1 1224 1/343-1", FREE, **CHIPYONGNI)
    assert ends(game) == {"1125"}  # from a position of the line only outwards
    assert why(game, "retreat 1/343-1 1325") == ["F-5.7.2.F1"]
    outside = {"1718": "A/23-1", "1818": "A/23-2", "1618": "A/23-3"}
    game = driven({"1719": "1/343-1"} | outside, "fire A/23-1 1719", FREE, **CHIPYONGNI)
    assert ends(game) == {"1819", "1619"}  # along the line, if no hex outside is open
    game = driven({"1425": "1/343-1", "1325": "A/23-1"}, "fire A/23-1 1425", **CHIPYONGNI)
    assert ends(game) == {"1525", "1526", "1426"}  # inside as anywhere
