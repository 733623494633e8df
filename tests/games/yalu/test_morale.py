"""15 Regrouping and morale checks."""

import pytest

from parallel38.engine.game import Game
from parallel38.games.yalu.rules import morale

from .table import flags, rules_of, said, table


def number(game: Game, unit: str) -> int:
    return morale.number(game.state, game.rules.names.unit_number(unit))


def checked(units: dict[str, str], side: int, dice: list[int]) -> Game:
    names = [u.split()[0] for stack in units.values() for u in stack.split(", ") if "regroup" in u]
    phase = "communist_morale" if side else "un_morale"
    frame = {"kind": "Checks", "side": side, "check": "regroup", "waiting": names}
    return table(units, phase=phase, frame=frame, dice=dice)


@pytest.mark.rule("D-15.5.2", by="value")
def test_the_communist_number_less_air_plus_the_hex():
    """PVA 7, NKPA 7; defensive air 0 in SO and 5 in SU; mountain 3, road 0."""
    assert number(table({"1011": "PVA-20-58"}), "PVA-20-58") == 7 + 3
    assert number(table({"0119": "NKPA-47"}), "NKPA-47") == 7  # a road
    assert number(table({"1011": "NKPA-47"}, weather="SU"), "NKPA-47") == 7 - 5 + 3
    assert number(table({"1011": "NKPA-47"}, weather="SU", sorties=1), "NKPA-47") == 7 - 3 + 3


@pytest.mark.rule("D-15.6.1", by="value")
def test_the_un_number_plus_air_less_the_hex():
    assert number(table({"1011": "US-2"}, phase="un_movement"), "US-2") == 8 + 2 - 3
    assert number(table({"0921": "UK-27BC"}, phase="un_movement", weather="SU"), "UK-27BC") == 9 + 6
    assert number(table({"0921": "KMC, Gar-Seoul, Ph-PEFTOK10, US-1Mar"}, phase="un_movement"), "KMC") == 7 + 2
    assert number(table({"0921": "Gar-Seoul"}, phase="un_movement"), "Gar-Seoul") == 7 + 2
    assert number(table({"0921": "Ph-PEFTOK10"}, phase="un_movement"), "Ph-PEFTOK10") == 7 + 2
    assert number(table({"0320": "ROK-8"}, phase="un_movement"), "ROK-8") == 7 + 2  # coast, without a road
    sorties = table({"1011": "US-2"}, phase="un_movement", weather="SU", sorties=1)
    assert number(sorties, "US-2") == 8 + 3 - 3


@pytest.mark.rule("D-15.6.1", by="value")
@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ("US-2", 8),
        ("US-17/7", 8),
        ("US-1/31/7", 7),
        ("US-1Mar", 9),
        ("US-5/1Mar", 9),
        ("US-1/5/1Mar", 8),
        ("UK-29", 9),
        ("UK-41RMC", 8),
        ("Ca-25", 9),
        ("Ca-2PPCLI", 8),
        ("Au-3RAR", 8),
        ("Tu-1", 8),
        ("ROK-8", 7),
        ("ROK-16/8", 6),
    ],
)
def test_nation_and_size_give_the_un_number(unit: str, found: int):
    """On a road in subfreezing snow: neither air nor terrain."""
    assert number(table({"0921": unit}, phase="un_movement", weather="SS"), unit) == found


@pytest.mark.rule("D-15.5.2", by="value")
def test_conscripts_have_a_number_of_their_own():
    assert number(table({"0921": "NKPA-5, C-1"}, weather="SS"), "C-1") == 5


@pytest.mark.rule("D-15.3", "D-15.4.2", "D-15.5.3", "D-14.4")
def test_each_marked_communist_unit_rolls_at_most_its_number():
    units = {"0119": "NKPA-47 neutralized+regroup, NKPA-31 neutralized+regroup, NKPA-32 neutralized"}
    game = checked(units, 1, [3, 4, 4, 4])  # 7 passes, 8 does not
    assert flags(game, "NKPA-47") == ""
    assert flags(game, "NKPA-31") == "neutralized"
    assert flags(game, "NKPA-32") == "neutralized"
    assert {"regrouped", "not_regrouped"} <= set(said(game.entries()))


@pytest.mark.rule("D-15.2", "D-15.4.2", "D-15.6.2")
def test_un_units_regroup_before_supply_is_looked_at():
    pocket = {"1113": "ROK-8 neutralized+regroup", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}
    both = checked(pocket, 0, [1, 1, 6, 6])  # it regroups, is then found isolated, and breaks
    assert [t for t in said(both.entries()) if t in ("regrouped", "isolation_failed")] == [
        "regrouped",
        "isolation_failed",
    ]
    assert flags(both, "ROK-8") == "neutralized+isolated"
    game = checked({"0921": "US-2 neutralized+regroup"}, 0, [5, 5])  # 8 + 2 air = 10
    assert flags(game, "US-2") == ""
    failed = checked({"0921": "US-2 neutralized+regroup"}, 0, [5, 6])
    assert flags(failed, "US-2") == "neutralized"


@pytest.mark.rule("D-15.1", "D-15.5.1")
def test_regroup_marks_lead_to_checks_in_the_same_player_turn():
    game = table({"0119": "NKPA-47 neutralized, NKPA-31 neutralized"}, dice=[1, 2])
    game.play("regroup NKPA-47")
    assert "regrouped" in said(game.play("end"))
    assert flags(game, "NKPA-47") == ""
    assert flags(game, "NKPA-31") == "neutralized", "it was not marked, so it does not roll"
    ours = table({"0119": "NKPA-47 neutralized+regroup", "2226": "US-2"}, phase="un_movement", dice=[])
    assert not {"regrouped", "not_regrouped"} & set(said(ours.play("end"))), "not in the UN's phase"


@pytest.mark.rule("D-9.3.1")
def test_in_a_blizzard_the_un_regroups_on_and_south_of_the_weather_line():
    rules = table({"2226": "US-2"}).rules
    on = rules.names.grid.labels(rules.board.areas["weather_line"])[0]  # type: ignore[attr-defined]
    for place, weather, refused in (("1511", "B", True), ("1511", "SS", False), ("2226", "B", False), (on, "B", False)):
        game = table({place: "US-2 neutralized", "2128": "KMC"}, phase="un_movement", weather=weather)
        assert ("D-9.3.1" in rules_of(game, "regroup US-2")) is refused, place
