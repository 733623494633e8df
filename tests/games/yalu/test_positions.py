"""Positions of Yalu: what cannot be is refused in a sentence, and every situation of a game comes back."""

from random import Random
from typing import Any

import pytest

from parallel38 import from_position, new_game
from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Over
from parallel38.engine.positions import write_position
from parallel38.games.yalu.checks import PHASES
from parallel38.games.yalu.ruleset import YaluRuleset

UNITS = {
    "0714": ["US-2", "SUP-TK1"],
    "0713": ["PVA-40-118", "PVA-40-119"],
    "1118": ["G-1"],
    "0919": ["US-187", "US-24"],
    "0921": ["UK-29"],
    "1711": ["SUP-CA"],
    "0518": ["NKPA-5"],
    "evacuated": ["US-3 spent=3"],
    "available": ["G-2"],
    "dead": ["PVA-38-112"],
}
ATTACK = {"hex": "0714", "units": ["PVA-40-118"]}
COUNTER = {"hex": "0713", "units": ["US-2"], "support": ["SUP-TK1"], "air": 1}
DEFENCE = {"kind": "Firing", "side": "un", "assault": False, "attacks": [ATTACK]}
ASSAULT = {"kind": "Firing", "side": "communist", "assault": True, "attacks": [ATTACK], "left": [ATTACK]}
SALVO = {"side": "communist", "assault": True, "hex": "0714", "at": "0714", "units": ["PVA-40-118"]}
SALVO |= {"kind": "Salvo", "targets": ["US-2"], "odds": "1:1", "modifier": 0}
FIRE = {"kind": "Roll", "purpose": "fire 0714", "dice": 2, "rule": "D-10.2.2"}
MOVING = {"kind": "Moving", "side": "un"}
BLIND = {"kind": "March", "units": ["PVA-40-118"], "path": "0713~0813", "mode": "foot", "fresh": False}
ROLLING = BLIND | {"rolling": "infiltration", "waiting": ["PVA-40-118"]}
FLIGHT = {"kind": "Flight", "unit": "US-2", "path": "0714-0715-0716", "halt": 2}
VOLLEY = {"kind": "Volley", "unit": "US-2", "units": ["PVA-40-118"], "odds": "1:1", "modifier": 0}
RETREATS = {"kind": "Retreats", "hex": "0714", "waiting": ["US-2"], "group": ["US-2"], "support": ["SUP-TK1"]}
ADVANCING = {"kind": "Advancing", "side": "communist", "hex": "0813", "units": ["PVA-40-118"]}
LOSS = {"unit": "US-3", "hex": "0813", "points": 2}
TROOPS = {"kind": "Troops", "hex": "0713", "factors": 2, "waiting": ["PVA-40-118"]}
STRIKES = {"kind": "Strikes", "target": "rail", "hexes": ["0714"], "left": 1}
SHELLED = {"kind": "Interdict", "target": "rail", "path": "1611", "support": ["SUP-CA"], "air": 0}

