"""9.4 The UN Bug-out Phase."""

from random import Random
from typing import Any

import pytest

from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.games.yalu.rules.costs import allowance, costs_for, obstacles
from parallel38.games.yalu.rules.supply import sources
from parallel38.games.yalu.rules.zones import zone
from parallel38.games.yalu.state import COMMUNIST, UN
from parallel38.wargame.costs import blocked_hexes

from .table import flags, rules_of, said, table, where
from .test_combat import LATE

VALLEY = {"0714": "US-2", "0713": "PVA-40-118", "0814": "PVA-38-112, PVA-38-113"}
"""The 2nd Division where it stood. The road south leads past 0814, the one by 0614 and 0515 does not."""
ROAD = "bugout US-2 0714-0715-0716-0717-0817-0918-0919-0920-0921"
ROUND = "bugout US-2 0714-0614-0515-0615-0616-0617"


def fleeing(units: dict[str, str], **more) -> Game:
    """Units by hex at the beginning of the Bug-out Phase."""
    return table(units, phase="un_bug_out", frame={"kind": "BuggingOut"}, **more)


def offered(game: Game) -> list[str]:
    return [game.notation(action) for action in game.legal_actions()]


def ran(units: dict[str, str], action: str = ROAD, **more) -> Game:
    game = fleeing(units, **more)
    game.play(action)
    return game


def odds(game: Game, action: str) -> tuple[str, int]:
    args = game.describe(game.parse(action))[1]
    return args["odds"], args["modifier_drm"]


# --------------------------------------------------------------------------------------------------------- who may


@pytest.mark.rule("D-9.4.1", "D-14.2", "D-2.7")
def test_who_may_bug_out():
    units = {
        "0714": "US-2, ROK-1, KMC, US-1/31/7, SUP-TK1",
        "0713": "PVA-40-118",
        "0812": "US-25 neutralized, UK-27BC",
        "0921": "US-24",
        "2226": "Gar-Seoul",
        "1711": "SUP-CA",
    }
    game = fleeing(units)
    assert {line.split()[1] for line in offered(game) if line != "end"} == {"US-2", "UK-27BC"}
    (warning,) = game.warnings("end")
    assert (warning.rule, warning.text, {*map(game.rules.names.unit, warning.units)}) == (
        "D-9.4.1",
        "bug_out_end",
        {"US-2", "UK-27BC"},
    )
    for unit, rules in {
        "ROK-1": ["D-9.4.1"],
        "KMC": ["D-9.4.1"],
        "US-1/31/7": ["D-9.4.1"],
        "SUP-TK1": ["D-9.4.1"],
        "US-25": ["D-14.2"],
        "US-24": ["D-9.4.1"],
        "PVA-40-118": ["D-2.7"],
        "US-187": ["D-2.7"],
    }.items():
        assert rules_of(game, f"bugout {unit} 0921") == rules, unit
    for unit in ("Gar-Seoul", "SUP-CA"):
        assert [r.text for r in game.why_not(f"bugout {unit} 2225")] == ["bug_out_size", "bug_out_free"]


@pytest.mark.rule("D-9.4.1", "D-4.2")
def test_bug_outs_follow_the_rules_of_movement():
    game = fleeing({**VALLEY, "0716": "PVA-42-124"})
    assert rules_of(game, "bugout US-2 0714-0716") == ["D-9.1.1"]
    assert rules_of(game, "bugout US-2 0715-0716-0717") == ["D-9.1.3"], "the enemy is there"
    assert rules_of(game, "bugout US-2 0714~0715") == ["D-9.2.3.1"]
    assert rules_of(game, "bugout US-2 0714") == ["D-9.1.1"]
    lake = fleeing({"1207": "US-5RCT", "1206": "PVA-20-58"})
    assert [r.text for r in lake.why_not("bugout US-5RCT 1207-1208-1108")] == ["water_side"]
    assert rules_of(game, "bugout US-2 0714-0614-0615-0616-0617-0618") == ["D-9.1.2"], "too far"
    still = fleeing({**VALLEY, "2224": "US-25", "2223": "PVA-42-124"}, weather="B")
    assert rules_of(still, ROAD) == ["D-4.2"], "nobody moves north of the Weather Line"
    assert {line.split()[1] for line in offered(still) if line != "end"} == {"US-25"}


