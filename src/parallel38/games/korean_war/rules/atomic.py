"""18.4 Atomic weapons of the UN."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.values import Action, Place
from parallel38.games.korean_war.rules import assets, losses, rules_of_engagement, tension
from parallel38.games.korean_war.rules.operations import Operation
from parallel38.games.korean_war.state import (
    ATOMIC,
    ATOMIC_TURN,
    COMMUNIST,
    ENGAGEMENT,
    SIDES,
    UN,
    WORKS,
    KoreanWarState,
)
from parallel38.hexgrid import Hex, Region, bits, nth


def figure(s: KoreanWarState, name: str) -> int:
    """A figure of atomic weapons."""
    return s.rules.charts["atomic"]["weapon", name]


def usual(s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
    """Why the side cannot use an atomic weapon now, wherever. W-18.4d: it needs the highest Rules of Engagement, and
    there is one a turn."""
    if frame.side != SIDES[UN]:
        yield Refusal("W-6.2b", "un_only", {"side": frame.side})
    elif frame.unit is not None:
        yield Refusal("W-7.2f", "still_active", {"unit": frame.unit}, (frame.unit,))
    elif not s.rules.political or s.track[ENGAGEMENT] < figure(s, "engagement"):
        yield Refusal("W-18.4d", "atomic_level", {"n": figure(s, "engagement")})
    elif s.track[ATOMIC_TURN] == s.turn:
        yield Refusal("W-18.4d", "atomic_turn", {})


def near(s: KoreanWarState) -> Region:
    """The hexes within reach of a combat unit of the UN."""
    found = s.posts(UN)
    for _ in range(figure(s, "distance")):
        found |= s.rules.grid.around(found)
    return found & s.rules.land


def too_near(s: KoreanWarState) -> Region:
    """The hexes in which a UN unit stands, and those next to one."""
    held = s.held_by(UN)
    return held | s.rules.grid.around(held)


def closed(s: KoreanWarState) -> Region:
    """The hexes of provinces that the Rules of Engagement do not open."""
    rules = s.rules
    return sum(region for i, region in enumerate(rules.provinces) if not rules_of_engagement.opened(s, i))


def targets(s: KoreanWarState) -> Region:
    """The hexes on which an atomic weapon may be used."""
    return near(s) & s.held_by(COMMUNIST) & ~too_near(s) & ~closed(s)


class Atomic(Operation, frozen=True):
    """The UN uses an atomic weapon on a hex with enemy units. Written `atomic 6901`."""

    intent = "strike"

    hex: Place

    @property
    def actor(self) -> int:
        """No unit does it."""
        return -1

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the weapon cannot be used there. W-18.4d: on a hex with an enemy, in reach of a UN combat unit, not next
        to a UN unit, in a province that is open."""
        early = [*usual(s, frame)]
        yield from early
        h, args = self.hex, {"hex": self.hex, "n": figure(s, "distance")}
        if early:
            return
        if h >= s.rules.grid.size or not s.held_by(COMMUNIST) >> h & 1:
            yield Refusal("W-18.4d", "atomic_empty", {"hex": h}, (), ())
        elif not near(s) >> h & 1:
            yield Refusal("W-18.4d", "atomic_far", args, (), (h,))
        elif too_near(s) >> h & 1:
            yield Refusal("W-18.4d", "atomic_near", {"hex": h}, (), (h,))
        elif closed(s) >> h & 1:
            yield Refusal("W-18.4a", "atomic_closed", {"hex": h}, (), (h,))

    def apply(self, s: KoreanWarState) -> None:
        """W-18.4d: entrenchments and depots in the hex are gone; units there and beside it lose steps."""
        s.tell(ATOMIC, s.track[ATOMIC] + 1)
        s.tell(ATOMIC_TURN, s.turn)
        s.log("W-18.4d", "atomic", hex=self.hex)
        level = s.works(COMMUNIST, self.hex)
        if level:
            s.unmark((WORKS[COMMUNIST], self.hex, level), ("fresh", self.hex, 0))
        depot = s.depot_at(COMMUNIST, self.hex)
        if depot is not None:
            losses.eliminate_all(s, (depot,), "W-18.4d")
        around = s.rules.grid.around(1 << self.hex) & s.held_by(COMMUNIST)
        s.push(Fallout(self.hex, (self.hex, *bits(around))))

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether an offer is to use one."""
        return offer.verb == "atomic"

    def warnings(self, s: KoreanWarState) -> Iterator[Refusal]:
        """What it costs."""
        args = {"n": figure(s, "tension"), "points": -figure(s, "vp")}
        yield Refusal("W-18.4d", "atomic_price", args)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The hex."""
        return "action.atomic", {"hex": self.hex}


class Fallout(Frame, frozen=True):
    """The losses of an atomic weapon, hex by hex. `hexes`: those that are still to suffer; `target`: the target."""

    target: Place
    hexes: tuple[Place, ...]

    def resolve(self, s: KoreanWarState) -> None:
        """Let the next hex suffer; at the end Global Tension rises."""
        if self.hexes:
            h, *rest = self.hexes
            s.replace(msgspec.structs.replace(self, hexes=tuple(rest)))
            self._suffer(s, h)
            return
        s.pop()
        assets.shelter(s)
        tension.add(s, figure(s, "tension"), "W-18.4d")

    def _suffer(self, s: KoreanWarState, h: Hex) -> None:
        """W-18.4d: the units in a hex lose steps; a garrison in the target is gone."""
        there = tuple(s.stacks(COMMUNIST).get(h, ()))
        if h == self.target:
            losses.eliminate_all(s, (u for u in there if s.rules.garrison[u]), "W-18.4d")
        pool = losses.pool(s, there)
        if pool:
            steps = figure(s, "target_steps" if h == self.target else "adjacent_steps")
            s.push(losses.Losing(SIDES[COMMUNIST], pool, steps, rule="W-18.4d"))


class Targets(ActionDomain):
    """The hexes on which an atomic weapon may be used."""

    def __init__(self, s: KoreanWarState) -> None:
        self.s = s

    def region(self, mode: str) -> Region:
        """The hexes."""
        return targets(self.s)

    def actions(self) -> Iterator[SideAction]:
        """A weapon on each hex."""
        return (Atomic(h) for h in bits(self.region("")))

    def draw(self, rng: Random) -> SideAction | None:
        """A weapon on a random hex."""
        region = self.region("")
        return Atomic(nth(region, rng.randrange(region.bit_count()))) if region else None

    def holds(self, action: Action) -> bool:
        """Whether an action uses one on such a hex."""
        return isinstance(action, Atomic) and bool(self.region("") >> action.hex & 1)


def offers(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """The offer to use an atomic weapon."""
    if next(usual(s, frame), None) is None and targets(s):
        yield Offer("atomic", domain=Targets(s))
