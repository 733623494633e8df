"""8 Assets: to whom they are assigned, how they are transferred and reassigned."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit, Units
from parallel38.games.korean_war.rules import command, losses
from parallel38.games.korean_war.state import COMMUNIST, SIDES, UN, KoreanWarState, Side
from parallel38.hexgrid import Hex, bits


class Assign(Action, frozen=True):
    """Assign an asset to a combat unit or to a depot. Written `assign ARM-6 FEC-24`."""

    mode_field = ""

    asset: Unit
    to: Unit


def room(s: KoreanWarState, unit: int) -> int:
    """How many more assets a unit can have. W-8.1e: a division three, a regiment or brigade one; W-8.2c: a depot any
    number."""
    if s.rules.depot[unit]:
        return 99
    return s.rules.asset_limit[unit] - len(s.assets(unit))


def assign(s: KoreanWarState, asset: int, to: int, rule: str) -> None:
    """Assign an asset to a unit or depot. W-8.1e: it has one parent at a time. W-8.1f: and always one, but in the
    box."""
    s.move(asset, s.rules.names.with_unit(to))
    s.log(rule, "assigned", unit=asset, to_unit=to)


def depots_for(s: KoreanWarState, side: int, h: Hex) -> list[int]:
    """The depots that an asset in a hex can be transferred to. W-8.2a: those in primary or secondary range. W-8.2l:
    none in turns 1 and 2."""
    if s.turn < losses.TRANSFERS:
        return []
    return [depot for depot in s.depots(side) if command.within(s, depot, h)]


# ----------------------------------------------------------------------------------------------------------- orphans


def shelter(s: KoreanWarState) -> None:
    """Let assets that are alone in a hex find a parent."""
    for side in (UN, COMMUNIST):
        alone = tuple(asset for asset in s.rules.assets_of[side] if s.on_map(asset))
        if alone:
            s.push(Sheltering(SIDES[side], alone))


class Sheltering(Frame, frozen=True):
    """W-8.2e, W-9.5ac: assets whose parent was eliminated go to a depot in range, or to regiments and brigades in their
    hex (W-8.2j); else they are eliminated. `depots`: whether only a depot will do, because their depot was removed or
    their units amalgamated (W-5.3c, W-8.2g)."""

    side: Side
    units: Units
    depots: bool = False

    def _options(self, s: KoreanWarState, asset: int) -> list[int]:
        side, h = SIDES.index(self.side), s.where[asset]
        there = () if self.depots else s.fighters(side).get(h, ())
        here = [u for u in there if not s.rules.division[u] and room(s, u) > 0]
        return [*here, *depots_for(s, side, h)]

    def _next(self, s: KoreanWarState) -> list[int]:
        return [asset for asset in self.units if s.on_map(asset)]

    def decider(self, s: KoreanWarState) -> str | None:
        """The owner, if there is more than one place to go to."""
        left = self._next(s)
        return self.side if left and len(self._options(s, left[0])) > 1 else None

    def resolve(self, s: KoreanWarState) -> None:
        """Assign the next asset to the only parent that it can have, or eliminate it."""
        left = self._next(s)
        if not left:
            s.pop()
            return
        found = self._options(s, left[0])
        if found:
            assign(s, left[0], found[0], "W-8.2e")
        else:
            s.log("W-8.2e", "eliminated", unit=left[0])
            losses.eliminate(s, left[0])
            trace("W-8.2f")

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The asset that needs a parent."""
        return "sheltering", {"side": self.side, "unit": self._next(s)[0]}

    def takes(self, action: Action) -> bool:
        """An assignment."""
        return isinstance(action, Assign)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each parent that the next asset could have."""
        asset = self._next(s)[0]
        for to in self._options(s, asset):
            yield Offer("assign", units=(asset,), action=Assign(asset, to))

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why an asset cannot go there."""
        assert isinstance(action, Assign)
        asset = self._next(s)[0]
        if action.asset != asset or action.to not in self._options(s, asset):
            args = {"unit": action.asset, "to_unit": action.to, "next_unit": asset}
            yield Refusal("W-8.2e", "no_shelter", args, (action.asset, action.to))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The asset and its new parent."""
        assert isinstance(action, Assign)
        return "action.assign", {"unit": action.asset, "to_unit": action.to}

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Assign the asset."""
        assert isinstance(action, Assign)
        assign(s, action.asset, action.to, "W-8.2e")


# ---------------------------------------------------------------------------------- transfer and reassignment segments


def begin_transfer(s: KoreanWarState) -> None:
    """3.E.8 The Asset Transfer Segment: from units to depots. W-8.2l: not in turns 1 and 2."""
    _begin(s, Transferring)


def begin_reassignment(s: KoreanWarState) -> None:
    """3.E.10 The Asset Reassignment Segment: from depots to units."""
    _begin(s, Reassigning)


def _begin(s: KoreanWarState, frame: type[Shifting]) -> None:
    if s.turn < losses.TRANSFERS:
        trace("W-8.2l")
        return
    for side in (UN, COMMUNIST):
        if s.depots(side):
            s.push(frame(SIDES[side]))


