"""The state of The Mobile War: names for its tracks, flags and boxes, and what rules ask for again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from parallel38.engine.state import State
from parallel38.hexgrid import Hex, Region

if TYPE_CHECKING:
    from parallel38.games.mobile_war.setting import MobileWarRules

UN, COMMUNIST = 0, 1
Side = Literal["un", "communist"]
SIDES: tuple[Side, Side] = ("un", "communist")

TRACKS = (
    "turn",
    "last",
    "entered",
    "ports",
    "airlift",
    "jumped",
    "rested",
    "landing",
    "intervention",
    "armies",
    "shock",
)
TURN, LAST, ENTERED, PORTS, AIRLIFT, JUMPED, RESTED, LANDING, INTERVENTION, ARMIES, SHOCK = range(11)
"""last: a bit for each town that the Communists were the last to occupy; entered: for each that they have ever entered;
ports: for each port in which a division was loaded or unloaded in this phase; airlift: regiments that may still be
supplied by air; jumped: the turn in which the airborne regiment jumped last; rested: the turn since which it has been
in ground supply and out of enemy zones; landing: the turn in which the first non-Korean unit landed; intervention: the
turn in which China came in; armies: how many of its stream have come; shock: the turn in which the shock began."""

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
)
FLAGS += ("grounded", "parted")
MOVED, MOVED_FIRST, HUNGRY, ENTRENCHED, DIGGING, LANDED, AIRFED, ATTACKED, STRUCK, RECALLED, GROUNDED, PARTED = (
    1 << i for i in range(12)
)
"""moved: in this phase; moved_first: in the first movement phase of this player turn; hungry: out of supply when the
phase began; digging: spends the phase on digging in or on leaving its works; landed: came ashore in this player turn;
airfed: supplied by air until the enemy's next player turn ends; attacked, struck (was attacked): in this combat phase;
recalled: an assault that failed, and must go home; grounded: airborne that has lost its wings; parted: part of a
unit that was broken down in this phase."""

BOXES = ("out", "spare", "nk_box", "rok_box", "un_box", "gone", "waiting", "returning")
"""out: not in play; spare: a counter of a division or an army that stands in its parts; the three replacement boxes;
gone: for ever; waiting: has come and found no room, or is held back; returning: a UN supply unit that comes back by
itself. There `spent` is the number of the turn from which a unit may come."""


class MobileWarState(State):
    """State of The Mobile War."""

    __slots__ = ()
    FLAGLESS = ("present", "stacks", "held", "zone")
    rules: MobileWarRules

    @property
    def week(self) -> int:
        """The week of the war, from 1: the row of the turn record, whichever scenario is played."""
        return self.rules.first_week + self.turn - 1

    def held_by(self, side: int) -> Region:
        """The hexes with land units of a side; ships hold nothing."""
        cache = self.derived[side]
        if "held" not in cache:
            region, naval = 0, self.rules.naval
            for h, units in self.stacks(side).items():
                for unit in units:
                    if not naval[unit]:
                        region |= 1 << h
                        break
            cache["held"] = region
        return cache["held"]

    def troops(self, side: int, h: Hex) -> list[int]:
        """The land units of a side in a hex: combat and supply units."""
        naval = self.rules.naval
        return [u for u in self.stacks(side).get(h, ()) if not naval[u]]

    def fighters(self, side: int, h: Hex) -> list[int]:
        """The combat units of a side in a hex."""
        combat = self.rules.combat
        return [u for u in self.stacks(side).get(h, ()) if combat[u]]

    def inside(self, unit: int) -> list[int]:
        """What is inside a unit: the regiments of a division, the divisions of an army, the load of a ship."""
        place = self.rules.names.with_unit(unit)
        return [u for u in self.rules.units_of[self.rules.side_of[unit]] if self.where[u] == place]

    def was_last(self, side: int, town: str) -> bool:
        """Whether a side occupies a town or was the last to do so."""
        communist = bool(self.track[LAST] >> self.rules.watched.index(town) & 1)
        return communist == (side == COMMUNIST)
