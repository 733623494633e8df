"""10 to 13 Reorganization, landings, parachutes, reinforcements, reconstitution, enhancement."""

import pytest

from parallel38.games.korean_war.rules import reorganization, victory
from parallel38.games.korean_war.rules.arrivals import Recruiting
from tests.games.korean_war.field import cell, field, flags, marks, number, play, said, track, where, why


@pytest.mark.rule("W-10.1e", "W-10.1f", "W-10.0b", "W-10.1b", "W-10.1c", "W-10.1a")
def test_building_up():
    units = {"3815": "ROKR-1, ROKR-2", "3715": "ROKR-3, US-5RCT", "1625": "ROKR-5", "4513": "NK-6"}
    game = field(units, turn=3)
    assert why(game, "build ROKR-1,ROKR-2,ROKR-5 3815") == ["W-10.1e"]
    assert why(game, "build ROKR-1,ROKR-2,US-5RCT 3815") == ["W-10.1f"]
    play(game, "build ROKR-1,ROKR-2,ROKR-3 3815")
    (built,) = game.state.fighters(0)[game.state.rules.grid.hex("3815")]
    assert game.state.rules.unit_kind[built] == "rok_div"
    assert where(game, "ROKR-1") == "aside"
    assert game.state.top.left == 3
    tired = field({**units, "3815": "ROKR-1 fatigued, ROKR-2 reorganized"}, turn=3)
    assert why(tired, "build ROKR-1,ROKR-2,ROKR-3 3815") == ["W-10.0b", "W-10.1c"]
    enough = field(units, turn=3, reorganizations=4)
    assert why(enough, "build ROKR-1,ROKR-2,ROKR-3 3815") == ["W-10.1b"]
    other = field(units, turn=3, side="communist")
    assert why(other, "build ROKR-1,ROKR-2,ROKR-3 3815") == ["W-10.1a"]


@pytest.mark.rule("W-10.1h", "W-10.1i", "W-10.1k", "W-10.1l", by="value")
@pytest.mark.parametrize(
    ("units", "kind"),
    [
        ("FEC-19/24,US-9/2,UK-27", "us_fec_div"),
        ("MAR-1/1,MAR-5/1,MAR-7/1", "us_marine_div"),
        ("MAR-1/1,US-9/2,US-23/2", "us_div"),
        ("UK-27,UK-29,TK-1", "cw_div"),
        ("UK-27,UK-29,US-5RCT", "us_div"),
    ],
)
def test_what_regiments_build(units: str, kind: str):
    game = field({"1625": units.replace(",", ", "), "3815": "NK-6"})
    assert reorganization.built_kind(game.state, tuple(number(game, u) for u in units.split(","))) == kind


@pytest.mark.rule("W-10.1o", "W-10.1n", "W-10.1j")
@pytest.mark.rule("W-10.1p", "W-10.1r", by="value")
def test_breaking_down_returns_what_was_built_in():
    game = field({"1625": "MAR-1/1, US-9/2, US-23/2", "with:MAR-1/1": "ARM-1MAR", "1922": "ROK-1", "3815": "NK-6"})
    play(game, "build MAR-1/1,US-9/2,US-23/2 1625")
    division = next(u for u in game.state.fighters(0)[game.state.rules.grid.hex("1625")])
    name = game.state.rules.names.unit(division)
    assert where(game, "MAR-1/1") == f"with:{name}"
    assert where(game, "ARM-1MAR") == f"with:{name}"
    assert why(game, "break ROK-1") == ["W-10.1n"]
    assert why(game, f"break {name}") == ["W-10.1c"]
    later = field({"1625": name, f"with:{name}": "MAR-1/1, ARM-1MAR", "3815": "NK-6"})
    play(later, f"break {name}")
    assert where(later, "MAR-1/1") == "1625"
    assert len(later.state.fighters(0)[later.state.rules.grid.hex("1625")]) == 3


@pytest.mark.rule("W-10.1d")
def test_the_reserve_box_reorganizes_freely():
    game = field({"reserve": "MAR-1/1, MAR-5/1, MAR-7/1", "1625": "US-2", "3815": "NK-6"})
    play(game, "build MAR-1/1,MAR-5/1,MAR-7/1 reserve")
    assert where(game, "1-MAR") == "reserve"
    assert game.state.top.left == 4


