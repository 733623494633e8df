"""13 UN Bombardment Phase, with 12.1.5, 12.2 and 12.3."""

from random import Random

import pytest

from parallel38 import desk
from parallel38.engine.chance import Roll
from parallel38.engine.game import Game
from parallel38.fuzz import check_invariants
from parallel38.games.yalu.rules import bombardment

from .table import flags, rules_of, said, spent, table, where
from .test_combat import battle

FRAME = {"kind": "Bombarding"}
HOME = {"2226": "Gar-Seoul"}


def phase(units: dict[str, str], *, dice: list[int] | None = None, air: int = 2, **more) -> Game:
    """Units by hex in the UN Bombardment Phase."""
    return table(units, phase="un_bombardment", frame=FRAME, dice=dice, air=air, **more)


def on_to(game: Game, name: str) -> Game:
    """End whatever is decided until a phase begins."""
    while game.rules.phase_key(game.state) != f"phase.{name}":
        game.play("end" if not game.why_not("end") else next(game.legal_actions()))
    return game


def track(game: Game, name: str) -> int:
    return game.view()["track"][name]


# --------------------------------------------------------------------------------------------------------- the phase


@pytest.mark.rule("D-3.2.IIIa")
@pytest.mark.rule("D-12.3.1", by="value")
def test_the_phase_begins_with_offensive_air_and_ends_when_the_un_says_so():
    checks = {"kind": "Checks", "side": 1, "check": "regroup", "waiting": []}
    for weather, air in (("SO", 2), ("SU", 6)):
        game = table({**HOME, "1011": "PVA-20-58"}, phase="communist_morale", frame=checks, weather=weather)
        assert game.rules.phase_key(game.state) == "phase.un_bombardment"
        assert (game.decider, track(game, "air")) == ("un", air)
        game.play("end")
        assert track(game, "air") == air, "what is left is there for the combat phase"
        assert game.rules.phase_key(game.state) != "phase.un_bombardment"
    snow = table({**HOME, "1011": "PVA-20-58"}, phase="communist_morale", frame=checks, weather="B")
    assert snow.rules.phase_key(snow.state) != "phase.un_bombardment", (
        "neither air nor ships nor artillery: no question"
    )


def test_nobody_is_asked_who_can_do_nothing():
    gun = {"1511": "US-3, SUP-ART1", "1410": "PVA-20-58"}
    assert phase(gun, air=0).rules.phase_key(phase(gun, air=0).state) == "phase.un_bombardment"
    far = phase({"1511": "US-3, SUP-ART1, SUP-TK1", "1110": "PVA-20-58"}, air=0)
    assert far.rules.phase_key(far.state) != "phase.un_bombardment"
    once = phase(gun, air=0, dice=[6])
    once.play("bombard 1410 SUP-ART1")
    assert once.rules.phase_key(once.state) != "phase.un_bombardment", "nothing is left to do"
    ship = phase({"1711": "SUP-CA", **HOME}, air=0)
    assert ship.decider == "un", "a ship can always move"
    assert {o.verb for o in ship.offers() if not o.empty} >= {"sail", "raid", "end"}


@pytest.mark.rule("D-12.3.2", "D-12.3.3")
def test_air_is_used_once_anywhere_and_what_is_left_is_lost_with_the_turn():
    game = phase({**HOME, "0119": "NKPA-47", "2201": "SUP-CA"}, dice=[6, 3, 3, 3], weather="MO", turn=9)
    assert rules_of(game, "bombard 0119 - 3") == rules_of(game, "bombard 0119 - -1") == ["D-12.3.2"]
    game.play("bombard 0119 - 1")
    assert track(game, "air") == 1
    assert rules_of(game, "raid - 2") == ["D-12.3.2"]
    lost = [e for entry in on_to(game, "communist_movement").entries() for e in entry.events if e.text == "air_lost"]
    assert [(e.rule, e.args["n"]) for e in lost] == [("D-12.3.2", 1)]


# ------------------------------------------------------------------------------------------------------ troop attack


