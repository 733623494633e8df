"""C-6, C-8, C-14, C-17, C-23, C-24, C-28 Movement, zones, supply and bug-outs in Classic."""

from fractions import Fraction

import pytest

from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.rules.firing import Fire
from parallel38.games.yalu.rules.rout import Flee
from parallel38.games.yalu.state import COMMUNIST, UN

from .table import CLASSIC, begins, ends, flags, rules_of, said, spent, start, table, where


def fleeing(units: dict[str, str], **more) -> Game:
    return table(units, phase="un_bug_out", frame={"kind": "Fleeing"}, **more)


# ------------------------------------------------------------------------------------------------------------ zones


@pytest.mark.rule("C-8")
def test_every_unit_stops_a_division():
    for stopper in ("US-1/31/7", "SUP-ART1", "KMC", "Ph-PEFTOK10", "ROK-Won"):
        game = table({"1020": "PVA-40-118", "1022": stopper}, weather="MO")
        assert rules_of(game, "move PVA-40-118 1020-1021-0921") == ["C-8"], stopper
    weak = table({"1020": "PVA-40-118", "1022": "US-2 neutralized"}, weather="MO")
    assert rules_of(weak, "move PVA-40-118 1020-1021-0921") == []


@pytest.mark.rule("C-12b", by="value")
def test_ships_have_zones():
    """A destroyer beside the coast stops marches, trains and supply lines, and bars guerrillas."""
    units = {"1510": "PVA-40-118, G-1", "1711": "SUP-DD1"}
    game = table(units, weather="MO")
    zone = game.rules.zones(game.state)["un"]
    assert zone >> game.rules.names.grid.hex("1611") & 1
    assert "1611" not in ends(game, "G-1")
    assert "1611" not in ends(game, "PVA-40-118", "rail")
    assert supply.closed_hexes(game.state, COMMUNIST) >> game.rules.names.grid.hex("1611") & 1


# ------------------------------------------------------------------------------------------------------ rail, roads


@pytest.mark.rule("C-23B", "C-28D")
def test_trains_keep_out_of_zones_but_may_start_in_one():
    game = table({"0921": "NKPA-5", "1022": "US-2", "1020": "PVA-40-118"}, cities="Pyongyang", weather="MO")
    rails = game.rules.board.rails
    grid = game.rules.names.grid
    ways = [h for h in grid.neighbours[grid.hex("0921")] if rails.has(grid.hex("0921"), h)]
    zone = game.rules.zones(game.state)["un"]
    for h in ways:
        barred = rules_of(game, f"move NKPA-5 0921-{grid.label(h)} rail")
        assert barred == (["C-23B"] if zone >> h & 1 else []), grid.label(h)
    assert any(zone >> h & 1 for h in ways)
    un = table({"0921": "US-2", "0920": "NKPA-5"}, phase="un_movement", weather="MO")
    zone = un.rules.zones(un.state)["communist"]
    assert zone >> grid.hex("0921") & 1
    for h in ways:
        if h != grid.hex("0920"):
            assert rules_of(un, f"move US-2 0921-{grid.label(h)} rail") == (["C-28D"] if zone >> h & 1 else [])


@pytest.mark.rule("C-17a", by="value")
def test_guerrillas_slow_the_un_and_stop_nobody():
    units = {"0921": "US-2"}
    free, slow = (
        table({**units, **more}, phase="un_movement", weather="MO", dice=[]) for more in ({}, {"1021": "G-1"})
    )
    road = [step.points for step in free.state.top.steps(free.state, free.parse("move US-2 0921-1021"))]
    harassed = [step.points for step in slow.state.top.steps(slow.state, slow.parse("move US-2 0921-1021"))]
    assert (sum(m or 0 for m in road), sum(m or 0 for m in harassed)) == (Fraction(1, 2), 1)
    slow.play("move US-2 0921-1021")
    assert where(slow, "US-2") == "1021", "no die"


