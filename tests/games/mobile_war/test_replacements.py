"""Replacements and reinforcements: the boxes, the dead, the turn record."""

from collections import Counter
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.mobile_war import data
from parallel38.games.mobile_war.rules import losses, supply
from parallel38.games.mobile_war.rules.arrivals import LAND, SHIPS

from .field import RULES, arriving, ends, field, flags, new, number, play, region, where, why


def dead(game: Game, *units: str) -> list[str]:
    """Where units go when they are destroyed."""
    s: Any = game.state
    for unit in units:
        losses.destroy(s, (number(game, unit),), s.where[number(game, unit)])
    return [where(game, unit) for unit in units]


# ------------------------------------------------------------------------------------------------------------- the dead


@pytest.mark.rule("K-REP-1a", "K-REP-1b")
def test_each_nation_has_its_box():
    units = {"2042": "ROK-2/6", "2044": "UK-27", "1030": "NK-766", "1128": "CN-343/115"}
    game = field(units)
    assert dead(game, "ROK-2/6", "UK-27", "NK-766", "CN-343/115") == ["rok_box", "un_box", "nk_box", "gone"]


@pytest.mark.rule("K-REP-1c", "K-REP-1b")
def test_divisions_go_to_their_boxes_as_regiments():
    game = field({"2042": "US-24", "1128": "NK-6", "1028": "CN-38"})
    assert dead(game, "US-24", "NK-6", "CN-38") == ["spare", "spare", "gone"]
    assert {where(game, f"US-{n}/24") for n in (19, 21, 34)} == {"un_box"}
    assert {where(game, f"NK-{n}/6") for n in (13, 14, 15)} == {"nk_box"}
    assert {where(game, f"CN-38-{n}") for n in (112, 113, 114)} == {"with:CN-38"}


RING = {"1841": "NK-6", "1842": "NK-1", "1844": "NK-3", "1646": "NK-4", "1544": "NK-5", "1846": "NK-2"}
"""Enemies around 1744, whose zones leave no way out."""


@pytest.mark.rule("K-REP-2b")
def test_who_had_no_line_to_pusan_is_lost_for_good():
    game = field({**RING, "1744": "ROK-2/6"})
    assert dead(game, "ROK-2/6") == ["gone"]
    assert "lost_for_good" in [event.text for event in game.state.events]
    game = field({**RING, "1744": "ROK-2/6", "1743": "AMPH-1"})
    assert dead(game, "ROK-2/6") == ["rok_box"]


@pytest.mark.rule("K-REP-2a")
def test_north_koreans_need_a_line_to_pyongyang_or_antung():
    front = {"1841": "US-24", "1842": "US-25", "1844": "US-2", "1646": "US-3", "1544": "US-7", "1846": "US-1C"}
    game = field({**front, "1744": "NK-766"})
    assert dead(game, "NK-766") == ["gone"]
    held = {"1228": "US-24", "0321": "US-25", "1327": "NK-766"}
    assert dead(field(held), "NK-766") == ["gone"]


@pytest.mark.rule("K-REP-2b")
def test_a_line_home_does_not_pass_a_zone_because_friends_stand_there():
    """That holds for supply only. The ends of the line do not count: one may die beside the enemy, or in Pusan."""
    game = field({"3356": "ROK-2/6", "3355": "NK-6"})
    assert dead(game, "ROK-2/6") == ["rok_box"]
    chain = {"1745": "ROK-1", "1845": "ROK-2", "1945": "ROK-3", "1946": "ROK-5", "2045": "ROK-7", "2046": "ROK-8"}
    game = field({**RING, **chain, "1744": "ROK-2/6"})
    s: Any = game.state
    assert supply.lines(s, 0, RULES.pusan) & region(game, "1744")
    assert dead(game, "ROK-2/6") == ["gone"]


@pytest.mark.rule("K-REP-2a")
def test_attackers_who_all_die_at_once_are_judged_together():
    row = dict.fromkeys(("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"), "Ax")
    charts = {"meeting": {str(n): row for n in range(1, 7)}}
    units = {"1743": "NK-766", "1843": "NK-1B", "1844": "NK-2B", "1744": "US-24"}
    game = field(units, side="communist", phase="combat", turn=2, charts=charts)
    play(game, "attack 1744", "table meeting")
    assert where(game, "NK-2B") == "nk_box"
    assert where(game, "NK-766") == "gone"  # 1743 has the sea behind it


