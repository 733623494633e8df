"""The commanders of both sides: how they decide in each frame."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.data import FILES
from parallel38.games.forgotten_war.players import assaults, marching, shooting, tactics
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import (
    advance,
    close_combat,
    departures,
    deployment,
    firing,
    mortars,
    movement,
    readiness,
    replacements,
    reserves,
    retreats,
    turn_end,
)
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState
from parallel38.players import commander
from parallel38.players.commander import allowed, small, weighed


class Commander(commander.Commander):
    """A commander of one side at one level."""

    def __init__(self, level: str, side: str, own: Mapping[str, float] | None = None) -> None:
        super().__init__(level, SIDES.index(side), weighed(FILES.weights(side), own))
        self._looked: set[int] = set()
        self._phase: tuple[int, bool] | None = None

    def fire(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """The best fire, or the end of the phase."""
        planned = shooting.best(s, Survey(s, self.side, self.w), s.top)  # type: ignore[arg-type]
        return planned.action if planned else End()

    def assault(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """The best attack, or the end of the phase."""
        planned = assaults.best(s, Survey(s, self.side, self.w), s.top)  # type: ignore[arg-type]
        return planned.action if planned else End()

    def move(self, s: ForgottenWarState, rng: Random) -> Action | None:
        """Units that leave the map, units that enter, then each unit once; then the end of the phase."""
        frame: movement.Moving = s.top  # type: ignore[assignment]
        if self._phase != (s.turn, frame.begun) and not frame.begun:
            self._phase, self._looked = (s.turn, frame.begun), set()
        survey = Survey(s, self.side, self.w)
        leaving = self._leaving(s, frame)
        if leaving:
            return leaving
        come = marching.entering(s, survey, frame)
        if come and allowed(s, come):
            return come
        for unit in marching.order(s, survey, frame):
            if unit not in self._looked:
                self._looked.add(unit)
                going = marching.move(s, survey, frame, unit)
                if going and allowed(s, going):
                    return going
        return End() if allowed(s, End()) else None

    def _leaving(self, s: ForgottenWarState, frame: Any) -> Action | None:
        """A unit that leaves the map by the road or by air."""
        for unit in s.present(self.side):
            for action in (departures.Exit(unit), departures.Airlift(unit)):
                at_exit = s.rules.way_out >> s.where[unit] & 1
                if (at_exit or s.rules.support[unit]) and s.rules.strip and allowed(s, action):
                    return action
        return None

    DUTIES: ClassVar[dict[Any, Any]] = {
        firing.Firing: fire,
        movement.Moving: move,
        close_combat.Assaulting: assault,
        close_combat.Sharing: small(tactics.share),
        turn_end.Starving: small(tactics.share),
        retreats.Retreats: small(tactics.retreat),
        advance.Advancing: small(tactics.advance),
        replacements.Replacing: small(tactics.replace),
        readiness.Readying: small(tactics.ready),
        mortars.Assigning: small(tactics.end),
        reserves.Calling: small(tactics.end),
        deployment.Deploying: small(tactics.end),
        turn_end.Withdrawing: small(tactics.withdraw),
    }
