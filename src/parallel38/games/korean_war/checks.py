"""What a position of The Korean War written by hand must be like: numbers, places of units and markers, frames."""

from __future__ import annotations

from parallel38.engine.errors import BadInputError
from parallel38.engine.sequence import Sequence
from parallel38.games.korean_war.rules import coming, stacking, tension
from parallel38.games.korean_war.rules.combat import Advancing, Combat
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.rules.retreats import Retreats
from parallel38.games.korean_war.state import COMMUNIST, TENSION, TURN, UN, WORKS, KoreanWarState

DEEP = 12
"""The largest number of frames: a phase, an operation, a combat with its losses and retreats, and dice."""
MOST_POINTS = 3
"""The largest Depot Value, and the most Supply Points of a depot."""
LATEST = 14
"""The latest turn for which a unit may be expected: two after the last one of the war."""


def check(s: KoreanWarState) -> None:
    """Raise BadInputError if the position is impossible."""
    rules = s.rules
    if not rules.first_phase[0] <= s.track[TURN] <= rules.last_turn:
        raise BadInputError("number_range", value=s.track[TURN], least=rules.first_phase[0], most=rules.last_turn)
    for track in range(1, len(rules.tracks)):
        name, most = rules.tracks[track], _most(s, track)
        least = rules.charts["tracks"][name, "start"] if rules.political and name in tension.LEVELS else 0
        if not least <= s.track[track] <= most:
            raise BadInputError("track_range", name=name, n=s.track[track], least=least, most=most)
    for unit in range(len(rules.names.units)):
        _unit(s, unit)
    both = s.held_by(UN) & s.held_by(COMMUNIST)
    if both:
        raise BadInputError("both_sides", hexes=rules.grid.labels(both))
    for side in (UN, COMMUNIST):
        if sum(s.value[depot] for depot in s.depots(side)) > rules.depot_values:
            raise BadInputError("bad_position", name=rules.names.unit(rules.depots_of[side][0]))
        for units in s.fighters(side).values():
            if sum(stacking.weight(s, u) for u in units) > stacking.MOST and not _passing(s):
                raise BadInputError("bad_position", name=rules.names.unit(units[0]))
    _marks(s)
    _frames(s)


def _most(s: KoreanWarState, track: int) -> int:
    """The highest number that a track can hold: a level that there is, or as many provinces as bits."""
    rules, name = s.rules, s.rules.tracks[track]
    if name in tension.LEVELS:
        return rules.charts["tracks"][name, "highest"]
    if name in rules.named_tracks:
        return len(rules.named_tracks[name]) - 1
    if track == TENSION:
        return rules.charts["tension_figures"]["world_war", "figure"]
    return (1 << len(rules.provinces)) - 1


def _passing(s: KoreanWarState) -> bool:
    """Whether units may stand together that cannot stay so: while others retreat or an advance is chosen."""
    return any(isinstance(frame, Combat | Retreats) for frame in s.frames)


def _unit(s: KoreanWarState, unit: int) -> None:
    """The place and the numbers of a unit."""
    rules, names, place = s.rules, s.rules.names, s.where[unit]
    name, first = names.unit(unit), names.with_unit(0)
    sound = True
    if place < rules.grid.size:
        sound = bool(rules.land >> place & 1) and rules.holds_ground[unit]
    elif place >= first:
        parent = place - first
        fits = rules.asset[unit] and (rules.combat[parent] or rules.depot[parent])
        inside = rules.keeps[unit] and rules.division[parent]
        sound = rules.side_of[parent] == rules.side_of[unit] and (fits or inside)
    if not sound:
        raise BadInputError("unit_misplaced", name=name, place=names.place(place))
    numbers = (
        0 <= s.lost[unit] <= int(rules.armored[unit]),
        0 <= s.start[unit] <= rules.grid.size,
        0 <= s.value[unit] <= (MOST_POINTS if rules.depot[unit] else 0),
        0 <= s.points[unit] <= (MOST_POINTS if rules.depot[unit] else 0),
        0 <= s.spent[unit] <= (MOST_POINTS if rules.depot[unit] else LATEST if s.in_box(unit, *coming.BOXES) else 0),
        not (rules.depot[unit] and place < rules.grid.size and not s.value[unit]),
        rules.combat[unit] or not len(s.assets(unit)) or rules.depot[unit],
    )
    if not all(numbers):
        raise BadInputError("bad_position", name=name)


def _marks(s: KoreanWarState) -> None:
    """Cities and ports have the markers that belong there, entrenchments a level."""
    rules, works = s.rules, set[int]()
    for kind, h, n in s.marks:
        sound = bool(rules.land >> h & 1)
        if kind == "taken":
            sound = sound and bool(rules.cities >> h & 1) and not n
        elif kind == "mines":
            sound = sound and bool(rules.ports >> h & 1) and not n
        elif kind in WORKS:
            sound = sound and 1 <= n <= 2 and h not in works
            works.add(h)
        if not sound:
            raise BadInputError("bad_position", name=rules.mark_text((kind, h, n)))


def _frames(s: KoreanWarState) -> None:
    """Whether frames fit the phase and the units that they speak of."""
    rules = s.rules
    if len(s.frames) > DEEP:
        raise BadInputError("too_many_parts", n=len(s.frames), most=DEEP)
    for frame in s.frames:
        if isinstance(frame, Sequence) and frame.place(rules.outline(s)) < 0:
            raise BadInputError("bad_position", name=frame.phase)
        if isinstance(frame, Operating):
            active = frame.unit is None or (
                rules.combat[frame.unit] and rules.sides[rules.side_of[frame.unit]] == frame.side
            )
            known = len(frame.passed) < len(rules.sides) and all(side in rules.sides for side in frame.passed)
            if not active or not known or not 0 <= frame.left <= 9 or not 0 <= frame.ap <= 9:
                raise BadInputError("bad_position", name="Operating")
        if isinstance(frame, Combat):
            own = all(rules.sides[rules.side_of[u]] == frame.side for u in (frame.unit, *frame.attackers))
            if (
                not own
                or not frame.targets
                or any(h not in rules.beside for h in (frame.hex, *frame.targets, *frame.stood))
            ):
                raise BadInputError("bad_position", name="Combat")
        if isinstance(frame, Advancing) and (not frame.hexes or any(h not in rules.beside for h in frame.hexes)):
            raise BadInputError("bad_position", name="Advancing")
