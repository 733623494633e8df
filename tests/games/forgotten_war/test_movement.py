"""10.2 Movement: prices, limits, strategic movement, vehicles and guns, and what is special to each battle."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import victory
from tests.games.forgotten_war.field import ends, field, flags, lost, number, play, said, spent, where, why


def price(game: Game, unit: str, a: str, b: str) -> float | None:
    """What a step costs a unit, in points."""
    grid = game.state.rules.names.grid
    found = game.state.rules.step_cost(number(game, unit), grid.hex(a), grid.hex(b))
    return None if found is None else found / game.state.rules.point


def points(game: Game) -> tuple[int, int]:
    """The victory points of both sides."""
    return victory.totals(game.state)


# ------------------------------------------------------------------------------------------------------------- 10.2.1


@pytest.mark.rule("F-10.2.1.A", "F-10.2.1.C", "F-10.2.1.G1", "F-10.2.1.F")
@pytest.mark.rule("F-10.2.1.B", "F-10.2.3.C", by="value")
def test_a_unit_pays_for_each_hex_and_goes_on_only_until_another_moves():
    game = field({"1621": "A/19-1, A/19-2"}, scenario="naktong", phase="un_movement")
    assert [price(game, "A/19-1", *way) for way in (("1621", "1620"), ("1621", "1521"), ("1521", "1620"))] == [
        0.5,
        2,
        2,
    ]
    assert [price(game, "A/19-1", *way) for way in (("2015", "2014"), ("2115", "2014"))] == [1, 2]  # a trail, beside it
    play(game, "move A/19-1 1621-1620-1619")
    assert spent(game, "A/19-1") == 1
    assert why(game, "move A/19-1 1619-1617") == ["F-10.2.1.G1"]
    play(game, "move A/19-1 1618")
    assert (where(game, "A/19-1"), spent(game, "A/19-1")) == ("1618", 2)  # by the road over 1719
    far = "move A/19-1 1618-1518-1418-1319-1219"
    assert why(game, far) == ["F-10.2.1.C"]
    assert "1219" not in ends(game, "A/19-1")
    assert "1319" in ends(game, "A/19-1")
    play(game, "move A/19-2 1620")
    assert why(game, "move A/19-1 1518") == ["F-10.2.1.F"]
    assert ends(game, "A/19-1") == set()
    assert "1619" in ends(game, "A/19-2")  # it stopped for a look and goes on


@pytest.mark.rule("F-10.2.1.D", "F-10.2.1.C")
def test_a_stack_moves_as_far_as_its_slowest_unit():
    game = field({"1621": "A/19-1, R/24-1", "1622": "R/24-2"}, scenario="naktong", phase="un_movement")
    path = "1621-1521-1421-1321-1221-1121"
    assert why(game, f"move R/24-1 {path}") == []
    assert why(game, f"move A/19-1,R/24-1 {path}") == ["F-10.2.1.C"]
    assert why(game, "move A/19-1,R/24-2 1621-1521") == ["F-10.2.1.D"]
    play(game, "move A/19-1,R/24-1 1521")
    assert where(game, "A/19-1") == where(game, "R/24-1") == "1521"


@pytest.mark.rule("F-10.2.1.E", "F-10.4.1.B")
@pytest.mark.rule("F-10.4.1.A", by="value")
def test_a_stack_that_is_too_large_has_to_be_spread():
    units = {"1521": "A/19-1, A/19-2, A/19-3, B/19-1", "1520": "B/19-2, B/19-3, C/19-1"}
    game = field(units, scenario="naktong", phase="un_movement")
    assert why(game, "end") == ["F-10.2.1.E"]
    assert why(game, "move A/19-1 1520") == ["F-10.4.1.B"]
    play(game, "dig A/19-1", "dig A/19-2", "dig A/19-3", "dig B/19-1")
    assert why(game, "end") == ["F-10.2.1.E"]  # digging in is no way out
    play(game, "lift A/19-1", "move A/19-1 1620")
    assert why(game, "end") == []


@pytest.mark.rule("F-10.2.1.E", "F-10.1.A2")
def test_a_stack_that_is_too_large_is_spread_though_others_moved_before_it():
    units = {"1521": "A/19-1 dug, A/19-2 dug, A/19-3 dug, B/19-1 dug", "1520": "B/19-2, B/19-3 dug"}
    game = field(units, scenario="naktong", phase="un_movement")
    play(game, "move B/19-2 1620")
    assert why(game, "lift B/19-3") == ["F-3.1.E"]  # it need not move
    assert why(game, "end") == ["F-10.2.1.E"]
    assert {offer.units[0] for offer in game.offers() if offer.verb == "lift"} == {
        number(game, unit) for unit in ("A/19-1", "A/19-2", "A/19-3", "B/19-1")
    }
    play(game, "lift A/19-1", "move A/19-1 1620")
    assert why(game, "lift A/19-2") == ["F-3.1.E"]
    assert why(game, "end") == []


@pytest.mark.rule("F-10.2.1.G2", by="value")
def test_points_are_not_saved():
    game = field({"1621": "A/19-1", "0601": "1/16-1"}, scenario="naktong", phase="un_movement")
    play(game, "move A/19-1 1620", "end")
    assert spent(game, "A/19-1") == 0
    assert flags(game, "A/19-1") == ""


@pytest.mark.rule("F-10.2.1.H", "F-10.2.1.M1", "F-10.2.2.A1")
def test_enemy_hexes_are_closed_and_a_close_combat_may_be_left():
    units = {"2635": "A/5-1, 1/175", "2634": "2/175", "2740": "A/11 abandoned"}
    game = field(units, phase="un_movement")
    assert why(game, "move A/5-1 2634") == ["F-10.2.1.H"]
    assert why(game, "move A/5-1 2635-2636 strategic")[0] == "F-10.2.2.A1"
    play(game, "move A/5-1 2636")
    assert where(game, "A/5-1") == "2636"
    game = field({"2741": "1/175", "2740": "A/11 abandoned"}, phase="communist_movement")
    assert "2740" in ends(game, "1/175")  # an abandoned gun holds nothing


@pytest.mark.rule("F-10.2.1.M2")
def test_chinese_do_not_leave_a_close_combat_through_the_line():
    units = {"2224": "1/343-1, E/23-1", "2225": "E/23-2", "2324": "1/343-2"}
    game = field(units, scenario="chipyongni", phase="communist_movement", turn=3)
    assert "F-10.2.1.M2" in why(game, "move 1/343-1 2224-2125")
    assert "2125" not in ends(game, "1/343-1")
    assert {"2124", "2325"} <= ends(game, "1/343-1")
    game = field(
        {"2124": "1/343-1, E/23-1", "2225": "E/23-2"}, scenario="chipyongni", phase="communist_movement", turn=3
    )
    assert "2125" in ends(game, "1/343-1")  # it fights inside, behind the line


@pytest.mark.rule("F-10.2.1.N1", "F-10.2.1.N2")
def test_a_gun_is_manned_again_by_a_unit_that_comes():
    game = field({"2740": "A/11 abandoned", "2639": "B/5-1", "2741": "A/5-1"}, phase="un_movement")
    assert why(game, "recrew A/11") == ["F-10.2.1.N1"]
    play(game, "move A/5-1 2740", "recrew A/11")
    assert flags(game, "A/11") == "barraged+recrewed"
    assert why(game, "move A/11 2639") == ["F-10.2.1.N2"]
    full = {"2740": "A/11 abandoned, B/5-1, B/5-2, AT/5", "2741": "A/5-1"}
    game = field(full, phase="un_movement")
    play(game, "move A/5-1 2740")
    assert why(game, "recrew A/11") == ["F-10.4.1.B"]  # there is no room for its crew
    game = field({"2740": "A/11 recrewed+barraged, A/5-1"}, phase="communist_close_combat")
    assert (game.state.turn, flags(game, "A/11")) == (6, "")


# ------------------------------------------------------------------------------------------------------------- 10.2.2


@pytest.mark.rule("F-10.2.2.A2", "F-10.2.2.B", "F-10.2.2.C")
@pytest.mark.rule("F-10.2.2.A1", by="value")
def test_strategic_movement_doubles_the_points_away_from_enemies():
    units = {"2535": "A/5-1", "2434": "1/175", "2742": "B/5-1"}
    game = field(units, phase="un_movement")
    near, far = ends(game, "B/5-1"), ends(game, "B/5-1", "strategic")
    assert max(map(int, near)) < max(map(int, far))
    assert why(game, "move A/5-1 2535-2534 strategic") == ["F-10.2.2.A2"]
    assert not ends(game, "A/5-1", "strategic") & {"2534", "2435", "2433", "2334", "2335"}
    play(game, "move A/5-1 2535-2536-2537 strategic")  # from beside an enemy
    assert "2639" in ends(game, "A/5-1", "strategic")
    game = field(units, phase="un_movement")
    play(game, "move A/5-1 2534", "move A/5-1 2535")
    assert why(game, "move A/5-1 2535-2536 strategic") == ["F-10.2.2.A2"]  # it was next to one on its way
    assert ends(game, "A/5-1", "strategic") == set()
    game = field({"2536": "A/5-1", "2434": "1/175"}, phase="un_movement")
    play(game, "move A/5-1 2536-2535-2635")  # past one
    assert why(game, "move A/5-1 2635-2636 strategic") == ["F-10.2.2.A2"]
    game = field({"1526": "A/23-1"}, scenario="chipyongni", phase="un_movement", turn=2)
    assert why(game, "move A/23-1 1526-1426 strategic") == ["F-10.2.2.C"]


@pytest.mark.rule("F-10.2.2.A1", by="value")
def test_what_was_spent_by_strategic_movement_counts_when_a_unit_goes_on_foot():
    game = field({"2742": "B/5-1"}, phase="un_movement")
    path = "2742-2741-2740-2639-2638-2538-2537-2536-2535-2534-2433-2333-2232-2132-2031-1931-1830-1730-1729-1728"
    play(game, f"move B/5-1 {path} strategic")
    assert spent(game, "B/5-1") == 10.5  # two steps on a trail and 17 along the road
    assert ends(game, "B/5-1") == set()
    assert "1727" in ends(game, "B/5-1", "strategic")


# ----------------------------------------------------------------------------------------------------- 10.2.3, 10.2.4


@pytest.mark.rule("F-10.2.3.A1", "F-10.2.3.A2")
def test_a_unit_may_always_move_one_hex_but_not_into_what_is_closed(monkeypatch: pytest.MonkeyPatch):
    game = field({"1521": "A/19-1", "1527": "B/19-1"}, scenario="naktong", phase="un_movement")
    slow = number(game, "A/19-1")
    monkeypatch.setattr(
        game.state.rules, "movement", [1 if u == slow else n for u, n in enumerate(game.state.rules.movement)]
    )
    assert {"1520", "1522"} <= ends(game, "A/19-1")
    play(game, "move A/19-1 1521-1520")
    assert ends(game, "A/19-1") == set()
    assert "F-10.2.3.A2" in why(game, "move B/19-1 1527-1627")  # a lake lies between


@pytest.mark.rule("F-10.2.3.B", "F-10.2.3.D", "F-10.2.3.E", by="value")
def test_rough_is_rough_whatever_else_is_there_ice_is_clear_and_railways_are_roads():
    game = field({"1621": "A/19-1"}, scenario="naktong", phase="un_movement")
    rules, grid = game.state.rules, game.state.rules.names.grid
    assert rules.hilltops & ~rules.rough == 0
    assert price(game, "A/19-1", "1419", "1420") == 2  # Hill 117
    game = field({"1630": "A/5-1"}, phase="un_movement")
    assert price(game, "A/5-1", "1630", "1531") == 1
    assert game.state.rules.limits[grid.hex("1531")] == game.state.rules.limits[game.state.rules.names.grid.hex("1728")]
    game = field({"1526": "TK/23-1"}, scenario="chipyongni", phase="un_movement", turn=2)
    rails = game.state.rules.board.rails.pairs()
    assert rails
    for a, b in rails:
        assert game.state.rules.roads.has(a, b)
        if not (game.state.rules.prepared | game.state.rules.obstacles) >> b & 1:
            assert game.state.rules.step_cost(number(game, "TK/23-1"), a, b) == 1


@pytest.mark.rule("F-10.2.4.A1", "F-10.2.4.A2")
def test_vehicles_keep_to_roads_in_rough_ground_and_do_not_pass_full_hexes():
    units = {"1810": "D/1T-1, D/1T-3, D/1-1, B/50-1", "1809": "D/1T-2"}
    game = field(units, phase="un_movement")
    assert "F-10.2.4.A1" in why(game, "move D/1T-1 1810-1710")
    assert why(game, "move D/1T-1 1810-1809-1808") == ["F-10.2.4.A2"]
    assert "1808" not in ends(game, "D/1T-1")
    assert "1808" in ends(game, "D/1-1")  # on foot there is room to pass
    assert "F-10.2.4.A2" in why(game, "move B/50-1 1810-1809-1808")  # a half is too much beside a tank
    play(game, "move D/1T-2 1806")
    assert why(game, "move D/1T-1 1810-1809-1808") == []
    assert "F-10.2.4.A2" in why(game, "move D/1T-1,D/1T-3 1810-1809-1808")  # not side by side
    game = field({"1810": "B/50-1, B/50-2", "1809": "B/50-3"}, phase="un_movement")
    assert why(game, "move B/50-1 1809") == []  # two of them count as one
    assert why(game, "move B/50-1,B/50-2 1810-1809-1808") == ["F-10.2.4.A2"]
    game = field({"1801": "B/50-1", "due": "B/50-2, B/50-3", "2740": "A/5-1"}, phase="un_movement", turn=11)
    assert why(game, "enter B/50-2 1801-1802") == []
    assert why(game, "enter B/50-2,B/50-3 1801-1802") == ["F-10.2.4.A2"]  # nor in the hex of entry


@pytest.mark.rule("F-10.2.4.B1", "F-10.2.4.B3", "F-10.2.4.B4")
@pytest.mark.rule("F-10.2.4.B2", by="value")
def test_guns_and_trains_keep_away_from_enemies():
    game = field({"2740": "A/11, TR-1", "2538": "1/175"}, phase="un_movement")
    assert why(game, "move A/11 2740-2639-2638") == ["F-10.2.4.B1"]
    assert "F-10.2.4.B4" in why(game, "move TR-1 2740-2639-2638")
    game = field({"2638": "B/11", "2538": "1/175"}, phase="un_movement")
    assert "2539" not in ends(game, "B/11")
    assert why(game, "move B/11 2638-2539") == ["F-10.2.4.B3"]
    assert {"2639", "2740"} <= ends(game, "B/11")
    assert why(game, "end") == []  # it may stay


# ------------------------------------------------------------------------------------------------------------- 10.2.5


@pytest.mark.rule("F-10.2.5.A", "F-10.2.5.B")
@pytest.mark.rule("F-10.2.5.C", by="value")
def test_the_naktong_is_crossed_by_north_koreans_alone_and_by_their_tank_at_the_ferry():
    units = {"1112": "A/19-1", "1109": "T34", "1010": "1/16-1"}
    game = field(units, scenario="naktong", phase="un_movement")
    assert "F-10.2.5.A" in why(game, "move A/19-1 1112-1111")
    game = field(units, scenario="naktong", phase="communist_movement")
    assert (price(game, "T34", "1109", "1110"), price(game, "1/16-1", "1109", "1110")) == (19, 4)
    assert price(game, "1/16-1", "1010", "1011") == 4
    assert price(game, "T34", "1010", "1011") is None
    assert "1110" in ends(game, "T34")
    assert "F-10.2.5.B" in why(game, "move T34 1109-1110-1111")
    game = field({"due": "T34"}, scenario="naktong", phase="communist_movement", turn=11)
    assert why(game, "enter T34 1110") == []  # in its first phase
    game.play("enter T34 1110")
    assert where(game, "T34") == "1110"


# ------------------------------------------------------------------------------------------------------------- 10.2.6


@pytest.mark.rule("F-10.2.6.A", "F-10.2.6.F")
def test_dumps_cost_chinese_a_step_and_ice_costs_a_point():
    game = field({"1714": "1/178", "1713": "2/178 lost=1", "1630": "3/178"}, phase="communist_movement")
    assert "looted" in said(game.play("move 1/178 1613-1612"))
    assert (lost(game, "1/178"), where(game, "1/178")) == (1, "1612")
    play(game, "move 2/178 1613")
    assert where(game, "2/178") == "replacements"
    play(game, "move 3/178 1630-1531-1532")
    assert points(game) == (2, 0)
    game = field({"1630": "A/5-1, A/5-2", "1614": "B/5-1"}, phase="un_movement")
    play(game, "move A/5-1,A/5-2 1531", "move B/5-1 1613")
    assert points(game) == (0, 2)
    assert lost(game, "B/5-1") == 0


@pytest.mark.rule("F-5.8.D", "F-10.2.6.F")
def test_dumps_and_ice_count_in_an_advance_too():
    game = field({"1714": "1/178", "1613": "B/5-1 lost=1"}, phase="communist_offensive_fire", dice=[1, 1])
    play(game, "fire 1/178 1613 B/5-1", "advance 1/178 1613")
    assert lost(game, "1/178") == 1
    game = field({"1630": "A/5-1", "1531": "1/178 lost=1"}, phase="un_offensive_fire", dice=[1, 1])
    play(game, "fire A/5-1 1531 1/178", "advance A/5-1 1531")
    assert points(game) == (0, 1)


@pytest.mark.rule("F-10.2.6.A", "F-10.2.6.D", "F-5.7.2.D")
def test_dumps_ice_and_hagaru_count_in_a_retreat_too():
    def driven(units: dict[str, str], h: str, side: str, unit: str, to: str) -> Game:
        frame = {"kind": "Retreats", "side": side, "unit": unit, "hex": h, "away": [h], "must": True}
        game = field(units, phase="un_offensive_fire", frame=frame)
        if game.state.where[number(game, unit)] == game.rules.names.grid.hex(h):
            game.play(f"retreat {unit} {to}")
        return game

    game = driven({"1714": "1/178"}, "1714", "communist", "1/178", "1613")
    assert (where(game, "1/178"), lost(game, "1/178")) == ("1613", 1)
    game = driven({"1630": "A/5-1"}, "1630", "un", "A/5-1", "1531")
    assert points(game) == (0, 1)
    game = driven({"1830": "D23"}, "1830", "un", "D23", "1730")
    assert where(game, "D23") == "withdrawn"


@pytest.mark.rule("F-10.2.6.B")
def test_chinese_go_round_outside_the_map_over_rough_hexes():
    game = field({"3310": "1/229", "3210": "A/5-1", "3303": "2/229"}, phase="communist_movement")
    rules, grid = game.state.rules, game.state.rules.names.grid
    assert rules.round(grid.hex("3310"))[grid.hex("3311")] == 1
    assert rules.round(grid.hex("3310"))[grid.hex("3313")] == 3
    corner = rules.round(grid.hex("3303"))
    assert corner[grid.hex("3101")] > grid.distance(grid.hex("3303"), grid.hex("3101"))  # not across the map
    assert why(game, "circle 1/229 3312") == []
    assert why(game, "circle 1/229 3330") == ["F-10.2.6.B"]
    assert why(game, "circle 1/229 3210") == ["F-10.2.6.B"]
    play(game, "circle 1/229 3312")
    assert (where(game, "1/229"), spent(game, "1/229")) == ("3312", 6)
    play(game, "circle 2/229 3101")
    assert spent(game, "2/229") == 2 * corner[grid.hex("3101")] + 2  # the last hex is rough ground too
    game = field({"3310": "A/5-1"}, phase="un_movement")
    assert why(game, "circle A/5-1 3312") == ["F-10.2.6.B"]


@pytest.mark.rule("F-10.2.6.B", "F-10.2.1.F")
def test_a_unit_that_went_round_outside_the_map_goes_on_with_what_it_has_left():
    game = field({"3310": "1/229", "2219": "2/229", "1613": "A/5-1"}, phase="communist_movement")
    play(game, "move 2/229 2220", "circle 1/229 3312")
    assert ends(game, "2/229") == set()  # another one moves now
    assert "3212" in ends(game, "1/229")
    play(game, "move 1/229 3212")
    assert (where(game, "1/229"), spent(game, "1/229")) == ("3212", 8)
    play(game, "move 2/229 2221") if not why(game, "move 2/229 2221") else None
    assert where(game, "2/229") == "2220"


@pytest.mark.rule("F-10.2.6.B", "F-10.2.3.C", by="value")
def test_from_outside_the_map_no_road_leads_to_a_unit_that_goes_round():
    game = field({"3338": "1/229", "1613": "A/5-1"}, phase="communist_movement")
    assert game.state.rules.road_hexes >> game.state.rules.grid.hex("3336") & 1
    play(game, "circle 1/229 3336")
    assert spent(game, "1/229") == 2 * 2 + 1  # two hexes outside; then clear ground, though a road leads through it


@pytest.mark.rule("F-10.2.1.M1", "F-10.2.4.B3", "F-10.2.4.B4")
def test_guns_and_trains_may_leave_a_close_combat_but_come_next_to_no_other_enemy():
    units = {"2740": "A/11, TR-1, B/5-1, 1/175", "2539": "2/175"}
    game = field(units, phase="un_movement")
    for unit, rule in (("TR-1", "F-10.2.4.B4"), ("A/11", "F-10.2.4.B3")):
        assert {"2639", "2640"} & ends(game, unit) == {"2640"}  # 2639 is beside 2/175
        assert why(game, f"move {unit} 2740-2639") == [rule]
    game = field({"2740": "TR-1, B/5-1, 1/175", "2032": "2/175"}, phase="un_movement")
    assert why(game, "move TR-1 2740-2639-2638") == []
    play(game, "move TR-1 2639")
    assert "2638" in ends(game, "TR-1")
    assert "2640" not in ends(game, "TR-1")  # once out, it goes on only away from the enemy


@pytest.mark.rule("F-10.2.6.C1", "F-10.2.6.C2")
def test_un_units_stay_within_five_hexes_of_a_road_and_come_back_from_beyond():
    rules = field({"2740": "A/5-1"}, phase="un_movement").state.rules
    grid, far = rules.names.grid, rules.from_road
    edge = next(h for h in far if far[h] == 5 and any(far.get(n) == 6 for n in grid.neighbours[h]))
    out = next(n for n in grid.neighbours[edge] if far.get(n) == 6)
    game = field({grid.label(edge): "A/5-1"}, phase="un_movement")
    assert why(game, f"move A/5-1 {grid.label(edge)}-{grid.label(out)}") == ["F-10.2.6.C1"]
    game = field({grid.label(out): "A/5-1"}, phase="un_movement")
    assert why(game, "end") == ["F-10.2.6.C2"]
    farther = [n for n in grid.neighbours[out] if far.get(n) == 7]
    assert farther
    assert not ends(game, "A/5-1") & {grid.label(n) for n in farther}
    play(game, f"move A/5-1 {grid.label(edge)}")
    assert why(game, "end") == []


@pytest.mark.rule("F-10.2.6.D")
def test_dog_23_is_taken_away_at_hagaru():
    game = field({"1830": "D23"}, phase="un_movement")
    assert "dog_23" in said(game.play("move D23 1830-1730-1729-1728"))
    assert where(game, "D23") == "withdrawn"
    assert points(game) == (0, 0)


@pytest.mark.rule("F-10.2.6.E1")
@pytest.mark.rule("F-10.2.6.E2", by="value")
def test_support_units_are_flown_out_of_the_open_strip():
    game = field({"1530": "SIG, A/5-1", "1728": "HQ"}, phase="un_movement")
    assert why(game, "airlift A/5-1") == ["F-10.2.6.E1"]
    play(game, "airlift SIG", "airlift HQ")
    assert (where(game, "SIG"), where(game, "HQ"), points(game)) == ("withdrawn", "withdrawn", (0, 0))
    ring = {label: f"{i}/178" for i, label in enumerate(("1529", "1531", "1430", "1429", "1630", "1629"), 1)}
    game = field({"1530": "SIG", **ring, "1728": "HQ"}, phase="un_movement")
    assert why(game, "airlift SIG") == ["F-10.2.6.E1"]
    assert why(game, "airlift HQ") == []
    game = field({"1728": "HQ"}, phase="un_movement", strip="closed")
    assert why(game, "airlift HQ") == ["F-10.2.6.E1"]


# ------------------------------------------------------------------------------------------------------------- 10.2.7


@pytest.mark.rule("F-10.2.7.B")
@pytest.mark.rule("F-10.2.7.A", "F-10.2.7.D", "F-10.2.7.E", by="value")
def test_wire_costs_points_and_chinese_perhaps_a_step():
    units = {"2424": "1/343-1, 1/343-2", "2224": "E/23-1"}
    game = field(units, scenario="chipyongni", phase="communist_movement", turn=3, dice=[6, 5])
    wire = game.state.rules.obstacles
    assert (price(game, "1/343-1", "2424", "2324"), price(game, "E/23-1", "2224", "2324")) == (4, 2)
    assert said(game.play("move 1/343-1,1/343-2 2424-2324")).count("wire_hit") == 1
    assert (lost(game, "1/343-1"), lost(game, "1/343-2"), game.state.rules.obstacles) == (1, 0, wire)
    game = field(units, scenario="chipyongni", phase="un_movement", turn=3, dice=[])
    play(game, "move E/23-1 2324")
    assert lost(game, "E/23-1") == 0


@pytest.mark.rule("F-10.2.7.B")
def test_a_unit_that_the_wire_kills_goes_no_farther():
    game = field(
        {"2424": "1/343-1 lost=1, 1/343-2"}, scenario="chipyongni", phase="communist_movement", turn=3, dice=[6, 1]
    )
    play(game, "move 1/343-1,1/343-2 2424-2324-2224")
    assert (where(game, "1/343-1"), where(game, "1/343-2")) == ("gone", "2224")


@pytest.mark.rule("F-10.2.7.C")
def test_wire_counts_in_an_advance():
    units = {"2424": "1/343-1", "2324": "E/23-1 lost=1"}
    game = field(units, scenario="chipyongni", phase="communist_offensive_fire", turn=3, dice=[1, 1, 6])
    play(game, "fire 1/343-1 2324 E/23-1", "advance 1/343-1 2324")
    assert lost(game, "1/343-1") == 1


@pytest.mark.rule("F-10.2.1.C")
def test_a_unit_that_has_moved_has_no_free_hex_left():
    frame: dict[str, Any] = {"kind": "Moving", "side": "un", "begun": True, "last": ["A/5-1"]}
    game = field({"2634": "A/5-1 moved spent=19", "2740": "1/235"}, phase="un_movement", frame=frame)
    assert why(game, "move A/5-1 2634-2633") == ["F-10.2.1.C"]
    assert ends(game, "A/5-1") == set()
    fresh = field({"2634": "A/5-1 spent=19", "2740": "1/235"}, phase="un_movement")
    assert why(fresh, "move A/5-1 2634-2633") == []  # its first step it may always take
