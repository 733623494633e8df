"""Actions that are put together piece by piece: their fields, and what could stand in each."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, get_origin

from msgspec import NODEFAULT

from parallel38.desk.words import sentence
from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.engine.values import Action, encode, fields


def fields_of(game: Game, action: Action, texts: Texts) -> list[dict[str, Any]]:
    """The fields of an action in their order, if it is put together; [] if it is chosen whole."""
    choices = game.state.top.choices(game.state, action)
    if not any(choices.values()):
        return []
    names = game.rules.names
    return [
        _field(name, encode(hint, getattr(action, name), names), _kind(hint), choices.get(name, ()), game, texts)
        for name, hint, _ in fields(type(action))
    ]


def shapes(verbs: Mapping[str, type[Action]]) -> dict[str, list[list[Any]]]:
    """How actions that go to a hex are written, by verb: what each field holds, and what it usually is if anything."""
    found = {
        verb: [[_kind(hint), _usual(default)] for _, hint, default in fields(action)] for verb, action in verbs.items()
    }
    return {verb: shape for verb, shape in found.items() if any(kind in ("hex", "path") for kind, _ in shape)}


def _usual(default: Any) -> Any:
    """What a field usually is, in plain form: None if it must be given, "-" for an empty list."""
    if default is NODEFAULT:
        return None
    return "-" if default == () else default


def _kind(hint: Any) -> str:
    """What a field holds, as one of the words "units", "unit", "hex", "path", "number" and "word"."""
    if hasattr(hint, "__metadata__"):
        kind: str = hint.__metadata__[0]
        return "hex" if kind == "place" else kind
    return "word" if get_origin(hint) is not None or hint is str else "number"


def _field(name: str, value: Any, kind: str, choices: tuple[Any, ...], game: Game, texts: Texts) -> dict[str, Any]:
    found: list[dict[str, Any]]
    if kind == "units":
        counted = Counter(choices)
        rows = [(game.rules.names.unit(unit), most) for unit, most in counted.items()]
        found = [{"value": unit, "text": sentence(texts.unit(unit)), "most": most} for unit, most in rows]
    else:
        found = [{"value": choice, "text": _choice(name, choice, texts)} for choice in choices]
    return {"name": name, "text": sentence(texts.say(f"field.{name}")), "kind": kind, "value": value, "choices": found}


def _choice(name: str, choice: Any, texts: Texts) -> str:
    key = f"{name}.{choice}"
    return sentence(texts.say(key)) if texts.has(key) else str(choice)
