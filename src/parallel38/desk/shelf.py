"""What is fixed before a game begins: the titles, their maps, charts and rules, the guided first turn."""

from functools import cache
from typing import Any

from parallel38.coverage import report
from parallel38.desk.forms import shapes
from parallel38.desk.situation import faces, situation
from parallel38.desk.tutorial import has_tutorial
from parallel38.desk.words import number_of, sentence
from parallel38.draw import bare_map, ground_of, map_style
from parallel38.engine.charts import PROVENANCE, Chart, Limits, Value, read_own_figures
from parallel38.engine.game import Game
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts, rule_number
from parallel38.engine.titles import Choice, Title
from parallel38.games import NAMES, title
from parallel38.hexgrid import bits
from parallel38.players import players_of
from parallel38.report import ChartWords


def _rules(title_name: str) -> Ruleset:
    """The rules of a title as they come without any choice."""
    found = title(title_name)
    return found.make(found.setting())


def titles(language: str) -> list[dict[str, Any]]:
    """The games with everything that can be chosen."""
    return [_title(name, language) for name in NAMES]


@cache
def _title(name: str, language: str) -> dict[str, Any]:
    found, rules = title(name), _rules(name)
    texts = rules.texts(language)
    guessed = any(cell.prov == "reconstructed" for chart in rules.charts.values() for _, _, cell in chart.cells())
    return {
        "name": name,
        "text": texts.say("title"),
        "blurb": texts.say("title.blurb"),
        "editions": [_named("edition", edition, texts) for edition in found.editions],
        "scenarios": [_named("scenario", scenario, texts) for scenario in found.scenarios],
        "options": [_choice("option", choice, found, texts) for choice in found.options],
        "rulings": [_choice("ruling", choice, found, texts) for choice in found.rulings],
        "players": [_named("player", player, texts) for player in ("human", *players_of(found))],
        "sides": [_named("side", side, texts) for side in reversed(rules.sides)],
        "reconstructed": guessed,
        "tutorial": has_tutorial(name),
    }


def _named(kind: str, name: str, texts: Texts) -> dict[str, Any]:
    return {"name": name, "text": sentence(texts.say(f"{kind}.{name}")), "blurb": texts.say(f"{kind}.{name}.blurb")}


def _choice(kind: str, choice: Choice, found: Title, texts: Texts) -> dict[str, Any]:
    """An option or ruling: a short name, what it is about, its values in words, and what it does not go with."""
    fits = choice.scenarios or found.scenarios
    where = "; ".join(sentence(texts.say(f"scenario.{scenario}")) for scenario in fits)
    return {
        "name": choice.name,
        "text": texts.say(f"{kind}.{choice.name}.name"),
        "blurb": texts.say(f"{kind}.{choice.name}"),
        "rule": number_of(choice.rule),
        "values": [{"name": value, "text": _value(kind, choice.name, value, texts)} for value in choice.values],
        "default": choice.default,
        "unfit": {
            scenario: texts.say("choice.unfit", {"where": where})
            for scenario in found.scenarios
            if scenario not in fits
        },
        "apart": {
            other: texts.say("choice.apart", {"other": texts.say(f"{kind}.{other}.name")}) for other in choice.excludes
        },
    }


def _value(kind: str, name: str, value: str, texts: Texts) -> str:
    """A value in its own words, or as yes and no."""
    key = f"{kind}.{name}.{value}"
    return sentence(texts.say(key if texts.has(key) else f"value.{value}"))


@cache
def start(title_name: str, language: str) -> dict[str, Any]:
    """How the usual scenario of a title begins, for pictures of it: its units and their counters."""
    game = Game(_rules(title_name))
    return {
        "units": [unit for unit in situation(game, language)["units"] if game.rules.names.grid.has(unit["place"])],
        "faces": faces(game),
    }


@cache
def map_of(title_name: str, language: str) -> dict[str, Any]:
    """Where each hex lies in the drawing and what is in it, and how the sides look."""
    rules = _rules(title_name)
    texts, board, look = rules.texts(language), rules.board, rules.look()
    ground = ground_of(rules, texts)
    hexes = {}
    for h in sorted(bits(board.in_play), key=board.grid.label):
        x, y = ground.point(h)
        place = board.place_at(h)
        hexes[board.grid.label(h)] = {
            "x": round(x, 2),
            "y": round(y, 2),
            "text": sentence(", ".join(texts.say(key) for key in rules.hex_keys(h))),
            "place": _place(place, texts) if place else None,
            "land": bool(ground.land >> h & 1),
        }
    return {
        "bounds": [round(v, 2) for v in ground.bounds],
        "hexes": hexes,
        "sides": {
            side: {
                **{key: look["side"][side][key] for key in ("flag", "polarity", "corners")},
                "text": sentence(texts.say(f"side.{side}")),
                "short": texts.say(f"side.{side}.short"),
            }
            for side in rules.sides
        },
        "words": {
            **{kind: _words(kind, texts) for kind in ("help", "mode", "verb")},
            "filter": {kind: texts.say(f"filter.{kind}") for kind in look.get("log", {})},
        },
        "shapes": shapes(rules.verbs),
    }


def _words(kind: str, texts: Texts) -> dict[str, str]:
    """What the words of a kind are called: manners of going, what is done."""
    return {key.removeprefix(f"{kind}."): texts.say(key) for key in texts.keys(f"{kind}.")}


def _place(name: str, texts: Texts) -> str:
    return texts.say(f"city.{name}") if texts.has(f"city.{name}") else name


@cache
def board_svg(title_name: str, language: str) -> str:
    """The bare map as one drawing; the relief has its own address."""
    rules = _rules(title_name)
    taken = set(rules.board.places.values())  # counters come and go, and names are read beside them
    return bare_map(rules, rules.texts(language), taken, f"/api/titles/{title_name}/relief.jpg")


def board_css() -> str:
    """The style sheet that the map needs on its page."""
    return map_style()


# ------------------------------------------------------------------------------------------------------------ reference


def charts(title_or_game: str | Game, language: str) -> list[dict[str, Any]]:
    """The charts with the provenance of every figure; of a game, with the player's own figures."""
    ours = _rules(title_or_game if isinstance(title_or_game, str) else title_or_game.rules.title.name)
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
    rules = found.make(found.setting(charts=charts))
    texts = rules.texts(language)
    return {
        "charts": charts,
        "warnings": [texts.say(f"notice.{key}", args) for key, args in rules.charts.warnings()],
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
    texts = _rules(title_name).texts(language)
    numbers = sorted({rule["chapter"] for rule in rules(title_name, language)})
    return [{"number": number, "text": texts.say(f"chapter.{number}")} for number in numbers]