@pytest.mark.rule("D-9.4.1", "D-19.2", "D-18.3")
def test_the_phase_comes_after_communist_movement():
    for turn, ridgway, told in ((1, 0, "no_bug_out_first"), (LATE, 1, "no_bug_out_ridgway")):
        game = table(VALLEY, turn=turn, ridgway=ridgway)
        rule = {"no_bug_out_first": "D-19.2", "no_bug_out_ridgway": "D-18.3"}[told]
        assert [(r.rule, r.text) for r in game.why_not("bugout US-2 0921")] == [(rule, told)]
        assert told in said(game.play("end"))
        assert game.view()["phase"] != "un_bug_out"
        assert game.decider == "communist", "attacks are next"
    game = table(VALLEY)
    assert rules_of(game, "bugout US-2 0921") == ["D-3.1"], "not yet"
    game.play("end")
    assert (game.decider, type(game.state.top).__name__) == ("un", "BuggingOut")
    game.play("end")
    assert (game.decider, type(game.state.top).__name__) == ("communist", "Designation"), "nobody has to"
    quiet = table({"0921": "US-2", "0713": "PVA-40-118"})
    assert "passes" in said(quiet.play("end")), "nobody can"


# ---------------------------------------------------------------------------------------------------------- the way


@pytest.mark.rule("D-9.4.2")
def test_the_farthest_end_or_the_fewest_zones():
    """Four points: eight hexes of road past the enemy, or a rough hex and then road round him."""
    game = fleeing(VALLEY)
    assert offered(game) == [ROUND, ROAD, "end"]
    assert game.describe(game.parse(ROAD))[1]["n"] == 1
    assert game.describe(game.parse(ROUND))[1]["n"] == 0
    for action, text in {
        "bugout US-2 0714-0715-0716-0717-0817-0918-0919-0920": "bug_out_short",
        "bugout US-2 0714-0715-0716-0616-0615": "bug_out_away",
        "bugout US-2 0714-0715-0716-0717-0617-0618": "bug_out_away",
        "bugout US-2 0714-0614-0615": "bug_out_near",
    }.items():
        assert [(r.rule, r.text) for r in game.why_not(action)] == [("D-9.4.2", text)], action


@pytest.mark.rule("D-9.4.2")
def test_a_lone_end_hex_is_judged_along_a_path_to_it():
    game = fleeing({**VALLEY, "0714": "US-2, US-5C/1C"})
    assert game.notation(game.parse("bugout US-2 0921")) == ROAD
    for end, text in {
        "0920": "bug_out_short",
        "0615": "bug_out_away",
        "0922": "too_far",
        "0713": "enemy_hex",
        "0131": "not_adjacent",
        "dead": "not_adjacent",
    }.items():
        assert [r.text for r in game.why_not(f"bugout US-2 {end}")] == [text], end
    game.play(ROAD)
    game.play("end")
    assert [r.text for r in game.why_not("bugout US-5C/1C 0617")] == ["bug_out_same_way"]


@pytest.mark.rule("D-9.4.2")
def test_it_may_stop_at_a_source():
    """From 2530 the map edge is two hexes away, Inchon further."""
    game = fleeing({"2530": "US-2", "2529": "PVA-20-58"})
    edge = "bugout US-2 2530-2630-2731"
    assert edge in offered(game)
    ways = game.state.top.ways(game.state, game.rules.names.unit_number("US-2"))  # type: ignore
    assert ways.stops(game.parse(edge).path)[-1].spent < ways.limit, "there are points left"  # type: ignore
    assert [(r.rule, r.text) for r in game.why_not("bugout US-2 2530-2630")] == [("D-9.4.2", "bug_out_short")]
    both = fleeing({"2530": "US-2, US-5C/1C", "2529": "PVA-20-58"})
    both.play(edge)
    while both.decider == "communist":
        both.play("end")
    assert [line for line in offered(both) if "5C" in line] == [edge.replace("US-2", "US-5C/1C")], "nor does it go on"
    marines = fleeing({"1209": "US-1Mar", "1208": "PVA-20-58"})
    assert offered(marines) == ["bugout US-1Mar 1209-1310-1410-1511-1512-1513-1514-1614-1615-1716-1815", "end"]


