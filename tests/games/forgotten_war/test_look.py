"""What the game gives the drawing: colours that can be read, a symbol for every type of counter."""

import pytest

from parallel38.draw import counters, tokens
from parallel38.engine.charts import Charts
from parallel38.engine.reports import Face, Figure
from parallel38.games.forgotten_war import data

STRENGTHS = Charts.load(data.charts())["strengths"]
LOOK = data.look("chosin")


def test_every_type_has_a_symbol():
    assert set(LOOK["symbol"]) == set(data.table("units.toml")["types"])
    assert set(LOOK["symbol"].values()) <= set(counters.SYMBOLS)
    vehicles = {LOOK["symbol"][name] for name in ("m4", "m24", "m26", "t34", "m19", "m16", "gun", "truck")}
    assert len(vehicles) == 8  # 2.1.2: silhouettes tell them apart


@pytest.mark.parametrize("nation", LOOK["nation"])
def test_print_can_be_read_on_every_counter(nation: str):
    side = LOOK["side"]["communist" if nation in data.COMMUNIST else "un"]
    ink = tokens.group("counter")[f"{side['polarity']}_print"]
    assert tokens.contrast(ink, LOOK["nation"][nation]["fill"]) >= 4.5


@pytest.mark.parametrize("battle", data.BATTLES)
def test_every_counter_can_be_drawn(battle: str):
    for row in data.units(battle):
        figures = (Figure(row["figures"]),)
        if row["class"] != "marker":
            name = row["figures"]
            places = ("bottom-left", "bottom-middle", "bottom-right")
            printed = [str(STRENGTHS[name, column]) for column in ("fire", "close", "move")]
            figures = tuple(Figure(text, place) for text, place in zip(printed, places, strict=True))
        face = Face(row["side"], row["nation"], row["size"], row["type"], row["designation"], figures, steps=(1, 2))
        drawn = counters.counter(face, data.look(battle))
        assert f"#sym-{LOOK['symbol'][row['type']]}" in drawn
        assert all(f">{figure.text}</text>" in drawn for figure in figures)
