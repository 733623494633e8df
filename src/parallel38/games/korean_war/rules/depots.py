"""5.1 Depots: where they are placed, their values, supply sources and supply lines; 5.3 their removal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.facts import fact
from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit
from parallel38.games.korean_war.rules import assets, entrenching, losses
from parallel38.games.korean_war.state import (
    COMMUNIST,
    ISOLATED,
    PERIOD,
    SIDES,
    UN,
    KoreanWarState,
    Side,
)
from parallel38.hexgrid import Hex, Region, bits, nth


class Depot(Action, frozen=True):
    """Place a depot of a Depot Value in a hex, or change the value of the one there. Written `depot 1922 3`."""

    intent = "place"
    mode_field = "value"

    hex: Place
    value: int


class Remove(Action, frozen=True):
    """Take a depot off the map. Written `remove DEPOT-NK-1`."""

    depot: Unit


# ----------------------------------------------------------------------------------------------------------- placement


@fact("where", "enemy.where", "marks")
def legal(s: KoreanWarState, side: int) -> Region:
    """The hexes in which a side may place a depot.

    W-5.1d, W-5.1e: a city that it controls, and the hexes next to one. W-5.1f, W-5.1g: a road or railroad hex, or one
    next to such a hex, in or within four hexes of a combat unit of its. W-5.1h: a hex with a beachhead.
    """
    rules = s.rules
    own = s.controlled(side) & rules.land
    found = own | rules.grid.around(own)
    near = s.posts(side)
    for _ in range(rules.depot_distance):
        near |= rules.grid.around(near)
    found |= near & rules.near_lines
    for unit in rules.beachheads if side == UN else ():
        if s.on_map(unit):
            found |= 1 << s.where[unit]
    return found & rules.land & ~barred(s, side)


def barred(s: KoreanWarState, side: int) -> Region:
    """The hexes in which no depot may be placed. W-5.1i: with a depot of either side. W-5.1j: with an enemy unit.
    W-5.1k: in an enemy zone without a combat unit of the side."""
    region = s.held_by(1 - side) | (s.zone(1 - side) & ~s.posts(side))
    for owner in (UN, COMMUNIST):
        for depot in s.depots(owner):
            region |= 1 << s.where[depot]
    return region


def begin_placement(s: KoreanWarState) -> None:
    """3.E.3 The Depot Placement Segment. W-3.E3: the Communists first. W-16.1a: not in turns 1 and 2. W-19.4b: not for
    the Communists in the Chinese Initiative Period."""
    if s.turn < losses.TRANSFERS:
        trace("W-16.1a")
        return
    s.push(Stocking(SIDES[UN]))
    if s.track[PERIOD]:
        trace("W-19.4b")
    else:
        s.push(Stocking(SIDES[COMMUNIST]))


class Stocking(Frame, frozen=True):
    """A side places depots and changes their values. W-5.1b: which add up to three at most. W-5.1l: a depot never moves
    or attacks. W-5.1m: it stays until it is eliminated or removed."""

    side: Side

    def decider(self, s: KoreanWarState) -> str:
        """The side."""
        return self.side

    def _own(self, s: KoreanWarState) -> list[int]:
        return s.depots(SIDES.index(self.side))

    def _free(self, s: KoreanWarState) -> int:
        """The value that the side's depots can still have besides."""
        return s.rules.depot_values - sum(s.value[depot] for depot in self._own(s))

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The Depot Value that is left."""
        return "placing_depots", {"side": self.side, "n": self._free(s)}

    def takes(self, action: Action) -> bool:
        """A depot, or the end."""
        return isinstance(action, Depot | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """For each value the hexes; for depots on the map other values; the end."""
        free, side = self._free(s), SIDES.index(self.side)
        spare = any(s.in_box(unit, "out") for unit in s.rules.depots_of[side])
        for value in range(1, free + 1) if spare else ():
            yield Offer("depot", mode=str(value), domain=Hexes(legal(s, side)))
        for depot in self._own(s):
            for value in range(1, s.value[depot] + free + 1):
                if value != s.value[depot]:
                    yield Offer("depot", units=(depot,), mode=str(value), action=Depot(s.where[depot], value))
        yield Offer("end", action=End())

    def expand(self, s: KoreanWarState, offer: Offer) -> Iterator[Action]:
        """A depot in each hex."""
        if offer.action is not None:
            yield offer.action
        else:
            for h in bits(offer.hexes):
                yield Depot(h, int(offer.mode))

    def draw(self, s: KoreanWarState, offer: Offer, rng: Random) -> Action | None:
        """A depot in a random hex."""
        if offer.action is not None or not offer.hexes:
            return offer.action
        return Depot(nth(offer.hexes, rng.randrange(offer.hexes.bit_count())), int(offer.mode))

    def sample(self, s: KoreanWarState, rng: Random) -> Action | None:
        """Random depots until the value is used, so that values are not changed for ever."""
        if self._free(s) and rng.randrange(8):
            return super().sample(s, rng)
        return End()

    def holds(self, s: KoreanWarState, offer: Offer, action: Action) -> bool:
        """Whether a depot has the value and one of the hexes of an offer."""
        if not isinstance(action, Depot) or offer.action is not None:
            return offer.action == action
        return offer.mode == str(action.value) and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a depot may not be placed there or have that value."""
        if not isinstance(action, Depot):
            return
        side, h, most = SIDES.index(self.side), action.hex, s.rules.depot_values
        here = s.depot_at(side, h)
        used = most - self._free(s) - (0 if here is None else s.value[here])
        args = {"hex": h, "n": action.value, "side": self.side}
        if not 1 <= action.value <= most:
            yield Refusal("W-5.1a", "depot_value", {**args, "most": most})
        elif used + action.value > most:
            yield Refusal("W-5.1b", "depot_sum", {**args, "used": used, "most": most})
        if here is not None:
            if s.value[here] == action.value:
                yield Refusal("W-5.1c", "depot_same", args, (here,), (h,))
            return
        yield from self._hex_refusals(s, side, h, args)

    def _hex_refusals(self, s: KoreanWarState, side: int, h: Hex, args: dict[str, Any]) -> Iterator[Refusal]:
        """Why a hex is closed to a new depot."""
        if h >= s.rules.grid.size or not s.rules.land >> h & 1:
            yield Refusal("W-2.4c", "no_land_hex", args, (), ())
        elif s.depot_at(1 - side, h) is not None:
            yield Refusal("W-5.1i", "depot_there", args, (), (h,))
        elif s.held_by(1 - side) >> h & 1:
            yield Refusal("W-5.1j", "depot_enemy", args, (), (h,))
        elif s.zone(1 - side) >> h & 1 and not s.posts(side) >> h & 1:
            yield Refusal("W-5.1k", "depot_zone", args, (), (h,))
        elif not legal(s, side) >> h & 1:
            line = s.rules.near_lines >> h & 1
            yield Refusal("W-5.1f" if line else "W-5.1g", "depot_far" if line else "depot_no_line", args, (), (h,))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The depot and its value."""
        if isinstance(action, Depot):
            return "action.depot", {"hex": action.hex, "n": action.value}
        return super().describe(s, action)

    def preview(self, s: KoreanWarState, action: Action) -> Preview | None:
        """The Supply Points that a depot could gain, with its source and the borders on the way."""
        from parallel38.games.korean_war.rules import supply  # it reckons with the supply lines of this module

        if not isinstance(action, Depot):
            return None
        trial = s.copy()
        self.apply(trial, action)
        depot = trial.depot_at(SIDES.index(self.side), action.hex)
        return supply.preview(trial, depot) if depot is not None else None

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Place a depot, or change one; end the segment for this side."""
        if not isinstance(action, Depot):
            s.pop()
            return
        side = SIDES.index(self.side)
        depot = s.depot_at(side, action.hex)
        if depot is None:
            depot = next(unit for unit in s.rules.depots_of[side] if s.in_box(unit, "out"))
            s.move(depot, action.hex)
            s.log("W-5.1d", "depot_placed", unit=depot, hex=action.hex, n=action.value)
        else:
            s.log("W-5.1c", "depot_changed", unit=depot, hex=action.hex, n=action.value)
        s.set("value", depot, action.value)


