"""Naval units: sailing, loading and unloading, guns."""

from typing import Any

import pytest

from tests.games.mobile_war.field import field, flags, number, play, said, where, why

PUSAN, YOSU, POHANG, HUNGNAM, INCHON, KUNSAN = (
    "3356",
    "2458",
    "3550",
    "2423",
    "1740",
    "1850",
)
AT_SEA = "3558"
"""East of Pusan."""


def sails(game: Any, ship: str) -> set[str]:
    """The hexes to which a ship can sail."""
    u = number(game, ship)
    found = [o for o in game.offers() if o.verb == "sail" and o.units == (u,)]
    return set(game.rules.names.grid.labels(found[0].hexes)) if found else set()


def price(game: Any, start: str, end: str) -> int:
    grid = game.rules.names.grid
    return game.rules.sea.voyages(grid.hex(start)).cost(grid.hex(end))


# ------------------------------------------------------------------------------------------------------------- sailing


@pytest.mark.rule("K-NAV-A1a")
@pytest.mark.parametrize(("ship", "points"), [("NG-1", 120), ("MST-1", 80), ("AMPH-1", 60)])
def test_allowances(ship, points):
    game: Any = field({PUSAN: ship, "0321": "NK-6"})
    near = sails(game, ship)
    assert all(price(game, PUSAN, h) <= points for h in near)
    voyages, grid = game.rules.sea.voyages(game.rules.names.grid.hex(PUSAN)), game.rules.names.grid
    for end in grid.labels(voyages.within(points + 1) & ~voyages.within(points)):
        assert price(game, PUSAN, end) == points + 1
        assert why(game, f"sail {ship} {end}")[0] in ("K-NAV-A1a", "K-NAV-G")
    far_east = next(h for h in near if h > "3400" and price(game, PUSAN, h) == 20)
    play(game, f"sail {ship} {far_east}")
    assert game.state.spent[number(game, ship)] == 20
    play(game, "end", "end", "end")
    assert game.state.spent[number(game, ship)] == 0


@pytest.mark.rule("K-NAV-A1a")
def test_too_far():
    game = field({PUSAN: "AMPH-1", "0321": "NK-6"})
    assert why(game, "sail AMPH-1 4320") == []
    play(game, "sail AMPH-1 4320")
    assert why(game, f"sail AMPH-1 {PUSAN}") == ["K-NAV-A1a"]


@pytest.mark.rule("K-NAV-G")
def test_the_cape_costs_eight():
    game = field({PUSAN: "AMPH-1, NG-1", "0321": "NK-6"})
    east, west = "2061", "1561"
    assert price(game, east, west) == 8
    assert price(game, PUSAN, INCHON) == price(game, PUSAN, east) + 8 + price(game, west, INCHON)
    assert "sailed" in said(game.play(f"sail NG-1 {INCHON}"))
    assert why(game, "sail AMPH-1 0124") == ["K-NAV-G"]


@pytest.mark.rule("K-NAV-H")
def test_only_through_water():
    game = field({PUSAN: "MST-1", "0321": "NK-6"})
    assert why(game, "sail MST-1 3252") == ["K-NAV-H"]
    assert why(game, f"sail MST-1 {PUSAN}") == ["K-NAV-H"]
    assert why(game, "sail MST-1 out") == ["K-NAV-H"]
    assert why(game, "move MST-1 3356-3357") == ["K-NAV-H"]
    assert [r.text for r in game.why_not("move MST-1 3356-3357")] == ["ship_sails"], "that it could sail there"
    assert YOSU in sails(game, "MST-1")  # by an inlet


def test_ships_count_among_those_who_can_still_move():
    def able(units: dict[str, str], **more: Any) -> int:
        return field({**units, "0321": "NK-6"}, **more).prompt[1]["n"]

    assert able({PUSAN: "MST-1, US-24"}) == 2
    assert able({PUSAN: "MST-1 spent=80, US-24"}) == 1
    recalled = {"3553": "AMPH-1 recalled", "with:AMPH-1": "US-5M/1Mar"}
    assert able(recalled, marks=["home 3553"]) == 1, "it has to unload"
    assert able({**recalled, "3553": "AMPH-1 recalled spent=31"}, marks=["home 3553"]) == 0, "too late in this phase"


