"""10 to 13 in detail: the reserve box, reorganization, landings, parachutists, reinforcements, reconstitution."""

from typing import Any

import pytest

from parallel38.games.korean_war.rules import (
    arrivals,
    closing,
    control,
    engagement,
    enhancement,
    stacking,
    values,
    zones,
)
from parallel38.games.korean_war.state import COMMUNIST, RESERVE_SPACES, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, ends, field, flags, new, number, play, said, track, where, why
from tests.games.korean_war.test_activation import FAR, verbs
from tests.games.korean_war.test_attacks import GRID, RULES
from tests.games.korean_war.test_combat import CENTRE, RING, fight, mods

DEPLOYING: dict[str, Any] = {"phase": "deployment", "frame": {"kind": "Deploying"}}
REBUILDING: dict[str, Any] = {"phase": "reconstitution", "frame": {"kind": "Rebuilding"}}


def placing(side: str, *units: str, **more: Any) -> dict[str, Any]:
    """A segment in which a side puts units on the map."""
    return {"phase": "deployment", "frame": {"kind": "Placing", "side": side, "units": list(units)}, **more}


# ------------------------------------------------------------------------------------------------------- reorganization


@pytest.mark.rule("W-10.0c", "W-10.0d", "W-10.1g", by="value")
def test_a_build_up_beside_the_enemy_with_an_eliminated_counter():
    """Every other ROK division is in use or lost for good."""
    others = {u: "gone" for u in RULES.of_kind["rok_div"] if RULES.names.units[u] != "ROK-6"}
    units = {CENTRE: "ROKR-1, ROKR-2, ROKR-3", RING[0]: "NK-6", "eliminated": "ROK-6", "1625": "US-7", "3815": "NK-1"}
    units["gone"] = ", ".join(RULES.names.unit(u) for u in others)
    game = play(field(units, turn=3), f"build ROKR-1,ROKR-2,ROKR-3 {CENTRE}")
    assert where(game, "ROK-6") == CENTRE
    assert "fatigued" not in flags(game, "ROK-6")
    assert why(game, "rest ROK-6") == []


@pytest.mark.rule("W-10.1m", "W-10.1q")
def test_nothing_comes_from_the_track_or_the_box():
    game = field({"1625": "UK-27, UK-29, TK-1", "destroyed": "CW-1", "1725": "US-2", "3815": "NK-6"})
    assert why(game, "build UK-27,UK-29,TK-1 1625") == ["W-10.1m"]
    brigades = ", ".join(RULES.names.unit(u) for kind in ("cw_bde", "tk_bde") for u in RULES.of_kind[kind])
    other = field({"1625": "CW-1", "reserve": brigades, "1725": "US-2", "3815": "NK-6"})
    assert why(other, "break CW-1") == ["W-10.1q"]
    freed = field({"1625": "CW-1", "1725": "US-2", "3815": "NK-6"})
    assert why(freed, "break CW-1") == []


@pytest.mark.rule("W-10.3a", "W-10.3c", by="value")
def test_the_spaces_of_the_box():
    """A parachute regiment in its space builds up with regiments of the reserve."""
    assert RESERVE_SPACES == ("reserve", "parachute", "evacuated", "other_port")
    start = new("strike_back").at(0)
    assert {RULES.kind[u] for u in start.state.boxed("parachute")} <= {"parachute"}
    game = field({"parachute": "PARA-187", "reserve": "US-9/2, US-23/2, ROKR-1, ROKR-2, ROKR-3", **FAR})
    play(game, "build PARA-187,US-9/2,US-23/2 reserve", "build ROKR-1,ROKR-2,ROKR-3 reserve")
    found = {RULES.unit_kind[u] for u in game.state.boxed("reserve")}
    assert found == {"us_div", "rok_div"}
    assert where(game, "PARA-187").startswith("with:US-")
    whole = next(u for u in game.state.boxed("reserve") if RULES.unit_kind[u] == "us_div")
    play(game, f"break {RULES.names.unit(whole)}")
    assert where(game, "PARA-187") == "reserve"
    assert (game.state.top.left, track(game, "reorganizations")) == (4, 0)


