"""Naval units: how they sail, and when they have to."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Destination, Offer, Refusal
from parallel38.engine.side_actions import Trip, TripDomain
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import zones
from parallel38.games.mobile_war.state import (
    COMMUNIST,
    MOVED,
    MOVED_FIRST,
    OUSTED,
    RECALLED,
    SIDES,
    UN,
    MobileWarState,
)
from parallel38.hexgrid import Grid, Hex, Region, Sides, bits

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.movement import Moving
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

MOST_VOYAGES = 256
"""The number of start hexes for which voyages are kept."""
CHART = {"gun": "NG", "transport": "MST", "amphibious": "Amph"}
"""The row of a ship in the chart of naval units, by its type."""


class Sea:
    """The water of the board: the cost of sailing from any hex to any other. It never changes."""

    def __init__(self, rules: MobileWarRuleset) -> None:
        board = rules.board
        self.grid: Grid = rules.grid
        self.full: Region = board.terrain["~"]
        self.sides: Sides = board.sea_sides
        self.price: int = rules.charts["naval_costs"]["sea_hex", "mp"]
        self.cape_price: int = rules.charts["naval_costs"]["cape", "mp"]
        sides = [(a, b) for a in bits(board.areas["cape_west"]) for b in bits(board.areas["cape_east"])]
        self.cape: tuple[Hex, Hex] = min(sides, key=lambda pair: self.grid.distance(*pair))
        """The last sea hexes on both sides of the land at the southern edge of the map."""
        self._voyages: dict[Hex, Voyages] = {}
        self.beyond = {h: self.waves(h) for h in self.cape}
        """The waves of hexes beyond the cape, from each of these two hexes."""

    def waves(self, start: Hex) -> list[Region]:
        """The regions that are reached with at most 0 steps, 1 step, 2 steps and so on: every step costs the same."""
        found = [front := 1 << start]
        while front := self.grid.across(front, self.sides.masks) & ~found[-1]:
            found.append(found[-1] | front)
        return found

    def voyages(self, start: Hex) -> Voyages:
        """All voyages from a hex."""
        if start not in self._voyages:
            if len(self._voyages) >= MOST_VOYAGES:
                self._voyages = {}
            self._voyages[start] = Voyages(self, start)
        return self._voyages[start]


class Voyages:
    """The voyages from one hex.

    K-NAV-H: ships cross only sides that are all water. K-NAV-G: the seas on both sides of the peninsula meet beyond the
    edge of the map; to go round costs eight points.
    """

    def __init__(self, sea: Sea, start: Hex) -> None:
        self._sea, self.start = sea, start
        self._near, self._far = sea.waves(start), list[Region]()
        self._last, self._first = start, 0
        for here, there in (sea.cape, sea.cape[::-1]):
            if self._near[-1] >> here & 1 and not self._near[-1] >> there & 1:
                self._last, self._far = here, sea.beyond[there]
                self._first = _steps(self._near, here) * sea.price + sea.cape_price

    def within(self, points: int) -> Region:
        """The hexes that can be sailed to for so many points, without the start."""
        price, near, far = self._sea.price, self._near, self._far
        region = near[min(points // price, len(near) - 1)]
        if far and points >= self._first:
            region |= far[min((points - self._first) // price, len(far) - 1)]
        return region & ~(1 << self.start)

    def cost(self, h: Hex) -> int | None:
        """The cost of sailing to a hex, in points; None if no water leads there."""
        if self._near[-1] >> h & 1:
            return _steps(self._near, h) * self._sea.price
        if self.round_the_cape(h):
            return self._first + _steps(self._far, h) * self._sea.price
        return None

    @cached_property
    def costs(self) -> dict[Hex, int]:
        """The cost of sailing to each hex that water leads to, in points."""
        found: dict[Hex, int] = {}
        for first, waves in ((self._first, self._far), (0, self._near)):
            before = 0
            for n, wave in enumerate(waves):
                found.update(dict.fromkeys(bits(wave & ~before), first + n * self._sea.price))
                before = wave
        return found

    def round_the_cape(self, end: Hex) -> bool:
        """Whether the way to a hex leads round the southern end of the peninsula."""
        return bool(self._far) and not self._near[-1] >> end & 1 and bool(self._far[-1] >> end & 1)

    def path(self, end: Hex) -> tuple[Hex, ...]:
        """The path to a hex that can be sailed to; round the cape two of its hexes are not neighbours."""
        if self.round_the_cape(end):
            return (*self._way(self._near, self._last), *self._way(self._far, end))
        return self._way(self._near, end)

    def _way(self, waves: list[Region], end: Hex) -> tuple[Hex, ...]:
        """The path to a hex within one sea; of equal paths always the same one."""
        sea, path = self._sea, [end]
        for wave in waves[: _steps(waves, end)][::-1]:
            around = sea.grid.neighbours[path[-1]]
            path.append(next(n for n in around if wave >> n & 1 and sea.sides.has(n, path[-1])))
        return tuple(path[::-1])


def _steps(waves: list[Region], h: Hex) -> int:
    """The number of steps to a hex of the last wave."""
    return bisect(range(len(waves)), 0, key=lambda n: waves[n] >> h & 1)


# --------------------------------------------------------------------------------------------------------- what is left


def figure(s: MobileWarState, ship: int, column: str) -> int:
    """A figure of the chart of naval units."""
    return s.rules.charts["naval"][CHART[s.rules.kind[ship]], column]


def points(s: MobileWarState, ship: int) -> int:
    """K-NAV-A1a: the points that a ship has left in this phase; each phase has the full allowance."""
    return figure(s, ship, "allowance") - s.spent[ship]


def pay(s: MobileWarState, ship: int, price: int) -> None:
    """Spend points of a ship in this phase."""
    s.spend(ship, s.spent[ship] + price)


def moored(s: MobileWarState) -> None:
    """End a movement phase of the UN: ships get their allowance again, and none has to put to sea any more."""
    for ship in s.present(UN):
        if s.rules.naval[ship]:
            if s.spent[ship]:
                s.spend(ship, 0)
            s.flag(ship, OUSTED | MOVED | MOVED_FIRST, on=False)


# -------------------------------------------------------------------------------------------------------------- duties


def enter(s: MobileWarState, h: Hex) -> None:
    """K-NAV-D2: when an enemy enters a hex, landing craft on the coast, and transports in a port, must put to sea."""
    port = h in s.rules.board.ports.values()
    for ship in s.stacks(UN).get(h, ()):
        kind = s.rules.kind[ship]
        if (kind == "amphibious" or (kind == "transport" and port)) and not s.flags[ship] & OUSTED:
            s.flag(ship, OUSTED)
            s.log("K-NAV-D2", "ship_ousted", unit=ship, hex=h)


def home(s: MobileWarState) -> Hex | None:
    """The port in which the load of the landing craft embarked; None if there is none."""
    return next((h for kind, h, _ in s.marks if kind == "home"), None)


def homeward(s: MobileWarState, ship: int) -> Hex | None:
    """K-NAV-C2b: where a ship that was beaten off must sail in this phase: home, or as far toward it as it gets.

    None if it has no such duty, or its port is no longer friendly.
    """
    port = home(s)
    if not s.flags[ship] & RECALLED or port is None or not s.holds(UN, port):
        return None
    if s.flags[ship] & OUSTED and s.where[ship] == port:
        return None  # K-NAV-D2: it cannot stay in its home port
    voyages, left = s.rules.sea.voyages(s.where[ship]), points(s, ship)
    way = voyages.path(port)
    return [h for h in way if (voyages.cost(h) or 0) <= left][-1]


def bound_refusals(s: MobileWarState, ship: int, h: Hex) -> Iterator[Refusal]:
    """K-NAV-C2b: why a ship that was beaten off may not sail to a hex: it must stay at home or go toward it."""
    bound, port = homeward(s, ship), home(s)
    if bound is not None and h != bound:
        text = "bound_on" if bound != port else "bound_here" if s.where[ship] == port else "bound_home"
        yield Refusal("K-NAV-C2b", text, {"unit": ship, "hex": h, "to_hex": bound}, (ship,), (h,))


def overdue(s: MobileWarState) -> Iterator[Refusal]:
    """Why a movement phase of the UN cannot end yet: each ship that has to sail."""
    for ship in s.present(UN):
        if not s.rules.naval[ship] or not s.flags[ship] & (OUSTED | RECALLED):
            continue
        if s.flags[ship] & OUSTED:
            ashore = not s.rules.sea.full >> s.where[ship] & 1
            if ashore and s.rules.sea.voyages(s.where[ship]).within(points(s, ship)):
                yield Refusal("K-NAV-D2", "must_put_to_sea", {"unit": ship, "hex": s.where[ship]}, (ship,))
        elif homeward(s, ship) not in (None, s.where[ship]):
            yield Refusal("K-NAV-C2b", "must_go_home", {"unit": ship, "hex": home(s)}, (ship,))


# ------------------------------------------------------------------------------------------------------------- sailing


def idle(s: MobileWarState, ship: int, frame: Moving) -> Iterator[Refusal]:
    """Why a ship can do nothing in this phase."""
    if s.rules.side_of[ship] != SIDES.index(frame.side) or not s.on_map(ship):
        yield Refusal("K-MOV-D", "not_yours", {"unit": ship, "side": frame.side}, (ship,))
    elif not s.rules.naval[ship]:
        yield Refusal("K-NAV-A1a", "no_ship", {"unit": ship}, (ship,))
    elif frame.settled:
        yield Refusal("K-STK-D2b", "moves_over", {"unit": ship}, (ship,))


class Sail(Trip, frozen=True):
    """Sail a ship to a hex. Written `sail MST-1 3357`."""

    def refusals(self, s: MobileWarState, frame: Moving) -> Iterator[Refusal]:
        """Why a ship may not sail there.

        K-NAV-H: only over water. K-NAV-A1a: as far as its points go. K-NAV-C2b: where it has to go.
        """
        barred = next(idle(s, self.unit, frame), None)
        if barred is not None:
            yield barred
            return
        ship, h, args = self.unit, self.hex, {"unit": self.unit, "hex": self.hex}
        voyages = s.rules.sea.voyages(s.where[ship])
        need = voyages.cost(h) if h != s.where[ship] else None
        if need is None:
            yield Refusal("K-NAV-H", "no_water", args, (ship,), (h,) if h < s.rules.grid.size else ())
            return
        if need > points(s, ship):
            figures = {"n": need, "left": points(s, ship)}
            around = voyages.round_the_cape(h)
            yield Refusal("K-NAV-G" if around else "K-NAV-A1a", "sail_too_far", {**args, **figures}, (ship,), (h,))
        yield from bound_refusals(s, ship, h)

    def describe(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The ship, the hex and the cost in points."""
        price = s.rules.sea.voyages(s.where[self.unit]).cost(self.hex) or 0
        return "action.sail", {"unit": self.unit, "to_hex": self.hex, "n": price}

    def apply(self, s: MobileWarState) -> None:
        """Sail the ship. K-NAV-D1: enemies on the way do not matter. K-ZOC-D: nor do their zones.

        K-NAV-D2: a ship that had to put to sea has done so, and may enter a port like any other.
        """
        start = s.where[self.unit]
        voyages = s.rules.sea.voyages(start)
        way = voyages.path(self.hex)[1:]
        pay(s, self.unit, voyages.cost(self.hex) or 0)
        s.move(self.unit, self.hex)
        s.flag(self.unit, MOVED)
        s.flag(self.unit, OUSTED, on=False)
        if any(s.held_by(COMMUNIST) >> h & 1 for h in way):
            trace("K-NAV-D1")
        if any(zones.zone(s, COMMUNIST) >> h & 1 for h in way):
            trace("K-ZOC-D")
        rule = "K-NAV-G" if voyages.round_the_cape(self.hex) else "K-NAV-A1a"
        s.log(rule, "sailed", unit=self.unit, from_hex=start, to_hex=self.hex)


class Waters(TripDomain):
    """The domain of an offer to sail: the hexes that a ship can sail to."""

    def __init__(self, s: MobileWarState, ship: int) -> None:
        super().__init__(Sail, ship)
        self._s, self._start, self._left = s, s.where[ship], points(s, ship)

    def region(self, mode: str) -> Region:
        """The hexes that the ship can sail to."""
        s, ship = self._s, self.unit
        bound = homeward(s, ship)
        if bound is not None:
            return 1 << bound & ~(1 << self._start)
        return s.rules.sea.voyages(self._start).within(self._left)

    def destinations(self, mode: str) -> dict[Hex, Destination]:
        """The points left in each hex."""
        costs, region = self._s.rules.sea.voyages(self._start).costs, self.region(mode)
        left = {cost: Destination(Fraction(self._left - cost)) for cost in {*costs.values()}}
        return {h: left[costs[h]] for h in bits(region)}


def offers(s: MobileWarState, unit: int, frame: Moving) -> Iterator[Offer]:
    """Offers to sail."""
    if s.rules.naval[unit] and not frame.settled and points(s, unit) > 0:
        yield Offer("sail", units=(unit,), mode="sail", domain=Waters(s, unit))
