"""10 Reorganization and Amalgamation: regiments build up, divisions break down, replacement units amalgamate."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Unit, Units
from parallel38.games.korean_war.rules import assets, losses
from parallel38.games.korean_war.rules.operations import Operation
from parallel38.games.korean_war.state import (
    REORGANIZATIONS,
    REORGANIZED,
    SIDES,
    UN,
    KoreanWarState,
)
from parallel38.hexgrid import Region

THREE = 3
"""W-10.1e, W-10.2c: the regiments of a division, and its steps."""
MERGING = ("rok", "nk", "ccf", "soviet")
"""W-10.2a: the nations whose replacement units amalgamate."""
BOX = "reserve"
SPACES = (BOX, "parachute")
"""W-10.3a: the spaces of the reserve box whose units reorganize; a parachute regiment builds up with others there."""


def touching(s: KoreanWarState, a: int, b: int) -> bool:
    """Whether two units are in one hex or in neighbouring ones, or both in the reserve box."""
    if s.where[a] == s.where[b] or (s.in_box(a, *SPACES) and s.in_box(b, *SPACES)):
        return True
    return s.on_map(a) and s.on_map(b) and s.rules.grid.distance(s.where[a], s.where[b]) == 1


def built_kind(s: KoreanWarState, units: tuple[int, ...]) -> str | None:
    """The kind of division that three regiments and brigades make; None if they make none.

    W-10.1f: ROK regiments only with each other. W-10.1h: with one of the Far East Command a division of its. W-10.1i:
    all Marines a Marine division; W-10.1k: with others an ordinary one. W-10.1l: brigades without a US regiment the
    Commonwealth division.
    """
    kinds = {s.rules.unit_kind[u] for u in units}
    if kinds == {"rok_regt"}:
        return "rok_div"
    if "rok_regt" in kinds or any(s.rules.division[u] for u in units):
        return None
    if "us_fec_regt" in kinds:
        return "us_fec_div"
    if kinds == {"us_marine_regt"}:
        return "us_marine_div"
    if kinds <= {"cw_bde", "tk_bde"}:
        return "cw_div"
    return "us_div"


class _Reorganization(Operation, frozen=True):
    """A build-up or a break-down. W-10.1a: of the UN. W-10.0a: it costs an operation. W-10.0d: it may be done in enemy
    zones. W-10.0e: any counter of the kind serves."""

    def free(self, s: KoreanWarState) -> bool:
        """W-10.1d, W-10.3c: in the reserve box it is no operation."""
        return s.in_box(self.actor, *SPACES)

    def _usual(self, s: KoreanWarState, frame: Any, units: tuple[int, ...]) -> Iterator[Refusal]:
        """Why units cannot be reorganized now. W-10.1a: only the UN's. W-10.1b: four times in an Action Phase.
        W-10.1c: each unit once. W-10.0b: no fatigued unit."""
        if frame.side != SIDES[UN]:
            yield Refusal("W-10.1a", "un_only", {"side": frame.side})
            return
        if frame.unit is not None:
            yield Refusal("W-7.2f", "still_active", {"unit": frame.unit}, (frame.unit,))
            return
        if s.in_box(units[0], *SPACES):
            return
        most = s.rules.charts["reorganizations"]["phase", "operations"]
        if s.track[REORGANIZATIONS] >= most:
            yield Refusal("W-10.1b", "reorganized_enough", {"n": most})
        for unit in units:
            if not s.on_map(unit):
                yield Refusal("W-10.1e", "not_on_map", {"unit": unit}, (unit,))
            elif s.fatigued(unit):
                yield Refusal("W-10.0b", "fatigued", {"unit": unit, "side": frame.side}, (unit,))
            elif s.flags[unit] & REORGANIZED:
                yield Refusal("W-10.1c", "reorganized", {"unit": unit}, (unit,))

    def _done(self, s: KoreanWarState) -> None:
        s.tell(REORGANIZATIONS, s.track[REORGANIZATIONS] + 1)


class Build(_Reorganization, frozen=True):
    """Three regiments or brigades become a division in the hex of one of them. Written `build ROKR-1,ROKR-11,ROKR-12
    3815`."""

    units: Units
    hex: Place

    @property
    def actor(self) -> int:
        """The first of the units."""
        return self.units[0] if self.units else -1

    def free(self, s: KoreanWarState) -> bool:
        """W-10.1d: in the reserve box it is no operation."""
        return bool(self.units) and super().free(s)

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why these units do not build up. W-10.1e: one touches both others."""
        units = self.units
        if len({*units}) != THREE or len(units) != THREE:
            yield Refusal("W-10.1e", "three_units", {})
            return
        early = [*self._usual(s, frame, units)]
        yield from early
        if early:
            return
        kind = built_kind(s, units)
        if kind is None or any(not s.rules.combat[u] or s.rules.side_of[u] != UN for u in units):
            yield Refusal("W-10.1f", "no_mixing", {"units": units}, units)
            return
        if not any(all(touching(s, a, b) for b in units) for a in units):
            yield Refusal("W-10.1e", "not_together", {"units": units}, units)
        if self.hex not in _places(s, units):
            yield Refusal("W-10.1g", "build_elsewhere", {"hex": self.hex}, (), ())
        elif self.hex < s.rules.grid.size and not self._fits(s):
            yield Refusal("W-7.3r", "build_stack", {"hex": self.hex}, (), (self.hex,))
        if whole(s, kind) is None:
            yield Refusal("W-10.1m", "no_division", {"kind_key": "kind." + kind})

    def _fits(self, s: KoreanWarState) -> bool:
        return all(u in self.units for u in s.fighters(UN).get(self.hex, ()))

    def apply(self, s: KoreanWarState) -> None:
        """Put the division in the place of its parts. W-10.1g: any unused counter, mobile. W-10.1j: parachute and
        Marine regiments in another division are remembered. W-10.1r: assets go with it."""
        rules, names = s.rules, s.rules.names
        kind = built_kind(s, self.units)
        assert kind is not None
        new = whole(s, kind)
        assert new is not None
        boxed = s.in_box(self.units[0], *SPACES)
        held = [a for u in self.units for a in s.assets(u)]
        start = self.hex + 1 if any(s.start[u] - 1 == self.hex for u in self.units) else 0
        s.move(new, self.hex)
        s.flag(new, _flags(s, self.units))
        for unit in self.units:
            losses.clear(s, unit)
            inside = rules.keeps[unit] and kind != "us_marine_div"
            if inside:
                trace("W-10.1j")
            s.move(unit, names.with_unit(new) if inside else names.box("aside"))
        for asset in held:
            s.move(asset, names.with_unit(new))
        if not boxed:
            s.flag(new, REORGANIZED)
            s.set("start", new, start)
            self._done(s)
        s.log("W-10.1d" if boxed else "W-10.1e", "built", units=self.units, new_unit=new)

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether an offer is of the same units and place."""
        return _same(offer.action, self)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The units and where the division would stand."""
        return "action.build", {"units": self.units, "place": self.hex}