@pytest.mark.rule("K-NAV-D1", "K-ZOC-D")
def test_ships_and_enemies_ignore_each_other():
    game = field({PUSAN: "NG-1", HUNGNAM: "NK-6", "2324": "NK-5"})
    play(game, f"sail NG-1 {HUNGNAM}", "sail NG-1 2524")
    assert where(game, "NG-1") == "2524"


@pytest.mark.rule("K-NAV-A1a")
def test_no_sailing_of_land_units():
    game = field({PUSAN: "US-24, MST-1", "0321": "NK-6"})
    assert why(game, "sail US-24 3357") == ["K-NAV-A1a"]


def test_every_port_has_water():
    game: Any = field({PUSAN: "MST-1", "0321": "NK-6"})
    voyages = game.rules.sea.voyages(game.rules.board.ports["Pusan"])
    assert None not in {voyages.cost(port) for port in game.rules.board.ports.values()}


def test_voyages_are_worked_out_once():
    rules: Any = field({PUSAN: "MST-1", "0321": "NK-6"}).rules
    assert rules.sea.voyages(rules.board.ports["Pusan"]) is rules.sea.voyages(rules.board.ports["Pusan"])


# -------------------------------------------------------------------------------------------------------------- loading


@pytest.mark.rule("K-NAV-A1b")
def test_loading_takes_a_transport_the_whole_phase():
    game = field({PUSAN: "MST-1, US-24, AMPH-1, NG-1, US-25", "0321": "NK-6"})
    play(game, "load MST-1 US-24")
    assert where(game, "US-24") == "with:MST-1"
    assert not sails(game, "MST-1")
    assert why(game, "sail MST-1 3357") == ["K-NAV-A1a"]
    assert why(game, "load NG-1 US-25") == ["K-NAV-A1b"]
    assert why(game, "load AMPH-1 -") == ["K-NAV-A3b"]


@pytest.mark.rule("K-NAV-A1b")
def test_landing_craft_load_and_sail_on():
    game = field({PUSAN: "AMPH-1, US-24", "0321": "NK-6"})
    play(game, "load AMPH-1 US-24")
    assert sails(game, "AMPH-1")
    assert all(price(game, PUSAN, h) <= 30 for h in sails(game, "AMPH-1"))


@pytest.mark.rule("K-NAV-A1c")
def test_unloading_costs_sixty_or_thirty():
    game = field({AT_SEA: "MST-1, AMPH-1", "with:MST-1": "US-24", "with:AMPH-1": "US-25", "0321": "NK-6"})
    play(game, f"sail MST-1 {PUSAN}", "unload MST-1")
    assert where(game, "US-24") == PUSAN
    far = field({"3530": "MST-1", "with:MST-1": "US-24", "0321": "NK-6"})
    play(far, f"sail MST-1 {PUSAN}")
    assert why(far, "unload MST-1 US-24") == ["K-NAV-A1c"]
    assert why(far, "unload MST-1 US-25") == ["K-NAV-A1c"]


@pytest.mark.rule("K-NAV-A2a")
def test_ship_and_load_begin_together():
    game = field({PUSAN: "MST-1, US-24", "3255": "US-25", AT_SEA: "AMPH-1", "0321": "NK-6"})
    play(game, f"sail AMPH-1 {PUSAN}")
    assert why(game, "load AMPH-1 US-24") == ["K-NAV-A2a"]
    assert why(game, "load MST-1 US-25") == ["K-NAV-A2a"]
    play(game, f"move US-25 {PUSAN}")
    assert why(game, "load MST-1 US-25") == ["K-NAV-A2a"]


