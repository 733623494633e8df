"""Bounds of what comes from outside: frames that cannot be, texts that no parser should follow, dice that never end."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from parallel38 import from_position, new_game
from parallel38.engine.chance import Dice, Roll, keyed_dice
from parallel38.engine.charts import read_own_figures
from parallel38.engine.errors import BadInputError
from parallel38.engine.files import LONGEST_TEXT, read_bytes, read_json, read_text, read_toml
from parallel38.engine.lines import Lines, all_lines, rebuild
from parallel38.engine.positions import read_position, write_position
from parallel38.engine.texts import Texts
from parallel38.games import title

WEATHER = [{"kind": "Sequence", "phase": "weather"}, {"kind": "Weather"}]
ROLL = {"kind": "Roll", "purpose": "weather", "dice": 1, "rule": "D-4.1.1"}


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games' own checks let everything pass, so that only what holds in any game is seen."""
    for name in ("yalu", "mobile_war"):
        monkeypatch.setattr(type(new_game(name, seed=1).rules), "check", lambda self, s: None)


def key_of(error: BadInputError) -> str:
    """What is wrong, be it with a field of a frame."""
    return key_of(error.arguments["reason"]) if error.key == "bad_field" else error.key


def yalu(**changes: Any) -> dict[str, Any]:
    return {**new_game("yalu", seed=1).to_position(), **changes}


def mobile_war(*above: dict[str, Any], phase: str = "communist_combat") -> dict[str, Any]:
    position = new_game("mobile_war", seed=1).to_position()
    return {**position, "frames": [{"kind": "Sequence", "phase": phase}, *above]}


def test_dice_that_the_frame_below_asks_for_are_taken():
    game = from_position(yalu(frames=[*WEATHER, ROLL]), Dice.ask())
    assert game.decider == "chance"
    game.play("roll 3")


@pytest.mark.parametrize(
    ("roll", "key"),
    [
        ({"faces": 300}, "number_range"),
        ({"faces": 1}, "number_range"),
        ({"dice": 10**9}, "number_range"),
        ({"dice": 0}, "number_range"),
        ({"lowest": -5}, "number_range"),
        ({"dice": 2}, "impossible_position"),
        ({"faces": 10}, "impossible_position"),
        ({"purpose": "tea"}, "impossible_position"),
        ({"purpose": "x" * 1000}, "too_long"),
        ({"rule": "D-4.2"}, "impossible_position"),
        ({"rule": "D-99"}, "bad_value"),
    ],
)
def test_other_dice_are_refused(unchecked: None, roll: dict[str, Any], key: str):
    with pytest.raises(BadInputError) as caught:
        from_position(yalu(frames=[*WEATHER, ROLL | roll]), Dice.ask())
    assert key_of(caught.value) == key


@pytest.mark.parametrize(
    ("frames", "key"),
    [
        ([*WEATHER, ROLL, ROLL], "impossible_position"),
        ([WEATHER[0], ROLL, WEATHER[1]], "impossible_position"),
        ([WEATHER[0], *[WEATHER[1]] * 100], "bad_position"),
        ([*WEATHER, WEATHER[0]], "bad_position"),
        ([WEATHER[0], {"kind": "Over", "winner": "un", "rule": ""}], "bad_position"),
        ([{"kind": "Over", "winner": "nobody", "rule": ""}], "bad_value"),
        ([{"kind": "Over", "winner": "un", "rule": "tea"}], "bad_value"),
        ([WEATHER[0], {"kind": "Fielding", "left": 10**6}], "number_range"),
        ([WEATHER[0], {"kind": "Advancing", "side": "un", "hex": "dead", "units": []}], "not_a_hex"),
        ([WEATHER[0], {"kind": "BuggingOut", "taken": ["0812-dead"]}], "not_a_hex"),
        ([WEATHER[0], {"kind": "Moving", "side": None}], "bad_value"),
        ([WEATHER[0], {"kind": "Hunt", "waiting": ["US-2"] * 5000}], "too_many_parts"),
        ([WEATHER[0], {"kind": "BuggingOut", "taken": ["0812"] * 5000}], "too_many_parts"),
        ([WEATHER[0], {"kind": "BuggingOut", "taken": ["-".join(["0812"] * 5000)]}], "too_many_parts"),
        ([WEATHER[0], {"kind": "Designation", "side": "un", "attacks": ["0812"]}], "bad_value"),
    ],
)
def test_frames_that_cannot_be_are_refused(unchecked: None, frames: list[dict[str, Any]], key: str):
    with pytest.raises(BadInputError) as caught:
        from_position(yalu(frames=frames), Dice.ask())
    assert key_of(caught.value) == key


