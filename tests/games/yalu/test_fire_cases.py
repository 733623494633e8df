"""10 Combat, the odd cases: several fires, support on the move, ways that look open, charts of a player."""

import pytest

from parallel38.games.yalu.rules import retreats, supply
from parallel38.games.yalu.state import UN

from .table import flags, rules_of, said, where
from .test_combat import attacked, battle


def drm(game, text: str) -> int:
    return game.describe(game.parse(text))[1]["modifier_drm"]


# ----------------------------------------------------------------------------------------------------------- firing


@pytest.mark.rule("D-10.6.1")
def test_the_second_fire_does_not_mind_that_the_first_has_killed():
    game = attacked({"1020": "PVA-40-118,PVA-40-119", "1021": "US-2,ROK-1"}, "1021", dice=[1, 1, 6, 6])
    game.play("fire PVA-40-118 US-2")
    assert where(game, "PVA-40-118") == "dead"
    assert rules_of(game, "fire PVA-40-118 ROK-1") == ["D-10.6.1"]
    game.play("fire PVA-40-119 ROK-1")
    assert game.state.top.assault


@pytest.mark.rule("D-10.6.1", "D-2.7")
def test_a_wrong_firer_is_blamed_and_not_the_target():
    game = attacked({"1020": "PVA-40-118", "1021": "US-2", "1220": "ROK-6"}, "1021")
    said_of = {text: game.why_not(f"fire PVA-40-118 {text}")[0].text for text in ("ROK-6", "ROK-8")}
    assert said_of == {"ROK-6": "not_attacked", "ROK-8": "not_your_unit"}


@pytest.mark.rule("D-10.9.5")
def test_conscripts_take_no_part_in_waves():
    game = battle({"1020": "PVA-40-118, C-1", "1021": "US-2"})
    assert rules_of(game, "attack 1021 wave C-1") == ["D-10.9.5"]
    assert game.parse("attack 1021 wave") == game.parse("attack 1021 wave PVA-40-118")
    assert game.parse("attack 1021") == game.parse("attack 1021 supplied PVA-40-118,C-1")
    waves = [a for a in game.legal_actions() if game.notation(a).startswith("attack 1021 wave")]
    assert waves
    assert not any("C-1" in game.notation(a) for a in waves)


@pytest.mark.rule("D-10.5.4")
def test_the_last_points_may_be_spent_again_on_the_same_hex():
    game = battle({"1020": "PVA-40-118, PVA-40-119", "1021": "US-2"}, asp=2)
    game.play("attack 1021 supplied PVA-40-118")
    assert rules_of(game, "attack 1021 wave PVA-40-118,PVA-40-119") == []
    assert any(game.notation(a).startswith("attack 1021 wave") for a in game.legal_actions())
    assert rules_of(game, "attack 1021 supplied PVA-40-118 1") == ["D-10.5.4"]


def test_an_attack_without_names_leaves_those_who_attack_elsewhere():
    game = battle({"1121": "PVA-40-118, PVA-40-119", "1021": "US-2", "1220": "ROK-1"})
    game.play("attack 1021 supplied PVA-40-118")
    assert game.parse("attack 1220") == game.parse("attack 1220 supplied PVA-40-119")


@pytest.mark.rule("D-19.1.1")
def test_surprise_ends_after_december_iv():
    units = {"1020": "PVA-40-118", "1021": "US-1/31/7"}
    game = battle(units, turn=5, dice=[1])
    game.play("attack 1021")
    game.play("end")
    assert "surprised" in flags(game, "US-1/31/7"), "1 and four turns: 5, a US battalion's number"
    game.play("end")
    assert flags(game, "US-1/31/7") == "", "only for the phase"
    late = battle(units, turn=6, dice=[])
    late.play("attack 1021")
    late.play("end")
    assert late.decider == "un", "nobody rolls, the defence fires"


@pytest.mark.rule("D-19.1.3")
@pytest.mark.parametrize(
    ("unit", "number"), [("Gar-Seoul", 2), ("Tu-1", 3), ("Au-3RAR", 2), ("US-1Mar", 2), ("US-17/7", 4), ("US-2", 3)]
)
def test_each_kind_of_unit_has_its_number(unit: str, number: int):
    for die, hit in ((number, True), (number + 1, False)):
        game = battle({"2225": "PVA-40-118", "2226": unit}, turn=1, dice=[die])
        game.play("attack 2226")
        game.play("end")
        assert ("surprised" in flags(game, unit)) is hit


# ----------------------------------------------------------------------------------- a player's terrain chart


