"""9.3.5 Sea transfer, 9.3.6 evacuation, 9.3.7 airdrop, 9.3.8 off-map movement."""

import pytest

from parallel38.engine.game import Game

from .table import ends, flags, rules_of, said, spent, table, unbombed, where

LAND = {"kind": "Landing"}


def un(units: dict[str, str], weather: str = "MO", **more) -> Game:
    return table(units, phase="un_movement", weather=weather, **more)


def landing(units: dict[str, str], weather: str = "MO", turn: int = 6, **more) -> Game:
    """The UN reinforcement phase, with these units coming."""
    return table(units, phase="un_reinforcement", weather=weather, turn=turn, frame=LAND, **more)


# ------------------------------------------------------------------------------------------------- 9.3.5 sea transfer


@pytest.mark.rule("D-9.3.5.1")
def test_two_points_in_a_port_and_off_to_sea():
    game = un({"1512": "US-3", "1611": "ROK-Cap", "1413": "US-2"}, turn=6)
    assert rules_of(game, "embark US-2") == ["D-9.3.5.1"], "no port"
    game.play("move US-3 1611")
    assert rules_of(game, "embark US-3") == []
    game.play("embark US-3")
    assert (where(game, "US-3"), flags(game, "US-3")) == ("sea", "")
    assert game.state.spent[game.rules.names.unit_number("US-3")] == 7, "the next turn"
    game.play("embark ROK-Cap")
    assert where(game, "ROK-Cap") == "sea"


@pytest.mark.rule("D-9.3.5.1", "D-9.1.1")
def test_one_of_a_stack_goes_aboard_and_the_others_go_on():
    game = un({"1513": "US-9/2, US-23/2", "1611": "ROK-Cap"})
    game.play("move US-9/2,US-23/2 1512")
    game.play("move US-9/2 1611")
    game.play("embark US-9/2")
    assert rules_of(game, "move US-23/2 1611") == [], "they moved together"
    game.play("embark ROK-Cap")
    assert rules_of(game, "move US-23/2 1611") == ["D-9.1.1"], "another unit ends their move"


@pytest.mark.rule("D-9.3.5.1")
def test_who_may_go_aboard():
    tired = un({"1611": "US-3 moved spent=12, ROK-Cap moved"}, frame={"kind": "Moving", "side": "un", "last": ["US-3"]})
    assert rules_of(tired, "embark US-3") == ["D-9.3.5.1"], "one point is left"
    assert rules_of(tired, "embark ROK-Cap") == ["D-9.1.1"], "its move is over"
    game = un({"1611": "US-3 neutralized+regroup, SUP-TK1, ROK-Cap neutralized", "1711": "SUP-CA"})
    assert rules_of(game, "embark US-3") == ["D-15.4.1"]
    assert rules_of(game, "embark SUP-CA") == ["D-12.2.3"]
    game.play("embark SUP-TK1")
    game.play("embark ROK-Cap")
    assert flags(game, "ROK-Cap") == "neutralized", "it stays so at sea"
    rail = un({"2226": "US-3"})
    rail.play("move US-3 2128 rail")
    assert rules_of(rail, "embark US-3") == [], "also after a train ride, with two of its four points"


@pytest.mark.rule("D-9.3.5.1", "D-6.1.2.3")
def test_it_lands_at_a_port_in_the_next_turn_or_at_pusan_a_turn_later():
    game = landing({"sea": "US-3 spent=6, ROK-Cap spent=6, UK-29 spent=7"}, cities="Wonsan")
    assert rules_of(game, "place US-3 1815") == ["D-6.1.2.3"], "Wonsan is lost"
    assert rules_of(game, "place US-3 2226") == ["D-6.1.2.3"], "Seoul is no port"
    assert rules_of(game, "place US-3 2718") == ["D-6.1.2.3"], "too early for Pusan"
    assert rules_of(game, "place UK-29 2128") == ["D-6.1.2.3"], "it went aboard later"
    assert rules_of(game, "end") == ["D-6.3"]
    game.play("place US-3 2128")
    assert where(game, "US-3") == "2128"
    assert said(game.play("delay ROK-Cap"))[0] == "held_back"
    assert where(game, "ROK-Cap") == "south"
    assert game.rules.phase_key(game.state) == "phase.un_movement", "nobody is left to land"
    assert rules_of(game, "place ROK-Cap 2718") == ["D-9.3.5.1"], "not now"
    later = landing({"south": "ROK-Cap spent=7"}, turn=7)
    assert rules_of(later, "place ROK-Cap 2128") == ["D-9.3.5.1"]
    assert rules_of(later, "delay ROK-Cap") == ["D-6.3"]
    later.play("place ROK-Cap 2731")
    assert where(later, "ROK-Cap") == "2731"