@pytest.mark.rule("K-REP-2a")
def test_an_exchange_strikes_both_sides_at_once():
    """The regiment that the attacker kills bars his way home; it does so when he dies with it."""
    row = dict.fromkeys(("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"), "E1")
    charts = {"meeting": {str(n): row for n in range(1, 7)}}
    ring = {"1841": "US-24", "1842": "US-25", "1646": "US-3", "1544": "US-7", "1846": "US-1C"}
    units = {**ring, "1844": "ROK-2/6", "1744": "NK-766"}
    home = losses.home(field(ring).state, 1)  # pyright: ignore[reportArgumentType]
    assert home & region(field(ring), "1744"), "without the regiment there is a way"
    game = field(units, side="communist", phase="combat", charts=charts)
    play(game, "attack 1844", "table meeting")
    assert (where(game, "ROK-2/6"), where(game, "NK-766")) == ("rok_box", "gone")


@pytest.mark.rule("K-SUP-D3")
@pytest.mark.parametrize(("ruling", "turn"), [("sixth", 18), ("next", 13)])
def test_a_un_supply_unit_comes_back_by_itself(ruling: str, turn: int):
    game = field({"2042": "UN-SUP-1"}, rulings={"un-supply-return": ruling})
    assert dead(game, "UN-SUP-1") == ["returning"]
    assert game.state.spent[number(game, "UN-SUP-1")] == turn
    units = {"returning": f"UN-SUP-1 spent={turn}"}
    assert where(arriving(units, "un", turn=min(turn, 17), scenario="campaign"), "UN-SUP-1") == (
        "3356" if turn <= 17 else "returning"
    )
    assert where(arriving(units, "un", turn=turn, scenario="campaign"), "UN-SUP-1") == "3356"


@pytest.mark.rule("K-PAR-3b")
def test_the_airborne_come_back_without_wings():
    game = field({"2042": "US-187"})
    assert dead(game, "US-187") == ["un_box"]
    assert flags(game, "US-187") == "grounded"


# --------------------------------------------------------------------------------------------------------- replacements

BOXES = {"rok_box": "ROK-2/6, ROK-7/6, ROK-19/6, ROK-5/2", "un_box": "US-29, UK-27", "2042": "ROK-1"}


@pytest.mark.rule("K-REP-1b", "K-REP-1a", "K-REP-3a", "K-REP-4a")
def test_replacements_of_the_un():
    game = arriving({**BOXES, "gone": "ROK-8/2"}, "un")
    assert game.decider == "un"
    assert why(game, "replace CN-343/115 3356") == ["K-REP-1b"]
    assert why(game, "replace NK-766 3356") == ["K-REP-1b"]
    assert why(game, "replace ROK-8/2 3356") == ["K-REP-1a"]
    assert why(game, "replace ROK-2/6 2042") == ["K-REP-4a"]
    play(game, "replace US-29 3356")
    assert why(game, "replace UK-27 3356") == ["K-REP-3a"]
    play(game, "replace ROK-2/6 3356", "replace ROK-7/6 3356", "replace ROK-19/6 3356")
    assert where(game, "ROK-5/2") == "rok_box"
    assert type(game.state.top).__name__ != "Replacing"


@pytest.mark.rule("K-REP-3b")
def test_what_is_not_used_lapses():
    game = arriving(BOXES, "un")
    play(game, "replace US-29 3356")
    assert [(one.rule, one.text) for one in game.warnings("end")] == [("K-REP-3b", "lapses")]
    play(game, "end")
    assert type(game.state.top).__name__ != "Replacing"
    assert where(game, "ROK-2/6") == "rok_box"


@pytest.mark.rule("K-REP-3b")
def test_nothing_is_asked_when_boxes_are_empty():
    game = arriving({"2042": "ROK-1"}, "un")
    assert type(game.state.top).__name__ != "Replacing"


@pytest.mark.rule("K-REP-4b", "K-REP-3a")
def test_north_koreans_come_back_at_pyongyang_unless_the_un_holds_it():
    units = {"nk_box": "NK-766, NK-1B, NK-2B", "1635": "NK-6", "2042": "ROK-1"}
    game = arriving(units, "communist", last="Pyongyang+Antung")
    assert why(game, "replace NK-766 1635") == ["K-REP-4b"]
    play(game, "replace NK-766 1228", "replace NK-1B 1228")
    assert where(game, "NK-766") == "1228"
    assert type(game.state.top).__name__ != "Replacing"
    game = arriving(units, "communist", last="Antung")
    assert type(game.state.top).__name__ != "Replacing"
    assert where(game, "NK-766") == "nk_box"


