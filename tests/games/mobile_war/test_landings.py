"""Naval units: assaults of landing craft; landing craft as supply and as a way home."""

from typing import Any

import pytest

from tests.games.mobile_war.field import field, flags, number, play, said, where, why

PUSAN, ULSAN, POHANG, WONSAN, INCHON, KUNSAN = "3356", "3553", "3550", "2228", "1740", "1850"
LAST = "Inchon+Kunsan+Wonsan"
"""Ports that the Communists were the last to occupy."""


def landing(port: str = KUNSAN, **more: Any) -> Any:
    """Landing craft with a division in a port that a regiment holds."""
    given = {"turn": 12, "last": LAST, "marks": ["home 3553"], "phase": "combat", **more}
    units = {port: "AMPH-1, NK-13/6", "with:AMPH-1": "US-1Mar", "0321": "NK-1", PUSAN: "US-25"}
    return field({**units, **given.pop("units", {})}, **given)


def settled(game: Any) -> Any:
    """Take every loss that is still to be taken."""
    while type(game.state.top).__name__ == "Losing":
        game.play(next(iter(game.legal_actions())))
    return game


@pytest.mark.rule("K-NAV-C1b", "K-NAV-C2a")
def test_a_port_is_taken_by_assault():
    game = landing(dice=[1])
    entries = game.play(f"attack {KUNSAN} US-1Mar")  # 20 against 3 on the Position Defense table: D3
    assert "table_chosen" in said(entries)
    assert "beach_won" in said(entries)
    assert "recalled" not in flags(game, "AMPH-1")
    play(game, "end", "unload AMPH-1 US-1Mar")
    assert where(game, "US-1Mar") == KUNSAN
    assert game.state.holds(0, game.rules.names.grid.hex(KUNSAN))
    assert "home 3553" not in [game.rules.mark_text(m) for m in game.state.marks]


@pytest.mark.rule("K-NAV-C1b")
def test_the_chances_of_an_assault_are_those_of_one_table():
    game = landing()
    preview = game.state.top.preview(game.state, game.parse(f"attack {KUNSAN} US-1Mar"))
    assert preview is not None
    assert [b.note.text for b in preview.branches] == ["branch.position"]


@pytest.mark.rule("K-NAV-C2b")
def test_who_is_beaten_off_goes_home_and_unloads():
    game = landing(units={KUNSAN: "AMPH-1, NK-6, NK-5"}, dice=[3])
    settled(play(game, f"attack {KUNSAN} US-1Mar"))
    assert "recalled" in flags(game, "AMPH-1")
    play(game, "end")
    assert why(game, "end") == ["K-NAV-C2b"]
    home = game.rules.sea.voyages(game.rules.names.grid.hex(KUNSAN)).cost(game.rules.names.grid.hex(ULSAN))
    assert home <= 60
    assert why(game, "sail AMPH-1 1751") == ["K-NAV-C2b"]
    sail = next(a for a in game.legal_actions() if a.verb() == "sail")
    game.play(sail)
    assert where(game, "AMPH-1") == ULSAN
    load = game.state.inside(number(game, "AMPH-1"))
    left = game.rules.charts["naval"]["Amph", "allowance"] - home
    assert (why(game, "end") == ["K-NAV-C2b"]) == (left >= 30)
    play(game, "end")
    while game.rules.phase_key(game.state) != "phase.un_first_movement":
        game.play("end" if not game.why_not("end") else next(iter(game.legal_actions())))
    assert why(game, "end") == ["K-NAV-C2b"]
    assert why(game, "sail AMPH-1 3357") == ["K-NAV-C2b"]
    names = ",".join(game.rules.names.unit(u) for u in load)
    play(game, f"unload AMPH-1 {names}")
    assert flags(game, "AMPH-1") == ""
    assert not game.why_not("end")