@pytest.mark.rule("C-17a", "C-17b", "C-17c")
def test_guerrillas_go_four_hexes_and_shun_the_un():
    game = table({"1118": "G-1", "1117": "G-2"}, weather="B")
    grid = game.rules.names.grid
    far = {grid.distance(grid.hex("1118"), grid.hex(h)) for h in ends(game, "G-1")}
    assert max(far) == 4
    assert rules_of(game, "move G-1 1118-1119-1120-1121-1122-1123") == ["C-17a"]
    assert rules_of(game, "move G-1 1118-1117") == ["C-17c"]
    near = table({"1118": "G-1", "1120": "US-2"})
    assert rules_of(near, "move G-1 1118-1119") == ["C-17b"], "a zone"
    assert rules_of(near, "move G-1 1118-1119-1120")[-1] == "C-17b"
    leaving = table({"1119": "G-1", "1120": "US-2"})
    assert rules_of(leaving, "move G-1 1119-1118") == [], "a zone at the start may be left"


@pytest.mark.rule("C-17d")
def test_a_guerrilla_with_a_un_unit_may_cross_its_zone():
    game = table({"1120": "G-1, US-2"})
    assert rules_of(game, "move G-1 1120-1119-1118") == []
    assert rules_of(game, "move G-1 1120-1119") == ["C-17d"], "but not stay in it"
    other = table({"1120": "G-1, US-2", "1118": "US-25"})
    assert "C-17d" in rules_of(other, "move G-1 1120-1119-1219"), "nor cross the zone of another"


@pytest.mark.rule("C-17e", by="value")
def test_communist_units_do_no_harm_to_guerrillas():
    game = table({"1118": "G-1", "1117": "NKPA-12"}, weather="MO")
    assert "guerrilla_absorbed" not in said(game.play("move NKPA-12 1117-1118-1119"))
    assert where(game, "G-1") == "1118"


@pytest.mark.rule("C-17f")
def test_un_units_hunt_guerrillas():
    for die, place in ((5, "dead"), (4, "1118")):
        game = table({"1118": "G-1, US-2"}, phase="un_movement", weather="MO", dice=[die])
        game.play("end")
        assert where(game, "G-1") == place


# ------------------------------------------------------------------------------------------- infiltration, regrouping


@pytest.mark.rule("C-23C")
def test_after_infiltrating_every_hex_needs_a_die():
    units = {"1019": "PVA-40-118", "1021": "US-1/31/7", "0920": "PVA-38-112"}
    game = table(units, weather="MO", dice=[1, 1])
    way = "1019-1020~1121"
    assert rules_of(game, f"move PVA-40-118 {way}") == []
    assert "C-23C" in rules_of(game, f"move PVA-40-118 {way}-1221")
    game.play(f"move PVA-40-118 {way}")
    assert where(game, "PVA-40-118") == "1121"
    assert "infiltrated" in flags(game, "PVA-40-118")
    assert rules_of(game, "move PVA-40-118 1121-1221") == ["C-23C"]
    assert not ends(game, "PVA-40-118", "foot")
    assert "1221" in ends(game, "PVA-40-118", "infiltrate")


@pytest.mark.rule("C-23A", "C-6")
@pytest.mark.rule("C-23A2", by="value")
def test_communists_regroup_for_three_points():
    game = table({"1020": "PVA-40-118 neutralized", "1120": "PVA-38-112 neutralized+isolated", "1121": "PVA-38-113"})
    assert said(game.play("regroup PVA-40-118")) == ["regrouped_now"]
    assert flags(game, "PVA-40-118") == ""
    assert spent(game, "PVA-40-118") == 3
    assert rules_of(game, "move PVA-40-118 1020-1019") == []
    game.play("regroup PVA-38-112")
    assert rules_of(game, "move PVA-38-112 1120-1119") == ["C-6"], "it had three points and has none left"
    assert rules_of(game, "regroup PVA-38-113") == ["C-23A"], "not neutralized"
    assert rules_of(game, "regroup US-2") == ["C-6"]
    moved = table({"1020": "PVA-40-118 neutralized"})
    moved.play("move PVA-40-118 1020-1019")
    assert rules_of(moved, "regroup PVA-40-118") == ["C-23A"]


