"""9 Movement: general rules, zones (8.3.1), infiltration (9.2.3), regrouping marks (9.2.1, 9.3.1)."""

import pytest

from parallel38.engine.flow import RefusedError
from parallel38.engine.game import Game
from parallel38.fuzz import inside_offers

from .table import ends, flags, rules_of, said, spent, table, where


def cost(game: Game, action: str) -> float:
    return game.describe(game.parse(action))[1]["mp"] / game.rules.point


# ---------------------------------------------------------------------------------------------------- 9.1 general rules


@pytest.mark.rule("D-9.1.1")
@pytest.mark.rule("D-4.2", by="value")
def test_terrain_rivers_bridges_and_roads_have_their_price():
    frozen, mild = table({"0813": "NKPA-5"}, weather="SO"), table({"0813": "NKPA-5"}, weather="MO")
    assert cost(frozen, "move NKPA-5 0813-0814") == 3  # mountain; the river is frozen
    assert cost(mild, "move NKPA-5 0813-0814") == 4  # mountain and an open river
    bridge = table({"1117": "NKPA-5"}, weather="MO")
    assert cost(bridge, "move NKPA-5 1117-1016") == 2  # rough; a railway bridge takes the river's cost away
    assert cost(mild, "move NKPA-5 0813-0812") == 3
    assert cost(table({"0119": "NKPA-5"}), "move NKPA-5 0119-0218") == 0.5  # along the road
    clear = table({"0120": "NKPA-5"})
    assert cost(clear, "move NKPA-5 0120-0219") == 1
    clear.play("move NKPA-5 0120-0219")
    assert spent(clear, "NKPA-5") == 1


@pytest.mark.rule("D-12.1.9")
def test_un_divisions_and_smaller_units_have_different_road_rates():
    game = table({"0921": "US-2, US-17/7, SUP-TK1"}, phase="un_movement", weather="MO")
    assert cost(game, "move US-2 0921-1021") == 0.5
    assert cost(game, "move US-17/7 0921-1021") == 0.25
    assert cost(game, "move SUP-TK1 0921-1021") == 0.25  # 12.1.9
    assert cost(table({"0921": "SUP-ART1"}, phase="un_movement", weather="MO"), "move SUP-ART1 0921-1021") == 0.25
    game.play("move US-17/7 0921-1021-1022-1123")
    assert spent(game, "US-17/7") == 0.75


@pytest.mark.rule("D-13.7.3")
@pytest.mark.rule("D-13.7.4", by="value")
def test_interdiction_and_damaged_bridges_cost_road_users():
    game = table({"0518": "NKPA-5"}, weather="MO", marks=["interdiction 0618 2", "damaged-bridge 0517 0518"])
    assert cost(game, "move NKPA-5 0518-0618") == 2  # the plain rough hex is cheaper than the interdicted road
    road = table({"0714": "NKPA-5"}, weather="MO", marks=["interdiction 0713 1"])
    assert cost(road, "move NKPA-5 0714-0713") == 1.5
    assert cost(table({"0714": "NKPA-5"}, weather="MO"), "move NKPA-5 0714-0713") == 0.5
    assert cost(game, "move NKPA-5 0518-0517") == 1.5  # road and open river
    two = table({"0714": "NKPA-5"}, weather="MO", marks=["interdiction 0713 1", "interdiction 0713 2"])
    assert cost(two, "move NKPA-5 0714-0713") == 2  # 3½ along the road, so it walks beside it
    un = {"phase": "un_movement", "weather": "MO", "marks": ["interdiction 1021 3", "rail-break 1021"]}
    assert cost(table({"0921": "US-2"}, **un), "move US-2 0921-1021") == 0.5  # it is for the Communist phase
    assert rules_of(table({"0921": "US-2"}, **un), "move US-2 0921-1021 rail") == ["D-13.7.3"]
    assert rules_of(table({"0711": "NKPA-5"}, marks=["rail-break 0712"]), "move NKPA-5 0711-0712 rail") == ["D-13.7.3"]


@pytest.mark.rule("D-3.2.IIc")
def test_markers_go_when_communist_movement_ends():
    game = table({"0518": "NKPA-5"}, marks=["rail-break 0618"])
    assert "markers_removed" in said(game.play("end"))
    assert not game.state.marks


