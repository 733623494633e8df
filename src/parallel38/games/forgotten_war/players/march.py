"""Plans of movement phases: attacks first, then special tasks of a battle, then every other unit where it does most
good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from parallel38.games.forgotten_war.players.attacks import PlannedAttack, PossibleAttacks
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.players.ways import Ways
from parallel38.games.forgotten_war.rules import airstrip, arrivals, losses, stacking
from parallel38.games.forgotten_war.rules.movement import Moving
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from parallel38.hexgrid import Hex, bits
from parallel38.players.commander import near_best
from parallel38.players.plans import Room, Term, score

TRIES = 2
"""How often attacks are put together, with values shaken at random."""
SLACK = 0.15
"""How much worse than the best a hex may be that a recruit chooses."""


@dataclass(frozen=True)
class MovementPlan:
    """Where units go and why. A unit without an order stays."""

    survey: Survey
    orders: dict[int, Hex]
    attacks: list[PlannedAttack]
    tasks: dict[int, str] = field(default_factory=dict[int, str])
    """The units that have a task of their own, with its name."""
    posts: float = 0.0
    """What the places are worth in themselves to which units go or in which they stay."""
    room: Room = field(default_factory=lambda: Room(()))


class MovementPlanner:
    """Makes the plan of a movement phase step by step; what is decided counts for the steps that follow."""

    def __init__(
        self, survey: Survey, frame: Moving, rng: Random, thorough: bool, weights: Mapping[str, float] | None = None
    ) -> None:
        self.survey, self.s, self.rules, self.frame = survey, survey.s, survey.rules, frame
        self.rng, self.thorough, self.w = rng, thorough, weights or survey.w
        self.goals, self.side = survey.goals, survey.side
        s = self.s
        able = [u for u in s.present(self.side) if frame.may_move(s, u) and u not in frame.last]
        self.ways = {u: Ways(s, u, frame, self.goals.shunned) for u in (*able, *arrivals.waiting(s, self.side))}
        self.room = Room((u, s.where[u]) for u in s.present(self.side))
        self.orders: dict[int, Hex] = {}
        self.attacks: list[PlannedAttack] = []
        self.tasks: dict[int, str] = {}
        self.decided: set[int] = set()
        self._worth: dict[tuple[object, ...], dict[Hex, float | None]] = {}
        """For units that are alike, what hexes are worth as the end of a move; None where no room is left."""

    def plan(self) -> MovementPlan:
        """The plan."""
        self._tasks()
        if self.thorough:
            self._attack()
        self._settle()
        posts = sum(
            self._post(u, h, [v for v in there if v != u]) for h, there in self.room.there.items() for u in there
        )
        return MovementPlan(self.survey, self.orders, self.attacks, self.tasks, posts, self.room)

    # ----------------------------------------------------------------------------------------------------------- tasks

    def _send(self, unit: int, h: Hex, task: str = "") -> None:
        """Order a unit to a hex, or to stay where it is."""
        here = self.s.where[unit]
        self.decided.add(unit)
        if task:
            self.tasks[unit] = task
        if h == here and self.s.on_map(unit):
            return
        if unit in self.room.there.get(here, ()):
            self.room.take(unit, here)
        self.room.put(unit, h)
        self.orders[unit] = h
        for known in self._worth.values():
            known.pop(here, None)
            known.pop(h, None)

    def fits(self, unit: int, h: Hex) -> bool:
        """Whether a unit has room in a hex with the units that are planned there."""
        there = self.room.there.get(h, ())
        return unit in there or stacking.within(self.s, self.side, h, [*there, unit])

    def _tasks(self) -> None:
        for unit in self.ways:
            if self.goals.keeps(unit):
                self._send(unit, self.s.where[unit], "garrison")
        if self.side == UN:
            if self.thorough and airstrip.is_open(self.s):
                self._garrison()
            if self.thorough and not airstrip.is_closed(self.s):
                self._reinforce()
            self._depart()
            self._recrew()
        elif self.goals.last and self.rules.dumps:
            self._loot()

    def _depart(self) -> None:
        """Units that can leave the map by the road in this phase do so, one after the other (F-15.2.1.C)."""
        for unit, ways in self.ways.items():
            if unit not in self.decided and ways.leaves(self.rules.way_out):
                self._send(unit, next(bits(self.rules.way_out)), "depart")
                self.room.take(unit, self.orders[unit])

    def _garrison(self) -> None:
        """A Marine engineer company of three whole platoons holds the open airstrip (F-14.2.3.A)."""
        s, strip = self.s, self.rules.strip
        there = {u for h in bits(strip) for u in self.room.there.get(h, ())}
        ready = [c for c in self.rules.engineer_companies if all(s.on_map(u) and not s.reduced(u) for u in c)]
        if any({*company} <= there for company in ready):
            return
        for company in ready:
            going = [u for u in company if u not in there]
            if all(u in self.ways and any(strip >> h & 1 for h in self.ways[u].ends) for u in going):
                self._make_room(len(going), strip, {*company})
                for unit in going:
                    for h in self.ways[unit].ends:
                        if strip >> h & 1 and self.fits(unit, h):
                            self._send(unit, h, "garrison")
                            break
                return

    def _reinforce(self) -> None:
        """Every other whole platoon of engineers that finds room goes to the strip or stays there, be it lost or not:
        one of them has to be left whole there to close it (F-14.2.2.A)."""
        strip = self.rules.strip
        for unit, ways in self.ways.items():
            if self.rules.kind[unit] == "engineer" and unit not in self.decided and not self.s.reduced(unit):
                end = next((h for h in ways.ends if strip >> h & 1 and self.fits(unit, h)), None)
                if end is not None:
                    self._send(unit, end, "garrison")

    def _make_room(self, n: int, region: int, keep: set[int]) -> None:
        """Send so many leg units away from a region to hexes beside it."""
        s = self.s
        for h in bits(region):
            for unit in [*self.room.there.get(h, ())]:
                if n > 0 and unit in self.ways and unit not in keep and not self.rules.vehicle[unit]:
                    open_ = [e for e in self.ways[unit].ends if not region >> e & 1 and self.fits(unit, e)]
                    near = min(open_, key=lambda e: self.rules.grid.distance(e, s.where[unit]), default=None)
                    if near is not None:
                        self._send(unit, near)
                        n -= 1

    def _recrew(self) -> None:
        """The nearest unit that may goes to each abandoned gun that no enemy sits on."""
        s, foes = self.s, self.s.held(1 - self.side)
        for gun in s.abandoned(self.side):
            h = s.where[gun]
            if foes >> h & 1 or any(u != gun for u in self.room.there.get(h, ())):
                continue
            able = [
                u
                for u, ways in self.ways.items()
                if u not in self.decided and not self.rules.vehicle[u] and h in ways.ends and not self._needed(u)
            ]
            chosen = min(able, key=lambda u: (self.survey.harm(u, s.where[u]), s.fire(u), u), default=None)
            if chosen is not None:
                self._send(chosen, h, "recrew")

    def _needed(self, unit: int) -> bool:
        """Whether a unit is the only one in a prepared position with enemies beside it."""
        s, h = self.s, self.s.where[unit]
        if not s.on_map(unit) or not self.rules.prepared >> h & 1:
            return False
        return bool(s.beside(1 - self.side) >> h & 1)

    def _loot(self) -> None:
        """In the last turn a whole unit steps into each dump that nobody holds: three points for a step
        (F-15.2.2.D)."""
        s = self.s
        for h in bits(self.rules.dumps & ~s.held(UN) & ~s.held(COMMUNIST)):
            able = [u for u, ways in self.ways.items() if u not in self.decided and not s.reduced(u) and h in ways.ends]
            chosen = min(able, key=lambda u: (self.survey.harm(u, s.where[u]), u), default=None)
            if chosen is not None:
                self._send(chosen, h, "loot")

    # --------------------------------------------------------------------------------------------------------- attacks

    def _attack(self) -> None:
        """The attacks that are worth most together, by units that can still be placed."""
        s = self.s
        reaches: dict[int, dict[Hex, float]] = {}
        for unit, ways in self.ways.items():
            if unit not in self.decided and not self.rules.gun[unit] and not self.rules.support[unit]:
                reaches[unit] = dict.fromkeys(ways.ends, 0.0)
                if s.on_map(unit):
                    reaches[unit][s.where[unit]] = 0.0
        found = PossibleAttacks(self.survey, reaches, self.w)
        self.attacks = sorted(found.together(self.room, self.rng, TRIES), key=lambda attack: -attack.value)
        for attack in self.attacks:
            for unit, h in attack.posts:
                if unit not in self.decided:
                    self._send(unit, h)

    # ------------------------------------------------------------------------------------------------------ the others

    def _settle(self) -> None:
        """Every other unit goes where it does most good, those that are nearest to the goal first."""
        s = self.s
        left = [u for u in self.ways if u not in self.decided]
        for unit in sorted(left, key=lambda u: (not s.on_map(u), self.survey.way(u, s.where[u]), u)):
            here = s.where[unit]
            options = self._options(unit)
            if s.on_map(unit):
                options.append((score(self.terms(unit, here)) + self.w["stay"], here))
            if options:
                best = max(options)[1] if self.thorough else near_best(options, self.rng, SLACK * self.w["slack"])
                assert best is not None
                self._send(unit, best)

    def _options(self, unit: int) -> list[tuple[float, Hex]]:
        """The hexes with room to which a unit can move, each with what it is worth: worked out once for all units that
        are alike, until the room in the hex changes."""
        known, found = self._worth.setdefault(self._alike(unit), {}), list[tuple[float, Hex]]()
        for h in self.ways[unit].ends:
            if h not in known:
                known[h] = score(self.terms(unit, h)) if self.fits(unit, h) else None
            worth = known[h]
            if worth is not None:
                found.append((worth, h))
        return found

    def _alike(self, unit: int) -> tuple[object, ...]:
        """All that the worth of a hex as the end of a move depends on; units that have the same are alike."""
        rules, s, survey = self.rules, self.s, self.survey
        what = rules.room_class[unit], rules.vehicle[unit], rules.gun[unit], rules.armoured[unit], rules.bites[unit]
        strength = s.fire(unit), survey.reach_of_fire(unit), losses.steps_left(s, unit), rules.steps[unit]
        return *what, *strength, *survey.stakes.parts(unit)

    def terms(self, unit: int, h: Hex) -> list[Term]:
        """What speaks for and against a hex as the end of a unit's move."""
        survey, w, s = self.survey, self.w, self.s
        stays = s.on_map(unit) and h == s.where[unit]
        there = [u for u in self.room.there.get(h, ()) if u != unit]
        found = [
            ("advance", -w["march"] * survey.way(unit, h)),
            ("harm", w["harm"] * survey.harm(unit, h) if not self.rules.gun[unit] else 0.0),
            ("company", w["company"] * min(len(there), 2)),
            ("post", self._post(unit, h, there)),
        ]
        fire = survey.fire_on.get(h, 0.0) * (survey.w["shelter"] if survey.sheltered(h, stays) else 1.0)
        if self.thorough:
            sheltered = survey.sheltered(h, stays)
            found.append(("danger", -w["fear"] * survey.danger(unit, h, sheltered, 1 + len(there))))
            found.append(("fire", -w["met"] * min(1.5, fire) * survey.stakes.step(unit)))
        else:
            found.append(("fire", -w["fear"] * fire * survey.stakes.step(unit)))
        return found

    def _post(self, unit: int, h: Hex, there: list[int]) -> float:
        """What a place is worth in itself to a unit."""
        rules, s, w = self.rules, self.s, self.w
        leg = not rules.vehicle[unit]
        match self.goals.battle:
            case "chipyongni" if self.side == UN:
                manned = leg and any(not rules.vehicle[u] for u in there)
                held = rules.prepared >> h & 1 and not rules.gun[unit] and not manned
                return w["post"] * (1 + self._press(h)) if held else 0.0
            case "naktong" if self.side == COMMUNIST:
                drives = self.goals.drives and s.turn < len(rules.turns) - 1
                return w["post"] if drives and rules.east_bank >> h & 1 else self.goals.points(unit, h)
            case "naktong":
                return w["post"] if self.goals.bank >> h & 1 and not there else 0.0
            case "chosin" if self.side == COMMUNIST:
                return w["post"] if rules.major.hexes() >> h & 1 and not there else 0.0
            case _:
                return 0.0

    def _press(self, h: Hex) -> float:
        """How hard a hex is pressed, between 0 and 1."""
        return min(1.0, self.survey.pressure.get(h, 0.0)) if self.thorough else 0.0
