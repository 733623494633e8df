"""18 General Matthew Ridgway."""

from collections.abc import Iterable

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.engine.trace import trace
from parallel38.games.yalu.state import RIDGWAY, UN, YaluState

HIS = ("US", "USMC", "UK")
"""Nations whose units gain by General Ridgway's command."""


def begin(s: YaluState) -> None:
    """D-18.1: from Dec III on one die each turn, until General Ridgway has taken command."""
    first = s.rules.charts["ridgway"]["command", "turn"]
    if not s.track[RIDGWAY] and first in s.rules.turns and s.turn > s.rules.turns.index(first):
        s.push(Ridgway())


class Ridgway(Frame, frozen=True):
    """The die for General Ridgway's command, and a second die for its effect."""

    def resolve(self, s: YaluState) -> None:
        """Roll one die, then another if General Ridgway takes command."""
        s.push(Roll("effect" if s.track[RIDGWAY] else "ridgway", 1, "D-18.2" if s.track[RIDGWAY] else "D-18.1"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-18.1: a 6 gives General Ridgway command. D-18.2: after that anything but a 6 makes Communist assaults
        harder."""
        chart = s.rules.charts["ridgway"]
        if roll.purpose == "ridgway" and dice[0] >= chart["command", "takes_over"]:
            s.tell(RIDGWAY, 1)
            s.log("D-18.1", "ridgway", die=dice[0])
            return
        if roll.purpose == "ridgway":
            s.log("D-18.1", "no_ridgway", die=dice[0])
        elif dice[0] < chart["command", "no_effect"]:
            s.tell(RIDGWAY, 2)
            s.log("D-18.2", "ridgway_effect", die=dice[0], modifier_drm=chart["command", "modifier"])
        else:
            s.log("D-18.2", "ridgway_no_effect", die=dice[0])
        s.pop()


def modifier(s: YaluState, targets: Iterable[int]) -> int:
    """D-18.2: the modifier of General Ridgway's command to an assault on US or UK units, in mixed groups as well."""
    hard = s.track[RIDGWAY] == 2 and any(s.rules.side_of[u] == UN and s.rules.nation[u] in HIS for u in targets)
    if not hard:
        return 0
    trace("D-18.2")
    return s.rules.charts["ridgway"]["command", "modifier"]