@pytest.mark.rule("D-9.1.2")
def test_points_are_limited_and_the_path_begins_with_the_unit():
    game = table({"1011": "PVA-20-58, PVA-20-59"})
    assert rules_of(game, "move PVA-20-58 1011-1010-1009-1008") == ["D-9.1.2"]
    assert rules_of(game, "move PVA-20-58 1012-1013") == []  # the start may be left out
    assert rules_of(game, "move PVA-20-58,PVA-20-58 1011-1010") == ["D-9.1.2"]
    assert [r.text for r in game.why_not("move PVA-20-58,NKPA-5 1011-1010")] == ["not_on_map"]
    assert [r.text for r in game.why_not("move PVA-20-58 1005-1006")] == ["not_there"]


@pytest.mark.rule("D-9.1.2", "D-2.6")
def test_there_and_back_is_the_same_in_one_move_and_in_two():
    """Any combination of directions: who passes through a city and comes back has taken it."""
    once = table({"0920": "PVA-20-58"})
    once.play("move PVA-20-58 0920-0921-0920")
    twice = table({"0920": "PVA-20-58"})
    twice.play("move PVA-20-58 0920-0921")
    twice.play("move PVA-20-58 0921-0920")
    for game in (once, twice):
        assert (where(game, "PVA-20-58"), flags(game, "PVA-20-58"), spent(game, "PVA-20-58")) == ("0920", "moved", 1)
        assert game.view()["track"]["cities"] == "Pyongyang"
    assert once.hash() == twice.hash()
    for units, action in (
        ({"1011": "PVA-20-58"}, "move PVA-20-58 1011-1010-1011"),
        ({"1118": "G-1"}, "move G-1 1118-1119-1118"),
        ({"0518": "NKPA-5"}, "move NKPA-5 0518-0618-0518 rail"),
    ):
        game = table(units)
        assert rules_of(game, action) == []
        assert inside_offers(game, game.parse(action)), "a move like any other, though lists leave it out"
        start = action.split("-")[-1].split()[0]
        game.play(action)
        assert where(game, action.split()[1]) == start
    poor = table({"1011": "PVA-20-58"})
    assert rules_of(poor, "move PVA-20-58 1011-1010-1011-1010-1011") == ["D-9.1.2"], "each hex is paid for"


@pytest.mark.rule("D-9.2.3.2")
def test_no_die_falls_for_the_hex_where_a_unit_stands():
    game = table({"0812": "PVA-40-118", "0714": "US-2", "0919": "US-24"})
    assert rules_of(game, "move PVA-40-118 0812-0813~0814") == []
    for path in ("~0812-0813~0814", "~0812-0813"):
        refusals = game.why_not(f"move PVA-40-118 {path}")
        assert [(r.rule, r.text) for r in refusals] == [("D-9.2.3.2", "die_at_start")], path
    assert rules_of(game, "move PVA-40-118 ~0814") == [], "before an end hex alone it asks for infiltration"


@pytest.mark.rule("D-9.1.1")
def test_one_unit_finishes_before_the_next_begins():
    game = table({"1011": "PVA-20-58, PVA-20-59"})
    game.play("move PVA-20-58 1010")
    game.play("move PVA-20-58 0910")  # it goes on: nobody else has moved
    assert spent(game, "PVA-20-58") == 6
    game.play("move PVA-20-59 1010")
    assert rules_of(game, "move PVA-20-58 0909") == ["D-9.1.1"]
    assert rules_of(game, "move PVA-20-59 0911") == []


def test_a_stack_parts_on_the_way():
    """9.1.2: units may leave a stack, and all of them may go on."""
    game = table({"1011": "PVA-20-58, PVA-20-59, PVA-20-60"})
    game.play("move PVA-20-58,PVA-20-59,PVA-20-60 1011-1010")
    game.play("move PVA-20-59 1010-1009")
    game.play("move PVA-20-60 1010-0910")
    assert [where(game, f"PVA-20-{n}") for n in (58, 59, 60)] == ["1010", "1009", "0910"]


