"""What units are worth, in victory points: what the account of the game would lose with their next step and with all
of them."""

from __future__ import annotations

from collections.abc import Mapping

from parallel38.games.forgotten_war.rules import losses, turn_end
from parallel38.games.forgotten_war.state import COMMUNIST, ForgottenWarState

EARLY = 0.35
"""The share of a unit's worth that goes with its first step, though it scores only with the last: a reduced unit is
half as strong and dies sooner."""
RETURNS = 0.5
"""The share of eliminated units of Naktong that count in the end: of every two of a company one comes back."""
LASTING = 2 / 3
"""The share of eliminated Chinese units of Chosin that count in the end."""


class Stakes:
    """What steps are worth to both sides together: points that one side loses or does not get, or the other gets."""

    def __init__(self, s: ForgottenWarState, weights: Mapping[str, float]) -> None:
        self.s, self.w = s, weights
        self.left = 1 - (s.turn - 1) / len(s.rules.turns)
        """The share of the game that is left."""
        self._known: dict[int, tuple[float, float]] = {}

    def parts(self, unit: int) -> tuple[float, float]:
        """What a whole unit loses with its first step, and with its last."""
        found = self._known.get(unit)
        if found is None:
            found = self._known[unit] = self._work_out(unit)
        return found

    def _work_out(self, unit: int) -> tuple[float, float]:
        rules = self.s.rules
        own, life = rules.worth[unit] / 2, self.w["life"] * self.left
        match rules.setting.scenario:
            case "naktong":
                return self._naktong(unit, own, life)
            case "chosin" if rules.side_of[unit] == COMMUNIST:
                own *= LASTING
            case "chosin":
                own += (2 if rules.train[unit] else 1) * self.w["rescue"]
            case _:
                pass
        return EARLY * own + life / 2, (1 - EARLY) * own + life / 2

    def _naktong(self, unit: int, own: float, life: float) -> tuple[float, float]:
        """Whole units bring more than reduced ones: NKPA on the east bank in the end, UN units that are withdrawn."""
        s, rules = self.s, self.s.rules
        if rules.side_of[unit] == COMMUNIST:
            east = min(1.0, self.w["patience"] * (1 - self.left) + 1 - self.w["patience"])
            return life / 2 + east, life / 2 + own * RETURNS + east
        bring = turn_end.withdrawal(s, unit)[1] if not s.reduced(unit) else 0
        return life / 2 + bring, life / 2 + own * RETURNS

    def step(self, unit: int, steps: int | None = None) -> float:
        """What the next step of a unit is worth, with the steps that it has or would have."""
        first, last = self.parts(unit)
        if self.s.rules.steps[unit] == 1:
            return first + last
        return first if (losses.steps_left(self.s, unit) if steps is None else steps) > 1 else last

    def life(self, unit: int) -> float:
        """What all steps that a unit still has are worth."""
        first, last = self.parts(unit)
        return last if self.s.reduced(unit) else first + last