@pytest.mark.rule("K-NAV-A2a")
def test_landing_craft_that_stay_load_and_unload_as_their_points_allow():
    units = {PUSAN: "AMPH-1, US-19/24, US-21/24", "with:AMPH-1": "US-187", "0321": "NK-6"}
    game = play(field(units), "unload AMPH-1 US-187", "load AMPH-1 US-19/24,US-21/24")
    assert where(game, "US-21/24") == "with:AMPH-1"
    game = play(field({PUSAN: "AMPH-1, US-19/24, US-21/24", "0321": "NK-6"}), "load AMPH-1 US-19/24")
    play(game, "load AMPH-1 US-21/24")
    assert not sails(game, "AMPH-1")
    game = play(field(units), "sail AMPH-1 3357", f"sail AMPH-1 {PUSAN}")
    assert why(game, "load AMPH-1 US-19/24") == ["K-NAV-A2a"]


@pytest.mark.rule("K-NAV-A2b")
def test_who_lands_does_not_move():
    game = field({PUSAN: "MST-1", "with:MST-1": "US-24", "0321": "NK-6"})
    play(game, "unload MST-1 US-24")
    assert "landed" in flags(game, "US-24")
    assert why(game, "move US-24 3356-3255") == ["K-NAV-A2b"]
    play(game, "end", "end")
    assert why(game, "move US-24 3356-3255") == ["K-NAV-A2b"]
    assert why(game, "load MST-1 US-24") == ["K-NAV-A2b"]
    play(game, "end")
    assert "landed" not in flags(game, "US-24")


@pytest.mark.rule("K-NAV-A3a")
def test_three_regiments_to_a_ship():
    game = field({PUSAN: "MST-1, US-24, US-187", "0321": "NK-6"})
    assert "K-NAV-A3a" in why(game, "load MST-1 US-24,US-187")
    top, names = game.state.top, game.rules.names
    assert [*map(names.unit, top.choices(game.state, game.parse("load MST-1 US-24"))["units"])] == ["US-24", "US-187"]
    assert why(game, "load MST-1 US-24") == []
    game = field({PUSAN: "AMPH-1, NG-1, US-24", "with:AMPH-1": "US-187", "0321": "NK-6"})
    assert why(game, "load AMPH-1 US-24") == ["K-NAV-A3a"]
    assert why(game, "load AMPH-1 NG-1") == ["K-NAV-A3a"]


def test_of_equal_regiments_one_stands_for_all():
    """The list of loads has the largest and one of each kind, not each of several equal units; all may be named."""
    units = {PUSAN: "MST-1, US-19/24, US-21/24, US-34/24, ROK-2/6, ROK-5/2", "0321": "NK-6"}
    game = field(units)
    loads = [action for action in game.legal_actions(unit="MST-1") if action.verb() == "load"]
    kinds = sorted("".join(sorted(game.rules.names.unit(u)[0] for u in action.units)) for action in loads)  # type: ignore[attr-defined]
    assert kinds == ["R", "U", "UUU"]
    assert why(game, "load MST-1 US-34/24,ROK-5/2") == []


@pytest.mark.rule("K-NAV-A3b")
def test_a_division_through_a_port():
    game = field({PUSAN: "MST-1, MST-2, AMPH-1, US-24, US-25", "with:AMPH-1": "US-187", "0321": "NK-6"})
    play(game, "load MST-1 US-24")
    assert why(game, "load MST-2 US-25") == ["K-NAV-A3b"]
    assert why(game, "unload AMPH-1 US-187") == ["K-NAV-A3b"]
    play(game, "end", "end")
    assert why(game, "load MST-2 US-25") == []


@pytest.mark.rule("K-NAV-B2", by="value")
def test_a_port_is_friendly_to_who_was_there_last():
    units = {KUNSAN: "MST-1", "with:MST-1": "US-24", "1950": "ROK-1", "0321": "NK-6"}
    assert why(field(units), "unload MST-1 US-24") == []
    game = field(units, last="Kunsan")
    assert why(game, "unload MST-1 US-24") == ["K-NAV-C1a"]
    play(game, "move ROK-1 1850")
    assert why(game, "unload MST-1 US-24") == []