@pytest.mark.rule("C-28C", "C-28C2")
def test_un_units_regroup_for_their_whole_movement():
    units = {"2226": "US-2 neutralized", "0921": "US-25 neutralized", "0920": "PVA-40-118"}
    game = table(units, phase="un_movement")
    game.play("regroup US-2")
    assert "neutralized" not in flags(game, "US-2")
    assert rules_of(game, "move US-2 2226-2326") == ["C-28C2"]
    blizzard = table({"0915": "US-2 neutralized"}, phase="un_movement", weather="B")
    assert "C-28C" in rules_of(blizzard, "regroup US-2")
    ring = {"1610": "PVA-40-118", "1511": "PVA-38-112", "1512": "PVA-42-124", "1612": "NKPA-5"}
    cut = table({"1611": "Gar-Hungnam neutralized", "2226": "US-2", **ring}, phase="un_movement")
    assert rules_of(cut, "regroup Gar-Hungnam") == ["C-28C"], "isolated"
    city = table({"1611": "Gar-Hungnam neutralized", "2226": "US-2"}, phase="un_movement")
    city.play("regroup Gar-Hungnam")
    assert "neutralized" not in flags(city, "Gar-Hungnam"), "a garrison pays nothing"


# ---------------------------------------------------------------------------------------------------------- supply


@pytest.mark.rule("C-14", by="value")
def test_ports_give_no_supply():
    units = {"1611": "Gar-Hungnam, US-3", "1510": "PVA-40-118", "1612": "PVA-38-112", "1512": "NKPA-5"}
    game = table(units)
    assert not supply.supplied(game.state, UN) >> game.rules.names.grid.hex("1611") & 1


@pytest.mark.rule("C-4b", by="value")
def test_the_supply_phase_of_the_first_turn_is_played():
    game = start()
    assert game.rules.phase_key(game.state) == "phase.communist_reinforcement"
    good = supply.supplied(game.state, COMMUNIST)
    for unit in game.state.present(COMMUNIST):
        if not game.state.rules.guerrilla[unit]:
            assert ("isolated" in flags(game, game.rules.names.unit(unit))) == (not good >> game.state.where[unit] & 1)


@pytest.mark.rule("C-21", by="value")
def test_isolated_communists_move_half_as_far_and_guerrillas_are_never_isolated():
    game = table({"1020": "PVA-40-118, PVA-40-119 isolated"}, weather="MO")
    whole, half = (allowance(game.state, game.rules.names.unit_number(u)) for u in ("PVA-40-118", "PVA-40-119"))
    assert half * 2 == whole
    ring = {"1113": "ROK-1", "1115": "ROK-6", "1014": "ROK-7", "1214": "ROK-8", "1013": "US-2", "1213": "US-24"}
    cut = begins("communist_supply", {**ring, "1114": "NKPA-5, G-1"}, dice=[3])
    assert (flags(cut, "NKPA-5"), flags(cut, "G-1")) == ("isolated", "")


# -------------------------------------------------------------------------------------------------------- bug-outs

VALLEY = {"0714": "US-2, US-1/31/7, SUP-TK1", "0713": "PVA-40-118", "0814": "PVA-38-112, PVA-38-113"}


@pytest.mark.rule("C-24a")
def test_any_unit_but_rok_and_neutralized_ones():
    units = {**VALLEY, "0812": "ROK-1, US-25 neutralized", "0921": "US-24", "1711": "SUP-CA"}
    game = fleeing(units)
    assert {u for o in game.offers() for u in o.units} == {
        game.rules.names.unit_number(name) for name in ("US-2", "US-1/31/7", "SUP-TK1")
    }
    (warning,) = game.warnings("end")
    assert (warning.rule, len(warning.units)) == ("C-24a", 3)
    for unit, rules in {"ROK-1": ["C-24a"], "US-25": ["C-24a"], "US-24": ["C-24a"], "SUP-CA": ["C-24a"]}.items():
        assert rules_of(game, f"bugout {unit} 0921") == rules, unit
    first = table({**VALLEY}, phase="communist_combat", turn=1, frame={"kind": "Commitment", "side": "communist"})
    assert rules_of(first, "bugout US-2 0715") == ["C-24a"]
    late = fleeing(VALLEY, turn=26)
    assert late.decider == "un"


