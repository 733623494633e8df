"""13 Close combat: units enter an enemy hex and fight for it; what is not decided goes on in later phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec

from parallel38.engine import orders
from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Modifier, Note, Preview
from parallel38.engine.side_actions import SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Units
from parallel38.games.forgotten_war.rules import (
    entering,
    losses,
    outlook,
    positions,
    retreats,
    stacking,
)
from parallel38.games.forgotten_war.state import (
    COMMUNIST,
    CROWDING,
    FOUGHT,
    SIDES,
    ForgottenWarState,
    Side,
)
from parallel38.hexgrid import Hex, Region
from parallel38.wargame import losing


class Assault(Action, frozen=True):
    """Units attack a hex in close combat. Written `assault 1220 UNIT,UNIT`, or without units for all that fit."""

    intent = "strike"

    hex: Place
    units: Units = ()


class Lose(losing.Lose, frozen=True):
    """A unit takes a step loss of a close combat. Written `lose UNIT`."""


class _Target(NamedTuple):
    """The hex that an offer to attack is about."""

    hex: Hex

    def region(self, mode: str) -> Region:
        """The hex."""
        return 1 << self.hex


def begin(s: ForgottenWarState, side: int) -> None:
    """Begin a close combat phase. F-4.1.D2: there is none in the UN's first turn at Chipyong-ni."""
    if s.rules.battle.moves(s, side):
        s.push(Assaulting(SIDES[side]))


def unit_refusals(s: ForgottenWarState, unit: int, side: int, h: Hex) -> Iterator[Refusal]:
    """Why a unit may not attack a hex.

    F-13.1.b: it stands beside it or in it; F-13.1.e2: a unit in a close combat fights there and nowhere else; F-13.1.h:
    it could enter the hex in movement.
    """
    rules, args = s.rules, {"unit": unit, "hex": h}
    if rules.side_of[unit] != side or not s.on_map(unit):
        yield Refusal("F-13.1.a", "not_yours", {**args, "side": SIDES[side]}, (unit,))
        return
    here = s.where[unit]
    if s.flags[unit] & FOUGHT:
        yield Refusal("F-13.1.a", "fought_before", args, (unit,))
    if unit not in s.at(side, here):
        yield Refusal("F-5.7.2.C3", "abandoned_gun", args, (unit,))
    elif here != h and s.locked(unit):
        yield Refusal("F-13.1.e2", "locked_elsewhere", args, (unit,), (here,))
    elif here != h and h not in rules.grid.neighbours[here]:
        yield Refusal("F-13.1.b", "not_beside", args, (unit,), (h,))
    else:
        yield from _assault_refusals(s, unit, h)


def _assault_refusals(s: ForgottenWarState, unit: int, h: Hex) -> Iterator[Refusal]:
    """Why a unit may not attack a hex in which it stands, or next to it."""
    rules, here, args = s.rules, s.where[unit], {"unit": unit, "hex": h}
    if here != h:
        frozen = rules.battle.frozen(s, unit)
        if frozen:
            yield Refusal(frozen, "not_released", {**args, "n": rules.free[unit]}, (unit,))
        if rules.keeps_off[unit]:
            yield Refusal("F-13.1.h", "gun_attacks", args, (unit,), (h,))
        elif rules.step_cost(unit, here, h) is None:
            yield Refusal("F-13.1.h", "cannot_enter", args, (unit,), (h,))
    for bar in rules.battle.assault_bars(s, unit):
        if bar.region >> h & 1:
            yield Refusal(bar.rule, bar.text, args, (unit,), (h,))


def able(s: ForgottenWarState, side: int, h: Hex) -> list[int]:
    """The units of a side that could attack a hex. F-T.7: what is offered is judged by what refuses."""
    near = [u for n in (h, *s.rules.grid.neighbours[h]) for u in s.at(side, n)]
    return [u for u in near if next(unit_refusals(s, u, side, h), None) is None and fit(s, side, h, (u,))]