@pytest.mark.rule("D-14.2")
def test_neutralized_units_keep_their_movement():
    units = {"0912": "PVA-38-112, PVA-38-113, PVA-38-114", "1011": "NKPA-5"}
    game = table(units)
    game.play("move NKPA-5 1011-0912")
    assert flags(game, "PVA-38-112") == "neutralized"
    assert rules_of(game, "move PVA-38-112 0912-0911-0910") == []


def test_flags_points_and_trains_are_reset_when_the_phase_ends():
    game = table({"0119": "NKPA-47, NKPA-31", "1012": "NKPA-5", "1113": "ROK-8"}, dice=[3], turn=1)
    game.play("move NKPA-47,NKPA-31 0119-0218 rail")
    game.play("move NKPA-5 1012-1112")
    game.play("end")
    assert [flags(game, u) for u in ("NKPA-47", "NKPA-5")] == ["", ""]
    assert spent(game, "NKPA-5") == 0
    game.play("end")  # no attack
    game.play("end")  # no bombardment; UN movement begins with empty trains
    assert game.state.track[6] == 0


@pytest.mark.rule("D-9.1.3", "D-5.2.2")
def test_one_hex_is_always_possible_and_is_the_whole_move():
    game = table({"1011": "PVA-20-58 isolated"}, weather="SU")  # (6 - 4) / 2 = 1 point
    assert ends(game, "PVA-20-58", "foot") == {"1010", "1012", "0911", "0912", "1111", "1112"}
    assert rules_of(game, "move PVA-20-58 1011-1010-1009") == ["D-9.1.2"]
    game.play("move PVA-20-58 1011-1010")
    assert rules_of(game, "move PVA-20-58 1010-1009") == ["D-9.1.2"]
    assert spent(game, "PVA-20-58") == 1


@pytest.mark.rule("D-9.1.3", "D-7.0")
def test_enemy_hexes_are_not_entered():
    game = table({"1012": "NKPA-5", "1113": "ROK-8"})
    refusal = game.why_not("move NKPA-5 1012-1113")[0]
    assert refusal.rule == "D-9.1.3"
    assert [game.rules.names.unit(u) for u in refusal.units] == ["ROK-8"]
    assert "1113" not in ends(game, "NKPA-5", "foot") | ends(game, "NKPA-5", "infiltrate")


@pytest.mark.rule("D-9.1.3", "D-12.2.3", "D-2.7")
def test_garrisons_ships_and_enemy_units_are_not_moved():
    game = table({"1611": "Gar-Hungnam", "1711": "SUP-CA", "1012": "NKPA-5"}, phase="un_movement")
    assert rules_of(game, "move Gar-Hungnam 1611-1511") == ["D-9.1.3"]
    assert rules_of(game, "move SUP-CA 1711-1712") == ["D-12.2.3"]
    assert rules_of(game, "move NKPA-5 1012-1011") == ["D-2.7"]


def test_sea_water_sides_and_the_edge_stop_land_units():
    game = table({"1108": "PVA-27-81", "0119": "NKPA-5"})
    assert rules_of(game, "move PVA-27-81 1108-1208") == ["D-9.1.1"]  # across the Chosin Reservoir
    assert game.why_not("move NKPA-5 0119-0120-0121")[0].text == "sea"
    assert game.notation(game.parse("move PVA-27-81 1208")).count("-") > 4  # the way there leads around


@pytest.mark.rule("D-3.1")
def test_other_actions_belong_to_other_phases():
    game = table({"1012": "NKPA-5"})
    assert rules_of(game, "place G-1 1118") == ["D-3.1"]
    assert [r.rule for r in game.why_not("end", by="un")] == ["D-3.1"]


@pytest.mark.rule("D-5.2.2", "D-5.3.3")
def test_isolation_halves_communist_movement_only():
    whole, half = table({"1011": "PVA-20-58"}), table({"1011": "PVA-20-58 isolated"})
    assert len(ends(half, "PVA-20-58", "foot")) < len(ends(whole, "PVA-20-58", "foot"))
    assert rules_of(half, "move PVA-20-58 1011-1010-1009") == ["D-9.1.2"]
    un = table({"0714": "US-2 isolated"}, phase="un_movement")
    same = table({"0714": "US-2"}, phase="un_movement")
    assert ends(un, "US-2", "foot") == ends(same, "US-2", "foot")


