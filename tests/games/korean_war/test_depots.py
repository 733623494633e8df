"""4.4, 5 and 8 Depots, supply lines and assets in detail."""

from itertools import pairwise
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.rules import assets, command, depots, supply, values
from parallel38.games.korean_war.shown import overlays
from parallel38.games.korean_war.state import COMMUNIST, ISOLATED, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, field, flags, new, number, play, said, track, where, why
from tests.games.korean_war.test_activation import FAR, verbs
from tests.games.korean_war.test_attacks import GRID, RULES
from tests.games.korean_war.test_combat import CENTRE, RING

SPENDING = {"phase": "expenditure", "frame": {"kind": "Spending", "side": "un", "done": []}}
ADDING = {"phase": "expenditure", "frame": {"kind": "Adding", "side": "un"}}


def ended(phase: str, units: dict[str, str], **more: Any) -> Game:
    """A game that goes on after a phase, which ends at once."""
    return field(units, phase=phase, frame={"kind": "Sweeping", "hexes": []}, **more)


# ------------------------------------------------------------------------------------------------------- who goes first


@pytest.mark.rule("W-3.E3", by="value")
def test_the_communists_place_depots_first():
    game = ended("deployment", {"1625": "US-2", "3815": "NK-6"}, turn=3)
    assert (game.decider, verbs(game)) == ("communist", {"depot", "end"})
    play(game, "end")
    assert (game.decider, verbs(game)) == ("un", {"depot", "end"})


@pytest.mark.rule("W-3.E5", by="value")
@pytest.mark.rule("W-5.2f")
def test_the_un_rolls_for_supply_first():
    """Both depots gain what their own die gives them: 9 for the UN, 0 for the Communists."""
    units = {"0928": "DEPOT-UN-1 value=3", "1625": "US-2", "5608": "NK-6, DEPOT-NK-1 value=1"}
    game = ended("depot_placement", units, turn=5, dice=[9, 0])
    dice = [
        (e.args["unit"], e.args["die"]) for entry in game.entries() for e in entry.events if e.text == "supply_gained"
    ]
    assert dice == [(number(game, "DEPOT-UN-1"), 9), (number(game, "DEPOT-NK-1"), 0)]


@pytest.mark.rule("W-3.E6", "W-5.2y", by="value")
def test_the_order_of_expenditure():
    units = {"0928": "DEPOT-UN-1 value=3 points=2", "1625": "US-2", "5608": "NK-6, DEPOT-NK-1 value=1 points=1"}
    game = ended("supply_levels", units, turn=5, un_bank=1, communist_bank=2)
    asked = []
    for line in ("spend DEPOT-NK-1 1", "spend DEPOT-UN-1 1", "end", "end"):
        asked.append((game.decider, *sorted(verbs(game))))
        play(game, line)
    assert asked == [("communist", "spend"), ("un", "spend"), ("communist", "bonus", "end"), ("un", "bonus", "end")]
    assert (track(game, "communist_bank"), track(game, "un_bank")) == (2, 2)  # voluntary, and 1 more was banked


@pytest.mark.rule("W-5.2x", by="value")
def test_points_that_were_just_banked_wait():
    game = field({"1625": "US-2, DEPOT-UN-1 value=3 points=3", "3815": "NK-6"}, **SPENDING)
    play(game, "spend DEPOT-UN-1 1")
    assert (track(game, "un_bank"), track(game, "un_saved")) == (2, 2)
    assert "bonus" not in verbs(game)
    later = field({"1625": "US-2, DEPOT-UN-1 value=3 spent=1", "3815": "NK-6"}, un_bank=2, un_saved=1, **ADDING)
    play(later, "bonus DEPOT-UN-1")
    assert track(later, "un_bank") == 1
    assert "bonus" not in verbs(later)


