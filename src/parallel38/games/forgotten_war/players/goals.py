"""What each side wants in each battle: the hexes that it goes for, what ground is worth, what it keeps away from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from parallel38.games.forgotten_war.rules import airstrip, arrivals, losses
from parallel38.games.forgotten_war.rules.costs import LEG, VEHICLE
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, STRIP, UN, ForgottenWarState
from parallel38.hexgrid import Costs, Hex, Region, bits
from parallel38.hexgrid.distances import Distances

FAR = 200
"""The distance of a hex from which the goal cannot be reached, in halves of a movement point."""
COUNTER_BLOW = 12
"""The turn of Naktong from which on the UN goes for the river."""
STEP_ACROSS = 12
"""How far from the river the NKPA waits for the last turn, in halves of a movement point, the river not counted."""


INSIDE = 2
"""How many times as much as a position of the ring an enemy is worth to the UN who is inside it."""
EARLY = 0.1
"""What part of the points of the east bank counts in the turn before the last."""
GUNS = 2
"""How many units the fire of a marker strikes, as a rule of thumb."""


@lru_cache(maxsize=32)
def _distances(costs: Costs, wanted: Region, shunned: Region) -> Mapping[Hex, float]:
    """The way from each hex to the nearest wanted one; most decisions of a phase ask for the same."""
    return Distances(costs, wanted, shunned=shunned, price=20).all()


class Goals:
    """What a side wants, as the battle stands."""

    def __init__(self, s: ForgottenWarState, side: int, weights: Mapping[str, float]) -> None:
        self.s, self.side, self.w = s, side, weights
        self.battle = s.rules.setting.scenario
        self.last = s.turn == len(s.rules.turns)
        self.final = self.last and s.rules.battle.first != SIDES[side]
        """Whether no player turn of the enemy follows."""
        self._fields: dict[str, Mapping[Hex, float]] = {}

    def field(self, vehicle: bool) -> Mapping[Hex, float]:
        """The way from each hex to the nearest hex that the side wants, in halves of a movement point."""
        kind = VEHICLE if vehicle else LEG
        if kind not in self._fields:
            costs = self.s.rules.costs(f"{SIDES[self.side]}_{kind}", frozenset())
            self._fields[kind] = _distances(costs, self.wanted, self.shunned)
        return self._fields[kind]

    @cached_property
    def wanted(self) -> Region:
        """The hexes that the side goes for.

        Chipyong-ni: the Chinese go for the UN on and inside the perimeter, the UN for its positions. Naktong: the enemy
        and the hills, the NKPA in the end for the river and the east bank. Chosin: the Chinese go for the enemy, the UN
        for the road out.
        """
        s, rules, foes = self.s, self.s.rules, self.s.held(1 - self.side)
        match self.battle, self.side:
            case "chipyongni", side:
                return (foes & rules.perimeter) or foes if side == COMMUNIST else rules.prepared
            case "naktong", side if side == COMMUNIST:
                if self.last:
                    return rules.river | rules.east_bank
                if s.turn == len(rules.turns) - 1 and not self.drives:
                    return self.far_bank | rules.river
                return foes | (rules.hilltops & rules.east_bank) if self.drives else self.far_bank
            case "naktong", _:
                if s.turn >= COUNTER_BLOW:
                    return (self.bank & ~s.held(self.side)) | (foes & (rules.river | rules.east_bank))
                return (foes | rules.hilltops) & rules.east_bank
            case _, side:
                return foes & ~self.shunned if side == COMMUNIST else rules.way_out

    @cached_property
    def bank(self) -> Region:
        """The hexes of Naktong on the east bank before which the NKPA has to come over the river, where the UN waits
        for it; none after its last turn. A unit in each of them leaves the NKPA nothing but the river, from where fire
        drives it back."""
        s, rules = self.s, self.s.rules
        if s.turn < COUNTER_BLOW or self.final:
            return 0
        return rules.grid.around(rules.river) & rules.east_bank & ~rules.river

    @cached_property
    def far_bank(self) -> Region:
        """The hexes of Naktong on the west bank, where no UN unit comes, from which the river can be reached in a
        turn."""
        rules = self.s.rules
        table = rules.costs(f"{SIDES[self.side]}_{LEG}", frozenset())
        return table.within(rules.grid.around(rules.river), STEP_ACROSS) & rules.land & ~rules.river & ~rules.east_bank

    @cached_property
    def drives(self) -> bool:
        """Whether the NKPA goes forward: as long as it is stronger than the UN with all its guns, and there is time to
        come back."""
        s = self.s
        if s.turn >= self.w["turning"]:
            return False
        own, foes = (
            sum(s.fire(u) + s.close(u) for u in (*s.present(i), *arrivals.waiting(s, i)))
            for i in (self.side, 1 - self.side)
        )
        guns = sum(s.fire(u) for u in s.rules.markers_of[1 - self.side] if s.where[u] != s.rules.names.box("out"))
        return own > self.w["tide"] * (foes + GUNS * guns)

    @cached_property
    def shunned(self) -> Region:
        """The hexes that units go round: ice, which gives the enemy points, and for the Chinese dumps, which cost a
        step; in the last turn a dump brings more than it costs."""
        rules = self.s.rules
        dumps = rules.dumps if self.side == COMMUNIST and not self.last else 0
        return rules.ice | dumps

    @cached_property
    def prizes(self) -> dict[Hex, float]:
        """What it is worth to take a hex from the enemy, in victory points, where that is more than anywhere else."""
        rules, s, w = self.s.rules, self.s, self.w
        if self.battle == "chipyongni":
            inside = INSIDE * w["ground"] if self.side == UN else w["ground"]
            return {**dict.fromkeys(bits(rules.perimeter), w["ground"]), **dict.fromkeys(bits(rules.inside), inside)}
        if self.battle == "naktong":
            return dict.fromkeys(bits(rules.hilltops & rules.east_bank), w["ground"])
        found = dict.fromkeys(bits(rules.major.hexes()), w["ground"])
        if not s.track[STRIP] & airstrip.CLOSED:
            found |= dict.fromkeys(bits(rules.strip), w["strip"])
        return found

    def points(self, unit: int, h: Hex) -> float:
        """The points that an NKPA unit of Naktong will have for a hex (F-15.1.1.C): all of them in the last turn, a
        part in the one before."""
        s, rules = self.s, self.s.rules
        if self.battle != "naktong" or rules.side_of[unit] != COMMUNIST or s.turn < len(rules.turns) - 1:
            return 0.0
        if not (rules.river | rules.east_bank) >> h & 1:
            return 0.0
        return float(losses.steps_left(s, unit)) * (1.0 if self.last else EARLY)

    def keeps(self, unit: int) -> bool:
        """Whether a unit is the garrison of a place that must not be left: the engineers of the open airstrip."""
        s, rules = self.s, self.s.rules
        if self.side != UN or not rules.strip or not s.on_map(unit):
            return False
        return bool(rules.strip >> s.where[unit] & 1 and rules.kind[unit] == "engineer") and not airstrip.is_closed(s)
