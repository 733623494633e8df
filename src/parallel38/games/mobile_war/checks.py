"""What a position of The Mobile War that somebody wrote must be like: numbers, phase, places of units and markers."""

from __future__ import annotations

from collections import Counter
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
from parallel38.games.mobile_war.rules.gunnery import Gunnery
from parallel38.games.mobile_war.rules.losses import Losing
from parallel38.games.mobile_war.rules.movement import Moving
from parallel38.games.mobile_war.rules.retreats import Retreating
from parallel38.games.mobile_war.rules.stacking import THREE
from parallel38.games.mobile_war.rules.variants import Covering, Placing
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
    from parallel38.games.mobile_war.setting import MobileWarRules

LARGER = ("division", "army")
PHASES: dict[str, tuple[type[Frame], ...]] = {
    "shock": (Declaring, Placing, Covering),
    "arrivals": (Airlifting, Guarding, Landing, Placing, Replacing),
    "first_movement": (Moving,),
    "second_movement": (Moving,),
    "combat": (Fighting, Fight, Gunnery, Losing, Retreating, Roll),
}
"""What may go on in a phase, by its name without the side; in the others nobody decides. With Placing and Covering the
UN, too, begins some games, in whichever phase is the first."""
ACTIVE = (Moving, Fighting, Fight, Replacing)
"""What only the side does whose phase it is."""
ONLY: dict[type[Frame], str] = {
    Airlifting: SIDES[UN],
    Guarding: SIDES[UN],
    Landing: SIDES[UN],
    Gunnery: SIDES[COMMUNIST],
}
"""What goes on in the phases of one side only."""


def check(s: MobileWarState) -> None:
    """Raise BadInputError if a position cannot be."""
    _tracks(s)
    _frames(s)
    _marks(s)
    for unit, place in enumerate(s.where):
        if not _fits(s, unit, place):
            raise BadInputError("unit_misplaced", name=s.rules.names.unit(unit), place=s.rules.names.place(place))
        ship = s.rules.naval[unit] and s.rules.movement[unit]
        if s.spent[unit] < 0 or (ship and s.spent[unit] > ship):
            raise BadInputError("bad_position", name=f"{s.rules.names.unit(unit)} spent={s.spent[unit]}")
    _wholes(s)
    both = s.held_by(UN) & s.held_by(COMMUNIST)
    if both:
        raise BadInputError("both_sides", hexes=s.rules.grid.labels(both))


def _tracks(s: MobileWarState) -> None:
    """Numbers within their ranges; most are turns, 0 for never."""
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
    """At the bottom a phase of this turn, or the end of the game; above it only what belongs to that phase."""
    if isinstance(s.frames[0], Over):
        return
    if not isinstance(s.frames[0], Sequence):
        raise BadInputError("bad_position", name="frames")
    phases, phase = [phase.key for phase in s.rules.outline(s)], ""
    for frame in s.frames:
        if isinstance(frame, Sequence):
            phase = frame.phase
            if phase not in phases:
                raise BadInputError("unknown_phase", name=phase, names=phases)
        elif not _belongs(s, frame, phase):
            raise BadInputError("frame_misfit", name=type(frame).__name__, phase=phase)


def _belongs(s: MobileWarState, frame: Frame, phase: str) -> bool:
    """Whether something may go on in a phase."""
    side, _, name = phase.partition("_")
    if not isinstance(frame, PHASES.get(name, ())) or ONLY.get(type(frame), side) != side:
        return False
    if isinstance(frame, ACTIVE) and frame.side != side:
        return False
    if isinstance(frame, Fight | Gunnery | Losing | Retreating) and not s.rules.land >> frame.hex & 1:
        return False
    return not isinstance(frame, Moving) or name == frame.phase + "_movement"


def _marks(s: MobileWarState) -> None:
    """Bridges where there are some; the others in ports, of which the landing craft come from one."""
    ports, homes = s.rules.board.ports.values(), 0
    for kind, h, more in s.marks:
        homes += kind == "home"
        sound = s.rules.bridges >> h & 1 and more in (UN, COMMUNIST) if kind == DOWN else h in ports and more >= 0
        if not sound or homes > 1:
            raise BadInputError("bad_position", name=s.rules.mark_text((kind, h, more)))


def _fits(s: MobileWarState, unit: int, place: int) -> bool:
    """Whether a unit can be in a place: ships on water, others on land, in or aboard who holds it, in its box."""
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


def _holds(rules: MobileWarRules, whole: int, unit: int) -> bool:
    """Whether a unit can be inside another: a part in what it makes, a combat unit in a ship that carries some."""
    if rules.naval[whole]:
        return rules.kind[whole] != "gun" and rules.side_of[unit] == UN and rules.combat[unit]
    return bool(rules.joins[unit]) and rules.joins[unit] == rules.counter[whole]


def _wholes(s: MobileWarState) -> None:
    """A division or an army in play is made of three units; a counter that is put aside holds nobody."""
    names, inside = s.rules.names, Counter(s.where)
    aside = (names.box("out"), names.box("spare"))
    for unit, place in enumerate(s.where):
        n = inside[names.with_unit(unit)]
        if s.rules.size[unit] in LARGER and ((s.stands(unit) is not None and n != THREE) or (place in aside and n)):
            raise BadInputError("unit_parts", name=names.unit(unit), n=n)
