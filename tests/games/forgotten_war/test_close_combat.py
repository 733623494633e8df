"""13 Close combat: who attacks, who defends, strengths, results, and what goes on."""

from random import Random
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war import checks
from parallel38.games.forgotten_war.rules import close_combat, retreats
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from parallel38.wargame.retreating import Retreat
from tests.games.forgotten_war.field import field, lost, number, play, said, where, why

HILL = "2634"
"""A rough hex without a road; around it lie 2633, 2635, 2534, 2535, 2734 and 2735."""


def told(game: Game, action: str) -> dict[str, Any]:
    """What is logged of the die of a close combat."""
    entries = game.play(action)
    [found] = [event for entry in entries for event in entry.events if event.text == "close_result"]
    return found.args


def strength(game: Game, units: str) -> int:
    """The strength of units that fight together."""
    return close_combat.strength(game.state, [number(game, unit) for unit in units.split()])


# ---------------------------------------------------------------------------------------------- attackers and targets


@pytest.mark.rule("F-13.1.a", "F-13.1.b", "F-13.1.c", "F-13.1.e2", "F-13.1.h", "F-13.2.a", "F-13.2.c")
@pytest.mark.rule("F-13.0", "F-13.1.d", "F-13.1.e1", by="value")
def test_which_units_attack_which_hex():
    units = {
        HILL: "1/175, 2/175", "2635": "A/5-1, A/5-2, A/5-3", "2535": "B/5-1, AT/5", "2740": "C/5-1",
        "2734": "D/5-1, 3/175", "2633": "E/5-1",
    }  # fmt: skip
    game = field(units, phase="un_close_combat", dice=[4])
    assert why(game, "end") == []
    assert why(game, f"assault {HILL} A/5-1,A/5-1") == ["F-13.1.a"]
    assert why(game, f"assault {HILL} 1/175") == ["F-13.1.a"]
    assert why(game, f"assault {HILL} C/5-1") == ["F-13.1.b"]
    assert why(game, f"assault {HILL} A/5-1,A/5-2,A/5-3,B/5-1") == ["F-13.1.c"]
    assert why(game, f"assault {HILL} D/5-1") == ["F-13.1.e2"]
    assert why(game, f"assault {HILL} AT/5") == ["F-13.1.h"]
    assert why(game, "assault 2636 A/5-1") == ["F-13.2.a"]
    assert why(game, "assault 2734 D/5-1") == []  # to carry on, whoever began it
    assert why(game, f"assault {HILL} A/5-1,A/5-2,B/5-1") == []  # from two hexes
    play(game, f"assault {HILL} A/5-1,A/5-2,B/5-1")
    while game.decider is not None and not isinstance(game.state.top, close_combat.Assaulting):
        game.play(game.legal_actions().__next__())
    assert "F-13.2.c" in why(game, f"assault {HILL} E/5-1")


@pytest.mark.rule("F-13.1.c")
def test_of_an_overstacked_hex_as_many_attack_the_enemy_in_it_as_may_stand_there():
    units = {HILL: "1/175, 2/175, 3/175, 4/175 crowding, A/5-1", "2633": "5/175"}
    game = field(units, phase="communist_close_combat", dice=[6])
    assert why(game, f"assault {HILL} 1/175,2/175,3/175,4/175") == ["F-13.1.c"]
    assert why(game, f"assault {HILL} 1/175,2/175,5/175") == ["F-13.1.c"]  # no room for a newcomer
    assert why(game, f"assault {HILL} 1/175,2/175,4/175") == []
    [offer] = [offer for offer in game.offers() if offer.verb == "assault"]
    assert len(offer.units) == 4
    actions = [*game.state.top.expand(game.state, offer)]
    assert len(actions[0].units) == 3
    assert not any(game.why_not(action) for action in actions)
    assert all(not game.why_not(game.state.top.draw(game.state, offer, Random(n))) for n in range(20))


@pytest.mark.rule("F-13.1.h")
def test_guns_and_trains_open_no_close_combat():
    game = field({"2740": "A/11, TR-1, A/5-1", "2741": "1/175"}, phase="un_close_combat")
    assert why(game, "assault 2741 A/11") == why(game, "assault 2741 TR-1") == ["F-13.1.h"]


