"""Positions of The Mobile War: sentences for what cannot be, and every situation of a game comes back."""

from random import Random
from typing import Any

import pytest

from parallel38 import from_position
from parallel38.engine.errors import BadInputError
from parallel38.engine.positions import write_position
from tests.games.mobile_war.field import field, new

ULSAN = "3553"
SHOCK = {"kind": "Sequence", "phase": "communist_shock"}
COMBAT = {"kind": "Sequence", "phase": "communist_combat"}
FIGHTING = {"kind": "Fighting", "side": "communist"}


def plain(**changes: Any) -> dict[str, Any]:
    """A position in a Communist combat phase of the Invasion, changed."""
    units = {"2247": "NK-1", "2348": "US-24", "3356": "MST-1, ROK-11/1"}
    position = field(units, side="communist", phase="combat").to_position()
    return (
        position
        | {key: value for key, value in changes.items() if not isinstance(value, dict)}
        | {key: position.get(key, {}) | value for key, value in changes.items() if isinstance(value, dict)}
    )


def test_the_position_that_the_others_change_is_sound():
    assert from_position(plain()).decider == "communist"


@pytest.mark.parametrize(
    ("changes", "key", "words"),
    [
        ({"track": {"turn": 99}}, "track_range", "Track turn is 99; it can be 1 to 17."),
        ({"track": {"turn": 0}}, "track_range", "Track turn is 0"),
        ({"track": {"intervention": -3}}, "track_range", "Track intervention is -3; it can be 0 to 17."),
        ({"track": {"airlift": 7}}, "track_range", "0 to 6"),
        ({"track": {"armies": 13}}, "track_range", "0 to 12"),
        ({"frames": [{"kind": "Sequence", "phase": "tea"}]}, "unknown_phase", "“tea”"),
        ({"frames": [FIGHTING]}, "bad_position", "frames"),
        ({"frames": [COMBAT, FIGHTING | {"side": "un"}]}, "frame_misfit", "Fighting"),
        ({"frames": [COMBAT, {"kind": "Moving", "side": "communist", "phase": "first"}]}, "frame_misfit", "Moving"),
        ({"frames": [COMBAT, FIGHTING, {"kind": "Gunnery", "hex": "un_box"}]}, "bad_field", "Gunnery.hex"),
        ({"frames": [SHOCK, {"kind": "Airlifting", "left": 6}]}, "frame_misfit", "Airlifting"),
        ({"frames": [{"kind": "Sequence", "phase": "communist_end"}, FIGHTING]}, "frame_misfit", "communist_end"),
        ({"units": {"0101": ["NK-766"]}}, "unit_misplaced", "NK-766 cannot stand in 0101."),
        ({"units": {"3457": ["NK-766"]}}, "unit_misplaced", "3457"),
        ({"units": {"2040": ["AMPH-1"]}}, "unit_misplaced", "AMPH-1"),
        ({"units": {"un_box": ["NK-766"]}}, "unit_misplaced", "un_box"),
        ({"units": {"rok_box": ["NK-766"]}}, "unit_misplaced", "rok_box"),
        ({"units": {"spare": ["NK-766"]}}, "unit_misplaced", "spare"),
        ({"units": {"gone": ["C-SUP-1"]}}, "unit_misplaced", "gone"),
        ({"units": {"waiting": ["AMPH-1"]}}, "unit_misplaced", "waiting"),
        ({"units": {"returning": ["C-SUP-1"]}}, "unit_misplaced", "returning"),
        ({"units": {"with:MST-1": ["NK-766"]}}, "unit_misplaced", "with:MST-1"),
        ({"units": {"with:NK-1": ["NK-1/1", "NK-2/1", "UK-27"]}}, "unit_misplaced", "UK-27"),
        ({"units": {"with:NK-1": ["NK-1/1", "NK-2/1"]}}, "unit_parts", "NK-1 holds 2 units"),
        ({"units": {"with:NK-8": ["NK-766"]}}, "unit_parts", "NK-8"),
        ({"units": {"2348": ["US-24", "NK-766"]}}, "both_sides", "2348"),
        ({"units": {"3356": ["MST-1 spent=999", "ROK-11/1"]}}, "bad_position", "spent=999"),
        ({"units": {"3356": ["MST-1", "ROK-11/1 spent=-1"]}}, "bad_position", "spent=-1"),
        ({"marks": ["home 2040"]}, "bad_position", "home 2040"),
        ({"marks": [f"home {ULSAN}", "home 3356"]}, "bad_position", "home"),
        ({"marks": ["bridge-down 2040"]}, "bad_position", "bridge-down 2040"),
        ({"unitz": {"3356": ["US-25"]}}, "unknown_key", "“unitz”"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(changes: dict[str, Any], key: str, words: str):
    with pytest.raises(BadInputError) as caught:
        from_position(plain(**changes))
    assert caught.value.key == key
    assert words in str(caught.value)


FIGHT = {"kind": "Fight", "side": "communist", "hex": "2348", "units": ["NK-1"]}
DECIDED = FIGHT | {"table": "pursuit", "column": "1-1"}
ROLL = {"kind": "Roll", "purpose": "combat", "dice": 1, "rule": "K-COM-J1"}
LOSING = {"kind": "Losing", "side": "un", "hex": "2348", "pool": ["US-24"], "left": 1, "doubled": False}
RETREATING = {"kind": "Retreating", "side": "un", "hex": "2348", "units": ["US-24"], "far": 2, "foes": ["2247"]}
UN_ARRIVALS = {"kind": "Sequence", "phase": "un_arrivals"}
REPLACING = {"kind": "Replacing", "side": "un", "left": ["S3", "UN1"]}
PLACING = {"kind": "Placing", "side": "communist", "units": ["NK-1P"], "rule": "K-VAR-3", "free": True}
PLACING |= {"towns": ["Chonju", "Kwangju"], "within": 4}
COVERING = {"kind": "Covering", "units": ["ROK-1R"]}


@pytest.mark.parametrize(
    ("frames", "field_"),
    [
        ([COMBAT, FIGHTING | {"spent": ["NK-1"]}], "Fighting spent"),
        ([COMBAT, FIGHTING | {"spent": ["C-SUP-1", "C-SUP-1"]}], "Fighting spent"),
        ([COMBAT, FIGHTING, FIGHT | {"hex": "2349"}], "Fight hex"),
        ([COMBAT, FIGHTING, FIGHT | {"units": ["US-24"]}], "Fight units"),
        ([COMBAT, FIGHTING, FIGHT | {"units": ["NK-2"]}], "Fight units"),
        ([COMBAT, FIGHTING, FIGHT | {"depots": ["UN-SUP-1"]}], "Fight depots"),
        ([COMBAT, FIGHTING, FIGHT | {"guns": ["NK-1"]}], "Fight guns"),
        ([COMBAT, FIGHTING, FIGHT | {"called": ["MST-1"]}], "Fight called"),
        ([COMBAT, FIGHTING, FIGHT | {"craft": ["NG-1"]}], "Fight craft"),
        ([COMBAT, FIGHTING, FIGHT | {"table": "tea", "column": "1-1"}], "Fight table"),
        ([COMBAT, FIGHTING, FIGHT | {"table": "pursuit", "column": "9-1"}], "Fight table"),
        ([COMBAT, FIGHTING, FIGHT | {"after": 30}], "Fight after"),
        ([COMBAT, FIGHTING, FIGHT | {"foes": ["gone"]}], "Fight foes"),
        ([COMBAT, FIGHTING, FIGHT, {"kind": "Gunnery", "hex": "2348"}], "Gunnery hex"),
        ([COMBAT, FIGHTING, DECIDED, ROLL | {"dice": 10**9}], "Roll dice"),
        ([COMBAT, FIGHTING, DECIDED, ROLL | {"faces": 300}], "Roll faces"),
        ([COMBAT, FIGHTING, FIGHT, ROLL], "Roll dice"),
        ([COMBAT, FIGHTING, DECIDED, LOSING | {"pool": ["NK-1"]}], "Losing pool"),
        ([COMBAT, FIGHTING, DECIDED, LOSING | {"pool": ["US-24", "US-24"]}], "Losing pool"),
        ([COMBAT, FIGHTING, DECIDED, LOSING | {"left": 10**9}], "Losing left"),
        ([COMBAT, FIGHTING, DECIDED, LOSING | {"more": -1}], "Losing more"),
        ([COMBAT, FIGHTING, DECIDED, LOSING | {"heavy": ["US-25"]}], "Losing heavy"),
        ([COMBAT, FIGHTING, DECIDED, LOSING | {"lined": ["with:NK-1"]}], "Losing lined"),
        ([COMBAT, FIGHTING, RETREATING | {"far": 30}], "Retreating far"),
        ([COMBAT, FIGHTING, RETREATING | {"far": 0}], "Retreating far"),
        ([COMBAT, FIGHTING, RETREATING | {"units": ["NK-1"]}], "Retreating units"),
        ([COMBAT, FIGHTING, RETREATING | {"foes": ["un_box"]}], "Retreating foes"),
        ([UN_ARRIVALS, {"kind": "Airlifting", "left": 10**9}], "Airlifting left"),
        ([UN_ARRIVALS, {"kind": "Airlifting", "left": -1}], "Airlifting left"),
        ([UN_ARRIVALS, REPLACING | {"left": ["S4"]}], "Replacing left"),
        ([UN_ARRIVALS, REPLACING | {"left": ["N1"]}], "Replacing left"),
        ([UN_ARRIVALS, REPLACING | {"left": ["S" + "9" * 5000]}], "Replacing left"),
        ([UN_ARRIVALS, REPLACING | {"left": ["tea"]}], "Replacing left"),
        ([SHOCK, PLACING], "Placing rule"),
        ([SHOCK, COVERING], "Covering units"),
        ([COMBAT, *[{"kind": "Sequence", "phase": "communist_combat"}] * 50], "frames"),
    ],
)
def test_what_a_frame_cannot_say_is_refused(frames: list[dict[str, Any]], field_: str):
    with pytest.raises(BadInputError) as caught:
        from_position(plain(frames=frames))
    assert caught.value.key in ("bad_position", "bad_field")
    assert caught.value.arguments["name"].replace(".", " ") == field_


@pytest.mark.parametrize(
    "frames",
    [
        [COMBAT, FIGHTING, FIGHT],
        [COMBAT, FIGHTING, RETREATING],
        [COMBAT, FIGHTING, DECIDED, ROLL],
        [COMBAT, FIGHTING, DECIDED, LOSING],
        [UN_ARRIVALS, REPLACING],
    ],
)
def test_what_the_others_change_can_be_said(frames: list[dict[str, Any]]):
    assert from_position(plain(frames=frames)).decider


@pytest.mark.parametrize(
    ("options", "frame", "change"),
    [
        ({"guerrillas": "on"}, PLACING, {"within": 10**9}),
        ({"guerrillas": "on"}, PLACING, {"towns": ["Atlantis"]}),
        ({"guerrillas": "on"}, PLACING, {"units": ["US-25"]}),
        ({"guerrillas": "on"}, PLACING, {"units": ["NK-1"]}),
        ({"rok-full-strength": "on"}, COVERING, {"units": ["NK-1P"]}),
    ],
)
def test_what_a_what_if_does_not_bring_is_not_put_down(options: Any, frame: dict[str, Any], change: dict[str, Any]):
    position = plain(frames=[SHOCK, frame]) | {"options": options}
    assert from_position(position).decider
    with pytest.raises(BadInputError) as caught:
        from_position(position | {"frames": [SHOCK, frame | change]})
    assert caught.value.key in ("bad_position", "bad_field")


def test_a_frame_is_there_once():
    with pytest.raises(BadInputError) as caught:
        from_position(plain(frames=[COMBAT, FIGHTING, DECIDED, LOSING, LOSING]))
    assert caught.value.key == "frame_misfit"


@pytest.mark.parametrize("spent", [105, 10**9])
def test_a_unit_does_not_wait_for_ever(spent: int):
    with pytest.raises(BadInputError) as caught:
        from_position(plain(units={"returning": [f"UN-SUP-1 spent={spent}"]}))
    assert caught.value.key in ("bad_position", "number_range")


def test_a_port_has_handled_a_division_at_most():
    assert from_position(plain(marks=["harbour 3356 3"]))
    with pytest.raises(BadInputError) as caught:
        from_position(plain(marks=["harbour 3356 4"]))
    assert caught.value.key == "bad_position"


def test_a_question_that_cannot_be_asked_is_refused():
    """Nothing is wrong with the frame by itself, but nobody waits who could land."""
    landing = [{"kind": "Sequence", "phase": "un_arrivals"}, {"kind": "Landing"}]
    with pytest.raises(BadInputError) as caught:
        from_position(plain(frames=landing))
    assert caught.value.key == "impossible_position"


@pytest.mark.parametrize("scenario", ["invasion", "intervention", "stalemate", "campaign"])
def test_situations_of_a_game_come_back(scenario: str):
    game, rng = new(scenario, seed=7), Random(7)
    for decision in range(240):
        if game.over:
            break
        game.rules.check(game.state)
        if decision % 40 == 0:
            assert from_position(write_position(game.to_position())).hash() == game.hash()
        game.play(game.sample(rng))
