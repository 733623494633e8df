"""9.5 Results of combat in detail: losses, retreats, who stands, what becomes of depots and assets, advance."""

from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.games.korean_war.rules import engagement, losses, outlook, retreats
from parallel38.games.korean_war.state import UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import field, number, play, said, where, why
from tests.games.korean_war.test_activation import FAR, verbs
from tests.games.korean_war.test_attacks import GRID, RULES
from tests.games.korean_war.test_combat import CENTRE, RING, fight


def after(
    units: dict[str, str],
    result: str,
    *,
    stage: str,
    unit: str = "US-2",
    attackers: tuple[str, ...] = ("US-2",),
    targets: tuple[str, ...] = (CENTRE,),
    defenders: tuple[str, ...] = ("NK-6",),
    side: str = "un",
    hex: str = RING[0],
    stood: tuple[str, ...] = (RING[0],),
    landing: bool = False,
    **more: Any,
) -> Game:
    """A game in the middle of a combat, below which the activation of `unit` goes on."""
    fight = {
        "kind": "Combat",
        "side": side,
        "unit": unit,
        "hex": hex,
        "mode": "normal",
        "attackers": list(attackers),
        "targets": list(targets),
        "assets": [],
        "armor": [],
        "defenders": list(defenders),
        "landing": landing,
        "first": False,
        "bonus": 0,
        "support": 0,
        "die": 5,
        "result": result,
        "stage": stage,
        "stood": list(stood),
    }
    return field(units, side=side, frame=fight, **more)


def retreating(units: dict[str, str], *going: str, hex: str = RING[0], landing: bool = False, **more: Any) -> Game:
    """A game in which some Communist units must retreat from an attack out of a hex."""
    frame = {"kind": "Retreats", "side": "communist", "hex": hex, "units": list(going), "landing": landing, "begun": []}
    return field(units, frame=frame, **more)


# --------------------------------------------------------------------------------------------------------------- losses


@pytest.mark.rule("W-9.5a")
@pytest.mark.rule("W-9.5c", "W-9.5n", by="value")
def test_a_number_is_the_sum_of_the_steps_of_all():
    """40 to 8: at 5-1 an 8 is Dr2, two steps and not two of each."""
    game = field(
        {CENTRE: "NK-6 fatigued", RING[1]: "NK-7 fatigued", RING[0]: "US-2", RING[5]: "US-3", **FAR}, turn=2, dice=[8]
    )
    assert game.state.rules.charts["combat_clear"]["8", "5-1"] == "Dr2"
    entries = game.play("attack US-2")
    assert "result" in said(entries)
    assert (game.decider, verbs(game)) == ("communist", {"lose"})  # the losses come before the retreat
    play(game, "lose NK-6")
    assert where(game, "NK-RPL2-1") == CENTRE
    assert where(game, "NK-7") == RING[1]
    play(game, "lose NK-7")
    assert verbs(game) == {"retreat", "stand"}
    assert {where(game, "US-2"), where(game, "US-3")} == {RING[0], RING[5]}


@pytest.mark.rule("W-9.5b")
def test_an_elimination_takes_all_attackers_with_their_assets():
    """2 to 6 is 1-3: a 0 is Ae. The depot beside them shelters nothing, nor is it lost."""
    units = {CENTRE: "NK-6", RING[0]: "ROKR-1", RING[2]: "ROKR-2", RING[1]: "DEPOT-UN-1 value=1", **FAR}
    units |= {"with:ROKR-2": "ARM-6"}
    game = play(field(units, turn=5, cas=0, dice=[0], marks=[f"communist_works {CENTRE} 1"]), "attack ROKR-1")
    assert [where(game, unit) for unit in ("ROKR-1", "ROKR-2", "ARM-6")] == ["eliminated", "eliminated", "destroyed"]
    assert where(game, "DEPOT-UN-1") == RING[1]