class Shifting(Frame, frozen=True):
    """A side assigns assets anew, one after the other. `done`: those that were, each once in a segment."""

    side: Side
    done: Units = ()

    def _options(self, s: KoreanWarState, asset: int) -> list[int]:
        raise NotImplementedError

    def _able(self, s: KoreanWarState) -> Iterator[tuple[int, list[int]]]:
        for asset in s.rules.assets_of[SIDES.index(self.side)]:
            if asset not in self.done and (found := self._options(s, asset)):
                yield asset, found

    def decider(self, s: KoreanWarState) -> str | None:
        """The side, as long as there is an asset to assign."""
        return self.side if next(self._able(s), None) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the frame."""
        s.pop()

    def takes(self, action: Action) -> bool:
        """An assignment, or the end."""
        return isinstance(action, Assign | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Every asset with each place to which it can go."""
        for asset, found in self._able(s):
            for to in found:
                yield Offer("assign", units=(asset,), action=Assign(asset, to))
        yield Offer("end", action=End())

    def sample(self, s: KoreanWarState, rng: Random) -> Action | None:
        """Mostly the end, so that random players do not shift assets for ever."""
        able = list(self._able(s))
        if not able or rng.randrange(2):
            return End()
        asset, found = rng.choice(able)
        return Assign(asset, rng.choice(found))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The asset and its new parent."""
        if isinstance(action, Assign):
            return "action.assign", {"unit": action.asset, "to_unit": action.to}
        return super().describe(s, action)

    def _stuck(self, s: KoreanWarState, asset: int) -> Refusal | None:
        args = {"unit": asset}
        if asset not in s.rules.assets_of[SIDES.index(self.side)]:
            return Refusal("W-8.1a", "no_asset", args, (asset,))
        if asset in self.done:
            return Refusal("W-8.2a", "shifted", args, (asset,))
        return None

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Assign the asset, or end the segment for this side."""
        if not isinstance(action, Assign):
            s.pop()
            return
        s.replace(msgspec.structs.replace(self, done=(*self.done, action.asset)))
        assign(s, action.asset, action.to, self.rule(s, action.asset))

    def rule(self, s: KoreanWarState, asset: int) -> str:
        """The rule by which an asset is assigned."""
        raise NotImplementedError


class Transferring(Shifting, frozen=True):
    """W-8.2a: assets go from combat units, and from the reserve box (W-8.2b), to depots."""

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The number of assets that can be transferred."""
        return "transferring", {"side": self.side, "n": sum(1 for _ in self._able(s))}

    def rule(self, s: KoreanWarState, asset: int) -> str:
        """From the box by another rule than from units on the map."""
        return "W-8.2b" if self._boxed(s, asset) else "W-8.2a"

    def _boxed(self, s: KoreanWarState, asset: int) -> bool:
        """Whether an asset is in the reserve box; W-8.2k: one that is assigned there can be taken from its unit."""
        parent = s.parent(asset)
        return s.in_box(asset if parent is None else parent, "reserve", "parachute")

    def _options(self, s: KoreanWarState, asset: int) -> list[int]:
        side, parent = SIDES.index(self.side), s.parent(asset)
        if self._boxed(s, asset):
            return [depot for depot in s.depots(side) if self._by_port(s, depot)]
        if parent is None or not s.rules.combat[parent] or not s.on_map(parent):
            return []
        return depots_for(s, side, s.where[parent])

    def _by_port(self, s: KoreanWarState, depot: int) -> bool:
        """W-8.2b: whether a depot is in range of a port that the UN controls."""
        near = command.arrivals(s, depot)
        return any(h in near for h in bits(s.rules.ports & s.controlled(UN)))

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why an asset cannot be transferred to a depot."""
        if not isinstance(action, Assign):
            return
        stuck = self._stuck(s, action.asset)
        if stuck:
            yield stuck
        elif action.to not in self._options(s, action.asset):
            args = {"unit": action.asset, "to_unit": action.to}
            yield Refusal(self.rule(s, action.asset), "no_transfer", args, (action.asset, action.to))


class Reassigning(Shifting, frozen=True):
    """W-8.2h: assets go from depots to units of any nationality in range; W-8.2i: or stay there."""

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The number of assets that can be reassigned."""
        return "reassigning", {"side": self.side, "n": sum(1 for _ in self._able(s))}

    def rule(self, s: KoreanWarState, asset: int) -> str:
        """The rule of reassignment."""
        return "W-8.2h"

    def _options(self, s: KoreanWarState, asset: int) -> list[int]:
        parent = s.parent(asset)
        if parent is None or not s.rules.depot[parent]:
            return []
        near, side = command.arrivals(s, parent), SIDES.index(self.side)
        return [u for h, units in s.fighters(side).items() if h in near for u in units if room(s, u) > 0]

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why an asset cannot be reassigned to a unit."""
        if not isinstance(action, Assign):
            return
        stuck = self._stuck(s, action.asset)
        args = {"unit": action.asset, "to_unit": action.to}
        if stuck:
            yield stuck
        elif s.rules.combat[action.to] and room(s, action.to) <= 0:
            yield Refusal("W-8.1e", "no_room", args, (action.to,))
        elif action.to not in self._options(s, action.asset):
            yield Refusal("W-8.2h", "no_reassignment", args, (action.asset, action.to))