@pytest.mark.rule("K-NAV-B1")
def test_transports_need_ports():
    game = field({"3256": "MST-1, US-24", "0321": "NK-6"})
    assert why(game, "load MST-1 US-24") == ["K-NAV-B1"]
    game = field({AT_SEA: "MST-1", "with:MST-1": "US-24", "0321": "NK-6"})
    assert why(game, "unload MST-1 US-24") == ["K-NAV-B1"]
    port = {POHANG: "MST-1", "with:MST-1": "US-24", "0321": "NK-6"}
    assert not why(field(port), "unload MST-1 US-24"), "the UN was the last to hold it"
    assert why(field(port, last="Pohang"), "unload MST-1 US-24") == ["K-NAV-C1a"]


@pytest.mark.rule("K-NAV-B3")
def test_transports_avoid_zones():
    units = {POHANG: "MST-1, US-24, AMPH-1", "3549": "NK-6"}
    assert why(field({**units, "3450": "NK-5"}), "load MST-1 US-24") == ["K-NAV-B3"]
    assert why(field({**units, "3450": "NK-5"}), "load AMPH-1 US-24") == []
    game = field({POHANG: "MST-1", "with:MST-1": "US-24", "3450": "NK-5"})
    assert why(game, "unload MST-1 US-24") == ["K-NAV-B3"]


@pytest.mark.rule("K-NAV-C1a")
def test_only_landing_craft_take_enemy_ports():
    game = field({KUNSAN: "MST-1", "with:MST-1": "US-24", "0321": "NK-6"}, last="Kunsan")
    assert why(game, "unload MST-1 US-24") == ["K-NAV-C1a"]
    game = field({"1751": "AMPH-1", "with:AMPH-1": "US-24", "0321": "NK-6"})
    assert why(game, "unload AMPH-1 US-24") == ["K-NAV-C1a"]


@pytest.mark.rule("K-NAV-E")
def test_supply_units_stay_ashore():
    game = field({PUSAN: "MST-1, UN-SUP-1", "0321": "NK-6"})
    assert why(game, "load MST-1 UN-SUP-1") == ["K-NAV-E"]


def test_the_dug_in_and_the_enemy_do_not_go_aboard():
    game = field({PUSAN: "MST-1, US-24 entrenched", "0321": "NK-6"})
    assert why(game, "load MST-1 US-24") == ["K-ENT-2"]
    assert why(game, "load MST-1 NK-6") == ["K-MOV-D"]


def test_no_room_in_the_port():
    game = field({POHANG: "MST-1, US-25, ROK-1", "with:MST-1": "US-24", "0321": "NK-6"})
    assert why(game, "unload MST-1 US-24") == ["K-STK-A1"]


def test_regiments_of_a_load_are_put_together_ashore():
    game = field({POHANG: "AMPH-1, US-25", "with:AMPH-1": "US-19/24, US-21/24, US-34/24", "0321": "NK-6"})
    play(game, "unload AMPH-1 US-19/24,US-21/24,US-34/24")
    assert why(game, "end") == ["K-STK-A2"]
    play(game, "combine US-19/24,US-21/24,US-34/24")
    assert where(game, "US-24") == POHANG
    assert "landed" in flags(game, "US-24")
    play(game, "end")


def test_nothing_sails_after_units_were_put_together():
    game = field({PUSAN: "MST-1, US-19/24, US-21/24, US-34/24", "3255": "US-25", "0321": "NK-6"})
    play(game, "move US-25 3356", "combine US-19/24,US-21/24,US-34/24")
    assert why(game, "sail MST-1 3357") == ["K-STK-D2b"]


# --------------------------------------------------------------------------------------------------- driven out to sea