@pytest.mark.rule("W-5.2u", by="value")
@pytest.mark.parametrize(("spent", "level"), list(enumerate(command.LEVELS)))
def test_each_depot_has_one_level(spent: int, level: str):
    game = field({"1625": f"US-2, DEPOT-UN-1 value=1 spent={spent}", "3815": "NK-6"})
    assert command.level(game.state, number(game, "DEPOT-UN-1")) == level


@pytest.mark.rule("W-5.2q", "W-5.2i", "W-15.2e", "W-16.4a", by="value")
def test_modifiers_of_depots_add_up():
    units = {"0928": "NK-6, DEPOT-NK-1 value=1", "1625": "US-2, DEPOT-UN-1 value=1"}
    game = field(units, scenario="resurgent", turn=9, interdiction=4, marks=["taken 0928"])
    assert {p.name: p.die for p in supply.modifiers(game.state, number(game, "DEPOT-NK-1"))} == {
        "interdiction": -4,
        "winter": -1,
        "seoul": -3,
    }
    assert [game.state.rules.winter(turn) for turn in range(1, 13)] == [5 < turn < 11 for turn in range(1, 13)]


@pytest.mark.rule("W-5.3a")
@pytest.mark.rule("W-5.1l", "W-5.1m", by="value")
def test_depots_lose_their_markers_and_stay():
    units = {"1625": "US-2, DEPOT-UN-1 value=2 spent=2 isolated", "3815": "NK-6"}
    game = ended("recovery", units, turn=5)
    assert (cell(game, "spent", "DEPOT-UN-1"), flags(game, "DEPOT-UN-1")) == (0, "")
    assert (where(game, "DEPOT-UN-1"), cell(game, "value", "DEPOT-UN-1")) == ("1625", 2)
    acting = field(units, turn=5)
    assert not [o for o in acting.offers() if number(acting, "DEPOT-UN-1") in o.units]
    assert why(acting, "rest DEPOT-UN-1") == ["W-7.1c"]


# --------------------------------------------------------------------------------------------------------- supply lines


@pytest.mark.rule("W-5.1k")
@pytest.mark.rule("W-5.1f", "W-5.1e", by="value")
def test_a_combat_unit_lets_a_depot_stand_beside_the_enemy():
    """2317 is Taejon. Task Force Smith there is none; four hexes from a unit are near enough, five are not."""
    stocking: dict[str, Any] = {"phase": "depot_placement", "frame": {"kind": "Stocking", "side": "un"}, "turn": 5}
    for held, reasons in (("US-2", []), ("TF-SMITH", ["W-5.1k"])):
        game = field({"2317": held, "2416": "NK-6", "1625": "US-7"}, **stocking)
        assert game.state.zone(COMMUNIST) >> GRID.hex("2317") & 1
        assert why(game, "depot 2317 1") == reasons
    quiet = field(
        {"2317": "US-2", "1625": "US-7", "5608": "NK-6"},
        marks=[f"taken {GRID.label(h)}" for h in bits(RULES.home_cities[UN])],
        **stocking,
    )
    legal = depots.legal(quiet.state, UN)
    for h in bits(RULES.near_lines):
        far = min(GRID.distance(h, GRID.hex(label)) for label in ("2317", "1625"))
        assert bool(legal >> h & 1) == (far <= 4), GRID.label(h)


@pytest.mark.rule("W-5.1w", by="value")
def test_a_depot_alone_does_not_keep_a_line_open():
    """The estuary at Kunsan leaves one way: over 2210, in a Communist zone. A depot there holds it no more than an
    empty hex would; a regiment does. Command ranges go through either."""
    marks = [f"mines {GRID.label(h)}" for h in bits(RULES.ports) if GRID.label(h) != "2111"]
    zone = next(
        GRID.label(n) for n in bits(RULES.beside[GRID.hex("2210")]) if n not in GRID.neighbours[GRID.hex("2111")]
    )
    kunsan = [GRID.label(n) for n in bits(RULES.beside[GRID.hex("2111")])]
    guards = {label: f"NKG-{i}" for i, label in enumerate(kunsan, 1)}
    for held, supplied in (("DEPOT-UN-2 value=1", False), ("ROKR-1", True)):
        game = field({"2111": "ROKR-2", "2210": held, zone: "NK-6", **guards, "2911": "US-2"}, marks=marks)
        region = depots.supplied(game.state, UN)
        beyond = [n for n in bits(RULES.beside[GRID.hex("2210")]) if not game.state.held_by(COMMUNIST) >> n & 1]
        assert any(region >> n & 1 for n in beyond) == supplied
        assert not command.barred(game.state, UN) >> GRID.hex("2210") & 1