@pytest.mark.rule("D-10.2.4", by="value")
def test_city_river_and_bridge_count_as_a_player_s_chart_says():
    charts = {"terrain_fire": {"city": {"assault": 3}, "river": {"assault": 2}, "bridge": {"assault": 1}}}

    def assault(units: dict[str, str], target: str, victim: str) -> int:
        """How much more than with our chart."""
        found = []
        for chart in (charts, None):
            game = attacked(units, target, charts=chart)
            if not game.state.top.assault:
                game.play("end")
            found.append(drm(game, f"fire {victim}"))
        return found[0] - found[1]

    assert assault({"2225": "PVA-40-118", "2226": "ROK-1"}, "2226", "ROK-1") == 3
    assert assault({"1022": "PVA-40-118", "0922": "ROK-1"}, "0922", "ROK-1") == 2
    assert assault({"1022": "PVA-40-118", "0923": "PVA-38-112", "0922": "ROK-1"}, "0922", "ROK-1") == 0, "one wades not"
    assert assault({"1021": "PVA-40-118", "0921": "ROK-1"}, "0921", "ROK-1") == 3 + 1
    both = {"1021": "PVA-40-118", "1020": "PVA-38-112", "0921": "ROK-1"}
    assert assault(both, "0921", "ROK-1") == 3 + 1, "each side has a bridge"


@pytest.mark.rule("D-19.1.5")
def test_surprise_takes_penalties_only():
    charts = {"terrain_fire": {"river": {"assault": -1}}}
    game = attacked({"0813": "PVA-40-118", "0814": "ROK-1"}, "0814", turn=1, charts=charts, dice=[1])
    assert "surprised" in flags(game, "ROK-1")
    assert drm(game, "fire ROK-1") == -1, "mountain +2 goes, river -1 stays"


def test_a_player_s_weather_stops_attacks_in_the_north_altogether():
    charts = {"weather_communist": {"SO": {"attacks_north": False}}}
    game = battle({"0812": "PVA-38-112", "0813": "US-2"}, charts=charts, dice=[1])
    assert game.rules.phase_key(game.state) != "phase.communist_combat", "nobody is asked"


# ---------------------------------------------------------------------------------------------------------- support


@pytest.mark.rule("D-12.1.6")
def test_support_units_alone_are_fired_at_one_by_one():
    game = attacked({"1511": "SUP-TK1, SUP-ART1", "1510": "PVA-40-118"}, "1511", dice=[4, 5])
    game.play("fire SUP-TK1 PVA-40-118")
    assert where(game, "SUP-TK1") == "dead"
    assert where(game, "SUP-ART1") == "1511"


@pytest.mark.rule("D-12.1.1", "D-12.1.4")
def test_factors_count_and_what_is_committed_helps_once_and_at_home():
    units = {"1511": "US-3, SUP-ART1", "1410": "US-2, SUP-TK1", "1510": "PVA-40-118, PVA-40-119"}
    game = battle(units, side="un", air=2)
    game.play("attack 1510 supplied US-3,US-2 0 SUP-ART1,SUP-TK1 1")
    game.play("end")
    game.play("end")
    plain = drm(game, "fire PVA-40-118 US-3")
    assert drm(game, "fire PVA-40-118 US-3 SUP-ART1 1") == plain - 3, "the gun counts two"
    assert rules_of(game, "fire PVA-40-118 US-3 SUP-TK1") == ["D-10.5.6"], "the tanks stand with the other division"
    assert rules_of(game, "fire PVA-40-118 US-3,US-2 SUP-ART1,SUP-TK1 1") == ["D-12.1.4"]
    assert rules_of(game, "fire PVA-40-118 US-3 - -1") == ["D-10.5.6"]


@pytest.mark.rule("D-10.5.6")
def test_committed_air_and_tanks_are_gone_after_one_assault():
    units = {"1511": "US-3, ROK-1, SUP-TK1", "1510": "PVA-40-118, PVA-40-119"}
    game = battle(units, side="un", air=1, dice=[6, 6])
    game.play("attack 1510 supplied US-3,ROK-1 0 SUP-TK1 1")
    game.play("end")
    game.play("end")
    game.play("fire PVA-40-118 US-3 SUP-TK1 1")
    assert rules_of(game, "fire PVA-40-119 ROK-1 SUP-TK1") == ["D-10.5.6"]
    assert rules_of(game, "fire PVA-40-119 ROK-1 - 1") == ["D-10.5.6"]


def test_ships_and_tanks_are_fresh_in_the_next_phase():
    units = {"1511": "US-3, SUP-TK1", "1510": "PVA-40-118, PVA-40-119", "1711": "SUP-CA"}
    game = attacked(units, "1511", dice=[6, 6, 1])
    game.play("fire PVA-40-118 US-3 SUP-TK1,SUP-CA")
    game.play("end")  # no second defence; the assault
    if game.rules.phase_key(game.state) == "phase.communist_combat":
        game.play("end")
    game.play("end")  # UN bombardment
    game.play("end")  # UN movement
    assert game.decider == "un"
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-TK1,SUP-CA,SUP-CA") == []
    game.play("attack 1510 supplied US-3 0 SUP-TK1")
    assert rules_of(game, "attack 1510 supplied US-3 0 SUP-TK1") == [], "committed again to the same hex"


