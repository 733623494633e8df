"""How far a game has come in its guided first turn."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from parallel38.desk.tutorial import tutorial
from parallel38.desk.words import labels
from parallel38.engine.flow import CHANCE
from parallel38.engine.game import Game
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.values import Action, fields, kind_of, read, write


def guide(game: Game, passed: Collection[str]) -> dict[str, Any]:
    """How far a game has come in its guided turn, told by its own actions.

    `step` is the number of the step, None at the end; `first` and `todo` are what is left of its actions: those that
    are played for the player, and those that the player does. `astray` is the number of the first action that does not
    belong to the story. Steps without actions are over when they are among those that were read (`passed`, by name).
    """
    setting = game.rules.setting
    steps = tutorial(setting.game, "en", setting.edition, setting.scenario)["steps"]
    done = [entry for entry in game.entries() if entry.action is not None and entry.by != CHANCE]
    number, k = game.number, 0
    for i, step in enumerate(steps):
        first, j = len(step["first"]), 0
        wanted = [*step["first"], *step["do"]]
        while j < len(wanted):
            if k == len(done):
                return _standing(number, i, wanted[j:first], wanted[max(j, first) :])
            rest = _left(wanted[j], done[k].action, game.rules)
            if rest is None:
                return _standing(number, i, astray=done[k].number)
            wanted[j], j, k = rest, j + (not rest), k + 1
        if not step["do"] and k == len(done) and step["name"] not in passed:
            return _standing(number, i)
    return _standing(number, None)


def _standing(
    number: int, step: int | None, first: Collection[str] = (), todo: Collection[str] = (), astray: int | None = None
) -> dict[str, Any]:
    return {"number": number, "step": step, "first": [*first], "todo": [*todo], "astray": astray}


def _left(expected: str, done: Any, rules: Ruleset) -> str | None:
    """What is left of an expected action when another has been played: "" if nothing, None if that was something else.

    Units that go may go in parts; an action may say more than is expected.
    """
    wanted: Any = read(expected, rules.verbs, rules.names)
    if type(wanted) is not type(done):
        return None
    said = len(wanted.arranged(expected.split()[1:]))
    apart = [name for name, hint, _ in fields(type(wanted))[:said] if not _alike(name, hint, wanted, done, rules)]
    if not apart:
        return ""
    if apart != ["units"] or wanted.intent != "go" or not {*done.units} < {*wanted.units}:
        return None
    return write(replace(wanted, units=tuple(u for u in wanted.units if u not in done.units)), rules.names)


def _alike(name: str, hint: Any, one: Action, two: Action, rules: Ruleset) -> bool:
    """Whether a field says the same in two actions: lists in any order, ways with the same ends."""
    first, second = getattr(one, name), getattr(two, name)
    match kind_of(hint):
        case "units":
            return sorted(first) == sorted(second)
        case "path":
            ways = [labels(path, rules) for path in (first, second)]
            return (ways[0][0], ways[0][-1]) == (ways[1][0], ways[1][-1])
        case _:
            return first == second
