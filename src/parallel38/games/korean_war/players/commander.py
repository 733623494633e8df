"""The commanders of both sides: how they decide in each frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from parallel38.engine.values import Action, End
from parallel38.games.korean_war.data import FILES
from parallel38.games.korean_war.players import afloat, politics, reasons, staff, tactics
from parallel38.games.korean_war.players.goals import Goals
from parallel38.games.korean_war.players.options import Option, Options
from parallel38.games.korean_war.players.pairs import with_help
from parallel38.games.korean_war.players.reorganizing import reorganize
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import (
    air,
    arrivals,
    assets,
    calling,
    combat,
    commitment,
    depots,
    enhancement,
    losses,
    operations,
    reconstitution,
    retreats,
    supply,
)
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.state import SIDES, KoreanWarState
from parallel38.players import commander
from parallel38.players.commander import near_best, small, weighed


class Commander(commander.Commander):
    """A commander of one side at one level. What units go for is worked out when an Operations Sequence begins, and
    anew if lost; every activation is chosen for itself."""

    def __init__(self, level: str, side: str, own: Mapping[str, float] | None = None) -> None:
        super().__init__(level, SIDES.index(side), weighed(FILES.weights(side), own))
        self._for: tuple[str, int, str, tuple[str, ...]] | None = None
        self._goals: Goals | None = None
        self._seen: int = -1

    def operate(self, s: KoreanWarState, rng: Random) -> Action | None:
        """The next action of the active unit, or of the unit whose activation is worth most; else another operation,
        the end of the sequence, or a pass."""
        frame: Operating = s.top  # type: ignore[assignment]
        survey = Survey(s, self.side, self.w, self.thorough)
        options = Options(survey, self._aims(s, frame, survey), frame, self.thorough)
        if frame.unit is not None:
            found = options.best(frame.unit)
            action = options.action(found) if found and found.value > self.w["more"] else None
            return self._offered(s, End()) if action is None else action
        return self._choose(s, frame, survey, options, rng)

    def _aims(self, s: KoreanWarState, frame: Operating, survey: Survey) -> Goals:
        """The goals of this Operations Sequence."""
        key = (s.rules.phase_name(s), frame.left if not frame.done else -1, frame.side, frame.passed)
        if self._goals is None or self._for is None or self._for[0] != key[0] or (not frame.done and key != self._for):
            self._goals, self._for = Goals(survey), key
        elif any(u not in self._goals.of for u in survey.units):
            self._goals = Goals(survey)
        return self._goals

    def _choose(
        self, s: KoreanWarState, frame: Operating, survey: Survey, options: Options, rng: Random
    ) -> Action | None:
        single = {u: option for u in survey.mobile if (option := options.best(u)) is not None}
        found = [*single.values(), *(with_help(options, single) if self.thorough else ())]
        others = [*afloat.choices(s, frame, survey), *politics.choices(s, frame, survey)]
        others += [choice] if (choice := reorganize(s, frame, survey, options)) else []
        other = max(others, key=lambda choice: choice[0], default=None)
        best = near_best([(o.value, o) for o in found], rng, 0.0 if self.thorough else self.w["slack"])
        if other is not None and other[0] > self.w["dare"] and (best is None or other[0] > best.value):
            return other[1]
        self._tell(survey, options, found)
        if best is not None and best.value > self.w["dare"]:
            return options.action(best)
        return self._offered(s, End() if frame.done else operations.Pass())

    def _tell(self, survey: Survey, options: Options, found: list[Option]) -> None:
        """Keep the words for the plan of this phase; they are told once, for the first operation of it."""
        self._intend(partial(reasons.words, survey, options, sorted(found, key=lambda o: -o.value)))

    BECAUSE: ClassVar[dict[Any, Any]] = {
        losses.Losing: tactics.why_loss,
        retreats.Retreats: tactics.why_retreat,
        commitment.Committing: politics.why_commit,
    }
    DUTIES: ClassVar[dict[Any, Any]] = {
        operations.Operating: operate,
        combat.Combat: small(tactics.support),
        combat.Advancing: small(tactics.advance),
        losses.Losing: small(tactics.lose),
        retreats.Retreats: small(tactics.retreat),
        assets.Sheltering: small(tactics.shelter),
        assets.Transferring: small(staff.transfer),
        assets.Reassigning: small(staff.reassign),
        depots.Stocking: small(staff.stock),
        depots.Removing: small(staff.remove),
        supply.Spending: small(staff.spend),
        supply.Adding: small(staff.add),
        arrivals.Placing: small(staff.place),
        arrivals.Deploying: small(staff.deploy),
        enhancement.Enhancing: small(staff.enhance),
        reconstitution.Rebuilding: small(staff.rebuild),
        air.Missions: small(staff.fly),
        commitment.Committing: small(politics.commit),
        calling.Declaring: small(politics.declare),
    }
