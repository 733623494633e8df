"""The commanders of both sides: how they decide in each frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from parallel38.engine import orders
from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.data import FILES
from parallel38.games.forgotten_war.players import assaults, because, fears, reasons, reply, shooting, staff, tactics
from parallel38.games.forgotten_war.players.march import MovementPlan, MovementPlanner
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.players.ways import Ways
from parallel38.games.forgotten_war.rules import (
    advance,
    close_combat,
    departures,
    deployment,
    firing,
    mortars,
    movement,
    readiness,
    recrewing,
    replacements,
    reserves,
    retreats,
    stacking,
    turn_end,
)
from parallel38.games.forgotten_war.state import SIDES, UN, ForgottenWarState
from parallel38.hexgrid import Hex
from parallel38.players import commander
from parallel38.players.commander import Words, allowed, small, weighed
from parallel38.players.plans import score

EAGER = {"tide": 0.0, "turning": 99.0}
"""Weights of recruits: they never turn back."""


def of_battle(weights: Mapping[str, float], scenario: str) -> dict[str, float]:
    """The weights that hold in a battle: `march_naktong` instead of `march`, where there is one."""
    tail = "_" + scenario
    return {**weights, **{name.removesuffix(tail): value for name, value in weights.items() if name.endswith(tail)}}


def _in_words(plan: MovementPlan, answer: reply.Answer | None) -> Words:
    """The posts of a plan that are in danger, and the plan in words."""
    posts = fears.of(plan, answer)
    return Words((*posts,), (*reasons.of(plan, posts),))


class Commander(commander.Commander):
    """A commander of one side at one level. The plan of a movement phase is made when it begins, and made anew if
    lost."""

    def __init__(self, level: str, side: str, own: Mapping[str, float] | None = None) -> None:
        super().__init__(level, SIDES.index(side), weighed(FILES.weights(side), own))
        self._all = {self.side: self.w, 1 - self.side: weighed(FILES.weights(SIDES[1 - self.side]), None)}
        self._battle, self._weights = "", dict[int, dict[str, float]]()
        self._for: tuple[int, int] | None = None
        self._plan: MovementPlan | None = None
        self._coming: dict[int, Hex] = {}
        """The units beside the map, each with the hex that it makes for."""

    def __call__(self, game: Any, rng: Random) -> Action:
        """The action that the commander wants now, with the weights of the battle that is played."""
        battle = game.rules.setting.scenario
        if battle != self._battle:
            self._battle = battle
            self._weights = {i: of_battle(w, battle) for i, w in self._all.items()}
            self.w = self._weights[self.side]
            if not self.thorough:
                self.w |= EAGER
        return super().__call__(game, rng)

    # ----------------------------------------------------------------------------------------------------------- fire

    def fire(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """The best fire, or the end of the phase."""
        planned = shooting.best(s, Survey(s, self.side, self.w), s.top, self.thorough)  # type: ignore[arg-type]
        return self._offered(s, planned.action) if planned else self._offered(s, End())

    def assault(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """The best attack, or the end of the phase."""
        planned = assaults.best(s, Survey(s, self.side, self.w), s.top, self.thorough)  # type: ignore[arg-type]
        return planned.action if planned else self._offered(s, End())

    # ------------------------------------------------------------------------------------------------------- movement

    def move(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """The next action of a movement phase: units that leave the map, guns that are manned again, orders of the
        plan, units that enter; then the end."""
        frame: movement.Moving = s.top  # type: ignore[assignment]
        if self._for != (s.turn, self.side):
            self._for, self._plan = (s.turn, self.side), None
        for action in self._at_once(s):
            if allowed(s, action):
                return self._offered(s, action)
        if self._plan is None:
            self._make_plan(s, frame, rng)
        return self._next(s, frame) or self._enter(s, frame) or self._close(s, frame)

    def _at_once(self, s: ForgottenWarState) -> Iterator[Action]:
        """What is done whenever it can be: dig in where units stay, leave by the road or by air, man guns again."""
        rules = s.rules
        if rules.battle.improves and orders.order(s, "digging", self.side) != "stay":
            yield orders.Order("digging", "stay")
        if self.side != UN:
            return
        for gun in s.abandoned(UN):
            if s.at(UN, s.where[gun]):
                yield recrewing.Recrew(gun)
        if rules.strip:
            for unit in s.present(UN):
                if rules.way_out >> s.where[unit] & 1:
                    yield departures.Exit(unit)
                elif rules.support[unit]:
                    yield departures.Airlift(unit)

    def _make_plan(self, s: ForgottenWarState, frame: movement.Moving, rng: Random) -> None:
        answer = None
        if self.thorough:
            plan, answer = reply.best_plan(s, self.side, self.w, self._weights[1 - self.side], rng)
        else:
            plan = MovementPlanner(Survey(s, self.side, self.w), frame, rng, False).plan()
        self._plan = plan
        self._intend(partial(_in_words, plan, answer))
        self.orders.give(s, {u: h for u, h in plan.orders.items() if s.on_map(u)})
        self._coming = {u: h for u, h in plan.orders.items() if not s.on_map(u)}

    def _next(self, s: ForgottenWarState, frame: movement.Moving) -> Action | None:
        """The next order that can be carried out now; orders that cannot stay for later."""
        for unit, h in self.orders.pending(s):
            if not frame.may_move(s, unit) or unit in frame.last:
                del self.orders.left[unit]
                continue
            if stacking.fits(s, self.side, h, (unit,)):
                action = Ways(s, unit, frame, self._shunned(s)).action(h)
                if action is not None and allowed(s, action):
                    del self.orders.left[unit]
                    return self._offered(s, action)
        return None

    def _shunned(self, s: ForgottenWarState) -> int:
        return self._plan.survey.goals.shunned if self._plan is not None else 0

    def _enter(self, s: ForgottenWarState, frame: movement.Moving) -> Action | None:
        """The next unit that comes on the map: where the plan has it, or as near as the queue lets it come."""
        for unit, h in [*self._coming.items()]:
            del self._coming[unit]
            ways = Ways(s, unit, frame, self._shunned(s))
            open_ = [end for end in ways.ends if stacking.fits(s, self.side, end, (unit,))]
            if not open_:
                continue
            grid = s.rules.grid
            end = h if h in open_ else min(open_, key=lambda end: (grid.distance(end, h), end))
            action = ways.action(end)
            if action is not None and allowed(s, action):
                return self._offered(s, action)
        return None

    def _close(self, s: ForgottenWarState, frame: movement.Moving) -> Action | None:
        """End the phase; if that is not allowed yet, spread a stack that is too large, or bring a unit back to the
        road."""
        refusal = next(iter(frame.refusals(s, End())), None)
        if refusal is None:
            return self._offered(s, End())
        survey = Survey(s, self.side, self.w)
        planner = MovementPlanner(survey, frame, Random(0), False)
        options: list[tuple[float, int, Hex]] = []
        for unit in refusal.units:
            if unit in planner.ways:
                ends = [h for h in planner.ways[unit].ends if stacking.fits(s, self.side, h, (unit,))]
                if refusal.text == "come_back":
                    ends = [h for h in ends if s.rules.near_road >> h & 1]
                options += [(score(planner.terms(unit, h)), unit, h) for h in ends]
        for _, unit, h in sorted(options, reverse=True):
            action = planner.ways[unit].action(h)
            if action is not None and allowed(s, action):
                return self._offered(s, action)
        return None

    BECAUSE: ClassVar[dict[Any, Any]] = {
        firing.Firing: because.fire,
        close_combat.Assaulting: because.assault,
        close_combat.Sharing: because.share,
        turn_end.Starving: because.share,
        retreats.Retreats: because.retreat,
        advance.Advancing: because.go_in,
        replacements.Replacing: because.replace,
        readiness.Readying: because.ready,
        mortars.Assigning: because.assign,
        reserves.Calling: because.call,
        deployment.Deploying: because.deploy,
        turn_end.Withdrawing: because.withdraw,
    }
    DUTIES: ClassVar[dict[Any, Any]] = {
        firing.Firing: fire,
        movement.Moving: move,
        close_combat.Assaulting: assault,
        close_combat.Sharing: small(tactics.share),
        turn_end.Starving: small(tactics.share),
        retreats.Retreats: small(tactics.retreat),
        advance.Advancing: small(tactics.advance),
        replacements.Replacing: small(staff.replace),
        readiness.Readying: small(staff.ready),
        mortars.Assigning: small(staff.assign),
        reserves.Calling: small(staff.end),
        deployment.Deploying: small(staff.end),
        turn_end.Withdrawing: small(staff.withdraw),
    }