@pytest.mark.rule("D-9.3.5.1")
def test_the_example_of_may():
    game = un({"1611": "US-3", "0119": "NKPA-47"}, weather="SU", turn=23, dice=[1] * 12, ridgway=1)
    assert game.view()["turn"] == "May II"
    game.play("embark US-3")
    for _ in range(40):
        if game.view()["turn"] == "May III" and game.rules.phase_key(game.state) == "phase.un_reinforcement":
            break
        verbs = {o.verb for o in game.offers()}
        game.play("end" if "end" in verbs else next(iter(game.legal_actions())))
    assert rules_of(game, "place US-3 2128") == []
    assert rules_of(game, "delay US-3") == [], "then in May IV on a To Pusan road"


@pytest.mark.rule("D-9.3.5.2", "D-6.2.2.5")
def test_garrisons_leave_for_good_and_give_battalions():
    units = {"1611": "Gar-Hungnam", "2226": "Gar-Seoul", "1815": "Gar-Wonsan", "2128": "Gar-Inchon"}
    game = un({**units, "dead": "US-1/9/2, US-2/9/2, US-3/9/2, US-1/38/2"}, turn=6)
    first = [w.rule for w in game.warnings("embark Gar-Seoul")]
    assert first == ["D-6.2", "D-9.3.5.2"], "embarking is part of the movement phase, and the dead return before it"
    assert {game.notation(a) for a in game.legal_actions("Gar-Seoul")} == {"embark Gar-Seoul"}, "though it is no port"
    assert rules_of(un({"2226": "Gar-Seoul neutralized+regroup"}), "embark Gar-Seoul") == ["D-15.4.1"]
    for garrison in ("Gar-Seoul", "Gar-Hungnam", "Gar-Wonsan", "Gar-Inchon"):
        game.play(f"embark {garrison}")
        assert where(game, garrison) == "gone"
        left = [unit for unit in units.values() if where(game, unit) != "gone"]
        warned = [[w.rule for w in game.warnings(f"embark {unit}")] for unit in left]
        assert warned == [["D-9.3.5.2"]] * len(left), "said once: it is too late now"
    assert rules_of(game, "place Gar-Seoul 2226") == ["D-6.2", "D-6.2"]
    for turn, usual in ((7, 1), (9, 1)):
        other = un({"gone": "Gar-Hungnam spent=8", "dead": "US-1/9/2, US-2/9/2, US-3/9/2, US-1/38/2"}, turn=turn)
        assert replaced(other) == usual
    two = un({"gone": "Gar-Hungnam spent=8", "dead": "US-1/9/2, US-2/9/2, US-3/9/2, US-1/38/2"}, turn=8)
    assert replaced(two) == 1 + 2, "the circled two"
    one = un({"gone": "Gar-Wonsan spent=8", "dead": "US-1/9/2, US-2/9/2, US-3/9/2, US-1/38/2"}, turn=8)
    assert replaced(one) == 1 + 1


def replaced(game: Game) -> int:
    """How many of the dead US battalions may return."""
    number = 0
    for unit in ("US-1/9/2", "US-2/9/2", "US-3/9/2", "US-1/38/2"):
        if rules_of(game, f"place {unit} 2226") == []:
            game.play(f"place {unit} 2226")
            number += 1
        else:
            assert rules_of(game, f"place {unit} 2226") == ["D-6.2.2.2"]
    return number


