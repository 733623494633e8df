"""The thoughts of a computer player: the words for its plan, kept until the other side may read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from parallel38.engine.game import Entry, Game, Remark
from parallel38.engine.previews import Note
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.view import plain_args
from parallel38.players.courses import Courses, phase_of, turn_over

THOUGHT = "thought"
"""The kind of a remark in a record that holds a thought."""


class Saying(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: a text key, its arguments with names instead of numbers, and a rule."""

    text: str
    args: dict[str, Any]
    rule: str
    n: int = 0
    """The number of the action after which the sentence is said, if that is later than the first action of the plan."""


class Thought(msgspec.Struct, frozen=True):
    """What the player of a side planned in a turn."""

    n: int
    """The number of the first action of the plan."""
    hash: str
    """The hash of the situation after that action: a game with another one there is not the thought's game."""
    turn: str
    side: str
    player: str
    """The name of the player; empty if it is not known."""
    sayings: tuple[Saying, ...]

    @property
    def notes(self) -> tuple[Note, ...]:
        """The sentences as notes, as a record has them."""
        return tuple(Note(one.text, one.args, one.rule) for one in self.sayings)


def sayings(notes: Iterable[Note], rules: Ruleset, n: int = 0) -> tuple[Saying, ...]:
    """Notes in the form in which they are kept."""
    return tuple(Saying(note.text, plain_args(note.args, rules), note.rule, n) for note in notes)


def thought(
    game: Game, entry: Entry, turn: str, side: str, name: str, reasons: Sequence[Note], known: Sequence[Thought]
) -> Thought | None:
    """The new part of a player's reasons after it has played an action; None if its plan for the phase is known.

    A player that makes a new plan in the middle of a phase, after a die or a restart, changes orders and not its
    intention: how the plan turned out is told when the player turn is over.
    """
    if not reasons:
        return None
    same = [(one, before) for one, before in _standing(known, game) if (one.turn, one.side) == (turn, side)]
    if any(phase_of(before) == phase_of(entry) for _, before in same):
        return None
    said = [saying for one, _ in same for saying in one.sayings]
    new = tuple(saying for saying in sayings(reasons, game.rules) if saying not in said)
    return Thought(entry.number, f"{game.entry_hash(entry):016x}", turn, side, name, new) if new else None


def remembered(game: Game) -> list[Thought]:
    """The thoughts in the record of a game, the first one first; the record does not name the player."""
    found, waiting = list[Thought](), list[Remark]()
    for entry, state in game.backwards():
        waiting += [said for said in game.remarks_after(entry) if said.what == THOUGHT]
        here = [said for said in waiting if said.by == entry.by]  # dice may have been thrown after the action
        waiting = [said for said in waiting if said.by != entry.by]
        mark, turn = f"{game.entry_hash(entry):016x}", game.rules.turn_name(state)
        found += [Thought(entry.number, mark, turn, said.by, "", sayings(said.says, game.rules)) for said in here]
    return found[::-1]


def _standing(thoughts: Iterable[Thought], game: Game) -> list[tuple[Thought, Entry]]:
    """The thoughts whose action has not been taken back, each with the action, the first one first."""
    wanted: dict[int, dict[str, Thought]] = {}
    for one in thoughts:
        wanted.setdefault(one.n, {})[one.hash] = one
    found: list[tuple[Thought, Entry]] = []
    entry: Entry | None = game.last
    while entry is not None and wanted:
        there = wanted.pop(entry.number, {}) if entry.number in wanted else {}
        found += [(one, entry) for mark, one in there.items() if mark == f"{game.entry_hash(entry):016x}"]
        entry = entry.before
    return found[::-1]


def standing(thoughts: Iterable[Thought], game: Game) -> list[Thought]:
    """The thoughts whose action has not been taken back, one for each player turn: later additions come last."""
    found: dict[tuple[str, str], Thought] = {}
    for one, _ in _standing(thoughts, game):
        first = found.get((one.turn, one.side))
        if first is not None:
            later = (msgspec.structs.replace(said, n=one.n) for said in one.sayings)
            one = msgspec.structs.replace(first, sayings=(*first.sayings, *later))
        found[one.turn, one.side] = one
    return [*found.values()]


def readable(thoughts: Iterable[Thought], game: Game, people: Iterable[str]) -> list[Thought]:
    """The thoughts that people who play these sides may read: those of the other side after its player turn."""
    people = set(people)
    return [
        one
        for one in standing(thoughts, game)
        if game.over or not people - {one.side} or one.turn != game.turn or turn_over(game.rules, game.state, one.side)
    ]


def became(thoughts: Iterable[Thought], game: Game) -> list[tuple[Thought, tuple[Saying, ...]]]:
    """Thoughts, each with sentences on how it turned out; none while the player turn goes on."""
    found, rules = [*thoughts], game.rules
    courses = Courses(game, min((one.n for one in found), default=game.number))
    pairs = ((one, courses.of(one.side, one.n, one.turn)) for one in found)
    return [
        (one, sayings(rules.title.became(course, one.sayings), rules, course.end.number - 1) if course else ())
        for one, course in pairs
    ]


def completed(thoughts: Iterable[Thought], game: Game) -> list[Thought]:
    """Thoughts with the sentences on how they turned out added at the end."""
    return [msgspec.structs.replace(one, sayings=(*one.sayings, *more)) for one, more in became(thoughts, game)]