@pytest.mark.rule("W-10.3b", by="value")
def test_rok_replacement_units_amalgamate_in_the_box():
    game = field({"reserve": "ROK-RPL2-1, ROK-RPL1-1, US-RPL2-1, US-RPL1-1", **FAR})
    play(game, "amalgamate ROK-RPL2-1,ROK-RPL1-1 reserve")
    assert {RULES.unit_kind[u] for u in game.state.boxed("reserve")} == {"rok_div", "us_div_rpl2", "us_div_rpl1"}
    assert game.state.top.left == 4
    assert why(game, "amalgamate US-RPL2-1,US-RPL1-1 reserve")[0] == "W-10.2a"


@pytest.mark.rule("W-10.0e", by="value")
def test_any_counter_arrives_for_one_that_is_in_use():
    """US-2 is due in turn 3 and stands on the map for another division; one more of its kind comes nevertheless."""
    phase = next(name for name, units in RULES.arriving.items() if "US-2" in units)
    turn, part = int(phase[0]), "first_action" if phase.endswith("1AP") else "second_action"
    usual = {"phase": "phase_start", "part": part, "frame": {"kind": "Sweeping", "hexes": []}, "turn": turn}
    free = field({**FAR}, **usual)
    came = [e.args["unit"] for entry in free.entries() for e in entry.events if e.text == "arrived"]
    used = field({**FAR, "1725": "US-2"}, **usual)
    instead = [e.args["unit"] for entry in used.entries() for e in entry.events if e.text == "arrived"]
    assert number(free, "US-2") in came
    assert len(instead) == len(came)
    assert [RULES.unit_kind[u] for u in instead] == [RULES.unit_kind[u] for u in came]
    scheduled = [RULES.names.units[u] in RULES.charts["arrivals"].rows for u in RULES.of_kind["us_div"]]
    assert scheduled == sorted(scheduled)


@pytest.mark.rule("W-11.2v")
@pytest.mark.rule("W-11.2aa", by="value")
def test_a_division_of_landed_regiments_is_still_ashore_since_this_phase():
    units = {"3713": "MAR-1/1 landed, MAR-5/1 landed, MAR-7/1 landed", "1625": "US-7", "5608": "NK-6"}
    game = play(field(units), "build MAR-1/1,MAR-5/1,MAR-7/1 3713")
    assert "landed" in flags(game, "1-MAR")
    assert why(game, "move 1-MAR 3713-3714-3715 tactical")[0] == "W-11.2v"
    broken = play(field({"3713": "1-MAR landed", "1625": "US-7", "5608": "NK-6"}), "break 1-MAR")
    assert all("landed" in flags(broken, RULES.names.unit(u)) for u in broken.state.fighters(UN)[GRID.hex("3713")])


@pytest.mark.rule("W-7.5s")
def test_a_division_of_assaulted_units_does_not_entrench():
    units = {"4513": "NK-RPL2-1 targeted", "4514": "NK-RPL1-1", "1625": "US-2"}
    game = play(field(units, side="communist"), "amalgamate NK-RPL2-1,NK-RPL1-1 4514")
    assert why(game, "entrench NK-1") == ["W-7.5s"]


# ------------------------------------------------------------------------------------------------------------- landings

INCHON: dict[str, Any] = {"marks": ["taken 3713"], "capacity": 2, "turn": 4}


@pytest.mark.rule("W-11.2c", "W-11.2d", "W-11.2b", by="value")
def test_two_assaults_of_one_sequence_on_one_hex():
    units = {"reserve": "US-5RCT, MAR-1/1, ARM-6, ARM-72", "1625": "US-2", "3815": "NK-6"}
    game = field(units, capacity=2)
    assert why(game, "assault US-5RCT 2511 ARM-6,ARM-72") == ["W-8.1e"]
    play(game, "assault US-5RCT 2511 ARM-6", "assault MAR-1/1 2511")
    assert (where(game, "US-5RCT"), where(game, "MAR-1/1"), where(game, "ARM-6")) == ("2511", "2511", "with:US-5RCT")
    assert where(game, "ARM-72") == "reserve"
    assert (game.state.top.left, track(game, "capacity")) == (2, 0)


