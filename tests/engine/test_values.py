"""Notation and plain values: what is written parses back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parallel38 import new_game
from parallel38.engine.chance import Roll, Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.values import (
    Action,
    End,
    Place,
    Units,
    form,
    from_plain,
    read,
    template,
    to_plain,
    usual_mode,
    write,
)
from parallel38.games.yalu.rules.march import March
from parallel38.games.yalu.rules.movement import Move, Moving
from parallel38.games.yalu.rules.placement import PlaceUnit
from parallel38.games.yalu.rules.regroup import Regroup

RULES = new_game("yalu", seed=1).rules
NAMES = RULES.names
units = st.lists(st.sampled_from(range(len(NAMES.units))), min_size=1, max_size=6).map(tuple)
hexes = st.sampled_from(list(NAMES.grid.neighbours))
legs = hexes.flatmap(lambda h: st.sampled_from([h, ~h]))
paths = st.builds(lambda first, rest: (first, *rest), hexes, st.lists(legs, max_size=8))
actions = st.one_of(
    st.builds(Move, units, paths, st.sampled_from(["foot", "rail"])),
    st.builds(Regroup, units),
    st.builds(PlaceUnit, st.sampled_from(range(len(NAMES.units))), hexes),
    st.builds(Throw, st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)),
    st.just(End()),
)
frames = st.one_of(
    st.builds(Moving, st.sampled_from(["un", "communist"]), units, st.booleans()),
    st.builds(March, units, paths, st.just("foot"), st.booleans(), st.integers(1, 9), st.integers(0, 9)),
    st.builds(Roll, st.text("abc -1", min_size=1), st.integers(1, 3), st.just("D-4.1.1")),
)


@given(actions)
def test_an_action_parses_back(action: Action):
    text = write(action, NAMES)
    assert read(text, RULES.verbs, NAMES) == action
    assert write(read(text, RULES.verbs, NAMES), NAMES) == text


@given(frames)
def test_a_frame_comes_back_from_its_plain_form(frame):
    assert from_plain(to_plain(frame, NAMES), RULES.frames, NAMES) == frame


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty_action"),
        ("fly PVA-40-118", "unknown_verb"),
        ("move", "missing_word"),
        ("move PVA-40-118", "missing_word"),
        ("move Nobody 0812-0813", "unknown_unit"),
        ("move PVA-40-999 0812-0813", "unknown_unit_near"),
        ("move PVA-40-118 0812-9999", "unknown_hex"),
        ("move PVA-40-118 0812-0813 foot now", "too_many_words"),
        ("roll six", "not_a_number"),
        ("roll ²", "not_a_number"),
        ("roll --5", "not_a_number"),
        ("roll " + "9" * 3000, "not_a_number"),
        ("roll " + "9" * 5000, "too_long"),
        ("move " + "PVA-40-118," * 300 + "PVA-40-118 0812-0813", "too_many_parts"),
        ("attack 0812 supplied - 1000", "number_range"),
        ("place G-1 ~0812", "unknown_hex"),
    ],
)
def test_bad_notation_is_one_clear_sentence(text: str, key: str):
    with pytest.raises(BadInputError) as caught:
        read(text, RULES.verbs, NAMES)
    assert caught.value.key == key
    sentence = str(caught.value)
    assert sentence.endswith((".", "?"))
    assert "{" not in sentence
    assert "\n" not in sentence


def test_the_last_part_of_a_name_is_enough_if_it_is_the_only_one():
    assert NAMES.unit(NAMES.unit_number("118")) == "PVA-40-118"
    with pytest.raises(BadInputError) as caught:
        NAMES.unit_number("24")
    assert caught.value.key == "ambiguous_unit"
    assert str(caught.value) == "“24” may be NKPA-24 or US-24."
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    assert game.notation(game.parse("move 24 1502")) == "move NKPA-24 1701-1601-1502"
    assert game.notation(game.parse("move 12 1116")) == "move NKPA-12 1115-1116"


def test_places_are_one_code_space():
    for name in ("0812", "dead", "with:US-2"):
        assert NAMES.place(NAMES.place_code(name)) == name


@pytest.mark.parametrize(
    "plain",
    [
        {"kind": "Nothing"},
        {"kind": "Moving"},
        {"kind": "Moving", "side": 3},
        {"kind": "Moving", "side": "un", "extra": 1},
        {"kind": "Moving", "side": "un", "last": ["Nobody"]},
        {"kind": "Roll", "purpose": "x", "dice": True, "rule": "D-1"},
        [],
    ],
)
def test_a_bad_frame_is_refused(plain):
    with pytest.raises(BadInputError):
        from_plain(plain, RULES.frames, NAMES)


class Shell(Action, frozen=True):
    """An action with a field of each kind, to be written with slots."""

    intent = "strike"
    mode_field = "how"

    guns: Units
    hex: Place
    units: Units = ()
    how: str = "quick"
    rounds: int = 2


def test_a_template_has_slots_for_what_is_chosen_on_a_board():
    """Other fields that must be given are slots by name; defaults at the end are left out, as in the notation."""
    assert template(Move) == template(Move, "foot") == "move {units} {path}"
    assert template(Move, "rail") == "move {units} {path} rail"
    assert template(Shell) == "shell {guns} {hex} {units?}"
    assert template(Shell, "slow") == "shell {guns} {hex} {units?} slow"
    assert template(End, "anyhow") == "end", "a mode that is not written"
    assert form(Shell) == "shell {guns} {hex} {units} {how} {rounds}"


def test_the_usual_mode_is_the_one_that_need_not_be_written():
    assert (usual_mode(Move), usual_mode(Shell), usual_mode(End)) == ("foot", "quick", "")
    assert (Move.intent, Shell.intent, End.intent) == ("go", "strike", "choose")


def test_a_filled_template_is_read_as_the_action():
    names = new_game("yalu", seed=1).rules.names
    line = template(Move, "rail").format(units="NKPA-24", path="1701-1601")
    action = read(line, {"move": Move}, names)
    assert action == Move((names.unit_number("NKPA-24"),), (names.place_code("1701"), names.place_code("1601")), "rail")
    assert write(action, names) == line
