"""11 UN amphibious operations: assaults, beachheads and evacuations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Unit, Units
from parallel38.games.korean_war.rules import arrivals, ashore, mobilization, outlook, stacking
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.rules.operations import Operation
from parallel38.games.korean_war.state import CAPACITY, COMMITTED, LANDED, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Hex, Region, bits

SPACES = ("reserve", "parachute", "other_port")
"""W-11.2a: the spaces of the reserve box from which units assault."""
FIRST_TURN = 2
"""W-11.1d: the first turn with assaults, in its second Action Phase."""


def set_capacity(s: KoreanWarState) -> None:
    """3.D The UN Amphibious Capacity Phase. W-11.1b: nothing is saved. W-11.1c: by the turn, W-18.3a: in the advanced
    game by mobilization."""
    n = mobilization.capacity(s) if s.rules.political else s.rules.charts["turns"][str(s.turn), "capacity"]
    if s.track[CAPACITY] > 0:
        trace("W-11.1b")
    s.tell(CAPACITY, n)
    s.log("W-18.3a" if s.rules.political else "W-11.1c", "capacity", n=n)


def use(s: KoreanWarState) -> None:
    """W-11.1a: an amphibious operation is used."""
    s.tell(CAPACITY, s.track[CAPACITY] - 1)


def usual(s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
    """Why the side has no amphibious operation now. W-6.2b: only the UN has any. W-11.1a: as long as capacity is
    left."""
    if frame.side != SIDES[UN]:
        yield Refusal("W-6.2b", "un_only", {"side": frame.side})
    elif frame.unit is not None:
        yield Refusal("W-7.2f", "still_active", {"unit": frame.unit}, (frame.unit,))
    elif s.track[CAPACITY] <= 0:
        yield Refusal("W-11.1a", "no_capacity", {})


class Assault(Operation, frozen=True):
    """A unit in the reserve box assaults an invasion hex. W-11.2d: several may in a sequence, also the same hex.
    W-11.2k, W-11.2l: with air and naval support. W-11.2p: nobody stands against it. W-11.2s: who was assaulted does
    not entrench. W-11.2.ex is an example. Written `assault 1-MAR 3713 ARM-1MAR`.

    `at`: the hex beside a full invasion hex in which it goes ashore, if not there; `assets`: what it takes along.
    """

    intent = "strike"

    unit: Unit
    hex: Place
    assets: Units = ()
    at: tuple[Place, ...] = ()

    @property
    def actor(self) -> int:
        """The unit that lands."""
        return self.unit

    def choices(self, s: KoreanWarState, frame: Any) -> dict[str, tuple[Any, ...]]:
        """The assets that the unit could take along; W-11.2f: the hexes beside a full invasion hex."""
        if not self._boxed(s):
            return {}
        at = tuple((h,) for h in self._beside(s))
        return {"assets": tuple(arrivals.box_assets(s, self.unit)), "at": at if len(at) > 1 else ()}

    def _beside(self, s: KoreanWarState) -> tuple[Hex, ...]:
        """The hexes in which the unit can go ashore because the invasion hex is full."""
        free = s.rules.landings & ~s.held_by(1 - UN)
        if not free >> self.hex & 1 or stacking.fits(s, self.unit, self.hex):
            return ()
        return tuple(bits(ashore.landing_hexes(s, self.unit, self.hex)))

    def _boxed(self, s: KoreanWarState) -> bool:
        return s.rules.combat[self.unit] and s.in_box(self.unit, *SPACES)

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the unit cannot land there."""
        early = [*usual(s, frame)]
        yield from early
        if early:
            return
        args = {"unit": self.unit, "hex": self.hex}
        if too_early(s):
            yield Refusal("W-11.1d", "no_assault_yet", args)
        if not self._boxed(s):
            rule, text = (
                ("W-11.3c", "just_evacuated") if s.in_box(self.unit, "evacuated") else ("W-11.2a", "not_in_reserve")
            )
            yield Refusal(rule, text, args, (self.unit,))
            return
        yield from arrivals.load_refusals(s, self.unit, self.assets)
        if self.hex >= s.rules.grid.size or not s.rules.landings >> self.hex & 1:
            yield Refusal("W-11.2b", "no_arrow", args, (self.unit,), ())
        elif not s.held_by(1 - UN) >> self.hex & 1:
            yield from self._unopposed(s)
        elif self.at:
            yield Refusal("W-11.2f", "not_full", args, (self.unit,), (self.hex,))

    def _unopposed(self, s: KoreanWarState) -> Iterator[Refusal]:
        found = ashore.landing_hexes(s, self.unit, self.hex)
        args = {"unit": self.unit, "hex": self.hex}
        if not found:
            yield Refusal("W-11.2f", "no_room_ashore", args, (self.unit,), (self.hex,))
        elif len(self.at) > 1 or (self.at and not found >> self.at[0] & 1):
            yield Refusal("W-11.2f", "not_full", args, (self.unit,), (self.hex,))

    def apply(self, s: KoreanWarState) -> None:
        """W-11.2c: the assets go aboard. W-11.2e: without an enemy the unit lands; W-11.2g: else it must attack."""
        arrivals.load(s, self.unit, self.assets)
        if not s.in_box(self.unit, "reserve"):
            s.move(self.unit, s.rules.names.box("reserve"))
        use(s)
        s.flag(self.unit, COMMITTED)
        s.log("W-11.2b", "assault", unit=self.unit, hex=self.hex)
        if not s.held_by(1 - UN) >> self.hex & 1:
            found = ashore.landing_hexes(s, self.unit, self.hex)
            ashore.land(s, self.unit, self.at[0] if self.at else next(iter(bits(found))))
            return
        fight = self.fight(s)
        if len(fight.assets) < len(s.assets(self.unit)):
            trace("W-11.2j", "W-9.4d")
        trace("W-11.2g", "W-11.2i")
        s.push(fight)

    def warnings(self, s: KoreanWarState) -> Iterator[Refusal]:
        """W-11.1a: it uses up one of the amphibious operations of the turn."""
        yield Refusal("W-11.1a", "uses_capacity", {"unit": self.unit, "left": s.track[CAPACITY] - 1}, (self.unit,))

    def fight(self, s: KoreanWarState) -> Combat:
        """The combat of the landing. W-11.2j: armor takes no part in it. Worked example: W-11.2.ex."""
        support = tuple(a for a in s.assets(self.unit) if not s.rules.armored[a])
        return Combat(SIDES[UN], self.unit, self.hex, "landing", (self.unit,), (self.hex,), support, landing=True)

    def preview(self, s: KoreanWarState) -> Preview | None:
        """The chances of an assault on an enemy; the unit lands in any case where there is none."""
        if not s.held_by(1 - UN) >> self.hex & 1:
            return None
        trial = s.copy()
        arrivals.load(trial, self.unit, self.assets)
        return outlook.attack(trial, self.fight(trial))

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The unit and the hex; beside a full one, the hex in which it goes ashore."""
        args = {"unit": self.unit, "hex": self.hex}
        beside = self.at or self._beside(s)[:1]
        if beside and s.in_box(self.unit, *SPACES):
            return "action.assault_beside", {**args, "at_hex": beside[0]}
        return "action.assault", args


class Assaults(ActionDomain):
    """The assaults of a unit in the box."""

    def __init__(self, s: KoreanWarState, unit: int) -> None:
        self.s, self.unit = s, unit

    def region(self, mode: str) -> Region:
        """The invasion hexes where it can land."""
        s, found = self.s, 0
        enemies = s.held_by(1 - UN)
        for h in bits(s.rules.landings):
            if enemies >> h & 1 or ashore.landing_hexes(s, self.unit, h):
                found |= 1 << h
        return found

    def actions(self) -> Iterator[SideAction]:
        """An assault on each hex with the assets that the unit has."""
        return (Assault(self.unit, h, tuple(self.s.assets(self.unit))) for h in bits(self.region("")))

    def draw(self, rng: Random) -> SideAction | None:
        """A random assault with random assets."""
        hexes = list(bits(self.region("")))
        return Assault(self.unit, rng.choice(hexes), arrivals.draw_assets(self.s, self.unit, rng)) if hexes else None

    def holds(self, action: Action) -> bool:
        """Whether an action is an assault of this unit."""
        return isinstance(action, Assault) and action.unit == self.unit and bool(self.region("") >> action.hex & 1)


# ---------------------------------------------------------------------------------------------------------- beachheads


class Beachhead(Operation, frozen=True):
    """Place a beachhead marker in an invasion hex that was just taken. Written `beachhead 3713`."""

    hex: Place

    @property
    def actor(self) -> int:
        """No unit does it."""
        return -1

    def free(self, s: KoreanWarState) -> bool:
        """It is no operation."""
        return True

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """W-11.2ac: in an invasion hex with a unit that landed there in this Action Phase; two markers, one to a
        hex."""
        args = {"hex": self.hex}
        if frame.side != SIDES[UN]:
            yield Refusal("W-6.2b", "un_only", {"side": frame.side})
        elif not _landed(s) >> self.hex & 1 if self.hex < s.rules.grid.size else True:
            yield Refusal("W-11.2ac", "no_landing_here", args)
        elif any(s.where[b] == self.hex for b in s.rules.beachheads):
            yield Refusal("W-11.2ac", "beachhead_there", args, (), (self.hex,))
        elif not any(s.in_box(b, "out") for b in s.rules.beachheads):
            yield Refusal("W-11.2ac", "no_beachhead", args)

    def apply(self, s: KoreanWarState) -> None:
        """Place the marker."""
        marker = next(b for b in s.rules.beachheads if s.in_box(b, "out"))
        s.move(marker, self.hex)
        s.log("W-11.2ac", "beachhead", unit=marker, hex=self.hex)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The hex."""
        return "action.beachhead", {"hex": self.hex}


