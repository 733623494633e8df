"""17 What is special to the scenarios: air levels, points, Pusan, the southern edge and the Chinese of scenario 3."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.rules import air, engagement, leaving, operations, supply, values, victory
from parallel38.games.korean_war.state import COMMUNIST, TURN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import SECOND, field, flags, new, number, play, said, track, where, why

FIRST = "first_action"
SWEPT: dict[str, Any] = {"kind": "Sweeping", "hexes": []}
"""A frame that closes at once, so that the segment ends in which it lies."""
NORTH: dict[str, Any] = {"scenario": "chinese_intervene", "turn": 7}


# ------------------------------------------------------------------------------------------ air levels, sudden death


@pytest.mark.rule("W-17.0c", by="value")
@pytest.mark.parametrize(
    ("scenario", "levels"),
    [
        ("invasion", {2: (4, 0), 3: (8, 2), 4: (10, 3)}),
        ("strike_back", {4: (10, 4), 5: (12, 4)}),
        ("chinese_intervene", {6: (10, 4), 7: (12, 3)}),
        ("resurgent", {9: (14, 5), 10: (14, 5)}),
    ],
)
def test_air_levels_by_turn(scenario: str, levels: dict[int, tuple[int, int]]):
    game = new(scenario)
    assert {*game.state.rules.outlines} - {1} == {*levels}
    for turn, wanted in levels.items():
        s = game.state.copy()
        s.tell(TURN, turn)
        air.begin(s)
        assert (s.track[s.rules.tracks.index("cas")], s.track[s.rules.tracks.index("interdiction")]) == wanted


@pytest.mark.rule("W-17.0b", "W-17.0c", "W-11.1c", by="value")
@pytest.mark.parametrize(("scenario", "turn"), [("strike_back", 4), ("chinese_intervene", 6)])
def test_what_begins_in_the_middle_of_a_turn_has_its_levels_and_its_capacity(scenario: str, turn: int):
    """The phases before the 1st Action Phase are over: nobody asks for missions, enhancement or capacity again."""
    game = new(scenario).at(0)
    assert (game.state.turn, track(game, "capacity")) == (turn, 3)
    assert (track(game, "cas"), track(game, "interdiction")) == (10, 4)
    keys = {turn: {phase.key for phase in found} for turn, found in game.state.rules.outlines.items()}
    before = {"air_missions", "enhancement", "amphibious_capacity"}
    assert not before & keys[turn]
    assert before <= keys[turn + 1]
    assert "air_termination" in keys[turn]


@pytest.mark.rule("W-17.1b")
@pytest.mark.parametrize(
    ("scenario", "turn"), [("invasion", 4), ("strike_back", 5), ("resurgent", 9), ("defeat_into_victory", 3)]
)
def test_pusan_ends_these_scenarios(scenario: str, turn: int):
    units = {"0928": "NK-6", "1625": "US-2"}
    more: dict[str, Any] = {"scenario": scenario, "turn": turn, "phase": "minesweeping", "part": FIRST, "frame": SWEPT}
    game = field(units, marks=["taken 0928"], **more)
    assert (game.over, game.winner, game.state.top.rule) == (True, "communist", "W-17.1b")  # type: ignore[attr-defined]
    assert set(new(scenario).state.rules.sudden_death) - {"masan_taegu"} == {"pusan"}


@pytest.mark.rule("W-17.1b", "W-22.1c", by="value")
def test_nothing_ends_the_chinese_scenario_at_once():
    assert new("chinese_intervene").state.rules.sudden_death == ()


# ------------------------------------------------------------------------------------------ points


@pytest.mark.rule("W-17.1", by="value")
def test_divisions_that_were_never_sent():
    """Three regiments or brigades are one division; what left the box once, or is on its way to a port, is none."""
    units = {"reserve": "US-7, US-5RCT, UK-27, US-3 committed", "parachute": "PARA-187", "other_port": "1-MAR"}
    more: dict[str, Any] = {"scenario": "invasion", "turn": 4, "part": FIRST}
    game = field({**units, "1625": "US-2", "3815": "NK-6"}, **more)
    assert victory.uncommitted(game.state) == 2
    fewer = field({"reserve": "US-7, US-5RCT, UK-27", "1625": "US-2", "3815": "NK-6"}, **more)
    assert victory.uncommitted(fewer.state) == 1
    assert dict(victory.account(fewer.state)) == {"cities": 22, "uncommitted": 1}


@pytest.mark.rule("W-17.3d", by="value")
def test_divisions_that_are_saved():
    """Full divisions but those of the ROK, on the map, in the box or in the south; three regiments are one."""
    units = {
        "6405": "US-24",
        "6510": "US-RPL2-1",
        "6508": "ROK-1",
        "safe": "US-2, TK-1",
        "reserve": "US-3",
        "evacuated": "MAR-1/1",
        "destroyed": "US-25",
        "7020": "MAR-5/1, MAR-7/1",
        "6901": "NK-9",
    }
    game = field(units, marks=["taken 5608"], **NORTH)
    assert victory.saved(game.state) == 3 + 1
    assert dict(victory.account(game.state)) == {"cities": 4, "saved": 4}


# ------------------------------------------------------------------------------------------ the southern edge


@pytest.mark.rule("W-17.3b", by="value")
def test_the_southern_edge_is_as_pusan_three_borders_away():
    rules = new("chinese_intervene").state.rules
    lines = rules.board.roads.hexes() | rules.board.rails.hexes()
    row = {h for h in bits(rules.land) if rules.grid.label(h).startswith("47")}
    assert {*bits(rules.south_edge)} == {h for h in row if lines >> h & 1} != row
    edge = rules.grid.label(next(bits(rules.south_edge)))
    game = field({edge: "US-2, DEPOT-UN-1 value=2", "6901": "NK-9"}, **NORTH)
    depot = number(game, "DEPOT-UN-1")
    assert {part.name: part.die for part in supply.modifiers(game.state, depot)} == {"borders": -4, "winter": -1}
    chart = rules.charts["un_depot"]
    gained = [supply.gained(game.state, depot, die) for die in range(10)]
    lowest = min(map(int, chart.rows))
    assert gained == [chart[str(max(lowest, die - 5)), "pusan_2"] for die in range(10)]
    other = new("strike_back").state.rules
    assert not other.south_edge


@pytest.mark.rule("W-17.3c")
def test_who_leaves_to_the_south_and_for_what():
    rules = new("chinese_intervene").state.rules
    edge = rules.grid.label(next(bits(rules.south_edge)))
    units = {edge: "US-2", "with:US-2": "ARM-72", "6901": "NK-9"}
    game = play(field(units, **NORTH), "exit US-2")
    assert (where(game, "US-2"), where(game, "ARM-72")) == ("safe", "with:US-2")
    assert victory.saved(game.state) == 1
    assert leaving.Exit(number(game, "US-24")).points(field({edge: "US-24", "6901": "NK-9"}, **NORTH).state) == 1
    foe = field({edge: "NK-9", "6405": "US-2"}, side="communist", **NORTH)
    assert why(foe, "exit NK-9") == ["W-17.3c"]
    lines = rules.board.roads.hexes() | rules.board.rails.hexes()
    wild = next(h for h in bits(rules.land & ~lines) if rules.grid.label(h).startswith("47"))
    off = field({rules.grid.label(wild): "US-2", "6901": "NK-9"}, **NORTH)
    assert why(off, "exit US-2") == ["W-17.3c"]


@pytest.mark.rule("W-17.3c", by="value")
def test_leaving_out_of_an_enemy_zone_costs_more():
    rules = new("chinese_intervene").state.rules
    h = next(bits(rules.south_edge))
    near = rules.grid.label(next(bits(rules.beside[h])))
    game = field({rules.grid.label(h): "US-2", near: "CCF-112"}, **NORTH)
    play(game, "exit US-2")
    assert where(game, "US-2") == "safe"  # 1 and 3 points are a Tactical Movement
    landed = field({rules.grid.label(h): "US-2 landed", near: "CCF-112"}, **NORTH)
    assert why(landed, "exit US-2") == ["W-7.2e"]


# ------------------------------------------------------------------------------------------ the Chinese in scenario 3


@pytest.mark.rule("W-17.3a", "W-19.4a", by="value")
def test_the_initiative_period_of_the_chinese_scenario():
    """Two Action Phases, the bonus of all divisions in the first of them only; in the third the Communists may have
    depots again."""
    units = {"6405": "US-24", "6506": "CCF-112", "6901": "NK-9"}
    first = new("chinese_intervene").at(0)
    assert (track(first, "period"), track(first, "onset")) == (2, 1)
    rules = {row.name: row.rule for row in first.rules.shown_tracks(first.state)}
    assert rules["initiative"] == "W-19.4a"

    def after(turn: int, part: str, **tracks: Any) -> Game:
        more: dict[str, Any] = {"scenario": "chinese_intervene", "phase": "minesweeping", "frame": SWEPT}
        game = field(units, turn=turn, part=part, **more, **tracks)
        while type(game.state.top).__name__ != "Stocking":
            game.play("end")
        return game

    second = after(6, SECOND, period=2, onset=1)
    assert (second.state.turn, track(second, "period"), track(second, "onset")) == (7, 1, 0)
    assert (second.decider, operations.holder(second.state)) == ("un", COMMUNIST)
    assert not {"recruit", "no_recruit", "no_recruits"} & {*said(second.entries())}
    third = after(7, FIRST, period=1)
    assert (third.state.turn, track(third, "period")) == (7, 0)
    assert third.decider == "communist"


@pytest.mark.rule("W-17.3a", "W-19.3a", "W-19.3b", by="value")
@pytest.mark.parametrize(
    ("scenario", "turn", "unit", "tracks", "factor"),
    [
        ("chinese_intervene", 6, "CCF-112", {"period": 2, "onset": 1}, 3),
        ("chinese_intervene", 7, "CCF-112", {"period": 1}, 3),
        ("chinese_intervene", 7, "CCF-112 attacked", {"period": 1}, 2),
        ("chinese_intervene", 7, "NK-9", {"period": 1}, 2),
        ("chinese_intervene", 7, "CCF-RPL2-1", {"period": 1}, 2),
        ("resurgent", 9, "CCF-112", {"period": 1}, 2),
    ],
)
def test_who_attacks_with_half_as_much_again(scenario: str, turn: int, unit: str, tracks: Any, factor: int):
    here, there = ("6506", "6405") if scenario == "chinese_intervene" else ("3614", "3515")
    game = field({here: unit, there: "US-24"}, side="communist", scenario=scenario, turn=turn, **tracks)
    who = number(game, unit.split()[0])
    fight = game.parse(f"attack {unit.split()[0]} normal").fight(game.state, first=False)  # type: ignore[attr-defined]
    printed = game.state.rules.attack[0][who]
    assert dict(engagement.attack_parts(game.state, fight))[who] == printed * factor // 2


@pytest.mark.rule("W-17.3a", "W-9.4ae", by="value")
def test_waves_need_no_depot_in_the_initiative_period():
    def waves(**more: Any) -> list[str]:
        units = {"6506": "CCF-112", "6405": "US-24", "6901": "NK-9"}
        game = field(units, side="communist", scenario="chinese_intervene", **more)
        return why(game, "attack CCF-112 all_out_wave")

    assert waves(turn=6, period=2, onset=1) == waves(turn=7, part=FIRST, period=1) == []
    assert waves(turn=7) == ["W-9.4ae"]


@pytest.mark.rule("W-19.3a")
def test_the_first_attack_is_over_when_it_was_made():
    """Also for what a division becomes, and for those that it amalgamates with."""
    units = {"6506": "CCF-112", "6507": "CCF-113", "6405": "ROKR-1"}
    game = field(units, side="communist", dice=[4], cas=0, **NORTH, period=1)
    unit = number(game, "CCF-112")
    before = values.first_attack(game.state, unit, 10)
    play(game, "attack CCF-112 normal")
    assert "attacked" in flags(game, "CCF-112")
    assert "attacked" not in flags(game, "CCF-113")
    assert (before, values.first_attack(game.state, unit, 10)) == (15, 10)
    merging = {"6506": "CCF-RPL2-1 attacked", "6507": "CCF-RPL2-2", "5608": "US-24"}
    joined = play(field(merging, side="communist", **NORTH, period=1), "amalgamate CCF-RPL2-1,CCF-RPL2-2 6506")
    whole = next(u for u in joined.state.present(COMMUNIST) if joined.state.rules.combat[u])
    assert "attacked" in flags(joined, joined.state.rules.names.unit(whole))