def fit(s: ForgottenWarState, side: int, h: Hex, units: Iterable[int]) -> bool:
    """Whether units may attack a hex together. F-13.1.c: no more than may stand there, and newcomers only if there is
    room for them beside those of their side that are there already."""
    units, inside = {*units}, {*s.at(side, h)}
    return stacking.within(s, side, h, units) and (units <= inside or stacking.within(s, side, h, units | inside))


def best(s: ForgottenWarState, side: int, h: Hex, units: Iterable[int]) -> tuple[int, ...]:
    """The strongest of some units that may attack a hex together (F-13.1.c), those that are there already first."""
    inside, chosen = s.at(side, h), list[int]()
    for unit in sorted(units, key=lambda u: (u not in inside, -s.close(u), u)):
        if fit(s, side, h, (*chosen, unit)):
            chosen.append(unit)
    return tuple(chosen)


def strength(s: ForgottenWarState, units: Iterable[int]) -> int:
    """F-13.4.A: the close combat strength of units that fight together.

    F-13.4.B: leg units fight vehicles with all of it. F-13.4.C, F-4.2: a vehicle has half of it, rounded down, if no
    friendly infantry fights with it; F-13.4.D: at Chosin not a train.
    """
    units, rules = [*units], s.rules
    backed, total = any(rules.infantry[u] for u in units), 0
    for unit in units:
        alone = rules.vehicle[unit] and not backed and not (rules.train[unit] and rules.battle.trains_keep_off)
        total += s.close(unit) // 2 if alone else s.close(unit)
    return total


def defenders(s: ForgottenWarState, side: int, h: Hex) -> list[int]:
    """The units of a side that defend a hex. F-13.2.b: all there; F-13.2.d1: of an overstacked hex as many as may stand
    there, and those that are strongest together, because nothing else speaks for others: results hit all (F-13.2.d2).
    """
    units = s.at(side, h)
    if not stacking.crowded(s, side, h):
        return units
    trace("F-13.2.d1")
    sets = (some for n in range(1, len(units)) for some in combinations(units, n) if stacking.within(s, side, h, some))
    return [*max(sets, key=lambda some: (strength(s, some), len(some)), default=())]


def driven(s: ForgottenWarState, side: int, h: Hex) -> tuple[int, ...]:
    """F-4.3.C: the units of a side in a hex that were the target of a close combat in this phase."""
    return tuple(u for u in s.at(side, h) if s.flags[u] & FOUGHT)


def modifiers(s: ForgottenWarState, side: int, h: Hex, units: Iterable[int]) -> list[Modifier]:
    """F-13.5.B: one more against a defender whose position is improved or prepared, if the combat is no continuing one:
    all attackers come from outside."""
    if not s.dug_in(1 - side, h) or s.at(side, h):
        return []
    return [Modifier(Note("drm.position", {}, "F-13.5.B"), s.rules.close_drm)]


