"""A roll that can be checked: what it was for, how its dice were made, and what each fall would have brought."""

from typing import Any

from parallel38.desk.reporter import ChartWords, Reporter
from parallel38.desk.words import pool_of, purpose, read_of, sentence
from parallel38.engine.chance import Dice, Roll, Throw, readings
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.players.thoughts import THOUGHT


def roll(game: Game, n: int, language: str) -> dict[str, Any]:
    """The dice of action n: key and, where it is known, the secret they were made from, and what they were read on."""
    if not 1 <= n <= game.number:
        raise BadInputError("no_such_action", n=n)
    past = game.at(n - 1)
    wanted = past.state.top
    entry = next(entry for entry in game.latest() if entry.number == n)
    if not isinstance(wanted, Roll) or not isinstance(entry.action, Throw):
        raise BadInputError("no_dice_there", n=n)
    source = game.dice.of(entry.branch)
    rules, texts, words = game.rules, game.rules.texts(language, brief=True), ChartWords(game.rules.texts(language))
    charts = rules.look().get("roll", {}).get(wanted.purpose.split()[0], [])
    return {
        "n": n,
        "purpose": purpose(wanted, rules, texts),
        "rule": texts.number(wanted.rule) or None,
        "dice": list(entry.action.dice),
        "pool": pool_of(wanted, rules, texts),
        "key": entry.key,
        "kind": source.kind,
        "seal": source.seal or None,
        "secret": _secret(source, game.over),
        "lines": [line.partition(" ")[2] for line in Reporter(game, language, brief=True).log([entry], {THOUGHT})],
        "readings": _readings(past, entry.action.dice, texts),
        "charts": [{"name": name, "text": words.title(rules.charts[name])} for name in charts if name in rules.charts],
    }


def _secret(dice: Dice, over: bool) -> str | None:
    """What the dice were made from: open from the beginning, or since the game is over."""
    return dice.secret or None if dice.kind == "seed" or (dice.kind == "sealed" and over) else None


def _readings(past: Game, fell: tuple[int, ...], texts: Texts) -> list[dict[str, Any]]:
    """Each reading of the dice, with what every label of it would have brought, as the rules tell it.

    Of dice that are read in several ways the others are left as they fell.
    """
    mine = readings(past.state.frames, fell)
    found = read_of(past.state.frames, fell, texts)
    for i, row in enumerate(found):
        told: dict[str, list[str]] = {}
        for dice, _ in past.state.top.outcomes():
            other = readings(past.state.frames, dice)
            if other[i].label not in told and (*other[:i], *other[i + 1 :]) == (*mine[:i], *mine[i + 1 :]):
                told[other[i].label] = _told(past, dice, texts)
        kept = _first(told) if len(found) == 1 else _own(told)
        row["falls"] = [{"label": n, "text": " ".join(kept[n]), "fell": n == row["label"]} for n in told]
    return found


def _first(told: dict[str, list[str]]) -> dict[str, list[str]]:
    """The result of each label, without what follows from it."""
    return {label: lines[:1] for label, lines in told.items()}


def _own(told: dict[str, list[str]]) -> dict[str, list[str]]:
    """What is told of each label and not of all of them: other readings of the same dice had brought that."""
    always = set.intersection(*map(set, told.values()))
    return {label: [line for line in lines if line not in always] for label, lines in told.items()}


def _told(past: Game, dice: tuple[int, ...], texts: Texts) -> list[str]:
    """What the rules tell of these dice."""
    after = past.state.copy()
    after.top.apply(after, Throw(dice))
    return [sentence(texts.say(f"log.{event.text}", event.args)) for event in after.events]