def test_un_units_lose_points_to_snow():
    calm, snow = (table({"1114": "US-2"}, phase="un_movement", weather=w) for w in ("MO", "SS"))
    assert ends(snow, "US-2", "foot") < ends(calm, "US-2", "foot")  # three points instead of four
    assert rules_of(calm, "move US-2 1114-1115-1116") == []
    assert rules_of(snow, "move US-2 1114-1115-1116") == ["D-9.1.2"]


def test_half_a_point_is_kept():
    game = table({"0119": "NKPA-5 isolated"}, weather="SC")  # (6 - 1) / 2 = 2½ points
    game.play("move NKPA-5 0119-0218-0319-0418-0518-0618")  # five road hexes at half a point
    assert spent(game, "NKPA-5") == 2.5


@pytest.mark.rule("D-4.2")
def test_a_blizzard_holds_everybody_north_of_the_weather_line():
    game = table({"1011": "PVA-20-58", "1118": "NKPA-5"}, weather="B")
    assert ends(game, "PVA-20-58", "foot") == {"1010", "1012", "0911", "0912", "1111", "1112"}
    assert rules_of(game, "move PVA-20-58 1011-1010-0910") == ["D-4.2"]
    assert "1116" in ends(game, "NKPA-5", "foot")  # south of the line it walks
    over = table({"0915": "NKPA-5", "1117": "US-2"}, weather="B")  # one hex also if it leads over the line
    assert rules_of(over, "move NKPA-5 0915-0916-0917") == ["D-4.2"]
    assert rules_of(over, "move NKPA-5 0915-1015-1016~1017")[0] == "D-4.2"
    over.play("move NKPA-5 0915-0916")
    assert rules_of(over, "move NKPA-5 0916-0917") == ["D-4.2"]
    assert ends(over, "NKPA-5", "foot") == set()
    rails = table({"0717": "NKPA-5"}, weather="B")
    assert rules_of(rails, "move NKPA-5 0717-0817-0918 rail") == ["D-4.2"]
    assert ends(rails, "NKPA-5", "rail") == {"0716", "0617", "0817"}
    entered = table({"0718": "NKPA-5", "0616": "US-2"}, weather="B")  # who enters that country stops
    assert rules_of(entered, "move NKPA-5 0718-0717") == []
    assert "D-4.2" in rules_of(entered, "move NKPA-5 0718-0717~0716")
    assert "0716" not in ends(entered, "NKPA-5", "infiltrate")
    un = table({"0714": "US-2", "0919": "US-5C/1C"}, phase="un_movement", weather="B")
    assert ends(un, "US-2", "foot") == set()
    assert rules_of(un, "move US-2 0714-0715")[0] == "D-4.2"
    assert "0817" in ends(un, "US-5C/1C", "foot")
    assert rules_of(un, "move US-5C/1C 0919-0918-0817-0717")[0] == "D-4.2"


@pytest.mark.rule("D-2.6")
def test_a_city_belongs_to_who_passed_through_it_last():
    game = table({"0920": "NKPA-5", "0821": "G-1"}, weather="MO")
    assert "city_taken" in said(game.play("move NKPA-5 0920-0921-1021"))
    assert game.rules.cell_text("track", 7, game.state.track[7]) == "Pyongyang"
    back = table({"0920": "US-2"}, phase="un_movement", weather="MO", cities="Pyongyang")
    assert "city_taken" in said(back.play("move US-2 0920-0921"))
    assert back.state.track[7] == 0
    train = table({"0820": "NKPA-47"}, weather="MO")
    train.play("move NKPA-47 0820-0921-1021 rail")
    assert train.rules.cell_text("track", 7, train.state.track[7]) == "Pyongyang"
    guerrilla = table({"0920": "G-1"})
    guerrilla.play("move G-1 0920-0921")
    assert guerrilla.state.track[7] == 0


# ------------------------------------------------------------------------------------------------------ 8.3.1 zones