# -------------------------------------------------------------------------------------------------------- supply lines


def sources(s: KoreanWarState, side: int) -> Region:
    """The supply sources of a side. W-5.1u: operable ports that the UN controls and beachheads; W-14.2c: no port with a
    Minesweeping marker. W-5.1v, W-14.2f, W-14.3c: production centers that the Communists control. W-17.3b: in one
    scenario the southern edge for the UN."""
    rules = s.rules
    if side == COMMUNIST:
        return rules.producers & s.controlled(COMMUNIST) & ~s.held_by(UN)
    found = rules.ports & s.controlled(UN) & ~s.marked("mines")
    for unit in rules.beachheads:
        if s.on_map(unit):
            found |= 1 << s.where[unit]
    return (found | rules.south_edge) & ~s.held_by(COMMUNIST)


@fact("where", "enemy.where", "marks")
def clear(s: KoreanWarState, side: int) -> Region:
    """The hexes through which a supply line of a side may go. W-5.1w: not through enemy cities, enemy units and enemy
    zones without a combat unit of the side."""
    cut = s.held_by(1 - side) | s.controlled(1 - side) | (s.zone(1 - side) & ~s.posts(side))
    return s.rules.land & ~cut


@fact("where", "enemy.where", "marks")
def supplied(s: KoreanWarState, side: int) -> Region:
    """The hexes from which a supply line leads to a source. W-5.1w: of any length, not across estuaries and sea. The
    line does not go through the hexes in which it begins and ends, so these may lie in enemy zones."""
    rules = s.rules
    found = rules.grid.spread(sources(s, side), clear(s, side), walls=rules.walls)
    ends = rules.grid.around(found, rules.walls) & rules.land & ~s.held_by(1 - side) & ~s.controlled(1 - side)
    return found | ends