@pytest.mark.rule("W-5.1w", "W-5.1x", by="value")
def test_the_ends_of_a_line_may_lie_in_enemy_zones():
    """A depot alone beside the enemy is in supply, and so is one whose port is beside him; both know their source."""
    units = {"1724": "DEPOT-UN-1 value=1", "1824": "NK-6", "3815": "NK-1"}
    game = field(units, turn=5)
    h = GRID.hex("1724")
    assert game.state.zone(COMMUNIST) >> h & 1
    assert depots.supplied(game.state, UN) >> h & 1
    assert supply.borders(game.state, h)[RULES.pusan] >= 0
    pohang = GRID.hex("1831")
    ways = list[bool]()
    for n in bits(RULES.beside[pohang]):
        near = field({"1625": "DEPOT-UN-1 value=1, US-2", GRID.label(n): "NK-6", "3815": "NK-1"}, turn=5)
        assert near.state.zone(COMMUNIST) >> pohang & 1
        ways.append(pohang in supply.borders(near.state, GRID.hex("1625")))
    assert any(ways)  # where another neighbour of the port is free


@pytest.mark.rule("W-5.1x")
def test_a_surrounded_depot_is_isolated_and_gets_nothing():
    units = {
        CENTRE: "US-2, DEPOT-UN-1 value=1",
        **{RING[i]: f"NK-{n}" for i, n in ((0, 7), (2, 8), (4, 9))},
        "1625": "US-7",
    }
    game = ended("depot_placement", units, turn=5, dice=[9])
    assert "isolated" in said(game.entries())
    assert game.state.flags[number(game, "DEPOT-UN-1")] & ISOLATED
    assert "supply_gained" not in said(game.entries())


@pytest.mark.rule("W-14.2a", "W-14.3c", "W-5.1u", by="value")
def test_which_ports_and_centers_serve_the_un():
    game = field({"1625": "US-2", "5608": "NK-6"}, marks=["taken 5521"])
    south = RULES.ports & ~RULES.board.regions["north_of_38"]
    assert depots.sources(game.state, UN) & south == south
    assert depots.sources(game.state, UN) >> GRID.hex("5521") & 1  # Wonsan, a port and a production center
    inland = next(h for h in bits(RULES.producers & ~RULES.ports))
    taken = field({"1625": "US-2", "3815": "NK-6"}, marks=[f"taken {GRID.label(inland)}"])
    assert not depots.sources(taken.state, UN) >> inland & 1
    assert not depots.sources(taken.state, COMMUNIST) >> inland & 1


@pytest.mark.rule("W-5.1w", "W-5.1x", by="value")
def test_the_overlay_of_supply_shows_what_the_rules_say():
    """P'ohang beside the enemy is a source all the same; a zone that only a depot holds breaks the line over Kunsan."""
    pohang = GRID.hex("1831")
    mined = [f"mines {GRID.label(h)}" for h in bits(RULES.ports & ~(1 << pohang))]
    units = {"1625": "DEPOT-UN-1 value=1, US-2", "1830": "NK-6", "3815": "NK-1"}
    fed = field(units, turn=5, marks=mined)
    assert fed.state.zone(COMMUNIST) >> pohang & 1
    shown = overlays.supply(fed.state, UN)
    assert (shown.units, shown.labels) == ((), {})
    assert [(way[0], way[-1]) for way in shown.lines] == [(GRID.hex("1625"), pohang)]
    open_ = depots.clear(fed.state, UN)
    assert all(open_ >> h & 1 for h in shown.lines[0][1:-1])
    zone, lone = "2311", "2211"
    marks = [f"mines {GRID.label(h)}" for h in bits(RULES.ports) if GRID.label(h) != "2111"]
    kunsan = {GRID.label(n): f"NKG-{i}" for i, n in enumerate(bits(RULES.beside[GRID.hex("2111")]), 1)}
    held = {"2111": "ROKR-2", "2210": "DEPOT-UN-2 value=1", zone: "NK-6", "2911": "US-2", **kunsan}
    cut = field({**held, lone: "DEPOT-UN-1 value=1"}, turn=5, marks=marks)
    assert not depots.supplied(cut.state, UN) >> GRID.hex(lone) & 1
    assert number(cut, "DEPOT-UN-1") in overlays.supply(cut.state, UN).units