@pytest.mark.rule("K-REP-8")
def test_in_the_intervention_pyongyang_must_be_retaken_first():
    units = {"nk_box": "NK-766", "1635": "CN-38", "2042": "ROK-1"}
    game = arriving(units, "communist", scenario="intervention", turn=5, last="Antung")
    assert type(game.state.top).__name__ != "Replacing"
    game = arriving(units, "communist", scenario="intervention", turn=5, last="Pyongyang+Antung")
    assert why(game, "replace NK-766 1228") == []


@pytest.mark.rule("K-SGI-2b", "K-SGI-2c")
def test_south_koreans_may_come_back_at_seoul_until_it_is_first_taken():
    game = arriving(BOXES, "un", turn=5)
    assert why(game, "replace ROK-2/6 1939") == []
    assert why(game, "replace US-29 1939") == ["K-REP-4a"]
    game = arriving(BOXES, "un", turn=5, entered="Seoul")
    assert why(game, "replace ROK-2/6 1939") == ["K-REP-4a"]
    game = arriving({**BOXES, "2349": "NK-766"}, "un", turn=18, scenario="campaign")
    assert why(game, "replace ROK-2/6 1939") == ["K-REP-4a"]


@pytest.mark.rule("K-SGI-2a", "K-SGI-2c")
def test_seoul_supplies_south_koreans_until_it_is_first_taken():
    """Nothing else does: the enemy is in Pusan."""
    units = {"1939": "ROK-18/Cap, US-29", "3356": "NK-6"}

    def supplied(game: Game) -> tuple[bool, bool]:
        s: Any = game.state
        return supply.supplied(s, number(game, "ROK-18/Cap")), supply.supplied(s, number(game, "US-29"))

    assert supplied(field(units, turn=5)) == (True, False)
    assert supplied(field(units, turn=5, entered="Seoul")) == (False, False)
    assert supplied(field(units, turn=5, scenario="intervention")) == (False, False)


# ------------------------------------------------------------------------------------------------------- reinforcements


@pytest.mark.rule("K-REP-7")
def test_who_appears_may_move_and_fight_in_the_same_turn():
    game = arriving({"3355": "NK-6", "2042": "ROK-1"}, "un", turn=6)
    first, second, _ = (RULES.names.unit(u) for u in game.state.stacks(0)[RULES.board.places["Pusan"]])
    to(game, "Moving")
    near = {RULES.grid.label(h) for h in RULES.grid.neighbours[RULES.grid.hex("3355")]}
    there = min(near & ends(game, first))
    play(game, f"move {first} {there}", "end")
    assert where(game, first) == there
    assert not why(game, f"attack 3355 {first},{second}")
    play(game, f"attack 3355 {first},{second}")
    assert type(game.state.top).__name__ == "Fight"


@pytest.mark.rule("K-SEQ-5", "K-REP-6")
@pytest.mark.rule("K-REP-4a", "K-SCH-1", by="value")
def test_the_un_s_fifth_week():
    game = arriving({"2042": "ROK-1"}, "un", turn=5)
    pusan = [u for u in game.state.present(0) if where(game, game.rules.names.unit(u)) == "3356"]
    assert [RULES.counter[u] for u in pusan] == ["un_regiment"]
    boxed = [u for u, at in enumerate(game.state.where) if at == game.rules.names.box("un_box")]
    assert [RULES.counter[u] for u in boxed] == ["un_regiment"]
    while type(game.state.top).__name__ != "Moving":
        game.play("end")
    assert game.rules.names.unit(pusan[0]) in {
        game.rules.names.unit(u) for offer in game.offers() if offer.verb == "move" for u in offer.units
    }


@pytest.mark.rule("K-REP-5")
def test_nobody_comes_while_communists_are_in_pusan():
    game = arriving({**BOXES, "3356": "NK-6", "returning": "UN-SUP-1 spent=3"}, "un", turn=10)
    assert [where(game, game.rules.names.unit(u)) for u in game.state.present(0)] == ["2042"]
    assert where(game, "UN-SUP-1") == "returning"