@pytest.mark.rule("D-13.1", "D-2.7")
def test_who_flies_which_mission():
    units = {"1511": "US-3, SUP-TK1, SUP-ART1", "1711": "SUP-CA", "1510": "PVA-40-118"}
    game = phase(units)
    for mission in ("bombard 1510", "raid", "interdict road 1510"):
        assert rules_of(game, f"{mission} SUP-CA,SUP-CA 2") == []
        assert rules_of(game, f"{mission} SUP-TK1") == ["D-13.1"]
        assert rules_of(game, f"{mission} US-3") == ["D-13.1"]
        assert rules_of(game, f"{mission} PVA-40-118") == rules_of(game, f"{mission} SUP-BB") == ["D-2.7"]
        assert rules_of(game, mission) == ["D-13.1"], "somebody must"
    assert rules_of(game, "bombard 1510 SUP-ART1,SUP-CA 1") == []
    assert rules_of(game, "raid SUP-ART1") == ["D-13.1"]
    assert rules_of(game, "interdict rail 1511 SUP-ART1") == ["D-13.1"]


@pytest.mark.rule("D-13.5.1", "D-16.1", "D-12.3.3")
@pytest.mark.rule("D-12.2.2", by="value")
def test_what_troop_attacks_reach():
    units = {"1511": "US-3, SUP-ART1", "1711": "SUP-CA", "1510": "PVA-40-118", "1410": "NKPA-5", "1409": "G-1"}
    game = phase({**units, "0812": "PVA-40-119"}, dice=[6])
    assert rules_of(game, "bombard 1510 SUP-CA,SUP-ART1") == [], "two hexes from the cruiser, one from the guns"
    assert rules_of(game, "bombard 1410 SUP-CA") == ["D-13.5.1"], "three hexes from the cruiser"
    assert rules_of(game, "bombard 1410 SUP-ART1") == []
    assert rules_of(game, "bombard 0812 SUP-ART1") == ["D-13.5.1"]
    assert rules_of(phase({"1511": "US-3, SUP-ART1", "1409": "NKPA-5"}), "bombard 1409 SUP-ART1") == ["D-13.5.1"]
    assert rules_of(game, "bombard 1512 - 1") == rules_of(game, "bombard 1511 - 1") == ["D-13.5.1"], (
        "nobody, or friends"
    )
    assert rules_of(game, "bombard dead - 1") == ["D-13.5.1"]
    assert rules_of(game, "bombard 1409 - 1") == ["D-16.1"]
    game.play("bombard 0812 - 1")
    beyond = phase({"1208": "US-1Mar, SUP-ART1", "1108": "PVA-27-80"})
    assert rules_of(beyond, "bombard 1108 SUP-ART1") == [], "across the reservoir"


@pytest.mark.rule("D-13.5.2")
@pytest.mark.parametrize(
    ("hex_", "air", "least"),
    # our Bombardment Table: 1, 2, 3, 3, 4, 5, 5; a rough hex adds one to the die, a mountain two
    [("1511", 1, 1), ("1511", 2, 2), ("1511", 4, 3), ("1511", 6, 5), ("1510", 2, 1), ("1510", 6, 4), ("1409", 6, 3)],
)
def test_one_die_for_each_unit_by_factors_and_terrain(hex_: str, air: int, least: int):
    game = phase({hex_: "PVA-40-118, PVA-40-119", **HOME}, dice=[least, least + 1], air=air)
    played = game.play(f"bombard {hex_} - {air}")
    assert said(played)[:3] == ["bombarded", "bombard_neutralizes", "bombard_misses"]
    assert [flags(game, u) for u in ("PVA-40-118", "PVA-40-119")] == ["neutralized", ""]
    assert where(game, "PVA-40-118") == hex_, "nobody retreats"


@pytest.mark.rule("D-13.5.2")
def test_hopeless_dice_and_seven_factors():
    hill = phase({"1409": "PVA-40-118", **HOME}, dice=[1], air=1)
    assert [w.rule for w in hill.warnings("bombard 1409 - 1")] == ["D-13.5.2"]
    assert said(hill.play("bombard 1409 - 1"))[:2] == ["bombarded", "bombard_misses"], "1 and two for the mountain"
    units = {"1511": "PVA-40-118, PVA-40-119, PVA-40-120", "1711": "SUP-CA"}
    game = phase(units, dice=[1, 2, 6], air=6)
    assert game.warnings("bombard 1511 - 1") == []
    _, args = game.describe(game.parse("bombard 1511 SUP-CA,SUP-CA 6"))
    assert (args["n"], args["need"], args["modifier_drm"]) == (8, 5, 0)
    game.play("bombard 1511 SUP-CA,SUP-CA 6")
    assert where(game, "PVA-40-118") == "dead"
    assert [flags(game, u) for u in ("PVA-40-119", "PVA-40-120")] == ["neutralized", ""]


