"""6 and 7 Operations and activations in detail: what may be done, when, how often, and for which reason not."""

import pytest

from parallel38.games.korean_war.rules import attack, movement, values
from parallel38.games.korean_war.state import UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import ends, field, flags, marks, number, play, said, track, where, why
from tests.games.korean_war.test_combat import CENTRE, RING

FAR = {"1625": "US-7", "3815": "NK-1"}
"""Units that are in nobody's way."""


def verbs(game) -> set[str]:
    return {offer.verb for offer in game.offers()}


@pytest.mark.rule("W-6.1k")
def test_a_side_that_can_begin_nothing_passes():
    game = field({"3815": "ROKR-1, ROKR-2", "4513": "NK-6 fatigued"}, left=1, dice=[9, 9])
    entries = game.play("rest ROKR-1")
    assert "must_pass" in said(entries)
    assert (game.decider, game.state.top.passed) == ("un", ("communist",))


def test_after_one_operation_the_rest_is_forgone_without_a_pass():
    """6.1: who has done an operation in his sequence has not passed."""
    game = field({"3815": "ROKR-1, ROKR-2 fatigued", "4513": "NK-6"}, left=2, dice=[9])
    entries = game.play("rest ROKR-1")
    assert "must_pass" not in said(entries)
    assert (game.decider, game.state.top.passed) == ("communist", ())


@pytest.mark.rule("W-6.1f", "W-10.0a", by="value")
def test_each_operation_counts_one_and_may_be_repeated():
    game = field({"1625": "ROKR-1, ROKR-2, ROKR-3", "1725": "ROKR-5", "1922": "ROKR-7", "3815": "NK-6"}, left=4)
    play(game, "rest ROKR-5")
    assert game.state.top.left == 3
    play(game, "rest ROKR-7")
    assert game.state.top.left == 2
    play(game, "build ROKR-1,ROKR-2,ROKR-3 1625")
    assert game.state.top.left == 1


@pytest.mark.rule("W-6.1i", by="value")
def test_the_other_side_is_asked_only_what_the_rules_give_it():
    game = field({CENTRE: "NK-6", RING[0]: "US-2", **FAR}, turn=3, dice=[7])
    assert game.decider == "un"
    play(game, "attack US-2 all_out")
    assert game.decider == "communist"
    assert verbs(game) <= {"retreat", "stand", "lose"}


@pytest.mark.rule("W-6.2a", by="value")
def test_the_operations_of_each_side():
    units = {
        "reserve": "1-MAR",
        "parachute": "PARA-187",
        "1831": "US-2",
        "1625": "ROKR-1, ROKR-2, ROKR-3",
        "1725": "ROK-RPL2-1",
        "1726": "ROK-RPL2-2",
        "4513": "NK-RPL2-1",
        "4514": "NK-RPL1-1",
    }
    own = verbs(field(units, capacity=2, options={"parachutes": "on"}))
    assert {"move", "amalgamate", "build", "assault", "evacuate", "drop", "pass"} <= own
    enemy = verbs(field(units, capacity=2, options={"parachutes": "on"}, side="communist"))
    assert {"move", "amalgamate", "pass"} <= enemy
    assert not enemy & {"build", "break", "assault", "evacuate", "drop"}


@pytest.mark.rule("W-7.1d", by="value")
def test_a_unit_is_activated_once_in_an_action_phase():
    game = play(field({"2317": "US-2", **FAR}), "move US-2 2416", "end")
    assert why(game, "rest US-2") == ["W-7.1b"]
    assert why(game, "move US-2 2317") == ["W-7.1b"]


@pytest.mark.rule("W-7.2d", by="value")
@pytest.mark.parametrize(
    ("action", "left"),
    [
        ("move US-2 5308-5208 tactical", 2),
        ("move US-2 5308-5307 operational", 1),
        ("move US-2 5308-5307 strategic", 0),
        ("attack US-2 normal", 2),
        ("attack US-2 intensive", 1),
        ("attack US-2 all_out", 0),
        ("entrench US-2", 0),
    ],
)
def test_what_actions_cost(action: str, left: int):
    foe = CENTRE if not action.endswith("tactical") else "5507"
    game = field({foe: "NK-6", RING[0]: "US-2", **FAR}, turn=2, dice=[2])
    play(game, action)
    if left:
        assert game.state.top.ap == left
    else:
        assert (flags(game, "US-2"), game.state.top.left) == ("fatigued", 3)


@pytest.mark.rule("W-11.2u", "W-11.2w", "W-7.2e")
def test_too_few_action_points_have_their_own_reasons():
    ashore = field({"2511": "1-MAR landed", **FAR})
    assert why(ashore, "move 1-MAR 2511-2611 strategic")[0] == "W-11.2u"
    assert why(ashore, "entrench 1-MAR") == ["W-11.2w"]
    port = field({"3713": "1-MAR landed", "1625": "US-7", "5608": "NK-1"})
    assert why(port, "entrench 1-MAR") == []
    play(port, "move 1-MAR 3713-3714 operational")
    assert why(port, "entrench 1-MAR") == ["W-7.2e"]


