"""Charts: provenance of every figure, overlays by a player, their bounds and their natural order."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parallel38 import from_position, new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.charts import PROVENANCE, Charts
from parallel38.engine.errors import BadInputError
from parallel38.engine.records import Record
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games import title

SMALL = {
    "small": {
        "least": 0,
        "most": 9,
        "most_far": 5,
        "prov": "rulebook",
        "source": "1.1",
        "basis": "guess",
        "rises_by_row": [["low", "high"]],
        "rises_by_row_far": [["high", "odd"]],
        "falls_by_column": True,
        "low": {"near": 3, "far": 1, "prov_far": "reconstructed"},
        "high": {"near": 4, "far": 2, "source_near": "2.2"},
        "odd": {"near": 4, "far": 4, "least": 2, "prov": "inferred", "basis_far": "other"},
    },
    "words": {"prov": "web", "words": ["bad", "good"], "rises_by_column": True, "row": {"a": "bad", "b": "good"}},
    "parts": {"prov": "web", "least": "1/4", "most": 2, "parts": 4, "row": {"a": "1/2", "yes": True}},
    "texts": {"prov": "web", "row": {"list": "1,8"}},
}


def test_every_figure_has_a_provenance():
    rules = new_game("yalu", seed=1).rules
    for chart in rules.charts.values():
        for row, column, cell in chart.cells():
            assert cell.prov in PROVENANCE, (chart.name, row, column)
        widths = {tuple(cells) for cells in chart.rows.values()}
        assert len(widths) == 1, f"{chart.name} is a table"
        assert all(rules.texts(language).has(f"about.{chart.name}") for language in LANGUAGES)


def test_what_is_said_of_a_cell_goes_before_its_row_its_column_and_the_chart():
    rows = Charts.load(SMALL)["small"].rows
    near, far = rows["low"]["near"], rows["low"]["far"]
    assert (near.prov, near.source, near.basis) == ("rulebook", "1.1", "")  # a fact needs no argument
    assert (far.prov, far.source, far.basis) == ("reconstructed", "1.1", "guess")
    assert rows["high"]["near"].source == "2.2"
    assert [rows["odd"][column].basis for column in ("near", "far")] == ["guess", "other"]
    limits = Charts.load(SMALL)["small"].limits
    assert (limits["low", "near"].most, limits["low", "far"].most) == (9, 5)
    assert (limits["low", "near"].least, limits["odd", "near"].least) == (0, 2)


def test_an_overlay_changes_a_figure_and_is_marked_and_kept():
    game = new_game("yalu", seed=1, charts={"infiltration": {"mountain": {"number": 5}}})
    assert game.rules.charts["infiltration"]["mountain", "number"] == 5
    assert game.rules.charts["infiltration"].rows["mountain"]["number"].prov == "player"
    assert game.rules.charts["infiltration"].rows["rough"]["number"].prov == "example"
    game.play("place G-1 1118")
    assert {str(o.chance) for o in game.odds("move PVA-20-58 1011-1012~1013")} == {"5/6", "1/6"}
    assert game.to_position()["charts"] == {"infiltration": {"mountain": {"number": 5}}}
    assert new_game("yalu", seed=1).rules.charts["infiltration"]["mountain", "number"] == 3


def test_an_overlay_of_a_figure_that_a_rule_reads_is_felt():
    """One of each kind of chart that movement asks: roads, interdiction, blizzards."""
    plain = {"parallel38": "position", "schema": 1, "game": "yalu", "track": {"turn": 2, "die": 6, "weather": "B"}}
    frames = [{"kind": "Sequence", "phase": "un_movement"}, {"kind": "Moving", "side": "un"}]
    position = {**plain, "frames": frames, "units": {"0919": ["US-5C/1C"], "1013": ["US-2 neutralized"]}}
    assert from_position(position).why_not("regroup US-2")
    kind = {"charts": {"weather_un": {"B": {"regroup_north": True}}}}
    assert not [r for r in from_position({**position, **kind}).why_not("regroup US-2") if r.rule == "D-9.3.1"]


@pytest.mark.parametrize(
    ("overlay", "key"),
    [
        ({"infiltrations": {}}, "unknown_chart"),
        ({"infiltration": {"swamp": {"number": 1}}}, "unknown_chart_row"),
        ({"infiltration": {"rough": {"odds": 1}}}, "unknown_chart_column"),
        ({"infiltration": {"rough": {"number": "two"}}}, "bad_chart_number"),
        ({"infiltration": {"rough": {"number": True}}}, "bad_chart_number"),
        ({"infiltration": {"rough": {"number": 2.0}}}, "bad_chart_number"),
        ({"infiltration": {"rough": {"number": "2"}}}, "bad_chart_number"),
        ({"infiltration": {"rough": {"number": {}}}}, "bad_chart_number"),
        ({"infiltration": {"rough": 3}}, "chart_row_not_a_table"),
        ({"infiltration": 3}, "chart_not_a_table"),
        ({"infiltration": [1]}, "chart_not_a_table"),
        ({"infiltration": {}}, "empty_chart"),
        ({"infiltration": {"whole": True}}, "empty_chart"),
        ({"infiltration": {"rough": {}}}, "empty_chart_row"),
        ({"infiltration": {"whole": 1, "rough": {"number": 2}}}, "bad_chart_whole"),
        ({"infiltration": {"whole": True, "rough": {"number": 2}}}, "chart_cell_missing"),
        ({"infiltration": {"rough": {"number": 777}}}, "chart_out_of_bounds"),
        ({"infiltration": {"rough": {"number": -7}}}, "chart_out_of_bounds"),
        ({"infiltration": {"rough": {"number": 10**30}}}, "chart_out_of_bounds"),
        ({"weather": {"Dec": {"1": "ZZ"}}}, "bad_chart_word"),
        ({"weather": {"Dec": {"1": 3}}}, "bad_chart_word"),
        ({"combat": {"7": {"3:1": "N"}}}, "bad_chart_word"),
        ({"weather_un": {"B": {"rail": 1}}}, "bad_chart_yes_no"),
        ({"weather_un": {"B": {"rail": "yes"}}}, "bad_chart_yes_no"),
        ({"terrain_move": {"mountain": {"mp": -3}}}, "chart_out_of_bounds"),
        ({"terrain_move": {"mountain": {"mp": 0}}}, "chart_out_of_bounds"),
        ({"terrain_move": {"mountain": {"mp": "5/2"}}}, "bad_chart_number"),
        ({"terrain_move": {"road_communist": {"mp": "0"}}}, "chart_out_of_bounds"),
        ({"terrain_move": {"road_communist": {"mp": "1/8"}}}, "bad_chart_fraction"),
        ({"terrain_move": {"road_communist": {"mp": "1/0"}}}, "bad_chart_fraction"),
        ({"terrain_move": {"road_communist": {"mp": "9e99999999"}}}, "bad_chart_fraction"),
        ({"terrain_move": {"road_communist": {"mp": "soon"}}}, "bad_chart_fraction"),
        ({"terrain_move": {"road_communist": {"mp": 0.5}}}, "bad_chart_fraction"),
        ({"attack_supply_fixed": {"Dec I": {"points": -50}}}, "chart_out_of_bounds"),
    ],
)
def test_a_bad_overlay_is_refused_with_the_reason(overlay: dict, key: str):
    with pytest.raises(BadInputError) as caught:
        new_game("yalu", charts=overlay)
    assert caught.value.key == key
    for language in LANGUAGES:
        said = Texts(language).say(f"error.{key}", caught.value.arguments)
        assert "…" not in said
        assert said.endswith(".")
        assert "\n" not in said
        name = next(iter(overlay))
        assert name in said, "the sentence names the chart"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=5,
)
cells = st.dictionaries(st.sampled_from(["near", "far", "a", "yes", "list", "x"]), anything, max_size=3)
rows = st.dictionaries(st.sampled_from(["low", "high", "odd", "row", "whole"]), anything | cells, max_size=4)


@settings(suppress_health_check=[HealthCheck.too_slow])  # the first draw builds the strategy, slowly on a busy machine
@given(st.dictionaries(st.sampled_from([*SMALL, "none"]), anything | rows, max_size=3))
def test_whatever_somebody_writes_is_taken_or_refused_in_a_sentence(overlay: dict[str, Any]):
    charts, said = taken(overlay)
    if charts is None:
        assert "…" not in said
        assert said.endswith(".")
        return
    assert {row.chart for row in charts.own} == set(overlay)
    assert all(row.given >= max(row.differ, 1) for row in charts.own)
    for chart in charts.values():
        for row, column, cell in chart.cells():
            assert chart.limits[row, column].fault(cell.value, SMALL[chart.name][row][column]) is None


def taken(overlay: dict[str, Any]) -> tuple[Charts | None, str]:
    try:
        return Charts.load(SMALL, overlay), ""
    except BadInputError as error:
        return None, str(error)


def test_a_whole_overlay_gives_every_figure_and_names_the_one_that_is_missing():
    whole = {"whole": True, "row": {"a": "good", "b": "good"}}
    assert Charts.load(SMALL, {"words": whole}).own[0].given == 2
    with pytest.raises(BadInputError) as caught:
        Charts.load(SMALL, {"words": {"whole": True, "row": {"a": "good"}}})
    assert (caught.value.arguments["row"], caught.value.arguments["column"]) == ("row", "b")
    assert Charts.load(SMALL, {"words": {"whole": False, "row": {"a": "good"}}}).own[0].given == 1


def test_figures_count_as_different_by_what_they_are_worth():
    assert Charts.load(SMALL, {"parts": {"row": {"a": "2/4"}}}).own[0].differ == 0
    assert Charts.load(SMALL, {"parts": {"row": {"a": 1}}}).own[0].differ == 1
    assert Charts.load(SMALL, {"texts": {"row": {"list": "2"}}}).own[0].differ == 1
    two = Charts.load(SMALL, {"small": {"low": {"near": 3, "far": 2}}}).own[0]
    assert (two.chart, two.given, two.differ) == ("small", 2, 1)


def told(overlay: dict[str, Any]) -> set[tuple[str, ...]]:
    warnings = Charts.load(SMALL, overlay).warnings()
    return {(a["row"], a["column"], a["other_row"], a["other_column"]) for _, a in warnings}


def test_a_broken_order_is_told_with_both_cells_and_goes_on():
    assert told({}) == set()
    assert told({"small": {"low": {"near": 5}}}) == {("low", "near", "high", "near")}
    assert told({"small": {"high": {"far": 5}}}) == {("high", "far", "odd", "far"), ("high", "far", "high", "near")}
    assert told({"small": {"odd": {"near": 2}}}) == {("odd", "far", "odd", "near")}  # rows in no list are free
    assert told({"words": {"row": {"a": "good"}}}) == set()
    assert told({"words": {"row": {"b": "bad", "a": "good"}}}) == {("row", "a", "row", "b")}
    game = new_game("yalu", seed=1, charts={"combat": {"7": {"8:1": "-"}}})
    assert game.decider == "communist"
    assert {(a["row"], a["column"]) for _, a in game.rules.charts.warnings()} == {("7", "6:1"), ("8", "8:1")}


def test_the_log_begins_with_the_charts_that_a_player_has_laid_over_ours(tmp_path: Path):
    overlay = {"infiltration": {"mountain": {"number": 5}, "rough": {"number": 2}}, "air": {"SU": {"defensive": 6}}}
    game = new_game("yalu", seed=1, charts=overlay)
    first, second, third = game.entries()[0].events[:3]
    assert (first.text, first.args) == ("chart_laid", {"chart_key": "chart.infiltration", "n": 1, "given": 2})
    assert (second.args["chart_key"], third.text) == ("chart.air", "attack_supply")
    file = tmp_path / "a.record"
    Record.create(file, game)
    again = Record.open(file, title).game
    assert again.entries()[0].events[0].args == first.args
    assert again.rules.charts["air"]["SU", "defensive"] == 6
    english, spanish = (next(iter(Reporter(again, language).log(again.entries()))) for language in LANGUAGES)
    assert english == "0. Chart “Infiltration”: a player has laid figures over ours (2), of which 1 differs."
    assert "«Infiltración»" in spanish
    assert not any(e.text == "chart_laid" for e in new_game("yalu", seed=1).entries()[0].events)


def test_a_chart_without_provenance_is_a_mistake():
    with pytest.raises(ValueError, match="provenance"):
        Charts.load({"odd": {"row": {"n": 1}}})