@pytest.mark.rule("W-11.2o", "W-11.2p", "W-11.2s", by="value")
@pytest.mark.rule("W-9.5m")
def test_a_garrison_dies_besides_the_steps_and_nobody_stands():
    """26 to 2 and 3 is 5-1; 3 and 2 for naval support is Dr1: one step besides the garrison."""
    held = {"3713": "NKG-1, NK-RPL2-1 fatigued", "with:NK-RPL2-1": "NKA-203"}
    game = field({"reserve": "1-MAR", **held, "1625": "US-2", "5608": "NK-1"}, dice=[3], **INCHON)
    entries = game.play("assault 1-MAR 3713")
    assert [e.args["result"] for entry in entries for e in entry.events if e.text == "result"] == ["Dr1"]
    assert (where(game, "NKG-1"), where(game, "NK-RPL1-1")) == ("eliminated", "3713")
    assert "targeted" in flags(game, "NK-RPL1-1")
    assert verbs(game) == {"retreat"}


@pytest.mark.rule("W-11.2q", "W-11.2t", "W-11.2z", by="value")
def test_a_unit_goes_ashore_mobile_and_is_activated():
    units = {"reserve": "1-MAR", "3713": "NKG-1", "1625": "US-2", "5608": "NK-1"}
    game = play(field(units, dice=[9], **INCHON), "assault 1-MAR 3713")
    assert (where(game, "1-MAR"), flags(game, "1-MAR")) == ("3713", "landed+committed")
    play(game, "move 1-MAR 3713-3714 operational", "end")
    assert "fatigued" in flags(game, "1-MAR")


@pytest.mark.rule("W-11.2v")
@pytest.mark.rule("W-11.2v", by="value")
def test_movement_after_a_landing():
    game = field({"3713": "1-MAR landed", "1625": "US-7", "5608": "NK-1"})
    assert ends(game, "1-MAR", "tactical") < ends(game, "1-MAR", "strategic")
    assert why(game, "move 1-MAR 3713-3714 tactical") == []
    assert why(game, "move 1-MAR 3713-3714-3715 tactical") == ["W-11.2v"]


@pytest.mark.rule("W-11.2x")
@pytest.mark.rule("W-11.2y", "W-11.2x", by="value")
def test_a_landed_unit_fights_with_printed_values_and_its_armor():
    """Without any depot others are quartered."""
    units = {"3713": "1-MAR landed", "with:1-MAR": "ARM-1MAR, BN-PHL", "3714": "NK-6", "1625": "US-7"}
    game = field(units, turn=5)
    assert values.attack(game.state, number(game, "1-MAR")) == 26
    assert values.asset_attack(game.state, number(game, "BN-PHL")) == 1
    assert values.attack(game.state, number(game, "US-7")) == 5
    fed = field({**units, "3715": "DEPOT-UN-1 value=3 spent=3"}, turn=5)
    assert (values.attack(fed.state, number(fed, "1-MAR")), values.asset_attack(fed.state, number(fed, "BN-PHL"))) == (
        26,
        1,
    )
    assert why(game, "attack 1-MAR normal ARM-1MAR") == []
    assert fight(game, "attack 1-MAR normal ARM-1MAR").armor == (number(game, "ARM-1MAR"),)
    assert mods(game, "attack 1-MAR intensive")["intensive"] == 2


@pytest.mark.rule("W-11.2f", "W-13.1c", by="value")
def test_beside_a_full_hex_water_is_no_obstacle():
    """Kunsan is full; 2210 lies across its estuary. Reconstituted units alone do not cross it."""
    game = field({"2111": "US-3", "reserve": "US-2", "1625": "US-7", "3815": "NK-6"}, capacity=1)
    unit, kunsan, across = number(game, "US-2"), GRID.hex("2111"), GRID.hex("2210")
    assert stacking.room_beside(game.state, unit, kunsan) >> across & 1
    assert arrivals.spots(game.state, unit, 1 << kunsan) >> across & 1
    assert not arrivals.spots(game.state, unit, 1 << kunsan, dry=True) >> across & 1
    play(game, "assault US-2 2111 - 2210")
    assert where(game, "US-2") == "2210"


# -------------------------------------------------------------------------------------------------------- parachutists


