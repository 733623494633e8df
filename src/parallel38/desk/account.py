"""The account of a game for a page: how the sides stand, losses, turns and luck."""

from typing import Any

from parallel38.account import account as account_of
from parallel38.desk.reporter import Reporter
from parallel38.desk.words import sentence
from parallel38.engine.game import Game


def account(game: Game, language: str) -> dict[str, Any]:
    """How the sides stand, losses, turns and luck, as figures and, under `head` and `parts`, in words."""
    found = account_of(game)
    say = Reporter(game, language, brief=True)
    verdict = sentence(say.texts.say(*found.verdict))
    parts = say.account_parts(found)
    for part in parts:
        part["groups"] = [{**group, "text": sentence(group["text"])} for group in part["groups"]]
    return {**found.to_plain(), "verdict": verdict, "head": list(say.account_head(found)), "parts": parts}