@pytest.mark.rule("K-NAV-D2")
def test_ships_put_to_sea_when_an_enemy_comes():
    units = {KUNSAN: "AMPH-1, MST-1, NG-1", "1950": "NK-6", "3356": "US-24"}
    game = field(units, side="communist", phase="second", turn=12)
    game.play("move NK-6 1950-1850")
    assert "ousted" in flags(game, "AMPH-1")
    assert "ousted" in flags(game, "MST-1")
    assert "ousted" not in flags(game, "NG-1")
    play(game, "end")
    while game.rules.phase_key(game.state) != "phase.un_first_movement":
        play(game, "end")
    assert why(game, "end") == ["K-NAV-D2", "K-NAV-D2"]
    assert why(game, "load MST-1 US-24") == ["K-NAV-D2"]
    play(game, "sail AMPH-1 1751", "sail MST-1 1651", "end")
    assert flags(game, "AMPH-1") == flags(game, "MST-1") == ""


@pytest.mark.rule("K-NAV-D2")
def test_a_ship_that_puts_to_sea_may_make_another_port_in_the_same_phase():
    units = {KUNSAN: "MST-1 ousted, AMPH-1 ousted", "1950": "NK-6", YOSU: "US-24", "with:MST-1": "US-27/25"}
    game = field(units, turn=12, last="Kunsan")
    assert YOSU in sails(game, "MST-1")
    assert KUNSAN not in sails(game, "MST-1")
    play(game, f"sail MST-1 {YOSU}")
    assert "ousted" not in flags(game, "MST-1")
    assert why(game, "end") == ["K-NAV-D2"], "the landing craft are still there"
    play(game, "sail AMPH-1 1751")
    assert not why(game, "end")


@pytest.mark.rule("K-NAV-D2", "K-NAV-C2b")
def test_a_beaten_landing_craft_puts_to_sea_by_going_home():
    units = {KUNSAN: "AMPH-1 ousted recalled", "with:AMPH-1": "US-5M/1Mar", "1950": "NK-6", "3356": "US-24"}
    game = field(units, turn=12, marks=["home 3356"], last="Kunsan")
    assert why(game, "sail AMPH-1 1751") == ["K-NAV-C2b"]
    home = sails(game, "AMPH-1")
    assert len(home) == 1
    play(game, f"sail AMPH-1 {home.pop()}")
    assert "K-NAV-D2" not in why(game, "end")


@pytest.mark.rule("K-NAV-D2")
def test_only_landing_craft_leave_an_open_coast():
    game = field({"1851": "AMPH-1, MST-1", "1950": "NK-6", "3356": "US-24"}, side="communist")
    game.play("move NK-6 1950-1951-1851")
    assert "ousted" in flags(game, "AMPH-1")
    assert "ousted" not in flags(game, "MST-1")


# ---------------------------------------------------------------------------------------------------------------- guns


@pytest.mark.rule("K-NAV-F1", "K-NAV-F3")
def test_guns_help_an_attack():
    units = {"3551": "US-24", "3651": "NG-1", "3652": "NG-2", POHANG: "NK-6", "3450": "NK-5", "3451": "US-25"}
    game = field(units, phase="combat", dice=[1])
    assert why(game, f"attack {POHANG} US-24 - NG-2") == ["K-NAV-F1"]  # three hexes
    assert why(game, f"attack {POHANG} US-24 - MST-1") == ["K-NAV-F1"]
    alone, helped = (game.parse(f"attack {POHANG} US-24{more}") for more in ("", " - NG-1"))
    power = [game.state.top.describe(game.state, attack)[1]["attack"] for attack in (alone, helped)]
    assert power[1] == power[0] + 6
    assert "guns_join" in said(game.play(f"attack {POHANG} US-24 - NG-1"))
    play(game, "table pursuit")
    while game.state.top.decider(game.state) != "un" or type(game.state.top).__name__ != "Fighting":
        game.play(next(iter(game.legal_actions())))
    if game.state.fighters(1, game.rules.names.grid.hex("3450")):
        assert "K-NAV-F3" in why(game, "attack 3450 US-25 - NG-1")


