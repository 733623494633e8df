"""What the counters and arrows of The Forgotten War show in a given situation."""

from collections.abc import Iterable
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow, Face, Figure
from parallel38.games.forgotten_war.rules import ranges
from parallel38.games.forgotten_war.rules.close_combat import Melee
from parallel38.games.forgotten_war.rules.movement import Moving
from parallel38.games.forgotten_war.rules.shots import Shot
from parallel38.games.forgotten_war.state import MOVED, SIDES, ForgottenWarState

QUIET = (
    "moved",
    "moved_strategic",
    "entered",
    "dug",
    "dug_all",
    "dug_still",
    "lifted",
    "assigned",
    "ordered",
    "stood",
    "readied",
)
"""Events that a waiting player need not read: steps on the way."""
HIDDEN = ("near", "freed", "late")
"""Flags that are kept for the rules and are not shown on a counter."""


def face(s: ForgottenWarState, unit: int) -> Face:
    """A counter with its present figures; a page asks for all counters after every action."""
    locked = s.locked(unit)
    flags = s.flags[unit] & (~MOVED if mover(s) != s.rules.side_of[unit] else ~0)
    known, key = s.rules.faces, (unit, flags, s.lost[unit], s.serves[unit], locked)
    if key not in known:
        known[key] = _face(s, unit, flags, locked)
    return known[key]


def mover(s: ForgottenWarState) -> int | None:
    """The side whose movement phase it is; None in other phases."""
    return next((SIDES.index(frame.side) for frame in s.frames if isinstance(frame, Moving)), None)


def _face(s: ForgottenWarState, unit: int, flags: int, locked: bool) -> Face:
    """F-2.1.3.a: fire on the left, close combat in the middle, movement on the right, as printed, and the range of a
    gun at Chosin; of a marker its fire alone. F-2.1.1: in the colour of its nation. That a unit has moved is shown in
    the movement phase of its side."""
    rules, worn = s.rules, s.reduced(unit)
    states = [flag for i, flag in enumerate(rules.flag_names) if flags >> i & 1 and flag not in HIDDEN]
    if locked:
        states.append("close_combat")
    if rules.marker[unit]:
        figures = (Figure(str(s.fire(unit))),)
    else:
        figures = (
            Figure(str(s.fire(unit)), "bottom-left", changed=worn),
            Figure(str(s.close(unit)), "bottom-middle", changed=worn),
            Figure(str(rules.movement_of(s, unit)), "bottom-right"),
        )
        if rules.reach_of[unit]:
            figures = (*figures, Figure(str(rules.reach_of[unit]), "top-right", circled=True))
    served = rules.formation_names[s.serves[unit] - 1] if s.serves[unit] else ""
    return Face(
        side=rules.sides[rules.side_of[unit]],
        nation=rules.nation[unit],
        size=rules.size[unit],
        type=rules.kind[unit],
        name=rules.designation[unit],
        figures=figures,
        formation=served,
        weights=(("close", Fraction(s.close(unit))), ("fire", Fraction(s.fire(unit)))),
        steps=(rules.steps[unit] - s.lost[unit], rules.steps[unit]) if rules.steps[unit] > 1 else None,
        back=worn or "abandoned" in states,
        states=tuple(states),
    )


def unit_notes(s: ForgottenWarState, units: Iterable[int]) -> dict[int, list[Note]]:
    """Whether units are reduced, the strength of guns when they fire over others, and the movement points left of
    those that moved last and may go on."""
    found: dict[int, list[Note]] = {}
    for unit in units:
        if s.lost[unit] and s.on_map(unit):
            found[unit] = [Note("unit_note.reduced")]
        elif s.rules.gun[unit]:
            found[unit] = [Note("unit_note.barrage", {"n": s.rules.barrage[unit]})]
    frame = s.top
    for unit in frame.last if isinstance(frame, Moving) else ():
        further = s.spent[unit] > ranges.allowance(s, unit, ranges.FOOT) and not ranges.strategic(s, unit)
        points = ranges.allowance(s, unit, ranges.STRATEGIC if further else ranges.FOOT)
        left = {"left_mp": max(0, points - s.spent[unit]), "all_mp": points}
        found.setdefault(unit, []).append(Note("unit_note.points", left))
    return found


def arrows(s: ForgottenWarState) -> list[Arrow]:
    """The fire or the close combat that is being resolved."""
    for frame in reversed(s.frames):
        if isinstance(frame, Shot) and s.on_map(frame.unit):
            return [Arrow(frame.side, s.where[frame.unit], frame.hex, str(s.fire(frame.unit)), "attack")]
        if isinstance(frame, Melee):
            return []  # its units are in one hex
    return []
