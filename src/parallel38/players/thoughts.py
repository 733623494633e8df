"""What a computer player thought: the words for its plan, kept beside the game until the other side may read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from parallel38.engine import sequence
from parallel38.engine.flow import Note
from parallel38.engine.game import Entry, Game, Remark
from parallel38.engine.rules import Rules
from parallel38.engine.view import plain_args
from parallel38.players.captain import Captain

THOUGHT = "thought"
"""What a remark of a record is that tells one."""


class Saying(msgspec.Struct, frozen=True):
    """One sentence: a text key, its arguments with names instead of numbers, and a rule."""

    text: str
    args: dict[str, Any]
    rule: str


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


def sayings(notes: Iterable[Note], rules: Rules) -> tuple[Saying, ...]:
    """Notes as they are kept."""
    return tuple(Saying(note.text, plain_args(note.args, rules), note.rule) for note in notes)


def thought(
    game: Game, entry: Entry, turn: str, side: str, name: str, who: Any, known: Sequence[Thought]
) -> Thought | None:
    """What is new in a player's mind when he has played an action in a turn; nothing if his plan is known.

    Who makes a new plan in the middle of a phase, after a die or a restart, changes orders and not the intention.
    """
    if not isinstance(who, Captain) or not who.reasons:
        return None
    if any((one.turn, one.side) == (turn, side) for one in standing(known, game)):
        return None
    mark = f"{game.entry_hash(entry):016x}"
    return Thought(entry.number, mark, turn, side, name, sayings(who.reasons, game.rules))


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


def standing(thoughts: Iterable[Thought], game: Game) -> list[Thought]:
    """Those whose action has not been taken back, the first one first."""
    wanted: dict[int, dict[str, Thought]] = {}
    for one in thoughts:
        wanted.setdefault(one.n, {})[one.hash] = one
    found: list[Thought] = []
    entry: Entry | None = game.last
    while entry is not None and wanted:
        there = wanted.pop(entry.number, {}) if entry.number in wanted else {}
        found += [one for mark, one in there.items() if mark == f"{game.entry_hash(entry):016x}"]
        entry = entry.before
    return found[::-1]


def readable(thoughts: Iterable[Thought], game: Game, people: Iterable[str]) -> list[Thought]:
    """Those that may be read where people play these sides: of the other side, when its player turn is over."""
    people = set(people)
    return [
        one
        for one in standing(thoughts, game)
        if game.over or not people - {one.side} or one.turn != game.turn or _turn_over(game, one.side)
    ]


def _turn_over(game: Game, side: str) -> bool:
    """Whether no phase of a side is left in this turn."""
    bottom = game.state.frames[0]
    if not isinstance(bottom, sequence.Sequence):
        return False
    outline = game.rules.outline(game.state)
    here = [phase.key for phase in outline].index(bottom.phase)
    return all(phase.side != side for phase in outline[here:])