@pytest.mark.rule("D-13.4", "D-14.3")
def test_missions_may_be_repeated_and_a_second_neutralization_kills():
    game = phase({"1511": "PVA-40-118", **HOME, "2201": "SUP-DD1"}, dice=[1, 1])
    game.play("bombard 1511 - 1")
    assert flags(game, "PVA-40-118") == "neutralized"
    assert "eliminated_again" in said(game.play("bombard 1511 - 1"))
    assert where(game, "PVA-40-118") == "dead"
    assert rules_of(game, "bombard 1511 - 1")[0] == "D-13.5.1", "nobody is left"


@pytest.mark.rule("D-13.5.2", "D-17.5")
def test_a_conscript_whose_last_companion_dies_leaves_without_a_die():
    game = phase({"1511": "PVA-40-118 neutralized, C-1", **HOME, "2201": "SUP-CA"}, dice=[1, 1])
    assert said(game.play("bombard 1511 - 2"))[1:] == ["bombard_neutralizes", "eliminated_again", "conscripts_alone"]
    assert (where(game, "C-1"), flags(game, "C-1")) == ("out", "")
    both = phase({"1511": "PVA-40-118, C-1", **HOME, "2201": "SUP-CA"}, dice=[1, 1])
    both.play("bombard 1511 - 2")
    assert flags(both, "PVA-40-118") == flags(both, "C-1") == "neutralized", "with a companion it is a unit like others"


def test_the_odds_of_a_troop_attack_are_known():
    game = phase({"1511": "PVA-40-118, PVA-40-119", "1711": "SUP-CA"}, air=6)
    outcomes = game.odds("bombard 1511 SUP-CA,SUP-CA 6")
    assert sum(o.chance for o in outcomes) == 1
    assert len(outcomes) == 9, "destroyed, neutralized or nothing, for each of two"
    assert len(game.odds("raid SUP-CA,SUP-CA 6")) == 1, "there is nothing to destroy"


# ---------------------------------------------------------------------------------------------------- attack supply


@pytest.mark.rule("D-13.6.1", "D-13.6.2", "D-11.3")
@pytest.mark.parametrize(("weather", "left"), [("SU", 8), ("MC", 9), ("SO", 9), ("B", 9)])
def test_each_factor_rolls_against_attack_supply(weather: str, left: int):
    """The cruiser lies off Hungnam, the battleship in the far south of the Yellow Sea."""
    units = {"1711": "SUP-CA", "2131": "SUP-BB", **HOME}
    game = phase(units, dice=[1, 2, 3], air=1, weather=weather, asp=10)
    game.play("raid SUP-CA,SUP-BB 1")
    assert track(game, "asp") == left
    assert game.last.dice_used == 3


@pytest.mark.rule("D-13.6.2", "D-11.3")
def test_attack_supply_does_not_fall_below_nothing():
    game = phase({"1711": "SUP-CA", **HOME}, dice=[1, 1, 1], air=1, asp=2)
    played = game.play("raid SUP-CA,SUP-CA 1")
    assert track(game, "asp") == 0
    assert [e.args for entry in played for e in entry.events] == [{"n": 2, "total": 0}]
    again = phase({"1711": "SUP-CA", **HOME}, dice=[6], air=1, asp=2)
    assert said(again.play("raid - 1")) == ["supply_unhurt"]
    assert [w.rule for w in game.warnings("raid - 1")] == ["D-13.6.2"]
    assert again.warnings("raid - 1") == []


# ----------------------------------------------------------------------------------------------------- interdiction