@pytest.mark.rule("W-10.2a", "W-10.2b", "W-10.2c", "W-10.2d")
def test_amalgamation():
    units = {"4513": "NK-RPL2-1", "4514": "NK-RPL1-1", "4612": "NK-RPL1-2", "5608": "NK-RPL2-2", "1625": "US-2"}
    game = field(units, side="communist")
    grid = game.state.rules.grid
    assert grid.distance(grid.hex("4513"), grid.hex("4514")) == 1
    assert why(game, "amalgamate NK-RPL2-1,NK-RPL2-2 4513") == ["W-10.2b"]
    near = grid.distance(grid.hex("4513"), grid.hex("4612")) == 1
    pair = "NK-RPL1-1,NK-RPL1-2"
    assert why(game, f"amalgamate {pair} 4514")[0] in ("W-10.2b", "W-10.2c") or not near
    weak = field({"4513": "NK-RPL1-1", "4514": "NK-RPL1-2", "1625": "US-2"}, side="communist")
    assert why(weak, "amalgamate NK-RPL1-1,NK-RPL1-2 4513") == ["W-10.2c"]
    play(game, "amalgamate NK-RPL2-1,NK-RPL1-1 4514")
    assert game.state.fighters(1)[grid.hex("4514")] == [number(game, "NK-1")]
    own = field({"1625": "US-RPL2-1", "1725": "US-RPL1-1", "3815": "NK-6"})
    assert why(own, "amalgamate US-RPL2-1,US-RPL1-1 1625")[0] == "W-10.2a"


@pytest.mark.rule("W-11.1a", "W-11.1d", "W-11.2a", "W-11.2b", "W-11.3c", "W-6.2b")
def test_why_a_unit_cannot_land():
    units = {"reserve": "1-MAR", "evacuated": "US-7", "1625": "US-2", "3815": "NK-6"}
    game = field(units, capacity=1)
    assert why(game, "assault 1-MAR 3814") == ["W-11.2b"]
    assert why(game, "assault US-2 3713") == ["W-11.2a"]
    assert why(game, "assault US-7 3713") == ["W-11.3c"]
    assert why(field(units, capacity=0), "assault 1-MAR 3713") == ["W-11.1a"]
    early = field(units, turn=2, part="first_action", capacity=1)
    assert why(early, "assault 1-MAR 3713") == ["W-11.1d"]
    assert why(field(units, side="communist"), "assault 1-MAR 3713") == ["W-6.2b"]


@pytest.mark.rule("W-11.2e", "W-11.2ac", "W-11.2ad", "W-11.2u", by="value")
@pytest.mark.rule("W-11.2ac", "W-11.2ad")
def test_an_unopposed_landing_and_its_beachhead():
    game = field({"reserve": "1-MAR", "1625": "US-2", "3815": "NK-6"}, capacity=2)
    assert why(game, "beachhead 2511") == ["W-11.2ac"]
    play(game, "assault 1-MAR 2511", "beachhead 2511")
    assert (where(game, "1-MAR"), where(game, "BEACH-1")) == ("2511", "2511")
    assert "landed" in flags(game, "1-MAR")
    assert game.state.top.first_points(game.state, number(game, "1-MAR")) == 2
    assert track(game, "capacity") == 1
    assert why(game, "beachhead 2511") == ["W-11.2ac"]  # one to a hex
    play(game, "lift BEACH-1")
    assert where(game, "BEACH-1") == "out"


@pytest.mark.rule("W-11.2r")
def test_a_landing_that_fails_goes_back():
    game = field({"reserve": "US-5RCT", "3713": "NK-6", "1625": "US-2"}, capacity=2, marks=["taken 3713"], dice=[3])
    play(game, "assault US-5RCT 3713")
    assert where(game, "US-5RCT") in ("reserve", "destroyed", "reconstituting")
    stronger = field({"reserve": "1-MAR", "3713": "NK-6", "1625": "US-2"}, capacity=2, marks=["taken 3713"], dice=[0])
    play(stronger, "assault 1-MAR 3713")
    names = {stronger.state.rules.names.unit(u) for u in stronger.state.boxed("reserve")}
    assert names & {"1-MAR", "MAR-RPL2-1", "MAR-RPL1-1"}


@pytest.mark.rule("W-11.3a", "W-11.3d", "W-11.3b")
def test_evacuation():
    units = {"1831": "US-2 fatigued", "1024": "US-3", "0928": "US-7", "1625": "US-24", "3815": "NK-6"}
    game = field(units, capacity=1)
    assert why(game, "evacuate US-24") == ["W-11.3a"]
    assert why(game, "evacuate US-2,US-3,US-7") == ["W-11.3a"]
    play(game, "evacuate US-2,US-3")
    assert where(game, "US-2") == "evacuated"
    assert flags(game, "US-2") == "committed"  # no longer fatigued
    first = field({"1831": "ROKR-1", "3815": "NK-6"}, scenario="invasion", turn=1, capacity=1)
    assert why(first, "evacuate ROKR-1") == ["W-11.3d"]