@pytest.mark.rule("D-8.3.1.1")
def test_entering_a_zone_stops():
    game = table({"1111": "PVA-42-124", "1113": "ROK-8"})
    assert "1212" in ends(game, "PVA-42-124", "foot")
    refusal = game.why_not("move PVA-42-124 1111-1211-1212-1312")[0]
    assert (refusal.rule, refusal.at) == ("D-8.3.1.1", 3)
    assert [game.rules.names.unit(u) for u in refusal.units] == ["ROK-8"]
    game.play("move PVA-42-124 1111-1211-1212")
    assert rules_of(game, "move PVA-42-124 1212-1312") == ["D-8.3.1.1", "D-9.1.2"]  # nor in a second move


@pytest.mark.rule("D-8.3.1.1")
def test_un_units_stop_and_never_infiltrate():
    game = table({"1014": "US-2", "1113": "NKPA-5"}, phase="un_movement", weather="MO")
    assert rules_of(game, "move US-2 1014-0914-1013-0913")[0] == "D-8.3.1.1"
    assert "D-9.2.3.1" in rules_of(game, "move US-2 1014-0914-1013~0913")


@pytest.mark.rule("D-8.3.1.2", "D-9.2.3.1")
def test_leaving_a_zone_and_entering_it_again_allows_infiltration():
    game = table({"1012": "NKPA-5", "1113": "ROK-8"}, weather="SO", dice=[3])
    assert rules_of(game, "move NKPA-5 1012-1011-1012-1013") == ["D-8.3.1.2", "D-9.1.2"]
    near = table({"0714": "NKPA-5", "0715": "US-25"}, dice=[2])
    assert rules_of(near, "move NKPA-5 0714-0813-0714-0614") == ["D-8.3.1.2"]
    assert rules_of(near, "move NKPA-5 0714-0813-0714~0614") == []
    assert rules_of(near, "move NKPA-5 0714~0813") == ["D-9.2.3.1"]  # a free hex needs no die
    assert "infiltrated" in said(near.play("move NKPA-5 0714-0813-0714~0614"))


@pytest.mark.rule("D-8.3.1.3")
def test_from_zone_to_zone_is_one_hex_without_infiltration():
    game = table({"1012": "NKPA-5", "1113": "ROK-8", "0914": "ROK-7"})
    assert rules_of(game, "move NKPA-5 1012-1013") == []
    assert rules_of(game, "move NKPA-5 1012-1013-1014") == ["D-8.3.1.3"]
    assert rules_of(game, "move NKPA-5 1012-1013~1014") == ["D-8.3.1.3"]
    assert rules_of(game, "move NKPA-5 1012~1013") == ["D-8.3.1.3"]
    game.play("move NKPA-5 1012-1013")
    assert rules_of(game, "move NKPA-5 1013~1014") == ["D-8.3.1.3"]
    assert flags(game, "NKPA-5") == "moved+held"


# ------------------------------------------------------------------------------------------------- 9.2.3 infiltration


@pytest.mark.rule("D-9.2.3.1")
def test_infiltration_is_for_who_has_stopped_in_a_zone():
    game = table({"1010": "PVA-20-58", "1113": "ROK-8"})
    assert rules_of(game, "move PVA-20-58 1010~1011") == ["D-9.2.3.1"]
    assert rules_of(game, "move PVA-20-58 1010-1011~1012") == ["D-9.2.3.1"]


@pytest.mark.rule("D-9.1.2")
def test_infiltration_needs_the_points_too():
    game = table({"1011": "PVA-20-58 isolated", "1113": "ROK-8"})
    assert rules_of(game, "move PVA-20-58 1011-1012~1013") == ["D-9.1.2"]
    assert ends(game, "PVA-20-58", "infiltrate") == set()


def test_the_advice_of_a_refusal_can_be_typed():
    game = table({"0812": "PVA-40-118", "0714": "US-2", "0914": "ROK-7"}, dice=[1])
    assert game.notation(game.parse("move 118 ~0814")) == "move PVA-40-118 0812-0813~0814"
    game.play("move 118 0813")
    game.play("move 118 ~0814")
    assert where(game, "PVA-40-118") == "0814"