@pytest.mark.rule("D-13.7.1")
def test_what_can_be_interdicted_and_from_where():
    game = phase({"1711": "SUP-CA", **HOME})
    assert rules_of(game, "interdict road 1511 SUP-CA") == []
    assert rules_of(game, "interdict road 1410 SUP-CA") == ["D-13.7.1"], "three hexes away"
    assert rules_of(game, "interdict bridge 1410-1511 SUP-CA") == [], "but the other hex of its bridge is near"
    assert rules_of(game, "interdict bridge 1513-1514 SUP-CA") == ["D-13.7.1"]
    assert rules_of(game, "interdict rail 1510 - 1") == ["D-13.7.1"], "a road without a railway"
    assert rules_of(game, "interdict road 1210 - 1") == ["D-13.7.1"]
    assert rules_of(game, "interdict road 1511-1512 - 1") == ["D-13.7.1"], "one hex"
    assert rules_of(game, "interdict bridge 1511-1611 - 1") == ["D-13.7.1"]
    assert rules_of(game, "interdict bridge 1511 - 1") == ["D-13.7.1"], "it has two bridges"
    assert rules_of(game, "interdict road dead - 1") == rules_of(game, "interdict road ~1511 - 1") == ["D-13.7.1"]
    assert game.parse("interdict bridge 1410 - 1") == game.parse("interdict bridge 1511-1410 - 1")
    assert rules_of(game, "interdict bridge 1019 - 1") == [], "aircraft reach all of them"


@pytest.mark.rule("D-13.7.2", "D-12.2.1")
def test_a_ship_has_one_target_in_a_hex_and_others_elsewhere():
    game = phase({"1711": "SUP-BB", "1712": "SUP-CA", **HOME})
    game.play("interdict rail 1511 SUP-BB")
    assert rules_of(game, "interdict road 1511 SUP-BB") == ["D-13.7.2"]
    assert rules_of(game, "interdict bridge 1410-1511 SUP-BB") == ["D-13.7.2"]
    assert rules_of(game, "interdict road 1511 SUP-CA") == [], "another ship"
    assert rules_of(game, "interdict road 1511 - 1") == [], "aircraft"
    assert rules_of(game, "interdict rail 1511 SUP-BB") == [], "the same target"
    assert rules_of(game, "interdict road 1611 SUP-BB") == [], "another hex"
    assert [w.rule for w in game.warnings("interdict rail 1511 SUP-BB")] == ["D-13.7.3"]
    both = phase({"1711": "SUP-BB", **HOME})
    both.play("interdict rail 1511 SUP-BB 1")
    assert rules_of(both, "interdict road 1511 SUP-BB") == ["D-13.7.2"], "also if aircraft were with it"
    bridge = phase({"1711": "SUP-BB", **HOME})
    bridge.play("interdict bridge 1410-1511 SUP-BB")
    for h in ("1410", "1511"):
        assert rules_of(bridge, f"interdict road {h} SUP-BB") == ["D-13.7.2"], "a bridge belongs to both its hexes"
    game.play("interdict bridge 1511-1512 SUP-CA")
    assert sorted(game.to_position()["marks"]) == ["damaged-bridge 1511 1512", "rail-break 1511"]


@pytest.mark.rule("D-13.7.3", "D-13.7.4", "D-3.2.IIc")
def test_interdiction_lasts_until_the_end_of_the_next_communist_movement_phase():
    units = {"0710": "NKPA-5", "1020": "NKPA-47", "2226": "US-2", "2201": "SUP-CA"}
    game = phase(units, air=5, weather="MO", turn=15, dice=[2] * 9)
    game.play("interdict road 0711 - 1")
    game.play("interdict road 0711 - 1")
    game.play("interdict bridge 1019-1020 - 1")
    game.play("interdict rail 0921 - 1")
    marks = ["damaged-bridge 1019 1020", "interdiction 0711 2", "rail-break 0921"]
    assert sorted(game.to_position()["marks"]) == marks
    assert game.last.dice_used == 0, "no die is needed"
    on_to(game, "communist_movement")
    assert game.state.weather == "MC", "no frozen rivers"
    assert sorted(game.to_position()["marks"]) == marks
    cost = game.describe(game.parse("move NKPA-5 0710-0711"))[1]["mp"] / 4
    assert cost == 2.5, "half a point by road through the mountains, and two more"
    assert game.describe(game.parse("move NKPA-47 1020-1019"))[1]["mp"] / 4 == 1.5, "half by road, one for the river"
    assert rules_of(game, "move NKPA-47 1020-0921 rail") == ["D-13.7.3"]
    assert "markers_removed" in said(game.play("end"))
    assert game.to_position()["marks"] == []


