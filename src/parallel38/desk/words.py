"""Small things that all parts of the desk say: sentences, names, numbers and chances."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, get_origin

from parallel38.desk.reporter import Reporter
from parallel38.engine.chance import Roll, readings
from parallel38.engine.flow import Frame, Refusal
from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts
from parallel38.engine.values import Action, fields, kind_of, leg


def sentence(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def short_name(key: str, texts: Texts) -> str:
    """A short name; where a game has none, what stands before the first colon or comma of the long one."""
    if texts.has(f"{key}.short"):
        return texts.say(f"{key}.short")
    return sentence(texts.say(key).replace(":", ",").split(",")[0])


def noted(note: Note, texts: Texts) -> dict[str, Any]:
    """A note as text and rule."""
    return {"text": sentence(texts.say(note.text, note.args)), "rule": texts.number(note.rule) or None}


def told(key: str, args: dict[str, Any], rule: str, say: Reporter) -> dict[str, Any]:
    """A sentence with its rule and the units and hexes of which it speaks."""
    units, hexes = mentioned(args, say.game.rules)
    number = say.texts.number(rule) or None
    return {"text": sentence(say.texts.say(key, args)), "rule": number, "units": units, "hexes": hexes}


def told_refusal(say: Reporter, refusal: Refusal, kind: str = "refusal") -> dict[str, Any]:
    """A refusal or a warning in words, with the units and hexes that stand in the way."""
    plain = say.plain_refusal(refusal, kind)
    rows = {key: plain[key] for key in ("rule", "reason", "units", "hexes", "step")}
    return {**rows, "number": say.texts.number(refusal.rule) or None}


def drawn_arrow(arrow: Arrow, rules: Ruleset) -> dict[str, str]:
    """An arrow of the map: its side, its two hexes, what is written at the second, and the style of its sign."""
    return {
        "side": arrow.side,
        "from": rules.names.place(arrow.from_hex),
        "to": rules.names.place(arrow.to_hex),
        "label": arrow.label,
        "style": rules.look().get("arrow", {}).get(arrow.style, "filled"),
    }


def purpose(roll: Roll, rules: Ruleset, texts: Texts) -> str:
    """What dice are for: what they decide, and the units and hexes that they decide about."""
    what, *about = roll.purpose.split()
    told = [texts.unit(word) if word in rules.names.units else texts.place(word) for word in about]
    return sentence(", ".join([texts.say(f"roll.{what}"), *told]))


def pool_of(roll: Roll, rules: Ruleset, texts: Texts) -> list[dict[str, Any]]:
    """The dice of a roll one by one: what each is called, what it can show, and its colours if it has any."""
    looks = rules.look().get("die", {})
    return [
        {
            "name": die.name or None,
            "text": texts.say(f"die.{die.name}") if die.name else None,
            "faces": die.faces,
            "lowest": die.lowest,
            "fill": looks.get(die.name, {}).get("fill"),
            "ink": looks.get(die.name, {}).get("ink"),
        }
        for die in roll.pool
    ]


def read_of(frames: tuple[Frame, ...], dice: tuple[int, ...], texts: Texts) -> list[dict[str, Any]]:
    """How dice were read by the frame that asked for them: each reading with its name and the label of the fall."""
    return [
        {"name": reading.name or None, "text": texts.reading(reading.name) or None, "label": reading.label}
        for reading in readings(frames, dice)
    ]


def chance_of(chance: Fraction | None) -> float | None:
    """A chance as a number from 0 to 1."""
    return None if chance is None else float(chance)


def points_of(points: Fraction | None) -> float | None:
    """Movement points as a number; whole ones without a fraction."""
    return None if points is None else int(points) if points.denominator == 1 else float(points)


def named(kind: str, value: Any) -> list[Any]:
    """The values of an argument or a field of this kind ("unit", "hex"), which its name tells."""
    return [value] if kind in ("unit", "hex", "place") else list(value)


def mentioned(args: dict[str, Any], rules: Ruleset) -> tuple[list[str], list[str]]:
    """The units and the hexes that the arguments of a text speak of, by name and each once."""
    units, hexes = list[str](), list[str]()
    for name, value in args.items():
        kind = name.rsplit("_", 1)[-1]
        if kind in ("unit", "units"):
            units += [u if isinstance(u, str) else rules.names.unit(u) for u in named(kind, value)]
        elif kind in ("hex", "hexes", "place"):
            places = [h if isinstance(h, str) else rules.names.place(h) for h in named(kind, value)]
            hexes += [h for h in places if rules.names.grid.has(h)]
    return list(dict.fromkeys(units)), list(dict.fromkeys(hexes))


def parts_of(action: Action, rules: Ruleset) -> tuple[list[str], list[int]]:
    """The units that do an action, by name, and the hexes that it names in their order, a path's legs as they are."""
    units, hexes = list[str](), list[int]()
    for name, hint, _ in fields(type(action)):
        kind = hint.__metadata__[0] if get_origin(hint) is not None and hasattr(hint, "__metadata__") else ""
        value = getattr(action, name)
        if kind in ("unit", "units") and name == kind:
            units += [rules.names.unit(u) for u in named(kind, value)]
        elif kind == "place":
            hexes.append(value)
        elif kind == "path" or kind_of(hint) == "hexes":
            hexes += value
    return units, hexes


def labels(hexes: Iterable[int], rules: Ruleset) -> list[str]:
    """The names of hexes, of a path without the marks on its legs."""
    return [rules.names.place(leg(h)) for h in hexes]
