"""Combat results: who loses what, and what becomes of the dead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Unit, Units
from parallel38.games.mobile_war.rules import breakdown, supply, zones
from parallel38.games.mobile_war.state import COMMUNIST, GROUNDED, UN, MobileWarState, Side
from parallel38.hexgrid import Hex


class Lose(Action, frozen=True):
    """Take a loss from a unit. Written `lose US-24`."""

    unit: Unit


def line_home(s: MobileWarState, unit: int, h: Hex) -> bool:
    """K-REP-2: whether a way free of enemy zones leads home from a hex: for North Koreans to Pyongyang or Antung, for
    the UN to Pusan or to a landing craft on the coast."""
    rules, side = s.rules, s.rules.side_of[unit]
    trace("K-REP-2")
    if side == COMMUNIST:
        goal = rules.pyongyang | rules.antung
    else:
        beached = {s.where[u] for u in s.present(UN) if rules.kind[u] == "amphibious"}
        goal = rules.pusan | sum(1 << at for at in beached if rules.land >> at & 1)
    shut = zones.cutting(s, side) & ~(1 << h)  # who dies held his hex
    return bool(supply.lines(s, side, goal, shut) >> h & 1)


def bury(s: MobileWarState, unit: int, h: Hex) -> None:
    """Put a dead unit where it belongs.

    K-REP-1: North Koreans, South Koreans and the others each into their own box; Chinese never come back. K-REP-2: nor
    does who had no line home. K-SUP-D3: a UN supply unit comes back by itself. K-PAR-3: the airborne lose their wings.
    """
    rules, names = s.rules, s.rules.names
    s.flag(unit, s.flags[unit] & ~GROUNDED, on=False)
    if rules.supply[unit]:
        back = rules.side_of[unit] == UN
        trace(*(["K-SUP-D3"] if back else []))
        s.move(unit, names.box("returning" if back else "spare"))
        s.spend(unit, s.turn + rules.charts["supply"]["unit_back", "number"] if back else 0)
        return
    if rules.kind[unit] == "airborne":
        s.flag(unit, GROUNDED)
    box = rules.box_of[unit]
    trace("K-REP-1")
    s.move(unit, names.box(box if box and line_home(s, unit, h) else "gone"))


def destroy(s: MobileWarState, units: tuple[int, ...], h: Hex) -> None:
    """Everything is lost: larger units with what is in them. K-ENT-3: works go with who held them."""
    for unit in units:
        if s.rules.size[unit] in ("division", "army") and s.rules.nation[unit] != "CN":
            destroy(s, breakdown.take_apart(s, unit), h)
        elif s.rules.size[unit] in ("division", "army"):
            s.flag(unit, s.flags[unit], on=False)
            s.move(unit, s.rules.names.box("gone"))  # Chinese never come back, so it stays as it is
        else:
            bury(s, unit, h)


class Losing(Frame, frozen=True):
    """A side takes its losses, one after the other, from the units that fought.

    `left`: results still to be taken; `more`: regiments of the one being taken. `pool`: who can give; `heavy`:
    divisions that were in an army when the fight began, which go whole.
    """

    side: Side
    hex: Place
    pool: Units
    left: int
    doubled: bool
    more: int = 0
    heavy: Units = ()

    def decider(self, s: MobileWarState) -> str | None:
        """The owner (K-COM-L2), if there is a choice."""
        return self.side if len(self._givers(s)) > 1 else None

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """How much is still to be lost."""
        return "losing", {"side": self.side, "n": self.left, "hex": self.hex}

    def _light(self, s: MobileWarState) -> list[int]:
        """Who can give a regiment."""
        return [u for u in self.pool if u not in self.heavy and s.rules.size[u] != "army" and s.rules.combat[u]]

    def _givers(self, s: MobileWarState) -> list[int]:
        """Who can give the next loss. K-COM-L1: armies give divisions only if nobody else can give a regiment."""
        light = self._light(s)
        if light:
            return light
        return [] if self.more else [u for u in self.pool if s.rules.combat[u]]

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Each unit that can give."""
        for unit in self._givers(s):
            yield Offer("lose", units=(unit,), action=Lose(unit))

    def takes(self, action: Action) -> bool:
        """Losses."""
        return isinstance(action, Lose)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Only who fought; armies last."""
        assert isinstance(action, Lose)
        unit = action.unit
        if unit not in self.pool:
            yield Refusal("K-COM-J2", "not_in_fight", {"unit": unit}, (unit,))
        elif unit not in self._givers(s):
            yield Refusal("K-COM-L1", "armies_last", {"unit": unit}, (unit,))

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """What goes."""
        assert isinstance(action, Lose)
        return "action.lose", {"unit": action.unit}

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Take it."""
        assert isinstance(action, Lose)
        self._take(s, action.unit)

    def resolve(self, s: MobileWarState) -> None:
        """Go on by itself: no choice, or nothing left."""
        givers = self._givers(s)
        if (not self.left and not self.more) or (not givers and not self.more):
            s.pop()
        elif not givers:  # K-COM-K1: what was to be lost twice is no longer there
            s.replace(self._next(more=0))
        else:
            self._take(s, givers[0])

    def _next(self, **changes: Any) -> Losing:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return Losing(**{**fields, **changes})

    def _take(self, s: MobileWarState, unit: int) -> None:
        """K-COM-K1: a regiment, or two where losses are doubled. K-COM-K2: but of an army one division."""
        size = s.rules.size[unit]
        left, more = self.left, self.more
        pool, heavy = set(self.pool), set(self.heavy)
        pool.discard(unit)
        if size == "army" or unit in heavy:
            trace("K-COM-K2", "K-COM-L1")
            dead = unit
            if size == "army":
                parts = breakdown.take_apart(s, unit)
                dead, rest = parts[0], parts[1:]
                pool |= {*rest}
                heavy |= {*rest}
            heavy.discard(dead)
            left -= 1
        else:
            if not more:
                left -= 1
                more = 2 if self.doubled else 1
            dead = unit
            if size == "division":
                trace("K-COM-L2")
                parts = breakdown.take_apart(s, unit)
                dead = parts[-1]
                pool |= {*parts[:-1]}
            more -= 1
        s.log("K-COM-J2", "lost", unit=dead, hex=self.hex, side=self.side)
        destroy(s, (dead,), s.where[dead] if s.on_map(dead) else self.hex)
        s.replace(self._next(pool=tuple(sorted(pool)), heavy=tuple(sorted(heavy)), left=left, more=more))