@pytest.mark.rule("W-9.5b")
def test_an_elimination_takes_all_defenders_with_their_assets():
    units = {CENTRE: "NK-RPL1-1", RING[1]: "NK-RPL1-2, DEPOT-NK-1 value=1", "with:NK-RPL1-1": "NKA-203"}
    units |= {RING[0]: "US-2, DEPOT-UN-1 value=3 spent=3", RING[3]: "DEPOT-NK-2 value=1", **FAR}
    game = field(units, turn=5, cas=0, dice=[9])
    entries = game.play("attack US-2 all_out")
    assert [e.args["result"] for entry in entries for e in entry.events if e.text == "result"] == ["De"]
    assert [where(game, unit) for unit in ("NK-RPL1-1", "NK-RPL1-2", "NKA-203")] == ["out", "out", "eliminated"]
    assert (where(game, "DEPOT-NK-1"), where(game, "DEPOT-NK-2")) == ("out", RING[3])


@pytest.mark.rule("W-9.5e")
def test_the_active_unit_loses_before_those_that_join():
    """16 to 8: at 2-1 a 2 is A1; nobody is asked who loses."""
    units = {CENTRE: "NK-6", RING[0]: "ROK-1", RING[2]: "ROK-2", **FAR}
    for active, other in (("ROK-1", "ROK-2"), ("ROK-2", "ROK-1")):
        game = play(field(units, turn=2, dice=[2]), f"attack {active}")
        assert where(game, active) == "aside"
        assert where(game, other) in (RING[0], RING[2])


@pytest.mark.rule("W-9.5i", by="value")
@pytest.mark.parametrize(
    ("unit", "wanted"),
    [
        ("FEC-24", "us_fec_div_rpl2"),
        ("US-2", "us_div_rpl2"),
        ("1-MAR", "us_marine_div_rpl2"),
        ("ROK-1", "rok_div_rpl2"),
        ("NK-6", "nk_div_rpl2"),
        ("CCF-112", "ccf_div_rpl2"),
    ],
)
def test_a_division_is_replaced_by_one_of_its_kind(unit: str, wanted: str):
    game = field({"2317": unit, "1625": "US-7" if unit != "US-7" else "US-3", "5608": "NK-1"})
    losses.lose_step(game.state, number(game, unit))
    (found,) = [u for u in range(len(RULES.names.units)) if game.state.where[u] == GRID.hex("2317")]
    assert game.state.rules.unit_kind[found] == wanted
    losses.lose_step(game.state, found)
    (found,) = [u for u in range(len(RULES.names.units)) if game.state.where[u] == GRID.hex("2317")]
    assert game.state.rules.unit_kind[found] == wanted.replace("rpl2", "rpl1")


# ------------------------------------------------------------------------------------------------------------- retreats


@pytest.mark.rule("W-9.5p", by="value")
@pytest.mark.rule("W-9.5p")
def test_a_retreat_crosses_no_water_but_along_a_railroad():
    """The railroad leads from 2111 over the estuary to 2210; 2211 lies across it too, without one."""
    estuary, kunsan = GRID.hex("2210"), GRID.hex("2111")
    dry = [GRID.label(n) for n in bits(RULES.beside[kunsan])]
    game = retreating({"2111": "NK-6", dry[0]: "US-2", "3815": "NK-1", "1625": "US-3"}, "NK-6", hex=dry[0])
    found = [way for label in dry for way in retreats.ways(game.state, number(game, "NK-6"), GRID.hex(label))]
    assert any(way[1] == estuary for way in found)
    across = {n for n in GRID.neighbours[kunsan] if RULES.water.has(kunsan, n)} - {estuary}
    assert not any(way[1] in across for way in found)
    wet = next(GRID.label(n) for n in across if RULES.land >> n & 1)
    assert why(game, f"retreat NK-6 2111-{wet}") == ["W-9.5p"]


