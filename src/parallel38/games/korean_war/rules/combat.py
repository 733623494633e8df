"""9.3 How combat is performed: armor, air support, the die, losses, retreats, advance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.korean_war.rules import ashore, assets, control, engagement, losses, outlook, retreats
from parallel38.games.korean_war.rules.engagement import WAVES
from parallel38.games.korean_war.state import (
    AIR_BONUS,
    ATTACKED,
    CAS,
    SIDES,
    TARGETED,
    KoreanWarState,
    Side,
)
from parallel38.hexgrid import Hex

NO_EFFECT = "-"


class Support(Action, frozen=True):
    """Bring points of close air support to a combat. Written `support 2`."""

    mode_field = "points"

    points: int


class Advance(Action, frozen=True):
    """The active unit advances into a hex that the defenders have left. Written `advance 3815`."""

    intent = "go"

    hex: Place


class Combat(Frame, frozen=True):
    """One combat. `stage`: what comes next: armor, support, roll, losses, retreat, wreck, orphans, wave, advance.

    `unit`: the active unit, `hex`: where it attacks from, or the invasion hex of a landing; `assets` and `armor`: the
    assets that attack; `first`: whether a Normal Attack has its modifier; `bonus`: what armor adds to the die,
    `support`: points of air support; `die`: the die as it fell, `result`: the result; `stood`: the hexes of the
    attacking units.
    """

    side: Side
    unit: Unit
    hex: Place
    mode: str
    attackers: Units
    targets: tuple[Place, ...]
    assets: Units = ()
    armor: Units = ()
    defenders: Units = ()
    landing: bool = False
    first: bool = False
    bonus: int = 0
    support: int = 0
    die: int = 0
    result: str = ""
    stage: str = "armor"
    stood: tuple[Place, ...] = ()

    # -------------------------------------------------------------------------------------------------------- deciding

    def decider(self, s: KoreanWarState) -> str | None:
        """W-6.1i: the side that has air support, before the die is thrown."""
        if self.stage != "support":
            return None
        side, most = engagement.supporter(s, self)
        return side if most else None

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The odds and the points of support that there are."""
        attack, defense, column = engagement.odds(s, self)
        side, most = engagement.supporter(s, self)
        args = {"side": side, "n": most, "attack": attack, "defence": defense, "column": column}
        return "support", {**args, "drm": engagement.total(s, self)}

    def takes(self, action: Action) -> bool:
        """Air support."""
        return isinstance(action, Support)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each number of points, none included."""
        for n in range(engagement.supporter(s, self)[1] + 1):
            yield Offer("support", mode=str(n), action=Support(n))

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """W-9.4p: at most two points, and no more than there are."""
        assert isinstance(action, Support)
        most = engagement.supporter(s, self)[1]
        if not 0 <= action.points <= most:
            rule = "W-9.4q" if s.turn == 1 else "W-9.4p"
            yield Refusal(rule, "too_much_support", {"n": action.points, "most": most})

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The points that would be used."""
        assert isinstance(action, Support)
        return "action.support", {"n": action.points}

    def preview(self, s: KoreanWarState, action: Action) -> Preview | None:
        """The chances of the combat with so many points."""
        assert isinstance(action, Support)
        return outlook.attack(s, msgspec.structs.replace(self, support=action.points, stage="roll"))

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Use the points. W-15.1b: they are gone for the turn."""
        assert isinstance(action, Support)
        track = AIR_BONUS if s.turn == 1 else CAS
        if action.points:
            s.tell(track, s.track[track] - action.points)
            s.log("W-9.4q" if s.turn == 1 else "W-15.1b", "supported", n=action.points)
        s.replace(msgspec.structs.replace(self, support=action.points, stage="roll"))

    # ------------------------------------------------------------------------------------------------------ the course

    def _go(self, s: KoreanWarState, stage: str, **more: Any) -> None:
        s.replace(msgspec.structs.replace(self, stage=stage, **more))

    def resolve(self, s: KoreanWarState) -> None:
        """Go on with the next stage."""
        match self.stage:
            case "armor" if self.armor:
                s.push(Roll("armor", 1, "W-9.4h", faces=10, lowest=0))
            case "armor":
                self._go(s, "support")
            case "support":
                self._go(s, "roll")
            case "roll":
                s.push(Roll("combat", 1, "W-9.3a", faces=10, lowest=0))
            case "retreat":
                self._retreat(s)
            case "wreck":
                self._wreck(s)
            case "orphans":
                self._go(s, "wave")
                assets.shelter(s)
            case "wave":
                self._wave(s)
            case "advance":
                self._advance(s)
            case _:
                s.pop()

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Read the Armor Table or the Combat Results Table."""
        if self.stage == "armor":
            self._armor(s, dice[0])
        else:
            self._result(s, dice[0])

    def _armor(self, s: KoreanWarState, die: int) -> None:
        """W-9.3d: armor before all other modifiers. W-9.4h: no effect, losses of armor, or a modifier. W-9.4i: the
        owner splits the losses."""
        attack, defense, column = engagement.armor_odds(s, self)
        found = engagement.armor_result(s, self, die)
        for part in engagement.armor_modifiers(s, self):
            trace(part.rule)
        s.log("W-9.4h", "armor_result", attack=attack, defence=defense, column=column, die=die, result=found)
        if found.startswith("+"):
            self._go(s, "support", bonus=int(found))
            return
        self._go(s, "support")
        if found.startswith("A"):
            s.push(losses.Losing(self.side, self.armor, int(found[1:]), rule="W-9.4j"))

    def _result(self, s: KoreanWarState, die: int) -> None:
        """Apply the result. W-9.5a: it hurts one side or none. W-9.5b: "e" eliminates all of it."""
        enemy = 1 - SIDES.index(self.side)
        attack, defense, column = engagement.odds(s, self)
        found = engagement.result(s, self, die)
        drm = engagement.total(s, self)
        s.log("W-9.5a", "result", attack=attack, defence=defense, column=column, die=die, drm=drm, result=found)
        for part in engagement.modifiers(s, self):
            trace(part.rule)
        if s.rules.nation[self.unit] == "ccf":
            s.flag(self.unit, ATTACKED)
        foes = tuple(engagement.defenders(s, enemy, self.targets))
        fight = msgspec.structs.replace(self, die=die, result=found, defenders=foes)
        s.replace(fight)
        if self.landing:
            for unit in foes:
                s.flag(unit, TARGETED)
        if found == "Ae":
            s.replace(msgspec.structs.replace(fight, stage="wreck"))
            losses.eliminate_all(s, self.attackers, "W-9.5b")
        elif found == "De":
            s.replace(msgspec.structs.replace(fight, stage="wreck"))
            losses.eliminate_all(s, foes, "W-9.5b")
        elif found.startswith("A"):
            extra = int(self.mode in WAVES and die <= self._wave_most(s))
            if extra:
                trace("W-9.4ah")
            s.replace(msgspec.structs.replace(fight, stage="wreck"))
            pool = losses.pool(s, self.attackers)
            s.push(losses.Losing(self.side, pool, int(found[1:]) + extra, self.unit))
        elif found.startswith("D"):
            self._defeat(s, fight, found)
        else:
            s.replace(msgspec.structs.replace(fight, stage="wave"))

    def _defeat(self, s: KoreanWarState, fight: Combat, found: str) -> None:
        """Apply a result against the defenders. W-9.5n: losses first, then the retreat. W-9.5m, W-11.2o: garrisons are
        eliminated by any of them, which is no step loss. W-12.0j: parachute battalions by a retreat."""
        retreat, steps = "r" in found, int(found.strip("Dr") or 0)
        s.replace(msgspec.structs.replace(fight, stage="retreat" if retreat else "wreck"))
        for unit in fight.defenders:
            if s.rules.garrison[unit]:
                losses.eliminate_all(s, (unit,), "W-9.5m")
        if steps:
            pool = losses.pool(s, fight.defenders)
            s.push(losses.Losing(SIDES[1 - SIDES.index(self.side)], pool, steps))

    def _retreat(self, s: KoreanWarState) -> None:
        """Let the surviving defenders retreat or stand; W-9.3.exB is an example."""
        enemy = 1 - SIDES.index(self.side)
        self._go(s, "wreck")
        alive = [
            u for h in self.targets for u in s.stacks(enemy).get(h, ()) if u in self.defenders or s.rules.combat[u]
        ]
        for unit in alive:
            if s.rules.miscellaneous[unit]:
                losses.eliminate_all(
                    s, (unit,), "W-12.0j" if s.rules.unit_kind[unit] == "para_battalion" else "W-13.1aa"
                )
        going = tuple(u for u in alive if s.on_map(u) and s.rules.combat[u])
        if going:
            s.push(retreats.Retreats(SIDES[enemy], self.hex, going, self.landing))

    def _wreck(self, s: KoreanWarState) -> None:
        """See to depots and beachheads in the hexes of the side that was hurt, before assets that are left alone look
        for a depot.

        W-5.1p, W-5.1r: any D eliminates a depot in a defending hex, W-5.1s: unless the hex stood and a combat unit is
        left in it. W-5.1t: in an attacking hex only if no combat unit is left. W-11.2af: a beachhead goes when its hex
        is emptied. W-8.2e: what is assigned to a depot goes with it.
        """
        side = SIDES.index(self.side)
        self._go(s, "orphans")
        if self.result.startswith("D"):
            self._clear(s, 1 - side, self.targets, stays="r" in self.result)
        elif self.result.startswith("A"):
            self._clear(s, side, self.stood, stays=True)

    def _clear(self, s: KoreanWarState, side: int, hexes: tuple[Hex, ...], stays: bool) -> None:
        """Eliminate the depots and beachheads of a beaten side in some hexes. `stays`: whether a depot stays with a
        combat unit that is left."""
        for h in hexes:
            held = h in s.fighters(side)
            for unit in list(s.stacks(side).get(h, ())):
                alone = unit in self.defenders
                if s.rules.depot[unit] and held and stays:
                    trace("W-5.1s" if h in self.targets else "W-5.1t")
                elif s.rules.depot[unit]:
                    rule = "W-5.1p" if alone else "W-5.1r" if h in self.targets else "W-5.1t"
                    losses.eliminate_all(s, (unit,), rule)
                elif s.rules.beachhead[unit] and not held:
                    losses.eliminate_all(s, (unit,), "W-11.2ae" if alone else "W-11.2af")

    def _wave_most(self, s: KoreanWarState) -> int:
        return s.rules.charts["combat_limits"]["wave_losses_to", "figure"]

    def _wave(self, s: KoreanWarState) -> None:
        """W-9.4ag: a wave that fell low costs the active division a step before any advance."""
        self._go(s, "advance")
        hurt = self.mode in WAVES and self.die <= self._wave_most(s) and not self.result.startswith("A")
        if hurt and s.on_map(self.unit):
            trace("W-9.4ag")
            losses.lose_step(s, self.unit, "W-9.4ag")
            assets.shelter(s)

    def _advance(self, s: KoreanWarState) -> None:
        """Offer the active unit the hexes that were vacated; a landing goes ashore or back."""
        enemy, empty = 1 - SIDES.index(self.side), list[Hex]()
        self._go(s, "over")
        if self.result.startswith("D"):
            empty = [h for h in self.targets if not s.held_by(enemy) >> h & 1]
        if self.landing:
            ashore.ended(s, self.unit, self.hex, bool(empty))
        elif empty and s.on_map(self.unit):
            s.push(Advancing(self.side, self.unit, tuple(empty)))