@pytest.mark.rule("W-12.0j", "W-12.0k")
@pytest.mark.rule("W-12.0i", by="value")
def test_parachutists():
    battalions = [RULES.names.unit(u) for u in RULES.of_kind["para_battalion"]]
    game = field(
        {CENTRE: battalions[0], RING[0]: battalions[1], "1625": "US-7", "1725": "PARA-187", "3815": "NK-6"},
        options={"parachutes": "on"},
    )
    assert not game.state.zone(UN) >> GRID.hex(RING[3]) & 1
    assert why(game, f"rest {battalions[0]}") == ["W-7.1c"]
    assert why(game, f"entrench {battalions[0]}") == ["W-7.1c"]
    assert why(game, "drop PARA-187 1725") == ["W-12.0k"]
    frame = {"kind": "Combat", "side": "communist", "unit": "NK-6", "hex": RING[0], "mode": "normal"}
    frame |= {
        "attackers": ["NK-6"],
        "targets": [CENTRE],
        "defenders": [battalions[0]],
        "result": "Dr",
        "stage": "retreat",
    }
    hit = field({CENTRE: battalions[0], RING[0]: "NK-6", **FAR}, side="communist", frame=frame)
    assert where(hit, battalions[0]) == "gone"


# ------------------------------------------------------------------------------------------------------- reinforcements


@pytest.mark.rule("W-13.1c", by="value")
@pytest.mark.rule("W-13.1b", "W-13.1g")
def test_where_reinforcements_come():
    """P'yongyang is full and beside the enemy: the neighbours are open, but for the enemy's own hex."""
    town = GRID.hex("5608")
    foe = next(GRID.label(n) for n in bits(RULES.beside[town]))
    game = field({"recruits": "NK-6", "5608": "NK-7", foe: "US-2", "1625": "US-7"}, **placing("communist", "NK-6"))
    frame: Any = game.state.top
    found = frame.open_hexes(game.state, number(game, "NK-6"))
    assert not found >> town & 1
    assert not found >> GRID.hex(foe) & 1
    assert found & RULES.beside[town] & game.state.zone(UN)
    assert why(game, f"place NK-6 {foe}") == ["W-13.1b"]
    assert why(game, "place NK-6 4513") == ["W-13.1g"]
    assert why(game, "place NK-6 5621") == ["W-13.1g"], "nobody is placed at sea"


@pytest.mark.rule("W-13.1d", "W-13.1p", "W-13.1q", "W-14.2c")
def test_rok_divisions_come_to_pusan_and_taegu_or_are_lost():
    recruits = {"kind": "Recruiting", "side": "communist"}
    units = {"1625": "US-2", "3515": "US-3", "4513": "NK-6"}
    game = field(units, turn=5, phase="reinforcement", frame=recruits, dice=[0, 9])
    unit = game.state.boxed("recruits")[0]
    assert RULES.unit_kind[unit] == "rok_div"
    name = RULES.names.unit(unit)
    assert why(game, f"place {name} 3515") == ["W-13.1q"]
    assert [w.rule for w in game.warnings("end")] == ["W-13.1d"]
    play(game, f"place {name} 0928")
    assert where(game, name) == "0928"
    closed = field(
        {"recruits": "ROK-1", "1727": "US-2", "1625": "NK-6"},
        marks=["mines 0928", "taken 1625"],
        **placing("un", "ROK-1"),
    )
    assert where(closed, "ROK-1") == "eliminated"
    mined = field({"recruits": "ROK-1", "1727": "US-2", "3815": "NK-6"}, marks=["mines 0928"], **placing("un", "ROK-1"))
    assert why(mined, "place ROK-1 0928") == ["W-14.2c"]
    assert why(mined, "place ROK-1 1625") == []
    assert "not_placed" in said(closed.entries())


@pytest.mark.rule("W-13.1e", by="value")
@pytest.mark.parametrize(
    ("turn", "part", "rolls"), [(1, "second_action", False), (2, "first_action", True), (2, "second_action", True)]
)
def test_reinforcements_are_rolled_for_from_turn_two(turn: int, part: str, rolls: bool):
    game = field(FAR, turn=turn, part=part, phase="phase_start", frame={"kind": "Sweeping", "hexes": []}, dice=[])
    assert game.decider == "chance"
    assert any(isinstance(frame, arrivals.Recruiting) for frame in game.state.frames) == rolls


@pytest.mark.rule("W-13.1i")
def test_no_armor_from_turn_eight_on():
    recruits = {"kind": "Recruiting", "side": "communist"}
    units = {"1625": "US-2", "4513": "NK-6"}
    usual: dict[str, Any] = {"phase": "reinforcement", "frame": recruits, "marks": ["taken 3815"]}
    early = field(units, turn=5, dice=[9, 0], **usual)
    assert early.state.assets(early.state.boxed("recruits", COMMUNIST)[0])
    late = field(units, scenario="resurgent", turn=9, dice=[9, 0], **usual)
    unit = late.state.boxed("recruits", COMMUNIST)[0]
    arrivals._tanks(late.state, unit)
    assert late.state.assets(unit) == []  # not even where the table gives one


