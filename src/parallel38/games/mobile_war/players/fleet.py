"""Ships and parachutes: naval guns to the fighting, landings behind the enemy, troops to ports near the front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.values import Action
from parallel38.games.mobile_war.players.ground import FAR, POSITION, ground
from parallel38.games.mobile_war.players.survey import Survey
from parallel38.games.mobile_war.rules import landings, paratroops, ships, supply, transport
from parallel38.games.mobile_war.rules.gunnery import gun_range
from parallel38.games.mobile_war.rules.movement import Moving
from parallel38.games.mobile_war.state import OUSTED, RECALLED, UN, MobileWarState
from parallel38.hexgrid import Hex, bits
from parallel38.players.commander import allowed


class Fleet:
    """What ships and the airborne regiment do in a phase. Each is considered until it has nothing more to do."""

    def __init__(self, w: Mapping[str, float], thorough: bool, before: Survey | None = None) -> None:
        self.w, self.thorough = w, thorough
        self.before = before
        """An earlier survey of the phase, for a commander that does not look anew."""
        self.fights: list[Hex] = []
        """The hexes that the plan attacks."""
        self.done: set[int] = set()
        self.told: list[Note] = []

    def next(self, s: MobileWarState) -> Action | None:
        """The next action of a ship or the airborne regiment."""
        top: Any = s.top
        assert isinstance(top, Moving)
        for unit in s.present(UN):
            if unit in self.done:
                continue
            if not s.rules.naval[unit]:
                continue
            for action in self._wishes(s, unit, s.rules.kind[unit]):
                if action is not None and allowed(s, action):
                    return action
            self.done.add(unit)
        return None

    def _wishes(self, s: MobileWarState, unit: int, kind: str) -> Iterator[Action | None]:
        if s.flags[unit] & (OUSTED | RECALLED):
            yield from self._must(s, unit)
        elif kind == "gun":
            yield self._gun(s, unit)
        elif self.thorough:
            yield from self._carry(s, unit)

    def _must(self, s: MobileWarState, ship: int) -> Iterator[Action | None]:
        """A ship that has to put to sea or to go home does so: out to the nearest open water."""
        top: Any = s.top
        if s.flags[ship] & OUSTED:
            voyages = s.rules.sea.voyages(s.where[ship])
            near = bits(voyages.within(ships.points(s, ship)) & s.rules.sea.full)
            sea = min(near, key=lambda h: voyages.cost(h) or 0, default=None)
            yield None if sea is None else ships.Sail(ship, sea)
        for section in (ships, transport):
            for offer in section.offers(s, ship, top):
                yield from offer.domain.actions()

    # ------------------------------------------------------------------------------------------------------------- guns

    def _gun(self, s: MobileWarState, ship: int) -> Action | None:
        """Sail a naval gun to where it reaches most: attacks of this turn, then friendly stacks in danger."""
        far = gun_range(s)
        voyages = s.rules.sea.voyages(s.where[ship])
        left = ships.points(s, ship)
        survey = Survey(s, UN, before=self.before)
        wanted = [(h, 10.0) for h in self.fights]
        wanted += [(h, min(20.0, survey.pressure[h]) / 10) for h in survey.mine if survey.pressure[h]]
        worth: dict[Hex, float] = {}
        for at, value in wanted:
            for h in survey.ground.within(at, far):
                worth[h] = worth.get(h, 0.0) + value
        here = s.where[ship]
        open_ = voyages.within(left) | 1 << here
        near = (h for h in worth if open_ >> h & 1)
        best = max(near, key=lambda h: (worth[h], -(voyages.cost(h) or 0), h), default=here)
        return ships.Sail(ship, best) if best != here and worth[best] > worth.get(here, 0.0) else None

    # ------------------------------------------------------------------------------------------------------- parachutes

    def jump(self, s: MobileWarState) -> Action | None:
        """Drop the airborne regiment on an empty victory place, if it can hold until help comes or the game ends."""
        top: Any = s.top
        able = [u for u in s.present(UN) if next(paratroops.who(s, u, top), None) is None] if self.thorough else []
        if not able:
            return None
        survey, unit = Survey(s, UN), able[0]
        last_word = survey.last and top.phase == "second" and s.rules.begins["first"] != "un"
        for h in sorted(survey.wanted, key=lambda h: (-survey.wanted[h], h)):
            if h in survey.ours or h in survey.theirs or survey.shunned(unit) >> h & 1:
                continue
            if last_word or survey.loss([unit], h, self.w["enemy_share"]) < self.w["dare"]:
                action = paratroops.Drop(unit, h)
                if allowed(s, action):
                    self.told.append(Note("reason.drop", {"unit": unit, "hex": h}, "K-PAR-1b"))
                    return action
        return None

    # ------------------------------------------------------------------------------------------------------- transports

    def _carry(self, s: MobileWarState, ship: int) -> Iterator[Action | None]:
        """Unload where the load is wanted, sail there, or load units that are wanted elsewhere; else wait in Pusan."""
        survey, here = Survey(s, UN), s.where[ship]
        load = s.inside(ship)
        if load:
            port, worth = self._best_port(survey, ship, load)
            if port is None:
                yield transport.Unload(ship, tuple(load))
                return
            if here == port:
                yield transport.Unload(ship, tuple(load))
                return
            yield self._toward(s, ship, port)
            return
        cargo = self._cargo(survey, ship)
        if cargo:
            port, worth = self._best_port(survey, ship, cargo)
            if port is not None and port != here and worth > self.w["voyage"]:
                self.told.append(Note("reason.voyage", {"units": tuple(cargo), "hex": port}, "K-NAV-A1b"))
                yield transport.Load(ship, tuple(cargo))
                return
        home = next(bits(s.rules.pusan))
        if here != home and s.holds(UN, home) and not self._feeds(s, ship):
            yield self._toward(s, ship, home)

    def _feeds(self, s: MobileWarState, ship: int) -> bool:
        """Whether a unit would be out of supply without this landing craft (K-SUP-F)."""
        if s.rules.kind[ship] != "amphibious" or not s.rules.land >> s.where[ship] & 1:
            return False
        before = supply.region(s, UN)
        trial = s.copy()
        trial.move(ship, s.rules.names.box("spare"))
        lost = before & ~supply.region(trial, UN)
        return any(lost >> h & 1 for h in s.stacks(UN) if s.fighters(UN, h))

    def _cargo(self, survey: Survey, ship: int) -> list[int]:
        """The units that a ship could take aboard here: the strongest that fit."""
        s = survey.s
        top: Any = s.top
        able = transport.Load(ship).able(s, top)
        able.sort(key=lambda u: (-s.rules.strength[u], u))
        room, chosen = ships.figure(s, ship, "regiments"), list[int]()
        for unit in able:
            if transport.weight(s, (*chosen, unit)) <= room:
                chosen.append(unit)
        return chosen

    def _best_port(self, survey: Survey, ship: int, load: list[int]) -> tuple[Hex | None, float]:
        """The port in which a load does most, and how much more it does there than in Pusan, in movement points."""
        s = survey.s
        base = survey.field(next(bits(s.rules.pusan)))
        voyages = s.rules.sea.voyages(s.where[ship])
        best, value = None, float("-inf")
        for port in sorted(s.rules.board.ports.values()):
            cost = voyages.cost(port)
            if cost is None:
                continue
            worth = base - survey.field(port) - cost / 30
            if survey.field(port) >= FAR or any(survey.shunned(u) >> port & 1 for u in load):
                continue
            lost = survey.loss(load, port, self.w["enemy_share"])
            worth -= self.w["beach"] * lost
            if not s.holds(UN, port):
                if s.rules.kind[ship] != "amphibious" or next(landings.refusals(s, ship, port), None) is not None:
                    continue
                worth -= self._assault(survey, load, port)
            elif survey.pressure[port] and lost > self.w["dare"]:
                continue
            if worth > value:
                best, value = port, worth
        return best, value

    def _assault(self, survey: Survey, load: list[int], port: Hex) -> float:
        """The cost of winning a port from its garrison, in movement points."""
        defenders = [u for u in survey.theirs.get(port, ()) if survey.rules.combat[u]]
        if not defenders:
            return 0.0
        power = sum(survey.rules.strength[u] for u in load)
        board = ground(survey.rules)
        column = board.column(power, survey.defence(port))
        doubled = board.doubles(load)
        losses = board.expected_losses(POSITION, column, board.pool(defenders, doubled), board.pool(load, False))
        return self.w["beach"] * (1 - losses.destroyed) * 2

    def _toward(self, s: MobileWarState, ship: int, port: Hex) -> Action | None:
        """Sail toward a port as far as the points go; a load needs some of them to be unloaded."""
        voyages, left = s.rules.sea.voyages(s.where[ship]), ships.points(s, ship)
        if voyages.cost(port) is None:
            return None
        near = voyages.within(left)
        way = [h for h in voyages.path(port) if near >> h & 1]
        full = s.rules.sea.full
        stops = [h for h in way if full >> h & 1 or h == port]
        return ships.Sail(ship, stops[-1]) if stops else None