@pytest.mark.rule("D-9.4.2")
def test_it_may_stop_at_every_source_on_its_way():
    """The farthest way from 1716 leads through Wonsan, a port, down the coast."""
    units = {"1716": "US-3, US-5C/1C, US-7C/1C", "1616": "PVA-40-118"}
    game = fleeing(units)
    through = next(line for line in offered(game) if "US-3 1716-1815-" in line)
    wonsan = "bugout US-3 1716-1815"
    assert {through, wonsan} <= {*offered(game)}
    assert game.notation(game.parse("bugout US-3 1815")) == wonsan
    game.play(wonsan)
    assert where(game, "US-3") == "1815"
    assert [line for line in offered(game) if "5C" in line] == ["bugout US-5C/1C 1716-1815"], "the same way"
    game = fleeing(units)
    game.play(through)
    assert {"bugout US-5C/1C 1716-1815"} < {line for line in offered(game) if "5C" in line}, "it may stop on that way"
    assert rules_of(game, "bugout US-5C/1C 1815") == []
    assert game.state.top.ways(game.state, game.rules.names.unit_number("US-5C/1C")).draw(Random(3))  # type: ignore
    game.play("bugout US-5C/1C 1815")
    assert any(line.startswith(through.replace("US-3", "US-7C/1C")) for line in offered(game)), "and the next go on"
    full = fleeing({**units, "1815": "US-2, US-24"})
    assert [r.text for r in full.why_not(wonsan)] == ["bug_out_near"], "there is no room: it would stop short of it"
    lost = fleeing(units, cities="Wonsan")
    assert rules_of(lost, wonsan) == ["D-9.4.2"], "no source"


@pytest.mark.rule("D-9.4.2")
def test_units_of_one_hex_take_the_same_way():
    units = {**VALLEY, "0714": "US-2, US-5C/1C, US-7C/1C"}
    game = ran(units)
    game.play("end")
    assert where(game, "US-2") == "0921"
    (on,) = [line for line in offered(game) if "5C" in line]
    assert on.startswith(ROAD.replace("US-2", "US-5C/1C") + "-"), "faster: it goes on along the same way"
    assert [(r.rule, r.text) for r in game.why_not(ROUND.replace("US-2", "US-5C/1C"))] == [
        ("D-9.4.2", "bug_out_same_way")
    ]
    game = fleeing(units)
    game.play(on)
    game.play("end")
    assert [line for line in offered(game) if "US-2" in line] == [ROAD], "slower: as far as it gets"
    assert [line for line in offered(game) if "7C" in line] == [on.replace("5C/", "7C/")]
    game = fleeing({"1621": "US-2, US-5C/1C, US-7C/1C", "1722": "PVA-40-118", "1320": "PVA-40-119"})
    for unit, way in (("US-2", "1621-1522-1422"), ("US-5C/1C", "1621-1522-1422-1323")):
        game.play(f"bugout {unit} {way}")
        while game.decider == "communist":
            game.play("end")
    assert [line for line in offered(game) if line != "end"] == ["bugout US-7C/1C 1621-1522-1422-1323"], "not 1423"


@pytest.mark.rule("D-9.4.2")
def test_who_goes_on_does_not_turn_back():
    """The division has fled towards Inchon; from its end the map edge lies the other way, back along the road."""
    way = "1621-1622-1623-1724-1725-1825-1926-1927"
    game = fleeing({"1621": "US-2, US-5C/1C", "1722": "PVA-40-118", "1320": "PVA-40-119"})
    game.play(f"bugout US-2 {way}")
    while type(game.state.top).__name__ == "Flight":
        game.play("end")
    on = [line.split()[-1] for line in offered(game) if line != "end"]
    assert on
    for line in on:
        assert line.startswith(f"{way}-")
        assert len(set(line.split("-"))) == len(line.split("-")), line
    assert rules_of(game, f"bugout US-5C/1C {way}-1926-2025-2126-2226-2326-2426-2527-2627-2727") == ["D-9.4.2"]