@pytest.mark.rule("W-13.1l", "W-13.1m", "W-13.1aa", by="value")
def test_garrisons_and_task_force_smith_only_defend():
    """The garrison of an inland hex stays for good."""
    game = field({CENTRE: "NKG-1, NK-6", RING[0]: "US-2", "1625": "US-7"}, turn=2)
    assert engagement.odds(game.state, fight(game, "attack US-2"))[1] == 8 + 2
    stays = field({CENTRE: "NKG-1", **FAR}, phase="recovery", frame={"kind": "Sweeping", "hexes": []})
    assert where(stays, "NKG-1") == CENTRE
    smith = field({"2317": "TF-SMITH, US-2", "2416": "NK-6", "1625": "US-7"}, turn=2, side="communist")
    assert engagement.odds(smith.state, fight(smith, "attack NK-6"))[1] == 11 + 2
    assert stacking.fits(smith.state, number(smith, "US-2"), GRID.hex("2317"))
    assert not smith.state.zone(UN) & ~smith.state.rules.grid.around(smith.state.posts(UN))


@pytest.mark.rule("W-13.1y")
def test_assets_enter_with_a_unit_only():
    units = {"other_port": "US-7", "with:US-7": "ARM-6", "reserve": "ARM-72", "1625": "US-2", "3815": "NK-6"}
    game = field(units, shipping=1, **DEPLOYING)
    assert not [o for o in game.offers() if number(game, "ARM-72") in o.units]
    play(game, "deploy US-7 3713 ARM-6")
    assert where(game, "ARM-6") == "with:US-7"
    assert where(game, "ARM-72") == "reserve"


@pytest.mark.rule("W-8.2k", "W-10.3a", by="value")
def test_assets_in_the_box_join_a_unit_that_is_bound_for_another_port():
    """13.1: an asset that came after the unit had gone aboard; the unit holds one of the spaces of the box."""
    units = {"other_port": "US-7", "with:US-7": "ARM-6", "reserve": "ARM-72, US-2", "with:US-2": "ARM-89"}
    game = field({**units, "1625": "US-3", "3815": "NK-6"}, shipping=1, **DEPLOYING)
    assert why(game, "deploy US-7 3713 ARM-6,ARM-6") == ["W-8.1e"]
    play(game, "deploy US-7 3713 ARM-72,ARM-89")
    assert (where(game, "ARM-72"), where(game, "ARM-89")) == ("with:US-7", "with:US-7")
    assert where(game, "ARM-6") == "reserve"


# ------------------------------------------------------------------------------------- reconstitution and enhancement


@pytest.mark.rule("W-13.2b")
def test_a_unit_is_rebuilt_by_one_step_in_a_segment():
    game = play(field({"1625": "US-RPL1-1", "3815": "NK-6", "available": "US-5RCT"}, **REBUILDING), "rebuild US-RPL1-1")
    assert where(game, "US-RPL2-1") == "1625"
    assert why(game, "rebuild US-RPL2-1") == ["W-13.2b"]


@pytest.mark.rule("W-13.2d")
@pytest.mark.rule("W-13.2j", by="value")
def test_divisions_on_the_track_rebuild_nothing():
    every = [RULES.names.unit(u) for u in RULES.of_kind["us_div"]]
    units = {"1625": "US-RPL2-1", "destroyed": ", ".join(every[:5]), "reserve": ", ".join(every[5:]), "3815": "NK-6"}
    game = field({**units, "available": "US-5RCT"}, **REBUILDING)
    assert why(game, "rebuild US-RPL2-1") == ["W-13.2d"]
    track_only = field({"available": "US-5RCT, US-29RCT, US-9/2", "destroyed": "US-2", **FAR}, capacity=1)
    assert why(track_only, "build US-5RCT,US-29RCT,US-9/2 1625")[0] == "W-10.1e"
    assert why(track_only, "break US-2")[0] == "W-10.1e"