@pytest.mark.rule("D-13.7.5", by="value")
def test_supply_runs_over_what_is_interdicted():
    units = {"1011": "PVA-20-58", "0714": "US-2", "2201": "SUP-CA"}
    game = phase(units, air=6, weather="MO", turn=9, dice=[2] * 9)
    for hexes in ("0711", "0712", "0713", "0915", "0916"):
        for target in ("road", "rail"):
            if track(game, "air") and not game.why_not(f"interdict {target} {hexes} - 1"):
                game.play(f"interdict {target} {hexes} - 1")
    assert game.state.marks
    on_to(game, "communist_movement")
    assert game.state.marks
    assert flags(game, "PVA-20-58") == flags(game, "US-2") == ""


@pytest.mark.rule("D-13.7.3")
def test_with_a_players_chart_interdiction_needs_dice():
    """Classic's figure: one die for each factor, 1 or 2 succeeds."""
    charts = {"interdiction": {"rail": {"die": 2}}}
    for dice, marks in (([3, 2], ["rail-break 1511"]), ([3, 6], [])):
        game = phase({**HOME, "2201": "SUP-CA"}, dice=dice, charts=charts)
        game.play("interdict rail 1511 - 2")
        assert game.to_position()["marks"] == marks


# ------------------------------------------------------------------------------------------------------------ ships


@pytest.mark.rule("D-12.2.1")
@pytest.mark.rule("D-12.2.2", by="value")
def test_a_battleship_splits_its_factors_among_three_missions_within_range():
    units = {"1711": "SUP-BB", "1510": "PVA-40-118", "1410": "NKPA-5", **HOME}
    game = phase(units, dice=[6, 6, 6], air=0, asp=3)
    assert rules_of(game, "bombard 1410 SUP-BB,SUP-BB,SUP-BB") == [], "three hexes, with any number of factors"
    game.play("bombard 1410 SUP-BB")
    game.play("bombard 1510 SUP-BB")
    assert rules_of(game, "raid SUP-BB,SUP-BB") == ["D-12.2.1"]
    game.play("raid SUP-BB")
    assert rules_of(game, "interdict road 1611 SUP-BB") == ["D-12.2.1"]
    assert flags(game, "SUP-BB") == "bombarded"


@pytest.mark.rule("D-12.2.3")
@pytest.mark.rule("D-13.3", by="value")
def test_ships_keep_to_full_sea_and_go_any_way_before_and_after():
    units = {"1711": "SUP-BB", "1611": "PVA-40-118", "1511": "US-3, SUP-TK1"}
    game = phase(units, dice=[6, 6])
    assert rules_of(game, "sail SUP-BB 1611") == rules_of(game, "sail SUP-BB dead") == ["D-12.2.3"]
    assert rules_of(game, "sail SUP-BB 1711") == ["D-12.2.3"]
    assert rules_of(game, "sail SUP-TK1 1712") == rules_of(game, "sail SUP-CA 1712") == ["D-12.2.3"]
    game.play("sail SUP-BB 2717")
    assert where(game, "SUP-BB") == "2717"
    game.play("sail SUP-BB 1711")
    game.play("bombard 1611 SUP-BB")
    assert [(w.rule, w.args["n"]) for w in game.warnings("sail SUP-BB 1712")] == [("D-12.2.3", 2)]
    game.play("sail SUP-BB 1712")
    assert rules_of(game, "bombard 1611 SUP-BB") == ["D-12.2.1"], "it moves after bombarding, not in between"
    game.play("sail SUP-BB 1713")
    moving = table(units, phase="un_movement")
    assert rules_of(moving, "sail SUP-BB 1712") == ["D-3.1"], "in no other phase"
    assert rules_of(moving, "move SUP-BB 1711-1712") == ["D-12.2.3"]


