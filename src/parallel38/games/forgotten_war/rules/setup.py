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
    boxes hold what is not on the map.

    Naktong: F-16.3.1.A1: the 34th Infantry in improved positions; F-16.3.1.A2: I, K and L over three hexes each, the
    others in one; F-16.3.1.B, F-16.3.2.C: two markers; F-16.3.3: no NKPA. Chosin: F-17.3.A: by our plan or by the
    players, F-17.3.B: nobody in a position, F-17.3.C: aircraft by the weather; F-17.3.2.1, F-17.3.2.2, F-17.3.2.3,
    F-17.3.2.4a, F-17.3.2.5: the UN, with mortars (F-17.3.2.1m, F-17.3.2.2m, F-17.3.2.4m, F-17.3.2.5m); F-17.3.3.0,
    F-17.3.3.A, F-17.3.3.B: the Chinese. Chipyong-ni: F-18.3.1.B, F-18.3.1.C: the UN, F-18.3.1.D1, F-18.3.1.D2: its
    markers.
    """
    s, names = ForgottenWarState(rules), rules.names
    for unit in sorted(rules.setup_order, key=lambda u: rules.setup_region[u].bit_count() > 1):
        if rules.marker[unit]:
            s.move(unit, names.box("available"))
            continue
        if rules.first_sequence[0].key == "setup" and rules.setup_region[unit].bit_count() > 1:
            s.move(unit, names.box("due"))
        else:
            put(s, unit, post(s, unit))
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


def put(s: ForgottenWarState, unit: int, h: Hex) -> None:
    """Set up a unit in a hex, in an improved position if it begins in one."""
    s.move(unit, h)
    if s.rules.starts_dug[unit]:
        s.flag(unit, DUG)


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