@pytest.mark.rule("D-9.1.3")
def test_one_hex_is_always_possible():
    """Flood leaves two points of four; every hex around is too dear, but the first one may be entered."""
    game = fleeing({"1112": "US-2", "1111": "PVA-40-118"}, weather="F")
    ways = [line for line in offered(game) if line != "end"]
    assert ways
    assert all(len(line.split("-")) == 3 for line in ways), ways


@pytest.mark.rule("D-9.4.2")
def test_no_way_out():
    ring = {
        "0714": "US-2",
        "0713": "PVA-40-118",
        "0813": "PVA-40-119",
        "0814": "PVA-40-120",
        "0715": "PVA-38-112",
        "0614": "PVA-38-113",
        "0613": "PVA-38-114",
    }
    assert fleeing(ring).decider == "communist", "nobody is asked"
    also = fleeing({**ring, "1209": "US-1Mar", "1208": "PVA-20-58"})
    assert rules_of(also, "bugout US-2 0714-0715") == ["D-9.4.2", "D-9.1.3"]


Hexes = set[tuple[int, ...]]


def brute(game: Game, unit: str) -> tuple[Hexes, Hexes]:
    """The legal ways, found by walking every one, and all that lead towards a source as far as they can or to one."""
    s: Any = game.state
    rules = s.rules
    u = rules.names.unit_number(unit)
    costs, limit, blocked = costs_for(s, u), allowance(s, u), blocked_hexes(obstacles(s, UN))
    enemy, danger = s.held_by(COMMUNIST), zone(s, COMMUNIST)
    hexes = [h for h in range(rules.grid.size) if rules.land >> h & 1 and not blocked >> h & 1]
    goals = [{h for h in hexes if sources(s, UN, enemy) >> h & 1 and rules.edges[UN] >> h & 1}]
    goals += [{h} for h in hexes if sources(s, UN, enemy) >> h & 1 and h not in goals[0]]
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for goal in goals:
        for shun in (0, 10_000):
            away = dict.fromkeys(goal, 0)
            changed = True
            while changed:
                changed = False
                for h in hexes:
                    for n in rules.grid.neighbours[h]:
                        price = costs.of(h, n)
                        if n in away and price is not None:
                            new = away[n] + price + shun * (danger >> n & 1)
                            if new < away.get(h, 1 << 30):
                                away[h], changed = new, True
            stack = [((s.where[u],), 0)]
            while stack:
                way, spent = stack.pop()
                here = way[-1]
                prices = {n: costs.of(here, n) for n in rules.grid.neighbours[here] if n in away and here in away}
                on = [(n, p) for n, p in prices.items() if p and away[n] < away[here] and spent + p <= limit]
                stack += [((*way, n), spent + p) for n, p in on]
                if len(way) > 1 and (not on or any(here in g for g in goals)):
                    far = min(rules.grid.distance(here, e) for e in hexes_of(enemy))
                    found[way] = far, sum(danger >> h & 1 for h in way[1:])
    fewest = min(zones for _, zones in found.values())
    farthest = max(far for far, _ in found.values())
    shy = max(far for far, zones in found.values() if zones == fewest)
    best = {way for way, end in found.items() if end[0] == farthest or end == (shy, fewest)}
    stops = {way[:i] for way in best for i in range(2, len(way)) if any(way[i - 1] in g for g in goals)}
    return best | stops, set(found) | stops


def hexes_of(region: int) -> list[int]:
    return [h for h in range(region.bit_length()) if region >> h & 1]


