"""C-24 The UN Bug-out Phase of Classic: units and stacks flee, and every zone that they enter draws fire."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Literal

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.values import Action, End, Path, Units
from parallel38.games.yalu.rules import chances, conscripts, fire, flight, march, stacking, support
from parallel38.games.yalu.rules.bugout import Pursuits, firer_refusals, odds, power, strike, unit_refusals
from parallel38.games.yalu.rules.bugout import able as firers
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.rules.firing import Fire
from parallel38.games.yalu.rules.flight import Ways
from parallel38.games.yalu.state import COMMUNIST, FIRED, NEUTRALIZED, SHOT, SIDES, UN, YaluState
from parallel38.hexgrid import Hex


class Flee(Action, frozen=True):
    """Units of one hex bug out together. Written `bugout US-2,US-187 0714-0715-0815`, or with the last hex alone."""

    intent = "go"

    units: Units
    path: Path

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "bugout"


def begin(s: YaluState) -> bool:
    """Ask the UN for bug-outs; return whether any unit can bug out."""
    frame = Fleeing()
    if frame.decider(s):
        s.push(frame)
        return True
    return False


def leader(s: YaluState, units: tuple[int, ...]) -> int:
    """The unit that finds the way for a stack: the one with the most movement points."""
    return max(units, key=lambda u: (allowance(s, u), -u))


class Fleeing(Frame, frozen=True):
    """The UN decides which units bug out. `taken` are the paths that were taken, one for each hex."""

    taken: tuple[Path, ...] = ()

    def decider(self, s: YaluState) -> str | None:
        """C-24a: the UN, as long as a unit can bug out."""
        return SIDES[UN] if next(self._able(s), None) is not None else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that can bug out."""
        return "bug_out", {"side": SIDES[UN], "units": tuple(self._able(s))}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: bug-outs and the end of the phase."""
        return isinstance(action, Flee | End)

    def ways(self, s: YaluState, unit: int) -> Ways:
        """C-24b: the ways by which a unit may bug out; units of one hex take one way."""
        fixed = next((way for way in self.taken if way[0] == s.where[unit]), ())
        return flight.ways(s, unit, fixed)

    def _able(self, s: YaluState) -> Iterator[int]:
        free = (unit for unit in s.present(UN) if next(unit_refusals(s, unit), None) is None)
        return (unit for unit in free if self.ways(s, unit).canonical)

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Each unit, and each stack, with its possible end hexes; the end of the phase."""
        stacks: dict[Hex, list[int]] = {}
        for unit in self._able(s):
            stacks.setdefault(s.where[unit], []).append(unit)
            yield self._offer(s, (unit,))
        for units in stacks.values():
            offer = self._offer(s, tuple(units))
            if len(units) > 1 and next(self.expand(s, offer), None) is not None:
                yield offer
        yield Offer("end", action=End())

    def _offer(self, s: YaluState, units: tuple[int, ...]) -> Offer:
        return Offer("bugout", units=units, domain=self.ways(s, leader(s, units)))

    def sample(self, s: YaluState, rng: Random) -> Action | None:
        """A random unit or its stack with one of its ways, or the end of the phase."""
        free = list(self._able(s))
        if not free or rng.random() < 1 / (len(free) + 1):
            return End()
        unit = rng.choice(free)
        mates = tuple(u for u in free if s.where[u] == s.where[unit] and (u == unit or rng.random() < 0.5))
        return self.draw(s, self._offer(s, mates), rng) or End()

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """For each end hex, the way through the fewest zones."""
        if offer.verb != "bugout":
            yield from super().expand(s, offer)
            return
        found = offer.domain.canonical
        for h in sorted(found, key=s.rules.grid.label):
            action = Flee(offer.units, found[h])
            if next(self.refusals(s, action), None) is None:
                yield action

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A bug-out by a random way."""
        if offer.verb != "bugout":
            return offer.action
        way = offer.domain.draw(rng)
        action = Flee(offer.units, way) if way else None
        return action if action and next(self.refusals(s, action), None) is None else None

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether a bug-out is one of those offered: by these units, along a way of the one that leads them."""
        if not isinstance(action, Flee):
            return super().holds(s, offer, action)
        return offer.verb == "bugout" and {*action.units} <= {*offer.units}

    def complete(self, s: YaluState, action: Action) -> Action:
        """Fill in the start, and for a single hex the way to it; if there is none, a path that a refusal can
        explain."""
        if not isinstance(action, Flee) or not action.units or not s.on_map(action.units[0]):
            return action
        start = s.where[action.units[0]]
        if action.path[0] == start:
            return action
        on_map = tuple(u for u in action.units if s.on_map(u))
        if len(action.path) == 1 and next(unit_refusals(s, leader(s, on_map)), None) is None:
            ways = self.ways(s, leader(s, on_map))
            way = ways.canonical.get(action.path[0]) or ways.straight(action.path[0])
            if way:
                return Flee(action.units, way)
        return Flee(action.units, (start, *action.path))

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a bug-out."""
        if not isinstance(action, Flee):
            return
        units = action.units
        if not units or len({*units}) < len(units):
            yield Refusal("C-24a", "bug_out_nobody")
            return
        barred = [refusal for unit in units for refusal in unit_refusals(s, unit)]
        yield from barred
        if barred:
            return
        if len({s.where[u] for u in units}) > 1:
            yield Refusal("C-24a", "not_together", {"units": units}, units)
            return
        first = leader(s, units)
        ways = self.ways(s, first)
        if not ways.canonical:
            yield Refusal("C-24b", "bug_out_nowhere", {"unit": first}, (first,))
        legs = [*flight.leg_refusals(s, first, action.path, ways)]
        yield from legs
        if legs:
            return
        if not ways.legal(action.path):
            yield flight.way_bar(first, action.path, ways)
            return
        for unit, halt in self.halts(s, action):
            if not halt:
                args = {"unit": unit, "hexes": action.path[1:]}
                yield Refusal("C-7A", "bug_out_full", args, (unit,), action.path[1:])

    def halts(self, s: YaluState, action: Flee) -> list[tuple[int, int]]:
        """Each unit with the leg where it will stop: where its points end, or before that where there is room."""
        found: list[tuple[int, int]] = []
        for unit in action.units:
            last = len(self.ways(s, unit).stops(action.path)) - 1
            for leg in range(last, 0, -1):
                h = action.path[leg]
                there = [u for u in s.stacks(UN).get(h, ()) if u not in action.units]
                there += [u for u, halt in found if halt and action.path[halt] == h]
                if not stacking.over_limit(s, UN, [*there, unit]):
                    found.append((unit, leg))
                    break
            else:
                found.append((unit, 0))
        return found

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """C-24c: the units may be fired at on the way. C-24a: after the end no unit bugs out."""
        if not isinstance(action, Flee):
            units = tuple(self._able(s))
            yield Refusal("C-24a", "bug_out_end", {"units": units}, units)
            return
        end = max(halt for _, halt in self.halts(s, action))
        shot = tuple(h for h in action.path[1 : end + 1] if firers(s, h))
        if shot:
            unit = leader(s, action.units)
            yield Refusal("C-24c", "bug_out_fire", {"unit": unit, "hexes": shot}, (), shot)

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The end hex of a bug-out, and the number of zones on its path."""
        if not isinstance(action, Flee):
            return super().describe(s, action)
        stops = self.ways(s, leader(s, action.units)).stops(action.path)
        return "action.flee", {"units": action.units, "to_hex": action.path[-1], "zones": stops[-1].zones}

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """Units set out along their path, or the phase ends."""
        if not isinstance(action, Flee):
            self.resolve(s)
            return
        halts = self.halts(s, action)
        s.replace(Fleeing(flight.taken_with(self.taken, action.path)))
        s.log("C-24a", "flee", units=action.units, from_hex=action.path[0], to_hex=action.path[-1])
        s.push(Rout(tuple(u for u, _ in halts), tuple(h for _, h in halts), action.path))

    def resolve(self, s: YaluState) -> None:
        """C-24e: hexes that have been emptied may be entered."""
        emptied = tuple(way[0] for way in self.taken if not s.held_by(UN) >> way[0] & 1)
        s.replace(Pursuits(emptied))


