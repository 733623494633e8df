"""What a position of The Mobile War written by hand must be like: numbers, phase, places of units and markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from parallel38.engine.chance import Roll
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Frame, Over
from parallel38.engine.sequence import Sequence
from parallel38.games.mobile_war.rules.airlift import Airlifting
from parallel38.games.mobile_war.rules.arrivals import Landing, Replacing
from parallel38.games.mobile_war.rules.bridges import DOWN
from parallel38.games.mobile_war.rules.campaign import Declaring, Guarding
from parallel38.games.mobile_war.rules.combat import Fighting
from parallel38.games.mobile_war.rules.fight import Fight
from parallel38.games.mobile_war.rules.gunnery import Gunnery, guns_near
from parallel38.games.mobile_war.rules.losses import Losing
from parallel38.games.mobile_war.rules.movement import Moving
from parallel38.games.mobile_war.rules.odds import MEETING, TABLES
from parallel38.games.mobile_war.rules.retreats import Retreating
from parallel38.games.mobile_war.rules.stacking import THREE
from parallel38.games.mobile_war.rules.transport import DIVISION
from parallel38.games.mobile_war.rules.variants import Covering, Placing, homes, puts
from parallel38.games.mobile_war.state import (
    AIRLIFT,
    ARMIES,
    COMMUNIST,
    ENTERED,
    LAST,
    SIDES,
    TURN,
    UN,
    MobileWarState,
)

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

LARGER = ("division", "army")
LATEST = 104
"""The last turn that a position may name for a unit off the map: the Campaign has 52 turns, and no delay is longer."""
DEEP = 8
"""The largest number of frames: a phase, a fight in it and what follows, and some more for phases within phases."""
HANDLED = range(DIVISION + 1)
"""The numbers of regiments that may have gone through a port in a phase."""
PHASES: dict[str, tuple[type[Frame], ...]] = {
    "shock": (Declaring, Placing, Covering),
    "arrivals": (Airlifting, Guarding, Landing, Placing, Replacing),
    "first_movement": (Moving,),
    "second_movement": (Moving,),
    "combat": (Fighting, Fight, Gunnery, Losing, Retreating, Roll),
}
"""The frames that may be open in a phase, by the name of the phase without its side; in other phases no side decides.
Placing and Covering also stand at the beginning of some games of the UN, in whichever phase is the first."""
ACTIVE = (Moving, Fighting, Fight, Replacing)
"""The frames in which only the side whose phase it is may act."""
ONLY: dict[type[Frame], str] = {
    Airlifting: SIDES[UN],
    Guarding: SIDES[UN],
    Landing: SIDES[UN],
    Gunnery: SIDES[COMMUNIST],
}
"""The frames that belong to the phases of one side only, with that side."""


def check(s: MobileWarState) -> None:
    """Raise BadInputError if a position is impossible."""
    _tracks(s)
    _frames(s)
    _marks(s)
    for unit, place in enumerate(s.where):
        if not _fits(s, unit, place):
            raise BadInputError("unit_misplaced", name=s.rules.names.unit(unit), place=s.rules.names.place(place))
        most = s.rules.movement[unit] if s.rules.naval[unit] else LATEST
        if not 0 <= s.spent[unit] <= most:
            raise BadInputError("bad_position", name=f"{s.rules.names.unit(unit)} spent={s.spent[unit]}")
    _wholes(s)
    both = s.held_by(UN) & s.held_by(COMMUNIST)
    if both:
        raise BadInputError("both_sides", hexes=s.rules.grid.labels(both))


def _tracks(s: MobileWarState) -> None:
    """Check that the numbers are within their ranges; most are turns, with 0 for never."""
    rules, last = s.rules, len(s.rules.turns)
    most = {
        AIRLIFT: rules.charts["supply"]["air", "number"],
        ARMIES: rules.charts["campaign"]["armies_in_all", "number"],
    }
    for i, name in enumerate(rules.tracks):
        least, top = int(i == TURN), most.get(i, last)
        if i not in (LAST, ENTERED) and not least <= s.track[i] <= top:
            raise BadInputError("track_range", name=name, n=s.track[i], least=least, most=top)


def _frames(s: MobileWarState) -> None:
    """Check that the lowest frame is a phase of this turn or the end of the game, and the others belong to it."""
    if isinstance(s.frames[0], Over):
        return
    if not isinstance(s.frames[0], Sequence):
        raise BadInputError("bad_position", name="frames")
    if len(s.frames) > DEEP:
        raise BadInputError("bad_position", name="frames")
    phases, phase, seen = [phase.key for phase in s.rules.outline(s)], "", set[tuple[type, str]]()
    for below, frame in zip((None, *s.frames), s.frames, strict=False):
        if isinstance(frame, Sequence):
            phase = frame.phase
            if phase not in phases:
                raise BadInputError("unknown_phase", name=phase, names=phases)
            continue
        again = (type(frame), getattr(frame, "side", ""))
        if not _belongs(s, frame, phase) or (again in seen and not isinstance(frame, Placing)):
            raise BadInputError("frame_misfit", name=type(frame).__name__, phase=phase)
        seen.add(again)
        for field, sound in _fields(s, frame, below):
            if not sound:
                raise BadInputError("bad_position", name=f"{type(frame).__name__} {field}")


def _fields(s: MobileWarState, frame: Frame, below: Frame | None) -> Iterator[tuple[str, bool]]:
    """Each field of a frame, and whether its value is possible: numbers by the charts, units of the right side.

    `below`: the frame under this one.
    """
    charts, side = s.rules.charts, SIDES.index(getattr(frame, "side", SIDES[UN]))
    far = max(charts["pursuit_retreat"][row, "hexes"] for row in charts["pursuit_retreat"].rows)
    match frame:
        case Roll():
            yield "dice", isinstance(below, Fight) and frame == below.roll and bool(below.table)
        case Airlifting():
            yield "left", 0 <= frame.left <= charts["supply"]["air", "number"]
        case Replacing():
            yield "left", all(_allowance(s, frame, word) for word in frame.left)
        case Placing():
            rows = [row for row in puts(s.rules) if row["side"] == frame.side and row["rule"] == frame.rule]
            said = frame.area, list(frame.towns), frame.within, frame.free
            meant = [(r.get("area", ""), r.get("of", []), r.get("within", 0), r.get("free", False)) for r in rows]
            yield "rule", said in meant
            yield "units", _each(frame.units, lambda u: _absent(s, u) and s.rules.side_of[u] == side)
        case Covering():
            left = homes(s.rules) if "cover" in s.rules.begins else ()
            yield "units", _each(frame.units, lambda u: u in left and _absent(s, u))
        case Fighting():
            yield "spent", _each(frame.spent, lambda u: s.rules.supply[u] and s.rules.side_of[u] == COMMUNIST)
        case Gunnery():
            yield "hex", isinstance(below, Fight) and below.hex == frame.hex and bool(guns_near(s, frame.hex))
        case Fight():
            open_ = not frame.table
            yield "hex", not open_ or bool(s.troops(1 - side, frame.hex))
            yield "units", _each(frame.units, lambda u: _fights(s, u, side) and (not open_ or s.stands(u) is not None))
            yield "depots", _each(frame.depots, lambda u: s.rules.supply[u] and s.rules.side_of[u] == COMMUNIST)
            for name, kind in (("guns", "gun"), ("called", "gun"), ("craft", "amphibious")):
                yield name, _each(getattr(frame, name), lambda u, kind=kind: s.rules.kind[u] == kind)
            yield "table", open_ or (frame.table in TABLES and frame.column in charts[MEETING].columns)
            yield "after", 0 <= frame.after <= far
            yield "foes", _on_board(s, frame.foes)
        case Losing():
            yield "pool", _each(frame.pool, lambda u: _fights(s, u, side) and s.stands(u) is not None)
            yield "left", 0 <= frame.left <= THREE
            yield "more", 0 <= frame.more <= THREE - 1
            yield "heavy", _each(frame.heavy, frame.pool.__contains__)
            yield "lined", _on_board(s, frame.lined)
        case Retreating():
            yield "units", _each(frame.units, lambda u: u in s.troops(side, frame.hex))
            yield "far", 1 <= frame.far <= far
            yield "foes", _on_board(s, frame.foes)
        case _:
            pass


def _each(units: tuple[int, ...], sound: Callable[[int], bool]) -> bool:
    """Whether every unit passes the test `sound`, and none is named twice."""
    return len({*units}) == len(units) and all(map(sound, units))


def _fights(s: MobileWarState, unit: int, side: int) -> bool:
    return s.rules.side_of[unit] == side and s.rules.combat[unit]


def _absent(s: MobileWarState, unit: int) -> bool:
    return s.where[unit] == s.rules.names.box("out")


def _on_board(s: MobileWarState, hexes: tuple[int, ...]) -> bool:
    return all(h in s.rules.grid.neighbours for h in hexes)


def _allowance(s: MobileWarState, frame: Replacing, word: str) -> bool:
    """Whether a word such as S3 names replacements that a side can have in this week."""
    columns = ("N",) if frame.side == SIDES[COMMUNIST] else ("S", "UN")
    return any(word == f"{column}{n + 1}" for column in columns for n in range(s.rules.arriving(s.week, column)))


def _belongs(s: MobileWarState, frame: Frame, phase: str) -> bool:
    """Whether a frame may be open in a phase."""
    side, _, name = phase.partition("_")
    if not isinstance(frame, PHASES.get(name, ())) or ONLY.get(type(frame), side) != side:
        return False
    if isinstance(frame, ACTIVE) and frame.side != side:
        return False
    if isinstance(frame, Fight | Gunnery | Losing | Retreating) and not s.rules.land >> frame.hex & 1:
        return False
    return not isinstance(frame, Moving) or name == frame.phase + "_movement"


def _marks(s: MobileWarState) -> None:
    """Check the markers: bridges where the map has one, the others in ports, those of landing craft in one port."""
    ports, homes = s.rules.board.ports.values(), 0
    for kind, h, more in s.marks:
        homes += kind == "home"
        sound = s.rules.bridges >> h & 1 and more in (UN, COMMUNIST) if kind == DOWN else h in ports and more in HANDLED
        if not sound or homes > 1:
            raise BadInputError("bad_position", name=s.rules.mark_text((kind, h, more)))


def _fits(s: MobileWarState, unit: int, place: int) -> bool:
    """Whether a unit can be in a place: ships on water, others on land, inside or aboard a fitting unit, in its box."""
    rules, names = s.rules, s.rules.names
    if place < rules.grid.size:
        afloat = rules.sea.full | rules.sea.sides.hexes()
        return bool((afloat if rules.naval[unit] else rules.land) >> place & 1)
    if place >= names.with_unit(0):
        return _holds(rules, place - names.with_unit(0), unit)
    match names.place(place):
        case "nk_box" | "rok_box" | "un_box" as box:
            return rules.box_of[unit] == box and rules.size[unit] == "regiment"
        case "spare":
            return rules.size[unit] in LARGER or (rules.supply[unit] and rules.side_of[unit] == COMMUNIST)
        case "gone":
            return not rules.supply[unit]
        case "waiting":
            return not rules.naval[unit]
        case "returning":
            return rules.supply[unit] and rules.side_of[unit] == UN
        case _:
            return True


def _holds(rules: MobileWarRuleset, whole: int, unit: int) -> bool:
    """Whether a unit can be inside another: a part in the unit that it makes, a combat unit in a ship with room."""
    if rules.naval[whole]:
        return rules.kind[whole] != "gun" and rules.side_of[unit] == UN and rules.combat[unit]
    return bool(rules.joins[unit]) and rules.joins[unit] == rules.counter[whole]


def _wholes(s: MobileWarState) -> None:
    """Check that a division or an army in play is made of three units, and a counter that is put aside holds none."""
    names, inside = s.rules.names, Counter(s.where)
    aside = (names.box("out"), names.box("spare"))
    for unit, place in enumerate(s.where):
        n = inside[names.with_unit(unit)]
        if s.rules.size[unit] in LARGER and ((s.stands(unit) is not None and n != THREE) or (place in aside and n)):
            raise BadInputError("unit_parts", name=names.unit(unit), n=n)