SOUND: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "weather": ("weather", [{"kind": "Weather", "rolled_for": "weather"}]),
    "supply": ("communist_reinforcement", [{"kind": "AttackSupply"}]),
    "arrivals": ("communist_reinforcement", [{"kind": "CommunistArrivals", "units": ["PVA-26-76"]}]),
    "guerrilla": ("communist_reinforcement", [{"kind": "PlaceGuerrilla", "unit": "G-2"}]),
    "replacements": ("communist_reinforcement", [{"kind": "CommunistReplacements", "what": "pva", "left": 1}]),
    "fielding": ("communist_conscripts", [{"kind": "Excess"}, {"kind": "Fielding", "left": 1}]),
    "march": ("communist_movement", [{"kind": "Moving", "side": "communist"}, ROLLING]),
    "bug-out": ("un_bug_out", [{"kind": "BuggingOut", "taken": ["0919-0920"]}, FLIGHT]),
    "volley": ("un_bug_out", [{"kind": "BuggingOut"}, FLIGHT, VOLLEY]),
    "pursuit": ("un_bug_out", [{"kind": "Pursuits", "hexes": ["0813"], "at": 1}, ADVANCING | {"kind": "Pursuit"}]),
    "designation": ("communist_combat", [{"kind": "Designation", "side": "communist", "attacks": [ATTACK]}]),
    "surprise": ("communist_combat", [DEFENCE, {"kind": "Surprise", "waiting": ["US-2"]}]),
    "salvo": ("communist_combat", [ASSAULT, SALVO, FIRE]),
    "retreats": ("communist_combat", [ASSAULT, SALVO | {"rolled_dice": True}, RETREATS]),
    "advancing": ("communist_combat", [ASSAULT, ADVANCING | {"losses": [LOSS]}]),
    "morale": ("communist_morale", [{"kind": "Checks", "side": 1, "check": "regroup", "waiting": ["PVA-40-119"]}]),
    "bombarding": ("un_bombardment", [{"kind": "Bombarding", "aims": [SHELLED]}]),
    "troops": ("un_bombardment", [{"kind": "Bombarding"}, TROOPS]),
    "strikes": ("un_bombardment", [{"kind": "Bombarding"}, STRIKES]),
    "landing": ("un_reinforcement", [{"kind": "Landing"}, {"kind": "Ridgway"}]),
    "moving": ("un_movement", [MOVING | {"last": ["US-24"]}]),
    "evacuation": ("un_movement", [MOVING, {"kind": "Evacuation", "unit": "US-3"}]),
    "jump": ("un_movement", [MOVING, {"kind": "Jump", "unit": "US-187", "hex": "0401"}]),
    "hunt": ("un_guerrillas", [{"kind": "Hunt", "waiting": ["US-24"]}]),
    "counter-attack": ("un_combat", [{"kind": "Designation", "side": "un", "attacks": [COUNTER]}]),
}
"""By name: a phase, and frames in it that fit the units above."""


def plain(name: str, depth: int = -1, *, stands: dict[str, list[str]] | None = None, **changes: Any) -> dict[str, Any]:
    """One of these positions, with fields of a frame changed; counted from the top, which is -1."""
    phase, frames = SOUND[name]
    frames = [*frames]
    frames[depth] = frames[depth] | changes
    moved = {unit.split()[0] for there in (stands or {}).values() for unit in there}
    places = {h: [u for u in there if u.split()[0] not in moved] for h, there in UNITS.items()}
    for h, there in (stands or {}).items():
        places[h] = [*places.get(h, []), *there]
    if name == "jump":
        places["0921"].append(places["0919"].pop(0))
    return {
        "parallel38": "position",
        "schema": 1,
        "game": "yalu",
        "track": {"turn": 2, "weather": "SO", "die": 3, "air": 2, "asp": 5},
        "units": {h: there for h, there in places.items() if there},
        "frames": [{"kind": "Sequence", "phase": phase}, *frames],
    }


@pytest.mark.parametrize("name", SOUND)
def test_what_the_others_change_is_sound_and_can_be_played(name: str):
    game, rng = from_position(plain(name)), Random(1)
    for _ in range(20):
        if not game.over:
            game.play(game.sample(rng))


