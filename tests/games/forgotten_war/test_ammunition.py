"""8 Artillery ammunition at Chosin: two forces roll for it, choose what fires, and are freed by the airstrip."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import ammunition
from tests.games.forgotten_war.field import field, flags, new, play, where, why

NEXT: dict[str, Any] = {"kind": "Sequence"}
GUNS = "A/11, B/11, C/11"
UNITS = {"2740": GUNS, "2638": "G/11, I/11", "1335": "A/57", "1336": "B/57", "1728": "H/11", "1613": "E/11"}
MARKERS = {"available": "81-F serves=7, 81-Y serves=5, 81-T serves=31, 81-H serves=1"}
TROOPS = {"2641": "A/7-1, A/5-1", "2642": "1/235"}


def phase(dice: list[int], units: dict[str, str] | None = None, turn: int = 5, **track: Any) -> Game:
    """The UN's ammunition phase; the dice are Yudam-ni's, then those of Task Force Faith."""
    found = UNITS | MARKERS | TROOPS if units is None else units
    return field(found, phase="un_weather", turn=turn, frame=NEXT, dice=dice, **track)


def points(game: Game) -> tuple[int, int]:
    names = game.state.rules.tracks
    return tuple(game.state.track[names.index(name)] for name in ("yudamni_ammo", "faith_ammo"))  # type: ignore[return-value]


@pytest.mark.rule("F-8.1.B", "F-8.2.A", "F-8.2.B")
@pytest.mark.rule("F-8.A", "F-8.B", "F-8.1.A", "F-8.2.C", "F-8.2.D", "F-8.4x", by="value")
def test_each_force_rolls_and_chooses_what_fires():
    game = phase([2, 3])  # 2 points for Yudam-ni; 1 for the task force
    assert points(game)[0] == 2
    assert why(game, "ready H/11") == ["F-8.2.A"]
    play(game, "ready B/11", "ready 81-Y")
    assert points(game) == (0, 1)
    assert why(game, "ready A/11") != []
    play(game, "ready A/57")
    assert points(game) == (0, 0)
    assert flags(game, "B/11") == flags(game, "A/57") == ""
    assert all(flags(game, gun) == "barraged" for gun in ("A/11", "C/11", "G/11", "I/11", "B/57"))
    assert [where(game, mortar) for mortar in ("81-Y", "81-F", "81-T")] == ["available", "used", "used"]
    assert (flags(game, "H/11"), flags(game, "E/11"), where(game, "81-H")) == ("", "", "available")  # exempt


@pytest.mark.rule("F-8.3", by="value")
def test_points_are_kept_up_to_the_number_of_guns_and_mortars():
    s = new("chosin").state
    assert [len(ammunition.served(s, force)) for force in ammunition.FORCES] == [7, 3]
    game = phase([6, 6], yudamni_ammo=5, faith_ammo=2)
    assert points(game)[0] == 7  # 5 and 4 would be 9
    play(game, "ready A/11", "end")
    assert points(game) == (6, 3)
    less = {"2740": "A/11, B/11 abandoned", **MARKERS, **TROOPS}
    assert points(phase([6, 6], less, yudamni_ammo=5))[0] == 3  # a gun and two mortars


@pytest.mark.rule("F-8.C", by="value")
@pytest.mark.rule("F-3.1.C", "F-4.1.C", by="value")
def test_nothing_is_limited_on_the_first_turn():
    phases = {phase.key for phase in new("chosin").state.rules.first_sequence}
    assert not phases & {"un_weather", "un_ammunition"}
    game = field(
        UNITS | MARKERS | TROOPS, turn=1, phase="communist_prep_fire", frame={"kind": "Moving", "side": "communist"}
    )
    assert flags(game, "A/11") == flags(game, "A/57") == ""


@pytest.mark.rule("F-8.4.A")
@pytest.mark.rule("F-8.4.B", by="value")
def test_a_line_of_road_to_the_strip_frees_guns_and_then_mortars():
    one = {"1728": "A/11", "2740": "B/11", "1827": "D/10E-1", "2739": "1/235", "2639": "2/235", "2840": "3/235"}
    one |= MARKERS
    game = phase([1, 1], one)
    assert flags(game, "A/11") == "freed"
    assert "freed" not in flags(game, "B/11")
    both = phase([1, 1], {**one, "2740": "W/ROK", "1729": "B/11"})
    assert flags(both, "B/11") == "freed"
    assert where(both, "81-Y") == where(both, "81-F") == "available"
    assert not ammunition.served(both.state, "yudam_ni")
    assert len(ammunition.served(phase([1, 1], {"2641": "A/5-1", **MARKERS}).state, "yudam_ni")) == 2  # no gun
    far = {**one, "1728": "PROV", "1614": "A/11"}  # from Koto-ri
    assert flags(phase([1, 1], far), "A/11") == "freed"
    assert "freed" not in flags(phase([1, 1], {**far, "1727": "4/235"}), "A/11")
    past = {
        **one,
        "2739": "W/ROK",
        "2840": "A/5-1",
    }  # 2739 touches 2638 beyond the block, but no road leads there
    assert "freed" not in flags(phase([1, 1], past), "B/11")
    assert flags(phase([1, 1], {**past, "2639": "A/5-2"}), "B/11") == "freed"
    fight = {**one, "1827": "D/10E-1, 4/235"}
    assert "freed" not in flags(phase([1, 1], fight), "A/11")  # the engineers are in close combat
    bare = {h: units for h, units in one.items() if h != "1827"}
    assert "freed" not in flags(phase([1, 1], bare), "A/11")
    kept = phase([1, 1], {**bare, "1728": "A/11 freed"})
    assert flags(kept, "A/11") == "freed"  # once free, free


@pytest.mark.rule("F-8.4.C", by="value")
@pytest.mark.parametrize(("strip", "free"), [("open", True), ("closed", False), ("captured", False)])
def test_a_strip_that_was_captured_or_closed_frees_no_gun(strip: str, free: bool):
    units = {"1728": "A/11", "1827": "D/10E-1", "2739": "1/235", **MARKERS}
    game = phase([1, 1], units, strip=strip)
    assert ("freed" in flags(game, "A/11")) == free