def whole(s: KoreanWarState, kind: str) -> int | None:
    """A division counter for a build-up. W-10.1g: of the ROK also an eliminated one. W-10.1m: never from the Track."""
    boxes = ("aside", "eliminated", "out") if kind == "rok_div" else ("aside", "out")
    return losses.spare(s, kind, *boxes)


def parts_of(s: KoreanWarState, unit: int) -> list[int] | None:
    """The three regiments or brigades that take the place of a division; None if there are too few.

    W-10.1o: of its kind. W-10.1p: parachute and Marine regiments that are in it return. W-10.1q: none from the Track or
    the box.
    """
    rules, place = s.rules, s.rules.names.with_unit(unit)
    found = [u for u in rules.fighters_of[UN] if s.where[u] == place]
    kinds = [rules.part_kind[unit]] + (["tk_bde"] if rules.part_kind[unit] == "cw_bde" else [])
    spares = (u for box in ("aside", "out") for kind in kinds for u in rules.of_kind[kind] if s.in_box(u, box))
    for spare in spares:
        if len(found) >= THREE:
            break
        found.append(spare)
    return found if len(found) == THREE else None


def _places(s: KoreanWarState, units: tuple[int, ...]) -> set[int]:
    """The places in which units can become a division: their hexes, or the reserve box."""
    return {s.rules.names.box(BOX) if s.in_box(u, *SPACES) else s.where[u] for u in units}


def _flags(s: KoreanWarState, units: tuple[int, ...]) -> int:
    """What is known of units and stays true of those that take their place: that they landed, were assaulted, were
    placed in this Action Phase, or left the reserve box once."""
    found = 0
    for unit in units:
        found |= s.flags[unit]
    return found & ~REORGANIZED