@pytest.mark.rule("K-NAV-F2", "K-NAV-F4")
def test_guns_help_a_defence():
    units = {POHANG: "US-24", "3651": "NG-1", "3652": "NG-2", "3549": "NK-6", "3450": "NK-5"}
    game = field(units, side="communist", phase="combat", dice=[1])
    play(game, f"attack {POHANG} NK-5")
    assert type(game.state.top).__name__ == "Gunnery"
    assert why(game, "support NG-2") == ["K-NAV-F2"]
    before = game.state.frames[-2].reckon(game.state).defence
    play(game, "support NG-1")
    assert game.state.top.reckon(game.state).defence == before + 6


@pytest.mark.rule("K-NAV-F1")
def test_a_gun_fires_as_the_chart_says():
    charts = {"naval": {"NG": {"strength": 8}}}
    units = {"3551": "US-24", "3651": "NG-1", POHANG: "NK-6"}
    game = play(field(units, phase="combat", charts=charts), f"attack {POHANG} US-24 - NG-1")
    assert game.prompt[1]["attack"] == 24


@pytest.mark.rule("K-NAV-F3")
def test_a_gun_counts_once():
    game = field({"3551": "US-24", "3651": "NG-1", POHANG: "NK-6"}, phase="combat")
    assert why(game, f"attack {POHANG} US-24 - NG-1,NG-1") == ["K-NAV-F3"]


@pytest.mark.rule("K-NAV-F4")
def test_the_defender_chooses_among_his_guns():
    units = {POHANG: "US-24", "3651": "NG-1, NG-2", "3549": "NK-6", "3450": "NK-5"}
    game = play(field(units, side="communist", phase="combat"), f"attack {POHANG} NK-5")
    guns = tuple(number(game, gun) for gun in ("NG-1", "NG-2"))
    assert game.state.top.choices(game.state, game.parse("support NG-1")) == {"guns": guns}
    play(game, "support NG-2")
    assert "attacked" in flags(game, "NG-2")
    assert "attacked" not in flags(game, "NG-1")


def test_lists_have_the_largest_load_and_one_of_each_kind():
    """Other loads are put together by hand: a list of all of them would be too long to read."""
    marines = ("US-1M/1Mar", "US-5M/1Mar", "US-7M/1Mar")
    game = field({PUSAN: f"AMPH-1, ROK-2, {', '.join(marines)}", "0321": "NK-6"})
    ship = number(game, "AMPH-1")
    offer = next(o for o in game.offers() if o.verb == "load" and ship in o.units)
    loads = [action.units for action in game.state.top.expand(game.state, offer)]
    assert sorted(len(units) for units in loads) == [1, 1, 3]
    assert {*loads[0]} == {number(game, name) for name in marines}
    assert why(game, "load AMPH-1 US-1M/1Mar,US-7M/1Mar") == []


def test_a_load_that_is_not_named_is_the_largest_of_one_kind():
    game = field({PUSAN: "AMPH-1, US-187, US-1M/1Mar, US-5M/1Mar, US-7M/1Mar", "0321": "NK-6"})
    play(game, "load AMPH-1")
    assert where(game, "US-187") == PUSAN
    assert {where(game, f"US-{n}M/1Mar") for n in (1, 5, 7)} == {"with:AMPH-1"}


def test_why_nothing_can_be_loaded_or_unloaded_is_told_without_names_too():
    game = play(field({PUSAN: "MST-1, US-24", "3357": "AMPH-1", "0321": "NK-6"}), "load MST-1")
    assert why(game, "unload MST-1") == ["K-NAV-A1c", "K-NAV-A3b"]
    game = play(field({PUSAN: "US-24", "3357": "MST-1", "0321": "NK-6"}), f"sail MST-1 {PUSAN}")
    assert "K-NAV-A2a" in why(game, "load MST-1")