@pytest.mark.parametrize(
    ("units", "unit"),
    [
        (VALLEY, "US-2"),
        ({"1209": "US-1Mar", "1208": "PVA-20-58", "1309": "PVA-20-59"}, "US-1Mar"),
        ({"1513": "US-3", "1512": "PVA-20-58", "1614": "PVA-20-59"}, "US-3"),
        ({"2125": "US-24", "2124": "PVA-40-118", "2225": "PVA-40-119"}, "US-24"),
        ({"2629": "US-2", "2529": "PVA-40-118", "2429": "PVA-38-112", "2329": "PVA-42-124"}, "US-2"),
        ({"1716": "US-3", "1616": "PVA-40-118"}, "US-3"),
    ],
)
@pytest.mark.rule("D-9.4.2", by="value")
def test_the_ways_are_those_that_a_plain_search_finds(units: dict[str, str], unit: str):
    game = fleeing(units)
    expected, known = brute(game, unit)
    ways = game.state.top.ways(game.state, game.rules.names.unit_number(unit))  # type: ignore
    assert {way[-1] for way in expected} == set(ways.canonical)
    assert {way for way in known if ways.legal(way)} == expected
    assert set(ways.canonical.values()) <= expected
    assert {ways.draw(Random(seed)) for seed in range(20)} <= expected


# ------------------------------------------------------------------------------------------------------- under fire


@pytest.mark.rule("D-9.4.3", "D-9.4.5", "D-9.4.8", "D-8.3.4")
def test_the_communists_decide_hex_by_hex():
    units = {**VALLEY, "0816": "PVA-42-124"}
    game = fleeing(units)
    game.play(ROAD)
    assert (game.decider, where(game, "US-2")) == ("communist", "0715"), "not in the hex where it began"
    assert "bug_out_spared" in said(game.play("end"))
    assert (game.decider, where(game, "US-2")) == ("communist", "0716")
    assert rules_of(game, "fire US-2 PVA-38-112") == ["D-9.4.3"], "it is no longer next to it"
    game.play("end")
    assert where(game, "US-2") == "0717"
    game.play("end")
    game.play("end")
    assert said(game.entries()[-1:]) == ["bug_out_spared", "bugged_out"]
    assert (where(game, "US-2"), flags(game, "US-2")) == ("0921", "neutralized")


@pytest.mark.rule("D-9.4.3", "D-10.1.4")
def test_nobody_fires_across_a_reservoir():
    """Chosin lies between 1108 and 1208; the zone over 1208 is that of the division in 1308."""
    game = fleeing({"1207": "US-5RCT", "1206": "PVA-20-58", "1108": "PVA-20-59", "1308": "NKPA-5"})
    game.play(offered(game)[0])
    assert (game.decider, where(game, "US-5RCT")) == ("communist", "1208")
    assert rules_of(game, "fire US-5RCT PVA-20-59") == ["D-10.1.4"]
    assert game.parse("fire US-5RCT") == game.parse("fire US-5RCT NKPA-5")


@pytest.mark.rule("D-9.4.3")
@pytest.mark.rule("D-10.2.1", by="value")
def test_who_is_too_weak_is_not_asked():
    """Half of two factors, doubled, against 13: below one to six."""
    for state, asked in (("NKPA-5 isolated", False), ("NKPA-5", True)):
        game = fleeing({"1209": "US-1Mar", "1309": state, "2226": "US-24", "2225": "PVA-40-118"})
        game.play(next(line for line in offered(game) if "1209-1310" in line))
        assert (game.decider == "communist") is asked


@pytest.mark.rule("D-9.4.4", "D-9.4.6")
def test_a_unit_fires_once_and_a_hex_sees_one_fire():
    units = {**VALLEY, "0714": "US-2, US-5C/1C", "0816": "PVA-42-124, PVA-42-125"}
    game = ran(units, dice=[6, 6, 6, 6, 1])
    game.play("fire US-2 PVA-38-112")
    assert where(game, "US-2") == "0716", "PVA-38-113 has missed its chance in 0715"
    assert flags(game, "PVA-38-112") == "fired"
    game.play("fire US-2 PVA-42-124")
    assert where(game, "US-2") == "0717"
    assert rules_of(game, "fire US-2 PVA-42-124") == ["D-9.4.4"]
    assert rules_of(game, "fire US-2 PVA-42-124,PVA-42-125") == ["D-9.4.4"]
    assert game.parse("fire US-2") == game.parse("fire US-2 PVA-42-125")
    while game.decider == "communist":
        game.play("end")
    game.play(next(line for line in offered(game) if "5C" in line))
    assert rules_of(game, "fire US-5C/1C PVA-38-112") == ["D-9.4.4"], "once in the whole phase"
    assert rules_of(game, "fire US-5C/1C PVA-38-113") == []
    while "fired" in flags(game, "PVA-38-112"):
        game.play("end")
    assert type(game.state.top).__name__ == "Pursuit"
    assert flags(game, "PVA-38-112") == ""


