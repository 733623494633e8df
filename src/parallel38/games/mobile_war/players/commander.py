"""The commanders of both sides: how they decide in each frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from parallel38.engine.values import Action, End
from parallel38.games.mobile_war.data import weights
from parallel38.games.mobile_war.players import depots, fears, reasons, staff, tactics
from parallel38.games.mobile_war.players.attacks import PlannedAttack, PossibleAttacks, Room
from parallel38.games.mobile_war.players.fleet import Fleet
from parallel38.games.mobile_war.players.ground import POSITION
from parallel38.games.mobile_war.players.march import TRIES, MovementPlan, MovementPlanner
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import (
    airlift,
    arrivals,
    breakdown,
    campaign,
    combat,
    entrenchment,
    fight,
    gunnery,
    landings,
    losses,
    movement,
    odds,
    retreats,
    stacking,
    variants,
)
from parallel38.games.mobile_war.rules.ranges import MODES, Range
from parallel38.games.mobile_war.rules.readiness import may_move
from parallel38.games.mobile_war.state import ATTACKED, ENTRENCHED, MOVED, SIDES, UN, MobileWarState
from parallel38.hexgrid import Hex, bits
from parallel38.players import commander
from parallel38.players.commander import Words, allowed, small, weighed

ATTACK_RANGE = 2
"""Hexes from the enemy within which an army is not broken down, because it attacks as a whole."""


def _in_words(plan: MovementPlan) -> Words:
    """The posts of a plan that are in danger, and the plan in words."""
    posts = fears.of(plan)
    return Words((*posts,), (*reasons.of(plan, posts),))


class Commander(commander.Commander):
    """A commander of one side at one level. The plan of a phase is made when it begins, and made anew if lost."""

    def __init__(self, level: str, side: str, own: Mapping[str, float] | None = None) -> None:
        super().__init__(level, SIDES.index(side), weighed(weights(side), own))
        self._for: tuple[int, str] | None = None
        self._plan: MovementPlan | None = None
        self._before_moves: Survey | None = None
        """The survey of a recruit at the beginning of the phase; a thorough commander looks anew after each move."""
        self._fleet = Fleet(self.w, self.thorough)
        self._looked: set[int] = set()
        self._chosen: list[PlannedAttack] = []
        """The attacks of a combat phase, the most valuable first."""
        self._chosen_in = 0
        """The turn for which they were chosen."""

    # ------------------------------------------------------------------------------------------------------- movement

    def move(self, s: MobileWarState, rng: Random) -> Action | None:
        """The next action of a movement phase: supply units, orders of the plan, ships, works, stacking, the end."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        if self._for != (s.turn, top.phase):
            self._for, self._plan, self._looked = (s.turn, top.phase), None, set()
            self._before_moves = None if self.thorough else Survey(s, self.side, self.w["lure"])
            self._fleet = Fleet(self.w, self.thorough, self._before_moves)
        if top.settled:
            return self._close(s)
        return (
            self._split(s)
            or self._before(s)
            or self._jump(s)
            or self._planned(s, rng)
            or self._afloat(s)
            or self._after(s)
            or self._close(s)
        )

    def _split(self, s: MobileWarState) -> Action | None:
        """Break down an army that is not near the enemy: its divisions are twice as fast and stronger together.

        K-STK-D2a: only before any unit moves.
        """
        top: movement.Moving = s.top  # type: ignore[assignment]
        if top.begun:
            return None
        near = (
            s.rules.grid.spread(s.held_by(1 - self.side), s.rules.land, steps=ATTACK_RANGE)
            if top.phase == "first"
            else 0
        )
        for unit in s.present(self.side):
            if s.rules.size[unit] == "army" and not near >> s.where[unit] & 1:
                action = breakdown.Breakdown(unit)
                if allowed(s, action):
                    return action
        return None

    def _before(self, s: MobileWarState) -> Action | None:
        """Move supply units first, for the others depend on them; unless the plan moves them after the others."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        if self._plan is not None or (self.thorough and depots.follow(s, self.side, top.phase)):
            return None
        action = depots.move(s, self.w, self._looked, self._before_moves)
        return None if action is None else self._offered(s, action)

    def _planned(self, s: MobileWarState, rng: Random) -> Action | None:
        top: movement.Moving = s.top  # type: ignore[assignment]
        if self._plan is None:
            planner = MovementPlanner(s, self.side, top.phase, self.w, rng, self.thorough, self._before_moves)
            self._plan = plan = planner.plan()
            self._intend(partial(_in_words, plan))
            going = sorted(plan.orders, key=lambda u: not s.rules.supply[u])  # others pay less to join supply units
            self.orders.give(s, {u: plan.orders[u] for u in going})
        return self._next(s)

    def _next(self, s: MobileWarState) -> Action | None:
        """The next order that can be carried out now; orders that cannot stay for later."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        for unit, h in self.orders.pending(s):
            if s.flags[unit] & MOVED:
                del self.orders.left[unit]
                continue
            way = Range(s, unit, top.phase)
            for mode in MODES if may_move(s, unit, top) and stacking.fits(s, self.side, h, (unit,)) else ():
                path = way.path(h, mode)
                if path:
                    del self.orders.left[unit]
                    return self._offered(s, movement.Move((unit,), path, mode))
            if s.flags[unit] & ENTRENCHED:
                del self.orders.left[unit]
        return None

    def _jump(self, s: MobileWarState) -> Action | None:
        """Drop the airborne regiment, before it is ordered anywhere else."""
        return self._fleet.jump(s) if self.side == UN and self._plan is None else None

    def _afloat(self, s: MobileWarState) -> Action | None:
        """The next action of the UN's ships."""
        if self.side != UN:
            return None
        self._fleet.fights = [attack.target for attack in self._plan.attacks] if self._plan else []
        action = self._fleet.next(s)
        if self._fleet.told:
            self._add(self._fleet.told)
            self._fleet.told = []
        return action

    def _after(self, s: MobileWarState) -> Action | None:
        """Entrench units that stay near the enemy; let units abandon works that no enemy can reach any more."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        if not self.thorough:
            return None
        plan = self._plan
        assert plan is not None
        survey = plan.survey
        for unit in s.present(self.side):
            h = s.where[unit]
            if s.flags[unit] & ENTRENCHED:
                if not survey.pressure[h] and h not in plan.held:
                    action = entrenchment.Abandon(unit)
                    if allowed(s, action):
                        return action
            elif top.phase == "second" and self._worth_digging(s, plan, unit, h):
                action = entrenchment.Entrench(unit)
                if allowed(s, action):
                    return action
        return None

    def _worth_digging(self, s: MobileWarState, plan: MovementPlan, unit: int, h: Hex) -> bool:
        """Whether works would help: no town or river gives that defence, and the expected loss is high enough."""
        rules = s.rules
        if not rules.combat[unit] or (rules.towns | rules.river_hexes) >> h & 1:
            return False
        units = s.fighters(self.side, h)
        return plan.survey.loss(units, h, self.w["enemy_share"]) >= self.w["dig"]

    def _close(self, s: MobileWarState) -> Action | None:
        """Move newcomers without room on, put units together, move units away that are too many; then end the phase."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        done = allowed(s, End())
        moved_on = self._leave(s, [u for h in s.stacks(self.side) for u in self._tight(s, h)])
        if moved_on is not None:
            return moved_on
        for action in [offer.action for unit in s.present(self.side) for offer in breakdown.offers(s, unit, top)]:
            if not isinstance(action, breakdown.Combine) or not allowed(s, action):
                continue
            if not done or s.rules.size[action.units[0]] != "division":  # armies are slow
                return action
        if done:
            return End()
        return self._leave(s, [u for h in stacking.crowded(s, self.side) for u in s.stacks(self.side)[h]])

    def _tight(self, s: MobileWarState, h: Hex) -> list[int]:
        """The units in a hex with newcomers that do not fit, newcomers first; none if all fit once put together."""
        surplus, units = stacking.surplus(s, self.side, h), stacking.counted(s, self.side, h)
        fit = not surplus or stacking.after_joining(s, units) <= s.rules.stack_limit
        return [] if fit else [*surplus, *units]

    def _leave(self, s: MobileWarState, units: list[int]) -> Action | None:
        """Move the first of some units that can move to the nearest hex with room."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        for unit in units:
            if may_move(s, unit, top):
                way, here = Range(s, unit, top.phase), s.where[unit]
                ends = [(s.rules.grid.distance(here, h), h, mode) for mode in MODES for h in bits(way.region(mode))]
                if ends:
                    _, h, mode = min(ends)
                    return movement.Move((unit,), way.path(h, mode) or (), mode)
        return None

    # --------------------------------------------------------------------------------------------------------- combat

    def attack(self, s: MobileWarState, rng: Random) -> Action | None:
        """The next attack by units where they stand, of those best together; from the sea, an assault on a port.

        A thorough commander chooses anew after each fight; a recruit chooses once and makes those attacks that still
        can be made.
        """
        top: combat.Fighting = s.top  # type: ignore[assignment]
        survey = Survey(s, self.side)
        landing = self._from_the_sea(s, survey) if self.side == UN else None
        if landing is not None:
            return landing
        begun = any(s.flags[u] & ATTACKED for u in s.present(self.side))
        if self.thorough or not begun or self._chosen_in != s.turn:
            self._chosen_in, self._chosen = s.turn, self._choose(s, survey, rng)
        for attack in self._chosen:
            if any(s.flags[u] & ATTACKED for u in attack.units):
                continue
            units = tuple(sorted(attack.units))
            supplied = () if attack.unsupplied else top.depots(s, units)
            action = combat.Attack(attack.target, units, supplied, self._guns(s, top, attack.target, units, supplied))
            if self._may(s, action):
                return action
        return End()

    def _choose(self, s: MobileWarState, survey: Survey, rng: Random) -> list[PlannedAttack]:
        """The attacks that are best together by units where they stand, the most valuable first."""
        top: combat.Fighting = s.top  # type: ignore[assignment]
        reaches: dict[int, dict[Hex, float]] = {}
        open_ = top.targets(s)
        for units in open_.values():
            for unit in units:
                if s.on_map(unit):
                    reaches[unit] = {s.where[unit]: 0.0}
        w = {**self.w, "depot": 0.0} if top.spent else self.w
        attacks = PossibleAttacks(survey, reaches, w, self.thorough)
        for target in [*attacks.posts]:
            if target not in open_:
                del attacks.posts[target]
        found = attacks.together(Room(survey, {}), rng, TRIES[self.thorough])
        return sorted(found, key=lambda attack: -attack.value)

    def _guns(
        self, s: MobileWarState, top: combat.Fighting, h: Hex, units: tuple[int, ...], supplied: tuple[int, ...]
    ) -> tuple[int, ...]:
        """As many naval guns as make the odds better. K-CMP-3b: not where they would bring China in."""
        guns = top.guns_for(s, h)
        if any(Survey(s, UN).shunned(u) >> h & 1 for u in guns):
            return ()
        plain = odds.reckon(s, combat.Attack(h, units, supplied), ()).column
        for n in range(1, len(guns) + 1):
            if odds.reckon(s, combat.Attack(h, units, supplied, guns[:n]), ()).column != plain:
                return guns[:n]
        return ()

    def _from_the_sea(self, s: MobileWarState, survey: Survey) -> Action | None:
        """An assault by all units aboard and all units beside the port, if the chances are good."""
        top: combat.Fighting = s.top  # type: ignore[assignment]
        for h, able in top.targets(s).items():
            aboard = landings.attackers(s, h)
            if not aboard:
                continue
            units = tuple(sorted(able))
            action = combat.Attack(h, units, (), self._guns(s, top, h, units, ()))
            if not allowed(s, action):
                action = combat.Attack(h, tuple(sorted(aboard)), (), action.guns)
            board = survey.ground
            fighters = [u for u in survey.theirs[h] if s.rules.combat[u]]
            if fighters:
                column = odds.reckon(s, action, ()).column
                defender = board.pool(fighters, board.doubles(action.units))
                expected = board.expected_losses(POSITION, column, defender, board.pool(action.units, False))
                if expected.destroyed < self.w["assault"]:
                    continue
            if allowed(s, action):
                return action
        return None

    BECAUSE: ClassVar[dict[Any, Any]] = {
        fight.Fight: tactics.why_table,
        losses.Losing: tactics.why_loss,
        retreats.Retreating: tactics.why_retreat,
    }
    DUTIES: ClassVar[dict[Any, Any]] = {
        movement.Moving: move,
        combat.Fighting: attack,
        fight.Fight: small(tactics.table),
        gunnery.Gunnery: small(tactics.guns),
        losses.Losing: small(tactics.lose),
        retreats.Retreating: small(tactics.retreat),
        arrivals.Replacing: small(staff.replace),
        arrivals.Landing: small(staff.land),
        airlift.Airlifting: small(staff.lift),
        campaign.Guarding: small(staff.guard),
        campaign.Declaring: small(staff.declare),
        variants.Placing: small(staff.place),
        variants.Covering: small(staff.cover),
    }
