"""Charts: provenance of every figure, overlays by a player."""

import pytest

from parallel38 import new_game
from parallel38.engine.charts import PROVENANCE, Charts
from parallel38.engine.errors import BadInputError


def test_every_figure_has_a_provenance():
    for chart in new_game("yalu", seed=1).rules.charts.values():
        for row, column, cell in chart.cells():
            assert cell.prov in PROVENANCE, (chart.name, row, column)
        widths = {tuple(cells) for cells in chart.rows.values()}
        assert len(widths) == 1, f"{chart.name} is a table"
        assert chart.about


def test_an_overlay_changes_a_figure_and_is_marked_and_kept():
    game = new_game("yalu", seed=1, charts={"infiltration": {"mountain": {"number": 5}}})
    assert game.rules.charts["infiltration"]["mountain", "number"] == 5
    assert game.rules.charts["infiltration"].rows["mountain"]["number"].prov == "player"
    assert game.rules.charts["infiltration"].rows["rough"]["number"].prov == "example"
    game.play("place G-1 1118")
    assert {str(o.chance) for o in game.odds("move PVA-20-58 1011-1012~1013")} == {"5/6", "1/6"}
    assert game.to_position()["charts"] == {"infiltration": {"mountain": {"number": 5}}}
    assert new_game("yalu", seed=1).rules.charts["infiltration"]["mountain", "number"] == 3


@pytest.mark.parametrize(
    ("overlay", "key"),
    [
        ({"infiltrations": {}}, "unknown_chart"),
        ({"infiltration": {"swamp": {"number": 1}}}, "unknown_chart_row"),
        ({"infiltration": {"rough": {"odds": 1}}}, "unknown_chart_column"),
        ({"infiltration": {"rough": {"number": "two"}}}, "bad_chart_value"),
        ({"infiltration": {"rough": {"number": True}}}, "bad_chart_value"),
        ({"infiltration": {"rough": 3}}, "unknown_chart_column"),
        ({"infiltration": 3}, "unknown_chart_row"),
        ({"infiltration": {"rough": {"number": 777}}}, "bad_chart_value"),
        ({"weather": {"Dec": {"1": "ZZ"}}}, "bad_chart_value"),
        ({"terrain_move": {"mountain": {"mp": -3}}}, "bad_chart_value"),
        ({"terrain_move": {"road_communist": {"mp": "0"}}}, "bad_chart_value"),
        ({"terrain_move": {"road_communist": {"mp": "1/8"}}}, "bad_chart_value"),
        ({"terrain_move": {"road_communist": {"mp": "soon"}}}, "bad_chart_value"),
        ({"attack_supply_fixed": {"Dec I": {"points": -50}}}, "bad_chart_value"),
    ],
)
def test_a_bad_overlay_is_refused_with_the_reason(overlay: dict, key: str):
    with pytest.raises(BadInputError) as caught:
        new_game("yalu", charts=overlay)
    assert caught.value.key == key


def test_a_chart_without_provenance_is_a_mistake():
    with pytest.raises(ValueError, match="provenance"):
        Charts.load({"odd": {"row": {"n": 1}}})
