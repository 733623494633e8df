"""9.4 The UN Bug-out Phase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, Literal

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Path, Place, Unit, Units
from parallel38.games.yalu.rules import chances, fire, flight, guerrillas, march, stacking, zones
from parallel38.games.yalu.rules.advance import Advancing
from parallel38.games.yalu.rules.costs import obstacles
from parallel38.games.yalu.rules.firing import PRIZES, Fire
from parallel38.games.yalu.rules.flight import Ways
from parallel38.games.yalu.state import (
    ASP,
    COMMUNIST,
    FIRED,
    NEUTRALIZED,
    REGROUP,
    RIDGWAY,
    SIDES,
    UN,
    YaluState,
)
from parallel38.hexgrid import Hex

SIZES = ("regiment", "brigade", "division")
TIMES = 2
"""D-9.4.6: the number by which combat factors are multiplied."""


class BugOut(Action, frozen=True):
    """A unit bugs out along a path. Written `bugout US-2 0714-0715-0815`, or with the last hex alone."""

    intent = "go"

    unit: Unit
    path: Path


def closed(s: YaluState) -> Refusal | None:
    """D-19.2: there is no bug-out in the first turn. D-18.3: nor once General Ridgway commands."""
    if s.turn == 1:
        return Refusal("D-19.2", "no_bug_out_first")
    return Refusal("D-18.3", "no_bug_out_ridgway") if s.track[RIDGWAY] else None


def begin(s: YaluState) -> bool:
    """Ask the UN for bug-outs; return whether any unit can bug out."""
    frame = BuggingOut()
    if frame.decider(s):
        s.push(frame)
        return True
    return False


def unit_refusals(s: YaluState, unit: int) -> Iterator[Refusal]:
    """Every reason why a unit may not bug out at all.

    D-9.4.1: only regiments, brigades and divisions in a Communist zone may, and no ROK ones; C-24a: in Classic all
    units that can move, but ROK ones. D-14.2, C-24a: nor neutralized units. D-4.2: nor where the weather stops all
    movement.
    """
    rules, args, edition = s.rules, {"unit": unit}, s.rules.edition
    if rules.side_of[unit] != UN or not s.on_map(unit):
        yield Refusal("D-2.7", "not_yours", {**args, "side": SIDES[UN]}, (unit,))
        return
    if edition.all_bug_out and not rules.mobile[unit]:
        yield Refusal("D-9.4.1", "no_movement", args, (unit,))
        return
    here = s.where[unit]
    if rules.nation[unit] == "ROK":
        yield Refusal("D-9.4.1", "bug_out_rok", args, (unit,))
    if not edition.all_bug_out and rules.size[unit] not in SIZES:
        yield Refusal("D-9.4.1", "bug_out_size", args, (unit,))
    if s.flags[unit] & NEUTRALIZED:
        yield Refusal(edition.shaken_bug_out_rule, "bug_out_neutralized", args, (unit,))
    if not zones.zone(s, COMMUNIST) >> here & 1:
        yield Refusal("D-9.4.1", "bug_out_free", {**args, "hex": here}, (unit,), (here,))
    for bar in obstacles(s, UN):  # of these only a blizzard can lie over a unit on land
        if bar.region >> here & 1 and rules.land >> here & 1:
            yield Refusal(bar.rule, bar.text, {"hex": here}, (unit,), (here,))


class BuggingOut(Frame, frozen=True):
    """The UN decides which units bug out, one after the other. `taken` are the paths that were taken, one for each
    hex."""

    taken: tuple[Path, ...] = ()

    def decider(self, s: YaluState) -> str | None:
        """D-9.4.1: the UN, as long as a unit can bug out."""
        return SIDES[UN] if any(ways.canonical for _, ways in self._open(s)) else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that can bug out."""
        units = tuple(unit for unit, ways in self._open(s) if ways.canonical)
        return "bug_out", {"side": SIDES[UN], "units": units}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: bug-outs and the end of the phase."""
        return isinstance(action, BugOut | End)

    def ways(self, s: YaluState, unit: int) -> Ways:
        """D-9.4.2: the ways by which a unit may bug out; units of one hex take one way."""
        fixed = next((way for way in self.taken if way[0] == s.where[unit]), ())
        return flight.ways(s, unit, fixed)

    def _able(self, s: YaluState) -> Iterator[int]:
        return (unit for unit in s.present(UN) if next(unit_refusals(s, unit), None) is None)

    def _open(self, s: YaluState) -> Iterator[tuple[int, Ways]]:
        return ((unit, self.ways(s, unit)) for unit in self._able(s))

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every unit that can bug out, with its possible end hexes; the end of the phase."""
        for unit in self._able(s):
            yield self._offer(s, unit)
        yield self._offer(s, None)

    def _offer(self, s: YaluState, unit: int | None) -> Offer:
        if unit is None:
            return Offer("end", action=End())
        return Offer("bugout", units=(unit,), domain=self.ways(s, unit))

    def sample(self, s: YaluState, rng: Random) -> Action | None:
        """A random unit with one of its ways, or the end of the phase."""
        return self.sample_of(s, self._able(s), lambda unit: [self._offer(s, unit)], rng)

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """For each end hex, the way through the fewest zones."""
        if offer.verb != "bugout":
            yield from super().expand(s, offer)
            return
        found = offer.domain.canonical
        for h in sorted(found, key=s.rules.grid.label):
            yield BugOut(offer.units[0], found[h])

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A bug-out by a random way."""
        if offer.verb != "bugout":
            return offer.action
        way = offer.domain.draw(rng)
        return BugOut(offer.units[0], way) if way else None

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether the path is one of those offered to the unit."""
        if not isinstance(action, BugOut):
            return super().holds(s, offer, action)
        return offer.verb == "bugout" and action.unit in offer.units and offer.domain.legal(action.path)

    def complete(self, s: YaluState, action: Action) -> Action:
        """Fill in the start, and for a single hex the way to it; if there is none, a path that a refusal can
        explain."""
        if not isinstance(action, BugOut) or not s.on_map(action.unit) or action.path[0] == s.where[action.unit]:
            return action
        if len(action.path) == 1 and next(unit_refusals(s, action.unit), None) is None:
            ways = self.ways(s, action.unit)
            way = ways.canonical.get(action.path[0]) or ways.straight(action.path[0])
            if way:
                return BugOut(action.unit, way)
        return BugOut(action.unit, (s.where[action.unit], *action.path))

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a bug-out."""
        if not isinstance(action, BugOut):
            return
        barred = False
        for refusal in unit_refusals(s, action.unit):
            barred = True
            yield refusal
        if barred:
            return
        ways = self.ways(s, action.unit)
        if not ways.canonical:
            yield Refusal("D-9.4.2", "bug_out_nowhere", {"unit": action.unit}, (action.unit,))
        for refusal in flight.leg_refusals(s, action.unit, action.path, ways):
            barred = True
            yield refusal
        if not barred and not ways.legal(action.path):
            yield flight.way_bar(action.unit, action.path, ways)
        elif not barred and not ways.halt(action.path):
            args = {"unit": action.unit, "hexes": action.path[1:]}
            yield Refusal("D-7.2.1", "bug_out_full", args, (), action.path[1:])

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-9.4.3: the unit may be fired at on the way. D-7.2.1: it stops early where there is no room. D-9.4.1: after
        the end no unit bugs out."""
        if not isinstance(action, BugOut):
            units = self.prompt(s)[1]["units"]
            yield Refusal("D-9.4.1", "bug_out_end", {"units": units}, units)
            return
        ways = self.ways(s, action.unit)
        halt = ways.halt(action.path)
        shot = tuple(h for h in action.path[1 : halt + 1] if firers(s, action.unit, h))
        if shot:
            yield Refusal("D-9.4.3", "bug_out_fire", {"unit": action.unit, "hexes": shot}, (), shot)
        if halt < len(action.path) - 1:
            args = {"unit": action.unit, "hex": action.path[halt], "full_hex": action.path[-1]}
            yield Refusal("D-7.2.1", "bug_out_crowded", args, (), action.path[halt + 1 :])

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The end hex of a bug-out, and the number of zones on its path."""
        if not isinstance(action, BugOut):
            return super().describe(s, action)
        stops = self.ways(s, action.unit).stops(action.path)
        key = "action.bugout" if stops[-1].zones else "action.bugout_free"
        return key, {"unit": action.unit, "to_hex": action.path[-1], "n": stops[-1].zones}

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """A unit sets out along its path, or the phase ends."""
        if not isinstance(action, BugOut):
            self.resolve(s)
            return
        halt = self.ways(s, action.unit).halt(action.path)
        s.replace(BuggingOut(flight.taken_with(self.taken, action.path)))
        s.log("D-9.4.1", "bug_out", unit=action.unit, from_hex=action.path[0], to_hex=action.path[-1])
        s.push(Flight(action.unit, action.path, halt))

    def resolve(self, s: YaluState) -> None:
        """D-9.4.6: units that have fired may fire again in the assault. D-9.4.9: emptied hexes may be entered."""
        for unit in s.present(COMMUNIST):
            s.flag(unit, FIRED, on=False)
        emptied = tuple(way[0] for way in self.taken if not s.held_by(UN) >> way[0] & 1)
        s.replace(Pursuits(emptied))


# ------------------------------------------------------------------------------------------------------------ the way


def firers(s: YaluState, unit: int, h: Hex) -> tuple[int, ...]:
    """The Communist units that can fire at a unit that bugs out when it enters a hex.

    D-9.4.3: in a hex of a Communist zone, units next to it. D-9.4.4: units that have not fired in this phase. D-14.2:
    not neutralized ones. Together they must reach the lowest odds (D-10.2.1).
    """
    units = able(s, h)
    if not units or not odds(s, units, unit):
        return ()
    trace("D-9.4.3")
    return units


def firer_refusals(s: YaluState, unit: int, h: Hex) -> Iterator[Refusal]:
    """D-9.4.3, D-9.4.4, D-14.2, D-10.1.4: every reason why a unit may not fire at units that enter a hex.

    D-9.4.4: once in the phase; C-24f: in Classic once in each hex.
    """
    rules, args = s.rules, {"unit": unit, "hex": h}
    if rules.side_of[unit] != COMMUNIST or not s.on_map(unit):
        yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": SIDES[COMMUNIST]}, (unit,))
    elif not rules.combat[unit]:
        yield Refusal("D-16.1", "never_attacks", args, (unit,))
    elif h not in rules.grid.neighbours[s.where[unit]]:
        yield Refusal("D-9.4.3", "attack_far", args, (unit,))
    elif rules.barriers.has(s.where[unit], h):
        yield Refusal("D-10.1.4", "attack_water", args, (unit,))
    elif s.flags[unit] & NEUTRALIZED:
        yield Refusal("D-14.2", "attack_neutralized", args, (unit,))
    elif s.flags[unit] & REGROUP:
        yield Refusal("D-15.4.1", "attack_regrouping", args, (unit,))
    elif s.flags[unit] & FIRED:
        yield Refusal("D-9.4.4", "fires_twice", args, (unit,))


def power(s: YaluState, units: tuple[int, ...]) -> int:
    """D-9.4.6: twice the combat factors, added up, in quarters of a factor; attack supply does not matter."""
    return TIMES * sum(fire.strength(s, u) for u in units)


def odds(s: YaluState, units: tuple[int, ...], *targets: int) -> str | None:
    """The odds column of a fire at units that bug out; None below the lowest odds."""
    return fire.column(s, power(s, units), sum(fire.strength(s, u) for u in targets))


def able(s: YaluState, h: Hex) -> tuple[int, ...]:
    """D-9.4.3, C-24c: the Communist units that can fire at units that enter a hex: in its zone, those beside it."""
    if not zones.zone(s, COMMUNIST) >> h & 1:
        return ()
    return tuple(u for u in s.present(COMMUNIST) if next(firer_refusals(s, u, h), None) is None)


class Flight(Frame, frozen=True):
    """A unit that bugs out. `at` is the leg of the path that it has reached, `halt` the leg where it will stop.

    `doing` says what is next: to "go" on; "fire", which the Communists decide; "guerrillas", with so many `dice` left.
    """

    unit: Unit
    path: Path
    halt: int
    at: int = 0
    doing: Literal["go", "fire", "guerrillas"] = "go"
    dice: int = 0

    @property
    def hex(self) -> Hex:
        """The hex that the unit has reached."""
        return self.path[self.at]

    def decider(self, s: YaluState) -> str | None:
        """D-9.4.5: the Communists decide as the unit enters the hex, if they can fire at all."""
        return SIDES[COMMUNIST] if self.doing == "fire" and firers(s, self.unit, self.hex) else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the unit, its hex and the units that can fire."""
        units = firers(s, self.unit, self.hex)
        return "bug_out_fire", {"side": SIDES[COMMUNIST], "unit": self.unit, "hex": self.hex, "units": units}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: a fire, or the end."""
        return isinstance(action, Fire | End)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """A fire by the units that can, and holding fire."""
        yield Offer("fire", units=firers(s, self.unit, self.hex), domain=Hexes(1 << self.hex))
        yield Offer("end", action=End())

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """A fire by all units that can, and by each one alone."""
        if offer.verb != "fire":
            yield from super().expand(s, offer)
            return
        groups = [offer.units, *((u,) for u in offer.units)] if len(offer.units) > 1 else [offer.units]
        for units in groups:
            if odds(s, units, self.unit):
                yield Fire((self.unit,), units)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A fire by a random part of the units that can."""
        if offer.verb != "fire":
            return offer.action
        units = tuple(sorted(rng.sample(offer.units, rng.randint(1, len(offer.units)))))
        return Fire((self.unit,), units if odds(s, units, self.unit) else offer.units)

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether all firers of an action are among those offered."""
        if not isinstance(action, Fire):
            return super().holds(s, offer, action)
        return offer.verb == "fire" and action.targets == (self.unit,) and {*action.units} <= {*offer.units}

    def complete(self, s: YaluState, action: Action) -> Action:
        """A fire without firers is made by all units that can fire."""
        if not isinstance(action, Fire) or action.units:
            return action
        units = firers(s, self.unit, self.hex)
        return Fire(action.targets, units, action.support, action.air, action.guns)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a fire at a unit that bugs out. D-9.4.6: units may combine. D-12.1.1: there is no
        support."""
        if not isinstance(action, Fire):
            return
        units = action.units
        if not units or len({*units}) < len(units):
            yield Refusal("D-10.1.3", "fire_nobody")
            return
        if action.targets != (self.unit,):
            args = {"unit": self.unit, "hex": self.hex}
            yield Refusal("D-9.4.3", "bug_out_target", args, action.targets, (self.hex,))
        barred = False
        for unit in units:
            for refusal in firer_refusals(s, unit, self.hex):
                barred = True
                yield refusal
        if action.support or action.air:
            yield Refusal("D-12.1.1", "communist_support", {"side": SIDES[COMMUNIST]}, action.support)
        if not barred and not odds(s, units, self.unit):
            yield Refusal("D-10.2.1", "fire_odds", {"units": units, "target_units": (self.unit,)}, units)

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A fire with its odds and its dice modifier."""
        if not isinstance(action, Fire):
            return "action.hold_fire", {"unit": self.unit, "hex": self.hex}
        return "action.fire", {
            "units": action.units,
            "target_units": action.targets,
            "hex": self.hex,
            "odds": odds(s, action.units, self.unit) or "-",
            "modifier_drm": self.modifier(s, action.units),
        }

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of a fire: D-9.4.7, NR neutralizes without a retreat."""
        if not isinstance(action, Fire):
            return None
        strengths = power(s, action.units), fire.strength(s, self.unit)
        rows = fire.modifiers(s, (self.unit,), action.units, assault=True)
        return chances.of_fire(s, action.units, (self.unit,), strengths, rows, "neutralized")

    def modifier(self, s: YaluState, units: tuple[int, ...]) -> int:
        """D-9.4.6: terrain counts as in an assault; D-11.5.2: there is no artillery."""
        return fire.modifier(s, (self.unit,), units, assault=True)

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """D-9.4.4: one fire for each hex. D-9.4.5: units that hold their fire may fire later."""
        s.replace(self._watched(s))
        if not isinstance(action, Fire):
            s.log("D-9.4.5", "bug_out_spared", unit=self.unit, hex=self.hex)
            return
        volley = Volley(self.unit, action.units, odds(s, action.units, self.unit) or "", self.modifier(s, action.units))
        for unit in action.units:
            s.flag(unit, FIRED)
        s.push(volley)

    def _watched(self, s: YaluState) -> Flight:
        """The frame after the fire: D-16.3, dice for guerrillas on a road or railway."""
        dice = guerrillas.in_the_way(s, self.hex)
        return msgspec.structs.replace(self, doing="guerrillas", dice=dice)

    def resolve(self, s: YaluState) -> None:
        """The unit goes on, hex by hex, until it reaches the end of its path, is hit or is stopped."""
        if not s.on_map(self.unit) or s.flags[self.unit] & NEUTRALIZED:
            self._end(s)
        elif self.doing == "fire":
            s.replace(self._watched(s))
        elif self.doing == "guerrillas" and self.dice:
            words = ("guerrillas", s.rules.names.unit(self.unit), s.rules.names.place(self.hex))
            s.push(Roll(" ".join(words), 1, "D-16.3"))
        elif self.at == self.halt:
            self._end(s)
        else:
            there = self.path[self.at + 1]
            if self.at and zones.zone(s, COMMUNIST) >> self.hex & 1:
                trace("D-8.3.4")
            s.move(self.unit, there)
            march.arrive(s, (self.unit,), there)
            # D-9.4.3: it can be fired at in every hex that it enters, so not where it began
            s.replace(msgspec.structs.replace(self, at=self.at + 1, doing="fire"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-16.3: a 6 stops the unit, and its bug-out ends there."""
        held = dice[0] == 6
        text = "stopped_by_guerrilla" if held else "past_guerrilla"
        s.log("D-16.3", text, unit=self.unit, hex=self.hex, die=dice[0])
        halt, left = (self.at, 0) if held else (self.halt, self.dice - 1)
        s.replace(msgspec.structs.replace(self, halt=halt, dice=left))

    def _end(self, s: YaluState) -> None:
        """D-9.4.8: a unit not neutralized by fire is neutralized now. D-7.3: a unit stopped in a full hex over-stacks
        it.

        D-11.2.3: a US division that is lost brings attack supply.
        """
        unit, rules = self.unit, s.rules
        s.pop()
        if s.on_map(unit):
            if not s.flags[unit] & NEUTRALIZED:
                s.log("D-9.4.8", "bugged_out", unit=unit, hex=self.hex)
                stacking.neutralize(s, [unit])
            if stacking.over_limit(s, UN, s.stacks(UN)[self.hex]):
                stacking.penalty(s, UN, self.hex)
        if not s.on_map(unit) and rules.size[unit] == "division" and rules.nation[unit] in PRIZES:
            points = rules.charts["attack_supply_bonus"][PRIZES[rules.nation[unit]], "points"]
            s.tell(ASP, s.track[ASP] + points)
            s.log("D-11.2.3", "bug_out_points", unit=unit, n=points, total=s.track[ASP])


RESULTS = {"D": "bug_out_destroyed", "NR": "bug_out_hit", "-": "bug_out_missed"}


class Volley(Frame, frozen=True):
    """A fire at a unit that bugs out."""

    unit: Unit
    units: Units
    odds: str
    modifier: int

    def resolve(self, s: YaluState) -> None:
        """Roll two dice."""
        s.push(Roll(" ".join(("bugout", s.rules.names.place(s.where[self.unit]))), 2, "D-9.4.6"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """The result strikes the unit."""
        s.pop()
        strike(s, (self.unit,), self.units, self.odds, sum(dice), self.modifier)


def strike(s: YaluState, targets: Units, units: Units, odds: str, dice: int, modifier: int) -> str:
    """Apply the dice of a fire at units that bug out; return the result.

    D-10.3.2: D destroys them. D-9.4.7: NR neutralizes them where they are, without a retreat.
    """
    total = dice + modifier
    found = fire.result(s, odds, total)
    for unit in targets:
        s.log(
            "D-9.4.7" if found == "NR" else "D-9.4.6",
            RESULTS[found],
            unit=unit,
            hex=s.where[unit],
            by_units=units,
            odds=odds,
            dice=dice,
            modifier_drm=modifier,
            total=total,
        )
        if found == "D":
            trace("D-10.3.2")
            stacking.eliminate(s, unit)
        elif found == "NR":
            stacking.neutralize(s, [unit])
    return found


# -------------------------------------------------------------------------------------------------------- afterwards


class Pursuit(Advancing, frozen=True):
    """D-9.4.9: Communist units next to a hex that a bug-out has emptied may enter it."""

    rule: ClassVar[str] = "D-9.4.9"
    stranger: ClassVar[str] = "pursuit_other"


class Pursuits(Frame, frozen=True):
    """The hexes that bug-outs have emptied, one after the other; `at` is the index of the next one."""

    hexes: tuple[Place, ...]
    at: int = 0

    def resolve(self, s: YaluState) -> None:
        """D-9.4.9: the next hex that a unit can enter. Units that have entered one stay there."""
        if self.at == len(self.hexes):
            s.pop()
            return
        there = self.hexes[self.at]
        s.replace(Pursuits(self.hexes, self.at + 1))
        units = tuple(u for u in s.present(COMMUNIST) if self._able(s, u, there))
        if units and s.effect(COMMUNIST, "advance"):
            s.push(Pursuit("communist", there, units))

    def _able(self, s: YaluState, unit: int, there: Hex) -> bool:
        rules, here = s.rules, s.where[unit]
        return (
            rules.combat[unit]
            and rules.mobile[unit]
            and not s.flags[unit] & (NEUTRALIZED | REGROUP)
            and there in rules.grid.neighbours[here]
            and not rules.barriers.has(here, there)
            and here not in self.hexes
        )
