"""4.4, 5 and 8 Command range, depots, Supply Points and assets."""

import pytest

from parallel38.games.korean_war.rules import command, depots, supply, values
from parallel38.games.korean_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, field, flags, new, number, play, track, where, why

PLACING = {"phase": "depot_placement", "frame": {"kind": "Stocking", "side": "un"}}
SPENDING = {"phase": "expenditure", "frame": {"kind": "Spending", "side": "un", "done": []}}
ADDING = {"phase": "expenditure", "frame": {"kind": "Adding", "side": "un"}}


@pytest.mark.rule("W-5.1b", "W-5.1a", "W-5.1c")
def test_depot_values_add_up_to_three():
    game = field({"1625": "US-2", "3815": "NK-6"}, **PLACING)
    play(game, "depot 1625 2")
    assert why(game, "depot 0928 2") == ["W-5.1b"]
    assert why(game, "depot 0928 4") == ["W-5.1a"]
    assert why(game, "depot 1625 2") == ["W-5.1c"]
    play(game, "depot 0928 1", "depot 1625 1")
    assert why(game, "depot 1024 1") == []
    assert cell(game, "value", "DEPOT-UN-1") == 1


@pytest.mark.rule("W-5.1i", "W-5.1j", "W-5.1k", "W-5.1f", "W-5.1g")
def test_where_depots_are_placed():
    grid = field({"1625": "US-2", "3815": "NK-6"}).state.rules.grid
    rules = field({"1625": "US-2", "3815": "NK-6"}).state.rules
    zone = next(grid.label(h) for h in bits(rules.beside[grid.hex("2317")]))
    game = field({"1625": "US-2", "2317": "NK-6", "2216": "DEPOT-NK-1 value=1"}, **PLACING)
    assert why(game, "depot 2317 1") == ["W-5.1j"]
    assert why(game, f"depot {zone} 1")[0] in ("W-5.1k", "W-5.1i")
    assert why(game, "depot 2216 1") == ["W-5.1i"]
    far = next(h for h in bits(rules.near_lines) if grid.label(h).startswith("44"))
    lonely = next(h for h in bits(rules.land & ~rules.near_lines) if grid.label(h).startswith("4"))
    quiet = field({"1625": "US-2", "2317": "NK-6"}, marks=["taken 4313"], **PLACING)
    assert why(quiet, f"depot {grid.label(far)} 1") == ["W-5.1f"]
    assert why(quiet, f"depot {grid.label(lonely)} 1") == ["W-5.1g"]


@pytest.mark.rule("W-5.1d", "W-5.1e", "W-5.1h", by="value")
def test_legal_hexes_of_depots():
    game = field({"1625": "US-2", "2317": "NK-6", "3930": "BEACH-1"})
    found = depots.legal(game.state, UN)
    assert found >> game.state.rules.grid.hex("0928") & 1
    assert found >> game.state.rules.grid.hex("3930") & 1
    assert all(found >> h & 1 for h in bits(game.state.rules.beside[game.state.rules.pusan]))


@pytest.mark.rule("W-5.1u", "W-5.1v", "W-5.1w", "W-14.2c", "W-14.2f", by="value")
def test_supply_sources_and_lines():
    game = field({"1625": "US-2", "5608": "NK-6"}, marks=["mines 2111"])
    assert not depots.sources(game.state, UN) >> game.state.rules.grid.hex("2111") & 1
    assert depots.sources(game.state, UN) >> game.state.rules.pusan & 1
    assert depots.sources(game.state, COMMUNIST) >> game.state.rules.board.places["Wonsan"] & 1
    assert depots.supplied(game.state, UN) >> game.state.rules.grid.hex("1625") & 1


@pytest.mark.rule("W-5.1x")
def test_a_depot_without_a_line_is_isolated():
    rules = field({"1625": "US-2", "3815": "NK-6"}).state.rules
    grid = rules.grid
    city = grid.hex("2317")
    ring = [grid.label(h) for h in grid.neighbours[city]]
    units = {ring[i]: f"NK-{n}" for i, n in ((0, 1), (2, 2), (4, 3))}
    game = field(
        {"2317": "DEPOT-UN-1 value=1, US-2", **units}, phase="depot_placement", frame={"kind": "Stocking", "side": "un"}
    )
    play(game, "end")
    assert flags(game, "DEPOT-UN-1") in ("isolated", "")
    assert not depots.supplied(game.state, UN) >> city & 1


@pytest.mark.rule("W-5.2r", "W-5.2u2", "W-5.2t", "W-5.2v", "W-5.2w")
def test_spending_and_banking():
    units = {"1625": "US-2, DEPOT-UN-1 value=2 points=3", "0928": "DEPOT-UN-2 value=1", "3815": "NK-6"}
    game = field(units, un_bank=1, **SPENDING)
    assert why(game, "spend DEPOT-UN-1 4") == ["W-5.2r"]
    assert why(game, "spend DEPOT-UN-2 0") == ["W-5.2u2"]
    play(game, "spend DEPOT-UN-1 1")
    assert command.level(game.state, number(game, "DEPOT-UN-1")) == "limited"
    assert (track(game, "un_bank"), track(game, "un_saved"), track(game, "un_initiative")) == (2, 1, 1)


