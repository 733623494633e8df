"""What is looked up about a title: its charts with where each figure comes from, its rules by chapter."""

from functools import cache
from typing import Any

from parallel38.coverage import report
from parallel38.desk.reporter import ChartWords
from parallel38.desk.titles import usual_rules
from parallel38.desk.words import sentence
from parallel38.engine.charts import PROVENANCE, Chart, Limits, Value, read_own_figures
from parallel38.engine.game import Game
from parallel38.engine.texts import rule_number
from parallel38.games import title


def charts(title_or_game: str | Game, language: str) -> list[dict[str, Any]]:
    """The charts with the provenance of every figure; of a game, with the player's own figures."""
    ours = usual_rules(title_or_game if isinstance(title_or_game, str) else title_or_game.rules.title.name)
    rules = title_or_game.rules if isinstance(title_or_game, Game) else ours
    words = ChartWords(rules.texts(language))
    return [_chart(chart, ours.charts[name], words) for name, chart in rules.charts.items()]


def _chart(chart: Chart, ours: Chart, words: ChartWords) -> dict[str, Any]:
    seen = {cell.prov for _, _, cell in chart.cells()}
    rows = []
    for row, cells in chart.rows.items():
        said = []
        for column, cell in cells.items():
            said.append(
                {
                    "text": words.value(cell.value),
                    "value": cell.value,
                    "may": _may(chart.limits[row, column], ours[row, column], words),
                    "provenance": cell.prov,
                    "source": "; ".join(filter(None, (words.source(cell), words.basis(cell)))),
                    "changed": not chart.limits[row, column].same(cell.value, ours[row, column]),
                }
            )
        rows.append({"name": row, "text": sentence(words.head(row)), "cells": said})
    return {
        "name": chart.name,
        "text": words.title(chart),
        "note": words.texts.say(f"about.{chart.name}"),
        "columns": [{"name": column, "text": words.head(column)} for column in chart.columns],
        "rows": rows,
        # a table is worth as much as its weakest figure
        "provenance": max(seen - {"player"} or seen, key=PROVENANCE.index, default=None),
    }


def _may(limits: Limits, ours: Value, words: ChartWords) -> dict[str, Any]:
    """What may stand in a cell: its kind, the bounds of a number, the words to choose from."""
    kind = "yes_no" if isinstance(ours, bool) else "text" if isinstance(ours, str) else "number"
    if limits.words or limits.parts > 1:
        kind = "word" if limits.words else "fraction"
    choices = limits.words or ((True, False) if kind == "yes_no" else ())
    said = [{"value": word, "text": words.value(word)} for word in choices]
    return {"kind": kind, "least": limits.least, "most": limits.most, "choices": said}


def own_charts(title_name: str, figures: dict[str, Any] | str, language: str) -> dict[str, Any]:
    """A player's own figures, read and judged: as an object, and where they break the usual order of a chart."""
    charts = read_own_figures(figures) if isinstance(figures, str) else figures
    found = title(title_name)
    laid = found.make(found.setting(charts=charts))
    texts = laid.texts(language)
    return {
        "charts": charts,
        "warnings": [texts.say(f"notice.{key}", args) for key, args in laid.charts.warnings()],
    }


@cache
def rules(title_name: str, language: str) -> list[dict[str, Any]]:
    """The rules in our words, and whether each is carried out and tested."""
    found = title(title_name)
    chapter = {rule["id"]: rule["chapter"] for rule in found.rule_ids()}
    return [
        {
            "id": rule["id"],
            "number": rule_number(rule["id"]),
            "text": rule["summary"],
            "chapter": chapter[rule["id"]],
            "enforced": bool(rule["code"]),
            "tested": bool(rule["tests"]),
        }
        for rule in report(found, language)["rules"]
    ]


def chapters(title_name: str, language: str) -> list[dict[str, Any]]:
    """The chapters that have rules."""
    texts = usual_rules(title_name).texts(language)
    numbers = sorted({rule["chapter"] for rule in rules(title_name, language)})
    return [{"number": number, "text": texts.say(f"chapter.{number}")} for number in numbers]