@pytest.mark.rule("C-24c", "C-24d", "C-24b")
def test_a_stack_flees_and_every_zone_draws_fire():
    game = fleeing({**VALLEY, "0613": "PVA-42-124", "0615": "PVA-42-125"}, dice=[])
    assert "C-24b" in rules_of(game, "bugout US-2 0714-0715"), "it goes its full allowance"
    ways = [a for a in game.legal_actions() if isinstance(a, Flee) and len(a.units) == 3]
    played = said(game.play(ways[0]))
    assert "flee" in played
    fired, units = [], ("US-2", "US-1/31/7", "SUP-TK1")
    while any(o.verb == "fire" for o in game.offers()):
        shot = next(a for a in game.legal_actions() if isinstance(a, Fire))
        fired.append((game.state.where[shot.targets[0]], set(shot.units)))
        game.play(shot)
        game.play("roll 6,6")
    assert fired, "a zone was entered"
    hexes = [h for h, _ in fired]
    assert len(hexes) == len(set(hexes)), "all fire together, once in each hex"
    assert all("neutralized" in flags(game, unit) for unit in units)


@pytest.mark.rule("C-11b")
def test_support_dies_with_the_last_unit_that_flees_with_it():
    units = {"0713": "PVA-40-118, PVA-40-119, PVA-40-120", "0814": "PVA-38-112, PVA-38-113", "0615": "PVA-42-125"}
    for fleeing_units, lost in (("US-1/31/7, SUP-TK1", True), ("US-1/31/7, US-2, SUP-TK1", False)):
        game = fleeing({**units, "0714": fleeing_units}, dice=[])
        size = fleeing_units.count(",") + 1
        game.play(next(a for a in game.legal_actions() if isinstance(a, Flee) and len(a.units) == size))
        game.play("fire US-1/31/7")
        told = said(game.play("roll 1,1"))
        assert "bug_out_destroyed" in told
        assert ("support_forsaken" in told) == lost
        assert (where(game, "SUP-TK1") == "dead") == lost


@pytest.mark.rule("C-24f", by="value")
def test_a_division_fires_in_two_successive_hexes():
    units = {"0714": "US-2", "0814": "PVA-38-112", "0815": "PVA-38-113", "0816": "PVA-42-124", "0713": "PVA-40-118"}
    game = fleeing({**units, "0614": "PVA-40-119", "0615": "PVA-42-125"}, dice=[])
    game.play(next(a for a in game.legal_actions() if a.verb() == "bugout"))
    shots: list[int] = []
    while any(o.verb == "fire" for o in game.offers()):
        shot = next(a for a in game.legal_actions() if isinstance(a, Fire))
        shots += shot.units
        game.play(shot)
        game.play("roll 6,6")
    assert len(shots) > len(set(shots))


@pytest.mark.rule("C-24e")
def test_communists_enter_the_hex_that_was_left():
    game = fleeing({"0714": "US-2", "0713": "PVA-40-118", "0611": "PVA-42-124"}, dice=[])
    game.play(next(a for a in game.legal_actions() if a.verb() == "bugout"))
    while any(o.verb == "fire" for o in game.offers()):
        game.play("end")
    if game.decider == "un":
        game.play("end")
    assert rules_of(game, "advance PVA-42-124") == ["C-24e"]
    game.play("advance PVA-40-118")
    assert where(game, "PVA-40-118") == "0714"


# ------------------------------------------------------------------------------------------------------ UN options


@pytest.mark.rule("C-27F", "C-28E")
def test_garrisons_stay_and_ports_are_three():
    units = {"1611": "Gar-Hungnam, US-3", "2104": "US-25", "0823": "US-24", "2226": "ROK-1"}
    game = table(units, phase="un_movement", weather="MO")
    assert rules_of(game, "embark Gar-Hungnam") == ["C-27F"]
    assert rules_of(game, "embark US-3") == []
    assert rules_of(game, "embark US-25") == ["C-28E"], "Iwon"
    assert rules_of(game, "embark US-24") == ["C-28E"], "Chinampo"


@pytest.mark.rule("C-28F")
@pytest.mark.rule("C-28F2", by="value")
def test_a_blizzard_does_not_bar_evacuation():
    for die, outcome in ((6, "neutralized"), (5, "dead")):
        game = table({"1611": "US-3", "2226": "ROK-1"}, phase="un_movement", weather="B", die=6, dice=[die])
        game.play("evacuate US-3")
        assert outcome in (flags(game, "US-3"), where(game, "US-1/7/3"), where(game, "US-3"))