@pytest.mark.rule("W-13.2f", "W-13.2h", by="value")
def test_units_come_back_beside_a_full_city_but_not_across_water():
    units = {"available": "US-2", "2111": "US-3", "3815": "NK-6"}
    game = field(units, capacity=2, deployed=3, **REBUILDING)
    across = GRID.hex("2210")
    (offer,) = [o for o in game.offers() if o.verb == "return"]
    assert not offer.hexes >> across & 1
    assert offer.hexes & RULES.beside[GRID.hex("2111")]
    play(game, "return US-2 0928")
    assert (track(game, "capacity"), track(game, "deployed")) == (2, 3)


@pytest.mark.rule("W-13.3b")
@pytest.mark.rule("W-13.3f", by="value")
def test_how_much_is_enhanced():
    frame = {"phase": "enhancement", "part": "", "frame": {"kind": "Enhancing", "left": 6}}
    units = {"1625": "FEC-24", "1725": "FEC-25", "0928": "FEC-7", "3815": "NK-6"}
    game = play(field(units, turn=5, **frame), "enhance FEC-24", "enhance FEC-25")
    assert (where(game, "US-24"), where(game, "US-25")) == ("1625", "1725")
    limited = field(
        {**units, "reserve": "FEC-19/24"}, turn=5, phase="enhancement", part="", frame={"kind": "Enhancing", "left": 2}
    )
    assert why(limited, "enhance FEC-7") == ["W-13.3b"]
    for turn, left in ((3, 3), (4, 3), (5, 6)):
        begun = field({"1625": "FEC-24", "3815": "NK-6"}, turn=turn)
        begun.state.set_frames(begun.state.frames[:1])
        enhancement.begin(begun.state)
        assert begun.state.top.left == left
    none = field(FAR, turn=5)
    none.state.set_frames(none.state.frames[:1])
    enhancement.begin(none.state)
    assert len(none.state.frames) == 1


@pytest.mark.rule("W-9.5l", "W-13.1a", by="value")
def test_what_is_placed_is_mobile():
    game = play(
        field({"recruits": "NK-6", "1625": "US-2", "4513": "NK-1"}, **placing("communist", "NK-6")), "place NK-6 5608"
    )
    assert (flags(game, "NK-6"), cell(game, "start", "NK-6")) == ("", 0)


# ------------------------------------------------------------------------------------- more of chapters 10 and 11


@pytest.mark.rule("W-7.3r")
def test_a_division_is_not_built_where_another_regiment_stays():
    units = {CENTRE: "ROKR-1, ROKR-2, ROKR-5", RING[0]: "ROKR-3", **FAR}
    game = field(units)
    assert why(game, f"build ROKR-1,ROKR-2,ROKR-3 {CENTRE}") == ["W-7.3r"]
    assert why(game, f"build ROKR-1,ROKR-2,ROKR-3 {RING[0]}") == []


@pytest.mark.rule("W-10.1c")
def test_regiments_of_a_broken_division_do_not_build_up_in_the_same_phase():
    game = play(field({"1625": "US-2", "1725": "US-7", "3815": "NK-1"}), "break US-2")
    parts = ",".join(game.rules.names.unit(u) for u in game.state.fighters(UN)[GRID.hex("1625")])
    assert why(game, f"build {parts} 1625") == ["W-10.1c"] * 3


@pytest.mark.rule("W-10.2b")
def test_each_of_three_that_amalgamate_touches_both_others():
    """Two of a chain of three are not next to each other; in a triangle all are."""
    opposite, beside = (
        RING[0],
        next(label for label in RING[1:] if GRID.hex(label) in GRID.neighbours[GRID.hex(RING[0])]),
    )
    end = next(label for label in RING if GRID.distance(GRID.hex(label), GRID.hex(opposite)) == 2)
    line = "amalgamate NK-RPL1-1,NK-RPL1-2,NK-RPL1-3 " + CENTRE
    for last, found in ((end, ["W-10.2b"]), (beside, [])):
        units = {CENTRE: "NK-RPL1-1", RING[0]: "NK-RPL1-2", last: "NK-RPL1-3", "1625": "US-7"}
        assert why(field(units, side="communist"), line) == found


