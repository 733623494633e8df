"""Which rules the code carries out and which the tests have seen at work: computed, not typed.

Code is found by reading the source: a function or class that names a rule's id carries it out. Tests are found by
running them: `make test` writes down which ids each test named and saw the engine raise or trace, or whose figure or
definition it asserted.
"""

import ast
import json
import re
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from parallel38.engine.titles import Title

TESTED = "tested.json"
_ID = re.compile(r"\b[A-Z]{1,2}-(?:[A-Z]{3}-[0-9A-Z]|\d|T\.|ex\b)[0-9A-Za-z]*(?:\.[0-9A-Za-z]+)*")
"""A booklet with numbers: D-9.2.3.2; one with named sections and cases: K-COM-J2a; an example: C-ex; what always
holds: F-T.1."""


def code_places(title: Title) -> dict[str, list[str]]:
    """For each rule id the functions that name it, as `rules/movement.py:Moving.refusals`."""
    found: dict[str, list[str]] = {}
    for file, source in sources(title):
        lines = source.splitlines()
        for name, first, last, nested in _definitions(ast.parse(source), ""):
            inner = {n for a, b in nested for n in range(a, b + 1)}
            own = "\n".join(line for n, line in enumerate(lines[first - 1 : last], first) if n not in inner)
            for rule in sorted(set(_ID.findall(own))):
                found.setdefault(rule, []).append(f"{file}:{name}")
    return found


def sources(title: Title) -> list[tuple[str, str]]:
    """The modules of a game: path inside its package and text."""
    return _sources(resources.files(title.package), "")


def _sources(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".py"):
            out.append((prefix + entry.name, entry.read_text(encoding="utf-8")))
        elif entry.is_dir() and not entry.name.startswith("__"):
            out += _sources(entry, f"{prefix}{entry.name}/")
    return out


def _definitions(node: ast.AST, prefix: str) -> list[tuple[str, int, int, list[tuple[int, int]]]]:
    """Name, first and last line of each function and class, and the lines of the definitions inside a class."""
    out: list[tuple[str, int, int, list[tuple[int, int]]]] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            inner = _definitions(child, f"{prefix}{child.name}.")
            out.append((prefix + child.name, child.lineno, child.end_lineno or 0, [(i[1], i[2]) for i in inner]))
            out += inner
        elif isinstance(child, ast.FunctionDef):
            first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
            out.append((prefix + child.name, first, child.end_lineno or 0, []))
    return out


def tested(title: Title) -> dict[str, list[str]]:
    """For each rule id the tests that proved it, as the last full test run wrote them down."""
    file = resources.files(title.package).joinpath("data", TESTED)
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def report(title: Title, language: str = "en", edition: str | None = None) -> dict[str, Any]:
    """Every rule of an edition with its summary, its code and its tests, and the totals.

    Without an edition the rules of all editions that can be played, and for each edition its totals too.
    """
    from parallel38.engine.texts import Texts

    editions = title.editions if edition is None else (title.setting(edition).edition,)
    texts = Texts(language, title.package)
    code, tests = code_places(title), tested(title)
    rules = [
        {
            "id": rule["id"],
            "edition": rule["edition"],
            "summary": texts.say(f"rule.{rule['id']}"),
            "definition": rule.get("definition", False),
            "code": sorted({place for one in _names(title, rule) for place in code.get(one, [])}),
            "tests": tests.get(rule["id"], []),
        }
        for each in editions
        for rule in title.rules_of(each)
    ]
    return {
        "rules": rules,
        **_totals(rules),
        "editions": {each: _totals([rule for rule in rules if rule["edition"] == each]) for each in editions},
    }


def _names(title: Title, rule: dict[str, Any]) -> list[str]:
    """The ids by which code names a rule: its own, and those of other editions for which its edition cites it."""
    return [rule["id"], *(one for one, cited in title.cites.get(rule["edition"], {}).items() if cited == rule["id"])]


def _totals(rules: list[dict[str, Any]]) -> dict[str, int]:
    """How many rules there are, how many of them code carries out, and how many tests have proved."""
    return {
        "total": len(rules),
        "enforced": sum(bool(rule["code"]) for rule in rules),
        "tested": sum(bool(rule["tests"]) for rule in rules),
    }
