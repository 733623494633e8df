"""6.1 Reinforcements: what comes when, where it enters, and what a place in the queue costs."""

from __future__ import annotations

from typing import Any

from parallel38.games.forgotten_war.rules import costs
from parallel38.games.forgotten_war.state import LATE, SIDES, ForgottenWarState
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.costs import blocked_hexes

ENTRY = "entry"
"""The kind of marker that shows where a group has begun to enter; its number is that of the group."""


def begin(s: ForgottenWarState, side: int) -> None:
    """F-6.1.A1: bring what is due. F-6.1.A2: markers to the Available box; F-6.1.A3, F-6.1.A4: units, and guns with
    their markers, beside the map."""
    rules, names, turn = s.rules, s.rules.names, s.turn
    new: list[int] = []
    for unit in rules.arriving[side].get(turn, ()):
        if s.where[unit] == names.box("out") and not rules.optional[unit]:
            s.move(unit, names.box("available" if rules.marker[unit] else "due"))
            new.append(unit)
    if new:
        s.log("F-6.1.A1", "reinforcements", side=SIDES[side], units=tuple(new), n=len(new))


def call_back(s: ForgottenWarState) -> None:
    """F-6.1.3: a new turn begins: units that retreated off the map in the last one stand beside it again."""
    names = s.rules.names
    for unit in (u for side in range(2) for u in s.rules.arrivers[side]):
        if s.where[unit] == names.box("returning"):
            s.move(unit, names.box("due"))
            s.log("F-6.1.3", "comes_back", unit=unit, hex=s.spent[unit] - 1)


def waiting(s: ForgottenWarState, side: int) -> list[int]:
    """The units of a side that stand beside the map. F-6.1.4: as long as their side likes; F-6.1.1.E: they enter in any
    order."""
    due, where = s.rules.names.box("due"), s.where
    return [u for u in s.rules.arrivers[side] if where[u] == due] if due in where else []


def entry_hexes(s: ForgottenWarState, unit: int) -> Region:
    """The hexes at which a unit may enter now.

    F-6.1.1.C: a group that enters at one hex uses that of its first stack. F-6.1.2.a: a unit whose entry hex was held
    by the enemy enters anywhere on that edge. F-6.1.3: a unit that retreated off the map at the nearest open hex
    that it may enter.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    free = rules.board.in_play & ~s.held(1 - side)
    if s.spent[unit]:
        closed = rules.closed_ground(unit) | blocked_hexes(rules.battle.closed(s, unit))
        return _nearest(s, s.spent[unit] - 1, free & rules.edge & ~closed)
    group = rules.entry_group[unit]
    begun = next((h for kind, h, number in s.marks if kind == ENTRY and number == group), None)
    if s.flags[unit] & LATE:
        return rules.edge_of(rules.entry[unit]) & free
    if begun is not None and rules.one_hex[unit]:
        return 1 << begun & free
    return rules.entry[unit] & free


def _nearest(s: ForgottenWarState, h: Hex, free: Region) -> Region:
    """The open hexes of the edge that are nearest to a hex."""
    grid, region = s.rules.grid, 1 << h
    while region and not region & free:
        wider = region | grid.around(region)
        if wider == region:
            return 0
        region = wider
    return region & free


def prices(s: ForgottenWarState, unit: int, frame: Any) -> dict[Hex, int]:
    """What entering at each hex costs a unit, in halves of a point. F-6.1.1.B: one point more for every stack that has
    entered there before it in this phase; F-6.1.2.b: a late unit not where another stack has entered."""
    found: dict[Hex, int] = {}
    before = frame.entered if frame is not None else ()
    for h in bits(entry_hexes(s, unit)):
        price, ahead = costs.entry_price(s.rules, unit, h), before.count(h)
        if price is not None and not (ahead and s.flags[unit] & LATE):
            found[h] = price + ahead * s.rules.price["stack_ahead"]
    return found


def entered(s: ForgottenWarState, units: tuple[int, ...], h: Hex) -> None:
    """A stack has entered at a hex: its group goes on there."""
    for unit in units:
        if s.rules.one_hex[unit] and not s.flags[unit] & LATE and not s.spent[unit]:
            s.mark((ENTRY, h, s.rules.entry_group[unit]))
        s.flag(unit, LATE, on=False)
        s.spend(unit, 0)


def finish(s: ForgottenWarState, side: int) -> None:
    """The movement phase ends: F-6.1.2.a: units whose entry hexes are held by the enemy come elsewhere next turn."""
    for unit in waiting(s, side):
        if not s.spent[unit] and not s.flags[unit] & LATE and not entry_hexes(s, unit):
            s.flag(unit, LATE)
            s.log("F-6.1.2.a", "entry_held", unit=unit)
