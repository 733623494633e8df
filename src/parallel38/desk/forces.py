"""The forces of both sides by where they are: on the map, in boxes beside it, still to come."""

from typing import Any

from parallel38.desk.reporter import Reporter
from parallel38.desk.situation import face_of
from parallel38.desk.words import noted, sentence
from parallel38.engine.game import Game


def forces(game: Game, language: str) -> list[dict[str, Any]]:
    """The order of battle of each side, by where its units are; `box` and `turn` tell boxes beside the map and units
    that are still to come."""
    say, s, rules = Reporter(game, language, brief=True), game.state, game.rules
    found = {side: list[dict[str, Any]]() for side in rules.sides}
    for group in rules.forces(s):
        units = [
            {
                "id": rules.names.unit(u),
                "text": say.texts.unit(u),
                "note": noted(n, say.texts)["text"] if n else None,
                "face": face_of(rules, rules.face(s, u)),
            }
            for u, n in group.units
            if rules.sees(s, None, u)
        ]
        if units or group.box:
            where = {"box": group.box or None, "turn": group.turn or None}
            found[group.side].append({**noted(group.note, say.texts), **where, "units": units})
    return [
        {"side": side, "text": sentence(say.texts.say(f"side.{side}")), "groups": groups}
        for side, groups in found.items()
    ]