@pytest.mark.parametrize(
    ("name", "changes", "field"),
    [
        ("weather", {"rolled_for": "tea"}, "Weather.rolled_for"),
        ("arrivals", {"units": []}, "CommunistArrivals.units"),
        ("arrivals", {"units": ["PVA-40-118"]}, "CommunistArrivals.units"),
        ("arrivals", {"units": ["US-1Mar"]}, "CommunistArrivals.units"),
        ("guerrilla", {"unit": "G-1"}, "PlaceGuerrilla.unit"),
        ("replacements", {"left": 0}, "CommunistReplacements.left"),
        ("replacements", {"left": 999999}, "CommunistReplacements.left"),
        ("fielding", {"left": -1}, "Fielding.left"),
        ("march", {"at": 0}, "March.at"),
        ("march", {"at": 3}, "March.at"),
        ("march", {"since": 2}, "March.since"),
        ("march", {"mode": "ship"}, "March.mode"),
        ("march", {"path": "0713-0813"}, "March.waiting"),
        ("march", {"path": "0713~0812~0131"}, "March.path"),
        ("march", {"path": "~0713~0813"}, "March.path"),
        ("march", {"path": "0713~0714"}, "March.path"),
        ("march", {"units": []}, "March.units"),
        ("march", {"units": ["NKPA-5"]}, "March.units"),
        ("march", {"rolling": "tea"}, "March.rolling"),
        ("march", {"waiting": ["PVA-40-118", "PVA-40-118"]}, "March.waiting"),
        ("march", {"passed": ["NKPA-5"]}, "March.passed"),
        ("bug-out", {"dice": 1}, "Flight.dice"),
        ("bug-out", {"path": "0714-0715-dead"}, "Flight.path"),
        ("bug-out", {"path": "0714-0713"}, "Flight.halt"),
        ("bug-out", {"path": "0714-0713", "halt": 1}, "Flight.path"),
        ("volley", {"odds": "7:7"}, "Volley.odds"),
        ("volley", {"units": []}, "Volley.units"),
        ("volley", {"unit": "US-3"}, "Volley.unit"),
        ("volley", {"modifier": 1000}, "Volley.modifier"),
        ("pursuit", {"side": "un"}, "Pursuit.side"),
        ("pursuit", {"units": ["NKPA-5"]}, "Pursuit.units"),
        ("designation", {"attacks": [ATTACK | {"hex": "0812"}]}, "Designation.attacks"),
        ("designation", {"attacks": [ATTACK | {"hex": "0921"}]}, "Designation.attacks"),
        ("designation", {"attacks": [ATTACK, ATTACK]}, "Designation.attacks"),
        ("designation", {"attacks": [ATTACK | {"units": ["US-2"]}]}, "Designation.attacks"),
        ("designation", {"attacks": [ATTACK | {"guns": 7}]}, "Designation.attacks"),
        ("designation", {"side": "un", "attacks": []}, "Designation.side"),
        ("counter-attack", {"attacks": [COUNTER | {"air": 9}]}, "Designation.attacks"),
        ("counter-attack", {"attacks": [COUNTER | {"support": ["SUP-CA"]}]}, "Designation.attacks"),
        ("surprise", {"waiting": ["US-3"]}, "Surprise.waiting"),
        ("surprise", {"waiting": ["SUP-TK1"]}, "Surprise.waiting"),
        ("retreats", {"waiting": ["US-24"]}, "Retreats.waiting"),
        ("retreats", {"hex": "0715"}, "Retreats.waiting"),
        ("retreats", {"support": ["SUP-CA"]}, "Retreats.support"),
        ("retreats", {"taken": ["0714-0715"]}, "Retreats.taken"),
        ("advancing", {"hex": "0714"}, "Advancing.hex"),
        ("advancing", {"hex": "reserve"}, "Advancing.hex"),
        ("advancing", {"losses": [LOSS | {"unit": "UK-29"}]}, "Advancing.losses"),
        ("advancing", {"losses": [LOSS | {"hex": "0715"}]}, "Advancing.losses"),
        ("morale", {"side": 0}, "Checks.side"),
        ("morale", {"check": "isolation"}, "Checks.check"),
        ("morale", {"waiting": ["G-1"]}, "Checks.waiting"),
        ("morale", {"waiting": ["PVA-38-112"]}, "Checks.waiting"),
        ("bombarding", {"aims": [SHELLED | {"path": "1711"}]}, "Bombarding.aims"),
        ("bombarding", {"aims": [SHELLED | {"target": "bridge"}]}, "Bombarding.aims"),
        ("bombarding", {"aims": [SHELLED | {"support": ["US-2"]}]}, "Bombarding.aims"),
        ("troops", {"factors": 0}, "Troops.factors"),
        ("troops", {"factors": 1000}, "Troops.factors"),
        ("troops", {"waiting": ["NKPA-5"]}, "Troops.waiting"),
        ("troops", {"waiting": ["US-2"]}, "Troops.waiting"),
        ("strikes", {"target": "tea"}, "Strikes.target"),
        ("strikes", {"hexes": ["0518", "0618"]}, "Strikes.hexes"),
        ("strikes", {"target": "supply"}, "Strikes.hexes"),
        ("strikes", {"left": -1}, "Strikes.left"),
        ("strikes", {"hits": 1000}, "Strikes.hits"),
        ("moving", {"side": "communist"}, "Moving.side"),
        ("moving", {"last": ["NKPA-5"]}, "Moving.last"),
        ("evacuation", {"unit": "US-2"}, "Evacuation.unit"),
        ("jump", {"unit": "US-24"}, "Jump.hex"),
        ("jump", {"hex": "0713"}, "Jump.hex"),
        ("jump", {"hex": "1118"}, "Jump.hex"),
        ("hunt", {"waiting": ["SUP-CA"]}, "Hunt.waiting"),
        ("hunt", {"waiting": ["US-24", "US-24"]}, "Hunt.waiting"),
    ],
)
def test_a_frame_that_does_not_fit_is_refused_in_a_sentence(name: str, changes: dict[str, Any], field: str):
    with pytest.raises(BadInputError) as caught:
        from_position(plain(name, **changes))
    assert caught.value.key in ("frame_misfit", "bad_field")
    assert f"frame {field} does not fit" in str(caught.value)