class Break(_Reorganization, frozen=True):
    """A division breaks down into three regiments. Written `break FEC-24`."""

    unit: Unit

    @property
    def actor(self) -> int:
        """The division."""
        return self.unit

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why a division does not break down. W-10.1n: only full-strength US and Commonwealth divisions."""
        early = [*self._usual(s, frame, (self.unit,))]
        yield from early
        if early:
            return
        if not s.rules.part_kind[self.unit]:
            yield Refusal("W-10.1n", "no_breakdown", {"unit": self.unit}, (self.unit,))
        elif parts_of(s, self.unit) is None:
            yield Refusal("W-10.1q", "no_regiments", {"unit": self.unit}, (self.unit,))

    def apply(self, s: KoreanWarState) -> None:
        """W-10.1o: put three regiments in the place of the division. W-10.1r: each may have one of its assets."""
        found = parts_of(s, self.unit)
        assert found is not None
        place, held, start = s.where[self.unit], s.assets(self.unit), s.start[self.unit]
        boxed, flags = s.in_box(self.unit, *SPACES), _flags(s, (self.unit,))
        losses.clear(s, self.unit)
        for part in found:
            s.move(part, place)
            s.flag(part, flags)
            if not boxed:
                s.flag(part, REORGANIZED)
                s.set("start", part, start)
        for part, asset in zip(found, held, strict=False):
            s.move(asset, s.rules.names.with_unit(part))
        s.move(self.unit, s.rules.names.box("aside"))
        if not boxed:
            self._done(s)
        s.log("W-10.1d" if boxed else "W-10.1o", "broken", unit=self.unit, units=tuple(found))

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The division."""
        return "action.break", {"unit": self.unit}