def test_the_game_is_over_and_nothing_goes_on():
    over = yalu(frames=[{"kind": "Over", "winner": None, "rule": ""}])
    assert from_position(over).over
    assert from_position(write_position(over)).over


def test_a_sentence_about_a_field_names_it_in_every_language():
    with pytest.raises(BadInputError) as caught:
        from_position(yalu(frames=[WEATHER[0], {"kind": "Fielding", "left": 10**6}]))
    assert str(caught.value).startswith("A frame Fielding.left does not fit: “1000000” cannot stand here: it can be")
    told = Texts("es").say(f"error.{caught.value.key}", caught.value.arguments)
    assert told == "Un marco Fielding.left no encaja: «1000000» no puede ir aquí: puede ser de -999 a 999."


def test_a_retreat_is_never_longer_than_a_chart_can_say():
    """Every way of thirty hexes would fill the memory of any machine."""
    frame = {"kind": "Retreating", "side": "un", "hex": "2038", "units": ["US-24"], "far": 30}
    with pytest.raises(BadInputError) as caught:
        from_position(mobile_war({"kind": "Fighting", "side": "communist"}, frame))
    assert key_of(caught.value) == "number_range"


@pytest.mark.parametrize("track", ["asp", "air", "us_replaced"])
def test_numbers_are_within_what_can_be_counted_on(track: str):
    position = yalu()
    position["track"][track] = 2**31 - 1
    with pytest.raises(BadInputError) as caught:
        from_position(position)
    assert caught.value.key == "number_range"


def test_what_every_check_lets_pass_is_tried_out(unchecked: None):
    """An attack on a hex without enemies: nothing in the frames is wrong by itself."""
    attack = {"hex": "2117", "units": ["PVA-40-118"], "manner": "supplied"}
    frames = [
        {"kind": "Sequence", "phase": "communist_combat"},
        {"kind": "Designation", "side": "communist", "attacks": [attack]},
    ]
    with pytest.raises(BadInputError) as caught:
        from_position(yalu(frames=frames))
    assert caught.value.key == "impossible_position"


def test_what_goes_on_below_is_asked_too(unchecked: None):
    """Nobody waits for a landing that is to go on when the airlift is done."""
    frames = ({"kind": "Landing"}, {"kind": "Airlifting", "left": 1})
    with pytest.raises(BadInputError) as caught:
        from_position(mobile_war(*frames, phase="un_arrivals"))
    assert caught.value.key == "impossible_position"


@pytest.mark.parametrize("faces", [0, 257, 300, 10**9])
def test_dice_of_any_faces_end(faces: int):
    with pytest.raises(BadInputError):
        keyed_dice("a secret", "key", Roll("x", 1, "", faces))


def test_a_seed_has_no_thousands_of_digits():
    for seed in (2**63, -(10**30), 10**5000):
        for made in (lambda seed=seed: Dice.seed(seed), lambda seed=seed: Dice.scripted([1], seed)):
            with pytest.raises(BadInputError) as caught:
                made()
            assert str(caught.value)


# ----------------------------------------------------------------------------------------------------------- texts