@pytest.mark.rule("W-9.5r", "W-9.5s")
def test_a_retreat_ends_within_the_stacking_limits_and_turns_nowhere_back():
    """5310, 5311, 5412 lead away from an attack out of 5308."""
    free = retreating({CENTRE: "NK-6", RING[0]: "US-2", **FAR}, "NK-6")
    way = next(w for o in free.offers() if o.verb == "retreat" for w in o.domain.ways)
    line = "-".join(map(GRID.label, way))
    full = retreating({CENTRE: "NK-6", RING[0]: "US-2", GRID.label(way[-1]): "NK-7", **FAR}, "NK-6")
    assert why(full, "retreat NK-6 " + line) == ["W-9.5r"]
    passed = retreating({CENTRE: "NK-6", RING[0]: "US-2", GRID.label(way[2]): "NK-7", **FAR}, "NK-6")
    assert why(passed, "retreat NK-6 " + line) == []
    assert why(free, f"retreat NK-6 {CENTRE}-{RING[3]}-{CENTRE}-{RING[3]}") == ["W-9.5s"]
    assert why(free, f"retreat NK-6 {CENTRE}-1625") == ["W-9.5o"]


@pytest.mark.rule("W-9.5u")
def test_a_retreat_of_two_hexes_when_three_are_closed():
    """A ring of Communist divisions three hexes off leaves only two."""
    far = [
        h for h in RULES.beside if GRID.distance(h, GRID.hex(RING[0])) == 4 and GRID.distance(h, GRID.hex(CENTRE)) == 3
    ]
    divisions = [f"NK-{n}" for n in (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15)]
    ring = dict(zip(map(GRID.label, far), divisions, strict=False))
    assert len(far) <= len(divisions)
    game = retreating({CENTRE: "NK-6", RING[0]: "US-2", **ring, "1625": "US-7"}, "NK-6")
    found = [way for o in game.offers() if o.verb == "retreat" for way in o.domain.ways]
    assert found
    for way in found:
        assert len(way) == 3
        assert GRID.distance(way[-1], GRID.hex(RING[0])) in (2, 3)
    assert why(game, f"retreat NK-6 {CENTRE}-{RING[1]}") in (["W-9.5q"], ["W-9.5u"])
    assert why(game, f"retreat NK-6 {CENTRE}-{RING[3]}") == ["W-9.5u"]


@pytest.mark.rule("W-9.5u", by="value")
def test_a_short_retreat_ends_beside_the_attacker_not_even_with_a_friend():
    """The garrison in RING[1] opens it: units pass through, but none ends there."""
    source = GRID.hex(RING[0])
    far = [h for h in RULES.beside if GRID.distance(h, source) == 4 and GRID.distance(h, GRID.hex(CENTRE)) == 3]
    divisions = [f"NK-{n}" for n in (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15)]
    ring = dict(zip(map(GRID.label, far), divisions, strict=False))
    game = retreating({CENTRE: "NK-6", RING[1]: "NKG-1", RING[0]: "US-2", **ring, "1625": "US-7"}, "NK-6")
    found = retreats.ways(game.state, number(game, "NK-6"), source)
    assert any(way[1] == GRID.hex(RING[1]) for way in found)
    assert {GRID.distance(source, way[-1]) for way in found} <= {2, 3}
    beside = next(label for label in RING if GRID.hex(label) in GRID.neighbours[GRID.hex(RING[1])] and label != RING[0])
    assert why(game, f"retreat NK-6 {CENTRE}-{beside}-{RING[1]}") == ["W-9.5u"]


@pytest.mark.rule("W-9.5t", "W-11.2p", by="value")
def test_a_retreat_from_a_landing_is_counted_from_the_invasion_hex():
    """The landing unit will stand in the hex that the defenders leave: three hexes away from it."""
    game = retreating({CENTRE: "NK-6", **FAR}, "NK-6", hex=CENTRE, landing=True)
    found = retreats.ways(game.state, number(game, "NK-6"), GRID.hex(CENTRE), landing=True)
    assert {len(way) for way in found} == {4}
    assert {GRID.distance(GRID.hex(CENTRE), way[-1]) for way in found} == {3}


