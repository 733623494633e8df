"""5.3 to 5.5 A fire is resolved: modifiers, dice, result; then losses, retreats and an advance follow."""

from __future__ import annotations

from typing import Any

import msgspec

from parallel38.engine.chance import Die, Reading, Roll
from parallel38.engine.flow import Frame
from parallel38.engine.previews import Modifier, Note
from parallel38.engine.trace import trace
from parallel38.engine.values import Place, Unit, Units
from parallel38.games.forgotten_war.rules import advance, losses, retreats, stacking, targets
from parallel38.games.forgotten_war.rules.targets import INDIRECT
from parallel38.games.forgotten_war.state import ABANDONED, BARRAGED, CROWDING, FIRED, SIDES, ForgottenWarState, Side
from parallel38.hexgrid import Hex

MISS = "-"
WHITE, COLOURED = Die("white"), Die("coloured")


def white_modifiers(s: ForgottenWarState, unit: int, target: int) -> list[Modifier]:
    """5.3.1 What is added to the white die, and F-5.3.A, F-4.4.B: nothing else, whatever the terrain is. F-5.3.1.a: the
    target's hex has an improved or prepared position; F-5.3.1.b: aircraft fire at a hex with an abandoned UN gun;
    F-5.3.1.c: the UN fires on the first turn at Chosin."""
    rules, h = s.rules, s.where[target]
    found: list[Modifier] = []
    if s.dug_in(rules.side_of[target], h):
        found.append(Modifier(Note("drm.position", {}, "F-5.3.1.a"), rules.drm["position"][0], WHITE.name))
    if rules.air[unit] and any(s.flags[u] & ABANDONED for u in s.there(rules.side_of[unit], h)):
        found.append(Modifier(Note("drm.abandoned_gun", {}, "F-5.3.1.b"), rules.drm["abandoned_gun"][0], WHITE.name))
    if rules.battle.hasty(s, rules.side_of[unit]):
        found.append(Modifier(Note("drm.first_turn", {}, "F-5.3.1.c"), rules.drm["first_turn"][0], WHITE.name))
    return found


def coloured_modifiers(s: ForgottenWarState, target: int) -> list[Modifier]:
    """5.3.2 What is added to the coloured die. F-5.3.2.a: an improved or prepared position; F-5.3.2.b: a US Marine
    unit; F-5.3.2.c: one less for what is neither infantry, recon, ranger nor engineer."""
    rules = s.rules
    found: list[Modifier] = []
    if s.dug_in(rules.side_of[target], s.where[target]):
        found.append(Modifier(Note("drm.position", {}, "F-5.3.2.a"), rules.drm["position"][1], COLOURED.name))
    if rules.marine[target]:
        found.append(Modifier(Note("drm.marine", {}, "F-5.3.2.b"), rules.drm["us_marines"][1], COLOURED.name))
    if not rules.steady[target]:
        found.append(Modifier(Note("drm.unsteady", {}, "F-5.3.2.c"), rules.drm["not_infantry"][1], COLOURED.name))
    return found


def drm(modifiers: list[Modifier]) -> int:
    """F-5.3.C: the sum of modifiers."""
    return sum(one.drm for one in modifiers)


def shoot(s: ForgottenWarState, side: Side, phase: str, unit: int, mode: str, h: Hex, chosen: tuple[int, ...]) -> None:
    """Carry out a legal fire. F-2.4.1.3: the side that fires is the attacker; F-2.4.1.4: the other one defends.
    F-5.4.B: area fire throws dice for each unit; F-5.4.Bx: but for none that was pressed into the hex. F-5.5.a: markers
    are put away before losses."""
    rules = s.rules
    stacking.settle(s, 1 - SIDES.index(side), s.at(1 - SIDES.index(side), h))
    aims = [*chosen] or targets.aims(s, unit, mode, h)
    if not chosen and targets.spared(s, 1 - SIDES.index(side), h):
        trace("F-5.4.Bx")
    spotter = targets.spotter_of(s, unit, h) if mode == INDIRECT else None
    s.log(
        "F-5.1.1.b" if targets.is_area(s, unit, mode) else "F-5.1.1.a",
        "fire_spotted" if spotter is not None and spotter != unit else "fire",
        unit=unit,
        hex=h,
        units=tuple(aims),
        spotter_unit=unit if spotter is None else spotter,
    )
    if rules.marker[unit]:
        s.move(unit, rules.names.box("used"))  # F-5.5.b
    elif rules.gun[unit]:
        s.flag(unit, BARRAGED | FIRED)  # F-5.5.c, F-5.5.d
    else:
        s.flag(unit, FIRED)
    away = spotter if spotter is not None else unit
    s.push(Shot(side, phase, unit, mode, h, tuple(aims), (s.where[away],) if s.on_map(away) else ()))