@pytest.mark.rule("D-9.3.5.3")
def test_iwon_and_chinampo_take_one_regiment():
    game = un({"2104": "US-17/7, US-1/31/7, US-3", "0823": "US-1/9/2, US-2/9/2, US-23/2"}, weather="MO")
    assert rules_of(game, "embark US-3") == ["D-9.3.5.3"], "a division is too large"
    game.play("embark US-17/7")
    assert rules_of(game, "embark US-1/31/7") == ["D-9.3.5.3"]
    game.play("embark US-1/9/2")
    game.play("embark US-2/9/2")
    assert rules_of(game, "embark US-23/2") == ["D-9.3.5.3"], "each port for itself; three battalions are a regiment"
    full = landing({"sea": "US-17/7 spent=6, US-1/31/7 spent=6, US-2/31/7 spent=6"})
    full.play("place US-1/31/7 0823")
    assert rules_of(full, "place US-17/7 0823") == ["D-9.3.5.3"]
    assert rules_of(full, "place US-2/31/7 0823") == []
    full.play("place US-17/7 2104")
    full.play("place US-2/31/7 1611")
    assert full.view()["track"]["chinampo"] == 3
    assert full.view()["track"]["iwon"] == 9, "and nobody embarks there in the same turn"
    assert rules_of(full, "embark US-17/7") == ["D-9.3.5.3"]


@pytest.mark.rule("D-9.3.5.4")
def test_blizzards_shut_the_north_and_iwon_is_shut_in_frost():
    for weather, open_ in (("SS", False), ("SO", False), ("MO", True), ("SN", True)):
        game = un({"2104": "US-17/7"}, weather=weather)
        assert rules_of(game, "embark US-17/7") == ([] if open_ else ["D-9.3.5.4"]), weather
    storm = un({"2104": "US-17/7", "1611": "US-3, Gar-Hungnam", "1815": "ROK-Cap, Gar-Wonsan"}, weather="B")
    for unit in ("US-17/7", "US-3", "Gar-Hungnam"):
        assert rules_of(storm, f"embark {unit}") == ["D-9.3.5.4"]
    assert rules_of(storm, "embark ROK-Cap") == rules_of(storm, "embark Gar-Wonsan") == [], "south of the line"
    sea = landing({"sea": "US-17/7 spent=6"}, weather="B")
    assert rules_of(sea, "place US-17/7 1611") == ["D-9.3.5.4"]
    assert rules_of(sea, "place US-17/7 2104") == ["D-9.3.5.4"]
    assert rules_of(sea, "place US-17/7 1815") == []
    frost = landing({"sea": "US-17/7 spent=6"}, weather="SO")
    assert rules_of(frost, "place US-17/7 2104") == ["D-9.3.5.4"]


def test_who_finds_no_room_waits_at_sea():
    lost = "Hungnam+Wonsan+Iwon+Chinampo"
    game = landing({"2128": "US-2, US-24", "sea": "US-3 spent=6"}, cities=lost)
    assert rules_of(game, "place US-3 2128") == ["D-7.2.1"]
    assert "no_room" in said(game.play("end")), "it may wait, or be sent to Pusan"
    assert where(game, "US-3") == "sea"


# -------------------------------------------------------------------------------------------------- 9.3.6 evacuation


@pytest.mark.rule("D-9.3.6.1")
@pytest.mark.parametrize(
    ("die", "end", "state"), [(4, "evacuated", ""), (3, "evacuated", "neutralized"), (2, "out", "")]
)
def test_evacuation_against_the_weather_die(die: int, end: str, state: str):
    game = un({"1512": "US-3", "1413": "US-2"}, die=3, dice=[die])
    assert rules_of(game, "evacuate US-2") == ["D-9.3.6.1"], "not on the coast"
    assert [w.rule for w in game.warnings("evacuate US-3")] == ["D-9.3.6.1"]
    game.play("evacuate US-3")
    assert (where(game, "US-3"), flags(game, "US-3")) == (end, state)
    assert where(game, "US-1/7/3") == ("dead" if die < 3 else "out")


@pytest.mark.rule("D-9.3.6.1", "D-14.3")
def test_an_equal_die_kills_the_neutralized_and_support():
    game = un({"1512": "UK-29 neutralized, SUP-TK1"}, die=3, dice=[3, 3])
    for unit in ("SUP-TK1", "UK-29"):
        assert [w.text for w in game.warnings(f"evacuate {unit}")] == ["may_be_lost_easily"]
    game.play("evacuate UK-29")
    game.play("evacuate SUP-TK1")
    assert where(game, "UK-29") == where(game, "SUP-TK1") == "dead"


@pytest.mark.rule("D-9.3.6.1")
def test_who_begins_the_turn_on_the_coast():
    game = un({"1413": "US-3", "1611": "Gar-Hungnam, ROK-Cap regroup"})
    game.play("move US-3 1512")
    assert rules_of(game, "evacuate US-3") == ["D-9.3.6.1"]
    assert rules_of(game, "evacuate Gar-Hungnam") == ["D-9.1.3"]
    assert rules_of(game, "evacuate ROK-Cap") == ["D-15.4.1"]


