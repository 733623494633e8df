"""Fires and bombardments of Yalu as they are shown on the map: the units, the hex, the result."""

from typing import Literal

from parallel38.engine.previews import Note
from parallel38.engine.reports import Fight
from parallel38.engine.state import Event
from parallel38.engine.values import Action
from parallel38.games.yalu.rules import bombardment, bugout, fire, firing, rout
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.chances import RANKS
from parallel38.games.yalu.rules.commitment import Commitment
from parallel38.games.yalu.rules.commits import Commit
from parallel38.games.yalu.rules.designation import Designation
from parallel38.games.yalu.rules.volleys import Volleys
from parallel38.games.yalu.state import SIDES, UN, YaluState

CODES = {event: code for results in (firing.RESULTS, bugout.RESULTS) for code, event in results.items()}
"""The result of the combat table that an event tells."""
WORDS = {"D": "result.destroyed", "NR": "result.driven", "-": "result.none"}
HARM: dict[str, Literal["none", "some", "all"]] = {"D": "all", "NR": "some", "-": "none"}
BOMBARDED = {"bombard_destroys": "D", "bombard_neutralizes": "N", "bombard_misses": "-"}
LOST = ("no_retreat", "eliminated_again")
"""Events that tell of a unit that is eliminated although the result was NR."""


def fight(s: YaluState, action: Action | None, events: list[Event]) -> Fight | None:
    """An attack or fire that is announced, a fire that is to be rolled for; a fire or bombardment that dice decided."""
    if isinstance(action, Attack) and isinstance(s.top, Designation):
        targets = fire.targets_in(s, 1 - SIDES.index(s.top.side), action.hex)
        return Fight(s.top.side, action.units, action.hex, tuple(targets))
    if isinstance(action, Commit | firing.Fire) and isinstance(s.top, firing.Firing | Commitment | Volleys | rout.Rout):
        side = SIDES[s.rules.side_of[action.units[0]]]
        return Fight(side, action.units, s.where[action.targets[0]], action.targets)
    waiting = s.frames[-2] if len(s.frames) > 1 else None
    if isinstance(waiting, firing.Salvo):
        return _fire(s, events, waiting.units, waiting.at, waiting.targets, waiting.odds)
    if isinstance(waiting, bugout.Volley):
        unit = waiting.unit
        return _fire(s, events, waiting.units, s.where[unit], (unit,), waiting.odds, "result.neutralized")
    if isinstance(waiting, rout.Hail):
        at = s.where[waiting.targets[0]]
        return _fire(s, events, waiting.units, at, waiting.targets, waiting.odds, "result.neutralized")
    if isinstance(waiting, bombardment.Troops):
        return _bombarded(s, events, waiting)
    return None


def _fire(
    s: YaluState,
    events: list[Event],
    units: tuple[int, ...],
    at: int,
    targets: tuple[int, ...],
    odds: str,
    hit: str = WORDS["NR"],
) -> Fight | None:
    """A fire that dice have decided; `hit` is the text of NR."""
    code = next((CODES[event.text] for event in events if event.text in CODES), None)
    if code is None:
        return None
    words, harm = {**WORDS, "NR": hit}[code], HARM[code]
    if code == "NR":
        lost = sum(event.text in LOST for event in events)
        if lost:
            words, harm = ("result.no_way", "all") if lost >= len(targets) else ("result.partly", "some")
    sides = s.rules.side_of[units[0]], s.rules.side_of[targets[0]]
    hurt = (SIDES[sides[1]],) if code != "-" else ()
    return Fight(SIDES[sides[0]], units, at, targets, odds, code, Note(words), harm, hurt, RANKS[code])


def _bombarded(s: YaluState, events: list[Event], troops: bombardment.Troops) -> Fight | None:
    """What a bombardment has done to one unit; its table has no codes."""
    code = next((BOMBARDED[event.text] for event in events if event.text in BOMBARDED), None)
    if code is None:
        return None
    lost = code == "D" or any(event.text in LOST for event in events)
    target = troops.waiting[0]
    hurt = (SIDES[s.rules.side_of[target]],) if code != "-" else ()
    words = "bombarded.D" if lost else f"bombarded.{code}"
    harm = "all" if lost else "some" if hurt else "none"
    return Fight(SIDES[UN], (), troops.hex, (target,), note=Note(words), harm=harm, hurt=hurt)
