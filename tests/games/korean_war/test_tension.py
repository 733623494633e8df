"""3.A.4, 18.4, 18.5, 21 and 22 Rules of Engagement, atomic weapons, Global Tension, points and military victory."""

from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.games.korean_war.data import PROVINCES
from parallel38.games.korean_war.rules import air, atomic, rules_of_engagement, tension, victory
from parallel38.games.korean_war.state import UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import (
    SECOND,
    field,
    flags,
    marks,
    new,
    number,
    play,
    said,
    segment,
    track,
    where,
    whole,
    why,
)

FIRST = "first_action"
SWEPT: dict[str, Any] = {"kind": "Sweeping", "hexes": []}
"""A frame that closes at once, so that the segment ends in which it lies."""
UNITS = {"1625": "US-2", "5608": "NK-10"}


# ---------------------------------------------------------------------------------------------------------- the table


@pytest.mark.rule("W-3.A4", by="value")
def test_destabilization_of_the_three_tracks_is_added_up():
    game = whole(UNITS, turn=6, initial=3, escalation=4, rules_of_engagement=3, mobilization=5)
    assert tension.destabilization(game.state) == 3 + 6 + 2 + 6
    lowest = whole(UNITS, turn=6)
    assert tension.destabilization(lowest.state) == 0


@pytest.mark.rule("W-20b")
@pytest.mark.parametrize(("units", "more"), [("NAT-67", 2), ("NAT-67, NAT-80", 2)])
def test_nationalists_in_play_destabilize(units: str, more: int):
    game = whole({**UNITS, "reserve": units}, turn=6, initial=3)
    assert tension.destabilization(game.state) == 3 + more


@pytest.mark.rule("W-20b", by="value")
def test_nationalists_who_are_not_there_do_not():
    waiting = whole({**UNITS, "coming_first": "NAT-67 spent=7, NAT-80 spent=7"}, turn=6, initial=3)
    assert tension.destabilization(waiting.state) == 3


@pytest.mark.rule("W-18.5a", by="value")
@pytest.mark.parametrize(
    ("total", "rises"),
    [
        (6, [0] * 10),
        (7, [0] * 9 + [1]),
        (11, [0] * 8 + [1, 1]),
        (13, [0] * 8 + [1, 1]),
        (14, [0] * 6 + [1, 1, 1, 2]),
        (17, [0] * 4 + [1, 1, 1, 1, 2, 2]),
        (20, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2]),
        (33, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2]),
    ],
)
def test_the_global_tension_table(total: int, rises: list[int]):
    s = whole(UNITS, turn=6).state
    assert [tension.rise(s, total, die) for die in range(10)] == rises


@pytest.mark.rule("W-18.5a")
@pytest.mark.parametrize(("die", "wanted"), [(5, 2), (6, 3), (8, 3), (9, 4)])
def test_a_die_raises_tension_by_the_band(die: int, wanted: int):
    levels: dict[str, Any] = {"initial": 5, "escalation": 3, "rules_of_engagement": 2, "mobilization": 3}
    game = segment("tension", "Rising", turn=4, dice=[die], tension=2, **levels)
    assert track(game, "tension") == wanted


@pytest.mark.rule("W-18.5a")
def test_no_die_is_thrown_if_none_could_raise_it():
    game = segment("tension", "Rising", turn=4, initial=3, dice=[9])
    assert "tension_safe" in said(game.entries())
    assert track(game, "tension") == 0


@pytest.mark.rule("W-3.A4", by="value")
def test_the_table_is_used_from_turn_three_on():
    outlines = new("whole_war").state.rules.outlines
    assert [turn for turn, phases in outlines.items() if "tension" in {p.key for p in phases}] == [*range(3, 13)]


@pytest.mark.rule("W-18.5b")
def test_world_war_begins_at_seven():
    levels: dict[str, Any] = {"initial": 5, "escalation": 5, "rules_of_engagement": 5, "mobilization": 4}
    game = segment("tension", "Rising", turn=9, dice=[9], tension=5, **levels)
    assert (game.over, game.winner, game.state.top.rule) == (True, "communist", "W-18.5b")  # type: ignore[attr-defined]
    before = segment("tension", "Rising", turn=9, dice=[2], tension=5, **levels)
    assert not before.over
    assert track(before, "tension") == 6


