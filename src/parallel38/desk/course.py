"""The course of a turn: which phases are done, which passed by themselves and why, what comes next."""

from typing import Any

from parallel38.desk.words import number_of, sentence
from parallel38.engine.flow import Stopped
from parallel38.engine.game import Entry, Game
from parallel38.engine.sequence import Sequence
from parallel38.engine.state import Event
from parallel38.engine.texts import Texts


def phases(game: Game, now: str, texts: Texts) -> list[dict[str, Any]]:
    """The outline of the turn. A phase without a decision and without a die roll is skipped, and `note` says why.

    One that the booklet does not name is left out unless it is being played, or something was decided in it.
    """
    outline = game.rules.outline(game.state)
    keys = [f"phase.{phase.key}" for phase in outline]
    here = keys.index(now) if now in keys else _end(game) if game.over else -1
    played, first, events = _played(game, here)
    found = []
    for i, phase in enumerate(outline):
        if phase.aside and i != here and i not in played:
            continue
        state = "done" if i < here else "now" if i == here else "next"
        note = None
        if first <= i < here and i not in played and not phase.alone:
            state, note = "skipped", _why(phase.key, events, game, texts)
        found.append(
            {
                "key": keys[i],
                "text": sentence(texts.say(keys[i])),
                "short": texts.say(f"{keys[i]}.short"),
                "rule": number_of(phase.rule),
                "side": phase.side or None,
                "state": state,
                "note": note,
            }
        )
    return found


def _end(game: Game) -> int:
    """How far the turn came in which the game ended: to its end, or to where the sides ended it."""
    order = {phase.key: i for i, phase in enumerate(game.rules.outline(game.state))}
    return _phase(game.last, order) + 1 if isinstance(game.state.top, Stopped) else len(order)


def _played(game: Game, here: int) -> tuple[set[int], int, list[Event]]:
    """The phases of this turn in which something was decided, the first one that is known of, and what happened."""
    order = {phase.key: i for i, phase in enumerate(game.rules.outline(game.state))}
    seen, events = set[int](), list[Event]()
    entry, last = game.last, here
    while True:
        events += entry.events
        at = _phase(entry, order)
        if at > last:  # the turn before
            return seen, 0, events
        if at < 0 or entry.before is None:  # before the first turn; and a game may begin in the middle of one
            return seen, at if at >= 0 else last, events
        seen.add(at)
        entry, last = entry.before, at


def _phase(entry: Entry, order: dict[str, int]) -> int:
    """The number of the phase in which an action was decided; -1 if it has none."""
    frames = entry.frames
    return order[frames[0].phase] if frames and isinstance(frames[0], Sequence) else -1


def _why(key: str, events: list[Event], game: Game, texts: Texts) -> str:
    """Why a phase was passed over, as the log tells it; else that there was nothing to decide."""
    reasons = game.rules.look().get("skip", {}).get(key, [])
    for event in events:
        if event.text in reasons:
            return sentence(texts.say(f"log.{event.text}", event.args))
    own = f"skipped.{key}"
    return texts.say(own if texts.has(own) else "skipped")
