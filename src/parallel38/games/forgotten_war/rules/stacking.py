"""10.4 Stacking: how much room a hex has for units of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parallel38.engine.facts import fact
from parallel38.engine.flow import Refusal
from parallel38.games.forgotten_war.state import ABANDONED, CROWDING, ForgottenWarState
from parallel38.hexgrid import Hex, Region


def room_taken(s: ForgottenWarState, units: Iterable[int], manned: int | None = None) -> tuple[int, int, int]:
    """What units take up in a hex: in all, in halves; leg units; vehicles, in halves. `manned`: an abandoned gun that
    is counted as if it were not.

    F-10.4.2.a: an AAAAW unit counts one half, F-10.4.2.b: a train two, F-10.4.2.d: an abandoned gun nothing,
    F-10.4.2.c: any other unit one. F-10.4.4: Dog 23 stacks free. The vehicle limit counts units, two AAAAW units as
    one.
    """
    rules, total, leg, vehicles = s.rules, 0, 0, 0
    for unit in units:
        if (s.flags[unit] & ABANDONED and unit != manned) or rules.loaned[unit]:
            continue
        total += rules.halves[unit]
        if rules.vehicle[unit]:
            vehicles += min(rules.halves[unit], 2)
        else:
            leg += 1
    return total, leg, vehicles


def within(s: ForgottenWarState, side: int, h: Hex, units: Iterable[int], manned: int | None = None) -> bool:
    """Whether units of a side fit into a hex together. F-10.4.1.C, F-10.4.1.D: the limits of the terrain or the
    battle."""
    total, leg, vehicles = room_taken(s, units, manned)
    most, most_leg, most_vehicles = s.rules.battle.limits(s, side, h)
    return total <= most and leg <= most_leg and vehicles <= 2 * most_vehicles


def fits(s: ForgottenWarState, side: int, h: Hex, units: Sequence[int]) -> bool:
    """Whether units could join those of their side in a hex. F-13.1.c: each side has the limit for itself."""
    return within(s, side, h, [*(u for u in s.there(side, h) if u not in units), *units])


@fact("where", "crew", key=lambda s, side, unit: (side, s.rules.room_class[unit]))
def full_hexes(s: ForgottenWarState, side: int, unit: int) -> Region:
    """The hexes in which there is no room for a unit that stands elsewhere, or would be none if they were empty; the
    same for all units that take up the same room."""
    region, limits = s.rules.roomless(unit), s.rules.battle.limits
    total, leg, vehicles = room_taken(s, (unit,))
    for h in s.standing(side)[1]:
        there, most = room_taken(s, s.there(side, h)), limits(s, side, h)
        if there[0] + total > most[0] or there[1] + leg > most[1] or there[2] + vehicles > 2 * most[2]:
            region |= 1 << h
    return region


def crowded(s: ForgottenWarState, side: int, h: Hex) -> bool:
    """Whether a side has more units in a hex than it may."""
    units = s.there(side, h)
    return len(units) > 1 and not within(s, side, h, units)


def full(s: ForgottenWarState, side: int, h: Hex, units: Sequence[int], at: int = -1) -> Refusal:
    """Why units may not end in a hex: there is no room. F-10.4.1.B, F-T.3: only a retreat or the set-up overstacks."""
    there = tuple(u for u in s.there(side, h) if u not in units)
    args = {"units": tuple(units), "by_units": there, **limits_of(s, side, h)}
    return Refusal(s.rules.battle.limit_rule(side), "full" if there else "full_alone", args, there, (h,), at)


@fact("where", "flags")
def pressed(s: ForgottenWarState, side: int) -> Region:
    """The hexes with units of a side that came there against their will and overstacked them."""
    flags, region = s.flags, 0
    for unit in s.present(side):
        if flags[unit] & CROWDING:
            region |= 1 << s.where[unit]
    return region


def note_crowding(s: ForgottenWarState, unit: int, h: Hex) -> None:
    """Mark a unit that has come into a hex against its will and overstacks it (F-5.4.Bx); who was marked there before
    and has had room since is it no more."""
    side = s.rules.side_of[unit]
    others = [u for u in s.there(side, h) if u != unit]
    if within(s, side, h, others):
        for other in others:
            s.flag(other, CROWDING, on=False)
    s.flag(unit, CROWDING, crowded(s, side, h))


def settle(s: ForgottenWarState, side: int, units: Iterable[int]) -> None:
    """Take the marks off units whose hexes have room again."""
    for unit in units:
        if s.flags[unit] & CROWDING and not crowded(s, side, s.where[unit]):
            s.flag(unit, CROWDING, on=False)


def overfull(s: ForgottenWarState, side: int) -> list[Hex]:
    """F-10.4.1.A: the hexes in which a side has too many units."""
    return [h for h in s.stacks(side) if crowded(s, side, h)]


def limits_of(s: ForgottenWarState, side: int, h: Hex) -> dict[str, int]:
    """A hex with its limits for a side: in all, of leg units, of vehicles, for a refusal."""
    most, leg, vehicles = s.rules.battle.limits(s, side, h)
    return {"hex": h, "most": most // 2, "leg": leg, "vehicles": vehicles}
