"""What a computer player thought: the words for its plan, kept beside the game until the other side may read them."""

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
"""What a remark of a record is that tells one."""


class Saying(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: a text key, its arguments with names instead of numbers, and a rule."""

    text: str
    args: dict[str, Any]
    rule: str
    n: int = 0
    """The action after which it is said, if that is later than the first of the plan."""


class Thought(msgspec.Struct, frozen=True):
    """What a side's player had in mind in a turn."""

    n: int
    """The first action of the plan."""
    hash: str
    """The situation after it: where another one stands in its place, this was never thought."""
    turn: str
    side: str
    player: str
    """The name that he goes by; empty if it is not known."""
    sayings: tuple[Saying, ...]

    @property
    def notes(self) -> tuple[Note, ...]:
        """Its sentences as a record tells them."""
        return tuple(Note(one.text, one.args, one.rule) for one in self.sayings)


def sayings(notes: Iterable[Note], rules: Ruleset, n: int = 0) -> tuple[Saying, ...]:
    """Notes as they are kept."""
    return tuple(Saying(note.text, plain_args(note.args, rules), note.rule, n) for note in notes)


def thought(
    game: Game, entry: Entry, turn: str, side: str, name: str, reasons: Sequence[Note], known: Sequence[Thought]
) -> Thought | None:
    """What is new in a player's reasons when he has played an action; nothing if his plan for the phase is known.

    Who makes a new plan in the middle of a phase, after a die or a restart, changes orders and not the intention: what
    has become of it is told when the player turn is over.
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
    """Thoughts that the record of a game tells, the first one first; who played is not told there."""
    found, waiting = list[Thought](), list[Remark]()
    for entry, state in game.backwards():
        waiting += [said for said in game.remarks_after(entry) if said.what == THOUGHT]
        here = [said for said in waiting if said.by == entry.by]  # after his action dice may have fallen
        waiting = [said for said in waiting if said.by != entry.by]
        mark, turn = f"{game.entry_hash(entry):016x}", game.rules.turn_name(state)
        found += [Thought(entry.number, mark, turn, said.by, "", sayings(said.says, game.rules)) for said in here]
    return found[::-1]


def _standing(thoughts: Iterable[Thought], game: Game) -> list[tuple[Thought, Entry]]:
    """Those whose action has not been taken back, with the action, the first one first."""
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
    """Those whose action has not been taken back, one for each player turn: what a later plan adds comes last."""
    found: dict[tuple[str, str], Thought] = {}
    for one, _ in _standing(thoughts, game):
        first = found.get((one.turn, one.side))
        if first is not None:
            later = (msgspec.structs.replace(said, n=one.n) for said in one.sayings)
            one = msgspec.structs.replace(first, sayings=(*first.sayings, *later))
        found[one.turn, one.side] = one
    return [*found.values()]


def readable(thoughts: Iterable[Thought], game: Game, people: Iterable[str]) -> list[Thought]:
    """Those that may be read where people play these sides: of the other side, when its player turn is over."""
    people = set(people)
    return [
        one
        for one in standing(thoughts, game)
        if game.over or not people - {one.side} or one.turn != game.turn or turn_over(game.rules, game.state, one.side)
    ]


def became(thoughts: Iterable[Thought], game: Game) -> list[tuple[Thought, tuple[Saying, ...]]]:
    """Thoughts with what became of them, which the record of the game shows; nothing while the player turn goes on."""
    found, rules = [*thoughts], game.rules
    courses = Courses(game, min((one.n for one in found), default=game.number))
    pairs = ((one, courses.of(one.side, one.n, one.turn)) for one in found)
    return [
        (one, sayings(rules.title.became(course, one.sayings), rules, course.end.number - 1) if course else ())
        for one, course in pairs
    ]


def completed(thoughts: Iterable[Thought], game: Game) -> list[Thought]:
    """Thoughts that end with what became of them."""
    return [msgspec.structs.replace(one, sayings=(*one.sayings, *more)) for one, more in became(thoughts, game)]