@pytest.mark.rule("D-7.2.5")
def test_any_number_of_ships_share_a_hex_of_sea():
    ships = ("SUP-BB", "SUP-CA", "SUP-DD1", "SUP-DD2")
    units = {"1711": "SUP-BB", "1712": "SUP-CA", "1713": "SUP-DD1", "1714": "SUP-DD2", "1611": "US-3, ROK-Cap"}
    game = phase(units)
    for ship in ships[1:]:
        game.play(f"sail {ship} 1711")
    assert {where(game, ship) for ship in ships} == {"1711"}
    on_to(game, "un_movement")
    played = on_to(game, "communist_movement").entries()
    assert "overstacked" not in said(played)
    assert {flags(game, ship) for ship in ships} == {""}


@pytest.mark.rule("D-12.2.4")
def test_a_ship_that_changes_seas_does_not_fire_in_the_un_turn():
    units = {"1711": "SUP-BB", "2129": "SUP-CA", "1511": "US-3", "1510": "PVA-40-118"}
    game = phase(units, dice=[6, 6, 6, 6, 6])
    assert [w.rule for w in game.warnings("sail SUP-BB 2130")] == ["D-12.2.4"]
    assert game.warnings("sail SUP-BB 1713") == []
    game.play("sail SUP-CA 1711")
    assert flags(game, "SUP-CA") == "rounded"
    for mission in ("bombard 1510", "raid", "interdict road 1510"):
        assert rules_of(game, f"{mission} SUP-CA") == ["D-12.2.4"]
    game.play("bombard 1510 SUP-BB")
    assert rules_of(game, "sail SUP-BB 2130") == ["D-12.2.4"], "and who has fired does not change"
    on_to(game, "un_combat")
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-CA") == ["D-12.2.4"]
    on_to(game, "communist_movement")
    assert flags(game, "SUP-CA") == "", "in the Communist player turn it may fire again"


@pytest.mark.rule("D-4.2")
def test_no_ship_fires_north_of_the_weather_line_in_a_blizzard():
    units = {"1711": "SUP-CA", "1510": "PVA-40-118", "1715": "SUP-DD1", "1815": "NKPA-5"}
    game = phase(units, weather="B", air=0, asp=5)
    assert rules_of(game, "bombard 1510 SUP-CA") == rules_of(game, "interdict road 1510 SUP-CA") == ["D-4.2"]
    assert rules_of(game, "bombard 1815 SUP-DD1") == []
    assert rules_of(game, "raid SUP-CA") == [], "attack supply lies in no hex"
    bridge = "interdict bridge 1513-1514 SUP-CA"
    assert rules_of(phase({"1713": "SUP-CA", **HOME}, weather="B"), bridge) == [], "1514 is not north of the line"
    assert rules_of(phase({"1712": "SUP-CA", **HOME}, weather="B"), bridge) == ["D-4.2"], "it reaches 1513 alone"


# -------------------------------------------------------------------------------------------- bombard, or support


@pytest.mark.rule("D-12.1.5", "D-13.2", "D-12.2.1")
def test_who_has_bombarded_supports_no_assault_of_the_same_turn():
    units = {"1511": "US-3, SUP-ART1, SUP-ART2, SUP-TK1", "1711": "SUP-BB", "1510": "PVA-40-118"}
    game = phase(units, dice=[6, 6, 6, 6, 6], turn=8)
    assert rules_of(game, "bombard 1510 SUP-ART1,SUP-ART1") == ["D-13.2"]
    game.play("bombard 1510 SUP-ART1,SUP-BB")
    assert flags(game, "SUP-ART1") == flags(game, "SUP-BB") == "bombarded"
    assert rules_of(game, "bombard 1510 SUP-ART1") == ["D-13.2"], "once, with its whole factor"
    assert rules_of(game, "bombard 1510 SUP-BB,SUP-BB") == []
    game.play("end")
    assert spent(game, "SUP-BB") == 0
    on_to(game, "un_combat")
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-ART1") == ["D-12.1.5"]
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-BB") == ["D-12.1.5"]
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-ART2,SUP-TK1 1") == []
    rng = Random(1)
    for _ in range(20):
        action = game.state.top.sample(game.state, rng)
        assert not {"SUP-ART1", "SUP-BB"} & {game.rules.names.unit(u) for u in getattr(action, "support", ())}
    on_to(game, "communist_movement")
    assert flags(game, "SUP-ART1") == flags(game, "SUP-BB") == ""