@pytest.mark.rule("W-9.5w")
@pytest.mark.rule("W-9.5x", by="value")
def test_each_hex_stands_or_retreats_by_itself():
    game = retreating({CENTRE: "NK-6", RING[1]: "NK-7", RING[0]: "US-2", **FAR}, "NK-6", "NK-7")
    play(game, f"stand {CENTRE}")
    assert where(game, "NK-RPL2-1") == CENTRE
    assert why(game, f"stand {CENTRE}") == ["W-9.5w"]
    way = next(w for o in game.offers() if o.verb == "retreat" for w in o.domain.ways)
    play(game, "retreat NK-7 " + "-".join(map(GRID.label, way)))
    assert where(game, "NK-7") == GRID.label(way[-1])


@pytest.mark.rule("W-9.5x")
def test_a_hex_from_which_one_has_retreated_does_not_stand():
    frame = {
        "kind": "Retreats",
        "side": "un",
        "hex": RING[0],
        "units": ["ROKR-1", "ROKR-2"],
        "landing": False,
        "begun": [],
    }
    game = field({CENTRE: "ROKR-1, ROKR-2", RING[0]: "NK-6", **FAR}, frame=frame)
    way = next(w for o in game.offers() if o.verb == "retreat" for w in o.domain.ways)
    play(game, "retreat ROKR-1 " + "-".join(map(GRID.label, way)))
    assert why(game, f"stand {CENTRE}") == ["W-9.5x"]


@pytest.mark.rule("W-9.5v", "W-8.2e")
@pytest.mark.rule("W-9.5ac", by="value")
def test_the_assets_of_a_unit_that_cannot_retreat_are_transferred():
    """9.5, 8.2: nobody stands against a landing; NK-7 beside it has a depot in reach."""
    foes = {RING[i]: f"US-{n}" for i, n in ((0, 2), (2, 3), (4, 24))}
    units = {CENTRE: "NK-6", "with:NK-6": "NKA-203", **foes, RING[3]: "NK-7, DEPOT-NK-1 value=1", "5410": "US-25"}
    units |= {"5311": "US-7", "5210": "US-1CV", "reserve": "1-MAR", "3815": "NK-1"}
    more: dict[str, Any] = {"unit": "1-MAR", "attackers": ("1-MAR",), "stood": (), "hex": CENTRE, "landing": True}
    game = after(units, "Dr", stage="retreat", turn=5, **more)
    assert where(game, "NK-6") == "eliminated"
    assert where(game, "NKA-203") == "with:DEPOT-NK-1"
    assert where(game, "1-MAR") == CENTRE


@pytest.mark.rule("W-8.2e", "W-5.1r")
@pytest.mark.rule("W-9.5ac", by="value")
@pytest.mark.parametrize(("near", "end"), [("NK-7, DEPOT-NK-1 value=1", "with:DEPOT-NK-1"), ("NK-7", "eliminated")])
def test_assets_that_are_left_alone(near: str, end: str):
    """The depot in their own hex is lost with the combat, so only another one shelters them; then the attacker may
    advance."""
    units = {CENTRE: "NK-RPL1-1, DEPOT-NK-2 value=1", "with:NK-RPL1-1": "NKA-203", RING[0]: "US-2", RING[3]: near}
    game = field({**units, **FAR}, turn=5, cas=0, dice=[6])
    entries = game.play("attack US-2 all_out")
    assert [e.args["result"] for entry in entries for e in entry.events if e.text == "result"] == ["D1"]
    assert (where(game, "NK-RPL1-1"), where(game, "DEPOT-NK-2")) == ("out", "out")
    assert where(game, "NKA-203") == end
    assert (game.decider, verbs(game)) == ("un", {"advance", "end"})


@pytest.mark.rule("W-8.2f")
def test_eliminated_assets_of_the_un_go_to_the_track():
    units = {CENTRE: "US-5RCT", "with:US-5RCT": "ARM-6", RING[0]: "NK-6", "1625": "US-7", "3815": "NK-1"}
    game = field(units, side="communist", turn=5, cas=0, dice=[9])
    play(game, "attack NK-6 all_out")
    assert (where(game, "US-5RCT"), where(game, "ARM-6")) == ("destroyed", "destroyed")


