"""10.8 Advance after combat, and 11.2.3, 11.2.4 the attack supply that it wins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, Literal

import msgspec

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.yalu.rules import march, stacking
from parallel38.games.yalu.state import ASP, SIDES, YaluState


class Advance(Action, frozen=True):
    """Units enter the hex that they have emptied. Written `advance PVA-20-58,PVA-20-59`."""

    intent = "go"

    units: Units


class Loss(msgspec.Struct, frozen=True):
    """A division that was lost to an attack on a hex: worth attack supply if the hex is entered."""

    unit: Unit
    hex: Place
    points: int


class Advancing(Frame, frozen=True):
    """The attackers may enter an emptied hex, now or not at all (D-10.8.2)."""

    rule: ClassVar[str] = "D-10.8.1"
    stranger: ClassVar[str] = "advance_other"
    """The rule that allows the advance, and the text of the refusal for other units."""

    side: Literal["un", "communist"]
    hex: Place
    units: Units
    losses: tuple[Loss, ...] = ()
    """The divisions that were lost in the hex."""

    def decider(self, s: YaluState) -> str:
        """The side that attacked."""
        return self.side

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that may advance and the hex."""
        return "advance", {"side": self.side, "units": self.units, "hex": self.hex}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: an advance, or the end."""
        return isinstance(action, Advance | End)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """An advance by the units that may, and staying."""
        yield Offer("advance", units=self.units, domain=Hexes(1 << self.hex))
        yield Offer("end", action=End())

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """As many units as the stacking limit allows, and each unit alone."""
        if offer.verb != "advance":
            yield from super().expand(s, offer)
            return
        full = self._fill(s, self.units)
        if len(full) > 1:
            yield Advance(full)
        for unit in self.units:
            if not self._alone(s, (unit,)):
                yield Advance((unit,))

    def _fill(self, s: YaluState, units: tuple[int, ...]) -> tuple[int, ...]:
        going: list[int] = []
        for unit in units:
            if not stacking.over_limit(s, SIDES.index(self.side), [*going, unit]):
                going.append(unit)
        alone = self._alone(s, tuple(going))
        return tuple(u for u in going if u not in alone)

    def _alone(self, s: YaluState, units: tuple[int, ...]) -> tuple[int, ...]:
        """The support units among these that no combat unit of their hex goes with."""
        led = {s.where[u] for u in units if not s.rules.support[u]}
        return tuple(u for u in units if s.where[u] not in led)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """An advance by a random part of the units."""
        if offer.verb != "advance":
            return offer.action
        some = self._fill(s, tuple(rng.sample(self.units, rng.randint(1, len(self.units)))))
        return Advance(tuple(sorted(some))) if some else None

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether all units of an action may advance."""
        if not isinstance(action, Advance):
            return super().holds(s, offer, action)
        return offer.verb == "advance" and set(action.units) <= set(offer.units)

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that may advance."""
        return {"units": self.units} if isinstance(action, Advance) else {}

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-10.8.1: only units that attacked, within the stacking limit; support not alone. D-10.8.3: garrisons
        never."""
        if not isinstance(action, Advance):
            return
        if not action.units or len(set(action.units)) < len(action.units):
            yield Refusal(self.rule, "advance_nobody", {"hex": self.hex})
            return
        for unit in action.units:
            if unit not in self.units:
                garrison = s.rules.size[unit] == "garrison"
                rule = "D-10.8.3" if garrison else self.rule
                text = "advance_garrison" if garrison else self.stranger
                yield Refusal(rule, text, {"unit": unit, "hex": self.hex}, (unit,))
        for unit in self._alone(s, tuple(u for u in action.units if u in self.units)):
            yield Refusal(self.rule, "advance_alone", {"unit": unit, "hex": self.hex}, (unit,))
        if stacking.over_limit(s, SIDES.index(self.side), action.units):
            yield Refusal(self.rule, "advance_full", {"units": action.units, "hex": self.hex}, action.units)

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The units that advance, or that none does."""
        if isinstance(action, Advance):
            return "action.advance", {"units": action.units, "hex": self.hex}
        return "action.no_advance", {"hex": self.hex}

    def apply(self, s: YaluState, action: Action) -> None:
        """D-10.8.3: an advance costs no movement points. D-11.2.3, D-11.2.4: divisions lost in the hex bring attack
        supply."""
        s.pop()
        if not isinstance(action, Advance):
            s.log(self.rule, "not_advanced", hex=self.hex)
            return
        s.log(self.rule, "advanced", units=action.units, hex=self.hex)
        for unit in action.units:
            s.move(unit, self.hex)
        march.arrive(s, action.units, self.hex)
        for loss in self.losses:
            s.tell(ASP, s.track[ASP] + loss.points)
            rule = "D-11.2.4" if s.rules.nation[loss.unit] == "ROK" else "D-11.2.3"
            s.log(rule, "division_points", unit=loss.unit, n=loss.points, total=s.track[ASP])