@pytest.mark.rule("K-NAV-C2b")
def test_unloading_elsewhere_is_refused():
    game = field(
        {POHANG: "AMPH-1 recalled", "with:AMPH-1": "US-24", "0321": "NK-1"}, marks=["home 3356"], phase="second"
    )
    assert why(game, "unload AMPH-1 US-24") == ["K-NAV-C2b"]


@pytest.mark.rule("K-NAV-C2b")
@pytest.mark.parametrize(
    ("at", "spent", "text"), [(ULSAN, 0, "bound_here"), (POHANG, 0, "bound_home"), (POHANG, 59, "bound_on")]
)
def test_who_is_bound_home_is_told_so_however_it_is_asked(at: str, spent: int, text: str):
    """Also who would march with a ship hears why it does not sail there."""
    units = {at: f"AMPH-1 recalled spent={spent}", "with:AMPH-1": "US-24", "0321": "NK-1"}
    game = field(units, marks=[f"home {ULSAN}"])
    for verb in ("sail", "move"):
        found = [(r.rule, r.text) for r in game.why_not(f"{verb} AMPH-1 3652")]
        assert ("K-NAV-C2b", text) in found
        assert "ship_sails" not in str(found)


def test_the_recall_falls_with_the_port():
    units = {POHANG: "AMPH-1 recalled", "with:AMPH-1": "US-24", "0321": "NK-1"}
    game = field(units, marks=["home 3356"], last="Pusan")
    assert why(game, "unload AMPH-1 US-24") == []
    assert why(game, "end") == []


@pytest.mark.rule("K-NAV-C1a")
def test_only_landing_craft_assault():
    game = field({KUNSAN: "MST-1, NK-6", "with:MST-1": "US-24"}, phase="combat", last=LAST)
    assert why(game, f"attack {KUNSAN} US-24") == ["K-NAV-C1a"]
    game = field({"1751": "AMPH-1", KUNSAN: "NK-6", "with:AMPH-1": "US-24"}, phase="combat", last=LAST)
    assert why(game, f"attack {KUNSAN} US-24") == ["K-NAV-C1a"]


def test_all_are_lost_in_an_assault():
    game = landing(units={KUNSAN: "AMPH-1, NK-6, NK-5", "with:AMPH-1": "US-187"}, dice=[6])
    play(game, f"attack {KUNSAN} US-187")
    assert where(game, "US-187") == "un_box"
    assert flags(game, "AMPH-1") == ""
    assert "grounded" in flags(game, "US-187")


def test_losses_of_an_assault_are_counted():
    game = landing(units={KUNSAN: "AMPH-1, NK-6, NK-5", "with:AMPH-1": "US-187"}, dice=[6])
    play(game, f"attack {KUNSAN} US-187")
    changes = [change for entry in game.entries() for change in entry.changes]
    assert ("lost", number(game, "US-187")) in {(fate.what, fate.unit) for fate in game.rules.casualties(changes)}


def test_a_supply_unit_alone_does_not_hold_a_port():
    game = landing(units={KUNSAN: "AMPH-1, C-SUP-1"})
    assert "beach_won" in said(game.play(f"attack {KUNSAN} US-1Mar"))


def test_who_assaults_is_in_supply():
    game = landing()
    attack = game.parse(f"attack {KUNSAN} US-1Mar")
    assert game.state.top.describe(game.state, attack)[1]["attack"] == 20


@pytest.mark.rule("K-NAV-C1c")
def test_an_empty_enemy_port_is_simply_entered():
    units = {KUNSAN: "AMPH-1", "with:AMPH-1": "US-24", "1950": "NK-6"}
    game = field(units, last=LAST)
    assert "unloaded" in said(game.play("unload AMPH-1 US-24"))
    assert game.state.holds(0, game.rules.names.grid.hex(KUNSAN))


@pytest.mark.rule("K-MOV-G")
def test_nobody_lands_among_enemies():
    game = field({KUNSAN: "AMPH-1, NK-6", "with:AMPH-1": "US-24"}, last=LAST)
    assert why(game, "unload AMPH-1 US-24") == ["K-MOV-G"]


