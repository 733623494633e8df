"""7.4 and 9.2 Attack Actions: the active unit attacks all enemy units next to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Unit, Units
from parallel38.games.korean_war.rules import command, engagement, restraint
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.rules.engagement import KINDS, WAVES, kind_of
from parallel38.games.korean_war.state import PERIOD, SIDES, KoreanWarState
from parallel38.hexgrid import Hex, Region, bits

MODES = (*KINDS, *WAVES)


class Attack(SideAction, frozen=True):
    """The active unit attacks all enemies next to it. W-9.2c: it never has to. W-7.4b: from another hex it may again.
    W-7.4c: it may also join attacks of others later. W-8.1c: its assets take part at choice. Written `attack NK-6
    intensive`.

    `armor`: the armor assets that are committed; `joining`: units behind rivers that join; `withheld`: other assets
    that do not take part.
    """

    intent = "strike"

    unit: Unit
    mode: str = "normal"
    armor: Units = ()
    joining: Units = ()
    withheld: Units = ()

    @property
    def actor(self) -> int:
        """The active unit."""
        return self.unit

    def choices(self, s: KoreanWarState, frame: Any) -> dict[str, tuple[Any, ...]]:
        """W-7.2d: the kinds of attack. W-9.4a: the armor that may be committed. W-9.2f: the units that may join.
        W-9.2g: the assets that may be withheld."""
        found = _Choice(s, self.unit)
        modes = tuple(m for m in MODES if next(Attack(self.unit, m).refusals(s, frame), None) is None)
        chosen = {"armor": tuple(found.armor), "joining": tuple(found.may), "withheld": tuple(found.support)}
        return {"mode": modes, **chosen}

    def complete(self, s: KoreanWarState, frame: Any) -> SideAction:
        """The attack as it is."""
        return self

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the unit may not attack so."""
        early = [*frame.activation_refusals(s, self.unit)]
        if early:
            yield from early
            return
        args = {"unit": self.unit}
        if self.mode not in MODES:
            yield Refusal("W-7.2d", "unknown_mode", {"mode": self.mode, "names": MODES})
            return
        price, left = s.rules.attack_price[kind_of(self.mode)], frame.points_of(s, self.unit)
        if price > left:
            rule = "W-7.4g" if s.turn == 1 and kind_of(self.mode) == "all_out" else frame.short(s, self.unit, price)
            yield Refusal(rule, "no_points", {**args, "n": price, "left": left}, (self.unit,))
            return
        h = s.where[self.unit]
        if h in frame.fought and frame.unit == self.unit:
            yield Refusal("W-7.4a", "attacked_here", {**args, "hex": h}, (self.unit,), (h,))
            return
        found = _Choice(s, self.unit)
        if not found.hexes:
            yield self._nobody(s, h)
            return
        yield from self._named(s, found)
        if self.mode in WAVES:
            yield from wave_refusals(s, self.unit)

    def _nobody(self, s: KoreanWarState, h: Hex) -> Refusal:
        """W-9.2a: nobody is next to the unit; W-9.2b: or only across estuary or sea; W-19.2d: or south of the 38th
        Parallel."""
        side = s.rules.side_of[self.unit]
        south = engagement.targets(s, side, h) & restraint.barred(s, self.unit)
        if south:
            args = {"unit": self.unit, "hex": next(iter(bits(south)))}
            return Refusal("W-19.2d", "attack_south", args, (self.unit,), tuple(bits(south)))
        across = s.rules.grid.around(1 << h) & s.held_by(1 - side)
        rule, text = ("W-9.2b", "attack_water") if across else ("W-9.2a", "no_enemy_near")
        return Refusal(rule, text, {"unit": self.unit, "hex": h}, (self.unit,), tuple(bits(across)))

    def _named(self, s: KoreanWarState, found: _Choice) -> Iterator[Refusal]:
        """Why units or assets that the attack names do not fit."""
        lists = (self.armor, self.joining, self.withheld)
        if any(len({*named}) < len(named) for named in lists):
            yield Refusal("W-9.2g", "named_twice", {})
        out = {*found.may} - {*self.joining}
        wrong = tuple(u for u in self.armor if u not in found.armor or s.parent(u) in out)
        if wrong:
            barred = any(s.rules.trackless >> h & 1 for h in bits(found.hexes))
            rule, text = ("W-9.4b", "armor_terrain") if barred else ("W-9.2g", "armor_not_there")
            yield Refusal(rule, text, {"units": wrong}, wrong)
        wrong = tuple(u for u in self.joining if u not in found.may)
        if wrong:
            yield Refusal("W-9.2f", "cannot_join", {"units": wrong}, wrong)
        wrong = tuple(u for u in self.withheld if u not in found.support)
        if wrong:
            yield Refusal("W-9.2g", "cannot_withhold", {"units": wrong}, wrong)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The attack with its odds."""
        fight = self.fight(s, first=False)
        attack, defense, column = engagement.odds(s, fight)
        args = {"unit": self.unit, "mode_key": "mode." + self.mode, "attack": attack, "defence": defense}
        text = "action.attack_armor" if self.armor else "action.attack"
        return text, {**args, "column": column, "hexes": fight.targets, "armor_units": self.armor}

    def fight(self, s: KoreanWarState, first: bool) -> Combat:
        """The combat that the attack begins. `first`: whether a Normal Attack would have its modifier."""
        found = _Choice(s, self.unit)
        attackers = (self.unit, *found.must, *self.joining)
        support = (a for u in attackers for a in s.assets(u) if not s.rules.armored[a] and a not in self.withheld)
        return Combat(
            SIDES[s.rules.side_of[self.unit]],
            self.unit,
            s.where[self.unit],
            self.mode,
            attackers,
            tuple(bits(found.hexes)),
            tuple(support),
            self.armor,
            first=first and kind_of(self.mode) == "normal",
            stood=tuple(sorted({s.where[u] for u in attackers})),
        )

    def apply(self, s: KoreanWarState) -> None:
        """Begin the combat. The frame below has noted the Action Points. W-9.2h: others take part as they are."""
        frame = s.top
        first = near_start(s, self.unit) and not frame.bonus  # type: ignore[attr-defined]
        fight = self.fight(s, first)
        if len(fight.attackers) > 1:
            trace("W-9.2d", "W-7.2h")
        s.log(
            "W-9.2a",
            "attack",
            unit=self.unit,
            mode_key="mode." + self.mode,
            units=fight.attackers,
            hexes=fight.targets,
        )
        if fight.first:
            frame.use_bonus(s)  # type: ignore[attr-defined]
        s.push(fight)

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether the attack is of the unit and the mode that are offered."""
        return offer.verb == "attack" and offer.units == (self.unit,) and offer.mode == self.mode