def test_a_ship_that_was_used_in_defence_bombards_in_full():
    units = {"1511": "US-3", "1510": "PVA-40-118", "1711": "SUP-CA"}
    game = battle(units, dice=[6, 6])
    game.play("attack 1511")
    game.play("end")
    game.play("fire PVA-40-118 US-3 SUP-CA,SUP-CA")
    on_to(game, "un_bombardment")
    assert rules_of(game, "bombard 1510 SUP-CA,SUP-CA 1") == []


# ---------------------------------------------------------------------------------------------------- engine's sake


def test_offers_agree_with_the_judge_and_positions_come_back():
    units = {
        "1511": "US-3, SUP-ART1, SUP-TK1",
        "1711": "SUP-BB, SUP-CA",
        "1510": "PVA-40-118, PVA-40-119",
        "2129": "SUP-DD1",
        "1020": "NKPA-5",
    }
    rng = Random(5)
    for air in (0, 3):
        for _ in range(4):
            game = phase(units, air=air, asp=4)
            while game.rules.phase_key(game.state) == "phase.un_bombardment":
                check_invariants(game, rng)  # raises if an offer is refused, or a position does not come back as it was
                game.play(game.sample(rng))
            assert game.rules.phase_key(game.state) != "phase.un_bombardment", "the phase came to its end"


def test_positions_in_the_middle_of_a_mission():
    for mission in ("bombard 1510 - 2", "raid - 2", "interdict rail 1511 - 2"):
        charts = {"interdiction": {"rail": {"die": 2}}}
        game = phase({"1510": "PVA-40-118", **HOME}, charts=charts).copy()
        game.play(mission)
        assert isinstance(game.state.top, Roll)
        position = game.to_position()
        kinds = [frame["kind"] for frame in position["frames"]]
        assert kinds == ["Sequence", "Bombarding", "Troops" if "bombard" in mission else "Strikes", "Roll"]
        again = Game.from_position(position, game.rules)
        assert again.opening() == position


def test_every_text_of_the_chapter_is_there():
    game = phase({**HOME, "1510": "PVA-40-118"})
    for language in ("en", "es"):
        texts = game.rules.texts(language)
        keys = [f"refusal.{key}" for key in bombardment.ABSENT.values()]
        keys += [f"log.{key}" for key in bombardment.DONE.values()] + [
            f"interdict.{key}" for key in bombardment.TARGETS
        ]
        assert [key for key in keys if not texts.has(key)] == []
    for text in ("bombard 1510 - 1", "raid - 1", "interdict bridge 1410 - 1", "end"):
        key, args = game.describe(game.parse(text))
        assert "{" not in game.rules.texts("es").say(key, args)
        assert "…" not in game.rules.texts("en").say(key, args)


# ------------------------------------------------------------------------------------------------- what is no target


@pytest.mark.rule("D-13.7.1", "D-13.5.1", "D-10.5.1")
def test_what_is_no_hex_is_planned_and_refused():
    """A plan asks who could take part before it knows that there is no such target."""
    units = {**HOME, "2226": "Gar-Seoul, SUP-ART1", "2204": "SUP-BB", "2225": "PVA-40-118"}
    game = phase(units)
    for line, rule in {
        "interdict rail 2104~2203 SUP-BB": "13.7.1",
        "interdict rail ~2104 SUP-BB": "13.7.1",
        "interdict bridge dead SUP-BB": "13.7.1",
        "interdict road sea SUP-BB 1": "13.7.1",
        "bombard reserve SUP-BB": "13.5.1",
        "bombard sea SUP-ART1": "13.5.1",
    }.items():
        plan = desk.plan(game, line, "en")
        assert [refusal["number"] for refusal in plan["refusals"]] == [rule], line
    attack = table(units, phase="un_combat", frame={"kind": "Designation", "side": "un"})
    plan = desk.plan(attack, "attack dead supplied US-2 0 SUP-BB", "en")
    assert [refusal["number"] for refusal in plan["refusals"]] == ["10.5.1"]
