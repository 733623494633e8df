"""Trying out positions and records from files: a position that has passed every check is played on a little, on
copies."""

from parallel38.engine import bounds
from parallel38.engine.bounds import FAULTS
from parallel38.engine.chance import Roll, Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import settle
from parallel38.engine.game import Game
from parallel38.engine.state import State
from parallel38.engine.values import Action

FOLLOWED = 20
"""Actions and dice that are followed when one thing is tried."""


def try_out(game: Game) -> Game:
    """The game, if one of each kind of thing that it offers can be done; so what no check thought of is found."""
    try:
        _ask_below(game.state)
        if not game.over and not _tried(game):
            raise BadInputError("impossible_position")
    except FAULTS:
        raise BadInputError("impossible_position") from None
    return game


def walk_through(game: Game) -> Game:
    """The game, if everything that happened in it can be told; for a record from a file.

    Whether its earlier moments can be shown is checked when one is asked for (`look_at`), because that takes longer.
    """
    texts, frames = game.rules.texts("en"), None
    try:
        for entry, s in game.backwards():
            if s.frames is not frames:
                bounds.check(s)
                frames = s.frames
            _ = s.rules.turn_name(s), s.rules.phase_key(s)
            for event in entry.events:
                texts.say(f"log.{event.text}", event.args)
    except FAULTS:
        raise BadInputError("impossible_position") from None
    return game


def look_at(game: Game) -> Game:
    """The game, if what is to be decided in it can be asked; for an earlier moment of such a record."""
    try:
        _ = game.prompt, game.offers()
    except FAULTS:
        raise BadInputError("impossible_position") from None
    return game


def _ask_below(s: State) -> None:
    """Ask the frames below the top, which go on when those above them are done, for their prompts and offers."""
    for height in range(2, len(s.frames)):
        below = s.copy()
        below.frames = s.frames[:height]
        if below.top.decider(below) is not None:
            _ = below.top.prompt(below), list(below.top.offers(below))


def _tried(game: Game) -> set[tuple[str, str]]:
    """The verbs and manners in which something could be done."""
    _ = game.prompt
    top, s, tried = game.state.top, game.state, set[tuple[str, str]]()
    for offer in game.offers():
        kind = (offer.verb, offer.mode)
        action = None if kind in tried or offer.empty else next(iter(top.expand(s, offer)), None)
        if action is not None:
            tried.add(kind)
            _carry_out(s, action)
    return tried


def _carry_out(s: State, action: Action) -> None:
    """Do something on a copy, with the lowest and the highest dice, until a side must decide."""
    waiting = [(s, action)]
    for _ in range(FOLLOWED):
        if not waiting:
            return
        before, what = waiting.pop()
        after = before.copy()
        after.top.apply(after, what)
        settle(after)
        if isinstance(roll := after.top, Roll):
            waiting += [(after, Throw(tuple(die.values[end] for die in roll.pool))) for end in (0, -1)]
