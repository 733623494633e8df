"""What computer players had in mind, and what a computer player would do in a person's place."""

from collections.abc import Iterable
from typing import Any

from parallel38.desk.reporter import Reporter
from parallel38.desk.words import labels, parts_of, sentence, told
from parallel38.engine.game import Game
from parallel38.engine.previews import Note
from parallel38.engine.values import Action
from parallel38.players import ADVISER
from parallel38.players.thoughts import Thought, completed


def thoughts(game: Game, found: Iterable[Thought], language: str) -> list[dict[str, Any]]:
    """Thoughts with their sentences and with what became of them, each with the action after which it is said and with
    the units and hexes of which it speaks."""
    say = Reporter(game, language, brief=True)
    return [
        {
            "n": one.n,
            "turn": one.turn,
            "turn_text": say.turn(one.turn),
            "side": one.side,
            "side_text": sentence(say.texts.say(f"side.{one.side}")),
            "player": one.player,
            "player_text": say.texts.say(f"player.{one.player}") if one.player else "",
            "lines": [
                {**told(saying.text, saying.args, saying.rule, say), "n": max(one.n, saying.n)}
                for saying in one.sayings
            ],
        }
        for one in completed(found, game)
    ]


def advice(game: Game, action: Action, sure: bool, reasons: Iterable[Note], language: str) -> dict[str, Any]:
    """An action that is advised, with the plan behind it; `sure` is false where any would do."""
    say = Reporter(game, language, brief=True)
    units, hexes = parts_of(action, game.rules)
    return {
        "number": game.number,
        "do": game.notation(action),
        "text": sentence(say.action(action)),
        "by": ADVISER,
        "by_text": say.texts.say(f"player.{ADVISER}"),
        "sure": sure,
        "units": units,
        "hexes": [label for label in labels(hexes, game.rules) if game.rules.names.grid.has(label)],
        "reasons": [told(note.text, note.args, note.rule, say) for note in reasons],
    }
