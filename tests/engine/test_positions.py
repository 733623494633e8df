"""Positions: text that comes back exactly, and sentences for what cannot be."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parallel38 import from_position, new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.positions import read_position, write_position


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(0, 120))
def test_any_situation_of_a_game_comes_back(seed: int, decisions: int):
    game, rng = new_game("yalu", seed=seed), Random(seed)
    for _ in range(decisions):
        game.play(game.sample(rng))
    text = write_position(game.to_position())
    again = from_position(text)
    assert again.hash() == game.hash()
    assert write_position(again.to_position()) == text
    assert again.view()["units"] == game.view()["units"]


MOVING = {"kind": "Moving", "side": "un"}
ROLL = {"kind": "Roll", "purpose": "x", "dice": 1, "rule": "D-4.1.1"}


def plain(**changes: Any) -> dict[str, Any]:
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    return {**game.to_position(), **changes}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"frames": []}, "no_frames"),
        ({"frames": [{"kind": "Moving", "side": "un"}]}, "bad_position"),
        ({"frames": [{"kind": "Sequence", "phase": "tea"}]}, "unknown_phase"),
        ({"frames": [{"kind": "Sequence", "phase": "weather"}, {"kind": "Moving", "side": "both"}]}, "bad_field"),
        ({"frames": [{"kind": "Sequence", "phase": "weather"}, {"kind": "Moving", "side": "un"}]}, "frame_misfit"),
        ({"frames": [{"kind": "Sequence", "phase": "un_movement"}, MOVING | {"last": 3}]}, "bad_field"),
        ({"frames": [{"kind": "Sequence", "phase": "un_movement"}, MOVING | {"last": [3]}]}, "bad_field"),
        ({"frames": [{"kind": "Sequence", "phase": "weather"}, ROLL]}, "frame_misfit"),
        ({"frames": 3}, "bad_position"),
        ({"units": {"0812": ["US-2"], "0813": ["US-2"]}}, "unit_twice"),
        ({"units": {"0812": "US-2"}}, "bad_position"),
        ({"units": {"0812": [""]}}, "unknown_unit"),
        ({"frames": [{"kind": ["x"]}]}, "unknown_kind"),
        ({"charts": [1]}, "bad_position"),
        ({"marks": ["rail-break 0812 ²"]}, "unknown_hex"),
        ({"units": {"0812": ["US-2 angry"]}}, "unknown_flag"),
        ({"units": {"0812": ["US-2 spent=x"]}}, "not_a_number"),
        ({"units": {"0812": ["US-2 luck=3"]}}, "bad_position"),
        ({"units": {"0812": ["US-2 spent=-5"]}}, "bad_position"),
        ({"units": {"0131": ["US-2"]}}, "unit_misplaced"),
        ({"units": {"0812": ["SUP-CA"]}}, "unit_misplaced"),
        ({"units": {"due": ["US-3"]}}, "unit_misplaced"),
        ({"units": {"due": ["NKPA-9"]}}, "unit_misplaced"),
        ({"units": {"sea": ["SUP-CA"]}}, "unit_misplaced"),
        ({"units": {"delayed": ["Gar-Seoul"]}}, "unit_misplaced"),
        ({"units": {"available": ["PVA-40-118"]}}, "unit_misplaced"),
        ({"units": {"conscripts": ["PVA-40-118"]}}, "unit_misplaced"),
        ({"units": {"reserve": ["US-2"]}}, "unit_misplaced"),
        ({"units": {"1015": ["US-2", "US-23/2"]}}, "part_beside_whole"),
        ({"units": {"1015": ["US-2"], "1016": ["US-2/23/2"]}}, "part_beside_whole"),
        ({"units": {"1015": ["US-2"], "dead": ["US-2/23/2"]}}, "part_beside_whole"),
        ({"units": {"0812": ["US-2", "NKPA-5"]}}, "both_sides"),
        ({"units": {"9999": ["US-2"]}}, "unknown_hex"),
        ({"track": {"turn": 0, "die": 3, "weather": "SO"}}, "track_range"),
        ({"track": {"turn": 1, "die": 3, "weather": "XX"}}, "bad_value"),
        ({"track": {"turn": 1, "die": 3, "cities": "Paris"}}, "bad_value"),
        ({"track": {"luck": 1}}, "unknown_track"),
        ({"track": {"asp": 99999999999}}, "not_a_number"),
        ({"marks": ["rail-break 9999"]}, "unknown_hex"),
        ({"marks": ["rail-break"]}, "bad_position"),
        ({"marks": ["minefield 0812"]}, "bad_position"),
        ({"marks": [3]}, "bad_position"),
        ({"options": {"nothing": "on"}}, "unknown_option"),
        ({"options": 3}, "bad_position"),
        ({"edition": "1812"}, "unknown_edition"),
        ({"game": "chess"}, "unknown_game"),
        ({"unitz": {"0812": ["US-2"]}}, "unknown_key"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], key: str):
    with pytest.raises(BadInputError) as caught:
        from_position(plain(**changes))
    assert caught.value.key == key
    assert "{" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("not toml at all [", "not_toml"),
        ('parallel38 = "record"', "not_a_position"),
        ('parallel38 = "position"\nschema = 99', "newer_schema"),
    ],
)
def test_other_texts_are_refused(text: str, key: str):
    with pytest.raises(BadInputError) as caught:
        read_position(text)
    assert caught.value.key == key