@pytest.mark.rule("D-9.3.6.1")
def test_who_came_in_this_turn_did_not_begin_it_on_the_coast():
    game = landing({"sea": "US-3 spent=6", "dead": "US-1/19/24", "2128": "UK-29"}, dice=[5])
    game.play("place US-3 2128")
    game.play("place US-1/19/24 1611")
    assert type(game.state.top).__name__ == "Moving"
    for unit in ("US-3", "US-1/19/24"):
        assert [(r.rule, r.text) for r in game.why_not(f"evacuate {unit}")] == [("D-9.3.6.1", "evacuation_new")], unit
    assert rules_of(game, "evacuate UK-29") == [], "it stood there before"
    assert not [o for o in game.offers() if o.verb == "evacuate" and o.units != (game.parse("evacuate UK-29").unit,)]  # type: ignore
    game.play("breakdown US-3")
    assert rules_of(game, "evacuate US-7/3") == ["D-9.3.6.1"], "nor did its parts"
    assert rules_of(game, "embark US-7/3") == [], "sea transfer asks for a port and points alone"
    game.play("end")
    assert flags(game, "US-7/3") == ""
    broken = un({"1512": "US-3"})
    broken.play("breakdown US-3")
    assert rules_of(broken, "evacuate US-7/3") == [], "as its division it began the turn there"


@pytest.mark.rule("D-9.3.6.1")
def test_the_evacuated_land_in_inchon_or_later_at_pusan():
    game = landing({"evacuated": "US-3 neutralized spent=6, UK-29 spent=6"})
    assert rules_of(game, "place US-3 1611") == ["D-9.3.6.1"]
    game.play("place US-3 2128")
    assert (where(game, "US-3"), flags(game, "US-3")) == ("2128", "neutralized+arrived")
    game.play("delay UK-29")
    assert where(game, "UK-29") == "evacuated-south"
    assert game.state.spent[game.rules.names.unit_number("UK-29")] == 7
    later = landing({"evacuated-south": "UK-29 spent=7"}, turn=7)
    assert rules_of(later, "place UK-29 2128") == ["D-9.3.6.1"], "not the rule of sea transfer"
    assert rules_of(later, "delay UK-29") == ["D-6.3"]
    later.play("place UK-29 2718")
    assert where(later, "UK-29") == "2718"
    assert [e.rule for entry in later.entries() for e in entry.events if e.text == "arrived"] == ["D-9.3.6.1"]


@pytest.mark.rule("D-9.3.6.1")
def test_when_inchon_is_lost_the_evacuated_go_to_pusan():
    frame = {"kind": "Checks", "side": 1, "check": "regroup", "waiting": []}
    units = {"0119": "NKPA-47", "2226": "US-2", "evacuated": "US-3 spent=7"}
    game = unbombed(table(units, phase="communist_morale", turn=7, frame=frame, cities="Inchon", ridgway=1))
    assert "city_lost" in said(game.entries())
    assert where(game, "US-3") == "evacuated-south"
    closed = {"2718": "PVA-40-118", "2731": "PVA-40-119", "evacuated-south": "US-3 spent=7", "2226": "US-2"}
    game = unbombed(table(closed, phase="communist_morale", turn=7, frame=frame, ridgway=1))
    assert where(game, "US-3") == "evacuated-south", "it waits at sea"
    assert "no_room" in said(game.entries())


@pytest.mark.rule("D-9.3.6.2")
def test_no_evacuation_from_the_north_in_a_blizzard():
    game = un({"1512": "US-3", "1815": "ROK-Cap"}, weather="B")
    assert rules_of(game, "evacuate US-3") == ["D-9.3.6.2"]
    assert rules_of(game, "evacuate ROK-Cap") == []


def test_nobody_retreats_by_sea():
    frame = {"kind": "Retreats", "hex": "1611", "waiting": ["ROK-Cap"], "group": ["ROK-Cap"]}
    units = {"1611": "ROK-Cap neutralized", "1410": "PVA-40-118"}
    game = table(units, phase="communist_combat", frame=frame)
    ways = [game.notation(a) for a in game.legal_actions()]
    assert ways
    sea, hex_of = game.rules.board.terrain["~"], game.rules.board.grid.hex
    for way in ways:
        assert not any(sea >> hex_of(h) & 1 for h in way.split()[-1].split("-"))
    assert rules_of(game, "embark ROK-Cap") == rules_of(game, "evacuate ROK-Cap") == ["D-3.1"]