@pytest.mark.rule("W-7.2g", "W-7.2h", by="value")
def test_units_that_are_not_active_stay_where_they_are():
    game = field({CENTRE: "NK-6", RING[0]: "US-2", RING[2]: "US-3", **FAR}, turn=2, dice=[2])
    play(game, "attack US-2")
    assert why(game, f"move US-3 {RING[2]}-{RING[1]}") == ["W-7.2f"]
    assert (where(game, "US-3"), flags(game, "US-3")) == (RING[2], "")
    fight = field({CENTRE: "NK-6", RING[0]: "US-2", RING[2]: "US-3", **FAR}, turn=2).parse("attack US-2")
    assert fight.fight(game.state, first=False).attackers[1:] == (number(game, "US-3"),)  # type: ignore[attr-defined]


@pytest.mark.rule("W-7.3d", by="value")
def test_movement_points_are_not_saved():
    game = field({"2317": "US-2", **FAR})
    grid = game.state.rules.grid
    play(game, "move US-2 2317-2416 tactical")
    left = ends(game, "US-2", "tactical")
    fresh = ends(field({"2416": "US-2", **FAR}), "US-2", "tactical")
    assert left == fresh
    assert grid.label(grid.hex("2416")) not in left


@pytest.mark.rule("W-7.3p")
def test_a_unit_may_go_from_one_zone_to_another_over_free_ground():
    game = field({RING[0]: "US-2", CENTRE: "NK-6", "5507": "NK-7", **FAR})
    s = game.state
    found = ends(game, "US-2", "strategic")
    assert not ends(game, "US-2", "tactical") & {*RING, CENTRE}  # not directly, and it has no points to go around
    zone = s.zone(1)
    assert zone >> s.rules.grid.hex(RING[0]) & 1
    again = [h for h in found if zone >> s.rules.grid.hex(h) & 1]
    assert again
    play(game, f"move US-2 {again[0]} strategic")
    assert where(game, "US-2") == again[0]


@pytest.mark.rule("W-7.3n", by="value")
def test_leaving_a_zone_costs_each_side_its_own_figure():
    game = field({RING[0]: "NK-6", CENTRE: "US-2", **FAR}, side="communist")
    s = game.state
    beyond = next(n for n in s.rules.grid.neighbours[s.rules.grid.hex(RING[0])] if not s.zone(UN) >> n & 1)
    ((_, price),) = movement.prices(s, number(game, "NK-6"), (s.where[number(game, "NK-6")], beyond))
    assert price == s.rules.costs("communist", frozenset()).of(s.where[number(game, "NK-6")], beyond) + 6
    s.rules.price = {**s.rules.price, ("leaving_zone", "communist"): 8}
    ((_, price),) = movement.prices(s, number(game, "NK-6"), (s.where[number(game, "NK-6")], beyond))
    assert price == s.rules.costs("communist", frozenset()).of(s.where[number(game, "NK-6")], beyond) + 8


@pytest.mark.rule("W-7.4d", by="value")
@pytest.mark.parametrize(
    ("start", "first"), [(" start=5308", True), (" start=5207", True), (" start=5306", False), ("", False)]
)
def test_a_normal_attack_near_the_start_has_one_more(start: str, first: bool):
    """From the hex of the beginning of the phase, from one beside it, from farther off; a unit that was placed."""
    game = field({CENTRE: "NK-6", RING[0]: f"US-2{start}", **FAR}, turn=2)
    assert attack.near_start(game.state, number(game, "US-2")) == first
    preview = game.state.top.preview(game.state, game.parse("attack US-2"))
    assert [modifier.drm for modifier in preview.modifiers] == ([1] if first else [])


@pytest.mark.rule("W-7.4b", "W-7.4e", by="value")
def test_a_unit_attacks_again_from_another_hex():
    game = field(
        {CENTRE: "NK-RPL1-1 fatigued", RING[0]: f"US-2 start={RING[0]}", RING[3]: "NK-RPL1-2 fatigued", **FAR},
        turn=2,
        dice=[9, 9, 9],
    )
    play(game, "attack US-2")
    assert game.state.top.hexes  # it may advance
    play(game, f"advance {CENTRE}")
    assert where(game, "US-2") == CENTRE
    assert why(game, "attack US-2") == []  # at what stands behind it
    assert game.parse("attack US-2").fight(game.state, first=True).targets  # type: ignore[attr-defined]
    assert game.state.top.bonus
    play(game, "attack US-2")
    results = [e for entry in game.entries() for e in entry.events if e.text == "result"]
    assert [e.args["drm"] for e in results] == [1, 0]


@pytest.mark.rule("W-7.4c", by="value")
def test_a_unit_that_attacked_joins_the_attacks_of_others():
    game = field({CENTRE: "NK-6", RING[0]: "US-2", RING[2]: "US-3", **FAR}, turn=2, dice=[2])
    play(game, "attack US-2", "end")
    fight = game.parse("attack US-3").fight(game.state, first=False)  # type: ignore[attr-defined]
    assert number(game, "US-2") in fight.attackers