@pytest.mark.rule("C-28A")
def test_parts_have_paid_for_the_breakdown():
    game = table({"1118": "US-2, ROK-1, Tu-1"}, phase="un_movement", weather="MO")
    assert rules_of(game, "breakdown Tu-1") == ["C-28A"]
    game.play("breakdown US-2")
    game.play("breakdown ROK-1")
    assert [spent(game, unit) for unit in ("US-9/2", "US-23/2", "ROK-11/1", "ROK-12/1")] == [2, 2, 4, 4]
    game.play("breakdown US-9/2")
    assert [spent(game, f"US-{n}/9/2") for n in (1, 2, 3)] == [4, 4, 4]
    moved = table({"0919": "US-2"}, phase="un_movement", weather="MO")
    moved.play("move US-2 0920")
    assert rules_of(moved, "breakdown US-2") == ["C-28A"], "before it moves"
    poor = table({"1114": "ROK-1"}, phase="un_movement", weather="F")
    poor.play("breakdown ROK-1")
    assert where(poor, "ROK-11/1") == "1114"
    assert not ends(poor, "ROK-11/1", "foot"), "three points of four: it breaks down and stays"


@pytest.mark.rule("C-28G")
@pytest.mark.parametrize(("die", "end", "state"), [(4, "0618", ""), (3, "0618", "neutralized"), (2, "dead", "")])
def test_the_drop_of_the_187th(die: int, end: str, state: str):
    units = {"0921": "US-187, US-5RCT", "0119": "NKPA-5"}
    game = table(units, phase="un_movement", die=3, dice=[die])
    assert rules_of(game, "drop US-5RCT 0618") == ["C-28G"]
    assert rules_of(game, "drop US-187 0119") == ["C-28G"], "an enemy"
    assert rules_of(game, "drop US-187 0219") == ["C-28G"], "a zone"
    assert rules_of(table({"0919": "US-187"}, phase="un_movement"), "drop US-187 0618") == ["C-28G"], "no city"
    game.play("drop US-187 0618")
    assert where(game, "US-187") == end
    assert ("neutralized" in flags(game, "US-187")) == bool(state)
    if end == "0618":
        assert rules_of(game, "move US-187 0619") == ["C-28G"]
        assert "dropped" in flags(game, "US-187")


@pytest.mark.rule("C-28G", by="value")
def test_a_dropped_regiment_is_in_supply():
    for state, isolated in (("US-187 dropped", False), ("US-187", True)):
        pocket = {"1113": state, "1012": "NKPA-5", "1114": "NKPA-12", "1213": "NKPA-31"}
        game = begins("un_morale", pocket, dice=[6, 6, 3])
        assert ("isolated" in said(game.entries())) == isolated


@pytest.mark.rule("C-28B")
def test_any_three_battalions_of_a_division_make_a_regiment():
    units = {"2226": "US-1/31/7, US-1/32/7, US-1/17/7", "2326": "US-2/31/7", "dead": "US-3/31/7"}
    game = table(units, phase="un_movement", weather="MO")
    assert rules_of(game, "combine US-31/7") == []
    (joined,) = game.play("combine US-31/7")
    assert where(game, "US-31/7") == "2226"
    changes = [(column, i, *values) for (column, i), values in joined.net().items()]
    assert list(game.rules.casualties(changes)) == [], "nothing is lost or comes back"
    places = sorted(where(game, f"US-{n}/{r}/7") for r in (31, 32, 17) for n in (1, 2, 3))
    assert places.count("dead") == 1, "as many are dead as before"
    assert places.count("2326") == 1
    assert rules_of(game, "combine US-7") == ["C-28B"]


@pytest.mark.rule("C-4c", by="value")
def test_the_set_ups_of_deluxe_are_not_offered():
    for option in ("un-setup", "us-deployment", "usmc-deployment"):
        with pytest.raises(BadInputError) as refused:
            CLASSIC.setting(options={option: "on"})
        assert option in str(refused.value)