# ----------------------------------------------------------------------------------------------------- 9.3.7 airdrop


@pytest.mark.rule("D-9.3.7.1")
@pytest.mark.parametrize(("die", "end", "state"), [(4, "0618", ""), (3, "0618", "neutralized"), (2, "dead", "")])
def test_airdrop_against_the_weather_die(die: int, end: str, state: str):
    game = un({"0921": "US-187", "0119": "NKPA-47"}, die=3, dice=[die])
    assert [w.rule for w in game.warnings("drop US-187 0618")] == ["D-9.3.7.1"]
    game.play("drop US-187 0618")
    assert where(game, "US-187") == end
    assert ("neutralized" in flags(game, "US-187")) == (state == "neutralized")


@pytest.mark.rule("D-9.3.7.1")
def test_who_is_dropped_from_where_and_on_what():
    units = {"0921": "US-187, US-5RCT", "0617": "NKPA-47", "0919": "US-2 moved, US-24 moved", "1118": "G-1"}
    game = un(units)
    assert rules_of(game, "drop US-5RCT 0618") == ["D-9.3.7.1"]
    assert rules_of(game, "drop US-187 0617") == ["D-9.3.7.1"]
    assert rules_of(game, "drop US-187 0618") == ["D-9.3.7.1"], "in a zone of control"
    assert rules_of(game, "drop US-187 0131") == ["D-9.3.7.1"], "at sea"
    assert rules_of(game, "drop US-187 dead") == ["D-9.3.7.1"]
    assert rules_of(game, "drop US-187 0919") == ["D-7.2.6"], "two divisions stay there"
    assert rules_of(game, "drop US-187 1118") == ["D-9.3.7.1"], "guerrillas are enemy units"
    assert [r.units for r in game.why_not("drop US-187 1118")] == [(game.rules.names.unit_number("G-1"),)]
    (offer,) = [o for o in game.offers() if o.verb == "drop"]
    assert not offer.hexes >> game.rules.names.grid.hex("1118") & 1
    assert rules_of(game, "drop US-187 0401") == [], "anywhere"
    assert rules_of(un({"0919": "US-187"}), "drop US-187 0401") == ["D-9.3.7.1"], "no city"
    game.play("move US-187 0920")
    game.play("move US-187 0921")
    assert rules_of(game, "drop US-187 0401") == ["D-9.3.7.1"], "it has moved"


@pytest.mark.rule("D-9.3.7.2", "D-2.6")
def test_it_does_not_move_any_more_and_is_supplied():
    units = {"2226": "US-187", "1012": "PVA-40-118", "0607": "NKPA-5"}
    game = un(units, die=1, dice=[5], cities="Pyongyang", turn=1)
    game.play("drop US-187 0921")
    assert game.view()["track"]["cities"] == "", "it takes the city"
    assert flags(game, "US-187") == "moved+dropped"
    lost = un(units, die=2, dice=[1], cities="Pyongyang", turn=1)
    lost.play("drop US-187 0921")
    assert lost.view()["track"]["cities"] == "Pyongyang", "not when it is lost"
    far = un(units, die=1, dice=[5, 3], turn=1)
    far.play("drop US-187 0401")
    assert rules_of(far, "move US-187 0402") == ["D-9.3.7.2"]
    assert ends(far, "US-187", "foot") == set()
    assert rules_of(far, "embark US-187") == ["D-9.3.7.2"]
    far.play("end")  # nobody fights, and Dec I asks for Communist reinforcements
    assert far.turn == "Dec I"
    assert flags(far, "US-187") == "", "the mark goes with the turn"


@pytest.mark.rule("D-9.3.7.2")
def test_no_supply_line_is_needed_in_the_turn_of_the_drop():
    for state, dice, isolated in (("US-187 dropped", [3], False), ("US-187", [6, 6, 3], True)):
        pocket = {"1113": state, "1012": "NKPA-5", "1114": "NKPA-12", "1213": "NKPA-31"}
        game = un(pocket, dice=dice, turn=1)
        game.play("end")
        game.play("end")
        told = said(game.entries())
        assert ("isolated" in told, "isolation_failed" in told) == (isolated, isolated)
        assert "dropped" not in flags(game, "US-187")


