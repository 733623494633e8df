"""16.3, 17.3, 18.3 Set-up: where units stand when play begins."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from parallel38.engine.sequence import Sequence
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import (
    DUG,
    TURN,
    ForgottenWarState,
)
from parallel38.hexgrid import Hex, Region, bits

if TYPE_CHECKING:
    from parallel38.games.forgotten_war.ruleset import ForgottenWarRuleset


def at_start(rules: ForgottenWarRuleset) -> ForgottenWarState:
    """F-3.0.a: the state at the start, on turn 1: units in their hexes or areas, markers in the Available box. F-2.3.b:
    boxes hold what is not on the map."""
    s, names = ForgottenWarState(rules), rules.names
    for unit in rules.setup_order:
        if rules.marker[unit]:
            s.move(unit, names.box("available"))
            continue
        own = rules.first_sequence[0].key == "setup" and rules.setup_region[unit].bit_count() > 1
        s.move(unit, names.box("due") if own else post(s, unit))
        if rules.starts_dug[unit]:
            s.flag(unit, DUG)
    for unit, served in rules.first_service.items():
        s.set("serves", unit, served)
    s.track = array("i", [0] * len(rules.tracks))
    s.track[TURN] = 1
    s.journal.clear()
    s.events.clear()
    s.forget()
    first = rules.outline(s)[0]
    s.frames = (Sequence(first.key),)
    first.begin(s)
    return s


def post(s: ForgottenWarState, unit: int) -> Hex:
    """The hex in which a unit begins: of those that its set-up allows the one with the fewest units, then the nearest
    to where the fighting will be."""
    rules, side = s.rules, s.rules.side_of[unit]
    allowed: Region = rules.setup_region[unit]
    stacks = s.stacks(side)
    open_ = [h for h in bits(allowed) if stacking.fits(s, side, h, (unit,)) and (h in stacks or _stands(s, unit, h))]
    if not open_:  # the booklet itself puts more units there than may stack
        return next(bits(allowed))
    return min(open_, key=lambda h: rules.post_rank(s, unit, h))


def _stands(s: ForgottenWarState, unit: int, h: Hex) -> bool:
    """Whether a unit could stand in a hex."""
    return bool(s.rules.board.in_play >> h & 1) and not s.rules.closed_ground(unit) >> h & 1