def test_a_hex_tells_why_a_ship_in_port_can_neither_load_nor_unload():
    def told(game: Any, port: str = PUSAN) -> list[str]:
        notes = game.rules.hex_facts(game.state, game.rules.names.grid.hex(port))
        return [note.rule for note in notes if note.text.startswith("refusal.")]

    assert told(field({PUSAN: "MST-1, US-24", "0321": "NK-6"})) == []
    assert told(field({PUSAN: "MST-1, UN-SUP-1", "0321": "NK-6"})) == []
    sailed = field({"3357": "MST-1", PUSAN: "US-24", "0321": "NK-6"})
    assert told(play(sailed, f"sail MST-1 {PUSAN}")) == ["K-NAV-A2a"]
    far = field({"3530": "MST-1", "with:MST-1": "US-24", "0321": "NK-6"})
    assert told(play(far, f"sail MST-1 {PUSAN}")) == ["K-NAV-A1c"]
    hostile = field({KUNSAN: "MST-1", "with:MST-1": "US-24", "0321": "NK-6"}, last="Kunsan")
    assert told(hostile, KUNSAN) == ["K-NAV-C1a"]


def sentences(game: Any, line: str) -> list[str]:
    """What a preview of an action says of its odds."""
    preview = game.state.top.preview(game.state, game.parse(line))
    texts = game.rules.texts("en")
    return [texts.say(note.text, note.args) for note in preview.notes]


@pytest.mark.rule("K-NAV-F4")
def test_the_attacker_is_told_what_guns_could_make_of_his_attack():
    units = {POHANG: "US-19/24", "3651": "NG-1, NG-2", "3450": "NK-5, C-SUP-1"}
    game = field(units, side="communist", phase="combat")
    line = f"attack {POHANG} NK-5 C-SUP-1"
    told = next(text for text in sentences(game, line) if "can still join the defence" in text)
    chance = {}
    for answer in ("end", "support NG-1,NG-2"):
        called = play(field(units, side="communist", phase="combat"), line, answer)
        top, s = called.state.top, called.state
        chance[answer] = (
            top.reckon(s),
            min(
                sum(o.chance for o in top.preview(s, action).outcomes if o.key == "destroyed")
                for action in called.legal_actions()
            ),
        )
    (_, before), (odds, after) = chance.values()
    assert f"it is {odds.attack}:{odds.defence}, {odds.column}" in told
    assert f"from {round(before * 100)} % to {round(after * 100)} %" in told
    assert not any(
        "can still join" in text
        for text in sentences(field({**units, "3651": "MST-1"}, side="communist", phase="combat"), line)
    )


def test_guns_in_the_defence_are_weighed_before_they_are_called():
    units = {POHANG: "US-24", "3651": "NG-1, NG-2", "3450": "NK-5, C-SUP-1"}
    game = play(field(units, side="communist", phase="combat"), f"attack {POHANG} NK-5 C-SUP-1")
    top, s = game.state.top, game.state
    ratio = {line: top.preview(s, game.parse(line)).ratio for line in ("support NG-1", "support NG-1,NG-2")}
    assert ratio == {"support NG-1": "10:22", "support NG-1,NG-2": "10:28"}
    assert "Without naval guns it is 10:16, 1-2." in sentences(game, "support NG-1")


@pytest.mark.rule("K-NAV-C1b")
def test_an_assault_from_the_sea_names_its_rule():
    units = {KUNSAN: "AMPH-1, NK-13/6", "with:AMPH-1": "US-1Mar", "0321": "NK-1", PUSAN: "US-25"}
    game = field(units, phase="combat", last="Kunsan", marks=["home 3553"])
    preview = game.state.top.preview(game.state, game.parse(f"attack {KUNSAN} US-1Mar"))
    assert [branch.note.rule for branch in preview.branches] == ["K-NAV-C1b"]
    assert "An assault from the sea is always fought on this table." in sentences(game, f"attack {KUNSAN} US-1Mar")
