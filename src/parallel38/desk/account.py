"""The account of a game for a page: how the sides stand, losses, turns, luck and turning points."""

from typing import Any

import msgspec

from parallel38.account import account as account_of
from parallel38.desk.reporter import Reporter
from parallel38.desk.words import sentence
from parallel38.engine.game import Game


def account(game: Game, language: str) -> dict[str, Any]:
    """How the sides stand, losses, turns, luck and turning points, as figures and, under `head` and `parts`, in
    words."""
    found = account_of(game)
    say = Reporter(game, language, brief=True)
    verdict = sentence(say.texts.say(*found.verdict))
    parts = say.account_parts(found)
    for part in parts:
        part["groups"] = [{**group, "text": sentence(group["text"])} for group in part["groups"]]
    losses = [
        {"side": side, "text": say.texts.say(f"short_side.{side}"), **msgspec.to_builtins(found.lost(side))}
        for side in found.fates
    ]
    words = {"verdict": verdict, "head": list(say.account_head(found)), "parts": parts}
    return {**found.to_plain(), "losses": losses, **words}
