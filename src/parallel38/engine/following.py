"""A game that another process of the same program follows: how it stood once, and what was played since.

Units, hexes and cells are told by their numbers, which both processes have in common; records and positions have names
in their place. Dice to come are never told.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import NamedTuple

from parallel38.engine.chance import Dice
from parallel38.engine.flow import CHANCE, Frame
from parallel38.engine.game import Entry, Game
from parallel38.engine.state import Change, Said
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action

Marks = frozenset[tuple[str, int, int]]


class Step(NamedTuple):
    """An entry of a game without its events: frames and markers are those after it."""

    by: str
    action: Action | None
    key: str
    branch: int
    changes: list[Change]
    frames: tuple[Frame, ...]
    marks: Marks
    said: Said | None


class Standing(NamedTuple):
    """How a game stood after one of its entries, and the steps from there on."""

    setting: Setting
    columns: dict[str, array[int]]
    last: Step
    number: int
    hash: int
    steps: list[Step]


def standing(game: Game) -> Standing:
    """A game as it stood before its last decision, with that decision and its dice as steps.

    So a player can look at what was decided last, which is all of the past that it may need.
    """
    entry, s = next((entry, s) for entry, s in game.backwards() if entry.by != CHANCE)
    before = entry.before or entry
    columns = {column: getattr(s, column) for column in s.COLUMNS}
    steps = steps_since(game, before)
    assert steps is not None
    return Standing(game.rules.setting, columns, _step(before), before.number, game.entry_hash(before), steps)


def steps_since(game: Game, entry: Entry) -> list[Step] | None:
    """What was played since an entry of a game; None if the entry has been taken back."""
    steps: list[Step] = []
    later: Entry | None = game.last
    while later is not None and later.number > entry.number:
        steps.append(_step(later))
        later = later.before
    return steps[::-1] if later is entry else None


def _step(entry: Entry) -> Step:
    return Step(
        entry.by,
        entry.action,
        entry.key,
        entry.branch,
        entry.changes,
        entry.frames[1],
        entry.marks[1],
        entry.said,
    )


def opened(told: Standing, find_title: Callable[[str], Title]) -> Game:
    """The game that is told, as a copy of it would be: without its dice."""
    rules = find_title(told.setting.game).make(told.setting)
    s = rules.state_class(rules)
    for column, cells in told.columns.items():
        setattr(s, column, cells)
    s.frames, s.marks = told.last.frames, told.last.marks
    game = object.__new__(Game)
    game.rules, game.state, game.dice, game.branch, game.undone = rules, s, Dice.ask(), told.last.branch, []
    game.remarks, game.draw_offer, game.opened = (), None, told.last.said
    game.last = _entry(game, None, told.last)
    game.last.number, game.last._hash = told.number, told.hash
    follow(game, told.steps)
    return game


def follow(game: Game, steps: Iterable[Step]) -> None:
    """Play in a game what was played elsewhere; nothing is judged again, and dice fall as they fell."""
    for step in steps:
        game._forward(_entry(game, game.last, step))
        game.branch = step.branch


def _entry(game: Game, before: Entry | None, step: Step) -> Entry:
    s = game.state
    frames, marks = (s.frames, step.frames), (s.marks, step.marks)
    entry = Entry(before, step.by, step.action, step.key, step.branch, step.changes, [], frames, marks)
    entry.said = step.said
    entry.turn, entry.phase = game.moment()
    return entry
