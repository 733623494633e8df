"""9, 11, 12 The fire phases: prep fire, defensive fire, offensive fire; and 5.2, who may fire."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

from parallel38.engine import orders
from parallel38.engine.flow import Frame, Hexes, Offer, OneOf, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.side_actions import SideAction
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.forgotten_war.rules import outlook, shots, stacking, targets
from parallel38.games.forgotten_war.rules.targets import DIRECT, INDIRECT, MODES
from parallel38.games.forgotten_war.state import ABANDONED, BARRAGED, FIRED, RECREWED, SIDES, ForgottenWarState, Side
from parallel38.hexgrid import bits, nth

FirePhase = Literal["prep", "defensive", "offensive"]
RULES = {"prep": "F-9.a", "defensive": "F-11.A", "offensive": "F-12"}
SILENCE = {
    "F-5.1.5.1.B": "silent_faith",
    "F-5.1.6.B": "silent_mortar",
    "F-5.1.7.3.A": "silent_night",
    "F-7.A": "silent_air",
    "F-4.1.D2": "silent_first_turn",
}
"""What is said of a unit that a battle does not let fire, by the rule."""


class Fire(Action, frozen=True):
    """A unit or marker fires at a hex; without targets at the whole stack or the weakest unit. Written
    `fire UNIT 1220`, `fire UNIT 1220 TARGET`, and for a gun that fires over others `fire UNIT 1220 - indirect`."""

    intent = "strike"

    unit: Unit
    hex: Place
    targets: Units = ()
    mode: str = DIRECT


def begin(s: ForgottenWarState, side: int, phase: FirePhase) -> None:
    """Begin a fire phase of a side. F-2.4.1.1, F-2.4.1.2: it acts, and the other side answers."""
    s.push(Firing(SIDES[side], phase))


class Firing(Frame, frozen=True):
    """A side fires, unit by unit. F-5.2.1.A: no unit has to; F-4.3.A, F-5.2.1.C: each fire is resolved before the next,
    F-4.3.B: and another marker may follow at the same hex. F-9.b: all fire phases have the same procedure."""

    side: Side
    phase: FirePhase

    def decider(self, s: ForgottenWarState) -> str | None:
        """The side that fires, if one of its units or markers has a target."""
        return self.side if next(self.able(s), None) is not None else None

    def resolve(self, s: ForgottenWarState) -> None:
        """End the phase when nothing can fire."""
        self.finish(s)

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the number of units and markers that can fire."""
        return "firing_" + self.phase, {"side": self.side, "n": sum(1 for _ in self.able(s))}

    # --------------------------------------------------------------------------------------------------------- shooters

    def shooters(self, s: ForgottenWarState) -> Iterator[int]:
        """The units and markers that this phase might let fire: F-9.a: in prep fire markers and guns, F-11.A, F-12: in
        defensive and offensive fire also units with an enemy in range."""
        rules, side = s.rules, SIDES.index(self.side)
        available = rules.names.box("available")
        yield from (u for u in rules.markers_of[side] if s.where[u] == available)
        yield from (u for u in rules.guns_of[side] if s.on_map(u))
        if self.phase != "prep":
            yield from (u for u in targets.line(s, side) if not rules.gun[u])

    def able(self, s: ForgottenWarState) -> Iterator[int]:
        """The units and markers that can fire now."""
        for unit in self.shooters(s):
            if any(self.region(s, unit, mode) for mode in targets.modes_of(s, unit)):
                yield unit

    def region(self, s: ForgottenWarState, unit: int, mode: str) -> int:
        """The hexes at which a unit or marker can fire in a mode."""
        return 0 if next(self.unit_refusals(s, unit, mode), None) else targets.region(s, unit, mode)

    def unit_refusals(self, s: ForgottenWarState, unit: int, mode: str) -> Iterator[Refusal]:
        """Why a unit or marker may not fire at all in a mode."""
        rules, args = s.rules, {"unit": unit}
        absent = next(self._not_at_hand(s, unit, mode), None)
        if absent:
            yield absent
            return
        if self.phase == "prep" and mode == DIRECT:
            yield Refusal("F-9.a", "prep_direct", args, (unit,))
        if mode == INDIRECT and self.phase == "defensive" and not rules.battle.indirect_defence:
            yield Refusal("F-11.B", "no_indirect_defence", args, (unit,))
        yield from self._spent(s, unit, mode)
        if s.locked(unit):
            rule = "F-5.1.4.A2b" if mode == INDIRECT else "F-5.2.1.E"
            yield Refusal(rule, "locked_fires", args, (unit,))
        silent = rules.battle.silent(s, unit, mode, self.phase)
        if silent:
            yield Refusal(silent, SILENCE[silent], args, (unit,))
        if s.on_map(unit) and self._outnumbered(s, unit):
            yield Refusal("F-5.2.1.D", "too_many_fire", {**args, "hex": s.where[unit]}, (unit,), (s.where[unit],))
        if mode == DIRECT and not s.fire(unit):
            yield Refusal("F-5.2.2", "no_fire_strength", args, (unit,))

    def _not_at_hand(self, s: ForgottenWarState, unit: int, mode: str) -> Iterator[Refusal]:
        """Why the side cannot use a unit or marker at all: it is not its own, not there, or has no such fire."""
        rules, args = s.rules, {"unit": unit}
        if rules.side_of[unit] != SIDES.index(self.side):
            yield Refusal(RULES[self.phase], "not_yours", {**args, "side": self.side}, (unit,))
        if mode not in targets.modes_of(s, unit):
            yield Refusal("F-2.4.4.C2", "no_such_fire", {**args, "mode": mode}, (unit,))
        if rules.marker[unit] and s.where[unit] != rules.names.box("available"):
            yield Refusal("F-5.2.1.F1", "marker_used", args, (unit,))
        if not rules.marker[unit] and not s.on_map(unit):
            yield Refusal("F-5.2.1.B", "not_on_map", {**args, "at_place": s.where[unit]}, (unit,))

    def _spent(self, s: ForgottenWarState, unit: int, mode: str) -> Iterator[Refusal]:
        """Why a unit cannot fire any more, or a gun not yet."""
        flags, args = s.flags[unit], {"unit": unit}
        if flags & ABANDONED:
            yield Refusal("F-5.7.2.C3", "abandoned_gun", args, (unit,))
        elif flags & RECREWED:
            yield Refusal("F-10.2.1.N2", "recrewed_gun", args, (unit,))
        elif flags & BARRAGED:
            yield Refusal("F-5.2.1.F2" if mode == INDIRECT else "F-5.2.2.B2", "gun_fired", args, (unit,))
        elif flags & FIRED:
            yield Refusal("F-5.2.1.B", "fired_before", args, (unit,))

    def _outnumbered(self, s: ForgottenWarState, unit: int) -> bool:
        """F-5.2.1.D: whether as many units of an overstacked hex as may stand there have fired."""
        side, h = s.rules.side_of[unit], s.where[unit]
        if not stacking.crowded(s, side, h):
            return False
        fired = [u for u in s.at(side, h) if s.flags[u] & FIRED]
        return not stacking.within(s, side, h, [*fired, unit])

    # ----------------------------------------------------------------------------------------------------------- offers

    def takes(self, action: Action) -> bool:
        """Whether an action is fire, an order or the end of the phase."""
        return isinstance(action, Fire | orders.Order | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """The targets of each unit and marker, in each mode; the standing orders; the end of the phase."""
        for unit in self.shooters(s):
            yield from self.unit_offers(s, unit)
        yield from orders.offers(s, self)
        yield Offer("end", action=End())

    def unit_offers(self, s: ForgottenWarState, unit: int) -> Iterator[Offer]:
        """The targets of one unit or marker, in each mode."""
        for mode in targets.modes_of(s, unit):
            region = self.region(s, unit, mode)
            if region:
                yield Offer("fire", units=(unit,), mode=mode, domain=Hexes(region))

    def sample(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """A random fire of a random unit; or the end of the phase."""

        def offers(unit: int | None) -> Iterator[Offer]:
            return iter((Offer("end", action=End()),)) if unit is None else self.unit_offers(s, unit)

        return self.sample_of(s, self.shooters(s), offers, rng)

    def expand(self, s: ForgottenWarState, offer: Offer) -> Iterator[Action]:
        """For each hex: the whole stack for area fire, each unit for fire at one unit."""
        if offer.action is not None:
            yield offer.action
            return
        unit, mode = offer.units[0], offer.mode
        for h in bits(offer.hexes):
            if targets.is_area(s, unit, mode):
                yield Fire(unit, h, (), mode)
            else:
                for target in targets.aims(s, unit, mode, h):
                    yield Fire(unit, h, (target,), mode)

    def draw(self, s: ForgottenWarState, offer: Offer, rng: Random) -> Action | None:
        """A random target of an offer."""
        if offer.action is not None:
            return offer.action
        unit, mode, region = offer.units[0], offer.mode, offer.hexes
        if not region:
            return None
        h = nth(region, rng.randrange(region.bit_count()))
        aims = targets.aims(s, unit, mode, h)
        return Fire(unit, h, () if targets.is_area(s, unit, mode) else (rng.choice(aims),), mode)

    def holds(self, s: ForgottenWarState, offer: Offer, action: Action) -> bool:
        """Whether an accepted fire lies inside an offer."""
        if not isinstance(action, Fire):
            return super().holds(s, offer, action)
        return (
            offer.verb == "fire"
            and offer.units == (action.unit,)
            and offer.mode == action.mode
            and bool(offer.hexes >> action.hex & 1)
        )

    def complete(self, s: ForgottenWarState, action: Action) -> Action:
        """Fill in a mode if none is named that the unit or marker has; for fire at one unit the target that is worth
        most: the one most likely to be eliminated or driven off."""
        if not isinstance(action, Fire):
            return action
        known = targets.modes_of(s, action.unit)
        bears = (m for m in known if self.region(s, action.unit, m) >> action.hex & 1)
        mode = action.mode if action.mode in known else next(bears, known[0])
        if self.phase == "prep" and mode == DIRECT and INDIRECT in known:
            mode = INDIRECT
        aims = targets.aims(s, action.unit, mode, action.hex) if action.hex < s.rules.grid.size else []
        if action.targets or targets.is_area(s, action.unit, mode) or not aims:
            return Fire(action.unit, action.hex, action.targets, mode)
        best = max(aims, key=lambda u: (outlook.damage(s, action.unit, mode, u), -u))
        return Fire(action.unit, action.hex, (best,), mode)

    def choices(self, s: ForgottenWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units and markers that could fire at the hex, how this one can, and the units that could be the target:
        one of them, or for area fire the whole stack."""
        if not isinstance(action, Fire) or action.hex >= s.rules.grid.size:
            return {}
        unit, mode, h = action.unit, action.mode, action.hex

        def bears(u: int, how: str) -> bool:
            return bool(self.region(s, u, how) >> h & 1)

        return {
            "unit": tuple(u for u in self.shooters(s) if any(bears(u, m) for m in targets.modes_of(s, u))),
            "targets": OneOf(targets.aims(s, unit, mode, h), whole=targets.is_area(s, unit, mode)),
            "mode": tuple(m for m in targets.modes_of(s, unit) if bears(unit, m)),
        }

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Every reason against a fire."""
        if isinstance(action, SideAction):
            yield from action.refusals(s, self)
        elif isinstance(action, Fire):
            if action.mode not in MODES:
                yield Refusal("F-2.4.4.C2", "unknown_mode", {"mode": action.mode, "names": MODES})
                return
            barred = [*self.unit_refusals(s, action.unit, action.mode)]
            yield from barred
            if not barred or (not s.rules.marker[action.unit] and s.on_map(action.unit)):
                yield from targets.refusals(s, action.unit, action.mode, action.hex, action.targets)

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The fire with its target, or the order."""
        if isinstance(action, SideAction):
            return action.describe(s)
        if not isinstance(action, Fire):
            return super().describe(s, action)
        args = {"unit": action.unit, "hex": action.hex, "targets_units": action.targets}
        return "action.fire_unit" if action.targets else "action.fire_stack", args

    def preview(self, s: ForgottenWarState, action: Action) -> Preview | None:
        """The exact chances of a fire."""
        return (
            outlook.fire(s, action.unit, action.mode, action.hex, action.targets) if isinstance(action, Fire) else None
        )

    # ------------------------------------------------------------------------------------------------------------ doing

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Fire, give an order, or end the phase."""
        if isinstance(action, SideAction):
            action.apply(s)
        elif isinstance(action, Fire):
            shots.shoot(s, self.side, self.phase, action.unit, action.mode, action.hex, action.targets)
        else:
            self.finish(s)

    def finish(self, s: ForgottenWarState) -> None:
        """End the phase: units may fire again in the next one."""
        for unit in s.rules.units_of[SIDES.index(self.side)]:
            if s.flags[unit] & FIRED:
                s.flag(unit, FIRED, on=False)
        s.pop()
