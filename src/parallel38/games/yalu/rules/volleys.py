"""C-25B, C-25C, C-29B Defensive fire and assault in Classic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place
from parallel38.games.yalu.rules import chances, fire, stacking, support
from parallel38.games.yalu.rules.advance import Advancing
from parallel38.games.yalu.rules.commits import FREE, WAVES, Announced, Cancel, capped, dear, grouped
from parallel38.games.yalu.rules.firing import Fire, Salvo, flooded
from parallel38.games.yalu.state import (
    AIR,
    COMMUNIST,
    FIRED,
    NEUTRALIZED,
    SHOT,
    SIDES,
    SURPRISED,
    UN,
    YaluState,
)
from parallel38.hexgrid import Hex, Region


class _Aim(NamedTuple):
    """Targets in one hex that a fire may have."""

    hex: Hex
    targets: tuple[int, ...]

    def region(self, mode: str) -> Region:
        """The hex."""
        return 1 << self.hex


class Volleys(Frame, frozen=True):
    """A subphase in which units fire, one fire after the other. A subclass says which units may fire at which.

    C-25B, C-29: the UN first allots its support: it names the fires that have any, and only then fires. A fire with
    support is made as it was named, or not at all.
    """

    side: Literal["un", "communist"]
    fires: tuple[Announced, ...]
    """All attacks that were announced."""
    plans: tuple[Fire, ...] = ()
    """The fires that have been given support and have not been made."""
    allotting: bool = False
    """Whether support is still being allotted."""

    # ---------------------------------------------------------------------------------- what the subphases decide

    def assaults(self) -> bool:
        """Whether this is the assault."""
        raise NotImplementedError

    def aims(self, s: YaluState) -> Iterator[tuple[tuple[int, ...], _Aim]]:
        """The units that can fire, with the targets in a hex that they can fire at."""
        raise NotImplementedError

    def firers_for(self, s: YaluState, targets: tuple[int, ...]) -> tuple[int, ...]:
        """The units that can fire at all of these."""
        raise NotImplementedError

    def fire_refusals(self, s: YaluState, action: Fire) -> Iterator[Refusal]:
        """Every reason against the targets and the units of a fire."""
        raise NotImplementedError

    def waiting(self, s: YaluState) -> list[Announced]:
        """The fires that must be made before the subphase ends."""
        return []

    def manner(self, targets: Iterable[int]) -> str:
        """The manner in which these are fired at."""
        return "supplied"

    def rule(self) -> str:
        """The rule by which the UN allots its support."""
        return "C-29" if self.assaults() else "C-25B"

    def over(self, s: YaluState) -> None:
        """End the subphase."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ support first

    def _busy(self) -> set[int]:
        """The units and the targets of fires that have been given support."""
        return {u for plan in self.plans for u in (*plan.units, *plan.targets)}

    def open_aims(self, s: YaluState) -> Iterator[tuple[tuple[int, ...], _Aim]]:
        """The units that can fire, with the targets in a hex that they can fire at, apart from fires with support."""
        busy = self._busy()
        for units, aim in self.aims(s):
            able, there = (tuple(u for u in some if u not in busy) for some in (units, aim.targets))
            if able and there and self.odds(s, able, (min(there, key=lambda u: fire.strength(s, u)),)):
                yield able, _Aim(aim.hex, there)

    def planned(self, s: YaluState, plan: Fire) -> Fire | None:
        """A fire with support as it can be made now, by the units and at the targets that are left; None if it cannot
        be made."""
        targets = self.still(s, plan.targets)
        units = tuple(u for u in plan.units if u in self.firers_for(s, targets)) if targets else ()
        made = Fire(targets, units, plan.support, plan.air)
        return made if units and self.odds(s, units, targets) else None

    def still(self, s: YaluState, targets: Iterable[int]) -> tuple[int, ...]:
        """Those of some targets that can still be fired at."""
        there = {u for _, aim in self.aims(s) for u in aim.targets}
        return tuple(u for u in targets if u in there)

    def plan_of(self, action: Fire) -> Fire | None:
        """The fire with support that an action belongs to, or None."""
        named = {*action.targets, *action.units}
        return next((plan for plan in self.plans if named & {*plan.targets, *plan.units}), None)

    # ------------------------------------------------------------------------------------------------- what follows

    def decider(self, s: YaluState) -> str | None:
        """C-9: the side that fires, which may decline; None if no unit can fire, or if there is no support to allot."""
        if self.allotting:
            return self.side if self.plans or next(self._helped(s), None) is not None else None
        return self.side if next(self.aims(s), None) is not None else None

    def _helped(self, s: YaluState) -> Iterator[tuple[tuple[int, ...], _Aim]]:
        """The fires that could be given support."""
        return ((units, aim) for units, aim in self.open_aims(s) if any(self.at_hand(s, units)))

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt of the subphase, with the targets that are left."""
        names = s.rules.names
        open_ = sorted((names.place(aim.hex), [names.unit(u) for u in aim.targets]) for _, aim in self.aims(s))
        words = [" ".join((h, ",".join(units))) for h, units in open_]
        if self.allotting:
            return "allotting", {"side": self.side, "targets_words": words, "n": s.track[AIR]}
        text = "assault_" if self.assaults() else "defence_"
        return text + self.side, {"side": self.side, "targets_words": words}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: fires and the end; while support is allotted, taking it back."""
        return isinstance(action, Fire | End) or (self.allotting and isinstance(action, Cancel))

    def mass(self, s: YaluState, targets: Iterable[int]) -> int:
        """The strength with which targets defend, in quarters of a factor."""
        return sum(fire.strength(s, u) for u in targets)

    def power(self, s: YaluState, units: Iterable[int], targets: Iterable[int]) -> int:
        """The strength with which units fire, in quarters of a factor."""
        manner = "wave" if self.manner(targets) in WAVES else "supplied"
        return sum(fire.strength(s, u, manner, True) for u in units)

    def odds(self, s: YaluState, units: tuple[int, ...], targets: tuple[int, ...]) -> str | None:
        """The odds column of a fire; None below the lowest odds. C-15b: without attack supply 1:2 at best."""
        column = fire.column(s, self.power(s, units, targets), self.mass(s, targets))
        return capped(s, column, self.manner(targets))

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every group of targets with the units that can fire at it; the end. While support is allotted, the fires that
        could be given some, and those that can be taken back."""
        for units, aim in self._helped(s) if self.allotting else self.open_aims(s):
            yield Offer("fire", units=units, domain=aim)
        for plan in self.plans:
            made = None if self.allotting else self.planned(s, plan)
            if self.allotting:
                yield Offer("withdraw", action=Cancel(plan.targets[0]))
            elif made is not None:
                yield Offer("fire", units=made.units, domain=_Aim(s.where[made.targets[0]], made.targets))
        if self.allotting or not self.waiting(s):
            yield Offer("end", action=End())

    def at_hand(self, s: YaluState, units: Iterable[int]) -> tuple[tuple[int, ...], int]:
        """The support units and air factors that a UN fire may be given, C-11c: in the assault chosen now.

        C-16: neutralized support units help in defence only.
        """
        if not self.allotting or self.side == SIDES[COMMUNIST]:
            return (), 0
        found = support.at_hand(s, {s.where[u] for u in units}, 0)
        weak = NEUTRALIZED if self.assaults() else 0
        return tuple(u for u in found if not s.flags[u] & weak), s.track[AIR]

    def groups(self, s: YaluState, units: tuple[int, ...], targets: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The groups of targets that lists show: all together, and each alone."""
        return [targets, *((u,) for u in targets)] if len(targets) > 1 else [targets]

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """All units at each group of targets; while support is allotted, with as much as there is."""
        if offer.verb != "fire":
            yield from super().expand(s, offer)
            return
        made = self._offered_plan(s, offer)
        if made is not None:
            yield made
            return
        for group in self.groups(s, offer.units, offer.domain.targets):
            if self.odds(s, offer.units, group):
                yield Fire(group, offer.units, *self.at_hand(s, offer.units))

    def _offered_plan(self, s: YaluState, offer: Offer) -> Fire | None:
        """The fire with support that an offer is for, or None."""
        plan = None if self.allotting else self.plan_of(Fire(offer.domain.targets, offer.units))
        return self.planned(s, plan) if plan else None

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random part of the units at a random group of targets; while support is allotted, with random support."""
        if offer.verb != "fire":
            return offer.action
        made = self._offered_plan(s, offer)
        if made is not None:
            return made
        busy, group = self._busy(), self.some_targets(s, offer.domain.targets, rng)
        able = tuple(u for u in self.firers_for(s, group) if u not in busy)
        units = tuple(u for u in able if rng.random() < 0.8) or able
        if not units or not self.odds(s, units, group):
            return next(self.expand(s, offer), None)
        found, air = self.at_hand(s, units)
        helpers = tuple(u for u in found if rng.random() < 0.4)
        factors = rng.randint(0, min(air, 3))
        if self.allotting and not helpers and not factors:
            return next(self.expand(s, offer), None)
        return Fire(group, units, helpers, factors)

    def some_targets(self, s: YaluState, targets: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        """A random group of targets."""
        return tuple(u for u in targets if rng.random() < 0.8) or targets

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers a fire: its units, and the first of its targets."""
        if not isinstance(action, Fire):
            return super().holds(s, offer, action)
        return offer.verb == "fire" and {*action.units} <= {*offer.units} and action.targets[0] in offer.domain.targets

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The targets and the units that a fire could have, and the support while that is allotted."""
        if not isinstance(action, Fire) or not action.targets or (not self.allotting and self.plan_of(action)):
            return {}
        busy = self._busy()
        for _, aim in self.open_aims(s):
            if action.targets[0] in aim.targets:
                units = tuple(u for u in self.firers_for(s, action.targets) if u not in busy)
                found, air = self.at_hand(s, units)
                more = {"support": found, "air": tuple(range(air + 1))} if self.allotting else {}
                others = (u for _, other in self.open_aims(s) for u in other.targets if u not in aim.targets)
                together = (u for u in others if action.units and self.together(s, action, u))
                return {"targets": (*aim.targets, *together), "units": units, **more}
        return {}

    def together(self, s: YaluState, action: Fire, target: int) -> bool:
        """Whether the units of a fire could fire at another target as well."""
        return False

    def complete(self, s: YaluState, action: Action) -> Action:
        """A fire without units is made by all that can fire at the targets; one with support as it was named. The fire
        that is taken back is named by the first of its targets."""
        if isinstance(action, Cancel):
            named = (plan for plan in self.plans if action.target in plan.targets)
            return next((Cancel(plan.targets[0]) for plan in named), action)
        if not isinstance(action, Fire) or action.units or not action.targets:
            return action
        plan = None if self.allotting or action.support or action.air else self.plan_of(action)
        made = self.planned(s, plan) if plan else None
        if made is not None:
            return made
        busy = self._busy()
        units = tuple(u for u in self.firers_for(s, action.targets) if u not in busy)
        return Fire(action.targets, units, action.support, action.air, action.guns)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a fire, or against ending the subphase."""
        if isinstance(action, Cancel):
            if not any(plan.targets[0] == action.target for plan in self.plans):
                yield Refusal(self.rule(), "no_fire_there", {"unit": action.target}, (action.target,))
            return
        if not isinstance(action, Fire):
            for one in () if self.allotting else self.waiting(s):
                yield Refusal("C-25D3", "wave_waits", {"hex": one.hexes[0]}, (), one.hexes)
            return
        targets, units = action.targets, action.units
        if not targets or len({*targets}) < len(targets) or len({*units}) < len(units):
            yield Refusal("C-9", "fire_nobody")
            return
        barred = [*self.fire_refusals(s, action)]
        yield from barred
        if barred:
            return
        if not units:
            yield Refusal("C-9", "fire_no_firers", {"hex": s.where[targets[0]]})
            return
        if not self.odds(s, units, targets):
            yield Refusal("C-9", "fire_odds", {"units": units, "target_units": targets}, units)
        yield from self._plan_refusals(s, action)

    def _plan_refusals(self, s: YaluState, action: Fire) -> Iterator[Refusal]:
        """C-25B, C-29: support is allotted before the fires, and a fire that has some is made as it was named."""
        plan = self.plan_of(action)
        args = {"units": action.units, "target_units": action.targets}
        if self.side == SIDES[COMMUNIST] or self.allotting:
            if self.allotting and not action.support and not action.air:
                yield Refusal(self.rule(), "allot_nothing", args, action.units)
            elif plan is not None:
                yield Refusal(self.rule(), "allotted_before", {"units": plan.units, "target_units": plan.targets})
            yield from self._help_refusals(s, action)
        elif plan is not None:
            if action != self.planned(s, plan):
                yield Refusal(self.rule(), "fire_as_allotted", {"units": plan.units, "target_units": plan.targets})
        elif action.support or action.air:
            yield Refusal(self.rule(), "support_late", args, action.support)

    def _help_refusals(self, s: YaluState, action: Fire) -> Iterator[Refusal]:
        """C-11a: any number of factors of support by units that may give it; C-16: no neutralized ones in assaults."""
        if self.side == SIDES[COMMUNIST]:
            if action.support or action.air:
                yield Refusal("C-11a", "communist_support", {"side": self.side}, action.support)
            return
        homes = {s.where[u] for u in action.units}
        yield from support.refusals(s, action.support, action.air, homes, s.where[action.targets[0]])
        for unit in action.support if self.assaults() else ():
            if s.flags[unit] & NEUTRALIZED:
                yield Refusal("C-16", "attack_neutralized", {"unit": unit, "hex": s.where[unit]}, (unit,))

    def _own(self, s: YaluState, unit: int, h: Hex) -> Iterator[Refusal]:
        """Why a unit is none of the side's that fire at all. C-9: a unit fires once."""
        args = {"unit": unit, "hex": h}
        if s.rules.side_of[unit] != SIDES.index(self.side) or not s.on_map(unit):
            yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": self.side}, (unit,))
        elif not s.rules.combat[unit]:
            yield Refusal("C-11a" if s.rules.support[unit] else "C-17g", "never_attacks", args, (unit,))
        elif s.flags[unit] & FIRED:
            yield Refusal("C-9", "fires_twice", args, (unit,))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A fire with its odds and its dice modifier."""
        if isinstance(action, Cancel):
            return "action.cancel", {"unit": action.target}
        if self.allotting and isinstance(action, End):
            return "action.end_allotting", {}
        if not isinstance(action, Fire) or not action.units:
            return super().describe(s, action)
        return "action.allot" if self.allotting else "action.volley", {
            "factors": support.factors(s, action.support) + action.air,
            "units": action.units,
            "target_units": action.targets,
            "hex": s.where[action.targets[0]],
            "hexes": tuple(dict.fromkeys(s.where[u] for u in action.targets)),
            "odds": self.odds(s, action.units, action.targets) or "-",
            "modifier_drm": sum(drm for _, drm, _ in self.modifiers(s, action)),
        }

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """C-18d: conscripts fire once and then leave the map. C-9: after the end no unit fires."""
        if isinstance(action, End) and not self.allotting:
            units = tuple(sorted({u for firers, _ in self.aims(s) for u in firers}))
            yield Refusal("C-9", "fire_end", {"units": units}, units)
        once = tuple(u for u in action.units if s.rules.conscript[u]) if isinstance(action, Fire) else ()
        if once:
            yield Refusal("C-18d", "conscripts_fire_once", {"units": once}, once)

    def modifiers(self, s: YaluState, action: Fire) -> list[tuple[str, int, str]]:
        """The dice modifiers of a fire, one by one."""
        factors = support.factors(s, action.support) + action.air
        return fire.modifiers(s, action.targets, action.units, assault=self.assaults(), support=factors)

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of a fire."""
        if not isinstance(action, Fire):
            return None
        units, targets = action.units, action.targets
        strengths = self.power(s, units, targets), self.mass(s, targets)
        nr = chances.after_retreat(s, targets)
        return chances.of_fire(
            s, units, targets, strengths, self.modifiers(s, action), nr, self.odds(s, units, targets)
        )

    def apply(self, s: YaluState, action: Action) -> None:
        """Roll dice for a fire, or end the subphase; while support is allotted, give it to a fire or take it back."""
        if isinstance(action, Cancel):
            plan = next(plan for plan in self.plans if plan.targets[0] == action.target)
            support.give_back(s, plan.support, plan.air)
            s.replace(msgspec.structs.replace(self, plans=tuple(one for one in self.plans if one != plan)))
            s.log(self.rule(), "fire_withdrawn", unit=action.target)
        elif not isinstance(action, Fire):
            self.resolve(s)
        elif self.allotting:
            support.use(s, action.support, action.air)
            s.replace(msgspec.structs.replace(self, plans=(*self.plans, action)))
            _, args = self.describe(s, action)
            s.log(self.rule(), "support_allotted", **args)
        else:
            self._roll(s, action)

    def _roll(self, s: YaluState, action: Fire) -> None:
        """Roll dice for a fire."""
        odds = self.odds(s, action.units, action.targets)
        assert odds is not None
        h, drm = s.where[action.targets[0]], sum(drm for _, drm, _ in self.modifiers(s, action))
        salvo = Salvo(self.side, self.assaults(), h, h, action.units, action.targets, odds, drm)
        for unit in action.units:
            s.flag(unit, FIRED)
        for unit in action.targets:
            s.flag(unit, SHOT)
        plan = self.plan_of(action)
        self.made(s, action, tuple(one for one in self.plans if one != plan))
        s.push(salvo)

    def resolve(self, s: YaluState) -> None:
        """After the allotment of support come the fires; after them the subphase is over."""
        if self.allotting:
            s.replace(msgspec.structs.replace(self, allotting=False))
        else:
            self.over(s)

    def made(self, s: YaluState, action: Fire, plans: tuple[Fire, ...]) -> None:
        """Note that a fire has been made, and the fires with support that are left."""
        s.replace(msgspec.structs.replace(self, plans=plans))