@pytest.mark.rule("F-13.2.e", "F-17.3.2.4b")
def test_the_un_attacks_near_roads_only_and_the_force_of_koto_ri_within_its_perimeter():
    rules = field({"2740": "A/5-1"}, phase="un_movement").state.rules
    grid, far = rules.names.grid, rules.from_road
    h = next(h for h in far if far[h] == 5 and any(far.get(n) == 6 for n in grid.neighbours[h]))
    out = next(n for n in grid.neighbours[h] if far.get(n) == 6)
    other = {HILL: "2/175", "2635": "B/5-1"}
    game = field({grid.label(h): "A/5-1", grid.label(out): "1/175", **other}, phase="un_close_combat")
    assert why(game, f"assault {grid.label(out)} A/5-1") == ["F-13.2.e"]
    game = field({grid.label(out): "A/5-1, 1/175", **other}, phase="un_close_combat")
    assert why(game, f"assault {grid.label(out)} A/5-1") == ["F-13.2.e"]  # nor to carry on there
    driven = {"1616": "D/1-1, 1/175", **other}
    game = field(driven, phase="un_close_combat", turn=2)
    assert why(game, "assault 1616 D/1-1") == []  # out of the perimeter, but it need not move for that
    game = field({"1615": "D/1-1", "1616": "1/175", **other}, phase="un_close_combat", turn=2)
    assert why(game, "assault 1616 D/1-1") == ["F-17.3.2.4b"]
    game = field({"1615": "D/1-1", "1616": "1/175"}, phase="un_close_combat", turn=3)
    assert why(game, "assault 1616 D/1-1") == []


@pytest.mark.rule("F-13.2.d1")
@pytest.mark.rule("F-13.2.b", "F-13.2.d2", by="value")
def test_all_defend_or_of_a_crowd_the_strongest_and_results_hit_all():
    units = {HILL: "1/175, 2/175, 3/175, 4/175 lost=1", "2635": "A/5-1, A/5-2, A/5-3"}
    game = field(units, phase="un_close_combat", dice=[3])
    h = game.state.rules.names.grid.hex(HILL)
    found = close_combat.defenders(game.state, COMMUNIST, h)
    assert {game.state.rules.names.unit(u) for u in found} == {"1/175", "2/175", "3/175"}
    assert told(game, f"assault {HILL} A/5-1,A/5-2,A/5-3")["differential_drm"] == 18 - 19
    game = field({HILL: "1/175, 2/175, 3/175, 4/175 lost=1", "2635": "A/5-1"}, phase="un_close_combat")
    game.state.push(close_combat.Sharing("communist", h, tuple(game.state.at(COMMUNIST, h)), 1))
    assert why(game, "lose 4/175") == []  # beyond the limit, and hit all the same
    crowd = "AT/5, D/10E-1, D/10E-2, D/10E-3, I/31-1 lost=1"
    game = field({"2535": crowd, "2534": "1/175"}, phase="communist_close_combat")
    found = close_combat.defenders(game.state, UN, game.state.rules.names.grid.hex("2535"))
    assert close_combat.strength(game.state, found) == 7 + 2 + 3  # infantry makes the tanks worth more


# ------------------------------------------------------------------------------------------------------------- values


@pytest.mark.rule("F-13.4.A", "F-13.4.B", "F-13.4.C", "F-13.4.D", by="value")
def test_vehicles_without_infantry_have_half_their_strength_but_not_trains():
    game = field({"2740": "AT/5, A/5-1", "2741": "1/175"}, phase="un_close_combat")
    assert [strength(game, units) for units in ("A/5-1 A/5-2", "AT/5", "AT/5 A/5-1", "AT/5 D/1E-1", "A/11")] == [
        12, 3, 13, 7, 1
    ]  # fmt: skip
    assert strength(game, "TR-1") == 1
    assert [strength(game, units) for units in ("1/175", "3/175", "1/175 3/175")] == [6, 7, 13]
    assert close_combat.able(game.state, UN, game.state.rules.names.grid.hex("2741"))  # AT/5 finds no road, A/5-1 does
    game = field({"2740": "AT/5", "2741": "1/175"}, phase="communist_close_combat", dice=[6])
    assert told(game, "assault 2740 1/175")["differential_drm"] == 6 - 3