@pytest.mark.rule("W-5.2s")
def test_nothing_spent_is_restricted():
    game = play(field({"1625": "US-2, DEPOT-UN-1 value=1 points=1", "3815": "NK-6"}, **SPENDING), "spend DEPOT-UN-1 0")
    assert cell(game, "spent", "DEPOT-UN-1") == 0
    assert track(game, "un_bank") == 1


@pytest.mark.rule("W-5.2.exC", by="value")
@pytest.mark.rule("W-5.2z", "W-5.2ab", "W-5.2ac")
def test_banked_points():
    units = {
        "1625": "US-2, DEPOT-UN-1 value=1",
        "0928": "DEPOT-UN-2 value=1 spent=1",
        "1024": "DEPOT-UN-3 value=1 spent=2",
        "3815": "NK-6",
    }
    game = field(units, un_bank=2, un_initiative=3, **ADDING)
    assert why(game, "bonus DEPOT-UN-1") == ["W-5.2z"]
    play(game, "bonus DEPOT-UN-2", "bonus DEPOT-UN-3")
    assert (cell(game, "spent", "DEPOT-UN-2"), cell(game, "spent", "DEPOT-UN-3")) == (2, 3)
    assert (track(game, "un_bank"), track(game, "un_initiative")) == (0, 5)
    again = play(field(units, un_bank=2, **ADDING), "bonus DEPOT-UN-2", "bonus DEPOT-UN-2")
    assert cell(again, "spent", "DEPOT-UN-2") == 3


@pytest.mark.rule("W-5.2aa")
@pytest.mark.rule("W-5.2j", "W-5.2k", "W-5.2i", by="value")
def test_the_communists_suffer_while_the_un_holds_seoul():
    units = {"2718": "NK-6, DEPOT-NK-1 value=1 spent=1", "4313": "NK-1, DEPOT-NK-2 value=1 spent=1", "1625": "US-2"}
    frame = {"phase": "expenditure", "frame": {"kind": "Adding", "side": "communist"}}
    game = field(units, communist_bank=1, marks=["taken 4313"], **frame)
    assert why(game, "bonus DEPOT-NK-1") == ["W-5.2aa"]
    assert {p.name: p.die for p in supply.modifiers(game.state, number(game, "DEPOT-NK-1"))} == {"seoul": -2}
    lost = field(units, communist_bank=1, marks=["taken 4313", "taken 3815"], **frame)
    assert supply.modifiers(lost.state, number(lost, "DEPOT-NK-1")) == []


@pytest.mark.rule("W-5.2b", "W-5.2c", "W-5.2n", "W-5.2o", "W-5.2p", by="value")
def test_modifiers_of_the_un():
    early = field({"1625": "US-2, DEPOT-UN-1 value=1", "3815": "NK-6"}, turn=3)
    assert supply.modifiers(early.state, number(early, "DEPOT-UN-1")) == []
    late = field({"2317": "US-2, DEPOT-UN-1 value=1", "3815": "NK-6"}, turn=5)
    assert [p.name for p in supply.modifiers(late.state, number(late, "DEPOT-UN-1"))] == ["borders"]
    winter = field({"1625": "US-2, DEPOT-UN-1 value=1", "3815": "NK-6"}, scenario="resurgent", turn=9)
    assert {"winter"} <= {p.name for p in supply.modifiers(winter.state, number(winter, "DEPOT-UN-1"))}
    joined = supply.connected(late.state)
    assert joined >> late.state.rules.grid.hex("1625") & 1


@pytest.mark.rule("W-9.1a", "W-9.1c", "W-9.1d", "W-9.1e", "W-9.1k", by="value")
@pytest.mark.rule("W-9.1g")
def test_values_by_range_and_commitment():
    units = {"1625": "US-2, DEPOT-UN-1 value=1 spent=3", "with:US-2": "BN-PHL", "3815": "NK-6"}
    game = field(units, turn=5)
    assert values.attack(game.state, number(game, "US-2")) == 40
    assert values.asset_attack(game.state, number(game, "BN-PHL")) == 3
    none = field({"1625": "US-2", "3815": "NK-6"}, turn=5)
    assert values.attack(none.state, number(none, "US-2")) == 5
    assert values.defense(none.state, number(none, "US-2"), none.state.rules.grid.hex("1625")) == 6
    early = field({"1625": "US-2", "3815": "NK-6"}, turn=2)
    assert values.attack(early.state, number(early, "US-2")) == 20


