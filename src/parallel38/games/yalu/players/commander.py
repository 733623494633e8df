"""The computer commanders of both sides: their decision in each frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from parallel38.engine.game import Game
from parallel38.engine.values import Action, End, leg
from parallel38.games.yalu.data import weights
from parallel38.games.yalu.players import classic, communist, fears, reasons, staff, tactics
from parallel38.games.yalu.players.attacks import MOST, PlannedAttack, PossibleAttacks, Room
from parallel38.games.yalu.players.communist import FEW, CommunistPlan, CommunistPlanner
from parallel38.games.yalu.players.reply import best_plan, deploy
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.players.un import UnPlan, at_last, un_plan
from parallel38.games.yalu.rules import (
    advance,
    arrivals,
    bombardment,
    bugout,
    commitment,
    communist_replacements,
    conscripts,
    designation,
    firing,
    morale,
    movement,
    reinforcements,
    retreats,
    rout,
    sea,
    setup,
    stacking,
    support,
    un_setup,
    victory,
    volleys,
)
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.breakdown import Breakdown, parts_at_hand
from parallel38.games.yalu.rules.ranges import Range
from parallel38.games.yalu.state import AIR, ASP, COMMUNIST, DIE, ISOLATED, MOVED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex, bits
from parallel38.players import commander
from parallel38.players.commander import Words, allowed, small, weighed

HOPEFUL, LIKELY = 5, 9
"""The morale numbers from which regrouping is worth a try, and from which it is nearly always better than to move."""
CALM, SAFER = 30.0, 1.3
"""The enemy factors within reach up to which a neutralized unit stays to regroup; the ratio of danger above which it
goes to a safer place first."""
COVER = 10.0
"""The fresh factors within two hexes behind which a neutralized unit may regroup."""
MOST_REPLANS = 4
WAYS = {"foot": ("foot", "infiltrate"), "rail": ("rail",)}
"""The ways in which an order is carried out: the mode of a move, and the ranges in which a path is searched."""
FAR_OFF = 8
"""The distance in hexes within which friendly units may still come to a unit that is cut off."""
EDITION_WEIGHTS = {"classic": classic.WEIGHTS}
"""By edition and side, the weights that differ from those of the data file."""
EVEN = 0.5
"""The least probability of success at which a unit is evacuated from a beach."""


def _aside(survey: Survey, unit: int, here: Hex, h: Hex) -> tuple[float, ...]:
    """A sort key, the higher the worse, of a hex for a unit that has to leave another: too full, out of supply, beside
    the enemy, far, in danger."""
    there = survey.s.stacks(UN).get(h, [])
    crowded = survey.worth(there) if stacking.over_limit(survey.s, UN, [*there, unit]) else 0.0
    unsupplied = 1 - (survey.supplied_near >> h & 1)
    return (
        crowded,
        unsupplied,
        float(survey.contact[h] > 0),
        survey.rules.grid.distance(here, h),
        survey.pressure[h],
        h,
    )


def _in_words(plan: CommunistPlan | UnPlan) -> Words:
    """The posts of a plan that are in danger, and the plan in words."""
    if isinstance(plan, UnPlan):
        posts = fears.of_un_plan(plan)
        return Words((*posts,), (*reasons.of_un_plan(plan, posts),))
    posts = fears.of_communist_plan(plan)
    return Words((*posts,), (*reasons.of_communist_plan(plan, posts),))


class Commander(commander.Commander):
    """A commander of either side of Yalu."""

    def __init__(self, level: str, side: str, own: Mapping[str, float] | None = None) -> None:
        super().__init__(level, SIDES.index(side), weighed(weights(side), own))
        self._own = dict(own or {})
        self._edition = ""
        self._phase: object = None
        self._plan: CommunistPlan | UnPlan | None = None
        self._replans = 0
        self._targets: list[Hex] = []
        """The hexes that the UN will attack, chosen before it bombards."""

    def __call__(self, game: Game, rng: Random) -> Action:
        """The action that the commander wants now, by the weights of the edition that is played."""
        if self._edition != (edition := game.rules.setting.edition):
            self._edition = edition
            self.w = {**self.w, **EDITION_WEIGHTS.get(edition, {}).get(self.side, {}), **self._own}
        return super().__call__(game, rng)

    # --------------------------------------------------------------------------------------------------- 9 movement

    def move(self, s: YaluState, rng: Random) -> Action | None:
        """Regroup markers first, then the orders of the plan one by one, then the end of the phase."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        phase = (s.turn, top.side, "movement")
        if self._phase != phase:
            self._phase, self._replans, self._plan = phase, 0, None
        if self._plan is None:
            first = (None if top.begun else self._before(s)) or self._evacuate(s)
            if first is not None:
                return first
            self._think(s, rng)
        action = self._away(s) or self._next(s)
        if action is None and (self._replans or self.orders.left) and self._replans < MOST_REPLANS and self.thorough:
            self._replans += 1
            self._think(s, rng)
            action = self._away(s) or self._next(s)
        if action is not None:
            return action
        if self.side == UN:
            extra = self._garrison_leaves(s) or self._spread(s)
            if extra is not None:
                return extra
        return End()

    def _think(self, s: YaluState, rng: Random) -> None:
        """Make the plan of the phase, put it into words the first time, and give its orders."""
        if self.side == COMMUNIST:
            before = self._plan.attacks if self._plan else ()
            kept = [attack for attack in before if all(s.where[u] == h for u, h in attack.posts)]
            plan = CommunistPlanner(s, self.w, rng, self.thorough, kept).plan()
            if self.thorough and plan.squanders():
                plan = CommunistPlanner(s, self.w, rng, self.thorough, kept, firm=True).plan()
            self._plan = plan
        else:
            before = self._plan if isinstance(self._plan, UnPlan) else None
            self._plan = plan = (
                best_plan(s, self.w, rng, before) if self.thorough else un_plan(Survey(s, UN), self.w, rng, False)
            )
        if not self.reasons:  # a plan made again after a failure changes orders, not the intention
            self._intend(partial(_in_words, plan))
        self.orders.give(s, plan.orders)

    def _before(self, s: YaluState) -> Action | None:
        """Replacements, combined units, markers for units that will try to regroup; None if there is nothing to do."""
        survey = Survey(s, self.side)
        for offer in s.top.offers(s):
            if offer.verb == "combine" and not survey.contact[s.where[parts_at_hand(s, offer.units[0])[0]]]:
                return offer.action  # only away from the enemy, for a combined unit does not move any more (9.3.4.2)
            if offer.verb == "regroup":
                unit = offer.units[0]
                h = s.where[unit]
                if self._may_rest(s, survey, unit, h) and not self._leaves(survey, unit):
                    return offer.action
        return staff.replace(s, self.w, self.thorough)

    def _may_rest(self, s: YaluState, survey: Survey, unit: int, h: Hex) -> bool:
        """Whether a neutralized unit may stay where it is to regroup: no strong enemy is beside it, or no place is
        safer."""
        beside = survey.contact[h]
        certain = not s.rules.edition.regroups_in_morale_phase
        if certain and self.side == COMMUNIST:
            return True  # it costs three points and the unit may attack
        chance = 2 * LIKELY if certain else morale.number(s, unit)
        if beside and (self.side == UN or beside >= survey.mass(survey.mine[h])):
            return False
        if chance < HOPEFUL:
            return False
        if self.side == UN and self.thorough and chance >= LIKELY:
            return True
        counts = survey.ground.counts
        # it goes to where it counts
        if self.side == COMMUNIST and s.turn == len(s.rules.turns) and not counts >> h & 1:
            return not any(counts >> n & 1 for n in survey.reaches.get(unit, ()))
        if survey.pressure[h] < CALM:
            return True
        near = (units for at, units in survey.mine.items() if s.rules.grid.distance(at, h) <= 2)
        fresh = sum(survey.power(units) for units in near)
        if self.side == UN and fresh >= COVER:
            return True
        # far behind the front the count is high, too: Communists are assumed to move as far as their points take them
        away = [survey.pressure[n] for n in survey.reaches.get(unit, ()) if not survey.contact[n]]
        return self.side == UN and survey.pressure[h] <= SAFER * min(away, default=0.0)

    def _next(self, s: YaluState) -> Action | None:
        """The next order that can be carried out, or None."""
        top: movement.Moving = s.top  # type: ignore[assignment]
        for unit, h in self.orders.pending(s):
            if s.flags[unit] & MOVED:
                del self.orders.left[unit]
                self._replans += 1  # it did not reach its hex
                continue
            if self.side == COMMUNIST and self._waits(s, unit, h):
                continue
            for mode, modes in WAYS.items():
                path = top.route(s, (unit,), h, modes)
                action = movement.Move((unit,), path or (), mode)
                if path and self._may(s, action) and not self._crowds(s, action):
                    action = self._way_round(s, unit, action)
                    if action is not None:
                        return action
            self.orders.postpone(unit)  # it waits until the others have moved
        return None

    def _waits(self, s: YaluState, unit: int, h: Hex) -> bool:
        """Whether a Communist unit has to wait: until another unit leaves the hex it goes to; for conscripts, until a
        unit that stays is there; or until the conscripts it would leave alone have another place to go: conscripts
        alone go home (17.5)."""
        conscript, stacks = s.rules.conscript, s.stacks(COMMUNIST)
        there, left = stacks.get(h, []), [u for u in stacks[s.where[unit]] if u != unit]
        if stacking.over_limit(s, COMMUNIST, [*there, unit]):
            return True
        if conscript[unit]:
            return all(conscript[u] or self.orders.left.get(u, h) != h for u in there)
        elsewhere = [(u, self.orders.left[u]) for u in left if self.orders.left.get(u, h) != h]
        return all(conscript[u] for u in left) and any(not self._waits(s, u, at) for u, at in elsewhere)

    def _crowds(self, s: YaluState, action: Action) -> bool:
        return any(refusal.rule == "D-7.1.2" for refusal in s.top.warnings(s, action))

    def _way_round(self, s: YaluState, unit: int, action: Action) -> Action | None:
        """D-16.3: a way around the hexes on which guerrillas could stop a unit and so over-stack the hex (7.3)."""
        assert isinstance(action, movement.Move)
        lairs = 0
        for h, there in s.stacks(COMMUNIST).items() if self.side == UN else ():
            if any(s.rules.guerrilla[u] for u in there):
                lairs |= stacking.over_limit(s, UN, [*s.stacks(UN).get(h, ()), unit]) << h
        if not any(lairs >> leg(h) & 1 for h in action.path[:-1]):
            return action
        path = Range(s, unit, avoid=lairs).path(leg(action.path[-1]), action.mode)
        return movement.Move((unit,), path, action.mode) if path else None

    # ------------------------------------------------------------------------------------------------------- UN moves

    def _away(self, s: YaluState) -> Action | None:
        """The parachute drop of the plan, the breakdown of its division, or the embarkation of a unit that has reached
        its port."""
        plan = self._plan
        if not isinstance(plan, UnPlan):
            return None
        going: list[Action] = [plan.drop] if plan.drop is not None else []
        going += [Breakdown(plan.broken_down)] if plan.broken_down is not None and s.on_map(plan.broken_down) else []
        going += [sea.Embark(unit) for unit in sorted(plan.aboard) if s.where[unit] == plan.orders[unit]]
        return next((action for action in going if allowed(s, action)), None)

    def _garrison_leaves(self, s: YaluState) -> Action | None:
        """D-9.3.5.2: embark a garrison that would be lost, unless the line goes through its city."""
        survey, theirs, plan = Survey(s, UN), Survey(s, COMMUNIST), self._plan
        assert isinstance(plan, UnPlan)
        for unit in s.present(UN):
            h = s.where[unit]
            if s.rules.size[unit] != "garrison" or h in plan.line.posts or h in plan.held:
                continue
            mass = survey.mass(survey.mine.get(h, []))
            if mass > s.rules.strength[unit] or (self.thorough and any(s.rules.support[u] for u in s.stacks(UN)[h])):
                continue  # other units stay as well
            if not allowed(s, sea.Embark(unit)):
                continue
            beside = {h, *survey.beside[h]}
            coming = survey.power([u for u, reach in theirs.reaches.items() if beside & reach.keys()])
            if coming >= 2.5 * max(1.0, mass):
                return sea.Embark(unit)
        return None

    def _evacuate(self, s: YaluState) -> Action | None:
        """D-9.3.6.1: evacuate from a beach a unit that is cut off and has a better chance by sea than against the
        enemy."""
        survey = Survey(s, self.side)
        return next((sea.Evacuate(unit) for unit in s.present(self.side) if self._leaves(survey, unit)), None)

    def _leaves(self, survey: Survey, unit: int) -> bool:
        """Whether a unit is to be evacuated from a beach."""
        s = survey.s
        saved = (6 - s.track[DIE]) / 6
        if saved < EVEN or not allowed(s, sea.Evacuate(unit)):
            return False
        h = s.where[unit]
        mass = max(1.0, survey.mass(survey.mine.get(h, [])))
        friends = (at for at in survey.mine if at != h and survey.supplied >> at & 1)
        forsaken = all(s.rules.grid.distance(at, h) > FAR_OFF for at in friends)  # no unit comes to relieve it
        reach = survey.reaches.get(unit, {h: 1.0})
        if not s.flags[unit] & ISOLATED:
            ports = (at for name, at in s.rules.ports.items() if s.controls(UN, name))
            forsaken &= all(s.rules.grid.distance(at, h) > FAR_OFF for at in bits(s.rules.board.areas["to_pusan"]))
            return forsaken and survey.pressure[h] > mass and not any(at in reach for at in ports)
        if any(survey.supplied >> at & 1 for at in reach):
            return False  # it can join other units
        destroyed, driven = survey.ground.hit_chances(
            survey.pressure[h] * self.w["fear"], mass, survey.ground.assault[h]
        )
        return forsaken or saved > 1 - destroyed - driven - survey.starving(unit)

    def _spread(self, s: YaluState) -> Action | None:
        """A move out of an over-stacked hex, with which the phase may not end if a unit could leave it (7.2.6)."""
        if allowed(s, End()):
            return None
        for h in stacking.overstacked(s, UN):
            for unit in sorted(s.stacks(UN)[h], key=lambda u: (s.rules.strength[u], u)):
                ways = dict[Hex, Action]()
                for offer in s.top.offers(s):
                    if offer.units == (unit,) and offer.verb == "move" and offer.mode == "foot":
                        found = (a for a in s.top.expand(s, offer) if isinstance(a, movement.Move))
                        ways |= {leg(a.path[-1]): a for a in found if leg(a.path[-1]) != h}
                if ways:
                    survey = Survey(s, UN)
                    return ways[min(ways, key=lambda at: _aside(survey, unit, h, at))]
        return None

    # ------------------------------------------------------------------------------------------------ 10 designation

    def designate(self, s: YaluState, rng: Random) -> Action | None:
        """Attacks by units in place, the best that can be made together."""
        top: designation.Designation = s.top  # type: ignore[assignment]
        if not self.thorough and len(top.attacks) >= FEW[self.side]:
            return End()
        won = s.turn == len(s.rules.turns) and victory.winner(s.copy()) == self.side  # as it stands
        if (self.side == UN and won) or (self.side == COMMUNIST and self.thorough and communist.settled(s)):
            return End()
        survey = Survey(s, self.side)
        busy = {u for a in top.attacks for u in a.units}
        targets = designation.attackers(s, self.side)
        reaches: dict[int, dict[Hex, float]] = {}
        plan = self._plan if isinstance(self._plan, UnPlan) else None
        cuts, danger, lost = (plan.cuts, plan.danger, plan.cut_off) if plan else ((), None, None)
        for target, units in targets.items():
            for unit in units:
                spared = won and s.rules.conscript[unit]  # D-17.6: conscripts that attack go home
                if unit not in busy and not top.on(target) and s.where[unit] not in cuts and not spared:
                    reaches[unit] = {s.where[unit]: 1.0}
        w = self._plan.w if self._plan else self.w
        if self.thorough:
            w = at_last(s, w) if self.side == UN else communist.at_last(s, w, decided=True)
        attacks = PossibleAttacks(survey, reaches, w, rings=self.thorough, danger=danger, placed=True, lost=lost)
        for attack in top.attacks:
            attacks.posts.pop(attack.hex, None)
        room = Room(survey, ((unit, h) for h, units in survey.mine.items() for unit in units))
        points = s.track[ASP] if self.side == COMMUNIST else 0
        air = s.track[AIR] if self.side == UN else 0
        planned = self._planned(s, attacks, room, points, air)
        for attack in [planned] if planned else attacks.together(room, points, air, rng, 3 if self.thorough else 1):
            action = self._attack(s, attack)
            if allowed(s, action):
                return action
        return End()

    def _planned(
        self, s: YaluState, attacks: PossibleAttacks, room: Room, points: int, air: int
    ) -> PlannedAttack | None:
        """An attack of the plan for which most of its strength is in place (for a recruit all), made by units there now
        at no more than the planned price (for a recruit at any); the other attacks of the plan keep their units and
        points."""
        still = [b for b in (self._plan.attacks if self._plan else ()) if b.target in attacks.posts]
        enough = MOST if self.thorough else 1.0
        still = [b for b in still if b.present(s.where, s.rules.strength) >= enough]
        for attack in still:
            others = [b for b in still if b is not attack]
            taken, price = {u for b in others for u in b.units}, sum(b.price for b in others)
            most = min(points - price, attack.price) if self.thorough else points - price
            found = attacks.best(attack.target, room, taken, most, air)
            if attack.still(found, s.rules.strength):
                return found
        return None

    def _attack(self, s: YaluState, attack: PlannedAttack) -> Attack:
        """The action that makes a planned attack, with as much support as its hex allows."""
        units, target, help_ = tuple(sorted(attack.units)), attack.target, attack.help
        if self.side == COMMUNIST:
            return Attack(target, attack.manner, units, help_)
        homes = {s.where[u] for u in units}
        free = list(support.at_hand(s, homes, target))
        free.sort(key=lambda u: (s.rules.naval[u], s.rules.strength[u]))
        chosen: list[int] = []
        for unit in free:
            if support.factors(s, [*chosen, unit]) <= support.MOST:
                chosen.append(unit)
        air = min(help_, support.MOST - support.factors(s, chosen), s.track[AIR])
        return Attack(target, "supplied", units, 0, tuple(sorted(chosen)), max(0, air))

    # --------------------------------------------------------------------------------------------------------- others

    def bombard(self, s: YaluState, rng: Random) -> Action | None:
        """Bombardment missions, with enough ships and air factors kept for attacks, which a thorough commander plans
        first."""
        if self._phase != (phase := (s.turn, "bombardment")):
            survey = Survey(s, UN)
            attacks = un_plan(survey, at_last(s, self.w), Random(s.turn), True).attacks if self.thorough else ()
            self._targets = [b.target for b in attacks] if self.thorough else [*staff.likely(survey)]
            self._phase = phase
        return staff.bombard(s, self.w, self.thorough, self._targets)

    def historic(self, s: YaluState, rng: Random) -> Action:
        """D-21.2: the armies stay where they stand in the booklet's example; nearer to the enemy they hit less."""
        return End()

    BECAUSE: ClassVar[dict[Any, Any]] = {
        retreats.Retreats: tactics.why_retreat,
        advance.Advancing: tactics.why_advance,
        bugout.Pursuit: tactics.why_advance,
    }
    DUTIES: ClassVar[dict[Any, Any]] = {
        movement.Moving: move,
        designation.Designation: designate,
        firing.Firing: small(tactics.fire),
        bugout.Flight: small(tactics.shoot),
        bugout.BuggingOut: small(tactics.bug_out),
        retreats.Retreats: small(tactics.retreat),
        advance.Advancing: small(tactics.advance),
        bugout.Pursuit: small(tactics.advance),
        arrivals.Landing: small(staff.land),
        reinforcements.CommunistArrivals: small(staff.arrive),
        reinforcements.PlaceGuerrilla: small(staff.guerrilla),
        communist_replacements.CommunistReplacements: small(staff.arrive),
        conscripts.Fielding: small(staff.arrive),
        reinforcements.CityArrivals: small(staff.arrive),
        commitment.Commitment: small(classic.commit),
        volleys.Defence: small(classic.defend),
        volleys.Assault: small(classic.assault),
        rout.Fleeing: small(classic.flee),
        rout.Rout: small(classic.shoot),
        bombardment.Bombarding: bombard,
        setup.Deploying: historic,
        un_setup.UnDeploying: small(deploy),
    }
