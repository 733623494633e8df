"""The state of The Korean War: names for its tracks, flags, boxes and markers, and facts that rules often use."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parallel38.engine.facts import fact
from parallel38.engine.state import State
from parallel38.games.korean_war.data import PROVINCES
from parallel38.hexgrid import Hex, Region
from parallel38.wargame.sides import COMMUNIST as COMMUNIST
from parallel38.wargame.sides import SIDES as SIDES
from parallel38.wargame.sides import UN as UN
from parallel38.wargame.sides import Side as Side

if TYPE_CHECKING:
    from parallel38.games.korean_war.ruleset import KoreanWarRuleset

TRACKS = (
    "turn",
    "un_initiative",
    "communist_initiative",
    "un_bank",
    "communist_bank",
    "un_saved",
    "communist_saved",
    "cas",
    "interdiction",
    "restricted",
    "air_bonus",
    "capacity",
    "reorganizations",
    "shipping",
    "deployed",
    "points",
    "period",
    "onset",
    "initial",
    "escalation",
    "rules_of_engagement",
    "mobilization",
    "tension",
    "tension_points",
    "formosa",
    "formosa_turn",
    "chinese",
    "chinese_turn",
    "provoked",
    "soviets",
    "soviets_turn",
    "atomic",
    "atomic_turn",
)
(
    TURN,
    UN_INITIATIVE,
    COMMUNIST_INITIATIVE,
    UN_BANK,
    COMMUNIST_BANK,
    UN_SAVED,
    COMMUNIST_SAVED,
    CAS,
    INTERDICTION,
    RESTRICTED,
    AIR_BONUS,
    CAPACITY,
    REORGANIZATIONS,
    SHIPPING,
    DEPLOYED,
    POINTS,
    PERIOD,
    ONSET,
    INITIAL,
    ESCALATION,
    ENGAGEMENT,
    MOBILIZATION,
    TENSION,
    TENSION_POINTS,
    FORMOSA,
    FORMOSA_TURN,
    CHINESE,
    CHINESE_TURN,
    PROVOKED,
    SOVIETS,
    SOVIETS_TURN,
    ATOMIC,
    ATOMIC_TURN,
) = range(len(TRACKS))
"""un_initiative, communist_initiative: Supply Points that were expended in this Action Phase; *_bank: Supply Points in
the Unexpended Supply Points box; *_saved: those of them that were put there in this Action Phase. cas: close air
support points left; restricted: the provinces in which Communist units pay 1 MP on roads; air_bonus: air support of
the first turn that the Communists have left. capacity: amphibious operations left; reorganizations: those done in this
Action Phase; shipping: 2 while units go aboard for a port other than Pusan, 1 in the Action Phase after; deployed:
regiments that left the reserve box in this segment, a division counting three. points: victory points so far; period:
Action Phases left of the Chinese Initiative Period, onset: whether this is the phase of Full Intervention.