@pytest.mark.rule("W-4.4a", "W-4.4b", "W-4.4c", "W-4.4h", "W-4.4g", by="value")
@pytest.mark.rule("W-4.4i", "W-4.4j", "W-4.4k", by="value")
def test_what_a_command_range_enters():
    game = field({"2210": "DEPOT-UN-1 value=1", "1625": "US-2", "2317": "NK-6"}, marks=["taken 1914"])
    depot, grid = number(game, "DEPOT-UN-1"), game.state.rules.grid
    near = command.arrivals(game.state, depot)
    assert near[grid.hex("2210")] == 0
    assert near[grid.hex("2111")] <= 4  # by the railroad over the estuary
    assert grid.hex("1914") not in near
    assert grid.hex("2317") not in near
    assert not any(h in near for h in bits(game.state.rules.beside[grid.hex("2317")]))


@pytest.mark.rule("W-8.2a", "W-8.2h", "W-8.1e")
def test_transfer_and_reassignment():
    units = {"1625": "US-2, DEPOT-UN-1 value=1", "with:US-2": "ARM-6", "1725": "ROKR-1", "3815": "NK-6"}
    game = field(units, phase="asset_transfer", frame={"kind": "Transferring", "side": "un", "done": []})
    assert why(game, "assign ARM-6 ROKR-1") == ["W-8.2a"]
    play(game, "assign ARM-6 DEPOT-UN-1")
    assert where(game, "ARM-6") == "with:DEPOT-UN-1"
    held = {**units, "with:US-2": "ARM-6, ARM-72, ARM-73", "with:DEPOT-UN-1": "ARM-89"}
    back = field(held, phase="asset_reassignment", frame={"kind": "Reassigning", "side": "un", "done": []})
    assert why(back, "assign ARM-89 US-2") == ["W-8.1e"]
    play(back, "assign ARM-89 ROKR-1")
    assert where(back, "ARM-89") == "with:ROKR-1"


@pytest.mark.rule("W-8.2b")
def test_assets_in_the_box_go_to_a_depot_near_a_port():
    frame = {"kind": "Transferring", "side": "un", "done": []}
    game = field(
        {"1625": "US-2, DEPOT-UN-1 value=1", "reserve": "ARM-6", "3815": "NK-6"}, phase="asset_transfer", frame=frame
    )
    play(game, "assign ARM-6 DEPOT-UN-1")
    assert where(game, "ARM-6") == "with:DEPOT-UN-1"


@pytest.mark.rule("W-8.2j")
def test_assets_change_hands_in_a_hex():
    game = field({"1625": "US-5RCT, US-29RCT, UK-27", "with:US-5RCT": "ARM-6", "1725": "UK-29", "3815": "NK-6"})
    assert why(game, "swap ARM-6 UK-29") == ["W-8.2j"]
    play(game, "swap ARM-6 UK-27")
    assert where(game, "ARM-6") == "with:UK-27"
    assert game.state.top.left == 4


@pytest.mark.rule("W-8.2e")
@pytest.mark.rule("W-8.2m")
def test_assets_whose_parent_is_lost():
    frame = {"kind": "Losing", "side": "communist", "units": ["NK-RPL1-1"], "left": 1, "first": None, "rule": "W-9.5c"}
    game = field({"2317": "NK-RPL1-1", "with:NK-RPL1-1": "NKA-203", "1625": "US-2"}, turn=2, frame=frame)
    assert where(game, "NKA-203") == "eliminated"
    alone = {"kind": "Sheltering", "side": "un", "units": ["ARM-6"]}
    kept = field({"1625": "ARM-6", "1725": "US-2, DEPOT-UN-1 value=1", "3815": "NK-6"}, frame=alone)
    assert where(kept, "ARM-6") == "with:DEPOT-UN-1"
    lost = field({"1625": "ARM-6", "1725": "US-2", "3815": "NK-6"}, frame=alone)
    assert where(lost, "ARM-6") in ("destroyed", "reconstituting")


@pytest.mark.rule("W-5.3b", "W-5.3c")
def test_removing_a_depot():
    units = {
        "1625": "US-2, DEPOT-UN-1 value=1",
        "with:DEPOT-UN-1": "ARM-6",
        "0928": "DEPOT-UN-2 value=1",
        "3815": "NK-6",
    }
    game = field(units, phase="markers", frame={"kind": "Removing", "side": "un"})
    assert why(game, "remove DEPOT-NK-1") == ["W-5.3b"]
    play(game, "remove DEPOT-UN-1")
    assert where(game, "DEPOT-UN-1") == "out"
    assert where(game, "ARM-6") == "with:DEPOT-UN-2"


@pytest.mark.rule("W-16.1a", "W-8.2l", "W-5.2a")
def test_no_depots_in_turns_one_and_two():
    game = new("invasion", 3)
    seen = set[str]()
    while game.state.turn < 3 and not game.over:
        seen.add(game.state.rules.phase_key(game.state))
        game.play("pass") if not game.why_not("pass") else game.play("end") if not game.why_not("end") else game.play(
            next(iter(game.legal_actions()))
        )
    assert not seen & {"phase.depot_placement", "phase.expenditure", "phase.asset_transfer"}