def near_start(s: KoreanWarState, unit: int) -> bool:
    """W-7.4d: whether a unit stands in the hex where it was when the Action Phase began, or next to it."""
    start = s.start[unit] - 1
    return start >= 0 and s.rules.grid.distance(start, s.where[unit]) <= 1


def column_from(s: KoreanWarState, unit: int, h: Hex) -> str:
    """The column of an attack that a unit could make from another hex; empty if nobody could be attacked there."""
    side = s.rules.side_of[unit]
    if not engagement.targets(s, side, h, unit):
        return ""
    trial = s.copy()
    trial.move(unit, h)
    return engagement.odds(trial, Attack(unit).fight(trial, first=False))[2]


def wave_refusals(s: KoreanWarState, unit: int) -> Iterator[Refusal]:
    """Why a unit cannot make a Chinese Wave Attack. W-9.4ad: only a full Chinese division. W-9.4ae: within range of a
    depot that has expended Supply Points, or any in the Chinese Initiative Period."""
    rules, args = s.rules, {"unit": unit}
    if rules.nation[unit] != "ccf" or rules.replacement[unit]:
        yield Refusal("W-9.4ad", "no_wave", args, (unit,))
    elif not s.track[PERIOD]:
        side, h = rules.side_of[unit], s.where[unit]
        if not any(s.spent[depot] and command.within(s, depot, h) for depot in s.depots(side)):
            yield Refusal("W-9.4ae", "no_wave_supply", args, (unit,))


class _Choice:
    """What there is to choose for an attack by a unit."""

    def __init__(self, s: KoreanWarState, unit: int) -> None:
        side = s.rules.side_of[unit]
        self.hexes: Region = engagement.targets(s, side, s.where[unit], unit) if s.on_map(unit) else 0
        self.must, self.may = engagement.neighbours(s, side, unit, self.hexes)
        every = (unit, *self.must, *self.may)
        self.armor = engagement.eligible_armor(s, every, bits(self.hexes))
        self.support = [a for u in every for a in s.assets(u) if not s.rules.armored[a]]


class Attacks(ActionDomain):
    """The attacks of a unit in a mode: with all its armor or with none, and with any units that may join."""

    def __init__(self, s: KoreanWarState, unit: int, mode: str) -> None:
        self.s, self.unit, self.mode = s, unit, mode

    def region(self, mode: str) -> Region:
        """The hexes that are attacked."""
        return engagement.targets(self.s, self.s.rules.side_of[self.unit], self.s.where[self.unit], self.unit)

    def actions(self) -> Iterator[SideAction]:
        """Without and with armor."""
        found = _Choice(self.s, self.unit)
        yield Attack(self.unit, self.mode)
        if found.armor:
            own = tuple(a for a in found.armor if self.s.parent(a) not in found.may)
            if own:
                yield Attack(self.unit, self.mode, own)

    def draw(self, rng: Random) -> SideAction | None:
        """A random attack: some of the armor, some of the units that may join with theirs."""
        found = _Choice(self.s, self.unit)
        joining = tuple(u for u in found.may if rng.randrange(2))
        out = {*found.may} - {*joining}
        armor = tuple(a for a in found.armor if self.s.parent(a) not in out and rng.randrange(2))
        return Attack(self.unit, self.mode, armor, joining)

    def holds(self, action: Action) -> bool:
        """Whether an action is an attack of the unit in the mode."""
        return isinstance(action, Attack) and (action.unit, action.mode) == (self.unit, self.mode)


def offers(s: KoreanWarState, unit: int, frame: Any) -> Iterator[Offer]:
    """The attacks that are offered to a unit."""
    if not s.rules.combat[unit] or not engagement.targets(s, s.rules.side_of[unit], s.where[unit], unit):
        return
    for mode in MODES:
        if next(Attack(unit, mode).refusals(s, frame), None) is None:
            yield Offer("attack", units=(unit,), mode=mode, domain=Attacks(s, unit, mode))