In the advanced game initial, escalation, rules_of_engagement and mobilization are the levels of UN commitment;
tension: Global Tension, tension_points: Victory Points that it has cost the UN so far. formosa and chinese: what has
become of the invasion and of the Chinese intervention, formosa_turn and chinese_turn: the turns in which they began;
provoked: whether a Chinese division has lost a step to an attack of the UN that was not only of the ROK. soviets:
whether they have intervened, soviets_turn: the turn in which they were last rolled for. atomic: atomic weapons that
were used, atomic_turn: the turn of the last one."""
FORMOSA_STATES, CHINESE_STATES = ("quiet", "invaded", "repelled", "fallen"), ("absent", "limited", "full")
QUIET, INVADED, REPELLED, FALLEN = range(len(FORMOSA_STATES))
ABSENT, LIMITED, FULL = range(len(CHINESE_STATES))
INITIATIVE = (UN_INITIATIVE, COMMUNIST_INITIATIVE)
BANK = (UN_BANK, COMMUNIST_BANK)
SAVED = (UN_SAVED, COMMUNIST_SAVED)

FLAGS = ("fatigued", "reorganized", "landed", "targeted", "isolated", "attacked", "placed", "committed")
FATIGUED, REORGANIZED, LANDED, TARGETED, ISOLATED, ATTACKED, PLACED, COMMITTED = (1 << i for i in range(len(FLAGS)))
"""fatigued: shows its fatigued side; reorganized: took part in a reorganization in this Action Phase; landed: came
ashore in this Action Phase; targeted: was the target of an amphibious assault in it; isolated: a depot without a
supply line; attacked: a Chinese division that has made its first attack; placed: a Chinese division placed in this
Action Phase; committed: a unit in the reserve box that was on the map, or tried to land."""
PHASE_FLAGS = REORGANIZED | LANDED | TARGETED | PLACED
"""The flags that an Action Phase ends."""

BOXES = (
    "out",
    "recruits",
    "reserve",
    "parachute",
    "evacuated",
    "other_port",
    "safe",
    "destroyed",
    "reconstituting",
    "available",
    "eliminated",
    "aside",
    "gone",
    "airfields",
    "cas",
    *(f"over_{province}" for province in PROVINCES),
    "coming_first",
    "coming_second",
    "manchuria",
    "siberia",
    "strait",
)
"""out: not in play, or still to come; recruits: to be put on the map now. reserve, parachute, evacuated, other_port:
the four spaces of the FEC GHQ Reserve Box (W-10.3a). safe: left the map to the south. destroyed, reconstituting,
available: the UN Reconstitute Track. eliminated: may come back as a reinforcement; aside: changed for other counters,
at hand for the next change; gone: never used again. airfields, cas, over_*: air units without a mission, on close air
support, on interdiction in a province. coming_first, coming_second: on the way to the reserve box, where they arrive
in the first or the second Action Phase of the turn that is their `spent`. manchuria, siberia: Chinese and Soviet
divisions that may be placed; strait: fighters that are kept off Korea by an invasion of Formosa."""
RESERVE_SPACES = ("reserve", "parachute", "evacuated", "other_port")

MARKS = ("taken", "mines", "un_works", "communist_works", "fresh")
"""taken: a city or production center that the enemy of its first owner controls; mines: a Minesweeping marker;
un_works, communist_works: entrenchments, 1 an Improved Position, 2 a Fortification; fresh: one that was built or
raised in this Operations Segment."""
WORKS = ("un_works", "communist_works")
IMPROVED, FORTIFIED = 1, 2


class KoreanWarState(State):
    """State of The Korean War. `lost`: the steps that an armor asset has lost; a division that loses one is exchanged
    for a replacement unit. `start`: one more than the hex in which a unit stood when the Action Phase began, 0 if it
    was not on the map; `value` and `points`: of a depot its Depot Value and the Supply Points on it. `spent` of a depot
    are the Supply Points that it has expended in this Action Phase, which is its Commitment Level."""

    COLUMNS: ClassVar[tuple[str, ...]] = (*State.COLUMNS, "lost", "start", "value", "points")
    __slots__ = ("lost", "points", "start", "value")
    rules: KoreanWarRuleset

    # ------------------------------------------------------------------------------------------------- single units

    def fatigued(self, unit: int) -> bool:
        """Whether a unit shows its fatigued side."""
        return bool(self.flags[unit] & FATIGUED)

    def steps(self, unit: int) -> int:
        """The steps that a unit has left."""
        return self.rules.steps[unit] - self.lost[unit]

    def parent(self, unit: int) -> int | None:
        """The unit or depot that an asset is assigned to, or the division that a regiment is in; None if there is
        none."""
        place = self.where[unit] - self.rules.names.with_unit(0)
        return place if place >= 0 else None

    def in_box(self, unit: int, *boxes: str) -> bool:
        """Whether a unit is in one of these boxes."""
        return self.where[unit] in map(self.rules.names.box, boxes)

    def boxed(self, box: str, side: int = UN) -> list[int]:
        """The units of a side in a box. W-10.3a: the four spaces of the reserve box are boxes of their own."""
        place, where = self.rules.names.box(box), self.where
        return [unit for unit in self.rules.units_of[side] if where[unit] == place]

    # ------------------------------------------------------------------------------------------- where units stand

    @fact("where")
    def assigned(self, side: int) -> dict[int, list[int]]:
        """The assets of a side by the unit or depot to which they are assigned."""
        found: dict[int, list[int]] = {}
        first, where = self.rules.names.with_unit(0), self.where
        for asset in self.rules.assets_of[side]:
            place = where[asset] - first
            if place >= 0:
                found.setdefault(place, []).append(asset)
        return found

    def assets(self, unit: int) -> list[int]:
        """The assets that are assigned to a unit or depot."""
        return self.assigned(self.rules.side_of[unit]).get(unit, [])

    @fact("where")
    def fighters(self, side: int) -> dict[Hex, list[int]]:
        """The combat units of a side on the map, by hex."""
        found: dict[Hex, list[int]] = {}
        combat = self.rules.combat
        for h, units in self.stacks(side).items():
            able = [unit for unit in units if combat[unit]]
            if able:
                found[h] = able
        return found

    @fact("where")
    def posts(self, side: int) -> Region:
        """The hexes in which a side has a combat unit."""
        return sum(1 << h for h in self.fighters(side))

    @fact("where")
    def zone(self, side: int) -> Region:
        """The zones of control of a side. W-4.2a: the neighbours of combat units. W-4.2b: no other unit has one.
        W-4.2c, W-4.2d: not across estuaries and sea. W-4.2e: across rivers and in any terrain."""
        return self.rules.grid.around(self.posts(side), self.rules.water) & self.rules.land

    @fact("where", "enemy.where")
    def closed(self, side: int) -> Region:
        """The hexes in enemy zones in which a side has no unit: no command range, supply line or retreat enters
        them."""
        return self.zone(1 - side) & ~self.held_by(side)

    @fact("where")
    def depots(self, side: int) -> list[int]:
        """The depots of a side on the map."""
        size, where = self.rules.grid.size, self.where
        return [unit for unit in self.rules.depots_of[side] if where[unit] < size]

    def depot_at(self, side: int, h: Hex) -> int | None:
        """The depot of a side in a hex."""
        return next((unit for unit in self.depots(side) if self.where[unit] == h), None)

    # ------------------------------------------------------------------------------------------------------ markers

    @fact("marks", of=UN)
    def marked(self, kind: str) -> Region:
        """The hexes with markers of a kind."""
        region = 0
        for name, h, _ in self.marks:
            if name == kind:
                region |= 1 << h
        return region

    def works(self, side: int, h: Hex) -> int:
        """The entrenchment of a side in a hex: 0 none, 1 an Improved Position, 2 a Fortification."""
        kind = WORKS[side]
        if not self.marked(kind) >> h & 1:
            return 0
        return next(level for name, at, level in self.marks if name == kind and at == h)

    @fact("marks")
    def controlled(self, side: int) -> Region:
        """The cities and production centers that a side controls. W-14.1a: those of its own half of the country, unless
        the other side has taken them."""
        taken, rules = self.marked("taken"), self.rules
        return (rules.home_cities[side] & ~taken) | (rules.home_cities[1 - side] & taken)

    def controls(self, side: int, city: str) -> bool:
        """Whether a side controls a city."""
        return bool(self.controlled(side) >> self.rules.board.places[city] & 1)