class Assaulting(Frame, frozen=True):
    """A close combat phase. F-13.0: the side opens close combats or carries on those that either side began; F-13.1.d:
    from several hexes at once. F-13.1.e1: no unit has to attack. `struck`: the hexes that were attacked (F-13.2.c)."""

    side: Side
    struck: tuple[Place, ...] = ()

    def decider(self, s: ForgottenWarState) -> str | None:
        """The side whose phase it is, if it can attack a hex."""
        return self.side if next(self.targets(s), None) is not None else None

    def resolve(self, s: ForgottenWarState) -> None:
        """End the phase when nothing can be attacked."""
        self.finish(s)

    def targets(self, s: ForgottenWarState) -> Iterator[tuple[Hex, list[int]]]:
        """The hexes that can be attacked, each with the units that could."""
        side = SIDES.index(self.side)
        near = s.beside(side)
        for h in s.manned(1 - side):
            if near >> h & 1 and h not in self.struck and not driven(s, 1 - side, h):
                units = able(s, side, h)
                if units:
                    yield h, units

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the number of hexes that it can attack."""
        return "assaulting", {"side": self.side, "n": sum(1 for _ in self.targets(s))}

    def takes(self, action: Action) -> bool:
        """Whether an action is an attack, an order or the end of the phase."""
        return isinstance(action, Assault | orders.Order | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """Every hex that can be attacked; standing orders; the end."""
        for h, units in self.targets(s):
            yield Offer("assault", units=tuple(units), domain=_Target(h))
        yield from orders.offers(s, self)
        yield Offer("end", action=End())

    def sample(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """A random attack, or the end of the phase."""
        found = [*self.targets(s)]
        if not found or rng.randrange(len(found) + 1) == 0:
            return End()
        h, units = rng.choice(found)
        return self.draw(s, Offer("assault", units=tuple(units), domain=_Target(h)), rng) or End()

    def expand(self, s: ForgottenWarState, offer: Offer) -> Iterator[Action]:
        """An attack by the strongest units that fit, and by each unit alone."""
        if offer.action is not None:
            yield offer.action
            return
        h, side = offer.domain.hex, SIDES.index(self.side)
        for units in dict.fromkeys((best(s, side, h, offer.units), *((u,) for u in offer.units))):
            if fit(s, side, h, units):
                yield Assault(h, units)

    def draw(self, s: ForgottenWarState, offer: Offer, rng: Random) -> Action | None:
        """An attack by some of the units that fit."""
        if offer.action is not None:
            return offer.action
        h, side = offer.domain.hex, SIDES.index(self.side)
        some = rng.sample(offer.units, rng.randint(1, len(offer.units)))
        units = best(s, side, h, some)
        return Assault(h, units) if units else None

    def holds(self, s: ForgottenWarState, offer: Offer, action: Action) -> bool:
        """Whether an attack on this hex by some of these units is offered."""
        if not isinstance(action, Assault):
            return super().holds(s, offer, action)
        return offer.verb == "assault" and offer.domain.hex == action.hex and {*action.units} <= {*offer.units}

    def complete(self, s: ForgottenWarState, action: Action) -> Action:
        """Without units: the strongest that fit."""
        if not isinstance(action, Assault) or action.units or action.hex >= s.rules.grid.size:
            return action
        side = SIDES.index(self.side)
        return Assault(action.hex, best(s, side, action.hex, able(s, side, action.hex)))

    def choices(self, s: ForgottenWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that could take part."""
        if not isinstance(action, Assault) or action.hex >= s.rules.grid.size:
            return {}
        return {"units": tuple(able(s, SIDES.index(self.side), action.hex))}

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Every reason against an attack. F-13.2.c: a hex once a phase; F-4.3.C: a unit too, wherever it was driven;
        F-13.1.c: as many as may stand there."""
        if isinstance(action, SideAction):
            yield from action.refusals(s, self)
            return
        if not isinstance(action, Assault):
            return
        side, h = SIDES.index(self.side), action.hex
        if h >= s.rules.grid.size or not s.at(1 - side, h):
            yield Refusal("F-13.2.a", "nobody_there", {"hex": h}, (), (h,) if h < s.rules.grid.size else ())
            return
        if h in self.struck:
            yield Refusal("F-13.2.c", "struck_before", {"hex": h}, (), (h,))
        elif again := driven(s, 1 - side, h):
            yield Refusal("F-4.3.C", "struck_unit", {"hex": h, "unit": again[0]}, again, (h,))
        if not action.units or len({*action.units}) < len(action.units):
            yield Refusal("F-13.1.a", "no_attackers", {"hex": h})
        barred = [refusal for unit in dict.fromkeys(action.units) for refusal in unit_refusals(s, unit, side, h)]
        yield from barred
        if not barred and not fit(s, side, h, action.units):
            yield Refusal(
                "F-13.1.c", "attack_full", {"units": action.units, **stacking.limits_of(s, side, h)}, action.units, (h,)
            )

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The attack with its differential."""
        if isinstance(action, SideAction):
            return action.describe(s)
        if not isinstance(action, Assault):
            return super().describe(s, action)
        side = SIDES.index(self.side)
        more = strength(s, action.units) - strength(s, defenders(s, 1 - side, action.hex))
        return "action.assault", {"hex": action.hex, "units": action.units, "differential_drm": more}

    def preview(self, s: ForgottenWarState, action: Action) -> Preview | None:
        """The exact chances of a close combat."""
        return (
            outlook.assault(s, SIDES.index(self.side), action.hex, action.units)
            if isinstance(action, Assault)
            else None
        )

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Attack, give an order, or end the phase."""
        if isinstance(action, SideAction):
            action.apply(s)
        elif isinstance(action, Assault):
            self.attack(s, action)
        else:
            self.finish(s)

    def attack(self, s: ForgottenWarState, action: Assault) -> None:
        """F-13.3.a: the attackers enter the hex. F-13.3.b: those that are there already stay."""
        side, h = SIDES.index(self.side), action.hex
        s.replace(Assaulting(self.side, (*self.struck, h)))
        drm = sum(one.drm for one in modifiers(s, side, h, action.units))
        more = strength(s, action.units) - strength(s, defenders(s, 1 - side, h))
        came = tuple(u for u in action.units if s.where[u] != h)
        if came and len(came) < len(action.units):
            trace("F-13.1.f")
        s.log("F-13.1.a", "assault", hex=h, units=action.units, side=self.side, differential_drm=more)
        for unit in (*action.units, *s.at(1 - side, h)):
            s.flag(unit, FOUGHT)
        s.push(Melee(self.side, h, action.units, drm))
        for unit in reversed(came):
            positions.left(s, unit)
            s.flag(unit, CROWDING, on=False)
            s.move(unit, h)
            entering.entered(s, unit, h, "combat")

    def finish(self, s: ForgottenWarState) -> None:
        """End the phase."""
        for unit in range(len(s.rules.names.units)):
            if s.flags[unit] & FOUGHT:
                s.flag(unit, FOUGHT, on=False)
        s.pop()


class Melee(Frame, frozen=True):
    """A close combat: its die, then the losses and retreats of both sides. `result`: what the table said, for the
    attacker and for the defender; `stage`: how far the result is carried out; `whole`: the units in the hex that had
    lost nothing before it."""

    side: Side
    hex: Place
    units: Units
    drm: int
    result: tuple[str, ...] = ()
    stage: int = 0
    whole: Units = ()

    def resolve(self, s: ForgottenWarState) -> None:
        """Throw the die; then F-13.6.B: both sides take their losses, then retreat. F-13.5.r: with an R all units of
        the side must; F-13.6.A, F-5.7.2.A: without one a unit that lost a step may. F-13.6.D: into hexes from which
        attackers came too."""
        attacker = SIDES.index(self.side)
        own, foes = [u for u in self.units if s.where[u] == self.hex], s.at(1 - attacker, self.hex)
        if not self.result and (not own or not foes):
            s.pop()
        elif not self.result:
            s.push(Roll("close_combat", 1, "F-13.5.A"))
        elif self.stage < 4:
            s.replace(msgspec.structs.replace(self, stage=self.stage + 1))
            side = attacker if self.stage in (0, 2) else 1 - attacker
            code = self.result[side != attacker]
            pool = own if side == attacker else foes
            if self.stage < 2:
                steps = int(code.rstrip("R")) if code.rstrip("R-") else 0
                if steps:
                    s.push(Sharing(SIDES[side], self.hex, tuple(pool), steps))
            else:
                must = code.endswith("R")
                for unit in reversed(s.at(side, self.hex)):
                    if must or (s.reduced(unit) and unit in self.whole and s.at(1 - side, self.hex)):
                        retreats.begin(s, unit, (self.hex,), must)
        else:
            s.pop()
            self._after(s)

    def rolled(self, s: ForgottenWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """F-13.5.A, F-13.5.C: read the table: the attacker's result on the left, the defender's on the right. F-19.5:
        the booklet's example shows it."""
        attacker = SIDES.index(self.side)
        foes = defenders(s, 1 - attacker, self.hex)
        more = strength(s, [u for u in self.units if s.where[u] == self.hex]) - strength(s, foes)
        cell = s.rules.close_result(more, dice[0] + self.drm)
        args = {"hex": self.hex, "die": dice[0], "drm": self.drm, "result": cell, "differential_drm": more}
        s.log("F-13.5.A", "close_result", **args, **outlook.told(cell))
        whole = tuple(u for i in (attacker, 1 - attacker) for u in s.at(i, self.hex) if not s.reduced(u))
        s.replace(msgspec.structs.replace(self, result=tuple(cell.split("/")), whole=whole))

    def _after(self, s: ForgottenWarState) -> None:
        """F-13.6.E: with units of both sides in the hex the combat goes on; F-13.6.F: else it is over. F-13.6.G: at
        Chosin Communists alone on a supply dump lose a step each."""
        attacker = SIDES.index(self.side)
        if s.contested(attacker) >> self.hex & 1:
            s.log("F-13.6.E", "combat_goes_on", hex=self.hex)
            return
        trace("F-13.6.F")
        if attacker == COMMUNIST and s.rules.dumps >> self.hex & 1:
            for unit in (u for u in self.units if s.where[u] == self.hex):
                s.log("F-13.6.G", "looted", unit=unit, hex=self.hex)
                losses.lose(s, unit, 1)


