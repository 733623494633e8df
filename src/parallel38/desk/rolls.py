"""A roll that can be checked: what it was for, how its dice were made, and what each fall would have brought."""

from typing import Any

from parallel38.desk.reporter import ChartWords, Reporter
from parallel38.desk.words import number_of, purpose, sentence
from parallel38.engine.chance import Dice, Roll, Throw
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
    rules, texts, words = game.rules, game.rules.texts(language), ChartWords(game.rules.texts(language))
    charts = rules.look().get("roll", {}).get(wanted.purpose.split()[0], [])
    return {
        "n": n,
        "purpose": purpose(wanted, rules, texts),
        "rule": number_of(wanted.rule),
        "dice": list(entry.action.dice),
        "lowest": wanted.lowest,
        "faces": wanted.faces,
        "key": entry.key,
        "kind": source.kind,
        "seal": source.seal or None,
        "secret": _secret(source, game.over),
        "lines": [line.partition(" ")[2] for line in Reporter(game, language).log([entry], {THOUGHT})],
        "falls": _falls(past, wanted, sum(entry.action.dice), texts),
        "charts": [{"name": name, "text": words.title(rules.charts[name])} for name in charts if name in rules.charts],
    }


def _secret(dice: Dice, over: bool) -> str | None:
    """What the dice were made from: open from the beginning, or since the game is over."""
    return dice.secret or None if dice.kind == "seed" or (dice.kind == "sealed" and over) else None


def _falls(past: Game, wanted: Roll, fell: int, texts: Texts) -> list[dict[str, Any]]:
    """What every sum of the dice would have brought, as the rules tell it."""
    found: dict[int, str] = {}
    for dice, _ in wanted.outcomes():
        if sum(dice) in found:
            continue
        after = past.state.copy()
        wanted.apply(after, Throw(dice))
        told = [sentence(texts.say(f"log.{event.text}", event.args)) for event in after.events[:1]]
        found[sum(dice)] = told[0] if told else ""
    return [{"sum": total, "text": text, "fell": total == fell} for total, text in sorted(found.items())]