@pytest.mark.rule("W-7.5c", "W-7.5o", "W-7.5q", by="value")
def test_who_has_entrenched_is_fatigued_and_the_works_stay_for_friends():
    game = play(field({CENTRE: "US-2", RING[1]: "US-3", "1625": "US-7", "3815": "NK-6"}, turn=3), "entrench US-2")
    assert flags(game, "US-2") == "fatigued"
    later = field({CENTRE: "US-2", RING[1]: "ROKR-1", **FAR}, turn=2, marks=[f"un_works {CENTRE} 1"])
    play(later, f"move US-2 {CENTRE}-{RING[3]}", "end")
    assert f"un_works {CENTRE} 1" in marks(later)  # it does not move
    play(later, f"move ROKR-1 {RING[1]}-{CENTRE}", "end")
    h = later.state.rules.grid.hex(CENTRE)
    assert values.defense(later.state, number(later, "ROKR-1"), h) == 2  # fatigued 1, times 1½


@pytest.mark.rule("W-7.5m", by="value")
def test_garrisons_do_not_entrench():
    game = field({"2111": "NKG-1", "4513": "NK-6", "1625": "US-2"}, side="communist")
    assert why(game, "entrench NKG-1") == ["W-7.1c"]
    assert not [o for o in game.offers() if o.verb == "entrench" and number(game, "NKG-1") in o.units]


@pytest.mark.rule("W-7.5p")
@pytest.mark.parametrize("kind", ["through", "end"])
def test_a_retreat_tramples_the_works_of_the_enemy(kind: str):
    frame = {"kind": "Retreats", "side": "communist", "hex": RING[0], "units": ["NK-6"], "landing": False, "begun": []}
    units = {CENTRE: "NK-6", RING[0]: "US-2", **FAR}
    grid = field(units, frame=frame).state.rules.grid
    way = next(o.domain.ways[0] for o in field(units, frame=frame).offers() if o.verb == "retreat")
    hit = grid.label(way[2] if kind == "through" else way[-1])
    game = field(units, frame=frame, marks=[f"un_works {hit} 1"])
    game.play("retreat NK-6 " + "-".join(map(grid.label, way)))
    assert marks(game) == set()


@pytest.mark.rule("W-7.5p")
def test_a_reinforcement_tramples_the_works_of_the_enemy():
    frame = {"kind": "Placing", "side": "communist", "units": ["NK-6"]}
    units = {"recruits": "NK-6", "1625": "US-2", "4513": "NK-1"}
    game = field(units, phase="deployment", frame=frame, marks=["un_works 5608 2"])
    play(game, "place NK-6 5608")
    assert marks(game) == set()


@pytest.mark.rule("W-3.E13")
def test_works_that_nobody_can_use_are_removed():
    held = ["un_works 1625 1", "un_works 2317 1", "un_works 2416 1", "communist_works 4513 2"]
    units = {"1625": "US-2", "2317": "DEPOT-UN-1 value=1", "with:DEPOT-UN-1": "ARM-6", "4513": "NKG-1", "3815": "NK-6"}
    game = field(units, phase="recovery", frame={"kind": "Sweeping", "hexes": []}, marks=held)
    assert marks(game) == {*held} - {"un_works 2416 1"}


@pytest.mark.rule("W-11.2ad", "W-8.2j", by="value")
def test_what_may_be_done_at_any_time_is_offered_while_a_unit_is_active():
    game = field({"2511": "US-5RCT landed, US-29RCT, BEACH-1", "with:US-29RCT": "ARM-6", **FAR})
    play(game, "move US-7 1625-1725")
    assert {"lift", "swap"} <= verbs(game)
    ap = game.state.top.ap
    play(game, "lift BEACH-1", "swap ARM-6 US-5RCT")
    assert (game.state.top.ap, game.state.top.unit) == (ap, number(game, "US-7"))
    assert "beachhead" in verbs(game)


@pytest.mark.rule("W-2.2c", "W-7.3e")
def test_armor_does_not_tire():
    game = play(field({"2317": "US-2", "with:US-2": "ARM-6", **FAR}), "move US-2 2317-2416", "end")
    assert (flags(game, "US-2"), flags(game, "ARM-6")) == ("fatigued", "")
    assert why(game, "rest ARM-6") == ["W-7.1c"]


@pytest.mark.rule("W-8.1b", by="value")
def test_assets_are_never_active():
    game = field({"2317": "US-2", "with:US-2": "ARM-6", **FAR})
    assert why(game, "rest ARM-6") == ["W-7.1c"]


@pytest.mark.rule("W-3.I1", by="value")
def test_the_turn_goes_on():
    game = field(
        {"1625": "US-2", "5608": "NK-6"}, phase="minesweeping", frame={"kind": "Sweeping", "hexes": []}, turn=3
    )
    assert track(game, "turn") == 4


def test_a_zone_takes_in_every_neighbour_on_land():
    game = field({CENTRE: "NK-6", **FAR})
    assert {game.state.rules.grid.label(h) for h in bits(game.state.zone(1))} >= set(RING)
