"""What a position of The Forgotten War written by hand must be like: numbers, places of units and markers, frames."""

from __future__ import annotations

from parallel38.engine.errors import BadInputError
from parallel38.engine.sequence import Sequence
from parallel38.games.forgotten_war.rules.close_combat import Melee, Sharing
from parallel38.games.forgotten_war.rules.retreats import Retreats
from parallel38.games.forgotten_war.rules.shots import Shot
from parallel38.games.forgotten_war.state import (
    ABANDONED,
    BARRAGED,
    COMMUNIST,
    DUG,
    FREED,
    RECREWED,
    TURN,
    UN,
    ForgottenWarState,
)

GUN_FLAGS = BARRAGED | ABANDONED | RECREWED | FREED
MARKER_BOXES = ("out", "available", "used")
DEEP = 12
"""The largest number of frames besides one for each unit that retreats: a phase, a fight, what hexes do to units."""


def check(s: ForgottenWarState) -> None:
    """Raise BadInputError if the position is impossible."""
    rules = s.rules
    if not 1 <= s.track[TURN] <= len(rules.turns):
        raise BadInputError("number_range", value=s.track[TURN], least=1, most=len(rules.turns))
    for name, values in rules.named_tracks.items():
        value = s.track[rules.tracks.index(name)]
        if not 0 <= value < len(values):
            raise BadInputError("number_range", value=value, least=0, most=len(values) - 1)
    for track in range(1, len(rules.tracks)):
        if s.track[track] < 0:
            raise BadInputError("number_range", value=s.track[track], least=0, most=9_999)
    for unit in range(len(rules.names.units)):
        _unit(s, unit)
    most = DEEP + len(rules.names.units)
    if len(s.frames) > most:
        raise BadInputError("too_many_parts", n=len(s.frames), most=most)
    _frames(s)


def _unit(s: ForgottenWarState, unit: int) -> None:
    """The place, steps and flags of a unit."""
    rules, names, place = s.rules, s.rules.names, s.where[unit]
    name = names.unit(unit)
    if rules.marker[unit]:
        if place not in {names.box(box) for box in MARKER_BOXES}:
            raise BadInputError("bad_position", name=name)
    elif (
        place >= names.with_unit(0)
        or place in (names.box("available"), names.box("used"))
        or (
            place < rules.grid.size and (not rules.board.in_play >> place & 1 or rules.closed_ground(unit) >> place & 1)
        )
    ):
        raise BadInputError("bad_position", name=name)
    if not 0 <= s.lost[unit] < max(rules.steps[unit], 1):
        raise BadInputError("number_range", value=s.lost[unit], least=0, most=rules.steps[unit] - 1)
    if s.flags[unit] & GUN_FLAGS and not rules.gun[unit]:
        raise BadInputError("bad_position", name=name)
    if s.flags[unit] and place >= rules.grid.size and s.flags[unit] & (DUG | GUN_FLAGS):
        raise BadInputError("bad_position", name=name)
    if not 0 <= s.serves[unit] <= len(rules.formation_names) or (s.serves[unit] and not rules.mortar[unit]):
        raise BadInputError("bad_position", name=name)
    if not 0 <= s.spent[unit] <= rules.grid.size:
        raise BadInputError("number_range", value=s.spent[unit], least=0, most=rules.grid.size)


def _frames(s: ForgottenWarState) -> None:
    """Whether the units that frames speak of are where they must be."""
    for frame in s.frames:
        if isinstance(frame, Sequence) and frame.place(s.rules.outline(s)) < 0:
            raise BadInputError("bad_position", name=frame.phase)
        if isinstance(frame, Retreats) and s.where[frame.unit] != frame.hex:
            raise BadInputError("bad_position", name=s.rules.names.unit(frame.unit))
        if isinstance(frame, Shot):
            _shot(s, frame)
        if isinstance(frame, Melee | Sharing) and not 0 <= frame.hex < s.rules.grid.size:
            raise BadInputError("bad_position", name=type(frame).__name__)


def _shot(s: ForgottenWarState, frame: Shot) -> None:
    """A fire is at units of the other side in its hex, and its results are as many as the units that were hit."""
    rules = s.rules
    side = rules.side_of[frame.unit]
    if len(frame.hit) != len(frame.taken) or len(frame.hit) != len(frame.forced):
        raise BadInputError("bad_position", name="Shot")
    for unit in frame.targets:
        if rules.side_of[unit] == side or s.where[unit] != frame.hex:
            raise BadInputError("bad_position", name=rules.names.unit(unit))
    if side not in (UN, COMMUNIST):
        raise BadInputError("bad_position", name="Shot")