@pytest.mark.rule("W-18.5c", "W-21a")
@pytest.mark.parametrize(("reading", "each"), [("five", 5), ("three", 3)])
def test_points_of_a_turn_are_those_of_cities_less_those_of_tension(reading: str, each: int):
    game = field(
        UNITS,
        scenario="whole_war",
        rulings={"tension-points": reading},
        phase="minesweeping",
        frame=SWEPT,
        turn=4,
        points=13,
        tension_points=5,
        tension=2,
        rules_of_engagement=1,
        mobilization=1,
    )
    assert track(game, "points") == 13 + 22
    assert track(game, "tension_points") == 5 + 2 * each
    assert victory.total(game.state) == 35 - 5 - 2 * each
    assert dict(victory.account(game.state)) == {
        "cities_each_turn": 35,
        "tension": -5 - 2 * each,
        "weapons": 0,
        "formosa": 0,
    }


@pytest.mark.rule("W-21a", by="value")
def test_there_are_points_from_turn_two_on():
    outlines = new("whole_war").state.rules.outlines
    assert [turn for turn, found in outlines.items() if "victory_points" in {p.key for p in found}] == [*range(2, 13)]


# ---------------------------------------------------------------------------------------------- Rules of Engagement


@pytest.mark.rule("W-18.4a", by="value")
@pytest.mark.parametrize(
    ("level", "more"),
    [
        (1, ["kyonggi", "kangwon_namdo", "chungchong", "cholla", "kyongsang_pukto", "kyongsang_namdo"]),
        (2, ["hwanghae", "kangwon_pukto"]),
        (3, ["pyongan_namdo", "hamgyong_namdo"]),
        (4, ["pyongan_pukto", "chagang", "yanggang", "hamgyong_pukto"]),
        (5, []),
    ],
)
def test_each_level_opens_provinces(level: int, more: list[str]):
    def opened(level: int) -> set[str]:
        s = whole(UNITS, turn=6, rules_of_engagement=level).state
        return {name for i, name in enumerate(PROVINCES) if rules_of_engagement.opened(s, i)}

    assert opened(level) - (opened(level - 1) if level > 1 else set()) == set(more)


@pytest.mark.rule("W-18.4a")
def test_a_province_that_is_closed_is_not_bombed():
    game = segment("air_missions", "Missions", {**UNITS, "airfields": "AIR-19BG"}, turn=4, rules_of_engagement=2)
    assert why(game, "mission AIR-19BG pyongan_namdo") == ["W-18.4a"]
    assert why(game, "mission AIR-19BG hwanghae") == []
    offered = {offer.mode for offer in game.offers() if offer.verb == "mission"}
    assert "pyongan_namdo" not in offered
    assert "hwanghae" in offered


@pytest.mark.rule("W-18.4b")
@pytest.mark.parametrize(("level", "drm"), [(1, -1), (2, -1), (4, 1), (5, 2)])
def test_rules_of_engagement_modify_the_interdiction_die(level: int, drm: int):
    units = {**UNITS, "airfields": "AIR-19BG", "3815": "NK-6"}
    game = segment("air_missions", "Missions", units, turn=4, rules_of_engagement=level, dice=[6])
    entries = game.play("mission AIR-19BG kyonggi")
    read = next(e for entry in entries for e in entry.events if e.text == "interdiction_level")
    assert (read.args["die"], read.args["drm"]) == (6, drm)
    chart = game.state.rules.charts["interdiction"]
    assert track(game, "interdiction") == chart[str(6 + drm), read.args["column"]]


@pytest.mark.rule("W-18.4b", by="value")
def test_the_third_level_does_not():
    assert rules_of_engagement.die(whole(UNITS, turn=4, rules_of_engagement=3).state) == 0
    assert rules_of_engagement.die(field({"1625": "US-2", "3815": "NK-6"}).state) == 0
    assert air.total(whole(UNITS, turn=4).state) == 0


# ------------------------------------------------------------------------------------------------------------ atomic


TARGET, BESIDE, FAR_OFF = "5608", "5609", "4909"
"""P'yongyang, a hex next to it, and a hex of the UN in reach but not next to either."""


