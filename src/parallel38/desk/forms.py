"""Actions that are put together piece by piece: their fields, and what could stand in each."""

from collections import Counter
from typing import Any

from parallel38.desk.words import sentence
from parallel38.engine.flow import OneOf
from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.engine.values import Action, encode, fields, kind_of


def fields_of(game: Game, action: Action, texts: Texts) -> list[dict[str, Any]]:
    """The fields of an action in their order, if it is put together; [] if it is chosen whole."""
    choices = game.state.top.choices(game.state, action)
    if not any(choices.values()):
        return []
    names = game.rules.names
    return [
        _field(name, encode(hint, getattr(action, name), names), kind_of(hint), choices.get(name, ()), game, texts)
        for name, hint, _ in fields(type(action))
    ]


def _field(name: str, value: Any, kind: str, choices: tuple[Any, ...], game: Game, texts: Texts) -> dict[str, Any]:
    found: list[dict[str, Any]]
    names = game.rules.names
    if kind in ("unit", "units"):
        rows = [(names.unit(unit), most) for unit, most in Counter(choices).items()]
        found = [{"value": unit, "text": sentence(texts.unit(unit)), "most": most} for unit, most in rows]
    elif kind == "hex":
        found = [{"value": names.place(place), "text": sentence(texts.place(place))} for place in choices]
    elif kind == "hexes":
        found = [{"value": [names.place(p) for p in places], "text": _hexes(places, texts)} for places in choices]
    else:
        found = [{"value": choice, "text": _choice(name, choice, texts)} for choice in choices]
    return {
        "name": name,
        "text": sentence(texts.say(f"field.{name}")),
        "kind": kind,
        "value": value,
        "choices": found,
        "one": kind == "unit" or isinstance(choices, OneOf),
        "whole": isinstance(choices, OneOf) and choices.whole,
    }


def _hexes(places: tuple[int, ...], texts: Texts) -> str:
    """Several hexes in words; one that is named several times has its number."""
    counted = Counter(map(texts.place, places)).items()
    return sentence(texts.join([name if n == 1 else f"{n} × {name}" for name, n in counted]))


def _choice(name: str, choice: Any, texts: Texts) -> str:
    key = f"{name}.{choice}"
    return sentence(texts.say(key)) if texts.has(key) else str(choice)