@pytest.mark.rule("D-9.4.6")
@pytest.mark.rule("D-11.4.1", by="value")
def test_who_has_fired_may_still_assault():
    game = ran({**VALLEY, "0915": "ROK-1"}, turn=LATE, asp=4, dice=[6, 6])
    game.play("fire US-2 PVA-38-112")
    game.play("end")
    assert type(game.state.top).__name__ == "Designation"
    assert game.view()["track"]["asp"] == 4
    for action in ("attack 0915 supplied PVA-38-112", "end", "end"):
        game.play(action)
    assert rules_of(game, "fire ROK-1 PVA-38-112") == []


@pytest.mark.rule("D-9.4.6", "D-12.1.1", "D-16.1", "D-10.1.3", "D-14.2")
@pytest.mark.rule("D-10.2.1", "D-11.5.2", by="value")
def test_doubled_factors_without_guns_or_supply():
    """Divisions of the 38th Army have 5 factors, the 2nd Division 10; it is fired at in a rough hex: one more."""
    game = ran({**VALLEY, "0815": "PVA-42-124 neutralized, NKPA-5", "0615": "G-1"}, asp=5, dice=[6, 6])
    assert odds(game, "fire US-2 PVA-38-112") == ("1:1", 1), "10 to 10"
    assert odds(game, "fire US-2 PVA-38-112,PVA-38-113") == ("2:1", 1), "20 to 10"
    assert odds(game, "fire US-2 NKPA-5") == ("1:4", 1), "4 to 10"
    assert rules_of(game, "fire US-2 PVA-42-124") == ["D-14.2"]
    assert rules_of(game, "fire US-2 G-1") == ["D-16.1"]
    assert rules_of(game, "fire US-2 US-2") == ["D-2.7"]
    assert rules_of(game, "fire ROK-1 PVA-38-112") == ["D-9.4.3"]
    assert rules_of(game, "fire US-2 PVA-38-112,PVA-38-112") == ["D-10.1.3"]
    assert rules_of(game, "fire US-2 PVA-38-112 SUP-CA") == ["D-12.1.1"]
    game.play("fire US-2 PVA-38-112,PVA-38-113")
    assert game.view()["track"]["asp"] == 5
    half = ran({**VALLEY, "0814": "PVA-38-112 isolated, PVA-38-113"})
    assert odds(half, "fire US-2 PVA-38-112") == ("1:2", 1), "half of 5, doubled: 5 to 10"


@pytest.mark.rule("D-9.4.6")
def test_conscripts_are_not_used_up_by_it():
    game = ran({**VALLEY, "0814": "PVA-38-112, C-1"}, dice=[6, 6])
    game.play("fire US-2")
    assert where(game, "C-1") == "0814"


@pytest.mark.rule("D-9.4.7", "D-14.2")
def test_neutralized_where_it_is_hit():
    game = ran(VALLEY, dice=[2, 2])
    played = game.play("fire US-2")
    assert "bug_out_hit" in said(played)
    assert "bugged_out" not in said(played), "not neutralized a second time"
    assert (where(game, "US-2"), flags(game, "US-2")) == ("0715", "neutralized")


