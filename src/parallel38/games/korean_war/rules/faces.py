"""The exact chances of one die, face by face, before it is thrown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result, Row
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.wargame.outlook import add_up

FACES = range(10)
EACH = Fraction(1, len(FACES))
HOPED, FEARED = 0, 2
"""The ranks of results: what the acting side hopes for, and the others."""


def branch(note: Note, order: Iterable[str], result: Callable[[int], str]) -> Branch:
    """The table of a die. `order`: the keys of its results, first what the acting side hopes for; `result`: what a face
    brings. What a result means says the text `preview.KEY`."""
    found = add_up((result(die), EACH) for die in FACES)
    results = tuple(
        Result(key, Note("preview." + key), found[key], HOPED if not i else FEARED)
        for i, key in enumerate(order)
        if found.get(key)
    )
    return Branch(note, None, results, tuple(Row(str(die), result(die), EACH) for die in FACES))


def preview(title: Note, table: Branch, notes: Iterable[Note] = (), parts: Iterable[Part] = ()) -> Preview:
    """What a choice with one die can bring: its table, what modifies the die, and what else is to be told."""
    modifiers = tuple(Modifier(Note("drm." + part.name, {}, part.rule), part.die) for part in parts)
    return Preview(title, (table,), table.results, notes=tuple(notes), modifiers=modifiers)
