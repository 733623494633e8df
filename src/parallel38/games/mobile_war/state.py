"""The state of The Mobile War: names for its tracks, flags and boxes, and facts that rules often use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.engine.state import State
from parallel38.hexgrid import Hex
from parallel38.wargame.sides import COMMUNIST as COMMUNIST
from parallel38.wargame.sides import SIDES as SIDES
from parallel38.wargame.sides import UN as UN
from parallel38.wargame.sides import Side as Side

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

TRACKS = (
    "turn",
    "last",
    "entered",
    "airlift",
    "jumped",
    "rested",
    "landing",
    "intervention",
    "armies",
    "shock",
)
TURN, LAST, ENTERED, AIRLIFT, JUMPED, RESTED, LANDING, INTERVENTION, ARMIES, SHOCK = range(10)
"""last: a bit for each town that the Communists were the last to occupy; entered: for each that they have ever entered;
airlift: regiments that are supplied by air in this turn; jumped: the turn in which the airborne regiment jumped last;
rested: the turn since which it has been back in ground supply and out of enemy zones, or 0; landing: the turn in which
the first non-Korean unit landed; intervention: the turn in which China came in; armies: how many of the twelve have
come; shock: the turn in which the shock began."""

FLAGS = (
    "moved",
    "moved_first",
    "hungry",
    "entrenched",
    "digging",
    "landed",
    "airfed",
    "attacked",
    "struck",
    "recalled",
    "grounded",
    "ousted",
    "parted",
    "arrived",
    "replaced",
)
(
    MOVED,
    MOVED_FIRST,
    UNSUPPLIED,
    ENTRENCHED,
    DIGGING,
    LANDED,
    AIRFED,
    ATTACKED,
    STRUCK,
    RECALLED,
    GROUNDED,
    OUSTED,
    PARTED,
    ARRIVED,
    REPLACED,
) = (1 << i for i in range(len(FLAGS)))
"""moved: in this phase; moved_first: in the first movement phase of this player turn; hungry: out of supply when the
phase began; digging: spends the phase on entrenching or on abandoning its works; landed: came ashore in this player
turn; airfed: supplied by air until the enemy's next player turn ends; attacked, struck (was attacked): in this combat
phase; recalled: an assault that failed, and must go home; grounded: airborne that can no longer jump; ousted: a ship in
whose hex an enemy came, and which must put to sea; parted: part of a unit that was broken down in this phase; arrived:
came into play in this player turn, and has not moved away; replaced: of these, came from a replacement box."""

BOXES = ("out", "spare", "nk_box", "rok_box", "un_box", "gone", "waiting", "returning")
"""out: not in play; spare: a counter of a division or an army that stands in its parts; the three replacement boxes;
gone: for ever; waiting: a reinforcement that found no room, or is held back; returning: a UN supply unit that comes
back by itself. There `spent` is the number of the turn from which a unit may come."""


class MobileWarState(State):
    """State of The Mobile War."""

    __slots__ = ()
    rules: MobileWarRuleset

    @property
    def week(self) -> int:
        """The week of the war, from 1: the row of the turn record, whichever scenario is played."""
        return self.rules.first_week + self.turn - 1

    def troops(self, side: int, h: Hex) -> list[int]:
        """The land units of a side in a hex: combat and supply units."""
        naval = self.rules.naval
        return [u for u in self.stacks(side).get(h, ()) if not naval[u]]

    def fighters(self, side: int, h: Hex) -> list[int]:
        """The combat units of a side in a hex."""
        combat = self.rules.combat
        return [u for u in self.stacks(side).get(h, ()) if combat[u]]

    def inside(self, unit: int) -> list[int]:
        """The units inside a unit: the regiments of a division, the divisions of an army, the load of a ship."""
        place = self.rules.names.with_unit(unit)
        return [u for u in self.rules.units_of[self.rules.side_of[unit]] if self.where[u] == place]

    def carrier(self, unit: int) -> int | None:
        """The ship that carries a unit; None if there is none."""
        ship = self.where[unit] - self.rules.names.with_unit(0)
        return ship if ship >= 0 and self.rules.naval[ship] else None

    def stands(self, unit: int) -> Hex | None:
        """The hex in which a unit is, also inside or aboard another; None if it is not on the map."""
        place, first = self.where[unit], self.rules.names.with_unit(0)
        while place >= first:
            place = self.where[place - first]
        return place if place < self.rules.names.grid.size else None

    def was_last(self, side: int, town: str) -> bool:
        """Whether a side occupies a town or was the last to do so."""
        return self.holds(side, self.rules.board.places[town])

    def holds(self, side: int, h: Hex) -> bool:
        """Whether a side holds the town in a hex or was the last to. K-NAV-B2: a port that it holds is friendly."""
        communist = bool(self.track[LAST] & self.rules.watched_bit[h])
        return communist == (side == COMMUNIST)