@pytest.mark.rule("D-9.3.7.2")
@pytest.mark.rule("D-5.1.1b", by="value")
def test_others_are_supplied_through_the_dropped_regiment():
    pocket = {"1012": "NKPA-5", "1114": "NKPA-12", "1213": "NKPA-31"}
    for state, isolated in (("US-187 dropped, US-5RCT", False), ("US-187, US-5RCT", True)):
        game = un({**pocket, "1113": state}, turn=1)
        game.play("end")
        game.play("end")
        told = said(game.entries())
        assert ("isolated" in told, "isolation_failed" in told or "isolation_passed" in told) == (isolated, isolated)


# ----------------------------------------------------------------------------------------------------- 9.3.8 off map


@pytest.mark.rule("D-9.3.8")
def test_off_the_map_and_back_in_the_second_phase_after():
    game = un({"2731": "US-2, ROK-1 spent=18", "2730": "ROK-9"}, turn=6)
    assert rules_of(game, "exit ROK-9") == ["D-9.3.8"], "no road leaves from there"
    assert rules_of(game, "exit ROK-1") == ["D-9.3.8"], "half a point is left"
    game.play("exit US-2")
    assert where(game, "US-2") == "road-2718"
    for turn, rules in ((6, ["D-9.3.8"]), (7, ["D-9.3.8"]), (8, []), (9, [])):
        assert rules_of(un({"road-2718": "US-2 spent=8"}, turn=turn), "enter US-2") == rules
    back = un({"road-2718": "US-2 spent=8", "road-2731": "UK-29 spent=8", "2226": "ROK-1"}, turn=8)
    assert rules_of(back, "enter ROK-1") == ["D-9.3.8"]
    back.play("enter US-2")
    assert (where(back, "US-2"), spent(back, "US-2")) == ("2718", 1)
    assert ends(back, "US-2", "foot"), "it goes on with what it has left"
    assert rules_of(back, "breakdown US-2") == ["D-9.3.3.2"], "this was a move"
    back.play("enter UK-29")
    assert where(back, "UK-29") == "2731"


@pytest.mark.rule("D-9.3.8", "D-8.3.1.1")
def test_the_enemy_closes_the_roads():
    closed = un({"2718": "PVA-40-118", "road-2718": "US-2 spent=6"}, turn=6)
    assert rules_of(closed, "enter US-2") == ["D-9.1.3"]
    zone = un({"2730": "US-2", "2631": "PVA-40-118"})
    zone.play("move US-2 2730-2731")
    assert rules_of(zone, "exit US-2") == ["D-8.3.1.1"]
    assert rules_of(un({"2731": "US-2", "2631": "PVA-40-118"}), "exit US-2") == [], "who begins there may leave"
    full = un({"2718": "US-3 moved, US-24 moved", "road-2718": "US-2 spent=6"}, turn=6)
    assert rules_of(full, "enter US-2") == ["D-7.2.6"]
    open_ = un({"2731": "US-3 moved, US-24 moved", "road-2718": "US-2 spent=6"}, turn=6)
    assert said(open_.play("enter US-2")) == ["entered_map"]
    watched = un({"2618": "PVA-40-118", "road-2718": "US-2 spent=6"}, turn=6)
    watched.play("enter US-2")
    assert ends(watched, "US-2", "foot") == set(), "into a zone, and there it stops"


@pytest.mark.rule("D-9.3.8", "D-16.3")
@pytest.mark.parametrize(("dice", "stopped"), [([5, 5], False), ([5, 6], True), ([6], True)])
def test_guerrillas_on_the_road_may_stop_who_enters(dice: list[int], stopped: bool):
    game = un({"2718": "G-1, G-2", "road-2718": "US-2 spent=6"}, turn=6, dice=dice)
    told = said(game.play("enter US-2"))
    assert told[0] == "entered_map"
    assert told[1:] == ["stopped_by_guerrilla" if die == 6 else "past_guerrilla" for die in dice]
    assert (where(game, "US-2"), spent(game, "US-2")) == ("2718", 1)
    assert bool(ends(game, "US-2", "foot")) != stopped
    assert rules_of(game, "exit US-2") == (["D-16.3"] if stopped else [])