class Lift(Operation, frozen=True):
    """Take a beachhead marker off the map. Written `lift BEACH-1`."""

    unit: Unit

    @property
    def actor(self) -> int:
        """The marker."""
        return self.unit

    def free(self, s: KoreanWarState) -> bool:
        """W-11.2ad: it may be done at any time in operations."""
        return True

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why there is nothing to take off."""
        if frame.side != SIDES[UN]:
            yield Refusal("W-6.2b", "un_only", {"side": frame.side})
        elif self.unit not in s.rules.beachheads or not s.on_map(self.unit):
            yield Refusal("W-11.2ad", "no_beachhead_there", {"unit": self.unit}, (self.unit,))

    def apply(self, s: KoreanWarState) -> None:
        """Take it off; it can be used again."""
        s.log("W-11.2ad", "lifted", unit=self.unit, hex=s.where[self.unit])
        s.move(self.unit, s.rules.names.box("out"))

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The marker."""
        return "action.lift", {"unit": self.unit}


def _landed(s: KoreanWarState) -> Region:
    """The invasion hexes in which a unit stands that landed in this Action Phase."""
    region = 0
    for unit in s.present(UN):
        if s.flags[unit] & LANDED:
            region |= 1 << s.where[unit]
    return region & s.rules.landings


# ---------------------------------------------------------------------------------------------------------- evacuation


