"""What has happened: the log, the moments of a game, and the game as it was."""

from collections.abc import Iterator
from typing import Any

from parallel38.account import account as account_of
from parallel38.desk.words import sentence, told
from parallel38.engine.chance import Roll, Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Draw, Resign
from parallel38.engine.game import Entry, Game
from parallel38.engine.ruleset import Ruleset
from parallel38.players.thoughts import THOUGHT
from parallel38.report import Reporter


def at(game: Game, n: int) -> Game:
    """A copy of a game as it was after action n."""
    return game.at(n)


def log(game: Game, language: str, first: int = 0, last: int | None = None) -> list[dict[str, Any]]:
    """The entries from one number to another, each with what happened in it."""
    if last is None or last > game.number:
        last = game.number
    if first < 0:
        raise BadInputError("no_such_action", n=first)
    say = Reporter(game, language)
    found = [_entry(entry, turn, phase, say) for entry, turn, phase in _backwards(game, first) if entry.number <= last]
    return found[::-1]


def _backwards(game: Game, first: int) -> Iterator[tuple[Entry, str, str]]:
    """The entries from the last one back to a number, each with the turn and the phase in which it was decided."""
    for entry, state in game.backwards():
        if entry.number < first:
            return
        yield entry, game.rules.turn_name(state), game.rules.phase_key(state)


def _entry(entry: Entry, turn: str, phase: str, say: Reporter) -> dict[str, Any]:
    rules, action = say.game.rules, entry.action
    lines = []
    for event in entry.events:
        lines.append(told(f"log.{event.text}", event.args, event.rule, say))
    return {
        "n": entry.number,
        "by": entry.by,
        "do": say.game.notation(action) if action is not None else None,
        "branch": entry.branch,
        "turn": turn,
        "turn_text": say.turn(turn),
        "phase": phase,
        "dice": list(action.dice) if isinstance(action, Throw) else [],
        "kinds": _kinds(entry, rules),
        "lines": lines,
        "remarks": [say.remark(said) for said in say.game.remarks_after(entry) if said.what != THOUGHT],
    }


def _kinds(entry: Entry, rules: Ruleset) -> list[str]:
    """The filters of the log that show an entry: those of its verb, or of what its dice were for, and common ones."""
    action = entry.action
    if action is None:
        return []
    top = entry.frames[-1]
    word = top.purpose.split()[0] if isinstance(top, Roll) else action.verb()
    found = [kind for kind, words in rules.look().get("log", {}).items() if word in words]
    if any(fate.what == "lost" for fate in rules.casualties(entry.changes)):
        found.append("losses")
    if isinstance(action, Throw):
        found.append("dice")
    if isinstance(action, Resign | Draw):
        found.append("talk")
    return found


def moments(game: Game, language: str) -> list[dict[str, Any]]:
    """Where each phase begins, for whoever looks back: the number of the last action before it."""
    say = Reporter(game, language)
    found: list[dict[str, Any]] = []
    for entry, turn, phase in reversed(list(_backwards(game, 0))):
        if not found or (found[-1]["turn"], found[-1]["phase"]) != (turn, phase):
            text = f"{say.turn(turn)} · {say.texts.say(phase)}"
            found.append({"n": max(entry.number - 1, 0), "turn": turn, "phase": phase, "text": text})
    return found


def account(game: Game, language: str) -> dict[str, Any]:
    """How the sides stand, losses, turns and luck, as figures and, under `head` and `parts`, in words."""
    found = account_of(game)
    say = Reporter(game, language)
    verdict = sentence(say.texts.say(*found.verdict))
    parts = say.account_parts(found)
    for part in parts:
        part["groups"] = [{**group, "text": sentence(group["text"])} for group in part["groups"]]
    return {**found.to_plain(), "verdict": verdict, "head": list(say.account_head(found)), "parts": parts}