@pytest.mark.parametrize(
    ("depth", "changes", "field"),
    [
        (-1, {"dice": 3}, "Roll"),
        (-1, {"faces": 300}, "Roll.faces"),
        (-1, {"purpose": "tea"}, "Roll"),
        (-2, {"odds": "7:7"}, "Salvo.odds"),
        (-2, {"targets": []}, "Salvo.targets"),
        (-2, {"targets": ["US-24"]}, "Salvo.targets"),
        (-2, {"targets": ["PVA-40-119"]}, "Salvo.targets"),
        (-2, {"units": []}, "Salvo.units"),
        (-2, {"hex": "0715"}, "Salvo.hex"),
        (-2, {"at": "0715"}, "Salvo.at"),
        (-2, {"modifier": -1000}, "Salvo.modifier"),
        (-3, {"attacks": [], "left": []}, "Firing.attacks"),
        (-3, {"attacks": [ATTACK | {"manner": "tea"}]}, "Firing.attacks"),
        (-3, {"attacks": [ATTACK | {"units": []}]}, "Firing.attacks"),
        (-3, {"attacks": [ATTACK | {"support": ["SUP-CA"]}]}, "Firing.attacks"),
        (-3, {"attacks": [ATTACK | {"guns": -1}]}, "Firing.attacks"),
        (-3, {"left": []}, "Firing.left"),
        (-3, {"left": [ATTACK | {"guns": 1}]}, "Firing.left"),
        (-3, {"left": [ATTACK | {"hex": "0921"}]}, "Firing.left"),
        (-3, {"waves": ["0714"]}, "Firing.waves"),
        (-3, {"losses": [LOSS]}, "Firing.losses"),
        (-3, {"side": "un"}, "Firing.side"),
    ],
)
def test_what_a_fire_stands_on_must_fit_too(depth: int, changes: dict[str, Any], field: str):
    with pytest.raises(BadInputError, match=rf"frame {field} does not fit"):
        from_position(plain("salvo", depth, **changes))


