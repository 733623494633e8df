"""What the game gives the drawing: colours that can be read, a symbol for every type of counter."""

import pytest

from parallel38.draw import counters, tokens
from parallel38.engine.reports import Face, Figure
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.korean_war import data

LOOK = data.look()
KINDS = {row["kind"]: row for row in data.units()}
PLACES = ("bottom-left", "bottom-middle", "bottom-right")


def test_every_type_nation_and_size_is_drawn():
    assert set(LOOK["symbol"]) == {row["type"] for row in KINDS.values()}
    assert set(LOOK["symbol"].values()) <= set(counters.SYMBOLS)
    assert set(LOOK["nation"]) == {row["nation"] for row in data.units()}
    assert set(LOOK["size"]) == {row["size"] for row in KINDS.values()} - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_states_and_overlays_have_rules_and_texts(language: str):
    texts, rules = Texts(language, "parallel38.games.korean_war"), {row["id"] for row in data.FILES.rules()}
    for state, how in LOOK["state"].items():
        assert texts.has(f"means.{state}")
        assert set(how["means"].values()) <= rules
    names = [row["name"] if row["of"] == "both" else f"{row['of']}-{row['name']}" for row in LOOK["overlay"]]
    keys = [f"overlay.{name}{end}" for name in names for end in ("", ".legend")]
    assert [key for key in keys if not texts.has(key)] == []
    assert len({row["key"] for row in LOOK["overlay"]}) == len(LOOK["overlay"])
    assert {chart for charts in LOOK["roll"].values() for chart in charts} <= set(data.charts())


def test_units_of_the_far_east_command_are_white_inside_and_other_americans_not():
    """2.2: told apart by the inside of the symbol."""
    assert LOOK["nation"]["us_fec"]["box"] == "#FFFFFF" != LOOK["nation"]["us"]["box"]
    assert LOOK["nation"]["us_fec"]["fill"] == LOOK["nation"]["us"]["fill"]


@pytest.mark.parametrize("nation", LOOK["nation"])
def test_print_can_be_read_on_every_counter(nation: str):
    side = next(row["side"] for row in data.units() if row["nation"] == nation)
    ink = tokens.group("counter")[f"{LOOK['side'][side]['polarity']}_print"]
    assert tokens.contrast(ink, LOOK["nation"][nation]["fill"]) >= 4.5


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_counter_can_be_drawn(kind: str):
    row = KINDS[kind]
    printed = [str(value) for name, value in row["values"].items() if "_" not in name or name == "anti_tank"][:3]
    figures = tuple(Figure(text, place) for text, place in zip(printed, PLACES, strict=False))
    face = Face(row["side"], row["nation"], row["size"], row["type"], row["designation"], figures, steps=(1, 2))
    drawn = counters.counter(face, LOOK)
    assert f"#sym-{LOOK['symbol'][row['type']]}" in drawn
    assert all(f">{figure.text}</text>" in drawn for figure in figures)