@pytest.mark.rule("W-10.2e", "W-8.2g")
@pytest.mark.parametrize(("depot", "fourth"), [(", DEPOT-NK-1 value=1", "with:DEPOT-NK-1"), ("", "eliminated")])
def test_the_fourth_asset_goes_to_a_depot_or_is_lost(depot: str, fourth: str):
    units = {CENTRE: "NK-RPL2-1" + depot, RING[0]: "NK-RPL2-2", "1625": "US-7"}
    units |= {"with:NK-RPL2-1": "NKA-203, NKA-107", "with:NK-RPL2-2": "NKA-105, NKA-109"}
    game = play(field(units, side="communist", turn=5), f"amalgamate NK-RPL2-1,NK-RPL2-2 {CENTRE}")
    (whole,) = game.state.fighters(COMMUNIST)[GRID.hex(CENTRE)]
    tanks = ["NKA-203", "NKA-107", "NKA-105", "NKA-109"]
    places = [where(game, tank) for tank in tanks]
    assert places.count(f"with:{RULES.names.unit(whole)}") == 3
    assert places.count(fourth) == 1


@pytest.mark.rule("W-11.1a")
def test_an_evacuation_uses_an_amphibious_operation():
    game = play(field({"1831": "US-2", "1024": "US-3", "1625": "US-7", "3815": "NK-6"}, capacity=1), "evacuate US-2")
    assert track(game, "capacity") == 0
    assert why(game, "evacuate US-3") == ["W-11.1a"]


@pytest.mark.rule("W-11.2ac")
def test_a_beachhead_stands_in_an_invasion_hex_only():
    beside = next(GRID.label(n) for n in bits(RULES.beside[GRID.hex("2511")] & ~RULES.landings))
    game = field({beside: "US-2 landed", "2511": "US-3", "1625": "US-7", "3815": "NK-6"})
    assert why(game, f"beachhead {beside}") == ["W-11.2ac"]
    assert why(game, "beachhead 2511") == ["W-11.2ac"]  # US-3 has not landed in this phase


# ---------------------------------------------------------------------------------------- more of chapters 12 to 14


@pytest.mark.rule("W-13.1w")
def test_units_bound_for_another_port_land_neither_in_pusan_nor_among_mines():
    units = {"other_port": "US-7", "1625": "US-2", "3815": "NK-6"}
    game = field(units, shipping=1, marks=["mines 1024"], **DEPLOYING)
    assert why(game, "deploy US-7 0928") == ["W-13.1w"]
    assert why(game, "deploy US-7 1024") == ["W-13.1w"]
    assert why(game, "deploy US-7 1831") == []


@pytest.mark.rule("W-13.1z")
def test_task_force_smith_keeps_out_of_enemy_zones():
    near = next(n for n in bits(RULES.beside[GRID.hex("2317")] & RULES.smith_hexes & ~RULES.cities))
    units = {"reserve": "TF-SMITH", "2317": "NK-6", "1625": "ROKR-1", GRID.label(near): "ROKR-2"}
    game = field(units, **placing("un", "TF-SMITH", turn=2, part="first_action"))
    assert why(game, f"place TF-SMITH {GRID.label(near)}") == ["W-13.1z"]
    assert why(game, "place TF-SMITH 1625") == []


@pytest.mark.rule("W-13.1o", by="value")
def test_a_regiment_in_a_division_does_not_come_again():
    names = [RULES.names.unit(u) for u in RULES.of_kind["rok_regt"]]
    recruits = {"phase": "reinforcement", "frame": {"kind": "Recruiting", "side": "un"}, "turn": 3, "dice": [9]}
    none = field(
        {"aside": ", ".join(names[:3]), "1024": ", ".join(names[3:6]), "gone": ", ".join(names[6:]), **FAR}, **recruits
    )
    assert not none.state.boxed("recruits")
    dead = field({"eliminated": names[0], "gone": ", ".join(names[1:]), **FAR}, **recruits)
    assert dead.state.boxed("recruits") == [number(dead, names[0])]


@pytest.mark.rule("W-13.1j", by="value")
@pytest.mark.parametrize(("turn", "die"), [(7, 0), (8, -4), (9, -4)])
def test_fewer_north_koreans_from_turn_eight_on(turn: int, die: int):
    game = field(
        {"1625": "US-7", "3815": "NK-1"},
        scenario="whole_war",
        turn=turn,
        marks=["taken 3815"],
        mobilization=1,
        rules_of_engagement=1,
    )
    assert arrivals.Recruiting("communist").total(game.state) == die


