"""The titles with everything that can be chosen, and the map of each as a page draws it."""

from functools import cache
from typing import Any

from parallel38.desk.forms import shapes
from parallel38.desk.situation import faces, situation
from parallel38.desk.tutorial import has_tutorial
from parallel38.desk.words import number_of, sentence
from parallel38.engine.game import Game
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts
from parallel38.engine.titles import Choice, Title
from parallel38.games import NAMES, title
from parallel38.hexgrid import bits
from parallel38.players import players_of


def usual_rules(title_name: str) -> Ruleset:
    """The rules of a title with the usual value of every choice."""
    found = title(title_name)
    return found.make(found.setting())


def titles(language: str) -> list[dict[str, Any]]:
    """The games with everything that can be chosen."""
    return [_title(name, language) for name in NAMES]


@cache
def _title(name: str, language: str) -> dict[str, Any]:
    found, rules = title(name), usual_rules(name)
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
    game = Game(usual_rules(title_name))
    return {
        "units": [unit for unit in situation(game, language)["units"] if game.rules.names.grid.has(unit["place"])],
        "faces": faces(game),
    }


@cache
def map_of(title_name: str, language: str) -> dict[str, Any]:
    """Where each hex lies in the drawing and what is in it, and how the sides look."""
    from parallel38.draw import ground_of

    rules = usual_rules(title_name)
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
    from parallel38.draw import bare_map

    rules = usual_rules(title_name)
    taken = set(rules.board.places.values())  # counters come and go, and names are read beside them
    return bare_map(rules, rules.texts(language), taken, f"/api/titles/{title_name}/relief.jpg")


def board_css() -> str:
    """The style sheet that the map needs on its page."""
    from parallel38.draw import map_style

    return map_style()