def bombing(**more: Any) -> Game:
    units = {
        TARGET: "NK-10, DEPOT-NK-1 value=2",
        BESIDE: "NK-8",
        FAR_OFF: "US-2",
        **more.pop("units", {}),
    }
    levels = {"rules_of_engagement": 5, "mobilization": 3, **more}
    return whole(units, turn=8, marks=["communist_works 5608 2"], **levels)


@pytest.mark.rule("W-18.4d")
def test_an_atomic_weapon():
    game = bombing(tension=1)
    s, rules = game.state, game.state.rules
    assert rules.grid.distance(rules.grid.hex(TARGET), rules.grid.hex(BESIDE)) == 1
    assert [r.rule for r in game.warnings(f"atomic {TARGET}")] == ["W-18.4d"]
    play(game, f"atomic {TARGET}")
    assert where(game, "DEPOT-NK-1") == "out"
    assert "communist_works 5608 2" not in marks(game)
    at = {h: [rules.unit_kind[u] for u in s.stacks(1)[rules.grid.hex(h)]] for h in (TARGET, BESIDE)}
    assert at == {TARGET: ["nk_div_rpl1"], BESIDE: ["nk_div_rpl2"]}
    assert (track(game, "tension"), track(game, "atomic"), track(game, "atomic_turn")) == (3, 1, 8)
    assert atomic.figure(game.state, "vp") == victory.weapons(game.state) == -10
    assert game.state.top.left == 3  # type: ignore[attr-defined]
    assert why(game, f"atomic {BESIDE}") == ["W-18.4d"]


@pytest.mark.rule("W-18.4d", "W-8.2f")
def test_an_atomic_weapon_leaves_no_garrison_and_no_asset_alone():
    """A garrison in the target is gone, one beside it is not; assets whose unit has died find a depot or die too."""
    game = bombing(units={TARGET: "NK-RPL1-1, NKG-1", "with:NK-RPL1-1": "NKA-105", BESIDE: "NKG-2"})
    play(game, f"atomic {TARGET}")
    assert (where(game, "NKG-1"), where(game, "NKG-2")) == ("eliminated", BESIDE)
    assert (where(game, "NK-RPL1-1"), where(game, "NKA-105")) == ("out", "eliminated")


@pytest.mark.rule("W-18.4d")
def test_where_an_atomic_weapon_may_not_be_used():
    assert why(bombing(rules_of_engagement=4), f"atomic {TARGET}") == ["W-18.4d"]
    assert why(bombing(atomic=1, atomic_turn=8), f"atomic {TARGET}") == ["W-18.4d"]
    assert why(bombing(atomic=1, atomic_turn=7), f"atomic {TARGET}") == []
    game = bombing()
    assert why(game, "atomic 5708") == ["W-18.4d"], "nobody is there"
    near = bombing(units={"5610": "US-25"})
    assert why(near, f"atomic {BESIDE}") == ["W-18.4d"], "next to a UN unit"
    far = bombing(units={"7617": "NK-6"})
    assert why(far, "atomic 7617") == ["W-18.4d"], "out of reach"
    other = whole({TARGET: "NK-10", FAR_OFF: "US-2"}, turn=8, side="communist", rules_of_engagement=5)
    assert why(other, f"atomic {TARGET}") == ["W-6.2b"]
    assert why(field({"1625": "US-2", "3815": "NK-6"}), "atomic 3815") == ["W-18.4d"]


@pytest.mark.rule("W-18.4d", by="value")
def test_what_is_offered_for_an_atomic_weapon():
    game = bombing(units={"5312": "NK-6"})
    offer = next(offer for offer in game.offers() if offer.verb == "atomic")
    labels = {game.state.rules.grid.label(h) for h in bits(offer.hexes)}
    assert labels == {TARGET, BESIDE, "5312"}
    distances = [game.state.rules.grid.distance(h, game.state.where[number(game, "US-2")]) for h in bits(offer.hexes)]
    assert all(1 < n <= 8 for n in distances)


@pytest.mark.rule("W-18.4d", "W-18.5b")
def test_an_atomic_weapon_may_begin_world_war():
    game = bombing(tension=5)
    play(game, f"atomic {TARGET}")
    assert (game.over, game.winner) == (True, "communist")