@pytest.mark.rule("W-13.1d")
def test_the_armor_of_a_division_that_is_not_placed_is_lost_with_it():
    units = {"recruits": "NK-6", "with:NK-6": "NKA-203", "1625": "US-2", "4513": "NK-1"}
    game = play(field(units, **placing("communist", "NK-6")), "end")
    assert (where(game, "NK-6"), where(game, "NKA-203")) == ("eliminated", "eliminated")


@pytest.mark.rule("W-13.1k", by="value")
def test_one_garrison_to_a_port():
    game = field({"2111": "NKG-1", "4513": "NK-6", "1625": "US-2"}, side="communist")
    control.take(game.state, COMMUNIST, GRID.hex("2111"))
    assert game.state.stacks(COMMUNIST)[GRID.hex("2111")] == [number(game, "NKG-1")]


@pytest.mark.rule("W-13.1x")
def test_nothing_goes_aboard_after_a_deployment_to_pusan():
    units = {"reserve": "US-5RCT, US-29RCT", "1625": "US-7", "3815": "NK-6"}
    game = play(field(units, **DEPLOYING), "deploy US-5RCT 0928")
    assert why(game, "ship US-29RCT") == ["W-13.1x"]


@pytest.mark.rule("W-12.0d")
def test_no_battalion_lands_apart_from_both_others():
    units = {"parachute": "PARA-187", "2317": "US-2", "5608": "NK-1"}
    game = field(units, options={"parachutes": "on"})
    flat = (RULES.clear | RULES.broken) & ~game.state.held_by(COMMUNIST)
    first, second = next(
        (h, n) for h in bits(flat) for n in bits(RULES.beside[h] & flat) if GRID.distance(h, GRID.hex("2317")) < 4
    )
    third = next(
        h
        for h in bits(flat)
        if min(GRID.distance(h, one) for one in (first, second)) == 2 and GRID.distance(h, GRID.hex("2317")) < 6
    )
    assert why(game, "drop PARA-187 " + ",".join(map(GRID.label, (first, second, third)))) == ["W-12.0d"]
    assert why(game, "drop PARA-187 " + ",".join(map(GRID.label, (first, second, second)))) == []


@pytest.mark.rule("W-13.2c", "W-13.3d")
def test_nothing_is_rebuilt_or_enhanced_where_the_enemy_is_all_around():
    ring = {RING[i]: f"NK-{n}" for i, n in ((0, 1), (2, 2), (4, 3))}
    units = {CENTRE: "US-RPL2-1", **ring, "1625": "US-7", "available": "US-5RCT"}
    assert why(field(units, **REBUILDING), "rebuild US-RPL2-1") == ["W-13.2c"]
    frame = {"phase": "enhancement", "part": "", "frame": {"kind": "Enhancing", "left": 6}}
    game = field({CENTRE: "FEC-24", **ring, "1625": "FEC-25"}, turn=5, **frame)
    assert why(game, "enhance FEC-24") == ["W-13.3d"]


@pytest.mark.rule("W-13.2e")
def test_units_come_back_to_cities_of_the_un_only():
    units = {"available": "US-5RCT", "1625": "US-7", "3815": "NK-6"}
    game = field(units, marks=["taken 2317"], **REBUILDING)
    assert why(game, "return US-5RCT 2317") == ["W-13.2e"]


@pytest.mark.rule("W-13.1k", by="value")
def test_a_garrison_that_was_lost_comes_again():
    lost = ", ".join(RULES.names.unit(u) for u in RULES.garrisons)
    game = field({"eliminated": lost, "4513": "NK-6", "1625": "US-2"}, side="communist")
    control.take(game.state, COMMUNIST, GRID.hex("2111"))
    assert [RULES.garrison[u] for u in game.state.stacks(COMMUNIST)[GRID.hex("2111")]] == [True]


@pytest.mark.rule("W-13.2c", "W-13.3d", by="value")
def test_a_friend_beside_keeps_a_unit_from_being_enclosed():
    ring = {RING[i]: f"NK-{n}" for i, n in ((0, 1), (2, 2), (4, 3))}
    game = field({CENTRE: "FEC-24", **ring, RING[1]: "US-2", "1625": "US-7"})
    assert not zones.enclosed(game.state, UN, GRID.hex(CENTRE))


@pytest.mark.rule("W-11.3c", by="value")
def test_evacuated_units_are_in_the_reserve_when_the_phase_is_over():
    game = field({"evacuated": "US-3", **FAR})
    closing.end_phase(game.state)
    assert where(game, "US-3") == "reserve"