class Rout(Frame, frozen=True):
    """Units that bug out together: each with the leg where it will stop. `at` is the leg that they have reached."""

    units: Units
    halts: tuple[int, ...]
    path: Path
    at: int = 0
    doing: Literal["go", "fire"] = "go"

    @property
    def hex(self) -> Hex:
        """The hex that the units have reached."""
        return self.path[self.at]

    def fleeing(self, s: YaluState) -> tuple[int, ...]:
        """The units that have just come here and have not been neutralized."""
        here = [u for u in self.units if s.where[u] == self.hex and not s.flags[u] & NEUTRALIZED]
        return tuple(here)

    def _targets(self, s: YaluState) -> tuple[int, ...]:
        """The units that can be fired at now: C-11d, support only where no combat unit flees with it."""
        there = [u for u in self.fleeing(s) if not s.flags[u] & SHOT]
        combat = tuple(u for u in there if s.rules.combat[u])
        return combat or tuple(there)

    def _open(self, s: YaluState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units that can fire and their targets; nothing if the lowest odds are out of reach."""
        units, targets = firers(s, self.hex), self._targets(s)
        if not units or not targets:
            return (), ()
        weakest = min(targets, key=lambda u: fire.strength(s, u))
        return (units, targets) if self.odds(s, units, (weakest,)) else ((), ())

    def decider(self, s: YaluState) -> str | None:
        """C-24c: the Communists decide as the units enter the hex, if they can fire at all."""
        return SIDES[COMMUNIST] if self.doing == "fire" and self._open(s)[0] else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the fleeing units, their hex and the units that can fire."""
        units, targets = self._open(s)
        return "rout_fire", {"side": SIDES[COMMUNIST], "target_units": targets, "hex": self.hex, "units": units}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: a fire, or the end."""
        return isinstance(action, Fire | End)

    def odds(self, s: YaluState, units: tuple[int, ...], targets: tuple[int, ...]) -> str | None:
        """The odds column of a fire; None below the lowest odds."""
        return odds(s, units, *targets)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """A fire by the units that can, and holding fire."""
        units, _ = self._open(s)
        yield Offer("fire", units=units, domain=Hexes(1 << self.hex))
        yield Offer("end", action=End())

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """A fire by all units at all, or at each one; and by each unit alone at all."""
        if offer.verb != "fire":
            yield from super().expand(s, offer)
            return
        targets = self._targets(s)
        groups = [(targets, offer.units), *(((u,), offer.units) for u in targets if len(targets) > 1)]
        groups += [(targets, (u,)) for u in offer.units if len(offer.units) > 1]
        for group, units in groups:
            if self.odds(s, units, group):
                yield Fire(group, units)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random fire of those that lists show."""
        if offer.verb != "fire":
            return offer.action
        return rng.choice(list(self.expand(s, offer)))

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether all firers of an action are among those offered."""
        if not isinstance(action, Fire):
            return super().holds(s, offer, action)
        return offer.verb == "fire" and {*action.targets} <= {*self._targets(s)} and {*action.units} <= {*offer.units}

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that flee, and those that can fire at them."""
        units, targets = self._open(s)
        return {"targets": targets, "units": units} if isinstance(action, Fire) else {}

    def complete(self, s: YaluState, action: Action) -> Action:
        """A fire without firers is made by all units that can fire."""
        if not isinstance(action, Fire) or action.units:
            return action
        return Fire(action.targets, firers(s, self.hex), action.support, action.air, action.guns)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a fire at units that bug out. C-9: each fires, and is fired at, once in a hex."""
        if not isinstance(action, Fire):
            return
        units, targets = action.units, action.targets
        if not units or not targets or len({*units}) < len(units) or len({*targets}) < len(targets):
            yield Refusal("C-9", "fire_nobody")
            return
        barred = [refusal for unit in units for refusal in firer_refusals(s, unit, self.hex)]
        others = tuple(u for u in targets if u not in self._targets(s))
        if others:
            args = {"unit": others[0], "hex": self.hex}
            barred.append(Refusal("C-24c", "rout_target", args, others, (self.hex,)))
        if action.support or action.air:
            barred.append(Refusal("C-11a", "communist_support", {"side": SIDES[COMMUNIST]}, action.support))
        yield from barred
        if not barred and not self.odds(s, units, targets):
            yield Refusal("C-9", "fire_odds", {"units": units, "target_units": targets}, units)

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A fire with its odds and its dice modifier."""
        if not isinstance(action, Fire):
            return "action.hold_fire_at", {"units": self.fleeing(s), "hex": self.hex}
        return "action.fire", {
            "units": action.units,
            "target_units": action.targets,
            "hex": self.hex,
            "odds": self.odds(s, action.units, action.targets) or "-",
            "modifier_drm": fire.modifier(s, action.targets, action.units, assault=True),
        }

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of a fire: C-24d, NR neutralizes without a retreat."""
        if not isinstance(action, Fire):
            return None
        strengths = power(s, action.units), sum(fire.strength(s, u) for u in action.targets)
        rows = fire.modifiers(s, action.targets, action.units, assault=True)
        return chances.of_fire(s, action.units, action.targets, strengths, rows, "neutralized")

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """A fire, or no further fire in this hex. C-24f: the units that fire may do so again in the next hex."""
        if not isinstance(action, Fire):
            s.log("C-24c", "rout_spared", units=self.fleeing(s), hex=self.hex)
            self._leave(s)
            return
        for unit in action.units:
            s.flag(unit, FIRED)
        for unit in action.targets:
            s.flag(unit, SHOT)
        drm = fire.modifier(s, action.targets, action.units, assault=True)
        s.push(Hail(action.targets, action.units, self.odds(s, action.units, action.targets) or "", drm))

    def _leave(self, s: YaluState) -> None:
        """End the fire in this hex: each unit may fire again in the next one."""
        for unit in (*s.present(COMMUNIST), *(u for u in self.units if s.on_map(u))):
            if s.flags[unit] & (FIRED | SHOT):
                s.flag(unit, FIRED | SHOT, on=False)
        s.replace(msgspec.structs.replace(self, doing="go"))

    def resolve(self, s: YaluState) -> None:
        """The units go on, hex by hex; C-24d: those that are hit stop, and those that reach their end do."""
        if self.doing == "fire":
            self._leave(s)
            return
        halts = dict(zip(self.units, self.halts, strict=True))
        here = [u for u in self.units if s.where[u] == self.hex]
        for unit in here:
            if self.at and (s.flags[unit] & NEUTRALIZED or halts[unit] == self.at):
                self._stop(s, unit)
        going = [u for u in self.units if s.where[u] == self.hex and not s.flags[u] & NEUTRALIZED]
        if not going or self.at == len(self.path) - 1:
            s.pop()
            return
        there = self.path[self.at + 1]
        for unit in going:
            s.move(unit, there)
        march.arrive(s, tuple(going), there)
        s.replace(msgspec.structs.replace(self, at=self.at + 1, doing="fire"))

    def _stop(self, s: YaluState, unit: int) -> None:
        """C-24d: a unit that fire has not neutralized is neutralized now. C-7A: in a full hex it over-stacks it."""
        if not s.flags[unit] & NEUTRALIZED:
            s.log("C-24d", "bugged_out", unit=unit, hex=self.hex)
            stacking.neutralize(s, [unit])
        staying = [u for u in s.stacks(UN)[self.hex] if u not in self.units or s.flags[u] & NEUTRALIZED]
        if stacking.over_limit(s, UN, staying):
            stacking.penalty(s, UN, self.hex)


class Hail(Frame, frozen=True):
    """A fire at units that bug out."""

    targets: Units
    units: Units
    odds: str
    modifier: int

    def resolve(self, s: YaluState) -> None:
        """Roll two dice."""
        s.push(Roll(" ".join(("bugout", s.rules.names.place(s.where[self.targets[0]]))), 2, "C-24c"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """The result strikes the units; C-11b: support that is left alone is lost with them."""
        at = s.where[self.targets[0]]
        s.pop()
        found = strike(s, self.targets, self.units, self.odds, sum(dice), self.modifier)
        if found == "D":
            self._forsaken(s, at)
        conscripts.spent(s, self.units)

    def _forsaken(self, s: YaluState, h: Hex) -> None:
        """C-11b: support units that flee are eliminated with the last of the units that they are stacked with."""
        if any(s.rules.combat[u] for u in s.stacks(UN).get(h, ())):
            return
        flight: Rout = s.top  # type: ignore[assignment]
        for unit in [u for u in support.land_at(s, h) if u in flight.units]:
            s.log("C-11b", "support_forsaken", unit=unit, hex=h)
            stacking.eliminate(s, unit)
