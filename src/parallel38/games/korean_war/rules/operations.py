"""6 and 7 The Operations Segment: players alternate; each rolls for operations, activates units and does other
things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.previews import Note, Preview, Step, WhatIf
from parallel38.engine.side_actions import SideAction, UnitSideAction
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit, leg
from parallel38.games.korean_war.rules import attack, entrenching, leaving, movement, outlook
from parallel38.games.korean_war.rules.attack import Attack
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.rules.engagement import kind_of
from parallel38.games.korean_war.rules.entrenching import Entrench
from parallel38.games.korean_war.state import (
    COMMUNIST,
    FATIGUED,
    INITIATIVE,
    LANDED,
    PERIOD,
    SIDES,
    UN,
    KoreanWarState,
    Side,
)
from parallel38.hexgrid import Hex, Reach, Region
from parallel38.wargame.moving import Move, MovementPhase, Section

FAR = 400
"""Points that no unit has: how far a way is looked for that is too far."""
SECTIONS: tuple[Section, ...] = (attack, entrenching, leaving)
"""The modules with actions of active units besides moving."""
OPERATIONS: list[Any] = []
"""The modules with operations other than activations: each has `offers(s, frame)`; `ruleset` lists them."""
FREE: list[Any] = []
"""The functions with offers of what is no operation and may be done while a unit is active too; each is called with
`(s, frame)`; `ruleset` lists them."""
SPECIAL_TURNS = (1, 2)
"""W-6.1c: the turns with columns of their own in the Initiative Tables."""


class Operation(SideAction, frozen=True):
    """An operation other than an activation: it costs one operation, or none where the rules say so."""

    def free(self, s: KoreanWarState) -> bool:
        """Whether it is no operation at all and may be done at any time."""
        return False

    def preview(self, s: KoreanWarState) -> Preview | None:
        """The chances of an operation with dice; None if it has none."""
        return None


class Pass(Action, frozen=True):
    """The side passes: it does nothing more in this Operations Segment."""


class Rest(UnitSideAction, frozen=True):
    """Activate a unit without any action: it is fatigued. Written `rest NK-6`."""

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the unit cannot be activated. W-7.2f: it is active already; then its activation is ended."""
        if frame.unit == self.unit:
            yield Refusal("W-7.2f", "still_active", {"unit": self.unit}, (self.unit,))
        yield from frame.activation_refusals(s, self.unit)

    def apply(self, s: KoreanWarState) -> None:
        """W-7.2c: spend no Action Points. W-7.2i: the unit is fatigued all the same."""

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The unit."""
        return "action.rest", {"unit": self.unit}


def begin(s: KoreanWarState) -> None:
    """3.E.9 Begin the Operations Segment. W-6.1a: the side with initiative is first."""
    s.push(Operating(SIDES[holder(s)]))


def holder(s: KoreanWarState) -> int:
    """The side that has the initiative. W-5.2ad: the higher Initiative Level, as in W-5.2.exD, in a tie the
    Communists, who have it in turns 1 and 2 (W-16.1b) and in the Chinese Initiative Period (W-19.4a)."""
    if s.turn in SPECIAL_TURNS or s.track[PERIOD]:
        return COMMUNIST
    return UN if s.track[INITIATIVE[UN]] > s.track[INITIATIVE[COMMUNIST]] else COMMUNIST


def column(s: KoreanWarState, side: int) -> str:
    """The column of a side's Initiative Table. W-6.1b: by its Initiative Level, for more than the table knows the last
    one. W-6.1c: turns 1 and 2 and the Chinese Initiative Period have their own."""
    if s.turn in SPECIAL_TURNS:
        return s.rules.turn_columns[s.turn]
    if side == COMMUNIST and s.track[PERIOD]:
        return "chinese_period"
    columns = s.rules.level_columns
    return columns[min(s.track[INITIATIVE[side]], max(columns))]


def operations(s: KoreanWarState, side: int, die: int) -> tuple[int, bool]:
    """The operations that a die gives a side, and whether it has an asterisk. W-6.1d: 0 to 4. Worked
    example: W-6.2.ex."""
    found = str(s.rules.charts["initiative_un" if side == UN else "initiative_nk"][str(die), column(s, side)])
    return int(found.rstrip("*")), found.endswith("*")


class Operating(MovementPhase, frozen=True):
    """The Operations Segment. W-6.1f: an operation may be chosen again. W-6.2a: each side has its kinds of operations.
    W-6.2.ex is a whole one.

    `side`: whose Operations Sequence it is; `rolled_for`: whether the die of it has fallen;
    `left`: operations that it has left; `done`: whether it has done one; `passed`: the sides that have passed.

    `unit`: the active unit, if one is, with `ap` Action Points left; `fought`: the hexes from which it has attacked;
    `bonus`: whether a Normal Attack of it has had the modifier; `un_dice`, `communist_dice`: the dice for
    operations that each side has thrown in this segment.
    """

    modes = movement.MODES
    groups = dict.fromkeys(movement.MODES, "foot")
    units_rule = "W-7.1a"
    path_rule = "W-7.3c"

    side: Side
    rolled_for: bool = False
    left: int = 0
    done: bool = False
    passed: tuple[str, ...] = ()
    unit: Unit | None = None
    ap: int = 0
    fought: tuple[Place, ...] = ()
    bonus: bool = False
    un_dice: tuple[int, ...] = ()
    communist_dice: tuple[int, ...] = ()

    # ----------------------------------------------------------------------------------------------------- the sequence

    def decider(self, s: KoreanWarState) -> str | None:
        """The side, while it has operations left or a unit that is active."""
        if self.unit is not None:
            return self.side if self.ap and s.on_map(self.unit) else None
        return self.side if self.left and self._able(s) else None

    def _able(self, s: KoreanWarState) -> bool:
        """Whether the side can do anything but pass."""
        own = s.present(SIDES.index(self.side))
        if any(s.rules.combat[u] and not s.flags[u] & FATIGUED for u in own):
            return True
        return any(next(iter(module.offers(s, self)), None) for module in OPERATIONS)

    def anew(self) -> bool:
        """Its dice belong to no action before them."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """End an activation, pass if no operation can be done in the sequence (W-6.1k; after one the rest is forgone),
        go on to the next sequence, or throw its die."""
        if self.unit is not None:
            self._deactivate(s)
        elif self.left and not self.done:
            s.log("W-6.1k", "must_pass", side=self.side)
            self._pass(s)
        elif self.rolled_for:
            self._next(s)
        else:
            s.push(Roll("operations_" + self.side, 1, "W-6.1b", faces=10, lowest=0))

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """W-2.1a, W-6.1d: take the number of operations. W-6.1e: with none the sequence is over, which is no pass.
        W-6.1m: in turns 1 and 2 an asterisk ends the segment for the UN if the Communists have passed."""
        side = SIDES.index(self.side)
        n, star = operations(s, side, dice[0])
        if star and SIDES[COMMUNIST] in self.passed:
            s.log("W-6.1m", "cut_short", side=self.side, die=dice[0])
            self._over(s)
            return
        s.log("W-6.1d" if n else "W-6.1e", "operations", side=self.side, die=dice[0], n=n)
        fallen = self.un_dice if side == UN else self.communist_dice
        thrown = {self.side + "_dice": (*fallen, dice[0])}
        s.replace(msgspec.structs.replace(self, rolled_for=True, left=n, done=False, **thrown))

    def _next(self, s: KoreanWarState) -> None:
        """Go on to the sequence of the other side; W-6.1g: of the same one if the other has passed."""
        other = SIDES[1 - SIDES.index(self.side)]
        if other in self.passed:
            trace("W-6.1g")
        s.replace(self._sequence_of(self.side if other in self.passed else other, self.passed))

    def _sequence_of(self, side: Side, passed: tuple[str, ...]) -> Operating:
        """The beginning of the next Operations Sequence."""
        return Operating(side, passed=passed, un_dice=self.un_dice, communist_dice=self.communist_dice)

    def _pass(self, s: KoreanWarState) -> None:
        """W-6.1j: the side is out of this segment. W-6.1l: which ends when both have passed."""
        passed = (*self.passed, self.side)
        if len(passed) == len(SIDES):
            trace("W-6.1l")
            self._over(s)
            return
        s.replace(self._sequence_of(SIDES[1 - SIDES.index(self.side)], passed))

    def _over(self, s: KoreanWarState) -> None:
        """End the segment; what was built in it may be raised from now on."""
        s.unmark(*(mark for mark in s.marks if mark[0] == "fresh"))
        s.pop()

    def count(self, s: KoreanWarState) -> None:
        """W-7.2j: an operation is done."""
        s.replace(msgspec.structs.replace(self, left=self.left - 1, done=True, unit=None, ap=0, fought=(), bonus=False))

    # ------------------------------------------------------------------------------------------------------ activations

    def activation_refusals(self, s: KoreanWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit cannot be active. W-7.1a, W-7.2f: one unit at a time. W-7.1b: no fatigued unit; W-7.1d: so each
        once in an Action Phase. W-7.1c, W-8.1b: only combat units."""
        rules, args = s.rules, {"unit": unit, "side": self.side}
        if rules.side_of[unit] != SIDES.index(self.side):
            yield Refusal("W-4.0a", "not_yours", args, (unit,))
        elif not rules.combat[unit]:
            yield Refusal("W-7.1c", "never_active", args, (unit,))
        elif not s.on_map(unit):
            yield Refusal("W-7.1a", "not_on_map", args, (unit,))
        elif self.unit is not None and self.unit != unit:
            yield Refusal("W-7.2f", "other_active", {**args, "active_unit": self.unit}, (unit,))
        elif self.unit is None and s.fatigued(unit):
            yield Refusal("W-7.1b", "fatigued", args, (unit,))

    def first_points(self, s: KoreanWarState, unit: int) -> int:
        """The Action Points of a unit when it is activated. W-7.2a: 3. W-7.2b: 2 in turn 1. W-11.2u: after a landing 3
        in a port and 2 elsewhere."""
        points = s.rules.action_points
        if s.turn == 1:
            return points["turn_1"]
        if s.flags[unit] & LANDED:
            port = s.rules.ports >> s.where[unit] & 1
            return points["landed_port" if port else "landed_elsewhere"]
        return points["usual"]

    def points_of(self, s: KoreanWarState, unit: int) -> int:
        """The Action Points that a unit has left, or would have."""
        return self.ap if self.unit == unit else self.first_points(s, unit)

    def short(self, s: KoreanWarState, unit: int, price: int) -> str:
        """The rule by which a unit has too few Action Points for a price: it has spent them, or W-16.2b: it has only
        two in turn 1, or W-11.2u: after a landing outside a port."""
        if s.turn == 1 and price > s.rules.action_points["turn_1"]:
            return "W-16.2b"
        few = self.unit is None and s.flags[unit] & LANDED and price > self.first_points(s, unit)
        return "W-11.2u" if few else "W-7.2e"

    def use_bonus(self, s: KoreanWarState) -> None:
        """W-7.4e: note that a Normal Attack has had its modifier, which happens once in an activation."""
        top = s.top
        assert isinstance(top, Operating)
        s.replace(msgspec.structs.replace(top, bonus=True))

    def activate(self, s: KoreanWarState, unit: int) -> None:
        """W-19.2e: let a unit that was just placed be active with all its Action Points."""
        s.replace(msgspec.structs.replace(self, unit=unit, ap=self.first_points(s, unit)))

    def _spend(self, s: KoreanWarState, unit: int, price: int, fought: tuple[Hex, ...] = ()) -> None:
        """Spend Action Points of a unit; it becomes active if it was not."""
        ap = self.points_of(s, unit) - price
        s.replace(msgspec.structs.replace(self, unit=unit, ap=ap, fought=(*self.fought, *fought)))

    def _deactivate(self, s: KoreanWarState) -> None:
        """End an activation. W-7.2i: the unit is fatigued."""
        assert self.unit is not None
        if s.on_map(self.unit):
            s.flag(self.unit, FATIGUED)
        self.count(s)

    # ----------------------------------------------------------------------------------------------------------- offers

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The operations left, or the Action Points of the active unit."""
        if self.unit is not None:
            return "activation", {"side": self.side, "unit": self.unit, "n": self.ap}
        return "operations", {"side": self.side, "n": self.left}

    def may_move(self, s: KoreanWarState, unit: int) -> bool:
        """Whether a unit is active or could be."""
        return next(self.activation_refusals(s, unit), None) is None

    def range_of(self, s: KoreanWarState, unit: int) -> movement.Range:
        """The range of a unit with its Action Points."""
        return movement.Range(s, unit, self.points_of(s, unit))

    def modes_of(self, s: KoreanWarState, unit: int) -> Iterator[str]:
        """The kinds of movement for which there are Action Points."""
        points = self.points_of(s, unit)
        return (mode for mode in movement.MODES if movement.PRICE[mode] <= points)

    def ends(self, offer: Offer) -> Region:
        """The hexes of a kind of movement that no cheaper kind leads to."""
        cheaper = movement.MODES[: movement.MODES.index(offer.mode)]
        return offer.hexes & ~sum(offer.domain.region(mode) for mode in cheaper[-1:])

    def sections(self) -> Iterable[Section]:
        """Attacks and entrenching."""
        return SECTIONS

    def unit_offers(self, s: KoreanWarState, unit: int) -> Iterator[Offer]:
        """The offers to a unit that is active or could be."""
        if not self.may_move(s, unit):
            return
        yield from super().unit_offers(s, unit)
        if self.unit is None:
            yield Offer("rest", units=(unit,), action=Rest(unit))

    def sample(self, s: KoreanWarState, rng: Random) -> Action | None:
        """A random legal action: of the active unit, or of a random one that could be active."""

        def offers(unit: int | None) -> Iterator[Offer]:
            return self.other_offers(s) if unit is None else self.unit_offers(s, unit)

        own = s.present(SIDES.index(self.side)) if self.unit is None else (self.unit,)
        able = [u for u in own if s.rules.combat[u] and (self.unit is not None or not s.flags[u] & FATIGUED)]
        return self.sample_of(s, able, offers, rng)

    def other_offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Other operations; passing; W-6.1h: forgoing what is left after one; the end of an activation."""
        if self.unit is not None:
            for free in FREE:
                yield from free(s, self)
            yield Offer("end", action=End())
            return
        for module in OPERATIONS:
            yield from module.offers(s, self)
        if self.done:
            yield Offer("end", action=End())
        yield Offer("pass", action=Pass())

    def takes(self, action: Action) -> bool:
        """Moves, actions of units, operations, passing."""
        return isinstance(action, Move | SideAction | End | Pass)

    # ------------------------------------------------------------------------------------------------------------ moves

    def complete(self, s: KoreanWarState, action: Action) -> Action:
        """A move with its path and, where none is named, with the cheapest kind of movement that is enough."""
        if not isinstance(action, Move) or action.mode in movement.MODES or not self.completes(s, action):
            return super().complete(s, action)
        points = self.points_of(s, action.units[0])
        for mode in movement.MODES[: max(points, 1)]:
            found = super().complete(s, Move(action.units, action.path, mode))
            if next(self.refusals(s, found), None) is None:
                return found
        return super().complete(s, Move(action.units, action.path, movement.MODES[max(points, 1) - 1]))

    def find(self, s: KoreanWarState, move: Move, end: Hex) -> Move:
        """The move by the cheapest path; by one that shows why not, if there is none."""
        unit = move.units[0]
        found = self.range_of(s, unit).way(end, move.mode)
        if found is None:
            start, enemies = s.where[unit], s.held_by(1 - s.rules.side_of[unit])
            for barred in (enemies & ~(1 << end), 0):
                found = Reach(movement.costs_of(s, unit), {start: 0}, FAR, barred).path_to(end)
                if found:
                    break
        return Move(move.units, found or (s.where[unit], end), move.mode)

    def move_refusals(self, s: KoreanWarState, move: Move) -> Iterator[Refusal]:
        """Every reason against a move. W-7.2g: only the active unit moves."""
        unit, early = next(iter(move.units), -1), [*self.unit_list_refusals(move)]
        if not early and len(move.units) > 1:
            early = [Refusal("W-7.1a", "one_unit", {"units": move.units}, move.units)]
        if not early:
            early = [*self.activation_refusals(s, unit)]
        if not early:
            early = [*self.path_refusals(s, move)]
        if not early and any(h < 0 for h in move.path):
            early = [Refusal("W-7.3c", "no_die_way", {"unit": unit}, move.units)]
        if early:
            yield from early
            return
        price = movement.PRICE[move.mode]
        left = self.points_of(s, unit)
        if price > left:
            yield Refusal(self.short(s, unit, price), "no_points", {"unit": unit, "n": price, "left": left}, (unit,))
        yield from movement.path_refusals(s, move)

    def other_refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why the side may not end its sequence or pass now."""
        if isinstance(action, Pass) and self.unit is not None:
            yield Refusal("W-7.2f", "still_active", {"unit": self.unit}, (self.unit,))
        elif isinstance(action, End) and self.unit is None and not self.done:
            yield Refusal("W-6.1h", "one_operation", {"side": self.side})

    def describe_move(self, s: KoreanWarState, move: Move) -> tuple[str, dict[str, Any]]:
        """The move with its cost."""
        path = tuple(map(leg, move.path))
        spent = sum(price or 0 for _, price in movement.prices(s, move.units[0], path))
        args = {"unit": move.units[0], "to_hex": path[-1], "mp": spent, "mode_key": "mode." + move.mode}
        return "action.move", args

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """What an action would do."""
        if isinstance(action, End):
            return ("action.stop", {"unit": self.unit}) if self.unit is not None else ("action.forgo", {})
        return super().describe(s, action)

    def steps(self, s: KoreanWarState, action: Action) -> Iterator[Step]:
        """What each hex of a move costs."""
        if isinstance(action, Move) and action.units and action.mode in movement.MODES:
            yield from movement.steps(s, action.units[0], action.path, action.mode)

    def preview(self, s: KoreanWarState, action: Action) -> Preview | None:
        """The chances of an attack or of another operation."""
        if isinstance(action, Operation):
            return action.preview(s)
        if not isinstance(action, Attack):
            return None
        return outlook.attack(s, self._fight(s, action), tuple(self._variants(s, action)))

    def _fight(self, s: KoreanWarState, action: Attack) -> Combat:
        """The combat that an attack would begin now."""
        first = attack.near_start(s, action.unit) and not (self.unit == action.unit and self.bonus)
        return action.fight(s, first)

    def _variants(self, s: KoreanWarState, action: Attack) -> Iterator[WhatIf]:
        """An attack with one change each: of another kind, with all its armor or with none."""
        for mode in attack.MODES:
            if mode != action.mode:
                note = Note("mode." + mode, {}, "W-7.2d")
                yield from self._variant(s, msgspec.structs.replace(action, mode=mode), note)
        able = action.choices(s, self)["armor"]
        if action.armor:
            yield from self._variant(
                s, msgspec.structs.replace(action, armor=()), Note("what_if.no_armor", {}, "W-9.4a")
            )
        elif able:
            note = Note("what_if.armor", {"units": able}, "W-9.4a")
            yield from self._variant(s, msgspec.structs.replace(action, armor=able), note)

    def _variant(self, s: KoreanWarState, action: Attack, note: Note) -> Iterator[WhatIf]:
        if next(action.refusals(s, self), None) is None:
            yield WhatIf(action, note, outlook.success(s, self._fight(s, action)))

    def warnings(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """What a pass and a rest give up."""
        if isinstance(action, Pass):
            yield Refusal("W-6.1j", "passing", {"side": self.side, "n": self.left})
        elif isinstance(action, Rest):
            yield Refusal("W-7.2i", "resting", {"unit": action.unit}, (action.unit,))
        else:
            yield from super().warnings(s, action)

    def holds_move(self, s: KoreanWarState, offer: Offer, move: Move) -> bool:
        """Whether an offer to move a unit has the mode and the end of a move; a way may also lead back to its start."""
        back = leg(move.path[-1]) == s.where[move.units[0]]
        return offer.mode == move.mode if back else super().holds_move(s, offer, move)

    def march(self, s: KoreanWarState, move: Move) -> None:
        """Spend the Action Points and move the unit. W-7.3d: points that are left over are lost."""
        unit = move.units[0]
        self._spend(s, unit, movement.PRICE[move.mode])
        movement.march(s, unit, move.path, move.mode)

    def note(self, s: KoreanWarState, action: SideAction) -> None:
        """Spend what an action of a unit costs; count an operation."""
        match action:
            case Attack():
                self._spend(s, action.unit, s.rules.attack_price[kind_of(action.mode)], (s.where[action.unit],))
            case Entrench():
                self._spend(s, action.unit, s.rules.entrench_price)
            case leaving.Exit():
                self._spend(s, action.unit, action.points(s))
            case Rest():
                self._spend(s, action.unit, self.points_of(s, action.unit))
            case Operation() if not action.free(s):
                self.count(s)
            case _:
                pass

    def finish(self, s: KoreanWarState, action: Action) -> None:
        """End the activation, forgo the rest of the sequence, or pass."""
        if isinstance(action, Pass):
            s.log("W-6.1j", "passed", side=self.side)
            self._pass(s)
        elif self.unit is not None:
            self._deactivate(s)
        else:
            trace("W-6.1h")
            s.replace(msgspec.structs.replace(self, left=0))
