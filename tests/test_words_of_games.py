"""Words of particular games stand in their own folders: what serves every game takes them from rulesets and data."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parallel38.engine.ruleset import Ruleset
from parallel38.games import NAMES, title

SOURCE = Path(__file__).parents[1] / "src" / "parallel38"
PLACES = ("desk", "service", "draw", "web", "cli", "players", "terminal.py", "textmap.py", "account.py")
"""What serves every game and has no word of one."""

PLAIN = {
    "end roll resign draw": "verbs of the engine, which every game has",
    "turn": "what all games are counted in; some keep it in a track",
    "place": "a kind of field and of thing in the engine",
    "die table drop enter exit home held out setup waiting": "words of pages: dice, tables, keys, addresses, classes",
    "circle close entry leave near strip": "words of pages: shapes, buttons, the log, the mouse, the bar of phases",
    "last gone dead replace moved dropped": "words of Python, of the command line and of plain sentences",
    "aside commit initial normal rest return safe": "words of pages: elements, buttons, styles, settings, a key",
    "parallel": "the name of the program, before its number",
    "destroyed placed points taken": "kinds of sections, of entries and of figures, and words of plain sentences",
    "call fought late order ready used": "words of scripts, of services and of plain sentences",
    "land sea south road rail bridge": "what lies on a map, which is drawn",
    "supply landing air garrison": "symbols of counters, which a game's look chooses from",
}
"""Words of a game that are also the house's own, and what they mean there."""


def rules_of(name: str) -> Ruleset:
    found = title(name)
    return found.make(found.setting())


def words_of(rules: Ruleset) -> Iterator[str]:
    """The names that a game gives: sides, verbs, modes, places beside the map, tracks, flags, markers, overlays."""
    yield from (*rules.sides, *rules.verbs, *rules.names.boxes, *rules.tracks, *rules.flag_names, *rules.mark_kinds)
    yield from rules.overlays
    yield from (key.removeprefix("mode.") for key in rules.texts("en").keys("mode."))
    yield from (choice.name for choice in (*rules.title.options, *rules.title.rulings))


WORDS = {word for name in NAMES for word in words_of(rules_of(name))}
TOLD = ("help", "epilog")
"""What the command line's help says; examples there name a game's words."""
HOUSE = {word for words in PLAIN for word in words.split()}


def sources() -> list[Path]:
    found = [
        file for place in PLACES for file in ((SOURCE / place).rglob("*") if "." not in place else [SOURCE / place])
    ]
    return sorted(file for file in found if file.suffix in (".py", ".js", ".html"))


def strings(file: Path) -> Iterator[str]:
    """The strings in a file; docstrings, comments and sentences of the command line's help are none."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        tree = ast.parse(text)
        nodes = list(ast.walk(tree))
        told = {node.value for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
        told |= {
            word.value for node in nodes if isinstance(node, ast.Call) for word in node.keywords if word.arg in TOLD
        }
        found = [node for node in nodes if isinstance(node, ast.Constant) and node not in told]
        yield from (node.value for node in found if isinstance(node.value, str))
    else:
        code = re.sub(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*", "", text, flags=re.S)
        for quoted in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', code):
            yield re.sub(r"\$\{[^}]*\}", " ", quoted[1] or quoted[2] or "")


def named(text: str) -> set[str]:
    """The words of games that a string names: it is one, or they stand in it between other signs than letters."""
    return ({text, *re.split(r"[^A-Za-z_-]+", text), *re.split(r"[^A-Za-z]+", text)} & WORDS) - HOUSE


def test_what_serves_every_game_names_none_of_their_words():
    found = [(str(file.relative_to(SOURCE)), word) for file in sources() for s in strings(file) for word in named(s)]
    assert sorted({*found}) == []


def test_words_that_are_also_the_house_s_are_words_of_a_game():
    """A word that no game has any more needs no exception."""
    assert sorted(HOUSE - WORDS) == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('if (spot.mode === "foot") return;', "foot"),
        ("const kind = `zones-${side}`;", "zones"),
        ('act("move " + unit)', "move"),
        ('one.place === "nk_box"', "nk_box"),
    ],
)
def test_such_a_word_is_seen(tmp_path: Path, line: str, word: str):
    file = tmp_path / "some.js"
    file.write_text(line)
    assert word in {found for s in strings(file) for found in named(s)}


def test_such_a_word_is_seen_in_python(tmp_path: Path):
    file = tmp_path / "some.py"
    file.write_text('"""On foot."""\n\nSIDES = ("un", "communist")\n')
    assert {found for s in strings(file) for found in named(s)} == {"un", "communist"}
