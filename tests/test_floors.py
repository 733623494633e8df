"""How the house is built: imports go down only, no rule builds a sentence, functions are simple."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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


def named(file: Path) -> str:
    """A file as faults name it."""
    return str(file.relative_to(SOURCE))


def upward(file: Path) -> Iterator[str]:
    """The imports of a module that do not go down."""
    top, *below = file.relative_to(SOURCE).with_suffix("").parts
    if top in ("__init__", "__main__"):
        return
    here = FLOORS.index(top)
    for name in imports(file):
        there = floor(name)
        if there is not None and there > here:
            yield f"{named(file)} may not import {name}"
        other = top == "games" and below and name.startswith("parallel38.games.")
        if other and name.split(".")[2] != below[0]:
            yield f"{named(file)}: one game does not know another ({name})"


def test_imports_go_down():
    assert [fault for file in MODULES for fault in upward(file)] == []


def test_the_grid_and_the_engine_know_no_game():
    words = ("yalu", "korea", "communist", "guerrilla", "infiltrat")
    for file in [*(SOURCE / "hexgrid").rglob("*.py"), *(SOURCE / "engine").rglob("*.py")]:
        code = "\n".join(line for line in file.read_text().splitlines() if ">>>" not in line).lower()
        for word in words:
            assert word not in code, (file.name, word)


SHELL = sorted(
    file
    for file in SOURCE.rglob("*")
    if file.suffix in {".py", ".js", ".html", ".css", ".svg", ".toml", ".po"} and SOURCE / "games" not in file.parents
)
"""What serves every game: all but the games themselves."""


def test_no_particular_game_is_named_outside_of_it():
    """However it is written; only examples that are run name one. The war that all of them are about is no game."""
    words = {word for name in NAMES for word in (name, name.replace("_", " "), name.replace("_", "-"))} - {"korean war"}
    found = []
    for file in SHELL:
        code = "\n".join(line for line in file.read_text("utf-8").splitlines() if ">>>" not in line).lower()
        found += [(named(file), word) for word in words if word in code]
    assert found == []


def test_all_games_are_listed_by_one_function():
    """`game_names` knows the games of other packages too; a list of our own would leave them out."""
    above = [file for file in MODULES if file != SOURCE / "games" / "__init__.py"]
    found = [named(file) for file in above if re.search(r"from parallel38\.games import .*\bNAMES\b", file.read_text())]
    assert found == []


RULES = sorted(SOURCE.glob("games/*/rules/*.py"))


def built_sentences(file: Path) -> Iterator[str]:
    """The places of a module where words are put together: an f-string, a format call, a string of several words."""
    tree = ast.parse(file.read_text())
    docstrings = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield f"{named(file)}:{node.lineno}: an f-string"
        words = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if " " in words.strip() and node not in docstrings and words not in RAISED:
            yield f"{named(file)}: {words!r}"
        if isinstance(node, ast.Attribute) and node.attr in ("format", "format_map"):
            yield f"{named(file)}:{node.lineno}: {node.attr}"


RAISED = ("an infiltration begins somewhere",)
"""What an exception says that nobody can see."""


def test_no_rule_builds_a_sentence():
    """Texts are keys."""
    assert [fault for file in RULES for fault in built_sentences(file)] == []


SIMPLE = 12
"""The cyclomatic complexity that a function may have."""
LESS_SIMPLE = {
    "engine/lines.py _replay_line": 14,
    "engine/positions.py state_of": 13,
    "engine/texts.py value": 14,
    "engine/values.py decode": 13,
    "games/mobile_war/rules/movement.py _move_refusals": 14,
    "games/yalu/rules/movement.py _move_refusals": 16,
    "games/yalu/rules/options.py stuck": 13,
    "games/yalu/rules/support.py refusals": 14,
}
"""The complexity of the functions that have more; it may only become less."""


def test_functions_are_simple():
    measure = ["--isolated", "--select", "C901", "--config", f"lint.mccabe.max-complexity={SIMPLE}"]
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", *measure, "--output-format", "json", str(SOURCE)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    told = [(Path(one["filename"]), re.match(r"`(\w+)` is too complex \((\d+)", one["message"])) for one in found]
    figures = {f"{named(file)} {words[1]}": int(words[2]) for file, words in told if words}
    assert len(figures) == len(found)
    assert {name: figure for name, figure in figures.items() if figure > LESS_SIMPLE.get(name, SIMPLE)} == {}


def test_modules_can_be_read_in_one_go():
    assert [named(file) for file in MODULES if len(file.read_text().splitlines()) > 1000] == []


OF_OTHERS = {"_asdict", "_replace", "_exit"}
"""Names with an underscore that Python itself gives out: of named tuples, of `os`."""


def test_what_is_private_is_used_in_its_module_only():
    """A module that needs more of another's object than it shows wants a public method there."""
    found = list[str]()
    for file in [*MODULES, *sorted((SOURCE.parents[1] / "tools").glob("*.py"))]:
        nodes = [*ast.walk(ast.parse(file.read_text()))]
        own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        private = [node for node in nodes if isinstance(node, ast.Attribute) and is_private(node.attr)]
        own |= {node.attr for node in private if isinstance(node.value, ast.Name) and node.value.id == "self"}
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                found += [f"{file}: {alias.name}" for alias in node.names if is_private(alias.name)]
        found += [f"{file}:{node.lineno} {node.attr}" for node in private if node.attr not in own | OF_OTHERS]
    assert found == []


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
