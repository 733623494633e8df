"""17 Chosin: set-up, what is held back, and what comes when and where."""

from collections import Counter

import pytest

from parallel38.engine.texts import Texts
from parallel38.games.forgotten_war.rules import airstrip, arrivals, mortars, stacking, turn_end
from parallel38.games.forgotten_war.state import COMMUNIST, DUG, UN
from tests.games.forgotten_war.field import ends, field, flags, new, number, play, said, spent, where, why
from tests.games.forgotten_war.test_naktong import come, entry


@pytest.mark.rule("F-17.1.2", "F-17.1.3", by="value")
def test_thirteen_days_from_27_november():
    game = new("chosin")
    texts = Texts("en", "parallel38.games.forgotten_war")
    assert len(game.state.rules.turns) == 13
    assert "27 November" in texts.say("turn.chosin_1")


@pytest.mark.rule("F-17.3.B", "F-17.3.C", "F-17.3.2.1", "F-17.3.2.2", "F-17.3.2.3", "F-17.3.2.4a", by="value")
@pytest.mark.rule("F-17.3.2.5", "F-17.3.2.1m", "F-17.3.2.2m", "F-17.3.2.4m", "F-17.3.2.5m", by="value")
def test_where_the_un_stands():
    game = new("chosin")
    s, rules, names = game.state, game.state.rules, game.state.rules.names
    assert not any(s.flags[u] & DUG for u in range(len(names.units)))
    sources = Counter(rules.rows[u]["source"] for u in s.present(UN))
    assert sources == {"17.3.2.1": 65, "17.3.2.2": 30, "17.3.2.3": 2, "17.3.2.4a": 25, "17.3.2.5": 29}
    for unit, h in (("F/7-1", "2032"), ("C/7-3", "2638"), ("D23", "2740"), ("G/11", "2638"), ("TR-2", "2640")):
        assert where(game, unit) == h
    for unit, h in (("A/1E-2", "1530"), ("L/31-1", "1236"), ("TK/31-4", "1332"), ("I/31-1", "1036")):
        assert where(game, unit) == h
    for force, centre in (("hagaru", "1728"), ("koto_ri", "1613")):
        units = [u for u in s.present(UN) if rules.force[u] == force]
        assert max(rules.grid.distance(s.where[u], names.grid.hex(centre)) for u in units) == 2, force
    guns = Counter(where(game, unit) for unit in ("A/57", "B/57", "D/15-1", "D/15-2", "D/15-3", "D/15-4"))
    assert guns == {"1335": 3, "1336": 3}
    mortars = {names.unit(u): rules.formation_names[s.serves[u] - 1] for u in rules.mortars_of[UN]}
    assert mortars["81-F"] == "7"
    assert (mortars["81-Y"] in "57", mortars["81-H"] in "157") == (True, True)
    assert mortars["81-K"] in ("1", "31")
    assert mortars["81-T"] in ("31", "32")
    assert all(where(game, unit) == "available" for unit in mortars)
    over = {names.grid.label(h) for h in stacking.overfull(s, UN)}
    assert over == {"2540", "2639", "2640", "1236"}  # the booklet itself puts too many there
    assert airstrip.garrisoned(s)  # our plan does not lose the strip's points before the UN can move


@pytest.mark.rule("F-17.3.3.0", "F-17.3.3.A", "F-17.3.3.B", "F-17.3.3.C", "F-17.3.3.D", by="value")
def test_where_the_chinese_stand():
    game = new("chosin")
    s, rules, grid = game.state, game.state.rules, game.state.rules.names.grid
    centres = {
        ("59", ""): (["2628", "2729"], 2), ("58", ""): (["2225", "2227"], 1), ("60", ""): (["2313", "2315"], 1),
        ("80", "239"): (["0844", "0945", "1044"], 0), ("80", "240"): (["0633", "0733", "0832"], 0),
    }  # fmt: skip
    assert Counter(rules.division[u] for u in s.present(COMMUNIST)) == {"59": 27, "80": 27, "58": 27, "60": 27}
    for (division, regiment), (hexes, far) in centres.items():
        units = [u for u in rules.of_division[division] if not regiment or rules.regiment[u] == regiment]
        assert units
        for u in units:
            assert min(grid.distance(s.where[u], grid.hex(h)) for h in hexes) <= far
    assert all(rules.setup_region[u] >> s.where[u] & 1 for u in s.present(COMMUNIST))