@pytest.mark.rule("W-5.2c", by="value")
@pytest.mark.parametrize("place", ["1123", "2317"])
def test_the_line_that_is_shown_leads_to_the_source_that_counts(place: str):
    """Masan and Kunsan are nearer, but Pusan promises more; the line crosses the borders that are reckoned with."""
    game = field({place: "DEPOT-UN-1 value=3", "3815": "NK-6", "5608": "NK-1"}, turn=5)
    assert supply.source(game.state, number(game, "DEPOT-UN-1")) == RULES.pusan
    (way,) = overlays.supply(game.state, UN).lines
    assert way[-1] == RULES.pusan
    crossed = sum(RULES.borders.has(a, b) for a, b in pairwise(way))
    assert crossed == supply.borders(game.state, way[0])[RULES.pusan]


# --------------------------------------------------------------------------------------------------------------- assets


@pytest.mark.rule("W-8.1a", by="value")
def test_what_assets_print():
    tank, men = number(field(FAR), "ARM-6"), number(field(FAR), "BN-PHL")
    assert (RULES.attack[0][tank], RULES.defense[0][tank]) == (0, 0)
    assert RULES.armor[0][tank]
    assert RULES.anti_tank[0][tank]
    assert RULES.attack[0][men]
    assert RULES.defense[0][men]
    assert RULES.anti_tank[0][men]
    assert RULES.armor[0][men] == 0


@pytest.mark.rule("W-8.1f", by="value")
@pytest.mark.parametrize("scenario", ["invasion", "strike_back", "chinese_intervene", "resurgent"])
def test_assets_are_assigned_from_the_beginning(scenario: str):
    s = new(scenario).at(0).state
    assert not any(s.on_map(asset) for side in (UN, COMMUNIST) for asset in s.rules.assets_of[side])


@pytest.mark.rule("W-8.2c", "W-8.2i", by="value")
def test_a_depot_holds_any_number_and_keeps_them():
    tanks = "ARM-6, ARM-72, ARM-73, ARM-89, ARM-70"
    units = {"1625": "US-2, DEPOT-UN-1 value=1", "with:DEPOT-UN-1": tanks, "3815": "NK-6"}
    game = field(units, turn=5, phase="asset_reassignment", frame={"kind": "Reassigning", "side": "un", "done": []})
    assert assets.room(game.state, number(game, "DEPOT-UN-1")) > 10
    play(game, "end")
    assert {where(game, name.strip()) for name in tanks.split(",")} == {"with:DEPOT-UN-1"}


@pytest.mark.rule("W-8.2b", "W-8.2k")
def test_assets_in_the_box_leave_their_unit_for_a_depot():
    frame = {"kind": "Transferring", "side": "un", "done": []}
    units = {"1625": "US-2, DEPOT-UN-1 value=1", "reserve": "US-7", "with:US-7": "ARM-6", "3815": "NK-6"}
    game = play(field(units, turn=5, phase="asset_transfer", frame=frame), "assign ARM-6 DEPOT-UN-1")
    assert where(game, "ARM-6") == "with:DEPOT-UN-1"
    laden = field(
        {"reserve": "US-2, US-5RCT, ARM-72", "with:US-2": "ARM-6", **FAR},
        phase="deployment",
        frame={"kind": "Deploying"},
    )
    assert why(laden, "deploy US-5RCT 0928 ARM-6,ARM-72") == ["W-8.1e"]
    play(laden, "deploy US-5RCT 0928 ARM-6")
    assert where(laden, "ARM-6") == "with:US-5RCT"