@pytest.mark.rule("W-8.2m", "W-9.5ad")
def test_assets_die_with_their_unit_in_the_first_turns():
    units = {CENTRE: "NK-RPL1-1", "with:NK-RPL1-1": "NKA-203", RING[0]: "US-2", RING[3]: "NK-7", **FAR}
    game = field(units, turn=2, dice=[9])
    play(game, "attack US-2 all_out")
    assert (where(game, "NK-RPL1-1"), where(game, "NKA-203")) == ("out", "eliminated")


# -------------------------------------------------------------------------------------------------- depots, beachheads


@pytest.mark.rule("W-5.1t")
def test_a_depot_of_the_attackers_is_lost_with_all_units_there():
    """The depot beside the defender, where no attacker stands, is safe."""
    units = {RING[0]: "ROKR-1, DEPOT-UN-1 value=1", RING[1]: "DEPOT-UN-2 value=1", CENTRE: "NK-6", **FAR}
    game = field(units, turn=5, cas=0, dice=[4])
    entries = game.play("attack ROKR-1")
    assert next(e.args["result"] for entry in entries for e in entry.events if e.text == "result").startswith("A")
    assert where(game, "ROKR-1") == "eliminated"
    assert where(game, "DEPOT-UN-1") == "out"
    assert where(game, "DEPOT-UN-2") == RING[1]


@pytest.mark.rule("W-5.1t")
def test_a_depot_of_the_attackers_stays_with_a_unit_that_is_left():
    units = {RING[0]: "US-2, DEPOT-UN-1 value=1", CENTRE: "NK-6", RING[3]: "NK-7", **FAR}
    game = field(units, turn=5, cas=0, dice=[0])
    play(game, "attack US-2")
    assert where(game, "US-2") == "aside"
    assert where(game, "DEPOT-UN-1") == RING[0]


@pytest.mark.rule("W-11.2af")
def test_a_beachhead_goes_with_the_last_unit_of_its_hex():
    beaten = {CENTRE: "US-5RCT, BEACH-1", RING[0]: "NK-6", "1625": "US-7", "3815": "NK-1"}
    game = play(field(beaten, side="communist", turn=5, cas=0, dice=[9]), "attack NK-6 all_out")
    assert (where(game, "US-5RCT"), where(game, "BEACH-1")) == ("destroyed", "out")
    repelled = {RING[0]: "ROKR-1, BEACH-1", CENTRE: "NK-6", **FAR}
    other = play(field(repelled, turn=5, cas=0, dice=[0]), "attack ROKR-1")
    assert (where(other, "ROKR-1"), where(other, "BEACH-1")) == ("eliminated", "out")


@pytest.mark.rule("W-11.2af", by="value")
def test_a_beachhead_stays_with_a_unit_that_is_left():
    foe = {"unit": "NK-6", "attackers": ("NK-6",), "defenders": ("US-2",), "side": "communist"}
    game = after({CENTRE: "US-2, BEACH-1", RING[0]: "NK-6", **FAR}, "D1", stage="wreck", **foe)
    assert where(game, "BEACH-1") == CENTRE


@pytest.mark.rule("W-11.2ae", by="value")
def test_a_beachhead_alone_defends_with_two_and_one():
    game = field({CENTRE: "BEACH-1", RING[0]: "NK-6", **FAR}, side="communist", turn=2, dice=[9])
    assert engagement.odds(game.state, fight(game, "attack NK-6"))[1] == 2
    play(game, "attack NK-6 all_out")
    assert where(game, "BEACH-1") == "out"


@pytest.mark.rule("W-11.2ae")
def test_a_beachhead_alone_is_eliminated_by_a_single_step():
    foe = {"unit": "NK-6", "attackers": ("NK-6",), "defenders": ("BEACH-1",), "side": "communist"}
    game = after({CENTRE: "BEACH-1", RING[0]: "NK-6", **FAR}, "D1", stage="wreck", **foe)
    assert where(game, "BEACH-1") == "out"


