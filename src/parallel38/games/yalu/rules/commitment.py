"""C-25A, C-29 The Fire Commitment Subphase of Classic, and C-15 what its fires cost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Note, Preview
from parallel38.engine.values import Action, End
from parallel38.games.yalu.rules import chances, fire
from parallel38.games.yalu.rules.commits import (
    FREE,
    MANNERS,
    WAVES,
    Announced,
    Cancel,
    Commit,
    capped,
    dear,
    dear_rolls,
    grouped,
    keenest,
    odds,
    power,
    price,
)
from parallel38.games.yalu.rules.designation import attackers
from parallel38.games.yalu.rules.surprise import Surprise
from parallel38.games.yalu.rules.volleys import Defence
from parallel38.games.yalu.state import ASP, COMMUNIST, NEUTRALIZED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex, Region


def begin(s: YaluState, side: int) -> None:
    """Begin a combat phase with the first of its three subphases."""
    s.push(Commitment("communist" if side == COMMUNIST else "un"))


class _Stack(NamedTuple):
    """The enemy units of one hex that can be fired at."""

    hex: Hex
    targets: tuple[int, ...]

    def region(self, mode: str) -> Region:
        """The hex."""
        return 1 << self.hex


class Commitment(Frame, frozen=True):
    """The phasing side says which of its units fire at which enemy units; C-29: the UN without support."""

    side: Literal["un", "communist"]
    fires: tuple[Commit, ...] = ()

    def decider(self, s: YaluState) -> str | None:
        """The phasing side; None if there is nothing to attack."""
        return self.side if self.fires or attackers(s, SIDES.index(self.side)) else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the number of fires announced and the attack supply left."""
        return "commitment_" + self.side, {"side": self.side, "n": len(self.fires), "left": s.track[ASP]}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: fires, their withdrawal, the end."""
        return isinstance(action, Commit | Cancel | End)

    def on(self, targets: tuple[int, ...]) -> tuple[Commit, ...]:
        """The fires at any of these units."""
        return tuple(one for one in self.fires if {*one.targets} & {*targets})

    def _others(self, targets: tuple[int, ...]) -> dict[int, Commit]:
        """The units that fire at other units than these, with their fires."""
        same = self.on(targets)
        return {u: one for one in self.fires if one not in same for u in one.units}

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every stack that can be fired at, in each manner; every fire that can be withdrawn; the end."""
        for h, units in attackers(s, SIDES.index(self.side)).items():
            yield from self._offers_on(s, h, units)
        for one in self.fires:
            yield Offer("withdraw", action=Cancel(one.targets[0]))
        yield Offer("end", action=End())

    def _offers_on(self, s: YaluState, h: Hex, units: list[int]) -> Iterator[Offer]:
        there = tuple(fire.targets_in(s, 1 - SIDES.index(self.side), h))
        busy = self._others(there)
        free = tuple(u for u in units if u not in busy)
        bold = tuple(u for u in free if not s.rules.conscript[u])
        if not there or not free:
            return
        for manner in MANNERS if self.side == SIDES[COMMUNIST] else MANNERS[:1]:
            able = bold if manner in WAVES else free
            offer = Offer("attack", units=able, mode=manner, domain=_Stack(h, there))
            if able and next(self.expand(s, offer), None) is not None:
                yield offer

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """All units at the whole stack, and at each of its units; each unit alone at the whole stack."""
        if offer.verb != "attack":
            yield from super().expand(s, offer)
            return
        there, units = offer.domain.targets, offer.units
        groups = [(there, units), *(((u,), units) for u in there if len(there) > 1)]
        groups += [(there, (u,)) for u in units if len(units) > 1]
        for targets, firers in groups:
            action = Commit(targets, offer.mode, firers)
            if next(self.refusals(s, action), None) is None:
                yield action

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A fire by a random part of the units at a random part of the stack."""
        if offer.verb != "attack":
            return offer.action
        there, wave = offer.domain.targets, offer.mode in WAVES
        targets = there if wave else tuple(u for u in there if rng.random() < 0.6) or (rng.choice(there),)
        if not wave and rng.random() < 0.1:
            targets = self._wider(s, targets, rng)
        free = [u for u in self._free(s, Commit(targets, offer.mode)) if u in offer.units]
        units = tuple(u for u in free if rng.random() < 0.75) or tuple(free)
        action = Commit(targets, offer.mode, units)
        if units:
            action = msgspec.structs.replace(action, rolls=rng.randint(0, self._most_rolls(s, action)))
        return action if next(self.refusals(s, action), None) is None else None

    def _wider(self, s: YaluState, targets: tuple[int, ...], rng: Random) -> tuple[int, ...]:
        """Targets together with those of another hex at which some of the same units can fire, if there are any."""
        enemy = 1 - SIDES.index(self.side)
        stacks = [tuple(fire.targets_in(s, enemy, h)) for h in attackers(s, 1 - enemy) if h != s.where[targets[0]]]
        both = [(*targets, *there) for there in stacks if there and self._free(s, Commit((*targets, *there)))]
        return rng.choice(both) if both else targets

    def sample(self, s: YaluState, rng: Random) -> Action | None:
        """Mostly a new fire at a random stack, sometimes the withdrawal of one; then the end."""
        stacks = attackers(s, SIDES.index(self.side))
        aimed = {u for one in self.fires for u in one.targets}
        fresh = [h for h in stacks if not {*fire.targets_in(s, 1 - SIDES.index(self.side), h)} <= aimed]
        if not fresh or rng.random() < 1 / (len(fresh) + 1):
            again = self.fires and rng.random() < 0.1
            return Cancel(rng.choice(self.fires).targets[0]) if again else End()
        target = rng.choice(fresh)
        offers = list(self._offers_on(s, target, stacks[target]))
        return (self.draw(s, rng.choice(offers), rng) if offers else None) or End()

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers a fire: its targets, its manner, its units."""
        if not isinstance(action, Commit):
            return super().holds(s, offer, action)
        return (
            offer.verb == "attack"
            and offer.mode == action.manner
            and action.targets[0] in offer.domain.targets
            and {*action.units} <= {*offer.units}
        )

    def complete(self, s: YaluState, action: Action) -> Action:
        """A fire without units is made by all that can fire at the targets in that manner. The fire that is taken back
        is named by the first of its targets."""
        if isinstance(action, Cancel):
            return next((Cancel(one.targets[0]) for one in self.on((action.target,))), action)
        if not isinstance(action, Commit) or action.units or not action.targets:
            return action
        return Commit(action.targets, action.manner, self._free(s, action), action.rolls)

    def _free(self, s: YaluState, action: Commit) -> tuple[int, ...]:
        """The units that could make a fire."""
        busy = self._others(action.targets)
        able = attackers(s, SIDES.index(self.side))
        there = [able.get(h, []) for h in dict.fromkeys(s.where[u] for u in action.targets)]
        brave = action.manner in WAVES
        both = [u for u in there[0] if all(u in units for units in there)]
        return tuple(u for u in both if u not in busy and not (brave and s.rules.conscript[u]))

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that could be targets, the units that could fire at them, the manners, the fires above 1:2."""
        if not isinstance(action, Commit) or not action.targets:
            return {}
        manners = MANNERS if self.side == SIDES[COMMUNIST] else MANNERS[:1]
        found = {"targets": self._aims(s, action), "manner": manners, "units": self._free(s, action)}
        rolls = self._rolls(s, action)
        return {**found, "rolls": rolls} if len(rolls) > 1 else found

    def _aims(self, s: YaluState, commit: Commit) -> tuple[int, ...]:
        """The units in the hexes of the targets; C-9b: then those in other hexes beside all units that fire."""
        near, first = attackers(s, SIDES.index(self.side)), [s.where[u] for u in commit.targets]
        hexes = dict.fromkeys(first)
        if commit.manner not in WAVES and s.rules.setting.rulings["assault-hexes"] != "one":
            hexes |= dict.fromkeys(h for h, units in near.items() if commit.units and {*commit.units} <= {*units})
        return tuple(u for h in hexes for u in fire.targets_in(s, 1 - SIDES.index(self.side), h))

    def _rolls(self, s: YaluState, commit: Commit) -> tuple[int, ...]:
        """The numbers of fires above 1:2 that an attack can name: 0, as the odds announced say, and others."""
        column, best = odds(s, commit), keenest(s, commit)
        if self.side == SIDES[UN] or commit.manner in FREE or best is None or not dear(s, best):
            return (0,)
        least = 2 if column is not None and dear(s, column) else 1
        return (0, *range(least, min(self._most_rolls(s, commit), self._points(s, commit)) + 1))

    def _most_rolls(self, s: YaluState, commit: Commit) -> int:
        """C-9: as many fires above 1:2 as there are units to make them and targets for them; a single fire has one."""
        single = self.side == SIDES[UN] or commit.manner not in ("supplied",) or not grouped(s)
        return 1 if single else min(len(commit.units) or 1, len(commit.targets))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A fire with its odds and its price."""
        if isinstance(action, Cancel):
            return "action.cancel", {"unit": action.target}
        if not isinstance(action, Commit):
            return "action.end_commitment", {}
        args = {
            "units": action.units,
            "target_units": action.targets,
            "hex": s.where[action.targets[0]],
            "hexes": tuple(dict.fromkeys(s.where[u] for u in action.targets)),
            "rolls": dear_rolls(s, action),
            "manner_key": "manner.classic." + action.manner,
            "firing_factors": fire.whole(power(s, action)),
            "defending_factors": fire.whole(sum(fire.strength(s, u) for u in action.targets)),
            "odds": capped(s, odds(s, action), action.manner) or "-",
            "points": price(s, action),
        }
        return "action.commit" if self.side == SIDES[COMMUNIST] else "action.commit_un", args

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against an action of this subphase."""
        if isinstance(action, Cancel) and not self.on((action.target,)):
            yield Refusal("C-25A", "no_fire_there", {"unit": action.target}, (action.target,))
        elif isinstance(action, Commit):
            yield from self._commit_refusals(s, action)

    def _commit_refusals(self, s: YaluState, commit: Commit) -> Iterator[Refusal]:
        """C-25A: units of the side, enemy units. Then each unit, the manner, the odds, the price."""
        side, targets = SIDES.index(self.side), commit.targets
        if not targets or len({*targets}) < len(targets):
            yield Refusal("C-25A", "fire_nobody")
            return
        hexes = tuple(dict.fromkeys(s.where[u] for u in targets))
        if len(hexes) > 1 and s.rules.setting.rulings["assault-hexes"] == "one":
            yield Refusal("C-9b", "assault_two_hexes", {"units": targets}, targets)
            return
        aside = [refusal for unit in targets for refusal in self._target_refusals(s, unit)]
        yield from aside
        if aside:
            return
        if commit.manner not in MANNERS:
            yield Refusal("C-25A", "unknown_manner", {"manner": commit.manner, "names": MANNERS})
            return
        if side == UN and commit.manner != MANNERS[0]:
            rule = "C-25D1" if commit.manner in WAVES else "C-15a"
            yield Refusal(rule, "un_manner", {"manner_key": "manner.classic." + commit.manner})
            return
        h = s.where[targets[0]]
        if not commit.units or len({*commit.units}) < len(commit.units):
            yield Refusal("C-25A", "attack_nobody", {"hex": h})
            return
        barred = [refusal for unit in commit.units for refusal in self._unit_refusals(s, unit, commit)]
        yield from barred
        there = tuple(fire.targets_in(s, 1 - side, h))
        if commit.manner in WAVES and {*there} != {*targets}:
            yield Refusal("C-25D2", "wave_whole_stack", {"hex": h, "units": there}, there, (h,))
        most = self._most_rolls(s, commit)
        if not 0 <= commit.rolls <= most:
            yield Refusal("C-25A", "too_many_rolls", {"n": most})
        elif not barred:
            yield from self._price_refusals(s, commit)

    def _target_refusals(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """Every reason why a unit cannot be a target. C-12b: not ships. C-11d: not support that stands with others."""
        rules, side, args = s.rules, SIDES.index(self.side), {"unit": unit, "units": (unit,), "hex": s.where[unit]}
        if rules.side_of[unit] == side or not s.on_map(unit):
            yield Refusal("C-25A", "fire_no_enemy", args, (unit,))
        elif rules.naval[unit]:
            yield Refusal("C-12b", "only_ships", {"hex": s.where[unit]}, (unit,))
        elif rules.guerrilla[unit]:
            yield Refusal("C-17g", "fire_at_guerrilla", args, (unit,))
        elif unit not in fire.targets_in(s, 1 - side, s.where[unit]):
            yield Refusal("C-11d", "fire_sheltered", {"unit": unit, "hex": s.where[unit]}, (unit,))

    def _unit_refusals(self, s: YaluState, unit: int, commit: Commit) -> Iterator[Refusal]:
        """C-9: a unit fires once. C-9b: beside its targets. C-16: not neutralized. C-25D3: no conscripts in waves."""
        rules, side, hexes = s.rules, SIDES.index(self.side), dict.fromkeys(s.where[u] for u in commit.targets)
        args = {"unit": unit, "hex": next(iter(hexes))}
        if rules.side_of[unit] != side or not s.on_map(unit):
            yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": self.side}, (unit,))
            return
        if not rules.combat[unit]:
            yield Refusal("C-11a" if rules.support[unit] else "C-17g", "never_attacks", args, (unit,))
            return
        if s.flags[unit] & NEUTRALIZED:
            yield Refusal("C-16", "attack_neutralized", args, (unit,))
        for h in hexes:
            if h not in rules.grid.neighbours[s.where[unit]]:
                yield Refusal("C-9b", "attack_far", {**args, "hex": h}, (unit,), (h,))
            elif rules.barriers.has(s.where[unit], h):
                yield Refusal("C-9b", "attack_water", {**args, "hex": h}, (unit,), (h,))
        if not s.effect(side, "attacks_north") and rules.north >> s.where[unit] & 1:
            yield Refusal("D-4.2", "attack_weather", args, (unit,))
        other = self._others(commit.targets).get(unit)
        if other is not None:
            yield Refusal("C-9", "fires_elsewhere", {**args, "target_units": other.targets}, (unit,))
        if commit.manner in WAVES and rules.conscript[unit]:
            yield Refusal("C-25D3", "conscript_wave", args, (unit,))

    def _price_refusals(self, s: YaluState, commit: Commit) -> Iterator[Refusal]:
        """C-9: not below 1:6. C-15b: above 1:2 only with attack supply."""
        args = {"units": commit.units, "target_units": commit.targets}
        if keenest(s, commit) is None:
            yield Refusal("C-9", "fire_odds", args, commit.units)
        elif price(s, commit) > self._points(s, commit):
            rule = "C-25D4" if commit.manner in WAVES else "C-15b"
            more = {"n": price(s, commit), "left": self._points(s, commit)}
            yield Refusal(rule, "fire_unpaid", {**args, **more}, commit.units)

    def _points(self, s: YaluState, commit: Commit) -> int:
        """The attack supply that there is for a fire, with that of the fires whose place it takes."""
        return s.track[ASP] + sum(price(s, one) for one in self.on(commit.targets))

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """C-25D3: all units in a human wave are lost."""
        if isinstance(action, Commit) and action.manner in WAVES:
            yield Refusal("C-25D3", "wave_dies", {"units": action.units}, action.units)

    def price(self, s: YaluState, action: Action) -> Iterator[Note]:
        """C-15a: the attack supply of a fire."""
        if isinstance(action, Commit) and self.side == SIDES[COMMUNIST]:
            yield Note("price.attack", {"n": price(s, action), "left": self._points(s, action)}, "C-15a")

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of a fire as it is announced, and what may still change them.

        C-25B, C-29B: defensive fire comes first; C-25D1: not at a wave. C-11c: the UN chooses support after it.
        """
        if not isinstance(action, Commit):
            return None
        strengths = power(s, action), sum(fire.strength(s, u) for u in action.targets)
        rows = fire.modifiers(s, action.targets, action.units, assault=True)
        nr = chances.after_retreat(s, action.targets)
        column = capped(s, odds(s, action), action.manner)
        found = chances.of_fire(s, action.units, action.targets, strengths, rows, nr, column)
        return msgspec.structs.replace(found, notes=(*found.notes, self._yet_to_come(action)))

    def _yet_to_come(self, commit: Commit) -> Note:
        """What comes between the announcement of a fire and its dice."""
        if commit.manner in WAVES:
            return Note("odds.wave_unfired", {}, "C-25D1")
        if self.side == SIDES[UN]:
            return Note("odds.before_support", {}, "C-29B")
        return Note("odds.before_defence", {}, "C-25B")

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """C-25A: points are paid as fires are announced; until the subphase ends a fire may be withdrawn for them."""
        if isinstance(action, End):
            self.resolve(s)
            return
        assert isinstance(action, Commit | Cancel)
        targets = (action.target,) if isinstance(action, Cancel) else action.targets
        old = self.on(targets)
        points = sum(price(s, one) for one in old) - (price(s, action) if isinstance(action, Commit) else 0)
        if points:
            s.tell(ASP, s.track[ASP] + points)
        rest = tuple(one for one in self.fires if one not in old)
        if isinstance(action, Cancel):
            s.replace(Commitment(self.side, rest))
            s.log("C-25A", "fire_withdrawn", unit=action.target)
            return
        s.replace(Commitment(self.side, (*rest, action)))
        _, args = self.describe(s, action)
        if self.side == SIDES[COMMUNIST]:
            s.log("C-25A", "fire_committed", **args)
        else:
            s.log("C-29", "fire_committed_un", **args)

    def resolve(self, s: YaluState) -> None:
        """C-25A, C-29: after the commitment comes surprise, then defensive fire, then the assault.

        C-31: surprise is possible in the first turn only. C-31b: one die for each unit that is a target; none for those
        of waves.
        """
        s.pop()
        if not self.fires:
            return
        fires = tuple(
            Announced(
                tuple(dict.fromkeys(s.where[u] for u in one.targets)),
                one.targets,
                one.manner,
                one.units,
                1 if self.side == SIDES[UN] else dear_rolls(s, one),
            )
            for one in self.fires
        )
        s.push(Defence("un" if self.side == SIDES[COMMUNIST] else "communist", fires, allotting=True))
        if self.side == SIDES[COMMUNIST] and s.turn <= s.rules.edition.surprise_turns:
            aimed = [u for one in self.fires if one.manner not in WAVES for u in one.targets]
            s.push(Surprise(tuple(aimed)))