def test_a_hopeless_die_is_warned_of():
    game = table({"0416": "NKPA-47", "0617": "US-24"}, weather="MO")
    action = "move NKPA-47 0416-0517~0518"  # from clear 1, over a river 0
    assert rules_of(game, action) == []
    assert game.describe(game.parse(action))[1]["need_words"] == [0]
    assert [w.text for w in game.warnings(action)] == ["hopeless"]
    assert game.warnings("move NKPA-47 0416-0517") == []
    assert [str(o.chance) for o in game.odds(action)] == ["1"]


@pytest.mark.rule("D-9.2.3.2")
@pytest.mark.parametrize(
    ("weather", "start", "action", "need"),
    [
        ("SO", "0812", "move NKPA-5 0812-0813~0814", 1),  # rough 2, river +1
        ("SO", "1011", "move NKPA-5 1011-1012~1013", 3),  # mountain 3
        ("SS", "1011", "move NKPA-5 1011-1012~1013", 4),  # snow hides: die -1
    ],
)
def test_the_number_is_that_of_the_hex_left(weather: str, start: str, action: str, need: int):
    for die, result in ((need, "infiltrated"), (need + 1, "infiltration_failed")):
        game = table({start: "NKPA-5", "0714": "US-2", "1113": "ROK-8"}, weather=weather, dice=[die])
        assert result in said(game.play(action))
        assert where(game, "NKPA-5") == (action[-4:] if result == "infiltrated" else action[-9:-5])


@pytest.mark.rule("D-9.2.3.2")
def test_the_bridge_ruling_changes_the_number():
    units = {"1118": "NKPA-5", "1216": "US-2", "0916": "ROK-7"}
    needs = {}
    for ruling in ("river", "bridge"):
        game = table(units, weather="MO", rulings={"infiltration-bridge": ruling})
        needs[ruling] = game.describe(game.parse("move NKPA-5 1118-1117~1016"))[1]["need_words"]
    assert needs == {"river": [1], "bridge": [2]}


@pytest.mark.rule("D-9.2.3.2b", "D-9.2.3.3")
def test_a_chain_of_dice_goes_on_by_itself_until_one_fails():
    chain = table({"0812": "PVA-40-118", "0714": "US-2", "0615": "US-25"}, dice=[2, 2])
    entries = chain.play("move PVA-40-118 0812-0713~0613~0614")
    assert said(entries).count("infiltrated") == 2
    assert where(chain, "PVA-40-118") == "0614"
    fails = table({"0812": "PVA-40-118", "0714": "US-2", "0615": "US-25"}, dice=[2, 6])
    fails.play("move PVA-40-118 0812-0713~0613~0614")
    assert where(fails, "PVA-40-118") == "0613"
    assert rules_of(fails, "move PVA-40-118 0613~0614") == ["D-9.2.3.3"]


@pytest.mark.rule("D-9.2.3.2b")
def test_after_a_success_into_a_free_hex_it_walks_on_without_a_die():
    game = table({"0812": "PVA-40-118", "0714": "US-2"}, dice=[2])
    assert rules_of(game, "move PVA-40-118 0812-0713~0712~0711") == ["D-9.2.3.1"]
    entries = game.play("move PVA-40-118 0812-0713~0712-0711")
    assert [e.by for e in entries] == ["communist", "chance"]
    assert where(game, "PVA-40-118") == "0711"
    assert spent(game, "PVA-40-118") == 3  # road, rough, road


@pytest.mark.rule("D-9.2.3.3")
def test_every_unit_of_a_stack_rolls_for_itself():
    game = table({"1011": "PVA-20-58, PVA-20-59, PVA-20-60", "1113": "ROK-8"}, dice=[3, 4, 1])
    entries = game.play("move PVA-20-58,PVA-20-59,PVA-20-60 1011-1012~1013")
    assert [e.by for e in entries] == ["communist", "chance", "chance", "chance"]
    assert [where(game, f"PVA-20-{n}") for n in (58, 59, 60)] == ["1013", "1012", "1013"]