@pytest.mark.rule("D-10.8.1")
def test_support_advances_with_its_units_whether_it_helped_or_not():
    units = {"1511": "US-3, SUP-TK1", "1510": "PVA-40-118"}
    for fire in ("fire PVA-40-118 US-3 SUP-TK1", "fire PVA-40-118 US-3"):
        game = battle(units, side="un", dice=[1, 1])
        game.play("attack 1510 supplied US-3 0 SUP-TK1")
        game.play("end")
        game.play("end")
        game.play(fire)
        assert rules_of(game, "advance US-3,SUP-TK1") == []


@pytest.mark.rule("D-10.8.1")
def test_support_that_has_retreated_does_not_advance():
    units = {"1511": "US-1/31/7,US-2/31/7,SUP-TK1", "1410": "US-2", "1509": "US-25", "1510": "PVA-40-118"}
    game = battle(units, side="un", dice=[2, 3, 1, 1])
    game.play("attack 1510 supplied US-1/31/7,US-2/31/7,US-2 0 SUP-TK1")
    game.play("end")
    game.play("fire US-1/31/7,US-2/31/7 PVA-40-118")
    while game.state.top.__class__.__name__ == "Retreats":
        game.play(next(game.notation(a) for a in game.legal_actions()))
    assert where(game, "SUP-TK1") != "1511"
    game.play("fire PVA-40-118 US-2")
    assert rules_of(game, "advance SUP-TK1") == ["D-10.8.1"]
    assert rules_of(game, "advance US-1/31/7") == ["D-10.8.1"], "neutralized"
    assert rules_of(game, "advance US-2") == []


# --------------------------------------------------------------------------------------------------- prizes, cities


@pytest.mark.rule("D-11.2.3")
def test_only_whole_divisions_that_are_lost_are_worth_points():
    for unit, dice, points in (("US-17/7", [1, 1], 0), ("US-1Mar", [1, 1], 2), ("ROK-1", [4, 5], 0)):
        units = {"1020": "PVA-40-118,PVA-40-119,PVA-40-120", "1121": "PVA-38-112,PVA-38-113,PVA-38-114", "1021": unit}
        game = attacked(units, "1021", dice=dice, asp=2)
        if not game.state.top.assault:
            game.play("end")
        game.play(f"fire {unit}")
        if game.decider == "un":
            game.play(next(game.notation(a) for a in game.legal_actions()))
        game.play("advance PVA-40-118")
        assert game.view()["track"]["asp"] == points, unit


@pytest.mark.rule("D-2.6", "D-10.8.1")
def test_an_advance_takes_a_city_and_a_retreat_passes_through_one():
    game = attacked({"2225": "PVA-40-118,PVA-40-119", "2226": "ROK-1"}, "2226", dice=[1, 1])
    game.play("end")
    game.play("fire ROK-1")
    played = game.play("advance PVA-40-118")
    assert "city_taken" in said(played)
    units = {"2025": "PVA-40-118,PVA-40-119", "2026": "ROK-1", "2328": "US-2"}
    away = attacked(units, "2026", dice=[3, 3], cities="Seoul")
    away.play("end")
    away.play("fire ROK-1")
    through = [game_action for game_action in away.legal_actions() if "2226" in away.notation(game_action)]
    assert through
    assert "city_taken" in said(away.play(through[0]))


# --------------------------------------------------------------------------------------------------------- retreats


@pytest.mark.rule("D-10.3.5")
def test_no_retreat_across_a_reservoir_or_into_a_neutralized_enemy():
    game = attacked({"1308": "PVA-27-79,PVA-27-80", "1208": "US-1/31/7", "1109": "US-2"}, "1208", dice=[4, 4])
    if not game.state.top.assault:
        game.play("end")
    game.play("fire US-1/31/7")
    ways = {game.notation(a).split()[-1] for a in game.legal_actions()} if game.decider == "un" else set()
    assert not any(way.startswith("1208-1108") for way in ways)
    units = {"1020": "PVA-40-118,PVA-40-119", "1021": "ROK-1", "1122": "NKPA-5 neutralized"}
    weak = attacked(units, "1021", "supplied", "PVA-40-118,PVA-40-119", dice=[3, 3])
    weak.play("end")
    weak.play("fire ROK-1")
    assert rules_of(weak, "retreat ROK-1 1021-1122-1222") == ["D-10.3.5"]


