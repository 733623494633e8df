"""10.6 Defensive fire and 10.7 assault: fires, their odds and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Units
from parallel38.games.yalu.rules import chances, conscripts, fire, stacking, support
from parallel38.games.yalu.rules.advance import Advancing, Loss
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.retreats import Retreats
from parallel38.games.yalu.state import (
    AIR,
    COMMUNIST,
    FIRED,
    NEUTRALIZED,
    RIDGWAY,
    SHOT,
    SIDES,
    SURPRISED,
    UN,
    YaluState,
)
from parallel38.hexgrid import Hex, Region

PRIZES = {"US": "us_division", "USMC": "us_division", "ROK": "rok_division"}
"""D-11.2.3, D-11.2.4: nations whose divisions bring attack supply when they are lost in a hex that is then entered."""


RESULTS = {"D": "fire_destroyed", "NR": "fire_neutralized", "-": "fire_nothing"}


class Fire(Action, frozen=True):
    """Fire at enemy units in one hex. Written `fire ROK-8`, `fire NKPA-5 ROK-8 - 1`.

    Without units, all that can fire at the targets do. `support` and `air` are UN support; `guns` says whether
    Communist artillery that was placed on the hex helps this fire, as it can help only one.
    """

    intent = "strike"

    targets: Units
    units: Units = ()
    support: Units = ()
    air: int = 0
    guns: Literal["yes", "no"] = "yes"


class _Range(NamedTuple):
    """The targets of one attack in one hex."""

    attack: Attack
    hex: Hex
    targets: tuple[int, ...]

    def region(self, mode: str) -> Region:
        """The hex that is fired at."""
        return 1 << self.hex


class Firing(Frame, frozen=True):
    """The Defensive Fire Subphase or the Assault Subphase; D-10.0.1: apart from bug-outs, there is no other fire.

    `attacks` are as designated; `left`, in the assault, the attacks with the artillery and support not yet used.
    `waves` are the hexes that a human wave has fired at, `losses` the divisions that count if their hex is entered.
    """

    side: Literal["un", "communist"]
    assault: bool
    attacks: tuple[Attack, ...]
    left: tuple[Attack, ...] = ()
    waves: tuple[Place, ...] = ()
    losses: tuple[Loss, ...] = ()

    def decider(self, s: YaluState) -> str | None:
        """D-10.1.1: the side that fires, which may decline; None if no unit can fire."""
        return self.side if any(True for _ in self._ranges(s)) else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt of the subphase, with the targets that are left."""
        names = s.rules.names
        open_ = sorted((names.place(r.hex), [names.unit(u) for u in r.targets]) for _, r in self._ranges(s))
        words = [" ".join((h, ",".join(units))) for h, units in open_]
        text = "assault_" if self.assault else "defence_"
        return text + self.side, {"side": self.side, "targets_words": words}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: fires and the end."""
        return isinstance(action, Fire | End)

    # ---------------------------------------------------------------------------------------------------- offers

    def firers(self, s: YaluState, attack: Attack) -> tuple[int, ...]:
        """The units that can fire on account of an attack.

        D-10.7.2: in the assault the units that were designated, unless eliminated or neutralized. D-10.6.1: before it
        the units in the attacked hex; D-19.1.5: but not if surprised, D-10.9.4: and against a wave only some; D-4.2:
        and not if the weather prevents it.
        """
        if self.assault:
            return tuple(u for u in attack.units if s.on_map(u) and not s.flags[u] & (NEUTRALIZED | FIRED))
        if flooded(s, SIDES.index(self.side), attack.hex):
            return ()
        there = [u for u in s.stacks(SIDES.index(self.side)).get(attack.hex, ()) if s.rules.combat[u]]
        able = [u for u in there if not s.flags[u] & (FIRED | SURPRISED)]
        return tuple(u for u in able if attack.manner != "wave" or faces_waves(s, u))

    def _ranges(self, s: YaluState) -> Iterator[tuple[tuple[int, ...], _Range]]:
        """Firers, and the targets they can fire at: D-10.1.4, one hex at a time; D-10.1.2, no unit twice in a phase."""
        for attack in self.left if self.assault else self.attacks:
            firers = self.firers(s, attack)
            if not firers:
                continue
            by_hex: dict[Hex, list[int]] = {}
            if self.assault:
                for u in fire.targets_in(s, 1 - SIDES.index(self.side), attack.hex):
                    by_hex.setdefault(attack.hex, []).append(u)
            else:
                for u in attack.units:
                    if s.on_map(u) and attack.hex in s.rules.grid.neighbours[s.where[u]]:
                        by_hex.setdefault(s.where[u], []).append(u)
            for h, there in by_hex.items():
                targets = tuple(u for u in there if not s.flags[u] & SHOT)
                if targets:
                    weakest = min(targets, key=lambda u: self.mass(s, attack, (u,)))
                    if self.odds(s, attack, firers, (weakest,)):
                        yield firers, _Range(attack, h, targets)

    def mass(self, s: YaluState, attack: Attack, targets: tuple[int, ...]) -> int:
        """The strength with which targets defend, in quarters of a factor."""
        manner = "supplied" if self.assault else attack.manner
        return sum(fire.strength(s, u, manner) for u in targets)

    def odds(self, s: YaluState, attack: Attack, firers: tuple[int, ...], targets: tuple[int, ...]) -> str | None:
        """The odds column of a fire; None below the lowest odds."""
        return fire.column(s, self.power(s, attack, firers), self.mass(s, attack, targets))

    def power(self, s: YaluState, attack: Attack, firers: tuple[int, ...]) -> int:
        """The strength with which units fire, in quarters of a factor."""
        manner = attack.manner if self.assault else "supplied"
        return sum(fire.strength(s, u, manner, True) for u in firers)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every group of targets in a hex, with the units that can fire at it; the end."""
        for firers, reach in self._ranges(s):
            yield Offer("fire", units=firers, domain=reach)
        if not self._waves_waiting(s):
            yield Offer("end", action=End())

    def _waves_waiting(self, s: YaluState) -> list[Hex]:
        """D-10.9.1: a human wave that was declared must be made; the hexes where one still can be."""
        if not self.assault:
            return []
        return [r.hex for _, r in self._ranges(s) if r.attack.manner == "wave" and r.hex not in self.waves]

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """All firers at all targets, all firers at each target, with the support available and without."""
        if offer.verb != "fire":
            yield from super().expand(s, offer)
            return
        attack, _, targets = offer.domain
        groups = [targets, *((u,) for u in targets)] if len(targets) > 1 else [targets]
        for group in groups:
            if self.odds(s, attack, offer.units, group):
                yield Fire(group, offer.units)
                helpers, air = self.best_support(s, offer.domain.attack, offer.units)
                if helpers or air:
                    yield Fire(group, offer.units, helpers, air)

    def at_hand(self, s: YaluState, attack: Attack, units: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """The support units and air factors that a UN fire may still use: in the assault those committed to the
        attack."""
        if self.side == SIDES[COMMUNIST]:
            return (), 0
        homes = {s.where[u] for u in units}
        if self.assault:
            kept = (u for u in attack.support if s.on_map(u) and (s.rules.naval[u] or s.where[u] in homes))
            return tuple(kept), attack.air
        return support.at_hand(s, homes, attack.hex), s.track[AIR]

    def best_support(self, s: YaluState, attack: Attack, units: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """As much support as one fire may have: tanks and artillery first, then ships, then aircraft."""
        found, air = self.at_hand(s, attack, units)
        chosen: list[int] = []
        for unit in found:
            if support.factors(s, [*chosen, unit]) <= support.MOST:
                chosen.append(unit)
        return tuple(sorted(chosen)), min(air, support.MOST - support.factors(s, chosen))

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random part of the firers at a random part of the targets, with random support."""
        if offer.verb != "fire":
            return offer.action
        attack, _, targets = offer.domain
        units = tuple(u for u in offer.units if rng.random() < 0.8) or offer.units
        group = tuple(u for u in targets if rng.random() < 0.8) or targets
        if not self.odds(s, attack, units, group):
            units, group = offer.units, (min(targets, key=lambda u: self.mass(s, attack, (u,))),)
        helpers, air = self.best_support(s, attack, units) if rng.random() < 0.5 else ((), 0)
        return Fire(group, units, helpers, air)

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether the offered firers and targets include those of an action."""
        if not isinstance(action, Fire):
            return super().holds(s, offer, action)
        reach = offer.domain
        return offer.verb == "fire" and {*action.units} <= {*offer.units} and {*action.targets} <= {*reach.targets}

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The targets, the firers and the support that a fire could have."""
        if not isinstance(action, Fire):
            return {}
        for firers, reach in self._ranges(s):
            if {*action.targets} <= {*reach.targets}:
                found, air = self.at_hand(s, reach.attack, firers)
                guns = ("yes", "no") if self.assault and reach.attack.guns else ()
                numbers = tuple(range(min(air, support.MOST) + 1))
                return {"targets": reach.targets, "units": firers, "support": found, "air": numbers, "guns": guns}
        return {}

    def complete(self, s: YaluState, action: Action) -> Action:
        """A fire without firers is made by all units that can fire at the targets."""
        if not isinstance(action, Fire) or action.units or not action.targets:
            return action
        for firers, reach in self._ranges(s):
            if set(action.targets) <= set(reach.targets):
                return Fire(action.targets, firers, action.support, action.air, action.guns)
        return action

    # -------------------------------------------------------------------------------------------------- refusals

    def attack_of(self, s: YaluState, action: Fire) -> Attack | None:
        """The attack that a fire belongs to, or None."""
        side = SIDES.index(self.side)
        if self.assault:
            return next((a for a in self.left if any(s.where[u] == a.hex for u in action.targets)), None)
        meant = [a for a in self.attacks if any(u in a.units for u in action.targets)]
        here = (a for a in meant if any(u in s.stacks(side).get(a.hex, ()) for u in action.units))
        return next(here, meant[0] if meant else None)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a fire, or against ending the subphase."""
        if not isinstance(action, Fire):
            for h in self._waves_waiting(s):
                yield Refusal("D-10.9.1", "wave_waits", {"hex": h}, (), (h,))
            return
        rule = "D-10.7.1" if self.assault else "D-10.6.1"
        targets, units = action.targets, action.units
        if not targets or len({*targets}) < len(targets) or len({*units}) < len(units):
            yield Refusal("D-10.1.3", "fire_nobody")
            return
        if len({s.where[u] for u in targets}) > 1:
            yield Refusal("D-10.1.4", "fire_two_hexes", {"units": targets}, targets)
            return
        attack = self.attack_of(s, action)
        if attack is None or any(s.rules.side_of[u] == SIDES.index(self.side) or not s.on_map(u) for u in targets):
            yield Refusal(rule, "fire_assault" if self.assault else "fire_bystander", {"units": targets}, targets)
            return
        yield from self._target_refusals(s, action, attack)
        if not units:
            yield Refusal("D-10.1.1", "fire_no_firers", {"hex": attack.hex})
            return
        for unit in units:
            yield from self._firer_refusals(s, unit, attack)
        if not self.odds(s, attack, units, targets):
            yield Refusal("D-10.2.1", "fire_odds", {"units": units, "target_units": targets}, units)
        yield from self._help_refusals(s, action, attack)

    def _target_refusals(self, s: YaluState, action: Fire, attack: Attack) -> Iterator[Refusal]:
        """D-10.1.2: a unit is fired at once in a phase. D-10.6.1: defenders fire only at attackers of their own hex."""
        good = (
            fire.targets_in(s, 1 - SIDES.index(self.side), attack.hex)
            if self.assault
            else [u for u in attack.units if s.on_map(u) and attack.hex in s.rules.grid.neighbours[s.where[u]]]
        )
        for unit in action.targets:
            args = {"unit": unit, "hex": attack.hex}
            if unit not in good:
                sheltered = self.assault and s.rules.support[unit]
                rule = "D-12.1.6" if sheltered else "D-10.7.1" if self.assault else "D-10.6.1"
                yield Refusal(rule, "fire_sheltered" if sheltered else "fire_not_attacking", args, (unit,))
            elif s.flags[unit] & SHOT:
                yield Refusal("D-10.1.2", "fired_at_twice", args, (unit,))

    def _firer_refusals(self, s: YaluState, unit: int, attack: Attack) -> Iterator[Refusal]:
        """D-10.1.2: a unit fires once. D-10.7.2, D-10.6.1: only units that attack, or are attacked, fire."""
        args = {"unit": unit, "hex": attack.hex}
        if s.rules.side_of[unit] != SIDES.index(self.side) or not s.on_map(unit):
            yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": self.side}, (unit,))
        elif not s.rules.combat[unit]:
            yield Refusal("D-12.1.1" if s.rules.support[unit] else "D-16.1", "never_attacks", args, (unit,))
        elif s.flags[unit] & FIRED:
            yield Refusal("D-10.1.2", "fires_twice", args, (unit,))
        elif self.assault:
            if unit not in attack.units:
                yield Refusal("D-10.7.2", "not_designated", args, (unit,))
            elif s.flags[unit] & NEUTRALIZED:
                yield Refusal("D-10.7.2", "assault_neutralized", args, (unit,))
        elif s.where[unit] != attack.hex:
            yield Refusal("D-10.6.1", "not_attacked", args, (unit,))
        elif flooded(s, SIDES.index(self.side), attack.hex):
            yield Refusal("D-4.2", "fire_flooded", args, (unit,))
        elif s.flags[unit] & SURPRISED:
            yield Refusal("D-19.1.5", "fire_surprised", args, (unit,))
        elif attack.manner == "wave" and not faces_waves(s, unit):
            yield Refusal("D-10.9.4", "fire_at_wave", args, (unit,))

    def _help_refusals(self, s: YaluState, action: Fire, attack: Attack) -> Iterator[Refusal]:
        """D-10.6.2, D-10.5.6: UN support, in the assault only what was committed. D-10.6.3: no artillery in defence."""
        if self.side == SIDES[COMMUNIST]:
            if action.support or action.air:
                yield Refusal("D-12.1.1", "communist_support", {"side": self.side}, action.support)
            return
        if self.assault:
            left, air = self.at_hand(s, attack, action.units)
            for unit in Counter(action.support) - Counter(left):
                yield Refusal("D-10.5.6", "not_committed", {"unit": unit, "hex": attack.hex}, (unit,))
            if not 0 <= action.air <= air:
                yield Refusal("D-10.5.6", "air_not_committed", {"n": air, "hex": attack.hex})
        else:
            homes = {s.where[u] for u in action.units}
            yield from support.refusals(s, action.support, action.air, homes, attack.hex)
        yield from support.too_much(s, action.support, action.air)

    def _guns(self, action: Fire, attack: Attack) -> int:
        """D-11.5.4: the artillery of a hex helps one of the assaults on it. D-10.6.3, D-11.5.2: and nothing else.

        D-11.6: there is a marker for every hex that it is paid for."""
        return attack.guns if self.assault and action.guns == "yes" else 0

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A fire with its odds and its dice modifier."""
        attack = self.attack_of(s, action) if isinstance(action, Fire) and action.units else None
        if not isinstance(action, Fire) or attack is None:
            return super().describe(s, action)
        return "action.fire", {
            "units": action.units,
            "target_units": action.targets,
            "hex": s.where[action.targets[0]],
            "odds": self.odds(s, attack, action.units, action.targets) or "-",
            "modifier_drm": self.modifier(s, action, attack),
        }

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-17.6: conscripts fire once and then leave the map. D-10.1.1: after the end no unit fires."""
        if isinstance(action, End) and not self._waves_waiting(s):
            units = tuple(sorted({u for firers, _ in self._ranges(s) for u in firers}))
            yield Refusal("D-10.1.1", "fire_end", {"units": units}, units)
        once = tuple(u for u in action.units if s.rules.conscript[u]) if isinstance(action, Fire) else ()
        if once:
            yield Refusal("D-17.6", "conscripts_fire_once", {"units": once}, once)

    def modifiers(self, s: YaluState, action: Fire, attack: Attack) -> list[tuple[str, int, str]]:
        """The dice modifiers of a fire, one by one."""
        return fire.modifiers(
            s,
            action.targets,
            action.units,
            assault=self.assault,
            support=support.factors(s, action.support) + action.air,
            guns=self._guns(action, attack),
        )

    def modifier(self, s: YaluState, action: Fire, attack: Attack) -> int:
        """The sum of the dice modifiers of a fire."""
        return sum(drm for _, drm, _ in self.modifiers(s, action, attack))

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of a fire."""
        attack = self.attack_of(s, action) if isinstance(action, Fire) else None
        if not isinstance(action, Fire) or attack is None:
            return None
        strengths = self.power(s, attack, action.units), self.mass(s, attack, action.targets)
        rows, nr = self.modifiers(s, action, attack), chances.after_retreat(s, action.targets)
        return chances.of_fire(s, action.units, action.targets, strengths, rows, nr)

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """Roll dice for a fire; at the end of the defensive fire begin the assault."""
        if not isinstance(action, Fire):
            self.resolve(s)
            return
        attack = self.attack_of(s, action)
        assert attack is not None
        if action.support or action.air:
            trace("D-10.6.2" if not self.assault else "D-10.5.6")
        odds = self.odds(s, attack, action.units, action.targets)
        assert odds is not None
        salvo = Salvo(
            "un" if self.side == SIDES[UN] else "communist",
            self.assault,
            attack.hex,
            s.where[action.targets[0]],
            action.units,
            action.targets,
            odds,
            self.modifier(s, action, attack),
        )
        if self.assault:
            left = msgspec.structs.replace(
                attack,
                support=tuple(sorted((Counter(attack.support) - Counter(action.support)).elements())),
                air=attack.air - action.air,
                guns=attack.guns - self._guns(action, attack),
            )
            rest = tuple(left if a.hex == attack.hex else a for a in self.left)
            wave = attack.manner == "wave" and attack.hex not in self.waves
            waves = (*self.waves, attack.hex) if wave else self.waves
            s.replace(msgspec.structs.replace(self, left=rest, waves=waves))
        else:
            support.use(s, action.support, action.air)
        for unit in action.units:
            s.flag(unit, FIRED)
        for unit in action.targets:
            s.flag(unit, SHOT)
        s.push(salvo)

    def resolve(self, s: YaluState) -> None:
        """D-10.4.1: after the defensive fire the attackers that are left assault; after the assault the phase ends."""
        if not self.assault:
            s.replace(Firing("communist" if self.side == SIDES[UN] else "un", True, self.attacks, self.attacks))
            return
        for attack in self.attacks:
            if attack.hex in self.waves:
                spend_wave(s, attack)
            elif not any(s.flags[u] & FIRED for u in attack.units):
                s.log("D-10.1.1", "attack_dropped", hex=attack.hex)
        for unit in range(len(s.flags)):
            if s.flags[unit] & (FIRED | SHOT | SURPRISED):
                s.flag(unit, FIRED | SHOT | SURPRISED, on=False)
            if s.rules.naval[unit] and s.spent[unit]:
                s.spend(unit, 0)
        s.pop()

    def assaulted(self, s: YaluState, salvo: Salvo) -> None:
        """Waves are removed, lost divisions noted, an empty hex may be entered."""
        attack = next(a for a in self.attacks if a.hex == salvo.hex)
        losses = self.losses
        if self.side == SIDES[COMMUNIST]:
            losses += tuple(
                Loss(u, salvo.hex, s.rules.charts["attack_supply_bonus"][PRIZES[s.rules.nation[u]], "points"])
                for u in salvo.targets
                if s.rules.size[u] == "division" and s.rules.nation[u] in PRIZES and not s.on_map(u)
            )
            s.replace(msgspec.structs.replace(self, losses=losses))
        if attack.manner == "wave":
            spent = msgspec.structs.replace(attack, units=salvo.units)
            spend_wave(s, spent)
        if fire.targets_in(s, 1 - SIDES.index(self.side), salvo.hex):
            return
        # D-10.8.1: the hex is empty, and units that attacked it may enter it, at once (D-10.8.2)
        if attack.manner == "wave":
            spend_wave(s, attack)
        able = tuple(u for u in attack.units if s.on_map(u) and s.rules.mobile[u] and not s.flags[u] & NEUTRALIZED)
        homes = {s.where[u] for u in able}
        # support that was committed advances with its combat units, not without them
        able += tuple(sorted(u for u in set(attack.support) if not s.rules.naval[u] and s.where[u] in homes))
        if able and s.effect(SIDES.index(self.side), "advance"):  # D-4.2: the weather may stop advances
            trace("D-10.8.1", "D-10.8.2")
            s.push(Advancing(self.side, salvo.hex, able, tuple(loss for loss in losses if loss.hex == salvo.hex)))


def flooded(s: YaluState, side: int, h: Hex) -> bool:
    """D-4.2: whether the weather keeps units of a side in clear hexes from defensive fire."""
    return not s.effect(side, "fires_in_clear") and s.rules.terrain(h) == "clear"


def faces_waves(s: YaluState, unit: int) -> bool:
    """D-10.9.4: the 1st Marine Division and the two UK brigades fire at human waves.

    D-18.3: all US units do once General Ridgway commands.
    """
    if s.track[RIDGWAY] and s.rules.nation[unit] == "US":
        trace("D-18.3")
        return True
    return s.rules.steady[unit]


def spend_wave(s: YaluState, attack: Attack) -> None:
    """D-10.9.6: the units of a human wave are eliminated, unless neutralized by defensive fire before the assault."""
    lost = tuple(u for u in attack.units if s.on_map(u) and not s.flags[u] & NEUTRALIZED)
    if lost:
        s.log("D-10.9.6", "wave_spent", units=lost, hex=attack.hex)
        for unit in lost:
            stacking.eliminate(s, unit)


class Salvo(Frame, frozen=True):
    """One fire while it is resolved: dice, result, retreats, then the consequences."""

    side: Literal["un", "communist"]
    assault: bool
    hex: Place
    """The hex that is attacked."""
    at: Place
    """The hex that is fired at; in an assault the attacked hex."""
    units: Units
    targets: Units
    odds: str
    modifier: int
    rolled_dice: bool = False

    def resolve(self, s: YaluState) -> None:
        """Roll the dice; when result and retreats are done, apply the consequences."""
        if not self.rolled_dice:
            s.push(Roll(" ".join(("fire", s.rules.names.place(self.at))), 2, "D-10.2.2"))
        else:
            self._aftermath(s)

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-10.3.2: D destroys the targets. D-10.3.3: NR neutralizes them, and they retreat two hexes."""
        total = sum(dice) + self.modifier
        found = fire.result(s, self.odds, total)
        s.replace(msgspec.structs.replace(self, rolled_dice=True))
        s.log(
            "D-10.2.2",
            RESULTS[found],
            units=self.units,
            target_units=self.targets,
            odds=self.odds,
            dice=sum(dice),
            modifier_drm=self.modifier,
            total=total,
        )
        if found == "-":
            return
        by_hex: dict[Hex, list[int]] = {}
        for unit in self.targets:
            by_hex.setdefault(s.where[unit], []).append(unit)
        for h, targets in by_hex.items():
            self._hit(s, h, targets, found)

    def _hit(self, s: YaluState, h: Hex, targets: list[int], found: str) -> None:
        """Apply a result to the targets in a hex: they are eliminated, or neutralized and retreat."""
        # D-12.1.7 is about support that stands with combat units; support units alone in a hex are treated one by one
        beside = s.rules.side_of[targets[0]] == UN and s.rules.combat[targets[0]]
        helpers = tuple(support.land_at(s, h)) if beside else ()
        fragile, going = s.rules.edition.support_is_fragile, list[int]()
        for unit in targets:
            # D-12.1.6: support units that stand alone are destroyed by either result
            if found == "D" or (fragile and s.rules.support[unit]):
                trace("D-10.3.2" if found == "D" else "D-12.1.6")
                stacking.eliminate(s, unit)
            else:
                trace("D-10.3.3", "D-10.3.4")
                going.append(unit)
        if going:
            stacking.neutralize(s, going)
        retreating = tuple(u for u in going if s.on_map(u))
        s.push(Retreats(h, retreating, retreating, tuple(u for u in helpers if s.on_map(u))))

    def _aftermath(self, s: YaluState) -> None:
        """Conscripts that have fired are removed; the subphase sees to the other consequences."""
        s.pop()
        conscripts.spent(s, self.units)
        if self.assault:
            s.top.assaulted(s, self)  # type: ignore[attr-defined]
        elif not fire.targets_in(s, 1 - SIDES.index(self.side), self.at):
            trace("D-10.6.4")
