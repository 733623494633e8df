"""12 UN parachute units (an option): a regiment in the reserve box drops as three battalions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.values import Action, Place, Unit
from parallel38.games.korean_war.rules import control
from parallel38.games.korean_war.rules.operations import Operation
from parallel38.games.korean_war.state import SIDES, UN, KoreanWarState
from parallel38.hexgrid import Hex, Region, bits

BATTALIONS, FAR = 3, 6
"""W-12.0c, W-12.0g: the battalions of a drop, and how far from a combat unit of the UN they may land."""


def zone(s: KoreanWarState) -> Region:
    """The hexes in which battalions may land. W-12.0e: clear and broken terrain, cities too. W-12.0f: no enemy unit,
    but enemy zones. W-12.0g: within six hexes of a UN combat unit."""
    near = s.posts(UN)
    for _ in range(FAR):
        near |= s.rules.grid.around(near)
    return near & s.rules.land & (s.rules.clear | s.rules.broken) & ~s.held_by(1 - UN)


class Drop(Operation, frozen=True):
    """A parachute regiment drops into one to three hexes. Written `drop PARA-187 5810,5811,5811`.

    `hexes`: one hex for each battalion, or one for all.
    """

    intent = "place"

    unit: Unit
    hexes: tuple[Place, ...]

    @property
    def actor(self) -> int:
        """The regiment."""
        return self.unit

    def choices(self, s: KoreanWarState, frame: Any) -> dict[str, tuple[Any, ...]]:
        """W-12.0d: all battalions in the first hex, or some of them in hexes next to it."""
        if not self.hexes:
            return {}
        first, open_ = self.hexes[0], zone(s)
        near = [n for n in s.rules.grid.neighbours.get(first, ()) if open_ >> n & 1]
        two = ((first, first, n) for n in near)
        three = ((first, *pair) for pair in combinations(near, 2))
        return {"hexes": ((first,), *two, *three)}

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the regiment cannot drop there. W-12.0a: only if the option is played. W-12.0b: only from its space of
        the box; W-12.0k: so not once it came as infantry."""
        if frame.side != SIDES[UN]:
            yield Refusal("W-6.2b", "un_only", {"side": frame.side})
            return
        if frame.unit is not None:
            yield Refusal("W-7.2f", "still_active", {"unit": frame.unit}, (frame.unit,))
            return
        args = {"unit": self.unit}
        if s.rules.setting.options.get("parachutes") != "on":
            yield Refusal("W-12.0a", "no_parachutes", args)
        elif not s.in_box(self.unit, "parachute"):
            rule = (
                "W-12.0k" if s.rules.kind[self.unit] == "parachute" and s.hex_of(self.unit) is not None else "W-12.0b"
            )
            yield Refusal(rule, "no_drop", args, (self.unit,))
        elif len(self.hexes) not in (1, BATTALIONS):
            yield Refusal("W-12.0c", "three_hexes", args)
        else:
            yield from self._hexes(s)

    def _hexes(self, s: KoreanWarState) -> Iterator[Refusal]:
        rules, posts = s.rules, s.posts(UN)
        for h in dict.fromkeys(self.hexes):
            args = {"unit": self.unit, "hex": h}
            if h >= rules.grid.size or not (rules.land & (rules.clear | rules.broken)) >> h & 1:
                yield Refusal("W-12.0e", "drop_terrain", args, (), ())
            elif s.held_by(1 - UN) >> h & 1:
                yield Refusal("W-12.0f", "drop_enemy", args, (), (h,))
            elif not any(rules.grid.distance(h, post) <= FAR for post in bits(posts)):
                yield Refusal("W-12.0g", "drop_far", {**args, "n": FAR}, (), (h,))
        if all(h < rules.grid.size for h in self.hexes) and not _together(s, self.hexes):
            yield Refusal("W-12.0d", "drop_apart", {"unit": self.unit}, (), self.hexes)

    def apply(self, s: KoreanWarState) -> None:
        """W-12.0c: the regiment is gone for good, three battalions land. W-12.0i: which only defend."""
        rules = s.rules
        found = [u for u in rules.of_kind["para_battalion"] if s.in_box(u, "out")][:BATTALIONS]
        hexes = self.hexes * BATTALIONS if len(self.hexes) == 1 else self.hexes
        for asset in s.assets(self.unit):
            s.move(asset, rules.names.box("reserve"))
        s.move(self.unit, rules.names.box("gone"))
        for battalion, h in zip(found, hexes, strict=False):
            s.move(battalion, h)
            control.flatten(s, UN, h)
        s.log("W-12.0c", "dropped", unit=self.unit, hexes=tuple(dict.fromkeys(hexes)))

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether an offer is a drop of this regiment."""
        return offer.verb == "drop" and offer.units == (self.unit,)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The regiment and the hexes."""
        return "action.drop", {"unit": self.unit, "hexes": tuple(dict.fromkeys(self.hexes))}


def _together(s: KoreanWarState, hexes: tuple[Hex, ...]) -> bool:
    """W-12.0d: whether each of some hexes is next to another of them."""
    every = {*hexes}
    return len(every) == 1 or all(any(n in every for n in s.rules.grid.neighbours[h]) for h in every)


class Drops(ActionDomain):
    """The hexes into which a regiment can drop."""

    def __init__(self, s: KoreanWarState, unit: int) -> None:
        self.s, self.unit = s, unit

    def region(self, mode: str) -> Region:
        """The hexes."""
        return zone(self.s)

    def actions(self) -> Iterator[SideAction]:
        """All battalions into one hex."""
        return (Drop(self.unit, (h,)) for h in bits(self.region("")))

    def draw(self, rng: Random) -> SideAction | None:
        """A random drop around a hex."""
        region = self.region("")
        hexes = list(bits(region))
        if not hexes:
            return None
        first = rng.choice(hexes)
        near = [n for n in self.s.rules.grid.neighbours[first] if region >> n & 1] or [first]
        return Drop(self.unit, (first, rng.choice(near), rng.choice(near)))

    def holds(self, action: Action) -> bool:
        """Whether an action is a drop of this regiment into such hexes."""
        if not isinstance(action, Drop) or action.unit != self.unit:
            return False
        return all(self.region("") >> h & 1 for h in action.hexes)


def offers(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """The drops that are offered."""
    if frame.side == SIDES[UN] and s.rules.setting.options.get("parachutes") == "on":
        for unit in s.boxed("parachute"):
            if s.rules.combat[unit]:
                yield Offer("drop", units=(unit,), domain=Drops(s, unit))
