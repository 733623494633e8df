"""8 Zones of control."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parallel38 import new_game
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import zones
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED, UN

from .table import ends, rules_of, table


def zone(game: Game, side: int = UN) -> set[str]:
    return set(game.rules.names.grid.labels(zones.zone(game.state, side)))


@pytest.mark.rule("D-8.1.1", by="value")
def test_a_zone_is_the_six_hexes_around():
    assert zone(table({"1015": "US-2"})) == {"1014", "1016", "0915", "0916", "1115", "1116"}


@pytest.mark.parametrize(
    ("unit", "has"),
    [
        ("US-2", True),
        ("US-17/7", True),
        ("ROK-8", True),
        ("UK-41RMC", True),
        ("Tu-1", True),
        ("Gar-Seoul", True),
        ("ROK-8 neutralized", False),
        ("US-3/31/7", False),
        ("KMC", False),
        ("Au-3RAR", False),
        ("Ph-PEFTOK10", False),
        ("SUP-TK1", False),
    ],
)
@pytest.mark.rule("D-8.1.2", by="value")
def test_who_has_a_zone(unit: str, has: bool):
    assert bool(zone(table({"1015": unit}))) is has


@pytest.mark.rule("D-8.1.2", by="value")
def test_guerrillas_and_neutralized_units_have_none():
    assert zone(table({"1015": "G-1"}), COMMUNIST) == set()
    assert zone(table({"1015": "NKPA-5 neutralized"}), COMMUNIST) == set()
    assert zone(table({"1015": "NKPA-5"}), COMMUNIST)


@pytest.mark.rule("D-12.1.10", by="value")
def test_support_units_have_none_not_even_together():
    assert zone(table({"1015": "SUP-TK1, SUP-TK2, SUP-ART1"})) == set()
    assert zone(table({"1711": "SUP-BB, SUP-CA"})) == set()
    game = table({"1015": "SUP-TK1, SUP-ART1", "1012": "NKPA-5"})
    assert "1014" in ends(game, "NKPA-5", "foot")


@pytest.mark.rule("D-8.3.1.1")
@pytest.mark.rule("D-8.2.6", by="value")
def test_zones_of_both_sides_lie_over_one_another():
    game = table({"1019": "PVA-40-118, PVA-40-119", "1021": "US-2"})
    assert "1020" in zone(game, UN) & zone(game, COMMUNIST), "mutually controlled"
    assert rules_of(game, "move PVA-40-119 1019-1020-1120") == ["D-8.3.1.1"], "ours there does not cancel theirs"
    assert "1020" in ends(game, "PVA-40-119", "foot")


@pytest.mark.rule("D-8.1.3", by="value")
@pytest.mark.parametrize(
    ("stack", "has"),
    [
        ("US-3/31/7, US-1/32/7", True),
        ("US-3/31/7, KMC", True),
        ("Au-3RAR, Ph-PEFTOK10", True),
        ("US-3/31/7, SUP-TK1", False),
        ("US-3/31/7, US-1/32/7 neutralized", False),
    ],
)
def test_two_without_a_zone_have_one_together(stack: str, has: bool):
    assert bool(zone(table({"1208": stack}))) is has


@pytest.mark.rule("D-8.2.1", by="value")
def test_zones_do_not_cross_reservoirs_and_estuaries():
    assert zone(table({"1208": "US-2"})) == {"1207", "1209", "1109", "1308", "1309"}  # Chosin: not 1108
    assert "0824" not in zone(table({"0823": "US-2"}))  # the mouth of the Taedong


@pytest.mark.rule("D-8.2.2", by="value")
def test_for_movement_a_friend_in_the_hex_does_not_help():
    game = table({"1211": "PVA-42-124", "1212": "NKPA-5", "1113": "ROK-8"})
    assert "1212" in ends(game, "PVA-42-124", "foot")
    assert rules_of(game, "move PVA-42-124 1211-1212-1213")[0] == "D-8.3.1.1"


@pytest.mark.rule("D-8.2.6", by="value")
def test_zones_of_both_sides_lie_on_one_hex():
    units = {"1015": "US-2", "1013": "NKPA-5"}
    game = table(units)
    assert "1014" in zone(game, UN) & zone(game, COMMUNIST)
    assert rules_of(game, "move NKPA-5 1013-1014-0914")[0] == "D-8.3.1.1", "his own zone does not help"
    assert rules_of(table(units, phase="un_movement"), "move US-2 1015-1014-0914")[0] == "D-8.3.1.1"


@pytest.mark.rule("D-8.3.5")
def test_guerrillas_ignore_units_and_zones_and_un_units_enter_their_hexes():
    game = table({"1114": "G-1", "1113": "ROK-8", "1014": "US-2"})
    assert {"1113", "1013", "1014"} <= ends(game, "G-1", "foot")
    assert rules_of(game, "move G-1 1114-1113-1112") == []
    un = table({"1114": "G-1", "1113": "ROK-8"}, phase="un_movement")
    assert "1114" in ends(un, "ROK-8", "foot")


GAME = new_game("yalu", seed=1)
LAND = [h for h in range(GAME.rules.names.grid.size) if GAME.rules.land >> h & 1]  # type: ignore[attr-defined]
UNITS = range(len(GAME.rules.names.units))


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(UNITS), st.sampled_from(LAND), st.booleans()), max_size=40),
    st.sampled_from([UN, COMMUNIST]),
)
def test_zones_agree_with_a_plain_loop(placed: list[tuple[int, int, bool]], side: int):
    s = GAME.state.copy()
    for unit, h, neutralized in placed:
        s.move(unit, h)
        s.flag(unit, NEUTRALIZED, neutralized)
    rules, expected = s.rules, set()
    for h in LAND:
        here = [u for u in UNITS if s.where[u] == h and rules.side_of[u] == side and not s.flags[u] & NEUTRALIZED]
        alone = [u for u in here if rules.zoc[u]]
        weak = [u for u in here if not rules.zoc[u] and rules.size[u] not in ("support", "guerrilla")]
        if alone or len(weak) >= 2:
            expected |= {n for n in rules.grid.neighbours[h] if not rules.barriers.has(h, n)}
    assert set(rules.grid.labels(zones.zone(s, side))) == {rules.grid.label(h) for h in expected}
    for h in rules.grid.neighbours:
        assert bool(zones.over(s, side, h)) == (h in expected)