@pytest.mark.rule("K-REP-4c", by="value")
def test_where_the_supply_unit_comes():
    units = {"1635": "NK-6", "2042": "ROK-1"}
    game = arriving(units, "communist", last="Pyongyang+Antung")
    assert where(game, "C-SUP-1") == "1228"
    game = arriving(units, "communist", last="Antung")
    assert where(game, "C-SUP-1") == "out"
    game = arriving(units, "communist", scenario="stalemate", turn=3, last="Antung")
    assert where(game, "C-SUP-1") == "0321"
    game = arriving({**units, "0321": "ROK-2"}, "communist", scenario="stalemate", turn=3, last="")
    assert where(game, "C-SUP-1") == "out"


@pytest.mark.rule("K-REP-4d")
def test_armies_come_at_antung_with_what_is_in_them():
    game = arriving({"1635": "NK-6", "2042": "ROK-1"}, "communist", scenario="intervention", turn=2, last="Antung")
    assert where(game, "CN-38") == "0321"
    assert where(game, "CN-38-112") == "with:CN-38"
    assert where(game, "CN-334/112") == "with:CN-38-112"


def test_armies_of_the_stalemate_are_not_those_whose_divisions_are_there():
    game = new("stalemate")
    names, s = game.rules.names, game.state
    out = [u for u in RULES.of_kind["cn_army"] if s.where[u] == names.box("out")]
    assert out
    assert all(s.where[part] == names.box("out") for u in out for part in RULES.parts[u])
    assert where(game, "CN-38") == "spare"


@pytest.mark.rule("K-STK-F2")
def test_a_reinforcement_that_found_no_room_comes_in_the_next_turn():
    crowd = {"0321": "CN-38, CN-39 arrived, NK-766 arrived", "2042": "ROK-1"}
    game = field(crowd, side="communist", scenario="stalemate", turn=20, last="Antung")
    play(game, "end")
    assert [where(game, u) for u in ("CN-38", "CN-39", "NK-766")] == ["0321", "0321", "waiting"]
    assert flags(game, "CN-39") == ""
    game = arriving(
        {"waiting": "CN-38, C-SUP-1", "1635": "NK-6", "2042": "ROK-1"},
        "communist",
        turn=20,
        scenario="stalemate",
        last="Antung",
    )
    assert (where(game, "CN-38"), where(game, "C-SUP-1")) == ("0321", "0321")


@pytest.mark.rule("K-STK-E")
@pytest.mark.parametrize(("town", "scenario"), [("3356", "invasion"), ("1939", "stalemate")])
def test_who_is_too_many_where_units_arrive_but_has_not_just_come_stays(town: str, scenario: str):
    """By losses, for example. Seoul lets units come in the Invasion, and then no longer."""
    crowd = {town: "US-24, ROK-2/6, ROK-7/6", "1635": "NK-6"}
    game = field(crowd, phase="second", scenario=scenario, turn=15)
    play(game, "end")
    assert [where(game, u) for u in ("US-24", "ROK-2/6", "ROK-7/6")] == [town] * 3


@pytest.mark.rule("K-STK-A2")
@pytest.mark.parametrize("town", ["3356", "1939"])
def test_who_has_not_just_come_is_not_broken_down_where_units_arrive_and_left_so(town: str):
    game = field({town: "US-24, UK-27", "1635": "NK-6"}, scenario="stalemate", turn=15)
    play(game, "breakdown US-24")
    assert why(game, "end") == ["K-STK-A2"]


FULL = {"rok_box": "ROK-2/6, ROK-7/6, ROK-19/6", "un_box": "US-29", "3356": "US-24, US-25", "1635": "NK-6"}
TAKEN = ("replace US-29 3356", "replace ROK-2/6 3356", "replace ROK-7/6 3356", "replace ROK-19/6 3356")


def to(game: Game, frame: str) -> None:
    """Go on without doing anything until the UN is asked in a frame."""
    while (type(game.state.top).__name__, game.decider) != (frame, "un"):
        game.play("end")