class Shot(Frame, frozen=True):
    """A fire that is resolved: dice for each of `targets`, then what became of those that were `hit`.

    `taken`: the steps that each of these loses; `forced`: for each 1 if it has to retreat. `away`: the hex that
    retreats lead away from, which is that of the unit that fires or spots; none if no unit does. `met`: the units that
    have had their result.
    """

    side: Side
    phase: str
    unit: Unit
    mode: str
    hex: Place
    targets: Units
    away: tuple[Place, ...] = ()
    hit: Units = ()
    taken: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    met: Units = ()

    def resolve(self, s: ForgottenWarState) -> None:
        """Throw for the next target; then let the next unit that was hit take its loss; F-5.7.2.B: units in excess go
        with the others; F-5.8.A: at the end the unit that fired may advance."""
        if self.targets:
            s.push(Roll.of("fire", "F-5.4.A1", WHITE, COLOURED))
        elif self.hit:
            self._apply_next(s)
        elif rest := self._in_excess(s):
            trace("F-5.7.2.B")
            n = len(rest)
            s.replace(msgspec.structs.replace(self, hit=rest, taken=(0,) * n, forced=(1,) * n))
        else:
            s.pop()
            advance.begin(s, self.side, self.phase, self.unit, self.mode, self.hex)

    def rolled(self, s: ForgottenWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Read the table for the first of the targets. F-5.3.B, F-5.4.D: the coloured die counts only after a
        number."""
        target, *rest = self.targets
        result, retreat = read(s, self.unit, self.mode, target, dice)
        white, coloured = dice
        args = {"unit": target, "by_unit": self.unit, "white": white, "coloured": coloured, "result": result}
        if result == MISS:
            s.log("F-5.4.C1", "missed", **args)
            s.replace(msgspec.structs.replace(self, targets=tuple(rest)))
            return
        hurt = int(result) > 0
        text = ("hit_retreat" if retreat else "hit") if hurt else ("driven" if retreat else "shaken")
        s.log("F-5.4.C2", text, **args, n=int(result))
        s.replace(
            msgspec.structs.replace(
                self,
                targets=tuple(rest),
                hit=(*self.hit, target),
                taken=(*self.taken, int(result)),
                forced=(*self.forced, int(retreat)),
            )
        )

    def reads(self, roll: Roll, dice: tuple[int, ...]) -> tuple[Reading, ...]:
        """F-2.0.A: the white die for losses, the coloured one for retreats."""
        return roll.read(dice)

    def _apply_next(self, s: ForgottenWarState) -> None:
        """F-5.6: the defender takes the losses of a unit, then retreats it if it must or wants to."""
        unit, n, forced = self.hit[0], self.taken[0], self.forced[0]
        left = {"hit": self.hit[1:], "taken": self.taken[1:], "forced": self.forced[1:]}
        s.replace(msgspec.structs.replace(self, **left, met=(*self.met, unit)))
        losses.lose(s, unit, n)
        if s.on_map(unit):
            retreats.begin(s, unit, self.away, must=bool(forced))

    def _in_excess(self, s: ForgottenWarState) -> tuple[int, ...]:
        """The units that stay in the hex though they were pressed into it and a unit of the stack has retreated."""
        left = s.at(1 - SIDES.index(self.side), self.hex)
        pressed = all(s.flags[u] & CROWDING for u in left)
        return tuple(left) if pressed and any(retreats.retreated(s, u, self.hex) for u in self.met) else ()

    def asks(self, s: Any) -> Frame | None:
        """The dice that this fire waits for."""
        return Roll.of("fire", "F-5.4.A1", WHITE, COLOURED) if self.targets else None


def read(s: ForgottenWarState, unit: int, mode: str, target: int, dice: tuple[int, ...]) -> tuple[str, bool]:
    """The result of two dice against a target: what the table says, and whether the target has to retreat.

    F-5.4.A1, F-5.4.A2, F-5.4.A3: the column of the fire value and the row of the modified white die. F-19.1, F-19.3,
    F-19.4: the booklet's example shows it.
    """
    rules = s.rules
    white, coloured = dice
    result = rules.fire_result(targets.value(s, unit, mode, target), white + drm(white_modifiers(s, unit, target)))
    retreat = result != MISS and rules.drives_off(coloured + drm(coloured_modifiers(s, target)))
    return result, retreat