class Evacuate(Operation, frozen=True):
    """Units on the coast go back to the reserve box. Written `evacuate 1-MAR,US-7`."""

    units: Units

    @property
    def actor(self) -> int:
        """The first of the units."""
        return self.units[0] if self.units else -1

    def choices(self, s: KoreanWarState, frame: Any) -> dict[str, tuple[Any, ...]]:
        """W-11.3a: the units on the coast, as many of them as go together."""
        return {"units": tuple(_coastal(s))}

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why these units are not evacuated. W-11.3a: from coastal hexes, as much as two divisions. W-11.3d: not in
        turn 1."""
        early = [*usual(s, frame)]
        yield from early
        if early:
            return
        if s.turn == 1:
            yield Refusal("W-11.3d", "no_evacuation_yet", {})
        if not self.units or len({*self.units}) < len(self.units):
            yield Refusal("W-11.3a", "named_twice", {})
            return
        for unit in self.units:
            args = {"unit": unit}
            if s.rules.side_of[unit] != UN or not s.rules.combat[unit] or not s.on_map(unit):
                yield Refusal("W-11.3a", "not_on_map", args, (unit,))
            elif not s.rules.coast >> s.where[unit] & 1:
                yield Refusal("W-11.3a", "not_coastal", {**args, "hex": s.where[unit]}, (unit,), (s.where[unit],))
        most = s.rules.charts["evacuation"]["operation", "divisions"] * stacking.MOST
        if sum(stacking.weight(s, u) for u in self.units) > most:
            yield Refusal("W-11.3a", "evacuation_limit", {"n": most}, self.units)

    def apply(self, s: KoreanWarState) -> None:
        """W-11.3b: mobile or fatigued, they go to their space of the box. W-11.3c: they do not assault in this
        phase."""
        use(s)
        for unit in self.units:
            if s.fatigued(unit):
                trace("W-11.3b")
            s.log("W-11.3a", "evacuated", unit=unit, hex=s.where[unit])
            s.set("flags", unit, COMMITTED)
            s.move(unit, s.rules.names.box("evacuated"))

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether an offer is to evacuate."""
        return offer.verb == "evacuate"

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The units."""
        return "action.evacuate", {"units": self.units}


def _coastal(s: KoreanWarState) -> list[int]:
    """The combat units of the UN on the coast."""
    return [u for h, units in s.fighters(UN).items() if s.rules.coast >> h & 1 for u in units]


class Evacuations(ActionDomain):
    """The units that can be evacuated together."""

    def __init__(self, s: KoreanWarState, units: list[int]) -> None:
        self.s, self.units = s, units

    def region(self, mode: str) -> Region:
        """Where they stand."""
        return sum(1 << h for h in {self.s.where[u] for u in self.units})

    def listed(self) -> Iterator[SideAction]:
        """Each unit alone: the others are added to it."""
        return (Evacuate((unit,)) for unit in self.units)

    def actions(self) -> Iterator[SideAction]:
        """Each unit alone, and each pair."""
        for n in (1, 2):
            for units in combinations(self.units, n):
                yield Evacuate(units)

    def draw(self, rng: Random) -> SideAction | None:
        """One or two random units."""
        return Evacuate(tuple(sorted(rng.sample(self.units, min(len(self.units), rng.randint(1, 2))))))

    def holds(self, action: Action) -> bool:
        """Whether an action evacuates such units."""
        return isinstance(action, Evacuate) and all(u in self.units for u in action.units)


def offers(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """The amphibious operations that are offered, and what may be done with beachheads."""
    if frame.side != SIDES[UN]:
        return
    yield from beachheads(s, frame)
    if next(usual(s, frame), None) is not None:
        return
    if not too_early(s):
        ready = (unit for box in SPACES for unit in s.boxed(box) if s.rules.combat[unit])
        for unit in ready:
            yield Offer("assault", units=(unit,), domain=Assaults(s, unit))
    able = _coastal(s)
    if able and s.turn > 1:
        yield Offer("evacuate", units=tuple(able), domain=Evacuations(s, able))


def beachheads(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """Beachheads that may be placed or taken off; W-11.2ad: at any time of the UN's operations."""
    if frame.side != SIDES[UN]:
        return
    for h in bits(_landed(s)):
        action = Beachhead(h)
        if next(action.refusals(s, frame), None) is None:
            yield Offer("beachhead", action=action)
    for marker in s.rules.beachheads:
        if s.on_map(marker):
            yield Offer("lift", units=(marker,), action=Lift(marker))


def too_early(s: KoreanWarState) -> bool:
    """W-11.1d: whether it is turn 1 or the first Action Phase of turn 2."""
    return s.turn < FIRST_TURN or (s.turn == FIRST_TURN and s.rules.phase_name(s).endswith("-1AP"))