HOSTILE = {
    "a key of many parts": (".".join(["a"] * 20_000) + " = 1", "too_deep"),
    "a table of many parts": ("[" + ".".join(["a"] * 20_000) + "]", "too_deep"),
    "nested lists": ("a = " + "[" * 5000, "too_deep"),
    "nested lists that end": ("a = " + "[" * 50 + "]" * 50, "too_deep"),
    "nested tables": ("a = " + "{a = " * 5000, "too_deep"),
    "a number of many digits": ("a = 1" + "0" * 5000, "not_toml"),
    "a number of many hexadecimal digits": ("a = 0x" + "f" * 5000, "number_too_large"),
    "too long": ("#" * (LONGEST_TEXT + 1), "too_much_text"),
    "no TOML": ("[", "not_toml"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_toml_is_one_sentence(what: str):
    text, key = HOSTILE[what]
    for read in (read_toml, read_position, read_own_figures):
        with pytest.raises(BadInputError) as caught:
            read(text)
        assert caught.value.key == key
        assert len(str(caught.value)) < 500


WRONG = {
    "a = 1\nb 2": ("equals", 2, 3),
    "a = 1 b = 2": ("line", 1, 7),
    "[a\nb = 1": ("bracket", 1, 3),
    "a = [1, 2": ("bracket", 1, 10),
    'a = 1\nb = "c\nd = 1': ("quote", 2, 7),
    "# \x00": ("letter", 1, 3),
    "a = 'b": ("quote", 1, 7),
    'a = "b': ("quote", 1, 7),
    "a = 1\n\na = 2": ("twice", 3, 6),
    "[a]\n[a]": ("twice", 2, 3),
    "a = {b = 1, b = 2}": ("twice", 1, 18),
    "= 1": ("name", 1, 1),
    "a = b": ("value", 1, 5),
    "a = 1900-02-31": ("value", 1, 5),
    'a = "\\q"': ("backslash", 1, 8),
    "a = 1\nb = " + "1" * 5000: ("digits", 2, 5),
}
"""Texts with one fault each: which, and in which line and column."""


@pytest.mark.parametrize("text", WRONG)
def test_a_fault_of_a_file_is_told_with_its_place(text: str):
    with pytest.raises(BadInputError) as caught:
        read_toml(text)
    fault, line, column = WRONG[text]
    args = caught.value.arguments
    assert args == {"fault_key": f"toml.{fault}", "line": line, "column": column}
    for language, words in (("en", f"Line {line}, column"), ("es", f"No se puede leer la línea {line}, columna")):
        assert Texts(language).say("error.not_toml", args).startswith(words)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[" * 100_000, "too_deep"),
        ('{"a":' * 100 + "1" + "}" * 100, "too_deep"),
        ("1" + "0" * 5000, "not_json"),
        ("1" + "0" * 4000, "number_too_large"),
        (b'"\xff"', "not_json"),
        ("{", "not_json"),
    ],
)
def test_hostile_json_is_one_sentence(text: str | bytes, key: str):
    with pytest.raises(BadInputError) as caught:
        read_json(text)
    assert caught.value.key == key


def test_what_we_write_is_far_within_the_limits():
    for name in ("yalu", "mobile_war"):
        text = write_position(new_game(name, seed=1).to_position())
        assert len(text) * 10 < LONGEST_TEXT
        assert read_toml(text)


def test_a_file_has_a_size_and_a_name(tmp_path: Path):
    large = tmp_path / "large"
    large.write_bytes(b"x" * 101)
    with pytest.raises(BadInputError) as caught:
        read_bytes(large, 100)
    assert caught.value.key == "file_too_large"
    for path in (tmp_path, tmp_path / "missing", tmp_path / ("x" * 300), Path("a\0b")):
        with pytest.raises(BadInputError) as caught:
            read_text(path)
        assert caught.value.key == "cannot_read"


def test_sentences_quote_no_books():
    with pytest.raises(BadInputError) as caught:
        new_game("yalu", seed=1).parse("x" * 3900)
    assert len(str(caught.value)) < 1000


# ---------------------------------------------------------------------------------------------------------- records


def forged(frames: list[dict[str, Any]]) -> bytes:
    """A record whose last line says something else about the frames, with all sums right."""
    game = new_game("yalu", dice=Dice.ask())
    game.play("place G-1 1118")
    lines = Lines()
    *plains, last = (msgspec.json.decode(line) for line in all_lines(game).text.splitlines())
    for plain in (*plains, last | {"changes": [["frames", 1, frames]], "hash": "0" * 16}):
        plain.pop("sum")
        lines.add(plain)
    return lines.text.encode()


@pytest.mark.parametrize(
    "frames", [[WEATHER[1], ROLL | {"faces": 300}], [WEATHER[1], ROLL | {"dice": 10**9}], [WEATHER[1], ROLL] * 50]
)
def test_a_forged_record_is_refused_like_a_position(frames: list[dict[str, Any]]):
    with pytest.raises(BadInputError) as caught:
        rebuild(forged(frames).split(b"\n")[:-1], title)
    assert caught.value.key == "bad_line"


def test_the_odds_of_an_agreement_are_certain():
    game = new_game("yalu", seed=1)
    assert [outcome.chance for outcome in game.odds("draw")] == [1]
