"""9.2.2 and 9.3.2 Rail movement."""

import pytest

from .table import ends, rules_of, said, spent, table, where

KYONGUI = "0119-0218-0319-0418-0518-0618-0619-0720-0820-0921-1021-1022-1123-1124"


@pytest.mark.rule("D-9.2.2.2")
def test_twelve_hexes_and_not_thirteen():
    game = table({"0119": "NKPA-47"})
    twelve = "-".join(KYONGUI.split("-")[:13])
    assert rules_of(game, f"move NKPA-47 {twelve} rail") == []
    assert rules_of(game, f"move NKPA-47 {KYONGUI} rail") == ["D-9.2.2.2"]
    assert "1123" in ends(game, "NKPA-47", "rail")
    assert "1124" not in ends(game, "NKPA-47", "rail")
    assert "moved_rail" in said(game.play(f"move NKPA-47 {twelve} rail"))


@pytest.mark.rule("D-9.2.2.1")
def test_only_from_a_railway_and_instead_of_walking():
    game = table({"0120": "NKPA-17M", "0119": "NKPA-47"})
    assert rules_of(game, "move NKPA-17M 0120-0119 rail")[0] == "D-9.2.2.1"
    game.play("move NKPA-47 0119-0218")
    assert rules_of(game, "move NKPA-47 0218-0319 rail") == ["D-9.2.2.1"]
    rides = table({"0119": "NKPA-47"})
    rides.play("move NKPA-47 0119-0218 rail")
    assert rules_of(rides, "move NKPA-47 0218-0319") == ["D-9.2.2.1"]


@pytest.mark.rule("D-9.2.2.3")
def test_not_beside_the_enemy_zone_or_no_zone():
    game = table({"0119": "NKPA-47", "0519": "US-3/31/7"})
    assert "0319" in ends(game, "NKPA-47", "rail")
    assert "0418" not in ends(game, "NKPA-47", "rail")
    refusal = game.why_not("move NKPA-47 0119-0218-0319-0418 rail")[0]
    assert (refusal.rule, refusal.at) == ("D-9.2.2.3", 3)
    assert [game.rules.names.unit(u) for u in refusal.units] == ["US-3/31/7"]
    beside = table({"0119": "NKPA-47", "0219": "US-3/31/7"})
    assert rules_of(beside, "move NKPA-47 0119-0218 rail")[0] == "D-9.2.2.3"


def test_ships_beside_the_line_matter_only_by_ruling():
    units = {"1611": "NKPA-47", "1711": "SUP-CA"}
    assert ends(table(units), "NKPA-47", "rail")
    assert not ends(table(units, rulings={"ships-beside-rail": "enemy"}), "NKPA-47", "rail")


@pytest.mark.rule("D-9.2.2.4")
def test_two_divisions_a_turn():
    game = table({"0119": "NKPA-47, NKPA-31, NKPA-32"})
    assert rules_of(game, "move NKPA-47,NKPA-31,NKPA-32 0119-0218 rail") == ["D-9.2.2.4"]
    game.play("move NKPA-47,NKPA-31 0119-0218 rail")
    assert rules_of(game, "move NKPA-32 0119-0218 rail") == ["D-9.2.2.4"]


@pytest.mark.rule("D-9.2.2.2")
def test_weather_stops_trains():
    assert rules_of(table({"0119": "NKPA-47"}, weather="SU"), "move NKPA-47 0119-0218 rail") == ["D-9.2.2.2"]


def test_a_train_is_told_who_stands_in_its_way():
    game = table({"0119": "NKPA-47", "0319": "US-2", "1711": "SUP-CA"})
    assert [(r.rule, r.text) for r in game.why_not("move NKPA-47 0119-0218-0319 rail")][-1] == ("D-9.1.3", "enemy_hex")
    port = table({"1511": "NKPA-47", "1611": "US-2", "1711": "SUP-CA"})
    for refusal in port.why_not("move NKPA-47 1511-1611 rail"):
        assert "SUP-CA" not in [port.rules.names.unit(u) for u in refusal.units]