@pytest.mark.rule("F-17.3.2.5", "F-17.3.2.2", "F-17.3.3.A")
@pytest.mark.rule("F-17.3.A", by="value")
def test_players_may_set_up_within_what_is_listed():
    game = new("chosin", 1, **{"set-up": "own"})
    assert game.decider == "un"
    assert where(game, "F/7-1") == "2032"  # one hex is no choice
    assert why(game, "deploy HQ 1731") == ["F-17.3.2.2"]
    play(game, "deploy A/57 1335", "deploy D/15-1 1335", "deploy D/15-2 1335")
    assert why(game, "deploy B/57 1335") == ["F-17.3.2.5"]
    assert why(game, "deploy D/15-3 1335") == ["F-17.3.2.5"]
    play(game, "end")
    assert {where(game, unit) for unit in ("B/57", "D/15-3", "D/15-4")} == {"1336"}
    assert game.decider == "un"  # which regiments have its mortars
    play(game, "end")
    assert game.decider == "communist"
    assert "F-17.3.3.A" in why(game, "deploy 1/175 2225")
    play(game, "deploy 1/175 2628", "end")
    assert not arrivals.waiting(game.state, UN)
    assert where(game, "1/175") == "2628"


@pytest.mark.rule("F-17.3.2.1m", "F-17.3.2.2m", "F-17.3.2.4m", "F-17.3.2.5m", by="value")
def test_who_sets_up_the_un_says_which_regiments_have_its_mortars():
    game = new("chosin", 1, **{"set-up": "own"})
    play(game, "end")
    offered = {
        (game.rules.names.unit(o.action.unit), o.action.formation)
        for o in game.offers()
        if isinstance(o.action, mortars.Assign)
    }
    given = {("81-Y", "5"), ("81-H", "1"), ("81-K", "1"), ("81-T", "31")}
    assert given | offered == {
        *(("81-Y", name) for name in ("5", "7")),
        *(("81-H", name) for name in ("1", "5", "7")),
        *(("81-K", name) for name in ("1", "31")),
        *(("81-T", name) for name in ("31", "32")),
    }  # that of F/7 is given
    play(game, "assign 81-Y 7", "assign 81-T 32", "end", "end")
    rules, s = game.state.rules, game.state
    serves = {name: rules.formation_names[s.serves[number(game, name)] - 1] for name in ("81-Y", "81-T", "81-K")}
    assert serves == {"81-Y": "7", "81-T": "32", "81-K": "1"}
    assert s.turn == 1


@pytest.mark.rule("F-17.3.3.C", "F-17.3.3.D", "F-17.3.2.4b")
def test_what_may_not_move_yet():
    units = {"2225": "1/172", "2313": "1/178", "1614": "D/1-1"}
    game = field(units, phase="communist_movement", turn=1)
    assert why(game, "move 1/172 2224") == ["F-17.3.3.C"]
    game = field(units, phase="communist_movement", turn=2)
    assert why(game, "move 1/172 2224") == []
    assert why(game, "move 1/178 2312") == ["F-17.3.3.D"]
    game = field(units, phase="communist_movement", turn=3)
    assert why(game, "move 1/178 2312") == []
    shot = {"2225": "1/172", "2224": "A/5-1 lost=1"}
    game = field(shot, phase="communist_offensive_fire", turn=1, dice=[1, 1])
    assert "advanced" not in said(game.play("fire 1/172 2224 A/5-1"))
    assert (where(game, "A/5-1"), where(game, "1/172")) == ("gone", "2225")
    assert game.state.top.__class__.__name__ != "Advancing"
    game = field(shot, phase="communist_offensive_fire", turn=2, dice=[1, 1])
    play(game, "fire 1/172 2224 A/5-1", "advance 1/172 2224")
    game = field(units, phase="un_movement", turn=2)
    assert "F-17.3.2.4b" in why(game, "move D/1-1 1614-1615-1616-1617")
    assert ends(game, "D/1-1") <= set(game.state.rules.names.grid.labels(game.state.rules.koto_ri))
    game = field(units, phase="un_movement", turn=3)
    assert "1617" in ends(game, "D/1-1")