class Advancing(Frame, frozen=True):
    """W-9.5z: the active unit may advance into a hex that was vacated. W-9.5aa: no other unit may. W-9.5ah: there is
    only one. W-9.5ag: combat alone fatigues nobody."""

    side: Side
    unit: Unit
    hexes: tuple[Place, ...]

    def decider(self, s: KoreanWarState) -> str:
        """The side that attacked."""
        return self.side

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The unit that may advance."""
        return "advancing", {"side": self.side, "unit": self.unit}

    def takes(self, action: Action) -> bool:
        """An advance, or none."""
        return isinstance(action, Advance | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """The vacated hexes, and to stay."""
        yield Offer("advance", units=(self.unit,), domain=Hexes(sum(1 << h for h in self.hexes)))
        yield Offer("end", action=End())

    def expand(self, s: KoreanWarState, offer: Offer) -> Iterator[Action]:
        """An advance into each hex."""
        return map(Advance, self.hexes) if offer.action is None else super().expand(s, offer)

    def draw(self, s: KoreanWarState, offer: Offer, rng: Random) -> Action | None:
        """An advance into a random hex."""
        return Advance(rng.choice(self.hexes)) if offer.action is None else offer.action

    def holds(self, s: KoreanWarState, offer: Offer, action: Action) -> bool:
        """Whether an advance leads to one of the hexes."""
        if isinstance(action, Advance):
            return offer.action is None and action.hex in self.hexes
        return super().holds(s, offer, action)

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why the unit may not advance into a hex."""
        if isinstance(action, Advance) and action.hex not in self.hexes:
            yield Refusal("W-9.5z", "not_vacated", {"unit": self.unit, "hex": action.hex}, (self.unit,), (action.hex,))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The hex into which the unit would advance."""
        if isinstance(action, Advance):
            return "action.advance", {"unit": self.unit, "hex": action.hex}
        return "action.stay", {"unit": self.unit}

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """W-9.5ab: the advance is free, ignores zones, and happens now or never. W-14.1d: it takes a city."""
        s.pop()
        if isinstance(action, Advance):
            s.log("W-9.5z", "advanced", unit=self.unit, from_hex=s.where[self.unit], to_hex=action.hex)
            if s.zone(1 - SIDES.index(self.side)) >> s.where[self.unit] & 1:
                trace("W-9.5ab")
            s.move(self.unit, action.hex)
            if s.controlled(1 - SIDES.index(self.side)) >> action.hex & 1:
                trace("W-14.1d")
            control.entered(s, self.unit, action.hex)
