"""Positions: a situation as text that can be read, edited and set up again, in the middle of an attack if need be."""

from typing import Any

import msgspec

from parallel38.engine import bounds
from parallel38.engine.errors import BadInputError
from parallel38.engine.files import read_toml
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.state import State
from parallel38.engine.titles import Setting, Title, merged
from parallel38.engine.values import to_plain

SCHEMA = 1
KEYS = {"parallel38", "schema", "program", *Setting.__struct_fields__, "track", "marks", "units", "frames"}
"""What a position may say; `program` is the version that wrote it."""


def position_of(s: State) -> dict[str, Any]:
    """A state as a plain dictionary of names and numbers."""
    rules: Ruleset = s.rules
    places: dict[str, list[str]] = {}
    for unit, place in enumerate(s.where):
        if place != rules.names.grid.size:
            words = [rules.names.unit(unit)]
            if s.flags[unit]:
                words.append(rules.cell_text("flags", unit, s.flags[unit]))
            words += [
                f"{column}={rules.cell_text(column, unit, getattr(s, column)[unit])}"
                for column in s.COLUMNS
                if column not in ("where", "flags", "track") and getattr(s, column)[unit]
            ]
            places.setdefault(rules.names.place(place), []).append(" ".join(words))
    return {
        "parallel38": "position",
        "schema": SCHEMA,
        **{k: v for k, v in msgspec.to_builtins(rules.setting).items() if v not in ({}, None)},
        "track": {name: number_or_text(rules.cell_text("track", i, s.track[i])) for i, name in enumerate(rules.tracks)},
        "marks": sorted(rules.mark_text(m) for m in s.marks),
        "units": dict(sorted(places.items())),
        "frames": [to_plain(f, rules.names) for f in s.frames],
    }


def state_of(plain: dict[str, Any], rules: Ruleset) -> State:
    """The state that a position describes."""
    for key in plain:
        if key not in KEYS:  # a word that is misspelt would silently leave out all that it was to say
            raise BadInputError("unknown_key", name=key, names=sorted(KEYS))
    s = rules.state_class(rules)
    for name, value in _table(plain, "track").items():
        i = rules.cell_number("track", name)
        s.track[i] = rules.cell_value("track", i, str(value))
    for mark in _list(plain, "marks"):
        s.marks |= {rules.mark_value(str(mark))}
    seen: set[int] = set()
    for place, entries in _table(plain, "units").items():
        code = rules.names.place_code(place)
        if not isinstance(entries, list):
            raise BadInputError("bad_position", name=place)
        for entry in entries:
            name, *words = str(entry).split() or [""]
            unit = rules.names.unit_number(name)
            if unit in seen:
                raise BadInputError("unit_twice", name=name)
            seen.add(unit)
            s.where[unit] = code
            for word in words:
                column, equals, value = word.partition("=")
                if not equals:
                    s.flags[unit] |= rules.cell_value("flags", unit, word)
                elif column in s.COLUMNS and column not in ("where", "flags", "track"):
                    getattr(s, column)[unit] = rules.cell_value(column, unit, value)
                else:
                    raise BadInputError("bad_position", name=word)
    s.frames = tuple(map(rules.frame, _list(plain, "frames")))
    if not s.frames:
        raise BadInputError("no_frames")
    rules.check(s)
    bounds.check(s)
    return s


def number_or_text(text: str) -> int | str:
    """A cell's text, as a number if it is one."""
    return int(text) if text.lstrip("-").isdigit() else text


def _table(plain: dict[str, Any], key: str) -> dict[str, Any]:
    value = plain.get(key, {})
    if not isinstance(value, dict):
        raise BadInputError("bad_position", name=key)
    return value


def _list(plain: dict[str, Any], key: str) -> list[Any]:
    value = plain.get(key, [])
    if not isinstance(value, list):
        raise BadInputError("bad_position", name=key)
    return value


def setting_of(plain: dict[str, Any], title: Title) -> Setting:
    """The setting that a position or a record's first line names, with the figures of the version that began it."""
    charts = plain.get("charts")
    if isinstance(plain.get("program"), str) and isinstance(charts or {}, dict):
        charts = merged(title.figures(plain["program"]), charts or {})
    try:
        return title.setting(
            plain.get("edition"), plain.get("scenario"), plain.get("options"), plain.get("rulings"), charts
        )
    except (AttributeError, TypeError):
        raise BadInputError("bad_position", name="options") from None


# ------------------------------------------------------------------------------------------------------------- as text


def write_position(plain: dict[str, Any]) -> str:
    """A position as a TOML text."""
    lines: list[str] = []
    tables = {k: v for k, v in plain.items() if isinstance(v, dict)}
    for key, value in plain.items():
        if key not in tables and key != "frames":
            lines.append(f"{key} = {toml_value(value)}")
    lines.append("# the stack of what is going on, the last one decides")
    lines += ["frames = [", *(f"  {toml_value(frame)}," for frame in plain["frames"]), "]"]
    for key, table in tables.items():
        lines += ["", f"[{key}]", *(f"{toml_key(k)} = {toml_value(v)}" for k, v in table.items())]
    return "\n".join(lines) + "\n"


def toml_key(text: str) -> str:
    """A name as a key of a TOML text."""
    bare = text.isascii() and text.replace("_", "").replace("-", "").isalnum()
    return text if bare else msgspec.json.encode(text).decode()


def toml_value(value: Any) -> str:
    """A value as TOML writes it, on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items() if v is not None) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(toml_value, value)) + "]"
        case _:
            return msgspec.json.encode(value).decode()


def read_position(text: str) -> dict[str, Any]:
    """The dictionary behind a position's text."""
    plain = read_toml(text)
    if plain.get("parallel38") != "position":
        raise BadInputError("not_a_position")
    if plain.get("schema") != SCHEMA:
        raise BadInputError("newer_schema", n=str(plain.get("schema")))
    return plain