@pytest.mark.rule("F-17.4.1.3", "F-17.4.1.4", "F-17.4.1.11", by="value")
@pytest.mark.parametrize(
    ("turn", "due", "unit"),
    [(3, {"1T": 6, "": 3, "1": 1}, "RCN-1"), (4, {"31": 6}, "F/31-1"), (11, {"1": 9, "50": 4}, "B/50-1")],
)
def test_the_un_comes_by_the_road_from_the_south(turn: int, due: dict[str, int], unit: str):
    game, found, _ = come(turn, UN, "chosin")
    assert found == due
    assert entry(game, unit) == {"1801"}


@pytest.mark.rule("F-17.4.2.1a", "F-17.4.2.1b", "F-17.4.2.6", "F-17.4.2.10", "F-17.4.2.0", by="value")
def test_chinese_come_from_three_edges_and_act_at_once():
    game, found, _ = come(1, COMMUNIST, "chosin")
    assert found == {"265": 8, "266": 8, "267": 8, "235": 9, "236": 9, "237": 9}
    north = {f"{c}{45 if c % 2 else 44}" for c in range(21, 28)}
    assert entry(game, "1/235") == north
    corner = {f"{c}{45 if c % 2 else 44}" for c in range(29, 34)} | {f"33{r}" for r in range(39, 46)}
    assert entry(game, "1/265") == corner
    play(game, "enter 1/235 2544")
    assert where(game, "1/235") == "2544"
    game, found, _ = come(6, COMMUNIST, "chosin")
    assert found == {"226": 9, "227": 9, "228": 9}
    assert entry(game, "1/226") == {f"01{r:02}" for r in range(1, 46)}
    game, found, _ = come(10, COMMUNIST, "chosin")
    assert found == {"229": 9, "230": 9, "231": 9}
    assert entry(game, "1/229") == {f"33{r:02}" for r in range(1, 46)}


@pytest.mark.rule("F-17.3.1", by="value")
def test_counters_are_corrected():
    game = new("chosin")
    rules = game.state.rules
    assert game.state.rules.regiment[number(game, "3/240")] == "240"
    assert rules.rows[number(game, "B/57")]["company"] == "B"
    assert "F/11" not in rules.names.units
    for n in (1, 2, 3):
        u = number(game, f"F/7-{n}")
        assert (rules.fire[1][u], rules.close[1][u], rules.movement[u]) == (7, 6, 10)
    assert rules.barrage[number(game, "I/11")] == rules.charts["calibres"]["105", "fire"]


@pytest.mark.rule("F-15.2.1.B", "F-15.2.1.C")
def test_units_leave_by_the_road_in_the_south():
    game = field({"1801": "TR-1, A/5-1", "1802": "AT/5", "1803": "B/5-1"}, phase="un_movement")
    assert why(game, "exit B/5-1") == ["F-15.2.1.C"]
    play(game, "exit TR-1", "exit A/5-1", "move AT/5 1801", "exit AT/5")
    assert {where(game, unit) for unit in ("TR-1", "A/5-1", "AT/5")} == {"exited"}
    assert turn_end.withdrawal(game.state, number(game, "TR-1")) == ("", 0)
    assert flags(game, "AT/5") == ""


@pytest.mark.rule("F-15.2.1.C", "F-10.2.1.C", by="value")
def test_units_leave_by_strategic_movement_too():
    units = {"1728": "A/5-1", "1813": "B/5-1", "1727": "C/5-1", "2740": "1/175"}
    game = field(units, phase="un_movement")
    assert "1801" not in ends(game, "A/5-1")
    play(game, "move A/5-1 1801 strategic")
    assert spent(game, "A/5-1") == 14  # of twice ten
    play(game, "exit A/5-1")
    assert where(game, "A/5-1") == "exited"
    beside = {"1801": "A/5-1 moved+near spent=19", "2740": "1/175"}
    game = field(beside, phase="un_movement", frame={"kind": "Moving", "side": "un", "begun": True, "last": ["A/5-1"]})
    assert why(game, "exit A/5-1") == []  # half a point is left
    beside["1801"] = "A/5-1 moved+near spent=20"
    game = field(beside, phase="un_movement", frame={"kind": "Moving", "side": "un", "begun": True, "last": ["A/5-1"]})
    assert why(game, "exit A/5-1") == ["F-10.2.1.C"]  # next to an enemy it has its own points alone
    far = {"1801": "A/5-1 moved spent=40", "2740": "1/175"}
    game = field(far, phase="un_movement", frame={"kind": "Moving", "side": "un", "begun": True, "last": ["A/5-1"]})
    assert why(game, "exit A/5-1") == ["F-10.2.1.C"]
