"""5.3 to 5.6, 5.8, 9, 11, 12 Fire is resolved: modifiers, dice, markers, losses, advances; the three fire phases."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.engine.previews import Modifier
from parallel38.games.forgotten_war.rules import shots
from parallel38.games.forgotten_war.rules.advance import Advancing
from parallel38.games.forgotten_war.rules.targets import INDIRECT
from parallel38.hexgrid import bits
from tests.games.forgotten_war.field import field, flags, lost, number, play, said, spent, targets, where, why

HILL, VALLEY = "2634", "2635"
FOE, OTHER, THIRD = "1/235", "2/235", "3/235"
STAY: dict[str, Any] = {"communist_retreat": "never", "un_retreat": "never"}


def drms(found: list[Modifier]) -> dict[str, int]:
    return {one.note.rule: one.drm for one in found}


def white(game: Game, unit: str, target: str) -> dict[str, int]:
    return drms(shots.white_modifiers(game.state, number(game, unit), number(game, target)))


def coloured(game: Game, target: str) -> dict[str, int]:
    return drms(shots.coloured_modifiers(game.state, number(game, target)))


def events(game: Game, action: str) -> list[tuple[str, dict[str, Any]]]:
    return [(event.text, event.args) for entry in game.play(action) for event in entry.events]


# ------------------------------------------------------------------------------------------------------------ modifiers


@pytest.mark.rule("F-5.3.A", "F-5.3.C", "F-5.3.1.a", "F-5.3.1.c", "F-5.3.2.a", "F-4.4.B", by="value")
def test_positions_and_the_first_turn_protect():
    units = {HILL: f"{FOE} dug, {OTHER}", "2636": THIRD, "2536": "4/235", VALLEY: "A/5-1"}
    game = field(units, phase="communist_defensive_fire", turn=1)
    assert white(game, "A/5-1", FOE) == {"F-5.3.1.a": 1, "F-5.3.1.c": 1}
    assert white(game, "A/5-1", OTHER) == white(game, "A/5-1", FOE)  # it shares the position
    assert shots.drm(shots.white_modifiers(game.state, number(game, "A/5-1"), number(game, FOE))) == 2
    assert white(game, FOE, "A/5-1") == {}  # only the UN is surprised
    assert coloured(game, FOE) == coloured(game, OTHER) == {"F-5.3.2.a": 1}
    later = field(units)
    assert white(later, "A/5-1", THIRD) == white(later, "A/5-1", "4/235") == {}  # rough, or clear with a road


@pytest.mark.rule("F-5.3.1.a", "F-5.3.1.a2", "F-5.3.2.a", "F-10.1.C2", by="value")
def test_prepared_positions_serve_the_un_alone():
    game = field({"1224": "A/23-1", "1124": "1/343-1", "1225": "2/343-1"}, scenario="chipyongni", turn=3)
    assert white(game, "1/343-1", "A/23-1") == white(game, "2/343-1", "A/23-1") == {"F-5.3.1.a": 1}
    assert coloured(game, "A/23-1") == {"F-5.3.2.a": 1}
    assert white(game, "A/23-1", "2/343-1") == coloured(game, "2/343-1") == {}


@pytest.mark.rule("F-5.3.1.b", by="value")
def test_aircraft_spare_an_abandoned_gun():
    game = field({"2638": f"G/11 abandoned, {FOE}", "2639": "A/5-1, A/11", "available": "AIR-1, 81-Y serves=5"})
    assert white(game, "AIR-1", FOE) == {"F-5.3.1.b": 1}
    assert white(game, "81-Y", FOE) == white(game, "A/11", FOE) == {}


@pytest.mark.rule("F-5.3.2.b", "F-5.3.2.c", "F-2.1.2.c", by="value")
def test_marines_stand_and_crews_run():
    units = {"2640": "A/5-1, A/11, TR-2, D23", "2639": "A/1E-1, RCN-1", "1613": "41-1, HQ, SIG, B/31-1", VALLEY: FOE}
    game = field(units)
    marine, other = {"F-5.3.2.b": 1}, {"F-5.3.2.c": -1}
    assert coloured(game, "A/5-1") == coloured(game, "A/1E-1") == coloured(game, "RCN-1") == marine
    assert coloured(game, "41-1") == coloured(game, "B/31-1") == {}  # Royal Marines are not US Marines
    assert coloured(game, "SIG") == other
    assert coloured(game, "A/11") == coloured(game, "TR-2") == coloured(game, "HQ") == marine | other


# ----------------------------------------------------------------------------------------------------- dice and results


@pytest.mark.rule("F-5.4.C1", "F-5.4.C2")
@pytest.mark.rule("F-5.3.B", "F-5.4.A1", "F-5.4.A2", "F-5.4.A3", "F-5.4.D", "F-5.4.E", by="value")
def test_the_white_die_takes_steps_and_the_coloured_one_drives_off():
    """A fire value of 4: after a miss the coloured die counts for nothing, and 3 or less of it drives off."""
    units = {HILL: FOE, VALLEY: "B/31-1", "2835": OTHER, "2836": "B/31-2"}
    for dice, result, told in (
        ([6, 1], "-", "missed"),
        ([3, 1], "0", "driven"),
        ([3, 5], "0", "shaken"),
        ([1, 1], "1", "hit_retreat"),
        ([2, 4], "1", "hit"),
    ):
        game = field(units, dice=dice, **STAY)
        found = dict(events(game, f"fire B/31-1 {HILL}"))
        args = found[told]
        assert (args["white"], args["coloured"], args["result"]) == (*dice, result)
        assert ("retreated" in found) == (told in ("driven", "hit_retreat"))
        assert lost(game, FOE) == int(result == "1")


@pytest.mark.rule("F-5.4.A2", "F-5.4.A3", by="value")
def test_rows_beyond_the_ends_of_the_tables_count_as_their_ends():
    rules = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules
    for value in (1, 4, 6, 8, 10, 15):
        assert rules.fire_result(value, 0) == rules.fire_result(value, 1)
        assert rules.fire_result(value, 12) == rules.fire_result(value, 9) == "-"
    assert rules.drives_off(-3)
    assert not rules.drives_off(9)
    assert [rules.fire_column(n) for n in (2, 3, 6, 7, 11, 30)] == ["1-2", "3-4", "5-6", "7-8", "11+", "11+"]


@pytest.mark.rule("F-2.0.A", "F-2.4.1.3", "F-2.4.1.4", by="value")
def test_the_log_tells_the_dice_apart_and_names_both_sides():
    game = field({HILL: FOE, VALLEY: "A/5-1"}, dice=[5, 2], communist_retreat="never")
    assert game.play(f"fire A/5-1 {HILL}")
    [roll] = [event for entry in game.latest() for event in entry.events if "white" in event.args]
    unit, target = number(game, "A/5-1"), number(game, FOE)
    assert (roll.args["white"], roll.args["coloured"]) == (5, 2)
    assert (roll.args["by_unit"], roll.args["unit"]) == (unit, target)


@pytest.mark.rule("F-5.4.B", "F-5.5.a", by="value")
def test_area_fire_throws_for_each_unit_before_any_takes_its_loss():
    units = {HILL: f"{FOE}, {OTHER}, {THIRD}", VALLEY: "A/5-1", "available": "AIR-1"}
    game = field(units, dice=[1, 6, 6, 6, 2, 6], **STAY)
    texts = [text for text, _ in events(game, f"fire AIR-1 {HILL}")]
    wanted = ["hit", "missed", "hit", "reduced", "reduced"]
    assert [text for text in texts if text in wanted] == wanted
    assert [lost(game, unit) for unit in (FOE, OTHER, THIRD)] == [1, 0, 1]


@pytest.mark.rule("F-5.4.Bx")
def test_area_fire_spares_units_that_were_pressed_into_a_full_hex():
    units = {HILL: f"{FOE}, {OTHER}, {THIRD}, 4/235 crowding", VALLEY: "A/5-1", "available": "AIR-1, AIR-2"}
    game = field(units, dice=[6, 6] * 3, **STAY)
    assert why(game, f"fire AIR-1 {HILL} 4/235") == ["F-5.4.Bx"]
    assert why(game, f"fire A/5-1 {HILL} 4/235") == []  # point fire finds it
    assert said(game.play(f"fire AIR-1 {HILL}")).count("missed") == 3
    room = field(units | {HILL: f"{FOE}, {OTHER}, 4/235 crowding"}, dice=[6, 6] * 3, **STAY)
    assert said(room.play(f"fire AIR-1 {HILL}")).count("missed") == 3  # there is room for it by now


@pytest.mark.rule("F-5.4.Bx", by="value")
def test_a_unit_that_has_had_room_is_no_more_in_excess_when_another_comes():
    """One that was pressed into a hex for three has had room since another died there; now a fourth is driven in."""
    grid = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules.grid
    names = iter(("A/5-1", "A/5-2", "A/5-3", "B/5-1", "B/5-2"))
    ring = {grid.label(n): next(names) for n in grid.neighbours[grid.hex("2633")] if grid.label(n) != HILL}
    units = {HILL: f"{FOE}, {OTHER}, {THIRD} crowding", "2633": "4/235", **ring}
    game = play(field(units, dice=[3, 1], **STAY), "fire A/5-1 2633")
    assert where(game, "4/235") == HILL
    assert flags(game, THIRD) == ""
    assert flags(game, "4/235") == "crowding"


# -------------------------------------------------------------------------------------------------- markers and losses


@pytest.mark.rule("F-5.5.b", "F-5.5.c", "F-5.5.d", by="value")
def test_markers_are_put_away_and_guns_flipped():
    units = {HILL: FOE, VALLEY: "A/5-1", "2638": "G/11", "2637": OTHER, "2740": "A/11"}
    game = field(units | {"available": "AIR-1, 81-Y serves=5"}, dice=[6, 6] * 4, **STAY)
    play(game, f"fire AIR-1 {HILL}", f"fire 81-Y {HILL}")
    assert where(game, "AIR-1") == where(game, "81-Y") == "used"
    play(game, "fire G/11 2637 - direct", f"fire A/11 {HILL} - indirect")
    assert "barraged" in flags(game, "G/11")
    assert "barraged" in flags(game, "A/11")
    naktong = {"1727": "1/16-1", "1728": "A/34-1", "available": "B/13FA"}
    game = field(naktong, scenario="naktong", dice=[6, 6], **STAY)
    assert where(play(game, "fire B/13FA 1727"), "B/13FA") == "used"


@pytest.mark.rule("F-5.6.1.a", "F-5.6.1.b", "F-5.6.1.c", "F-5.6.1.d")
def test_losses_flip_or_eliminate():
    units = {HILL: f"{FOE}, {OTHER}, {THIRD} lost=1", VALLEY: "A/5-1", "available": "AIR-5"}
    game = field(units, dice=[3, 6, 1, 6, 3, 6], **STAY)  # 9: one step, two steps, one step
    play(game, f"fire AIR-5 {HILL}")
    assert (lost(game, FOE), where(game, FOE)) == (1, HILL)
    assert where(game, OTHER) == where(game, THIRD) == "replacements"
    game = field({"2540": f"TR-1, {'B/7-1'}", "2440": FOE}, phase="communist_offensive_fire", dice=[1, 6])
    play(game, "fire 1/235 2540 TR-1")
    assert where(game, "TR-1") == "gone"


@pytest.mark.rule("F-5.6.1.d", "F-6.2.2.C", by="value")
def test_a_unit_that_dies_on_its_way_has_all_its_points_when_it_comes_back():
    units = {"1628": f"{FOE} lost=1", "2634": OTHER, VALLEY: "A/5-1"}
    game = play(field(units, phase="communist_movement"), f"move {FOE} 1728")  # a supply dump
    assert where(game, FOE) == "replacements"
    assert spent(game, FOE) == 0
    assert flags(game, FOE) == ""


@pytest.mark.rule("F-5.6.2.N", "F-5.6.2.C", "F-5.6.2.P", by="value")
@pytest.mark.parametrize(
    ("battle", "side", "box"),
    [
        ("naktong", "un", "replacements"),
        ("naktong", "communist", "replacements"),
        ("chosin", "un", "gone"),
        ("chosin", "communist", "replacements"),
        ("chipyongni", "un", "gone"),
        ("chipyongni", "communist", "gone"),
    ],
)
def test_each_battle_has_its_box_for_the_dead(battle: str, side: str, box: str):
    pairs = {"naktong": ("A/19-1", "1/16-1"), "chosin": ("A/5-1", FOE), "chipyongni": ("A/23-1", "1/343-1")}
    ours, theirs = pairs[battle]
    target, shooter = (ours, theirs) if side == "un" else (theirs, ours)
    game = field(
        {HILL: f"{target} lost=1", VALLEY: shooter}, scenario=battle, turn=3, dice=[1, 6],
        phase=("communist" if side == "un" else "un") + "_offensive_fire",
    )  # fmt: skip
    play(game, f"fire {shooter} {HILL}")
    assert where(game, target) == box


# ------------------------------------------------------------------------------------------------------------- advances


@pytest.mark.rule("F-5.8.A", "F-5.8.C")
@pytest.mark.rule("F-5.8.B", by="value")
def test_the_unit_that_emptied_a_hex_may_advance_and_attack_from_there():
    units = {HILL: f"{FOE} lost=1, {OTHER} lost=1", "2633": THIRD, VALLEY: "A/5-1, A/5-2 dug"}
    game = field(units, dice=[1, 6, 1, 6])
    assert "advanced" not in said(game.play(f"fire A/5-1 {HILL} {FOE}"))
    assert why(game, f"advance A/5-1 {HILL}") != []  # one is left
    play(game, f"fire A/5-2 {HILL} {OTHER}")
    assert why(game, f"advance A/5-1 {HILL}") == why(game, "advance A/5-2 2633") == ["F-5.8.C"]
    play(game, f"advance A/5-2 {HILL}")
    assert (where(game, "A/5-1"), where(game, "A/5-2")) == (VALLEY, HILL)
    assert "dug" not in flags(game, "A/5-2")
    assert why(game, "assault 2633 A/5-2") == []


@pytest.mark.rule("F-5.8.Ax")
def test_nobody_advances_in_defensive_fire_or_after_indirect_fire():
    units = {HILL: f"{FOE} lost=1", VALLEY: "A/5-1", "2836": OTHER, "2835": "A/5-2", "available": "AIR-1"}
    game = field(units, phase="communist_defensive_fire", dice=[1, 6])
    play(game, f"fire A/5-1 {HILL}")
    assert where(game, FOE) == "replacements"
    assert why(game, f"advance A/5-1 {HILL}") != []
    game = field(units, dice=[1, 6])
    play(game, f"fire AIR-1 {HILL}")
    assert not any(offer.verb == "advance" for offer in game.offers())


@pytest.mark.rule("F-5.8.A", "F-10.2.4.B1", "F-10.2.4.B4")
def test_guns_and_trains_advance_after_direct_fire_but_not_beside_an_enemy():
    units = {"2639": f"{FOE} lost=1", "2638": "G/11", "1728": OTHER}
    game = play(field(units, dice=[1, 6]), "fire G/11 2639 - direct", "advance G/11 2639")
    assert where(game, "G/11") == "2639"
    over = play(field(units, dice=[1, 6]), "fire G/11 2639 - indirect")
    assert where(over, FOE) == "replacements"
    assert not isinstance(over.state.top, Advancing)  # it stands beside the hex, but fired over others
    near = play(field({**units, "2640": THIRD}, dice=[1, 6]), "fire G/11 2639 - direct")
    assert where(near, FOE) == "replacements"
    assert why(near, "advance G/11 2639") != []
    train = play(field({**units, "2638": "TR-1", "2640": THIRD}, dice=[1, 6]), "fire TR-1 2639")
    assert where(train, FOE) == "replacements"
    assert not isinstance(train.state.top, Advancing)


@pytest.mark.rule("F-5.8.A")
@pytest.mark.rule("F-5.1.2.C2", by="value")
def test_nobody_advances_where_it_cannot_go():
    shore = {"1527": "1/16-1 lost=1", "1627": "A/34-1", "1730": "2/16-1", "1731": "A/34-2"}
    game = play(field(shore, scenario="naktong", dice=[1, 6]), "fire A/34-1 1527")  # over the lake
    assert where(game, "1/16-1") == "replacements"
    assert not isinstance(game.state.top, Advancing)


@pytest.mark.rule("F-5.8.D", "F-5.6.1.a")
def test_chinese_who_advance_into_a_dump_lose_a_step():
    units = {"1728": "SIG", "1628": FOE, "1828": "B/1E-1"}
    game = field(units, phase="communist_offensive_fire", dice=[1, 6])
    play(game, f"fire {FOE} 1728 SIG", f"advance {FOE} 1728")
    assert (where(game, FOE), lost(game, FOE)) == ("1728", 1)


@pytest.mark.rule("F-5.8.E")
def test_the_un_does_not_advance_far_from_a_major_road():
    rules = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules
    grid, dry = rules.grid, rules.board.in_play & ~(rules.ice | rules.dumps)
    steps = [(h, n) for h in bits(rules.near_major & dry) for n in grid.neighbours[h] if dry >> n & 1]
    wilds = next((h, n) for h, n in steps if not rules.near_road >> n & 1)
    lane = next((h, n) for h, n in steps if rules.near_road >> n & 1 and not rules.near_major >> n & 1)
    for near, far in (wilds, lane):  # a minor road beside it is not enough
        here, there = grid.label(near), grid.label(far)
        game = field({here: "A/5-1", there: f"{FOE} lost=1", HILL: OTHER, VALLEY: "A/5-2"}, dice=[1, 6])
        play(game, f"fire A/5-1 {there}")
        assert where(game, FOE) == "replacements"
        assert not any(offer.verb == "advance" for offer in game.offers())


@pytest.mark.rule("F-17.3.2.4b", "F-17.3.3.D")
def test_forces_that_are_not_released_fire_but_do_not_advance():
    rules = field({HILL: FOE, VALLEY: "A/5-1"}).state.rules
    grid = rules.grid
    out = rules.near_major & ~rules.koto_ri
    rim = next((h, n) for h in bits(rules.koto_ri) for n in grid.neighbours[h] if out >> n & 1)
    here, there = map(grid.label, rim)
    game = field({here: "D/1-1", there: f"{FOE} lost=1", HILL: OTHER, VALLEY: "A/5-2"}, turn=2, dice=[1, 6])
    play(game, f"fire D/1-1 {there}")
    assert not any(offer.verb == "advance" for offer in game.offers())
    camp = next(bits(rules.assembly["60"]))
    beside = next(n for n in grid.neighbours[camp] if rules.board.in_play >> n & 1)
    units = {grid.label(camp): "1/178", grid.label(beside): "B/31-1 lost=1", HILL: OTHER, VALLEY: "A/5-2"}
    game = field(units, phase="communist_offensive_fire", turn=2, dice=[1, 6])
    play(game, f"fire 1/178 {grid.label(beside)}")
    assert where(game, "B/31-1") == "gone"
    assert not any(offer.verb == "advance" for offer in game.offers())


# --------------------------------------------------------------------------------------------------------------- phases


@pytest.mark.rule("F-9.a")
@pytest.mark.rule("F-9.b", "F-3.1.D", by="value")
def test_prep_fire_is_indirect():
    units = {HILL: FOE, VALLEY: "A/5-1", "2638": "G/11", "2637": OTHER, "available": "AIR-1"}
    game = field(units, phase="un_prep_fire", dice=[1, 6])
    assert why(game, f"fire A/5-1 {HILL}") == ["F-9.a"]
    assert targets(game, "G/11") == targets(game, "A/5-1") == set()
    assert targets(game, "G/11", INDIRECT) == targets(game, "AIR-1", INDIRECT) == {HILL, "2637"}
    play(game, f"fire AIR-1 {HILL}", "end")
    assert lost(game, FOE) == 1


@pytest.mark.rule("F-11.A")
@pytest.mark.rule("F-3.1.F", "F-12", "F-3.1.G", "F-2.4.1.1", "F-2.4.1.2", by="value")
def test_the_other_side_fires_in_defence_and_the_active_side_in_offence():
    units = {HILL: FOE, VALLEY: "A/5-1", "2638": "G/11", "available": "AIR-1"}
    defence = field(units, phase="communist_defensive_fire")
    assert defence.decider == "un"
    assert why(defence, f"fire {FOE} {VALLEY}") == ["F-11.A"]
    offence = field(units)
    assert offence.decider == "un"
    for game in (defence, offence):
        assert targets(game, "A/5-1") == targets(game, "AIR-1", INDIRECT) == targets(game, "G/11", INDIRECT) == {HILL}
    assert field(units, phase="un_defensive_fire").decider == "communist"


@pytest.mark.rule("F-11.B")
def test_at_naktong_there_is_no_indirect_fire_in_defence():
    units = {"1727": "1/16-1", "1728": "A/34-1", "available": "B/13FA, AIR-1, HM/34 serves=34"}
    game = field(units, scenario="naktong", phase="communist_defensive_fire")
    for marker in ("B/13FA", "AIR-1", "HM/34"):
        assert why(game, f"fire {marker} 1727") == ["F-11.B"]
    assert targets(game, "A/34-1") == {"1727"}


@pytest.mark.rule("F-4.1.D1", "F-4.1.D2")
def test_on_the_first_turn_at_chipyongni_the_un_only_fires_artillery():
    units = {"1224": "A/23-1, A/37", "1124": "1/343-1", "0101": "2/343-1", "available": "M1/23 serves=1/23, AIR-1"}
    game = field(units, scenario="chipyongni", turn=1)
    assert why(game, "fire A/23-1 1124") == why(game, "fire A/37 1124 - direct") == ["F-4.1.D2"]
    assert "1124" in targets(game, "A/37", INDIRECT) & targets(game, "M1/23", INDIRECT)
    prep = field(units, scenario="chipyongni", turn=1, phase="un_prep_fire")
    assert "1124" in targets(prep, "A/37", INDIRECT) & targets(prep, "M1/23", INDIRECT)
    play(prep, "end")
    assert (prep.decider, prep.state.top.phase) == ("communist", "defensive")  # type: ignore[attr-defined]
    defence = field(units, scenario="chipyongni", turn=1, phase="communist_defensive_fire")
    assert "1124" in targets(defence, "A/23-1")
