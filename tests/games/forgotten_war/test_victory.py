"""15 Victory: what scores in each battle, and who has won."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.forgotten_war import score
from parallel38.games.forgotten_war.rules import victory
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits
from tests.games.forgotten_war.field import field, number, play


def points(units: dict[str, str], scenario: str, **more: Any) -> tuple[int, int]:
    """The victory points of both sides in a position."""
    return victory.totals(field(units, scenario=scenario, phase="un_movement", **more).state)


def last(units: dict[str, str], scenario: str, turn: int, **more: Any) -> Game:
    """A game that ends at once, after the last phase of its last turn."""
    owner = "un" if scenario == "naktong" else "communist"
    return field(units, scenario=scenario, phase=f"{owner}_close_combat", turn=turn, **more)


@pytest.mark.rule("F-15.1.1.A", "F-15.1.1.B", "F-15.1.1.C", "F-16.4.8c", by="value")
def test_naktong_north_koreans_on_or_over_the_river_and_optional_companies():
    assert points({"1508": "1/16-1, 1/16-2 lost=1"}, "naktong") == (0, 3)
    assert points({"1507": "1/16-1"}, "naktong") == (0, 2)  # a river hex
    assert points({"1506": "1/16-1"}, "naktong") == (0, 0)
    assert points({"1621": "A/27-1, E/27-1"}, "naktong") == (0, 2)
    rules = field({"1621": "A/19-1"}, scenario="naktong", phase="un_movement").state.rules
    seen = rules.names.grid.spread(1 << rules.names.grid.hex("2039"), rules.board.in_play & ~rules.river)
    assert seen == rules.east_bank  # what is walked to from the UN's entry


@pytest.mark.rule("F-15.1.3", "F-15.1.3.A", "F-15.1.3.B", "F-15.A", by="value")
def test_naktong_counts_the_dead_after_a_last_round_of_replacements():
    dead = {
        "replacements": "1/16-1, 1/16-2, A/19-1, A/19-2, B/19-1, C/19-1", "1621": "C/19-2", "0101": "2/16-1",
        "gone": "B/19-2, B/19-3",
    }  # fmt: skip
    assert points(dead, "naktong") == (0, 4)
    game = last(dead, "naktong", 16)
    assert game.over
    # one of each pair is lost and the other could come back; B/19 has no other unit, C/19 has
    assert victory.totals(game.state) == (1, 8)
    assert game.winner == "communist"


@pytest.mark.rule("F-15.1.3", by="value")
def test_a_pair_that_finds_no_hex_in_the_last_round_is_lost_whole():
    rules = field({"1522": "B/19-1"}, scenario="naktong", phase="un_movement").state.rules
    grid, units, open_ = rules.names.grid, {}, rules.disk(rules.names.grid.hex("1522"), 3)
    for i, h in enumerate(h for h in bits(open_) if grid.label(h) != "1522"):
        if open_ >> h & 1:
            units[grid.label(h)] = f"{i // 3 % 9 + 1}/{('18', '5')[i // 27]}-{i % 3 + 1}"
            open_ &= ~(1 << h | grid.around(1 << h))
    dead = {"replacements": "A/19-1, A/19-2", "1522": "B/19-1"}
    game = last({**dead, **units}, "naktong", 16)
    play(game, "end") if not game.over else None
    east = sum(line.halves for line in victory.account(game.state) if line.what == "east_bank") // 2
    assert victory.totals(game.state)[COMMUNIST] - east == 4


@pytest.mark.rule("F-15.1.3", "F-6.2.1.C", "F-6.2.1.E", by="value")
def test_the_last_of_a_company_whose_regiment_is_gone_counts_in_the_last_round():
    """Nobody of the pair comes back, and the one that is left is alone in the box."""
    dead = {"replacements": "A/19-1, A/19-2, 1/16-1, 1/16-2", "gone": "A/19-3, 1/16-3"}
    dead |= {"1621": "A/9-1", "0101": "1/5-1"}
    assert victory.totals(last(dead, "naktong", 16).state) == (3, 6)
    alive = {**dead, "1621": "A/9-1, B/19-1"}
    assert victory.totals(last(alive, "naktong", 16).state) == (3, 4)  # one of the two could come back


@pytest.mark.rule("F-15.2.1.A", "F-15.2.1.B", "F-15.2.1.C", "F-15.2.2.A", "F-15.2.2.B", "F-15.2.2.C", by="value")
@pytest.mark.rule("F-15.2.2.D", "F-15.2.3.A", "F-15.B", by="value")
def test_chosin_points_of_both_sides():
    assert points({"gone": "1/175, 2/175, 3/175"}, "chosin") == (1, 0)  # halves of the sum are dropped
    assert points({"exited": "TR-1, A/5-1, AT/5"}, "chosin") == (4, 0)
    assert points({"gone": "HQ"}, "chosin") == (0, 5)
    for unit in ("AT/5", "D/15-1", "TR-1", "SIG", "185E-1", "D23"):
        assert points({"gone": unit}, "chosin") == (0, 4), unit
    for unit in ("A/5-1", "A/11", "B/1E-1", "D/10E-1", "W/ROK"):
        assert points({"gone": unit}, "chosin") == (0, 3), unit
    assert points({"1613": "1/178", "1728": "2/178", "1614": "3/178"}, "chosin") == (0, 6)
    assert points({"withdrawn": "SIG, D23"}, "chosin") == (0, 0)
    dead = {"replacements": "1/175, 2/175, 3/175, 4/175", "1827": "B/1E-1, B/1E-2, B/1E-3"}
    assert points(dead, "chosin") == (0, 0)
    assert victory.totals(play(last(dead, "chosin", 13), "end").state) == (
        1,
        0,
    )  # of three two are lost in the last round


@pytest.mark.rule("F-15.2.3.B", "F-15.C", "F-15.A", by="value")
@pytest.mark.parametrize(
    ("un", "communist", "winner", "level"),
    [
        (10, 10, None, "draw"),
        (11, 10, UN, "tactical"),
        (19, 10, UN, "tactical"),
        (20, 10, UN, "operational"),
        (10, 29, COMMUNIST, "operational"),
        (10, 30, COMMUNIST, "strategic"),
        (1, 0, UN, "strategic"),
    ],
)
def test_chosin_has_levels_by_the_ratio(un: int, communist: int, winner: int | None, level: str):
    tracks: dict[str, Any] = {"un_points": 2 * un, "communist_points": 2 * communist}
    game = field({"2740": "A/5-1"}, phase="un_movement", **tracks)
    side, found = victory.level(game.state)
    assert (side, victory.LEVELS[found]) == (winner, level)


@pytest.mark.rule("F-15.2.4", by="value")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_level_means_is_told(language: str):
    texts = Texts(language, "parallel38.games.forgotten_war")
    seen = set[str]()
    for side in ("un", "communist"):
        for own, other in ((30, 20), (40, 20), (60, 20)):
            tracks: dict[str, Any] = {"un_points": own, "communist_points": other}
            if side == "communist":
                tracks = {"un_points": other, "communist_points": own}
            game = field({"2740": "A/5-1"}, phase="un_movement", **tracks)
            seen.add(texts.say(*score.verdict(game.state)).split(".", 2)[2])
    assert len(seen) == 6
    assert all(len(words) > 15 and "{" not in words for words in seen)


@pytest.mark.rule("F-15.3.A", "F-15.3.B", "F-15.3.1", "F-15.3.2.A", "F-15.3.2.B", "F-15.3.2.C", by="value")
def test_chipyongni_points_of_both_sides():
    assert points({"gone": "1/343-1, 1/343-2"}, "chipyongni") == (2, 0)
    for unit, worth in (("TK/23-1", 7), ("B/26-1", 7), ("A/37", 7), ("1/F-1", 6), ("A/23-1", 5), ("RGR-1", 5)):
        assert points({"gone": unit}, "chipyongni") == (0, worth), unit
    assert points({"1526": "A/37 abandoned"}, "chipyongni") == (0, 7)
    game = last({"gone": "1/343-1, A/23-1", "1526": "B/23-1"}, "chipyongni", 7)
    assert (game.over, game.winner) == (True, "communist")
    assert game.state.where[number(game, "A/23-1")] == game.state.rules.names.box("gone")