class Defence(Volleys, frozen=True):
    """The Defensive Fire Subphase: units that are attacked, and units stacked with them, fire first."""

    def assaults(self) -> bool:
        """Not the assault."""
        return False

    def _defenders(self, s: YaluState) -> list[int]:
        """C-25B, C-29B: the units that may fire: those in attacked hexes. C-31c: not if surprised."""
        side = SIDES.index(self.side)
        hexes = sorted({h for one in self.fires for h in one.hexes})
        there = [u for h in hexes if not flooded(s, side, h) for u in s.stacks(side).get(h, ())]
        return [u for u in there if s.rules.combat[u] and not s.flags[u] & (FIRED | SURPRISED)]

    def _sheltered(self) -> set[int]:
        """C-25D1: the units of waves, at which no unit fires."""
        return {u for one in self.fires if one.manner in WAVES for u in one.units}

    def _targets(self, s: YaluState, h: Hex) -> tuple[int, ...]:
        shelter = self._sheltered()
        there = fire.targets_in(s, 1 - SIDES.index(self.side), h)
        return tuple(u for u in there if u not in shelter and not s.flags[u] & SHOT)

    def aims(self, s: YaluState) -> Iterator[tuple[tuple[int, ...], _Aim]]:
        """C-25B: any adjacent enemy units, also those that do not attack."""
        near: dict[Hex, list[int]] = {}
        enemies, barriers = s.stacks(1 - SIDES.index(self.side)), s.rules.barriers
        for unit in self._defenders(s):
            for h in s.rules.grid.neighbours[s.where[unit]]:
                if h in enemies and not barriers.has(s.where[unit], h):
                    near.setdefault(h, []).append(unit)
        for h, units in near.items():
            targets = self._targets(s, h)
            if targets:
                weakest = min(targets, key=lambda u: self.mass(s, (u,)))
                if self.odds(s, tuple(units), (weakest,)):
                    yield tuple(units), _Aim(h, targets)

    def firers_for(self, s: YaluState, targets: tuple[int, ...]) -> tuple[int, ...]:
        """C-9b: the units that are beside all of the targets."""
        hexes = {s.where[u] for u in targets}
        return tuple(u for u in self._defenders(s) if all(self._beside(s, u, h) for h in hexes))

    def together(self, s: YaluState, action: Fire, target: int) -> bool:
        """C-9b: whether all units of a fire are beside another target as well."""
        return {*action.units} <= {*self.firers_for(s, (*action.targets, target))}

    def _beside(self, s: YaluState, unit: int, h: Hex) -> bool:
        here = s.where[unit]
        return h in s.rules.grid.neighbours[here] and not s.rules.barriers.has(here, h)

    def some_targets(self, s: YaluState, targets: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        """C-9b: now and then the targets of two hexes together."""
        if rng.random() < 0.2:
            others = [aim.targets for _, aim in self.open_aims(s)]
            for a, b in combinations(others, 2):
                if targets in (a, b) and self.firers_for(s, (*a, *b)):
                    other = b if targets == a else a
                    return (*targets, *other)
        return super().some_targets(s, targets, rng)

    def fire_refusals(self, s: YaluState, action: Fire) -> Iterator[Refusal]:
        """Every reason against the targets and the units of a defensive fire."""
        for unit in action.targets:
            yield from self._target_refusals(s, unit)
        hexes = sorted({s.where[u] for u in action.targets if s.on_map(u)})
        attacked = {h for one in self.fires for h in one.hexes}
        for unit in action.units:
            own = [*self._own(s, unit, hexes[0] if hexes else 0)]
            yield from own
            if own:
                continue
            args = {"unit": unit, "hex": s.where[unit]}
            if s.where[unit] not in attacked:
                yield Refusal("C-25B" if self.side == SIDES[UN] else "C-29B", "not_in_attacked_hex", args, (unit,))
            elif flooded(s, SIDES.index(self.side), s.where[unit]):
                yield Refusal("D-4.2", "fire_flooded", args, (unit,))
            elif s.flags[unit] & SURPRISED:
                yield Refusal("C-31c", "fire_surprised", args, (unit,))
            far = next((h for h in hexes if not self._beside(s, unit, h)), None)
            if far is not None:
                yield Refusal("C-9b", "attack_far", {"unit": unit, "hex": far}, (unit,), (far,))

    def _target_refusals(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """C-9: a unit is fired at once in a phase. C-25D1: not the units of waves."""
        rules, args = s.rules, {"unit": unit, "units": (unit,), "hex": s.where[unit]}
        if rules.side_of[unit] == SIDES.index(self.side) or not s.on_map(unit):
            yield Refusal("C-25B" if self.side == SIDES[UN] else "C-29B", "fire_no_enemy", args, (unit,))
        elif unit not in fire.targets_in(s, rules.side_of[unit], s.where[unit]):
            rule = "C-12b" if rules.naval[unit] else "C-17g" if rules.guerrilla[unit] else "C-11d"
            yield Refusal(rule, "fire_sheltered" if rules.support[unit] else "fire_at_guerrilla", args, (unit,))
        elif unit in self._sheltered():
            yield Refusal("C-25D1", "fire_at_wave", args, (unit,))
        elif s.flags[unit] & SHOT:
            yield Refusal("C-9", "fired_at_twice", args, (unit,))

    def over(self, s: YaluState) -> None:
        """C-25B: after the defensive fire the attackers that are left assault; C-11c: the UN allots its support now."""
        side = "communist" if self.side == SIDES[UN] else "un"
        s.replace(Assault(side, self.fires, allotting=side == SIDES[UN], left=self.fires))


class Assault(Volleys, frozen=True):
    """The Assault Subphase: units that are left fire at the targets for which they were announced."""

    left: tuple[Announced, ...] = ()
    """The attacks of which fires can still be made."""
    done: tuple[Announced, ...] = ()
    """The fires that have been made."""
    emptied: tuple[Place, ...] = ()
    """The hexes that the last fire has emptied and that may be entered now."""

    def assaults(self) -> bool:
        """The assault."""
        return True

    def decider(self, s: YaluState) -> str | None:
        """C-25C: first units enter hexes that have been emptied."""
        return None if self.emptied else super().decider(s)

    def _of(self, targets: Iterable[int]) -> Announced | None:
        """The announced attack on units, or None."""
        targets = {*targets}
        return next((one for one in self.left if targets & {*one.targets}), None)

    def manner(self, targets: Iterable[int]) -> str:
        """The manner in which an attack was announced; C-15b: without attack supply left, that of a free fire."""
        one = self._of(targets)
        if one is None:
            return "supplied"
        return one.manner if one.rolls else FREE[one.manner in WAVES]

    def _whole(self, s: YaluState, one: Announced) -> bool:
        """Whether an attack is one fire at all its targets: C-25D2, a wave; others by ruling."""
        return one.manner in WAVES or not grouped(s)

    def _firers(self, s: YaluState, one: Announced) -> tuple[int, ...]:
        """C-25C: the units of an attack that are still there, where they were, and not neutralized."""
        able = [u for u in one.units if s.on_map(u) and not s.flags[u] & (NEUTRALIZED | FIRED)]
        near = s.rules.grid.neighbours
        return tuple(u for u in able if all(h in near[s.where[u]] for h in one.hexes))

    def _targets(self, s: YaluState, one: Announced) -> tuple[int, ...]:
        return tuple(u for u in one.targets if s.where[u] in one.hexes and not s.flags[u] & SHOT)

    def aims(self, s: YaluState) -> Iterator[tuple[tuple[int, ...], _Aim]]:
        """Each attack of which a fire can still be made."""
        for one in self.left:
            units, targets = self._firers(s, one), self._targets(s, one)
            if not units or not targets:
                continue
            weakest = targets if self._whole(s, one) else (min(targets, key=lambda u: fire.strength(s, u)),)
            if self.odds(s, units, weakest):
                yield units, _Aim(s.where[targets[0]], targets)

    def groups(self, s: YaluState, units: tuple[int, ...], targets: tuple[int, ...]) -> list[tuple[int, ...]]:
        """C-25A: if the attack is one fire, the targets that were announced."""
        one = self._of(targets)
        return [targets] if one and self._whole(s, one) else super().groups(s, units, targets)

    def some_targets(self, s: YaluState, targets: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        """C-25A: if the attack is one fire, the targets that were announced."""
        one = self._of(targets)
        return targets if one and self._whole(s, one) else super().some_targets(s, targets, rng)

    def firers_for(self, s: YaluState, targets: tuple[int, ...]) -> tuple[int, ...]:
        """The units that were announced for these targets and are left."""
        one = self._of(targets)
        return self._firers(s, one) if one else ()

    def complete(self, s: YaluState, action: Action) -> Action:
        """If the attack is one fire, a fire that names some of its targets is meant at all of them."""
        if isinstance(action, Fire):
            one = self._of(action.targets)
            there = self._targets(s, one) if one and self._whole(s, one) else ()
            if {*action.targets} < {*there}:
                action = msgspec.structs.replace(action, targets=there)
        return super().complete(s, action)

    def waiting(self, s: YaluState) -> list[Announced]:
        """C-25D3: a wave that was announced must be made, if it can be."""
        waves = [one for one in self.left if one.manner in WAVES]
        return [one for one in waves if any(aim.targets == self._targets(s, one) for _, aim in self.aims(s))]

    def fire_refusals(self, s: YaluState, action: Fire) -> Iterator[Refusal]:
        """C-25A: the targets and the units are among those that were announced together."""
        one, named = self._of(action.targets), {*action.targets}
        there = {*self._targets(s, one)} if one else set[int]()
        if one is None or (named != there if self._whole(s, one) else not named <= there):
            shot = tuple(u for u in action.targets if one and u in one.targets and s.flags[u] & SHOT)
            if shot:
                yield Refusal("C-9", "fired_at_twice", {"unit": shot[0], "hex": s.where[shot[0]]}, shot)
            else:
                yield Refusal("C-25A", "fire_not_announced", {"units": action.targets}, action.targets)
            return
        h = s.where[action.targets[0]]
        for unit in action.units:
            own = [*self._own(s, unit, h)]
            yield from own
            if not own and unit not in one.units:
                yield Refusal("C-25A", "not_designated", {"unit": unit, "hex": h}, (unit,))
            elif not own and unit not in self._firers(s, one):
                yield Refusal("C-25C", "assault_neutralized", {"unit": unit, "hex": h}, (unit,))

    def made(self, s: YaluState, action: Fire, plans: tuple[Fire, ...]) -> None:
        """Note a fire: C-15a, one above 1:2 uses up an attack supply point. An attack that is one fire is over."""
        one = self._of(action.targets)
        assert one is not None
        column = fire.column(s, self.power(s, action.units, action.targets), self.mass(s, action.targets))
        paid = self.side == SIDES[COMMUNIST] and one.rolls and column is not None and dear(s, column)
        rest = msgspec.structs.replace(one, rolls=one.rolls - int(paid))
        left = (rest if other is one else other for other in self.left if other is not one or not self._whole(s, one))
        hexes = tuple(dict.fromkeys(s.where[u] for u in action.targets))
        made = Announced(hexes, action.targets, one.manner, action.units, int(paid), action.support)
        s.replace(msgspec.structs.replace(self, plans=plans, left=tuple(left), done=(*self.done, made)))

    def assaulted(self, s: YaluState, salvo: Salvo) -> None:
        """C-25D3: the units of a wave are lost. C-25C: hexes that are empty now may be entered."""
        one = next(one for one in self.fires if {*salvo.targets} & {*one.targets})
        if one.manner in WAVES:
            lost = tuple(u for u in one.units if s.on_map(u))
            s.log("C-25D3", "wave_spent", units=lost, hex=salvo.hex)
            for unit in lost:
                stacking.eliminate(s, unit)
        # support units that stayed when the others retreated keep the hex (C-11b)
        held = s.held_by(1 - SIDES.index(self.side))
        s.replace(msgspec.structs.replace(self, emptied=tuple(h for h in self.done[-1].hexes if not held >> h & 1)))

    def resolve(self, s: YaluState) -> None:
        """C-25C: units enter the next hex that has been emptied; else the subphase goes on."""
        if self.emptied:
            s.replace(msgspec.structs.replace(self, emptied=self.emptied[1:]))
            self._enter(s, self.emptied[0])
        else:
            super().resolve(s)

    def _enter(self, s: YaluState, h: Hex) -> None:
        """C-25C: units that fired at a hex that is empty now may enter it, with land support that helped them."""
        beside, shots = s.rules.grid.neighbours[h], [made for made in self.done if h in made.hexes]
        able = [u for made in shots for u in made.units if s.on_map(u) and s.where[u] in beside]
        able = [u for u in able if s.rules.mobile[u] and not s.flags[u] & NEUTRALIZED]
        homes = {s.where[u] for u in able}
        able += [u for made in shots for u in made.support if not s.rules.naval[u] and s.where[u] in homes]
        if able and s.effect(SIDES.index(self.side), "advance"):
            trace("C-25C")
            s.push(Advancing(self.side, h, tuple(able)))

    def over(self, s: YaluState) -> None:
        """End the combat phase: fires that were not made are dropped, markers of the phase are removed."""
        for one in self.fires:
            if not any({*made.targets} & {*one.targets} for made in self.done):
                s.log("C-9", "fire_dropped", units=one.targets)
        for unit in range(len(s.flags)):
            if s.flags[unit] & (FIRED | SHOT | SURPRISED):
                s.flag(unit, FIRED | SHOT | SURPRISED, on=False)
            if s.rules.naval[unit] and s.spent[unit] and s.on_map(unit):
                s.spend(unit, 0)
        s.pop()