class Amalgamate(Operation, frozen=True):
    """Two or three replacement units become a full division. Written `amalgamate NK-RPL2-1,NK-RPL1-3 4320`."""

    units: Units
    hex: Place

    @property
    def actor(self) -> int:
        """The first of the units."""
        return self.units[0] if self.units else -1

    def free(self, s: KoreanWarState) -> bool:
        """W-10.3b: ROK units in the reserve box amalgamate at any time."""
        return bool(self.units) and s.in_box(self.units[0], BOX)

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why these units do not amalgamate."""
        rules, units = s.rules, self.units
        if not 2 <= len(units) <= THREE or len({*units}) < len(units):
            yield Refusal("W-10.2b", "two_or_three", {})
            return
        if frame.unit is not None:
            yield Refusal("W-7.2f", "still_active", {"unit": frame.unit}, (frame.unit,))
            return
        for unit in units:
            args = {"unit": unit, "side": frame.side}
            if rules.side_of[unit] != SIDES.index(frame.side):
                yield Refusal("W-4.0a", "not_yours", args, (unit,))
            elif not rules.replacement[unit] or rules.nation[unit] not in MERGING:
                yield Refusal("W-10.2a", "no_amalgamation", args, (unit,))
            elif not s.on_map(unit) and not s.in_box(unit, BOX):
                yield Refusal("W-10.2b", "not_on_map", args, (unit,))
            elif s.fatigued(unit) and s.on_map(unit):
                yield Refusal("W-10.0b", "fatigued", args, (unit,))
        kinds = {rules.whole_kind[u] for u in units}
        if len(kinds) > 1 or not all(touching(s, a, b) for a, b in combinations(units, 2)):
            yield Refusal("W-10.2b", "not_together", {"units": units}, units)
        elif sum(rules.steps[u] for u in units) < THREE:
            yield Refusal("W-10.2c", "too_few_steps", {"units": units}, units)
        elif self.hex not in {s.where[u] for u in units}:
            yield Refusal("W-10.2d", "build_elsewhere", {"hex": self.hex}, (), ())
        elif losses.spare(s, kinds.pop(), "aside", "eliminated", "out") is None:
            yield Refusal("W-10.2d", "no_division", {"kind_key": "kind." + rules.whole_kind[units[0]]})

    def apply(self, s: KoreanWarState) -> None:
        """W-10.2d: put a full division in the place of one of the units. W-10.0c: it is not fatigued. W-10.2e: three
        assets stay with it, others go to a depot or are eliminated."""
        rules, names = s.rules, s.rules.names
        new = losses.spare(s, rules.whole_kind[self.units[0]], "aside", "eliminated", "out")
        assert new is not None
        held = [a for u in self.units for a in s.assets(u)]
        start = self.hex + 1 if any(s.start[u] - 1 == self.hex for u in self.units) else 0
        flags = _flags(s, self.units)
        for unit in self.units:
            losses.clear(s, unit)
            s.move(unit, names.box("out"))
        s.move(new, self.hex)
        s.set("start", new, start)
        s.flag(new, flags)
        s.log("W-10.2d", "amalgamated", units=self.units, new_unit=new)
        limit = rules.asset_limit[new]
        for asset in held[:limit]:
            s.move(asset, names.with_unit(new))
        for asset in held[limit:]:
            s.move(asset, self.hex)
        if held[limit:]:
            trace("W-8.2g", "W-10.2e")
            s.push(assets.Sheltering(SIDES[rules.side_of[new]], tuple(held[limit:]), depots=True))

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether an offer is of the same units and place."""
        return _same(offer.action, self)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The units and where the division would stand."""
        return "action.amalgamate", {"units": self.units, "place": self.hex}


class Groups(ActionDomain):
    """The build-ups or amalgamations that one unit is the first of."""

    def __init__(self, found: list[Build | Amalgamate], region: Region) -> None:
        self.found, self._region = found, region

    def region(self, mode: str) -> Region:
        """The hexes in which the division could stand."""
        return self._region

    def actions(self) -> Iterator[SideAction]:
        """Every such action."""
        return iter(self.found)

    def draw(self, rng: Random) -> SideAction | None:
        """A random one."""
        return rng.choice(self.found)

    def holds(self, action: Action) -> bool:
        """Whether an action is one of them, its units in any order."""
        return isinstance(action, Build | Amalgamate) and any(_same(one, action) for one in self.found)


def _same(one: Action | None, other: Build | Amalgamate) -> bool:
    """Whether two actions join the same units, in whatever order, in the same place."""
    return type(one) is type(other) and {*one.units} == {*other.units} and one.hex == other.hex  # type: ignore


def offers(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """The reorganizations and amalgamations that are offered."""
    side = SIDES.index(frame.side)
    if side == UN:
        yield from _builds(s, frame)
        for unit in (*s.present(UN), *s.boxed(BOX)):
            if s.rules.part_kind[unit]:
                yield from Break(unit).offer(s, frame)
    yield from _mergers(s, frame, side)


def _builds(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """Groups of three that touch, by their middle unit."""
    able = [
        u
        for u in (*s.present(UN), *(u for space in SPACES for u in s.boxed(space)))
        if s.rules.combat[u] and not s.rules.division[u] and not s.flags[u] & REORGANIZED and not s.fatigued(u)
    ]
    if len(able) < THREE:
        return
    seen = set[frozenset[int]]()
    for unit in able:
        near = [u for u in able if u != unit and touching(s, unit, u)]
        found: list[Build | Amalgamate] = []
        for pair in combinations(near, 2):
            group = frozenset((unit, *pair))
            if group in seen:
                continue
            seen.add(group)
            units = (unit, *pair)
            for place in sorted(_places(s, units)):
                action = Build(units, place)
                if next(action.refusals(s, frame), None) is None:
                    found.append(action)
        yield from _offers(s, unit, found)


def _offers(s: KoreanWarState, unit: int, found: list[Build | Amalgamate]) -> Iterator[Offer]:
    """Offers of some actions: one by one in the box, all together on the map."""
    on_map = [action for action in found if action.hex < s.rules.grid.size]
    for action in found:
        if action.hex >= s.rules.grid.size:
            yield Offer(action.verb(), units=action.units, action=action)
    if on_map:
        region = 0
        for action in on_map:
            region |= 1 << action.hex
        every = dict.fromkeys((unit, *(u for action in on_map for u in action.units)))
        yield Offer(on_map[0].verb(), units=tuple(every), domain=Groups(on_map, region))


def _mergers(s: KoreanWarState, frame: Any, side: int) -> Iterator[Offer]:
    able = [
        u
        for u in (*s.present(side), *(s.boxed(BOX) if side == UN else ()))
        if s.rules.replacement[u] and s.rules.nation[u] in MERGING and not s.fatigued(u)
    ]
    if len(able) < 2:
        return
    for i, unit in enumerate(able):
        near = [u for u in able[i + 1 :] if touching(s, unit, u)]
        found: list[Build | Amalgamate] = []
        for n in (1, 2):
            for others in combinations(near, n):
                units = (unit, *others)
                for place in sorted({s.where[u] for u in units}):
                    action = Amalgamate(units, place)
                    if next(action.refusals(s, frame), None) is None:
                        found.append(action)
        yield from _offers(s, unit, found)