@pytest.mark.rule("W-12.0a", "W-12.0b", "W-12.0c", "W-12.0d", "W-12.0e", "W-12.0f", "W-12.0g")
def test_parachutes():
    units = {"parachute": "PARA-187", "3515": "US-2", "3815": "NK-6", "1625": "US-3"}
    assert why(field(units), "drop PARA-187 3715") == ["W-12.0a"]
    game = field(units, options={"parachutes": "on"})
    rules, grid = game.state.rules, game.state.rules.grid
    rough = next(grid.label(h) for h in rules.beside if rules.rugged >> h & 1)
    assert why(game, "drop US-3 3715") == ["W-12.0b"]
    assert why(game, f"drop PARA-187 {rough}") == ["W-12.0e"]
    if (rules.clear | rules.broken) >> grid.hex("3815") & 1:
        assert why(game, "drop PARA-187 3815") == ["W-12.0f"]
    flat = [grid.label(h) for h in rules.beside if (rules.clear | rules.broken) >> h & 1]
    far = next(
        label for label in flat if all(grid.distance(grid.hex(label), grid.hex(p)) > 6 for p in ("3515", "1625"))
    )
    assert why(game, f"drop PARA-187 {far}") == ["W-12.0g"]
    near = [label for label in flat if 1 <= grid.distance(grid.hex(label), grid.hex("3515")) <= 6 and label != "3815"]
    apart = next(label for label in near if grid.distance(grid.hex(label), grid.hex(near[0])) > 1)
    assert why(game, f"drop PARA-187 {near[0]},{apart},{apart}") == ["W-12.0d"]
    play(game, f"drop PARA-187 {near[0]}")
    assert where(game, "PARA-187") == "gone"
    assert sum(game.state.on_map(u) for u in rules.of_kind["para_battalion"]) == 3


