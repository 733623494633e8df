"""A process in which computer players think: it follows games, holds their commanders and answers questions.

It reads questions from its standard input and writes answers to its standard output, each as a pickle after its length.
The process ends when the service that started it has ended. It knows games and players; of HTTP and the database it
knows nothing.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from queue import SimpleQueue
from random import Random
from typing import Any, BinaryIO, NamedTuple

from parallel38.engine.following import Standing, Step, follow, opened
from parallel38.engine.previews import Note
from parallel38.engine.processes import begin_work
from parallel38.engine.values import Action
from parallel38.games import title
from parallel38.players import Player, player
from parallel38.players.commander import Commander, reasons_of

HEAD = 4
"""Bytes that tell how long a message is."""
NICENESS = 5
"""The niceness that is added, so that the service comes before the workers."""


class Question(NamedTuple):
    """What a side of a game should do now."""

    game: int
    """The number by which both processes know the game."""
    told: Standing | list[Step]
    """The whole game, or what was played since the last question about it."""
    side: str
    player: str
    advice: bool
    """Whether a person asks for advice; the adviser of a side is another commander than its opponent."""
    seed: str | None
    """Where the player's random numbers come from; None for new ones."""
    gone: tuple[int, ...]
    """Games that will not be asked about again."""


class Answer(NamedTuple):
    """What a computer player wants to do, and what it says about it."""

    action: Action
    sure: bool
    """False where the player has no opinion and names any legal action."""
    reasons: list[Note]
    progress: tuple[int, int] | None
    """How many orders of the player's plan are carried out, and of how many."""


class Failure(NamedTuple):
    """What went wrong while a player thought."""

    traceback: str


class Followed:
    """A game that is followed, with its commanders: by side, and whether it advises, each with the player's name."""

    def __init__(self, told: Standing) -> None:
        self.game = opened(told, title)
        self._commanders: dict[tuple[str, bool], tuple[str, Player]] = {}

    def decide(self, question: Question) -> Answer:
        """Ask a commander. It is the same one from question to question, because it remembers its plan."""
        key, name = (question.side, question.advice), question.player
        if self._commanders.get(key, ("",))[0] != name:
            self._commanders[key] = (name, player(name, self.game.rules.title, question.side))
        who = self._commanders[key][1]
        game = self.game.copy()
        action = who(game, Random(question.seed))
        if not isinstance(who, Commander):
            return Answer(action, True, [], None)
        reasons = who.why(game, action) if question.advice else reasons_of(who)
        return Answer(action, who.sure, reasons, who.progress)


def answer(games: dict[int, Followed], question: Question) -> Answer | Failure:
    """Answer a question about one of the games that are followed. A game in which something went wrong is dropped."""
    for number in question.gone:
        games.pop(number, None)
    try:
        if isinstance(question.told, Standing):
            games[question.game] = Followed(question.told)
        else:
            follow(games[question.game].game, question.told)
        return games[question.game].decide(question)
    except Exception:
        games.pop(question.game, None)
        return Failure(traceback.format_exc())


def pack(message: Any) -> bytes:
    """A message as it is sent."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data


def main() -> None:
    """Answer questions until the service closes the line or is gone."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by mistake must not mix with the answers
    sys.stdin.close()
    questions = SimpleQueue[Question]()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    begin_work(lambda: _read(source, questions))
    games: dict[int, Followed] = {}
    while True:
        sink.write(pack(answer(games, questions.get())))
        sink.flush()


def _read(source: BinaryIO, questions: SimpleQueue[Question]) -> None:
    """Read questions until the service closes the line."""
    while head := source.read(HEAD):
        questions.put(pickle.loads(source.read(int.from_bytes(head, "big"))))
