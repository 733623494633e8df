"""Texts that come from outside: files, TOML and JSON, each with a limit, and a sentence for whatever is wrong.

A parser follows what it is given: it nests as deep as brackets do, works for minutes on a key of many parts and reads
numbers that nothing can write again. So the size is looked at before a text is read, and depth and numbers after.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from parallel38.engine.errors import BadInputError

LONGEST_RECORD = 64_000_000
"""Bytes of a record; a long one has about two million."""
LONGEST_TEXT = 200_000
"""Letters of a position or of charts; a position has about twenty thousand."""
LONGEST_KEY = 1_000
"""Dots in a line of TOML: each could be a part of one key, and reading a key takes the square of its parts."""
DEEPEST = 20
"""Tables and lists inside each other; positions and charts have five."""
LARGEST = 10**100
"""Whole numbers are smaller than this, above and below zero: one of thousands of digits cannot even be quoted."""


class NotJsonError(BadInputError):
    """A text is not JSON at all."""


def read_toml(text: str) -> dict[str, Any]:
    """The table that a TOML text holds."""
    _short(text, LONGEST_TEXT)
    if max((line.count(".") for line in text.split("\n")), default=0) > LONGEST_KEY:
        raise BadInputError("too_deep", most=DEEPEST)
    return _sound(tomllib.loads, text, lambda error: _not_toml(str(error), text))


def read_json(text: str | bytes, most: int = LONGEST_TEXT) -> Any:
    """What a JSON text holds."""
    _short(text, most)
    return _sound(msgspec.json.decode, text, lambda error: NotJsonError("not_json", reason=str(error)))


def read_tables(text: str) -> dict[str, Any]:
    """The table that a text holds, be it TOML or JSON; JSON begins with a brace."""
    return read_json(text) if text.lstrip().startswith("{") else read_toml(text)


SIGNS = {
    "picture": ("\ufffdPNG", "GIF8", "BM\ufffd", "JFIF", "Exif", "WEBP", "<svg"),
    "pdf": ("%PDF",),
    "archive": ("PK\x03\x04", "\x1f\ufffd\x08", "Rar!", "7z\ufffd"),
    "database": ("SQLite format 3",),
    "web_page": ("<!doctype html", "<html"),
}
"""What stands near the beginning of files that are often taken for others; bytes that are no text read as U+FFFD."""


def kind_of_file(text: str) -> str:
    """What a text that is none of ours seems to be: a picture and so on, `binary`, or `text`."""
    head = text[:200]
    found = next((kind for kind, signs in SIGNS.items() if any(s.lower() in head.lower() for s in signs)), None)
    return found or ("binary" if "\0" in head or head.count("\ufffd") > 3 else "text" if head.strip() else "empty")


def _short(text: str | bytes, most: int) -> None:
    if len(text) > most:
        raise BadInputError("too_much_text", n=len(text), most=most)


FAULTS = {
    "Expected '='": "equals",
    "Expected newline": "line",
    "Expected ']": "bracket",
    "Unclosed": "bracket",
    "Expected \"'": "quote",
    "Unterminated": "quote",
    "Illegal character '\\n'": "quote",
    "Cannot": "twice",
    "Duplicate": "twice",
    "Invalid statement": "name",
    "Invalid initial": "name",
    "Invalid value": "value",
    "Invalid date": "value",
    "Exceeds": "digits",
    "Found invalid": "letter",
    "Illegal": "letter",
    "Unescaped": "backslash",
    "Invalid hex": "backslash",
    "Escaped": "backslash",
}
"""What is wrong with a TOML text, by how the parser's sentence begins."""


def _not_toml(said: str, text: str) -> BadInputError:
    """What is wrong with a TOML text, and where; the parser names no place at the end and for a number that is too
    long."""
    fault = next((fault for begin, fault in FAULTS.items() if said.startswith(begin)), "other")
    at, long = re.search(r"line (\d+), column (\d+)\)$", said), re.search(r"\d{4000}", text)
    read = text[: long.start()] if long else text
    line, column = map(int, at.groups()) if at else (read.count("\n") + 1, len(read) - read.rfind("\n"))
    return BadInputError("not_toml", line=line, column=column, fault_key=f"toml.{fault}")


def _sound(parse: Callable[[Any], Any], text: str | bytes, wrong: Callable[[ValueError], BadInputError]) -> Any:
    """What a text holds, if it can be read and written again; `wrong` makes an error of the parser's."""
    try:
        found = parse(text)
    except RecursionError:
        raise BadInputError("too_deep", most=DEEPEST) from None
    except ValueError as error:  # the errors of both parsers, a number of too many digits, bytes that are no text
        raise wrong(error) from None
    level = [found]
    for _ in range(DEEPEST):
        level = [part for value in level for part in _parts(value)]
    if level:
        raise BadInputError("too_deep", most=DEEPEST)
    return found


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()]
    if isinstance(value, int) and abs(value) >= LARGEST:
        raise BadInputError("number_too_large")
    return value if isinstance(value, list) else []


def read_text(path: Path, most: int = LONGEST_TEXT) -> str:
    """A text file, or one sentence about why it cannot be read."""
    try:
        return read_bytes(path, most).decode()
    except UnicodeDecodeError:
        raise BadInputError("not_text", file=str(path)) from None


def read_bytes(path: Path, most: int = LONGEST_RECORD) -> bytes:
    """A file as it is, or one sentence about why it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte in it is no name
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInputError("cannot_read", file=str(path), reason=reason) from None
    if len(data) > most:
        raise BadInputError("file_too_large", file=str(path), most=most)
    return data