def test_an_attack_on_a_hex_without_enemies_is_refused_in_defence_too():
    gone = {"0919": ["US-2", "SUP-TK1"]}
    with pytest.raises(BadInputError, match=r"Firing\.attacks"):
        from_position(plain("surprise", stands=gone))
    with pytest.raises(BadInputError, match=r"Designation\.attacks"):
        from_position(plain("designation", stands=gone))


@pytest.mark.parametrize("name", SOUND)
def test_a_frame_belongs_to_its_phase(name: str):
    frames = SOUND[name][1]
    for other in PHASES:
        kinds = {kind.__name__ for kind in PHASES[other]}
        if frames[0]["kind"] not in kinds:
            position = plain(name)
            position["frames"][0]["phase"] = other
            with pytest.raises(BadInputError, match=rf"{frames[0]['kind']} does not fit the phase {other}"):
                from_position(position)


@pytest.mark.parametrize(
    "frames",
    [[SALVO, FIRE], [{"kind": "Surprise", "waiting": []}, DEFENCE], [FIRE], [ASSAULT, FIRE], [ASSAULT, ASSAULT]],
)
def test_a_frame_stands_on_what_it_belongs_to(frames: list[dict[str, Any]]):
    position = plain("salvo")
    position["frames"][1:] = frames
    with pytest.raises(BadInputError) as caught:
        from_position(position)
    assert caught.value.key == "frame_misfit"


def test_every_frame_that_can_be_written_is_looked_at():
    above = {name for name in YaluRuleset.frames if name not in ("Over", "Stopped", "Roll", "Sequence")}
    assert above == {kind.__name__ for kinds in PHASES.values() for kind in kinds}
    tried = {frame["kind"] for _, frames in SOUND.values() for frame in frames}
    assert above - tried == {"Deploying", "UnDeploying"}, "they hold nothing"


@pytest.mark.parametrize(
    ("changes", "key", "words"),
    [
        ({"track": {"turn": 99}}, "track_range", "Track turn is 99; it can be 1 to 25."),
        ({"track": {"turn": 2, "die": 7}}, "track_range", "Track die is 7"),
        ({"track": {"turn": 2, "die": 3, "air": 60}}, "track_range", "Track air is 60"),
        ({"track": {"turn": 2, "die": 3, "ridgway": 3}}, "track_range", "0 to 2"),
        ({"track": {"turn": 2, "die": 3, "asp": -1}}, "track_range", "Track asp is -1"),
        ({"marks": ["rail-break 1711"]}, "bad_position", "rail-break 1711"),
        ({"marks": ["damaged-bridge 0714"]}, "bad_position", "damaged-bridge"),
        ({"marks": ["interdiction 0714"]}, "bad_position", "interdiction 0714"),
        ({"units": {"0714": ["SUP-TK1 regroup"]}}, "bad_position", "SUP-TK1 flags=regroup"),
        ({"units": {"dead": ["US-9/2 isolated"]}}, "bad_position", "US-9/2 flags=isolated"),
        ({"units": {"1711": ["SUP-CA spent=9"]}}, "bad_position", "SUP-CA spent=9"),
    ],
)
def test_what_else_cannot_be(changes: dict[str, Any], key: str, words: str):
    with pytest.raises(BadInputError) as caught:
        from_position(plain("moving") | changes)
    assert caught.value.key == key
    assert words in str(caught.value)


@pytest.mark.parametrize("options", [{}, {"setup": "free", "un-setup": "on"}])
def test_situations_of_a_game_come_back(options: dict[str, str]):
    """Also between an action and its dice, which a copy does not throw."""
    game, rng = new_game("yalu", seed=7, options=options).copy(), Random(7)
    for decision in range(700):
        if isinstance(game.state.top, Over):
            break
        game.rules.check(game.state)
        if decision % 70 == 0:
            assert from_position(write_position(game.to_position()), Dice.ask()).hash() == game.hash()
        game.play(game.sample(rng))