def test_a_lone_end_hex_takes_the_way_with_fewest_dice():
    game = table({"0812": "PVA-40-118", "0714": "US-2", "0914": "ROK-7"})
    assert game.notation(game.parse("move 118 0814")) == "move PVA-40-118 0812-0813~0814"
    assert game.notation(game.parse("move 118 0813")) == "move PVA-40-118 0812-0813"


@pytest.mark.rule("D-9.2.3.2")
def test_odds_of_an_infiltration_are_exact():
    game = table({"1011": "PVA-20-58", "1113": "ROK-8"})
    chances = {str(o.chance) for o in game.odds("move PVA-20-58 1011-1012~1013")}
    assert chances == {"1/2"}
    assert sum(o.chance for o in game.odds("move PVA-20-58 1011-1012~1013")) == 1


# --------------------------------------------------------------------------------------------- 9.2.1, 9.3.1 regroup


@pytest.mark.rule("D-9.2.1", "D-15.4.1")
def test_regroup_marks_come_first_and_hold_the_unit():
    game = table({"1011": "PVA-20-58 neutralized, PVA-20-59 neutralized, PVA-20-60"})
    assert rules_of(game, "regroup PVA-20-60") == ["D-15.4.1"]
    assert rules_of(game, "regroup -") == ["D-9.2.1"]
    assert rules_of(game, "regroup PVA-20-58,PVA-20-58") == ["D-9.2.1"]
    game.play("regroup PVA-20-58")
    assert flags(game, "PVA-20-58") == "neutralized+regroup"
    assert rules_of(game, "regroup PVA-20-58") == ["D-15.4.1"]
    assert rules_of(game, "move PVA-20-58 1011-1010") == ["D-15.4.1"]
    game.play("move PVA-20-60 1011-1010")
    assert rules_of(game, "regroup PVA-20-59") == ["D-9.2.1"]


@pytest.mark.rule("D-5.2.3")
def test_an_isolated_communist_unit_does_not_regroup():
    game = table({"1011": "PVA-20-58 neutralized+isolated"})
    assert rules_of(game, "regroup PVA-20-58") == ["D-5.2.3"]
    with pytest.raises(RefusedError):
        game.play("regroup PVA-20-58")
    assert flags(game, "PVA-20-58") == "neutralized+isolated"


@pytest.mark.rule("D-9.3.1", "D-5.3.4")
def test_un_units_regroup_in_supply_and_not_in_a_blizzard_up_north():
    pocket = {"1113": "ROK-8 neutralized", "1012": "NKPA-5", "1114": "NKPA-12", "1213": "NKPA-31"}
    assert rules_of(table(pocket, phase="un_movement"), "regroup ROK-8") == ["D-5.3.4"]
    home = table({"0919": "US-5C/1C neutralized"}, phase="un_movement")
    assert rules_of(home, "regroup US-5C/1C") == []
    assert "regroup_marked" in said(home.play("regroup US-5C/1C"))
    north = table({"0714": "US-2 neutralized"}, phase="un_movement", weather="B")
    assert rules_of(north, "regroup US-2") == ["D-9.3.1"]


@pytest.mark.rule("D-7.3")
def test_who_is_overstacked_does_not_regroup():
    game = table({"1011": "PVA-20-58 neutralized, PVA-20-59, PVA-20-60, NKPA-5"})
    assert rules_of(game, "regroup PVA-20-58") == ["D-7.3"]


@pytest.mark.rule("D-2.6")
def test_a_city_left_empty_is_told():
    """Only where the side holds it, nobody stays who could keep it, and an enemy could walk in."""

    def told(**units: str) -> list[str]:
        game = table({h[1:]: who for h, who in units.items()}, phase="un_movement")
        return [warning.text for warning in game.warnings("move US-24 1022")]

    assert told(_0921="US-24", _0919="PVA-38-112") == ["left_empty"]
    assert told(_0921="US-24, US-25", _0919="PVA-38-112") == [], "another division stays"
    assert told(_0921="US-24", _1105="PVA-38-112") == [], "too far away"
    assert told(_0921="US-24", _0919="G-1") == [], "guerrillas take no city"
    assert told(_0921="US-24", _0919="PVA-38-112", _0920="ROK-1") == [], "somebody stands in the way"