# ------------------------------------------------------------------------------------------------------------ the end


@pytest.mark.rule("W-22.1a")
def test_pusan_ends_the_advanced_game():
    game = whole({"0928": "NK-6", "1625": "US-2"}, marks=["taken 0928"], phase="minesweeping", part=FIRST, frame=SWEPT)
    assert (game.over, game.winner, game.state.top.rule) == (True, "communist", "W-22.1a")  # type: ignore[attr-defined]


BOTH: dict[str, Any] = {"units": {"1024": "NK-6", "0928": "US-2"}, "marks": ["taken 1024", "taken 1625"]}


@pytest.mark.rule("W-22.1b")
@pytest.mark.parametrize(("reading", "part"), [("turn", SECOND), ("phase", SECOND), ("phase", FIRST)])
def test_masan_and_taegu_end_it_too(reading: str, part: str):
    game = whole(**BOTH, rulings={"masan-and-taegu": reading}, phase="minesweeping", part=part, frame=SWEPT)
    assert (game.over, game.winner) == (True, "communist")


@pytest.mark.rule("W-22.1b", by="value")
def test_they_do_not_in_the_middle_of_a_turn_as_we_read_it():
    assert not whole(**BOTH, phase="minesweeping", part=FIRST, frame=SWEPT).over


def northern(s: Any) -> list[str]:
    """Markers that give the UN every production center."""
    return [f"taken {s.rules.grid.label(h)}" for h in bits(s.rules.producers)]


def ending(units: dict[str, str], part: str = SECOND, **tracks: Any) -> Game:
    """The end of a turn with every production center in the UN's hands."""
    taken = northern(new("whole_war").state)
    held = {"0928": "US-2", **units}
    return whole(held, marks=taken, phase="minesweeping", part=part, frame=SWEPT, turn=6, **tracks)


@pytest.mark.rule("W-22.1c")
@pytest.mark.parametrize("intervention", ["absent", "limited"])
def test_the_un_wins_with_every_production_center(intervention: str):
    game = ending({"6936": "NK-6"}, chinese=intervention)
    assert (game.over, game.winner, game.state.top.rule) == (True, "un", "W-22.1c")  # type: ignore[attr-defined]


@pytest.mark.rule("W-22.1c", by="value")
def test_the_un_does_not_win_so_against_the_chinese():
    assert not ending({"6936": "NK-6"}, chinese="full").over
    assert not ending({"6936": "CCF-112"}, chinese="limited").over
    assert not ending({"6936": "NK-6"}, part=FIRST).over
    game = ending({"6936": "NK-6"}, chinese="full")
    assert not game.state.rules.producers & ~game.state.controlled(UN)


@pytest.mark.rule("W-22.2a")
@pytest.mark.parametrize(
    ("points", "cost", "winner", "degree"),
    [(97, 0, "communist", "decisive"), (146, 18, "draw", ""), (180, 34, "un", "marginal"), (220, 12, "un", "decisive")],
)
def test_the_levels_of_the_advanced_game(points: int, cost: int, winner: str, degree: str):
    game = whole(UNITS, turn=12, phase="minesweeping", frame=SWEPT, points=points, tension_points=cost)
    assert game.over
    assert victory.total(game.state) == points + 22 - cost
    found = victory.level(game.state)
    assert (found.winner, found.degree) == (winner, degree)
    assert game.winner == (None if winner == "draw" else winner)
    assert flags(game, "US-2") is not None


def test_what_the_head_of_the_page_shows_of_politics():
    game = whole(UNITS, turn=7, tension=2, initial=5, escalation=3, chinese="limited", formosa="repelled")
    shown = {row["name"]: row for row in desk.situation(game, "en")["tracks"]}
    assert (shown["tension"]["text"], shown["commitment"]["text"]) == ("2", "5 + 3, 1, 1")
    assert (shown["chinese"]["text"], shown["formosa"]["text"]) == ("Limited", "held")
    assert shown["tension"]["note"] == "destabilization 11: a rise with 20 %"
    assert shown["tension"]["rule"] == "18.5a"
    assert "tension" not in [row["name"] for row in desk.situation(new("resurgent"), "en")["tracks"]]
