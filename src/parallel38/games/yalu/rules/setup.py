"""21 Prepare for play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.engine.sequence import Sequence
from parallel38.engine.trace import trace
from parallel38.games.yalu.state import ASP, DIE, TURN, WEATHER, YaluState

if TYPE_CHECKING:
    from parallel38.games.yalu.setting import YaluRules


def at_start(rules: YaluRules) -> YaluState:
    """Nov IV, before the first Communist reinforcement phase.

    Every counter in its place, Chinese armies in the hexes of the example. D-4.3, D-19.3: weather is die 3, subfreezing
    overcast, and not rolled for; no attack supply (21.3). D-21.5: play begins with the reinforcement phase, so
    nobody has been checked for supply: all units start supplied.
    """
    s = YaluState(rules)
    for unit, place in enumerate(rules.start_places):
        s.where[unit] = rules.names.place_code(place)
    s.track[TURN] = 1
    s.track[DIE] = 3
    s.track[WEATHER] = rules.weathers.index("SO")
    s.track[ASP] = 0
    s.frames = (Sequence("communist_supply"),)  # the phase before the first that is played
    trace("D-21.5", "D-4.3", "D-19.3")
    return s
