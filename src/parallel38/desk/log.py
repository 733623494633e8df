"""What has happened: the log, and where the phases of a game begin."""

from itertools import takewhile
from typing import Any

from parallel38.desk.reporter import Reporter
from parallel38.desk.scenes import scenes
from parallel38.desk.words import parts_of, pool_of, purpose, read_of, sentence, told
from parallel38.engine.chance import Roll, Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Draw, Resign
from parallel38.engine.game import Entry, Game, Remark
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.values import Action, leg, read
from parallel38.players.thoughts import THOUGHT


def log(game: Game, language: str, first: int = 0, last: int | None = None) -> list[dict[str, Any]]:
    """The entries from one number to another, each with what happened in it."""
    if last is None or last > game.number:
        last = game.number
    if first < 0:
        raise BadInputError("no_such_action", n=first)
    say = Reporter(game, language, brief=True)
    entries = takewhile(lambda row: row[0].number >= first, game.backwards())
    return [_entry(entry, s, say) for entry, s in entries if entry.number <= last][::-1]


def _entry(entry: Entry, s: Any, say: Reporter) -> dict[str, Any]:
    rules, action = say.game.rules, entry.action
    lines = []
    for event in entry.events:
        lines.append(told(f"log.{event.text}", event.args, event.rule, say))
    return {
        "n": entry.number,
        "by": entry.by,
        "do": say.game.notation(action) if action is not None else None,
        "text": _in_words(entry, say),
        "branch": entry.branch,
        "turn": entry.turn,
        "turn_text": say.turn(entry.turn),
        "phase": entry.phase,
        "part": say.part(entry.frames) or None,
        **_dice(entry, say),
        "kinds": _kinds(entry, rules),
        "lines": lines,
        "scenes": scenes(entry, s, say),
        "remarks": [_remark(said, say) for said in say.game.remarks_after(entry) if said.what != THOUGHT],
    }


def _remark(remark: Remark, say: Reporter) -> str:
    """What a side said or was told; an advised action by what is done, by which units and where."""
    if not remark.advice:
        return say.remark(remark)
    rules, texts = say.game.rules, say.texts
    said = _action_in_words(read(remark.advice, rules.verbs, rules.names), say)
    first = texts.say("remark.hint_in_words", {"side": remark.by, "said": said})
    return " ".join([sentence(first), *(say.note(one.text, one.args, one.rule) for one in remark.says)])


def _action_in_words(action: Action, say: Reporter) -> str:
    """An action of a moment that is past: what is done, by which units and where."""
    rules, texts = say.game.rules, say.texts
    units, hexes = parts_of(action, rules)
    numbers = [rules.names.unit_number(unit) for unit in units]
    return ", ".join(
        [texts.say(f"verb.{action.verb()}"), *texts.units(numbers), *(texts.place(leg(h)) for h in hexes[-1:])]
    )


def _in_words(entry: Entry, say: Reporter) -> str | None:
    """What was done in an entry, for one in which nothing came of it that the log tells: an action, or dice."""
    action, roll = entry.action, entry.frames[-1] if entry.frames else None
    if action is None:
        return None
    if isinstance(action, Throw) and isinstance(roll, Roll):
        told = purpose(roll, say.game.rules, say.texts).rstrip(".")
        return f"{told}: {say.texts.join([str(value) for value in action.dice])}."
    return sentence(_action_in_words(action, say))


def _dice(entry: Entry, say: Reporter) -> dict[str, Any]:
    """The dice of an entry: what they showed, what each was, and how they were read."""
    action, roll = entry.action, entry.frames[-1] if entry.frames else None
    if not isinstance(action, Throw) or not isinstance(roll, Roll):
        return {"dice": [], "pool": [], "readings": []}
    return {
        "dice": list(action.dice),
        "pool": pool_of(roll, say.game.rules, say.texts),
        "readings": read_of(entry.frames, action.dice, say.texts),
    }


def _kinds(entry: Entry, rules: Ruleset) -> list[str]:
    """The filters of the log that show an entry: those of its verb, or of what its dice were for, and common ones."""
    action = entry.action
    if action is None:
        return []
    top = entry.frames[-1]
    word = top.purpose.split()[0] if isinstance(top, Roll) else action.verb()
    found = [kind for kind, words in rules.look().get("log", {}).items() if word in words]
    if any(fate.what in rules.loss_kinds for fate in rules.casualties(entry.changes)):
        found.append("losses")
    if isinstance(action, Throw):
        found.append("dice")
    if isinstance(action, Resign | Draw):
        found.append("talk")
    return found


def moments(game: Game, language: str) -> list[dict[str, Any]]:
    """Where each phase begins, for looking back: the number of the last action before it."""
    say = Reporter(game, language, brief=True)
    found: list[dict[str, Any]] = []
    before: tuple[str, str, str] | None = None
    for entry in game.entries():
        part = say.part(entry.frames)
        moment = (entry.turn, part, entry.phase)
        if moment != before:
            text = " · ".join(filter(None, (say.turn(entry.turn), part, say.texts.say(entry.phase))))
            found.append({"n": max(entry.number - 1, 0), "turn": entry.turn, "phase": entry.phase, "text": text})
            before = moment
    return found