@pytest.mark.rule("W-8.2l")
def test_no_swap_in_the_first_turns():
    units = {"3815": "ROKR-1, ROKR-2", "with:ROKR-1": "ARM-6", "4513": "NK-6"}
    assert why(field(units, turn=2), "swap ARM-6 ROKR-2") == ["W-8.2l"]
    assert why(field(units, turn=3), "swap ARM-6 ROKR-2") == []


@pytest.mark.rule("W-5.3c", by="value")
@pytest.mark.rule("W-8.2f")
def test_the_assets_of_a_removed_depot_go_to_a_depot_and_not_to_a_regiment():
    units = {"1625": "US-5RCT, DEPOT-UN-1 value=1", "with:DEPOT-UN-1": "ARM-6", "3815": "NK-6"}
    frame = {"kind": "Removing", "side": "un"}
    game = play(field(units, turn=5, phase="markers", frame=frame), "remove DEPOT-UN-1")
    assert where(game, "ARM-6") == "destroyed"
    other = {**units, "1725": "DEPOT-UN-2 value=1"}
    moved = play(field(other, turn=5, phase="markers", frame=frame), "remove DEPOT-UN-1")
    assert where(moved, "ARM-6") == "with:DEPOT-UN-2"


@pytest.mark.rule("W-8.2g", "W-10.2e")
def test_assets_that_are_too_many_after_an_amalgamation():
    tanks = {"with:NK-RPL2-1": "NKA-203, NKA-107, NKA-109", "with:NK-RPL1-1": "NKA-105"}
    units = {"4513": "NK-RPL2-1", "4514": "NK-RPL1-1", "1625": "US-2", **tanks}
    near = field({**units, "4612": "NK-6, DEPOT-NK-1 value=1"}, side="communist", turn=5)
    play(near, "amalgamate NK-RPL2-1,NK-RPL1-1 4513")
    division = next(u for u in near.state.fighters(COMMUNIST)[GRID.hex("4513")])
    assert len(near.state.assets(division)) == 3
    assert where(near, "NKA-105") == "with:DEPOT-NK-1"
    none = field(units, side="communist", turn=5)
    play(none, "amalgamate NK-RPL1-1,NK-RPL2-1 4513")
    lost = [name for name in ("NKA-105", "NKA-107", "NKA-109", "NKA-203") if where(none, name) == "eliminated"]
    assert len(lost) == 1
    assert lost != ["NKA-105"]  # the assets of the unit that is named first stay


@pytest.mark.rule("W-9.1j", by="value")
def test_non_armor_assets_by_range_and_commitment():
    """3 within primary range of an Offensive depot, 2 of an Accelerated one and within secondary range of an Offensive
    one, else 1."""
    found = {}
    for place in ("1625", "2514"):
        for spent in range(4):
            units = {place: "US-2", "with:US-2": "BN-PHL", "1725": f"DEPOT-UN-1 value=1 spent={spent}", "5608": "NK-6"}
            game = field(units, turn=5)
            column = command.column(game.state, number(game, "DEPOT-UN-1"), GRID.hex(place))
            found[column, spent] = values.asset_attack(game.state, number(game, "BN-PHL"))
    assert {key[0] for key in found} == {"primary", "secondary"}
    assert found == {
        ("primary", 0): 1,
        ("primary", 1): 1,
        ("primary", 2): 2,
        ("primary", 3): 3,
        ("secondary", 0): 1,
        ("secondary", 1): 1,
        ("secondary", 2): 1,
        ("secondary", 3): 2,
    }
