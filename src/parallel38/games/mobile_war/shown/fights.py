"""Attacks of The Mobile War as they are shown on the map: the units, the hex, the result."""

from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.reports import Fight
from parallel38.engine.state import Event
from parallel38.engine.values import Action
from parallel38.games.mobile_war.rules.combat import Attack, Fighting
from parallel38.games.mobile_war.rules.fight import Fight as Fought
from parallel38.games.mobile_war.state import SIDES, MobileWarState


def fight(s: MobileWarState, action: Action | None, events: list[Event]) -> Fight | None:
    """An attack that is announced, or decided without a die because supply units are alone; or what the die brought."""
    if isinstance(action, Attack) and isinstance(s.top, Fighting):
        side, foe = s.top.side, 1 - SIDES.index(s.top.side)
        targets = tuple(s.troops(foe, action.hex))
        if any(event.text == "overrun" for event in events):
            ended: dict[str, Any] = {"note": Note("result.Dx"), "harm": "all", "hurt": (SIDES[foe],)}
            return Fight(side, action.units, action.hex, targets, **ended)
        return Fight(side, action.units, action.hex, targets)
    waiting = s.frames[-2] if len(s.frames) > 1 else None
    event = next((event for event in events if event.text == "result"), None)
    if not isinstance(waiting, Fought) or event is None:
        return None
    key = event.args["result_key"]
    kind, n = code = key.removeprefix("result.")
    defender = 1 - SIDES.index(waiting.side)
    return Fight(
        waiting.side,
        waiting.units,
        waiting.hex,
        tuple(s.fighters(defender, waiting.hex)),
        waiting.column,
        code,
        Note(key),
        "all" if n == "x" else "some",
        {"A": (waiting.side,), "D": (SIDES[defender],), "E": SIDES}[kind],
    )
