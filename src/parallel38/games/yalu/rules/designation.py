"""10.5 Attack designation, 11.4 supplying attacks, 11.5 Communist artillery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Note, Preview, WhatIf
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place
from parallel38.games.yalu.rules import fire, outlook, support, surprise
from parallel38.games.yalu.rules.attacks import MANNERS, Attack
from parallel38.games.yalu.state import AIR, ASP, COMMUNIST, NEUTRALIZED, REGROUP, SIDES, UN, YaluState
from parallel38.hexgrid import Hex, Region

MOST_GUNS = 2


class Withdraw(Action, frozen=True):
    """Take back a designated attack. Written `withdraw 1113`."""

    hex: Place


def begin(s: YaluState, side: int) -> None:
    """Begin a combat phase with the first of its three subphases."""
    s.push(Designation("communist" if side == COMMUNIST else "un"))


def may_attack(s: YaluState, unit: int) -> bool:
    """D-14.2: not neutralized. D-15.4.1: not regrouping. D-12.1.5: support units do not attack by themselves."""
    return s.rules.combat[unit] and s.on_map(unit) and not s.flags[unit] & (NEUTRALIZED | REGROUP)


def attackers(s: YaluState, side: int) -> dict[Hex, list[int]]:
    """The enemy hexes that a side could attack, with the units that could.

    D-10.1.4: from the hexes beside it. Fire does not cross reservoirs and estuaries, as zones of control do not.
    D-4.2: the weather may stop attacks by units north of the Weather Line.
    """
    found: dict[Hex, list[int]] = {}
    still = 0 if s.effect(side, "attacks_north") else s.rules.north
    enemy, barriers = s.held_by(1 - side), s.rules.barriers
    beside = s.rules.grid.around(enemy)
    for h, units in s.stacks(side).items():
        if (beside & ~still) >> h & 1:
            able = [u for u in units if may_attack(s, u)]
            for near in s.rules.grid.neighbours[h] if able else ():
                if enemy >> near & 1 and not barriers.has(h, near):
                    found.setdefault(near, []).extend(able)
    return found


def price(s: YaluState, target: Hex, manner: str, guns: int) -> int:
    """The attack supply points of an attack."""
    return s.rules.edition.attack_price(s, target, manner, guns)


def price_by_latitude(s: YaluState, target: Hex, manner: str, guns: int) -> int:
    """The attack supply points of an attack in Deluxe.

    D-11.4.2: 1 on or north of the Weather Line, 2 between it and the 38th Parallel, 3 on or south of that. D-11.5.3:
    artillery costs two more for each point that it takes off the dice. D-10.5.5: an unsupplied attack costs nothing.
    """
    if manner == "unsupplied":
        trace("D-10.5.5")
        return 0
    areas = s.rules.board.areas
    if (areas["north_of_weather_line"] | areas["weather_line"]) >> target & 1:
        band = "north"
    else:
        band = "south" if (areas["on_38"] | areas["south_of_38"]) >> target & 1 else "between"
    cost = s.rules.charts["attack_supply_cost"][band, "points"]
    return cost + (s.rules.charts["attack_supply_artillery"][str(-guns), "points"] if guns else 0)


class _Target(NamedTuple):
    hex: Hex
    points: int
    """The points of attack supply that may be spent on the target."""

    def region(self, mode: str) -> Region:
        """The target hex."""
        return 1 << self.hex


class Designation(Frame, frozen=True):
    """The phasing side says which of its units attack which hexes (D-10.5.1)."""

    side: Literal["un", "communist"]
    attacks: tuple[Attack, ...] = ()

    def decider(self, s: YaluState) -> str | None:
        """The phasing side; None if there is nothing to attack."""
        return self.side if self.attacks or attackers(s, SIDES.index(self.side)) else None

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the number of attacks designated and the points or air factors left."""
        left = s.track[ASP] if self.side == SIDES[COMMUNIST] else s.track[AIR]
        return "designation_" + self.side, {"side": self.side, "n": len(self.attacks), "left": left}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: attacks, their withdrawal, the end."""
        return isinstance(action, Attack | Withdraw | End)

    def on(self, h: Hex) -> Attack | None:
        """The attack designated on a hex, or None."""
        return next((a for a in self.attacks if a.hex == h), None)

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Every hex that can be attacked, in each manner; every attack that can be withdrawn; the end."""
        for target, units in attackers(s, SIDES.index(self.side)).items():
            yield from self._target_offers(s, target, units)
        for attack in self.attacks:
            yield Offer("withdraw", action=Withdraw(attack.hex))
        yield Offer("end", action=End())

    def _target_offers(self, s: YaluState, target: Hex, units: list[int]) -> Iterator[Offer]:
        busy = {u for a in self.attacks if a.hex != target for u in a.units}
        free = tuple(u for u in units if u not in busy)
        if not free:
            return
        if self.side == SIDES[UN]:
            yield Offer("attack", units=free, mode="supplied", domain=_Target(target, 0))
            return
        before = self.on(target)
        points = s.track[ASP] + (price(s, target, before.manner, before.guns) if before else 0)
        yield Offer("attack", units=free, mode="unsupplied", domain=_Target(target, 0))
        if points >= price(s, target, "supplied", 0):
            yield Offer("attack", units=free, mode="supplied", domain=_Target(target, points))
            bold = tuple(u for u in free if not s.rules.conscript[u])
            if bold:
                yield Offer("attack", units=bold, mode="wave", domain=_Target(target, points))

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """All units that can attack together, with as much artillery as can be paid for; each unit alone."""
        if offer.verb != "attack":
            yield from super().expand(s, offer)
            return
        target = offer.domain.hex
        for guns in range(self._most_guns(s, offer) + 1):
            yield Attack(target, offer.mode, offer.units, guns)
        if len(offer.units) > 1:
            for unit in offer.units:
                yield Attack(target, offer.mode, (unit,))

    def _most_guns(self, s: YaluState, offer: Offer) -> int:
        target, points = offer.domain
        if self.side == SIDES[UN] or offer.mode == "unsupplied":
            return 0
        return max(guns for guns in range(MOST_GUNS + 1) if price(s, target, offer.mode, guns) <= points or not guns)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """An attack by a random part of the units, with random support."""
        if offer.verb != "attack":
            return offer.action
        units = tuple(u for u in offer.units if rng.random() < 0.75) or (rng.choice(offer.units),)
        guns = rng.randint(0, self._most_guns(s, offer)) if rng.random() < 0.3 else 0
        if self.side == SIDES[COMMUNIST]:
            return Attack(offer.domain.hex, offer.mode, units, guns)
        free = self._support_free(s, units, offer.domain.hex)
        return Attack(
            offer.domain.hex,
            offer.mode,
            units,
            0,
            tuple(sorted(rng.sample(free, rng.randint(0, min(len(free), support.MOST))))),
            rng.randint(0, min(support.MOST, s.track[AIR])),
        )

    def _support_free(self, s: YaluState, units: tuple[int, ...], target: Hex) -> tuple[int, ...]:
        return support.at_hand(s, {s.where[u] for u in units}, target)

    def sample(self, s: YaluState, rng: Random) -> Action | None:
        """Mostly a new attack on a random hex, sometimes the withdrawal of one; then the end."""
        targets = attackers(s, SIDES.index(self.side))
        fresh = [h for h in targets if not self.on(h)]
        if not fresh or rng.random() < 1 / (len(fresh) + 1):
            again = self.attacks and rng.random() < 0.1
            return Withdraw(rng.choice(self.attacks).hex) if again else End()
        target = rng.choice(fresh)
        offers = list(self._target_offers(s, target, targets[target]))
        return self.draw(s, rng.choice(offers), rng) if offers else End()

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers an attack: its hex, its manner, its units."""
        if not isinstance(action, Attack):
            return super().holds(s, offer, action)
        return (
            offer.verb == "attack"
            and offer.mode == action.manner
            and bool(offer.hexes >> action.hex & 1 if action.hex < s.rules.grid.size else False)
            and set(action.units) <= set(offer.units)
        )

    def complete(self, s: YaluState, action: Action) -> Action:
        """An attack without units is made by all that can attack the hex in that manner."""
        if not isinstance(action, Attack) or action.units:
            return action
        side = SIDES.index(self.side)
        busy = {u for a in self.attacks if a.hex != action.hex for u in a.units}
        free = [u for u in attackers(s, side).get(action.hex, ()) if u not in busy]
        units = tuple(u for u in free if action.manner != "wave" or not s.rules.conscript[u])
        return Attack(action.hex, action.manner, units, action.guns, action.support, action.air)

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that could attack the hex, the manners, and the support."""
        if not isinstance(action, Attack):
            return {}
        busy = {u for a in self.attacks if a.hex != action.hex for u in a.units}
        free = tuple(u for u in attackers(s, SIDES.index(self.side)).get(action.hex, ()) if u not in busy)
        if self.side == SIDES[COMMUNIST]:
            guns = range(1 if action.manner == "unsupplied" else MOST_GUNS + 1)
            return {"manner": MANNERS, "units": free, "guns": tuple(guns)}
        before = self.on(action.hex)
        held, flown = (before.support, before.air) if before else ((), 0)
        air = min(support.MOST, s.track[AIR] + flown)
        mine = Counter(self._support_free(s, free, action.hex)) + Counter(held)
        return {"units": free, "support": tuple(sorted(mine.elements())), "air": tuple(range(air + 1))}

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """An attack with its odds against all units in the hex."""
        if isinstance(action, Withdraw):
            return "action.withdraw", {"hex": action.hex}
        if not isinstance(action, Attack):
            return super().describe(s, action)
        side = SIDES.index(self.side)
        there = fire.targets_in(s, 1 - side, action.hex)
        firing = sum(fire.strength(s, u, action.manner, True) for u in action.units)
        defending = sum(fire.strength(s, u) for u in there)
        args = {
            "units": action.units,
            "hex": action.hex,
            "manner_key": "manner." + action.manner,
            "firing_factors": fire.whole(firing),
            "defending_factors": fire.whole(defending),
            "odds": fire.column(s, firing, defending) or "-",
            "points": price(s, action.hex, action.manner, action.guns) if side == COMMUNIST else 0,
        }
        return "action.attack" if side == COMMUNIST else "action.attack_un", args

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against an action of this phase."""
        if isinstance(action, Withdraw) and not self.on(action.hex):
            yield Refusal("D-10.5.1", "no_attack_there", {"hex": action.hex}, (), (action.hex,))
        elif isinstance(action, Attack):
            yield from self._attack_refusals(s, action)

    def _attack_refusals(self, s: YaluState, attack: Attack) -> Iterator[Refusal]:
        """D-10.5.1: units of the side, an enemy hex; then the conditions for each unit, the manner and the support.

        D-12.1.8: ships are not attacked.
        """
        side, target = SIDES.index(self.side), attack.hex
        if not (target < s.rules.grid.size and s.held_by(1 - side) >> target & 1):
            yield self._no_target(s, target)
            return
        if attack.manner not in MANNERS:
            yield Refusal("D-10.5.3", "unknown_manner", {"manner": attack.manner, "names": MANNERS})
            return
        if not attack.units or len(set(attack.units)) < len(attack.units):
            yield Refusal("D-10.5.1", "attack_nobody", {"hex": target})
            return
        for unit in attack.units:
            yield from self._unit_refusals(s, unit, attack)
        if side == COMMUNIST:
            yield from self._supply_refusals(s, attack)
        else:
            yield from self._support_refusals(s, attack)

    def _no_target(self, s: YaluState, target: Hex) -> Refusal:
        """D-12.1.8: ships cannot be attacked, D-16.1: nor can guerrillas; D-10.5.1: otherwise no enemy is there."""
        there = tuple(s.stacks(1 - SIDES.index(self.side)).get(target, ()))
        if not there:
            return Refusal("D-10.5.1", "nobody_there", {"hex": target}, (), (target,))
        ships = self.side == SIDES[COMMUNIST]
        rule, text = ("D-12.1.8", "only_ships") if ships else ("D-16.1", "only_guerrillas")
        return Refusal(rule, text, {"hex": target}, there, (target,))

    def _unit_refusals(self, s: YaluState, unit: int, attack: Attack) -> Iterator[Refusal]:
        """D-10.5.2: each unit attacks one hex, which touches its own (D-10.1.4). D-10.9.5: no conscripts in waves."""
        args = {"unit": unit, "hex": attack.hex}
        if s.rules.side_of[unit] != SIDES.index(self.side) or not s.on_map(unit):
            yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": self.side}, (unit,))
            return
        if not s.rules.combat[unit]:
            yield Refusal("D-12.1.5" if s.rules.support[unit] else "D-16.1", "never_attacks", args, (unit,))
            return
        if s.flags[unit] & NEUTRALIZED:
            yield Refusal("D-14.2", "attack_neutralized", args, (unit,))
        elif s.flags[unit] & REGROUP:
            yield Refusal("D-15.4.1", "attack_regrouping", args, (unit,))
        if attack.hex not in s.rules.grid.neighbours[s.where[unit]]:
            yield Refusal("D-10.1.4", "attack_far", args, (unit,), (attack.hex,))
        elif s.rules.barriers.has(s.where[unit], attack.hex):
            yield Refusal("D-10.1.4", "attack_water", args, (unit,), (attack.hex,))
        if not s.effect(SIDES.index(self.side), "attacks_north") and s.rules.north >> s.where[unit] & 1:
            yield Refusal("D-4.2", "attack_weather", args, (unit,))
        other = next((a.hex for a in self.attacks if a.hex != attack.hex and unit in a.units), None)
        if other is not None:
            yield Refusal("D-10.5.2", "attacks_elsewhere", {**args, "other_hex": other}, (unit,), (other,))
        if attack.manner == "wave" and s.rules.conscript[unit]:
            yield Refusal("D-10.9.5", "conscript_wave", args, (unit,))

    def _supply_refusals(self, s: YaluState, attack: Attack) -> Iterator[Refusal]:
        """D-10.5.4, D-10.9.3: supplied attacks and waves are paid for at once. D-11.5.1: artillery only with them."""
        if attack.support or attack.air:
            yield Refusal("D-12.1.1", "communist_support", {"side": self.side}, attack.support)
        if not 0 <= attack.guns <= MOST_GUNS:
            yield Refusal("D-11.5.4", "guns_most", {"n": attack.guns})
            return
        if attack.guns and attack.manner == "unsupplied":
            yield Refusal("D-11.5.1", "guns_unsupplied", {"hex": attack.hex})
            return
        before = self.on(attack.hex)
        points = s.track[ASP] + (price(s, before.hex, before.manner, before.guns) if before else 0)
        cost = price(s, attack.hex, attack.manner, attack.guns)
        if cost > points:
            rule = "D-10.9.3" if attack.manner == "wave" else "D-10.5.4"
            yield Refusal(rule, "attack_unpaid", {"hex": attack.hex, "points": cost, "left": points})

    def _support_refusals(self, s: YaluState, attack: Attack) -> Iterator[Refusal]:
        """D-10.5.6: the UN commits air, ships, tanks and artillery now. D-10.5.3: its attacks are always supplied."""
        if attack.manner != "supplied":
            yield Refusal("D-10.5.3", "un_manner", {"manner_key": "manner." + attack.manner})
        if attack.guns:
            yield Refusal("D-11.5.2", "un_guns", {"hex": attack.hex})
        before = self.on(attack.hex)
        trial = s.copy()
        if before:
            support.give_back(trial, before.support, before.air)
        homes = {s.where[u] for u in attack.units}
        yield from support.refusals(trial, attack.support, attack.air, homes, attack.hex)

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-10.9.6: all units in a human wave are lost."""
        if isinstance(action, Attack) and action.manner == "wave":
            yield Refusal("D-10.9.6", "wave_dies", {"units": action.units}, action.units, (action.hex,))

    def price(self, s: YaluState, action: Action) -> Iterator[Note]:
        """D-11.4.2: attack supply; D-11.5.3: artillery; D-10.5.6: the air factors that the UN commits."""
        if not isinstance(action, Attack):
            return
        if self.side == SIDES[COMMUNIST] and action.manner != "unsupplied":
            before = self.on(action.hex)
            points = s.track[ASP] + (price(s, before.hex, before.manner, before.guns) if before else 0)
            bare = price(s, action.hex, action.manner, 0)
            yield Note("price.attack", {"n": bare, "left": points}, "D-11.4.2")
            if action.guns:
                more = price(s, action.hex, action.manner, action.guns) - bare
                yield Note("price.guns", {"n": more}, "D-11.5.3")
        if action.air:
            yield Note("price.air", {"n": action.air, "left": s.track[AIR]}, "D-10.5.6")

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of an attack, and of its variants with one change."""
        if not isinstance(action, Attack):
            return None
        others = []
        for other, note in outlook.changes(s, action, MOST_GUNS):
            if next(self._attack_refusals(s, other), None) is None:
                others.append(WhatIf(other, note, outlook.destroyed(outlook.Outlook(s, other).total())))
        return outlook.preview(s, action, tuple(others))

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """D-10.5.4: points are paid as attacks are declared, and returned when one is withdrawn."""
        if isinstance(action, End):
            self.resolve(s)
            return
        assert isinstance(action, Attack | Withdraw)
        before = self.on(action.hex)
        if before:
            self._pay(s, before, -1)
            support.give_back(s, before.support, before.air)
        rest = tuple(a for a in self.attacks if a.hex != action.hex)
        if isinstance(action, Withdraw):
            s.replace(Designation(self.side, rest))
            s.log("D-10.5.1", "withdrawn", hex=action.hex)
            return
        self._pay(s, action, 1)
        support.use(s, action.support, action.air)
        s.replace(Designation(self.side, (*rest, action)))
        _, args = self.describe(s, action)
        if action.manner == "wave":
            trace("D-10.4.2", "D-10.9.1", "D-10.9.3")
        paid = args["points"] > 0
        s.log("D-10.5.4" if paid else "D-10.5.1", "attack" if paid else "attack_free", **args)

    def _pay(self, s: YaluState, attack: Attack, sign: int) -> None:
        """D-11.1: only the Communists pay. D-11.4.1: the price is for the hex, whatever the number of units and
        fires."""
        if self.side == SIDES[COMMUNIST]:
            points = price(s, attack.hex, attack.manner, attack.guns)
            if points:
                s.tell(ASP, s.track[ASP] - sign * points)

    def resolve(self, s: YaluState) -> None:
        """D-10.0.2, D-10.0.3: after designation, surprise is checked, then the defenders fire, then the attackers.

        D-10.4.1: each subphase is finished over the whole map before the next begins.
        """
        s.pop()
        if self.attacks:
            surprise.begin(s, self.side, self.attacks)