@pytest.mark.rule("F-13.1.f")
@pytest.mark.rule("F-13.5.B", "F-13.3.a", "F-13.3.b", by="value")
def test_a_position_helps_only_against_attackers_who_all_come_from_outside():
    game = field({HILL: "1/175 dug", "2635": "A/5-1"}, phase="un_close_combat", dice=[4])
    found = told(game, f"assault {HILL} A/5-1")
    assert (found["differential_drm"], found["drm"], found["result"]) == (0, 1, "1/-")
    units = {HILL: "1/175 dug, D/5-1", "2635": "A/5-1"}
    game = field(units, phase="un_close_combat", dice=[4])
    found = told(game, f"assault {HILL} A/5-1,D/5-1")
    assert (found["differential_drm"], found["drm"], found["result"]) == (6, 0, "1/1")
    assert where(game, "A/5-1") == where(game, "D/5-1") == HILL
    game = field(units, phase="un_close_combat", dice=[4])
    assert told(game, f"assault {HILL} A/5-1")["drm"] == 0  # the combat continues, whoever strikes
    game = field(units, phase="un_close_combat", dice=[4])
    play(game, f"assault {HILL} D/5-1")
    assert where(game, "A/5-1") == "2635"


# ------------------------------------------------------------------------------------------------------------ results


@pytest.mark.rule("F-13.5.A")
@pytest.mark.rule("F-13.5.C", "F-13.6.B", by="value")
def test_both_sides_lose_at_once():
    game = field({HILL: "1/175 lost=1", "2635": "A/5-1 lost=1"}, phase="un_close_combat", dice=[2])
    found = told(game, f"assault {HILL} A/5-1")
    assert (found["differential_drm"], found["result"]) == (0, "1/1")
    assert (where(game, "A/5-1"), where(game, "1/175")) == ("gone", "replacements")
    game = field({HILL: "1/175, 2/175, 3/175", "2635": "A/5-1"}, phase="un_close_combat", dice=[3])
    assert told(game, f"assault {HILL} A/5-1")["result"] == "1R/-"  # left the attacker, right the defender
    assert [lost(game, name) for name in ("A/5-1", "1/175", "2/175", "3/175")] == [1, 0, 0, 0]
    assert where(game, "A/5-1") != HILL or why(game, "end") == ["F-5.7.a"]


@pytest.mark.rule("F-13.6.C", "F-13.6.F")
@pytest.mark.rule("F-13.5.r", "F-13.6.D", by="value")
def test_the_owner_shares_out_losses_and_with_an_r_all_retreat():
    ring = {"2633": "4/175", "2534": "5/175", "2535": "6/175", "2734": "7/175", "2735": "8/175"}
    units = {HILL: "A/5-1, B/5-1 lost=1", "2635": "1/175, 2/175, 3/175", **ring}
    game = field(units, phase="communist_close_combat", dice=[2])
    found = told(game, f"assault {HILL} 1/175,2/175,3/175")
    assert (found["differential_drm"], found["result"]) == (10, "-/2R")
    assert why(game, "lose C/5-1") == ["F-13.6.C"]
    play(game, "lose A/5-1")
    game = field(units, phase="communist_close_combat", dice=[4])
    assert told(game, f"assault {HILL} 1/175,2/175,3/175")["result"] == "1/1R"
    assert game.decider == "communist"
    play(game, "lose 3/175")
    assert game.decider == "un"
    play(game, "lose A/5-1", "end")  # 3/175 stays; the two Marines have no choice
    assert where(game, "A/5-1") == where(game, "B/5-1") == "2635"  # whence the attackers came: the only hex
    assert where(game, "1/175") == HILL


@pytest.mark.rule("F-13.6.E", "F-5.7.b")
@pytest.mark.rule("F-13.6.A", by="value")
def test_a_unit_that_lost_a_step_may_retreat_and_if_none_does_the_combat_goes_on():
    units = {HILL: "1/175", "2635": "A/5-1, A/5-2"}
    game = field(units, phase="un_close_combat", dice=[4])
    assert told(game, f"assault {HILL} A/5-1,A/5-2")["result"] == "1/1"
    assert (game.decider, why(game, "end")) == ("un", [])
    play(game, "end")
    assert game.decider == "communist"
    assert "combat_goes_on" in said(game.play("end"))
    assert game.state.contested(UN)
    game = field(units, phase="un_close_combat", dice=[4])
    play(game, f"assault {HILL} A/5-1,A/5-2", "end", "retreat 1/175 2633")
    assert (where(game, "1/175"), game.state.contested(UN)) == ("2633", 0)


