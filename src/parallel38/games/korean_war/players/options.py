"""What a unit could do with its activation, and what that is worth: attack, move, move and attack, entrench."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parallel38.engine.values import Action
from parallel38.games.korean_war.players.attacks import Blow, Blows
from parallel38.games.korean_war.players.goals import Goal, Goals
from parallel38.games.korean_war.players.ground import TACTICAL
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import attack, engagement, entrenching, movement, stacking
from parallel38.games.korean_war.rules.engagement import KINDS, WAVES, kind_of
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.state import FORTIFIED
from parallel38.hexgrid import Hex, bits
from parallel38.players.plans import Term, score
from parallel38.wargame.moving import Move

PROMISING = 6.0
"""The odds beyond which more strength beside a hex brings little."""


class Option(NamedTuple):
    """An activation, or what is left of one."""

    value: float
    unit: int
    to: Hex
    """The hex to which the unit moves first; where it stands if it does not."""
    mode: str
    """The kind of movement; empty for none."""
    blow: Blow | None
    digs: bool
    terms: tuple[Term, ...]


class Options:
    """The activations that are open to the units of a side in one situation."""

    def __init__(self, survey: Survey, goals: Goals, frame: Operating, thorough: bool) -> None:
        self.v, self.goals, self.frame, self.thorough = survey, goals, frame, thorough
        self.blows = Blows(survey)
        self._known: dict[int, list[Option]] = {}
        self._ends = int(survey.w["ends"]) if thorough else int(survey.w["ends"]) // 2

    # ------------------------------------------------------------------------------------------------------------ terms

    def goal(self, unit: int) -> Goal | None:
        """Where the unit should go."""
        return self.goals.of.get(unit)

    def terms(self, unit: int, h: Hex, fatigued: bool, works: int | None = None) -> tuple[Term, ...]:
        """What speaks for a unit in a hex when its activation is over, or for its staying mobile."""
        v, w = self.v, self.v.w
        found: list[Term] = []
        goal = self.goal(unit)
        if goal is not None and (not v.thorough or v.left > 1 or goal.kind in ("keep", "post")):
            far = min(self.goals.distance(h, goal.hex), 400)
            found.append(("goals", -goal.value * far / TACTICAL))
        found.append(("danger", -w["exposure"] * v.fear(unit, h, fatigued, works)))
        city = v.ground.city.get(h, 0.0) if v.s.controlled(v.side) >> h & 1 else 0.0
        depot = v.thorough and v.s.depot_at(v.side, h) is not None
        if (city or depot) and v.threatened(h) and all(u == unit for u in v.s.fighters(v.side).get(h, ())):
            found.append(("keep", v.point * city * w["guard"] + (w["depot"] if depot else 0.0)))
        return tuple(found)

    def press(self, unit: int, h: Hex) -> float:
        """What it is worth for later attacks by others that a unit stands beside enemies in a hex."""
        v, w = self.v, self.v.w
        region = engagement.targets(v.s, v.side, h, unit)
        if not region:
            return 0.0
        best = 0.0
        near = v.s.fighters(v.side)
        for t in bits(region):
            known = self.blows.defense(1 << t)
            have = sum(v.attack_of(u, n) for n in v.ground.beside[t] for u in near.get(n, ()) if u != unit)
            more = v.attack_of(unit, h)
            gain = known.losses[-1] * v.matter * 0.5 + known.prize
            best = max(best, gain * (_promise((have + more) / known.strength) - _promise(have / known.strength)))
        return w["press"] * best

    # ---------------------------------------------------------------------------------------------------------- options

    def best(self, unit: int) -> Option | None:
        """The best that a unit can do now; None if nothing is better than to stay as it is."""
        return max(self.moves(unit), key=lambda option: option.value, default=None)

    def moves(self, unit: int) -> list[Option]:
        """What a unit could do, worked out once."""
        found = self._known.get(unit)
        if found is None:
            found = self._known[unit] = [*self.of(unit)]
        return found

    def of(self, unit: int) -> Iterator[Option]:
        """What a unit could do, each with what it is worth more than to do nothing."""
        s, frame = self.v.s, self.frame
        here, points = s.where[unit], frame.points_of(s, unit)
        active = frame.unit == unit
        stay = score(self.terms(unit, here, active))
        for option in self._places(unit, here, points, active):
            terms = option.terms
            gain = option.blow.gain if option.blow else 0.0
            yield option._replace(value=gain + score(terms) - stay)

    def _places(self, unit: int, here: Hex, points: int, active: bool) -> Iterator[Option]:
        v, s = self.v, self.v.s
        if here not in self.frame.fought or not active:
            yield from self._strikes(unit, here, "", points, True)
        if points >= v.rules.entrench_price and self._digs(unit, here):
            level = s.works(v.side, here) + 1
            terms = (*self.terms(unit, here, True, level), ("works", v.w["dig"]))
            yield Option(0.0, unit, here, "", None, True, terms)
        reach = v.reach(unit, points)
        ends = self._worthwhile(unit, here, reach)
        for h, spent in ends:
            mode = movement.MODES[max(0, -(-spent // movement.allowance(s, unit, "tactical")) - 1)]
            left = points - movement.PRICE[mode]
            beside = engagement.targets(s, v.side, h, unit)
            terms = self.terms(unit, h, True)
            if s.controlled(v.foe) >> h & 1:
                terms = (*terms, ("prize", v.prize(h) * v.holds(unit, h)))
            if beside:
                yield Option(0.0, unit, h, mode, None, False, (*terms, ("press", self.press(unit, h))))
                if left > 0 and h not in self.frame.fought:
                    yield from self._strikes(unit, h, mode, left, False)
            else:
                yield Option(0.0, unit, h, mode, None, False, terms)

    def _digs(self, unit: int, here: Hex) -> bool:
        v = self.v
        goal = self.goal(unit)
        level = v.s.works(v.side, here)
        held = goal is not None and goal.kind in ("post", "keep") and goal.hex == here
        fresh = ("fresh", here, 0) in v.s.marks
        return level < FORTIFIED and not (level and fresh) and (held or v.pressure(here) > 0)

    def _strikes(self, unit: int, h: Hex, move: str, points: int, here: bool) -> Iterator[Option]:
        """Attacks from a hex with so many Action Points."""
        v, s = self.v, self.v.s
        start = s.start[unit] - 1
        near = start >= 0 and v.rules.grid.distance(start, h) <= 1
        first = near and not (self.frame.unit == unit and self.frame.bonus)
        modes = [mode for mode in KINDS if v.rules.attack_price[mode] <= points]
        if v.rules.nation[unit] == "ccf" and here and next(attack.wave_refusals(s, unit), None) is None:
            modes += [mode for mode in WAVES if v.rules.attack_price[kind_of(mode)] <= points]
        terms: tuple[Term, ...] | None = None
        for mode in modes:
            blow = self.blows.at(unit, h, mode, first)
            if blow is None:
                return
            if terms is None:
                terms = self.terms(unit, h, True)
                if s.controlled(v.foe) >> h & 1:
                    terms = (*terms, ("prize", v.prize(h) * v.holds(unit, h)))
            rest = points - v.rules.attack_price[kind_of(mode)]
            found = (*terms, ("rest", v.w["rest"] * rest))
            if v.thorough:
                found = (*found, ("goals", self._opened(unit, h, blow)))
            yield Option(0.0, unit, h, move, blow, False, found)

    def _opened(self, unit: int, h: Hex, blow: Blow) -> float:
        """What it is worth that an attack may open the way to where the unit should go."""
        goal = self.goal(unit)
        if goal is None or goal.kind != "take" or (self.v.left == 1 and goal.hex not in blow.targets):
            return 0.0
        nearer = self.goals.distance(h, goal.hex) - min(self.goals.distance(t, goal.hex) for t in blow.targets)
        return blow.clears * goal.value * max(0, min(nearer, 2 * TACTICAL)) / TACTICAL

    def _worthwhile(self, unit: int, here: Hex, reach: dict[Hex, int]) -> list[tuple[Hex, int]]:
        """The hexes that are worth a thought: beside enemies, cities, and those nearest to the goal for each price."""
        v, s = self.v, self.v.s
        goal, zone = self.goal(unit), s.zone(v.foe)
        kept: list[tuple[Hex, int]] = []
        open_: list[tuple[int, Hex, int]] = []
        for h, spent in reach.items():
            if h == here or not stacking.fits(s, unit, h):
                continue
            if zone >> h & 1 or v.rules.cities >> h & 1:
                kept.append((h, spent))
            else:
                far = self.goals.distance(h, goal.hex) if goal is not None else 0
                open_.append((far, h, spent))
        open_.sort()
        return kept + [(h, spent) for _, h, spent in open_[: self._ends]]

    # ---------------------------------------------------------------------------------------------------------- actions

    def action(self, option: Option) -> Action | None:
        """The next action of an option."""
        s, unit = self.v.s, option.unit
        if option.mode:
            path = movement.Range(s, unit).way(option.to, option.mode)
            return Move((unit,), path, option.mode) if path else None
        if option.digs:
            return entrenching.Entrench(unit)
        return option.blow.action() if option.blow else None


def _promise(odds: float) -> float:
    """How likely an attack at some odds is to have an effect, roughly."""
    return max(0.0, min(1.0, (odds - 1) / (PROMISING - 1)))