@pytest.mark.rule("D-9.3.2.1", "D-9.3.2.2")
def test_un_trains_go_twenty_four_hexes_and_start_away_from_enemies():
    line = (KYONGUI + "-1224-1324-1423-1523-1623-1724-1725-1825-1926-2025-2126-2226").split("-")
    game = table({"0119": "US-187"}, phase="un_movement", weather="MO")
    assert rules_of(game, f"move US-187 {'-'.join(line[:25])} rail") == []
    assert rules_of(game, f"move US-187 {'-'.join(line)} rail") == ["D-9.3.2.1"]
    assert "2126" in ends(game, "US-187", "rail")
    assert "2226" not in ends(game, "US-187", "rail")
    beside = table({"0119": "US-187", "0120": "NKPA-17M neutralized"}, phase="un_movement", weather="MO")
    assert rules_of(beside, "move US-187 0119-0218 rail")[0] == "D-9.3.2.2"


@pytest.mark.rule("D-4.2")
def test_no_un_train_runs_north_of_the_line_in_a_blizzard():
    north = table({"0715": "US-187"}, phase="un_movement", weather="B")
    assert "D-4.2" in rules_of(north, "move US-187 0715-0716 rail")
    south = table({"0918": "US-187"}, phase="un_movement", weather="B")
    assert rules_of(south, "move US-187 0918-0817-0717 rail") == ["D-4.2"]
    assert "0717" not in ends(south, "US-187", "rail")


def test_trains_keep_to_the_line():
    game = table({"0119": "NKPA-47"})
    assert rules_of(game, "move NKPA-47 0119-0120 rail") == ["D-9.2.2.2"]


@pytest.mark.rule("D-9.3.2.1", "D-9.3.2.3")
def test_un_units_walk_to_the_line_pay_two_points_and_walk_no_more():
    game = table({"0821": "US-2", "0921": "US-187"}, phase="un_movement", weather="MO")
    assert rules_of(game, "move US-2 0821-0921 rail")[0] == "D-9.3.2.1"
    game.play("move US-2 0821-0921")
    walked = spent(game, "US-2")
    game.play("move US-2 0921-1021-1022 rail")
    assert spent(game, "US-2") == walked + 2
    assert where(game, "US-2") == "1022"
    assert rules_of(game, "move US-2 1022-1123") == ["D-9.3.2.3"]
    tired = table({"0921": "US-2"}, phase="un_movement", weather="MO")
    tired.play("move US-2 0921-1021-1022-1123-1124-1224-1324-1423")  # 3½ of 4 points on the road
    assert rules_of(tired, "move US-2 1423-1523 rail") == ["D-9.3.2.1"]


@pytest.mark.rule("D-9.3.2.2")
def test_un_trains_keep_away_from_enemies_but_not_from_guerrillas():
    game = table({"0921": "US-187", "1121": "NKPA-5"}, phase="un_movement", weather="MO")
    assert rules_of(game, "move US-187 0921-1021 rail") == ["D-9.3.2.2"]
    quiet = table({"0921": "US-187", "1121": "G-1"}, phase="un_movement", weather="MO")
    assert rules_of(quiet, "move US-187 0921-1021 rail") == []


@pytest.mark.rule("D-9.3.2.4")
def test_un_trains_carry_two_divisions_in_all_sizes():
    game = table({"0921": "US-2, US-24"}, phase="un_movement", weather="MO")
    game.play("move US-2,US-24 0921-1021 rail")
    assert game.state.track[6] == 54
    more = table({"0921": "US-2, US-187, US-17/7, US-5RCT, KMC"}, phase="un_movement", weather="MO", rail=27)
    assert rules_of(more, "move US-187,US-17/7,US-5RCT 0921-1021 rail") == []
    assert rules_of(more, "move US-187,US-17/7,US-5RCT,KMC 0921-1021 rail") == ["D-9.3.2.4"]
