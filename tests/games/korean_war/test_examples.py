"""The worked examples of the rules, replayed."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.data import PROVINCES
from parallel38.games.korean_war.rules import air, command, engagement, movement, operations, supply
from parallel38.games.korean_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, field, new, number, play, said, track, where, why

EXAMPLE = {
    "5002": "FEC-24",
    "4807": "US-25 fatigued",
    "4606": "US-7",
    "with:FEC-24": "ARM-6",
    "with:US-25": "ARM-89",
    "with:US-7": "BN-PHL",
    "4808": "NK-1 fatigued",
    "4708": "NK-3 fatigued",
    "4607": "NK-2",
    "4803": "DEPOT-UN-1 value=3 spent=2",
    "4509": "DEPOT-NK-1 value=1",
}
"""9.3: the three US divisions before the three NK ones, with their depots."""
LOWEST: dict[str, Any] = {"rules_of_engagement": 1, "mobilization": 1}
"""The lowest levels of the advanced game."""


@pytest.mark.rule("W-9.3.exA", by="value")
@pytest.mark.rule("W-9.1a", "W-9.1b", "W-9.3a", "W-9.4e", "W-9.1j", by="value")
def test_the_first_combat_of_the_example():
    game = field(EXAMPLE, turn=4, cas=5, dice=[7, 8])
    move = game.parse("move FEC-24 4707 operational")
    way = game.state.top.complete(game.state, move).path  # type: ignore[attr-defined]
    assert sum(price or 0 for _, price in movement.prices(game.state, number(game, "FEC-24"), way)) == 8 * movement.HALF
    play(game, "move FEC-24 4707 operational")
    fight = game.parse("attack FEC-24 normal ARM-6,ARM-89").fight(game.state, first=False)  # type: ignore[attr-defined]
    s = game.state
    parts = {game.state.rules.names.unit(u): n for u, n in engagement.attack_parts(s, fight)}
    assert parts == {"FEC-24": 18, "US-25": 15, "US-7": 30, "BN-PHL": 2}
    defense = {game.state.rules.names.unit(u): n for u, n in engagement.defense_parts(s, COMMUNIST, fight)}
    assert defense == {"NK-3": 2, "NK-2": 4}  # and not the 1st Division, which is not next to the active unit
    assert engagement.odds(s, fight) == (65, 6, "10-1")
    assert engagement.line(s, fight) == "clear"
    assert engagement.armor_odds(s, fight) == (16, 5, "3-1")
    assert engagement.armor_total(s, fight) == -3
    play(game, "attack FEC-24 normal ARM-6,ARM-89")
    assert game.state.top.bonus == 1  # type: ignore[attr-defined]
    assert {part.name: part.die for part in engagement.modifiers(game.state, game.state.top)} == {
        "armor": 1,
        "river": -2,
    }
    entries = game.play("support 1")
    result = next(e for entry in entries for e in entry.events if e.text == "result")
    assert (result.args["drm"], result.args["die"], result.args["result"]) == (0, 8, "Dr3")


@pytest.mark.rule("W-9.3.exB", by="value")
@pytest.mark.rule("W-9.5z", "W-9.5h")
def test_how_the_first_combat_ends():
    game = field(EXAMPLE, turn=4, cas=5, dice=[7, 8], left=2)
    play(game, "move FEC-24 4707 operational", "attack FEC-24 normal ARM-6,ARM-89", "support 1")
    play(game, "lose NK-3", "lose NK-RPL2-1", "lose NK-RPL1-1")
    assert where(game, "NK-3") in ("aside", "eliminated")
    assert game.decider == "communist"
    play(game, "retreat NK-2 4607-4608-4609-4610")
    assert where(game, "NK-2") == "4610"
    play(game, "advance 4708")
    assert where(game, "FEC-24") == "4708"
    assert game.state.fatigued(number(game, "FEC-24"))
    assert game.state.top.left == 1  # type: ignore[attr-defined]
    assert track(game, "cas") == 4


@pytest.mark.rule("W-9.3.exC", by="value")
@pytest.mark.rule("W-9.3b", by="value")
def test_the_second_combat_of_the_example():
    game = field(EXAMPLE, turn=4, cas=5, dice=[7, 8, 5], left=2)
    play(game, "move FEC-24 4707 operational", "attack FEC-24 normal ARM-6,ARM-89", "support 1")
    play(game, "lose NK-3", "lose NK-RPL2-1", "lose NK-RPL1-1", "retreat NK-2 4607-4608-4609-4610", "advance 4708")
    play(game, "move US-7 4709 operational")
    fight = game.parse("attack US-7").fight(game.state, first=False)  # type: ignore[attr-defined]
    parts = {game.state.rules.names.unit(u): n for u, n in engagement.attack_parts(game.state, fight)}
    assert parts == {"US-25": 15, "FEC-24": 9, "US-7": 30, "BN-PHL": 2}
    assert [n for _, n in engagement.defense_parts(game.state, COMMUNIST, fight)] == [2]
    assert engagement.odds(game.state, fight) == (56, 2, "11-1")
    assert engagement.modifiers(game.state, fight) == []
    play(game, "attack US-7")
    entries = game.play("support 0")
    results = [e.args["result"] for entry in entries for e in entry.events if e.text == "result"]
    assert results == ["D3"]
    assert where(game, "NK-1") in ("aside", "eliminated")
    before = game.state.top
    assert game.decider == "un", before
    entries = game.play("end")
    assert where(game, "US-7") == "4709"
    assert game.state.fatigued(number(game, "US-7"))
    assert game.decider == "chance", "both operations are done, and the North Koreans throw"


@pytest.mark.rule("W-11.2.ex", by="value")
@pytest.mark.rule("W-11.2h", "W-11.2m", "W-9.5m", "W-11.2e")
def test_the_landing_at_inchon():
    game = field(
        {"reserve": "1-MAR", "3713": "NKG-1", "3815": "NK-18"},
        marks=["taken 3713", "taken 3815"],
        turn=4,
        cas=2,
        capacity=3,
        dice=[1, 9],
    )
    play(game, "assault 1-MAR 3713")
    fight = game.state.top
    assert engagement.odds(game.state, fight) == (26, 2, "11-1")  # type: ignore[arg-type]
    assert {part.name: part.die for part in engagement.modifiers(game.state, fight)} == {"naval": 2}  # type: ignore
    entries = game.play("support 2")
    result = next(e for entry in entries for e in entry.events if e.text == "result")
    assert (result.args["drm"], result.args["result"]) == (4, "D3")
    assert where(game, "1-MAR") == "3713"
    assert not game.state.fatigued(number(game, "1-MAR"))
    assert where(game, "NKG-1") == "eliminated"
    assert game.state.controls(UN, "Inch'on")
    assert game.state.top.first_points(game.state, number(game, "1-MAR")) == 3  # type: ignore[attr-defined]
    assert why(game, "move 1-MAR 3814 tactical") == ["W-11.2v"]
    play(game, "move 1-MAR 3814 operational")
    assert game.state.top.ap == 1  # type: ignore[attr-defined]
    assert why(game, "attack 1-MAR normal") == []


def levels(units: dict[str, str], dice: list[int], **more: Any) -> Game:
    """The Depot Supply Level Segment, in which dice fall for these depots in this order."""
    depots = [name.split()[0] for place in units.values() for name in place.split(", ") if name.startswith("DEPOT")]
    frame = {"kind": "Levels", "units": depots}
    return field(units, scenario="whole_war", phase="supply_levels", frame=frame, dice=dice, **LOWEST, **more)


@pytest.mark.rule("W-5.2.exA", "W-5.2d", "W-5.2e", "W-5.2h", by="value")
@pytest.mark.rule("W-5.2f")
def test_supply_of_a_depot_at_pusan_and_of_one_in_chagang():
    units = {"0928": "DEPOT-UN-1 value=1", "7515": "DEPOT-NK-1 value=2"}
    game = levels(units, [1, 4], turn=5, interdiction=3)
    s, pusan, north = game.state, number(game, "DEPOT-UN-1"), number(game, "DEPOT-NK-1")
    assert s.rules.province_name(s.where[north]) == "chagang"
    assert supply.modifiers(s, pusan) == []
    assert {part.name: part.die for part in supply.modifiers(s, north)} == {"interdiction": -3}
    told = [(e.args["die"], e.args["n"]) for entry in game.entries() for e in entry.events if e.text == "supply_gained"]
    assert told == [(1, 0), (4, 1)]
    assert (cell(game, "points", "DEPOT-UN-1"), cell(game, "points", "DEPOT-NK-1")) == (0, 1)


@pytest.mark.rule("W-5.2.exB", "W-5.2l", "W-5.2m", "W-4.3i", by="value")
@pytest.mark.parametrize(("turn", "wanted"), [(5, [-5]), (6, [-5, -1])])
def test_the_borders_between_namchonjom_and_pusan(turn: int, wanted: list[int]):
    rules = new("whole_war").state.rules
    mines = [f"mines {rules.grid.label(h)}" for h in bits(rules.ports & ~(1 << rules.pusan))]
    namchonjom = rules.grid.label(rules.board.places["Namch'onjom"])
    game = field({namchonjom: "DEPOT-UN-1 value=1"}, scenario="whole_war", turn=turn, marks=mines, **LOWEST)
    s, depot = game.state, number(game, "DEPOT-UN-1")
    assert rules.province_name(s.where[depot]) == "hwanghae"
    assert supply.borders(s, s.where[depot]) == {rules.pusan: 4}
    assert [part.die for part in supply.modifiers(s, depot)] == wanted
    first, further = (rules.charts["un_depot_modifiers"][row, "die"] for row in ("first_border", "further_border"))
    assert (first, further) == (-2, -1)


THREE = "DEPOT-UN-1 value=1, DEPOT-UN-2 value=1 spent=1, DEPOT-UN-3 value=1 spent=2"


@pytest.mark.rule("W-5.2.exC", by="value")
@pytest.mark.rule("W-5.2ab", "W-5.2z")
@pytest.mark.parametrize(("second", "wanted"), [("DEPOT-UN-3", [0, 2, 3]), ("DEPOT-UN-2", [0, 3, 2])])
def test_two_banked_points_for_a_limited_and_an_accelerated_depot(second: str, wanted: list[int]):
    depots = dict(zip(("0928", "1625", "1024"), THREE.split(", "), strict=True))
    others = {"1822": "US-2", "5608": "NK-10"}
    frame = {"kind": "Adding", "side": "un"}
    game = field({**depots, **others}, phase="expenditure", frame=frame, un_bank=2, turn=5)
    assert why(game, "bonus DEPOT-UN-1") == ["W-5.2z"]
    play(game, "bonus DEPOT-UN-2", f"bonus {second}")
    assert [cell(game, "spent", f"DEPOT-UN-{n}") for n in (1, 2, 3)] == wanted
    assert track(game, "un_bank") == 0


@pytest.mark.rule("W-5.2.exD", by="value")
@pytest.mark.rule("W-5.2ac", "W-5.2ad")
def test_a_banked_point_gives_the_un_the_initiative_in_turn_six():
    units = {"0928": "DEPOT-UN-1 value=3 points=2, US-2", "5608": "DEPOT-NK-1 value=3 points=2, NK-10"}
    game = levels(units, [2, 2], turn=6, un_bank=1)
    for unit in ("DEPOT-UN-1", "DEPOT-NK-1"):
        game.state.set("points", number(game, unit), 2)  # both have two points, whatever the dice gave
    play(game, "spend DEPOT-NK-1 2", "spend DEPOT-UN-1 2")
    assert (track(game, "un_initiative"), track(game, "communist_initiative")) == (2, 2)
    assert operations.holder(game.state) == COMMUNIST
    play(game, "bonus DEPOT-UN-1")
    assert (track(game, "un_initiative"), track(game, "communist_initiative")) == (3, 2)
    assert operations.holder(game.state) == UN


@pytest.mark.rule("W-5.3.ex", by="value")
@pytest.mark.rule("W-5.1b", "W-5.1d", "W-5.2t")
def test_the_example_of_depots_and_supply():
    hexes = {"b": "4113", "c": "4212"}
    units = {"4213": "NK-1", "4313": "NK-6", "0928": "US-2, DEPOT-UN-1 value=3"}
    frame = {"kind": "Stocking", "side": "communist"}
    game = field(
        units,
        scenario="whole_war",
        phase="depot_placement",
        frame=frame,
        turn=4,
        interdiction=6,
        marks=["taken 4313"],
        dice=[9, 8, 7],
        **LOWEST,
    )
    rules = game.state.rules
    b, c = (rules.grid.hex(hexes[name]) for name in ("b", "c"))
    assert {rules.province_name(b), rules.province_name(c)} == {"kyonggi"}
    assert rules.near_lines >> b & 1
    assert rules.grid.distance(b, rules.grid.hex("4213")) <= 4
    assert rules.grid.distance(c, rules.board.places["Kaesong"]) == 1
    play(game, f"depot {hexes['b']} 2", f"depot {hexes['c']} 1")
    assert why(game, "depot 4213 1") == ["W-5.1b"]
    play(game, "end")
    told = [(e.args["die"], e.args["n"]) for entry in game.entries() for e in entry.events if e.text == "supply_gained"]
    assert told == [(9, 3), (8, 1), (7, 0)]
    assert game.decider == "communist"
    play(game, "spend DEPOT-NK-1 1", "spend DEPOT-UN-1 3")
    levels = [command.level(game.state, number(game, unit)) for unit in ("DEPOT-NK-1", "DEPOT-NK-2", "DEPOT-UN-1")]
    assert levels == ["limited", "restricted", "offensive"]
    assert (track(game, "communist_initiative"), track(game, "un_initiative")) == (1, 3)
    assert operations.holder(game.state) == UN
    assert where(game, "DEPOT-NK-2") == hexes["c"]


@pytest.mark.rule("W-6.2.ex", "W-6.1b", by="value")
@pytest.mark.rule("W-6.1d", "W-6.1e", "W-6.1j", "W-6.1l")
def test_the_operations_segment_of_the_example():
    units = {"1625": "US-2", "1822": "US-25", "reserve": "1-MAR", "parachute": "PARA-187", "0928": "US-24"}
    units |= {"2317": "NK-6", "2517": "NK-RPL2-1", "2518": "NK-RPL1-1", "2715": "NK-7", "2915": "NK-5"}
    operating = {"kind": "Operating", "side": "un", "rolled_for": False, "left": 0, "done": False, "passed": []}
    frame = {**operating, "unit": None, "ap": 0, "fought": [], "bonus": False}
    game = field(
        units,
        frame=frame,
        dice=[8, 0, 4, 8, 4, 7],
        options={"parachutes": "on"},
        capacity=3,
        un_initiative=3,
        communist_initiative=1,
    )
    assert operations.holder(game.state) == UN
    assert operations.column(game.state, UN) == "2-3"
    assert (game.decider, game.state.top.left) == ("un", 3)  # type: ignore[attr-defined]
    play(game, "rest US-2", "assault 1-MAR 3713", "rest US-25")
    assert (game.decider, game.state.top.left) == ("un", 1), "the North Koreans threw a 0"  # type: ignore[attr-defined]
    assert game.state.top.passed == ()  # type: ignore[attr-defined]
    play(game, "drop PARA-187 1925")
    assert (game.decider, game.state.top.left) == ("communist", 2)  # type: ignore[attr-defined]
    play(game, "rest NK-7", "amalgamate NK-RPL2-1,NK-RPL1-1 2517")
    assert (game.decider, game.state.top.left) == ("un", 1)  # type: ignore[attr-defined]
    play(game, "pass")
    assert (game.decider, game.state.top.left) == ("communist", 2)  # type: ignore[attr-defined]
    play(game, "rest NK-5")
    entries = game.play("pass")
    assert "passed" in said(entries)
    assert game.state.frames[0].phase != "operations"  # type: ignore[attr-defined]


@pytest.mark.rule("W-13.1.ex", by="value")
@pytest.mark.rule("W-13.1x", "W-13.1w", "W-13.1u")
def test_the_seventh_division_goes_to_inchon():
    first = {"phase": "deployment", "part": "first_action", "frame": {"kind": "Deploying"}}
    game = field({"reserve": "US-7, FEC-24", "1625": "US-2"}, **first)
    play(game, "ship US-7")
    assert (where(game, "US-7"), where(game, "FEC-24"), track(game, "shipping")) == ("other_port", "reserve", 1)
    single = play(field({"reserve": "US-5RCT, US-29RCT", "1625": "US-2"}, **first), "ship US-5RCT")
    assert why(single, "deploy US-29RCT 0928") == ["W-13.1x"]
    later = field(
        {"reserve": "FEC-24", "other_port": "US-7", "1625": "US-2"},
        phase="deployment",
        frame={"kind": "Deploying"},
        shipping=1,
    )
    assert why(later, "deploy FEC-24 0928") == ["W-13.1x"]
    entries = later.play("deploy US-7 3713")
    assert "deployed" in said(entries)
    assert where(later, "US-7") == "3713"
    third = field({"reserve": "FEC-24", "1625": "US-2"}, turn=5, **first)
    play(third, "deploy FEC-24 0928")
    assert where(third, "FEC-24") == "0928"


@pytest.mark.rule("W-15.2.ex", by="value")
@pytest.mark.rule("W-15.1a", "W-15.2f", "W-15.2c")
def test_the_air_missions_of_the_example():
    """P'yongan-Pukto is opened to Rules of Engagement that do not modify the die."""
    bombers = ["AIR-19BG", "AIR-22BG", "AIR-92BG", "AIR-98BG", "AIR-307BG"]
    fighters = ["AIR-8FBG", "AIR-49FBG", "AIR-3BG", "AIR-CAW5", "AIR-18FBG", "AIR-CAW11"]
    game = field(
        {"airfields": ", ".join(bombers + fighters), "5608": "NK-10", "4507": "NK-8", "6901": "NK-7"},
        scenario="whole_war",
        turn=5,
        phase="air_missions",
        part="",
        frame={"kind": "Missions", "done": False},
        dice=[7],
        charts={"open_provinces": {"pyongan_pukto": {"level": 3}}},
        rules_of_engagement=3,
        mobilization=1,
    )
    s, rules = game.state, game.state.rules
    assert [(rules.support[number(game, u)], rules.bombing[number(game, u)]) for u in bombers] == [(0, 4)] * 5
    assert [(rules.support[number(game, u)], rules.bombing[number(game, u)]) for u in fighters] == [(2, 1)] * 6
    assert [air.multiplier(s, PROVINCES.index(name)) for name in ("hwanghae", "pyongan_pukto")] == [3, 5]
    for unit in fighters[:3]:
        play(game, f"mission {unit} cas")
    for unit in bombers[:4]:
        play(game, f"mission {unit} hwanghae")
    assert why(game, f"mission {bombers[4]} hwanghae") == ["W-15.2a"]
    for unit in fighters[3:]:
        play(game, f"mission {unit} pyongan_pukto")
    assert air.total(game.state) == 48 + 15
    entries = game.play(f"mission {bombers[4]} pyongan_pukto")
    assert track(game, "cas") == 6
    assert air.total(game.state) == 83
    assert air.column(game.state) == "79-99"
    assert {PROVINCES[i] for i in bits(track(game, "restricted"))} == {"hwanghae", "pyongan_pukto"}
    read = next(e for entry in entries for e in entry.events if e.text == "interdiction_level")
    assert (read.args["die"], read.args["drm"], read.args["n"]) == (7, 0, 6)
    assert track(game, "interdiction") == 6


@pytest.mark.rule("W-4.4d", "W-4.4e", "W-4.4f", by="value")
def test_ranges_end_at_twelve_and_twenty_five_points():
    game = field(EXAMPLE, turn=4)
    depot, s = number(game, "DEPOT-UN-1"), game.state
    far = command.arrivals(s, depot)
    assert far[s.where[depot]] == 0
    assert max(far.values()) <= 50
    for h, cost in far.items():
        assert command.column(s, depot, h) == ("primary" if cost <= 24 else "secondary")
