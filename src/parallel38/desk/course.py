"""The course of a turn: which phases are done, which passed by themselves and why, what comes next."""

from typing import Any

from parallel38.desk.words import sentence
from parallel38.engine.flow import Frame, Stopped
from parallel38.engine.game import Game
from parallel38.engine.sequence import Phase, Sequence
from parallel38.engine.state import Event
from parallel38.engine.texts import Texts


def phases(game: Game, texts: Texts) -> list[dict[str, Any]]:
    """The outline of the turn. A phase without a decision and without a die roll is skipped, and `note` says why.

    One that the booklet does not name is left out unless it is being played, or something was decided in it.
    """
    outline = game.rules.outline(game.state)
    here = _end(game, outline) if game.over else _phase(game.state.frames, outline)
    played, first, events = _played(game, here, outline)
    found = []
    for i, phase in enumerate(outline):
        if phase.aside and i != here and i not in played:
            continue
        state = "done" if i < here else "now" if i == here else "next"
        note = None
        if first <= i < here and i not in played and not phase.alone:
            state, note = "skipped", _why(phase.key, events, game, texts)
        key = f"phase.{phase.key}"
        found.append(
            {
                "key": key,
                "text": sentence(texts.say(key)),
                "short": texts.say(f"{key}.short"),
                "part": texts.say(f"part.{phase.part}") if phase.part else None,
                "rule": texts.number(phase.rule) or None,
                "side": phase.side or None,
                "state": state,
                "note": note,
            }
        )
    return found


def _end(game: Game, outline: tuple[Phase, ...]) -> int:
    """How far the turn came in which the game ended: to its end, or to where the sides ended it."""
    return _phase(game.last.frames, outline) + 1 if isinstance(game.state.top, Stopped) else len(outline)


def _played(game: Game, here: int, outline: tuple[Phase, ...]) -> tuple[set[int], int, list[Event]]:
    """The phases of this turn in which something was decided, the first one that is known of, and what happened.

    The turn before may have had other phases: it is told by the turn of its entries.
    """
    seen, events = set[int](), list[Event]()
    turn = game.last.turn if game.over else game.turn
    entry, last = game.last, here
    while True:
        events += entry.events
        at = _phase(entry.frames, outline)
        if entry.turn != turn or at > last:  # the turn before
            return seen, 0, events
        if at < 0 or entry.before is None:  # before the first turn; and a game may begin in the middle of one
            return seen, at if at >= 0 else last, events
        seen.add(at)
        entry, last = entry.before, at


def _phase(frames: tuple[Frame, ...], outline: tuple[Phase, ...]) -> int:
    """The number of the phase that frames are in; -1 if they are in none of the outline."""
    return frames[0].place(outline) if frames and isinstance(frames[0], Sequence) else -1


def _why(key: str, events: list[Event], game: Game, texts: Texts) -> str:
    """Why a phase was passed over, as the log tells it; else that there was nothing to decide."""
    reasons = game.rules.look().get("skip", {}).get(key, [])
    for event in events:
        if event.text in reasons:
            return sentence(texts.say(f"log.{event.text}", event.args))
    own = f"skipped.{key}"
    return texts.say(own if texts.has(own) else "skipped")
