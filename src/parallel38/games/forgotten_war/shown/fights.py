"""Fires and close combats of The Forgotten War as they are shown on the map: the units, the hex, the result."""

from parallel38.engine.previews import Note
from parallel38.engine.reports import Fight
from parallel38.engine.state import Event
from parallel38.engine.values import Action
from parallel38.games.forgotten_war.rules import outlook, targets
from parallel38.games.forgotten_war.rules.close_combat import Assault, Assaulting, Melee
from parallel38.games.forgotten_war.rules.firing import Fire, Firing
from parallel38.games.forgotten_war.rules.shots import MISS, Shot
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState

SHOTS = ("missed", "shaken", "driven", "hit", "hit_retreat")
"""The events that tell what the dice of a fire brought."""


def fight(s: ForgottenWarState, action: Action | None, events: list[Event]) -> Fight | None:
    """A fire or an attack that is announced, or what the dice brought."""
    top = s.top
    if isinstance(action, Fire) and isinstance(top, Firing):
        aims = action.targets or tuple(targets.aims(s, action.unit, action.mode, action.hex))
        return Fight(top.side, (action.unit,), action.hex, tuple(aims))
    if isinstance(action, Assault) and isinstance(top, Assaulting):
        foes = tuple(s.at(1 - SIDES.index(top.side), action.hex))
        return Fight(top.side, action.units, action.hex, foes)
    waiting = s.frames[-2] if len(s.frames) > 1 else None
    if isinstance(waiting, Shot) and waiting.targets:
        return _shot(s, waiting, events)
    return _melee(s, waiting, events) if isinstance(waiting, Melee) else None


def _shot(s: ForgottenWarState, shot: Shot, events: list[Event]) -> Fight | None:
    event = next((event for event in events if event.text in SHOTS), None)
    if event is None:
        return None
    foe = SIDES[1 - SIDES.index(shot.side)]
    harm = "none" if event.args["result"] == MISS else "some"
    hurt = () if harm == "none" else (foe,)
    column = s.rules.fire_column(targets.value(s, shot.unit, shot.mode, shot.targets[0]))
    key = f"fire.{event.args['result']}" + ("R" if event.text in ("hit_retreat", "driven") else "")
    return Fight(
        shot.side, (shot.unit,), shot.hex, (shot.targets[0],), column, event.args["result"], Note(key), harm, hurt
    )


def _melee(s: ForgottenWarState, melee: Melee, events: list[Event]) -> Fight | None:
    event = next((event for event in events if event.text == "close_result"), None)
    if event is None:
        return None
    cell = event.args["result"]
    own, foe = outlook.parts(cell)
    sides = (melee.side, SIDES[1 - SIDES.index(melee.side)])
    hurt = tuple(side for side, (steps, retreat) in zip(sides, (own, foe), strict=True) if steps or retreat)
    foes = tuple(s.at(SIDES.index(sides[1]), melee.hex))
    note = Note("close.cell", outlook.told(cell))
    return Fight(
        melee.side,
        melee.units,
        melee.hex,
        foes,
        f"{event.args['differential_drm']:+d}",
        cell,
        note,
        "some" if hurt else "none",
        hurt,
    )