class Sharing(losing.Losing, frozen=True):
    """F-13.6.C: a side shares out the step losses of a close combat among its units there."""

    answered_by = "losses"
    action_type = Lose

    side: Side
    hex: Place
    pool: Units
    left: int

    def owner(self) -> str:
        """The side that takes the losses."""
        return self.side

    def owed(self, s: ForgottenWarState) -> int:
        """The steps still to be lost."""
        return self.left

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side."""
        return "sharing", {"side": self.side, "n": self.left, "hex": self.hex}

    def givers(self, s: ForgottenWarState) -> list[int]:
        """The units that can lose a step."""
        return [u for u in self.pool if s.where[u] == self.hex]

    def decider(self, s: ForgottenWarState) -> str | None:
        """The owner, unless a standing order decides."""
        ordered = orders.order(s, "losses", SIDES.index(self.side)) != "ask"
        return None if ordered else super().decider(s)

    def resolve(self, s: ForgottenWarState) -> None:
        """Take the loss from the unit that the standing order names, or from the only kind of unit that there is."""
        givers, order = self.givers(s), orders.order(s, "losses", SIDES.index(self.side))
        if givers and self.left > 0:
            first = order == "full"
            self.take(s, min(givers, key=lambda u: (s.reduced(u) == first, s.rules.worth[u], u)))
        else:
            self.over(s)

    def takes(self, action: Action) -> bool:
        """Whether an action is a loss, or a standing order, which would answer the question."""
        return isinstance(action, orders.Order) or super().takes(action)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """Each unit that can lose a step; standing orders."""
        yield from super().offers(s)
        yield from orders.offers(s, self)

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit takes no loss, or why an order is none."""
        return action.refusals(s, self) if isinstance(action, SideAction) else super().refusals(s, action)

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit that would lose a step, or the order."""
        return action.describe(s) if isinstance(action, SideAction) else super().describe(s, action)

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Take the step, or give the order."""
        if isinstance(action, SideAction):
            action.apply(s)
        else:
            super().apply(s, action)

    def likeness(self, s: ForgottenWarState, unit: int) -> tuple[Any, ...]:
        """Units of one kind, strength and company are alike."""
        return s.rules.likeness[unit], s.lost[unit], s.flags[unit]

    def take(self, s: ForgottenWarState, unit: int) -> None:
        """Take a step from a unit."""
        s.replace(msgspec.structs.replace(self, left=self.left - 1))
        losses.lose(s, unit, 1)

    def not_giving(self, s: ForgottenWarState, unit: int) -> Refusal:
        """Why a unit takes no loss."""
        return Refusal("F-13.6.C", "not_in_combat", {"unit": unit, "hex": self.hex}, (unit,), (self.hex,))