# -------------------------------------------------------------------------------------------------------------- advance


@pytest.mark.rule("W-9.5ab", "W-14.1d")
def test_an_advance_is_free_and_takes_a_city():
    """NK-9 beside both hexes neither keeps the unit nor makes it pay."""
    taejon = GRID.hex("2317")
    near = next(n for n in GRID.neighbours[taejon] if RULES.beside[taejon] >> n & 1)
    both = next(n for n in GRID.neighbours[near] if n in GRID.neighbours[taejon])
    frame = {"kind": "Advancing", "side": "un", "unit": "US-2", "hexes": ["2317"]}
    units = {GRID.label(near): "US-2", GRID.label(both): "NK-9", "1625": "US-7", "3815": "NK-1"}
    game = field(units, turn=3, marks=["taken 2317"], frame=frame)
    play(game, "advance 2317")
    assert where(game, "US-2") == "2317"
    assert game.state.controls(UN, "Taejon")


@pytest.mark.rule("W-9.5aa", "W-9.5ah", by="value")
def test_only_the_active_unit_advances():
    units = {CENTRE: "NK-RPL1-1 fatigued", RING[0]: "US-2", RING[2]: "US-3", **FAR}
    game = play(field(units, turn=2, dice=[9]), "attack US-2")
    assert [o.units for o in game.offers() if o.verb == "advance"] == [(number(game, "US-2"),)]
    play(game, f"advance {CENTRE}")
    assert (where(game, "US-2"), where(game, "US-3")) == (CENTRE, RING[2])
    assert game.state.top.ap == 2


@pytest.mark.rule("W-9.5y", "W-9.5m", by="value")
def test_a_garrison_neither_stands_nor_retreats():
    game = after({CENTRE: "NKG-1, NK-6", RING[0]: "US-2", **FAR}, "Dr", stage="retreat", defenders=("NKG-1", "NK-6"))
    assert verbs(game) == {"retreat", "stand"}
    assert {u for o in game.offers() for u in o.units} == {number(game, "NK-6")}


@pytest.mark.parametrize(
    ("units", "fates"),
    [
        ("US-2", "weakened weakened vacated retreat retreat"),
        ("PARA-1/187, PARA-2/187, PARA-3/187", "weakened weakened vacated vacated vacated"),
        ("PARA-1/187, US-2", "weakened weakened weakened retreat retreat"),
        ("TF-SMITH", "vacated vacated vacated vacated vacated"),
    ],
)
def test_a_preview_tells_whether_a_hex_is_left(units: str, fates: str):
    """Parachute battalions hold a hex as long as one is left of them, but against no retreat."""
    game = field({CENTRE: units, RING[0]: "NK-6", **FAR}, side="communist", turn=2)
    stand = outlook.Stand(game.state, fight(game, "attack NK-6"))
    assert [stand.fate(result) for result in ("D1", "D2", "D3", "Dr", "Dr1")] == fates.split()


def test_a_position_in_which_nothing_was_vacated_has_no_advance():
    frame = {"kind": "Advancing", "side": "un", "unit": "US-2", "hexes": []}
    with pytest.raises(BadInputError):
        field({"2416": "US-2", CENTRE: "NK-6"}, frame=frame)


# ------------------------------------------------------------------------------------------------------- as it is told


def test_a_result_that_costs_the_defenders_all_their_steps_is_told_as_what_it_is():
    units = {CENTRE: "ROKR-1", RING[0]: "NK-6", RING[3]: "NK-1", "3815": "ROKR-2"}
    game = field(units, side="communist", scenario="invasion", turn=1, dice=[5])
    play(game, "attack NK-6 normal")
    (scene,) = [one for row in desk.log(game, "en") for one in row["scenes"] if one["kind"] == "fight" and one["text"]]
    assert outlook.steps(scene["code"]) > 0, "the table does not say that all are eliminated"
    assert (scene["text"], scene["harm"], scene["rank"]) == ("all defenders eliminated", "all", 0)
    assert not game.state.on_map(number(game, "ROKR-1"))
