"""How the house is built: imports go down only, and no rule builds a sentence."""

import ast
from pathlib import Path

import pytest

from parallel38.games import NAMES

SOURCE = Path(__file__).parents[1] / "src" / "parallel38"

FLOORS = [
    "hexgrid",
    "engine",
    "wargame",
    "players",
    "games",
    "draw",
    "api",
    "coverage",
    "account",
    "report",
    "desk",
    "fuzz",
    "bench",
    "textmap",
    "terminal",
    "web",
    "lab",
    "service",
    "cli",
]
"""Lowest first; a module may import its own floor and those below. `__init__` hands out names from `api` when asked."""


def floor(module: str) -> int | None:
    parts = module.split(".")
    return FLOORS.index(parts[1]) if len(parts) > 1 and parts[0] == "parallel38" and parts[1] in FLOORS else None


def imports(file: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports name the whole path"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


MODULES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(SOURCE)))
def test_imports_go_down(file: Path):
    parts = file.relative_to(SOURCE).with_suffix("").parts
    if parts in (("__init__",), ("__main__",)):
        return
    top = str(parts[0])
    here = FLOORS.index(top)
    for name in imports(file):
        there = floor(name)
        assert there is None or there <= here, f"{'/'.join(parts)} may not import {name}"
        if top == "games" and len(parts) > 1 and name.startswith("parallel38.games."):
            assert name.split(".")[2] == parts[1], "one game does not know another"


def test_the_grid_and_the_engine_know_no_game():
    words = ("yalu", "korea", "communist", "guerrilla", "infiltrat")
    for file in [*(SOURCE / "hexgrid").rglob("*.py"), *(SOURCE / "engine").rglob("*.py")]:
        code = "\n".join(line for line in file.read_text().splitlines() if ">>>" not in line).lower()
        for word in words:
            allowed = {"communist": ["ruleset.py"], "yalu": []}.get(word, [])
            assert word not in code.replace("('communist', 'nov iv')", "") or file.name in allowed, (file.name, word)


SHELL = sorted(
    file
    for file in SOURCE.rglob("*")
    if file.suffix in {".py", ".js", ".html", ".css", ".svg", ".toml", ".po"} and SOURCE / "games" not in file.parents
)
"""What serves every game: all but the games themselves."""


@pytest.mark.parametrize("file", SHELL, ids=lambda f: str(f.relative_to(SOURCE)))
def test_no_particular_game_is_named_outside_of_it(file: Path):
    """However it is written; only examples that are run name one."""
    words = {word for name in NAMES for word in (name, name.replace("_", " "), name.replace("_", "-"))}
    code = "\n".join(line for line in file.read_text("utf-8").splitlines() if ">>>" not in line).lower()
    assert [word for word in words if word in code] == []


RULES = sorted(SOURCE.glob("games/*/rules/*.py"))


@pytest.mark.parametrize("file", RULES, ids=lambda f: f.stem)
def test_no_rule_builds_a_sentence(file: Path):
    """Texts are keys: in rule modules there is no f-string, no format call and no string of several words."""
    tree = ast.parse(file.read_text())
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docstrings.add(node.value)
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr), f"line {node.lineno}: an f-string"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            raised = node.value in ("an infiltration begins somewhere",)
            assert " " not in node.value.strip() or raised, f"line {node.lineno}: {node.value!r}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("format", "format_map"), f"line {node.lineno}"


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(SOURCE)))
def test_modules_are_small(file: Path):
    assert len(file.read_text().splitlines()) < 600
