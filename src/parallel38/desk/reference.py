"""What is looked up about a title: its charts with where each figure comes from, its rules by chapter."""

from functools import cache
from typing import Any

from parallel38.coverage import report
from parallel38.desk.reporter import ChartWords
from parallel38.desk.usual import usual_rules
from parallel38.desk.words import sentence
from parallel38.engine.charts import PROVENANCE, Chart, Limits, Value, read_own_figures
from parallel38.engine.game import Game
from parallel38.engine.texts import rule_number
from parallel38.games import title


def charts(
    title_or_game: str | Game, language: str, edition: str | None = None, scenario: str | None = None
) -> list[dict[str, Any]]:
    """The charts in which something is looked up, with the provenance of every figure.

    Those of a game are the charts of its own edition and scenario, with the player's own figures.
    """
    if isinstance(title_or_game, str):
        rules = ours = usual_rules(title_or_game, edition, scenario)
    else:
        rules = title_or_game.rules
        ours = usual_rules(rules.title.name, rules.setting.edition, rules.setting.scenario)
    words = ChartWords(rules.texts(language))
    shown = {name: chart for name, chart in rules.charts.items() if name not in rules.idle_charts}
    return [_chart(chart, ours.charts[name], words) for name, chart in shown.items()]


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


def own_charts(
    title_name: str,
    figures: dict[str, Any] | str,
    language: str,
    edition: str | None = None,
    scenario: str | None = None,
) -> dict[str, Any]:
    """A player's own figures, read and judged: as an object, and where they break the usual order of a chart."""
    charts = read_own_figures(figures) if isinstance(figures, str) else figures
    found = title(title_name)
    laid = found.make(found.setting(edition, scenario, charts=charts))
    texts = laid.texts(language)
    return {
        "charts": charts,
        "warnings": [texts.say(f"notice.{key}", args) for key, args in laid.charts.warnings()],
    }


@cache
def rules(title_name: str, language: str, edition: str | None = None) -> list[dict[str, Any]]:
    """The rules of an edition (None: the usual one) in our words, and whether each is carried out and tested."""
    found = title(title_name)
    chosen = found.setting(edition).edition
    chapter = {rule["id"]: rule["chapter"] for rule in found.rules_of(chosen)}
    return [
        {
            "id": rule["id"],
            "number": rule_number(rule["id"]),
            "text": rule["summary"],
            "chapter": chapter[rule["id"]],
            "enforced": bool(rule["code"]),
            "tested": bool(rule["tests"]),
        }
        for rule in report(found, language, chosen)["rules"]
    ]


def chapters(title_name: str, language: str, edition: str | None = None) -> list[dict[str, Any]]:
    """The chapters of an edition that have rules.

    A chapter that is called otherwise in another edition has a text `chapter.EDITION.NUMBER`.
    """
    chosen = usual_rules(title_name, edition)
    texts, own = chosen.texts(language), f"chapter.{chosen.setting.edition}"
    numbers = sorted({rule["chapter"] for rule in rules(title_name, language, edition)})
    keys = {n: f"{own}.{n}" if texts.has(f"{own}.{n}") else f"chapter.{n}" for n in numbers}
    return [{"number": number, "text": texts.say(key)} for number, key in keys.items()]
