"""Naval units: landing craft assault ports that are not friendly."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.games.mobile_war.rules import special
from parallel38.games.mobile_war.state import COMMUNIST, RECALLED, UN, MobileWarState
from parallel38.hexgrid import Hex

THIRTEENTH = 13
"""The first turn of assaults by one of the readings of the third special rule of the Invasion."""


def tides(s: MobileWarState) -> tuple[int, ...]:
    """The turns of the Invasion in which Inchon can be assaulted."""
    chart = s.rules.charts["tides"]
    return tuple(chart[row, "turn"] for row in chart.rows)


def refusals(s: MobileWarState, ship: int, port: Hex) -> Iterator[Refusal]:
    """Why a port that is not friendly may not be assaulted now.

    K-NAV-C3: Inchon in three turns only, unless the ruling allows later turns. K-SGI-3: in the Invasion none north of
    the 38th Parallel, or by another reading none before turn 13.
    """
    rules, turn, args = s.rules, special.invasion_turn(s), {"unit": ship, "hex": port, "turn": s.week}
    rulings = rules.setting.rulings
    later = not turn and rulings["inchon"] == "later-too"
    if port == rules.board.ports["Inchon"] and turn not in tides(s) and not later:
        yield Refusal("K-NAV-C3", "inchon_tides", {**args, "names": tides(s)}, (ship,), (port,))
    if not special.holds(s, "K-SGI-3"):
        return
    reading = rulings["invasion-landings"]
    if reading == "south" and rules.board.areas["north_of_38"] >> port & 1:
        yield Refusal("K-SGI-3", "landing_north", args, (ship,), (port,))
    elif reading == "turn-13" and s.week < THIRTEENTH:
        yield Refusal("K-SGI-3", "landing_early", args, (ship,), (port,))


def attackers(s: MobileWarState, h: Hex) -> list[int]:
    """The units aboard landing craft in a port that can attack the enemies there (K-NAV-C1b)."""
    if h not in s.rules.board.ports.values():
        return []
    craft = (u for u in s.stacks(UN).get(h, ()) if s.rules.kind[u] == "amphibious")
    return [u for ship in craft if next(refusals(s, ship, h), None) is None for u in s.inside(ship)]


def attacker_refusals(s: MobileWarState, unit: int, ship: int, h: Hex) -> Iterator[Refusal]:
    """Why a unit aboard a ship cannot attack a hex: only from landing craft, in the port itself (K-NAV-C1a)."""
    args = {"unit": unit, "ship_unit": ship, "hex": h}
    if s.rules.kind[ship] != "amphibious":
        yield Refusal("K-NAV-C1a", "transports_do_not_assault", args, (unit,), (h,))
    elif s.where[ship] != h or h not in s.rules.board.ports.values():
        yield Refusal("K-NAV-C1a", "assault_elsewhere", args, (unit,), (h,))
    else:
        yield from refusals(s, ship, h)


def craft(s: MobileWarState, units: tuple[int, ...]) -> tuple[int, ...]:
    """The landing craft from which some of these units attack."""
    return tuple(sorted({ship for u in units if (ship := s.carrier(u)) is not None}))


def outcome(s: MobileWarState, ships: tuple[int, ...], h: Hex) -> None:
    """Carry out what follows an assault.

    K-NAV-C2a: if no enemy is left in the port, the units may enter it in the next movement phase. K-NAV-C2b: if enemies
    are left, the ships go back to the port where the units embarked, and unload.
    """
    for ship in ships:
        if not s.inside(ship):
            released(s, ship)
        elif s.troops(COMMUNIST, h):
            s.flag(ship, RECALLED)
            s.log("K-NAV-C2b", "beaten_off", unit=ship, hex=h)
        else:
            s.log("K-NAV-C2a", "beach_won", unit=ship, hex=h)


def released(s: MobileWarState, ship: int) -> None:
    """Release a ship without load from its duty to go back to a port."""
    s.flag(ship, RECALLED, on=False)
    if s.rules.kind[ship] == "amphibious":
        forget_home(s)


def forget_home(s: MobileWarState) -> None:
    """Remove the mark of the port where the landing craft were loaded."""
    s.unmark(*(mark for mark in s.marks if mark[0] == "home"))