@pytest.mark.rule("F-13.6.A", by="value")
def test_out_of_a_close_combat_units_go_rather_to_vacant_hexes_away_from_others():
    units = {HILL: "1/175, 2/175", "2635": "A/5-1, A/5-2, A/5-3", "2733": "B/5-1"}
    game = field(units, phase="un_close_combat", dice=[3])
    assert told(game, f"assault {HILL} A/5-1,A/5-2,A/5-3")["result"] == "1/1R"
    play(game, "lose 1/175", "end")
    assert game.decider == "communist"
    open_ = {a.path[-1] for a in game.legal_actions() if isinstance(a, Retreat)}
    labels = {game.state.rules.names.grid.label(h) for h in open_}
    assert labels
    assert not labels & {"2633", "2734"}  # next to B/5-1


@pytest.mark.rule("F-13.6.G")
def test_chinese_alone_on_a_dump_after_a_close_combat_lose_a_step_each():
    game = field({"1613": "B/5-1 lost=1", "1714": "1/178, 2/178"}, phase="communist_close_combat", dice=[1])
    assert said(game.play("assault 1613 1/178,2/178")).count("looted") == 2
    assert (where(game, "B/5-1"), lost(game, "1/178"), lost(game, "2/178")) == ("gone", 1, 1)
    game = field({"1613": "B/5-1, B/5-2", "1714": "1/178"}, phase="communist_close_combat", dice=[2])
    assert "looted" not in said(game.play("assault 1613 1/178"))


@pytest.mark.rule("F-10.2.7.B", "F-10.2.6.F")
def test_wire_and_ice_count_for_those_who_attack_into_them():
    units = {"2424": "1/343-1", "2324": "E/23-1"}
    game = field(units, scenario="chipyongni", phase="communist_close_combat", turn=3, dice=[6, 6])
    play(game, "assault 2324 1/343-1")
    assert lost(game, "1/343-1") >= 1
    game = field({"1630": "A/5-1", "1531": "1/178"}, phase="un_close_combat", dice=[4])
    assert "points_ice" in said(game.play("assault 1531 A/5-1"))


@pytest.mark.rule("F-13.7.A")
@pytest.mark.rule("F-13.1.g", by="value")
def test_units_attack_out_of_positions_which_are_then_removed():
    game = field({HILL: "1/175", "2635": "A/5-1 dug"}, phase="un_close_combat", dice=[4])
    assert "position_removed" in said(game.play(f"assault {HILL} A/5-1"))
    assert where(game, "A/5-1") == HILL


@pytest.mark.rule("F-13.6.A", by="value")
def test_only_a_unit_that_lost_a_step_in_this_combat_may_retreat_of_its_own_will():
    units = {HILL: "1/175 lost=1, 2/175", "2635": "A/5-1"}
    game = field(units, phase="un_close_combat", dice=[2], communist_losses="full", un_losses="full")
    play(game, f"assault {HILL}")  # 1/1: a step for each side
    asked = set[str]()
    while isinstance(game.state.top, retreats.Retreats):
        asked.add(game.rules.names.unit(game.state.top.unit))
        play(game, "end")
    assert (lost(game, "1/175"), lost(game, "2/175"), lost(game, "A/5-1")) == (1, 1, 1)
    assert asked == {"2/175", "A/5-1"}


@pytest.mark.rule("F-13.6.G", by="value")
def test_the_un_does_not_loot_its_own_dump():
    game = field({"1728": "1/175 lost=1", "1729": "A/5-1, A/5-2"}, phase="un_close_combat", dice=[1])
    play(game, "assault 1728 A/5-1,A/5-2")
    assert (where(game, "1/175"), where(game, "A/5-1")) == ("replacements", "1728")
    assert lost(game, "A/5-1") == lost(game, "A/5-2") == 0


@pytest.mark.rule("F-13.5.r", by="value")
def test_a_crowd_that_is_driven_out_can_be_saved_in_the_middle_of_its_retreats():
    crowd = [f"{n}/{regiment} lost=1" for regiment in (175, 176) for n in range(1, 8)]
    units = {HILL: ", ".join(crowd[:3] + [one.replace("lost", "crowding lost") for one in crowd[3:]])}
    game = field({**units, "2635": "A/5-1, A/5-2, A/5-3"}, phase="un_close_combat", dice=[1])
    play(game, f"assault {HILL}")
    while isinstance(game.state.top, close_combat.Sharing):
        game.play(next(iter(game.legal_actions())))
    assert sum(isinstance(frame, retreats.Retreats) for frame in game.state.frames) > 9
    checks.check(game.state)