def recruits(dice: list[int], turn: int = 3, **more: object):
    return field(
        {"1625": "US-2", "3815": "ROK-1", "4513": "NK-6"},
        turn=turn,
        phase="reinforcement",
        frame={"kind": "Recruiting", "side": "communist"},
        dice=dice,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("W-13.1j", "W-13.1r", by="value")
def test_modifiers_of_reinforcement_rolls():
    game = recruits([], marks=["taken 5521"])
    mods = {part.rule: 0 for part in Recruiting("communist").modifiers(game.state)}
    assert sum(part.die for part in Recruiting("communist").modifiers(game.state)) == -4  # Seoul and Wonsan
    assert set(mods) == {"W-13.1j"}
    lost = recruits([], turn=2, marks=["taken 3815", "taken 1625"])
    assert sum(part.die for part in Recruiting("un").modifiers(lost.state)) == -3


@pytest.mark.rule("W-13.1g", "W-13.1h", "W-13.1o", "W-13.1a")
def test_reinforcements_come():
    game = recruits([9, 0], marks=["taken 3815"])
    assert game.decider == "communist"
    unit = game.state.boxed("recruits", 1)[0]
    assert game.state.assets(unit)
    name = game.state.rules.names.unit(unit)
    assert why(game, f"place {name} 3815") == ["W-13.1b"]
    assert why(game, f"place {name} 3515") == ["W-13.1g"]
    play(game, f"place {name} 5608")
    assert where(game, name) == "5608"


@pytest.mark.rule("W-13.1f", "W-13.1n")
def test_no_rolls():
    game = recruits([], marks=["taken 5521", "taken 5608", "taken 0928"])
    assert "no_recruits" in said(game.entries())
    assert not game.state.boxed("recruits", 1)


@pytest.mark.rule("W-13.1z")
def test_task_force_smith():
    frame = {"kind": "Placing", "side": "un", "units": ["TF-SMITH"]}
    game = field(
        {"reserve": "TF-SMITH", "1625": "ROKR-1", "3815": "NK-6"},
        turn=2,
        part="first_action",
        phase="deployment",
        frame=frame,
    )
    assert why(game, "place TF-SMITH 3515") == ["W-13.1z"]
    play(game, "place TF-SMITH 2317")
    assert where(game, "TF-SMITH") == "2317"


@pytest.mark.rule("W-13.1t", "W-13.1v", "W-13.1u")
def test_deployment_to_pusan():
    frame = {"phase": "deployment", "frame": {"kind": "Deploying"}}
    game = field({"reserve": "US-5RCT, US-2, ARM-6", "1625": "US-3", "3815": "NK-6"}, **frame)
    play(game, "deploy US-5RCT 0928 ARM-6")
    assert where(game, "ARM-6") == "with:US-5RCT"
    closed = field({"reserve": "US-2, US-5RCT", "1625": "US-3", "3815": "NK-6"}, marks=["mines 0928"], **frame)
    assert why(closed, "deploy US-2 0928") == ["W-13.1v"]
    elsewhere = field({"reserve": "US-2", "1625": "US-3", "3815": "NK-6"}, **frame)
    assert why(elsewhere, "deploy US-2 1024") == ["W-13.1u"]
    two = field({"reserve": "US-5RCT, US-29RCT, US-2, UK-27, UK-29", "1625": "US-3", "3815": "NK-6"}, **frame)
    play(two, "deploy US-5RCT 0928")
    assert why(two, "deploy US-2 0928") == ["W-13.1t"]


REBUILDING = {"phase": "reconstitution", "frame": {"kind": "Rebuilding"}}


@pytest.mark.rule("W-13.2a", "W-13.2b", "W-13.2e", "W-13.2i", "W-13.2g")
def test_reconstitution():
    units = {
        "1625": "US-RPL2-1",
        "1725": "US-RPL1-1 fatigued",
        "0928": "US-RPL1-2",
        "aside": "US-3",
        "available": "US-5RCT, ARM-6",
        "reconstituting": "US-2",
        "3815": "NK-6",
    }
    game = field(units, **REBUILDING)
    assert why(game, "rebuild US-RPL1-1") == ["W-13.2a"]
    play(game, "rebuild US-RPL2-1", "rebuild US-RPL1-2")
    assert where(game, "US-3") == "1625"
    assert where(game, "US-RPL2-1") == "0928"
    assert why(game, "return US-5RCT 3515") == ["W-13.2e"]
    assert why(game, "return US-2 0928") == ["W-13.2i"]
    play(game, "return US-5RCT 2317", "assign ARM-6 US-5RCT")
    assert where(game, "US-5RCT") == "2317"
    play(game, "end")
    assert where(game, "US-2") == "available"


@pytest.mark.rule("W-13.3a", "W-13.3e", "W-13.3c")
def test_enhancement():
    frame = {"phase": "enhancement", "part": "", "frame": {"kind": "Enhancing", "left": 3}}
    game = field({"1625": "FEC-24 fatigued", "reserve": "FEC-19/24", "1725": "US-2", "3815": "NK-6"}, turn=3, **frame)
    assert why(game, "enhance US-2") == ["W-13.3e"]
    play(game, "enhance FEC-19/24")
    assert where(game, "US-19/24") == "reserve"
    assert why(game, "enhance FEC-24") == ["W-13.3a"] or where(game, "FEC-24") == "1625"
    whole = field({"1625": "FEC-24 fatigued", "1725": "US-2", "3815": "NK-6"}, turn=3, **frame)
    play(whole, "enhance FEC-24")
    assert (where(whole, "US-24"), where(whole, "FEC-24"), flags(whole, "US-24")) == ("1625", "gone", "fatigued")


@pytest.mark.rule("W-17.3c")
def test_leaving_to_the_south():
    game = field({"6405": "US-24", "5608": "US-2", "6901": "NK-9"}, scenario="chinese_intervene", turn=7)
    assert why(game, "exit US-24") == ["W-17.3c"]
    edge = game.state.rules.grid.labels(game.state.rules.south_edge)[0]
    gone = field({edge: "US-2", "6901": "NK-9"}, scenario="chinese_intervene", turn=7)
    play(gone, "exit US-2")
    assert where(gone, "US-2") == "safe"
    assert cell(gone, "start", "US-2") == 0
    assert marks(gone) == set()


@pytest.mark.rule("W-10.1j", "W-10.1p", by="value")
def test_a_division_that_is_reduced_keeps_what_is_in_it():
    frame = {"kind": "Losing", "side": "un", "units": ["US-2"], "left": 1, "first": None, "rule": "W-9.5c"}
    game = field({"1625": "US-2", "with:US-2": "MAR-1/1, ARM-6", "1725": "US-3", "3815": "NK-6"}, frame=frame)
    assert where(game, "US-2") == "aside"
    assert where(game, "MAR-1/1").startswith("with:US-")
    assert where(game, "ARM-6") == where(game, "MAR-1/1")


@pytest.mark.rule("W-17.1", by="value")
def test_units_that_came_back_do_not_count_as_uncommitted():
    units = {"reserve": "US-3, US-7 committed", "1625": "US-2", "3815": "NK-6"}
    game = field(units, scenario="invasion", turn=4, part="first_action")
    assert victory.uncommitted(game.state) == 1