@pytest.mark.rule("D-9.4.6", "D-11.2.3", "D-10.3.2")
def test_a_lost_us_division_brings_attack_supply():
    game = ran(VALLEY, asp=3, dice=[1, 1])
    assert {"bug_out_destroyed", "bug_out_points"} <= set(said(game.play("fire US-2")))
    assert game.view()["track"]["asp"] == 5
    assert (where(game, "US-2"), where(game, "US-1/9/2")) == ("out", "dead")
    brigade = ran({**VALLEY, "0714": "UK-27BC"}, offer_of({**VALLEY, "0714": "UK-27BC"}, "0715"), asp=3, dice=[1, 1])
    brigade.play("fire UK-27BC")
    assert where(brigade, "UK-27BC") == "dead"
    assert brigade.view()["track"]["asp"] == 3, "for divisions only"
    part = {**VALLEY, "0714": "US-9/2"}
    regiment = ran(part, offer_of(part, "0715"), asp=3, dice=[1, 1])
    regiment.play("fire US-9/2")
    assert (where(regiment, "US-1/9/2"), regiment.view()["track"]["asp"]) == ("dead", 3)


def offer_of(units: dict[str, str], first: str) -> str:
    """A way that begins with this hex."""
    return next(line for line in offered(fleeing(units)) if line != "end" and line.split("-")[2:][0] == first)


@pytest.mark.rule("D-16.3")
def test_guerrillas_hold_it_up():
    game = ran({**VALLEY, "0716": "G-1", "0817": "G-2"}, dice=[5, 6])
    played = game.play("end")
    assert said(played) == ["bug_out_spared", "past_guerrilla", "stopped_by_guerrilla", "bugged_out"]
    assert (where(game, "US-2"), flags(game, "US-2")) == ("0817", "neutralized")
    both = ran({**VALLEY, "0717": "G-1, G-2"}, dice=[6])
    assert said(both.play("end")) == ["bug_out_spared", "stopped_by_guerrilla", "bugged_out"], "one six is enough"
    through = ran({**VALLEY, "0717": "G-1, G-2"}, dice=[5, 5])
    assert said(through.play("end")).count("past_guerrilla") == 2, "a die for each"


@pytest.mark.rule("D-9.4.1", "D-2.6")
def test_it_takes_the_cities_that_it_passes():
    game = ran(VALLEY, cities="Pyongyang+Wonsan")
    assert "city_taken" in said(game.play("end"))
    assert game.view()["track"]["cities"] == "Wonsan"


# --------------------------------------------------------------------------------------------------------- stacking


@pytest.mark.rule("D-7.2.1")
def test_it_stops_where_there_is_room():
    game = fleeing({**VALLEY, "0921": "US-24, US-25", "0920": "US-3, ROK-1"})
    assert [w.text for w in game.warnings(ROAD)] == ["bug_out_fire", "bug_out_crowded"]
    game.play(ROAD)
    game.play("end")
    assert where(game, "US-2") == "0919"
    full = fleeing({"1112": "US-2", "1111": "PVA-40-118"}, weather="F")
    ends = {line[-4:] for line in offered(full) if line != "end"}
    armies = ["US-24, US-25", "US-3, ROK-1", "ROK-3, ROK-6, US-5RCT"]
    crowded = dict(zip(sorted(ends), armies, strict=False))
    marines = {"1209": "US-1Mar", "1208": "PVA-20-58"}
    closed = fleeing({"1112": "US-2", "1111": "PVA-40-118", **marines, **crowded}, weather="F")
    assert [line for line in offered(closed) if "US-2" in line] == []
    one, *others = sorted(ends)
    assert rules_of(closed, f"bugout US-2 {one}") == ["D-9.4.2", "D-7.2.1"]
    some = fleeing({"1112": "US-2", "1111": "PVA-40-118", one: "US-24, US-25"}, weather="F")
    assert rules_of(some, f"bugout US-2 {one}") == ["D-7.2.1"], "there is another way"
    assert {line[-4:] for line in offered(some) if line != "end"} == {*others}


@pytest.mark.rule("D-7.3", "D-11.2.3")
def test_hit_in_a_full_hex():
    game = ran({**VALLEY, "0715": "US-24, US-25"}, dice=[2, 2])
    game.play("fire US-2")
    assert where(game, "US-2") == "out"
    assert flags(game, "US-24") == flags(game, "US-25") == "neutralized"
    assert game.view()["track"]["asp"] == 2


# ---------------------------------------------------------------------------------------------------------- pursuit