@pytest.mark.rule("D-8.2.4")
@pytest.mark.parametrize(
    ("friend", "is_open"),
    [("UK-27BC", True), ("UK-41RMC", True), ("US-1/31/7", True), ("Tu-1", False), ("Au-3RAR", False)],
)
def test_whose_presence_opens_a_hex(friend: str, is_open: bool):
    units = {"1020": "PVA-40-118, PVA-40-119", "1122": "PVA-38-112", "1022": friend, "1021": "ROK-1"}
    game = attacked(units, "1021", dice=[3, 3])
    game.play("end")
    game.play("fire ROK-1")
    unit = game.rules.names.unit_number("ROK-1")
    found = retreats.zoned(game.state, UN, game.rules.names.grid.hex("1022"), (unit,))
    assert found is not is_open


@pytest.mark.rule("D-8.2.cl")
def test_guerrillas_and_companions_open_nothing():
    units = {"1020": "PVA-40-118, PVA-40-119", "1120": "G-1", "1021": "US-2", "1220": "ROK-1"}
    game = attacked(units, "1021", dice=[])
    s, names = game.state, game.rules.names
    group = tuple(names.unit_number(u) for u in ("PVA-40-118", "PVA-40-119"))
    assert retreats.zoned(s, 1, names.grid.hex("1120"), group), "a guerrilla is no friend here"
    assert retreats.zoned(s, 1, names.grid.hex("1020"), group), "who retreats clears no way"
    units = {"1020": "PVA-40-118", "1022": "US-25, US-2", "1122": "PVA-38-112", "1021": "ROK-1"}
    s, here = attacked(units, "1021", dice=[]).state, names.grid.hex("1022")
    one, other = (names.unit_number(u) for u in ("US-25", "US-2"))
    assert not retreats.zoned(s, UN, here, (one,)), "the other stays and opens the hex"
    assert retreats.zoned(s, UN, here, (one, other)), "both retreat"


@pytest.mark.rule("D-10.3.6")
def test_isolation_is_avoided_also_when_a_companion_holds_the_line_open():
    units = {
        "1927": "PVA-66-196",
        "2227": "PVA-40-118, PVA-40-119",
        "2327": "NKPA-45",
        "2328": "US-17/7",
        "2127": "US-1/65/3, US-2/35/25",
        "2025": "US-3/27/25",
        "2027": "US-3/35/25, ROK-12/1, ROK-16/8",
    }
    game = attacked(units, "2127", weather="MO", dice=[3, 4])
    game.play("end")
    game.play("fire US-1/65/3,US-2/35/25")
    s, names = game.state, game.rules.names
    group = tuple(names.unit_number(u) for u in ("US-1/65/3", "US-2/35/25"))
    for unit in group:
        for way in retreats.paths(s, unit, group):
            look = s.copy()
            for other in group:
                look.move(other, names.box("out"))
            look.move(unit, way[-1])
            assert supply.supplied(look, UN) >> way[-1] & 1


@pytest.mark.rule("D-10.3.6")
def test_where_every_way_isolates_a_unit_retreats_all_the_same():
    """Deep in the north with nothing behind it, all ends are cut off, and one of them must do."""
    game = attacked({"0907": "PVA-40-118, PVA-40-119", "0908": "ROK-1"}, "0908", dice=[2, 2])
    game.play("end")
    game.play("fire ROK-1")
    assert game.decider == "un"
    assert list(game.legal_actions())


@pytest.mark.rule("D-10.3.3")
def test_two_units_and_room_for_one_the_owner_chooses():
    units = {
        "1020": "PVA-40-118,PVA-40-119,PVA-40-120",
        "1121": "PVA-38-112,PVA-38-113,PVA-38-114",
        "0921": "PVA-39-115",
        "1021": "US-17/7, US-5RCT",
        "1022": "US-25",
        "1123": "US-24, US-3",
        "0923": "US-2, US-1Mar",
        "1023": "ROK-2, KMC, UK-27BC",
        "0922": "PVA-39-116 neutralized",
        "1122": "PVA-39-117 neutralized",
    }
    game = attacked(units, "1021", "supplied", "PVA-40-118,PVA-40-119,PVA-40-120", dice=[3, 3])
    game.play("end")
    game.play("fire US-17/7,US-5RCT")
    assert game.decider == "un", "each could go to 1023, but only one of them fits"
    first = next(a for a in game.legal_actions() if "US-5RCT" in game.notation(a))
    assert game.notation(first).endswith("1021-1022-1023")
    game.play(first)
    assert where(game, "US-5RCT") == "1023"
    assert where(game, "US-17/7") == "out", "the other one found no room"
    assert where(game, "US-1/17/7") == "dead"