def check_status(s: KoreanWarState) -> None:
    """3.E.4 The Depot Status Segment. W-5.1x: a depot without a supply line is isolated."""
    for side in (UN, COMMUNIST):
        for depot in s.depots(side):
            isolated = not supplied(s, side) >> s.where[depot] & 1
            s.flag(depot, ISOLATED, isolated)
            if isolated:
                s.log("W-5.1x", "isolated", unit=depot, hex=s.where[depot])


# ------------------------------------------------------------------------------------------------------ marker segment


def begin_removal(s: KoreanWarState) -> None:
    """3.E.13 The Marker Segment. W-5.3a: Commitment and Isolated markers go. W-3.E13: unoccupied entrenchments too."""
    entrenching.wear(s)
    for side in (UN, COMMUNIST):
        for depot in s.depots(side):
            s.flag(depot, ISOLATED, on=False)
            if s.spent[depot]:
                trace("W-5.3a")
                s.spend(depot, 0)
        if s.depots(side):
            s.push(Removing(SIDES[side]))


class Removing(Frame, frozen=True):
    """W-5.3b: a side may take depots off the map."""

    side: Side

    def _own(self, s: KoreanWarState) -> list[int]:
        return s.depots(SIDES.index(self.side))

    def decider(self, s: KoreanWarState) -> str | None:
        """The side, while it has depots."""
        return self.side if self._own(s) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the frame."""
        s.pop()

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The depots on the map."""
        return "removing_depots", {"side": self.side, "n": len(self._own(s))}

    def takes(self, action: Action) -> bool:
        """A removal, or the end."""
        return isinstance(action, Remove | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each depot, and the end."""
        for depot in self._own(s):
            yield Offer("remove", units=(depot,), action=Remove(depot))
        yield Offer("end", action=End())

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a depot cannot be removed."""
        if isinstance(action, Remove) and action.depot not in self._own(s):
            yield Refusal("W-5.3b", "no_depot", {"unit": action.depot, "side": self.side}, (action.depot,))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The depot that would be removed."""
        if isinstance(action, Remove):
            return "action.remove", {"unit": action.depot}
        return super().describe(s, action)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Remove a depot. W-5.3c: its assets go to another depot in range, or they are eliminated."""
        if not isinstance(action, Remove):
            s.pop()
            return
        h, held = s.where[action.depot], s.assets(action.depot)
        s.log("W-5.3b", "depot_removed", unit=action.depot, hex=h)
        if held:
            trace("W-5.3c")
        for asset in held:
            s.move(asset, h)
        losses.clear(s, action.depot)
        s.move(action.depot, s.rules.names.box("out"))
        if held:
            s.push(assets.Sheltering(self.side, tuple(held), depots=True))