@pytest.mark.rule("K-REP-3b", "K-STK-F2")
def test_replacements_without_room_are_not_saved():
    """They may come where there is no room, and move on; if they do not, they are in their boxes before any fight."""
    game = play(arriving(FULL, "un", turn=14), *TAKEN)
    to(game, "Moving")
    play(game, "move ROK-2/6 3356-3355")
    assert [(warning.rule, len(warning.units)) for warning in game.warnings("end")] == [("K-REP-3b", 3)]
    entries = game.play("end")
    assert [event.text for entry in entries for event in entry.events].count("replacement_lost") == 3
    assert type(game.state.top).__name__ == "Fighting"
    assert [where(game, u) for u in ("US-24", "US-25", "ROK-2/6")] == ["3356", "3356", "3355"]
    assert [where(game, u) for u in ("US-29", "ROK-7/6", "ROK-19/6")] == ["un_box", "rok_box", "rok_box"]
    to(game, "Replacing")
    assert game.prompt[1] | {"rok_box": 3, "un_box": 1} == game.prompt[1], "not more than the turn record says"


@pytest.mark.rule("K-REP-3b")
def test_regiments_that_are_put_together_are_no_more_saved_than_alone():
    game = play(arriving(FULL, "un", turn=14), *TAKEN[1:], "end")
    to(game, "Moving")
    play(game, "combine ROK-2/6,ROK-7/6,ROK-19/6", "end")
    assert {where(game, u) for u in ("ROK-2/6", "ROK-7/6", "ROK-19/6")} == {"rok_box"}
    assert where(game, "ROK-6") == "spare"


@pytest.mark.rule("K-STK-F2")
def test_nobody_fights_from_a_hex_that_holds_more_than_two_by_arrivals():
    game = arriving({"3356": "US-24", "3355": "NK-6"}, "un", turn=11)
    to(game, "Fighting")
    pusan = [u for u in game.state.present(0) if RULES.counts[u] and where(game, RULES.names.unit(u)) == "3356"]
    assert len(pusan) == 2


@pytest.mark.rule("K-STK-F2")
def test_those_who_waited_for_room_by_an_earlier_version_come_once():
    """Earlier versions let replacements wait off the map: they come in the next turn, and are to move on like all."""
    game = arriving({"waiting": "ROK-2/6, ROK-7/6", "3356": "US-24, US-25", "1635": "NK-6"}, "un", turn=14)
    to(game, "Moving")
    assert [where(game, u) for u in ("ROK-2/6", "ROK-7/6")] == ["3356", "3356"]
    play(game, "move ROK-2/6 3356-3355", "end")
    assert [where(game, u) for u in ("ROK-2/6", "ROK-7/6")] == ["3355", "waiting"]


@pytest.mark.rule("K-STK-F2")
def test_who_has_just_come_and_does_not_fit_leaves_before_the_fights():
    game = field({"3356": "US-24 arrived, UK-27, US-29 arrived", "1635": "NK-6"}, turn=15)
    play(game, "end")
    assert [where(game, u) for u in ("US-24", "UK-27", "US-29")] == ["3356", "3356", "waiting"]


@pytest.mark.rule("K-SCH-1", by="value")
@pytest.mark.parametrize("scenario", ["invasion", "intervention", "stalemate", "campaign"])
def test_everything_that_the_turn_record_says_comes(scenario: str):
    """Nobody moves or fights: at the end all are there, no more and no less, and whole."""
    game = new(scenario)
    rules: Any = game.rules
    names = rules.names
    kinds = {**LAND, **SHIPS, "R1": "un_regiment", "supply": "communist_supply"}
    kinds |= {} if scenario == "campaign" else {"armies": "cn_army"}

    def there() -> Counter[str]:
        aside = (names.box("out"), names.box("spare"))
        units = (u for u, at in enumerate(game.state.where) if at not in aside)
        return Counter(rules.counter[u] for u in units if rules.counter[u] in kinds.values())

    first, *weeks = data.turns(scenario)
    wanted = there()  # with what the first side has got in the first week
    for week in (first, *weeks):
        for column, kind in kinds.items():
            mine = rules.begins["first"] == ("communist" if column in ("supply", "armies") else "un")
            wanted[kind] += 0 if week == first and mine else rules.arriving(week, column)
    while not game.over:
        game.play("end" if not game.why_not("end") else next(iter(game.legal_actions())))
    assert there() == wanted
    for unit, size in enumerate(rules.size):
        if size in ("division", "army") and game.state.where[unit] not in (names.box("spare"), names.box("out")):
            assert len(game.state.inside(unit)) == 3, names.unit(unit)