@pytest.mark.rule("K-NAV-C3")
def test_the_tides_of_inchon():
    for turn in range(1, 18):
        game = landing(INCHON, turn=turn)
        assert why(game, f"attack {INCHON} US-1Mar") == ([] if turn in (13, 14, 17) else ["K-NAV-C3"])
        empty = field({INCHON: "AMPH-1", "with:AMPH-1": "US-24", "0321": "NK-1"}, turn=turn, last=LAST)
        assert why(empty, "unload AMPH-1 US-24") == ([] if turn in (13, 14, 17) else ["K-NAV-C3"])
    own = field({INCHON: "AMPH-1", "with:AMPH-1": "US-24", "0321": "NK-1"}, turn=5)
    assert why(own, "unload AMPH-1 US-24") == []


@pytest.mark.rule("K-NAV-C3")
def test_other_tides_of_a_player():
    charts = {"tides": {"first": {"turn": 12}}}
    assert why(landing(INCHON, turn=12, charts=charts), f"attack {INCHON} US-1Mar") == []
    assert why(landing(INCHON, turn=13, charts=charts), f"attack {INCHON} US-1Mar") == ["K-NAV-C3"]


@pytest.mark.rule("K-NAV-C3")
def test_inchon_after_the_invasion():
    for ruling, refused in (("three-turns", ["K-NAV-C3"]), ("later-too", [])):
        game = landing(INCHON, scenario="campaign", turn=25, rulings={"inchon": ruling})
        assert why(game, f"attack {INCHON} US-1Mar") == refused


@pytest.mark.rule("K-SGI-3")
def test_no_assault_in_the_north_during_the_invasion():
    assert why(landing(WONSAN), f"attack {WONSAN} US-1Mar") == ["K-SGI-3"]
    assert why(landing(WONSAN, rulings={"invasion-landings": "free"}), f"attack {WONSAN} US-1Mar") == []
    assert why(landing(WONSAN, scenario="intervention", turn=5), f"attack {WONSAN} US-1Mar") == []
    early = {"invasion-landings": "turn-13"}
    assert why(landing(turn=12, rulings=early), f"attack {KUNSAN} US-1Mar") == ["K-SGI-3"]
    assert why(landing(turn=13, rulings=early), f"attack {KUNSAN} US-1Mar") == []


@pytest.mark.rule("K-NAV-C1b")
def test_land_units_may_join_an_assault():
    game = landing(units={"1951": "US-24"}, dice=[1])
    assert "table_chosen" in said(game.play(f"attack {KUNSAN} US-24,US-1Mar"))


# ------------------------------------------------------------------------------------------- supply, and the way home


@pytest.mark.rule("K-SUP-F")
def test_landing_craft_on_the_coast_supply():
    units = {WONSAN: "US-24", "2128": "NK-6", "2329": "NK-5", "2227": "NK-2", "2229": "NK-3", "2129": "NK-4"}
    assert "hungry" in flags(field(units), "US-24")
    assert "hungry" not in flags(field({**units, WONSAN: "US-24, AMPH-1"}), "US-24")
    assert "hungry" in flags(field({**units, "2427": "AMPH-1"}), "US-24")  # at sea they are none


@pytest.mark.rule("K-REP-2b")
def test_the_way_home_may_end_at_landing_craft():
    units = {WONSAN: "US-187", "2128": "NK-6", "2329": "NK-5", "2227": "NK-2", "2229": "NK-3", "2129": "NK-4"}
    for craft, box in (("", "gone"), (", AMPH-1", "un_box")):
        game = field({**units, WONSAN: "US-187" + craft}, side="communist", phase="combat", dice=[1])
        play(game, f"attack {WONSAN} NK-6,NK-5,NK-2,NK-3")
        while where(game, "US-187") == WONSAN:
            game.play("table meeting" if type(game.state.top).__name__ == "Fight" else next(iter(game.legal_actions())))
        assert where(game, "US-187") == box