@pytest.mark.rule("D-9.4.9")
def test_communists_enter_the_hex_that_was_left():
    units = {**VALLEY, "0814": "PVA-38-112, PVA-38-113 neutralized", "0613": "PVA-40-119, PVA-40-120, NKPA-5, G-1"}
    game = ran({**units, "0813": "PVA-42-124"})
    game.play("end")
    assert type(game.state.top).__name__ == "Pursuit"
    assert rules_of(game, "advance PVA-38-113") == ["D-9.4.9"], "neutralized"
    assert rules_of(game, "advance G-1") == ["D-9.4.9"]
    assert rules_of(game, "advance PVA-40-118,PVA-40-119,PVA-38-112,PVA-42-124") == ["D-9.4.9"], "too many"
    assert rules_of(game, "advance -") == ["D-9.4.9"]
    played = game.play("advance PVA-40-118,PVA-40-119,PVA-40-120")
    assert played[0].events[0].rule == "D-9.4.9"
    assert where(game, "PVA-40-118") == "0714"
    assert game.state.frames[0].phase != "un_bug_out", "one advance into a hex"  # type: ignore


@pytest.mark.rule("D-9.4.9")
def test_water_and_weather_hold_pursuers_back():
    lake = {"1208": "US-5RCT", "1207": "PVA-20-58", "1108": "PVA-20-59"}
    game = fleeing(lake)
    game.play(offered(game)[0])
    assert type(game.state.top).__name__ == "Pursuit"
    assert rules_of(game, "advance PVA-20-59") == ["D-9.4.9"], "the reservoir lies between"
    assert rules_of(game, "advance PVA-20-58") == []
    still = fleeing(lake, charts={"weather_communist": {"SO": {"advance": False}}})
    still.play(offered(still)[0])
    assert type(still.state.top).__name__ != "Pursuit", "a chart that forbids advances"


@pytest.mark.rule("D-9.4.9")
def test_only_emptied_hexes_and_each_unit_once():
    stays = ran({**VALLEY, "0714": "US-2, ROK-1"})
    stays.play("end")
    assert type(stays.state.top).__name__ == "Designation", "the ROK 1st Division holds the hex"
    two = {"0714": "US-2", "0613": "US-25", "0612": "PVA-40-118", "0713": "PVA-40-119"}
    game = fleeing(two)
    for unit in ("US-2", "US-25"):
        game.play(next(line for line in offered(game) if unit in line))
        while game.decider == "communist" and type(game.state.top).__name__ == "Flight":
            game.play("end")
    assert type(game.state.top).__name__ == "Pursuit"
    assert where(game, "US-2") not in ("0714", "0613")
    assert where(game, "US-25") not in ("0714", "0613")
    game.play("advance PVA-40-119")
    assert (where(game, "PVA-40-119"), type(game.state.top).__name__) == ("0714", "Pursuit")
    assert rules_of(game, "advance PVA-40-119") == ["D-9.4.9"], "it has advanced already"
    game.play("advance PVA-40-118")
    assert where(game, "PVA-40-118") == "0613"


@pytest.mark.parametrize(
    "wrong",
    [{"halt": 3}, {"at": 3}, {"at": -1}, {"unit": "PVA-40-118"}, {"unit": "US-24"}, {"path": "0714-0816-0716"}],
)
def test_a_position_with_a_flight_that_cannot_be(wrong: dict[str, Any]):
    frame = {"kind": "Flight", "unit": "US-2", "path": "0714-0715-0716", "halt": 2}
    assert table(VALLEY, phase="un_bug_out", frame=frame).decider == "communist"
    with pytest.raises(BadInputError, match="frame Flight"):
        table(VALLEY, phase="un_bug_out", frame={**frame, **wrong})


def test_everything_can_be_taken_back():
    game = ran({**VALLEY, "0716": "G-1"}, dice=[6, 6, 1])
    before, number = (game.hash(), where(game, "US-2")), game.number
    game.play("fire US-2")
    game.play("advance PVA-40-118")
    game.take_back(number)
    assert (game.hash(), where(game, "US-2")) == before
